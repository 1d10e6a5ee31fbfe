"""The linter of assembly programs and shaders: `check` takes a text, `check_files` serves the
command `softgl check`.

In: program texts, which `asm.recovery` parses past their first error, and shaders, which
`shaders.py` gives to the compiler of GLSL. Out: `Finding` records in the order of the text.
`codes.py` is the table of diagnostics, `rules.py` has the warnings, `dataflow.py` the analysis
behind them, `hardware.py` the limits of real hardware, `asm.hints` and `asm.headers` suggest
corrections; `files.py` finds and reads programs, `several.py` splits files of several programs,
`reports.py` writes findings as text, JSON and SARIF.
"""

from softgl.check.checking import check
from softgl.check.codes import CODES, Code
from softgl.check.files import (
    MAX_PROGRAM_BYTES,
    SourceError,
    check_files,
    display_name,
    find_programs,
    program_files,
    read_program,
    read_programs,
)
from softgl.check.findings import Finding
from softgl.check.hardware import HARDWARE
from softgl.check.reports import diagnostic

__all__ = [
    "CODES",
    "HARDWARE",
    "MAX_PROGRAM_BYTES",
    "Code",
    "Finding",
    "SourceError",
    "check",
    "check_files",
    "diagnostic",
    "display_name",
    "find_programs",
    "program_files",
    "read_program",
    "read_programs",
]
