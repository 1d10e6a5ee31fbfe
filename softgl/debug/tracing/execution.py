"""The subject of a trace, and the executions that it finds."""

from __future__ import annotations

from dataclasses import field

from softgl.debug.tracing.run import Observer
from softgl.ir.program import Program
from softgl.records import dataclass


@dataclass
class Wanted:
    """The subject of a trace: a pixel (x, y), or the number of a vertex or a primitive in the draw.

    layer : of a layered framebuffer. when : as in `Observer`.
    against : a program to compare with the programs of its stage.
    """

    pixel: tuple[int, int] | None = None
    vertex: int | None = None
    primitive: int | None = None
    when: object = None
    against: Program | None = None
    layer: int = 0

    def observer(self, lane: int = 0) -> Observer:
        """Makes an observer of a lane."""
        return Observer(lane, self.when, self.against)


@dataclass
class Execution:
    """One execution of a program: for a vertex, a fragment, or a geometry program's primitive.

    stage : "vertex", "geometry" or "fragment". number : of the vertex or the primitive in its draw;
    None for a fragment if its program does not read the number of the primitive.
    observer : the recorded steps. place : further properties by name.
    """

    stage: str
    number: int | None
    observer: Observer
    place: dict = field(default_factory=dict)

    @property
    def program(self) -> Program:
        return self.observer.program
