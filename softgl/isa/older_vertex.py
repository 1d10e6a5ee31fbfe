"""Instructions of the older vertex languages: NV_vertex_program 1.0 to 2.0, options of ARBvp1.0.

Each set takes most instructions from another (`share`); the formulas here are the ones that differ.
In NV_vertex_program 0 times anything is 0 (`Profile.zero_wins`); NV_vertex_program2 follows
IEEE 754, and its comparisons propagate NaNs.
"""

from __future__ import annotations

from softgl.isa.arithmetic import MAX_ADDRESS, fraction
from softgl.isa.comparison import truth
from softgl.isa.table import (
    ARB_VERTEX,
    ARB_VERTEX_NV2,
    ARB_VERTEX_NV3,
    NV4_VERTEX,
    VP1,
    VP2,
    VP11,
    VSP1,
    flow,
    opcode,
    share,
    variant,
)
from softgl.isa.texture import divided_unless_directed, sample_at_level
from softgl.isa.vector import lit_operands, lit_result
from softgl.isa.vocabulary import (
    ADDRESS,
    FLOAT,
    LABEL,
    OPTIONAL_CONDITION,
    SIGNED,
    UPDATE,
    VECTOR,
    WRITTEN_ADDRESS,
    Form,
)
from softgl.lanes import lane_math

VP1_SETS = frozenset({VP1, VP11, VSP1})
ARB_OPTIONS = frozenset({ARB_VERTEX_NV2, ARB_VERTEX_NV3})
ADDRESSED = ARB_OPTIONS | {VP2}
NV2 = "NV_vertex_program2"

# -- NV_vertex_program: NaNs and zeros that differ -------------------------------------------------


@variant("MIN", VP1_SETS)
def minimum(m, a, b):
    """The smaller operand, the second if they are equal; NaN if either is."""
    return m.select(m.is_nan(a) | (a < b), a, b)


@variant("MAX", VP1_SETS)
def maximum(m, a, b):
    """The larger operand, the first if they are equal; NaN if either is."""
    return m.select(m.is_nan(a) | (a >= b), a, b)


def _ordered(m, x):
    """Returns a signed integer that compares as NV_vertex_program compares floats.

    2.14.1.11: "For the purpose of comparisons performed by the SGE and SLT instructions, -0.0 is
    less than +0.0, -NaN is less than -Inf, and +NaN is greater than +Inf." The signs of NaNs are
    the same everywhere since `Profile.signed_nan` makes all that are computed positive.
    """
    word = m.as_i32(m.unseen_bits(x))
    return word ^ ((word >> 31) & 0x7FFFFFFF)


@variant("SLT", VP1_SETS)
def set_on_less(m, a, b):
    """1 where the first operand is before the second in -NaN, -inf, ..., -0, +0, ..., NaN, or 0."""
    return truth(m, _ordered(m, a) < _ordered(m, b), a)


@variant("SGE", VP1_SETS)
def set_on_greater_or_equal(m, a, b):
    """1 where the first operand is not before the second, NaNs and zeros by their sign; else 0."""
    return truth(m, _ordered(m, a) >= _ordered(m, b), a)


@variant("EXP", VP1_SETS)
def exponential_parts(m, a):
    """(2^floor(a), a - floor(a), 2^a, 1); (0, 0, 0, 1) and (inf, 0, inf, 1) beyond the range."""
    # "EXP(-Inf) or if the exponential result underflows gives [0.0, 0.0, 0.0, 1.0]; and EXP(+Inf)
    # or if the exponential result overflows gives [+Inf, 0.0, +Inf, 1.0]."
    x = a[0]
    whole = m.floor(x)
    beyond = (whole < -126.0) | (whole > 127.0)
    power = lane_math.exp2(m, m.select(beyond, whole, x))
    rest = m.select(beyond, m.f32(0.0), fraction(m, x))
    small = whole < -126.0
    parts = [m.select(small, m.f32(0.0), value) for value in (lane_math.exp2(m, whole), power)]
    return [parts[0], rest, parts[1], m.f32(1.0)]


# -- NV_vertex_program2: NaNs ----------------------------------------------------------------------


@variant("MAX", {VP2})
def maximum_either(m, a, b):
    """The larger operand, +0 of two zeros; NaN if either is."""
    # "max(A,B) is always equivalent to max(B,A)." and "max(NaN, <x>) == NaN, for all <x>."
    equal = m.from_bits(m.unseen_bits(a) & m.unseen_bits(b))
    return _nan_or(m, a, b, m.select(a == b, equal, m.select(a > b, a, b)))


@variant("MIN", {VP2})
def minimum_either(m, a, b):
    """The smaller operand, -0 of two zeros; NaN if either is."""
    equal = m.from_bits(m.unseen_bits(a) | m.unseen_bits(b))
    return _nan_or(m, a, b, m.select(a == b, equal, m.select(a < b, a, b)))


def _nan_or(m, a, b, otherwise):
    return m.select(m.is_nan(a), a, m.select(m.is_nan(b), b, otherwise))


def _set_on(name, comparison, words):
    def formula(m, a, b):
        return _nan_or(m, a, b, truth(m, comparison(m, a, b), a))

    formula.__doc__ = f"1 where {words}, else 0; NaN if either is."
    variant(name, {VP2})(formula)


def _differ(m, a, b):
    # SNE: "(-0.0 != +0.0) and (+0.0 != -0.0) are TRUE." SEQ says that they are equal.
    return m.unseen_bits(a) != m.unseen_bits(b)


_set_on("SEQ", lambda m, a, b: a == b, "the operands are equal")
_set_on("SNE", _differ, "the operands are not equal, as zeros of different signs")
_set_on("SGE", lambda m, a, b: a >= b, "the first operand is not below the second")
_set_on("SGT", lambda m, a, b: a > b, "the first operand is above the second")
_set_on("SLE", lambda m, a, b: a <= b, "the first operand is not above the second")
_set_on("SLT", lambda m, a, b: a < b, "the first operand is below the second")


@variant("LIT", {VP2})
def light_coefficients_nan(m, a):
    """(1, diffuse, specular, 1) from x = n.l, y = n.h and w; NaN where y or w is."""
    # "RoughApproxPower(NaN, <x>) = NaN", for the exponent 0 too.
    base, exponent = lit_operands(m, a)
    return lit_result(m, a, m.select(m.is_nan(base), base, lane_math.pow(m, base, exponent)))


# -- address registers -----------------------------------------------------------------------------

_VECTOR = {"form": Form.COMPONENT, "sources": VECTOR, "modifiers": UPDATE}


@variant("ARL", {VP2}, **_VECTOR, document=NV2)
def load_addresses(m, a):
    """The floor as an integer, within [-512, 511]; NaN gives -512."""
    return m.to_i32_within(m.floor(a), -512, 511)


@variant("ARL", ARB_OPTIONS, **_VECTOR, document="NV_vertex_program2_option")
def load_wide_addresses(m, a):
    """The floor as an integer, within [-2^23, 2^23]; NaN gives -2^23."""
    return m.to_i32_within(m.floor(a), -MAX_ADDRESS, MAX_ADDRESS)


@opcode(
    "ARR", Form.COMPONENT, VECTOR, "ARR: Address Register Load (with round)",
    types=(SIGNED,), reads=FLOAT, modifiers=UPDATE, languages={VP2}, document=NV2, addresses=True,
)  # fmt: skip
def load_rounded_addresses(m, a):
    """The nearest integer, ties to even, within [-512, 511]; NaN gives -512."""
    return m.nearest_within(a, -512, 511)


@variant("ARR", ARB_OPTIONS, document="NV_vertex_program2_option")
def load_wide_rounded_addresses(m, a):
    """The nearest integer, ties to even, within [-2^23, 2^23]; NaN gives -2^23."""
    return m.nearest_within(a, -MAX_ADDRESS, MAX_ADDRESS)


def _pair_sums(m, a, low, high):
    x, y = (m.clamp(a[c] + a[c + 2], low, high) for c in range(2))
    return [x, y, x, y]


@opcode(
    "ARA", Form.VECTOR, ADDRESS, "ARA: Address Register Add",
    types=(SIGNED,), modifiers=UPDATE, languages={VP2}, document=NV2, addresses=True,
)  # fmt: skip
def add_addresses(m, a):
    """(x + z, y + w, x + z, y + w), within [-512, 511]."""
    return _pair_sums(m, a, -512, 511)


@variant("ARA", ARB_OPTIONS, document="NV_vertex_program2_option")
def add_wide_addresses(m, a):
    """(x + z, y + w, x + z, y + w), within [-2^23, 2^23]."""
    return _pair_sums(m, a, -MAX_ADDRESS, MAX_ADDRESS)


flow(
    "BRA", LABEL + OPTIONAL_CONDITION, "BRA: Branch",
    "Jumps to a label if the condition passes.",
    languages=ADDRESSED, document=NV2,
)  # fmt: skip

flow(
    "PUSHA", ADDRESS, "PUSHA: Push Address Register Stack",
    "Pushes an address register onto the call stack.",
    languages={ARB_VERTEX_NV3}, document="NV_vertex_program3",
)  # fmt: skip
flow(
    "POPA", WRITTEN_ADDRESS, "POPA: Pop Address Register Stack",
    "Pops an address register from the call stack; the program ends if there is none on top.",
    languages={ARB_VERTEX_NV3}, document="NV_vertex_program3",
)  # fmt: skip

# -- NV_vertex_program3: textures without derivatives ----------------------------------------------


@variant("TEX", {ARB_VERTEX_NV3})
def sample_texture(m, coordinate, sampler):
    """The texture at the operand, level of detail 0 plus the texture's own bias."""
    # NV_vertex_program3: "the base LOD value for vertex texture lookups is defined to be zero."
    return sampler([coordinate[c] for c in range(4)], lod=m.f32(0.0))


@variant("TXP", {ARB_VERTEX_NV3})
def sample_projected(m, coordinate, sampler):
    """The texture at x/w, y/w and z/w, a cube map at x, y and z; level of detail as of TEX."""
    # "The (s,t,r,q) coordinates used for the texture lookup are (x,y,z,w)"; OpenGL 2.1, 3.8.6: of a
    # cube map "the q coordinate can be ignored".
    return sampler(divided_unless_directed(coordinate, sampler), lod=m.f32(0.0))


# "the TXB instruction is completely equivalent to the TXL instruction"
variant("TXB", {ARB_VERTEX_NV3})(sample_at_level)


# -- the sets --------------------------------------------------------------------------------------

for _set in sorted(VP1_SETS):
    share(_set, ARB_VERTEX, "ADD ARL DP3 DP4 DST LIT LOG MAD MOV MUL RCP RSQ")
share(VP11, ARB_VERTEX, "ABS DPH SUB")
share(VP11, NV4_VERTEX, "RCC")
share(
    VP2, NV4_VERTEX,
    "ABS ADD CAL COS DP3 DP4 DPH DST EX2 FLR FRC LG2 MAD MOV MUL RCC RCP RET RSQ SFL SIN SSG STR "
    "SUB",
)  # fmt: skip
share(VP2, ARB_VERTEX, "EXP LOG")
for _set in sorted(ARB_OPTIONS):
    share(
        _set, ARB_VERTEX,
        "ABS ADD DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV MUL POW RCP RSQ SGE "
        "SLT SUB SWZ XPD",
    )  # fmt: skip
    share(_set, NV4_VERTEX, "CAL COS RCC RET SEQ SFL SGT SIN SLE SNE SSG STR")
share(ARB_VERTEX_NV3, NV4_VERTEX, "TXL")
