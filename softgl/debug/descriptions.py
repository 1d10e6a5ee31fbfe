"""Descriptions of events: the call as it may stand in a program, and the bindings of objects."""

from __future__ import annotations

from dataclasses import asdict, field

import numpy as np

from softgl.debug.plain import MODES, enum_name
from softgl.debug.watching import Event
from softgl.gl.api.spelling import spelled_call
from softgl.records import dataclass


@dataclass(frozen=True)
class Draw:
    """An event of a frame.

    number : from 0. kind : of `watching.KINDS`. command, arguments : as they may stand in a
    program. mode : of primitives; None where there are none. count : of vertices; None where none
    are counted. programs : the names of those enabled by stage, 0 for the default object.
    framebuffer : the name of what is drawn to. textures : names by unit and target.
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

    @property
    def call(self) -> str:
        """The call as it may stand in a program."""
        return f"{self.command}({self.arguments})"


def described(event: Event) -> Draw:
    """An event as it is about to happen."""
    ctx = event.context
    call = spelled_call(event.command, tuple(map(_brief, event.arguments)))
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
    )  # fmt: skip


class _Shown(str):
    """What stands for itself in a call."""

    __slots__ = ()
    __repr__ = str.__str__


def _brief(value):
    """An array as its type and shape."""
    if not isinstance(value, np.ndarray):
        return value
    return _Shown(f"{value.dtype}[{', '.join(map(str, value.shape))}]")


def as_json(found: list[Draw]) -> list[dict]:
    """Events as JSON has them."""
    return [asdict(each) for each in found]
