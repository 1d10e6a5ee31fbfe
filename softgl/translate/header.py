"""Writes the interface of a translated program as a C header: `header`."""

from __future__ import annotations

import re

from softgl.translate.interfaces.interface import Interface

_VECTOR = 4


def header(interface: Interface, name: str) -> str:
    """Returns a header for C and C++; all names in it begin with `name`, which may be any text.

    It has the uniforms as a struct of floats, a table with the name, size and place of each, the
    numbers of attributes, colours and texture units, and all names of the text as constants. It
    includes only <stddef.h> and calls nothing.
    """
    return _Header(interface, prefix(name)).text()


def prefix(name: str) -> str:
    """Returns a C name for any text: letters, digits and underscores, beginning with a letter."""
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "program"
    return f"p_{found}" if found[0].isdigit() else found


class _Header:
    def __init__(self, interface: Interface, prefix: str):
        self.interface = interface
        self.prefix = prefix
        self.lines: list[str] = []

    def text(self) -> str:
        one = self.interface
        guard = f"{self.prefix.upper()}_H"
        self.lines = [
            f"/* A {one.stage} program of {one.language} in {one.target}: what it reads. */",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stddef.h>",
        ]
        self._places("Attributes", "ATTRIBUTE", one.attributes)
        self._places("Results", "RESULT", one.outputs)
        self._samplers()
        self._buffers()
        self._feedback()
        self._uniforms()
        return "\n".join([*self.lines, "", "#endif", ""])

    def _define(self, kind: str, name: str, value: str) -> None:
        words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()
        self.lines.append(f"#define {self.prefix.upper()}_{kind}_{words} {value}")

    def _begin(self, words: str) -> None:
        self.lines += ["", f"/* {words} */"]

    def _places(self, title, kind, places) -> None:
        """Defines the names of inputs or outputs, and their locations if any."""
        if places:
            self._begin(f"{title}: names in the text, and locations.")
        for one in places:
            self._define(f"{kind}_NAME", one.binding, f'"{one.name}"')
            if one.location is not None:
                self._define(kind, one.binding, str(one.location))

    def _samplers(self) -> None:
        if self.interface.samplers:
            self._begin("Samplers: names, and the units of their textures.")
        for one in self.interface.samplers:
            self._define("SAMPLER_NAME", one.name, f'"{one.name}"')
            self._define("SAMPLER_UNIT", one.name, f"{one.unit} /* {one.texture} */")

    def _buffers(self) -> None:
        if self.interface.buffers:
            self._begin("Parameter buffers: names of blocks, binding points, sizes in bytes.")
        for one in self.interface.buffers:
            self._define("BLOCK_NAME", one.name, f'"{one.block}"')
            self._define("BLOCK_POINT", one.name, str(one.point))
            self._define("BLOCK_SIZE", one.name, str(16 * one.size))

    def _feedback(self) -> None:
        names = self.interface.feedback
        if names:
            self._begin("The names for glTransformFeedbackVaryings.")
            words = ", ".join(f'"{name}"' for name in names)
            count = f"{self.prefix.upper()}_FEEDBACK_COUNT"
            self.lines.append(f"#define {count} {len(names)}")
            array = f"static const char *const {self.prefix}_feedback[{count}]"
            self.lines.append(f"{array} = {{ {words} }};")

    def _uniforms(self) -> None:
        uniforms = self.interface.uniforms
        if not uniforms:
            return
        self._begin("The values of the uniforms, each a vec4 or an array of them.")
        self.lines.append(f"struct {self.prefix}_uniforms {{")
        for one in uniforms:
            size = f"[{one.vectors}]" if one.array else ""
            self.lines.append(f"    float {one.identifier}{size}[{_VECTOR}]; /* {one.source} */")
        self.lines.append("};")
        self._begin("Their locations, to be queried by name.")
        self.lines.append(f"struct {self.prefix}_locations {{")
        self.lines += [f"    int {one.identifier};" for one in uniforms]
        self.lines.append("};")
        self._begin("For each its name, its number of vectors, its offsets in both structs.")
        count = f"{self.prefix.upper()}_UNIFORM_COUNT"
        self.lines += [
            f"#define {count} {len(uniforms)}",
            f"static const struct {self.prefix}_uniform {{",
            "    const char *name;",
            "    int vectors;",
            "    size_t value, location;",
            f"}} {self.prefix}_uniforms_table[{count}] = {{",
        ]
        for one in uniforms:
            places = ", ".join(
                f"offsetof(struct {self.prefix}_{which}, {one.identifier})"
                for which in ("uniforms", "locations")
            )
            self.lines.append(f'    {{ "{one.name}", {one.vectors}, {places} }},')
        self.lines.append("};")
