"""State that each bit of glPushAttrib saves, in Mesa and here: one matrix of bits and state."""

from __future__ import annotations

import pytest

from softgl import gl as softgl
from softgl.gl import Context
from tests.drivers.mesa import mesa_context
from tests.gl.state_tables import called, changes

BITS = [f"GL_{name}_BIT" for name in (
    "CURRENT POINT LINE POLYGON POLYGON_STIPPLE PIXEL_MODE LIGHTING FOG DEPTH_BUFFER ACCUM_BUFFER "
    "STENCIL_BUFFER VIEWPORT TRANSFORM ENABLE COLOR_BUFFER HINT EVAL LIST TEXTURE SCISSOR "
    "MULTISAMPLE"
).split()]  # fmt: skip

MORE = (
    "DEPTH_CLAMP VERTEX_PROGRAM_ARB FRAGMENT_PROGRAM_ARB "
    "VERTEX_PROGRAM_TWO_SIDE_ARB VERTEX_PROGRAM_POINT_SIZE_ARB FRAMEBUFFER_SRGB"
).split()
"""Capabilities of extensions."""


def saved_by(gl, bit, items):
    """State that a bit restores: its values are as before, after all have changed."""

    def found():
        return {value: called(gl, value).tolist() for value in items}

    before = found()
    gl.glPushAttrib(getattr(softgl, bit))
    for change in items.values():
        called(gl, change)
    changed = found()
    assert not [name for name in before if before[name] == changed[name]]
    gl.glPopAttrib()
    after = found()
    return {name for name in before if before[name] == after[name]}


def items():
    """Every change that softgl has: calls, and queries of the values."""
    found = {value: change for _, change, value, _ in changes(softgl)}
    found |= {f"GetDoublev {name} DOUBLES": f"Enable {name}" for name in MORE}
    # By it others would be changed in one unit and looked up in another.
    del found["GetDoublev ACTIVE_TEXTURE DOUBLES"]
    # Mesa's software drivers do not have it.
    del found["GetDoublev POLYGON_OFFSET_CLAMP DOUBLES"]
    return found


# What a bit saves and does not save in Mesa: OpenGL 2.1, tables 6.11, 6.13 and 6.32.
MESA = {
    "GL_FOG_BIT": {"FOG_COORD_SRC", "COLOR_SUM"},
    "GL_ENABLE_BIT": {"LIGHT0", "LIGHT3", "LIGHT7", "COLOR_SUM"},
    "GL_HINT_BIT": {"GENERATE_MIPMAP_HINT"},
}


@pytest.mark.parametrize("bit", BITS)
def test_a_bit_saves_what_it_saves_in_mesa(mesa, bit):
    Context(8, 8, machine="eager")
    tested = items()
    ours = saved_by(softgl, bit, tested)
    with mesa_context(8, 8) as gl:
        theirs = saved_by(gl, bit, tested)
    assert {value.split()[-2] for value in ours - theirs} == MESA.get(bit, set())
    assert not theirs - ours
