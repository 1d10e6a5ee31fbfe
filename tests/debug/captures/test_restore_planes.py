"""Contents of the window, renderbuffers and queries from before a capture begins."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, gl
from softgl.formats import host
from softgl.gl.api import enums
from softgl.gl.framebuffers.renderbuffers import FORMATS
from softgl.gl.textures.multisample_textures import MultisampleTexture
from tests.debug.captures.test_capture import SIZE, draw, pixels
from tests.debug.captures.test_restore import restored

SEED = 4512
POINTS = {"depth": gl.GL_DEPTH_ATTACHMENT, "stencil": gl.GL_STENCIL_ATTACHMENT}


@pytest.fixture(params=[0, 4])
def context(request):
    with Context(SIZE, SIZE, machine="eager", samples=request.param) as made:
        yield made


def planes_of(context):
    """The words of all planes of the window, of renderbuffers and multisample textures."""
    found = dict(enumerate(context.framebuffers.planes.planes))
    for name, texture in context.texturing.objects.items():
        if isinstance(texture, MultisampleTexture):
            for layer in range(texture.layers):
                planes = texture.planes(layer).items()
                found |= {("texture", name, layer, kind): plane for kind, plane in planes}
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
    """Bit for bit, with numbers that are negative, beyond 1, or integers."""
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
    """Gives a plane random contents that a draw could have left."""
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


@pytest.mark.parametrize("deleted", [False, True])
def test_multisample_textures(tmp_path, deleted):
    """Every sample of every layer, attached to framebuffers, and the sample mask."""
    with Context(SIZE, SIZE, machine="eager") as context:
        flat, layered = gl.GL_TEXTURE_2D_MULTISAMPLE, gl.GL_TEXTURE_2D_MULTISAMPLE_ARRAY
        names = [int(name) for name in gl.glGenTextures(4)]
        gl.glBindTexture(flat, names[0])
        gl.glTexImage2DMultisample(flat, 4, gl.GL_RGBA8, SIZE, SIZE, False)
        gl.glBindTexture(flat, names[1])
        gl.glTexImage2DMultisample(flat, 4, gl.GL_DEPTH24_STENCIL8, SIZE, SIZE, False)
        gl.glBindTexture(layered, names[2])
        gl.glTexImage3DMultisample(layered, 2, gl.GL_RGB16, SIZE, SIZE, 3, True)
        gl.glBindTexture(flat, names[3])  # without an image
        frames = [int(name) for name in gl.glGenFramebuffers(3)]
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, frames[0])
        for point, name in (
            (gl.GL_COLOR_ATTACHMENT0, names[0]), (gl.GL_DEPTH_ATTACHMENT, names[1]),
            (gl.GL_STENCIL_ATTACHMENT, names[1]),
        ):  # fmt: skip
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, point, flat, name, 0)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        draw_edges()
        for frame, layer in ((frames[1], 0), (frames[1], 2)):
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, frame)
            where = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
            gl.glFramebufferTextureLayer(*where, names[2], 0, layer)
            draw_edges()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, frames[2])
        gl.glFramebufferTextureEXT(*where, names[2], 0)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glEnable(gl.GL_SAMPLE_MASK)
        gl.glSampleMaski(0, 0xF0F0F0F0)
        if deleted:
            gl.glDeleteTextures(1, [names[0]])

        def show():
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, frames[0])
            place = 0, 0, SIZE, SIZE
            gl.glBlitFramebuffer(*place, *place, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)

        before = planes_of(context)
        other = restored(context, tmp_path / "frame.softgl", show)
        after = planes_of(other)
        assert {name: after[name] for name in before if name != 0} == {
            name: words for name, words in before.items() if name != 0
        }
        assert len(np.unique(pixels(other))) > 5
        assert other.multisample.mask_value == 0xF0F0F0F0
        if not deleted:
            other.make_current()
            gl.glBindTexture(flat, names[0])
            pname = gl.GL_TEXTURE_FIXED_SAMPLE_LOCATIONS
            assert gl.glGetTexLevelParameteriv(flat, 0, pname) == 0
