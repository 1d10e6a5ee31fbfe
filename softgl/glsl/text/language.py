"""The version of a shader: `#version` and the profile of the context."""

from __future__ import annotations

import re

from softgl.glsl.text.source import ShaderError
from softgl.records import dataclass, interned

VERSIONS = (110, 120, 130, 140, 150, 330)
ES_VERSIONS = (100, 300)
# OpenGL 3.3, E.2.2, removes "OpenGL Shading Language versions 1.10 and 1.20", and no other.
CORE_VERSION = 130
# GLSL ES 3.00 is part of every context, without the rest of GL_ARB_ES3_compatibility.
_ES_EXTENSIONS = {100: "GL_ARB_ES2_compatibility"}
_MAX_DIGITS = 9  # of a version that is read as a number
_DIRECTIVE = re.compile(r"\s*#[ \t\f\v]*version\b(.*)")


@interned(unique=True)
@dataclass(frozen=True)
class Language:
    """A version of GLSL.

    number : 110 to 330, or 100 and 300 with `es`. compatibility : True if the names of the
    compatibility profile exist: up to 140 outside of core contexts, then with "compatibility";
    never in ES.
    """

    number: int = 110
    es: bool = False
    compatibility: bool = True

    def since(self, desktop: int | None, es: int | None = None) -> bool:
        """True from a version on; None: no version of that kind has it."""
        first = es if self.es else desktop
        return first is not None and self.number >= first

    def __str__(self):
        suffix = " ES" if self.es else ""
        return f"GLSL{suffix} {self.number // 100}.{self.number % 100:02}"


def language_of(text: str, core: bool, extensions, es: int = 0) -> tuple[Language, int]:
    """Returns the version that a text is written in, and the offset of the end of its #version.

    text : without comments. core : True if the context has a core profile. extensions : those of
    the context, or None: all. es : the latest version of GLSL ES of a context of OpenGL ES; 0 for
    other contexts. Raises ShaderError for a version that the context does not have.
    """
    match = _DIRECTIVE.match(text)
    choices = _choices(core, extensions, es)
    if not match:
        # GLSL ES 3.00, 3.4: "Shaders that do not include a #version directive will be treated as
        # targeting version 1.00."
        if es:
            return Language(100, True, False), 0
        if core:
            text = "a shader without #version is GLSL 1.10, which a core profile does not have"
            raise ShaderError(text, 0, 0, choices)
        return Language(), 0
    words = match[1].split()
    at = match.end(1) - len(match[1].lstrip())
    if not words or not words[0].isdecimal():
        found = f"'{words[0]}'" if words else "nothing"
        raise ShaderError(f"#version is followed by {found}", at, None, "a number, as 330")
    if len(words[0]) > _MAX_DIGITS:
        raise ShaderError(_unknown(words[0][:40]), at, None, choices)
    language, reason = _chosen(int(words[0]), words[1:], core)
    if language is not None and not _has(language, core, extensions):
        reason = f"{'this context' if language.es else 'a core profile'} does not have {language}"
        if words[1:] == ["compatibility"]:
            reason += ", compatibility profile"
    if es and language is not None and not (language.es and language.number <= es):
        reason = f"this context does not have {language}"
    if reason:
        raise ShaderError(reason, at, match.end(), choices)
    return language, match.end()


def _chosen(number: int, words: list[str], core: bool) -> tuple[Language | None, str]:
    """Returns the language of a directive, or None and the reason."""
    if words == ["es"]:
        if number == 100:
            return None, "'#version 100' takes no 'es'"
        return (
            (Language(300, True, False), "") if number == 300 else (None, _unknown(number, " es"))
        )
    if number == 100 and not words:
        return Language(100, True, False), ""
    if number == 300 and not words:
        return None, "GLSL ES 3.00 is '#version 300 es'"
    if number not in VERSIONS:
        return None, _unknown(number)
    if words and (number < 150 or words not in (["core"], ["compatibility"])):
        return None, f"'#version {number}' is followed by '{words[0]}'"
    compatibility = (number <= 140 and not core) or words == ["compatibility"]
    return Language(number, False, compatibility), ""


def _unknown(number: int | str, suffix: str = "") -> str:
    return f"version {number}{suffix} is not supported"


def _has(language: Language, core: bool, extensions) -> bool:
    """True if a context has a language."""
    if language.es:
        needed = _ES_EXTENSIONS.get(language.number)
        return extensions is None or needed is None or needed in extensions
    return not core or not (language.compatibility or language.number < CORE_VERSION)


def _choices(core: bool, extensions, es: int) -> str:
    """Returns the versions of a context in words."""
    if es:
        return "100 or 300 es" if es >= 300 else "100"
    texts = [str(n) for n in VERSIONS if not core or n >= CORE_VERSION]
    texts += [
        f"{n} es" if n == 300 else f"{n}"
        for n in ES_VERSIONS
        if _has(Language(n, True, False), core, extensions)
    ]
    return f"{', '.join(texts[:-1])} or {texts[-1]}"
