"""What is drawn to a texture gets into its images, the same by kernels as by the host."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.lanes import llvm_engine
from softgl.pipeline import moves
from softgl.pipeline.moves import Moves
from softgl.pipeline.surfaces import ImageSurface
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS

DRAWABLE = sorted(name for name, format_ in INTERNAL_FORMATS.items() if format_.plane_formats)
ENGINE = llvm_engine()


@pytest.fixture
def ran(monkeypatch):
    """The keys of the kernels that have run, of which none waits for more pixels."""
    monkeypatch.setattr(moves, "COPIED", 1)
    monkeypatch.setattr(moves, "LEAST_OF_SPAN", 1)
    found, run = [], Moves._run
    monkeypatch.setattr(Moves, "_run", lambda *given: found.append(given[1]) or run(*given))
    return found


def drawn(target, name, size, border=0):
    """A surface of the last slice of an image, any bits in its planes; and that image."""
    image = Image.blank(TARGETS[target], INTERNAL_FORMATS[name], size, border)
    surface = ImageSurface(image, image.slices - 1)
    rng = np.random.default_rng(5)
    for plane in surface.planes.values():
        most = np.iinfo(plane.data.dtype).max
        plane.data[:] = rng.integers(0, most, plane.data.shape, plane.data.dtype, endpoint=True)
    return surface, image


def stored(surface, image, by=None):
    """The image's texels when the slice is stored over any bits."""
    image.texels[:] = np.arange(image.texels.size, dtype=np.uint32).reshape(image.texels.shape)
    surface.store(image.texels[image.slice(image.slices - 1)][0], by)
    return image.texels.copy()


def test_one_plane_is_moved_as_it_is(ran):
    """Of every format; others are converted, or joined from two planes, by the host."""
    moved = set()
    for name in DRAWABLE:
        surface, image = drawn("2D", name, (45, 23, 1))
        expected = stored(surface, image)
        assert not ran and (expected != np.arange(expected.size).reshape(expected.shape)).any()
        assert (stored(surface, image, Moves(ENGINE, 2)) == expected).all(), name
        moved |= {name} if ran else set()
        ran.clear()
    assert {"RGBA8", "RGB8", "R32F", "RGBA16F_ARB", "RGB10_A2", "DEPTH_COMPONENT24"} <= moved
    assert not moved & {"LUMINANCE8", "INTENSITY16", "DEPTH24_STENCIL8"}
    assert len(moved) > len(DRAWABLE) // 2


@pytest.mark.parametrize(
    ("target", "size", "border", "moves_them"),
    [
        ("3D", (20, 17, 3), 0, True),
        ("ARRAY2D", (64, 5, 2), 0, True),
        ("1D", (40, 1, 1), 0, True),
        ("3D", (20, 17, 3), 1, False),
        ("2D", (18, 18, 1), 1, False),
        ("2D", (1, 3, 1), 0, False),
    ],
)
def test_a_slice_is_where_it_was(target, size, border, moves_them, ran):
    """And nothing around it: rows with a border are the host's, and those of a few texels."""
    surface, image = drawn(target, "RGBA16F_ARB", size, border)
    expected = stored(surface, image)
    assert (stored(surface, image, Moves(ENGINE, 1)) == expected).all()
    assert bool(ran) == moves_them
    inside = np.zeros(expected.shape[:3], bool)
    inside[image.slice(image.slices - 1)] = True
    before = np.arange(expected.size, dtype=np.uint32).reshape(expected.shape)
    assert (expected[~inside] == before[~inside]).all()
