"""The camera of a model: its place, its direction and its projection."""

from __future__ import annotations

import math
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softgl import hostmath
from softgl.errors import UsageError
from softgl.models.parts.checks import MAX_SKEW, checked_flag
from softgl.models.parts.model import FIELDS_OF_VIEW, HALF_HEIGHTS
from softgl.records import dataclass

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# The model lies in the unit sphere. Half the depth of the view volume, with a margin:
NEAR_AND_FAR = 1.01
MIN_NEAR = 0.01  # of the near plane, in parts of the camera's distance
MIN_NEAR_INSIDE = 0.001  # of the near plane of a camera within the model, in parts of the far one
RANGES = {
    "yaw": (-1e9, 1e9),
    "pitch": (-1e9, 1e9),
    "distance": (1e-3, 1e6),
    "field_of_view": FIELDS_OF_VIEW,
    "half_height": HALF_HEIGHTS,
}
"""Fields of a Camera -> their least and largest number; None is allowed where it is the default."""
FOCAL_LENGTHS = (1e-3, 1e9)
"""The least fx and fy, and the largest number of intrinsics, in pixels."""
UPRIGHT = hostmath.rotation(-90.0, 1.0, 0.0, 0.0)  # z up becomes y up


class Sphere(NamedTuple):
    """The bounding sphere of a model, in the units of its file."""

    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    radius: float = 1.0


class Matrices(NamedTuple):
    """The matrices of a frame, (4, 4) float64 for column vectors.

    model : from the model in the unit sphere to a world with y up. view : from there to the eye,
        which looks along -z. projection : from the eye to clip space.
    near, far : distances of the planes of the view volume from the eye, in radii of the model.
    """

    model: np.ndarray
    view: np.ndarray
    projection: np.ndarray
    near: float
    far: float


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the centre of the model, or stands where `pose` places it.

    yaw, pitch : rotation of the model about its vertical axis, then about the horizontal one, in
        degrees; a positive pitch shows it from above. Unused with a pose.
    distance : of the camera from the centre, in radii of the model's bounding sphere; None: the
        shortest distance at which the whole sphere is visible. Unused with a pose.
    field_of_view : the whole vertical angle in degrees, above 0 and below 180.
    up : "y" or "z", the vertical axis of the file.
    parallel : True for an orthographic projection, with the scale of a perspective one at the
        distance of the centre.
    margin : the part of the picture, 0 to below 0.5, that stays free on each side of the sphere.
    pose : (4, 4) floats, the matrix from the camera to the file's coordinates: its columns are the
        camera's right, up and backward axes, and its place. The camera looks along its -z.
    intrinsics : (fx, fy, cx, cy) of a pinhole camera in pixels, instead of `field_of_view`. cx and
        cy count from the left and upper edges of the picture, whose first pixel has its centre at
        0.5; so the middle of a picture is width / 2. (OpenCV counts from that centre: add 0.5.)
    half_height : of an orthographic picture, in the file's units; None: see `parallel`.

    Raises UsageError.
    """

    yaw: float = -30.0
    pitch: float = 16.0
    distance: float | None = None
    field_of_view: float = 30.0
    up: str = "y"
    parallel: bool = False
    margin: float = 0.0
    pose: ArrayLike | None = None
    intrinsics: tuple[float, float, float, float] | None = None
    half_height: float | None = None

    def __post_init__(self):
        # Tuples: cameras are compared, and sent to other processes.
        if self.pose is not None:
            object.__setattr__(self, "pose", checked_pose(self.pose))
        if self.intrinsics is not None:
            object.__setattr__(self, "intrinsics", checked_intrinsics(self.intrinsics))
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if value is None and name not in ("distance", "half_height"):
                raise UsageError(f"{name} is None, not a number from {low:g} to {high:g}")
            check_number(name, value, low, high)
        object.__setattr__(self, "parallel", checked_flag("parallel", self.parallel))
        if not isinstance(self.margin, Real) or not 0.0 <= self.margin < 0.5:
            raise UsageError(f"margin {self.margin!r} is not a number from 0 to below 0.5")
        if self.up not in ("y", "z"):
            raise UsageError(f"up {self.up!r} is neither 'y' nor 'z'")
        if self.intrinsics is not None and self.parallel:
            raise UsageError("intrinsics are of a perspective camera: parallel excludes them")

    def matrices(
        self, width: int, height: int, sphere: Sphere | None = None, turn: float = 0.0
    ) -> Matrices:
        """Returns the matrices of a picture of `width` x `height` pixels. Raises UsageError.

        sphere : of the model, which a pose needs. turn : degrees by which the model is rotated
            about its vertical axis.
        """
        sphere = sphere or Sphere()
        size = width, height
        slopes = self._slopes(*size)
        if self.pose is not None:
            return self._posed(slopes, sphere, turn)
        distance = self.distance
        if distance is None:
            slope = (
                slopes.narrowest * (1.0 - 2.0 * self.margin) if self.margin else slopes.narrowest
            )
            if not slope > 0.0:
                raise UsageError("a principal point outside the picture needs a pose or a distance")
            distance = math.sqrt(1.0 + slope * slope) / slope  # the sphere touches the frustum
        near, far = distance - NEAR_AND_FAR, distance + NEAR_AND_FAR
        if not self.parallel:
            near = max(near, MIN_NEAR * distance)
        projection = self._projection(slopes, distance, sphere, near, far)
        back = hostmath.translation(0.0, 0.0, -distance)
        view = hostmath.multiply(back, hostmath.rotation(self.pitch, 1.0, 0.0, 0.0))
        turned = hostmath.rotation(self.yaw + turn, 0.0, 1.0, 0.0)
        model = hostmath.multiply(turned, UPRIGHT) if self.up == "z" else turned
        return Matrices(model, view, projection, near, far)

    def _slopes(self, width, height):
        """The slopes of the view's sides."""
        if self.intrinsics is None:
            sine, cosine = hostmath.sin_cos_degrees(self.field_of_view / 2)
            aspect = width / height
            return _Slopes(None, sine, cosine, aspect, sine / cosine * min(1.0, aspect))
        fx, fy, cx, cy = self.intrinsics
        sides = -cx / fx, (width - cx) / fx, (cy - height) / fy, cy / fy
        narrowest = min(-sides[0], sides[1], -sides[2], sides[3])
        return _Slopes(sides, 0.0, 1.0, width / height, narrowest)

    def _projection(self, slopes, distance, sphere, near, far):
        """The projection; distance : of the model's centre, for the scale of a parallel one."""
        if self.parallel:
            height = distance * slopes.sine / slopes.cosine
            if self.half_height is not None:
                height = self.half_height / sphere.radius
            width = height * slopes.aspect
            return hostmath.ortho(-width, width, -height, height, near, far)
        if slopes.sides is None:
            return hostmath.perspective(self.field_of_view, slopes.aspect, near, far)
        return hostmath.frustum(*(side * near for side in slopes.sides), near, far)

    def _posed(self, slopes, sphere, turn):
        """The matrices of a camera with a pose."""
        place = [
            (row[3] - middle) / sphere.radius
            for row, middle in zip(self.pose, sphere.centre, strict=False)
        ]
        fitted = [[*row[:3], at] for row, at in zip(self.pose, place, strict=False)]
        view = hostmath.inverse([*fitted, (0.0, 0.0, 0.0, 1.0)])
        distance = -float(view[2, 3])  # of the model's centre, along the axis of the view
        near, far = distance - NEAR_AND_FAR, distance + NEAR_AND_FAR
        if not self.parallel:
            far = max(far, 2.0 * NEAR_AND_FAR)  # also for a model behind the camera
            near = max(near, MIN_NEAR_INSIDE * far)
        projection = self._projection(slopes, max(distance, 1e-3), sphere, near, far)
        model = hostmath.rotation(turn, 0.0, 1.0, 0.0)
        if self.up == "z":
            model = hostmath.multiply(model, UPRIGHT)
            view = hostmath.multiply(view, hostmath.transpose(UPRIGHT))
        return Matrices(model, view, projection, near, far)


def check_number(name: str, value, low: float, high: float) -> None:
    """Raises UsageError unless `value` is a number from `low` to `high`, or None."""
    if value is not None and not (isinstance(value, Real) and low <= value <= high):
        raise UsageError(f"{name} {value!r} is not a number from {low:g} to {high:g}")


class _Slopes(NamedTuple):
    """The opening of a camera.

    sides : x / -z of the left and right sides, y / -z of the lower and upper; None for a
        symmetric opening. sine, cosine : of half the vertical angle. aspect : width / height.
    narrowest : the least slope of a side, away from the axis.
    """

    sides: tuple[float, ...] | None
    sine: float
    cosine: float
    aspect: float
    narrowest: float


def checked_pose(pose) -> tuple[tuple[float, ...], ...]:
    """Returns a pose as rows of floats. Raises UsageError unless it is a rigid motion."""
    try:
        rows = np.array(pose, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError("pose is not a matrix of 4 x 4 numbers") from None
    if rows.shape != (4, 4):
        raise UsageError(f"pose is an array shaped {rows.shape}, not a matrix of 4 x 4 numbers")
    if not np.isfinite(rows).all():
        raise UsageError("pose has a number that is not finite")
    if np.abs(rows[3] - (0.0, 0.0, 0.0, 1.0)).max() > MAX_SKEW:
        last = " ".join(f"{number:g}" for number in rows[3])
        raise UsageError(f"pose has the last row {last}, not 0 0 0 1: is it transposed?")
    axes = rows[:3, :3].T.tolist()
    products = [hostmath.dot(a, b) for a in axes for b in axes]
    if np.abs(np.reshape(products, (3, 3)) - np.eye(3)).max() > MAX_SKEW:
        raise UsageError("pose has axes that are not perpendicular and of length 1")
    if hostmath.dot(hostmath.cross(axes[0], axes[1]), axes[2]) < 0.0:
        raise UsageError("pose mirrors: its axes are left-handed")
    return tuple(tuple(row) for row in rows.tolist())


def checked_intrinsics(intrinsics) -> tuple[float, float, float, float]:
    """Returns (fx, fy, cx, cy), also of a matrix (3, 3) with these numbers. Raises UsageError."""
    try:
        values = np.array(intrinsics, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError("intrinsics are not the four numbers fx, fy, cx, cy") from None
    if values.shape == (3, 3):
        if values[0, 1] or values[1, 0] or values[2].tolist() != [0.0, 0.0, 1.0]:
            raise UsageError("intrinsics as a matrix are fx 0 cx, 0 fy cy, 0 0 1; skew is refused")
        values = values[[0, 1, 0, 1], [0, 1, 2, 2]]
    if values.shape != (4,):
        raise UsageError(
            f"intrinsics are an array shaped {values.shape}, not four numbers fx, fy, cx, cy"
        )
    least, most = FOCAL_LENGTHS
    if not (values[:2] > 0.0).all() or not (np.abs(values) <= most).all():
        raise UsageError("intrinsics need finite numbers up to 1e9, and fx and fy above 0")
    if not (values[:2] >= least).all():
        raise UsageError(f"intrinsics have an fx or fy below {least:g} pixels")
    return tuple(values.tolist())
