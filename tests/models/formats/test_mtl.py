"""MTL files as programs and people write them: names, colours, alpha, and maps with options."""

import warnings

import numpy as np
import pytest
from PIL import Image

from softgl.models import ModelWarning
from softgl.models.formats.obj import maps
from softgl.models.meshes import read, read_model
from softgl.models.parts.materials import Material

SHAPE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n"
FACE = "f 1/1 2/2 3/3\n"
RED = (1, 0, 0, 1)


@pytest.fixture
def images(tmp_path):
    """A folder with images."""
    Image.new("RGB", (2, 2), "red").save(tmp_path / "r.png")
    Image.new("RGB", (2, 2), "blue").save(tmp_path / "my image #1.png")
    grey = Image.fromarray(np.array([[0, 255], [64, 255]], np.uint8))
    grey.save(tmp_path / "grey.png")
    Image.fromarray(np.array([[0, 255]], np.uint8)).save(tmp_path / "mask.png")
    clear = Image.new("RGB", (2, 2), "white")
    clear.putalpha(grey)
    clear.save(tmp_path / "clear.png")
    return tmp_path


def saved(folder, mtl, obj="mtllib a.mtl\nusemtl m\n", name="a.mtl"):
    (folder / name).write_bytes(mtl if isinstance(mtl, bytes) else mtl.encode())
    (folder / "a.obj").write_text(obj + SHAPE + FACE)
    return folder / "a.obj"


def parts(path):
    """The parts of a file, read without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return [part for part, _ in read_model(path).placed]


def material(folder, mtl):
    """The material m of an MTL file."""
    return parts(saved(folder, mtl))[0].material


# The statements of a material, and its colour: linear, so the square of the display colour.
COLOURS = {
    "Kd": ("Kd 1 0.5 0", (1, 0.25, 0, 1)),
    "one number": ("Kd 0.5", (0.25, 0.25, 0.25, 1)),
    "bytes": ("Kd 255 0 51", (1, 0, 0.04, 1)),
    "too large": ("Kd 1.5 -1 0", (1, 0, 0, 1)),
    "capitals": ("KD 1 0 0", RED),
    "tabs and blanks": ("\t Kd \t 1\t0  0 ", RED),
    "a comment": ("Kd 1 0 0 # 0 1 0", RED),
    "a continued line": ("Kd 1 \\\n0 0", RED),
    "without a colour": ("Ns 10", Material().colour),
    "d": ("Kd 1 0 0\nd 0.25", (1, 0, 0, 0.25)),
    "d with a halo": ("Kd 1 0 0\nd -halo 0.25", (1, 0, 0, 0.25)),
    "Tr": ("Kd 1 0 0\nTr 0.75", (1, 0, 0, 0.25)),
    "d counts more than Tr": ("Kd 1 0 0\nTr 1\nd 1", RED),
    "d and Tr agree": ("Kd 1 0 0\nd 0.25\nTr 0.75", (1, 0, 0, 0.25)),
    "Tr 1 alone is opaque": ("Kd 1 0 0\nTr 1.0", RED),
    "others are ignored": (
        "Kd 1 0 0\nKa 1 1 1\nKs 0 0 0\nNs 9\nNi 1.5\nTf 1 1 1\nillum 2\nsharpness 60\n"
        "map_Ka x.png\nmap_Ks x.png\nmap_Ns x.png\nrefl -type sphere x.png\ndisp x.png\n"
        "decal x.png\nmap_Bump -bm 1 x.png\nbump x.png\nPr 0.5\nPm 1\nPs 0\nPc 0\nPcr 0\naniso 0",
        RED,
    ),
}


@pytest.mark.parametrize("name", COLOURS)
def test_colours_are_read(tmp_path, name):
    text, expected = COLOURS[name]
    found = material(tmp_path, f"newmtl m\n{text}\n")
    assert found.colour == pytest.approx(expected)
    assert found.alpha_mode == ("BLEND" if expected[3] < 1 else "OPAQUE")
    assert not found.physical


# MTL texts whose material m is red.
FILES = {
    "CR LF": "newmtl m\r\nKd 1 0 0\r\n",
    "CR": "newmtl m\rKd 1 0 0\r",
    "a byte order mark": "\ufeffnewmtl m\nKd 1 0 0\n",
    "UTF-16": "\ufeffnewmtl m\nKd 1 0 0\n".encode("utf-16-le"),
    "a comment behind the name": "newmtl m # the first\nKd 1 0 0\n",
    "the first of two": "newmtl m\nKd 1 0 0\nnewmtl m\nKd 0 1 0\n",
    "among others": "Kd 0 0 1\nnewmtl a\nKd 0 1 0\nnewmtl m\nKd 1 0 0\nnewmtl b\nKd 0 0 1\n",
    "another case": "newmtl M\nKd 1 0 0\n",
    "blanks": "  newmtl   m  \n  Kd 1 0 0\n",
}


@pytest.mark.parametrize("name", FILES)
def test_materials_are_found(tmp_path, name):
    assert material(tmp_path, FILES[name]).colour == RED


# The name in newmtl, and the one in usemtl.
NAMES = [
    ("red one", "red one"),
    ("red one", "red one # a comment"),
    ("Material #25", "Material #25"),
    ("Straße", "Straße"),
    ("red", "  red  "),
]


@pytest.mark.parametrize(("written", "used"), NAMES)
def test_names_of_materials(tmp_path, written, used):
    (tmp_path / "a.mtl").write_bytes(f"newmtl {written}\nKd 1 0 0\n".encode("latin-1"))
    (tmp_path / "a.obj").write_bytes(f"mtllib a.mtl\nusemtl {used}\n{SHAPE}{FACE}".encode())
    assert parts(tmp_path / "a.obj")[0].material.colour == RED


def test_names_that_differ_behind_a_blank_and_a_sharp(tmp_path):
    mtl = "newmtl M #1\nKd 1 0 0\nnewmtl M #2\nKd 0 1 0\n"
    obj = f"mtllib a.mtl\nusemtl M #2\n{SHAPE}{FACE}usemtl M #1\n"
    first, second = parts(saved(tmp_path, mtl, obj))
    assert first.material.colour == (0, 1, 0, 1) and second.material.colour == RED


@pytest.mark.parametrize(
    "line",
    [
        "mtllib a.mtl b.mtl",
        "mtllib b.mtl a.mtl",
        "mtllib a.mtl\nmtllib b.mtl",
        "mtllib a.mtl # b.mtl\nmtllib b.mtl # a.mtl",
        "mtllib b.mtl my colours.mtl a.mtl",
        'mtllib "a.mtl" "b.mtl"',
        "mtllib ./a.mtl .\\b.mtl",
        "mtllib A.MTL B.mtl",
        "mtllib C:\\work\\a.mtl /home/me/b.mtl",
    ],
)
def test_several_libraries(tmp_path, line):
    (tmp_path / "b.mtl").write_text("newmtl n\nKd 0 1 0\n")
    (tmp_path / "my colours.mtl").write_text("newmtl o\nKd 0 0 1\n")
    obj = f"usemtl n\n{SHAPE}{FACE}{line}\nusemtl m\n"
    first, second = parts(saved(tmp_path, "newmtl m\nKd 1 0 0\n", obj))
    assert first.material.colour == (0, 1, 0, 1) and second.material.colour == RED


@pytest.mark.parametrize(
    "line", ["my colours.mtl", '"my colours.mtl"', "my colours.mtl # x", "my%20colours.mtl"]
)
def test_a_library_with_blanks_in_its_name(tmp_path, line):
    path = saved(tmp_path, "newmtl m\nKd 1 0 0\n", f"mtllib {line}\nusemtl m\n", "my colours.mtl")
    assert parts(path)[0].material.colour == RED


def test_faces_have_the_material_before_them(tmp_path):
    mtl = "newmtl m\nKd 1 0 0\nnewmtl n\nKd 0 1 0\n"
    obj = f"mtllib a.mtl\n{SHAPE}{FACE}usemtl m\n{FACE}{FACE}usemtl n\n{FACE}usemtl m\n"
    found = parts(saved(tmp_path, mtl, obj))
    assert [len(part.elements) for part in found] == [1, 3, 1]
    assert [part.material and part.material.colour for part in found] == [None, RED, (0, 1, 0, 1)]


# A value of map_Kd, and its image's colour, scale and offset.
VALUES = {
    "r.png": ("red", (1, 1), (0, 0)),
    "-s 2 2 2 r.png": ("red", (2, 2), (0, 0)),
    "-s 2 3 r.png": ("red", (2, 3), (0, 0)),
    "-s 2 r.png": ("red", (2, 1), (0, 0)),
    "-o .5 .25 0 r.png": ("red", (1, 1), (0.5, 0.25)),
    "-s 2 2 2 -o 0.5 0.25 0 r.png": ("red", (2, 2), (0.5, 0.25)),
    "-S 2 2 2 -O 1 1 1 r.png": ("red", (2, 2), (1, 1)),
    "-t 1 1 1 -bm 0.5 -mm 0 1 -boost 2 -texres 64 r.png": ("red", (1, 1), (0, 0)),
    "-blendu on -blendv off -cc on -imfchan r -type sphere r.png": ("red", (1, 1), (0, 0)),
    "r.png -s 2 2 2": ("red", (2, 2), (0, 0)),
    "r.png -bm 0.5": ("red", (1, 1), (0, 0)),
    "r.png # a comment": ("red", (1, 1), (0, 0)),
    "  r.png  ": ("red", (1, 1), (0, 0)),
    '"r.png"': ("red", (1, 1), (0, 0)),
    "R.PNG": ("red", (1, 1), (0, 0)),
    ".\\r.png": ("red", (1, 1), (0, 0)),
    "C:\\textures\\r.png": ("red", (1, 1), (0, 0)),
    "/home/me/my textures/r.png": ("red", (1, 1), (0, 0)),
    "my image #1.png": ("blue", (1, 1), (0, 0)),
    "-s 2 2 2 my image #1.png": ("blue", (2, 2), (0, 0)),
    "my%20image%20%231.png": ("blue", (1, 1), (0, 0)),
    "-s 2 2 2 \\\nr.png": ("red", (2, 2), (0, 0)),
}


@pytest.mark.parametrize("value", VALUES)
def test_maps_have_options_and_names(images, value):
    colour, scale, offset = VALUES[value]
    (part,) = parts(saved(images, f"newmtl m\nmap_Kd {value}\n"))
    assert part.material.image.getpixel((0, 0)) == {"red": (255, 0, 0), "blue": (0, 0, 255)}[colour]
    expected = np.array([(0, 0), (1, 0), (0, 1)]) * scale + offset
    assert part.texcoords[part.elements[0]].tolist() == expected.tolist()
    assert part.material.base.sampler == ()


def test_a_map_that_is_clamped(images):
    base = material(images, "newmtl m\nmap_Kd -clamp on r.png\n").base
    assert dict(base.sampler) == {"wrapS": 0x812F, "wrapT": 0x812F}
    assert material(images, "newmtl m\nmap_Kd -clamp off r.png\n").base.sampler == ()


@pytest.mark.parametrize(
    "value", ["", "-s", "-s 2", "-s 2 2 2", "-o x y", "-clamp", "-bm r.png", "-"]
)
def test_odd_values_do_no_harm(images, value):
    parsed = maps.parse(value)
    assert all(isinstance(name, str) for name in parsed.names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read_model(saved(images, f"newmtl m\nmap_Kd {value}\n"))


# The statements of a material, its colour and the first pixels of its image.
TEXTURED = {
    "a texture": ("map_Kd r.png", (1, 1, 1, 1), (255, 0, 0)),
    "grey gives way to a texture": ("Kd 0.8 0.8 0.8\nmap_Kd r.png", (1, 1, 1, 1), (255, 0, 0)),
    "black gives way to a texture": ("Kd 0 0 0\nmap_Kd r.png", (1, 1, 1, 1), (255, 0, 0)),
    "a tint": ("Kd 1 0.5 0\nmap_Kd r.png", (1, 0.25, 0, 1), (255, 0, 0)),
    "alpha": ("d 0.5\nmap_Kd r.png", (1, 1, 1, 0.5), (255, 0, 0)),
    "grey of map_d": ("map_Kd r.png\nmap_d grey.png", (1, 1, 1, 1), (255, 0, 0, 0)),
    "alpha of map_d": ("map_Kd r.png\nmap_d clear.png", (1, 1, 1, 1), (255, 0, 0, 0)),
    "luminance of map_d": (
        "map_d -imfchan l clear.png\nmap_Kd r.png",
        (1, 1, 1, 1),
        (255, 0, 0, 255),
    ),
    "map_d alone": ("Kd 0 1 0\nmap_d grey.png", (0, 1, 0, 1), (255, 255, 255, 0)),
    "alpha of the same file": (
        "map_Kd clear.png\nmap_d clear.png",
        (1, 1, 1, 1),
        (255, 255, 255, 0),
    ),
}


@pytest.mark.parametrize("name", TEXTURED)
def test_textures_and_alpha(images, name):
    text, colour, pixel = TEXTURED[name]
    found = material(images, f"newmtl m\n{text}\n")
    assert found.colour == pytest.approx(colour)
    assert found.image.getpixel((0, 0)) == pixel


@pytest.mark.parametrize(("name", "mode"), [("mask.png", "MASK"), ("grey.png", "BLEND")])
def test_an_alpha_without_steps_is_a_mask(images, name, mode):
    assert material(images, f"newmtl m\nmap_Kd r.png\nmap_d {name}\n").alpha_mode == mode
    assert material(images, f"newmtl m\nd .5\nmap_Kd r.png\nmap_d {name}\n").alpha_mode == "BLEND"


def test_emission_is_drawn(images):
    found = material(images, "newmtl m\nKd 0 0 0\nKe 1 0.5 0\nPr 0.25\nPm 1\n")
    assert found.physical and found.emission == (1, 0.25, 0)
    assert (found.roughness, found.metallic) == (0.25, 1)
    assert not material(images, "newmtl m\nKe 0 0 0\n").physical
    found = material(images, "newmtl m\nmap_Ke r.png\n")
    assert found.emission == (1, 1, 1) and found.glow.image.size == (2, 2)
    assert material(images, "newmtl m\nnorm r.png\n").normals.image.size == (2, 2)


def test_faces_without_texture_coordinates_have_the_colour(images):
    path = saved(images, "newmtl m\nKd 0 1 0\nmap_Kd r.png\n")
    path.write_text(path.read_text() + "f 1 2 3\n")
    textured, bare = parts(path)
    assert textured.material.image is not None and textured.texcoords is not None
    assert bare.material.image is None and bare.material.colour == (0, 1, 0, 1)


def test_a_texture_takes_the_place_of_vertex_colours(images):
    path = saved(images, "newmtl m\nmap_Kd r.png\nnewmtl lost\nKd 1 1 1\nmap_Kd lost.png\n")
    text = path.read_text()
    for line in SHAPE.splitlines()[:3]:
        text = text.replace(line, f"{line} 0.5 0.5 0.5")
    path.write_text(f"{text}f 1 2 3\nusemtl lost\nf 1/1 2/2 3/3\n")
    with pytest.warns(ModelWarning, match="lost.png"):
        found = [part for part, _ in read_model(path).placed]
    assert [part.colours is None for part in found] == [True, False, False]


# MTL text and its warning.
WARNINGS = {
    "a missing image": (
        "newmtl m\nKd 1 0 0\nmap_Kd -s 2 2 2 lost.png # x\n",
        r": lost\.png not found next to",
    ),
    "a word": ("newmtl m\nKd 1 x 0\n", r": a\.mtl, line 2: found 'x', expected a number; not read"),
    "nothing": ("newmtl m\n\nd\n", r": a\.mtl, line 3: found no number behind d, expected one"),
    "a spectral curve": (
        "newmtl m\nKd spectral a.rfl 1\n",
        "line 2: found 'spectral', expected red, green and blue",
    ),
    "no such material": (
        "newmtl n\nKd 1 0 0\n",
        ": no material file has 'm'; drawn in the default",
    ),
}


@pytest.mark.parametrize("name", WARNINGS)
def test_odd_statements_are_warned_of(tmp_path, name):
    text, reason = WARNINGS[name]
    with pytest.warns(ModelWarning, match=reason):
        assert len(read(saved(tmp_path, text))) == 1


@pytest.mark.parametrize(
    ("text", "expected"), [("Kd 0.8 0.8 0.8", (1, 1, 1, 1)), ("Kd 1 0 0", RED), ("Ns 1", (1,) * 4)]
)
def test_a_grey_material_gives_way_to_colours_of_vertices(tmp_path, text, expected):
    path = saved(tmp_path, f"newmtl m\n{text}\n")
    path.write_text(path.read_text().replace("v 0 0 0", "v 0 0 0 0 1 0"))
    (part,) = parts(path)
    assert part.material.colour == expected and part.colours[0].tolist() == [0, 1, 0, 1]
