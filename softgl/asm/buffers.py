"""Parses BUFFER and BUFFER4: variables for elements of parameter buffer objects."""

from __future__ import annotations

from typing import NamedTuple

from softgl.asm.bindings import parse_index, parse_integer, parse_range
from softgl.asm.names import Variable
from softgl.asm.state import ParserState
from softgl.asm.text.lexer import Token
from softgl.ir.program import BufferBinding, File
from softgl.isa import DataType


class _Elements(NamedTuple):
    """Elements `first` to `last` of the buffer object at a binding point; last None: to the end."""

    point: int
    first: int
    last: int | None


def parse_buffer(p: ParserState, type_: DataType | None, *, vector: bool) -> None:
    """Parses the rest of a declaration: a name, perhaps a size, and `program.buffer[a][b..c]`."""
    name = p.names.take_new()
    before = p.tokens.peek(1)
    # NV_parameter_buffer_object: the limit is "the maximum number of words of a buffer object that
    # can be accessed using any single parameter buffer binding point".
    largest = p.dialect.limits.buffer_size // (4 if vector else 1)
    array = p.tokens.accept("[") is not None
    size = None
    if array and not p.tokens.accept("]"):
        size = parse_integer(p.tokens, 1, largest)
        p.tokens.expect("]", "after the size of an array")
    p.tokens.expect("=", "in a BUFFER declaration")
    if array:
        items = _parse_list(p, largest, vector)
        binding = _joined(p, items, size or largest, vector)
        if size and size != binding.count:
            p.tokens.fail(before, f"{size} elements are declared, but {binding.count} are given")
    else:
        point, first, _ = _parse_elements(p, largest, vector, single=True)
        binding = BufferBinding(point, first, 1, vector)
    p.names.establish(
        name,
        Variable(
            File.BUFFER, (), binding.first, binding.count, array, type_, buffer=len(p.buffers)
        ),
    )
    p.buffers.append(binding)


def _parse_list(p: ParserState, largest: int, vector: bool) -> list[tuple[Token, _Elements]]:
    p.tokens.expect("{", "before the elements of an array")
    items = []
    while not items or p.tokens.accept(","):
        items.append((p.tokens.peek(), _parse_elements(p, largest, vector, single=False)))
    p.tokens.expect("}", "or ',' after an element of an array")
    return items


def _parse_elements(p: ParserState, largest: int, vector: bool, *, single: bool) -> _Elements:
    """Parses `program.buffer[a][b]`, and unless `single` also `[b..c]` or no element."""
    start = p.tokens.expect("program", "and '.buffer'")
    p.tokens.expect(".", "after 'program'")
    p.tokens.expect("buffer", "after 'program.'")
    point = parse_index(p.tokens, p.dialect.limits.buffer_bindings)
    # NV_gpu_program4, "Program Parameter Buffers": "A program will fail to load if a variable
    # declared as "BUFFER" and another variable declared as "BUFFER4" use the same buffer binding
    # point."
    if any(other.point == point and other.vector != vector for other in p.buffers):
        p.tokens.fail(start, f"buffer {point} is declared both BUFFER and BUFFER4")
    if not single and not p.tokens.at("["):
        return _Elements(point, 0, None)
    return _Elements(point, *parse_range(p.tokens, largest, ranges=not single))


def _joined(
    p: ParserState, items: list[tuple[Token, _Elements]], size: int, vector: bool
) -> BufferBinding:
    """Joins the elements of an array, which must be consecutive."""
    # "all bindings assigned to the array must use the same binding point and must increase
    # consecutively."
    point, first, _ = items[0][1]
    following = first
    for token, item in items:
        if item.point != point or item.first != following:
            p.tokens.fail(token, "this does not follow the element before it")
        # "program.buffer[a]" is "elements 0 through <n>-1, where <n> is either the size of the
        # array (if declared) or the implementation-dependent maximum".
        following = size if item.last is None else item.last + 1
    return BufferBinding(point, first, following - first, vector)
