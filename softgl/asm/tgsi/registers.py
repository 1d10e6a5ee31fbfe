"""Resolves the registers of a TGSI text to operands of the program form."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from softgl.asm.text.lexer import Token
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.declarations import MAX_INPUT_VERTEX
from softgl.asm.tgsi.state import IN_SHADOW, OUT_SHADOW, SYSTEM_VALUE, TgsiState
from softgl.errors import ErrorKind
from softgl.ir.program import (
    Binding,
    ConditionTest,
    Constant,
    Destination,
    File,
    Relative,
    Source,
    Stage,
    VertexNumber,
)
from softgl.isa.vocabulary import SIGNED, UNSIGNED

_X = (True, False, False, False)


class Index(NamedTuple):
    """An index in brackets: a number, and perhaps a register that is added to it."""

    number: int
    relative: Relative | None
    where: Token


class Register(NamedTuple):
    """A register in the text: its file, its one or two indices, and the id of its array."""

    file: str
    indices: tuple[Index, ...]
    array: int
    where: Token

    @property
    def index(self) -> Index:
        """The last index, that of the register in its file or block."""
        return self.indices[-1]


def resolve_source(p: TgsiState, register: Register) -> Source:
    """Returns the operand of a register, without swizzle and signs."""
    return _RESOLVE[register.file](p, register)


def resolve_destination(p: TgsiState, register: Register) -> Destination:
    """Returns the destination of a register, without a mask."""
    file, index = register.file, register.index
    if file == "NULL":
        return Destination(File.TEMPORARY, p.new_temporary())
    if file == "PRED":
        return Destination(File.TEMPORARY, _own_temporary(p, register).index)
    if file == "ADDR":
        return Destination(File.ADDRESS, _address(p, register).index)
    if file == "TEMP":
        place = _in_file(p, register, File.TEMPORARY)
    else:
        if index.relative is not None:
            _check_whole(p, register)
        place = _in_file(p, register, File.RESULT)
        p.written_outputs |= set(range(place.index, place.index + place.count))
    return Destination(
        place.file, place.index, relative=place.relative, offset=place.offset, count=place.count
    )


# -- declarations and indices ----------------------------------------------------------------------


def _check_declared(p: TgsiState, register: Register) -> None:
    number = register.index.number
    if number not in p.declared(register.file):
        p.fail_undeclared(register.where, f"{register.file}[{number}]", register.file)


def _span_of(p: TgsiState, register: Register) -> tuple[int, int]:
    """Returns the first and the last register that a run-time index may choose."""
    if register.array:
        return p.arrays[register.file, register.array]
    if register.file not in p.extents:
        message = f"no register of {register.file} is declared"
        p.tokens.fail(register.where, message, "DCL before", ErrorKind.TGSI_DECLARATION)
    first, last = p.extents[register.file]
    return 0 if register.file in ("CONST", "TEMP") else first, last


def _in_file(p: TgsiState, register: Register, file: File, base: int = 0) -> Source:
    """Returns an operand in a file whose registers are numbered from `base` on."""
    index = register.index
    if index.relative is None:
        _check_declared(p, register)
        return Source(file, base + index.number)
    first, last = _span_of(p, register)
    offset, count = index.number - first, last - first + 1
    return Source(file, base + first, relative=index.relative, offset=offset, count=count)


def choose(p: TgsiState, index: Index, numbers, emit) -> None:
    """Emits a run-time choice among registers that are not an array.

    numbers : the possible values of the index, ascending; other values choose the nearest one
        below, or the first.
    emit : (number, condition or None) -> None, emits the instructions that overwrite, under the
        condition, the results of those for smaller numbers.
    """
    held, relative = p.new_scalar(), index.relative
    place = Destination(File.TEMPORARY, held.index, _X)
    register = Source(relative.file, relative.index, (relative.component,) * 4)
    p.emit("UADD", place, register, p.constant(index.number), type_=UNSIGNED)
    emit(numbers[0], None)
    for number in numbers[1:]:
        p.emit("ISGE", Destination(None, mask=_X), held, p.constant(number), type_=SIGNED, update=1)
        emit(number, ConditionTest("NE", 1, held.swizzle))


# -- inputs and outputs ----------------------------------------------------------------------------


def _input(p: TgsiState, register: Register) -> Source:
    if p.stage is Stage.GEOMETRY:
        return _vertex_input(p, register)
    if register.index.relative is None:
        _check_declared(p, register)
        semantic = _semantic(p, "IN", p.declared("IN")[register.index.number])
        if semantic.words is not None:
            return _always(p, semantic)
        if semantic.split:
            p.shadowed_inputs.add(register.index.number)
            return Source(File.TEMPORARY, IN_SHADOW + register.index.number)
    else:
        _check_whole(p, register)
    return _in_file(p, register, File.ATTRIBUTE)


def _vertex_input(p: TgsiState, register: Register) -> Source:
    """Returns an input of a geometry program, with its vertex if it exists for each."""
    if register.index.relative is None:
        _check_declared(p, register)
    else:
        _check_whole(p, register)
    source = _in_file(p, register, File.ATTRIBUTE)
    declared = p.declared("IN")[source.index]
    if declared.semantic not in meanings.GEOMETRY_INPUTS:
        return source
    if len(register.indices) == 1:
        return replace(source, vertex=VertexNumber(0))
    vertex = register.indices[0]
    if vertex.relative is None and vertex.number > MAX_INPUT_VERTEX:
        p.tokens.fail(vertex.where, f"no primitive has a vertex {vertex.number}")
    return replace(source, vertex=VertexNumber(vertex.number, vertex.relative))


def _semantic(p: TgsiState, file: str, declared) -> meanings.Semantic:
    return meanings.SEMANTICS[p.stage, file].get(declared.semantic, meanings.Semantic())


def _always(p: TgsiState, semantic: meanings.Semantic) -> Source:
    """Returns an input that has the same value in every draw."""
    return Source(File.PARAMETER, p.parameter(Constant(semantic.words)))


def _check_whole(p: TgsiState, register: Register) -> None:
    """Fails for a run-time index into registers of different kinds."""
    first, last = _span_of(p, register)
    registers = p.declared(register.file)
    for number in range(first, last + 1):
        name = f"{register.file}[{number}]"
        if number not in registers:
            more = f", and the index may be {number}"
            p.fail_undeclared(register.where, name, register.file, "", more)
        semantic = _semantic(p, register.file, registers[number])
        if register.file == "IN" and (semantic.split or semantic.words is not None):
            message = f"{name} is {registers[number].semantic}, which cannot be indexed at run time"
            p.tokens.fail(register.where, message)


def _system_value(p: TgsiState, register: Register) -> Source:
    if register.index.relative is not None:
        p.tokens.fail(
            register.index.where, "a system value cannot be indexed at run time", "a number"
        )
    _check_declared(p, register)
    semantic = _semantic(p, "SV", p.declared("SV")[register.index.number])
    if semantic.words is not None:
        return _always(p, semantic)
    return _in_file(p, register, File.ATTRIBUTE, SYSTEM_VALUE)


def _read_output(p: TgsiState, register: Register) -> Source:
    """Returns the value of a result: results that are read are temporaries, copied to them."""
    source = _in_file(p, register, File.TEMPORARY, OUT_SHADOW)
    first = source.index - OUT_SHADOW
    p.shadowed_outputs |= set(range(first, first + source.count))
    return source


# -- constants -------------------------------------------------------------------------------------


def _constant(p: TgsiState, register: Register) -> Source:
    block = register.indices[0] if len(register.indices) == 2 else None
    if block and block.relative:
        return _chosen_constant(p, register, block)
    if block and block.number:
        return _block_constant(p, register, block.number)
    index = register.index
    if index.relative is None:
        _check_declared(p, register)
        return Source(File.PARAMETER, p.parameter(Binding("program.local", (index.number,))))
    first, last = _span_of(p, register)
    start = p.parameter_array("CONST", first, last, lambda n: Binding("program.local", (n,)))
    return _element(start, index, first, last)


def _block_constant(p: TgsiState, register: Register, block: int) -> Source:
    index = register.index
    ranges = [
        (buffer, first, last)
        for buffer, (number, first, last) in enumerate(p.buffer_ranges)
        if number == block and (index.relative or first <= index.number <= last)
    ]
    if not ranges:
        p.fail_undeclared(register.where, f"CONST[{block}][{index.number}]", "CONST")
    # A run-time index chooses in the range that contains its constant, or in the first.
    within = [found for found in ranges if found[1] <= index.number <= found[2]]
    buffer, first, last = (within or ranges)[0]
    if index.relative is None:
        return Source(File.BUFFER, index.number, buffer=buffer)
    return replace(_element(first, index, first, last, File.BUFFER), buffer=buffer)


def _chosen_constant(p: TgsiState, register: Register, block: Index) -> Source:
    """Returns a copy of a constant in a run-time block, among the blocks with the register."""
    number, held = register.index.number, p.new_temporary()
    ranges = [(0, n, n) for n in p.declared("CONST")] + p.buffer_ranges
    if register.index.relative is None:
        ranges = [found for found in ranges if found[1] <= number <= found[2]]
    blocks = sorted({found[0] for found in ranges})
    if not blocks:
        message = "no declared block of constants has this register"
        p.tokens.fail(register.where, message, "DCL before", ErrorKind.TGSI_DECLARATION)

    def copy(number, condition):
        chosen = register._replace(indices=(Index(number, None, block.where), register.index))
        destination = Destination(File.TEMPORARY, held, condition=condition)
        p.emit("MOV", destination, _constant(p, chosen), type_=UNSIGNED)

    choose(p, block, blocks, copy)
    return Source(File.TEMPORARY, held)


def _immediate(p: TgsiState, register: Register) -> Source:
    index = register.index
    if index.relative is None:
        _check_declared(p, register)
        return Source(File.PARAMETER, p.parameter(Constant(p.immediates[index.number])))
    first, last = _span_of(p, register)
    words = p.immediates
    start = p.parameter_array("IMM", first, last, lambda n: Constant(words.get(n, (0, 0, 0, 0))))
    return _element(start, index, first, last)


def _element(start: int, index: Index, first: int, last: int, file=File.PARAMETER) -> Source:
    return Source(
        file,
        start,
        relative=index.relative,
        offset=index.number - first,
        count=last - first + 1,
    )


# -- the rest --------------------------------------------------------------------------------------


def _own_temporary(p: TgsiState, register: Register) -> Source:
    """Returns a predicate or a loop register, which is a temporary of the parser."""
    if register.index.relative is not None:
        message = f"a register of {register.file} cannot be indexed at run time"
        p.tokens.fail(register.index.where, message, "a number")
    _check_declared(p, register)
    name = register.file, register.index.number
    if name not in p.own_temporaries:
        p.own_temporaries[name] = p.new_temporary()
    return Source(File.TEMPORARY, p.own_temporaries[name])


def _address(p: TgsiState, register: Register) -> Source:
    if register.index.relative is not None:
        p.tokens.fail(register.index.where, "an address register cannot be indexed at run time")
    _check_declared(p, register)
    return Source(File.ADDRESS, register.index.number)


_RESOLVE = {
    "IN": _input,
    "OUT": _read_output,
    "TEMP": lambda p, register: _in_file(p, register, File.TEMPORARY),
    "ADDR": _address,
    "CONST": _constant,
    "IMM": _immediate,
    "SV": _system_value,
    "PRED": _own_temporary,
    "LOOP": _own_temporary,
}
