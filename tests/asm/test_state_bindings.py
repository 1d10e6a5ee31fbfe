"""Every binding of GL state, in every language that has it."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.program import Binding

VP, FP, NV = "ARBvp1.0", "ARBfp1.0", "NVvp4.0"
BOTH = {VP, FP, NV}
LANGUAGES = (VP, FP, NV, "NVfp4.0")

MATERIAL = {
    f"material.{face}{word}": (f"material.{face or 'front.'}{word}", (), BOTH)
    for face in ("", "front.", "back.")
    for word in ("ambient", "diffuse", "specular", "emission", "shininess")
}
LIGHT = {
    **{
        f"light[{n}].{word}": (f"light.{word}", (n,), BOTH)
        for n in (0, 7)
        for word in (
            *("ambient", "diffuse", "specular", "position", "attenuation"),
            *("spot.direction", "half"),
        )
    },
    "lightmodel.ambient": ("lightmodel.ambient", (), BOTH),
    "lightmodel.scenecolor": ("lightmodel.front.scenecolor", (), BOTH),
    "lightmodel.front.scenecolor": ("lightmodel.front.scenecolor", (), BOTH),
    "lightmodel.back.scenecolor": ("lightmodel.back.scenecolor", (), BOTH),
    **{
        f"lightprod[3].{face}{word}": (f"lightprod.{face or 'front.'}{word}", (3,), BOTH)
        for face in ("", "front.", "back.")
        for word in ("ambient", "diffuse", "specular")
    },
}
OTHERS = {
    **{
        f"texgen{index}.{plane}.{c}": (f"texgen.{plane}.{c}", (number,), {VP, NV})
        for index, number in (("", 0), ("[7]", 7))
        for plane in ("eye", "object")
        for c in "strq"
    },
    "texenv.color": ("texenv.color", (0,), {FP, NV}),
    "texenv[7].color": ("texenv.color", (7,), {FP, NV}),
    "fog.color": ("fog.color", (), BOTH),
    "fog.params": ("fog.params", (), BOTH),
    "clip[5].plane": ("clip.plane", (5,), {VP, NV}),
    "point.size": ("point.size", (), {VP, NV}),
    "point.attenuation": ("point.attenuation", (), {VP, NV}),
    "depth.range": ("depth.range", (), {FP, NV}),
}
MATRICES = {
    f"matrix.{written}{modifier}.row[2]": (f"matrix.{name}{modifier}.row", (number, 2), BOTH)
    for written, name, number in (
        ("modelview", "modelview", 0),
        ("modelview[0]", "modelview", 0),
        ("projection", "projection", 0),
        ("mvp", "mvp", 0),
        ("texture", "texture", 0),
        ("texture[7]", "texture", 7),
        ("program[7]", "program", 7),
    )
    for modifier in ("", ".inverse", ".transpose", ".invtrans")
}
EVERY = {**MATERIAL, **LIGHT, **OTHERS, **MATRICES}


@pytest.mark.parametrize("written", EVERY)
def test_it_binds(written):
    name, indices, languages = EVERY[written]
    for language in LANGUAGES:
        source = (
            f"!!{language} PARAM p = state.{written}; TEMP t; ADD t.x, p, state.{written}.y; END"
        )
        if language in languages or (language == "NVfp4.0" and NV in languages):
            assert parse(source).parameters == (Binding(f"state.{name}", indices),)
        else:
            with pytest.raises(ProgramError, match="is not available in"):
                parse(source)


def test_they_may_stand_in_arrays():
    program = parse(
        "!!ARBvp1.0 ADDRESS a; TEMP t; PARAM p[] = { state.light[0].position, state.fog.params,"
        " state.matrix.program[1].invtrans.row[1..2], state.material.shininess };"
        " MOV t, p[a.x]; END"
    )
    assert [str(binding) for binding in program.parameters] == [
        "state.light.position[0]",
        "state.fog.params",
        "state.matrix.program.invtrans.row[1][1]",
        "state.matrix.program.invtrans.row[1][2]",
        "state.material.front.shininess",
    ]
