"""Animations of glTF: interpolation of keys, times, several animations, and errors."""

from __future__ import annotations

import math

import numpy as np
import pytest

from softgl.models import ModelError
from softgl.models.gltf.animation import slerp
from tests.models.documents import TRIANGLE
from tests.models.gltf.builder import Tree, drawn

HALF = math.sqrt(0.5)
STILL, QUARTER, HALF_TURN = (0, 0, 0, 1), (0, 0, HALF, HALF), (0, 0, 1, 0)  # about z


def triangle(**node) -> Tree:
    tree = Tree(nodes=[{"mesh": 0, **node}])
    tree.json["meshes"] = [{"primitives": [{"attributes": {"POSITION": tree.add(TRIANGLE)}}]}]
    return tree


def first_corner(tree, time, name="0", corner=0):
    return drawn(tree.model().animations[name](time))[corner]


@pytest.mark.parametrize(
    ("interpolation", "time", "expected"),
    [
        ("LINEAR", 0.0, 1.0),
        ("LINEAR", 0.25, 2.0),
        ("LINEAR", 0.5, 3.0),
        ("LINEAR", 0.625, 4.0),
        ("LINEAR", 1.0, 7.0),
        (None, 0.25, 2.0),
        ("STEP", 0.25, 1.0),
        ("STEP", 0.5, 3.0),
        ("STEP", 0.999, 3.0),
        ("STEP", 1.0, 7.0),
    ],
)
def test_interpolation_of_translations(interpolation, time, expected):
    tree = triangle()
    moved = [[1, 0, 0], [3, 0, 0], [7, 0, 0]]
    tree.animate(0, "translation", [0, 2, 4], moved, interpolation)
    assert first_corner(tree, time) == pytest.approx([expected, 0, 0])


def test_times_before_the_first_key_have_its_value():
    tree = triangle()
    tree.animate(0, "translation", [2, 4], [[1, 0, 0], [3, 0, 0]])
    for time, x in ((0.0, 1.0), (0.25, 1.0), (0.5, 1.0), (0.75, 2.0), (1.0, 3.0)):
        assert first_corner(tree, time)[0] == pytest.approx(x)


def test_shorter_channels_end_at_their_last_key():
    tree = triangle()
    tree.animate(0, "translation", [0, 1], [[0, 0, 0], [1, 0, 0]], name="a")
    tree.animate(0, "scale", [0, 4], [[1, 1, 1], [5, 5, 5]], name="a")
    assert first_corner(tree, 0.5, "a", corner=1) == pytest.approx([1 + 3, 0, 0])


@pytest.mark.parametrize(
    ("time", "expected"),
    # Hermite with values 0 and 1, tangents 2 and 0 per second over 2 s:
    # 2 * (t^3 - 2 t^2 + t) * 2 + 3 t^2 - 2 t^3.
    [(0.0, 0.0), (0.25, 4 * 0.140625 + 0.15625), (0.5, 4 * 0.125 + 0.5), (1.0, 1.0)],
)
def test_cubic_splines(time, expected):
    tree = triangle()
    keys = [[9, 9, 9], [0, 0, 0], [2, 0, 0], [0, 0, 0], [1, 0, 0], [9, 9, 9]]
    tree.animate(0, "translation", [0, 2], keys, "CUBICSPLINE")
    assert first_corner(tree, time) == pytest.approx([expected, 0, 0])


def test_rotations_turn_at_a_steady_speed():
    tree = triangle()
    tree.animate(0, "rotation", [0, 1], [STILL, QUARTER])
    for time in (0.0, 1 / 3, 0.5, 1.0):
        angle = math.radians(90 * time)
        expected = math.cos(angle), math.sin(angle), 0
        assert first_corner(tree, time, corner=1) == pytest.approx(expected, abs=1e-6)


def test_rotations_take_the_shorter_way():
    tree = triangle()
    tree.animate(0, "rotation", [0, 1], [STILL, (0, 0, -HALF, -HALF)])
    assert first_corner(tree, 0.5, corner=1) == pytest.approx([HALF, HALF, 0], abs=1e-6)


def test_a_full_turn_in_four_steps_as_a_spinning_triangle():
    """As Khronos's AnimatedTriangle: five keys, the last one the negative of the first."""
    tree = triangle()
    keys = [STILL, QUARTER, HALF_TURN, (0, 0, HALF, -HALF), (0, 0, 0, -1)]
    tree.animate(0, "rotation", [0, 0.25, 0.5, 0.75, 1], keys)
    for eighth in range(9):
        angle = math.radians(45 * eighth)
        expected = math.cos(angle), math.sin(angle), 0
        assert first_corner(tree, eighth / 8, corner=1) == pytest.approx(expected, abs=1e-6)


def test_slerp_of_equal_and_opposite_quaternions():
    assert slerp(QUARTER, QUARTER, 0.3) == pytest.approx(QUARTER)
    assert slerp(STILL, (0, 0, 0, -1), 0.3) == pytest.approx(STILL)
    third = slerp(STILL, HALF_TURN, 1 / 3)
    assert third == pytest.approx([0, 0, 0.5, math.sqrt(0.75)])
    assert slerp((0, 0, 0, 0), (0, 0, 0, 4), 0.5) == pytest.approx(STILL)


@pytest.mark.parametrize(("dtype", "one"), [("b", 127), ("h", 32767)])
def test_normalised_integers(dtype, one):
    tree = triangle()
    keys = [[0, 0, 0, one], [0, 0, one, 0]]
    tree.animate(0, "rotation", [0, 1], keys, dtype=dtype, normalized=True)
    assert first_corner(tree, 0.5, corner=1) == pytest.approx([0, 1, 0], abs=1e-6)


def test_children_follow_and_other_properties_stay():
    tree = triangle(translation=[0, 5, 0], scale=[2, 2, 2])
    tree.json["nodes"] = [{"children": [1]}, tree.json["nodes"][0]]
    tree.animate(0, "translation", [0, 1], [[0, 0, 0], [4, 0, 0]])
    assert first_corner(tree, 0.5, corner=1) == pytest.approx([4, 5, 0])


def test_several_animations_have_names_or_numbers():
    tree = triangle()
    for x, name in enumerate(("walk", None, "walk", "")):
        tree.json.setdefault("animations", []).append({"samplers": [], "channels": []})
        if name is not None:
            tree.json["animations"][-1]["name"] = name
        tree.json["animations"][-1]["samplers"] = [
            {"input": tree.add([0.0]), "output": tree.add([[x, 0, 0]])}
        ]
        target = {"node": 0, "path": "translation"}
        tree.json["animations"][-1]["channels"] = [{"sampler": 0, "target": target}]
    animations = tree.model().animations
    assert list(animations) == ["walk", "1", "walk 2", "3"]
    assert [drawn(at(0.5))[0, 0] for at in animations.values()] == [0, 1, 2, 3]


def test_the_file_at_rest_is_not_animated():
    tree = triangle(translation=[9, 0, 0])
    tree.animate(0, "translation", [0, 1], [[1, 0, 0], [2, 0, 0]])
    assert drawn(tree.model())[0, 0] == 9


def test_keys_in_disorder_and_twice_at_one_time():
    tree = triangle()
    tree.animate(0, "translation", [2, 0, 1, 1], [[2, 0, 0], [0, 0, 0], [5, 0, 0], [7, 0, 0]])
    assert [first_corner(tree, t)[0] for t in (0.25, 0.5, 0.75, 1.0)] == [2.5, 7, 4.5, 2]


def test_parts_that_do_not_change_are_the_same_objects():
    tree = triangle()
    tree.animate(0, "translation", [0, 1], [[1, 0, 0], [2, 0, 0]])
    at = tree.model().animations["0"]
    assert at(0.0).placed[0].part is at(0.5).placed[0].part


def test_channels_without_a_node_and_of_other_properties_are_ignored():
    tree = triangle()
    tree.animate(0, "translation", [0, 1], [[1, 0, 0], [2, 0, 0]], name="a")
    tree.animate(0, "pointer", [0, 1], [[1, 0, 0], [2, 0, 0]], name="a")
    tree.animate(0, "scale", [0, 9], [[1, 0, 0], [2, 0, 0]], name="a")
    del tree.json["animations"][0]["channels"][2]["target"]["node"]
    document = tree.document()
    from softgl.models.gltf.animation import Animation

    animation = Animation(document, 0)
    assert animation.duration == 1.0 and len(animation.channels) == 1
    assert document.folder.warnings == ['animation of "pointer" is not played']


def broken(change) -> Tree:
    tree = triangle()
    tree.animate(0, "translation", [0, 1], [[1, 0, 0], [2, 0, 0]])
    change(tree.json["animations"][0], tree)
    return tree


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda a, t: a["samplers"][0].update(interpolation="CUBIC"), 'interpolation "CUBIC"'),
        (lambda a, t: a["samplers"][0].update(interpolation="CUBICSPLINE"), "found 2 values, exp"),
        (lambda a, t: a["samplers"][0].update(output=t.add([0.0, 1.0])), "not of the type VEC3"),
        (lambda a, t: a["samplers"][0].update(output=t.add([[1, 2, 3]])), "found 1 values, expect"),
        (lambda a, t: a["samplers"][0].update(input=t.add([0, np.nan])), "is not finite"),
        (lambda a, t: a["samplers"][0].update(input=99), "99 is not an index of 'accessors'"),
        (lambda a, t: a["channels"][0].update(sampler=3), "3 is not an index of 'samplers'"),
        (lambda a, t: a["channels"][0].update(target=3), "'target' is not an object"),
        (lambda a, t: a["channels"][0]["target"].update(node=7), "7 is not an index of 'nodes'"),
        (lambda a, t: a.update(channels={}), "'channels' is not a list of objects"),
    ],
)
def test_errors_of_animations_are_raised_when_they_play(change, reason):
    model = broken(change).model()
    with pytest.raises(ModelError, match=reason):
        model.animations["0"](0.0)
