"""The animations of a glTF file: samples its channels (glTF 2.0, 3.11).

Numbers are Python floats or elementwise numpy, with sines of `hostmath`: the same bits everywhere.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models.gltf.accessors import read_accessor
from softgl.models.gltf.document import Document
from softgl.models.gltf.nodes import Hierarchy, Transforms

MAX_CHANNELS = 1 << 16
WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
INTERPOLATIONS = ("LINEAR", "STEP", "CUBICSPLINE")
MAX_COSINE = 1.0 - 1e-12  # of the angle between quaternions; nearer ones are mixed linearly


class Pose(NamedTuple):
    """The nodes at a time: their transforms, and node -> its weights of morph targets."""

    transforms: Transforms
    weights: dict[int, list[float]]


class Sampler(NamedTuple):
    """Keys of an animated value.

    times : (k,) float64, in order. values : (k, width) float64, or (k, 3, width) for CUBICSPLINE:
        in-tangents, values and out-tangents.
    """

    times: np.ndarray
    values: np.ndarray
    interpolation: str


class Animation:
    """The animation `index` of a file. Raises ModelError.

    duration : seconds of its longest channel. channels : (node, path, Sampler).
    """

    def __init__(self, document: Document, index: int):
        self._document, self._index = document, index
        animation = document.item("animations", index)
        samplers = document.objects(animation, "samplers")
        channels = document.objects(animation, "channels")
        if len(channels) > MAX_CHANNELS:
            raise self._error(f"more than {MAX_CHANNELS} channels")
        self.channels, read = [], {}
        for channel in channels:
            target = document.object(channel, "target")
            path = target.get("path")
            if path not in (*WIDTHS, "weights"):
                document.folder.warn(f"animation of {document.brief(path)} is not played")
                continue
            if "node" not in target:
                continue  # glTF 2.0, 3.11: "When undefined, the animated object MAY be defined by
                # an extension."
            last = len(document.items("nodes")) - 1
            node = document.number(target["node"], "an index of 'nodes'", last)
            last = len(samplers) - 1
            sampler = document.number(channel.get("sampler"), "an index of 'samplers'", last)
            key = sampler, path
            if key not in read:
                read[key] = self._sampler(samplers[sampler], WIDTHS.get(path))
            self.channels.append((node, path, read[key]))
        self.duration = max([0.0, *(float(s.times[-1]) for _, _, s in self.channels)])

    def _error(self, reason):
        return self._document.error(f"animation {self._index}: {reason}")

    def _sampler(self, sampler, width):
        """Reads a sampler of vectors, or of weights without a width."""
        document = self._document
        times = read_accessor(document, sampler.get("input"), ("SCALAR",))[:, 0]
        kinds = ("SCALAR",) if width is None else (f"VEC{width}",)
        values = read_accessor(document, sampler.get("output"), kinds).astype(np.float64)
        interpolation = sampler.get("interpolation", "LINEAR")
        if interpolation not in INTERPOLATIONS:
            found = document.brief(interpolation)
            raise self._error(f"found interpolation {found}, expected {', '.join(INTERPOLATIONS)}")
        each = 3 if interpolation == "CUBICSPLINE" else 1
        keys = len(times) * each
        if width is None and len(values) % keys == 0:
            values = values.reshape(keys, -1)
        if len(values) != keys:
            raise self._error(f"found {len(values)} values, expected {keys}")
        if not (np.isfinite(times).all() and np.isfinite(values).all()):
            raise self._error("a time or a value is not finite")
        values = values.reshape(len(times), 3, -1) if each == 3 else values
        if (times[1:] < times[:-1]).any():
            order = np.argsort(times, kind="stable")
            times, values = times[order], values[order]
        return Sampler(times.astype(np.float64), values, interpolation)

    def at(self, time: float, hierarchy: Hierarchy) -> Pose:
        """The pose at `time`, 0 to 1 over the duration."""
        seconds = float(time) * self.duration
        transforms = Transforms(*(values.copy() for values in hierarchy.rest))
        weights = {}
        for node, path, sampler in self.channels:
            value = sample(sampler, seconds, path == "rotation")
            if path == "weights":
                weights[node] = value
            else:
                getattr(transforms, path)[node] = value
        return Pose(transforms, weights)


def sample(sampler: Sampler, seconds: float, rotation: bool = False) -> list[float]:
    """The value at a time; before the first key and after the last one, that of the key.

    rotation : True for quaternions, which turn at a steady speed on the shorter way.
    """
    times, values, interpolation = sampler
    cubic = interpolation == "CUBICSPLINE"
    after = int(np.searchsorted(times, seconds, "right"))
    if after == 0 or after == len(times) or interpolation == "STEP":
        key = values[max(after - 1, 0)]
        return (key[1] if cubic else key).tolist()
    before = after - 1
    length = float(times[after]) - float(times[before])  # above 0, by the search
    part = (seconds - float(times[before])) / length
    if cubic:
        return _cubic(values[before].tolist(), values[after].tolist(), part, length)
    first, second = values[before].tolist(), values[after].tolist()
    if rotation:
        return slerp(first, second, part)
    return [a * (1.0 - part) + b * part for a, b in zip(first, second, strict=True)]


def _cubic(before, after, part, length):
    # glTF 2.0, appendix C.5: Hermite's spline; tangents are per second.
    square = part * part
    cube = square * part
    keys = zip(before[1], before[2], after[1], after[0], strict=True)
    return [
        (2.0 * cube - 3.0 * square + 1.0) * value
        + length * (cube - 2.0 * square + part) * leaving
        + (3.0 * square - 2.0 * cube) * target
        + length * (cube - square) * arriving
        for value, leaving, target, arriving in keys
    ]


def slerp(first, second, part: float) -> list[float]:
    """The quaternion at `part`, 0 to 1, of the shorter way between two of any length."""
    # glTF 2.0, appendix C.4.
    first, second = _unit(first), _unit(second)
    cosine = sum(a * b for a, b in zip(first, second, strict=True))
    if cosine < 0.0:
        cosine, second = -cosine, [-b for b in second]
    shares = 1.0 - part, part
    if cosine < MAX_COSINE:
        angle = hostmath.arccos(cosine)
        sine = hostmath.sin(angle)
        shares = hostmath.sin(shares[0] * angle) / sine, hostmath.sin(part * angle) / sine
    return [a * shares[0] + b * shares[1] for a, b in zip(first, second, strict=True)]


def _unit(quaternion):
    x, y, z, w = quaternion
    length = math.sqrt(x * x + y * y + z * z + w * w)
    return [each / length for each in quaternion] if length > 0.0 else [0.0, 0.0, 0.0, 1.0]
