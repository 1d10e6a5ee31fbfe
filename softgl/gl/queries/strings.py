"""The version and the supported extensions (OpenGL 2.1, 6.1.11; OpenGL 3.3, 6.1.5)."""

from __future__ import annotations

from functools import cache

from softgl.gl.api import enums as gl
from softgl.gl.api import es_names
from softgl.gl.api.arguments import invalid_enum, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.current import current
from softgl.gl.api.removed import CORE_EXTENSIONS
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.api.versions import Api

EXTENSIONS = (
    "GL_APPLE_client_storage",
    "GL_APPLE_float_pixels",
    "GL_APPLE_packed_pixels",
    "GL_APPLE_transform_hint",
    "GL_ARB_ES2_compatibility",
    "GL_ARB_ES3_compatibility",
    "GL_ARB_base_instance",
    "GL_ARB_blend_func_extended",
    "GL_ARB_buffer_storage",
    "GL_ARB_clear_buffer_object",
    "GL_ARB_clear_texture",
    "GL_ARB_clip_control",
    "GL_ARB_color_buffer_float",
    "GL_ARB_conservative_depth",
    "GL_ARB_copy_buffer",
    "GL_ARB_copy_image",
    "GL_ARB_debug_output",
    "GL_ARB_depth_buffer_float",
    "GL_ARB_depth_clamp",
    "GL_ARB_depth_texture",
    "GL_ARB_direct_state_access",
    "GL_ARB_draw_buffers",
    "GL_ARB_draw_buffers_blend",
    "GL_ARB_draw_elements_base_vertex",
    "GL_ARB_draw_indirect",
    "GL_ARB_draw_instanced",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_explicit_uniform_location",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_fragment_layer_viewport",
    "GL_ARB_fragment_program",
    "GL_ARB_fragment_program_shadow",
    "GL_ARB_fragment_shader",
    "GL_ARB_framebuffer_no_attachments",
    "GL_ARB_framebuffer_object",
    "GL_ARB_framebuffer_sRGB",
    "GL_ARB_geometry_shader4",
    "GL_ARB_get_program_binary",
    "GL_ARB_half_float_pixel",
    "GL_ARB_half_float_vertex",
    "GL_ARB_instanced_arrays",
    "GL_ARB_internalformat_query",
    "GL_ARB_invalidate_subdata",
    "GL_ARB_map_buffer_range",
    "GL_ARB_multi_bind",
    "GL_ARB_multi_draw_indirect",
    "GL_ARB_multisample",
    "GL_ARB_multitexture",
    "GL_ARB_occlusion_query",
    "GL_ARB_occlusion_query2",
    "GL_ARB_pixel_buffer_object",
    "GL_ARB_point_parameters",
    "GL_ARB_point_sprite",
    "GL_ARB_polygon_offset_clamp",
    "GL_ARB_program_interface_query",
    "GL_ARB_provoking_vertex",
    "GL_ARB_query_buffer_object",
    "GL_ARB_robustness",
    "GL_ARB_sample_shading",
    "GL_ARB_sampler_objects",
    "GL_ARB_seamless_cube_map",
    "GL_ARB_seamless_cubemap_per_texture",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shader_bit_encoding",
    "GL_ARB_shader_objects",
    "GL_ARB_shader_stencil_export",
    "GL_ARB_shader_texture_lod",
    "GL_ARB_shading_language_100",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_shadow",
    "GL_ARB_stencil_texturing",
    "GL_ARB_sync",
    "GL_ARB_texture_barrier",
    "GL_ARB_texture_border_clamp",
    "GL_ARB_texture_buffer_object",
    "GL_ARB_texture_buffer_object_rgb32",
    "GL_ARB_texture_buffer_range",
    "GL_ARB_texture_compression",
    "GL_ARB_texture_compression_rgtc",
    "GL_ARB_texture_cube_map",
    "GL_ARB_texture_cube_map_array",
    "GL_ARB_texture_env_add",
    "GL_ARB_texture_env_combine",
    "GL_ARB_texture_env_crossbar",
    "GL_ARB_texture_env_dot3",
    "GL_ARB_texture_filter_anisotropic",
    "GL_ARB_texture_float",
    "GL_ARB_texture_gather",
    "GL_ARB_texture_mirror_clamp_to_edge",
    "GL_ARB_texture_mirrored_repeat",
    "GL_ARB_texture_multisample",
    "GL_ARB_texture_non_power_of_two",
    "GL_ARB_texture_query_levels",
    "GL_ARB_texture_query_lod",
    "GL_ARB_texture_rectangle",
    "GL_ARB_texture_rg",
    "GL_ARB_texture_rgb10_a2ui",
    "GL_ARB_texture_stencil8",
    "GL_ARB_texture_storage",
    "GL_ARB_texture_storage_multisample",
    "GL_ARB_texture_swizzle",
    "GL_ARB_texture_view",
    "GL_ARB_timer_query",
    "GL_ARB_transform_feedback2",
    "GL_ARB_transform_feedback3",
    "GL_ARB_transpose_matrix",
    "GL_ARB_uniform_buffer_object",
    "GL_ARB_vertex_array_bgra",
    "GL_ARB_vertex_array_object",
    "GL_ARB_vertex_attrib_binding",
    "GL_ARB_vertex_blend",
    "GL_ARB_vertex_buffer_object",
    "GL_ARB_vertex_program",
    "GL_ARB_vertex_shader",
    "GL_ARB_vertex_type_10f_11f_11f_rev",
    "GL_ARB_vertex_type_2_10_10_10_rev",
    "GL_ARB_viewport_array",
    "GL_ARB_window_pos",
    "GL_ATI_draw_buffers",
    "GL_ATI_separate_stencil",
    "GL_ATI_texture_env_combine3",
    "GL_ATI_texture_float",
    "GL_ATI_texture_mirror_once",
    "GL_EXT_abgr",
    "GL_EXT_bgra",
    "GL_EXT_blend_color",
    "GL_EXT_blend_equation_separate",
    "GL_EXT_blend_func_separate",
    "GL_EXT_blend_minmax",
    "GL_EXT_blend_subtract",
    "GL_EXT_clip_volume_hint",
    "GL_EXT_compiled_vertex_array",
    "GL_EXT_copy_texture",
    "GL_EXT_depth_bounds_test",
    "GL_EXT_direct_state_access",
    "GL_EXT_draw_buffers2",
    "GL_EXT_draw_instanced",
    "GL_EXT_draw_range_elements",
    "GL_EXT_fog_coord",
    "GL_EXT_framebuffer_blit",
    "GL_EXT_framebuffer_multisample",
    "GL_EXT_framebuffer_object",
    "GL_EXT_framebuffer_sRGB",
    "GL_EXT_gpu_program_parameters",
    "GL_EXT_gpu_shader4",
    "GL_EXT_multi_draw_arrays",
    "GL_EXT_packed_depth_stencil",
    "GL_EXT_packed_float",
    "GL_EXT_packed_pixels",
    "GL_EXT_pixel_buffer_object",
    "GL_EXT_point_parameters",
    "GL_EXT_polygon_offset_clamp",
    "GL_EXT_provoking_vertex",
    "GL_EXT_rescale_normal",
    "GL_EXT_secondary_color",
    "GL_EXT_separate_specular_color",
    "GL_EXT_shadow_funcs",
    "GL_EXT_stencil_two_side",
    "GL_EXT_stencil_wrap",
    "GL_EXT_subtexture",
    "GL_EXT_texture3D",
    "GL_EXT_texture_array",
    "GL_EXT_texture_buffer_object",
    "GL_EXT_texture_compression_latc",
    "GL_EXT_texture_compression_rgtc",
    "GL_EXT_texture_compression_s3tc",
    "GL_EXT_texture_cube_map",
    "GL_EXT_texture_edge_clamp",
    "GL_EXT_texture_env_add",
    "GL_EXT_texture_env_combine",
    "GL_EXT_texture_env_dot3",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_texture_integer",
    "GL_EXT_texture_lod_bias",
    "GL_EXT_texture_mirror_clamp",
    "GL_EXT_texture_object",
    "GL_EXT_texture_rectangle",
    "GL_EXT_texture_sRGB",
    "GL_EXT_texture_shared_exponent",
    "GL_EXT_texture_snorm",
    "GL_EXT_texture_swizzle",
    "GL_EXT_timer_query",
    "GL_EXT_transform_feedback",
    "GL_EXT_vertex_array",
    "GL_HP_occlusion_test",
    "GL_IBM_texture_mirrored_repeat",
    "GL_INGR_blend_func_separate",
    "GL_KHR_context_flush_control",
    "GL_KHR_debug",
    "GL_KHR_no_error",
    "GL_KHR_robustness",
    "GL_NV_blend_square",
    "GL_NV_conditional_render",
    "GL_NV_depth_buffer_float",
    "GL_NV_depth_clamp",
    "GL_NV_fog_distance",
    "GL_NV_fragment_program",
    "GL_NV_fragment_program2",
    "GL_NV_fragment_program4",
    "GL_NV_fragment_program_option",
    "GL_NV_framebuffer_multisample_coverage",
    "GL_NV_geometry_program4",
    "GL_NV_gpu_program4",
    "GL_NV_half_float",
    "GL_NV_light_max_exponent",
    "GL_NV_multisample_filter_hint",
    "GL_NV_occlusion_query",
    "GL_NV_packed_depth_stencil",
    "GL_NV_parameter_buffer_object",
    "GL_NV_primitive_restart",
    "GL_NV_texgen_reflection",
    "GL_NV_texture_env_combine4",
    "GL_NV_texture_expand_normal",
    "GL_NV_texture_rectangle",
    "GL_NV_transform_feedback",
    "GL_NV_vertex_program",
    "GL_NV_vertex_program1_1",
    "GL_NV_vertex_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
    "GL_NV_vertex_program4",
    "GL_SGIS_generate_mipmap",
    "GL_SGIS_point_parameters",
    "GL_SGIS_texture_border_clamp",
    "GL_SGIS_texture_edge_clamp",
    "GL_SGIS_texture_lod",
    "GL_SGIX_depth_texture",
    "GL_SGIX_texture_multi_buffer",
)
"""The extensions that are supported completely, of all contexts."""


# OpenGL 3.3, E.2: "OpenGL 3.1 removed most of the deprecated features and moved them into the
# optional GL_ARB_compatibility extension." Older versions removed nothing.
_COMPATIBILITY = "GL_ARB_compatibility"
_OF_CORE = frozenset(CORE_EXTENSIONS.split())
_OF_ES = {2: es_names.EXTENSIONS_2, 3: es_names.EXTENSIONS_3}


@cache
def extensions_of(api: Api) -> tuple[str, ...]:
    """Returns the names of the extensions of a context, sorted."""
    if api.es:
        return tuple(_OF_ES[api.version[0]].split())
    if api.core:
        return tuple(sorted(_OF_CORE.intersection(EXTENSIONS)))
    more = (_COMPATIBILITY,) if api.version >= (3, 1) else ()
    return tuple(sorted((*EXTENSIONS, *more)))


def current_api() -> Api:
    """Returns the OpenGL of the current context; without one, that of a new context."""
    return Api() if current.called is None else current.called.api


def has_extension(name: str) -> bool:
    """True if the current context has an extension; without one, if a new context has it."""
    return name in extensions_of(current_api())


def _profile_mask(ctx) -> int:
    if ctx.api.version < (3, 2):
        raise invalid_enum("pname: GL_CONTEXT_PROFILE_MASK is of OpenGL 3.2")
    return ctx.api.profile_mask


STATE = State(
    values={
        gl.GL_MAJOR_VERSION: "api.version.0",
        gl.GL_MINOR_VERSION: "api.version.1",
        gl.GL_NUM_EXTENSIONS: lambda ctx: len(extensions_of(ctx.api)),
        gl.GL_CONTEXT_PROFILE_MASK: _profile_mask,
        gl.GL_CONTEXT_FLAGS: "api.flags",
    }
)


def _renderer(ctx):
    return f"softgl {ctx.engine.name}"


def _version(ctx):
    # OpenGL ES 3.0, 6.1.5: "The VERSION string is laid out as follows: OpenGL ES N.M
    # vendor-specific information".
    if ctx.api.es:
        return "OpenGL ES {}.{} softgl".format(*ctx.api.version)
    profile = " (Core Profile)" if ctx.core and ctx.api.profile_mask else ""
    return "{}.{}{} softgl".format(*ctx.api.version, profile)


def _all_extensions(ctx):
    # OpenGL 3.3, E.2.2: "Unified extension string - EXTENSIONS target to GetString".
    if ctx.core:
        raise invalid_enum(
            "name: GL_EXTENSIONS is removed from the core profile of 3.1: use glGetStringi"
        )
    return " ".join(extensions_of(ctx.api))


STRINGS = {
    gl.GL_VENDOR: lambda ctx: "softgl",
    gl.GL_RENDERER: _renderer,
    gl.GL_VERSION: _version,
    gl.GL_SHADING_LANGUAGE_VERSION: lambda ctx: ctx.api.shading_language,
    gl.GL_EXTENSIONS: _all_extensions,
    gl.GL_PROGRAM_ERROR_STRING_ARB: lambda ctx: ctx.programs.error_string,
}


@command(
    "glGetString",
    listed=False,
    name=EnumSet(
        "GL_VENDOR GL_RENDERER GL_VERSION GL_EXTENSIONS GL_PROGRAM_ERROR_STRING_ARB"
        " GL_SHADING_LANGUAGE_VERSION"
    ),
)
def get_string(ctx, name):
    """Returns a string that describes softgl, or the last program error, as bytes."""
    value = STRINGS[name](ctx)
    return value if isinstance(value, bytes) else value.encode()


@command("glGetStringi", listed=False, name=EnumSet("GL_EXTENSIONS"))
def get_string_at(ctx, name, index):
    """Returns the name of one of the GL_NUM_EXTENSIONS extensions, as bytes."""
    extensions = extensions_of(ctx.api)
    if index >= len(extensions):
        raise invalid_value(f"index: {index} is not below GL_NUM_EXTENSIONS, {len(extensions)}")
    return extensions[index].encode()
