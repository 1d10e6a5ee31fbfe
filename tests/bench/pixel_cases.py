"""What is timed of pixels: reading, specifying, copying, drawing and clearing them.

Functions that set a case up and return the function of one frame, as in `cases`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from softgl.gl.api import enums
from tests.drivers.drawing import draw_whole_view, use_programs

SIDE = 1024


def _enum(name):
    return getattr(enums, f"GL_{name}")


def _pixels(words, side, seed=0):
    """Random pixels of a format and a type: floats of [0, 1), other types of any bits."""
    layout, type_ = words
    count = {"RGBA": 4, "BGRA": 4, "RGB": 3, "DEPTH_COMPONENT": 1}[layout]
    rng = np.random.default_rng(seed)
    if type_ == "FLOAT":
        return rng.random((side, side, count), np.float32)
    size = {"UNSIGNED_BYTE": 1, "UNSIGNED_SHORT": 2, "UNSIGNED_INT": 4}[type_]
    return rng.integers(0, 256, (side, side, count * size), np.uint8)


@dataclass(frozen=True)
class Read:
    """glReadPixels of the whole view, into memory that is there."""

    layout: str
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, scale):
        side = SIDE // scale
        use_programs(gl)
        gl.glClearDepth(0.25)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        draw_whole_view(gl, [[(0, 0), (1, 0), (1, 1), (0, 1)]])
        memory = _pixels((self.layout, self.type), side)
        words = _enum(self.layout), _enum(self.type)
        return lambda: gl.glReadPixels(0, 0, side, side, *words, memory)


def read_bytes(gl, scale):
    """glReadPixels in PyOpenGL's shortest form, which makes bytes."""
    side = SIDE // scale
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    return lambda: gl.glReadPixels(0, 0, side, side, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)


def _texture(gl, format_, side, words=("RGBA", "UNSIGNED_BYTE")):
    """A bound texture with one image, which its own size and format leave for good."""
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
    for pname in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, pname, gl.GL_NEAREST)
    pixels = _pixels(words, side)
    specify = partial(
        gl.glTexImage2D, gl.GL_TEXTURE_2D, 0, _enum(format_), side, side, 0, *map(_enum, words)
    )
    specify(pixels)
    return specify, pixels


@dataclass(frozen=True)
class Upload:
    """glTexImage2D, and one pixel drawn with the texture, so that the texels are wanted."""

    format: str
    layout: str = "RGBA"
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, scale):
        specify, pixels = _texture(gl, self.format, SIDE // scale, (self.layout, self.type))
        fragment = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"
        use_programs(gl, fragment=fragment)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(0, 0, 1, 1)

        def frame():
            specify(pixels)
            draw_whole_view(gl, [[(0, 0), (1, 0), (1, 1), (0, 1)]])

        return frame


@dataclass(frozen=True)
class Returned:
    """glGetTexImage."""

    format: str
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, scale):
        side = SIDE // scale
        _texture(gl, self.format, side)
        memory = _pixels(("RGBA", self.type), side)
        return lambda: gl.glGetTexImage(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, _enum(self.type), memory)


@dataclass(frozen=True)
class Copied:
    """glCopyTexSubImage2D of the whole view."""

    format: str

    def __call__(self, gl, scale):
        side = SIDE // scale
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        _texture(gl, self.format, side)
        return lambda: gl.glCopyTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, 0, 0, side, side)


@dataclass(frozen=True)
class Mipmaps:
    """glGenerateMipmap."""

    format: str

    def __call__(self, gl, scale):
        _texture(gl, self.format, SIDE // scale)
        return lambda: gl.glGenerateMipmap(gl.GL_TEXTURE_2D)


@dataclass(frozen=True)
class Blit:
    """glBlitFramebuffer from a renderbuffer to the window. half : of a quarter of its pixels."""

    filter: str = "NEAREST"
    half: bool = False
    format: str = "RGBA8"

    def __call__(self, gl, scale):
        side = SIDE // scale
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, gl.glGenFramebuffers(1))
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, _enum(self.format), side, side)
        gl.glFramebufferRenderbuffer(
            gl.GL_READ_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, 1
        )
        taken = side // 2 if self.half else side
        return lambda: gl.glBlitFramebuffer(
            0, 0, taken, taken, 0, 0, side, side, gl.GL_COLOR_BUFFER_BIT, _enum(self.filter)
        )


@dataclass(frozen=True)
class Drawn:
    """glDrawPixels over the whole view."""

    layout: str = "RGBA"
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, scale):
        side = SIDE // scale
        use_programs(gl)
        pixels = _pixels((self.layout, self.type), side)
        gl.glWindowPos2f(0, 0)
        words = _enum(self.layout), _enum(self.type)
        return lambda: gl.glDrawPixels(side, side, *words, pixels)


@dataclass(frozen=True)
class Clear:
    """glClear of all planes. part : only most of the view. masked : and not all components."""

    part: bool = False
    masked: bool = False

    def __call__(self, gl, scale):
        side = SIDE // scale
        if self.part:
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(1, 1, side - 2, side - 2)
        gl.glColorMask(1, 1, 1, not self.masked)
        gl.glClearColor(0.1, 0.2, 0.3, 0.4)
        return lambda: gl.glClear(
            gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT
        )


PIXELS = {
    "read RGBA bytes": Read("RGBA"),
    "read RGBA as new bytes": read_bytes,
    "read BGRA bytes": Read("BGRA"),
    "read RGB bytes": Read("RGB"),
    "read RGBA floats": Read("RGBA", "FLOAT"),
    "read depth floats": Read("DEPTH_COMPONENT", "FLOAT"),
    "read depth integers": Read("DEPTH_COMPONENT", "UNSIGNED_INT"),
    "upload RGBA8": Upload("RGBA8"),
    "upload RGBA8, BGRA": Upload("RGBA8", "BGRA"),
    "upload RGB8": Upload("RGB8", "RGB"),
    "upload RGBA32F": Upload("RGBA32F_ARB", type="FLOAT"),
    "upload RGBA16F": Upload("RGBA16F_ARB", type="FLOAT"),
    "upload R11F_G11F_B10F": Upload("R11F_G11F_B10F_EXT", "RGB", "FLOAT"),
    "upload RGB9_E5": Upload("RGB9_E5_EXT", "RGB", "FLOAT"),
    "upload depth": Upload("DEPTH_COMPONENT24", "DEPTH_COMPONENT", "UNSIGNED_INT"),
    "return RGBA8": Returned("RGBA8"),
    "return RGBA32F": Returned("RGBA32F_ARB", "FLOAT"),
    "copy to RGBA8": Copied("RGBA8"),
    "copy to RGBA16F": Copied("RGBA16F_ARB"),
    "mipmaps RGBA8": Mipmaps("RGBA8"),
    "mipmaps RGBA16F": Mipmaps("RGBA16F_ARB"),
    "blit": Blit(),
    "blit, stretched": Blit(half=True),
    "blit, linear": Blit("LINEAR", half=True),
    "draw pixels RGBA": Drawn(),
    "draw pixels RGB": Drawn("RGB"),
    "draw pixels, floats": Drawn(type="FLOAT"),
    "clear": Clear(),
    "clear in a box": Clear(part=True),
    "clear with a mask": Clear(masked=True),
    "clear in a box with a mask": Clear(True, True),
}
"""Each case by its name."""
