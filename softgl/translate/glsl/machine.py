"""A lane machine whose lanes are GLSL expressions: formulas become statements.

It so has every instruction of every language, with all the special cases of the formulas. A lane is
one vertex or fragment; executed statements are live.
"""

from __future__ import annotations

import operator
import re
from contextlib import contextmanager

import numpy as np

from softgl.lanes import BOOL, F32, F64, I32, I64, U32, Lane
from softgl.lanes.machine import Machine, as_number
from softgl.lanes.primitives import PRIMITIVES
from softgl.translate.glsl.storage import Memory, Next, Variable
from softgl.translate.glsl.text import Text, double_literal, float_literal, integer_literal

TYPES = {F32: "float", F64: "double", I32: "int", U32: "uint", BOOL: "bool", I64: "uvec2"}
"""The types of lanes; 64-bit integers are two words, the lower one first."""
_BOTH = {
    "add": "{0} + {1}", "sub": "{0} - {1}", "mul": "{0} * {1}", "div": "{0} / {1}",
    "mod": "{0} % {1}", "neg": "-{0}", "abs": "abs({0})", "sqrt": "sqrt({0})",
    "fma": "fused({0}, {1}, {2})", "lt": "{0} < {1}", "le": "{0} <= {1}", "gt": "{0} > {1}",
    "ge": "{0} >= {1}", "eq": "{0} == {1}", "ne": "{0} != {1}", "and": "{0} & {1}",
    "or": "{0} | {1}", "xor": "{0} ^ {1}", "not": "~{0}", "shl": "{0} << {1}", "shr": "{0} >> {1}",
    "min": "min({0}, {1})", "max": "max({0}, {1})", "f32": "float({0})", "f64": "double({0})",
    "i32": "int({0})", "nearest": "int(roundEven({0}))", "raw_bits": "floatBitsToUint({0})",
    "from_bits": "uintBitsToFloat({0})", "as_u32": "uint({0})", "as_i32": "int({0})",
    "floor": "floor({0})", "ceil": "ceil({0})", "trunc": "trunc({0})",
    "round_even": "roundEven({0})", "mul_high": "high_{2}({0}, {1})",
}  # fmt: skip
INLINE = {
    "raw_bits": "from_bits", "from_bits": "raw_bits", "as_u32": "as_i32", "as_i32": "as_u32",
}  # fmt: skip
"""Casts of the same bits, which need no statement -> their inverses."""
_DOUBLE = {
    "raw_bits": "unpackDouble2x32({0})", "from_bits": "packDouble2x32({0})",
}  # fmt: skip
"""Primitives in double precision."""
_WORDS = {
    "and": "{0} & {1}", "or": "{0} | {1}", "low_half": "int({0}.x)",
    "from_bits": _DOUBLE["from_bits"],
}  # fmt: skip
_WIDENED = {I32: "uvec2({0}, {0} >> 31)", U32: "uvec2({0}, 0u)"}
"""Primitives of two words, as far as formulas of doubles need them, and conversions to them."""
_ZEROS = {
    "0.0": "{0}", "(-0.0)": "(-{0})", "0.0lf": "double({0})", "(-0.0lf)": "(-double({0}))",
    "0u": "floatBitsToUint({0})", "2147483648u": "floatBitsToUint(-{0})",
    "floatBitsToUint(0.0)": "floatBitsToUint({0})",
    "floatBitsToUint((-0.0))": "floatBitsToUint(-{0})",
}  # fmt: skip
"""Literals -> the same value from a variable that is 0."""
_FOLDED = {
    "neg": operator.neg, "abs": abs, "add": operator.add, "sub": operator.sub,
    "mul": operator.mul, "div": None, "fma": None,
}  # fmt: skip
"""Primitives that drivers fold as if there were only numbers -> operations on literals."""
_WHOLE_NUMBER = re.compile(r"-?\d+u?$")
_DECIMAL = re.compile(r"-?\d+\.\d+(e[-+]\d+)?$")
_TRUTH = {"and": "{0} && {1}", "or": "{0} || {1}", "xor": "{0} != {1}", "not": "!{0}"}
"""Primitives of truth values -> GLSL."""
# GLSL has imulExtended and umulExtended only from 4.00 on.
_HIGH_UINT = """\
uint high_uint(uint a, uint b)
{
    uint low = (a & 0xffffu) * (b & 0xffffu);
    uint middle = (a >> 16) * (b & 0xffffu) + (low >> 16);
    uint other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);
    return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
}
"""
_HIGH_INT = """\
uint high_uint(uint a, uint b);

int high_int(int a, int b)
{
    uint high = high_uint(uint(a), uint(b));
    return int(high - (a < 0 ? uint(b) : 0u) - (b < 0 ? uint(a) : 0u));
}
"""
# GLSL's own fma rounds twice on some drivers, llvmpipe among them. Here the product is exact, and
# the sum is rounded to odd, so that the last rounding is right.
_FUSED = """\
float fused(float a, float b, float c)
{
    precise double product = double(a) * double(b);
    precise double sum = product + double(c);
    precise double part = sum - product;
    precise double first = sum - part;
    precise double lost = (product - first) + (double(c) - part);
    uvec2 words = unpackDouble2x32(sum);
    bool finite = (words.y & 0x7ff00000u) != 0x7ff00000u;
    if (finite && lost != 0.0 && (words.x & 1u) == 0u)
    {
        if ((lost > 0.0) == (sum > 0.0)) words.x += 1u;
        else words = uvec2(words.x - 1u, words.x == 0u ? words.y - 1u : words.y);
    }
    return float(packDouble2x32(words));
}
"""
HELPERS = {
    "fused": _FUSED,
    "high_int": _HIGH_INT,
    "high_uint": _HIGH_UINT,
}
"""The functions that texts may need, by name."""


class Unsayable(Exception):
    """GLSL lacks a feature, which the message names; instruction : its place, or None."""

    instruction = None


class GlslMachine(Machine):
    """Writes statements to a text.

    text : the destination of the statements.
    precise : the qualifier of floats, against contraction, and of truth values, against turning
        comparisons into min or max.
    helpers : collects the names of HELPERS that the text needs.
    """

    has_rounding, has_halves, has_fma = True, False, True
    most_choices = 0
    has_doubles = True  # False if the target lacks them
    types = TYPES
    opens_scopes = True

    def __init__(self, text: Text, precise: str = "precise "):
        self.text, self.precise = text, precise
        self.helpers: set[str] = set()
        self.stem = "v"  # the name of the next variable, without its number
        self.shared = False  # True while values are for all functions of the text
        self._known: list[dict] = [{}]
        self._zero: str | None = None  # the variable of `unknown`

    # -- values --------------------------------------------------------------------------------

    def lane(self, value, type_):
        """Returns a number as a literal."""
        if isinstance(value, Lane):
            if value.type is not type_:
                raise TypeError(f"a lane of {value.type}, not {type_}")
            return value
        number = as_number(value, type_)
        if type_ is BOOL:
            return Lane(self, BOOL, "true" if number else "false")
        if type_.kind == "f":
            literal = float_literal if type_ is F32 else double_literal
            return Lane(self, type_, literal(number))
        if type_ is I64:
            low, high = (integer_literal(int(number) >> shift, True) for shift in (0, 32))
            return Lane(self, I64, f"uvec2({low}, {high})")
        return Lane(self, type_, integer_literal(int(number), type_ is U32))

    def apply(self, name, *operands):
        """Writes a primitive as a statement."""
        first = operands[0].type
        entry = PRIMITIVES.get((name, first))
        if entry is None:
            raise TypeError(f"lanes of type {first} have no operation {name!r}")
        if not self.has_doubles and {F64, I64} & {first, entry.result}:
            raise Unsayable("numbers in double precision")
        values = [self.lane(operand, first).value for operand in operands]
        folded = self._folded(name, first, values)
        if folded is not None:
            return folded
        if name in _FOLDED and first.kind == "f":
            values = [self.unknown(value) for value in values]
        if name == "add" and first is I32 and "0" in values:
            return Lane(self, I32, values[values[0] == "0"])
        if name in INLINE and first.bits == 32:
            return self.cast(name, entry.result, values[0])
        template = self._template(name, first)
        if name == "fma":
            self.helpers.add("fused")
        if name == "mul_high":
            self.helpers |= {f"high_{TYPES[first]}", "high_uint"}
            values.append(TYPES[first])
        return self.value_of(entry.result, template.format(*values))

    def unknown(self, literal: str) -> str:
        """Returns a literal; a zero becomes a uniform that is never set."""
        if literal not in _ZEROS:
            return literal
        if self._zero is None:
            self._zero = self.text.constant("uniform float", "zero")
        return _ZEROS[literal].format(self._zero)

    def _folded(self, name, type_, values: list[str]) -> Lane | None:
        """Computes an operation on literals; None if an operand is not a literal."""
        numbers = [value.strip("()") for value in values]
        if name == "f32" and _WHOLE_NUMBER.match(numbers[0]):
            return self.lane(np.float32(int(numbers[0].rstrip("u"))), F32)
        operation = _FOLDED.get(name)
        if operation is None or type_ is not F32 or not all(map(_DECIMAL.match, numbers)):
            return None
        with np.errstate(over="ignore"):
            return self.lane(operation(*map(np.float32, numbers)), F32)

    def _template(self, name, type_):
        """Returns the GLSL of a primitive for an operand type."""
        if name == "i64":
            return _WIDENED[type_]
        own = {BOOL: _TRUTH, F64: _DOUBLE, I64: _WORDS}.get(type_, {}).get(name)
        if own is None and type_ is I64:
            raise Unsayable("integers of 64 bits")
        return own or _BOTH[name]

    def from_words(self, low, high):
        """Returns the I64 lane of two words, without a statement."""
        return Lane(self, I64, f"uvec2({self.as_u32(low).value}, {self.as_u32(high).value})")

    def words(self, x):
        """Returns the two words of a named value."""
        return tuple(Lane(self, U32, f"{x.value}.{c}") for c in "xy")

    def _round(self, name, x):
        """Rounds with GLSL's functions; doubles by sums, as llvmpipe loses their last bits."""
        return self._round_by_sums(name, x) if x.type is F64 else super()._round(name, x)

    def shift(self, name, value, count):
        """Shifts; two words only by a known number of 32 to 63."""
        if value.type is not I64:
            return super().shift(name, value, count)
        if isinstance(count, Lane) or not 32 <= count < 64:
            raise Unsayable("integers of 64 bits")
        low, high = (each.value for each in self.words(value))
        if name == "shl":
            return self.value_of(I64, f"uvec2(0u, {low} << {count - 32})")
        return self.value_of(I64, f"uvec2(int({high}) >> {count - 32}, int({high}) >> 31)")

    def cast(self, name, type_, value: str) -> Lane:
        """Returns the same bits as another type, within an expression."""
        if name == "from_bits" and value.rstrip("u").isdigit():
            return Lane(self, type_, float_literal(np.uint32(int(value[:-1])).view(np.float32)))
        if name == "as_i32" and value.endswith("u") and value[:-1].isdigit():
            number = int(np.uint32(int(value[:-1])).view(np.int32))
            return Lane(self, type_, integer_literal(number, False))
        undone = _BOTH[INLINE[name]].partition("{0}")[0]
        if value.startswith(undone) and value.endswith(")") and is_one(value[len(undone) : -1]):
            return Lane(self, type_, value[len(undone) : -1])
        return Lane(self, type_, _BOTH[name].format(value))

    def value_of(self, type_, expression: str) -> Lane:
        """Returns a new value for an expression, or the existing one."""
        if any(expression in known for known in self._known):
            return Lane(self, type_, next(k[expression] for k in self._known if expression in k))
        name = self.text.new_name(self.text.stem)
        precise = self.precise if type_.kind == "f" or type_ is BOOL else ""
        if self.shared:
            self.text.declaration(f"{precise}{self.types[type_]}", name, expression)
        else:
            self.text.line(f"{precise}{self.types[type_]} {name} = {expression};")
        self._known[-1][expression] = name
        return Lane(self, type_, name)

    def vector(self, expression: str, count: int) -> list[Lane]:
        """Returns the components of a vector of floats, written as a statement."""
        name = self.text.new_name(self.text.stem)
        self.text.line(f"vec{count} {name} = {expression};")
        return [Lane(self, F32, f"{name}.{c}") for c in "xyzw"[:count]]

    def whole(self, expression: str) -> str:
        """Returns a variable that holds integers; raises Unsayable if registers cannot."""
        return expression

    def select(self, mask, a, b):
        """Writes the conditional operator."""
        type_ = (a if isinstance(a, Lane) else b).type
        a, b = self.lane(a, type_), self.lane(b, type_)
        return self.value_of(type_, f"{mask.value} ? {a.value} : {b.value}")

    def any(self, mask):
        """Returns the mask: there is one lane."""
        return mask

    def first(self, value):
        """Returns the value: there is one lane."""
        return value

    def quad_dx(self, value):
        """Returns the derivative in x."""
        return self.value_of(F32, f"dFdx({value.value})")

    def quad_dy(self, value):
        """Returns the derivative in y."""
        return self.value_of(F32, f"dFdy({value.value})")

    def gather(self, array, index):
        """Returns an element; `array` is a function that clamps the index."""
        return array(index)

    def load_unchecked(self, array, index):
        """Returns an element, as `gather` does."""
        return array(index)

    def _of_kernels(self, *arguments, **keywords):
        raise TypeError("only kernels use this, not programs")

    quad = load_unchecked_group = scatter = further = group_number = load = append = _of_kernels
    store_uniform = store_unchecked = load_groups = store_all = store_together = _of_kernels
    uniform_choice = per_lane = while_any = _of_kernels

    # -- variables -----------------------------------------------------------------------------

    def variable(self, type_, initial=0, in_memory=False, uniform=False):
        """Returns a variable of the text."""
        return Variable(self, type_, self.lane(initial, type_))

    def array(self, count, initial):
        """Returns an array of vectors in the text."""
        return Memory(self, count, initial)

    # -- control flow --------------------------------------------------------------------------

    @contextmanager
    def block(self, head: str):
        """Writes statements between braces; values made in them are unknown after them."""
        self.text.line(head)
        self.text.line("{")
        self._known.append({})
        with self.text.indented():
            yield
        self._known.pop()
        self.text.line("}")

    @contextmanager
    def fresh(self):
        """Forgets outer values, for the body of another function."""
        outer, self._known = self._known, [{}]
        yield
        self._known = outer

    @contextmanager
    def where(self, mask, skip=False):
        """Writes an if."""
        if mask.value == "true":
            yield
            return
        with self.block(f"if ({mask.value})"):
            yield

    branch = where

    @contextmanager
    def only(self, mask):
        """Does nothing: the one lane is live."""
        yield

    def pending_blocks(self, blocks):
        """Returns a variable with the number of the next block."""
        return Next(self)

    def blocks(self, pending, bodies, backward, counts=(), unseen=()):
        """Writes a loop over a switch: each iteration executes one block."""
        now = self.text.new_name("now")
        with self.block(f"while ({pending.name} >= 0)"):
            self.text.line(f"int {now} = {pending.name};")
            self.text.line(f"{pending.name} = -1;")
            for number, body in enumerate(bodies):
                with self.block(f"{'else ' if number else ''}if ({now} == {number})"):
                    body()


def is_one(expression: str) -> bool:
    """True if every closing bracket in an expression has its opening bracket there."""
    depth = 0
    for letter in expression:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return False
    return True
