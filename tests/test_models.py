"""Model files: the parts read from each format, and pictures of them."""

import sys

import numpy as np
import pytest
import trimesh
from PIL import Image

from softgl import render
from softgl.models import ModelError, ModelWarning, load, read
from softgl.models.normals import smooth_normals
from softgl.models.teapot import patches, teapot
from tests.models import documents

SQUARE = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]], float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])


@pytest.fixture(autouse=True)
def small_surroundings(monkeypatch):
    """Faces of few texels, as the eager machine draws them."""
    monkeypatch.setattr("softgl.surroundings.SIDE", 16)


def square(**settings):
    return trimesh.Trimesh(SQUARE, TWO, process=False, **settings)


def saved(path, model):
    model.export(path)
    return path


@pytest.mark.parametrize("suffix", ["obj", "ply", "stl", "off", "gltf", "glb"])
def test_every_format_gives_the_same_triangles(tmp_path, suffix):
    folder = tmp_path / suffix
    folder.mkdir()
    if suffix == "gltf":
        for name, data in trimesh.exchange.gltf.export_gltf(square().scene()).items():
            (folder / name).write_bytes(data)
        path = folder / "model.gltf"
    else:
        path = saved(folder / f"square.{suffix}", square())
    (mesh,) = read(path)
    half = np.sqrt(0.5)
    corners = mesh.positions[mesh.elements]
    assert np.allclose(corners, (SQUARE[TWO] - [1, 1, 0]) * half)
    assert np.allclose(mesh.normals[mesh.elements], [0, 0, 1])


def test_meshes_are_placed_by_their_nodes(tmp_path):
    scene = trimesh.Scene()
    turn = trimesh.transformations.rotation_matrix(np.pi / 2, [0, 1, 0])
    scene.add_geometry(square(), node_name="a")
    scene.graph.update("b", "a", matrix=turn)
    scene.add_geometry(square(), parent_node_name="b", transform=np.diag([1, 1, 3, 1.0]))
    first, second = read(saved(tmp_path / "scene.glb", scene))
    assert np.allclose(first.normals, [0, 0, 1])
    assert np.allclose(second.normals, [1, 0, 0], atol=1e-6)
    scale = first.positions[1, 0] - first.positions[0, 0]
    assert np.allclose(second.positions[1] - second.positions[0], [0, 0, -scale], atol=1e-6)


def test_a_mirroring_node_keeps_the_outside_outside(tmp_path):
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box(), transform=np.diag([-1, 1, 1, 1.0]))
    (mesh,) = read(saved(tmp_path / "mirrored.glb", scene))
    a, b, c = np.moveaxis(mesh.positions[mesh.elements], 1, 0)
    outward = np.cross(b - a, c - a)
    assert ((outward * (a + b + c)).sum(axis=1) > 0).all()


def test_a_box_has_flat_sides_and_a_sphere_is_smooth(tmp_path):
    (box,) = read(saved(tmp_path / "box.ply", trimesh.creation.box()))
    assert np.allclose(np.sort(np.abs(box.normals[box.elements]).reshape(-1, 3)), [0, 0, 1])
    (ball,) = read(saved(tmp_path / "ball.stl", trimesh.creation.icosphere(3)))
    corners = ball.elements.reshape(-1)
    assert np.allclose(ball.normals[corners], ball.positions[corners], atol=0.02)


def test_normals_are_weighted_by_area_and_shared_by_place():
    # Two triangles of areas 1/2 and 1 share an edge at an angle of 20 degrees; their vertices
    # are stored twice.
    slope = np.array([np.cos(np.radians(20)), 0, np.sin(np.radians(20))])
    near = np.array([[0, 0, 0], [0, 1, 0], [-1, 0, 0]], float)
    far = np.stack([[0, 0, 0], 2 * slope, [0, 1, 0]])
    triangles = np.arange(6).reshape(2, 3)
    source, new, normals = smooth_normals(np.concatenate([near, far]), triangles)
    assert np.array_equal(source, np.arange(6)) and np.array_equal(new, triangles)
    flat, tilted = np.array([0, 0, 1.0]), np.array([-slope[2], 0, slope[0]])
    mean = flat * 1 + tilted * 2
    mean /= np.sqrt((mean * mean).sum())
    assert np.allclose(normals[[0, 1, 3, 5]], mean)
    assert np.allclose(normals[2], flat) and np.allclose(normals[4], tilted)


def test_triangles_without_area_do_no_harm():
    _, _, normals = smooth_normals(SQUARE, np.array([[0, 1, 2], [1, 1, 1], [0, 0, 2]]))
    assert np.allclose(normals, [0, 0, 1])


@pytest.mark.parametrize(
    ("colours", "suffix", "expected"),
    [
        ({"vertex_colors": [[255, 0, 51, 255]] * 4}, "ply", (1, 0, 0.04, 1)),
        ({"vertex_colors": [[255, 0, 51, 255]] * 4}, "glb", (1, 0, 0.2, 1)),
        ({"face_colors": [[0, 51, 255, 255]] * 2}, "ply", (0, 0.04, 1, 1)),
    ],
)
def test_colours_are_linear(tmp_path, colours, suffix, expected):
    (mesh,) = read(saved(tmp_path / f"a.{suffix}", square(**colours)))
    assert np.allclose(mesh.colours, expected)
    assert mesh.material.colour == (1, 1, 1, 1)


def textured(**settings):
    image = Image.new("RGB", (2, 2), "red")
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=image, **settings)
    uv = [[0, 0], [2, 0], [2, 2], [0, 2]]
    return square(visual=trimesh.visual.TextureVisuals(uv=uv, material=material))


def test_a_material_is_read(tmp_path):
    model = textured(
        alphaMode="MASK", alphaCutoff=0.25, doubleSided=False, baseColorFactor=[51, 102, 255, 255]
    )
    (mesh,) = read(saved(tmp_path / "a.glb", model))
    assert mesh.material.image.size == (2, 2)
    assert (mesh.material.alpha_mode, mesh.material.alpha_cutoff) == ("MASK", 0.25)
    assert not mesh.material.double_sided
    assert np.allclose(mesh.material.colour, (0.2, 0.4, 1, 1))
    assert np.allclose(mesh.texcoords, [[0, 0], [2, 0], [2, 2], [0, 2]])


def test_an_obj_with_its_material_file(tmp_path):
    (tmp_path / "a.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl red\nf 1 2 3 4\n"
    )
    (mesh,) = read(tmp_path / "a.obj")
    assert len(mesh.elements) == 2
    assert mesh.material.colour == (1, 0, 0, 1)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.xyz", b"", "models can be read from"),
        ("a.ply", b"ply\nformat ascii 1.0\n", "line 2: the header ends here"),
        ("a.glb", b"glTF\x02\x00\x00\x00", "cannot be read as a model"),
        ("a.obj", b"vn 0 0 1\n", "holds nothing to draw: no triangles, lines or points"),
        (
            "a.obj",
            b"v 0 0 0\nv 1 0 0\nv 0 1\nf 1 2 3\n",
            "line 3: found 2 numbers, expected 3",
        ),
        (
            "a.obj",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2",
            "line 4: found 2 corners, expected at least 3",
        ),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n", "line 5: vertex 4 does not exist"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", "line 4: vertex -4 does not exist"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nl 1 3\n", "line 3: vertex 3 does not exist: the file has 2"),
        (
            "a.obj",
            b"v 0 0 0\nv 1 0 0\nv 0 1e300 0\nf 1 2 3\n",
            "a coordinate is as large as 1e\\+300",
        ),
        ("a.obj", b"ply\nformat ascii 1.0\n", "a PLY file, its name must end in .ply"),
        ("a.stl", b"\x89PNG\r\n\x1a\n" + b"." * 99, "a PNG file"),
        ("a.ply", b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer file"),
        ("a.stl", b"." * 80 + b"\5\0\0\0" + b"." * 120, "ends after 2 of its 5 triangles"),
        ("a.stl", b"solid a\nfacet normal 0 0 1\nouter loop\n", "ends within a solid"),
        ("a.stl", b"solid a\nendsolid a\n", "holds no triangles"),
        ("a.obj", b"v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", "not a finite number"),
        ("a.off", b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n", "line 6: found vertex 9"),
        ("a.off", b"OFF\n3 1 0\n1 1 1\n1 1 1\n1 1 1\n3 0 1 2\n", "all in one place"),
        ("a.stl", b"", "(holds no triangles|cannot be read)"),
    ],
)
def test_bad_files_are_refused_in_one_line(tmp_path, name, content, reason):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelError, match=reason) as caught:
        read(tmp_path / name)
    assert name in str(caught.value) and "\n" not in str(caught.value)


PLY_EDGES = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element edge 2
property int vertex1
property int vertex2
end_header
0 0 0
1 0 0
0 1 0
0 1
1 2
"""
OBJ_WIRES = "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 -1\np 3 # one\n"


def test_points_and_lines_are_read(tmp_path):
    colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    cloud = saved(tmp_path / "cloud.ply", trimesh.PointCloud(SQUARE, colors=colours))
    (mesh,) = read(cloud)
    assert mesh.elements.tolist() == [[0], [1], [2], [3]]
    assert np.allclose(mesh.colours[:, :3], np.array(colours) / 255)
    (tmp_path / "edges.ply").write_text(PLY_EDGES)
    (mesh,) = read(tmp_path / "edges.ply")
    assert mesh.elements.tolist() == [[0, 1], [1, 2]]
    (tmp_path / "wires.obj").write_text(OBJ_WIRES)
    lines, points = read(tmp_path / "wires.obj")
    assert lines.elements.tolist() == [[0, 1], [1, 2]] and points.elements.tolist() == [[0]]
    (tmp_path / "both.obj").write_text(OBJ_WIRES + "f 1 2 3\n")
    assert [mesh.elements.shape for mesh in read(tmp_path / "both.obj")] == [(1, 3), (2, 2), (1, 1)]
    for path in (cloud, tmp_path / "edges.ply", tmp_path / "wires.obj"):
        picture = shown(path)
        beside = picture[:, :1]  # of every row, the background
        assert (np.abs(picture - beside).max(axis=-1) > 20).sum() > 2, path


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (0, [[0], [2], [1]]),
        (1, [[0, 1]]),  # of two vertices that are left
        (2, [[0, 2], [2, 1], [1, 0]]),
        (3, [[0, 2], [2, 1]]),
    ],
)
@pytest.mark.parametrize("component", [(5121, np.uint8), (5123, np.uint16), (5125, np.uint32)])
def test_points_and_lines_of_gltf(tmp_path, mode, expected, component):
    kind, dtype = component
    indices = np.array([0, 2, 1], dtype).tobytes()
    tree = documents.document([{"mesh": 0}])
    tree["meshes"] = [{"primitives": [{**documents.SHAPE, "indices": 1, "mode": mode}]}]
    tree["accessors"].append({"componentType": kind, "type": "SCALAR", "count": 3, "bufferView": 1})
    tree["bufferViews"].append({"buffer": 1, "byteLength": len(indices)})
    tree["buffers"].append({"byteLength": len(indices), "uri": documents.data_uri(indices)})
    (mesh,) = read(documents.saved(tmp_path / "a.gltf", tree))
    assert mesh.elements.tolist() == expected


def test_what_is_missing_is_warned_of(tmp_path):
    (tmp_path / "a.obj").write_text(
        "mtllib none.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    )
    with pytest.warns(ModelWarning, match=r"a\.obj: none\.mtl not found next to the model"):
        read(tmp_path / "a.obj")
    tree = documents.document([{"mesh": 0}], images=[{"uri": "lost.png"}], textures=[{"source": 0}])
    tree["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    tree["meshes"][0]["primitives"] = [{**documents.SHAPE, "material": 0}]
    with pytest.warns(ModelWarning, match=r"lost\.png not found next to the model"):
        read(documents.saved(tmp_path / "a.gltf", tree))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"no such file.*a\.ply"):
        read(tmp_path / "a.ply")


@pytest.mark.parametrize("suffix", ["obj", "ply", "stl", "off", "glb"])
def test_models_are_read_without_further_packages(tmp_path, monkeypatch, suffix):
    path = saved(tmp_path / f"a.{suffix}", square())
    for package in ("trimesh", "charset_normalizer", "scipy"):
        monkeypatch.setitem(sys.modules, package, None)
    (mesh,) = read(path)
    assert len(mesh.elements) == 2


def test_the_teapot_is_the_published_one():
    points = patches()
    assert points.shape == (32, 4, 4, 3)
    # The published list has 306 points; 12 of them stand twice in it and 4 belong to no patch.
    assert len(np.unique(points.reshape(-1, 3), axis=0)) == 290
    published = [(1.4, -0.784, 2.4), (-0.749, 1.3375, 2.53125), (3.525, 0.25, 2.49375)]
    published += [(0.45, 0.8, 3.15), (-2.65, -0.3, 0.9375), (-0.798, 1.425, 0.0)]
    for point in published:
        assert (np.abs(points - point).max(axis=-1) < 1e-12).any(), point


def test_the_teapot_is_closed_but_for_its_known_gaps():
    positions, normals, triangles = teapot(6)
    assert np.allclose((normals * normals).sum(axis=1), 1, atol=1e-6)
    a, b, c = (positions[triangles[:, i]] for i in range(3))
    outward = np.cross(b - a, c - a)
    assert ((outward * normals[triangles[:, 0]]).sum(axis=1) >= 0).all()
    _, place = np.unique(positions, axis=0, return_inverse=True)
    corners = place.reshape(-1)[triangles]
    edges = np.concatenate([corners[:, [i, (i + 1) % 3]] for i in range(3)])
    edges = edges[edges[:, 0] != edges[:, 1]]
    seen = {tuple(edge) for edge in edges.tolist()}
    open_at = [start for start, end in seen if (end, start) not in seen]
    first = {position: index for index, position in reversed(list(enumerate(place.reshape(-1))))}
    x, y, z = positions[[first[corner] for corner in open_at]].T.astype(float)
    # Newell left a gap between the lid and the rim, and the ends of handle and spout in the body.
    gap = (z == np.float32(2.4)) & (np.abs(np.sqrt(x * x + y * y) - 1.35) < 0.08)
    in_body = (np.abs(x) < 2.001) & (np.abs(y) <= 0.6601)
    spout_mouth = (z == np.float32(2.4)) & (x >= 2.79)
    assert (gap | in_body | spout_mouth).all()


def quad(image=None, **material):
    """A square that faces the viewer; "quarters" is an image: red, blue above green."""
    if image == "quarters":
        image = Image.new("RGBA", (64, 64), (0, 255, 0, 255))  # green below
        image.paste((255, 0, 0, 255), (0, 0, 32, 32))  # red above left, blue above right
        image.paste((0, 0, 255, 0), (32, 0, 64, 32))  # without alpha
    material = {"metallicFactor": 0.0, **material}
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=image, **material)
    visual = trimesh.visual.TextureVisuals(uv=SQUARE[:, :2] / 2, material=material)
    return square(visual=visual)


def shown(path, frame=0, frames=12):
    """The picture of a model file, (96, 128, 3) integers, at a step of its turn."""
    pictures = list(render.frames(load(path), 128, 96, frames, machine="eager"))
    return np.asarray(pictures[frame])[..., :3].astype(int)


def is_background(picture, row, column):
    """True if a pixel is as grey as the background; the models of these tests are coloured."""
    pixel = picture[row, column]
    return pixel.max() - pixel.min() < 12


def main_colour(picture, row, column):
    return "rgb"[int(np.argmax(picture[row, column]))]


# Pixels of the square, seen from 30 degrees aside: (row, column).
ABOVE_LEFT, ABOVE_RIGHT, BELOW_LEFT = (32, 50), (32, 76), (64, 50)


def test_a_texture_is_the_right_way_up(tmp_path):
    picture = shown(saved(tmp_path / "a.glb", quad("quarters")))
    found = [main_colour(picture, *pixel) for pixel in (ABOVE_LEFT, ABOVE_RIGHT, BELOW_LEFT)]
    assert found == ["r", "b", "g"]


def test_masked_texels_are_holes(tmp_path):
    picture = shown(saved(tmp_path / "a.glb", quad("quarters", alphaMode="MASK")))
    assert is_background(picture, *ABOVE_RIGHT)
    assert main_colour(picture, *ABOVE_LEFT) == "r"


def test_blended_meshes_are_drawn_over_the_others(tmp_path):
    glass = quad(baseColorFactor=[255, 0, 0, 128], alphaMode="BLEND", doubleSided=True)
    glass.apply_translation([0, 0, 0.5])
    scene = trimesh.Scene()
    scene.add_geometry(glass)  # first in the file
    scene.add_geometry(quad(baseColorFactor=[0, 255, 0, 255]))
    red, green, blue = shown(saved(tmp_path / "a.glb", scene))[48, 64]
    assert red > 60 and green > 60 and blue < 40


def test_one_sided_materials_are_culled_from_behind(tmp_path):
    for double, seen in ((False, False), (True, True)):
        model = quad(baseColorFactor=[255, 0, 0, 255], doubleSided=double)
        path = saved(tmp_path / f"{double}.glb", model)
        assert not is_background(shown(path), 48, 64)
        assert is_background(shown(path, frame=6), 48, 64) != seen


def test_a_model_with_many_images_keeps_them_apart(tmp_path):
    scene = trimesh.Scene()
    for index, colour in enumerate(("red", "lime")):
        part = quad(Image.new("RGB", (4, 4), colour))
        part.apply_translation([2.0 * index, 0, 0])
        scene.add_geometry(part)
    path = saved(tmp_path / "a.glb", scene)
    picture = shown(path)
    assert [main_colour(picture, 48, column) for column in (48, 80)] == ["r", "g"]


def test_a_scene_can_be_rendered_twice(tmp_path):
    model = load(saved(tmp_path / "a.glb", quad("quarters")))
    first, second = (next(render.frames(model, 32, 24, machine="eager")) for _ in range(2))
    assert np.array_equal(first, second)
    assert len(model.draw.__self__.parts) == 1


def test_chrome_is_chrome_whatever_the_file_says_but_for_its_holes(tmp_path):
    """A mask's holes show the background; where it is covered, colours do not matter."""
    pictures = []
    for colour in ([255, 0, 0, 255], [0, 255, 0, 255]):
        model = quad("quarters", baseColorFactor=colour, alphaMode="MASK", doubleSided=True)
        shown_in = load(saved(tmp_path / "a.glb", model), "chrome")
        picture = next(render.frames(shown_in, 128, 96))
        pictures.append(np.asarray(picture)[..., :3].astype(int))
    assert np.array_equal(*pictures)
    beside = pictures[0][:, 0]  # of every row, the background
    differ = [np.abs(pictures[0][at] - beside[at[0]]).max() for at in (ABOVE_LEFT, ABOVE_RIGHT)]
    assert differ[0] > 20 > differ[1]


def test_a_material_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ModelError, match="unknown material 'wood'; known are studio, chrome"):
        load(saved(tmp_path / "a.ply", square()), "wood")
