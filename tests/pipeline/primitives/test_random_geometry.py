"""Random geometry programs: softgl against an interpreter of its own, and its machines.

A failure prints the seed and the text. `random_geometry(seed)` writes it again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.isa import OPCODES, Form
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.lanes.machines import random_bits
from tests.pipeline.emitting import run_geometry
from tests.reference.approximate import Interval
from tests.reference.arithmetic import QUIET_NAN
from tests.reference.geometry import UNWRITTEN, GeometryLane, parse_geometry
from tests.reference.geometry_programs import ATTRIBUTES, LANGUAGE, random_geometry

PROGRAMS, COMPILED = 40, 2
COUNT, POOL = 9, 12  # primitives, and the vertices that they share
STEPS = 500
NAMES = ["vertex.position", *(f"vertex.attrib[{n}]" for n in range(ATTRIBUTES))]


def random_inputs(seed, vertices):
    """Attributes by name, the vertices of primitives, their numbers, and parameters by name."""
    rng = np.random.default_rng(seed)
    attributes = {}
    for name in NAMES:
        words = random_bits(rng, 4 * POOL).reshape(4, POOL)
        integers = rng.integers(-6, 7, (4, POOL)).astype(np.int32)
        kind = rng.random((4, POOL))
        words[kind < 0.5] = (integers.astype(np.float32) / 2).view(np.uint32)[kind < 0.5]
        words[kind < 0.25] = integers.view(np.uint32)[kind < 0.25]
        words[np.isnan(words.view(np.float32)) & (kind > 0.25)] = QUIET_NAN
        attributes[name] = words
    parameters = [f"program.{kind}[{n}]" for kind in ("local", "env") for n in range(4)]
    corners = rng.integers(0, POOL, (COUNT, vertices))
    numbers = rng.integers(0, 2**31, COUNT)
    return attributes, corners, {name: random_bits(rng, 4) for name in parameters}, numbers


def run(engine, seed, text):
    program = replace(parse(text), step_limit=STEPS)
    inputs = random_inputs(seed, program.primitives.vertices)
    limit = None if seed % 3 else 2
    return inputs, run_geometry(engine, program, *inputs, limit=limit, first_vertex=seed % 2 == 1)


def agrees(want, got):
    """True if a word is the expected one; a NaN must be the one quiet NaN."""
    if isinstance(want, Interval):
        return want.holds(got.view(np.float32))
    nan = want & 0x7FFFFFFF > 0x7F800000
    return got == want or (nan and got == QUIET_NAN)


def differences(seed, text, inputs, outcome):
    """The first few differences between vertices of softgl and of the interpreter."""
    attributes, corners, parameters, numbers = inputs
    results, _, shapes, pairs = outcome
    parsed, declared = parse_geometry(text)
    words = {name: [int(word) for word in row] for name, row in parameters.items()}
    found, total, wanted = [], 0, []
    for primitive, number in zip(corners, numbers, strict=True):
        lane = GeometryLane(parsed, {"primitive.id": [int(number), 0, 0, 0]}, words, STEPS)
        lane.vertices = [
            {name: [int(word) for word in row[:, corner]] for name, row in attributes.items()}
            for corner in primitive
        ]
        lane.limit = int(declared["VERTICES_OUT"]) if seed % 3 else 2
        lane.run()
        for vertex, expected in enumerate(lane.emitted, total):
            for name, got in results.items():
                for component, want in enumerate(expected.get(name, UNWRITTEN)):
                    if vertex >= got.shape[1] or not agrees(want, got[component, vertex]):
                        found.append(f"vertex {vertex}: {name}.{'xyzw'[component]} is not {want}")
        wanted += [
            tuple(total + n for n in shape) for shape in lane.shapes(declared["PRIMITIVE_OUT"])
        ]
        total += len(lane.emitted)
    if total != results["result.position"].shape[1]:
        found.append(f"{results['result.position'].shape[1]} vertices, not {total}")
    if list(map(tuple, shapes.tolist())) != wanted:
        found.append(f"shapes {shapes.tolist()}, not {wanted}")
    provoking = [(min if seed % 2 else max)(shape) for shape in wanted]
    if pairs[:, 0].tolist() != provoking or pairs[:, 1].any():
        found.append(f"provoking {pairs.tolist()}, not {provoking} and 0")
    return found[:5]


def test_against_the_interpreter():
    used = set()
    for seed in range(PROGRAMS):
        text = random_geometry(seed)
        used |= {instruction.opcode for instruction in parse_geometry(text)[0].instructions}
        found = differences(seed, text, *run(eager_engine(), seed, text))
        assert not found, "\n".join([f"seed {seed}", text, *found])
    offered = {
        name
        for name, opcode in OPCODES.items()
        if LANGUAGE in opcode.languages and opcode.form is not Form.TEXTURE
    }
    assert used == offered


@pytest.mark.parametrize("width", WIDTHS)
def test_machines_agree(width):
    engine = llvm_engine(Target(host_levels()[-1], width))
    for seed in range(100 * width, 100 * width + COMPILED):
        text = random_geometry(seed)
        (_, eager), (_, llvm) = (run(one, seed, text) for one in (eager_engine(), engine))
        assert eager[0].keys() == llvm[0].keys()
        for one, other in zip((*eager[0].values(), *eager[1:]), (*llvm[0].values(), *llvm[1:]),
                              strict=True):  # fmt: skip
            assert np.array_equal(one, other), f"seed {seed}\n{text}"
