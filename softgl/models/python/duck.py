"""Meshes of other libraries, known by their attributes: trimesh, and Open3D's names."""

from __future__ import annotations

import numpy as np

from softgl.errors import UsageError
from softgl.models.parts.materials import Map, Material, to_linear
from softgl.models.parts.model import Part
from softgl.models.python.arrays import WHITE, make_part

SAMPLED = {
    "base": "baseColorTexture",
    "surface": "metallicRoughnessTexture",
    "normals": "normalTexture",
    "occlusion": "occlusionTexture",
    "glow": "emissiveTexture",
}
"""Texture fields of a material -> attributes of trimesh's PBRMaterial."""


def is_scene(what) -> bool:
    """True for a scene of trimesh: geometries, and a graph that places them."""
    return hasattr(what, "geometry") and hasattr(getattr(what, "graph", None), "nodes_geometry")


def is_mesh(what) -> bool:
    """True for an object with vertices, or points."""
    return not isinstance(what, type) and (hasattr(what, "vertices") or hasattr(what, "points"))


def scene_parts(scene):
    """Yields (part, matrix) of each node of a scene with a geometry; equal parts are one object."""
    parts = {}
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        if name not in parts:
            parts[name] = mesh_part(scene.geometry[name])
        yield parts[name], np.asarray(matrix, np.float64)


def mesh_part(mesh) -> Part:
    """Returns the part of a mesh, a point cloud or a path. Raises UsageError."""
    vertices = np.asarray(_first(mesh, "vertices", "points"))
    faces = _first(mesh, "faces", "triangles")
    if faces is None and hasattr(mesh, "entities"):
        faces = _path_lines(mesh)
        if vertices.shape[1:] == (2,):  # a flat path
            vertices = np.column_stack([vertices, np.zeros(len(vertices))])
    if faces is not None and len(faces) == 0:
        faces = None  # a mesh of vertices only is drawn as points
    visual = getattr(mesh, "visual", None)
    if visual is not None and hasattr(visual, "kind"):
        return _with_visual(vertices, faces, mesh, visual)
    normals = _filled(mesh, "vertex_normals", "normals")
    colors = _filled(mesh, "vertex_colors", "colors")
    return make_part(vertices, faces, normals=normals, colors=colors)


def _first(mesh, *names):
    """The first attribute of a mesh that it has and that is not None; else None."""
    found = (getattr(mesh, name, None) for name in names)
    return next((value for value in found if value is not None and not callable(value)), None)


def _filled(mesh, *names):
    """The first attribute of a mesh that is not empty, as an array; else None."""
    found = _first(mesh, *names)
    return None if found is None or len(found) == 0 else np.asarray(found)


def _path_lines(path):
    """The lines (m, 2) of a path of trimesh."""
    nodes = [np.asarray(entity.nodes).reshape(-1, 2) for entity in path.entities]
    return np.concatenate([np.zeros((0, 2), np.int64), *nodes])


def _with_visual(vertices, faces, mesh, visual):
    """The part of a mesh with a visual of trimesh."""
    normals = None
    if "vertex_normals" in getattr(mesh, "_cache", ()):  # trimesh would compute missing ones
        normals = np.asarray(mesh.vertex_normals)
    colors = None
    if visual.kind == "vertex":
        colors = np.asarray(visual.vertex_colors)
    elif visual.kind == "face":
        colors = np.asarray(visual.face_colors)
    texcoords = getattr(visual, "uv", None)
    if texcoords is not None:
        texcoords = np.asarray(texcoords)[:, :2]
    material = getattr(visual, "material", None)
    if material is not None:
        material = _material(material, texcoords is not None)
        colors = getattr(visual, "vertex_attributes", {}).get("color")
    if colors is not None and not colors.size:  # of a point cloud without colours
        colors = None
    return make_part(
        vertices, faces, normals=normals, colors=colors, texcoords=texcoords, material=material
    )


def _material(material, shown) -> Material:
    """Converts a material of trimesh; shown : True if the mesh has texture coordinates."""
    if not hasattr(material, "baseColorFactor"):
        image = getattr(material, "image", None) if shown else None
        if image is not None:  # replaces the diffuse colour
            return Material(colour=WHITE, base=_map(image))
        return Material(colour=_colour(getattr(material, "diffuse", None), False))
    maps = {
        field: _map(getattr(material, name, None)) if shown else None
        for field, name in SAMPLED.items()
    }
    emission = getattr(material, "emissiveFactor", None)
    return Material(
        colour=_colour(material.baseColorFactor, True),
        alpha_mode=getattr(material, "alphaMode", None) or "OPAQUE",
        alpha_cutoff=_factor(material, "alphaCutoff", 0.5),
        double_sided=bool(getattr(material, "doubleSided", False)),
        physical=True,
        metallic=_factor(material, "metallicFactor", 1.0),
        roughness=_factor(material, "roughnessFactor", 1.0),
        emission=(0.0, 0.0, 0.0) if emission is None else tuple(float(part) for part in emission),
        **maps,
    )


def _factor(material, name, default):
    value = getattr(material, name, None)
    return default if value is None else float(value)


def _colour(value, linear):
    """Converts a colour to linear RGBA; white without one."""
    if value is None:
        return WHITE
    rows = np.asarray(value).reshape(1, -1)
    if rows.shape[1] not in (3, 4):
        raise UsageError(f"a material's colour has {rows.shape[1]} numbers, not 3 or 4")
    return tuple(to_linear(rows, linear)[0].tolist())


def _map(image):
    return None if image is None else Map(image)
