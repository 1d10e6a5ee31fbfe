"""Calls from C as Python executes them: arguments are read, a result becomes a word.

In: addresses for pointers. Out: `Address` or None for each pointer of a command of GL, and an int,
the word that C gets.
"""

from __future__ import annotations

import ctypes
import operator
import threading
from collections.abc import Callable
from struct import Struct
from weakref import WeakValueDictionary

import numpy as np

from softgl.capi.direct import direct
from softgl.capi.entry_points import ENTRY_POINTS
from softgl.capi.native import ROWS_MARK
from softgl.capi.repeated_layout import OTHER, role_of
from softgl.capi.report import report
from softgl.capi.rows import put_current_rows
from softgl.capi.shapes import SPARE_FUNCTIONS, reader
from softgl.gl.api import registry
from softgl.gl.api.absent import reason
from softgl.gl.api.addresses import Address
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import Signature, parse_signature
from softgl.gl.queries.sync import Sync
from softgl.gl.selection.selection import result_of_mode

_texts: dict[bytes, ctypes.Array] = {}
_syncs: WeakValueDictionary[int, Sync] = WeakValueDictionary()


def permanent_text(text: bytes) -> int:
    """The address of a text with a NUL at its end, which stays for the life of the process."""
    # Threads that come at once must get the same one: the other one is freed.
    buffer = _texts.get(text) or _texts.setdefault(text, ctypes.create_string_buffer(text))
    return ctypes.addressof(buffer)


def word(result) -> int:
    """The word that C gets for a result; 0 for one that is not a number."""
    if isinstance(result, bytes):
        return permanent_text(result)
    if isinstance(result, Sync):
        _syncs[id(result)] = result
        return id(result)
    try:
        return operator.index(result)
    except TypeError:
        return int(result) if isinstance(result, np.bool_) else 0


class Functions:
    """All functions that C can call, by number: `names`, and where a name stands, `numbers`.

    entry_points : numbers of the functions besides commands of GL.
    table : for each number a function and the reader of its arguments, made at the first call.
    by_head : the same by the head of a record, as clients look for it.
    """

    def __init__(self):
        self.names = sorted(registry.COMMANDS.keys() | ENTRY_POINTS.keys())
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.entry_points = frozenset(self.numbers[name] for name in ENTRY_POINTS)
        self.table: list = [(None, None)] * (len(self.names) + SPARE_FUNCTIONS)
        self.by_head = _ByHead(self)
        self._spare, self._lock = len(self.names), threading.Lock()

    def number(self, name: str) -> int | None:
        """The number of a function; None for one that is neither known nor like one of GL's."""
        found = self.numbers.get(name)
        if found is None and name.startswith("gl") and not name.startswith(("glX", "glu")):
            with self._lock:
                found = self.numbers.get(name)
                if found is None and self._spare < len(self.table):
                    found = self.numbers[name] = self._spare
                    self.table[found] = _missing(name), EMPTY
                    self._spare += 1
        return found

    def entry(self, number: int) -> tuple[Callable, Struct]:
        """The function of a number, and what reads its arguments."""
        found = self.table[number]
        if found[1] is None:
            found = self.table[number] = self._made(number)
        return found

    def _made(self, number: int):
        if number >= len(self.names):
            return _missing(f"function {number}"), EMPTY
        name = self.names[number]
        if name in ENTRY_POINTS:
            point = ENTRY_POINTS[name]
            return _returning(point.function), reader(point.signature)
        signature = parse_signature(registry.COMMANDS[name])
        if name not in COMMANDS:
            return _missing(name), EMPTY
        return command_from_c(name, signature, direct(name)), reader(signature)


class _ByHead(dict):
    """By the head of a record in the queue: a function, what reads its arguments, the words, and
    the role that it has in repeated sequences.

    Entries are made as they are asked for. Those of rows, whose heads differ, are not kept.
    """

    def __init__(self, functions: Functions):
        super().__init__()
        self._functions = functions

    def __missing__(self, head: int):
        if head & 0xFFFF == ROWS_MARK:
            size = head >> 16

            def read(memory, start):
                return (memory[start + 8 : start + 8 * size],)

            return put_current_rows, read, size, OTHER
        function, reading = self._functions.entry(head & 0xFFFF)
        behind_head = Struct(f"=8x{reading.format[1:]}")
        number, names = head & 0xFFFF, self._functions.names
        role = role_of(names[number]) if number < len(names) else OTHER
        self[head] = found = function, behind_head.unpack_from, head >> 16, role
        return found


EMPTY = Struct("=")


def _missing(name: str) -> Callable:
    """Makes a function for a missing command, which reports itself once."""

    def missing():
        why = reason(name, COMMANDS)
        report(f"{name} is missing and does nothing{why and ': '}{why}")
        return 0

    return missing


def _returning(function: Callable) -> Callable:
    """A function whose result is a word."""

    def returning(*arguments):
        return word(function(*arguments))

    return returning


def command_from_c(name: str, signature: Signature, command: Callable) -> Callable:
    """A command of GL that takes addresses, and returns a word if C gets a result."""
    pointers = [
        (place, POINTER_KINDS.get(each.kind, pointer))
        for place, each in enumerate(signature.parameters)
        if each.pointer or each.kind in POINTER_KINDS
    ]
    if name == "glRenderMode":
        return lambda mode: word(result_of_mode(current.called, command(mode)))
    if not pointers:
        return command if signature.returns == "void" else _returning(command)
    is_void = signature.returns == "void"

    def from_c(*words):
        arguments = list(words)
        for place, convert in pointers:
            arguments[place] = convert(arguments[place])
        result = command(*arguments)
        return None if is_void else word(result)

    return from_c


def pointer(value: int) -> Address | None:
    """A pointer: an address, or None for NULL."""
    return Address(value) if value else None


def _sync(value: int):
    """The sync object of a handle; the number itself for an invalid one."""
    return _syncs.get(value, value)


POINTER_KINDS = {"sync": _sync, "debugproc": pointer, "debugprocarb": pointer}
"""Converters to arguments, of handles and the addresses of functions."""
