"""The builder of lowered code: values are lists of operands, one for each register of a type."""

from __future__ import annotations

from functools import lru_cache

from softgl.glsl.text.source import ShaderError
from softgl.glsl.types import Array, Matrix, Struct, Type, Vector
from softgl.ir.builder import Builder
from softgl.ir.program import (
    IDENTITY,
    NONE,
    Binding,
    Constant,
    Destination,
    File,
    Instruction,
    Relative,
    Source,
)
from softgl.isa import OPCODES

MAX_INSTRUCTIONS = 65536
"""The instructions of a stage; longer programs do not link."""

MAX_REGISTERS = 16384
"""The vectors in the variables of a stage, inlined calls counted each."""

MASKS = tuple(tuple(c < size for c in range(4)) for size in range(5))
SWIZZLES = (IDENTITY, (0, 0, 0, 0), IDENTITY, IDENTITY, IDENTITY)
TYPES = {name: entry.types[0] for name, entry in OPCODES.items()}
ONES = 0xFFFFFFFF
Value = list[Source]


class LowerError(ShaderError):
    """A stage that is too large, or beyond the limits of programs."""


@lru_cache(maxsize=256)
def register_types(type_: Type) -> tuple[Vector, ...]:
    """Returns the scalar or vector in each register of a value of a type."""
    if isinstance(type_, Vector):
        return (type_,)
    if isinstance(type_, Matrix):
        return (type_.column,) * type_.columns
    if isinstance(type_, Array):
        return register_types(type_.element) * (type_.count or 1)
    if isinstance(type_, Struct):
        return tuple(one for member in type_.members for one in register_types(member.type))
    return ()


class Code(Builder):
    """Instructions of a stage, with operations on scalars and vectors of the language.

    variables : the temporaries of variables, whose contents change. pinned : other temporaries that
        are read more than once.
    attributes : as in a `Program`, growing; one may be there twice, alone and in an array.
    names : the (temporary, name) of registers of variables.
    """

    def __init__(self):
        super().__init__()
        self.variables: set[int] = set()
        self.pinned: set[int] = set()
        self.names: list[tuple[int, str]] = []
        self.attributes: list[Binding] = []
        self._attributes: dict[Binding, int] = {}
        self._tables: dict[tuple, int] = {}

    # -- registers -----------------------------------------------------------------------------

    def register(self, file: File, cell: Binding | Constant) -> int:
        """Returns the number of the parameter or attribute with a meaning."""
        if file is File.PARAMETER:
            return self.parameter(cell).index
        number = self._attributes.setdefault(cell, len(self.attributes))
        if number == len(self.attributes):
            self.attributes.append(cell)
        return number

    def table(self, file: File, cells: tuple) -> int:
        """Returns the first of consecutive registers with these meanings."""
        first = self._tables.get((file, cells))
        if first is None:
            registers = self.parameters if file is File.PARAMETER else self.attributes
            first = self._tables[file, cells] = len(registers)
            registers.extend(cells)
        return first

    def declare(self, count: int) -> int:
        """Returns the first of consecutive temporaries of a new variable."""
        if len(self.variables) + count > MAX_REGISTERS:
            limit = f"its variables need more than {MAX_REGISTERS} registers"
            raise LowerError(limit, self.span.start)
        first = self.temporaries
        self.temporaries = first + count
        self.variables.update(range(first, first + count))
        return first

    # -- instructions --------------------------------------------------------------------------

    def emit(self, opcode, destination, *sources, type=None, **fields):
        instructions = self.instructions
        if len(instructions) >= MAX_INSTRUCTIONS:
            self._refuse()
        type = type or TYPES[opcode]
        instructions.append(
            Instruction(opcode, self.span, destination, sources, type, **fields)
            if fields
            else Instruction(opcode, self.span, destination, sources, type)
        )

    def _refuse(self):
        limit = f"it needs more than {MAX_INSTRUCTIONS} instructions"
        raise LowerError(limit, self.span.start)

    def op(self, opcode: str, size: int, *sources: Source, type=None) -> Source:
        """Appends an instruction with a scalar or vector as its result, and returns that."""
        number = self.temporaries
        self.temporaries = number + 1
        if len(self.instructions) >= MAX_INSTRUCTIONS:
            self._refuse()
        place = Destination(File.TEMPORARY, number, MASKS[size])
        self.instructions.append(
            Instruction(opcode, self.span, place, sources, type or TYPES[opcode])
        )
        return Source(File.TEMPORARY, number, SWIZZLES[size])

    def copy(self, size: int, source: Source) -> Source:
        """Returns a temporary with the bits of a scalar or vector."""
        return self.op("MOV", size, source)

    def store(self, register: int, mask, source: Source) -> None:
        """Moves a value to components of a temporary.

        If the last instruction computed the value, it writes there instead.
        """
        instructions = self.instructions
        if (
            instructions
            and instructions[-1] is not None
            and source.file is File.TEMPORARY
            and source.index not in self.variables
            and source.index not in self.pinned
            and source.index != register
        ):
            last = instructions[-1]
            made = last.destination
            if (
                made is not None
                and made.file is File.TEMPORARY
                and made.index == source.index
                and made.mask == mask
                and made.relative is None
                and self._plain(source, mask)
            ):
                place = Destination(File.TEMPORARY, register, mask)
                instructions[-1] = Instruction(
                    last.opcode, last.span, place, last.sources, last.type, last.saturate,
                    texture=last.texture, modifier=last.modifier,
                )  # fmt: skip
                return
        self.emit("MOV", Destination(File.TEMPORARY, register, mask), source)

    def _plain(self, source: Source, mask) -> bool:
        swizzle = source.swizzle
        if source.relative or source.absolute or source.negate != NONE:
            return False
        return all(swizzle[c] == c for c in range(4) if mask[c])

    # -- words ---------------------------------------------------------------------------------

    def words(self, source: Source) -> tuple[int, ...] | None:
        """Returns the words of an operand that is a plain constant, else None."""
        if source.file is not File.PARAMETER or source.relative or source.negate != NONE:
            return None
        value = self.parameters[source.index]
        if not isinstance(value, Constant) or source.absolute or max(source.swizzle) > 3:
            return None
        return tuple(value.words[selector] for selector in source.swizzle)

    def vector(self, words: tuple[int, ...]) -> Source:
        """Returns a constant of one to four words; a scalar in all components."""
        if len(words) == 1:
            return self.bits(words[0])
        return self.bits(*words, *(0,) * (4 - len(words)))

    def integer(self, value: int) -> Source:
        """Returns an integer constant in all components."""
        return self.bits(value & ONES)

    def address(self, index: Source) -> Relative:
        """Returns an integer as a register that chooses an element."""
        plain = index.file is File.TEMPORARY and index.relative is None and index.negate == NONE
        if not plain:
            index = self.copy(1, index)
        return Relative(File.TEMPORARY, index.index, index.swizzle[0])

    def stable(self, source: Source) -> bool:
        """True if no later assignment to a variable changes an operand."""
        if source.relative is not None or source.vertex is not None:
            return False
        return source.file is not File.TEMPORARY or source.index not in self.variables


def component(source: Source, number: int) -> Source:
    """Returns a component of a vector as a scalar."""
    selector = source.swizzle[number]
    return selected(source, (selector,) * 4)


def selected(source: Source, swizzle) -> Source:
    """Returns the operand with other selectors of its register; signs must be equal."""
    if source.swizzle == swizzle:
        return source
    return Source(
        source.file, source.index, tuple(swizzle), source.negate, source.absolute, source.relative,
        source.offset, source.count, source.buffer, source.vertex,
    )  # fmt: skip


def reswizzled(source: Source, components) -> Source:
    """Returns some components of a vector, the last one repeated."""
    return reselected(source, [source.swizzle[c] for c in components])


def reselected(source: Source, selectors: list[int]) -> Source:
    """Returns the register of an operand through selectors, the last one repeated."""
    return selected(source, (*selectors, *selectors[-1:] * (4 - len(selectors))))
