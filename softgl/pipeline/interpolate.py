"""Interpolation inside a triangle, line or point: depth, and the inputs of the fragment program.

OpenGL 2.1, 3.6.1: the barycentric coordinates a, b, c of a fragment are ratios of areas. They come
from the exact edge functions; the specification's equations 3.6 (perspective) and 3.7 (depth and
noperspective) are evaluated as start + difference * weight, so that equal corners give that value.
"""

from __future__ import annotations

from dataclasses import dataclass

from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.lanes import Lane
from softgl.pipeline.coverage import (
    clamped_depth,
    line_weights,
    smooth_coverage,
    sprite_coordinate,
)
from softgl.pipeline.edges import load_integer
from softgl.pipeline.fragment_inputs import Fragments
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.link import FLAT, NOPERSPECTIVE, Interpolant

Corners = tuple[Lane, ...]
"""A value of a shape: at its first corner with the differences to the other two, or one for all."""


@dataclass(frozen=True)
class Interpolants:
    """What is constant over shapes; lanes or uniform.

    shape : I32, their number. inverse_area : as in `setup`.
    inverse_w : of each corner, divided by inverse_w_unit, a power of two.
    depth : Corners. offset : what is added to it; None for nothing.
    front : BOOL. primitive : I32. values : the components of interpolants that are read.
    """

    shape: Lane
    inverse_area: Lane
    inverse_w: list[Lane]
    inverse_w_unit: Lane
    depth: Corners
    offset: Lane | None
    front: Lane
    primitive: Lane
    values: dict[tuple[Interpolant, int], Corners]


def load_interpolants(m, key: FragmentKey, a, shape) -> Interpolants:
    """What is constant over shapes; `interpolate` then gives the values of their pixels."""
    corners = [load_integer(m, a, shape, f"corner{i}") for i in range(3)]
    inverse_w = [m.at(a.depth, c + a.vertex_stride) for c in corners]
    # A power of two keeps products with them from overflowing, and changes no other bit.
    exponent = m.unseen_bits(m.max(m.max(*inverse_w[:2]), inverse_w[2])) & 0x7F800000
    scale = m.from_bits(m.u32(254 << 23) - exponent)
    depth, offset = depth_corners(m, key, a, shape)
    front = load_integer(m, a, shape, "front") != 0
    provoking = load_integer(m, a, shape, "provoking")
    values = {}
    for source, component in key.interpolated_components():
        if source.interpolation == FLAT:
            vertices = [provoking]
        else:
            vertices = corners[:1] if key.shape.kind == "point" else corners
        values[source, component] = _differences(
            [_at_vertex(m, a, source, component, vertex, front) for vertex in vertices]
        )
    return Interpolants(
        shape=shape,
        inverse_area=m.at(a.inverse_area, shape),
        inverse_w=[w * scale for w in inverse_w],
        inverse_w_unit=m.from_bits(exponent),
        depth=depth,
        offset=offset,
        front=front,
        primitive=load_integer(m, a, shape, "primitive"),
        values=values,
    )


def depth_corners(m, key: FragmentKey, a, shape):
    """`Interpolants.depth` and `Interpolants.offset`."""
    corners = [load_integer(m, a, shape, f"corner{i}") for i in range(3)]
    depths = _differences([m.at(a.depth, corner) for corner in corners])
    return depths, m.at(a.offsets, shape) if key.shape.offset else None


def _at_vertex(m, a, source: Interpolant, component, vertex, front):
    """One component of an interpolant at a vertex, of the facing that the shape has."""

    def value(row):
        if row is None:
            return m.f32(UNWRITTEN_RESULT[component])
        return m.at(a.vertices, vertex + a.vertex_stride * (row + component))

    if source.back == source.front:
        return value(source.front)
    return m.select(front, value(source.front), value(source.back))


def _differences(values) -> Corners:
    start, *others = values
    return start, *(value - start for value in others)


def interpolate(m, key: FragmentKey, a, of: Interpolants, edge, x, y) -> Fragments:
    """The fragments of pixels; edge : three F32, the edge functions; x, y : I32 pixels."""
    kind, inverse_area = key.shape.kind, of.inverse_area
    if kind == "line":
        edge, inverse_area = line_weights(m, edge, inverse_area), m.f32(1.0)
    elif kind == "point":
        edge, inverse_area = [m.f32(1.0), m.f32(0.0), m.f32(0.0)], m.f32(1.0)
    elif key.shape.smooth:
        # A pixel whose centre is outside takes what the triangle has near it.
        edge = [m.max(e, 0.0) for e in edge]
        inverse_area = 1.0 / (edge[0] + edge[1] + edge[2])
    linear = [edge[i] * inverse_area for i in (1, 2)]
    scaled = [edge[i] * of.inverse_w[i] for i in (1, 2)]
    total = m.fma(edge[0], of.inverse_w[0], scaled[0] + scaled[1])
    share = 1.0 / total
    perspective = [one * share for one in scaled]
    depth = _blend(m, of.depth, linear)
    if of.offset is not None:
        # OpenGL 2.1, 3.5.5: the depth is "clamped to the range [0, 1]" after the offset.
        depth = depth + of.offset

    def interpolant(source: Interpolant, component: int):
        if source.coordinate_set in key.shape.sprites:
            return sprite_coordinate(m, a, key, of.shape, x, y, component)
        corners = of.values[source, component]
        if len(corners) == 1:
            # Not looked at on the way, a flat value may be an integer.
            return m.unseen_bits(corners[0])
        return _blend(m, corners, linear if source.interpolation == NOPERSPECTIVE else perspective)

    def coverage():
        return smooth_coverage(m, a, key, of.shape, x, y)

    return Fragments(
        m, key, a, x, y,
        depth=clamped_depth(m, key, a, depth),
        # 1/w is linear in the window.
        inverse_w=total * inverse_area * of.inverse_w_unit,
        front=of.front,
        primitive=of.primitive,
        interpolant=interpolant,
        coverage=coverage if key.shape.smooth else None,
    )  # fmt: skip


def _blend(m, corners: Corners, weights):
    start, to_one, to_two = corners
    return m.fma(to_two, weights[1], m.fma(to_one, weights[0], start))
