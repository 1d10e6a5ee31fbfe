"""Formats of images that are drawn to by samples: renderbuffers, and multisample textures."""

from __future__ import annotations

import numpy as np

from softgl.formats import host
from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.formats.storages import STORAGES, ColorFormat, Storage
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MAX_SAMPLES
from softgl.records import dataclass


@dataclass(frozen=True)
class StencilFormat:
    """A format of stencil indices alone, which textures of texels do not have."""

    name: str
    storage: Storage = STORAGES["stencil8"]
    codec = None

    @property
    def plane_formats(self) -> dict[str, str]:
        """As of an `InternalFormat`."""
        return {"stencil": self.storage.name}

    def bits(self, component: str) -> int:
        """The resolution of a component; 0 of those that are not there."""
        return self.storage.bits("S") if component == "S" else 0


DrawableFormat = InternalFormat | StencilFormat
# Of the internal formats of textures all but compressed ones.
FORMATS: dict[int, DrawableFormat] = {
    getattr(gl, f"GL_{name}"): format_
    for name, format_ in INTERNAL_FORMATS.items()
    if not name.startswith("COMPRESSED")
}
FORMATS |= {
    getattr(gl, f"GL_{name}"): StencilFormat(name)
    for name in (f"STENCIL_INDEX{bits}" for bits in ("", 1, 4, 8, 16))
}
"""Each internal format of a renderbuffer."""


def new_planes(format_: DrawableFormat, width: int, height: int, samples: int) -> dict[str, Plane]:
    """The planes of an image without contents, by "color", "depth" and "stencil"."""
    formats = format_.plane_formats.items()
    return {name: _plane(width, height, of_plane, samples) for name, of_plane in formats}


def _plane(width, height, format_, samples):
    plane = Plane(width, height, format_, samples=samples)
    if isinstance(format_, ColorFormat):
        # Components that the format lacks are 0 or 1 from the beginning.
        words = host.pack_colors(format_, np.zeros(4)).tolist()
        if any(words):
            plane.fill(words, [0xFFFFFFFF] * plane.words)
    return plane


def check_samples(name: str, samples: int) -> None:
    """Refuse more samples than there can be; name : of the argument."""
    if samples > MAX_SAMPLES:
        raise invalid_value(f"{name}: {samples} are more than GL_MAX_SAMPLES, {MAX_SAMPLES}")
