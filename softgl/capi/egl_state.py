"""The objects of EGL, the handles that programs have of them, and the state of each thread.

    @egl_function("eglDestroySurface")
    def destroy_surface(dpy, surface):
        display = initialized(dpy)
        ...
        return egl.EGL_TRUE

A function raises `Failure` before it changes anything: the program gets the code from eglGetError,
and EGL_FALSE or no handle. One lock lets one thread at a time into EGL.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import field
from functools import wraps
from itertools import count

from softgl.capi import egl_registry as egl
from softgl.capi.entry_points import entry_point, write_int
from softgl.records import dataclass


class Failure(Exception):
    """An error of EGL: `code` is what eglGetError returns."""

    def __init__(self, code: int):
        super().__init__(hex(code))
        self.code = code


_handles = count(0x10000, 16)


def new_handle() -> int:
    """Makes a handle that no object has ever had, so that none is mistaken for another."""
    return next(_handles)


@dataclass(eq=False)
class Resource:
    """A context, a surface or a sync object of a display.

    owner : a weak reference to the thread in which it is current; None: in none.
    """

    display: Display
    handle: int = field(default_factory=new_handle, init=False)
    owner: Callable[[], Thread | None] | None = field(default=None, init=False)

    @property
    def destroyed(self) -> bool:
        """True if its handle is invalid; the resource lives on while it is current."""
        return self.display.resources.get(self.handle) is not self

    def is_current_elsewhere(self, thread: Thread) -> bool:
        """True if it is current in another, running thread."""
        owner = self.owner and self.owner()
        return owner is not None and owner is not thread


@dataclass(eq=False)
class Display:
    """A display. platform, native : the arguments of the first call for it.

    resources : by their handles.
    """

    platform: int
    native: int
    handle: int = field(default_factory=new_handle, init=False)
    initialized: bool = field(default=False, init=False)
    resources: dict[int, Resource] = field(default_factory=dict, init=False)

    def add(self, resource: Resource) -> int:
        """Makes the handle of a resource valid, and returns it."""
        self.resources[resource.handle] = resource
        return resource.handle

    def remove(self, resource: Resource) -> int:
        """Makes the handle of a resource invalid; returns EGL_TRUE."""
        del self.resources[resource.handle]
        return egl.EGL_TRUE

    def find(self, handle: int, kind: type, code: int):
        """The resource of a kind with a handle. Raises Failure(code) for none."""
        resource = self.resources.get(handle)
        if not isinstance(resource, kind):
            raise Failure(code)
        return resource


DISPLAYS: dict[int, Display] = {}
"""Every display by its handle, which stays valid (3.2, footnote 3)."""


def find_display(handle: int) -> Display:
    """The display with a handle, perhaps not initialized."""
    if handle not in DISPLAYS:
        raise Failure(egl.EGL_BAD_DISPLAY)
    return DISPLAYS[handle]


def initialized(handle: int) -> Display:
    """The display with a handle, which must be initialized."""
    display = find_display(handle)
    if not display.initialized:
        raise Failure(egl.EGL_NOT_INITIALIZED)
    return display


# -- threads ---------------------------------------------------------------------------------------


@dataclass(eq=False)
class Binding:
    """A current context with the surfaces that it draws to and reads: both or none."""

    context: Resource
    draw: Resource | None
    read: Resource | None

    @property
    def resources(self) -> list[Resource]:
        """The context and the surfaces."""
        return [each for each in (self.context, self.draw, self.read) if each is not None]


class Thread:
    """The state of a thread (3.12): the last error, the rendering API, the current context."""

    __slots__ = ("__weakref__", "api", "binding", "error")

    def __init__(self):
        self.error = egl.EGL_SUCCESS
        # 3.7: "The initial value of the current rendering API is EGL_OPENGL_ES_API".
        self.api = egl.EGL_OPENGL_ES_API
        self.binding: Binding | None = None


class _Local(threading.local):
    """Holds the only strong reference to its thread's state, which ends with the thread."""

    def __init__(self):
        self.thread = Thread()


_local = _Local()


def this_thread() -> Thread:
    """The state of the calling thread."""
    return _local.thread


# -- functions -------------------------------------------------------------------------------------


def give_attribute(values: dict[int, int], attribute: int, address: int, write=write_int) -> int:
    """Writes an attribute of an object to an address; returns EGL_TRUE.

    values : of all attributes that the object has. write : for another type than a C int.
    """
    if attribute not in values:
        raise Failure(egl.EGL_BAD_ATTRIBUTE)
    if not address:
        raise Failure(egl.EGL_BAD_PARAMETER)
    write(address, values[attribute])
    return egl.EGL_TRUE


_lock = threading.RLock()


def _new_lock():
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)  # which another thread may have held


def egl_function(name: str, *, locked: bool = True):
    """Registers the decorated function as the entry point `name`; returns the entry point.

    It returns the function's result, 0 for a Failure, and sets the thread's error.
    locked : True to let only one thread into all such functions.
    """

    def register(function):
        @wraps(function)
        def called(*arguments):
            with _lock if locked else nullcontext():
                error = egl.EGL_SUCCESS
                try:
                    result = function(*arguments)
                except Failure as failure:
                    result, error = 0, failure.code
                except MemoryError:
                    result, error = 0, egl.EGL_BAD_ALLOC
                this_thread().error = error
                return result

        return entry_point(name, egl.COMMANDS[name])(called)

    return register


@egl_function("eglGetError")
def get_error():
    """Returns the error of the previous function, and resets it."""
    return this_thread().error
