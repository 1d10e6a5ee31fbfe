"""Shapes over many tiles: none is missed, and where a tile begins changes nothing inside it."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
from types import SimpleNamespace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.formats.storages import ColorFormat
from softgl.lanes import Target
from softgl.pipeline.fragments import fragment_cost
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import DepthKey, FragmentKey, StencilFace, StencilKey
from softgl.pipeline.keys.link import Inputs, Interpolant
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, Framebuffer
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.tiles import tile_draws, tile_kernels, tiles
from softgl.texture.keys import TextureKey
from softgl.texture.targets import TARGETS
from softgl.tuning import limits
from tests.pipeline.drawing import ADD, ENGINES, WIDER, every_engine, image, render, to_clip
from tests.pipeline.guarded import at_page_end, guards_pages

SIZE = (256, 256)
COUNT = StencilKey(StencilFace("always", "keep", "incr_wrap", "decr_wrap"))
# The low bits of what is interpolated, in colours of 8 bits.
LOW_BITS = parse("!!ARBfp1.0\nTEMP t; MUL t, fragment.color, 65536.0; FRC result.color, t; END")


def inside(corners):
    """The pixels with their centres in a triangle, in integers; none may be on an edge."""
    (x0, y0), (x1, y1), (x2, y2) = np.round(np.asarray(corners) * 256).astype(int).tolist()
    if (x1 - x0) * (y2 - y0) < (x2 - x0) * (y1 - y0):
        x1, y1, x2, y2 = x2, y2, x1, y1
    y, x = np.indices(SIZE[::-1]) * 256 + 128
    result = np.ones(SIZE[::-1], bool)
    for ax, ay, bx, by in ((x0, y0, x1, y1), (x1, y1, x2, y2), (x2, y2, x0, y0)):
        edge = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        assert edge.all()
        result &= edge > 0
    return result


@every_engine
def test_triangles(engine):
    rng = np.random.default_rng(31)
    for _ in range(12):
        # Odd multiples of 1/256 leave hardly any centre on an edge.
        corners = (rng.integers(0, 256 * 128, (3, 2)) * 2 + 1) / 256
        got = image(render(engine, to_clip(corners, SIZE), size=SIZE))[..., 0] > 0
        assert (got == inside(corners)).all(), corners.tolist()


def test_tiles_without_an_edge():
    """The full-tile loop, which evaluates no edge functions, gives the same colours."""
    rng = np.random.default_rng(33)
    size = (200, 190)
    for _ in range(4):
        corners = np.array([(-90, -60), (300, 10), (60, 330)]) + rng.integers(-50, 50, (3, 2))
        options = {"size": size, "program": LOW_BITS, "depth": DepthKey("less", True)}
        given = to_clip(corners, size), rng.random((3, 4))
        shown = [image(render(engine, *given, **options)) for engine in ENGINES]
        assert shown[0].any()
        assert all((picture == shown[0]).all() for picture in shown[1:])


def test_what_filters_texels_is_compiled_once():
    """Masks are little beside a filter; beside one texel, or none, they are half of the time."""
    program = parse("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND")
    inputs, wraps = Inputs((Interpolant(4, None),), None), ("REPEAT",) * 2
    for filters, whole in ((("NEAREST", "NONE", "NEAREST"), True), (("LINEAR",) * 3, False)):
        texture = TextureKey(TARGETS["2D"], "RGBA8", *filters, wraps)
        key = FragmentKey(program, inputs, ((0, "2D", texture),), None)
        assert tiles.has_full_tile_loop(key) == whole
    assert tiles.has_full_tile_loop(FragmentKey(LOW_BITS, inputs, (), None))


@pytest.mark.parametrize(
    "code, packed, widths",
    [
        ("MOV result.color, fragment.color;", False, (16, 32)),
        ("MOV result.color, fragment.color;", True, (8, 16)),
        ("RCP t.x, fragment.color.x; MOV result.color, t;", False, (16, 32)),
        ("RCP t.x, fragment.color.x; MOV result.color, t;", True, (16, 16)),
        (
            "RCP t.x, fragment.color.x;" * limits.MAX_WIDE_INSTRUCTIONS + "MOV result.color, t;",
            False,
            (8, 32),
        ),
        ("TEX t, t, texture[0], 2D;" * 8 + "MOV result.color, t;", False, (16, 32)),
        ("TEX t, t, texture[0], 2D;" * 9 + "MOV result.color, t;", False, (16, 16)),
        ("REP 2; RCP t.x, fragment.color.x; ENDREP; MOV result.color, t;", False, (16, 32)),
    ],
)
def test_which_programs_take_wide_vectors(code, packed, widths):
    """Chains of instructions, in loops too; but neither plain programs in small shapes, nor very
    long ones where registers are few, or with many samples, which take long to compile."""
    program = parse("!!ARBfp1.0\nOPTION NV_fragment_program2; TEMP t; MOV t, 0.0;" + code + "END")
    key = FragmentKey(program, Inputs(()), (), None)
    _, describe, mapped = tile_kernels.kernel_of_fragments(("tiles", key, packed))
    signature, _ = describe()
    targets = Target("avx2", 8, 16), Target("avx512", 16, 32)
    assert tuple(target.of_kernel(signature, mapped).width for target in targets) == widths


@guards_pages
@pytest.mark.parametrize("plane", [Plane(8, 4, ColorFormat()), Plane(8, 4, "stencil8")])
def test_the_guard_is_noticed(plane):
    """A process that reads one element too many ends: the premise of the next test."""
    memory = at_page_end(plane.memory)
    child = os.fork()
    if not child:
        faulthandler.disable()
        ctypes.string_at(memory.ctypes.data, memory.nbytes + 1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) in (signal.SIGSEGV, signal.SIGBUS)


@guards_pages
@pytest.mark.parametrize("size", [(4, 4), (12, 8), (20, 12), (68, 68), (132, 36), (63, 5)])
def test_planes_of_an_odd_number_of_blocks(size):
    """A vector of two blocks ends beyond a row of the plane, or beyond the last one, where nothing
    is drawn nor read."""
    rng = np.random.default_rng(size[0])
    print("seed", size[0])
    keys = [
        {"depth": DepthKey("less", True), "stencil": COUNT},
        {"blend": ADD, "targets": (ColorFormat("float32"),)},
        {"cut": True, "depth": DepthKey("lequal", False)},
    ]
    for number in range(12):
        box = None
        if number % 2:
            ends = [sorted(rng.choice(-(-length // 4) + 1, 2, replace=False)) for length in size]
            (left, right), (low, high) = np.minimum(np.array(ends) * 4, np.reshape(size, (2, 1)))
            box = tuple(map(int, (left, low, right, high)))
        corners = rng.uniform(-40, max(size) + 40, (9, 2))
        given = np.column_stack([to_clip(corners, size), rng.uniform(-1, 1, 9)]), rng.random((9, 4))
        options = {"program": LOW_BITS, "tests": FragmentTests(box=box)} | keys[number % 3]
        shown = []
        for engine in (ENGINES[0], WIDER):
            colors = [Plane(*size, format_) for format_ in options.get("targets", (ColorFormat(),))]
            planes = [*colors, Plane(*size, "depth24", DEPTH_MAX), Plane(*size, "stencil8", 1)]
            for plane in planes:
                plane.memory = at_page_end(plane.memory)
            target = Framebuffer(*size, colors, *planes[-2:])
            render(engine, *given, size=size, framebuffer=target, **options)
            shown.append([plane.read(0, 0, *size).tolist() for plane in planes])
        assert shown[0] == shown[1], (number, box)


@every_engine
def test_lines_have_a_pixel_in_each_column(engine):
    """OpenGL 2.1, 3.4.1: of lines along x, the one in which the line is at the column's middle."""
    rng = np.random.default_rng(32)
    for _ in range(12):
        (x0, y0), (x1, y1) = ends = rng.integers(0, 256 * 256, (2, 2)) / 256
        along = int(abs(y1 - y0) > abs(x1 - x0))
        if along:
            (y0, x0), (y1, x1) = (x0, y0), (x1, y1)
        got = image(render(engine, to_clip(ends, SIZE), size=SIZE, mode="lines"))[..., 0] > 0
        got = got.T if not along else got
        first, last = sorted((x0, x1))
        columns = np.arange(int(first) + 1, int(last))
        expected = np.floor(y0 + (columns + 0.5 - x0) * (y1 - y0) / (x1 - x0)).astype(int)
        assert (got[columns].sum(axis=1) == 1).all()
        assert (got[columns].argmax(axis=1) == expected).all()
        assert got.sum() - len(columns) <= 2


@every_engine
def test_the_same_triangle_elsewhere(engine):
    """Moved by whole pixels it has the same values to the last bit."""
    colors = np.random.default_rng(33).uniform(0, 1, (3, 4))
    corners = np.array([(3.25, 2.5), (50.75, 9.0), (17.5, 55.25)])

    def picture(dx, dy):
        given = to_clip(corners + (dx, dy), SIZE)
        drawn = image(render(engine, given, colors, SIZE, program=LOW_BITS))
        return drawn[dy : dy + 60, dx : dx + 60]

    here = picture(0, 0)
    assert len(np.unique(here[..., 0])) > 100
    for place in ((64, 0), (37, 21), (190, 129), (5, 180)):
        assert (picture(*place) == here).all(), place


@pytest.mark.parametrize("threads", [1, 2])
def test_no_call_of_a_kernel_gets_much(threads, tuned):
    """So that Ctrl-C is heard soon: but for its last tile, a span stays below the limit."""
    tuned(TASK_ENTRIES=50)
    sizes = np.random.default_rng(8).integers(1, 30, 64)
    sizes[20] = 200
    starts = np.append(0, np.cumsum(sizes))
    spans, ends = tile_draws._spans(starts.astype(np.int32).tobytes(), threads, 1)
    tile_draws._spans.cache_clear()
    spans = np.frombuffer(spans, np.int32).reshape(-1, 2).tolist()
    assert [last for _, last in spans] == ends.tolist()
    assert [0, *(last for _, last in spans)] == [*(first for first, _ in spans), 64]
    assert all(starts[last - 1] - starts[first] <= 50 for first, last in spans)


@pytest.mark.parametrize(
    "code, expected",
    [
        ("MOV result.color, fragment.color;", 12),
        ("ADD t, t, 1.0;" * 62 + "MOV result.color, t;", 74),
        ("EX2 t.x, t.x; MOV result.color, t;", 13 + fragment_cost.SCALAR_COST),
        ("TEX t, t, texture[0], 2D; MOV result.color, t;", 13 + fragment_cost.SAMPLE_COST),
        ("REP 2; ADD t, t, 1.0; ENDREP; MOV result.color, t;", 14),  # two sums in a row
        (
            "REP program.local[0].x; ADD t, t, 1.0; ENDREP; MOV result.color, t;",
            29 + 9 * fragment_cost.BLOCK_COST,
        ),
    ],
)
def test_the_work_of_a_fragment(code, expected):
    program = parse("!!ARBfp1.0\nOPTION NV_fragment_program2; TEMP t; MOV t, 0.0;" + code + "END")
    assert fragment_cost.work_of_fragment(FragmentKey(program, Inputs(()), (), None)) == expected


@pytest.mark.parametrize(
    "count, entries, instructions, short",
    [
        (2, 8, 10_000, True),  # too few to test
        (2, 50, 12, True),  # a square of 256 pixels
        (2, 50, 75, False),
        (2, 128, 12, True),
        (2, 512, 12, False),  # a square of 1,024 pixels
        (40, 200, 12, True),
        (4000, 5000, 12, False),
        (9, 9, np.inf, False),
        (100, 9, 12, True),  # most of them beside the picture
    ],
)
def test_what_one_thread_draws_sooner(count, entries, instructions, short, monkeypatch, tuned):
    tuned(MAX_ONE_THREAD_WORK=1000)
    monkeypatch.setattr(tile_draws, "work_of_fragment", lambda key: instructions)
    call = SimpleNamespace(key=None, triangles=SimpleNamespace(count=count))
    assert tile_draws.is_short(call.key, call.triangles.count, entries) == short


@pytest.mark.parametrize("side, shared", [(0.25, []), (2.0, [2])])
def test_threads_share_what_is_not_short(side, shared, monkeypatch, tuned):
    tuned(MAX_ONE_THREAD_WORK=1000)
    asked, over_ranges = [], tile_draws.over_ranges
    monkeypatch.setattr(
        tile_draws,
        "over_ranges",
        lambda count, *given: (asked.append(count), over_ranges(count, *given)),
    )
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * side - side / 2
    pictures = [
        image(render(ENGINES[-1], corners, size=(640, 640), mode="quads", threads=count))
        for count in (1, 2)
    ]
    assert (pictures[0] == pictures[1]).all() and pictures[0].any()
    assert [count for count in asked if count > 1] == shared
