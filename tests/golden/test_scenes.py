"""Every scene against its reference image, exact, on both machines."""

from pathlib import Path

import numpy as np
import pytest

from softgl import render, scene
from softgl.debug.pictures import KINDS
from softgl.testing import orphans

REFERENCES = Path(__file__).parents[2] / "reference_images"
SIZE = (640, 480)
SMALL = (96, 72)


def pictures(name, size, count=1, **options):
    """The first frames of a scene."""
    return [np.asarray(each) for each in render.frames(scene.load(name), *size, count, **options)]


@pytest.mark.parametrize("name", scene.scenes())
def test_scene_is_its_reference_image(name, golden):
    golden(*pictures(name, SIZE, machine="llvm"), name)


@pytest.mark.parametrize(("number", "name"), list(enumerate(scene.scenes())))
def test_machines_draw_the_same_bits(number, name):
    """The first frame of each, and the second of two widths."""
    (expected,), second = pictures(name, SMALL, machine="eager"), None
    for lanes, threads in (((4, 1), (8, 1))[number % 2], (16, 2)):
        one, two = pictures(name, SMALL, 2, machine="llvm", lanes=lanes, threads=threads)
        assert np.array_equal(one, expected), (lanes, threads)
        second = two if second is None else second
        assert np.array_equal(two, second), (lanes, threads)


def test_no_reference_image_is_left_over():
    kinds = (f"picture-{kind}" for kind in KINDS)
    assert orphans(REFERENCES, [*scene.scenes(), *kinds]) == []
