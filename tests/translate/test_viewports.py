"""Layers and viewports of primitives in other languages: their options, extensions and names."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.translate import TranslationError, translate

GEOMETRY = """!!NVgp4.0 OPTION ARB_viewport_array;
PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;
MOV result.position, vertex[0].position; MOV.S result.viewport.x, primitive.id; EMIT; END"""
FRAGMENT = """!!NVfp4.0 OPTION ARB_fragment_layer_viewport; TEMP t;
I2F.S t.x, fragment.viewport.x; I2F.S t.y, fragment.layer.x; MOV result.color, t.xyxy; END"""
LINES = {
    (GEOMETRY, "glsl330"): (
        "#extension GL_ARB_viewport_array : require",
        "gl_ViewportIndex = gl_PrimitiveIDIn;",
    ),
    (GEOMETRY, "nv4"): ("OPTION ARB_viewport_array;", "MOV.S result.viewport.x, primitive.id;"),
    (GEOMETRY, "tgsi"): ("DCL OUT[1], VIEWPORT_INDEX[0]",),
    (FRAGMENT, "glsl130"): (
        "#extension GL_ARB_fragment_layer_viewport : require",
        "float t = float(gl_ViewportIndex);",
        "float t_2 = float(gl_Layer);",
    ),
    (FRAGMENT, "nv4"): ("OPTION ARB_fragment_layer_viewport;", "I2F t.x, fragment.viewport.x;"),
    (FRAGMENT, "tgsi"): ("DCL IN[0], VIEWPORT_INDEX[0]", "DCL IN[1], LAYER[0]"),
}


@pytest.mark.parametrize(("text", "target"), LINES, ids=str)
def test_lines(text, target):
    lines = [line.strip() for line in translate(text, to=target).text.splitlines()]
    assert set(LINES[text, target]) <= set(lines)
    if target == "tgsi":
        again = parse("\n".join(lines))
        before = parse(text)
        assert set(again.results) == set(before.results)
        assert set(again.attributes) == set(before.attributes)


def test_versions_and_languages_that_lack_them():
    assert "#extension" not in translate(GEOMETRY, to="glsl410core").text
    with pytest.raises(TranslationError, match=r"fragment\.viewport"):
        translate(FRAGMENT, to="arb")
