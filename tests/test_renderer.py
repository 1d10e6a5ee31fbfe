"""Depths, normals, positions and ids of models, from cameras with poses and intrinsics."""

import numpy as np
import pytest
import trimesh

import softgl
from softgl.errors import UsageError
from softgl.models import Camera, Material, ModelError, Part, Placed, View
from softgl.renderer import Renderer

SQUARE = np.array([[0, 0, -1], [4, 0, -1], [4, 4, -1], [0, 4, -1]], float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])
ALL = ("depth", "normals", "positions", "ids", "triangles")
POSE = np.array([[1, 0, 0, 2], [0, 1, 0, 2], [0, 0, 1, 4], [0, 0, 0, 1.0]])
PINHOLE = (10.0, 10.0, 20.0, 15.0)
"""It sees the square, five units before it, 8 pixels wide in each direction."""


@pytest.fixture(autouse=True)
def small_surroundings(monkeypatch):
    monkeypatch.setattr("softgl.surroundings.SIDE", 16)


def rendered(model, camera, outputs=ALL, size=(40, 30), view=None, **options):
    renderer = Renderer(model, *size, view=view, threads=1, **options)
    return renderer.render(camera, outputs)


@pytest.mark.parametrize("machine", ["llvm", "eager"])
@pytest.mark.parametrize("samples", [0, 4])
def test_a_plane_has_its_distance_and_its_place(machine, samples):
    camera = Camera(pose=POSE, intrinsics=PINHOLE)
    frame = rendered((SQUARE, TWO), camera, machine=machine, samples=samples)
    drawn = np.zeros((30, 40), bool)
    drawn[11:19, 16:24] = True
    assert np.array_equal(frame.ids == 1, drawn)
    assert np.allclose(frame.depth, np.where(drawn, 5.0, 0.0), rtol=1e-6)
    assert np.allclose(frame.normals, np.where(drawn[..., None], [0, 0, 1], 0))
    assert frame.depth.dtype == frame.normals.dtype == np.float32
    # The middle of a pixel is half a pixel from its edge, and a pixel half a unit wide.
    assert np.allclose(frame.positions[11, 16], [0.25, 3.75, -1], atol=1e-6)
    assert np.allclose(frame.positions[18, 23], [3.75, 0.25, -1], atol=1e-6)
    assert np.isnan(frame.positions[~drawn]).all()
    assert frame.triangles[18, 22] == 1 and frame.triangles[11, 17] == 2
    assert frame.color is None


@pytest.mark.parametrize("up", ["y", "z"])
def test_a_camera_may_stand_anywhere(up):
    """The ray through each pixel, as long as its depth, ends at its position."""
    pose = np.eye(4)
    axis, angle = np.array([1, 2, 3]) / np.sqrt(14), 0.7
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    pose[:3, :3] = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    ball = trimesh.creation.icosphere(3, radius=7.0)
    ball.apply_translation([1000, -2000, 300])
    pose[:3, 3] = np.array([1000, -2000, 300]) + 30 * pose[:3, 2]
    camera = Camera(pose=pose, intrinsics=(60, 50, 18, 17), up=up)
    frame = rendered(ball, camera)
    y, x = np.nonzero(frame.ids)
    assert len(x) > 100
    rays = np.stack([(x + 0.5 - 18) / 60, (17 - y - 0.5) / 50, -np.ones(len(x))], axis=-1)
    ends = pose[:3, 3] + (rays * frame.depth[y, x, None]) @ pose[:3, :3].T
    assert np.allclose(ends, frame.positions[y, x], atol=2e-4)
    outward = (frame.positions[y, x] - [1000, -2000, 300]) / 7
    assert np.allclose(frame.normals[y, x], outward, atol=0.05)


def test_a_pose_shows_the_file_as_it_lies_whatever_is_up():
    ball = trimesh.creation.box()
    pose = np.eye(4)
    pose[2, 3] = 4
    frames = [rendered(ball, Camera(pose=pose, up=up), ("ids", "depth")) for up in ("y", "z")]
    assert np.array_equal(frames[0].ids, frames[1].ids)
    assert np.allclose(frames[0].depth, frames[1].depth, rtol=1e-6)


def test_the_back_of_a_surface_has_a_normal_towards_the_eye():
    frame = rendered((SQUARE, TWO[:, ::-1]), Camera(pose=POSE, intrinsics=PINHOLE))
    assert np.allclose(frame.normals[frame.ids == 1], [0, 0, 1])


def test_ids_number_the_placed_parts_and_triangles_within_each():
    part = Part(SQUARE, TWO)
    aside = np.eye(4)
    aside[0, 3] = 6
    further = np.eye(4)
    further[0, 3] = -6
    line = Part(SQUARE, np.array([[0, 3]]))
    model = [Placed(part, np.eye(4)), Placed(line, further), Placed(part, aside)]
    camera = Camera(pose=POSE, intrinsics=PINHOLE)
    frame = rendered(model, camera, size=(60, 30), view=View(line_width=2))
    assert np.unique(frame.ids).tolist() == [0, 1, 2, 3]
    assert (frame.ids[15, [20, 30]] == [1, 3]).all()
    for number in (1, 3):
        assert np.unique(frame.triangles[frame.ids == number]).tolist() == [1, 2]
    assert np.unique(frame.triangles[frame.ids == 2]).tolist() == [1]
    assert not frame.normals[frame.ids == 2].any()


def test_transparent_texels_and_faint_surfaces_are_not_there():
    faint, strong = (
        Part(SQUARE, TWO, material=Material(colour=(1, 1, 1, alpha), alpha_mode="BLEND"))
        for alpha in (0.25, 0.75)
    )
    cut = Part(
        SQUARE, TWO, material=Material(colour=(1, 1, 1, 0.25), alpha_mode="MASK", alpha_cutoff=0.5)
    )
    behind = np.eye(4)
    behind[2, 3] = -1
    back = Placed(Part(SQUARE, TWO), behind)
    camera = Camera(pose=POSE, intrinsics=PINHOLE)
    for front, depth in ((faint, 6), (cut, 6), (strong, 5)):
        frame = rendered([Placed(front, np.eye(4)), back], camera, "depth")
        assert frame.depth[15, 20] == pytest.approx(depth)


def test_several_views_load_the_model_once_and_keep_the_context(tmp_path, monkeypatch):
    path = tmp_path / "square.ply"
    trimesh.Trimesh(SQUARE, TWO, process=False).export(path)
    before = softgl.Context(4, 4)
    renderer = softgl.Renderer(path, 40, 30, threads=1, view=View(background=(1, 0, 0, 1)))
    path.unlink()
    cameras = [Camera(pose=POSE, intrinsics=PINHOLE), Camera(yaw=0, pitch=0), None]
    first = [renderer.render(camera, ("color", "depth")) for camera in cameras]
    again = [renderer.render(camera, ("depth", "color")) for camera in cameras]
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one.color, other.color) and np.array_equal(one.depth, other.depth)
        assert one.color[0, 0].tolist() == [255, 0, 0, 255]
        assert (one.color[one.depth > 0] != [255, 0, 0, 255]).any()
    assert softgl.current_context() is before
    assert renderer.sphere.centre == (2, 2, -1)
    assert renderer.sphere.radius == pytest.approx(np.sqrt(8))


def test_point_size_is_in_pixels():
    camera = Camera(pose=POSE, intrinsics=PINHOLE)
    for size in (1, 3):
        frame = rendered(SQUARE, camera, "ids", view=View(point_size=size))
        assert np.count_nonzero(frame.ids) == 4 * size * size
        assert np.unique(frame.ids).tolist() == [0, 1]


def test_errors_of_a_renderer_are_in_words(tmp_path):
    renderer = Renderer((SQUARE, TWO), 4, 4, threads=1)
    with pytest.raises(UsageError, match="unknown output 'colour'; known are color, depth"):
        renderer.render(outputs=("colour",))
    with pytest.raises(UsageError, match="point_size 0 is not a number of pixels up to 100"):
        View(point_size=0)
    with pytest.raises(ModelError, match="unknown material 'wood'"):
        Renderer((SQUARE, TWO), 4, 4, material="wood")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"outputs": 5}, "outputs 5 is not a list of names"),
        ({"outputs": ("depth", None)}, "unknown output None; known are color"),
        ({"camera": 5}, "camera 5 is not a softgl.models.Camera"),
        ({"time": "now"}, "time 'now' is not a number from 0 to 1"),
        ({"time": float("nan")}, "time nan is not a number from 0 to 1"),
    ],
)
def test_wrong_arguments_of_render_are_named(arguments, message):
    with pytest.raises(UsageError, match=message):
        Renderer((SQUARE, TWO), 4, 4, threads=1).render(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 0}, "width 0 is not a whole number from 1 to 8192"),
        ({"height": 2.5}, "height 2.5 is not a whole number"),
        ({"view": Camera()}, "is not a softgl.models.View"),
        ({"samples": "4"}, "samples '4' is not a whole number"),
        ({"samples": 99}, "samples is 99, outside"),
        ({"lanes": 5}, "a vector has 4, 8 or 16 lanes"),
        ({"errors": "log"}, "unknown option 'errors'; known are machine, lanes"),
    ],
)
def test_wrong_arguments_of_a_renderer_are_named(arguments, message):
    with pytest.raises(UsageError, match=message):
        Renderer((SQUARE, TWO), **{"width": 4, "height": 4, **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"background": "red"}, "background 'red' is not .r, g, b, a., numbers from 0 to 1"),
        ({"background": (2, 0, 0, 1)}, "numbers from 0 to 1"),
        ({"camera": 5}, "camera 5 is not a softgl.models.Camera"),
        ({"line_width": "a"}, "line_width 'a' is not a number of pixels"),
        ({"wireframe": "x"}, "wireframe 'x' is not True or False"),
        ({"file_camera": -1}, "file_camera -1 is not a name, or a number from 0"),
        ({"animation": ""}, "animation '' is not a name, or a number from 0"),
    ],
)
def test_wrong_views_are_refused(arguments, message):
    with pytest.raises(UsageError, match=message):
        View(**arguments)
    assert View(background=(1, 0, 0)).background == (1, 0, 0, 1)
    assert View(animation=1, file_camera=np.int64(0)) == View(animation="1", file_camera="0")
