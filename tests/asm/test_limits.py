"""The resource limits, exactly."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm import DIALECTS, LIMITS, parse
from tests.asm.forms import refusal


def limit(monkeypatch, language, **limits):
    """Give a language other limits."""
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
