"""Tests for softgl.capi.repeated: sequences of calls together leave what they leave one by one."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import softgl
from softgl import gl, tuning
from softgl.capi import core, repeated
from softgl.gl import shaders
from softgl.gl.api.interception import Listener, interception
from tests.capi.c_functions import C, needs_native_code

pytestmark = needs_native_code

VERTEX = """#version 330
layout(location = 0) in vec2 at;
uniform vec2 shift; uniform mat2 turn; uniform float sizes[2];
layout(std140) uniform Block { vec4 moved; };
out vec2 place;
void main() {
  place = at * 4.0 + sizes[1];
  gl_Position = vec4(turn * at * sizes[0] + shift + moved.xy, moved.z, 1.0);
}"""
FRAGMENTS = (
    "uniform sampler2D image; void main() { result = texture(image, place) * color; }",
    "void main() { result = vec4(place, 0.5, 0.5) + color; }",
)
SIZE = 48


@pytest.fixture(autouse=True)
def _awake():
    """Another test's sequences, which were not repeated, do not count."""
    yield
    core._here.client._repeated._resting = 0


class Scene:
    """A core context with programs, textures, arrays and buffers, driven from C."""

    def __init__(self):
        self.context = softgl.Context(SIZE, SIZE, version=(3, 3), profile="core")
        self.c, rng = C(), np.random.default_rng(5)
        head = "#version 330\nuniform vec4 color; in vec2 place; out vec4 result;\n"
        self.programs = [
            int(
                shaders.compileProgram(
                    shaders.compileShader(VERTEX, gl.GL_VERTEX_SHADER),
                    shaders.compileShader(head + text, gl.GL_FRAGMENT_SHADER),
                    validate=False,
                )
            )
            for text in FRAGMENTS
        ]
        self.textures = gl.glGenTextures(3)
        for name in self.textures:
            gl.glBindTexture(gl.GL_TEXTURE_2D, name)
            texels = rng.integers(0, 256, (4, 4, 4), np.uint8)
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, 4, 4, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
            )
            gl.glGenerateMipmap(gl.GL_TEXTURE_2D)
        self.arrays, self.buffers = gl.glGenVertexArrays(3), gl.glGenBuffers(7)
        for array, buffer in zip(self.arrays, self.buffers[:3], strict=True):
            gl.glBindVertexArray(array)
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
            corners = rng.uniform(-0.3, 0.3, (6, 2)).astype(np.float32)
            gl.glBufferData(gl.GL_ARRAY_BUFFER, corners.nbytes, corners, gl.GL_STATIC_DRAW)
            gl.glVertexAttribPointer(0, 2, gl.GL_FLOAT, False, 0, None)
            gl.glEnableVertexAttribArray(0)
            gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self.buffers[3])
        indices = np.array([0, 2, 4, 1, 3, 5], np.uint16)
        gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, 12, indices, gl.GL_STATIC_DRAW)
        for buffer in self.buffers[4:]:
            gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, buffer)
            gl.glBufferData(gl.GL_UNIFORM_BUFFER, 32, np.zeros(8, "f"), gl.GL_STATIC_DRAW)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, 0, self.buffers[4])
        for program in self.programs:
            gl.glUseProgram(program)
            gl.glUniform4f(gl.glGetUniformLocation(program, "color"), 1, 1, 1, 1)
            gl.glUniform1fv(gl.glGetUniformLocation(program, "sizes"), 2, [1, 0])
            gl.glUniformMatrix2fv(gl.glGetUniformLocation(program, "turn"), 1, False, np.eye(2))
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE)

    def location(self, program: int, name: str) -> int:
        return gl.glGetUniformLocation(program, name)

    def calls(self, rng, parts: list[str], frames: int, objects: int) -> list[tuple]:
        """Random calls (name, *arguments): the parts of a sequence, and a draw, again and again."""
        calls, some = [], rng.integers(0, 3, 4)
        names = {each: [self.location(p, each) for p in self.programs] for each in UNIFORMS}
        for frame in range(frames):
            if frame:
                calls += BETWEEN[int(rng.integers(len(BETWEEN)))](self, rng)
            for _ in range(objects):
                which = int(rng.integers(2)) if "program" in parts else 0
                for part in parts:
                    calls += PARTS[part](self, rng, which, names, some)
                calls.append(
                    ("glDrawElements", gl.GL_TRIANGLES, 6, gl.GL_UNSIGNED_SHORT, None)
                    if "indices" in parts
                    else ("glDrawArrays", gl.GL_TRIANGLES, int(some[3]), 3)
                )
        return calls

    def outcome(self, calls) -> tuple:
        """Makes calls from C; returns the picture, the errors and the state that they leave."""
        c, errors = self.c, []
        for name, *arguments in calls:
            found = getattr(c, name)(*arguments)
            if name == "glGetError":
                errors.append(found)
        errors.append(c.glGetError())
        context = self.context
        pixels = context.framebuffer.read_color(0, 0, SIZE, SIZE).tobytes()
        blocks = [context.shaders.objects[name].block.words.tobytes() for name in self.programs]
        stores = [context.buffers.objects[name].data.tobytes() for name in self.buffers]
        bound = [
            gl.glGetIntegerv(getattr(gl, f"GL_{name}"))
            for name in "CURRENT_PROGRAM TEXTURE_BINDING_2D ACTIVE_TEXTURE VERTEX_ARRAY_BINDING"
            " ARRAY_BUFFER_BINDING UNIFORM_BUFFER_BINDING BLEND DEPTH_TEST".split()
        ]
        return pixels, errors, blocks, stores, list(map(int, bound))


UNIFORMS = "shift color sizes turn".split()


def numbers(rng, count, low=-0.7):
    return (ctypes.c_float * count)(*rng.uniform(low, 0.7, count))


PARTS = {
    "program": lambda s, rng, which, *_: [("glUseProgram", s.programs[which])],
    "texture": lambda s, rng, *_: [
        ("glActiveTexture", gl.GL_TEXTURE0),
        ("glBindTexture", gl.GL_TEXTURE_2D, int(s.textures[rng.integers(3)])),
    ],
    "array": lambda s, rng, *_: [("glBindVertexArray", int(s.arrays[rng.integers(3)]))],
    "indices": lambda *_: [],
    "shift": lambda s, rng, which, names, _: [
        ("glUniform2f", names["shift"][which], *map(float, rng.uniform(-0.7, 0.7, 2)))
    ],
    "color": lambda s, rng, which, names, _: [
        ("glUniform4fv", names["color"][which], 1, numbers(rng, 4, 0.2))
    ],
    "sizes": lambda s, rng, which, names, some: [
        ("glUniform1fv", names["sizes"][which], 1 + int(some[0]) % 2, numbers(rng, 2, 0.3))
    ],
    "turn": lambda s, rng, which, names, _: [
        ("glUniformMatrix2fv", names["turn"][which], 1, 0, numbers(rng, 4))
    ],
    "transposed": lambda s, rng, which, names, _: [
        ("glUniformMatrix2fv", names["turn"][which], 1, 1, numbers(rng, 4))
    ],
    "blend": lambda s, rng, *_: [
        (("glEnable", "glDisable")[rng.integers(2)], gl.GL_BLEND),
        ("glBlendFunc", gl.GL_ONE, (gl.GL_ONE, gl.GL_ZERO)[rng.integers(2)]),
    ],
    "range": lambda s, rng, *_: [
        ("glBindBufferBase", gl.GL_UNIFORM_BUFFER, 0, int(s.buffers[4 + rng.integers(3)]))
    ],
    "store": lambda s, rng, *_: [
        ("glBufferSubData", gl.GL_UNIFORM_BUFFER, 0, 16, numbers(rng, 4, 0.0))
    ],
    "half": lambda s, rng, *_: [
        ("glBufferSubData", gl.GL_UNIFORM_BUFFER, 4, 8, numbers(rng, 2, 0.0))
    ],
    "vertices": lambda s, rng, *_: [
        ("glBindBuffer", gl.GL_ARRAY_BUFFER, int(s.buffers[rng.integers(3)])),
        ("glBufferSubData", gl.GL_ARRAY_BUFFER, 8, 8, numbers(rng, 2)),
    ],
    "error": lambda s, rng, *_: [("glEnable", (gl.GL_BLEND, 0x1234)[rng.integers(2)])],
}
BETWEEN = (
    lambda *_: [],
    lambda *_: [("glFlush",)],
    lambda *_: [("glGetError",)],
    lambda *_: [("glClear", gl.GL_COLOR_BUFFER_BIT)],
    lambda s, rng: [("glUniform4fv", s.location(s.programs[0], "color"), 1, numbers(rng, 4, 0.2))],
    lambda s, rng: [("glViewport", 0, 0, SIZE, int(rng.integers(30, SIZE)))],
    lambda s, rng: [
        ("glBindBuffer", gl.GL_ARRAY_BUFFER, int(s.buffers[rng.integers(3)])),
        ("glBufferSubData", gl.GL_ARRAY_BUFFER, 8, 8, numbers(rng, 2)),
    ],
    lambda s, rng: [
        ("glBindTexture", gl.GL_TEXTURE_2D, int(s.textures[0])),
        (
            "glTexSubImage2D",
            gl.GL_TEXTURE_2D,
            0,
            1,
            1,
            2,
            1,
            gl.GL_RGBA,
            gl.GL_FLOAT,
            numbers(rng, 8),
        ),
    ],
    lambda s, rng: [
        ("glUniform2f", s.location(s.programs[1], "shift"), 0.25, 0.25),
        ("glEnable", gl.GL_DEPTH_TEST),
    ],
)
"""Calls between repeated sequences, some with effect on all later ones."""
CASES = [
    ["shift"], ["program", "shift"], ["program", "texture", "color", "shift"], ["array", "shift"],
    ["range", "store", "shift"], ["store", "array"], ["range"], ["turn", "sizes", "blend"],
    ["half"], ["range", "half", "array"], ["array", "vertices"], ["transposed", "shift"],
    ["texture", "indices", "array"], ["program", "error", "shift", "color"], ["indices", "turn"],
]  # fmt: skip


@pytest.mark.parametrize("parts", CASES, ids="-".join)
def test_repeated_sequences_leave_what_single_calls_leave(parts, monkeypatch, capsys):
    scenes, repeats = [Scene(), Scene()], []
    append = repeated.append_repeated
    monkeypatch.setattr(
        repeated,
        "append_repeated",
        lambda batch, draws, *states: repeats.append(len(draws)) or append(batch, draws, *states),
    )
    monkeypatch.setattr(repeated, "MAX_REST", 0)
    for seed in range(2):
        calls = scenes[0].calls(np.random.default_rng(seed), parts, 5, 12)
        outcomes = []
        for scene, least in zip(scenes, (4, 1 << 30), strict=True):
            with scene.context, tuning.changed(MIN_REPEATED_SEQUENCES=least):
                outcomes.append(scene.outcome(calls))
        assert outcomes[0] == outcomes[1]
        assert any(outcomes[0][0])
    assert sum(repeats) > 20 or {"error", "transposed", "vertices"} & {*parts}
    capsys.readouterr()


def test_sequences_that_never_repeat_are_left_alone(monkeypatch):
    """The state changes before each frame of sequences with values of their own."""
    scene, noted = Scene(), []
    note = repeated.RepeatedCalls._noted
    monkeypatch.setattr(
        repeated.RepeatedCalls, "_noted", lambda *given: noted.append(1) or note(*given)
    )
    with scene.context:
        for frame in range(40):
            scene.c.glViewport(0, 0, SIZE, SIZE - frame % 2)
            for which in range(12):
                scene.c.glBindVertexArray(int(scene.arrays[which % 3]))
                scene.c.glDrawArrays(gl.GL_TRIANGLES, which // 3, 3)
            scene.c.glFlush()
    assert 10 < len(noted) < 100


def test_listeners_are_told_of_each_draw():
    scene, heard = Scene(), []
    calls = scene.calls(np.random.default_rng(3), ["array", "shift"], 2, 20)
    with scene.context:
        scene.outcome(calls)
        listener = Listener(heard.append)
        listener.call = lambda name, function, given, named: heard.append(name) or function(*given)
        with interception(listener):
            scene.outcome(calls)
    assert heard.count("glDrawArrays") == 40


def test_a_long_row_of_sequences_is_taken_in_parts(monkeypatch):
    scene, numbers_taken, append = Scene(), [], repeated.append_repeated
    monkeypatch.setattr(
        repeated,
        "append_repeated",
        lambda batch, draws, *states: (
            numbers_taken.append(len(draws)) or append(batch, draws, *states)
        ),
    )
    calls = scene.calls(np.random.default_rng(4), ["shift"], 1, 40)
    with scene.context, tuning.changed(MAX_REPEATED_SEQUENCES=16, MAX_BATCH_VERTICES=160):
        together = scene.outcome(calls)
        assert max(numbers_taken) == 16 and sum(numbers_taken) > 30
    with scene.context, tuning.changed(MIN_REPEATED_SEQUENCES=1 << 30):
        scene.c.glClear(gl.GL_COLOR_BUFFER_BIT)
        assert scene.outcome(calls) == together


def test_sequences_of_several_modes_are_drawn_one_by_one(monkeypatch):
    """They are looked at once or twice, not after each draw."""
    scene, looks = Scene(), []
    repeat = repeated.RepeatedCalls._repeat
    monkeypatch.setattr(
        repeated.RepeatedCalls, "_repeat", lambda *given: looks.append(repeat(*given)) or looks[-1]
    )
    modes = [(gl.GL_TRIANGLES, gl.GL_TRIANGLE_STRIP)[number % 2] for number in range(40)]
    calls = [("glDrawArrays", mode, 0, 3) for mode in modes]
    with scene.context:
        scene.outcome(calls)
        together = scene.outcome(calls)
        assert 0 < len(looks) < 10 and not any(looks[2:])
    with scene.context, tuning.changed(MIN_REPEATED_SEQUENCES=1 << 30):
        assert scene.outcome(calls) == together
