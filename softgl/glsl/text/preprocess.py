"""The preprocessor: the text of a shader to tokens, its version, and its extensions."""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.glsl.text.blanking import CleanText
from softgl.glsl.text.directives import MAX_MESSAGES, Directives
from softgl.glsl.text.extensions import INITIAL, available
from softgl.glsl.text.keywords import kinds
from softgl.glsl.text.language import Language, language_of
from softgl.glsl.text.lexer import Tokens, Vocabulary, scan
from softgl.glsl.text.macros import MAX_TOKENS, Expander, LimitReached, Macro
from softgl.glsl.text.source import Message, ShaderError, Source
from softgl.records import dataclass

_DIRECTIVE = re.compile(r"^[ \t\f\v]*#(.*)", re.M)


@dataclass(eq=False)
class Preprocessed:
    """A shader after the preprocessor.

    extensions : those enabled, or enabled with warnings; `warned` has the latter.
    pragmas : (index of the token that follows, text, offset) of each `#pragma STDGL`.
    messages : errors and warnings in the order of the text; there are no tokens if the
    text could not be read to its end.
    """

    tokens: Tokens
    language: Language
    extensions: frozenset[str]
    warned: frozenset[str]
    pragmas: list[tuple[int, str, int]]
    messages: list[Message]


def preprocess(
    source: Source,
    core: bool = False,
    extensions: frozenset[str] | None = None,
    es: int = 0,
) -> Preprocessed:
    """Runs the preprocessor. Never raises for a bad text: the messages say what is wrong.

    core, extensions, es : the context, as `compiling.CompileOptions` has them.
    """
    clean = CleanText(source.text)
    texts: list[str] = []
    offsets: list[int] = []
    language, directives, messages = Language(), None, clean.messages
    try:
        try:
            language, start = language_of(clean.text, core, extensions, es)
        except ShaderError as error:
            raise _moved(error, clean) from None
        names = available(language, extensions, core)
        directives = _Run(source, clean, language, names, messages, core)
        texts, offsets = directives.texts, directives.offsets
        directives.run(start)
    except ShaderError as error:
        messages.append(error.message)
        texts, offsets = [], []
    states = directives.states if directives else {}
    enabled = {name for name, state in states.items() if state != "disable"}
    if "GL_ARB_compatibility" in enabled:
        # GLSL 1.40: "Removed features were recast under the ARB_compatibility extension". 1.50
        # makes a profile of it; drivers take the extension for the profile there.
        language = replace(language, compatibility=True)
    vocabulary = Vocabulary(language, enabled)
    end = max(0, len(source.text.rstrip()) - 1)
    tokens = Tokens(
        [*map(vocabulary.__getitem__, texts), "end"], [*texts, ""], [*offsets, end], vocabulary
    )
    warned = frozenset(name for name in enabled if states[name] == "warn")
    messages += _uses(language, warned, texts, offsets)
    pragmas = directives.pragmas if directives else []
    return Preprocessed(tokens, language, frozenset(enabled), warned, pragmas, messages)


def _uses(language: Language, warned: frozenset[str], texts, offsets) -> list[Message]:
    """Returns a warning for the first keyword of each extension whose behavior is "warn"."""
    messages, plain = [], kinds(language, frozenset())
    for name in sorted(warned):
        words = dict(kinds(language, frozenset({name})).items() - plain.items())
        at = next((o for text, o in zip(texts, offsets, strict=True) if text in words), None)
        if at is not None:
            messages.append(Message("warning", f"this uses {name}", at))
    return messages


def _moved(error: ShaderError, clean: CleanText) -> ShaderError:
    """Returns an error in the clean text as one in the original text."""
    message = error.message
    end = None if message.end is None else clean.at(message.end)
    return ShaderError(message.text, clean.at(message.at), end, message.expected)


class _Run(Directives):
    """One run over a text: lines of tokens between directives."""

    def __init__(self, source, clean, language, extensions, messages, core):
        super().__init__(source, clean, language, extensions, messages)
        self.states = dict.fromkeys(extensions, "disable")
        if not language.es:
            self.states.update(dict.fromkeys(INITIAL.intersection(extensions), "enable"))
        self.macros.update(_builtin_macros(source, language, extensions, core))
        self.expander = Expander(source, self.macros)
        self.texts: list[str] = []
        self.offsets: list[int] = []
        self._left: tuple[list[str], list[int]] = ([], [])  # an incomplete call of a macro

    def run(self, start: int) -> None:
        """Reads the text from an offset on."""
        text = self.clean.text
        for match in _DIRECTIVE.finditer(text, start):
            if not self.skipping:
                self._read(start, match.start(), last=False)
            start = match.end()
            try:
                self.directive(match)
            except LimitReached:
                raise
            except ShaderError as error:
                self.messages.append(error.message)
                if len(self.messages) >= MAX_MESSAGES:
                    text = f"more than {MAX_MESSAGES} errors and warnings"
                    raise LimitReached(text, error.message.at) from None
        if not self.skipping:
            self._read(start, len(text), last=True)
        self.finish()

    def _read(self, start: int, end: int, last: bool) -> None:
        """Appends the tokens of a part of the text, macros expanded."""
        texts, offsets = scan(self.clean.text, start, end)
        if self.clean.moved:
            offsets = list(map(self.clean.at, offsets))
        if self._left[0]:
            texts, offsets = self._left[0] + texts, self._left[1] + offsets
            self.expander.spend(len(texts), offsets[0])
        elif not texts:
            return
        new_texts, new_offsets, count = self.expander.expand(texts, offsets, last)
        self._left = texts[count:], offsets[count:]
        self.texts += new_texts
        self.offsets += new_offsets
        if len(self.texts) > MAX_TOKENS:
            raise LimitReached(f"more than {MAX_TOKENS:,} tokens", self.offsets[MAX_TOKENS])


def _builtin_macros(
    source: Source, language: Language, extensions: list[str], core: bool
) -> dict[str, Macro]:
    """Returns the macros that exist at the begin of a shader."""
    values = dict.fromkeys(extensions, "1")
    values["__VERSION__"] = str(language.number)
    if language.es:
        values["GL_ES"] = "1"
    if language.es or language.number >= 130:
        values["GL_FRAGMENT_PRECISION_HIGH"] = "1"
    if language.number >= 150 and not language.es:
        values["GL_core_profile"] = "1"
        if not core:
            values["GL_compatibility_profile"] = "1"
    macros = {
        name: Macro(name, [value], text=value, builtin=True) for name, value in values.items()
    }
    for name, index in (("__LINE__", 1), ("__FILE__", 0)):
        place = lambda at, index=index: str(source.place(at)[index])  # noqa: E731
        macros[name] = Macro(name, [], builtin=True, place=place)
    return macros
