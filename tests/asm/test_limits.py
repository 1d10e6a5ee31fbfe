"""The resource limits, exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from softgl.asm import DIALECTS, LIMITS, parse
from tests.asm.forms import refusal


def limit(monkeypatch, language, **limits):
    """Gives a language other limits."""
    dialect = DIALECTS[f"!!{language}"]
    changed = replace(dialect, limits=replace(dialect.limits, **limits))
    monkeypatch.setitem(DIALECTS, f"!!{language}", changed)


def test_temporaries_are_limited():
    limit = LIMITS["ARBvp1.0"].temporaries
    names = ", ".join(f"t{n}" for n in range(limit))
    assert parse(f"!!ARBvp1.0 TEMP {names}; END").temporaries == limit
    assert "256 registers" in refusal(f"!!ARBvp1.0 TEMP {names}, «u»; END").message


def test_address_registers_are_limited():
    limit = LIMITS["ARBvp1.0"].address_registers
    names = ", ".join(f"a{n}" for n in range(limit))
    assert parse(f"!!ARBvp1.0 ADDRESS {names}; END").addresses == limit
    refusal(f"!!ARBvp1.0 ADDRESS {names}, «b»; END")


def test_parameters_are_limited():
    limit = LIMITS["ARBvp1.0"].parameters
    numbers = ", ".join(str(n) for n in range(limit))
    program = f"!!ARBvp1.0 ADDRESS a; TEMP t; PARAM c[] = {{ {numbers} }};"
    parse(f"{program} MOV t, c[a.x]; MOV t, 0; END")
    refusal(f"{program} MOV t, «0.5»; END")
    # In an array that is accessed at run time, equal constants count each.
    same = f"!!ARBvp1.0 ADDRESS a; TEMP t; PARAM c[] = {{ {', '.join('1' * limit)} }};"
    parse(f"{same} MOV t, 0.5; MOV t, c[3]; END")
    parse(f"{same} MOV t, c[a.x]; END")
    refusal(f"{same} MOV t, 0.5; MOV t, «c»[a.x]; END")


def test_instructions_are_limited(monkeypatch):
    limit(monkeypatch, "ARBvp1.0", instructions=5)
    parse("!!ARBvp1.0 TEMP t; " + "MOV t, t; " * 5 + "END")
    refusal("!!ARBvp1.0 TEMP t; " + "MOV t, t; " * 5 + "«MOV» t, t; END")
    # The option takes four of them.
    option = "!!ARBvp1.0 OPTION ARB_position_invariant; TEMP t; MOV t, t;"
    parse(f"{option} END")
    refusal(f"{option} «MOV» t, t; END")


FOG = {"exp": 3, "exp2": 4, "linear": 2}


@pytest.mark.parametrize("language", ["ARBfp1.0", "NVfp4.0"])
@pytest.mark.parametrize("mode", FOG)
def test_fog_takes_of_every_resource(monkeypatch, language, mode):
    # ARB_fragment_program, "Fog Application Options".
    limit(monkeypatch, language, instructions=6, temporaries=3, attributes=2, parameters=4)
    head, moves = f"!!{language} OPTION ARB_fog_{mode};", 6 - FOG[mode]
    parse(f"{head} {'MOV result.color, 1;' * moves} END")
    refusal(f"{head} {'MOV result.color, 1;' * moves} «MOV» result.color, 1; END")
    parse(f"{head} TEMP a, b; END")
    refusal(f"{head} TEMP a, b, «c»; END")
    parse(f"{head} ATTRIB a = fragment.color; END")
    refusal(f"{head} ATTRIB a = fragment.color; ATTRIB «b» = fragment.texcoord; END")
    parse(f"{head} PARAM a = 1; PARAM b = 2; PARAM c = 1; END")
    refusal(f"{head} PARAM a = 1; PARAM b = 2; PARAM c = «3»; END")
    # Without fog, everything is there.
    parse(f"!!{language} TEMP a, b, c; {'MOV a, 1;' * 6} END")


def test_kinds_of_instructions_are_limited(monkeypatch):
    limit(monkeypatch, "ARBfp1.0", alu_instructions=2, texture_instructions=2)
    head = "!!ARBfp1.0 TEMP t; MOV t, 1; TEX t, t, texture, 2D; KIL t; MOV t, 2;"
    parse(f"{head} END")
    assert "2 ALU" in refusal(f"{head} «SIN» t, t.x; END").message
    assert "2 texture" in refusal(f"{head} «KIL» t; END").message


def test_attributes_are_limited(monkeypatch):
    limit(monkeypatch, "ARBfp1.0", attributes=2)
    head = "!!ARBfp1.0 TEMP t; MOV t, fragment.color; MOV t, fragment.color.primary;"
    parse(f"{head} MOV t, fragment.fogcoord; END")
    refusal(f"{head} MOV t, fragment.fogcoord; MOV t, «fragment».position; END")


def test_the_limits_are_at_least_the_minima():
    # ARB_vertex_program and ARB_fragment_program, tables of implementation-dependent values.
    vertex, fragment = LIMITS["ARBvp1.0"], LIMITS["ARBfp1.0"]
    assert vertex.instructions >= 128
    assert vertex.temporaries >= 12
    assert vertex.parameters >= 96
    assert vertex.attributes >= 16
    assert vertex.address_registers >= 1
    assert min(vertex.env_parameters, vertex.local_parameters) >= 96
    assert min(limits.program_matrices for limits in LIMITS.values()) >= 8
    assert fragment.instructions >= 72
    assert fragment.alu_instructions >= 48
    assert fragment.texture_instructions >= 24
    assert fragment.texture_indirections >= 4
    assert fragment.temporaries >= 16
    assert fragment.parameters >= 24
    assert fragment.attributes >= 10
    assert min(fragment.env_parameters, fragment.local_parameters) >= 24
