"""Draws with geometry programs in one batch: the pictures of the draws one by one."""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.pipeline.draws import draw as draw_stages

SIDE = 48
VERTEX = """#version 150 compatibility
in vec2 place;
out vec3 shade;
uniform vec2 moved;
void main() { gl_Position = vec4(place + moved, 0.0, 1.0); shade = vec3(place + 1.0, 1.0) * 0.5; }
"""
# Every second primitive is emitted twice, the second time smaller, and some not at all.
GEOMETRY = """#version 150 compatibility
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;
in vec3 shade[];
out vec3 color;
uniform float size;
void main() {
    int often = 2 - gl_PrimitiveIDIn % 3;
    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position) / 3.0;
    for (int turn = 0; turn < often; turn++) {
        for (int i = 0; i < 3; i++) {
            gl_Position = mix(gl_in[i].gl_Position, middle, size * float(turn));
            gl_PrimitiveID = gl_PrimitiveIDIn + turn;
            color = shade[i];
            EmitVertex();
        }
        EndPrimitive();
    }
}
"""
FRAGMENT = """#version 150 compatibility
in vec3 color;
uniform float bright;
void main() { gl_FragColor = vec4(color * bright, 0.25 + float(gl_PrimitiveID % 2) * 0.5); }
"""
CHANGES = {
    "nothing": lambda place, number: None,
    "a scissor box": lambda place, number: glScissor(4 * number, 3, 20, 30 + number),
    "blending": lambda place, number: (glEnable, glDisable)[number % 2](GL_BLEND),
    "a uniform of vertices": lambda place, number: glUniform2f(place("moved"), 0.1 * number, 0.0),
    "a uniform of primitives": lambda place, number: glUniform1f(place("size"), 0.1 * number),
    "a uniform of fragments": lambda place, number: glUniform1f(place("bright"), 0.2 * number),
}


def program():
    name = glCreateProgram()
    texts = {GL_VERTEX_SHADER: VERTEX, GL_GEOMETRY_SHADER: GEOMETRY, GL_FRAGMENT_SHADER: FRAGMENT}
    for kind, text in texts.items():
        shader = glCreateShader(kind)
        glShaderSource(shader, text)
        glCompileShader(shader)
        glAttachShader(name, shader)
    glLinkProgram(name)
    assert glGetProgramiv(name, GL_LINK_STATUS), glGetProgramInfoLog(name)
    return name


def picture(machine, changes, threads=1):
    """Draws of lists and strips; each of the changes comes before some of them."""
    context = Context(SIDE, SIDE, machine=machine, threads=threads)
    name = program()
    glUseProgram(name)
    glUniform1f(glGetUniformLocation(name, "size"), 0.5)
    glUniform1f(glGetUniformLocation(name, "bright"), 1.0)
    corners = np.random.default_rng(11).uniform(-1.1, 1.1, (12, 2)).astype(np.float32)
    slot = glGetAttribLocation(name, "place")
    glVertexAttribPointer(slot, 2, GL_FLOAT, False, 0, corners)
    glEnableVertexAttribArray(slot)
    glEnable(GL_SCISSOR_TEST)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    for number in range(6):
        changes[number % len(changes)](lambda text: glGetUniformLocation(name, text), number)
        mode = (GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN)[number // 2]
        glDrawArrays(mode, number, 6)
    return context.read_image().tobytes()


@pytest.fixture
def draws(monkeypatch):
    """The number of draws of each call of the pipeline."""
    found, draw = [], draw_stages.draw
    monkeypatch.setattr(
        draw_stages,
        "draw",
        lambda *given: found.append(max(1, len(given[2].stream.runs))) or draw(*given),
    )
    return found


@pytest.mark.parametrize("name", CHANGES)
def test_states_between_draws(name, draws, tuned):
    """Draws of one mode are one batch unless uniforms of the geometry program change."""
    changes = [CHANGES[name]]
    got = picture("llvm", changes)
    assert draws == ([1] * 6 if name == "a uniform of primitives" else [2, 2, 2])
    tuned(MAX_BATCHED_VERTICES=-1)
    assert got == picture("llvm", changes)
    assert len(set(got)) > 20


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_parts_of_any_length(machine, tuned):
    """A part of what is emitted has some states, others, or a piece of one."""
    changes = [*CHANGES.values()]
    tuned(GEOMETRY_CHUNK_WORDS=1 << 10)
    got = picture(machine, changes, 2)
    tuned(MAX_BATCHED_VERTICES=-1, GEOMETRY_CHUNK_WORDS=1 << 20)
    assert got == picture("llvm", changes)
