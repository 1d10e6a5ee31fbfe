"""Current contexts of EGL: surfaces keep their pixels, threads have contexts (EGL 1.5, 3.7.3)."""

from __future__ import annotations

import gc
import threading
import weakref

import softgl
from softgl import gl
from softgl.capi import egl_registry as egl
from softgl.capi.egl_state import DISPLAYS
from softgl.gl.api.current import current
from tests.capi.egl_calls import call, context, error, failure, pbuffer


def bind(display, surface, made, read=None):
    assert call("MakeCurrent", display, surface, surface if read is None else read, made), error()


def clear(red):
    gl.glClearColor(red, 0, 0, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


def red():
    return gl.glReadPixels(0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)[0]


def in_a_thread(function):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(function()))
    thread.start()
    thread.join()
    return seen[0]


def test_surfaces_keep_their_pixels(display):
    first, second = pbuffer(display, 4), pbuffer(display, 4, 6, 2)
    one, other = context(display, 4), context(display, 4)
    bind(display, first, one)
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 4, 4]
    assert gl.glGetIntegerv(gl.GL_SCISSOR_BOX).tolist() == [0, 0, 4, 4]
    clear(1.0)
    bind(display, second, one)
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 4, 4]  # only the first time
    assert red() == 0
    clear(0.2)
    bind(display, first, other)
    assert red() == 255
    gl.glColor3f(0, 0, 0)
    gl.glRectf(-1, -1, 1, 1)  # which may still be in the batch
    bind(display, first, one)
    assert red() == 0
    bind(display, first, one, second)  # draw to the first, read the second
    assert red() == 51
    assert call("GetCurrentSurface", egl.EGL_DRAW) == first
    assert call("GetCurrentSurface", egl.EGL_READ) == second
    assert call("GetCurrentDisplay") == display and call("GetCurrentContext") == one
    assert failure("GetCurrentSurface", 1) == egl.EGL_BAD_PARAMETER
    bind(display, 0, 0)
    assert call("GetCurrentContext") == call("GetCurrentDisplay") == 0
    assert call("GetCurrentSurface", egl.EGL_DRAW) == 0 and current.called is None


def test_without_a_surface(display):
    surface = pbuffer(display, 1)
    for config, buffer in ((0, gl.GL_NONE), (1, gl.GL_BACK)):
        made = context(display, config)
        bind(display, 0, made)
        assert gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) == gl.GL_FRAMEBUFFER_UNDEFINED
        assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 0, 0]
        assert gl.glGetIntegerv(gl.GL_DRAW_BUFFER) == buffer
        assert gl.glGetIntegerv(gl.GL_READ_BUFFER) == buffer
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        assert gl.glGetError() == gl.GL_INVALID_FRAMEBUFFER_OPERATION
        bind(display, surface, made)
        gl.glDrawBuffer(gl.GL_BACK)
        gl.glReadBuffer(gl.GL_BACK)
        clear(1.0)
        assert red() == 255 and gl.glGetError() == 0
    made = context(display, 0)
    bind(display, surface, made)
    assert gl.glGetIntegerv(gl.GL_DRAW_BUFFER) == gl.GL_BACK


def test_what_cannot_be_current(display):
    surface, made, free = pbuffer(display, 1), context(display, 1), context(display, 0)
    bind(display, surface, made)
    wrong = [
        ((3, 0, 0, 0), egl.EGL_BAD_DISPLAY),
        ((display, 0, 0, surface), egl.EGL_BAD_CONTEXT),
        ((display, made, surface, made), egl.EGL_BAD_SURFACE),
        ((display, surface, 5, made), egl.EGL_BAD_SURFACE),
        ((display, surface, surface, 0), egl.EGL_BAD_MATCH),
        ((display, surface, 0, made), egl.EGL_BAD_MATCH),
        ((display, 0, surface, made), egl.EGL_BAD_MATCH),
    ]
    # Configurations differ in alpha, in depth, in stencil and in samples.
    for config in (2, 4, 5, 21):
        other = pbuffer(display, config)
        wrong.append(((display, other, other, made), egl.EGL_BAD_MATCH))
        wrong.append(((display, surface, other, made), egl.EGL_BAD_MATCH))
        assert call("MakeCurrent", display, other, other, free)
        bind(display, surface, made)
    for arguments, code in wrong:
        assert failure("MakeCurrent", *arguments) == code, arguments
        assert call("GetCurrentContext") == made and current.called is not None
    twin = pbuffer(display, 1)
    call("Terminate", display)
    assert failure("MakeCurrent", display, twin, twin, made) == egl.EGL_NOT_INITIALIZED
    assert call("MakeCurrent", display, 0, 0, 0)
    call("Initialize", display, 0, 0)


def test_threads(display):
    surface, made = pbuffer(display, 1), context(display, 1)
    other, second = pbuffer(display, 1), context(display, 1)
    bind(display, surface, made)
    codes = in_a_thread(
        lambda: [
            failure("MakeCurrent", display, *arguments)
            for arguments in ((0, 0, made), (surface, other, second), (other, surface, second))
        ]
    )
    assert codes == [egl.EGL_BAD_ACCESS] * 3
    bind(display, 0, 0)

    def draw():
        bind(display, surface, made)
        clear(1.0)
        # The rendering API of this thread is OpenGL ES.
        asked = call("GetCurrentContext"), call("GetCurrentSurface", egl.EGL_DRAW)
        assert asked == (made, surface) and call("SwapBuffers", display, surface)
        return red()

    # A thread that ends gives back what it has not released.
    assert in_a_thread(draw) == 255
    gc.collect()
    bind(display, surface, made)
    assert red() == 255
    call("ReleaseThread")
    assert call("QueryAPI") == egl.EGL_OPENGL_ES_API and current.called is None

    def release():
        bind(display, surface, made)
        assert call("ReleaseThread")
        return red_elsewhere.append(current.called)

    red_elsewhere = []
    in_a_thread(release)
    assert red_elsewhere == [None]


def test_what_is_destroyed_lives_while_it_is_current(display):
    surface, made = pbuffer(display, 1), context(display, 1)
    objects = [weakref.ref(DISPLAYS[display].resources[each]) for each in (surface, made)]
    window = weakref.ref(objects[0]().window)
    bind(display, surface, made)
    assert call("DestroySurface", display, surface) and call("DestroyContext", display, made)
    assert failure("DestroySurface", display, surface) == egl.EGL_BAD_SURFACE
    assert call("GetCurrentContext") == made
    assert call("GetCurrentSurface", egl.EGL_READ) == surface
    clear(1.0)
    assert red() == 255
    assert failure("MakeCurrent", display, surface, surface, made) == egl.EGL_BAD_CONTEXT
    engine = (egl.EGL_CORE_NATIVE_ENGINE,)
    for name, arguments in (("WaitClient", ()), ("WaitGL", ()), ("WaitNative", engine)):
        assert failure(name, *arguments) == egl.EGL_BAD_CURRENT_SURFACE
    bind(display, 0, 0)
    assert call("WaitClient") and call("WaitNative", *engine)
    gc.collect()
    assert [each() for each in objects] == [None, None] and window() is None
    # A context that stays does not keep the pixels of a surface that went.
    surface, made = pbuffer(display, 1), context(display, 1)
    window = weakref.ref(DISPLAYS[display].resources[surface].window)
    bind(display, surface, made)
    call("DestroySurface", display, surface)
    bind(display, 0, 0)
    gc.collect()
    assert window() is None


def test_contexts_of_python_are_left_alone(display):
    surface, made = pbuffer(display, 1), context(display, 1)
    bind(display, surface, made)
    with softgl.Context(2, 2, machine="eager") as own:
        assert call("SwapBuffers", display, surface) and call("WaitClient")
        bind(display, 0, 0)
        assert current.called is own


def test_between_begin_and_end(display):
    """Calls that flush between glBegin and glEnd raise no error of GL."""
    surface, made = pbuffer(display, 1), context(display, 1)
    bind(display, surface, made)
    gl.glBegin(gl.GL_POINTS)
    assert call("SwapBuffers", display, surface) and call("WaitClient")
    bind(display, surface, made)
    gl.glEnd()
    assert gl.glGetError() == 0
