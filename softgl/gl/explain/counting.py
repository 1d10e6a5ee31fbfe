"""Counts the vertices, primitives and fragments of a draw that pass each stage.

The draw is repeated into planes of its own, each time with one more test enabled, and its fragments
are counted as for occlusion queries.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np

from softgl.asm import parse
from softgl.ir.blocks import build_flow, has_flow
from softgl.lanes import Engine
from softgl.pipeline.draws import draw as drawing
from softgl.pipeline.draws.chunks import chunks_of, compact
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.setup_primitives import StippleCounter
from softgl.pipeline.draws.stages import (
    ASSEMBLE,
    GEOMETRY,
    PLACING,
    VERTEX,
    Chunk,
    geometry_arguments,
    run_stages,
)
from softgl.pipeline.keys.kernel_keys import Counted, SetupKey
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.planes.framebuffer import Framebuffer, Layers
from softgl.pipeline.primitives.geometry import limits_of_geometry_program
from softgl.pipeline.vertices.vertex import run_vertex_program
from softgl.records import but, dataclass

SHAPES = {1: "points", 2: "lines", 3: "triangles"}


@dataclass(frozen=True)
class Counts:
    """The counts of a draw, stage by stage.

    vertices : in drawing order. kind : "points", "lines" or "triangles".
    primitives : the inputs of the geometry program; None without one. shapes : the points, lines or
        triangles to rasterize. without_number : vertices with a NaN position.
    outside : shapes wholly outside the clip volume. cut : shapes partly outside. culled : shapes
        culled by their facing. missed : remaining shapes between samples or without area.
    rasterized : fragments. scissored, killed, alpha, stencil, depth : fragments dropped by the
        scissor box, the program, the alpha test, the stencil test, and the depth or depth bounds
        test. written : the rest. With multisampling, samples are counted.
    ended_vertices, ended_primitives, ended : (limit, number of vertices, runs or pixels) of the
        limits that ended the vertex, the geometry and the fragment program; a limit as in
        `softgl.ir.execute.Outcome`.
    """

    vertices: int
    kind: str
    primitives: int | None
    shapes: int
    without_number: int
    outside: int
    cut: int
    culled: int
    missed: int
    ended_vertices: tuple[tuple[int, int], ...] = ()
    ended_primitives: tuple[tuple[int, int], ...] = ()
    rasterized: int = 0
    scissored: int = 0
    killed: int = 0
    alpha: int = 0
    stencil: int = 0
    depth: int = 0
    written: int = 0
    ended: tuple[tuple[int, int], ...] = ()


def count(engine: Engine, frame: Framebuffer, call: DrawCall, threads: int) -> Counts:
    """Counts the shapes and fragments of a draw, stage by stage; the framebuffer is unchanged."""
    call = but(call, recording=None, discarded=False)
    geometry = _shapes(engine, frame, call, threads)
    if not geometry.shapes - geometry.outside - geometry.culled:
        return geometry
    return replace(geometry, **_fragments(engine, frame, call, threads))


# -- shapes ----------------------------------------------------------------------------------------


def _shapes(engine, frame, call, threads):
    """Counts the shapes up to rasterization."""
    found = {"shapes": 0, "without_number": 0, "outside": 0, "cut": 0, "culled": 0, "missed": 0}
    primitives, limits, of_primitives, stage = 0, [], [], call.geometry
    for mode, stream in chunks_of(call.mode, call.stream):
        of = Chunk(engine, frame, but(call, mode=mode, stream=compact(stream)), threads)
        for assembled in run_stages((ASSEMBLE,), of):
            primitives += len(assembled.primitives)
            if _may_end(call.vertex.program):
                limits.append(_limits_of_vertices(of))
            for shaded in run_stages((VERTEX,), of, assembled):
                if stage is not None and _may_end(stage.key.program):
                    arguments = geometry_arguments(of, shaded)
                    of_primitives.append(limits_of_geometry_program(*arguments))
                for drawn in run_stages((GEOMETRY,), of, shaded):
                    for name, number in _of_part(of, drawn).items():
                        found[name] += number
    geometry_inputs = None if stage is None else primitives
    found |= {"ended_vertices": _counts_of(limits), "ended_primitives": _counts_of(of_primitives)}
    return Counts(call.stream.length, SHAPES[call.corners], geometry_inputs, **found)


def _limits_of_vertices(of):
    """Returns the limits that ended the vertex program, one for each vertex."""
    call, stream = of.call, of.call.stream
    parts = ((stream.count, call.vertex_resources, call.clip_planes),)
    ran = run_vertex_program(of.engine, call.vertex, stream, parts, of.threads, limits_only=True)
    return ran.codes[: stream.count].copy()


def _may_end(program):
    """True if a program may end at a limit of steps or iterations."""
    return has_flow(program) and build_flow(program).endless


def _counts_of(limits):
    """Returns the limits in arrays of them, each with its number."""
    limits = np.concatenate([np.zeros(0, np.int32), *(each.view(np.int32) for each in limits)])
    found, numbers = np.unique(limits[limits != 0], return_counts=True)
    return tuple(zip(found.tolist(), numbers.tolist(), strict=True))


def _of_part(of, part):
    """Counts the shapes of a part by their fates."""
    call, vertices, shapes = of.call, part.vertices, part.primitives
    codes = vertices.codes[shapes.vertex_indices]
    outside = np.bitwise_and.reduce(codes, axis=1) != 0
    cut = (np.bitwise_or.reduce(codes, axis=1) != 0) & ~outside
    positions = vertices.rows[:4, : vertices.count]
    remaining = not_culled = _after_setup(of, call, part)
    if call.corners == 3 and (call.setup.cull_front or call.setup.cull_back):
        facing = SetupKey(
            front_clockwise=call.setup.front_clockwise,
            smooth=call.setup.smooth,
            samples=call.setup.samples,
        )
        not_culled = _after_setup(of, but(call, setup=facing), part)
    return {
        "shapes": len(shapes),
        "without_number": int(np.isnan(positions).any(axis=0).astype(np.int64).sum()),
        "outside": int(np.count_nonzero(outside)),
        "cut": int(np.count_nonzero(cut)),
        "culled": not_culled - remaining,
        "missed": max(0, len(shapes) - int(np.count_nonzero(outside)) - not_culled),
    }


def _after_setup(of, call, part):
    """Counts the shapes that are rasterized; a clipped one counts by its parts."""
    box = (0, 0, of.framebuffer.width, of.framebuffer.height)
    of = but(of, call=call, box=box, counter=StippleCounter())
    placed = run_stages(PLACING, of, part)
    return sum(int(np.count_nonzero(each.batch.primitives.row("tiles"))) for each in placed)


# -- fragments -------------------------------------------------------------------------------------


@cache
def _program_without_inputs():
    """Returns the fragment program used instead of one whose KIL must not count."""
    return parse("!!ARBfp1.0\nMOV result.color, 0.0;\nEND\n")


def _fragments(engine, frame, call, threads):
    """Counts the fragments dropped by each test, and those written."""
    key, tests = call.fragment, call.tests
    nothing = {
        "depth": None, "stencil": None, "depth_bounds": False, "alpha_func": None,
        "counted": Counted(),
        "targets": tuple(target and replace(target, mask=(False,) * 4) for target in key.targets),
        "alpha_to_coverage": False, "sample_coverage": False,
    }  # fmt: skip
    bare = replace(key, program=_program_without_inputs(), textures=(), **nothing)
    none, whole = Resources(np.zeros(4, np.uint32)), (0, 0, frame.width, frame.height)

    def planes_of(fragment, box=tests.box, resources=call.fragment_resources):
        planes, views = [], call.views
        if views is not None and box is None:
            views = but(views, boxes=(whole,) * len(views.boxes))

        def samples(elements):
            planes.append(np.zeros(elements, np.uint32))
            return planes[-1]

        tried = but(
            call,
            fragment=replace(fragment, cut=fragment.cut or box is not None),
            fragment_resources=resources,
            views=views,
            tests=replace(tests, box=box, samples=samples),
        )
        drawing.draw(engine, copied(frame), tried, threads)
        return planes

    def counted(*arguments, **keywords):
        planes = planes_of(*arguments, **keywords)
        return sum(int(plane.astype(np.uint64).sum()) for plane in planes)

    left = [counted(bare, None, none)]
    left.append(counted(bare, resources=none) if tests.box else left[-1])
    for changes in (
        {} if key.program.kills() or key.alpha_to_coverage or key.sample_coverage else None,
        {"alpha_func": key.alpha_func} if key.alpha_func else None,
        {"stencil": key.stencil} if key.stencil else None,
    ):
        if changes is None:
            left.append(left[-1])
            continue
        nothing |= changes
        if not changes:
            nothing["alpha_to_coverage"] = key.alpha_to_coverage
            nothing["sample_coverage"] = key.sample_coverage
        left.append(counted(replace(key, **nothing)))
    left.append(counted(replace(key, counted=Counted())) if key.looks_at_planes else left[-1])
    dropped = [max(0, before - after) for before, after in pairwise(left)]
    names = ("scissored", "killed", "alpha", "stencil", "depth")
    ended = ()
    if _may_end(key.program):
        unseen = replace(key, counted=Counted("limit"), targets=nothing["targets"])
        ended = _counts_of(planes_of(unseen))
    found = dict(zip(names, dropped, strict=True))
    return {"rasterized": left[0], **found, "written": left[-1], "ended": ended}


def copied(frame: Framebuffer) -> Framebuffer:
    """Returns a framebuffer with copies of the planes, and layers, of another."""
    *colors, depth, stencil = map(_copied_plane, frame.planes)
    layers = frame.layers and Layers(
        frame.layers.count, cache(lambda number: copied(frame.layer(number))), frame.layers.largest
    )
    size = frame.width, frame.height
    return Framebuffer(*size, colors, depth, stencil, frame.samples, layers=layers)


def _copied_plane(plane):
    if plane is None:
        return None
    return plane.of(plane.data.copy(), plane.samples)
