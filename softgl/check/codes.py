"""The table of diagnostic codes of `softgl check`, and their selection."""

from __future__ import annotations

from collections.abc import Iterable

from softgl.errors import SoftGLError
from softgl.records import dataclass

ERROR, WARNING = "error", "warning"


class SelectionError(SoftGLError):
    """An unknown diagnostic code, hardware or language was named."""


@dataclass(frozen=True)
class Code:
    """A kind of finding.

    code : a letter and a number, as `--select` takes them. name : the same in words.
    default : True if it is reported without `--select`. summary : one sentence for the docs.
    """

    code: str
    name: str
    default: bool
    summary: str

    @property
    def severity(self) -> str:
        """The default severity: WARNING for codes that begin with W, else ERROR."""
        return WARNING if self.code.startswith("W") else ERROR


_TABLE = (
    Code("E001", "file", True, "The file cannot be read."),
    Code("E002", "header", True, "The text does not begin as a program of a known language."),
    Code("E003", "program", True, "The language does not allow it: no driver loads the program."),
    Code("E004", "strict", True, "With `--strict`: softgl accepts it, the specification does not."),
    Code("E005", "language", True, "With `--language`: the program is in another language."),
    Code("E101", "hardware", True, "With `--hardware`: the program exceeds a limit of it."),
    Code(
        "E102", "hardware-language", True,
        "With `--hardware`: the hardware does not have the language or the option.",
    ),
    Code(
        "W101", "never-written", True,
        "A component of a temporary or an address register is read before any write, and a result "
        "depends on it.",
    ),
    Code(
        "W102", "perhaps-unwritten", False,
        "The same, but some paths through the program write the component first.",
    ),
    Code(
        "W103", "unwritten-varying", False,
        "An unwritten component is copied to a component of a result that the next stage may not "
        "read, such as w of texture coordinates.",
    ),
    Code("W104", "no-position", True, "A vertex program writes results but no `result.position`."),
    Code("W105", "no-result", True, "A fragment program computes but has no result and no KIL."),
    Code("W106", "partial-position", True, "Not all components of `result.position` are written."),
    Code("W107", "partial-color", False, "Not all components of a fragment's color are written."),
    Code("W108", "no-emit", True, "A geometry program writes results but emits no vertex."),
    Code(
        "W109", "unwritten-attribute", True,
        "A fragment program reads what the vertex program beside it (`a.vp`, `a.fp`) never writes.",
    ),
    Code("W201", "unused-name", False, "A declared name is never used."),
    Code("W202", "unused-parameter", False, "A declared parameter is never used."),
    Code("W203", "unused-value", False, "A value is computed that no result depends on."),
    Code("W204", "unused-label", False, "Nothing calls a label or jumps to it."),
    Code("W301", "lenient", False, "Some drivers accept it, others do not; `--strict` refuses it."),
    Code(
        "W302", "vendor", False, "A language or an option of some vendors' hardware only.",
    ),
    Code(
        "W303", "minimum", False,
        "The program exceeds the minimum limits that every implementation supports.",
    ),
    Code("W401", "shader", True, "A warning of the compiler of GLSL."),
    Code(
        "W402", "link", True,
        "A vertex and a fragment shader of one name (`a.vert`, `a.frag`) do not link.",
    ),
)  # fmt: skip
CODES: dict[str, Code] = {code.code: code for code in _TABLE}


def matching(words: Iterable[str]) -> frozenset[str]:
    """Expands codes, prefixes of codes, names and ALL to codes. Raises SelectionError."""
    found: set[str] = set()
    for word in words:
        codes = {
            code
            for code, entry in CODES.items()
            if word.upper() in ("ALL", code[: len(word)]) or word.lower() == entry.name
        }
        if not word or not codes:
            known = ", ".join(f"{code} {entry.name}" for code, entry in CODES.items())
            raise SelectionError(f"unknown code {word!r}; known are ALL, {known}")
        found |= codes
    return frozenset(found)


def selected(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> frozenset[str]:
    """Returns the enabled codes: the default ones and `select`, without warnings of `ignore`."""
    default = {code for code, entry in CODES.items() if entry.default}
    ignored = {code for code in matching(ignore) if CODES[code].severity is WARNING}
    return frozenset(default | matching(select)) - ignored
