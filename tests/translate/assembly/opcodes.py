"""A program of one instruction, of every opcode in every language."""

from __future__ import annotations

from softgl.isa import OPCODES, Form, Operand
from softgl.isa.table import (
    ARB_FRAGMENT,
    ARB_FRAGMENT_NV,
    ARB_FRAGMENT_NV2,
    ARB_VERTEX,
    ARB_VERTEX_NV2,
    ARB_VERTEX_NV3,
    FP1,
    NV4,
    NV4_FRAGMENT,
    NV4_VERTEX,
    TGSI,
    VP1,
    VP2,
    VP11,
)

SETS = (
    *(VP1, VP11, VP2, ARB_VERTEX, ARB_VERTEX_NV2, ARB_VERTEX_NV3, NV4_VERTEX),
    *(FP1, ARB_FRAGMENT, ARB_FRAGMENT_NV, ARB_FRAGMENT_NV2, NV4_FRAGMENT),
)
"""The instruction sets of vertices and fragments: all but geometry, vertex state, TGSI."""
NUMBERED = (VP1, VP11, VP2, FP1)
"""Languages whose registers have fixed names."""
_TGSI = {
    "VERT": ("DCL IN[0..3]", "DCL OUT[0], POSITION", "DCL OUT[1], TEXCOORD[0]"),
    "FRAG": (*(f"DCL IN[{n}], GENERIC[{n}], PERSPECTIVE" for n in range(4)), "DCL OUT[1], COLOR"),
}
"""Declarations of TGSI texts, by their header."""


def programs(instruction_set):
    """(opcode, text) of each opcode that computes or samples, in the types that it has; from TGSI
    its own opcodes, but for textures."""
    for name, entry in OPCODES.items():
        if instruction_set not in entry.languages:
            continue
        if instruction_set in TGSI:
            own = entry.languages <= TGSI and entry.form not in (Form.TEXTURE, Form.FLOW, Form.EMIT)
            if own:
                yield name, _tgsi_text(instruction_set, entry.of(instruction_set))
            if name == "DFRACEXP":  # its other result
                entry = entry.of(instruction_set)
                yield f"{name}.1", _tgsi_text(instruction_set, entry, ("TEMP[3]", "TEMP[0]"))
            continue
        entry = entry.of(instruction_set)
        if entry.form in (Form.FLOW, Form.EMIT):
            continue
        for type_ in entry.types if instruction_set in NV4 else entry.types[:1]:
            suffix = "" if type_ is entry.types[0] else f".{type_.letter}"
            yield name + suffix, text(instruction_set, entry, suffix)


def text(instruction_set, entry, suffix=""):
    """A program with the result of an instruction of three inputs.

    It is the colour of fragments, and texture coordinates of vertices, which nothing clamps.
    """
    numbered, vertex = instruction_set in NUMBERED, _is_vertex(instruction_set)
    header, _, option = instruction_set.partition(" ")
    registers = [f"{'R' if numbered else 'r'}{n}" for n in range(4)]
    if vertex:
        inputs, color = [f"v[{n}]" for n in (1, 2, 3)], "o[TEX0]"
        inputs = inputs if numbered else [f"vertex.attrib[{n}]" for n in (1, 2, 3)]
        position = "o[HPOS]"
    else:
        inputs, color = [f"f[TEX{n}]" for n in range(3)], "o[COLR]"
        inputs = inputs if numbered else [f"fragment.texcoord[{n}]" for n in range(3)]
    if not numbered:
        color = "result.texcoord[0]" if vertex else "result.color"
        position = "result.position"
    lines = [f"!!{header}", f"OPTION {option};" if option else ""]
    if not numbered:
        lines.append(f"TEMP {', '.join(registers)};")
        if entry.addresses:
            lines.append("ADDRESS A0; PARAM c[8] = { program.env[0..7] };")
    for register, value in zip(registers[1:], inputs, strict=True):
        lines.append(f"MOV {register}, {value};")
    lines.append(f"MOV {registers[0]}, {registers[1]};")
    lines.append(_instruction(instruction_set, entry, suffix, registers))
    if entry.addresses:
        lines.append(f"MOV {registers[0]}, c[A0.x + 4];")
    if vertex:
        lines.append(f"MOV {position}, {registers[1]};")
    return "\n".join([*lines, f"MOV {color}, {registers[0]};", "END"])


def _tgsi_text(instruction_set, entry, results=("TEMP[0]", "TEMP[3]")):
    """The same in TGSI; results : of an instruction that has two, the places."""
    header = instruction_set.removeprefix("TGSI ")
    given = iter((1, 2, 3, 1))
    letters = {Operand.SCALAR: ".yyyy"}
    operands = [f"TEMP[{next(given)}]{letters.get(kind, '')}" for kind in entry.sources]
    lines = [header, *_TGSI[header], "DCL TEMP[0..3]", "DCL ADDR[0]", "DCL CONST[0..7]"]
    lines += [f"MOV TEMP[{n}], IN[{n}]" for n in (1, 2, 3)]
    lines.append("MOV TEMP[0], IN[1]")
    place = ["ADDR[0].x"] if entry.addresses else [] if entry.form is Form.KILL else ["TEMP[0]"]
    place = results if entry.name == "DFRACEXP" else place
    doubles = entry.name.startswith("D") and header == "FRAG"
    if doubles:  # a word of an infinity must not look like a NaN
        lines[-4:] = ["IMM[0] UINT32 {268435456, 0, 0, 0}"]
        lines += [f"XOR TEMP[{n}], IN[{n}], IMM[0].xxxx" for n in (1, 2, 3)]
    lines.append(f"{entry.name} {', '.join([*place, *operands])}")
    if entry.addresses:
        lines.append("MOV TEMP[0], CONST[ADDR[0].x+4]")
    if doubles:
        lines.append("XOR TEMP[0], TEMP[0], IMM[0].xxxx")
    if header == "VERT":
        lines.append("MOV OUT[0], IN[0]")
    return "\n".join([*lines, "MOV OUT[1], TEMP[0]", "END", ""])


def _is_vertex(instruction_set):
    return instruction_set.startswith(("VP", "ARBvp", "NVvp"))


def _instruction(instruction_set, entry, suffix, registers):
    operands, given = [], iter(registers[1:])
    for kind in entry.sources:
        if kind is Operand.ADDRESS:
            operands.append("A0")
        elif kind is Operand.SCALAR:
            operands.append(f"{next(given)}.y")
        elif kind is Operand.EXTENDED:
            operands.append(f"{next(given)}, -y, 0, 1, x")
        else:
            operands.append(next(given))
    if entry.form is Form.TEXTURE:
        unit = "TEX0" if instruction_set == FP1 else "texture[0]"
        operands += [unit, "2D"]
    mask = ".xyz" if entry.unwritten else ""
    place = "A0" if entry.addresses else registers[0] + mask
    if entry.addresses and entry.form is Form.SCALAR:
        place += ".x"
    if entry.form is Form.KILL:
        if instruction_set == FP1:
            return "MOVC RC, R1; KIL LT.x;"
        return f"KIL{suffix} {operands[0]};"
    return f"{entry.name}{suffix} {', '.join([place, *operands])};"
