"""Colours for sRGB buffers that do not come from fragments."""

from __future__ import annotations

import numpy as np

from softgl.lanes import F32
from softgl.lanes.eager import EagerMachine
from softgl.lanes.srgb import to_srgb


def encoded_color(color) -> np.ndarray:
    """Four floats with red, green and blue encoded: (4,) float32, as `to_srgb` has them."""
    m = EagerMachine()
    color = np.array(color, np.float32)
    with np.errstate(all="ignore"):
        color[:3] = to_srgb(m, m.lanes(color[:3], F32)).value
    return color
