"""Per-fragment operations in the specification's order: coverage by alpha, alpha, depth bounds,
stencil and depth test, blending or logic operation, write. (The scissor test is a matter of
coverage: `setup`, `raster`.) From the depth bounds on they are those of each sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property

import numpy as np

from softgl.comparisons import COMPARISONS
from softgl.formats.numbers import UNSIGNED
from softgl.formats.storages import STORAGES
from softgl.lanes import F32, U8, U32, Lane
from softgl.pipeline.fragments.coverage import tested_depth
from softgl.pipeline.keys.kernel_keys import (
    BlendKey,
    FragmentKey,
    StencilFace,
    StencilKey,
    TargetKey,
)
from softgl.pipeline.planes.framebuffer import MAX_COLORS, mask_words
from softgl.pipeline.planes.samples import alpha_limits
from softgl.records import dataclass

STENCIL_MAX = 0xFF
KEEP_ALL = (0, STENCIL_MAX, STENCIL_MAX)


@dataclass(frozen=True)
class FragmentTests:
    """Operands of the per-fragment tests.

    box : the scissor box: left, low, right, high, without right and high; None: no scissor test.
    alpha : the reference of the alpha test.
    stencil : reference, mask of the comparison, mask of writing; of front, then of back faces.
    bounds : the depths of the depth bounds test, words of the depth format.
    samples : (number of elements) -> (elements,) uint32, the counters of pixels
        (`kernel_keys.Counted`); None: none.
    sample_mask : a bit for each sample that glSampleCoverage and glSampleMaski leave.
    """

    box: tuple[int, int, int, int] | None = None
    alpha: float = 0.0
    stencil: tuple[int, ...] = KEEP_ALL * 2
    samples: Callable[[int], np.ndarray] | None = None
    sample_mask: int = 0
    bounds: tuple[int, int] = (0, 0)

    @cached_property
    def arrays(self) -> dict:
        """Arrays of state that kernels read, by the names of `test_arrays`."""
        return {
            "alpha_reference": np.array([self.alpha], np.float32),
            "stencil_state": np.array(self.stencil, np.uint32),
            "sample_mask": np.array([self.sample_mask], np.uint32),
            "depth_bounds": np.array(self.bounds, np.uint32),
        }


COLOR_PLANES = ("color_plane", *(f"color_plane{number}" for number in range(1, MAX_COLORS)))
DEPTH_PLANE, STENCIL_PLANE = "depth_plane", "stencil_plane"
WRITTEN_PLANES = frozenset({*COLOR_PLANES, DEPTH_PLANE, STENCIL_PLANE, "samples_plane"})


def test_arrays(key: FragmentKey) -> tuple:
    """The names and types of the arrays that the tests of `key` need."""
    arrays = ()
    if key.alpha_func:
        arrays += (("alpha_reference", F32),)
    if key.depth_bounds:
        arrays += (("depth_bounds", U32),)
    if key.stencil:
        arrays += (("stencil_state", U32), (STENCIL_PLANE, U8))
    if key.counted:
        arrays += (("samples_plane", U32),)
    if key.sample_coverage:
        arrays += (("sample_mask", U32),)
    return arrays


@dataclass(frozen=True)
class ShadedFragment:
    """The results of the fragment program.

    color : four F32. depths : lanes as the depth format has them, of each sample or one for all.
    killed : BOOL or None. front : BOOL, the triangle's facing. more : the colours of outputs 1 and
    up; none of a program with one output. stencil : U32, the reference of the stencil test; None:
    that of the state. coverage : F32, a smooth primitive's share of the pixel, or None.
    samples : BOOL, the coverage of each sample, None for one that is not drawn; None: all are
    covered.
    counted : U32, the amount that a counting key adds; None: one.
    second : the colour of the second source of blending; None if nothing reads it.
    """

    color: list[Lane]
    depths: list[Lane]
    killed: Lane | None
    front: Lane
    more: tuple[list[Lane], ...] = ()
    stencil: Lane | None = None
    coverage: Lane | None = None
    samples: list[Lane] | None = None
    counted: Lane | None = None
    second: list[Lane] | None = None

    def output(self, number: int) -> list[Lane]:
        """Returns the colour for a draw buffer; a single output is for all (OpenGL 2.1, 4.2.1)."""
        return self.more[number - 1] if number and self.more else self.color

    def covered(self, m, key: FragmentKey, color) -> list[Lane]:
        """A colour with its alpha as coverage leaves it.

        OpenGL 2.1, 3.13: that of smooth shapes multiplies it; 4.1.3: with alpha to one "each alpha
        value is replaced by the maximum representable alpha value", which is never intersect.
        """
        if key.alpha_to_one:
            return [*color[:3], m.f32(1.0)]
        if self.coverage is None:
            return color
        alpha = m.saturate(color[3]) if key.clamped else color[3]
        return [*color[:3], alpha * self.coverage]


def samples_of(m, key: FragmentKey, covered) -> Iterator[tuple[int, AbstractContextManager]]:
    """The numbers of the samples; `with` what comes with each, its lanes are live.

    covered : as `ShadedFragment.samples`; there is none for a sample that is not drawn.
    """
    for sample in range(key.samples):
        if covered is not None and of_sample(covered, sample) is None:
            continue
        yield sample, nullcontext() if covered is None else m.where(of_sample(covered, sample))


def of_sample(values: list, sample: int):
    """Returns the value of a sample; a list of one value is for all samples."""
    return values[sample if len(values) > 1 else 0]


def intersect(covered, others):
    """Returns the samples that are in both lists; None stands for all samples."""
    if covered is None or others is None:
        return covered or others
    count = max(len(covered), len(others))
    pairs = [(of_sample(covered, n), of_sample(others, n)) for n in range(count)]
    return [None if one is None or other is None else one & other for one, other in pairs]


def quantise_depth(m, key: FragmentKey, a, depth):
    """The depth of a fragment as the depth buffer has it; where fixed-point, NaN gives 0."""
    number = STORAGES[key.depth_format].depth
    saturated = not (key.drops_depths or key.depth_clamp)  # see `coverage.clamped_depth`
    pack = (saturated and number.pack_within) or number.pack
    return number.order(m, pack(m, tested_depth(m, key, a, depth)))


def passes_depth(m, key: FragmentKey, a, index, depth, sample=0):
    """True for samples of fragments at `index` that pass the depth test; true without one.

    OpenGL 2.1, 4.1.6: the incoming depth is compared with the stored one.
    """
    if key.depth is None:
        return m.true
    return COMPARISONS[key.depth.func](m, depth, _stored_depth(m, key, a, index, sample))


def _stored_depth(m, key, a, index, sample):
    """The depths at `index`, as `quantise_depth` has them."""
    stored = m.load(a.depth_plane, index, _offset(a, sample))
    return STORAGES[key.depth_format].depth.order(m, stored)


def within_bounds(m, key: FragmentKey, a, index, sample):
    """True if the depths stored at `index` are within the bounds: EXT_depth_bounds_test."""
    stored, order = _stored_depth(m, key, a, index, sample), STORAGES[key.depth_format].depth.order
    low, high = (order(m, m.load_unchecked(a.depth_bounds, m.i32(number))) for number in range(2))
    return (stored >= low) & (stored <= high)


def _offset(a, number: int):
    """The first element of a numbered plane among consecutive planes."""
    return a.plane_elements * number if number else 0


def passes_alpha(m, key: FragmentKey, a, alpha):
    """True for fragments that pass the alpha test: OpenGL 2.1, 4.1.4."""
    reference = m.load_unchecked(a.alpha_reference, m.i32(0))
    alpha = m.saturate(alpha) if key.clamped else alpha
    return COMPARISONS[key.alpha_func](m, alpha, reference)


# OpenGL 2.1, 4.1.5: stored value and reference -> the new value.
STENCIL_OPS = {
    "keep": lambda m, stored, reference: stored,
    "zero": lambda m, stored, reference: m.u32(0),
    "replace": lambda m, stored, reference: reference,
    "incr": lambda m, stored, reference: m.min(stored + 1, m.u32(STENCIL_MAX)),
    "decr": lambda m, stored, reference: m.max(stored, m.u32(1)) - 1,
    "invert": lambda m, stored, reference: stored ^ STENCIL_MAX,
    "incr_wrap": lambda m, stored, reference: (stored + 1) & STENCIL_MAX,
    "decr_wrap": lambda m, stored, reference: (stored - 1) & STENCIL_MAX,
}


def passes_tests(m, key: FragmentKey, a, index, depth, front, reference=None, sample=0):
    """True if a sample of live fragments passes the depth bounds, stencil and depth tests.

    Writes the stencil buffer by the outcome; depth is written with the colour, later.
    reference : U32, that of the stencil test; None: that of the state.
    """
    arguments = m, key, a, index, depth, front, reference, sample
    if not key.depth_bounds:
        return _passes_stencil_and_depth(*arguments)
    within = within_bounds(m, key, a, index, sample)
    with m.where(within):
        return within & _passes_stencil_and_depth(*arguments)


def _passes_stencil_and_depth(m, key, a, index, depth, front, reference, sample):
    passed = passes_depth(m, key, a, index, depth, sample)
    if key.stencil is None:
        return passed
    return _test_stencil(m, key.stencil, a, index, front, passed, reference, sample)


def _test_stencil(m, key: StencilKey, a, index, front, depth_passed, reference, sample):
    arguments = m.load(a.stencil_plane, index, _offset(a, sample)), depth_passed, reference
    passed, new = stencil_outcome(m, key.front, a, 0, *arguments)
    if key.back is not None:
        back_passed, back_new = stencil_outcome(m, key.back, a, 3, *arguments)
        passed, new = m.select(front, passed, back_passed), m.select(front, new, back_new)
    if key.writes:
        m.store(a.stencil_plane, index, new, _offset(a, sample))
    return passed & depth_passed


def stencil_outcome(m, face: StencilFace, a, first, stored, depth_passed, reference):
    """The outcome of the stencil test for fragments of a facing, and their new stencil value."""
    state, mask, written = (m.load_unchecked(a.stencil_state, m.i32(first + i)) for i in range(3))
    reference = state if reference is None else reference
    # OpenGL 2.1, 4.1.5: the comparison is "reference func stored", both masked.
    passed = COMPARISONS[face.func](m, reference & mask, stored & mask)
    names = (face.depth_pass, face.depth_fail, face.fail)
    on_pass, on_depth, on_fail = (STENCIL_OPS[name](m, stored, reference) for name in names)
    new = m.select(passed, m.select(depth_passed, on_pass, on_depth), on_fail)
    return passed, (stored & ~written) | (new & written)


def write_fragment(m, key: FragmentKey, a, index, fragment: ShadedFragment, tested: bool):
    """Everything after the fragment program, for live lanes; index : elements of the planes.

    tested : True if the stencil and depth tests have been before the program.
    """
    if key.counted and key.counted.of_all:
        before, count = m.load(a.samples_plane, index), fragment.counted
        summed = key.counted.quantity == "cost"
        m.store(a.samples_plane, index, before + count if summed else m.max(before, count))
    if key.shape.samples > 1:
        fragment = change_coverage(m, key, a, fragment)
    live = None if fragment.killed is None else ~fragment.killed
    if key.alpha_func:
        passed = passes_alpha(m, key, a, fragment.covered(m, key, fragment.color)[3])
        live = passed if live is None else live & passed
    if live is not None:
        with m.where(live):
            _test_and_write(m, key, a, index, fragment, tested)
    else:
        _test_and_write(m, key, a, index, fragment, tested)


def change_coverage(m, key: FragmentKey, a, fragment: ShadedFragment) -> ShadedFragment:
    """OpenGL 2.1, 4.1.3: alpha to coverage, and sample coverage."""
    samples = fragment.samples
    if key.alpha_to_coverage:
        # "the alpha value of fragment color zero is used"; a NaN covers nothing.
        alpha = fragment.color[3]
        samples = intersect(samples, [alpha >= least for least in alpha_limits(key.samples)])
    if key.sample_coverage:
        mask = m.load_unchecked(a.sample_mask, m.i32(0))
        samples = intersect(samples, [(mask & (1 << n)) != 0 for n in range(key.samples)])
    return replace(fragment, samples=samples)


def _test_and_write(m, key, a, index, fragment, tested):
    for sample, live in samples_of(m, key, fragment.samples):
        with live:
            if key.looks_at_planes and not tested:
                values = of_sample(fragment.depths, sample), fragment.front, fragment.stencil
                passed = passes_tests(m, key, a, index, *values, sample=sample)
                with m.where(passed):
                    _write(m, key, a, index, fragment, sample)
            else:
                _write(m, key, a, index, fragment, sample)


def _write(m, key, a, index, fragment, sample):
    if key.counted and key.counted.quantity == "samples":
        m.store(a.samples_plane, index, m.load(a.samples_plane, index) + 1)
    elif key.counted and not key.counted.of_all:
        m.store(a.samples_plane, index, fragment.counted)
    if key.depth and key.depth.write:
        depth = m.as_u32(of_sample(fragment.depths, sample))
        m.store(a.depth_plane, index, depth, _offset(a, sample))
    for number, target in enumerate(key.targets):
        if target is not None:
            _write_color(m, key, a, index, number, target, fragment, sample)


def _write_color(m, key, a, index, number, target: TargetKey, fragment, sample):
    """Blend a colour, or combine it with the logic operation, and write it to one buffer."""
    format_, plane = target.format, getattr(a, COLOR_PLANES[number])
    converted = key.srgb and format_.srgb
    storage = format_.linear if converted else format_.lay
    # ARB_color_buffer_float, 4.1.10, EXT_framebuffer_sRGB, 4.1.10: "has no effect" on such buffers.
    combined = (storage.fixed and not converted) or storage.integer
    logic_op = key.logic_op if combined else None
    masks = mask_words(format_, target.mask, constants=logic_op is None)
    offsets = [_offset(a, sample * storage.words + word) for word in range(storage.words)]
    stored = None
    if target.blend or logic_op or any(mask != 0xFFFFFFFF for mask in masks):
        stored = [m.load(plane, index, offset) for offset in offsets]
    color = _as_stored(m, key, target, storage, fragment, fragment.output(number))
    if target.blend:
        second = fragment.second
        if target.blend.reads_second:
            second = _as_stored(m, key, target, storage, fragment, second)
        color = _blended(m, target, a, color, second, storage.unpack(m, stored))
    kept = format_.swizzled(color, *(m.lane(value, storage.result) for value in (0, 1)))
    pack = storage.carry if key.keeps_bits(target) else storage.pack
    words = (storage.pack_within if storage.fixed else pack)(m, kept)
    for i, (word, mask) in enumerate(zip(words, masks, strict=True)):
        if logic_op:
            word = LOGIC_OPS[logic_op](m, word, stored[i])
        if mask != 0xFFFFFFFF:
            word = (word & mask) | (stored[i] & (mask ^ 0xFFFFFFFF))
        if mask:
            m.store(plane, index, word, offsets[i])


def _as_stored(m, key, target: TargetKey, storage, fragment, color):
    """A colour of a fragment in the numbers of a buffer, before blending."""
    if storage.integer:
        # EXT_texture_integer, 3.11.2: "no type conversion is applied"; nor is it clamped.
        bits = m.unseen_bits if key.keeps_bits(target) else m.bits
        return [storage.of_word(m, bits(component)) for component in color]
    color = fragment.covered(m, key, color)
    if key.clamped:
        return [m.saturate(component) for component in color]
    if storage.fixed:
        return [_within(m, component, storage.range) for component in color]
    return color


def _blended(m, target: TargetKey, a, color, second, destination):
    """A colour and the second source blended with the stored colour."""
    lay = target.format.lay
    constant = [m.load_unchecked(a.blend_color, m.i32(i)) for i in range(4)]
    if lay.fixed:
        # ARB_color_buffer_float, 4.1.8: "blend factors are clamped to [0, 1]".
        constant = [_within(m, component, lay.range) for component in constant]
    limits = lay.range if lay.fixed else None
    return blend(m, target.blend, color, destination, constant, second, limits)


def _within(m, x, limits):
    """`x` within the range of a fixed-point number; NaN gives 0."""
    low, high = limits
    return m.clamp(m.select(x == x, x, 0.0) if low else x, low, high)


# OpenGL 2.1, table 4.3: source and stored word -> the new one. It takes the place of blending
# (4.1.10), which `derive` sees to.
LOGIC_OPS = {
    "clear": lambda m, s, d: m.u32(0),
    "and": lambda m, s, d: s & d,
    "and_reverse": lambda m, s, d: s & ~d,
    "copy": lambda m, s, d: s,
    "and_inverted": lambda m, s, d: ~s & d,
    "noop": lambda m, s, d: d,
    "xor": lambda m, s, d: s ^ d,
    "or": lambda m, s, d: s | d,
    "nor": lambda m, s, d: ~(s | d),
    "equiv": lambda m, s, d: ~(s ^ d),
    "invert": lambda m, s, d: ~d,
    "or_reverse": lambda m, s, d: s | ~d,
    "copy_inverted": lambda m, s, d: ~s,
    "or_inverted": lambda m, s, d: ~s | d,
    "nand": lambda m, s, d: ~(s & d),
    "set": lambda m, s, d: m.u32(0xFFFFFFFF),
}


def _saturated_alpha(m, s, d, c, t):
    # OpenGL 2.1, table 4.2: (f, f, f, 1) with f = min(As, 1 - Ad).
    f = m.min(s[3], 1.0 - d[3])
    return [f, f, f, m.f32(1.0)]


# OpenGL 3.3 compatibility, table 4.2. The colours of source and destination, the constant one, and
# that of the second source -> four factors.
FACTORS = {
    "zero": lambda m, s, d, c, t: [m.f32(0.0)] * 4,
    "one": lambda m, s, d, c, t: [m.f32(1.0)] * 4,
    "src_color": lambda m, s, d, c, t: s,
    "one_minus_src_color": lambda m, s, d, c, t: [1.0 - x for x in s],
    "dst_color": lambda m, s, d, c, t: d,
    "one_minus_dst_color": lambda m, s, d, c, t: [1.0 - x for x in d],
    "src_alpha": lambda m, s, d, c, t: [s[3]] * 4,
    "one_minus_src_alpha": lambda m, s, d, c, t: [1.0 - s[3]] * 4,
    "dst_alpha": lambda m, s, d, c, t: [d[3]] * 4,
    "one_minus_dst_alpha": lambda m, s, d, c, t: [1.0 - d[3]] * 4,
    "constant_color": lambda m, s, d, c, t: c,
    "one_minus_constant_color": lambda m, s, d, c, t: [1.0 - x for x in c],
    "constant_alpha": lambda m, s, d, c, t: [c[3]] * 4,
    "one_minus_constant_alpha": lambda m, s, d, c, t: [1.0 - c[3]] * 4,
    "src_alpha_saturate": _saturated_alpha,
    "src1_color": lambda m, s, d, c, t: t,
    "one_minus_src1_color": lambda m, s, d, c, t: [1.0 - x for x in t],
    "src1_alpha": lambda m, s, d, c, t: [t[3]] * 4,
    "one_minus_src1_alpha": lambda m, s, d, c, t: [1.0 - t[3]] * 4,
}
# OpenGL 2.1, table 4.1. One component: source, its factor, destination, its factor.
EQUATIONS = {
    "func_add": lambda m, s, sf, d, df: s * sf + d * df,
    "func_subtract": lambda m, s, sf, d, df: s * sf - d * df,
    "func_reverse_subtract": lambda m, s, sf, d, df: d * df - s * sf,
    "min": lambda m, s, sf, d, df: m.min(s, d),
    "max": lambda m, s, sf, d, df: m.max(s, d),
}


def blend(m, key: BlendKey, source, destination, constant, second, limits=UNSIGNED):
    """The blended colour: OpenGL 2.1, 4.1.8. limits : to which it is clamped; None: it is not."""
    arguments = (m, source, destination, constant, second)
    factors = [FACTORS[name](*arguments) for name in (key.source_rgb, key.destination_rgb)]
    alphas = [FACTORS[name](*arguments)[3] for name in (key.source_alpha, key.destination_alpha)]
    result = []
    for i in range(4):
        equation = EQUATIONS[key.equation_alpha if i == 3 else key.equation_rgb]
        sf, df = alphas if i == 3 else (factors[0][i], factors[1][i])
        result.append(equation(m, source[i], sf, destination[i], df))
    return [_within(m, value, limits) for value in result] if limits else result
