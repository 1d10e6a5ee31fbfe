"""Writes programs as texts: `disassemble`, the inverse of `parse`.

Bindings and constants are written where they are used, without names. Only temporaries, address
registers, arrays that are accessed at run time, buffers, attributes with an interpolation modifier,
and constants that no literal gives are declared. Registers are named by file and number: `r` a
temporary, `a` an address, `v` an attribute, `c` a parameter, `o` a result, `b` a buffer.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.nv_vertex_options import INDEXED_BINDINGS
from softgl.asm.options import POSITION_INVARIANT
from softgl.asm.parser import DIALECTS
from softgl.asm.redeclare import (
    INDENT,
    Declarations,
    NamedParameters,
    NoDeclarations,
    PreferredNames,
    VertexArrays,
    read_type,
)
from softgl.asm.spelling import (
    SELECTORS,
    binding_text,
    is_extended,
    scalar_text,
    selectors_text,
    swizzle_text,
    test_text,
    texture_text,
    vector_text,
)
from softgl.ir.program import (
    ALL,
    ZERO,
    Binding,
    Constant,
    Destination,
    File,
    Instruction,
    Program,
    Relative,
    Saturate,
    Source,
    W,
)
from softgl.isa import OPCODES, DataType, Operand
from softgl.isa.table import FP1, NV4, TGSI
from softgl.isa.vocabulary import HALF

_INDEXED = INDEXED_BINDINGS | {"fragment.texcoord"}
NAMED = "program.named"
_SATURATES = {Saturate.UNSIGNED: "SAT", Saturate.SIGNED: "SSAT"}


def disassemble(program: Program, preferred: PreferredNames | None = None) -> str:
    """Returns a text in the program's own language that `parse` turns into the same program.

    preferred : names for registers and bindings, as for `redeclare.Declarations`; by default those
        of `Program.names`, if the program has no text.

    The program is the same but for `source`, `names` and spans. Names, comments, blanks and unused
    declarations are lost. Raises ValueError for a constant that the language cannot write, a NaN in
    an ARB program (no text has one), and for a TGSI program: `softgl.asm.tgsi.write` writes TGSI
    texts.
    """
    if program.instruction_set in TGSI:
        raise ValueError("softgl.asm.tgsi.write writes TGSI texts")
    if preferred is None and not program.source:
        preferred = {(File.TEMPORARY, number): name for number, name in program.names}
    dialect = DIALECTS[f"!!{program.language}"]
    if dialect.per_vertex:
        return _OfVertices(program, preferred).text()
    if dialect.statement is not None:
        return _FragmentNames(program).text()
    if dialect.read is not None:
        return _FixedNames(program).text()
    return _Disassembler(program, preferred).text()


class _Disassembler:
    """Writes one program; declarations : the class that names its registers."""

    declarations = Declarations

    def __init__(self, program: Program, preferred: PreferredNames | None = None):
        self.program = program
        self.dialect = DIALECTS[f"!!{program.language}"]
        self.instructions, self.labels = _written(program)
        written = program, self.dialect, self.instructions, self.labels
        self.names = self.declarations(*written, preferred or {})

    def text(self) -> str:
        """Returns the whole text."""
        lines = [f"!!{self.program.language}"]
        lines += [f"OPTION {name};" for name in sorted(self.program.options)]
        lines += [*self.names.lines(), *self._statements(), "END"]
        return "\n".join(lines) + "\n"

    # -- statements ----------------------------------------------------------------------------

    def _statements(self) -> list[str]:
        lines, depth = [], int(bool(self.labels))
        for number, instruction in enumerate(self.instructions):
            lines += [f"{name}:" for name, at in self.labels if at == number]
            if instruction.opcode in ("ELSE", "ENDIF", "ENDREP", "ENDLOOP"):
                depth -= 1
            lines.append(INDENT * depth + self._instruction(instruction))
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
            type_ = read_type(instruction, position)
            operands.append(self._source(source, type_, opcode.sources[position]))
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
        """Returns the condition of control flow and of KIL."""
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
        type_, special = instruction.type, opcode.specials.get(instruction.modifier)
        if type_ is not opcode.types[0] and not (special and special.types == (type_,)):
            words.append(type_.letter)
        words += [instruction.modifier] if special else []
        words += [] if instruction.update is None else [("CC", "CC1")[instruction.update]]
        words += [saturate] if saturate else []
        types = [read_type(instruction, n) for n, _ in enumerate(instruction.sources)]
        for source, type_ in zip(instruction.sources, types, strict=True):
            typed = source.file is File.PARAMETER and source.index in self.names.typed
            if typed and type_ is not DataType.SIGNED:
                return ".".join((*words, "NTC"))
        return ".".join(words)

    def _precision(self, instruction: Instruction) -> str:
        return instruction.precision

    def _texture(self, instruction: Instruction) -> list[str]:
        return texture_text(instruction.texture)

    # -- operands ----------------------------------------------------------------------------------

    def _source(self, source: Source, type_: DataType, kind: Operand) -> str:
        """Returns an operand of a kind, read as data of type `type_`."""
        scalar = kind is Operand.SCALAR
        bare = kind in (Operand.EXTENDED, Operand.ADDRESS)
        suffix = "" if bare else swizzle_text(source.swizzle, scalar=scalar)
        constant = self._literal(source)
        if constant is None:
            base = self._place(source) + suffix
        else:
            base = self._constant(constant, type_, suffix, scalar=scalar)
        if source.absolute:
            base = f"|{base}|"
        return f"-{base}" if kind is not Operand.EXTENDED and source.negate[0] else base

    def _literal(self, source: Source) -> Constant | None:
        """Returns the constant of an operand, if it is written in the instruction as numbers."""
        if source.file is not File.PARAMETER or source.relative or source.index in self.names.typed:
            return None
        parameter = self.program.parameters[source.index]
        return parameter if isinstance(parameter, Constant) else None

    def _constant(self, constant: Constant, type_: DataType, suffix: str, *, scalar: bool) -> str:
        number = scalar_text(constant, type_)
        bare = self.program.language in NV4 or self.program.instruction_set == FP1
        if number and (bare or self.program.instruction_set != self.program.language):
            # NV_gpu_program4's <paramUseV> and <paramUseS> have a <constantScalar> without suffix.
            if suffix == (".x" if scalar else ""):
                return number
        elif number:
            return number + suffix
        return vector_text(constant, type_) + suffix

    def _destination(self, destination: Destination) -> str:
        text = "CC" if destination.file is None else self._place(destination)
        if destination.mask != ALL:
            pairs = zip("xyzw", destination.mask, strict=True)
            text += "." + "".join(letter for letter, on in pairs if on)
        if destination.condition:
            text += f" ({test_text(destination.condition)})"
        return text

    def _place(self, place: Source | Destination) -> str:
        """Returns a register, by its name or its binding."""
        file, index = place.file, place.index
        if file is File.BUFFER:
            first = self.program.buffers[place.buffer].first
            element = self._index(place) if place.relative else str(index - first)
            return f"{self.names.name(file, place.buffer)}[{element}]"
        bindings = {
            File.ATTRIBUTE: self.program.attributes,
            File.PARAMETER: self.program.parameters,
            File.RESULT: self.program.results,
        }
        if place.relative:
            first = bindings[file][index] if file in bindings else None
            whole = isinstance(first, Binding) and first.name in _INDEXED
            inside = whole and not {"ATTRIB", "OUTPUT"} & self.dialect.arrays
            name = first.name if inside else self.names.name(file, index)
            return f"{name}[{self._index(place)}]"
        if file is File.PARAMETER and index in self.names.typed:
            element = "[0]" if (file, index) in self.names.arrays else ""
            return self.names.name(file, index) + element
        if file in (File.TEMPORARY, File.ADDRESS):
            for (other, start), size in self.names.arrays.items():
                if other is file and start <= index < start + size:
                    return f"{self.names.name(file, start)}[{index - start}]"
            return self.names.name(file, index)
        binding = bindings[file][index]
        return self.names.declared.get(binding) or binding_text(binding)

    def _index(self, place: Source | Destination) -> str:
        """Returns the index of a run-time access."""
        return self._sum(place.relative, place.offset)

    def _sum(self, relative: Relative, offset: int) -> str:
        """Returns an index register and the number that is added to it."""
        text = f"{self.names.name(relative.file, relative.index)}.{SELECTORS[relative.component]}"
        return f"{text} {'-' if offset < 0 else '+'} {abs(offset)}" if offset else text


class _OfVertices(_Disassembler):
    """Writes a geometry program."""

    declarations = VertexArrays

    def _place(self, place: Source | Destination) -> str:
        vertex = getattr(place, "vertex", None)
        if vertex is None:
            return super()._place(place)
        if not place.indices:
            text = binding_text(self.program.attributes[place.index])
            return text.replace("vertex", f"vertex[{vertex.number}]", 1)
        text = self.names.vertex_arrays[self.names.vertex_array(place)]
        if vertex.relative:
            text += f"[{self._sum(vertex.relative, vertex.number)}]"
        return text + (f"[{self._index(place)}]" if place.relative else "")


class _FixedNames(_Disassembler):
    """Writes a program with fixed register names (`softgl.asm.nv_vertex`)."""

    declarations = NoDeclarations

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


class _FragmentNames(_Disassembler):
    """Writes a program of FP1.0 (`softgl.asm.nv_fragment`)."""

    declarations = NamedParameters

    def __init__(self, program: Program):
        super().__init__(program)
        destinations = [i.destination for i in self.instructions if i.destination]
        self.halves = {(d.file, d.index) for d in destinations if d.half}
        # R and H are numbered separately, in the order of the registers.
        halves = [(File.TEMPORARY, n) in self.halves for n in range(program.temporaries)]
        self.temporaries = [
            f"{'RH'[half]}{halves[:number].count(half)}" for number, half in enumerate(halves)
        ]

    def _instruction(self, instruction: Instruction) -> str:
        # The 0 of f[FOGC] is written as w.
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
            and HALF in OPCODES[instruction.opcode].of(FP1).modifiers
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
        # o[COLR] and o[COLH] are the same result.
        return f"{'f' if file is File.ATTRIBUTE else 'o'}[{names[(file, index) in self.halves]}]"


def _written(program: Program) -> tuple[list[Instruction], list[tuple[str, int]]]:
    """Returns the instructions and labels without the ones that an option adds."""
    instructions, labels = list(program.instructions), list(program.labels)
    if POSITION_INVARIANT & program.options:
        start = dict(labels).get("main", 0)
        del instructions[start : start + 4]
        labels = [(name, at - 4 * (at > start)) for name, at in labels]
    return instructions, labels
