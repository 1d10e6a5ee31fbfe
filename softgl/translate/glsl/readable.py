"""Writes texts with GLSL's own functions, where they agree well enough with the formulas.

They are written as by `exact`, on another machine: products and sums are GLSL's, precisions and
flushed denormal numbers are dropped, and instructions in `FUNCTIONS` are calls. Registers are
floats unless their bits are read, so that old versions of GLSL suffice.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.asm.redeclare import read_type
from softgl.ir.profile import Profile
from softgl.ir.program import INTEGER_INPUTS, File, Instruction, Program
from softgl.isa import OPCODES, DataType, Form
from softgl.lanes import BOOL, F32, I32, I64, U32, Lane
from softgl.lanes.primitives import PRIMITIVES
from softgl.translate.glsl.exact import Exact
from softgl.translate.glsl.machine import INLINE, TYPES, GlslMachine, Unsayable, is_one
from softgl.translate.glsl.text import Text, decimal_literal, float_literal

BITS = "the bits of floats as integers"
BITS_VERSION = 330
"""The first version that has them without an extension."""


class ReadableMachine(GlslMachine):
    """Writes formulas with GLSL's own operators."""

    def __init__(self, text: Text, version: int):
        super().__init__(text, precise="")
        self._version = version

    def unknown(self, literal):
        """Returns the literal itself."""
        return literal

    def _folded(self, name, type_, values):
        """Returns None: drivers fold constants."""

    def apply(self, name, *operands):
        """Writes a primitive; a product and a sum are two operations."""
        if name == "fma":  # as drivers have it
            a, b, c = (self.lane(operand, F32).value for operand in operands)
            return self.value_of(F32, f"{a} * {b} + {c}")
        return super().apply(name, *operands)

    def is_nan(self, x):
        """Returns false: values are assumed to be numbers."""
        return self.false

    def _round(self, name, x):
        """Rounds with GLSL's functions; version 1.20 has no `trunc` and `roundEven`."""
        if self._version >= 130 or name == "floor" or name == "ceil":
            return self.apply(name, x)
        down = self.value_of(F32, f"floor({x.value})")
        if name == "trunc":
            return self.value_of(F32, f"{x.value} < 0.0 ? ceil({x.value}) : {down.value}")
        rest, odd = self.value_of(F32, f"fract({x.value})"), f"mod({down.value}, 2.0) == 1.0"
        up = self.value_of(BOOL, f"{rest.value} > 0.5 || {rest.value} == 0.5 && {odd}")
        return self.value_of(F32, f"{up.value} ? {down.value} + 1.0 : {down.value}")

    def nearest(self, x):
        """Returns the nearest integer."""
        if self._version >= 130:
            return super().nearest(x)
        return self.to_i32(self._round("round_even", x))

    def _extreme(self, name, comparison, a, b):
        """Writes GLSL's `min` or `max`."""
        type_ = (a if isinstance(a, Lane) else b).type
        a, b = self.lane(a, type_), self.lane(b, type_)
        if type_.kind == "f" or (type_ is I32 and self._version >= 130):
            return self.value_of(type_, f"{name}({a.value}, {b.value})")
        if type_ is I32:  # only floats have it there
            sign = {"min": "<", "max": ">"}[name]
            return self.value_of(I32, f"{a.value} {sign} {b.value} ? {a.value} : {b.value}")
        return super()._extreme(name, comparison, a, b)

    def clamp(self, x, low, high):
        """Writes GLSL's `clamp`, which before 1.30 takes only floats."""
        type_ = x.type
        numbers = not isinstance(low, Lane) and not isinstance(high, Lane)
        if type_ is I32 and self._version < 130 and numbers:
            return self.value_of(I32, f"int(clamp(float({x.value}), {low:.1f}, {high:.1f}))")
        if type_.kind != "f" and (type_ is not I32 or self._version < 130):
            return super().clamp(x, low, high)
        ends = ", ".join(self.lane(end, type_).value for end in (low, high))
        return self.value_of(type_, f"clamp({x.value}, {ends})")

    def bits(self, x):
        """Returns the bits of a float, with those of its NaN."""
        return self.unseen_bits(x)

    def to_i32(self, x):
        """Writes GLSL's own conversion."""
        return self.value_of(I32, f"int({x.value})")

    def to_i32_within(self, x, low, high):
        """Writes GLSL's own conversion."""
        return self.to_i32(x)


class FloatMachine(ReadableMachine):
    """Writes formulas for programs whose registers only hold floats, or indices.

    The machine's 32-bit words are floats.
    """

    types = {**TYPES, U32: "float"}  # noqa: RUF012  (constant)

    def lane(self, value, type_):
        """Returns a number as a literal; words become the float with these bits."""
        if isinstance(value, Lane) or type_ not in (U32, F32):
            return super().lane(value, type_)
        number = np.uint32(int(value)).view(np.float32) if type_ is U32 else np.float32(value)
        return Lane(self, type_, self._literal(number))

    def _literal(self, number):
        """Returns a float literal; decimal if GLSL cannot read the bits of floats."""
        if self._version >= BITS_VERSION:
            return float_literal(number)
        if np.isnan(number):
            raise Unsayable(BITS)
        if np.isinf(number):
            return f"({'-' if number < 0 else ''}3e38 * 10.0)"
        return decimal_literal(number)

    def apply(self, name, *operands):
        """Writes a primitive, except on words."""
        first = operands[0].type
        if (name not in INLINE and first is U32) or I64 in (first, PRIMITIVES[name, first].result):
            raise Unsayable(BITS)
        return super().apply(name, *operands)

    def whole(self, expression):
        """Raises Unsayable: registers hold floats."""
        raise Unsayable(BITS)

    def cast(self, name, type_, value):
        """Returns the float itself for its bits; a small index is a float too."""
        if name == "as_u32":
            return Lane(self, type_, f"float({value})")
        if name == "as_i32":
            whole = value.startswith("float(") and value.endswith(")") and is_one(value[6:-1])
            return Lane(self, type_, value[6:-1] if whole else f"int({value})")
        return Lane(self, type_, value)


def _call(name):
    def call(m, *operands):
        return m.value_of(F32, f"{name}({', '.join(operand.value for operand in operands)})")

    return call


def _dot(count, homogeneous=False):
    def dot(m, a, b):
        left = [a[c].value for c in range(3 if homogeneous else count)]
        left += ["1.0"] if homogeneous else []
        right = [b[c].value for c in range(count)]
        return m.value_of(
            F32, f"dot(vec{count}({', '.join(left)}), vec{count}({', '.join(right)}))"
        )

    return dot


def _comparison(operator):
    def compare(m, a, b):
        return m.value_of(F32, f"{a.value} {operator} {b.value} ? 1.0 : 0.0")

    return compare


def _clamped_reciprocal(m, a):
    x = m.value_of(F32, f"1.0 / {a.value}")
    size = f"clamp(abs({x.value}), 5.42101086e-20, 1.84467441e+19)"
    return m.value_of(F32, f"{x.value} < 0.0 ? -{size} : {size}")


def _sine_and_cosine(m, a):
    x = a[0].value
    return [m.value_of(F32, f"cos({x})"), m.value_of(F32, f"sin({x})"), m.f32(0.0), m.f32(1.0)]


def _mix(m, a, b, c):
    return m.value_of(F32, f"mix({c.value}, {b.value}, {a.value})")


def _of_vectors(function):
    def of_vectors(m, *operands):
        arguments = (f"vec3({', '.join(each[c].value for c in range(3))})" for each in operands)
        return [*m.vector(f"{function}({', '.join(arguments)})", 3), m.f32(1.0)]

    return of_vectors


def _lit(m, a):
    diffuse, specular, power = (a[c].value for c in (0, 1, 3))
    one, shown = m.f32(1.0), m.value_of(F32, f"max({diffuse}, 0.0)")
    raised = f"pow(max({specular}, 0.0), clamp({power}, -128.0, 128.0))"
    return [one, shown, m.value_of(F32, f"{diffuse} > 0.0 ? {raised} : 0.0"), one]


def _exp(m, a):
    x = a[0]
    whole = m.floor(x)
    return [m.value_of(F32, f"exp2({whole.value})"), x - whole, m.value_of(F32, f"exp2({x.value})"),
            m.f32(1.0)]  # fmt: skip


def _log(m, a):
    x = m.absolute(a[0])
    log = m.value_of(F32, f"log2({x.value})")
    whole = m.floor(log)
    return [whole, x / m.value_of(F32, f"exp2({whole.value})"), log, m.f32(1.0)]


FUNCTIONS = {
    "EX2": _call("exp2"), "LG2": _call("log2"), "SIN": _call("sin"), "COS": _call("cos"),
    "POW": _call("pow"), "FRC": _call("fract"), "MIN": _call("min"), "MAX": _call("max"),
    "DP2": _dot(2), "DP3": _dot(3), "DP4": _dot(4), "DPH": _dot(4, homogeneous=True),
    "SSG": _call("sign"), "SNE": _comparison("!="), "SGE": _comparison(">="),
    "SLT": _comparison("<"), "RCC": _clamped_reciprocal, "SCS": _sine_and_cosine, "LIT": _lit,
    "EXP": _exp, "LOG": _log, "LRP": _mix, "XPD": _of_vectors("cross"),
    "NRM": _of_vectors("normalize"),
}  # fmt: skip
"""Instructions -> GLSL functions that replace their formulas, for floats."""


class Readable(Exact):
    """Writes the statements of a program in readable form.

    floats : True if registers are floats.
    """

    exp2 = staticmethod(FUNCTIONS["EX2"])
    counts_steps = False

    def __init__(self, program: Program, interface, target, text, floats: bool):
        super().__init__(_plain(program), interface, target, text)
        self.m = (FloatMachine if floats else ReadableMachine)(text, target.version)

    def formula(self, instruction, opcode):
        """Returns a GLSL function for an instruction, or its formula."""
        own = FUNCTIONS.get(instruction.opcode)
        whole = instruction.type is DataType.FLOAT and not instruction.modifier
        return own if own and whole else super().formula(instruction, opcode)


def has_integers(program: Program) -> bool:
    """True if registers may hold integers other than addresses, or raw bits."""
    return first_integer(program) is not None or not INTEGER_INPUTS.isdisjoint(
        binding.name for binding in program.attributes
    )


def first_integer(program: Program) -> Instruction | None:
    """Returns the first instruction with integers, or with bits that are not floats.

    Addresses are exempt: they are small numbers, exact in floats.
    """
    return next((one for one in program.instructions if _is_of_integers(one)), None)


def _is_of_integers(instruction: Instruction) -> bool:
    place, opcode = instruction.destination, OPCODES[instruction.opcode]
    types = {read_type(instruction, position) for position in range(len(instruction.sources))}
    address = place is not None and place.file is File.ADDRESS
    if address and not opcode.addresses and opcode.form is not Form.FLOW:  # in TGSI they are bits
        return True
    if not address:
        types.add(instruction.type)
    return not types <= {DataType.FLOAT} or bool(opcode.packed)


def _plain(program: Program) -> Program:
    """Returns a program without precisions, in the arithmetic of GLSL."""
    instructions = tuple(
        replace(
            one,
            precision="",
            destination=one.destination and replace(one.destination, half=False),
        )
        for one in program.instructions
    )
    return replace(program, instructions=instructions, profile=Profile.IEEE)
