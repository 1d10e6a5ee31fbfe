"""The texts of the programs in force, which can be edited: `texts`."""

from __future__ import annotations

from zlib import crc32

from softgl.gl.api.stages import program_object, shader
from softgl.gl.shading.shaders import STAGES, characters
from softgl.ir.program import Stage
from softgl.records import dataclass


@dataclass(frozen=True)
class ProgramText:
    """A text of a program.

    stage, program : the stage, and the name of the program object. place : of a shader among those
    of the GLSL program; None for an assembly program. language : "GLSL", or that of the header.
    count : the number of texts of the stage. label : of the program object.
    """

    stage: Stage
    program: int
    place: int | None
    language: str
    text: str
    count: int = 1
    label: str = ""

    @property
    def key(self) -> str:
        """The identity of the text in every replay of its frame; other contents have another."""
        place = "asm" if self.place is None else self.place
        return f"{self.stage.value}-{self.program}-{place}-{crc32(self.text.encode()):08x}"

    @property
    def title(self) -> str:
        """The text in words."""
        if self.place is None:
            title = f"{self.stage.value} program {self.program or 'default'}"
        else:
            several = f" {self.place}" if self.count > 1 else ""
            title = f"{self.stage.value} shader{several} of program {self.program}"
        return f"{title} “{self.label}”" if self.label else title


def texts(ctx) -> list[ProgramText]:
    """Lists the texts of the programs in force, in the order of stages."""
    found = []
    for target in ctx.programs.targets:
        if shader(ctx, target.stage) is not None:
            found += shader_texts(ctx, target.stage)
        elif target.enabled and target.bound.program is not None:
            bound = target.bound
            text, language = bound.source.decode("latin-1"), bound.program.language
            name, label = bound.name, _label(ctx, bound)
            found.append(ProgramText(target.stage, name, None, language, text, 1, label))
    return found


def shader_texts(ctx, stage: Stage) -> list[ProgramText]:
    """Lists the texts of the shaders of a stage in the GLSL program that is current for it."""
    program = program_object(ctx, stage)
    installed = program.state.installed
    own = [
        (place, "".join(map(characters, strings)))
        for place, (kind, strings) in enumerate(installed.texts if installed else ())
        if STAGES[kind] is stage
    ]
    label = _label(ctx, program)
    return [
        ProgramText(stage, program.name, place, "GLSL", text, len(own), label)
        for place, text in own
    ]


def _label(ctx, named) -> str:
    return ctx.labels.get(named).decode("utf-8", "replace")
