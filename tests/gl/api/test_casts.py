"""Floats of applications become integers, also those beyond all integers.

C leaves these open, NumPy says so by a warning, and CPUs differ: so nothing may warn.
"""

from __future__ import annotations

import random
import warnings
from contextlib import suppress

import numpy as np
import pytest

import softgl
from softgl import glu
from softgl.errors import SoftGLError
from softgl.gl import *
from softgl.gl.api.casts import cast, whole
from softgl.gl.api.declarations import COMMANDS

NAN, INFINITE = float("nan"), float("inf")
HOSTILE = [
    NAN,
    INFINITE,
    -INFINITE,
    1e30,
    -1e30,
    300.5,
    -1.5,
    2.0**31,
    2.0**32,
    2.0**63,
    -(2.0**70),
]
SEED = 20261129


@pytest.fixture
def loud(monkeypatch):
    """Makes every cast of a float that fits no integer an error."""
    quiet = np.errstate

    class Loud(quiet):
        def __init__(self, **given):
            everything = given.pop("all", "warn")
            more = dict.fromkeys(("over", "divide", "under"), everything)
            super().__init__(**{**more, **given, "invalid": "warn"})

    monkeypatch.setattr(np, "errstate", Loud)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "invalid value encountered in cast")
        yield


@pytest.mark.parametrize("float_", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("integer", [np.int8, np.uint8, np.int16, np.uint32, np.int32, np.int64])
def test_numbers(loud, float_, integer):
    limits = np.iinfo(integer)
    least, most = int(limits.min), int(limits.max)
    with np.errstate(over="ignore"):
        given = np.array(
            [NAN, INFINITE, -INFINITE, 1.9, 100.5, -1.9, 0.0, -0.0, -(2.0**70)], float_
        )
    signed = -1 if least else 0
    found = whole(given, integer)
    assert found.dtype == integer
    assert found[[0, 2, 3, 4, 5, 6, 7, 8]].tolist() == [0, least, 1, 100, signed, 0, 0, least]
    assert most - 2**10 < found[1] <= most and (limits.bits == 64 or found[1] == most)
    assert cast(given.tolist(), integer).tolist() == found.tolist()
    assert (cast(given, integer) == found).all()


def test_integers_stay_as_they_are():
    assert cast(np.array([-1, 300, 2**40 + 7]), np.uint8).tolist() == [255, 44, 7]
    for given in ([300], [1, 2**63], [0.5, 300], [[-1, 1.5]], [2**64, 0.5]):
        with pytest.raises(OverflowError):
            cast(given, np.uint8)
    assert cast([[True, 1.5], [2, 300.5]], np.uint8).tolist() == [[1, 1], [2, 255]]
    assert np.isnan(cast([NAN, 1], np.float32)[0])


def test_lists_of_floats(loud, context):
    """Floats beyond 32 bits name no list; others are cut off, and wrap around with the base."""
    for name in (1, 2, 5):
        glNewList(name, GL_COMPILE)
        glTranslatef(10**name, 0, 0)
        glEndList()

    def moved(base, *offsets):
        glLoadIdentity()
        glListBase(base)
        glCallLists(len(offsets), GL_FLOAT, np.array(offsets, np.float32))
        return int(glGetFloatv(GL_MODELVIEW_MATRIX)[3, 0])

    assert moved(0, 1.99, 2.5, -0.5) == 110
    assert moved(6, -1, -4.9, -5.999) == 100110
    # (5 + 4294967040) mod 2^32 does not name a list, and 2^31 + 2^31 + 1 is list 1.
    assert moved(2**31 + 1, 2.0**31) == 10 == moved(2**31 + 1, -(2.0**31))
    assert moved(1, NAN, INFINITE, -INFINITE, 2.0**32, -(2.0**32), 1e30, -1e30, 2.0**40) == 0
    assert moved(1, NAN, 0, 2.0**63, 1) == 110


def hostile(choose):
    """Numbers of any type of floats, or a list of them."""
    values = [choose.choice(HOSTILE) for _ in range(choose.choice([1, 4, 16, 64]))]
    kind = choose.choice([np.float32, np.float64, list])
    with np.errstate(over="ignore"):
        return values if kind is list else np.array(values, kind)


def test_every_command_that_takes_arrays(loud):
    choose = random.Random(SEED)
    print("seed", SEED)
    types = [GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_INT, GL_UNSIGNED_INT, GL_FLOAT]
    calls = 0
    with softgl.Context(4, 4, machine="eager"):
        for name, function in COMMANDS.items():
            parameters = function.__wrapped__.signature.parameters
            if not any(each.pointer == "in" for each in parameters) or "Delete" in name:
                continue
            for type_ in types:
                given = [
                    hostile(choose) if each.pointer
                    else type_ if each.name == "type"
                    else choose.choice([GL_RGBA, GL_STENCIL_INDEX]) if each.name == "format"
                    else GL_TEXTURE_2D if each.name == "target"
                    else choose.choice([0, 1, 4])
                    for each in parameters
                ]  # fmt: skip
                with suppress(SoftGLError):
                    function(*given)
                calls += 1
    assert calls > 1000


def test_pictures_of_no_numbers(loud, context):
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 4, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
        np.float32([NAN, INFINITE, -INFINITE, 0.5]),
    )  # fmt: skip
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 1, 0)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    for picture in (context.read_image("depth"), context.read_image(texture=1)):
        assert np.asarray(picture).reshape(-1).tolist() == [0, 255, 0, 128]


@pytest.mark.parametrize("type_", [GL_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT, GL_BITMAP])
def test_scaled_images(loud, context, type_):
    out = bytearray(64)
    given = np.float32([NAN, 2.5, -INFINITE, 1e30])
    glu.gluScaleImage(GL_STENCIL_INDEX, 2, 2, GL_FLOAT, given, 2, 2, type_, out)
    with pytest.raises(glu.GLUError, match="dataOut: the result cannot be written"):
        glu.gluScaleImage(GL_STENCIL_INDEX, 2, 2, GL_FLOAT, given, 2, 2, GL_UNSIGNED_BYTE, None)
