"""Effects of programs beside colours, as GLSL on llvmpipe and as themselves on softgl."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.translate import TARGETS, Loader, TranslationError
from tests.drivers.compare import compare
from tests.drivers.conftest import read_pixels
from tests.drivers.drawing import clear, set_arrays, use_programs
from tests.drivers.mesa import mesa_context
from tests.gl.attachments import use_program

pytestmark = pytest.mark.driver

SIZE = (48, 48)
GLSL = [name for name, target in TARGETS.items() if target.glsl]
VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position; MOV result.color, vertex.attrib[3];
MOV result.texcoord[0], vertex.attrib[8]; END"""
CLIPPED = """!!VP2.0
MOV R0, v[0]; MOV R1, v[8]; MOV o[HPOS], R0; MOV o[COL0], v[3]; DP4 o[CLP0].x, R0, v[3];
SUB o[CLP1].x, R1.y, R1.x; END"""
SIZED = """!!ARBvp1.0
MOV result.position, vertex.position; MOV result.color, vertex.attrib[3];
MAD result.pointsize.x, vertex.attrib[8].x, 9, 1; END"""
TWO_SIDED = """!!ARBvp1.0
MOV result.position, vertex.position; MOV result.color, vertex.attrib[3];
SUB result.color.back.primary, 1, vertex.attrib[3];
MUL result.color.front.secondary, vertex.attrib[8], 0.25;
MUL result.color.back.secondary, vertex.attrib[8], 0.5; END"""
FOGGED = """!!ARBvp1.0
MOV result.position, vertex.position; MOV result.color, vertex.attrib[3];
MUL result.fogcoord.x, vertex.attrib[8].x, 2; END"""
INVARIANT = """!!ARBvp1.0
OPTION ARB_position_invariant; MOV result.color, vertex.attrib[3]; END"""
ATTRIBUTES = """!!NVvp4.0
MOV result.position, vertex.position; MOV result.color, vertex.attrib[3];
MOV result.attrib[1], vertex.attrib[8]; MOV result.attrib[2], vertex.attrib[3]; END"""
PASS = "!!ARBfp1.0 MOV result.color, fragment.color; END"

BRIGHT = """!!ARBvp1.0 TEMP t;
MOV result.position, vertex.position; MAD t, vertex.attrib[3], 4, -1.5; MOV result.color, t;
MUL t, t.yzxw, 0.75; MOV result.color.secondary, t; END"""
GENERIC = """VERT
DCL IN[0]
DCL IN[3]
DCL IN[8]
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
DCL OUT[2], GENERIC[9]
MOV OUT[0], IN[0]
MOV OUT[1], IN[3]
MOV OUT[2], IN[8]
END
"""
OF_GENERIC = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
IMM[0] FLT32 { 1, 0, 0, 0 }
MOV OUT[0], IN[0]
MOV OUT[0].w, IMM[0].xxxx
END
"""
BOTH_SETS = """!!NVvp4.0 MOV result.position, vertex.position;
MOV result.attrib[0], vertex.attrib[3]; MOV result.texcoord[0], vertex.attrib[8]; END"""

# Name -> the texts, and what is enabled.
SCENES: dict[str, tuple] = {
    "derivatives": (VERTEX, """!!NVfp4.0 TEMP t, u; MUL t, fragment.texcoord[0], 8; DDX u, t;
        DDY t, t.yxwz; ADD t, |u|, |t|; MOV t.w, 1; MOV result.color, t; END"""),
    "old derivatives": (VERTEX, """!!FP1.0 MUL R0, f[TEX0], 8; DDX R1, R0; DDY R0, R0;
        ADD o[COLR], |R0|, |R1|; END"""),
    "kill": (VERTEX, """!!ARBfp1.0 TEMP t; SUB t, fragment.texcoord[0], 0.25; KIL t.xyxy;
        SUB t, 0.75, fragment.texcoord[0]; KIL t.y; MOV result.color, fragment.color; END"""),
    "old kill": (VERTEX, """!!FP1.0 SUBC RC, f[TEX0], 0.5; KIL GT.x; MOV o[COLR], f[COL0];
        ADDC HC.x, f[TEX0].y, -0.25; KIL LT; END"""),
    "kill in a branch": (VERTEX, """!!NVfp4.0 TEMP t; MOV.CC t, fragment.texcoord[0];
        MOV result.color, fragment.color; SUB.CC1 t, t, 0.5; IF GT1.x; KIL LT1.y;
        MOV result.color.x, 1; ELSE; KIL -t.yyyy; ENDIF; END"""),
    "facing": (VERTEX, """!!NVfp4.0 ATTRIB face = fragment.facing; TEMP t;
        SLT t, face.x, 0; MAD result.color, t, 0.5, fragment.color; END"""),
    "old facing": (VERTEX, """!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t;
        SLTC t, fragment.facing.x, 0; MOV t, fragment.color; MUL t(NE.x), t, 0.25;
        MOV result.color, t; END"""),
    "depth": (VERTEX, """!!ARBfp1.0 MOV result.color, fragment.color;
        MUL result.depth.z, fragment.texcoord[0].x, fragment.color.y; END""", "DEPTH_TEST"),
    "depth of a branch": (VERTEX, """!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t, u;
        SUBC t.x, fragment.texcoord[0].x, 0.5; IF GT.x;
        MUL u.z, fragment.texcoord[0].x, fragment.color.y; ENDIF;
        MOV result.color, fragment.color; MOV result.depth, u.z; END""", "DEPTH_TEST"),
    "colours beyond 1": (BRIGHT, """!!ARBfp1.0 TEMP t; MUL t, fragment.color, 0.5;
        MAD t, fragment.color.secondary, 0.5, t; MOV t.w, 1; MOV result.color, t; END"""),
    "generic as texture coordinates": (GENERIC, """!!ARBfp1.0 TEMP t;
        MOV t, fragment.texcoord[0]; MOV t.w, 1; MOV result.color, t; END"""),
    "generic as attributes": (GENERIC, """!!NVfp4.0 TEMP t; MUL t, fragment.attrib[0],
        fragment.attrib[9]; MOV t.w, 1; MOV result.color, t; END"""),
    "generic as both": (GENERIC, """!!NVfp4.0 TEMP t; MUL t, fragment.attrib[0],
        fragment.texcoord[0].yzxw; MOV t.w, 1; MOV result.color, t; END"""),
    "texture coordinates as generic": (VERTEX, OF_GENERIC),
    "attributes as generic": (BOTH_SETS, OF_GENERIC),
    "clip distances": (CLIPPED, PASS, "CLIP_PLANE0", "CLIP_PLANE1"),
    "point sizes": (SIZED, PASS, "VERTEX_PROGRAM_POINT_SIZE"),
    "two sides": (TWO_SIDED, """!!ARBfp1.0 ADD result.color, fragment.color,
        fragment.color.secondary; END""", "VERTEX_PROGRAM_TWO_SIDE"),
    "linear fog": (FOGGED, PASS.replace("MOV", "OPTION ARB_fog_linear; MOV")),
    "square fog": (FOGGED, PASS.replace("MOV", "OPTION ARB_fog_exp2; MOV")),
    "fog coordinate": (FOGGED, """!!ARBfp1.0 MUL result.color, fragment.color, fragment.fogcoord;
        MOV result.color.w, 1; END"""),
    "whole fog coordinate": (FOGGED.replace("MUL result.fogcoord.x, vertex.attrib[8].x",
        "MUL result.fogcoord, vertex.attrib[8]"), """!!ARBfp1.0 TEMP t;
        ADD t, fragment.fogcoord.wxyz, fragment.fogcoord.yzxw; MUL t, t, fragment.color;
        MOV t.w, 1; MOV result.color, t; END"""),
    "position": (VERTEX, """!!ARBfp1.0 TEMP t; MUL t, fragment.position, { 0.02, 0.02, 1, 0.5 };
        MOV result.color, t; END"""),
    "position from above": (VERTEX, """!!ARBfp1.0 OPTION ARB_fragment_coord_origin_upper_left;
        OPTION ARB_fragment_coord_pixel_center_integer;
        TEMP t; MUL t, fragment.position, { 0.02, 0.02, 1, 0.5 }; MOV result.color, t; END"""),
    "flat coordinates": (VERTEX, """!!NVfp4.0 FLAT ATTRIB a = fragment.texcoord[0];
        NOPERSPECTIVE ATTRIB c = fragment.color; TEMP t; MUL t, a, c; MOV t.w, 1;
        MOV result.color, t; END"""),
    "flat colours": (TWO_SIDED, """!!NVfp4.0 FLAT ATTRIB a = fragment.color;
        FLAT ATTRIB c = fragment.color.secondary; TEMP t; ADD t, a, c; MOV t.w, 1;
        MOV result.color, t; END"""),
    "invariant": (INVARIANT, PASS),
    "indices beyond an array": ("""!!ARBvp1.0 PARAM a[4] = { { 1, 0, 0, 1 }, { 0, 1, 0, 1 },
        { 0, 0, 1, 1 }, { 1, 1, 0, 1 } }; ADDRESS A0; TEMP t; MAD t, vertex.attrib[8], 12, -5;
        ARL A0.x, t.x; MOV result.position, vertex.position; MOV result.color, a[A0.x + 1];
        END""", PASS),
    "a loop of a count in the state": (VERTEX, """!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t;
        PARAM n = state.fog.params; MOV t, fragment.color; LOOP n; MAD t, t, 0.75, 0.1; ENDLOOP;
        MOV t.w, 1; MOV result.color, t; END"""),
    # Of whole numbers and halves; GLSL 1.20 has neither function.
    "roundings": (VERTEX, """!!NVfp4.0 TEMP t; MAD t, fragment.texcoord[0], 15, -7.4; FLR t, t;
        MUL t, t, 0.5; TRUNC t.xy, t; ROUND t.z, t.z; MAD t, t, 0.1, 0.5; MOV t.w, 1;
        MOV result.color, t; END"""),
    "interpolation": (ATTRIBUTES, """!!NVfp4.0 FLAT ATTRIB a = fragment.attrib[1];
        NOPERSPECTIVE ATTRIB b = fragment.attrib[2]; TEMP t; MUL t, a, b; MOV t.w, 1;
        MOV result.color, t; END"""),
}  # fmt: skip
# What a target lacks, beside two-sided colours in core contexts, which nothing there selects.
REFUSED = {
    "old facing": {},
    "interpolation": {"glsl120": "interpolation", "glsl300es": "noperspective"},
    "flat coordinates": {"glsl120": "interpolation", "glsl300es": "noperspective"},
    "flat colours": {"glsl120": "flat interpolation"},
    "position from above": {
        **dict.fromkeys(("glsl120", "glsl130"), "conventions"),
        "glsl300es": "origin_upper_left",
    },
    "clip distances": dict.fromkeys(("glsl120", "glsl300es"), "gl_ClipDistance"),
}


def draw(gl, name, use):
    """Draws triangles of both faces, or points, with the programs of `use()`."""
    clear(gl)
    rng = np.random.default_rng(20261123)
    mode = gl.GL_POINTS if name == "point sizes" else gl.GL_TRIANGLES
    positions = rng.uniform(-1, 1, (18, 4)).astype(np.float32)
    positions[:, 3] = rng.uniform(1, 1.5, 18)
    kept = [*set_arrays(gl, positions)]
    for number in (3, 8):
        kept.append(rng.uniform(0, 1, (18, 4)).astype(np.float32))
        gl.glVertexAttribPointer(number, 4, gl.GL_FLOAT, False, 0, kept[-1])
        gl.glEnableVertexAttribArray(number)
    for word in SCENES[name][2:]:
        gl.glEnable(getattr(gl, f"GL_{word}"))
    gl.glFogf(gl.GL_FOG_END, 1.5)
    gl.glFogf(gl.GL_FOG_DENSITY, 1.25)
    gl.glFogfv(gl.GL_FOG_COLOR, [0.25, 0.5, 1, 1])
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glRotatef(20, 1, 2, 3)
    use()
    gl.glDrawArrays(mode, 0, 18)


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_with(mesa, name):
    texts = dict(zip(("vertex", "fragment"), SCENES[name][:2], strict=True))
    softgl.Context(*SIZE, machine="eager").make_current()
    draw(softgl.gl, name, lambda: use_programs(softgl.gl, **texts))
    wanted = read_pixels(softgl.gl, SIZE)
    assert wanted.any()
    for to in GLSL:
        with mesa_context(*SIZE) as gl:
            loader = Loader(gl, to=to, exact=to == "glsl410core")
            try:
                linked = loader.program(**texts)
            except TranslationError as error:
                assert REFUSED[name][to] in error.what
                continue
            assert to not in REFUSED.get(name, {})
            draw(gl, name, linked.use)
            difference = compare(wanted, read_pixels(gl, SIZE), tolerance=1)
        alike = not difference.uncovered and difference.share == 1
        assert alike != (name == "two sides" and TARGETS[to].core), f"{to}: {difference}"


BUFFERS = {
    "vertex": """!!NVvp4.0 BUFFER4 four[3] = { program.buffer[1][1..3] };
BUFFER one[] = { program.buffer[2] }; MOV result.position, vertex.position;
MUL result.color, four[1], one[5]; ADD result.texcoord[0], four[0], four[2]; END""",
    "fragment": """!!NVfp4.0 BUFFER4 four = program.buffer[0][2]; TEMP t;
MAD t, fragment.texcoord[0], four, fragment.color; MOV t.w, 1; MOV result.color, t; END""",
}


def test_parameter_buffers(mesa):
    """Programs without integers take the words for the floats with these bits."""
    words = np.random.default_rng(20261129).uniform(0.1, 0.9, 64).astype(np.float32)
    points = (("vertex", 1), ("vertex", 2), ("fragment", 0))

    def fill(gl, target, binding):
        name = int(gl.glGenBuffers(1))
        gl.glBindBuffer(target, name)
        gl.glBufferData(target, words.nbytes, words, gl.GL_STATIC_DRAW)
        gl.glBindBufferBase(target, binding, name)

    def use_softgl():
        gl = softgl.gl
        use_program(BUFFERS["vertex"], gl.GL_VERTEX_PROGRAM_ARB)
        use_program(BUFFERS["fragment"], gl.GL_FRAGMENT_PROGRAM_ARB)
        for stage, point in points:
            target = getattr(gl, f"GL_{stage.upper()}_PROGRAM_PARAMETER_BUFFER_NV")
            name = gl.glGenBuffers(1)
            gl.glBindBufferBaseNV(target, point, name)
            gl.glBufferData(target, words, gl.GL_STATIC_DRAW)

    softgl.Context(*SIZE, machine="eager").make_current()
    draw(softgl.gl, "kill", use_softgl)
    wanted = read_pixels(softgl.gl, SIZE)
    assert wanted[..., :3].any()
    for to in ("glsl130", "glsl330", "glsl410core"):
        with mesa_context(*SIZE) as gl:
            linked = Loader(gl, to=to, exact=to == "glsl410core").program(**BUFFERS)

            def use_mesa(gl=gl, linked=linked):
                for place in points:
                    fill(gl, gl.GL_UNIFORM_BUFFER, linked.blocks[place])
                linked.use()

            draw(gl, "kill", use_mesa)
            difference = compare(wanted, read_pixels(gl, SIZE), tolerance=1)
        assert not difference.uncovered and difference.share == 1, (to, difference)
