"""Draws to textures are batched too, and no reader of these textures sees it."""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.tuning import limits

SIDE = 32
RGBA = GL_RGBA, GL_UNSIGNED_BYTE
NAMES = (1, 2, 3)
FEW = limits.MAX_BATCHED_VERTICES
PROGRAM = b"""!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD result.color, t, 0.7, fragment.color;
END"""


class Scene:
    """Random commands, the same ones for the same seed: three textures, each drawn to in turn."""

    def __init__(self, seed):
        self.rng, self.seen = np.random.default_rng(seed), []
        glProgramStringARB(
            GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(PROGRAM), PROGRAM
        )
        glEnable(GL_FRAGMENT_PROGRAM_ARB)
        self.framebuffers = dict(zip(NAMES, glGenFramebuffers(len(NAMES)).tolist(), strict=True))
        for name in NAMES:
            self.specify(name)
        self.commands = [
            *[self.draw] * 9,
            *[self.target] * 2,
            *[lambda: glBindTexture(GL_TEXTURE_2D, self.name())] * 3,
            *[lambda: glColor4f(*self.rng.random(4))] * 2,
            lambda: glGenerateMipmap(GL_TEXTURE_2D),
            lambda: glCopyTexSubImage2D(GL_TEXTURE_2D, 0, *self.numbers(8, 4), 8, 8),
            lambda: glTexSubImage2D(
                GL_TEXTURE_2D, 0, *self.numbers(8, 2), 6, 5, *RGBA, self.texels
            ),
            lambda: self.specify(self.name()),
            self.blit,
            lambda: self.keep(glGetTexImage(GL_TEXTURE_2D, 0, *RGBA)),
            lambda: self.keep(glReadPixels(0, 0, SIDE, SIDE, *RGBA)),
        ]

    def name(self):
        return int(self.rng.choice(NAMES))

    def numbers(self, end, count):
        return self.rng.integers(0, end, count).tolist()

    @property
    def texels(self):
        return self.rng.integers(0, 256, (SIDE, SIDE, 4), np.uint8)

    def keep(self, pixels):
        self.seen.append(bytes(pixels))

    def specify(self, name):
        """A new texture, sampled in one of several ways, attached to its framebuffer object."""
        glDeleteTextures([name])
        glBindTexture(GL_TEXTURE_2D, name)
        filters = [GL_NEAREST, GL_LINEAR, GL_LINEAR_MIPMAP_LINEAR]
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, int(self.rng.choice(filters)))
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, *RGBA, self.texels)
        glGenerateMipmap(GL_TEXTURE_2D)
        glBindFramebuffer(GL_FRAMEBUFFER, self.framebuffers[name])
        glFramebufferTexture2D(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, int(name == 3)
        )

    def target(self):
        glBindFramebuffer(GL_FRAMEBUFFER, int(self.rng.choice([0, *self.framebuffers.values()])))

    def blit(self):
        glBindFramebuffer(GL_READ_FRAMEBUFFER, self.framebuffers[self.name()])
        glBlitFramebuffer(0, 0, 16, 16, 4, 4, 20, 20, GL_COLOR_BUFFER_BIT, GL_NEAREST)

    def draw(self):
        glBegin(GL_TRIANGLES)
        for corner in self.rng.uniform(-1.2, 1.2, (3, 2)):
            glTexCoord2f(*self.rng.random(2))
            glVertex2f(*corner)
        glEnd()

    def run(self):
        for _ in range(120):
            self.commands[self.rng.integers(len(self.commands))]()
        for name in NAMES:
            glBindTexture(GL_TEXTURE_2D, name)
            self.keep(glGetTexImage(GL_TEXTURE_2D, 0, *RGBA))
        return self.seen


@pytest.mark.parametrize(("machine", "threads"), [("eager", 1), ("llvm", 2)])
def test_batching_is_not_visible(machine, threads, tuned):
    for seed in range(3):
        print("seed", seed)
        seen = []
        for few in (FEW, -1):
            tuned(MAX_BATCHED_VERTICES=few)
            Context(SIDE, SIDE, machine=machine, threads=threads)
            seen.append(Scene(seed).run())
        assert seen[0] == seen[1]
        assert len(set(seen[0])) > 4
