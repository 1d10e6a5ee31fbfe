"""Writes the declarations of a TGSI text: the registers of `write_registers.py`."""

from __future__ import annotations

from softgl.asm.tgsi.write_registers import Registers
from softgl.asm.tgsi.write_results import PREFIXES
from softgl.ir.primitives import Primitives
from softgl.ir.program import Binding, Stage
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED

_VIEWED = {FLOAT: "FLOAT", SIGNED: "SINT", UNSIGNED: "UINT"}


def declarations(registers: Registers) -> list[str]:
    """Returns the lines of a text before the immediates."""
    program, lines = registers.program, []
    if program.profile.zero_wins:
        lines.append("PROPERTY LEGACY_MATH_RULES 1")
    if program.primitives:
        lines += _geometry_lines(program.primitives)
    if program.stage is Stage.FRAGMENT:
        if not program.origin_upper_left:
            lines.append("PROPERTY FS_COORD_ORIGIN LOWER_LEFT")
        if program.pixel_center_integer:
            lines.append("PROPERTY FS_COORD_PIXEL_CENTER INTEGER")
    lines += [f"DCL IN[{slot}]" for slot in sorted(registers.attributes)]
    lines += _input_lines(registers)
    lines += [f"DCL SV[{number}], {name}" for name, number in registers.system.items()]
    lines += _output_lines(registers)
    lines += [f"DCL SAMP[{unit}]" for unit in sorted(registers.samplers | set(registers.views))]
    for unit, kind in sorted(registers.views.items()):
        # A view has one type; as floats it preserves the bits of any texel.
        types = registers.texel_types[unit]
        (type_,) = types if len(types) == 1 else (FLOAT,)
        lines.append(f"DCL SVIEW[{unit}], {kind}, {_VIEWED[type_]}")
    lines += _constant_lines(registers)
    lines += _file_lines("TEMP", registers.code.next_temporary, registers.arrays["TEMP"])
    if program.addresses:
        lines += _file_lines("ADDR", program.addresses, [])
    return lines


def _geometry_lines(primitives: Primitives) -> list[str]:
    """Declares the primitives of a geometry program."""
    values = {
        "GS_INPUT_PRIMITIVE": primitives.taken,
        "GS_OUTPUT_PRIMITIVE": primitives.made,
        "GS_MAX_OUTPUT_VERTICES": primitives.limit,
        "GS_INVOCATIONS": primitives.invocations,
    }
    return [f"PROPERTY {name} {value}" for name, value in values.items()]


def _input_lines(registers: Registers) -> list[str]:
    program, inputs = registers.program, registers.inputs
    numbers = {key: number for key, (number, _) in inputs.items()}
    of_vertices = "[]" if program.stage is Stage.GEOMETRY else ""
    lines = []
    for line, key in _with_arrays(registers.arrays["IN"], numbers):
        each = "" if key.startswith("PRIMID") else of_vertices
        way = inputs[key][1]
        lines.append(f"DCL IN{each}{line}" + (f", {way}" if way else ""))
    if _mixed(program.attributes, PREFIXES[program.stage]):
        more = f"DCL IN{of_vertices}[{len(inputs)}], TEXCOORD[0]  # so GENERIC is generic"
        lines += [] if program.stage is Stage.VERTEX else [more]
    return lines


def _with_arrays(arrays, numbers: dict[str, int]):
    """Yields the range, semantic and array of each declaration, and its first register's key."""
    inside = {}
    for first, count, number in arrays:
        inside |= {first + step: (first, count, number) for step in range(count)}
    for key, number in numbers.items():
        if number not in inside:
            yield f"[{number}], {key}", key
        elif inside[number][0] == number:
            _, count, array = inside[number]
            yield f"[{number}..{number + count - 1}], {key}, ARRAY({array})", key


def _output_lines(registers: Registers) -> list[str]:
    outputs = registers.results.outputs
    lines = [f"DCL OUT{line}" for line, _ in _with_arrays(registers.arrays["OUT"], outputs)]
    if _mixed(registers.program.results, "result"):
        lines.append(f"DCL OUT[{len(outputs)}], TEXCOORD[0]  # so GENERIC is generic")
    return lines


def _constant_lines(registers: Registers) -> list[str]:
    lines, held = [], dict(registers.constants)
    for first, count, number in registers.arrays["CONST"]:
        bindings = [held.pop(first + step) for step in range(count)]
        note = _note(registers, bindings)
        lines.append(f"DCL CONST[{first}..{first + count - 1}], ARRAY({number}){note}")
        if bindings[0].name != "program.local" and not note:
            lines += [f"# CONST[{first + step}] {b}" for step, b in enumerate(bindings)]
    for number, binding in sorted(held.items()):
        lines.append(f"DCL CONST[{number}]{_note(registers, [binding])}")
    for point, (first, last) in sorted(registers.blocks.items()):
        lines.append(f"DCL CONST[{point + 1}][{first}..{last}]")
    return lines


def _note(registers: Registers, bindings: list[Binding]) -> str:
    """Returns a comment that names constants; "" for local parameters and mixed arrays."""
    first, *others = bindings
    if first.name == "program.local":
        return ""
    if first.name == "program.named":
        return f"  # {registers.program.named[first.indices[0]].name}, {first}"
    if not others:
        return f"  # {first}"
    *outer, start = first.indices
    run = [Binding(first.name, (*outer, start + step)) for step in range(len(bindings))]
    return f"  # {str(first)[:-1]}..{start + len(others)}]" if bindings == run else ""


def _mixed(bindings: tuple[Binding, ...], prefix: str) -> bool:
    """True if GENERIC could be mistaken for texture coordinates, without TEXCOORD."""
    names = {binding.name for binding in bindings}
    return f"{prefix}.attrib" in names and f"{prefix}.texcoord" not in names


def _file_lines(file: str, count: int, arrays) -> list[str]:
    """Returns the declarations of all registers of a file, arrays separately."""
    lines, number = [], 0
    for first, size, array in [*sorted(arrays), (count, 0, 0)]:
        if first > number:
            last = f"..{first - 1}" if first - number > 1 else ""
            lines.append(f"DCL {file}[{number}{last}]")
        if size:
            lines.append(f"DCL {file}[{first}..{first + size - 1}], ARRAY({array})")
        number = first + size
    return lines
