"""How textures are sampled in GLSL 1.30 and later, and how they are in GLSL 1.20."""

from __future__ import annotations

from softgl.records import dataclass
from softgl.translate.glsl.machine import Unsayable

XYZ = {1: "float", 2: "vec2", 3: "vec3", 4: "vec4"}
# Of each target: the places of s, t, r and q that a sample takes, in order; None is a 0 that counts
# for nothing. How many of them have derivatives. What GLSL 1.20 calls it.
PLACES = {
    "1D": ((0,), 1, "texture1D"),
    "2D": ((0, 1), 2, "texture2D"),
    "3D": ((0, 1, 2), 3, "texture3D"),
    "CUBE": ((0, 1, 2), 3, "textureCube"),
    "RECT": ((0, 1), 2, "texture2DRect"),
    "ARRAY1D": ((0, 1), 1, "texture1DArray"),
    "ARRAY2D": ((0, 1, 2), 2, "texture2DArray"),
    "SHADOW1D": ((0, None, 2), 1, "shadow1D"),
    "SHADOW2D": ((0, 1, 2), 2, "shadow2D"),
    "SHADOWRECT": ((0, 1, 2), 2, "shadow2DRect"),
    "SHADOWCUBE": ((0, 1, 2, 3), 3, ""),
    "SHADOWARRAY1D": ((0, 1, 2), 1, "shadow1DArray"),
    "SHADOWARRAY2D": ((0, 1, 2, 3), 2, "shadow2DArray"),
}
# How many integers place a texel, and how many there are in a size.
FETCHED = {
    "1D": 1, "2D": 2, "3D": 3, "RECT": 2, "ARRAY1D": 2, "ARRAY2D": 3, "BUFFER": 1, "CUBE": 2,
    "SHADOW1D": 1, "SHADOW2D": 2, "SHADOWRECT": 2, "SHADOWARRAY1D": 2, "SHADOWARRAY2D": 3,
    "SHADOWCUBE": 2,
}  # fmt: skip
OFFSETS = {"1D": 1, "2D": 2, "3D": 3, "RECT": 2, "ARRAY1D": 1, "ARRAY2D": 2}
WITHOUT_LEVELS = frozenset({"RECT", "SHADOWRECT", "BUFFER"})
NO_EXPLICIT_LEVEL = frozenset({"SHADOWCUBE", "SHADOWARRAY2D"})
NO_BIAS = frozenset({"SHADOWARRAY2D"})
RECTANGLES = frozenset({"RECT", "SHADOWRECT"})
ARRAYS = frozenset({"ARRAY1D", "ARRAY2D", "SHADOWARRAY1D", "SHADOWARRAY2D"})
LATER = {
    "textureGather": (400, "GL_ARB_gpu_shader5"),
    "textureQueryLOD": (400, "GL_ARB_texture_query_lod"),
    "textureQueryLevels": (430, "GL_ARB_texture_query_levels"),
    "2DRectGrad(": (140, "GL_EXT_gpu_shader4"),
    "2DRectOffset(": (140, "GL_EXT_gpu_shader4"),
    "2DRectGradOffset(": (140, "GL_EXT_gpu_shader4"),
    "texelFetch2DRect": (140, "GL_EXT_gpu_shader4"),
}
"""Parts of calls that core GLSL has only later: the version, the extension before it."""
RECTANGLE_VERSION = 140
"""The first version whose functions of any sampler take those of rectangles."""


def vector(parts, kind: str = "") -> str:
    """Numbers as a vector, or the one number; kind : "i" of integers."""
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    return f"{kind}vec{len(parts)}({', '.join(parts)})"


def offsets(operand) -> str:
    """The texel offset of an operand as GLSL has it, "" for none."""
    if not any(operand.offset):
        return ""
    axes = OFFSETS[operand.texture]
    return vector(map(str, operand.offset[:axes]), "i")


@dataclass(frozen=True)
class Sampled:
    """A call that samples, and what it gives.

    call : the expression. single : whether it is one float, as that of depths that are compared.
    """

    call: str
    single: bool


def sample(
    version: int, name: str, operand, point: list[str], *, bias=None, lod=None, gradients=None
) -> Sampled:
    """The call that samples a texture at four floats, expressions.

    name : of the sampler. operand : the TextureOperand. bias, lod : floats. gradients : two lists
        of three floats. Raises Unsayable.
    """
    target = operand.target
    if target not in PLACES:
        raise Unsayable(f"a sample of the target {target}")
    places, axes, old = PLACES[target]
    coordinate = vector("0.0" if place is None else point[place] for place in places)
    moved = offsets(operand)
    if target in WITHOUT_LEVELS:
        bias = lod = None
    if target in NO_BIAS and bias is not None:
        raise Unsayable(f"a bias of the target {target}")
    if target in NO_EXPLICIT_LEVEL and lod is not None:
        raise Unsayable(f"a level of detail of the target {target}")
    if version < 130:
        return _old_sample(old, name, target, coordinate, axes, moved, bias, lod, gradients)
    older = target in RECTANGLES and version < RECTANGLE_VERSION
    arguments, function = [name, coordinate], old if older else "texture"
    if lod is not None:
        function, arguments = f"{function}Lod", [*arguments, lod]
    if gradients is not None:
        function = f"{function}Grad"
        arguments += [vector(partials[:axes]) for partials in gradients]
    if moved:
        function, arguments = f"{function}Offset", [*arguments, moved]
    if bias is not None:
        arguments.append(bias)
    return Sampled(f"{function}({', '.join(arguments)})", operand.shadow and not older)


def _old_sample(old, name, target, coordinate, axes, moved, bias, lod, gradients):
    if moved:
        raise Unsayable("texel offsets")
    if not old:
        raise Unsayable(f"a sample of the target {target}")
    arguments, function = [name, coordinate], old
    if lod is not None:
        function, arguments = f"{old}Lod", [*arguments, lod]
    elif gradients is not None:
        if target in ARRAYS:  # GL_ARB_shader_texture_lod is older than they are
            raise Unsayable(f"a sample of the target {target} with derivatives")
        function = f"{old}GradARB"
        arguments += [vector(partials[:axes]) for partials in gradients]
    elif bias is not None:
        arguments.append(bias)
    return Sampled(f"{function}({', '.join(arguments)})", False)


def fetch(version: int, name: str, operand, point: list[str]) -> str:
    """The call that gives one texel at four integers, i, j, k and the level; Unsayable."""
    target = operand.texture
    if target == "CUBE" or operand.shadow:
        raise Unsayable(f"a fetch of a texel of the target {operand.target}")
    place = vector(point[: FETCHED[target]], "i")
    level = [] if target in WITHOUT_LEVELS else [point[3]]
    moved = offsets(operand) if target != "BUFFER" else ""
    function = "texelFetch"
    if target in RECTANGLES and version < RECTANGLE_VERSION:
        function = "texelFetch2DRect"
    function = f"{function}Offset" if moved else function
    return f"{function}({', '.join([name, place, *level, *([moved] if moved else [])])})"


def size(name: str, operand, level: str) -> list[str]:
    """Width, height and depth or layers of a level, as expressions of integers."""
    target = operand.target
    found = f"textureSize({name}{'' if target in WITHOUT_LEVELS else f', {level}'})"
    count = FETCHED[target]
    if count == 1:
        return [found, "0", "0"]
    return [f"{found}.{'xyz'[axis]}" if axis < count else "0" for axis in range(3)]


def gather(version: int, name: str, operand, point: list[str], component: str) -> str:
    """The call that gives four texels at four floats; component : of integers. Unsayable.

    GLSL has them in the order of TGSI, from the upper left one on.
    """
    if version < 330:
        raise Unsayable("a gather of four texels")
    if not operand.shadow and not component.isdigit():
        raise Unsayable("a gather of a component that is chosen at run time")
    places, axes, _ = PLACES[operand.target]
    whole = axes + (operand.target in ARRAYS)
    arguments = [name, vector(point[place] for place in places[:whole])]
    if operand.shadow:
        arguments.append(point[places[whole]])
    moved = offsets(operand)
    arguments += [moved] if moved else []
    arguments += [] if operand.shadow else [component]
    return f"textureGather{'Offset' if moved else ''}({', '.join(arguments)})"


def detail(version: int, name: str, operand, point: list[str]) -> str:
    """The call that gives the level of detail of a sample, and lambda'; Unsayable."""
    if version < 330:
        raise Unsayable("the level of detail of a sample")
    places, axes, _ = PLACES[operand.target]
    function = "textureQueryLod" if version >= 400 else "textureQueryLOD"
    return f"{function}({name}, {vector(point[place] for place in places[:axes])})"


def levels(version: int, name: str, operand) -> str:
    """How many levels there are, as an expression of integers; Unsayable."""
    if operand.target in WITHOUT_LEVELS:
        return "1"
    if version < 330:
        raise Unsayable("the number of levels of a texture")
    return f"textureQueryLevels({name})"
