"""Checks of the draw plan: each part is derived afresh, and may read what its declaration says."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

from softgl.gl.draw.equality import same
from softgl.gl.draw.plan_part import Part


class _Only:
    """A view of an object with some of its attributes; names : with dots for inner ones."""

    def __init__(self, of, names, reader):
        self._of, self._names, self._reader = of, names, reader

    def __getattr__(self, name):
        if name not in self._names:
            within = _names_within(self._names, name)
            if within:
                return _Only(getattr(self._of, name), within, self._reader)
            raise AssertionError(f"the part {self._reader!r} reads {name}, but PARTS omits it")
        return getattr(self._of, name)


@cache
def _names_within(names: frozenset[str], name: str) -> frozenset[str]:
    """The names with dots that begin with another name, without it."""
    return frozenset(each.partition(".")[2] for each in names if each.startswith(f"{name}."))


@cache
def _declared(reads: str, sometimes: str, uses: str) -> tuple[frozenset[str], ...]:
    """The names of what a part reads, always and sometimes, and of the parts that it uses."""
    return (
        frozenset([*reads.split(), "immediate"]),
        frozenset(sometimes.split()),
        frozenset(uses.split()),
    )


def check(ctx, now: SimpleNamespace, declared: dict[str, Part]) -> None:
    """Raises AssertionError unless the parts are equal to parts derived from the present state.

    Each part sees of the context, and of other parts, only what its declaration says.
    """
    fresh = SimpleNamespace()
    for name, part in declared.items():
        # Materials that follow the current colour have been brought up to date.
        groups, sometimes, uses = _declared(part.reads, part.sometimes, part.uses)
        objects = part.objects(ctx, fresh)
        if sometimes:
            read = set(map(id, objects))
            groups = groups.union(each for each in sometimes if id(getattr(ctx, each)) in read)
        visible = _Only(ctx, groups, name), _Only(fresh, uses, name)
        setattr(fresh, name, part.derive(*visible))
        planned = getattr(now, name)
        if not same(getattr(fresh, name), planned):
            raise AssertionError(f"the part {name!r} is stale: {planned} in the plan")
