"""Evaluator maps and grids: glMap, glMapGrid and their queries (OpenGL 2.1, 5.1).

NV_vertex_program adds maps for each vertex attribute. `softgl.gl.draw.evaluation` evaluates them.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.groups import Group, make_switches
from softgl.gl.api.memory import as_offset, as_typed_memory, check_fits, fill
from softgl.gl.api.numbers import nearest
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.vertices.attributes import DEFAULT, MAX_VERTEX_ATTRIBS
from softgl.records import dataclass

MAX_MAP_ORDER = 30

# OpenGL 2.1, table 5.1, and NV_vertex_program, 5.1: the kinds of maps, and the initial control
# point of each.
INITIAL = {
    "VERTEX_3": (0.0, 0.0, 0.0),
    "VERTEX_4": DEFAULT,
    "INDEX": (1.0,),
    "COLOR_4": (1.0, 1.0, 1.0, 1.0),
    "NORMAL": (0.0, 0.0, 1.0),
    **{f"TEXTURE_COORD_{size}": DEFAULT[:size] for size in (1, 2, 3, 4)},
    **{f"VERTEX_ATTRIB{n}_4_NV": DEFAULT for n in range(MAX_VERTEX_ATTRIBS)},
}
TARGETS = {
    getattr(gl, f"GL_MAP{dimensions}_{name}"): (dimensions, name)
    for dimensions in (1, 2)
    for name in INITIAL
}
"""The number of dimensions and the name of each map."""


@dataclass(frozen=True, eq=False)
class Map:
    """A polynomial map. domain : (u1, u2) or (u1, u2, v1, v2).

    points : the control points, float32, (order, k) or (uorder, vorder, k).
    """

    domain: tuple[float, ...]
    points: np.ndarray


@dataclass(frozen=True)
class Grid:
    """The partition of one axis: `segments` of equal length from `first` to `last`."""

    segments: int = 1
    first: float = 0.0
    last: float = 1.0

    def at(self, numbers) -> np.ndarray:
        """Returns the coordinates of grid points, float64."""
        numbers = np.asarray(numbers, np.float64)
        with np.errstate(all="ignore"):  # of infinite and huge ends
            values = numbers * ((self.last - self.first) / self.segments) + self.first
        # "If i = n, then the value computed from [the formula] is precisely u2'."
        return np.where(numbers == self.segments, self.last, values)


@cache
def _initial_map(target: int) -> Map:
    dimensions, name = TARGETS[target]
    points = np.array(INITIAL[name], np.float32).reshape((1,) * dimensions + (-1,))
    points.flags.writeable = False  # contexts share it
    return Map((0.0, 1.0) * dimensions, points)


def _initial_maps() -> dict[int, Map]:
    return {target: _initial_map(target) for target in TARGETS}


def _field(target: int) -> str:
    dimensions, name = TARGETS[target]
    return f"map{dimensions}_{name.lower()}"


Switches = make_switches(_field(target) for target in TARGETS)
"""The switches of the maps."""


@dataclass
class Evaluators(Group):
    """The maps by target, their switches, and the grids."""

    maps: dict[int, Map] = field(default_factory=_initial_maps)
    switches: Switches = field(default_factory=Switches)
    auto_normal: bool = False
    grid: Grid = Grid()
    grid_u: Grid = Grid()
    grid_v: Grid = Grid()

    def enabled(self, dimensions: int, name: str) -> Map | None:
        """Returns the map of a name if it is enabled, else None."""
        target = getattr(gl, f"GL_MAP{dimensions}_{name}")
        return self.maps[target] if getattr(self.switches, _field(target)) else None


def _grid_values(dimensions):
    """Yields the queries of the grid of one or two dimensions."""
    names = {1: ("grid",), 2: ("grid_u", "grid_v")}[dimensions]

    def segments(ctx):
        return [getattr(ctx.evaluators, name).segments for name in names]

    def domain(ctx):
        grids = [getattr(ctx.evaluators, name) for name in names]
        return [end for grid in grids for end in (grid.first, grid.last)]

    yield getattr(gl, f"GL_MAP{dimensions}_GRID_SEGMENTS"), segments
    yield getattr(gl, f"GL_MAP{dimensions}_GRID_DOMAIN"), domain


STATE = State(
    values={pname: value for dimensions in (1, 2) for pname, value in _grid_values(dimensions)},
    limits={gl.GL_MAX_EVAL_ORDER: MAX_MAP_ORDER},
    capabilities={
        gl.GL_AUTO_NORMAL: "evaluators.auto_normal",
        **{target: f"evaluators.switches.{_field(target)}" for target in TARGETS},
    },
)


# -- maps ------------------------------------------------------------------------------------------


def _targets(dimensions):
    return EnumSet.of(t for t, (d, _) in TARGETS.items() if d == dimensions)


def _check_axis(name, low, high, stride, order, size):
    # OpenGL 2.1, 5.1: "If u1 = u2", "ustride is less than k", "order [...] is less than one or
    # greater than MAX_EVAL_ORDER": INVALID_VALUE.
    if low == high:
        raise invalid_value(f"{name}1 and {name}2 are both {low}")
    if stride < size:
        raise invalid_value(f"{name}stride: {stride} is less than {size}, the size of a point")
    if not 1 <= order <= MAX_MAP_ORDER:
        raise invalid_value(f"{name}order: {order} is outside [1, {MAX_MAP_ORDER}]")


def _set_map(ctx, target, axes, points, dtype):
    """Sets a map; an axis is its ends, the numbers from point to point, and the order."""
    size = len(INITIAL[TARGETS[target][1]])
    for name, axis in zip("uv", axes, strict=False):
        _check_axis(name, *axis, size)
    if ctx.texturing.active:
        # OpenGL 2.1, 5.1: "if the value of ACTIVE_TEXTURE is not TEXTURE0".
        raise invalid_operation("maps can be set only while texture unit 0 is active")
    if as_offset(points) is not None:
        raise invalid_value("points is an address, which softgl never follows; pass an array")
    places = np.arange(size)
    for *_, stride, order in reversed(axes):
        places = np.multiply.outer(np.arange(order), stride)[(..., *[None] * places.ndim)] + places
    values = as_typed_memory(points, dtype, int(places.max()) + 1)[0]
    values = values[: len(values) - len(values) % dtype().itemsize].view(dtype)
    if places.max() >= len(values):
        raise invalid_value(
            f"points: {counted(places.max() + 1, 'number')} needed, not {len(values)}"
        )
    domain = tuple(end for low, high, *_ in axes for end in (low, high))
    with np.errstate(over="ignore"):
        ctx.evaluators.maps[target] = Map(domain, values[places].astype(np.float32))


def _shape(points, dimensions):
    """Returns the shape of control points for PyOpenGL's short forms."""
    shape = np.shape(in_memory_order(points))
    if len(shape) != dimensions:
        raise TypeError(f"points must have {dimensions} dimensions")
    return shape


def _whole_map1(target, u1, u2, points):
    order, stride = _shape(points, 2)
    return target, u1, u2, stride, order, points


def _whole_map2(target, u1, u2, v1, v2, points):
    order, count, size = _shape(points, 3)
    return target, u1, u2, size * count, order, v1, v2, size, count, points


def _define_maps(suffix, dtype):
    @command(f"glMap1{suffix}", target=_targets(1), forms={4: _whole_map1})
    def map1(ctx, target, u1, u2, stride, order, points):
        """Sets a one-dimensional map; PyOpenGL's form takes the sizes from the points."""
        _set_map(ctx, target, [(u1, u2, stride, order)], points, dtype)

    @command(f"glMap2{suffix}", target=_targets(2), forms={6: _whole_map2})
    def map2(ctx, target, u1, u2, ustride, uorder, v1, v2, vstride, vorder, points):
        """Sets a two-dimensional map; PyOpenGL's form takes the sizes from the points."""
        axes = [(u1, u2, ustride, uorder), (v1, v2, vstride, vorder)]
        _set_map(ctx, target, axes, points, dtype)


_define_maps("f", np.float32)
_define_maps("d", np.float64)


# -- grids -----------------------------------------------------------------------------------------


def _grid(name, segments, first, last):
    if segments < 1:
        raise invalid_value(f"{name}n: {segments} is less than 1")
    return Grid(segments, first, last)


@command("glMapGrid1f", "glMapGrid1d")
def map_grid1(ctx, un, u1, u2):
    """Partitions the domain of glEvalPoint1 and glEvalMesh1."""
    ctx.evaluators.grid = _grid("u", un, u1, u2)


@command("glMapGrid2f", "glMapGrid2d")
def map_grid2(ctx, un, u1, u2, vn, v1, v2):
    """Partitions the domain of glEvalPoint2 and glEvalMesh2."""
    grids = _grid("u", un, u1, u2), _grid("v", vn, v1, v2)
    ctx.evaluators.grid_u, ctx.evaluators.grid_v = grids


# -- queries ---------------------------------------------------------------------------------------

QUERIES = {
    gl.GL_COEFF: lambda map: map.points.reshape(-1),
    gl.GL_ORDER: lambda map: np.array(map.points.shape[:-1]),
    gl.GL_DOMAIN: lambda map: np.array(map.domain),
}
CONVERSIONS = {"d": np.float64, "f": np.float32, "i": None}


def _define_query(suffix, dtype):
    legal = {"target": _targets(1) | _targets(2), "query": EnumSet.of(QUERIES)}

    def found(ctx, target, query):
        values = QUERIES[query](ctx.evaluators.maps[target])
        return nearest(values) if dtype is None else values.astype(dtype)

    @command(f"glGetMap{suffix}v", listed=False, **legal)
    def get_map(ctx, target, query, v):
        """Returns the control points, the order or the domain of a map."""
        return fill(v, found(ctx, target, query))

    @command(f"glGetnMap{suffix}vARB", listed=False, **legal)
    def get_limited_map(ctx, target, query, size, v):
        """Returns the control points, the order or the domain of a map, at most `size` bytes."""
        values = found(ctx, target, query)
        check_fits(values.nbytes, size)
        return fill(v, values)


for _suffix, _dtype in CONVERSIONS.items():
    _define_query(_suffix, _dtype)
