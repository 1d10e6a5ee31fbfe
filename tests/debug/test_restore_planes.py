"""Contents of the window, renderbuffers and queries from before a capture begins."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import gl
from softgl.formats import host
from softgl.gl.api import enums
from softgl.gl.context import Context
from softgl.gl.framebuffers.renderbuffers import FORMATS
from tests.debug.test_capture import SIZE, draw, pixels
from tests.debug.test_restore import restored

SEED = 4512
POINTS = {"depth": gl.GL_DEPTH_ATTACHMENT, "stencil": gl.GL_STENCIL_ATTACHMENT}


@pytest.fixture(params=[0, 4])
def context(request):
    with Context(SIZE, SIZE, machine="eager", samples=request.param) as made:
        yield made


def planes_of(context):
    """The words of all planes of the window and of renderbuffers."""
    found = dict(enumerate(context.framebuffers.planes.planes))
    for name, buffer in context.framebuffers.renderbuffers.items():
        found |= {(name, kind): plane for kind, plane in buffer.planes.items()}
    return {name: plane.data.tobytes() for name, plane in found.items()}


def draw_edges():
    """Shapes that cover some samples of pixels, in colours, depths and stencil indices."""
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_STENCIL_TEST)
    gl.glStencilOp(gl.GL_KEEP, gl.GL_INCR, gl.GL_REPLACE)
    for number in range(1, 5):
        gl.glStencilFunc(gl.GL_ALWAYS, 37 * number, 255)
        gl.glRotatef(29, 0.1, 0.2, 1)
        draw(-0.3, (0.2 * number, 1 - 0.2 * number, 0.3))
    gl.glDisable(gl.GL_DEPTH_TEST)
    gl.glDisable(gl.GL_STENCIL_TEST)


def test_every_sample_of_the_window(context, tmp_path):
    draw_edges()

    def calls():
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
        gl.glRectf(-0.55, -0.55, 0.43, 0.43)

    other = restored(context, tmp_path / "frame.softgl", calls)
    assert planes_of(other) == planes_of(context)


@pytest.mark.parametrize("buffers", [(gl.GL_NONE,), (gl.GL_BACK_LEFT, gl.GL_NONE), (gl.GL_BACK,)])
def test_a_window_that_nothing_is_drawn_to(context, tmp_path, buffers):
    draw_edges()
    gl.glDrawBuffers(len(buffers), buffers) if len(buffers) > 1 else gl.glDrawBuffer(buffers[0])
    gl.glReadBuffer(gl.GL_NONE)
    restored(context, tmp_path / "frame.softgl", lambda: draw(0.1))


def test_the_accumulation_buffer(context, tmp_path):
    """All 16 bits of it, below zero too."""
    rng = np.random.default_rng(SEED)
    print("seed", SEED)
    for value in (0.7, -1.3, 0.0123):
        pixels_ = rng.integers(0, 256, (SIZE, SIZE, 4), np.uint8)
        gl.glWindowPos2i(0, 0)
        gl.glDrawPixels(SIZE, SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels_)
        gl.glAccum(gl.GL_ACCUM, value)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    before = context.framebuffers.accumulated.data.copy()
    assert len(np.unique(before)) > 100
    other = restored(context, tmp_path / "frame.softgl", lambda: gl.glAccum(gl.GL_RETURN, -1.0))
    assert np.array_equal(other.framebuffers.accumulated.data, before)
    assert len(np.unique(pixels(context))) > 10


@pytest.mark.parametrize("samples", [0, 2])
def test_renderbuffers_of_every_format(tmp_path, samples):
    """Bit for bit, with what is negative, beyond 1, or an integer."""
    with Context(SIZE, SIZE, machine="eager") as context:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
        gl.glGenRenderbuffers(len(FORMATS))
        rng = np.random.default_rng(SEED)
        print("seed", SEED)
        for name, format_ in enumerate(FORMATS, 1):
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name)
            gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, samples, format_, 5, 3)
            buffer = context.framebuffers.renderbuffers[name]
            for kind, plane in buffer.planes.items() if may_be_drawn_to(name, buffer) else ():
                for sample in plane.sample_planes:
                    fill(sample, kind, rng)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        other = restored(context, tmp_path / "frame.softgl", draw)
        before, after = planes_of(context), planes_of(other)
        wrong = [name for name, words in before.items() if after[name] != words]
        assert not wrong, [enums.name_of(list(FORMATS)[name - 1]) for name, _ in wrong]


def may_be_drawn_to(name, buffer) -> bool:
    """True if a framebuffer with a renderbuffer is complete."""
    for kind in ("color", "depth", "stencil"):
        at = gl.GL_COLOR_ATTACHMENT0 if kind == "color" else POINTS[kind]
        given = name if kind in buffer.planes else 0
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, at, gl.GL_RENDERBUFFER, given)
    gl.glDrawBuffer(gl.GL_COLOR_ATTACHMENT0 if "color" in buffer.planes else gl.GL_NONE)
    gl.glReadBuffer(gl.GL_NONE)
    status = gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)
    for at in (gl.GL_COLOR_ATTACHMENT0, *POINTS.values()):
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, at, gl.GL_RENDERBUFFER, 0)
    return status == gl.GL_FRAMEBUFFER_COMPLETE


def fill(plane, kind, rng):
    """Give a plane random contents that something could have drawn."""
    if kind == "stencil":
        plane.write(0, 0, rng.integers(0, 256, (1, plane.height, plane.width), np.uint8))
        return
    if kind == "depth":
        depths = rng.random((1, plane.height, plane.width)).astype(np.float32)
        words = depths.view(np.uint32)
        if plane.format != "depth32f":
            bits = int(plane.format.removeprefix("depth"))
            words = (depths * (2**bits - 1)).astype(np.uint32)
        plane.write(0, 0, words)
        return
    shape = plane.height, plane.width, 4
    if plane.storage.integer:
        low = -100 if plane.storage.signed else 0
        colors = rng.integers(low, 100, shape).astype(np.int32 if low else np.uint32)
    else:
        colors = rng.uniform(-1.5, 1.5, shape).astype(np.float32)
    words = host.pack_colors(plane.format, colors)
    plane.write(0, 0, words.transpose(2, 0, 1))


def test_conditional_rendering(context, tmp_path):
    """Draws under queries from before; one of them has counted samples."""
    for name in (1, 2, 3):
        gl.glBeginQuery(gl.GL_SAMPLES_PASSED, name)
        if name == 2:
            gl.glRectf(-0.25, -0.25, 0.25, 0.25)
        gl.glEndQuery(gl.GL_SAMPLES_PASSED)
    gl.glBeginQuery(gl.GL_PRIMITIVES_GENERATED, 4)
    gl.glEndQuery(gl.GL_PRIMITIVES_GENERATED)

    def calls():
        for name in (1, 2, 3):
            gl.glBeginConditionalRenderNV(name, gl.GL_QUERY_WAIT_NV)
            gl.glColor3f(0.3 * name, 0.5, 1)
            gl.glRectf(-1, -1, 0.3 * name, 0.5)
            gl.glEndConditionalRenderNV()

    other = restored(context, tmp_path / "frame.softgl", calls)
    for name in (1, 2, 3):
        results = [each.queries.objects[name].result for each in (context, other)]
        assert results[0] == results[1], results
