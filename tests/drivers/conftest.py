"""The `same_as_mesa` fixture: one picture drawn by llvmpipe and by softgl in one run, compared."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.drivers.compare import compare
from tests.drivers.glsl import glsl_context
from tests.drivers.mesa import all_functions, mesa_context
from tests.drivers.textures.texturing import draw_assembly, draw_glsl


def draw_on_mesa(picture, size):
    """The result of `picture(gl)` in a Mesa context, by `read_pixels`."""
    with mesa_context(*size) as gl:
        picture(gl)
        return read_pixels(gl, size)


def draw_on_softgl(picture, size, **choices):
    """The result of `picture(gl)` in a softgl context, by `read_pixels`."""
    import softgl
    import softgl.gl

    softgl.Context(*size, **choices).make_current()
    picture(softgl.gl)
    return read_pixels(softgl.gl, size)


def read_pixels(gl, size):
    """The framebuffer as (height, width, 4) uint8, bottom row first."""
    width, height = size
    data = gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(height, width, 4)


@pytest.fixture
def same_as_mesa(mesa, tmp_path):
    """`same_as_mesa(picture, size=(w, h))`: asserts that softgl draws as llvmpipe does.

    picture : a function of a module with the names of OpenGL.GL, drawing into the current context.
    Coverage must be equal (unless alpha is part of the picture: `coverage=False`), and colours
    within `tolerance`/255 on `share` of the pixels; a test that asks for less says why. On failure
    the images are left in the test's temporary folder. choices : of softgl.Context, as machine.
    """

    def check(picture, size=(64, 64), *, tolerance=1, share=1, coverage=True, **choices):
        expected = draw_on_mesa(picture, size)
        assert expected.any(), "the picture is empty: it would compare nothing"
        actual = draw_on_softgl(picture, size, **choices)
        difference = compare(expected, actual, tolerance)
        if (coverage and difference.uncovered) or difference.share < share:
            fail(difference, tmp_path, mesa=expected, softgl=actual)

    return check


@pytest.fixture
def same_as_twin(mesa, tmp_path):
    """`same_as_twin(picture, twin, size=(w, h))`: asserts that softgl draws as GLSL does.

    picture : a function of softgl.gl. twin : a function of a `tests.drivers.glsl.Glsl`.
    Colours must be within `tolerance`/255 on `share` of the pixels, and nowhere farther apart than
    `worst`; on failure the images are left in the test's temporary folder.
    """

    def check(picture, twin, size=(64, 64), *, tolerance=1, share, worst):
        with glsl_context(size) as glsl:
            twin(glsl)
            expected = glsl.read()
        assert expected.any(), "the picture is empty: it would compare nothing"
        actual = draw_on_softgl(picture, size)
        difference = compare(expected, actual, tolerance)
        if difference.share < share or difference.worst > worst:
            fail(difference, tmp_path, glsl=expected, softgl=actual)

    return check


def fail(difference, folder, **images):
    """Writes the images, bottom row first, to a folder and fails with their difference."""
    for name, image in images.items():
        Image.fromarray(image[::-1]).save(folder / f"{name}.png")
    pytest.fail(f"{difference}; images in {folder}")


@pytest.fixture
def same_looks(mesa):
    """`same_looks(looks)`: asserts that softgl samples as llvmpipe does.

    looks : of `tests.drivers.textures.texturing`; drawn by ARB programs, or with `glsl=True` by
        GLSL on llvmpipe and by `!!NVfp4.0` on softgl. Each channel must be within `tolerance`. Of
        depths by GLSL only red is compared: the other channels are undefined.
    Returns softgl's cells.
    """

    def check(looks, *, glsl=False, tolerance=1 / 255, machine="eager"):
        expected = looks_on_mesa(looks, glsl)
        actual = looks_on_softgl(looks, glsl, machine)
        assert expected.any(), "the picture is empty: it would compare nothing"
        apart = np.abs(expected - actual)
        if glsl:
            depths = [look.layout == "DEPTH_COMPONENT" for look in looks]
            apart[depths, ..., 1:] = 0
        wrong = ~(apart <= tolerance).all(axis=-1)
        if wrong.any():
            pytest.fail(describe(looks, wrong, expected, actual))
        return actual

    return check


def looks_on_mesa(looks, glsl=False):
    """(number of looks, height, width, 4) float32 on llvmpipe."""
    if not glsl:
        with mesa_context(8, 8) as gl:
            return draw_assembly(gl, looks)
    with glsl_context((8, 8)) as context:
        return draw_glsl(context, all_functions(), looks)


def looks_on_softgl(looks, glsl=False, machine="eager", **choices):
    """The same on softgl."""
    import softgl
    import softgl.gl

    softgl.Context(8, 8, machine=machine, **choices).make_current()
    return draw_assembly(softgl.gl, looks, "NVfp4.0" if glsl else "ARBfp1.0")


def describe(looks, wrong, expected, actual):
    """The wrong looks, and their first wrong pixel."""
    lines = []
    for n in np.flatnonzero(wrong.any(axis=(1, 2))):
        look, (y, x) = looks[n], np.argwhere(wrong[n])[0]
        lines.append(
            f"look {n}: {wrong[n].sum()} pixels: {look}\n  at {look.coordinates[y, x]}: expected "
            f"{expected[n, y, x]}, actual {actual[n, y, x]}"
        )
    return f"{len(lines)} of {len(looks)} looks\n" + "\n".join(lines[:10])
