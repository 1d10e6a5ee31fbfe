"""glGet* for simple values, glGetString, glGetError (OpenGL 2.1, 2.5 and 6.1).

VALUES says where each value lives. Modules with state of their own add it there.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from softgl.gl import attributes, transform
from softgl.gl import enums as gl
from softgl.gl.arguments import invalid_enum
from softgl.gl.command import command
from softgl.gl.memory import fill
from softgl.gl.parameters import linear, nearest
from softgl.gl.raster_state import CAPABILITIES, HINTS
from softgl.gl.signature import EnumSet
from softgl.gl.state import as_clamped, follow
from softgl.gl.vertex_arrays import ARRAYS, CLIENT_STATES


@dataclass(frozen=True)
class Normalized:
    """A value of [-1, 1] that integer queries map to the whole range of integers.

    OpenGL 2.1, 6.1.2: "an RGBA color component, a DepthRange value, a depth buffer clear value, or
    a normal coordinate."
    """

    path: object


def as_signed(word: int) -> int:
    """32 bits as a GLint: how masks are returned."""
    return word - 2**32 if word >= 2**31 else word


def _current(binding, size=4):
    """The current value of a vertex attribute."""

    def value(ctx):
        ctx.immediate.settle()
        return ctx.vertex.current[binding][:size]

    return value


def _current_texcoord(ctx):
    return _current(attributes.TEXCOORDS[transform.texture_coordinate_set(ctx)])(ctx)


def _matrix(stack_of, transposed=False):
    """A matrix in memory order: GL keeps its columns one after the other."""
    return lambda ctx: stack_of(ctx).top if transposed else stack_of(ctx).top.T


def _texture_stack(ctx):
    return ctx.transform.texture[transform.texture_coordinate_set(ctx)]


_STACKS = {
    "MODELVIEW": attrgetter("transform.modelview"),
    "PROJECTION": attrgetter("transform.projection"),
    "TEXTURE": _texture_stack,
}

VALUES: dict = {
    gl.GL_VIEWPORT: lambda ctx: attrgetter("x", "y", "width", "height")(ctx.viewport),
    gl.GL_DEPTH_RANGE: Normalized(lambda ctx: (ctx.viewport.near, ctx.viewport.far)),
    gl.GL_DEPTH_FUNC: "depth.func",
    gl.GL_DEPTH_WRITEMASK: "depth.mask",
    gl.GL_DEPTH_CLEAR_VALUE: Normalized("depth.clear"),
    gl.GL_STENCIL_CLEAR_VALUE: "stencil.clear",
    gl.GL_COLOR_CLEAR_VALUE: Normalized(lambda ctx: as_clamped(ctx, ctx.color.clear)),
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
    gl.GL_CULL_FACE_MODE: "polygon.cull_mode",
    gl.GL_FRONT_FACE: "polygon.front_face",
    gl.GL_SHADE_MODEL: "lighting.shade_model",
    **{enum: f"hints.{name}" for enum, name in HINTS.items()},
    gl.GL_MATRIX_MODE: "transform.mode",
    **{getattr(gl, f"GL_{n}_MATRIX"): _matrix(stack) for n, stack in _STACKS.items()},
    **{
        getattr(gl, f"GL_TRANSPOSE_{n}_MATRIX"): _matrix(stack, transposed=True)
        for n, stack in _STACKS.items()
    },
    **{
        getattr(gl, f"GL_{n}_STACK_DEPTH"): (lambda ctx, stack=stack: stack(ctx).depth)
        for n, stack in _STACKS.items()
    },
    gl.GL_CURRENT_MATRIX_ARB: _matrix(transform.current_stack),
    gl.GL_TRANSPOSE_CURRENT_MATRIX_ARB: _matrix(transform.current_stack, transposed=True),
    gl.GL_CURRENT_MATRIX_STACK_DEPTH_ARB: lambda ctx: transform.current_stack(ctx).depth,
    gl.GL_CURRENT_COLOR: Normalized(_current(attributes.COLOR)),
    gl.GL_CURRENT_SECONDARY_COLOR: Normalized(_current(attributes.SECONDARY_COLOR)),
    gl.GL_CURRENT_NORMAL: Normalized(_current(attributes.NORMAL, 3)),
    gl.GL_CURRENT_FOG_COORD: _current(attributes.FOG_COORD, 1),
    gl.GL_EDGE_FLAG: _current(attributes.EDGE_FLAG, 1),
    gl.GL_CURRENT_INDEX: _current(attributes.INDEX, 1),
    gl.GL_CURRENT_TEXTURE_COORDS: _current_texcoord,
    gl.GL_CLIENT_ACTIVE_TEXTURE: "vertex.client_active_texture",
    gl.GL_PRIMITIVE_RESTART_INDEX_NV: lambda ctx: as_signed(ctx.vertex.restart_index),
    gl.GL_ARRAY_BUFFER_BINDING: lambda ctx: ctx.buffers.name(gl.GL_ARRAY_BUFFER),
    gl.GL_ELEMENT_ARRAY_BUFFER_BINDING: lambda ctx: ctx.buffers.name(gl.GL_ELEMENT_ARRAY_BUFFER),
    gl.GL_PROGRAM_ERROR_POSITION_ARB: "programs.error_position",
    gl.GL_VERTEX_PROGRAM_BINDING_NV: "programs.vertex.bound.name",
    gl.GL_FRAGMENT_PROGRAM_BINDING_NV: "programs.fragment.bound.name",
}
"""Where each value lives: a path from the context, or a function of it."""


def _array_values():
    """GL_VERTEX_ARRAY_SIZE and the like, for each client array."""
    suffixes = {"SIZE": "size", "TYPE": "type", "STRIDE": "stride", "BUFFER_BINDING": "buffer_name"}
    for array in ARRAYS:
        for suffix, attribute in suffixes.items():
            pname = getattr(gl, f"{gl.name_of(array)}_{suffix}", None)
            if pname is not None:
                get = attrgetter(attribute)
                yield pname, lambda ctx, array=array, get=get: get(ctx.vertex.client_array(array))


VALUES.update(_array_values())

LIMITS: dict = {
    gl.GL_MAX_VIEWPORT_DIMS: (transform.MAX_VIEWPORT, transform.MAX_VIEWPORT),
    gl.GL_MAX_MODELVIEW_STACK_DEPTH: transform.STACK_DEPTH,
    gl.GL_MAX_PROJECTION_STACK_DEPTH: transform.STACK_DEPTH,
    gl.GL_MAX_TEXTURE_STACK_DEPTH: transform.TEXTURE_STACK_DEPTH,
    gl.GL_MAX_PROGRAM_MATRICES_ARB: transform.PROGRAM_MATRICES,
    gl.GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB: transform.PROGRAM_STACK_DEPTH,
    gl.GL_MAX_TEXTURE_COORDS: attributes.MAX_TEXTURE_COORDS,
    gl.GL_MAX_VERTEX_ATTRIBS: attributes.MAX_VERTEX_ATTRIBS,
    # The counts beyond which a draw gets slower: there are none, so these are large.
    gl.GL_MAX_ELEMENTS_VERTICES: 2**20,
    gl.GL_MAX_ELEMENTS_INDICES: 2**20,
    gl.GL_SUBPIXEL_BITS: 8,
    gl.GL_INDEX_BITS: 0,
    gl.GL_AUX_BUFFERS: 0,
    gl.GL_SAMPLE_BUFFERS: 0,
    gl.GL_SAMPLES: 0,
    gl.GL_RGBA_MODE: True,
    gl.GL_INDEX_MODE: False,
    gl.GL_DOUBLEBUFFER: True,
    gl.GL_STEREO: False,
}
"""Values that never change."""


def lookup(ctx, pname: int) -> tuple[object, bool]:
    """The value of `pname`, and whether it is `Normalized`."""
    if pname in LIMITS:
        return LIMITS[pname], False
    if pname in CLIENT_STATES:
        return getattr(*ctx.vertex.switch_of(pname)), False
    place = VALUES.get(pname) or CAPABILITIES.get(pname)
    if place is None:
        raise invalid_enum(f"pname: {gl.name_of(pname)} cannot be queried")
    normalized = isinstance(place, Normalized)
    path = place.path if normalized else place
    return (follow(ctx, path) if isinstance(path, str) else path(ctx)), normalized


def to_integers(values: np.ndarray, normalized: bool) -> np.ndarray:
    """Any values as int32 (OpenGL 2.1, 6.1.2)."""
    if normalized:
        return linear(values)
    # Names of 32 bits keep them, as in C.
    words = values.dtype.kind == "i"
    return values.astype(np.uint32).view(np.int32) if words else nearest(values)


CONVERSIONS = {
    "glGetIntegerv": to_integers,
    "glGetFloatv": lambda values, normalized: values.astype(np.float32),
    "glGetDoublev": lambda values, normalized: values.astype(np.float64),
    "glGetBooleanv": lambda values, normalized: (values != 0).astype(np.uint8),
}


def answer(convert, value, normalized: bool, data):
    """What a query returns of a value: a NumPy scalar or an array; or `data`, filled."""
    values = convert(np.array(value, ndmin=1), normalized)
    return fill(data, values[0] if values.size == 1 and data is None else values)


def _define_get(name, convert):
    def get(ctx, pname, data):
        """A value of the state: a NumPy scalar, an array, or (4, 4) for a matrix in GL's order."""
        return answer(convert, *lookup(ctx, pname), data)

    command(name)(get)


for _name, _convert in CONVERSIONS.items():
    _define_get(_name, _convert)


EXTENSIONS = (
    "GL_ARB_color_buffer_float",
    "GL_ARB_depth_buffer_float",
    "GL_ARB_depth_clamp",
    "GL_ARB_depth_texture",
    "GL_ARB_draw_buffers",
    "GL_ARB_draw_instanced",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_fragment_program",
    "GL_ARB_fragment_program_shadow",
    "GL_ARB_framebuffer_object",
    "GL_ARB_half_float_pixel",
    "GL_ARB_half_float_vertex",
    "GL_ARB_instanced_arrays",
    "GL_ARB_multisample",
    "GL_ARB_occlusion_query",
    "GL_ARB_pixel_buffer_object",
    "GL_ARB_point_parameters",
    "GL_ARB_point_sprite",
    "GL_ARB_provoking_vertex",
    "GL_ARB_shadow",
    "GL_ARB_texture_border_clamp",
    "GL_ARB_texture_float",
    "GL_ARB_texture_mirrored_repeat",
    "GL_ARB_texture_non_power_of_two",
    "GL_ARB_transpose_matrix",
    "GL_ARB_vertex_buffer_object",
    "GL_ARB_vertex_program",
    "GL_ARB_window_pos",
    "GL_ATI_draw_buffers",
    "GL_ATI_separate_stencil",
    "GL_ATI_texture_float",
    "GL_ATI_texture_mirror_once",
    "GL_EXT_abgr",
    "GL_EXT_bgra",
    "GL_EXT_blend_color",
    "GL_EXT_blend_equation_separate",
    "GL_EXT_blend_func_separate",
    "GL_EXT_blend_minmax",
    "GL_EXT_blend_subtract",
    "GL_EXT_copy_texture",
    "GL_EXT_draw_buffers2",
    "GL_EXT_draw_instanced",
    "GL_EXT_draw_range_elements",
    "GL_EXT_framebuffer_blit",
    "GL_EXT_framebuffer_object",
    "GL_EXT_framebuffer_sRGB",
    "GL_EXT_gpu_program_parameters",
    "GL_EXT_multi_draw_arrays",
    "GL_EXT_packed_depth_stencil",
    "GL_EXT_packed_pixels",
    "GL_EXT_point_parameters",
    "GL_EXT_provoking_vertex",
    "GL_EXT_shadow_funcs",
    "GL_EXT_stencil_two_side",
    "GL_EXT_stencil_wrap",
    "GL_EXT_subtexture",
    "GL_EXT_texture3D",
    "GL_EXT_texture_lod_bias",
    "GL_EXT_texture_mirror_clamp",
    "GL_EXT_texture_object",
    "GL_EXT_texture_sRGB",
    "GL_IBM_texture_mirrored_repeat",
    "GL_NV_blend_square",
    "GL_NV_conditional_render",
    "GL_NV_depth_clamp",
    "GL_NV_fragment_program",
    "GL_NV_fragment_program2",
    "GL_NV_fragment_program_option",
    "GL_NV_half_float",
    "GL_NV_primitive_restart",
    "GL_NV_vertex_program",
    "GL_NV_vertex_program1_1",
    "GL_NV_vertex_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
    "GL_SGIS_generate_mipmap",
    "GL_SGIS_point_parameters",
    "GL_SGIS_texture_border_clamp",
    "GL_SGIS_texture_edge_clamp",
    "GL_SGIS_texture_lod",
)
"""What is there as a whole."""


def _renderer(ctx):
    return f"softgl {ctx.engine.name}"


STRINGS = {
    gl.GL_VENDOR: lambda ctx: "softgl",
    gl.GL_RENDERER: _renderer,
    # A version promises all of it: 2.1's chapters are here in part only.
    gl.GL_VERSION: lambda ctx: "1.1 softgl",
    gl.GL_EXTENSIONS: lambda ctx: " ".join(EXTENSIONS),
    gl.GL_PROGRAM_ERROR_STRING_ARB: lambda ctx: ctx.programs.error_string,
}


@command(
    "glGetString",
    name=EnumSet("GL_VENDOR GL_RENDERER GL_VERSION GL_EXTENSIONS GL_PROGRAM_ERROR_STRING_ARB"),
)
def get_string(ctx, name):
    """A string that describes softgl, or the last program error: bytes."""
    value = STRINGS[name](ctx)
    return value if isinstance(value, bytes) else value.encode()


@command("glGetError")
def get_error(ctx):
    """The first error since the last call, which is forgotten; 0 if there was none.

    A context that raises its errors has never one left.
    """
    code, ctx.error = ctx.error, gl.GL_NO_ERROR
    return code
