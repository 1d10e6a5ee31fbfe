"""The program options."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.ir.program import Binding
from tests.asm.forms import listing, row


@pytest.mark.parametrize("language", ["ARBvp1.0", "NVvp4.0"])
def test_position_invariance_transforms_first(language):
    source = f"!!{language} OPTION ARB_position_invariant; MOV result.color, vertex.color; END"
    program = parse(source)
    assert listing(source) == [
        "DP4.F o0.x, c0.xyzw, v0.xyzw",
        "DP4.F o0.y, c1.xyzw, v0.xyzw",
        "DP4.F o0.z, c2.xyzw, v0.xyzw",
        "DP4.F o0.w, c3.xyzw, v0.xyzw",
        "MOV.F o1.xyzw, v1.xyzw",
    ]
    assert program.parameters == tuple(row("mvp", number) for number in range(4))
    assert program.attributes == (Binding("vertex.position"), Binding("vertex.color.primary"))
    assert program.results[0] == Binding("result.position")
    assert program.options == {"ARB_position_invariant"}
    span = program.instructions[0].span
    assert source[span.start : span.end] == "ARB_position_invariant"


def test_position_invariance_with_the_generic_attribute():
    # ARB_vertex_program: "vertex.attrib[0]" and "vertex.position" are equivalent.
    program = parse(
        "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.attrib[0]; END"
    )
    assert program.attributes == (Binding("vertex.attrib", (0,)),)


def test_position_invariance_shares_the_matrix():
    program = parse(
        "!!ARBvp1.0 OPTION ARB_position_invariant; ADDRESS a; PARAM m[4] = { state.matrix.mvp };"
        "MOV result.color, m[1]; MOV result.color, m[a.x]; END"
    )
    assert len(program.parameters) == 4


@pytest.mark.parametrize(
    ("language", "option"),
    [
        ("ARBfp1.0", "ARB_precision_hint_fastest"),
        ("ARBfp1.0", "ARB_precision_hint_nicest"),
        ("NVfp4.0", "ARB_precision_hint_nicest"),
        ("NVfp4.0", "ARB_fragment_program_shadow"),
    ],
)
def test_options_without_effect(language, option):
    program = parse(f"!!{language}OPTION {option};OPTION {option}; MOV result.color, 1; END")
    assert program.options == {option}
    assert len(program.instructions) == 1


@pytest.mark.parametrize("language", ["ARBfp1.0", "NVfp4.0"])
@pytest.mark.parametrize("mode", ["exp", "exp2", "linear"])
def test_fog(language, mode):
    program = parse(f"!!{language} OPTION ARB_fog_{mode}; MOV result.color, 1; END")
    assert program.fog == mode
    assert len(program.instructions) == 1


def test_no_fog():
    assert parse("!!ARBfp1.0 OPTION ARB_precision_hint_nicest; END").fog is None


@pytest.mark.parametrize("language", ["ARBfp1.0", "NVfp4.0"])
@pytest.mark.parametrize("option", ["ARB_draw_buffers", "ATI_draw_buffers"])
def test_several_colors(language, option):
    program = parse(
        f"!!{language} OPTION {option}; OUTPUT last = result.color[7]; MOV result.color, 0;"
        " MOV result.color[1].w, 1; MOV last, 7; END"
    )
    assert program.results == tuple(Binding("result.color", (n,)) for n in (0, 1, 7))
    assert program.options == {option}


@pytest.mark.parametrize("target", ["SHADOW1D", "SHADOW2D", "SHADOWRECT"])
def test_shadow_targets(target):
    option = "OPTION ARB_fragment_program_shadow;"
    program = parse(f"!!ARBfp1.0 {option} TEMP t; TXP t, t, texture[1], {target}; END")
    assert program.instructions[0].texture.target == target
