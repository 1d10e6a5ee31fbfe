"""The context: a framebuffer, an engine, and every group of state."""

from __future__ import annotations

import operator
import os
import weakref
from typing import TYPE_CHECKING, TypeVar

from softgl import kernel_cache
from softgl import lanes as lane_machines
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import ArgumentError, invalid_operation
from softgl.gl.api.current import current
from softgl.gl.api.errors import GLError
from softgl.gl.api.spelling import brief
from softgl.gl.buffers.buffer_objects import Buffers
from softgl.gl.draw import draw
from softgl.gl.draw.accumulation import Accumulation
from softgl.gl.draw.batch import Batch
from softgl.gl.draw.plan import DrawPlan
from softgl.gl.draw.raster_position import RasterPosition
from softgl.gl.draw.vertex_stream import with_position
from softgl.gl.fixed.fog import Fog
from softgl.gl.fixed.lighting import Lighting, Materials
from softgl.gl.fragments.clamping import Clamping
from softgl.gl.fragments.color import Color
from softgl.gl.fragments.depth import Depth
from softgl.gl.fragments.multisample import Multisample
from softgl.gl.fragments.scissor import Scissor
from softgl.gl.fragments.stencil import Stencil
from softgl.gl.framebuffers.framebuffers import Framebuffers
from softgl.gl.framebuffers.windows import NO_WINDOW, Window, make_window
from softgl.gl.lists.lists import Lists
from softgl.gl.pictures import picture
from softgl.gl.pixels.pixels import Pixels
from softgl.gl.primitives.clip_planes import ClipPlanes
from softgl.gl.primitives.lines import Lines
from softgl.gl.primitives.points import Points
from softgl.gl.primitives.polygons import Polygon
from softgl.gl.programs.programs import Programs
from softgl.gl.programs.transform_feedback import Feedback
from softgl.gl.queries.attribute_stacks import AttributeStacks
from softgl.gl.queries.debug_output import DebugOutput
from softgl.gl.queries.hints import Hints
from softgl.gl.queries.labels import Labels
from softgl.gl.queries.query_objects import Queries
from softgl.gl.queries.sync import Syncs
from softgl.gl.selection.selection import Selection
from softgl.gl.share_group import ShareGroup
from softgl.gl.textures.textures import Texturing
from softgl.gl.transform.matrices import Transform
from softgl.gl.transform.viewport import Viewport
from softgl.gl.vertices.arrays import Vertex
from softgl.gl.vertices.evaluators import Evaluators
from softgl.gl.vertices.immediate import Immediate, make_none_fastest
from softgl.gl.vertices.vertex_blend import VertexBlend
from softgl.lanes.helpers import usable_cpus
from softgl.pipeline.images.pixel_kernels import Moves
from softgl.pipeline.planes.framebuffer import MAX_SIZE, Framebuffer
from softgl.pipeline.planes.samples import MAX_SAMPLES
from softgl.pipeline.vertices.vertex_stream import VertexStream

if TYPE_CHECKING:  # Pillow takes 10 ms to import, and many contexts make no images
    from PIL import Image

ERROR_MODES = ("raise", "record")
MACHINES = ("llvm", "eager")


_Self = TypeVar("_Self", bound="GLContext")


class ContextState:
    """The context of `softgl.gl`'s commands: an engine, and every group of state.

    observer : None, or an object whose `drawing(framebuffer, call)` is called right before each
        draw of the pipeline; a call is a DrawCall or a RectangleCall.
    flushed : None, or a function that glFlush and glFinish call at their end.
    calls : None, or the client whose queue holds calls from C: `flush` executes them.
    refused : None, or a function that gets each GLError that is recorded.
    """

    def __init__(self, engine, window: Window, errors, threads, strict):
        self.engine, self.threads = engine, threads
        self.moves = Moves(engine, threads)
        self.width, self.height = width, height = window.width, window.height
        self.errors, self.error = errors, gl.GL_NO_ERROR
        self.framebuffers = Framebuffers(window, window)
        self.viewport = Viewport(width=width, height=height)
        self.depth, self.stencil, self.color = Depth(), Stencil(), Color()
        self.scissor = Scissor(width=width, height=height)
        self.queries, self.syncs = Queries(), Syncs()
        self.debug, self.labels = DebugOutput(), Labels()
        self.explainer = None
        self.polygon, self.lighting, self.materials = Polygon(), Lighting(), Materials()
        self.multisample, self.hints, self.clamping = Multisample(), Hints(), Clamping()
        self.transform, self.clip_planes = Transform(), ClipPlanes()
        self.vertex_blend = VertexBlend()
        self.fog, self.points, self.lines = Fog(), Points(), Lines()
        self.vertex, self.buffers = Vertex(), Buffers()
        self.programs, self.feedback = Programs(strict=strict), Feedback()
        self.texturing, self.pixels = Texturing(), Pixels()
        self.raster, self.accumulation = RasterPosition(), Accumulation()
        self.texturing.moves = self.moves
        self.attribute_stacks = AttributeStacks()
        self.evaluators, self.lists = Evaluators(), Lists()
        self.selection = Selection()
        self.inside_begin = False
        self.immediate = Immediate(self)
        self.plan, self.batch = DrawPlan(self), Batch(self)
        self.share_group = ShareGroup(self)
        self.observer = self.flushed = self.calls = self.refused = None

    def come_to_order(self) -> None:
        """Execute the calls from C that wait in this thread, before Python looks at the context.

        They may be for another context, which shares objects with this one.
        """
        for each in (self, current.called):
            if each is not None and each.calls is not None:
                each.calls.flush()

    @property
    def framebuffer(self) -> Framebuffer:
        """The draw framebuffer; raises `Refused` if it is not complete.

        To be asked for right before drawing: a texture's image counts as drawn from then on.
        """
        self.batch.flush()
        return self.framebuffers.drawing()

    @property
    def read_framebuffer(self) -> Framebuffer:
        """The read framebuffer; its colour 0 is the read buffer. Raises `Refused` if not complete.

        The samples of the window's pixels are resolved; of framebuffer objects they are refused.
        """
        self.batch.flush()
        frame = self.framebuffers.reading()
        if frame.samples > 1 and self.framebuffers.read.name:
            # ARB_framebuffer_object, 4.3.2: INVALID_OPERATION "if READ_FRAMEBUFFER_BINDING [...] is
            # non-zero, the read framebuffer is framebuffer complete, and the value of
            # SAMPLE_BUFFERS for the read framebuffer is greater than zero."
            raise invalid_operation("what is read has several samples: glBlitFramebuffer resolves")
        return frame.resolved(self.moves)

    def draw(self, mode: int, count: int, attributes: dict, **stream) -> None:
        """Draw vertices: `attributes` vary, the other attributes have their current values.

        stream : the other fields of the `VertexStream`.
        """
        given = VertexStream(count, attributes, dict(self.vertex.current), **stream)
        draw.draw(self, mode, with_position(given))


class GLContext(ContextState):
    """A GL context with a window of its own, as GL itself needs it.

    `softgl.Context` describes the parameters, and adds what only people call. An application gets
    that class from whatever makes it a context; captures are drawn again in this one.
    """

    def __init__(
        self,
        width,
        height,
        errors="raise",
        machine="llvm",
        lanes=None,
        threads=None,
        strict=False,
        samples=0,
        explain=None,
        share=None,
    ):
        arguments = (width, height, errors, machine, lanes, threads, strict, samples, explain)
        arguments += (share,)
        try:
            width, height = operator.index(width), operator.index(height)
            threads = operator.index(usable_cpus() if threads is None else threads)
            samples = operator.index(samples)
            check_choices(width, height, errors, machine, threads, samples)
            strict = bool(strict)
            if not (share is None or isinstance(share, GLContext)):
                raise TypeError(f"share is {brief(share)}, not a Context")
            engine = _engine(machine, lanes)
        except (TypeError, ValueError) as error:
            raise ArgumentError(str(error), "Context", arguments) from error
        window = _made(lambda: make_window(width, height, samples), arguments)
        super().__init__(engine, window, errors, threads, strict)
        if share is not None:
            share.share_group.add(self, share)
        if os.environ.get("SOFTGL_EXPLAIN") == "1" if explain is None else explain:
            from softgl.gl.explain.explainer import Explainer

            self.explainer, self.debug.output = Explainer(), True
        # Whoever says `with softgl.Context(...)` wants the one back that was current before it.
        self._replaced, self._made_over = [], _current_reference()
        self.make_current()

    def __enter__(self: _Self) -> _Self:
        """Make it current for the length of a `with` statement."""
        fresh = self._made_over if current.called is self else None
        self._replaced.append(fresh or _current_reference())
        self._made_over = None
        self.make_current()
        return self

    def __exit__(self, *_) -> None:
        """Make the context current that was so before, or none."""
        _make_current(self._replaced.pop()())

    def make_current(self) -> None:
        """Make this the context of the commands that the calling thread gives from now on."""
        _make_current(self)

    def resize(self, width, height) -> None:
        """Give the window another size, in pixels; its buffers are cleared to zeros.

        No state of GL changes by this, neither the viewport nor the scissor box. Raises
        ArgumentError as a new context does.
        """
        try:
            width, height = operator.index(width), operator.index(height)
            check_choices(width, height, self.errors, MACHINES[0], self.threads)
        except (TypeError, ValueError) as error:
            raise ArgumentError(str(error), "Context.resize", (width, height)) from error
        window = self.framebuffers.draw_window
        self.use_window(_made(lambda: window.resized(width, height), (width, height)))

    def use_window(self, window: Window | None, read: Window | None = None, *, fit=False) -> None:
        """Draw to another window from now on, and read `read`, or the same one.

        The windows have the pixels that were last drawn to them. Without a window the framebuffer
        of the name 0 is not complete: GL_FRAMEBUFFER_UNDEFINED.
        fit : True sets the viewport and the scissor box to the size of the window; no other state
            of GL changes.
        """
        self.come_to_order()
        state, shown = self.framebuffers, NO_WINDOW if window is None else window
        with self.share_group.lock:
            self.batch.flush()
            state.draw_window, state.read_window = shown, shown if read is None else read
            state.window.undefined = window is None
            self.width, self.height = shown.width, shown.height
            if fit:
                for box in (self.viewport, self.scissor):
                    box.assign(x=0, y=0, width=self.width, height=self.height)

    def read_image(self, source=None, texture=None, level=0, layer=0) -> Image.Image:
        """The picture as an image, top row first.

        source : None, the window's colour buffer, whatever is bound; "framebuffer", the read buffer
            of the framebuffer that is bound for reading (glReadBuffer chooses its attachment);
            "depth", that one's depth buffer.
        texture, level, layer : of a texture with this name a level, and of that a layer, a slice or
            a face.
        The image is RGBA, or L, greys, of depths; numbers beyond [0, 1] are clamped. Raises GLError
        for what is not there.
        """
        from PIL import Image

        self.come_to_order()
        with self.share_group.lock:
            self.share_group.switch_to(self)
            return Image.fromarray(picture(self, source, texture, level, layer))

    def __repr__(self):
        bound = (f"{of.stage.value} {of.bound.name}" for of in self.programs.targets if of.enabled)
        programs = ", ".join(bound) or "none"
        machine = self.engine.describe()
        return f"<softgl.Context {self.width}x{self.height}, {machine}, programs: {programs}>"


def current_context() -> GLContext | None:
    """The context that this thread's commands go to; None if there is none."""
    called = current.called
    if called is not None:
        called.come_to_order()
    return called


def _current_reference():
    """A weak reference to the current context: a call returns it, or None."""
    return (lambda: None) if current.called is None else weakref.ref(current.called)


def _make_current(context) -> None:
    replaced = current.called
    if current.dispatch is not None:
        current.dispatch.left()
    if replaced is not None and replaced is not context:
        replaced.share_group.leave(replaced)
    current.context, current.dispatch = context, None
    if context is None:
        make_none_fastest()
    elif context.lists.compiling is not None:
        context.lists.compiling.begin()
    else:
        context.immediate.make_fastest()
    if context is not None:
        context.share_group.enter(context)


def check_choices(width, height, errors, machine, threads, samples=0) -> None:
    """Raise ValueError for what no context can be made with."""
    if not (0 <= width <= MAX_SIZE and 0 <= height <= MAX_SIZE):
        raise ValueError(f"{width}x{height} pixels: each must be from 0 to {MAX_SIZE}")
    if errors not in ERROR_MODES:
        raise ValueError(f"errors is {errors!r}, not one of {ERROR_MODES}")
    if machine not in MACHINES:
        raise ValueError(f"machine is {machine!r}, not one of {MACHINES}")
    if threads < 1:
        raise ValueError(f"threads is {threads}, not at least 1")
    if not 0 <= samples <= MAX_SAMPLES:
        raise ValueError(f"samples is {samples}, not from 0 to {MAX_SAMPLES}")


def _made(make, arguments) -> Window:
    """The window that `make` makes; GL_OUT_OF_MEMORY where there is not enough memory."""
    try:
        return make()
    except MemoryError as error:
        reason = f"there is not enough memory for {arguments[0]}x{arguments[1]} pixels"
        raise GLError(gl.GL_OUT_OF_MEMORY, reason, "Context", arguments) from error


def _engine(machine, width):
    if machine == "eager":
        return lane_machines.eager_engine()
    target = lane_machines.choose_target(width=width)
    return lane_machines.llvm_engine(target, kernel_cache.default_cache())
