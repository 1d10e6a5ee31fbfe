"""TGSI texts as others print them: each loads, or is refused for a missing feature."""

from __future__ import annotations

import pytest

from softgl.asm import leniencies, parse
from softgl.errors import ProgramError
from tests.asm.tgsi.dumps import ACCEPTED

_FRAG = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
REFUSED = {
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\nEND": "there are no compute programs",
    "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nEND": "there is no tessellation",
    "TESS_EVAL\nDCL SV[0], TESSCOORD\nEND": "there is no tessellation",
    f"{_FRAG}DCL BUFFER[0]\nSTORE BUFFER[0].x, TEMP[0], IN[0]\nEND": "cannot write memory",
    f"{_FRAG}DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\nEND": "cannot write memory",
    f"{_FRAG}DCL MEMORY[0], SHARED\nEND": "cannot write memory",
    f"{_FRAG}DCL HWATOMIC[0..1]\nEND": "cannot write memory",
    f"{_FRAG}DCL RES[0], 2D, RAW, WR\nEND": "cannot write memory",
    f"{_FRAG}ATOMUADD TEMP[0], IN[0], IN[0], IN[0]\nEND": "ATOMUADD: it accesses memory",
    f"{_FRAG}BARRIER\nEND": "BARRIER: it accesses memory that threads share",
    f"{_FRAG}MEMBAR TEMP[0]\nEND": "MEMBAR: it accesses memory",
    f"{_FRAG}RESQ TEMP[0], IN[0]\nEND": "RESQ: it accesses memory",
    f"{_FRAG}ATOMFADD TEMP[0], IN[0], IN[0], IN[0]\nEND": "ATOMFADD: it accesses memory",
    f"{_FRAG}SAMP2HND TEMP[0].xy, SAMP[0]\nEND": "SAMP2HND: textures have no handles",
    f"{_FRAG}CLOCK TEMP[0]\nEND": "CLOCK: programs have no clock",
    f"{_FRAG}READ_HELPER TEMP[0].x\nEND": "READ_HELPER: programs cannot see",
    f"{_FRAG}BALLOT TEMP[0], IN[0]\nEND": "BALLOT: programs cannot see other invocations",
    f"{_FRAG}NOISE1 TEMP[0], IN[0]\nEND": "NOISE1: no text defines it",
    f"{_FRAG}U64ADD TEMP[0], IN[0], IN[0]\nEND": "U64ADD: there are no integers of 64 bits",
    f"{_FRAG}DFMA TEMP[0], IN[0], IN[0], IN[0]\nEND": "DFMA: products of doubles are rounded",
    f"{_FRAG}INTERP_OFFSET TEMP[0], IN[0], IN[0]\nEND": "INTERP_OFFSET: inputs are sampled at the",
    f"{_FRAG}TEX2 TEMP[0], IN[0], IN[0]\nEND": "TEX2: there are no arrays of cube maps",
    f"{_FRAG}TXQS TEMP[0], SAMP[0], 2D_MSAA\nEND": "TXQS: sampled textures have one sample",
    f"{_FRAG}FBFETCH TEMP[0], OUT[0]\nEND": "FBFETCH: programs cannot read the framebuffer",
    f"{_FRAG}DCL SAMP[0]\nTEX TEMP[0], IN[0], SAMP[0], 2D_MSAA\nEND": "have one sample",
    f"{_FRAG}DCL SVIEW[0], CUBE_ARRAY, FLOAT\nEND": "there are no arrays of cube maps",
    f"{_FRAG}DCL SVIEW[0], SHADOWCUBEARRAY, FLOAT\nEND": "there are no arrays of cube maps",
    f"{_FRAG}DCL SV[0], SUBGROUP_SIZE\nEND": "programs cannot see other invocations",
    f"{_FRAG}DCL SV[0], HELPER_INVOCATION\nEND": "programs cannot see whether",
    "VERT\nDCL OUT[0], VIEWPORT_MASK\nEND": "primitives have one viewport each",
    "VERT\nPROPERTY VS_WINDOW_SPACE_POSITION 1\nEND": "positions are in clip coordinates",
    "FRAG\nDCL IMMX[0..1] {{0, 1, 2, 3}, {0, 1, 2, 3}}\nEND": "'IMMX': an array of immediates is",
    "FRAG\nDCL TEMPX[0][0..7]\nEND": "'TEMPX': an array of temporaries is",
    "FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1\nEND": "cannot be requested",
    "VERT\nPROPERTY VS_BLIT_SGPRS_AMD 5\nEND": "rectangles are drawn from vertices only",
    "GEOM\nIMM[0] INT32 {1}\nEMIT IMM[0].xxxx\nEND": "there is one stream of vertices",
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_it_loads(name):
    text = ACCEPTED[name]
    assert parse(text, strict=True).language == f"TGSI {text[:4]}"
    assert leniencies(text) == []


def test_what_is_missing_is_named():
    for text, reason in REFUSED.items():
        with pytest.raises(ProgramError) as refused:
            parse(text)
        assert reason in str(refused.value), text
        assert refused.value.span is not None, text
