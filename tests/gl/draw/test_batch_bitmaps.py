"""Bitmaps in a batch give the pixels of single bitmaps."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.draw import batch_bitmaps
from softgl.gl.draw.batch_bitmaps import Bitmap, joined
from tests.gl.attachments import attach_texture, framebuffer, texture

SIZE = 40
TEXT = b"""!!ARBfp1.0
TEMP t;
MAD t, fragment.position.xyxy, 0.01, fragment.color;
ADD result.color, t, program.local[0];
END"""


def bits_of(rng, width, height):
    return np.packbits(rng.integers(0, 2, (height, width), np.uint8), axis=1)


class Scene:
    """Random commands, the same ones for the same seed; after each comes `then`."""

    def __init__(self, seed, then):
        self.rng, self.then = np.random.default_rng(seed), then
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(TEXT), TEXT)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE)
        glStencilOp(GL_KEEP, GL_KEEP, GL_INCR_WRAP)
        glStencilFunc(GL_NOTEQUAL, 3, 255)

    def bitmap(self):
        rng = self.rng
        width, height = rng.integers(0, 21, 2).tolist()
        origin, move = rng.uniform(-9, 9, 2), rng.choice([0.0, 3.5, 9.0, -20.0], 2)
        glBitmap(width, height, *origin, *move, bits_of(rng, width, height))

    def triangle(self):
        glBegin(GL_TRIANGLES)
        for corner in self.rng.uniform(-1, 1, (3, 2)):
            glVertex2f(*corner)
        glEnd()

    def between(self):
        rng = self.rng
        [
            lambda: glRasterPos3f(*rng.uniform(-1.1, 1.1, 3)),
            lambda: glWindowPos2f(*rng.uniform(0, SIZE, 2)),
            lambda: glWindowPos2f(*rng.uniform(0, SIZE, 2)),
            lambda: (glColor4f(*rng.random(4)), glWindowPos3f(*rng.uniform(0, SIZE, 2), 0.5)),
            lambda: glRotatef(30, 0, 0, 1),
            lambda: rng.choice([glEnable, glDisable])(GL_BLEND),
            lambda: rng.choice([glEnable, glDisable])(int(rng.choice([
                GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_COLOR_LOGIC_OP,
                GL_FRAGMENT_PROGRAM_ARB, GL_FOG, GL_ALPHA_TEST,
            ]))),
            lambda: glScissor(*rng.integers(0, 20, 2).tolist(), 15, 18),
            lambda: glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *rng.random(4)),
            self.triangle,
            self.triangle,
            lambda: glRectf(*rng.uniform(-1, 1, 4)),
            lambda: glDrawPixels(3, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, bytes(range(0, 240, 40))),
            lambda: glPixelStorei(GL_UNPACK_LSB_FIRST, int(rng.integers(2))),
            lambda: glClear(GL_DEPTH_BUFFER_BIT),
        ][rng.integers(15)]()  # fmt: skip

    def run(self):
        seen = []
        for step in range(150):
            self.bitmap()
            self.then()
            if self.rng.integers(2):
                self.between()
                self.then()
            if step % 70 == 69:
                seen.append(bytes(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE)))
        seen.append(bytes(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE)))
        return seen


@pytest.mark.parametrize("textured", [False, True])
@pytest.mark.parametrize("seed", [7, 8])
def test_batching_is_not_visible(seed, textured):
    """In a window, or in a texture; drawn at once by the eager machine, too."""
    print("seed", seed)
    pictures = []
    for machine, threads, then in (
        ("llvm", 2, lambda: None), ("llvm", 1, glFlush), ("eager", 1, glFlush),
    ):  # fmt: skip
        Context(SIZE, SIZE, machine=machine, threads=threads)
        if textured:
            framebuffer()
            attach_texture("color0", texture(width=SIZE, height=SIZE))
        pictures.append(Scene(seed, then).run())
    assert pictures[0] == pictures[1] == pictures[2]
    assert len(set(pictures[0])) == 3


@pytest.fixture
def drawn(monkeypatch):
    """The sizes of the rectangles that are drawn."""
    sizes, draw = [], batch_bitmaps.draw_rectangle

    def noted(engine, frame, call, threads):
        sizes.append(call.size)
        draw(engine, frame, call, threads)

    monkeypatch.setattr(batch_bitmaps, "draw_rectangle", noted)
    return sizes


def write(count, step=9):
    """Characters of 8x13, one beside the other."""
    for _ in range(count):
        glBitmap(8, 13, 0, 2, step, 0, bytes([0xFF] * 13))


@pytest.mark.parametrize("textured", [False, True])
def test_a_line_is_one_image(textured, drawn):
    """A line drawn to a texture is one image, though the texture changes at its first character."""
    Context(200, 60)
    if textured:
        framebuffer()
        attach_texture("color0", texture(width=200, height=60))
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glWindowPos2i(10, 30)
    write(15)
    glColor3f(1, 0, 0)  # of what comes behind the next raster position
    write(3)
    assert drawn == []
    pixels = glReadPixels(0, 0, 200, 60, GL_RED, GL_UNSIGNED_BYTE)
    assert drawn == [(9 * 18 - 1, 13)]
    rows, columns = np.nonzero(np.frombuffer(pixels, np.uint8).reshape(60, 200))
    assert len(rows) == 18 * 8 * 13 and columns.min() == 10 and columns.max() == 9 + 9 * 18 - 1


@pytest.mark.parametrize(
    ("between", "sizes"),
    [
        (lambda: glWindowPos2i(10, 40), [(26, 27)]),
        (lambda: glWindowPos2i(12, 31), [(28, 18), (28, 18)]),  # they meet
        (lambda: (glColor3f(1, 0, 0), glWindowPos2i(10, 40)), [(26, 13)] * 2),
        (lambda: (glEnable(GL_BLEND), glWindowPos2i(10, 40)), [(26, 13)] * 2),
        (lambda: (glRectf(0, 0, 1, 1), glWindowPos2i(10, 40)), [(26, 13)] * 2),
        (lambda: (glPixelStorei(GL_PACK_ALIGNMENT, 1), glWindowPos2i(10, 40)), [(26, 27)]),
        (lambda: glWindowPos2i(170, 5), [(26, 13)] * 2),  # far away
    ],
)  # fmt: skip
def test_what_goes_together(between, sizes, drawn, tuned):
    tuned(MAX_SMALL_JOINED_PIXELS=0)
    Context(200, 60)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glWindowPos2i(10, 26)
    write(3)
    between()
    write(3)
    glFinish()
    assert drawn == sizes


def test_a_batch_of_bitmaps_is_full(drawn, tuned):
    """A batch has no more pixels than vertices."""
    tuned(MAX_BATCH_VERTICES=250)
    context = Context(200, 60)
    context.batch.flush()
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glWindowPos2i(10, 26)
    write(5)
    glBitmap(40, 10, 0, 0, 0, 0, bytes(50))
    glFinish()
    assert drawn == [(17, 13), (17, 13), (8, 13), (40, 10)]


def test_many_are_joined_as_they_lie():
    """Each pixel as often as bitmaps have it, and in their order."""
    seed = 3
    rng = np.random.default_rng(seed)
    print("seed", seed)
    for _ in range(60):
        given = [
            Bitmap(
                *rng.integers(-9, 60, 2).tolist(),
                rng.integers(0, 2, rng.integers(0, 12, 2), np.uint8),
            ).within(50, 45)
            for _ in range(rng.integers(1, 20))
        ]
        expected, found = np.zeros((2, 45, 50), int)
        for x, y, bits in given:
            expected[y : y + bits.shape[0], x : x + bits.shape[1]] += bits
        several = list(joined(given))
        for x, y, bits in several:
            assert bits.size and bits.max() <= 1
            found[y : y + bits.shape[0], x : x + bits.shape[1]] += bits
        assert (found == expected).all()
        assert len(several) <= sum(1 for each in given if each.bits.size)
