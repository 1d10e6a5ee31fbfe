"""Texture instructions of `!!NVfp4.0` beside the functions of GLSL that say the same."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.drivers.textures.random_looks import (
    SIDE,
    TARGETS,
    level_sizes,
    random_images,
    random_look,
)
from tests.drivers.textures.texturing import Look

pytestmark = pytest.mark.driver

FLAT = ("1D", "2D", "3D", "RECT")
LAYERS = ("ARRAY1D", "ARRAY2D")
# The targets that GLSL 3.30 has a function for, without and with a comparison of depths.
FUNCTIONS = {
    "TEX": ((*FLAT, *LAYERS, "CUBE"), ("1D", "2D", "RECT", *LAYERS, "CUBE")),
    "TXP": (FLAT, ("1D", "2D", "RECT")),
    "TXB": (("1D", "2D", "3D", *LAYERS, "CUBE"), ("1D", "2D")),
    "TXL": (("1D", "2D", "3D", *LAYERS, "CUBE"), ("1D", "2D")),
    "TXD": ((*FLAT, *LAYERS, "CUBE"), ("1D", "2D", "RECT", "ARRAY1D")),
    "TXF": ((*FLAT, *LAYERS), ()),
}


@pytest.mark.parametrize("instruction", FUNCTIONS)
def test_random_samples(same_looks, instruction):
    """Random state for each target, with and without texel offsets and comparisons."""
    seeds = itertools.count(1000)
    looks = [
        random_look(next(seeds), glsl=True, instruction=instruction, name=name, compared=compared)
        for compared, names in enumerate(FUNCTIONS[instruction])
        for name in names
        for _ in range(4)
    ]
    assert any(look.offset for look in looks) or instruction == "TXP"
    same_looks(looks, glsl=True)


def test_sizes(same_looks):
    """TXQ of every level, from the base level on; llvmpipe asks for one at a time."""
    looks = []
    for number, (name, target) in enumerate(TARGETS.items()):
        sizes = level_sizes(target, ((7, 7) if target.faces else (13, 6, 5))[: target.axes])
        images = random_images(np.random.default_rng(number), target, sizes)
        base = 1 if target.mipmapped else 0
        for level in range(len(sizes) - base):
            levels = np.full((SIDE, SIDE, 4), level, np.float32)
            state = {"TEXTURE_BASE_LEVEL": base}
            looks.append(Look(name, images, levels, state, instruction="TXQ"))
    same_looks(looks, glsl=True, tolerance=0)
