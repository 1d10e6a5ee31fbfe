"""Cameras: poses, intrinsics and margins put known points on known pixels."""

import numpy as np
import pytest

from softgl.errors import UsageError
from softgl.models import Camera
from softgl.models.camera import Sphere

LOOKING_DOWN = [[1, 0, 0, 4], [0, 0, 1, 5], [0, -1, 0, 6], [0, 0, 0, 1]]  # along -y, up is -z
AT_FIVE = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 5], [0, 0, 0, 1]]


def pixel(camera, point, size, sphere=None):
    """The pixel of a point of the file: x from the left and y from the top."""
    sphere = sphere or Sphere()
    matrices = camera.matrices(*size, sphere)
    fitted = [*(np.subtract(point, sphere.centre) / sphere.radius), 1.0]
    clip = matrices.projection @ matrices.view @ matrices.model @ fitted
    x, y = clip[:2] / clip[3]
    assert -1.0 <= clip[2] / clip[3] <= 1.0
    return (x + 1) / 2 * size[0], (1 - y) / 2 * size[1]


@pytest.mark.parametrize(
    ("pose", "point", "expected"),
    [
        (AT_FIVE, (0, 0, 0), (30, 20)),  # the principal point
        (AT_FIVE, (1, 0, 0), (30 + 100 / 5, 20)),
        (AT_FIVE, (0, 1, 0), (30, 20 - 50 / 5)),
        (AT_FIVE, (-1, 0.5, 3), (30 - 100 / 2, 20 - 25 / 2)),
        (LOOKING_DOWN, (4, 1, 6), (30, 20)),
        (LOOKING_DOWN, (5, 1, 6), (30 + 100 / 4, 20)),
        (LOOKING_DOWN, (4, 1, 5), (30, 20 - 50 / 4)),
    ],
)
@pytest.mark.parametrize("up", ["y", "z"])
def test_intrinsics_map_a_point_of_the_file_to_a_pixel(pose, point, expected, up):
    camera = Camera(pose=pose, intrinsics=(100, 50, 30, 20), up=up)
    sphere = Sphere((1.0, 2.0, 3.0), 4.0)
    assert pixel(camera, point, (80, 60), sphere) == pytest.approx(expected)


def test_a_matrix_of_intrinsics_is_its_four_numbers():
    matrix = np.array([[100, 0, 30], [0, 50, 20], [0, 0, 1]], np.float32)
    assert Camera(intrinsics=matrix).intrinsics == (100, 50, 30, 20)


def test_a_pose_without_intrinsics_has_the_field_of_view():
    camera = Camera(pose=AT_FIVE, field_of_view=90.0)
    assert pixel(camera, (0, 2.5, 2.5), (40, 20), Sphere((0, 0, 0), 4.0)) == pytest.approx((20, 0))
    parallel = Camera(pose=AT_FIVE, parallel=True, half_height=8.0)
    far = Sphere((0, 0, 0), 16.0)
    assert pixel(parallel, (4, 4, 2), (40, 20), far) == pytest.approx((25, 5))


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("size", [(40, 20), (20, 40)])
def test_a_margin_keeps_the_sphere_off_the_sides(size, parallel):
    whole, smaller = (
        Camera(yaw=0, pitch=0, margin=margin, parallel=parallel) for margin in (0, 0.25)
    )
    edges = []
    for camera in (whole, smaller):
        slopes = []
        for angle in np.linspace(0, np.pi / 2, 2001):
            point = (np.cos(angle), 0, np.sin(angle))  # an outline of the sphere
            slopes.append(abs(pixel(camera, point, size)[0] - size[0] / 2))
        edges.append(max(slopes))
    expected = min(size) / 2
    if not parallel:
        assert edges == pytest.approx([expected, expected / 2], rel=1e-4)
    else:
        assert edges[0] <= expected and edges[1] < edges[0] * 0.55


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pose": np.eye(3)}, r"pose is an array shaped \(3, 3\), not a matrix of 4 x 4 numbers"),
        ({"pose": "identity"}, "pose is not a matrix"),
        ({"pose": np.transpose(AT_FIVE)}, "last row 0 0 5 1, not 0 0 0 1: is it transposed?"),
        ({"pose": np.diag([2, 2, 2, 1])}, "not perpendicular and of length 1"),
        ({"pose": np.diag([1, 1, -1, 1])}, "pose mirrors"),
        ({"pose": np.full((4, 4), np.nan)}, "not finite"),
        ({"intrinsics": (1, 2, 3)}, r"shaped \(3,\), not four numbers fx, fy, cx, cy"),
        ({"intrinsics": (0, 2, 3, 4)}, "fx and fy above 0"),
        ({"intrinsics": [[1, 5, 3], [0, 1, 1], [0, 0, 1]]}, "skew is refused"),
        ({"intrinsics": (1, 1, 1, 1), "parallel": True}, "parallel excludes them"),
        ({"yaw": "left"}, "yaw 'left' is not a number"),
        ({"pitch": np.nan}, "pitch nan is not a number"),
        ({"distance": 0}, "distance 0 is not a number from 0.001 to 1e\\+06"),
        ({"field_of_view": 180}, "field_of_view 180 is not a number"),
        ({"half_height": 0, "parallel": True}, "half_height 0 is not a number"),
        ({"up": "x"}, "up 'x' is neither 'y' nor 'z'"),
        ({"margin": "wide"}, "margin 'wide' is not a number"),
        ({"intrinsics": (1e300, 1e300, 3, 4)}, "numbers up to 1e9"),
        ({"intrinsics": (1e-300, 1, 3, 4)}, "fx or fy below 0.001 pixels"),
        ({"yaw": None}, "yaw is None, not a number"),
        ({"parallel": "no"}, "parallel 'no' is not True or False"),
        ({"margin": 0.5}, "margin 0.5 is not a number from 0 to below 0.5"),
    ],
)
def test_a_wrong_camera_is_refused(arguments, message):
    with pytest.raises(UsageError, match=message):
        Camera(**arguments)


def test_a_principal_point_outside_the_picture_needs_a_place():
    with pytest.raises(UsageError, match="principal point outside the picture"):
        Camera(intrinsics=(10, 10, -1, 5)).matrices(10, 10)
    assert Camera(intrinsics=(10, 10, -1, 5), distance=3.0).matrices(10, 10)


def test_a_camera_within_or_before_the_model_has_a_volume():
    for z in (0.0, 0.5, -30.0):
        pose = np.eye(4)
        pose[2, 3] = z
        matrices = Camera(pose=pose).matrices(10, 10)
        assert 0 < matrices.near < matrices.far
