"""The names of a program's registers, and the declarations that a disassembly needs for them."""

from __future__ import annotations

import textwrap

from softgl.asm.dialect import Dialect
from softgl.asm.options import POSITION_INVARIANT
from softgl.asm.spelling import (
    PREFIXES,
    binding_text,
    buffer_text,
    list_texts,
    vector_text,
)
from softgl.ir.program import Binding, Constant, File, Instruction, Program, Source
from softgl.isa import OPCODES
from softgl.isa.vocabulary import FLOAT, SIGNED, DataType

_MAX_COLUMNS = 100
INDENT = "    "
PreferredNames = dict[tuple[File, int] | Binding, str]
"""Names of temporaries by file and number, and of bindings."""


class Declarations:
    """The names of a program's registers, and their declarations.

    instructions, labels : those of the text.
    given : names to use if possible.
    arrays : (file, first register) -> size, of the arrays that are accessed at run time.
    interpolated : attribute -> its interpolation modifiers, if any.
    declared : attributes that are declared one by one -> their names.
    typed : the first registers of parameters and arrays that are declared as integers.
    """

    def __init__(
        self,
        program: Program,
        dialect: Dialect,
        instructions: list[Instruction],
        labels: list[tuple[str, int]],
        preferred: PreferredNames,
    ):
        self.program = program
        self.dialect = dialect
        self._instructions = instructions
        unusable = dialect.reserved | {name for name, _ in labels}
        self._preferred = {
            register: name for register, name in preferred.items() if name not in unusable
        }
        self._used = {name for name, _ in labels} | set(self._preferred.values())
        self.arrays = self._run_time_arrays()
        self.interpolated = self._interpolated()
        self.declared = self._declared_attributes()
        self.typed = self._typed_parameters()

    def name(self, file: File, number: int) -> str:
        """Returns the name of a register that differs from labels."""
        if file is File.ADDRESS and "ADDRESS" not in self.dialect.declarations:
            return "A0"  # the index of the innermost LOOP
        if (file, number) in self._preferred:
            return self._preferred[file, number]
        name = f"{PREFIXES[file]}{number}"
        while name in self._used:
            name += "_"
        return name

    def _run_time_arrays(self) -> dict[tuple[File, int], int]:
        """Returns (file, first register) -> size, of the arrays that are accessed at run time."""
        return {
            (place.file, place.index): place.count
            for instruction in self._instructions
            for place in (*instruction.sources, instruction.destination)
            if place and place.relative and place.file is not File.BUFFER
        }

    def _interpolated(self) -> dict[Binding, str]:
        """Returns attribute -> its interpolation modifiers, if any."""
        program, words = self.program, {}
        for word, bindings in (
            ("FLAT", program.flat),
            ("NOPERSPECTIVE", program.noperspective),
            ("CENTROID", program.centroid),
        ):
            words |= {b: f"{words[b]} {word}" if b in words else word for b in bindings}
        return words

    def _declared_attributes(self) -> dict[Binding, str]:
        """Returns attributes that are declared one by one -> their names."""
        attributes = self.program.attributes
        in_arrays = {
            binding
            for (file, start), size in self.arrays.items()
            if file is File.ATTRIBUTE
            for binding in attributes[start : start + size]
        }
        wanted = set(self.interpolated) | self._preferred.keys() & set(attributes)
        # The option transforms this attribute if it is bound.
        generic = Binding("vertex.attrib", (0,))
        if POSITION_INVARIANT & self.program.options and generic in attributes:
            wanted.add(generic)
        # Unused ones come last: they may exclude other declarations.
        numbers = {binding: number for number, binding in enumerate(attributes)}
        for binding in sorted(wanted - numbers.keys(), key=str):
            numbers[binding] = len(numbers)
        return {
            binding: self._preferred.get(binding) or self.name(File.ATTRIBUTE, number)
            for binding, number in numbers.items()
            if binding in wanted - in_arrays
        }

    def _typed_parameters(self) -> set[int]:
        """Returns the first registers of parameters and arrays that are declared as integers.

        An integer declaration makes a NaN, which no number gives, an operand of an instruction that
        reads floats.
        """
        typed = set()
        for instruction in self._instructions:
            for position, source in enumerate(instruction.sources):
                if source.file is File.PARAMETER and not source.relative:
                    constant = self.program.parameters[source.index]
                    if self._inexpressible(constant, read_type(instruction, position)):
                        typed.add(source.index)
        for (file, start), size in self.arrays.items():
            elements = self.program.parameters[start : start + size]
            if file is File.PARAMETER and any(self._inexpressible(e, FLOAT) for e in elements):
                typed.add(start)
        if typed and not self.dialect.opcode_modifiers:
            language = self.program.language
            raise ValueError(f"{language} cannot write a NaN constant")
        return typed

    @staticmethod
    def _inexpressible(parameter: Binding | Constant, type_: DataType) -> bool:
        return isinstance(parameter, Constant) and vector_text(parameter, type_) is None

    def lines(self) -> list[str]:
        """Returns the lines of the declarations."""
        return [
            *self._attributes(),
            *self._named(),
            *self._parameters(),
            *self._buffers(),
            *self._registers("TEMP", File.TEMPORARY, self.program.temporaries),
            *self._registers("ADDRESS", File.ADDRESS, self.program.addresses),
            *self._bound_arrays("OUTPUT", File.RESULT, self.program.results),
        ]

    def _attributes(self) -> list[str]:
        lines = self._bound_arrays("ATTRIB", File.ATTRIBUTE, self.program.attributes)
        for binding, name in self.declared.items():
            modifier = self.interpolated.get(binding)
            words = f"{modifier} ATTRIB" if modifier else "ATTRIB"
            lines.append(f"{words} {name} = {binding_text(binding)};")
        return lines

    def _named(self) -> list[str]:
        """Declares parameters and results one by one that have names."""
        lines = []
        for keyword, bindings in (
            ("PARAM", self.program.parameters),
            ("OUTPUT", self.program.results),
        ):
            for binding in dict.fromkeys(bindings):
                name = self._preferred.get(binding)
                if name and binding not in self.declared:
                    self.declared[binding] = name
                    lines.append(f"{keyword} {name} = {binding_text(binding)};")
        return lines

    def _bound_arrays(self, keyword: str, file: File, bindings) -> list[str]:
        lines = []
        if keyword not in self.dialect.arrays:
            return lines  # indexed without a declaration
        for (other, start), size in sorted(self.arrays.items(), key=lambda item: item[0][1]):
            if other is file:
                elements = bindings[start : start + size]
                modifier = self.interpolated.get(elements[0]) if file is File.ATTRIBUTE else None
                words = f"{modifier} {keyword}" if modifier else keyword
                lines += self._array(words, self.name(file, start), elements)
        return lines

    def _array(self, words: str, name: str, elements, type_: DataType = FLOAT) -> list[str]:
        start, texts = f"{words} {name}[{len(elements)}] = {{", list_texts(elements, type_)
        line = f"{start} {', '.join(texts)} }};"
        if len(line) <= _MAX_COLUMNS:
            return [line]
        return [start, *(f"{INDENT}{text}," for text in texts[:-1]), INDENT + texts[-1], "};"]

    def _parameters(self) -> list[str]:
        lines, parameters = [], self.program.parameters
        starts = {start for file, start in self.arrays if file is File.PARAMETER}
        for start in sorted(starts | self.typed):
            words, type_ = ("INT PARAM", SIGNED) if start in self.typed else ("PARAM", FLOAT)
            name = self.name(File.PARAMETER, start)
            if start in starts:
                elements = parameters[start : start + self.arrays[File.PARAMETER, start]]
                lines += self._array(words, name, elements, type_)
            else:
                lines.append(f"{words} {name} = {vector_text(parameters[start], type_)};")
        return lines

    def _buffers(self) -> list[str]:
        lines = []
        for number, buffer in enumerate(self.program.buffers):
            keyword = "BUFFER4" if buffer.vector else "BUFFER"
            name = self.name(File.BUFFER, number)
            lines.append(f"{keyword} {name}[{buffer.count}] = {{ {buffer_text(buffer)} }};")
        return lines

    def _registers(self, keyword: str, file: File, count: int) -> list[str]:
        names, number = [], 0
        while number < count and keyword in self.dialect.declarations:
            size = self.arrays.get((file, number))
            names.append(self.name(file, number) + (f"[{size}]" if size else ""))
            number += size or 1
        if not names:
            return []
        text = f"{keyword} {', '.join(names)};"
        return textwrap.wrap(text, _MAX_COLUMNS, subsequent_indent=INDENT, break_long_words=False)


class VertexArrays(Declarations):
    """The registers of a geometry program, whose attributes may have a run-time vertex."""

    def __init__(self, program, dialect, instructions, labels, preferred):
        super().__init__(program, dialect, instructions, labels, preferred)
        chosen = {
            self.vertex_array(source)
            for instruction in instructions
            for source in instruction.sources
            if source.vertex and source.indices
        }
        order = sorted(chosen, key=lambda array: (array[1:], array[0] is None, array[0] or 0))
        self.vertex_arrays = {
            array: self.name(File.ATTRIBUTE, number) for number, array in enumerate(order)
        }

    @staticmethod
    def vertex_array(source: Source) -> tuple[int | None, int, int | None]:
        """Returns an operand's array: (vertex, None for each, first register, size or None)."""
        vertex = None if source.vertex.relative else source.vertex.number
        return vertex, source.index, source.count if source.relative else None

    def _run_time_arrays(self) -> dict[tuple[File, int], int]:
        arrays = super()._run_time_arrays()
        return {array: size for array, size in arrays.items() if array[0] is not File.ATTRIBUTE}

    def lines(self) -> list[str]:
        primitives = self.program.primitives
        return [
            f"PRIMITIVE_IN {primitives.taken};",
            f"PRIMITIVE_OUT {primitives.made};",
            f"VERTICES_OUT {primitives.limit};",
            *(self._vertex_array(*item) for item in self.vertex_arrays.items()),
            *super().lines(),
        ]

    def _vertex_array(self, array, name: str) -> str:
        vertex, start, size = array
        bindings = self.program.attributes[start : start + (size or 1)]
        (text,) = list_texts(bindings, FLOAT)
        if vertex is not None:
            text = text.replace("vertex", f"vertex[{vertex}]", 1)
        if size is None:
            return f"ATTRIB {name} = {text};"
        return f"ATTRIB {name}[{size}] = {{ {text} }};"


class NoDeclarations(Declarations):
    """The registers of a language with fixed register names."""

    def lines(self) -> list[str]:
        return []

    def name(self, file: File, number: int) -> str:
        return f"A{number}" if file is File.ADDRESS else super().name(file, number)


class NamedParameters(NoDeclarations):
    """The registers of FP1.0, which declares only parameters."""

    def lines(self) -> list[str]:
        return [
            f"DECLARE {parameter.name} = {vector_text(Constant(parameter.words), FLOAT)};"
            for parameter in self.program.named
        ]


def read_type(instruction: Instruction, position: int) -> DataType:
    """Returns the data type that an instruction reads an operand as."""
    return OPCODES[instruction.opcode].operand_type(position, instruction.type)
