"""Parses the last operands of texture instructions: samplers, views, targets, offsets."""

from __future__ import annotations

from typing import NamedTuple

from softgl.asm.text.lexer import Token
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.declarations import file_limit, parse_file, parse_target
from softgl.asm.tgsi.lexer import parse_integer
from softgl.asm.tgsi.operands import parse_index
from softgl.asm.tgsi.registers import Index
from softgl.asm.tgsi.state import TgsiState
from softgl.asm.tgsi.suffixes import parse_swizzle
from softgl.errors import ErrorKind
from softgl.ir.program import IDENTITY, TextureOperand
from softgl.ir.targets import PROGRAM_TARGETS, SHADOW
from softgl.isa import DataType, Opcode
from softgl.isa.vocabulary import FLOAT

WITHOUT_SAMPLER = frozenset({"SAMPLE_I", "SAMPLE_I_MS", "SVIEWINFO", "SAMPLE_POS", "SAMPLE_INFO"})
"""The instructions that name only a view."""
_ANSWERS = frozenset({"SVIEWINFO", "SAMPLE_POS", "SAMPLE_INFO"})
"""The instructions whose results are not colors, which the view's swizzle would rearrange."""
COMPARING = frozenset({"SAMPLE_C", "SAMPLE_C_LZ"})


def has_view(opcode: Opcode) -> bool:
    """True if an instruction names a sampler view, whose declaration has the target."""
    return opcode.name.startswith("SAMPLE") or opcode.name in ("GATHER4", "LOD", "SVIEWINFO")


class Samplers(NamedTuple):
    """The texture of an instruction, or the possible ones of a run-time index.

    component : the component of the texels that TG4 gathers, if the sampler names it.
    """

    operands: tuple[TextureOperand, ...]
    index: Index | None = None
    component: int | None = None


def parse_sampler(p: TgsiState, opcode: Opcode) -> Samplers:
    """Parses `SAMP[n], 2D` and perhaps texel offsets; for TG4 also `SAMP[n].y, 2D`."""
    start = p.tokens.peek()
    index = _parse_index(p, "SAMP")
    component = None
    if opcode.name == "TG4" and p.tokens.at("."):
        component = parse_swizzle(p.tokens)[0]
    p.tokens.expect(",", "and a texture target")
    where = p.tokens.peek()
    name = parse_target(p)
    target, units = meanings.TARGETS[name], [index.number]
    if index.relative is not None:
        units = _units_of(p, name)
        if not units:
            message = f"no sampler for textures of {name} is declared"
            p.tokens.fail(start, message, "DCL before", ErrorKind.TGSI_DECLARATION)
    for unit in units:
        _check(p, where, opcode, unit, target)
    offset = (0, 0, 0)
    if p.tokens.at(","):
        p.tokens.take()
        offset = _parse_offset(p, where, target)
    operands = tuple(TextureOperand(unit, target, offset) for unit in units)
    return Samplers(operands, index if index.relative else None, component)


def texel_type(p: TgsiState, opcode: Opcode, unit: int) -> DataType:
    """Returns the type of an instruction with a unit: the declared view's, if it returns texels."""
    own = p.views[unit].type if unit in p.views else FLOAT
    return own if own in opcode.types else opcode.types[0]


def _units_of(p: TgsiState, name: str) -> list[int]:
    """Returns the declared samplers, except those with views of other targets."""
    declared = sorted(p.declared("SAMP"))
    return [n for n in declared if n not in p.views or p.views[n].target == name]


def parse_view(p: TgsiState, opcode: Opcode) -> tuple[Samplers, tuple[int, ...]]:
    """Parses `SVIEW[n], SAMP[n]` and returns the texture and the view's swizzle."""
    where = p.tokens.peek()
    unit = _parse_unit(p, "SVIEW")
    view = p.views[unit].target
    swizzle = parse_swizzle(p.tokens)
    if opcode.name not in WITHOUT_SAMPLER:
        p.tokens.expect(",", "and a sampler")
        token = p.tokens.peek()
        sampler = _parse_unit(p, "SAMP")
        if sampler != unit:
            reason = "a texture unit has a texture and its sampler"
            p.tokens.fail(token, f"SAMP[{sampler}] with SVIEW[{unit}]: {reason}", f"SAMP[{unit}]")
    target = meanings.TARGETS[view]
    compares = opcode.name in COMPARING
    if compares and not target.startswith(SHADOW):
        target = SHADOW + target
    if target not in PROGRAM_TARGETS:
        p.tokens.fail(where, f"{opcode.name}: there are no depths in a texture of {view}")
    _check(p, where, opcode, unit, target)
    unswizzled = opcode.name in _ANSWERS
    return Samplers((TextureOperand(unit, target),)), IDENTITY if unswizzled else swizzle


def _parse_unit(p: TgsiState, file: str) -> int:
    index = _parse_index(p, file)
    if index.relative is not None:
        p.tokens.fail(index.where, f"{file} cannot be indexed at run time here", "a number")
    return index.number


def _parse_index(p: TgsiState, file: str) -> Index:
    where = p.tokens.peek()
    parse_file(p, (file,))
    index = parse_index(p)
    if index.relative is None and index.number not in p.declared(file):
        p.fail_undeclared(where, f"{file}[{index.number}]", file)
    return index


def _check(p: TgsiState, where: Token, opcode: Opcode, unit: int, target: str) -> None:
    name = opcode.name
    if reason := PROGRAM_TARGETS[target].refuses(name):
        p.tokens.fail(where, f"{name} {reason} {where}")
    # ARB_fragment_program, "Fragment Program Texture Instruction Set": "A fragment program will
    # fail to load if it attempts to sample from multiple texture targets on the same texture image
    # unit." Comparing depths is not another target here: SAMPLE_C and SAMPLE may share a unit.
    before = p.targets.setdefault(unit, target)
    if before.removeprefix(SHADOW) != target.removeprefix(SHADOW):
        p.tokens.fail(where, f"texture unit {unit} is sampled as {target} and as {before}")


def _parse_offset(p: TgsiState, where: Token, target: str) -> tuple[int, int, int]:
    """Parses a texel offset: three components of an integer immediate."""
    start = p.tokens.peek()
    if start.text in ("TEMP", "CONST", "IN", "SV"):
        p.tokens.fail(start, "a texel offset must be constant", "IMM")
    parse_file(p, ("IMM",))
    p.tokens.expect("[", "after IMM")
    number = parse_integer(p.tokens, 0, file_limit(p, "IMM") - 1)
    p.tokens.expect("]", "after the number of an immediate")
    if number not in p.immediates:
        p.fail_undeclared(start, f"IMM[{number}]", "IMM")
    swizzle = parse_swizzle(p.tokens, 3) if _three(p) else parse_swizzle(p.tokens)[:3]
    words = [p.immediates[number][selector] for selector in swizzle]
    offset = [word - (word >> 31 << 32) for word in words]
    used, (low, high) = PROGRAM_TARGETS[target].offsets, p.limits.texel_offset
    for component, size in enumerate(offset[:used]):
        if not low <= size <= high:
            reason = f"the texel offset {size} in component {component + 1} is out of range"
            p.tokens.fail(start, reason, f"{low} to {high}")
    if not used:
        p.tokens.fail(start, f"'{target}' has no texel offset")
    if p.tokens.at(","):
        p.tokens.fail(p.tokens.peek(), "there is one texel offset for all texels")
    return (*offset[:used], *[0] * (3 - used))


def _three(p: TgsiState) -> bool:
    return p.tokens.at(".") and len(p.tokens.peek(1).text) == 3
