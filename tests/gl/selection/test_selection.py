"""Selection: the name stack, hits and their records."""

import random

import numpy as np
import pytest

import softgl
from softgl import GLError
from softgl import gl as functions
from softgl.gl import *
from tests.drivers.mesa import mesa_context

WHOLE = 2**32 - 1


@pytest.fixture
def selecting(context):
    """The array, in selection mode."""
    memory = glSelectBuffer(64)
    assert glRenderMode(GL_SELECT) == 0
    return memory


def triangle(x=0.0, z=0.0, size=0.5):
    glBegin(GL_TRIANGLES)
    for dx, dy in ((-size, -size), (size, -size), (0, size)):
        glVertex3f(x + dx, dy, z)
    glEnd()


def test_records(selecting):
    glInitNames()
    triangle(z=-0.5)  # under no name
    glPushName(7)
    triangle(z=0.5)
    triangle(x=3, z=-1)  # outside
    glLoadName(8)
    glPushName(2**32 - 1)
    glRasterPos3f(0, 0, 1)
    hits = glRenderMode(GL_RENDER)
    assert selecting[:10].tolist() == [
        0, 2**30, 2**30, 1, 3 * 2**30 - 1, 3 * 2**30 - 1, 7, 2, WHOLE, WHOLE,
    ]  # fmt: skip
    assert [hit.names for hit in hits] == [[], [7], [8, 2**32 - 1]]
    near, far, names = hits[1]
    assert near == far == pytest.approx(0.75) and names == hits[1]["names"]


def test_what_is_a_hit(selecting):
    glEnable(GL_CULL_FACE)
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT)

    def hits(draw):
        glPushName(1)
        draw()
        glPopName()
        return len(glRenderMode(GL_SELECT))

    assert hits(triangle)
    # "selection is based on the polygon itself, regardless of the setting of PolygonMode".
    assert hits(lambda: triangle(size=50))
    glCullFace(GL_FRONT)
    assert not hits(triangle)
    assert hits(lambda: glWindowPos2f(-100, 900))  # "always generate a selection hit"
    assert not hits(lambda: glRasterPos2f(2, 0))
    glClipPlane(GL_CLIP_PLANE0, (1, 0, 0, -0.9))
    glEnable(GL_CLIP_PLANE0)
    glCullFace(GL_BACK)
    assert not hits(triangle)
    assert not hits(lambda: glBegin(GL_POINTS) or glVertex2f(0, 0) or glEnd())
    glDisable(GL_CLIP_PLANE0)
    assert hits(lambda: glBegin(GL_POINTS) or glVertex2f(0, 0) or glEnd())
    assert hits(lambda: glBegin(GL_LINES) or glVertex2f(-9, 0) or glVertex2f(9, 0) or glEnd())


def test_depths_are_those_of_what_is_left_after_clipping(selecting):
    glPushName(1)
    glBegin(GL_LINES)
    glVertex3f(0, 0, -3)
    glVertex3f(0, 0, 0.5)
    glEnd()
    [(near, far, _)] = glRenderMode(GL_RENDER)
    assert (near, far) == pytest.approx((0.0, 0.75))


def test_nothing_is_drawn(context):
    before = context.read_image().tobytes()
    glSelectBuffer(4)
    glRenderMode(GL_SELECT)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    triangle()
    glRasterPos2f(0, 0)
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"1234")
    glRenderMode(GL_RENDER)
    assert context.read_image().tobytes() == before


def test_overflow_and_the_stack(context):
    memory = glSelectBuffer(6)
    glRenderMode(GL_SELECT)
    for name in range(64):
        glPushName(name)
    assert glGetIntegerv(GL_NAME_STACK_DEPTH) == glGetIntegerv(GL_MAX_NAME_STACK_DEPTH) == 64
    with pytest.raises(GLError) as caught:
        glPushName(1)
    assert caught.value.code == GL_STACK_OVERFLOW
    triangle()
    glInitNames()
    assert memory.tolist() == [64, 2**31, 2**31, 0, 1, 2]
    assert glRenderMode(GL_SELECT) == -1
    assert glRenderMode(GL_RENDER) == []
    glPushName(3)  # "has no effect" in this mode
    glPopName()
    glLoadName(1)
    assert glGetIntegerv(GL_NAME_STACK_DEPTH) == 0


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: glRenderMode(GL_FEEDBACK), GL_INVALID_OPERATION),
        (lambda: glRenderMode(GL_POINTS), GL_INVALID_ENUM),
        (lambda: glSelectBuffer(4), GL_INVALID_OPERATION),
        (glPopName, GL_STACK_UNDERFLOW),
        (lambda: glLoadName(1), GL_INVALID_OPERATION),
        (lambda: glFeedbackBuffer(-1, GL_2D), GL_INVALID_VALUE),
        (lambda: glFeedbackBuffer(1, GL_RGBA), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, call, code):
    glSelectBuffer(4)
    glRenderMode(GL_SELECT)
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        call()
    assert caught.value.code == code and snapshot(context) == before


def test_values(context):
    for pname in (GL_SELECTION_BUFFER_SIZE, GL_FEEDBACK_BUFFER_SIZE, GL_NAME_STACK_DEPTH):
        assert glGetIntegerv(pname) == 0
    with pytest.raises(GLError, match="glSelectBuffer has not been called"):
        glRenderMode(GL_SELECT)
    own = np.zeros(9, np.uint32)
    glSelectBuffer(8, own)
    glFeedbackBuffer(7, GL_3D)
    assert glGetIntegerv(GL_SELECTION_BUFFER_SIZE) == 8
    assert glGetIntegerv(GL_FEEDBACK_BUFFER_SIZE) == 7
    assert glGetIntegerv(GL_FEEDBACK_BUFFER_TYPE) == GL_3D
    assert np.shares_memory(glGetPointerv(GL_SELECTION_BUFFER_POINTER), own)
    glRenderMode(GL_SELECT)
    assert glGetIntegerv(GL_RENDER_MODE) == GL_SELECT
    triangle()
    glRenderMode(GL_RENDER)
    assert own[0] == 0 and own[1] == 2**31


# -- feedback --------------------------------------------------------------------------------------


def fed_back(draw, type_=GL_2D):
    """The feedback buffer, as numbers."""
    glFeedbackBuffer(1000, type_)
    glRenderMode(GL_FEEDBACK)
    draw()
    memory = glGetPointerv(GL_FEEDBACK_BUFFER_POINTER)
    items = glRenderMode(GL_RENDER)
    return items, memory


def test_types(context):
    glColor4f(1, 0.5, 0, 1)
    glTexCoord4f(0.25, 2, 3, 4)

    def point():
        glBegin(GL_POINTS)
        glVertex4f(0.5, 0, 0.5, 2)
        glEnd()

    x, y, z, w = 5, 4, 0.625, 2
    color, texture = [1, 0.5, 0, 1], [0.25, 2, 3, 4]
    for type_, expected in (
        (GL_2D, [x, y]),
        (GL_3D, [x, y, z]),
        (GL_3D_COLOR, [x, y, z, *color]),
        (GL_3D_COLOR_TEXTURE, [x, y, z, *color, *texture]),
        (GL_4D_COLOR_TEXTURE, [x, y, z, w, *color, *texture]),
    ):
        items, memory = fed_back(point, type_)
        assert memory[: 1 + len(expected)].tolist() == [GL_POINT_TOKEN, *expected]
        [(token, vertex)] = items
        assert token == GL_POINT_TOKEN and vertex.vertex.tolist() == expected[: len(vertex.vertex)]
        assert (vertex.color is None) == (type_ in (GL_2D, GL_3D))


def test_tokens(context):
    def draw():
        glBegin(GL_LINE_STRIP)
        for x in (0, 0.25, 0.5):
            glVertex2f(x, 0)
        glEnd()
        glPassThrough(2.5)
        glBegin(GL_LINES)
        for x in (0, 0.25, 0.5, 0.75):
            glVertex2f(x, 0)
        glEnd()
        triangle()
        glRasterPos2f(0, 0)
        glBitmap(0, 0, 0, 0, 0, 0, None)
        glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"1234")
        glCopyPixels(0, 0, 1, 1, GL_COLOR)
        glRasterPos2f(9, 0)
        glBitmap(0, 0, 0, 0, 0, 0, None)

    items, _ = fed_back(draw)
    assert [item[0] for item in items] == [
        GL_LINE_RESET_TOKEN, GL_LINE_TOKEN, GL_PASS_THROUGH_TOKEN, GL_LINE_RESET_TOKEN,
        GL_LINE_RESET_TOKEN, GL_POLYGON_TOKEN, GL_BITMAP_TOKEN, GL_DRAW_PIXEL_TOKEN,
        GL_COPY_PIXEL_TOKEN,
    ]  # fmt: skip
    assert items[2][1] == 2.5 and [len(item) for item in items[:2]] == [3, 3]
    glPolygonMode(GL_FRONT, GL_LINE)
    items, _ = fed_back(triangle)
    assert [item[0] for item in items] == [GL_LINE_RESET_TOKEN, GL_LINE_TOKEN, GL_LINE_TOKEN]
    glEnable(GL_CULL_FACE)
    glCullFace(GL_FRONT)
    assert fed_back(triangle)[0] == []


def test_polygons_without_edges_feed_nothing_back(context):
    def draw():
        glEdgeFlag(0)
        triangle()
        glRectf(-0.5, -0.5, 0.5, 0.5)
        glEdgeFlag(1)

    for type_ in (GL_2D, GL_3D, GL_3D_COLOR, GL_3D_COLOR_TEXTURE, GL_4D_COLOR_TEXTURE):
        for front, back in ((GL_LINE, GL_FILL), (GL_LINE, GL_LINE), (GL_POINT, GL_POINT)):
            glPolygonMode(GL_FRONT, front)
            glPolygonMode(GL_BACK, back)
            assert fed_back(draw, type_)[0] == []


def test_lit_and_flat_colors_and_overflow(context):
    glEnable(GL_LIGHTING)
    glMaterialfv(GL_FRONT, GL_EMISSION, (0.5, 0, 0, 1))
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (0, 0, 0, 1))
    items, _ = fed_back(triangle, GL_3D_COLOR)
    assert [vertex.color.tolist() for vertex in items[0][1:]] == [[0.5, 0, 0, 1]] * 3
    glDisable(GL_LIGHTING)
    glShadeModel(GL_FLAT)

    def colored():
        glBegin(GL_TRIANGLES)
        for n in range(3):
            glColor3f(n / 2, 0, 0)
            glVertex2f(n / 4, n * n / 9)
        glEnd()

    items, _ = fed_back(colored, GL_3D_COLOR)
    assert [vertex.color[0] for vertex in items[0][1:]] == [1, 1, 1]
    memory = glFeedbackBuffer(5, GL_2D)
    glRenderMode(GL_FEEDBACK)
    triangle()
    assert glRenderMode(GL_RENDER) == -1
    assert memory[:2].tolist() == [GL_POLYGON_TOKEN, 3] and memory[4] == 6


# -- beside Mesa -----------------------------------------------------------------------------------


def random_draws(gl, seed, names):
    """Random primitives in random modes; names : True if they are named."""
    rng = random.Random(seed)
    modes = ("POINTS", "LINES", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN")
    if rng.random() < 0.5:
        gl.glEnable(gl.GL_CULL_FACE)
    face = rng.choice((gl.GL_FRONT, gl.GL_BACK))
    if not names:
        gl.glPolygonMode(face, rng.choice((gl.GL_FILL, gl.GL_LINE, gl.GL_POINT)))
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glFrustum(-1, 1, -1, 1, 1, 9)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glTranslatef(0, 0, -3)
    reach = 4.0 if names else 1.0
    if names:
        gl.glInitNames()
    for _ in range(8):
        if names and rng.random() < 0.7:
            gl.glPushName(rng.randrange(1000))
        gl.glBegin(getattr(gl, f"GL_{rng.choice(modes)}"))
        for _ in range(rng.randrange(3, 7)):
            gl.glColor4f(*(rng.random() for _ in range(4)))
            gl.glTexCoord2f(rng.random(), rng.random())
            gl.glVertex3f(*(rng.uniform(-reach, reach) for _ in range(3)))
        gl.glEnd()
        if names and rng.random() < 0.3:
            gl.glRasterPos3f(*(rng.uniform(-2, 2) for _ in range(3)))
    if not names:
        gl.glPassThrough(seed)


def selected(gl, seed):
    gl.glSelectBuffer(4000)
    gl.glRenderMode(gl.GL_SELECT)
    random_draws(gl, seed, names=True)
    return [(list(hit.names), hit.near, hit.far) for hit in gl.glRenderMode(gl.GL_RENDER)]


def feedback(gl, seed):
    gl.glFeedbackBuffer(4000, gl.GL_4D_COLOR_TEXTURE)
    gl.glRenderMode(gl.GL_FEEDBACK)
    random_draws(gl, seed, names=False)
    found = []
    for token, *vertices in gl.glRenderMode(gl.GL_RENDER):
        if token == gl.GL_PASS_THROUGH_TOKEN:
            found.append([float(token), float(vertices[0])])
            continue
        # Mesa resets the stipple counter for the first line only, and begins with other corners.
        token = gl.GL_LINE_TOKEN if token == gl.GL_LINE_RESET_TOKEN else token
        values = [[*vertex.vertex, *vertex.color, *vertex.texture] for vertex in vertices]
        found.append([float(token), *np.concatenate(sorted(values, key=_place)).tolist()])
    return sorted(found, key=_place)


def _place(values):
    return [round(float(value), 2) for value in values]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_random_draws(mesa, machine):
    """Hits are equal; fed back are the same tokens, with values within a few bits."""
    for seed in range(12):
        for what in (selected, feedback):
            with mesa_context(64, 64) as gl:
                expected = what(gl, seed)
            softgl.Context(64, 64, machine=machine)
            actual = what(functions, seed)
            assert len(actual) == len(expected), (what.__name__, seed)
            for own, other in zip(actual, expected, strict=True):
                if what is selected:
                    assert own[0] == other[0], seed
                    # Where Mesa cuts at the near plane, less than 0 wraps around.
                    depths = slice(1, 3) if other[1] <= other[2] else slice(2, 3)
                    assert own[depths] == pytest.approx(other[depths], abs=1e-6), seed
                else:
                    assert own == pytest.approx(other, rel=1e-4, abs=1e-4), (what.__name__, seed)
