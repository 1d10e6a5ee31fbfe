"""Functions of native code that take numbers: the arguments they take, and those left to Python."""

import array
import inspect
import struct
import sys
import threading
import weakref
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from softgl import kernel_cache
from softgl.lanes import native_setters as module
from softgl.lanes.native_setters import NativeSetters, Session, SetterKind, Table
from softgl.tuning import limits

native_only = pytest.mark.skipif(
    not module.AVAILABLE, reason="this Python has not all of CPython's stable interface"
)
TWO = SetterKind(0, 2)
KINDS = {
    "two": TWO,
    "listed": SetterKind(0, 3, sequence=True),
    "bytes": SetterKind(1, 3, integers=(0, 255, 255)),
    "shorts": SetterKind(1, 2, sequence=True, integers=(-(2**15), 2**15 - 1, 1)),
    "chosen": SetterKind(1, 1, first=100, choices=3),
    "chosen_listed": SetterKind(1, 4, True, None, 0, 3),
    "one": SetterKind(4, 1),
}


class House:
    """NativeSetters of all kinds, with the calls of the functions behind and of the table."""

    def __init__(self):
        self.setters, self.calls = NativeSetters(), []
        self.logs = [{}, {}, {}]
        self.table = Table([None, *self.logs, None])
        self.rows = bytearray()
        for name, kind in KINDS.items():
            setattr(self, name, self.setters.function(kind, self._behind(name), ["x", "y"]))
        self.session = Session(self.setters)
        self.enter()

    def _behind(self, name):
        def behind(*arguments, **keywords):
            """Takes all other calls."""
            self.calls.append((name, arguments, keywords))
            return name

        behind.__name__ = name
        return behind

    def enter(self, rows=True):
        self.table.enter(self.rows if rows else None, self.session)

    def make_native(self, objects=None):
        self.setters.count(limits.MIN_NATIVE_VALUES, lambda: objects)
        self.enter()

    def values(self):
        return np.frombuffer(bytes(self.rows), np.float32).reshape(-1, 4).tolist()


@pytest.fixture
def house():
    return House()


@pytest.fixture
def native(house):
    house.make_native()
    return house


def four(*values):
    return struct.pack("4f", *values)


@native_only
def test_they_look_like_what_is_behind(house):
    assert house.two.__name__ == "two"
    assert house.two.__doc__ == "Takes all other calls."
    assert house.two.__module__ == __name__
    assert [*inspect.signature(house.two).parameters] == ["x", "y"]


def test_before_there_is_native_code_all_goes_behind(house):
    assert house.two(1, 2) == "two"
    assert house.listed([1, 2, 3]) == "listed"
    house.setters.count(limits.MIN_NATIVE_VALUES - 1, pytest.fail)
    assert house.two(1, y=2) == "two"
    assert house.calls == [
        ("two", (1, 2), {}),
        ("listed", ([1, 2, 3],), {}),
        ("two", (1,), {"y": 2}),
    ]
    assert not house.rows


@native_only
def test_what_native_code_takes(native):
    assert native.two(1, 2.5) is None
    native.two(True, np.float32(0.1))
    native.two(Fraction(1, 4), Decimal("0.5"))
    native.two(-1, -1.0)
    native.listed([1, 2, 3])
    native.listed((1.5, np.int8(-1), 0))
    native.listed(array.array("d", [0.25, 0.5, 0.75]))
    native.listed(np.array([7, 8, 9], np.uint8))
    native.one(6)
    tenth = float(np.float32(0.1))
    assert native.values() == [
        [1, 2.5, 0, 1], [1, tenth, 0, 1], [0.25, 0.5, 0, 1], [-1, -1, 0, 1],
        [1, 2, 3, 1], [1.5, -1, 0, 1], [0.25, 0.5, 0.75, 1], [7, 8, 9, 1],
        [6, 0, 0, 1],
    ]  # fmt: skip
    assert not native.calls


@native_only
def test_numbers_beyond_binary32(native):
    native.two(1e300, -1e300)
    native.two(1e-50, -0.0)
    # Halfway between two floats, and the next double: to even, and up.
    native.two(1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-52)
    native.two(float("nan"), 2**1000)
    assert native.rows[:48] == four(np.inf, -np.inf, 0, 1) + four(0, -0.0, 0, 1) + four(
        1, 1 + 2.0**-23, 0, 1
    )
    [[nan, infinite, *_]] = native.values()[3:]
    assert np.isnan(nan) and infinite == np.inf


@native_only
def test_integers_are_divided(native):
    native.bytes(255, 0, 51)
    assert native.logs[0] == {0: four(1, 0, np.float32(0.2), 1)}
    native.two(0, 0)
    native.two(0, 0)
    native.shorts([-(2**15), 2**15 - 1])
    native.shorts((np.int64(-1), False))
    assert native.logs[0] == {0: four(1, 0, np.float32(0.2), 1), 2: four(-1, 0, 0, 1)}
    assert not native.calls


@native_only
def test_the_first_argument_chooses(native):
    native.two(0, 0)
    native.chosen(102, 0.5)
    native.chosen_listed(np.uint8(1), [1, 2, 3, 4])
    assert native.logs == [{}, {1: four(1, 2, 3, 4)}, {1: four(0.5, 0, 0, 1)}]
    native.enter(rows=False)
    native.chosen(100, -1)
    assert native.logs[0] == {0: four(-1, 0, 0, 1)}
    assert not native.calls
    assert native.two(1, 2) == "two" and native.one(1) == "one"  # without rows, these go behind


class Odd:
    """Numbers that raise a given exception."""

    def __init__(self, error):
        self.error = error

    def __float__(self):
        raise self.error

    __index__ = __float__


@native_only
@pytest.mark.parametrize(
    ("name", "arguments", "keywords"),
    [
        ("two", (), {}),
        ("two", (1,), {}),
        ("two", (1, 2, 3), {}),
        ("two", (1,), {"y": 2}),
        ("two", (1, 2), {"z": 3}),
        ("two", (1, "2"), {}),
        ("two", (None, 2), {}),
        ("two", (1, 1j), {}),
        ("two", (1, 2**2000), {}),
        ("two", (1, Odd(ValueError())), {}),
        ("two", ([1, 2],), {}),
        ("listed", (), {}),
        ("listed", (1, 2, 3), {}),
        ("listed", ([1, 2],), {}),
        ("listed", ([1, 2, 3, 4],), {}),
        ("listed", ([[1, 2, 3]],), {}),
        ("listed", ([1, 2, "3"],), {}),
        ("listed", ("123",), {}),
        ("listed", ({1, 2, 3},), {}),
        ("listed", ({0: 1, 1: 2, 2: 3},), {}),
        ("listed", (iter([1, 2, 3]),), {}),
        ("listed", (None,), {}),
        ("listed", (np.zeros((3, 3)),), {}),
        ("bytes", (256, 0, 0), {}),
        ("bytes", (0, -1, 0), {}),
        ("bytes", (0, 0, 1.0), {}),
        ("bytes", (0, 0, 2**64), {}),
        ("bytes", (0, 0, -(2**64)), {}),
        ("bytes", (0, 0, Odd(OverflowError())), {}),
        ("shorts", ([0, 2**15],), {}),
        ("shorts", ([np.float32(0), 0],), {}),
        ("chosen", (99, 0), {}),
        ("chosen", (103, 0), {}),
        ("chosen", (-1, 0), {}),
        ("chosen", (2**70, 0), {}),
        ("chosen", (100.0, 0), {}),
        ("chosen", ("a", 0), {}),
        ("chosen", (100,), {}),
        ("chosen_listed", (3, [1, 2, 3, 4]), {}),
        ("chosen_listed", (0, 1, 2, 3), {}),
    ],
)
def test_all_else_goes_behind(native, name, arguments, keywords):
    assert getattr(native, name)(*arguments, **keywords) == name
    [(called, given, named)] = native.calls
    assert (called, named) == (name, keywords)
    assert all(a is b for a, b in zip(given, arguments, strict=True))
    assert not native.rows and native.logs == [{}, {}, {}]


@native_only
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_is_no_exception_of_the_usual_kind_goes_on(native, error):
    for call in (
        lambda: native.two(1, Odd(error())),
        lambda: native.bytes(1, 2, Odd(error())),
        lambda: native.chosen(Odd(error()), 2),
        lambda: native.listed([1, Odd(error()), 2]),
    ):
        with pytest.raises(error):
            call()
    assert not native.calls and not native.rows and native.logs == [{}, {}, {}]


@native_only
def test_what_is_behind_may_raise(native):
    def refuse(*arguments):
        """Refuse."""
        raise ZeroDivisionError(arguments)

    with pytest.raises(ZeroDivisionError, match="7"):
        native.setters.function(TWO, refuse, ["x"])(7)


@native_only
def test_a_number_may_end_what_it_is_given_to(native):
    """Numbers are asked for their value before anything is written, wherever that leads."""
    other = Table([None, {}, {}, {}, None])
    rows = bytearray()

    class Enters(float):
        def __float__(self):
            other.enter(rows, native.session)
            return 4.0

    class Number:
        __float__ = Enters.__float__

    native.two(1, Number())
    assert not native.rows
    assert rows == four(1, 4, 0, 1)


@native_only
def test_a_list_may_shrink_while_it_is_read(native):
    class Shrinks:
        def __float__(self):
            given.clear()
            return 1.0

    given = [Shrinks(), 2, 3]
    assert native.listed(given) == "listed"
    assert not native.rows


@native_only
def test_rows_that_cannot_grow_are_left_to_python(native):
    with memoryview(native.rows):
        assert native.two(1, 2) == "two"
    native.two(1, 2)
    assert len(native.rows) == 16


@native_only
def test_other_items_may_be_any_object(native):
    class Log:
        def __setitem__(self, key, value):
            if key:
                raise RuntimeError
            written.append(value)

    written = []
    table = Table([None, Log(), {}, {}, None])
    table.enter(None, native.session)
    native.bytes(0, 0, 0)
    assert written == [four(0, 0, 0, 1)]
    table.enter(bytearray(16), native.session)
    assert native.bytes(0, 0, 0) == "bytes"


@native_only
def test_another_thread_has_the_functions_behind(native):
    def other():
        native.two(1, 2)
        session = Session(native.setters)
        native.table.enter(native.rows, session)
        native.two(3, 4)

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert native.calls == [("two", (1, 2), {})]
    assert native.values() == [[3, 4, 0, 1]]
    native.two(5, 6)  # the table has been left with the thread
    assert native.calls[1:] == [("two", (5, 6), {})]
    native.enter()
    native.two(7, 8)
    assert native.values() == [[3, 4, 0, 1], [7, 8, 0, 1]]


@native_only
def test_a_visit_ends_with_what_holds_it(native):
    table = weakref.ref(native.table)
    native.table = None
    native.two(1, 2)  # the session keeps it
    assert table() is not None
    native.session = None
    assert table() is None
    assert native.two(3, 4) == "two"
    assert native.values() == [[1, 2, 0, 1]]


@native_only
def test_the_end_of_a_visit_leaves_other_tables_alone(native):
    other = Session(native.setters)
    del other
    native.two(1, 2)
    another = Session(native.setters)
    Table([None] * 5).enter(bytearray(), another)
    native.enter()
    del another
    native.two(3, 4)
    assert native.values() == [[1, 2, 0, 1], [3, 4, 0, 1]]


@native_only
def test_paused(native):
    with native.setters.paused():
        assert native.two(1, 2) == "two"
        with native.setters.paused():
            pass
        assert native.two(1, 2) == "two"
    assert native.two(1, 2) is None
    assert len(native.calls) == 2 and len(native.rows) == 16


@native_only
def test_paused_when_native_code_is_made(house):
    with house.setters.paused():
        house.make_native()
        assert house.two(1, 2) == "two"
    assert house.two(1, 2) is None


@native_only
def test_native_code_is_kept(tmp_path):
    objects = kernel_cache.KernelCache(tmp_path)
    for _ in range(2):
        house = House()
        house.make_native(objects)
        house.two(1, 2)
        house.chosen(101, 3)
        assert house.values() == [[1, 2, 0, 1]]
        assert house.logs[1] == {1: four(3, 0, 0, 1)}
        [kept] = tmp_path.iterdir()
        before = kept.read_bytes()
    assert kept.read_bytes() == before


@native_only
def test_references_are_given_back(native):
    number, listed, choice = 1.25, [1.25, 2.5, 3.75], 101
    objects = [number, listed, None, native.rows, native.logs[1]]
    call = native.two, native.listed, native.chosen

    def use():
        for _ in range(100):
            call[0](number, number)
            call[1](listed)
            call[2](choice, number)
        native.logs[1].clear()

    use()
    native.rows.clear()
    before = [sys.getrefcount(each) for each in objects]
    use()
    assert [sys.getrefcount(each) for each in objects] == before


def test_without_the_stable_interface(monkeypatch):
    monkeypatch.setattr(module, "AVAILABLE", False)
    house = House()
    assert inspect.isfunction(house.two)
    house.setters.count(limits.MIN_NATIVE_VALUES, pytest.fail)
    house.enter()
    assert house.two(1, 2) == "two"
