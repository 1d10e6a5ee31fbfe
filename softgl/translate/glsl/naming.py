"""The names of temporaries in a program's source."""

from __future__ import annotations

import re

from softgl.ir.program import Program
from softgl.translate.interfaces.names import mangled

_COMMENT = re.compile(r"#[^\r\n]*")
_DECLARATION = re.compile(r"\b(?:(?:LONG|SHORT|FLOAT|INT|UINT)\s+)*TEMP\s+([^;]*);")
_NAME = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\[\s*(\d+)\s*\])?")


def temporary_names(program: Program) -> list[str]:
    """Returns a name for each temporary register: that of its declaration, if it is known."""
    found = []
    for declared in _DECLARATION.findall(_COMMENT.sub("", program.source)):
        for name, count in _NAME.findall(declared):
            found += (
                [mangled(name)]
                if not count
                else [f"{mangled(name)}_{number}" for number in range(int(count))]
            )
    if len(found) != program.temporaries:
        return [f"R{number}" for number in range(program.temporaries)]
    return found
