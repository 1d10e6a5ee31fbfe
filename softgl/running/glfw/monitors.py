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
        """The only monitor."""
        return [self._monitor]

    def get_primary_monitor(self):
        """The only monitor."""
        return self._monitor

    def get_monitor_pos(self, monitor):
        """The monitor's place."""
        return 0, 0

    def get_monitor_workarea(self, monitor):
        """The monitor's place and size."""
        return 0, 0, *DESKTOP

    def get_monitor_physical_size(self, monitor):
        """The monitor's size in millimetres, at 96 pixels an inch."""
        return tuple(round(side * 25.4 / 96) for side in DESKTOP)

    def get_monitor_content_scale(self, monitor):
        """1: a pixel is a pixel."""
        return 1.0, 1.0

    def get_monitor_name(self, monitor):
        """The monitor's name."""
        return b"softgl"

    def get_video_mode(self, monitor):
        """The monitor's mode."""
        return VideoMode(Size(*DESKTOP), Bits(8, 8, 8), 60)

    def get_video_modes(self, monitor):
        """The monitor's only mode."""
        return [self.get_video_mode(monitor)]

    def set_gamma(self, monitor, gamma):
        """Nothing."""

    def set_monitor_callback(self, cbfun):
        """Nothing: no monitor comes or goes."""

    def set_joystick_callback(self, cbfun):
        """Nothing: no joystick comes or goes."""

    def joystick_present(self, joy):
        """False."""
        return False

    joystick_is_gamepad = joystick_present

    def get_joystick_name(self, joy):
        """None."""

    get_joystick_axes = get_joystick_buttons = get_gamepad_state = get_joystick_name

    def vulkan_supported(self):
        """False."""
        return False

    def get_platform(self):
        """PLATFORM_NULL."""
        return CONSTANTS["PLATFORM_NULL"]

    def platform_supported(self, platform):
        """True for PLATFORM_NULL."""
        return int(platform) == self.get_platform()

    def set_error_callback(self, cbfun):
        """Sets the callback for errors, which never occur; returns the previous one."""
        before, self._state.error_callback = self._state.error_callback, cbfun
        return before

    def get_error(self):
        """No error."""
        return 0, None
