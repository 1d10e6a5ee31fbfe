"""The context: a framebuffer, an engine, and every group of state."""

from __future__ import annotations

import operator
import os
import weakref
from functools import cached_property
from typing import TYPE_CHECKING, SupportsIndex, TypeVar

from softgl import kernel_cache
from softgl import lanes as lane_machines
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import ArgumentError, invalid_operation
from softgl.gl.api.current import current
from softgl.gl.api.errors import GLError
from softgl.gl.api.groups import share_run
from softgl.gl.api.spelling import brief
from softgl.gl.api.stages import programmed
from softgl.gl.api.versions import ES_3, Api, requested_api
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
from softgl.gl.programs.feedback_objects import Feedback
from softgl.gl.programs.programs import Programs
from softgl.gl.queries.attribute_stacks import AttributeStacks
from softgl.gl.queries.debug_output import DebugOutput
from softgl.gl.queries.hints import Hints
from softgl.gl.queries.labels import Labels
from softgl.gl.queries.query_objects import Queries
from softgl.gl.queries.sync import Syncs
from softgl.gl.selection.selection import Selection
from softgl.gl.shading.objects import Shaders
from softgl.gl.share_group import ShareGroup
from softgl.gl.textures.textures import Texturing
from softgl.gl.transform.matrices import Transform
from softgl.gl.transform.viewport import Viewport
from softgl.gl.vertices.array_objects import Vertex
from softgl.gl.vertices.attributes import initial_values
from softgl.gl.vertices.evaluators import Evaluators
from softgl.gl.vertices.immediate import CoreImmediate, Immediate, make_none_fastest
from softgl.gl.vertices.vertex_blend import VertexBlend
from softgl.ir.program import Stage
from softgl.lanes.helpers import usable_cpus
from softgl.pipeline.images.pixel_kernels import Moves
from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE, Framebuffer
from softgl.pipeline.planes.samples import MAX_SAMPLES
from softgl.pipeline.vertices.vertex_stream import VertexStream

if TYPE_CHECKING:  # Pillow takes 10 ms to import, and many contexts make no images
    from PIL import Image

ERROR_MODES = ("raise", "record")
MACHINES = ("llvm", "eager")
DEFAULT_API = Api()


_Self = TypeVar("_Self", bound="BaseContext")


class ContextState:
    """The context of `softgl.gl`'s commands: an engine, and every group of state.

    api : version, profile and flags. core, es, lacks : the same as in `api`. refuses : False while
        a capture is restored, by commands that the API refuses.
    observer : None, or an object whose `drawing(framebuffer, call)` is called right before each
        draw of the pipeline; a call is a DrawCall or a RectangleCall.
    flushed : None, or a function that glFlush and glFinish call at their end.
    calls : None, or the client whose queue holds calls from C: `flush` executes them.
    refused : None, or a function that gets each GLError that is recorded.
    reset_notification : GL_RESET_NOTIFICATION_STRATEGY, as requested; no reset ever happens.
    """

    def __init__(self, engine, window: Window, errors, threads, strict, api: Api = DEFAULT_API):
        self.engine, self.threads = engine, threads
        self.moves = Moves(engine, threads)
        self.width, self.height = width, height = window.width, window.height
        self.errors, self.error = errors, gl.GL_NO_ERROR
        self.reset_notification = gl.GL_NO_RESET_NOTIFICATION
        self.framebuffers = Framebuffers(window, window)
        self.viewport = Viewport(width=width, height=height)
        self.depth, self.stencil, self.color = Depth(), Stencil(), Color()
        self.scissor = Scissor(width=width, height=height)
        self.queries, self.syncs = Queries(), Syncs()
        # KHR_debug, 5.5.1: DEBUG_OUTPUT is initially enabled in debug contexts only.
        self.debug, self.labels = DebugOutput(output=api.debug), Labels()
        self.explainer = None
        self.polygon, self.lighting, self.materials = Polygon(), Lighting(), Materials()
        self.multisample, self.hints, self.clamping = Multisample(), Hints(), Clamping()
        self.transform, self.clip_planes = Transform(), ClipPlanes()
        self.vertex_blend = VertexBlend()
        self.fog, self.points, self.lines = Fog(), Points(), Lines()
        self.vertex, self.buffers = Vertex(), Buffers()
        self.programs, self.feedback = Programs(strict=strict), Feedback()
        self.shaders = Shaders()
        self.texturing, self.pixels = Texturing(), Pixels()
        self.raster, self.accumulation = RasterPosition(), Accumulation()
        self.texturing.moves = self.moves
        share_run(self.transform, self.vertex, self.texturing, self.buffers)
        self.attribute_stacks = AttributeStacks()
        self.evaluators, self.lists = Evaluators(), Lists()
        self.selection = Selection()
        self.inside_begin = False
        self.use_api(api)
        self.batch = Batch(self)
        self.share_group = ShareGroup(self)
        self.observer = self.flushed = self.calls = self.refused = None

    @cached_property
    def plan(self) -> DrawPlan:
        """The draw plan, made for the first draw: many contexts draw nothing."""
        return DrawPlan(self)

    def use_api(self, api: Api) -> None:
        """Gives a new context its API."""
        # Commands read `lacks` in each call.
        self.api, self.core, self.es, self.lacks = api, api.core, api.es, api.lacks
        self.refuses = True
        generic = bool(api.lacks)
        # OpenGL ES has no switches for these. 3.0, 3.4: "The point size is taken from the shader
        # built-in gl_PointSize"; 4.1.8: sRGB is written; 3.8.9.1: cube maps have no seams; 2.18: a
        # point passes "unchanged if it lies within the near and far clip planes", and these planes
        # alone clip a line segment.
        self.points.program_size = self.color.srgb = api.es
        self.clip_planes.sides_clip = not api.es
        # 3.6.2: "Fragment depth values are clamped even when the depth buffer uses a floating-point
        # representation."
        self.depth.limits_floats = api.es
        self.texturing.seamless = api.lacks == ES_3
        self.texturing.es = api.es
        self.framebuffers.window.es = api.version[0] if api.es else 0
        # OpenGL 3.3, E.2.2: "Point rasterization is always performed as though POINT_SPRITE were
        # enabled."
        self.points.sprite = self.texturing.red_depths = generic
        self.vertex.current = initial_values(generic)
        self.immediate = CoreImmediate(self) if generic else Immediate(self)

    def refuse_removed(self, on: bool) -> None:
        """Lets a context take what its API refuses until it refuses it again: captures do so."""
        self.refuses = on
        self.core, self.es = self.api.core and on, self.api.es and on
        self.lacks = self.api.lacks if on else 0

    def execute_queued_calls(self) -> None:
        """Executes this thread's queued calls from C, before Python reads the context.

        They may be for another context that shares objects with this one.
        """
        for each in (self, current.called):
            if each is not None and each.calls is not None:
                each.calls.flush()

    @property
    def framebuffer(self) -> Framebuffer:
        """The draw framebuffer; raises `Refused` if it is not complete.

        Read it right before drawing: it marks the images of textures as drawn to.
        """
        self.batch.flush()
        return self.framebuffers.drawing()

    @property
    def read_framebuffer(self) -> Framebuffer:
        """The read framebuffer, with the read buffer as colour 0; `Refused` if not complete.

        A multisample window is resolved; a multisample framebuffer object is refused.
        """
        self.batch.flush()
        frame = self.framebuffers.reading()
        if frame.samples > 1 and self.framebuffers.read.name:
            # ARB_framebuffer_object, 4.3.2: INVALID_OPERATION "if READ_FRAMEBUFFER_BINDING [...] is
            # non-zero, the read framebuffer is framebuffer complete, and the value of
            # SAMPLE_BUFFERS for the read framebuffer is greater than zero."
            raise invalid_operation(
                "a multisample framebuffer cannot be read: glBlitFramebuffer resolves it"
            )
        return frame.resolved(self.moves)

    def draw(self, mode: int, count: int, attributes: dict, **stream) -> None:
        """Draws vertices: `attributes` vary, the other attributes have their current values.

        stream : the other fields of the `VertexStream`.
        """
        # OpenGL 3.3, E.2.2: "A vertex shader must be defined in order to draw primitives."
        if self.lacks and not programmed(self, Stage.VERTEX):
            if self.explainer is not None:
                kind = "OpenGL ES" if self.es else "a core context"
                text = f"nothing is drawn: {kind} draws with a vertex shader only"
                self.explainer.failed(self, text)
            return
        vertices = VertexStream(count, attributes, dict(self.vertex.current), **stream)
        draw.draw(self, mode, with_position(vertices))


def _integer(name: str, value) -> int:
    """Returns a parameter of a context as an int; TypeError, which names it, for other values."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {brief(value)}, not an integer") from None


def _chosen(arguments: tuple) -> tuple:
    """Returns the arguments of a context up to the last one that is not its default."""
    defaults = BaseContext.__init__.__defaults__
    needed = len(arguments) - len(defaults)
    end = len(arguments)
    while end > needed and arguments[end - 1] is defaults[end - 1 - needed]:
        end -= 1
    return arguments[:end]


class BaseContext(ContextState):
    """A GL context with a window of its own: the part that GL itself needs.

    `softgl.Context` describes the parameters, and adds methods for applications, which always get
    that class. Captures are replayed in this one.
    """

    def __init__(
        self,
        width: SupportsIndex,
        height: SupportsIndex,
        errors: str = "raise",
        machine: str = "llvm",
        lanes: int | None = None,
        threads: SupportsIndex | None = None,
        strict: bool = False,
        samples: SupportsIndex = 0,
        explain: bool | None = None,
        share: BaseContext | None = None,
        version: tuple[int, int] | None = None,
        profile: str = "compatibility",
        forward_compatible: bool = False,
        debug: bool = False,
        no_error: bool = False,
        robust: bool = False,
    ) -> None:
        arguments = (width, height, errors, machine, lanes, threads, strict, samples, explain)
        arguments += (share, version, profile, forward_compatible, debug, no_error, robust)
        try:
            width, height = _integer("width", width), _integer("height", height)
            threads = _integer("threads", usable_cpus() if threads is None else threads)
            samples = _integer("samples", samples)
            check_choices(width, height, errors, machine, threads, samples)
            strict = bool(strict)
            if not (share is None or isinstance(share, BaseContext)):
                raise TypeError(f"share is {brief(share)}, not a Context")
            if explain is None:
                explain = os.environ.get("SOFTGL_EXPLAIN") == "1"
            api = requested_api(
                version, profile, forward_compatible=forward_compatible, debug=debug or explain,
                no_error=no_error, robust=robust,
            )  # fmt: skip
            engine = _engine(machine, lanes)
        except (TypeError, ValueError) as error:
            raise ArgumentError(str(error), "Context", _chosen(arguments)) from None
        window = _allocated(lambda: make_window(width, height, samples), _chosen(arguments))
        super().__init__(engine, window, errors, threads, strict, api)
        if share is not None:
            share.share_group.add(self, share)
        if explain:
            from softgl.gl.explain.explainer import Explainer

            self.explainer = Explainer()
        # `with softgl.Context(...)` restores the context that was current before it was made.
        self._replaced, self._made_over = [], _current_reference()
        self.make_current()

    def __enter__(self: _Self) -> _Self:
        """Makes the context current within a `with` statement."""
        fresh = self._made_over if current.called is self else None
        self._replaced.append(fresh or _current_reference())
        self._made_over = None
        self.make_current()
        return self

    def __exit__(self, *_) -> None:
        """Makes the previous context current again, or none."""
        _make_current(self._replaced.pop()())

    def make_current(self) -> None:
        """Makes this the current context of the calling thread."""
        _make_current(self)

    def resize(self, width, height) -> None:
        """Resizes the window, in pixels, and clears its buffers to zeros.

        No GL state changes, neither the viewport nor the scissor box. Raises ArgumentError as a new
        context does.
        """
        try:
            width, height = _integer("width", width), _integer("height", height)
            check_choices(width, height, self.errors, MACHINES[0], self.threads)
        except (TypeError, ValueError) as error:
            raise ArgumentError(str(error), "Context.resize", (width, height)) from None
        window = self.framebuffers.draw_window
        self.use_window(_allocated(lambda: window.resized(width, height), (width, height)))

    def use_window(self, window: Window | None, read: Window | None = None, *, fit=False) -> None:
        """Replaces the windows for drawing and for reading; `read` : None for the same one.

        The windows keep the pixels that were last drawn to them. Without a window the framebuffer
        named 0 is not complete: GL_FRAMEBUFFER_UNDEFINED.
        fit : True to set the viewport and the scissor box to the size of the window; no other GL
            state changes.
        """
        self.execute_queued_calls()
        state, shown = self.framebuffers, NO_WINDOW if window is None else window
        with self.share_group.lock:
            self.batch.flush()
            state.draw_window, state.read_window = shown, shown if read is None else read
            state.window.undefined = window is None
            self.width, self.height = shown.width, shown.height
            if fit:
                for box in (self.viewport, self.scissor):
                    box.assign(x=0, y=0, width=self.width, height=self.height, others=None)

    def read_image(self, source=None, texture=None, level=0, layer=0) -> Image.Image:
        """Returns a picture as an image, top row first.

        source : None for the window's colour buffer, whatever is bound; "framebuffer" for the read
            buffer of the bound read framebuffer (see glReadBuffer); "depth" for its depth buffer.
        texture, level, layer : the name of a texture instead, a level, and a layer, slice or face.
        The image is RGBA, or L, greys, for depths; numbers outside [0, 1] are clamped. Raises
        GLError for a missing buffer or texture.
        """
        from PIL import Image

        self.execute_queued_calls()
        with self.share_group.lock:
            self.share_group.switch_to(self)
            return Image.fromarray(picture(self, source, texture, level, layer))

    def __repr__(self):
        bound = (f"{of.stage.value} {of.bound.name}" for of in self.programs.targets if of.enabled)
        programs = ", ".join(bound) or "none"
        machine = self.engine.describe()
        profile = "" if self.api.profile == "compatibility" else f"{self.api.profile}, "
        size = f"{self.width}x{self.height}"
        return f"<softgl.Context {size}, {profile}{machine}, programs: {programs}>"


def current_context() -> BaseContext | None:
    """Returns the current context of this thread; None if there is none."""
    called = current.called
    if called is not None:
        called.execute_queued_calls()
    return called


def _current_reference():
    """Returns a weak reference to the current context: a call returns it, or None."""
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
    """Raises ValueError for illegal arguments of a context."""
    if not (0 <= width <= MAX_FRAMEBUFFER_SIZE and 0 <= height <= MAX_FRAMEBUFFER_SIZE):
        raise ValueError(f"{width}x{height} pixels: a side is outside [0, {MAX_FRAMEBUFFER_SIZE}]")
    if errors not in ERROR_MODES:
        raise ValueError(f"errors is {errors!r}, not one of {ERROR_MODES}")
    if machine not in MACHINES:
        raise ValueError(f"machine is {machine!r}, not one of {MACHINES}")
    if threads < 1:
        raise ValueError(f"threads is {threads}, less than 1")
    if not 0 <= samples <= MAX_SAMPLES:
        raise ValueError(f"samples is {samples}, outside [0, {MAX_SAMPLES}]")


def _allocated(make, arguments) -> Window:
    """Returns the window of `make`; GL_OUT_OF_MEMORY if there is not enough memory."""
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
