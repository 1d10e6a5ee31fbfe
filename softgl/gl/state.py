"""The groups of the context's state, in GL's words; enums are held as their GL values.

Each group is what one chapter of the specification sets; the commands of `softgl.gl.raster_state`
change them, `softgl.gl.queries` names where each value lives, `derive` turns them into keys.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from softgl.gl import enums as gl
from softgl.gl.arguments import Refused
from softgl.pipeline.framebuffer import MAX_COLORS


def follow(ctx, path: str):
    """What a path from the context leads to: fields with dots between, and numbers in lists."""
    for part in path.split(".") if path else ():
        ctx = ctx[int(part)] if part.isdigit() else getattr(ctx, part)
    return ctx


@dataclass
class Viewport:
    """The viewport rectangle in pixels, and the depth range."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    near: float = 0.0
    far: float = 1.0


@dataclass
class Depth:
    """The depth test (`test`: enabled), the write mask and the clear value."""

    test: bool = False
    func: int = gl.GL_LESS
    mask: bool = True
    clear: float = 1.0


@dataclass
class Scissor:
    """The scissor test (`test`: enabled) and its box in pixels."""

    test: bool = False
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    def within(self, width: int, height: int) -> tuple[int, int, int, int]:
        """What the test lets pass of so many pixels: left, low, right, high; all if it is off."""
        if not self.test:
            return 0, 0, width, height
        left, low = min(max(self.x, 0), width), min(max(self.y, 0), height)
        right = min(max(self.x + self.width, left), width)
        high = min(max(self.y + self.height, low), height)
        return left, low, right, high


def scissor_box(ctx) -> tuple[int, int, int, int] | None:
    """The pixels that the scissor test lets pass: left, low, right, high; None without one.

    Right and high are exclusive; the box lies within the framebuffer and may be empty.
    """
    if not ctx.scissor.test:
        return None
    frame = ctx.framebuffers.planned()
    return ctx.scissor.within(frame.width, frame.height)


def depth_range(ctx) -> tuple[float, float]:
    """The depths of the near and the far plane, as the depth buffer holds them.

    NV_depth_buffer_float, 2.11.1: "they are clamped to the range appropriate given the depth
    buffer's representation."
    """
    ends = ctx.viewport.near, ctx.viewport.far
    within = tuple(min(max(end, 0.0), 1.0) for end in ends)
    return ends if ends == within or ctx.framebuffers.planned().depth_is_float else within


@dataclass
class StencilSide:
    """The stencil test of one facing, as it was set: reference and masks of any 32 bits."""

    func: int = gl.GL_ALWAYS
    reference: int = 0
    value_mask: int = 0xFFFFFFFF
    write_mask: int = 0xFFFFFFFF
    fail: int = gl.GL_KEEP
    depth_fail: int = gl.GL_KEEP
    depth_pass: int = gl.GL_KEEP


@dataclass
class Stencil:
    """The stencil test (`test`: enabled) and the clear value.

    EXT_stencil_two_side, "Interactions with OpenGL 2.0": there are three sets of state. `two_side`:
    whether `side_back` is in the place of `back`. `active`: the face that glStencilFunc and the
    like set, and that is queried.
    """

    test: bool = False
    two_side: bool = False
    active: int = gl.GL_FRONT
    clear: int = 0
    front: StencilSide = field(default_factory=StencilSide)
    back: StencilSide = field(default_factory=StencilSide)
    side_back: StencilSide = field(default_factory=StencilSide)


@dataclass
class Polygon:
    """Culling (`cull`: enabled), modes, smoothing, depth offset and stipple of polygons.

    pattern : the stipple pattern, 32 words from the bottom row; bit x is column x.
    """

    cull: bool = False
    cull_mode: int = gl.GL_BACK
    front_face: int = gl.GL_CCW
    front_mode: int = gl.GL_FILL
    back_mode: int = gl.GL_FILL
    smooth: bool = False
    offset_point: bool = False
    offset_line: bool = False
    offset_fill: bool = False
    offset_factor: float = 0.0
    offset_units: float = 0.0
    stipple: bool = False
    pattern: tuple[int, ...] = (0xFFFFFFFF,) * 32


@dataclass
class Color:
    """The colour buffers: alpha test, write mask, blending, logic operation, clear colour.

    mask, blend : for each draw buffer what is written, and whether it is blended.
    Blend colour, clear colour and the alpha test's reference are as they were set: `as_clamped`.
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
    clear: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    alpha_test: bool = False
    alpha_func: int = gl.GL_ALWAYS
    alpha_reference: float = 0.0
    logic: bool = False
    index_logic: bool = False  # without effect: there are no colour indices
    logic_op: int = gl.GL_COPY
    index_clear: float = 0.0  # without effect, as is index_mask
    index_mask: int = 0xFFFFFFFF
    srgb: bool = False  # whether what is written to sRGB buffers is encoded
    dither: bool = True  # without effect: RGBA8 is rounded to the nearest


@dataclass
class Clamping:
    """Whether colours are clamped to [0, 1]: GL_TRUE, GL_FALSE or GL_FIXED_ONLY_ARB."""

    vertex: int = gl.GL_TRUE
    fragment: int = gl.GL_FIXED_ONLY_ARB
    read: int = gl.GL_FIXED_ONLY_ARB


def clamps(ctx, which: str, planes=None) -> bool:
    """Whether colours of vertices or fragments, or those that are read, are clamped.

    which : a field of `Clamping`. planes : of colour; None: those that are drawn to.
    """
    mode = getattr(ctx.clamping, which)
    if mode != gl.GL_FIXED_ONLY_ARB:
        return mode == gl.GL_TRUE
    # ARB_color_buffer_float, 2.14.6: "if all enabled color buffers have fixed-point components";
    # issue 34: without any it is clamped too.
    if planes is None:
        return not draws_floats(ctx)
    return all(plane is None or plane.format.lay.fixed for plane in planes)


def draws_srgb(ctx) -> bool:
    """Whether a buffer that is drawn to is one of sRGB: FRAMEBUFFER_SRGB_CAPABLE_EXT."""
    return any(plane is not None and plane.format.srgb for plane in _drawn_planes(ctx))


def draws_floats(ctx) -> bool:
    """Whether a buffer that is drawn to has floating-point components: RGBA_FLOAT_MODE_ARB."""
    return any(plane is not None and not plane.format.lay.fixed for plane in _drawn_planes(ctx))


def _drawn_planes(ctx):
    """The colour planes that are drawn to; none of a framebuffer that is not complete."""
    try:
        return ctx.framebuffers.planned().colors
    except Refused:
        return ()


def clamped(value: float) -> float:
    """A GLclampd: the value within [0, 1]; NaN gives 0."""
    return min(max(value, 0.0), 1.0) if value == value else 0.0


def as_clamped(ctx, values):
    """Colour components that were set, as fragments meet them."""
    if not clamps(ctx, "fragment"):
        return values
    return tuple(map(clamped, values))


@dataclass
class Multisample:
    """Without effect: the framebuffer has one sample (OpenGL 2.1, 3.2.1)."""

    enabled: bool = True
    alpha_to_coverage: bool = False
    alpha_to_one: bool = False
    coverage: bool = False
    coverage_value: float = 1.0
    coverage_invert: bool = False


@dataclass
class Hints:
    """Hints, kept for queries only: there is one, exact, way of doing things."""

    perspective_correction: int = gl.GL_DONT_CARE
    point_smooth: int = gl.GL_DONT_CARE
    line_smooth: int = gl.GL_DONT_CARE
    polygon_smooth: int = gl.GL_DONT_CARE
    fog: int = gl.GL_DONT_CARE
    generate_mipmap: int = gl.GL_DONT_CARE
    texture_compression: int = gl.GL_DONT_CARE
