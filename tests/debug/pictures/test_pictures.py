"""Pictures of a frame, against counts made by hand."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl import cli
from softgl.commands.history import PICTURES
from softgl.debug.pictures import KINDS, FramePicture, PictureError, picture
from softgl.errors import UsageError
from softgl.gl import *
from softgl.gl import shaders
from softgl.image import load_png

SIZE = 16
KIL = """!!ARBfp1.0
TEMP t; SUB t, fragment.color.x, 0.5; KIL t; MOV result.color, fragment.color; END"""
LOOP = """!!NVfp4.0
TEMP t; MOV t, fragment.color; MUL t.w, t.x, 8.0;
REP t.w; ADD t.y, t.y, 0.01; ENDREP;
MOV result.color, t; END"""
SAMPLED = """!!ARBfp1.0
TEX result.color, fragment.texcoord[0], texture[2], 2D; END"""
SHADER = """uniform sampler2D image;
void main() { gl_FragColor = texture2D(image, gl_TexCoord[0].st); }"""


def load(text):
    """Enable a fragment program."""
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)


def box(left, right, z=0.0, red=1.0):
    """Draws the columns from `left` on, up to `right`."""
    left, right = (2.0 * column / SIZE - 1.0 for column in (left, right))
    glColor4f(red, 0.5, 0.25, 1.0)
    glBegin(GL_QUADS)
    for x, y in ((left, -1.0), (right, -1.0), (right, 1.0), (left, 1.0)):
        glTexCoord2f(*(4.0 * (c + 1.0) for c in (x, y)))
        glVertex3f(x, y, z)
    glEnd()


def layers():
    """Three boxes, the third one behind the others."""
    glEnable(GL_DEPTH_TEST)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    box(0, 12, 0.5)
    box(4, 12, 0.0, red=0.25)
    box(8, 16, 0.25)


def seen(kind, draw, machine="llvm", samples=0, lanes=None, **options):
    """The columns of a picture with equal rows."""
    softgl.Context(SIZE, SIZE, machine=machine, threads=1, samples=samples, lanes=lanes)
    with picture(kind, **options) as found:
        draw()
    assert (found.counts == found.counts[0]).all()
    assert found.image().size[0] > SIZE
    return found.counts[0].tolist()


def columns(*runs):
    """Each number as often as it says."""
    return [number for number, times in runs for _ in range(times)]


@pytest.mark.parametrize("samples", [0, 4])
def test_overdraw_and_depth_complexity(samples):
    written = columns((1, 4), (2, 8), (1, 4))
    assert seen("overdraw", layers, samples=samples) == written
    reached = columns((1, 4), (2, 4), (3, 4), (1, 4))
    assert seen("depth-complexity", layers, samples=samples) == reached


def test_which_event_and_which_primitive_drew_last():
    assert seen("draw", layers) == columns((1, 4), (2, 8), (3, 4))

    def two():
        glBegin(GL_QUADS)
        for left in (-1.0, 0.0):
            for x, y in ((left, -1), (left + 1, -1), (left + 1, 1), (left, 1)):
                glVertex2f(x, y)
        glEnd()

    assert seen("primitive", two) == columns((0, 8), (1, 8))


def test_fragments_that_a_program_drops_reach_the_pixel_but_are_not_written():
    def dropped():
        load(KIL)
        layers()

    reached = columns((1, 4), (2, 4), (3, 4), (1, 4))
    assert seen("overdraw", dropped) == columns((1, 8), (2, 4), (1, 4))
    assert seen("depth-complexity", dropped) == reached
    # SUB, KIL and MOV; a fragment that KIL drops has run them all.
    assert seen("cost", dropped) == [3 * count for count in reached]


@pytest.mark.parametrize(("machine", "lanes"), [("eager", None), ("llvm", 4), ("llvm", 16)])
def test_the_cost_of_loops_depends_on_the_fragment(machine, lanes):
    def loops():
        load(LOOP)
        box(0, 8, red=0.25)  # two rounds
        box(8, 16, red=0.5)  # four

    few, *_, many = seen("cost", loops, machine, lanes=lanes)
    # A round is ADD and ENDREP.
    assert many - few == 2 * 2


def use_shader():
    """Samples unit 2 by a uniform."""
    shader = shaders.compileShader(SHADER, GL_FRAGMENT_SHADER)
    program = shaders.compileProgram(shader)
    glUseProgram(program)
    glUniform1i(glGetUniformLocation(program, "image"), 2)


@pytest.mark.parametrize("use", [lambda: load(SAMPLED), use_shader], ids=["assembly", "GLSL"])
def test_levels_are_those_that_are_sampled(use):
    def tiles():
        use()
        glActiveTexture(GL_TEXTURE2)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST)
        for level in range(6):
            side = 32 >> level
            texels = np.zeros((side, side, 4), np.uint8)
            glTexImage2D(
                GL_TEXTURE_2D, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels
            )
        box(0, 8)

    # Texture coordinates grow by 1/2 a pixel: 16 texels.
    assert seen("mip", tiles, unit=2) == columns((4.0, 8), (-1.0, 8))
    assert seen("mip", tiles, unit=0) == columns((-1.0, 16))


def test_contributions_have_a_page_for_each_event_that_changed_something():
    softgl.Context(SIZE, SIZE, threads=1)
    with picture("contributions") as found:
        layers()
        layers()
    pages = [(number, int(changed.sum())) for number, _, _, changed in found.canvas.contributions]
    assert pages[:3] == [(1, 192), (2, 128), (3, 64)]
    assert found.counts.max() > 3
    assert found.image().size == (3 * SIZE, 3 * (SIZE + 14))


def test_framebuffer_objects_are_chosen_by_name_or_as_they_are_drawn_to():
    softgl.Context(SIZE, SIZE, threads=1)
    name, buffer = glGenFramebuffers(1), glGenRenderbuffers(1)
    for kind, framebuffer in (("overdraw", None), ("overdraw", name)):
        with picture(kind, framebuffer=framebuffer) as found:
            glBindFramebuffer(GL_FRAMEBUFFER, name)
            glBindRenderbuffer(GL_RENDERBUFFER, buffer)
            glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16)
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer)
            box(0, 8)
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
            glBlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        assert found.counts[0].tolist() == columns((1, 8), (0, 8))
    with picture("overdraw", framebuffer=99) as found:
        box(0, 8)
    with pytest.raises(PictureError, match="nothing is drawn to framebuffer 99"):
        found.image()


def test_watching_leaves_the_picture_as_it_is():
    wanted = softgl.Context(SIZE, SIZE, threads=1)
    layers()
    wanted = wanted.read_image().tobytes()
    for kind in KINDS:
        ctx = softgl.Context(SIZE, SIZE, threads=1)
        with picture(kind):
            layers()
        assert ctx.read_image().tobytes() == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_images_are_their_reference_images(kind, golden):
    softgl.Context(SIZE, SIZE, threads=2)
    with picture(kind) as found:
        layers()
    golden(found.image(), f"picture-{kind}")


def test_the_command_offers_what_there_is():
    assert tuple(KINDS) == PICTURES
    with pytest.raises(UsageError, match="unknown picture 'heat'; known are overdraw, "):
        FramePicture("heat")


def test_the_command_writes_an_image(tmp_path, capsys):
    path = tmp_path / "o.png"
    given = ["picture", "teapot", "--size", "64x48", "-o", str(path), "--of"]
    assert cli.main([*given, "overdraw"]) == 0
    assert load_png(path).shape[1] == 64 + 190
    assert cli.main([*given, "overdraw", "--unit", "1"]) == 2
    assert cli.main([*given, "draw", "--framebuffer", "5"]) == 1
    expected = ["softgl: --unit needs --of mip", "softgl: nothing is drawn to framebuffer 5"]
    usage, *reasons = capsys.readouterr().err.splitlines()
    assert usage.startswith("usage: softgl picture SCENE ") and reasons == expected


@pytest.mark.parametrize("kind", KINDS)
def test_framebuffers_without_colours(kind):
    softgl.Context(SIZE, SIZE, machine="eager")
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    buffer = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, buffer)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SIZE, SIZE)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    with picture(kind) as found:
        glRectf(-1, -1, 1, 1)
    assert found.image().size[0] >= SIZE
    with picture(kind) as found:
        glDisable(GL_DEPTH_TEST)
        glRectf(-1, -1, 1, 1)  # changes nothing
    assert found.image().size[0] >= SIZE
