"""Attributes, blocks, outputs and recorded varyings of shaders, as on Mesa."""

from __future__ import annotations

import ctypes
from types import ModuleType

import numpy as np
import pytest

from tests.drivers.shaders.drawing import (
    CORNERS,
    PASSING,
    attribute,
    buffer,
    corners,
    draw_words,
    framebuffer,
    location,
    show,
    square,
    use_shaders,
)

pytestmark = pytest.mark.driver
COMPATIBLE = "#version 150 compatibility\n"


def bind(**locations):
    """Returns a function of gl and a program that binds attributes to locations."""
    return lambda gl, program: [
        gl.glBindAttribLocation(program, number, name) for name, number in locations.items()
    ]


def attributes(gl):
    """Matrices, normalised and plain numbers, integers, current values of every kind."""
    places = bind(place=0, m=2, a=5, b=6, c=7, i=8, u=9, f=10)
    use_shaders(
        gl,
        before=lambda program: places(gl, program),
        vertex="""#version 130
        in vec2 place; in mat3 m; in vec4 a, b; in ivec2 c; in ivec4 i; in uvec2 u; in float f;
        out vec4 v; flat out ivec2 w;
        void main() {
            gl_Position = vec4(place, 0, 1);
            v = vec4(m * vec3(.2, .1, .3), 0) + 0.3 * a + 0.001 * b + f * vec4(u, i.yw);
            w = c;
        }""",
        fragment="""#version 130
        in vec4 v; flat in ivec2 w; out vec4 color;
        void main() { color = v + vec4(w, 0, 0) / 400.0; }""",
    )
    rng = np.random.default_rng(1)
    attribute(gl, 0, CORNERS)
    for column in range(3):
        attribute(gl, 2 + column, rng.random((4, 3), np.float32))
    attribute(gl, 5, rng.integers(0, 256, (4, 4), np.uint8), normalized=True)
    attribute(gl, 6, rng.integers(-300, 300, (4, 3), np.int16))
    attribute(gl, 7, rng.integers(-100, 100, (4, 2), np.int8), integer=True)
    gl.glVertexAttribI4i(8, 1, 7, -3, 1)
    gl.glVertexAttribI4ui(9, 4, 0, 0, 0)
    gl.glVertexAttrib1f(10, 0.06)
    gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)


def instances(gl):
    use_shaders(
        gl,
        vertex="""#version 330
        layout(location = 1) in vec2 corner;
        layout(location = 2) in vec2 offset;
        layout(location = 3) in ivec2 kind;
        flat out ivec2 k; noperspective out vec2 q;
        void main() {
            vec2 place = corner * 0.2 + offset + vec2(0, float(gl_InstanceID) * 0.1);
            gl_Position = vec4(place, 0, 1.0 + corner.x * 0.3);
            k = kind;
            q = corner;
        }""",
        fragment="""#version 330
        flat in ivec2 k; noperspective in vec2 q; out vec4 color;
        void main() { color = vec4(vec2(k) / 255.0, q.x * 0.5 + 0.5, 1); }""",
    )
    attribute(gl, 1, CORNERS)
    attribute(gl, 2, np.float32([(-0.5, -0.5), (0.5, -0.4), (0, 0.3)]), divisor=1)
    attribute(gl, 3, np.int32([(200, 10), (-5, 255), (99, 99)]), integer=True, divisor=1)
    gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, 3)


def blocks(gl):
    """std140 with columns and rows, structures, arrays of blocks, indices at run time."""
    program = use_shaders(
        gl,
        vertex=COMPATIBLE + "void main() { gl_Position = gl_Vertex; }",
        fragment=COMPATIBLE + """
        struct Lamp { vec3 place; float size; mat2 turn; };
        layout(std140) uniform A { vec3 a; float b; mat2 m; vec4 many[3]; Lamp lamps[2]; };
        layout(std140, row_major) uniform B { mat3 q; float z[2]; } own;
        uniform C { vec4 c[2]; } several[2];
        uniform Lamp plain[2];
        uniform int i;
        out vec4 color;
        void main() {
            color = vec4(a * b, 1) + many[i] + vec4(m * vec2(.5, .25), lamps[i].turn[1])
                + vec4(own.q * vec3(.1, .2, .3) + lamps[i].place, own.z[i]) * lamps[1 - i].size
                + several[1].c[i] * 0.2 - several[0].c[1 - i] * 0.1
                + vec4(plain[i].place, 0) * plain[1 - i].size;
        }""",
    )  # fmt: skip
    rng = np.random.default_rng(2)
    for point, name in enumerate(("A", "B", "C[0]", "C[1]"), 3):
        gl.glBindBufferBase(
            gl.GL_UNIFORM_BUFFER,
            point,
            buffer(gl, gl.GL_UNIFORM_BUFFER, rng.random(64, np.float32) / 3),
        )
        gl.glUniformBlockBinding(program, gl.glGetUniformBlockIndex(program, name), point)
    gl.glUniform1i(location(gl, program, "i"), 1)
    gl.glUniform3f(location(gl, program, "plain[1].place"), 0.1, 0.2, 0.3)
    gl.glUniform1f(location(gl, program, "plain[0].size"), 0.5)
    square(gl)


@pytest.mark.parametrize(
    "picture", [attributes, instances, blocks], ids=lambda picture: picture.__name__
)
def test_inputs(same_as_mesa, picture):
    same_as_mesa(picture)


@pytest.mark.parametrize("way", ["gl_FragColor", "gl_FragData", "names"])
def test_several_draw_buffers(same_as_mesa, way):
    texts = {
        "gl_FragColor": "void main() { gl_FragColor = vec4(gl_TexCoord[0].st, 0, 1); }",
        "gl_FragData": """
        void main() {
            gl_FragData[0] = vec4(gl_TexCoord[0].st, 0, 1);
            gl_FragData[1] = vec4(0, gl_TexCoord[0].ts, 1);
            gl_FragData[2] = vec4(1, 0.5, 0.2, 1);
        }""",
        "names": """#version 130
        out vec4 a, b, c;
        void main() { a = vec4(gl_TexCoord[0].st, 0, 1); b = a.bgra; c = a.grba * 0.5; }""",
    }

    def bind_outputs(gl, program):
        for number, name in enumerate("bac"):
            gl.glBindFragDataLocation(program, number, name)

    def picture(gl):
        before = (lambda p: bind_outputs(gl, p)) if way == "names" else lambda p: None
        use_shaders(gl, before=before, vertex=PASSING, fragment=texts[way])
        drawn = framebuffer(gl, [gl.GL_RGBA8] * 3)
        square(gl)
        show(gl, drawn, 3)

    same_as_mesa(picture)


def test_integer_buffers(same_as_mesa):
    """Flat integers go through varyings and outputs unchanged, also bits of NaN."""

    def picture(gl):
        use_shaders(
            gl,
            vertex="""#version 130
            flat out uvec4 u; flat out ivec3 i;
            void main() {
                gl_Position = gl_Vertex;
                u = uvec4(0xffffffffu, 0x7f800001u, 5u, uint(gl_VertexID));
                i = ivec3(-7, 8, -9);
            }""",
            fragment="""#version 130
            flat in uvec4 u; flat in ivec3 i; out uvec4 a; out ivec4 b;
            void main() { a = u; b = ivec4(i, int(gl_FragCoord.x)); }""",
        )
        framebuffer(gl, [gl.GL_RGBA32UI, gl.GL_RGBA16I])
        square(gl)
        found = []
        for number, type_ in enumerate((gl.GL_UNSIGNED_INT, gl.GL_INT)):
            gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
            data = gl.glReadPixels(0, 0, 16, 16, gl.GL_RGBA_INTEGER, type_)
            found.append(np.frombuffer(data, np.uint32).reshape(-1, 4)[:16])
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        draw_words(gl, np.concatenate(found, axis=1))

    same_as_mesa(picture)


def test_the_second_source_of_blending(same_as_mesa):
    def picture(gl):
        use_shaders(
            gl,
            vertex=PASSING,
            fragment="""#version 330
            layout(location = 0, index = 0) out vec4 a;
            layout(location = 0, index = 1) out vec4 b;
            void main() { a = vec4(.8, .4, .2, 1); b = vec4(gl_FragCoord.xy / 64.0, .5, .25); }""",
        )
        gl.glClearColor(0.4, 0.4, 0.4, 0.4)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC1_COLOR, gl.GL_ONE_MINUS_SRC1_ALPHA)
        square(gl)

    same_as_mesa(picture)


def set_varyings(gl, program, *names):
    """Sets the recorded varyings; PyOpenGL has the type of C for their names."""
    if isinstance(gl, ModuleType):  # softgl.gl
        gl.glTransformFeedbackVaryings(program, len(names), names, gl.GL_INTERLEAVED_ATTRIBS)
        return
    texts = (ctypes.c_char_p * len(names))(*(name.encode() for name in names))
    pointer = ctypes.cast(texts, ctypes.POINTER(ctypes.POINTER(ctypes.c_char)))
    gl.glTransformFeedbackVaryings(program, len(names), pointer, gl.GL_INTERLEAVED_ATTRIBS)


def test_transform_feedback(same_as_mesa):
    def picture(gl):
        program = use_shaders(
            gl,
            before=lambda program: set_varyings(gl, program, "a", "b", "c", "gl_Position"),
            vertex="""#version 130
            in vec2 place; out vec4 a; flat out uint b; out float c[2]; uniform float k;
            void main() {
                gl_Position = vec4(place, 0, 1);
                a = vec4(place * 0.5 + 0.5, k, 1);
                b = uint(gl_VertexID) * 3u;
                c[0] = 0.25;
                c[1] = 0.5;
            }""",
            fragment="#version 130\nout vec4 color; void main() { color = vec4(1); }",
        )
        attribute(gl, gl.glGetAttribLocation(program, "place"), CORNERS)
        gl.glUniform1f(location(gl, program, "k"), 0.75)
        target = gl.GL_TRANSFORM_FEEDBACK_BUFFER
        gl.glBindBufferBase(target, 0, buffer(gl, target, np.zeros((8, 11), np.uint32)))
        gl.glEnable(gl.GL_RASTERIZER_DISCARD)
        gl.glBeginTransformFeedback(gl.GL_TRIANGLES)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        gl.glEndTransformFeedback()
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)
        data = bytes(gl.glGetBufferSubData(target, 0, 8 * 11 * 4))
        draw_words(gl, np.frombuffer(data, np.uint32).reshape(8, 11))

    same_as_mesa(picture, coverage=False)


def emitted(gl):
    """Strips with varyings, ids, and clip distances; flat numbers of vertices."""
    use_shaders(
        gl,
        vertex=COMPATIBLE + """
        out vec4 c; flat out int n;
        void main() { gl_Position = gl_Vertex; c = gl_Color; n = gl_VertexID; }""",
        geometry=COMPATIBLE + """
        layout(triangles) in;
        layout(triangle_strip, max_vertices = 6) out;
        in vec4 c[]; flat in int n[];
        out vec4 g; flat out int k; out float gl_ClipDistance[1];
        void main() {
            for (int r = 0; r < 2; r++) {
                for (int i = 0; i < 3; i++) {
                    gl_Position = gl_in[i].gl_Position * vec4(.4, .4, 1, 1);
                    gl_Position.x += float(r) * .8 - .4;
                    gl_ClipDistance[0] = gl_Position.y + .1;
                    g = c[i];
                    k = n[i] + r;
                    gl_PrimitiveID = 7 * r;
                    EmitVertex();
                }
                EndPrimitive();
            }
        }""",
        fragment=COMPATIBLE + """
        in vec4 g; flat in int k;
        out vec4 color;
        void main() {
            color = g + vec4(0, 0, float(k) * .2, 0);
            if (gl_PrimitiveID == 7) color.r = 1.0;
        }""",
    )  # fmt: skip
    gl.glEnable(gl.GL_CLIP_DISTANCE0)
    colors = [(n / 3, 0.5, 0.2, 1) for n in range(3)]
    corners(gl, gl.GL_TRIANGLES, [(-1, -1), (1, -1), (-1, 1)], colors)


def layers(gl):
    use_shaders(
        gl,
        vertex=COMPATIBLE + "void main() { gl_Position = gl_Vertex; }",
        geometry=COMPATIBLE + """
        layout(triangles) in;
        layout(triangle_strip, max_vertices = 9) out;
        flat out int k;
        void main() {
            for (int l = 0; l < 3; l++) {
                for (int i = 0; i < 3; i++) {
                    gl_Position = gl_in[i].gl_Position;
                    gl_Layer = l;
                    k = l;
                    EmitVertex();
                }
                EndPrimitive();
            }
        }""",
        fragment=COMPATIBLE + """
        flat in int k;
        out vec4 color;
        void main() { color = vec4(float(k) * .3 + .1, gl_FragCoord.x / 32.0, 0, 1); }""",
    )  # fmt: skip
    target, texture = gl.GL_TEXTURE_2D_ARRAY, gl.glGenTextures(1)
    gl.glBindTexture(target, texture)
    gl.glTexImage3D(target, 0, gl.GL_RGBA8, 32, 32, 3, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
    drawn, color = gl.glGenFramebuffers(1), gl.GL_COLOR_ATTACHMENT0
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, drawn)
    gl.glFramebufferTexture(gl.GL_FRAMEBUFFER, color, texture, 0)
    gl.glViewport(0, 0, 32, 32)
    square(gl)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
    for layer in range(3):
        gl.glFramebufferTextureLayer(gl.GL_READ_FRAMEBUFFER, color, texture, 0, layer)
        x, y = 32 * (layer % 2), 32 * (layer // 2)
        box = x, y, x + 32, y + 32
        gl.glBlitFramebuffer(0, 0, 32, 32, *box, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


@pytest.mark.parametrize("picture", [emitted, layers], ids=lambda picture: picture.__name__)
def test_geometry_shaders(same_as_mesa, picture):
    same_as_mesa(picture)


@pytest.mark.parametrize("layout", ["", "origin_upper_left", "pixel_center_integer"])
def test_fragment_coordinates(same_as_mesa, layout):
    declared = f"layout({layout}) in vec4 gl_FragCoord;" if layout else ""

    def picture(gl):
        use_shaders(
            gl,
            vertex=PASSING,
            fragment=f"{COMPATIBLE} {declared} out vec4 color;"
            "void main() { color = vec4(gl_FragCoord.xy / 64.0, gl_FragCoord.zw);"
            "color.b += fract(gl_FragCoord.x) * 0.2; }",
        )
        square(gl, 0.3, 1.5)

    same_as_mesa(picture)
