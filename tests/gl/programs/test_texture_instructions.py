"""Every texture instruction with every target, drawn: which texel it gives."""

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import use_program
from tests.gl.target_textures import ABOVE, POINTS, TEXELS, specify

FP1, VP3 = "!!FP1.0", "!!ARBvp1.0 OPTION NV_vertex_program3;"
NV4 = ("!!NVfp4.0", "!!NVvp4.0")
ARRAYS = "!!ARBfp1.0 OPTION MESA_texture_array;"
LANGUAGES = {
    **dict.fromkeys(NV4, "TEX TXP TXB TXL TXD TXF TXQ"),
    ARRAYS: "TEX TXP TXB",
    "!!ARBfp1.0 OPTION NV_fragment_program2;": "TEX TXP TXB TXD TXL",
    VP3: "TEX TXP TXB TXL",
    FP1: "TEX TXP TXD",
}


def shown(language, opcode, place, target, after=""):
    """The colour in bytes that an instruction gives at a place."""
    names = {name: name for name in "tabc"} | {"unit": "texture[0]", "color": "result.color"}
    if language == FP1:
        names = {name: f"R{n}" for n, name in enumerate("tabc")}
        names |= {"unit": "TEX0", "color": "o[COLR]"}
    vertex = "vp" in language
    lines = [
        "" if language == FP1 else "TEMP t, a, b, c;",
        "MOV result.position, vertex.position;" if vertex else "",
        "MOV{signed} {a}, {place}; MOV {b}, {{2, 0, 0, 0}}; MOV {c}, {{0, 2, 0, 0}};",
        "{opcode} {t}, {a}{partials}, {unit}, {target};",
        after + "MOV {color}, {t};",
    ]
    body = " ".join(lines).format(
        **names,
        signed=".S" if opcode == "TXF" else "",
        place=f"{{{', '.join(map(str, place))}}}",
        opcode=opcode,
        partials=", {b}, {c}".format(**names) if opcode == "TXD" else "",
        target=target,
    )
    glDisable(GL_VERTEX_PROGRAM_ARB)
    use_program("!!ARBfp1.0 MOV result.color, fragment.color; END")
    stage = GL_VERTEX_PROGRAM_ARB if vertex else GL_FRAGMENT_PROGRAM_ARB
    use_program(f"{language} {body} END", stage)
    glRectf(-1, -1, 1, 1)
    return glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None).ravel().tolist()


def has(language, opcode, target):
    """True if a program of the language can express it."""
    arrays = target.startswith("ARRAY") and language not in (*NV4, ARRAYS)
    return opcode in LANGUAGES[language].split() and not (
        arrays or (opcode == "TXF" and target == "CUBE")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_lookups(context, language):
    """The texel of level 0, or of level 1 where the instruction says so; and its size."""
    for target, (point, place, size) in POINTS.items():
        specify(target, GL_RGBA, TEXELS)
        texel = TEXELS[place].tolist()
        above = texel if target == "RECT" else [ABOVE] * 4
        divided = (*(c / 2 for c in point), 0.5)
        # NV_fragment_program, "TXP: Projective Texture Lookup": "For cube map textures, the (s,t,r)
        # texture coordinates used for the lookup are given by x, y, and z".
        kept = target == "CUBE" and language in (FP1, VP3)
        cases = {
            "TEX": ((*point, 5), texel),
            "TXP": ((*point, 0) if kept else divided, texel),
            # A bias of what is -infinity, as nothing changes, or of 0 in vertex programs.
            "TXB": ((*point, 1), above if language == VP3 else texel),
            "TXL": ((*point, 1), above),
            "TXD": ((*point, 1), above),
            "TXF": ((1, 3, 9, 0) if target == "ARRAY1D" else (1, 2, 3, 0), texel),
        }
        for opcode, (where, wanted) in cases.items():
            if has(language, opcode, target):
                assert shown(language, opcode, where, target) == wanted, (opcode, target)
        if has(language, "TXF", target) and target != "RECT":
            upper = shown(language, "TXF", (0, 0, 0, 1), target)
            assert upper == above, target
        if has(language, "TXQ", target):
            found = shown(
                language, "TXQ", (0, 0, 0, 0), target,
                "I2F {t}, {t}; MUL {t}, {t}, 0.00392156862745098;",
            )  # fmt: skip
            assert found == [*size, 0], target


def test_every_unit(context):
    """32 of them, for both stages."""
    total = int(glGetIntegerv(GL_MAX_TEXTURE_IMAGE_UNITS))
    for unit in range(total):
        glActiveTexture(GL_TEXTURE0 + unit)
        specify("2D", GL_RGBA, np.full((1, 4, 4, 4), 1 << unit % 8, np.uint8))
    sums = " ".join(f"TEX u, p, texture[{unit}], 2D; ADD t, t, u;" for unit in range(1, total))
    first = "TEMP t, u; PARAM p = {0.5, 0.5, 0, 0}; TEX t, p, texture[0], 2D;"
    use_program(f"!!ARBfp1.0 {first} {sums} MUL result.color, t, 0.25; END")
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == bytes([255] * 4)
    use_program("!!ARBfp1.0 MOV result.color, fragment.color; END")
    vertex = f"!!NVvp4.0 {first} {sums} MUL result.color, t, 0.125; MOV result.position, "
    use_program(vertex + "vertex.position; END", GL_VERTEX_PROGRAM_ARB)
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == bytes([128] * 4)


@pytest.mark.parametrize("language", NV4)
def test_texel_offsets(context, language):
    """Whole texels along the axes that are filtered; layers have none."""
    for target, offset in (
        ("1D", (-1,)), ("2D", (-1, 1)), ("3D", (2, 1, -1)), ("RECT", (-1, -2)), ("ARRAY1D", (2,)),
        ("ARRAY2D", (-1, -2)),
    ):  # fmt: skip
        specify(target, GL_RGBA, TEXELS)
        point, place, _ = POINTS[target]
        x, y, z = (*offset, 0, 0)[:3]
        wanted = TEXELS[place[0] + z, place[1] + y, place[2] + x].tolist()
        written = f"{target}, {offset}".replace(",)", ")")
        whole = (1, 3, 9, 0) if target == "ARRAY1D" else (1, 2, 3, 0)
        assert shown(language, "TEX", (*point, 1), written) == wanted, target
        assert shown(language, "TXF", whole, written) == wanted, target


@pytest.mark.parametrize("language", [*NV4, ARRAYS])
def test_comparisons(context, language):
    """The reference is z or w, divided as coordinates are, and compared with the texel's depth."""
    depths = TEXELS[..., :1]
    shadow = "OPTION ARB_fragment_program_shadow;" if language == ARRAYS else ""
    for target, (point, place, _) in POINTS.items():
        if target == "3D" or (target == "CUBE" and shadow):
            continue
        specify(target, GL_DEPTH_COMPONENT, depths)
        in_w = target in ("CUBE", "ARRAY2D")
        for beyond, passed in ((-4, 255), (4, 0)):
            reference = (int(depths[place][0]) + beyond) / 255
            where = (*point, reference) if in_w else (*point[:2], reference, 1)
            found = shown(f"{language} {shadow}", "TEX", where, f"SHADOW{target}")
            assert found == [passed] * 3 + [255], target
            if not in_w:
                halves = (*(c / 2 for c in where[:3]), 0.5)
                found = shown(f"{language} {shadow}", "TXP", halves, f"SHADOW{target}")
                assert found == [passed] * 3 + [255], target


def test_textures_that_are_not_complete(context):
    """(0, 0, 0, 1); NV_fragment_program: "the result of the instruction is the vector (0,0,0,0)".

    TXQ gives no size.
    """
    for language, opcodes in LANGUAGES.items():
        for opcode in opcodes.split():
            for target in POINTS if language in NV4 else ("2D", "CUBE", "RECT"):
                if has(language, opcode, target):
                    wanted = [0, 0, 0, 0 if language == FP1 or opcode == "TXQ" else 255]
                    assert shown(language, opcode, (1, 1, 1, 1), target) == wanted
