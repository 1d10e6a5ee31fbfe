"""A frame stands still right after the event that is wanted, and can be given up."""

import pytest

from softgl.debug.page.walk import Walk


def _frame(walk_of, seen, count=4, error=None):
    def draw():
        try:
            for number in range(count):
                seen.append(number)
                walk_of().arrive(number)
            if error:
                raise error
        finally:
            seen.append("end")

    return draw


def _walk(**given):
    seen = []
    walk = Walk(_frame(lambda: walk, seen, **given))
    return walk, seen


def test_it_goes_on_from_where_it_stands():
    walk, seen = _walk()
    assert walk.to(1) and seen == [0, 1] and walk.at == 1
    assert walk.to(2) and seen == [0, 1, 2]
    walk.end()
    assert seen == [0, 1, 2, "end"]


def test_there_is_no_event_after_the_last_one():
    walk, seen = _walk()
    assert not walk.to(9) and seen == [0, 1, 2, 3, "end"]
    assert not walk.to(10)
    walk.end()


def test_what_the_frame_raises_is_raised():
    walk, _ = _walk(error=ValueError("broken"))
    assert walk.to(3)
    with pytest.raises(ValueError, match="broken"):
        walk.to(4)


def test_one_that_has_not_begun_need_not_end():
    walk, seen = _walk()
    walk.end()
    assert not seen
