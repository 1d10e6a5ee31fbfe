"""Interpolation inside a triangle: depth, and the inputs of the fragment program.

OpenGL 2.1, 3.6.1: the barycentric coordinates a, b, c of a fragment are ratios of areas. They come
from the exact edge functions; the specification's equations 3.6 (perspective) and 3.7 (depth and
noperspective) are evaluated as start + difference * weight, so that equal corners give that value.
"""

from __future__ import annotations

from dataclasses import dataclass

from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.ir.program import Binding
from softgl.pipeline.coverage import (
    clamped_depth,
    line_weights,
    smooth_coverage,
    sprite_coordinate,
)
from softgl.pipeline.framebuffer import TILE
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.setup import ROW

# What a fragment attribute is interpolated from.
FROM_RESULT = {
    "fragment.color.primary": "result.color.front.primary",
    "fragment.color.secondary": "result.color.front.secondary",
    "fragment.texcoord": "result.texcoord",
    "fragment.fogcoord": "result.fogcoord",
    "fragment.attrib": "result.attrib",
}


# ARB_fragment_program, table X.1: "(f,0,0,1)", whatever a vertex program leaves in y, z and w.
FOG = Binding("fragment.fogcoord")
FOG_COORDINATE = Binding("result.fogcoord")


def source_of(attribute: Binding) -> Binding | None:
    """The vertex result behind a fragment attribute; None for what the rasteriser itself gives."""
    name = FROM_RESULT.get(attribute.name)
    return name and Binding(name, attribute.indices)


def linear_rows(key: FragmentKey) -> list[int]:
    """The rows of `Vertices.rows` that are linear in the window: those of NOPERSPECTIVE inputs."""
    sources = {source_of(attribute) for attribute in key.program.noperspective}
    fronts = (Binding(b.name.replace("color.back", "color.front"), b.indices) for b in key.varyings)
    slots = [slot for slot, front in enumerate(fronts) if front in sources]
    return [4 * (1 + slot) + component for slot in slots for component in range(4)]


@dataclass(frozen=True)
class Edges:
    """The edge functions of a triangle seen from a tile; lanes or uniform.

    start : three I64, the functions at the centre of the tile's first pixel.
    step_x, step_y, open : three I32 each, as in `setup`.
    """

    start: list
    step_x: list
    step_y: list
    open: list


def load_edges(m, a, triangle, tile_x, tile_y) -> Edges:
    """The edge functions of `triangle` for the tile whose first pixel is (tile_x, tile_y)."""

    def row(name):
        return [_integer(m, a, triangle, f"{name}{i}") for i in range(3)]

    step_x, step_y = row("step_x"), row("step_y")
    x, y = m.to_i64(tile_x), m.to_i64(tile_y)
    start = [
        m.gather(a.edges, triangle + a.triangle_stride * i)
        + ((m.to_i64(step_x[i]) * x + m.to_i64(step_y[i]) * y) << 8)
        for i in range(3)
    ]
    return Edges(start, step_x, step_y, row("open"))


def _integer(m, a, triangle, name):
    return m.gather(a.integers, triangle + a.triangle_stride * ROW[name])


def load_bounds(m, a, triangle) -> dict:
    """The pixels that a triangle may cover, inclusive."""
    names = ("min_x", "max_x", "min_y", "max_y")
    return {name: _integer(m, a, triangle, name) for name in names}


def within_bounds(bounds, x, y):
    """Whether pixels lie within `load_bounds`, BOOL."""
    columns = (x >= bounds["min_x"]) & (x <= bounds["max_x"])
    return columns & (y >= bounds["min_y"]) & (y <= bounds["max_y"])


def coverage_start(m, edges: Edges):
    """Three I32: floor((edge - open) / 256) at the tile's first pixel.

    A pixel changes an edge function by a multiple of 256, so a sum of steps decides coverage from
    these exactly; where the edge is farther off than any pixel of the tile, 2^30 stands for it.
    """
    starts = []
    for start, open_ in zip(edges.start, edges.open, strict=True):
        units = (start - m.to_i64(open_)) >> 8
        starts.append(m.low_half(m.clamp(units, -(2**30), 2**30)))
    return starts


def edge_bases(m, edges: Edges) -> list:
    """What `edge_floats` adds to growth: for each edge function (I32, F32), in units of 256.

    Whole units are added as integers, so that the value at a pixel does not depend on how far away
    the tile begins. Only where they could overflow, beyond 2^30, they are rounded before.
    """
    bases = []
    for start in edges.start:
        units = start >> 8
        near = (units >= -(2**30)) & (units <= 2**30)
        part = m.select(near, start & 255, start)
        bases.append((m.low_half(m.select(near, units, 0)), m.to_f32(part) * (1.0 / 256.0)))
    return bases


def edge_floats(m, bases, growth):
    """The edge functions in units of 256 as floats; growth : three I32, since the first pixel."""
    return [
        m.to_f32(whole + steps) + part for (whole, part), steps in zip(bases, growth, strict=True)
    ]


def tile_origin(coordinate):
    """The first pixel of the tile of a pixel."""
    return coordinate & -TILE


class Interpolants:
    """What is constant over a triangle: corner values and differences of everything interpolated.

    Built once for each triangle; `at` then gives the values of pixels.
    """

    def __init__(self, m, key: FragmentKey, a, triangle):
        self.m, self.key, self.a, self.shape = m, key, a, triangle
        corners = [_integer(m, a, triangle, f"corner{i}") for i in range(3)]
        self.inverse_area = m.gather(a.inverse_area, triangle)
        self.depth = _differences([m.gather(a.depth, c) for c in corners])
        inverse_w = [m.gather(a.depth, c + a.vertex_stride) for c in corners]
        # A power of two keeps products with them from overflowing, and changes no other bit.
        exponent = m.unseen_bits(m.max(m.max(*inverse_w[:2]), inverse_w[2])) & 0x7F800000
        scale = m.from_bits(m.u32(254 << 23) - exponent)
        self.inverse_w, self.inverse_w_unit = [w * scale for w in inverse_w], m.from_bits(exponent)
        self.front = _integer(m, a, triangle, "front")
        self.primitive = _integer(m, a, triangle, "primitive")
        provoking = _integer(m, a, triangle, "provoking")
        self.values, self.flat = {}, {}
        self.fog = None
        for register, component in key.program.attribute_components():
            binding = key.program.attributes[register]
            if binding == FOG and component:
                continue
            source = source_of(binding)
            if not {source, self._back(source)} & {*key.varyings}:
                continue
            if source in key.flat or binding in key.program.flat:
                self.flat[register, component] = self._at_vertex(provoking, source, component)
            elif key.shape.kind == "point":
                self.flat[register, component] = self._at_vertex(corners[0], source, component)
            else:
                values = [self._at_vertex(corner, source, component) for corner in corners]
                self.values[register, component] = _differences(values)
        if key.program.fog and FOG_COORDINATE in key.varyings:
            values = [self._at_vertex(corner, FOG_COORDINATE, 0) for corner in corners]
            self.fog = _differences(values)
        self.offset = m.gather(a.offsets, triangle) if key.shape.offset else None

    def _back(self, source):
        """What takes the place of a vertex result on back faces.

        A back colour that the vertex program does not write is undefined: the front colour stays.
        """
        if source is None or not self.key.two_side:
            return source
        back = Binding(source.name.replace("color.front", "color.back"), source.indices)
        return back if back in self.key.varyings else source

    def _at_vertex(self, vertex, source, component):
        """One component of a vertex result, of the facing that the triangle has."""
        back = self._back(source)
        value = self._result(vertex, source, component)
        if back == source:
            return value
        return self.m.select(self.front != 0, value, self._result(vertex, back, component))

    def _result(self, vertex, source, component):
        m, a, varyings = self.m, self.a, self.key.varyings
        if source not in varyings:
            return m.f32(UNWRITTEN_RESULT[component])
        row = a.vertex_stride * (4 * (1 + varyings.index(source)) + component)
        return m.gather(a.vertices, vertex + row)

    def at(self, edge, x, y) -> Fragments:
        """The values at pixels; edge : three F32, the edge functions; x, y : I32 pixels."""
        return Fragments(self, edge, x, y)


def _differences(values):
    """(value at corner 0, difference to corner 1, difference to corner 2)."""
    return values[0], values[1] - values[0], values[2] - values[0]


class Fragments:
    """The interpolated inputs of fragments."""

    def __init__(self, interpolants, edge, x, y):
        self._of = interpolants
        self._x, self._y = x, y
        m = interpolants.m
        inverse_area = interpolants.inverse_area
        kind = interpolants.key.shape.kind
        if kind == "line":
            edge, inverse_area = line_weights(m, edge, inverse_area), m.f32(1.0)
        elif kind == "point":
            edge, inverse_area = [m.f32(1.0), m.f32(0.0), m.f32(0.0)], m.f32(1.0)
        elif interpolants.key.shape.smooth:
            # A pixel whose centre is outside takes what the triangle has near it.
            edge = [m.max(e, 0.0) for e in edge]
            inverse_area = 1.0 / (edge[0] + edge[1] + edge[2])
        self._linear = [edge[i] * inverse_area for i in (1, 2)]
        scaled = [e * w for e, w in zip(edge, interpolants.inverse_w, strict=True)]
        total = scaled[0] + scaled[1] + scaled[2]
        share = 1.0 / total
        self._perspective = [scaled[1] * share, scaled[2] * share]
        # 1/w is linear in the window.
        self._inverse_w = total * inverse_area * interpolants.inverse_w_unit
        depth = _blend(interpolants.depth, self._linear)
        if interpolants.offset is not None:
            # OpenGL 2.1, 3.5.5: the depth is "clamped to the range [0, 1]" after the offset.
            depth = depth + interpolants.offset
        self.depth = clamped_depth(m, interpolants.key, interpolants.a, depth)

    @property
    def coverage(self):
        """How much of its pixel a smooth shape covers; None for other shapes."""
        of = self._of
        if not of.key.shape.smooth:
            return None
        return smooth_coverage(of.m, of.a, of.key, of.shape, self._x, self._y)

    @property
    def front(self):
        """Whether the triangle is front-facing, BOOL."""
        return self._of.front != 0

    def attribute(self, register, component):
        """One component of an attribute register of the fragment program: F32, or bits as U32."""
        of = self._of
        binding = of.key.program.attributes[register]
        if binding.name == "fragment.position":
            return self._position(component)
        if binding.name == "fragment.facing":
            # NV_fragment_program4: +1 for front-facing, -1 for back-facing, in x; then 0, 0, 1.
            if component == 0:
                return of.m.select(of.front != 0, of.m.f32(1.0), -1.0)
            return of.m.f32(UNWRITTEN_RESULT[component])
        if binding.name == "primitive.id":
            # NV_fragment_program4, 2.X.3.2: the other components are "always undefined": 0.
            return of.m.u32(0) if component else of.m.as_u32(of.primitive)
        if binding.name == "fragment.texcoord" and binding.indices[0] in of.key.shape.sprites:
            return sprite_coordinate(of.m, of.a, of.key, of.shape, self._x, self._y, component)
        if (register, component) in of.flat:
            # Not looked at on the way, a flat value may be an integer.
            return of.m.unseen_bits(of.flat[register, component])
        if (register, component) not in of.values:
            return of.m.f32(UNWRITTEN_RESULT[component])
        linear = binding in of.key.program.noperspective
        return _blend(of.values[register, component], self._linear if linear else self._perspective)

    def fog_coordinate(self):
        """The fog coordinate; 0 where the vertex program gives none."""
        of = self._of
        return of.m.f32(0.0) if of.fog is None else _blend(of.fog, self._perspective)

    def _position(self, component):
        of = self._of
        if component < 2:
            return window_coordinate(of.m, of.key, of.a, (self._x, self._y), component)
        return self.depth if component == 2 else self._inverse_w


def window_coordinate(m, key: FragmentKey, a, pixel, component: int):
    """x or y of `fragment.position` of pixels, F32; pixel : (x, y), I32."""
    program, number = key.program, pixel[component]
    if component == 1 and program.origin_upper_left:
        # ARB_fragment_coord_conventions, 3.9.2: "H - y_w, if the fragment processing origin
        # convention is upper-left", of framebuffer objects as well (issue 10).
        number = m.gather(a.window_height, m.i32(0)) - 1 - number
    return m.to_f32(number) if program.pixel_center_integer else m.to_f32(number) + 0.5


def _blend(corner, weights):
    start, to_one, to_two = corner
    return start + to_one * weights[0] + to_two * weights[1]
