"""Leniencies by name: programs that a strict reading would refuse."""

from __future__ import annotations

import pytest

from softgl.asm import leniencies, parse
from softgl.errors import ProgramError
from tests.asm.test_accepted import TRANSFORM

ADDRESSED = "!!ARBvp1.0 TEMP t; ADDRESS a; PARAM c[] = { program.local[0..69] }; ARL a.x, {0}.x;"
NAMED = [
    ("!!ARBvp1.0 ALIAS p = «result».position; END", "an ALIAS of a binding"),
    ("!!ARBvp1.0 TEMP t; RCP t, t«;» END", "without a component: x is used"),
    ("!!ARBvp1.0 TEMP t; POW t, t.x, {2}«;» END", "without a component"),
    ("!!ARBvp1.0 TEMP t; RCP t, 2.0«;» END", "without a component"),
    ("!!NVvp4.0 TEMP t; MOV t, 3.5«.»x; END", "a number without braces has a suffix"),
    ("!!ARBvp1.0 TEMP t; MOV t.«rg», t; END", "'.rg' in a language without r, g, b and a"),
    ("!!ARBvp1.0 TEMP t; MOV t, t.«bgra»; END", "'.bgra' in a language without"),
    ("!!ARBvp1.0 TEMP t; SWZ t, t, «r»,0,1,0; END", "'.r' in a language without"),
    ("!!ARBvp1.0 ADDRESS a; ARL «a», vertex.normal.x; END", "ARL writes a whole address register"),
    ("!!ARBfp1.0 PARAM p = «0x1F»; END", "a hexadecimal number"),
    ("!!NVvp4.0 «LONG» OUTPUT o = result.color; END", "LONG is a modifier of temporaries only"),
    (
        "!!ARBvp1.0 TEMP t; MOV t, vertex.attrib[3]; MOV t, «vertex».color; ADD t, t, vertex.color;"
        " MOV t, vertex.attrib[3]; END",
        "vertex.color.primary may not be bound together with vertex.attrib[3]",
    ),
    (f"{ADDRESSED} MOV t, c[a.x + «64»]; END", "an offset of more than 63"),
    (f"{ADDRESSED} MOV t, c[a.x - «70»]; END", "an offset of more than 64"),
    ("!!ARBfp1.0 OPTION «MESA_texture_array»; END", "an option of Mesa"),
    ("!!ARBfp1.0 END # comment\n «and text»", "text after END is ignored"),
]


@pytest.mark.parametrize(("marked", "message"), NAMED)
def test_it_is_named(marked, message):
    before, rest = marked.split("«")
    inside, after = rest.split("»")
    source = before + inside + after
    (leniency,) = leniencies(source)
    assert source[leniency.span.start : leniency.span.end] == inside
    assert leniency.span.start == len(before)
    assert message in leniency.message


@pytest.mark.parametrize(("marked", "message"), NAMED)
def test_strict_refuses_it(marked, message):
    source = marked.replace("«", "").replace("»", "")
    with pytest.raises(ProgramError, match=r"\(accepted if not strict\)") as caught:
        parse(source, strict=True)
    assert message in caught.value.message
    assert caught.value.position == marked.index("«")
    assert parse(source).source == source


@pytest.mark.parametrize(
    "source",
    [
        TRANSFORM.replace("intensity.x, {0}", "intensity.x, {0}.x"),
        "!!NVvp4.0 TEMP t; RCP t, 2; RCP t, |t.x|; MOV.U t.rg, 0x1F; SWZ t, t, r,0,y,-1; END# text",
        "!!NVfp4.0 TEMP t; KIL t; KIL GT.x; MOVC CC, t; TEX t, t, texture, 2D; LONG TEMP u; END\n",
        f"{ADDRESSED} MOV t, c[a.x + 63]; MOV t, c[a.x - 64]; END",
        f"{ADDRESSED.replace(' TEMP', 'OPTION NV_vertex_program2; TEMP')} MOV t, c[a.x + 70]; END",
        "!!ARBvp1.0 TEMP t; MOV t, vertex.attrib[3]; MOV t, vertex.color.secondary; END",
        "!!ARBfp1.0 TEMP t; MOV t, 1; MOV t, 2.5.x; RCP t.r, {1}.x; SWZ t, t, r,g,-b,0; END",
    ],
)
def test_nothing_to_name(source):
    assert leniencies(source) == []
    assert parse(source, strict=True) == parse(source)


def test_they_come_in_the_order_of_the_text():
    source = "!!ARBvp1.0 TEMP t; RCP t.rg, t; ALIAS p = vertex.color; MOV t.r, 0x3; END x"
    starts = [leniency.span.start for leniency in leniencies(source)]
    assert len(starts) == 6
    assert starts == sorted(starts)
