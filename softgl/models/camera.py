"""The camera of a model: its place, its direction and its projection."""

from __future__ import annotations

import math

import numpy as np

from softgl import hostmath
from softgl.records import dataclass

# The model lies in the unit sphere. Half the depth of the view volume, with a margin:
NEAR_AND_FAR = 1.01
MIN_NEAR = 0.01  # of the near plane, in parts of the camera's distance
UPRIGHT = hostmath.rotation(-90.0, 1.0, 0.0, 0.0)  # z up becomes y up


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the centre of the model.

    yaw, pitch : rotation of the model about its vertical axis, then about the horizontal one, in
        degrees; a positive pitch shows it from above.
    distance : of the camera from the centre, in radii of the model's bounding sphere; None: the
        shortest distance at which the whole sphere is visible.
    field_of_view : the whole vertical angle in degrees, above 0 and below 180.
    up : "y" or "z", the vertical axis of the file.
    parallel : True for an orthographic projection, with the scale of a perspective one at the
        distance of the centre.
    """

    yaw: float = -30.0
    pitch: float = 16.0
    distance: float | None = None
    field_of_view: float = 30.0
    up: str = "y"
    parallel: bool = False

    def matrices(self, aspect: float) -> tuple[np.ndarray, np.ndarray]:
        """The view matrix, without the yaw, and the projection; aspect : width / height."""
        sine, cosine = hostmath.sin_cos_degrees(self.field_of_view / 2)
        distance = self.distance
        if distance is None:
            slope = sine / cosine * min(1.0, aspect)
            distance = math.sqrt(1.0 + slope * slope) / slope  # the sphere touches the frustum
        near, far = distance - NEAR_AND_FAR, distance + NEAR_AND_FAR
        if self.parallel:
            height = distance * sine / cosine
            width = height * aspect
            projection = hostmath.ortho(-width, width, -height, height, near, far)
        else:
            near = max(near, MIN_NEAR * distance)
            projection = hostmath.perspective(self.field_of_view, aspect, near, far)
        back = hostmath.translation(0.0, 0.0, -distance)
        return hostmath.multiply(back, hostmath.rotation(self.pitch, 1.0, 0.0, 0.0)), projection

    def model(self, turn: float = 0.0) -> np.ndarray:
        """The model matrix: z up if the file says so, and yaw + turn degrees about the axis."""
        turned = hostmath.rotation(self.yaw + turn, 0.0, 1.0, 0.0)
        return hostmath.multiply(turned, UPRIGHT) if self.up == "z" else turned
