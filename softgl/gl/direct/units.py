"""State of texture units and texture coordinate sets by number: EXT_direct_state_access.

Bindings of textures and samplers by unit are those of ARB_direct_state_access too.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.direct import selections
from softgl.gl.queries.capabilities import switch
from softgl.gl.queries.pointers import get_pointer
from softgl.gl.queries.values import lookup
from softgl.gl.textures.textures import TEXTURE_BINDINGS
from softgl.gl.transform.matrices import MAX_PROGRAM_MATRICES
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.glsl.limits import MAX_COMBINED_TEXTURE_UNITS

CAPABILITIES = EnumSet(
    "GL_TEXTURE_1D GL_TEXTURE_2D GL_TEXTURE_3D GL_TEXTURE_CUBE_MAP GL_TEXTURE_RECTANGLE_ARB "
    "GL_TEXTURE_GEN_S GL_TEXTURE_GEN_T GL_TEXTURE_GEN_R GL_TEXTURE_GEN_Q"
)
OF_UNITS = (
    CAPABILITIES
    | EnumSet(
        "GL_CURRENT_MATRIX_NV GL_CURRENT_MATRIX_STACK_DEPTH_NV GL_CURRENT_RASTER_TEXTURE_COORDS "
        "GL_CURRENT_TEXTURE_COORDS GL_SAMPLER_BINDING GL_TEXTURE_BUFFER_DATA_STORE_BINDING_EXT "
        "GL_TEXTURE_BUFFER_FORMAT_EXT GL_TEXTURE_MATRIX GL_TEXTURE_STACK_DEPTH "
        "GL_TRANSPOSE_TEXTURE_MATRIX"
    )
    # EXT_direct_state_access has some of these, ARB_direct_state_access, 22.5, all.
    | EnumSet.of(TEXTURE_BINDINGS)
)
OF_COORDINATES = EnumSet(
    "GL_TEXTURE_COORD_ARRAY GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING GL_TEXTURE_COORD_ARRAY_COUNT_EXT "
    "GL_TEXTURE_COORD_ARRAY_SIZE GL_TEXTURE_COORD_ARRAY_STRIDE GL_TEXTURE_COORD_ARRAY_TYPE"
)
OF_MATRICES = {
    gl.GL_PROGRAM_MATRIX_EXT: gl.GL_CURRENT_MATRIX_ARB,
    gl.GL_TRANSPOSE_PROGRAM_MATRIX_EXT: gl.GL_TRANSPOSE_CURRENT_MATRIX_ARB,
    gl.GL_PROGRAM_MATRIX_STACK_DEPTH_EXT: gl.GL_CURRENT_MATRIX_STACK_DEPTH_ARB,
}
"""The queries of program matrices by number, and the glGet* pname of the current matrix."""


def check(index, count) -> None:
    """Raises GL_INVALID_VALUE for an index that is too large."""
    # "An INVALID_VALUE error is generated if index is outside the valid range".
    if index >= count:
        raise invalid_value(f"index: {index} is not below the limit of {count}")


def unit(ctx, index):
    """Selects the texture unit of a number."""
    check(index, MAX_COMBINED_TEXTURE_UNITS)
    return selections.unit(ctx, gl.GL_TEXTURE0 + index)


def coordinates(ctx, index):
    """Selects the texture coordinate set of a number."""
    check(index, MAX_TEXTURE_COORDS)
    return selections.coordinates(ctx, gl.GL_TEXTURE0 + index)


def _of_unit(ctx, pname, index):
    with unit(ctx, index):
        return lookup(ctx, pname)[0]


def of_coordinates(ctx, pname, index):
    """Returns a value of the array of a texture coordinate set."""
    with coordinates(ctx, index):
        return lookup(ctx, pname)[0]


def _of_matrix(ctx, pname, index):
    check(index, MAX_PROGRAM_MATRICES)
    with selections.matrix(ctx, gl.GL_MATRIX0_ARB + index):
        return lookup(ctx, OF_MATRICES[pname])[0]


def _switch_of_unit(cap):
    def switch_in_unit(ctx, index, on):
        with unit(ctx, index):
            switch(ctx, cap, on)

    return switch_in_unit


STATE = State(
    indexed={
        **dict.fromkeys(OF_UNITS, _of_unit),
        **dict.fromkeys(OF_COORDINATES, of_coordinates),
        **dict.fromkeys(OF_MATRICES, _of_matrix),
    },
    indexed_switches={cap: _switch_of_unit(cap) for cap in CAPABILITIES},
)


def _define_switch(word, on):
    def switch_coordinates(ctx, array, index):
        with coordinates(ctx, index):
            setattr(*ctx.vertex.switch_of(array), on)

    switch_coordinates.__doc__ = f"{word}s the array of a set of texture coordinates."
    names = f"gl{word}ClientStateIndexedEXT", f"gl{word}ClientStateiEXT"
    command(*names, listed=False, keeps_batch=True, array=EnumSet("GL_TEXTURE_COORD_ARRAY"))(
        switch_coordinates
    )


_define_switch("Enable", True)
_define_switch("Disable", False)


_POINTERS = EnumSet("GL_TEXTURE_COORD_ARRAY_POINTER")


@command("glGetPointerIndexedvEXT", listed=False, target=_POINTERS)
@command("glGetPointeri_vEXT", listed=False, pname=_POINTERS)
def get_pointer_indexed(ctx, pname, index, params):
    """Returns the array, or the offset, of a texture coordinate set; None for none."""
    with coordinates(ctx, index):
        return get_pointer(ctx, pname, params)
