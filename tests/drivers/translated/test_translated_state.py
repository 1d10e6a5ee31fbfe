"""The values of uniforms from the state of a driver: Mesa's queries, as PyOpenGL gives them."""

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.asm import parse
from softgl.translate import TARGETS
from softgl.translate.functions import Functions
from softgl.translate.interfaces.describe import describe
from softgl.translate.sources import Source
from tests.drivers.mesa import mesa_context
from tests.drivers.programs.test_state_bindings import (
    BOTH,
    FRAGMENT,
    MATRICES,
    POINT,
    VERTEX,
    WIDE,
    set_lights,
    set_materials,
    set_matrices,
    set_planes,
    set_rest,
    turn,
)

pytestmark = pytest.mark.driver

PROGRAM_MATRICES = [f"state.matrix.program[{n}].row[1]" for n in (0, 5)]
TEXTS = [*BOTH, *WIDE, *MATRICES, *VERTEX, *POINT, *FRAGMENT, *PROGRAM_MATRICES]


def values(gl):
    """Every binding as a `Source` finds it, in a context with state of all kinds."""
    for change in (set_matrices, set_lights, set_materials, set_planes, set_rest):
        change(gl)
    for number in (0, 5):
        turn(gl, gl.GL_MATRIX0_ARB + number, 3 + number)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glActiveTexture(gl.GL_TEXTURE2)
    gl.glProgramEnvParameter4fARB(gl.GL_VERTEX_PROGRAM_ARB, 7, 1.0, 2.0, 3.0, 4.0)
    source = Source(functions=Functions(gl))
    found = {}
    for text in TEXTS:
        if ".matrix." in text:
            found[text] = source.matrix(text.rpartition(".row")[0])
        else:
            found[text] = source.vector(text)
    assert gl.glGetIntegerv(gl.GL_ACTIVE_TEXTURE) == gl.GL_TEXTURE2
    assert gl.glGetIntegerv(gl.GL_MATRIX_MODE) == gl.GL_MODELVIEW
    program = parse("!!ARBvp1.0\nMOV result.position, program.env[7];\nEND\n")
    found["env"] = source.values(describe(program, TARGETS["glsl120"]))["vertex_env"][7]
    return found


def test_a_drivers_state_is_softgls(mesa):
    with mesa_context(4, 4) as gl:
        actual = values(gl)
    softgl.Context(4, 4, machine="eager").make_current()
    expected = values(softgl.gl)
    for text, numbers in expected.items():
        np.testing.assert_allclose(actual[text], numbers, rtol=1e-5, atol=1e-6, err_msg=text)
    assert actual["env"].tolist() == [1.0, 2.0, 3.0, 4.0]
