"""Parses operands of TGSI: run-time indices, signs, absolute values, masks."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.tgsi.declarations import FILES, file_limit, parse_file
from softgl.asm.tgsi.lexer import parse_integer
from softgl.asm.tgsi.registers import Index, Register, resolve_destination, resolve_source
from softgl.asm.tgsi.state import TgsiState
from softgl.asm.tgsi.suffixes import parse_component, parse_mask, parse_swizzle
from softgl.ir.program import Destination, File, Relative, Source, Stage
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType

READABLE = tuple(name for name in FILES if name not in ("SAMP", "SVIEW"))
WRITABLE = ("OUT", "TEMP", "ADDR", "PRED", "NULL")
INDICES = ("ADDR", "TEMP", "IN", "OUT", "CONST", "IMM", "SV", "LOOP")
_MAX_OFFSET = 32767  # the largest constant in an index
_HIGH_WORDS = (False, True, False, True)  # of doubles


def parse_register(p: TgsiState, files) -> Register:
    """Parses `file[n]`, `file[n][m]`, and an array id after it."""
    where = p.tokens.peek()
    file = parse_file(p, files)
    if file == "NULL":
        if p.tokens.at("["):
            parse_index(p)
        return Register(file, (Index(0, None, where),), 0, where)
    indices = [parse_index(p)]
    if p.tokens.at("["):
        indices.append(parse_index(p))
    array = 0
    if p.tokens.at("(") and any(index.relative for index in indices):
        p.tokens.take()
        token = p.tokens.peek()
        array = parse_integer(p.tokens, 0, 2**20)
        p.tokens.expect(")", "after the number of an array")
        if array and (file, array) not in p.arrays:
            p.tokens.fail(token, f"there is no ARRAY({array}) of {file}")
    _check_dimensions(p, file, indices)
    return Register(file, tuple(indices), array, where)


def _check_dimensions(p: TgsiState, file: str, indices: list[Index]) -> None:
    if len(indices) == 2 and file != "CONST" and not (file == "IN" and p.stage is Stage.GEOMETRY):
        p.tokens.fail(indices[1].where, f"a register of {file} has one index here")


def parse_index(p: TgsiState) -> Index:
    """Parses `[n]`, `[ADDR[0].x]` or `[TEMP[1].y+n]`."""
    p.tokens.expect("[", "and the number of a register")
    where = p.tokens.peek()
    if where.kind != "name":
        found = Index(parse_integer(p.tokens, 0, 2**20), None, where)
        p.tokens.expect("]", "after the number of a register")
        return found
    file = parse_file(p, INDICES)
    inner = _parse_plain_index(p, file)
    register = resolve_source(p, Register(file, (inner,), 0, where))
    if file == "LOOP":
        register = _whole_numbers(p, register)
    relative = _relative(p, register, parse_component(p.tokens))
    number = 0
    if p.tokens.at("+") or p.tokens.at("-"):
        minus = p.tokens.take().text == "-"
        number = parse_integer(p.tokens, 0, _MAX_OFFSET) * (-1 if minus else 1)
    p.tokens.expect("]", "or '+' after an index")
    return Index(number, relative, where)


def _parse_plain_index(p: TgsiState, file: str) -> Index:
    p.tokens.expect("[", f"after {file}")
    where = p.tokens.peek()
    number = parse_integer(p.tokens, 0, file_limit(p, file) - 1)
    p.tokens.expect("]", "after the number of a register")
    return Index(number, None, where)


def _whole_numbers(p: TgsiState, register: Source) -> Source:
    """Returns the integers of a loop register, which holds floats."""
    held = p.new_temporary()
    p.emit("F2I", Destination(File.TEMPORARY, held), register, type_=SIGNED)
    return Source(File.TEMPORARY, held)


def _relative(p: TgsiState, register: Source, component: int) -> Relative:
    if register.file in (File.ADDRESS, File.TEMPORARY):
        return Relative(register.file, register.index, component)
    held = p.new_temporary()
    p.move(held, register, type_=UNSIGNED)
    return Relative(File.TEMPORARY, held, component)


def parse_source(p: TgsiState, type_: DataType, *, scalar=False, double=False) -> Source:
    """Parses an operand that an instruction reads as data of a type.

    scalar : True if only its first component is read.
    double : True if its pairs of components are 64-bit numbers.
    """
    negative = p.tokens.accept("-") is not None
    bars = p.tokens.peek()
    absolute = p.tokens.accept("|") is not None
    if absolute and type_ is not FLOAT and not double:
        # TGSI, "Modifiers": "For inputs which have signed or unsigned type only the negate modifier
        # is supported."
        p.tokens.fail(bars, "an integer operand has no absolute value", "a register or '-'")
    if absolute:
        p.tokens.accept("-")  # |-x| is |x|
    source = resolve_source(p, parse_register(p, READABLE))
    swizzle = parse_swizzle(p.tokens)
    if absolute:
        p.tokens.expect("|", "after the operand")
    source = replace(source, swizzle=(swizzle[0],) * 4 if scalar else swizzle)
    if not double:
        return replace(source, negate=(negative,) * 4, absolute=absolute)
    return _signed_double(p, source, negative, absolute) if negative or absolute else source


def _signed_double(p: TgsiState, source: Source, negative: bool, absolute: bool) -> Source:
    """Returns a copy of an operand of doubles with changed signs, which are in the upper words."""
    held = p.new_temporary()
    copy, high = Source(File.TEMPORARY, held), Destination(File.TEMPORARY, held, _HIGH_WORDS)
    p.move(held, source, type_=UNSIGNED)
    for opcode, word, wanted in (("AND", 0x7FFFFFFF, absolute), ("XOR", 0x80000000, negative)):
        if wanted:
            p.emit(opcode, high, copy, p.constant(word), type_=UNSIGNED)
    return copy


def parse_destination(p: TgsiState) -> Destination:
    """Parses a destination register with its mask."""
    register = parse_register(p, WRITABLE)
    mask = parse_mask(p)
    return replace(resolve_destination(p, register), mask=mask)
