"""The render mode, the name stack and hit records (OpenGL 2.1, 5.2)."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import BadArgument, Refused, invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import shared
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.selection.feedback import TYPES, FeedbackBuffer, FeedbackCollector, raster_values
from softgl.ir.program import Binding
from softgl.records import dataclass

MAX_NAME_STACK_DEPTH = 64
MAX_DEPTH_VALUE = 2**32 - 1


class HitRecord(NamedTuple):
    """A hit in PyOpenGL's form: depths from 0 to 1, and the names, bottommost first."""

    near: float
    far: float
    names: list[int]

    def __getitem__(self, key):
        return getattr(self, key) if isinstance(key, str) else tuple(self)[key]


class Hits:
    """The selection buffer, and the depths hit since the last record.

    memory : (n,) uint32. count : the number of records. overflow : True if one did not fit.
    """

    filled = True

    def __init__(self, memory: np.ndarray):
        self.memory = memory
        self.clear()

    def clear(self) -> None:
        """Empties the buffer."""
        self.count = self.used = 0
        self.overflow = False
        self.depths: tuple[float, float] | None = None

    def __call__(self, part) -> None:
        """Adds the primitives of a `collect.Collected` to the hit."""
        if part.vertex_indices.size:
            depths = part.window[2][part.vertex_indices]
            self.hit(float(depths.min()), float(depths.max()))

    def hit(self, near: float, far: float) -> None:
        """Extends the hit by a range of depths."""
        near, far = (min(max(depth, 0.0), 1.0) for depth in (near, far))
        if self.depths is not None:
            near, far = min(near, self.depths[0]), max(far, self.depths[1])
        self.depths = near, far

    def record(self, names: list[int]) -> None:
        """Writes a record if there has been a hit since the last one."""
        if self.depths is None:
            return
        depths = [int(depth * MAX_DEPTH_VALUE + 0.5) for depth in self.depths]
        values = np.array([len(names), *depths, *names], np.uint32)
        fitting = values[: len(self.memory) - self.used]
        self.memory[self.used : self.used + len(fitting)] = fitting
        self.used += len(fitting)
        self.overflow = self.overflow or len(fitting) < len(values)
        self.count += len(fitting) == len(values)
        self.depths = None

    def parsed(self) -> list[HitRecord]:
        """Returns the records."""
        found, place, memory = [], 0, self.memory
        for _ in range(self.count):
            number, near, far = memory[place : place + 3].tolist()
            names = memory[place + 3 : place + 3 + number].tolist()
            found.append(HitRecord(near / MAX_DEPTH_VALUE, far / MAX_DEPTH_VALUE, names))
            place += 3 + number
        return found


@dataclass
class Selection(Group):
    """The render mode and its state.

    hits, feedback : the buffers of glSelectBuffer and glFeedbackBuffer; None before these calls.
    _names : the name stack; no draw depends on it.
    """

    mode: int = gl.GL_RENDER
    hits: Hits | None = None
    feedback: FeedbackBuffer | None = None
    _names: list[int] = field(default_factory=list)

    @property
    def names(self) -> tuple[int, ...]:
        """The name stack, bottommost first."""
        return tuple(self._names)

    @property
    def active(self) -> bool:
        """True if nothing is drawn: primitives are selected, or fed back."""
        return self.mode != gl.GL_RENDER

    @property
    def captured(self) -> tuple[Binding, ...]:
        """The vertex results that feedback needs from draws."""
        return TYPES[self.feedback.type].results if self.mode == gl.GL_FEEDBACK else ()

    def collector(self, ctx, outputs, two_side: bool):
        """Returns the receiver of a draw's primitives; outputs : of its last vertex stage."""
        if self.mode == gl.GL_SELECT:
            return self.hits
        flat = ctx.lighting.shade_model == gl.GL_FLAT
        return FeedbackCollector(self.feedback, outputs.row, flat, two_side)

    def place(self, depth: float) -> None:
        """Counts a valid raster position as a hit."""
        if self.mode == gl.GL_SELECT:
            self.hits.hit(depth, depth)

    def image(self, token: int, raster) -> None:
        """Feeds back an image or bitmap at the raster position."""
        if self.mode == gl.GL_FEEDBACK and raster.valid:
            values = raster_values(self.feedback.type, raster)
            self.feedback.write(np.concatenate([np.float32([token]), values]))

    def named(self) -> None:
        """Writes the hits so far under the current names; call it before these change."""
        self.hits.record(self._names)


STATE = State(
    values={
        gl.GL_RENDER_MODE: "selection.mode",
        gl.GL_NAME_STACK_DEPTH: lambda ctx: len(ctx.selection._names),
        gl.GL_SELECTION_BUFFER_SIZE: lambda ctx: _size(ctx.selection.hits),
        gl.GL_FEEDBACK_BUFFER_SIZE: lambda ctx: _size(ctx.selection.feedback),
        gl.GL_FEEDBACK_BUFFER_TYPE: (
            lambda ctx: ctx.selection.feedback.type if ctx.selection.feedback else gl.GL_2D
        ),
    },
    limits={gl.GL_MAX_NAME_STACK_DEPTH: MAX_NAME_STACK_DEPTH},
)


def _size(buffer):
    return 0 if buffer is None else len(buffer.memory)


def _memory(buffer, size, dtype):
    """Returns the array behind a buffer, and the command's result."""
    if buffer is None:
        buffer = np.zeros(size, dtype)
    values = shared(buffer, dtype, size)
    if values is None:
        raise BadArgument(f"buffer: an array of {dtype} without gaps is needed")
    if values.size < size:
        raise BadArgument(f"buffer: {counted(size, 'element')} needed, not {values.size}")
    return values[:size], buffer


@command("glSelectBuffer", listed=False, signature_text="out void|size:sizei|buffer:out uint")
def select_buffer(ctx, size, buffer):
    """Sets the array for hit records; without one, returns a new uint32 array."""
    if ctx.selection.mode == gl.GL_SELECT:
        raise invalid_operation("the buffer is in use: the render mode is GL_SELECT")
    memory, result = _memory(buffer, size, np.dtype(np.uint32))
    ctx.selection.hits = Hits(memory)
    return result


@command(
    "glFeedbackBuffer",
    listed=False,
    signature_text="out void|size:sizei|type:enum|buffer:out float",
    type=EnumSet.of(TYPES),
)
def feedback_buffer(ctx, size, type, buffer):
    """Sets the array for feedback; without one, returns a new float32 array."""
    if ctx.selection.mode == gl.GL_FEEDBACK:
        raise invalid_operation("the buffer is in use: the render mode is GL_FEEDBACK")
    memory, result = _memory(buffer, size, np.dtype(np.float32))
    ctx.selection.feedback = FeedbackBuffer(memory, type)
    return result


@command("glRenderMode", listed=False, mode=EnumSet("GL_RENDER GL_SELECT GL_FEEDBACK"))
def render_mode(ctx, mode):
    """Sets the render mode; returns the result of the mode that ends.

    As in PyOpenGL, that is the list of hit records, or of fed back primitives; -1 if the array was
    too small, and 0 after GL_RENDER.
    """
    selection = ctx.selection
    needed = {gl.GL_SELECT: selection.hits, gl.GL_FEEDBACK: selection.feedback}
    if mode in needed and needed[mode] is None:
        command_ = "glSelectBuffer" if mode == gl.GL_SELECT else "glFeedbackBuffer"
        raise invalid_operation(f"mode: {command_} has not been called")
    result = 0
    ending = needed.get(selection.mode)
    if selection.mode == gl.GL_SELECT:
        selection.named()
    if ending is not None:
        result = -1 if ending.overflow else ending.parsed()
    if selection.feedback is not None:
        feeding = selection.mode == gl.GL_FEEDBACK
        selection.feedback.ended = selection.feedback.count if feeding else 0
    selection.mode = mode
    selection._names.clear()
    if mode in needed:
        needed[mode].clear()
    return result


# -- names -----------------------------------------------------------------------------------------


@command("glInitNames")
def init_names(ctx):
    """Empties the name stack."""
    if ctx.selection.mode == gl.GL_SELECT:
        ctx.selection.named()
        ctx.selection._names.clear()


@command("glPushName")
def push_name(ctx, name):
    """Pushes a name; GL_STACK_OVERFLOW if the stack is full."""
    if ctx.selection.mode != gl.GL_SELECT:
        return
    if len(ctx.selection._names) == MAX_NAME_STACK_DEPTH:
        raise Refused(gl.GL_STACK_OVERFLOW, f"the stack holds at most {MAX_NAME_STACK_DEPTH} names")
    ctx.selection.named()
    ctx.selection._names.append(name)


@command("glPopName")
def pop_name(ctx):
    """Pops a name; GL_STACK_UNDERFLOW if there is none."""
    if ctx.selection.mode != gl.GL_SELECT:
        return
    if not ctx.selection._names:
        raise Refused(gl.GL_STACK_UNDERFLOW, "the stack is empty")
    ctx.selection.named()
    ctx.selection._names.pop()


@command("glLoadName")
def load_name(ctx, name):
    """Replaces the name on top of the stack."""
    if ctx.selection.mode != gl.GL_SELECT:
        return
    if not ctx.selection._names:
        raise invalid_operation("the stack is empty")
    ctx.selection.named()
    ctx.selection._names[-1] = name


@command("glPassThrough")
def pass_through(ctx, token):
    """Writes a marker into the feedback buffer."""
    if ctx.selection.mode == gl.GL_FEEDBACK:
        ctx.selection.feedback.write(np.float32([gl.GL_PASS_THROUGH_TOKEN, token]))


def result_of_mode(ctx, result) -> int:
    """Returns glRenderMode's result in C: the number of hits or values; -1 for too many."""
    if not isinstance(result, list):
        return result
    if result and isinstance(result[0], HitRecord):
        return len(result)
    feedback = ctx.selection.feedback
    return feedback.ended if feedback else 0
