"""Threads that C makes: `in_threads` calls lists of functions in threads of their own.

The module is made by LLVM, so that no compiler is needed.
"""

from __future__ import annotations

import ctypes
from functools import cache

import softgl
from softgl.lanes.object_files import load_module

TEXT = """
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

; Calls: pairs of a function and an integer for it, up to NULL; results take the integers' place.
define ptr @body(ptr %calls) {
entry:
  br label %loop
loop:
  %at = phi ptr [ %calls, %entry ], [ %next, %call ]
  %function = load ptr, ptr %at
  %more = icmp ne ptr %function, null
  br i1 %more, label %call, label %done
call:
  %argument.at = getelementptr ptr, ptr %at, i64 1
  %argument = load i64, ptr %argument.at
  %result = call i64 %function(i64 %argument)
  store i64 %result, ptr %argument.at
  %next = getelementptr ptr, ptr %at, i64 2
  br label %loop
done:
  ret ptr null
}
define i64 @start(ptr %calls) {
  %thread = alloca i64
  %code = call i32 @pthread_create(ptr %thread, ptr null, ptr @body, ptr %calls)
  %value = load i64, ptr %thread
  ret i64 %value
}
define void @join(i64 %thread) {
  %code = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
"""


@cache
def _library():
    process = ctypes.CDLL(None)
    names = "pthread_create", "pthread_join"
    given = {each: ctypes.cast(getattr(process, each), ctypes.c_void_p).value for each in names}
    library = load_module(TEXT, given, ["start", "join", "body"])
    start = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(library["start"])
    join = ctypes.CFUNCTYPE(None, ctypes.c_uint64)(library["join"])
    return start, join, ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(library["body"]), library


def _table(calls):
    words = []
    for function, argument in calls:
        address = softgl.get_proc_address(function) if isinstance(function, str) else function
        words += [address, argument]
    return (ctypes.c_uint64 * (len(words) + 2))(*words)


def in_threads(*lists) -> list[list[int]]:
    """The results of the calls of each list, each in a thread that C makes, all at once."""
    start, join, *_ = _library()
    tables = [_table(calls) for calls in lists]
    for thread in [start(ctypes.addressof(table)) for table in tables]:
        join(thread)
    return [list(table)[1:-2:2] for table in tables]


def here(calls) -> list[int]:
    """The same in this thread, which lets Python's lock go meanwhile."""
    table = _table(calls)
    _library()[2](ctypes.addressof(table))
    return list(table)[1:-2:2]


def callback(function):
    """A function of Python as an address that a list can have; it gets and returns an integer."""
    made = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(function)
    _kept.append(made)
    return ctypes.cast(made, ctypes.c_void_p).value


_kept: list = []
