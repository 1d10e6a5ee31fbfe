"""Multisampling in the window: coverage that is changed, each sample's tests, images, programs."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.pipeline.planes.samples import MULTISAMPLE_COUNTS, SAMPLE_POSITIONS
from tests.gl.attachments import code

SIZE = 24
CHOICES = [{"machine": "eager"}, *({"lanes": lanes, "threads": 2} for lanes in (4, 8, 16))]


def window(samples=4, **choices):
    """A new context with several samples, its clear window black and transparent."""
    context = Context(SIZE, SIZE, samples=samples, **(choices or CHOICES[0]))
    glClearColor(0, 0, 0, 0)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    return context


def colors(context):
    """The colours of all samples, (samples, height, width, 4) uint8."""
    glFinish()
    context.batch.flush()
    planes = context.framebuffers.planes.colors[0].sample_planes
    return np.stack([plane.read_color(0, 0, context.width, context.height) for plane in planes])


def planes(context):
    """The words of all planes."""
    context.batch.flush()
    frame = context.framebuffers.planes
    return [p.data.copy() for p in (frame.colors[0], frame.depth_plane, frame.stencil_plane)]


def counted(draw, query=1):
    """Number of samples that pass."""
    glBeginQuery(GL_SAMPLES_PASSED, query)
    draw()
    glEndQuery(GL_SAMPLES_PASSED)
    return int(np.ravel(glGetQueryObjectuiv(query, GL_QUERY_RESULT))[0])


def whole():
    glRectf(-1, -1, 1, 1)


def load(target, text):
    glEnable(target)
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)


def fragments(text):
    load(GL_FRAGMENT_PROGRAM_ARB, text)


TRIANGLE = [(-0.93, -0.81), (0.87, -0.42), (0.05, 0.94)]


def triangle(z=0.0):
    glBegin(GL_TRIANGLES)
    for x, y in TRIANGLE:
        glVertex3f(x, y, z + 0.3 * x)
    glEnd()


def test_state(context):
    for word, value in (("MULTISAMPLE", 1), ("SAMPLE_ALPHA_TO_COVERAGE", 0),
                        ("SAMPLE_ALPHA_TO_ONE", 0), ("SAMPLE_COVERAGE", 0)):  # fmt: skip
        assert (
            glIsEnabled(globals()[f"GL_{word}"]) == glGetIntegerv(globals()[f"GL_{word}"]) == value
        )
    assert glGetFloatv(GL_SAMPLE_COVERAGE_VALUE) == 1
    assert not glGetBooleanv(GL_SAMPLE_COVERAGE_INVERT)
    glPushAttrib(GL_MULTISAMPLE_BIT)
    glPushAttrib(GL_ENABLE_BIT)
    glSampleCoverage(1.5, GL_TRUE)
    assert glGetFloatv(GL_SAMPLE_COVERAGE_VALUE) == 1 and glGetBooleanv(GL_SAMPLE_COVERAGE_INVERT)
    glSampleCoverageARB(-1, GL_TRUE)
    assert glGetFloatv(GL_SAMPLE_COVERAGE_VALUE) == 0
    glDisable(GL_MULTISAMPLE)
    glEnable(GL_SAMPLE_COVERAGE)
    glPopAttrib()
    assert glIsEnabled(GL_MULTISAMPLE) and not glIsEnabled(GL_SAMPLE_COVERAGE)
    assert glGetFloatv(GL_SAMPLE_COVERAGE_VALUE) == 0
    glDisable(GL_MULTISAMPLE)
    glPopAttrib()
    assert glIsEnabled(GL_MULTISAMPLE) and glGetFloatv(GL_SAMPLE_COVERAGE_VALUE) == 1
    glBegin(GL_POINTS)
    assert code(glSampleCoverage, 1, GL_FALSE) == GL_INVALID_OPERATION
    glEnd()
    # Without several samples nothing of it changes a pixel.
    for word in ("SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_ALPHA_TO_ONE", "SAMPLE_COVERAGE"):
        glEnable(globals()[f"GL_{word}"])
    glSampleCoverage(0, GL_FALSE)
    glColor4f(0.2, 0.4, 0.6, 0.2)
    whole()
    assert colors(context)[0, 3, 3].tolist() == [51, 102, 153, 51]


@pytest.mark.parametrize("samples", [2, 16])
def test_coverage_that_is_changed(samples):
    context = window(samples)
    pixels = SIZE * SIZE
    for ask in ("alpha", "coverage", "inverted"):
        before = np.zeros(samples, bool)
        for step in range(2 * samples + 1):
            value = step / (2 * samples)
            glDisable(GL_SAMPLE_COVERAGE)
            glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE)
            glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE if ask == "alpha" else GL_SAMPLE_COVERAGE)
            glSampleCoverage(value, ask == "inverted")
            glColor4f(1, 1, 1, value)
            glClear(GL_COLOR_BUFFER_BIT)
            passed = counted(whole)
            drawn = colors(context)[..., 0] == 255
            assert (drawn == drawn[:, :1, :1]).all() and drawn.sum() == passed
            covered = drawn[:, 0, 0] ^ (ask == "inverted")
            # More of them with a greater value, in proportion; halves are rounded upwards.
            assert (covered >= before).all() and covered.sum() == (step + 1) // 2
            before = covered
        assert covered.all() and passed == (0 if ask == "inverted" else samples * pixels)


def test_order_of_the_steps():
    """Coverage comes from the alpha of the program, then alpha is 1, then come the alpha test,
    sample coverage, and blending."""
    context = window()
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE)
    glEnable(GL_SAMPLE_ALPHA_TO_ONE)
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_GEQUAL, 0.9)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ZERO)
    glEnable(GL_SAMPLE_COVERAGE)
    glSampleCoverage(0.25, GL_TRUE)
    glColor4f(0.4, 0.4, 0.4, 0.5)
    whole()
    shown = colors(context)[:, 5, 5]
    assert shown[1].tolist() == [102, 102, 102, 255] and not shown[[0, 2, 3]].any()
    # Disabled, multisampling does none of it.
    glDisable(GL_MULTISAMPLE)
    glAlphaFunc(GL_LESS, 0.9)
    whole()
    assert (colors(context) == [51, 51, 51, 64]).all()


@pytest.mark.parametrize("samples", [2, 16])
def test_without_multisampling(samples):
    """All samples are as the only one is."""
    seen = {}
    for count in (0, samples):
        context = window(count)
        glDisable(GL_MULTISAMPLE)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_STENCIL_TEST)
        glStencilOp(GL_KEEP, GL_INCR, GL_INVERT)
        glPointSize(5.4)
        glLineWidth(2.2)
        for number, enable in enumerate((GL_ALPHA_TEST, GL_LINE_SMOOTH, GL_POLYGON_SMOOTH)):
            glEnable(enable)
            glColor4f(0.3 + 0.2 * number, 0.5, 0.9, 0.6)
            triangle(0.1 * number)
            glBegin(GL_LINE_STRIP)
            for x, y in TRIANGLE:
                glVertex2f(y, x)
            glEnd()
            glBegin(GL_POINTS)
            glVertex2f(0.3, -0.4)
            glEnd()
        passed = counted(triangle)
        assert passed % max(count, 1) == 0
        seen[count] = planes(context), passed // max(count, 1)
    for one, several in zip(seen[0][0], seen[samples][0], strict=True):
        assert (several.reshape(samples, -1) == one).all()
    assert seen[0][1] == seen[samples][1]


def test_smooth_shapes_are_sampled():
    seen = []
    for enable in (glDisable, glEnable):
        context = window()
        for what in (GL_POINT_SMOOTH, GL_LINE_SMOOTH, GL_POLYGON_SMOOTH):
            enable(what)
        glPointSize(4.6)
        glLineWidth(1.4)
        triangle()
        for mode in (GL_POINTS, GL_LINES):
            glBegin(mode)
            glVertex2f(-0.5, 0.7)
            glVertex2f(0.8, 0.31)
            glEnd()
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE)
        glColor3f(1, 0, 0)
        triangle()
        seen.append(colors(context))
    assert (seen[0] == seen[1]).all() and set(np.unique(seen[0])) == {0, 255}


def test_clears_and_masks_are_for_all_samples():
    context = window(8)
    glClearColor(0.2, 0.4, 0.6, 1)
    glColorMask(True, False, True, True)
    glEnable(GL_SCISSOR_TEST)
    glScissor(3, 5, 9, 7)
    glClearStencil(0xA5)
    glStencilMask(0x0F)
    glClearDepth(0.25)
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    wanted = np.zeros((8, SIZE, SIZE, 4), int)
    wanted[:, 5:12, 3:12] = (51, 0, 153, 255)
    assert (colors(context) == wanted).all()
    frame = context.framebuffers.planes
    for plane, inside, outside in (
        (frame.stencil_plane, 5, 0), (frame.depth_plane, 1 << 22, 2**24 - 1),
    ):  # fmt: skip
        for own in plane.sample_planes:
            words = own.read(0, 0, SIZE, SIZE)[0]
            assert (words[5:12, 3:12] == inside).all()
            assert (words == inside).sum() == 63 and (words == outside).sum() == SIZE**2 - 63


def test_what_is_read_is_resolved():
    context = window()
    triangle()
    shown = colors(context).astype(int)
    wanted = ((shown.sum(axis=0) + 2) >> 2).astype(np.uint8)
    assert len(np.unique(wanted)) == 5
    read = glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE)
    assert (np.frombuffer(read, np.uint8).reshape(SIZE, SIZE, 4) == wanted).all()
    assert (np.array(context.read_image())[::-1] == wanted).all()
    part = glReadPixels(4, 7, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE)
    assert (np.frombuffer(part, np.uint8).reshape(2, 3, 4) == wanted[7:9, 4:7]).all()
    glBindTexture(GL_TEXTURE_2D, 1)
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 3, 16, 16, 0)
    copied = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)
    assert (np.frombuffer(copied, np.uint8).reshape(16, 16, 4) == wanted[3:19, 2:18]).all()
    # Every sample gets the mean.
    glRasterPos2f(-1, -1)
    glCopyPixels(0, 0, SIZE, SIZE, GL_COLOR)
    assert (colors(context) == wanted).all()
    # Of depths and stencil indices, the first sample.
    frame = context.framebuffers.planes
    frame.depth_plane.data[:] = np.arange(frame.depth_plane.data.size)
    frame.stencil_plane.data[:] = np.arange(frame.stencil_plane.data.size) % 251
    first = frame.depth_plane.sample_planes[0].read(0, 0, SIZE, SIZE)[0]
    depths = glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_FLOAT)
    assert np.abs(np.reshape(depths, (SIZE, SIZE)) * (2**24 - 1) - first).max() < 0.5
    first = frame.stencil_plane.sample_planes[0].read(0, 0, SIZE, SIZE)[0]
    read = glReadPixels(0, 0, SIZE, SIZE, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, outputType=None)
    assert (np.reshape(read, (SIZE, SIZE)) == first).all()


def where_shown(samples, start, zoom, count):
    """The pixel of an image (count on a side) that each sample shows; -1: none.

    Three arrays (samples, SIZE): along x, and along y.
    """
    axes = []
    for axis in (0, 1):
        at = np.array([position[axis] for position in SAMPLE_POSITIONS[samples]])[:, None] / 16
        along = (np.arange(SIZE) + 0.5 + at - start[axis]) / zoom[axis]
        number = np.floor(along) if zoom[axis] > 0 else np.ceil(along) - 1
        axes.append(np.where((number >= 0) & (number < count), number, -1).astype(int))
    return axes


@pytest.mark.parametrize("choice", CHOICES[::3], ids=str)
def test_images_by_samples(choice):
    """OpenGL 2.1, 3.6.6 and 3.7: of each sample the pixel of the image in which it lies."""
    print("seed 8")
    rng = np.random.default_rng(8)
    image = rng.integers(1, 256, (6, 6, 4), np.uint8)
    bits = rng.integers(0, 2, (6, 8), np.uint8)
    bits[:, 6:] = 0
    for samples in (4, 16):
        for start, zoom in (
            ((3, 4), (1, 1)),
            ((2.25, 5.5), (2.5, 1.75)),
            ((20.5, 19), (-2, -0.625)),
        ):
            context = window(samples, **choice)
            glWindowPos2f(*start)
            glPixelZoom(*zoom)
            glDrawPixels(6, 6, GL_RGBA, GL_UNSIGNED_BYTE, image)
            x, y = where_shown(samples, start, zoom, 6)
            shown = (x >= 0)[:, None, :] & (y >= 0)[:, :, None]
            wanted = np.where(shown[..., None], image[y[:, :, None], x[:, None, :]], 0)
            assert (colors(context) == wanted).all(), (samples, start, zoom)
            glClear(GL_COLOR_BUFFER_BIT)
            glColor4f(1, 1, 1, 1)
            glWindowPos2f(*start)
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
            glBitmap(6, 6, 0.5, 0, 0, 0, np.packbits(bits, axis=1).tobytes())
            x, y = where_shown(samples, (start[0] - 0.5, start[1]), (1, 1), 6)
            shown = (x >= 0)[:, None, :] & (y >= 0)[:, :, None]
            wanted = shown & (bits[y[:, :, None], x[:, None, :]] == 1)
            assert ((colors(context)[..., 0] == 255) == wanted).all(), (samples, start)
    # Stencil indices go to all samples.
    glWindowPos2f(1, 1)
    glPixelZoom(1, 1)
    glDrawPixels(6, 6, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, image[..., 0].copy())
    for plane in context.framebuffers.planes.stencil_plane.sample_planes:
        assert (plane.read(1, 1, 6, 6)[0] == image[..., 0]).all()


CENTROID = "!!NVfp4.0\n{} ATTRIB t = fragment.texcoord[0];\nMOV result.color, t;\nEND"


@pytest.mark.parametrize("choice", CHOICES[::3], ids=str)
def test_centroid(choice):
    """A CENTROID input never has a value from outside its triangle: here, above 1/2."""
    for words, beyond in (("CENTROID", False), ("NOPERSPECTIVE CENTROID", False), ("", True)):
        context = window(4, **choice)
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
        fragments(CENTROID.format(words))
        # Where the window's x is beyond 10.4, the triangle's edge.
        glBegin(GL_TRIANGLES)
        for x, y in ((-30, -60), (10.4, -1), (10.4, 61)):
            glTexCoord4f(x / 10.4 / 2, 0.25, 0.25, 1)
            glVertex2f(x / 12 - 1, y / 12 - 1)
        glEnd()
        shown = colors(context)
        drawn = shown[..., 3] > 0
        assert drawn[:, 12, 10].any() and not drawn[:, 12, 10].all()
        assert (shown[drawn][:, 0].max() > 128) == beyond
        # Where a pixel's centre is covered, that is what counts.
        inside = shown[:, 12, 2:9, 0]
        assert (np.abs(inside - (np.arange(2, 9) + 0.5) / 20.8 * 255) <= 0.51).all()
        # Elsewhere it is the first covered sample: of 0 and 2, which lie 2 and 6 / 16 to the left.
        edge = shown[:, 12, 10][drawn[:, 12, 10], 0]
        assert len(edge) == 2
        assert beyond or (np.abs(edge - (10.5 - 2 / 16) / 20.8 * 255) <= 0.51).all()


def test_the_samples_of_programs():
    """SAMPLEMASK of TGSI: the covered samples as input; the writable ones as output."""
    context = window()
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    fragments(
        "FRAG\nDCL SV[0], SAMPLEMASK\nDCL OUT[0], COLOR\nDCL TEMP[0]\n"
        "IMM[0] FLT32 { 0.00392156862, 0, 0, 1}\n"
        "U2F TEMP[0].x, SV[0].xxxx\nMUL OUT[0], TEMP[0].xxxx, IMM[0].xxxx\nEND"
    )
    triangle()
    shown = colors(context)[..., 0]
    bits = (shown > 0).astype(int) * np.array([1, 2, 4, 8])[:, None, None]
    assert (shown == np.where(shown > 0, bits.sum(axis=0), 0)).all()
    assert len(np.unique(shown)) > 8
    fragments(
        "FRAG\nDCL OUT[0], COLOR\nDCL OUT[1], SAMPLEMASK\nIMM[0] FLT32 { 1, 1, 1, 1}\n"
        "IMM[1] UINT32 { 26, 0, 0, 0}\nMOV OUT[0], IMM[0]\nMOV OUT[1].x, IMM[1]\nEND"
    )
    glClear(GL_COLOR_BUFFER_BIT)
    assert counted(whole) == 2 * SIZE * SIZE
    assert (colors(context)[:, 0, 0, 0] == [0, 255, 0, 255]).all()
    glDisable(GL_MULTISAMPLE)
    assert counted(whole) == 0  # the first sample stands for all


def test_dashes():
    """A level line, a pixel high: each sample is in a dash or between two by its own position."""
    context = window(8)
    glEnable(GL_LINE_STIPPLE)
    glLineStipple(2, 0b0101)
    glBegin(GL_LINES)
    for x in (2.25, 20):
        glVertex2f(x / 12 - 1, 7.5 / 12 - 1)
    glEnd()
    drawn = colors(context)[..., 0] == 255
    along = np.arange(SIZE) + 0.5 - 2.25 + np.array(SAMPLE_POSITIONS[8])[:, :1] / 16
    wanted = np.zeros((8, SIZE, SIZE), bool)
    wanted[:, 7] = (along > 0) & (along < 17.75) & np.isin(along // 2 % 16, (0, 2))
    assert (drawn == wanted).all()


def random_state(rng):
    """Sets some of the state that shapes fragments."""
    for enable in (
        GL_BLEND, GL_COLOR_LOGIC_OP, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_ALPHA_TEST, GL_SCISSOR_TEST,
        GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_POLYGON_STIPPLE,
        GL_POLYGON_OFFSET_FILL, GL_LINE_STIPPLE,
    ):  # fmt: skip
        (glEnable if rng.random() < 0.4 else glDisable)(enable)
    pick = rng.choice
    glBlendFunc(int(pick([GL_ONE, GL_SRC_ALPHA])), int(pick([GL_ONE, GL_ONE_MINUS_SRC_ALPHA])))
    glLogicOp(int(pick([GL_XOR, GL_OR])))
    glDepthFunc(int(pick([GL_LESS, GL_GEQUAL])))
    glStencilFunc(int(pick([GL_ALWAYS, GL_LEQUAL])), 2, 255)
    glStencilOp(int(pick([GL_KEEP, GL_INVERT])), GL_INCR, int(pick([GL_KEEP, GL_DECR_WRAP])))
    glAlphaFunc(GL_GREATER, 0.3)
    glSampleCoverage(rng.random(), bool(rng.random() < 0.5))
    glScissor(1, 2, 19, 21)
    glPolygonOffset(1.5, 2)
    glLineStipple(2, 0x3A5C)
    glPolygonStipple(bytes(rng.integers(0, 256, 128, np.uint8)))
    glColorMask(*(bool(each) for each in rng.random(4) < 0.8))
    glLineWidth(1 + 3 * rng.random())
    glPointSize(1 + 5 * rng.random())


def random_shapes(rng):
    for mode in (GL_TRIANGLES, GL_LINES, GL_POINTS):
        glBegin(mode)
        for _ in range(18):
            glColor4f(*rng.random(4))
            glVertex4f(*(rng.random(3) * 2.4 - 1.2), 0.5 + rng.random())
        glEnd()


@pytest.mark.parametrize("seed", range(2))
def test_all_machines_agree(seed):
    """Machines agree to the last bit on random states and primitives, batched or not."""
    print("seed", seed)
    samples = int(np.random.default_rng(seed).choice(MULTISAMPLE_COUNTS))
    seen = []
    for choice in (*CHOICES, CHOICES[0] | {"finish": True}):
        rng = np.random.default_rng(seed)
        finish = choice.get("finish")
        context = window(samples, **{k: v for k, v in choice.items() if k != "finish"})
        for _ in range(2):
            random_state(rng)
            random_shapes(rng)
            if finish:
                glFinish()
        seen.append(planes(context))
    assert seen[0][0].any()
    assert all((a == b).all() for other in seen[1:] for a, b in zip(seen[0], other, strict=True))


# -- the sample mask, and where samples lie --------------------------------------------------------


def test_state_of_the_sample_mask(context):
    def value():
        return int(np.ravel(glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, 0))[0]) & 0xFFFFFFFF

    assert glGetIntegerv(GL_MAX_SAMPLE_MASK_WORDS) == 1
    assert not glIsEnabled(GL_SAMPLE_MASK) and value() == 0xFFFFFFFF
    # OpenGL 3.3, 6.2, table 6.19, has no attribute group for them.
    glPushAttrib(GL_ALL_ATTRIB_BITS)
    glEnable(GL_SAMPLE_MASK)
    glSampleMaski(0, 0xFFFFFFF5)
    glPopAttrib()
    assert glIsEnabled(GL_SAMPLE_MASK) and value() == 0xFFFFFFF5
    assert code(glSampleMaski, 1, 0) == GL_INVALID_VALUE
    assert code(glGetIntegeri_v, GL_SAMPLE_MASK_VALUE, 1) == GL_INVALID_VALUE
    assert code(glGetBooleani_v, GL_SAMPLE_MASK_VALUE, 1) == GL_INVALID_VALUE
    assert value() == 0xFFFFFFF5
    glNewList(1, GL_COMPILE)
    glSampleMaski(0, 3)
    glEndList()
    assert value() == 0xFFFFFFF5
    glCallList(1)
    assert value() == 3


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_the_sample_mask_leaves_samples(choice):
    """ARB_texture_multisample, 4.1.3: bit B is sample B; ANDed with the coverage before."""
    for samples in (4, 16):
        context = window(samples, **choice)
        glEnable(GL_SAMPLE_MASK)
        for mask in (0, 0b0101, 0xFFFFFFF2, 0xFFFF0000):
            glSampleMaski(0, mask)
            glClear(GL_COLOR_BUFFER_BIT)  # the mask does not apply to it
            whole()
            kept = [bool(mask >> number & 1) for number in range(samples)]
            assert [each.all() for each in colors(context)] == kept
            assert [each.any() for each in colors(context)] == kept
            assert counted(whole) == SIZE * SIZE * sum(kept)
        glSampleMaski(0, 0b0110)
        glEnable(GL_SAMPLE_COVERAGE)
        glSampleCoverage(0.5 if samples == 4 else 2 / 16, False)
        glClear(GL_COLOR_BUFFER_BIT)
        whole()
        assert [bool(each.any()) for each in colors(context)] == [
            number == 1 for number in range(samples)
        ]
        # No changes "if MULTISAMPLE is disabled".
        glDisable(GL_MULTISAMPLE)
        glSampleMaski(0, 0)
        glClear(GL_COLOR_BUFFER_BIT)
        whole()
        assert colors(context).all()


def test_positions_of_samples():
    """A small square around a position covers that sample, and no other one."""
    for samples in MULTISAMPLE_COUNTS:
        context = window(samples)
        glMatrixMode(GL_PROJECTION)
        glOrtho(0, SIZE, 0, SIZE, -1, 1)
        for number in range(samples):
            x, y = glGetMultisamplefv(GL_SAMPLE_POSITION, number).tolist()
            assert 0 <= x < 1 and 0 <= y < 1
            glClear(GL_COLOR_BUFFER_BIT)
            glRectf(3 + x - 0.03, 5 + y - 0.03, 3 + x + 0.03, 5 + y + 0.03)
            found = np.argwhere(colors(context)[..., 3])
            assert found.tolist() == [[number, 5, 3]]
        out = np.zeros(2, np.float32)
        glGetMultisamplefv(GL_SAMPLE_POSITION, 0, out)
        assert out.tolist() == glGetMultisamplefv(GL_SAMPLE_POSITION, 0).tolist()
        assert code(glGetMultisamplefv, GL_SAMPLE_POSITION, samples) == GL_INVALID_VALUE


@pytest.mark.parametrize(("first", "alpha"), [(GL_RGBA8, 1.0), (GL_RGBA8UI, 0.25)])
def test_alpha_is_not_set_beside_a_first_buffer_of_integers(first, alpha):
    """OpenGL 3.3, 4.1.3: with an integer draw buffer zero "operations are skipped"."""
    with Context(4, 4, machine="eager"):
        framebuffer = glGenFramebuffers(1)
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
        points = GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1
        for point, format_ in zip(points, (first, GL_RGBA8), strict=True):
            glBindRenderbuffer(GL_RENDERBUFFER, name := glGenRenderbuffers(1))
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, format_, 4, 4)
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
        glDrawBuffers(points)
        kind = "uvec4" if first == GL_RGBA8UI else "vec4"
        fragment = f"""#version 330
        layout(location = 0) out {kind} one; layout(location = 1) out vec4 other;
        void main() {{ one = {kind}(1); other = vec4(0.25); }}"""
        vertex = "#version 330\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }"
        texts = (vertex, GL_VERTEX_SHADER), (fragment, GL_FRAGMENT_SHADER)
        glUseProgram(compileProgram(*(compileShader(*each) for each in texts)))
        glEnable(GL_SAMPLE_ALPHA_TO_ONE)
        glPointSize(8)
        glDrawArrays(GL_POINTS, 0, 1)
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, glGenFramebuffers(1))
        glBindRenderbuffer(GL_RENDERBUFFER, name := glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
        glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, points[0], GL_RENDERBUFFER, name)
        glReadBuffer(points[1])
        glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        glBindFramebuffer(GL_READ_FRAMEBUFFER, glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING))
        found = glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT).reshape(-1)[3]
        assert found == pytest.approx(alpha, abs=1 / 255)
