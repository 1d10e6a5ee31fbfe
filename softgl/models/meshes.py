"""Reads a model file into plain meshes of triangles, lines or points, through trimesh.

trimesh decodes the formats; everything that reaches a pixel (transforms, normals, colours, fitting)
is computed here in elementwise arithmetic, because the bits of BLAS differ between machines.
"""

from __future__ import annotations

import logging
import warnings
from collections import Counter, defaultdict
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from softgl import hostmath
from softgl.models import gltf
from softgl.models.files.folder import Folder, ModelError, ModelWarning
from softgl.models.files.limits import MAX_MESHES, check_size, check_text
from softgl.models.forms import check_form, check_obj, hide_edges, obj_wires, ply_edges
from softgl.models.materials import Material, Textures, read_colours, read_material, to_linear
from softgl.models.normals import smooth_normals, unit
from softgl.records import dataclass

# Keeps trimesh's log messages about damaged files off the standard error.
logging.getLogger("trimesh").addHandler(logging.NullHandler())

FORMATS = {".obj", ".ply", ".stl", ".off", ".gltf", ".glb"}


@dataclass(frozen=True)
class Mesh:
    """Triangles, lines or points with one material.

    positions : (n, 3) float64; after `read`, within the unit sphere around the origin.
    normals : (n, 3) float64 of length 1; (0, 0, 1) for lines and points.
    colours : (n, 4) float64, linear, 0 to 1.
    texcoords : (n, 2) float64, the origin at the lower left of the image.
    elements : (m, 3) integers, the corners of triangles, counter-clockwise seen from outside;
        (m, 2) the ends of lines; or (m, 1) points.
    """

    positions: np.ndarray
    normals: np.ndarray
    colours: np.ndarray
    texcoords: np.ndarray
    elements: np.ndarray
    material: Material


def read(path) -> list[Mesh]:
    """Reads a model file; returns its meshes, fitted together into the unit sphere.

    Warns with ModelWarning of missing files that the model names. Raises ModelError.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        known = ", ".join(sorted(FORMATS))
        kind = "a folder" if path.is_dir() else repr(path.suffix)
        raise ModelError(f"{path}: models can be read from {known}, not from {kind}")
    folder = Folder(path)
    data = folder.read_model()
    if not data:
        raise ModelError(f"{path} cannot be read as a model: the file is empty")
    check_text(path, data)
    check_form(path, data)
    gltf_materials = None  # formats other than glTF have display colours and no physical materials
    if suffix in (".gltf", ".glb"):
        placed, gltf_materials = _read_gltf(folder, data)
    else:
        placed = [Placed(*found, hostmath.IDENTITY) for found in _read_plain(folder, data, suffix)]
    meshes = _meshes(path, placed, gltf_materials)
    if not meshes:
        raise ModelError(f"{path} holds nothing to draw: no triangles, lines or points")
    for name in folder.missing:
        text = f"{path}: {name} not found next to the model; drawn without it"
        warnings.warn(text, ModelWarning, stacklevel=2)
    return _fitted(path, meshes)


class Placed(NamedTuple):
    """A geometry of trimesh, its elements (faces, lines or points), and its world matrix."""

    geometry: object
    elements: np.ndarray
    matrix: np.ndarray


def _read_gltf(folder, data):
    """Reads a glTF; returns its placed geometries in drawing order, and its materials."""
    document = gltf.Document(folder, data)
    placements = gltf.placements(document)
    reduced = gltf.reduce(document, Counter(mesh for mesh, _ in placements))
    decoded = _decoded(folder.path, reduced.text, ".gltf", reduced.files)
    primitives = defaultdict(list)
    for name, geometry in decoded.geometry.items():
        mesh = int(name.partition(":")[0])
        elements = reduced.elements[mesh][len(primitives[mesh])]
        primitives[mesh].append((geometry, _faces(geometry) if elements is None else elements))
    placed = [
        Placed(*primitive, matrix) for mesh, matrix in placements for primitive in primitives[mesh]
    ]
    return placed, reduced.materials


def _read_plain(folder, data, suffix):
    """Reads a file other than glTF; returns (geometry, elements) of each part."""
    if suffix == ".ply":
        data = hide_edges(data)
    try:
        decoded = _decoded(folder.path, data, suffix, folder)
    except ModelError:
        if suffix == ".obj":
            check_obj(folder.path, data)  # its error names the line
        raise
    found = []
    for geometry in decoded.geometry.values():
        elements = _faces(geometry)
        if suffix == ".ply" and not len(elements):
            elements = ply_edges(folder.path, geometry)
        if not len(elements) and len(geometry.vertices):
            elements = np.arange(len(geometry.vertices))[:, None]
        found.append((geometry, elements))
    return _read_obj(folder.path, data, found) if suffix == ".obj" else found


def _read_obj(path, data, found):
    """Adds to the parts of an OBJ file that trimesh found its lines and points."""
    last = data.rstrip().rpartition(b"\n")[2].split()
    faces = [part for part in found if part[1].shape[1:] == (3,)]
    cut = last[:1] in ([b"v"], [b"f"]) and len(last) < 4
    flat = any(np.shape(geometry.vertices)[1:] != (3,) for geometry, _ in found)
    if cut or flat or not faces:
        check_obj(path, data)
    wires = obj_wires(path, data)
    if wires is None:
        return found
    import trimesh

    vertices, elements = wires
    return faces + [(trimesh.PointCloud(vertices), each) for each in elements]


def _faces(geometry):
    """The faces of a geometry; empty for a point cloud."""
    return np.asarray(getattr(geometry, "faces", np.zeros((0, 3))), dtype=np.int64)


def _decoded(path, data, suffix, resolver):
    """Decodes `data` by trimesh; `resolver` provides the files that it names."""
    try:
        import trimesh
    except ImportError:
        raise ModelError(
            'reading model files needs the package trimesh: pip install "softgl[models]"'
        ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # process=False: nothing merged or reordered, and none of trimesh's slow paths.
            scene = trimesh.load_scene(
                BytesIO(data), file_type=suffix[1:], resolver=resolver, process=False
            )
    except ImportError as error:
        raise ModelError(f"{path}: trimesh needs the package {error.name} to read it") from None
    except Exception as error:  # trimesh raises many types for damaged files
        raise ModelError(f"{path} cannot be read as a model: {_words(error)}") from error
    if getattr(resolver, "problem", None):
        raise resolver.problem
    return scene


def _words(error):
    """The first line of an error's message, with its type unless it is a ValueError."""
    text = str(error).partition("\n")[0]
    return text if text and isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _meshes(path, placed, gltf_materials):
    """Merges placed geometries to meshes.

    All copies of a geometry become one mesh, at the place of the first. Of a blended geometry, only
    consecutive copies are merged, to keep the order of blending.
    """
    textures, materials = Textures(path), {}
    batches, blended = {}, []
    for geometry, elements, matrix in placed:
        if not len(elements):
            continue
        if id(geometry) not in materials:
            materials[id(geometry)] = read_material(geometry.visual, gltf_materials, textures)
        if materials[id(geometry)].alpha_mode != "BLEND":
            batches.setdefault(id(geometry), (geometry, elements, []))[2].append(matrix)
        elif blended and blended[-1][0] is geometry:
            blended[-1][2].append(matrix)
        else:
            blended.append((geometry, elements, [matrix]))
    batches = [*batches.values(), *blended]
    check_size(
        path,
        sum(len(geometry.vertices) * len(matrices) for geometry, _, matrices in batches),
        sum(len(elements) * len(matrices) for _, elements, matrices in batches),
    )
    if len(batches) > MAX_MESHES:
        raise ModelError(f"{path} has more than {MAX_MESHES} parts to draw")
    linear = gltf_materials is not None
    return [
        _mesh(path, geometry, elements, np.array(matrices), linear, materials[id(geometry)])
        for geometry, elements, matrices in batches
    ]


def _mesh(path, geometry, elements, matrices, linear, material):
    """Makes one mesh of k copies of a geometry; matrices : (k, 4, 4)."""
    positions = np.asarray(geometry.vertices, dtype=np.float64)
    if positions.ndim != 2 or positions.shape[1] != 3:
        raise ModelError(f"{path} is damaged: its vertices are not points in space")
    if not np.isfinite(positions).all():
        raise ModelError(f"{path} is damaged: a coordinate is not a finite number")
    if elements.min() < 0 or elements.max() >= len(positions):
        raise ModelError(
            f"{path} is damaged: a face refers to a missing vertex "
            f"({elements.max()} of {len(positions)})"
        )
    visual, normals = geometry.visual, _file_normals(geometry)
    colours = read_colours(visual, len(positions), linear)
    texcoords = np.zeros((len(positions), 2))
    uv = getattr(visual, "uv", None)
    if np.shape(uv)[:1] == (len(positions),) and np.ndim(uv) == 2 and np.shape(uv)[1] >= 2:
        texcoords = np.nan_to_num(np.asarray(uv, dtype=np.float64)[:, :2])
    if visual.kind == "face":
        corners = elements.reshape(-1)
        positions, texcoords = positions[corners], texcoords[corners]
        normals = None if normals is None else normals[corners]
        colours = np.repeat(to_linear(visual.face_colors, linear), 3, axis=0)
        elements = np.arange(len(corners)).reshape(-1, 3)
    count, copies = len(positions), len(matrices)
    positions, normals = _transformed(matrices, positions, normals)
    if not np.isfinite(positions).all():
        raise ModelError(f"{path} cannot be shown: a node places its mesh too far")
    colours, texcoords = np.tile(colours, (copies, 1)), np.tile(texcoords, (copies, 1))
    elements = _copied_elements(matrices, elements, count)
    if elements.shape[1] < 3:
        normals = np.broadcast_to((0.0, 0.0, 1.0), positions.shape)
    elif normals is None:
        source, elements, normals = smooth_normals(positions, elements, copies)
        positions, colours, texcoords = positions[source], colours[source], texcoords[source]
    return Mesh(positions, normals, colours, texcoords, elements, material)


def _copied_elements(matrices, elements, count):
    """The elements of all copies; the vertices of a copy begin at a multiple of `count`."""
    # glTF 2.0, 3.7.4: a mirroring node reverses the winding.
    mirrored = _determinant(matrices) < 0.0
    turned = np.where(mirrored[:, None, None], elements[:, ::-1], elements)
    copies = turned + np.arange(len(matrices))[:, None, None] * count
    return copies.reshape(-1, elements.shape[1])


def _file_normals(geometry):
    """The normals from the file, or None; trimesh would compute missing ones."""
    if not hasattr(geometry, "faces") or "vertex_normals" not in getattr(geometry, "_cache", ()):
        return None
    normals = np.asarray(geometry.vertex_normals, dtype=np.float64)
    usable = normals.shape == geometry.vertices.shape and np.isfinite(normals).all()
    return normals if usable else None


def _transformed(matrices, positions, normals):
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
        turned = [row[0] * x + row[1] * y + row[2] * z for row in _cofactors(rows)]
        return moved, unit(np.stack(turned, axis=-1).reshape(-1, 3))


def _cofactors(m):
    """The rows of the cofactor matrices of the matrices m[row][column]."""
    following = ((1, 2), (2, 0), (0, 1))
    return [
        [m[i0][j0] * m[i1][j1] - m[i0][j1] * m[i1][j0] for j0, j1 in following]
        for i0, i1 in following
    ]


def _determinant(matrices):
    """The determinants (k,) of the upper left (3, 3) of `matrices` (k, 4, 4)."""
    m = np.moveaxis(matrices, 0, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        first = _cofactors(m)[0]
        return m[0, 0] * first[0] + m[0, 1] * first[1] + m[0, 2] * first[2]


def _fitted(path, meshes):
    """Moves and scales meshes so that their bounding sphere is the unit sphere."""
    low = np.min([mesh.positions.min(axis=0) for mesh in meshes], axis=0)
    high = np.max([mesh.positions.max(axis=0) for mesh in meshes], axis=0)
    centre = low * 0.5 + high * 0.5
    offsets = [mesh.positions - centre for mesh in meshes]
    with np.errstate(over="ignore"):
        squares = [o[:, 0] * o[:, 0] + o[:, 1] * o[:, 1] + o[:, 2] * o[:, 2] for o in offsets]
        radius = np.sqrt(max(square.max() for square in squares))
    if radius == 0.0:
        raise ModelError(f"{path} cannot be shown: its vertices are all in one place")
    if not radius < np.inf:
        far = max(np.abs(low).max(), np.abs(high).max())
        raise ModelError(f"{path} cannot be shown: a coordinate is as large as {far:.3g}")
    return [replace(m, positions=o / radius) for m, o in zip(meshes, offsets, strict=True)]
