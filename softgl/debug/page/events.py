"""The events of a frame in the page's list."""

from __future__ import annotations

from softgl.debug.descriptions import described as _described
from softgl.debug.watching import Event
from softgl.gl.api.arguments import Refused


def described(event: Event) -> dict:
    """Describes an event right before it happens.

    name : of the command. call : the whole call. details : its primitives, in words.
    framebuffer, target : the name of the framebuffer, and its description. size : its width and
    height. programs : the enabled programs, in words; short : a summary of them.
    vertices : True if the event draws vertices. stack : the frames of the program.
    """
    draw = _described(event)
    has_vertices = draw.kind == "draw"
    programs = draw.programs if has_vertices else {}
    names = [f"{stage} {name or 'default'}" for stage, name in programs.items()]
    if has_vertices and draw.shader_program:
        names.insert(0, f"GLSL {draw.shader_program}")
    if has_vertices:
        names[:0] = [f"GLSL {name}" for name in dict.fromkeys(draw.pipeline_programs.values())]
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
        "stack": list(draw.stack),
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
