"""Per-fragment operations: the depth test, blending and the write, in the specification's order."""

from __future__ import annotations

from dataclasses import dataclass

from softgl.lanes import Lane
from softgl.pipeline.framebuffer import DEPTH_MAX, mask_word
from softgl.pipeline.keys import BlendKey, FragmentKey


@dataclass(frozen=True)
class ShadedFragment:
    """What the fragment program gave. color : four F32. depth : I32. killed : BOOL or None."""

    color: list[Lane]
    depth: Lane
    killed: Lane | None


def quantise_depth(m, depth):
    """A depth of [0, 1] as the nearest of 24 bits, I32; NaN gives 0."""
    return m.to_i32_within(m.round_even(depth * float(DEPTH_MAX)), 0, DEPTH_MAX)


# OpenGL 2.1, 4.1.5: the incoming depth is compared with the stored one.
COMPARISONS = {
    "never": lambda m, a, b: m.false,
    "less": lambda m, a, b: a < b,
    "equal": lambda m, a, b: a == b,
    "lequal": lambda m, a, b: a <= b,
    "greater": lambda m, a, b: a > b,
    "notequal": lambda m, a, b: a != b,
    "gequal": lambda m, a, b: a >= b,
    "always": lambda m, a, b: m.true,
}


def passes_depth(m, key: FragmentKey, a, index, depth):
    """Whether fragments at `index` pass the depth test; true without one."""
    if key.depth is None:
        return m.true
    return COMPARISONS[key.depth.func](m, depth, m.as_i32(m.load(a.depth_plane, index)))


def write_fragment(m, key: FragmentKey, a, index, fragment: ShadedFragment, tested: bool):
    """Everything after the fragment program, for live lanes; index : elements of the planes."""
    if fragment.killed is not None:
        with m.where(~fragment.killed):
            _test_and_write(m, key, a, index, fragment, tested)
    else:
        _test_and_write(m, key, a, index, fragment, tested)


def _test_and_write(m, key, a, index, fragment, tested):
    if key.depth and not tested:
        with m.where(passes_depth(m, key, a, index, fragment.depth)):
            _write(m, key, a, index, fragment)
    else:
        _write(m, key, a, index, fragment)


def _write(m, key, a, index, fragment):
    if key.depth and key.depth.write:
        m.store(a.depth_plane, index, m.as_u32(fragment.depth))
    if not any(key.color_mask):
        return
    color = [m.saturate(component) for component in fragment.color]
    stored = None
    if key.blend or not all(key.color_mask):
        stored = m.load(a.color_plane, index)
    if key.blend:
        constant = [m.gather(a.blend_color, m.i32(i)) for i in range(4)]
        color = blend(m, key.blend, color, unpack_color(m, stored), constant)
    word = pack_color(m, color)
    if not all(key.color_mask):
        written = mask_word(key.color_mask)
        word = (word & written) | (stored & (written ^ 0xFFFFFFFF))
    m.store(a.color_plane, index, word)


def unpack_color(m, word):
    """An RGBA8 word as four F32 in [0, 1]."""
    return [m.to_f32(m.as_i32((word >> 8 * i) & 0xFF)) / 255.0 for i in range(4)]


def pack_color(m, color):
    """Four F32 in [0, 1] as an RGBA8 word, each rounded to the nearest."""
    word = m.u32(0)
    for i, component in enumerate(color):
        byte = m.to_i32_within(m.round_even(component * 255.0), 0, 255)
        word = word | (m.as_u32(byte) << 8 * i)
    return word


def _saturated_alpha(m, s, d, c):
    # OpenGL 2.1, table 4.2: (f, f, f, 1) with f = min(As, 1 - Ad).
    f = m.min(s[3], 1.0 - d[3])
    return [f, f, f, m.f32(1.0)]


# OpenGL 2.1, table 4.2. Source, destination and constant colours -> four factors.
FACTORS = {
    "zero": lambda m, s, d, c: [m.f32(0.0)] * 4,
    "one": lambda m, s, d, c: [m.f32(1.0)] * 4,
    "src_color": lambda m, s, d, c: s,
    "one_minus_src_color": lambda m, s, d, c: [1.0 - x for x in s],
    "dst_color": lambda m, s, d, c: d,
    "one_minus_dst_color": lambda m, s, d, c: [1.0 - x for x in d],
    "src_alpha": lambda m, s, d, c: [s[3]] * 4,
    "one_minus_src_alpha": lambda m, s, d, c: [1.0 - s[3]] * 4,
    "dst_alpha": lambda m, s, d, c: [d[3]] * 4,
    "one_minus_dst_alpha": lambda m, s, d, c: [1.0 - d[3]] * 4,
    "constant_color": lambda m, s, d, c: c,
    "one_minus_constant_color": lambda m, s, d, c: [1.0 - x for x in c],
    "constant_alpha": lambda m, s, d, c: [c[3]] * 4,
    "one_minus_constant_alpha": lambda m, s, d, c: [1.0 - c[3]] * 4,
    "src_alpha_saturate": _saturated_alpha,
}

# OpenGL 2.1, table 4.1. One component: source, its factor, destination, its factor.
EQUATIONS = {
    "func_add": lambda m, s, sf, d, df: s * sf + d * df,
    "func_subtract": lambda m, s, sf, d, df: s * sf - d * df,
    "func_reverse_subtract": lambda m, s, sf, d, df: d * df - s * sf,
    "min": lambda m, s, sf, d, df: m.min(s, d),
    "max": lambda m, s, sf, d, df: m.max(s, d),
}


def blend(m, key: BlendKey, source, destination, constant):
    """The blended colour, clamped to [0, 1]: OpenGL 2.1, 4.1.8."""
    given = (m, source, destination, constant)
    factors = [FACTORS[name](*given) for name in (key.source_rgb, key.destination_rgb)]
    alphas = [FACTORS[name](*given)[3] for name in (key.source_alpha, key.destination_alpha)]
    result = []
    for i in range(4):
        equation = EQUATIONS[key.equation_alpha if i == 3 else key.equation_rgb]
        sf, df = alphas if i == 3 else (factors[0][i], factors[1][i])
        result.append(m.saturate(equation(m, source[i], sf, destination[i], df)))
    return result
