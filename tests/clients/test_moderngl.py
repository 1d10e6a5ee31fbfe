"""moderngl draws with a context of softgl in this process."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import softgl
from tests.clients.running import needs_libraries

moderngl = pytest.importorskip("moderngl", reason="moderngl is not installed: softgl[test]")
pytestmark = needs_libraries

VERTEX = """#version 330
uniform vec2 offset;
in vec2 at;
void main() { gl_Position = vec4(at + offset, 0.0, 1.0); }"""
FRAGMENT = """#version 330
uniform vec4 color;
out vec4 result;
void main() { result = color; }"""
SQUARE = np.array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5], np.float32)


@pytest.fixture(autouse=True)
def _restore():
    with softgl.Context(1, 1):
        yield


def draw(context, color=(1.0, 0.0, 0.0, 1.0), offset=(0.0, 0.0)):
    """Draws a square to the framebuffer in use."""
    program = context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
    program["color"], program["offset"] = color, offset
    vertices = context.vertex_array(program, context.buffer(SQUARE), "at")
    vertices.render(moderngl.TRIANGLE_STRIP)


def window_of(context) -> np.ndarray:
    """The picture of the window, bottom row first: (h, w, 3) uint8."""
    width, height = context.screen.size
    return np.frombuffer(context.screen.read(), np.uint8).reshape(height, width, 3)


def test_a_window_is_drawn_to_and_saved(tmp_path):
    loader = softgl.GLContext(8, 4)
    context = moderngl.create_context(context=loader)
    assert (context.version_code, context.screen.size) == (330, (8, 4))
    draw(context)
    picture = window_of(context)
    assert picture[2, 4].tolist() == [255, 0, 0] and not picture[0].any()
    loader.save(tmp_path / "window.png")
    with loader:
        assert np.array_equal(softgl.image.load_png(tmp_path / "window.png")[::-1, :, :3], picture)


def test_contexts_have_versions_and_profiles():
    context = moderngl.create_context(context=softgl.GLContext(profile="compatibility"))
    assert context.extensions and "GL_ARB_compatibility" in context.extensions
    assert softgl.GLContext(version=(2, 1)).api.core is False
    with pytest.raises(ValueError, match="Requested OpenGL version 330, got version 310"):
        moderngl.create_context(context=softgl.GLContext(version=(3, 1)))
    with pytest.raises(softgl.GLError, match=r"version is \(4, 1\): softgl has OpenGL up to"):
        softgl.GLContext(version=(4, 1))
    with pytest.raises(softgl.GLError, match="version is 3"):
        softgl.GLContext(version=3)


def test_contexts_take_turns():
    contexts = [
        moderngl.create_context(context=softgl.GLContext(4, 4, threads=1)) for _ in range(2)
    ]
    for context, color in zip(contexts, [(1, 0, 0, 1), (0, 1, 0, 1)], strict=True):
        with context:
            draw(context, color)
    assert [window_of_current(each)[1, 1].tolist() for each in contexts] == [
        [255, 0, 0],
        [0, 255, 0],
    ]


def window_of_current(context):
    with context:
        return window_of(context)


def test_a_context_of_each_thread():
    pictures = [None] * 3

    def run(number):
        context = moderngl.create_context(context=softgl.GLContext(4, 4, threads=1))
        draw(context, color=[float(number == each) for each in range(3)] + [1.0])
        pictures[number] = window_of(context)[1, 1].tolist()
        context.release()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert pictures == [[255, 0, 0], [0, 255, 0], [0, 0, 255]]


def test_a_released_context_begins_anew():
    loader = softgl.GLContext(4, 4, samples=4)
    context = moderngl.create_context(context=loader)
    draw(context)
    buffer = context.buffer(reserve=16).glo
    context.release()
    context.release()
    assert softgl.current_context() is not loader
    assert (loader.width, loader.framebuffers.draw_window.planes.samples) == (0, 4)
    again = moderngl.create_context(context=loader.__enter__())
    assert softgl.gl.glIsBuffer(buffer) == softgl.gl.GL_FALSE
    assert again.screen.size == (4, 4) and not window_of(again).any()
    loader.__exit__()


def test_shared_objects_outlive_a_released_context():
    first = softgl.GLContext(4, 4)
    texture = moderngl.create_context(context=first).texture((1, 1), 4, bytes([1, 2, 3, 4]))
    second = moderngl.create_context(context=softgl.GLContext(4, 4, share=first))
    first.release()
    assert second.external_texture(texture.glo, (1, 1), 4, 0, "f1").read() == bytes([1, 2, 3, 4])


def test_addresses_and_leaving():
    loader = softgl.GLContext(1, 1)
    assert loader.load("glClear") == loader.load_opengl_function(b"glClear") != 0
    assert loader.load("printf") == 0
    loader.__exit__()
    loader.__exit__()
    loader.__exit__()
    assert softgl.current_context() is not loader


def test_addresses_are_the_same_objects():
    """moderngl keeps each number that `load` gives it for good."""
    with softgl.GLContext(4, 4) as context:
        assert context.load("glDrawArrays") is context.load("glDrawArrays") > 0
