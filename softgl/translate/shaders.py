"""Shaders in GLSL as programs that the translators take.

A shader is linked alone. Its program has the instructions of TGSI; what assembly languages do not
have is put into their terms: uniforms become local parameters, varyings generic attributes,
samplers texture units, and functions without an instruction become several.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from softgl.errors import Span, TranslationError
from softgl.glsl.linked import LinkedProgram
from softgl.glsl.types import SAMPLERS, Sampler
from softgl.ir.builder import masked, negated, swizzled, word, written
from softgl.ir.program import Binding, Constant, File, Instruction, Program, Source, W, X, Y, Z
from softgl.ir.targets import ALL_TARGETS, PROGRAM_TARGETS
from softgl.isa import OPCODES
from softgl.isa.table import (
    GLSL_LANGUAGES,
    NV4_FRAGMENT,
    NV4_GEOMETRY,
    NV4_VERTEX,
    TGSI_LANGUAGES,
)
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED
from softgl.one_shader import linked_alone
from softgl.translate.interfaces.gl_state import STATE
from softgl.translate.shader_functions import FUNCTIONS, Arithmetic

_TGSI = dict(zip(GLSL_LANGUAGES, TGSI_LANGUAGES, strict=True))
_NV4 = dict(zip(GLSL_LANGUAGES, (NV4_VERTEX, NV4_FRAGMENT, NV4_GEOMETRY), strict=True))
_SOURCES = {"fragment.front": "fragment.facing"}
_PLACES = {"result.depth": Z, "result.stencil": Y}
_LETTERS = "xyzw"
_NUMBERS = {
    "state.light.spot.cutoff": "gl_LightSource[].spotCutoff",
    "state.normal.scale": "gl_NormalScale",
}
"""State of GLSL that no vector of the assembly languages has -> its name there."""
_ALL_COLORS = Binding("result.color")  # gl_FragColor


def shader_for_translation(text: str, stage: str, target: str) -> tuple[Program, tuple[str, ...]]:
    """Returns the program of a shader, and comments that name its uniforms and samplers.

    stage : "vertex", "geometry" or "fragment". target : the target's name, for errors.

    Raises ProgramError for the first error of the text, TranslationError for a function that no
    assembly language can express, SoftGLError if it cannot be linked.
    """
    linked = linked_alone(text, stage)
    (program,) = linked.programs.values()
    return _in_terms_of_assembly(replace(program, source=text), target), tuple(_comments(linked))


def _comments(linked: LinkedProgram):
    """Yields the place of each uniform and sampler."""
    for uniform in linked.uniforms:
        if isinstance(uniform.type, Sampler):
            first, kind = uniform.slot, "texture"
            count = uniform.size
        elif uniform.row is not None:
            first, kind = uniform.row, "program.local"
            count = uniform.size * getattr(uniform.type, "columns", 1)
        else:
            continue
        last = f"..{first + count - 1}" if count > 1 else ""
        name = uniform.name
        if uniform.array:
            name = f"{name.removesuffix('[0]')}[{uniform.size}]"
        yield f"{uniform.type} {name}: {kind}[{first}{last}]"


def _in_terms_of_assembly(program: Program, target: str) -> Program:
    own = (_NV4 if target in _REWRITERS else _TGSI)[program.instruction_set]
    _refuse_numbers(program, target)
    _refuse_samplers(program, target)
    builder = _Expanding(program, target)
    instructions = builder.expanded()
    return replace(
        program,
        language=own,
        instruction_set=own,
        instructions=instructions,
        temporaries=builder.temporaries,
        parameters=tuple(builder.parameters),
        attributes=tuple(map(_renamed, program.attributes)),
        results=tuple(map(_renamed, program.results)),
        flat=frozenset(map(_renamed, program.flat)),
        noperspective=frozenset(map(_renamed, program.noperspective)),
        centroid=frozenset(map(_renamed, program.centroid)),
        labels=tuple((name, builder.moved[at]) for name, at in program.labels),
        samplers=(),
        iterations=None,
    )


def _refuse_numbers(program: Program, target: str) -> None:
    """Raises TranslationError for state that no vector of the assembly languages has."""
    for number, each in enumerate(program.parameters):
        if not isinstance(each, Binding) or each.name not in _NUMBERS:
            continue
        for one in program.instructions:
            for source in one.sources:
                read = range(source.index, source.index + source.count)
                if source.file is File.PARAMETER and number in read:
                    name = _NUMBERS[each.name]
                    raise TranslationError(name, program.source, one.span, target)


def _refuse_samplers(program: Program, target: str) -> None:
    """Raises TranslationError for samplers that the assembly languages lack."""
    for one in program.instructions:
        if one.texture is not None and one.texture.target not in ALL_TARGETS:
            name = next(
                each.name for each in SAMPLERS.values()
                if f"{'SHADOW' * each.shadow}{each.target}" == one.texture.target
            )  # fmt: skip
            raise TranslationError(name, program.source, one.span, target)


def _parameter(each: Binding | Constant) -> tuple[Binding | Constant, int | None]:
    """Returns a parameter in the words of assembly, and its component if GLSL has that alone."""
    if not isinstance(each, Binding):
        return each, None
    if each.name == "uniform":
        return Binding("program.local", each.indices), None
    whole, _, letter = each.name.rpartition(".")
    if each.name in STATE or whole not in STATE or letter not in _LETTERS:
        return each, None
    return Binding(whole, each.indices), _LETTERS.index(letter)


def _renamed(binding: Binding) -> Binding:
    if binding == _ALL_COLORS:
        return Binding("result.color", (0,))
    name = _SOURCES.get(binding.name, binding.name).replace(".varying", ".attrib")
    return Binding(name, binding.indices)


class _Expanding(Arithmetic):
    """The instructions of a shader, with functions of its own expanded.

    moved : the number of an instruction of the shader -> its new number.
    """

    def __init__(self, program: Program, target: str):
        super().__init__()
        self._program, self._target = program, target
        self._rewrite = _REWRITERS.get(target)
        self._set = (_NV4 if self._rewrite else _TGSI)[program.instruction_set]
        pairs = [_parameter(each) for each in program.parameters]
        parameters = [parameter for parameter, _ in pairs]
        self._components = [component for _, component in pairs]
        for parameter in parameters:
            self.parameter(parameter)
        # Equal constants share a register here: their operands keep their own numbers.
        self.parameters = parameters
        self.temporaries = program.temporaries
        self.moved: list[int] = []

    def expanded(self) -> tuple[Instruction, ...]:
        """Returns the instructions."""
        front = {
            number
            for number, binding in enumerate(self._program.attributes)
            if binding.name == "fragment.front"
        }
        self._find_truth(front)
        for one in self._program.instructions:
            self.moved.append(len(self.instructions) if self.moved else 0)
            self.span = one.span
            one = replace(one, sources=tuple(self._operand(s, front) for s in one.sources))
            one, moved = self._in_place(one)
            if one.opcode in FUNCTIONS:
                self._expand(one)
            elif self._rewrite is None or not self._rewrite(self, one):
                self.append(one)
            self.instructions += moved
        self.moved.append(len(self.instructions))
        return tuple(self.instructions)

    def _find_truth(self, front: set[int]) -> None:
        """Computes gl_FrontFacing, all ones or 0, from the facing of assembly programs, 1 or -1."""
        if front:
            facing = Source(File.ATTRIBUTE, min(front), (0, 0, 0, 0))
            test = Instruction(
                "FSLT", Span(0, 0), written(self.new(), masked(0)), (self.constant(0.0), facing),
                type=UNSIGNED,
            )  # fmt: skip
            if self._rewrite is None or not self._rewrite(self, test):
                self.append(test)
            self._front = Source(File.TEMPORARY, test.destination.index)
            if dict(self._program.labels).get("main", 0):
                raise TranslationError(
                    "gl_FrontFacing beside subroutines", self._program.source,
                    self._program.instructions[0].span, self._target,
                )  # fmt: skip

    def _in_place(self, one: Instruction) -> tuple[Instruction, list[Instruction]]:
        """Returns an instruction that writes a depth to a temporary, and the move of it.

        Depths are in x of results of GLSL, in z of those of assembly programs; stencil in y.
        """
        place = one.destination
        if place is None or place.file is not File.RESULT:
            return one, []
        component = _PLACES.get(self._program.results[place.index].name)
        if component is None:
            return one, []
        value = self.new()
        to = replace(place, mask=masked(component))
        move = Instruction("MOV", one.span, to, (swizzled(value, X),))
        return replace(one, destination=written(value, masked(X))), [move]

    def _operand(self, source: Source, front: set[int]) -> Source:
        """Returns an operand in terms of assembly: components of its vectors of state."""
        if source.file is File.ATTRIBUTE and source.index in front:
            return swizzled(self._front, 0)
        if source.file is not File.PARAMETER:
            return source
        component = self._components[source.index]
        if component is None:
            return source
        # The shader has the number in all components.
        selectors = tuple(component if one <= W else one for one in source.swizzle)
        return replace(source, swizzle=selectors)

    def append(self, one: Instruction) -> None:
        """Appends an instruction that the target has; refuses others."""
        if self._set not in OPCODES[one.opcode].languages:
            self.refuse(one)
        if one.texture is not None:
            number = self._program.samplers[one.texture.unit].number
            one = replace(one, texture=replace(one.texture, unit=number))
        self.instructions.append(one)

    def is_one(self, source: Source) -> bool:
        """True for a constant of the bits of 1.0."""
        plain = source.file is File.PARAMETER and source.relative is None
        return plain and self.parameters[source.index] == _ONE_BITS

    def refuse(self, one: Instruction) -> NoReturn:
        """Fails at an instruction that the target lacks."""
        entry = OPCODES[one.opcode]
        words = f"{one.opcode} ({entry.summary[0].lower()}{entry.summary[1:].rstrip('.')})"
        raise TranslationError(words, self._program.source, one.span, self._target)

    def _expand(self, one: Instruction) -> None:
        function = FUNCTIONS[one.opcode]
        if function is None:
            self.refuse(one)
        value = function(self, *one.sources)
        self.emit("MOV", one.destination, value, saturate=one.saturate)


# -- integers and truths in NV_gpu_program4 --------------------------------------------------------

_TYPED = {
    "UADD": ("ADD", UNSIGNED),
    "UMUL": ("MUL", UNSIGNED),
    "UMAD": ("MAD", UNSIGNED),
    "IABS": ("ABS", SIGNED),
    "IMAX": ("MAX", SIGNED),
    "IMIN": ("MIN", SIGNED),
    "UMAX": ("MAX", UNSIGNED),
    "UMIN": ("MIN", UNSIGNED),
    "U2F": ("I2F", UNSIGNED),
    "F2I": ("TRUNC", SIGNED),
    "F2U": ("TRUNC", UNSIGNED),
    "ISLT": ("SLT", SIGNED),
    "USLT": ("SLT", UNSIGNED),
    "ISGE": ("SGE", SIGNED),
    "USGE": ("SGE", UNSIGNED),
    "USEQ": ("SEQ", UNSIGNED),
    "USNE": ("SNE", UNSIGNED),
}
"""Instructions -> those of NV_gpu_program4 with a type; their truths are all ones, too."""
_HIGH = {"IMUL_HI": SIGNED, "UMUL_HI": UNSIGNED}
_BY_SCALAR = {
    "IDIV": ("DIV", SIGNED),
    "UDIV": ("DIV", UNSIGNED),
    "MOD": ("MOD", SIGNED),
    "UMOD": ("MOD", UNSIGNED),
    "ISHR": ("SHR", SIGNED),
    "USHR": ("SHR", UNSIGNED),
    "SHL": ("SHL", UNSIGNED),
}
"""Instructions whose second operand is one number there."""
_FLOAT_TESTS = {"FSLT": "SLT", "FSGE": "SGE", "FSEQ": "SEQ", "FSNE": "SNE"}


def _to_nv4(b: _Expanding, one: Instruction) -> bool:
    """Appends an instruction in terms of NV_gpu_program4; False if it is the same there."""
    name, place, sources = one.opcode, one.destination, one.sources
    if name in _TYPED:
        name, type_ = _TYPED[name]
        b.append(replace(one, opcode=name, type=type_))
    elif name in _HIGH:
        b.append(replace(one, opcode="MUL", type=_HIGH[name], modifier="HI"))
    elif name in _BY_SCALAR or name == "DIV":
        _by_scalar(b, one)
    elif name in _FLOAT_TESTS:
        truth = b.make(_FLOAT_TESTS[name], *sources, mask=place.mask)
        b.emit("SNE", place, truth, b.bits(0), type=UNSIGNED)
    elif name == "INEG":
        b.emit("MOV", place, negated(sources[0]), type=SIGNED)
    elif name == "ISSG":
        below = b.make("SLT", sources[0], b.bits(0), mask=place.mask, type=SIGNED)
        above = b.make("SLT", b.bits(0), sources[0], mask=place.mask, type=SIGNED)
        b.emit("SUB", place, below, above, type=SIGNED)
    elif name == "UCMP":
        truth = b.make("SNE", sources[0], b.bits(0), mask=place.mask, type=UNSIGNED)
        b.emit("CMP", place, truth, *sources[1:], type=SIGNED)
    elif name == "SQRT":
        _root_to(b, one)
    elif name in ("TXL2", "TXB2") and "w" not in _coordinates(one):
        point = b.make("MOV", sources[0])
        b.emit("MOV", written(point, masked(W)), swizzled(sources[1], X))
        b.append(replace(one, opcode=name[:3], sources=(point,)))
    elif name == "TEX_LZ" and "w" not in _coordinates(one):
        point = b.make("MOV", sources[0])
        b.emit("MOV", written(point, masked(W)), b.constant(0.0))
        b.append(replace(one, opcode="TXL", sources=(point,)))
    else:
        return False
    return True


def _coordinates(one: Instruction) -> set[str]:
    return set(PROGRAM_TARGETS[one.texture.target].coordinates.values())


def _by_scalar(b: _Expanding, one: Instruction) -> None:
    name, type_ = _BY_SCALAR.get(one.opcode, (one.opcode, one.type))
    first, second = one.sources
    # The result may be an operand of the next component.
    result = b.new()
    for component in range(4):
        if one.destination.mask[component]:
            place = written(result, masked(component))
            b.emit(name, place, first, swizzled(second, component), type=type_)
    b.emit("MOV", one.destination, result, type=type_, saturate=one.saturate)


def _root_to(b: _Expanding, one: Instruction) -> None:
    (x,) = one.sources
    root = b.root(swizzled(x, X))
    b.emit("MOV", one.destination, swizzled(root, X), saturate=one.saturate)


# -- truths in ARB programs: 1 and 0 ---------------------------------------------------------------

_ONE_BITS = Constant((word(1.0),) * 4)


def _to_arb(b: _Expanding, one: Instruction) -> bool:
    """Appends an instruction in terms of floats; False if it is the same there."""
    name, place, sources = one.opcode, one.destination, one.sources
    if name in _FLOAT_TESTS:
        b.emit(_FLOAT_TESTS[name], place, *sources)
    elif name == "UCMP":
        b.emit("CMP", place, negated(sources[0]), *sources[1:])
    elif name == "AND":
        if any(b.is_one(source) for source in sources):
            b.emit("MOV", place, next((s for s in sources if not b.is_one(s)), sources[0]))
        else:
            b.emit("MUL", place, *sources)
    elif name == "OR":
        b.emit("MAX", place, *sources)
    elif name == "NOT":
        b.emit("SUB", place, b.constant(1.0), sources[0])
    elif name == "MOV":
        b.append(replace(one, type=FLOAT))
    elif name in ("SQRT", "TXL2", "TXB2", "TEX_LZ", "DIV"):
        return _to_nv4(b, one)
    else:
        return False
    return True


_REWRITERS: dict[str, Callable[[_Expanding, Instruction], bool]] = {
    "nv4": _to_nv4,
    "arb": _to_arb,
}
