"""Shaders meet fixed function, assembly programs and all state around them, as on Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.shaders.drawing import (
    COLORED,
    CORNERS,
    PASSING,
    PLAIN,
    corners,
    location,
    square,
    use_shaders,
)

pytestmark = pytest.mark.driver


def lit(gl):
    """Phong's lighting by the built-in state of 1.10, in perspective."""
    varyings = "varying vec3 normal; varying vec4 place;"
    use_shaders(
        gl,
        vertex=varyings + """
        void main() {
            normal = gl_NormalMatrix * gl_Normal;
            place = gl_ModelViewMatrix * gl_Vertex;
            gl_Position = ftransform();
            gl_FrontColor = gl_Color;
        }""",
        fragment=varyings + """
        void main() {
            vec3 n = normalize(normal), l = normalize(gl_LightSource[0].position.xyz - place.xyz);
            vec3 h = normalize(l - normalize(place.xyz));
            gl_FragColor = gl_FrontLightModelProduct.sceneColor
                + gl_FrontLightProduct[0].diffuse * max(dot(n, l), 0.0) * gl_Color
                + gl_FrontLightProduct[0].specular
                * pow(max(dot(n, h), 0.0), gl_FrontMaterial.shininess);
        }""",
    )  # fmt: skip
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glFrustum(-1, 1, -1, 1, 1, 10)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glTranslatef(0, 0, -3)
    gl.glRotatef(30, 1, 1, 0)
    gl.glLightfv(gl.GL_LIGHT0, gl.GL_POSITION, [1, 2, 1, 1])
    gl.glMaterialf(gl.GL_FRONT, gl.GL_SHININESS, 20)
    gl.glMaterialfv(gl.GL_FRONT, gl.GL_SPECULAR, [0.5, 0.4, 0.3, 1])
    gl.glColor3f(1, 0.5, 0.2)
    gl.glBegin(gl.GL_TRIANGLE_FAN)
    for x, y, z in ((0, 0, 1), (1, 0, 0.2), (0, 0.9, 0.2), (-1, 0, 0.2), (0, -0.9, 0.2)):
        gl.glNormal3f(x, y, z)
        gl.glVertex3f(2 * x, 2 * y, z)
    gl.glEnd()


def vertices_only(gl):
    """Fixed function has the fragments: texture, colour sum, fog."""
    use_shaders(
        gl,
        vertex="""
        void main() {
            gl_Position = gl_Vertex;
            gl_FrontColor = vec4(gl_Vertex.xy * 0.5 + 0.5, 0.3, 1.0);
            gl_FrontSecondaryColor = vec4(0.1, 0.2, 0.0, 0.0);
            gl_TexCoord[0] = gl_MultiTexCoord0 * 2.0;
            gl_FogFragCoord = abs(gl_Vertex.x) * 2.0;
        }""",
    )
    gl.glEnable(gl.GL_FOG)
    gl.glFogi(gl.GL_FOG_MODE, gl.GL_LINEAR)
    gl.glFogf(gl.GL_FOG_END, 3.0)
    gl.glFogfv(gl.GL_FOG_COLOR, [0, 0, 1, 1])
    gl.glEnable(gl.GL_COLOR_SUM)
    texels = np.arange(40, 56, dtype=np.uint8) * 3
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, 2, 2, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
    )
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    gl.glEnable(gl.GL_TEXTURE_2D)
    square(gl)


def fragments_only(gl):
    """Fixed function has the vertices: lighting, texture matrices, fog coordinates."""
    program = use_shaders(
        gl,
        fragment="""
        uniform float k;
        void main() {
            gl_FragColor = gl_Color + gl_SecondaryColor * k
                + vec4(gl_TexCoord[1].st, gl_FogFragCoord, 0.0);
        }""",
    )
    gl.glEnable(gl.GL_LIGHTING)
    gl.glEnable(gl.GL_LIGHT0)
    gl.glLightModeli(gl.GL_LIGHT_MODEL_COLOR_CONTROL, gl.GL_SEPARATE_SPECULAR_COLOR)
    gl.glMaterialfv(gl.GL_FRONT_AND_BACK, gl.GL_SPECULAR, [0.3, 0.2, 0.1, 1])
    gl.glNormal3f(0.2, 0.1, 1)
    gl.glMultiTexCoord2f(gl.GL_TEXTURE1, 0.2, 0.1)
    gl.glUniform1f(location(gl, program, "k"), 0.7)
    gl.glMatrixMode(gl.GL_TEXTURE)
    gl.glActiveTexture(gl.GL_TEXTURE1)
    gl.glScalef(2, 3, 1)
    square(gl, 0.3)


def enable_assembly(gl, target, text):
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    gl.glEnable(target)


def assembly_fragments(gl):
    use_shaders(gl, vertex=PASSING)
    text = b"!!ARBfp1.0\nADD result.color, fragment.color, fragment.texcoord[0]; END"
    enable_assembly(gl, gl.GL_FRAGMENT_PROGRAM_ARB, text)
    gl.glColor4f(0.1, 0.2, 0.3, 0.4)
    square(gl)


def assembly_vertices(gl):
    use_shaders(gl, fragment="void main() { gl_FragColor = gl_Color + gl_TexCoord[3]; }")
    text = b"""!!ARBvp1.0
    MOV result.position, vertex.position; MUL result.color, vertex.texcoord[0], 0.5;
    MOV result.texcoord[3], { 0.1, 0.2, 0.3, 0.4 };
    END"""
    enable_assembly(gl, gl.GL_VERTEX_PROGRAM_ARB, text)
    square(gl)


def both_enabled(gl):
    """A program in use goes before enabled assembly programs."""
    use_shaders(gl, vertex=PASSING, fragment=COLORED)
    red = b"!!ARBfp1.0\nMOV result.color, { 1, 0, 0, 1 }; END"
    enable_assembly(gl, gl.GL_FRAGMENT_PROGRAM_ARB, red)
    half = b"!!ARBvp1.0\nMUL result.position, vertex.position, { 0.5, 0.5, 1, 1 }; END"
    enable_assembly(gl, gl.GL_VERTEX_PROGRAM_ARB, half)
    gl.glColor3f(0, 1, 0.5)
    square(gl)
    gl.glUseProgram(0)
    square(gl)


TRIANGLES = [(-1, -1), (0, -1), (-1, 1), (1, 1), (1, -1), (0, 0.5)]
COLORS = [(n / 5, 1 - n / 5, 0.5, 1) for n in range(6)]


def two_sided(gl):
    use_shaders(
        gl,
        vertex="""
        void main() {
            gl_Position = gl_Vertex;
            gl_FrontColor = vec4(1, gl_Vertex.x, 0, 1);
            gl_BackColor = vec4(0, gl_Vertex.y, 1, 1);
        }""",
        fragment="void main() { gl_FragColor = gl_Color * (gl_FrontFacing ? 1.0 : 0.5); }",
    )
    gl.glEnable(gl.GL_VERTEX_PROGRAM_TWO_SIDE)
    corners(gl, gl.GL_TRIANGLES, TRIANGLES)


def flat(gl):
    """glShadeModel makes gl_Color flat, a qualifier other varyings; by the first vertex."""
    use_shaders(
        gl,
        vertex="""#version 130
        flat out vec4 own;
        void main() {
            gl_Position = gl_Vertex;
            gl_FrontColor = gl_Color.bgra * 0.5;
            own = gl_Color;
        }""",
        fragment="""#version 130
        flat in vec4 own;
        out vec4 color;
        void main() { color = own + gl_Color; }""",
    )
    gl.glShadeModel(gl.GL_FLAT)
    corners(gl, gl.GL_TRIANGLES, TRIANGLES, COLORS)
    gl.glProvokingVertex(gl.GL_FIRST_VERTEX_CONVENTION)
    corners(gl, gl.GL_TRIANGLE_STRIP, CORNERS.tolist(), COLORS)


@pytest.mark.parametrize(
    "picture",
    [
        *(lit, vertices_only, fragments_only, assembly_fragments, assembly_vertices),
        *(both_enabled, two_sided, flat),
    ],
    ids=lambda picture: picture.__name__,
)
def test_stages(same_as_mesa, picture):
    same_as_mesa(picture)


@pytest.mark.parametrize("source", ["gl_ClipVertex", "gl_Position", "gl_ClipDistance"])
def test_clipping(same_as_mesa, source):
    """Planes are not transformed further than glClipPlane did, whatever they cut."""
    written = {
        "gl_ClipVertex": "gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex;",
        "gl_Position": "",
        "gl_ClipDistance": "gl_ClipDistance[0] = gl_Vertex.x + 0.5 * gl_Vertex.y;"
        "gl_ClipDistance[1] = 0.3 - gl_Vertex.y;",
    }[source]
    distances = source == "gl_ClipDistance"
    versions = ("#version 130\n", "out float gl_ClipDistance[2];") if distances else ("", "")
    read = "in float gl_ClipDistance[2]; void main() { gl_FragColor ="
    read += " vec4(gl_ClipDistance[0], gl_ClipDistance[1], 1, 1); }"

    def picture(gl):
        use_shaders(
            gl,
            vertex="".join(versions) + f"void main() {{ gl_Position = ftransform(); {written} }}",
            fragment=versions[0]
            + (read if distances else "void main() { gl_FragColor = vec4(1); }"),
        )
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glScalef(0.5, 0.7, 1)
        gl.glMatrixMode(gl.GL_MODELVIEW)
        gl.glRotatef(30, 0, 0, 1)
        gl.glClipPlane(gl.GL_CLIP_PLANE0, [1, 0.5, 0, 0.2])
        gl.glEnable(gl.GL_CLIP_PLANE0)
        if distances:
            gl.glEnable(gl.GL_CLIP_DISTANCE1)
        gl.glLoadIdentity()
        square(gl)

    same_as_mesa(picture)


def sprites(gl):
    use_shaders(
        gl,
        vertex="""
        void main() {
            gl_Position = gl_Vertex;
            gl_PointSize = 10.7 + gl_Vertex.x * 4.0;
            gl_TexCoord[0] = vec4(0.5);
            gl_TexCoord[1] = vec4(0.25);
        }""",
        fragment="""#version 120
        void main() {
            gl_FragColor = vec4(gl_PointCoord, gl_TexCoord[0].s, 1.0);
            gl_FragColor.b += gl_TexCoord[1].s * 0.1;
        }""",
    )
    gl.glEnable(gl.GL_POINT_SPRITE)
    gl.glEnable(gl.GL_PROGRAM_POINT_SIZE)
    gl.glTexEnvi(gl.GL_POINT_SPRITE, gl.GL_COORD_REPLACE, 1)
    corners(gl, gl.GL_POINTS, [(-0.5, -0.5), (0.5, 0.5), (0.5, -0.4)])


def polygon_modes(gl):
    use_shaders(
        gl,
        vertex="""
        varying vec4 c;
        void main() { gl_Position = gl_Vertex; c = gl_Vertex * 0.5 + 0.5; gl_PointSize = 5.0; }""",
        fragment="varying vec4 c; void main() { gl_FragColor = vec4(c.xy, 1, 1); }",
    )
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
    corners(gl, gl.GL_POLYGON, [(-0.9, -0.8), (0.8, -0.7), (0.3, 0.9), (-0.4, 0.6)])
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_POINT)
    gl.glEnable(gl.GL_PROGRAM_POINT_SIZE)
    corners(gl, gl.GL_TRIANGLES, [(-0.5, -0.5), (0.4, -0.3), (0.3, 0.5)])


def pixels_and_bitmaps(gl):
    use_shaders(
        gl,
        fragment="void main() { gl_FragColor = gl_Color.bgra * 0.5 + gl_FragCoord.xyzw / 128.0; }",
    )
    gl.glColor3f(1, 0.5, 0.1)
    gl.glWindowPos2i(5, 6)
    gl.glDrawPixels(4, 4, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, np.arange(64, dtype=np.uint8))
    gl.glWindowPos2i(30, 30)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glBitmap(8, 8, 0, 0, 0, 0, np.array([0xF0, 0xAA] * 4, np.uint8))


def feedback(gl):
    use_shaders(gl, vertex=PASSING, fragment="void main() { gl_FragColor = vec4(1); }")
    gl.glFeedbackBuffer(64, gl.GL_3D_COLOR_TEXTURE)
    gl.glRenderMode(gl.GL_FEEDBACK)
    corners(gl, gl.GL_POINTS, [(0.1, 0.2), (2, 2)])
    found = gl.glRenderMode(gl.GL_RENDER)
    gl.glUseProgram(0)
    gl.glColor3f(0.1 * len(found), 0.5, 0)
    square(gl)


def evaluators(gl):
    vertex = PASSING.replace("gl_Color", "vec4(gl_Vertex.xy * 0.5 + 0.5, 0.3, 1)")
    use_shaders(gl, vertex=vertex, fragment=COLORED)
    points = np.array([[[-1, -1, 0], [-0.5, 1, 0]], [[0.9, -0.8, 0], [0.7, 0.6, 0]]], np.float32)
    gl.glMap2f(gl.GL_MAP2_VERTEX_3, 0, 1, 0, 1, points)
    gl.glEnable(gl.GL_MAP2_VERTEX_3)
    gl.glMapGrid2f(4, 0, 1, 4, 0, 1)
    gl.glEvalMesh2(gl.GL_FILL, 0, 4, 0, 4)


def lists_and_depths(gl):
    """A list holds glUniform4f; gl_FragDepth decides the depth test."""
    text = "uniform vec4 c; void main() { gl_FragColor = c; gl_FragDepth = gl_FragCoord.x / 64.0; }"
    program = use_shaders(gl, vertex=PLAIN, fragment=text)
    place, listed = location(gl, program, "c"), gl.glGenLists(1)
    gl.glNewList(listed, gl.GL_COMPILE)
    gl.glUniform4f(place, 1, 0, 0, 1)
    gl.glEndList()
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glUniform4f(place, 0, 1, 0, 1)
    square(gl)
    gl.glDepthFunc(gl.GL_LEQUAL)
    gl.glCallList(listed)
    square(gl)
    gl.glUseProgram(0)
    gl.glColor3f(0, 0, 1)
    square(gl)


def dropped_fragments(gl):
    text = """
    void main() {
        if (mod(gl_FragCoord.y, 8.0) < 2.0) discard;
        gl_FragColor = vec4(1, 0.5, 0, gl_TexCoord[0].s);
    }"""
    use_shaders(gl, vertex=PASSING, fragment=text)
    gl.glEnable(gl.GL_ALPHA_TEST)
    gl.glAlphaFunc(gl.GL_GREATER, 0.5)
    square(gl)


@pytest.mark.parametrize(
    "picture",
    [
        *(sprites, polygon_modes, pixels_and_bitmaps, feedback, evaluators),
        *(lists_and_depths, dropped_fragments),
    ],
    ids=lambda picture: picture.__name__,
)
def test_state_around_shaders(same_as_mesa, picture):
    same_as_mesa(picture)
