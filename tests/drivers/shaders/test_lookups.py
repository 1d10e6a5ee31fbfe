"""Texture lookups of shaders in every kind of sampler, as on Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.shaders.drawing import buffer, corners, location, square, use_shaders

pytestmark = pytest.mark.driver

VERTEX = """#version 330 compatibility
out vec4 t;
void main() { gl_Position = gl_Vertex; t = gl_MultiTexCoord0; }
"""
FRAGMENT = """#version 330 compatibility
#extension GL_ARB_texture_gather : enable
#extension GL_ARB_texture_query_lod : enable
#extension GL_ARB_texture_query_levels : enable
#extension GL_ARB_texture_cube_map_array : enable
in vec4 t;
out vec4 o;
uniform {} s;
void main() {{ {} }}
"""


def texels(seed, *shape):
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def bound(gl, target, filter="GL_LINEAR"):
    """Binds a new texture with a filter; returns the target."""
    target = getattr(gl, target)
    gl.glBindTexture(target, gl.glGenTextures(1))
    gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, getattr(gl, filter))
    if filter == "GL_NEAREST":
        gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
    return target


def image_2d(gl):
    target = bound(gl, "GL_TEXTURE_2D", "GL_LINEAR_MIPMAP_LINEAR")
    rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(1, 8, 8, 4)
    gl.glTexImage2D(target, 0, gl.GL_RGBA8, 8, 8, 0, *rgba)
    gl.glGenerateMipmap(target)


def levels_without_mipmap_filter(gl):
    image_2d(gl)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAX_LEVEL, 2)


def image_1d(gl):
    target = bound(gl, "GL_TEXTURE_1D")
    gl.glTexImage1D(target, 0, gl.GL_RGBA8, 8, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(2, 8, 4))


def array_1d(gl):
    target = bound(gl, "GL_TEXTURE_1D_ARRAY")
    rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(3, 3, 8, 4)
    gl.glTexImage2D(target, 0, gl.GL_RGBA8, 8, 3, 0, *rgba)


def rectangle(gl):
    target = bound(gl, "GL_TEXTURE_RECTANGLE")
    rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(4, 4, 8, 4)
    gl.glTexImage2D(target, 0, gl.GL_RGBA8, 8, 4, 0, *rgba)


def volume(gl, target="GL_TEXTURE_3D"):
    target = bound(gl, target)
    rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(5, 4, 4, 4, 4)
    gl.glTexImage3D(target, 0, gl.GL_RGBA8, 4, 4, 4, 0, *rgba)


def array_2d(gl):
    volume(gl, "GL_TEXTURE_2D_ARRAY")


def cube(gl, depths=False):
    target = bound(gl, "GL_TEXTURE_CUBE_MAP", "GL_NEAREST")
    for face in range(6):
        values = texels(face, 4, 4, 4)
        kind = gl.GL_RGBA8, 4, 4, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        if depths:
            values = np.float32(values[..., 0]) / 255
            kind = gl.GL_DEPTH_COMPONENT24, 4, 4, 0, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT
        gl.glTexImage2D(gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, *kind, values)
    if depths:
        compared(gl, target)


def compared(gl, target):
    gl.glTexParameteri(target, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE)


def cube_depths(gl):
    cube(gl, depths=True)


def depths(gl):
    target, values = bound(gl, "GL_TEXTURE_2D"), np.linspace(0, 1, 64, dtype=np.float32)
    kind = gl.GL_DEPTH_COMPONENT24, 8, 8, 0, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT
    gl.glTexImage2D(target, 0, *kind, values)
    compared(gl, target)


def array_depths(gl):
    target = bound(gl, "GL_TEXTURE_2D_ARRAY")
    values = np.float32(texels(6, 4, 4, 4)) / 255
    kind = gl.GL_DEPTH_COMPONENT24, 4, 4, 4, 0, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT
    gl.glTexImage3D(target, 0, *kind, values)
    compared(gl, target)


def cube_array(gl, depths=False):
    target = bound(gl, "GL_TEXTURE_CUBE_MAP_ARRAY")
    gl.glEnable(gl.GL_TEXTURE_CUBE_MAP_SEAMLESS)
    values = texels(10, 18, 4, 4, 4)
    kind = gl.GL_RGBA8, 4, 4, 18, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
    if depths:
        values = np.float32(values[..., 0]) / 255
        kind = gl.GL_DEPTH_COMPONENT24, 4, 4, 18, 0, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT
    gl.glTexImage3D(target, 0, *kind, values)
    if depths:
        compared(gl, target)
    else:
        gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR)
        gl.glGenerateMipmap(target)


def cube_array_depths(gl):
    cube_array(gl, depths=True)


def integers(gl):
    target = bound(gl, "GL_TEXTURE_2D", "GL_NEAREST")
    values = np.random.default_rng(7).integers(-300, 300, (4, 4, 4), np.int16)
    gl.glTexImage2D(target, 0, gl.GL_RGBA16I, 4, 4, 0, gl.GL_RGBA_INTEGER, gl.GL_SHORT, values)


def naturals(gl):
    target = bound(gl, "GL_TEXTURE_2D", "GL_NEAREST")
    values = np.random.default_rng(8).integers(0, 2**32, (4, 4, 4), np.uint32)
    kind = gl.GL_RGBA32UI, 4, 4, 0, gl.GL_RGBA_INTEGER, gl.GL_UNSIGNED_INT
    gl.glTexImage2D(target, 0, *kind, values)


def indices(gl):
    target = bound(gl, "GL_TEXTURE_2D", "GL_NEAREST")
    gl.glTexStorage2D(target, 1, gl.GL_DEPTH24_STENCIL8, 4, 4)
    before = gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    name = int(gl.glGetIntegerv(gl.GL_TEXTURE_BINDING_2D))
    point = gl.GL_FRAMEBUFFER, gl.GL_DEPTH_STENCIL_ATTACHMENT
    gl.glFramebufferTexture2D(*point, target, name, 0)
    gl.glDrawBuffer(gl.GL_NONE)
    gl.glReadBuffer(gl.GL_NONE)
    gl.glEnable(gl.GL_SCISSOR_TEST)
    for number in range(16):
        gl.glScissor(number % 4, number // 4, 1, 1)
        gl.glClearStencil(15 * number)
        gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
    gl.glDisable(gl.GL_SCISSOR_TEST)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, int(before))
    gl.glTexParameteri(target, gl.GL_DEPTH_STENCIL_TEXTURE_MODE, gl.GL_STENCIL_INDEX)
    gl.glTexParameteri(target, gl.GL_DEPTH_TEXTURE_MODE, gl.GL_RED)
    for pname in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
        gl.glTexParameteri(target, pname, gl.GL_CLAMP_TO_EDGE)


def of_buffer(gl):
    values = np.random.default_rng(9).random((16, 4), np.float32)
    found = buffer(gl, gl.GL_TEXTURE_BUFFER, values)
    gl.glBindTexture(gl.GL_TEXTURE_BUFFER, gl.glGenTextures(1))
    gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, gl.GL_RGBA32F, found)


def missing(gl):
    pass


LOOKUPS = {
    ("sampler2D", image_2d): [
        "o = texture(s, t.st * 2.0);",
        "o = texture(s, t.st * 2.0, 1.5);",
        "o = textureLod(s, t.st, t.s * 3.0);",
        "o = textureProj(s, vec3(t.st, .5 + t.s)) + .3 * textureProj(s, vec4(t.st, 9, .5 + t.s));",
        "o = textureOffset(s, t.st, ivec2(1, -2));",
        "o = texelFetch(s, ivec2(t.st * 4.0), 1) * .5"
        " + texelFetchOffset(s, ivec2(t.st * 4.0) + 1, 0, ivec2(1, 2));",
        "o = vec4(textureSize(s, 1), 0, 16) / 16.0 + textureGather(s, t.st);",
        "o = vec4(textureQueryLOD(s, t.st * 3.0) * .3, 0, 1);",
        "if (t.s > .5) discard; o = texture(s, t.st * 4.0);"
        "o += vec4(dFdx(t.s) * 20.0, fwidth(t.t) * 10.0, 0, 0);",
        "o = texture2D(s, t.st) + .2 * texture2DProj(s, t.stp + vec3(0, 0, 1))"
        " + .1 * texture2D(s, t.st, .7) + .1 * texture2DProj(s, t.stpq);",
    ],
    ("sampler2D", levels_without_mipmap_filter): [
        "o = texture(s, t.st) * .4 + texelFetch(s, ivec2(t.st * 4.0), 1) * .2"
        " + texelFetch(s, ivec2(1), 2) * .2"
        " + vec4(textureSize(s, 2), textureQueryLevels(s), 1) * .05;"
    ],
    ("sampler2DShadow", depths): [
        "o = vec4(texture(s, vec3(t.st, .5)), textureProj(s, vec4(t.st, .41, .9)),"
        " textureLod(s, vec3(t.st, .3), 0.0), 1);",
        "o = shadow2D(s, vec3(t.st, .5)) * .5 + shadow2DProj(s, vec4(t.st, .4, .8)) * .4;",
    ],
    ("samplerCube", cube): ["o = texture(s, vec3(t.s * 2.03 - 1.01, .71, t.t * 1.9 - .93));"],
    ("samplerCubeShadow", cube_depths): [
        "o = vec4(texture(s, vec4(t.s * 2.03 - 1.01, .71, t.t - .5, .5)));"
    ],
    ("samplerCubeArray", cube_array): [
        "o = texture(s, vec4(t.s * 2.0 - 1.0, .4, t.t * 2.0 - 1.0, t.s * 3.0));",
        "o = textureGather(s, vec4(t.st * 2.0 - 1.0, -.8, 2)) * .5"
        " + textureLod(s, vec4(t.st * 2.0 - 1.0, .7, 4), t.s * 2.0) * .3"
        " + vec4(textureSize(s, 1), textureQueryLevels(s)) * .05;",
    ],
    ("samplerCubeArrayShadow", cube_array_depths): [
        "o = vec4(texture(s, vec4(t.s * 2.0 - 1.0, t.t - .5, .71, t.t * 3.0), t.s));"
    ],
    ("sampler3D", volume): [
        "o = texture(s, vec3(t.st, t.s * .7)) + .3 * texelFetch(s, ivec3(1, 2, 3), 0);"
        "o += .1 * vec4(textureSize(s, 0), 0);"
    ],
    ("sampler2DArray", array_2d): [
        "o = texture(s, vec3(t.st, t.s * 4.0)) + .3 * texelFetch(s, ivec3(1, 2, 3), 0);"
    ],
    ("sampler2DArrayShadow", array_depths): ["o = vec4(texture(s, vec4(t.st, t.s * 4.0, .5)));"],
    ("sampler2DRect", rectangle): [
        "o = texture(s, t.st * vec2(8, 4)) + .2 * texelFetch(s, ivec2(3, 2));"
        "o += vec4(textureSize(s), 0, 0) * .01;"
    ],
    ("sampler1D", image_1d): [
        "o = texture(s, t.s) + .1 * texture1DProj(s, vec2(t.s, .5)) + .2 * texelFetch(s, 2, 0);"
    ],
    ("sampler1DArray", array_1d): [
        "o = texture(s, vec2(t.s, t.t * 3.0)) + .2 * texelFetch(s, ivec2(2, 1), 0);"
    ],
    ("isampler2D", integers): ["ivec4 v = texture(s, t.st); o = vec4(v) / 300.0;"],
    ("usampler2D", naturals): [
        "uvec4 v = texelFetch(s, ivec2(t.st * 4.0), 0);"
        "o = vec4(v >> 24u) / 255.0 + vec4(v & 3u) * .1;"
    ],
    ("usampler2D", indices): [
        "uvec4 v = texture(s, t.st); o = vec4(v.rgb, 255) / 255.0;"
        " o.g = float(texelFetch(s, ivec2(2, 3), 0).r) / 255.0;"
    ],
    ("samplerBuffer", of_buffer): [
        "o = texelFetch(s, int(t.s * 16.0)) + float(textureSize(s)) * .01;"
    ],
    # A texture that is missing gives (0, 0, 0, 1).
    ("sampler3D", missing): ["o = texture(s, t.stp) + vec4(t.s, 0, 0, 0);"],
}


@pytest.mark.parametrize("kind", LOOKUPS, ids=lambda kind: f"{kind[0]}-{kind[1].__name__}")
def test_lookups(same_as_mesa, kind):
    sampler, make = kind
    bodies = LOOKUPS[kind]

    def picture(gl):
        gl.glActiveTexture(gl.GL_TEXTURE0 + 40)
        make(gl)
        side = 64 if len(bodies) == 1 else 16
        for number, body in enumerate(bodies):
            program = use_shaders(gl, vertex=VERTEX, fragment=FRAGMENT.format(sampler, body))
            gl.glUniform1i(location(gl, program, "s"), 40)
            x, y = side * (number % 4), side * (number // 4)
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(x, y, side, side)
            gl.glViewport(x, y, side, side)
            square(gl)
        gl.glDisable(gl.GL_SCISSOR_TEST)

    same_as_mesa(picture, tolerance=1)


def test_lookups_of_vertices_and_in_many_units(same_as_mesa):
    """Vertices have no derivatives: they sample the base level."""

    def picture(gl):
        sums = "".join(f"c += texture(s[{n}], c.xy) * {1 << n % 4}.0;" for n in range(16))
        program = use_shaders(
            gl,
            vertex="""#version 130
            uniform sampler2D first; out vec4 v;
            void main() {
                gl_Position = gl_Vertex;
                v = texture(first, gl_MultiTexCoord0.st * .6) + textureLod(first, vec2(.3), 1.0);
            }""",
            fragment=f"""#version 130
            uniform sampler2D s[16]; in vec4 v; out vec4 color;
            void main() {{ vec4 c = vec4(0); {sums} color = fract(c) * .5 + v * .3; }}""",
        )
        gl.glUniform1iv(location(gl, program, "s"), 16, np.arange(20, 36, dtype=np.int32))
        gl.glUniform1i(location(gl, program, "first"), 47)
        for unit in range(16):
            gl.glActiveTexture(gl.GL_TEXTURE0 + 20 + unit)
            target = bound(gl, "GL_TEXTURE_2D")
            rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels(unit, 4)
            gl.glTexImage2D(target, 0, gl.GL_RGBA8, 1, 1, 0, *rgba)
        gl.glActiveTexture(gl.GL_TEXTURE0 + 47)
        image_2d(gl)
        square(gl)

    same_as_mesa(picture)


def test_samples_of_multisample_textures(same_as_mesa):
    def picture(gl):
        use_shaders(
            gl, vertex=VERTEX, fragment="void main() { gl_FragColor = vec4(1, .5, .2, 1); }"
        )
        target, texture = gl.GL_TEXTURE_2D_MULTISAMPLE, gl.glGenTextures(1)
        gl.glBindTexture(target, texture)
        gl.glTexImage2DMultisample(target, 4, gl.GL_RGBA8, 64, 64, True)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
        color = gl.GL_COLOR_ATTACHMENT0
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, color, target, texture, 0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        corners(gl, gl.GL_TRIANGLES, [(-0.9, -0.8), (0.8, -0.3), (0.1, 0.9)])
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        body = "for (int i = 0; i < 4; i++) o += texelFetch(s, ivec2(gl_FragCoord.xy), i) * .25;"
        body = f"o = vec4(0, 0, float(textureSize(s).x) / 640.0, 0); {body}"
        use_shaders(gl, vertex=VERTEX, fragment=FRAGMENT.format("sampler2DMS", body))
        square(gl)

    same_as_mesa(picture)
