"""A draw that samples its own target reads a copy from before it.

EXT_framebuffer_object, 4.4.3, leaves the values of such samples undefined.
"""

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *

pytestmark = pytest.mark.usefixtures("context_before")

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
MACHINES = [("eager", None, 1), ("llvm", 4, 1), ("llvm", 8, 2), ("llvm", 16, 2)]
SIDE = 70  # pixels; more than a tile
PROGRAM = """!!NVfp4.0
TEMP texel;
ATTRIB p = fragment.position;
INT TEMP place;
TRUNC.S place, p;
MOV.S place.w, 0;
SUB.S place.y, {last}, place.y;
TXF texel, place, texture[0], {target};
MAD result.color, texel, 0.5, fragment.color;
END"""


def images(draw_all):
    """The picture that a function draws, on every machine, width and number of threads."""
    found = []
    for machine, lanes, threads in MACHINES:
        context = Context(8, 8, machine=machine, lanes=lanes, threads=threads)
        context.make_current()
        found.append(draw_all())
    for other in found[1:]:
        assert np.array_equal(other, found[0])
    return found[0]


def start(target="2D"):
    """A random texture is bound to unit 0 and is drawn to; its bytes."""
    bytes_ = np.random.default_rng(5).integers(0, 256, (SIDE, SIDE, 4), dtype=np.uint8)
    kind = GL_TEXTURE_RECTANGLE_ARB if target == "RECT" else GL_TEXTURE_2D
    glBindTexture(kind, 1)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(kind, pname, GL_NEAREST)
    glTexImage2D(kind, 0, GL_RGBA, SIDE, SIDE, 0, *RGBA, bytes_)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, kind, 1, 0)
    glViewport(0, 0, SIDE, SIDE)
    use(PROGRAM.format(last=SIDE - 1, target=target))
    return bytes_


def use(text):
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def read():
    return glReadPixels(0, 0, SIDE, SIDE, *RGBA, outputType=None).reshape(SIDE, SIDE, 4)


def halved(texels, color):
    """The program's result for texels; their first row is the last one of the picture."""
    added = np.float32(0.5) * (texels[::-1] / np.float32(255)) + np.float32(color)
    return np.rint(np.clip(added, 0, 1) * np.float32(255)).astype(np.uint8)


@pytest.mark.parametrize("target", ["2D", "RECT"])
def test_a_draw_sees_none_of_its_own_fragments(target):
    """Nor of its earlier primitives; the next draw sees all of them."""

    def draw_all():
        texels = start(target)
        glColor4f(0.25, 0.25, 0.25, 0.25)
        glBegin(GL_QUADS)
        for _ in range(3):
            for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                glVertex2f(*corner)
        glEnd()
        once = halved(texels, 0.25)
        assert np.array_equal(read(), once)
        glColor4f(0, 0, 0.5, 0)
        glRectf(-1, -1, 1, 1)
        twice = halved(once, (0, 0, 0.5, 0))
        assert np.array_equal(read(), twice)
        # Half of the image: what has not been drawn to is there too.
        glRectf(-1, -1, 0, 1)
        twice[:, : SIDE // 2] = halved(twice, (0, 0, 0.5, 0))[:, : SIDE // 2]
        return read()

    images(draw_all)


def _instances():
    glDrawArraysInstancedARB(GL_QUADS, 0, 4, 3)


def _several():
    glMultiDrawArrays(GL_QUADS, [0, 0, 0], [4, 4, 4], 3)


def _mesh():
    glMap2f(
        GL_MAP2_VERTEX_3,
        0,
        1,
        6,
        2,
        0,
        1,
        3,
        2,
        [[[-1, -1, 0], [1, -1, 0]], [[-1, 1, 0], [1, 1, 0]]],
    )
    glEnable(GL_MAP2_VERTEX_3)
    glMapGrid2f(3, 0, 1, 3, 0, 1)
    glEvalMesh2(GL_FILL, 0, 3, 0, 3)


@pytest.mark.parametrize("command", [_instances, _several, _mesh])
def test_all_of_a_command_is_one_draw(command, tuned):
    """However many of its parts go through the pipeline at once."""
    tuned(COMBINED_DRAW_VERTICES=4)

    def draw_all():
        texels = start()
        glColor4f(0.25, 0.25, 0.25, 0.25)
        glVertexPointer(2, GL_FLOAT, 0, np.float32([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
        glEnableClientState(GL_VERTEX_ARRAY)
        command()
        once = halved(texels, 0.25)
        assert np.array_equal(read(), once)
        command()
        assert np.array_equal(read(), halved(once, 0.25))
        return read()

    images(draw_all)


def test_images_drawn_and_copied():
    """glDrawPixels is a draw too."""

    def draw_all():
        texels = start()
        glWindowPos2i(0, 0)
        pixels = np.full((SIDE, SIDE, 4), 51, np.uint8)
        glDrawPixels(SIDE, SIDE, *RGBA, pixels)
        once = halved(texels, 0.2)
        assert np.array_equal(read(), once)
        glDrawPixels(SIDE, SIDE, *RGBA, pixels)
        assert np.array_equal(read(), halved(once, 0.2))
        return read()

    images(draw_all)


def test_levels_of_one_texture():
    """Each level is drawn from the one below: GenerateMipmap by hand, no level is a copy of itself.

    The level that is sampled is another one than that which is drawn to, which is well defined.
    """

    def draw_all():
        bytes_ = np.random.default_rng(6).integers(0, 256, (16, 16, 4), dtype=np.uint8)
        glBindTexture(GL_TEXTURE_2D, 1)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, *RGBA, bytes_)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
        glGenerateMipmap(GL_TEXTURE_2D)
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
        use("""!!NVfp4.0
        INT TEMP place;
        TRUNC.S place, fragment.position;
        MUL.S place, place, 2;
        MOV.S place.w, 0;
        TXF result.color, place, texture[0], 2D, (1, 1);
        END""")
        for level in range(1, 5):
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, level)
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level - 1)
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1)
            side = 16 >> level
            glViewport(0, 0, side, side)
            glRectf(-1, -1, 1, 1)
            bytes_ = bytes_[1::2, 1::2]
            found = glGetTexImage(GL_TEXTURE_2D, level, *RGBA, outputType=None)
            assert np.array_equal(found.reshape(side, side, 4), bytes_)
        return bytes_

    images(draw_all)


def test_depths():
    """The depth texture that is tested against, and written, holds the depths from before."""

    def draw_all():
        glBindTexture(GL_TEXTURE_2D, 1)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
        depths = np.linspace(0, 1, SIDE * SIDE, dtype=np.float32).reshape(SIDE, SIDE)
        glTexImage2D(
            GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, SIDE, SIDE, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
            depths,
        )  # fmt: skip
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F_ARB, SIDE, SIDE)
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 1, 0)
        glViewport(0, 0, SIDE, SIDE)
        glEnable(GL_DEPTH_TEST)
        glDepthFunc(GL_GREATER)
        use(f"""!!ARBfp1.0
        TEMP place;
        MUL place, fragment.position, {1 / SIDE};
        TEX result.color, place, texture[0], 2D;
        END""")
        glBegin(GL_QUADS)
        for depth in (-0.5, 0.0):  # window depths 0.25 and 0.5
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                glVertex3f(x, y, depth)
        glEnd()
        color = glReadPixels(0, 0, SIDE, SIDE, GL_RED, GL_FLOAT, outputType=None)
        color = np.reshape(color, (SIDE, SIDE))
        assert np.array_equal(color, np.where(depths < 0.5, depths, 0))
        after = glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_COMPONENT, GL_FLOAT, outputType=None)
        assert np.array_equal(np.reshape(after, (SIDE, SIDE)), np.maximum(depths, 0.5))
        return color

    images(draw_all)
