"""Matrix tracking of program parameters: glTrackMatrixNV (NV_vertex_program, 2.14.5).

A tracked matrix is stored in no parameter register: a read of the registers takes it from the
matrix stack at that moment. When tracking ends, the registers "retain the state of their last
tracked values".
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.programs.program_state import ProgramState
from softgl.gl.transform.matrices import MAX_PROGRAM_MATRICES, texture_coordinate_set
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.ir.program import Binding

ROWS = 4
TARGETS = EnumSet("GL_VERTEX_PROGRAM_NV")

# The matrices in the words of state.matrix bindings: name and number.
TRACKED = {
    gl.GL_MODELVIEW: ("modelview", 0),
    gl.GL_PROJECTION: ("projection", 0),
    gl.GL_MODELVIEW_PROJECTION_NV: ("mvp", 0),
    **{gl.GL_TEXTURE0 + n: ("texture", n) for n in range(MAX_TEXTURE_COORDS)},
    **{gl.GL_MATRIX0_NV + n: ("program", n) for n in range(MAX_PROGRAM_MATRICES)},
}
TRANSFORMS = {
    gl.GL_IDENTITY_NV: "",
    gl.GL_INVERSE_NV: ".inverse",
    gl.GL_TRANSPOSE_NV: ".transpose",
    gl.GL_INVERSE_TRANSPOSE_NV: ".invtrans",
}
# GL_COLOR needs "the ARB_imaging subset", which is not supported.
MATRICES = EnumSet("GL_NONE GL_TEXTURE") | EnumSet.of(TRACKED)
UNTRACKED = (gl.GL_NONE, gl.GL_IDENTITY_NV)


def with_tracked(ctx, words: np.ndarray) -> np.ndarray:
    """Returns the parameter registers as programs read them, with the tracked matrices.

    words : (256, 4) uint32, of the vertex target; never changed.
    """
    if not ctx.programs.vertex.tracking:
        return words
    words, state = words.copy(), ProgramState(ctx)
    for address, (matrix, transform) in ctx.programs.vertex.tracking.items():
        if matrix != gl.GL_NONE:
            words[address : address + ROWS] = _rows(state, matrix, transform)
    return words


def _rows(state, matrix, transform) -> np.ndarray:
    """Returns the words of a transformed matrix, "row-wise"."""
    name, number = TRACKED[matrix]
    binding = f"state.matrix.{name}{TRANSFORMS[transform]}.row"
    rows = [state.vector(Binding(binding, (number, row))) for row in range(ROWS)]
    return np.array(rows, np.float32).view(np.uint32)


def refuse_tracked(ctx, registers: Iterable[int]) -> None:
    """Raises GL_INVALID_OPERATION if a register of the vertex target tracks a matrix."""
    for register in registers:
        matrix, _ = ctx.programs.vertex.tracking.get(register - register % ROWS, UNTRACKED)
        if matrix != gl.GL_NONE:
            raise invalid_operation(f"parameter {register} tracks {gl.name_of(matrix)}")


def _check_address(ctx, address):
    registers = len(ctx.programs.vertex.env.words)
    if address % ROWS or address >= registers:
        raise invalid_value(f"address: {address} is not a multiple of 4 below {registers}")


@command(
    "glTrackMatrixNV",
    target=TARGETS,
    matrix=MATRICES,
    transform=EnumSet.of(TRANSFORMS),
)
def track_matrix(ctx, target, address, matrix, transform):
    """Lets four program parameters track a matrix; GL_NONE ends tracking."""
    _check_address(ctx, address)
    if matrix == gl.GL_TEXTURE:
        # "the texture matrix for the current active texture unit is tracked", and queries return
        # "TEXTUREi_ARB [...] (never TEXTURE)".
        matrix = gl.GL_TEXTURE0 + texture_coordinate_set(ctx)
    registers = slice(address, address + ROWS)
    env = ctx.programs.vertex.env
    env.write(address, with_tracked(ctx, env.words)[registers])
    ctx.programs.vertex.tracking[address] = (matrix, transform)


# The element of (matrix, transform) for each query.
PARTS = {gl.GL_TRACK_MATRIX_NV: 0, gl.GL_TRACK_MATRIX_TRANSFORM_NV: 1}


@command(
    "glGetTrackMatrixivNV",
    listed=False,
    target=TARGETS,
    pname=EnumSet.of(PARTS),
)
def get_track_matrix(ctx, target, address, pname, params):
    """Returns the matrix that four program parameters track, or its transform, as int32."""
    _check_address(ctx, address)
    tracked = ctx.programs.vertex.tracking.get(address, UNTRACKED)
    return fill(params, np.int32(tracked[PARTS[pname]]))
