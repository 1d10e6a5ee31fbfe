"""Vertex fetch: layouts, table 2.9 of OpenGL 2.1, and the edges of the buffer."""

from types import SimpleNamespace

import numpy as np
import pytest

from softgl.ir.program import Binding
from softgl.lanes import I32, U32, Signature, padded
from softgl.pipeline.draws.chunks import chunks_of, compact
from softgl.pipeline.keys.vertex_formats import CLAMPED, SmallIntegers
from softgl.pipeline.vertices.elements import find_elements, find_in_place, to_float
from softgl.pipeline.vertices.fetch import fetch, fetch_arguments, fetch_arrays
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.tuning import changed
from tests.lanes.machines import engine_id, engines, random_bits

CONVERSIONS = [
    # dtype, value, as it is, normalised (OpenGL 2.1, table 2.9)
    ("u1", 255, 255.0, 1.0),
    ("u1", 51, 51.0, 0.2),
    ("i1", 127, 127.0, 1.0),
    ("i1", -128, -128.0, -1.0),
    ("i1", 0, 0.0, 1 / 255),
    ("u2", 65535, 65535.0, 1.0),
    ("i2", -32768, -32768.0, -1.0),
    ("u4", 2**32 - 1, 2.0**32, 1.0),
    ("i4", -(2**31), -(2.0**31), -1.0),
    ("f4", 1.5, 1.5, 1.5),
    ("f8", 0.1, np.float32(0.1), np.float32(0.1)),
]


@pytest.mark.parametrize("dtype, value, plain, normalized", CONVERSIONS)
def test_conversions(dtype, value, plain, normalized):
    memory = np.array([value], dtype).tobytes()
    for flag, expected in ((False, plain), (True, normalized)):
        result = find_elements(memory, 0, 0, 1, dtype, flag, 0, 1).rows(1)
        assert result.dtype == np.float32
        assert result.tolist() == [[np.float32(expected), 0.0, 0.0, 1.0]]


@pytest.mark.parametrize("dtype, bits", [("i1", 8), ("i2", 16), ("i4", 32), ("u1", 8), ("f4", 0)])
def test_clamped_fractions(dtype, bits):
    """OpenGL ES 3.0, 2.1.6.1; for other types it is what `True` means."""
    largest = 2.0 ** (bits - 1) - 1
    for value in (0, 1, 100, 127, -1, -127, -128) if bits and dtype[0] == "i" else (0, 1, 100):
        memory = np.array([value], dtype).tobytes()
        (found, plain) = (
            find_elements(memory, 0, 0, 1, dtype, flag, 0, 1).rows(1)[0, 0]
            for flag in (CLAMPED, True)
        )
        assert found == (np.float32(max(value / largest, -1)) if dtype[0] == "i" else plain)


def test_interleaved_and_unaligned():
    record = np.dtype([("pad", "u1"), ("xy", "<f4", 2), ("c", "u1", 4)])
    data = np.zeros(4, record)
    data["xy"] = [[1, 2], [3, 4], [5, 6], [7, 8]]
    result = find_elements(data.tobytes(), 1, record.itemsize, 2, "f4", False, 1, 2).rows(2)
    assert result.tolist() == [[3, 4, 0, 1], [5, 6, 0, 1]]


@pytest.mark.parametrize("offset, count, good", [(0, 5, 3), (8, 3, 2), (20, 2, 0), (100, 2, 0)])
def test_beyond_the_buffer_is_zero(offset, count, good):
    """Nothing outside the buffer is read; an element cut in two counts as outside."""
    memory = np.arange(1, 7, dtype=np.float32).tobytes()
    result = find_elements(memory, offset, 8, 2, "f4", False, 0, count).rows(count)
    assert (result[:good, 0] != 0).all()
    assert result[good:].tolist() == [[0, 0, 0, 1]] * (count - good)


A, B, C, D = (Binding("vertex.attrib", (i,)) for i in range(4))


def fetched(engine, stream, bindings):
    """Attributes that the vertex kernel reads of a stream: (count, 4) uint32 for each."""
    varying, per_instance = stream.varying(bindings)
    forms = tuple(getattr(stream.elements(binding), "form", None) for binding in bindings)
    key = SimpleNamespace(varying=varying, per_instance=per_instance, forms=forms)
    stride = padded(stream.count) + 16  # more than there are vertices
    arrays = fetch_arguments(stream, bindings, stride)
    arrays["out"] = np.zeros((len(bindings) * 4, stride), np.uint32).reshape(-1)
    read = fetch_arrays(key)
    signature = Signature((("stride", I32),), (*read, ("out", U32)), frozenset({"out"}))

    def body(m, a, index):
        attribute = fetch(m, a, index, key, a.stride)
        for row in range(4 * len(bindings)):
            m.store(a.out, index, attribute(row // 4, row % 4), a.stride * row)

    engine.build(signature, body, True).run({"stride": stride}, arrays, stream.count)
    rows = arrays["out"].reshape(len(bindings), 4, stride)
    return [attribute[:, : stream.count].T for attribute in rows]


def pieces_of(stream, count):
    """The chunks of a stream of points, `count` vertices each."""
    with changed(CHUNK_VERTICES=count):
        return [compact(piece) for _, piece in chunks_of("points", stream)]


every_engine = pytest.mark.parametrize("engine", engines(), ids=engine_id)


@every_engine
@pytest.mark.parametrize("normalized", [False, True, CLAMPED])
def test_small_integers_are_read_where_they_lie(engine, normalized):
    """Every number that there is, as it is converted otherwise; in all components."""
    clamped = normalized == CLAMPED
    for dtype in map(np.dtype, ("i1", "i2") if clamped else ("u1", "i1", "u2", "i2")):
        ends = np.iinfo(dtype)
        numbers = np.arange(ends.min, ends.max + 1).astype(dtype)
        for size in (3,) if clamped else (1, 2, 3, 4):
            step = 4 * (-(-size * dtype.itemsize // 4) + 1)
            count = -(-len(numbers) // size)
            memory = np.full(count * step + 8, 0xA5, np.uint8)
            shape, strides = (count, size), (step, dtype.itemsize)
            np.ndarray(shape, dtype, memory, 8, strides)[:] = np.resize(numbers, shape)
            given = memory, 8, step, size, dtype, normalized
            lying = find_in_place(*given, count + 3)
            assert lying.form == SmallIntegers(dtype.itemsize, dtype.kind == "i", normalized)
            (found,) = fetched(engine, VertexStream(count + 3, {A: lying}), (A,))
            expected = find_elements(*given, 0, count + 3).rows(count + 3)
            assert np.array_equal(found, expected.view(np.uint32)), (dtype, size)


LYING = {
    "floats": ((0, 12, 3, "f4", False), True),
    "integers that stay such": ((0, 8, 2, "i4", False, True), True),
    "integers": ((0, 8, 2, "i4", False), False),
    "small ones that stay such": ((0, 4, 2, "i2", False, True), False),
    "doubles": ((0, 8, 1, "f8", False), False),
    "halves": ((0, 8, 4, "f2", False), False),
    "three bytes": ((0, 3, 3, "u1", True), False),
    "within a word": ((2, 4, 1, "u2", True), False),
    "at the end": ((1, 4, 3, "u1", True), False),
}


@pytest.mark.parametrize(("layout", "lies"), LYING.values(), ids=LYING)
def test_what_lies_as_it_is_fetched(layout, lies):
    """The rest is converted; and so are attributes that begin or end within a word."""
    memory = np.arange(96, dtype=np.uint8)
    offset, stride, size, dtype, normalized, *integer = layout
    given = offset, stride, size, np.dtype(dtype), normalized, 4, *integer
    found = find_in_place(memory, *given)
    assert (found is not None) == lies
    if lies:
        *start, _ = given[:-1] if integer else given
        elements = find_elements(memory, *start, 0, 4, *integer)
        assert np.array_equal(found.rows(4), elements.rows(4), equal_nan=True)
        assert find_in_place(memory[1:], *given) is None


def test_elements_that_lie_beyond_the_memory():
    memory = np.arange(22, dtype=np.uint8)
    for count, offset, there in ((9, 0, 3), (2, 0, 2), (9, 8, 2), (9, 12, 1), (9, 20, 0)):
        found = find_in_place(memory, offset, 8, 8 // 4, np.dtype("i2"), False, count)
        assert found.available == there
    assert find_in_place(memory, 0, 8, 3, np.dtype("u1"), False, 9).available == 3
    # The last word is not whole.
    assert find_in_place(memory[:19], 0, 8, 3, np.dtype("u1"), False, 9) is None


def test_elements_further_apart_than_kernels_count(tuned):
    """Elements begin at their own first word; those in too many words are copied together."""
    memory = np.arange(4096, dtype=np.float32).view(np.uint8)
    given = memory, 4000, 64, 3, np.dtype("f4"), False
    found = find_in_place(*given, 9)
    assert (found.start, found.step, len(found.words)) == (0, 16, 8 * 16 + 3)
    elements = find_elements(*given, 0, 9)
    expected = elements.rows(9)
    assert elements.step == 16 and np.array_equal(found.rows(9), expected)
    tuned(MAX_FETCHED_BYTES=4 * len(found.words) - 4)
    assert find_in_place(*given, 9) is None
    packed = find_elements(*given, 0, 9)
    assert packed.step == 3 and np.array_equal(packed.rows(9), expected)


@every_engine
@pytest.mark.parametrize("instances", [1, 3])
def test_the_kernel_reads_any_layout(engine, instances):
    """Bits stay as they are, those of integers and of signalling NaNs too."""
    rng = np.random.default_rng(5)
    words = random_bits(rng, 100)
    floats = rng.random((21, 4)).astype(np.float32)
    each = floats[:instances]
    shorts = rng.integers(-9, 9, 70).astype(np.int16)
    stream = VertexStream(
        21 * instances,
        {
            A: find_elements(words, 8, 20, 3, "f4", False, 1, 21),  # 19 lie within
            B: floats,
            C: find_elements(shorts, 2, 6, 2, "i2", False, 0, 21, integer=True),
        },
        instances=instances,
        per_instance={D: each},
    )
    bindings = (D, C, B, A)
    found = fetched(engine, stream, bindings)
    for binding, rows in zip(bindings, found, strict=True):
        assert np.array_equal(rows, stream.values(binding).view(np.uint32))
    unknown, pairs, full, triples = (rows.reshape(instances, 21, 4) for rows in found)
    assert np.array_equal(unknown.view(np.float32), np.repeat(each[:, None], 21, axis=1))
    assert np.array_equal(full.view(np.float32)[-1], floats)
    one = np.float32(1).view(np.uint32)
    expected = [[*words[7 + 5 * n : 10 + 5 * n], one] for n in range(19)] + [[0, 0, 0, one]] * 2
    assert triples[0].tolist() == expected
    expected = [[shorts[1 + 3 * n], shorts[2 + 3 * n], 0, 1] for n in range(21)]
    assert pairs[-1].view(np.int32).tolist() == expected


@every_engine
def test_what_does_not_vary(engine):
    bits = np.array([0x7F800001, 0xFFFFFFFF, 0x80000000, 1], np.uint32)
    stream = VertexStream(5, {B: np.ones((5, 4), np.float32)}, {A: bits.view(np.float32)})
    known, varying, unknown = fetched(engine, stream, (A, B, C))
    assert known.tolist() == [bits.tolist()] * 5
    assert varying.view(np.float32).tolist() == [[1] * 4] * 5
    assert unknown.view(np.float32).tolist() == [[0, 0, 0, 1]] * 5


@every_engine
@pytest.mark.parametrize("offset", [0, 1, 2**40])
def test_nothing_is_read_beyond_the_memory(engine, offset):
    """Whatever the layout says, the kernel stays within the memory that it was given."""
    memory = np.arange(1, 5, dtype=np.float32)
    stream = VertexStream(40, {A: find_elements(memory, offset, 2**31 - 8, 4, "f4", False, 0, 40)})
    [rows] = fetched(engine, stream, (A,))
    assert rows[0].view(np.float32).tolist() == ([1, 2, 3, 4] if offset == 0 else [0] * 4)
    assert not rows[1:].any()
    [later] = pieces_of(stream, 20)[1:]
    assert not fetched(engine, later, (A,))[0].any()


@pytest.mark.parametrize("dtype, values", [
    ("i1", [-128, -1, 127]), ("u1", [0, 255]), ("i2", [-32768, 5]), ("u2", [65535, 1]),
    ("i4", [-(2**31), 2**31 - 1]), ("u4", [2**32 - 1, 0x7F800001]),
])  # fmt: skip
def test_integers_keep_their_bits(dtype, values):
    memory = np.array(values, dtype).tobytes()
    for count in (1, len(values)):
        found = find_elements(memory, 0, 0, count, dtype, False, 0, 1, True).rows(1)
        assert found.dtype == np.float32
        words = found.view(np.int32 if dtype[0] == "i" else np.uint32)
        assert words.tolist() == [[*values[:count], *(0, 0, 0, 1)[count:]]]


def test_pieces_that_name_the_same_vertices_go_together(tuned):
    """Chunks with vertices in common merge, chunks in order do not; all vertices are drawn."""
    tuned(CHUNK_INDICES=6, MAX_SHARED_CHUNKS=4)
    near, far = np.arange(36), np.random.default_rng(8).integers(0, 3, 60) * 17
    for indices, lengths in ((near, [6] * 6), (far, [24, 24, 12])):
        for runs in ((), (3,) * (len(indices) // 3)):
            stream = VertexStream(60, {A: np.zeros((60, 4), np.float32)}, runs=runs)
            stream.indices = indices.astype(np.uint32)
            found = [compact(piece) for _, piece in chunks_of("triangles", stream)]
            assert [len(piece.indices) for piece in found] == lengths
            named = np.concatenate([piece.indices + piece.first for piece in found])
            assert (named == indices).all()
            based = [
                compact(piece, without_base=False) for _, piece in chunks_of("triangles", stream)
            ]
            for piece, other in zip(based, found, strict=True):
                assert (piece.indices - piece.base == other.indices).all()
                assert (
                    piece.base == other.first and not other.base and not piece.without_base().base
                )
                assert (piece.without_base().indices == other.indices).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("normalized", [False, True])
def test_halves_that_are_nan_become_quiet(normalized):
    """Their sign and payload stay, wherever it is: some processors make quiet NaNs of them."""
    words = np.arange(1 << 16, dtype=np.uint16)[(np.arange(1 << 16) & 0x7FFF) > 0x7C00]
    found = to_float(words.view(np.float16).reshape(-1, 2), normalized).reshape(-1)
    wide = words.astype(np.uint32)
    expected = (wide & 0x8000) << 16 | 0x7FC00000 | (wide & 0x3FF) << 13
    assert np.array_equal(found.view(np.uint32), expected)
