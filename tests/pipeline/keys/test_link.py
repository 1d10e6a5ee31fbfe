"""Links between stages: rows, facings, interpolation, clipping, captured results."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.asm.parser import DIALECTS
from softgl.asm.tgsi import meanings
from softgl.ir.program import Binding, Stage
from softgl.pipeline.fragments.fragment_inputs import INPUT_FORMULAS
from softgl.pipeline.keys.link import (
    BACK_COLOR_OF,
    FLAT,
    FOG_COORDINATE,
    NOPERSPECTIVE,
    POINT_SIZE,
    POSITION,
    PRIMARY,
    RASTER_POSITION,
    RASTERISER_INPUTS,
    RESULT_OF_ATTRIBUTE,
    SECONDARY,
    SMOOTH,
    Clipping,
    Inputs,
    Interpolant,
    LinkOptions,
    clip_distance,
    link,
    link_raster_position,
    results_read,
)


def texcoord(number):
    return Binding("result.texcoord", (number,))


VERTEX = parse("""!!NVvp4.0
MOV result.pointsize.x, 3; MOV result.clip[1].x, 0.5; MOV result.clip[4].x, 0.5;
MOV result.color, 1; MOV result.color.back, 0.25;
MOV result.texcoord[2], vertex.texcoord[2]; MOV result.texcoord[0], vertex.texcoord[0];
MOV result.attrib[3], vertex.color; MOV result.fogcoord.x, 1; MOV result.position, vertex.position;
END""")
INVARIANT = parse("""!!ARBvp1.0 OPTION ARB_position_invariant; OPTION NV_vertex_program2;
MOV result.clip[4].x, 1.0; MOV result.color, vertex.color; END""")
# All registers begin as (0, 0, 0, 1).
OLD = parse("!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; END")
FRAGMENT = parse("""!!NVfp4.0
NOPERSPECTIVE ATTRIB t = fragment.texcoord[2]; FLAT ATTRIB a = fragment.attrib[3]; TEMP r;
ADD r, t, a; ADD r, r, fragment.color; ADD r, r, fragment.color.secondary;
ADD r, r, fragment.position; ADD r, r, fragment.fogcoord; ADD r, r, fragment.facing;
MOV result.color, r; END""")
COLOR = parse("!!ARBfp1.0 MOV result.color, fragment.color; END")
FOG = parse("!!ARBfp1.0 OPTION ARB_fog_exp; MOV result.color, fragment.color; END")


def inputs(vertex, fragment, **options):
    """The interpolant of each attribute of a fragment program, by name."""
    found = link((vertex, fragment), LinkOptions(**options)).inputs.attributes
    return dict(zip(map(str, fragment.attributes), found, strict=True))


def test_every_attribute_of_fragments_is_something():
    """A result of some language, or a value of the rasteriser."""
    attributes, results = (
        {
            item.name
            for dialect in DIALECTS.values()
            if dialect.stage is stage
            for item in getattr(dialect, table).items.values()
        }
        | {
            each.binding(0).name
            for each in meanings.SEMANTICS[stage, file].values()
            if each.binding
        }
        for stage, table, file in (
            (Stage.FRAGMENT, "attributes", "IN"),
            (Stage.VERTEX, "results", "OUT"),
        )
    )
    matches = RESULT_OF_ATTRIBUTE[Stage.FRAGMENT]
    # Assembly languages have no names for the varyings of GLSL, gl_FrontFacing and samples.
    matches = {name: result for name, result in matches.items() if name != "fragment.varying"}
    of_shaders = {"fragment.front", "fragment.sampleid", "fragment.sampleposition"}
    assert attributes | of_shaders == matches.keys() | RASTERISER_INPUTS.keys()
    assert {
        word for word in RASTERISER_INPUTS.values() if isinstance(word, str)
    } == INPUT_FORMULAS.keys()
    # Geometry programs write these two.
    assert {*matches.values()} <= results | {"result.layer", "result.viewport"}


def test_rows():
    """The position, the inputs of fragments in the order of the results, and the other requests."""
    [outputs] = link((VERTEX, FRAGMENT)).outputs
    read = (PRIMARY, FOG_COORDINATE, texcoord(2), Binding("result.attrib", (3,)))
    assert outputs.results == (POSITION, *read) and outputs.row_count == 20
    assert [outputs.row(result) for result in (POSITION, *read)] == [0, 4, 8, 12, 16]
    assert outputs.row(SECONDARY) is None
    asked = LinkOptions(point_size=True, clip_planes=(1, 2), captured=(texcoord(0),))
    [wider] = link((VERTEX, FRAGMENT), asked).outputs
    assert wider.results[:5] == outputs.results
    assert {*wider.results[5:]} == {POINT_SIZE, clip_distance(1), texcoord(0)}


def test_inputs():
    found = inputs(VERTEX, FRAGMENT)
    assert found["fragment.color.primary"] == Interpolant(4, 4)
    assert found["fragment.color.secondary"] == Interpolant(None, None)
    assert found["fragment.texcoord[2]"] == Interpolant(12, 12, 4, NOPERSPECTIVE, 2)
    assert found["fragment.attrib[3]"] == Interpolant(16, 16, 4, FLAT)
    assert found["fragment.fogcoord"] == Interpolant(8, 8, 1)
    assert (found["fragment.position"], found["fragment.facing"]) == ("position", "facing")
    flat = inputs(VERTEX, FRAGMENT, flat_colors=True)
    changed = {name for name in found if found[name] != flat[name]}
    assert changed == {"fragment.color.primary", "fragment.color.secondary"}
    assert flat["fragment.color.primary"].interpolation == FLAT
    assert link((VERTEX, FRAGMENT)).inputs.linear_rows == (12, 13, 14, 15)


def test_the_fragments_do_not_see_what_others_ask_for():
    """Their kernel is the same with and without clip planes, point sizes and captured results."""
    asked = LinkOptions(point_size=True, clip_planes=(0, 1), captured=(texcoord(0), POINT_SIZE))
    assert link((VERTEX, FRAGMENT), asked).inputs == link((VERTEX, FRAGMENT)).inputs


VERTICES = {
    "GENERIC": "VERT DCL OUT[0], POSITION DCL OUT[1], GENERIC[2] MOV OUT[1], OUT[0] END",
    "TEXCOORD": "VERT DCL OUT[0], POSITION DCL OUT[1], TEXCOORD[2] MOV OUT[1], OUT[0] END",
    "GENERIC beside TEXCOORD": "VERT DCL OUT[0], TEXCOORD[2] DCL OUT[1], GENERIC[2]"
    " MOV OUT[0], OUT[1] MOV OUT[1], OUT[0] END",
    "texcoord": "!!ARBvp1.0 MOV result.texcoord[2], 1; END",
    "attrib": "!!NVvp4.0 MOV result.attrib[2], 1; END",
}
FRAGMENTS = {
    "GENERIC": "FRAG DCL IN[0], GENERIC[2] DCL OUT[0], COLOR MOV OUT[0], IN[0] END",
    "GENERIC beside TEXCOORD": "FRAG DCL IN[0], GENERIC[2] DCL IN[1], TEXCOORD[0]"
    " DCL OUT[0], COLOR MOV OUT[0], IN[0] END",
    "TEXCOORD": "FRAG DCL IN[0], TEXCOORD[2] DCL OUT[0], COLOR MOV OUT[0], IN[0] END",
    "texcoord": "!!ARBfp1.0 MOV result.color, fragment.texcoord[2]; END",
    "attrib": "!!NVfp4.0 MOV result.color, fragment.attrib[2]; END",
}
MEETINGS = {
    "GENERIC": "generic generic generic generic generic",
    "TEXCOORD": "texcoord - texcoord texcoord -",
    "GENERIC beside TEXCOORD": "attrib attrib texcoord texcoord attrib",
    "texcoord": "texcoord - texcoord texcoord -",
    "attrib": "attrib attrib - - attrib",
}


def test_generic_ones_and_texture_coordinates():
    """Each fragment program finds the results of each vertex program by their index."""
    for vertex, row in MEETINGS.items():
        before = parse(VERTICES[vertex])
        for (name, text), found in zip(FRAGMENTS.items(), row.split(), strict=True):
            fragment = parse(text)
            linked = link((before, fragment))
            results = () if found == "-" else (Binding(f"result.{found}", (2,)),)
            assert linked.outputs[0].results == (POSITION, *results), (vertex, name)
            [interpolant] = linked.inputs.attributes
            assert interpolant.front == (4 if results else None)
            # Point sprites replace texture coordinates: what is one on either side.
            replaced = "GENERIC TEXCOORD texcoord".split() if found != "attrib" else "TEXCOORD"
            assert interpolant.coordinate_set == (2 if name in replaced else None), (vertex, name)
    asked = LinkOptions(captured=(texcoord(2),))
    [outputs] = link((parse(VERTICES["GENERIC"]), COLOR), asked).outputs
    assert (outputs.row(texcoord(2)), outputs.row(texcoord(1))) == (4, None)
    [outputs] = link((parse(VERTICES["GENERIC beside TEXCOORD"]), COLOR), asked).outputs
    assert outputs.results == (POSITION, texcoord(2))


def test_a_link_is_made_once():
    again = parse(COLOR.source)
    assert link((VERTEX, COLOR), LinkOptions()) is link((VERTEX, again), LinkOptions())
    assert hash(link((VERTEX, COLOR))) == hash(link((VERTEX, again)))


@pytest.mark.parametrize(
    "vertex, front, back",
    [
        (VERTEX, PRIMARY, BACK_COLOR_OF[PRIMARY]),
        (INVARIANT, PRIMARY, PRIMARY),
        (OLD, PRIMARY, None),
    ],
    ids=["written", "not written", "initialized"],
)
def test_back_colors(vertex, front, back):
    linked = link((vertex, COLOR), LinkOptions(two_side=True))
    rows = [None if name is None else linked.outputs[0].row(name) for name in (front, back)]
    assert linked.inputs.attributes == (Interpolant(*rows),)
    assert inputs(vertex, COLOR)["fragment.color.primary"] == Interpolant(rows[0], rows[0])


def test_both_facings_without_perspective():
    text = "!!NVfp4.0 NOPERSPECTIVE ATTRIB c = fragment.color; MOV result.color, c; END"
    linked = link((VERTEX, parse(text)), LinkOptions(two_side=True))
    assert linked.outputs[0].results[1:] == (PRIMARY, BACK_COLOR_OF[PRIMARY])
    assert linked.inputs.linear_rows == tuple(range(4, 12))


def test_clip_planes():
    """Distances are written by a program or computed; an absent one clips nothing."""
    options = LinkOptions(clip_planes=(0, 4))
    [given] = link((VERTEX, COLOR), options).outputs
    assert (given.computed, given.clipping) == ((), Clipping(((4, 8),)))
    [computed] = link((INVARIANT, COLOR), options).outputs
    assert computed.computed == (0, 4)
    assert computed.clipping.clip_planes == ((0, computed.row(clip_distance(0))), (4, 8))
    assert link((VERTEX, COLOR)).outputs[0].clipping == Clipping()
    [old] = link((OLD, COLOR), options).outputs
    assert (old.computed, old.clipping) == ((), Clipping())


def test_near_and_far_planes():
    """NV_fragment_program, 2.11: they clip nothing where the program gives the depth."""
    moved = parse("!!FP1.0 MOV o[COLR], f[COL0]; MOV o[DEPR].z, f[TEX0]; END")
    cases = (COLOR, False, True), (COLOR, True, False), (moved, False, False)
    for fragment, clamp, clips in cases:
        [outputs] = link((VERTEX, fragment), LinkOptions(depth_clamp=clamp)).outputs
        assert outputs.clipping.depths == clips


def test_fog():
    assert results_read(FOG) == {PRIMARY, FOG_COORDINATE}
    linked = link((VERTEX, FOG))
    assert linked.inputs.fog == Interpolant(linked.outputs[0].row(FOG_COORDINATE), 8, 1, SMOOTH)
    assert link((OLD, FOG)).inputs.fog == Interpolant(None, None, 1)
    assert link((VERTEX, COLOR)).inputs.fog is None


def test_stages_without_fragments():
    """As transform feedback has them, and the raster position."""
    linked = link((VERTEX,), LinkOptions(captured=(FOG_COORDINATE, SECONDARY), clip_planes=(1,)))
    assert linked.inputs == Inputs()
    assert {*linked.outputs[0].results} == {POSITION, clip_distance(1), FOG_COORDINATE}


def test_the_raster_position_in_place_of_vertices():
    found = link_raster_position(FRAGMENT).attributes
    rows = [i if isinstance(i, str) else i.front for i in found]
    names = {"fragment.color.primary": PRIMARY, "fragment.color.secondary": SECONDARY,
             "fragment.texcoord[2]": texcoord(2), "fragment.fogcoord": FOG_COORDINATE}  # fmt: skip
    for name, row in zip(map(str, FRAGMENT.attributes), rows, strict=True):
        if not isinstance(row, str):
            assert row == (RASTER_POSITION.row(names[name]) if name in names else None)
