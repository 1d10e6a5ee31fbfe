"""Multisampled renderbuffers: storage, completeness, resolving by blits, and errors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.tuning import limits
from tests.gl.attachments import (
    attach,
    attach_texture,
    code,
    framebuffer,
    renderbuffer,
    status,
    texture,
)

PLACE = (0, 0, 8, 8)
ALL = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT


def several(format_=GL_RGBA8, samples=4, size=(8, 8)):
    """A renderbuffer with several samples."""
    name = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format_, *size)
    return name


def parameter(word):
    return glGetRenderbufferParameteriv(GL_RENDERBUFFER, globals()[f"GL_RENDERBUFFER_{word}"])


def counts():
    return glGetIntegerv(GL_SAMPLES), glGetIntegerv(GL_SAMPLE_BUFFERS)


def blit(read, drawn, mask=GL_COLOR_BUFFER_BIT, source=PLACE, target=PLACE, filter_=GL_NEAREST):
    glBindFramebuffer(GL_READ_FRAMEBUFFER, read)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, drawn)
    glBlitFramebuffer(*source, *target, mask, filter_)


def samples_of(context, name, point=0):
    """The words of each sample of an attachment, (samples, words, height, width)."""
    glFinish()
    plane = context.framebuffers.objects[name].attachments[point].plane(point, False)
    return np.stack([own.read(0, 0, plane.width, plane.height) for own in plane.sample_planes])


def test_storage(context):
    assert glGetIntegerv(GL_MAX_SAMPLES) == 16
    # EXT_framebuffer_multisample, issue 2: "0 = single sample, 1 = minimum multisample".
    asked = {0: 0, 1: 2, 2: 2, 3: 4, 4: 4, 5: 8, 8: 8, 9: 16, 16: 16}
    for samples, given in asked.items():
        several(GL_RGB8, samples, (3, 2))
        words = ("SAMPLES", "COVERAGE_SAMPLES_NV", "COLOR_SAMPLES_NV", "WIDTH", "HEIGHT")
        assert [parameter(word) for word in words] == [given, given, given, 3, 2]
        assert parameter("INTERNAL_FORMAT") == GL_RGB8 and parameter("RED_SIZE") == 8
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 3, 2)
    assert parameter("SAMPLES") == 0
    modes = glGetIntegerv(GL_MULTISAMPLE_COVERAGE_MODES_NV)
    assert np.ravel(modes).tolist() == [2, 2, 4, 4, 8, 8, 16, 16]
    assert glGetIntegerv(GL_MAX_MULTISAMPLE_COVERAGE_MODES_NV) == 4
    storage = glRenderbufferStorageMultisampleCoverageNV
    for coverage, color, given in ((0, 0, 0), (3, 0, 4), (4, 1, 4), (5, 4, 8), (16, 16, 16)):
        storage(GL_RENDERBUFFER, coverage, color, GL_RGBA8, 4, 4)
        assert parameter("COVERAGE_SAMPLES_NV") == parameter("COLOR_SAMPLES_NV") == given


def test_refused_storage(context):
    several()
    for name, given in (
        (glRenderbufferStorageMultisample, [4]),
        (glRenderbufferStorageMultisampleEXT, [4]),
        (glRenderbufferStorageMultisampleCoverageNV, [4, 4]),
    ):
        few = [0] * len(given)
        for arguments, error in (
            # ARB_internalformat_query, "Errors"; the extension of coverage has INVALID_VALUE.
            ([17] * len(given), GL_INVALID_OPERATION if len(given) == 1 else GL_INVALID_VALUE),
            ([-1] * len(given), GL_INVALID_VALUE),
        ):
            assert code(name, GL_RENDERBUFFER, *arguments, GL_RGBA8, 4, 4) == error
        assert code(name, GL_TEXTURE_2D, *few, GL_RGBA8, 4, 4) == GL_INVALID_ENUM
        assert code(name, GL_RENDERBUFFER, *few, GL_COMPRESSED_RGB, 4, 4) == GL_INVALID_ENUM
        for size in ((8193, 4), (4, 8193), (-1, 4)):
            assert code(name, GL_RENDERBUFFER, *given, GL_RGBA8, *size) == GL_INVALID_VALUE
    storage = glRenderbufferStorageMultisampleCoverageNV
    assert code(storage, GL_RENDERBUFFER, 4, 5, GL_RGBA8, 4, 4) == GL_INVALID_VALUE
    assert code(storage, GL_RENDERBUFFER, 4, 17, GL_RGBA8, 4, 4) == GL_INVALID_VALUE
    # More words than kernels count.
    many = (GL_RENDERBUFFER, 16, GL_RGBA32F_ARB, 8192, 8192)
    assert code(glRenderbufferStorageMultisample, *many) == GL_OUT_OF_MEMORY
    assert [parameter(word) for word in ("SAMPLES", "WIDTH")] == [4, 8]
    glBindRenderbuffer(GL_RENDERBUFFER, 0)
    given = (GL_RENDERBUFFER, 4, GL_RGBA8, 4, 4)
    assert code(glRenderbufferStorageMultisample, *given) == GL_INVALID_OPERATION


def test_completeness_and_counts(context):
    assert counts() == (0, 0)
    framebuffer(color0=several(), depth=several(GL_DEPTH24_STENCIL8))
    assert status() == GL_FRAMEBUFFER_COMPLETE and counts() == (4, 1)
    attach("depth", several(GL_DEPTH_COMPONENT24, 8))
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE and counts() == (0, 0)
    assert code(glClear, GL_COLOR_BUFFER_BIT) == GL_INVALID_FRAMEBUFFER_OPERATION
    attach("depth", renderbuffer(GL_DEPTH_COMPONENT24))
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE
    attach("depth", 0)
    attach_texture("color1", texture())
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
    assert counts() == (0, 0)
    for asked, given in ((0, (0, 0)), (1, (0, 0)), (5, (8, 1)), (16, (16, 1))):
        Context(8, 8, machine="eager", samples=asked)
        assert counts() == given
    for samples in (-1, 17, 2.5, "4"):
        with pytest.raises(GLError):
            Context(8, 8, machine="eager", samples=samples)
    framebuffer(color0=renderbuffer(GL_RGBA8))
    assert counts() == (0, 0)


def test_depths_alone(context):
    """Without a draw buffer depths and stencil indices are drawn and cleared as ever."""
    both = several(GL_DEPTH24_STENCIL8)
    name = framebuffer(depth=both, stencil=both)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    assert status() == GL_FRAMEBUFFER_COMPLETE and counts() == (4, 1)
    glClearDepth(0.5)
    glClearStencil(3)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_STENCIL_TEST)
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR)
    glBegin(GL_TRIANGLES)
    for x, y in ((-1, -1), (1, -1), (-1, 1)):
        glVertex3f(x, y, -0.5)
    glEnd()
    depths, indices = (samples_of(context, name, point)[:, 0] for point in ("depth", "stencil"))
    assert set(np.unique(depths)) == {1 << 22, 1 << 23} and set(np.unique(indices)) == {3, 4}
    assert ((depths == 1 << 22) == (indices == 4)).all() and (depths[0] != depths[1]).any()


def test_what_reads_is_refused(context):
    """ReadPixels, CopyPixels, CopyTex{Sub}Image*: of framebuffer objects, not of the window."""
    texture()
    calls = (
        (glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE),
        (glReadPixels, 0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT),
        (glCopyPixels, 0, 0, 1, 1, GL_COLOR),
        (glCopyTexImage1D, GL_TEXTURE_1D, 0, GL_RGBA, 0, 0, 4, 0),
        (glCopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0),
        (glCopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4),
    )
    name = framebuffer(color0=several(), depth=several(GL_DEPTH_COMPONENT24))
    for call in calls:
        assert code(*call) == GL_INVALID_OPERATION, call
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4))
    attach("depth", several(GL_DEPTH_COMPONENT24, 2))
    for call in calls:
        assert code(*call) == GL_INVALID_FRAMEBUFFER_OPERATION, call
    Context(8, 8, machine="eager", samples=4)
    texture()
    for call in calls:
        call[0](*call[1:])
    assert name


@pytest.fixture
def pair(context):
    """Two framebuffer objects: of four samples, all different, and of one."""
    read = framebuffer(color0=several(), depth=(both := several(GL_DEPTH24_STENCIL8)), stencil=both)
    rng = np.random.default_rng(1)
    for image in context.framebuffers.renderbuffers.values():
        for plane in image.planes.values():
            limit = 2**24 if plane.data.itemsize == 4 else 256
            plane.data[:] = rng.integers(0, limit, plane.data.shape)
    both = renderbuffer(GL_DEPTH24_STENCIL8)
    return read, framebuffer(color0=renderbuffer(GL_RGBA8), depth=both, stencil=both)


def bytes_of(words):
    """The components of words of RGBA8: (..., 4) integers."""
    return np.ascontiguousarray(words).view(np.uint8).reshape(*words.shape, 4).astype(int)


def test_blits_resolve(context, pair):
    """Colours are averaged, halves upwards; depths and indices are those of the first sample."""
    read, drawn = pair
    blit(read, drawn, ALL)
    colors = bytes_of(samples_of(context, read)[:, 0])
    found = bytes_of(samples_of(context, drawn)[0, 0])
    assert (found == (colors.sum(axis=0) + 2) >> 2).all()
    for point in ("depth", "stencil"):
        own = samples_of(context, read, point)
        assert (samples_of(context, drawn, point)[0] == own[0]).all() and (own[0] != own[1]).any()
    # A part, turned over; the scissor applies.
    glClearColor(0, 0, 0, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    glScissor(0, 0, 3, 8)
    glEnable(GL_SCISSOR_TEST)
    blit(read, drawn, source=(1, 2, 5, 6), target=(4, 7, 0, 3), filter_=GL_LINEAR)
    glDisable(GL_SCISSOR_TEST)
    wanted = np.zeros_like(found)
    wanted[3:7, :4] = found[2:6, 1:5][::-1, ::-1]
    wanted[:, 3:] = 0
    assert (bytes_of(samples_of(context, drawn)[0, 0]) == wanted).all()


def test_blits_copy_and_replicate(context, pair):
    read, single = pair
    both = several(GL_DEPTH24_STENCIL8)
    drawn = framebuffer(color0=several(), depth=both, stencil=both)
    blit(read, drawn, ALL, (0, 0, 8, 8), (8, 0, 0, 8))
    for point in (0, "depth", "stencil"):
        copied = samples_of(context, drawn, point)
        assert (copied == samples_of(context, read, point)[..., ::-1]).all()
    blit(read, single, ALL)
    blit(single, drawn, ALL)
    for point in (0, "depth", "stencil"):
        copied = samples_of(context, drawn, point)
        assert (copied == samples_of(context, single, point)).all()


def test_refused_blits(context, pair):
    read, drawn = pair
    other = framebuffer(color0=several(samples=8))
    whole = framebuffer(color0=several(GL_RGBA8UI_EXT))
    opaque, stretched = framebuffer(color0=renderbuffer(GL_RGB8)), (0, 0, 8, 4)
    before = samples_of(context, drawn).copy()
    for given in (
        (read, other), (other, read),  # different numbers of samples
        (read, whole), (whole, opaque),  # different kinds of numbers
        (read, drawn, GL_COLOR_BUFFER_BIT, PLACE, stretched),
        (drawn, read, GL_COLOR_BUFFER_BIT, stretched, PLACE),
        (read, drawn, GL_COLOR_BUFFER_BIT, PLACE, (0, 0, 8, 9)),
        # Whatever the mask.
        (read, other, GL_STENCIL_BUFFER_BIT), (read, drawn, 0, PLACE, stretched),
    ):  # fmt: skip
        assert code(blit, *given) == GL_INVALID_OPERATION, given
    assert (samples_of(context, drawn) == before).all()
    # The formats of what is not copied may differ.
    blit(read, opaque, GL_DEPTH_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    blit(read, 0)
    blit(0, read)


def test_blits_of_samples_convert(context, pair):
    """As OpenGL 4.4 has it, 18.3.1: the mean of floats becomes bytes, of bytes floats."""
    drawn = pair[1]
    shown = {}
    for format_ in (GL_RGBA32F_ARB, GL_RGBA8):
        source = framebuffer(color0=several(format_), depth=several(GL_DEPTH_COMPONENT16))
        glClearColor(0.2, 0.4, 0.6, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        glColor4f(1, 0.25, 0, 1)
        glEnable(GL_SAMPLE_COVERAGE)
        glSampleCoverage(0.25, False)
        glRectf(-1, -1, 0.5, 1)
        glDisable(GL_SAMPLE_COVERAGE)
        for target in (GL_RGB8, GL_RGBA16F_ARB):
            blit(source, framebuffer(color0=renderbuffer(target)))
            glBindFramebuffer(GL_READ_FRAMEBUFFER, int(glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING)))
            shown[format_, target] = glReadPixels(0, 0, 8, 1, GL_RGB, GL_FLOAT).reshape(8, 3)
    mean = np.array([0.4, 0.3625, 0.45])
    for (source, target), found in shown.items():
        assert np.allclose(found[0], mean, atol=2 / 255), (source, target)
        assert np.allclose(found[7], [0.2, 0.4, 0.6], atol=2 / 255), (source, target)
    # To several samples from one, converted too.
    blit(framebuffer(color0=renderbuffer(GL_RGBA32F_ARB)), drawn)


def test_resolved_formats(context):
    """The mean of pixels drawn with sample coverage, in numbers of each format."""
    clear, shown = (0.2, 0.4, 0.9, 1.0), (0.7, 0.1, 0.25, 0.5)
    for format_, tolerance in (
        (GL_RGBA8, 1 / 255), (GL_RGB8, 1 / 255), (GL_RGBA16F_ARB, 1e-3), (GL_RGBA32F_ARB, 1e-6),
        (GL_RGB10_A2, 1 / 2000), (GL_RGB5, 1 / 30), (GL_R8, 1 / 255), (GL_RGBA16, 1e-4),
        (GL_R11F_G11F_B10F_EXT, 1 / 32),
    ):  # fmt: skip
        for samples in (2, 16):
            read = framebuffer(color0=several(format_, samples))
            glClearColor(*clear)
            glClear(GL_COLOR_BUFFER_BIT)
            glColor4f(*shown)
            glEnable(GL_SAMPLE_COVERAGE)
            glSampleCoverage(0.5, GL_FALSE)
            glRectf(-1, -1, 1, 1)
            glDisable(GL_SAMPLE_COVERAGE)
            drawn = framebuffer(color0=renderbuffer(format_))
            blit(read, drawn)
            glBindFramebuffer(GL_FRAMEBUFFER, drawn)
            found = glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT).ravel()
            wanted = (np.array(clear) + shown) / 2
            few = {GL_R8: 1, GL_RGB10_A2: 3}.get(format_, 4)
            if format_ in (GL_RGB8, GL_RGB5, GL_R11F_G11F_B10F_EXT):
                few = 3
            assert np.abs(found - wanted)[:few].max() <= tolerance, (format_, found)


def test_srgb_is_resolved_as_light(context):
    """Half of black and half of white is half of the light, 188, whatever FRAMEBUFFER_SRGB says."""
    read = framebuffer(color0=several(GL_SRGB8_ALPHA8_EXT, 2))
    drawn = framebuffer(color0=renderbuffer(GL_SRGB8_ALPHA8_EXT))
    glBindFramebuffer(GL_FRAMEBUFFER, read)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_SAMPLE_COVERAGE)
    glSampleCoverage(0.5, GL_TRUE)
    glRectf(-1, -1, 1, 1)
    for enable in (glDisable, glEnable):
        enable(GL_FRAMEBUFFER_SRGB_EXT)
        blit(read, drawn)
        assert bytes_of(samples_of(context, drawn)[0, 0])[2, 2].tolist() == [188, 188, 188, 128]


def test_kernels_resolve_as_the_host_does():
    """Bytes, floats of several words, and sRGB, at each width; and pixels read of the window."""
    side = 128
    rng = np.random.default_rng(4)
    print("seed 4")
    content = rng.integers(0, 2**32, 4 * 16 * side * side, np.uint32)
    seen = {}
    for choice in ({"machine": "eager"}, *({"lanes": n} for n in (4, 8, 16))):
        context = Context(side, side, samples=4, threads=2, **choice)
        window = context.framebuffers.planes.colors[0]
        window.data[:] = content[: window.data.size]
        images = [
            np.array(context.read_image())
            for _ in range(1 + limits.MIN_KERNEL_CONVERTED // (side * side))
        ]
        assert all((image == images[0]).all() for image in images)
        found = [images[0]]
        for format_ in (GL_RGBA16F_ARB, GL_SRGB8_ALPHA8_EXT, GL_RGB10_A2):
            read = framebuffer(color0=several(format_, 16, (side, side)))
            drawn = framebuffer(color0=renderbuffer(format_, side, side))
            plane = context.framebuffers.objects[read].attachments[0].plane(0, True)
            # Halves without infinities.
            plane.data[:] = content[: plane.data.size] & np.uint32(0x3BFF3BFF)
            place = (0, 0, side, side)
            blit(read, drawn, source=place, target=place)
            found.append(samples_of(context, drawn)[0])
        seen[str(choice)] = found
    first, *others = seen.values()
    assert all((a == b).all() for other in others for a, b in zip(first, other, strict=True))
