"""STL files as CAD programs, scanners and slicers write them."""

import struct

import numpy as np
import pytest

from softgl.models import ModelError, ModelWarning
from softgl.models.meshes import read_model
from softgl.models.parts.materials import Material

FACET = """facet normal 0 0 1
 outer loop
  vertex 0 0 0
  vertex 1 0 0
  vertex 0 1 0
 endloop
endfacet
"""
SOLID = f"solid part 1 of 2\n{FACET}endsolid part 1 of 2\n"
OTHER = "solid\n" + FACET.replace("1 0 0", "3 0 0") + "endsolid\n"
CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def parts_of(tmp_path, data):
    """The parts of an STL file, a text or bytes."""
    path = tmp_path / "a.stl"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [part for part, _ in read_model(path).placed]


def areas(parts):
    """The sum of the triangles' areas of each part."""
    found = []
    for part in parts:
        a, b, c = np.moveaxis(np.asarray(part.positions, float)[part.elements], 1, 0)
        found.append(float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2))
    return found


def binary(attributes, header=b"", stated=None):
    """A binary file of the same triangle, once for each attribute."""
    count = len(attributes) if stated is None else stated
    triangle = np.array([[0, 0, 1], *CORNERS], "<f4").tobytes()
    triangles = [triangle + struct.pack("<H", attribute) for attribute in attributes]
    return header.ljust(80, b" ") + struct.pack("<I", count) + b"".join(triangles)


TEXTS = {
    "plain": (SOLID, [0.5]),
    "upper case": (SOLID.upper(), [0.5]),
    "CR LF": (SOLID.replace("\n", "\r\n"), [0.5]),
    "CR": (SOLID.replace("\n", "\r"), [0.5]),
    "tabs": (SOLID.replace(" ", "\t"), [0.5]),
    "blank lines and indentation": ("\n\n  " + SOLID.replace("\n", "\n\n   "), [0.5]),
    "byte order mark": ("\ufeff" + SOLID, [0.5]),
    "no name": (SOLID.replace(" part 1 of 2", ""), [0.5]),
    "a name of words of the format": (SOLID.replace("part 1", "facet vertex loop solid"), [0.5]),
    "a name of another script": (SOLID.replace("part", "Stück 部品"), [0.5]),
    "several solids": (SOLID + OTHER, [0.5, 1.5]),
    "an empty solid between": (SOLID + "solid\nendsolid\n" + OTHER, [0.5, 1.5]),
    "no normals": (SOLID.replace(" normal 0 0 1", ""), [0.5]),
    "normals that are not numbers": (SOLID.replace("0 0 1", "nan -nan(ind) 1.#QNAN"), [0.5]),
    "exponents": (SOLID.replace("1 0 0", "1.0e+00 0.0E+00 -0.000000e-01"), [0.5]),
    "a facet of four corners": (
        SOLID.replace("vertex 0 1", "vertex 1 1 0\n vertex 0 1"),
        [1.0],
    ),
    "two loops": (SOLID.replace(" endloop\n", " endloop\n" + FACET[19:-10], 1), [1.0]),
    "end solid": (SOLID.replace("endsolid", "end solid"), [0.5]),
    "all in one line": (SOLID.replace("\n", " "), [0.5]),
    "no line of a solid": (FACET, [0.5]),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.filterwarnings("ignore:.*endsolid")
def test_texts(tmp_path, name):
    text, expected = TEXTS[name]
    assert areas(parts_of(tmp_path, text)) == expected


def test_a_text_of_sixteen_bits(tmp_path):
    assert areas(parts_of(tmp_path, SOLID.encode("utf-16"))) == [0.5]


DAMAGED = [
    (SOLID.replace("1 0 0", "1,5 0 0"), "line 5: found '1,5', expected a number with a decimal"),
    (SOLID.replace("1 0 0", "1 0"), "line 5: found 2 numbers after 'vertex', expected 3"),
    (SOLID.replace("1 0 0", "1 0 0 0"), "line 5: found 4 numbers after 'vertex', expected 3"),
    (SOLID.replace("0 0 1", "0 1"), "line 2: found 2 numbers after 'normal', expected 3"),
    (SOLID.replace("vertex 1", "vortex 1"), "line 5: found 'vortex', expected a number or a word"),
    (SOLID.replace("endfacet\n", ""), "line 8: found 'endsolid', expected 'endfacet'"),
    (SOLID.replace(" endloop\n", ""), "line 7: found 'endfacet', expected 'vertex' or 'endloop'"),
    (SOLID[: SOLID.index(" endloop")], "line 6: ends within a solid"),
    (SOLID[: SOLID.index("1 0 0")], "line 5: found 0 numbers and the end of the file"),
    ("solid a\nendsolid a\n", "holds no triangles"),
    ("solid a\n" + "1 2 3\n", "line 1: found 3 numbers"),
    (SOLID.replace("1 0 0", "1 0 " + "1" * 9999), "line 5: found '1111"),
    (SOLID.replace("vertex 1 0 0", "vertex nan 0 0"), "holds nothing to draw"),
    (b"", "the file is empty"),
    (b"solid", "holds no triangles"),
    ("\nsolyd a\n" + FACET, "line 2: found 'solyd', expected 'solid'"),
    ("hello\n", "line 1: found 'hello', expected 'solid'"),
    (b"\x01" * 40, "byte 40: not an STL file: found its end, expected 84 bytes"),
    (binary([0, 0], stated=5), "byte 184: ends after 2 of its 5 triangles, expected 334 bytes"),
    (binary([0], stated=2**32 - 1), "byte 80: not an STL file: found 4294967295 triangles"),
    (binary([]), "holds no triangles"),
]


@pytest.mark.parametrize(("data", "reason"), DAMAGED)
@pytest.mark.filterwarnings("ignore")
def test_damaged_files(tmp_path, data, reason):
    with pytest.raises(ModelError, match=reason) as caught:
        parts_of(tmp_path, data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_a_solid_without_its_end_is_drawn_with_a_warning(tmp_path):
    with pytest.warns(ModelWarning, match="has no endsolid"):
        assert areas(parts_of(tmp_path, SOLID[: SOLID.index("endsolid")])) == [0.5]


def test_a_triangle_that_is_not_finite_is_left_out_with_a_warning(tmp_path):
    facets = FACET.replace("vertex 1 0 0", "vertex inf 0 0") + FACET
    with pytest.warns(ModelWarning, match="1 of 2 faces have a coordinate"):
        assert areas(parts_of(tmp_path, f"solid\n{facets}endsolid\n")) == [0.5]


@pytest.mark.parametrize("header", [b"", b"solid part", b"solid facet normal endsolid\n", b"\xff"])
def test_binary_files_of_any_header(tmp_path, header):
    (part,) = parts_of(tmp_path, binary([0, 0], header))
    assert part.positions.dtype == np.float32
    assert part.positions[part.elements].tolist() == [CORNERS, CORNERS]
    assert part.element_colours is None and part.material is None


@pytest.mark.parametrize(
    ("rest", "warned"), [(b"\0\0", False), (b"\n", False), (b"x" * 7, True), (b"x" * 50, True)]
)
def test_bytes_behind_the_triangles(tmp_path, rest, warned, recwarn):
    (part,) = parts_of(tmp_path, binary([0, 0]) + rest)
    assert len(part.elements) == 2
    found = [str(warning.message) for warning in recwarn]
    assert [f"{len(rest)} bytes behind its triangles are ignored" in text for text in found] == [
        True
    ] * warned


def test_a_header_that_states_no_triangles(tmp_path):
    with pytest.warns(ModelWarning, match="states no triangles; drawn with 2 that follow"):
        (part,) = parts_of(tmp_path, binary([0, 0], stated=0))
    assert len(part.elements) == 2


def test_binary_solids_one_after_the_other(tmp_path):
    parts = parts_of(tmp_path, binary([0, 0]) + binary([0]))
    assert [len(part.elements) for part in parts] == [2, 1]


RED, GREEN, BLUE, GREY = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1), tuple(Material().colour)
HALF = ((16 / 31) ** 2, 0, 0, 1)
MAGICS = b"COLOR=\xff\x00\x00\xff"


@pytest.mark.parametrize(
    ("header", "attributes", "expected"),
    [
        # VisCAM and SolidView: bit 15 is set, blue is lowest.
        (b"", [0x801F, 0x83E0, 0xFC00], [BLUE, GREEN, RED]),
        (b"", [0x8000 | 16 << 10, 0x001F, 0xFC00], [HALF, GREY, RED]),
        (b"", [0x8000, 0xFFFF], [(0, 0, 0, 1), (1, 1, 1, 1)]),
        # Magics: bit 15 is clear, red is lowest; else the colour of the header.
        (MAGICS, [0x001F, 0x03E0, 0x7C00, 0x8000], [RED, GREEN, BLUE, RED]),
        (b"exported by x " + MAGICS + b",MATERIAL=abcdefghijkl", [0x7C00, 0xFFFF], [BLUE, RED]),
        (MAGICS, [0, 0], [RED, RED]),
        (MAGICS, [0x8000, 0xFFFF], [RED, RED]),
        (b"COLOR=\x00\x00\xff\x00", [0], [BLUE]),  # of a tool without alpha
    ],
)
def test_colours_of_triangles(tmp_path, header, attributes, expected):
    (part,) = parts_of(tmp_path, binary(attributes, header))
    assert np.allclose(part.element_colours, expected)
    assert part.material.colour == (1, 1, 1, 1) and part.material.alpha_mode == "OPAQUE"


def test_attributes_that_are_not_colours(tmp_path):
    (part,) = parts_of(tmp_path, binary([1, 0x7FFF]))
    assert part.element_colours is None


def test_a_transparent_colour_is_blended(tmp_path):
    (part,) = parts_of(tmp_path, binary([0], b"COLOR=\xff\xff\xff\x33"))
    assert np.allclose(part.element_colours, [[1, 1, 1, 0.2]])
    assert part.material.alpha_mode == "BLEND"


def test_solids_have_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("softgl.models.formats.stl_text.MAX_MESHES", 2)
    with pytest.raises(ModelError, match="more than 2 solids"):
        parts_of(tmp_path, SOLID * 3)


@pytest.mark.parametrize("chunk", [1, 700, 3000, 1 << 20])
def test_facets_that_are_spaced_alike(tmp_path, monkeypatch, chunk):
    """They are converted in fewer steps, with the same numbers, wherever chunks end."""
    chance = np.random.default_rng(chunk)
    places = chance.integers(-99, 99, (300, 3, 3)) / 8
    lines = ["solid a"]
    for facet in places.tolist():
        lines += ["facet normal 0 0 1", " outer loop"]
        lines += [f"  vertex {x:e} {y:.3f} {z:g}" for x, y, z in facet]
        lines += [" endloop", "endfacet"]
    lines[900] = lines[900].upper()
    lines[1800] = "\t" + lines[1800] + " "
    text = "\n".join([*lines, "endsolid a", SOLID])
    monkeypatch.setattr("softgl.models.formats.number_text.CHUNK", chunk)
    first, second = parts_of(tmp_path, text)
    assert np.array_equal(first.positions[first.elements], places)
    assert areas([second]) == [0.5]
    with pytest.raises(ModelError, match="line 1503: found 'x', expected a number or a word"):
        lines[1502] += " x"
        parts_of(tmp_path, "\n".join(lines))
