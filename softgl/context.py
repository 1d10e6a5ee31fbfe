"""The context of applications: that of GL, and the tools that people call on it.

It stands above `softgl.gl`, which knows `softgl.gl.context.BaseContext` only, and above the tools
of `softgl.debug`, which are imported by the methods that use them.
"""

from __future__ import annotations

import warnings
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from softgl.gl.api import enums as gl
from softgl.gl.api.errors import GLError
from softgl.gl.context import BaseContext
from softgl.gl.context import current_context as _current_context

if TYPE_CHECKING:
    from softgl.debug.captures.capture import Recorder
    from softgl.debug.history.pixel_history import PixelHistory
    from softgl.debug.tracing.trace import Trace


class Context(BaseContext):
    """A GL context with a window of its own; the functions of `softgl.gl` draw to it.

        import softgl
        from softgl.gl import *

        ctx = softgl.Context(320, 240)
        glClearColor(0.1, 0.2, 0.3, 1.0)
        glClear(GL_COLOR_BUFFER_BIT)
        ctx.save("blue.png")

    The window has an RGBA8 colour buffer, 24 bits of depth and 8 of stencil. A new context is the
    current one of the thread that makes it; `make_current` switches between several.

    width, height : pixels, from 0 to 8192.
    samples : per pixel: 2, 4, 8 or 16, rounded up to the next of these; 0 or 1: no multisampling.
    errors : "raise", a GLError for a refused command, or "record", the code for glGetError.
    machine : "llvm", compiled for this CPU, or "eager", interpreted with numpy: the same pixels.
    lanes : 4, 8 or 16 values in a vector, for llvm; None: the best for the CPU.
    threads : number of threads that draw, for llvm; None: one per CPU.
    strict : refuses programs that drivers accept though no specification allows them.
    explain : checks each draw for mistakes that leave pictures black, and reports them as warnings
        with the call's place, or as messages of debug output; None: True if SOFTGL_EXPLAIN is 1 in
        the environment. Draws take many times as long.
    share : a context, of any thread, which shares its textures, buffer objects, programs, display
        lists, renderbuffers, sampler and sync objects with this one; None: nothing is shared.
    version : (major, minor) of OpenGL, from (1, 0) to (3, 3); it is what the context says of
        itself, and no command or extension goes away with a lower one. None: the latest.
    profile : "compatibility"; "core" from (3, 1) on: refuses what OpenGL 3.1 removed; or "es": a
        context of OpenGL ES 2.0 or 3.0, with version=(2, 0) or (3, 0).
    forward_compatible : refuses that, and what is deprecated since, from (3, 0) on.
    debug : debug output is on. no_error, robust : flags for queries; checks stay the same.
    Raises ArgumentError, a GLError, for other arguments, and GL_OUT_OF_MEMORY without memory.
    """

    def save(self, path, *, alpha=False, **chosen) -> None:
        """Writes an image to a file: the window's colour buffer, or the choice of `read_image`.

        The extension chooses the format: .png, .tif, .webp and .bmp keep every bit of the colours,
        .jpg does not.
        alpha : keeps alpha too in .png, .tif and .webp. A window shows none, but blending writes
            it, so that a picture with alpha has holes. The other formats have none.
        chosen : arguments of `read_image`.
        Raises `softgl.image.ImageError`.
        """
        from softgl.image import ImageError, is_clear, save_image

        image = self.read_image(**chosen)
        bound = self.framebuffers.draw.name
        if bound and not chosen and is_clear(image):
            warnings.warn(
                f"nothing is drawn to the window, and framebuffer {bound} is bound: "
                'save(path, source="framebuffer") writes that',
                stacklevel=2,
            )
        try:
            save_image(path, image, bool(alpha))
        except ImageError as error:
            raise error.without_own_frames() from None

    def explain(self) -> str:
        """Describes the last draw, stage by stage, and its probable mistakes.

        The context must have been made with `explain=True`. Raises GLError otherwise.
        """
        self.execute_queued_calls()
        if self.explainer is None:
            why = "the context does not explain: make it with explain=True, or set SOFTGL_EXPLAIN=1"
            raise GLError(gl.GL_INVALID_OPERATION, why, "explain", ())
        return self.explainer.explanation()

    def history(self, x, y, **chosen) -> AbstractContextManager[PixelHistory]:
        """Records the events and fragments that reach a pixel in a `with` block.

        `softgl docs debugging` describes it.
        """
        from softgl.debug.history.pixel_history import history

        self.execute_queued_calls()
        return history(self, x, y, **chosen)

    def capture(self, path) -> AbstractContextManager[Recorder]:
        """Writes the calls of a `with` block to this context to a file: `softgl.capture`."""
        from softgl.debug.captures.capture import capture

        self.execute_queued_calls()
        return capture(path, self)

    def trace(
        self, pixel=None, vertex=None, primitive=None, when=None, layer=0
    ) -> AbstractContextManager[Trace]:
        """Traces the draws of a `with` block: `softgl.debug.tracing.trace.traced`."""
        from softgl.debug.tracing.trace import traced

        self.execute_queued_calls()
        return traced(self, pixel, vertex, primitive, when, layer)

    def _repr_png_(self) -> bytes:
        """Returns the window's colour buffer as a PNG file, for notebooks."""
        from softgl.image import encoded

        return encoded([self.read_image()], "PNG")


def current_context() -> Context | None:
    """Returns the context of this thread's commands, or None."""
    return _current_context()
