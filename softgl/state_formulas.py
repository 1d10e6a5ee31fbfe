"""Formulas of derived `state.*` bindings of programs: ARB_vertex_program, tables X.3.2 to X.3.8.

They compute in doubles; the store to a register rounds once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from softgl import hostmath

Numbers = Sequence[float]


def spot_direction(direction: Numbers, cutoff: float) -> Numbers:
    """Returns the direction of a spot light and the cosine of its cutoff angle, in degrees."""
    return (*direction, hostmath.sin_cos_degrees(cutoff)[1])


def half_angle(position: Numbers) -> Numbers:
    """Returns the half-angle vector of a light's position and (0, 0, 1).

    "the normalized infinite half-angle vector h_inf = || P + (0, 0, 1) ||", P the direction. The
    direction to a position at infinity is its x, y, z; to another one, that divided by w (OpenGL
    2.1, 2.14.1). The opposite of (0, 0, 1) has no half-angle: the vector is then 0.
    """
    x, y, z, w = position
    toward = hostmath.normalize([c / w for c in (x, y, z)] if w else (x, y, z))
    return (*hostmath.normalize([toward[0], toward[1], toward[2] + 1.0]), 1.0)


def scene_color(scene: Numbers, ambient: Numbers, emission: Numbers, diffuse: Numbers) -> Numbers:
    """Returns "c_scene = a_cs * a_cm + e_cm", with the alpha of the diffuse material color."""
    terms = zip(scene, ambient, emission, strict=True)
    return (*[s * a + e for s, a, e in terms][:3], diffuse[3])


def light_product(light: Numbers, material: Numbers) -> Numbers:
    """The product of light and material colours, with the alpha of the material."""
    return (*[a * b for a, b in zip(light, material, strict=True)][:3], material[3])


def fog_params(density: float, start: float, end: float) -> Numbers:
    """Density, start, end, and 1 / (end - start)."""
    # OpenGL 2.1, 3.10: the factor is undefined for end = start; the quotient is infinite.
    span = end - start
    return (density, start, end, 1.0 / span if span else float("inf"))


def depth_range(near: float, far: float) -> Numbers:
    """Near, far, and far - near."""
    return (near, far, far - near, 1.0)


def normal_scale(third_row: Numbers) -> float:
    """Returns the factor that rescales normals, from the third row of the inverse of modelview.

    OpenGL 2.1, 2.11.3: f = 1 / sqrt(m31^2 + m32^2 + m33^2); infinite if the row is 0.
    """
    x, y, z = third_row[:3]
    square = x * x + y * y + z * z
    return 1.0 / math.sqrt(square) if square else math.inf


MATRIX_FORMS: dict[str, Callable[[hostmath.Rows], hostmath.Rows]] = {
    "inverse": hostmath.inverse_rows,
    "transpose": hostmath.transposed_rows,
    "invtrans": lambda rows: hostmath.transposed_rows(hostmath.inverse_rows(rows)),
}
"""Modifier after the name of a matrix, such as "inverse" -> function of the matrix's rows."""

FORMS_OF_MANY: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "inverse": hostmath.inverses,
    "transpose": lambda matrices: matrices.swapaxes(1, 2),
    "invtrans": lambda matrices: hostmath.inverses(matrices).swapaxes(1, 2),
}
"""MATRIX_FORMS of many matrices at once, (n, 4, 4), with the same bits."""
