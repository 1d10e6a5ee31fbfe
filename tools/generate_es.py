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


def required(root, kind: str, version: str) -> dict[str, None]:
    """The names of this kind that a version of OpenGL ES requires, without those of others."""
    found = {}
    for feature in root.iter("feature"):
        if feature.get("api") == "gles2" and feature.get("number") == version:
            for block in feature.findall("require"):
                found |= dict.fromkeys(item.get("name") for item in block.findall(kind))
    return found


def extensions_of(version: str) -> list[str]:
    """The names of the extensions that contexts of a version have."""
    table = registry.ES_EXTENSIONS.items()
    return sorted(f"GL_{name}" for name, versions in table if version in versions)


def of_extensions(root, kind: str, version: str) -> dict[str, None]:
    """The names of this kind that the extensions of contexts of a version require."""
    return dict.fromkeys(registry.of_es(root, kind, extensions_of(version)))


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
        values = values_of(root, [*enums, *of_extensions(root, "enum", version)])
        number = version.partition(".")[0]
        for title, words in (
            (f"COMMANDS_{number}", sorted(commands)),
            (f"ENUMS_{number}", [f"{value:X}" for value in values]),
            (f"EXTENSIONS_{number}", extensions_of(version)),
            (f"EXTENSION_COMMANDS_{number}", sorted(of_extensions(root, "command", version))),
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
