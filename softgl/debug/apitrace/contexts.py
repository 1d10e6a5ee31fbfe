"""The contexts and windows of a trace: calls of GLX, WGL, EGL and CGL.

Window systems tell the sizes of windows elsewhere, so that traces lack them; a window here grows
with the viewports that a program sets. Pbuffers have the size that the trace states.
"""

from __future__ import annotations

from dataclasses import field

from softgl.debug.apitrace.names import OWN, Locations, Names
from softgl.gl.api.current import current
from softgl.gl.api.versions import toolkit_options
from softgl.gl.context import BaseContext, _make_current
from softgl.gl.framebuffers.windows import MAX_FRAMEBUFFER_SIZE, make_window
from softgl.records import dataclass


@dataclass(eq=False)
class Drawable:
    """A window or pbuffer of the trace; `window` has its pixels. shown : True for a window."""

    shown: bool = True
    samples: int = 0
    width: int = 0
    height: int = 0
    window: object = None

    def __post_init__(self):
        self.window = make_window(self.width, self.height, self.samples)

    def grow(self, width: int, height: int) -> bool:
        """Grows to at least this size, which clears it; True if it was smaller."""
        old = self.window
        if width <= old.width and height <= old.height:
            return False
        width, height = max(width, old.width), max(height, old.height)
        if max(width, height) > MAX_FRAMEBUFFER_SIZE:
            return False
        self.window = old.resized(width, height)
        return True


class Context:
    """A context of the trace.

    gl : the one of softgl. drawable : None until it is made current.
    """

    def __init__(self, share: Context | None, options: dict):
        self.gl = BaseContext(0, 0, share=share and share.gl, **options)
        self.fresh, self.drawable = True, None
        self.shared: dict[str, Names] = share.shared if share else {}
        self.locations: Locations = share.locations if share else Locations()
        self.syncs: dict[int, object] = share.syncs if share else {}
        self._own: dict[str, Names] = {}
        self.program = self.pipeline = 0
        self.active_programs: dict[int, int] = {}

    @property
    def program_of_uniforms(self) -> int:
        """The program, by softgl's name, whose uniforms glUniform sets; 0 for none."""
        return self.program or self.active_programs.get(self.pipeline, 0)

    def names(self, kind: str) -> Names:
        """The names of objects of a kind."""
        held = self._own if kind in OWN else self.shared
        return held.setdefault(kind, Names())


@dataclass
class Thread:
    """A thread of the traced program: its current context, and the API that EGL makes next."""

    context: Context | None = None
    drawable: Drawable | None = None
    es: bool = True


@dataclass
class Desktop:
    """All contexts and drawables of a trace, by their handles, and its threads.

    options : of `softgl.Context`, as threads. at_end_of_frame : called before a swap, and before a
        context is released.
    """

    options: dict
    contexts: dict[int, Context] = field(default_factory=dict)
    drawables: dict[int, Drawable] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    samples: dict[int, int] = field(default_factory=dict)
    active: Thread | None = None

    def thread(self, number: int) -> Thread:
        """A thread by its number in the trace."""
        return self.threads.setdefault(number, Thread())

    def turn_to(self, number: int) -> Thread:
        """Makes the context of a thread current; returns the thread."""
        thread = self.thread(number)
        if thread is not self.active:
            self.active = thread
            self._bind(thread)
        return thread

    def _bind(self, thread: Thread) -> None:
        context, drawable = thread.context, thread.drawable
        if context is None:
            _make_current(None)
            return
        context.drawable = drawable
        context.gl.use_window(drawable and drawable.window, fit=context.fresh)
        context.fresh = False
        if current.called is not context.gl:
            context.gl.make_current()

    def make_context(
        self, handle: int, share: int, version=(1, 0), core=False, forward=False, es=False
    ) -> None:
        """Makes the context of a handle; es : one of OpenGL ES."""
        if not handle:
            return
        shared = self.contexts.get(share)
        # Contexts of OpenGL ES 2.0 are often ones of 3.0, which has all that 2.0 has.
        api = {"profile": "es"} if es else toolkit_options(version, core, forward)
        self.contexts[handle] = Context(shared, {**api, **self.options})
        # A new context of softgl is current at first.
        self._restore()

    def _restore(self) -> None:
        if self.active is None:
            _make_current(None)
        else:
            self._bind(self.active)

    def drawable(self, handle: int) -> Drawable | None:
        """The drawable of a handle; one that the trace did not make is a window."""
        if not handle:
            return None
        if handle not in self.drawables:
            self.drawables[handle] = Drawable()
        return self.drawables[handle]

    def make_drawable(self, handle: int, config: int = 0, shown=True, width=0, height=0) -> None:
        """Makes the drawable of a handle."""
        if handle:
            width, height = (min(max(each, 0), MAX_FRAMEBUFFER_SIZE) for each in (width, height))
            samples = self.samples.get(config, 0)
            self.drawables[handle] = Drawable(shown, samples, width, height)

    def make_current(self, number: int, context: int, drawable: int) -> None:
        """Makes a context and a drawable current in a thread; no context: releases its one."""
        thread = self.thread(number)
        thread.context = self.contexts.get(context)
        thread.drawable = self.drawable(drawable) if thread.context else None
        self.active = thread
        self._bind(thread)

    def destroy_context(self, handle: int) -> None:
        """Forgets a context; it stays current where it is."""
        self.contexts.pop(handle, None)

    def destroy_drawable(self, handle: int) -> None:
        """Forgets a drawable; it stays where it is drawn to."""
        self.drawables.pop(handle, None)

    def grow(self, thread: Thread, width: int, height: int) -> None:
        """Grows the window of a thread for a viewport; an untouched scissor box grows with it."""
        context, drawable = thread.context, thread.drawable
        if drawable is None or not drawable.shown:
            return
        before = drawable.window.width, drawable.window.height
        if not drawable.grow(width, height):
            return
        context.gl.use_window(drawable.window)
        box, size = context.gl.scissor, (drawable.window.width, drawable.window.height)
        if (box.x, box.y, box.width, box.height) == (0, 0, *before):
            box.assign(x=0, y=0, width=size[0], height=size[1], others=None)
