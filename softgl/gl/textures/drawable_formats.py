"""Formats of images that can be drawn to by sample: renderbuffers and multisample textures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from softgl.formats import host
from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.formats.storages import ColorFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MAX_SAMPLES

_STENCIL = INTERNAL_FORMATS["STENCIL_INDEX8"]
FORMATS = {
    getattr(gl, f"GL_{name}"): format_
    for name, format_ in INTERNAL_FORMATS.items()
    if not name.startswith("COMPRESSED")
}
FORMATS |= {
    getattr(gl, f"GL_{name}"): replace(_STENCIL, name=name)
    for name in (f"STENCIL_INDEX{bits}" for bits in ("", 1, 4, 16))
}
"""The formats of renderbuffers by enum: those of textures, not compressed, and other indices."""


def new_planes(format_: InternalFormat, width: int, height: int, samples: int) -> dict[str, Plane]:
    """Returns the planes of an undefined image, by "color", "depth" and "stencil"."""
    formats = format_.plane_formats.items()
    return {name: _plane(width, height, of_plane, samples) for name, of_plane in formats}


def _plane(width, height, format_, samples):
    plane = Plane(width, height, format_, samples=samples)
    if isinstance(format_, ColorFormat):
        # Components that the format lacks are 0 or 1 from the start.
        words = host.pack_colors(format_, np.zeros(4)).tolist()
        if any(words):
            plane.fill(words, [0xFFFFFFFF] * plane.words)
    return plane


def check_samples(name: str, samples: int, refuse: Callable = invalid_operation) -> None:
    """Raises for more samples than GL_MAX_SAMPLES; name : the argument's.

    ARB_internalformat_query, "Errors": "An INVALID_VALUE error is no longer generated": it is
    INVALID_OPERATION. refuse : makes the error.
    """
    if samples > MAX_SAMPLES:
        raise refuse(f"{name}: {samples} are more than GL_MAX_SAMPLES, {MAX_SAMPLES}")
