"""The directives of the preprocessor, but for #version."""

from __future__ import annotations

import re
from itertools import pairwise

from softgl.glsl.text.blanking import CleanText
from softgl.glsl.text.conditions import Condition
from softgl.glsl.text.extensions import EXTENSIONS
from softgl.glsl.text.language import Language
from softgl.glsl.text.lexer import MAX_ES_NAME, scan
from softgl.glsl.text.macros import Expander, Macro
from softgl.glsl.text.source import Message, ShaderError, Source

MAX_MESSAGES = 100
"""Limit of the errors and warnings of the preprocessor that are reported."""
MAX_CONDITIONALS = 256
"""Limit of the nesting of #if, #ifdef and #ifndef."""
_BLANK = "[ \t\f\v]*"
_NAME = re.compile(rf"{_BLANK}(\w+)")
_DEFINE = re.compile(rf"{_BLANK}([A-Za-z_]\w*)(\(([^)]*)\))?")
_LIST = re.compile(r"\s*(?:[A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)*)?\Z")
_EXTENSION = re.compile(rf"{_BLANK}([A-Za-z_]\w*){_BLANK}:{_BLANK}([A-Za-z_]\w*){_BLANK}\Z")
_BEHAVIORS = ("require", "enable", "warn", "disable")
_CONDITIONALS = frozenset({"if", "ifdef", "ifndef", "elif", "else", "endif"})


class _Conditional:
    """An #if that is not closed.

    state : "now" while its tokens are read, "later" until a condition is true, "done" after that.
    outer : True if it lies in skipped text itself. last : True after #else.
    """

    __slots__ = ("at", "last", "outer", "state")

    def __init__(self, at: int, state: str, outer: bool):
        self.at, self.state, self.outer, self.last = at, state, outer, False


class Directives:
    """Executes directives.

    states : the behaviour of each extension. texts : the tokens so far. skipping : True within a
    part of the text that a condition excludes.
    """

    states: dict[str, str]
    texts: list[str]
    expander: Expander

    def __init__(
        self,
        source: Source,
        clean: CleanText,
        language: Language,
        extensions: list[str],
        messages: list[Message],
    ):
        self.source, self.clean, self.language = source, clean, language
        self.available, self.messages = extensions, messages
        self.macros: dict[str, Macro] = {}
        self.pragmas: list[tuple[int, str, int]] = []
        self.skipping = False
        self._conditionals: list[_Conditional] = []

    def directive(self, match) -> None:
        """Executes the directive of a line; the match's first group is the text behind `#`.

        Raises ShaderError if it is wrong.
        """
        name = _NAME.match(match[1])
        if not name:
            if match[1].strip() and not self.skipping:
                raise self._wrong(match.start(1), "this is not a directive", "its name")
            return
        at, rest = match.start(1) + name.start(1), match.start(1) + name.end()
        end = match.end()
        if self.skipping and name[1] not in _CONDITIONALS:
            return
        method = _METHODS.get(name[1])
        if method is None:
            reason = f"directive '#{name[1]}' is unknown"
            if name[1] == "include":
                reason = "'#include' is not supported: GLSL has no files"
            raise self._wrong(at, reason)
        method(self, at, rest, end)

    def finish(self) -> None:
        """Reports what is open at the end."""
        for conditional in self._conditionals:
            at = self.clean.at(conditional.at)
            self.messages.append(Message("error", "this has no '#endif'", at))

    # -- helpers

    def _wrong(self, at: int, text: str, expected: str = "", end: int | None = None) -> ShaderError:
        moved = None if end is None else self.clean.at(end)
        return ShaderError(text, self.clean.at(at), moved, expected)

    def _warn(self, at: int, text: str) -> None:
        self._warn_at(self.clean.at(at), text)

    def _warn_at(self, at: int, text: str) -> None:
        """Adds a warning at an offset of the original text."""
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(Message("warning", text, at))

    def _scan(self, start: int, end: int) -> tuple[list[str], list[int]]:
        texts, offsets = scan(self.clean.text, start, end)
        return texts, [self.clean.at(offset) for offset in offsets]

    def _no_more(self, start: int, end: int, directive: str) -> None:
        """Refuses tokens behind a directive that takes no more."""
        texts, offsets = scan(self.clean.text, start, end)
        if texts:
            raise self._wrong(
                offsets[0], f"'{texts[0]}' behind #{directive}", "the end of the line"
            )

    def _macro_name(self, at: int, start: int, end: int, directive: str) -> tuple[str, int, int]:
        """Returns the name that a directive has, and the offsets of its begin and end."""
        match = _NAME.match(self.clean.text, start, end)
        if not match:
            raise self._wrong(at, f"#{directive} without a name", "the name of a macro")
        if match[1][0].isdecimal():
            raise self._wrong(match.start(1), f"'{match[1]}' is not a name", "the name of a macro")
        return match[1], match.start(1), match.end()

    # -- conditions

    def _if(self, at: int, start: int, end: int) -> None:
        self._open(at, lambda: self._condition(at, start, end, "if"))

    def _ifdef(self, at: int, start: int, end: int) -> None:
        self._open(at, lambda: self._defined(at, start, end, "ifdef"))

    def _ifndef(self, at: int, start: int, end: int) -> None:
        self._open(at, lambda: not self._defined(at, start, end, "ifndef"))

    def _open(self, at: int, test) -> None:
        if len(self._conditionals) == MAX_CONDITIONALS:
            raise self._wrong(at, f"#if is nested deeper than {MAX_CONDITIONALS}")
        conditional = _Conditional(at, "done", self.skipping)
        self._conditionals.append(conditional)
        if not self.skipping:
            self.skipping = True  # if the condition is wrong
            conditional.state = "now" if test() else "later"
            self.skipping = conditional.state != "now"

    def _defined(self, at: int, start: int, end: int, directive: str) -> bool:
        name, _, rest = self._macro_name(at, start, end, directive)
        self._no_more(rest, end, directive)
        return name in self.macros

    def _innermost(self, at: int, directive: str) -> _Conditional:
        if not self._conditionals:
            raise self._wrong(at, f"#{directive} without #if")
        conditional = self._conditionals[-1]
        if conditional.last and directive != "endif":
            raise self._wrong(at, f"#{directive} behind #else")
        return conditional

    def _elif(self, at: int, start: int, end: int) -> None:
        conditional = self._innermost(at, "elif")
        if conditional.outer:
            return
        if conditional.state != "later":
            conditional.state, self.skipping = "done", True
            if not self.clean.text[start:end].strip():
                self._warn(at, "#elif without an expression")
        elif self._condition(at, start, end, "elif"):
            conditional.state, self.skipping = "now", False

    def _else(self, at: int, start: int, end: int) -> None:
        conditional = self._innermost(at, "else")
        conditional.last = True
        if not conditional.outer:
            self.skipping = conditional.state != "later"
            conditional.state = "done" if self.skipping else "now"
            self._no_more(start, end, "else")

    def _endif(self, at: int, start: int, end: int) -> None:
        conditional = self._innermost(at, "endif")
        self._conditionals.pop()
        self.skipping = conditional.outer
        if not self.skipping:
            self._no_more(start, end, "endif")

    def _condition(self, at: int, start: int, end: int, directive: str) -> bool:
        """Returns the value of the expression of #if and #elif."""
        texts, offsets = self._scan(start, end)
        if not texts:
            raise self._wrong(at, f"#{directive} without an expression")
        texts, offsets = self._without_defined(texts, offsets)
        texts, offsets, _ = self.expander.expand(texts, offsets)
        texts, offsets = self._without_defined(texts, offsets)
        if not texts:
            raise self._wrong(at, f"the expression of #{directive} is empty")
        condition = Condition(texts, offsets, 0, self.clean.at(end))
        if condition.rest < len(texts):
            found, where = texts[condition.rest], offsets[condition.rest]
            raise ShaderError(f"'{found}' behind an expression", where, None, "an operator")
        if condition.undefined:
            self._undefined(*condition.undefined)
        return condition.number != 0

    def _undefined(self, name: str, at: int) -> None:
        """Reports a name in a condition that is not a macro.

        It is an error in ES, and from 1.30 on by the text of the specification. Desktop compilers
        take 0 in every version, and shaders rely on it.
        """
        if self.language.es:
            raise ShaderError(f"macro '{name}' is not defined", at)
        if self.language.number >= 130:
            self._warn_at(at, f"macro '{name}' is not defined: it is 0 here")

    def _without_defined(self, texts: list[str], offsets: list[int]):
        """Returns tokens with each `defined name` and `defined(name)` as 1 or 0."""
        if "defined" not in texts:
            return texts, offsets
        new_texts, new_offsets, index = [], [], 0
        while index < len(texts):
            text, at = texts[index], offsets[index]
            if text == "defined":
                name = texts[index + 1 : index + 4]
                if name[:1] == ["("]:
                    if len(name) < 3 or name[2] != ")":
                        raise ShaderError("'defined(' is not closed", at, None, "a name and ')'")
                    name, index = name[1:], index + 2
                if not name or not (name[0][0].isalpha() or name[0][0] == "_"):
                    raise ShaderError("'defined' without a name", at, None, "the name of a macro")
                text, index = str(int(name[0] in self.macros)), index + 1
            new_texts.append(text)
            new_offsets.append(at)
            index += 1
        return new_texts, new_offsets

    # -- macros

    def _define(self, at: int, start: int, end: int) -> None:
        name, place, _ = self._macro_name(at, start, end, "define")
        match = _DEFINE.match(self.clean.text, start, end)
        self._check_name(name, place)
        parameters = None
        if match[2]:
            if not _LIST.match(match[3]):
                raise self._wrong(match.start(2), "these are not parameters", "names", match.end())
            parameters = (
                tuple(word.strip() for word in match[3].split(",")) if match[3].strip() else ()
            )
            self._check_parameters(parameters, match.start(2))
        elif self.clean.text[match.end() : match.end() + 1] == "(":
            raise self._wrong(match.end(), "the parameters are not closed", "')'")
        texts, offsets = scan(self.clean.text, match.end(), end)
        self._check_pastes(texts, offsets)
        if parameters is not None and "#" in texts:
            raise self._wrong(offsets[texts.index("#")], "GLSL has no operator '#'")
        body = " ".join(self.clean.text[match.end() : end].split())
        macro = Macro(name, texts, parameters, body)
        old = self.macros.get(name)
        if old is not None and old.builtin:
            # As in `_undef`.
            if self.language.since(None, 300):
                raise self._wrong(place, f"built-in macro '{name}' is not redefined")
        elif old is not None and not old.same(macro):
            raise self._wrong(place, f"macro '{name}' is defined already, with another body")
        self.macros[name] = macro

    def _check_name(self, name: str, at: int) -> None:
        """Refuses the names that a macro must not have."""
        if name == "defined":
            raise self._wrong(at, "a macro cannot be named 'defined'")
        if name.startswith("GL_"):
            raise self._wrong(at, "macros whose names begin with 'GL_' are reserved")
        if "__" in name:
            self._warn(at, "macros whose names contain '__' are reserved")
        if len(name) > MAX_ES_NAME and self.language.since(None, 300):
            raise self._wrong(at, f"the name of a macro has more than {MAX_ES_NAME} characters")

    def _check_parameters(self, parameters: tuple[str, ...], at: int) -> None:
        seen: set[str] = set()
        for parameter in parameters:
            if parameter in seen:
                raise self._wrong(at, f"two parameters are named '{parameter}'")
            seen.add(parameter)

    def _check_pastes(self, texts: list[str], offsets: list[int]) -> None:
        """Checks `##` in the body of a macro.

        Desktop versions before 1.30 do not have it, but all compilers do.
        """
        if "##" not in texts:
            return
        at = offsets[texts.index("##")]
        if self.language.es:
            raise self._wrong(at, f"{self.language} has no '##'")
        if self.language.number < 130:
            self._warn(at, f"{self.language} has no '##'")
        if "##" in (texts[0], texts[-1]) or ("##", "##") in pairwise(texts):
            raise self._wrong(at, "'##' stands between two tokens")

    def _undef(self, at: int, start: int, end: int) -> None:
        name, place, rest = self._macro_name(at, start, end, "undef")
        self._no_more(rest, end, "undef")
        if name.startswith("GL_"):
            raise self._wrong(place, f"built-in macro '{name}' cannot be undefined")
        if "__" in name:
            # GLSL ES 3.00 section 3.5: "It is an error to undefine or to redefine a built-in
            # (pre-defined) macro name." Desktop versions say nothing; 4.50 allows it.
            if self.language.es:
                raise self._wrong(place, "macros whose names contain '__' cannot be undefined")
            self._warn(place, "macros whose names contain '__' are reserved")
        self.macros.pop(name, None)

    # -- the others

    def _version(self, at: int, start: int, end: int) -> None:
        raise self._wrong(at, "#version stands behind other text", "it at the begin of the shader")

    def _error(self, at: int, start: int, end: int) -> None:
        first, last = self.clean.at(start), self.clean.at(end)
        text = " ".join(self.source.text[first:last].split())
        raise self._wrong(at, f"#error {text}".strip())

    def _pragma(self, at: int, start: int, end: int) -> None:
        texts, _ = scan(self.clean.text, start, end)
        if texts[:1] == ["STDGL"]:
            text = "".join(texts[1:])
            if text == "invariant(all)" and self.language.since(120, 100):
                self.pragmas.append((len(self.texts), "STDGL invariant(all)", self.clean.at(at)))
            else:
                self._warn(at, f"#pragma STDGL {text} is unknown")
        elif texts[:1] in (["optimize"], ["debug"]):
            self.pragmas.append((len(self.texts), texts[0], self.clean.at(at)))
            if texts[1:] not in (["(", "on", ")"], ["(", "off", ")"]):
                self._warn(at, f"#pragma {texts[0]} without (on) or (off)")

    def _extension(self, at: int, start: int, end: int) -> None:
        match = _EXTENSION.match(self.clean.text, start, end)
        if not match:
            text = "#extension is not complete"
            raise self._wrong(at, text, "a name, ':' and require, enable, warn or disable")
        name, behavior = match[1], match[2]
        if behavior not in _BEHAVIORS:
            expected = "require, enable, warn or disable"
            raise self._wrong(match.start(2), f"'{behavior}' is not a behavior", expected)
        if self.texts:
            text = "#extension stands behind declarations"
            raise self._wrong(at, text, "it in front of them")
        self._set_extension(name, behavior, match.start(1), match.start(2))

    def _set_extension(self, name: str, behavior: str, at: int, behavior_at: int) -> None:
        if name == "all":
            if behavior in ("require", "enable"):
                text = f"'all' cannot be followed by '{behavior}'"
                raise self._wrong(behavior_at, text, "warn or disable")
            self.states.update(dict.fromkeys(self.states, behavior))
        elif name not in self.available:
            text = f"extension {name} is not supported"
            if name in EXTENSIONS:
                text += f" in {self.language} here"
            if behavior == "require":
                raise self._wrong(at, text)
            self._warn(at, text)
        else:
            for each in (name, *EXTENSIONS[name].implies):
                self.states[each] = behavior

    def _line(self, at: int, start: int, end: int) -> None:
        texts, offsets = self._scan(start, end)
        texts, offsets, _ = self.expander.expand(texts, offsets)
        if not texts:
            raise self._wrong(at, "#line without a number", "a line, and a string")
        numbers, index = [], 0
        while index < len(texts) and len(numbers) < 2:
            value = Condition(texts, offsets, index, self.clean.at(end))
            if value.undefined:
                raise ShaderError(f"'{value.undefined[0]}' is not a number", value.undefined[1])
            if not 0 <= value.number < 1 << 31:
                raise ShaderError(f"{value.number} is not the number of a line", offsets[index])
            numbers.append(value.number)
            index = value.rest
        if index < len(texts):
            raise ShaderError(f"'{texts[index]}' behind #line", offsets[index], None, "its end")
        # GLSL 3.30 section 3.3: the following line is `line`; in 1.50 and before, `line` + 1.
        line = numbers[0] + (not self.language.since(330, 100))
        following = self.clean.at(min(end + 1, len(self.clean.text)))
        self.source.renumber(following, line, numbers[1] if len(numbers) > 1 else None)


_METHODS = {
    name: getattr(Directives, f"_{name}")
    for name in (
        "if ifdef ifndef elif else endif define undef version error pragma extension line".split()
    )
}
