"""Converts numbers to pictures: of one or more channels, in [0, 1] or over their own range."""

from __future__ import annotations

import numpy as np

from softgl.image import as_image, encoded

CHANNELS = {"rgb": (0, 1, 2), "rgba": (0, 1, 2, 3), "r": (0,), "g": (1,), "b": (2,), "a": (3,)}
HIGHLIGHT = np.array([255, 140, 0], np.uint8)


def as_picture(values: np.ndarray, channels: str = "rgb", stretch: bool = False) -> np.ndarray:
    """Converts values to bytes (height, width[, 3 or 4]), top row first.

    values : (height, width) or (height, width, 4), bottom row first: normalised uint8, other
        integers, or floats. channels : a word of `CHANNELS`, for four components.
    stretch : True to map the least value to black and the largest to white; always for integers
        other than uint8.
    """
    if values.ndim == 3:
        values = values[..., list(CHANNELS[channels])]
    integers = values.dtype.kind in "iu" and values.dtype != np.uint8
    if values.dtype != np.uint8 or stretch:
        values = _bytes(values.astype(np.float64), stretch or integers, values.dtype == np.uint8)
    if values.ndim == 3 and values.shape[2] == 1:
        values = values[..., 0]
    return values[::-1]


def _bytes(values, stretch, are_bytes):
    """Converts floats to bytes; NaN to 0."""
    if stretch:
        finite = values[np.isfinite(values)]
        low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
        values = (values - low) / ((high - low) or 1.0)
    elif are_bytes:
        values = values / 255.0
    return np.rint(np.clip(np.nan_to_num(values, nan=0.0), 0.0, 1.0) * 255.0).astype(np.uint8)


def changes(before: np.ndarray, after: np.ndarray, differs: np.ndarray | None = None) -> np.ndarray:
    """Draws pixels that differ between pictures (height, width[, n]) bright, others dark.

    differs : True for each pixel that differs; None to compare all channels of the pictures. Alpha
    is not shown.
    """
    if differs is None:
        differs = (before != after).reshape(*after.shape[:2], -1).any(-1)
    colours = after if after.ndim == 3 else np.repeat(after[..., np.newaxis], 3, axis=2)
    found = (colours[..., :3] // 4).astype(np.uint8)
    found[differs] = (colours[differs][:, :3] // 2 + HIGHLIGHT // 2).astype(np.uint8)
    return found


def png(picture: np.ndarray) -> bytes:
    """Encodes a picture as PNG; an empty one as a single black pixel."""
    if not picture.size:
        picture = np.zeros((1, 1), np.uint8)
    return encoded([as_image(picture)], "PNG")
