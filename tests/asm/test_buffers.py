"""BUFFER and BUFFER4."""

from __future__ import annotations

from softgl.asm import LIMITS, parse
from softgl.ir.program import BufferBinding
from tests.asm.forms import listing, refusal

SOURCE = """!!NVfp4.0
BUFFER one = program.buffer[3][7];
INT BUFFER4 some[3] = { program.buffer[0][2], program.buffer[0][3..4] };
BUFFER whole[] = { program.buffer[15] };
BUFFER4 sized[20] = { program.buffer[2] };
TEMP t, i;
MOV t, one;
MOV.S t, some[2].w;
MOV t.x, -|whole[i.x+5]|;
SHL.S t, some[i.y], whole[9].x;
ADD t, sized[19], {1}.x;
MOV result.color, t;
END
"""


def test_declarations():
    size = LIMITS["NVfp4.0"].buffer_size
    assert parse(SOURCE).buffers == (
        BufferBinding(3, 7, 1, False),
        BufferBinding(0, 2, 3, True),
        BufferBinding(15, 0, size, False),
        BufferBinding(2, 0, 20, True),
    )


def test_operands():
    size = LIMITS["NVfp4.0"].buffer_size
    assert listing(SOURCE)[:5] == [
        "MOV.F r0.xyzw, b0:7.xyzw",
        "MOV.S r0.xyzw, b1:4.wwww",
        f"MOV.F r0.x, -|b2:0[r1.x+5:{size}]|.xyzw",
        "SHL.S r0.xyzw, b1:2[r1.y+0:3].xyzw, b2:9.xxxx",
        "ADD.F r0.xyzw, b3:19.xyzw, c0.xxxx",
    ]


def test_a_whole_buffer_of_vectors_has_a_quarter_of_the_words():
    elements = LIMITS["NVvp4.0"].buffer_size // 4
    assert parse("!!NVvp4.0 BUFFER4 b[] = { program.buffer[0] }; END").buffers == (
        BufferBinding(0, 0, elements, True),
    )
    refusal(f"!!NVvp4.0 BUFFER4 b = program.buffer[0][«{elements}»]; END")


def test_refused():
    points = LIMITS["NVvp4.0"].buffer_bindings
    for marked in (
        f"!!NVvp4.0 BUFFER b = program.buffer[«{points}»][0]; END",
        "!!NVvp4.0 BUFFER b = program.buffer[0]«;» END",
        "!!NVvp4.0 BUFFER b = program.buffer[0][1«..»2]; END",
        "!!NVvp4.0 BUFFER b = program.«env»[0]; END",
        "!!NVvp4.0 BUFFER b[] = «program».buffer[0]; END",
        "!!NVvp4.0 BUFFER b = program.buffer[0][0]; MOV «b», 1; END",
        "!!NVvp4.0 INT BUFFER b = program.buffer[0][0]; TEMP t; MOV t, «b»; END",
        "!!ARBvp1.0 «BUFFER» b = program.buffer[0][0]; END",
    ):
        refusal(marked)


def test_the_limits_are_at_least_the_minima():
    # NV_parameter_buffer_object, "New Implementation Dependent State".
    for language in ("NVvp4.0", "NVfp4.0"):
        assert LIMITS[language].buffer_bindings >= 8
        assert LIMITS[language].buffer_size >= 4096
