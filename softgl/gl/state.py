"""The groups of the context's state, in GL's words; enums are held as their GL values.

Each group is what one chapter of the specification sets; the commands of `softgl.gl.raster_state`
change them, `softgl.gl.queries` names where each value lives, `derive` turns them into keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from softgl.gl import enums as gl


def follow(ctx, path: str):
    """What a path from the context leads to: fields with dots between, and numbers in lists."""
    for part in path.split(".") if path else ():
        ctx = ctx[int(part)] if part.isdigit() else getattr(ctx, part)
    return ctx


@dataclass
class Viewport:
    """The viewport rectangle in pixels, and the depth range."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    near: float = 0.0
    far: float = 1.0


@dataclass
class Depth:
    """The depth test (`test`: enabled), the write mask and the clear value."""

    test: bool = False
    func: int = gl.GL_LESS
    mask: bool = True
    clear: float = 1.0


@dataclass
class Stencil:
    """The stencil clear value."""

    clear: int = 0


@dataclass
class Polygon:
    """Culling (`cull`: enabled)."""

    cull: bool = False
    cull_mode: int = gl.GL_BACK
    front_face: int = gl.GL_CCW


@dataclass
class Color:
    """The colour buffer: write mask, blending (`blend`: enabled), clear colour.

    Blend colour and clear colour are clamped to [0, 1] when they are set.
    """

    mask: tuple[bool, bool, bool, bool] = (True, True, True, True)
    blend: bool = False
    blend_src_rgb: int = gl.GL_ONE
    blend_dst_rgb: int = gl.GL_ZERO
    blend_src_alpha: int = gl.GL_ONE
    blend_dst_alpha: int = gl.GL_ZERO
    blend_equation_rgb: int = gl.GL_FUNC_ADD
    blend_equation_alpha: int = gl.GL_FUNC_ADD
    blend_color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    clear: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    dither: bool = True  # without effect: RGBA8 is rounded to the nearest


@dataclass
class Multisample:
    """Without effect: the framebuffer has one sample (OpenGL 2.1, 3.2.1)."""

    enabled: bool = True


@dataclass
class Hints:
    """Hints, kept for queries only: there is one, exact, way of doing things."""

    perspective_correction: int = gl.GL_DONT_CARE
    point_smooth: int = gl.GL_DONT_CARE
    line_smooth: int = gl.GL_DONT_CARE
    polygon_smooth: int = gl.GL_DONT_CARE
    fog: int = gl.GL_DONT_CARE
    generate_mipmap: int = gl.GL_DONT_CARE
    texture_compression: int = gl.GL_DONT_CARE
