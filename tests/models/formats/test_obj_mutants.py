"""Damaged OBJ and MTL files end in a model or in the documented error, in one line."""

import os
import random
import time
import warnings

import pytest
from PIL import Image

from softgl.models import ModelError, ModelWarning, read

ROUNDS = int(os.environ.get("SOFTGL_MUTANTS", "150"))
OBJ = b"""# a file with each statement
mtllib a.mtl b c.mtl
o Cube
v 0 0 0 1 0 0
v 1 0 0
v 1 1 0 .5 .5 .5
v 0 1 0 # c
v 0.5 0.5 1e-3
vt 0 0
vt 1 0 0
vt 1 1
vt .5
vn 0 0 1
vn 0 1 0
usemtl m
s off
f 1/1/1 2/2/1 3/3/1 4/1/2
f 1//1 2//2 3//1
g a b
usemtl n
f 1 2 3 4 5
f -1 -2 -3 \\
-4
l 1 2 -1
p 1 2
f 1/1 2/2 3/3
"""
MTL = b"""newmtl m
Kd 1 .5 0
d 0.5
Ke 0 0 1
map_Kd -s 2 2 2 -o .5 0 0 r.png
map_d -imfchan m r.png
newmtl n
Tr 0.25
Kd 0.5 0.5 0.5
Pr 0.5
map_Ke r.png
norm r.png
"""
PIECES = [
    b"999999999 ", b"-1 ", b"nan ", b"1e999 ", b"\n", b"\0", b"f 1 2 3\n", b"usemtl q\n", b"/",
    b"//", b"\\\n", b"#", b"\xff", b"-", b" ", b"v ", b"0", b"9" * 20, b"\r", b"\t", b"_", b"'",
    b'"', b"%2e", b"..", b"inf ", b"-s ", b"-o 1e30 ",
]  # fmt: skip
WORDS = [b"0", b"-1", b"1e308", b"nan", b"5", b"9999999", b"x", b"", b"1/1/1", b"-0", b"1e-320"]


def changed(chance, data):
    """A copy of a file with bytes, words and lines replaced, removed, copied and swapped."""
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        at = chance.randrange(len(data) + 1)
        end = at + chance.randint(1, 40)
        match chance.randrange(8):
            case 0:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:at] + chance.choice(PIECES) + data[at:]
            case 3 if chance.random() < 0.2:
                data = data[:at]
            case 4:
                data = data[:at] + data[at:end] + data[at:]
            case 5:
                lines = data.split(b"\n")
                chance.shuffle(lines)
                data = b"\n".join(lines)
            case 6:
                words = data.split(b" ")
                words[chance.randrange(len(words))] = chance.choice(WORDS)
                data = b" ".join(words)
            case 7:
                lines = data.split(b"\n")
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
                data = b"\n".join(lines)
    return data


def test_mutants_give_a_model_or_an_error(tmp_path):
    Image.new("RGBA", (4, 4), (255, 0, 0, 99)).save(tmp_path / "r.png")
    chance = random.Random(48)
    results = {True: 0, False: 0}
    for number in range(ROUNDS):
        obj, mtl = (changed(chance, OBJ), MTL) if number % 3 else (OBJ, changed(chance, MTL))
        (tmp_path / "a.obj").write_bytes(obj)
        (tmp_path / "a.mtl").write_bytes(mtl)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ModelWarning)
            try:
                meshes = read(tmp_path / "a.obj")
            except ModelError as error:
                assert "\n" not in str(error) and len(str(error)) < 500
                results[False] += 1
            else:
                assert meshes
                results[True] += 1
    assert min(results.values()) > ROUNDS // 10


# Texts that take much time or memory if each line or name costs more than the one before it.
HOSTILE = {
    "continued lines": "v 0 0 0 \\\n" + "\\\n" * 200_000,
    "materials": "".join(f"usemtl m{number}\np 1\n" for number in range(20_000)),
    "curves": "curv 0 1 1 2 3\n" * 50_000,
    "unknown words": "".join(f"w{number}\n" for number in range(50_000)),
    "libraries": "".join(f"mtllib {number}.mtl\n" for number in range(20_000)),
    "names in a line": "mtllib " + "a " * 200_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_end_soon(tmp_path, name):
    (tmp_path / "a.obj").write_text(f"v 0 0 0\nv 1 0 0\n{HOSTILE[name]}\nl 1 2\n")
    began = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            read(tmp_path / "a.obj")
        except ModelError as error:
            assert "\n" not in str(error)
    assert time.monotonic() - began < 10
