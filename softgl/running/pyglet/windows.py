"""Changes pyglet's headless windows: pictures, sizes and events come from softgl's screen."""

from __future__ import annotations

import weakref
from importlib import import_module
from types import ModuleType

import numpy as np

from softgl.gl.context import current_context
from softgl.running.pyglet.keys import Deliveries
from softgl.running.stand_ins.screen import DESKTOP, MAX_WINDOW_SIDE, Screen

COLOR_SIZES = {"red_size": 8, "green_size": 8, "blue_size": 8, "depth_size": 24}
"""Default attributes of configurations."""
OPTIONAL = "sample_buffers", "samples", "accum_red_size", "aux_buffers", "stereo", "stencil_size"
"""Attributes that a window may lack."""


class Windows:
    """The windows of a program, in creation order, and their pictures."""

    def __init__(self, screen: Screen):
        self.screen = screen
        self.deliveries = Deliveries(screen)
        self.pyglet: ModuleType | None = None
        self._made: list[weakref.ref] = []
        screen.picture = self.picture

    def all(self) -> list:
        """Returns the open windows, without the one that pyglet opens for a context."""
        hidden = getattr(self.pyglet.gl, "_shadow_window", None)
        found = [each() for each in self._made]
        return [
            window
            for window in found
            if window is not None and window is not hidden and window.context is not None
        ]

    @property
    def main(self):
        """The first visible window, or the first of all."""
        return min(self.all(), key=lambda window: not window.visible, default=None)

    def picture(self):
        """Returns the first window's picture, (height, width, 3) uint8; None without windows."""
        window = self.main
        if window is None:
            return None
        before = self.pyglet.gl.current_context
        window.switch_to()
        seen = np.asarray(current_context().read_image())[..., :3].copy()
        if before is not None and before is not window.context and before.canvas is not None:
            before.set_current()
        return seen

    def add(self, window) -> None:
        """Adds a new window."""
        self._made.append(weakref.ref(window))

    def deliver(self) -> None:
        """Dispatches scripted events to the first window; closes all after the last frame."""
        for event in self.screen.watch():
            if self.main is not None:
                self.deliveries.deliver(event, self.main)
        toolkit = self.screen.toolkit
        if toolkit.finished and not toolkit.closed:
            toolkit.closed = True
            for window in self.all():
                window.dispatch_event("on_close")


def change_window(module: ModuleType, windows: Windows) -> None:
    """Changes the class of `pyglet.window.headless`."""
    kind = module.HeadlessWindow
    create, flip = kind._create, kind.flip

    def _create(self):
        size = windows.screen.toolkit.size or (self._width, self._height)
        self._width, self._height = (min(max(int(side), 1), MAX_WINDOW_SIDE) for side in size)
        windows.add(self)
        create(self)
        for name in ("on_show", "on_expose", "on_activate"):
            self.dispatch_event(name)

    def _flip(self):
        self.draw_mouse_cursor()
        if self is windows.main:
            pixels = None if windows.screen.toolkit.finished else windows.picture()
            windows.screen.show_pixels(pixels)
        flip(self)

    def dispatch_pending_events(self):
        while self._event_queue:
            module.EventDispatcher.dispatch_event(self, *self._event_queue.pop(0))

    def dispatch_events(self):
        self._allow_dispatch_event = True
        try:
            dispatch_pending_events(self)
            windows.deliver()
        finally:
            self._allow_dispatch_event = False

    def set_size(self, width, height):
        if windows.screen.toolkit.size is None:
            resize(self, width, height)

    def set_fullscreen(self, fullscreen=True, screen=None, mode=None, width=None, height=None):
        if fullscreen and not self._fullscreen:
            self._windowed_size = self.get_size()
        size = DESKTOP if fullscreen else self._windowed_size or self.get_size()
        self._fullscreen = fullscreen
        set_size(self, width or size[0], height or size[1])

    def resize(self, width, height):
        remake_surface(module, self, width, height)
        self.dispatch_event("on_resize", width, height)
        self.dispatch_event("on_expose")

    kind._create, kind.flip, kind.resize_by_user = _create, _flip, resize
    kind.dispatch_pending_events, kind.dispatch_events = dispatch_pending_events, dispatch_events
    kind.set_size, kind.set_fullscreen = set_size, set_fullscreen
    kind.get_location = lambda self: (0, 0)


def remake_surface(module: ModuleType, window, width: int, height: int) -> None:
    """Replaces a window's surface by one of another size; its context stays."""
    egl, old = module.egl, window._egl_surface
    window._width, window._height = int(width), int(height)
    attributes = egl.EGL_WIDTH, int(width), egl.EGL_HEIGHT, int(height), egl.EGL_NONE
    words = (egl.EGLint * len(attributes))(*attributes)
    display = window._egl_display_connection
    window._egl_surface = egl.eglCreatePbufferSurface(display, window.config._egl_config, words)
    window.canvas = module.HeadlessCanvas(window.display, window._egl_surface)
    window.context.canvas = None
    window.context.attach(window.canvas)
    egl.eglDestroySurface(display, old)


def change_configs(module: ModuleType, windows: Windows) -> None:
    """Changes the class of `pyglet.gl.headless`: windows also open without optional attributes.

    The option `--samples` takes precedence over the program's number of samples.
    """
    match = module.HeadlessConfig.match
    samples = windows.screen.toolkit.options().get("samples")

    def _match(self, canvas):
        before = {name: getattr(self, name) for name in (*COLOR_SIZES, *OPTIONAL)}
        try:
            for name, size in COLOR_SIZES.items():
                setattr(self, name, size if before[name] is None else before[name])
            if samples is not None:
                self.sample_buffers, self.samples = int(samples > 0), samples
            found = match(self, canvas)
            if not found:
                for name in OPTIONAL:
                    setattr(self, name, None)
                found = match(self, canvas)
            return found
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    module.HeadlessConfig.match = _match


def change_screens(module: ModuleType) -> None:
    """Changes the class of `pyglet.canvas.headless`: the screen has one mode."""
    base = import_module("pyglet.canvas.base")

    def get_mode(self):
        mode = base.ScreenMode(self)
        mode.width, mode.height, mode.depth, mode.rate = *DESKTOP, 24, 60
        return mode

    module.HeadlessScreen.get_mode = get_mode
    module.HeadlessScreen.get_modes = lambda self: [get_mode(self)]
