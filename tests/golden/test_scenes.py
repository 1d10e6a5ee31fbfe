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


def picture(name, size, frame=0, **options):
    """The last of `frame` + 1 frames of the scene."""
    *_, last = render.frames(scene.load(name), *size, frame + 1, **options)
    return np.asarray(last)


@pytest.mark.parametrize("name", scene.scenes())
def test_scene_is_its_reference_image(name, golden):
    golden(picture(name, SIZE, machine="llvm"), name)


@pytest.mark.parametrize("name", scene.scenes())
def test_machines_draw_the_same_bits(name):
    expected = picture(name, SMALL, frame=1, machine="eager")
    for lanes, threads in ((4, 1), (8, 2), (16, 2)):
        actual = picture(name, SMALL, frame=1, machine="llvm", lanes=lanes, threads=threads)
        assert np.array_equal(actual, expected), (lanes, threads)


def test_no_reference_image_is_left_over():
    pictures = (f"picture-{kind}" for kind in KINDS)
    assert orphans(REFERENCES, [*scene.scenes(), *pictures]) == []
