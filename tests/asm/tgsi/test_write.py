"""Programs of every language as TGSI texts, which run to the same bits."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.text.attributes import ALIASED_ATTRIBUTES
from softgl.asm.tgsi.write import Unwritable, constants, write
from softgl.ir.program import INTEGER_INPUTS
from softgl.isa.table import MAIN, NV4_GEOMETRY, TGSI
from softgl.lanes import F32, I32, U32, eager_engine
from tests.asm.random_programs import Generator
from tests.asm.tgsi.dumps import ACCEPTED
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference import fragment_writer, tgsi_programs, vertex_options
from tests.reference.arithmetic import QUIET_NAN

ROOT = Path(__file__).parents[3]
SHADERS = sorted(
    path
    for path in (ROOT / "shaders").rglob("*.*")
    if path.suffix not in ("", ".gp") and path.parent.name != "glsl"
)
"""All assembly programs but those of geometry, for which test_write_geometry.py is."""
LANES = 16
STEPS = ((300, 6011), (6000, 60000))
"""Limits of executed instructions, of a program and of its text; then higher ones."""
SEED = 20261122


class Texture:
    """A sampler that returns sums of all its arguments."""

    reference = 2

    def __init__(self, m, texture, type_):
        self.directed, self.type = texture.target == "CUBE", type_
        self.m, self.first = m, 0.5 + texture.unit + len(texture.target) + sum(texture.offset) / 4

    def __call__(self, coordinates, bias=None, lod=None, gradients=((), ())):
        total = self.m.f32(self.first)
        for lane in (*coordinates[:3], bias, lod, *gradients[0], *gradients[1]):
            total = total if lane is None else total * 0.5 + lane
        return self._typed([total, total + 1.0, total * 2.0, total - 1.0])

    def _typed(self, color):
        view = {F32: self.m.from_bits, I32: self.m.as_i32, U32: self.m.as_u32}[self.type]
        return [view(self.m.bits(lane)) for lane in color]

    def fetch(self, position):
        return self._typed([self.m.to_f32(lane) for lane in position])

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
    """The values of each attribute."""
    found = {"vertex.attrib[0]": words("vertex.attrib[0]", LANES)}
    for binding in program.attributes:
        found[str(binding)] = values = words(generic(binding), LANES).copy()
        single = binding.name in ("fragment.clip", "fragment.cull")
        single |= binding.name == "fragment.fogcoord" and program.language not in TGSI
        if binding.name in INTEGER_INPUTS or single:
            values[1:] = [[0], [0], [0 if binding.name in INTEGER_INPUTS else 0x3F800000]]
    return found


def outcome(engine, program, parameters, steps):
    """The results of a program, and where it discards, also by a depth that is out of range."""
    program = replace(program, step_limit=steps)
    buffers = {point: words(f"buffer {point}", 4).reshape(-1) for point in range(4)}
    ((results, killed),) = run_programs(
        engine, [program], inputs(program), parameters, buffers, Texture
    )
    if program.drops_depths:
        depths = results["result.depth"][2].view(np.float32)
        killed = killed | ~((depths >= 0.0) & (depths <= 1.0))
    return results, killed


def check(program, engine=None):
    """Checks that a program and its text give the same results; returns the text's program."""
    engine = engine or eager_engine()
    text = write(program)
    again = parse(text)
    assert again.stage is program.stage and again.language in TGSI
    parameters = Words({"state.depth.range": np.array([1, 0, -1, 1], np.float32).view(np.uint32)})
    given = Words({f"program.local[{n}]": parameters[b] for n, b in constants(program).items()})
    for steps, longer in STEPS:
        wanted = outcome(engine, program, parameters, steps)
        if alike(wanted, outcome(engine, again, given, longer)):
            return again
    # A program without an end may stop elsewhere in its text, which has more instructions.
    stops = (*range(steps + 1, steps + 2 + len(program.instructions)), longer)
    ends = all(alike(wanted, outcome(engine, program, parameters, stop)) for stop in stops)
    assert not ends, text
    return again


def alike(one, other):
    """True if two outcomes are equal; a result of only one counts as unwritten."""
    (results, killed), (others, dead) = one, other
    unwritten = np.array([[0], [0], [0], [0x3F800000]], np.uint32)
    for name in results | others:
        rows = slice(1 if name.startswith("result.clip") else 4)
        wanted, got = (each.get(name, unwritten)[rows] for each in (results, others))
        if not np.array_equal(*np.broadcast_arrays(wanted, got)):
            return False
    return np.array_equal(killed, dead)


REFUSED = {
    "vsp1/direction.vsp": "a vertex state program writes parameters, which TGSI cannot",
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


def random_texts(language):
    """Random programs of a language or an option."""
    if language.startswith("NV_"):
        writer = vertex_options if "vertex" in language else fragment_writer
        for seed in range(5):
            yield writer.text(language, writer.random_steps(seed, language))
    elif language in TGSI:
        for seed in range(3):
            yield tgsi_programs.random_text(seed, language[5:])
    else:
        for seed in range(6):
            yield Generator(language, random.Random(seed)).program()


RANDOM = (
    *(language for language in MAIN if language != NV4_GEOMETRY),
    *(fragment_writer.OPTION1, fragment_writer.OPTION2, vertex_options.NV2, vertex_options.NV3),
    *("TGSI VERT", "TGSI FRAG"),
)


@pytest.mark.parametrize("language", RANDOM)
def test_random_programs(language):
    for number, text in enumerate(random_texts(language)):
        try:
            check(parse(text))
        except Exception as error:
            raise AssertionError(f"program {number}\n{text}") from error


@pytest.mark.parametrize("seed", range(4))
def test_random_branches(seed):
    """Any graph of branches, also of loops that are entered in the middle, and calls among them."""
    source = random.Random(seed)
    labels = [f"l{number}" for number in range(source.randrange(2, 9))]
    lines = []
    for label in labels:
        rule = source.choice(("LT", "GT", "EQ", "NE"))
        test = source.choice(("", f" ({rule}.{source.choice('xyzw')})"))
        word = source.choice(("BRA", "BRA", "BRA", "CAL", "RET"))
        target = "" if word == "RET" else source.choice(labels)
        lines += [
            f"{label}: ADD t.w, t, 1; MAD t, t, vertex.attrib[1], vertex.attrib[2];",
            f"ADDC c, t.{source.choice(('wxyz', 'xyzw', 'zwxy'))}, -{source.randrange(4)};",
            f"{word} {target}{test};",
        ]
    text = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t, c; MOVC t, vertex.attrib[3];"
    again = check(parse("\n".join((text, *lines, "MOV result.color, t; END"))))
    assert not any(instruction.opcode == "BRA" for instruction in again.instructions)


def test_branches_become_blocks():
    head = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOVC t, vertex.attrib[1];"
    loops = write(parse(f"{head} a: ADDC t.x, t, -1; BRA b (EQ.y); ADD t, t, t; b: BRA a (GT.x);"
                        " MOV result.color, t; END"))  # fmt: skip
    assert loops.count("BGNLOOP") == 1 and "BRA" not in loops and "SWITCH" not in loops
    # A loop with two entries.
    both = write(parse(f"{head} BRA b (LT.y); a: ADDC t.x, t, -1; b: ADD t.y, t, 1;"
                       " BRA a (GT.x); MOV result.color, t; END"))  # fmt: skip
    assert both.count("BGNLOOP") == both.count(" SWITCH") == 1 and "BRA" not in both
    # More blocks in blocks than there may be.
    lines = [f"BRA e (GT.x); ADDC t.x, t, -{number};" for number in range(200)]
    deep = parse("\n".join((head, *lines, "e: MOV result.color, t; END")))
    assert " SWITCH" in write(deep)
    # One after another, they are not deep.
    lines = [f"BRA l{number} (GT.x); ADDC t.x, t, -1; l{number}:" for number in range(400)]
    assert "SWITCH" not in write(parse("\n".join((head, *lines, "MOV result.color, t; END"))))
    chain = "\n".join(f"MOV TEMP[0], TEMP[0]\nBRA :{2 * number}" for number in range(1, 1000))
    straight = write(parse(f"FRAG\nDCL TEMP[0]\n{chain}\nNOP\nEND"))
    assert "BRA" not in straight and "BGNLOOP" not in straight


def bare(text):
    """A text without its comments, which name the constants of other languages."""
    return [line.split("  #")[0] for line in text.split("\n") if not line.startswith("#")]


def test_a_text_is_its_own_text():
    texts = {path.name: path.read_text(encoding="utf-8") for path in SHADERS}
    for name, text in (texts | ACCEPTED).items():
        try:
            first = write(parse(text))
        except Unwritable:
            continue
        second = write(parse(first))
        assert write(parse(second)) == second, name
        assert len(bare(second)) == len(bare(first)), name


@pytest.mark.parametrize(
    "text",
    [
        # Subroutines that main falls through, and empty ones; a program that ends in one.
        "!!NVvp4.0 main: MOV result.position, 1; CAL b; CAL a; a: b: ADD result.color, 1, 1; RET;"
        " c: MOV result.color.y, 3; END",
        "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOVC t, vertex.attrib[1]; CAL a; BRA b;"
        " a: ADD t, t, 1; CAL c (GT.x); ADD t, t, 2; RET; b: MOV result.color, t; c: ADD"
        " result.position, t, t; END",
        # Precisions: all roundings, before and after clamps.
        "!!ARBfp1.0 OPTION NV_fragment_program; SHORT TEMP h; TEMP t; MULH t, fragment.color, 0.3;"
        " ADDX_SAT h, t, fragment.texcoord[1]; MADXC t.yzw, t, -2.5, |h|; MOVH h (LT.x), t.wzyx;"
        " ADD h.xz, h, fragment.texcoord[2]; DP3H result.color, h, t; END",
        # LOOP in a subroutine that calls itself, BRK out of it, an index that goes down.
        "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t; PARAM n = { 3, 5.5, -1.5 }; MOV t.y, -3;"
        " CAL s; MOV result.color, t; RET; s: LOOP n; ADD t.xzw, t, fragment.texcoord[A0.x];"
        " ADDC t.y, t, 1; CAL s (LT.y); MUL t.xz, t, fragment.texcoord[A0.x + 1]; BRK (GT.x);"
        " ENDLOOP; RET; END",
        # More addresses on the stack than there may be, and more calls from inside of an IF.
        "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS a; TEMP t; ADDC t, vertex.attrib[1], 3;"
        " MOV result.color, t; l: PUSHA a; ADDC t.x, t, -1; BRA l (GT.x); ADD result.color.y, t, 1;"
        " END",
        "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t; ADDC t, fragment.color, 3; s: IF GT.x;"
        " ADDC t.x, t, -1; CAL s; ADD t.z, t, t; ELSE; REP 2; CAL e (LT.z); ENDREP; ENDIF;"
        " MOV result.color, t; RET; e: ADD t.y, t, 1; END",
        # Textures without derivatives.
        "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP t; TEX t, vertex.attrib[1], texture, 2D;"
        " TXP result.color, vertex.attrib[2], texture[1], CUBE; TXB t.xy, t, texture[2], 1D;"
        " TXP t.zw, vertex.attrib[2], texture, 2D; MOV result.position, t; END",
        # Arrays of results of one component, and written here and there.
        "!!NVvp4.0 OUTPUT o[] = { result.clip[0..4] }; OUTPUT p[] = { result.attrib[2..4] };"
        " TEMP t; MOD.S t, vertex.attrib[1], 5; MOV.U.CC o[t.x + 1].x, t; MOV p[t.y], t;"
        " MOV o[2].xy (GT.x), vertex.attrib[2]; MOV p[1].z (NE.y), 2; MOV result.position, 1; END",
        "!!NVvp4.0 ABS.U.CC result.color (NE.x), -|vertex.attrib[1].y|; END",
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
        ("!!NVvp4.0 MOV.S result.id, 1; END", "TGSI has no result.id"),
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


def test_where_inputs_are_evaluated():
    program = parse(
        "!!NVfp4.0 NOPERSPECTIVE CENTROID ATTRIB a = fragment.attrib[1]; CENTROID ATTRIB b ="
        " fragment.texcoord[2]; TEMP t; ADD t, a, b; ADD result.color, t, fragment.color; END"
    )
    written = parse(write(program))
    assert written.centroid == program.centroid and len(program.centroid) == 2
    assert written.noperspective == program.noperspective
