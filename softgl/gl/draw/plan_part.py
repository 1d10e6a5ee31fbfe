"""The parts of a draw plan: their declarations, and their values in a context, which are cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter, is_not
from types import SimpleNamespace

from softgl.gl.api.groups import Counted, Group, next_revision
from softgl.gl.draw.equality import same, same_memory
from softgl.records import dataclass
from softgl.tuning import limits

_revision = attrgetter("revision")


def _fingerprint_of(read: Counted):
    """Returns the fingerprint of a group that is read in some states only, else the revision."""
    return read.fingerprint if isinstance(read, Group) else read.revision


def no_objects(ctx, now) -> tuple:
    """Returns the objects of a part that reads none."""
    return ()


@dataclass(frozen=True)
class Part:
    """A part of the draw plan: a value that draws derive from the state.

    derive : (context, the parts that it uses) -> the value; it changes nothing.
    reads : the names of the context's groups that it reads, or of groups in these, as
        "programs.vertex", with spaces between.
    uses : the names of earlier parts.
    objects : (context, parts) -> the objects with state that it also reads, and groups that it
        reads in some states only.
    sometimes : the names of those groups.
    cached : True if values are cached by the fingerprints of the state.
    equal : (value, other value) -> True if one may stand for the other; None if a derived value is
        always a new one.
    """

    derive: Callable
    reads: str
    uses: str = ""
    objects: Callable[..., Iterable[Counted]] = no_objects
    sometimes: str = ""
    cached: bool = False
    equal: Callable[..., bool] | None = lambda one, other: same(one, other, same_memory)


class PlannedPart:
    """A part in the plan of one context.

    groups : the groups of state that it reads. objects : the objects that it has read last.
    sources : both, and the parts that it uses. revision : changes with its value.
    fingerprint : equal for equal values, as that of groups. checked : the latest revision of the
        process at which the value was up to date.
    bit : a power of 2 for each part. readers : the bits of the parts that use it.
    """

    __slots__ = (
        "_values",
        "bit",
        "checked",
        "fingerprint",
        "groups",
        "name",
        "objects",
        "part",
        "readers",
        "revision",
        "sources",
        "used",
    )  # fmt: skip

    def __init__(self, ctx, name: str, part: Part, planned: dict):
        self.name, self.part, self.bit = name, part, 1 << len(planned)
        self.groups = tuple(attrgetter(group)(ctx) for group in part.reads.split())
        self.used = tuple(planned[used] for used in part.uses.split())
        self.checked, self.revision, self.readers = -1, 0, 0
        self.objects, self.sources = (), (*self.groups, *self.used)
        self.fingerprint = None
        # (value, its fingerprint) by the fingerprints of all that it was derived from.
        self._values: dict[tuple, tuple] = {}

    @property
    def is_stale(self) -> bool:
        """True if something that it reads has changed since `seen`."""
        return max(map(_revision, self.sources)) > self.checked

    def find_objects(self, ctx, now: SimpleNamespace) -> tuple | None:
        """Finds the objects that it reads; returns the former ones if they differ, else None."""
        before = self.objects
        objects = tuple({id(each): each for each in self.part.objects(ctx, now)}.values())
        if len(objects) == len(before) and not any(map(is_not, objects, before)):
            return None
        self.objects, self.sources = objects, (*self.groups, *objects, *self.used)
        return before

    def update(self, ctx, now: SimpleNamespace) -> None:
        """Derives the value again, or finds it in the cache; raises `Refused` if it cannot draw."""
        part = self.part
        if not (part.cached and limits.MAX_CACHED_VALUES):
            value = part.derive(ctx, now)
            # As `_is_current` and `_set`: draws that change a uniform come here several times.
            if not (part.equal and self.revision and part.equal(value, getattr(now, self.name))):
                setattr(now, self.name, value)
                self.revision = self.fingerprint = next_revision()
            return
        values = self._values
        groups = [
            # A property of `Counted`, which is known more often than not.
            known[1] if (known := group._fingerprint)[0] == group.revision else group.fingerprint
            for group in self.groups
        ]
        used = [planned.fingerprint for planned in self.used]
        state = (*groups, *used, *map(_fingerprint_of, self.objects))
        known = values.pop(state, None)
        if known is None:
            value = self.part.derive(ctx, now)
            if self._is_current(value, now):
                known = getattr(now, self.name), self.fingerprint
            else:
                known = value, next_revision()
        values[state] = known
        if len(values) > limits.MAX_CACHED_VALUES:
            del values[next(iter(values))]
        if known[1] != self.fingerprint:
            self._set(now, *known)

    def _is_current(self, value, now) -> bool:
        """True if a derived value may be replaced by the current one."""
        equal = self.part.equal
        return bool(equal and self.revision) and equal(value, getattr(now, self.name))

    def _set(self, now, value, fingerprint):
        """Makes a value the current one."""
        setattr(now, self.name, value)
        self.revision, self.fingerprint = next_revision(), fingerprint
