"""Draws from client memory; the program's arrays are restored afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl import gl

ARRAYS = (
    gl.GL_VERTEX_ARRAY, gl.GL_NORMAL_ARRAY, gl.GL_COLOR_ARRAY, gl.GL_SECONDARY_COLOR_ARRAY,
    gl.GL_FOG_COORD_ARRAY, gl.GL_INDEX_ARRAY, gl.GL_EDGE_FLAG_ARRAY, gl.GL_PRIMITIVE_RESTART_NV,
)  # fmt: skip


@contextmanager
def client_arrays(positions, normals=None, texture=None) -> Iterator[None]:
    """Enables these arrays, and no others, within the block.

    positions, normals : (n, 3) float32. texture : (n, 2) float32, texture coordinates of unit 0.
    """
    buffer, array = (
        int(gl.glGetIntegerv(name))
        for name in (gl.GL_ARRAY_BUFFER_BINDING, gl.GL_VERTEX_ARRAY_BINDING)
    )
    gl.glBindVertexArray(0)
    gl.glPushClientAttrib(gl.GL_CLIENT_VERTEX_ARRAY_BIT)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, 0)
    try:
        _disable_all()
        _pointer(gl.GL_VERTEX_ARRAY, gl.glVertexPointer, (3,), positions)
        _pointer(gl.GL_NORMAL_ARRAY, gl.glNormalPointer, (), normals)
        _pointer(gl.GL_TEXTURE_COORD_ARRAY, gl.glTexCoordPointer, (2,), texture)
        yield
    finally:
        gl.glPopClientAttrib()
        gl.glBindVertexArray(array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)


def _disable_all():
    """Disables every array; leaves unit 0 selected for texture coordinates."""
    for array in ARRAYS:
        gl.glDisableClientState(array)
    for attribute in range(int(gl.glGetIntegerv(gl.GL_MAX_VERTEX_ATTRIBS))):
        gl.glDisableVertexAttribArray(attribute)
    for unit in reversed(range(int(gl.glGetIntegerv(gl.GL_MAX_TEXTURE_COORDS)))):
        gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glDisableClientState(gl.GL_TEXTURE_COORD_ARRAY)


def _pointer(array, point, size, data: np.ndarray | None):
    if data is not None:
        gl.glEnableClientState(array)
        point(*size, gl.GL_FLOAT, 0, data)
