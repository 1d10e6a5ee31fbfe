"""Martin Newell's teapot: its published bicubic Bezier patches, and their tessellation.

Newell, "The Utilization of Procedure Models in Digital Image Synthesis", 1975, with Blinn's height
and the bottom that was added later. The handle lies along -x, the spout along +x, z is up; the
teapot stands on z = 0 and is 3.15 high.
"""

from __future__ import annotations

from functools import cache

import numpy as np

# A patch of the body is a quarter turn of a curve: (radius, z) of its four control points, from
# the axis outwards and from the top down, as seen from outside.
PROFILES = {
    "rim": ((1.4, 2.4), (1.3375, 2.53125), (1.4375, 2.53125), (1.5, 2.4)),
    "body": ((1.5, 2.4), (1.75, 1.875), (2.0, 1.35), (2.0, 0.9)),
    "foot": ((2.0, 0.9), (2.0, 0.45), (1.5, 0.225), (1.5, 0.15)),
    "knob": ((0.0, 3.15), (0.8, 3.15), (0.0, 2.85), (0.2, 2.7)),
    "lid": ((0.2, 2.7), (0.4, 2.55), (1.3, 2.55), (1.3, 2.4)),
    "bottom": ((1.5, 0.15), (1.5, 0.075), (1.425, 0.0), (0.0, 0.0)),
}
# The published quarter circles have their inner control points at 0.56 of the radius, except for
# the knob's widest ring: 0.45 at radius 0.8.
QUARTER = 0.56
KNOB_RADIUS, KNOB_QUARTER = 0.8, 0.5625

# A patch of handle and spout is half of a tube. For each of its four control rings: x and z of its
# first and last intersection with the plane of symmetry, and half of its width.
TUBES = {
    "handle": (
        ((-1.6, 2.025), (-1.5, 2.25), 0.3),
        ((-2.3, 2.025), (-2.5, 2.25), 0.3),
        ((-2.7, 2.025), (-3.0, 2.25), 0.3),
        ((-2.7, 1.8), (-3.0, 1.8), 0.3),
        ((-2.7, 1.575), (-3.0, 1.35), 0.3),
        ((-2.5, 1.125), (-2.65, 0.9375), 0.3),
        ((-2.0, 0.9), (-1.9, 0.6), 0.3),
    ),
    "spout": (
        ((1.7, 1.425), (1.7, 0.6), 0.66),
        ((2.6, 1.425), (3.1, 0.825), 0.66),
        ((2.3, 2.1), (2.4, 2.025), 0.25),
        ((2.7, 2.4), (3.3, 2.4), 0.25),
        ((2.8, 2.475), (3.525, 2.49375), 0.25),
        ((2.9, 2.475), (3.45, 2.5125), 0.15),
        ((2.8, 2.4), (3.2, 2.4), 0.15),
    ),
}


def patches() -> np.ndarray:
    """The 32 patches: (32, 4, 4, 3) float64 control points.

    The outward normal is (derivative along the last control axis) x (along the one before).
    """
    found = []
    for profile in PROFILES.values():
        quarter = np.array([_quarter_ring(radius, z) for radius, z in profile])
        for _ in range(4):
            found.append(quarter)
            x, y, z = np.moveaxis(quarter, -1, 0)
            quarter = np.stack([y, -x, z], axis=-1)
    for rings in TUBES.values():
        for first in (0, 3):
            half = np.array([_half_ring(*ring) for ring in rings[first : first + 4]])
            found += [half, half[:, ::-1] * np.array([1.0, -1.0, 1.0])]
    return np.array(found) + 0.0  # no -0: seams are equal bit by bit


def _quarter_ring(radius, z):
    inner = radius * (KNOB_QUARTER if radius == KNOB_RADIUS else QUARTER)
    return [(radius, 0.0, z), (radius, -inner, z), (inner, -radius, z), (0.0, -radius, z)]


def _half_ring(first, last, width):
    (x0, z0), (x1, z1) = first, last
    return [(x0, 0.0, z0), (x0, -width, z0), (x1, -width, z1), (x1, 0.0, z1)]


@cache
def teapot(segments: int = 12):
    """Tessellates each patch into `segments` x `segments` quads of two triangles.

    Returns positions (n, 3) float32, outward unit normals (n, 3) float32, and triangles (m, 3)
    uint32, counterclockwise seen from outside.
    """
    position, normal = patch_grid(segments)
    return (
        position.reshape(-1, 3).astype(np.float32),
        normal.reshape(-1, 3).astype(np.float32),
        _grid_triangles(len(position), segments),
    )


def patch_grid(segments: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and outward unit normals of the patches, (32, side, side, 3) float64.

    side : segments + 1.
    """
    parameter = np.arange(segments + 1) / segments
    weights, slopes = _bernstein(parameter)
    points = patches()
    position = _surface(points, weights, weights)
    normal = _cross(_surface(points, weights, slopes), _surface(points, slopes, weights))
    length = np.sqrt(_squared(normal))
    # At a degenerate edge of a patch (the top of the knob, the middle of the bottom) the derivative
    # along it is zero; the axis is the normal there.
    pole = length < 1e-9
    axis = np.where(position[..., 2:] > 1.0, 1.0, -1.0) * np.array([0.0, 0.0, 1.0])
    normal = np.where(pole[..., None], axis, normal / np.where(pole, 1.0, length)[..., None])
    return position, normal


def _bernstein(t):
    """The cubic Bernstein polynomials at `t` and their derivatives: two lists of four arrays."""
    s = 1.0 - t
    weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t]
    slopes = [
        -3.0 * s * s,
        3.0 * s * s - 6.0 * s * t,
        6.0 * s * t - 3.0 * t * t,
        3.0 * t * t,
    ]
    return weights, slopes


def _surface(points, along, across):
    """Sum of `along[i](u) * across[j](v) * points[:, i, j]`: (patches, u, v, 3)."""
    total = 0.0
    for i in range(4):
        for j in range(4):
            weight = along[i][:, None] * across[j][None, :]
            total = total + weight[None, :, :, None] * points[:, i, j][:, None, None, :]
    return total


def _cross(a, b):
    (ax, ay, az), (bx, by, bz) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _squared(a):
    return a[..., 0] * a[..., 0] + a[..., 1] * a[..., 1] + a[..., 2] * a[..., 2]


def _grid_triangles(count, segments):
    """Two triangles for each quad of `count` grids of (segments + 1) x (segments + 1) vertices."""
    side = segments + 1
    row, column = np.meshgrid(np.arange(segments), np.arange(segments), indexing="ij")
    corner = row * side + column
    below, right = corner + side, corner + 1
    quad = np.stack([corner, right, below, right, below + 1, below], axis=-1).reshape(-1, 3)
    start = np.arange(count)[:, None, None] * (side * side)
    return (quad[None] + start).reshape(-1, 3).astype(np.uint32)
