"""Parses the suffixes of registers: write masks and swizzles."""

from __future__ import annotations

from softgl.asm.text.lexer import Tokens
from softgl.errors import ErrorKind
from softgl.ir.program import ALL, IDENTITY, X

_LETTERS = ("xyzw", "rgba")


def parse_mask(p) -> tuple[bool, bool, bool, bool]:
    """Parses an optional write mask."""
    if not p.tokens.accept("."):
        return ALL
    token = p.tokens.peek()
    mask = tuple(letter in token.text for letter in "xyzw")
    if not token.text or token.text != "".join(c for c in "xyzw" if c in token.text):
        wanted = "each of xyzw at most once, in this order"
        p.tokens.fail(token, f"'.{token.text}' is not a write mask", wanted)
    p.tokens.take()
    return mask


def parse_swizzle(tokens: Tokens, count: int = 4) -> tuple[int, ...]:
    """Parses an optional swizzle: `count` components, or one for all of them."""
    if not tokens.accept("."):
        return IDENTITY[:count]
    token = tokens.peek()
    for letters in _LETTERS:
        if token.text and set(token.text) <= set(letters) and len(token.text) in (1, count):
            tokens.take()
            chosen = tuple(map(letters.index, token.text))
            return chosen if len(chosen) == count else chosen * count
    wanted = f"one component or {count}, of xyzw"
    message = f"'.{token.text}' is not a selection of components"
    return tokens.fail(token, message, wanted, ErrorKind.COMPONENTS)


def parse_component(tokens: Tokens) -> int:
    """Parses the dot and component of an index register; x if there is none."""
    if not tokens.accept("."):
        return X
    token = tokens.peek()
    if len(token.text) != 1 or token.text not in "xyzw":
        tokens.fail(token, f"'.{token.text}' is not a component", "x, y, z or w")
    tokens.take()
    return "xyzw".index(token.text)
