"""Parses operands: sources and destinations with their suffixes."""

from __future__ import annotations

from softgl.asm.bindings import (
    parse_binding,
    parse_constant,
    parse_sign,
)
from softgl.asm.elements import (
    Place,
    check_component,
    parse_element,
    parse_indexed,
    parse_variable,
)
from softgl.asm.geometry import parse_attribute
from softgl.asm.names import EACH_VERTEX, KIND, Variable
from softgl.asm.state import ParserState
from softgl.asm.state_bindings import parse_state
from softgl.asm.suffixes import (
    parse_condition_in_brackets,
    parse_mask,
    parse_scalar_suffix,
    parse_selectors,
    parse_swizzle,
)
from softgl.asm.text.lexer import Token, choice
from softgl.ir.program import (
    ALL,
    Destination,
    File,
    Source,
    VertexNumber,
)
from softgl.isa import Opcode
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType, Operand

_READABLE = "an attribute, a program parameter, a temporary or a constant"
_WRITABLE = "a temporary or a result"


def parse_source(
    p: ParserState, type_: DataType, kind: Operand, *, checked: bool, packed: bool = False
) -> Source:
    """Parses an operand of a kind, read as data of type `type_`.

    checked : False under NTC, no type checking.
    packed : True if it is 32 packed bits.
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
    """Parses the swizzle of a vector or the component of a scalar.

    number : True for a number without braces, whose components are all the same. NV_gpu_program4
        gives it no suffix and ARB_vertex_program requires one of a scalar; shipped programs do
        either everywhere.
    """
    bare = p.dialect.bare_scalars
    if number and bare and p.tokens.at("."):
        p.tokens.lenient(p.tokens.peek(), "a number without braces has a suffix")
    if kind is Operand.SCALAR:
        return parse_scalar_suffix(p, required=not (number and bare))
    return parse_swizzle(p)


def _source(place: Place, swizzle, negate, absolute: bool = False) -> Source:
    file, index, relative, offset, count, buffer, _, vertex = place
    return Source(file, index, swizzle, negate, absolute, relative, offset, count, buffer, vertex)


def _parse_readable(p: ParserState, type_: DataType, checked: bool) -> Place:
    """Parses a readable register: a binding, a constant or a variable."""
    token, dialect = p.tokens.peek(), p.dialect
    if dialect.read is not None:
        return dialect.read(p)
    if token.kind in ("integer", "float") or token.text == "{":
        constant = parse_constant(p.tokens, type_, signed=False)
        return _bound(p, File.PARAMETER, constant, token)
    if token.text in dialect.attributes.prefixes:
        if indexed := parse_indexed(p, File.ATTRIBUTE):
            return indexed[0]
        return _parse_attribute(p, token)
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


def _parse_attribute(p: ParserState, token: Token) -> Place:
    """Parses an attribute that is not declared."""
    (binding,), vertex = parse_attribute(p, ranges=False)
    # NV_geometry_program4, "Program Attribute Variables": "For bindings used directly in
    # instructions, "[m]" is required and must be an integer constant specifying a vertex number."
    if vertex == EACH_VERTEX:
        p.tokens.fail(token, f"{token} has no number here", "'[' and the number of a vertex")
    place = _bound(p, File.ATTRIBUTE, binding, token)
    return place if vertex is None else place._replace(vertex=VertexNumber(vertex))


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


def check_type(p: ParserState, variable: Variable, type_: DataType, where: Token) -> None:
    """Fails for data of another type than that of the variable's declaration."""
    # NV_gpu_program4, "Program Variable Types": "A program will fail to load if it attempts to read
    # or write a variable using a data type other than the one indicated by the data type modifier."
    if variable.type is not None and variable.type is not type_:
        words = {FLOAT: "FLOAT", SIGNED: "INT", UNSIGNED: "UINT"}
        p.tokens.fail(
            where,
            f"{where} is declared {words[variable.type]} and used as {words[type_]}",
            f"a variable that is {words[type_]} or typeless, or the modifier .NTC",
        )


def parse_destination(
    p: ParserState, opcode: Opcode, type_: DataType, *, checked: bool, update: bool
) -> Destination:
    """Parses the destination of an instruction, with data of type `type_`, and its masks.

    update : True if the instruction updates a condition code.
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
        p.tokens.fail(chosen, f"{opcode.name} cannot write {opcode.unwritten}", wanted)
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
            p.tokens.fail(where, f"{where} differs in size from the variable written before")


def take_address(p: ParserState) -> int:
    """Parses the name of an address register and returns its number."""
    token = p.tokens.peek()
    if names := p.dialect.addresses:
        if token.text not in names:
            p.tokens.fail(token, f"{token} is not an address register", choice(names))
        p.tokens.take()
        return p.registers.fixed(File.ADDRESS, names.index(token.text), token)
    variable = parse_variable(p, KIND[File.ADDRESS])
    if variable.file is not File.ADDRESS:
        p.tokens.fail(token, f"{token} is {KIND[variable.file]}", KIND[File.ADDRESS])
    return variable.start


def parse_address(p: ParserState) -> Destination:
    """Parses the destination of ARL and the like."""
    token = p.tokens.peek()
    register = take_address(p)
    suffix = p.tokens.peek(1)
    if len(p.dialect.address_components) == 4:
        mask = parse_mask(p)
        return Destination(File.ADDRESS, register, mask, parse_condition_in_brackets(p))
    if not p.tokens.at("."):
        p.tokens.lenient(token, "ARL writes a whole address register: x is assumed")
    mask = parse_mask(p)
    if mask != ALL:
        check_component(p, suffix, {c for c in range(4) if mask[c]})
    return Destination(File.ADDRESS, register, (True, False, False, False))
