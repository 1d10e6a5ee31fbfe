"""From where a model is seen, and through what lens."""

from __future__ import annotations

import math

import numpy as np

from softgl import hostmath
from softgl.records import dataclass

# The model lies in the unit sphere; a little more than that is kept from the planes that cut.
NEAR_AND_FAR = 1.01
NEAREST = 0.01
UPRIGHT = hostmath.rotation(-90.0, 1.0, 0.0, 0.0)  # z up becomes y up


@dataclass(frozen=True)
class Camera:
    """Where the eye is, which looks at the middle of the model.

    yaw, pitch : how the model is turned towards the eye, about its vertical axis and then about the
        horizontal one, in degrees: a positive pitch shows it from above.
    distance : of the eye from the middle, in radii of the model's bounding sphere; None: as near as
        all of the sphere is in the picture.
    field_of_view : the whole vertical angle, in degrees, above 0 and below 180.
    up : "y" or "z", the axis that is vertical in the file.
    parallel : whether what is far is as large as what is near. The picture is then as large as a
        perspective one is at the distance of the middle.
    """

    yaw: float = -30.0
    pitch: float = 16.0
    distance: float | None = None
    field_of_view: float = 30.0
    up: str = "y"
    parallel: bool = False

    def matrices(self, aspect: float) -> tuple[np.ndarray, np.ndarray]:
        """The view, before the yaw, and the projection for a window of this width by height."""
        sine, cosine = hostmath.sin_cos_degrees(self.field_of_view / 2)
        distance = self.distance
        if distance is None:
            slope = sine / cosine * min(1.0, aspect)
            distance = math.sqrt(1.0 + slope * slope) / slope  # the sphere touches the view's sides
        near, far = distance - NEAR_AND_FAR, distance + NEAR_AND_FAR
        if self.parallel:
            height = distance * sine / cosine
            width = height * aspect
            projection = hostmath.ortho(-width, width, -height, height, near, far)
        else:
            near = max(near, NEAREST * distance)
            projection = hostmath.perspective(self.field_of_view, aspect, near, far)
        back = hostmath.translation(0.0, 0.0, -distance)
        return hostmath.multiply(back, hostmath.rotation(self.pitch, 1.0, 0.0, 0.0)), projection

    def model(self, turn: float = 0.0) -> np.ndarray:
        """The model's own matrix: upright, by the yaw and `turn` more degrees about the axis."""
        turned = hostmath.rotation(self.yaw + turn, 0.0, 1.0, 0.0)
        return hostmath.multiply(turned, UPRIGHT) if self.up == "z" else turned
