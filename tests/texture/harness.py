"""Helpers of the texture tests: textures from arrays, and samples of them on a lane machine."""

from __future__ import annotations

import numpy as np

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.textures.objects import Texture
from softgl.lanes import (
    F32,
    I32,
    U32,
    WIDTHS,
    KernelRequest,
    Signature,
    Target,
    eager_engine,
    llvm_engine,
)
from softgl.lanes.target import host_levels
from softgl.texture import sampling
from softgl.texture.image import Image
from softgl.texture.keys import ARRAYS
from softgl.texture.targets import TARGETS
from softgl.texture.targets import Target as TextureTarget

ENGINES = {"eager": eager_engine, "llvm": llvm_engine}
LEVELS = host_levels()
WIDE = [
    llvm_engine(Target(LEVELS[level % len(LEVELS)], width))
    for level, width in zip((0, 2, 1), WIDTHS, strict=True)
]
"""An engine for each vector width, and each CPU level."""
DTYPES = {F32: np.float32, I32: np.int32, U32: np.uint32}


def target_of(target) -> TextureTarget:
    """A target by its name, or as it is."""
    return target if isinstance(target, TextureTarget) else TARGETS[target]


def build_image(pixels, target="2D", internal_format="RGBA8", border=0) -> Image:
    """An image of pixels shaped (depth, height, width, 4); leading axes may be left out.

    Whole numbers are bytes.
    """
    pixels = np.array(pixels)
    pixels = pixels.astype(np.uint8 if pixels.dtype.kind in "iu" else np.float32)
    pixels = pixels.reshape((1,) * (4 - pixels.ndim) + pixels.shape)
    format_ = INTERNAL_FORMATS[internal_format]
    return Image(target_of(target), format_, format_.from_pixels(pixels), border)


def values(image) -> np.ndarray:
    """The components (depth, height, width, 4) of an image: bytes, or floats."""
    return image.format.values(image.texels)


def of_bytes(value, *shape) -> np.ndarray:
    """Texels of the shape with a byte in each component."""
    return np.full((*shape, 1), value * 0x01010101, np.uint32)


def build_texture(*levels, target="2D", internal_format="RGBA8", border=0, **parameters) -> Texture:
    """A texture with these pixels as its levels from 0 on."""
    texture = Texture(target_of(target))
    set_parameters(texture, **parameters)
    for level, pixels in enumerate(levels):
        texture.set_image(level, build_image(pixels, target, internal_format, border))
    return texture


def set_parameters(texture, **values) -> None:
    """Sets parameters of a texture, those of its sampler state too."""
    for name, value in values.items():
        holder = texture.sampler if hasattr(texture.sampler, name) else texture.parameters
        setattr(holder, name, value)


def random_pixels(seed, *shape) -> np.ndarray:
    """Random bytes of the shape (..., 4)."""
    return np.random.default_rng(seed).integers(0, 256, (*shape, 4)).astype(np.uint8)


def mipmapped(pixels, **arguments) -> Texture:
    """A texture with these pixels as level 0 and the levels that the box filter makes of them."""
    texture = build_texture(pixels, **arguments)
    texture.generate_mipmap()
    return texture


def sample(
    machine, texture, s, t=0.0, r=0.0, q=1.0, *,
    bias=None, lod=None, seamless=False, offset=(0, 0, 0),
) -> np.ndarray:  # fmt: skip
    """Colours (n, 4) at coordinates that broadcast to (n,), n a multiple of 4.

    machine : a name of ENGINES, or an engine. The colours are float32, of a texture of integers
    int32 or uint32.
    """
    engine = ENGINES[machine]() if isinstance(machine, str) else machine
    key, arrays = texture.sampled()
    if seamless:
        key = key.across_seams()
    given = {"s": s, "t": t, "r": r, "q": q, "bias": bias, "lod": lod}
    given = {name: value for name, value in given.items() if value is not None}
    values = np.broadcast_arrays(*(np.asarray(value, np.float32) for value in given.values()))
    inputs = {name: np.array(value) for name, value in zip(given, values, strict=True)}
    count = len(inputs["s"])
    outputs = {name: np.zeros(count, DTYPES[key.result]) for name in "RGBA"}

    def body(m, arguments, index):
        lanes = {name: m.gather(getattr(arguments, name), index) for name in inputs}
        color = sampling.sample(
            m, key, arguments, [lanes[name] for name in "strq"],
            bias=lanes.get("bias"), lod=lanes.get("lod"), offset=offset,
        )  # fmt: skip
        for name, value in zip("RGBA", color, strict=True):
            m.scatter(getattr(arguments, name), index, value)

    types = dict.fromkeys(inputs, F32) | dict.fromkeys(outputs, key.result)
    signature = Signature((), ARRAYS + tuple(types.items()), frozenset(outputs))
    source = "texture test", key, tuple(inputs), offset
    kernel = engine.kernel(KernelRequest(source, lambda: (signature, body)))
    kernel.run({}, {**arrays, **inputs, **outputs}, count)
    return np.stack([outputs[name] for name in "RGBA"], axis=1)


def alike_at_all_widths(texture, *points, **given) -> None:
    """Asserts that samples have the same bits on the eager machine and at every vector width."""
    expected = sample("eager", texture, *points, **given).view(np.uint32)
    for engine in WIDE:
        got = sample(engine, texture, *points, **given).view(np.uint32)
        assert np.array_equal(got, expected), engine


def in_quads(x, y):
    """Pixel coordinates reordered so that each four lanes are one 2x2 quad, row by row.

    x, y : (height, width) with even sizes. Returns two arrays (height * width,).
    """

    def quads(values):
        height, width = values.shape
        blocks = values.reshape(height // 2, 2, width // 2, 2)
        return blocks.transpose(0, 2, 1, 3).reshape(-1)

    return quads(x), quads(y)
