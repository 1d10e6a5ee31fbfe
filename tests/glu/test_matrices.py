"""gluPerspective and its kin, gluProject and back (GLU 1.3, chapter 4)."""

import random
import traceback

import numpy as np
import pytest

import softgl
from softgl import gl, glu


@pytest.fixture(autouse=True)
def context():
    with softgl.Context(100, 50, machine="eager"):
        yield


def current():
    """The modelview matrix as M[row][column]."""
    return gl.glGetDoublev(gl.GL_MODELVIEW_MATRIX).T


def near(got, want):
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)


def test_matrices_of_columns():
    """Memory besides arrays of NumPy is taken in its order, as libGLU takes it."""
    matrix = np.arange(16, dtype=np.float64).reshape(4, 4) + np.eye(4)
    view = [0, 0, 100, 50]
    wanted = glu.gluProject(1, 2, 3, matrix, matrix, view)
    columns = memoryview(matrix.T)
    assert glu.gluProject(1, 2, 3, columns, columns, view) == wanted
    assert glu.gluProject(1, 2, 3, memoryview(matrix), memoryview(matrix), view) == wanted


def test_matrices():
    """Answers of libGLU, and that the current matrix is multiplied, not replaced."""
    gl.glTranslatef(1, 2, 3)
    moved = current()
    for call, columns in CALLS:
        gl.glPushMatrix()
        call()
        near(current(), moved @ np.array(columns).reshape(4, 4).T)
        gl.glPopMatrix()


CALLS = [
    (
        lambda: glu.gluPerspective(60, 2, 1, 9),
        [0.8660254038, 0, 0, 0, 0, 1.7320508076, 0, 0, 0, 0, -1.25, -1, 0, 0, -2.25, 0],
    ),
    (
        lambda: glu.gluOrtho2D(-2, 6, 1, 3),
        [0.25, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, -0.5, -2, 0, 1],
    ),
    (
        lambda: glu.gluLookAt(1, 2, 3, 1, 2, -4, 0, 5, 1),
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, -2, -3, 1],
    ),
    (
        lambda: glu.gluLookAt(3, 0, 0, 0, 0, 0, 0, 0, 1),
        [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -3, 1],
    ),
    (
        lambda: glu.gluPickMatrix(30, 20, 5, 10, [0, 0, 100, 50]),
        [20, 0, 0, 0, 0, 5, 0, 0, 0, 0, 1, 0, 8, 1, 0, 1],
    ),
    (
        lambda: glu.gluPickMatrix(30, 20, 5, 10),
        [20, 0, 0, 0, 0, 5, 0, 0, 0, 0, 1, 0, 8, 1, 0, 1],
    ),
]


def test_what_is_no_matrix_changes_nothing():
    before = current()
    for arguments in [(0, 1, 1, 2), (360, 1, 1, 2), (45, 0, 1, 2), (45, 1, 3, 3)]:
        glu.gluPerspective(*arguments)
    glu.gluPickMatrix(1, 1, 0, 5, (0, 0, 9, 9))
    near(current(), before)
    with pytest.raises(glu.GLUError, match="'x' is not a number"):
        glu.gluPerspective("x", 1, 1, 2)
    with pytest.raises(
        glu.GLUError,
        match=r"gluLookAt: centerX, .* upY and upZ are missing; the arguments are \(eyeX",
    ):
        glu.gluLookAt(1, 2, 3)
    with pytest.raises(gl.GLError, match="glOrtho"):
        glu.gluOrtho2D(1, 1, 0, 1)


def test_project_and_unproject_are_each_other_s_inverse():
    seed = random.randrange(2**32)
    print("seed", seed)
    rng = random.Random(seed)
    gl.glMatrixMode(gl.GL_PROJECTION)
    glu.gluPerspective(50, 2, 1, 20)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    glu.gluLookAt(*(rng.uniform(4, 6) for _ in range(3)), 0, 0, 0, 0, 0, 1)
    model, projection = (
        gl.glGetDoublev(name) for name in (gl.GL_MODELVIEW_MATRIX, gl.GL_PROJECTION_MATRIX)
    )
    for _ in range(20):
        point = [rng.uniform(-1, 1) for _ in range(3)]
        window = glu.gluProject(*point)
        assert window == glu.gluProject(*point, model, projection, [0, 0, 100, 50])
        moved = glu.gluProject(*point, view=(7, 9, 100, 50))
        near(moved, (window[0] + 7, window[1] + 9, window[2]))
        near(glu.gluUnProject(*window), point)
        near(glu.gluUnProject(*moved, view=np.array([7, 9, 100, 50])), point)
        x, y, z, w = glu.gluUnProject4(*window, 1.0)
        near((x / w, y / w, z / w), point)
        deep = glu.gluUnProject4(*window[:2], 2 + 3 * window[2], 1.0, near=2, far=5)
        near(deep, (x, y, z, w))


def test_points_without_a_place():
    flat = np.diag([1.0, 1, 0, 1])
    for unproject in (glu.gluUnProject, lambda *a, **k: glu.gluUnProject4(*a, 1.0, **k)):
        with pytest.raises(ValueError, match="no inverse"):
            unproject(1, 2, 3, model=flat)
        with pytest.raises(ValueError, match="is empty"):
            unproject(1, 2, 3, view=(0, 0, 0, 5))
    with pytest.raises(ValueError, match="its w is 0"):
        glu.gluProject(1, 2, 0, proj=np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0] * 4]))
    with pytest.raises(glu.GLUError, match="16 numbers needed, not 4"):
        glu.gluProject(1, 2, 3, model=[1, 2, 3, 4])


def test_errors_name_the_function_and_end_at_the_caller():
    for call, words in (
        (lambda: glu.gluPerspective("x", 1, 1, 2), "gluPerspective: 'x' is not a number"),
        (lambda: glu.gluSphere(None, 1, 2, 3), "gluSphere: None is not a GLUQuadric"),
        (lambda: glu.gluOrtho2D(1, 2, 3), "gluOrtho2D: top is missing; the arguments are (left, "),
        (lambda: glu.gluOrtho2D(1, 2, 3, 4, 5), "gluOrtho2D: too many arguments: 5; the"),
        (lambda: glu.gluOrtho2D(1, 2, 3, up=4), "gluOrtho2D: there is no up; the arguments are"),
    ):
        with pytest.raises(glu.GLUError) as caught:
            call()
        assert str(caught.value).startswith(words)
        frames = traceback.extract_tb(caught.value.__traceback__)
        assert len(frames) <= 2 + 2  # of this test and of softgl
