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
from softgl.ir.program import INTEGER_INPUTS
from softgl.isa.table import TGSI
from softgl.lanes import eager_engine
from tests.asm.random_programs import Generator
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference.arithmetic import QUIET_NAN

ROOT = Path(__file__).parents[3]
SHADERS = sorted(path for path in (ROOT / "shaders").rglob("*.*") if path.is_file())
LANES = 16
STEPS, LONGER = 300, 6011
SEED = 20261122


class Texture:
    """A sampler whose colours are sums of all that it is asked with."""

    reference = 2

    def __init__(self, m, texture):
        self.directed = texture.target == "CUBE"
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
        single = binding.name in ("fragment.clip", "fragment.cull")
        single |= binding.name == "fragment.fogcoord" and program.language not in TGSI
        if binding.name in INTEGER_INPUTS or single:
            values[1:] = [[0], [0], [0 if binding.name in INTEGER_INPUTS else 0x3F800000]]
    return found


def outcome(engine, program, parameters, steps):
    program = replace(program, step_limit=steps)
    buffers = {point: words(f"buffer {point}", 4).reshape(-1) for point in range(4)}
    sampler = Texture
    ((results, killed),) = run_programs(
        engine, [program], inputs(program), parameters, buffers, sampler
    )
    return results, killed


def check(program, engine=None):
    """That a program and its text give the same results; gives the program of the text."""
    engine = engine or eager_engine()
    text = write(program)
    again = parse(text)
    assert again.stage is program.stage and again.language in TGSI
    parameters = Words({"state.depth.range": np.array([1, 0, -1, 1], np.float32).view(np.uint32)})
    given = Words({f"program.local[{n}]": parameters[b] for n, b in constants(program).items()})
    wanted, found = (
        outcome(engine, program, parameters, STEPS),
        outcome(engine, again, given, LONGER),
    )
    if program.drops_depths:
        depths = wanted[0]["result.depth"][2].view(np.float32)
        wanted = wanted[0], wanted[1] | ~((depths >= 0.0) & (depths <= 1.0))
    if not alike(wanted, found):
        # A program without an end may stop elsewhere in its text, which has more instructions.
        stops = (LONGER, *range(STEPS + 1, STEPS + 2 + len(program.instructions)))
        ends = all(alike(wanted, outcome(engine, program, parameters, steps)) for steps in stops)
        assert not ends, text
    return again


def alike(one, other):
    """Whether two outcomes are the same, results that only one has being as if unwritten."""
    (results, killed), (others, dead) = one, other
    unwritten = np.array([[0], [0], [0], [0x3F800000]], np.uint32)
    for name in results | others:
        rows = slice(1 if name.startswith("result.clip") else 4)
        wanted, got = (each.get(name, unwritten)[rows] for each in (results, others))
        if not np.array_equal(*np.broadcast_arrays(wanted, got)):
            return False
    return np.array_equal(killed, dead)


REFUSED = {
    "vsp1/direction.vsp": "a vertex state program writes parameters, which no TGSI text can",
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


@pytest.mark.parametrize(
    "text",
    [
        # Inputs and results that are one component, and what stands in the others.
        "!!NVfp4.0 ADD result.color, fragment.clip[5], fragment.fogcoord; END",
        "!!NVvp4.0 MOV.CC result.clip[1].x, vertex.attrib[1];"
        " MOV result.clip[2].x (GT.x), vertex.attrib[2]; MOV result.attrib[3], 1; END",
        # Addresses, several arrays that overlap, and an index that is far away.
        "!!ARBvp1.0 OPTION NV_vertex_program2; ADDRESS a; PARAM c[] = { program.env[0..7] };"
        " TEMP t; ARL a, vertex.attrib[1]; ARA a.yz, a; MOV t, c[a.y - 3];"
        " ARRC a.x, vertex.attrib[2]; ADD result.color (NE.x), t, c[a.x + 60]; END",
        # Branches, also out of and into each other, and a stack of addresses.
        "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS a; TEMP t; MOVC t, vertex.attrib[1];"
        " l: BRA n (LT.x); ADDC t.x, t, -1; BRA l (GT.x); n: CAL s (NE.y); BRA e;"
        " s: ARL a, t; PUSHA a; ARL a, 1; POPA a; ARL a, t; RET (EQ.z); ADD t.w, t, 1; RET;"
        " e: MOV result.color, t; END",
        "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t; PARAM n = { 300 }; MOV t, 0;"
        " REP n; ADD t, t, 1; ENDREP; MOV result.color, t; END",
        # Of what TGSI texts have, what only they have.
        "FRAG DCL IN[0], GENERIC[0] DCL OUT[0], COLOR DCL TEMP[0..1] DCL PRED[0] DCL SAMP[0]"
        " DCL SVIEW[0], 2D, FLOAT DADD TEMP[0], -IN[0], |IN[0]| DFRACEXP TEMP[0], TEMP[1], TEMP[0]"
        " SETGE PRED[0], IN[0], TEMP[1] (PRED[0].x) ADD TEMP[1], TEMP[0], IN[0]"
        " SAMPLE TEMP[0].x, IN[0], SVIEW[0].yxzw, SAMP[0] UBFE TEMP[0].y, TEMP[1], IN[0], IN[0].x"
        " MOV_SATNV OUT[0], TEMP[0] END",
        "FRAG DCL IN[0], PCOORD DCL IN[1], GENERIC[3] DCL IN[2], CULLDIST[1] DCL SV[0], SAMPLEPOS"
        " DCL OUT[0], COLOR DCL OUT[1], STENCIL DCL OUT[2], SAMPLEMASK ADD OUT[0], IN[0], SV[0]"
        " F2U OUT[1].y, IN[1].xxxx F2U OUT[2].x, IN[2].zzzz END",
        "VERT DCL IN[0] DCL OUT[0], POSITION DCL OUT[1], CULLDIST[1] DCL OUT[2], GENERIC[200]"
        " DCL SV[0], VERTEXID_NOBASE MOV OUT[1].yw, IN[0] MOV OUT[0], IN[0] U2F OUT[2], SV[0] END",
        "FRAG PROPERTY MUL_ZERO_WINS 1 DCL IN[0], GENERIC[0] DCL OUT[0], COLOR IMM FLT32 { 0, inf }"
        " MUL OUT[0], IN[0], IMM[0].xyxy END",
    ],
)
def test_what_needs_more_than_one_instruction(text):
    check(check(parse(text)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "!!NVfp4.0 TEMP t; TXF result.color, t, texture, BUFFER; END",
            "TGSI has no BUFFER textures",
        ),
    ],
)
def test_what_cannot_be_written(text, reason):
    with pytest.raises(Unwritable, match=reason):
        write(parse(text))


def test_parameters_without_a_name_in_tgsi():
    text = (
        "!!ARBvp1.0 PARAM m[] = { state.matrix.mvp.row[2..3] }; MOV result.color, program.local[4];"
        " ADD result.position, m[0], m[1]; END"
    )
    program = parse(text)
    assert constants(program) == {
        4: "program.local[4]",
        5: "state.matrix.mvp.row[0][2]",
        6: "state.matrix.mvp.row[0][3]",
    }
    assert "DCL CONST[5]  # state.matrix.mvp.row[0][2]\n" in write(program)
