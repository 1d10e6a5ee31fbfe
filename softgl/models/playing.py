"""A model at the times of one of its animations, fitted into the unit sphere."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from softgl.models.camera import Camera
from softgl.models.files.errors import ModelError
from softgl.models.meshes import Mesh, bounding_sphere, build_meshes, fit, transformed
from softgl.models.parts.model import Model

MAX_POSES = 17
"""Times of an animation whose poses one sphere holds, so that the camera does not jump."""
MAX_POSED_VERTICES = 1 << 22
"""Vertices of all these poses together, if there are more than two."""
MAX_POSED_PARTS = 1 << 17
"""Placed parts of all these poses together, if there are more than two."""


class Playing:
    """A model and the animation that is played. Raises ModelError for an unknown name.

    animation : a name, or a number from 0; None for the first animation, if there is one.
    sphere : around the model at all times, in the units of its file.
    animated : True if the model has an animation.
    """

    def __init__(self, path, model: Model, animation: str | None = None):
        self.path, self._model = path, model
        self._play = None
        if animation is not None or model.animations:
            name = find(path, model.animations, "animation", animation or "0")
            self._play = model.animations[name]
        self._known: dict = {}
        self._fitted: dict[int, tuple[Mesh, Mesh]] = {}  # id of a mesh -> it, and fitted
        self.sphere = self._sphere()

    @property
    def animated(self) -> bool:
        return self._play is not None

    def model(self, time: float) -> Model:
        """The model at a time, 0 to 1."""
        return self._model if self._play is None else self._play(time)

    def meshes(self, model: Model) -> list[Mesh]:
        """The meshes of a model of `model`, within the unit sphere. Raises ModelError.

        A mesh of an animated model that is as in the call before is the same object.
        """
        meshes, fitted = self._built(model), []
        if not self.animated:
            self._known.clear()  # frees the positions that are not fitted
            return fit(meshes, self.sphere)
        for mesh in meshes:
            if id(mesh) not in self._fitted:
                self._fitted[id(mesh)] = mesh, *fit([mesh], self.sphere)
            fitted.append(self._fitted[id(mesh)][1])
        self._fitted = {id(mesh): self._fitted[id(mesh)] for mesh in meshes}
        return fitted

    def _built(self, model):
        return build_meshes(self.path, model.placed, self._known)

    def _sphere(self):
        if self._play is None:
            return bounding_sphere(self.path, self._built(self._model))
        clouds, used = {}, {}
        poses, number = 2, 0
        while number < poses:
            model = self.model(number / (poses - 1))
            if not number:
                poses = pose_count(model)
            for part, matrices in _batches(model):
                key = id(part), matrices.tobytes()
                if key not in clouds:
                    # The pair keeps the part, and so its id.
                    clouds[key] = part, self._cloud(part, matrices, used)
            number += 1
        return bounding_sphere(self.path, [cloud for _, cloud in clouds.values()])

    def _cloud(self, part, matrices, used):
        """The positions of a part's elements at its places; used : those of parts by their ids."""
        if id(part) not in used:
            mask = np.zeros(len(part.positions), dtype=bool)
            mask[part.elements] = True
            used[id(part)] = np.asarray(part.positions, np.float64)[mask]
        positions, _ = transformed(matrices, used[id(part)], None)
        if not np.isfinite(positions).all():
            raise ModelError(f"{self.path} cannot be shown: a node places its mesh too far")
        return Cloud(positions)


class Cloud(NamedTuple):
    """Positions (n, 3) float64."""

    positions: np.ndarray


def pose_count(model: Model) -> int:
    """The number of poses of an animated model that its sphere holds, from 2."""
    vertices = sum(len(part.positions) for part, _ in model.placed)
    most = MAX_POSED_VERTICES // max(1, vertices), MAX_POSED_PARTS // max(1, len(model.placed))
    return max(2, min(MAX_POSES, *most))


def _batches(model):
    """Each part that draws anything with the matrices (k, 4, 4) of its places."""
    batches = {}
    for part, matrix in model.placed:
        if len(part.elements):
            batches.setdefault(id(part), (part, []))[1].append(matrix)
    return [(part, np.array(matrices)) for part, matrices in batches.values()]


def find(path, entries, kind: str, wanted: str) -> str:
    """The name of an entry by its name, or its number from 0. Raises ModelError.

    kind : of the entries, for the message.
    """
    names = list(entries)
    if wanted in names:
        return wanted
    if wanted.isdecimal() and int(wanted) < len(names):
        return names[int(wanted)]
    known = f"known are {', '.join(names)}" if names else f"the file has no {kind}s"
    raise ModelError(f"{path}: unknown {kind} {wanted!r}; {known}")


def camera_of(path, model: Model, wanted: str, camera: Camera) -> Camera:
    """`camera` at the place of a camera of the file, with its projection.

    wanted : the name of the camera's node, or of the camera, or its number from 0.

    Raises ModelError.
    """
    cameras = model.cameras
    names = {own.name: name for name, own in cameras.items() if own.name not in cameras}
    own = cameras[names.get(wanted) or find(path, cameras, "camera", wanted)]
    parallel = own.half_height is not None
    return replace(
        camera,
        pose=own.pose,
        intrinsics=None,
        parallel=parallel,
        field_of_view=camera.field_of_view if parallel else own.field_of_view,
        half_height=own.half_height,
    )
