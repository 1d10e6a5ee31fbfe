"""The framebuffer that a context draws to."""

from __future__ import annotations

from softgl.gl.api.arguments import Refused


def drawn_to(ctx):
    """The draw framebuffer, resolved to one sample a pixel; None if it is incomplete."""
    try:
        return ctx.framebuffers.planned().resolved(ctx.moves)
    except Refused:
        return None
