"""OBJ files as programs and people write them: areas, colours, counts, and errors with lines."""

import warnings

import numpy as np
import pytest

from softgl.models import ModelError, ModelWarning
from softgl.models.formats.obj import numerals, table
from softgl.models.meshes import read, read_model

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
TEXTURED = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"


def parts(folder, text, name="a.obj"):
    """The parts of a file, read without a warning."""
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return [part for part, _ in read_model(folder / name).placed]


def area(found):
    """The area of the triangles of parts."""
    total = 0.0
    for part in found:
        if part.elements.shape[1] == 3:
            a, b, c = (part.positions[part.elements[:, i]] for i in range(3))
            normals = np.cross(b - a, c - a)
            total += np.sqrt((normals * normals).sum(axis=1)).sum() / 2
    return total


# Text and the area of its triangles, derived by hand.
AREAS = {
    "a triangle": (TRIANGLE + "f 1 2 3\n", 0.5),
    "a square": (SQUARE + "f 1 2 3 4\n", 1),
    "without a last line end": (TRIANGLE + "f 1 2 3", 0.5),
    "negative indices count from their own line": (
        "".join(
            f"v {x} 0 0\nv {x + 1} 0 0\nv {x + 1} 1 0\nv {x} 1 0\nf -4 -3 -2 -1\n"
            for x in (0, 2, 4)
        ),
        3,
    ),
    "negative and positive indices in one face": (SQUARE + "f 1 -3 3 -1\n", 1),
    "vertices behind their face": ("f 1 2 3\n" + TRIANGLE, 0.5),
    "tabs": (SQUARE.replace(" ", "\t") + "f\t1\t2\t3\t4\n", 1),
    "tabs and blanks before keywords": (
        "\t" + SQUARE.replace("v", "  v") + " \t f 1 2 3 4\n",
        1,
    ),
    "several blanks": (SQUARE.replace(" ", "   ") + "f   1  2   3 4  \n", 1),
    "blanks at ends of lines": (SQUARE.replace("\n", "  \n") + "f 1 2 3 4 \n", 1),
    "comments behind values": (SQUARE.replace("\n", " # v 9 9 9\n") + "f 1 2 3 4 # 5\n", 1),
    "comments without a blank": (SQUARE.replace("\n", "#9\n") + "f 1 2 3 4#5\n", 1),
    "comments that end in a backslash": (
        SQUARE.replace("\n", " # C:\\a\\\n") + "# C:\\\nf 1 2 3 4\n",
        1,
    ),
    "a continued line": (SQUARE + "f 1 2 \\\n3 \\\n4\n", 1),
    "a continued vertex": (SQUARE.replace("v 1 1 0", "v 1 \\\n1 0") + "f 1 2 3 4\n", 1),
    "a continued line, CR LF": (SQUARE + "f 1 2 \\\r\n3 4\r\n", 1),
    "a continued line that ends in a comment": (SQUARE + "f 1 2 \\\n3 4 # \\\n", 1),
    "CR LF": ((SQUARE + "f 1 2 3 4\n").replace("\n", "\r\n"), 1),
    "CR": ((SQUARE + "f 1 2 3 4\n").replace("\n", "\r"), 1),
    "a byte order mark": ("\ufeff" + SQUARE + "f 1 2 3 4\n", 1),
    "UTF-16": (("\ufeff" + SQUARE + "f 1 2 3 4\n").encode("utf-16-le"), 1),
    "UTF-16 BE": (("\ufeff" + SQUARE + "f 1 2 3 4\n").encode("utf-16-be"), 1),
    "UTF-16 without a mark": ((SQUARE + "f 1 2 3 4\n").encode("utf-16-le"), 1),
    "Latin-1 names": (b"# \xe9\no Stra\xdfe\n" + (SQUARE + "f 1 2 3 4\n").encode(), 1),
    "zero bytes at the end": ((SQUARE + "f 1 2 3 4\n").encode() + bytes(40), 1),
    "capital keywords": (SQUARE.upper() + "F 1 2 3 4\n", 1),
    "a weight": (SQUARE.replace("\n", " 1.0\n") + "f 1 2 3 4\n", 1),
    "numbers with exponents and signs": ("v +0 -0 0e0\nv 1E0 0 0\nv 0 10e-1 0.\nf 1 2 3\n", 0.5),
    "decimal commas": ("v 0,0 0,0 0,0\nv 1,0 0,0 0,0\nv 0,0 1,0 0,0\nf 1 2 3\n", 0.5),
    "all forms of corners": (
        TRIANGLE
        + "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n",
        2,
    ),
    "slashes behind corners": (
        TRIANGLE + "vt 0 0\nf 1/ 2/ 3/\nf 1/1/ 2/1/ 3/1/\nf 1// 2// 3//\n",
        1.5,
    ),
    "negative indices of all kinds": (
        TRIANGLE + "vt 0 0\nvn 0 0 1\nf -3/-1/-1 -2/-1/-1 -1/-1/-1\n",
        0.5,
    ),
    "a concave quad": ("v 0 0 0\nv 2 1 0\nv 0 2 0\nv .7 1 0\nf 1 2 3 4\n", 1.3),
    "a concave polygon": (
        "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 3 0\nv 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
        "f 1 2 3 4 5 6 7 8\n",
        7,
    ),
    "a bent quad, by its shorter diagonal": (  # from 2 to 4, the root of 2, and not the root of 3
        "v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n",
        0.5 + np.sqrt(3) / 2,
    ),
    "a corner twice": (TRIANGLE + "f 1 2 2 3\n", 0.5),
    "polygons of several sizes": (SQUARE + "f 1 2 3\nf 1 2 3 4\nf 1 3 4\n", 2),
    "groups, objects and smoothing": (
        SQUARE + "o a\ng b c\ns 1\nf 1 2 3\ns off\ng\nf 1 3 4\n",
        1,
    ),
    "control points of curves": ("vp 0.5\nvp 1 2 3\n" + TRIANGLE + "f 1 2 3\n", 0.5),
    "vertices without a number that no face has": ("v nan nan nan\n" + TRIANGLE + "f 2 3 4\n", 0.5),
    "vertices without a number, of Visual C++": (
        "v -1.#IND 1.#QNAN0 nan(ind)\n" + TRIANGLE + "f 2 3 4\n",
        0.5,
    ),
    "alternate vertices and normals": (
        "vn 0 0 1\nv 0 0 0\nvn 0 0 1\nv 1 0 0\nvn 0 0 1\nv 0 1 0\nf 1//1 2//2 3//3\n",
        0.5,
    ),
    "an interrupted list of faces": (SQUARE + "f 1 2 3\n\n# x\nf 1 3 4\n", 1),
}


@pytest.mark.parametrize("name", AREAS)
def test_triangles_have_the_right_area(tmp_path, name):
    text, expected = AREAS[name]
    assert area(parts(tmp_path, text)) == pytest.approx(expected)


@pytest.mark.parametrize("name", AREAS)
def test_regular_lines_are_read_as_others(tmp_path, name, monkeypatch):
    """The fast path equals the general one."""
    fast = parts(tmp_path, AREAS[name][0])
    monkeypatch.setattr(numerals, "_regular_corners", lambda *_: None)
    monkeypatch.setattr(numerals, "_regular_rows", lambda *_: None)
    monkeypatch.setattr(table, "CHUNK_BYTES", 8)
    slow = parts(tmp_path, AREAS[name][0])
    assert len(fast) == len(slow)
    for one, other in zip(fast, slow, strict=True):
        for field in ("positions", "elements", "normals", "texcoords"):
            np.testing.assert_array_equal(getattr(one, field), getattr(other, field), field)


# Text and the error behind the path.
ERRORS = {
    "vertex 0": (TRIANGLE + "f 0 1 2\n", "line 4: found vertex 0, expected 1 or more"),
    "texture coordinate 0": (
        TRIANGLE + "vt 0 0\nf 1/0 2/1 3/1\n",
        "line 5: found texture coordinate 0, expected 1 or more",
    ),
    "a missing vertex": (
        TRIANGLE + "\n\nf 1 2 4\n",
        "line 6: vertex 4 does not exist: the file has 3",
    ),
    "a missing vertex of a line": (TRIANGLE + "l 1 9\n", "line 4: vertex 9 does not exist"),
    "a vertex before the first": (
        "f -1 -2 -3\n" + TRIANGLE,
        "line 1: vertex -1 does not exist: 0 stand before it",
    ),
    "mixed forms": (
        TRIANGLE + "vt 0 0\nf 1/1 2 3\n",
        "line 5: found a texture coordinate at 1 corners of 3, expected it at all or none",
    ),
    "mixed normals": (
        TRIANGLE + "vn 0 0 1\nf 1//1 2//1 3\n",
        "line 5: found a normal at 2 corners of 3",
    ),
    "two corners": (TRIANGLE + "f 1 2\n", "line 4: found 2 corners, expected at least 3 behind f"),
    "a face without corners": (TRIANGLE + "f\n", "line 4: found no numbers behind f"),
    "a line of one corner": (
        TRIANGLE + "l 1\n",
        "line 4: found 1 corners, expected at least 2 behind l",
    ),
    "two coordinates": (
        TRIANGLE + "v 1 2\nf 1 2 3\n",
        "line 4: found 2 numbers, expected 3 behind v",
    ),
    "a word as a coordinate": (
        "v 0 0 x\nf 1 2 3\n",
        "line 1: found 'x', expected a number",
    ),
    "a number with an underscore": ("v 0 0 1_0\n", "line 1: found '1_0', expected a number"),
    "a word as a corner": (TRIANGLE + "f 1 2 q\n", "line 4: found 'q', expected a corner"),
    "a fraction as a corner": (TRIANGLE + "f 1 2 3.5\n", "line 4: found '3.5', expected a corner"),
    "too many slashes": (
        TRIANGLE + "f 1/1/1/1 2 3\n",
        "line 4: found '1/1/1/1', expected a corner",
    ),
    "a large index": (TRIANGLE + "f 1 2 99999999999\n", "line 4: vertex"),
    "an index of too many digits": (TRIANGLE + f"f 1 2 1{'0' * 5000}\n", "line 4: found '1000"),
    "lines count with continued ones": (TRIANGLE + "f 1 \\\n2 3\nf 1 2 q\n", "line 6: found 'q'"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_have_the_line(tmp_path, name):
    text, reason = ERRORS[name]
    with pytest.raises(ModelError) as caught:
        parts(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'a.obj'}, {reason}")
    assert "\n" not in str(caught.value)


def test_faces_of_several_lines_ends_and_chunks_have_their_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "CHUNK_BYTES", 10)
    with pytest.raises(ModelError, match="line 11: vertex 7 does not exist"):
        parts(tmp_path, "# a\r\n\r\n" + TRIANGLE + "f 1 2 3\n" * 5 + "f 1 2 7\n")


def test_lines_and_points(tmp_path):
    text = TRIANGLE + "vt 0 0\nl 1/1 2/1 -1/-1\nl 1 2\np 1 2\np -1\n"
    lines, points, plain = sorted(parts(tmp_path, text), key=lambda part: -part.elements.shape[1])[
        :3
    ]
    corners = [lines.positions[lines.elements], points.positions[points.elements]]
    ends = sorted(tuple(map(tuple, pair)) for each in corners for pair in each.tolist())
    assert ends == [
        ((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (1, 0, 0)), ((1, 0, 0), (0, 1, 0)),
    ]  # fmt: skip
    assert plain.positions[plain.elements[:, 0]].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_negative_indices_of_lines_and_points_count_from_their_line(tmp_path):
    text = "v 0 0 0\nv 1 0 0\nl -1 -2\np -1\nv 2 0 0\nv 3 0 0\nl -1 -2\np -1\n"
    lines, points = parts(tmp_path, text)
    assert lines.positions[lines.elements][..., 0].tolist() == [[1, 0], [3, 2]]
    assert points.positions[points.elements][..., 0].tolist() == [[1], [3]]


def test_vertices_alone_are_points(tmp_path):
    (cloud,) = parts(tmp_path, "v 0 0 0 1 0 0\nv nan 0 0\nv 1 0 0 0 1 0\n")
    assert cloud.elements.shape == (2, 1)
    assert cloud.colours[cloud.elements[:, 0]].tolist() == [[1, 0, 0, 1], [0, 1, 0, 1]]


# Colours of three vertices and their linear values (the square of the display colour).
COLOURS = {
    "floats": (["1 0 0", "0 1 0", "0 0 0.5"], [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 0.25, 1)]),
    "bytes": (["255 0 0", "0 255 0", "0 0 51"], [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 0.04, 1)]),
    "alpha": (["1 0 0 1", "1 0 0 .5", "1 0 0 0"], [(1, 0, 0, 1), (1, 0, 0, 0.5), (1, 0, 0, 0)]),
    "some": (["1 0 0", "", "0 1 0"], [(1, 0, 0, 1), (1, 1, 1, 1), (0, 1, 0, 1)]),
}


@pytest.mark.parametrize("name", COLOURS)
@pytest.mark.parametrize("element", ["f 1 2 3", "l 1 2 3", "p 1 2 3"])
def test_vertices_have_colours(tmp_path, name, element):
    texts, expected = COLOURS[name]
    places = TRIANGLE.splitlines()
    text = "".join(f"{one} {two}\n" for one, two in zip(places, texts, strict=True))
    (part,) = parts(tmp_path, f"{text}{element}\n")
    assert np.allclose(part.colours, expected)
    assert part.material is None


def test_parts_without_coloured_vertices_have_no_colours(tmp_path):
    text = "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\n" + TRIANGLE
    faces, lines = parts(tmp_path, text + "f 1 2 3\nl 4 5 6\n")
    assert faces.colours is not None and lines.colours is None


def test_paint_of_zbrush_is_a_colour(tmp_path):
    (part,) = parts(tmp_path, TRIANGLE + "#MRGB ffff0000ff00ff00\n#MRGB ff0000ff\nf 1 2 3\n")
    assert part.colours.tolist() == [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]


def test_corners_share_vertices_of_equal_indices(tmp_path):
    text = (
        SQUARE
        + TEXTURED
        + "vn 0 0 1\nf 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/1 4/4/1\nf 1/2/1 2/2/1 3/3/1\n"
    )
    (part,) = parts(tmp_path, text)
    assert len(part.positions) == len(part.texcoords) == len(part.normals) == 5
    assert part.texcoords[part.elements[2]].tolist() == [[1, 0], [1, 0], [1, 1]]


def test_texture_coordinates_of_one_and_three_numbers(tmp_path):
    (part,) = parts(tmp_path, TRIANGLE + "vt .5\nvt .25 .75\nvt 1 2 3\nf 1/1 2/2 3/3\n")
    assert part.texcoords[part.elements[0]].tolist() == [[0.5, 0], [0.25, 0.75], [1, 2]]


def test_missing_normals_are_computed_where_they_miss(tmp_path):
    text = SQUARE + "vn 1 0 0\nvn 0 0 0\nf 1//1 2//1 3//1\nf 1 3 4\nf 1//2 3//2 4//2\n"
    (tmp_path / "a.obj").write_text(text)
    stated, computed = read(tmp_path / "a.obj")
    assert np.allclose(stated.normals, (1, 0, 0)) and len(stated.elements) == 1
    assert np.allclose(computed.normals, (0, 0, 1)) and len(computed.elements) == 2


def test_far_vertices_that_no_element_has_do_not_move_the_camera(tmp_path):
    (tmp_path / "a.obj").write_text("v 1e9 0 0\nv nan 0 0\n" + TRIANGLE + "f 3 4 5\n")
    (mesh,) = read(tmp_path / "a.obj")
    sides = mesh.positions.max(axis=0) - mesh.positions.min(axis=0)
    assert sides[0] == sides[1] > 0.5


# Text and its warning behind the path.
WARNINGS = {
    "a missing texture coordinate": (
        TRIANGLE + "f 1/1 2/2 3/3\n",
        "line 4: texture coordinate 1 does not exist: the file has 0; drawn without it",
    ),
    "a missing normal": (TRIANGLE + "f 1//9 2//9 3//9\n", "line 4: normal 9 does not exist"),
    "a missing material": (
        TRIANGLE + "usemtl red\nf 1 2 3\n",
        "no material file has 'red'; drawn in the default material",
    ),
    "an unknown word": (
        TRIANGLE + "f 1 2 3\nfoo 1\nbar\n",
        "line 5: found 'foo', expected a statement of OBJ, and 1 other words; not read",
    ),
    "a curve": (
        TRIANGLE + "f 1 2 3\ncurv 0 1 1 2 3\nend\n",
        r"line 5: curves \(curv\) are not drawn",
    ),
    "a surface": (
        TRIANGLE + "f 1 2 3\nsurf 0 1 0 1 1 2\n",
        r"line 5: surfaces \(surf\) are not drawn",
    ),
    "another file": (
        TRIANGLE + "f 1 2 3\ncall b.obj\n",
        r"line 5: other files \(call\) are not drawn",
    ),
}


@pytest.mark.parametrize("name", WARNINGS)
def test_missing_parts_are_warned_of(tmp_path, name):
    text, reason = WARNINGS[name]
    (tmp_path / "a.obj").write_text(text)
    with pytest.warns(ModelWarning, match=reason):
        model = read_model(tmp_path / "a.obj")
    assert area([part for part, _ in model.placed]) == 0.5
