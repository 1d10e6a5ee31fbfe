"""Counts per pixel of a draw: draws it again, to copied planes, with counting kernels.

The kernels are compiled if the context's engine compiles. Each count costs a draw.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl import asm
from softgl.gl.explain.counting import copied
from softgl.lanes import Engine
from softgl.pipeline.draws.draw import draw
from softgl.pipeline.images.pixel_rectangle import RectangleCall, draw_rectangle
from softgl.pipeline.keys.kernel_keys import Counted
from softgl.pipeline.keys.link import Inputs
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.planes.framebuffer import Framebuffer, block_index
from softgl.records import but

NOTHING = asm.parse("!!ARBfp1.0\nMOV result.color, 1.0;\nEND")


def counted(
    engine: Engine, frame: Framebuffer, call, quantity: str, unit: int = 0, threads: int = 1
) -> np.ndarray:
    """Counts a DrawCall or a RectangleCall at every pixel: (height, width) uint32, bottom first.

    quantity : a word of `keys.Counted`, or "reached": samples of all fragments, before any test.
    unit : the texture unit of "level".

    Leaves the framebuffer unchanged.
    """
    plane = np.zeros(frame.elements, np.uint32)
    tests = replace(call.tests, samples=lambda elements: plane)
    key = replace(
        call.fragment,
        counted=Counted(quantity, unit),
        # No test reads colours.
        targets=(None,) * len(call.fragment.targets),
    )
    more = {"tests": tests}
    if quantity == "reached":
        key = _untested(key)
        more["fragment_resources"] = Resources(np.zeros(4, np.uint32))
    copy = copied(frame)
    if isinstance(call, RectangleCall):
        rectangle = replace(call.key, fragment=key)
        draw_rectangle(engine, copy, replace(call, key=rectangle, **more), threads)
    else:
        draw(engine, copy, but(call, fragment=key, recording=None, **more), threads)
    x, y = np.arange(frame.width), np.arange(frame.height)[:, None]
    return plane[block_index(x, y, frame.blocks_x)]


def _untested(key):
    """The key of fragments without tests and without results."""
    return replace(
        key,
        counted=Counted(),
        program=NOTHING,
        inputs=Inputs(),
        textures=(),
        depth=None,
        stencil=None,
        alpha_func=None,
        depth_bounds=False,
        alpha_to_coverage=False,
        sample_coverage=False,
    )
