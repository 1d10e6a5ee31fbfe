"""The texture targets of programs: tables X.17 and X.18 of NV_gpu_program4, by instruction."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.texture.targets import MULTISAMPLED

# Tables X.17 and X.18, and the components of texel offsets that may differ from 0: name, texture,
# "s t r", layer, shadow, whether TXF is supported, offsets.
TABLE = """
1D             TEXTURE_1D             x - -    -      -    yes  1
2D             TEXTURE_2D             x y -    -      -    yes  2
3D             TEXTURE_3D             x y z    -      -    yes  3
CUBE           TEXTURE_CUBE_MAP       x y z    -      -    no   0
RECT           TEXTURE_RECTANGLE_ARB  x y -    -      -    yes  2
ARRAY1D        TEXTURE_1D_ARRAY_EXT   x - -    y      -    yes  1
ARRAY2D        TEXTURE_2D_ARRAY_EXT   x y -    z      -    yes  2
SHADOW1D       TEXTURE_1D             x - -    -      z    no   1
SHADOW2D       TEXTURE_2D             x y -    -      z    no   2
SHADOWRECT     TEXTURE_RECTANGLE_ARB  x y -    -      z    no   2
SHADOWCUBE     TEXTURE_CUBE_MAP       x y z    -      w    no   0
SHADOWARRAY1D  TEXTURE_1D_ARRAY_EXT   x - -    y      z    no   1
SHADOWARRAY2D  TEXTURE_2D_ARRAY_EXT   x y -    z      w    no   2
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
ALL = {row[0] for row in ROWS} | {"BUFFER"}
CUBE_ARRAYS = {"CUBEARRAY", "SHADOWCUBEARRAY"}  # those of TGSI and GLSL alone
ARB = {"1D", "2D", "3D", "CUBE", "RECT"}
SHADOWS = {"SHADOW1D", "SHADOW2D", "SHADOWRECT"}
FEW = {"SHADOWCUBE", "SHADOWARRAY2D"}
LOOKUPS = dict.fromkeys(("TEX", "TXD"), ALL - {"BUFFER"}) | dict.fromkeys(
    ("TXB", "TXL", "TXP"), ALL - {"BUFFER"} - FEW
)
NV4 = LOOKUPS | {
    "TXF": {row[0] for row in ROWS if row[-2] == "yes"} | {"BUFFER"},
    "TXQ": ALL,
}
SHADOW_OPTION = "OPTION ARB_fragment_program_shadow;"
ARRAY_OPTION = "OPTION MESA_texture_array;"
LANGUAGES = {
    "!!NVfp4.0": NV4,
    "!!NVvp4.0": NV4,
    "!!ARBfp1.0": dict.fromkeys(("TEX", "TXP", "TXB"), ARB),
    f"!!ARBfp1.0 {SHADOW_OPTION}": dict.fromkeys(("TEX", "TXP", "TXB"), ARB | SHADOWS),
    f"!!ARBfp1.0 {ARRAY_OPTION} {SHADOW_OPTION}": {
        "TEX": ALL - {"BUFFER", "SHADOWCUBE"},
        "TXP": ALL - {"BUFFER"} - FEW,
        "TXB": ALL - {"BUFFER"} - FEW,
    },
    "!!ARBfp1.0 OPTION NV_fragment_program;": dict.fromkeys(("TEX", "TXP", "TXB", "TXD"), ARB),
    f"!!ARBfp1.0 OPTION NV_fragment_program2; {SHADOW_OPTION}": dict.fromkeys(
        ("TEX", "TXP", "TXB", "TXD", "TXL"), ARB | SHADOWS
    ),
    "!!ARBvp1.0 OPTION NV_vertex_program3;": dict.fromkeys(("TEX", "TXP", "TXB", "TXL"), ARB),
    f"!!ARBvp1.0 {SHADOW_OPTION} OPTION NV_vertex_program3;": dict.fromkeys(
        ("TEX", "TXP", "TXB", "TXL"), ARB | SHADOWS
    ),
    "!!FP1.0": dict.fromkeys(("TEX", "TXP", "TXD"), ARB),
}


def text(language, opcode, target):
    """A program of one texture instruction."""
    sources = ", ".join(["{}"] * (3 if opcode == "TXD" else 1))
    if language == "!!FP1.0":
        sources = sources.format(*["f[TEX0]"] * 3)
        return f"{language} {opcode} R0, {sources}, TEX0, {target}; MOV o[COLR], R0; END"
    sources = sources.format(*["t"] * 3)
    return f"{language} TEMP t; {opcode} t, {sources}, texture[0], {target}; END"


def test_the_tables():
    for name, texture, *axes, layer, shadow, _, offsets in ROWS:
        entry = PROGRAM_TARGETS[name]
        wanted = dict(zip("str", axes, strict=True)) | {"layer": layer, "shadow": shadow}
        assert entry.coordinates == {k: v for k, v in wanted.items() if v != "-"}, name
        assert (entry.texture.enum, entry.offsets) == (texture, int(offsets)), name
    assert PROGRAM_TARGETS.keys() == ALL | CUBE_ARRAYS | MULTISAMPLED.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_instruction_with_each_target(language):
    """A program with a legal target loads; an illegal one is marked with a caret."""
    for opcode, targets in LANGUAGES[language].items():
        for target in sorted(targets):
            assert parse(text(language, opcode, target)).textures[0].target == target
        for target in sorted((ALL | CUBE_ARRAYS) - targets) + ["TEXTURE_2D"]:
            source = text(language, opcode, target)
            with pytest.raises(ProgramError) as caught:
                parse(source)
            assert caught.value.span.start == source.rindex(target), (opcode, target)


# TGSI's reference, "Resource Sampling Opcodes" and the texture opcodes before it.
LOOKED_UP = (ALL | CUBE_ARRAYS) - {"BUFFER"}
PLAIN = {name for name in LOOKED_UP if not name.startswith("SHADOW")}
COMPARED = LOOKED_UP - PLAIN
TWO_AXES = {"2D", "RECT", "CUBE", "ARRAY2D", "CUBEARRAY"}
TWO_AXES |= {f"SHADOW{name}" for name in TWO_AXES}
TGSI = {
    **dict.fromkeys(("SAMPLE", "SAMPLE_B", "SAMPLE_L", "SAMPLE_D", "LODQ"), PLAIN | COMPARED),
    **dict.fromkeys(("TXB2", "TXL2", "TEX", "TXD"), PLAIN | COMPARED),
    **dict.fromkeys(("SAMPLE_C", "SAMPLE_C_LZ"), COMPARED),
    **dict.fromkeys(("SAMPLE_I", "SAMPLE_I_MS", "TXF"), PLAIN - {"CUBE", "CUBEARRAY"} | {"BUFFER"}),
    **dict.fromkeys(("TG4", "GATHER4"), TWO_AXES),
    **dict.fromkeys(("SVIEWINFO", "SAMPLE_POS", "SAMPLE_INFO", "TXQ"), ALL | CUBE_ARRAYS),
}


@pytest.mark.parametrize("opcode", TGSI)
def test_each_instruction_of_tgsi(opcode):
    taken = {name for name, target in PROGRAM_TARGETS.items() if not target.refuses(opcode)}
    fetches = MULTISAMPLED.keys() if opcode in ("TXF", "TXQ") else set()
    assert taken == TGSI[opcode] | fetches
