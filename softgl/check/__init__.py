"""What is wrong with programs: `check` for a text, `check_files` for `softgl check`.

In: texts, read by `asm.recovery` with all their errors. Out: `Finding` records, by line. `codes.py`
is the table of what can be found, `rules.py` has the warnings, which `dataflow.py` supports,
`hardware.py` the limits of real hardware, `hints.py` and `headers.py` what could be meant;
`files.py` finds and reads programs, `several.py` tells those of one file apart, `reports.py` writes
findings as text, JSON and SARIF.
"""

from softgl.check.checking import check
from softgl.check.codes import CODES, Code
from softgl.check.files import (
    LARGEST,
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
    "LARGEST",
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
