"""GLSL twins: the picture of an assembly program, drawn by a GLSL program through moderngl.

A twin is the GLSL of a scene or picture of softgl in assembly; both are drawn in one run and
compared. So languages that no driver takes any more are compared with a driver too.

    def test_a_twin(same_as_twin):
        def twin(glsl):
            program = glsl.program(VERTEX, FRAGMENT, colour=(1, 0, 0, 1))
            glsl.draw(program, {"position": corners})

        same_as_twin(picture, twin)
"""

from __future__ import annotations

from contextlib import contextmanager

import moderngl
import numpy as np

from softgl.bench.egl import LlvmpipeUnavailable

QUAD = np.uint32([0, 1, 2, 0, 2, 3])
"""The indices of a quad a b c d, cut as softgl and Mesa cut it."""


class Glsl:
    """A moderngl context with an RGBA8 framebuffer and 24 bits of depth, bound and cleared.

    context : for all that has no method here: capabilities, culling, textures.
    """

    def __init__(self, context: moderngl.Context, size):
        self.context = context
        self.framebuffer = context.simple_framebuffer(size)
        self.framebuffer.use()
        self.framebuffer.clear()

    def program(
        self, vertex: str, fragment: str, geometry: str | None = None, **uniforms
    ) -> moderngl.Program:
        """A program of GLSL 3.30 texts, without their first line, with values of its uniforms."""
        texts = {"vertex_shader": vertex, "fragment_shader": fragment, "geometry_shader": geometry}
        texts = {stage: f"#version 330\n{text}" for stage, text in texts.items() if text}
        program = self.context.program(**texts)
        self.set(program, **uniforms)
        return program

    def set(self, program: moderngl.Program, **uniforms) -> None:
        """Sets uniforms: numbers, vectors, arrays of vectors, and 4x4 matrices by their rows."""
        for name, value in uniforms.items():
            if isinstance(value, int):  # a texture unit or a truth value
                program[name].value = value
                continue
            values = np.asarray(value, np.float32)
            program[name].write((values.T if values.shape == (4, 4) else values).tobytes())

    def draw(self, program, attributes: dict, indices=None, mode=moderngl.TRIANGLES) -> None:
        """Draws vertices; attributes : (n, 1 ... 4) float32 by their names in the program."""
        buffers = []
        for name, values in attributes.items():
            values = np.ascontiguousarray(values, np.float32)
            buffers.append((self.context.buffer(values), f"{values.shape[1]}f", name))
        order = None if indices is None else self.context.buffer(np.uint32(indices))
        self.context.vertex_array(program, buffers, order).render(mode)

    def read(self) -> np.ndarray:
        """The framebuffer as (height, width, 4) uint8, bottom row first."""
        width, height = self.framebuffer.size
        data = self.framebuffer.read(components=4)
        return np.frombuffer(data, np.uint8).reshape(height, width, 4)


@contextmanager
def glsl_context(size):
    """`with glsl_context((w, h)) as glsl:` a `Glsl` of its own on llvmpipe, current.

    Raises LlvmpipeUnavailable where there is no llvmpipe.
    """
    try:
        context = moderngl.create_standalone_context(backend="egl")
    except Exception as error:  # what glcontext raises has no class of its own
        raise LlvmpipeUnavailable(f"moderngl finds no EGL: {error}") from error
    try:
        renderer = context.info["GL_RENDERER"]
        if "llvmpipe" not in renderer:
            raise LlvmpipeUnavailable(f"the software renderer here is {renderer!r}, not llvmpipe")
        with context:
            yield Glsl(context, size)
    finally:
        context.release()
