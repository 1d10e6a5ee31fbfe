"""Counters of fragments, pixel by pixel: see `kernel_keys.Counted`."""

from __future__ import annotations

from softgl.lanes import F32, Lane

LEVEL_UNITS = 256
"""In a level of detail."""


class Counter:
    """Counts nothing but the fragments themselves.

    m, key, fragments : as `fragment.shade` has them.
    watches : what `resources.environment` is asked for besides.
    """

    def __init__(self, m, key, fragments):
        self.m, self.key, self.fragments = m, key, fragments
        self.watches: dict = {}

    def counted(self, outcome) -> Lane | None:
        """The count of each fragment, U32; outcome : of its program."""
        return None


class Primitive(Counter):
    """Numbers of primitives."""

    def counted(self, outcome):
        return self.m.as_u32(self.fragments.primitive) + 1


class Cost(Counter):
    """Instructions that ran."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.watches = {"counts_steps": True}

    def counted(self, outcome):
        return outcome.steps


class Limit(Counter):
    """Limits that ended the program."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.watches = {"notes_limits": True}

    def counted(self, outcome):
        return self.m.as_u32(outcome.ended)


class Level(Counter):
    """The level of detail of the last sample of a texture unit; 0 of none."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self._level = self.m.variable(F32, -1.0)
        self.watches = {"levels": {self.key.counted.unit: self._level.set}}

    def counted(self, outcome):
        m, level = self.m, self._level.get()
        units = m.to_i32_within(m.floor(level * float(LEVEL_UNITS)), -LEVEL_UNITS, 1 << 16)
        return m.as_u32(m.select(level >= 0.0, units + 1, 0))


COUNTERS = {"primitive": Primitive, "cost": Cost, "level": Level, "limit": Limit}
