"""Tests for softgl.capi.vectors: as many elements are copied as a command reads."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.capi import vectors
from softgl.capi.vectors import Vector, vector_of
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("glLightfv", Vector(2, 4, 0, vectors.BY_PNAME, 1)),
        ("glLoadMatrixd", Vector(0, 8, 16, vectors.FIXED)),
        ("glDeleteTextures", Vector(1, 4, 1, vectors.BY_PARAMETER, 0)),
        ("glProgramEnvParameters4fvEXT", Vector(3, 4, 4, vectors.BY_PARAMETER, 2)),
        ("glRectfv", None), ("glGetIntegerv", None), ("glTexImage1D", None),
        ("glPixelMapfv", None), ("glVertexPointer", None), ("glGetBufferSubData", None),
        ("glBufferSubData", Vector(3, 1, 0, vectors.BY_SIZE, 2)),
        ("glProgramNamedParameter4fvNV", None), ("glGenTextures", None), ("glBegin", None),
        # The registry's lengths of these are wrong; `lists.extents` has them.
        ("glVertexAttribs2hvNV", None), ("glTransformFeedbackAttribsNV", None),
    ],
)  # fmt: skip
def test_arrays_of_commands(name, expected):
    assert vector_of(name, signature(name)) == expected


def test_commands_read_as_many_elements_as_the_registry_and_the_table_say():
    """With that many no command asks for more, and with one less it does."""
    checked = 0
    with softgl.Context(4, 4):
        for name in sorted(COMMANDS.keys() & registry.COMMANDS.keys()):
            vector = vector_of(name, signature(name))
            if vector is None or vector.kind in (vectors.BY_PARAMETER, vectors.BY_SIZE):
                continue
            sizes = vectors.SIZES if vector.kind == vectors.BY_PNAME else {0: vector.count}
            for pname, size in sizes.items():
                refused = [_refused(name, vector, pname, count) for count in (size, size - 1)]
                assert not refused[0], (name, hex(pname), size)
                checked += refused[1]
    assert checked > 200


def _refused(name, vector, pname, count) -> bool:
    """True if a command asks for more elements."""
    values = [1] * len(signature(name).parameters)
    values[vector.parameter] = np.ones(count, np.float32 if "f" in name[-4:] else np.int32)
    if vector.kind == vectors.BY_PNAME:
        values[vector.source] = pname
        if vector.source:
            values[0] = SELECTORS.get(name.rstrip("Iuifdv"), values[0])
    try:
        COMMANDS[name](*values)
    except softgl.GLError as error:
        return error.err == gl.GL_INVALID_VALUE and "needed" in error.description
    return False


SELECTORS = {
    "glLight": gl.GL_LIGHT0, "glMaterial": gl.GL_FRONT, "glTexEnv": gl.GL_TEXTURE_ENV,
    "glTexGen": gl.GL_S, "glTexParameter": gl.GL_TEXTURE_2D,
}  # fmt: skip
