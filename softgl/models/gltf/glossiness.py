"""Converts materials of specular colours and glossiness to metalness and roughness.

The conversion solves for the metalness with which both models reflect the same light straight on.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image

from softgl.models.files.limits import MAX_CONVERTED
from softgl.models.parts.materials import Map

DIELECTRIC = 0.04
"""The part of the light that a surface without metal reflects straight on."""
MIN_DIVISOR = 1e-6
CHUNK = 1 << 16
"""Pixels that are converted at once."""


def converted(factors, base: Map | None, surface: Map | None, error) -> dict:
    """Converts a material; returns fields of a Material.

    factors : (4,) linear diffuse RGBA, (3,) linear specular RGB, and glossiness. base : the diffuse
    texture. surface : the texture of specular colours (sRGB) and glossiness (alpha). error :
    function that makes a ModelError.

    Both or none of the textures is returned. Raises ModelError for too large textures.
    """
    diffuse, specular, glossiness = factors
    present = [found for found in (base, surface) if found is not None]
    if not present:
        one = np.array([[*diffuse]]), np.array([[*specular, glossiness]])
        colour, roughness, metallic = (found[0] for found in _solved(*one))
        colour = tuple(colour.tolist())
        return {"colour": colour, "metallic": float(metallic), "roughness": float(roughness)}
    size = tuple(max(found.image.size[axis] for found in present) for axis in (0, 1))
    if size[0] * size[1] > MAX_CONVERTED:
        raise error(
            f"found a texture of {size[0]}x{size[1]} pixels, expected at most {MAX_CONVERTED} "
            "with specular colours and glossiness"
        )
    colours, surfaces = _images(
        _Source(base, size, diffuse), _Source(surface, size, (*specular, glossiness)), size
    )
    return {
        "colour": (1.0, 1.0, 1.0, 1.0),
        "base": replace(base or surface, image=colours),
        "metallic": 1.0,
        "roughness": 1.0,
        "surface": replace(surface or base, image=surfaces),
    }


class _Source:
    """A texture of `size` times a factor, or only the factor, (4,)."""

    def __init__(self, found, size, factor):
        self._factor, self._pixels = np.array(factor), None
        if found is not None:
            image = found.image.convert("RGBA")
            if image.size != size:
                image = image.resize(size, Image.Resampling.BILINEAR)
            self._pixels = np.asarray(image).reshape(-1, 4)

    def values(self, chunk):
        """The linear values of a slice of the pixels, (n, 4) or (1, 4)."""
        if self._pixels is None:
            return self._factor[None]
        values = self._pixels[chunk] / 255.0
        values[:, :3] *= values[:, :3]  # gamma 2, as in the programs
        return values * self._factor


def _images(diffuse, specular, size):
    """The images of base colours, and of roughness (green) and metalness (blue)."""
    count = size[0] * size[1]
    colours, surfaces = np.empty((count, 4), np.uint8), np.zeros((count, 3), np.uint8)
    for start in range(0, count, CHUNK):
        chunk = slice(start, start + CHUNK)
        colour, roughness, metallic = _solved(diffuse.values(chunk), specular.values(chunk))
        colours[chunk, :3] = _bytes(np.sqrt(colour[:, :3]))
        colours[chunk, 3] = _bytes(colour[:, 3])
        surfaces[chunk, 1], surfaces[chunk, 2] = _bytes(roughness), _bytes(metallic)
    shape = size[1], size[0], -1
    return Image.fromarray(colours.reshape(shape)), Image.fromarray(surfaces.reshape(shape))


def _bytes(values):
    return (np.clip(values, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def _solved(diffuse, specular):
    """Converts linear colours; diffuse : (n, 4) RGBA. specular : (n, 4) RGB and glossiness.

    Returns base colours (n, 4), roughness (n,) and metalness (n,).
    """
    roughness, alpha = 1.0 - specular[:, 3], diffuse[:, 3:]
    diffuse, specular = diffuse[:, :3], specular[:, :3]
    scattered = 1.0 - specular.max(axis=1)
    mirrored = _brightness(specular)
    b = _brightness(diffuse) * scattered / (1.0 - DIELECTRIC) + mirrored - 2.0 * DIELECTRIC
    c = DIELECTRIC - mirrored
    root = np.sqrt(np.maximum(b * b - 4.0 * DIELECTRIC * c, 0.0))
    metallic = np.clip((root - b) / (2.0 * DIELECTRIC), 0.0, 1.0)
    metallic = np.where(mirrored < DIELECTRIC, 0.0, metallic)
    m, scattered = metallic[:, None], scattered[:, None]
    by_diffuse = diffuse * scattered / (1.0 - DIELECTRIC) / np.maximum(1.0 - m, MIN_DIVISOR)
    by_specular = (specular - DIELECTRIC * (1.0 - m)) / np.maximum(m, MIN_DIVISOR)
    colour = np.clip(m * m * by_specular + (1.0 - m * m) * by_diffuse, 0.0, 1.0)
    colour = np.broadcast_to(colour, (max(len(colour), len(alpha)), 3))
    alpha = np.broadcast_to(alpha, (len(colour), 1))
    return np.concatenate([colour, alpha], axis=1), roughness, metallic


def _brightness(colours):
    r, g, b = colours.T
    return np.sqrt(0.299 * r * r + 0.587 * g * g + 0.114 * b * b)
