"""Writes programs as plain ARBvp1.0 and ARBfp1.0, without options that add instructions."""

from __future__ import annotations

from dataclasses import asdict, replace

from softgl.asm import parse
from softgl.asm.disassemble import disassemble
from softgl.asm.options import (
    FRAGMENT_OPTIONS,
    OPTIONS_OF_BINDINGS,
    POSITION_INVARIANT,
    VERTEX_OPTIONS,
)
from softgl.asm.parser import DIALECTS
from softgl.asm.resources import count as count_resources
from softgl.asm.spelling import binding_text
from softgl.errors import Span
from softgl.ir.builder import masked
from softgl.ir.program import Binding, Destination, File, Instruction, Program, Stage
from softgl.isa.table import ARB_FRAGMENT, ARB_VERTEX
from softgl.translate.assembly.flatten import MAX_TEXT_INSTRUCTIONS, Flat
from softgl.translate.assembly.lower import Lowering
from softgl.translate.assembly.registers import packed, read_unwritten
from softgl.translate.assembly.source_names import source_names
from softgl.translate.interfaces.errors import refuse

LANGUAGES = {Stage.VERTEX: ARB_VERTEX, Stage.FRAGMENT: ARB_FRAGMENT}
NAMED = "program.named"
# ARB_vertex_program and ARB_fragment_program, "New Implementation Dependent State": the minimum
# values.
MIN_LIMITS = {
    Stage.VERTEX: {
        "instructions": 128,
        "temporaries": 12,
        "parameters": 96,
        "attributes": 16,
        "address_registers": 1,
    },
    Stage.FRAGMENT: {
        "instructions": 72,
        "alu_instructions": 48,
        "texture_instructions": 24,
        "texture_indirections": 4,
        "temporaries": 16,
        "parameters": 24,
        "attributes": 10,
    },
}
"""The minimum of each resource that every driver has."""
_MAX_LOCALS = 1024
"""Number of softgl's local parameters."""


def write_arb(program: Program, target: str, exact: bool) -> str:
    """Returns the text; raises TranslationError for features that the target lacks."""
    if program.stage not in LANGUAGES:
        refuse(target, f"a {program.stage.value} program", program, None)
    language = LANGUAGES[program.stage]
    if program.instruction_set == language:
        text = disassemble(program, source_names(program))
    else:
        check_whole(program, target, language, exact)
        names = source_names(program)
        text = disassemble(flat(program, target, language, exact), names)
    return noted(text, program, MIN_LIMITS[program.stage])


def noted(text: str, program: Program, least: dict[str, int] | None = None) -> str:
    """Adds comments to a text: the places of named parameters, and excesses over common limits.

    least : the minimum of each resource that every driver has.
    """
    notes = [f"program.local[{n}] is {name}" for n, name in without_names(program)[1].items()]
    used = asdict(count_resources(parse(text))) if least else {}
    for resource, count in used.items():
        limit = least.get(resource, count)
        if count > limit:
            words = resource.replace("_", " ")
            notes.append(f"{count} {words}; drivers need not take more than {limit}")
    head, rest = text.split("\n", 1)
    return "\n".join([head, *(f"# {note}" for note in notes), rest])


def flat(program: Program, target: str, language: str, exact: bool) -> Program:
    """Returns a program without control flow, in another language."""
    program, _ = without_names(program)
    code = Flat(program, target, language, exact)
    code.write()
    if code.chosen:
        code = Flat(program, target, language, exact, code.chosen)
        code.write()
    begun = [*_first_values(code), *code.instructions]
    instructions, temporaries = packed(begun, program.temporaries)
    return fitting(program, code, instructions, temporaries)


def _first_values(code: Flat) -> list[Instruction]:
    """Returns instructions that set temporaries read before written to 0, as drivers need not."""
    instructions = []
    found = read_unwritten(code.instructions, code.program_temporaries)
    for register, components in sorted(found.items()):
        place = Destination(File.TEMPORARY, register, masked(*components))
        instructions.append(Instruction("MOV", Span(0, 0), place, (code.constant(0.0),)))
    return instructions


def fitting(program, code: Lowering, instructions, temporaries: int, labels=()) -> Program:
    """Returns the program of the written instructions, in its language."""
    addresses = {
        register.index
        for one in instructions
        for place in (*one.sources, one.destination)
        if place
        for register in (place, *place.indices)
        if register.file is File.ADDRESS
    }
    _check_limits(program, code, instructions, temporaries)
    return replace(
        program,
        language=code.language,
        instruction_set=code.language,
        profile=code.dialect.profile,
        instructions=tuple(instructions),
        temporaries=temporaries,
        addresses=max(addresses, default=-1) + 1,
        parameters=tuple(code.parameters),
        options=options(program, code.language),
        labels=tuple(labels),
        named=(),
        flat=program.flat & program.inputs,
        noperspective=program.noperspective & program.inputs,
        centroid=program.centroid & program.inputs,
    )


def _check_limits(program, code: Lowering, instructions, temporaries) -> None:
    limits = code.dialect.limits
    sampled = sum(one.texture is not None for one in instructions)
    for resource, count, limit in (
        ("instructions", len(instructions), min(MAX_TEXT_INSTRUCTIONS, limits.instructions)),
        ("texture instructions", sampled, limits.texture_instructions),
        ("temporaries", temporaries, limits.temporaries),
    ):
        if count > limit:
            refuse(code.target, f"a program of {count} {resource}, of which {limit} are allowed",
                   program, None)  # fmt: skip


def options(program: Program, language: str) -> frozenset[str]:
    """Returns the options of a program that another language needs too."""
    fragments = program.stage is Stage.FRAGMENT
    known = (FRAGMENT_OPTIONS if fragments else VERTEX_OPTIONS).keys() | POSITION_INVARIANT
    found = {name for name in program.options if name in known}
    if found & POSITION_INVARIANT:
        found = (found - POSITION_INVARIANT) | {"ARB_position_invariant"}
    if any(binding.name == "result.color" and binding.indices[0] for binding in program.results):
        found.add("ARB_draw_buffers")
    bindings = {binding.name for binding in (*program.attributes, *program.results)}
    found |= {option for name, option in OPTIONS_OF_BINDINGS.items() if name in bindings}
    shadows = any(texture.shadow for texture in program.textures)
    if shadows and "SHADOW2D" not in DIALECTS[f"!!{language}"].targets:
        found.add("ARB_fragment_program_shadow")
    return frozenset(found)


def without_names(program: Program) -> tuple[Program, dict[int, str]]:
    """Returns a program with local parameters for named ones, and number -> name in the source.

    A named parameter gets a local parameter that is not otherwise used.
    """
    used = {p.indices[0] for p in program.parameters
            if isinstance(p, Binding) and p.name == "program.local"}  # fmt: skip
    free = iter(sorted(set(range(_MAX_LOCALS)) - used))
    locals_, parameters = {}, []
    for parameter in program.parameters:
        if isinstance(parameter, Binding) and parameter.name == NAMED:
            number = next(free)
            locals_[number] = program.named[parameter.indices[0]].name
            parameter = Binding("program.local", (number,))
        parameters.append(parameter)
    return replace(program, parameters=tuple(parameters)), locals_


def check_whole(program: Program, target: str, language: str, exact: bool) -> None:
    """Refuses unsupported features of the program as a whole: bindings, interpolation."""
    dialect = DIALECTS[f"!!{language}"]
    for option in options(program, language) & dialect.options.keys():
        dialect = dialect.options[option](dialect)
    for file, bindings, table in (
        (File.ATTRIBUTE, program.attributes, dialect.attributes),
        (File.RESULT, program.results, dialect.results),
    ):
        for register, binding in enumerate(bindings):
            invariant = POSITION_INVARIANT & program.options and binding.name == "result.position"
            if binding not in table.order and not invariant:
                where = _first_use(program, file, register)
                refuse(target, f"{binding_text(binding)}", program, where)
    for words, bindings in (("FLAT", program.flat), ("CENTROID", program.centroid),
                            ("NOPERSPECTIVE", program.noperspective)):  # fmt: skip
        used = bindings & program.inputs
        if used and words not in dialect.modifiers:
            register = program.attributes.index(min(used, key=str))
            where = _first_use(program, File.ATTRIBUTE, register)
            refuse(target, f"{words} attributes", program, where)
    if program.buffers and "BUFFER" not in dialect.declarations:
        where = _first_use(program, File.BUFFER, None)
        refuse(target, "parameter buffers", program, where)
    if exact and program.drops_depths:
        refuse(target, "fragments that a depth out of range discards", program, None)


def _first_use(program: Program, file: File, register: int | None):
    """Returns the first instruction that names a register; None if there is none."""
    for one in program.instructions:
        for place in (*one.sources, one.destination):
            if not place or place.file is not file:
                continue
            if register is None or place.index <= register < place.index + place.count:
                return one
    return None
