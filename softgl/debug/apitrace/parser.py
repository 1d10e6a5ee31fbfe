"""The binary format of traces, versions 0 to 6: calls with their arguments.

apitrace's FORMAT.markdown describes it. A trace is a stream of events: a call is entered, with its
arguments, and left, with its result and the arguments that it has written. Names of functions,
enums and structures stand where they occur first, and have numbers from then on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from softgl.debug.apitrace.containers import ContainerError, chunks
from softgl.errors import UsageError
from softgl.files import FileError, open_file

LATEST_VERSION = 6
MAX_EVENT_BYTES = 1 << 30  # bytes of one call with its data
FAKE = 1
"""The flag of calls that apitrace inserts, such as descriptions of vertex arrays in memory."""
_float, _double = struct.Struct("<f").unpack_from, struct.Struct("<d").unpack_from


class Opaque(int):
    """An address of the traced program, or an offset into a buffer object."""

    __slots__ = ()


class Structure(tuple):
    """The values of a structure of C, in the order of its members."""

    __slots__ = ()


class Call:
    """A call of a trace.

    number : from 0. thread : from 0. arguments : a value for each parameter; None for NULL.
    result : its value; None for none. flags : `FAKE`. complete : False if the trace ends before the
        program returned from the call.

    Values are None, bool, int, float, bytes (texts too), str (wide texts), lists, `Opaque` and
    `Structure`.
    """

    __slots__ = ("arguments", "complete", "flags", "name", "number", "parameters", "result",
                 "thread")  # fmt: skip

    def __init__(self, number: int, thread: int, name: str, parameters: tuple[str, ...]):
        self.number, self.thread, self.name, self.parameters = number, thread, name, parameters
        self.arguments, self.result = [None] * len(parameters), None
        self.flags, self.complete = 0, True

    def __repr__(self):
        return f"{self.number} {self.name}"


class _Short(Exception):
    """The buffer ends within an event. needed : bytes from its start, as far as known."""

    def __init__(self, needed: int = 0):
        super().__init__()
        self.needed = needed


class _Invalid(Exception):
    """The data does not have the format of a trace; the message is the reason."""


class Trace:
    """A trace that is open for reading: `calls` yields its calls in the order of their ends.

    size, position : of the file in bytes: the whole, and as far as it is read.
    version : of the format. properties : such as process.name.

    Raises UsageError, also from `calls`, for damaged files: with the byte.
    """

    def __init__(self, path):
        self.name = str(path)
        try:
            self._file = open_file(path)
        except FileError as error:
            raise UsageError(str(error)) from None
        self.size = self._file.seek(0, 2)
        self._file.seek(0)
        self._chunks = chunks(self._file)
        self._data, self._at, self._base = b"", 0, 0
        self._functions: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._enums: dict[int, int] = {}
        self._bitmasks: dict[int, int] = {}
        self._structures: dict[int, int] = {}
        self._frames: dict[int, int] = {}
        self._new: list[tuple[dict, int]] = []
        self._pending: dict[int, Call] = {}
        self._count = 0
        self._values = [
            *(self._null, self._false, self._true, self._negative, self._uint, self._float),
            *(self._double, self._bytes, self._bytes, self._enum, self._bitmask, self._array),
            *(self._structure, self._opaque, self._representation, self._wide),
            *[self._unknown] * 240,
        ]
        self.version, self.properties = 0, {}
        if not self._event(self._header):
            raise UsageError(f"{self.name} is empty, not a trace of apitrace")

    @property
    def position(self) -> int:
        return self._file.tell()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def calls(self) -> Iterator[Call]:
        """Yields the calls, then the calls that the program has not returned from."""
        parse = self._call
        while (call := self._event(parse)) is not None:
            if call is not True:
                yield call
        for call in self._pending.values():
            call.complete = False
            yield call

    # -- events ------------------------------------------------------------------------------------

    def _event(self, parse):
        """Parses an event, and reads more of the file until it is whole; None at the end.

        parse : returns anything but None.
        """
        while True:
            start = self._at
            try:
                return parse()
            except (IndexError, _Short, struct.error) as error:
                # Parsed again from its start, with more data: as if nothing were known of it.
                for table, number in self._new:
                    del table[number]
                self._at, needed = start, getattr(error, "needed", 0)
                if not self._read(needed):
                    if not self._data:
                        return None
                    raise self._damaged(len(self._data), "the trace ends within a call") from None
            except _Invalid as error:
                raise self._damaged(self._at, str(error)) from None
            except RecursionError:
                raise self._damaged(self._at, "values are nested too deeply") from None
            finally:
                self._new.clear()

    def _read(self, needed: int) -> bool:
        """Reads a chunk, or more for `needed` bytes; False at the end of the file."""
        parts, size = [self._data[self._at :]], len(self._data) - self._at
        self._base += self._at
        if max(size, needed) > MAX_EVENT_BYTES:
            raise self._damaged(self._at, f"a call of more than {MAX_EVENT_BYTES >> 20} MiB")
        found = False
        try:
            while not found or size < needed:
                chunk = next(self._chunks, None)
                if chunk is None:
                    break
                parts.append(chunk)
                size += len(chunk)
                found = True
        except ContainerError as error:
            raise UsageError(f"{self.name}, byte {error.at}: {error}") from None
        self._data, self._at = b"".join(parts), 0
        return found

    def _damaged(self, at: int, reason: str) -> UsageError:
        call = f", after call {self._count - 1}" if self._count else ""
        return UsageError(f"{self.name}, byte {self._base + at} of its contents{call}: {reason}")

    def _header(self):
        self.version = version = self._uint()
        if version > LATEST_VERSION:
            raise _Invalid(f"version {version} is not one of a trace, 0 to {LATEST_VERSION}")
        properties = {}
        if version >= 6:
            self._uint()  # the version of what calls mean
            while name := self._bytes():
                properties[_text(name)] = _text(self._bytes())
        self.properties = properties
        return True

    def _call(self):
        """Parses an event; returns the call that it ends, or True."""
        event = self._data[self._at]
        self._at += 1
        if event == 0:
            thread = self._uint() if self.version >= 4 else 0
            call = Call(self._count, thread, *self._function())
            self._details(call)
            self._pending[call.number] = call
            self._count += 1
            return True
        if event != 1:
            raise _Invalid(f"event {event} is neither the begin nor the end of a call")
        number = self._uint()
        call = self._pending.get(number)
        if call is None:
            raise _Invalid(f"the end of call {number}, which has not begun")
        self._details(call)
        del self._pending[number]
        return call

    def _details(self, call: Call) -> None:
        while True:
            detail = self._data[self._at]
            self._at += 1
            if detail == 0:
                return
            if detail == 1:
                place = self._uint()
                if place >= len(call.arguments):
                    count = len(call.arguments)
                    raise _Invalid(f"argument {place} of {call.name}, which has {count}")
                call.arguments[place] = self._value()
            elif detail == 2:
                call.result = self._value()
            elif detail == 3:
                call.thread = self._uint()
            elif detail == 4:
                for _ in range(self._uint()):
                    self._frame()
            elif detail == 5:
                call.flags = self._uint()
            else:
                raise _Invalid(f"{call.name} has a part of kind {detail}, which is not one of 0-5")

    def _function(self):
        number = self._uint()
        known = self._functions.get(number)
        if known is None:
            name = _text(self._bytes())
            parameters = tuple([_text(self._bytes()) for _ in range(self._uint())])
            known = self._functions[number] = name, parameters
            self._new.append((self._functions, number))
        return known

    def _frame(self) -> None:
        """Skips a frame of a backtrace."""
        number = self._uint()
        if number in self._frames:
            return
        while detail := self._data[self._at]:
            self._at += 1
            if detail > 5:
                raise _Invalid(f"a stack frame has a part of kind {detail}, not one of 0-5")
            self._bytes() if detail < 4 else self._uint()
        self._at += 1
        self._frames[number] = 0
        self._new.append((self._frames, number))

    # -- values ------------------------------------------------------------------------------------

    def _value(self):
        tag = self._data[self._at]
        self._at += 1
        return self._values[tag]()

    def _uint(self) -> int:
        data, at = self._data, self._at
        byte = data[at]
        value, at, shift = byte & 127, at + 1, 7
        while byte > 127:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if shift > 70:
                raise _Invalid("an integer of more than 64 bits")
        self._at = at
        return value

    def _bytes(self) -> bytes:
        count = self._uint()
        end = self._at + count
        data = self._data[self._at : end]
        if len(data) < count:
            raise _Short(end)
        self._at = end
        return data

    def _null(self):
        return None

    def _false(self):
        return False

    def _true(self):
        return True

    def _negative(self):
        return -self._uint()

    def _float(self):
        [value] = _float(self._data, self._at)
        self._at += 4
        return value

    def _double(self):
        [value] = _double(self._data, self._at)
        self._at += 8
        return value

    def _enum(self):
        number = self._uint()
        if self.version < 3:  # a value of its own for each number
            if number not in self._enums:
                self._bytes()
                self._enums[number] = self._value()
                self._new.append((self._enums, number))
            return self._enums[number]
        if number not in self._enums:
            for _ in range(self._uint()):
                self._bytes()
                self._value()
            self._enums[number] = 0
            self._new.append((self._enums, number))
        return self._value()

    def _bitmask(self):
        number = self._uint()
        if number not in self._bitmasks:
            for _ in range(self._uint()):
                self._bytes()
                self._uint()
            self._bitmasks[number] = 0
            self._new.append((self._bitmasks, number))
        return self._uint()

    def _array(self):
        value = self._value
        return [value() for _ in range(self._uint())]

    def _structure(self):
        number = self._uint()
        if number not in self._structures:
            self._bytes()
            count = self._uint()
            for _ in range(count):
                self._bytes()
            self._structures[number] = count
            self._new.append((self._structures, number))
        return Structure([self._value() for _ in range(self._structures[number])])

    def _opaque(self):
        return Opaque(self._uint())

    def _representation(self):
        self._value()  # for people
        return self._value()

    def _wide(self):
        points = [self._uint() for _ in range(self._uint())]
        return "".join(chr(each) if each < 0x110000 else "?" for each in points)

    def _unknown(self):
        self._at -= 1
        raise _Invalid(f"a value of kind {self._data[self._at]}, which is not one of 0-15")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
