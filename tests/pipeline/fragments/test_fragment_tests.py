"""Scissor, alpha, stencil and depth test, counting, logic operation: against a scalar reference.

Keys and kernels are driven directly; tests/gl tests the GL commands.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.gl.api import enums
from softgl.pipeline.fragments.per_fragment import LOGIC_OPS, STENCIL_OPS, FragmentTests
from softgl.pipeline.keys.kernel_keys import (
    BlendKey,
    Counted,
    DepthKey,
    SetupKey,
    StencilFace,
    StencilKey,
)
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, Framebuffer, block_index
from tests.pipeline.drawing import (
    ENGINES,
    SHOW,
    covered_reference,
    every_engine,
    identify,
    image,
    render,
    to_clip,
)
from tests.reference import per_fragment as reference

SIZE = (11, 9)  # no multiple of a block
WHOLE = ((-1, -1), (3, -1), (-1, 3))

COMPARE = {name.lower(): compare for name, compare in reference.COMPARE.items()}


def stencil_operation(name, stored, value):
    """The value that a stencil operation stores in the place of another."""
    return reference.STENCIL[name.upper()](stored, value)


@dataclass(frozen=True)
class Layer:
    """A triangle over the whole view: its colour in bytes, depth, and facing."""

    color: tuple
    depth: float  # in [0, 1]
    front: bool = True


def reference_state(key, tests) -> reference.State:
    """The state of a key, in the reference's words."""
    stencil, sides = key["stencil"], None
    if stencil:
        faces = (stencil.front, stencil.back or stencil.front)
        values = (tests.stencil[:3], tests.stencil[3:] if stencil.back else tests.stencil[:3])
        sides = tuple(
            reference.Side(
                face.func.upper(), *numbers,
                tuple(name.upper() for name in (face.fail, face.depth_fail, face.depth_pass)),
            )
            for face, numbers in zip(faces, values, strict=True)
        )  # fmt: skip
    return reference.State(
        alpha=key["alpha_func"] and (key["alpha_func"].upper(), tests.alpha),
        stencil=sides,
        depth=key["depth"] and key["depth"].func.upper(),
    )


KILL = parse(
    "!!ARBfp1.0\nTEMP t; SUB t, fragment.position.x, 4; KIL t.x;"
    "MOV result.color, fragment.color; END"
)
DEEP = parse("!!ARBfp1.0\nMOV result.color, fragment.color; MOV result.depth.z, 0.5; END")
PROGRAMS = {"plain": SHOW, "kills": KILL, "depth": DEEP}
KEEPS = StencilKey(StencilFace("lequal", "keep", "keep", "keep"))
ONE = StencilKey(StencilFace("gequal", "incr_wrap", "decr", "invert"))
TWO = StencilKey(
    StencilFace("less", "incr", "zero", "replace"),
    StencilFace("notequal", "decr_wrap", "incr_wrap", "keep"),
)
STENCILS = {"none": None, "keeps": KEEPS, "one": ONE, "two": TWO}
LAYERS = (
    Layer((255, 0, 51, 102), 0.75),
    Layer((0, 255, 102, 51), 0.25, front=False),
    Layer((10, 20, 30, 204), 0.5),
    Layer((90, 80, 70, 51), 0.0, front=False),
    Layer((1, 2, 3, 255), 0.375),
)
TESTS = FragmentTests(
    alpha=float(np.float32(51) / np.float32(255)), stencil=(9, 0x1F, 0x3F, 12, 0xFF, 0xF7)
)


def draw_layers(engine, frame, layers, key, tests, threads=1):
    """All layers in one draw call, each over the whole view."""
    corners, colors = [], []
    for layer in layers:
        shape = WHOLE if layer.front else WHOLE[::-1]
        corners += [(*corner, 2 * layer.depth - 1) for corner in shape]
        colors += [np.array(layer.color) / 255] * 3
    render(
        engine, corners, np.array(colors), SIZE, framebuffer=frame, tests=tests, threads=threads,
        counted=None if tests.samples is None else Counted(), cut=True, **key,
    )  # fmt: skip


def prepared():
    """A framebuffer with many stencil and depth values, and its pixels for the reference."""
    rng = np.random.default_rng(5)
    frame = Framebuffer(*SIZE)
    frame.stencil[:] = rng.choice([0, 1, 8, 9, 10, 12, 41, 254, 255], len(frame.stencil))
    steps = rng.integers(0, 9, len(frame.depth)) / 8
    frame.depth[:] = np.rint(np.float32(steps) * np.float32(DEPTH_MAX)).astype(np.uint32)
    stencil, depth = (f(0, 0, *SIZE) for f in (frame.read_stencil, frame.read_depth))
    pixels = {
        (x, y): reference.Pixel([[0, 0, 0, 0]], int(depth[y, x]), int(stencil[y, x]))
        for y in range(SIZE[1])
        for x in range(SIZE[0])
    }
    return frame, pixels


ORDER = [
    (program, alpha, stencil, depth)
    for program, alpha, stencil, depth in itertools.product(
        PROGRAMS, (None, "greater"), STENCILS, (None, "less")
    )
]


@pytest.mark.parametrize("number", range(len(ORDER)), ids=["-".join(map(str, o)) for o in ORDER])
def test_order(number):
    """Every combination of discards and writes: buffers and counts, pixel by pixel."""
    program, alpha, stencil, depth = ORDER[number]
    key = {
        "program": PROGRAMS[program],
        "alpha_func": alpha,
        "stencil": STENCILS[stencil],
        "depth": depth and DepthKey(depth, True),
    }
    for engine in (ENGINES[0], ENGINES[1 + number % (len(ENGINES) - 1)]):
        frame, pixels = prepared()
        samples = np.zeros(frame.elements, np.uint32)
        tests = replace(TESTS, samples=lambda _, samples=samples: samples)
        draw_layers(engine, frame, LAYERS, key, tests)
        state = reference_state(key, tests)
        for layer in LAYERS:
            for (x, y), pixel in pixels.items():
                killed = program == "kills" and x < 4
                color = tuple(np.array(layer.color, np.float32) / np.float32(255))
                value = 0.5 if program == "depth" else layer.depth
                fragment = reference.Fragment((color,), value, layer.front, killed=killed)
                reference.draw_fragment(state, pixel, x, y, fragment)
        colors, depths, stencils = (
            f(0, 0, *SIZE) for f in (frame.read_color, frame.read_depth, frame.read_stencil)
        )
        for (x, y), pixel in pixels.items():
            got = colors[y, x].tolist(), depths[y, x], stencils[y, x]
            assert got == (pixel.colors[0], pixel.depth, pixel.stencil), (identify(engine), x, y)
        assert samples.sum() == sum(pixel.samples for pixel in pixels.values())


@every_engine
@pytest.mark.parametrize("number", range(len(STENCIL_OPS)))
def test_stencil_operations(engine, number):
    """Each operation in each of the three outcomes, on every stored value."""
    names = [*STENCIL_OPS, *STENCIL_OPS][number : number + 3]
    face = StencilFace("less", *names)
    size = (32, 24)
    frame = Framebuffer(*size)
    stored = np.arange(768).reshape(24, 32) % 256
    x, y = np.meshgrid(np.arange(32), np.arange(24))
    where = block_index(x, y, frame.blocks_x)
    frame.stencil[where] = stored
    frame.depth[where] = np.where(y % 2, DEPTH_MAX, 0)
    render(
        engine, WHOLE, size=size, framebuffer=frame, stencil=StencilKey(face),
        depth=DepthKey("less", False), tests=FragmentTests(stencil=(77, 0xFF, 0xFF) * 2),
    )  # fmt: skip
    got = frame.read_stencil(0, 0, *size)
    for py, px in itertools.product(range(24), range(32)):
        value = int(stored[py, px])
        outcome = (1 if py % 2 == 0 else 2) if value > 77 else 0
        assert got[py, px] == stencil_operation(names[outcome], value, 77), (names[outcome], value)


@pytest.mark.parametrize("engine", ENGINES[:1] + ENGINES[-1:], ids=identify)
@pytest.mark.parametrize("func", COMPARE)
def test_stencil_functions(engine, func):
    """The reference is on the left, and both are masked."""
    frame, pixels = prepared()
    key = {"stencil": StencilKey(StencilFace(func, "keep", "keep", "replace")), "depth": None}
    draw_layers(engine, frame, LAYERS[:1], key, replace(TESTS, stencil=(0x19, 0x0F, 0xFF) * 2))
    got = frame.read_stencil(0, 0, *SIZE)
    for (x, y), pixel in pixels.items():
        passes = COMPARE[func](9, pixel.stencil & 0x0F)
        assert got[y, x] == (0x19 if passes else pixel.stencil)


@pytest.mark.parametrize("engine", ENGINES[:1] + ENGINES[-1:], ids=identify)
@pytest.mark.parametrize("func", COMPARE)
def test_alpha_functions(engine, func):
    """Alpha below, at and above the reference; values beyond [0, 1] are clamped."""
    for alpha in (-1.0, 0.0, 0.2, 0.25, 0.3, 1.0, 7.0, float("nan")):
        frame = Framebuffer(4, 4)
        value = f"{alpha:g}" if alpha == alpha else "t.x"
        program = parse(
            "!!ARBfp1.0\nTEMP t; RCP t, {0.0}.x; MUL t, t, 0.0; MOV result.color, 1;"
            f"MOV result.color.w, {value}; END"
        )
        render(
            engine, WHOLE, size=(4, 4), framebuffer=frame, alpha_func=func, program=program,
            tests=FragmentTests(alpha=0.25),
        )  # fmt: skip
        value = min(max(alpha, 0.0), 1.0) if alpha == alpha else 0.0
        assert image(frame).any() == COMPARE[func](value, 0.25), alpha


@every_engine
@pytest.mark.parametrize(
    "box", [(3, 2, 9, 8), (0, 0, 11, 9), (5, 5, 6, 6), (4, 4, 8, 8), (7, 3, 7, 9)]
)
def test_scissor(engine, box):
    """Exactly the pixels of the box, for triangles of every kind."""
    rng = np.random.default_rng(8)
    left, low, right, high = box
    inside = np.zeros(SIZE[::-1], bool)
    inside[low:high, left:right] = True
    for corners in (np.array(((0, 0), (11, 0), (0, 9))), *rng.integers(0, (12, 10), (6, 3, 2))):
        frame = render(
            engine, to_clip(corners, SIZE), size=SIZE, cut=True, tests=FragmentTests(box=box)
        )
        expected = covered_reference(corners.tolist(), SIZE) & inside
        assert ((image(frame)[..., 3] > 0) == expected).all()


@every_engine
def test_counts(engine):
    """Every covered pixel once for each triangle, on any number of threads."""
    size = (150, 131)
    rng = np.random.default_rng(21)
    corners = rng.integers(0, (151, 132), (40, 3, 2))
    expected = sum(covered(c, size) for c in corners)
    for threads in (1, 2, 5):
        samples = np.zeros(Framebuffer(*size).elements, np.uint32)
        render(
            engine, to_clip(corners.reshape(-1, 2), size), size=size, cut=True, counted=Counted(),
            threads=threads, tests=FragmentTests(samples=lambda _, samples=samples: samples),
        )  # fmt: skip
        assert samples.sum() == expected


def covered(corners, size):
    """The number of pixel centres in a triangle of whole-numbered corners, by numpy integers."""
    points = corners * 2
    (x0, y0), (x1, y1), (x2, y2) = points
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if area == 0:
        return 0
    order = points if area > 0 else points[[0, 2, 1]]
    x, y = np.meshgrid(2 * np.arange(size[0]) + 1, 2 * np.arange(size[1]) + 1)
    inside = np.ones(x.shape, bool)
    for (ax, ay), (bx, by) in zip(order, np.roll(order, -1, axis=0), strict=True):
        e = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        inside &= (e > 0) | ((e == 0) & (by < ay or (by == ay and bx > ax)))
    return int(inside.sum())


@pytest.mark.parametrize("engine", ENGINES[:1] + ENGINES[-1:], ids=identify)
@pytest.mark.parametrize("name", LOGIC_OPS)
def test_logic_operations(engine, name):
    """GL's enums are the truth tables: bit 0 for s = d = 1, bit 1 for s & ~d, and so on."""
    table = getattr(enums, f"GL_{name.upper()}") & 0xF
    source, stored = (0x0F, 0x33, 0xA5, 0xFF), (0x55, 0x0F, 0xC3, 0x00)
    frame = Framebuffer(4, 4)
    frame.clear(color=np.array(stored) / 255)
    render(
        engine, WHOLE, np.array(source) / 255, (4, 4), framebuffer=frame, logic_op=name,
        color_mask=(True, True, True, False),
    )  # fmt: skip
    expected = [
        sum(1 << bit for bit in range(8) if table >> (3 - 2 * (s >> bit & 1) - (d >> bit & 1)) & 1)
        for s, d in zip(source, stored, strict=True)
    ]
    expected[3] = stored[3]
    assert (image(frame) == expected).all()


def test_machines_agree_on_everything_at_once():
    """A crowded picture with all tests on: equal bytes on every machine and with two threads."""
    seed = 20261122
    print("seed", seed)
    rng = np.random.default_rng(seed)
    positions = rng.uniform(-1.4, 1.4, (240, 4))
    positions[:, 3] = rng.uniform(-0.3, 2.5, 240)
    colors = rng.uniform(-0.2, 1.2, (240, 4))
    blend = BlendKey("src_alpha", "one_minus_src_alpha", "one", "zero", "func_add", "func_add")
    size = (150, 131)
    pictures = set()
    for engine in ENGINES:
        for threads in (1, 2):
            frame = Framebuffer(*size)
            samples = np.zeros(frame.elements, np.uint32)
            tests = replace(TESTS, box=(3, 5, 141, 131), samples=lambda _, s=samples: s)
            render(
                engine, positions, colors, size, framebuffer=frame, blend=blend, threads=threads,
                depth=DepthKey("less", True), stencil=TWO, alpha_func="greater", counted=Counted(),
                cut=True, tests=tests, setup=SetupKey(),
            )  # fmt: skip
            planes = (frame.color, frame.depth, frame.stencil, samples)
            pictures.add(b"".join(plane.tobytes() for plane in planes))
            assert samples.any()
    assert len(pictures) == 1
