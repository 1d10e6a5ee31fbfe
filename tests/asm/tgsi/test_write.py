"""Programs of every language as TGSI texts, which run to the same bits."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.arb import ALIASED_ATTRIBUTES
from softgl.asm.tgsi.write import Unwritable, constants, write
from softgl.ir.program import INTEGER_INPUTS, Stage
from softgl.isa.table import TGSI
from softgl.lanes import eager_engine
from tests.asm.random_programs import Generator
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference.arithmetic import QUIET_NAN

ROOT = Path(__file__).parents[3]
SHADERS = sorted(path for path in (ROOT / "shaders").rglob("*.*") if path.is_file())
LANES = 16
STEPS, LONGER = 300, 6000
SEED = 20261122


class Texture:
    """A sampler whose colours are sums of all that it is asked with."""

    directed, reference = False, 2

    def __init__(self, m, texture):
        self.m, self.first = m, 0.5 + texture.unit + len(texture.target) + sum(texture.offset) / 4

    def __call__(self, coordinates, bias=None, lod=None, gradients=((), ())):
        total = self.m.f32(self.first)
        for lane in (*coordinates[:3], bias, lod, *gradients[0], *gradients[1]):
            total = total if lane is None else total * 0.5 + lane
        return [total, total + 1.0, total * 2.0, total - 1.0]

    def fetch(self, position):
        return [self.m.to_f32(lane) for lane in position]

    def size(self, level):
        return [level + 1, level + 2, level + 3, self.m.i32(0)]

    def levels(self):
        return self.m.i32(5)


class Words(dict):
    """Four words by the name of a parameter, made of its name."""

    def __missing__(self, name):
        return words(name, 1)[:, 0]


def words(name, lanes):
    """Words by name, (4, lanes): any bits, small numbers and small integers."""
    rng = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    found = random_bits(rng, 4 * lanes).reshape(4, lanes)
    small = rng.random((4, lanes))
    integers = rng.integers(-6, 7, (4, lanes)).astype(np.int32)
    found[small < 0.6] = (integers.astype(np.float32) / 2).view(np.uint32)[small < 0.6]
    found[small < 0.1] = integers.view(np.uint32)[small < 0.1]
    found[np.isnan(found.view(np.float32))] = QUIET_NAN
    return found


def generic(binding):
    """A vertex attribute under the name that TGSI has for it."""
    number = ALIASED_ATTRIBUTES.get(binding)
    return str(binding) if number is None else f"vertex.attrib[{number}]"


def inputs(program):
    """What each attribute holds."""
    found = {"vertex.attrib[0]": words("vertex.attrib[0]", LANES)}
    for binding in program.attributes:
        found[str(binding)] = values = words(generic(binding), LANES).copy()
        if binding.name in INTEGER_INPUTS or str(binding).startswith("fragment.clip"):
            values[1:] = [[0], [0], [0 if binding.name in INTEGER_INPUTS else 0x3F800000]]
    return found


def outcome(program, parameters, steps):
    program = replace(program, step_limit=steps)
    buffers = {point: words(f"buffer {point}", 4).reshape(-1) for point in range(4)}
    sampler = Texture
    ((results, killed),) = run_programs(
        eager_engine(), [program], inputs(program), parameters, buffers, sampler
    )
    return results, killed


def check(program):
    """That a program and its text give the same results."""
    text = write(program)
    again = parse(text)
    assert again.stage is program.stage and again.language in TGSI
    parameters = Words()
    given = Words({f"program.local[{n}]": parameters[b] for n, b in constants(program).items()})
    results, killed = outcome(program, parameters, STEPS)
    found, dead = outcome(again, given, LONGER)
    if "REP" in text or "LOOP" in text:
        # What does not end by itself ends elsewhere.
        later, last = outcome(program, parameters, LONGER)
        same = [np.array_equal(results[name], later[name]) for name in results]
        if not all(same) or not np.array_equal(killed, last):
            return again
    assert np.array_equal(killed, dead), text
    unwritten = np.array([[0], [0], [0], [0x3F800000]], np.uint32)
    for name in results | found:
        wanted, got = (each.get(name, unwritten) for each in (results, found))
        if name.startswith("result.clip"):
            wanted, got = wanted[:1], got[:1]
        assert np.array_equal(*np.broadcast_arrays(wanted, got)), f"{name}\n{text}"
    return again


FLUSHES = "the arithmetic of {} has no denormal numbers, and TGSI's has"
REFUSED = {
    "arbfp1/lit_half.fp": "DP3: TGSI has no arithmetic of 16 or 12 bits",
    "fp1/lit.fp": FLUSHES.format("FP1.0"),
    "vp1/lit.vp": FLUSHES.format("VP1.0"),
    "vp1/lit_invariant.vp": FLUSHES.format("VP1.1"),
    "vp2/lit.vp": FLUSHES.format("VP2.0"),
    "vsp1/direction.vsp": "TGSI texts of vertex state programs are not written yet",
}
"""The shaders that have no TGSI text -> why."""


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.name)
def test_every_shader(path):
    program = parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(ROOT / "shaders").as_posix()
    if name in REFUSED:
        with pytest.raises(Unwritable) as caught:
            write(program)
        assert str(caught.value) == REFUSED[name]
    else:
        check(check(program))


@pytest.mark.parametrize("language", ["ARBvp1.0", "ARBfp1.0", "NVvp4.0", "NVfp4.0"])
def test_random_programs(language):
    source = random.Random(SEED)
    for number in range(15):
        text = Generator(language, source).program()
        try:
            check(parse(text))
        except Exception as error:
            raise AssertionError(f"seed {SEED}, program {number}\n{text}") from error
