"""Multisampled frames."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.bench.drawing import new_name
from softgl.records import dataclass


@dataclass(frozen=True)
class Multisampled:
    """A frame drawn with four samples a pixel, then resolved. prepare : as in `Frame`."""

    prepare: Callable

    def __call__(self, gl, amount):
        size = view_size(gl)
        name = new_name(gl.glGenFramebuffers)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
        for format_, point in (
            (gl.GL_RGBA8, gl.GL_COLOR_ATTACHMENT0),
            (gl.GL_DEPTH_COMPONENT24, gl.GL_DEPTH_ATTACHMENT),
        ):
            attach_renderbuffer(gl, point, format_, size, samples=4)
        draw = self.prepare(gl, amount)
        box = (0, 0, *size) * 2

        def frame():
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
            draw()
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
            gl.glBlitFramebuffer(*box, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

        return frame


def view_size(gl) -> tuple[int, int]:
    """The width and height of the viewport."""
    view = np.zeros(4, np.int32)
    gl.glGetIntegerv(gl.GL_VIEWPORT, view)
    return int(view[2]), int(view[3])


def attach_renderbuffer(gl, point, format_, size, samples=0) -> None:
    """Attaches a new renderbuffer to the bound framebuffer."""
    image = new_name(gl.glGenRenderbuffers)
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, image)
    gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, samples, format_, *size)
    gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, point, gl.GL_RENDERBUFFER, image)
