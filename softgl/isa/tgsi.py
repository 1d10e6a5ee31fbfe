"""TGSI instructions on floats, and control flow; integers, doubles and textures have own modules.

Two texts describe TGSI: the "TGSI Instruction Specification" (the seed) and the later reference of
Gallium. docs/undefined.md decides cases that they leave to other languages ("TBD") or disagree on.
Most instructions are those of NV_gpu_program4, whose floats follow IEEE 754 too.
"""

from __future__ import annotations

from softgl.isa.arithmetic import MAX_ADDRESS
from softgl.isa.table import (
    ARB_FRAGMENT_NV2,
    ARB_VERTEX,
    ARB_VERTEX_NV3,
    NV4_FRAGMENT,
    NV4_GEOMETRY,
    TGSI,
    TGSI_FRAGMENT,
    TGSI_GEOMETRY,
    flow,
    opcode,
    share,
    variant,
)
from softgl.isa.vector import dot, lit_result
from softgl.isa.vocabulary import (
    CLAMP,
    FLOAT,
    LABEL,
    NOTHING,
    OPTIONAL_VECTOR,
    PARAMETER,
    PLAIN,
    SCALAR,
    SIGNED,
    UNSIGNED,
    VECTOR,
    Form,
)
from softgl.lanes import lane_math

COMPONENT = Form.COMPONENT

share(
    TGSI, NV4_FRAGMENT,
    "ABS ADD CEIL CMP COS DP2 DP2A DP3 DP4 DPH DST EX2 FLR LG2 LRP MAD MAX MOV MUL NRM POW RCC RCP "
    "RFL ROUND SCS SEQ SFL SGE SGT SIN SLE SLT SNE STR SUB TRUNC UP2H UP2US UP4B UP4UB X2D XPD",
    modifiers=CLAMP,
)  # fmt: skip
share(TGSI, NV4_FRAGMENT, "DIV", sources=VECTOR * 2, modifiers=CLAMP)
share(TGSI, NV4_FRAGMENT, "PK2H PK2US PK4B PK4UB", modifiers=PLAIN)
share(TGSI, ARB_VERTEX, "LOG RSQ", modifiers=CLAMP)
share(TGSI_FRAGMENT, NV4_FRAGMENT, "DDX DDY", modifiers=CLAMP)
share(TGSI_FRAGMENT, NV4_FRAGMENT, "KIL", modifiers=PLAIN)
share(TGSI, ARB_VERTEX_NV3, "ARA ARL ARR", modifiers=PLAIN)


def _float(name, form, sources, section):
    return opcode(
        name, form, sources, section, modifiers=CLAMP, languages=TGSI, document="TGSI"
    )  # fmt: skip


# "max(x,y) (x > y) ? x : y" and "min(x,y) (x < y) ? x : y": MAX is that of NV_gpu_program4.
@variant("MIN", TGSI, modifiers=CLAMP)
def minimum(m, a, b):
    """The smaller operand; the second if either is NaN or both are zeros."""
    return m.min(a, b)


@variant("SSG", TGSI, modifiers=CLAMP)
def set_sign(m, a):
    """1 above zero, -1 below, else 0, for NaN too."""
    # "(src.x > 0.0) ? 1.0 : (src.x < 0.0) ? -1.0 : 0.0"
    return m.select(a > 0.0, 1.0, m.select(a < 0.0, m.f32(-1.0), 0.0))


@variant("FRC", TGSI, modifiers=CLAMP)
def fraction_of(m, a):
    """a - floor(a), which rounds to 1 just below 0; NaN for infinities."""
    return a - m.floor(a)


@variant("EXP", TGSI, modifiers=CLAMP)
def exponential_parts(m, a):
    """(2^floor(a), a - floor(a), 2^a, 1)."""
    x = a[0]
    whole = m.floor(x)
    return [lane_math.exp2(m, whole), x - whole, lane_math.exp2(m, x), m.f32(1.0)]


def clamped(m, x, low, high):
    """Returns "clamp(x,y,z) (x < y) ? y : (x > z) ? z : x"; a NaN stays NaN."""
    return m.select(x < low, low, m.select(x > high, high, x))


@_float("CLAMP", COMPONENT, VECTOR * 3, "CLAMP: Clamp")
def clamp(m, a, low, high):
    """The first operand clamped to the range from the second to the third; NaN stays NaN."""
    return clamped(m, a, low, high)


@variant("LIT", TGSI, modifiers=CLAMP)
def light_coefficients(m, a):
    """(1, diffuse, specular, 1) from x = n.l, y = n.h and w within [-128, 128]; 0 for NaN in x."""
    # "max(src.x, 0.0)" and "pow(max(src.y, 0.0), clamp(src.w, -128.0, 128.0))"
    exponent = clamped(m, a[3], m.f32(-128.0), m.f32(128.0))
    power = lane_math.pow(m, m.max(a[1], 0.0), exponent)
    _, _, specular, one = lit_result(m, a, power)
    return [one, m.max(a[0], 0.0), specular, one]


@_float("SQRT", Form.SCALAR, SCALAR, "SQRT: Square Root")
def square_root(m, a):
    """The square root, correctly rounded; NaN below -0."""
    # "The results are undefined for src < 0."
    return m.sqrt(a)


@_float("CND", COMPONENT, VECTOR * 3, "CND: Condition")
def condition(m, a, b, c):
    """The first operand where the third is above 0.5, else the second."""
    return m.select(c > 0.5, a, b)


@_float("CND0", COMPONENT, VECTOR * 3, "CND0: Condition Zero")
def condition_zero(m, a, b, c):
    """The first operand where the third is not below 0 and not NaN, else the second."""
    return m.select(c >= 0.0, a, b)


@_float("NRM4", Form.VECTOR, VECTOR, "NRM4: 4-component Vector Normalise")
def normalize(m, a):
    """All components divided by their length, NaN if that is 0."""
    scale = lane_math.rsqrt(m, dot(m, a, a, 4))
    return [m.product(a[c], scale) for c in range(4)]


@opcode(
    "INTERP_SAMPLE", COMPONENT, VECTOR + SCALAR, "INTERP_SAMPLE: Interpolate At Sample",
    reads=(None, SIGNED), modifiers=CLAMP, languages={TGSI_FRAGMENT}, document="later TGSI",
)  # fmt: skip
def interpolate(m, a, number):
    """The first operand unchanged: programs run once for all samples of a pixel."""
    return a


@opcode(
    "KILL", Form.KILL, NOTHING, "KILL: Discard",
    modifiers=PLAIN, languages={TGSI_FRAGMENT}, document="TGSI",
)  # fmt: skip
def discard(m):
    """Discards the fragment."""
    return m.true


@opcode(
    "UARL", COMPONENT, VECTOR, "UARL: Integer Address Register Load",
    types=(SIGNED,), modifiers=PLAIN, languages=TGSI, document="TGSI", addresses=True,
)  # fmt: skip
def load_integer_address(m, a):
    """The integer, within [-2^23, 2^23]."""
    return m.clamp(a, -MAX_ADDRESS, MAX_ADDRESS)


# -- control flow ----------------------------------------------------------------------------------

share(TGSI, NV4_FRAGMENT, "ELSE ENDIF ENDREP")
share(TGSI, NV4_FRAGMENT, "BRK CONT RET", sources=NOTHING)
share(TGSI, NV4_FRAGMENT, "CAL", sources=LABEL)
share(TGSI, ARB_VERTEX_NV3, "BRA", sources=LABEL)
share(TGSI, ARB_VERTEX_NV3, "POPA PUSHA")
share(TGSI, ARB_FRAGMENT_NV2, "ENDLOOP")
share(TGSI, NV4_FRAGMENT, "IF", sources=SCALAR)
share(TGSI, NV4_FRAGMENT, "REP", sources=OPTIONAL_VECTOR, types=(FLOAT,), modifiers=PLAIN)


def _flow(name, sources, section, summary, *, types=(FLOAT,), languages=TGSI):
    flow(name, sources, section, summary, types=types, languages=languages, document="TGSI")


_flow(
    "UIF", SCALAR, "UIF: Bitwise If",
    "Continues with the next instruction if a bit of the operand is set, else after ELSE or ENDIF.",
    types=(UNSIGNED,),
)  # fmt: skip
_flow("BGNLOOP", NOTHING, "BGNLOOP: Begin a Loop", "Repeats a block until BRK or RET.")
_flow(
    "BREAKC", SCALAR, "BREAKC: Break Conditional",
    "Leaves the innermost loop or SWITCH if a bit of the operand is set.",
    types=(UNSIGNED,),
)  # fmt: skip
_flow(
    "SWITCH", SCALAR, "SWITCH: Switch",
    "Jumps to the CASE with the bits of the operand, else to DEFAULT, or else past ENDSWITCH.",
    types=(UNSIGNED,),
)  # fmt: skip
_flow(
    "CASE", SCALAR, "CASE: Switch case", "The target of SWITCH for these bits.", types=(UNSIGNED,)
)  # fmt: skip
_flow("DEFAULT", NOTHING, "DEFAULT: Switch default", "The target of SWITCH if no CASE matches.")
_flow("ENDSWITCH", NOTHING, "ENDSWITCH: End of switch", "Ends a SWITCH; does nothing else.")
_flow(
    "CALLNZ", SCALAR + LABEL, "CALLNZ: Subroutine Call If Not Zero",
    "Calls the subroutine at a label unless the operand is 0.",
)  # fmt: skip
_flow(
    "BGNFOR", PARAMETER, "BGNFOR: Begin a For-Loop",
    "Repeats a block as often as y of its operand says; its register starts at x and grows by z.",
)  # fmt: skip
_flow("ENDFOR", NOTHING, "ENDFOR: End a For-Loop", "Ends a BGNFOR block: counts and repeats.")
_flow("BGNSUB", NOTHING, "BGNSUB: Begin Subroutine", "Begins a subroutine; does nothing else.")
_flow("ENDSUB", NOTHING, "ENDSUB: End Subroutine", "Ends a subroutine: returns.")
_flow("NOP", NOTHING, "NOP: No Operation", "Does nothing.")
_flow("END", NOTHING, "END: End of the Program", "Ends the program.")
share(TGSI_GEOMETRY, NV4_GEOMETRY, "EMIT ENDPRIM")
