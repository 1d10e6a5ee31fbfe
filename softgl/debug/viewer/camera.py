"""A camera whose picture is shifted: `ShiftedCamera`, and the one of a request."""

from __future__ import annotations

from dataclasses import fields

from softgl import hostmath
from softgl.models.camera import RANGES, Camera, Matrices
from softgl.records import dataclass


@dataclass(frozen=True)
class ShiftedCamera(Camera):
    """A camera whose picture is shifted in the window.

    shift : to the right and up, in half widths and half heights of the picture.
    """

    shift: tuple[float, float] = (0.0, 0.0)

    def matrices(self, width, height, sphere=None, turn=0.0) -> Matrices:
        """Returns the matrices of `Camera`, with the shift in the projection."""
        found = super().matrices(width, height, sphere, turn)
        shift = hostmath.translation(*self.shift, 0.0)
        return found._replace(projection=hostmath.multiply(shift, found.projection))


def moved(
    camera: Camera,
    size: tuple[int, int],
    yaw: float,
    pitch: float,
    zoom: float,
    shift: tuple[float, float],
) -> ShiftedCamera:
    """Returns a camera at another place.

    size : of the picture in pixels. yaw, pitch : in degrees, instead of those of `camera`.
    zoom : the distance of `camera` from the model / that of the result, which stays in its range.
    """
    own = {field.name: getattr(camera, field.name) for field in fields(Camera)}
    distance = -float(camera.matrices(*size).view[2, 3])
    least, most = RANGES["distance"]
    distance = min(max(distance / zoom, least), most)
    own |= {"yaw": yaw, "pitch": pitch, "distance": distance}
    return ShiftedCamera(**own, shift=shift)
