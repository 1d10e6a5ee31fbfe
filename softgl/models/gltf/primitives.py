"""The meshes of a glTF file: primitives as parts."""

from __future__ import annotations

import numpy as np

from softgl.models.files.limits import check_size
from softgl.models.gltf.accessors import (
    accessor_count,
    read_indices,
    read_stored,
    to_unit,
)
from softgl.models.gltf.document import Document
from softgl.models.gltf.draco import Draco
from softgl.models.gltf.materials import MAX_SET, Materials, map_coordinates
from softgl.models.parts.materials import Material, to_linear
from softgl.models.parts.model import Part

POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN = range(7)
MIN_SHARED = 4
"""The vertices of an accessor / the indices of a primitive that uses few of them."""

SET_NUMBERS = frozenset(str(number) for number in range(MAX_SET + 1))


class Meshes:
    """The meshes of a document."""

    def __init__(self, document: Document):
        self._document = document
        self._materials, self._draco = Materials(document), Draco(document)
        self._vertices = self._elements = 0

    def read(self, mesh: int) -> list[tuple[dict, Part]]:
        """The primitives of `mesh` that draw anything: the JSON and the Part of each.

        The vertices of a part are those of the accessors if the primitive has morph targets or
        joints; else some may be left out. Raises ModelError.
        """
        entries = self._document.objects(self._document.item("meshes", mesh), "primitives")
        found = [(entry, self._part_of(mesh, entry)) for entry in entries]
        return [(entry, part) for entry, part in found if part is not None]

    def _part_of(self, mesh, entry):
        """The Part of a primitive; None if it draws nothing."""
        document = self._document
        mode = document.number(entry.get("mode", TRIANGLES), "a mode of a primitive, 0 to 6", FAN)
        attributes = document.object(entry, "attributes")
        if "POSITION" not in attributes:
            return None  # glTF 2.0, 3.7.2.1: it SHOULD be skipped
        self._draco.decode(entry)
        count = accessor_count(document, attributes["POSITION"], 0)
        indices = entry.get("indices")
        corners = count if indices is None else accessor_count(document, indices, 0)
        if not corners:
            return None  # glTF 2.0, 5.1 has counts from 1 on, but tools write empty meshes
        self._check_size(min(count, corners), _element_count(mode, corners))
        if mode == TRIANGLES and corners % 3:
            raise document.error(
                f"mesh {mesh} ends within a triangle: found {corners} corners, expected a multiple "
                "of 3"
            )
        order = np.arange(count) if indices is None else read_indices(document, indices)
        if order.max() >= count:
            raise document.error(
                f"mesh {mesh} refers to a missing vertex: found {order.max()}, expected less than "
                f"{count}"
            )
        reading = _Attributes(document, mesh, attributes, count)
        if len(order) * MIN_SHARED < count and not _moves(entry):
            reading.rows, order = np.unique(order, return_inverse=True)
        elements = _elements(mode, order.reshape(-1))
        if not len(elements):
            return None
        return self._part(reading, elements, entry)

    def _check_size(self, vertices, elements):
        self._vertices += vertices
        self._elements += elements
        check_size(self._document.path, self._vertices, self._elements)

    def _part(self, reading, elements, entry):
        colours = reading.colours()
        part = {
            "positions": reading.floats("POSITION", ("VEC3",)),
            "elements": elements,
            "normals": reading.floats("NORMAL", ("VEC3",)),
            "colours": colours,
        }
        if "material" not in entry:
            colour = Material().colour if colours is None else (1.0, 1.0, 1.0, 1.0)
            material = Material(colour=colour, physical=True)
            return Part(**part, texcoords=reading.texcoords(0), material=material)
        found = self._materials[entry["material"]].with_sets(reading.sets)
        if not found.coordinates:
            return Part(**part, material=found.material)
        texcoords, map_texcoords = map_coordinates(found, reading.texcoords)
        return Part(
            **part, texcoords=texcoords, map_texcoords=map_texcoords, material=found.material
        )


class _Attributes:
    """The attributes of a primitive. rows : the vertices that are used; None for all."""

    def __init__(self, document, mesh, attributes, count):
        self._document, self._mesh, self._count = document, mesh, count
        self._attributes = attributes
        self.rows = None
        self.sets = {
            int(number)
            for kind, _, number in (name.partition("_") for name in attributes)
            if kind == "TEXCOORD" and number in SET_NUMBERS
        }

    def _stored(self, name, types):
        values, normalized = read_stored(self._document, self._attributes[name], types)
        if len(values) != self._count:
            raise self._document.error(
                f"attributes of mesh {self._mesh} differ in their counts: found {len(values)} of "
                f"{name}, expected {self._count}"
            )
        return (values if self.rows is None else values[self.rows]), normalized

    def floats(self, name, types):
        """The attribute `name`, (n, width) float32 or float64; None if it is missing."""
        if name not in self._attributes:
            return None
        values, normalized = self._stored(name, types)
        if values.dtype.kind == "f":
            return values
        return to_unit(values) if normalized else values.astype(np.float64)

    def texcoords(self, index):
        """The set `index` of texture coordinates, from the upper left; None if it is missing."""
        return self.floats(f"TEXCOORD_{index}", ("VEC2",))

    def colours(self):
        """The colours of the vertices, (n, 4) float64, linear; None if they are missing."""
        if "COLOR_0" not in self._attributes:
            return None
        # glTF 2.0, 3.7.2.1: integers are normalised, also if an exporter forgets to state it.
        values, _ = self._stored("COLOR_0", ("VEC3", "VEC4"))
        return np.clip(np.nan_to_num(to_linear(values, linear=True)), 0.0, 1.0)


def _moves(entry):
    """True if the vertices of a primitive are moved by targets or joints."""
    return bool(entry.get("targets")) or "JOINTS_0" in entry.get("attributes", ())


def _element_count(mode, corners):
    """The number of elements of `corners` corners."""
    whole = {POINTS: corners, LINES: corners // 2, LINE_LOOP: corners, TRIANGLES: corners // 3}
    return max(0, whole.get(mode, corners - (1 if mode == LINE_STRIP else 2)))


def _elements(mode, order):
    """The points (n, 1), lines (n, 2) or triangles (n, 3) of a primitive.

    order : (k,) the vertices in the file's order.
    """
    if mode == POINTS:
        return order[:, None]
    if mode == LINES:
        return order[: order.size & ~1].reshape(-1, 2)
    if mode == LINE_LOOP:
        return np.stack([order, np.roll(order, -1)], axis=1)
    if mode == LINE_STRIP:
        return np.stack([order[:-1], order[1:]], axis=1)
    if mode == TRIANGLES:
        return order.reshape(-1, 3)
    if mode == FAN:
        # glTF 2.0, 3.7.2.1: p(i) = { v(i + 1), v(i + 2), v(0) }
        first = np.broadcast_to(order[:1], max(0, len(order) - 2))
        return np.stack([order[1:-1], order[2:], first], axis=1)
    # p(i) = { v(i), v(i + (1 + i % 2)), v(i + (2 - i % 2)) }
    i = np.arange(max(0, len(order) - 2))
    return np.stack([order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]], axis=1)
