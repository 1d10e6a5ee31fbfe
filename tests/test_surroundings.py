"""The cube map that shining things mirror."""

import numpy as np

from softgl import Context, gl, hostmath
from softgl.studio import load_program
from softgl.surroundings import FACES, draw_surroundings, make_surroundings, place_surroundings
from tests.texture import test_targets


def seen(toward):
    """The colour in the middle of the window, the eye looking in a direction."""
    view = hostmath.look_at((0.0, 0.0, 0.0), toward, (0.1, 0.2, 1.0))
    place_surroundings(view)
    draw_surroundings(hostmath.perspective(10.0, 1.0, 1.0, 2.0))
    return gl.glReadPixels(
        4, 4, 1, 1, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, outputType=np.ndarray
    ).reshape(3)


def test_lamps_are_where_the_program_has_them():
    Context(8, 8)
    make_surroundings()
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 8, 8]
    gl.glActiveTexture(gl.GL_TEXTURE1)
    make_surroundings()
    load_program(gl.GL_FRAGMENT_PROGRAM_ARB, "nvfp4/backdrop.fp")
    for lamp in ((-0.10, -0.42, 0.90), (-0.88, -0.46, 0.10), (0.93, -0.34, 0.13)):
        assert seen(lamp).min() > 200, lamp
    ceiling, wall, floor = (seen(at) for at in ((0.3, 0.3, 0.9), (-0.5, 0.8, 0.1), (0, 0, -1)))
    assert ceiling.max() < wall.min() < wall.max() < floor.min()


def test_faces_are_those_of_the_sampler():
    assert FACES == test_targets.FACES
