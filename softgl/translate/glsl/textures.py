"""Texture sampling in GLSL 1.30 and later, and in GLSL 1.20."""

from __future__ import annotations

from softgl.records import dataclass
from softgl.translate.glsl.machine import Unsayable

XYZ = {1: "float", 2: "vec2", 3: "vec3", 4: "vec4"}
# For each target: the coordinates s, t, r, q of a sample in GLSL's order (None is an ignored 0),
# the number of those with derivatives, and the function in GLSL 1.20.
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
# Numbers of integers in a texel's position and in a size.
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
"""Parts of calls that core GLSL has only in later versions: the version, an extension before."""
RECTANGLE_VERSION = 140
"""The first version whose generic functions take samplers of rectangles."""


def vector(parts, kind: str = "") -> str:
    """Returns numbers as a vector, or the single number; kind : "i" for integers."""
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    return f"{kind}vec{len(parts)}({', '.join(parts)})"


def offsets(operand) -> str:
    """Returns the texel offset of an operand in GLSL, "" for none."""
    if not any(operand.offset):
        return ""
    axes = OFFSETS[operand.texture]
    return vector(map(str, operand.offset[:axes]), "i")


@dataclass(frozen=True)
class Sampled:
    """A call that samples.

    call : the expression.
    single : True if the result is one float, as for depth comparisons.
    """

    call: str
    single: bool


def sample(
    version: int, name: str, operand, point: list[str], *, bias=None, lod=None, gradients=None
) -> Sampled:
    """Returns the call that samples a texture at four floats, expressions.

    name : the sampler.
    operand : the TextureOperand.
    bias, lod : floats.
    gradients : two lists of three floats.
    Raises Unsayable.
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
        if target in ARRAYS:  # GL_ARB_shader_texture_lod predates them
            raise Unsayable(f"a sample of the target {target} with derivatives")
        function = f"{old}GradARB"
        arguments += [vector(partials[:axes]) for partials in gradients]
    elif bias is not None:
        arguments.append(bias)
    return Sampled(f"{function}({', '.join(arguments)})", False)


def fetch(version: int, name: str, operand, point: list[str]) -> str:
    """Returns the call for one texel at four integers, i, j, k and the level; raises Unsayable."""
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
    """Returns width, height and depth or layers of a level, as integer expressions."""
    target = operand.target
    found = f"textureSize({name}{'' if target in WITHOUT_LEVELS else f', {level}'})"
    count = FETCHED[target]
    if count == 1:
        return [found, "0", "0"]
    return [f"{found}.{'xyz'[axis]}" if axis < count else "0" for axis in range(3)]


def gather(version: int, name: str, operand, point: list[str], component: str) -> str:
    """Returns the call for four texels at four floats; component : an integer. Raises Unsayable.

    GLSL has them in TGSI's order, from the upper left one on.
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
    """Returns the call for the level of detail of a sample and lambda'; raises Unsayable."""
    if version < 330:
        raise Unsayable("the level of detail of a sample")
    places, axes, _ = PLACES[operand.target]
    function = "textureQueryLod" if version >= 400 else "textureQueryLOD"
    return f"{function}({name}, {vector(point[place] for place in places[:axes])})"


def levels(version: int, name: str, operand) -> str:
    """Returns the number of levels, as an integer expression; raises Unsayable."""
    if operand.target in WITHOUT_LEVELS:
        return "1"
    if version < 330:
        raise Unsayable("the number of levels of a texture")
    return f"textureQueryLevels({name})"
