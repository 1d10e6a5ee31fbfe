"""Frames of pixel commands: read-back, upload, copies, mipmaps, blits, glDrawPixels, clears.

`amount` is pixels or texels on a side. Frames that fill memory return it, for tests.
"""

from __future__ import annotations

import numpy as np

from softgl.bench.drawing import new_name, use_programs, whole_view
from softgl.bench.shading import CORNERS
from softgl.bench.textures import NEAREST, make_texture
from softgl.records import dataclass

COMPONENTS = {"RGBA": 4, "BGRA": 4, "RGB": 3, "DEPTH_COMPONENT": 1}
DTYPES = {"UNSIGNED_BYTE": np.uint8, "UNSIGNED_INT": np.uint32, "FLOAT": np.float32}
COLOR_AND_DEPTH = """!!ARBfp1.0
MOV result.color, fragment.texcoord[0];
MOV result.depth.z, fragment.texcoord[0].x;
END
"""
TEXEL = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"
# Texture coordinates of the view's corners: one texel a pixel, and four, which selects level 1.
WHOLE_VIEW = ((0, 0), (1, 0), (1, 1), (0, 1))
FOUR_TIMES = ((0, 0), (2, 0), (2, 2), (0, 2))


@dataclass(frozen=True)
class Read:
    """glReadPixels into existing memory. layout, type : GL's names, without GL_."""

    layout: str
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, amount):
        _fill_view(gl)
        memory = np.zeros_like(_image(self.layout, self.type, amount))
        form = _enums(gl, self.layout, self.type)
        return _filling(memory, gl.glReadPixels, 0, 0, amount, amount, *form)


@dataclass(frozen=True)
class Upload:
    """glTexImage2D. used : True to draw a pixel with the texture, so that its texels are read."""

    format: str
    layout: str = "RGBA"
    type: str = "UNSIGNED_BYTE"
    used: bool = True

    def __call__(self, gl, amount):
        target = make_texture(gl, "TEXTURE_2D", [], NEAREST)
        format_, *form = _enums(gl, self.format, self.layout, self.type)
        pixels = _image(self.layout, self.type, amount)

        def specify():
            gl.glTexImage2D(target, 0, format_, amount, amount, 0, *form, pixels)

        return _used(gl, specify) if self.used else specify


@dataclass(frozen=True)
class Return:
    """glGetTexImage into existing memory."""

    format: str
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, amount):
        target = _texture(gl, self.format, amount)
        memory = np.zeros_like(_image("RGBA", self.type, amount))
        return _filling(memory, gl.glGetTexImage, target, 0, *_enums(gl, "RGBA", self.type))


@dataclass(frozen=True)
class Copy:
    """glCopyTexSubImage2D from the view, and a pixel drawn with the texture."""

    format: str

    def __call__(self, gl, amount):
        _fill_view(gl)
        target = _texture(gl, self.format, amount)
        return _used(gl, lambda: gl.glCopyTexSubImage2D(target, 0, 0, 0, 0, 0, amount, amount))


@dataclass(frozen=True)
class Mipmaps:
    """glGenerateMipmap, and a pixel drawn with the texture."""

    format: str

    def __call__(self, gl, amount):
        target = _texture(gl, self.format, amount, ("NEAREST_MIPMAP_NEAREST", "NEAREST"))
        return _used(gl, lambda: gl.glGenerateMipmap(target), FOUR_TIMES)


@dataclass(frozen=True)
class Blit:
    """glBlitFramebuffer from a renderbuffer. stretched : True to scale up a quarter of it."""

    filter: str = "NEAREST"
    stretched: bool = False

    def __call__(self, gl, amount):
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, new_name(gl.glGenFramebuffers))
        name = new_name(gl.glGenRenderbuffers)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, amount, amount)
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, name
        )
        _fill_view(gl)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        side = amount // 2 if self.stretched else amount
        box = (0, 0, side, side, 0, 0, amount, amount)
        (filter_,) = _enums(gl, self.filter)
        return lambda: gl.glBlitFramebuffer(*box, gl.GL_COLOR_BUFFER_BIT, filter_)


@dataclass(frozen=True)
class DrawPixels:
    """glDrawPixels through a fragment program."""

    layout: str = "RGBA"
    type: str = "UNSIGNED_BYTE"

    def __call__(self, gl, amount):
        use_programs(gl)
        pixels = _image(self.layout, self.type, amount)
        form = _enums(gl, self.layout, self.type)
        gl.glWindowPos2f(0.0, 0.0)
        return lambda: gl.glDrawPixels(amount, amount, *form, pixels)


@dataclass(frozen=True)
class Clear:
    """glClear of all buffers. box : with a scissor box inside the view. masked : without alpha."""

    box: bool = False
    masked: bool = False

    def __call__(self, gl, amount):
        if self.box:
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(1, 1, amount - 2, amount - 2)
        gl.glColorMask(1, 1, 1, not self.masked)
        gl.glClearColor(0.2, 0.4, 0.6, 0.8)
        planes = gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT
        return lambda: gl.glClear(planes)


def read_clear(gl, amount):
    """glClear of all buffers and glReadPixels of one pixel of colour and depth.

    The reads write back the pending clear of the whole planes.
    """
    clear = Clear()(gl, amount)
    reads = [
        _filling(np.zeros(1, np.float32), gl.glReadPixels, 0, 0, 1, 1, form, gl.GL_FLOAT)
        for form in _enums(gl, "RED", "DEPTH_COMPONENT")
    ]

    def frame():
        clear()
        for read in reads:
            read()

    return frame


def _enums(gl, *names):
    return [getattr(gl, f"GL_{name}") for name in names]


def _image(layout, type_, side):
    """A square of random pixels: floats in [0, 1), integers of any value."""
    rng, dtype = np.random.default_rng(6), DTYPES[type_]
    shape = side, side, COMPONENTS[layout]
    if dtype == np.float32:
        return rng.random(shape, dtype)
    return rng.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def _texture(gl, format_, side, filters=NEAREST):
    """Makes a texture with one image of random bytes; returns its target."""
    image = _image("RGBA", "UNSIGNED_BYTE", side)
    return make_texture(gl, "TEXTURE_2D", [image], filters, format_)


def _fill_view(gl):
    """Draws colours and depths that differ from pixel to pixel."""
    use_programs(gl, fragment=COLOR_AND_DEPTH)
    gl.glEnable(gl.GL_DEPTH_TEST)
    whole_view(gl, CORNERS)()
    gl.glDisable(gl.GL_DEPTH_TEST)


def _filling(memory, command, *arguments):
    """Returns a draw function that calls a command with `memory` last, and returns `memory`."""

    def frame():
        command(*arguments, memory)
        return memory

    return frame


def _used(gl, change, corners=WHOLE_VIEW):
    """Returns a draw function that changes the bound texture and draws one pixel with it."""
    use_programs(gl, fragment=TEXEL)
    gl.glViewport(0, 0, 1, 1)
    draw = whole_view(gl, corners)

    def frame():
        change()
        draw()

    return frame
