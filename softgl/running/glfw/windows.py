"""The functions of glfw for windows and contexts."""

from __future__ import annotations

import softgl
from softgl.gl.api.versions import toolkit_options
from softgl.gl.context import _make_current, current_context
from softgl.gl.queries.strings import has_extension
from softgl.running.glfw.constants import HINTS, VALUES
from softgl.running.glfw.state import GLFWWindow, State, default_hints, tell

VERSION = 3, 4, 0
VERSION_HINTS = HINTS["CONTEXT_VERSION_MAJOR"], HINTS["CONTEXT_VERSION_MINOR"]


def _context_options(hints: dict[int, int]) -> dict:
    """Returns the options of a window's context."""
    named = {name: hints.get(HINTS[name], 0) for name in HINTS}
    return toolkit_options(
        [hints.get(hint, 0) for hint in VERSION_HINTS],
        named["OPENGL_PROFILE"] == VALUES["OPENGL_CORE_PROFILE"],
        named["OPENGL_FORWARD_COMPAT"],
        named["OPENGL_DEBUG_CONTEXT"],
    )


class Windows:
    """Windows and contexts."""

    def __init__(self, state: State):
        self._state = state

    def init(self):
        """Initialises the module; returns True."""
        self._state.initialised = True
        self._state.hints = default_hints()
        return True

    def terminate(self):
        """Closes all windows."""
        for window in list(self._state.windows):
            self.destroy_window(window)
        self._state.initialised = False

    def get_version(self):
        """Returns GLFW's version."""
        return VERSION

    def get_version_string(self):
        """GLFW's version, with the name softgl."""
        return b"3.4.0 softgl"

    def init_hint(self, hint, value):
        """Does nothing."""

    def window_hint(self, hint, value):
        """Sets a hint for the next windows; samples, versions and profiles have an effect."""
        self._state.hints[int(hint)] = int(value)

    def window_hint_string(self, hint, value):
        """Does nothing."""

    def default_window_hints(self):
        """Resets all hints."""
        self._state.hints = default_hints()

    def create_window(self, width, height, title, monitor=None, share=None):
        """Creates a window and its context, which is not current yet."""
        state = self._state
        if not state.hints:
            state.hints = default_hints()
        before, more = current_context(), {}
        if share is not None:
            more["share"] = share.window.context
        more |= _context_options(state.hints)
        samples = max(0, min(state.hints.get(HINTS["SAMPLES"], 0), 16))
        opened = state.screen.open(str(title), (width, height), samples, **more)
        opened.visible = bool(state.hints.get(HINTS["VISIBLE"], 1))
        _make_current(before)
        version = zip(VERSION_HINTS, opened.context.api.version, strict=True)
        window = GLFWWindow(opened, state.hints | dict(version), monitor)
        state.windows.append(window)
        return window

    def destroy_window(self, window):
        """Closes a window."""
        state = self._state
        if window in state.windows:
            state.windows.remove(window)
            # The picture of the last window is the result of a program without frames.
            if state.windows or state.screen.toolkit.drawn:
                state.screen.close(window.window)
        if state.current is window:
            self.make_context_current(None)

    def make_context_current(self, window):
        """Makes a window's context current, or none."""
        self._state.current = window
        if window is None:
            _make_current(None)
        else:
            self._state.screen.toolkit.make_current(window.window)

    def get_current_context(self):
        """Returns the window of the current context, or None."""
        return self._state.current

    def swap_buffers(self, window):
        """Shows a window's picture: a frame, if that is the first window."""
        self._state.screen.show(window.window)

    def swap_interval(self, interval):
        """Does nothing: a swap always waits for the next frame."""

    def extension_supported(self, extension):
        """True if the context has an extension."""
        name = extension.decode() if isinstance(extension, bytes) else extension
        return current_context() is not None and has_extension(name)

    def get_proc_address(self, procname):
        """Returns the C address of a GL function; 0 on systems without C functions."""
        name = procname.decode() if isinstance(procname, bytes) else procname
        find = getattr(softgl, "get_proc_address", None)
        return find(name) if find else 0

    def window_should_close(self, window):
        """True if the window should close; always after the last frame."""
        return window.closing

    def set_window_should_close(self, window, value):
        """Sets or clears the request to close a window."""
        window.closing = bool(value)

    def set_window_title(self, window, title):
        """Sets a window's title."""
        window.window.title = str(title)

    def get_window_title(self, window):
        """Returns a window's title."""
        return window.window.title

    def get_window_size(self, window):
        """Returns width and height."""
        return window.window.size

    get_framebuffer_size = get_window_size

    def set_window_size(self, window, width, height):
        """Resizes a window, unless `--size` sets the size; calls its callbacks."""
        if self._state.screen.toolkit.size is None:
            resize(window, width, height)

    def get_window_pos(self, window):
        """Returns the position of a window on the screen."""
        return window.place

    def set_window_pos(self, window, xpos, ypos):
        """Moves a window."""
        window.place = int(xpos), int(ypos)

    def get_window_frame_size(self, window):
        """Returns the widths of the borders: left, top, right, bottom."""
        return 0, 0, 0, 0

    def get_window_content_scale(self, window):
        """Returns (1, 1): coordinates are pixels."""
        return 1.0, 1.0

    def get_window_opacity(self, window):
        """Returns a window's opacity."""
        return window.opacity

    def set_window_opacity(self, window, opacity):
        """Sets a window's opacity, without effect on pictures."""
        window.opacity = float(opacity)

    def get_window_monitor(self, window):
        """Returns the monitor of a full-screen window, or None."""
        return window.monitor

    def set_window_monitor(self, window, monitor, xpos, ypos, width, height, refresh_rate):
        """Makes a window full-screen or windowed."""
        window.monitor = monitor
        self.set_window_size(window, width, height)

    def get_window_attrib(self, window, attrib):
        """Returns an attribute of a window, or else its hint."""
        return window.hints.get(int(attrib), 0)

    def set_window_attrib(self, window, attrib, value):
        """Sets an attribute of a window."""
        window.hints[int(attrib)] = int(value)

    def get_window_user_pointer(self, window):
        """Returns the user pointer of a window."""
        return window.pointer

    def set_window_user_pointer(self, window, pointer):
        """Sets the user pointer of a window."""
        window.pointer = pointer

    def show_window(self, window):
        """Shows a window."""
        window.window.visible = True

    def hide_window(self, window):
        """Hides a window."""
        window.window.visible = False

    def set_window_icon(self, window, count, images):
        """Does nothing."""

    def set_window_size_limits(self, window, minwidth, minheight, maxwidth, maxheight):
        """Does nothing."""

    def set_window_aspect_ratio(self, window, numer, denom):
        """Does nothing."""

    def iconify_window(self, window):
        """Does nothing: windows stay as they are."""

    restore_window = maximize_window = focus_window = request_window_attention = iconify_window


def resize(window: GLFWWindow, width: int, height: int) -> None:
    """Resizes a window, and calls its callbacks."""
    window.window.resize(int(width), int(height))
    for name in ("window_size", "framebuffer_size"):
        tell(window, name, int(width), int(height))
    tell(window, "window_refresh")
