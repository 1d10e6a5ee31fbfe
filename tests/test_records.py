"""Classes of `softgl.records` behave like those of the standard library."""

import copy
import dataclasses
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, field, fields, replace
from functools import cached_property
from typing import ClassVar

import pytest

from softgl import records

MAKERS = [dataclasses.dataclass, records.dataclass]


def kinds(dataclass):
    """The same classes, made by one of the two."""

    @dataclass
    class Point:
        """A point."""

        x: float
        y: float = 2.0
        marks: list = field(default_factory=list)
        known: ClassVar[int] = 3

    @dataclass(frozen=True)
    class Key:
        """A key."""

        name: str
        size: int = 4
        hidden: object = field(default=None, compare=False, repr=False)

        @cached_property
        def twice(self):
            return self.size * 2

    @dataclass(frozen=True)
    class Longer(Key):
        """A key with more."""

        more: tuple = ()
        made: dict = field(init=False, default_factory=dict, compare=False)

    @dataclass(frozen=True, eq=False)
    class Own:
        """Equal only to itself."""

        value: int

    @dataclass
    class Checked:
        """Looks at itself."""

        value: int
        half: float = field(init=False)

        def __post_init__(self):
            self.half = self.value / 2

        def __eq__(self, other):
            return abs(self.value - other.value) < 2

    @dataclass(frozen=True)
    class Empty:
        """Nothing."""

    return Point, Key, Longer, Own, Checked, Empty


def answer(action):
    """The result of a call, or its exception."""
    try:
        return repr(action()).replace("kinds.<locals>.", "")
    except (TypeError, AttributeError) as error:
        message = str(error).replace("kinds.<locals>.", "")
        return type(error), message.split(" object")[0]


def everything(dataclass):
    """Results of the classes that one of the two libraries makes."""
    Point, Key, Longer, Own, Checked, Empty = kinds(dataclass)
    one, other = Point(1.0), Point(x=1.0, marks=[])
    key, longer = Key("a"), Longer("a", 5, more=(1,))
    own = Own(1)
    yield from (one, key, longer, Checked(3), Empty(), own)
    yield one == other, one == Point(2.0), one.marks is other.marks, Point.known, one == (1.0, 2.0)
    yield key == Key("a", 4, "hidden"), key == longer, len({key, Key("a"), longer}), key.twice
    yield hash(key) == hash(Key("a", 4, 7)), own == Own(1), len({own, Own(1)}), Empty() == Empty()
    yield Own.__hash__ is object.__hash__
    yield longer.made, Checked(4) == Checked(5), Checked(9).half, Empty.__match_args__
    yield replace(longer, size=9), replace(one, y=0.5), copy.deepcopy(one) == one
    yield [(entry.name, entry.type, entry.compare, entry.init) for entry in fields(longer)]
    one.marks.append(one)
    yield repr(one).replace("kinds.<locals>.", "")
    match longer:
        case Key(name, size):
            yield name, size
    yield from map(answer, (
        lambda: hash(one), lambda: hash(Checked(1)), lambda: Point(), lambda: Point(1, 2, 3, 4),
        lambda: Point(1, z=2), lambda: setattr(key, "size", 1), lambda: delattr(key, "size"),
        lambda: setattr(longer, "new", 1), lambda: setattr(own, "value", 2), lambda: one < other,
        lambda: Longer("a", made={}), lambda: one.w,
    ))  # fmt: skip


def test_they_behave_alike():
    for its, ours in zip(*map(everything, MAKERS), strict=True):
        assert answer(lambda: its) == answer(lambda: ours)  # noqa: B023  (called at once)


def test_compact_classes_behave_alike_but_for_assignments():
    @records.dataclass(frozen=True)
    class Plain:
        """A record."""

        name: str
        size: int = 4
        found: object = field(default=None, init=False, compare=False, repr=False)

        @property
        def twice(self):
            return self.size * 2

    Compact = records.compact(Plain)
    one = Compact("a")
    assert not hasattr(one, "__dict__") and one.found is None and one.twice == 8
    assert repr(one) == repr(Plain("a"))
    assert one == Compact(name="a", size=4) != Compact("b") and hash(one) == hash(Compact("a"))
    one.found = 3
    for other in (copy.copy(one), replace(one, size=5), records.but(one, size=5)):
        assert type(other) is Compact and other.name == "a" and other.twice in (8, 10)
    assert copy.copy(one).found == 3 and replace(one, size=5) == Compact("a", 5)
    assert records.but(one, size=5).size == 5 and one.size == 4
    with pytest.raises(TypeError):
        Compact()


def test_the_same_object_is_equal_to_itself():
    """As of tuples, and of dataclasses before Python 3.13, what is not equal to itself too."""
    nothing = float("nan")
    for Point in (kinds(records.dataclass)[0], records.dataclass(_single())):
        assert Point(nothing) == Point(nothing) and Point(nothing) != Point(-nothing)


def _single():
    return type("Single", (), {"__annotations__": {"x": "float"}})


class Counted:
    """An object that counts its comparisons."""

    def __init__(self, value):
        self.value, self.compared = value, 0

    def __hash__(self):
        return 1

    def __eq__(self, other):
        self.compared += 1
        return self.value == other.value


def test_interned_values_are_compared_once():
    """Values that are equal to either are known to be equal too; others are compared each time."""
    made = records.interned(records.dataclass(frozen=True)(_single()))
    one, two, three, other = (made(Counted(value)) for value in (1, 1, 1, 2))
    found = {one: "it"}
    assert two in found and three in found and other not in found
    before = one.x.compared
    assert one == two == three == one and found[three] == found[two] == "it"
    assert two == three
    assert sum(each.x.compared for each in (one, two, three)) == before
    assert other != one and one != other and replace(one, x=Counted(2)) != one
    assert replace(one, x=Counted(2)) == other and made(1) != 1
    # Two pairs, each of them found, and then one of these with one of the others.
    four, five = made(Counted(1)), made(Counted(1))
    assert four == five and five == three and four == one
    with pytest.raises(FrozenInstanceError):
        one.x = 2


def test_unique_values_are_one_object():
    @records.interned(unique=True)
    @records.dataclass(frozen=True)
    class Place:
        name: str
        numbers: tuple = ()
        kind: str = "plain"

    one = Place("a", (1,))
    assert one is Place("a", numbers=(1,)) is Place(kind="plain", name="a", numbers=(1,))
    assert one is not Place("a") and one != Place("a") and (one.name, one.numbers) == ("a", (1,))
    assert copy.copy(one) is copy.deepcopy(one) is replace(one) is one
    assert replace(one, kind="other") is Place("a", (1,), "other") and one.kind == "plain"
    for wrong in ((), ("a", (), "plain", 4)):
        with pytest.raises(TypeError):
            Place(*wrong)
    with pytest.raises(TypeError):
        Place("a", size=3)
    with pytest.raises(FrozenInstanceError):
        one.name = "b"


def test_threads_get_the_same_unique_value():
    @records.interned(unique=True)
    @records.dataclass(frozen=True)
    class Place:
        number: int

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(Place, [n % 50 for n in range(2000)]))
    assert len({id(each) for each in made}) == 50
    assert all(each.number == n % 50 for n, each in enumerate(made))


def test_a_subclass_that_is_no_dataclass_may_have_more():
    _, Key, *_ = kinds(records.dataclass)

    class Named(Key):
        def __init__(self, name):
            super().__init__(name, 8)
            self.label = name

    assert (Named("a").size, Named("b").label) == (8, "b")
    with pytest.raises(FrozenInstanceError):
        Named("a").size = 1


@records.dataclass(frozen=True)
class Packed:
    """Can be found by name."""

    value: int
    more: tuple = ()


def test_what_was_packed_elsewhere_needs_no_instance_before():
    packed = pickle.dumps(Packed(3)).replace(b"Packed", b"Opened")
    Opened = type("Opened", (), {"__annotations__": {"value": "int", "more": "tuple"}, "more": ()})
    globals()["Opened"] = Opened = records.dataclass(frozen=True)(Opened)
    Opened.__module__ = __name__
    first, second = pickle.loads(packed), pickle.loads(packed)
    assert first == second and hash(first) == hash(second) and first == Opened(3)


def test_two_threads_may_make_the_first_instance():
    for _ in range(50):
        Point = kinds(records.dataclass)[0]
        barrier, made = threading.Barrier(4), []

        def make(kind=Point, barrier=barrier, made=made):
            barrier.wait()
            made.append(kind(1.0))

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(made) == 4 and made[0] == made[3]
