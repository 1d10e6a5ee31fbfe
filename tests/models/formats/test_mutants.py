"""Mutants of PLY, STL and OFF files are drawn, or refused in one line."""

import random
import time

import pytest
from PIL import Image

from softgl.models import ModelError, read
from tests.models.formats import test_off, test_stl
from tests.models.formats.mutants import mutant
from tests.models.formats.ply_files import FORMATS, LIST, SQUARE, TRIANGLES, XYZ, ply, square

ROUNDS = 200
RGBA = ["uchar red", "uchar green", "uchar blue", "uchar alpha"]
TEXTURES = ["TextureFile a.png", "TextureFile b.png"]


def ply_files(kind):
    """Sound PLY files of a format."""
    properties = [*XYZ, "float nx", "float ny", "float nz", *RGBA, "float s", "float t"]
    rows = [(*place, 0, 0, 1, 255, 0, 9, 99, *place[:2]) for place in SQUARE]
    polygons = ("face", [LIST], [([0, 1, 2],), ([0, 1, 2, 3],), ([0, 1],)])
    wedges = ("face", [LIST, "list uchar float texcoord", "int texnumber", *RGBA],
              [([0, 1, 2], [0] * 6, 0, 1, 2, 3, 4), ([0, 2, 3], [], 1, 1, 2, 3, 4)])  # fmt: skip
    edges = ("edge", ["int vertex1", "int vertex2"], [(0, 1)])
    strips = ("tristrips", ["list int int vertex_indices"], [([0, 1, 2, 3, -1, 2, 1, 0],)])
    return [
        square(("face", [LIST], TRIANGLES), kind=kind),
        square(kind=kind),
        ply(kind, ("vertex", properties, rows), polygons, comments=TEXTURES[:1]),
        square(wedges, edges, strips, kind=kind, comments=TEXTURES),
    ]


SOUND = {
    "ply": [file for kind in FORMATS for file in ply_files(kind)],
    "stl": [
        *(test_stl.SOLID.encode(), (test_stl.SOLID + test_stl.OTHER).encode()),
        *(test_stl.binary([0, 1, 0xFFFF]), test_stl.binary([0, 1, 0xFFFF], test_stl.MAGICS)),
        test_stl.binary([0]) * 2,
    ],
    "off": [
        *(test_off.TEXT.encode(), test_off.with_values("CNOFF", "0 0 1 1 2 3 4").encode()),
        f"OFF\n4 2 0\n{test_off.VERTICES}3 0 1 2 255 0 0\n4 0 1 2 3 .5 0 0 1\n".encode(),
        *(test_off.binary(), test_off.binary("<")),
    ],
}


@pytest.mark.parametrize("suffix", SOUND)
@pytest.mark.filterwarnings("ignore", "error::RuntimeWarning")
def test_mutants(tmp_path, suffix):
    seed = time.time_ns() % 2**32
    print(f"seed {seed}")
    chance = random.Random(seed)
    Image.new("RGB", (2, 2)).save(tmp_path / "a.png")
    path = tmp_path / f"a.{suffix}"
    drawn = 0
    for _ in range(ROUNDS):
        path.write_bytes(mutant(chance, chance.choice(SOUND[suffix])))
        try:
            drawn += len(read(path)) > 0
        except ModelError as error:
            assert "\n" not in str(error) and len(str(error)) < 500
    assert drawn
