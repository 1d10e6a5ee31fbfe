"""Lights of a model file: their light on surfaces, against the formulas, and their exposure."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from softgl import hostmath, render
from softgl.models import Camera, View, lamps
from softgl.models.finishes import FINISHES
from softgl.models.lamps import Exposure, expose
from softgl.models.parts.materials import Material
from softgl.models.parts.model import Light, Model, Part, Placed
from softgl.models.playing import Playing
from softgl.models.show import Show

SQUARE = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
FACING = View(Camera(yaw=0, pitch=0, parallel=True), (0, 0, 0, 1))
MATT = Material(colour=(0.5, 0.5, 0.5, 1.0), physical=True, roughness=1.0)
SIDE = 33


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch):
    monkeypatch.setattr(lamps, "AMBIENT_BESIDE_LAMPS", 0.0)


def lit(*lights, material=MATT, scale=1.0, exposure=1.0):
    """The linear light (SIDE, SIDE, 3) of a square that faces the eye."""
    part = Part(SQUARE * scale, np.array([[0, 1, 2], [0, 2, 3]]), material=material)
    model = Model([Placed(part, hostmath.IDENTITY)], lights=list(lights))
    show = Show(Playing("a.gltf", model), FINISHES["studio"], FACING)
    if exposure is not None:
        show.exposure = replace(show.exposure, factor=exposure)
    (image,) = render.frames(show, SIDE, SIDE, machine="eager")
    display = np.asarray(image)[..., :3] / 255
    return display * display  # gamma 2


def brdf(normal_light, material=MATT, light=(0, 0, 1)):
    """glTF 2.0, appendix B: of a surface that faces the eye, times the cosine."""
    half = np.array([0, 0, 1.0]) + light
    half = half / np.linalg.norm(half)
    fresnel = 0.04 + 0.96 * (1 - half @ light) ** 5
    alpha = material.roughness**2
    d = alpha**2 / (math.pi * (half[2] ** 2 * (alpha**2 - 1) + 1) ** 2)
    v = 0.5 / (normal_light + math.sqrt(normal_light**2 * (1 - alpha**2) + alpha**2))
    diffuse = (1 - fresnel) * material.colour[0] / math.pi
    return (diffuse + fresnel * d * v) * normal_light


def at(x, y, z):
    return hostmath.translation(x, y, z)


def test_a_directional_light_straight_on():
    middle = lit(Light("directional", (2.0, 1.0, 0.0), at(9, 9, 9)))[SIDE // 2, SIDE // 2]
    expected = brdf(1.0)
    assert middle == pytest.approx([2 * expected, expected, 0], abs=0.01)


def test_a_directional_light_from_the_side_and_from_behind():
    turned = hostmath.rotation(60, 0, 1, 0)  # shines from the right
    middle = lit(Light("directional", (2.0, 2.0, 2.0), turned))[SIDE // 2, SIDE // 2, 0]
    expected = 2 * brdf(0.5, light=np.array([math.sqrt(0.75), 0, 0.5]))
    assert middle == pytest.approx(expected, abs=0.01)
    behind = hostmath.rotation(180, 0, 1, 0)
    assert lit(Light("directional", (2.0, 2.0, 2.0), behind)).max() < 1e-4


@pytest.mark.parametrize("scale", [1.0, 10.0])
def test_a_point_light_weakens_with_the_square_of_the_distance(scale):
    """The units are those of the file, though the model is scaled to the unit sphere."""
    for distance in (1.0, 2.0):
        light = Light("point", (1.5,) * 3, at(0, 0, distance))
        middle = lit(light, scale=scale)[SIDE // 2, SIDE // 2, 0]
        assert middle == pytest.approx(1.5 / distance**2 * brdf(1.0), abs=0.01)


def test_the_range_ends_a_light():
    light = Light("point", (2.0,) * 3, at(0, 0, 1), reach=1.25)
    picture = lit(light)[..., 0]
    window = 1 - 0.8**4
    assert picture[SIDE // 2, SIDE // 2] == pytest.approx(2 * window * brdf(1.0), abs=0.01)
    assert picture[SIDE // 2, -8] < 1e-4  # at a distance of more than 1.25


def test_spots_have_cones():
    light = Light("spot", (2.0,) * 3, at(0, 0, 1), cone=(math.cos(0.3), math.cos(0.5)))
    row = lit(light)[SIDE // 2, :, 0]
    assert row[SIDE // 2] == pytest.approx(2 * brdf(1.0), abs=0.01)
    centre = (SIDE - 1) / 2
    pixels_per_unit = SIDE / 2 / math.sqrt(2)  # the sphere touches the sides
    inside, outside = centre + 0.2 * pixels_per_unit, centre + 0.62 * pixels_per_unit
    assert row[int(inside)] > 0.2 and row[int(outside) + 1] < 1e-4


def test_glossy_surfaces_have_highlights():
    smooth = replace(MATT, roughness=0.3)
    light = Light("directional", (0.2,) * 3, hostmath.IDENTITY)
    middle = lit(light, material=smooth)[SIDE // 2, SIDE // 2, 0]
    assert middle == pytest.approx(0.2 * brdf(1.0, smooth), abs=0.02)


def test_several_lights_add_up():
    red, green = (Light("directional", colour, at(0, 0, 0)) for colour in ((1, 0, 0), (0, 1, 0)))
    middle = lit(red, green)[SIDE // 2, SIDE // 2]
    assert middle == pytest.approx([brdf(1.0), brdf(1.0), 0], abs=0.01)


def exposure_of(*lights) -> Exposure:
    part = Part(SQUARE, np.array([[0, 1, 2], [0, 2, 3]]), material=MATT)
    playing = Playing("a.gltf", Model([Placed(part, hostmath.IDENTITY)], lights=list(lights)))
    return expose(list(lights), playing.sphere, playing.meshes(playing.model(0.0)))


def test_weak_lights_are_used_as_stated_and_strong_ones_are_darkened():
    weak = Light("directional", (3.0, 1.0, 1.0), hostmath.IDENTITY)
    assert exposure_of(weak).factor == 1.0
    assert exposure_of() == Exposure()
    strong = Light("directional", (300.0, 100.0, 100.0), hostmath.IDENTITY)
    assert exposure_of(strong).factor == pytest.approx(math.pi / 300)
    # A bulb of 54351 cd, as Blender writes for 1000 W, at a distance of sqrt(11) from each corner.
    bulb = Light("point", (54351.0,) * 3, at(0, 0, 3))
    assert exposure_of(bulb).factor == pytest.approx(math.pi * 11 / 54351)
    white = replace(MATT, colour=(1.0, 1.0, 1.0, 1.0))
    assert 0.8 < lit(bulb, material=white, exposure=None).max() <= 1.0


def test_the_brightest_lights_are_drawn():
    lights = [Light("directional", (n / 10,) * 3, hostmath.IDENTITY) for n in (*range(10), 3)]
    assert exposure_of(*lights).chosen == (3, 4, 5, 6, 7, 8, 9, 10)


def test_lights_without_numbers_end_harmlessly():
    nowhere = Light("point", (1.0,) * 3, at(np.inf, 0, 0))
    inside = Light("spot", (1.0,) * 3, at(-1, -1, 0), cone=(1.0, 1.0))
    flat = Light("directional", (1.0,) * 3, np.zeros((4, 4)))
    assert exposure_of(nowhere, inside, flat).factor == 1.0
    lit(inside, flat)
