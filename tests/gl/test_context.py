"""The context: its arguments, images, threads; one triangle on the whole way."""

import gc
import io
import threading
import warnings
import weakref

import numpy as np
import pytest
from PIL import Image

from softgl import Context, GLError, current_context, lanes
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.vertices.attributes import COLOR
from softgl.image import ENCODINGS, ImageError
from softgl.lanes.helpers import usable_cpus


@pytest.mark.parametrize(
    "options",
    [
        {"width": -2},
        {"height": -1},
        {"width": 10**6},
        {"width": 1.5},
        {"width": "8"},
        {"errors": "ignore"},
        {"machine": "gpu"},
        {"machine": "llvm", "lanes": 5},
        {"threads": 0},
        {"threads": "two"},
        {"strict": np.zeros(2)},
    ],
)
def test_what_no_context_can_be_made_with(context, options):
    with pytest.raises(GLError) as caught:
        Context(**{"width": 8, "height": 8, "machine": "eager", **options})
    assert caught.value.baseOperation == "Context"
    assert current.context is context


def test_the_newest_context_is_current_until_another_is_made_so(context):
    other = Context(4, 4, machine="eager")
    glDepthFunc(GL_ALWAYS)
    context.make_current()
    glDepthFunc(GL_NEVER)
    assert (context.depth.func, other.depth.func) == (GL_NEVER, GL_ALWAYS)
    glColor3f(1, 0, 0)
    assert other.vertex.current[COLOR].tolist() == [1, 1, 1, 1]


def test_each_thread_has_its_own(context):
    def call():
        Context(4, 4, machine="eager")
        glDepthFunc(GL_ALWAYS)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert context.depth.func == GL_LESS


def test_defaults(context):
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, 8, 8]
    assert glGetIntegerv(GL_DEPTH_BITS) == 24
    assert context.errors == "raise"
    assert usable_cpus() >= 1
    assert Context(4, 4).threads == usable_cpus()


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_a_triangle(context, machine, tmp_path):
    """The lower left half of the window, in a colour for each corner."""
    ctx = Context(16, 16, machine=machine)
    glClearColor(0, 0, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_TRIANGLES)
    for x, y in ((-1, -1), (1, -1), (-1, 1)):
        glColor3f((x + 1) / 2, (y + 1) / 2, 0)
        glVertex2f(x, y)
    glEnd()
    image = ctx.read_image()
    assert (image.mode, image.size) == ("RGBA", (16, 16))
    pixels = np.asarray(image)
    assert pixels[0, 15].tolist() == [0, 0, 255, 255]
    assert pixels[15, 0].tolist() == [8, 8, 0, 255]
    assert pixels[1, 0].tolist() == [8, 231, 0, 255]
    ctx.save(tmp_path / "triangle.png")
    from softgl.image import load_png

    assert (load_png(tmp_path / "triangle.png") == pixels).all()


def test_arrays_and_immediate_mode_draw_the_same(context):
    rng = np.random.default_rng(3)
    positions = rng.uniform(-1, 1, (12, 3)).astype(np.float32)
    colors = rng.integers(0, 256, (12, 3)).astype(np.uint8)
    images = []
    for _ in range(3):
        glClear(GL_COLOR_BUFFER_BIT)
        if not images:
            glBegin(GL_TRIANGLES)
            for color, position in zip(colors, positions, strict=True):
                glColor3ubv(color)
                glVertex3fv(position)
            glEnd()
        else:
            glVertexPointerf(positions)
            glColorPointerub(colors)
            glEnableClientState(GL_VERTEX_ARRAY)
            glEnableClientState(GL_COLOR_ARRAY)
            if len(images) == 1:
                glDrawArrays(GL_TRIANGLES, 0, 12)
            else:
                glDrawElementsub(GL_TRIANGLES, list(range(12)))
        images.append(context.read_image().tobytes())
    assert len(set(images[0])) > 2
    assert images[0] == images[1] == images[2]


# -- which one is current --------------------------------------------------------------------------


def test_a_with_statement_gives_back_what_was_current(context):
    with Context(4, 4, machine="eager") as outer:
        assert current_context() is outer
        with Context(2, 2, machine="eager") as inner:
            assert current_context() is inner
            with outer as again:
                assert again is outer and current_context() is outer
            assert current_context() is inner
        assert current_context() is outer
        with pytest.raises(ZeroDivisionError), outer:
            raise ZeroDivisionError
    assert current_context() is context


def test_without_a_context_commands_are_refused(context):
    def alone():
        with Context(4, 4, machine="eager"):
            glVertex3f(0, 0, 0)
        assert current_context() is None
        for call in (lambda: glVertex3f(0, 0, 0), glFlush, lambda: glColor4ub(1, 2, 3, 4)):
            with pytest.raises(GLError, match="no context is current in this thread"):
                call()
        done.append(True)

    done = []
    thread = threading.Thread(target=alone)
    thread.start()
    thread.join()
    assert done


def test_a_context_does_not_keep_the_one_before(context):
    first = Context(4, 4, machine="eager")
    kept = weakref.ref(first)
    with Context(4, 4, machine="eager"):
        del first
        gc.collect()
        assert kept() is None
    assert current_context() is None


def test_repr(context):
    name = glGenProgramsARB(1)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name)
    assert repr(context) == "<softgl.Context 8x8, eager, programs: none>"
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    assert repr(context) == f"<softgl.Context 8x8, eager, programs: fragment {name}>"
    level = lanes.choose_target().level
    assert f"llvm ({level}, 4 lanes)" in repr(Context(1, 1, lanes=4))


# -- pictures --------------------------------------------------------------------------------------


def _texture(pixels, target=GL_TEXTURE_2D, images=(GL_TEXTURE_2D,), kind=GL_RGBA, level=0):
    name = int(glGenTextures(1))
    glBindTexture(target, name)
    for number, image in enumerate(images):
        data = pixels + np.uint8(number)
        size = data.shape[:2]
        glTexImage2D(image, level, kind, *size[::-1], 0, kind, GL_UNSIGNED_BYTE, data)
    return name


def test_pictures_of_textures(context):
    pixels = np.random.default_rng(1).integers(0, 200, (4, 4, 4), np.uint8)
    flipped = pixels[::-1]
    name = _texture(pixels)
    assert np.array_equal(context.read_image(texture=name), flipped)
    name = _texture(pixels, level=2)
    assert np.array_equal(context.read_image(texture=name, level=2), flipped)
    first = GL_TEXTURE_CUBE_MAP_POSITIVE_X
    name = _texture(pixels, GL_TEXTURE_CUBE_MAP, range(first, first + 6))
    assert np.array_equal(context.read_image(texture=name, layer=3), flipped + np.uint8(3))
    depths = _texture(pixels[..., 0].copy(), kind=GL_DEPTH_COMPONENT)
    image = context.read_image(texture=depths)
    assert (image.mode, np.array_equal(image, flipped[..., 0])) == ("L", True)


def test_pictures_of_framebuffers(context):
    name = _texture(np.zeros((3, 5, 4), np.uint8))
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0)
    glClearColor(0.2, 0.4, 2.0, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    image = context.read_image("framebuffer")
    assert (image.size, image.getpixel((4, 2))) == ((5, 3), (51, 102, 255, 255))
    assert context.read_image(texture=name).tobytes() == image.tobytes()
    assert context.read_image().getpixel((0, 0)) == (0, 0, 0, 0)
    with pytest.raises(GLError, match="no depth buffer"):
        context.read_image("depth")
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glClearDepth(0.2)
    glClear(GL_DEPTH_BUFFER_BIT)
    assert context.read_image("depth").getpixel((7, 7)) == 51


def test_pictures_of_nothing(context):
    name = _texture(np.zeros((2, 2, 4), np.uint8))
    for wrong, why in (
        ({"source": "window"}, "source is 'window'"),
        ({"texture": 99}, "99 is not a texture"),
        ({"texture": name, "level": 1}, "no image of level 1"),
        ({"texture": name, "layer": 1}, "1 is outside"),
        ({"texture": name, "layer": -1}, "-1 is outside"),
        ({"texture": "red"}, "must be integers"),
        ({"texture": name, "level": 0.5}, "must be integers"),
    ):
        with pytest.raises(GLError, match=why):
            context.read_image(**wrong)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    with pytest.raises(GLError, match="not complete"):
        context.read_image("framebuffer")


def test_a_notebook_shows_the_window(context):
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    shown = Image.open(io.BytesIO(context._repr_png_()))
    assert shown.tobytes() == context.read_image().tobytes()


def test_saving_an_empty_window_tells_of_the_framebuffer_that_is_bound(context, tmp_path):
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    bound = (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER)
    glFramebufferRenderbuffer(*bound, glGetIntegerv(GL_RENDERBUFFER_BINDING))
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    with pytest.warns(UserWarning, match=r"framebuffer \d is bound: save\(path, source="):
        context.save(tmp_path / "a.png")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        context.save(tmp_path / "a.png", source="framebuffer")
        assert np.asarray(Image.open(tmp_path / "a.png"))[0, 0].tolist() == [255, 0, 0]
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        context.save(tmp_path / "a.png")


def test_saving_goes_by_the_name(context, tmp_path):
    glClearColor(0.2, 0.4, 0.6, 0.0)
    glClear(GL_COLOR_BUFFER_BIT)
    texture = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0)
    for end in ("png", "webp", "bmp", "tif", "TIFF", "jpg", "jpeg"):
        for chosen in ({}, {"texture": texture}, {"source": "framebuffer"}):
            expected = context.read_image(**chosen)
            assert expected.getextrema()[3] == (0, 0)
            context.save(tmp_path / f"a.{end}", **chosen)
            image = Image.open(tmp_path / f"a.{end}")
            assert image.format == ENCODINGS[f".{end.lower()}"]
            assert image.mode == "RGB"  # opaque, as a window is
            if "j" not in end:
                assert np.array_equal(image, expected.convert("RGB"))
            if end in ("png", "webp", "tif", "TIFF"):
                context.save(tmp_path / f"a.{end}", alpha=True, **chosen)
                assert np.array_equal(Image.open(tmp_path / f"a.{end}"), expected)
            else:
                with pytest.raises(ImageError, match="with alpha: its format has no alpha"):
                    context.save(tmp_path / f"a.{end}", alpha=True, **chosen)
    context.save(tmp_path / "depth.png", source="depth")
    assert Image.open(tmp_path / "depth.png").mode == "L"
    context.save(tmp_path / "depth.png", alpha=True, source="depth")
    assert Image.open(tmp_path / "depth.png").mode == "L"
    with pytest.raises(ImageError, match=r"must end in one of \.png, "):
        context.save(tmp_path / "a.xyz")
    with pytest.raises(ImageError, match="5 is not a path"):
        context.save(5, alpha=True)
    with pytest.raises(TypeError):
        context.save(tmp_path / "a.png", "framebuffer")
