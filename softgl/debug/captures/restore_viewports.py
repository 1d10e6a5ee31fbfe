"""Makes the calls that restore the viewports with their depth ranges and scissor boxes."""

from __future__ import annotations

from collections.abc import Iterator

from softgl.gl.api import enums as gl

Calls = Iterator[tuple]


def viewports(view, box) -> Calls:
    """Yields the calls that restore viewports, depth ranges and scissor boxes.

    view : a `softgl.gl.transform.viewport.Viewport`. box : a `softgl.gl.fragments.scissor.Scissor`.
    """
    # glViewport takes integers.
    one = view.others is None and all(type(each) is int for each in view.rectangle)
    yield ("glViewport", view.rectangle) if one else _of_each("glViewportArrayv", view.rectangles)
    if view.other_depths is None:
        yield "glDepthRange" if are_clamped(view.depths) else "glDepthRangedNV", view.depths
    else:
        yield _of_each("glDepthRangeArrayv", view.depth_ranges)
        for number, depths in enumerate(view.depth_ranges):
            if not are_clamped(depths):
                yield "glDepthRangeIndexeddNV", (number, *depths)
    yield ("glScissor", box.box) if box.others is None else _of_each("glScissorArrayv", box.boxes)
    for number, on in enumerate(box.test):
        yield f"gl{'Enable' if on else 'Disable'}IndexedEXT", (gl.GL_SCISSOR_TEST, number)


def are_clamped(depths) -> bool:
    """True if the commands that clamp can set some depths."""
    return all(0 <= each <= 1 for each in depths)


def _of_each(name, values) -> tuple:
    """Returns the call that sets a value of all viewports."""
    return name, (0, len(values), tuple(each for several in values for each in several))
