"""Tests for softgl.pipeline.keys.resources: the arrays of several resources."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.pipeline.keys.resources import Resources, arguments_of
from softgl.texture.keys import ARRAYS


def words(number):
    return np.full(4, number, np.uint32)


@pytest.mark.parametrize(
    ("buffers", "textures", "names"),
    [
        ("shared", "shared", "parameters"), ("none", "none", "parameters"),
        ("own", "shared", "parameters buffer0"), ("two", "none", "parameters buffer0 buffer1"),
        ("shared", "own", None), ("own", "own", None),
    ],
)  # fmt: skip
def test_arguments_leave_out_arrays_that_all_share(buffers, textures, names):
    texture = [{name: words(9) for name, _ in ARRAYS}]
    lists = {
        "shared": [[words(1)]] * 3,
        "none": [[] for _ in range(3)],
        "own": [[words(n)] for n in range(3)],
        "two": [[words(n), words(n + 1)] for n in range(3)],
    }
    of_textures = {
        "shared": [texture] * 3,
        "none": [[] for _ in range(3)],
        "own": [list(texture) for _ in range(3)],
    }
    several = [
        Resources(words(n), *both)
        for n, both in enumerate(zip(lists[buffers], of_textures[textures], strict=True))
    ]
    found = arguments_of(several)
    for arguments, resources in zip(found, several, strict=True):
        assert all(arguments[name] is resources.arguments[name] for name in arguments)
        assert names is None or list(arguments) == names.split()
        assert names is not None or arguments.keys() == resources.arguments.keys()
