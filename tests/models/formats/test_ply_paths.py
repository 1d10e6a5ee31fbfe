"""The paths by which rows of PLY files are found give the same values."""

import numpy as np
import pytest

from softgl.models.formats import ply_columns, ply_rows
from softgl.models.meshes import read_model
from tests.models.formats.ply_files import FORMATS, LIST, XYZ, ply


def random_file(kind, count, seed):
    """A file of random polygons of three or four corners. count : type of their number."""
    chance = np.random.default_rng(seed)
    vertices = [tuple(row) for row in chance.integers(-9, 9, (50, 3)).tolist()]
    sizes = chance.choice([3, 4], 200) if seed else [3] * 200
    faces = [(chance.integers(0, 50, size).tolist(), 7) for size in sizes]
    properties = [LIST.replace("uchar", count), "short flags"]
    return ply(kind, ("vertex", XYZ, vertices), ("face", properties, faces))


def arrays(tmp_path, data):
    path = tmp_path / "a.ply"
    path.write_bytes(data)
    ((part, _),) = read_model(path).placed
    return part.positions.tolist(), part.elements.tolist()


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("count", ["uchar", "ushort", "int"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_paths_are_equal(tmp_path, monkeypatch, kind, count, seed):
    data = random_file(kind, count, seed)
    expected = arrays(tmp_path, data)
    assert len(expected[1]) >= 200
    # Without the views of rows of one size, then without the pass over rows of one list.
    monkeypatch.setattr(ply_rows.Rows, "_read_equal", lambda self: False)
    monkeypatch.setattr(ply_columns, "_together", lambda columns: None)
    assert arrays(tmp_path, data) == expected
    monkeypatch.setattr(ply_rows.Rows, "_scan_short", lambda self: False)
    monkeypatch.setattr(ply_rows, "CHUNK", 64)
    assert arrays(tmp_path, data) == expected


@pytest.mark.parametrize("kind", FORMATS[1:])
def test_long_lists(tmp_path, kind):
    vertices = [(np.cos(i / 50), np.sin(i / 50), 0) for i in range(300)]
    faces = [(list(range(300)),), ([0, 1, 2],)]
    properties = [LIST.replace("uchar", "ushort")]
    file = ply(kind, ("vertex", XYZ, vertices), ("face", properties, faces))
    _, elements = arrays(tmp_path, file)
    assert len(elements) == 299 and elements[-1] == [0, 1, 2]


@pytest.mark.parametrize("kind", FORMATS[1:])
def test_views_of_the_file_are_read_only_or_copies(tmp_path, kind):
    path = tmp_path / "a.ply"
    path.write_bytes(random_file(kind, "uchar", 0))
    ((part, _),) = read_model(path).placed
    assert part.positions.dtype == np.float32 and part.positions.dtype.isnative
    assert part.elements.dtype.isnative
