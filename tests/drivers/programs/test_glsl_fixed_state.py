"""Shaders of GLSL 1.20 that do the work of fixed function with its state, beside llvmpipe."""

from __future__ import annotations

import pytest

from tests.drivers.drawing import clear
from tests.drivers.programs import test_state_bindings as state
from tests.drivers.programs.glsl_calls import linked

pytestmark = pytest.mark.driver

VERTEX = """#version 120
uniform int lights;
varying vec3 normal;
varying vec4 gl_TexCoord[3];
void main() {
    vec4 eye = gl_ModelViewMatrix * gl_Vertex;
    normal = normalize(gl_NormalMatrix * gl_Normal) * gl_NormalScale;
    vec4 color = gl_FrontLightModelProduct.sceneColor;
    for (int i = 0; i < lights; i++) {
        vec3 toward = gl_LightSource[i].position.xyz - eye.xyz * gl_LightSource[i].position.w;
        float distance = length(toward);
        toward /= distance;
        float attenuation = 1.0 / (gl_LightSource[i].constantAttenuation
            + gl_LightSource[i].linearAttenuation * distance
            + gl_LightSource[i].quadraticAttenuation * distance * distance);
        float spot = dot(-toward, normalize(gl_LightSource[i].spotDirection));
        if (gl_LightSource[i].spotCutoff < 180.0)
            attenuation *= spot < gl_LightSource[i].spotCosCutoff
                ? 0.25 : pow(max(spot, 0.0), gl_LightSource[i].spotExponent);
        float shine = pow(max(dot(normal, normalize(gl_LightSource[i].halfVector.xyz)), 0.0),
                          gl_FrontMaterial.shininess);
        color += gl_FrontLightProduct[i].ambient
            + attenuation * (gl_FrontLightProduct[i].diffuse * max(dot(normal, toward), 0.0)
                             + gl_FrontLightProduct[i].specular * shine);
    }
    gl_FrontColor = color;
    gl_FrontSecondaryColor = gl_Color;
    gl_BackColor = gl_BackMaterial.diffuse;
    for (int i = 0; i < 2; i++)
        gl_TexCoord[i] = gl_TextureMatrix[i] * vec4(gl_Vertex.xy, float(i), 1.0);
    gl_TexCoord[2] = vec4(dot(gl_EyePlaneS[1], eye), dot(gl_ObjectPlaneT[0], gl_Vertex), 0.0, 1.0);
    gl_FogFragCoord = abs(eye.z) + 2.0;
    gl_ClipVertex = eye;
    gl_Position = ftransform();
}"""
FRAGMENT = """#version 120
varying vec3 normal;
varying vec4 gl_TexCoord[3];
void main() {
    float fog = clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0);
    vec4 color = gl_Color + 0.1 * gl_SecondaryColor;
    for (int i = 0; i < 3; i++) color.rgb += 0.1 * fract(gl_TexCoord[i].stp);
    color.rgb += 0.1 * normal + gl_DepthRange.diff * 0.1 + gl_Point.sizeMax * 0.01;
    gl_FragColor = mix(gl_Fog.color, color, fog) + 0.2 * gl_TextureEnvColor[1];
}"""


def picture(gl):
    clear(gl)
    state.set_matrices(gl)
    state.set_lights(gl)
    state.set_materials(gl)
    state.set_planes(gl)
    state.set_rest(gl)
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glScalef(0.9, 0.8, 0.7)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glTranslatef(0.1, -0.05, 0.2)
    gl.glRotatef(25.0, 0.3, 1.0, 0.2)
    gl.glClipPlane(gl.GL_CLIP_PLANE0, [0.6, 0.3, 0.1, 0.5])
    gl.glEnable(gl.GL_CLIP_PLANE0)
    # llvmpipe derives the state of lights that are on.
    for number in range(4):
        gl.glEnable(gl.GL_LIGHT0 + number)
    gl.glEnable(gl.GL_LIGHTING)
    program = linked(gl, VERTEX, FRAGMENT)
    gl.glUseProgram(program)
    gl.glUniform1i(gl.glGetUniformLocation(program, "lights"), 4)
    for z in (-0.5, 0.4):
        gl.glBegin(gl.GL_TRIANGLE_STRIP)
        for x, y in ((-1, -1), (1, -0.8), (-0.9, 1), (0.7, 0.9)):
            gl.glColor4f(0.5 + x / 2, 0.5 + y / 2, z + 0.5, 0.5)
            gl.glNormal3f(x / 2, y / 3, 1)
            gl.glVertex3f(x, y, z)
        gl.glEnd()


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_lighting(same_as_mesa, machine):
    same_as_mesa(picture, share=0.998, coverage=False, machine=machine)
