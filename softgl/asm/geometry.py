"""The grammar of NV_geometry_program4: primitives, and the vertices of one."""

from __future__ import annotations

from softgl.asm.bindings import parse_integer, parse_path
from softgl.asm.names import EACH_VERTEX
from softgl.asm.state import ParserState
from softgl.asm.text.lexer import Token, choice
from softgl.asm.text.literals import integer_value
from softgl.errors import ErrorKind
from softgl.ir.primitives import PRIMITIVES_IN, PRIMITIVES_OUT, Primitives
from softgl.ir.program import Binding, Stage, result_components

DECLARATIONS = {
    "PRIMITIVE_IN": PRIMITIVES_IN,
    "PRIMITIVE_OUT": PRIMITIVES_OUT,
    "VERTICES_OUT": None,
}
"""The declarations of a geometry program -> the words that may follow, or None for a number."""


def parse_primitives(p: ParserState) -> bool:
    """Parses a declaration of `DECLARATIONS` with its semicolon, if there is one."""
    keyword = p.tokens.peek()
    # The words are not reserved: a label may be one.
    if keyword.text not in DECLARATIONS or p.tokens.peek(1).text == ":":
        p.begun = True
        return False
    p.tokens.take()
    # NV_geometry_program4, 2.X.7.Y: "Each of the three must be included exactly once in the
    # geometry program."
    if keyword.text in p.primitives:
        p.tokens.fail(keyword, f"a second {keyword.text}")
    # <program> ::= <optionSequence> <declSequence> <statementSequence> "END"
    if p.begun:
        p.tokens.lenient(keyword, f"{keyword.text} must precede all other statements")
    words, token = DECLARATIONS[keyword.text], p.tokens.peek()
    if words is None:
        parse_integer(p.tokens, 1, p.dialect.limits.output_vertices)
    elif token.text in words:
        p.tokens.take()
    else:
        p.tokens.fail(token, f"unexpected {token}", choice(words))
    p.primitives[keyword.text] = token
    p.tokens.expect(";", "after a declaration")
    return True


def check_primitives(p: ParserState) -> None:
    """Checks a geometry program as a whole."""
    for keyword in DECLARATIONS:
        if keyword not in p.primitives:
            p.tokens.fail_late(p.tokens.peek(), f"the program has no {keyword}", keyword)
    # 2.14.6.4: the "product of the vertex limit and the number of result variable components
    # written by the program [...] may not exceed the value of
    # MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV."
    each, most = len(result_components(p.instructions)), p.dialect.limits.total_output_components
    count = primitives(p).limit
    if each * count > most:
        message = f"{count} vertices of {each} components are more than {most} components"
        p.tokens.fail_late(p.primitives["VERTICES_OUT"], message, f"{most // each} at most")


def primitives(p: ParserState) -> Primitives | None:
    """Returns the primitives of a geometry program; None for other programs."""
    if p.dialect.stage is not Stage.GEOMETRY:
        return None
    taken, made, limit = (p.primitives[keyword].text for keyword in DECLARATIONS)
    return Primitives(taken, made, integer_value(limit))


def vertex_count(p: ParserState, where: Token) -> int:
    """Returns the number of vertices of an input primitive; fails before its declaration."""
    if "PRIMITIVE_IN" not in p.primitives:
        message = "a vertex before PRIMITIVE_IN"
        p.tokens.fail(where, message, "PRIMITIVE_IN", ErrorKind.NO_PRIMITIVE)
    return PRIMITIVES_IN[p.primitives["PRIMITIVE_IN"].text]


def parse_attribute(p: ParserState, *, ranges: bool) -> tuple[list[Binding], int | None]:
    """Parses `vertex[m].position` and the like: the bindings and m, as in `Variable.vertex`."""
    start = p.tokens.take()
    vertex = None
    if p.dialect.per_vertex and start.text == p.dialect.per_vertex:
        count, vertex = vertex_count(p, start), EACH_VERTEX
        if p.tokens.accept("["):
            vertex = parse_integer(p.tokens, 0, count - 1)
            p.tokens.expect("]", "after the number of a vertex")
    return parse_path(p.tokens, p.dialect.attributes, start, ranges=ranges), vertex
