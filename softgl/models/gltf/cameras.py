"""The cameras of a glTF file (glTF 2.0, 3.10)."""

from __future__ import annotations

import numpy as np

from softgl import hostmath
from softgl.models.files.errors import ModelError
from softgl.models.gltf.document import Document
from softgl.models.parts.model import FIELDS_OF_VIEW, HALF_HEIGHTS, FileCamera


def read_camera(document: Document, index) -> FileCamera:
    """The camera `index` of a file, at the origin. Raises ModelError."""
    camera = document.item("cameras", index)
    kind = camera.get("type")
    if kind not in ("perspective", "orthographic"):
        raise document.error(
            f"found type {document.brief(kind)}, expected perspective or orthographic"
        )
    values = document.object(camera, kind)
    named = camera["name"] if isinstance(camera.get("name"), str) else ""

    def number(name):
        return document.real(values.get(name), name)

    if kind == "perspective":
        angle = number("yfov")
        degrees, (least, most) = angle * 180.0 / hostmath.PI, FIELDS_OF_VIEW
        if not least <= degrees <= most:
            raise document.error(f"found yfov {angle}, expected 0 to pi")
        return FileCamera(named, hostmath.IDENTITY, field_of_view=degrees)
    # glTF 2.0, 5.13.2: ymag "MUST NOT be equal to zero. This value SHOULD NOT be negative."
    half_height, (least, most) = abs(number("ymag")), HALF_HEIGHTS
    if not least <= half_height <= most:
        raise document.error(f"found ymag {half_height:g}, expected {least:g} to {most:g}")
    return FileCamera(named, hostmath.IDENTITY, half_height=half_height)


def read_cameras(document: Document, order: list[int]) -> dict[str, tuple[int, FileCamera]]:
    """The cameras that nodes of the scene place: name -> (node, camera at the origin).

    The name is that of the node, else of the camera, else the camera's index; a name that is taken
    has the node's index behind it. Warns of cameras that cannot be used.
    """
    nodes, found = document.items("nodes"), {}
    for node in sorted(order):
        if "camera" not in nodes[node]:
            continue
        index = nodes[node]["camera"]
        try:
            camera = read_camera(document, index)
        except ModelError as error:
            reason = str(error).removeprefix(str(document.error("")))
            document.folder.warn(f"camera {document.brief(index)} cannot be used: {reason}")
            continue
        name = nodes[node].get("name")
        name = (name if isinstance(name, str) else "") or camera.name or str(index)
        found[f"{name} {node}" if name in found else name] = node, camera
    return found


def rigid(matrix: np.ndarray) -> np.ndarray | None:
    """The rotation and the place of a world matrix (4, 4); None if it has no rotation.

    glTF 2.0, 3.10.2: the scale of a camera's node is ignored.
    """
    if not np.isfinite(matrix).all():
        return None
    right, up = (hostmath.normalize(matrix[:3, column]) for column in (0, 1))
    back = hostmath.normalize(hostmath.cross(right, up))
    if not any(back):
        return None
    result = np.identity(4)
    result[:3, 0], result[:3, 2], result[:3, 3] = right, back, matrix[:3, 3]
    result[:3, 1] = hostmath.cross(back, right)
    return result
