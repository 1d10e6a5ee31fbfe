"""The options NV_vertex_program2 and NV_vertex_program3 of ARBvp1.0."""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.asm.dialect import ARB_TARGETS, Dialect, Item
from softgl.asm.text.limits import LIMITS
from softgl.ir.program import Profile
from softgl.isa.table import ARB_VERTEX_NV2, ARB_VERTEX_NV3, NV4_VERTEX

_RULES = ("EQ", "GE", "GT", "LE", "LT", "NE", "TR", "FL")
# NV_vertex_program2_option, "Program Grammar": "The following strings are reserved keywords".
_RESERVED = frozenset(
    [
        *("ARA", "ARR", "BRA", "CAL", "COS", "RCC", "RET", "SEQ", "SFL", "SGT", "SIN", "SLE"),
        *("SNE", "SSG", "STR"),
    ]
)
_RESERVED_3 = frozenset({"POPA", "PUSHA", "TEX", "TXB", "TXL", "TXP"})
# NV_vertex_program3: the bindings that an address register may index.
INDEXED_BINDINGS = frozenset({"vertex.texcoord", "vertex.attrib", "result.texcoord"})


def _vertex_program2(dialect: Dialect) -> Dialect:
    if dialect.instruction_set == ARB_VERTEX_NV3:
        return dialect  # in force already, and a superset
    clip = Item("result.clip", dialect.limits.clip_planes, required=True)
    return replace(
        dialect,
        own_instructions=ARB_VERTEX_NV2,
        # MAX_PROGRAM_CALL_DEPTH_NV and MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: their minimum values,
        # those of NV_vertex_program2.
        limits=replace(dialect.limits, call_depth=4, steps=65536),
        results=dialect.results.with_items({"result.clip": clip}),
        reserved=dialect.reserved | _RESERVED,
        suffix=re.compile("(?P<update>C)?"),
        conditions=True,
        condition_rules=frozenset(_RULES),
        labels=True,
        absolute=True,
        bare_scalars=True,
        address_components="xyzw",
        # <arrayMemRelOffset> ::= "+" <integer> | "-" <integer>, without a range.
        offsets=(dialect.limits.parameters, dialect.limits.parameters),
        subroutines=False,
    )


def _vertex_program3(dialect: Dialect) -> Dialect:
    if dialect.instruction_set == ARB_VERTEX_NV3:
        return dialect
    dialect = _vertex_program2(dialect)
    textures = LIMITS[NV4_VERTEX].texture_instructions
    return replace(
        dialect,
        own_instructions=ARB_VERTEX_NV3,
        profile=Profile.VP3,
        limits=replace(
            dialect.limits, texture_instructions=textures, texture_indirections=textures
        ),
        reserved=dialect.reserved | _RESERVED_3,
        suffix=re.compile("(?P<update>C[01]?)?(?P<saturate>_SAT)?"),
        condition_rules=frozenset(rule + digit for rule in _RULES for digit in ("", "0", "1")),
        # ARB_fragment_program_shadow may have brought some before.
        targets=(*ARB_TARGETS, *dialect.targets),
        indexed_bindings=INDEXED_BINDINGS,
    )


NV_OPTIONS = {"NV_vertex_program2": _vertex_program2, "NV_vertex_program3": _vertex_program3}
