"""`OpenGL.arrays`: PyOpenGL's types of arrays, as far as programs ask them; ours are numpy's."""

from __future__ import annotations

import numpy as np

from softgl import gl
from softgl.arrays import vbo
from softgl.gl.api.casts import cast


class ArrayType:
    """A type of arrays. dtype : of their elements; None: whatever is given."""

    def __init__(self, dtype=None):
        self.dtype = dtype

    def zeros(self, dims, typeCode=None):
        """An array of zeros."""
        return np.zeros(dims, self.dtype or np.float32)

    def asArray(self, value, typeCode=None):
        """Values as an array."""
        return np.asarray(value) if self.dtype is None else cast(value, self.dtype)

    from_param = asArray

    def arraySize(self, value, typeCode=None) -> int:
        """How many elements there are."""
        return self.asArray(value).size

    def arrayByteCount(self, value, typeCode=None) -> int:
        """How many bytes they take."""
        return len(value) if isinstance(value, bytes) else self.asArray(value).nbytes

    def dimensions(self, value, typeCode=None) -> tuple:
        """The shape of an array."""
        return self.asArray(value).shape

    def voidDataPointer(self, value):
        """What stands for the address of an array: the array."""
        return value

    typedPointer = voidDataPointer

    def dataPointer(self, value) -> int:
        """The address of an array."""
        return np.asarray(value).ctypes.data


TYPES = "GLbyte GLubyte GLshort GLushort GLint GLuint GLfloat GLdouble GLenum GLsizei GLboolean"
CONTENTS = {
    "ArrayDatatype": ArrayType(),
    **{f"{name}Array": ArrayType(np.dtype(getattr(gl, name))) for name in TYPES.split()},
    "vbo": vbo,
}
"""What is in `OpenGL.arrays`."""
