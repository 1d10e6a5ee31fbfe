"""Counts of the resources that a program uses."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.asm.resources import count


def test_declarations_and_instructions_count():
    used = count(
        parse(
            "!!ARBfp1.0 TEMP a, b; ALIAS c = a; ATTRIB t = fragment.texcoord[1];"
            " PARAM p[4] = { state.matrix.mvp }; PARAM q = {1, 1, 1, 1}; PARAM r = 1;"
            " ADD a, fragment.color, fragment.color.primary; MUL a, a, program.env[3];"
            " TEX b, t, texture[0], 2D; KIL b; SWZ result.color, a, x,y,0,1; END"
        )
    )
    assert (used.instructions, used.alu_instructions, used.texture_instructions) == (5, 3, 2)
    assert (used.temporaries, used.address_registers) == (2, 0)
    assert used.attributes == 2
    assert used.parameters == 6


def test_the_example_of_constants():
    # ARB_vertex_program, "Vertex Program Resource Limits".
    arrays = (
        "PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };"
        "PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };"
        "PARAM x = {4,3,2,1}; PARAM y = {1,2,3,4}; PARAM z = 4; PARAM r = {4,3,2,1};"
    )
    text = f"!!ARBvp1.0 ADDRESS a; TEMP t; {arrays} MOV t, arr1[a.x]; MOV t, arr2[1]; END"
    assert count(parse(text)).parameters == 6
    assert count(parse(text)).address_registers == 1


def test_position_invariance_counts_no_instruction():
    used = count(parse("!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, 1; END"))
    assert used.instructions == 1


def test_components():
    used = count(
        parse(
            "!!NVvp4.0 TEMP i; ATTRIB a[] = { vertex.attrib[1..3] }; ATTRIB no = vertex.fogcoord;"
            " OUTPUT o[2] = { result.clip[0..1] }; MOV i.x, a[1].y; MOV i, a[i.z].xyxy;"
            " MOV o[i.x].x, 1; MOV result.color.xz, 1; MOV result.color.zw, 1; END"
        )
    )
    assert used.attribute_components == 6
    assert used.result_components == 5


INDIRECTIONS = [
    # The examples of ARB_fragment_program, issue 24.
    (1, "MOV result.color, fragment.color;"),
    (
        2,
        "TEMP c; MUL c, fragment.texcoord[0], fragment.texcoord[1];"
        "TEX result.color, c, texture[0], 2D;",
    ),
    (
        3,
        "TEMP a, b; TEX a, fragment.texcoord[0], texture[0], 2D; MUL a, a, a;"
        "TEX b, fragment.texcoord[1], texture[1], 2D; TEX b, a, texture[2], 2D;"
        "TEX result.color, b, texture[3], 2D;",
    ),
    # The result was an operand of an arithmetic instruction in the node.
    (2, "TEMP a; MOV result.color, a; TEX a, fragment.texcoord, texture[0], 2D;"),
    (1, "TEMP a; TEX a, fragment.color, texture, 2D; TEX a, fragment.color, texture, 2D;"),
    # KIL samples nothing, but has a coordinate; masks and swizzles do not matter.
    (2, "TEMP a; MOV a.x, fragment.color; KIL a.y;"),
    (1, "TEMP a; KIL a; KIL fragment.color;"),
    # A parameter or attribute as a coordinate depends on nothing.
    (1, "TEMP a; MOV a, 1; TEX result.color, program.env[0], texture[0], 2D;"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "body"), INDIRECTIONS)
def test_texture_indirections(wanted, body):
    assert count(parse(f"!!ARBfp1.0 {body} END")).texture_indirections == wanted
