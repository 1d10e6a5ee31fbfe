"""The JSON of a glTF or GLB file, and its buffers."""

from __future__ import annotations

import base64
import json
import math
import re
import struct
from urllib.parse import unquote_to_bytes

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.files.folder import Folder
from softgl.models.gltf.meshopt import decompress

MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")


class Document:
    """A glTF file: checked access to its JSON and buffers. Every method raises ModelError."""

    def __init__(self, folder: Folder, data: bytes):
        self.folder = folder
        self.path = folder.path
        text, self.binary = (data, None)
        if data[:4] == b"glTF":
            text, self.binary = self._chunks(data)
        elif self.path.suffix.lower() == ".glb" and not data.lstrip().startswith(b"{"):
            raise self.error(f"found {_bytes(data[:4])}, expected 'glTF': not a GLB file")
        self.header = self._parsed(bytes(text))
        self._items: dict[str, list[dict]] = {}
        self._buffers: dict[int, memoryview] = {}
        self._views: dict[int, tuple[memoryview, int | None]] = {}
        self.accessors: dict[int, np.ndarray] = {}  # read so far, as stored
        self.values_read = self.decompressed_bytes = self.decompressed_indices = 0
        self._check_version()

    def _parsed(self, text):
        try:
            header = json.loads(text.rstrip(b"\0 "))
        except json.JSONDecodeError as error:
            found = (
                repr(error.doc[error.pos : error.pos + 10])
                if error.pos < len(error.doc)
                else ("the end")
            )
            raise self.error(
                f"line {error.lineno}, column {error.colno}: found {found}, which is not JSON"
            ) from None
        except UnicodeDecodeError as error:
            raise self.error(f"byte {error.start} of its JSON is not UTF-8") from None
        except (ValueError, RecursionError):  # a number of too many digits
            raise self.error("its JSON is too deep, or has a number too long") from None
        if not isinstance(header, dict):
            raise self.error(f"its JSON is {_brief(header)}, not an object")
        return header

    def _check_version(self):
        asset = self.object(self.header, "asset")
        for name in ("version", "minVersion"):
            version = asset.get(name, "2.0")
            if not isinstance(version, str) or not re.fullmatch(r"2\.\d+", version):
                raise self.error(f"found {name} {_brief(version)} of glTF, expected 2.0")
        if asset.get("minVersion", "2.0") != "2.0":
            raise self.error(f"it needs glTF {asset['minVersion']}, and 2.0 is read")

    def error(self, reason: str) -> ModelError:
        """Returns a ModelError about this file."""
        return ModelError(f"{self.path} cannot be read as a model: {reason}")

    @staticmethod
    def brief(value) -> str:
        """The JSON of `value` for a message, shortened."""
        return _brief(value)

    def _chunks(self, data):
        # glTF 2.0, 4.4: a header of 12 bytes; then each chunk with its length and its type.
        if len(data) < 12:
            raise self.error(f"byte {len(data)}: the file ends in the header of 12 bytes")
        version, length = struct.unpack_from("<2I", data, 4)
        if version != 2:
            raise self.error(f"found GLB version {version}, expected 2")
        if 12 < length < len(data):  # the bytes behind are ignored
            data = data[:length]
        found, start = {}, 12
        while start + 8 <= len(data):
            length, kind = struct.unpack_from("<I4s", data, start)
            if start + 8 + length > len(data):
                raise self.error(
                    f"byte {start}: found {len(data) - start - 8} bytes of a chunk, expected "
                    f"{length}"
                )
            # glTF 2.0, 4.4.3: "Client implementations MUST ignore chunks with unknown types".
            found.setdefault(kind, memoryview(data)[start + 8 : start + 8 + length])
            start += 8 + length
        if b"JSON" not in found:
            raise self.error("found no JSON chunk")
        return found[b"JSON"], found.get(b"BIN\0")

    def items(self, name: str) -> list[dict]:
        """The list `name` of the JSON."""
        if name not in self._items:
            self._items[name] = self.objects(self.header, name)
        return self._items[name]

    def objects(self, holder: dict, name: str) -> list[dict]:
        """The list of objects `name` of `holder`; empty if it is missing."""
        found = holder.get(name, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise self.error(f"{name!r} is not a list of objects")
        return found

    def extension(self, holder: dict, name: str) -> dict | None:
        """The extension `name` of `holder`, or None."""
        extensions = self.object(holder, "extensions")
        return self.object(extensions, name) if name in extensions else None

    def object(self, holder: dict, name: str) -> dict:
        """The object `name` of `holder`; empty if it is missing."""
        found = holder.get(name, {})
        if not isinstance(found, dict):
            raise self.error(f"{name!r} is not an object")
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

    def real(self, value, name: str) -> float:
        """Returns `value`, which must be a finite number."""
        if type(value) not in (int, float):
            raise self.error(f"{name!r} is {_brief(value)}, not a number")
        return self.numbers([value], name, 1)[0]

    def buffer(self, index: int) -> memoryview:
        """The bytes of buffer `index`."""
        if index not in self._buffers:
            uri = self.item("buffers", index).get("uri")
            if uri is None and (index or self.binary is None):
                raise self.error(f"buffer {index} has no data")
            try:
                data = self.binary if uri is None else self.resource(uri)
            except FileNotFoundError:
                raise self.error(f"{_brief(uri)} not found next to the model") from None
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
        if not kind.endswith(";base64"):
            return unquote_to_bytes(data)
        data = unquote_to_bytes(data)
        try:
            return base64.b64decode(data + b"=" * (-len(data) % 4))
        except ValueError:
            raise self.error("a data URI is damaged: found other characters than base64") from None

    def view(self, index) -> tuple[memoryview, int | None]:
        """The bytes of buffer view `index`, decompressed, and its stride."""
        view = self.item("bufferViews", index)
        if index not in self._views:
            self._views[index] = self._read_view(index, view)
        return self._views[index]

    def _read_view(self, index, view):
        for name in MESHOPT:
            compressed = self.extension(view, name)
            if compressed is not None:
                data, stride = decompress(self, compressed, f"buffer view {index}")
                return memoryview(data), stride
        return self.slice(view, f"buffer view {index}"), self.stride(view)

    def slice(self, view: dict, name: str) -> memoryview:
        """The bytes that `view` names: a buffer view, or its extension."""
        data = self.buffer(self.number(view.get("buffer"), "an index of 'buffers'", 1 << 32))
        start = self.number(view.get("byteOffset", 0), "an offset within its buffer", len(data))
        length = view.get("byteLength")
        self.number(length, "a length within its buffer", len(data))
        if start + length > len(data):
            raise self.error(
                f"{name} exceeds its buffer: found {len(data)} bytes, expected {start + length}"
            )
        return data[start : start + length]

    def stride(self, view: dict) -> int | None:
        """The stride of a buffer view in bytes, or None."""
        stride = view.get("byteStride")
        return None if stride is None else self.number(stride, "a stride", 1 << 16, 1)


def _brief(value) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _bytes(data) -> str:
    return repr(bytes(data).decode("latin-1"))
