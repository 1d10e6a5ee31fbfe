"""A model reads nothing outside its folder, and only files that may be textures."""

import logging
import ntpath
import os
import socket
import warnings
from pathlib import PureWindowsPath
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from softgl import paths
from softgl.models import ModelError, ModelWarning, read
from softgl.models.files.folder import Folder
from tests.models.documents import TRIANGLE, data_uri, document, png_header, saved
from tests.tools import needs_posix

OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\n"


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """The folder of a model, beside one that it must not read, without a network."""
    for name in ("inside", "inside/below", "outside"):
        (tmp_path / name).mkdir()
    outside = tmp_path / "outside"
    (outside / "secret.bin").write_bytes(TRIANGLE.tobytes())
    (outside / "secret.mtl").write_text("newmtl a\nKd 1 0 0\n")
    Image.new("RGB", (2, 2), "red").save(outside / "secret.png")
    os.symlink(outside, tmp_path / "inside" / "link")
    for suffix in ("bin", "mtl", "png"):
        os.symlink(outside / f"secret.{suffix}", tmp_path / "inside" / f"link.{suffix}")

    def refuse(*_):
        raise AssertionError("a model file must not open a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tmp_path / "inside"


def outside_names(inside, suffix):
    """Names for a file outside, as a model may write them."""
    secret = inside.parent / "outside" / f"secret.{suffix}"
    return [
        f"../outside/secret.{suffix}",
        f"below/../../outside/secret.{suffix}",
        str(secret),
        f"file://{secret}",
        f"file:{secret}",
        f"%2e%2e/outside/secret.{suffix}",
        f"..%2Foutside%2fsecret.{suffix}",
        f"..\\outside\\secret.{suffix}",
        f"link.{suffix}",
        f"link/secret.{suffix}",
        f"~/secret.{suffix}",
        f"http://127.0.0.1/secret.{suffix}",
        f"https://127.0.0.1/secret.{suffix}",
        f"//127.0.0.1/secret.{suffix}",
        f"a\0secret.{suffix}",
        "a" * 300,
        "..",
        ".",
        "",
    ]


def test_names_that_lead_outside_are_not_found(inside):
    folder = Folder(inside / "model.obj")
    for suffix in ("bin", "mtl", "png"):
        for name in outside_names(inside, suffix):
            assert folder.find(name) is None, name
            with pytest.raises(FileNotFoundError):
                folder.read(name)


def test_names_inside_are_found(inside):
    for name in ("a b.bin", "below/c.bin"):
        (inside / name).write_bytes(b"data")
    folder = Folder(inside / "model.obj")
    for name in ("a b.bin", "a%20b.bin", " a b.bin ", "below/c.bin", "./below/../a b.bin"):
        assert folder.read(name) == b"data", name
    # Where an artist's own disk is meant, the file beside the model is.
    for name in ("C:\\work\\a b.bin", "/home/artist/a b.bin", "../a b.bin"):
        assert folder.read(name) == b"data", name


def test_the_folder_may_be_a_link_itself(inside, monkeypatch):
    (inside / "a.bin").write_bytes(b"data")
    os.symlink(inside, inside.parent / "other")
    assert Folder(inside.parent / "other" / "model.obj").read("a.bin") == b"data"
    monkeypatch.chdir(inside)
    assert Folder(type(inside)("model.obj")).read("a.bin") == b"data"


@pytest.mark.parametrize("suffix", [".gltf", ".glb"])
def test_a_buffer_outside_is_not_read(inside, suffix):
    for name in outside_names(inside, "bin"):
        with pytest.raises(ModelError, match=r"(not found next to|lies outside) the model"):
            read(saved(inside / f"model{suffix}", document([{"mesh": 0}], uri=name)))
    (inside / "own.bin").write_bytes(TRIANGLE.tobytes())
    assert read(saved(inside / f"model{suffix}", document([{"mesh": 0}], uri="own.bin")))


def textured(uri):
    """A glTF of a triangle with the image at `uri`."""
    shape = {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}
    corners = np.concatenate([TRIANGLE, TRIANGLE])
    vectors = {"componentType": 5126, "bufferView": 0, "count": 3}
    return document(
        [{"mesh": 0}],
        corners=corners,
        accessors=[{**vectors, "type": "VEC3"}, {**vectors, "type": "VEC2", "byteOffset": 36}],
        meshes=[{"primitives": [shape]}],
        materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        textures=[{"source": 0}],
        images=[{"uri": uri}],
    )


def test_an_image_outside_is_left_out(inside):
    for name in outside_names(inside, "png"):
        (mesh,) = read(saved(inside / "model.gltf", textured(name)))
        assert mesh.material.image is None
    Image.new("RGB", (2, 2), "red").save(inside / "own.png")
    (mesh,) = read(saved(inside / "model.gltf", textured("own.png")))
    assert mesh.material.image.size == (2, 2)


def is_red(image):
    """True if an image is the one of these tests."""
    return image is not None and image.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


def test_a_material_file_or_map_or_texture_outside_is_left_out(inside):
    for name in outside_names(inside, "mtl"):
        (inside / "model.obj").write_text(f"mtllib {name}\n{OBJ}")
        (mesh,) = read(inside / "model.obj")
        assert mesh.material.colour != (1, 0, 0, 1), name
    header = "ply\nformat ascii 1.0\ncomment TextureFile {}\nelement vertex 3\n" + "".join(
        f"property float {name}\n" for name in "xyzuv"
    )
    faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
    rows = "0 0 0 0 0\n1 0 0 1 0\n0 1 0 0 1\n3 0 1 2\n"
    for name in outside_names(inside, "png"):
        (inside / "own.mtl").write_text(f"newmtl a\nmap_Kd {name}\n")
        (inside / "model.obj").write_text(f"mtllib own.mtl\n{OBJ}")
        (inside / "model.ply").write_text(header.format(name) + faces + rows)
        for model in ("model.obj", "model.ply"):
            (mesh,) = read(inside / model)
            assert not is_red(mesh.material.image), (model, name)
    Image.new("RGB", (2, 2), "red").save(inside / "own.png")
    (inside / "own.mtl").write_text("newmtl a\nmap_Kd own.png\n")
    (inside / "model.ply").write_text(header.format("own.png") + faces + rows)
    for model in ("model.obj", "model.ply"):
        (mesh,) = read(inside / model)
        assert is_red(mesh.material.image), model


@pytest.mark.parametrize(
    "name",
    [
        r"\\server\share\wood.png", "//server/share/wood.png", "%5C%5Cserver%5Cshare%5Cwood.png",
        r"D:\wood.png", r"\\.\pipe\wood.png", r"\\?\UNC\server\share\wood.png", "wood.png\0",
        r"below\con.png", "nul", " //server/share/wood.png ",
    ],
)  # fmt: skip
def test_no_server_is_asked(monkeypatch, name):
    """Windows asks the server of a path as soon as it looks for the file."""
    asked = []

    def ask(path):
        asked.append(str(path))
        return ntpath.normpath(path)

    def exists(path):
        asked.append(path)
        return False

    windows = SimpleNamespace(
        realpath=ask, join=ntpath.join, commonpath=ntpath.commonpath, exists=exists, isfile=exists
    )
    folder = Folder(PureWindowsPath(r"C:\models\car.obj"))
    monkeypatch.setattr(
        "softgl.models.files.folder.os", SimpleNamespace(path=windows, listdir=lambda path: [])
    )
    for function in (paths.is_device, paths.is_on_drive_of):
        monkeypatch.setattr(function, "__defaults__", (ntpath,))
    assert folder.find(name) is None
    assert asked[:1] == [r"C:\models"]
    for path in asked:
        assert path == r"C:\models" or path.startswith("C:\\models\\"), asked
        assert not paths.is_device(path)


@needs_posix
def test_a_pipe_a_folder_or_too_much_is_refused(inside, monkeypatch):
    os.mkfifo(inside / "pipe.bin")
    (inside / "large.bin").write_bytes(bytes(2000))
    (inside / "a.mtl").mkdir()
    monkeypatch.setattr("softgl.models.files.folder.MAX_FILE_BYTES", 1000)
    names = {"pipe.bin": "not a regular file", "below": "Is a directory", "large.bin": "larger"}
    for name, reason in names.items():
        with pytest.raises(ModelError, match=f"cannot read {name}: {reason}"):
            read(saved(inside / "model.gltf", document([{"mesh": 0}], uri=name)))
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}")
    with pytest.raises(ModelError, match=r"cannot read a\.mtl: Is a directory"):
        read(inside / "model.obj")
    (inside / "model.obj").write_bytes(bytes(1001))
    with pytest.raises(ModelError, match="larger than 0 MiB"):
        read(inside / "model.obj")


@pytest.mark.parametrize("size", [(12_000, 12_000), (60_000, 60_000)])
def test_a_texture_of_too_many_pixels_is_refused(inside, size):
    (inside / "big.png").write_bytes(png_header(*size))
    (inside / "a.mtl").write_text("newmtl a\nmap_Kd big.png\n")
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}")
    saved(inside / "model.gltf", textured("big.png"))
    saved(inside / "model.glb", textured(data_uri(png_header(*size))))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("model.obj", "model.gltf", "model.glb"):
            with pytest.raises(ModelError, match="more than 67108864 pixels"):
                read(inside / name)


def test_a_buffer_that_looks_like_an_image_is_a_buffer(inside):
    (inside / "own.bin").write_bytes(png_header(60_000, 60_000) + TRIANGLE.tobytes())
    length = len(png_header(1, 1))
    views = [{"buffer": 0, "byteOffset": length, "byteLength": 36}]
    tree = document([{"mesh": 0}], uri="own.bin", bufferViews=views)
    assert len(read(saved(inside / "model.gltf", tree))) == 1


def test_textures_that_are_converted_have_a_smaller_limit(inside):
    (inside / "big.png").write_bytes(png_header(4096, 4097))
    tree = textured("big.png")
    texture = {"diffuseTexture": {"index": 0}}
    tree["materials"] = [{"extensions": {"KHR_materials_pbrSpecularGlossiness": texture}}]
    with pytest.raises(ModelError, match="4096x4097 is more than 16777216 pixels"):
        read(saved(inside / "model.gltf", tree))


def test_textures_of_one_file_are_decoded_once_and_together_have_a_limit(inside, monkeypatch):
    monkeypatch.setattr("softgl.models.files.textures.MAX_TEXELS", 5)
    for name, colour in (("one.png", "red"), ("two.png", "blue")):
        Image.new("RGB", (2, 2), colour).save(inside / name)
    faces = "usemtl b\nf 1/1 2/2 3/3\n"
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}{faces}")
    (inside / "a.mtl").write_text("newmtl a\nmap_Kd one.png\nnewmtl b\nmap_Kd one.png\n")
    first, second = read(inside / "model.obj")
    assert first.material.image is second.material.image
    (inside / "a.mtl").write_text("newmtl a\nmap_Kd one.png\nnewmtl b\nmap_Kd two.png\n")
    with pytest.raises(ModelError, match="more than 5 texels"):
        read(inside / "model.obj")


def test_what_libraries_log_of_damaged_files_is_not_written_to_the_standard_error():
    # A logger without a handler writes warnings there; pytest hides that with handlers of its own.
    handlers = logging.getLogger("PIL").handlers
    assert any(isinstance(handler, logging.NullHandler) for handler in handlers)


def test_a_damaged_texture_is_an_error(inside):
    (inside / "a.mtl").write_text("newmtl a\nmap_Kd texture\n")
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}")
    for data, reason in ((png_header(2, 2), "a damaged image"), (b"??", "not an image")):
        (inside / "texture").write_bytes(data)
        with pytest.raises(ModelError, match=f"cannot read texture: {reason}"):
            read(inside / "model.obj")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        # Pillow would start Ghostscript.
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 2 2\n%%EndComments\n", "EPS"),
        (b"8BPS\0\1" + bytes(40), "PSD"),
        (b"v/1\1" + bytes(40), "OpenEXR"),
    ],
)
def test_a_texture_of_another_kind_is_left_out(inside, data, kind):
    (inside / "a.mtl").write_text("newmtl a\nmap_Kd texture\n")
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}")
    (inside / "texture").write_bytes(data)
    with pytest.warns(ModelWarning, match=f"texture is of the kind {kind}, which is not read"):
        (mesh,) = read(inside / "model.obj")
    assert mesh.material.image is None


OUTSIDE_NAMES = ("../outside/secret.png", "..\\outside\\secret.png", "link.png", "link/secret.png")


@pytest.mark.parametrize("name", [*OUTSIDE_NAMES, "{outside}/secret.png"])
def test_a_file_outside_is_named_and_read_below_a_root(inside, name):
    name = name.format(outside=inside.parent / "outside")
    (inside / "a.mtl").write_text(f"newmtl a\nmap_Kd {name}\n")
    (inside / "model.obj").write_text(f"mtllib a.mtl\n{OBJ}")
    reason = r"secret\.png lies outside the model's folder, which is not read \(--root DIR\)"
    with pytest.warns(ModelWarning, match=reason if "secret" in name else "lies outside"):
        (mesh,) = read(inside / "model.obj")
    assert mesh.material.image is None
    for root in (inside.parent, str(inside.parent / "outside")):
        (mesh,) = read(inside / "model.obj", root)
        assert is_red(mesh.material.image)
    with pytest.warns(ModelWarning, match="lies outside"):
        read(inside / "model.obj", inside / "below")


def test_names_are_found_below_the_root_as_well(inside):
    folder = Folder(inside / "model.obj", inside.parent)
    assert folder.read("outside/secret.mtl").startswith(b"newmtl")
    assert folder.find("../../etc/passwd") is None and folder.find("/etc/passwd") is None


def test_names_are_found_in_another_case_and_with_backslashes(inside):
    (inside / "below" / "Wood.PNG").write_bytes(b"one")
    (inside / "below" / "wood.png").write_bytes(b"two")
    (inside / "Stone.PNG").write_bytes(b"three")
    folder = Folder(inside / "model.obj")
    names = {
        "below\\Wood.PNG": b"one",
        "below/wood.png": b"two",
        "Below/WOOD.png": b"one",
        "stone.png": b"three",
        "C:\\work\\STONE.png": b"three",
    }
    for name, data in names.items():
        assert folder.read(name) == data, name
