"""What `softgl check` may find: the table of codes, and how they are selected."""

from __future__ import annotations

from collections.abc import Iterable

from softgl.errors import SoftGLError
from softgl.records import dataclass

ERROR, WARNING = "error", "warning"


class SelectionError(SoftGLError):
    """There is no such code."""


@dataclass(frozen=True)
class Code:
    """A kind of finding.

    code : what selects it. name : the same in words. default : whether it is looked for unless it
    is selected. summary : what is wrong then.
    """

    code: str
    name: str
    default: bool
    summary: str

    @property
    def severity(self) -> str:
        """Warnings begin with a W; all else is an error."""
        return WARNING if self.code.startswith("W") else ERROR


_TABLE = (
    Code("E001", "file", True, "The file cannot be read."),
    Code("E002", "header", True, "The text does not begin as a program of a known language."),
    Code("E003", "program", True, "The language does not allow it: no driver would load it."),
    Code("E004", "strict", True, "With `--strict`: it is accepted though no language allows it."),
    Code("E005", "language", True, "With `--language`: the program is in another language."),
    Code("E101", "hardware", True, "With `--hardware`: the program exceeds one of its limits."),
    Code(
        "E102", "hardware-language", True,
        "With `--hardware`: the hardware does not know the language or the option.",
    ),
    Code(
        "W101", "never-written", True,
        "A component of a temporary or an address register is read, and what is made of it can be "
        "seen, that nothing can have written before.",
    ),
    Code(
        "W102", "perhaps-unwritten", False,
        "The same, where something has written it on some ways through the program only.",
    ),
    Code(
        "W103", "unwritten-varying", False,
        "A component that nothing has written is handed on in a result of which the next stage "
        "may not read that component, such as texture coordinates.",
    ),
    Code("W104", "no-position", True, "A vertex program writes results but no `result.position`."),
    Code("W105", "no-result", True, "A fragment program computes but has no result and no KIL."),
    Code("W106", "partial-position", True, "Not all components of `result.position` are written."),
    Code("W107", "partial-color", False, "Not all components of a fragment's color are written."),
    Code("W108", "no-emit", True, "A geometry program writes results but emits no vertex."),
    Code("W201", "unused-name", False, "A declared name is never used."),
    Code("W202", "unused-parameter", False, "A declared parameter is never used."),
    Code("W203", "unused-value", False, "A value is computed and nothing can be made of it."),
    Code("W204", "unused-label", False, "Nothing calls a label or jumps to it."),
    Code("W301", "lenient", False, "What `--strict` refuses: some drivers take it, others do not."),
    Code(
        "W302", "vendor", False, "A language or an option that only some vendors' hardware has.",
    ),
    Code(
        "W303", "minimum", False,
        "The program exceeds the limits that every implementation must have.",
    ),
)  # fmt: skip
CODES: dict[str, Code] = {code.code: code for code in _TABLE}


def matching(words: Iterable[str]) -> frozenset[str]:
    """The codes that words mean: codes, beginnings of codes, names, ALL. Raises SelectionError."""
    found: set[str] = set()
    for word in words:
        codes = {
            code
            for code, entry in CODES.items()
            if word.upper() in ("ALL", code[: len(word)]) or word.lower() == entry.name
        }
        if not word or not codes:
            known = ", ".join(f"{code} {entry.name}" for code, entry in CODES.items())
            raise SelectionError(f"there is no code {word!r}; known are ALL, {known}")
        found |= codes
    return frozenset(found)


def selected(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> frozenset[str]:
    """The codes that are looked for: the default ones and `select` without `ignore`.

    Errors cannot be ignored.
    """
    default = {code for code, entry in CODES.items() if entry.default}
    ignored = {code for code in matching(ignore) if CODES[code].severity is WARNING}
    return frozenset(default | matching(select)) - ignored
