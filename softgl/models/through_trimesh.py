"""Reads glTF files through trimesh."""

from __future__ import annotations

import logging
import warnings
from collections import Counter, defaultdict
from dataclasses import replace
from io import BytesIO

import numpy as np

from softgl.models import gltf
from softgl.models.files.errors import ModelError
from softgl.models.parts.materials import Map, Material, to_linear
from softgl.models.parts.model import Model, Part, Placed

# Keeps trimesh's log messages about damaged files off the standard error.
logging.getLogger("trimesh").addHandler(logging.NullHandler())


def read(folder, data) -> Model:
    """Reads a model file. Raises ModelError."""
    placed, gltf_materials = _read_gltf(folder, data)
    parts = {}
    for geometry, elements, _ in placed:
        if len(elements) and id(geometry) not in parts:
            parts[id(geometry)] = _part(folder, geometry, elements, gltf_materials)
    return Model(
        [
            Placed(parts[id(geometry)], matrix)
            for geometry, elements, matrix in placed
            if id(geometry) in parts
        ]
    )


def _part(folder, geometry, elements, gltf_materials):
    visual, linear = geometry.visual, gltf_materials is not None
    positions = np.asarray(geometry.vertices, dtype=np.float64)
    if positions.ndim != 2 or positions.shape[1] != 3:
        raise ModelError(f"{folder.path} is damaged: its vertices are not points in space")
    uv = getattr(visual, "uv", None)
    count = len(positions)
    usable = np.shape(uv)[:1] == (count,) and np.ndim(uv) == 2 and np.shape(uv)[1] >= 2
    return Part(
        positions,
        elements,
        _file_normals(geometry),
        read_colours(visual, count, linear),
        to_linear(visual.face_colors, linear) if visual.kind == "face" else None,
        np.asarray(uv)[:, :2] if usable else None,
        read_material(visual, gltf_materials, folder.textures),
    )


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
    placed = [(*primitive, matrix) for mesh, matrix in placements for primitive in primitives[mesh]]
    return placed, reduced.materials


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


def _file_normals(geometry):
    """The normals from the file, or None; trimesh would compute missing ones."""
    if not hasattr(geometry, "faces") or "vertex_normals" not in getattr(geometry, "_cache", ()):
        return None
    normals = np.asarray(geometry.vertex_normals, dtype=np.float64)
    usable = normals.shape == geometry.vertices.shape and np.isfinite(normals).all()
    return normals if usable else None


def read_colours(visual, count, linear):
    """The colours of `count` vertices, (count, 4) float64, linear; white without colours."""
    colours = None
    if visual.kind == "vertex":
        colours = visual.vertex_colors
    elif visual.kind == "texture":
        colours = visual.vertex_attributes.get("color")
    if colours is None or len(colours) != count:
        return np.ones((count, 4))
    return to_linear(colours, linear)


def read_material(visual, gltf_materials, textures):
    """Converts the material of a trimesh visual. Raises ModelError for its textures.

    gltf_materials : the parts of glTF materials that trimesh ignores; None for other formats.
    """
    linear = gltf_materials is not None
    material = getattr(visual, "material", None)
    if material is None:
        plain = Material(physical=linear)
        coloured = visual.kind in ("vertex", "face")
        return replace(plain, colour=(1.0, 1.0, 1.0, 1.0)) if coloured else plain
    simple = not hasattr(material, "baseColorFactor")
    if simple:
        material = material.to_pbr()
    factor, image = material.baseColorFactor, None
    shown = getattr(visual, "uv", None) is not None
    if shown and material.baseColorTexture is not None:
        image = textures.decode_image(material.baseColorTexture)
    if simple and image is not None:
        factor = None  # a texture replaces Kd, which trimesh invents if it is missing
    factor = np.array([[255, 255, 255, 255]], np.uint8) if factor is None else factor.reshape(1, -1)
    plain = Material(
        colour=tuple(to_linear(factor, linear)[0].tolist()),
        base=None if image is None else Map(image),
        alpha_mode=material.alphaMode or "OPAQUE",
        alpha_cutoff=0.5 if material.alphaCutoff is None else float(material.alphaCutoff),
        # Other formats have no such flag, and their windings are unreliable.
        double_sided=bool(material.doubleSided) if linear else True,
    )
    # trimesh gives primitives without a material one without a name.
    if not linear or not str(material.name or "").isdigit():
        return replace(plain, physical=linear)
    return _physical(plain, material, gltf_materials[int(material.name)], shown, textures)


def _physical(plain, material, gltf_material, shown, textures):
    """Completes a glTF material with its physically based part.

    shown : True if the mesh has texture coordinates.
    """

    def found(value, *names):
        if not shown or value is None:
            return None
        sampler = next(
            (gltf_material.samplers[name] for name in names if name in gltf_material.samplers), {}
        )
        return Map(textures.decode_image(value), tuple(sampler.items()))

    def number(value):
        return 1.0 if value is None else float(value)

    strength = gltf_material.numbers.get("emissiveStrength", 1.0)
    emission = (0.0, 0.0, 0.0) if material.emissiveFactor is None else material.emissiveFactor
    return replace(
        plain,
        physical=True,
        base=found(material.baseColorTexture, "baseColorTexture", "diffuseTexture"),
        metallic=number(material.metallicFactor),
        roughness=number(material.roughnessFactor),
        surface=found(material.metallicRoughnessTexture, "metallicRoughnessTexture"),
        normals=found(material.normalTexture, "normalTexture"),
        normal_scale=gltf_material.numbers.get("scale", 1.0),
        occlusion=found(material.occlusionTexture, "occlusionTexture"),
        occlusion_strength=gltf_material.numbers.get("strength", 1.0),
        emission=tuple(float(part) * strength for part in emission),
        glow=found(material.emissiveTexture, "emissiveTexture"),
        unlit=bool(gltf_material.numbers.get("unlit", 0.0)),
    )
