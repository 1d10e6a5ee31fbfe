"""Frames of several samples a pixel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.bench.drawing import new_name
from softgl.records import dataclass


@dataclass(frozen=True)
class Multisampled:
    """Another frame, drawn with four samples a pixel, and resolved. prepare : as a Frame has it."""

    prepare: Callable

    def __call__(self, gl, amount):
        view = np.zeros(4, np.int32)
        gl.glGetIntegerv(gl.GL_VIEWPORT, view)
        width, height = map(int, view[2:])
        name = new_name(gl.glGenFramebuffers)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
        for format_, point in (
            (gl.GL_RGBA8, gl.GL_COLOR_ATTACHMENT0),
            (gl.GL_DEPTH_COMPONENT24, gl.GL_DEPTH_ATTACHMENT),
        ):
            image = new_name(gl.glGenRenderbuffers)
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, image)
            gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, 4, format_, width, height)
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, point, gl.GL_RENDERBUFFER, image)
        draw = self.prepare(gl, amount)
        box = (0, 0, width, height) * 2

        def frame():
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
            draw()
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
            gl.glBlitFramebuffer(*box, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

        return frame
