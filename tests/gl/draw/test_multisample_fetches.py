"""GLSL programs fetch single samples of multisample textures."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.explain.explainer import ExplainWarning
from softgl.ir.program import SamplerSlot, TextureOperand
from softgl.isa.vocabulary import FLOAT, SIGNED, UNSIGNED
from tests.gl.glsl_programs import fragment, use, vertex

SIDE, SAMPLES = 8, 4
FLAT, ARRAY = GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY


def attach(target, format_, layers=1, point=GL_COLOR_ATTACHMENT0):
    """Returns a new framebuffer object whose attachment is the last layer of a new texture."""
    glBindTexture(target, glGenTextures(1))
    size = (SIDE, SIDE) if target == FLAT else (SIDE, SIDE, layers)
    specify = glTexImage2DMultisample if target == FLAT else glTexImage3DMultisample
    specify(target, SAMPLES, format_, *size, True)
    framebuffer = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    name = glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE + (target == ARRAY))
    if target == FLAT:
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, target, name, 0)
    else:
        glFramebufferTextureLayer(GL_FRAMEBUFFER, point, name, 0, layers - 1)
    return framebuffer


def fetching(number, target, type_=FLOAT, layer=0):
    """Programs that show one sample of each pixel."""
    made = fragment()
    place = made.make("F2I", made.input("fragment.position"), type=SIGNED)
    rest = made.bits(0, 0, layer, number & 0xFFFFFFFF)
    joined = made.make("UCMP", made.bits(1, 1, 0, 0), place, rest, type=UNSIGNED)
    operand = TextureOperand(0, target)
    texel = made.make("TXF", joined, texture=operand, type=type_)
    if type_ is not FLOAT:
        texel = made.make("DIV", made.make("U2F", texel, type=UNSIGNED), made.constant(255.0))
    made.move(made.output("result.color", 0), texel)
    return vertex().program(), made.program(samplers=(SamplerSlot("s", target, number=0),))


def draw_triangle():
    glBegin(GL_TRIANGLES)
    for color, place in (((1, 0, 0), (-1, -1)), ((0, 1, 0), (1, -0.4)), ((0, 0, 1), (0, 1))):
        glColor3f(*color)
        glVertex2f(*place)
    glEnd()


def square():
    glRectf(-1, -1, 1, 1)


def shown():
    data = glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, 4)


def samples_of(context, framebuffer):
    glFinish()
    found = context.framebuffers.objects[framebuffer].attachments[0].plane(0, False)
    return [one.read_color(0, 0, SIDE, SIDE) for one in found.sample_planes]


@pytest.mark.parametrize("target", [FLAT, ARRAY])
def test_samples_of_colors(either, target):
    name, layer = ("2DMS", 0) if target == FLAT else ("ARRAY2DMS", 2)
    framebuffer = attach(target, GL_RGB8 if target == FLAT else GL_RGBA8, layer + 1)
    glClearColor(0.2, 0.4, 0.6, 0.8)
    glClear(GL_COLOR_BUFFER_BIT)
    draw_triangle()
    expected = []
    for number in (*range(SAMPLES), 7, -1):
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        use(either, *fetching(number, name, layer=layer), units=(0,))
        square()
        expected.append(shown())
    found = samples_of(either, framebuffer)
    found += [found[-1], found[0]]  # of samples that there are not
    assert any((one != found[0]).any() for one in found[1:])
    for one, wanted in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, wanted)
    # A draw to the texture is seen.
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer)
    either.shaders.current = None
    glColor4f(1, 1, 0, 1)
    square()
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    use(either, *fetching(1, name, layer=layer), units=(0,))
    square()
    assert (shown() == [255, 255, 0, 255]).all()


def test_samples_of_integers_and_depths(either):
    attach(FLAT, GL_RGBA8UI)
    glClearColorIuiEXT(10, 20, 30, 40)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    use(either, *fetching(3, "2DMS", UNSIGNED), units=(0,))
    square()
    assert (shown() == [10, 20, 30, 40]).all()
    attach(FLAT, GL_DEPTH_COMPONENT24, point=GL_DEPTH_ATTACHMENT)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glClearDepth(0.2)
    glClear(GL_DEPTH_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    use(either, *fetching(2, "2DMS"), units=(0,))
    square()
    assert (shown() == [51, 51, 51, 255]).all()


def test_textures_without_samples_are_incomplete(either):
    glBindTexture(FLAT, glGenTextures(1))
    use(either, *fetching(0, "2DMS"), units=(0,))
    square()
    assert (shown() == [0, 0, 0, 255]).all()


def test_explain_names_the_texture_without_samples():
    context = Context(SIDE, SIDE, explain=True)
    context.make_current()
    glBindTexture(FLAT, glGenTextures(1))
    use(context, *fetching(0, "2DMS"), units=(0,))
    with pytest.warns(ExplainWarning, match="has no samples of colours or depths"):
        square()
        glFinish()
    attach(FLAT, GL_RGBA8)
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    square()
    assert "samples" not in str(context.explain())
