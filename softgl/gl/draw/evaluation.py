"""glEvalCoord, glEvalPoint and glEvalMesh: vertices from maps (OpenGL 2.1, 5.1).

A curve or surface is evaluated by de Casteljau's algorithm in double precision, for any number of
points at once. NV_vertex_program, 5.1: while vertex programs are enabled, the maps of vertex
attributes are evaluated too, instead of their conventional aliases.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from softgl.formats.host import quiet
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import out_of_memory, vector
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.stages import assembly_target
from softgl.gl.draw.checks import check_drawing
from softgl.gl.draw.draw_indices import MAX_DRAW_VERTICES
from softgl.gl.draw.draw_state import PRIMITIVES
from softgl.gl.draw.plan import one_draw
from softgl.gl.vertices.attributes import (
    ALIASES,
    ATTRIBS,
    COLOR,
    DEFAULT,
    INDEX,
    NORMAL,
    POSITION,
    TEXCOORDS,
)
from softgl.gl.vertices.evaluators import Map
from softgl.gl.vertices.immediate import pack
from softgl.ir.program import Binding, Stage
from softgl.pipeline.primitives.modes import count_primitives
from softgl.pipeline.vertices.elements import Elements, as_elements
from softgl.records import dataclass
from softgl.tuning import limits

# The attribute of each conventional map; of several, the first enabled one counts.
OUTPUTS = {
    POSITION: ("VERTEX_4", "VERTEX_3"),
    COLOR: ("COLOR_4",),
    NORMAL: ("NORMAL",),
    INDEX: ("INDEX",),
    TEXCOORDS[0]: ("TEXTURE_COORD_4", "TEXTURE_COORD_3", "TEXTURE_COORD_2", "TEXTURE_COORD_1"),
}
CONVENTIONAL = {**ALIASES, ATTRIBS[0]: POSITION}


def maps_in_force(ctx, dimensions: int) -> dict:
    """Returns the map that sets each attribute; a generic attribute replaces its alias."""
    evaluators = ctx.evaluators
    maps = {}
    for binding, names in OUTPUTS.items():
        enabled = (evaluators.enabled(dimensions, name) for name in names)
        maps[binding] = next((map for map in enabled if map is not None), None)
    if assembly_target(ctx, Stage.VERTEX) is not None:
        for number, binding in enumerate(ATTRIBS):
            map = evaluators.enabled(dimensions, f"VERTEX_ATTRIB{number}_4_NV")
            if map is not None:
                maps[binding] = map
                maps.pop(CONVENTIONAL.get(binding), None)
    return {binding: map for binding, map in maps.items() if map is not None}


# -- polynomials -----------------------------------------------------------------------------------


def _reduce(points, t, axis, left=1):
    """Runs de Casteljau's algorithm along an axis, until `left` points are left.

    points : (n or 1, ..., k). t : (n,), from 0 to 1 within the domain.
    """
    t = t.reshape((-1, *[1] * (points.ndim - 1)))
    axes = [slice(None)] * points.ndim
    while points.shape[axis] > left:
        first, second = list(axes), list(axes)
        first[axis], second[axis] = slice(None, -1), slice(1, None)
        points = (1.0 - t) * points[tuple(first)] + t * points[tuple(second)]
    return points


def _parameters(map: Map, coordinates):
    ends = zip(map.domain[::2], map.domain[1::2], strict=True)
    return [(x - low) / (high - low) for x, (low, high) in zip(coordinates, ends, strict=True)]


def evaluate(map: Map, coordinates) -> np.ndarray:
    """Returns points of a map, (n, k) float64; coordinates : (n,) for each of its dimensions."""
    points = map.points.astype(np.float64)[None]
    for axis, t in reversed(list(enumerate(_parameters(map, coordinates), start=1))):
        points = np.squeeze(_reduce(points, t, axis), axis)
    return np.broadcast_to(points, (len(coordinates[0]), points.shape[-1]))


def _derivative(map: Map, coordinates, axis) -> np.ndarray:
    """Returns the partial derivative of a surface along u (0) or v (1), (n, k) float64."""
    points, parameters = map.points.astype(np.float64)[None], _parameters(map, coordinates)
    other = 1 - axis
    points = _reduce(points, parameters[other], other + 1)
    degree = points.shape[axis + 1] - 1
    if not degree:
        return np.zeros((len(coordinates[0]), points.shape[-1]))
    points = _reduce(points, parameters[axis], axis + 1, left=2)
    low, high = map.domain[2 * axis : 2 * axis + 2]
    difference = np.diff(points, axis=axis + 1)[:, 0, 0] * (degree / (high - low))
    return np.broadcast_to(difference, (len(coordinates[0]), points.shape[-1]))


def surface_normal(map: Map, coordinates) -> np.ndarray:
    """Returns the analytic normal of GL_AUTO_NORMAL, (n, 3), not normalized: dq/du x dq/dv."""
    point = evaluate(map, coordinates)
    sides = [_derivative(map, coordinates, axis) for axis in (0, 1)]
    if point.shape[1] == 4:
        # "For MAP2_VERTEX_4, let q = (x/w, y/w, z/w)".
        w = point[:, 3:]
        sides = [(d[:, :3] * w - point[:, :3] * d[:, 3:]) / (w * w) for d in sides]
    a, b = sides
    return a[:, (1, 2, 0)] * b[:, (2, 0, 1)] - a[:, (2, 0, 1)] * b[:, (1, 2, 0)]


def _normalized(normal):
    square = normal * normal
    length = np.sqrt(square[:, :1] + square[:, 1:2] + square[:, 2:])
    return np.where(length > 0, normal / length, normal)


# -- attributes ------------------------------------------------------------------------------------


def evaluate_attributes(ctx, coordinates) -> dict:
    """Returns (n, 4) float64 by attribute; empty without a map of positions: "nothing happens"."""
    maps = maps_in_force(ctx, len(coordinates))
    position = maps.get(ATTRIBS[0], maps.get(POSITION))
    if position is None:
        return {}
    count, at_once = len(coordinates[0]), limits.EVALUATED_CHUNK_POINTS
    parts = [
        _evaluate_part(ctx, maps, position, [x[start : start + at_once] for x in coordinates])
        for start in range(0, count, at_once)
    ]
    found = {b: np.concatenate([part[b] for part in parts]) for b in parts[0]}
    for binding in list(found):
        # glVertexAttribNV sets conventional attributes too, and the position goes by two names.
        if binding in CONVENTIONAL:
            found[CONVENTIONAL[binding]] = found[binding]
    found[ATTRIBS[0]] = found[POSITION]
    return found


def _evaluate_part(ctx, maps, position, coordinates):
    assembly = assembly_target(ctx, Stage.VERTEX) is not None
    with np.errstate(all="ignore"):
        found = {binding: evaluate(map, coordinates) for binding, map in maps.items()}
        if len(coordinates) == 2 and ctx.evaluators.auto_normal:
            normal = surface_normal(position, coordinates)
            found.pop(NORMAL, None)
            # NV_vertex_program: "the generated analytic normal used for vertex attribute 2 is
            # simply (mx,my,mz,1)."
            if assembly:
                found[ATTRIBS[2]] = normal
            else:
                found[NORMAL] = _normalized(normal)
    return {
        binding: np.concatenate(
            [quiet(values), np.tile(DEFAULT[values.shape[1] :], (len(values), 1))], axis=1
        )
        for binding, values in found.items()
    }


# -- single vertices -------------------------------------------------------------------------------


def eval_coord(ctx, *coordinate) -> None:
    """Makes a vertex between glBegin and glEnd; the current values stay."""
    if not ctx.inside_begin:
        return
    found = evaluate_attributes(ctx, [np.array([x], np.float64) for x in coordinate])
    if not found:
        return
    immediate = ctx.immediate
    vertex = immediate.count
    for binding, values in found.items():
        if binding in immediate.logs:
            log = immediate.logs[binding]
            # "the GL uses evaluated values instead of current values": for this vertex only.
            before = log[next(reversed(log))] if log else ctx.vertex.current[binding].tobytes()
            log[vertex] = pack(*values[0])
            log[vertex + 1] = before
    immediate.vertices.extend(pack(*found[POSITION][0]))


@command("glEvalCoord1f", "glEvalCoord1d", between=True)
def eval_coord1(ctx, u):
    """Evaluates the enabled one-dimensional maps for a vertex."""
    eval_coord(ctx, u)


@command("glEvalCoord2f", "glEvalCoord2d", between=True)
def eval_coord2(ctx, u, v):
    """Evaluates the enabled two-dimensional maps for a vertex."""
    eval_coord(ctx, u, v)


def _define_vector(size, word, suffix, source):
    """Registers glEvalCoord{12}{fd}v; source : the type of the numbers in memory."""

    def eval_coord_of_vector(ctx, u):
        eval_coord(ctx, *u)

    eval_coord_of_vector.__doc__ = f"Evaluates the enabled {word}-dimensional maps for a vertex."
    read = partial(vector, count=size, dtype=np.float64, source=source)
    command(f"glEvalCoord{size}{suffix}v", between=True, u=read)(eval_coord_of_vector)


for _size, _word in ((1, "one"), (2, "two")):
    _define_vector(_size, _word, "f", np.float32)
    _define_vector(_size, _word, "d", np.float64)


@command("glEvalPoint1", between=True)
def eval_point1(ctx, i):
    """glEvalCoord1 for a point of the grid."""
    eval_coord(ctx, ctx.evaluators.grid.at(i))


@command("glEvalPoint2", between=True)
def eval_point2(ctx, i, j):
    """glEvalCoord2 for a point of the grid."""
    eval_coord(ctx, ctx.evaluators.grid_u.at(i), ctx.evaluators.grid_v.at(j))


# -- meshes ----------------------------------------------------------------------------------------


def _points(first, last) -> int:
    """Returns the number of points of a grid; 0 if the last one comes first."""
    count = max(0, last - first + 1)
    if count > MAX_DRAW_VERTICES:
        raise out_of_memory(f"{count} points are too many")
    return count


class _Mesh:
    """The vertices of sequences of equal length, evaluated when they are drawn.

    coordinates : numbers of sequences, numbers within these -> for each dimension coordinates.
    """

    def __init__(self, ctx, length: int, coordinates: Callable):
        self._ctx, self._length, self._coordinates = ctx, length, coordinates
        self._last: tuple = (None, {})

    def evaluated(self, first: int, count: int) -> dict:
        """Returns vertices `first` ... `first + count - 1`: (count, 4) float32 by attribute."""
        if self._last[0] != (first, count):
            numbers = np.arange(first, first + count)
            sequences = numbers // self._length
            places = self._coordinates(sequences, numbers - sequences * self._length)
            with np.errstate(over="ignore"):
                found = {
                    binding: values.astype(np.float32)
                    for binding, values in evaluate_attributes(self._ctx, places).items()
                }
            self._last = (first, count), found
        return self._last[1]


@dataclass(frozen=True)
class _Values:
    """An attribute of the vertices of a mesh from `first` on, as elements for the pipeline."""

    mesh: _Mesh
    binding: Binding
    first: int

    def part(self, start: int, count: int) -> Elements:
        return as_elements(self.mesh.evaluated(self.first + start, count)[self.binding])


def _draw(ctx, mode, sequences: int, length: int, coordinates) -> None:
    """Draws sequences of vertices; coordinates : as `_Mesh` takes them."""
    if not sequences * length:
        return
    if sequences * length > MAX_DRAW_VERTICES:
        raise out_of_memory(f"{sequences * length} vertices are too many")
    ctx.immediate.commit()
    mesh = _Mesh(ctx, length, coordinates)
    bindings = mesh.evaluated(0, 1).keys()
    primitives = int(count_primitives(PRIMITIVES[mode], np.array(length)))
    at_once = max(1, limits.COMBINED_DRAW_VERTICES // length)
    for start in range(0, sequences if bindings else 0, at_once):
        number = min(at_once, sequences - start)
        values = {binding: _Values(mesh, binding, start * length) for binding in bindings}
        runs = (length,) * number if number > 1 and mode != gl.GL_POINTS else ()
        ctx.draw(mode, number * length, values, runs=runs, primitive=start * primitives)


@command("glEvalMesh1", kind=Kind.DRAW, mode=EnumSet("GL_POINT GL_LINE"))
@one_draw
def eval_mesh1(ctx, mode, i1, i2):
    """Draws points of the grid, or a line strip through them."""
    mode = gl.GL_POINTS if mode == gl.GL_POINT else gl.GL_LINE_STRIP
    check_drawing(ctx, mode)
    _draw(ctx, mode, 1, _points(i1, i2), lambda _, i: [ctx.evaluators.grid.at(i1 + i)])


@command("glEvalMesh2", kind=Kind.DRAW, mode=EnumSet("GL_POINT GL_LINE GL_FILL"))
@one_draw
def eval_mesh2(ctx, mode, i1, i2, j1, j2):
    """Draws points of the grid, line strips in both directions, or strips of quadrilaterals."""
    drawn = {gl.GL_POINT: gl.GL_POINTS, gl.GL_LINE: gl.GL_LINE_STRIP, gl.GL_FILL: gl.GL_QUAD_STRIP}
    check_drawing(ctx, drawn[mode])
    across, upward = _points(i1, i2), _points(j1, j2)
    if across * upward > MAX_DRAW_VERTICES:
        raise out_of_memory(f"{across} by {upward} points are too many")

    def at(i, j):
        return [ctx.evaluators.grid_u.at(i1 + i), ctx.evaluators.grid_v.at(j1 + j)]

    if mode == gl.GL_FILL:
        # Each strip goes along u, from one v to the next and back.
        _draw(
            ctx, drawn[mode], max(0, upward - 1), 2 * across,
            lambda strip, n: at(n // 2, strip + n % 2),
        )  # fmt: skip
        return
    _draw(ctx, drawn[mode], upward, across, lambda j, i: at(i, j))
    if mode == gl.GL_LINE:
        _draw(ctx, drawn[mode], across, upward, at)
