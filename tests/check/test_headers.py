"""Texts without a known header: the error names their kind."""

from __future__ import annotations

import pytest

from softgl.check import check
from softgl.check.files import read_program

PROGRAM = "!!ARBfp1.0\nMOV result.color, 1;\nEND\n"


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (b"", "the text is empty", "a program begins with a header"),
        (b" \n\n", "the text is empty", "a program begins with a header"),
        (b"\n" + PROGRAM.encode(), "blank lines before the header", "begins with its header"),
        (b"\t" + PROGRAM.encode(), "blanks before the header", "begins with its header"),
        (PROGRAM.encode("utf-8-sig"), "byte order mark before the header", "UTF-8"),
        (PROGRAM.encode("utf-16"), "the text is UTF-16", "save the file"),
        (PROGRAM.encode("utf-16-le"), "the text is UTF-16", "save the file"),
        (PROGRAM.encode("utf-16-be"), "the text is UTF-16", "save the file"),
        (b"\x7fELF\2\1\1\0\0", "this is a binary file", "assembly programs"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is a binary file", "assembly programs"),
        (b"# glow\n" + PROGRAM.encode(), "comment before the header", "!!ARBfp1.0"),
        (b"#version 330\nin vec3 p;", "the text is GLSL", "--stage"),
        (b"// a\nvoid main()\n{\n}", "the text is GLSL", "--stage"),
        (b"float4 main(float2 t : TEXCOORD0) : COLOR {", "the text is HLSL or Cg", "assembly"),
        (b"ps_2_0\ndcl t0.xy\n", "the text is Direct3D assembly", "assembly programs"),
        (b"!!ARBtec1.0\nEND", "'!!ARBtec1.0' is not supported", "tessellation"),
        (b"!!VP3.0\nEND", "'!!VP3.0' is not supported", "NV_vertex_program3 is the option"),
        (b"!!FP2.0\nEND", "'!!FP2.0' is not supported", "the nearest one is !!FP1.0"),
        (b"!!NVvp5.0\nEND", "'!!NVvp5.0' is not supported", "!!NVvp4.0"),
        (b"!!arbfp1.0\nEND", "the text does not begin with a known header", "'!!ARBfp1.0'?"),
        (b"ARBvp1.0\nEND", "the text does not begin with a known header", "'!!ARBvp1.0'?"),
        (b"hello", "the text does not begin with a known header", ""),
    ],
)
def test_what_a_text_is(tmp_path, data, message, hint):
    path = tmp_path / "a.fp"
    path.write_bytes(data)
    (one,) = check(read_program(str(path)))
    assert (one.code, one.line) == ("E002", 1)
    assert one.message.startswith(message) and hint in one.hint
