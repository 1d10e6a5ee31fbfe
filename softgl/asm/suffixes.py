"""Parses the suffixes of registers: write masks, swizzles and conditions."""

from __future__ import annotations

from typing import NoReturn

from softgl.asm.bindings import parse_sign
from softgl.asm.state import ParserState
from softgl.asm.text.lexer import Token
from softgl.errors import ErrorKind, Span
from softgl.ir.conditions import CONDITIONS
from softgl.ir.program import ALL, IDENTITY, ONE, ZERO, ConditionTest

COMPONENTS = ("xyzw", "rgba")
CONDITION_RULES = {
    rule + digit: (rule, int(digit or 0)) for rule in CONDITIONS for digit in ("", "0", "1")
}
"""The rules of condition tests with the digits of both registers: NV_gpu_program4."""
OLDER_RULES = frozenset({"EQ", "GE", "GT", "LE", "LT", "NE", "TR", "FL"})
"""The rules of the older languages, which have one register."""


def parse_mask(p: ParserState) -> tuple[bool, bool, bool, bool]:
    """Parses an optional write mask."""
    if not p.tokens.accept("."):
        return ALL
    token = _take_components(p, "a write mask")
    for letters in COMPONENTS:
        mask = tuple(letter in token.text for letter in letters)
        if token.text == "".join(letter for letter in letters if letter in token.text):
            note_letters(p, token, letters)
            return mask
    rule = "components named once, in the order xyzw or rgba"
    return _fail_components(p, token, rule)


def parse_swizzle(p: ParserState) -> tuple[int, int, int, int]:
    """Parses an optional swizzle suffix: one component or four."""
    if not p.tokens.accept("."):
        return IDENTITY
    token = _take_components(p, "a swizzle")
    if len(token.text) in (1, 4):
        for letters in COMPONENTS:
            if all(letter in letters for letter in token.text):
                note_letters(p, token, letters)
                return tuple(map(letters.index, token.text * (4 // len(token.text))))
    return _fail_components(p, token, "one component or four, of xyzw or of rgba")


def _take_components(p: ParserState, wanted: str) -> Token:
    """Takes the components after a dot, as one token."""
    token = p.tokens.expect_name(wanted)
    # In the languages with fixed registers each letter is a token of its own, so that blanks may
    # separate them. NV_vertex_program, 2.14.1.7: <optionalMask> ::= "." "x" "y".
    while p.dialect.read is not None and set(token.text) <= set("xyzw"):
        following = p.tokens.peek()
        if following.kind != "name" or not set(following.text) <= set("xyzw"):
            break
        p.tokens.take()
        span = Span(token.span.start, following.span.end)
        token = token._replace(text=token.text + following.text, span=span)
    return token


def note_letters(p: ParserState, token: Token, letters: str) -> None:
    """Notes a leniency for component letters that the language lacks."""
    # ARB_vertex_program names the components xyzw only; shipped programs write rgba there too.
    if letters not in p.dialect.component_sets:
        p.tokens.lenient(token, f"'.{token.text}' in a language without r, g, b and a")


def parse_scalar_suffix(p: ParserState, *, required: bool = True) -> tuple[int, int, int, int]:
    """Parses a suffix of one component, which may be omitted."""
    # Shipped programs omit the component: it is x then.
    if not p.tokens.at("."):
        if required:
            p.tokens.lenient(p.tokens.peek(), "a scalar operand without a component: x is used")
        return (0, 0, 0, 0)
    token = p.tokens.peek(1)
    swizzle = parse_swizzle(p)
    where = Span(token.span.start, p.tokens.last_end)
    if where.end - where.start != 1:
        words = p.tokens.source[where.start : where.end]
        p.tokens.fail(where, f"'.{words}' where a scalar is required", "one component")
    return swizzle


def parse_selectors(p: ParserState) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Parses the four selectors of SWZ after its operand, and the sign of each."""
    swizzle, negate, sets = [], [], set()
    for number in range(1, 5):
        p.tokens.expect(",", "between the selectors of SWZ")
        negate.append(parse_sign(p.tokens))
        token = p.tokens.peek()
        wanted = f"selector {number} of SWZ: 0, 1 or a component"
        if token.text in ("0", "1"):
            swizzle.append((ZERO, ONE)[int(token.text)])
        elif token.text in tuple("xyzwrgba"):
            letters = COMPONENTS[token.text in "rgba"]
            note_letters(p, token, letters)
            sets.add(letters)
            swizzle.append(letters.index(token.text))
        else:
            p.tokens.fail(token, f"unexpected {token}", wanted)
        if len(sets) == 2 and not p.dialect.mixed_selectors:
            p.tokens.fail(token, "SWZ mixes components of xyzw and of rgba", wanted)
        p.tokens.take()
    return tuple(swizzle), tuple(negate)


def _fail_components(p: ParserState, token: Token, rule: str) -> NoReturn:
    used = set(token.text)
    if used <= set("xyzwrgba") and not any(used <= set(letters) for letters in COMPONENTS):
        p.tokens.fail(token, f"'.{token.text}' mixes components of xyzw and of rgba", rule)
    message = f"'.{token.text}' is not a selection of components"
    p.tokens.fail(token, message, rule, ErrorKind.COMPONENTS)


def parse_condition_in_brackets(p: ParserState) -> ConditionTest | None:
    """Parses `(GT1.x)`, if there is a bracket."""
    if not p.tokens.accept("("):
        return None
    condition = parse_condition(p)
    p.tokens.expect(")", "after a condition")
    return condition


def is_condition(p: ParserState, token: Token) -> bool:
    """True if a token is a rule of condition tests in the language."""
    rules = p.dialect.condition_rules
    return token.text in (CONDITION_RULES if rules is None else rules)


def parse_condition(p: ParserState) -> ConditionTest:
    """Parses `GT1.xxyz`: a rule of table X.16 and a swizzle."""
    token = p.tokens.peek()
    if not is_condition(p, token):
        p.tokens.fail(token, f"{token} is not a condition here", "a rule such as EQ, GT or NE")
    p.tokens.take()
    rule, register = CONDITION_RULES[token.text]
    return ConditionTest(rule, register, parse_swizzle(p))
