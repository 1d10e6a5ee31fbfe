"""Capabilities, depth, colour, culling, blending and clearing (OpenGL 2.1, chapters 2 to 4)."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl import enums as gl
from softgl.gl.arguments import invalid_enum, invalid_value
from softgl.gl.command import command
from softgl.gl.parameters import single
from softgl.gl.signature import EnumSet, group
from softgl.gl.state import clamped, follow, scissor_box
from softgl.gl.transform import number
from softgl.gl.vertex_arrays import CLIENT_STATES

COMPARISON_FUNCTIONS = group("DepthFunction")
BLEND_EQUATIONS = EnumSet(
    "GL_FUNC_ADD GL_FUNC_SUBTRACT GL_FUNC_REVERSE_SUBTRACT GL_MIN GL_MAX"
)  # OpenGL 2.1, 4.1.8
# The registry lists GL_SRC1_ALPHA, which is no blending factor before OpenGL 3.3.
SOURCE_FACTORS = group("BlendingFactor", without="GL_SRC1_ALPHA")
# OpenGL 2.1, table 4.2: SRC_ALPHA_SATURATE is "valid only for source ... blending functions".
DESTINATION_FACTORS = group("BlendingFactor", without="GL_SRC1_ALPHA GL_SRC_ALPHA_SATURATE")
CULL_MODES = EnumSet("GL_FRONT GL_BACK GL_FRONT_AND_BACK")
FRONT_FACES = group("FrontFaceDirection")
SHADE_MODELS = group("ShadingModel")
HINT_MODES = group("HintMode")
HINTS = {
    gl.GL_PERSPECTIVE_CORRECTION_HINT: "perspective_correction",
    gl.GL_POINT_SMOOTH_HINT: "point_smooth",
    gl.GL_LINE_SMOOTH_HINT: "line_smooth",
    gl.GL_POLYGON_SMOOTH_HINT: "polygon_smooth",
    gl.GL_FOG_HINT: "fog",
    gl.GL_GENERATE_MIPMAP_HINT: "generate_mipmap",
    gl.GL_TEXTURE_COMPRESSION_HINT: "texture_compression",
}

CAPABILITIES: dict[int, str] = {
    gl.GL_SCISSOR_TEST: "scissor.test",
    gl.GL_ALPHA_TEST: "color.alpha_test",
    gl.GL_STENCIL_TEST: "stencil.test",
    gl.GL_STENCIL_TEST_TWO_SIDE_EXT: "stencil.two_side",
    gl.GL_COLOR_LOGIC_OP: "color.logic",
    gl.GL_INDEX_LOGIC_OP: "color.index_logic",
    gl.GL_FRAMEBUFFER_SRGB_EXT: "color.srgb",
    gl.GL_DEPTH_TEST: "depth.test",
    gl.GL_CULL_FACE: "polygon.cull",
    gl.GL_BLEND: "color.blend",
    gl.GL_DITHER: "color.dither",
    gl.GL_MULTISAMPLE: "multisample.enabled",
    gl.GL_VERTEX_PROGRAM_ARB: "programs.vertex.enabled",
    gl.GL_VERTEX_PROGRAM_TWO_SIDE_ARB: "programs.two_side",
    gl.GL_FRAGMENT_PROGRAM_ARB: "programs.fragment.enabled",
    # ARB_fragment_program, "Interactions with NV_fragment_program": "The NV and ARB enumerants have
    # different values, but the same effect."
    gl.GL_FRAGMENT_PROGRAM_NV: "programs.fragment.enabled",
}
"""Where the switch of each capability lives, as a path from the context; it is a tuple if there is
one for each draw buffer.

Modules with capabilities of their own add them here.
"""
BEFORE_SWITCH: dict[int, Callable] = {}
"""What else has to happen, in a context, before a capability is switched."""


def _place(ctx, cap):
    """The group and the field of a capability's switch."""
    if cap not in CAPABILITIES:
        raise invalid_enum(f"cap: {gl.name_of(cap)} is no capability")
    path, _, field = CAPABILITIES[cap].rpartition(".")
    return follow(ctx, path), field


def _switch(ctx, cap, on):
    place, field = _place(ctx, cap)
    if cap in BEFORE_SWITCH:
        BEFORE_SWITCH[cap](ctx)
    # EXT_draw_buffers2, issue 6: "BLEND [...] should enable or disable all per draw buffer blend
    # enables."
    switch = getattr(place, field)
    setattr(place, field, (on,) * len(switch) if isinstance(switch, tuple) else on)


@command("glEnable")
def enable(ctx, cap):
    """Switch a capability on."""
    _switch(ctx, cap, True)


@command("glDisable")
def disable(ctx, cap):
    """Switch a capability off."""
    _switch(ctx, cap, False)


@command("glIsEnabled")
def is_enabled(ctx, cap):
    """Whether a capability, or a client array, is on: 1 or 0."""
    if cap in CLIENT_STATES:
        return int(getattr(*ctx.vertex.switch_of(cap)))
    switch = getattr(*_place(ctx, cap))
    return int(switch[0] if isinstance(switch, tuple) else switch)


@command("glDepthFunc", func=COMPARISON_FUNCTIONS)
def depth_func(ctx, func):
    """Set the comparison of the depth test."""
    ctx.depth.func = func


@command("glDepthMask")
def depth_mask(ctx, flag):
    """Allow or forbid writing depth."""
    ctx.depth.mask = flag


@command("glClearDepth")
def clear_depth(ctx, depth):
    """Set the depth that glClear writes, clamped to [0, 1]."""
    ctx.depth.clear = clamped(depth)


@command("glClearDepthdNV")
def clear_depth_unclamped(ctx, depth):
    """The same without clamping; depth buffers of fixed-point numbers clamp it when it is used."""
    ctx.depth.clear = number(depth)


@command("glClearStencil")
def clear_stencil(ctx, s):
    """Set the stencil value that glClear writes: its low bits are used."""
    ctx.stencil.clear = s


@command("glClearColor")
def clear_color(ctx, *components):
    """Set the colour that glClear writes; fixed-point buffers get it clamped to [0, 1]."""
    ctx.color.clear = tuple(map(single, components))


@command("glColorMask")
def color_mask(ctx, *components):
    """Allow or forbid writing red, green, blue and alpha, to all draw buffers."""
    ctx.color.mask = (components,) * len(ctx.color.mask)


CLEAR_BITS = gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT


@command("glClear")
def clear(ctx, mask):
    """Set the planes of the framebuffer to their clear values; scissor box and masks apply."""
    # OpenGL 2.1, 4.2.3 lists ACCUM_BUFFER_BIT too: clearing a buffer that is not there has "no
    # effect".
    if mask & ~(CLEAR_BITS | gl.GL_ACCUM_BUFFER_BIT):
        raise invalid_value(f"mask: {mask:#x} has bits that name no buffer")
    if ctx.occlusion.discards:
        return
    box = scissor_box(ctx)
    ctx.framebuffer.clear(
        color=ctx.color.clear if mask & gl.GL_COLOR_BUFFER_BIT else None,
        color_masks=ctx.color.mask,
        depth=ctx.depth.clear if mask & gl.GL_DEPTH_BUFFER_BIT and ctx.depth.mask else None,
        stencil=ctx.stencil.clear if mask & gl.GL_STENCIL_BUFFER_BIT else None,
        # OpenGL 2.1, 4.2.3: "the front stencil mask".
        stencil_mask=ctx.stencil.front.write_mask,
        box=box and (box[0], box[1], box[2] - box[0], box[3] - box[1]),
        srgb=ctx.color.srgb,
    )


@command("glCullFace", mode=CULL_MODES)
def cull_face(ctx, mode):
    """Select the faces that culling drops."""
    ctx.polygon.cull_mode = mode


@command("glFrontFace", mode=FRONT_FACES)
def front_face(ctx, mode):
    """Select the winding, in the window, of front faces."""
    ctx.polygon.front_face = mode


@command("glShadeModel", mode=SHADE_MODELS)
def shade_model(ctx, mode):
    """Interpolate colours, or take those of the provoking vertex."""
    ctx.lighting.shade_model = mode


@command("glBlendFunc", sfactor=SOURCE_FACTORS, dfactor=DESTINATION_FACTORS)
def blend_func(ctx, sfactor, dfactor):
    """Set the blending factors of source and destination."""
    blend_func_separate(ctx, sfactor, dfactor, sfactor, dfactor)


@command(
    "glBlendFuncSeparate",
    sfactorRGB=SOURCE_FACTORS,
    dfactorRGB=DESTINATION_FACTORS,
    sfactorAlpha=SOURCE_FACTORS,
    dfactorAlpha=DESTINATION_FACTORS,
)
def blend_func_separate(ctx, src_rgb, dst_rgb, src_alpha, dst_alpha):
    """Set the blending factors of RGB and of alpha."""
    color = ctx.color
    color.blend_src_rgb, color.blend_dst_rgb = src_rgb, dst_rgb
    color.blend_src_alpha, color.blend_dst_alpha = src_alpha, dst_alpha


@command("glBlendEquation", mode=BLEND_EQUATIONS)
def blend_equation(ctx, mode):
    """Set the blending equation."""
    blend_equation_separate(ctx, mode, mode)


@command(
    "glBlendEquationSeparate",
    modeRGB=BLEND_EQUATIONS,
    modeAlpha=BLEND_EQUATIONS,
)
def blend_equation_separate(ctx, mode_rgb, mode_alpha):
    """Set the blending equations of RGB and of alpha."""
    ctx.color.blend_equation_rgb, ctx.color.blend_equation_alpha = mode_rgb, mode_alpha


@command("glBlendColor")
def blend_color(ctx, *components):
    """Set the constant colour of blending; fixed-point buffers get it clamped to [0, 1]."""
    ctx.color.blend_color = tuple(map(single, components))


@command("glHint", target=EnumSet.of(HINTS), mode=HINT_MODES)
def hint(ctx, target, mode):
    """Keep a hint."""
    setattr(ctx.hints, HINTS[target], mode)


@command("glFlush", "glFinish")
def finish(ctx):
    """Every command is complete when it returns: nothing is left to do."""
