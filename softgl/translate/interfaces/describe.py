"""Describes the interface of a program in a target: `describe`."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace

from softgl.asm.redeclare import read_type
from softgl.asm.resources import count
from softgl.asm.spelling import binding_text
from softgl.errors import UsageError
from softgl.ir.program import (
    Binding,
    File,
    Program,
    Stage,
    TextureOperand,
    result_components,
)
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.isa import OPCODES
from softgl.isa.vocabulary import FLOAT, SIGNED, DataType
from softgl.pipeline.keys.link import BACK_COLOR_OF, RESULT_OF_ATTRIBUTE, resolve_result
from softgl.translate.interfaces.gl_state import state_words
from softgl.translate.interfaces.interface import (
    Buffer,
    Input,
    Interface,
    Member,
    Output,
    Sampler,
    StateStruct,
    Uniform,
)
from softgl.translate.interfaces.names import (
    ATTRIBUTE_LOCATIONS,
    CONVENTIONAL,
    Scope,
    input_variable,
    member_name,
    plain_name,
    result_variable,
    varying,
)
from softgl.translate.interfaces.targets import Target

_PREFIX = {FLOAT: "", SIGNED: "i", DataType.UNSIGNED: "u"}
_RESULT = {FLOAT: "float", SIGNED: "int", DataType.UNSIGNED: "uint"}
_FOG = (Binding("state.fog.color"), Binding("state.fog.params"))
_FOG_COORDINATE = Binding("fragment.fogcoord")
_PLAIN = frozenset({"fragment.texcoord", "fragment.generic", "fragment.fogcoord"})
"""Attributes whose built-in GLSL variables take no interpolation qualifier."""
_SAMPLERS = {
    "1D": "1D",
    "2D": "2D",
    "3D": "3D",
    "CUBE": "Cube",
    "RECT": "2DRect",
    "ARRAY1D": "1DArray",
    "ARRAY2D": "2DArray",
    "BUFFER": "Buffer",
}
_SIZES = frozenset({"TXQ", "SVIEWINFO", "SAMPLE_INFO"})  # their results are not texels
_WORDS_IN_VECTOR = 4
_BEYOND = 1e39


def describe(
    program: Program,
    target: Target,
    reader: Interface | None = None,
    feedback: Iterable[str] | None = None,
    conventional: bool = False,
) -> Interface:
    """Returns the interface of a program; the names are those of GLSL.

    reader : the interface of the stage that reads its results, whose interpolation the outputs get.
    feedback : the results that transform feedback records, as in programs; None: all.
    conventional : True if numbered attributes are the fixed-function ones that they alias.

    Raises UsageError for a result that the program does not write.
    """
    outputs = _outputs(program, target, reader)
    found = Interface(
        language=program.language,
        stage=program.stage.value,
        target=target.name,
        attributes=_inputs(program, target, conventional),
        outputs=outputs,
        parameters=_parameters(program),
        state=_state(program),
        buffers=_buffers(program),
        samplers=_samplers(program),
        feedback=_feedback(program, outputs, feedback),
        primitives=asdict(program.primitives) if program.primitives else {},
        limits=_limits(program),
    )
    return found if target.glsl else _in_assembly(found)


def _in_assembly(found: Interface) -> Interface:
    """Returns the interface for an assembly language: each name is the binding in programs.

    Writers note bindings that have another place in their language.
    """
    shown = {one.name: one.binding for one in found.outputs}
    state = found.state and StateStruct(
        "state", "", tuple(replace(one, name=one.binding) for one in found.state.members)
    )
    return replace(
        found,
        attributes=tuple(_as_bound(one) for one in found.attributes),
        outputs=tuple(_as_bound(one) for one in found.outputs),
        parameters=tuple(replace(one, name=one.binding) for one in found.parameters),
        state=state,
        buffers=tuple(
            replace(one, name=f"program.buffer[{one.point}]", block="") for one in found.buffers
        ),
        samplers=tuple(
            replace(one, name=f"texture[{one.unit}]", type=one.target) for one in found.samplers
        ),
        feedback=tuple(shown[name] for name in found.feedback),
    )


def _as_bound(one):
    """Returns an input or output under its binding, which the language has built in."""
    return replace(one, name=one.binding, type="vec4", location=None, builtin=True)


def _limits(program: Program) -> dict[str, int]:
    units = {texture.unit for texture in program.textures}
    return {**asdict(count(program)), "textures": len(units)}


# -- inputs and outputs ----------------------------------------------------------------------------


def _inputs(program: Program, target: Target, conventional: bool) -> tuple[Input, ...]:
    components = defaultdict(set)
    for of_vertices in (False, True):
        for register, component in program.attribute_components(of_vertices):
            components[program.attributes[register]].add(component)
    if program.fog:
        components[_FOG_COORDINATE].add(0)
    bindings = [*program.attributes]
    if program.fog and _FOG_COORDINATE not in bindings:
        bindings.append(_FOG_COORDINATE)
    types = _attribute_types(program)
    found = []
    for binding in bindings:
        meant = CONVENTIONAL.get(binding, binding) if conventional else binding
        shown = _input(program, target, binding if target.core else meant, types)
        read = _letters(components[binding])
        found.append(replace(shown, binding=binding_text(binding), components=read))
    return _located(found) if target.locations else tuple(found)


def _input(program: Program, target: Target, binding: Binding, types) -> Input:
    """Returns an input as its stage declares it, without its components."""
    text, stage = binding_text(binding), program.stage
    between = {"interpolation": _interpolation(program, binding)}
    between["centroid"] = binding in program.centroid
    own = input_variable(stage, binding, target.core)
    is_plain = between["interpolation"] == "smooth" or binding.name not in _PLAIN
    if own is not None and is_plain:
        return Input(text, own.name, own.type, builtin=True, **between)
    if stage is Stage.VERTEX:
        location = ATTRIBUTE_LOCATIONS.get(binding, next(iter(binding.indices), None))
        return Input(text, plain_name(binding), f"{types[binding]}vec4", location=location)
    name, location = varying(binding)
    if stage is Stage.GEOMETRY:
        name = f"given_{name}[]"
    return Input(text, name, location=location if target.locations else None, **between)


def _interpolation(program: Program, binding: Binding) -> str:
    if binding in program.noperspective:
        return "noperspective"
    return "flat" if binding in program.flat else "smooth"


def _located(inputs: list[Input]) -> tuple[Input, ...]:
    """Moves generic attributes so that no two inputs have the same location."""
    used = {one.location for one in inputs if not one.binding.startswith("vertex.attrib")}
    found = []
    for one in inputs:
        if one.binding.startswith("vertex.attrib") and one.location in used:
            own = {other.location for other in inputs}
            one = replace(one, location=max(set(range(16)) - used - own))
            used.add(one.location)
        found.append(one)
    return tuple(found)


def _attribute_types(program: Program) -> dict[Binding, str]:
    """Returns each attribute's letter before `vec4`: integers where nothing reads it as a float."""
    read = defaultdict(set)
    for instruction in program.instructions:
        for position, source in enumerate(instruction.sources):
            if source.file is File.ATTRIBUTE:
                for register in range(source.index, source.index + source.count):
                    read[program.attributes[register]].add(read_type(instruction, position))
    return defaultdict(str, {binding: _common(types) for binding, types in read.items()})


def _outputs(program: Program, target: Target, reader: Interface | None) -> tuple[Output, ...]:
    """Returns the results; one that several inputs of the next stage read appears for each."""
    components = defaultdict(set)
    for register, component in result_components(program.instructions):
        components[register].add(component)
    readers = _readers(program, reader)
    kinds = [_written_type(program, register) for register in range(len(program.results))]
    # GLSL's built-in colours are floats, and exclude declared ones.
    declared = target.integers and program.stage is Stage.FRAGMENT and any(kinds)
    read, found = {}, {}
    for register, binding in enumerate(program.results):
        one = _output(program, target, binding, kinds[register], declared)
        one = replace(one, components=_letters(components[register]))
        found[binding] = one
        if readers[binding]:
            read[binding] = [_as_read(one, each) for each in readers[binding]]
    scope = Scope(one.name for each in read.values() for one in each)
    outputs = (read.get(binding) or [_apart(binding, one, scope)] for binding, one in found.items())
    return tuple(one for each in outputs for one in each)


def _output(
    program: Program, target: Target, binding: Binding, kind: str, declared: bool
) -> Output:
    """Returns a result as its stage declares it, without its components.

    kind : the letter before `vec4`.
    declared : True if the text declares the colours of fragments.
    """
    text = binding_text(binding)
    own = result_variable(program.stage, binding, target.core)
    if own is not None and not (declared and own.type == "vec4"):
        return Output(text, own.name, own.type, own.component, builtin=True)
    if program.stage is Stage.FRAGMENT:
        number = binding.indices[0]
        return Output(text, f"fragment_color_{number}", f"{kind}vec4", location=number)
    name, location = varying(binding)
    return Output(text, name, location=location if target.locations else None)


def _readers(program: Program, reader: Interface | None) -> dict[Binding, list[Input]]:
    """Returns the inputs of the next stage, by the result that they read."""
    found = defaultdict(list)
    for one in reader.attributes if reader else ():
        name, bracket, index = one.binding.rstrip("]").partition("[")
        meant = RESULT_OF_ATTRIBUTE[Stage(reader.stage)].get(name)
        if meant is not None:
            result = Binding(meant, (int(index),) if bracket else ())
            found[resolve_result(result, program.results)].append(one)
    if reader and reader.stage == Stage.FRAGMENT.value:
        for front, back in BACK_COLOR_OF.items():  # GLSL requires the same interpolation for both
            found[back] = [replace(one, name="", builtin=True) for one in found[front]]
    return found


def _as_read(one: Output, read: Input) -> Output:
    """Returns a result as the next stage's input declares it; built-ins keep their names."""
    found = replace(one, interpolation=read.interpolation, centroid=read.centroid)
    if read.builtin and (one.builtin or not read.name):
        return found
    name = read.name.removesuffix("[]")
    where = {"location": read.location, "builtin": read.builtin}
    return replace(found, name=name, type=read.type, component="", **where)


def _apart(binding: Binding, one: Output, scope: Scope) -> Output:
    """Returns a result that the next stage does not read, under a unique name."""
    if one.name not in scope:
        return one
    return replace(one, name=scope.new(varying(binding)[0]), type="vec4", component="",
                   location=None, builtin=False)  # fmt: skip


def _written_type(program: Program, register: int) -> str:
    """Returns a result's letter before `vec4`: integers where nothing writes it as a float."""
    return _common(
        {
            OPCODES[instruction.opcode].result_type(instruction.type)
            for instruction in program.instructions
            if (place := instruction.destination) and place.file is File.RESULT
            if place.index <= register < place.index + place.count
        }
    )


def _common(types: set[DataType]) -> str:
    return _PREFIX[next(iter(types))] if len(types) == 1 else ""


def _letters(components: Iterable[int]) -> str:
    return "".join("xyzw"[component] for component in sorted(components))


def _feedback(program: Program, outputs, requested: Iterable[str] | None) -> tuple[str, ...]:
    if program.stage is Stage.FRAGMENT:
        if requested:
            raise UsageError("transform feedback does not record the results of fragment programs")
        return ()
    names = {one.binding: one.name for one in outputs}
    for text in requested or ():
        if text not in names:
            known = ", ".join(names) or "none"
            raise UsageError(f"the program does not write {text!r}; its results are {known}")
    return tuple(names.values()) if requested is None else tuple(names[text] for text in requested)


# -- values from the application -------------------------------------------------------------------


def _parameters(program: Program) -> tuple[Uniform, ...]:
    used = defaultdict(set)
    for parameter in program.parameters:
        if isinstance(parameter, Binding) and not parameter.name.startswith("state."):
            used[parameter.name.removeprefix("program.")].add(parameter.indices[0])
    stage = program.stage.name.lower()
    arrays = [
        Uniform(
            f"{stage}_{kind}",
            kind,
            f"program.{kind}",
            max(used[kind]) + 1,
            tuple(sorted(used[kind])),
        )
        for kind in ("local", "env")
        if used[kind]
    ]
    return (*arrays, *_named(program, stage))


def _named(program: Program, stage: str) -> list[Uniform]:
    scope = Scope(f"{stage}_{kind}" for kind in ("local", "env", "state"))
    return [
        Uniform(
            scope.new(f"{stage}_{one.name}"),
            "named",
            one.name,
            initial=tuple(_numbers(one.words)),
        )
        for one in program.named
    ]


def _numbers(words: Iterable[int]) -> list[float]:
    numbers = [struct.unpack("<f", struct.pack("<I", word))[0] for word in words]
    # JSON has no infinities: a number beyond the largest float becomes one where it is stored.
    return [max(-_BEYOND, min(_BEYOND, number)) for number in numbers]


def _state(program: Program) -> StateStruct | None:
    bindings = [b for b in program.parameters if isinstance(b, Binding)]
    if program.fog:
        bindings += _FOG
    members = {}
    for binding in bindings:
        if binding.name.startswith("state."):
            name = member_name(binding)
            text = binding_text(binding)
            if binding.is_matrix:
                text = text.rpartition(".row")[0]
            rows = 4 if binding.is_matrix else 0
            members[name] = Member(name, text, state_words(binding), rows)
    if not members:
        return None
    stage = program.stage.name.lower()
    ordered = tuple(members[name] for name in sorted(members))
    return StateStruct(f"{stage}_state", f"{stage.capitalize()}State", ordered)


def _buffers(program: Program) -> tuple[Buffer, ...]:
    stage = program.stage.name.lower()
    points = defaultdict(list)
    for one in program.buffers:
        points[one.point].append(one)
    found = []
    for point, each in sorted(points.items()):
        elements = max(one.first + one.count for one in each)
        vector = each[0].vector
        size = elements if vector else -(-elements // _WORDS_IN_VECTOR)
        name = f"{stage}_buffer_{point}"
        block = f"{stage.capitalize()}Buffer{point}"
        found.append(Buffer(name, block, point, vector, elements, size))
    return tuple(found)


def _samplers(program: Program) -> tuple[Sampler, ...]:
    types = defaultdict(set)
    for one in program.instructions:
        if one.texture:
            texture_types = types[one.texture.unit, one.texture.target]
            # Depth comparisons give floats, as in GLSL.
            texture_types |= (
                set() if one.opcode in _SIZES else {FLOAT if one.texture.shadow else one.type}
            )
    return tuple(
        _sampler(*texture, type_)
        for texture, texture_types in sorted(types.items())
        for type_ in sorted(texture_types or {FLOAT}, key=lambda type_: type_.name)
    )


def _sampler(unit: int, target: str, type_: DataType) -> Sampler:
    operand = TextureOperand(unit, target)
    kind = _SAMPLERS[operand.texture] + ("Shadow" if operand.shadow else "")
    name = f"texture_{unit}_{target.lower()}"
    if type_ is not FLOAT:
        name += f"_{_RESULT[type_]}"
    texture = PROGRAM_TARGETS[target].texture
    enum = f"GL_{texture.enum}" if texture else "GL_TEXTURE_BUFFER_EXT"
    return Sampler(
        name, f"{_PREFIX[type_]}sampler{kind}", unit, target, enum, operand.shadow, _RESULT[type_]
    )
