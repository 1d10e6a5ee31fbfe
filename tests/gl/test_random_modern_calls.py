"""Random sequences of commands of OpenGL 3.0 to 3.3: errors change nothing, machines agree."""

from __future__ import annotations

import random

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl import shaders
from tests.gl.attachments import framebuffer, renderbuffer

SEEDS, STEPS, SIDE = range(3), 50, 16
VERTEX = """#version 330
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 color;
flat out vec4 shade;
void main() { gl_Position = place; gl_ClipDistance[0] = place.x + 0.5; shade = color; }"""
FRAGMENT = """#version 330
flat in vec4 shade;
layout(location = 0) out vec4 first;
layout(location = 1) out ivec4 second;
void main() { first = shade; second = ivec4(shade * 100.0); }"""
PACKED = GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV, GL_UNSIGNED_INT_10F_11F_11F_REV
MODES = GL_POINTS, GL_LINE_STRIP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_QUADS, GL_RGBA
TARGETS = (
    GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED, GL_TIME_ELAPSED,
    GL_TIMESTAMP,
)  # fmt: skip
SWITCHES = (
    GL_PRIMITIVE_RESTART, GL_CLIP_DISTANCE0, GL_DEPTH_CLAMP, GL_DEPTH_TEST, GL_SCISSOR_TEST,
    GL_RASTERIZER_DISCARD, GL_FRAMEBUFFER_SRGB, GL_CLIP_DISTANCE0 + 8,
)  # fmt: skip


class Calls:
    """Makes random calls, by a seed: many are legal."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.steps = [getattr(self, name) for name in vars(Calls) if not name.startswith("_")]

    def _one(self, *values):
        return self.random.choice(values)

    def _number(self, most):
        return self.random.randint(-1, most)

    def _floats(self):
        return np.float32([self.random.uniform(-0.5, 1.5) for _ in range(4)])

    def _integers(self):
        return [self.random.randint(0, 300) for _ in range(4)]

    def clear(self):
        suffix, values = self._one(("fv", self._floats()), ("iv", self._integers()))
        if self.random.random() < 0.2:
            suffix, values = "uiv", self._integers()
        buffer = self._one(GL_COLOR, GL_COLOR, GL_DEPTH, GL_STENCIL, GL_DEPTH_STENCIL)
        number = self._number(8) if buffer == GL_COLOR else self._one(0, 0, 1)
        return globals()[f"glClearBuffer{suffix}"], (buffer, number, values)

    def clear_both(self):
        depth = self.random.random()
        return glClearBufferfi, (self._one(GL_DEPTH_STENCIL, GL_DEPTH), 0, depth, self._number(99))

    def draw(self):
        count = self._number(6)
        kind = self._one(GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_FLOAT)
        shape = self._one(*MODES), count, kind, self._one(0, 1, 2)
        arguments = (*shape, self._number(4))
        return self._one(
            (glDrawElementsBaseVertex, arguments),
            (glDrawElementsInstancedBaseVertex, (*shape, self._number(3), self._number(4))),
            (
                glMultiDrawElementsBaseVertex,
                (shape[0], [3, self._number(4)], kind, [0, 2], 2, [0, self._number(4)]),
            ),
            (glDrawArraysInstanced, (shape[0], self._number(3), count, self._number(2))),
        )

    def switch(self):
        return self._one(glEnable, glDisable), (self._one(*SWITCHES),)

    def restart(self):
        return glPrimitiveRestartIndex, (self._one(0, 3, 255),)

    def attribute(self):
        word, flag = self.random.getrandbits(32), self._one(True, False)
        name = f"glVertexAttribP{self._one(1, 2, 3, 4)}ui"
        return globals()[name], (self._one(1, 2, 16), self._one(*PACKED), flag, word)

    def array(self):
        size = self._one(3, 4, GL_BGRA)
        type_ = self._one(GL_UNSIGNED_BYTE, GL_FLOAT, *PACKED)
        return glVertexAttribPointer, (1, size, type_, self._one(True, False), 4, self._one(0, 4))

    def switch_array(self):
        return self._one(glEnableVertexAttribArray, glDisableVertexAttribArray), (1,)

    def query(self):
        target, name = self._one(*TARGETS), self._number(3) % 2**32
        return self._one(
            (glBeginQuery, (target, name)), (glEndQuery, (target,)),
            (glQueryCounter, (name, target)), (glDeleteQueries, (1, [name])),
            (glBeginConditionalRender, (name, self._one(GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_LESS))),
            (glEndConditionalRender, ()),
        )  # fmt: skip

    def mask(self):
        return glColorMaski, (self._number(8) % 2**32, *(self._one(True, False) for _ in "RGBA"))

    def buffers(self):
        attachments = GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_NONE, GL_BACK
        return glDrawBuffers, (2, [self._one(*attachments), self._one(*attachments)])

    def scissor(self):
        return glScissor, (self._number(9), self._number(9), self._number(9), self._number(9))

    def provoke(self):
        conventions = GL_FIRST_VERTEX_CONVENTION, GL_LAST_VERTEX_CONVENTION, GL_QUADS
        return glProvokingVertex, (self._one(*conventions),)


def prepared(machine):
    """A context with a program, arrays in buffers, and a framebuffer of floats and integers."""
    context = Context(SIDE, SIDE, machine=machine, threads=1)
    framebuffer(
        color0=renderbuffer(GL_RGBA8, SIDE, SIDE), color1=renderbuffer(GL_RGBA16I, SIDE, SIDE),
        depth_stencil=renderbuffer(GL_DEPTH24_STENCIL8, SIDE, SIDE),
    )  # fmt: skip
    glDrawBuffers([GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    glUseProgram(
        shaders.compileProgram(
            shaders.compileShader(VERTEX, GL_VERTEX_SHADER),
            shaders.compileShader(FRAGMENT, GL_FRAGMENT_SHADER),
        )
    )
    places = np.random.default_rng(1).uniform(-1, 1, (12, 4)).astype(np.float32)
    places[:, 3] = 1
    indices = np.uint8([0, 1, 2, 3, 255, 4, 5, 6, 3, 1, 0, 2] * 2)
    glBindVertexArray(glGenVertexArrays(1))
    for target, name, data in (
        (GL_ELEMENT_ARRAY_BUFFER, 1, indices), (GL_ARRAY_BUFFER, 2, places),
    ):  # fmt: skip
        glBindBuffer(target, name)
        glBufferData(target, data, GL_STATIC_DRAW)
    glVertexAttribPointer(0, 4, GL_FLOAT, False, 0, 0)
    glEnableVertexAttribArray(0)
    return context


def made(machine, seed, snapshot=None):
    """Makes the calls of a seed. Returns the codes of their errors, and the pixels at the end."""
    context, calls, codes = prepared(machine), Calls(seed), []
    for _ in range(STEPS):
        function, arguments = calls.random.choice(calls.steps)()
        if snapshot:
            context.batch.flush()  # as most commands do, refused or not
        before = snapshot and snapshot(context)
        try:
            function(*arguments)
            codes.append(0)
        except GLError as error:
            codes.append(error.code)
            assert snapshot is None or snapshot(context) == before, (function, arguments)
    if context.queries.condition:
        glEndConditionalRender()
    glDisable(GL_SCISSOR_TEST)
    pixels = []
    for attachment, form in (
        (GL_COLOR_ATTACHMENT0, (GL_RGBA, GL_UNSIGNED_BYTE)),
        (GL_COLOR_ATTACHMENT1, (GL_RGBA_INTEGER, GL_INT)),
    ):
        glReadBuffer(attachment)
        pixels.append(np.array(glReadPixels(0, 0, SIDE, SIDE, *form, outputType=None)))
    pixels.append(np.array(glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_COMPONENT, GL_FLOAT)))
    return codes, pixels


@pytest.mark.parametrize("seed", SEEDS)
def test_errors_change_nothing_and_machines_agree(snapshot, seed):
    codes, pixels = made("eager", seed, snapshot)
    others, same = made("llvm", seed)
    assert codes == others
    assert 5 < sum(code != 0 for code in codes) < STEPS - 15
    for one, other in zip(pixels, same, strict=True):
        assert np.array_equal(one, other)
