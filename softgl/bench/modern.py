"""Frames of OpenGL 3.3: objects for each draw, instances, passes over textures, feedback."""

from __future__ import annotations

import ctypes
from itertools import cycle

import numpy as np

from softgl.bench.drawing import new_name
from softgl.bench.glsl import use_shaders
from softgl.bench.meshes import torus_of
from softgl.bench.samples import view_size
from softgl.bench.textures import LINEAR, NEAREST, bound_texture, make_texture

OBJECT_VERTEX = """#version 140
layout(std140) uniform Object { vec4 place; vec4 tint; };
in vec2 corner;
out vec2 at;
void main()
{
    gl_Position = vec4(corner * place.z + place.xy, 0.0, 1.0);
    at = corner * 0.5 + 0.5;
}
"""
OBJECT_FRAGMENT = """#version 140
layout(std140) uniform Object { vec4 place; vec4 tint; };
uniform sampler2D image;
in vec2 at;
out vec4 shown;
void main() { shown = texture(image, at) * tint; }
"""
INSTANCE_VERTEX = """#version 140
in vec3 position, normal;
in vec4 place;
out vec3 color;
void main()
{
    float light = max(dot(normal, vec3(0.48, 0.6, 0.64)), 0.0);
    color = (0.2 + 0.8 * light) * (0.5 + 0.5 * place.zyx);
    gl_Position = vec4(position * place.w + place.xyz, 1.0);
}
"""
INSTANCE_FRAGMENT = """#version 140
in vec3 color;
out vec4 shown;
void main() { shown = vec4(color, 1.0); }
"""
PASS_VERTEX = """#version 140
in vec2 corner;
out vec2 at;
void main()
{
    gl_Position = vec4(corner, 0.0, 1.0);
    at = corner * 0.5 + 0.5;
}
"""
PASS_FRAGMENT = """#version 140
uniform sampler2D image;
uniform vec2 along;
in vec2 at;
out vec4 shown;
void main()
{
    vec3 sum = 0.4 * texture(image, at).rgb;
    sum += 0.2 * (texture(image, at + along).rgb + texture(image, at - along).rgb);
    sum += 0.1 * (texture(image, at + 2.0 * along).rgb + texture(image, at - 2.0 * along).rgb);
    float bright = dot(sum, vec3(0.299, 0.587, 0.114));
    shown = vec4(mix(vec3(bright), sum, 1.02), 1.0);
}
"""
UPDATE_VERTEX = """#version 140
uniform float step;
in vec4 position, speed;
out vec4 next_position, next_speed;
void main()
{
    vec3 pull = -position.xyz / (0.1 + dot(position.xyz, position.xyz));
    next_speed = vec4(speed.xyz * 0.99 + pull * step, speed.w);
    next_position = vec4(position.xyz + next_speed.xyz * step, position.w + step);
}
"""
UPDATED = b"next_position", b"next_speed"
RANGE_BYTES = 256  # between the ranges of uniform buffers: the largest alignment of drivers


def _filled_buffer(gl, target, data) -> int:
    """Returns a new buffer object with `data`, bound to a target."""
    name = new_name(gl.glGenBuffers)
    gl.glBindBuffer(target, name)
    gl.glBufferData(target, data.nbytes, data, gl.GL_STATIC_DRAW)
    return name


def _set_attribute(gl, program, name, size, stride=0, offset=0) -> int:
    """Sets and enables an array of floats in the bound buffer object; returns its location."""
    location = gl.glGetAttribLocation(program, name)
    gl.glEnableVertexAttribArray(location)
    gl.glVertexAttribPointer(
        location, size, gl.GL_FLOAT, gl.GL_FALSE, stride, ctypes.c_void_p(offset)
    )
    return location


def objects_each(gl, amount):
    """`amount` triangles, each with its own vertex array, range of uniforms and texture."""
    program = use_shaders(gl, OBJECT_VERTEX, OBJECT_FRAGMENT)
    rng = np.random.default_rng(4)
    uniforms = np.zeros((amount, RANGE_BYTES // 4), np.float32)
    uniforms[:, :8] = rng.uniform(-0.9, 0.9, (amount, 8))
    uniforms[:, 2], uniforms[:, 4:8] = 0.02, 0.5 + uniforms[:, 4:8] / 2
    corners = np.tile(np.float32([(-1, -1), (1, -1), (0, 1)]), (amount, 1, 1))
    _filled_buffer(gl, gl.GL_ARRAY_BUFFER, corners)
    target = gl.GL_UNIFORM_BUFFER
    block = _filled_buffer(gl, target, uniforms)
    gl.glUniformBlockBinding(program, gl.glGetUniformBlockIndex(program, b"Object"), 0)
    objects = []
    for number in range(amount):
        array = new_name(gl.glGenVertexArrays)
        gl.glBindVertexArray(array)
        _set_attribute(gl, program, b"corner", 2, offset=number * corners[0].nbytes)
        texels = rng.integers(0, 256, (8, 8, 4), dtype=np.uint8)
        make_texture(gl, "TEXTURE_2D", [texels], NEAREST)
        objects.append((array, number * RANGE_BYTES, bound_texture(gl)))

    def frame():
        for array, offset, texture in objects:
            gl.glBindVertexArray(array)
            gl.glBindBufferRange(target, 0, block, offset, 32)
            gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    return frame


def instances(gl, amount):
    """`amount` instances of a mesh of 500 triangles in one draw."""
    program = use_shaders(gl, INSTANCE_VERTEX, INSTANCE_FRAGMENT)
    vertices, indices = torus_of(500)
    _filled_buffer(gl, gl.GL_ARRAY_BUFFER, vertices)
    _set_attribute(gl, program, b"position", 3, vertices.strides[0])
    _set_attribute(gl, program, b"normal", 3, vertices.strides[0], 12)
    places = np.random.default_rng(7).uniform(-0.95, 0.95, (amount, 4)).astype(np.float32)
    places[:, 3] = 0.02
    _filled_buffer(gl, gl.GL_ARRAY_BUFFER, places)
    gl.glVertexAttribDivisor(_set_attribute(gl, program, b"place", 4), 1)
    _filled_buffer(gl, gl.GL_ELEMENT_ARRAY_BUFFER, indices)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_CULL_FACE)
    what = gl.GL_TRIANGLES, indices.size, gl.GL_UNSIGNED_INT, ctypes.c_void_p(0)

    def frame():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        gl.glDrawElementsInstanced(*what, amount)

    return frame


def passes(gl, amount):
    """`amount` passes of a blur over the whole view, each from a texture to the next one."""
    program = use_shaders(gl, PASS_VERTEX, PASS_FRAGMENT)
    width, height = view_size(gl)
    texels = np.random.default_rng(3).integers(0, 256, (64, 64, 4), dtype=np.uint8)
    image = np.ascontiguousarray(np.resize(texels, (height, width, 4)))
    targets = []
    for _ in range(2):
        make_texture(gl, "TEXTURE_2D", [image], LINEAR)
        texture, target = bound_texture(gl), new_name(gl.glGenFramebuffers)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target)
        place = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D
        gl.glFramebufferTexture2D(*place, texture, 0)
        targets.append((texture, target))
    make_texture(gl, "TEXTURE_2D", [image], LINEAR)
    first = bound_texture(gl)
    corners = np.float32([(-1, -1), (3, -1), (-1, 3)])
    _filled_buffer(gl, gl.GL_ARRAY_BUFFER, corners)
    _set_attribute(gl, program, b"corner", 2)
    along = gl.glGetUniformLocation(program, b"along")

    def frame():
        source = first
        for number in range(amount):
            texture, target = targets[number % 2]
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target if number < amount - 1 else 0)
            gl.glBindTexture(gl.GL_TEXTURE_2D, source)
            across = number % 2
            gl.glUniform2f(along, 0.0 if across else 1 / width, 1 / height if across else 0.0)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
            source = texture

    return frame


def feedback(gl, amount):
    """`amount` particles moved by transform feedback, from a buffer object to another or back."""
    program = use_shaders(gl, UPDATE_VERTEX, varyings=UPDATED)
    gl.glUniform1f(gl.glGetUniformLocation(program, b"step"), 0.01)
    particles = np.random.default_rng(5).uniform(-1, 1, (amount, 8)).astype(np.float32)
    arrays, buffers = [], []
    for _ in range(2):
        arrays.append(new_name(gl.glGenVertexArrays))
        gl.glBindVertexArray(arrays[-1])
        buffers.append(_filled_buffer(gl, gl.GL_ARRAY_BUFFER, particles))
        _set_attribute(gl, program, b"position", 4, 32)
        _set_attribute(gl, program, b"speed", 4, 32, 16)
    steps = cycle(zip(arrays, reversed(buffers), strict=True))
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)

    def frame():
        array, buffer = next(steps)
        gl.glBindVertexArray(array)
        gl.glBindBufferBase(gl.GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
        gl.glBeginTransformFeedback(gl.GL_POINTS)
        gl.glDrawArrays(gl.GL_POINTS, 0, amount)
        gl.glEndTransformFeedback()

    return frame
