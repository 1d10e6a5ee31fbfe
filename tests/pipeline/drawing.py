"""Drawing clip-space positions with the pipeline alone, and which pixels a triangle covers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from softgl.asm import parse
from softgl.formats.storages import ColorFormat
from softgl.ir.program import Binding
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from softgl.pipeline.draws.draw import draw
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import BlendKey, FragmentKey, SetupKey, TargetKey, VertexKey
from softgl.pipeline.keys.link import LinkOptions, link
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.keys.styles import PrimitiveStyle
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.tiles.blocks import MAX_BLOCK_LANES
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import Viewport

POSITION, COLOR = Binding("vertex.position"), Binding("vertex.color.primary")
PASS = parse(
    "!!ARBvp1.0\nMOV result.position, vertex.position; MOV result.color, vertex.color; END"
)
INVARIANT = parse("!!ARBvp1.0\nOPTION ARB_position_invariant; MOV result.color, vertex.color; END")
IDENTITY = np.eye(4, dtype=np.float32).reshape(-1).view(np.uint32)  # its only parameters
SHOW = parse("!!ARBfp1.0\nMOV result.color, fragment.color; END")
ADD = BlendKey("one", "one", "one", "one", "func_add", "func_add")
LEVEL = host_levels()[-1]
WIDER = llvm_engine(Target(LEVEL, 16, MAX_BLOCK_LANES, gathers=True))
ENGINES = [eager_engine(), *(llvm_engine(Target(LEVEL, width)) for width in WIDTHS), WIDER]


def identify(engine):
    if engine.name == "eager":
        return engine.name
    return f"llvm-{engine.target.wide or engine.target.width}"


ALWAYS_PACKED = {
    "MIN_PACKED_ENTRIES": 1,
    "MIN_PACKED_TILE_ENTRIES": 1,
    "MAX_PACKED_SIDE": 999,
    "PACKED_SIDE_8_LANES": 999,
    "PACKED_SLOPE_8_LANES": (999, 0, 1),
    "PACKED_SLOPE_16_LANES": (999, 0, 1),
}
"""Limits with which triangles of any number and size are packed."""


def spans_of(lanes: int, tuned) -> None:
    """Kernels run over `lanes` lanes in one call."""
    tuned(MIN_SPAN_LANES=lanes, MAX_SPAN_LANES=lanes)


every_engine = pytest.mark.parametrize("engine", ENGINES, ids=identify)


def render(engine, positions, colors=(1, 1, 1, 1), size=(48, 40), mode="triangles", **options):
    """Draws clip-space positions (n, 2..4); returns the framebuffer.

    options : fields of FragmentKey and DrawCall; clip_planes : pairs of a number and four floats.
    """
    positions = np.asarray(positions, np.float32)
    full = np.zeros((len(positions), 4), np.float32)
    full[:, 3] = 1
    full[:, : positions.shape[1]] = positions
    colors = np.broadcast_to(np.asarray(colors, np.float32), full.shape).copy()
    framebuffer = options.pop("framebuffer", None) or Framebuffer(*size)
    threads = options.pop("threads", 1)
    setup = options.pop("setup", SetupKey())
    program = options.pop("program", SHOW)
    planes = dict(options.pop("clip_planes", ()))
    vertex = INVARIANT if planes else PASS
    linked = link(
        (vertex, program),
        LinkOptions(
            flat_colors=options.pop("flat_colors", False),
            clip_planes=tuple(planes),
            depth_clamp=options.get("depth_clamp", False),
        ),
    )
    key = {"program": program, "inputs": linked.inputs, "textures": (), "depth": None}
    mask, blend = options.pop("color_mask", (True,) * 4), options.pop("blend", None)
    formats = options.pop("targets", (ColorFormat(),))
    key["targets"] = tuple(format_ and TargetKey(format_, mask, blend) for format_ in formats)
    blend_color = np.array(options.pop("blend_color", (0, 0, 0, 0)), np.float32)
    style = options.pop("style", PrimitiveStyle())
    tests = options.pop("tests", FragmentTests())
    call = DrawCall(
        mode, VertexStream(len(full), {POSITION: full, COLOR: colors}),
        VertexKey(vertex, (True,) * len(vertex.attributes), linked.outputs[0]), setup,
        FragmentKey(**(key | options)), Viewport(0, 0, *size),
        Resources(IDENTITY), Resources(np.zeros(4, np.uint32)),
        np.array([*planes.values()], np.float32).reshape(-1), blend_color=blend_color,
        tests=tests, style=style,
    )  # fmt: skip
    draw(engine, framebuffer, call, threads)
    return framebuffer


def image(framebuffer):
    return framebuffer.read_color(0, 0, framebuffer.width, framebuffer.height)


def to_clip(pixels, size):
    """Window coordinates that survive the viewport transformation exactly, as clip space."""
    return np.asarray(pixels, np.float64) / (np.asarray(size) / 2.0) - 1.0


def covered_reference(triangle, size):
    """Pixel centres inside a triangle of window coordinates (multiples of 1/256), exactly.

    A centre on an edge counts if the edge is a left or bottom one, y up.
    """
    points = [(Fraction(x), Fraction(y)) for x, y in triangle]
    (x0, y0), (x1, y1), (x2, y2) = points
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    result = np.zeros((size[1], size[0]), bool)
    if area == 0:
        return result
    if area < 0:
        points = [points[0], points[2], points[1]]
    for y in range(size[1]):
        for x in range(size[0]):
            px, py = x + Fraction(1, 2), y + Fraction(1, 2)
            inside = True
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
                e = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
                inside &= e > 0 or (e == 0 and (by < ay or (by == ay and bx > ax)))
            result[y, x] = inside
    return result
