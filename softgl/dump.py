"""`softgl dump`: formats a program after each stage of its compilation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

from softgl.asm.disassemble import disassemble
from softgl.asm.spelling import PREFIXES, SELECTORS, buffer_text, vector_text
from softgl.asm.tgsi.write import Unwritable, write
from softgl.counts import counted
from softgl.errors import SoftGLError
from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.ir.blocks import build_flow
from softgl.ir.execute import execute
from softgl.ir.exits import Again, Branch, Call, End, Enter, Exit, Pop, Push, Repeat, Resume, Return
from softgl.ir.passes.straighten import as_executed
from softgl.ir.primitives import Primitives
from softgl.ir.program import (
    INTEGER_INPUTS,
    Binding,
    BufferBinding,
    ConditionTest,
    Constant,
    Destination,
    File,
    Instruction,
    Program,
    Relative,
    Saturate,
    Source,
    Stage,
)
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.isa.table import GLSL, TGSI
from softgl.isa.vocabulary import FLOAT
from softgl.lanes import I32, U32, Signature
from softgl.lanes.compiler import emit_kernel, optimise, target_machine
from softgl.lanes.target import Target, choose_target, host_levels
from softgl.pipeline.keys.kernel_keys import GeometryKey, VertexKey
from softgl.pipeline.keys.link import LinkOptions, link
from softgl.pipeline.keys.resources import environment, resource_arrays
from softgl.pipeline.primitives.geometry import emit_vertices, geometry_signature
from softgl.pipeline.vertices.vertex import shade_vertices, vertex_signature
from softgl.pipeline.vertices.vertex_state import state_kernel
from softgl.texture.buffers import BUFFER_FORMATS
from softgl.texture.keys import TextureKey

_SATURATES = {Saturate.NONE: "", Saturate.UNSIGNED: ".SAT", Saturate.SIGNED: ".SSAT"}


class DumpError(SoftGLError):
    """A program cannot be shown in a form; the message is the reason, in one line."""


def dump(program: Program, stage: str, lanes: int | None = None, cpu: str | None = None) -> str:
    """Formats a program after a stage, a name of `STAGES`; the text ends with a newline.

    lanes, cpu : the vector width and the CPU level of the stages llvm and asm; None for those of
        this CPU.

    Raises DumpError for a level that this CPU lacks, and for a form that the program cannot have.
    """
    if stage == "text" and program.instruction_set in TGSI:
        stage = "tgsi"
    if stage in ("text", "tgsi") and program.instruction_set in GLSL:
        raise DumpError("a shader in GLSL has no text in another language")
    if stage not in COMPILED:
        return STAGES[stage](program)
    levels = host_levels()
    if cpu not in (None, *levels):
        raise DumpError(f"cannot compile for {cpu} here, only for {', '.join(levels)}")
    return COMPILED[stage](program, choose_target(cpu, lanes))


# -- ir --------------------------------------------------------------------------------------------


def list_program(program: Program) -> str:
    """Lists every register with its binding, and every instruction of the IR."""
    lines = [f"{program.language}, a {program.stage.value} program"]
    if program.options:
        lines.append(f"options: {', '.join(sorted(program.options))}")
    if program.fog:
        lines.append(f"fog: {program.fog}")
    if program.primitives:
        lines.append(_primitives(program.primitives))
    lines.append(f"temporaries: {program.temporaries}")
    if program.addresses:
        lines.append(f"address registers: {program.addresses}")
    lines += _registers("attributes", "v", [_attribute(program, b) for b in program.attributes])
    lines += _registers("parameters", "c", [_parameter(program, p) for p in program.parameters])
    lines += _registers("buffers", "b", map(_buffer, program.buffers))
    lines += _registers("results", "o", map(str, program.results))
    lines.append("instructions:")
    width = len(str(len(program.instructions)))
    for number, instruction in enumerate(program.instructions):
        lines += [f"{name}:" for name, at in program.labels if at == number]
        lines.append(f"  {number:{width}}  {_instruction(instruction)}")
    lines += [f"{name}:" for name, at in program.labels if at == len(program.instructions)]
    return "\n".join(lines) + "\n"


def _primitives(primitives: Primitives) -> str:
    text = f"{primitives.taken} to {primitives.made}, of {primitives.limit} vertices at most"
    often = primitives.invocations
    return text + (f", {often} times each" if often > 1 else "")


def _registers(title: str, prefix: str, texts) -> list[str]:
    lines = [f"  {prefix}{number}  {text}" for number, text in enumerate(texts)]
    return [f"{title}:", *lines] if lines else []


def _attribute(program: Program, binding: Binding) -> str:
    ways = (
        ("flat", program.flat), ("noperspective", program.noperspective),
        ("centroid", program.centroid),
    )  # fmt: skip
    return " ".join([str(binding), *(word for word, which in ways if binding in which)])


def _parameter(program: Program, parameter: Binding | Constant) -> str:
    if isinstance(parameter, Binding):
        if parameter.name != "program.named":
            return str(parameter)
        named = program.named[parameter.indices[0]]
        return f"{parameter} {named.name}, at first {vector_text(Constant(named.words), FLOAT)}"
    words = " ".join(f"{word:08x}" for word in parameter.words)
    numbers = vector_text(parameter, FLOAT)
    return f"{numbers}, bits {words}" if numbers else f"bits {words}"


def _buffer(buffer: BufferBinding) -> str:
    return buffer_text(buffer) + (", vectors" if buffer.vector else ", scalars")


def _instruction(i: Instruction) -> str:
    typed = i.sources or i.destination  # control flow and a conditional KIL have no type
    name = (
        i.opcode + (f".{i.type.letter}" if typed else "") + (f".{i.modifier}" if i.modifier else "")
    )
    name += f".{i.precision}" if i.precision else ""
    name += "" if i.update is None else f".CC{i.update}"
    name += _SATURATES[i.saturate]
    operands = [_destination(i.destination)] if i.destination else []
    operands += map(_source, i.sources)
    if i.texture:
        operands += [f"texture[{i.texture.unit}]", i.texture.target]
        operands += [str(i.texture.offset)] if any(i.texture.offset) else []
    operands += [i.target] if i.target else []
    operands += [f"if {_test(i.condition)}"] if i.condition else []
    return f"{name} {', '.join(operands)}".rstrip()


def _source(source: Source) -> str:
    text = _place(source)
    letters = [SELECTORS[selector] for selector in source.swizzle]
    if len(set(source.negate)) > 1:
        signs = ["-" if negate else "" for negate in source.negate]
        return f"{text}.({', '.join(map(''.join, zip(signs, letters, strict=True)))})"
    text += "." + "".join(letters)
    text = f"|{text}|" if source.absolute else text
    return f"-{text}" if source.negate[0] else text


def _destination(destination: Destination) -> str:
    text = "none" if destination.file is None else _place(destination)
    pairs = zip("xyzw", destination.mask, strict=True)
    text += "." + "".join(letter for letter, on in pairs if on)
    text += " as half" if destination.half else ""
    return f"{text} ({_test(destination.condition)})" if destination.condition else text


def _place(place: Source | Destination) -> str:
    number, relative = place.index, place.relative
    name = PREFIXES[place.file]
    if vertex := getattr(place, "vertex", None):
        chosen = _index(vertex.relative, vertex.number) if vertex.relative else vertex.number
        name = f"vertex[{chosen}].{name}"
    if place.file is File.BUFFER:
        name, number = f"b{place.buffer}", f"[{number}]"
    if relative is None:
        return f"{name}{number}"
    return f"{name}{number}[{_index(relative, place.offset)} of {place.count}]"


def _index(relative: Relative, offset: int) -> str:
    index = f"{PREFIXES[relative.file]}{relative.index}.{SELECTORS[relative.component]}"
    return f"{index}{offset:+d}"


def _test(condition: ConditionTest) -> str:
    swizzle = "".join(SELECTORS[selector] for selector in condition.swizzle)
    return f"{condition.rule}{condition.register}.{swizzle}"


# -- blocks ----------------------------------------------------------------------------------------


def list_blocks(program: Program) -> str:
    """Lists the basic blocks of `softgl.ir.blocks` in order of execution, with their exits."""
    flow = build_flow(program)
    first = f"begin at block {flow.entry}"
    if flow.call_depth:
        kind = "recursive calls" if flow.recursive else "calls"
        first += f"; {kind} up to {flow.call_depth} deep"
    lines = [first + (f"; loop counters: {flow.counters}" if flow.counters else "")]
    for number, block in enumerate(flow.blocks):
        lines.append(f"block {number}: {counted(block.steps, 'step')}")
        lines += [f"  {_instruction(instruction)}" for instruction in block.instructions]
        lines.append(f"  -> {_exit(block.exit)}")
    return "\n".join(lines) + "\n"


def _exit(exit_: Exit) -> str:
    if isinstance(exit_, End):
        return "end"
    if isinstance(exit_, Push):
        return f"{'pop' if isinstance(exit_, Pop) else 'push'}; block {exit_.after}"
    if isinstance(exit_, Enter):
        return f"enter loop {exit_.loop}; block {exit_.body}"
    if isinstance(exit_, Repeat):
        count = _source(exit_.instruction.sources[0])
        counter = f"counter {exit_.counter} = {count}"
        return f"{counter}; block {exit_.body} if positive, else block {exit_.after}"
    if isinstance(exit_, Again):
        if exit_.counter is None:
            return f"block {exit_.body}"
        counter = f"count counter {exit_.counter} down"
        return f"{counter}; block {exit_.body} until it is 0, then block {exit_.after}"
    if isinstance(exit_, Branch):
        text, otherwise = f"block {exit_.taken}", exit_.otherwise
    elif isinstance(exit_, Call):
        text, otherwise = f"call block {exit_.target}, then block {exit_.resume}", exit_.resume
    elif isinstance(exit_, Resume):
        return f"resume after the call at block {' or '.join(map(str, exit_.resumes))}"
    else:
        text, otherwise = _return(exit_), exit_.otherwise
    if exit_.condition is None:
        return text
    return f"if {_test(exit_.condition)}: {text}; else block {otherwise}"


def _return(exit_: Return) -> str:
    end = "end" if exit_.fall is None else f"block {exit_.fall}"
    return end if exit_.back is None else f"return by block {exit_.back}; outside calls {end}"


# -- tgsi ------------------------------------------------------------------------------------------


def write_tgsi(program: Program) -> str:
    """Writes the program as an equivalent TGSI text. Raises DumpError."""
    try:
        return write(program)
    except Unwritable as error:
        raise DumpError(str(error)) from None


# -- llvm, asm -------------------------------------------------------------------------------------


def emit_llvm(program: Program, target: Target) -> str:
    """The optimised LLVM IR of a kernel that runs the program."""
    return str(optimise(_module(program, target), target_machine(target)))


def emit_assembly(program: Program, target: Target) -> str:
    """The machine instructions of a kernel that runs the program."""
    machine = target_machine(target)
    return machine.emit_assembly(optimise(_module(program, target), machine))


def _module(program: Program, target: Target):
    textures = tuple((t.unit, t.target, _texture_key(t.target)) for t in program.textures)
    signature, body = KERNELS[program.stage](program, textures)
    return emit_kernel(signature, body, True, target)


def _texture_key(target: str) -> TextureKey:
    """The key of an RGBA8 texture, or of a depth texture for shadow targets, filtered if legal."""
    entry = PROGRAM_TARGETS[target]
    if entry.texture is None:
        return BUFFER_FORMATS["RGBA8"].key
    wrap = entry.texture.wraps[0] if entry.texture.wraps else "REPEAT"
    format_ = INTERNAL_FORMATS["DEPTH_COMPONENT24" if entry.shadow else "RGBA8"]
    return TextureKey(
        entry.texture,
        storage=format_.sampled.name,
        min_filter="LINEAR",
        mip_filter="NONE",
        mag_filter="LINEAR",
        wraps=(wrap,) * len(entry.texture.filtered),
        depth_mode="LUMINANCE" if entry.shadow else None,
        compare="lequal" if entry.shadow else None,
    )


def _vertex_kernel(program: Program, textures):
    """Signature and body of the vertex kernel of a draw with an array for every attribute."""
    outputs = link((program,), LinkOptions(captured=program.results)).outputs[0]
    key = VertexKey(program, (True,) * len(program.attributes), outputs, textures)
    return vertex_signature(key), partial(shade_vertices, key=key)


def _geometry_kernel(program: Program, textures):
    """Signature and body of the geometry kernel of a draw."""
    outputs = link((program,), LinkOptions(captured=program.results)).outputs[0]
    key = GeometryKey(program, outputs, textures)
    return geometry_signature(key), partial(emit_vertices, key=key)


def _fragment_kernel(program: Program, textures):
    """Signature and body of a kernel over fragments whose inputs and results lie in memory.

    rows, out : four rows of `stride` words for each attribute and result. killed : 1 for each
    discarded fragment. In a draw, this code stands within the rasteriser's loops.
    """
    signature = Signature(
        (("stride", I32),),
        (("rows", U32), ("out", U32), ("killed", U32), *resource_arrays(program, textures)),
        frozenset({"out", "killed"}),
    )
    return signature, partial(_shade_fragments, program=program, textures=textures)


def _shade_fragments(m, a, index, program, textures):
    def attribute(register, component):
        bits = m.load(a.rows, index, a.stride * (4 * register + component))
        integer = program.attributes[register].name in INTEGER_INPUTS
        return bits if integer else m.from_bits(bits)

    with m.only(None if m.live is None else m.quad_any(m.live)):
        world = environment(m, a, program, textures, attribute, derivatives=True)
        outcome = execute(m, as_executed(m, program, world), world)
    for row, value in enumerate(chain.from_iterable(outcome.results.values())):
        m.store(a.out, index, m.bits(value), a.stride * row)
    if outcome.killed is not None:
        m.store(a.killed, index, m.select(outcome.killed, m.u32(1), 0))


def _state_kernel(program: Program, textures):
    """Signature and body of the kernel of glExecuteProgramNV; such a program samples no texture."""
    return state_kernel(program)


KERNELS: dict[Stage, Callable] = {
    Stage.VERTEX: _vertex_kernel,
    Stage.GEOMETRY: _geometry_kernel,
    Stage.FRAGMENT: _fragment_kernel,
    Stage.VERTEX_STATE: _state_kernel,
}
"""Stage of a program -> function that returns (signature, body) of a kernel that runs it."""

COMPILED: dict[str, Callable[[Program, Target], str]] = {"llvm": emit_llvm, "asm": emit_assembly}
STAGES: dict[str, Callable] = {
    "ir": list_program,
    "blocks": list_blocks,
    **COMPILED,
    "text": disassemble,
    "tgsi": write_tgsi,
}
"""Names of `--stage` -> functions that format a program."""
