"""Kernels move the same pixels as the host, at every width, and no others."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.pixels import image_moves
from softgl.lanes import WIDTHS
from softgl.pipeline.images.pixel_kernels import Moves

SIZE = 45, 23
RNG = np.random.default_rng(8)
MEMORY = RNG.integers(0, 256, 1 << 16, np.uint8)
# Numbers that mean something to floats of 32 and of 16 bits.
FLOATS = (RNG.normal(size=1 << 14) * 0.7).astype(np.float32)
HALVES = FLOATS.astype(np.float16)
MEMORIES = {"FLOAT": FLOATS, "HALF_FLOAT": HALVES}
FORMATS = (
    "RGBA8 RGB8 LUMINANCE8_ALPHA8 RGBA16 SRGB8 RGBA8_SNORM RGBA16F_ARB RGB32F_ARB "
    "R11F_G11F_B10F RGB9_E5 DEPTH_COMPONENT24"
).split()


@pytest.fixture(params=WIDTHS)
def both(request, monkeypatch, tuned):
    """Two contexts, eager and of a width, with random bits in their planes; and their kernel calls.

    The latter moves all that it can by kernels, each row in a call of its own, in two threads.
    """
    before, runs = current.context, []
    tuned(MIN_KERNEL_COPIED=1, MIN_KERNEL_CONVERTED=1, MIN_KERNEL_IMAGE=1)
    tuned(MIN_MOVE_ELEMENTS=1, MAX_MOVE_ELEMENTS=1)
    run = Moves._run
    monkeypatch.setattr(Moves, "_run", lambda *given: runs.append(given[1]) or run(*given))
    contexts = [
        softgl.Context(*SIZE, machine="eager"),
        softgl.Context(*SIZE, machine="llvm", lanes=request.param, threads=2),
    ]
    for context in contexts:
        fill(context.framebuffers.planes)
    yield contexts, runs
    if before is not None:
        before.make_current()


def fill(frame):
    """Any bits in every plane."""
    rng = np.random.default_rng(3)
    for plane in (*frame.colors, frame.depth_plane, frame.stencil_plane):
        if plane is not None:
            plane.data[:] = rng.integers(0, 2**8, plane.data.shape, plane.data.dtype)
            if plane is frame.depth_plane:
                plane.data[:] = rng.integers(0, 2**24, plane.data.shape)


def alike(both, function, kernels):
    """Checks that both contexts give the same, with this number of kinds of kernels; returns it."""
    contexts, runs = both
    results, seen = [], []
    for context in contexts:
        context.make_current()
        runs.clear()
        results.append([np.asarray(each).tobytes() for each in function(context)])
        seen.append(len(set(runs)))
    for number, (one, other) in enumerate(zip(*results, strict=True)):
        assert one == other, number
    assert seen[0] == 0
    assert seen[1] == kernels


def enum(name):
    return globals()[f"GL_{name}"]


READ = """RGBA:UNSIGNED_BYTE BGRA:UNSIGNED_BYTE RGB:UNSIGNED_BYTE RG:UNSIGNED_BYTE
    ABGR_EXT:UNSIGNED_SHORT RGBA:FLOAT RGB:FLOAT ALPHA:HALF_FLOAT RGB:UNSIGNED_SHORT_5_6_5
    BGRA:UNSIGNED_INT_8_8_8_8_REV RGB:UNSIGNED_INT_5_9_9_9_REV
    DEPTH_COMPONENT:FLOAT DEPTH_COMPONENT:UNSIGNED_INT DEPTH_COMPONENT:UNSIGNED_SHORT""".split()


# Rectangles of whole blocks from side to side, and others; and of how many kinds one is read.
PLACES = {(0, 0, 44, 23): 1, (4, 3, 36, 18): 1, (-4, -1, 48, 30): 1, (-2, 2, 60, 5): 5}


def test_read_back(both):
    """Into rows that begin anywhere, from the edges too, into buffer objects, and swapped."""

    def read(context):
        for modes in ({}, {"ALIGNMENT": 1, "SKIP_PIXELS": 1}, {"ROW_LENGTH": 50, "ALIGNMENT": 8}):
            for name in ("ALIGNMENT", "SKIP_PIXELS", "ROW_LENGTH"):
                glPixelStorei(enum(f"PACK_{name}"), modes.get(name, 4 * (name == "ALIGNMENT")))
            for place, every in PLACES.items():
                for words in READ[len(modes) :: 3] if modes else READ[::every]:
                    memory = np.full(1 << 16, 7, np.uint8)
                    glReadPixels(*place, *map(enum, words.split(":")), memory.data)
                    yield memory
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 1)
        glBufferData(GL_PIXEL_PACK_BUFFER, bytes(20000), GL_STREAM_READ)
        for offset in (0, 1):  # at 1, words are not aligned
            glReadPixels(1, 1, 40, 20, GL_BGRA, GL_UNSIGNED_BYTE, offset)
        yield glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 20000)
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0)
        glPixelStorei(GL_PACK_SWAP_BYTES, 1)
        yield glReadPixels(0, 0, *SIZE, GL_RGBA, GL_FLOAT)
        glPixelTransferf(GL_RED_SCALE, 0.5)
        yield glReadPixels(0, 0, *SIZE, GL_RGBA, GL_FLOAT)

    alike(both, read, kernels=14 + 7)


UPLOADS = (
    ("RGBA", "UNSIGNED_BYTE"),
    ("RGB", "UNSIGNED_BYTE"),
    ("BGRA", "UNSIGNED_SHORT_4_4_4_4_REV"),
    ("LUMINANCE_ALPHA", "UNSIGNED_SHORT"),
    ("RGB", "HALF_FLOAT"),
    ("RGBA", "FLOAT"),
    ("RGBA", "SHORT"),
)


def test_textures(both):
    """Specified, copied from the framebuffer, reduced, and returned, in every kind of storage."""

    def textures(context):
        for number, name in enumerate(FORMATS):
            depths = name.startswith("DEPTH")
            format_, type_ = UPLOADS[number % len(UPLOADS)]
            words = enum("DEPTH_COMPONENT" if depths else format_), enum(type_)
            pixels = MEMORIES.get(type_, MEMORY)
            glBindTexture(GL_TEXTURE_2D, number + 1)
            # Rows of floats beyond the edge of a row before; the half of mipmaps has no even side.
            glPixelStorei(GL_UNPACK_ROW_LENGTH, 45 * (number % 2))
            glTexImage2D(GL_TEXTURE_2D, 0, enum(name), 36, 20, 0, *words, pixels)
            texture = context.texturing.objects[number + 1]
            yield texture.image(0).texels.copy()
            glTexSubImage2D(GL_TEXTURE_2D, 0, 5, 3, 17, 2, *words, pixels[64:])
            glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 3, 1, 33, 16)
            glGenerateMipmap(GL_TEXTURE_2D)
            yield texture.image(1).texels
            yield texture.sampled()[1]["texels"].copy()
            # What is packed is written at once.
            glTexSubImage2D(GL_TEXTURE_2D, 0, 3, 2, 20, 9, *words, pixels[60:])
            yield texture.sampled()[1]["texels"].copy()
            glTexImage2D(GL_TEXTURE_2D, 0, enum(name), 36, 20, 0, *words, pixels[32:])
            yield texture.sampled()[1]["texels"]
            returned = words[0] if depths else (GL_RGBA, GL_BGR, GL_LUMINANCE)[number % 3]
            type_ = (GL_FLOAT, GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_BYTE)[number % 4]
            yield glGetTexImage(GL_TEXTURE_2D, 0, returned, type_)
        glTexImage3D(GL_TEXTURE_3D, 0, GL_RGB16, 3, 5, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, MEMORY)
        yield glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_SHORT)

    alike(both, textures, kernels=37)


def attached(format_, number, target):
    """A renderbuffer of a format, the size of the window, in a framebuffer object."""
    glBindFramebufferEXT(target, number)
    glBindRenderbufferEXT(GL_RENDERBUFFER, number)
    glRenderbufferStorage(GL_RENDERBUFFER, format_, *SIZE)
    point = GL_DEPTH_STENCIL_ATTACHMENT if format_ == GL_DEPTH24_STENCIL8 else GL_COLOR_ATTACHMENT0
    glFramebufferRenderbuffer(target, point, GL_RENDERBUFFER, number)


BLITS = (((0, 0, 45, 23), (0, 0, 45, 23)), ((3, 20, 40, 1), (41, 2, 2, 22)), ((9, 9, 12, 11),) * 2)


def test_blits(both):
    """Between formats and of the same one; as large, turned over, and mixed; some of no kernel."""

    def blits(context):
        formats = (GL_RGBA8, GL_RGB8), (GL_RGBA16, GL_RGBA8), (GL_RGBA16F, GL_R11F_G11F_B10F)
        for source, target in formats:
            attached(source, 1, GL_READ_FRAMEBUFFER)
            attached(target, 2, GL_DRAW_FRAMEBUFFER)
            fill(context.read_framebuffer)
            for taken, shown in BLITS:
                for filter_ in (GL_NEAREST, GL_LINEAR):
                    glBlitFramebuffer(*taken, *shown, GL_COLOR_BUFFER_BIT, filter_)
                    yield context.framebuffer.colors[0].read(0, 0, *SIZE)
            # The planes are the same.
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 1)
            glBlitFramebuffer(0, 0, 30, 20, 5, 3, 45, 23, GL_COLOR_BUFFER_BIT, GL_LINEAR)
            yield context.framebuffer.colors[0].read(0, 0, *SIZE)
        attached(GL_DEPTH24_STENCIL8, 3, GL_FRAMEBUFFER)
        glDrawBuffer(GL_NONE)
        glReadBuffer(GL_NONE)
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
        bits = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT
        glBlitFramebuffer(0, 0, 40, 23, 44, 1, 2, 20, bits, GL_NEAREST)
        yield context.framebuffer.depth_plane.read(0, 0, *SIZE)
        yield context.framebuffer.stencil_plane.read(0, 0, *SIZE)

    alike(both, blits, kernels=8)


def test_accumulation(both):
    """Every operation, in all of the window and within a box; through masks."""

    def accumulate(context):
        for box, mask in (((0, 0, *SIZE), (1, 1, 1, 1)), ((7, 3, 30, 18), (1, 0, 1, 0))):
            glEnable(GL_SCISSOR_TEST)
            glScissor(*box)
            glColorMask(*mask)
            for op, value in (
                (GL_LOAD, 0.7), (GL_ACCUM, -1.3), (GL_ADD, 0.1), (GL_MULT, 0.9), (GL_RETURN, 1.2),
                (GL_ACCUM, float("inf")), (GL_MULT, 0.0),
            ):  # fmt: skip
                glAccum(op, value)
                yield context.framebuffers.accumulated.read(0, 0, *SIZE)
                yield context.framebuffer.colors[0].read(0, 0, *SIZE)

    alike(both, accumulate, kernels=6)


def test_kernels_are_for_many(both, tuned):
    """A few pixels compile nothing, however often they are read, until they have become many."""
    (_, context), runs = both
    context.make_current()
    tuned(MIN_KERNEL_CONVERTED=5000)
    for reads, expected in ((4, 0), (2, 2)):
        for _ in range(reads):
            glReadPixels(0, 0, *SIZE, GL_BGRA, GL_UNSIGNED_BYTE)
        assert len(runs) == expected


ALIKE = (
    ("RGBA8", "RGBA", "UNSIGNED_BYTE"), ("RGBA8", "RGBA", "UNSIGNED_INT_8_8_8_8_REV"),
    ("RGBA32F_ARB", "RGBA", "FLOAT"), ("RGBA16UI_EXT", "RGBA_INTEGER_EXT", "UNSIGNED_SHORT"),
    ("DEPTH_COMPONENT32", "DEPTH_COMPONENT", "UNSIGNED_INT"),
)  # fmt: skip


@pytest.mark.parametrize("words", ALIKE, ids="-".join)
@pytest.mark.parametrize("modes", [{}, {"SWAP_BYTES": 1}, {"SKIP_PIXELS": 2}, {"ROW_LENGTH": 9}])
def test_memory_that_is_as_texels_are(context, monkeypatch, tuned, words, modes):
    """Images without gaps, or with some, at any address; with more memory than they need."""
    memory = MEMORY.view(np.float32) if words[2] == "FLOAT" else MEMORY
    odd = memoryview(MEMORY.tobytes())[1:]
    internal, *form = map(enum, words)

    def images():
        for mode, value in modes.items():
            glPixelStorei(enum(f"UNPACK_{mode}"), value)
        for pixels in (memory, odd):
            glTexImage2D(GL_TEXTURE_2D, 0, internal, 8, 6, 0, *form, pixels)
            glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 3, 5, 2, *form, pixels[8:])
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 2, 8, 3, *form, pixels[16:])
            yield context.texturing.current.bound["2D"].image(0).texels.tolist()
            if "DEPTH" not in words[1]:
                glTexImage3D(GL_TEXTURE_3D, 0, internal, 4, 3, 2, 0, *form, pixels)
                yield context.texturing.current.bound["3D"].image(0).texels.tolist()

    by_the_host = list(images())
    tuned(MIN_KERNEL_IMAGE=0)
    assert list(images()) == by_the_host
    if modes in ({}, {"SKIP_PIXELS": 2}):  # one copy
        monkeypatch.setattr(image_moves, "_moved", pytest.fail)
        glTexImage2D(GL_TEXTURE_2D, 0, internal, 8, 6, 0, *form, memory)
