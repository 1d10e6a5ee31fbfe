"""Write softgl/gl/api/es_names.py, the commands and enums of OpenGL ES, from Khronos' gl.xml.

Usage: python tools/generate_es.py PATH/gl.xml [--output softgl/gl/api]
Run it after generate_gl.py: it names what softgl.gl.api.registry and enums have.
"""

from __future__ import annotations

import argparse
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import generate_gl as registry

VERSIONS = ("2.0", "3.0")
# The extensions of contexts of OpenGL ES, each with the versions whose contexts have it. They have
# no commands of their own.
EXTENSIONS = {
    "EXT_blend_minmax": "2.0 3.0",
    "EXT_color_buffer_float": "3.0",
    "EXT_float_blend": "3.0",
    "EXT_read_format_bgra": "2.0 3.0",
    "EXT_shader_texture_lod": "2.0",
    "EXT_texture_compression_dxt1": "2.0 3.0",
    "EXT_texture_compression_s3tc": "2.0 3.0",
    "EXT_texture_filter_anisotropic": "2.0 3.0",
    "EXT_texture_format_BGRA8888": "2.0 3.0",
    "EXT_unpack_subimage": "2.0 3.0",
    "KHR_context_flush_control": "2.0 3.0",
    "KHR_no_error": "2.0 3.0",
    "NV_pack_subimage": "2.0 3.0",
    "OES_depth24": "2.0 3.0",
    "OES_depth_texture": "2.0 3.0",
    "OES_element_index_uint": "2.0 3.0",
    "OES_fbo_render_mipmap": "2.0 3.0",
    "OES_packed_depth_stencil": "2.0 3.0",
    "OES_rgb8_rgba8": "2.0 3.0",
    "OES_standard_derivatives": "2.0",
    "OES_surfaceless_context": "2.0 3.0",
    "OES_texture_float": "2.0 3.0",
    "OES_texture_float_linear": "2.0 3.0",
    "OES_texture_npot": "2.0 3.0",
}


def required(root, kind: str, version: str) -> dict[str, None]:
    """The names of this kind that a version of OpenGL ES requires, without those of others."""
    found = {}
    for feature in root.iter("feature"):
        if feature.get("api") == "gles2" and feature.get("number") == version:
            for block in feature.findall("require"):
                found |= dict.fromkeys(item.get("name") for item in block.findall(kind))
    return found


def of_extensions(root, version: str) -> dict[str, None]:
    """The enums of the extensions that contexts of a version have."""
    named = {f"GL_{name}" for name, versions in EXTENSIONS.items() if version in versions}
    return dict.fromkeys(
        item.get("name")
        for extension in root.iter("extension")
        if extension.get("name") in named
        for block in extension.findall("require")
        if block.get("api", "gles2") == "gles2"
        for item in block.findall("enum")
    )


def values_of(root, names) -> list[int]:
    """The values of enums by their names, without bits."""
    values = {
        enum.get("name"): int(enum.get("value"), 0)
        for block in root.iter("enums")
        if block.get("type") != "bitmask"
        for enum in block.findall("enum")
        if enum.get("api") in (None, "gl", "gles2")
    }
    return sorted({values[name] for name in names if name in values})


def in_lines(words) -> list[str]:
    """A text of words, in lines of at most 100 columns."""
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 98:
            lines.append(line.rstrip())
            line = ""
        line += f"{word} "
    return [*lines, line.rstrip()]


def write_names(path: Path, root) -> None:
    """Write softgl/gl/api/es_names.py: the commands, and the values of the enums, as strings."""
    commands, enums = {}, {}
    lines = [registry.header("Commands and enums of OpenGL ES by version.", Path(__file__))]
    for version in VERSIONS:
        commands |= required(root, "command", version)
        enums |= required(root, "enum", version)
        values = values_of(root, [*enums, *of_extensions(root, version)])
        number = version.partition(".")[0]
        listed = sorted(
            f"GL_{name}" for name, versions in EXTENSIONS.items() if version in versions
        )
        for title, words in (
            (f"COMMANDS_{number}", sorted(commands)),
            (f"ENUMS_{number}", [f"{value:X}" for value in values]),
            (f"EXTENSIONS_{number}", listed),
        ):
            lines += [f'{title} = """', *in_lines(words), '"""', ""]
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("registry", type=Path, help="gl.xml")
    parser.add_argument("--output", type=Path, default=Path("softgl/gl/api"))
    options = parser.parse_args()
    root = ElementTree.parse(options.registry).getroot()
    write_names(options.output / "es_names.py", root)


if __name__ == "__main__":
    main()
