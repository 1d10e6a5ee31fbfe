"""Exports a capture as a plain Python script over `softgl.gl`, which draws the same bytes."""

from __future__ import annotations

import io
import keyword
import math
import re
from pathlib import Path

import numpy as np

from softgl.debug.captures.checks import FRAME, MAPPED, MAPPED_BUFFER, RASTER, RESTORE, WRITE
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import Call, Capture
from softgl.debug.captures.types import NUMBER_TYPES, c_type_name, spelled_c_type
from softgl.files import FileError, write_file
from softgl.gl.api import enums, registry
from softgl.gl.api.signature import signature
from softgl.gl.api.spelling import spelled_value
from softgl.gl.api.versions import LATEST, PROFILES

MAX_INLINE_BYTES = 1 << 10  # bytes of an array that is written into the script
MAX_COLUMNS = 96  # of a line of the script
_HEAD = '''\
"""A captured frame{of}: {width}x{height} pixels.

Run it with the name of a PNG to write. It needs softgl{beside}.
"""

import ctypes
import sys
from pathlib import Path

import numpy as np

import softgl
from softgl.gl import *
from softgl.gl.draw.raster_position import restore_raster

nan, inf = float("nan"), float("inf")
{load}

def write(memory, offset, data):
    """Write to memory of vertex arrays, as the application did."""
    memory = memory.reshape(-1).view(np.uint8)
    memory[offset : offset + len(data)] = np.frombuffer(data, np.uint8)


def write_mapped(target, offset, data):
    """Write to a mapped buffer object, as the application did."""
    ctypes.memmove(glGetBufferPointerv(target, GL_BUFFER_MAP_POINTER) + offset, data, len(data))


def write_mapped_buffer(name, offset, data):
    """Write to the mapped buffer object of a name, as the application did."""
    address = glGetNamedBufferPointervEXT(name, GL_BUFFER_MAP_POINTER)
    ctypes.memmove(address + offset, data, len(data))


def structure(data):
    """Make a structure of ctypes with these bytes."""
    class Memory(ctypes.Structure):
        _fields_ = [("data", ctypes.c_uint8 * len(data))]
    return Memory.from_buffer_copy(data)


def refused(command, *arguments, **keywords):
    """A call that was refused."""
    try:
        command(*arguments, **keywords)
    except GLError:
        pass


context = softgl.Context(
    {width}, {height}, {options}
)
'''
_LOAD = '''\
_arrays = np.load(Path(__file__).with_name({name!r}), allow_pickle=False)


def array(number):
    """An array of the capture, to be changed at will."""
    return _arrays["array%d" % number].copy()

'''
_TAIL = """
if __name__ == "__main__":
    context.save(sys.argv[1] if len(sys.argv) > 1 else "frame.png")
"""


def write_script(path, capture: Capture) -> list[str]:
    """Writes the script, and a file of large arrays next to it; returns the names of the files.

    Raises CaptureError.
    """
    path = Path(path)
    data = path.with_suffix(".npz")
    writer = _Writer(capture)
    text = writer.text(data.name)
    files = {path: text.encode()}
    if writer.stored:
        memory = io.BytesIO()
        np.savez_compressed(memory, **{f"array{n}": capture.arrays[n] for n in writer.stored})
        files[data] = memory.getvalue()
    try:
        for name, content in files.items():
            write_file(name, content)
    except FileError as error:
        raise CaptureError(str(error)) from None
    return [str(name) for name in files]


def _is_said(name: str, value) -> bool:
    """True for an option of a context that the script says: all but those of most contexts."""
    return name in ("errors", "strict", "samples") or value not in (False, LATEST, PROFILES[0])


class _Writer:
    """Writes calls as Python; stored : the arrays in the script's file of arrays."""

    def __init__(self, capture: Capture):
        self.capture = capture
        self.stored: list[int] = []
        self._blocks: set[int] = set()
        self._raw: set[int] = set()  # blocks that commands take as raw memory
        self._lines: list[str] = []

    def text(self, data: str) -> str:
        """The text of the script; data : the name of the file of its arrays."""
        for call in self.capture.calls:
            self._write(call)
        header = vars(self.capture.header)
        beside = data if re.fullmatch(r"[\w .-]+", data, re.ASCII) else "the file of its arrays"
        options = self.capture.header.context_options.items()
        head = _HEAD.format(
            **header,
            options=", ".join(
                f"{name}={value!r}" for name, value in options if _is_said(name, value)
            ),
            of=f" of {header['scene']}" if header["scene"].isidentifier() else "",
            beside=f", and {beside} beside it" if self.stored else "",
            load=_LOAD.format(name=data) if self.stored else "",
        )
        return "\n".join([head, *self._lines, _TAIL])

    def _write(self, call: Call):
        if call.name.startswith("@"):
            self._mark(call)
            return
        words = self._arguments(call)
        for name, each in call.keywords.items():
            spelled = self._value(each)
            is_word = keyword.iskeyword(name)
            words.append(f"**{{{name!r}: {spelled}}}" if is_word else f"{name}={spelled}")
        if call.error:
            self._call("refused", [call.name, *words])
        elif isinstance(call.result, dict):
            self._call(call.name, words, f"sync{call.result['sync']} = ")
        else:
            self._call(call.name, words)

    def _mark(self, call):
        if call.name == FRAME:
            self._lines.append("\n# -- the frame ".ljust(MAX_COLUMNS, "-"))
            return
        if call.name == RASTER:
            self._call("restore_raster", ["context", *map(self._value, call.arguments)])
            return
        if call.name == RESTORE:
            self._call("context.refuse_removed", [repr(not call.arguments[0])])
            return
        place, offset, memory = call.arguments
        command, place = {
            WRITE: ("write", f"memory{place}"),
            MAPPED: ("write_mapped", enums.name_of(place)),
            MAPPED_BUFFER: ("write_mapped_buffer", repr(place)),
        }[call.name]
        self._call(command, [place, repr(offset), self._value(memory)])

    def _call(self, name, words, before=""):
        line = f"{before}{name}({', '.join(words)})"
        if len(line) > MAX_COLUMNS and "\n" not in line and len(words) > 1:
            line = f"{before}{name}(\n    " + ",\n    ".join(words) + ",\n)"
        self._lines.append(line)

    def _arguments(self, call) -> list[str]:
        """The arguments of a call as Python; enums and bits by name if the command takes them."""
        parameters = ()
        if call.name in registry.COMMANDS:
            parameters = signature(call.name).parameters
        if len(call.arguments) > len(parameters):
            parameters = ()
        named = [*parameters, *[None] * (len(call.arguments) - len(parameters))]
        return [
            spelled_value(parameter, value)
            if parameter and not parameter.pointer and type(value) is int and 0 <= value < 2**32
            else self._value(value)
            for parameter, value in zip(named, call.arguments, strict=False)
        ]

    # -- values ------------------------------------------------------------------------------------

    def _value(self, value) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(self._value, value))}]"
        if not isinstance(value, dict):
            return repr(value)
        kind = next(kind for kind in _SPELLINGS if kind in value)
        return _SPELLINGS[kind](self, value[kind], value)

    def _float(self, text, _):
        return repr(float(text))

    def _scalar(self, array, _):
        return f"{self._value(array)}.reshape(())[()]"

    def _array(self, data, value):
        if "dtype" in value:
            return f"np.array({data!r}, {value['dtype']!r})"
        return self._stored(data)

    def _view(self, number, value):
        cast = ".cast('c')" if "format" in value else ""
        return f"memoryview({self._stored(number)}){cast}"

    def _bytearray(self, data, _):
        return f"bytearray({self._bytes(data, _)})"

    def _structure(self, number, _):
        return f"structure({self._memory(number)})"

    def _ctypes(self, name, value):
        count, size = math.prod(value["lengths"]), self.capture.arrays[value["data"]].nbytes
        kind = spelled_c_type(c_type_name(name, count, size))
        lengths = "".join(f" * {length}" for length in reversed(value["lengths"]))
        return f"({kind}{lengths}).from_buffer_copy({self._memory(value['data'])})"

    def _c_void_p(self, address, _):
        return f"ctypes.c_void_p({address!r})"

    def _out(self, dtype, value):
        if dtype is None:
            return f"bytearray({math.prod(value['shape'])})"
        return f"np.zeros({tuple(value['shape'])}, {dtype!r})"

    def _sync(self, number, _):
        return f"sync{number}"

    def _client(self, number, value) -> str:
        if number not in self._blocks:
            self._blocks.add(number)
            if "dtype" in value:
                shape, dtype = tuple(value["shape"]), value["dtype"]
            else:
                shape, dtype = (value["size"],), "|u1"
                self._raw.add(number)
            self._lines.append(f"memory{number} = np.zeros({shape}, {dtype!r})")
        return f"memoryview(memory{number})" if number in self._raw else f"memory{number}"

    def _bytes(self, data, _) -> str:
        if type(data) is int:
            return self._memory(data)
        data = data.encode("latin-1")
        lines = data.splitlines(keepends=True)
        if len(lines) < 2 or any(byte > 126 for byte in data):
            return repr(data)
        return "(\n" + "\n".join(f"    {line!r}" for line in lines) + "\n)"

    def _memory(self, number) -> str:
        """An expression for the bytes of an array."""
        array = self.capture.arrays[number]
        short = array.nbytes <= MAX_INLINE_BYTES // 4
        return repr(array.tobytes()) if short else f"{self._stored(number)}.tobytes()"

    def _stored(self, number) -> str:
        array = self.capture.arrays[number]
        inline = 0 < array.nbytes <= MAX_INLINE_BYTES and array.dtype.str in NUMBER_TYPES
        # The payload of a NaN has no literal.
        if inline and not (array.dtype.kind == "f" and np.isnan(array).any()):
            return f"np.array({array.tolist()!r}, {array.dtype.str!r})"
        if number not in self.stored:
            self.stored.append(number)
        return f"array({number})"


_SPELLINGS = {
    kind: getattr(_Writer, f"_{kind}")
    for kind in (
        "float bytes bytearray scalar array view ctypes structure c_void_p out sync client"
    ).split()
}
