"""Macros of the preprocessor and their expansion, as in C++: prescan of arguments, rescan of
results, no expansion of a macro within itself, `##`."""

from __future__ import annotations

from itertools import compress

from softgl.glsl.text.lexer import is_one_token
from softgl.glsl.text.source import ShaderError, Source

MAX_TOKENS = 1_000_000
"""Limit of the tokens that the macros of a shader read and write."""
MAX_ARGUMENT_NESTING = 64
"""Limit of calls of macros within arguments of calls of macros."""

PASTE = object()
"""`##` in the body of a macro."""
_NOTHING = ""  # the place of an empty argument beside ##


class _Painted(str):
    """The name of a macro that was found within its own expansion: it is not expanded again."""

    __slots__ = ()


class Macro:
    """A macro.

    parameters : their names; None of a macro without parentheses. body : spellings, numbers of
    parameters, and PASTE. text : the body as written, blanks made one: redefinitions compare it.
    place : True if the body depends on the place, as of __LINE__.
    """

    __slots__ = ("body", "builtin", "disabled", "name", "parameters", "pastes", "place", "text")

    def __init__(self, name, texts, parameters=None, text="", builtin=False, place=None):
        numbers = {parameter: n for n, parameter in enumerate(parameters or ())}
        self.name, self.parameters, self.text = name, parameters, text
        self.body = [PASTE if t == "##" else numbers.get(t, t) for t in texts]
        self.pastes = PASTE in self.body
        self.builtin, self.place, self.disabled = builtin, place, 0

    def same(self, other: Macro) -> bool:
        """True if a redefinition as `other` changes nothing."""
        return self.parameters == other.parameters and self.text == other.text


class LimitReached(ShaderError):
    """A limit of the preprocessor is reached: nothing more is read."""


class Unclosed(Exception):
    """The tokens end within the parentheses of a macro, or before they can begin."""


class _Expansion:
    """The tokens of a macro, to read before the tokens that follow it."""

    __slots__ = ("index", "macro", "offsets", "texts")

    def __init__(self, texts, offsets, macro):
        self.texts, self.offsets, self.macro, self.index = texts, offsets, macro, 0


class Expander:
    """Expands macros.

    macros : by name; the preprocessor changes it.
    """

    def __init__(self, source: Source, macros: dict[str, Macro]):
        self.source, self.macros = source, macros
        self.count = self._nesting = 0

    def expand(self, texts: list[str], offsets: list[int], last: bool = True):
        """Returns the expanded tokens, and the number of tokens that were read.

        last : True if no tokens follow. Else a call of a macro that is not complete is
        left, with all that follows.
        """
        macros = self.macros
        if macros.keys().isdisjoint(texts):
            return texts, offsets, len(texts)
        new_texts: list[str] = []
        new_offsets: list[int] = []
        index = 0
        for position in compress(range(len(texts)), map(macros.__contains__, texts)):
            if position < index:
                continue  # it was an argument
            new_texts += texts[index:position]
            new_offsets += offsets[index:position]
            try:
                index = _Call(self, texts, offsets, position, last).run(new_texts, new_offsets)
            except Unclosed:
                return new_texts, new_offsets, position
        new_texts += texts[index:]
        new_offsets += offsets[index:]
        return new_texts, new_offsets, len(texts)

    def spend(self, count: int, at: int) -> None:
        """Counts tokens; raises ShaderError at the limit."""
        self.count += count
        if self.count > MAX_TOKENS:
            raise LimitReached(f"macros make more than {MAX_TOKENS:,} tokens", at)

    def argument(self, texts: list[str], offsets: list[int]):
        """Returns an argument with its macros expanded."""
        if self.macros.keys().isdisjoint(texts):
            return texts, offsets
        if self._nesting == MAX_ARGUMENT_NESTING:
            text = f"macros in arguments of macros are nested deeper than {MAX_ARGUMENT_NESTING}"
            raise ShaderError(text, offsets[0])
        self._nesting += 1
        try:
            return self.expand(texts, offsets)[:2]
        finally:
            self._nesting -= 1


class _Call:
    """The expansion of one macro at `position` of a list of tokens."""

    def __init__(self, expander, texts, offsets, position, last):
        self.expander, self.texts, self.offsets = expander, texts, offsets
        self.index, self.last = position, last
        self.stack: list[_Expansion] = []

    def run(self, new_texts: list[str], new_offsets: list[int]) -> int:
        """Appends the result; returns the index of the first token behind it."""
        macros, length = self.expander.macros, len(new_texts)
        try:
            while True:
                text, at = self._next()
                macro = macros.get(text) if type(text) is str else None
                if macro is None:
                    pass
                elif macro.disabled:
                    text, macro = _Painted(text), None
                elif macro.parameters is None:
                    self._push(macro, *self._object(macro, at), at)
                elif self._peek() == "(":
                    self._push(macro, *self._function(macro, at), at)
                else:
                    macro = None
                if macro is None:
                    new_texts.append(text)
                    new_offsets.append(at)
                self._drop_finished()
                if not self.stack:
                    return self.index
        except (ShaderError, Unclosed):
            del new_texts[length:], new_offsets[length:]
            for expansion in self.stack:
                expansion.macro.disabled -= 1
            raise

    def _next(self) -> tuple[str, int]:
        """Returns the next token, which exists."""
        if self.stack:
            top = self.stack[-1]
            top.index += 1
            return top.texts[top.index - 1], top.offsets[top.index - 1]
        self.index += 1
        return self.texts[self.index - 1], self.offsets[self.index - 1]

    def _drop_finished(self) -> None:
        """Ends the expansions that are read to their ends."""
        stack = self.stack
        while stack and stack[-1].index == len(stack[-1].texts):
            stack.pop().macro.disabled -= 1

    def _peek(self) -> str | None:
        """Returns the spelling of the next token; None at the end."""
        self._drop_finished()
        if self.stack:
            top = self.stack[-1]
            return top.texts[top.index]
        if self.index < len(self.texts):
            return self.texts[self.index]
        if not self.last:
            raise Unclosed
        return None

    def _push(self, macro: Macro, texts: list[str], offsets: list[int], at: int) -> None:
        """Puts an expansion in front of the tokens that follow."""
        self.expander.spend(len(texts) + 1, at)
        self.stack.append(_Expansion(texts, offsets, macro))
        macro.disabled += 1

    def _object(self, macro: Macro, at: int):
        """Returns the body of a macro without parameters."""
        if macro.place is not None:
            # Within the body of a macro, the line is that of the last token of the call.
            return [macro.place(self.offsets[self.index - 1])], [at]
        texts, offsets = macro.body, [at] * len(macro.body)
        return _pasted(texts, offsets) if macro.pastes else (texts, offsets)

    def _function(self, macro: Macro, at: int):
        """Returns the body of a macro with the arguments that follow in it."""
        arguments = self._arguments(macro, at)
        expected = len(macro.parameters)
        if len(arguments) != expected and not (expected == 0 and arguments == [([], [])]):
            count = len(arguments) if arguments != [([], [])] else 0
            text = f"macro '{macro.name}' is called with {_count(count)}"
            raise ShaderError(text, at, None, str(expected))
        texts: list = []
        offsets: list[int] = []
        expanded: dict[int, tuple] = {}
        for number, item in enumerate(macro.body):
            if type(item) is not int:
                texts.append(item)
                offsets.append(at)
                continue
            if PASTE in macro.body[max(0, number - 1) : number + 2]:
                argument = arguments[item] if arguments[item][0] else ([_NOTHING], [at])
            else:
                argument = expanded.get(item)
                if argument is None:
                    argument = expanded[item] = self.expander.argument(*arguments[item])
            self.expander.spend(len(argument[0]), at)
            texts += argument[0]
            offsets += argument[1]
        return _pasted(texts, offsets) if macro.pastes else (texts, offsets)

    def _arguments(self, macro: Macro, at: int) -> list[tuple[list[str], list[int]]]:
        """Returns the spellings and offsets of each argument of a call."""
        macros = self.expander.macros
        self._next()
        arguments, depth = [([], [])], 0
        while True:
            if self._peek() is None:
                raise ShaderError(f"call of macro '{macro.name}' is not closed", at, None, "')'")
            text, place = self._next()
            self.expander.spend(1, at)
            if text == "(":
                depth += 1
            elif text == ")":
                if not depth:
                    return arguments
                depth -= 1
            elif text == "," and not depth:
                arguments.append(([], []))
                continue
            elif text in macros and macros[text].disabled:
                text = _Painted(text)
            arguments[-1][0].append(text)
            arguments[-1][1].append(place)


def _count(number: int) -> str:
    return f"{number} argument{'' if number == 1 else 's'}"


def _pasted(texts: list, offsets: list[int]) -> tuple[list[str], list[int]]:
    """Returns tokens with those beside each PASTE joined."""
    new_texts: list[str] = []
    new_offsets: list[int] = []
    index, length = 0, len(texts)
    while index < length:
        text, at = texts[index], offsets[index]
        if text is PASTE:
            index += 1
            left, right = new_texts[-1], texts[index]
            joined = str.__add__(left, right)
            if left and right and not is_one_token(joined):
                raise ShaderError(f"'{left}' ## '{right}' is not one token", at)
            new_texts[-1] = joined
        else:
            new_texts.append(text)
            new_offsets.append(at)
        index += 1
    if _NOTHING in new_texts:
        kept = [n for n, text in enumerate(new_texts) if text]
        return [new_texts[n] for n in kept], [new_offsets[n] for n in kept]
    return new_texts, new_offsets
