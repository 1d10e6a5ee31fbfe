"""OFF files as Geomview, CGAL, MeshLab and people write them."""

import struct

import numpy as np
import pytest

from softgl.models import ModelError, ModelWarning
from softgl.models.parts.materials import Material
from tests.models.formats.contents import display, read_parts

PLACES = ["0 0 0", "1 0 0", "1 1 0", "0 1 0"]
VERTICES = "".join(place + "\n" for place in PLACES)
FACES = "3 0 1 2\n3 0 2 3\n"
BODY = VERTICES + FACES
SQUARE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
TRIANGLES = [[0, 1, 2], [0, 2, 3]]
RED, GREEN, BLUE = [1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]
GREY = np.round(np.sqrt(Material().colour[:3]), 2).tolist() + [1]


def parts_of(tmp_path, data):
    return read_parts(tmp_path, "off", data)


def with_values(keyword, *values):
    """A file whose vertices have further values behind their positions."""
    lines = [f"{place} {value}\n" for place, value in zip(PLACES, values * 4, strict=False)]
    return f"{keyword}\n4 2 0\n" + "".join(lines) + FACES


TEXTS = {
    "plain": f"OFF\n4 2 0\n{BODY}",
    "no keyword": f"4 2 0\n{BODY}",
    "counts behind the keyword": f"OFF 4 2 0\n{BODY}",
    "counts joined to the keyword": f"OFF4 2 0\n{BODY}",
    "no number of edges": f"OFF\n4 2\n{BODY}",
    "no number of edges behind the keyword": f"OFF 4 2\n{BODY}",
    "a wrong number of edges": f"OFF\n4 2 999\n{BODY}",
    "counts over lines": f"OFF\n4\n2\n0\n{BODY}",
    "counts over two lines": f"OFF\n4 2\n0\n{BODY}",
    "numbers over lines": "OFF\n4 2 0\n" + BODY.replace(" ", "\n"),
    "all in one line": f"OFF 4 2 0 {BODY}".replace("\n", " "),
    "two faces in one line": f"OFF\n4 2 0\n{VERTICES}{FACES}".replace("2\n3", "2 3"),
    "lower case": f"off\n4 2 0\n{BODY}",
    "comments": f"# made by x\nOFF # y\n\n# z 1 2 3\n4 2 0 # 5\n{BODY}".replace("0\n3", "0 #\n3"),
    "CR LF": f"OFF\n4 2 0\n{BODY}".replace("\n", "\r\n"),
    "CR": f"OFF\n4 2 0\n{BODY}".replace("\n", "\r"),
    "blank lines and blanks": f"\n OFF \n\n 4 2 0 \n{BODY}".replace("\n", " \n\n\t"),
    "byte order mark": f"\ufeffOFF\n4 2 0\n{BODY}",
    "no line end": f"OFF\n4 2 0\n{BODY}".rstrip(),
    "numbers of other forms": f"OFF\n4 2 0\n{BODY}".replace("1 1 0", "1.0 +1e0 -0.0E-3"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(tmp_path, name):
    (part,) = parts_of(tmp_path, TEXTS[name])
    assert part.positions.tolist() == SQUARE and part.elements.tolist() == TRIANGLES
    assert part.colours is part.normals is part.element_colours is part.material is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["3 0 1 2", "3 0 2 3"], None),
        (["3 0 1 2 255 0 0", "3 0 2 3 0 0 255"], [RED, BLUE]),
        (["3 0 1 2  255 0 0 # red", "3 0 2 3\t0 0 255"], [RED, BLUE]),
        (["3 0 1 2 255 0 0 51", "3 0 2 3 0 0 255 255"], [[1, 0, 0, 0.2], BLUE]),
        (["3 0 1 2 1.0 0.0 0.0", "3 0 2 3 0 0.5 1."], [RED, [0, 0.5, 1, 1]]),
        (["3 0 1 2 1.0 0 0 0.25", "3 0 2 3 0 0 1. 1"], [[1, 0, 0, 0.25], BLUE]),
        (["3 0 1 2 1e0 0 0", "3 0 2 3 0 0 255"], [RED, BLUE]),
        (["3 0 1 2 255.0 0.0 0.0", "3 0 2 3 0.0 0.0 255.0"], [RED, BLUE]),
        (["3 0 1 2 1 0 0", "3 0 2 3 0 0 1"], [RED, BLUE]),
        (["3 0 1 2", "3 0 2 3 0 0 255"], [GREY, BLUE]),
        (["3 0 1 2 7", "3 0 2 3 0 0 255"], [GREY, BLUE]),
        (["3 0 1 2 7", "3 0 2 3 8"], None),
        (["3 0 1\n2 255 0 0", "3\n0 2 3 0 0 255"], [RED, BLUE]),
    ],
)
def test_colours_of_faces(tmp_path, lines, expected):
    for end in ("\n", "\r\n", "\n\n"):
        text = f"OFF\n4 2 0\n{VERTICES}".replace("\n", end) + end.join(lines)
        (part,) = parts_of(tmp_path, text)
        assert part.elements.tolist() == TRIANGLES
        if expected is None:
            assert part.element_colours is None
        else:
            assert display(part.element_colours) == expected
            blended = min(colour[3] for colour in expected) < 1
            assert part.material.alpha_mode == ("BLEND" if blended else "OPAQUE")


@pytest.mark.parametrize(
    ("keyword", "values", "colour", "normal"),
    [
        ("COFF", "255 0 0 255", RED, None),
        ("COFF", "255 0 0", RED, None),
        ("COFF", "255 0 0 51", [1, 0, 0, 0.2], None),
        ("COFF", "1.0 0.0 0.0 1.0", RED, None),
        ("COFF", "1 0 0 1", RED, None),
        ("COFF", "0.5 0 0", [0.5, 0, 0, 1], None),
        ("COFF", "255.0 0.0 0.0", RED, None),
        ("NOFF", "0 0 2", None, [0, 0, 2]),
        ("NOFF", "0 0 0", None, None),
        ("CNOFF", "0 0 1 255 0 0 255", RED, [0, 0, 1]),
        ("CNOFF", "0 0 1 255 0 0", RED, [0, 0, 1]),
        ("STOFF", "0.5 0.5", None, None),
        ("STCOFF", "255 0 0 255 0.5 0.5", RED, None),
        ("STNOFF", "0 0 1 0.5 0.5", None, [0, 0, 1]),
        ("STCNOFF", "0 0 1 1 0 0 1 0.5 0.5", RED, [0, 0, 1]),
        ("noff", "0 0 1", None, [0, 0, 1]),
        # Values without their prefix, as some tools write them.
        ("OFF", "255 0 0", RED, None),
        ("OFF", "255 0 0 255", RED, None),
        ("OFF", "0 0 -1", None, [0, 0, -1]),
        ("OFF", "7", None, None),
    ],
)
def test_values_of_vertices(tmp_path, keyword, values, colour, normal):
    (part,) = parts_of(tmp_path, with_values(keyword, values))
    assert part.positions.tolist() == SQUARE and part.elements.tolist() == TRIANGLES
    assert part.colours is None if colour is None else display(part.colours) == [colour] * 4
    assert part.normals is None if normal is None else part.normals.tolist() == [normal] * 4


def test_polygons_lines_and_points(tmp_path):
    text = "OFF\n4 5 0\n0 0 0\n2 1 0\n0 2 0\n.7 1 0\n4 0 1 2 3\n2 0 1\n1 3\n0\n3 0 1 2 255 0 0\n"
    faces, lines, points = parts_of(tmp_path, text)
    a, b, c = np.moveaxis(faces.positions[faces.elements], 1, 0)
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    assert np.isclose(areas[:2].sum(), 1.3) and np.isclose(areas[2], 2)
    assert display(faces.element_colours) == [GREY, GREY, RED]
    assert lines.elements.tolist() == [[0, 1]] and points.elements.tolist() == [[3]]


def test_points_alone(tmp_path):
    (part,) = parts_of(tmp_path, f"OFF\n4 0 0\n{VERTICES}")
    assert part.elements.tolist() == [[0], [1], [2], [3]]
    with pytest.warns(ModelWarning, match="1 of 4 points are not finite numbers"):
        (part,) = parts_of(tmp_path, f"OFF\n4 0 0\n{VERTICES}".replace("1 1 0", "1 nan 0"))
    assert part.elements.tolist() == [[0], [1], [3]]


@pytest.mark.parametrize("rest", ["0 1\n1 2\n", "end\n", "1 2 3 x\n"])
def test_words_behind_the_faces(tmp_path, rest):
    with pytest.warns(ModelWarning, match="what follows its last face is ignored"):
        (part,) = parts_of(tmp_path, f"OFF\n4 2 0\n{BODY}{rest}")
    assert part.elements.tolist() == TRIANGLES


def binary(order=">", colours=((), (1.0, 0.0, 0.0)), values=(), keyword="OFF", faces=None):
    """A binary file of the square; values : of each vertex behind its position."""
    data = [f"{keyword} BINARY\n".encode(), struct.pack(f"{order}3i", 4, 2, 0)]
    data += [struct.pack(f"{order}{3 + len(values)}f", *place, *values) for place in SQUARE]
    for face, colour in zip(faces or TRIANGLES, colours, strict=True):
        data.append(struct.pack(f"{order}{len(face) + 2}i", len(face), *face, len(colour)))
        data.append(struct.pack(f"{order}{len(colour)}f", *colour))
    return b"".join(data)


@pytest.mark.parametrize("order", [">", "<"])
def test_binary_files(tmp_path, order):
    (part,) = parts_of(tmp_path, binary(order))
    assert part.positions.tolist() == SQUARE and part.elements.tolist() == TRIANGLES
    assert display(part.element_colours) == [GREY, RED]
    (part,) = parts_of(tmp_path, binary(order, ((0.0, 0.0, 1.0, 0.5), (7.0,))))
    assert display(part.element_colours) == [[0, 0, 1, 0.5], GREY]
    faces, lines = parts_of(tmp_path, binary(order, ((), ()), faces=[[0, 1, 2, 3], [0, 1]]))
    assert faces.elements.tolist() == TRIANGLES and lines.elements.tolist() == [[0, 1]]
    values = (0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0)
    (part,) = parts_of(tmp_path, binary(order, ((), ()), values, "CNOFF"))
    assert display(part.colours) == [GREEN] * 4 and part.normals.tolist() == [[0, 0, 1]] * 4


def test_binary_files_cut_anywhere(tmp_path):
    file = binary()
    for size in range(len(file)):
        with pytest.raises(ModelError):
            parts_of(tmp_path, file[:size])
    with pytest.warns(ModelWarning, match="3 bytes behind its last face are ignored"):
        parts_of(tmp_path, file + b"xyz")


TEXT = TEXTS["plain"]
DAMAGED = [
    ("4OFF\n" + TEXT[4:], "line 1: found '4OFF', four coordinates, expected three"),
    ("#\nnOFF\n3\n" + TEXT[4:], "line 2: found 'nOFF', vertices of any number of coordinates"),
    ("CN4OFF\n" + TEXT[4:], "line 1: found 'CN4OFF', four"),
    ("OFF\n", "line 1: the file ends here, expected the numbers of vertices and faces"),
    ("OFF\n4", "the file ends here, expected the numbers of vertices and faces"),
    (TEXT.replace("4 2 0", "-4 2 0"), "line 2: found -4 as the number of vertices"),
    (TEXT.replace("4 2 0", "4 2.5 0"), "line 2: found 2.5 as the number of faces"),
    (TEXT.replace("4 2 0", "4 nan 0"), "line 2: found nan as the number of faces"),
    (TEXT.replace("4 2 0", "99999999 2 0"), "more than 16777216 vertices"),
    (TEXT.replace("4 2 0", "4 99999999 0"), "more than 16777216 vertices or 16777216"),
    (TEXT.replace("4 2 0", "40 2 0"), "line 8: ends after 6 of its 40 vertices"),
    (TEXT.replace("4 2 0", "4 3 0"), "line 8: ends after 2 of its 3 faces"),
    (TEXT[:-4], "line 8: ends after 1 of its 2 faces"),
    (TEXT.replace("0 2 3", "0 2 4"), "line 8: found vertex 4 in a face, expected an integer fr"),
    (TEXT.replace("0 2 3", "0 -1 3"), "line 8: found vertex -1 in a face"),
    (TEXT.replace("0 2 3", "0 2 2147483648"), "line 8: found vertex 2147483648 in a face"),
    ("OFF 4 2 0 " + BODY[:-2].replace("\n", " "), "line 1: ends after 1 of its 2 faces"),
    (TEXT.replace("0 2 3", "0 2 1.5"), "line 8: found vertex 1.5 in a face"),
    (TEXT.replace("3 0 2", "-3 0 2"), "line 8: found -3 as the number of corners"),
    (TEXT.replace("3 0 2", "3.5 0 2"), "line 8: found 3.5 as the number of corners"),
    (TEXT.replace("1 1 0", "1 1,5 0"), "line 5: found '1,5', expected a number with a decimal"),
    (TEXT.replace("0 2 3", "0 2 x"), "line 8: found 'x', expected a number"),
    ("hello\n", "line 1: found 'hello', expected 'OFF' or a number"),
    ("OFF\n0 0 0\n", "it has no vertices"),
]


@pytest.mark.parametrize(("data", "reason"), DAMAGED)
@pytest.mark.filterwarnings("ignore")
def test_damaged_files(tmp_path, data, reason):
    with pytest.raises(ModelError, match=reason) as caught:
        parts_of(tmp_path, data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400
