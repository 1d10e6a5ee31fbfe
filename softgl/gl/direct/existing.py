"""Selections of ARB_direct_state_access: they refuse names without an object.

Its overview: "This extension does not allow on-the-spot creation of objects." Textures have no
target among the arguments: it is that of the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.signature import EnumSet
from softgl.gl.direct import selections
from softgl.gl.programs.transform_feedback import use_feedback
from softgl.gl.vertices.vertex_arrays import using


def existing(objects: dict, name: int, noun: str):
    """Returns the object of a name; GL_INVALID_OPERATION if there is none."""
    found = objects.get(name)
    if found is None:
        raise invalid_operation(f"{name} is not {noun}")
    return found


def _selection(path: str, noun: str, select: Callable, *, zero: bool = False) -> Callable:
    """Returns a selection that refuses names without an object.

    path : of the objects, from the context. zero : True if 0 is the default object.
    """
    objects_of = attrgetter(path)

    def selection(ctx, *names):
        for name in names:
            if name or not zero:
                existing(objects_of(ctx), name, noun)
        return select(ctx, *names)

    return selection


@contextmanager
def _blitted(ctx, read: int, drawn: int) -> Iterator[tuple]:
    """Selects two framebuffers, to read from and to draw to."""
    state = ctx.framebuffers
    with selections.restored(state, "read", "draw"):
        state.read, state.draw = (state.objects[n] if n else state.window for n in (read, drawn))
        yield ()


def _in_use(group: str, use_object: Callable) -> Callable:
    """Returns a selection that uses an object meanwhile; 0 is the default one.

    group : the group of state with the objects, a field of the context.
    use_object : (context, object), makes it the one in use.
    """

    @contextmanager
    def selection(ctx, name: int) -> Iterator[tuple]:
        holder = getattr(ctx, group)
        before = holder.bound
        use_object(ctx, holder.objects[name] if name else holder.default)
        try:
            yield ()
        finally:
            use_object(ctx, before)

    return selection


_FRAMEBUFFERS = "framebuffers.objects", "a framebuffer object"
buffers = _selection("buffers.objects", "a buffer object", selections.buffers)
copied = _selection("buffers.objects", "a buffer object", selections.copied)
renderbuffer = _selection("framebuffers.renderbuffers", "a renderbuffer", selections.renderbuffer)
framebuffer = _selection(*_FRAMEBUFFERS, selections.framebuffer)
framebuffer_or_window = _selection(*_FRAMEBUFFERS, selections.framebuffer, zero=True)
bound_framebuffer = _selection(*_FRAMEBUFFERS, selections.bound_framebuffer, zero=True)
blitted = _selection(*_FRAMEBUFFERS, _blitted, zero=True)
feedback = _selection(
    "feedback.objects", "a transform feedback object", _in_use("feedback", use_feedback), zero=True
)


@contextmanager
def _array(ctx, name: int) -> Iterator[tuple]:
    with using(ctx, ctx.vertex.objects[name] if name else ctx.vertex.default):
        yield ()


_existing_array = _selection("vertex.objects", "a vertex array object", _array)


def vertex_array(ctx, name: int):
    """Selects a vertex array object; 0 is the default one, which the core profile lacks."""
    return _existing_array(ctx, name) if name or ctx.core else _array(ctx, name)


def texture_of(legal: EnumSet) -> Callable:
    """Returns the selection of a texture for a command with the targets `legal`."""

    @contextmanager
    def selection(ctx, name: int) -> Iterator[tuple]:
        found = existing(ctx.texturing.objects, name, "a texture")
        target = getattr(gl, f"GL_{found.target.enum}")
        if target not in legal:
            raise invalid_operation(f"texture {name} has another target, {gl.name_of(target)}")
        unit = ctx.texturing.current
        before = unit.bound[found.target.name]
        unit.bind(found)
        try:
            yield (target,)
        finally:
            unit.bind(before)

    return selection
