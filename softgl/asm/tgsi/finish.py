"""Makes the program of a parsed TGSI text: allocates registers and binds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.calls import END, labels
from softgl.asm.tgsi.state import HIDDEN, IN_SHADOW, OUT_SHADOW, SYSTEM_VALUE, Declared, TgsiState
from softgl.errors import ProgramError
from softgl.ir.primitives import Primitives
from softgl.ir.program import (
    Binding,
    Destination,
    File,
    Instruction,
    Profile,
    Program,
    Saturate,
    Source,
    Stage,
)
from softgl.ir.validate import validate

# Attributes and results of one component have numbers from here on, four for each register.
_FIRST_COMPONENT = 1 << 17
# Distances from the GL's clip planes are results from here on.
_FIRST_PLANE_DISTANCE = 1 << 18
_X = (True, False, False, False)


def finish(p: TgsiState) -> Program:
    """Returns the validated program."""
    instructions, places = _with_shadows(p)
    if len(instructions) > p.limits.instructions:
        # The cost of a program grows with these.
        limit = f"more than {p.limits.instructions} instructions, with those for results that are"
        raise ProgramError(f"{limit} read or split", p.tokens.source, p.span)
    instructions, temporaries = _renumbered(p, instructions)
    instructions, attributes = _bound(p, instructions, File.ATTRIBUTE, _attribute)
    instructions, results = _bound(p, instructions, File.RESULT, _result)
    flat, linear = _interpolated(p, {"CONSTANT"}), _interpolated(p, {"LINEAR"})
    program = Program(
        language=p.language,
        stage=p.stage,
        profile=_profile(p),
        instructions=tuple(instructions),
        temporaries=temporaries,
        addresses=max(p.declared("ADDR"), default=-1) + 1,
        parameters=tuple(p.parameters),
        attributes=attributes,
        results=results,
        flat=flat,
        noperspective=linear,
        # Programs run once for a pixel: SAMPLE is the same as CENTROID.
        centroid=_interpolated(p, {"CENTROID", "SAMPLE"}) - flat,
        buffers=tuple(p.buffers),
        origin_upper_left=p.properties.get("FS_COORD_ORIGIN") != "LOWER_LEFT",
        pixel_center_integer=p.properties.get("FS_COORD_PIXEL_CENTER") == "INTEGER",
        labels=tuple(places),
        subroutines=False,
        call_depth=p.limits.call_depth,
        step_limit=p.limits.steps,
        primitives=_primitives(p) if p.stage is Stage.GEOMETRY else None,
        source=p.tokens.source,
    )
    return validate(program)


def _profile(p: TgsiState) -> Profile:
    # Two names of one property; older dumps have the first.
    zero_wins = any(p.properties.get(name) for name in ("MUL_ZERO_WINS", "LEGACY_MATH_RULES"))
    return Profile.DIRECT3D9 if zero_wins else Profile.IEEE


# Strips are lines and triangles to a geometry program.
_PRIMITIVES = {"LINE_STRIP": "LINES", "TRIANGLE_STRIP": "TRIANGLES"}


def _primitives(p: TgsiState) -> Primitives:
    """Returns the primitives of a geometry program; later texts rename most properties."""

    def found(*names, otherwise):
        return next((p.properties[name] for name in names if name in p.properties), otherwise)

    input_primitive = found("GS_INPUT_PRIMITIVE", "GS_INPUT_PRIM", otherwise="TRIANGLES")
    return Primitives(
        _PRIMITIVES.get(input_primitive, input_primitive),
        found("GS_OUTPUT_PRIMITIVE", "GS_OUTPUT_PRIM", otherwise="TRIANGLE_STRIP"),
        found("GS_MAX_OUTPUT_VERTICES", "GS_MAX_VERTICES", otherwise=p.limits.output_vertices),
        max(1, found("GS_INVOCATIONS", otherwise=1)),
    )


# -- results that are read, components that are registers ------------------------------------------


def _semantic(p: TgsiState, file: str, number: int) -> meanings.Semantic:
    declared = p.declared(file)[number]
    return meanings.SEMANTICS[p.stage, file].get(declared.semantic, meanings.Semantic())


def _shadows(p: TgsiState) -> set[int]:
    """Returns the outputs that need temporaries: they are read, split, or never seen."""
    found = set(p.shadowed_outputs)
    for number in p.written_outputs:
        semantic = _semantic(p, "OUT", number)
        if semantic.split or semantic.binding is None:
            found.add(number)
    # Arrays are replaced as a whole.
    arrays = _arrays(p)
    while joined := [numbers for numbers in arrays if numbers & found and not numbers <= found]:
        found = found.union(*joined)
    return found


def _arrays(p: TgsiState) -> set[frozenset[int]]:
    """Returns the outputs with run-time indices."""
    return {
        frozenset(_registers(written))
        for instruction in p.instructions
        if (written := instruction.destination) and written.file is File.RESULT and written.relative
    }


def _registers(place: Source | Destination) -> range:
    return range(place.index, place.index + place.count)


def _with_shadows(p: TgsiState) -> tuple[list[Instruction], list[tuple[str, int]]]:
    """Returns the instructions, with copies from and to such temporaries, and their labels."""
    shadows = _shadows(p)
    whole = p.shadowed_outputs.union(*_arrays(p))
    placed = _first_copies(p)
    new = []
    for instruction in p.instructions:
        new.append(len(placed))
        written = instruction.destination
        if written is None or written.file is not File.RESULT or written.index not in shadows:
            placed.append(instruction)
        elif written.index not in whole and _moves_components(p, instruction):
            placed += _copies(p, instruction, written.index, instruction.sources[0])
        else:
            shadow = replace(written, file=File.TEMPORARY, index=OUT_SHADOW + written.index)
            placed.append(replace(instruction, destination=shadow))
            for number in _registers(written):
                held = Source(File.TEMPORARY, OUT_SHADOW + number)
                placed += _copies(p, instruction, number, held)
    new.append(len(placed))
    places = [(name, new[at]) for name, at in labels(p)]
    if any(instruction.target == END for instruction in p.instructions):
        places.append((END, len(placed)))
    return placed, places


def _first_copies(p: TgsiState) -> list[Instruction]:
    """Returns copies of split inputs to temporaries; operands of one component need none."""
    p.instructions = [
        replace(one, sources=sources) if (sources := _single(one)) != one.sources else one
        for one in p.instructions
    ]
    read = {s.index - IN_SHADOW for one in p.instructions for s in one.sources if _shadowed(s)}
    p.shadowed_inputs &= read
    placed = []
    for number in sorted(p.shadowed_inputs):
        for component in range(4):
            mask = tuple(component == c for c in range(4))
            source = Source(File.ATTRIBUTE, _FIRST_COMPONENT + 4 * number + component, (0, 0, 0, 0))
            destination = Destination(File.TEMPORARY, IN_SHADOW + number, mask)
            placed.append(Instruction("MOV", p.span, destination, (source,)))
    return placed


def _shadowed(source: Source) -> bool:
    """True if an operand is the temporary of a split input."""
    return source.file is File.TEMPORARY and source.index >= IN_SHADOW


def _single(instruction: Instruction) -> tuple[Source, ...]:
    """Returns the operands, with single components of split inputs read directly."""
    return tuple(
        replace(
            source,
            file=File.ATTRIBUTE,
            index=_FIRST_COMPONENT + 4 * (source.index - IN_SHADOW) + source.swizzle[0],
            swizzle=(0, 0, 0, 0),
        )
        if _shadowed(source) and len(set(source.swizzle)) == 1
        else source
        for source in instruction.sources
    )


def _moves_components(p: TgsiState, instruction: Instruction) -> bool:
    """True for a copy to a split output, whose components can be copied separately."""
    written = instruction.destination
    plain = instruction.saturate is Saturate.NONE and written.condition is None
    return instruction.opcode == "MOV" and plain and _semantic(p, "OUT", written.index).split


def _copies(p: TgsiState, instruction: Instruction, number: int, held: Source):
    """Yields copies of an output's operand to the results of the output."""
    semantic, mask = _semantic(p, "OUT", number), instruction.destination.mask
    if semantic.planes:
        yield from _distances(p, instruction, held)
    if semantic.binding is None:
        return
    if not semantic.split:
        destination = Destination(File.RESULT, number, mask)
        yield Instruction("MOV", instruction.span, destination, (held,))
        return
    for component in range(4):
        if mask[component]:
            destination = Destination(File.RESULT, _FIRST_COMPONENT + 4 * number + component, _X)
            source = replace(held, swizzle=(held.swizzle[component],) * 4)
            yield Instruction("MOV", instruction.span, destination, (source,))


def _distances(p: TgsiState, instruction: Instruction, vertex: Source) -> Iterable[Instruction]:
    """Yields the distances of a vertex in eye coordinates from the clip planes."""
    # OpenGL 2.1, 2.12: "p1 p2 p3 p4" times the eye coordinates of the vertex.
    for plane in range(p.limits.clip_planes):
        equation = Source(File.PARAMETER, p.parameter(Binding("state.clip.plane", (plane,))))
        destination = Destination(File.RESULT, _FIRST_PLANE_DISTANCE + plane, _X)
        yield Instruction("DP4", instruction.span, destination, (equation, vertex))


# -- numbers of registers --------------------------------------------------------------------------


def _mapped(instruction: Instruction, file: File, new) -> Instruction:
    """Returns an instruction with renumbered registers of a file."""

    def place(operand):
        if operand is None:
            return None
        if operand.file is file and new(operand.index) != operand.index:
            operand = replace(operand, index=new(operand.index))
        if any(relative.file is file for relative in operand.indices):
            operand = replace(operand, relative=chosen(operand.relative))
        vertex = getattr(operand, "vertex", None)
        if vertex is not None:
            operand = replace(operand, vertex=replace(vertex, relative=chosen(vertex.relative)))
        return operand

    def chosen(relative):
        if relative is None or relative.file is not file:
            return relative
        return replace(relative, index=new(relative.index))

    before = (instruction.destination, *instruction.sources)
    destination, *sources = after = tuple(map(place, before))
    if after == before:
        return instruction
    return replace(instruction, destination=destination, sources=tuple(sources))


def _renumbered(p: TgsiState, instructions) -> tuple[list[Instruction], int]:
    """Returns the instructions with all temporaries in one file, and their number."""
    hidden = max(p.declared("TEMP"), default=-1) + 1
    outputs = hidden + p.hidden
    shadowed = any(
        operand is not None and operand.file is File.TEMPORARY and operand.index >= OUT_SHADOW
        for instruction in instructions
        for operand in (instruction.destination, *instruction.sources)
    )
    inputs = outputs + (max(p.declared("OUT"), default=-1) + 1) * shadowed
    total = inputs + (max(p.shadowed_inputs, default=-1) + 1)

    def new(number):
        for base, first in ((IN_SHADOW, inputs), (OUT_SHADOW, outputs), (HIDDEN, hidden)):
            if number >= base:
                return number - base + first
        return number

    return [_mapped(instruction, File.TEMPORARY, new) for instruction in instructions], total


def _bound(p: TgsiState, instructions, file: File, binding_of):
    """Returns the instructions with consecutive used registers of a file, and their bindings."""
    used, arrays = set(), set()
    for instruction in instructions:
        for place in (*instruction.sources, instruction.destination):
            if place is not None and place.file is file:
                used |= set(_registers(place))
                arrays |= set(_registers(place)) if place.relative else set()
    bindings: dict[Binding, int] = {}
    new: dict[int, int] = {}
    for number in sorted(used, key=lambda number: (number not in arrays, number)):
        binding = binding_of(p, number)
        new[number] = bindings.setdefault(binding, len(bindings))
    mapped = [_mapped(instruction, file, new.__getitem__) for instruction in instructions]
    return mapped, tuple(bindings)


# -- bindings --------------------------------------------------------------------------------------


def _attribute(p: TgsiState, number: int) -> Binding:
    if number >= _FIRST_COMPONENT:
        register, component = divmod(number - _FIRST_COMPONENT, 4)
        return _component(p, "IN", p.declared("IN")[register], component)
    if number >= SYSTEM_VALUE:
        return _of(p, "SV", p.declared("SV")[number - SYSTEM_VALUE])
    declared = p.declared("IN")[number]
    if not declared.semantic:
        return Binding("vertex.attrib", (number,))
    return _of(p, "IN", declared)


def _result(p: TgsiState, number: int) -> Binding:
    if number >= _FIRST_PLANE_DISTANCE:
        return Binding("result.clip", (number - _FIRST_PLANE_DISTANCE,))
    if number >= _FIRST_COMPONENT:
        register, component = divmod(number - _FIRST_COMPONENT, 4)
        return _component(p, "OUT", p.declared("OUT")[register], component)
    return _of(p, "OUT", p.declared("OUT")[number])


def _component(p: TgsiState, file: str, declared: Declared, component: int) -> Binding:
    """Returns the binding of one component of a semantic that is split."""
    number = 4 * declared.index + component
    clips, culls = (p.properties.get(f"NUM_{kind}DIST_ENABLED", 0) for kind in ("CLIP", "CULL"))
    if declared.semantic == "CLIPDIST" and clips <= number < clips + culls:
        # GLSL's distances are one array: clip distances, then cull distances.
        declared, number = declared._replace(semantic="CULLDIST"), number - clips
    return _of(p, file, declared._replace(index=number))


def _of(p: TgsiState, file: str, declared: Declared) -> Binding:
    """Returns the binding of a semantic and its index."""
    binding = meanings.SEMANTICS[p.stage, file][declared.semantic].binding(declared.index)
    beside = any(other.semantic == "TEXCOORD" for other in p.declared(file).values())
    if declared.semantic == "GENERIC" and beside:
        # With TEXCOORD declared, GENERIC is not texture coordinates.
        return replace(binding, name=binding.name.replace("generic", "attrib"))
    return binding


def _interpolated(p: TgsiState, words: set[str]) -> frozenset[Binding]:
    """Returns the inputs of fragments with such an interpolation, or location."""
    if p.stage is not Stage.FRAGMENT:
        return frozenset()
    found = set()
    for declared in p.declared("IN").values():
        if not words & {declared.interpolation, declared.location}:
            continue
        semantic = meanings.SEMANTICS[p.stage, "IN"][declared.semantic]
        if declared.semantic in meanings.SEMANTICS[p.stage, "SV"]:
            continue  # the rasteriser provides it
        if semantic.split:
            found |= {_component(p, "IN", declared, component) for component in range(4)}
        else:
            found.add(_of(p, "IN", declared))
    return frozenset(found)
