"""A batch shows the picture of its draws, drawn one by one."""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.tuning import changed

MODES = [
    *(GL_POINTS, GL_LINES, GL_LINE_LOOP, GL_LINE_STRIP, GL_TRIANGLES),
    *(GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON),
]
LENGTHS = (5, 2, 7, 5, 1, 8, 3)

# Everything that tells vertices, primitives and instances apart, as colours.
VERTEX = b"""!!NVvp4.0
INT TEMP number;
TEMP t;
AND.S number.x, vertex.id.x, 7;
MOV.S number.y, vertex.instance.x;
I2F.S t, number;
MUL result.color, t.xyxy, {0.125, 0.125, 0, 1};
MUL t.y, t.y, 0.0625;
ADD result.position, vertex.position, {0, 0, 0, 0};
ADD result.position.x, vertex.position.x, t.y;
MAD result.color.z, vertex.attrib[5].x, 0.1, 0;
END"""
FRAGMENT = b"""!!NVfp4.0
INT TEMP number;
TEMP t;
I2F.S t.x, primitive.id.x;
MUL t.x, t.x, 0.0625;
ADD t.y, fragment.color.x, t.x;
MOV result.color, {0, 0, 0, 1};
MUL result.color.x, t.y, 0.5;
MOV result.color.yz, fragment.color;
END"""


def load(target, text):
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def begin(machine):
    """Arrays of 40 vertices on a ring, some beyond the edges; draws blend, so that order shows."""
    Context(64, 64, machine=machine, threads=2)
    load(GL_VERTEX_PROGRAM_ARB, VERTEX)
    load(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT)
    rng = np.random.default_rng(2)
    angle = np.sort(rng.random(40)) * 6.3
    radius = rng.uniform(0.5, 1.1, 40)
    glVertexPointerd(np.stack([np.cos(angle) * radius, np.sin(angle) * radius], axis=1))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEdgeFlagPointer(0, np.uint8(rng.integers(0, 2, 40)))
    glEnableClientState(GL_EDGE_FLAG_ARRAY)
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE_MINUS_DST_COLOR)
    glLineWidth(2)
    glPointSize(3)


def picture(draw, *arguments):
    glClear(GL_COLOR_BUFFER_BIT)
    draw(*arguments)
    return np.frombuffer(glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)


def same(one, other):
    first, second = picture(*one), picture(*other)
    assert first.any()
    assert np.array_equal(first, second)


STATES = {
    "flat": (GL_FLAT,),
    "stipple": (GL_LINE_STIPPLE,),
    "outlines": (GL_POLYGON_MODE,),
    "stippled outlines": (GL_LINE_STIPPLE, GL_POLYGON_MODE),
}


@pytest.fixture(params=["eager", "llvm"])
def scene(request):
    begin(request.param)


# On the eager machine, which takes ten times as long, the last.
@pytest.fixture(params=["eager-stippled outlines", *(f"llvm-{s}" for s in STATES)])
def state(request):
    machine, _, name = request.param.partition("-")
    begin(machine)
    wanted = STATES[name]
    if GL_LINE_STIPPLE in wanted:
        glEnable(GL_LINE_STIPPLE)
        glLineStipple(3, 0b1001110001011)
    if GL_POLYGON_MODE in wanted:
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE)
    if GL_FLAT in wanted:
        glShadeModel(GL_FLAT)


def each_part(mode, parts):
    for part in parts:
        glDrawElements(mode, len(part), GL_UNSIGNED_INT, part)


@pytest.mark.parametrize("mode", MODES)
def test_several_ranges(state, mode, tuned):
    numbers = np.random.default_rng(mode).integers(0, 40, sum(LENGTHS)).astype(np.uint32)
    parts = np.split(numbers, np.cumsum(LENGTHS)[:-1])
    arguments = mode, LENGTHS, GL_UNSIGNED_INT, parts, len(parts)
    same((glMultiDrawElements, *arguments), (each_part, mode, parts))
    firsts = [0, 30, 10, 35, 39, 20, 1]
    ranges = [np.arange(f, f + n) for f, n in zip(firsts, LENGTHS, strict=True)]
    arguments = glMultiDrawArrays, mode, firsts, LENGTHS, len(firsts)
    same(arguments, (each_part, mode, ranges))
    together = picture(*arguments)
    tuned(COMBINED_DRAW_VERTICES=12)
    assert np.array_equal(picture(*arguments), together)


def draw_each(modes, separate):
    for number, mode in enumerate(modes):
        glDrawArrays(mode, 9 * number, 4)
        if separate:
            glFinish()


@pytest.mark.parametrize(
    "modes",
    [(GL_LINE_STRIP, GL_LINES, GL_LINE_LOOP), (GL_POLYGON, GL_QUADS, GL_TRIANGLE_FAN)],
    ids=["lines", "polygons"],
)
def test_small_draws_of_several_modes(state, modes):
    """Patterns run on through strips, and polygons have outlines, whatever is drawn beside them."""
    load(GL_VERTEX_PROGRAM_ARB, b"!!ARBvp1.0\nMOV result.position, vertex.position;\nEND")
    load(GL_FRAGMENT_PROGRAM_ARB, b"!!ARBfp1.0\nMOV result.color, 0.5;\nEND")
    same((draw_each, modes, False), (draw_each, modes, True))


@pytest.mark.parametrize("mode", MODES)
def test_instances(state, mode, tuned):
    glVertexAttribPointer(5, 1, GL_SHORT, False, 0, np.int16([3, 1, 2, 7, 5]))
    glEnableVertexAttribArray(5)
    glVertexAttribDivisorARB(5, 2)
    glVertexPointer(2, GL_DOUBLE, 0, np.random.default_rng(mode).uniform(-1, 1, (9, 2)))

    arrays = glDrawArraysInstancedARB, mode, 1, 7, 9
    indices = np.uint8([1, 2, 3, 4, 5, 6, 7])
    elements = glDrawElementsInstancedARB, mode, 7, GL_UNSIGNED_BYTE, indices, 9
    together = picture(*arrays)
    assert np.array_equal(picture(*elements), together)
    tuned(COMBINED_DRAW_VERTICES=1)
    assert np.array_equal(picture(*arrays), together)


@pytest.mark.parametrize("mode", MODES)
def test_primitive_restart(state, mode):
    """Like separate draws, but that primitives are numbered through."""
    load(GL_FRAGMENT_PROGRAM_ARB, b"!!ARBfp1.0\nMOV result.color, fragment.color;\nEND")
    numbers = np.random.default_rng(mode).integers(0, 40, sum(LENGTHS)).astype(np.uint32)
    parts = np.split(numbers, np.cumsum(LENGTHS)[:-1])
    joined = np.concatenate([np.append(part, 99) for part in parts])
    expected = picture(each_part, mode, parts)
    glPrimitiveRestartIndexNV(99)
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    arguments = mode, len(joined), GL_UNSIGNED_INT, joined
    assert np.array_equal(picture(glDrawElements, *arguments), expected)
    drawn = glMultiDrawElements, mode, [len(joined)] * 2, GL_UNSIGNED_INT, [joined, joined], 2
    assert np.array_equal(picture(*drawn), picture(each_part, mode, [*parts, *parts]))


def whole_and_in_pieces(*drawn):
    """Asserts that draws show the same in pieces."""
    for each in drawn:
        whole = picture(*each)
        assert whole.any()
        with changed(CHUNK_VERTICES=7, CHUNK_INDICES=9):
            assert np.array_equal(picture(*each), whole)


def immediate(mode):
    glBegin(mode)
    for n in range(39):
        glColor3f(n / 39, 1, 1)
        glEdgeFlag(n % 3)
        glArrayElement(n)
    glEnd()


@pytest.mark.parametrize("scene", ["llvm"], indirect=True)
@pytest.mark.parametrize("mode", MODES)
def test_pieces_of_a_large_draw(scene, mode):
    """Chunks of arrays, of indices with primitive restart, and of batches show one picture."""
    glShadeModel(GL_FLAT)
    glLineStipple(3, 0b1001110001011)
    glPrimitiveRestartIndexNV(99)
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    rng = np.random.default_rng(mode)
    numbers = rng.integers(0, 40, 60).astype(np.uint32)
    parts = np.split(numbers, [20, 21, 23, 30, 34, 60])[:-1]
    restarting = np.concatenate([np.append(part, 99) for part in parts]).astype(np.uint32)
    far = numbers.copy()
    far[5] = 10**9  # beyond the elements: zeros
    for convention, outlines in (
        (GL_FIRST_VERTEX_CONVENTION, GL_FILL),
        (GL_LAST_VERTEX_CONVENTION, GL_LINE),
    ):
        glProvokingVertexEXT(convention)
        glPolygonMode(GL_FRONT_AND_BACK, outlines)
        glDisable(GL_LINE_STIPPLE)
        whole_and_in_pieces(
            (glMultiDrawElements, mode, [*map(len, parts)], GL_UNSIGNED_INT, parts, len(parts))
        )
        glEnable(GL_LINE_STIPPLE)
        whole_and_in_pieces(
            (glDrawArrays, mode, 1, 39),
            (glDrawElements, mode, 60, GL_UNSIGNED_INT, far),
            (glDrawElements, mode, len(restarting), GL_UNSIGNED_INT, restarting),
            (immediate, mode),
        )


@pytest.mark.parametrize("scene", ["llvm"], indirect=True)
@pytest.mark.parametrize("mode", MODES[4:])
def test_pieces_with_two_polygon_modes(scene, mode):
    """The faces of a convex polygon, and what is cut off at the edges of the view."""
    angle = np.arange(40) * 0.157
    glVertexPointerd(np.stack([np.cos(angle), np.sin(angle)], axis=1) * 1.05)
    glPolygonMode(GL_FRONT, GL_LINE)
    glPolygonMode(GL_BACK, GL_POINT)
    glEnable(GL_LINE_SMOOTH)
    glEnable(GL_LINE_STIPPLE)
    glLineStipple(5, 0b1001110001011)
    backwards = np.arange(40, dtype=np.uint8)[::-1].copy()
    whole_and_in_pieces(
        (glDrawArrays, mode, 0, 40),
        (glDrawElements, mode, 40, GL_UNSIGNED_BYTE, backwards),
    )
