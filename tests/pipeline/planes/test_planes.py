"""Planes: rectangles of them, and on every machine the same words in each format."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.formats import host
from softgl.formats.storages import ColorFormat
from softgl.pipeline.keys.kernel_keys import BlendKey, DepthKey
from softgl.pipeline.planes.framebuffer import Framebuffer, mask_words
from softgl.pipeline.planes.planes import Plane
from tests.pipeline.drawing import ENGINES, render

ADD = BlendKey("one", "one_minus_src_alpha", "one", "one", "func_add", "func_add")
SEVERAL = parse(
    "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMAD result.color[0], fragment.color, 1.5, -0.2;\n"
    "MOV result.color[1], fragment.color.wzyx;\nMUL result.color[2], fragment.color, 300;\nEND"
)
COLORS = ("unorm8", "unorm16", "float16", "float32")
DEPTHS = ("depth16", "depth24", "depth32", "depth32f")
FORMATS = [ColorFormat(storage, kept) for storage in COLORS for kept in ("RGBA", "RGB1")]
FORMATS += [ColorFormat("snorm8", "RG01"), ColorFormat("ufloat11_11_10", "RGB1")]


def test_rectangles():
    """Words come back from where they were written, and nothing else changes."""
    rng = np.random.default_rng(2)
    for _ in range(30):
        width, height = rng.integers(1, 40, 2).tolist()
        plane = Plane(width, height, ColorFormat("float16"))
        mirror = np.zeros((2, height, width), np.uint32)
        for _ in range(5):
            x, y = int(rng.integers(width)), int(rng.integers(height))
            w, h = int(rng.integers(1, width - x + 1)), int(rng.integers(1, height - y + 1))
            part = rng.integers(0, 2**32, (2, h, w), np.uint32)
            plane.write(x, y, part)
            mirror[:, y : y + h, x : x + w] = part
            assert np.array_equal(plane.read(0, 0, width, height), mirror)
            assert np.array_equal(plane.read(x, y, w, h), part)
            x, y, w, h = x - 3, y - 2, w + 3, h + 1
            plane.fill([5, 7], [0xFF, 0xFFFFFFFF], (x, y, w, h))
            changed = np.index_exp[max(y, 0) : max(y + h, 0), max(x, 0) : x + w]
            mirror[0][changed] = mirror[0][changed] & 0xFFFFFF00 | 5
            mirror[1][changed] = 7
            assert np.array_equal(plane.read(0, 0, width, height), mirror)
            beyond = plane.read(width - 2, -1, 5, 3)  # zero outside
            seen = np.zeros((2, 3, 5), np.uint32)
            seen[:, 1:, :2][:, :height, -width:] = mirror[:, :2, -2:]
            assert width < 2 or np.array_equal(beyond, seen)


def drawn(engine, formats, size, **options):
    planes = [format_ and Plane(*size, format_) for format_ in formats]
    depth = Plane(*size, options.pop("depth_format", "depth24"), 0)
    framebuffer = Framebuffer(*size, planes, depth)
    framebuffer.clear((0.1, 0.2, 0.3, 0.4), depth=1.0)
    rng = np.random.default_rng(5)
    positions = rng.uniform(-1.1, 1.1, (24, 4)).astype(np.float32)
    positions[:, 3] = 1
    colors = rng.uniform(-0.2, 1.2, (24, 4))
    render(
        engine, positions, colors, size, framebuffer=framebuffer,
        targets=framebuffer.targets, depth_format=framebuffer.depth_format, **options,
    )  # fmt: skip
    return framebuffer


@pytest.mark.parametrize("mask", [(True,) * 4, (True, False, True, False)])
@pytest.mark.parametrize("blend", [None, ADD], ids=["replace", "blend"])
@pytest.mark.parametrize("format_", FORMATS, ids=lambda f: f"{f.storage}-{f.swizzle}")
def test_machines_agree(format_, blend, mask):
    formats = (format_, None, ColorFormat())
    expected = None
    for engine in ENGINES:
        options = {"blend": blend, "color_mask": mask, "program": SEVERAL, "clamped": False}
        framebuffer = drawn(engine, formats, (21, 18), **options)
        words = [framebuffer.colors[n].read(0, 0, 21, 18) for n in (0, 2)]
        if expected is None:
            expected = words
            clear = host.pack_colors(format_, [0.1, 0.2, 0.3, 0.4])
            assert (words[0] != clear[:, None, None]).any()
            if format_.swizzle == "RGB1":
                one = 255 if format_.storage == "unorm8" else 1
                assert (framebuffer.colors[0].read_color(0, 0, 21, 18)[..., 3] == one).all()
        for ours, theirs in zip(expected, words, strict=True):
            assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("name", DEPTHS)
def test_machines_agree_on_depths(name):
    planes = []
    for engine in ENGINES:
        options = {"depth": DepthKey("lequal", True), "depth_format": name}
        framebuffer = drawn(engine, (ColorFormat(),), (21, 18), **options)
        planes.append(framebuffer.read_depth(0, 0, 21, 18))
        assert np.array_equal(planes[0], planes[-1])
    assert len(np.unique(planes[0])) > 50


def test_planes_of_other_sizes():
    """A larger plane gets the pixels of one of the common size."""
    for engine in ENGINES[:2]:
        small, large = (Plane(n, n, ColorFormat()) for n in (12, 30))
        for plane in (small, large):
            depth = Plane(12, 12, "depth24", 2**24 - 1)
            framebuffer = Framebuffer(12, 12, (plane,), depth)
            render(engine, [(-1, -1), (1, -1), (0, 1)], size=(12, 12), framebuffer=framebuffer)
        assert np.array_equal(small.read(0, 0, 12, 12), large.read(0, 0, 12, 12))
        assert small.read(0, 0, 12, 12).any()
        assert not large.read(12, 0, 18, 30).any()


def test_masks():
    assert mask_words(ColorFormat("unorm8", "RGB1"), (False,) * 4) == [0xFF000000]
    assert mask_words(ColorFormat("unorm8", "RGB1"), (True,) * 4, False) == [0x00FFFFFF]
    assert mask_words(ColorFormat("float16"), (False, True, True, False)) == [0xFFFF0000, 0xFFFF]
    assert mask_words(ColorFormat("float32"), (True, False, True, False)) == [2**32 - 1, 0] * 2
