"""Parts of pictures that comparisons ignore, and pictures of unequal sizes."""

from __future__ import annotations

import operator

import numpy as np

FORM = "a sequence of regions (x, y, width, height), or a boolean array, and a reason"


def is_ignore(ignore) -> bool:
    """True for regions, each four whole numbers or a boolean array, and a reason in words."""
    if not isinstance(ignore, tuple | list) or len(ignore) < 2:
        return False
    *regions, reason = ignore
    return isinstance(reason, str) and bool(reason.strip()) and all(map(_is_region, regions))


def _is_region(region) -> bool:
    if isinstance(region, np.ndarray):
        return region.dtype == bool and region.ndim == 2
    try:
        numbers = [operator.index(number) for number in region]
    except TypeError:
        return False
    return len(numbers) == 4 and min(numbers) >= 0


def mask_of(ignore, shape: tuple[int, int]) -> np.ndarray | None:
    """Returns the ignored pixels, boolean of the shape (h, w), top row first; None without any.

    ignore : as `is_ignore` tells; regions count from the upper left. Raises ValueError for an array
        of another shape.
    """
    if not ignore:
        return None
    mask = np.zeros(shape, bool)
    for region in ignore[:-1]:
        if isinstance(region, np.ndarray):
            if region.shape != shape:
                found, wanted = ("x".join(map(str, each[::-1])) for each in (region.shape, shape))
                raise ValueError(f"the mask is {found}, the picture {wanted}")
            mask |= region
        else:
            x, y, width, height = region
            mask[y : y + height, x : x + width] = True
    return mask


def on_one_canvas(*pictures: np.ndarray) -> list[np.ndarray]:
    """Returns pictures of one size, from the upper left: the rest of each is transparent black."""
    height, width = (max(picture.shape[axis] for picture in pictures) for axis in (0, 1))
    found = []
    for picture in pictures:
        whole = np.zeros((height, width, 4), np.uint8)
        whole[: picture.shape[0], : picture.shape[1]] = picture
        found.append(whole)
    return found
