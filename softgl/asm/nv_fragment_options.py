"""The options NV_fragment_program and NV_fragment_program2 of ARBfp1.0."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from softgl.asm.dialect import Dialect, Item
from softgl.asm.suffixes import OLDER_RULES
from softgl.ir.program import File
from softgl.isa import OPCODES
from softgl.isa.table import ARB_FRAGMENT_NV, ARB_FRAGMENT_NV2
from softgl.isa.vocabulary import CLAMP, FIXED, HALF, UPDATE

# Modifier -> its suffixes.
_PRECISIONS = {HALF: "RH", FIXED: "X"}


@cache
def mnemonics(instruction_set: str, saturates: tuple[str, ...]) -> frozenset[str]:
    """Returns every mnemonic of an instruction set, with its suffixes: they are reserved."""
    words = set()
    for name, entry in OPCODES.items():
        if instruction_set in entry.languages:
            modifiers = entry.of(instruction_set).modifiers
            precisions = ["", *(s for m in _PRECISIONS if m in modifiers for s in _PRECISIONS[m])]
            updates = ("", "C") if UPDATE in modifiers else ("",)
            clamps = ("", *saturates) if CLAMP in modifiers else ("",)
            words |= {name + p + u + c for p in precisions for u in updates for c in clamps}
    return frozenset(words)


def _fragment_program(dialect: Dialect) -> Dialect:
    if dialect.instruction_set == ARB_FRAGMENT_NV2:
        return dialect  # in force already, and a superset
    return replace(
        dialect,
        own_instructions=ARB_FRAGMENT_NV,
        reserved=dialect.reserved | mnemonics(ARB_FRAGMENT_NV, ("_SAT",)),
        suffix=re.compile("(?P<precision>[RHX])?(?P<update>C)?(?P<saturate>_SAT)?"),
        modifiers=frozenset({"SHORT", "LONG"}),
        precisions=True,
        conditions=True,
        condition_rules=OLDER_RULES,
        absolute=True,
        bare_scalars=True,
    )


def _fragment_program2(dialect: Dialect) -> Dialect:
    if dialect.instruction_set == ARB_FRAGMENT_NV2:
        return dialect
    if dialect.instruction_set != ARB_FRAGMENT_NV:
        dialect = _fragment_program(dialect)
    facing = {"fragment.facing": Item("fragment.facing")}
    return replace(
        dialect,
        own_instructions=ARB_FRAGMENT_NV2,
        # The indices of LOOP; a program cannot declare any.
        limits=replace(dialect.limits, address_registers=dialect.limits.instructions),
        attributes=dialect.attributes.with_items(facing),
        reserved=dialect.reserved | mnemonics(ARB_FRAGMENT_NV2, ("_SAT", "_SSAT")) | {"A0"},
        suffix=re.compile("(?P<precision>[RHX])?(?P<update>C)?(?P<saturate>_SS?AT)?"),
        labels=True,
        subroutines=False,
        index=File.ADDRESS,
        indexed_bindings=frozenset({"fragment.texcoord"}),
        relative_arrays=False,
        # <addrRegPosOffset> ::= <integer> from 0 to 9
        offsets=(0, 9),
    )


NV_FRAGMENT_OPTIONS = {
    "NV_fragment_program": _fragment_program,
    "NV_fragment_program2": _fragment_program2,
}
