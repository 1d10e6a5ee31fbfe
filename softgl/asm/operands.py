"""Operands: sources, destinations and what may follow their names."""

from __future__ import annotations

from typing import NamedTuple

from softgl.asm.bindings import (
    parse_binding,
    parse_constant,
    parse_integer,
    parse_sign,
)
from softgl.asm.lexer import Token, choice
from softgl.asm.names import KIND, Variable
from softgl.asm.state import ParserState
from softgl.asm.state_bindings import parse_state
from softgl.asm.suffixes import (
    parse_condition_in_brackets,
    parse_mask,
    parse_scalar_suffix,
    parse_selectors,
    parse_swizzle,
)
from softgl.ir.program import (
    ALL,
    Destination,
    File,
    Relative,
    Source,
)
from softgl.isa import Opcode
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType, Operand

_READABLE = "an attribute, a program parameter, a temporary or a constant"
_WRITABLE = "a temporary or a result"


class Place(NamedTuple):
    """A register, or an element of an array that a register chooses at run time.

    half : whether it has 16 bits in a language that keeps such registers apart.
    """

    file: File
    index: int
    relative: Relative | None = None
    offset: int = 0
    count: int = 1
    buffer: int | None = None
    half: bool = False


def parse_source(
    p: ParserState, type_: DataType, kind: Operand, *, checked: bool, packed: bool = False
) -> Source:
    """An operand of a kind, read as data of type `type_`.

    `checked` is False under NTC, no type checking. `packed` says whether it is 32 packed bits.
    """
    if packed:
        _check_size(p)
    if kind is Operand.ADDRESS:
        return Source(File.ADDRESS, take_address(p))
    if kind is Operand.EXTENDED:
        return _source(_parse_readable(p, type_, checked), *parse_selectors(p))
    if not p.dialect.unary_plus and p.tokens.at("+"):
        p.tokens.fail(p.tokens.peek(), f"{p.dialect.language} has no sign '+'", "a register or '-'")
    negative = parse_sign(p.tokens)
    bars = absolute = p.dialect.absolute and p.tokens.accept("|") is not None
    if bars:
        inner = parse_sign(p.tokens)  # |-x| is |x|
        if type_ is UNSIGNED:
            # NV_gpu_program4 2.X.4.2: "For unsigned integer operands, the absolute value operation
            # has no effect", but negation has.
            negative, absolute = negative != inner, False
    named = p.names.find(p.tokens.peek())
    start = p.tokens.peek()
    number = start.kind in ("integer", "float") or (named is not None and named.scalar)
    place = _parse_readable(p, type_, checked)
    if packed and place.half:
        # NV_fragment_program, "UP2H: Unpack Two 16-Bit Floats": "a fragment program will fail to
        # load if the operand is not obtained from a register with 32-bit components or from a
        # program parameter."
        p.tokens.fail(start, f"{start} has 16 bits and cannot hold packed bits", "R0 to R31")
    swizzle = _parse_selection(p, kind, number)
    if bars:
        p.tokens.expect("|", "after the operand")
    return _source(place, swizzle, (negative,) * 4, absolute)


def _parse_selection(p: ParserState, kind: Operand, number: bool) -> tuple[int, int, int, int]:
    """The swizzle of a vector or the component of a scalar; `number`: of a number without braces.

    Every component of such a number is the same. NV_gpu_program4 gives it no suffix and
    ARB_vertex_program demands one of a scalar; shipped programs do either everywhere.
    """
    bare = p.dialect.bare_scalars
    if number and bare and p.tokens.at("."):
        p.tokens.lenient(p.tokens.peek(), "a number without braces has a suffix")
    if kind is Operand.SCALAR:
        return parse_scalar_suffix(p, required=not (number and bare))
    return parse_swizzle(p)


def _source(place: Place, swizzle, negate, absolute: bool = False) -> Source:
    file, index, relative, offset, count, buffer, _ = place
    return Source(file, index, swizzle, negate, absolute, relative, offset, count, buffer)


def _parse_readable(p: ParserState, type_: DataType, checked: bool) -> Place:
    """A register that can be read: a binding, a constant or a variable."""
    token, dialect = p.tokens.peek(), p.dialect
    if dialect.read is not None:
        return dialect.read(p)
    if token.kind in ("integer", "float") or token.text == "{":
        constant = parse_constant(p.tokens, type_, signed=False)
        return _bound(p, File.PARAMETER, constant, token)
    if token.text in dialect.attributes.prefixes:
        if indexed := parse_indexed(p, File.ATTRIBUTE):
            return indexed[0]
        (binding,) = parse_binding(p.tokens, dialect.attributes)
        return _bound(p, File.ATTRIBUTE, binding, token)
    if token.text == "program":
        (binding,) = parse_binding(p.tokens, dialect.program_parameters)
        return _bound(p, File.PARAMETER, binding, token)
    if token.text == "state":
        (binding,) = parse_state(p.tokens, dialect, ranges=False)
        return _bound(p, File.PARAMETER, binding, token)
    variable = None if token.text == "result" else parse_variable(p, _READABLE)
    if variable is None or variable.file is File.RESULT:
        p.tokens.fail(token, f"{token} is a result, which can only be written", _READABLE)
    if variable.file is File.ADDRESS:
        p.tokens.fail(token, f"{token} is an address register", _READABLE)
    if checked:
        check_type(p, variable, type_, token)
    return parse_element(p, variable, token)


def parse_indexed(p: ParserState, file: File) -> tuple | None:
    """`vertex.attrib[A.x + 1]`, if the next tokens are such a binding: `Variable.indexed`.

    NV_vertex_program3: "vertex.texcoord[A+n]", "vertex.attrib[A+n]" and "result.texcoord[A+n]".
    """
    words = [p.tokens.peek(ahead).text for ahead in range(4)] if p.dialect.indexed_bindings else []
    path = "".join(words[:3])
    if path not in p.dialect.indexed_bindings or words[3] != "[" or p.tokens.peek(4).kind != "name":
        return None
    start = p.tokens.peek()
    for _ in range(4):
        p.tokens.take()
    table = p.dialect.attributes if file is File.ATTRIBUTE else p.dialect.results
    # All of them are one array; no identifier has a dot.
    name = start._replace(text=path)
    array = p.names.find(name)
    if array is None:
        array = Variable(file, tuple(table.items[path].bindings()), array=True)
        p.names.establish(name, array)
    register = p.tokens.peek()
    place = _parse_relative(p, array, name, len(array.bindings))
    p.tokens.expect("]", "after an index")
    return place, register, p.names.find(register)


def _check_size(p: ParserState) -> None:
    # NV_gpu_program4, "UP2H: Unpack Two 16-bit Floats": "A program will fail to load if it contains
    # a UP2H instruction whose operand is a variable declared as "SHORT"."; the same of the other
    # instructions that pack and unpack.
    ahead = 0
    while p.tokens.peek(ahead).text in ("-", "+", "|"):
        ahead += 1
    token = p.tokens.peek(ahead)
    variable = p.names.find(token)
    if variable is not None and variable.short:
        p.tokens.fail(token, f"{token} is SHORT and cannot hold packed bits", "a longer variable")


def _bound(p: ParserState, file: File, binding, where: Token) -> Place:
    p.registers.bind(file, [binding], where)
    return Place(file, p.registers.register(file, binding))


def parse_variable(p: ParserState, wanted: str) -> Variable:
    """The variable that the next token names."""
    token = p.tokens.peek()
    if token.kind != "name":
        p.tokens.fail(token, f"unexpected {token}", wanted)
    variable = p.names.find(token)
    if variable is None:
        message = f"{token} is not declared"
        if token.text in p.dialect.reserved:
            message = f"{token} is a reserved word and no variable"
        p.tokens.fail(token, message, wanted)
    p.tokens.take()
    return variable


def check_type(p: ParserState, variable: Variable, type_: DataType, where: Token) -> None:
    """Refuse data of another type than the variable was declared with."""
    # NV_gpu_program4, "Program Variable Types": "A program will fail to load if it attempts to read
    # or write a variable using a data type other than the one indicated by the data type modifier."
    if variable.type is not None and variable.type is not type_:
        words = {FLOAT: "FLOAT", SIGNED: "INT", UNSIGNED: "UINT"}
        p.tokens.fail(
            where,
            f"{where} is declared {words[variable.type]} and used as {words[type_]}",
            f"a variable that is {words[type_]} or typeless, or the modifier .NTC",
        )


def parse_element(p: ParserState, variable: Variable, name: Token) -> Place:
    """What follows the name of a variable: an index for an array, nothing otherwise."""
    if variable.indexed is not None:
        return _indexed(p, variable, name)
    size = len(variable.bindings) or variable.count
    # NV_gpu_program4, "Program Variable Types": "A program will fail to load if it contains an
    # instruction that accesses an array variable without specifying an array member or an
    # instruction that specifies an array member for a non-array variable."
    if not variable.array:
        if p.tokens.at("["):
            p.tokens.fail(p.tokens.peek(), f"{name} is not an array")
        return _element(p, variable, 0)
    if not p.tokens.accept("["):
        p.tokens.fail(p.tokens.peek(), f"{name} is an array", "'[' and an index")
    if p.tokens.peek().kind == "name":
        if not p.dialect.relative_arrays:
            what = f"{p.dialect.language} has no relative addressing of arrays"
            p.tokens.fail(p.tokens.peek(), what, "an integer")
        place = _parse_relative(p, variable, name, size)
    else:
        place = _element(p, variable, parse_integer(p.tokens, 0, size - 1))
    p.tokens.expect("]", "after an index")
    return place


def _indexed(p: ParserState, variable: Variable, name: Token) -> Place:
    place, register, index = variable.indexed
    # NV_fragment_program2, "LOOP: Beginning of LOOP Block": "A fragment program can only use the
    # loop index of the current LOOP block".
    if p.names.find(register) is not index:
        p.tokens.fail(name, f"{name} needs {register} of the LOOP in which it is declared")
    return place


def _element(p: ParserState, variable: Variable, index: int) -> Place:
    if variable.bindings:
        return Place(variable.file, p.registers.register(variable.file, variable.bindings[index]))
    return Place(variable.file, variable.start + index, buffer=variable.buffer)


def _parse_relative(p: ParserState, array: Variable, name: Token, size: int) -> Place:
    token = p.tokens.peek()
    if p.dialect.index is None:
        p.tokens.fail(token, f"{p.dialect.language} has no relative addressing", "an integer")
    wanted = "an integer or " + KIND[p.dialect.index]
    variable = parse_variable(p, wanted)
    if variable.file is not p.dialect.index or variable.array or variable.type is FLOAT:
        p.tokens.fail(token, f"{token} cannot be an index", wanted)
    if not p.tokens.at("."):
        p.tokens.expect(".", "and a component after an index register")
    component = parse_scalar_suffix(p)[0]
    if p.dialect.index is File.ADDRESS:
        _check_component(p, token, {component})
    return Place(
        array.file,
        p.registers.array(array, name),
        Relative(variable.file, variable.start, component),
        _parse_offset(p, size),
        size,
        array.buffer,
    )


def _check_component(p: ParserState, where: Token, components: set[int]) -> None:
    # ARB_vertex_program: <addrComponent> ::= "." "x"; NV_vertex_program2_option has all four.
    if max(components) >= len(p.dialect.address_components):
        p.tokens.fail(where, "an address register has only one component, x", "'.x'")


def _parse_offset(p: ParserState, size: int) -> int:
    minus = p.tokens.at("-")
    if not minus and not p.tokens.at("+"):
        return 0
    if minus and not p.dialect.offsets[0]:
        p.tokens.fail(p.tokens.peek(), "a negative offset", "'+' or ']'")
    p.tokens.take()
    token = p.tokens.peek()
    if p.dialect.index is File.ADDRESS:
        # ARB_vertex_program: <addrRegPosOffset> is from 0 to 63, <addrRegNegOffset> from 0 to 64.
        # NVIDIA's driver and Mesa take more, and shipped programs have more.
        largest = p.dialect.offsets[0 if minus else 1]
        offset = parse_integer(p.tokens, 0, max(largest, size))
        if offset > largest:
            p.tokens.lenient(token, f"an offset of more than {largest} from an address register")
    else:
        # NV_gpu_program4, "Program Operands": "The set of constant offsets supported for relative
        # addressing is limited to values in the range [0,<n>-1], where <n> is the size of the
        # array."
        offset = parse_integer(p.tokens, 0, 0 if minus else size - 1)
    return -offset if minus else offset


def parse_destination(
    p: ParserState, opcode: Opcode, type_: DataType, *, checked: bool, update: bool
) -> Destination:
    """The destination of an instruction, written with data of type `type_`, with its masks.

    `update` says whether the instruction updates a condition code.
    """
    token = p.tokens.peek()
    if opcode.packed == "result":
        _check_size(p)
    fixed = p.dialect.write is not None
    if update and token.text == "CC" and p.names.find(token) is None and not fixed:
        # NV_gpu_program4, "Program Flow Control", shows `MOVC CC, R0;`, though its grammar has no
        # such destination: only the condition code is written.
        p.tokens.take()
        place = Place(None, 0)
    else:
        place = _parse_writable(p, type_, checked)
    if opcode.packed == "result" and place.half:
        # NV_fragment_program, "PK2H: Pack Two 16-bit Floats": "The result must be written to a
        # register with 32-bit components [...].  A fragment program will fail to load if any other
        # register type is specified."
        p.tokens.fail(token, f"{token} has 16 bits and cannot hold packed bits", "R0 to R31")
    chosen = p.tokens.peek(1) if p.tokens.at(".") else token
    mask = parse_mask(p)
    if opcode.unwritten and mask["xyzw".index(opcode.unwritten)]:
        wanted = f"a write mask without {opcode.unwritten}"
        p.tokens.fail(chosen, f"{opcode.name} has no {opcode.unwritten} to write", wanted)
    condition = parse_condition_in_brackets(p) if p.dialect.conditions else None
    return Destination(
        place.file,
        place.index,
        mask,
        condition,
        place.relative,
        place.offset,
        place.count,
        place.half,
    )


def _parse_writable(p: ParserState, type_: DataType, checked: bool) -> Place:
    token = p.tokens.peek()
    if p.dialect.write is not None:
        return p.dialect.write(p)
    if token.text == "result":
        if indexed := parse_indexed(p, File.RESULT):
            return indexed[0]
        binding = parse_binding(p.tokens, p.dialect.results)[0]
        return _bound(p, File.RESULT, binding, token)
    if token.text in {*p.dialect.attributes.prefixes, "program", "state"}:
        p.tokens.fail(token, f"'{token.text}...' can only be read", _WRITABLE)
    variable = parse_variable(p, _WRITABLE)
    if variable.file in (File.ATTRIBUTE, File.PARAMETER, File.BUFFER):
        p.tokens.fail(token, f"{token} is {KIND[variable.file]}, which can only be read", _WRITABLE)
    if variable.file is File.ADDRESS:
        p.tokens.fail(token, f"{token} is an address register: only ARL writes it", _WRITABLE)
    if checked:
        check_type(p, variable, type_, token)
    if variable.file is File.RESULT and p.dialect.precisions:
        _check_result_size(p, variable, token)
    return parse_element(p, variable, token)


def _check_result_size(p: ParserState, variable: Variable, where: Token) -> None:
    # NV_fragment_program_option, 3.11.3.4: "A fragment program will fail to load if contains
    # instructions writing to variables bound to the same result, but declared with different
    # sizes."
    size = 1 if variable.short else 2
    for binding in variable.bindings:
        if p.storage.setdefault(str(binding), size) != size:
            p.tokens.fail(where, f"{where} has another size than the variable written before")


def take_address(p: ParserState) -> int:
    """The number of the address register that the next token names."""
    token = p.tokens.peek()
    if names := p.dialect.addresses:
        if token.text not in names:
            p.tokens.fail(token, f"{token} is no address register", choice(names))
        p.tokens.take()
        return p.registers.fixed(File.ADDRESS, names.index(token.text), token)
    variable = parse_variable(p, KIND[File.ADDRESS])
    if variable.file is not File.ADDRESS:
        p.tokens.fail(token, f"{token} is {KIND[variable.file]}", KIND[File.ADDRESS])
    return variable.start


def parse_address(p: ParserState) -> Destination:
    """The destination of ARL and the like."""
    token = p.tokens.peek()
    register = take_address(p)
    suffix = p.tokens.peek(1)
    if len(p.dialect.address_components) == 4:
        mask = parse_mask(p)
        return Destination(File.ADDRESS, register, mask, parse_condition_in_brackets(p))
    if not p.tokens.at("."):
        p.tokens.lenient(token, "ARL writes a whole address register: x is meant")
    mask = parse_mask(p)
    if mask != ALL:
        _check_component(p, suffix, {c for c in range(4) if mask[c]})
    return Destination(File.ADDRESS, register, (True, False, False, False))
