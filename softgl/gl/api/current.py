"""The current context of each thread, and the `Dispatch` that takes commands in its place."""

from __future__ import annotations

import threading


class Dispatch:
    """Takes the commands of a thread that do not go straight to a context.

    A display list being compiled (`lists.compiling`) records them, a context that shares objects
    (`share_group.Guard`) executes one at a time, and a context that is driven from C
    (`capi.client`) executes C's calls before each.
    context : the context of the commands.
    """

    __slots__ = ()
    context: object

    def install(self) -> None:
        """Takes the commands of this thread from now on."""
        # One of the two is set at any moment: another thread may look.
        current.dispatch = self
        current.context = None

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Executes a command; returns its result."""
        raise NotImplementedError

    def left(self) -> None:
        """Called when the context stops being current in this thread."""


class _Current(threading.local):
    """The current context of each thread; None while `dispatch` takes the commands."""

    context = None
    dispatch: Dispatch | None = None

    @property
    def called(self):
        """The context that commands are for, with or without a dispatch."""
        return self.context if self.dispatch is None else self.dispatch.context

    @property
    def executing(self):
        """The same context, but None while it compiles a list."""
        called = self.called
        return None if called is None or called.lists.compiling is not None else called


current = _Current()
# A class of its own would cost as much as another argument.
fastest = threading.local()
"""The current context as the commands of immediate mode read it; empty without a context.

immediate : its `Immediate`. vertex : takes a packed vertex. visit : for native code.
"""
