"""The accessors of a glTF file: typed arrays in its buffers, dense or sparse."""

from __future__ import annotations

import numpy as np

from softgl.models.files.limits import MAX_TRIANGLES
from softgl.models.gltf.document import Document

BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
DTYPES = {
    BYTE: np.dtype("i1"),
    UNSIGNED_BYTE: np.dtype("u1"),
    SHORT: np.dtype("<i2"),
    UNSIGNED_SHORT: np.dtype("<u2"),
    UNSIGNED_INT: np.dtype("<u4"),
    FLOAT: np.dtype("<f4"),
}
"""Component type -> dtype (glTF 2.0, 3.6.2.2)."""
UNSIGNED = frozenset({UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT})
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
"""Type -> number of components. A matrix is in column-major order."""
MAX_COUNT = 3 * MAX_TRIANGLES
MAX_WITHOUT_VIEW = 1 << 22
"""Elements of an accessor without a buffer view, which takes memory without any bytes of a file."""
MAX_VALUES = 1 << 28
"""Components of all accessors that are read, together."""


def read_accessor(document: Document, index, types=None, components=None) -> np.ndarray:
    """Reads accessor `index`; returns a (count, width) array.

    types : the types that are allowed, names of `WIDTHS`; all by default. components : the
    component types that are allowed, keys of `DTYPES`; all by default.

    Floats, and integers that are `normalized`, are returned as float64; other integers as they are
    stored. Raises ModelError.
    """
    values, normalized = read_stored(document, index, types, components)
    if values.dtype.kind == "f":
        with np.errstate(invalid="ignore"):  # signalling NaNs become quiet
            return values.astype(np.float64)
    return to_unit(values) if normalized else values


def read_indices(document: Document, index) -> np.ndarray:
    """Reads accessor `index`, unsigned integers, as (count,) int64. Raises ModelError."""
    values, _ = read_stored(document, index, ("SCALAR",), UNSIGNED)
    return values[:, 0].astype(np.int64)


def read_stored(document: Document, index, types=None, components=None):
    """Reads accessor `index` as it is stored: a (count, width) array, read-only or shared, and
    True if its integers are normalised.

    The arguments are those of `read_accessor`. Raises ModelError.
    """
    accessor = document.item("accessors", index)
    component, width = _layout(document, index, accessor, types, components)
    cached = document.accessors.get(index)
    if cached is None:
        cached = _Reading(document, index, accessor, DTYPES[component], width).values()
        document.accessors[index] = cached
    return cached, accessor.get("normalized") is True


def accessor_count(document: Document, index, least: int = 1) -> int:
    """The number of elements of accessor `index`, without reading it.

    Raises ModelError for less than `least`.
    """
    count = document.item("accessors", index).get("count")
    return document.number(count, f"a count from {least} to {MAX_COUNT}", MAX_COUNT, least)


def to_unit(values: np.ndarray) -> np.ndarray:
    """Converts normalised integers of any shape to float64, 0 to 1 or -1 to 1."""
    # glTF 2.0, 3.11: "f = max(c / 127.0, -1.0)" for signed bytes, and so on.
    return np.maximum(values.astype(np.float64) / np.iinfo(values.dtype).max, -1.0)


def _layout(document, index, accessor, types, components):
    """The component type and the number of components of an accessor."""
    component, kind = accessor.get("componentType"), accessor.get("type")
    if type(component) is not int or component not in DTYPES:
        raise document.error(f"{document.brief(component)} is not a component type")
    if not isinstance(kind, str) or kind not in WIDTHS:
        raise document.error(f"{document.brief(kind)} is not a type of an accessor")
    if types is not None and kind not in types:
        raise document.error(f"accessor {index} is not of the type {' or '.join(types)}")
    if components is not None and component not in components:
        names = " or ".join(DTYPES[allowed].name for allowed in sorted(components))
        raise document.error(f"accessor {index} holds {DTYPES[component].name}, not {names}")
    if kind.startswith("MAT") and component != FLOAT:
        raise document.error(f"accessor {index} holds matrices of integers")
    return component, WIDTHS[kind]


class _Reading:
    """Reads one accessor."""

    def __init__(self, document, index, accessor, dtype, width):
        self.document, self.index, self.accessor = document, index, accessor
        self.dtype, self.width = dtype, width
        self.count = accessor_count(document, index)
        document.values_read += self.count * width
        if document.values_read > MAX_VALUES:
            raise document.error(f"its accessors hold more than {MAX_VALUES} values")

    def values(self):
        if self.accessor.get("bufferView") is not None:
            dense = self._view(self.accessor, self.dtype, self.width, self.count)
        elif self.count <= MAX_WITHOUT_VIEW:
            # glTF 2.0, 5.1.1: without a buffer view, "initialized with zeros".
            dense = np.zeros((self.count, self.width), self.dtype)
        else:
            raise self.document.error(
                f"accessor {self.index} has {self.count} elements and no buffer view"
            )
        return self._replaced(dense) if "sparse" in self.accessor else dense

    def _replaced(self, dense):
        # glTF 2.0, 3.6.2.3: "sparse.count" elements are replaced, at strictly increasing indices.
        document, sparse = self.document, self.document.object(self.accessor, "sparse")
        most = f"a count from 1 to {self.count} of sparse accessor {self.index}"
        count = document.number(sparse.get("count"), most, self.count, 1)
        places, values = (document.object(sparse, name) for name in ("indices", "values"))
        component = places.get("componentType")
        if type(component) is not int or component not in UNSIGNED:
            raise document.error(
                f"{document.brief(component)} is not a component type of sparse indices"
            )
        places = self._view(places, DTYPES[component], 1, count)[:, 0]
        if places[-1] >= self.count or (places[1:] <= places[:-1]).any():
            raise document.error(
                f"the indices of sparse accessor {self.index} do not grow from 0 to "
                f"{self.count - 1}"
            )
        dense = np.array(dense)
        dense[places] = self._view(values, self.dtype, self.width, count)
        return dense

    def _view(self, holder, dtype, width, count):
        """The elements (count, width) in the buffer view that `holder` names."""
        document = self.document
        data, stride = document.view(holder.get("bufferView"))
        start = document.number(holder.get("byteOffset", 0), "an offset", len(data))
        stride = stride or dtype.itemsize * width
        end = start + (count - 1) * stride + dtype.itemsize * width
        if end > len(data):
            raise document.error(
                f"accessor {self.index} exceeds its buffer view: found {len(data)} bytes, "
                f"expected {end}"
            )
        return np.ndarray((count, width), dtype, data, start, (stride, dtype.itemsize))
