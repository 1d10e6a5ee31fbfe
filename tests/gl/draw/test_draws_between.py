"""Values that a draw caches for the next one never outlive the state they depend on."""

import numpy as np
import pytest

import softgl
from softgl.gl import *

SIZE = 32
PROGRAM = b"""!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
PARAM inverse[4] = { state.matrix.modelview.inverse };
PARAM texture[4] = { state.matrix.texture[0] };
PARAM scale = { 0.5, 1, 1, 1 };
TEMP p;
MUL p, vertex.position, scale;
DP4 result.position.x, p, mvp[0];
DP4 result.position.y, p, mvp[1];
DP4 result.position.z, p, mvp[2];
DP4 result.position.w, p, mvp[3];
DP4 result.texcoord[0].x, vertex.texcoord[0], texture[0];
DP4 result.texcoord[0].y, vertex.texcoord[0], texture[1];
MOV result.texcoord[0].zw, vertex.texcoord[0];
ADD result.color, inverse[1], program.env[0];
END"""


def numbers(rng, count, scale=1.0):
    return (rng.random(count) * 2 * scale - scale).tolist()


def load_matrix(rng):
    glLoadMatrixf(np.identity(4, np.float32) + np.float32(0.1) * rng.random((4, 4), np.float32))


def texture_parameter(rng):
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, rng.choice([GL_NEAREST, GL_LINEAR]))


def texels(rng):
    data = rng.integers(0, 256, (4, 4, 4), np.uint8)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data)


def switch(*capabilities):
    return lambda rng: rng.choice([glEnable, glDisable])(int(rng.choice(capabilities)))


MODES = (GL_MODELVIEW, GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE)
CHANGES = [
    lambda rng: glMatrixMode(int(rng.choice(MODES))),
    lambda rng: glTranslatef(*numbers(rng, 3, 0.3)),
    lambda rng: glRotatef(rng.random() * 360, 0, 0, 1),
    lambda rng: glScalef(*(1 + rng.random(3)).tolist()),
    lambda rng: glPushMatrix(),
    lambda rng: glPopMatrix(),  # which may be refused
    load_matrix,
    lambda rng: glColor4f(*rng.random(4).tolist()),
    lambda rng: glVertexAttrib4f(3, *rng.random(4).tolist()),
    lambda rng: glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, *rng.random(4).tolist()),
    lambda rng: glBindTexture(GL_TEXTURE_2D, int(rng.integers(1, 3))),
    texels,
    texture_parameter,
    switch(GL_TEXTURE_2D, GL_VERTEX_PROGRAM_ARB),
    switch(GL_BLEND, GL_ALPHA_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DEPTH_TEST),
    lambda rng: glAlphaFunc(GL_GREATER, rng.random() * 0.5),
    lambda rng: glStencilFunc(GL_LEQUAL, int(rng.integers(0, 2)), 1),
    lambda rng: glBlendFunc(GL_SRC_ALPHA, int(rng.choice([GL_ONE, GL_ZERO]))),
    lambda rng: glBlendColor(*rng.random(4).tolist()),
    lambda rng: glScissor(*rng.integers(0, 12, 2).tolist(), 17, 18),
    lambda rng: glViewport(*rng.integers(0, 9, 2).tolist(), 24, 27),
    lambda rng: glDepthRange(*rng.random(2).tolist()),
    lambda rng: glColorMask(True, rng.random() < 0.7, True, True),
    lambda rng: glShadeModel(int(rng.choice([GL_FLAT, GL_SMOOTH]))),
    lambda rng: glPolygonMode(GL_FRONT_AND_BACK, int(rng.choice([GL_FILL, GL_FILL, GL_LINE]))),
]


def prepare():
    for name in (1, 2):
        glBindTexture(GL_TEXTURE_2D, name)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
        data = np.full((4, 4, 4), 90 * name, np.uint8)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 1)
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(PROGRAM), PROGRAM)


def triangles():
    glBegin(GL_TRIANGLES)
    for x, y in ((-0.9, -0.8), (0.9, -0.6), (0.1, 0.9), (0.9, 0.9), (0.2, 0.1), (-0.7, 0.6)):
        glTexCoord2f(x, y)
        glVertex3f(x, y, x * y)
    glEnd()


def clear():
    """Clears all planes, and leaves the state as it was."""
    glPushAttrib(GL_SCISSOR_BIT | GL_COLOR_BUFFER_BIT)
    glDisable(GL_SCISSOR_TEST)
    glColorMask(True, True, True, True)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glPopAttrib()


@pytest.mark.parametrize("seed", range(3))
def test_draws_between_changes_leave_no_trace(seed):
    """A picture is the same however often was drawn before, while the state was another."""
    often, seldom = (softgl.Context(SIZE, SIZE, errors="record") for _ in range(2))
    generators = [np.random.default_rng(seed) for _ in range(2)]
    for context in (often, seldom):
        context.make_current()
        prepare()
    different = set()
    for step in range(150):
        for context, rng in zip((often, seldom), generators, strict=True):
            context.make_current()
            CHANGES[rng.integers(len(CHANGES))](rng)
            if context is often or step % 10 == 9:
                clear()
                glTexCoord2f(0, 0)
                triangles()
        if step % 10 == 9:
            pictures = [np.asarray(context.read_image()) for context in (often, seldom)]
            assert (pictures[0] == pictures[1]).all(), step
            different.add(pictures[0].tobytes())
    assert len(different) > 5
