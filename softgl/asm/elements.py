"""Variables and their elements: the registers of names with indices."""

from __future__ import annotations

from typing import NamedTuple

from softgl.asm.bindings import parse_integer
from softgl.asm.geometry import vertex_count
from softgl.asm.names import EACH_VERTEX, KIND, Variable
from softgl.asm.state import ParserState
from softgl.asm.suffixes import parse_scalar_suffix
from softgl.asm.text.lexer import Token
from softgl.errors import ErrorKind
from softgl.ir.program import File, Relative, VertexNumber
from softgl.isa.vocabulary import FLOAT


class Place(NamedTuple):
    """A register, or an element of an array that a register chooses at run time.

    half : True if it has 16 bits in a language that keeps such registers apart.
    vertex : the vertex of the primitive, as in `Source.vertex`.
    """

    file: File
    index: int
    relative: Relative | None = None
    offset: int = 0
    count: int = 1
    buffer: int | None = None
    half: bool = False
    vertex: VertexNumber | None = None


def parse_variable(p: ParserState, wanted: str) -> Variable:
    """Parses the name of a variable and returns it."""
    token = p.tokens.peek()
    if token.kind != "name":
        p.tokens.fail(token, f"unexpected {token}", wanted)
    variable = p.names.find(token)
    if variable is None:
        if token.text in p.dialect.reserved:
            p.tokens.fail(token, f"{token} is a reserved word, not a variable", wanted)
        p.tokens.fail(token, f"{token} is not declared", wanted, ErrorKind.UNDECLARED)
    p.tokens.take()
    return variable


def parse_indexed(p: ParserState, file: File) -> tuple | None:
    """Parses `vertex.attrib[A.x + 1]`, if the next tokens are such a binding: `Variable.indexed`.

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
    # All such bindings are one array, named by the path: no identifier has a dot.
    name = start._replace(text=path)
    array = p.names.find(name)
    if array is None:
        array = Variable(file, tuple(table.items[path].bindings()), array=True)
        p.names.establish(name, array)
    register = p.tokens.peek()
    place = _parse_relative(p, array, name, len(array.bindings))
    p.tokens.expect("]", "after an index")
    return place, register, p.names.find(register)


def parse_element(p: ParserState, variable: Variable, name: Token) -> Place:
    """Parses the index after the name of an array; nothing after other names.

    The number of a vertex precedes it, if the variable exists for each vertex.
    """
    if variable.indexed is not None:
        return _indexed(p, variable, name)
    if variable.vertex is None:
        return _parse_element(p, variable, name)
    vertex = VertexNumber(variable.vertex)
    if variable.vertex == EACH_VERTEX:
        vertex = _parse_vertex(p, name)
    return _parse_element(p, variable, name)._replace(vertex=vertex)


def _parse_vertex(p: ParserState, name: Token) -> VertexNumber:
    """Parses the vertex index of a variable that every vertex has."""
    count = vertex_count(p, name)
    if not p.tokens.accept("["):
        wanted = "'[' and the number of a vertex"
        p.tokens.fail(p.tokens.peek(), f"{name} needs the number of a vertex", wanted)
    if p.tokens.peek().kind == "name":
        relative, offset = _parse_index(p, count)
        vertex = VertexNumber(offset, relative)
    else:
        vertex = VertexNumber(parse_integer(p.tokens, 0, count - 1))
    p.tokens.expect("]", "after the number of a vertex")
    return vertex


def _parse_element(p: ParserState, variable: Variable, name: Token) -> Place:
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
            message = f"{p.dialect.language} has no relative addressing of arrays"
            p.tokens.fail(p.tokens.peek(), message, "an integer")
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
    relative, offset = _parse_index(p, size)
    start = p.registers.array(array, name)
    return Place(array.file, start, relative, offset, size, array.buffer)


def _parse_index(p: ParserState, size: int) -> tuple[Relative, int]:
    """Parses a run-time index of an array of `size`: a register, and an added number."""
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
        check_component(p, token, {component})
    return Relative(variable.file, variable.start, component), _parse_offset(p, size)


def check_component(p: ParserState, where: Token, components: set[int]) -> None:
    """Refuses components of an address register that the language does not have."""
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
