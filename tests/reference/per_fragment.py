"""The per-fragment operations, one fragment after the other: OpenGL 2.1, 4.1 and 4.2.

Written from the specifications and with nothing of softgl, for a framebuffer of one sample. Words
are those of GL, without the prefix. Colours and depths are float32 with one rounding for each
operation; colours become fixed-point numbers by rounding to the nearest, of two the even one.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field

import numpy as np

from tests.reference.arithmetic import fused

F = np.float32
ZERO, ONE = F(0), F(1)


@dataclass(frozen=True)
class Buffer:
    """The format of a colour buffer: bits of a component, fixed-point or not, its components."""

    bits: int = 8
    fixed: bool = True
    alpha: bool = True
    srgb: bool = False

    @property
    def maximum(self) -> int:
        return 2**self.bits - 1

    def store(self, value):
        """2.14.9: a fixed-point component k stands for k / (2^m - 1)."""
        if self.fixed:
            return int(np.rint(clamp(value) * F(self.maximum)))
        return F(np.float16(value)) if self.bits == 16 else value

    def load(self, stored):
        return F(stored) / F(self.maximum) if self.fixed else stored


@dataclass(frozen=True)
class Depth:
    """The format of a depth buffer."""

    bits: int = 24
    fixed: bool = True

    def store(self, value):
        """2.11.1; 32 bits are more than a float has: 2^32 times it, rounded down."""
        value = clamp(F(value))
        if not self.fixed:
            return value
        if self.bits == 32:
            return min(int(float(value) * 2.0**32), 2**32 - 1)
        return int(np.rint(value * F(2**self.bits - 1)))


@dataclass(frozen=True)
class Side:
    """The stencil state of one facing."""

    func: str = "ALWAYS"
    reference: int = 0
    value_mask: int = 0xFFFFFFFF
    write_mask: int = 0xFFFFFFFF
    operations: tuple[str, str, str] = ("KEEP", "KEEP", "KEEP")  # sfail, dpfail, dppass


@dataclass(frozen=True)
class State:
    """The state of the per-fragment operations.

    buffers : the format of each draw buffer, None for NONE. depth_buffer, stencil_buffer : what
    there is. clamp : CLAMP_FRAGMENT_COLOR. scissor : x, y, width, height. alpha, depth : None while
    the test is disabled; (function, reference), and the function. stencil : None, or front and
    back. blend : for each draw buffer. factors : source and destination, RGB then alpha. masks :
    for each draw buffer. fog : None, or start, end and colour of LINEAR fog. bounds : those of the
    depth bounds test, None while it is disabled.
    """

    buffers: tuple[Buffer | None, ...] = (Buffer(),)
    depth_buffer: Depth | None = Depth()
    stencil_buffer: bool = True
    clamp: str = "FIXED_ONLY"
    fog: tuple | None = None
    scissor: tuple[int, int, int, int] | None = None
    alpha: tuple[str, float] | None = None
    stencil: tuple[Side, Side] | None = None
    depth: str | None = None
    depth_mask: bool = True
    blend: tuple[bool, ...] = (False,)
    factors: tuple[str, str, str, str] = ("ONE", "ZERO", "ONE", "ZERO")
    equations: tuple[str, str] = ("FUNC_ADD", "FUNC_ADD")
    blend_color: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    srgb: bool = False
    logic_op: str | None = None
    masks: tuple[tuple[bool, ...], ...] = ((True,) * 4,)
    bounds: tuple[float, float] | None = None

    @property
    def clamps(self) -> bool:
        """ARB_color_buffer_float: FIXED_ONLY clamps "if all enabled color buffers" are fixed."""
        if self.clamp == "FIXED_ONLY":
            return all(buffer is None or buffer.fixed for buffer in self.buffers)
        return self.clamp == "TRUE"


@dataclass(frozen=True)
class Fragment:
    """A fragment after its program: a colour for each draw buffer, depth, facing, fog coordinate.

    killed : True if the program discards it.
    """

    colors: tuple[tuple[float, ...], ...]
    depth: float
    front: bool = True
    fog: float = 0.0
    killed: bool = False


@dataclass
class Pixel:
    """The stored values of one pixel; None for buffers that are not there."""

    colors: list
    depth: object = None
    stencil: int | None = None
    samples: int = field(default=0)


def clamp(value):
    """To [0, 1]; NaN and -0 give 0."""
    return min(value, ONE) if value > 0 else ZERO


COMPARE = {
    "NEVER": lambda a, b: False,
    "ALWAYS": lambda a, b: True,
    "LESS": operator.lt,
    "LEQUAL": operator.le,
    "EQUAL": operator.eq,
    "GEQUAL": operator.ge,
    "GREATER": operator.gt,
    "NOTEQUAL": operator.ne,
}

STENCIL = {
    "KEEP": lambda stored, reference: stored,
    "ZERO": lambda stored, reference: 0,
    "REPLACE": lambda stored, reference: reference,
    "INCR": lambda stored, reference: min(stored + 1, 255),
    "DECR": lambda stored, reference: max(stored - 1, 0),
    "INVERT": lambda stored, reference: 255 - stored,
    "INCR_WRAP": lambda stored, reference: (stored + 1) % 256,
    "DECR_WRAP": lambda stored, reference: (stored - 1) % 256,
}

# Table 4.2; s, d, c: source, destination and constant colour.
FACTORS = {
    "ZERO": lambda s, d, c: [ZERO] * 4,
    "ONE": lambda s, d, c: [ONE] * 4,
    "SRC_COLOR": lambda s, d, c: s,
    "DST_COLOR": lambda s, d, c: d,
    "CONSTANT_COLOR": lambda s, d, c: c,
    "SRC_ALPHA": lambda s, d, c: [s[3]] * 4,
    "DST_ALPHA": lambda s, d, c: [d[3]] * 4,
    "CONSTANT_ALPHA": lambda s, d, c: [c[3]] * 4,
}
FACTORS |= {
    f"ONE_MINUS_{name}": lambda s, d, c, factor=factor: [ONE - f for f in factor(s, d, c)]
    for name, factor in FACTORS.items()
    if name not in ("ZERO", "ONE")
}
FACTORS["SRC_ALPHA_SATURATE"] = lambda s, d, c: [min(s[3], ONE - d[3])] * 3 + [ONE]

# Table 4.1.
EQUATIONS = {
    "FUNC_ADD": lambda s, sf, d, df: s * sf + d * df,
    "FUNC_SUBTRACT": lambda s, sf, d, df: s * sf - d * df,
    "FUNC_REVERSE_SUBTRACT": lambda s, sf, d, df: d * df - s * sf,
    "MIN": lambda s, sf, d, df: min(s, d),
    "MAX": lambda s, sf, d, df: max(s, d),
}

# Table 4.3, on integers; those beyond the component's bits are cut off afterwards.
LOGIC = {
    "CLEAR": lambda s, d: 0,
    "AND": lambda s, d: s & d,
    "AND_REVERSE": lambda s, d: s & ~d,
    "COPY": lambda s, d: s,
    "AND_INVERTED": lambda s, d: ~s & d,
    "NOOP": lambda s, d: d,
    "XOR": lambda s, d: s ^ d,
    "OR": lambda s, d: s | d,
    "NOR": lambda s, d: ~(s | d),
    "EQUIV": lambda s, d: ~(s ^ d),
    "INVERT": lambda s, d: ~d,
    "OR_REVERSE": lambda s, d: s | ~d,
    "COPY_INVERTED": lambda s, d: ~s,
    "OR_INVERTED": lambda s, d: ~s | d,
    "NAND": lambda s, d: ~(s & d),
    "SET": lambda s, d: -1,
}


def draw_fragment(state: State, pixel: Pixel, x: int, y: int, fragment: Fragment) -> None:
    """Writes a fragment at (x, y) to the pixel there."""
    if fragment.killed or not _in_scissor(state, x, y):
        return
    colors = [[F(c) for c in color] for color in fragment.colors]
    if state.clamps:
        colors = [[clamp(c) for c in color] for color in colors]
    if state.fog is not None:
        colors[0] = _fogged(state, colors[0], F(fragment.fog))
    if state.alpha is not None:
        func, reference = state.alpha
        reference = clamp(F(reference)) if state.clamps else F(reference)
        if not COMPARE[func](colors[0][3], reference):
            return
    if state.bounds is not None and state.depth_buffer is not None:
        # EXT_depth_bounds_test: by the stored depth, before the stencil test.
        low, high = map(state.depth_buffer.store, state.bounds)
        if not low <= pixel.depth <= high:
            return
    if not _passes_stencil_and_depth(state, pixel, fragment):
        return
    pixel.samples += 1
    for number, buffer in enumerate(state.buffers):
        if buffer is not None:
            # 4.2.1: without several colours each buffer gets the one.
            color = colors[number] if len(colors) > 1 else colors[0]
            _write(state, number, buffer, pixel.colors[number], color)


def clear(state: State, pixel: Pixel, x: int, y: int, color=None, depth=None, stencil=None) -> None:
    """glClear, 4.2.3: "the only per-fragment operations" are scissor, sRGB and the masks."""
    if not _in_scissor(state, x, y):
        return
    for number, buffer in enumerate(state.buffers):
        if color is not None and buffer is not None:
            values = [F(c) for c in color]
            _replace(state, number, buffer, pixel.colors[number], _stored(state, buffer, values))
    if depth is not None and state.depth_buffer is not None and state.depth_mask:
        pixel.depth = state.depth_buffer.store(depth)
    if stencil is not None and state.stencil_buffer:
        mask = state.stencil[0].write_mask if state.stencil else 0xFF
        pixel.stencil = (stencil & mask | pixel.stencil & ~mask) & 0xFF


def _in_scissor(state, x, y):
    if state.scissor is None:
        return True
    left, low, width, height = state.scissor
    return left <= x < left + width and low <= y < low + height


def _fogged(state, color, coordinate):
    """3.10: C = f Cr + (1 - f) Cf; f = (e - c) / (e - s), clamped; alpha stays."""
    start, end, fog_color = state.fog
    f = clamp((F(end) - coordinate) / (F(end) - F(start)))
    fog_color = [clamp(F(c)) if state.clamps else F(c) for c in fog_color]
    mixed = [fused(f, c, (ONE - f) * g) for c, g in zip(color[:3], fog_color, strict=False)]
    return [*mixed, color[3]]


def _passes_stencil_and_depth(state, pixel, fragment):
    depth = None
    depth_passes = True
    if state.depth is not None and state.depth_buffer is not None:
        depth = state.depth_buffer.store(fragment.depth)
        depth_passes = COMPARE[state.depth](depth, pixel.depth)
    if state.stencil is not None and state.stencil_buffer:
        side = state.stencil[0 if fragment.front else 1]
        reference = min(max(side.reference, 0), 255)
        masked = (reference & side.value_mask, pixel.stencil & side.value_mask)
        passes = COMPARE[side.func](*masked)
        outcome = side.operations[(2 if depth_passes else 1) if passes else 0]
        new = STENCIL[outcome](pixel.stencil, reference)
        mask = side.write_mask & 0xFF
        pixel.stencil = new & mask | pixel.stencil & ~mask
        if not passes:
            return False
    if depth_passes and depth is not None and state.depth_mask:
        pixel.depth = depth
    return depth_passes


def _write(state, number, buffer, stored, color):
    if buffer.fixed:
        color = [clamp(c) for c in color]
    if state.blend[number] and state.logic_op is None:
        color = _blended(state, buffer, stored, color)
    new = _stored(state, buffer, color)
    # ARB_color_buffer_float and EXT_framebuffer_sRGB: no effect on floats, or while encoding.
    if state.logic_op is not None and buffer.fixed and not (state.srgb and buffer.srgb):
        operation = LOGIC[state.logic_op]
        new = [operation(s, d) & buffer.maximum for s, d in zip(new, stored, strict=True)]
    _replace(state, number, buffer, stored, new)


def _blended(state, buffer, stored, source):
    destination = [buffer.load(value) for value in stored]
    if not buffer.alpha:
        destination[3] = ONE
    if state.srgb and buffer.srgb:
        destination[:3] = [linear(c) for c in destination[:3]]
    constant = [clamp(F(c)) if buffer.fixed else F(c) for c in state.blend_color]
    result = []
    with np.errstate(all="ignore"):
        for i in range(4):
            factors = state.factors[:2] if i < 3 else state.factors[2:]
            sf, df = (FACTORS[name](source, destination, constant)[i] for name in factors)
            equation = EQUATIONS[state.equations[i == 3]]
            result.append(F(equation(source[i], sf, destination[i], df)))
    return [clamp(c) for c in result] if buffer.fixed else result


def _stored(state, buffer, color):
    if state.srgb and buffer.srgb:
        color = [encoded(c) for c in color[:3]] + list(color[3:])
    with np.errstate(all="ignore"):
        return [buffer.store(c) for c in color]


def _replace(state, number, buffer, stored, new):
    for i, written in enumerate(state.masks[number]):
        if written and (i < 3 or buffer.alpha):
            stored[i] = new[i]


def linear(encoded):
    """EXT_framebuffer_sRGB, 4.1.8."""
    c = float(encoded)
    return F(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)


def encoded(linear):
    """EXT_framebuffer_sRGB, 4.1.X; its 0.41666 is an approximation of 1 / 2.4."""
    c = float(clamp(linear))
    return F(12.92 * c if c < 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)
