"""docs/translating.md: its walk-through is run on Mesa, beside Mesa's own ARB programs."""

import numpy as np
import pytest

from softgl import hostmath
from tests.drivers.conftest import read_pixels
from tests.drivers.glsl import glsl_context
from tests.drivers.mesa import mesa_context
from tests.test_docs import BLOCK
from tests.tools import ROOT

PAGE = (ROOT / "docs/translating.md").read_text(encoding="utf-8")
SIZE = (64, 64)
TEXELS = np.random.default_rng(14).integers(0, 256, (8, 8, 4), np.uint8)
CORNERS = np.array(
    [
        [x * 0.9, y * 0.8, 0, 1, 0.5 + 0.5 * x, 0.6, 0.5 - 0.4 * y, 1, x, y, 0, 1]
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ],
    np.float32,
)
OPTION = "OPTION NV_fragment_program2;\n"


@pytest.fixture
def example():
    """The names that the page's blocks define."""
    names = {}
    for match in BLOCK.finditer(PAGE):
        if match[1] == "py":
            exec(compile(match[2], "translating.md", "exec"), names)
    return names


@pytest.mark.driver
def test_the_application_draws_the_same(mesa, example, tmp_path):
    pictures = []
    for cache in (None, tmp_path / "cache", tmp_path / "cache"):
        with mesa_context(*SIZE) as gl:
            given = gl if cache is None else example["Translating"](gl, cache)
            example["draw"](given, TEXELS, CORNERS)
            pictures.append(read_pixels(gl, SIZE).astype(int))
    native, first, again = pictures
    assert len(np.unique(native)) > 50
    assert np.abs(native - first).max() <= 1 and np.array_equal(first, again)
    assert len(list((tmp_path / "cache").iterdir())) == 2


@pytest.mark.driver
def test_a_program_that_the_driver_refuses_draws_too(mesa, example):
    """The same program in a language of NVIDIA's, with an instruction of that."""
    plain = example["FRAGMENT"]
    text = plain.replace("TEMP texel;\n", OPTION + "TEMP texel;\nNRM texel, texel;\n")
    pictures = []
    for fragment in (plain, text):
        example["FRAGMENT"] = fragment
        with mesa_context(*SIZE) as gl:
            example["draw"](example["Translating"](gl), TEXELS, CORNERS)
            pictures.append(read_pixels(gl, SIZE))
    assert pictures[0].any() and np.array_equal(*pictures)


@pytest.mark.driver
def test_a_core_context_draws_the_same(mesa, example):
    with mesa_context(*SIZE) as gl:
        example["draw"](gl, TEXELS, CORNERS)
        expected = read_pixels(gl, SIZE).astype(int)
    with glsl_context(SIZE) as glsl:
        matrix = hostmath.rotation(20, 0, 0, 1)
        example["draw_core"](glsl.context, TEXELS, CORNERS, matrix)
        found = glsl.read().astype(int)
    assert np.abs(found - expected).max() <= 1
