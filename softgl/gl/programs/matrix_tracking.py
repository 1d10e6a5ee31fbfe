"""Matrices that program parameters follow: glTrackMatrixNV (NV_vertex_program, 2.14.5).

A tracked matrix lies in no parameter register: whoever reads the registers gets it from the matrix
stack at that moment. When tracking ends, the registers "retain the state of their last tracked
values".
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
from softgl.gl.transform.matrices import PROGRAM_MATRICES, texture_coordinate_set
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.ir.program import Binding

ROWS = 4
TARGETS = EnumSet("GL_VERTEX_PROGRAM_NV")

# The matrices in the words of state.matrix bindings: the name and the number.
TRACKED = {
    gl.GL_MODELVIEW: ("modelview", 0),
    gl.GL_PROJECTION: ("projection", 0),
    gl.GL_MODELVIEW_PROJECTION_NV: ("mvp", 0),
    **{gl.GL_TEXTURE0 + n: ("texture", n) for n in range(MAX_TEXTURE_COORDS)},
    **{gl.GL_MATRIX0_NV + n: ("program", n) for n in range(PROGRAM_MATRICES)},
}
TRANSFORMS = {
    gl.GL_IDENTITY_NV: "",
    gl.GL_INVERSE_NV: ".inverse",
    gl.GL_TRANSPOSE_NV: ".transpose",
    gl.GL_INVERSE_TRANSPOSE_NV: ".invtrans",
}
# GL_COLOR is there "if the ARB_imaging subset is supported", which it is not.
MATRICES = EnumSet("GL_NONE GL_TEXTURE") | EnumSet.of(TRACKED)
UNTRACKED = (gl.GL_NONE, gl.GL_IDENTITY_NV)


def with_tracked(ctx, words: np.ndarray) -> np.ndarray:
    """The parameter registers as programs read them: `words` with the tracked matrices in them.

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
    """The words of a transformed matrix, "row-wise"."""
    name, number = TRACKED[matrix]
    binding = f"state.matrix.{name}{TRANSFORMS[transform]}.row"
    rows = [state.vector(Binding(binding, (number, row))) for row in range(ROWS)]
    return np.array(rows, np.float32).view(np.uint32)


def refuse_tracked(ctx, registers: Iterable[int]) -> None:
    """GL_INVALID_OPERATION if one of the registers of the vertex target follows a matrix."""
    for register in registers:
        matrix, _ = ctx.programs.vertex.tracking.get(register - register % ROWS, UNTRACKED)
        if matrix != gl.GL_NONE:
            raise invalid_operation(f"parameter {register} follows {gl.name_of(matrix)}")


def _check_address(ctx, address):
    registers = len(ctx.programs.vertex.env.words)
    if address % ROWS or address >= registers:
        raise invalid_value(f"address: {address} is no multiple of four below {registers}")


@command(
    "glTrackMatrixNV",
    target=TARGETS,
    matrix=MATRICES,
    transform=EnumSet.of(TRANSFORMS),
)
def track_matrix(ctx, target, address, matrix, transform):
    """Let four program parameters follow a matrix, or, for GL_NONE, end that."""
    _check_address(ctx, address)
    if matrix == gl.GL_TEXTURE:
        # "the texture matrix for the current active texture unit is tracked", and queries return
        # "TEXTUREi_ARB [...] (never TEXTURE)".
        matrix = gl.GL_TEXTURE0 + texture_coordinate_set(ctx)
    registers = slice(address, address + ROWS)
    env = ctx.programs.vertex.env
    env.write(address, with_tracked(ctx, env.words)[registers])
    ctx.programs.vertex.tracking[address] = (matrix, transform)


# How a query reads (matrix, transform).
PARTS = {gl.GL_TRACK_MATRIX_NV: 0, gl.GL_TRACK_MATRIX_TRANSFORM_NV: 1}


@command(
    "glGetTrackMatrixivNV",
    listed=False,
    target=TARGETS,
    pname=EnumSet.of(PARTS),
)
def get_track_matrix(ctx, target, address, pname, params):
    """The matrix that four program parameters follow, or its transform, as int32."""
    _check_address(ctx, address)
    followed = ctx.programs.vertex.tracking.get(address, UNTRACKED)
    return fill(params, np.int32(followed[PARTS[pname]]))
