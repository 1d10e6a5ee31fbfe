"""The JSON of a glTF or GLB file, and its buffers."""

from __future__ import annotations

import base64
import json
import math
import struct
from urllib.parse import unquote_to_bytes

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.files.folder import Folder


class Document:
    """A glTF file: checked access to its JSON and buffers. Every method raises ModelError."""

    def __init__(self, folder: Folder, data: bytes):
        self.folder = folder
        self.path = folder.path
        text, self.binary = (data, None)
        if data[:4] == b"glTF":
            text, self.binary = self._chunks(data)
        elif self.path.suffix.lower() == ".glb":
            raise self.error("not a GLB file")
        try:
            self.header = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.error(f"its JSON cannot be read ({error})") from None
        if not isinstance(self.header, dict):
            raise self.error("its JSON is not an object")
        self._items: dict[str, list[dict]] = {}
        self._buffers: dict[int, memoryview] = {}
        self.accessors: dict[int, np.ndarray] = {}  # read so far, as stored
        self.values_read = 0

    def error(self, reason: str) -> ModelError:
        """Returns a ModelError about this file."""
        return ModelError(f"{self.path} cannot be read as a model: {reason}")

    @staticmethod
    def brief(value) -> str:
        """The JSON of `value` for a message, shortened."""
        return _brief(value)

    def _chunks(self, data):
        # glTF 2.0, 4.4: a header of 12 bytes; then each chunk with its length and its type.
        found, start = {}, 12
        while start + 8 <= len(data):
            length, kind = struct.unpack_from("<I4s", data, start)
            if start + 8 + length > len(data):
                raise self.error("ends within a chunk")
            found.setdefault(kind, memoryview(data)[start + 8 : start + 8 + length])
            start += 8 + length
        if data[4:8] != b"\x02\0\0\0":
            raise self.error("not GLB version 2")
        if b"JSON" not in found:
            raise self.error("no JSON chunk")
        return bytes(found[b"JSON"]), found.get(b"BIN\0")

    def items(self, name: str) -> list[dict]:
        """The list `name` of the JSON."""
        if name not in self._items:
            self._items[name] = self.objects(self.header, name)
        return self._items[name]

    def object(self, holder: dict, name: str) -> dict:
        """The object `name` of `holder`; empty if it is missing."""
        found = holder.get(name, {})
        if not isinstance(found, dict):
            raise self.error(f"{name!r} is not an object")
        return found

    def objects(self, holder: dict, name: str) -> list[dict]:
        """The list of objects `name` of `holder`; empty if it is missing."""
        found = holder.get(name, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.error(f"{name!r} is not a list of objects")
        return found

    def item(self, name: str, index) -> dict:
        """The entry `index` of the list `name`."""
        found = self.items(name)
        return found[self.number(index, f"an index of {name!r}", len(found) - 1)]

    def number(self, value, meaning: str, most: int, least: int = 0) -> int:
        """Returns `value`, which must be an integer from `least` to `most`."""
        if type(value) is not int or not least <= value <= most:
            raise self.error(f"{_brief(value)} is not {meaning}")
        return value

    def numbers(self, value, name: str, count: int) -> list[float]:
        """Returns `value`, which must be a list of `count` finite numbers."""
        if (
            not isinstance(value, list)
            or len(value) != count
            or not all(type(number) in (int, float) for number in value)
        ):
            raise self.error(f"{name!r} is {_brief(value)}, not {count} numbers")
        try:
            if all(map(math.isfinite, value)):
                return [float(number) for number in value]
        except OverflowError:  # an integer beyond all floats
            pass
        raise self.error(f"{name!r} is {_brief(value)}: not finite")

    def buffer(self, index: int) -> memoryview:
        """The bytes of buffer `index`."""
        if index not in self._buffers:
            uri = self.item("buffers", index).get("uri")
            if uri is None and (index or self.binary is None):
                raise self.error(f"buffer {index} has no data")
            try:
                data = self.binary if uri is None else self.resource(uri)
            except FileNotFoundError as error:
                raise self.error(str(error)) from None
            self._buffers[index] = memoryview(data)
        return self._buffers[index]

    def resource(self, uri) -> bytes:
        """The bytes of a URI: a data URI, or a file in the model's folder."""
        if not isinstance(uri, str):
            raise self.error(f"{_brief(uri)} is not a URI")
        if not uri.startswith("data:"):
            return self.folder.read(uri)
        kind, comma, data = uri.partition(",")
        if not comma:
            raise self.error(f"{_brief(uri)} is not a data URI")
        try:
            return base64.b64decode(data) if kind.endswith(";base64") else unquote_to_bytes(data)
        except ValueError as error:
            raise self.error(f"a data URI is damaged ({error})") from None

    def view(self, index) -> tuple[memoryview, int | None]:
        """The bytes of buffer view `index`, and its stride."""
        view = self.item("bufferViews", index)
        if "EXT_meshopt_compression" in self.object(view, "extensions"):
            raise self.error("EXT_meshopt_compression is not supported")
        data = self.buffer(self.number(view.get("buffer"), "an index of 'buffers'", 1 << 32))
        start = self.number(view.get("byteOffset", 0), "an offset within its buffer", len(data))
        length = view.get("byteLength")
        self.number(length, "a length within its buffer", len(data))
        stride = view.get("byteStride")
        if stride is not None:
            self.number(stride, "a stride", 1 << 16, 1)
        if start + length > len(data):
            raise self.error(f"buffer view {index} exceeds its buffer")
        return data[start : start + length], stride


def _brief(value) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
