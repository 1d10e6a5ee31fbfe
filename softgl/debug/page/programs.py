"""The texts of the programs of an event."""

from __future__ import annotations

from softgl.asm.disassemble import disassemble
from softgl.errors import SoftGLError
from softgl.gl.api.stages import program_object
from softgl.ir.program import Program

GENERATED = "made of fixed-function state"


def described(ctx, programs: list[Program]) -> list[dict]:
    """The title and the lines of each program; generated programs are disassembled."""
    return [_described(ctx, program) for program in programs]


def _described(ctx, program) -> dict:
    stage = program.stage.value
    if program.of_shader:
        current = program_object(ctx, program.stage)
        title = f"{stage} shader" + (f" of program {current.name}" if current else "")
        label = ctx.labels.get(current).decode("utf-8", "replace") if current else ""
        if label:
            title += f" “{label}”"
        return {"title": title, "words": "GLSL", "source": program.source.splitlines()}
    for target in ctx.programs.targets:
        if target.bound.program is program:
            title = f"{stage} program {target.bound.name or 'default'}"
            label = ctx.labels.get(target.bound).decode("utf-8", "replace")
            if label:
                title += f" “{label}”"
            text = target.bound.source.decode("utf-8", "replace")
            return {"title": title, "words": program.language, "source": text.splitlines()}
    return {"title": f"{stage} stage", "words": GENERATED, "source": _made(program)}


def _made(program) -> list[str]:
    """The lines of a generated program."""
    try:
        return disassemble(program).splitlines()
    except SoftGLError as error:
        return [f"# {error}"]
