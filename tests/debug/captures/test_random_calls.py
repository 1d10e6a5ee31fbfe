"""Random calls, captured from a random place on: whatever plays them gets the picture and state.

Seeds are printed. Another one, or more, by hand: SOFTGL_SEED=7 python -m pytest this file.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from softgl import Context
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import minimise, replay, script
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.state import difference, state
from tests.random_calls import SIZE, RandomCalls

SEED = int(os.environ.get("SOFTGL_SEED", 45_000))
SEQUENCES = 3
STEPS = 40
TRIALS = 25  # of a capture that is made smaller


def new_context(seed):
    """With one sample or four; one that raises its errors, or records them."""
    samples, errors = (0, 4)[seed % 2], ("raise", "record")[seed // 2 % 2]
    return Context(SIZE, SIZE, machine="eager", samples=samples, errors=errors)


def captured(seed, before, path):
    """A context in which all steps were made, those after the first ones captured.

    Where no capture can begin, as between glPushAttrib and glPopAttrib, it begins later.
    """
    context, calls = new_context(seed), RandomCalls(seed)
    for _ in range(before):
        calls.step()
    while True:
        try:
            with capture(path, context):
                for _ in range(STEPS - before):
                    calls.step()
            return context
        except CaptureError as error:
            if "cannot capture from here on" not in str(error):
                raise
            calls.step()
            before += 1


def pixels(context):
    return np.asarray(context.read_image())


def state_of(context):
    """All state; of the raster position and of current values the fields without a query, too."""
    context.make_current()
    told = {name: value for name, value in state(context).items() if name != "debug_output"}
    current = {str(name): words(name, value) for name, value in context.vertex.current.items()}
    return told | {
        "raster": repr(vars(context.raster)),
        "current words": current,
        "later": {str(name): on for name, on in context.vertex.generic_later.items()},
        "buffer contents": {
            name: each.data.tobytes() for name, each in context.buffers.objects.items() if each
        },
        "accumulated": accumulated(context),
        "lists": sorted(context.lists.objects),
        "error": context.error,
    }


def words(binding, value):
    """The bits of a current value; of the conventional attributes a NaN is as good as another."""
    one = value if binding.name == "vertex.attrib" else np.where(np.isnan(value), np.nan, value)
    return one.astype(np.float32).tobytes()


def accumulated(context):
    plane = context.framebuffers.accumulated
    if plane is None:
        return bytes(SIZE * SIZE * 4 * 4)
    return (plane.read_color(0, 0, SIZE, SIZE) + np.float32(0)).tobytes()


def assert_same(context, other):
    """Two contexts have the same picture and the same state."""
    found = difference(state_of(context), state_of(other))
    assert found == {}, found
    assert np.array_equal(pixels(context), pixels(other))


def run_script(path, loaded):
    """The context that a script made of a capture has drawn in."""
    script.write_script(path, loaded)
    made = {"__name__": "drawn_again", "__file__": str(path)}
    exec(compile(path.read_text(), path, "exec"), made)
    return made["context"]


@pytest.mark.parametrize("seed", range(SEED, SEED + SEQUENCES))
@pytest.mark.parametrize("begins", ["first", "midway"])
def test_random_calls(tmp_path, monkeypatch, seed, begins):
    rng = np.random.default_rng(seed)
    before = int(rng.integers(1, STEPS)) if begins == "midway" else 0
    print(f"seed {seed}, captured from step {before} on")
    path = tmp_path / "frame.softgl"
    context = captured(seed, before, path)
    plain, calls = new_context(seed), RandomCalls(seed)
    for _ in range(STEPS):
        calls.step()
    assert_same(plain, context)
    loaded = capture_file.load(path)
    assert_same(context, replay.drawn(loaded, machine="eager"))
    capture_file.save_capture(path, loaded)
    again = capture_file.load(path)
    assert_same(context, replay.drawn(again, machine="eager"))
    assert_same(context, run_script(tmp_path / "again.py", again))
    monkeypatch.setattr(minimise, "MAX_REPLAYS", TRIALS)
    x, y = (int(each) for each in rng.integers(0, SIZE, 2))
    small = minimise.minimised(again, (x, y), machine="eager")
    capture_file.save_capture(path, small)
    smaller = replay.drawn(capture_file.load(path), machine="eager")
    assert np.array_equal(pixels(smaller)[y, x], pixels(context)[y, x])
    assert_same(smaller, run_script(tmp_path / "small.py", capture_file.load(path)))
