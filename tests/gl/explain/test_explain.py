"""Explanations of black pictures: counts of a draw, and hints at classic mistakes."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import softgl
from softgl import GLError
from softgl.gl import *
from softgl.gl.explain.explainer import ExplainWarning

ROOT = Path(softgl.__file__).parents[1]
TRIANGLE = np.array([[-1, -1, 0], [1, -1, 0], [-1, 1, 0]], np.float32)


@pytest.fixture
def explains():
    with softgl.Context(16, 16, machine="eager", explain=True) as context:
        glColor3f(1, 0, 0)
        yield context


def fragment_program(text):
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def texture(min_filter=GL_NEAREST, name=1, size=4, level=0):
    glBindTexture(GL_TEXTURE_2D, name)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, min_filter)
    pixels = np.full((size, size, 4), 255, np.uint8)
    layout = (0, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, size, size, *layout)


def square():
    glRectf(-1, -1, 1, 1)


# -- mistakes, one function each: the last line draws ----------------------------------------------


def all_culled():
    glEnable(GL_CULL_FACE)
    glFrontFace(GL_CW)
    square()


def everything_outside():
    glTranslatef(0, 0, 7)
    square()


def not_a_number():
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 0, TRIANGLE * np.float32(np.nan))
    glDrawArrays(GL_TRIANGLES, 0, 3)


def depth_never_cleared():
    glEnable(GL_DEPTH_TEST)
    glClearDepth(0)
    glClear(GL_DEPTH_BUFFER_BIT)
    square()


def nothing_left_by_the_scissor_box():
    glEnable(GL_SCISSOR_TEST)
    square()


def killed():
    fragment_program("!!ARBfp1.0 KIL -1.0; MOV result.color, 1.0; END")
    square()


def alpha_test():
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_GREATER, 1.0)
    square()


def stencil_test():
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_EQUAL, 1, 255)
    square()


def colour_mask():
    glColorMask(False, False, False, False)
    square()


def no_draw_buffer():
    glDrawBuffer(GL_NONE)
    square()


def blended_away():
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    glColor4f(1, 1, 1, 0)
    square()


def parameter_never_set():
    fragment_program("!!ARBfp1.0 MUL result.color, fragment.color, program.local[3]; END")
    glColorMask(True, True, True, False)
    square()


def no_mipmaps():
    texture(GL_LINEAR_MIPMAP_LINEAR)
    glEnable(GL_TEXTURE_2D)
    square()


def wrong_level():
    texture(GL_LINEAR_MIPMAP_LINEAR)
    texture(GL_LINEAR_MIPMAP_LINEAR, size=3, level=1)
    glEnable(GL_TEXTURE_2D)
    square()


def no_image():
    glEnable(GL_TEXTURE_2D)
    square()


def feedback_loop():
    texture(name=3)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    point = (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 3, 0)
    glFramebufferTexture2D(*point)
    fragment_program("!!ARBfp1.0 TEX result.color, fragment.position, texture, 2D; END")
    square()


def doubles():
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, TRIANGLE.astype(np.float64), GL_STATIC_DRAW)
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 0, None)
    glDrawArrays(GL_TRIANGLES, 0, 3)


def beyond_the_array():
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 0, TRIANGLE)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, np.array([0, 1, 9], np.uint32))


def two_small():
    glScalef(0.001, 0.001, 1)
    square()


def too_few():
    glBegin(GL_TRIANGLES)
    glVertex2f(0, 0)
    glEnd()


MISTAKES = {
    all_culled: "all 2 triangles in view are culled by their facing: glCullFace(GL_BACK) with "
    "glFrontFace(GL_CW)",
    everything_outside: "all 2 triangles lie outside the clip volume: look at the model-view",
    not_a_number: "the position of 3 of 3 vertices is not a number",
    depth_never_cleared: "all 256 fragments are dropped: 256 by the depth test, GL_LESS: the depth "
    "buffer holds 0",
    nothing_left_by_the_scissor_box: None,
    killed: "all 256 fragments are dropped: 256 by KIL",
    alpha_test: "all 256 fragments are dropped: 256 by the alpha test, GL_GREATER 1",
    stencil_test: "all 256 fragments are dropped: 256 by the stencil test, GL_EQUAL",
    colour_mask: "256 fragments write nothing: glColorMask is all GL_FALSE",
    no_draw_buffer: "256 fragments write nothing: glDrawBuffer(GL_NONE)",
    blended_away: "256 fragments are blended, and no pixel has changed: glBlendFunc(GL_SRC_ALPHA, "
    "GL_ONE_MINUS_SRC_ALPHA) with an alpha of 0?",
    parameter_never_set: "256 fragments are written, and no pixel has changed: they have the "
    "colour that was there; never set: program.local[3] of the fragment program",
    no_mipmaps: "texture 1 (GL_TEXTURE_2D) of unit 0 is not complete: GL_TEXTURE_MIN_FILTER is "
    "GL_LINEAR_MIPMAP_LINEAR, and level 1 has no image; glGenerateMipmap",
    wrong_level: "level 1 is 3x3, not 2x2",
    no_image: "texture 0 (GL_TEXTURE_2D) of unit 0 is not complete: level 0 has no image",
    feedback_loop: "texture 3 (GL_TEXTURE_2D) of unit 0 is sampled while it is drawn to, as "
    "GL_COLOR_ATTACHMENT0",
    doubles: "the array of vertex.position reads GL_FLOAT from buffer 1, which was filled with "
    "float64",
    beyond_the_array: "vertex 9 lies beyond the array of vertex.position, which has 3 elements",
    two_small: "2 triangles in view cover no centre of a pixel",
    too_few: "1 vertex: too few for one primitive",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_mistakes_are_said_with_their_place(explains, mistake):
    if mistake is nothing_left_by_the_scissor_box:
        glScissor(3, 4, 0, 5)
    with pytest.warns(ExplainWarning) as caught:
        mistake()
    expected = MISTAKES[mistake] or "by the scissor box, 0x5 at 3, 4"
    said = [each for each in caught if expected in str(each.message)]
    assert said, [str(each.message) for each in caught]
    lines = {line for each in (mistake, square) for *_, line in each.__code__.co_lines()}
    assert said[0].filename == __file__ and said[0].lineno in lines
    assert expected in explains.explain()


def test_a_draw_without_mistakes_is_silent(explains):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        square()
        texture()
        glEnable(GL_TEXTURE_2D)
        glColor3f(0, 1, 0)
        square()
    assert explains.explain().splitlines()[1:] == [
        "  vertices               4",
        "  triangles              2",
        "  fragments            256",
        "  written              256",
    ]


def test_state_that_does_nothing_is_a_message_of_low_severity(explains):
    glEnable(GL_LIGHTING)
    glEnable(GL_FOG)
    texture()
    glEnable(GL_TEXTURE_2D)
    text = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, 1; END"
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 2)
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    fragment_program("!!ARBfp1.0 MOV result.color, fragment.color; END")
    glEnableClientState(GL_NORMAL_ARRAY)
    glNormalPointer(GL_FLOAT, 0, TRIANGLE)
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 0, TRIANGLE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # such messages are disabled at first
        glDrawArrays(GL_TRIANGLES, 0, 3)
    said = explains.explain()
    for words in ("GL_LIGHTING does nothing", "GL_FOG does nothing", "GL_TEXTURE_2D of unit 0 does",
                  "the array of vertex.normal is enabled, and the vertex program"):  # fmt: skip
        assert words in said
    low = (GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_LOW)
    glDebugMessageControl(*low, 0, None, True)
    with pytest.warns(ExplainWarning) as caught:
        glDrawArrays(GL_TRIANGLES, 0, 3)
    assert any("GL_FOG does nothing" in str(each.message) for each in caught)


def test_debug_output_gets_what_is_said(explains):
    assert glGetIntegerv(GL_CONTEXT_FLAGS) == GL_CONTEXT_FLAG_DEBUG_BIT
    assert glIsEnabled(GL_DEBUG_OUTPUT)
    got = []
    glDebugMessageCallback(lambda *message: got.append(message), None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the callback has them
        all_culled()
    ((source, kind, _, severity, length, text, _),) = got
    assert (source, kind) == (GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER)
    assert severity == GL_DEBUG_SEVERITY_MEDIUM and length == len(text)
    assert text.startswith(b"test_explain.py:") and b"culled" in text


def test_an_explanation_is_of_the_state_of_the_draw(explains):
    square()
    before = explains.explain()
    for target in (GL_VERTEX_PROGRAM_ARB, GL_GEOMETRY_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB):
        glEnable(target)  # without a program
        assert explains.explain() == before
        with pytest.raises(GLError, match="is not loaded"):
            square()
        glDisable(target)
    texture(GL_LINEAR_MIPMAP_LINEAR)
    glEnable(GL_TEXTURE_2D)
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawBuffer(GL_NONE)
    assert explains.explain() == before
    glDrawBuffer(GL_BACK)
    glColor3f(0, 1, 0)
    with pytest.warns(ExplainWarning, match="not complete"):
        square()
    said = explains.explain()
    assert "not complete" in said
    glDeleteTextures([1])
    assert explains.explain() == said


def test_it_is_asked_for(tmp_path):
    with softgl.Context(2, 2) as plain, pytest.raises(GLError, match="SOFTGL_EXPLAIN=1"):
        plain.explain()
    with softgl.Context(2, 2, explain=True) as fresh:
        assert fresh.explain() == "nothing has been drawn yet"
    (tmp_path / "black.py").write_text(
        "import softgl\nfrom softgl.gl import *\nctx = softgl.Context(8, 8)\n"
        "glColorMask(0, 0, 0, 0)\nglRectf(-1, -1, 1, 1)\n"
    )
    done = subprocess.run(
        [sys.executable, "black.py"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "SOFTGL_EXPLAIN": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "black.py:5: ExplainWarning: 64 fragments write nothing" in done.stderr


def random_state(rng):
    """Sets some of the state that drops fragments and shapes."""
    functions = (GL_NEVER, GL_LESS, GL_LEQUAL, GL_GREATER, GL_ALWAYS, GL_NOTEQUAL)
    for capability in (GL_DEPTH_TEST, GL_ALPHA_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE,
                       GL_BLEND):  # fmt: skip
        (glEnable if rng.random() < 0.5 else glDisable)(capability)
    glDepthFunc(int(rng.choice(functions[1:])))
    glAlphaFunc(GL_GREATER, rng.random())
    glStencilFunc(int(rng.choice(functions)), 1, 3)
    glStencilOp(*(int(op) for op in rng.choice([GL_KEEP, GL_INCR, GL_INVERT], 3)))
    glScissor(*(int(edge) for edge in rng.integers(0, 20, 4)))
    glBlendFunc(GL_SRC_ALPHA, GL_ONE)
    if rng.random() < 0.5:
        fragment_program("!!ARBfp1.0 SUB result.color, fragment.color, 0.1; TEMP t;"
                         "SUB t, fragment.color, 0.3; KIL t.x; END")  # fmt: skip


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_pictures_stay_the_same_and_counts_add_up(machine):
    seed = 20261123
    print("seed", seed)
    rng = np.random.default_rng(seed)
    for _ in range(12 if machine == "eager" else 3):
        state = rng.bit_generator.state
        pictures = []
        for explain in (False, True):
            rng.bit_generator.state = state
            with softgl.Context(24, 20, machine=machine, explain=explain) as context:
                glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
                (query,) = glGenQueries(1)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    random_state(rng)
                    glBeginQuery(GL_SAMPLES_PASSED, query)
                    glBegin(GL_TRIANGLES)
                    for corner in rng.uniform(-1.5, 1.5, (9, 3)):
                        glColor4f(*rng.uniform(0, 1, 4))
                        glVertex3f(*corner)
                    glEnd()
                    glEndQuery(GL_SAMPLES_PASSED)
                pictures.append(np.asarray(context.read_image()))
                if explain:
                    counts = context.explainer.last.counts
                    passed = glGetQueryObjectuiv(query, GL_QUERY_RESULT)
        assert np.array_equal(*pictures)
        assert counts.written == passed
        dropped = (counts.scissored, counts.killed, counts.alpha, counts.stencil, counts.depth)
        assert counts.rasterized == counts.written + sum(dropped)
        assert counts.shapes == 3
