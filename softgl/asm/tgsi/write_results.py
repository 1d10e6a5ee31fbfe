"""Writes the results of a program: outputs, and the temporaries that hold them before."""

from __future__ import annotations

from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.write_fog import Fog
from softgl.asm.tgsi.write_text import Operand, Unwritable, masked
from softgl.ir.program import ALL, Binding, Destination, File, Program, Stage

UNWRITTEN = (0, 0, 0, 0x3F800000)
DISTANCES = ("CLIPDIST", "CULLDIST")
"""The semantics whose components are separate bindings."""
DEPTH = Binding("result.depth")
PREFIXES = {Stage.VERTEX: "vertex", Stage.GEOMETRY: "vertex", Stage.FRAGMENT: "fragment"}
"""The prefixes of the inputs of each stage."""
_COLOR = Binding("result.color", (0,))


def semantics(stage: Stage, file: str) -> dict[Binding, tuple[str, int]]:
    """Returns binding -> semantic and index; for distances four times the index, plus component."""
    found: dict[Binding, tuple[str, int]] = {}
    for name, meaning in meanings.SEMANTICS[stage, file].items():
        if meaning.binding is None:
            continue
        for index in range(meaning.count * (4 if meaning.split else 1)):
            found.setdefault(meaning.binding(index), (name, index))
    prefix = "result" if file == "OUT" else PREFIXES[stage]
    # GENERIC is texture coordinates only without TEXCOORD: `write_declarations.py`.
    if "GENERIC" in meanings.SEMANTICS[stage, file]:
        for index in range(meanings.MAX_SEMANTIC_INDEX + 1):
            found[Binding(f"{prefix}.attrib", (index,))] = "GENERIC", index
    if (stage, file) == (Stage.GEOMETRY, "IN"):
        found[Binding("primitive.invocation")] = "INVOCATIONID", 0
        for index in range(4 * meanings.CLIP_REGISTERS):
            found[Binding("vertex.clip", (index,))] = "CLIPDIST", index
    return found


def _conditional(program: Program) -> set[Binding]:
    """Returns the results that may be written under a condition."""
    return {
        program.results[number]
        for one in program.instructions
        if (written := one.destination) and written.file is File.RESULT and written.condition
        for number in range(written.index, written.index + written.count)
    }


class Results:
    """The results of one program.

    registers : all its registers, as `write_registers.Registers`.
    outputs : semantic with index -> number of an OUT.
    held : result -> the temporary that holds it, from which each write is copied to its output:
        results that are written under a condition, since no instruction reads an output; results
        that are chosen at run time and are not an array in TGSI; the fogged color; and the tested
        depth.
    """

    def __init__(self, registers):
        self._registers, self.program, self.code = registers, registers.program, registers.code
        self._written = semantics(self.program.stage, "OUT")
        self.outputs: dict[str, int] = {}
        self.held: dict[Binding, int] = {}
        self._number()
        self._fog = self._begin_fog() if self.program.fog else None

    def _number(self) -> None:
        """Numbers results that are chosen at run time consecutively, and held results."""
        apart = _conditional(self.program)
        apart |= {_COLOR} if self.program.fog else set()
        apart |= {DEPTH} if self.program.drops_depths else set()
        for first, count in self._registers.unions.get(File.RESULT, ()):
            results = self.program.results[first : first + count]
            kinds = [self._written.get(binding, ("", 0)) for binding in results]
            name, start = kinds[0]
            straight = name not in DISTANCES and kinds == [(name, start + n) for n in range(count)]
            if straight and not apart & set(results):
                number = len(self.outputs)
                for step in range(count):
                    self.outputs[f"{name}[{start + step}]"] = number + step
                self._registers.array("OUT", number, count)
            else:
                temporary = self.code.keep(count)
                self._registers.array("TEMP", temporary, count)
                self.held |= {binding: temporary + n for n, binding in enumerate(results)}
        for binding in self.program.results:
            if binding in apart and binding not in self.held:
                self.held[binding] = self.code.keep()

    def _begin_fog(self) -> Fog:
        if _COLOR not in self.held:  # the program does not write it
            self.held[_COLOR] = self.code.keep()
        registers = self._registers
        coordinate = Operand(registers.input("FOG", 0, Binding("fragment.fogcoord")))
        params, color = (Binding(f"state.fog.{name}") for name in ("params", "color"))
        state = registers.needed(params), registers.needed(color)
        return Fog(self.code, self.program.fog, coordinate, *state)

    def preamble(self) -> None:
        """Writes the instructions before all others."""
        for temporary in self.held.values():
            self.code.emit("MOV", f"TEMP[{temporary}]", self.code.vector(UNWRITTEN))
        if self._fog is not None:
            self._fog.begin()
            self._bring_out(_COLOR, ALL)

    def destination(self, place: Destination) -> tuple[str, int | None]:
        """Returns the name of a result, and its component if it has only one."""
        binding = self.program.results[place.index]
        if binding in self.held:
            file, number, component = "TEMP", self.held[binding], None
        else:
            number, component = self.output(binding)
            file = "OUT"
        if place.relative is None:
            return f"{file}[{number}]", component
        return self._registers.element(file, number, place), None

    def bring_out(self, place: Destination) -> None:
        """Copies held results that a destination may have changed to their outputs."""
        if place.file is not File.RESULT or self.program.results[place.index] not in self.held:
            return
        for number in range(place.index, place.index + place.count):
            self._bring_out(self.program.results[number], place.mask)

    def _bring_out(self, binding: Binding, mask) -> None:
        held = Operand(f"TEMP[{self.held[binding]}]")
        number, component = self.output(binding)
        name = f"OUT[{number}]"
        if self._fog is not None and binding == _COLOR:
            self._fog.apply(name, mask, held)
        elif component is None:
            self.code.emit("MOV", masked(name, mask), held)
        elif mask[0]:
            single = [place == component for place in range(4)]
            self.code.emit("MOV", masked(name, single), held.component(0))

    def output(self, binding: Binding) -> tuple[int, int | None]:
        """Returns the number of an output, and its component if it has only one."""
        if binding not in self._written:
            raise Unwritable(f"TGSI has no {binding}")
        name, index = self._written[binding]
        single = name in DISTANCES
        key = f"{name}[{index // 4 if single else index}]"
        number = self.outputs.setdefault(key, len(self.outputs))
        return number, index % 4 if single else None
