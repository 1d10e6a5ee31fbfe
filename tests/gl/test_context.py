"""The context: what it is made of, images, threads; one triangle on the whole way."""

import threading

import numpy as np
import pytest

from softgl.errors import GLError
from softgl.gl import *
from softgl.gl.api.command import current
from softgl.gl.context import Context, default_threads
from softgl.gl.vertices.attributes import COLOR


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
    assert default_threads() >= 1
    assert Context(4, 4).threads == default_threads()


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
