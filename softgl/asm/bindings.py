"""Parses bindings, indices and constants: `vertex.texcoord[2]`, `{1, 0.5}`."""

from __future__ import annotations

from typing import NoReturn

from softgl.asm.dialect import BindingTable
from softgl.asm.text.lexer import Token, Tokens, choice
from softgl.asm.text.literals import float_word, integer_value
from softgl.errors import ErrorKind
from softgl.ir.program import Binding, Constant
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED, DataType


def parse_binding(tokens: Tokens, table: BindingTable, *, ranges=False) -> list[Binding]:
    """Parses `vertex.color.primary`, `fragment.texcoord[2]`, and with `ranges` also `[0..3]`."""
    return parse_path(tokens, table, tokens.take(), ranges=ranges)


def parse_path(tokens: Tokens, table: BindingTable, start: Token, *, ranges=False) -> list[Binding]:
    """Parses a binding after its first word, `start`."""
    path = start.text
    while tokens.at(".") and tokens.peek(1).text in table.words_after(path):
        tokens.take()
        path += "." + tokens.take().text
    if path not in table.items:
        _fail_binding(tokens, table, path)
    item = table.items[path]
    if not item.count:
        if tokens.at("["):
            tokens.fail(
                tokens.peek(),
                f"'{path}' takes no index here",
                kind=ErrorKind.NO_INDEX,
                subject=path,
            )
        return item.bindings()
    if not tokens.at("["):
        if item.required:
            tokens.expect("[", f"with a number after '{path}'")
        return [item.binding(0)]
    first, last = parse_range(tokens, item.count, ranges=ranges)
    return [item.binding(index) for index in range(first, last + 1)]


def _fail_binding(tokens: Tokens, table: BindingTable, path: str) -> NoReturn:
    tokens.expect(".", f"after '{path}'")
    wrong = tokens.peek()
    name = f"{path}.{wrong.text}"
    reason = table.missing.get(name, "there is no such binding")
    tokens.fail(wrong, f"'{name}' is not available here: {reason}", choice(table.words_after(path)))


def parse_integer(tokens: Tokens, low: int, high: int) -> int:
    """Parses an unsigned integer from `low` to `high`."""
    token = tokens.peek()
    wanted = f"an integer from {low} to {high}"
    if token.kind != "integer":
        tokens.fail(token, f"unexpected {token}", wanted)
    value = integer_value(token.text)
    if not low <= value <= high:
        tokens.fail(token, f"{token.text} is out of range", wanted)
    tokens.take()
    return value


def parse_index(tokens: Tokens, count: int) -> int:
    """Parses `[n]` with n below `count`."""
    return parse_range(tokens, count, ranges=False)[0]


def parse_range(tokens: Tokens, count: int, *, ranges: bool) -> tuple[int, int]:
    """Parses `[n]`, with `ranges` also `[n..o]`: the first and last index, both below `count`."""
    tokens.expect("[")
    first = last = parse_integer(tokens, 0, count - 1)
    if ranges and tokens.accept(".."):
        token = tokens.peek()
        last = parse_integer(tokens, 0, count - 1)
        if first > last:
            tokens.fail(token, f"the range {first}..{last} runs backwards", f"at least {first}")
    tokens.expect("]", "after an index")
    return first, last


def parse_constant(tokens: Tokens, type_: DataType, *, signed: bool) -> Constant:
    """Parses a number, for all four components, or a vector in braces, padded with 0, 0, 1.

    type_ : the type of the numbers.
    signed : True if a bare number may have a sign of its own (in an instruction, the sign belongs
        to the operand).
    """
    if not tokens.accept("{"):
        return Constant((_parse_word(tokens, type_, signed=signed),) * 4)
    words = [_parse_word(tokens, type_, signed=True)]
    while len(words) < 4 and tokens.accept(","):
        words.append(_parse_word(tokens, type_, signed=True))
    tokens.expect("}", "or ','" if len(words) < 4 else "after four numbers")
    one = float_word("1") if type_ is FLOAT else 1
    return Constant((*words, *(0, 0, one)[len(words) - 1 :]))


def _parse_word(tokens: Tokens, type_: DataType, *, signed: bool) -> int:
    negative = signed and parse_sign(tokens)
    token = tokens.peek()
    if token.kind not in ("integer", "float"):
        tokens.fail(token, f"unexpected {token}", "a number")
    tokens.take()
    if type_ is FLOAT:
        return float_word(token.text) | (0x80000000 if negative else 0)
    return _integer_word(tokens, token, negative, type_)


def _integer_word(tokens: Tokens, token: Token, negative: bool, type_: DataType) -> int:
    # NV_gpu_program4, "Program Parameters": "A program will fail to load if it specifies a
    # floating-point constant value [...] that should be interpreted as a signed or unsigned
    # integer, or a negative integer constant value that should be interpreted as an unsigned
    # integer. [...] If the value used to specify an integer constant is too large to be
    # represented, the program will fail to load."
    wanted = "a signed integer" if type_ is SIGNED else "an unsigned integer"
    if token.kind == "float":
        tokens.fail(token, f"{token} is a floating-point constant", wanted)
    value = integer_value(token.text)
    if negative and type_ is UNSIGNED and value:
        tokens.fail(token, f"-{token.text} is negative", wanted)
    largest = 0xFFFFFFFF if type_ is UNSIGNED else 0x80000000 if negative else 0x7FFFFFFF
    if value > largest:
        tokens.fail(token, f"{token.text} is too large for 32 bits", wanted)
    return (-value if negative else value) & 0xFFFFFFFF


def parse_sign(tokens: Tokens) -> bool:
    """Parses an optional sign and returns True for a minus."""
    if tokens.accept("-"):
        return True
    tokens.accept("+")
    return False
