"""Quadrics: spheres, cylinders and disks (GLU 1.3, chapter 6)."""

from __future__ import annotations

import dataclasses
import math

from softgl import gl
from softgl.glu import quadric_shapes
from softgl.glu.client_arrays import client_arrays
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import GLUError, callback, function, instance, integer, real
from softgl.glu.quadric_shapes import Style, Vertices

ERROR = CONSTANTS["GLU_ERROR"]
INVALID_ENUM, INVALID_VALUE = CONSTANTS["GLU_INVALID_ENUM"], CONSTANTS["GLU_INVALID_VALUE"]
_CHOICES = {
    "draw": ("POINT", "LINE", "FILL", "SILHOUETTE"),
    "normals": ("SMOOTH", "FLAT", "NONE"),
    "orientation": ("OUTSIDE", "INSIDE"),
}
CHOICES = {
    field: frozenset(CONSTANTS[f"GLU_{name}"] for name in names)
    for field, names in _CHOICES.items()
}


class GLUQuadric:
    """A quadric object: its style, and its error callback."""

    def __init__(self):
        self.style = Style()
        self.error = None

    @property
    def contents(self) -> GLUQuadric:
        """The quadric itself, which is a pointer in PyOpenGL."""
        return self

    def refuse(self, code: int) -> None:
        """Calls the error callback; without one an error is silent, as in GLU."""
        if self.error is not None:
            self.error(code)

    def choose(self, field: str, value) -> None:
        """Sets one of the enumerated properties."""
        value = integer(value)
        if value in CHOICES[field]:
            self.style = dataclasses.replace(self.style, **{field: value})
        else:
            self.refuse(INVALID_ENUM)


def _quadric(value) -> GLUQuadric:
    return instance(value, GLUQuadric)


@function("gluNewQuadric")
def new_quadric() -> GLUQuadric:
    """Returns a new quadric: filled, smooth, seen from outside, without texture coordinates."""
    return GLUQuadric()


@function("gluDeleteQuadric")
def delete_quadric(quad):
    """Does nothing: a quadric is freed when it is no longer used."""
    _quadric(quad)


@function("gluQuadricDrawStyle")
def draw_style(quad, draw):
    """Selects points, lines, faces, or lines without those between faces in one plane."""
    _quadric(quad).choose("draw", draw)


@function("gluQuadricNormals")
def normals(quad, normal):
    """Selects normals per vertex, per face, or none."""
    _quadric(quad).choose("normals", normal)


@function("gluQuadricOrientation")
def orientation(quad, orientation):
    """Selects outward or inward normals and front faces."""
    _quadric(quad).choose("orientation", orientation)


@function("gluQuadricTexture")
def texture(quad, texture):
    """Enables or disables texture coordinates."""
    quadric = _quadric(quad)
    quadric.style = dataclasses.replace(quadric.style, texture=bool(texture))


@function("gluQuadricCallback")
def quadric_callback(quad, which=ERROR, CallBackFunc=None):
    """Sets the callback that gets the number of each error; None removes it."""
    quadric = _quadric(quad)
    if integer(which) != ERROR:
        raise GLUError(f"gluQuadricCallback: {which} is not a callback of a quadric")
    quadric.error = callback(CallBackFunc)


# -- shapes ----------------------------------------------------------------------------------------


def _draw(vertices: Vertices) -> None:
    with client_arrays(vertices.positions, vertices.normals, vertices.texture):
        for mode, first, counts in vertices.runs:
            if len(first) == 1:
                gl.glDrawArrays(mode, int(first[0]), int(counts[0]))
            else:
                gl.glMultiDrawArrays(mode, first, counts, len(first))


def _shape(quad, make, sizes, counts, least, *rest) -> None:
    """Draws a shape; sizes : its lengths, not negative; counts : its parts, at least `least`."""
    quadric = _quadric(quad)
    sizes, counts = [real(size) for size in sizes], [integer(count) for count in counts]
    if any(n < low for n, low in zip(counts, least, strict=True)) or not all(
        size >= 0 and math.isfinite(size) for size in sizes
    ):
        quadric.refuse(INVALID_VALUE)
        return
    _draw(make(quadric.style, *sizes, *counts, *rest))


@function("gluSphere")
def sphere(quad, radius, slices, stacks):
    """Draws a sphere around the origin."""
    _shape(quad, quadric_shapes.sphere, (radius,), (slices, stacks), (2, 1))


@function("gluCylinder")
def cylinder(quad, base, top, height, slices, stacks):
    """Draws a cylinder or a cone, open at its ends, from z = 0 to `height`."""
    if real(base) == real(top) and real(height) == 0:
        _quadric(quad).refuse(INVALID_VALUE)
        return
    _shape(quad, quadric_shapes.cylinder, (base, top, height), (slices, stacks), (2, 1))


@function("gluDisk")
def disk(quad, inner, outer, slices, loops):
    """Draws a disk in the plane z = 0, with a hole if `inner` is not 0."""
    partial_disk(quad, inner, outer, slices, loops, 0.0, 360.0)


@function("gluPartialDisk")
def partial_disk(quad, inner, outer, slices, loops, start, sweep):
    """Draws a sector of a disk: `sweep` degrees clockwise from `start`; 0 is the y axis."""
    quadric, start, sweep = _quadric(quad), real(start), real(sweep)
    if sweep < 0:
        start, sweep = start + sweep, -sweep
    inner, outer = real(inner), real(outer)
    if not (outer > 0 and inner <= outer and math.isfinite(start) and math.isfinite(sweep)):
        quadric.refuse(INVALID_VALUE)
        return
    angles = start, min(sweep, 360.0)
    _shape(quad, quadric_shapes.disk, (inner, outer), (slices, loops), (2, 1), *angles)
