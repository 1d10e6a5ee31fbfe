"""Reads a model file into meshes of triangles, lines or points, fitted into the unit sphere.

A reader of the format gives parts (`model`). Everything that reaches a pixel (transforms, normals,
fitting) is computed here in elementwise arithmetic: the bits of BLAS differ between machines.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from softgl import hostmath
from softgl.models import gltf
from softgl.models.camera import Sphere
from softgl.models.files.errors import ModelError, ModelWarning
from softgl.models.files.folder import Folder
from softgl.models.files.kinds import check_kind
from softgl.models.files.limits import MAX_MESHES, check_size, check_text
from softgl.models.formats import obj, off, ply, stl
from softgl.models.normals import smooth_normals, unit
from softgl.models.parts.materials import Material
from softgl.models.parts.model import Model, Placed
from softgl.records import dataclass

MAX_TEXCOORD = 1e30
"""Larger texture coordinates are clamped, which a buffer of float32 could not store."""
READERS = {
    ".obj": obj.read,
    ".ply": ply.read,
    ".stl": stl.read,
    ".off": off.read,
    ".gltf": gltf.read,
    ".glb": gltf.read,
}
"""Suffix of a file's name -> its reader, a function of a Folder and the file's bytes."""


@dataclass(frozen=True)
class Mesh:
    """Triangles, lines or points with one material.

    positions : (n, 3) float64; after `read`, within the unit sphere around the origin.
    normals : (n, 3) float64 of length 1; (0, 0, 1) for lines and points.
    colours : (n, 4) float64, linear, 0 to 1.
    texcoords : (n, 2) float64, the origin at the lower left of the image.
    elements : (m, 3) integers, the corners of triangles, counter-clockwise seen from outside;
        (m, 2) the ends of lines; or (m, 1) points.
    numbers : from 1, of the placed parts that it consists of, each with as many elements.
    map_texcoords : (n, len(MAPS), 2) float64, of each map of a physical material, or None if all
        have `texcoords`.
    """

    positions: np.ndarray
    normals: np.ndarray
    colours: np.ndarray
    texcoords: np.ndarray
    elements: np.ndarray
    material: Material
    numbers: tuple[int, ...] = ()
    map_texcoords: np.ndarray | None = None


def read(path, root=None) -> list[Mesh]:
    """Reads a model file; returns its meshes, fitted together into the unit sphere.

    root : a folder; files that the model names are read from below it as well. Warns with
    ModelWarning of missing files that the model names. Raises ModelError.
    """
    meshes = build_meshes(path, read_model(path, root).placed)
    return fit(meshes, bounding_sphere(path, meshes))


def read_model(path, root=None) -> Model:
    """Reads a model file. Warns with ModelWarning. Raises ModelError.

    root : a folder; files that the model names are read from below it as well.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in READERS:
        known = ", ".join(sorted(READERS))
        kind = "a folder" if path.is_dir() else repr(path.suffix)
        raise ModelError(f"{path}: models can be read from {known}, not from {kind}")
    folder = Folder(path, root)
    data = folder.read_model()
    if not data:
        raise ModelError(f"{path} cannot be read as a model: the file is empty")
    check_text(path, data)
    check_kind(path, data)
    model = READERS[suffix](folder, data)
    if not any(len(part.elements) for part, _ in model.placed):
        raise ModelError(f"{path} holds nothing to draw: no triangles, lines or points")
    for name in folder.missing:
        folder.warn(f"{name} not found next to the model; drawn without it")
    for text in folder.warnings:
        warnings.warn(f"{path}: {text}", ModelWarning, stacklevel=3)
    return model


def build_meshes(path, placed: list[Placed], known: dict | None = None) -> list[Mesh]:
    """Builds meshes of placed parts, in world coordinates. Raises ModelError.

    All copies of a part become one mesh, at the place of the first. Of a blended part, only
    consecutive copies are merged, to keep the order of blending.

    known : the meshes of the call before with the same dictionary, empty at first; those of equal
        placements are returned again.
    """
    batches, blended = {}, []
    for number, (part, matrix) in enumerate(placed, 1):
        copy = number, matrix
        if not len(part.elements):
            continue
        if part.material is None or part.material.alpha_mode != "BLEND":
            batches.setdefault(id(part), (part, []))[1].append(copy)
        elif blended and blended[-1][0] is part:
            blended[-1][1].append(copy)
        else:
            blended.append((part, [copy]))
    batches = [*batches.values(), *blended]
    check_size(
        path,
        sum(len(part.positions) * len(copies) for part, copies in batches),
        sum(len(part.elements) * len(copies) for part, copies in batches),
    )
    if len(batches) > MAX_MESHES:
        raise ModelError(f"{path} has more than {MAX_MESHES} parts to draw")
    if known is None:
        return [_build_mesh(path, part, *zip(*copies, strict=True)) for part, copies in batches]
    return [mesh for _, mesh in _rebuilt(path, batches, known)]


def _rebuilt(path, batches, known):
    """The pairs of a part and its mesh, of `known` where a batch is as it was; updates `known`."""
    found = {}
    for part, copies in batches:
        numbers, matrices = zip(*copies, strict=True)
        key = id(part), numbers, np.array(matrices).tobytes()
        # The pair keeps the part, and so its id.
        found[key] = known.get(key) or (part, _build_mesh(path, part, numbers, matrices))
    known.clear()
    known.update(found)
    return list(found.values())


def _build_mesh(path, part, numbers, matrices):
    """Builds one mesh of k copies of a part; numbers : (k,). matrices : (k, 4, 4)."""
    matrices = np.array(matrices)
    part = _with_vertex_colours(_referenced(path, part))
    material = part.material
    if material is None:
        material = Material() if part.colours is None else Material(colour=(1.0, 1.0, 1.0, 1.0))
    positions, elements, colours = part.positions, part.elements, part.colours
    count, copies = len(positions), len(matrices)
    colours = np.ones((count, 4)) if colours is None else colours
    texcoords, map_texcoords = _finite(part.texcoords), _finite(part.map_texcoords)
    texcoords = np.zeros((count, 2)) if texcoords is None else texcoords
    positions, normals = transformed(matrices, positions, _usable_normals(part))
    if not np.isfinite(positions).all():
        raise ModelError(f"{path} cannot be shown: a node places its mesh too far")
    colours, texcoords = np.tile(colours, (copies, 1)), np.tile(texcoords, (copies, 1))
    if map_texcoords is not None:
        map_texcoords = np.tile(map_texcoords, (copies, 1, 1))
    elements = _copied_elements(matrices, elements, count)
    if elements.shape[1] < 3:
        normals = np.broadcast_to((0.0, 0.0, 1.0), positions.shape)
    elif normals is None:
        source, elements, normals = smooth_normals(positions, elements, copies)
        positions, colours, texcoords = positions[source], colours[source], texcoords[source]
        map_texcoords = None if map_texcoords is None else map_texcoords[source]
    return Mesh(positions, normals, colours, texcoords, elements, material, numbers, map_texcoords)


def _finite(texcoords):
    """Texture coordinates in float64, finite in float32; or None."""
    if texcoords is None:
        return None
    texcoords = np.nan_to_num(np.asarray(texcoords, dtype=np.float64))
    return np.clip(texcoords, -MAX_TEXCOORD, MAX_TEXCOORD)


def _referenced(path, part):
    """Returns a part with only the vertices of its elements, positions in float64; checks both."""
    elements, count = np.asarray(part.elements, dtype=np.int64), len(part.positions)
    if elements.min() < 0 or elements.max() >= count:
        raise ModelError(
            f"{path} is damaged: a face refers to a missing vertex ({elements.max()} of {count})"
        )
    used = np.zeros(count, dtype=bool)
    used[elements] = True
    per_vertex = {
        name: None if values is None else np.asarray(values)[used]
        for name in ("positions", "normals", "colours", "texcoords", "map_texcoords")
        for values in (getattr(part, name),)
    }
    per_vertex["positions"] = per_vertex["positions"].astype(np.float64)
    if not np.isfinite(per_vertex["positions"]).all():
        raise ModelError(f"{path} is damaged: a coordinate is not a finite number")
    return replace(part, elements=(np.cumsum(used) - 1)[elements], **per_vertex)


def _with_vertex_colours(part):
    """Returns a part whose colours of elements, if any, are colours of vertices of their own."""
    if part.element_colours is None:
        return part
    corners, width = part.elements.reshape(-1), part.elements.shape[1]
    per_vertex = {
        name: None if values is None else values[corners]
        for name in ("positions", "normals", "texcoords", "map_texcoords")
        for values in (getattr(part, name),)
    }
    return replace(
        part,
        colours=np.repeat(part.element_colours, width, axis=0),
        elements=np.arange(len(corners)).reshape(-1, width),
        element_colours=None,
        **per_vertex,
    )


def _usable_normals(part):
    """The normals of the triangles' vertices in float64; None if one is missing or not finite."""
    if part.normals is None or part.elements.shape[1] < 3:
        return None
    normals = np.asarray(part.normals, dtype=np.float64)
    return normals if np.isfinite(normals).all() else None


def _copied_elements(matrices, elements, count):
    """The elements of all copies; the vertices of a copy begin at a multiple of `count`."""
    # glTF 2.0, 3.7.4: a mirroring node reverses the winding.
    mirrored = _determinant(matrices) < 0.0
    turned = np.where(mirrored[:, None, None], elements[:, ::-1], elements)
    copies = turned + np.arange(len(matrices))[:, None, None] * count
    return copies.reshape(-1, elements.shape[1])


def transformed(matrices, positions, normals):
    """Transforms positions by each of the `matrices` (k, 4, 4): (k * n, 3), copy by copy.

    Normals are transformed by the cofactor matrices (inverse transposes up to a factor) and
    normalised.
    """
    x, y, z = positions.T
    rows = np.moveaxis(matrices, 0, -1)[..., None]  # [row][column] (k, 1)
    with np.errstate(over="ignore", invalid="ignore"):
        moved = [row[0] * x + row[1] * y + row[2] * z + row[3] for row in rows[:3]]
        moved = np.stack(moved, axis=-1).reshape(-1, 3)
        if normals is None:
            return moved, None
        sign = np.where(_determinant(matrices) < 0.0, -1.0, 1.0)[:, None]
        x, y, z = (component * sign for component in normals.T)
        turned = [row[0] * x + row[1] * y + row[2] * z for row in hostmath.cofactors(rows)]
        return moved, unit(np.stack(turned, axis=-1).reshape(-1, 3))


def _determinant(matrices):
    """The determinants (k,) of the upper left (3, 3) of `matrices` (k, 4, 4)."""
    m = np.moveaxis(matrices, 0, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        first = hostmath.cofactors(m)[0]
        return m[0, 0] * first[0] + m[0, 1] * first[1] + m[0, 2] * first[2]


def bounding_sphere(path, meshes: list[Mesh]) -> Sphere:
    """Returns the sphere around the middle of the meshes' bounding box that holds them.

    Raises ModelError for meshes that no sphere of finite size holds.
    """
    low = np.min([mesh.positions.min(axis=0) for mesh in meshes], axis=0)
    high = np.max([mesh.positions.max(axis=0) for mesh in meshes], axis=0)
    centre = low * 0.5 + high * 0.5
    with np.errstate(over="ignore"):
        radius = np.sqrt(max(_largest_square(mesh.positions - centre) for mesh in meshes))
    if radius == 0.0:
        raise ModelError(f"{path} cannot be shown: its vertices are all in one place")
    if not radius < np.inf:
        far = max(np.abs(low).max(), np.abs(high).max())
        raise ModelError(f"{path} cannot be shown: a coordinate is as large as {far:.3g}")
    return Sphere(tuple(centre.tolist()), float(radius))


def _largest_square(o):
    """The largest squared length of vectors (n, 3)."""
    return (o[:, 0] * o[:, 0] + o[:, 1] * o[:, 1] + o[:, 2] * o[:, 2]).max()


def fit(meshes: list[Mesh], sphere: Sphere) -> list[Mesh]:
    """Moves and scales meshes so that `sphere` becomes the unit sphere."""
    return [replace(m, positions=(m.positions - sphere.centre) / sphere.radius) for m in meshes]
