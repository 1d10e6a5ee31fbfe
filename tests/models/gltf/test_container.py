"""glTF and GLB files as containers: chunks, buffers, URIs, versions, extensions."""

from __future__ import annotations

import base64
import json
import struct

import pytest

from softgl.models import ModelError, ModelWarning, read
from tests.models.documents import TRIANGLE, document, saved, text_of
from tests.models.gltf.test_mutants import as_glb

NODE = [{"mesh": 0}]


def binary_tree(**entries):
    tree = document(NODE, **entries)
    del tree["buffers"]
    return tree


def glb(*chunks, version=2, length=None):
    data = b"".join(struct.pack("<I4s", len(each), kind) + each for kind, each in chunks)
    length = 12 + len(data) if length is None else length
    return struct.pack("<4s2I", b"glTF", version, length) + data


def test_chunks_of_glb(tmp_path):
    """Unknown chunks, padding of zeros and blanks, bytes behind the end, and wrong lengths."""
    data = TRIANGLE.tobytes()
    text = text_of({**binary_tree(), "buffers": [{"byteLength": len(data)}]})
    chunks = (b"JSON", text + b" \0\0"), (b"XTRA", b"1"), (b"BIN\0", data + b"\0\0"), (b"MORE", b"")
    for number, whole in enumerate((
        as_glb(binary_tree(), data),
        glb(*chunks),
        glb(*chunks) + b"a signature",
        glb(*chunks, length=0),
    )):  # fmt: skip
        path = tmp_path / f"{number}.glb"
        path.write_bytes(whole)
        (mesh,) = read(path)
        assert mesh.elements.tolist() == [[0, 1, 2]]


def test_contents_decide_not_the_name(tmp_path):
    (tmp_path / "a.gltf").write_bytes(as_glb(binary_tree(), TRIANGLE.tobytes()))
    (tmp_path / "a.glb").write_bytes(b"\xef\xbb\xbf" + text_of(document(NODE)))
    (tmp_path / "b.gltf").write_text("\n\n" + json.dumps(document(NODE), indent=4))
    for name in ("a.gltf", "b.gltf"):
        assert len(read(tmp_path / name)) == 1
    (tmp_path / "b.glb").write_bytes(text_of(document(NODE)))
    assert len(read(tmp_path / "b.glb")) == 1


BAD = [
    (b"glTF\2\0\0", "byte 7: the file ends in the header of 12 bytes"),
    (glb((b"JSON", b"{}"), version=1), "found GLB version 1, expected 2"),
    (glb((b"BIN\0", b"")), "found no JSON chunk"),
    (glb((b"JSON", b"{}"))[:-1], "byte 12: found 1 bytes of a chunk, expected 2"),
    (b"solid a", "found 'soli', expected 'glTF': not a GLB file"),
    (glb((b"JSON", b'{"a": 1,\n ]')), r"line 2, column 2: found '\]', which is not JSON"),
    (glb((b"JSON", b'{"a": ')), "column 6: found the end, which is not JSON"),
    (glb((b"JSON", b"[]")), r"its JSON is \[\], not an object"),
    (glb((b"JSON", b'{"a": "\xff"}')), "byte 7 of its JSON is not UTF-8"),
    (glb((b"JSON", b"[" * 10**6)), "its JSON is too deep"),
    (text_of(document(NODE, asset={"version": "1.0"})), 'found version "1.0" of glTF, expected'),
    (text_of(document(NODE, asset={"version": "2.0", "minVersion": "2.1"})), "it needs glTF 2.1"),
    (text_of(document(NODE, asset=[])), "'asset' is not an object"),
]


@pytest.mark.parametrize(("data", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_damaged_containers(tmp_path, data, reason):
    (tmp_path / "a.glb").write_bytes(data)
    with pytest.raises(ModelError, match=reason) as caught:
        read(tmp_path / "a.glb")
    assert "\n" not in str(caught.value) and "a.glb" in str(caught.value)


@pytest.mark.parametrize(
    "uri",
    [
        "data:;base64,{}",
        "data:application/gltf-buffer;base64,{}",
        "data:application/octet-stream;charset=x;base64,{}",
        "my%20data/a%23b.bin",
        "my data/a#b.bin",
        "./my%20data/../my%20data/a%23b.bin",
    ],
)
def test_uris(tmp_path, uri):
    data = TRIANGLE.tobytes()
    (tmp_path / "my data").mkdir()
    (tmp_path / "my data" / "a#b.bin").write_bytes(data + b"padding")
    uri = uri.format(base64.b64encode(data).decode().rstrip("="))
    (mesh,) = read(saved(tmp_path / "a.gltf", document(NODE, uri=uri)))
    assert len(mesh.positions) == 3


def test_files_without_scenes_show_all_nodes(tmp_path):
    tree = document([{"mesh": 0}, {"children": [0, 2]}, {"mesh": 0, "translation": [1, 0, 0]}])
    del tree["scenes"]
    (mesh,) = read(saved(tmp_path / "a.gltf", tree))
    assert len(mesh.elements) == 2


def test_extensions_that_are_not_known(tmp_path, recwarn):
    name = "KHR_materials_clearcoat"
    tree = document(NODE, extensionsUsed=[name, name, "KHR_xmp_json_ld", "EXT_of_someone"])
    read(saved(tmp_path / "a.gltf", tree))
    texts = [str(each.message) for each in recwarn if each.category is ModelWarning]
    assert len(texts) == 2 and f"the extension {name} is not supported" in texts[0]
    tree["extensionsRequired"] = [name]
    with pytest.raises(ModelError, match=f"it requires the extension {name}, which is not"):
        read(saved(tmp_path / "a.gltf", tree))
    for wrong in ({}, [1], "KHR"):
        with pytest.raises(ModelError, match="'extensionsUsed' is not a list of names"):
            read(saved(tmp_path / "a.gltf", document(NODE, extensionsUsed=wrong)))
