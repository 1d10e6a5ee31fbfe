"""Scenes in several languages: those with the same arithmetic draw the same bits."""

import runpy

import numpy as np
import pytest

from softgl import Context, assets, gl

WIDTH, HEIGHT = 144, 108


def scene(name):
    """The names of a scene's module."""
    return runpy.run_path(str(assets.folder("scenes") / f"{name}.py"))["draw"].__globals__


@pytest.fixture(scope="module")
def pictures():
    """The teapot by each pair of programs of the scene, all in the same place."""
    names = scene("languages")
    context, found = Context(WIDTH, HEIGHT), []
    context.make_current()
    names["setup"]()
    for number in range(len(names["PAIRS"])):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        names["draw_teapot"](number, 0.0, WIDTH / HEIGHT)
        found.append(np.asarray(context.read_image()).astype(int))
    return found


def test_languages_with_the_same_arithmetic_draw_the_same(pictures):
    assert np.count_nonzero(pictures[0][..., 0]) > 1000
    for number, picture in enumerate(pictures[:-1]):
        assert np.array_equal(picture, pictures[0]), number


def test_half_precision_differs_a_little(pictures):
    assert 0 < abs(pictures[-1] - pictures[0]).max() <= 3


@pytest.mark.parametrize("name", ["chess", "cloisonne"])
def test_tgsi_and_its_twin_change_places(name):
    """A scene keeps its picture if one language and TGSI exchange their parts."""
    found = []
    for way, machine in ((1, "llvm"), (-1, "llvm"), (-1, "eager")):
        names = scene(name)
        names["PROGRAMS"] = names["PROGRAMS"][::way]
        context = Context(48, 36, machine=machine)
        names["setup"]()
        names["draw"](0.3, 48, 36)
        found.append(np.asarray(context.read_image()))
    assert len(np.unique(found[0].reshape(-1, 4), axis=0)) > 500
    for picture in found[1:]:
        assert np.array_equal(picture, found[0])
