"""Replaces the texts of the programs in force while a draw is made: `swapped`.

A GLSL program is linked anew with the settings of its last link, and with the locations that its
attributes and outputs have. The calls of the frame see the original program between draws, so
locations of uniforms in them stay valid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from softgl.asm import parse
from softgl.asm.hints import hinted
from softgl.check.reports import diagnostic
from softgl.debug.edits.texts import ProgramText, texts
from softgl.errors import ProgramError, SoftGLError
from softgl.gl.api.stages import program_object
from softgl.gl.programs.programs import ProgramObject as AssemblyProgram
from softgl.gl.programs.programs import Registers
from softgl.gl.shading.interfaces import column_size, is_sampler, rows_of
from softgl.gl.shading.linking import linked_of
from softgl.gl.shading.objects import Installed, ProgramObject
from softgl.gl.shading.shaders import STAGES, characters, compiled
from softgl.records import dataclass


@dataclass(frozen=True)
class Problem:
    """An error in an edited text.

    key : of the text; "" for errors of linking. line, column : from 1; 0 without a place.
    words : the lines of `softgl check`: the error, the line of the text, carets, a hint.
    """

    key: str
    words: str
    line: int = 0
    column: int = 0


class EditError(SoftGLError):
    """An edited program does not compile or link; problems : the reasons."""

    def __init__(self, problems: list[Problem]):
        super().__init__("\n".join(problem.words for problem in problems))
        self.problems = problems


@contextmanager
def swapped(ctx, edits: Mapping[str, str]) -> Iterator[list[ProgramText]]:
    """Replaces texts of the programs in force in the block; yields the replaced ones.

    edits : text by `ProgramText.key`; keys of other texts have no effect. Uniforms and parameters
    keep their values by name. Raises EditError; no program is replaced then.
    """
    found = [text for text in texts(ctx) if edits.get(text.key, text.text) != text.text]
    with ExitStack() as stack:
        for program in {id(each): each for each in _shader_programs(ctx, found)}.values():
            own = {text.place: text for text in found if text.program == program.name}
            stack.enter_context(_relinked(ctx, program, own, edits))
        for text in found:
            if text.place is None:
                bound = getattr(ctx.programs, text.stage.value).bound
                stack.enter_context(_reloaded(ctx, bound, text, edits[text.key]))
        yield found


def _shader_programs(ctx, found) -> list[ProgramObject]:
    return [program_object(ctx, text.stage) for text in found if text.place is not None]


# -- assembly --------------------------------------------------------------------------------------


@contextmanager
def _reloaded(ctx, bound: AssemblyProgram, text: ProgramText, edited: str):
    """Replaces an assembly program in the block."""
    try:
        program = parse(edited, stage=text.stage, strict=ctx.programs.strict)
    except ProgramError as error:
        raise EditError([_problem(text, hinted(error))]) from None
    kept = {name: getattr(bound, name) for name in ("source", "program", "named", "vertex_limit")}
    old, own_limit = kept["program"], kept["program"].primitives
    values = {each.name: kept["named"].words[n] for n, each in enumerate(old.named)}
    bound.load(edited.encode("latin-1", "replace"), program)
    if own_limit and kept["vertex_limit"] != own_limit.limit:  # of glProgramVertexLimitNV
        bound.vertex_limit = kept["vertex_limit"]
    named = Registers(len(program.named))
    for number, each in enumerate(program.named):
        named.write(number, [values.get(each.name, each.words)])
    bound.named = named
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(bound, name, value)


def _problem(text: ProgramText, error) -> Problem:
    return Problem(text.key, diagnostic(text.title, error), error.line, error.column)


# -- GLSL ------------------------------------------------------------------------------------------


@contextmanager
def _relinked(ctx, program: ProgramObject, own: dict, edits: Mapping[str, str]):
    """Replaces shaders of a GLSL program in the block; own : their texts by place."""
    linked = _linked(ctx, program, own, edits)
    kept = {name: getattr(program, name) for name in _INSTALLED}
    program.install(linked)
    _carry_values(kept, program)
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(program, name, value)


_INSTALLED = ("block", "units", "block_points", "_interface", "linked")
"""The fields that `ProgramObject.install` replaces."""


def _linked(ctx, program, own, edits):
    """Compiles and links a program with edited texts. Raises EditError."""
    installed: Installed = program.state.installed
    shaders, problems = [], []
    for place, (kind, strings) in enumerate(installed.texts):
        edited = place in own
        words = (edits[own[place].key],) if edited else tuple(map(characters, strings))
        shader = compiled(words, STAGES[kind], ctx.core, ctx.api.es_language)
        shaders.append(shader)
        if edited and not shader.compiled:
            problems += _messages(own[place], shader)
    if problems:
        raise EditError(problems)
    linked, log = linked_of(tuple(shaders), _settings(program), bool(ctx.lacks))
    if linked is None:
        lines = [line.removeprefix("error: ") for line in log.splitlines()]
        words = f"program {program.name}: error: " + "\n".join(lines)
        raise EditError([Problem("", words)])
    return linked


def _messages(text: ProgramText, shader) -> list[Problem]:
    from softgl.one_shader import program_error  # which few contexts need

    found = []
    for message in shader.messages:
        if message.severity != "error":
            continue
        if message.at is None:
            found.append(Problem(text.key, f"{text.title}: error: {message.text}"))
        else:
            found.append(_problem(text, program_error(shader, message)))
    return found


def _settings(program):
    """The settings of the last link, with the present locations of attributes and outputs."""
    settings, linked = program.state.installed.settings, program.linked
    attributes = {each.name: each.location for each in linked.attributes if each.location >= 0}
    outputs = {
        each.name: (each.location, each.index) for each in linked.outputs if each.location >= 0
    }
    return replace(
        settings,
        attributes=settings.attributes | _without_elements(attributes),
        outputs=settings.outputs | _without_elements(outputs),
    )


def _without_elements(places: dict) -> dict:
    """The places by names without the [0] of arrays and without built-in ones."""
    names = {name.removesuffix("[0]"): place for name, place in places.items()}
    return {name: place for name, place in names.items() if not name.startswith("gl_")}


def _carry_values(kept: dict, program: ProgramObject) -> None:
    """Copies uniforms, units of samplers and binding points of blocks of the same names."""
    old = {uniform.name: uniform for uniform in kept["linked"].uniforms}
    for uniform in program.linked.uniforms:
        before = old.get(uniform.name)
        if before is None or before.type != uniform.type:
            continue
        count = min(uniform.size, before.size)
        if is_sampler(uniform.type):
            if uniform.slot is not None and before.slot is not None:
                units = kept["units"].values[before.slot : before.slot + count]
                program.units.put(uniform.slot, units)
        elif uniform.row is not None and before.row is not None:
            rows, size = count * rows_of(uniform.type), column_size(uniform.type)
            words = kept["block"].words[before.row : before.row + rows, :size]
            program.block.put_rows(uniform.row, words)
    points = dict(
        zip((b.name for b in kept["linked"].blocks), kept["block_points"].values, strict=True)
    )
    for number, block in enumerate(program.linked.blocks):
        if block.name in points:
            program.block_points.put(number, [points[block.name]])
