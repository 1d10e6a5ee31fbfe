"""Writes instructions for pipeline behaviour that only the older languages have.

`Profile` names these languages and quotes each rule.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.tgsi.write_registers import Registers
from softgl.asm.tgsi.write_results import DEPTH, UNWRITTEN
from softgl.asm.tgsi.write_text import ONES, Code, Operand, words
from softgl.ir.program import Program, Z


def write_first(program: Program, code: Code, registers: Registers) -> None:
    """Writes the instructions before all others."""
    if program.profile.initializes:
        for binding in program.results:
            back = replace(binding, name=binding.name.replace("front", "back"))
            if back not in program.results:
                # Unwritten, it would be replaced by the front colour.
                number, _ = registers.results.output(back)
                code.emit("MOV", f"OUT[{number}]", code.vector(UNWRITTEN))
    for (unit, target), mask in registers.textures.items():
        code.emit("MOV", mask, code.word(ONES))
        code.emit("TXQ", f"{mask}.w", code.word(0), f"SAMP[{unit}]", target)
        code.emit("USNE", f"{mask}.w", mask, code.word(0))


def write_last(program: Program, code: Code, registers: Registers) -> None:
    """Writes the instructions after all others, in programs without control flow."""
    if not program.drops_depths:
        return
    depth = Operand(f"TEMP[{registers.results.held[DEPTH]}]").component(Z)
    held, near, far = code.new(), *map(registers.depth_range.component, (0, 1))
    code.emit("MIN", f"{held.name}.x", near, far)
    code.emit("MAX", f"{held.name}.y", near, far)
    code.emit("CLAMP", f"{held.name}.z", depth, held.component(0), held.component(1))
    # A NaN equals nothing.
    code.emit("FSEQ", held.name, held.component(2), depth)
    code.emit("UCMP", held.name, held, code.float(1.0), code.word(words(-1.0)))
    code.emit("KILL_IF", None, held)
