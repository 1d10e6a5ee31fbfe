"""Changes pyglet's clock and its main loop: frames at virtual times."""

from __future__ import annotations

from types import ModuleType

from softgl.running.pyglet.windows import Windows

CLOCK_TOLERANCE = 0.001
"""The seconds that a scheduled function may come early: frames start at whole nanoseconds, and a
function per frame would miss some otherwise."""


def change_clock(module: ModuleType, windows: Windows) -> None:
    """Changes the class of `pyglet.clock`, and its default clock."""
    kind, seconds = module.Clock, windows.screen.seconds
    begin, call = kind.__init__, kind.call_scheduled_functions

    def __init__(self, time_function=seconds):
        begin(self, time_function)

    def call_scheduled_functions(self, dt):
        for item in self._schedule_interval_items:
            if self.last_ts < item.next_ts <= self.last_ts + CLOCK_TOLERANCE:
                item.next_ts = self.last_ts
        return call(self, dt)

    kind.__init__, kind.call_scheduled_functions = __init__, call_scheduled_functions
    kind.sleep = staticmethod(lambda microseconds: windows.screen.sleep(microseconds * 1e-6))
    module._default = kind()


def change_loop(module: ModuleType, windows: Windows) -> None:
    """Changes the class of the main loop in `pyglet.app.base`."""

    def run(self, *_):
        self.has_exit = False
        self._legacy_setup()
        self.dispatch_event("on_enter")
        self.is_running = True
        while not self.has_exit:
            run_frame(self)
        self.is_running = False
        self.dispatch_event("on_exit")

    def run_frame(self):
        toolkit = windows.screen.toolkit
        windows.deliver()
        windows.pyglet.app.platform_event_loop.dispatch_posted_events()
        if self.has_exit:
            return
        drawn = toolkit.drawn
        self.idle()
        if toolkit.drawn == drawn and not self.has_exit:
            windows.screen.end_frame()

    module.EventLoop.run = run
