"""Meshes of Python programs: trimesh's, arrays, mappings and parts give the meshes of files."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest
import trimesh
from PIL import Image

from softgl import render, scene
from softgl.errors import UsageError
from softgl.models import Map, Material, Model, ModelWarning, Part, Placed, make_part
from softgl.models.meshes import build_meshes
from softgl.models.python.given import Given, as_model

SQUARE = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]], float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])
RED = (1.0, 0.0, 0.0, 1.0)


def made_of(**fields):
    """A square of a material."""
    return Part(SQUARE, TWO, material=Material(**fields))


def meshes(what):
    return build_meshes("the mesh", as_model(what).placed)


@pytest.mark.parametrize(
    "what",
    [
        (SQUARE, TWO),
        [SQUARE.tolist(), TWO.tolist()],
        (SQUARE.astype(np.float32), TWO.astype(np.uint16)),
        (SQUARE.astype(int), [[0, 1, 2, 3]]),
        {"vertices": SQUARE, "faces": TWO},
        {"points": SQUARE, "triangles": TWO},
        make_part(SQUARE, TWO),
        [Placed(make_part(SQUARE, TWO), np.eye(4))],
        Model([Placed(Part(SQUARE, TWO), np.eye(4))]),
        trimesh.Trimesh(SQUARE, TWO, process=False),
        trimesh.Trimesh(SQUARE, TWO, process=False).scene(),
        SimpleNamespace(vertices=SQUARE, triangles=TWO, vertex_normals=[], vertex_colors=[]),
    ],
    ids=lambda what: type(what).__name__,
)
def test_each_form_is_the_same_mesh(what):
    (mesh,) = meshes(what)
    assert np.array_equal(mesh.positions[mesh.elements], SQUARE[TWO])
    assert np.array_equal(mesh.normals[mesh.elements], np.full((2, 3, 3), [0, 0, 1]))
    assert mesh.material == Material()


@pytest.mark.parametrize(
    ("colors", "expected"),
    [
        ((255, 0, 0), RED),
        ([255, 0, 0, 128], (1, 0, 0, 128 / 255)),
        (np.tile(np.uint8([255, 0, 0]), (4, 1)), RED),
        (np.tile(np.uint16([65535, 0, 0]), (4, 1)), RED),
        (np.tile(np.float32([1, 0, 0]), (4, 1)), RED),
        (np.full((4, 3), 0.5), (0.25, 0.25, 0.25, 1)),  # display colours; the square is linear
        (np.tile([255, 0, 0], (2, 1)), RED),  # of faces
    ],
)
def test_colours_are_bytes_words_or_floats(colors, expected):
    (mesh,) = meshes({"vertices": SQUARE, "faces": TWO, "colors": colors})
    assert np.allclose(mesh.colours, expected)
    assert mesh.material.colour == (1, 1, 1, 1)


def test_colours_of_quadrilaterals_are_of_both_their_triangles():
    corners = np.concatenate([SQUARE, SQUARE + [0, 0, 1]])
    faces = [[0, 1, 2, 3], [4, 5, 6, 7]]
    (mesh,) = meshes(make_part(corners, faces, colors=np.uint8([[255, 0, 0], [0, 0, 255]])))
    assert np.allclose(mesh.colours[mesh.elements[:, 0], 0], [1, 1, 0, 0])


def test_polygons_of_any_lengths_are_split_within_their_outline():
    arrow = [[0, 0, 0], [2, 1, 0], [0, 2, 0], [0.7, 1, 0], [3, 0, 0], [3, 2, 0]]
    colors = np.uint8([[255, 0, 0], [0, 0, 255]])
    (mesh,) = meshes(make_part(arrow, [[0, 1, 2, 3], [1, 4, 5]], colors=colors))
    a, b, c = (mesh.positions[mesh.elements[:, corner]] for corner in range(3))
    areas = np.cross(b - a, c - a)[:, 2] / 2
    assert areas.sum() == pytest.approx(1.3 + 1) and (areas > 0).all()
    assert np.allclose(mesh.colours[mesh.elements[:, 0], 2], [0, 0, 1])
    (mesh,) = meshes((arrow, [[0, 1, 2, 3]]))
    assert len(mesh.elements) == 2


def test_points_lines_and_a_path():
    (points,) = meshes(SQUARE)
    assert points.elements.tolist() == [[0], [1], [2], [3]]
    (cloud,) = meshes(trimesh.PointCloud(SQUARE, colors=np.tile([255, 0, 0, 255], (4, 1))))
    assert np.allclose(cloud.colours, RED) and cloud.elements.shape == (4, 1)
    (lines,) = meshes((SQUARE, [[0, 1], [2, 3]]))
    assert lines.elements.tolist() == [[0, 1], [2, 3]]
    (path,) = meshes(trimesh.load_path(SQUARE[:3]))
    assert path.elements.tolist() == [[0, 1], [1, 2]]
    (flat,) = meshes(trimesh.load_path(SQUARE[:3, :2]))
    assert flat.elements.shape == (2, 2) and not flat.positions[:, 2].any()


def test_points_that_are_not_finite_are_left_out_with_a_warning():
    corners = SQUARE.copy()
    corners[1, 0] = np.nan
    with pytest.warns(ModelWarning, match="1 of 4 points are not finite numbers, and left out"):
        (mesh,) = meshes(corners)
    assert np.array_equal(mesh.positions, SQUARE[[0, 2, 3]])


def test_textures_of_arrays_and_of_trimesh():
    uv = SQUARE[:, :2] / 2
    image = Image.new("RGB", (2, 2), "red")
    visual = trimesh.visual.TextureVisuals(uv, image=image)
    for what in (
        {"vertices": SQUARE, "faces": TWO, "texcoords": uv, "image": image},
        {"vertices": SQUARE, "faces": TWO, "uv": uv, "image": np.asarray(image)},
        trimesh.Trimesh(SQUARE, TWO, visual=visual, process=False),
    ):
        (mesh,) = meshes(what)
        assert np.array_equal(mesh.texcoords, uv)
        assert mesh.material.image.getpixel((0, 0)) == (255, 0, 0)
        assert mesh.material.colour == (1, 1, 1, 1)


def test_a_physical_material_of_trimesh():
    material = trimesh.visual.material.PBRMaterial(
        baseColorFactor=[255, 0, 0, 255], metallicFactor=0.25, roughnessFactor=0.5, alphaMode="MASK"
    )
    visual = trimesh.visual.TextureVisuals(SQUARE[:, :2], material=material)
    (mesh,) = meshes(trimesh.Trimesh(SQUARE, TWO, visual=visual, process=False))
    found = mesh.material
    assert found.physical and found.colour == RED and found.alpha_mode == "MASK"
    assert (found.metallic, found.roughness) == (0.25, 0.5)


def test_normals_that_trimesh_would_compute_are_not_taken():
    box = trimesh.creation.box()
    (mesh,) = meshes(box)
    assert np.allclose(np.sort(np.abs(mesh.normals[mesh.elements]).reshape(-1, 3)), [0, 0, 1])
    given = trimesh.Trimesh(SQUARE, TWO, vertex_normals=np.tile([1, 0, 0], (4, 1)), process=False)
    assert np.allclose(meshes(given)[0].normals, [1, 0, 0])


def test_a_scene_of_trimesh_places_its_geometries():
    placed = trimesh.Scene()
    square = trimesh.Trimesh(SQUARE, TWO, process=False)
    placed.add_geometry(square, geom_name="a")
    placed.graph.update("again", geometry="a", matrix=np.diag([1, 1, 3, 1.0]) + np.eye(4, k=3))
    (mesh,) = meshes(placed)
    assert mesh.positions[:, 0].max() == 3 and mesh.numbers == (1, 2)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (object(), "cannot draw an object of object: a model is a path"),
        (5, "cannot draw an object of int"),
        ([], "a list of 0 is not a model"),
        ((SQUARE, TWO, TWO), r"a tuple of 3 is not a model: a pair is \(vertices, faces\)"),
        ((SQUARE[:, :2], TWO), r"vertices is an array shaped \(4, 2\), not \(n, 3\)"),
        (([[1, 2, 3], [4, 5]], TWO), "vertices is not an array of numbers"),
        ((SQUARE, TWO + 2), "faces refers to vertex 5: there are 4, from 0"),
        ((SQUARE, TWO - 1), "faces refers to vertex -1"),
        ((SQUARE, TWO / 1), "faces holds float64, not integers"),
        ((SQUARE, TWO[0]), r"faces is an array shaped \(3,\), not \(m, 1 or more\)"),
        ((SQUARE, [[0, 1, 2], [0, 1]]), "each has at least 3 vertices"),
        ((SQUARE, [[0, 1, 2], 3]), "faces is not an array of numbers"),
        ((SQUARE, [[0, 1, 2, 3], [0, 1, 9]]), "faces refers to vertex 9"),
        ((SQUARE.astype(str), TWO), "vertices holds <U32, not numbers"),
        ({"faces": TWO}, "the argument vertices is missing"),
        ({"vertices": SQUARE, "colour": 1}, "unknown argument 'colour'; known are vertices, faces"),
        ({"vertices": SQUARE, "normals": SQUARE[:3]}, r"normals .* \(3, 3\), not \(4, 3\)"),
        ({"vertices": SQUARE, "texcoords": SQUARE}, r"texcoords .* \(4, 3\), not \(4, 2\)"),
        ({"vertices": SQUARE, "colors": SQUARE * 99.0}, "0 to 198: floats are from 0 to 1"),
        ({"vertices": SQUARE, "colors": [0, 0, 256]}, "0 to 256: integers are from 0 to 255"),
        ({"vertices": SQUARE, "colors": TWO[:1]}, r"colors is an array shaped \(1, 3\)"),
        ({"vertices": SQUARE, "image": "a.png"}, "image needs texcoords"),
        (
            {"vertices": SQUARE, "texcoords": SQUARE[:, :2], "image": np.zeros((2, 2))},
            "an image must be an array of uint8",
        ),
        ((SQUARE[:0], TWO[:0]), "the mesh has nothing to draw"),
        (Part(SQUARE, TWO + 9), "elements refers to vertex 12"),
        (Part(SQUARE, TWO, colours=SQUARE), r"colours .* \(4, 3\), not \(4, 4\)"),
        (Part(SQUARE, TWO, material="red"), "material is an object of builtins.str, not a softgl"),
        ([Placed(Part(SQUARE, TWO), np.eye(3))], r"the matrix of a part is shaped \(3, 3\)"),
        ([Placed(Part(SQUARE, TWO), np.eye(4) * 1j)], "of complex128, not 4 x 4 finite numbers"),
        ([Placed(Part(SQUARE, TWO), [[1], [2, 3]])], "the matrix of a part is not an array"),
        ([Placed(Part(SQUARE, TWO), np.eye(4) + np.eye(4)[::-1])], "the last row 1 0 0 1, not 0"),
        ([Placed(SQUARE, np.eye(4))], "part of ndarray is not of the class Part"),
        (made_of(colour=(1, 0)), r"colour \(1, 0\) is not 4 numbers from 0 to 1"),
        (made_of(alpha_mode="blend"), "alpha_mode 'blend' is not one of OPAQUE, MASK, BLEND"),
        (made_of(roughness="1"), "roughness '1' is not a number"),
        (made_of(emission=1.0), r"emission is shaped \(\), not 3 numbers"),
        (made_of(unlit=0), "unlit 0 is not True or False"),
        (made_of(base="a.png"), "base 'a.png' is not of the class Map"),
        (made_of(glow=Map("a.png")), "image of glow 'a.png' is not of the class Image"),
    ],
)
def test_what_is_no_model_is_refused_in_words(what, message):
    with pytest.raises(UsageError, match=message):
        as_model(what)


def test_a_scene_of_a_mesh_is_drawn_and_can_be_sent_to_another_process(tmp_path):
    box = trimesh.creation.box()
    box.export(tmp_path / "box.ply")
    expected, drawn = (
        next(iter(render.frames(scene.load(what), 32, 24, threads=1)))
        for what in (tmp_path / "box.ply", box)
    )
    assert drawn == expected
    given = scene.load(box).source[0]
    assert isinstance(given, Given) and pickle.loads(pickle.dumps(given)) == given
    assert given != Given(given.model)
