"""Drawing to a texture is written back to its images, by kernels with the host's bits."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.lanes import WIDTHS, choose_target, llvm_engine
from softgl.pipeline.images import surfaces
from softgl.pipeline.images.pixel_kernels import Moves
from softgl.pipeline.images.surfaces import ImageSurface
from softgl.pipeline.planes.planes import TILE
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS

DRAWABLE = sorted(name for name, format_ in INTERNAL_FORMATS.items() if format_.plane_formats)
ENGINE = llvm_engine()


@pytest.fixture
def ran(monkeypatch, tuned):
    """Keys of the kernels that have run; none has a smallest number of pixels."""
    tuned(MIN_KERNEL_COPIED=1, MIN_MOVE_ELEMENTS=1)
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
    surface.changed |= surface.planes.keys()
    surface.store(image.texels[image.slice(image.slices - 1)][0], by)
    return image.texels.copy()


def test_one_plane_is_moved_as_it_is(ran):
    """Kernels move planes of every format and packed depth and stencil; the host others."""
    moved = set()
    for name in DRAWABLE:
        surface, image = drawn("2D", name, (45, 23, 1))
        expected = stored(surface, image)
        assert not ran and (expected != np.arange(expected.size).reshape(expected.shape)).any()
        assert (stored(surface, image, Moves(ENGINE, 2)) == expected).all(), name
        moved |= {name} if ran else set()
        ran.clear()
    assert {"RGBA8", "RGB8", "R32F", "RGBA16F_ARB", "RGB10_A2", "DEPTH_COMPONENT24"} <= moved
    assert {"DEPTH24_STENCIL8", "DEPTH32F_STENCIL8"} <= moved
    assert not moved & {"LUMINANCE8", "INTENSITY16"}
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


def draw_in(surface, kinds, rng):
    """Sets some tiles of planes that are still to be cleared, as a kernel does, to any bits."""
    for kind in kinds:
        plane = surface.planes[kind]
        tiles = plane.pending_tiles & (rng.random(plane.pending_tiles.shape) < 0.3)
        for up, right in np.argwhere(tiles).tolist():
            x, y = right * TILE, up * TILE
            width, height = min(TILE, plane.width - x), min(TILE, plane.height - y)
            part = plane.of(plane.memory, 1)
            part.fill(plane.cleared, [0xFFFFFFFF] * plane.words, (x, y, TILE, TILE))
            part.write(x, y, rng.integers(0, 200, (plane.words, height, width)))
            plane.pending.reshape(plane.pending_tiles.shape)[up, right] = 0


@pytest.mark.parametrize("name", ["RGBA8", "RGBA16F_ARB", "DEPTH_COMPONENT24", "DEPTH24_STENCIL8"])
def test_tiles_that_are_still_to_be_cleared(name, ran):
    """They are stored without being set, in any order of clears, draws and stores."""
    rng = np.random.default_rng(4)
    for width in WIDTHS:
        surface, image = drawn("2D", name, (300, 201, 1))
        engine = llvm_engine(choose_target(width=width))
        by, kinds, lazy = Moves(engine, 2), sorted(surface.planes), 0
        texels = image.texels[0]
        surface.changed |= surface.planes.keys()
        for _ in range(12):
            surface.changed |= {kind for kind in kinds if rng.random() < 0.7}
            for kind in sorted(surface.changed):
                if rng.random() < 0.8:
                    plane = surface.planes[kind]
                    plane.clear([int(rng.integers(3))] * plane.words)
            draw_in(surface, sorted(surface.changed), rng)
            expected = copy.deepcopy(surface).texels()
            surface.store(texels, by)
            assert (texels == expected).all(), (name, width)
            lazy += sum(plane.pending.sum() for plane in surface.planes.values())
        assert lazy  # tiles that are not set yet
    assert ran


def test_few_boxes_cover_the_tiles():
    tiles = np.array([[1, 1, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1]], bool)
    found = {tuple(edge // TILE for edge in box) for box in surfaces._boxes(tiles)}
    assert found == {(0, 0, 2, 2), (3, 0, 4, 1), (1, 2, 2, 3), (3, 2, 4, 3)}
    assert not list(surfaces._boxes(np.zeros((2, 3), bool)))
