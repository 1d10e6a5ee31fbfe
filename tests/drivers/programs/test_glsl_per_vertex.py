"""The built-in outputs and inputs of all stages of GLSL, beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.drivers.drawing import clear
from tests.drivers.programs.glsl_calls import linked

pytestmark = pytest.mark.driver

HEAD = "#version 150 compatibility\n"
VERTEX = f"""{HEAD}void main() {{
    gl_Position = gl_Vertex;
    gl_FrontColor = gl_Color;
    gl_BackColor = vec4(0.0, 0.0, 1.0, 1.0);
    gl_FrontSecondaryColor = vec4(0.1, 0.2, 0.3, 0.4);
    gl_BackSecondaryColor = vec4(0.5);
    gl_TexCoord[0] = gl_Vertex * 0.5 + 0.5;
    gl_TexCoord[1] = vec4(0.25);
    gl_FogFragCoord = 0.75;
    gl_PointSize = 3.0;
    gl_ClipDistance[0] = 1.0;
    gl_ClipDistance[1] = gl_Vertex.x + 0.5;
}}"""
GEOMETRY = f"""{HEAD}layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
out vec4 passed;
void main() {{
    for (int i = 0; i < 3; i++) {{
        gl_Position = gl_in[i].gl_Position;
        gl_FrontColor = gl_in[i].gl_FrontColor;
        gl_BackColor = gl_in[i].gl_BackColor;
        gl_FrontSecondaryColor = gl_in[i].gl_FrontSecondaryColor;
        gl_TexCoord[0] = gl_in[i].gl_TexCoord[0];
        gl_TexCoord[1] = gl_in[i].gl_TexCoord[1];
        gl_FogFragCoord = gl_in[i].gl_FogFragCoord;
        gl_ClipDistance[0] = gl_in[i].gl_ClipDistance[0];
        gl_ClipDistance[1] = gl_in[i].gl_ClipDistance[1];
        passed = vec4(gl_in[i].gl_PointSize, float(gl_PrimitiveIDIn), float(gl_in.length()),
                      gl_in[i].gl_BackSecondaryColor.x * 4.0) / 4.0;
        gl_PrimitiveID = gl_PrimitiveIDIn + 1;
        gl_Layer = 0;
        EmitVertex();
    }}
    EndPrimitive();
}}"""
SHOWN = [
    *("gl_Color", "gl_SecondaryColor", "gl_TexCoord[0]", "gl_TexCoord[1]", "vec4(gl_FogFragCoord)"),
    "vec4(gl_ClipDistance[0], gl_ClipDistance[1], 0.0, 1.0)",
    "vec4(gl_FrontFacing, gl_FragCoord.xy / 64.0, gl_FragCoord.w)",
]
WITH_GEOMETRY = [*SHOWN, "passed", "vec4(float(gl_PrimitiveID) / 4.0)"]
CORNERS = ((-1, -1), (1, -1), (-1, 1), (-1, 1), (1, -1), (1, 1))


def picture(gl, shown, geometry):
    clear(gl)
    passed = "in vec4 passed;\n" if geometry else ""
    fragment = f"{HEAD}{passed}out vec4 color;\nvoid main() {{ color = {shown}; }}"
    gl.glUseProgram(linked(gl, VERTEX, fragment, geometry))
    gl.glEnable(gl.GL_CLIP_DISTANCE1)
    gl.glBegin(gl.GL_TRIANGLES)
    for number, corner in enumerate(CORNERS):
        gl.glColor4f(number * 0.15, 0.5, 1 - number * 0.1, 1)
        gl.glVertex2f(*corner)
    gl.glEnd()


@pytest.mark.parametrize("shown", SHOWN)
def test_vertices(same_as_mesa, shown):
    same_as_mesa(lambda gl: picture(gl, shown, None), coverage=False)


@pytest.mark.parametrize("shown", WITH_GEOMETRY)
def test_geometry(same_as_mesa, shown):
    same_as_mesa(lambda gl: picture(gl, shown, GEOMETRY), coverage=False, machine="eager")
