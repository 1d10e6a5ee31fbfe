"""The cost of compiling programs, counted in LLVM's instructions; bits never depend on
how a program is compiled."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.text.limits import LIMITS
from softgl.errors import ProgramError
from softgl.lanes import U32, Signature, compiler, eager_engine, llvm_engine
from softgl.lanes.eager import EagerMachine
from softgl.tuning.sizes import BUDGETS
from tests.ir.running import emit_program, run_programs

LLVM = llvm_engine()


def emitted(body) -> int:
    """Number of LLVM instructions of a fragment program."""
    program = parse(f"!!NVfp4.0\nTEMP t, u; INT TEMP i; {body}\nEND")
    arrays = (("inputs", U32), ("parameters0", U32), ("out0", U32))
    signature = Signature((), arrays, frozenset({"out0"}))

    def emit(m, a, index):
        emit_program(m, a, index, program, 0, ["fragment.attrib[0]"], 16)

    return sum(compiler.emit_kernel(signature, emit, True, LLVM.target).blocks)


@pytest.mark.parametrize("around", ["{}", "REP 2; {} ENDREP;"])
def test_an_indexed_access_costs_the_same_whatever_the_array(around):
    def body(size, times):
        access = "ADD a[i.x+1], a[i.x+2], t; " * times
        return f"TEMP a[{size}]; MOV t, fragment.attrib[0]; " + around.format(access)

    assert emitted(body(64, 20)) == emitted(body(32, 20))
    one = emitted(body(64, 21)) - emitted(body(64, 20))
    assert one < 250
    assert emitted(body(64, 40)) <= emitted(body(64, 20)) + 20 * one


@pytest.mark.parametrize(
    "body, most",
    [
        (lambda n: "ADD t, t, u; " * n, 50),
        (lambda n: "REP 2; " + "ADD t, t, u; " * n + "ENDREP;", 150),
        (lambda n: "CAL s; " * n + "RET; s: ADD t, t, u; RET;", 250),
        (lambda n: "".join(f"s{k}: CAL s{k + 1}; RET; " for k in range(n)) + f"s{n}: RET;", 250),
        (lambda n: "s: " + "ADD.CC t, t, u; RET (GT.x); " * n + "main: " + "CAL s; " * n, 500),
        (lambda n: "IF GT.x; ADD.CC t, t, u; ELSE; ADD t, t, 1; ENDIF; " * n, 700),
    ],
    ids=["straight", "loop", "calls", "chain", "returns", "branches"],
)
def test_the_cost_grows_with_the_program_only(body, most):
    few, many = emitted(body(40)), emitted(body(80))
    assert many - few <= 40 * most
    assert many <= 2 * few + 200


def test_a_return_costs_the_same_however_many_calls_there_are(monkeypatch):
    """On the eager machine, where it took one operation for each call of the text."""
    counts = []
    apply = EagerMachine.apply
    monkeypatch.setattr(
        EagerMachine, "apply", lambda *arguments: counts.append(1) or apply(*arguments)
    )

    def operations(calls):
        counts.clear()
        text = f"!!NVfp4.0\nTEMP t; main: {'CAL s; ' * calls} RET; s: ADD t, t, 1; RET; END"
        run_programs(
            eager_engine(), [parse(text)], {"fragment.attrib[0]": np.zeros((4, 8), "u4")}, {}
        )
        return len(counts)

    assert operations(80) < 2 * operations(40)


BODY = """!!NVfp4.0
TEMP t, a[6]; INT TEMP i;
halve: MUL.CC t, t, 0.5; CAL halve (GT.x); ADD a[i.x], a[i.y], t; RET;
main: MOV t, fragment.attrib[0]; FLR.S i, t; AND.S i, i, {3, 5, 1, 1}; SUB.CC t.w, t, 9;
REP 7; IF GT.w; ADD a[i.y], t, a[i.x + 1]; ELSE; ADD a[2], a[i.x], 1; BRK (EQ.y); ENDIF;
ADD.S i.x, i, 1; AND.S i.x, i, 3; ENDREP; CAL halve; ADD result.color, a[i.x + 2], a[3];
END"""


@pytest.mark.parametrize("engine", [eager_engine(), LLVM], ids=lambda engine: engine.name)
def test_the_slower_paths_have_the_same_bits(engine, tuned):
    inputs = {"fragment.attrib[0]": np.random.default_rng(9).normal(0, 9, (4, 40)).astype("f4")}
    inputs["fragment.attrib[0]"] = inputs["fragment.attrib[0]"].view(np.uint32)
    program = parse(BODY)
    ((expected, _),) = run_programs(eager_engine(), [program], inputs, {})
    assert len(set(expected["result.color[0]"].reshape(-1).tolist())) > 20
    for name in (limit.name for budget in BUDGETS for limit in budget.limits):
        tuned(**{name: 0})
        ((results, _),) = run_programs(engine, [program], inputs, {})
        assert results["result.color[0]"].tolist() == expected["result.color[0]"].tolist(), name


def test_the_budget_is_the_number_of_instructions():
    limit = LIMITS["NVfp4.0"].instructions
    text = "!!NVfp4.0\nTEMP t;\n" + "MOV t.x, t.y;" * limit
    assert len(parse(text + "END").instructions) == limit
    with pytest.raises(ProgramError, match=f"more than {limit} instructions"):
        parse(text + "MOV t.x, t.y; END")
