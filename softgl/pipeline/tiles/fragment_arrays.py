"""The arrays that fragments read and write: planes, tests, blending, resources of the program."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.fragments.per_fragment import COLOR_PLANES, DEPTH_PLANE, STENCIL_PLANE
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.tiles.pending_clears import CLEARED, PENDING


def fragment_arrays(framebuffer: Framebuffer, call, write_clears: bool = True) -> dict:
    """The arrays that fragments of any kind read and write.

    call : as `state_arrays` takes it. write_clears : as `plane_arrays` does.
    """
    return plane_arrays(framebuffer, write_clears) | state_arrays(framebuffer, call)


def plane_arrays(framebuffer: Framebuffer, write_clears: bool = True) -> dict:
    """The arrays of the framebuffer; `layer` and `window_width` are for observers, not kernels.

    write_clears : True to write pending clears first; False for tile kernels, which write them.
    """
    if write_clears:
        framebuffer.settle()
    arrays = {"layer": framebuffer.number, "window_width": framebuffer.width}
    arrays["window_height"] = np.array([framebuffer.height], np.int32)
    names = *COLOR_PLANES[: len(framebuffer.colors)], DEPTH_PLANE, STENCIL_PLANE
    for name, plane in zip(names, framebuffer.every_plane, strict=True):
        arrays[name] = plane.memory
        arrays[name + PENDING], arrays[name + CLEARED] = plane.pending, plane.cleared
    return arrays


def state_arrays(framebuffer: Framebuffer, state) -> dict:
    """All others; state : a FragmentState, or a call with the fields of one."""
    samples = {}
    if state.fragment.counted:
        samples["samples_plane"] = state.tests.samples(framebuffer.elements)
    return {
        "blend_color": state.blend_color,
        "fog": state.fog,
        **samples,
        **state.tests.arrays,
        **state.fragment_resources.arguments,
    }
