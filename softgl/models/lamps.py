"""The lights of a model file as parameters of nvfp4/physical.fp: its lamps, and their exposure.

Lights are used as their file states them, in lux and candela, and a white surface that faces pi lux
is white. Brighter lights, as of files whose exporter counts in watts, are darkened together.
"""

from __future__ import annotations

import numpy as np

from softgl import gl, hostmath
from softgl.models.camera import Matrices, Sphere
from softgl.models.meshes import Mesh
from softgl.models.parts.model import Light
from softgl.records import dataclass

MAX_LAMPS = 8
"""The lights of a file that are drawn: the brightest ones."""
FIRST, SIZE = 8, 3
"""The first local parameter of lamps, and the number of each lamp's."""
AMBIENT = 0.8
"""The share of the surroundings' light, so that white keeps its shades."""
AMBIENT_BESIDE_LAMPS = 0.3
"""The share of the surroundings' light in a file with lights."""
MAX_SAMPLES = 4096
"""Vertices at which the light is measured."""
MIN_CONE = 0.001
"""The least difference of the cosines of a spot's cone (KHR_lights_punctual)."""


@dataclass(frozen=True)
class Exposure:
    """The choice of a file's lights.

    chosen : indices of the lights that are drawn. factor : of their light.
    """

    chosen: tuple[int, ...] = ()
    factor: float = 1.0


def expose(lights: list[Light], sphere: Sphere, meshes: list[Mesh]) -> Exposure:
    """Chooses the brightest lights, and how bright they are drawn.

    meshes : of the model, in the unit sphere of `sphere`.
    """
    if not lights:
        return Exposure()
    positions = np.concatenate([mesh.positions for mesh in meshes])
    step = -(-len(positions) // MAX_SAMPLES)
    places = positions[::step] * sphere.radius + np.array(sphere.centre)
    falling = np.array([_illuminance(light, places) for light in lights])  # (lights, n)
    totals = [float(np.sort(row)[len(row) // 2]) for row in falling]
    peaks = falling.max(axis=1).tolist()
    order = sorted(range(len(lights)), key=lambda i: (-totals[i], -peaks[i], i))[:MAX_LAMPS]
    lit = np.zeros(falling.shape[1])
    for row in falling:
        lit = lit + row
    lit = np.sort(lit[lit > 0.0])
    # The middle vertex of those in light: a lamp within the model is near a few of them.
    middle = float(lit[len(lit) // 2]) if len(lit) else 0.0
    factor = hostmath.PI / middle if np.isfinite(middle) and middle > hostmath.PI else 1.0
    return Exposure(tuple(sorted(order)), factor)


def _illuminance(light, places):
    """The light (n,) that a light sends to places (n, 3), the largest of its colours."""
    strength = max(light.colour)
    if light.kind == "directional":
        return np.full(len(places), strength)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        x, y, z = (light.matrix[:3, 3] - places).T
        square = x * x + y * y + z * z
        found = strength / square
        if light.reach is not None:
            part = square / (light.reach * light.reach)
            found = found * np.clip(1.0 - part * part, 0.0, 1.0)
        if light.cone is not None:
            (a, b, c), offset = _cone(light)
            edge = (a * x + b * y + c * z) / np.sqrt(square) + offset
            edge = np.clip(edge, 0.0, 1.0)
            found = found * edge * edge
    return np.nan_to_num(found, nan=0.0, posinf=0.0)


def _cone(light):
    """The backward axis of a spot in the world, scaled, and the offset of its edge."""
    if light.cone is None:
        return (0.0, 0.0, 0.0), 1.0
    inner, outer = light.cone
    # KHR_lights_punctual, Inner and Outer Cone Angles: the reference code.
    scale = 1.0 / max(MIN_CONE, inner - outer)
    return [scale * each for each in _backward(light)], -outer * scale


def _backward(light):
    """The unit vector against the direction in which a light shines."""
    return hostmath.normalize(light.matrix[:3, 2])


def load_lamps(program: int, lights: list[Light], exposure: Exposure, sphere, matrices) -> None:
    """Loads the local parameters of physical.fp for a frame.

    sphere : of the model. matrices : of the camera.
    """
    fragment = gl.GL_FRAGMENT_PROGRAM_ARB
    gl.glBindProgramARB(fragment, program)
    share = AMBIENT_BESIDE_LAMPS if exposure.chosen else AMBIENT
    gl.glProgramLocalParameter4fARB(fragment, 5, len(exposure.chosen), share, 0.0, 0.0)
    for place, index in enumerate(exposure.chosen):
        first = FIRST + SIZE * place
        rows = lamp_parameters(lights[index], exposure.factor, sphere, matrices)
        for number, values in enumerate(rows, first):
            gl.glProgramLocalParameter4fARB(fragment, number, *values)


def lamp_parameters(light: Light, factor: float, sphere: Sphere, matrices: Matrices):
    """The `SIZE` parameters of a lamp, four floats each; factor : of its light."""
    to_eye = hostmath.multiply(matrices.view, matrices.model)
    axis, offset = _cone(light)
    axis = hostmath.transform(to_eye, [*axis, 0.0])[:3].tolist()
    radius = sphere.radius
    if light.kind == "directional":
        place = [*hostmath.transform(to_eye, [*_backward(light), 0.0])[:3].tolist(), 0.0]
        share = factor
    else:
        at = [
            (here - middle) / radius
            for here, middle in zip(light.matrix[:3, 3].tolist(), sphere.centre, strict=True)
        ]
        place = hostmath.transform(to_eye, [*at, 1.0]).tolist()
        share = factor / (radius * radius)  # the distances in the unit sphere are shorter
    end = 0.0
    if light.reach is not None:
        end = radius / light.reach
        end = end * end * end * end
    return place, [*(part * share for part in light.colour), end], [*axis, offset]
