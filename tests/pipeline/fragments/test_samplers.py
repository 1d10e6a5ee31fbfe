"""The texture instructions of TGSI with a program's samplers, by hand, alike on all machines."""

from __future__ import annotations

import numpy as np

from softgl.asm import parse
from softgl.ir.program import TextureOperand
from softgl.isa import OPCODES
from softgl.isa.table import TGSI_FRAGMENT
from softgl.lanes import F32
from softgl.pipeline.keys.resources import Sampler
from tests.texture.harness import build_texture, mipmapped, random_pixels
from tests.texture.test_depths import build, texture
from tests.texture.test_queries import ask

PROGRAM = parse("!!NVfp4.0 END")
NEAREST = {"min_filter": "NEAREST_MIPMAP_NEAREST", "mag_filter": "NEAREST"}


def result(name, image, target, *operands, offset=(0, 0, 0)):
    """The four numbers that an instruction gives for operands of four numbers each."""
    entry = OPCODES[name].of(TGSI_FRAGMENT)
    words = [np.asarray([number]) for operand in operands for number in operand]

    def formula(m, key, arrays, *lanes):
        given = (m, key, arrays)
        sampler = Sampler(given, TextureOperand(0, target, offset), F32, True, PROGRAM)
        vectors = [lanes[4 * n : 4 * n + 4] for n in range(len(operands))]
        return entry.formula(TGSI_FRAGMENT)(m, *vectors, sampler)

    # One operand at least, so that there are lanes.
    (row,) = ask(formula, image, words or [np.float32([0])], 4)
    return row.tolist()


def ints(*numbers):
    return np.int32(numbers)


def floats(*numbers):
    return np.float32(numbers)


PIXELS = random_pixels(1, 4, 8)
IMAGE = mipmapped(PIXELS, **NEAREST)


def bytes_of(row):
    return np.rint(np.array(row) * 255).astype(int).tolist()


def test_samples():
    point, texel = floats(0.3, 0.6, 0, 0), PIXELS[2, 2].tolist()
    nothing = floats(0, 0, 0, 0)
    assert bytes_of(result("SAMPLE", IMAGE, "2D", point)) == texel
    assert bytes_of(result("SAMPLE_L", IMAGE, "2D", point, nothing)) == texel
    assert bytes_of(result("TXL2", IMAGE, "2D", point, nothing)) == texel
    top = bytes_of(result("SAMPLE_L", IMAGE, "2D", point, floats(9, 9, 9, 9)))
    assert top == IMAGE.images[3, 0].texels.view(np.uint8).ravel().tolist()
    # Within one pixel nothing changes: the bias is of the base level.
    assert bytes_of(result("SAMPLE_B", IMAGE, "2D", point, floats(-4, 0, 0, 0))) == texel
    wide = floats(1.0, 0, 0, 0)  # 8 texels
    assert bytes_of(result("SAMPLE_D", IMAGE, "2D", point, wide, nothing)) == top


def test_single_texels():
    at = PIXELS[3, 7].tolist()
    assert bytes_of(result("SAMPLE_I", IMAGE, "2D", ints(7, 3, 99, 0))) == at
    assert result("SAMPLE_I", IMAGE, "2D", ints(8, 3, 0, 0)) == [0.0] * 4
    assert result("SAMPLE_I", IMAGE, "2D", ints(0, 0, 0, 4)) == [0.0] * 4
    moved = result("SAMPLE_I", IMAGE, "2D", ints(8, 4, 0, 0), offset=(-1, -1, 0))
    assert bytes_of(moved) == at
    one = ints(7, 3, 0, 0)
    assert bytes_of(result("SAMPLE_I_MS", IMAGE, "2D", one, ints(3, 0, 0, 0))) == at
    assert result("SAMPLE_I", None, "2D", one) == [0.0] * 4


def test_sizes():
    assert result("SVIEWINFO", IMAGE, "2D", ints(1, 0, 0, 0)) == [4, 2, 0, 4]
    assert result("SVIEWINFO", IMAGE, "2D", ints(4, 0, 0, 0)) == [0, 0, 0, 4]
    assert result("TXQ", IMAGE, "2D", ints(3, 0, 0, 0)) == [1, 1, 0, 4]
    layers = build_texture(random_pixels(2, 3, 2, 5), target="ARRAY2D", **NEAREST)
    layers.sampler.min_filter = "NEAREST"
    assert result("SVIEWINFO", layers, "ARRAY2D", ints(0, 0, 0, 0)) == [5, 2, 3, 1]
    assert result("TXQ", layers, "ARRAY2D", ints(0, 0, 0, 0)) == [5, 2, 3, 1]
    assert result("SAMPLE_INFO", IMAGE, "2D") == [0] * 4
    assert result("SAMPLE_POS", IMAGE, "2D", ints(0, 0, 0, 0)) == [0.0] * 4


def test_four_texels_and_the_level_of_detail():
    point = floats(0.5, 0.5, 0, 0)
    texels = [PIXELS[j, i].tolist() for i, j in ((3, 2), (4, 2), (4, 1), (3, 1))]
    for component in range(4):
        found = result("TG4", IMAGE, "2D", point, ints(component, 0, 0, 0))
        assert bytes_of(found) == [texel[component] for texel in texels]
    assert bytes_of(result("GATHER4", IMAGE, "2D", point)) == [texel[0] for texel in texels]
    # The coordinates do not change within a quad.
    assert result("LODQ", IMAGE, "2D", point) == [0.0, -np.inf, 0.0, 0.0]


def test_comparisons():
    """SAMPLE_C has its reference where the target has it: z of SHADOW2D, w of SHADOWARRAY2D."""
    parameters = {"compare_mode": "COMPARE_R_TO_TEXTURE", "compare_func": "LEQUAL"}
    flat = texture(build("DEPTH_COMPONENT32F", [[0.25, 0.75]]), **parameters)
    deep = texture(
        build("DEPTH_COMPONENT32F", [[[0.25]], [[0.75]]], target="ARRAY2D"), **parameters
    )
    for name in ("SAMPLE_C", "SAMPLE_C_LZ"):
        for reference, passes in ((0.25, [1, 1]), (0.5, [0, 1]), (0.8, [0, 0])):
            value = floats(reference, 9, 9, 9)
            for place in range(2):
                point = floats(0.25 + place / 2, 0.5, 9, 9)
                assert result(name, flat, "SHADOW2D", point, value)[0] == passes[place]
                point = floats(0.5, 0.5, place, 9)
                assert result(name, deep, "SHADOWARRAY2D", point, value)[0] == passes[place]
