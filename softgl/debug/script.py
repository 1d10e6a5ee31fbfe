"""A capture as a plain Python script over `softgl.gl`, which draws the same bytes."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np

from softgl.debug.capture_errors import CaptureError
from softgl.debug.capture_file import FRAME, WRITE, Call, Capture
from softgl.files import FileError, write_file
from softgl.gl.api import enums, registry
from softgl.gl.api.command import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.api.spelling import spelled_value

INLINE = 1 << 10  # bytes of an array that stands in the script itself
LONGEST = 96  # columns of a line
_HEAD = '''\
"""A frame{of} as it was captured: {width}x{height} pixels.

Run it with the name of a PNG to write. It needs softgl{beside}.
"""

import ctypes
import sys
from pathlib import Path

import numpy as np

import softgl
from softgl.gl import *

nan, inf = float("nan"), float("inf")
{load}

def write(memory, offset, data):
    """What the application wrote to memory of vertex arrays."""
    memory = memory.reshape(-1).view(np.uint8)
    memory[offset : offset + len(data)] = np.frombuffer(data, np.uint8)


def write_mapped(target, offset, data):
    """What it wrote to a mapped buffer object."""
    ctypes.memmove(glGetBufferPointerv(target, GL_BUFFER_MAP_POINTER) + offset, data, len(data))


def refused(command, *arguments, **keywords):
    """A call that was refused."""
    try:
        command(*arguments, **keywords)
    except GLError:
        pass


context = softgl.Context(
    {width}, {height}, errors={errors!r}, strict={strict}, samples={samples}
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
    """Write the script, and its arrays beside it if there are large ones; the files written.

    Raises CaptureError.
    """
    path = Path(path)
    data = path.with_suffix(".npz")
    writer = _Writer(capture)
    try:
        text = writer.text(data.name)
    except RecursionError:
        raise CaptureError("a value is nested too deeply") from None
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


class _Writer:
    """Spells calls; stored : the arrays that the script reads from its file."""

    def __init__(self, capture: Capture):
        self.capture = capture
        self.stored: list[int] = []
        self._blocks: set[int] = set()
        self._raw: set[int] = set()  # the blocks that commands take as raw memory
        self._lines: list[str] = []
        self._syncs = 0

    def text(self, data: str) -> str:
        """The script; data : the name of the file with its arrays."""
        for call in self.capture.calls:
            self._write(call)
        header = vars(self.capture.header)
        head = _HEAD.format(
            **header,
            of=f" of {header['scene']}" if header["scene"].isidentifier() else "",
            beside=f", and {data} beside it" if self.stored else "",
            load=_LOAD.format(name=data) if self.stored else "",
        )
        return "\n".join([head, *self._lines, _TAIL])

    def _write(self, call: Call):
        if call.name == FRAME:
            self._lines.append("\n# -- the frame ".ljust(LONGEST, "-"))
            return
        if not call.name.startswith("@") and call.name not in COMMANDS:
            raise CaptureError(f"there is no command {call.name[:60]!r}")
        if call.name.startswith("@"):
            place, offset, memory = call.arguments
            if call.name == WRITE:
                words = [f"memory{int(place)}", repr(int(offset)), self._value(memory)]
                self._call("write", words)
            else:
                words = [enums.name_of(int(place)), repr(int(offset)), self._value(memory)]
                self._call("write_mapped", words)
            return
        words = self._arguments(call)
        if not all(map(str.isidentifier, call.keywords)):
            raise CaptureError(f"{call.name} is called with a keyword that is no name")
        words += [f"{name}={self._value(each)}" for name, each in call.keywords.items()]
        if call.error:
            self._call("refused", [call.name, *words])
        elif isinstance(call.result, dict):
            self._call(call.name, words, f"sync{self._syncs} = ")
            self._syncs += 1
        else:
            self._call(call.name, words)

    def _call(self, name, words, before=""):
        line = f"{before}{name}({', '.join(words)})"
        if len(line) > LONGEST and "\n" not in line and len(words) > 1:
            line = f"{before}{name}(\n    " + ",\n    ".join(words) + ",\n)"
        self._lines.append(line)

    def _arguments(self, call) -> list[str]:
        """The arguments; enums and bits by name where the command takes them."""
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
        try:
            return self._special(value)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise CaptureError(f"a value makes no sense: {error}") from None

    def _special(self, value) -> str:
        if "float" in value:
            return repr(float(value["float"]))
        if "bytes" in value:
            return self._bytes(value["bytes"])
        if "scalar" in value:
            return f"{self._value(value['scalar'])}[()]"
        if "array" in value:
            given = value["array"]
            if type(given) is int:
                return self._array(given)
            return f"np.array({given!r}, {np.dtype(value['dtype']).str!r})"
        if "view" in value:
            return f"memoryview({self._array(value['view'])})"
        if "ctypes" in value:
            lengths = "".join(f" * {int(length)}" for length in reversed(value["lengths"]))
            kind = f"ctypes.{value['ctypes']}"
            if not kind[7:].replace("_", "").isalnum():
                raise ValueError(kind)
            return f"({kind}{lengths}).from_buffer_copy({self._memory(value['data'])})"
        if "c_void_p" in value:
            return f"ctypes.c_void_p({value['c_void_p']!r})"
        if "out" in value:
            shape = tuple(map(int, value["shape"]))
            if value["out"] is None:
                return f"bytearray({math.prod(shape)})"
            return f"np.zeros({shape}, {np.dtype(value['out']).str!r})"
        if "sync" in value:
            return f"sync{int(value['sync'])}"
        return self._client(value)

    def _client(self, value) -> str:
        number = int(value["client"])
        if number not in self._blocks:
            self._blocks.add(number)
            if "dtype" in value:
                shape, dtype = tuple(map(int, value["shape"])), np.dtype(value["dtype"]).str
            else:
                shape, dtype = (int(value["size"]),), "|u1"
                self._raw.add(number)
            self._lines.append(f"memory{number} = np.zeros({shape}, {dtype!r})")
        return f"memoryview(memory{number})" if number in self._raw else f"memory{number}"

    def _bytes(self, given) -> str:
        if type(given) is int:
            return self._memory(given)
        data = given.encode("latin-1")
        lines = data.splitlines(keepends=True)
        if len(lines) < 2 or any(byte > 126 for byte in data):
            return repr(data)
        return "(\n" + "\n".join(f"    {line!r}" for line in lines) + "\n)"

    def _memory(self, number) -> str:
        """Bytes of an array."""
        array = self._stored(number)
        short = array.nbytes <= INLINE // 4
        return repr(array.tobytes()) if short else f"{self._array(number)}.tobytes()"

    def _array(self, number) -> str:
        array = self._stored(number)
        inline = array.nbytes <= INLINE and array.size and array.dtype.kind in "biuf"
        if inline and array.dtype.itemsize <= 8:
            return f"np.array({array.tolist()!r}, {array.dtype.str!r})"
        if number not in self.stored:
            self.stored.append(number)
        return f"array({number})"

    def _stored(self, number) -> np.ndarray:
        if type(number) is not int or not 0 <= number < len(self.capture.arrays):
            raise CaptureError(f"there is no array {number!r:.20}")
        return self.capture.arrays[number]
