"""Buffers of the current context, and primitives to draw there."""

from __future__ import annotations

import numpy as np

from softgl.gl import GL_DEPTH_COMPONENT, GL_FLOAT, glReadPixels
from softgl.gl.api.current import current

SIZE = 8
"""The width and the height of a test's framebuffer."""


def colors(size=(SIZE, SIZE)):
    """The colour buffer as stored; glReadPixels would apply pixel transfer."""
    return np.array(current.context.framebuffer.read_color(0, 0, *size))


def depths():
    """The depth buffer, as floats."""
    return glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(SIZE, SIZE)


def stencils():
    """The stencil buffer."""
    return np.array(current.context.framebuffer.read_stencil(0, 0, SIZE, SIZE))


def image(width, height, seed=3):
    """Any RGBA pixels, none of them 0."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, 256, (height, width, 4)).astype(np.uint8)
