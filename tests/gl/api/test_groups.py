"""Counted state: the changes that give a new revision, and the groups that get it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np
import pytest

from softgl import records
from softgl.gl.api.groups import Counted, CountedDict, Group, clock, make_switches


@dataclass
class Inner(Group):
    number: float = 0.0


@dataclass
class Outer(Group):
    name: object = "a"
    inner: Inner = field(default_factory=Inner)
    listed: list = field(default_factory=lambda: [Inner(), Inner()])
    named: dict = field(default_factory=lambda: CountedDict(one=Inner(), two=2))
    other: object = None


@dataclass(eq=False)
class Thing(Counted):
    name: int = 0


@records.dataclass
class Fresh(Outer):
    more: tuple = (0.0, 1.0)


def moves(group, change):
    """True if a change gives a group a new revision, the latest one of all."""
    before = group.revision
    change()
    assert group.revision >= before
    return group.revision > before and group.revision < Inner().revision


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        (1, 1, False),
        (1, 2, True),
        (1, True, True),
        ("less", "".join(["le", "ss"]), False),
        (2**40, 2**20 * 2**20, False),
        (0.0, -0.0, True),
        (0.5, 0.5, False),  # the same object: a constant
        ((1, 2.5), (1, float("2.5")), False),
        ((1, 0.0), (1, -0.0), True),
        ((1, 0), (1, False), True),
        (float("nan"), -float("nan"), True),
        (None, None, False),
    ],
)
def test_assignment(old, new, moved):
    group = Outer(name=old)
    assert moves(group, lambda: setattr(group, "name", new)) == moved


def test_fields_with_an_underscore_are_no_state():
    group = Outer()
    assert not moves(group, lambda: setattr(group, "_cache", object()))


@pytest.mark.parametrize(
    "change",
    [
        lambda outer: setattr(outer.inner, "number", 1.0),
        lambda outer: setattr(outer.listed[1], "number", 1.0),
        lambda outer: setattr(outer.named["one"], "number", 1.0),
        lambda outer: outer.named.update(two=3),
        lambda outer: outer.named.pop("two"),
        lambda outer: outer.named.__setitem__("three", 3),
        lambda outer: outer.named.__delitem__("two"),
        lambda outer: setattr(outer, "inner", Inner()),
        lambda outer: outer.inner.touch(),
    ],
)
@pytest.mark.parametrize("kind", [Outer, Fresh])
def test_what_is_part_of_a_group_moves_it_too(change, kind):
    outer = kind()
    assert moves(outer, lambda: change(outer))


def test_fields_that_are_set_together_are_as_those_set_one_by_one():
    """A new group has all its fields, and a revision later than those of its parts."""
    group, structure = Fresh("b", other=2.5), clock.structure
    assert vars(group).keys() == {entry.name for entry in fields(Fresh)}
    assert (group.name, group.other, group.more) == ("b", 2.5, (0.0, 1.0))
    assert group.inner.revision < group.revision == clock.latest
    assert all(part.owner is group for part in (group.inner, group.named, *group.listed))
    Fresh()
    assert clock.structure > structure


def test_switches_are_off_at_first():
    switches = make_switches(["one", "two"])()
    assert vars(switches) == {"one": False, "two": False}
    assert moves(switches, lambda: setattr(switches, "two", True))


def test_objects_are_no_part_of_the_group_that_binds_them():
    thing = Thing()
    outer = Outer(other=thing)
    assert not moves(outer, lambda: setattr(thing, "name", 1))
    assert moves(thing, lambda: setattr(thing, "name", 2))


def test_dictionaries_refuse_what_they_do_not_count():
    for change in ("clear", "setdefault", "popitem"):
        with pytest.raises(TypeError):
            getattr(CountedDict(a=1), change)()


def test_something_new_is_never_unchanged():
    """Revisions of the process only grow, so the latest of several tells of a change in any."""
    things = [Thing(), Outer(), Thing()]
    revisions = [thing.revision for thing in things]
    assert revisions == sorted(set(revisions))
    assert np.all(np.diff(revisions) > 0)


@pytest.mark.parametrize(
    "values",
    [(0.0, -0.0, 0, False), (1.5, (1.5,), "1.5"), ((1, 0.0), (1, -0.0), (1, 0), (True, 0))],
)
def test_contents_tell_state(values):
    """The same state has the same fingerprint, and no other state has them."""
    groups, told = (Inner(), Inner()), []
    for value in values * 2:
        for group in groups:
            group.number, group._cache = value, object()
        assert groups[0].fingerprint == groups[1].fingerprint
        told.append(groups[0].fingerprint)
    assert told[: len(values)] == told[len(values) :]
    assert len(set(told)) == len(values)


def test_contents_that_are_not_plain_are_the_revision():
    group = Outer()
    before = group.fingerprint
    group.touch()
    assert group.fingerprint == group.revision != before


def test_several_fields_at_once_are_one_change():
    group = Outer()
    before = clock.latest
    group.assign(name="b", other=2.5)
    assert (group.name, group.other, group.revision) == ("b", 2.5, before + 1)
    group.assign(name="b", other=2.5)
    assert clock.latest == before + 1
