"""Many calls of kernels made ready together: as if each was made by itself, in order."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32, F64, I32, I64, U32, Signature, padded
from softgl.lanes.kernel_call import CallList
from softgl.pipeline.support.threads import run_parts
from softgl.tuning import limits
from tests.lanes.machines import engine_id, engines

SOME = [engines()[0], engines()[-1]]
SCALARS = (("at", I32), ("word", U32), ("wide", I64), ("number", F32), ("precise", F64))
LOG = Signature(
    SCALARS, (("added", F32), ("log", F32), ("words", U32)), frozenset({"log", "words"})
)


def keep(m, a):
    """One lane: the place `at` of the log gets a sum of all numbers."""
    place = a.at
    m.store_uniform(
        a.log,
        place,
        m.load_unchecked(a.log, place) * 2 + m.load_unchecked(a.added, m.i32(0)) + a.number,
    )
    word = m.as_u32(m.low_half(a.wide)) ^ m.as_u32(m.low_half(a.wide >> 32))
    m.store_uniform(a.words, place, m.as_u32(m.to_i32(m.to_f32(a.precise))) + a.word + word)


@pytest.fixture(params=SOME, ids=engine_id)
def engine(request):
    return request.param


def kernel_of(engine):
    return engine.build(LOG, keep, False)


def test_calls_are_those_one_by_one(engine):
    """Scalars that all share, and those of each; arrays, too; integers wrap."""
    kernel, rng = kernel_of(engine), np.random.default_rng(5)
    own = [{"added": rng.random(n + 1, np.float32)} for n in range(5)]
    which = [3, 0, 0, 4, 1, 2, 3, 3]
    at = np.array([0, 1, 1, 2, 0, 3, 1, 0], np.int32)
    number, precise = rng.random(8, np.float32), rng.integers(0, 99, 8) + 0.25
    wide = rng.integers(-(2**63), 2**63 - 1, 8)
    shared = {"word": 2**32 + 7}
    logs, words = np.zeros((2, 4), np.float32), np.zeros((2, 4), np.uint32)
    for n, of in enumerate(which):
        scalars = shared | {"at": int(at[n]), "number": number[n], "precise": precise[n]}
        scalars["wide"] = int(wide[n])
        kernel.run(scalars, own[of] | {"log": logs[0], "words": words[0]})
    scalars = shared | {"at": at, "number": number, "precise": precise, "wide": wide}
    arrays = own[0] | {"log": logs[1], "words": words[1]}
    calls = kernel.call(arrays).call_list(scalars, own, which)
    assert not logs[1].any()
    calls.make(0, 3)
    calls.make(3)
    assert logs[0].tobytes() == logs[1].tobytes()
    assert words[0].tobytes() == words[1].tobytes()


@pytest.mark.parametrize("lengths", [(3, 1), (8, 9), (8, 1)])
def test_calls_of_several_kernels_in_an_order(engine, lengths):
    """Lists that Python makes, native ones, and both together."""
    one, other = kernel_of(engine), engine.build(LOG, lambda m, a: keep(m, a), False)
    rest = {"word": 0, "wide": 0, "precise": 0.0, "at": 0}

    def calls_of(kernel, log, *numbers):
        arrays = {
            "added": np.zeros(1, np.float32), "log": log, "words": np.zeros(1, np.uint32),
        }  # fmt: skip
        given = rest | {"number": np.float32(numbers)}
        return kernel.call(arrays).call_list(given, [arrays], [0] * len(numbers))

    log, wanted = np.zeros(1, np.float32), 0
    numbers = np.arange(sum(lengths)) % 3
    first, second = np.split(numbers, lengths[:1])
    several = [calls_of(one, log, *first), calls_of(other, log, *second)]
    order = np.random.default_rng(1).permutation(len(numbers)).tolist()
    made = CallList.in_order(several, order)
    del several
    made.make(0, 2)
    made.make(2)
    for number in numbers[order].tolist():
        wanted = wanted * 2 + number
    assert log[0] == wanted


def test_arrays_that_kernels_refuse(engine):
    """Each array of each call is looked at."""
    kernel = kernel_of(engine)
    good = {"added": np.zeros(1, np.float32)}
    arrays = good | {"log": np.zeros(1, np.float32), "words": np.zeros(1, np.uint32)}
    scalars = {"word": 0, "wide": 0, "precise": 0.0, "at": 0, "number": np.zeros(3, np.float32)}
    for bad in (np.zeros(1), np.zeros((1, 1), np.float32), np.zeros(0, np.float32)):
        own = [good, good, {"added": bad}]
        with pytest.raises(TypeError, match="added must"):
            kernel.call(arrays).call_list(scalars, own, [0, 1, 2]).make()


def double(m, a, index):
    m.store(a.out, index, m.f32(2.0) * m.load_unchecked(a.factor, m.i32(0)), a.first)


@pytest.mark.parametrize(
    "counts", [[5], [3, 17], [1] * limits.MIN_LISTED_PARTS, [3, 40, 1, 2, 16, 9, 300]]
)
def test_parts_of_any_length(engine, counts):
    """The lanes of each have its arrays; stores beyond its last lane are the next one's."""
    signature = Signature((("first", I32),), (("factor", F32), ("out", F32)), frozenset({"out"}))
    kernel = engine.build(signature, double, True)
    own = [{"factor": np.full(1, number + 1, np.float32)} for number in range(len(counts))]
    out = np.zeros(padded(sum(counts)), np.float32)
    run_parts(kernel.call({"out": out} | own[0]), {}, counts, own, 2)
    wanted = np.repeat(np.arange(len(counts)) * 2 + 2, counts)
    assert out[: sum(counts)].tolist() == wanted.tolist()
