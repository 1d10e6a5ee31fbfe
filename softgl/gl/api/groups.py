"""Groups of state that count their changes, so that derived values can be cached.

Revisions come from one counter of the process and only grow: a group that replaces another never
looks unchanged. So the largest revision of several groups tells if any of them has changed, and if
the latest revision of the process is what it was, nothing has changed.
"""

from __future__ import annotations

import itertools
import marshal
from collections.abc import Iterable

from softgl.records import dataclass

_count = itertools.count(1)
_UNSET = object()
# Equal values of these types are the same; equal floats may still differ in the sign of zero, so
# their bytes are compared.
_PLAIN = frozenset({bool, int, str})
_NUMBERS = frozenset({float, tuple})
_NEVER_OWNED = frozenset({bool, int, str, float, type(None)})
_set = object.__setattr__
UNKNOWN = (0, None)  # a revision that no object has, and no fingerprint
BITS_ONLY = 2  # the last version of marshal that always writes equal values as equal bytes


class _Clock:
    """The revision counter: no two threads ever write the same `latest`.

    latest : the last revision handed out. structure : counts the assignments that may have put a
        group into a field, or removed one.
    """

    __slots__ = ("latest", "structure")


clock = _Clock()
clock.structure = 0


def next_revision() -> int:
    """Returns a new revision, greater than all before."""
    clock.latest = revision = next(_count)
    return revision


next_revision()


def _is_same(old, value) -> bool:
    """True if assigning `value` over `old` changes nothing, to the last bit."""
    kind = type(value)
    if old is value or type(old) is not kind:
        return old is value
    if kind in _PLAIN:
        return old == value
    if kind not in _NUMBERS or old != value:
        return False
    try:
        return marshal.dumps(old, BITS_ONLY) == marshal.dumps(value, BITS_ONLY)
    except ValueError:  # a tuple of other types
        return repr(old) == repr(value)


class Counted:
    """An object with a revision: assigning another value to a field gives it a new one.

    Fields with a leading underscore are caches, not state. A `CountedDict` in a field counts too;
    after any other change in place, of an array or a list, call `touch`.

    names_others : True if the fields select other state to read, as a binding does; False if they
        are only values.
    """

    # Slots, so that they do not appear in vars(), which is the state.
    __slots__ = ("_fingerprint", "owner", "revision")
    names_others = True

    def __new__(cls, *_, **__):
        self = object.__new__(cls)
        _set_owner(self, None)
        _set_revision(self, next_revision())
        _set_fingerprint(self, UNKNOWN)
        return self

    @property
    def fingerprint(self):
        """The fingerprint of the state: hashable, and equal for states equal to the last bit.

        It is the revision if a field is not a number, a text or a tuple of these.
        """
        revision, fingerprint = self._fingerprint
        if revision != self.revision:
            fingerprint = self.compute_fingerprint()
            _set_fingerprint(self, (self.revision, fingerprint))
        return fingerprint

    def compute_fingerprint(self):
        """Computes the fingerprint from the fields."""
        try:
            values = [value for name, value in vars(self).items() if name[0] != "_"]
            return marshal.dumps(values, BITS_ONLY)
        except ValueError:
            return self.revision

    def __setattr__(self, name, value):
        state = self.__dict__
        old = state.get(name, _UNSET)
        if old is value:
            return
        if old is _UNSET:
            # Only the class has a value yet, or it is a property.
            old = getattr(self, name, _UNSET)
            _set(self, name, value)
            if old is value:
                return
        else:
            state[name] = value
        if name[0] == "_":
            return
        kind = type(value)
        if kind in _PLAIN:
            if type(old) is kind and old == value:
                return
        elif _is_same(old, value):
            return
        else:
            self._adopt(value)
        clock.latest = revision = next(_count)  # as in `touch`: most GL calls end here
        changed = self
        while changed is not None:
            _set_revision(changed, revision)
            changed = changed.owner

    def set_fields(self, **fields) -> None:
        """Sets all fields of a new object as one change."""
        self.__dict__.update(fields)
        self.own_fields(*fields.values())

    def own_fields(self, *values) -> None:
        """Makes this the owner of the groups in new fields, called by `softgl.records`.

        `__init__` of a dataclass passes the fields that are not declared as numbers or texts. A
        context has 2,800 fields, nearly all plain and in their initial state: with an assignment
        for each they take a fourth of the time of a new context.
        """
        for value in values:
            if type(value) not in _NEVER_OWNED:
                self._adopt(value)
        _set_revision(self, next_revision())

    def assign(self, **fields) -> None:
        """Assigns several fields, of plain values and arrays, as one change."""
        state = vars(self)
        for name, value in fields.items():
            if not _is_same(state[name], value):
                state.update(fields)
                self.touch()
                return

    def _adopt(self, value):
        """Makes this the owner of the groups in a field, so that their changes count here."""
        kind = type(value)
        if kind is tuple and value and type(value[0]) is float:  # nearly all: a vector
            return
        if kind not in _NUMBERS:
            clock.structure += 1
        if isinstance(value, (Group, CountedDict)):
            _set(value, "owner", self)
        if isinstance(value, (list, tuple, dict)):
            for each in value.values() if isinstance(value, dict) else value:
                if isinstance(each, Group):
                    _set_owner(each, self)

    def own(self, group: Group) -> None:
        """Makes this the owner of a group that is created late, which is not a change."""
        clock.structure += 1
        _set_owner(group, self)

    def touch(self) -> None:
        """Counts a change in place; the owners have changed too."""
        clock.latest = revision = next(_count)
        changed = self
        while changed is not None:
            _set_revision(changed, revision)
            changed = changed.owner


_set_owner, _set_revision = Counted.owner.__set__, Counted.revision.__set__
_set_fingerprint = Counted._fingerprint.__set__


class Group(Counted):
    """A group of state: a part of the context, or of the group that has it in a field."""

    __slots__ = ()


class Run:
    """The latest changes of some objects which no other change of the process has interrupted.

    ends : the revisions before and after them. A small draw takes the short path where all changes
        since the draw before it are in a run.
    """

    __slots__ = ("ends",)

    def __init__(self):
        self.ends = -1, -1

    def note(self, before: int, latest: int) -> None:
        """Notes that all changes between two revisions were of these objects."""
        since, until = self.ends
        self.ends = since if until == before else before, latest


class Consecutive(Counted):
    """An object that notes some of its changes in a `run`: its own, or one of several objects."""

    __slots__ = ("run",)

    def __new__(cls, *_, **__):
        self = super().__new__(cls)
        _set_run(self, Run())
        return self

    def note_latest(self, before: int) -> None:
        """Notes its latest change, if its revision is not the one before."""
        if self.revision != before:
            self.run.note(self.revision - 1, self.revision)


_set_run = Consecutive.run.__set__


def share_run(*several: Consecutive) -> None:
    """Lets new objects note their changes together."""
    run = Run()
    for each in several:
        _set_run(each, run)


class NotedGroup(Group):
    """A group of a `Consecutive` object, which notes the changes in place."""

    __slots__ = ()

    def touch(self) -> None:
        """Counts a change in place; the owner notes it."""
        clock.latest = revision = next(_count)  # as in `Counted`: matrix commands end here
        _set_revision(self, revision)
        owner, before = self.owner, revision - 1
        _set_revision(owner, revision)
        run = owner.run
        since, until = run.ends
        run.ends = since if until == before else before, revision


def make_switches(names: Iterable[str]) -> type[Group]:
    """Returns a class of groups whose fields are switches, all off at first."""
    names = tuple(names)
    body = {"__annotations__": dict.fromkeys(names, bool), "__module__": __name__}
    return dataclass(type("Switches", (Group,), body | dict.fromkeys(names, False)))


class CountedDict(dict):
    """A dictionary in a field of a `Counted` object; its changes are changes of that object."""

    __slots__ = ("owner",)

    def __init__(self, *arguments, **more):
        self.owner = None
        super().__init__(*arguments, **more)

    def _changed(self):
        if self.owner is not None:
            self.owner.touch()

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, value)
        if self.owner is not None:
            self.owner.touch()

    def __delitem__(self, key):
        super().__delitem__(key)
        self._changed()

    def pop(self, *arguments):
        value = super().pop(*arguments)
        self._changed()
        return value

    def update(self, *arguments, **more):
        super().update(*arguments, **more)
        self._changed()

    # Unused so far; disabled, since they would not count.
    clear = popitem = setdefault = __ior__ = None
