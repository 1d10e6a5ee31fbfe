"""`OpenGL.arrays`: the common part of PyOpenGL's array types, over numpy arrays."""

from __future__ import annotations

import numpy as np

from softgl import gl
from softgl.arrays import vbo
from softgl.gl.api.casts import cast


class ArrayType:
    """An array type. dtype : of its elements; None to keep that of the values."""

    def __init__(self, dtype=None):
        self.dtype = dtype

    def zeros(self, dims, typeCode=None):
        """Returns an array of zeros."""
        return np.zeros(dims, self.dtype or np.float32)

    def asArray(self, value, typeCode=None):
        """Converts values to an array."""
        return np.asarray(value) if self.dtype is None else cast(value, self.dtype)

    from_param = asArray

    def arraySize(self, value, typeCode=None) -> int:
        """Returns the number of elements."""
        return self.asArray(value).size

    def arrayByteCount(self, value, typeCode=None) -> int:
        """Returns the number of bytes."""
        return len(value) if isinstance(value, bytes) else self.asArray(value).nbytes

    def dimensions(self, value, typeCode=None) -> tuple:
        """Returns the shape of an array."""
        return self.asArray(value).shape

    def voidDataPointer(self, value):
        """Returns a stand-in for the address of an array: the array itself."""
        return value

    typedPointer = voidDataPointer

    def dataPointer(self, value) -> int:
        """Returns the address of an array."""
        return np.asarray(value).ctypes.data


TYPES = "GLbyte GLubyte GLshort GLushort GLint GLuint GLfloat GLdouble GLenum GLsizei GLboolean"
CONTENTS = {
    "ArrayDatatype": ArrayType(),
    **{f"{name}Array": ArrayType(np.dtype(getattr(gl, name))) for name in TYPES.split()},
    "vbo": vbo,
}
"""The contents of `OpenGL.arrays`."""
