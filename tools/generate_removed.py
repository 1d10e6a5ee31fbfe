"""Write softgl/gl/api/removed.py, the removals of the core profile, from Khronos' gl.xml.

Usage: python tools/generate_removed.py PATH/gl.xml [--output softgl/gl/api]
Run it after generate_gl.py: it takes the commands and enums of the same gl.xml.
"""

from __future__ import annotations

import argparse
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import generate_gl as registry

# Extensions that gl.xml lists for the compatibility profile only, and that core contexts of drivers
# have too: they add to what core has, and say nothing of what was removed.
CORE_ALSO = """
ARB_draw_buffers ARB_fragment_shader ARB_half_float_pixel ARB_shader_objects ARB_shader_texture_lod
ARB_texture_float ARB_texture_rectangle ARB_vertex_buffer_object ARB_vertex_shader ATI_texture_float
ATI_texture_mirror_once EXT_abgr EXT_blend_equation_separate EXT_depth_bounds_test EXT_draw_buffers2
EXT_framebuffer_blit EXT_framebuffer_multisample EXT_framebuffer_object EXT_framebuffer_sRGB
EXT_packed_depth_stencil EXT_packed_float EXT_pixel_buffer_object EXT_provoking_vertex
EXT_texture_array EXT_texture_compression_rgtc EXT_texture_filter_anisotropic EXT_texture_integer
EXT_texture_mirror_clamp EXT_texture_shared_exponent EXT_texture_snorm EXT_texture_swizzle
EXT_timer_query EXT_transform_feedback NV_depth_clamp NV_packed_depth_stencil
"""
# The commands and enums of extensions of core contexts that belong to removed features: gl.xml does
# not say it of EXT_direct_state_access, and of few formats.
OF_REMOVED_COMMANDS = r"""gl(
    Matrix\w+ | (Get)?MultiTex(Env|Gen)\w+ | (Multi)?TexCoord\w+ | (En|Dis)ableClientState\w+
    | (Push)?ClientAttribDefaultEXT | (Get)?NamedProgram\w+ | MultiTexCoordPointerEXT
    | VertexArray(Vertex|Color|EdgeFlag|Index|Normal|TexCoord|MultiTexCoord|FogCoord
        |SecondaryColor)OffsetEXT
)"""
OF_REMOVED_ENUMS = r"""GL_(
    \w*(LUMINANCE|INTENSITY)\w* | (COMPRESSED_)?ALPHA(\d+\w*|_FLOAT\w*|_INTEGER\w*|_SNORM)?
    | (VERTEX|NORMAL|COLOR|INDEX|TEXTURE_COORD|EDGE_FLAG|SECONDARY_COLOR|FOG_COORD(INATE)?|WEIGHT)
      _ARRAY_BUFFER_BINDING(_ARB)? | VERTEX_PROGRAM_TWO_SIDE(_ARB)? | MAX_TEXTURE_COORDS(_ARB)?
    | PROGRAM_MATRIX_EXT | TRANSPOSE_PROGRAM_MATRIX_EXT | PROGRAM_MATRIX_STACK_DEPTH_EXT
)"""


def core_extensions(root) -> list[str]:
    """The extensions, by whole names, that contexts of the core profile may have."""
    also = {f"GL_{name}" for name in CORE_ALSO.split()}
    return [
        part.get("name")
        for part in root.iter("extension")
        if part.get("name") in also
        or {"gl", "glcore"} <= {*(part.get("supported") or "").split("|")}
    ]


def removed(root, kind: str) -> set[str]:
    """The names of this kind that the core profile removed."""
    blocks = [block for part in root.iter("feature") for block in part.findall("remove")]
    return {
        item.get("name")
        for block in blocks
        if block.get("profile") == "core"
        for item in block.findall(kind)
    }


def of_core(root, kind: str) -> set[str]:
    """The names of this kind in core contexts: of versions and of `core_extensions`.

    An extension brings names back: KHR_debug has glGetPointerv.
    """
    named = set(core_extensions(root)) & {f"GL_{name}" for name in registry.EXTENSIONS.split()}
    kept, brought = set(), set()
    for part in (*root.iter("feature"), *root.iter("extension")):
        is_version = part.get("api") == "gl" and part.get("number") <= registry.LAST_OF_COMMANDS
        if is_version or part.get("name") in named:
            found = kept if is_version else brought
            for block in part.findall("require"):
                if block.get("api", "gl") == "gl" and block.get("profile") != "compatibility":
                    found.update(item.get("name") for item in block.findall(kind))
    legacy = {"command": OF_REMOVED_COMMANDS, "enum": OF_REMOVED_ENUMS}[kind]
    brought = {name for name in brought if not re.fullmatch(legacy, name, re.VERBOSE)}
    return kept - removed(root, kind) | brought


def removed_commands(root, commands, aliases) -> tuple[list[str], list[str]]:
    """The `commands` that core contexts lack: those of versions, and those of extensions only.

    Another name of a command that is there is there, too.
    """
    there = {aliases.get(name, name) for name in of_core(root, "command")}
    lacking = [name for name in commands if aliases.get(name, name) not in there]
    of_versions = {
        aliases.get(name, name) for name in registry.core(registry.required(root, "command"), "3.3")
    }
    first = [name for name in lacking if aliases.get(name, name) in of_versions]
    return first, [name for name in lacking if name not in set(first)]


def removed_enums(root, enums: dict[str, int]) -> tuple[list[str], list[str]]:
    """The enums of `removed_commands`, one name for a value, without bits."""
    bits = {
        enum.get("name")
        for block in root.iter("enums")
        if block.get("type") == "bitmask"
        for enum in block.findall("enum")
    }
    there = {enums[name] for name in of_core(root, "enum") - bits if name in enums}
    parts = dict(registry.required(root, "enum"))
    of_versions = dict.fromkeys(registry.core(list(parts.items()), registry.LAST_OF_COMMANDS))
    of_extensions = dict.fromkeys(
        name for x in registry.EXTENSIONS.split() for name in parts[f"GL_{x}"]
    )
    found, seen = ([], []), set(there)
    for place, names in enumerate((of_versions, of_extensions)):
        for name in names:
            if name in enums and name not in bits and enums[name] not in seen:
                seen.add(enums[name])
                found[place].append(name)
    return found


def write_removed(path: Path, root, enums: dict[str, int], commands, aliases) -> None:
    """Write softgl/gl/api/removed.py: what contexts of the core profile lack, as strings."""
    named = " ".join(core_extensions(root))
    parts = [
        ("The extensions that core contexts have as far as softgl has them.", "CORE_EXTENSIONS"),
        ("The commands of versions that the core profile lacks, with other names.", "COMMANDS"),
        ("Commands of extensions that core contexts lack.", "EXTENSION_COMMANDS"),
        ("The enums of versions that no command of the core profile takes.", "ENUMS"),
        ("Enums of extensions that core contexts lack.", "EXTENSION_ENUMS"),
    ]
    lists = [*removed_commands(root, commands, aliases), *removed_enums(root, enums)]
    texts = [named, *(" ".join(found) for found in lists)]
    lines = [
        registry.header("Commands and enums that the core profile lacks, by name.", Path(__file__))
    ]
    for (comment, name), text in zip(parts, texts, strict=True):
        lines += [f"# {comment}", f'{name} = "{text}"', ""]
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("registry", type=Path, help="gl.xml")
    parser.add_argument("--output", type=Path, default=Path("softgl/gl/api"))
    options = parser.parse_args()
    root = ElementTree.parse(options.registry).getroot()
    enums, _ = registry.collect_enums(root)
    commands = registry.collect_commands(root)
    aliases = registry.collect_aliases(root, commands)
    write_removed(options.output / "removed.py", root, enums, commands, aliases)


if __name__ == "__main__":
    main()
