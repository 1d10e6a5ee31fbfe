"""Formulas of pixels equal the host's conversions: every form into every other, all bits."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats import host
from softgl.formats.forms import are_copies, convert, plane_form, texel_form
from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.formats.numbers import DEPTH32
from softgl.lanes import U32, evaluate
from softgl.lanes.eager import EagerMachine
from softgl.pixels.conversion import (
    pack,
    pack_values,
    unpack,
    unpack_depths,
    unpack_values,
)
from softgl.pixels.forms import client_form
from softgl.pixels.layouts import Layout
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, PIXEL_TYPES

COUNT = 300
CLIENT = [
    (format_, type_)
    for format_ in sorted(COLOR_FORMATS | {"DEPTH_COMPONENT"})
    for type_, kind in PIXEL_TYPES.items()
    if format_ in kind.formats
]
# One internal format of each storage and each base format.
FORMATS = {}
for _format in INTERNAL_FORMATS.values():
    if texel_form(_format):
        FORMATS.setdefault(texel_form(_format).name, _format)
COLORS = [each for each in FORMATS.values() if not each.has_depth]


def converted(source, target, words, clamped=False):
    """Pixels (n, words) in another form."""
    machine = EagerMachine()
    lanes = [machine.lanes(column.astype(np.uint32), U32) for column in words.T]
    with np.errstate(all="ignore"):
        made = convert(machine, source, target, lanes, clamped)
        rows = [np.broadcast_to(lane.value, len(words)) for lane in made]
    result = np.stack(rows, axis=-1).astype(target.element.dtype)
    assert not are_copies(source, target) or clamped or np.array_equal(result, words)
    return result


def random_elements(rng, kind, form):
    """The memory of pixels: any bits, and in the first half of floats ordinary ones."""
    elements = rng.integers(0, 256, COUNT * form.words * form.element.dtype.itemsize, np.uint8)
    elements = elements.view(kind.dtype)
    if kind.dtype.kind == "f":
        half = elements[: len(elements) // 2]
        half[...] = rng.normal(size=len(half))
        half[:10] = [0, -0.0, 1, -1, 2, np.nan, np.inf, -np.inf, 1e-5, 60000]
    return elements


def linear_layout(elements):
    group = len(elements) // COUNT
    return Layout((1, 1, COUNT, group), (COUNT * group, COUNT * group, group, 1), 0)


def go_together(pixel_format, _, format_):
    """True if images of an internal format are made of pixels of a format."""
    integer = pixel_format in INTEGER_FORMATS
    depths = pixel_format == "DEPTH_COMPONENT"
    return (depths, integer) == (format_.has_depth, format_.storage.integer)


@pytest.mark.parametrize("storage", sorted({each.storage.name for each in FORMATS.values()}))
def test_texels_and_client_memory(storage):
    """Into texels and back, by every format and type."""
    rng = np.random.default_rng(4)
    for format_ in (each for each in FORMATS.values() if each.storage.name == storage):
        texels = texel_form(format_)
        for words in (each for each in CLIENT if go_together(*each, format_)):
            kind, snorm = PIXEL_TYPES[words[1]], format_.storage.signed_fixed
            form = client_form(*words, snorm)
            if form is None:
                continue
            elements = random_elements(rng, kind, form)
            given = elements.view(form.element.dtype).reshape(COUNT, form.words)
            plan = linear_layout(elements)
            with np.errstate(all="ignore"):
                if format_.has_depth:
                    depths = unpack_depths(unpack_values(elements, plan, False))
                    expected = format_.from_depths(depths)[0, 0]
                    back = pack_values(format_.depths(expected)[:, np.newaxis], kind)
                else:
                    pixels = unpack(elements, plan, *words, False, snorm)
                    expected = format_.from_pixels(pixels)[0, 0]
                    back = pack(format_.pixels(expected), *words, snorm=snorm)
            case = format_.name, words
            assert np.array_equal(converted(form, texels, given), expected), case
            back = np.ascontiguousarray(back).view(form.element.dtype).reshape(COUNT, -1)
            assert np.array_equal(converted(texels, form, expected), back), case


@pytest.mark.parametrize("clamped", [False, True])
def test_planes(clamped):
    """Read, clamped or not, copied to texels and between planes of all colour formats."""
    rng = np.random.default_rng(6)
    planes = {}
    for each in COLORS:
        if each.plane_formats and each.storage.drawable:
            planes.setdefault(plane_form(each.plane_formats["color"]).name, each)
    for drawn in planes.values():
        format_ = drawn.plane_formats["color"]
        values, integer = rng.normal(size=(COUNT, 4)).astype(np.float32), format_.lay.integer
        if integer:
            values = rng.integers(0, 2**32, (COUNT, 4)) >> rng.integers(0, 32, (COUNT, 4))
        words = host.pack_colors(format_, values)
        if format_.storage == "unorm8":
            pixels = host.as_codes(format_.lay, words)
        else:
            pixels = host.unpack(format_.lay, words)
        source, snorm = plane_form(format_), format_.lay.signed_fixed
        for names in rng.permutation(CLIENT)[:12].tolist():
            form = client_form(*names, snorm)
            mixed = integer != (names[0] in INTEGER_FORMATS)
            if mixed or form is None or names[0].startswith(("LUMINANCE", "DEPTH")):
                continue
            with np.errstate(all="ignore"):
                elements = pack(pixels, *names, clamped, snorm)
            elements = np.ascontiguousarray(elements).view(form.element.dtype).reshape(COUNT, -1)
            made = converted(source, form, words, clamped and not integer)
            assert np.array_equal(made, elements), (drawn.name, names)
        if clamped:
            continue
        alike = [each for each in COLORS if each.storage.integer == integer]
        for other in rng.permutation(alike)[:8]:
            expected = other.from_pixels(pixels)
            made = converted(source, texel_form(other), words)
            assert np.array_equal(made, expected), (drawn.name, other.name)
        kinds = format_.lay.integer, format_.lay.result
        alike = [
            each for each in planes.values() if (each.storage.integer, each.storage.result) == kinds
        ]
        for other in rng.permutation(alike)[:8]:
            target = other.plane_formats["color"]
            expected = host.pack_colors(target, host.unpack(format_.lay, words))
            made = converted(source, plane_form(target), words)
            assert np.array_equal(made, expected), (drawn.name, other.name)


def test_quotients_of_32_bits():
    """DEPTH32 gives the quotient of codes, also where one bit decides."""
    one = np.uint32(1) << np.arange(32, dtype=np.uint32)
    anything = np.random.default_rng(1).integers(0, 2**32, 10000, np.uint32)
    codes = np.concatenate([one, ~one, ~(one | one >> 1), anything, [0, 2**32 - 1]])
    codes = codes.astype(np.uint32)
    quotients = codes.astype(np.float64) / np.float64(2**32 - 1)
    assert np.array_equal(evaluate(DEPTH32.wide, codes), quotients)


def test_what_is_copied():
    """Pixels that have the same words, and some that nearly have."""

    def of(name, *words):
        return are_copies(client_form(*words, False), texel_form(INTERNAL_FORMATS[name]))

    assert of("RGBA8", "RGBA", "UNSIGNED_BYTE") and of("RGBA32F_ARB", "RGBA", "FLOAT")
    assert of("RGBA8", "RGBA", "UNSIGNED_INT_8_8_8_8_REV")
    assert of("DEPTH_COMPONENT32", "DEPTH_COMPONENT", "UNSIGNED_INT")
    assert of("RGBA8I", "RGBA_INTEGER", "BYTE") and of("RGBA32UI", "RGBA_INTEGER", "UNSIGNED_INT")
    assert not of("RGBA8I", "RGBA_INTEGER", "UNSIGNED_BYTE")  # of another range
    assert not of("RGBA8", "BGRA", "UNSIGNED_BYTE") and not of("RGB8", "RGBA", "UNSIGNED_BYTE")
    assert not of("RGBA16F_ARB", "RGBA", "HALF_FLOAT")  # of NaNs there is one
