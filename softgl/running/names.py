"""The contents of softgl's stand-ins for the modules of PyOpenGL: `contents`.

A function of GL that softgl lacks is false, and raises NullFunctionError when it is called, as in
PyOpenGL, so that programs can import all names and test the ones that they need.
"""

from __future__ import annotations

import ctypes
import itertools
import re
from functools import cache
from importlib import import_module

from softgl import gl
from softgl.errors import SoftGLError
from softgl.gl.api import registry
from softgl.gl.api.errors import GLError
from softgl.gl.queries.strings import current_api, has_extension
from softgl.running import window_systems
from softgl.running.missing import Error, Missing, NullFunctionError, sentence

VERSION = "3.1.10"  # of PyOpenGL, for names and call forms
FLAGS = {
    "ERROR_CHECKING": True, "ERROR_LOGGING": False, "ERROR_ON_COPY": False,
    "ARRAY_SIZE_CHECKING": True, "STORE_POINTERS": True, "WARN_ON_FORMAT_UNAVAILABLE": False,
    "FORWARD_COMPATIBLE_ONLY": False, "SIZE_1_ARRAY_UNPACK": True, "USE_ACCELERATE": True,
    "CONTEXT_CHECKING": False, "FULL_LOGGING": False, "ALLOW_NUMPY_SCALARS": False,
    "UNSIGNED_BYTE_IMAGES_AS_STRING": True, "MODULE_ANNOTATIONS": False,
    "TYPE_ANNOTATIONS": False,
}  # fmt: skip
"""The variables of `OpenGL`. Only ERROR_CHECKING = False has an effect."""
VENDORS = """3DFX AMD ANGLE APPLE ARB ARM ATI DFX DMP EXT FJ GREMEDY HP IBM IMG INGR INTEL KHR MESA
    MESAX NV NVX OES OML OVR PGI QCOM REND S3 SGI SGIS SGIX SUN SUNX VERSION VIV WIN""".split()
CALL_FORMS = "pointers images exceptional glget framebufferobjects feedback selection".split()
NOT_THERE = {
    "OpenGL_accelerate": "softgl has no use for PyOpenGL's accelerator",
}
"""Missing module -> the reason."""


def missing(name: str) -> Missing:
    """Returns the stand-in for a missing function. Raises AttributeError for other names."""
    if re.match(r"gl[A-Z]", name):
        return Missing(name)
    raise AttributeError(sentence(name))


def contents(name: str) -> dict | None:
    """Returns the contents of a module of PyOpenGL, name -> value; None for other modules.

    Raises ImportError, with the reason, for a module that softgl lacks.
    """
    for absent, why in NOT_THERE.items():
        if name == absent or name.startswith(f"{absent}."):
            raise ImportError(f"{name}: {why}", name=name)
    name = name.replace("OpenGL.raw.", "OpenGL.")
    if window_systems.is_one(name):
        return window_systems.contents(name, _gl())
    if name in MODULES:
        return MODULES[name]()
    match = re.fullmatch(r"OpenGL\.GL\.([A-Z0-9]+)(?:\.(\w+))?", name)
    if match and match[1] in VENDORS:
        return _extension(*match.groups()) if match[2] else {}
    return None


@cache
def _gl() -> dict:
    """`OpenGL.GL`: all of softgl.gl, further names of PyOpenGL, and missing functions."""
    missing = registry.COMMANDS.keys() - set(gl.__all__)
    names = {name: Missing(name) for name in sorted(missing)}
    names |= {name: getattr(gl, name) for name in gl.__all__}
    for kind, number in itertools.product(("GLdouble", "GLfloat"), (2, 3, 4)):
        names[f"{kind}_{number}"] = names[kind] * number
    return _besides() | names | _errors()


def _extension(vendor: str, name: str) -> dict:
    """Returns an extension's module: all of `OpenGL.GL`, and the function that tests for it.

    Names beyond the extension's own do no harm.
    """
    words = re.split(r"_", name)
    joined = "".join(word[:1].upper() + word[1:].lower() for word in words)
    # title() also capitalises a letter after a digit.
    joined = re.sub(r"(?<=\d)([a-z])", lambda match: match[1].upper(), joined)
    suffix = "" if vendor == "VERSION" else vendor

    def init():
        """True if the context has the extension."""
        return vendor == "VERSION" or has_extension(f"GL_{vendor}_{name}")

    init.__name__ = f"glInit{joined}{suffix}"
    return _gl() | {init.__name__: init, "EXTENSION_NAME": f"GL_{vendor}_{name}"}


@cache
def _errors() -> dict:
    """Returns `OpenGL.error`."""
    found = {
        "Error": Error, "NullFunctionError": NullFunctionError, "GLError": GLError,
        "GLerror": GLError, "ArgumentError": ctypes.ArgumentError, "NoContext": GLError,
        "CopyError": Error,
    }  # fmt: skip
    for library in ("GLUT", "GLU"):
        module = _library(library)
        error = getattr(module, f"{library}Error", SoftGLError)
        found |= {f"{library}Error": error, f"{library}error": error}
    return found


def _library(name: str):
    try:
        return import_module(f"softgl.{name.lower()}")
    except ModuleNotFoundError:
        return None


def _all_of(module) -> dict:
    return {name: getattr(module, name) for name in module.__all__}


def _constants() -> dict:
    """Returns `OpenGL.constants`: the numbers of GL, and its types."""
    return {
        name: value
        for name, value in _gl().items()
        if name.startswith("GL") and (isinstance(value, int) or name in gl.TYPES)
    }


def _extensions() -> dict:
    """Returns `OpenGL.extensions`."""

    def has_gl_extension(name):
        words = name.decode() if isinstance(name, bytes) else name
        version = re.fullmatch(r"GL_VERSION_GL_(\d)_(\d)", words)
        if version:
            return (int(version[1]), int(version[2])) <= current_api().version
        return has_extension(words)

    def alternate(name, *functions):
        given = functions if isinstance(name, str) else (name, *functions)
        return next((each for each in given if each), given[-1])

    return {
        "hasExtension": has_gl_extension,
        "hasGLExtension": has_gl_extension,
        "alternate": alternate,
    }


@cache
def _bytes() -> dict:
    """`OpenGL._bytes`, helpers for Python 2 and 3."""

    def as_8_bit(words, encoding="utf-8"):
        return words.encode(encoding) if isinstance(words, str) else bytes(words)

    def as_str(words, encoding="utf-8"):
        return words if isinstance(words, str) else words.decode(encoding)

    return {
        "as_8_bit": as_8_bit, "as_str": as_str, "bytes": bytes, "unicode": str, "long": int,
        "integer_types": (int,), "maxsize": 2**63 - 1, "STR_IS_BYTES": False,
        "STR_IS_UNICODE": True,
    }  # fmt: skip


def _besides(*modules: str) -> dict:
    """Further names that `import *` brings from PyOpenGL's own imports."""
    names = "as_8_bit bytes unicode long integer_types".split()
    types = {name: getattr(ctypes, name) for name in "c_char_p c_int c_void_p sizeof".split()}
    imported = {name: import_module(name) for name in ("ctypes", *modules)}
    return {name: _bytes()[name] for name in names} | types | imported


def _glut() -> dict:
    """Returns `OpenGL.GLUT`."""
    glut = _all_of(import_module("softgl.glut"))
    return _besides("os", "sys", "traceback", "logging") | _errors() | glut


def _platform() -> dict:
    """Returns `OpenGL.platform`."""
    from softgl.gl.context import current_context

    return {
        "GetCurrentContext": current_context,
        "CurrentContextIsValid": lambda: current_context() is not None,
        "PLATFORM": None,
    }


MODULES = {
    "OpenGL": lambda: dict(FLAGS, __version__=VERSION),
    "OpenGL.GL": _gl,
    **{f"OpenGL.GL.{name}": _gl for name in CALL_FORMS},
    "OpenGL.GLU": lambda: {"ctypes": ctypes} | _errors() | _all_of(import_module("softgl.glu")),
    "OpenGL.GLUT": _glut,
    **{f"OpenGL.GLUT.{name}": _glut for name in ("freeglut", "special", "fonts")},
    "OpenGL.GL.shaders": lambda: _gl() | _all_of(import_module("softgl.gl.shaders")),
    "OpenGL.raw": dict,
    "OpenGL.error": _errors,
    "OpenGL.constants": _constants,
    "OpenGL.constant": lambda: {"Constant": lambda name, value: value},
    "OpenGL.version": lambda: {"__version__": VERSION},
    "OpenGL.extensions": _extensions,
    "OpenGL.images": dict,
    "OpenGL._bytes": _bytes,
    "OpenGL.platform": _platform,
    "OpenGL.arrays": lambda: import_module("softgl.running.arrays").CONTENTS,
    "OpenGL.arrays.arraydatatype": lambda: import_module("softgl.running.arrays").CONTENTS,
    "OpenGL.arrays.vbo": lambda: {"VBO": import_module("softgl.arrays.vbo").VBO},
}
