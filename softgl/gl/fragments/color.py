"""Colour buffers: masks, clear colour, alpha test, blending, logic operation (OpenGL 2.1, 4)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import CONVERTERS, invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused, with_core_errors
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import as_signed, single
from softgl.gl.api.signature import EnumSet, group, signature
from softgl.gl.api.tables import Normalized, State, finder
from softgl.gl.fragments.clamping import as_clamped, as_queried
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
    functions : by draw buffer, the blending factors: source and destination of RGB, then of alpha.
    equations : by draw buffer, the blending equations of RGB and of alpha.
    Blend colour, clear colour and alpha reference are stored unclamped: see `as_clamped`.
    clear : floats, or the integers of the commands with I.
    """

    mask: tuple[tuple[bool, bool, bool, bool], ...] = ((True,) * 4,) * MAX_COLORS
    blend: tuple[bool, ...] = (False,) * MAX_COLORS
    functions: tuple[tuple[int, int, int, int], ...] = (
        (gl.GL_ONE, gl.GL_ZERO, gl.GL_ONE, gl.GL_ZERO),
    ) * MAX_COLORS
    equations: tuple[tuple[int, int], ...] = ((gl.GL_FUNC_ADD, gl.GL_FUNC_ADD),) * MAX_COLORS
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
    return clear if isinstance(clear[0], int) else as_queried(ctx, clear)


BLEND_STATE = {
    gl.GL_BLEND_SRC: "functions.{}.0",
    gl.GL_BLEND_DST: "functions.{}.1",
    gl.GL_BLEND_SRC_RGB: "functions.{}.0",
    gl.GL_BLEND_DST_RGB: "functions.{}.1",
    gl.GL_BLEND_SRC_ALPHA: "functions.{}.2",
    gl.GL_BLEND_DST_ALPHA: "functions.{}.3",
    gl.GL_BLEND_EQUATION_RGB: "equations.{}.0",
    gl.GL_BLEND_EQUATION_ALPHA: "equations.{}.1",
}
"""The paths of the factors and equations of a draw buffer, by the enum of their query."""


def _blend_state(ctx, pname, number):
    _check_number(number)
    return finder(BLEND_STATE[pname].format(number))(ctx.color)


STATE = State(
    limits={gl.GL_MAX_DUAL_SOURCE_DRAW_BUFFERS: MAX_DUAL_SOURCE_DRAW_BUFFERS},
    values={
        # EXT_draw_buffers2, "New State": those of draw buffer 0.
        gl.GL_COLOR_WRITEMASK: "color.mask.0",
        gl.GL_BLEND: "color.blend.0",
        **{pname: f"color.{path}".format(0) for pname, path in BLEND_STATE.items()},
        gl.GL_BLEND_COLOR: Normalized(lambda ctx: as_queried(ctx, ctx.color.blend_color)),
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
    indexed=dict.fromkeys((gl.GL_BLEND, gl.GL_COLOR_WRITEMASK), _of_draw_buffer)
    | dict.fromkeys(BLEND_STATE, _blend_state),
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


def to_draw_buffer(value) -> int:
    """Converts the number of a draw buffer; GL_INVALID_ENUM if there is none."""
    number = CONVERTERS["uint"](value)
    if number >= MAX_COLORS:
        # ARB_draw_buffers_blend, "Errors": INVALID_ENUM "if the <buf> parameter is outside the
        # range [0, MAX_DRAW_BUFFERS-1]."
        raise invalid_enum(f"draw buffer {number} is not below the limit of {MAX_COLORS}")
    return number


def _define_blending(name, legal, field, complete):
    """Registers a command that sets a field for all draw buffers, and its form for one of them.

    complete : from the arguments to the value of a draw buffer.
    """

    def set_all(ctx, *arguments):
        setattr(ctx.color, field, (complete(*arguments),) * MAX_COLORS)

    def set_one(ctx, number, *arguments):
        values = _replaced(getattr(ctx.color, field), number, complete(*arguments))
        setattr(ctx.color, field, values)

    set_all.__doc__ = f"Sets the blending {field} of all draw buffers."
    set_one.__doc__ = f"Sets the blending {field} of one draw buffer."
    for each, implementation in ((name, set_all), (f"{name}iARB", set_one)):
        parameters = signature(each).parameters
        checks = {one.name: legal if one.kind == "enum" else to_draw_buffer for one in parameters}
        command(each, keeps_batch=True, **checks)(implementation)
    return set_all


_define_blending("glBlendFunc", BLEND_FACTORS, "functions", lambda src, dst: (src, dst) * 2)
_define_blending("glBlendFuncSeparate", BLEND_FACTORS, "functions", lambda *factors: factors)
_define_blending("glBlendEquation", BLEND_EQUATIONS, "equations", lambda mode: (mode, mode))
_define_blending("glBlendEquationSeparate", BLEND_EQUATIONS, "equations", lambda *modes: modes)


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
