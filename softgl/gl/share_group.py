"""Contexts that share objects (OpenGL 3.3, appendix D).

The contexts of a group share the dictionaries of objects; each has its own bindings. Objects count
their changes, so that every context sees the changes of the others.

The commands of a group are executed one after the other, from all threads, and the batch of a
context is drawn before the first command of another. The result is that of a single program with
the same sequence of commands: no context needs a fence, or must bind an object again, to see the
changes of another.
"""

from __future__ import annotations

import os
import weakref
from operator import attrgetter
from threading import RLock

from softgl.gl.api.current import Dispatch, current
from softgl.gl.api.declarations import WITHIN

SHARED = (
    *("texturing.objects", "texturing.samplers", "buffers.objects", "programs.objects"),
    *("shaders.objects", "framebuffers.renderbuffers", "lists.objects", "syncs.objects"),
    "labels.of_objects",
)
"""The paths of the shared objects. OpenGL 3.3, appendix D: "Objects that can be shared between
contexts include pixel and vertex buffer objects, display lists, program and shader objects,
renderbuffer objects, sync objects, and texture objects (except for the texture objects named zero).
Framebuffer, query, and vertex array objects are not shared." Nor are program pipelines. Sampler
objects are shared as textures are. A label belongs to its object (KHR_debug, 5.5.8)."""


class ShareGroup:
    """Contexts that share objects; a single one pays nothing for it.

    contexts : the live ones. lock : held while a command of one of them is executed.
    """

    # No field of these is state of a context, which vars() would be.
    __slots__ = ("__weakref__", "_latest", "_place", "contexts", "lock")

    def __init__(self, context):
        self.contexts, self.lock = weakref.WeakSet([context]), RLock()
        _groups.add(self)
        self._latest = weakref.ref(context)
        # For a single context: the fields of `current` in the thread where it is current.
        self._place: dict | None = None

    def add(self, context, like) -> None:
        """Adds a new context, which shares the objects of `like`, a context of the group."""
        with self.lock:
            for path in SHARED:
                group, _, name = path.rpartition(".")
                setattr(attrgetter(group)(context), name, attrgetter(path)(like))
            self.contexts.add(context)
            context.share_group = self
            place, self._place = self._place, None
            if place is not None and place.get("context") is like:
                # Another thread may read at any time: one of the two must always be there.
                place["dispatch"] = Guard(like)
                place["context"] = None

    def switch_to(self, context) -> None:
        """Draws the batch of the context with the last command, if that is another one.

        Call it with `lock` held. Batches have copies of their data, except of buffers that programs
        read, and draw to objects that this context may read or change.
        """
        latest = self._latest()
        if latest is not context:
            self._latest = weakref.ref(context)
            if latest is not None:
                latest.batch.flush()

    def enter(self, context) -> None:
        """Notes that a context has become current in this thread."""
        with self.lock:
            self.switch_to(context)
            self._place = vars(current) if len(self.contexts) == 1 else None
            self.guard(context)

    def leave(self, context) -> None:
        """Draws the batch of a context that is no longer current in this thread."""
        with self.lock:
            self._place = None
            if len(self.contexts) > 1:
                context.batch.flush()

    def guard(self, context) -> None:
        """Sends commands through a `Guard` if other contexts may execute theirs meanwhile."""
        if current.context is context and len(self.contexts) > 1:
            Guard(context).install()


_groups: weakref.WeakSet[ShareGroup] = weakref.WeakSet()


def _renew_locks() -> None:
    """Replaces the locks in a forked process, whose holders do not exist there."""
    for group in _groups:
        group.lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


class Guard(Dispatch):
    """Executes the commands of a context with shared objects, one at a time in the group."""

    __slots__ = ("context",)

    def __init__(self, context):
        self.context = context

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Executes a command while holding the lock of the group."""
        context = self.context
        group = context.share_group
        with group.lock:
            group.switch_to(context)
            current.context, current.dispatch = context, None
            try:
                return WITHIN[name](*arguments, **keywords)
            finally:
                # A display list may have begun, and debug callbacks may change the current context.
                if current.context is context and current.dispatch is None:
                    self.install()
