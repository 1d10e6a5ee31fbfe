"""A cursor over tokens, with syntax errors and the limit of nesting."""

from __future__ import annotations

from softgl.glsl.text.keywords import later
from softgl.glsl.text.lexer import Tokens
from softgl.glsl.text.source import Message, ShaderError
from softgl.glsl.tree import MAX_NESTING, Binary, Node

MAX_ERRORS = 100
"""Limit of the syntax errors of a shader that are reported."""


class TooManyErrors(Exception):
    """The parser gives up."""


class TooDeep(ShaderError):
    """MAX_NESTING is reached: what follows would be no better."""


class Cursor:
    """The place in the tokens that the parser has reached.

    i : the index of the next token. depth : the statements, parentheses, brackets and operands that
    are open. messages : syntax errors and warnings.
    """

    def __init__(self, tokens: Tokens):
        self.kinds, self.texts, self.offsets = tokens.kinds, tokens.texts, tokens.offsets
        self.vocabulary = tokens.vocabulary
        self.numbers = tokens.vocabulary.numbers
        self.i = self.depth = self._errors = 0
        self.messages: list[Message] = []
        self._warned: set[str] = set()

    def take(self, kind: str, expected: str = "") -> int:
        """Goes past a token of a kind; returns its offset. Raises ShaderError for another."""
        i = self.i
        if self.kinds[i] != kind:
            raise self.unexpected(expected or f"'{kind}'")
        self.i = i + 1
        return self.offsets[i]

    def take_name(self, expected: str) -> str:
        """Goes past a name and returns it."""
        i = self.i
        if self.kinds[i] != "name":
            raise self.unexpected(expected)
        self.i = i + 1
        return self.texts[i]

    def unexpected(self, expected: str) -> ShaderError:
        """Returns the error of a next token that cannot stand here."""
        kind, text, at = self.kinds[self.i], self.texts[self.i], self.offsets[self.i]
        if kind == "illegal":
            return ShaderError(self.vocabulary.reasons[text], at)
        if kind == "reserved":
            hint = self._hint(text)
            language = self.vocabulary.language
            return ShaderError(f"'{text}' is a reserved word in {language}{hint}", at)
        found = f"unexpected '{text[:40]}'" if text else "unexpected end of the shader"
        hint = self._hint(self.texts[self.i - 1]) if self.i else ""
        return ShaderError(found + hint, at, None, "" if hint else expected)

    def _hint(self, text: str) -> str:
        """Returns ": 'x' is a keyword from ... on" for a keyword of later versions, else ""."""
        hint = later(text, self.vocabulary.language)
        return f": {hint}" if hint else ""

    def enter(self) -> None:
        """Counts what is opened at the next token; raises ShaderError at the limit."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise self._too_deep(self.offsets[self.i])

    def _too_deep(self, at: int) -> ShaderError:
        return TooDeep(f"this is nested deeper than {MAX_NESTING} levels", at)

    def check_depth(self, root: Node) -> None:
        """Raises ShaderError if an expression is deeper than the limit, with what is open."""
        open_nodes = [(root, self.depth)]
        while open_nodes:
            node, depth = open_nodes.pop()
            if depth > MAX_NESTING:
                raise self._too_deep(node.at)
            chain = type(node) is Binary
            for name in node.fields[1:]:
                value = getattr(node, name)
                inner = depth if chain and name == "left" else depth + 1
                if isinstance(value, Node):
                    open_nodes.append((value, inner))
                elif isinstance(value, list):
                    open_nodes += [(each, inner) for each in value if isinstance(each, Node)]

    def report(self, error: ShaderError) -> None:
        """Adds an error to the messages; raises TooManyErrors if it is the last one."""
        self.messages.append(error.message)
        self._errors += 1
        if isinstance(error, TooDeep):
            raise TooManyErrors
        if self._errors == MAX_ERRORS:
            text = f"more than {MAX_ERRORS} syntax errors"
            self.messages.append(Message("error", text, error.message.at))
            raise TooManyErrors

    def warn(self, text: str, at: int) -> None:
        """Adds a warning to the messages, if none has the same text."""
        if text not in self._warned and len(self._warned) < MAX_ERRORS:
            self._warned.add(text)
            self.messages.append(Message("warning", text, at))

    def recover(self, error: ShaderError, start: int, depth: int) -> None:
        """Reports an error and goes on behind the next `;` or block, or in front of a `}`.

        start, depth : the place and depth of the statement or declaration that is wrong.
        """
        self.report(error)
        self.depth = depth
        kinds, i = self.kinds, self.i
        before = kinds[start:i]
        opened = max(0, before.count("{") - before.count("}"))
        ends = (";",) if kinds[start] in ("struct", "qualifier", "layout") else (";", "}")
        while kinds[i] != "end":
            kind = kinds[i]
            if kind == "}" and not opened:
                i += i == start  # a stray one
                break
            i += 1
            opened += (kind == "{") - (kind == "}")
            if not opened and kind in ends:
                break
        self.i = i
