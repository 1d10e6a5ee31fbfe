"""Checks of the draw plan: each part is derived afresh, and may read what its declaration says."""

from __future__ import annotations

from types import SimpleNamespace

from softgl.gl.draw.equality import same
from softgl.gl.draw.plan_part import Part


class _Only:
    """A view of an object with some of its attributes; names : with dots for inner ones."""

    def __init__(self, of, names, reader):
        self._of, self._names, self._reader = of, names, reader

    def __getattr__(self, name):
        if name not in self._names:
            within = {each.partition(".")[2] for each in self._names if each.startswith(f"{name}.")}
            if within:
                return _Only(getattr(self._of, name), within, self._reader)
            raise AssertionError(f"the part {self._reader!r} reads {name}, but PARTS omits it")
        return getattr(self._of, name)


def check(ctx, now: SimpleNamespace, declared: dict[str, Part]) -> None:
    """Raises AssertionError unless the parts are equal to parts derived from the present state.

    Each part sees of the context, and of other parts, only what its declaration says.
    """
    fresh = SimpleNamespace()
    for name, part in declared.items():
        # Materials that follow the current colour have been brought up to date.
        groups, objects = {*part.reads.split(), "immediate"}, part.objects(ctx, fresh)
        groups.update(
            group for group in part.sometimes.split()
            if any(getattr(ctx, group) is each for each in objects)
        )  # fmt: skip
        visible = _Only(ctx, groups, name), _Only(fresh, set(part.uses.split()), name)
        setattr(fresh, name, part.derive(*visible))
        planned = getattr(now, name)
        if not same(getattr(fresh, name), planned):
            raise AssertionError(f"the part {name!r} is stale: {planned} in the plan")
