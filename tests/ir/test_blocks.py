"""The structure of control flow: blocks, their exits and their order."""

from __future__ import annotations

import pytest

from softgl.errors import Span
from softgl.ir.blocks import build_flow, has_flow
from softgl.ir.exits import Again, Branch, Call, End, Repeat, Resume, Return
from softgl.ir.program import (
    ConditionTest,
    File,
    Instruction,
    Profile,
    Program,
    Source,
    Stage,
)
from softgl.isa import DataType

TEST = ConditionTest("GT")


def program(words, subroutines=True, **limits) -> Program:
    """A program of opcodes: `IF?` has a condition, `REP#` a count; `CAL:a` calls the label `a:`."""
    instructions, labels = [], []
    for word in words.split():
        if word.endswith(":"):
            labels.append((word[:-1], len(instructions)))
            continue
        name, _, target = word.rstrip("?#").partition(":")
        count = (Source(File.TEMPORARY, 0, (0,) * 4),) if "#" in word else ()
        instructions.append(
            Instruction(
                name,
                Span(len(instructions), len(instructions) + 1),
                sources=count,
                type=DataType.SIGNED,
                condition=TEST if "?" in word else None,
                target=target or None,
            )
        )
    return Program(
        language="NVvp4.0",
        stage=Stage.VERTEX,
        profile=Profile.IEEE,
        instructions=tuple(instructions),
        temporaries=1,
        addresses=0,
        parameters=(),
        attributes=(),
        results=(),
        labels=tuple(labels),
        subroutines=subroutines,
        source=words,
        **limits,
    )


def flow_of(words, **given):
    return build_flow(program(words, **given))


def texts(flow):
    """The opcodes of each block, without its exit."""
    return ["".join(i.opcode for i in block.instructions) for block in flow.blocks]


def exits(flow):
    return [block.exit for block in flow.blocks]


def calls(block):
    return isinstance(block.exit, Call)


@pytest.mark.parametrize(
    "words, expected",
    [
        ("A B", False),
        ("a: A main: B", True),  # begins in the middle
        ("main: A a: B", False),  # falls through its labels
        ("A RET", True),
        ("IF? A ENDIF", True),
    ],
)
def test_which_programs_have_flow(words, expected):
    assert has_flow(program(words)) is expected


def test_if_and_else():
    flow = flow_of("A IF? B ELSE C ENDIF D")
    assert texts(flow) == ["A", "B", "C", "D"]
    assert exits(flow) == [Branch(1, TEST, 2), Branch(3), Branch(3), Return()]
    assert [block.steps for block in flow.blocks] == [2, 2, 2, 1]
    assert (flow.entry, flow.call_depth, flow.recursive, flow.counters) == (0, 0, False, 0)
    assert flow.backward == [[]] * 4
    assert not flow.endless


def test_if_without_else():
    flow = flow_of("IF? A ENDIF B")
    assert exits(flow) == [Branch(1, TEST, 2), Branch(2), Return()]


def test_counted_loop():
    flow = flow_of("REP# A ENDREP B")
    repeat, again, last = exits(flow)
    assert isinstance(repeat, Repeat)
    assert (repeat.counter, repeat.body, repeat.after) == (0, 1, 2)
    assert (again, last) == (Again(0, 1, 2), Return())
    assert flow.backward == [[], [1], []]
    assert flow.endless
    assert flow.counters == 1


def test_break_and_continue_mean_the_innermost_loop():
    flow = flow_of("REP REP# A BRK? B CONT? C ENDREP D BRK ENDREP E")
    assert texts(flow) == ["", "", "A", "B", "C", "", "D", "E"]
    leave, skip = exits(flow)[2:4]
    assert leave == Branch(6, TEST, 3)  # behind the inner loop
    assert skip == Branch(5, TEST, 4)  # at the inner ENDREP
    assert exits(flow)[0] == Branch(1)  # a loop without a count has nothing to set up
    assert exits(flow)[5] == Again(0, 2, 6)
    assert exits(flow)[6] == Branch(7)
    assert flow.counters == 1


def test_code_that_nothing_reaches_is_left_out():
    assert texts(flow_of("A RET B C")) == ["A"]
    assert texts(flow_of("a: A main: B")) == ["B"]


def test_callees_run_before_callers():
    flow = flow_of("A CAL:one B RET one: C CAL:two D two: E RET")
    # Behind each subroutine, its calls go on.
    assert texts(flow) == ["E", "", "C", "D", "", "A", "B"]
    assert flow.entry == 5
    assert flow.call_depth == 2
    assert not flow.recursive
    assert exits(flow)[5] == Call(2, 6)
    assert exits(flow)[2] == Call(0, 3)
    assert [exits(flow)[n] for n in (0, 3, 6)] == [Return(back=1), Return(back=4), Return()]
    assert [exits(flow)[n] for n in (1, 4)] == [Resume((3,)), Resume((6,))]
    # Calls go back in this order, so the number of steps is counted.
    assert flow.endless


def test_a_subroutine_called_at_two_depths():
    flow = flow_of("CAL:leaf CAL:middle A RET middle: CAL:leaf B RET leaf: C RET")
    assert texts(flow)[0] == "C"
    assert flow.call_depth == 2
    resumes = {texts(flow)[r] for r in exits(flow)[exits(flow)[0].back].resumes}
    assert resumes == {"", "B"}  # before the second CAL, and B


@pytest.mark.parametrize(
    "words", ["a: A CAL:a? B main: CAL:a", "a: CAL:b? b: CAL:a? main: CAL:b C"]
)
def test_recursion_is_seen(words):
    flow = flow_of(words, call_depth=7)
    assert flow.recursive
    assert flow.call_depth == 7
    # Subroutines still run before the main program.
    assert flow.entry > max(block.exit.target for block in flow.blocks if calls(block))


def test_deep_calls_are_limited():
    chain = "CAL:s0 RET " + " ".join(f"s{n}: CAL:s{n + 1} RET" for n in range(40)) + " s40: A"
    assert flow_of(chain).call_depth == 32
    assert flow_of(chain, call_depth=50).call_depth == 41


def test_a_label_ends_the_subroutine_before_it():
    flow = flow_of("CAL:a RET a: A b: B")
    block = flow.blocks[texts(flow).index("A")]
    assert isinstance(block.exit, Return)
    assert "B" not in texts(flow)  # without a call


def test_outside_calls_labels_are_passed():
    flow = flow_of("A a: B CAL:a")
    start = flow.blocks[flow.entry]
    assert isinstance(start.exit, Return)
    assert texts(flow)[start.exit.fall] == "B"


def test_a_jump_to_a_label_returns():
    """The block at the label is for calls of it; a jump there arrives at one of its own."""
    flow = flow_of("a: IF? A ENDIF b: B main: CAL:a CAL:b")
    branch = exits(flow)[texts(flow).index("A") - 1]
    arrival = flow.blocks[branch.otherwise]
    assert (arrival.instructions, arrival.steps) == ((), 0)
    assert isinstance(arrival.exit, Return)


def test_an_empty_subroutine_is_not_the_next_one():
    flow = flow_of("a: b: B main: CAL:a A CAL:b")
    targets = [block.exit.target for block in flow.blocks if calls(block)]
    assert [texts(flow)[target] for target in targets] == ["", "B"]


def test_labels_of_branches_are_passed():
    """BRA goes to labels that begin no subroutine, and nothing returns there."""
    flow = flow_of("A again: B BRA:again? C", subroutines=False)
    assert texts(flow) == ["A", "B", "C"]
    assert exits(flow) == [Branch(1), Branch(1, TEST, 2), End()]
    assert flow.backward == [[], [1], []]


# -- the cost --------------------------------------------------------------------------------------


def cost(words):
    """Size of a flow: its blocks and their successors."""
    flow = flow_of(words)
    return len(flow.blocks) + sum(len(block.successors) for block in flow.blocks)


@pytest.mark.parametrize(
    "words",
    [
        lambda n: "s: " + "A RET? " * n + "main: " + "CAL:s " * n,  # each RET goes on at any CAL
        lambda n: "".join(f"s{i}: A CAL:s{i + 1} RET " for i in range(n)) + f"s{n}: main: CAL:s0",
        lambda n: (
            "".join(f"s{i}: A RET? " for i in range(n))
            + "main: "
            + " ".join(f"CAL:s{i}" for i in range(n))
        ),
        lambda n: "REP " + "BRK? CONT? " * n + "ENDREP",
        lambda n: "IF? " * n + "A " + "ENDIF " * n,
    ],
    ids=["one subroutine", "a chain", "many", "loops", "nested"],
)
def test_blocks_cost_what_the_program_costs(words):
    """Twice the text, twice the blocks and ways between them: no list for each pair of any."""
    small, large = cost(words(200)), cost(words(400))
    assert large <= 2 * small + 10


@pytest.mark.parametrize("subroutines", [True, False])
def test_deep_chains_of_calls(subroutines):
    chain = "".join(f"s{n}: CAL:s{n + 1} RET " for n in range(5000)) + "s5000: RET main: CAL:s0"
    flow = flow_of(chain, subroutines=subroutines)
    assert not flow.recursive
    assert flow.call_depth == 32
    assert sum(calls(block) for block in flow.blocks) == 5001


def test_subroutines_with_a_common_end():
    """Two subroutines without a label between them return by one block, which knows both callers.

    It stands behind the last return, unless a call goes on before that: then it is the first.
    """
    flow = flow_of("CAL:a B CAL:b C RET a: D b: E RET", subroutines=False)
    assert texts(flow) == ["D", "E", "", "", "B", "C"]
    assert exits(flow)[2] == Resume((4, 5))
    assert exits(flow)[1] == Return(back=2)
    flow = flow_of("a: A CAL:a? B RET main: CAL:a C", call_depth=3)
    assert texts(flow) == ["", "A", "B", "", "C"]
    assert exits(flow)[0] == Resume((2, 4))
