"""Instances of a mesh in native code: the pictures of the eager machine, in parts of any length."""

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.pipeline.draws import meshes
from tests.gl.draw.test_meshes import drawn, noted, pictures, scattered

__all__ = ["drawn", "noted"]
VERTEX = """#version 140
in vec4 position, place;
out vec4 shade;
void main()
{
    gl_Position = vec4(position.xy * (0.4 + 0.05 * gl_InstanceID) + place.xy, position.zw);
    shade = vec4(place.zw, position.x * 0.5 + 0.5, 0.8);
}
"""
FRAGMENT = """#version 140
in vec4 shade;
out vec4 color;
void main() { color = shade; }
"""
CORNERS = np.uint32([0, 1, 2, 2, 1, 4, 4, 3, 0])  # of 3 triangles, of vertices 1 ... 5


def use_instances(vertices, places, divisor):
    """Puts the program to use, with vertices and a place for each `divisor` instances."""
    parts = (VERTEX, GL_VERTEX_SHADER), (FRAGMENT, GL_FRAGMENT_SHADER)
    program = compileProgram(*(compileShader(*part) for part in parts))
    glUseProgram(program)
    for name, values in (("position", vertices), ("place", places)):
        location = glGetAttribLocation(program, name)
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, values.nbytes, values, GL_STATIC_DRAW)
        glVertexAttribPointer(location, 4, GL_FLOAT, False, 0, None)
        glEnableVertexAttribArray(location)
    glVertexAttribDivisor(location, divisor)


DRAWS = {
    "indices": lambda count: glDrawElementsInstanced(
        GL_TRIANGLES, len(CORNERS), GL_UNSIGNED_INT, CORNERS + 1, count
    ),
    "strip": lambda count: glDrawArraysInstanced(GL_TRIANGLE_STRIP, 1, 5, count),
}


@pytest.mark.parametrize("how", DRAWS)
@pytest.mark.parametrize(("count", "divisor", "reach"), [(9, 1, 0.6), (7, 2, 0.6), (8, 1, 1.6)])
def test_instances_of_meshes(how, count, divisor, reach, drawn, tuned):
    """Four in a part, three where one would be left at the end; some cross sides of the view."""
    tuned(MESH_PART_TRIANGLES=12)
    vertices = np.float32(scattered(31, 7, 0.5, 0.5)[0])
    places = np.random.default_rng(4).uniform(-reach, reach, (count, 4)).astype(np.float32)
    places[:, 2:] = abs(places[:, 2:]) / reach

    def draw():
        use_instances(vertices, places, divisor)
        DRAWS[how](count)

    machines = ("eager", 1), ("llvm", 1), ("llvm", 3)
    first, *others = pictures(draw, drawn, machines)
    assert others == [first] * 2 and len(set(first)) > 30
    assert len(drawn) == 2 and all(done for done, _ in drawn)


def test_instances_after_the_parts(drawn, monkeypatch, tuned):
    """A chain leaves parts, whose instances are drawn as usual."""
    tuned(MESH_PART_TRIANGLES=12)
    monkeypatch.setattr(meshes._MeshJob, "_go_on", lambda job, number: job._chain.give_up(number))
    vertices = np.float32(scattered(32, 7, 0.3, 0.3)[0])
    places = np.zeros((9, 4), np.float32)
    places[:, 0], places[:, 2:] = np.linspace(0.0, 1.2, 9), 0.7

    def draw():
        use_instances(vertices, places, 1)
        DRAWS["indices"](9)

    first, other = pictures(draw, drawn, (("eager", 1), ("llvm", 1)))
    assert first == other
    assert [0 < done < total for done, total in drawn] == [True] * 2
