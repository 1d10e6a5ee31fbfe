"""glEvalCoord, glEvalPoint and glEvalMesh: vertices from maps (OpenGL 2.1, 5.1).

A curve or surface is evaluated by de Casteljau's algorithm in double precision, for any number of
points at once. NV_vertex_program, 5.1: while vertex programs are enabled, the maps of vertex
attributes are evaluated too, in the place of the conventional ones that they are aliases of.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import out_of_memory, vector
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.draw.draw_arrays import MOST_VERTICES
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

# What each conventional map sets; of several, the first that is enabled counts.
OUTPUTS = {
    POSITION: ("VERTEX_4", "VERTEX_3"),
    COLOR: ("COLOR_4",),
    NORMAL: ("NORMAL",),
    INDEX: ("INDEX",),
    TEXCOORDS[0]: ("TEXTURE_COORD_4", "TEXTURE_COORD_3", "TEXTURE_COORD_2", "TEXTURE_COORD_1"),
}
CONVENTIONAL = {**ALIASES, ATTRIBS[0]: POSITION}
AT_ONCE = 4096  # points, so that the tables of all of them stay small


def maps_in_force(ctx, dimensions: int) -> dict:
    """The map that sets each attribute; a generic attribute takes the place of its alias."""
    evaluators = ctx.evaluators
    found = {}
    for binding, names in OUTPUTS.items():
        enabled = (evaluators.enabled(dimensions, name) for name in names)
        found[binding] = next((map for map in enabled if map is not None), None)
    if ctx.programs.vertex.enabled:
        for number, binding in enumerate(ATTRIBS):
            map = evaluators.enabled(dimensions, f"VERTEX_ATTRIB{number}_4_NV")
            if map is not None:
                found[binding] = map
                found.pop(CONVENTIONAL.get(binding), None)
    return {binding: map for binding, map in found.items() if map is not None}


# -- polynomials -----------------------------------------------------------------------------------


def _reduce(points, t, axis, left=1):
    """Steps of de Casteljau's algorithm along an axis, until `left` points are there.

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
    """The points of a map, (n, k) float64; coordinates : (n,) for each of its dimensions."""
    points = map.points.astype(np.float64)[None]
    for axis, t in reversed(list(enumerate(_parameters(map, coordinates), start=1))):
        points = np.squeeze(_reduce(points, t, axis), axis)
    return np.broadcast_to(points, (len(coordinates[0]), points.shape[-1]))


def _derivative(map: Map, coordinates, axis) -> np.ndarray:
    """The partial derivative of a surface along u (0) or v (1), (n, k) float64."""
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
    """The analytic normal of GL_AUTO_NORMAL, (n, 3), not normalized: dq/du x dq/dv."""
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
    """(n, 4) float64 by attribute; empty if no map gives positions: then "nothing happens"."""
    maps = maps_in_force(ctx, len(coordinates))
    position = maps.get(ATTRIBS[0], maps.get(POSITION))
    if position is None:
        return {}
    count = len(coordinates[0])
    pieces = [
        _evaluate_piece(ctx, maps, position, [x[start : start + AT_ONCE] for x in coordinates])
        for start in range(0, count, AT_ONCE)
    ]
    found = {b: np.concatenate([piece[b] for piece in pieces]) for b in pieces[0]}
    for binding in list(found):
        # glVertexAttribNV sets conventional attributes too, and the position goes by two names.
        if binding in CONVENTIONAL:
            found[CONVENTIONAL[binding]] = found[binding]
    found[ATTRIBS[0]] = found[POSITION]
    return found


def _evaluate_piece(ctx, maps, position, coordinates):
    programmed = ctx.programs.vertex.enabled
    with np.errstate(all="ignore"):
        found = {binding: evaluate(map, coordinates) for binding, map in maps.items()}
        if len(coordinates) == 2 and ctx.evaluators.auto_normal:
            normal = surface_normal(position, coordinates)
            found.pop(NORMAL, None)
            # NV_vertex_program: "the generated analytic normal used for vertex attribute 2 is
            # simply (mx,my,mz,1)."
            if programmed:
                found[ATTRIBS[2]] = normal
            else:
                found[NORMAL] = _normalized(normal)
    return {
        binding: np.concatenate(
            [values, np.tile(DEFAULT[values.shape[1] :], (len(values), 1))], axis=1
        )
        for binding, values in found.items()
    }


# -- single vertices -------------------------------------------------------------------------------


def eval_coord(ctx, *coordinate) -> None:
    """A vertex between glBegin and glEnd; the current values stay as they are."""
    if not ctx.inside_begin:
        return
    found = evaluate_attributes(ctx, [np.array([x], np.float64) for x in coordinate])
    if not found:
        return
    immediate = ctx.immediate
    vertex = len(immediate.vertices)
    for binding, values in found.items():
        if binding in immediate.logs:
            log = immediate.logs[binding]
            # "the GL uses evaluated values instead of current values": for this vertex only.
            before = log[next(reversed(log))] if log else pack(*ctx.vertex.current[binding])
            log[vertex] = pack(*values[0])
            log[vertex + 1] = before
    immediate.vertices.append(pack(*found[POSITION][0]))


@command("glEvalCoord1f", "glEvalCoord1d", between=True)
def eval_coord1(ctx, u):
    """Evaluate the enabled one-dimensional maps for a vertex."""
    eval_coord(ctx, u)


@command("glEvalCoord2f", "glEvalCoord2d", between=True)
def eval_coord2(ctx, u, v):
    """Evaluate the enabled two-dimensional maps for a vertex."""
    eval_coord(ctx, u, v)


@command("glEvalCoord1fv", "glEvalCoord1dv", between=True, u=lambda u: vector(u, 1, np.float64))
def eval_coord1v(ctx, u):
    """Evaluate the enabled one-dimensional maps for a vertex."""
    eval_coord(ctx, *u)


@command("glEvalCoord2fv", "glEvalCoord2dv", between=True, u=lambda u: vector(u, 2, np.float64))
def eval_coord2v(ctx, u):
    """Evaluate the enabled two-dimensional maps for a vertex."""
    eval_coord(ctx, *u)


@command("glEvalPoint1", between=True)
def eval_point1(ctx, i):
    """glEvalCoord1 for a point of the grid."""
    eval_coord(ctx, ctx.evaluators.grid.at(i))


@command("glEvalPoint2", between=True)
def eval_point2(ctx, i, j):
    """glEvalCoord2 for a point of the grid."""
    eval_coord(ctx, ctx.evaluators.grid_u.at(i), ctx.evaluators.grid_v.at(j))


# -- meshes ----------------------------------------------------------------------------------------


def _numbers(first, last):
    """The numbers of points of a grid; none if the last one comes first."""
    if last - first >= MOST_VERTICES:
        raise out_of_memory(f"{last - first + 1} points are too many")
    return np.arange(first, last + 1)


def _draw(ctx, mode, rows) -> None:
    """Draw sequences of vertices; rows : for each dimension coordinates (sequences, vertices)."""
    sequences, length = rows[0].shape
    if not sequences * length:
        return
    if sequences * length > MOST_VERTICES:
        raise out_of_memory(f"{sequences * length} vertices are too many")
    ctx.immediate.settle()
    # Where a stipple pattern begins is per draw.
    at_once = 1 if ctx.lines.stipple else sequences
    for start in range(0, sequences, at_once):
        coordinates = [row[start : start + at_once].reshape(-1) for row in rows]
        with np.errstate(over="ignore"):
            found = {
                binding: values.astype(np.float32)
                for binding, values in evaluate_attributes(ctx, coordinates).items()
            }
        if found:
            runs = (length,) * at_once if at_once > 1 else ()
            ctx.draw(mode, at_once * length, found, runs=runs)


@command("glEvalMesh1", mode=EnumSet("GL_POINT GL_LINE"))
def eval_mesh1(ctx, mode, i1, i2):
    """Draw points of the grid, or a line strip through them."""
    ctx.plan.get("ready")
    u = ctx.evaluators.grid.at(_numbers(i1, i2))[None]
    _draw(ctx, gl.GL_POINTS if mode == gl.GL_POINT else gl.GL_LINE_STRIP, [u])


@command("glEvalMesh2", mode=EnumSet("GL_POINT GL_LINE GL_FILL"))
def eval_mesh2(ctx, mode, i1, i2, j1, j2):
    """Draw points of the grid, line strips in both directions, or strips of quadrilaterals."""
    ctx.plan.get("ready")
    u = ctx.evaluators.grid_u.at(_numbers(i1, i2))
    v = ctx.evaluators.grid_v.at(_numbers(j1, j2))
    if len(u) * len(v) > MOST_VERTICES:
        raise out_of_memory(f"{len(u)} by {len(v)} points are too many")
    along_u = [np.tile(u, (len(v), 1)), np.repeat(v[:, None], len(u), axis=1)]
    if mode == gl.GL_FILL:
        # Each strip goes along u, from one v to the next and back.
        pairs = [np.stack([row[:-1], row[1:]], axis=-1) for row in along_u]
        _draw(ctx, gl.GL_QUAD_STRIP, [p.reshape(len(p), 2 * len(u)) for p in pairs])
        return
    _draw(ctx, gl.GL_POINTS if mode == gl.GL_POINT else gl.GL_LINE_STRIP, along_u)
    if mode == gl.GL_LINE:
        _draw(ctx, gl.GL_LINE_STRIP, [row.T for row in along_u])
