"""Contexts that share objects (OpenGL 3.3, appendix D).

All contexts of a group have the same dictionaries of the objects that can be shared, and each has
its own bindings. Objects count their changes, so that every context sees what another one does.

The commands of a group are executed one after the other, whatever threads they come from, and the
batch of a context is drawn before the first command of another one. So all is as if one program had
given the commands in the order in which they were executed: no context needs a fence, or has to
bind an object again, to see what another one has done.
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
    *("framebuffers.renderbuffers", "lists.objects", "syncs.objects", "labels.of_objects"),
)
"""The paths of what contexts share. OpenGL 3.3, appendix D: "Objects that can be shared between
contexts include pixel and vertex buffer objects, display lists, program and shader objects,
renderbuffer objects, sync objects, and texture objects (except for the texture objects named zero).
Framebuffer, query, and vertex array objects are not shared." Sampler objects are shared as textures
are. A label belongs to its object (KHR_debug, 5.5.8)."""


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
        # Of a context that is alone: the fields of `current` in the thread where it is current.
        self._place: dict | None = None

    def add(self, context, like) -> None:
        """Make a new context share the objects of one of the group, `like`."""
        with self.lock:
            for path in SHARED:
                group, _, name = path.rpartition(".")
                setattr(attrgetter(group)(context), name, attrgetter(path)(like))
            self.contexts.add(context)
            context.share_group = self
            place, self._place = self._place, None
            if place is not None and place.get("context") is like:
                # Another thread may look at any time: never is there neither of the two.
                place["dispatch"] = Guard(like)
                place["context"] = None

    def switch_to(self, context) -> None:
        """Draw the batch of another context, if that had the last command; call with `lock` held.

        Batches lie in memory of their own, but for what programs read, and draw to objects that
        this context may read or change.
        """
        latest = self._latest()
        if latest is not context:
            self._latest = weakref.ref(context)
            if latest is not None:
                latest.batch.flush()

    def enter(self, context) -> None:
        """Take note that a context has become current in this thread."""
        with self.lock:
            self.switch_to(context)
            self._place = vars(current) if len(self.contexts) == 1 else None
            self.guard(context)

    def leave(self, context) -> None:
        """Draw the batch of a context that was current in this thread and is not any more."""
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
    """Release the locks that no thread of a forked process holds any more."""
    for group in _groups:
        group.lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


class Guard(Dispatch):
    """Takes the commands of a context that shares objects, and executes one at a time."""

    __slots__ = ("context",)

    def __init__(self, context):
        self.context = context

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Execute a command while no other one of the group is executed."""
        context = self.context
        group = context.share_group
        with group.lock:
            group.switch_to(context)
            current.context, current.dispatch = context, None
            try:
                return WITHIN[name](*arguments, **keywords)
            finally:
                # A list may have been begun, and debug messages may make others current.
                if current.context is context and current.dispatch is None:
                    self.install()
