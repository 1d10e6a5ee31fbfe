"""Programs of single stages meet by name, location and block, as on Mesa."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from tests.drivers.drawing import clear
from tests.drivers.shaders.drawing import linked_program

pytestmark = pytest.mark.driver
HEAD = "#version 150 compatibility\n#extension GL_ARB_separate_shader_objects : require\n"
BIT = {"vertex": 1, "fragment": 2, "geometry": 4}
MIXED = {
    "vertex": """
        layout(location = 0) out vec3 a; out vec2 b; layout(location = 2) out float c;
        flat out vec3 d; out Block { vec2 e; } made;
        void main() {
            gl_Position = vec4(p, 0, 1); gl_FrontColor = vec4(0.1); gl_TexCoord[1] = vec4(0.05);
            a = vec3(0.1); b = p * 0.5 + 0.5; c = 0.3; d = vec3(0.05, 0.1, 0.15); made.e = b * 0.3;
        }""",
    "fragment": """
        flat in vec3 d; layout(location = 2) in float q; in Block { vec2 e; }; in vec2 b;
        layout(location = 0) in vec3 z;
        void main() {
            gl_FragColor = vec4(z + vec3(b * 0.3, q) + d + vec3(0, e), 1);
            gl_FragColor.rgb += gl_Color.rgb + gl_TexCoord[1].rgb;
        }""",
}
THREE = {
    "vertex": """
        layout(location = 1) out vec4 a; layout(location = 0) noperspective out vec2 b; out mat3 m;
        void main() {
            gl_Position = vec4(p, 0, 1 + 0.3 * p.x); a = vec4(0.2, 0.1, 0, 1); b = p;
            m = mat3(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
        }""",
    "geometry": """
        layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;
        layout(location = 0) in vec2 bb[]; in mat3 m[]; layout(location = 1) in vec4 a[];
        layout(location = 5) out vec4 r; layout(location = 4) noperspective out vec2 s;
        void main() {
            for (int i = 0; i < 3; i++) {
                gl_Position = gl_in[i].gl_Position; r = a[i] + vec4(m[i][2], 0) * 0.2; s = bb[i];
                EmitVertex();
            }
        }""",
    "fragment": """
        layout(location = 4) noperspective in vec2 s; layout(location = 5) in vec4 r;
        void main() { gl_FragColor = vec4(r.rgb + vec3(s * 0.25 + 0.25, 0), 1); }""",
}
STRUCT = {
    "vertex": """
        struct S { vec2 x; mat2 y; float z[2]; }; layout(location = 3) out S s;
        void main() {
            gl_Position = vec4(p, 0, 1); s.x = p * 0.1 + 0.2; s.y = mat2(0.1, 0.2, 0.3, 0.4);
            s.z[0] = 0.1; s.z[1] = 0.3;
        }""",
    "fragment": """
        struct S { vec2 x; mat2 y; float z[2]; }; layout(location = 3) in S t;
        void main() { gl_FragColor = vec4(t.x + t.y[1], t.z[1], 1); }""",
}


def program(gl, stage: str, text: str) -> int:
    """The name of a separable program of one stage."""

    def before(made):
        gl.glBindAttribLocation(made, 0, "p")
        gl.glProgramParameteri(made, gl.GL_PROGRAM_SEPARABLE, 1)

    inputs = "in vec2 p;" if stage == "vertex" else ""
    return linked_program(gl, before=before, **{stage: HEAD + inputs + text})


@pytest.mark.parametrize("texts", [MIXED, THREE, STRUCT], ids=["mixed", "three", "struct"])
def test_varyings_between_programs(same_as_mesa, texts):
    def picture(gl):
        clear(gl)
        name = (ctypes.c_uint * 1)()
        gl.glGenProgramPipelines(1, name)
        gl.glBindProgramPipeline(name[0])
        for stage, text in texts.items():
            gl.glUseProgramStages(name[0], BIT[stage], program(gl, stage, text))
        gl.glVertexAttribPointer(
            0, 2, gl.GL_FLOAT, False, 0, np.float32([[-1, -1], [0.9, -0.8], [-0.6, 1]])
        )
        gl.glEnableVertexAttribArray(0)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    same_as_mesa(picture, (32, 32))
