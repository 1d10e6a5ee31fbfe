"""Native setters: functions in native code that set values, for programs that call them often.

A Python function that only stores four floats takes 200 ns; one of these a third. Each has a
fallback in Python, which does the same and more: it refuses wrong arguments and accepts other
forms. Until there is native code, and where CPython's stable interface is incomplete (before
Python 3.11), the fallback is called for everything.

Values go to the `Table` that the thread has entered, as bytes of four binary32.
"""

from __future__ import annotations

import ctypes
import platform
import sys
import sysconfig
import threading
from array import array
from collections.abc import Callable
from contextlib import contextmanager

from softgl.lanes.native_setters_text import native_text
from softgl.records import dataclass
from softgl.tuning import limits

# Functions of CPython's stable interface that native code calls; documented there.
FUNCTIONS = (
    "PyByteArray_AsString", "PyByteArray_Resize", "PyByteArray_Size", "PyBytes_FromStringAndSize",
    "PyErr_Clear", "PyErr_ExceptionMatches", "PyErr_Occurred", "PyFloat_AsDouble",
    "PyLong_FromSsize_t", "PyNumber_AsSsize_t", "PyObject_SetItem", "PyObject_Vectorcall",
    "PySequence_GetItem", "PySequence_Size", "PyThreadState_Get", "Py_DecRef", "Py_IncRef",
)  # fmt: skip
OBJECTS = {"None": None, "Exception": Exception, "OverflowError": OverflowError}
FAST_WITH_KEYWORDS = 0x0080 | 0x0002  # METH_FASTCALL | METH_KEYWORDS
AVAILABLE = (
    sys.implementation.name == "cpython"
    # There LLVM's linker does not reach Python's objects.
    and (sys.platform, platform.machine()) != ("win32", "ARM64")
    and sys.maxsize == 2**63 - 1
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
    and all(hasattr(ctypes.pythonapi, name) for name in (*FUNCTIONS, "PyCMethod_New"))
)


@dataclass(frozen=True)
class SetterKind:
    """The arguments of a function, and their place in a `Table`.

    place : its number there; with `choices`, the first argument is one of that many integers from
        `first` on, and is added to the place.
    size : count of numbers; the rest of the four is 0, 0, 0 and 1. sequence : True if they are in
        one argument.
    integers : the least and the largest integer, and their divisor; None for floats.
    """

    place: int
    size: int
    sequence: bool = False
    integers: tuple[int, int, int] | None = None
    first: int = 0
    choices: int = 0


class Table:
    """The destinations of a thread's values: Python objects at places 0, 1, 2 ...

    A place whose object is None, and place 0, append each value to the rows of the table. At other
    places a value becomes item n of the object, where n is the number of rows. Without rows n is 0,
    and the fallbacks append.
    """

    def __init__(self, objects: list):
        self._objects, self._rows = objects, None
        # Addresses, 0 for none: of the thread, and then of the object at each place.
        self._places = array("Q", [0, *(0 if each is None else id(each) for each in objects)])
        self._appended = [1 + place for place, each in enumerate(objects) if each is None]
        self.address, _ = self._places.buffer_info()

    @property
    def objects(self) -> list:
        """The objects by place; None where rows are appended."""
        return self._objects

    @property
    def thread(self) -> int:
        """The thread that entered the table last."""
        return self._places[0]

    def enter(self, rows: bytearray | None, session: Session) -> None:
        """Lets the thread of a session write here, until another table is entered.

        There is one such thread at a time: others call the fallbacks.
        """
        places, self._rows = self._places, rows
        address = 0 if rows is None else id(rows)
        for place in self._appended:
            places[place] = address
        places[0] = session.thread
        session.setters.current.value = self.address
        session.table = self


class Session:
    """A thread's right to write values to a table, until it is released.

    table : the entered table, which native code may write to until then.
    """

    def __init__(self, setters: NativeSetters):
        self.thread, self.table, self.setters = _thread(), None, setters

    def __del__(self):
        self.setters.leave(self)


class Definition(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class NativeSetters:
    """Functions that write to one table at a time.

    current : the address of the table that is written to. are_paused : not 0 while the
        fallbacks are called for everything.
    """

    def __init__(self):
        self.current = ctypes.c_void_p()
        self._definitions: list[tuple[SetterKind, Definition]] = []
        self._native: dict[SetterKind, int] = {}  # addresses in the library
        self._library, self._once = None, threading.Lock()
        self._values = self.are_paused = 0
        if AVAILABLE:  # functions may be called until the process ends
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    def function(self, kind: SetterKind, fallback: Callable, names: list[str]) -> Callable:
        """Returns a function with a fallback in Python; names : of its arguments."""
        if not AVAILABLE:
            return fallback
        name, flags = fallback.__name__, FAST_WITH_KEYWORDS
        doc = f"{name}({', '.join(names)})\n--\n\n{fallback.__doc__}"
        definition = Definition(name.encode(), _THROUGH, flags, doc.encode())
        self._definitions.append((kind, definition))
        return new_function(ctypes.byref(definition), fallback, fallback.__module__, None)

    def count(self, values: int, find_objects: Callable) -> None:
        """Counts values; makes native code after many.

        find_objects : () -> the cache of object files, as engines have it, or None.
        """
        self._values += values
        many = AVAILABLE and self._values >= limits.MIN_NATIVE_VALUES
        if many and self._once.acquire(blocking=False):
            self._make_native(find_objects())

    def _make_native(self, objects):
        from softgl.lanes.object_files import load_module  # only here is LLVM loaded

        kinds = dict.fromkeys(kind for kind, _ in self._definitions)
        names = {kind: f"take{number}" for number, kind in enumerate(kinds)}
        given = {name: address_of(name) for name in FUNCTIONS}
        given |= {name: id(each) for name, each in OBJECTS.items()}
        library = load_module(native_text(names), given, ["current", *names.values()], objects)
        # No table is entered there yet; the next session that enters one does so.
        self.current = ctypes.c_void_p.from_address(library["current"])
        self._native = {kind: library[name] for kind, name in names.items()}
        self._library = library
        self._choose()

    def leave(self, session: Session) -> None:
        """Ends a session."""
        table = session.table
        entered = table is not None and table.address == self.current.value
        if entered and table.thread == session.thread:
            self.current.value = None

    @contextmanager
    def paused(self):
        """Sends every call in the block to its fallback."""
        self.are_paused += 1
        self._choose()
        try:
            yield
        finally:
            self.are_paused -= 1
            self._choose()

    def _choose(self):
        """Chooses the implementation of each function."""
        for kind, definition in self._definitions:
            native = None if self.are_paused else self._native.get(kind)
            definition.address = native or _THROUGH


def address_of(name) -> int:
    """The address of a function of CPython."""
    return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value


if AVAILABLE:
    _THROUGH = address_of("PyObject_Vectorcall")
    new_function = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object, ctypes.c_void_p
    )(address_of("PyCMethod_New"))
    _thread = ctypes.PYFUNCTYPE(ctypes.c_void_p)(address_of("PyThreadState_Get"))
else:
    _thread = threading.get_ident
setters = NativeSetters()
"""The native functions of softgl."""
