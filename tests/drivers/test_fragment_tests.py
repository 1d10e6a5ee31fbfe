"""Scissor, alpha and stencil test, logic operation, occlusion queries."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.conftest import draw_on_mesa, draw_on_softgl
from tests.drivers.drawing import (
    clear,
    draw,
    draw_to_renderbuffer,
    draw_whole_view,
    use_programs,
)

pytestmark = pytest.mark.driver

FUNCS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")
OPERATIONS = ("KEEP", "ZERO", "REPLACE", "INCR", "DECR", "INVERT", "INCR_WRAP", "DECR_WRAP")
SEED = 4


def crowd(gl, count=40, depth=True):
    """Triangles of both facings and many depths and alphas all over the view."""
    rng = np.random.default_rng(SEED)
    position = rng.uniform(-1, 1, (3 * count, 3))
    if not depth:
        position[:, 2] = 0
    color = np.repeat(rng.integers(26, 256, (count, 4)) / 255, 3, axis=0)
    draw(gl, gl.GL_TRIANGLES, position, color)


def show_stencil(gl):
    """Colour every pixel by its stencil value, so that the picture is of the stencil buffer."""
    gl.glDisable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_STENCIL_TEST)
    gl.glStencilOp(gl.GL_KEEP, gl.GL_KEEP, gl.GL_KEEP)
    gl.glDisable(gl.GL_ALPHA_TEST)
    for value in (*range(24), *range(240, 256), 127, 128, 85, 170):
        gl.glStencilFunc(gl.GL_EQUAL, value, 0xFF)
        draw_whole_view(gl, color=((value + 1) % 256 / 255, value * 7 % 256 / 255, 0.5, 1))


def begin(gl):
    gl.glClearStencil(3)
    gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
    clear(gl)
    use_programs(gl)


@pytest.mark.parametrize(
    "box", [(5, 9, 30, 41), (-4, -4, 20, 80), (16, 16, 32, 32), (63, 0, 9, 64)]
)
def test_scissor(same_as_mesa, box):
    def picture(gl):
        begin(gl)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(*box)
        gl.glClearColor(0.2, 0.4, 0.6, 0.8)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glScissor(box[0] + 1, box[1] + 2, box[2] - 3, box[3] - 3)
        crowd(gl)

    same_as_mesa(picture)


@pytest.mark.parametrize("func", FUNCS)
def test_alpha_test(same_as_mesa, func):
    def picture(gl):
        begin(gl)
        draw_whole_view(gl, color=(0.2, 0.3, 0.4, 0.5))
        gl.glEnable(gl.GL_ALPHA_TEST)
        gl.glAlphaFunc(getattr(gl, "GL_" + func), 0.5)
        gl.glEnable(gl.GL_DEPTH_TEST)
        crowd(gl)

    same_as_mesa(picture)


@pytest.mark.parametrize("func", FUNCS)
def test_stencil_func(same_as_mesa, func):
    def picture(gl):
        begin(gl)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glStencilFunc(getattr(gl, "GL_" + func), 0x15, 0x0F)
        gl.glStencilOp(gl.GL_INCR, gl.GL_KEEP, gl.GL_INCR_WRAP)
        crowd(gl)
        show_stencil(gl)

    same_as_mesa(picture)


@pytest.mark.parametrize("number", range(len(OPERATIONS)))
def test_stencil_operations(same_as_mesa, number):
    names = [*OPERATIONS, *OPERATIONS][number : number + 3]

    def picture(gl):
        operations = [getattr(gl, "GL_" + name) for name in names]
        begin(gl)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glStencilFunc(gl.GL_LEQUAL, 3, 0x7F)
        gl.glStencilOp(*operations)
        crowd(gl)
        show_stencil(gl)

    same_as_mesa(picture)


@pytest.mark.parametrize("kind", ["separate", "two_side", "masks"])
def test_two_sided_stencil(same_as_mesa, kind):
    def picture(gl):
        begin(gl)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthMask(False)
        if kind == "two_side":
            gl.glEnable(gl.GL_STENCIL_TEST_TWO_SIDE_EXT)
            gl.glActiveStencilFaceEXT(gl.GL_BACK)
            gl.glStencilFunc(gl.GL_ALWAYS, 9, 0xFF)
            gl.glStencilOp(gl.GL_KEEP, gl.GL_INCR_WRAP, gl.GL_INVERT)
            gl.glActiveStencilFaceEXT(gl.GL_FRONT)
            gl.glStencilFunc(gl.GL_ALWAYS, 5, 0xFF)
            gl.glStencilOp(gl.GL_KEEP, gl.GL_DECR_WRAP, gl.GL_REPLACE)
        else:
            gl.glStencilFuncSeparate(gl.GL_FRONT, gl.GL_ALWAYS, 7, 0xFF)
            gl.glStencilFuncSeparate(gl.GL_BACK, gl.GL_GEQUAL, 250, 0xF0)
            gl.glStencilOpSeparate(gl.GL_BACK, gl.GL_ZERO, gl.GL_INCR, gl.GL_DECR_WRAP)
            gl.glStencilOpSeparate(gl.GL_FRONT, gl.GL_KEEP, gl.GL_DECR, gl.GL_INCR_WRAP)
        if kind == "masks":
            gl.glStencilMaskSeparate(gl.GL_FRONT, 0x03)
            gl.glStencilMaskSeparate(gl.GL_BACK, 0xFD)
        crowd(gl)
        gl.glDisable(gl.GL_STENCIL_TEST_TWO_SIDE_EXT)
        show_stencil(gl)

    same_as_mesa(picture)


def test_discarded_fragments_leave_the_stencil_buffer(same_as_mesa):
    fragment = """!!ARBfp1.0
TEMP t;
MOV result.color, fragment.color;
MUL t, fragment.position, 0.1371;
FRC t, t;
SUB t, t, 0.371;
KIL t.xyxy;
END
"""

    def picture(gl):
        begin(gl)
        use_programs(gl, fragment=fragment)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_ALPHA_TEST)
        gl.glAlphaFunc(gl.GL_LESS, 0.8)
        gl.glStencilOp(gl.GL_KEEP, gl.GL_DECR, gl.GL_INCR)
        gl.glStencilFunc(gl.GL_ALWAYS, 0, 0xFF)
        crowd(gl)
        use_programs(gl)
        show_stencil(gl)

    same_as_mesa(picture)


@pytest.mark.parametrize("mask", [0xFF, 0x0F, 0xA1])
def test_masked_stencil_clear(same_as_mesa, mask):
    def picture(gl):
        begin(gl)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(7, 10, 40, 33)
        gl.glStencilMask(mask)
        gl.glClearStencil(0xFC)
        gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        show_stencil(gl)

    same_as_mesa(picture)


LOGIC = (
    "CLEAR", "AND", "AND_REVERSE", "COPY", "AND_INVERTED", "NOOP", "XOR", "OR", "NOR", "EQUIV",
    "INVERT", "OR_REVERSE", "COPY_INVERTED", "OR_INVERTED", "NAND", "SET",
)  # fmt: skip


@pytest.mark.parametrize("name", LOGIC)
def test_logic_operation(same_as_mesa, name):
    def picture(gl):
        begin(gl)
        draw_whole_view(gl, color=(0x33 / 255, 0xA5 / 255, 0x0F / 255, 0x5A / 255))
        gl.glEnable(gl.GL_COLOR_LOGIC_OP)
        gl.glLogicOp(getattr(gl, "GL_" + name))
        gl.glEnable(gl.GL_BLEND)
        gl.glColorMask(True, True, name != "NOOP", True)
        crowd(gl, 12)

    same_as_mesa(picture, coverage=False)


def counts(gl, results):
    """The results of occlusion queries under various tests."""
    begin(gl)
    gl.glEnable(gl.GL_DEPTH_TEST)
    names = [int(name) for name in gl.glGenQueries(4)]
    for number, name in enumerate(names):
        if number == 2:
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(3, 5, 50, 31)
        if number == 3:
            gl.glEnable(gl.GL_ALPHA_TEST)
            gl.glAlphaFunc(gl.GL_GREATER, 0.5)
        gl.glDepthFunc(gl.GL_LESS if number % 2 else gl.GL_GEQUAL)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        gl.glBeginQuery(gl.GL_SAMPLES_PASSED, name)
        crowd(gl, 25, depth=False)
        gl.glEndQuery(gl.GL_SAMPLES_PASSED)
    results.extend(int(gl.glGetQueryObjectuiv(name, gl.GL_QUERY_RESULT)) for name in names)


def test_occlusion_queries(mesa):
    size, found = (61, 45), ([], [])
    draw_on_mesa(lambda gl: counts(gl, found[0]), size)
    draw_on_softgl(lambda gl: counts(gl, found[1]), size)
    assert found[0] == found[1]
    assert found[1][1] > 500


def test_srgb_buffers(same_as_mesa):
    size = (64, 64)

    def picture(gl):
        draw_to_renderbuffer(gl, "SRGB8_ALPHA8", size)
        gl.glEnable(gl.GL_FRAMEBUFFER_SRGB)
        gl.glClearColor(0.3, 0.02, 0.7, 0.4)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        use_programs(gl)
        crowd(gl)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        crowd(gl, 8)

    same_as_mesa(picture, size)


def float_picture(gl, results, storage, clamps, size):
    """A buffer after draws beyond [0, 1], as floats; clamps: vertex, fragment, read."""
    draw_to_renderbuffer(gl, storage, size)
    for target, mode in zip(("VERTEX", "FRAGMENT", "READ"), clamps, strict=True):
        gl.glClampColorARB(getattr(gl, f"GL_CLAMP_{target}_COLOR_ARB"), mode)
    gl.glClearColor(-0.5, 2, 0.25, 0.5)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    use_programs(gl)
    # On whole pixels, so that both interpolate the same triangle.
    corners = ((-0.75, -0.75), (0.75, -0.75), (0, 0.875))
    colors = ((-1.5, 3, 0.5, 1), (2.5, -1, 7, 0.5), (0.1, 0.2, 1.5, 1.5))
    gl.glEnable(gl.GL_ALPHA_TEST)
    # llvmpipe clamps alpha for the test of an RGBA8 buffer, whatever the control says, and compares
    # eight bits of it: no pixel is that close to 0.88.
    gl.glAlphaFunc(gl.GL_LEQUAL, 0.88 if storage == "RGBA8" else 1.2)
    draw(gl, gl.GL_TRIANGLES, corners, colors)
    gl.glDisable(gl.GL_ALPHA_TEST)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendColor(1.5, -0.5, 0.5, 2)
    gl.glBlendFunc(gl.GL_CONSTANT_COLOR, gl.GL_ONE_MINUS_SRC_ALPHA)
    draw(gl, gl.GL_TRIANGLES, [(-x, -y) for x, y in corners], colors)
    found = gl.glReadPixels(0, 0, *size, gl.GL_RGBA, gl.GL_FLOAT)
    results.append(np.asarray(found, np.float32).reshape(size[1], size[0], 4))


@pytest.mark.parametrize("storage", ["RGBA32F_ARB", "RGBA16F_ARB", "RGBA8"])
@pytest.mark.parametrize("vertex", ["GL_TRUE", "GL_FALSE"])
@pytest.mark.parametrize("fragment", ["GL_TRUE", "GL_FALSE", "GL_FIXED_ONLY_ARB"])
@pytest.mark.parametrize("read", ["GL_TRUE", "GL_FIXED_ONLY_ARB"])
def test_clamping(mesa, storage, vertex, fragment, read):
    size, found = (32, 32), []

    def picture(gl):
        clamps = [getattr(gl, name) for name in (vertex, fragment, read)]
        float_picture(gl, found, storage, clamps, size)

    draw_on_mesa(picture, size)
    draw_on_softgl(picture, size)
    # llvmpipe truncates halves, and blends RGBA8 in eight bits.
    tolerances = {
        "RGBA32F_ARB": (1e-6, 1e-6),
        "RGBA16F_ARB": (2.0**-9, 2.0**-10),
        "RGBA8": (0, 1.001 / 255),
    }
    np.testing.assert_allclose(found[1], found[0], *tolerances[storage])
