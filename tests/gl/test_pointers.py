"""For every command: memory of any kind is read and written as an array is, or refused."""

from __future__ import annotations

import re

import numpy as np
import pytest

from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.errors import GLError
from tests.gl.pointer_calls import (
    ARRAYS,
    KNOWN,
    OTHER_TYPES,
    RESHAPED,
    SHAPED,
    UNKNOWN,
    commands_with,
    legal_calls,
    outs,
    scene,
    written_by,
)

GROUPS = 8
"""As many parts are commands tried in; those of one family are in different ones."""


def part(pointer: str, number: int) -> list[str]:
    return commands_with(pointer)[number::GROUPS]


def state_after(calls, kind, snapshot):
    """The state that calls leave behind, with a kind of argument for each array that they read.

    Where it is refused the call is made with the array itself.
    """
    context, make = scene(), (KNOWN | ARRAYS).get(kind, np.copy)
    for call in calls:
        if kind in RESHAPED and SHAPED.fullmatch(call.name):
            call.make({})
            continue
        try:
            call.make({place: make(call.arguments[place]) for place in call.ins})
        except GLError as refused:
            assert kind in ARRAYS, f"{call.name} refused it: {refused}"
            call.make({})
    for array in context.vertex.bound.arrays.values():
        array.pointer = None  # the object itself
    return snapshot(context)


NOT_STATE = {"forms_revision", "texels_revision"}
"""Fields that are other numbers in each context."""


def difference(one, other, path="") -> str:
    """Finds a difference of two states; "" if there is none."""
    rows = isinstance(one, (list, tuple)) and isinstance(other, (list, tuple))
    if rows and len(one) == len(other):
        if len(one) == 2 and isinstance(one[0], str) and one[0] == other[0]:
            return "" if one[0] in NOT_STATE else difference(one[1], other[1], f"{path} {one[0]}")
        pairs = zip(one, other, strict=True)
        return next(filter(None, (difference(*pair, path) for pair in pairs)), "")
    one, other = (
        re.sub("0x[0-9a-f]+", "", each) if isinstance(each, str) else each for each in (one, other)
    )
    addresses = isinstance(one, int) and one > 2**32
    return "" if addresses or one == other else f"{path}: {str(one)[:200]} {str(other)[:200]}"


SEED = 1


@pytest.mark.parametrize("number", range(GROUPS))
def test_memory_is_read_as_an_array_is(context, snapshot, number):
    """Pointers to memory of known size, and all other objects with memory."""
    calls = legal_calls(part("in", number), SEED)
    expected = state_after(calls, "", snapshot)
    for kind in KNOWN | ARRAYS:
        found = difference(state_after(calls, kind, snapshot), expected)
        assert not found, f"{kind}: {found}"


def needs(call, place) -> bool:
    """True if a call needs data at a place: none is too little."""
    try:
        call.make({place: np.zeros(0, call.arguments[place].dtype)})
    except GLError:
        return True
    return False


@pytest.mark.parametrize("number", range(GROUPS))
def test_other_pointers_are_refused_and_change_nothing(context, snapshot, number):
    calls = legal_calls(part("in", number), SEED)
    scene()
    needed = [(call, place) for call in calls for place in call.ins if needs(call, place)]
    # Commands of EXT_direct_state_access make objects before they look for errors.
    needed.sort(key=lambda each: COMMANDS[each[0].name].__module__ != "softgl.gl.direct.named")
    context = scene()
    before = None
    for call, place in needed:
        if before is None and COMMANDS[call.name].__module__ != "softgl.gl.direct.named":
            before = snapshot(context)
        for kind, make in UNKNOWN.items():
            try:
                call.make({place: make(call.arguments[place])})
            except GLError:
                continue
            raise AssertionError((call.name, place, kind))
    found = difference(snapshot(context), before)
    assert not found, found


@pytest.mark.parametrize("number", range(GROUPS))
def test_results_are_written_whole_or_not_at_all(context, number):
    # Commands with pointers write addresses.
    names = [name for name in part("out", number) if "Pointer" not in name]
    for call in legal_calls(names, SEED):
        for place in call.outs:
            values, written = written_by(call, place)
            if not values.size:
                continue
            makes_names = call.name.startswith(("glGen", "glCreate"))
            scene()
            for kind, out in outs(values.size, values.dtype):
                if "Compressed" in call.name and kind in OTHER_TYPES:
                    continue  # an array of any type takes the bytes
                if makes_names:
                    scene()
                before, where = out.numbers(), f"{call.name} {kind}"
                try:
                    call.make({place: out.argument})
                except GLError as refused:
                    assert not out.works, f"{where}: {refused}"
                    assert np.array_equal(out.numbers(), before), where
                    continue
                assert out.works is not False, f"{where} is not refused"
                check_results(out.numbers(), before, values, written, where)


def check_results(found, before, values, written, where):
    """Each number that is written is there, and all the others are as they were."""
    size = values.size
    kept = np.ones(found.size, bool)
    kept[:size] = ~written
    assert np.array_equal(found[kept], before[kept]), where
    found, values = found[:size][written], values[written]
    if found.dtype.kind in "iu" and found.dtype.itemsize == values.dtype.itemsize:
        found = found.astype(values.dtype)  # the bits
    if found.dtype.kind == "f":
        values = values.astype(found.dtype)
    assert np.array_equal(found, values, equal_nan=True), f"{where}: {found[:4]} {values[:4]}"
