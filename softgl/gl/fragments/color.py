"""Colour buffers: masks, clear colour, alpha test, blending, logic operation (OpenGL 2.1, 4)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused, with_core_errors
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import as_signed, single
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import Normalized, State
from softgl.gl.fragments.clamping import as_clamped
from softgl.glsl.limits import MAX_DUAL_SOURCE_DRAW_BUFFERS
from softgl.pipeline.fragments.per_fragment import EQUATIONS, FACTORS
from softgl.pipeline.planes.framebuffer import MAX_COLORS
from softgl.records import dataclass

BLEND_EQUATIONS = EnumSet(" ".join(f"GL_{name.upper()}" for name in EQUATIONS))
# ARB_blend_func_extended: SRC_ALPHA_SATURATE is "Now allowed for dst", too.
BLEND_FACTORS = EnumSet(" ".join(f"GL_{name.upper()}" for name in FACTORS))


@dataclass
class Color(Group):
    """The colour buffers: alpha test, write mask, blending, logic operation, clear colour.

    mask, blend : by draw buffer, the write mask and the blending switch.
    Blend colour, clear colour and alpha reference are stored unclamped: see `as_clamped`.
    clear : floats, or the integers of the commands with I.
    """

    mask: tuple[tuple[bool, bool, bool, bool], ...] = ((True,) * 4,) * MAX_COLORS
    blend: tuple[bool, ...] = (False,) * MAX_COLORS
    blend_src_rgb: int = gl.GL_ONE
    blend_dst_rgb: int = gl.GL_ZERO
    blend_src_alpha: int = gl.GL_ONE
    blend_dst_alpha: int = gl.GL_ZERO
    blend_equation_rgb: int = gl.GL_FUNC_ADD
    blend_equation_alpha: int = gl.GL_FUNC_ADD
    blend_color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    clear: tuple[float, ...] | tuple[int, ...] = (0.0, 0.0, 0.0, 0.0)
    alpha_test: bool = False
    alpha_func: int = gl.GL_ALWAYS
    alpha_reference: float = 0.0
    logic: bool = False
    index_logic: bool = False  # no effect: there are no colour indices
    logic_op: int = gl.GL_COPY
    index_clear: float = 0.0  # no effect, as index_mask
    index_mask: int = 0xFFFFFFFF
    srgb: bool = False  # True if values are encoded for sRGB buffers
    dither: bool = True  # no effect: RGBA8 is rounded to the nearest


def _check_number(number):
    # EXT_draw_buffers2, "Errors": "outside the range [0, MAX_DRAW_BUFFERS-1]".
    if number >= MAX_COLORS:
        raise IndexRefused(f"draw buffer {number} is not below the limit of {MAX_COLORS}")


def _of_draw_buffer(ctx, pname, number):
    _check_number(number)
    return (ctx.color.blend if pname == gl.GL_BLEND else ctx.color.mask)[number]


def _switch_blending(ctx, number, on):
    ctx.color.blend = _replaced(ctx.color.blend, number, on)


def _clear_value(ctx):
    clear = ctx.color.clear
    return clear if isinstance(clear[0], int) else as_clamped(ctx, clear)


STATE = State(
    limits={gl.GL_MAX_DUAL_SOURCE_DRAW_BUFFERS: MAX_DUAL_SOURCE_DRAW_BUFFERS},
    values={
        # EXT_draw_buffers2, "New State": those of draw buffer 0.
        gl.GL_COLOR_WRITEMASK: "color.mask.0",
        gl.GL_BLEND: "color.blend.0",
        gl.GL_BLEND_SRC: "color.blend_src_rgb",
        gl.GL_BLEND_DST: "color.blend_dst_rgb",
        gl.GL_BLEND_SRC_RGB: "color.blend_src_rgb",
        gl.GL_BLEND_DST_RGB: "color.blend_dst_rgb",
        gl.GL_BLEND_SRC_ALPHA: "color.blend_src_alpha",
        gl.GL_BLEND_DST_ALPHA: "color.blend_dst_alpha",
        gl.GL_BLEND_EQUATION_RGB: "color.blend_equation_rgb",
        gl.GL_BLEND_EQUATION_ALPHA: "color.blend_equation_alpha",
        gl.GL_BLEND_COLOR: Normalized(lambda ctx: as_clamped(ctx, ctx.color.blend_color)),
        gl.GL_COLOR_CLEAR_VALUE: Normalized(_clear_value),
        gl.GL_ALPHA_TEST_FUNC: "color.alpha_func",
        gl.GL_ALPHA_TEST_REF: Normalized(lambda ctx: as_clamped(ctx, (ctx.color.alpha_reference,))),
        gl.GL_LOGIC_OP_MODE: "color.logic_op",
        gl.GL_INDEX_CLEAR_VALUE: "color.index_clear",
        gl.GL_INDEX_WRITEMASK: lambda ctx: as_signed(ctx.color.index_mask),
    },
    capabilities={
        gl.GL_ALPHA_TEST: "color.alpha_test",
        gl.GL_BLEND: "color.blend",
        gl.GL_COLOR_LOGIC_OP: "color.logic",
        gl.GL_INDEX_LOGIC_OP: "color.index_logic",
        gl.GL_FRAMEBUFFER_SRGB_EXT: "color.srgb",
        gl.GL_DITHER: "color.dither",
    },
    indexed=dict.fromkeys((gl.GL_BLEND, gl.GL_COLOR_WRITEMASK), _of_draw_buffer),
    indexed_switches={gl.GL_BLEND: _switch_blending},
)


@command("glClearColor", keeps_batch=True)
def clear_color(ctx, *components):
    """Sets the colour that glClear writes; fixed-point buffers clamp it to [0, 1]."""
    ctx.color.clear = tuple(map(single, components))


@command("glClearColorIiEXT", "glClearColorIuiEXT", keeps_batch=True)
def clear_color_integers(ctx, *components):
    """Sets the colour that glClear writes to integer buffers."""
    ctx.color.clear = components


@command("glColorMask", keeps_batch=True)
def color_mask(ctx, *components):
    """Enables or disables writing of red, green, blue and alpha, for all draw buffers."""
    ctx.color.mask = (components,) * len(ctx.color.mask)


def _replaced(values: tuple, number: int, value) -> tuple:
    """Returns the tuple with one element replaced; refuses a number of no draw buffer."""
    _check_number(number)
    return (*values[:number], value, *values[number + 1 :])


@command("glColorMaskIndexedEXT", keeps_batch=True)
def color_mask_indexed(ctx, number, *components):
    """Enables or disables writing of red, green, blue and alpha, for one draw buffer."""
    ctx.color.mask = _replaced(ctx.color.mask, number, components)


command("glColorMaski", keeps_batch=True)(with_core_errors(color_mask_indexed))


@command("glBlendFunc", keeps_batch=True, sfactor=BLEND_FACTORS, dfactor=BLEND_FACTORS)
def blend_func(ctx, sfactor, dfactor):
    """Sets the blending factors of source and destination."""
    blend_func_separate(ctx, sfactor, dfactor, sfactor, dfactor)


@command(
    "glBlendFuncSeparate",
    keeps_batch=True,
    sfactorRGB=BLEND_FACTORS,
    dfactorRGB=BLEND_FACTORS,
    sfactorAlpha=BLEND_FACTORS,
    dfactorAlpha=BLEND_FACTORS,
)
def blend_func_separate(ctx, src_rgb, dst_rgb, src_alpha, dst_alpha):
    """Sets the blending factors of RGB and of alpha."""
    color = ctx.color
    color.blend_src_rgb, color.blend_dst_rgb = src_rgb, dst_rgb
    color.blend_src_alpha, color.blend_dst_alpha = src_alpha, dst_alpha


@command("glBlendEquation", keeps_batch=True, mode=BLEND_EQUATIONS)
def blend_equation(ctx, mode):
    """Sets the blending equation."""
    blend_equation_separate(ctx, mode, mode)


@command(
    "glBlendEquationSeparate",
    keeps_batch=True,
    modeRGB=BLEND_EQUATIONS,
    modeAlpha=BLEND_EQUATIONS,
)
def blend_equation_separate(ctx, mode_rgb, mode_alpha):
    """Sets the blending equations of RGB and of alpha."""
    ctx.color.blend_equation_rgb, ctx.color.blend_equation_alpha = mode_rgb, mode_alpha


@command("glBlendColor", keeps_batch=True)
def blend_color(ctx, *components):
    """Sets the constant colour of blending; fixed-point buffers clamp it to [0, 1]."""
    ctx.color.blend_color = tuple(map(single, components))


@command("glAlphaFunc", keeps_batch=True, func=group("AlphaFunction"))
def alpha_func(ctx, func, ref):
    """Sets the comparison and the reference of the alpha test; the reference is clamped lazily."""
    ctx.color.alpha_func, ctx.color.alpha_reference = func, single(ref)


@command("glLogicOp", keeps_batch=True, opcode=group("LogicOp"))
def logic_op(ctx, opcode):
    """Sets the logic operation between source and stored colour."""
    ctx.color.logic_op = opcode


@command("glClearIndex")
def clear_index(ctx, c):
    """Sets the colour index for glClear; without effect."""
    ctx.color.index_clear = single(c)


@command("glIndexMask")
def index_mask(ctx, mask):
    """Sets the write mask of colour indices; without effect."""
    ctx.color.index_mask = mask
