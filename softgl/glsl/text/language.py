"""The version of a shader: `#version` and the profile of the context."""

from __future__ import annotations

from softgl.records import dataclass, interned

VERSIONS = (110, 120, 130, 140, 150, 330)
ES_VERSIONS = (100, 300)


@interned(unique=True)
@dataclass(frozen=True)
class Language:
    """A version of GLSL.

    number : 110 to 330, or 100 and 300 with `es`. compatibility : True if the names of the
    compatibility profile exist: always below 140, from 150 on with "compatibility".
    """

    number: int = 110
    es: bool = False
    compatibility: bool = True

    def since(self, desktop: int | None, es: int | None = None) -> bool:
        """True from a version on; None: no version of that kind has it."""
        first = es if self.es else desktop
        return first is not None and self.number >= first

    def __str__(self):
        suffix = " ES" if self.es else ""
        return f"GLSL{suffix} {self.number // 100}.{self.number % 100:02}"
