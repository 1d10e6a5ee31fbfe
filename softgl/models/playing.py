"""A model at the times of one of its animations, fitted into the unit sphere."""

from __future__ import annotations

from dataclasses import replace

from softgl.models.camera import Camera
from softgl.models.files.errors import ModelError
from softgl.models.meshes import Mesh, bounding_sphere, build_meshes, fit
from softgl.models.parts.model import Model

MAX_POSES = 17
"""Times of an animation whose poses one sphere holds, so that the camera does not jump."""
MAX_POSED_VERTICES = 1 << 22
"""Vertices of all these poses together, if there are more than two."""


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

        A mesh that is as in the call before is the same object.
        """
        meshes, fitted = self._built(model), []
        for mesh in meshes:
            if id(mesh) not in self._fitted:
                self._fitted[id(mesh)] = mesh, *fit([mesh], self.sphere)
            fitted.append(self._fitted[id(mesh)][1])
        self._fitted = {id(mesh): self._fitted[id(mesh)] for mesh in meshes}
        return fitted

    def _built(self, model):
        return build_meshes(self.path, model.placed, self._known)

    def _sphere(self):
        model = self.model(0.0)
        meshes = self._built(model)
        if self._play is None:
            return bounding_sphere(self.path, meshes)
        vertices = sum(len(mesh.positions) for mesh in meshes)
        poses = max(2, min(MAX_POSES, MAX_POSED_VERTICES // vertices))
        found = {id(mesh): mesh for mesh in meshes}
        for number in range(1, poses):
            model = self.model(number / (poses - 1))
            found.update((id(mesh), mesh) for mesh in self._built(model))
        return bounding_sphere(self.path, list(found.values()))


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
