"""Interpolation inside a triangle, line or point: depth, and the inputs of the fragment program.

OpenGL 2.1, 3.6.1: the barycentric coordinates a, b, c of a fragment are ratios of areas. They come
from the exact edge functions; the specification's equations 3.6 (perspective) and 3.7 (depth and
noperspective) are evaluated as start + difference * weight, so that equal corners give that value.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.lanes import Lane
from softgl.pipeline.fragments.coverage import (
    centroid,
    clamped_depth,
    line_weights,
    smooth_coverage,
    sprite_coordinate,
)
from softgl.pipeline.fragments.fragment_inputs import Fragments
from softgl.pipeline.fragments.per_fragment import of_sample
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.keys.link import FLAT, NOPERSPECTIVE, Interpolant
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS
from softgl.pipeline.primitives.edges import Edges, edge_floats, load_integer, moved_bases
from softgl.records import dataclass

Corners = tuple[Lane, ...]
"""A value of a shape: at its first corner with the differences to the other two, or one for all."""


@dataclass(frozen=True)
class Depths:
    """Inputs of the depths of primitives; lanes or uniform.

    inverse_area : as in `setup`. corners : Corners. offset : added to depths; None for none.
    """

    inverse_area: Lane
    corners: Corners
    offset: Lane | None


@dataclass(frozen=True)
class Interpolants:
    """Values that are constant over a primitive; lanes or uniform.

    shape : I32, the primitive's number. depth : Depths.
    inverse_w : of each corner, divided by inverse_w_unit, a power of two.
    front : BOOL. primitive : I32. values : the components of interpolants that fragments read.
    """

    shape: Lane
    depth: Depths
    inverse_w: list[Lane]
    inverse_w_unit: Lane
    front: Lane
    primitive: Lane
    values: dict[tuple[Interpolant, int], Corners]


def load_interpolants(m, key: FragmentKey, a, shape) -> Interpolants:
    """Loads the constants of primitives; `interpolate` computes the values of pixels from them."""
    corners = [load_integer(m, a, shape, f"corner{i}") for i in range(3)]
    inverse_w = [m.load_unchecked(a.depth, c, a.vertex_stride) for c in corners]
    # A power of two keeps products with them from overflowing, and changes no other bit.
    exponent = m.unseen_bits(m.max(m.max(*inverse_w[:2]), inverse_w[2])) & 0x7F800000
    scale = m.from_bits(m.u32(254 << 23) - exponent)
    depth, front = load_depths(m, key, a, shape), load_front(m, a, shape)
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
        depth=depth,
        inverse_w=[w * scale for w in inverse_w],
        inverse_w_unit=m.from_bits(exponent),
        front=front,
        primitive=load_integer(m, a, shape, "primitive"),
        values=values,
    )


def load_depths(m, key: FragmentKey, a, shape) -> Depths:
    """Loads the inputs of the depths of primitives."""
    corners = [load_integer(m, a, shape, f"corner{i}") for i in range(3)]
    depths = _differences([m.load_unchecked(a.depth, corner) for corner in corners])
    offset = m.load_unchecked(a.offsets, shape) if key.shape.offset else None
    return Depths(m.load_unchecked(a.inverse_area, shape), depths, offset)


def load_front(m, a, shape):
    """True for primitives that face the viewer, BOOL."""
    return load_integer(m, a, shape, "front") != 0


def _at_vertex(m, a, source: Interpolant, component, vertex, front):
    """One component of an interpolant at a vertex, of the facing that the shape has."""

    def value(row):
        if row is None:
            return m.f32(UNWRITTEN_RESULT[component])
        return m.load_unchecked(a.vertices, vertex, a.vertex_stride * (row + component))

    if source.back == source.front:
        return value(source.front)
    return m.select(front, value(source.front), value(source.back))


def _differences(values) -> Corners:
    start, *others = values
    return start, *(value - start for value in others)


@dataclass(frozen=True)
class Pixels:
    """Pixels of a tile for which edge functions are evaluated.

    x, y : I32. edges, bases : of the shape. growth : I32, each edge function minus its base.
    covered : BOOL for each sample; None if all are covered. centre : BOOL, True for a covered
    pixel centre; None with one sample.
    known : the edge functions at the pixels' centres, if they are computed already.
    """

    x: Lane
    y: Lane
    edges: Edges
    bases: list
    growth: list[Lane]
    covered: list[Lane] | None = None
    centre: Lane | None = None
    known: list[Lane] | None = None

    def edge_floats(self, m, position=None) -> list[Lane]:
        """The edge functions in the pixels' centres, or beside them, as `moved_bases` has it."""
        if position is None and self.known:
            return self.known
        bases = self.bases
        if position is not None:
            bases = moved_bases(m, self.edges, bases, position)
        return edge_floats(m, bases, self.growth)


def interpolate(m, key: FragmentKey, a, of: Interpolants, pixels: Pixels) -> Fragments:
    """The fragments of pixels."""
    fragments = _interpolated(m, key, a, of, pixels)
    if not key.per_sample or key.shape.samples == 1:
        return fragments

    def at_sample(number: int) -> Fragments:
        own = _interpolated(m, key, a, of, pixels, number)
        depth = of_sample(fragments.depths, number)
        return own.only_sample(number, depth=depth, depths=[depth])

    return replace(fragments, at_sample=at_sample)


def _interpolated(m, key: FragmentKey, a, of: Interpolants, pixels: Pixels, sample=None):
    """The fragments of pixels, with inputs in their centres, or in a sample's place."""
    x, y = pixels.x, pixels.y
    position = None if sample is None else SAMPLE_POSITIONS[key.shape.samples][sample]
    weights = corner_weights(m, key, of, pixels.edge_floats(m, position))

    def interpolant(source: Interpolant, component: int):
        if source.coordinate_set in key.shape.sprites:
            return sprite_coordinate(m, a, key, of.shape, x, y, component, position)
        corners = of.values[source, component]
        if len(corners) == 1:
            # Not looked at on the way, a flat value may be an integer.
            return m.unseen_bits(corners[0])
        there = weights
        if source.centroid and pixels.centre is not None and sample is None:
            place = centroid(m, key, pixels.covered, pixels.centre)
            there = corner_weights(m, key, of, pixels.edge_floats(m, place))
        linear = source.interpolation == NOPERSPECTIVE
        return _blend(m, corners, there.linear if linear else there.perspective)

    def coverage():
        return smooth_coverage(m, a, key, of.shape, x, y)

    depth, *depths = interpolate_depths(m, key, of.depth, pixels, weights.linear)
    return Fragments(
        m, key, a, x, y,
        depth=depth,
        inverse_w=weights.inverse_w,
        front=of.front,
        primitive=of.primitive,
        interpolant=interpolant,
        coverage=coverage if key.shape.smooth else None,
        covered=pixels.covered,
        depths=depths or [depth],
    )  # fmt: skip


def interpolate_depths(m, key: FragmentKey, of: Depths, pixels: Pixels, linear) -> list[Lane]:
    """The depths of pixels in their centres, and then of each sample if these have their own.

    linear : the weights in the centres.
    """
    depth = _finished_depth(m, key, of, _blend(m, of.corners, linear))
    return [depth, *_sample_depths(m, key, of, pixels)]


@dataclass(frozen=True)
class Weights:
    """Barycentric weights of the second and the third corner of a primitive at a place.

    perspective, linear : two F32 each, with perspective and without. inverse_w : 1/w there.
    """

    perspective: list[Lane]
    linear: list[Lane]
    inverse_w: Lane


def corner_weights(m, key: FragmentKey, of: Interpolants, edge) -> Weights:
    """The weights where edge functions, F32, are `edge`."""
    edge, inverse_area = _weighing(m, key, of.depth.inverse_area, edge)
    scaled = [edge[i] * of.inverse_w[i] for i in (1, 2)]
    total = m.fma(edge[0], of.inverse_w[0], scaled[0] + scaled[1])
    share = 1.0 / total
    perspective = [one * share for one in scaled]
    linear = [edge[i] * inverse_area for i in (1, 2)]
    # 1/w is linear in the window.
    return Weights(perspective, linear, total * inverse_area * of.inverse_w_unit)


def linear_weights(m, key: FragmentKey, inverse_area, edge) -> list[Lane]:
    """`Weights.linear` alone."""
    edge, inverse_area = _weighing(m, key, inverse_area, edge)
    return [edge[i] * inverse_area for i in (1, 2)]


def _weighing(m, key, inverse_area, edge):
    """Edge functions as they weigh the corners of a shape, and the inverse of their sum."""
    kind = key.shape.kind
    if kind == "line":
        edge, inverse_area = line_weights(m, edge, inverse_area), m.f32(1.0)
    elif kind == "point":
        edge, inverse_area = [m.f32(1.0), m.f32(0.0), m.f32(0.0)], m.f32(1.0)
    elif key.shape.smooth:
        # A pixel whose centre is outside takes what the triangle has near it.
        edge = [m.max(e, 0.0) for e in edge]
        inverse_area = 1.0 / (edge[0] + edge[1] + edge[2])
    return edge, inverse_area


def _finished_depth(m, key, of: Depths, depth):
    """An interpolated depth as fragments have it."""
    if of.offset is not None:
        # OpenGL 2.1, 3.5.5: the depth is "clamped to the range [0, 1]" after the offset.
        depth = depth + of.offset
    return clamped_depth(m, key, depth)


def _sample_depths(m, key, of: Depths, pixels: Pixels) -> list:
    """The depths of the samples of pixels; none where all have that of the centre.

    OpenGL 2.1, 3.5.6: they are "produced by substituting the corresponding sample location into the
    barycentric equations".
    """
    weighing = {"triangle": (1, 2), "line": (2,), "point": ()}[key.shape.kind]
    if key.shape.samples == 1 or not weighing:
        return []
    start, *differences = of.corners
    slopes = [difference * of.inverse_area for difference in differences[: len(weighing)]]
    depths = []
    for position in SAMPLE_POSITIONS[key.shape.samples]:
        depth, edge = start, pixels.edge_floats(m, position)
        for slope, number in zip(slopes, weighing, strict=True):
            depth = m.fma(slope, edge[number], depth)
        depths.append(_finished_depth(m, key, of, depth))
    return depths


def _blend(m, corners: Corners, weights):
    start, to_one, to_two = corners
    return m.fma(to_two, weights[1], m.fma(to_one, weights[0], start))
