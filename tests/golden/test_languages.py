"""The scene of all languages: what has the same arithmetic draws the same bits."""

import runpy

import numpy as np
import pytest

from softgl import Context, assets, gl

WIDTH, HEIGHT = 144, 108


@pytest.fixture(scope="module")
def pictures():
    """The teapot by each pair of programs of the scene, all in the same place."""
    scene = runpy.run_path(str(assets.folder("scenes") / "languages.py"))
    context, found = Context(WIDTH, HEIGHT), []
    context.make_current()
    scene["setup"]()
    for number in range(len(scene["PAIRS"])):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        scene["draw_teapot"](number, 0.0, WIDTH / HEIGHT)
        found.append(np.asarray(context.read_image()).astype(int))
    return found


def test_languages_with_the_same_arithmetic_draw_the_same(pictures):
    assert np.count_nonzero(pictures[0][..., 0]) > 1000
    for number, picture in enumerate(pictures[:-1]):
        assert np.array_equal(picture, pictures[0]), number


def test_half_precision_differs_a_little(pictures):
    assert 0 < abs(pictures[-1] - pictures[0]).max() <= 3
