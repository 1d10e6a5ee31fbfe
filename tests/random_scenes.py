"""Random scenes: triangles with depth, blending, textures and random programs, from a seed."""

from __future__ import annotations

import numpy as np

from softgl import gl
from softgl.asm import parse
from softgl.asm.tgsi.write import write
from tests.drivers.drawing import draw, make_texture, use_program
from tests.reference.tgsi_programs import CONSTANTS, random_text

COMMON = {
    "ABS": "V", "ADD": "VV", "DP3": "VV", "DP4": "VV", "DPH": "VV", "DST": "VV", "EX2": "S",
    "FLR": "V", "FRC": "V", "LG2": "S", "LIT": "V", "MAD": "VVV", "MAX": "VV", "MIN": "VV",
    "MOV": "V", "MUL": "VV", "POW": "SS", "RCP": "S", "RSQ": "S", "SGE": "VV", "SLT": "VV",
    "SUB": "VV", "XPD": "VV",
}  # fmt: skip
OF_VERTEX = {**COMMON, "EXP": "S", "LOG": "S"}
OF_FRAGMENT = {**COMMON, "CMP": "VVV", "COS": "S", "LRP": "VVV", "SCS": "S", "SIN": "S"}

VERTEX = """!!ARBvp1.0
ATTRIB color = vertex.color;
ATTRIB texcoord = vertex.texcoord[0];
PARAM c = {{ 0.25, -1.5, 3.0, 0.75 }};
TEMP r0, r1;
MOV r0, color;
MOV r1, texcoord;
{code}
MOV result.position, vertex.position;
MOV result.color, r0;
MOV result.texcoord[0], texcoord;
MOV result.texcoord[1], r1;
END
"""
FRAGMENT = """!!ARBfp1.0
ATTRIB color = fragment.color;
ATTRIB texcoord = fragment.texcoord[1];
PARAM c = {{ 0.25, -1.5, 3.0, 0.75 }};
TEMP r0, r1, t;
TXP t, fragment.texcoord[0], texture[0], 2D;
MOV r0, color;
MUL r1, texcoord, t;
{code}
FRC r0, r0;
MAD result.color, r0, 0.5, t;
SUB t, t, 0.2;
{kill}
END
"""


def random_code(rng, opcodes, registers, length):
    """A block of instructions over r0 and r1 that read `registers`."""
    return "\n".join(_instruction(rng, opcodes, registers) for _ in range(length))


def _instruction(rng, opcodes, registers):
    name = rng.choice(sorted(opcodes))
    operands = [
        rng.choice(["", "-"]) + rng.choice(registers) + "." + _selection(rng, kind)
        for kind in opcodes[name]
    ]
    mask = rng.choice(["", ".x", ".yz", ".xyw", ".w"]) if name != "SCS" else ".xy"
    return f"{name} {rng.choice(['r0', 'r1'])}{mask}, {', '.join(operands)};"


def _selection(rng, kind):
    return "".join(rng.choice(list("xyzw"), 1 if kind == "S" else 4))


def random_scene(seed, tgsi=None, triangles=24):
    """A function that draws the scene of `seed` into the current softgl context.

    tgsi : "same": the programs as TGSI texts. "own": a fragment program that only TGSI can have.
    """
    rng = np.random.default_rng(seed)
    vertex = VERTEX.format(code=random_code(rng, OF_VERTEX, ["r0", "r1", "c"], 5))
    fragment = FRAGMENT.format(
        code=random_code(rng, OF_FRAGMENT, ["r0", "r1", "c", "t"], 10),
        kill=rng.choice(["", "KIL t;", "KIL t.x;"]),
    )
    if tgsi:
        vertex, fragment = (write(parse(text)) for text in (vertex, fragment))
    if tgsi == "own":
        fragment = random_text(seed, "FRAG")
    constants = rng.uniform(-2, 2, (CONSTANTS, 4))
    texels = rng.integers(0, 256, (8, 8, 4), dtype=np.uint8)
    filters = rng.choice([gl.GL_NEAREST, gl.GL_LINEAR], 2)
    # Some corners lie behind the eye, some beyond the other planes of the frustum.
    w = rng.uniform(-0.2, 2.5, (triangles * 3, 1))
    position = np.hstack([rng.uniform(-1.3, 1.3, (triangles * 3, 3)) * abs(w), w])
    color = rng.uniform(-1, 2, (triangles * 3, 4))
    texcoord = rng.uniform(-2, 2, (triangles * 3, 4)) + (0, 0, 0, 3)
    blend = rng.choice([gl.GL_ONE, gl.GL_SRC_ALPHA, gl.GL_DST_COLOR, gl.GL_ONE_MINUS_DST_ALPHA], 2)
    clear_depth = rng.uniform(0.4, 0.8)
    depth_func = rng.choice([gl.GL_LESS, gl.GL_LEQUAL, gl.GL_GEQUAL, gl.GL_NOTEQUAL])

    def paint():
        gl.glClearColor(0.2, 0.4, 0.1, 0.5)
        gl.glClearDepth(clear_depth)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        make_texture(gl, [texels], min_filter=int(filters[0]), mag_filter=int(filters[1]))
        use_program(gl, vertex)
        use_program(gl, fragment)
        if tgsi:  # which has neither names of parameters nor conventional attributes
            for number, values in enumerate(constants):
                gl.glProgramLocalParameter4fARB(gl.GL_FRAGMENT_PROGRAM_ARB, number, *values)
            for number, rows in ((3, color), (8, texcoord)):
                values = np.array(rows, np.float32)
                gl.glVertexAttribPointer(number, 4, gl.GL_FLOAT, False, 0, values)
                gl.glEnableVertexAttribArray(number)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(int(depth_func))
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(*map(int, blend))
        draw(gl, gl.GL_TRIANGLES, position, color, [texcoord])

    return paint
