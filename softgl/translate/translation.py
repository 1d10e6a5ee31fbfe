"""Translates a program text into another language: `translate`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from softgl.asm import parse
from softgl.asm.spelling import binding_text
from softgl.errors import UsageError, ends_at_caller
from softgl.ir.program import Binding, Program, result_components
from softgl.isa import OPCODES, Form
from softgl.records import dataclass
from softgl.translate.interfaces.describe import describe
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.names import specific
from softgl.translate.interfaces.targets import TARGETS, Target

_COMPONENTS = 1024
"""The maximum of vertices times components of a geometry program that every target takes."""
_ONCE = frozenset({"IF", "ELSE", "ENDIF", "RET", "END"})
"""Control flow that executes each instruction once at most."""


@dataclass(frozen=True)
class Translation:
    """A program in another language.

    text : the complete text.
    interface : the values that the application sets and binds.
    stage : "vertex", "geometry" or "fragment".
    target : the name of one of `TARGETS`.
    """

    text: str
    interface: Interface
    stage: str
    target: str


@ends_at_caller
def translate(
    text: str | bytes,
    *,
    to: str,
    exact: bool = False,
    reader: Translation | Interface | None = None,
    feedback: Iterable[str] | None = None,
    conventional: bool = False,
    stage: str = "",
) -> Translation:
    """Translates a program text to the language `to`, one of `TARGETS`.

    exact : True to keep every special case of the source language (0 times infinity, NaN, denormal
        numbers, precisions) if the target can; False for readable texts with GLSL's own functions.
    reader : the translation of the stage that reads its results, if any: its flat inputs make flat
        outputs, as GLSL before 4.30 requires, and a geometry program gives its names to the
        results.
    feedback : the results that transform feedback records, `result.texcoord[0]`; None: all.
    conventional : True to alias numbered attributes, such as v[2] and vertex.attrib[2], with
        conventional ones in targets with fixed function: glNormalPointer sets these two.

    stage : "vertex", "geometry" or "fragment" for a shader in GLSL; "" for other languages. Its
        uniforms become local parameters, its varyings generic attributes; comments name them.

    Raises ProgramError for an invalid text, TranslationError for a feature that the target lacks,
    UsageError for an unknown target.
    """
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    if not isinstance(text, str):
        raise UsageError(f"a program is a text, not {type(text).__name__}")
    if to not in TARGETS:
        raise UsageError(f"unknown target {to!r}; known are {', '.join(TARGETS)}")
    target = TARGETS[to]
    if stage:
        from softgl.translate.shaders import shader_for_translation  # GLSL, which few texts need

        program, comments = shader_for_translation(text, stage, to)
    else:
        program, comments = parse(text), ()
    program = _with_fewer_vertices(_without_weights(program))
    read_by = reader.interface if isinstance(reader, Translation) else reader
    if not target.generic:
        program = _without_generic(program, read_by)
    interface = describe(program, target, read_by, feedback, conventional)
    if target.glsl:
        from softgl.translate.glsl import write
    else:
        from softgl.translate.assembly import write
    written, interface = write(program, target, interface, exact)
    written = _commented(written, comments, target)
    return Translation(written, interface, interface.stage, target.name)


def _commented(text: str, comments: tuple[str, ...], target: Target) -> str:
    """Returns a text with comments below its first line."""
    if target.name == "tgsi" or not comments:
        return text
    mark = "//" if target.glsl else "#"
    first, _, rest = text.partition("\n")
    return "\n".join([first, *(f"{mark} {comment}" for comment in comments), rest])


def _without_weights(program: Program) -> Program:
    """Returns the program with generic attribute 1 in place of the weights of vertex blending.

    Drivers without vertex blending, nearly all, then read vertex.weight.
    """
    generic = Binding("vertex.attrib", (1,))
    if generic in program.attributes:
        return program
    attributes = (generic if b.name == "vertex.weight" else b for b in program.attributes)
    return replace(program, attributes=tuple(attributes))


def _without_generic(program: Program, reader: Interface | None) -> Program:
    """Returns the program without TGSI's GENERIC: with texture coordinates or generic attributes.

    Generic attributes are used if the reader has them, else the names in GLSL texts.
    """
    read = {one.binding for one in reader.attributes} if reader else set()
    names = {}
    for binding in (*program.attributes, *program.results):
        attribute = replace(binding, name=binding.name.replace("generic", "attrib"))
        is_read = binding_text(attribute).replace("result.", "fragment.") in read
        names[binding] = attribute if is_read else specific(binding)
    fields = {
        field: frozenset(names.get(binding, binding) for binding in getattr(program, field))
        for field in ("flat", "noperspective", "centroid")
    }
    return replace(
        program,
        attributes=tuple(names[binding] for binding in program.attributes),
        results=tuple(names[binding] for binding in program.results),
        **fields,
    )


def _with_fewer_vertices(program: Program) -> Program:
    """Limits a geometry program to the vertices that it emits, if no target takes its own limit.

    TGSI texts without a declared limit have such a limit.
    """
    primitives = program.primitives
    if (
        primitives is None
        or primitives.limit * len(result_components(program.instructions)) <= _COMPONENTS
    ):
        return program
    if any(OPCODES[i.opcode].form is Form.FLOW and i.opcode not in _ONCE
           for i in program.instructions):  # fmt: skip
        return program
    emitted = sum(i.opcode == "EMIT" for i in program.instructions)
    return replace(
        program, primitives=replace(primitives, limit=max(1, min(primitives.limit, emitted)))
    )
