"""Writes the special arithmetic of NVIDIA's older languages with several TGSI instructions.

`OLDER` has an entry for each formula of `softgl.isa.older_vertex` and `older_fragment` that TGSI
lacks: a function of the operation, its masked destination and its operands, as in
`write_operations.EXPANDED`.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.asm.tgsi.write_text import NAN, Operand, words
from softgl.ir.program import W
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.isa import OPCODES
from softgl.isa.arithmetic import BELOW_ONE
from softgl.isa.table import ARB_VERTEX_NV3, FP1, VP1, VP2
from softgl.isa.vector import MAX_LIT_EXPONENT

_ONE = words(1.0)


# -- NaNs ------------------------------------------------------------------------------------------


def _unless_nan(op, out, value: Operand, *operands: Operand) -> None:
    """Writes a value, or NaN where an operand is NaN."""
    numbers = [op.emit("FSEQ", operand, operand) for operand in dict.fromkeys(operands)]
    number = numbers[0] if len(numbers) == 1 else op.emit("AND", *numbers)
    op.emit("UCMP", number, value, op.code.word(NAN), out=out)


def _minimum(op, out, a, b):
    """Writes the minimum; of equals and NaNs the second operand, as in TGSI."""
    _unless_nan(op, out, op.emit("MIN", a, b), a)


def _maximum(op, out, a, b):
    """Writes the maximum; of equals the first operand."""
    _unless_nan(op, out, op.emit("MAX", b, a), b)


def _extreme(opcode: str, of_equals: str) -> Callable:
    """Returns MIN or MAX of NV_vertex_program2: of two zeros the smaller or the larger."""

    def expand(op, out, a, b):
        both = op.emit(of_equals, op.bits(a), op.bits(b))
        value = op.emit("UCMP", op.emit("FSEQ", a, b), both, op.emit(opcode, a, b))
        _unless_nan(op, out, value, a)

    return expand


def _set_on(opcode: str) -> Callable:
    return lambda op, out, a, b: _unless_nan(op, out, op.emit(opcode, a, b), a, b)


def _set_on_differing(op, out, a, b):
    differ = op.emit("USNE", op.bits(a), op.bits(b))
    _unless_nan(op, out, op.emit("AND", differ, op.code.word(_ONE)), a, b)


def _set_on_not_equal(op, out, a, b):
    """Writes SNE of NV_fragment_program: zeros of different signs differ, too."""
    differ = op.emit("USNE", op.bits(a), op.bits(b))
    op.emit("UCMP", differ, op.code.word(_ONE), op.emit("SNE", a, b), out=out)


def _compare_in_order(opcode: str) -> Callable:
    """Returns SLT or SGE of NV_vertex_program: -NaN, -inf, ..., -0, +0, ..., +inf, +NaN."""

    def ordered(op, operand):
        """Returns a signed integer in that order."""
        value = op.bits(operand)
        sign = op.emit("ISHR", value, op.code.word(31))
        return op.emit("XOR", value, op.emit("USHR", sign, op.code.word(1)))

    def expand(op, out, a, b):
        true = op.emit(opcode, ordered(op, a), ordered(op, b))
        op.emit("AND", true, op.code.word(_ONE), out=out)

    return expand


# -- exponentials ----------------------------------------------------------------------------------


def _exponential_parts(op, out, a):
    """Writes EXP of NV_vertex_program: without a fraction beyond the range, and 0 below."""
    code = op.code
    parts, whole = op.emit("EXP", a), op.emit("FLR", a)
    above = op.emit("FSLT", code.float(127.0), whole)
    below = op.emit("FSLT", whole, code.float(-126.0))
    op.emit("MIN", code.float(BELOW_ONE), parts, out=f"{parts.name}.y")
    op.emit("UCMP", above, code.word(0), parts, out=f"{parts.name}.y")
    op.emit("UCMP", below, code.word(0), parts, out=f"{parts.name}.xyz")
    op.emit("MOV", parts, out=out)


def _power(op, a: Operand, b: Operand, out: str = "") -> Operand:
    """Writes 2^(b * log2(a)), with any result for zeros."""
    return op.emit("EX2", op.emit("MUL", b, op.emit("LG2", a)), out=out)


def _exponentiate(op, out, a, b):
    _power(op, a, b, out)


def light(power: Callable, limited: bool = True) -> Callable:
    """Returns LIT; power : (operation, base, exponent) -> the specular part where x is above 0.

    limited : True if the exponent is clamped to 128. NaNs are propagated.
    """

    def expand(op, out, a):
        none = op.code.word(0)
        positive, exponent = op.emit("MAX", none, a), a
        if limited:
            least, limit = op.code.float(-MAX_LIT_EXPONENT), op.code.float(MAX_LIT_EXPONENT)
            exponent = op.emit("MIN", limit, op.emit("MAX", least, a))
        specular = power(op, positive.component(1), exponent.component(3))
        lit = op.emit("FSLT", none, a)
        result = op.emit("MOV", op.code.float(1.0))
        op.emit("MOV", positive.component(0), out=f"{result.name}.y")
        op.emit("AND", specular, lit.component(0), out=f"{result.name}.z")
        op.emit("MOV", result, out=out)

    return expand


def light_of_power(op, base: Operand, exponent: Operand) -> Operand:
    """Writes the power of LIT as POW does, 1 for the exponent 0."""
    return op.emit("POW", base, exponent)


def _light_of_nan(op, base, exponent):
    """Writes the power of LIT in NV_vertex_program2: NaN of a NaN, also for the exponent 0."""
    power = op.emit("POW", base, exponent)
    return op.emit("UCMP", op.emit("FSEQ", base, base), power, base)


# -- addresses, textures ---------------------------------------------------------------------------


def _narrow(opcode: str) -> Callable:
    """Returns a load of an address register of NV_vertex_program2, -512 to 511."""

    def expand(op, out, a):
        low = op.emit("IMAX", op.emit(opcode, a), op.code.word(-512))
        op.emit("IMIN", low, op.code.word(511), out=out)

    return expand


def _projected(op, out, a):
    """Writes TXP, which does not divide the coordinates of cube maps."""
    opcode = "TEX" if PROGRAM_TARGETS[op.one.texture.target].directed else "TXP"
    op.emit(opcode, *op.textured([a]), out=out)


def _at_level_zero(op, out, a):
    """Writes TEX of vertices, which have no derivatives."""
    _sample_at(op, out, op.emit("MOV", a))


def _projected_at_level_zero(op, out, a):
    """Writes TXP of vertices; it does not divide the coordinates of cube maps either."""
    directed = PROGRAM_TARGETS[op.one.texture.target].directed
    _sample_at(op, out, op.emit("MOV", a) if directed else op.emit("DIV", a, a.component(W)))


def _sample_at(op, out, held: Operand) -> None:
    op.emit("MOV", op.code.word(0), out=f"{held.name}.w")
    _at_level(op, out, held)


def _at_level(op, out, a):
    """Writes TXL, or TXB without derivatives."""
    op.emit("TXL", *op.textured([a]), out=out)


_BY_NAME: dict[tuple[str, str], Callable] = {
    (VP1, "MIN"): _minimum,
    (VP1, "MAX"): _maximum,
    (VP1, "SLT"): _compare_in_order("ISLT"),
    (VP1, "SGE"): _compare_in_order("ISGE"),
    (VP1, "EXP"): _exponential_parts,
    (VP2, "MIN"): _extreme("MIN", "OR"),
    (VP2, "MAX"): _extreme("MAX", "AND"),
    **{(VP2, name): _set_on(name) for name in ("SEQ", "SGE", "SGT", "SLE", "SLT")},
    (VP2, "SNE"): _set_on_differing,
    (VP2, "LIT"): light(_light_of_nan),
    **{(VP2, name): _narrow(name) for name in ("ARL", "ARR", "ARA")},
    (FP1, "SNE"): _set_on_not_equal,
    (FP1, "POW"): _exponentiate,
    (FP1, "LIT"): light(_power, limited=False),
    (FP1, "TXP"): _projected,
    (ARB_VERTEX_NV3, "TEX"): _at_level_zero,
    (ARB_VERTEX_NV3, "TXP"): _projected_at_level_zero,
    (ARB_VERTEX_NV3, "TXB"): _at_level,
}
OLDER = {OPCODES[name].formulas[language]: how for (language, name), how in _BY_NAME.items()}
"""Formulas -> their expansions into several TGSI instructions."""
