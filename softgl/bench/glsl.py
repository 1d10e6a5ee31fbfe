"""Frames of GLSL programs: lit meshes, ray marching, a blur, particles, many uniforms."""

from __future__ import annotations

import ctypes

import numpy as np

from softgl.bench.calls import TRIANGLE
from softgl.bench.drawing import new_name, set_arrays, whole_view
from softgl.bench.meshes import solid_torus
from softgl.bench.textures import make_texture

MESH_VERTEX = """#version 120
varying vec3 normal, position;
varying vec2 place;
void main()
{
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;
    normal = gl_NormalMatrix * gl_Normal;
    position = vec3(gl_ModelViewMatrix * gl_Vertex);
    place = gl_MultiTexCoord0.xy;
}
"""
PHONG_FRAGMENT = """#version 120
struct Light { vec3 direction; vec3 color; float shininess; };
uniform Light lights[2];
uniform vec3 ambient;
uniform sampler2D image;
varying vec3 normal, position;
varying vec2 place;
void main()
{
    vec3 n = normalize(normal), eye = normalize(-position), shine = vec3(0.0);
    vec3 base = texture2D(image, place).rgb, color = ambient * base;
    for (int i = 0; i < 2; i++) {
        float diffuse = dot(n, lights[i].direction);
        if (diffuse > 0.0) {
            vec3 halfway = normalize(lights[i].direction + eye);
            color += diffuse * base * lights[i].color;
            shine += pow(max(dot(n, halfway), 0.0), lights[i].shininess) * lights[i].color;
        }
    }
    gl_FragColor = vec4(color + shine, 1.0);
}
"""
# Reflections of an environment by Schlick's Fresnel term; normals come from a texture.
IMAGE_LIT_FRAGMENT = """#version 120
uniform samplerCube environment;
uniform sampler2D bumps;
varying vec3 normal, position;
varying vec2 place;
const float GAMMA = 2.2;
vec3 bumped(vec3 n)
{
    vec3 side = normalize(cross(n, vec3(0.3, 1.0, 0.2))), up = cross(side, n);
    vec3 t = texture2D(bumps, place).xyz * 2.0 - 1.0;
    return normalize(t.x * 0.3 * side + t.y * 0.3 * up + n);
}
void main()
{
    vec3 eye = normalize(-position), n = bumped(normalize(normal));
    float facing = clamp(dot(n, eye), 0.0, 1.0);
    float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0);
    vec3 diffuse = pow(textureCube(environment, n).rgb, vec3(GAMMA));
    vec3 glossy = pow(textureCube(environment, reflect(-eye, n)).rgb, vec3(GAMMA));
    vec3 color = mix(diffuse * vec3(0.7, 0.5, 0.3), glossy, fresnel);
    gl_FragColor = vec4(pow(color / (color + 1.0), vec3(1.0 / GAMMA)), 1.0);
}
"""
VIEW_VERTEX = """#version 120
varying vec2 place;
void main()
{
    gl_Position = gl_Vertex;
    place = gl_MultiTexCoord0.xy;
}
"""
MARCH_FRAGMENT = """#version 120
uniform vec3 light;
varying vec2 place;
float scene(vec3 p)
{
    vec3 q = mod(p + 1.0, 2.0) - 1.0;
    float ball = length(q) - 0.45, floor_ = p.y + 0.9;
    return min(ball, floor_);
}
vec3 normal_at(vec3 p)
{
    vec2 e = vec2(0.001, 0.0);
    float d = scene(p);
    return normalize(vec3(scene(p + e.xyy) - d, scene(p + e.yxy) - d, scene(p + e.yyx) - d));
}
void main()
{
    vec3 from = vec3(0.5, 0.1, -3.0), toward = normalize(vec3(place * 2.0 - 1.0, 1.6));
    float t = 0.0;
    bool hit = false;
    for (int i = 0; i < STEPS; i++) {
        float d = scene(from + t * toward);
        if (d < 0.001) {
            hit = true;
            break;
        }
        t += d;
    }
    vec3 color = vec3(0.3, 0.5, 0.8) * (0.6 + 0.4 * toward.y);
    if (hit) {
        vec3 n = normal_at(from + t * toward);
        color = mix(vec3(0.1) + max(dot(n, light), 0.0), color, clamp(t * 0.04, 0.0, 1.0));
    }
    gl_FragColor = vec4(color, 1.0);
}
"""
BLUR_FRAGMENT = """#version 130
uniform sampler2D image;
uniform vec2 texel;
uniform float weights[3];
in vec2 place;
void main()
{
    vec4 sum = vec4(0.0);
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            sum += weights[abs(x)] * weights[abs(y)] * texture(image, place + vec2(x, y) * texel);
    gl_FragColor = sum;
}
"""
PARTICLE_VERTEX = """#version 140
uniform float time;
in vec2 corner;
out vec2 place;
out vec3 color;
float noise(float seed) { return fract(sin(seed * 12.9898) * 437.585); }
void main()
{
    float seed = float(gl_InstanceID), age = fract(time + noise(seed));
    vec2 speed = vec2(noise(seed + 0.3) - 0.5, noise(seed + 0.7));
    vec2 center = speed * age + vec2(0.0, -0.5 * age * age);
    gl_Position = vec4(center * 2.0 + corner * 0.01 * (1.0 - age), 0.0, 1.0);
    place = corner;
    color = mix(vec3(1.0, 0.8, 0.3), vec3(0.2, 0.1, 0.4), age);
}
"""
PARTICLE_FRAGMENT = """#version 140
in vec2 place;
in vec3 color;
out vec4 shown;
void main()
{
    float r = dot(place, place);
    if (r > 1.0)
        discard;
    shown = vec4(color * (1.0 - r), 1.0);
}
"""
UNIFORM_FRAGMENT = """#version 120
uniform vec4 color;
void main() { gl_FragColor = color; }
"""
PLAIN_VERTEX = """#version 120
void main() { gl_Position = gl_Vertex; }
"""


def use_shaders(gl, vertex: str, fragment: str = "", varyings: tuple[bytes, ...] = ()) -> int:
    """Compiles, links and uses a program; returns it.

    fragment : no fragment shader if empty. varyings : of transform feedback, interleaved.
    """
    program = gl.glCreateProgram()
    for kind, text in ((gl.GL_VERTEX_SHADER, vertex), (gl.GL_FRAGMENT_SHADER, fragment)):
        if not text:
            continue
        shader = gl.glCreateShader(kind)
        strings = (ctypes.c_char_p * 1)(text.encode())
        gl.glShaderSource(shader, 1, strings, None)
        gl.glCompileShader(shader)
        gl.glAttachShader(program, shader)
    if varyings:
        names = (ctypes.c_char_p * len(varyings))(*varyings)
        gl.glTransformFeedbackVaryings(program, len(names), names, gl.GL_INTERLEAVED_ATTRIBS)
    gl.glLinkProgram(program)
    gl.glUseProgram(program)
    return program


def _location(gl, program: int, name: str) -> int:
    return gl.glGetUniformLocation(program, name.encode())


def _texels():
    return np.random.default_rng(2).integers(0, 256, (64, 64, 4), dtype=np.uint8)


def phong_mesh(gl, amount):
    """A textured torus of about `amount` triangles, with two lights in a loop."""
    program = use_shaders(gl, MESH_VERTEX, PHONG_FRAGMENT)
    lights = ((0.48, 0.6, 0.64), (0.9, 0.8, 0.7), 40.0), ((-0.6, 0.0, 0.8), (0.2, 0.3, 0.4), 9.0)
    for number, (direction, color, shininess) in enumerate(lights):
        name = f"lights[{number}]."
        gl.glUniform3f(_location(gl, program, name + "direction"), *direction)
        gl.glUniform3f(_location(gl, program, name + "color"), *color)
        gl.glUniform1f(_location(gl, program, name + "shininess"), shininess)
    gl.glUniform3f(_location(gl, program, "ambient"), 0.15, 0.1, 0.2)
    make_texture(gl, "TEXTURE_2D", [_texels()], filters=("LINEAR", "LINEAR"))
    return solid_torus(gl, amount)


def image_lit_mesh(gl, amount):
    """A torus of about `amount` triangles that reflects a cube map, with a normal map."""
    program = use_shaders(gl, MESH_VERTEX, IMAGE_LIT_FRAGMENT)
    make_texture(gl, "TEXTURE_CUBE_MAP", [_texels()], filters=("LINEAR", "LINEAR"))
    gl.glActiveTexture(gl.GL_TEXTURE1)
    make_texture(gl, "TEXTURE_2D", [_texels()], filters=("LINEAR", "LINEAR"))
    gl.glUniform1i(_location(gl, program, "bumps"), 1)
    return solid_torus(gl, amount)


def ray_march(gl, amount):
    """The whole view by a ray marcher of `amount` steps at most."""
    text = MARCH_FRAGMENT.replace("STEPS", str(amount))
    program = use_shaders(gl, VIEW_VERTEX, text)
    gl.glUniform3f(_location(gl, program, "light"), 0.48, 0.6, -0.64)
    return whole_view(gl, _SQUARE)


def blur(gl, amount):
    """A blur of 5 by 5 texels of a texture of `amount` by `amount` over the whole view."""
    program = use_shaders(gl, VIEW_VERTEX, BLUR_FRAGMENT)
    image = np.resize(_texels(), (amount, amount, 4))
    make_texture(gl, "TEXTURE_2D", [image], filters=("LINEAR", "LINEAR"))
    gl.glUniform2f(_location(gl, program, "texel"), 1 / amount, 1 / amount)
    weights = np.array([0.4, 0.24, 0.06], np.float32)
    gl.glUniform1fv(_location(gl, program, "weights"), 3, weights)
    return whole_view(gl, _SQUARE)


_SQUARE = tuple((x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))


def particles(gl, amount):
    """`amount` round particles as instances of a square, added up."""
    program = use_shaders(gl, PARTICLE_VERTEX, PARTICLE_FRAGMENT)
    corners = np.array([(-1, -1), (1, -1), (-1, 1), (1, 1)], np.float32)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, new_name(gl.glGenBuffers))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, corners.nbytes, corners, gl.GL_STATIC_DRAW)
    place = gl.glGetAttribLocation(program, b"corner")
    gl.glEnableVertexAttribArray(place)
    gl.glVertexAttribPointer(place, 2, gl.GL_FLOAT, gl.GL_FALSE, 0, ctypes.c_void_p(0))
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
    time = _location(gl, program, "time")

    def frame():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glUniform1f(time, 0.375)
        gl.glDrawArraysInstancedARB(gl.GL_TRIANGLE_STRIP, 0, 4, amount)

    return frame


def uniforms(gl, amount):
    """`amount` draws of one triangle of a few pixels, with another uniform for each."""
    program = use_shaders(gl, PLAIN_VERTEX, UNIFORM_FRAGMENT)
    color = _location(gl, program, "color")
    draw = set_arrays(gl, TRIANGLE)

    def frame():
        for number in range(amount):
            gl.glUniform4f(color, number / amount, 0.5, 0.25, 1.0)
            draw(gl.GL_TRIANGLES)

    return frame
