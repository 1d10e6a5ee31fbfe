"""The instruction sets of GLSL: those of TGSI without doubles, plain control flow, and more."""

from __future__ import annotations

from softgl.isa import tgsi_double
from softgl.isa.table import (
    GLSL,
    GLSL_LANGUAGES,
    NV4_FRAGMENT,
    OPCODES,
    TGSI_LANGUAGES,
    Opcode,
    share,
)
from softgl.isa.vocabulary import Form

FLOW = "IF ELSE ENDIF REP ENDREP BRK CONT CAL RET"


def _shared(entry: Opcode, language: str) -> bool:
    """True if GLSL has an instruction of a set of TGSI."""
    if language not in entry.languages or entry.form is Form.FLOW:
        return False
    return entry.formulas[language].__module__ != tgsi_double.__name__


for _own, _base in zip(GLSL_LANGUAGES, TGSI_LANGUAGES, strict=True):
    share(_own, _base, " ".join(n for n, entry in OPCODES.items() if _shared(entry, _base)))
share(GLSL, NV4_FRAGMENT, FLOW)
