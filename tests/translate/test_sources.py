"""Values of uniforms: from GL's state by queries, and from an application."""

import numpy as np
import pytest

import softgl
import softgl.gl as GL
from softgl import asm
from softgl.asm.state_bindings import MATRICES as MATRIX_WORDS
from softgl.asm.state_bindings import STATE as SPELLINGS
from softgl.errors import UsageError
from softgl.gl.programs.program_state import ProgramState
from softgl.ir.program import Binding
from softgl.translate import TARGETS
from softgl.translate.functions import ENUMS, Functions
from softgl.translate.interfaces.describe import describe
from softgl.translate.interfaces.gl_state import MATRICES, STATE
from softgl.translate.sources import Source, state_binding
from tests.gl.programs.test_program_state import EXPECTED, set_state
from tests.translate.interfaces.test_describe import VERTEX

FORMS = ("", ".inverse", ".transpose", ".invtrans")
NAMES = ("modelview", "projection", "mvp", "texture[1]", "program[2]")
# What is made of others.
MADE = ("half", "scenecolor", "lightprod")


@pytest.fixture
def state():
    """A context with state of all kinds, as `Source` reads it."""
    context = softgl.Context(4, 4, machine="eager")
    set_state()
    for mode, numbers in (
        (GL.GL_MODELVIEW, (1.0, 2.0, 3.0)),
        (GL.GL_PROJECTION, (0.5, -1.0, 4.0)),
        (GL.GL_MATRIX2_ARB, (7.0, 0.25, 1.0)),
    ):
        GL.glMatrixMode(mode)
        GL.glTranslatef(*numbers)
        GL.glRotatef(30.0, *numbers)
    GL.glMatrixMode(GL.GL_TEXTURE)
    GL.glActiveTexture(GL.GL_TEXTURE1)
    GL.glScalef(2.0, 3.0, 4.0)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    return context, Source(functions=Functions(GL))


def test_the_tables_are_complete():
    assert set(STATE) == {f"state.{name}" for name in SPELLINGS.values()}
    assert set(MATRICES) == set(MATRIX_WORDS)
    assert all(value == getattr(GL, name) for name, value in ENUMS.items())


def test_every_vector(state):
    _, source = state
    for text, expected in EXPECTED.items():
        found = np.float32(source.vector(text)).tolist()
        assert found == np.float32(expected).tolist(), text
    assert GL.glGetIntegerv(GL.GL_ACTIVE_TEXTURE) == GL.GL_TEXTURE0


def test_every_matrix(state):
    context, source = state
    for name in NAMES:
        for form in FORMS:
            plain, _, index = name.rstrip("]").partition("[")
            rows = f"state.matrix.{plain}{form}.row"
            expected = ProgramState(context).matrix(rows, int(index or 0))
            found = source.matrix(f"state.matrix.{name}{form}")
            np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6, err_msg=name + form)


def test_what_is_made_of_other_state_needs_only_that():
    softgl.Context(4, 4, machine="eager").make_current()
    set_state()
    queried = Source(functions=Functions(GL))
    texts = [text for text in EXPECTED if not any(word in text for word in MADE)]
    given = {text: queried.vector(text) for text in texts}
    given |= {f"state.light[{n}].{c}": queried.vector(f"state.light[{n}].{c}")
              for n in (0, 1) for c in ("ambient", "diffuse", "specular", "position")}  # fmt: skip
    source = Source(given)
    for text in EXPECTED:
        assert source.vector(text) == queried.vector(text)
    with pytest.raises(
        UsageError, match=r"no value is given for state.matrix.projection, and there"
    ):
        source.matrix("state.matrix.mvp.inverse")
    assert Source({"state.lightprod[0].ambient": [1, 2, 3, 4]}).vector(
        "state.lightprod[0].front.ambient"
    ) == [1, 2, 3, 4]


def test_uniforms_of_a_program(state):
    context, _ = state
    interface = describe(asm.parse(VERTEX), TARGETS["glsl330"])
    GL.glProgramEnvParameter4fARB(GL.GL_VERTEX_PROGRAM_ARB, 5, 1.0, 2.0, 3.0, 4.0)
    given = {"vertex_local": {3: (5, 6, 7, 8)}}
    found = Source(given, Functions(GL)).values(interface)
    assert [one.name for one in interface.uniforms] == list(found)
    assert all(value.dtype == np.float32 for value in found.values())
    assert found["vertex_local"].tolist() == [[0.0] * 4] * 3 + [[5.0, 6.0, 7.0, 8.0]]
    assert found["vertex_env"][5].tolist() == [1.0, 2.0, 3.0, 4.0]
    mvp = ProgramState(context).matrix("state.matrix.mvp.row", 0)
    np.testing.assert_allclose(found["vertex_state.matrix_mvp"], mvp, rtol=1e-6)
    tracked = Source(given, Functions(GL), {4: "state.matrix.mvp"}).values(interface)
    np.testing.assert_allclose(tracked["vertex_env"][4:8], mvp, rtol=1e-6)


def test_named_parameters_begin_as_declared():
    text = "!!FP1.0\nDECLARE tint = {1, 2, 3, 4};\nDECLARE more;\nADDR R0, tint, f[COL0];\n"
    interface = describe(asm.parse(text + "ADDR o[COLR], R0, more;\nEND\n"), TARGETS["glsl120"])
    found = Source({"fragment_more": [9, 8, 7, 6]}).values(interface)
    assert {name: value.tolist() for name, value in found.items()} == {
        "fragment_tint": [[1, 2, 3, 4]],
        "fragment_more": [[9, 8, 7, 6]],
    }


def test_names_of_state():
    assert state_binding("state.matrix.modelview") == (
        "state.matrix.modelview[0]",
        Binding("state.matrix.modelview.row", (0, 0)),
    )
    assert state_binding("state.material.ambient")[0] == "state.material.front.ambient"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"state.fog": [1]}, "'state.fog' is not a binding of state: "),
        ({"state.fog.color.x": [1]}, "unexpected text after the binding"),
        ({"state.light[8].ambient": [1]}, "8 is out of range"),
        ({"state.matrix.mvp.row[1]": [1]}, "is a row; give the whole matrix"),
        (
            {"vertex_local": {3: (5, 6, 7)}},
            r"vertex_local\[3\] must be 4 numbers, not \(5, 6, 7\)",
        ),
        ({"vertex_local": {3: "abcd"}}, "must be 4 numbers, not 'abcd'"),
        (
            {"state.light[1].diffuse": [1] * 4, "state.matrix.mvp": [1, 2]},
            r"state.matrix.mvp must be 16 numbers, not \[1, 2\]",
        ),
        ({}, "no value is given for state.light.1..diffuse, and there is no"),
    ],
)
def test_refused(given, reason):
    interface = describe(asm.parse(VERTEX), TARGETS["glsl330"])
    with pytest.raises(UsageError, match=reason):
        Source(given).values(interface)


def test_functions_from_several_places():
    functions = Functions(({"glGetFloatv": lambda enum: enum}, GL))
    assert functions.numbers("glGetFloatv", "GL_FOG_START") == [0x0B63]
    assert functions.glClear is GL.glClear
    with pytest.raises(UsageError, match="have no glNothing"):
        functions.glNothing()
