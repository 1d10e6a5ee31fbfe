"""Short forms of parsed programs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import disassemble, parse
from softgl.errors import ProgramError, Span
from softgl.ir.program import Binding, Constant, File

FILES = {
    File.TEMPORARY: "r",
    File.ATTRIBUTE: "v",
    File.PARAMETER: "c",
    File.RESULT: "o",
    File.ADDRESS: "a",
    File.BUFFER: "b",
    None: "none",
}


def floats(*values):
    """A constant of four floats."""
    return Constant(tuple(int(np.float32(value).view(np.uint32)) for value in values))


def integers(*values):
    """A constant of four integers."""
    return Constant(tuple(value & 0xFFFFFFFF for value in values))


def row(matrix, number, index=0):
    """A row of a matrix, `matrix` being its name and perhaps a modifier."""
    return Binding(f"state.matrix.{matrix}.row", (index, number))


def written(operand):
    """An operand in a short form: `-|c1[a0.x-4:5]|.xyzw`, `o0.x(GT1.xxxx)`."""
    text = f"{FILES[operand.file]}{operand.index}"
    if operand.file is File.BUFFER:
        text = f"b{operand.buffer}:{operand.index}"
    if operand.relative:
        r = operand.relative
        place = f"{FILES[r.file]}{r.index}.{'xyzw'[r.component]}{operand.offset:+d}"
        text += f"[{place}:{operand.count}]"
    if hasattr(operand, "mask"):
        text += "." + "".join(c for c, on in zip("xyzw", operand.mask, strict=True) if on)
        if operand.condition:
            text += f"({condition(operand.condition)})"
        return text
    if operand.absolute:
        text = f"|{text}|"
    letters = ["xyzw01"[selector] for selector in operand.swizzle]
    if any(operand.negate) and not all(operand.negate):
        signs = ["-" if negate else "" for negate in operand.negate]
        letters = [sign + letter for sign, letter in zip(signs, letters, strict=True)]
        return f"{text}.({','.join(letters)})"
    return ("-" if operand.negate[0] else "") + f"{text}.{''.join(letters)}"


def condition(test):
    """A condition in a short form."""
    return f"{test.rule}{test.register}.{''.join('xyzw'[c] for c in test.swizzle)}"


def instruction(i):
    """An instruction in a short form: opcode, type, modifiers, operands, texture."""
    name = f"{i.opcode}.{i.type.letter}"
    name += f".{i.modifier}" if i.modifier else ""
    name += "" if i.update is None else f".CC{i.update}"
    name += {"NONE": "", "UNSIGNED": ".SAT", "SIGNED": ".SSAT"}[i.saturate.name]
    operands = [written(i.destination)] if i.destination else []
    operands += map(written, i.sources)
    operands += [i.target] if i.target else []
    if i.condition:
        operands.append(condition(i.condition))
    if i.texture:
        operands += [f"texture[{i.texture.unit}]", i.texture.target]
        if any(i.texture.offset):
            operands.append(str(i.texture.offset))
    return f"{name} {', '.join(operands)}".strip()


def listing(source):
    """The instructions of a text in short form."""
    return [instruction(i) for i in parse(source).instructions]


def refusal(marked):
    """The error of a text with its wrong place between « and »; asserts that it is there."""
    before, rest = marked.split("«")
    inside, after = rest.split("»")
    with pytest.raises(ProgramError) as caught:
        parse(before + inside + after)
    error = caught.value
    wanted = (len(before), len(before) + len(inside))
    assert (error.span.start, error.span.end) == wanted, str(error)
    return error


def stripped(program):
    """A program without the fields that the layout of its text decides."""
    instructions = tuple(replace(i, span=Span(0, 0)) for i in program.instructions)
    return replace(program, source="", instructions=instructions)


def same(text):
    """The program of a text, which its disassembly gives too."""
    program = parse(text)
    again = disassemble(program)
    assert stripped(parse(again)) == stripped(program), again
    return program
