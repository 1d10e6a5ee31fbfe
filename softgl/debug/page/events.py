"""The events of a frame as the page lists them."""

from __future__ import annotations

from softgl.debug.descriptions import described as _described
from softgl.debug.watching import Event
from softgl.gl.api.arguments import Refused


def described(event: Event) -> dict:
    """An event that is about to happen.

    name : of the command. call : all of it. details : what it draws, in words.
    framebuffer, target : what it draws to, by name and in words. size : width and height of that.
    programs : those that are enabled, in words; short : all of them in fewer words.
    vertices : True if it has some.
    """
    draw = _described(event)
    has_vertices = draw.kind == "draw"
    programs = draw.programs if has_vertices else {}
    names = [f"{stage} {name or 'default'}" for stage, name in programs.items()]
    return {
        "number": draw.number,
        "name": "glBegin … glEnd" if draw.command == "glEnd" else draw.command,
        "call": draw.call,
        "details": _details(draw),
        "framebuffer": draw.framebuffer,
        "target": _target(event.context),
        "size": _size(event.context),
        "programs": [each.replace(" ", " program ") for each in names],
        "short": ", ".join(names) or ("fixed function" if has_vertices else ""),
        "vertices": has_vertices,
    }


def _details(draw) -> str:
    if draw.kind == "clear":
        return draw.arguments.replace("GL_", "").replace("_BUFFER_BIT", "")
    words = [draw.mode.removeprefix("GL_")] if draw.mode else []
    if draw.count is not None:
        words.append(f"{draw.count:,} vertices")
    return " ".join(words)


def _size(ctx) -> list[int]:
    try:
        frame = ctx.framebuffers.planned()
    except Refused:
        return [0, 0]
    return [frame.width, frame.height]


def _target(ctx) -> str:
    bound = ctx.framebuffers.draw
    label = ctx.labels.get(bound).decode("utf-8", "replace")
    name = f"framebuffer {bound.name}" if bound.name else "window"
    return f"{name} “{label}”" if label else name
