"""Multisampling of framebuffer objects beside llvmpipe; its four samples lie where ours do."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.conftest import draw_on_mesa, draw_on_softgl
from tests.drivers.drawing import clear, draw, use_programs

pytestmark = pytest.mark.driver

SIZE = 48
SEED = 11


def multisampled(gl, samples=4):
    """A bound framebuffer object with several samples, cleared; returns its name."""
    name = gl.glGenFramebuffers(1)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
    for format_, point in (
        (gl.GL_RGBA8, gl.GL_COLOR_ATTACHMENT0),
        (gl.GL_DEPTH24_STENCIL8, gl.GL_DEPTH_STENCIL_ATTACHMENT),
    ):
        image = gl.glGenRenderbuffers(1)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, image)
        gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, samples, format_, SIZE, SIZE)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, point, gl.GL_RENDERBUFFER, image)
    assert gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) == gl.GL_FRAMEBUFFER_COMPLETE
    gl.glViewport(0, 0, SIZE, SIZE)
    clear(gl)
    return name


def multisample_texture(gl, samples=4, colors="GL_RGBA8"):
    """The same with textures of several samples."""
    name, target = gl.glGenFramebuffers(1), gl.GL_TEXTURE_2D_MULTISAMPLE
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
    for format_, point in (
        (getattr(gl, colors), gl.GL_COLOR_ATTACHMENT0),
        (gl.GL_DEPTH24_STENCIL8, gl.GL_DEPTH_STENCIL_ATTACHMENT),
    ):
        image = gl.glGenTextures(1)
        gl.glBindTexture(target, image)
        gl.glTexImage2DMultisample(target, samples, format_, SIZE, SIZE, True)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, point, target, image, 0)
    assert gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) == gl.GL_FRAMEBUFFER_COMPLETE
    gl.glViewport(0, 0, SIZE, SIZE)
    clear(gl)
    return name


def resolve(gl, name):
    """Show it in the window."""
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, name)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
    place = (0, 0, SIZE, SIZE)
    gl.glBlitFramebuffer(*place, *place, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


def triangles(rng, count):
    """Corners within the view, on every other subpixel, and colours."""
    places = (rng.integers(0, SIZE * 256, (3 * count, 2)) | 1) / (SIZE * 128) - 1
    depths = rng.uniform(-0.9, 0.9, (3 * count, 1))
    return np.hstack([places, depths]), np.hstack(
        [rng.random((3 * count, 3)), np.ones((3 * count, 1))]
    )


def into_samples(body, enabled=True):
    """Returns a picture function: body(gl, rng) draws into four samples."""

    def picture(gl):
        name = multisampled(gl)
        (gl.glEnable if enabled else gl.glDisable)(gl.GL_MULTISAMPLE)
        use_programs(gl)
        body(gl, np.random.default_rng(SEED))
        resolve(gl, name)

    return picture


def draw_triangles(gl, rng):
    position, color = triangles(rng, 40)
    gl.glEnable(gl.GL_DEPTH_TEST)
    draw(gl, gl.GL_TRIANGLES, position, color)


def draw_shadows(gl, rng):
    """A stencil test for each sample."""
    position, color = triangles(rng, 30)
    gl.glEnable(gl.GL_STENCIL_TEST)
    gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_INCR)
    gl.glColorMask(False, False, False, False)
    draw(gl, gl.GL_TRIANGLES, position, color)
    gl.glColorMask(True, True, True, True)
    gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_KEEP)
    for number in range(1, 6):
        gl.glStencilFunc(gl.GL_EQUAL, number, 255)
        shade = number / 5
        draw(
            gl, gl.GL_QUADS, [(-1, -1), (1, -1), (1, 1), (-1, 1)], [(shade, 1 - shade, 0.5, 1)] * 4
        )


def draw_blended(gl, rng):
    position, color = triangles(rng, 30)
    color[:, 3] = 0.5
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE)
    draw(gl, gl.GL_TRIANGLES, position, color)


def draw_covered(gl, rng):
    """Sample coverage, and its inverse."""
    for value, invert in ((0.5, False), (0.25, True), (1.0, False)):
        gl.glEnable(gl.GL_SAMPLE_COVERAGE)
        gl.glSampleCoverage(value, invert)
        position, color = triangles(rng, 6)
        draw(gl, gl.GL_TRIANGLES, position, color)


def draw_alphas(gl, rng):
    """Draws alphas that give equal coverage by both ways to count samples."""
    gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_COVERAGE)
    for alpha in (0.25, 0.5, 0.75, 1.0, 0.0):
        position, color = triangles(rng, 4)
        color[:, 3] = alpha
        draw(gl, gl.GL_TRIANGLES, position, color)
    gl.glEnable(gl.GL_SAMPLE_ALPHA_TO_ONE)
    position, color = triangles(rng, 4)
    color[:, 3] = 0.5
    draw(gl, gl.GL_TRIANGLES, position, color)


def draw_lines(gl, rng):
    """Lines of one colour each: llvmpipe interpolates along a line otherwise."""
    position, color = triangles(rng, 8)
    color[1::2] = color[::2]
    for width, lines in zip((1.0, 2.5, 6.0), np.split(np.arange(24), 3), strict=True):
        gl.glLineWidth(width)
        draw(gl, gl.GL_LINES, position[lines], color[lines])


def draw_sprites(gl, rng):
    """Draws squares with sides that meet no samples; llvmpipe draws circles as squares too."""
    gl.glEnable(gl.GL_POINT_SPRITE)
    position, color = triangles(rng, 8)
    for size, points in zip((1.0, 3.5, 9.0), np.split(np.arange(24), 3), strict=True):
        gl.glPointSize(size)
        draw(gl, gl.GL_POINTS, position[points], color[points])


# llvmpipe rounds to 8 bits after each layer that is blended, and has the corners of rectangles
# that are lines on the grid of subpixels.
BODIES = {
    draw_triangles: {}, draw_shadows: {}, draw_blended: {"tolerance": 4}, draw_covered: {},
    draw_alphas: {}, draw_lines: {"share": 0.998}, draw_sprites: {},
}  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_four_samples(same_as_mesa, body):
    same_as_mesa(into_samples(body), (SIZE, SIZE), **BODIES[body])


def test_without_multisampling(same_as_mesa):
    same_as_mesa(into_samples(draw_triangles, enabled=False), (SIZE, SIZE))


def test_queries_count_samples(mesa):
    counts = []

    def picture(gl):
        multisampled(gl)
        use_programs(gl)
        rng = np.random.default_rng(SEED)
        gl.glEnable(gl.GL_DEPTH_TEST)
        names = gl.glGenQueries(8)
        found = []
        for name in names:
            gl.glBeginQuery(gl.GL_SAMPLES_PASSED, name)
            draw(gl, gl.GL_TRIANGLES, *triangles(rng, 3))
            gl.glEndQuery(gl.GL_SAMPLES_PASSED)
            found.append(int(np.ravel(gl.glGetQueryObjectuiv(name, gl.GL_QUERY_RESULT))[0]))
        counts.append(found)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    draw_on_mesa(picture, (SIZE, SIZE))
    draw_on_softgl(picture, (SIZE, SIZE))
    assert counts[0] == counts[1] and any(counts[0])


@pytest.mark.parametrize(
    ("mask", "colors"), [(0b1111, "GL_RGBA8"), (0b0110, "GL_RGBA32F"), (0b1000, "GL_RGBA8")]
)
def test_multisample_textures_and_the_sample_mask(same_as_mesa, mask, colors):
    def picture(gl):
        name = multisample_texture(gl, colors=colors)
        use_programs(gl)
        gl.glEnable(gl.GL_SAMPLE_MASK)
        gl.glSampleMaski(0, mask)
        draw_triangles(gl, np.random.default_rng(SEED))
        resolve(gl, name)

    same_as_mesa(picture, (SIZE, SIZE))


def test_positions_and_parameters_of_multisample_textures(mesa):
    """Answers equal those of llvmpipe, but for the values that drivers choose."""
    import softgl
    import softgl.gl
    from tests.drivers.mesa import mesa_context

    def answers(gl):
        multisample_texture(gl)
        target = gl.GL_TEXTURE_2D_MULTISAMPLE
        found = []
        for number in range(4):
            out = np.zeros(2, np.float32)
            gl.glGetMultisamplefv(gl.GL_SAMPLE_POSITION, number, out)
            found.append(out.tolist())
        for pname in (
            gl.GL_TEXTURE_SAMPLES, gl.GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, gl.GL_TEXTURE_WIDTH,
            gl.GL_TEXTURE_DEPTH_SIZE, gl.GL_TEXTURE_STENCIL_SIZE, gl.GL_TEXTURE_RED_SIZE,
        ):  # fmt: skip
            out = np.zeros(1, np.int32)
            gl.glGetTexLevelParameteriv(target, 0, pname, out)
            found.append(int(out[0]))
        return found

    with mesa_context(SIZE, SIZE) as gl:
        expected = answers(gl)
    softgl.Context(SIZE, SIZE).make_current()
    assert answers(softgl.gl) == expected
