"""PLY files as scanners, MeshLab, Blender, PCL and Open3D write them."""

import numpy as np
import pytest
from PIL import Image

from softgl.models import ModelError, ModelWarning
from tests.models.formats.contents import display, read_parts
from tests.models.formats.ply_files import FORMATS, LIST, SQUARE, TRIANGLES, XYZ, area, ply, square

FACES = ("face", [LIST], TRIANGLES)
TEXT = square(FACES).decode()
HEADER = TEXT[: TEXT.index("0 0 0")]


def parts_of(tmp_path, data):
    return read_parts(tmp_path, "ply", data)


@pytest.mark.parametrize("kind", FORMATS)
class TestEveryFormat:
    """A text and both byte orders have the same contents."""

    @pytest.mark.parametrize("count", ["uchar", "char", "ushort", "short", "int", "uint", "uint8"])
    @pytest.mark.parametrize("item", ["int", "uint", "uchar", "short", "uint16", "int32"])
    @pytest.mark.parametrize("name", ["vertex_index", "vertex_indices"])
    def test_triangles(self, tmp_path, kind, count, item, name):
        faces = ("face", [f"list {count} {item} {name}"], TRIANGLES)
        (part,) = parts_of(tmp_path, square(faces, kind=kind))
        assert part.positions.tolist() == [list(map(float, place)) for place in SQUARE]
        assert part.elements.tolist() == [[0, 1, 2], [0, 2, 3]]
        assert part.colours is part.normals is part.texcoords is part.material is None

    def test_polygons_of_several_sizes(self, tmp_path, kind):
        rows = [([0, 1, 2],), ([],), ([0, 1, 2, 3],), ([0, 2],), ([3],)]
        faces, lines, points = parts_of(tmp_path, square(("face", [LIST], rows), kind=kind))
        assert faces.elements.tolist() == [[0, 1, 2], [0, 1, 2], [0, 2, 3]]
        assert lines.elements.tolist() == [[0, 2]] and points.elements.tolist() == [[3]]

    def test_a_concave_polygon(self, tmp_path, kind):
        vertices = [(0, 0, 0), (2, 1, 0), (0, 2, 0), (0.7, 1, 0)]
        file = ply(kind, ("vertex", XYZ, vertices), ("face", [LIST], [([0, 1, 2, 3],)]))
        (part,) = parts_of(tmp_path, file)
        assert np.isclose(area(part), 1.3)

    def test_lists_anywhere_and_unknown_elements(self, tmp_path, kind):
        lists = [[], [1], [2, 3], [4, 5, 6]]
        vertices = [(lists[i], *place, lists[-i]) for i, place in enumerate(SQUARE)]
        properties = ["list uchar short near", *XYZ, "list int double weights"]
        faces = [(7, [0.5], [0, 1, 2], 1.5, [1]), (8, [], [0, 2, 3], 2.5, [1, 2])]
        file = ply(
            kind,
            ("camera", ["double a", "list uchar float b"], [(1, [2, 3]), (4, [])]),
            ("nothing", [], []),
            ("vertex", properties, vertices),
            ("range_grid", ["list uchar int vertex_index"], [([],), ([1],)]),
            ("face", ["uchar a", "list uchar float b", LIST, "double c", "list uint uchar d"],
             faces),
            ("tail", ["int a"], [(1,)]),
        )  # fmt: skip
        (part,) = parts_of(tmp_path, file)
        assert part.positions.tolist() == [list(map(float, place)) for place in SQUARE]
        assert part.elements.tolist() == [[0, 1, 2], [0, 2, 3]]

    def test_doubles_and_integers(self, tmp_path, kind):
        vertices = [(1e-9, 0, 0), (1 / 3, 0, 0), (0, 1, 0)]
        file = ply(
            kind,
            ("vertex", [f"double {axis}" for axis in "xyz"], vertices),
            ("face", [LIST], [([0, 1, 2],)]),
        )
        (part,) = parts_of(tmp_path, file)
        assert part.positions.tolist() == [list(map(float, place)) for place in vertices]
        file = ply(kind, ("vertex", [f"short {axis}" for axis in "xyz"], SQUARE))
        assert parts_of(tmp_path, file)[0].positions.tolist() == [list(p) for p in SQUARE]

    def test_strips(self, tmp_path, kind):
        strip = [0, 1, 3, 2, -1, 3, 1, 2, -1, 0, 0, 1, 2, -1]
        file = square(
            ("tristrips", ["list int int vertex_indices"], [(strip,), ([0, 1, 2],)]), kind=kind
        )
        (part,) = parts_of(tmp_path, file)
        expected = [[0, 1, 3], [3, 1, 2], [3, 1, 2], [1, 0, 2], [0, 1, 2]]
        assert part.elements.tolist() == expected

    def test_edges_with_colours(self, tmp_path, kind):
        properties = ["int vertex1", "int vertex2", "uchar red", "uchar green", "uchar blue"]
        edges = ("edge", properties, [(0, 1, 255, 0, 0), (1, 2, 0, 0, 255)])
        (part,) = parts_of(tmp_path, square(edges, kind=kind))
        assert part.elements.tolist() == [[0, 1], [1, 2]]
        assert display(part.element_colours) == [[1, 0, 0, 1], [0, 0, 1, 1]]
        both = parts_of(tmp_path, square(FACES, edges, kind=kind))
        assert [len(part.elements[0]) for part in both] == [3, 2]

    def test_points_that_are_not_numbers(self, tmp_path, kind):
        vertices = [(0, 0, 0), (float("nan"),) * 3, (1, float("inf"), 0), (1, 1, 1)]
        with pytest.warns(ModelWarning, match="2 of 4 points are not finite numbers"):
            (part,) = parts_of(tmp_path, ply(kind, ("vertex", XYZ, vertices)))
        assert part.elements.tolist() == [[0], [3]]

    def test_faces_of_vertices_that_are_not_numbers(self, tmp_path, kind):
        vertices = [*SQUARE, (float("nan"),) * 3]
        faces = [([0, 1, 2],), ([0, 2, 4],), ([0, 1, 2, 3],)]
        file = ply(kind, ("vertex", XYZ, vertices), ("face", [LIST], faces))
        with pytest.warns(ModelWarning, match="1 of 3 faces have a coordinate"):
            (part,) = parts_of(tmp_path, file)
        assert part.elements.tolist() == [[0, 1, 2], [0, 1, 2], [0, 2, 3]]

    def test_a_vertex_beyond_the_others(self, tmp_path, kind):
        for faces in ([([0, 1, 2],), ([0, 2, 4],)], [([0, 1, 2, 3],), ([0, -1, 2],)]):
            wrong = faces[1][0][2 if 4 in faces[1][0] else 1]
            place = "line 15" if kind == "ascii" else "byte "
            with pytest.raises(
                ModelError, match=rf"{place}.*: found vertex {wrong} in 'face', exp"
            ):
                parts_of(tmp_path, square(("face", [LIST], faces), kind=kind))

    @pytest.mark.parametrize("rows", [TRIANGLES, [([0, 1, 2],), ([0, 1, 2, 3],)]])
    def test_cut_anywhere(self, tmp_path, kind, rows):
        file = square(("face", [LIST], rows), kind=kind)
        for size in range(len(file) - 2):
            with pytest.raises(ModelError) as caught:
                parts_of(tmp_path, file[:size])
            assert "a.ply" in str(caught.value)

    def test_bytes_behind_the_data(self, tmp_path, kind):
        file = square(FACES, kind=kind)
        with pytest.warns(ModelWarning, match="ignored"):
            (part,) = parts_of(tmp_path, file + b"more\n")
        assert len(part.elements) == 2
        assert len(parts_of(tmp_path, file + b"\n\n")[0].elements) == 2


COLOURS = [
    # (properties, values of one vertex, display light)
    (["uchar red", "uchar green", "uchar blue"], (255, 51, 0), [1, 0.2, 0, 1]),
    (["uint8 r", "uint8 g", "uint8 b"], (255, 51, 0), [1, 0.2, 0, 1]),
    (["uchar r", "uchar g", "uchar b", "uchar a"], (255, 51, 0, 255), [1, 0.2, 0, 1]),
    (["uchar diffuse_red", "uchar diffuse_green", "uchar diffuse_blue"], (0, 51, 255),
     [0, 0.2, 1, 1]),
    (["uchar ambient_red", "uchar ambient_green", "uchar ambient_blue"], (0, 51, 255),
     [0, 0.2, 1, 1]),
    (["uchar red", "uchar green", "uchar blue", "uchar alpha"], (255, 0, 0, 51), [1, 0, 0, 0.2]),
    (["uchar red", "uchar green", "uchar blue", "uchar alpha"], (255, 0, 0, 0), [1, 0, 0, 1]),
    (["ushort red", "ushort green", "ushort blue"], (0x8000, 0xFFFF, 0), [0.5, 1, 0, 1]),
    (["ushort red", "ushort green", "ushort blue", "ushort alpha"], (0, 0, 0xFFFF, 0x8000),
     [0, 0, 1, 0.5]),
    (["float red", "float green", "float blue"], (0.5, 1, 0), [0.5, 1, 0, 1]),
    (["double red", "double green", "double blue"], (0.5, 1.2, -1), [0.5, 1, 0, 1]),
    (["float red", "float green", "float blue"], (127.5, 255, 0), [0.5, 1, 0, 1]),
    (["float red", "float green", "float blue", "uchar alpha"], (0.5, 1, 0, 51), [0.5, 1, 0, 0.2]),
    (["int red", "int green", "int blue"], (51, 255, 0), [0.2, 1, 0, 1]),
    (["uint red", "uint green", "uint blue"], (0x8000_0000, 0xFFFF_FFFF, 0), [0.5, 1, 0, 1]),
    (["float red", "float green", "float blue"], (float("nan"), 1, 0), [0, 1, 0, 1]),
    (["float f_dc_0", "float f_dc_1", "float f_dc_2"], (0, 1.7724538509, -2), [0.5, 1, 0, 1]),
]  # fmt: skip


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(("properties", "values", "expected"), COLOURS)
def test_colours_of_vertices(tmp_path, kind, properties, values, expected):
    rows = [(*place, *values) for place in SQUARE]
    (part,) = parts_of(tmp_path, ply(kind, ("vertex", XYZ + properties, rows), FACES))
    assert display(part.colours) == [expected] * 4
    assert part.material.colour == (1, 1, 1, 1)
    assert part.material.alpha_mode == ("BLEND" if expected[3] < 1 else "OPAQUE")
    if "red" in properties[0] and "_" not in properties[0]:  # faces have colours as well
        rows = [(*row, *values) for row in TRIANGLES]
        (part,) = parts_of(tmp_path, square(("face", [LIST, *properties], rows), kind=kind))
        assert display(part.element_colours) == [expected] * 2


def test_colours_of_faces_and_of_vertices(tmp_path):
    rgb = ["uchar red", "uchar green", "uchar blue"]
    faces = [(*TRIANGLES[0], 255, 0, 0), ([0, 1, 2, 3], 0, 0, 255)]
    white = [(*place, 255, 255, 255) for place in SQUARE]
    for vertices in (("vertex", XYZ, SQUARE), ("vertex", XYZ + rgb, white)):
        (part,) = parts_of(tmp_path, ply("ascii", vertices, ("face", [LIST, *rgb], faces)))
        assert display(part.element_colours) == [[1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 1]]
        assert part.colours is None
    mixed = [*white[:3], (0, 1, 0, 0, 0, 0)]
    file = ply("ascii", ("vertex", XYZ + rgb, mixed), ("face", [LIST, *rgb], faces))
    (part,) = parts_of(tmp_path, file)
    assert part.element_colours is None and display(part.colours)[3] == [0, 0, 0, 1]


def test_colours_of_materials(tmp_path):
    faces = ("face", [LIST, "int material_index"], [([0, 1, 2], 1), ([0, 2, 3], 0)])
    names = [f"uchar diffuse_{name}" for name in ("red", "green", "blue")]
    materials = ("material", names, [(255, 0, 0), (0, 255, 0)])
    (part,) = parts_of(tmp_path, square(faces, materials))
    assert display(part.element_colours) == [[0, 1, 0, 1], [1, 0, 0, 1]]


@pytest.mark.parametrize(
    ("type", "values", "expected"),
    [
        ("float", (0, 0, 2), (0, 0, 2)),
        ("double", (0, -1, 0), (0, -1, 0)),
        ("char", (0, 0, 127), (0, 0, 127)),
        ("uchar", (255, 0, 0), (1, -1, -1)),
        ("short", (0, -9, 0), (0, -9, 0)),
        ("float", (0, 0, 0), None),
        ("float", (0, float("nan"), 0), None),
    ],
)
def test_normals(tmp_path, type, values, expected):
    names = [f"{type} n{axis}" for axis in "xyz"]
    rows = [(*place, *values) for place in SQUARE]
    for kind in FORMATS:
        (part,) = parts_of(tmp_path, ply(kind, ("vertex", XYZ + names, rows), FACES))
        assert part.normals is None if expected is None else np.allclose(part.normals, expected)


def images(tmp_path, *names):
    for name in names:
        Image.new("RGB", (2, 2), "red").save(tmp_path / name)


@pytest.mark.parametrize(
    "names", ["s t", "u v", "texture_u texture_v", "texture_s texture_t", "S T"]
)
def test_texture_coordinates_of_vertices(tmp_path, names):
    images(tmp_path, "a b.png")
    rows = [(*place, *place[:2]) for place in SQUARE]
    properties = XYZ + [f"float {name}" for name in names.split()]
    vertices = ("vertex", properties, rows)
    (part,) = parts_of(tmp_path, ply("ascii", vertices, FACES, comments=["TextureFile a b.png"]))
    assert part.texcoords.tolist() == [list(place[:2]) for place in SQUARE]
    assert part.material.image.size == (2, 2) and part.material.colour == (1, 1, 1, 1)
    (part,) = parts_of(tmp_path, ply("ascii", vertices, FACES))
    assert part.material is None


WEDGES = [[0, 0, 1, 0, 1, 1], [0, 0, 1, 1, 0, 1]]


@pytest.mark.parametrize("kind", FORMATS)
def test_texture_coordinates_of_corners(tmp_path, kind):
    images(tmp_path, "a.png")
    rows = [(*TRIANGLES[0], WEDGES[0]), (*TRIANGLES[1], WEDGES[1])]
    faces = ("face", [LIST, "list uchar float texcoord"], rows)
    (part,) = parts_of(tmp_path, square(faces, kind=kind, comments=["TextureFile a.png"]))
    assert part.texcoords[part.elements].reshape(2, 6).tolist() == WEDGES
    assert part.positions[part.elements[1]].tolist() == [[0, 0, 0], [1, 1, 0], [0, 1, 0]]
    assert part.material.image is not None
    # A list of another length than the corners is a face without a texture.
    for odd in ([], [0, 0]):
        rows = [(*TRIANGLES[0], odd), ([0, 1, 2, 3], [0, 0, 1, 0, 1, 1, 0, 1])]
        file = square(("face", faces[1], rows), kind=kind, comments=["TextureFile a.png"])
        drawn, plain = parts_of(tmp_path, file)
        assert len(drawn.elements) == 2 and plain.elements.tolist() == [[0, 1, 2]]
        assert drawn.texcoords[drawn.elements[1]].tolist() == [[0, 0], [1, 1], [0, 1]]
        assert plain.material is None and plain.texcoords is None


def test_several_textures(tmp_path):
    images(tmp_path, "a.png", "b.png")
    lists = [LIST, "list uchar float texcoord", "int texnumber"]
    rgb = ["uchar red", "uchar green", "uchar blue"]
    wedge = WEDGES[0]
    faces = [([0, 1, 2], wedge, 1, 1, 2, 3), ([0, 2, 3], wedge, 0, 1, 2, 3),
             ([0, 1, 3], wedge, -1, 255, 0, 0), ([1, 2, 3], wedge, 1, 1, 2, 3)]  # fmt: skip
    comments = ["made by hand", "TextureFile a.png", "TextureFile b.png", "TextureFile c.png"]
    file = square(("face", lists + rgb, faces), comments=comments)
    first, second, plain = parts_of(tmp_path, file)
    assert [len(part.elements) for part in (first, second, plain)] == [1, 2, 1]
    assert first.element_colours is None and first.material.image is not None
    assert display(plain.element_colours) == [[1, 0, 0, 1]]


def test_a_missing_texture(tmp_path):
    rows = [(*TRIANGLES[0], WEDGES[0]), (*TRIANGLES[1], WEDGES[1])]
    faces = ("face", [LIST, "list uchar float texcoord"], rows)
    with pytest.warns(ModelWarning, match=r"lost\.png"):
        (part,) = parts_of(tmp_path, square(faces, comments=["TextureFile lost.png"]))
    assert len(part.elements) == 2 and part.material is None


TEXTS = {
    "CR LF": TEXT.replace("\n", "\r\n"),
    "CR": TEXT.replace("\n", "\r"),
    "CR LF in the header only": HEADER.replace("\n", "\r\n") + TEXT[len(HEADER) :],
    "blank lines": HEADER + "\n" + TEXT[len(HEADER) :].replace("\n", "\n \n\n"),
    "no line end": TEXT.rstrip(),
    "tabs": TEXT.replace(" ", "\t"),
    "indented": TEXT.replace("\n", "\n  "),
    "trailing blanks": TEXT.replace("\n", "  \n"),
    "byte order mark": "\ufeff" + TEXT,
    "comments": TEXT.replace("element", "comment element vertex 3\ncomment\nobj_info a 1\nelement"),
    "rows over lines": HEADER + TEXT[len(HEADER) :].replace(" ", "\n"),
    "rows in one line": HEADER + TEXT[len(HEADER) :].replace("\n", " "),
    "upper case": TEXT.replace("element vertex", "ELEMENT Vertex").replace("float x", "FLOAT X"),
    "numbers of other forms": TEXT.replace("1 1 0", "1.0 +1e0 -0.0e+00"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(tmp_path, name):
    (part,) = parts_of(tmp_path, TEXTS[name])
    assert part.elements.tolist() == [[0, 1, 2], [0, 2, 3]] and area(part) == 1.0


@pytest.mark.parametrize("kind", FORMATS[1:])
@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_headers_of_binary_files(tmp_path, kind, end):
    file = square(FACES, kind=kind)
    size = file.index(b"end_header\n") + 11
    header = file[:size].replace(b"\n", end)
    (part,) = parts_of(tmp_path, header + file[size:])
    assert area(part) == 1.0


def test_data_that_begins_as_a_line_end(tmp_path):
    vertices = ("vertex", ["uchar x", "uchar y", "uchar z"], [(10, 1, 2), (13, 10, 3)])
    for kind in FORMATS[1:]:
        file = ply(kind, vertices)
        for end in (b"\n", b"\r"):
            size = file.index(b"end_header\n") + 11
            (part,) = parts_of(tmp_path, file[:size].replace(b"\n", end) + file[size:])
            assert part.positions.tolist() == [[10, 1, 2], [13, 10, 3]]


def test_lines_with_more_numbers_than_stated(tmp_path):
    lines = [line + " 9 9" if line.count(" ") == 2 else line + " 7" for line in
             TEXT[len(HEADER) :].splitlines()]  # fmt: skip
    with pytest.warns(ModelWarning, match="more numbers than the header states"):
        (part,) = parts_of(tmp_path, HEADER + "\n".join(lines))
    assert part.elements.tolist() == [[0, 1, 2], [0, 2, 3]] and area(part) == 1.0


def test_points(tmp_path):
    for file in (
        square(),
        square(("face", [LIST], [])),
        square(("range_grid", [LIST], [([0],), ([1],)]), comments=["Stanford"]),
    ):
        (part,) = parts_of(tmp_path, file)
        assert part.elements.tolist() == [[0], [1], [2], [3]]


DAMAGED = [
    ("plyx\n", "line 1: found 'plyx', expected 'ply'"),
    (TEXT.replace("end_header", "end"), "the header ends here, expected 'end_header'"),
    (TEXT.replace("ascii", "text"), "line 2: found 'text', expected ascii, binary_little"),
    (TEXT.replace("format", "comment"), "line 2: the header has no line 'format'"),
    (TEXT.replace("float x", "floot x"), "line 4: found 'floot', expected a type"),
    (TEXT.replace("vertex 4", "vertex four"), "line 3: found 'vertex four', expected the name"),
    (TEXT.replace("vertex 4", "vertex -4"), "line 3: found 'vertex -4'"),
    (TEXT.replace("element vertex 4\n", ""), "line 3: found 'property', expected 'element'"),
    (TEXT.replace("property float y\n", ""), "element 'vertex' has no property 'y'"),
    (TEXT.replace("float x", "float"), "line 4: found a property without a name"),
    (TEXT.replace("uchar int", "float int"), "line 8: found float, expected an integer type"),
    (TEXT.replace("element face", "elemnt face"), "line 7: found 'elemnt'"),
    (TEXT.replace("element vertex", "element node"), "its header has no element 'vertex'"),
    (TEXT.replace("1 1 0", "1 1"), "line 12: found 2 numbers, expected 3 of 'vertex'"),
    (TEXT.replace("1 1 0", "1 1,5 0"), "line 12: found '1,5', expected a number with a decimal"),
    (TEXT.replace("1 1 0", "1 x 0"), "line 12: found 'x', expected a number"),
    (TEXT.replace("3 0 2 3\n", ""), "line 14: ends after 1 of the 2 rows of 'face'"),
    (TEXT.replace("3 0 2 3", "3 0 2"), "line 15: found 3 numbers, expected 4 of 'face'"),
    (TEXT.replace("3 0 2 3", "-3 0 2 3"), "line 15: found -3 as the length of a list of 'face'"),
    (TEXT.replace("3 0 2 3", "3 0 2 1.5"), "line 15: found vertex 1.5 in 'face'"),
    (TEXT.replace("3 0 2 3", "3 0 2 nan"), "line 15: found vertex nan in 'face'"),
    (TEXT.replace("3 0 2 3", "3.5 0 2 3"), "line 15: found 3.5 as the length of a list"),
    (TEXT.replace("vertex 4", "vertex 400"), "line 15: found vertex|line 15: ends after"),
    (TEXT.replace("vertex 4", "vertex 0"), "it has no vertices"),
    (TEXT.replace("vertex 4", "vertex 99999999999"), "more than 16777216 vertices"),
    (TEXT.replace("face 2", "face 99999999999"), "more than 16777216 rows of 'face'"),
    (TEXT.replace("vertex_indices", "a").replace("int a", "float a"), "no list 'vertex_indices'"),
    ("ply\nformat ascii 1.0\n" + "element a 0\n" * 5000 + "end_header\n", "more than 4096 elem"),
]


@pytest.mark.parametrize(("data", "reason"), DAMAGED)
@pytest.mark.filterwarnings("ignore")
def test_damaged_files(tmp_path, data, reason):
    with pytest.raises(ModelError, match=reason) as caught:
        parts_of(tmp_path, data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400
