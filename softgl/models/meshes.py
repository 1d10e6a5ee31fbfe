"""Reads a model file into plain triangle meshes, through trimesh.

trimesh reads the formats; everything that reaches a pixel (transforms, normals, colours, fitting)
is computed here with elementwise arithmetic, because BLAS gives other bits on other machines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image

from softgl import hostmath
from softgl.errors import SoftGLError
from softgl.models.normals import smooth_normals, unit

FORMATS = {".obj", ".ply", ".stl", ".off", ".gltf", ".glb"}


class ModelError(SoftGLError):
    """A model file cannot be read; the message says why in one line."""


@dataclass(frozen=True)
class Material:
    """How a mesh looks, in the words of glTF.

    colour : linear RGBA factor, 0 to 1.
    image : the base colour texture (sRGB), or None.
    alpha_mode : "OPAQUE", "MASK" (discard below `alpha_cutoff`) or "BLEND".
    """

    colour: tuple[float, float, float, float] = (0.52, 0.49, 0.45, 1.0)
    image: Image.Image | None = None
    alpha_mode: str = "OPAQUE"
    alpha_cutoff: float = 0.5
    double_sided: bool = True


@dataclass(frozen=True)
class Mesh:
    """Triangles with one material.

    positions : (n, 3) float64, y up; after `read`, within the unit sphere around the origin.
    normals : (n, 3) float64 of length 1.
    colours : (n, 4) float64, linear, 0 to 1.
    texcoords : (n, 2) float64, the origin at the lower left of the image.
    triangles : (m, 3) integers, counter-clockwise seen from outside.
    """

    positions: np.ndarray
    normals: np.ndarray
    colours: np.ndarray
    texcoords: np.ndarray
    triangles: np.ndarray
    material: Material


def read(path) -> list[Mesh]:
    """The meshes of the model file at `path`, moved and scaled together into the unit sphere.

    Raises ModelError.
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(sorted(FORMATS))
        raise ModelError(f"{path}: models can be read from {known}, not from {path.suffix!r}")
    if not path.is_file():
        raise ModelError(f"no such file: {path}")
    scene = _read_scene(path)
    linear = path.suffix.lower() in (".gltf", ".glb")  # other formats hold display colours
    meshes = [
        _mesh(path, scene.geometry[name], matrix, linear)
        for matrix, name in _placed(scene.graph)
        if hasattr(scene.geometry[name], "faces") and len(scene.geometry[name].faces)
    ]
    if not meshes:
        raise ModelError(f"{path} holds no triangles (a set of points cannot be drawn yet)")
    return _fitted(path, meshes)


def _read_scene(path):
    try:
        import trimesh
    except ImportError:
        raise ModelError(
            'reading model files needs the package trimesh: pip install "softgl[models]"'
        ) from None
    try:
        # process=False: nothing merged or reordered, and none of trimesh's slow paths.
        return trimesh.load_scene(path, process=False)
    except ImportError as error:
        raise ModelError(f"{path}: trimesh needs the package {error.name} to read it") from None
    except Exception as error:  # damaged files make trimesh raise nearly anything
        raise ModelError(f"{path} cannot be read as a model: {_words(error)}") from error


def _words(error):
    """The first line of `error`, with its type where that alone says what it is about."""
    text = str(error).partition("\n")[0]
    return text if text and isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _placed(graph):
    """(matrix, geometry name) for each placed geometry; matrix is (4, 4) float64, mesh to world."""
    parents, edges = graph.transforms.parents, graph.transforms.edge_data
    for node in graph.nodes_geometry:
        matrix, child = hostmath.IDENTITY, node
        while child in parents and child != graph.base_frame:
            step = edges[parents[child], child].get("matrix")
            if step is not None:
                # Rotations come from trimesh through BLAS, whose last bit depends on the machine.
                matrix = hostmath.multiply(np.asarray(step, dtype=np.float32), matrix)
            child = parents[child]
        yield matrix, graph[node][1]


def _mesh(path, geometry, matrix, linear):
    positions = np.asarray(geometry.vertices, dtype=np.float64)
    triangles = np.asarray(geometry.faces, dtype=np.int64)
    if not np.isfinite(positions).all():
        raise ModelError(f"{path} is damaged: a coordinate is not a finite number")
    if triangles.min() < 0 or triangles.max() >= len(positions):
        raise ModelError(f"{path} is damaged: a face refers to a vertex that is not there")
    positions, normals = _transformed(matrix, positions, _file_normals(geometry))
    if _determinant(matrix) < 0.0:
        triangles = triangles[:, ::-1]  # glTF 2.0, 3.7.4: a mirroring node turns the winding round
    visual = geometry.visual
    colours = _colours(visual, len(positions), linear)
    texcoords = np.zeros((len(positions), 2))
    uv = getattr(visual, "uv", None)
    if uv is not None and len(uv) == len(positions):
        texcoords = np.nan_to_num(np.asarray(uv, dtype=np.float64)[:, :2])
    if visual.kind == "face":
        corners = triangles.reshape(-1)
        positions, texcoords = positions[corners], texcoords[corners]
        normals = None if normals is None else normals[corners]
        colours = np.repeat(_linear(visual.face_colors, linear), 3, axis=0)
        triangles = np.arange(len(corners)).reshape(-1, 3)
    if normals is None:
        source, triangles, normals = smooth_normals(positions, triangles)
        positions, colours, texcoords = positions[source], colours[source], texcoords[source]
    try:
        material = _material(visual, linear, textured=uv is not None)
    except (OSError, SyntaxError) as error:  # what Pillow raises for a damaged image
        raise ModelError(f"{path} has a texture that cannot be read: {error}") from error
    return Mesh(positions, normals, colours, texcoords, triangles, material)


def _file_normals(geometry):
    """The normals that the file itself gives, or None; trimesh would compute missing ones."""
    if "vertex_normals" not in getattr(geometry, "_cache", ()):
        return None
    normals = np.asarray(geometry.vertex_normals, dtype=np.float64)
    usable = normals.shape == geometry.vertices.shape and np.isfinite(normals).all()
    return normals if usable else None


def _transformed(matrix, positions, normals):
    """Positions by `matrix`, normals by its cofactors (the inverse transpose but for a factor)."""
    rows = matrix[:3, :3]
    x, y, z = positions.T
    moved = [row[0] * x + row[1] * y + row[2] * z + row[3] for row in matrix[:3]]
    if normals is None:
        return np.stack(moved, axis=-1), None
    sign = -1.0 if _determinant(matrix) < 0.0 else 1.0
    x, y, z = normals.T * sign
    turned = [row[0] * x + row[1] * y + row[2] * z for row in _cofactors(rows)]
    return np.stack(moved, axis=-1), unit(np.stack(turned, axis=-1))


def _cofactors(m):
    """The rows of the cofactor matrix of the (3, 3) matrix `m`."""
    following = ((1, 2), (2, 0), (0, 1))
    return [
        [m[i0, j0] * m[i1, j1] - m[i0, j1] * m[i1, j0] for j0, j1 in following]
        for i0, i1 in following
    ]


def _determinant(matrix):
    first = _cofactors(matrix)[0]
    return matrix[0, 0] * first[0] + matrix[0, 1] * first[1] + matrix[0, 2] * first[2]


def _colours(visual, count, linear):
    """The colours of `count` vertices: (count, 4) float64, linear; white where there are none."""
    colours = None
    if visual.kind == "vertex":
        colours = visual.vertex_colors
    elif visual.kind == "texture":
        colours = visual.vertex_attributes.get("color")
    if colours is None or len(colours) != count:
        return np.ones((count, 4))
    return _linear(colours, linear)


def _linear(colours, linear):
    """Stored colours (n, 3 or 4), integers or floats, as (n, 4) linear float64."""
    colours = np.asarray(colours)
    scale = np.iinfo(colours.dtype).max if colours.dtype.kind in "iu" else 1
    values = np.ones((len(colours), 4))
    values[:, : colours.shape[1]] = colours.astype(np.float64) / scale
    if not linear:
        # The programs take gamma for 2; the square of a display colour is its linear value.
        values[:, :3] = values[:, :3] * values[:, :3]
    return values


def _material(visual, linear, textured):
    """The material of a trimesh visual."""
    material = getattr(visual, "material", None)
    if material is None:
        white = (1.0, 1.0, 1.0, 1.0)
        return Material(colour=white) if visual.kind in ("vertex", "face") else Material()
    simple = not hasattr(material, "baseColorFactor")
    if simple:
        material = material.to_pbr()
    factor, image = material.baseColorFactor, material.baseColorTexture if textured else None
    if image is not None:
        image.load()  # Pillow decodes late
    if simple and image is not None:
        factor = None  # a map takes the place of Kd, which trimesh makes up where there is none
    factor = np.array([[255, 255, 255, 255]], np.uint8) if factor is None else factor.reshape(1, -1)
    return Material(
        colour=tuple(_linear(factor, linear)[0].tolist()),
        image=image,
        alpha_mode=material.alphaMode or "OPAQUE",
        alpha_cutoff=0.5 if material.alphaCutoff is None else float(material.alphaCutoff),
        # Other formats do not say, and their windings are not to be relied on.
        double_sided=bool(material.doubleSided) if linear else True,
    )


def _fitted(path, meshes):
    """The meshes moved and scaled so that their bounding sphere is the unit sphere."""
    low = np.min([mesh.positions.min(axis=0) for mesh in meshes], axis=0)
    high = np.max([mesh.positions.max(axis=0) for mesh in meshes], axis=0)
    centre = low * 0.5 + high * 0.5
    offsets = [mesh.positions - centre for mesh in meshes]
    squares = [o[:, 0] * o[:, 0] + o[:, 1] * o[:, 1] + o[:, 2] * o[:, 2] for o in offsets]
    radius = np.sqrt(max(square.max() for square in squares))
    if not 0.0 < radius < np.inf:
        raise ModelError(f"{path} cannot be shown: its vertices are all in one place, or too far")
    return [replace(m, positions=o / radius) for m, o in zip(meshes, offsets, strict=True)]
