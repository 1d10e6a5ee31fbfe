"""The functions of glfw for monitors, joysticks, errors and platforms."""

from __future__ import annotations

from typing import NamedTuple

from softgl.running.glfw.constants import CONSTANTS
from softgl.running.glfw.state import State
from softgl.running.stand_ins.screen import DESKTOP


class Size(NamedTuple):
    """The size of a screen."""

    width: int
    height: int


class Bits(NamedTuple):
    """The bits of a pixel."""

    red: int
    green: int
    blue: int


class VideoMode(NamedTuple):
    """A mode of a screen."""

    size: Size
    bits: Bits
    refresh_rate: int


class Monitor:
    """The only monitor."""


class Monitors:
    """Monitors, joysticks, errors and platforms."""

    def __init__(self, state: State):
        self._state, self._monitor = state, Monitor()

    def get_monitors(self):
        """Returns the only monitor."""
        return [self._monitor]

    def get_primary_monitor(self):
        """Returns the only monitor."""
        return self._monitor

    def get_monitor_pos(self, monitor):
        """Returns the monitor's position."""
        return 0, 0

    def get_monitor_workarea(self, monitor):
        """Returns the monitor's position and size."""
        return 0, 0, *DESKTOP

    def get_monitor_physical_size(self, monitor):
        """Returns the monitor's size in millimetres, at 96 pixels an inch."""
        return tuple(round(side * 25.4 / 96) for side in DESKTOP)

    def get_monitor_content_scale(self, monitor):
        """Returns (1, 1): coordinates are pixels."""
        return 1.0, 1.0

    def get_monitor_name(self, monitor):
        """Returns the monitor's name."""
        return b"softgl"

    def get_video_mode(self, monitor):
        """Returns the monitor's mode."""
        return VideoMode(Size(*DESKTOP), Bits(8, 8, 8), 60)

    def get_video_modes(self, monitor):
        """Returns the monitor's only mode."""
        return [self.get_video_mode(monitor)]

    def set_gamma(self, monitor, gamma):
        """Does nothing."""

    def set_monitor_callback(self, cbfun):
        """Does nothing: no monitor comes or goes."""

    def set_joystick_callback(self, cbfun):
        """Does nothing: no joystick comes or goes."""

    def joystick_present(self, joy):
        """Returns False."""
        return False

    joystick_is_gamepad = joystick_present

    def get_joystick_name(self, joy):
        """Returns None."""

    get_joystick_axes = get_joystick_buttons = get_gamepad_state = get_joystick_name

    def vulkan_supported(self):
        """Returns False."""
        return False

    def get_platform(self):
        """Returns PLATFORM_NULL."""
        return CONSTANTS["PLATFORM_NULL"]

    def platform_supported(self, platform):
        """True for PLATFORM_NULL."""
        return int(platform) == self.get_platform()

    def set_error_callback(self, cbfun):
        """Sets the callback for errors, which never occur; returns the previous one."""
        before, self._state.error_callback = self._state.error_callback, cbfun
        return before

    def get_error(self):
        """Returns no error."""
        return 0, None
