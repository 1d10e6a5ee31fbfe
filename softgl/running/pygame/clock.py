"""`pygame.time`: the virtual time of the frames."""

from __future__ import annotations

from softgl.running.pygame.state import State

MILLISECOND = 10**6


class Time:
    """The functions of `pygame.time`."""

    def __init__(self, state: State):
        self._state = state

        class OfState(Clock):
            __doc__ = Clock.__doc__

            def __init__(self):
                super().__init__(state)

        self.Clock = OfState

    def get_ticks(self):
        """Returns the time since the start, in milliseconds."""
        return self._state.screen.clock.read() // MILLISECOND

    def wait(self, milliseconds):
        """Advances the time; returns the milliseconds."""
        self._state.screen.clock.sleep(int(milliseconds) * MILLISECOND)
        return max(0, int(milliseconds))

    delay = wait

    def set_timer(self, event, millis, loops=0):
        """Posts an event, or one of a type, periodically; 0 milliseconds stops it.

        loops : the number of events; 0 for no limit.
        """
        state = self._state
        if isinstance(event, int):
            event = state.make_event(event, {})
        state.timers[:] = [timer for timer in state.timers if timer[2].type != event.type]
        if millis > 0:
            period = int(millis) * MILLISECOND
            state.timers.append([state.screen.clock.now + period, period, event, loops or -1])


class Clock:
    """Measures the time between frames, and limits their rate."""

    def __init__(self, state: State):
        self._clock = state.screen.clock
        self._last = self._clock.now
        self._time = self._raw = 0
        self._times: list[int] = []

    def tick(self, framerate=0):
        """Advances the time to the end of a frame of this rate; returns its milliseconds."""
        raw = self._clock.now - self._last
        if framerate > 0:
            whole = int(1000 / framerate) * MILLISECOND
            self._clock.sleep(max(0, whole - raw))
        passed = self._clock.now - self._last
        # The remainder, below a millisecond, counts for the next frame.
        self._raw, self._time = raw // MILLISECOND, passed // MILLISECOND
        self._last += self._time * MILLISECOND
        self._times = [*self._times[-9:], passed]
        return self._time

    tick_busy_loop = tick

    def get_time(self):
        """Returns the milliseconds of the last frame."""
        return self._time

    def get_rawtime(self):
        """`get_time` without the delay of `tick`."""
        return self._raw

    def get_fps(self):
        """Returns frames per second, over the last ten; 0 before."""
        if len(self._times) < 10 or not sum(self._times):
            return 0.0
        return len(self._times) * 1e9 / sum(self._times)
