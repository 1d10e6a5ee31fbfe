"""Loops that passes unroll, and loops that they leave."""

from __future__ import annotations

import pytest

from softgl.ir.builder import Builder, masked, written
from softgl.ir.passes import optimize
from softgl.ir.profile import Profile
from softgl.ir.program import Binding, Destination, File, Program, Source, Stage
from softgl.isa.vocabulary import SIGNED, UNSIGNED

INPUT = Source(File.ATTRIBUTE, 0)


def loop(b: Builder, end: Source, inside) -> None:
    """A loop from 0 to before `end`, which sums; `inside` writes more."""
    counter, total = b.new(), b.new()
    b.move(written(total), b.constant(0.0))
    b.move(written(counter, masked(0)), b.bits(0))
    with b.loop():
        b.break_(b.make("ISGE", counter, end, type=SIGNED, mask=masked(0)))
        b.emit("ADD", written(total), total, INPUT)
        inside(b, counter, total)
        b.emit("UADD", written(counter, masked(0)), counter, b.bits(1), type=UNSIGNED)
    b.move(Destination(File.RESULT, 0), total)
    b.return_()


def outcome(end=None, inside=lambda b, counter, total: None, more=lambda b: None) -> list[str]:
    """The opcodes of an optimised program."""
    b = Builder()
    loop(b, b.bits(4) if end is None else end(b), inside)
    more(b)
    program = Program(
        "GLSL FRAG", Stage.FRAGMENT, Profile.IEEE, tuple(b.instructions), b.temporaries, 0,
        tuple(b.parameters), (Binding("fragment.attrib", (0,)),), (Binding("result.color", (0,)),),
        labels=tuple(b.labels),
    )  # fmt: skip
    return [one.opcode for one in optimize(program).instructions]


def leaves(b, counter, total):
    b.break_(b.make("FSLT", total, INPUT, type=UNSIGNED))


def writes_array(b, counter, total):
    b.emit("UADD", written(counter, masked(0)), counter, b.bits(3), type=UNSIGNED)


def calls(b, counter, total):
    b.call("grow")
    b.call("grow")


def grow(b):
    """A subroutine, too large to be inlined, that writes the counter of the loop."""
    b.label("grow")
    counter = Source(File.TEMPORARY, 0)
    for _ in range(60):
        b.emit("UADD", written(counter, masked(0)), counter, INPUT, type=UNSIGNED)
    b.return_()


@pytest.mark.parametrize(
    "more, sums",
    [({}, 4), ({"end": lambda b: b.bits(0)}, 0), ({"inside": writes_array}, 1)],
)
def test_constant_loops_are_unrolled(more, sums):
    found = outcome(**more)
    assert "REP" not in found and "RET" not in found
    assert found.count("ADD") == sums


def test_a_second_exit_stays():
    found = outcome(inside=leaves)
    assert found.count("ADD") == 4
    assert found.count("BRK") == 5  # the last one leaves in any case


@pytest.mark.parametrize(
    "more",
    [
        {"end": lambda b: INPUT},
        {"end": lambda b: b.bits(5000)},
        {"inside": calls, "more": grow},
    ],
)
def test_other_loops_stay(more):
    found = outcome(**more)
    assert found.count("REP") == 1
