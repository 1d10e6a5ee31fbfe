"""Current contexts of EGL: binding them to threads and surfaces, posting, waiting (1.5, 3.7.3 on).

A context draws to the window of its surface, whose pixels stay there when it is made current with
another one. 3.7: "EGL_OPENGL_API and EGL_OPENGL_ES_API are interchangeable for all purposes except
eglCreateContext", and a thread has one current context of both.
"""

from __future__ import annotations

import weakref

from softgl.capi import egl_registry as egl
from softgl.capi.egl_contexts import Context, find_context
from softgl.capi.egl_state import (
    Binding,
    Display,
    Failure,
    Thread,
    egl_function,
    find_display,
    initialized,
    this_thread,
)
from softgl.capi.egl_surfaces import Surface, find_surface
from softgl.gl import glFinish, glFlush
from softgl.gl.api import enums as gl
from softgl.gl.api.current import current
from softgl.gl.api.interception import SWAP, note_mark
from softgl.gl.context import _make_current


def _is_called(binding: Binding | None) -> bool:
    """True if the thread's commands go to this context, not to one that Python has bound."""
    return binding is not None and current.called is binding.context.gl_context


def _flush(binding: Binding | None, command=glFlush) -> None:
    """Draws the batch of the current context, by glFlush or glFinish."""
    if _is_called(binding) and not current.called.inside_begin:
        with current.called.share_group.lock:
            command()


def release(thread: Thread) -> None:
    """Flushes and releases the current context of the calling thread."""
    binding, thread.binding = thread.binding, None
    if binding is None:
        return
    _flush(binding)
    for resource in binding.resources:
        resource.owner = None
    if _is_called(binding):
        _make_current(None)
    if any(each.destroyed for each in binding.resources):
        binding.context.gl_context.use_window(None)  # it would keep the pixels of a surface


def bind(thread: Thread, context: Context, draw: Surface | None, read: Surface | None) -> None:
    """Makes a context current in the calling thread, with surfaces or without."""
    before = thread.binding
    if _is_called(before) and (before.context, before.draw, before.read) == (context, draw, read):
        _flush(before)
        return
    release(thread)
    thread.binding = Binding(context, draw, read)
    for resource in thread.binding.resources:
        resource.owner = weakref.ref(thread)
    windows = draw and draw.window, read and read.window
    gl_context = context.gl_context
    # 3.7.3: "The first time a OpenGL or OpenGL ES context is made current the viewport and scissor
    # dimensions are set to the size of the draw surface".
    gl_context.use_window(*windows, fit=context.fresh)
    if context.fresh and draw is None and context.config is None:
        # OpenGL 3.3, 4.2.1: the draw buffer is "NONE if no default framebuffer is associated with
        # the context"; a configuration says that there will be one.
        window = gl_context.framebuffers.window
        window.draw_buffers, window.read_buffer = (gl.GL_NONE,), gl.GL_NONE
    context.fresh = False
    gl_context.make_current()


def _check_binding(context: Context, surfaces: tuple[Surface | None, Surface | None]) -> None:
    """Raises Failure for a context and surfaces that cannot be current together here."""
    thread = this_thread()
    found = [each for each in surfaces if each is not None]
    if len(found) == 1:
        raise Failure(egl.EGL_BAD_MATCH)
    for resource in (context, *found):
        if resource.is_current_elsewhere(thread):
            raise Failure(egl.EGL_BAD_ACCESS)
    for surface in found:
        # EGL_KHR_no_config_context: "Such contexts match any valid EGLSurface."
        if context.config is not None and surface.config.buffers != context.config.buffers:
            raise Failure(egl.EGL_BAD_MATCH)


def _find_surface(display: Display, handle: int) -> Surface | None:
    return find_surface(display, handle) if handle else None


@egl_function("eglMakeCurrent")
def make_current(dpy, draw, read, ctx):
    """Makes a context current in the thread; without a context, releases the current one."""
    display = find_display(dpy)
    if not (draw or read or ctx):
        release(this_thread())
        return egl.EGL_TRUE
    display = initialized(dpy)
    context = find_context(display, ctx) if ctx else None
    surfaces = _find_surface(display, draw), _find_surface(display, read)
    if context is None:
        raise Failure(egl.EGL_BAD_MATCH)
    _check_binding(context, surfaces)
    bind(this_thread(), context, *surfaces)
    return egl.EGL_TRUE


@egl_function("eglReleaseThread")
def release_thread():
    """Resets the thread's state to its initial values."""
    thread = this_thread()
    release(thread)
    thread.api = egl.EGL_OPENGL_ES_API
    return egl.EGL_TRUE


# -- queries ---------------------------------------------------------------------------------------


def _asked() -> Binding | None:
    """The current context of the thread, with its surfaces."""
    return this_thread().binding


@egl_function("eglGetCurrentContext")
def get_current_context():
    """The handle of the current context, valid or not."""
    binding = _asked()
    return binding.context.handle if binding else egl.EGL_NO_CONTEXT


@egl_function("eglGetCurrentSurface")
def get_current_surface(readdraw):
    """The handle of the surface for reading or drawing."""
    if readdraw not in (egl.EGL_READ, egl.EGL_DRAW):
        raise Failure(egl.EGL_BAD_PARAMETER)
    binding = _asked()
    surface = binding and (binding.read if readdraw == egl.EGL_READ else binding.draw)
    return surface.handle if surface else egl.EGL_NO_SURFACE


@egl_function("eglGetCurrentDisplay")
def get_current_display():
    """The display of the current context."""
    binding = _asked()
    return binding.context.display.handle if binding else egl.EGL_NO_DISPLAY


# -- posting and waiting ---------------------------------------------------------------------------


def _posted(dpy, surface) -> None:
    """Flushes the thread's context, which must draw to this surface."""
    found, binding = find_surface(initialized(dpy), surface), this_thread().binding
    if binding is None or binding.draw is not found:
        raise Failure(egl.EGL_BAD_SURFACE)
    _flush(binding)


@egl_function("eglSwapBuffers")
def swap_buffers(dpy, surface):
    """Flushes: 3.10.1: "If surface is a [...] pbuffer surface, eglSwapBuffers has no effect"."""
    _posted(dpy, surface)
    note_mark(SWAP)
    return egl.EGL_TRUE


@egl_function("eglCopyBuffers")
def copy_buffers(dpy, surface, target):
    """Fails: native pixmaps do not exist here."""
    _posted(dpy, surface)
    raise Failure(egl.EGL_BAD_NATIVE_PIXMAP)


@egl_function("eglSwapInterval")
def swap_interval(dpy, interval):
    """Clamps the interval of the current surface to the only one, 0."""
    initialized(dpy)
    binding = this_thread().binding
    if binding is None:
        raise Failure(egl.EGL_BAD_CONTEXT)
    if binding.draw is None:
        raise Failure(egl.EGL_BAD_SURFACE)
    return egl.EGL_TRUE


def _with_surfaces() -> Binding | None:
    """The current context of the thread, if its surfaces are not destroyed.

    3.8: "If a surface associated with the calling thread's current context is no longer valid, an
    EGL_BAD_CURRENT_SURFACE error is generated."
    """
    binding = this_thread().binding
    surfaces = (binding.draw, binding.read) if binding else ()
    if any(each is not None and each.destroyed for each in surfaces):
        raise Failure(egl.EGL_BAD_CURRENT_SURFACE)
    return binding


@egl_function("eglWaitClient")
def wait_client():
    """Completes all commands of the current context."""
    _flush(_with_surfaces(), glFinish)
    return egl.EGL_TRUE


@egl_function("eglWaitGL")
def wait_gl():
    """Completes all commands, like eglWaitClient: OpenGL and OpenGL ES have one current context."""
    _flush(_with_surfaces(), glFinish)
    return egl.EGL_TRUE


@egl_function("eglWaitNative")
def wait_native(engine):
    """Does nothing: native rendering to surfaces is impossible."""
    if engine != egl.EGL_CORE_NATIVE_ENGINE:
        raise Failure(egl.EGL_BAD_PARAMETER)
    _with_surfaces()
    return egl.EGL_TRUE
