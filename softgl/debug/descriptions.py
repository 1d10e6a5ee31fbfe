"""Descriptions of events: the call in the syntax of Python, and the bound objects."""

from __future__ import annotations

from dataclasses import asdict, field

import numpy as np

from softgl.debug.plain import MODES, enum_name
from softgl.debug.watching import Event
from softgl.gl.api.spelling import spelled_call
from softgl.records import dataclass


@dataclass(frozen=True)
class Draw:
    """The description of an event of a frame.

    number : from 0. kind : a key of `watching.KINDS`. command, arguments : in Python's syntax.
    mode : the primitive mode; None without primitives. count : of vertices; None if unknown.
    programs : stage -> name of the enabled assembly program, 0 for the default object.
    shader_program : the name of the GLSL program in use, 0 for none.
    pipeline_programs : stage -> name of a program of the bound pipeline object, if that is in use.
    stack : the frames of the program that makes the call, the innermost first.
    framebuffer : the name of the bound draw framebuffer. textures : unit -> target -> name.
    """

    number: int
    kind: str
    command: str
    arguments: str
    mode: str | None = None
    count: int | None = None
    programs: dict[str, int] = field(default_factory=dict)
    framebuffer: int = 0
    textures: dict[str, dict[str, int]] = field(default_factory=dict)
    shader_program: int = 0
    pipeline_programs: dict[str, int] = field(default_factory=dict)
    stack: tuple[str, ...] = ()

    @property
    def call(self) -> str:
        """The call in Python's syntax."""
        return f"{self.command}({self.arguments})"


def described(event: Event) -> Draw:
    """Describes an event right before it happens."""
    ctx = event.context
    call = spelled(event.command, event.arguments)
    return Draw(
        event.number, event.kind, event.command, call[len(event.command) + 1 : -1],
        None if event.mode is None else enum_name(event.mode, MODES), event.count,
        {t.stage.value: t.bound.name for t in ctx.programs.targets if t.enabled},
        ctx.framebuffers.draw.name,
        {
            f"GL_TEXTURE{unit}": bound
            for unit, each in enumerate(ctx.texturing.units)
            if (bound := {f"GL_{t.target.enum}": t.name for t in each.bound.values() if t.name})
        },
        ctx.shaders.current.name if ctx.shaders.current else 0,
        _of_pipeline(ctx), event.stack,
    )  # fmt: skip


def spelled(name: str, arguments: tuple) -> str:
    """A call in Python's syntax, with arrays as their types and shapes."""
    return spelled_call(name, tuple(map(_brief, arguments)))


def _of_pipeline(ctx) -> dict[str, int]:
    pipeline = ctx.shaders.pipeline
    if ctx.shaders.current is not None or pipeline is None:
        return {}
    return {stage.value: program.name for stage, program in pipeline.stages.items()}


class _Shown(str):
    """A text whose `repr` is the text itself."""

    __slots__ = ()
    __repr__ = str.__str__


def _brief(value):
    """Replaces an array by its type and shape."""
    if not isinstance(value, np.ndarray):
        return value
    return _Shown(f"{value.dtype}[{', '.join(map(str, value.shape))}]")


def as_json(found: list[Draw]) -> list[dict]:
    """Converts events to JSON-able values."""
    return [asdict(each) for each in found]
