"""Functions in native code that take numbers, for programs that call them very often.

A function of Python that does no more than keep four floats takes 200 ns; one of these a third.
Each has a function of Python behind it, which does the same and all else: it refuses what is wrong,
and takes what is given in other forms. Until there is native code, and where CPython's stable
interface is not all there (before Python 3.11), that one is called for everything.

What they take goes to the `Table` that the thread has entered, as bytes of four binary32.
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

from softgl.records import dataclass
from softgl.tuning import limits

# What native code calls, of CPython's stable interface: it is documented there.
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
class Taken:
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
    """The destinations of a thread's values: objects of Python at places 0, 1, 2 ...

    At place 0, and wherever `objects` has None, are rows: values one after the other. Values for
    them are appended. A value for another object becomes its item with the number of rows. Without
    rows that is item 0, and appending is left to the functions behind.
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
        """The one that has entered this last."""
        return self._places[0]

    def enter(self, rows: bytearray | None, visit: Visit) -> None:
        """Take what the visiting thread gives, until another table is entered.

        There is one such thread at a time: the others have the functions behind.
        """
        places, self._rows = self._places, rows
        address = 0 if rows is None else id(rows)
        for place in self._appended:
            places[place] = address
        places[0] = visit.thread
        visit.takers.current.value = self.address
        visit.table = self


class Visit:
    """A thread's right to write values to a table, until it is released.

    table : the entered table, which native code may write to until then.
    """

    def __init__(self, takers: Takers):
        self.thread, self.table, self.takers = _thread(), None, takers

    def __del__(self):
        self.takers.leave(self)


class _Definition(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Takers:
    """Functions that write to one table at a time.

    current : the address of the table that is written to. are_paused : not 0 while the functions
        behind are called for everything.
    """

    def __init__(self):
        self.current = ctypes.c_void_p()
        self._definitions: list[tuple[Taken, _Definition]] = []
        self._native: dict[Taken, int] = {}  # the addresses of native code, which lies in
        self._library, self._once = None, threading.Lock()
        self._values = self.are_paused = 0
        if AVAILABLE:  # functions may be called until the process ends: all this stays
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    def function(self, taken: Taken, behind: Callable, names: list[str]) -> Callable:
        """The function with that of Python behind it; names : of its arguments."""
        if not AVAILABLE:
            return behind
        name, flags = behind.__name__, FAST_WITH_KEYWORDS
        doc = f"{name}({', '.join(names)})\n--\n\n{behind.__doc__}"
        made = _Definition(name.encode(), _THROUGH, flags, doc.encode())
        self._definitions.append((taken, made))
        return _new_function(ctypes.byref(made), behind, behind.__module__, None)

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

        kinds = dict.fromkeys(taken for taken, _ in self._definitions)
        names = {kind: f"take{number}" for number, kind in enumerate(kinds)}
        given = {name: _address(name) for name in FUNCTIONS}
        given |= {name: id(each) for name, each in OBJECTS.items()}
        library = load_module(native_text(names), given, ["current", *names.values()], objects)
        # None of the tables is entered there yet: whoever enters one next has it.
        self.current = ctypes.c_void_p.from_address(library["current"])
        self._native = {kind: library[name] for kind, name in names.items()}
        self._library = library
        self._choose()

    def leave(self, visit: Visit) -> None:
        """End a visit: its thread gives no more."""
        table = visit.table
        entered = table is not None and table.address == self.current.value
        if entered and table.thread == visit.thread:
            self.current.value = None

    @contextmanager
    def paused(self):
        """While this lasts the functions behind are called for everything."""
        self.are_paused += 1
        self._choose()
        try:
            yield
        finally:
            self.are_paused -= 1
            self._choose()

    def _choose(self):
        """Chooses the implementation of each function."""
        for taken, definition in self._definitions:
            native = None if self.are_paused else self._native.get(taken)
            definition.address = native or _THROUGH


# What all of them call. `@current` is the address of the table: the thread, and then the places.
# %Kind : how many arguments, then what `Taken` says.
COMMON = """
%Kind = type { i64, i64, i64, i1, i1, i64, i64, i64, i64, double }

@current = global ptr null
@None = external global i8
@Exception = external global i8
@OverflowError = external global i8

declare ptr @PyByteArray_AsString(ptr)
declare i32 @PyByteArray_Resize(ptr, i64)
declare i64 @PyByteArray_Size(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare void @PyErr_Clear()
declare i32 @PyErr_ExceptionMatches(ptr)
declare ptr @PyErr_Occurred()
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyLong_FromSsize_t(i64)
declare i64 @PyNumber_AsSsize_t(ptr, ptr)
declare i32 @PyObject_SetItem(ptr, ptr, ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PySequence_GetItem(ptr, i64)
declare i64 @PySequence_Size(ptr)
declare ptr @PyThreadState_Get()
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)

; A number of a kind as a float at an address; whether it is one.
define internal i1 @put(ptr %number, ptr %to, ptr %of) {
  %kind = load %Kind, ptr %of
  %integral = extractvalue %Kind %kind, 4
  br i1 %integral, label %integer, label %float
float:
  %double = call double @PyFloat_AsDouble(ptr %number)
  %single = fptrunc double %double to float
  store float %single, ptr %to
  %strange = fcmp oeq double %double, -1.0
  br i1 %strange, label %ask, label %done
integer:
  %least = extractvalue %Kind %kind, 5
  %largest = extractvalue %Kind %kind, 6
  %whole = call i64 @PyNumber_AsSsize_t(ptr %number, ptr @OverflowError)
  %enough = icmp sge i64 %whole, %least
  %bounded = icmp sle i64 %whole, %largest
  %within = and i1 %enough, %bounded
  br i1 %within, label %divide, label %refuse
divide:
  %divisor = extractvalue %Kind %kind, 9
  %dividend = sitofp i64 %whole to double
  %quotient = fdiv double %dividend, %divisor
  %rounded = fptrunc double %quotient to float
  store float %rounded, ptr %to
  %doubtful = icmp eq i64 %whole, -1
  br i1 %doubtful, label %ask, label %done
ask:
  %error = call ptr @PyErr_Occurred()
  %none = icmp eq ptr %error, null
  ret i1 %none
refuse:
  ret i1 false
done:
  ret i1 true
}

; Append four floats to the rows, or make them an item; whether that is done.
define internal i1 @keep(ptr %four, i64 %place) {
  %table = load ptr, ptr @current
  %entered = icmp ne ptr %table, null
  br i1 %entered, label %whose, label %refuse
whose:
  %thread = load ptr, ptr %table
  %this = call ptr @PyThreadState_Get()
  %ours = icmp eq ptr %thread, %this
  br i1 %ours, label %where, label %refuse
where:
  %places = getelementptr ptr, ptr %table, i64 1
  %rows = load ptr, ptr %places
  %at = getelementptr ptr, ptr %places, i64 %place
  %object = load ptr, ptr %at
  %taking = icmp ne ptr %object, null
  br i1 %taking, label %measure, label %refuse
measure:
  %any = icmp ne ptr %rows, null
  br i1 %any, label %length, label %which
length:
  %length.now = call i64 @PyByteArray_Size(ptr %rows)
  br label %which
which:
  %size = phi i64 [ 0, %measure ], [ %length.now, %length ]
  %is.row = icmp eq ptr %object, %rows
  br i1 %is.row, label %grow, label %item
grow:
  %larger = add i64 %size, 16
  %grown = call i32 @PyByteArray_Resize(ptr %rows, i64 %larger)
  %is.grown = icmp eq i32 %grown, 0
  br i1 %is.grown, label %append, label %refuse
append:
  %start = call ptr @PyByteArray_AsString(ptr %rows)
  %end = getelementptr i8, ptr %start, i64 %size
  %row = load <4 x float>, ptr %four
  store <4 x float> %row, ptr %end, align 1
  ret i1 true
item:
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %four, i64 16)
  %made = icmp ne ptr %bytes, null
  br i1 %made, label %key, label %refuse
key:
  %number = lshr i64 %size, 4
  %index = call ptr @PyLong_FromSsize_t(i64 %number)
  %is.index = icmp ne ptr %index, null
  br i1 %is.index, label %set, label %drop
set:
  %written = call i32 @PyObject_SetItem(ptr %object, ptr %index, ptr %bytes)
  call void @Py_DecRef(ptr %index)
  call void @Py_DecRef(ptr %bytes)
  %done = icmp eq i32 %written, 0
  ret i1 %done
drop:
  call void @Py_DecRef(ptr %bytes)
  ret i1 false
refuse:
  ret i1 false
}

; What the function behind makes of a call; but an exception that is no `Exception` goes on.
define internal ptr @behind(ptr %function, ptr %arguments, i64 %count, ptr %keywords) {
  %error = call ptr @PyErr_Occurred()
  %none = icmp eq ptr %error, null
  br i1 %none, label %call, label %which
which:
  %usual = call i32 @PyErr_ExceptionMatches(ptr @Exception)
  %other = icmp eq i32 %usual, 0
  br i1 %other, label %raise, label %clear
raise:
  ret ptr null
clear:
  call void @PyErr_Clear()
  br label %call
call:
  %result = call ptr @PyObject_Vectorcall(
      ptr %function, ptr %arguments, i64 %count, ptr %keywords)
  ret ptr %result
}

; A function of any kind. A call that anything is wrong with, or unusual, begins anew in the
; function behind: what has been done of it by then has changed nothing.
define internal ptr @take(
    ptr %function, ptr %arguments, i64 %count, ptr %keywords, ptr %of) {
  %four = alloca [4 x float], align 16
  store <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, ptr %four
  %kind = load %Kind, ptr %of
  %expected = extractvalue %Kind %kind, 0
  %plain = icmp eq ptr %keywords, null
  %counted = icmp eq i64 %count, %expected
  %usual = and i1 %plain, %counted
  br i1 %usual, label %places, label %behind
places:
  %first.place = extractvalue %Kind %kind, 1
  %choices = extractvalue %Kind %kind, 8
  %chooses = icmp ne i64 %choices, 0
  br i1 %chooses, label %choose, label %given
choose:
  %choice = load ptr, ptr %arguments
  %chosen = call i64 @PyNumber_AsSsize_t(ptr %choice, ptr null)
  %first = extractvalue %Kind %kind, 7
  %further = sub i64 %chosen, %first
  %known = icmp ult i64 %further, %choices
  %further.place = add i64 %first.place, %further
  %rest = getelementptr ptr, ptr %arguments, i64 1
  br i1 %known, label %given, label %behind
given:
  %place = phi i64 [ %first.place, %places ], [ %further.place, %choose ]
  %numbers = phi ptr [ %arguments, %places ], [ %rest, %choose ]
  %size = extractvalue %Kind %kind, 2
  %sequence = load ptr, ptr %numbers
  %is.sequence = extractvalue %Kind %kind, 3
  br i1 %is.sequence, label %measure, label %each
measure:
  %length = call i64 @PySequence_Size(ptr %sequence)
  %whole = icmp eq i64 %length, %size
  br i1 %whole, label %each, label %behind
each:
  %index = phi i64 [ 0, %given ], [ 0, %measure ], [ %next, %taken ]
  %to = getelementptr float, ptr %four, i64 %index
  br i1 %is.sequence, label %item, label %argument
argument:
  %at = getelementptr ptr, ptr %numbers, i64 %index
  %number = load ptr, ptr %at
  %is.number = call i1 @put(ptr %number, ptr %to, ptr %of)
  br i1 %is.number, label %taken, label %behind
item:
  %element = call ptr @PySequence_GetItem(ptr %sequence, i64 %index)
  %found = icmp ne ptr %element, null
  br i1 %found, label %use, label %behind
use:
  %is.right = call i1 @put(ptr %element, ptr %to, ptr %of)
  call void @Py_DecRef(ptr %element)
  br i1 %is.right, label %taken, label %behind
taken:
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, %size
  br i1 %more, label %each, label %store
store:
  %kept = call i1 @keep(ptr %four, i64 %place)
  br i1 %kept, label %done, label %behind
done:
  call void @Py_IncRef(ptr @None)
  ret ptr @None
behind:
  %result = call ptr @behind(ptr %function, ptr %arguments, i64 %count, ptr %keywords)
  ret ptr %result
}
"""
FUNCTION = """
@{name}.kind = internal constant %Kind {{ i64 {count}, i64 {place}, i64 {size}, i1 {sequence},
    i1 {integers}, i64 {least}, i64 {largest}, i64 {first}, i64 {choices}, double {divisor} }}
define ptr @{name}(ptr %function, ptr %arguments, i64 %count, ptr %keywords) {{
  %result = tail call ptr @take(
      ptr %function, ptr %arguments, i64 %count, ptr %keywords, ptr @{name}.kind)
  ret ptr %result
}}
"""


def native_text(names: dict[Taken, str]) -> str:
    """The module of LLVM's assembly language with a function of each kind and its name."""
    text = COMMON
    for kind, name in names.items():
        least, largest, divisor = kind.integers or (0, 0, 1)
        text += FUNCTION.format(
            name=name, place=kind.place, size=kind.size, sequence=int(kind.sequence),
            count=bool(kind.choices) + (1 if kind.sequence else kind.size),
            first=kind.first, choices=kind.choices,
            integers=int(kind.integers is not None),
            least=least, largest=largest, divisor=float(divisor),
        )  # fmt: skip
    return text


def _address(name) -> int:
    """The address of a function of CPython."""
    return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value


if AVAILABLE:
    _THROUGH = _address("PyObject_Vectorcall")
    _new_function = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object, ctypes.c_void_p
    )(_address("PyCMethod_New"))
    _thread = ctypes.PYFUNCTYPE(ctypes.c_void_p)(_address("PyThreadState_Get"))
else:
    _thread = threading.get_ident
takers = Takers()
"""The native functions of softgl."""
