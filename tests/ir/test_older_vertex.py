"""Programs of the older vertex languages: addresses, condition codes, branches, state programs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.execute import Environment, execute
from softgl.ir.program import Constant
from softgl.lanes import U32, Signature, eager_engine, llvm_engine, padded

ENGINES = [eager_engine(), llvm_engine()]
INF, NAN = np.inf, np.nan
VP2_OPTION = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP R0, R1, R2; ADDRESS A0, A1;"
VP3_OPTION = "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP R0, R1, R2; ADDRESS A0, A1;"


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request):
    return request.param


def run(engine, text, attributes=((0.0,) * 4,), env=None, lanes=5, **limits):
    """Every result of a program by name, as (4, lanes) float32.

    attributes : for each vertex.attrib[n] four numbers, or four arrays of `lanes` numbers.
    env : number -> four words' values, of program.env. limits : fields of the program to change.
    """
    program = replace(parse(text), **limits)
    words = np.zeros((max(1, len(program.parameters)), 4), np.float32)
    for register, binding in enumerate(program.parameters):
        if isinstance(binding, Constant):
            words[register] = np.array(binding.words, np.uint32).view(np.float32)
        else:
            words[register] = (env or {}).get(binding.indices[0], (0.0,) * 4)
    row = padded(lanes)
    inputs = np.zeros((16, 4, row), np.float32)
    for number, attribute in enumerate(attributes):
        for component in range(4):
            inputs[number, component, :lanes] = attribute[component]
    outcome_names = []
    arrays = {
        "inputs": inputs.view(np.uint32).reshape(-1),
        "parameters": words.view(np.uint32).reshape(-1),
        "out": np.zeros(32 * 4 * row, np.uint32),
    }
    signature = Signature((), tuple((name, U32) for name in arrays), frozenset({"out"}))

    def body(m, a, index):
        def attribute(register, component):
            (number,) = program.attributes[register].indices
            return m.from_bits(m.load(a.inputs, index, (4 * number + component) * row))

        outcome = execute(m, program, Environment(attribute, a.parameters))
        outcome_names[:] = [str(binding) for binding in outcome.results]
        for number, values in enumerate(outcome.results.values()):
            for component, value in enumerate(values):
                m.store(a.out, index, m.bits(value), (4 * number + component) * row)

    engine.build(signature, body, True).run({}, arrays, lanes)
    rows = arrays["out"].view(np.float32).reshape(-1, 4, row)[:, :, :lanes]
    return dict(zip(outcome_names, rows, strict=False))


def position(engine, text, **given):
    """o[HPOS] in the first lane."""
    return [float(v) for v in run(engine, text, **given)["result.position"][:, 0]]


# -- registers -------------------------------------------------------------------------------------


def test_registers_begin_as_zeros_and_results_as_0001(engine):
    results = run(
        engine, "!!VP2.0 MOV o[COL0].y, R3; MOV o[HPOS].x, c[A0.x + 7]; END", env={7: (9,) * 4}
    )
    assert results["result.position"][:, 0].tolist() == [9, 0, 0, 1]
    assert results["result.color.front.primary"][:, 0].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("address", "offset", "expected"),
    [
        (0, "", 100), (5.9, "", 105), (95, "", 195), (96, "", 0), (-1, "", 0), (-0.5, "+ 1", 100),
        (60, "+ 63", 0), (63, "- 64", 0), (64, "- 64", 100), (1e9, "", 0), (-1e9, "+ 63", 0),
        (NAN, "", 0), (INF, "- 64", 0),
    ],
)  # fmt: skip
def test_parameters_of_version_1_by_address(engine, address, offset, expected):
    """NV_vertex_program, 2.14.1.9: "reads outside [...] always read the value (0,0,0,0)"."""
    text = f"!!VP1.0 ARL A0.x, v[0].x; MOV o[HPOS], c[A0.x {offset}]; END"
    env = {n: (100.0 + n,) * 4 for n in range(96)}
    assert position(engine, text, attributes=[(address,) * 4], env=env) == [expected] * 4


@pytest.mark.parametrize(
    ("instructions", "expected"),
    [
        ("ARL A1, R0;", [1, -5, 3, 3]),
        ("ARR A1, R0;", [2, -4, 4, 3]),
        ("ARR A1, R0; ARA A1, A1;", [6, -1, 6, -1]),
        ("ARL A1, R0; ARA A1.x, A1;", [4, -5, 3, 3]),
        ("ARLC A1, R0; ARL A1 (LT), -R0;", [1, 4, 3, 3]),
    ],
)
def test_addresses_of_version_2(engine, instructions, expected):
    """R0 is (1.5, -4.5, 3.7, 3), and parameter n + 9 has n."""
    reads = "".join(f"MOV o[HPOS].{c}, c[A1.{c} + 9]; " for c in "xyzw")
    text = f"!!VP2.0 MOV R0, v[0]; {instructions} {reads} END"
    env = {n: (float(n - 9),) * 4 for n in range(256)}
    assert position(engine, text, attributes=[(1.5, -4.5, 3.7, 3.0)], env=env) == expected


def test_addresses_are_clamped_to_ten_bits(engine):
    """[-512, 511]: 511 - 256 is the last parameter, and -512 + 255 none."""
    text = (
        "!!VP2.0 ARL A0, v[0]; MOV o[HPOS].x, c[A0.x - 256]; MOV o[HPOS].y, c[A0.y - 256];"
        "ARA A0, A0; MOV o[HPOS].z, c[A0.x - 256]; MOV o[HPOS].w, c[A0.y + 255]; END"
    )
    env = {n: (float(n + 1),) * 4 for n in range(256)}
    given = [(511.5, 1e9, 300.0, -1e9)]
    assert position(engine, text, attributes=given, env=env) == [256, 256, 256, 255]


def test_denormals_are_flushed(engine):
    tiny = 1e-40
    text = "!!VP1.0 MUL o[HPOS], v[0], c[0]; END"
    env = {0: (1e30, 1e30, tiny, 1.0)}
    assert position(engine, text, attributes=[(tiny, 1.0, 1e30, 1e-38)], env=env)[:3] == [
        0.0, np.float32(1e30), 0.0,
    ]  # fmt: skip


# -- state programs --------------------------------------------------------------------------------


def test_a_state_program_reads_what_it_wrote(engine):
    text = (
        "!!VSP1.0 MOV c[2].xy, v[0]; ADD c[3], c[2], c[2]; ARL A0.x, v[0].x; "
        "MOV c[4], c[A0.x + 2]; MOV c[5], c[A0.x - 2]; MOV c[2].w, c[6]; END"
    )
    env = {2: (1.0, 2.0, 3.0, 4.0), 6: (60.0, 61.0, 62.0, 63.0)}
    results = run(engine, text, attributes=[(1.0, 20.0, 30.0, 40.0)], env=env)
    first = {name: values[:, 0].tolist() for name, values in results.items()}
    assert first == {
        "program.env[2]": [1, 20, 3, 63],
        "program.env[3]": [2, 40, 6, 8],
        "program.env[4]": [2, 40, 6, 8],
        "program.env[5]": [0, 0, 0, 0],
    }


# -- condition codes -------------------------------------------------------------------------------


def test_the_example_of_the_specification(engine):
    """2.14.2.2: MOVC with (-2, 0, 2, NaN)."""
    text = (
        "!!VP2.0 MOV R1, v[0]; MOVC R0, R1; MOVC R0.xyz, R1.yzwx; MOVC R0 (NE), R1.zywx;"
        "MOV o[HPOS], R0; MOV o[COL0], c[0]; MOV o[COL0] (EQ), c[1]; MOV o[COL0] (LT), c[2]; END"
    )
    env = {1: (1.0,) * 4, 2: (2.0,) * 4}
    results = run(engine, text, attributes=[(-2.0, 0.0, 2.0, NAN)], env=env)
    np.testing.assert_array_equal(results["result.position"][:, 0], [0, 0, NAN, -2])
    assert results["result.color.front.primary"][:, 0].tolist() == [1, 1, 0, 2]


@pytest.mark.parametrize(
    ("rule", "passes"),
    [
        ("EQ", (0, 1, 0, 0)), ("NE", (1, 0, 1, 1)), ("LT", (1, 0, 0, 0)), ("GE", (0, 1, 1, 0)),
        ("LE", (1, 1, 0, 0)), ("GT", (0, 0, 1, 0)), ("TR", (1, 1, 1, 1)), ("FL", (0, 0, 0, 0)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("head", ["!!VP2.0", VP2_OPTION])
def test_rules(engine, head, rule, passes):
    """LT, EQ, GT and UN under each rule, as masks and as conditions of branches."""
    old = head.startswith("!!VP2")
    result, attribute = ("o[HPOS]", "v[0]") if old else ("result.position", "vertex.attrib[0]")
    one, zero = ("c[1]", "c[0]") if old else ("program.env[1]", "program.env[0]")
    given = {"attributes": [(-2.0, 0.0, 2.0, NAN)], "env": {1: (1.0,) * 4}}
    text = f"{head} MOVC CC, {attribute}; MOV {result}, {zero}; MOV {result} ({rule}), {one}; END"
    assert tuple(position(engine, text, **given)) == passes
    body = ""
    for component in "xyzw":
        body += f"MOV {result}.{component}, {one}; BRA t{component} ({rule}.{component});"
        body += f"MOV {result}.{component}, {zero}; t{component}: "
    text = f"{head} MOVC CC, {attribute}; {body} END"
    assert tuple(position(engine, text, **given)) == passes


def test_condition_codes_begin_equal(engine):
    assert position(engine, "!!VP2.0 MOV o[HPOS] (EQ), c[0]; END", env={0: (3.0,) * 4}) == [3] * 4


def test_two_condition_codes(engine):
    text = (
        f"{VP3_OPTION} MOVC0 R0, vertex.attrib[0]; MOVC1 R0, -vertex.attrib[0];"
        "MOV result.position, 0; ADD_SAT result.position (GT1), 3, 4;"
        "ADD result.position (GT), 3, 4; END"
    )
    assert position(engine, text, attributes=[(1.0, -1.0, 0.0, 2.0)]) == [7, 1, 0, 7]


def test_clamping_of_version_3(engine):
    """NV_vertex_program3: "if (result.x < 0) result.x = 0; else if (result.x > 1) [...]"."""
    text = f"{VP3_OPTION} MOV_SAT R0, vertex.attrib[0]; MOV result.position, R0; RCP R1, R0.y;"
    results = run(engine, text + "MOV result.color, R1; END", [(NAN, -0.0, 1.5, -2.0)])
    np.testing.assert_array_equal(results["result.position"][:, 0], [NAN, -0.0, 1, 0])
    assert results["result.color.front.primary"][0, 0] == -INF


# -- control flow ----------------------------------------------------------------------------------


def test_a_loop_for_each_lane(engine):
    """BRA back; every lane has its own count."""
    text = (
        "!!VP2.0 MOVC R0.x, v[0]; MOV o[HPOS], c[0]; loop: BRA done (LE.x); ADD R1.x, R1, c[1].x;"
        "ADDC R0.x, R0, -c[1]; BRA loop; done: MOV o[HPOS].x, R1; END"
    )
    counts = np.array([3.0, 0.0, 1.0, 7.0, 5.0])
    results = run(engine, text, attributes=[(counts, 0, 0, 0)], env={1: (1.0,) * 4})
    assert results["result.position"][0].tolist() == counts.tolist()


@pytest.mark.parametrize("depth", [1, 4, 5])
def test_four_calls_may_be_open(engine, depth):
    """The fifth CAL ends the program; its results so far stay."""
    subs = "".join(
        f"s{n}: ADD o[HPOS].x, R0, c[1]; MOV R0, R1; ADD R0.x, R2, c[1]; MOV R2.x, R0;"
        f"{f'CAL s{n + 1};' if n < depth else ''} RET; "
        for n in range(1, depth + 1)
    )
    text = f"!!VP2.0 BRA begin; {subs} begin: CAL s1; MOV o[HPOS].y, c[1]; END"
    x, y, _, _ = position(engine, text, env={1: (1.0,) * 4})
    assert (x, y) == ((depth, 1) if depth <= 4 else (4, 0))


@pytest.mark.parametrize("spare", [0, 1])
def test_the_program_ends_after_65536_instructions(engine, spare):
    """The count is exact: the last instruction that is executed is number 65536."""
    # MOV, then n rounds of ADDC and BRA, then the last MOV: 2 + 2n instructions; with one more in
    # front, one too many where n = limit / 2 - 1.
    before = "MOV R5, R5; " * spare
    text = (
        f"!!VP2.0 {before}MOV R0.x, v[0]; loop: ADDC R0.x, R0, -c[1]; BRA loop (GT.x);"
        "MOV o[HPOS].x, c[1]; END"
    )
    assert parse(text).step_limit == 65536
    # The interpreter is too slow for all of them.
    limit = 65536 if engine.name == "llvm" else 512
    most = limit / 2 - 1
    rounds = np.array([most, most - 1.0, 1.0, most + 1.0, 10.0])
    given = {"attributes": [(rounds, 0, 0, 0)], "env": {1: (1.0,) * 4}, "step_limit": limit}
    assert run(engine, text, **given)["result.position"][0].tolist() == [1 - spare, 1, 1, 0, 1]


def test_the_last_instruction_ends_the_program(engine):
    """Also inside a subroutine: nothing returns there."""
    text = "!!VP2.0 CAL s; MOV o[HPOS], c[1]; s: ADD o[HPOS], R0, c[2]; END"
    assert position(engine, text, env={1: (1.0,) * 4, 2: (2.0,) * 4}) == [2] * 4


def test_labels_are_fallen_through(engine):
    text = (
        "!!VP2.0 a: ADD R0, R0, c[1]; b: c: ADD R0, R0, c[1]; MOV o[HPOS], R0; RET;"
        "MOV o[HPOS], c[2]; END"
    )
    assert position(engine, text, env={1: (1.0,) * 4}) == [2] * 4


def test_execution_begins_at_main(engine):
    text = (
        "!!VP2.0 sub: ADD R0, R0, c[1]; RET; main: CAL sub; CAL sub; CAL sub (FL);"
        "MOV o[HPOS], R0; END"
    )
    assert position(engine, text, env={1: (1.0,) * 4}) == [2] * 4


# -- NV_vertex_program3 ----------------------------------------------------------------------------


def popped(engine, body):
    text = (
        f"{VP3_OPTION} PARAM c[4] = {{ program.env[0..3] }}; MOV result.position, 0; {body} "
        "MOV result.position.x, c[A0.x].x; MOV result.position.y, c[A0.w].x; END"
    )
    env = {n: (10.0 + n,) * 4 for n in range(4)}
    return position(engine, text, attributes=[(1.0, 0.0, 0.0, 2.0)], env=env)[:2]


LOAD = "ARL A0, vertex.attrib[0]; "


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{LOAD} PUSHA A0; ARL A0, 0; POPA A0;", [11, 12]),
        (f"{LOAD} PUSHA A0; ARL A1, 3; PUSHA A1; POPA A0;", [13, 13]),
        (f"{LOAD} PUSHA A0; ARL A1, 3; PUSHA A1; POPA A1; POPA A0;", [11, 12]),
        ("POPA A0;", [0, 0]),  # nothing to pop
        ("PUSHA A0; PUSHA A0; PUSHA A0; PUSHA A0;", [10, 10]),
        ("PUSHA A0; PUSHA A0; PUSHA A0; PUSHA A0; PUSHA A0;", [0, 0]),  # no room
        ("BRA m; s: POPA A0; RET; m: CAL s;", [0, 0]),  # the return is on top
        ("BRA m; s: PUSHA A0; RET; m: CAL s;", [0, 0]),  # an address is on top
        (f"{LOAD} BRA m; s: PUSHA A0; ARL A0, 0; POPA A0; RET; m: CAL s;", [11, 12]),
        ("PUSHA A0; PUSHA A0; PUSHA A0; BRA m; s: RET; m: CAL s;", [10, 10]),
        ("PUSHA A0; PUSHA A0; PUSHA A0; PUSHA A0; BRA m; s: RET; m: CAL s;", [0, 0]),
    ],
)
def test_the_stack_of_addresses(engine, body, expected):
    assert popped(engine, body) == expected


def test_indexed_attributes_and_results(engine):
    text = (
        f"{VP3_OPTION} ARL A0, vertex.attrib[0]; MOV result.position, vertex.attrib[A0.y + 2];"
        "MOV result.texcoord[A0.z + 1], vertex.attrib[A0.x]; END"
    )
    given = [(1.0, 1.0, 3.0, 0.0), (5.0,) * 4, (6.0,) * 4, (7.0,) * 4]
    results = run(engine, text, attributes=given)
    assert results["result.position"][:, 0].tolist() == [7] * 4
    assert results["result.texcoord[4]"][:, 0].tolist() == [5] * 4
    assert results["result.texcoord[3]"][:, 0].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(("index", "register"), [(-7.0, 0), (-1.0, 0), (20.0, 15), (1e9, 15)])
def test_attributes_beyond_the_array(engine, index, register):
    """ "undefined" there; the nearest is taken."""
    text = f"{VP3_OPTION} ARL A0, vertex.attrib[1]; MOV result.position, vertex.attrib[A0.x]; END"
    given = [(3.0,) * 4, (index,) * 4, *[(0.0,) * 4] * 13, (15.0,) * 4]
    expected = 3.0 if register == 0 else 15.0
    assert position(engine, text, attributes=given) == [expected] * 4
