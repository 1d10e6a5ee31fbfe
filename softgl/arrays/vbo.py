"""`VBO`: an array and the buffer object that holds a copy of it.

    points = vbo.VBO(np.array(data, np.float32))
    with points:
        glVertexPointer(3, GL_FLOAT, 24, points)
        glNormalPointer(GL_FLOAT, 24, points + 12)
        glDrawArrays(GL_TRIANGLES, 0, 36)

While it is bound it stands for the first byte of the buffer, and with a number added for that byte.
"""

from __future__ import annotations

import numpy as np

from softgl import gl
from softgl.gl.api.errors import GLError


class VBO:
    """An array that is copied into a buffer object when it is first bound.

    data : an array, or anything that numpy makes one of.
    usage, target : GL's enums, or their names: "GL_STATIC_DRAW".
    size : bytes that are copied; None: all.
    All else that is asked of it, `shape` and the like, its array answers. Raises GLError.
    """

    def __init__(self, data, usage="GL_DYNAMIC_DRAW", target="GL_ARRAY_BUFFER", size=None):
        self.usage, self.target = _enum(usage), _enum(target)
        self.buffers: list[int] = []
        self.set_array(data, size)

    def set_array(self, data, size=None) -> None:
        """Take another array, which is copied when the buffer object is bound next."""
        self.data, self.copied = np.ascontiguousarray(data), False
        self.size = self.data.nbytes if size is None else size

    def create_buffers(self) -> list[int]:
        """Make the buffer object, if there is none yet; returns its name in a list."""
        if not self.buffers:
            self.buffers = [int(gl.glGenBuffers(1))]
        return self.buffers

    def copy_data(self) -> None:
        """Copy the array into the buffer object, which is bound, if it has changed."""
        if not self.copied:
            gl.glBufferData(self.target, self.size, self.data, self.usage)
            self.copied = True

    def bind(self) -> None:
        """Bind the buffer object, with what the array holds."""
        gl.glBindBuffer(self.target, self.create_buffers()[0])
        self.copy_data()

    def unbind(self) -> None:
        """Bind no buffer object."""
        gl.glBindBuffer(self.target, 0)

    def delete(self) -> None:
        """Delete the buffer object; the next `bind` makes another one."""
        if self.buffers:
            gl.glDeleteBuffers(1, self.buffers)
            self.buffers, self.copied = [], False

    def __enter__(self) -> VBO:
        self.bind()
        return self

    def __exit__(self, *_) -> None:
        self.unbind()

    def __setitem__(self, part, values) -> None:
        """Change a part of the array; it is copied when the buffer object is bound next."""
        self.data[part] = values
        self.copied = False

    def __getitem__(self, part):
        return self.data[part]

    def __len__(self):
        return len(self.data)

    def __add__(self, offset) -> Offset:
        """A reference to a byte of the buffer."""
        return Offset(self, offset)

    def __index__(self):
        return 0

    def __getattr__(self, name):
        if name == "data":  # not there yet
            raise AttributeError(name)
        return getattr(self.data, name)


class Offset:
    """A byte of a VBO's buffer, as pointers have it. vbo : that one. offset : bytes."""

    def __init__(self, vbo: VBO, offset: int):
        self.vbo, self.offset = vbo, offset

    def __index__(self):
        return self.offset

    def __add__(self, offset) -> Offset:
        return Offset(self.vbo, self.offset + offset)


def _enum(value) -> int:
    """An enum by its name, if it is one: in ASCII, as a string or as bytes."""
    if not isinstance(value, (str, bytes)):
        return value
    name = value.decode() if isinstance(value, bytes) else value
    found = getattr(gl, name, None) if name.startswith("GL_") else None
    if found is None:
        raise GLError(gl.GL_INVALID_ENUM, f"{name!r} is not an enum", "VBO", (value,))
    return found
