"""GL's types as ctypes types, by the names that tutorials use: (GLfloat * 3)(1, 0, 0)."""

from __future__ import annotations

import ctypes


def _as_it_is(callback):
    """Returns a callback for glDebugMessageCallback unchanged: any function will do."""
    return callback


TYPES = {
    "GLDEBUGPROC": _as_it_is,
    "GLbitfield": ctypes.c_uint,
    "GLboolean": ctypes.c_ubyte,
    "GLbyte": ctypes.c_byte,
    "GLchar": ctypes.c_char,
    "GLcharARB": ctypes.c_char,
    "GLclampd": ctypes.c_double,
    "GLclampf": ctypes.c_float,
    "GLdouble": ctypes.c_double,
    "GLenum": ctypes.c_uint,
    "GLfloat": ctypes.c_float,
    "GLhalfARB": ctypes.c_ushort,
    "GLhalfNV": ctypes.c_ushort,
    "GLint": ctypes.c_int,
    "GLint64": ctypes.c_int64,
    "GLint64EXT": ctypes.c_int64,
    "GLintptr": ctypes.c_ssize_t,
    "GLintptrARB": ctypes.c_ssize_t,
    "GLshort": ctypes.c_short,
    "GLsizei": ctypes.c_int,
    "GLsizeiptr": ctypes.c_ssize_t,
    "GLsizeiptrARB": ctypes.c_ssize_t,
    "GLubyte": ctypes.c_ubyte,
    "GLuint": ctypes.c_uint,
    "GLuint64": ctypes.c_uint64,
    "GLuint64EXT": ctypes.c_uint64,
    "GLushort": ctypes.c_ushort,
    "GLvoid": ctypes.c_void_p,
    "GLvoidp": ctypes.c_void_p,
}
NO_NUMBERS = ("GLDEBUGPROC", "GLchar", "GLcharARB", "GLvoid", "GLvoidp")
NUMBERS = tuple({kind for name, kind in TYPES.items() if name not in NO_NUMBERS})
"""The ctypes types of numbers."""
