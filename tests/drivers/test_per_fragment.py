"""Depth test, blending and colour mask."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.conftest import draw_on_mesa, draw_on_softgl
from tests.drivers.drawing import (
    clear,
    draw,
    draw_to_renderbuffer,
    draw_whole_view,
    use_program,
    use_programs,
)

pytestmark = pytest.mark.driver

DEPTH_FUNCS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")

# Three slopes that cross one another inside the view.
FIRST = ((-0.9, -0.9, -0.7), (0.9, -0.8, 0.8), (0.1, 0.9, 0.1))
SECOND = ((-0.8, 0.7, 0.6), (-0.6, -0.9, 0.2), (0.95, 0.1, -0.7))
THIRD = ((-0.9, 0.1, 0.1), (0.8, -0.5, 0.15), (0.3, 0.9, -0.2))
RED, GREEN, BLUE = (0.9, 0.1, 0.2, 1), (0.1, 0.8, 0.3, 1), (0.2, 0.3, 1, 1)


def draw_triangle(gl, position, color):
    draw(gl, gl.GL_TRIANGLES, position, [color] * 3)


@pytest.mark.parametrize("func", DEPTH_FUNCS)
def test_depth_func(same_as_mesa, func):
    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw_triangle(gl, FIRST, RED)
        gl.glDepthFunc(getattr(gl, "GL_" + func))
        draw_triangle(gl, SECOND, GREEN)
        draw_triangle(gl, FIRST, BLUE)  # the same depths again: EQUAL must find them
        draw_triangle(gl, THIRD, (1, 1, 0, 1))

    same_as_mesa(picture)


def test_depth_mask_and_range(same_as_mesa):
    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthRange(0.25, 0.5)
        draw_triangle(gl, FIRST, RED)
        gl.glDepthMask(gl.GL_FALSE)
        draw_triangle(gl, SECOND, GREEN)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glDepthRange(0.6, 0.1)
        draw_triangle(gl, THIRD, BLUE)

    same_as_mesa(picture)


def test_clear_depth(same_as_mesa):
    def picture(gl):
        gl.glClearDepth(0.5)
        clear(gl)
        use_programs(gl)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw_triangle(gl, FIRST, RED)
        draw_triangle(gl, SECOND, GREEN)

    same_as_mesa(picture)


def test_depth_written_by_the_program(same_as_mesa):
    fragment = """!!ARBfp1.0
MOV result.color, fragment.color;
MUL result.depth.z, fragment.color.x, 0.9;
END
"""

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=fragment)
        gl.glEnable(gl.GL_DEPTH_TEST)
        for position in (FIRST, SECOND, THIRD):
            draw(gl, gl.GL_TRIANGLES, position, [RED, GREEN, BLUE])

    same_as_mesa(picture)


# Sources of table 4.1 of the OpenGL 2.1 specification; all but the saturated one serve as
# destinations too.
FACTORS = (
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA", "CONSTANT_COLOR",
    "ONE_MINUS_CONSTANT_COLOR", "CONSTANT_ALPHA", "ONE_MINUS_CONSTANT_ALPHA",
)  # fmt: skip
EQUATIONS = ("FUNC_ADD", "FUNC_SUBTRACT", "FUNC_REVERSE_SUBTRACT", "MIN", "MAX")


@pytest.fixture
def same_floats_as_mesa(mesa):
    """As `same_as_mesa`, on an RGBA32F buffer: llvmpipe blends 8-bit ones in eight bits.

    softgl's eager machine draws, as each blend function is a kernel to compile for the other;
    tests/pipeline compares the machines.
    """

    def check(picture, size):
        def on_floats(gl):
            draw_to_renderbuffer(gl, "RGBA32F_ARB", size)
            picture(gl)
            values = gl.glReadPixels(0, 0, *size, gl.GL_RGBA, gl.GL_FLOAT)
            found.append(np.asarray(values, np.float32))

        found = []
        draw_on_mesa(on_floats, size)
        draw_on_softgl(on_floats, size, machine="eager")
        np.testing.assert_allclose(found[1], found[0], 2e-6, 2e-6)

    return check


def background(gl):
    """Colours and alpha that vary over the view."""
    clear(gl)
    use_programs(gl)
    corners = [(0.1, 0.9, 0.3, 0.2), (0.9, 0.1, 0.5, 1), (0.4, 0.6, 1, 0.1), (0.7, 0.2, 0, 0.8)]
    strip = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
    draw(gl, gl.GL_TRIANGLE_STRIP, strip, corners)


def draw_cells(gl, settings):
    """A row of rectangles; before each, one of the functions `settings` is called."""
    width = 2 / len(settings)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendColor(0.3, 0.6, 0.1, 0.7)
    for cell, set_state in enumerate(settings):
        set_state()
        left, right = cell * width - 1, cell * width + width - 1
        strip = [(left, -1), (right, -1), (left, 1), (right, 1)]
        colors = [(1, 0.2, 0.4, 0.3), (0.3, 0.8, 0.2, 0.9), (0.1, 0.5, 1, 0), (0.6, 0.1, 0.9, 1)]
        draw(gl, gl.GL_TRIANGLE_STRIP, strip, colors)


@pytest.mark.parametrize("source", (*FACTORS, "SRC_ALPHA_SATURATE"))
def test_blend_func(same_floats_as_mesa, source):
    def picture(gl):
        background(gl)
        factors = [(getattr(gl, "GL_" + source), getattr(gl, "GL_" + name)) for name in FACTORS]
        draw_cells(gl, [lambda pair=pair: gl.glBlendFunc(*pair) for pair in factors])

    same_floats_as_mesa(picture, (112, 16))


@pytest.mark.parametrize("equation", EQUATIONS)
def test_blend_equation(same_floats_as_mesa, equation):
    def picture(gl):
        background(gl)
        gl.glBlendEquation(getattr(gl, "GL_" + equation))
        pairs = [
            (gl.GL_ONE, gl.GL_ONE),
            (gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA),
            (gl.GL_DST_COLOR, gl.GL_SRC_COLOR),
        ]
        draw_cells(gl, [lambda pair=pair: gl.glBlendFunc(*pair) for pair in pairs])

    same_floats_as_mesa(picture, (96, 16))


def test_separate_functions_and_equations(same_floats_as_mesa):
    def picture(gl):
        background(gl)
        gl.glBlendEquationSeparate(gl.GL_FUNC_REVERSE_SUBTRACT, gl.GL_FUNC_ADD)
        four = [
            (gl.GL_ONE, gl.GL_SRC_ALPHA, gl.GL_ZERO, gl.GL_ONE),
            (gl.GL_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA),
        ]
        draw_cells(gl, [lambda each=each: gl.glBlendFuncSeparate(*each) for each in four])

    same_floats_as_mesa(picture, (64, 64))


def test_many_blended_layers(same_as_mesa):
    # Each layer rounds to 8 bits, and llvmpipe also its colour and each product.
    rng = np.random.default_rng(2)
    layers = [(rng.uniform(-1, 1, (3, 2)), rng.uniform(0, 1, 4)) for _ in range(24)]

    def picture(gl):
        background(gl)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        for position, color in layers:
            draw_triangle(gl, position, color)

    # Every layer adds its rounding to those below it, which its factor of less than 1 scales down.
    same_as_mesa(picture, tolerance=3, coverage=False)


@pytest.mark.parametrize("mask", [(1, 0, 0, 1), (0, 1, 1, 1), (0, 0, 0, 1), (1, 1, 0, 0)])
def test_color_mask(same_as_mesa, mask):
    def picture(gl):
        background(gl)
        gl.glColorMask(*map(bool, mask))
        draw_triangle(gl, FIRST, (0.2, 0.7, 0.4, 0.6))
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
        draw_triangle(gl, SECOND, (0.3, 0.1, 0.2, 0.4))

    same_as_mesa(picture)


def test_color_mask_holds_for_clear(same_as_mesa):
    def picture(gl):
        background(gl)
        gl.glColorMask(True, False, True, True)
        gl.glClearColor(0.2, 0.4, 0.6, 0.8)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)

    same_as_mesa(picture)


@pytest.mark.parametrize("value", ["fragment.position", "fragment.color", "fragment.texcoord[1]"])
def test_fragment_attributes(same_as_mesa, value):
    fragment = f"""!!ARBfp1.0
MAD result.color, {value}, {{0.015, 0.014, 0.9, 0.5}}, {{0, 0, 0, 0.25}};
END
"""

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=fragment)
        texcoord = [(4, 7, 0.3, 1), (60, 3, 0.9, 1.2), (22, 66, 0.1, 0.8)]
        position = np.array([(-0.9, -0.9, -0.7, 1), (1.3, -1.2, 1.2, 1.5), (0.05, 0.45, 0.05, 0.5)])
        draw(gl, gl.GL_TRIANGLES, position, [RED, GREEN, BLUE], [texcoord, texcoord])

    same_as_mesa(picture)


def test_kil_leaves_color_and_depth(same_as_mesa):
    fragment = """!!ARBfp1.0
TEMP t;
MOV result.color, {0.9, 0.4, 0.1, 1};
MUL t, fragment.texcoord[0], 7.03;
FRC t, t;
SUB t, t, 0.371;
KIL t.xyxy;
END
"""

    def picture(gl):
        clear(gl)
        use_programs(gl, fragment=fragment)
        gl.glEnable(gl.GL_DEPTH_TEST)
        draw_whole_view(gl, [[(0, 0, 0, 1), (1, 0, 0, 1), (1, 1, 0, 1), (0, 1, 0, 1)]])
        use_program(gl, "!!ARBfp1.0\nMOV result.color, {0.1, 0.2, 0.9, 1};\nEND\n")
        draw_triangle(gl, np.array(FIRST) + (0, 0, 0.5), BLUE)

    same_as_mesa(picture)
