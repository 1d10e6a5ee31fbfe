"""Planes that are cleared tile by tile: no command sees anything of it."""

import numpy as np
import pytest

import softgl
from softgl.gl import *
from tests.gl.attachments import attach_texture, framebuffer, texture

SIZE = 150


def pixels():
    return glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE)


def triangles(invisible=0):
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE)
    glEnable(GL_DEPTH_TEST)
    corners = np.zeros((3 + 3 * invisible, 3), np.float32)
    corners[:3] = [-1, -1, 0.2], [1, -1, -0.4], [-1, 1, 0.7]
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, 0, corners)
    glColor4f(0.25, 0.125, 0.5, 0.25)
    glDrawArrays(GL_TRIANGLES, 0, len(corners))
    return pixels()


def in_layers_of_draws():
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_XOR)
    triangles()
    glColor3f(1, 1, 0)
    glRectf(-0.5, -0.5, 0.9, 0.9)
    return pixels()


def copied():
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 16, 16, 0)
    return glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)


def blitted():
    frame = attached()
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
    glBlitFramebuffer(2, 2, 20, 20, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame)
    return pixels()


def accumulated():
    glAccum(GL_LOAD, 0.5)
    glAccum(GL_RETURN, 0.25)
    return pixels()


def rectangle():
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE)
    glRasterPos2f(-0.5, -0.5)
    glDrawPixels(7, 5, GL_RGB, GL_FLOAT, np.full((5, 7, 3), 0.2, np.float32))
    glCopyPixels(0, 0, 9, 9, GL_COLOR)
    return pixels()


def cleared_again():
    glEnable(GL_SCISSOR_TEST)
    glScissor(3, 5, 11, 9)
    glColorMask(True, False, True, True)
    glClearColor(1, 1, 0, 0.5)
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    return pixels()


def attached():
    """The name of a framebuffer object with a texture, which is bound."""
    image, frame = texture(width=SIZE, height=SIZE), framebuffer()
    attach_texture("color0", image)
    return frame


def sampled():
    attached()
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glEnable(GL_TEXTURE_2D)
    triangles()
    return pixels()


def resolved():
    for target, samples in ((GL_READ_FRAMEBUFFER, 4), (GL_DRAW_FRAMEBUFFER, 0)):
        glBindFramebuffer(target, glGenFramebuffers(1))
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, SIZE, SIZE)
        binding = glGetIntegerv(GL_RENDERBUFFER_BINDING)
        glFramebufferRenderbuffer(target, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, binding)
    read, drawn = map(glGetIntegerv, (GL_READ_FRAMEBUFFER_BINDING, GL_DRAW_FRAMEBUFFER_BINDING))
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, read)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, drawn)
    area = 0, 0, SIZE, SIZE
    glBlitFramebuffer(*area, *area, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn)
    return pixels()


READERS = [
    pixels,
    lambda: glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_FLOAT),
    lambda: glReadPixels(0, 0, SIZE, SIZE, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE),
    lambda: softgl.current_context().read_image().tobytes(),
    triangles,
    lambda: triangles(20_000),  # which do not wait for others
    in_layers_of_draws,
    copied,
    blitted,
    accumulated,
    rectangle,
    cleared_again,
    sampled,
    resolved,
]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_no_command_sees_what_is_not_cleared_yet(machine, cleared_by_tiles):
    for read in READERS:
        seen = []
        for settled, threads in ((True, 1), (False, 1), (False, 2)):
            context = softgl.Context(SIZE, SIZE, machine=machine, threads=threads)
            triangles()
            glClearColor(0.2, 0.4, 0.6, 0.8)
            glClearDepth(0.5)
            glClearStencil(77)
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
            assert context.framebuffers.planes.colors[0].pending.all()
            if settled:
                context.framebuffers.planes.settle()
            seen.append(bytes(read()))
        assert any(seen[0]) and seen[0] == seen[1] == seen[2], read


def test_what_nobody_looks_at_is_not_set(cleared_by_tiles):
    """A draw sets the tiles that it may touch, of planes that it looks at; what reads, all."""
    context = softgl.Context(SIZE, SIZE, machine="llvm")
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    frame = context.framebuffers.planes
    glRectf(-1, -1, -0.5, 0)
    glFinish()
    assert frame.colors[0].pending.tolist() == [0, 1, 1, 0, 1, 1, 1, 1, 1]
    assert frame.depth_plane.pending.all() and frame.stencil_plane.pending.all()
    glEnable(GL_DEPTH_TEST)
    glColorMask(False, False, False, False)
    glRectf(0.5, 0.9, 0.6, 1)
    glFinish()
    assert frame.colors[0].pending.sum() == 7 and frame.depth_plane.pending.tolist() == [1] * 7 + [
        0,
        1,
    ]
    glReadPixels(0, 0, 1, 1, GL_RED, GL_FLOAT)
    assert not frame.colors[0].pending.any() and frame.depth_plane.pending.sum() == 8
    glClear(GL_COLOR_BUFFER_BIT)  # with no component to write
    assert not frame.colors[0].pending.any()


def random_frame(seed, at_once, machine, threads, tuned):
    """The words of all planes after clears, draws and copies, of whole planes and of parts."""
    tuned(MAX_IMMEDIATE_CLEAR=at_once)
    rng = np.random.default_rng(seed)
    context = softgl.Context(SIZE, SIZE - 7, machine=machine, threads=threads)
    frames = [0, attached()]
    for _ in range(12):
        glClearColor(*rng.random(4))
        glClearDepth(rng.random())
        for capability in (GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND):
            (glEnable if rng.random() < 0.4 else glDisable)(capability)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE)
        glStencilOp(GL_INCR_WRAP, GL_DECR_WRAP, GL_INCR_WRAP)
        glScissor(*rng.integers(-9, 90, 2).tolist(), *rng.integers(0, 99, 2).tolist())
        glColorMask(*(rng.random(4) < 0.8).tolist())
        glBindFramebuffer(GL_FRAMEBUFFER, frames[rng.integers(2)])
        match rng.integers(8):
            case 0 | 1 | 2:
                bits = GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT
                glClear(sum(bit for bit in bits if rng.random() < 0.7))
            case 3 | 4 | 5:
                corners = rng.uniform(-1, 1, (1, 3)) + rng.uniform(-0.4, 0.4, (9, 3))
                glColor4f(*rng.random(4))
                glBegin(GL_TRIANGLES)
                for corner in corners:
                    glVertex3f(*corner)
                glEnd()
            case 6:
                glCopyPixels(3, 5, 20, 30, GL_COLOR)
            case 7:
                glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT)
    seen = []
    for name in frames:
        glBindFramebuffer(GL_FRAMEBUFFER, name)
        planes = filter(None, context.framebuffers.drawing().planes)
        seen += [plane.read(0, 0, plane.width, plane.height).tobytes() for plane in planes]
    return seen


@pytest.mark.parametrize("seed", range(8))
def test_random_frames(seed, tuned):
    """Planes cleared at once and planes with pending clears hold the same bits."""
    expected = random_frame(seed, 1 << 20, "llvm", 1, tuned)
    for machine, threads in (("llvm", 1), ("llvm", 2), ("eager", 1)):
        assert random_frame(seed, 0, machine, threads, tuned) == expected
