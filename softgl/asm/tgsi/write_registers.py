"""Allocates TGSI registers for those of a program.

Temporaries and address registers keep their numbers. Attributes and results have a semantic, local
parameters are the constants of the same number, and all other bindings are constants after those;
the application sets them. Inputs that are chosen at run time, and arrays of parameters with
literals among them, are copied to temporaries first. Results without a matching output of TGSI are
held in temporaries, and copied to their outputs after each write.
"""

from __future__ import annotations

from collections import defaultdict

from softgl.asm.text.attributes import ALIASED_ATTRIBUTES
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.write_elements import element, scalar, zero_beyond
from softgl.asm.tgsi.write_flushes import Flushes, without_denormal
from softgl.asm.tgsi.write_results import DISTANCES, Results, semantics
from softgl.asm.tgsi.write_text import SIGN, Code, Operand, Unwritable, masked
from softgl.ir.program import (
    ONE,
    ZERO,
    Binding,
    Constant,
    Destination,
    File,
    Program,
    Source,
    Stage,
    VertexNumber,
    W,
    X,
)
from softgl.isa.table import TGSI
from softgl.isa.vocabulary import FLOAT, SIGNED, DataType

_ONE = 0x3F800000
_DEPTH_RANGE = Binding("state.depth.range")


def _places(program: Program):
    for instruction in program.instructions:
        for place in (*instruction.sources, instruction.destination):
            if place is not None:
                yield place


def _unions(program: Program) -> dict[tuple, list[tuple[int, int]]]:
    """Returns the ranges of registers with run-time indices: file -> [(first, count)]."""
    stretches = defaultdict(set)
    for place in _places(program):
        if place.relative is not None:
            stretches[place.file].add((place.index, place.count))
    found = {}
    for file, pairs in stretches.items():
        joined: list[tuple[int, int]] = []
        for first, count in sorted(pairs):
            if joined and first < sum(joined[-1]):
                start, length = joined.pop()
                first, count = start, max(start + length, first + count) - start
            joined.append((first, count))
        found[file] = joined
    return found


class Registers:
    """The registers of one program, and TGSI's registers that the text uses so far.

    constants : number of a CONST -> its binding.
    arrays : file -> (first register, count, id).
    inputs : semantic with index -> (number, interpolation).
    results : the outputs.
    system : semantic -> number of an SV.
    attributes : the numbers of generic attributes.
    blocks : binding point of a parameter buffer -> its first and last vector.
    samplers : the texture units in use.
    views : the target of each unit that is used as a view, or whose texels are integers.
    texel_types : the types that a unit's texels are sampled as.
    textures : texture unit and target -> the temporary with the masks of an existing texture.
    flushes : the flushed registers.
    depth_range : the CONST of it, or None.
    """

    def __init__(self, program: Program, code: Code):
        self.program, self.code, self.flushes = program, code, Flushes(code)
        if not code.next_temporary:
            code.next_temporary = program.temporaries
        self.unions = _unions(program)
        self.arrays: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        self.inputs: dict[str, tuple[int, str]] = {}  # semantic and index -> number, declaration
        self.system: dict[str, int] = {}
        self.attributes: set[int] = set()
        self._copies: dict[tuple[File, int], int] = {}  # start of an array -> its first temporary
        self.samplers: set[int] = set()
        self.textures: dict[tuple[int, str], str] = {}
        self.views: dict[int, str] = {}
        self.texel_types: dict[int, set[DataType]] = defaultdict(set)
        self._read = semantics(program.stage, "IN")
        self._number_constants()
        for first, count in self.unions.get(File.TEMPORARY, ()):
            self.array("TEMP", first, count)
        self.results = Results(self)
        self.depth_range = self.needed(_DEPTH_RANGE) if program.drops_depths else None
        for first, count in self.unions.get(File.ATTRIBUTE, ()):
            if program.stage is Stage.GEOMETRY:
                self._number_inputs(first, count)
            else:
                self._copy(File.ATTRIBUTE, first, count)
        self._number_blocks()

    # -- numbers -----------------------------------------------------------------------------------

    def _number_constants(self) -> None:
        """Assigns CONST[n] to each parameter that is not a literal."""
        bound = [(n, p) for n, p in enumerate(self.program.parameters) if isinstance(p, Binding)]
        local = {n: p.indices[0] for n, p in bound if p.name == "program.local"}
        behind = max(local.values(), default=-1) + 1
        others = [n for n, _ in bound if n not in local]
        self._constant = local | {n: behind + step for step, n in enumerate(others)}
        self.constants = {self._constant[n]: p for n, p in bound}
        assigned: set[int] = set()
        for first, count in self.unions.get(File.PARAMETER, ()):
            numbers = [self._constant.get(n) for n in range(first, first + count)]
            start = numbers[0]
            straight = start is not None and numbers == list(range(start, start + count))
            if straight and not assigned & set(numbers):
                assigned |= set(numbers)
                self.array("CONST", start, count)
            else:
                self._copy(File.PARAMETER, first, count)

    def _number_inputs(self, first: int, count: int) -> None:
        """Numbers inputs of vertices that are chosen at run time consecutively."""
        bindings = self.program.attributes[first : first + count]
        kinds = [self._read.get(binding, ("", 0)) for binding in bindings]
        name, start = kinds[0]
        if name in ("", *DISTANCES) or kinds != [(name, start + n) for n in range(count)]:
            raise Unwritable(f"TGSI has no array of {bindings[0]} and the like")
        self.array("IN", len(self.inputs), count)
        for (kind, index), binding in zip(kinds, bindings, strict=True):
            self.input(kind, index, binding)

    def needed(self, binding: Binding) -> Operand:
        """Returns a parameter that the program itself need not have."""
        known = {other: number for number, other in self.constants.items()}
        number = known.get(binding, max(self.constants, default=-1) + 1)
        self.constants[number] = binding
        return Operand(f"CONST[{number}]")

    def _number_blocks(self) -> None:
        """Assigns CONST[point + 1][first..last] to the parameter buffers, one for each point."""
        self.blocks: dict[int, tuple[int, int]] = {}
        for buffer in self.program.buffers:
            size = 1 if buffer.vector else 4
            first, last = buffer.first // size, (buffer.first + buffer.count - 1) // size
            if buffer.point in self.blocks:
                low, high = self.blocks[buffer.point]
                first, last = min(first, low), max(last, high)
            self.blocks[buffer.point] = first, last

    def array(self, file: str, first: int, count: int) -> None:
        """Declares an array of a file."""
        self.arrays[file].append((first, count, len(self.arrays[file]) + 1))

    def _copy(self, file: File, first: int, count: int) -> None:
        self._copies[file, first] = start = self.code.keep(count)
        self.array("TEMP", start, count)

    # -- preamble ----------------------------------------------------------------------------------

    def preamble(self) -> None:
        """Writes the instructions before all others."""
        for (file, first), start in self._copies.items():
            count = next(n for f, n in self.unions[file] if f == first)
            for step in range(count):
                operand = self.operand(Source(file, first + step), SIGNED)
                self.code.emit("MOV", f"TEMP[{start + step}]", operand)
        self.results.preamble()

    # -- operands ----------------------------------------------------------------------------------

    def operand(self, source: Source, type_: DataType, flushes: bool = False) -> Operand:
        """Returns an operand that is read as data of a type, assembled if it has no short form.

        flushes : True to flush denormal numbers.
        """
        each = {s: self._component(source, s, type_) for s in sorted(set(source.swizzle))}
        if None in each.values():
            name, scalar = self._chosen(source)
            each = {s: (name, X if scalar else s) if e is None else e for s, e in each.items()}
        if flushes:
            names = {one[0] for one in each.values() if not isinstance(one, int)}
            new = {name: self._flushed(source, name) for name in sorted(names)}
            each = {s: e if isinstance(e, int) else (new[e[0]], e[1]) for s, e in each.items()}
        components = [each[selector] for selector in source.swizzle]
        if all(isinstance(one, int) for one in components):
            return self.code.vector(
                _negated(word, type_) if negate else word
                for word, negate in zip(components, source.negate, strict=True)
            )
        names = {one[0] for one in components if not isinstance(one, int)}
        whole = not any(isinstance(one, int) for one in components)
        if whole and len(names) == 1 and len(set(source.negate)) == 1:
            swizzle = tuple(one[1] for one in components)
            found = Operand(names.pop(), swizzle, absolute=source.absolute)
            return self._signed(found, source.negate[0], type_)
        return self._assembled(source, components, type_)

    def _signed(self, found: Operand, negate: bool, type_: DataType) -> Operand:
        if found.absolute and type_ is not FLOAT:
            found = Operand(found.name, found.swizzle)
            if type_ is SIGNED:
                held = self.code.new()
                self.code.emit("IABS", held.name, found)
                found = held
        return Operand(found.name, found.swizzle, negate, found.absolute)

    def _flushed(self, source: Source, name: str) -> str:
        """Returns a register with denormal numbers flushed to zeros."""
        if source.relative is not None:
            return self.flushes.now(name)
        if source.file is File.TEMPORARY:
            return self.flushes.held(name)
        constant = source.file is File.PARAMETER and self.program.parameters[source.index]
        if isinstance(constant, Constant):
            return self.code.vector(map(without_denormal, constant.words)).name
        return self.flushes.fixed(name)

    def _assembled(self, source: Source, components, type_: DataType) -> Operand:
        """Returns a temporary with components of several registers, numbers and signs."""
        held = self.code.new()
        groups = defaultdict(list)
        for number, (one, negate) in enumerate(zip(components, source.negate, strict=True)):
            if isinstance(one, int):
                word = _negated(one, type_) if negate else one
                groups["", word, False].append(number)
            else:
                groups[one[0], 0, negate].append(number)
        for (name, word, negate), places in groups.items():
            mask = [number in places for number in range(4)]
            if not name:
                self.code.emit("MOV", masked(held.name, mask), self.code.word(word))
                continue
            swizzle = [components[n][1] if n in places else components[places[0]][1]
                       for n in range(4)]  # fmt: skip
            operand = Operand(name, tuple(swizzle), absolute=source.absolute)
            operand = self._signed(operand, negate, type_)
            self.code.emit(*move(masked(held.name, mask), operand, type_))
        return held

    def _component(self, source: Source, selector: int, type_: DataType):
        """Returns (name, component) for a selector, or a word; None for a run-time element."""
        if selector in (ZERO, ONE):
            return 0 if selector == ZERO else _ONE if type_ is FLOAT else 1
        if source.relative is not None:
            return None
        if source.file is File.BUFFER:
            return self._block(source, selector)
        if source.file is File.ATTRIBUTE:
            found = self._attribute(source.index, selector)
            if source.vertex is None or isinstance(found, int):
                return found
            return found[0].replace("IN", self._of_vertex(source.vertex), 1), found[1]
        return self._name(source), selector

    def _chosen(self, source: Source) -> tuple[str, bool]:
        """Returns the run-time element of an array, and True if only its x is used."""
        if source.file is File.PARAMETER and self.program.profile.zero_beyond:
            return zero_beyond(self.code, source, self._name(source)), False
        if source.vertex is not None:
            name, number = self._read[self.program.attributes[source.index]]
            start, _ = self.inputs[f"{name}[{number}]"]
            return self.element("IN", start, source, self._of_vertex(source.vertex)), False
        if source.file is not File.BUFFER:
            return self._name(source), False
        buffer = self.program.buffers[source.buffer]
        if not buffer.vector:
            return scalar(self.code, source, f"CONST[{buffer.point + 1}]"), True
        return self._vector(source, buffer.point), False

    def _name(self, place: Source | Destination) -> str:
        """Returns a register of any file except those of `_component`."""
        file, index = place.file, place.index
        if file is File.PARAMETER and place.relative is None:
            parameter = self.program.parameters[index]
            if isinstance(parameter, Constant):
                return self.code.vector(parameter.words).name
            return f"CONST[{self._constant[index]}]"
        if place.relative is None:
            return f"{'ADDR' if file is File.ADDRESS else 'TEMP'}[{index}]"
        first = next(f for f, n in self.unions[file] if f <= index < f + n)
        if (file, first) in self._copies:
            return self.element("TEMP", self._copies[file, first] + index - first, place)
        if file is File.PARAMETER:
            return self.element("CONST", self._constant[index], place)
        if file is File.ADDRESS:
            raise Unwritable("TGSI has no index into address registers")
        return self.element("TEMP", index, place)

    def element(self, file: str, number: int, place: Source | Destination, prefix: str = "") -> str:
        """Returns an element of an array with a run-time index; number : its first register.

        prefix : the text before the brackets, if that is not the file.
        """
        inside = next(a for a in self.arrays[file] if a[0] <= number < a[0] + a[1])
        whole = inside[:2] == (number, place.count)
        return f"{prefix or file}[{element(self.code, place, number, whole)}]({inside[2]})"

    def _vector(self, source: Source, point: int) -> str:
        """Returns an element of a parameter buffer of vectors."""
        # The constant selects the range, so it is within it.
        last = source.index + source.count - 1
        whole = self.blocks[point] == (source.index, last) and not source.offset
        return f"CONST[{point + 1}][{element(self.code, source, source.index, whole)}]"

    def _block(self, source: Source, selector: int) -> tuple[str, int]:
        """Returns a word of a parameter buffer."""
        buffer = self.program.buffers[source.buffer]
        if buffer.vector:
            return f"CONST[{buffer.point + 1}][{source.index}]", selector
        return f"CONST[{buffer.point + 1}][{source.index // 4}]", source.index % 4

    # -- inputs ------------------------------------------------------------------------------------

    def _attribute(self, index: int, selector: int):
        binding = self.program.attributes[index]
        if self.program.stage is Stage.VERTEX and binding not in self._read:
            slot = _slot(binding)
            self.attributes.add(slot)
            return f"IN[{slot}]", selector
        semantic = self._read.get(binding)
        if semantic is None:
            raise Unwritable(f"TGSI has no {binding}")
        name, number = semantic
        single = name in DISTANCES
        if selector != X and (single or (name == "FOG" and self.program.language not in TGSI)):
            return _ONE if selector == W else 0  # (c, 0, 0, 1)
        if not single:
            return self.input(name, number, binding), selector
        return self.input(name, number // 4, binding), number % 4

    def _of_vertex(self, vertex: VertexNumber) -> str:
        """Returns the file of inputs with the number of a vertex."""
        if vertex.relative is None:
            return f"IN[{vertex.number}]"
        file = "ADDR" if vertex.relative.file is File.ADDRESS else "TEMP"
        register = f"{file}[{vertex.relative.index}].{'xyzw'[vertex.relative.component]}"
        return f"IN[{register}{vertex.number:+d}]" if vertex.number else f"IN[{register}]"

    def input(self, name: str, index: int, binding: Binding) -> str:
        """Returns the name of an input by its semantic, and declares its interpolation."""
        if name in (*meanings.SYSTEM_VALUES, "INVOCATIONID"):
            return f"SV[{self.system.setdefault(name, len(self.system))}]"
        way = "CONSTANT" * (binding in self.program.flat)
        way = way or "LINEAR" * (binding in self.program.noperspective)
        if binding in self.program.centroid:
            way = f"{way or 'PERSPECTIVE'}, CENTROID"
        key = f"{name}[{index}]"
        known = self.inputs.setdefault(key, (len(self.inputs), way))
        if known[1] != way:
            raise Unwritable(f"{binding}: the four distances of a register are interpolated alike")
        return f"IN[{known[0]}]"

    def present(self, unit: int, target: str) -> Operand:
        """Returns the masks of a sample: 0 for the w of a missing or incomplete texture."""
        if (unit, target) not in self.textures:
            self.textures[unit, target] = f"TEMP[{self.code.keep()}]"
        return Operand(self.textures[unit, target])

    def by_depth(self, depth: str, count: int) -> str:
        """Allocates `count` temporaries and returns the one that a component chooses."""
        first = self.code.keep(count)
        self.array("TEMP", first, count)
        return f"TEMP[{depth}+{first}]({len(self.arrays['TEMP'])})"

    # -- destinations ------------------------------------------------------------------------------

    def destination(self, place: Destination) -> tuple[str, int | None]:
        """Returns the name of a destination, and its component if it has only one."""
        if place.file is File.RESULT:
            return self.results.destination(place)
        name = self._name(place)
        self.flushes.changed(name)
        return name, None


def _slot(binding: Binding) -> int:
    """Returns the number of the generic attribute, or alias, of a vertex attribute."""
    if binding.name == "vertex.attrib":
        return binding.indices[0]
    if binding not in ALIASED_ATTRIBUTES:
        raise Unwritable(f"TGSI has no {binding}")
    return ALIASED_ATTRIBUTES[binding]


def _negated(word: int, type_: DataType) -> int:
    return word ^ SIGN if type_ is FLOAT else -word & 0xFFFFFFFF


def move(destination: str, operand: Operand, type_: DataType) -> tuple:
    """Returns the arguments of `Code.emit` to copy an operand of a type."""
    if type_ is not FLOAT and operand.negate:
        return "INEG", destination, Operand(operand.name, operand.swizzle)
    return "MOV", destination, operand
