"""Builds programs of fixed function: instructions over bindings that are named as in the languages.

In: names of bindings, the tables of a language. Out: `Code.program`, a Program without a text.
"""

from __future__ import annotations

from softgl.asm.dialect import BindingTable, Dialect
from softgl.ir.builder import Builder, masked, swizzled, written
from softgl.ir.program import Binding, Destination, File, Instruction, Program, Source
from softgl.records import but

_MASKS = {
    mask: masked(*map("xyzw".index, mask)) for mask in ("x", "y", "z", "w", "xy", "xyz", "xyzw")
}
TINY = 1e-37  # the least square of a length that is inverted


def to(register: Source, components: str = "xyzw") -> Destination:
    """Returns a register as a destination; components : the written ones, "xyz"."""
    return written(register, _MASKS[components])


def scalar(register: Source, component: str) -> Source:
    """Returns an operand with one component of a register four times."""
    return swizzled(register, "xyzw".index(component))


class Code(Builder):
    """The instructions of one program.

    dialect : the language, whose tables order attributes and results.

    Until `program` closes the gaps, attributes and results have the numbers of these tables.
    """

    def __init__(self, dialect: Dialect):
        super().__init__()
        self.dialect = dialect
        self._used: dict[File, set[int]] = {File.ATTRIBUTE: set(), File.RESULT: set()}
        self._names: list[str] = []

    # -- operands ------------------------------------------------------------------------------

    def temporary(self, name: str) -> Source:
        """Returns a new temporary; name : for disassemblies."""
        self._names.append(name)
        return self.new()

    def read(self, name: str, *indices: int) -> Source:
        """Returns an attribute."""
        return self._bound(File.ATTRIBUTE, Binding(name, indices))

    def result(self, name: str, *indices: int) -> Source:
        """Returns a result, for `to`."""
        return self._bound(File.RESULT, Binding(name, indices))

    def state(self, name: str, *indices: int) -> Source:
        """Returns a parameter with a value of the state; name : without `state.`."""
        return self.parameter(Binding(f"state.{name}", indices))

    def rows(self, matrix: str, number: int = 0, count: int = 4) -> list[Source]:
        """Returns the first rows of a matrix; matrix : "modelview.invtrans" and the like."""
        return [self.state(f"matrix.{matrix}.row", number, row) for row in range(count)]

    def _bound(self, file: File, binding: Binding) -> Source:
        number = self._table(file).order[binding]
        self._used[file].add(number)
        return Source(file, number)

    def _table(self, file: File) -> BindingTable:
        return self.dialect.attributes if file is File.ATTRIBUTE else self.dialect.results

    # -- vectors -------------------------------------------------------------------------------

    def transform(self, register: Source, vector: Source, rows: list[Source]) -> None:
        """Multiplies a vector by a matrix: by DP4 with four rows, by DP3 with three."""
        opcode = f"DP{len(rows)}"
        for component, row in zip("xyzw", rows, strict=False):
            self.emit(opcode, to(register, component), vector, row)

    def normalize(self, vector: Source) -> None:
        """Normalizes the x, y and z of a temporary; its w is overwritten.

        A vector may have length 0: then the result is 0.
        """
        w = scalar(vector, "w")
        self.emit("DP3", to(vector, "w"), vector, vector)
        self.emit("MAX", to(vector, "w"), w, self.constant(TINY))
        self.emit("RSQ", to(vector, "w"), w)
        self.emit("MUL", to(vector, "xyz"), vector, w)

    # -- the program ---------------------------------------------------------------------------

    def program(self, *options: str, fog: str | None = None) -> Program:
        """Returns the program; options : the names of those in force. fog : as in `Program`."""
        dialect, limits = self.dialect, self.dialect.limits
        bindings: dict[File, tuple[Binding, ...]] = {}
        numbers: dict[File, dict[int, int]] = {}
        for file, used in self._used.items():
            names = list(self._table(file).order)
            numbers[file] = {number: place for place, number in enumerate(sorted(used))}
            bindings[file] = tuple(names[number] for number in sorted(used))
        return Program(
            language=dialect.language,
            stage=dialect.stage,
            profile=dialect.profile,
            instructions=tuple(_renumbered(one, numbers) for one in self.instructions),
            temporaries=self.temporaries,
            addresses=0,
            parameters=tuple(self.parameters),
            attributes=bindings[File.ATTRIBUTE],
            results=bindings[File.RESULT],
            options=frozenset(options),
            fog=fog,
            subroutines=dialect.subroutines,
            call_depth=limits.call_depth,
            step_limit=limits.steps,
            instruction_set=dialect.instruction_set,
            names=tuple(enumerate(self._names)),
        )


def _renumbered(one: Instruction, numbers: dict[File, dict[int, int]]) -> Instruction:
    """Returns an instruction with other numbers of the registers of some files."""
    changed = {}
    if one.destination.file in numbers:
        place = numbers[one.destination.file][one.destination.index]
        changed["destination"] = but(one.destination, index=place)
    if any(source.file in numbers for source in one.sources):
        changed["sources"] = tuple(
            but(source, index=numbers[source.file][source.index])
            if source.file in numbers
            else source
            for source in one.sources
        )
    return but(one, **changed) if changed else one
