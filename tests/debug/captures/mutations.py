"""Random changes of capture files, from a seed: of calls, values, arrays, headers and the zip."""

from __future__ import annotations

import copy
import io
import json
import zipfile

import numpy as np

VALUES = [
    None, True, False, -1, 0, 1, 3, 255, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**30, 1e308, -0.5,
    float("inf"), float("nan"), "", "text", "@frame", "<f4", "|u1", "O", "<U4", "l", "int", "<f16",
    "M8[s]", "nan", "__import__('os')", "a\nb", "'''", "\x00\udc80", [], [[]], [[[[[[1]]]]]], {},
    {"float": "nan"}, {"float": "x"}, {"float": []}, {"bytes": "\xff"}, {"bytes": "\u1234"},
    {"bytes": 0}, {"bytes": 99}, {"bytes": []}, {"bytearray": {}}, {"array": 0}, {"array": -1},
    {"array": True}, {"array": [1, [2]], "dtype": "<f4"}, {"array": [1, 2], "dtype": "O"},
    {"array": [300], "dtype": "|u1"}, {"array": ["1"], "dtype": "<f4"}, {"array": {}, "dtype": 1},
    {"scalar": 1}, {"scalar": {"array": 1, "dtype": "<f4"}}, {"scalar": {"float": "nan"}},
    {"view": 0}, {"view": 0, "format": "i"}, {"view": "0"}, {"structure": 0}, {"structure": "a"},
    {"ctypes": "c_long", "lengths": [2], "data": 0}, {"ctypes": "<i4", "lengths": 3, "data": 0},
    {"ctypes": "py_object", "lengths": [], "data": 0}, {"ctypes": "<i4", "lengths": [2**62]},
    {"c_void_p": -1}, {"c_void_p": 2**70}, {"c_void_p": "0"}, {"out": "<f4", "shape": [2**40]},
    {"out": None, "shape": [4]}, {"out": "<f4", "shape": [[4]]}, {"out": "<f4", "shape": [0] * 40},
    {"client": 0}, {"client": 0, "size": 2**60}, {"client": "0", "size": 1}, {"sync": 0},
    {"client": 5, "size": 16, "dtype": "<f4", "shape": [2, 2]}, {"client": 5, "size": 3.5},
    {"sync": "0"}, {"a": 1, "array": 2}, {"array": 0, "view": 0},
]  # fmt: skip
NAMES = (
    "glBegin glEnd glNewList glEndList @write @mapped @raster @frame @mapped_buffer @other glClear "
    "glGenTextures glFenceSync glVertexPointer glCallList glMapBuffer os.system glDrawArrays"
).split()
KEYS = "error keywords result dtype shape call size format lengths data extra".split()
HEADERS = (
    (b"<f4", b"|O8"), (b"|u1", b"<U1"), (b"(", b"(9,"), (b"False", b"True "), (b"}", b"("),
    (b"'shape'", b"'shapf'"), (b"<f4", b"<f2"), (b"{", b"\n"), (b"{", b"{{"), (b"(", b"(-"),
    (b"(", b"(99999999999999999999,"), (b"(", b"[[[["), (b"'", b'"""'), (b"\x01\x00", b"\x02\x00"),
)  # fmt: skip


def members_of(path) -> dict[str, bytes]:
    """The members of a capture file by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members) -> bytes:
    """A capture file with these members: a dictionary, or pairs."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in dict(members).items():
            archive.writestr(name, data)
    return memory.getvalue()


class Mutations:
    """Makes changed copies of a capture file. rng : numpy's."""

    def __init__(self, rng):
        self.rng = rng

    def one(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def changed(self, members: dict[str, bytes]) -> bytes:
        """A file with a change or a few."""
        members, kind = dict(members), int(self.rng.integers(10))
        arrays = [name for name in members if name.endswith("npy")]
        if kind < 7:
            lines = members["calls.jsonl"].decode().splitlines()
            for _ in range(int(self.rng.integers(1, 3))):
                self._change_line(lines)
            members["calls.jsonl"] = "\n".join(lines).encode()
        elif kind == 7 and arrays:
            name = self.one(arrays)
            members[name] = self._change_array(bytearray(members[name]))
        elif kind == 8:
            header = json.loads(members["capture.json"])
            header[self.one(list(header))] = self._value()
            if self.rng.random() < 0.2:
                del header[self.one(list(header))]
            members["capture.json"] = json.dumps(header).encode()
        else:
            members["calls.jsonl"] = self._change_bytes(bytearray(members["calls.jsonl"]))
        data = packed(members)
        return self._change_bytes(bytearray(data)) if self.rng.random() < 0.1 else data

    def _value(self):
        return copy.deepcopy(self.one(VALUES))

    def _change_bytes(self, data: bytearray) -> bytes:
        for _ in range(3):
            data[int(self.rng.integers(len(data)))] = int(self.rng.integers(256))
        return bytes(data[: int(self.rng.integers(len(data)))] if self.rng.random() < 0.1 else data)

    def _change_array(self, data: bytearray) -> bytes:
        kind = int(self.rng.integers(4))
        if kind == 0:
            data[int(self.rng.integers(min(len(data), 128)))] = int(self.rng.integers(256))
        elif kind == 1:
            data[10:60] = bytes(self.rng.integers(32, 127, 50).astype(np.uint8))
        elif kind == 2:
            return bytes(data[: int(self.rng.integers(len(data)))])
        return bytes(data).replace(*self.one(HEADERS), 1)

    def _change_line(self, lines: list[str]):
        place, kind = int(self.rng.integers(len(lines))), int(self.rng.integers(8))
        if kind == 0:
            lines.insert(place, self.one(lines))
        elif kind == 1 and len(lines) > 1:
            del lines[place]
        else:
            holder = [json.loads(lines[place])]
            self._change(holder)
            lines[place] = json.dumps(holder[0])

    def _change(self, root: list):
        """Changes a part of nested lists and dictionaries, anywhere."""
        places = list(_places(root))
        holder, key = self.one(places)
        value, kind = holder[key], int(self.rng.integers(7))
        if kind == 0:
            holder[key] = {"call": value}
        elif kind == 1 and holder is not root:
            del holder[key]
        elif kind == 2 and isinstance(value, list):
            value.insert(int(self.rng.integers(len(value) + 1)), self._value())
        elif kind == 3 and isinstance(value, dict):
            value[self.one(KEYS)] = self._value()
        elif kind == 4 and type(value) is int:
            holder[key] = value + int(self.rng.integers(-3, 4))
        elif kind == 5 and type(value) is str:
            holder[key] = self.one(NAMES)
        else:
            holder[key] = self._value()


def _places(holder):
    """Yields the places in nested lists and dictionaries: (the one around it, its key)."""
    for key in range(len(holder)) if isinstance(holder, list) else list(holder):
        yield holder, key
        if isinstance(holder[key], (list, dict)):
            yield from _places(holder[key])
