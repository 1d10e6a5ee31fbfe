"""gluErrorString, gluGetString and gluCheckExtension (GLU 1.3, chapters 2 and 8)."""

from __future__ import annotations

from softgl import gl
from softgl.glu.constants import CONSTANTS, NURBS_ERROR1, NURBS_ERRORS, TESS_ERROR1, TESS_ERRORS
from softgl.glu.functions import GLUError, function, integer

_OF_GLU = """INVALID_ENUM INVALID_VALUE INVALID_OPERATION OUT_OF_MEMORY
    INCOMPATIBLE_GL_VERSION""".split()
_OF_GL = """INVALID_ENUM INVALID_VALUE INVALID_OPERATION STACK_OVERFLOW STACK_UNDERFLOW
    OUT_OF_MEMORY INVALID_FRAMEBUFFER_OPERATION""".split()


def _words_of(name) -> str:
    return name.replace("ENUM", "ENUMERANT").replace("_", " ").lower()


MESSAGES = {
    0: "no error",
    **{getattr(gl, f"GL_{name}"): _words_of(name) for name in _OF_GL},
    **{CONSTANTS[f"GLU_{name}"]: _words_of(name) for name in _OF_GLU},
    **{TESS_ERROR1 + number: words for number, words in enumerate(TESS_ERRORS)},
    **{NURBS_ERROR1 + number: words for number, words in enumerate(NURBS_ERRORS)},
}
"""The messages of GL's and GLU's errors."""
STRINGS = {
    CONSTANTS["GLU_VERSION"]: b"1.3 softgl",
    CONSTANTS["GLU_EXTENSIONS"]: b"GLU_EXT_nurbs_tessellator GLU_EXT_object_space_tess",
}


@function("gluErrorString")
def error_string(error) -> bytes | None:
    """Returns the message of an error of GL or GLU; None for any other number."""
    words = MESSAGES.get(integer(error))
    return None if words is None else words.encode()


@function("gluGetString")
def get_string(name) -> bytes | None:
    """Returns the version of GLU, or its extensions; None for any other name."""
    return STRINGS.get(integer(name))


def _words(text) -> list[str]:
    if isinstance(text, str):
        return text.split()
    try:
        return bytes(text).decode("latin-1").split()
    except TypeError:
        raise GLUError(f"{text!r} is not a text") from None


@function("gluCheckExtension")
def check_extension(extName, extString) -> int:
    """Returns 1 if a name is one of the words of a text, as of glGetString's, else 0."""
    name = _words(extName)
    return int(len(name) == 1 and name[0] in _words(extString))
