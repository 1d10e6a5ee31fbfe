"""Small draws whose matrices change between: as if each were drawn by itself."""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.draw.batch import Batch

SIZE = 32
TEMPLATE = np.array([[-0.2, -0.2], [0.4, 0], [0, 0.4]], np.float32)
FORMS = "", ".inverse", ".transpose", ".invtrans"
MATRICES = "mvp", "modelview", "projection", "texture[1]", "program[2]"
READS = [f"state.matrix.{name}{form}.row[{n % 4}]" for n, name in enumerate(MATRICES)
         for form in FORMS]  # fmt: skip
# Each matrix decides where triangles are, and their colours.
TEXT = f"""!!ARBvp1.0
PARAM m[4] = {{ state.matrix.mvp }}; PARAM c[] = {{ {", ".join(READS)}, program.env[0] }}; TEMP t;
DP4 t.x, m[0], vertex.position; DP4 t.y, m[1], vertex.position; MOV t.zw, vertex.position;
MOV result.position, t; MOV t, c[0];
{" ".join(f"MUL t, t, 0.5; ADD t, t, c[{n}];" for n in range(1, len(READS) + 1))}
FRC result.color, t; END"""


def load(text=TEXT):
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, glGenProgramsARB(1))
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_VERTEX_PROGRAM_ARB)


class Scene:
    """Random changes of matrices, and of other state now and then, between draws."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        load()
        glActiveTexture(GL_TEXTURE1)
        glLightfv(GL_LIGHT0, GL_POSITION, (0.5, 0.5, 1, 0))
        glEnable(GL_LIGHT0)
        glFogf(GL_FOG_DENSITY, 0.5)
        glVertexPointer(2, GL_FLOAT, 0, TEMPLATE)
        glEnableClientState(GL_VERTEX_ARRAY)

    def change_matrices(self):
        x, y, z, w = self.rng.uniform(-0.7, 0.7, 4).tolist()
        [
            lambda: glMatrixMode(self.rng.choice([GL_PROJECTION, GL_TEXTURE, GL_MATRIX2_ARB])),
            lambda: glMatrixMode(GL_MODELVIEW),
            glLoadIdentity,
            lambda: (glPushMatrix(), glScalef(x, y, z), glPopMatrix()),
            glLoadIdentity,
            lambda: glTranslatef(x, y, z / 9),
            lambda: glRotatef(400 * x, y, z, w),
            lambda: glScalef(1 + x, 1 + y, 1 + z),
            lambda: glLoadMatrixf((np.eye(4) + self.rng.normal(size=(4, 4)) / 4).astype("f")),
            lambda: glMultMatrixd(np.eye(4) + self.rng.normal(size=(4, 4)) / 9),
        ][self.rng.integers(10)]()

    def change_others(self):
        number = self.rng.random()
        [
            lambda: glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, number, 0, 0, 0),
            lambda: glColor3f(number, 1 - number, 0.5),
            lambda: self.switch(GL_VERTEX_PROGRAM_ARB),
            lambda: self.switch(GL_LIGHTING),
            lambda: self.switch(GL_CLIP_PLANE0),
            lambda: self.switch(GL_FOG),
            lambda: self.switch(GL_RESCALE_NORMAL),
            lambda: glViewport(0, 0, SIZE, SIZE - int(4 * number)),
            glFlush,
        ][self.rng.integers(9)]()

    def switch(self, name):
        (glDisable if glIsEnabled(name) else glEnable)(name)

    def draw(self):
        if self.rng.integers(4):
            glDrawArrays(GL_TRIANGLES, 0, 3)
        else:
            glBegin(GL_TRIANGLES)
            for x, y in TEMPLATE.tolist():
                glVertex2f(x, y)
            glEnd()

    def run(self):
        for _ in range(150):
            for _ in range(self.rng.integers(4)):
                self.change_matrices()
            if not self.rng.integers(6):
                self.change_others()
            self.draw()
        return current.context.read_image().tobytes()


def use(position):
    """Uses a program of GLSL."""
    program, shader = glCreateProgram(), glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, f"#version 120\nvoid main() {{ gl_Position = {position}; }}")
    glCompileShader(shader)
    glAttachShader(program, shader)
    glLinkProgram(program)
    glUseProgram(program)


@pytest.mark.parametrize("checks", [False, True])
@pytest.mark.parametrize("together", [0, 8])
def test_pictures_are_the_same(checks, together, tuned, monkeypatch):
    tuned(CHECKS_PLANS=checks, MIN_MATRICES_TOGETHER=together)
    seed = 7
    print("seed", seed)
    pictures = []
    for short in (True, False):
        if not short:
            for name in ("accepts", "follows"):
                monkeypatch.setattr(Batch, name, lambda self: False)
        Context(SIZE, SIZE)
        pictures.append(Scene(seed).run())
    assert pictures[0] == pictures[1] and len(set(pictures[0])) > 40


@pytest.mark.parametrize(
    ("prepare", "plans"),
    [
        (lambda: None, 1),
        (load, 1),
        (lambda: load("!!ARBvp1.0\nOPTION ARB_position_invariant; END"), 1),
        # The draw plan derives clip planes and the scale of normals from matrices.
        (lambda: load() or glEnable(GL_CLIP_PLANE1), 1),
        (lambda: glEnable(GL_CLIP_PLANE1), 20),
        (lambda: use("gl_Vertex * gl_NormalScale"), 20),
        (lambda: [glEnable(each) for each in (GL_RESCALE_NORMAL, GL_LIGHTING, GL_LIGHT0)], 1),
    ],
)
def test_the_plan_is_asked_once(context, prepare, plans, tuned, monkeypatch):
    tuned(CHECKS_PLANS=False)
    glVertexPointer(2, GL_FLOAT, 0, TEMPLATE)
    glEnableClientState(GL_VERTEX_ARRAY)
    prepare()
    glDrawArrays(GL_TRIANGLES, 0, 3)
    noted, refresh = [], Batch._refresh
    monkeypatch.setattr(Batch, "_refresh", lambda self: noted.append(1) or refresh(self))
    for _ in range(20):
        glPushMatrix()
        glMatrixMode(GL_PROJECTION)
        glRotatef(5, 0, 0, 1)
        glMatrixMode(GL_MODELVIEW)
        glTranslatef(0.01, 0, 0)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        glPopMatrix()
    assert len(noted) == plans and context.batch.draws.number == 21
