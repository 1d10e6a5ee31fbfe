"""Derives the key of the fixed-function fragment program from the state."""

from __future__ import annotations

from softgl.formats.storages import STORAGES
from softgl.gl.api import enums as gl
from softgl.gl.api.stages import assembly_target, programmed
from softgl.gl.draw.derive_resources import complete_texture
from softgl.gl.draw.enum_names import words
from softgl.gl.fixed.fragment_program import (
    FUNCTIONS,
    Argument,
    Combiner,
    FragmentKey,
    Sample,
    Unit,
    texture_function,
)
from softgl.gl.fragments.clamping import clamps
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.ir.program import Stage
from softgl.ir.targets import SHADOW
from softgl.texture.keys import TextureKey

FOG_MODES = words(("linear", "exp", "exp2"))
MODES = words(("replace", "modulate", "decal", "blend", "add"))
"""The texture functions without arguments."""
COMBINED = words(("replace", "modulate", "add", "add_signed", "interpolate", "subtract")) | {
    **dict.fromkeys((gl.GL_DOT3_RGB, gl.GL_DOT3_RGBA), "dot3"),
    **dict.fromkeys((gl.GL_DOT3_RGB_EXT, gl.GL_DOT3_RGBA_EXT), "dot3"),
    gl.GL_MODULATE_ADD_ATI: "modulate_add",
    gl.GL_MODULATE_SIGNED_ADD_ATI: "modulate_signed_add",
    gl.GL_MODULATE_SUBTRACT_ATI: "modulate_subtract",
}
# Operations that COMBINE4_NV changes. NV_texture_env_combine4: of the rest "the result is
# undefined": it is that of COMBINE.
COMBINED_4 = {gl.GL_ADD: "add_products", gl.GL_ADD_SIGNED: "add_products_signed"}
# ARB_texture_env_dot3, issue 2: "The EXT version of the spec does not multiply the output by
# RGB_SCALE_ARB and ALPHA_SCALE_ARB."
UNSCALED = frozenset({gl.GL_DOT3_RGB_EXT, gl.GL_DOT3_RGBA_EXT})
OF_ALL_COMPONENTS = frozenset({gl.GL_DOT3_RGBA, gl.GL_DOT3_RGBA_EXT})
SOURCES = {
    gl.GL_TEXTURE: "texture",
    gl.GL_CONSTANT: "constant",
    gl.GL_PRIMARY_COLOR: "primary",
    gl.GL_PREVIOUS: "previous",
    gl.GL_ZERO: "zero",
    gl.GL_ONE: "one",
    **{gl.GL_TEXTURE0 + number: number for number in range(MAX_TEXTURE_COORDS)},
}
OPERANDS = {
    gl.GL_SRC_COLOR: "color",
    gl.GL_ONE_MINUS_SRC_COLOR: "1-color",
    gl.GL_SRC_ALPHA: "alpha",
    gl.GL_ONE_MINUS_SRC_ALPHA: "1-alpha",
}


def derive_fixed_fragment(ctx, of_vertices: bool = True) -> FragmentKey:
    """Derives the key of the fixed-function fragment program.

    of_vertices : True if fragments are those of vertices; else they are of images or bitmaps.
    """
    textures = _textures(ctx)
    units = [_unit(ctx, number, textures) for number in textures]
    units = tuple(unit for unit in units if unit is not None)
    used = {number for unit in units for number in _sampled(unit)}
    samples = [_sample(number, *textures[number]) for number in sorted(used)]
    return FragmentKey(
        units=units,
        samples=tuple(samples),
        sums=_sums(ctx, of_vertices),
        fog=FOG_MODES[ctx.fog.mode] if ctx.fog.enabled else "",
        clamped=clamps(ctx, "fragment"),
        wide=not (of_vertices and clamps(ctx, "vertex")),
    )


def _sums(ctx, of_vertices) -> bool:
    """True if the secondary colour is added: OpenGL 2.1, 3.9."""
    lighting = ctx.lighting
    target = assembly_target(ctx, Stage.VERTEX)
    if of_vertices and target is not None and target.aliased:
        # ARB_vertex_program: "The COLOR_SUM_EXT enable is ignored when NV programs are executed":
        # the sum is always made.
        return True
    # "If vertex program mode is disabled and lighting is enabled, the color sum stage is always
    # applied, ignoring the value of COLOR_SUM_ARB."
    lit = lighting.enabled and not programmed(ctx, Stage.VERTEX)
    if lit and of_vertices and not programmed(ctx, Stage.GEOMETRY):
        # 2.14.1: of SINGLE_COLOR the secondary colour is (0, 0, 0, 1).
        return lighting.color_control == gl.GL_SEPARATE_SPECULAR_COLOR
    return lit or ctx.fog.color_sum


# -- texture units ---------------------------------------------------------------------------------


def _textures(ctx) -> dict[int, tuple[str, TextureKey]]:
    """Returns the target and the texture key of each enabled unit.

    OpenGL 2.1, 3.8.16: with an incomplete texture "blending is disabled for that texture
    unit".
    """
    units = {}
    for number, unit in enumerate(ctx.texturing.units[:MAX_TEXTURE_COORDS]):
        target = unit.enabled
        complete = target and complete_texture(ctx, number, target)
        if complete:
            units[number] = target, complete[0]
    return units


def _sample(number: int, target: str, key: TextureKey) -> Sample:
    """Returns the sample of a texture."""
    if key.compare:
        return Sample(number, SHADOW + target)
    storage = STORAGES[key.storage]
    return Sample(number, target, bool(key.expanded) or storage.signed or not storage.fixed)


def _sampled(unit: Unit) -> set[int]:
    """Returns the units whose textures a unit uses."""
    sources = {source for of in (unit.rgb, unit.alpha) for source, _ in of.arguments}
    return {unit.number if source == "texture" else source for source in sources} - NO_TEXTURES


NO_TEXTURES = frozenset(SOURCES.values()) - set(range(MAX_TEXTURE_COORDS))


def _unit(ctx, number: int, textures) -> Unit | None:
    """Returns the environment of an enabled unit, or None; textures : of all enabled units."""
    unit = ctx.texturing.units[number]
    environment = unit.environment
    simple = MODES.get(environment.mode)
    if simple:
        return Unit(number, *texture_function(simple, unit.bound[unit.enabled].base_format))
    rgb, alpha = (_combiner(environment, number, part) for part in ("rgb", "alpha"))
    if environment.combine_rgb in OF_ALL_COMPONENTS:
        # OpenGL 2.1, table 3.23: "The result generated from COMBINE ALPHA is ignored".
        scale = 1.0 if environment.combine_rgb in UNSCALED else environment.alpha_scale
        alpha = Combiner(rgb.function, rgb.arguments, scale)
    if environment.mode == gl.GL_COMBINE4_NV:
        return Unit(number, *(_without_missing(of, textures) for of in (rgb, alpha)))
    # ARB_texture_env_crossbar: "If a texture environment for a given texture unit references a
    # texture unit that is disabled [...], then it is as if texture blending is disabled for the
    # given texture unit." OpenGL 2.1, 3.8.16, leaves it undefined.
    combined = Unit(number, rgb, alpha)
    return combined if _sampled(combined) <= textures.keys() else None


def _combiner(environment, number: int, part: str) -> Combiner:
    """Returns the combiner of a mode with arguments; part : "rgb" or "alpha"."""
    state = vars(environment)
    combine, function = state[f"combine_{part}"], None
    if environment.mode == gl.GL_COMBINE4_NV:
        function = COMBINED_4.get(combine)
    function = function or COMBINED[combine]
    arguments = []
    for n in range(FUNCTIONS[function].arguments):
        source = SOURCES[state[f"src{n}_{part}"]]
        operand = OPERANDS[state[f"operand{n}_{part}"]]
        arguments.append(("texture" if source == number else source, operand))
    scale = 1.0 if combine in UNSCALED else state[f"{part}_scale"]
    return Combiner(function, tuple(arguments), scale)


def _without_missing(combiner: Combiner, textures) -> Combiner:
    """Returns a combiner of COMBINE4_NV without the textures of disabled units.

    NV_texture_env_combine4: "If the <n>th texture unit is disabled, the value of each component is
    1."
    """

    def replaced(argument: Argument) -> Argument:
        source, operand = argument
        there = source in textures or source in NO_TEXTURES
        return argument if there else ("one", operand)

    arguments = tuple(map(replaced, combiner.arguments))
    return Combiner(combiner.function, arguments, combiner.scale)
