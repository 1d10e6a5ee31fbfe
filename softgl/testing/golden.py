"""Compares pictures with reference images."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from softgl.image import as_image, load_png, save_png

AMPLIFICATION = 16


@dataclass(frozen=True)
class Difference:
    """How two pictures of one size differ.

    largest : the largest difference of a channel, 0 to 255.
    pixels : how many pixels differ.
    image : (h, w, 3) uint8, black where they agree, brighter the more they differ; a difference of
        alpha alone shows as white.
    """

    largest: int
    pixels: int
    image: np.ndarray


def difference(actual: np.ndarray, expected: np.ndarray) -> Difference:
    """Compare two (h, w, 4) uint8 pictures of one size."""
    apart = np.abs(actual.astype(int) - expected.astype(int))
    visible = np.maximum(
        apart[..., :3], np.where(apart[..., :3].any(-1), 0, apart[..., 3])[..., None]
    )
    return Difference(
        largest=int(apart.max()),
        pixels=int(np.count_nonzero(apart.any(axis=-1))),
        image=np.minimum(visible * AMPLIFICATION, 255).astype(np.uint8),
    )


def check_image(name: str, image, references, kept, *, fuzzy=None, update: bool = False) -> None:
    """Assert that `image` is the reference image <name>.png of the folder `references`.

    image : a PIL image or an array as `softgl.image.save_png` takes.
    kept : the folder that gets <name>.actual.png, .expected.png and .difference.png on a failure.
    fuzzy : (largest difference of a channel, pixels that may differ, why), or None for exact.
    update : write the reference image instead.
    """
    actual = np.array(as_image(image).convert("RGBA"))
    reference, kept = Path(references) / f"{name}.png", Path(kept)
    if update:
        if not reference.is_file() or not np.array_equal(load_png(reference), actual):
            save_png(reference, actual)
        return
    if not reference.is_file():
        shown = _keep(kept, name, actual=actual)
        raise AssertionError(
            f"there is no reference image {reference}; look at {shown} and, if it is right, "
            "run pytest with --update-references"
        )
    expected = load_png(reference)
    if actual.shape != expected.shape:
        shown = _keep(kept, name, actual=actual, expected=expected)
        sizes = [f"{array.shape[1]}x{array.shape[0]}" for array in (actual, expected)]
        raise AssertionError(f"{name} is {sizes[0]}, its reference image {sizes[1]}; kept: {shown}")
    found = difference(actual, expected)
    largest, pixels, reason = fuzzy or (0, 0, "")
    if found.largest > largest or found.pixels > pixels:
        shown = _keep(kept, name, actual=actual, expected=expected, difference=found.image)
        allowed = f"; allowed: {largest}/255 in {pixels} pixels, because {reason}" if fuzzy else ""
        raise AssertionError(
            f"{name} differs from {reference} in {found.pixels} pixels, by up to "
            f"{found.largest}/255{allowed}; kept: {shown}"
        )


def orphans(references, names) -> list[Path]:
    """The images in the folder `references` that none of `names` belongs to."""
    return sorted(path for path in Path(references).glob("*.png") if path.stem not in set(names))


def _keep(folder, name, **images):
    """Write the images as <name>.<role>.png into `folder`; returns their paths as text."""
    folder.mkdir(parents=True, exist_ok=True)
    for role, image in images.items():
        save_png(folder / f"{name}.{role}.png", image)
    return ", ".join(str(folder / f"{name}.{role}.png") for role in images)
