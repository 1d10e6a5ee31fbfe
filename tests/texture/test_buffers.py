"""Texels of buffer textures: formats of the extension and of OpenGL 3.3, beside numpy."""

import numpy as np
import pytest

from softgl.formats.storages import STORAGES
from softgl.lanes import I32, Signature
from softgl.texture import queries, sampling
from softgl.texture.buffers import BUFFER_FORMATS, texel_count
from softgl.texture.keys import ARRAYS, OFFSETS, SIZE
from tests.texture.harness import ENGINES, WIDE

SEED = 20261123
BYTES = 61  # no whole number of texels
FAR = [59, 60, 61, 62, 2**27, 2**31 - 1, -1, -(2**31)]
NUMBERS = np.int32([*range(24), *FAR])
"""Numbers of texels: as many as a kernel runs at once at the widest."""
# By the first word of a name without its bits: where element 0, 1, 2 and 3 go; 4 is 0, 5 is 1.
PLACES = {
    "ALPHA": (4, 4, 4, 0),
    "LUMINANCE": (0, 0, 0, 5),
    "LUMINANCE_ALPHA": (0, 0, 0, 1),
    "INTENSITY": (0, 0, 0, 0),
    "R": (0, 4, 4, 5),
    "RG": (0, 1, 4, 5),
    "RGB": (0, 1, 2, 5),
    "RGBA": (0, 1, 2, 3),
}
TYPES = {
    "8": np.uint8, "16": np.uint16, "16F": np.float16, "32F": np.float32,
    "8I": np.int8, "16I": np.int16, "32I": np.int32,
    "8UI": np.uint8, "16UI": np.uint16, "32UI": np.uint32,
}  # fmt: skip


def described(name):
    """A format by the specification: the places of its elements, and their type."""
    name = name.removesuffix("_ARB").removesuffix("_EXT")
    letters = name.rstrip("0123456789FUI") if name[:9] != "INTENSITY" else "INTENSITY"
    kind = name[len(letters) :]
    base = "LUMINANCE_ALPHA" if letters in ("LUMINANCE8_ALPHA", "LUMINANCE16_ALPHA") else letters
    return PLACES[base], TYPES[kind], kind in ("8", "16")


def expected(name, memory):
    """(32, 4) of the texels at NUMBERS, as they are in Python: 0 beyond the end."""
    places, kind, normalized = described(name)
    count = 1 + max(place for place in places if place < 4)
    whole = len(memory) // (count * kind().itemsize) * count
    elements = memory[: whole * kind().itemsize].view(kind).reshape(-1, count)
    if normalized:
        elements = (elements / np.iinfo(kind).max).astype(np.float32)
    found = []
    for number in NUMBERS.tolist():
        if not 0 <= number < len(elements):
            found.append([0] * 4)
            continue
        values = [*elements[number].tolist(), *[None] * (4 - count), 0, 1]
        found.append([values[place] for place in places])
    return len(elements), np.array(found)


def fetched(engine, name, memory):
    """The same by the formulas, and sizes."""
    format_ = BUFFER_FORMATS[name]
    words = np.zeros(-(-len(memory) // 16) * 4, np.uint32)
    words.view(np.uint8)[: len(memory)] = memory
    levels = np.zeros(OFFSETS + 1, np.int32)
    levels[SIZE] = texel_count(format_, len(memory))
    key = format_.key
    given = {"texels": words, "levels": levels, "settings": words[:4], "i": NUMBERS}
    found = {letter: np.zeros(len(NUMBERS), key.result.dtype) for letter in "RGBA"}
    answers = {answer: np.zeros(len(NUMBERS), np.int32) for answer in ("size", "levels_", "holds")}

    def body(m, a, index):
        position = [m.load(a.i, index), m.i32(5), m.i32(-9), m.i32(77)]
        for letter, value in zip("RGBA", sampling.fetch(m, key, a, position), strict=True):
            m.store(getattr(a, letter), index, value)
        m.store(a.size, index, sampling.size_of_level(m, key, a, m.i32(3))[0])
        m.store(a.levels_, index, queries.levels(m, key, a))
        there = queries.holds(m, key, a, position)
        m.store(a.holds, index, m.select(there, m.i32(1), 0))

    out = found | answers
    types = dict.fromkeys("i", I32) | dict.fromkeys(found, key.result) | dict.fromkeys(answers, I32)
    signature = Signature((), ARRAYS + tuple(types.items()), frozenset(out))
    engine.build(signature, body, True).run({}, {**given, **out}, len(NUMBERS))
    count = set(answers["size"].tolist())
    assert set(answers["levels_"].tolist()) == {1}
    assert answers["holds"].tolist() == [int(0 <= i < min(count)) for i in NUMBERS.tolist()]
    return count, np.stack(list(found.values()), axis=1)


@pytest.fixture(scope="module")
def memory():
    """Random bytes that are not NaN as floats."""
    print("seed", SEED)
    found = np.random.default_rng(SEED).integers(0, 256, BYTES).astype(np.uint8)
    return np.where(found & 0x7F >= 0x7C, found ^ 0x40, found)


def test_all_formats(memory):
    """Elements are rows of the table."""
    assert len(memory) == BYTES and len(NUMBERS) == 32
    for name in BUFFER_FORMATS:
        count, wanted = expected(name, memory)
        sizes, got = fetched(ENGINES["eager"](), name, memory)
        assert sizes == {count}, name
        assert np.array_equal(got, wanted.astype(got.dtype)), name


@pytest.mark.parametrize("name", ["ALPHA8", "LUMINANCE8_ALPHA8", "RG16", "RGBA16", "RGBA32F_ARB"])
def test_alike_at_all_widths(name, memory):
    _, wanted = fetched(ENGINES["eager"](), name, memory)
    for engine in WIDE:
        assert np.array_equal(
            fetched(engine, name, memory)[1].view(np.uint32), wanted.view(np.uint32)
        )


def test_sizes():
    """5 floor(size / texel), clamped to the limit."""
    assert texel_count(BUFFER_FORMATS["RGBA32F_ARB"], 47) == 2
    assert texel_count(BUFFER_FORMATS["LUMINANCE8_ALPHA8"], 2**31 - 1) == 2**27
    for name, format_ in BUFFER_FORMATS.items():
        places, kind, _ = described(name)
        elements = 1 + max(place for place in places if place < 4)
        assert format_.texel_size == elements * kind().itemsize
        assert STORAGES[format_.key.storage].number.bits == 8 * kind().itemsize
