"""Write softgl/gl/api/enums.py and softgl/gl/api/registry.py from Khronos' gl.xml.

Usage: python tools/generate_gl.py PATH/gl.xml [--output softgl/gl/api]
The two files are committed, so that nothing at run time needs gl.xml. tools/generate_removed.py
writes a third one.
"""

from __future__ import annotations

import argparse
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# The extensions whose commands get a signature: those of the specifications that softgl follows.
EXTENSIONS = """
APPLE_client_storage APPLE_float_pixels APPLE_transform_hint ARB_ES2_compatibility
ARB_ES3_compatibility ARB_arrays_of_arrays ARB_base_instance ARB_blend_func_extended
ARB_buffer_storage ARB_clear_buffer_object ARB_clear_texture ARB_clip_control ARB_color_buffer_float
ARB_compatibility ARB_conservative_depth ARB_copy_buffer ARB_copy_image ARB_cull_distance
ARB_debug_output ARB_depth_buffer_float ARB_depth_clamp ARB_depth_texture ARB_direct_state_access
ARB_draw_buffers ARB_draw_buffers_blend ARB_draw_elements_base_vertex ARB_draw_indirect
ARB_draw_instanced ARB_enhanced_layouts ARB_explicit_attrib_location ARB_explicit_uniform_location
ARB_fragment_coord_conventions ARB_fragment_layer_viewport ARB_fragment_program
ARB_fragment_program_shadow ARB_fragment_shader ARB_framebuffer_no_attachments
ARB_framebuffer_object ARB_framebuffer_sRGB ARB_geometry_shader4 ARB_get_program_binary
ARB_half_float_pixel ARB_half_float_vertex ARB_instanced_arrays ARB_internalformat_query
ARB_invalidate_subdata ARB_map_buffer_range ARB_multi_bind ARB_multi_draw_indirect ARB_multisample
ARB_multitexture ARB_occlusion_query ARB_occlusion_query2 ARB_pixel_buffer_object
ARB_point_parameters ARB_point_sprite ARB_polygon_offset_clamp ARB_program_interface_query
ARB_provoking_vertex ARB_query_buffer_object ARB_robustness ARB_sample_shading ARB_sampler_objects
ARB_seamless_cube_map ARB_seamless_cubemap_per_texture ARB_separate_shader_objects
ARB_shader_bit_encoding ARB_shader_objects ARB_shader_stencil_export ARB_shader_texture_lod
ARB_shading_language_100 ARB_shading_language_420pack ARB_shadow ARB_stencil_texturing ARB_sync
ARB_texture_barrier ARB_texture_border_clamp ARB_texture_buffer_object
ARB_texture_buffer_object_rgb32 ARB_texture_buffer_range ARB_texture_compression
ARB_texture_compression_rgtc ARB_texture_cube_map ARB_texture_cube_map_array ARB_texture_env_add
ARB_texture_env_combine ARB_texture_env_crossbar ARB_texture_env_dot3 ARB_texture_filter_anisotropic
ARB_texture_float ARB_texture_gather ARB_texture_mirror_clamp_to_edge ARB_texture_mirrored_repeat
ARB_texture_multisample ARB_texture_non_power_of_two ARB_texture_query_levels ARB_texture_query_lod
ARB_texture_rectangle ARB_texture_rg ARB_texture_rgb10_a2ui ARB_texture_stencil8 ARB_texture_storage
ARB_texture_storage_multisample ARB_texture_swizzle ARB_texture_view ARB_timer_query
ARB_transform_feedback2 ARB_transform_feedback3 ARB_transpose_matrix ARB_uniform_buffer_object
ARB_vertex_array_bgra ARB_vertex_array_object ARB_vertex_attrib_binding ARB_vertex_blend
ARB_vertex_buffer_object ARB_vertex_program ARB_vertex_shader ARB_vertex_type_10f_11f_11f_rev
ARB_vertex_type_2_10_10_10_rev ARB_viewport_array ARB_window_pos ATI_draw_buffers
ATI_separate_stencil ATI_texture_env_combine3 ATI_texture_float ATI_texture_mirror_once EXT_abgr
EXT_bgra EXT_blend_color EXT_blend_equation_separate EXT_blend_func_separate EXT_blend_minmax
EXT_blend_subtract EXT_clip_volume_hint EXT_compiled_vertex_array EXT_copy_texture
EXT_depth_bounds_test EXT_direct_state_access EXT_draw_buffers2 EXT_draw_instanced
EXT_draw_range_elements EXT_fog_coord EXT_framebuffer_blit EXT_framebuffer_multisample
EXT_framebuffer_object EXT_framebuffer_sRGB EXT_gpu_program_parameters EXT_gpu_shader4
EXT_multi_draw_arrays EXT_packed_depth_stencil EXT_packed_float EXT_packed_pixels
EXT_pixel_buffer_object EXT_point_parameters EXT_polygon_offset_clamp EXT_provoking_vertex
EXT_rescale_normal EXT_secondary_color EXT_separate_specular_color EXT_shadow_funcs
EXT_stencil_two_side EXT_stencil_wrap EXT_subtexture EXT_texture3D EXT_texture_array
EXT_texture_buffer_object EXT_texture_compression_latc EXT_texture_compression_rgtc
EXT_texture_compression_s3tc EXT_texture_cube_map EXT_texture_env_add EXT_texture_env_combine
EXT_texture_env_dot3 EXT_texture_filter_anisotropic EXT_texture_integer EXT_texture_lod_bias
EXT_texture_mirror_clamp EXT_texture_object EXT_texture_sRGB EXT_texture_shared_exponent
EXT_texture_snorm EXT_texture_swizzle EXT_timer_query EXT_transform_feedback EXT_vertex_array
HP_occlusion_test IBM_texture_mirrored_repeat INGR_blend_func_separate KHR_context_flush_control
KHR_debug KHR_no_error KHR_robustness NV_blend_square NV_conditional_render NV_depth_buffer_float
NV_depth_clamp NV_float_buffer NV_fog_distance NV_fragment_program NV_fragment_program2
NV_fragment_program4 NV_fragment_program_option NV_framebuffer_multisample_coverage
NV_geometry_program4 NV_gpu_program4 NV_half_float NV_light_max_exponent NV_multisample_filter_hint
NV_occlusion_query NV_packed_depth_stencil NV_parameter_buffer_object NV_primitive_restart
NV_texgen_reflection NV_texture_env_combine4 NV_texture_expand_normal NV_texture_rectangle
NV_transform_feedback NV_vertex_program NV_vertex_program1_1 NV_vertex_program2
NV_vertex_program2_option NV_vertex_program3 NV_vertex_program4 SGIS_generate_mipmap
SGIS_point_parameters SGIS_texture_border_clamp SGIS_texture_edge_clamp SGIS_texture_lod
SGIX_depth_texture SGIX_texture_multi_buffer
"""

# The extensions of contexts of OpenGL ES, each with the versions whose contexts have it. A command
# that gl.xml calls an alias of one of OpenGL is that command.
ES_EXTENSIONS = {
    "EXT_blend_minmax": "2.0 3.0",
    "EXT_color_buffer_float": "3.0",
    "EXT_discard_framebuffer": "2.0 3.0",
    "EXT_draw_buffers": "2.0 3.0",
    "EXT_float_blend": "3.0",
    "EXT_instanced_arrays": "2.0 3.0",
    "EXT_map_buffer_range": "2.0 3.0",
    "EXT_read_format_bgra": "2.0 3.0",
    "EXT_shader_texture_lod": "2.0",
    "EXT_texture_compression_dxt1": "2.0 3.0",
    "EXT_texture_compression_s3tc": "2.0 3.0",
    "EXT_texture_filter_anisotropic": "2.0 3.0",
    "EXT_texture_format_BGRA8888": "2.0 3.0",
    "EXT_unpack_subimage": "2.0 3.0",
    "KHR_context_flush_control": "2.0 3.0",
    "KHR_debug": "2.0 3.0",
    "KHR_no_error": "2.0 3.0",
    "NV_pack_subimage": "2.0 3.0",
    "OES_compressed_ETC1_RGB8_texture": "2.0 3.0",
    "OES_depth24": "2.0 3.0",
    "OES_depth_texture": "2.0 3.0",
    "OES_element_index_uint": "2.0 3.0",
    "OES_fbo_render_mipmap": "2.0 3.0",
    "OES_get_program_binary": "2.0 3.0",
    "OES_mapbuffer": "2.0 3.0",
    "OES_packed_depth_stencil": "2.0 3.0",
    "OES_rgb8_rgba8": "2.0 3.0",
    "OES_standard_derivatives": "2.0",
    "OES_surfaceless_context": "2.0 3.0",
    "OES_texture_float": "2.0 3.0",
    "OES_texture_float_linear": "2.0 3.0",
    "OES_texture_half_float": "2.0 3.0",
    "OES_texture_half_float_linear": "2.0 3.0",
    "OES_texture_npot": "2.0 3.0",
    "OES_vertex_array_object": "2.0 3.0",
}

LAST_OF_ENUMS = "2.1"  # the version whose legal enums the groups list
LAST_OF_COMMANDS = "3.3"
# PyOpenGL's own names of commands, which gl.xml does not have.
PYOPENGL = {
    "glGetBoolean": "glGetBooleanv",
    "glGetDouble": "glGetDoublev",
    "glGetFloat": "glGetFloatv",
    "glGetInteger": "glGetIntegerv",
    "glGetPolygonStippleub": "glGetPolygonStipple",
    "glLight": "glLightfv",
    "glMaterial": "glMaterialfv",
    "glTexParameter": "glTexParameterfv",
}

HEADER = """{quotes}{title}

Generated by tools/{tool} from gl.xml; do not edit.
{quotes}
# ruff: noqa
# fmt: off
"""
ERRORS = (
    "GL_NO_ERROR",
    "GL_INVALID_ENUM",
    "GL_INVALID_VALUE",
    "GL_INVALID_OPERATION",
    "GL_STACK_OVERFLOW",
    "GL_STACK_UNDERFLOW",
    "GL_OUT_OF_MEMORY",
    "GL_INVALID_FRAMEBUFFER_OPERATION",
)
NAME_LOOKUP = '''

_names = {}


def name_of(value: int) -> str:
    """The name of an enumerant for messages: of several, that of the oldest GL version.

    Numbers below 256 have many meanings and stay numbers.
    """
    if not _names:
        for name, constant in list(globals().items()):
            if name.startswith("GL_") and constant > 255:
                _names.setdefault(constant, name)
    return _names.get(value) or (hex(value) if value > 255 else str(value))
'''


def is_gl(element) -> bool:
    """True if a registry element belongs to desktop GL."""
    apis = (element.get("supported") or element.get("api") or "gl").split("|")
    return "gl" in apis


def required(root, kind: str) -> list[tuple[str, list[str]]]:
    """Names of this kind that each GL version ("2.1") and each extension ("GL_...") requires."""
    parts = [(f.get("number"), f) for f in root.iter("feature") if f.get("api") == "gl"]
    parts += [(e.get("name"), e) for e in root.iter("extension") if is_gl(e)]
    return [(title, [item.get("name") for item in _required(part, kind)]) for title, part in parts]


def _required(part, kind):
    for block in part.findall("require"):
        if block.get("api", "gl") == "gl":
            yield from block.findall(kind)


def es_extensions() -> list[str]:
    """The whole names of the extensions of OpenGL ES."""
    return [f"GL_{name}" for name in ES_EXTENSIONS]


def of_es(root, kind: str, names) -> list[str]:
    """The names of this kind that the extensions `names` require in OpenGL ES."""
    return [
        item.get("name")
        for extension in root.iter("extension")
        if extension.get("name") in names
        for block in extension.findall("require")
        if block.get("api", "gles2") == "gles2"
        for item in block.findall(kind)
    ]


def core(parts, last: str) -> list[str]:
    """The names of the GL versions up to `last`, the oldest first."""
    return [name for title, found in parts if title <= last and "." in title for name in found]


def collect_enums(root) -> tuple[dict[str, int], dict[str, list[str]]]:
    """The value of every desktop GL constant, and the names in each group, oldest version first."""
    values, members = {}, {}
    for enum in root.iter("enum"):
        if enum.get("value") and is_gl(enum):
            values[enum.get("name")] = int(enum.get("value"), 0)
            members[enum.get("name")] = (enum.get("group") or "").split(",")
    parts = required(root, "enum")
    ordered = dict.fromkeys(name for _, found in parts for name in found)
    ordered |= dict.fromkeys(of_es(root, "enum", es_extensions()))
    enums = {name: values[name] for name in ordered if name in values}
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(core(parts, LAST_OF_ENUMS)):
        for group in members.get(name, ()):
            if group:
                groups.setdefault(group, []).append(name)
    return enums, groups


def kind_of(element) -> str:
    """`enum`, `int`, ... for a value, `in float` or `out float` for a pointer.

    `in texts` is an array of texts.
    """
    text = "".join(element.itertext())
    declared = element.findtext("ptype")
    base = declared.removeprefix("GL").lower() if declared else "void"
    base = {"handlearb": "uint", "chararb": "char", "debugprockhr": "debugproc"}.get(base, base)
    if "*" not in text:
        return base
    if base == "char" and text.count("*") > 1:
        return "in texts"
    return f"in {base}" if "const" in text else f"out {base}"


def signature(command) -> str:
    """`return kind|name:kind:group:length|...`; the last parts are left out where empty."""
    parts = [kind_of(command.find("proto"))]
    for parameter in command.findall("param"):
        group = (parameter.get("group") or "").split(",")[0]
        length = (parameter.get("len") or "").replace(" ", "")
        parts.append(
            f"{parameter.findtext('name')}:{kind_of(parameter)}:{group}:{length}".rstrip(":")
        )
    return "|".join(parts)


def collect_commands(root) -> dict[str, str]:
    """The signature of each command of GL 1.0-3.3, of the extensions and of PYOPENGL, by name."""
    wanted = set(core(required(root, "command"), LAST_OF_COMMANDS))
    wanted.update(*collect_extensions(root).values(), of_es(root, "command", es_extensions()))
    commands = described(root)
    found = {name: signature(commands[name]) for name in wanted}
    named = {name: found[original] for name, original in PYOPENGL.items() if original in found}
    return dict(sorted((found | named).items()))


def collect_extensions(root) -> dict[str, list[str]]:
    """The commands of each of EXTENSIONS, by the extension's whole name."""
    parts = dict(required(root, "command"))
    titles = [f"GL_{name}" for name in EXTENSIONS.split()]
    unknown = set(titles) - parts.keys()
    if unknown:
        raise SystemExit(f"not in the registry: {sorted(unknown)}")
    return {title: parts[title] for title in titles}


def collect_versions(root) -> dict[str, list[str]]:
    """The commands that each version of GL after 2.1 brings, up to LAST_OF_COMMANDS."""
    parts = [part for part in required(root, "command") if part[0] <= LAST_OF_COMMANDS]
    there, versions = set(core(parts, LAST_OF_ENUMS)), {}
    for title, found in parts:
        if title > LAST_OF_ENUMS and "." in title:
            versions[title] = [name for name in dict.fromkeys(found) if name not in there]
            there.update(found)
    return versions


def described(root) -> dict[str, ElementTree.Element]:
    """The registry's description of each command, by name."""
    commands = root.find("commands").findall("command")
    return {command.find("proto").findtext("name"): command for command in commands}


def collect_aliases(root, wanted) -> dict[str, str]:
    """The command that each of the `wanted` ones is another name of, where it is one."""
    commands = described(root)
    aliases = {}
    for name in wanted:
        original = PYOPENGL.get(name, name)
        while (alias := commands[original].find("alias")) is not None:
            original = alias.get("name")
        if original != name:
            aliases[name] = original
    return aliases


def header(title: str, tool: Path = Path(__file__)) -> str:
    """The first lines of a file that a tool generates."""
    return HEADER.format(quotes='"' * 3, title=title, tool=tool.name)


def write_enums(path: Path, enums: dict[str, int]) -> None:
    """Write softgl/gl/api/enums.py: plain assignments, which load fastest."""
    lines = [header("Every GL_* constant of desktop OpenGL, the oldest versions first.")]
    for name, value in enums.items():
        lines.append(f"{name} = {value if value < 0 else f'0x{value:04X}'}")
    lines += ["", "ERROR_NAMES = {", *(f'    {name}: "{name}",' for name in ERRORS), "}"]
    path.write_text("\n".join(lines) + "\n" + NAME_LOOKUP, encoding="utf-8", newline="\n")


def used_groups(commands: dict[str, str]) -> set[str]:
    """The groups that a parameter of one of the commands names."""
    fields = (field.split(":") for text in commands.values() for field in text.split("|")[1:])
    return {parts[2] for parts in fields if len(parts) > 2}


def write_registry(path: Path, commands, aliases, versions, extensions, groups) -> None:
    """Write softgl/gl/api/registry.py: strings, which `softgl.gl.api.signature` reads when needed.

    commands, aliases, versions, extensions, groups : as the functions above collect them.
    """
    listed = sorted(used_groups(commands) & set(groups))
    lines = [
        header("The signatures of the commands, and the legal enums by group."),
        "# name: return kind|parameter:kind:group:length|...; see softgl/gl/api/signature.py",
        "COMMANDS = {",
        *(f'    "{name}": "{text}",' for name, text in commands.items()),
        "}",
        "",
        "# The same command under another name, which may be one of a later version.",
        "ALIASES = {",
        *(f'    "{name}": "{original}",' for name, original in aliases.items()),
        "}",
        "",
        "# The commands that each version of GL after 2.1 brings.",
        "VERSIONS = {",
        *(f'    "{title}": "{" ".join(found)}",' for title, found in versions.items()),
        "}",
        "",
        "# The commands of each extension.",
        "EXTENSIONS = {",
        *(f'    "{name}": "{" ".join(found)}",' for name, found in extensions.items()),
        "}",
        "",
        "# The constants of GL 1.0-2.1 in each group that a parameter of a command names.",
        "GROUPS = {",
        *(f'    "{name}": "{" ".join(groups[name])}",' for name in listed),
        "}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("registry", type=Path, help="gl.xml")
    parser.add_argument("--output", type=Path, default=Path("softgl/gl/api"))
    options = parser.parse_args()
    root = ElementTree.parse(options.registry).getroot()
    enums, groups = collect_enums(root)
    commands = collect_commands(root)
    aliases, versions = collect_aliases(root, commands), collect_versions(root)
    extensions = collect_extensions(root)
    write_enums(options.output / "enums.py", enums)
    path = options.output / "registry.py"
    write_registry(path, commands, aliases, versions, extensions, groups)
    print(f"{len(enums)} constants, {len(commands)} commands")


if __name__ == "__main__":
    main()
