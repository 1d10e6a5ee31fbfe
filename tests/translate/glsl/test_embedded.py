"""GLSL ES 3.00 as a target: texts that its compiler takes, and features that it lacks."""

from pathlib import Path

import pytest

from softgl.check import check
from softgl.errors import TranslationError
from softgl.translate import translate

SHADERS = Path(__file__).parents[3] / "shaders"
NAMES = """arbfp1/marble.fp arbvp1/lit.vp fp1/lit.fp nvfp4/chrome.fp nvfp4/cloisonne.fp
    nvfp4/spotlight.fp nvvp4/world.vp tgsi/marble.fp""".split()


@pytest.mark.parametrize("name", NAMES)
def test_a_program(name):
    made = translate((SHADERS / name).read_text("utf-8"), to="glsl300es")
    assert made.text.startswith("#version 300 es\n")
    assert not [one for one in check(made.text, stage=made.stage) if one.severity == "error"]


FP, VP = "!!NVfp4.0\n", "!!NVvp4.0\n"
SHADOW = "TEX result.color, fragment.texcoord[0], texture[0], SHADOWCUBE; END"


def test_samplers_have_a_precision():
    made = translate(FP + SHADOW, to="glsl300es")
    assert "precision highp samplerCubeShadow;\n" in made.text
    assert not check(made.text, stage="fragment")


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        (f"{FP}TEX result.color, fragment.texcoord[0], texture[0], 1D; END", "sampler1D"),
        (f"{FP}TXF.F result.color, fragment.texcoord[0], texture[0], BUFFER; END", "samplerBuffer"),
        (f"{FP}NOPERSPECTIVE ATTRIB a = fragment.attrib[0]; MOV result.color, a; END", "noperspec"),
        (f"{VP}MOV result.position, 0; MOV result.clip[0], 1; END", "gl_ClipDistance"),
        ((SHADERS / "nvgp4/blade.gp").read_text("utf-8"), "geometry programs"),
        ("!!ARBfp1.0 OPTION ARB_fragment_coord_origin_upper_left; MOV result.color, "
         "fragment.position; END", "the convention origin_upper_left"),
    ],
)  # fmt: skip
def test_what_it_lacks(text, feature):
    with pytest.raises(TranslationError, match=f"glsl300es cannot express {feature}"):
        translate(text, to="glsl300es")
