"""Contexts for libraries that load OpenGL by a loader object: `softgl.GLContext`."""

from __future__ import annotations

from typing import SupportsIndex

from softgl.capi.calls import get_proc_address
from softgl.context import Context
from softgl.gl.api.current import current
from softgl.gl.api.versions import LATEST
from softgl.gl.context import ContextState, _make_current


class GLContext(Context):
    """A context for libraries that ask an object for OpenGL's functions: moderngl, zengl.

        import moderngl
        import softgl

        softgl_context = softgl.GLContext(320, 240)
        context = moderngl.create_context(context=softgl_context)

    It follows the protocol of glcontext: `load`, `__enter__`, `__exit__` and `release`. It is a
    `softgl.Context`, so that `save` writes the window's picture and `softgl.gl` has its commands.

    width, height : of the window, in pixels; a window of no pixels for programs that draw to
        framebuffer objects alone.
    version : (major, minor) of OpenGL, as for `softgl.Context`.
    profile : "core", "compatibility", or None: core from OpenGL 3.1 on.
    options : the other parameters of `softgl.Context`.
    Raises ArgumentError, a GLError, as `softgl.Context` does; `load` raises UsageError on a machine
    without native code.
    """

    def __init__(
        self,
        width: SupportsIndex = 0,
        height: SupportsIndex = 0,
        *,
        version: tuple[int, int] = LATEST,
        profile: str | None = None,
        **options,
    ) -> None:
        if profile is None:
            profile = "core" if _is_at_least_31(version) else "compatibility"
        self._released: tuple[int, int] | None = None
        super().__init__(width, height, version=version, profile=profile, **options)

    def load(self, name: str | bytes) -> int:
        """Returns the address of a C function of OpenGL by its name; 0 for other names.

        The function acts on the context that is current in the thread that calls it.
        """
        return get_proc_address(name)

    load_opengl_function = load

    def make_current(self) -> None:
        """Makes this the current context of the calling thread; a released one begins anew."""
        size, self._released = self._released, None
        if size is not None:
            self.use_window(self.framebuffers.draw_window.resized(*size), fit=True)
        super().make_current()

    def __exit__(self, *_) -> None:
        """Makes the previous context current again; none without an `__enter__`."""
        if self._replaced:
            super().__exit__()
        elif current.called is self:
            _make_current(None)

    def release(self) -> None:
        """Deletes all objects and the window, and makes no context current if this one was.

        Objects that other contexts share stay. A second release does nothing. The context may be
        used again: it begins anew when it is made current, with a window of its size.
        """
        if self._released is not None:
            return
        self.execute_queued_calls()
        self._released = self.width, self.height
        if current.called is self:
            _make_current(None)
        group, explainer = self.share_group, self.explainer
        # Another thread may have the context current, and its calls from C.
        errors, calls, refused = self.errors, self.calls, self.refused
        with group.lock:
            group.contexts.discard(self)
            window = self.framebuffers.draw_window.resized(0, 0)
            strict = self.programs.strict
            ContextState.__init__(self, self.engine, window, errors, self.threads, strict, self.api)
        self.calls, self.refused = calls, refused
        self.explainer = explainer and type(explainer)()
        self._replaced.clear()
        self._made_over = None


def _is_at_least_31(version) -> bool:
    """True for a version with a core profile; the context checks its type."""
    try:
        return tuple(version) >= (3, 1)
    except TypeError:
        return False
