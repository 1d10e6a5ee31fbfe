"""Every scene against its reference image, exact, on both machines."""

from pathlib import Path

import numpy as np
import pytest

from softgl import render, scene
from softgl.debug.pictures import KINDS
from softgl.testing import orphans
from tests.effort import LITTLE

REFERENCES = Path(__file__).parents[2] / "reference_images"
SIZE = (640, 480)
SMALL = (96, 72)
TWO_TILES = (72, 60)
# Tests of one scene use the same, and so the same kernels.
MACHINES = [{"lanes": lanes, "threads": threads} for lanes, threads in ((4, 1), (8, 2), (16, 2))]


def picture(name, size, **options):
    """The first frame of a scene."""
    (first,) = render.frames(scene.load(name), *size, **options)
    return np.asarray(first)


@pytest.mark.parametrize("name", scene.scenes())
def test_scene_is_its_reference_image(name, golden):
    golden(picture(name, SIZE, machine="llvm"), name)


@pytest.mark.parametrize(("number", "name"), list(enumerate(scene.scenes())))
def test_machines_draw_the_same_bits(number, name, tuned):
    """At one width each: `test_determinism` has all of them, and the references the usual one."""
    tuned(**LITTLE)
    expected = picture(name, TWO_TILES, machine="eager")
    actual = picture(name, TWO_TILES, machine="llvm", **MACHINES[number % 3])
    assert np.array_equal(actual, expected)


@pytest.mark.parametrize(("number", "name"), list(enumerate(scene.scenes()))[1::3])
def test_samples_smooth_edges_and_change_nothing_else(number, name, tuned):
    """Blocks of 12 by 12 pixels keep their mean colour; lines are rectangles, and so thinner.

    Every third scene: tests of multisampling compare each kind of primitive and fragment exactly.
    """
    tuned(**LITTLE)
    one, several = (
        picture(name, SMALL, samples=samples, **MACHINES[number // 3 % 3])
        for samples in (1, (2, 4, 8, 16)[number // 3 % 4])
    )
    blocks = [
        each.astype(int).reshape(SMALL[1] // 12, 12, SMALL[0] // 12, 12, 4).mean(axis=(1, 3))
        for each in (one, several)
    ]
    assert np.abs(blocks[1] - blocks[0]).max() < (15 if name == "drawing" else 6)


def test_no_reference_image_is_left_over():
    kinds = (f"picture-{kind}" for kind in KINDS)
    assert orphans(REFERENCES, [*scene.scenes(), *kinds]) == []
