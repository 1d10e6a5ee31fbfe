"""Every format of colours beside llvmpipe: stored and filtered texels, and border colours."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from tests.drivers.textures.random_looks import SIDE
from tests.drivers.textures.texturing import CHANNELS, Look

pytestmark = pytest.mark.driver

# The layout in client memory by what of it is sampled.
LAYOUTS = {
    "000A": "ALPHA", "RRR1": "LUMINANCE", "RRRA": "LUMINANCE_ALPHA", "RRRR": "LUMINANCE",
    "RGB1": "RGB", "RGBA": "RGBA", "R001": "RED", "RG01": "RG",
}  # fmt: skip
# Formats of less than 8 bits may be stored with more, so their texels are 0 and 1.
COARSE = ("2", "3", "4", "5")
NAMES = [
    name for name, format_ in INTERNAL_FORMATS.items()
    if format_.has_color and not (format_.storage.integer or name.startswith("COMPRESSED"))
]  # fmt: skip


def texels(rng, name, format_):
    """An image that both sides can store: steps of 1/16 beyond [0, 1], bytes, or 0 and 1."""
    shape = 4, 4, CHANNELS[LAYOUTS[format_.base.sampled]]
    if format_.storage.name != "unorm8" and name != "RGB10_A2":
        return np.float32(rng.integers(-24, 25, shape) / 16)
    if name[-1] in COARSE or name == "RGB5_A1":
        return (rng.integers(0, 2, shape) * 255).astype(np.uint8)
    return rng.integers(0, 256, shape).astype(np.uint8)


def test_colours(same_looks):
    rng = np.random.default_rng(7)
    looks = []
    for name in NAMES:
        format_ = INTERNAL_FORMATS[name]
        for wrap, filter_ in (("CLAMP_TO_BORDER", "NEAREST"), ("REPEAT", "LINEAR")):
            state = {"WRAP_S": wrap, "WRAP_T": wrap, "MIN_FILTER": filter_, "MAG_FILTER": filter_,
                     "BORDER_COLOR": (1.5, -0.5, 0.25, 0.75)}  # fmt: skip
            points = (rng.integers(-40, 90, (SIDE, SIDE, 4)) + 0.5) / 50
            layout = LAYOUTS[format_.base.sampled]
            parameters = {f"TEXTURE_{key}": value for key, value in state.items()}
            points = points.astype(np.float32)
            image = texels(rng, name, format_)
            looks.append(Look("2D", [image], points, parameters, name, layout))
    same_looks(looks)
