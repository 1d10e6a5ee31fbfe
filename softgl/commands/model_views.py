"""The options of `softgl render` for models: their camera, their look and files of numbers."""

from __future__ import annotations

import os
import re

from softgl.commands.arguments import number
from softgl.errors import UsageError
from softgl.files import FileError, read_file

MAX_POSE_BYTES = 1 << 16
"""Bytes of a file with a pose."""
ARGUMENTS = {
    "--material": {
        "choices": ("studio", "chrome", "gold"),
        "help": "studio (the default) shows the model's own colours in plain light, chrome and "
        "gold reflect the lamps of a studio",
    },
    "--root": {
        "metavar": "DIR",
        "help": "a folder; textures and other files of the model are read from below it too, not "
        "only from the model's own folder",
    },
    "--yaw": {"metavar": "DEGREES", "help": "rotation about the vertical axis; default: -30"},
    "--pitch": {"metavar": "DEGREES", "help": "elevation of the camera; default: 16"},
    "--distance": {
        "metavar": "RADII",
        "help": "distance of the camera in radii of the model; default: fits the model",
    },
    "--margin": {
        "metavar": "PART",
        "help": "part of the picture that stays free on each side of a fitted model, 0 to 0.49; "
        "default: 0",
    },
    "--fov": {"metavar": "DEGREES", "help": "vertical field of view; default: 30"},
    "--up": {"choices": ("y", "z"), "help": "the vertical axis of the file; default: y"},
    "--ortho": {"action": "store_true", "help": "orthographic projection"},
    "--pose": {
        "metavar": "MATRIX",
        "help": "the camera's place in the file's coordinates, instead of --yaw, --pitch and "
        "--distance: 16 numbers, row by row, of the matrix from the camera, which looks along its "
        "-z, to the file; or a file with them, a text or .npy",
    },
    "--intrinsics": {
        "metavar": "FX,FY,CX,CY",
        "help": "focal lengths and principal point in pixels from the upper left edge, instead "
        "of --fov",
    },
    "--camera": {
        "metavar": "NAME",
        "help": "a camera of the file (glTF), by its name or its number from 0, with its own "
        "projection, instead of --yaw, --fov and so on",
    },
    "--animation": {
        "metavar": "NAME",
        "help": "the animation of the file (glTF) that --frames and --time play, by its name or "
        "its number from 0; default: the first one. A file without animation turns",
    },
    "--background": {
        "metavar": "COLOUR",
        "help": "a name, #rrggbb, #rrggbbaa, or transparent",
    },
    "--wireframe": {"action": "store_true", "help": "draw only the edges of triangles"},
    "--point-size": {"metavar": "PIXELS", "help": "size of points; default: height / 320"},
    "--line-width": {"metavar": "PIXELS", "help": "width of lines; default: height / 320"},
}
SURFACE_ARGUMENTS = {
    "--depth": {
        "metavar": "FILE",
        "help": "distances along the axis of the view, in the file's units; 0: nothing",
    },
    "--depth-scale": {
        "metavar": "N",
        "help": "values of a PNG are depth * N, such as 1000 for millimetres of a model in metres; "
        "default: from the nearest to the furthest depth that the camera shows",
    },
    "--normals": {"metavar": "FILE", "help": "unit vectors in the file's coordinates"},
    "--positions": {"metavar": "FILE", "help": "places in the file's coordinates"},
    "--ids": {"metavar": "FILE", "help": "numbers of the file's parts from 1; 0: nothing"},
    "--triangles": {
        "metavar": "FILE",
        "help": "numbers of the triangles in their parts from 1; 0: nothing",
    },
}
SURFACE_OPTIONS = ("depth", "normals", "positions", "ids", "triangles")


def view_of(options):
    """Makes the View of a model from its options; None without any. Raises UsageError."""
    camera = {
        "yaw": number("--yaw", options.yaw, -1e6, 1e6),
        "pitch": number("--pitch", options.pitch, -1e6, 1e6),
        "distance": number("--distance", options.distance, 0.001, 1e6),
        "margin": number("--margin", options.margin, 0.0, 0.49),
        "field_of_view": number("--fov", options.fov, 0.1, 179.0),
        "up": options.up,
        "parallel": options.ortho or None,
        "pose": _pose(options.pose),
        "intrinsics": _intrinsics(options.intrinsics),
    }
    camera = {name: value for name, value in camera.items() if value is not None}
    for present, excluded in (
        ("pose", ("yaw", "pitch", "distance", "margin")),
        ("intrinsics", ("field_of_view", "parallel")),
    ):
        both = [name for name in excluded if present in camera and name in camera]
        if both:
            option = {"field_of_view": "fov", "parallel": "ortho"}.get(both[0], both[0])
            raise UsageError(f"--{present} excludes --{option}")
    if options.camera is not None and camera:
        option = next(iter(camera))
        option = {"field_of_view": "fov", "parallel": "ortho"}.get(option, option)
        raise UsageError(f"--camera excludes --{option}")
    look = {
        "animation": options.animation,
        "file_camera": options.camera,
        "background": _colour(options.background),
        "wireframe": options.wireframe or None,
        "point_size": number("--point-size", options.point_size, 0.1, 100.0),
        "line_width": number("--line-width", options.line_width, 0.1, 100.0),
    }
    look = {name: value for name, value in look.items() if value is not None}
    if not camera and not look:
        return None
    from softgl.models import Camera, View

    return View(Camera(**camera), **look)


def model_options(options) -> list[str]:
    """Returns the names of the options of models that are given."""
    found = []
    for names in ARGUMENTS:
        option = names.split()[0]
        if getattr(options, option.removeprefix("--").replace("-", "_"), None):
            found.append(option)
    return found


def surface_files(options, count: int, first: int):
    """Makes the SurfaceFiles of --depth and so on, for `count` frames; None without any.

    Raises UsageError and ImageError.
    """
    scale = number("--depth-scale", options.depth_scale, 1e-12, 1e12)
    found = {name: getattr(options, name) for name in SURFACE_OPTIONS}
    files = {name: path for name, path in found.items() if path is not None}
    if scale is not None and "depth" not in files:
        raise UsageError("--depth-scale is of --depth FILE")
    if not files:
        return None
    if options.jobs is not None or options.scheduler is not None:
        raise UsageError(f"--{next(iter(files))} excludes --jobs and --scheduler")
    from softgl.surface_files import SurfaceFiles

    return SurfaceFiles(files, count, first, scale)


def _pose(text):
    """Parses --pose, numbers or the name of a file; None if it is missing."""
    if text is None:
        return None
    if os.path.isfile(text):
        return _pose_file(text)
    if not re.search(r"[\d.]\s*[,;\s]\s*[-+\d.]", text):
        raise UsageError(f"--pose {text!r} is neither a file nor 16 numbers")
    return _matrix(text, f"--pose {text!r}")


def _pose_file(path):
    try:
        data = read_file(path, MAX_POSE_BYTES)
    except FileError as error:
        raise UsageError(f"--pose: {error}") from None
    if not data.startswith(b"\x93NUMPY"):
        return _matrix(data.decode("latin-1"), f"--pose {path}")
    import io

    import numpy as np

    try:
        matrix = np.load(io.BytesIO(data), allow_pickle=False).astype(np.float64)
    except Exception:  # numpy raises many types for damaged files
        raise UsageError(f"--pose {path} is a .npy file without a matrix of numbers") from None
    return np.vstack([matrix, [0.0, 0.0, 0.0, 1.0]]) if matrix.shape == (3, 4) else matrix


def _matrix(text, source):
    """Parses 16 numbers, or the 12 of the first three rows, to rows. Raises UsageError."""
    words = [word for word in re.split(r"[\s,;\[\]()]+", text) if word]
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        wrong = next(word for word in words if not _is_number(word))
        raise UsageError(f"{source}: found {wrong[:20]!r}, expected a number") from None
    if len(numbers) == 12:
        numbers += [0.0, 0.0, 0.0, 1.0]
    if len(numbers) != 16:
        raise UsageError(f"{source}: found {len(numbers)} numbers, expected 16")
    return [numbers[row : row + 4] for row in range(0, 16, 4)]


def _is_number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


def _intrinsics(text):
    """Parses --intrinsics to (fx, fy, cx, cy); None if it is missing."""
    if text is None:
        return None
    words = re.split(r"[\s,]+", text.strip())
    if len(words) != 4 or not all(_is_number(word) for word in words):
        raise UsageError(f"--intrinsics {text!r} is not of the form FX,FY,CX,CY, four numbers")
    return [float(word) for word in words]


def _colour(text):
    """Parses --background to (r, g, b, a), 0 to 1; None if it is missing."""
    if text is None:
        return None
    if text == "transparent":
        return 0.0, 0.0, 0.0, 0.0
    from PIL import ImageColor

    try:
        parts = ImageColor.getrgb(text)
    except ValueError:
        raise UsageError(
            f"--background {text!r} is not a colour: a name such as white, #rrggbb, or transparent"
        ) from None
    return tuple(part / 255 for part in (*parts, 255)[:4])
