"""Files of depths, normals, positions and ids; options of the command line for models."""

import io
import struct
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from softgl import cli, image, render, scene
from softgl.models import Camera, View
from softgl.renderer import Renderer
from softgl.surface_files import SurfaceFiles, encode_png

SQUARE = np.array([[0, 0, -1], [4, 0, -1], [4, 4, -1], [0, 4, -1]], float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])
POSE = "1 0 0 2  0 1 0 2  0 0 1 4  0 0 0 1"
PINHOLE = "10,10,20,15"
"""The square covers pixels 16 to 23 and rows 11 to 18."""
SIZE = ("--size", "40x30", "--threads", "1")
VIEW = (*SIZE, "--pose", POSE, "--intrinsics", PINHOLE)


@pytest.fixture
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    trimesh.Trimesh(SQUARE, TWO, process=False).export("square.ply")
    return tmp_path


def run(*arguments):
    return cli.main([str(argument) for argument in arguments])


def decoded(path):
    """(values, texts) of a PNG of 16 bits as `encode_png` writes it."""
    data, place, chunks = Path(path).read_bytes(), 8, []
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        (check,) = struct.unpack_from(">I", data, place + 8 + length)
        assert check == zlib.crc32(kind + body)
        chunks.append((kind, body))
        place += 12 + length
    width, height, bits, colour = struct.unpack_from(">2I2B", chunks[0][1])
    assert bits == 16
    (pixels,) = (body for kind, body in chunks if kind == b"IDAT")
    rows = np.frombuffer(zlib.decompress(pixels), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any()
    shape = (height, width) if colour == 0 else (height, width, 3)
    values = np.ascontiguousarray(rows[:, 1:]).view(">u2").reshape(shape)
    texts = dict(body.decode("latin-1").split("\0") for kind, body in chunks if kind == b"tEXt")
    return values, texts


def numbers(path):
    """The numbers that a PNG means, and its values."""
    values, texts = decoded(path)
    offset = np.array([float(word) for word in texts["offset"].split()])
    return values * float(texts["scale"]) + (offset if len(offset) > 1 else offset[0]), values


def test_every_output_is_written_from_the_command_line(inside):
    names = ("depth", "normals", "positions", "ids", "triangles")
    for suffix in ("npy", "png"):
        files = [word for name in names for word in (f"--{name}", f"{name}.{suffix}")]
        assert run("render", "square.ply", "-o", "a.png", *VIEW, *files) == 0
    drawn = np.zeros((30, 40), bool)
    drawn[11:19, 16:24] = True
    assert np.array_equal(np.load("ids.npy"), drawn)
    assert np.allclose(np.load("depth.npy"), drawn * 5.0, rtol=1e-6)
    assert np.load("positions.npy")[11, 16] == pytest.approx([0.25, 3.75, -1], abs=1e-6)
    for name in names:
        exact = np.load(f"{name}.npy").astype(np.float64)
        found, values = numbers(f"{name}.png")
        assert np.array_equal(values.reshape(30, 40, -1).any(axis=-1), drawn)
        assert np.abs(found - exact)[drawn].max() < 1e-4
    with Image.open("depth.png") as opened:  # other programs read it too
        assert opened.mode.startswith("I") and opened.size == (40, 30)
    picture = np.asarray(Image.open("a.png"))
    assert (picture[drawn][:, :3].astype(int).min(axis=0) > 60).all()


def test_a_scale_of_depths_gives_millimetres(inside, capsys):
    depth = ("--depth", "d.png", "--depth-scale")
    assert run("render", "square.ply", *VIEW, *depth, "1000") == 0
    values, texts = decoded("d.png")
    assert values.max() == 5000 and values.min() == 0 and float(texts["scale"]) == 0.001
    assert run("render", "square.ply", *VIEW, *depth, "100000") == 0
    assert decoded("d.png")[0].max() == 65535
    assert "d.png: depths above 0.65535 are cut off" in capsys.readouterr().err


def test_frames_are_numbered(inside):
    frames = ("--frames", "3", "--depth", "d.npy", "--ids", "i%02d.png")
    assert run("render", "square.ply", *SIZE, "-o", "turn.gif", *frames) == 0
    found = {path.name for path in inside.iterdir()} - {"square.ply"}
    assert found == {"turn.gif", *(f"d_00{n}.npy" for n in range(3)), "i00.png", "i01.png",
                     "i02.png"}  # fmt: skip
    assert (
        run("render", "square.ply", *SIZE, "--frames", "3", "--frame", "2", "--depth", "e.npy") == 0
    )
    assert np.array_equal(np.load("e.npy"), np.load("d_002.npy"))
    assert not np.array_equal(np.load("d_000.npy"), np.load("d_002.npy"))


def test_python_writes_the_same_files(inside):
    assert run("render", "square.ply", "-o", "a.png", *VIEW, "--depth", "d.npy") == 0
    rows = np.reshape([float(word) for word in POSE.split()], (4, 4))
    view = View(Camera(pose=rows, intrinsics=(10, 10, 20, 15)))
    found = scene.load("square.ply", view=view)
    outputs = {"depth": "e.npy"}
    render.render(found, "b.png", 40, 30, outputs=outputs, threads=1)
    for one, other in (("a.png", "b.png"), ("d.npy", "e.npy")):
        assert (inside / one).read_bytes() == (inside / other).read_bytes()


@pytest.mark.parametrize(
    ("suffix", "count"), [("txt", 4), ("npy", 4), ("npy", 3), ("json", 4), ("json", 3)]
)
def test_a_pose_may_be_a_file(inside, suffix, count):
    rows = np.reshape([float(word) for word in POSE.split()], (4, 4))
    path = inside / f"pose.{suffix}"
    if suffix == "npy":
        np.save(path, rows[:count])
    else:
        path.write_text(
            str(rows[:count].tolist()) if suffix == "json" else POSE.replace("  ", "\n")
        )
    pinhole = ("--intrinsics", PINHOLE)
    assert run("render", "square.ply", *SIZE, *pinhole, "--pose", path, "--depth", "a.npy") == 0
    assert run("render", "square.ply", *VIEW, "--depth", "b.npy") == 0
    assert np.array_equal(np.load("a.npy"), np.load("b.npy"))


def test_sizes_of_points_and_lines_and_a_margin(inside):
    trimesh.PointCloud(SQUARE).export("points.ply")
    assert run("render", "points.ply", *VIEW, "--ids", "i.npy", "--point-size", "3") == 0
    assert np.count_nonzero(np.load("i.npy")) == 4 * 9
    wide = ("--wireframe", "--line-width")
    counts = []
    for width in (1, 4):
        assert run("render", "square.ply", *VIEW, *wide, width, "--ids", "i.npy") == 0
        counts.append(np.count_nonzero(np.load("i.npy")))
    assert counts[1] > 2 * counts[0]
    trimesh.creation.icosphere(3).export("ball.ply")
    for margin, rows in (("0", 30), ("0.25", 15)):
        assert run("render", "ball.ply", *SIZE, "--margin", margin, "--ids", "i.npy") == 0
        assert abs(np.load("i.npy").any(axis=1).sum() - rows) <= 1


@pytest.mark.parametrize("name", ["a.jpg", "a.tif", "a.bmp", "a.jpeg", "a.tiff"])
def test_other_formats_by_extension(inside, name):
    assert run("render", "square.ply", *VIEW, "-o", name) == 0
    assert run("render", "square.ply", *VIEW, "-o", "a.png") == 0
    with Image.open(name) as found, Image.open("a.png") as expected:
        difference = np.subtract(found.convert("RGB"), expected.convert("RGB"), dtype=int)
    assert np.abs(difference).max() <= (8 if name.startswith("a.jp") else 0)
    stem, suffix = name.split(".")
    assert run("render", "square.ply", *VIEW, "-o", name, "--frames", "2") == 0
    assert (inside / f"{stem}_001.{suffix}").exists()


def test_a_transparent_background_needs_alpha(inside, capsys):
    clear = ("--background", "transparent")
    assert run("render", "square.ply", *VIEW, *clear, "-o", "a.jpg") == 0
    assert "a.jpg: JPEG has no alpha channel" in capsys.readouterr().err
    assert run("render", "square.ply", *VIEW, *clear, "-o", "a.tif") == 0
    assert capsys.readouterr().err == ""
    assert Image.open("a.tif").getpixel((0, 0)) == (0, 0, 0, 0)


def test_a_root_lets_a_model_read_the_textures_beside_its_folder(inside, capsys):
    for folder in ("meshes", "textures"):
        (inside / folder).mkdir()
    Image.new("RGB", (2, 2), "red").save("textures/red.png")
    (inside / "meshes" / "a.mtl").write_text("newmtl m\nmap_Kd ../textures/red.png\n")
    corners = "".join(f"v {x:g} {y:g} {z:g}\n" for x, y, z in SQUARE)
    (inside / "meshes" / "a.obj").write_text(
        f"mtllib a.mtl\nusemtl m\n{corners}vt 0 0\nf 1/1 2/1 3/1 4/1\n"
    )
    assert run("render", "meshes/a.obj", *VIEW, "-o", "a.png") == 0
    assert "--root DIR" in capsys.readouterr().err
    assert run("render", "meshes/a.obj", *VIEW, "-o", "b.png", "--root", ".") == 0
    assert capsys.readouterr().err == ""
    plain, red = (image.load_png(name)[15, 20].astype(int) for name in ("a.png", "b.png"))
    assert red[0] > 150 > 50 > red[1] and plain[1] > 100
    frames = ("--frames", "2", "--jobs", "2")
    assert run("render", "meshes/a.obj", *SIZE, "-o", "c.png", "--root", ".", *frames) == 0
    assert run("render", "meshes/a.obj", *SIZE, "-o", "d.png", "--root", ".", *frames[:2]) == 0
    assert (inside / "c_001.png").read_bytes() == (inside / "d_001.png").read_bytes()


BAD = [
    ([], "-o FILE is missing"),
    (["--depth", "a.tif"], "cannot write a.tif: the name of depth must end in .npy or .png"),
    (["--depth", "none/a.npy"], "cannot write none/a.npy: no such folder"),
    (["-o", "a.png", "--depth", "./a.png"], "./a.png: it is the file of the picture and of depth"),
    (["--ids", "b.png", "--depth", "b.png"], "b.png: it is the file of depth and of ids"),
    (["-o", "a.png", "--intrinsics", "1e300,1e300,5,5"], "intrinsics need finite numbers up to"),
    (["-o", "a.png", "--camera", ""], "file_camera '' is not a name"),
    (["--depth-scale", "5"], "--depth-scale is of --depth FILE"),
    (["--depth", "a.npy", "--depth-scale", "0"], "--depth-scale '0' is not a number"),
    (["--ids", "a.npy", "--jobs", "2"], "--ids excludes --jobs and --scheduler"),
    (["-o", "a.png", "--pose", "1 2 3"], "--pose '1 2 3': found 3 numbers, expected 16"),
    (["-o", "a.png", "--pose", "none.txt"], "--pose 'none.txt' is neither a file nor 16 numbers"),
    (["-o", "a.png", "--pose", "square.ply"], "--pose square.ply: found 'ply', expected a number"),
    (["-o", "a.png", "--pose", "bad.npy"], "--pose bad.npy is a .npy file without a matrix"),
    (["-o", "a.png", "--pose", " ".join(["2"] * 16)], "pose has the last row 2 2 2 2"),
    (["-o", "a.png", "--pose", POSE, "--yaw", "3"], "--pose excludes --yaw"),
    (["-o", "a.png", "--pose", POSE, "--margin", ".1"], "--pose excludes --margin"),
    (["-o", "a.png", "--intrinsics", "1,2,3"], "--intrinsics '1,2,3' is not of the form FX,FY"),
    (["-o", "a.png", "--intrinsics", "1,2,3,x"], "--intrinsics '1,2,3,x' is not of the form"),
    (["-o", "a.png", "--intrinsics", PINHOLE, "--fov", "3"], "--intrinsics excludes --fov"),
    (["-o", "a.png", "--intrinsics", PINHOLE, "--ortho"], "--intrinsics excludes --ortho"),
    (["-o", "a.png", "--margin", "0.5"], "--margin '0.5' is not a number from 0 to 0.49"),
    (["-o", "a.png", "--point-size", "0"], "--point-size '0' is not a number from 0.1 to 100"),
    (["-o", "a.png", "--root", "none"], "the root none is not a folder"),
    (["-o", "a.png", "--line-width", "x"], "--line-width 'x' is not a number"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD)
def test_wrong_options_are_refused_in_a_line(inside, capsys, arguments, reason):
    (inside / "bad.npy").write_bytes(b"\x93NUMPY and no more")
    before = {path.name for path in inside.iterdir()}
    status = run("render", "square.ply", *SIZE, *arguments)
    *usage, error = capsys.readouterr().err.splitlines()
    assert status == 1 + len(usage) and error.startswith("softgl: ") and reason in error
    assert {path.name for path in inside.iterdir()} == before


def test_only_models_have_numbers(inside, capsys):
    (inside / "red.py").write_text('"""Red."""\ndef draw(time, width, height):\n    pass\n')
    assert run("render", "red.py", "--depth", "a.npy") == 2
    assert "red.py is not a model: only models have depth" in capsys.readouterr().err


def test_numbers_of_parts_beyond_16_bits_need_npy(inside):
    corners = np.random.default_rng(1).random((70000, 3))
    surface = Renderer(corners, 16, 16, threads=1)._surface
    files = SurfaceFiles({"triangles": "t.png"})
    with softgl_context(surface), pytest.raises(image.ImageError, match="than a PNG's 65535: use"):
        found = surface.draw(0.0, 16, 16)
        found.numbers[0, 0, [3, 7]] = 69999, 1
        files.write(found)


def softgl_context(surface):
    """A new context, set up for a surface."""
    import softgl

    context = softgl.Context(16, 16, threads=1)
    surface.show.setup()
    surface.programs = None
    return context


def test_a_png_of_colours_has_16_bits():
    values = np.arange(24, dtype=np.uint16).reshape(2, 4, 3) * 2731
    data = encode_png(values, {"Description": "a", "scale": "1"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with Image.open(io.BytesIO(data)) as opened:
            assert opened.size == (4, 2) and opened.text["scale"] == "1"
            assert np.array_equal(np.asarray(opened), values >> 8)
