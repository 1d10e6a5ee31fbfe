"""Textures of every target without a fragment program: the built-in one."""

import pytest

from softgl.gl import *
from softgl.gl.api import enums
from tests.gl.target_textures import ENUMS, POINTS, TEXELS, specify

# EXT_texture_array: layers are for programs.
TARGETS = [name for name, (*_, layers) in ENUMS.items() if layers is None]


def drawn(s, t, r, q=1.0):
    """The colour of a rectangle with the same texture coordinates everywhere."""
    glTexCoord4f(s, t, r, q)
    glRectf(-1, -1, 1, 1)
    return glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None).ravel().tolist()


@pytest.fixture(autouse=True)
def white(context):
    glColor4f(1, 1, 1, 1)


def test_each_target_and_their_precedence(context):
    """OpenGL 2.1, 3.8.16, and ARB_texture_rectangle: CUBE, 3D, RECT, 2D, 1D, whatever is whole."""
    for name in sorted(TARGETS, key=["1D", "2D", "RECT", "3D", "CUBE"].index):
        point, place, _ = POINTS[name]
        specify(name, GL_RGBA, TEXELS)
        glEnable(ENUMS[name][0])
        assert drawn(*point) == TEXELS[place].tolist()
        # "the q coordinate can be ignored", or it divides.
        divided = point if name == "CUBE" else [c * 2 for c in point]
        assert drawn(*divided, 2.0) == TEXELS[place].tolist()
    assert drawn(*POINTS["CUBE"][0], -1.0) == TEXELS[POINTS["CUBE"][1]].tolist()
    # "then it is as if texture mapping were disabled for that texture unit".
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0)
    assert drawn(1, 1, 1) == [255] * 4
    glDisable(GL_TEXTURE_CUBE_MAP)
    assert drawn(*POINTS["3D"][0]) == TEXELS[POINTS["3D"][1]].tolist()


@pytest.mark.parametrize("name", ["1D", "2D", "RECT", "CUBE"])
def test_comparisons(context, name):
    """R is compared, of a cube map Q: OpenGL 3.0, 3.9.14."""
    point, place, _ = POINTS[name]
    specify(name, GL_DEPTH_COMPONENT, TEXELS[..., :1])
    glEnable(ENUMS[name][0])
    for beyond, passed in ((-4, 255), (4, 0)):
        reference = (int(TEXELS[place][0]) + beyond) / 255
        if name == "CUBE":
            assert drawn(*point, reference) == [passed] * 3 + [255]
        else:
            assert drawn(*point[:2], reference) == [passed] * 3 + [255]
            assert drawn(*(c * 4 for c in point[:2]), reference * 4, 4.0) == [passed] * 3 + [255]


def test_units_beyond_the_conventional_ones_are_off(context):
    """OpenGL 2.1, 3.8.16: "beyond those specified by MAX_TEXTURE_UNITS [...] disabled"."""
    glActiveTexture(GL_TEXTURE0 + int(glGetIntegerv(GL_MAX_TEXTURE_UNITS)))
    glEnable(GL_TEXTURE_2D)
    assert drawn(0, 0, 0) == [255] * 4


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("ALPHA", [51, 51, 51, 0]),
        ("LUMINANCE", [51, 20, 20, 51]),
        ("LUMINANCE_ALPHA", [16, 20, 20, 20]),
        ("INTENSITY", [20, 20, 20, 20]),
        ("RED", [51, 0, 0, 51]),
        ("RG", [51, 0, 40, 51]),
        ("RGB", [51, 10, 40, 51]),
        ("RGBA", [16, 10, 40, 20]),
    ],
)
def test_swizzled_components_of_each_base_format(context, base, expected):
    """EXT_texture_swizzle changes Cs and As; table 3.21 of OpenGL 2.1 says which of them count."""
    glTexImage2D(
        GL_TEXTURE_2D, 0, getattr(enums, f"GL_{base}"), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
        bytes([100, 200, 50, 80]),
    )  # fmt: skip
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, [GL_ALPHA, GL_BLUE, GL_GREEN, GL_RED])
    glEnable(GL_TEXTURE_2D)
    glColor4f(0.2, 0.2, 0.2, 0.2)
    assert drawn(0, 0, 0) == expected
