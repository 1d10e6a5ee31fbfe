"""Small draws between which textures are bound: as if each were drawn by itself."""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.draw.batch import Batch

SIZE = 32
CORNERS = np.array([[-0.2, -0.2], [0.4, 0], [0, 0.4]], np.float32)
PROGRAM = b"""!!ARBfp1.0
TEMP t, u;
TEX t, fragment.texcoord[0], texture[0], 2D;
TEX u, fragment.texcoord[0], texture[1], 2D;
MAD t, t, u, fragment.color;
ADD result.color, t, state.matrix.modelview.row[0].wwzz;
END"""
FORMATS = GL_RGBA, GL_LUMINANCE, GL_ALPHA, GL_INTENSITY, GL_RGB


class Scene:
    """Random bindings of textures, and changes of matrices and other state, between draws."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        glProgramStringARB(
            GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(PROGRAM), PROGRAM
        )
        self.names = list(map(int, glGenTextures(6)))
        for name in self.names[:5]:
            glBindTexture(GL_TEXTURE_2D, name)
            self.specify()
        glEnable(GL_TEXTURE_2D)
        for unit in (GL_TEXTURE1, GL_TEXTURE0):
            glMultiTexCoord2f(unit, 0.5, 0.5)
        glClientActiveTexture(GL_TEXTURE0)
        glVertexPointer(2, GL_FLOAT, 0, CORNERS)
        glTexCoordPointer(2, GL_FLOAT, 0, CORNERS)
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_TEXTURE_COORD_ARRAY)

    def specify(self):
        texels = self.rng.integers(0, 256, (4, 4, 4), np.uint8)
        format = self.rng.choice(FORMATS)
        glTexImage2D(GL_TEXTURE_2D, 0, format, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, self.rng.choice([GL_LINEAR] * 5))

    def change(self):
        x, y = self.rng.uniform(-0.5, 0.5, 2).tolist()
        [
            *[lambda: glBindTexture(GL_TEXTURE_2D, self.rng.choice(self.names))] * 8,
            *[lambda: glActiveTexture(GL_TEXTURE0 + self.rng.integers(2))] * 2,
            *[lambda: (glLoadIdentity(), glTranslatef(x, y, 0))] * 3,
            lambda: glBindTexture(GL_TEXTURE_1D, 0),
        ][self.rng.integers(14)]()

    def change_others(self):
        switch = self.rng.choice([glEnable, glDisable])
        [
            lambda: switch(GL_TEXTURE_2D),
            lambda: switch(GL_FRAGMENT_PROGRAM_ARB),
            lambda: switch(GL_BLEND),
            lambda: glTexEnvi(
                GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, self.rng.choice([GL_ADD, GL_MODULATE])
            ),
            self.specify,
            self.replace,
            glFlush,
        ][self.rng.integers(7)]()

    def replace(self):
        """Deletes a texture; the next one, without images, may take its place in memory."""
        place = self.rng.integers(5)
        glDeleteTextures([self.names[place]])
        self.names[place] = int(glGenTextures(1))

    def draw(self):
        glColor3fv(self.rng.random(3))
        if self.rng.integers(2):
            glDrawArrays(GL_TRIANGLES, 0, 3)
            return
        glBegin(GL_TRIANGLES)
        for x, y in CORNERS.tolist():
            glTexCoord2f(x, y)
            glVertex2f(x, y)
        glEnd()

    def run(self):
        for _ in range(200):
            for _ in range(self.rng.integers(4)):
                self.change()
            if not self.rng.integers(9):
                self.change_others()
            self.draw()
        return current.context.read_image().tobytes()


@pytest.mark.parametrize("checks", [False, True])
def test_pictures_are_the_same(checks, tuned, monkeypatch):
    tuned(CHECKS_PLANS=checks)
    seed = 3
    print("seed", seed)
    pictures = []
    for short in (True, False):
        if not short:
            for name in ("accepts", "follows"):
                monkeypatch.setattr(Batch, name, lambda self: False)
        Context(SIZE, SIZE)
        pictures.append(Scene(seed).run())
    assert pictures[0] == pictures[1] and len(set(pictures[0])) > 60


@pytest.mark.parametrize("to_texture", [False, True])
def test_the_plan_is_asked_once_for_each_texture(context, to_texture, tuned, monkeypatch):
    tuned(CHECKS_PLANS=False)
    scene = Scene(1)
    if to_texture:
        glBindTexture(GL_TEXTURE_2D, scene.names[4])
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
        glFramebufferTexture2D(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, scene.names[4], 0
        )
    glBindTexture(GL_TEXTURE_2D, scene.names[0])
    glDrawArrays(GL_TRIANGLES, 0, 3)
    noted, refresh = [], Batch._refresh
    monkeypatch.setattr(Batch, "_refresh", lambda self: noted.append(1) or refresh(self))
    for number in range(21):
        glBindTexture(GL_TEXTURE_2D, scene.names[number % 3])
        glTranslatef(0.01, 0, 0)
        glDrawArrays(GL_TRIANGLES, 0, 3)
    assert len(noted) == (21 if to_texture else 3)
