"""`VBO`: an array and the buffer object that holds a copy of it.

    points = vbo.VBO(np.array(data, np.float32))
    with points:
        glVertexPointer(3, GL_FLOAT, 24, points)
        glNormalPointer(GL_FLOAT, 24, points + 12)
        glDrawArrays(GL_TRIANGLES, 0, 36)

While it is bound, it is a pointer to the first byte of the buffer; `points + 12` points to a later
byte.
"""

from __future__ import annotations

import numpy as np

from softgl import gl
from softgl.gl.api.errors import GLError


class VBO:
    """An array that is copied into a buffer object when it is first bound.

    data : an array, or anything that converts to one.
    usage, target : GL's enums, or their names: "GL_STATIC_DRAW".
    size : the number of bytes to copy; None: all.
    Other attributes, `shape` and the like, are those of the array. Raises GLError.
    """

    def __init__(self, data, usage="GL_DYNAMIC_DRAW", target="GL_ARRAY_BUFFER", size=None):
        self.usage, self.target = _enum(usage), _enum(target)
        self.buffers: list[int] = []
        self.set_array(data, size)

    def set_array(self, data, size=None) -> None:
        """Replaces the array; it is copied when the buffer object is bound next."""
        self.data, self.copied = np.ascontiguousarray(data), False
        self.size = self.data.nbytes if size is None else size

    def create_buffers(self) -> list[int]:
        """Creates the buffer object, if there is none yet; returns its name in a list."""
        if not self.buffers:
            self.buffers = [int(gl.glGenBuffers(1))]
        return self.buffers

    def copy_data(self) -> None:
        """Copies the array into the bound buffer object if it has changed."""
        if not self.copied:
            gl.glBufferData(self.target, self.size, self.data, self.usage)
            self.copied = True

    def bind(self) -> None:
        """Binds the buffer object, up to date with the array."""
        gl.glBindBuffer(self.target, self.create_buffers()[0])
        self.copy_data()

    def unbind(self) -> None:
        """Unbinds the buffer object."""
        gl.glBindBuffer(self.target, 0)

    def delete(self) -> None:
        """Deletes the buffer object; the next `bind` creates another one."""
        if self.buffers:
            gl.glDeleteBuffers(1, self.buffers)
            self.buffers, self.copied = [], False

    def __enter__(self) -> VBO:
        self.bind()
        return self

    def __exit__(self, *_) -> None:
        self.unbind()

    def __setitem__(self, part, values) -> None:
        """Changes a part of the array; it is copied when the buffer object is bound next."""
        self.data[part] = values
        self.copied = False

    def __getitem__(self, part):
        return self.data[part]

    def __len__(self):
        return len(self.data)

    def __add__(self, offset) -> Offset:
        """Returns a reference to a byte of the buffer."""
        return Offset(self, offset)

    def __index__(self):
        return 0

    def __getattr__(self, name):
        if name == "data":  # during initialization
            raise AttributeError(name)
        return getattr(self.data, name)


class Offset:
    """A pointer to a byte of a VBO's buffer. offset : in bytes."""

    def __init__(self, vbo: VBO, offset: int):
        self.vbo, self.offset = vbo, offset

    def __index__(self):
        return self.offset

    def __add__(self, offset) -> Offset:
        return Offset(self.vbo, self.offset + offset)


def _enum(value) -> int:
    """Returns the enum of a name, a string or ASCII bytes; other values as they are."""
    if not isinstance(value, (str, bytes)):
        return value
    name = value.decode() if isinstance(value, bytes) else value
    found = getattr(gl, name, None) if name.startswith("GL_") else None
    if found is None:
        raise GLError(gl.GL_INVALID_ENUM, f"{name!r} is not an enum", "VBO", (value,))
    return found
