"""Programs back to texts: `disassemble`, the inverse of `parse`.

Bindings and constants stand where they are used, under no name. Declared are only temporaries,
address registers, arrays that are accessed at run time, buffers, attributes with an interpolation
modifier, and constants that no literal gives. Registers are named by file and number: `r` a
temporary, `a` an address, `v` an attribute, `c` a parameter, `o` a result, `b` a buffer.
"""

from __future__ import annotations

import textwrap
from dataclasses import replace

from softgl.asm.options import POSITION_INVARIANT
from softgl.asm.parser import DIALECTS
from softgl.asm.spelling import (
    PREFIXES,
    SELECTORS,
    binding_text,
    buffer_text,
    is_extended,
    list_texts,
    scalar_text,
    selectors_text,
    swizzle_text,
    test_text,
    texture_text,
    vector_text,
)
from softgl.asm.vertex_options import INDEXED_BINDINGS
from softgl.ir.program import (
    ALL,
    ZERO,
    Binding,
    Constant,
    Destination,
    File,
    Instruction,
    Program,
    Saturate,
    Source,
    W,
)
from softgl.isa import OPCODES
from softgl.isa.table import FP1, NV4

_INDEXED = INDEXED_BINDINGS | {"fragment.texcoord"}
_WIDTH = 100
_INDENT = "    "
NAMED = "program.named"
_SATURATES = {Saturate.UNSIGNED: "SAT", Saturate.SIGNED: "SSAT"}


def disassemble(program: Program) -> str:
    """A text in the program's own language that `parse` makes the same program of.

    The same but for `source` and the spans. Names, comments, spaces and what a program declares and
    does not use are not kept. Raises ValueError for a constant that the language cannot write: a
    NaN in an ARB program (no text has one).
    """
    dialect = DIALECTS[f"!!{program.language}"]
    if dialect.statement is not None:
        return _FragmentNames(program).text()
    return (_Disassembler if dialect.read is None else _FixedNames)(program).text()


class _Disassembler:
    """One program, and the names of its registers."""

    def __init__(self, program: Program):
        self.program = program
        self.dialect = DIALECTS[f"!!{program.language}"]
        self.instructions, self.labels = _written(program)
        self._taken = {name for name, _ in self.labels}
        self.arrays = self._run_time_arrays()
        self.interpolated = self._interpolated()
        self.declared = self._declared_attributes()
        self.typed = self._typed_parameters()

    def text(self) -> str:
        """The whole program."""
        lines = [f"!!{self.program.language}"]
        lines += [f"OPTION {name};" for name in sorted(self.program.options)]
        lines += [*self._declarations(), *self._statements(), "END"]
        return "\n".join(lines) + "\n"

    # -- what has a name -----------------------------------------------------------------------

    def name(self, file: File, number: int) -> str:
        """The name of a register; labels come first."""
        if file is File.ADDRESS and "ADDRESS" not in self.dialect.declarations:
            return "A0"  # the index of the innermost LOOP
        name = f"{PREFIXES[file]}{number}"
        while name in self._taken:
            name += "_"
        return name

    def _run_time_arrays(self) -> dict[tuple[File, int], int]:
        """(file, first register) -> size, of the arrays that are accessed at run time."""
        return {
            (place.file, place.index): place.count
            for instruction in self.instructions
            for place in (*instruction.sources, instruction.destination)
            if place and place.relative and place.file is not File.BUFFER
        }

    def _interpolated(self) -> dict[Binding, str]:
        """Attribute -> its interpolation modifier, where it has one."""
        words = dict.fromkeys(self.program.flat, "FLAT")
        return words | dict.fromkeys(self.program.noperspective, "NOPERSPECTIVE")

    def _declared_attributes(self) -> dict[Binding, str]:
        """Attributes that are declared one by one -> their names."""
        attributes = self.program.attributes
        in_arrays = {
            binding
            for (file, start), size in self.arrays.items()
            if file is File.ATTRIBUTE
            for binding in attributes[start : start + size]
        }
        wanted = set(self.interpolated)
        # What the option transforms depends on whether this attribute is bound.
        generic = Binding("vertex.attrib", (0,))
        if POSITION_INVARIANT & self.program.options and generic in attributes:
            wanted.add(generic)
        # Those that are declared and not used come last: they may exclude other declarations.
        numbers = {binding: number for number, binding in enumerate(attributes)}
        for binding in sorted(wanted - numbers.keys(), key=str):
            numbers[binding] = len(numbers)
        return {
            binding: self.name(File.ATTRIBUTE, number)
            for binding, number in numbers.items()
            if binding in wanted - in_arrays
        }

    def _typed_parameters(self) -> set[int]:
        """The first registers of parameters and arrays that are declared as integers.

        That is how a NaN, for which there is no number, becomes the operand of an instruction that
        reads floats.
        """
        typed = set()
        for instruction in self.instructions:
            for position, source in enumerate(instruction.sources):
                if source.file is File.PARAMETER and not source.relative:
                    constant = self.program.parameters[source.index]
                    if self._inexpressible(constant, _operand_letter(instruction, position)):
                        typed.add(source.index)
        for (file, start), size in self.arrays.items():
            elements = self.program.parameters[start : start + size]
            if file is File.PARAMETER and any(self._inexpressible(e, "F") for e in elements):
                typed.add(start)
        if typed and not self.dialect.opcode_modifiers:
            language = self.program.language
            raise ValueError(f"{language} has no way to write a constant that is no number (NaN)")
        return typed

    @staticmethod
    def _inexpressible(parameter: Binding | Constant, letter: str) -> bool:
        return isinstance(parameter, Constant) and vector_text(parameter, letter) is None

    # -- declarations --------------------------------------------------------------------------

    def _declarations(self) -> list[str]:
        return [
            *self._attributes(),
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

    def _bound_arrays(self, keyword: str, file: File, bindings) -> list[str]:
        lines = []
        if keyword not in self.dialect.arrays:
            return lines  # indexed where they stand
        for (other, start), size in sorted(self.arrays.items(), key=lambda item: item[0][1]):
            if other is file:
                elements = bindings[start : start + size]
                modifier = self.interpolated.get(elements[0]) if file is File.ATTRIBUTE else None
                words = f"{modifier} {keyword}" if modifier else keyword
                lines += self._array(words, self.name(file, start), elements)
        return lines

    def _array(self, words: str, name: str, elements, letter: str = "F") -> list[str]:
        start, texts = f"{words} {name}[{len(elements)}] = {{", list_texts(elements, letter)
        line = f"{start} {', '.join(texts)} }};"
        if len(line) <= _WIDTH:
            return [line]
        return [start, *(f"{_INDENT}{text}," for text in texts[:-1]), _INDENT + texts[-1], "};"]

    def _parameters(self) -> list[str]:
        lines, parameters = [], self.program.parameters
        starts = {start for file, start in self.arrays if file is File.PARAMETER}
        for start in sorted(starts | self.typed):
            words, letter = ("INT PARAM", "S") if start in self.typed else ("PARAM", "F")
            name = self.name(File.PARAMETER, start)
            if start in starts:
                elements = parameters[start : start + self.arrays[File.PARAMETER, start]]
                lines += self._array(words, name, elements, letter)
            else:
                lines.append(f"{words} {name} = {vector_text(parameters[start], letter)};")
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
        return textwrap.wrap(text, _WIDTH, subsequent_indent=_INDENT, break_long_words=False)

    # -- statements ----------------------------------------------------------------------------

    def _statements(self) -> list[str]:
        lines, depth = [], int(bool(self.labels))
        for number, instruction in enumerate(self.instructions):
            lines += [f"{name}:" for name, at in self.labels if at == number]
            if instruction.opcode in ("ELSE", "ENDIF", "ENDREP", "ENDLOOP"):
                depth -= 1
            lines.append(_INDENT * depth + self._instruction(instruction))
            if instruction.opcode in ("IF", "ELSE", "REP", "LOOP"):
                depth += 1
        return lines + [f"{name}:" for name, at in self.labels if at == len(self.instructions)]

    def _instruction(self, instruction: Instruction) -> str:
        opcode, selectors = OPCODES[instruction.opcode].of(self.program.instruction_set), ()
        if any(map(is_extended, instruction.sources)):
            opcode, selectors = OPCODES["SWZ"], selectors_text(instruction.sources[0])
        operands = []
        if instruction.destination and instruction.opcode != "LOOP":
            operands.append(self._destination(instruction.destination))
        for position, source in enumerate(instruction.sources):
            letter = _operand_letter(instruction, position)
            operands.append(self._source(source, letter, opcode.sources[position].upper()))
        operands += selectors
        if instruction.texture:
            operands += self._texture(instruction)
        text = self._mnemonic(instruction, opcode)
        if operands:
            text += f" {', '.join(operands)}"
        if instruction.target:
            text += f" {instruction.target}"
        return text + self._condition(instruction) + ";"

    @staticmethod
    def _condition(instruction: Instruction) -> str:
        """The condition of control flow and of KIL."""
        if instruction.condition is None:
            return " TR" if instruction.opcode == "IF" else ""
        text = test_text(instruction.condition)
        return f" {text}" if instruction.opcode in ("IF", "KIL") else f" ({text})"

    def _mnemonic(self, instruction: Instruction, opcode) -> str:
        saturate = _SATURATES.get(instruction.saturate)
        if not self.dialect.opcode_modifiers:
            update = "" if instruction.update is None else ("C", "C1")[instruction.update]
            return (
                opcode.name
                + self._precision(instruction)
                + update
                + (f"_{saturate}" if saturate else "")
            )
        words = [opcode.name]
        letter, special = instruction.type.name, opcode.specials.get(instruction.modifier)
        if letter != opcode.types[0] and not (special and special.types == letter):
            words.append(letter)
        words += [instruction.modifier] if special else []
        words += [] if instruction.update is None else [("CC", "CC1")[instruction.update]]
        words += [saturate] if saturate else []
        letters = [_operand_letter(instruction, n) for n, _ in enumerate(instruction.sources)]
        for source, letter in zip(instruction.sources, letters, strict=True):
            if source.file is File.PARAMETER and source.index in self.typed and letter != "S":
                return ".".join((*words, "NTC"))
        return ".".join(words)

    def _precision(self, instruction: Instruction) -> str:
        return instruction.precision

    def _texture(self, instruction: Instruction) -> list[str]:
        return texture_text(instruction.texture)

    # -- operands ----------------------------------------------------------------------------------

    def _source(self, source: Source, letter: str, kind: str) -> str:
        """An operand read as `letter`; `kind` is its letter in `Opcode.sources`."""
        suffix = "" if kind in "EA" else swizzle_text(source.swizzle, scalar=kind == "S")
        constant = self._literal(source)
        if constant is None:
            base = self._place(source) + suffix
        else:
            base = self._constant(constant, letter, suffix, scalar=kind == "S")
        if source.absolute:
            base = f"|{base}|"
        return f"-{base}" if kind != "E" and source.negate[0] else base

    def _literal(self, source: Source) -> Constant | None:
        """The constant that an operand is, if it stands in the instruction as numbers."""
        if source.file is not File.PARAMETER or source.relative or source.index in self.typed:
            return None
        parameter = self.program.parameters[source.index]
        return parameter if isinstance(parameter, Constant) else None

    def _constant(self, constant: Constant, letter: str, suffix: str, *, scalar: bool) -> str:
        number = scalar_text(constant, letter)
        bare = self.program.language in NV4 or self.program.instruction_set == FP1
        if number and (bare or self.program.instruction_set != self.program.language):
            # NV_gpu_program4's <paramUseV> and <paramUseS> have a <constantScalar> without suffix.
            if suffix == (".x" if scalar else ""):
                return number
        elif number:
            return number + suffix
        return vector_text(constant, letter) + suffix

    def _destination(self, destination: Destination) -> str:
        text = "CC" if destination.file is None else self._place(destination)
        if destination.mask != ALL:
            pairs = zip("xyzw", destination.mask, strict=True)
            text += "." + "".join(letter for letter, on in pairs if on)
        if destination.condition:
            text += f" ({test_text(destination.condition)})"
        return text

    def _place(self, place: Source | Destination) -> str:
        """A register, under its name or as what is bound to it."""
        file, index = place.file, place.index
        if file is File.BUFFER:
            first = self.program.buffers[place.buffer].first
            element = self._index(place) if place.relative else str(index - first)
            return f"{self.name(file, place.buffer)}[{element}]"
        bindings = {
            File.ATTRIBUTE: self.program.attributes,
            File.PARAMETER: self.program.parameters,
            File.RESULT: self.program.results,
        }
        if place.relative:
            first = bindings[file][index] if file in bindings else None
            whole = isinstance(first, Binding) and first.name in _INDEXED
            inside = whole and not {"ATTRIB", "OUTPUT"} & self.dialect.arrays
            name = first.name if inside else self.name(file, index)
            return f"{name}[{self._index(place)}]"
        if file is File.PARAMETER and index in self.typed:
            element = "[0]" if (file, index) in self.arrays else ""
            return self.name(file, index) + element
        if file in (File.TEMPORARY, File.ADDRESS):
            for (other, start), size in self.arrays.items():
                if other is file and start <= index < start + size:
                    return f"{self.name(file, start)}[{index - start}]"
            return self.name(file, index)
        binding = bindings[file][index]
        return self.declared.get(binding) or binding_text(binding)

    def _index(self, place: Source | Destination) -> str:
        """The index of a run-time access."""
        relative, offset = place.relative, place.offset
        text = f"{self.name(relative.file, relative.index)}.{SELECTORS[relative.component]}"
        return f"{text} {'-' if offset < 0 else '+'} {abs(offset)}" if offset else text


class _FixedNames(_Disassembler):
    """A program of a language whose registers have fixed names (`softgl.asm.vertex_programs`)."""

    def _declarations(self) -> list[str]:
        return []

    def _place(self, place: Source | Destination) -> str:
        file, index, program = place.file, place.index, self.program
        if file is File.TEMPORARY:
            return f"R{index}"
        if file is File.ADDRESS:
            return f"A{index}"
        if file is File.RESULT:
            order = self.dialect.results.items
            names = {item.bindings()[0]: name for name, item in order.items()}
            return f"o[{names[program.results[index]]}]"
        if place.relative:
            return f"c[{self._index(place)}]"
        attribute = file is File.ATTRIBUTE
        binding = (program.attributes if attribute else program.parameters)[index]
        return f"{'v' if attribute else 'c'}[{binding.indices[0]}]"

    def name(self, file: File, number: int) -> str:
        return f"A{number}" if file is File.ADDRESS else super().name(file, number)


class _FragmentNames(_Disassembler):
    """A program of FP1.0 (`softgl.asm.fragment_programs`)."""

    def __init__(self, program: Program):
        super().__init__(program)
        destinations = [i.destination for i in self.instructions if i.destination]
        self.halves = {(d.file, d.index) for d in destinations if d.half}
        # R and H are numbered each by itself, in the order of the registers.
        halves = [(File.TEMPORARY, n) in self.halves for n in range(program.temporaries)]
        self.temporaries = [
            f"{'RH'[half]}{halves[:number].count(half)}" for number, half in enumerate(halves)
        ]

    def _declarations(self) -> list[str]:
        return [
            f"DECLARE {parameter.name} = {vector_text(Constant(parameter.words), 'F')};"
            for parameter in self.program.named
        ]

    def _instruction(self, instruction: Instruction) -> str:
        # What is 0 in f[FOGC] is written as w.
        sources = tuple(
            replace(s, swizzle=tuple(W if c == ZERO else c for c in s.swizzle))
            for s in instruction.sources
        )
        return super()._instruction(replace(instruction, sources=sources))

    def _precision(self, instruction: Instruction) -> str:
        half = instruction.destination is not None and instruction.destination.half
        if (
            half
            and not instruction.precision
            and "H" in OPCODES[instruction.opcode].of(FP1).modifiers
        ):
            return "R"
        return instruction.precision

    def _texture(self, instruction: Instruction) -> list[str]:
        return [f"TEX{instruction.texture.unit}", instruction.texture.target]

    def _destination(self, destination: Destination) -> str:
        text = super()._destination(destination)
        if destination.file is None:
            return ("HC" if destination.half else "RC") + text.removeprefix("CC")
        return text

    def _place(self, place: Source | Destination) -> str:
        file, index, program = place.file, place.index, self.program
        if file is File.TEMPORARY:
            return self.temporaries[index]
        if file is File.PARAMETER:
            binding = program.parameters[index]
            number = binding.indices[0]
            return program.named[number].name if binding.name == NAMED else f"p[{number}]"
        table = self.dialect.attributes if file is File.ATTRIBUTE else self.dialect.results
        binding = (program.attributes if file is File.ATTRIBUTE else program.results)[index]
        names = [name for name, item in table.items.items() if item.bindings() == [binding]]
        # o[COLR] and o[COLH] are one result.
        return f"{'f' if file is File.ATTRIBUTE else 'o'}[{names[(file, index) in self.halves]}]"


def _written(program: Program) -> tuple[list[Instruction], list[tuple[str, int]]]:
    """The instructions and labels without those that an option adds."""
    instructions, labels = list(program.instructions), list(program.labels)
    if POSITION_INVARIANT & program.options:
        start = dict(labels).get("main", 0)
        del instructions[start : start + 4]
        labels = [(name, at - 4 * (at > start)) for name, at in labels]
    return instructions, labels


def _operand_letter(instruction: Instruction, position: int) -> str:
    return OPCODES[instruction.opcode].operand_type(position, instruction.type.name)
