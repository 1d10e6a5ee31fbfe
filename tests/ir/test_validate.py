"""The rules of every program: each row is a valid program and a twin that one change breaks."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import (
    Binding,
    ConditionTest,
    Constant,
    Destination,
    File,
    Relative,
    Source,
    Stage,
    TextureOperand,
)
from softgl.ir.validate import validate
from softgl.isa import DataType
from tests.asm.random_programs import RESULTS, Generator

PLAIN = """!!NVfp4.0
TEMP t, a[4]; INT TEMP i; BUFFER b[4] = { program.buffer[0][2..5] };
MOV.S i.x, 2;
ADD t, fragment.color, {1, 2, 3, 4};
MOV t, a[i.x + 1];
MOV a[i.x], t;
MOV.CC t, b[1];
TEX result.color, t, texture[3], 2D;
MUL.S.HI i, i, i;
TEX t, t, texture[4], 1D;
MOV t (GT.x), t;
MOV result.depth.z, t.x;
END"""
FLOW = """!!NVfp4.0
TEMP t;
IF GT.x; ADD t, t, 1; ELSE; ADD t, t, 2; ENDIF;
REP 3; BRK (EQ.x); ENDREP;
CAL s; RET; s: MOV result.color, t; KIL t;
END"""
VERTEX = "!!VP2.0\nARL A0.x, v[0].x; MOV R0, c[A0.x + 3]; MOV o[HPOS], R0; MOV o[CLP0], R0; END"
STATE = "!!VSP1.0\nMOV c[3], v[0]; ADD R0, c[3], v[0]; END"


def changed(text, number, **fields):
    """The program with other fields in one instruction."""
    program = parse(text)
    instructions = list(program.instructions)
    instructions[number] = replace(instructions[number], **fields)
    return replace(program, instructions=tuple(instructions))


def source(text, number, position=0, **fields):
    """The program with other fields in one operand."""
    sources = list(parse(text).instructions[number].sources)
    sources[position] = replace(sources[position], **fields)
    return changed(text, number, sources=tuple(sources))


def result(text, number, **fields):
    """The program with other fields in one destination."""
    destination = parse(text).instructions[number].destination
    return changed(text, number, destination=replace(destination, **fields))


def without(text, number):
    program = parse(text)
    rest = program.instructions[:number] + program.instructions[number + 1 :]
    return replace(program, instructions=rest)


INDEX = Relative(File.TEMPORARY, 0, 0)
NAMED = Source(File.ADDRESS, 0)
ROWS = {
    "an opcode that is none": (changed, (PLAIN, 0), {"opcode": "NOP"}, "no such instruction"),
    "one of another language": (changed, (VERTEX, 1), {"opcode": "KIL"}, "no such instruction"),
    "a type that it lacks": (changed, (VERTEX, 1), {"type": DataType.SIGNED}, "no type S"),
    "a modifier that it lacks": (changed, (PLAIN, 1), {"modifier": "HI"}, "no modifier HI"),
    "a precision": (changed, (PLAIN, 1), {"precision": "Q"}, "unknown precision"),
    "an operand too few": (changed, (PLAIN, 1), {"sources": ()}, "number of operands"),
    "a condition": (changed, (PLAIN, 1), {"condition": ConditionTest("GT")}, "no condition"),
    "none where it must be": (changed, (FLOW, 0), {"condition": None}, "needs a condition"),
    "a label": (changed, (PLAIN, 1), {"target": "s"}, "label"),
    "no label": (changed, (FLOW, 8), {"target": None}, "label"),
    "a label that is not there": (changed, (FLOW, 8), {"target": "x"}, "no label x"),
    "no texture": (changed, (PLAIN, 5), {"texture": None}, "a texture or none"),
    "a target": (changed, (PLAIN, 5), {"texture": TextureOperand(3, "4D")}, "4D"),
    "a unit": (changed, (PLAIN, 5), {"texture": TextureOperand(-1, "2D")}, "texture -1"),
    "a target that it does not take": (
        changed, (PLAIN, 5), {"texture": TextureOperand(3, "BUFFER")}, "not sample the target"),
    "a texel offset": (
        changed, (PLAIN, 5), {"texture": TextureOperand(3, "1D", (1, 1, 0))}, "no texel offset"),
    "two targets": (changed, (PLAIN, 7), {"texture": TextureOperand(3, "1D")}, "as 1D and as 2D"),
    "a condition code": (changed, (PLAIN, 4), {"update": 2}, "no CC2"),
    "no destination": (changed, (PLAIN, 1), {"destination": None}, "a destination or none"),
    "a destination": (changed, (FLOW, 0), {"destination": Destination(None)}, "or none"),
    "a result read": (source, (PLAIN, 1), {"file": File.RESULT}, "cannot be read"),
    "a selector": (source, (PLAIN, 1), {"swizzle": (0, 1, 2, 6)}, "select"),
    "signs": (source, (PLAIN, 1), {"negate": (True,)}, "a sign"),
    "a temporary": (source, (PLAIN, 3), {"index": 6}, "temporary 6 to 6 of 6"),
    "a negative one": (source, (PLAIN, 3), {"index": -1}, "temporary -1"),
    "an attribute": (source, (PLAIN, 1), {"index": 1}, "attribute 1 to 1 of 1"),
    "a parameter": (source, (PLAIN, 1, 1), {"index": 9}, "parameter 9"),
    "an array that is too long": (source, (PLAIN, 2), {"count": 6}, "of 6"),
    "an array without an index": (source, (PLAIN, 2), {"relative": None}, "without an index"),
    "an index's register": (
        source, (PLAIN, 2), {"relative": Relative(File.TEMPORARY, 9, 0)}, "as an index"),
    "an index's component": (
        source, (PLAIN, 2), {"relative": Relative(File.TEMPORARY, 0, 4)}, "one of four"),
    "an index's file": (
        source, (PLAIN, 2), {"relative": Relative(File.ATTRIBUTE, 0, 0)}, "cannot be an index"),
    "an offset": (source, (PLAIN, 2), {"offset": 2**20}, "offset"),
    "a buffer": (source, (PLAIN, 4), {"buffer": 1}, "no such buffer"),
    "no buffer": (source, (PLAIN, 4), {"buffer": None}, "no such buffer"),
    "a buffer's element": (source, (PLAIN, 4), {"index": 6}, "buffer 6 to 6 of 6"),
    "a register in a buffer": (source, (PLAIN, 3), {"buffer": 0}, "BUFFER operands"),
    "an address register": (changed, (VERTEX, 2), {"sources": (NAMED,)}, "wrong kind of operand"),
    "a mask": (result, (PLAIN, 1), {"mask": (True,)}, "write mask"),
    "a rule": (result, (PLAIN, 8), {"condition": ConditionTest("XX")}, "no condition XX"),
    "a rule's register": (result, (PLAIN, 8), {"condition": ConditionTest("GT", 2)}, "no CC2"),
    "a rule's swizzle": (
        result, (PLAIN, 8), {"condition": ConditionTest("GT", 0, (0, 1, 2, 4))}, "select"),
    "an attribute written": (result, (PLAIN, 1), {"file": File.ATTRIBUTE}, "cannot write there"),
    "a parameter written": (result, (VERTEX, 1), {"file": File.PARAMETER}, "cannot write there"),
    "an address written": (result, (VERTEX, 1), {"file": File.ADDRESS}, "registers: address"),
    "ARL elsewhere": (result, (VERTEX, 0), {"file": File.TEMPORARY}, "registers: temporary"),
    "a result of a state program": (
        result, (STATE, 0), {"file": File.RESULT, "index": 0}, "cannot write there"),
    "a result's register": (result, (PLAIN, 5), {"index": 2}, "result 2 to 2 of 2"),
    "IF alone": (without, (FLOW, 4), {}, "a label is inside a block"),
    "a block at the end": (without, (FLOW.replace("CAL s; RET; s:", ""), 7), {}, "at the end"),
    "ELSE alone": (without, (FLOW, 0), {}, "nothing is open"),
    "ENDREP alone": (without, (FLOW, 5), {}, "outside any loop"),
    "REP alone": (without, (FLOW, 7), {}, "a label is inside a block"),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_twins(name):
    make, given, fields, message = ROWS[name]
    assert validate(parse(given[0])) == parse(given[0])
    with pytest.raises(ProgramError) as caught:
        validate(make(*given, **fields))
    assert message in caught.value.message, caught.value.message


def test_errors_stand_at_their_instruction():
    program = source(PLAIN, 3, index=77)
    with pytest.raises(ProgramError) as caught:
        validate(program)
    assert PLAIN[caught.value.position :].startswith("MOV a[i.x], t")


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"call_depth": 65}, "calls"),
        ({"step_limit": 0}, "steps"),
        ({"attributes": (Binding("vertex.position"),)}, "no attribute vertex.position"),
        ({"results": (Binding("vertex.position"), Binding("result.depth"))}, "is not a result"),
        ({"parameters": (Constant((1, 2, 3, 2**32)),) * 9}, "32-bit words"),
        ({"labels": (("s", 99),)}, "a label has no place"),
        ({"stage": Stage.VERTEX}, "no attribute"),
    ],
)
def test_whole_programs(fields, message):
    with pytest.raises(ProgramError) as caught:
        validate(replace(parse(PLAIN), **fields))
    assert message in caught.value.message


def test_every_program_here_is_valid():
    """Programs of the examples and random ones are valid; `parse` validates too."""
    texts = [path.read_text() for path in Path("shaders").rglob("*") if path.is_file()]
    seed = random.randrange(2**32)
    print("seed", seed)
    for language in RESULTS:
        generator = Generator(language, random.Random(seed))
        texts += [generator.program() for _ in range(20)]
    programs = [parse(text) for text in texts if text.startswith("!!")]
    assert len(programs) > 80
    for program in programs:
        assert validate(program) is program
