"""Meshes compressed with Draco (KHR_draco_mesh_compression), through the package DracoPy.

A process of its own decodes all compressed primitives of a file at once: a C++ library reads bytes
that anyone may have written.
"""

from __future__ import annotations

import json
import math
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from softgl.models.files.limits import MAX_TRIANGLES
from softgl.models.gltf.accessors import DTYPES, WIDTHS, accessor_count
from softgl.models.gltf.document import Document
from softgl.models.gltf.extensions import DRACO

# Modules are not searched for in the current folder.
LAUNCH = "import runpy, sys; sys.path.pop(0); runpy.run_path(sys.argv[1], run_name='__main__')"
PROCESS = Path(__file__).with_name("draco_process.py")
MIN_SECONDS, BYTES_PER_SECOND = 8.0, 1 << 20
"""The time that the process may take: the start, and for each byte."""


class Draco:
    """The compressed primitives of a document, decoded when the first one is needed."""

    def __init__(self, document: Document):
        self._document = document
        self._decoded: dict[int, dict | None] | None = None  # buffer view -> arrays

    def decode(self, primitive: dict) -> None:
        """Stores the arrays of a primitive as those of its accessors, if it is compressed.

        Raises ModelError.
        """
        document = self._document
        extension = document.extension(primitive, DRACO)
        if extension is None:
            return
        view = extension.get("bufferView")
        document.view(view)
        if self._decoded is None:
            self._decoded = self._all()
        arrays = self._decoded.get(view)
        if arrays is None:
            raise document.error(f"buffer view {view} holds damaged data of {DRACO}")
        attributes = document.object(primitive, "attributes")
        for name, number in document.object(extension, "attributes").items():
            if name in attributes:
                key = number if type(number) is int else None
                self._store(attributes[name], arrays.get(key), f"attribute {name}")
        if "indices" in primitive:
            faces = arrays.get("faces")
            faces = None if faces is None else faces.reshape(-1, 1)
            self._store(primitive["indices"], faces, "triangles")

    def _store(self, index, array, what):
        """Stores a decoded array as that of accessor `index`."""
        document = self._document
        accessor = document.item("accessors", index)
        dtype, width = DTYPES.get(accessor.get("componentType")), WIDTHS.get(accessor.get("type"))
        if dtype is None or width is None:
            raise document.error(f"accessor {index} has no component type or no type")
        shape = accessor_count(document, index), width
        if array is None or array.shape != shape:
            found = "nothing" if array is None else f"{'x'.join(map(str, array.shape))} values"
            raise document.error(
                f"data of {DRACO}: found {found} of {what}, expected {shape[0]}x{shape[1]}"
            )
        with np.errstate(invalid="ignore"):
            document.accessors[index] = array.astype(dtype)

    def _all(self):
        """Decodes all compressed primitives; returns buffer view -> name -> array."""
        document, views = self._document, {}
        for mesh in document.items("meshes"):
            for primitive in document.objects(mesh, "primitives"):
                extension = document.extension(primitive, DRACO)
                view = None if extension is None else extension.get("bufferView")
                if type(view) is int and view not in views:
                    views[view] = bytes(document.view(view)[0])
        if find_spec("DracoPy") is None:
            raise document.error(
                f'reading {DRACO} needs the package DracoPy: pip install "softgl[draco]"'
            )
        sent = b"".join(struct.pack("<I", len(data)) + data for data in views.values())
        seconds = MIN_SECONDS + len(sent) / BYTES_PER_SECOND
        try:
            done = subprocess.run(
                [sys.executable, "-c", LAUNCH, str(PROCESS)],
                input=sent,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise document.error(f"decoding {DRACO} took more than {seconds:.0f} s") from None
        except OSError:
            raise document.error(f"no process could be started that decodes {DRACO}") from None
        return dict(zip(views, _received(done.stdout), strict=False))


def _received(data):
    """Yields the arrays of each mesh by name, or None; ends early if the process did."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        header = json.loads(data[start:end])
        start = end + 1
        if header is None:
            yield None
            continue
        arrays = {}
        for name, dtype, shape in header:
            count = math.prod(shape)
            size = count * np.dtype(dtype).itemsize
            if start + size > len(data) or count > 16 * MAX_TRIANGLES:
                return
            arrays[name] = np.frombuffer(data, dtype, count, start).reshape(shape)
            start += size
        yield arrays
