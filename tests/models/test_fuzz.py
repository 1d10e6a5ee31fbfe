"""Damaged files: whatever is wrong with one, the documented error says so in one line."""

import io
import json
import random
import struct
import time

import numpy as np
import trimesh
from PIL import Image

from softgl.image import ImageError, load_png
from softgl.models import ModelError, read

ROUNDS = 30
VALUES = [0, -1, 1, 2**31, 2**53, 10**30, 1e308, 3.5, None, True, "x", [], {}, [1] * 16]
PIECES = [b"999999999 ", b"-1 ", b"nan ", b"1e999 ", b"\n", b"\0", b"f 1 2 3\n", b"usemtl q\n"]
OBJ = (
    b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n"
    b"usemtl m\nf 1/1/1 2/2/1 3/3/1\nusemtl n\nf 1 2 4\nf 1 2 3 4\n"
)


def png():
    buffer = io.BytesIO()
    Image.new("RGBA", (8, 8), "red").save(buffer, "PNG")
    return buffer.getvalue()


def scene():
    """A scene with a texture, colours, normals and nodes within nodes."""
    image = Image.open(io.BytesIO(png()))
    material = trimesh.visual.material.PBRMaterial(
        baseColorTexture=image, alphaMode="MASK", alphaCutoff=0.5, baseColorFactor=[255, 0, 0, 255]
    )
    box = trimesh.creation.box()
    coloured = trimesh.creation.box()
    coloured.visual.vertex_colors = np.full((8, 4), 99, np.uint8)
    uv = np.linspace(0, 1, 16).reshape(8, 2)
    box.visual = trimesh.visual.TextureVisuals(uv=uv, material=material)
    made = trimesh.Scene()
    made.add_geometry(box, node_name="a")
    made.graph.update("b", "a", matrix=trimesh.transformations.rotation_matrix(1, [0, 1, 0]))
    made.add_geometry(coloured, parent_node_name="b")
    return made


def originals(folder):
    """Sound files of each format, by name; the files that they refer to are in `folder`."""
    (folder / "a.mtl").write_text("newmtl m\nKd 1 0 0\nmap_Kd a.png\nnewmtl n\nKd 0 1 0\n")
    (folder / "a.png").write_bytes(png())
    box = scene().geometry["geometry_1"]
    files = trimesh.exchange.gltf.export_gltf(scene(), include_normals=False)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return {
        "a.gltf": files["model.gltf"],
        "a.glb": scene().export(file_type="glb"),
        "b.glb": scene().export(file_type="glb"),
        "a.stl": box.export(file_type="stl"),
        "b.stl": box.export(file_type="stl_ascii").encode(),
        "a.ply": box.export(file_type="ply"),
        "b.ply": box.export(file_type="ply", encoding="ascii"),
        "a.off": box.export(file_type="off").encode(),
        "a.obj": OBJ,
        "c.png": png(),
    }


def with_bytes_changed(chance, data):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0 | 1:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 2:
                del data[at : at + chance.randint(1, 40)]
            case 3:
                data[at:at] = chance.choice(PIECES)
            case 4 if chance.random() < 0.2:
                del data[at:]
    return bytes(data)


def places(value):
    """Every (holder, key) in a tree of JSON."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from places(inner)


def with_json_changed(chance, text):
    tree = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(list(places(tree)))
        if chance.random() < 0.2:
            del holder[key]
        elif type(holder[key]) in (int, float) and chance.random() < 0.5:
            holder[key] += chance.choice([-1, 1, 2, 1000])
        elif isinstance(holder, list) and chance.random() < 0.5:
            holder.append(chance.choice(holder))
        else:
            holder[key] = chance.choice(VALUES)
    return json.dumps(tree).encode()


def changed(chance, name, data):
    if name == "a.gltf":
        return with_json_changed(chance, data)
    if name == "a.glb":
        (length,) = struct.unpack_from("<I", data, 12)
        text = with_json_changed(chance, data[20 : 20 + length])
        header = struct.pack("<4s4I", b"glTF", 2, 0, len(text), 0x4E4F534A)
        return header + text + data[20 + length :]
    return with_bytes_changed(chance, data)


def test_damaged_files_end_in_the_documented_errors(tmp_path, recwarn):
    seed = time.time_ns() % 2**32
    print(f"seed {seed}")
    chance = random.Random(seed)
    for name, data in originals(tmp_path).items():
        reader = load_png if name.endswith(".png") else read
        path = tmp_path / name
        path.write_bytes(data)
        reader(path)
        for _ in range(ROUNDS):
            path.write_bytes(changed(chance, name, data))
            try:
                reader(path)
            except (ModelError, ImageError) as error:
                assert "\n" not in str(error) and len(str(error)) < 500
    assert [str(warning) for warning in recwarn if warning.category is RuntimeWarning] == []
