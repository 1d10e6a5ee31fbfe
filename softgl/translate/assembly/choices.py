"""Tests, selections and precisions from operations that every target has: `Choices`."""

from __future__ import annotations

from softgl.asm.spelling import is_extended
from softgl.ir.builder import masked, negated, swizzled, word
from softgl.ir.program import ALL, ConditionTest, Program, Source, X
from softgl.isa import OPCODES
from softgl.translate.assembly.code import HUGE, Code

_MIN_NORMAL = 2.0**-126
_ALWAYS, _NEVER = frozenset({"TR", "NCF", "NOF", "BLE"}), frozenset({"FL", "CF", "OF", "AB"})
"""Tests of flags that floats never set."""


class Choices(Code):
    """The instructions of a text in `language`.

    exact : True to keep all special cases.
    codes : the temporaries with the contents of condition code registers.
    """

    def __init__(self, program: Program, language: str, exact: bool):
        super().__init__(program)
        self.language, self.exact = language, exact
        self.codes: dict[int, Source] = {}

    def unextended(self, source: Source) -> Source:
        """Returns an operand that every instruction takes, not only SWZ."""
        return self.make("SWZ", source) if is_extended(source) else source

    def product(self, mask, a: Source, b: Source) -> Source:
        """Returns a product that is 0 wherever a factor is 0."""
        none = self.constant(0.0)
        zeros = []
        for factor in (a, b):
            size = self.make("ABS", factor, mask=mask)
            zeros.append(self.make("SGE", none, size, mask=mask))
        zero = self.make("MAX", *zeros, mask=mask)
        return self.select(zero, none, self.make("MUL", a, b, mask=mask), mask)

    # -- tests and selections ----------------------------------------------------------------------

    def truth(self, test: ConditionTest, mask=ALL) -> Source | bool:
        """Returns 1 or 0 in each component where a test passes; a bool if that is constant."""
        rule = test.rule
        if rule in _ALWAYS or rule in _NEVER:
            return rule in _ALWAYS
        code, none = self.codes.get(test.register), self.constant(0.0)
        if code is None:  # never set: the code of 0
            return rule in ("EQ", "GE", "LE", "LEG", "NSF")
        value = swizzled(code, *test.swizzle)
        opposite = {"NE": "EQ", "NAN": "LEG", "SF": "GE", "NSF": "GE"}.get(rule, rule)
        if opposite == "EQ":
            held = self._both(self.make("SGE", value, none, mask=mask),
                              self.make("SGE", none, value, mask=mask), mask)  # fmt: skip
        else:
            opcode, *pair = {
                "LT": ("SLT", value, none),
                "GT": ("SLT", none, value),
                "GE": ("SGE", value, none),
                "LE": ("SGE", none, value),
                "LEG": ("SGE", value, value),
            }[opposite]
            held = self.make(opcode, *pair, mask=mask)
        if opposite == rule or rule == "NSF":
            return held
        return self.make("SUB", self.constant(1.0), held, mask=mask)

    def _both(self, one: Source, other: Source, mask) -> Source:
        return self.make("MUL", one, other, mask=mask)

    def any(self, test: ConditionTest | None) -> Source | bool:
        """Returns 1 in all components if a test passes in any, else 0; True without a test."""
        if test is None:
            return True
        passes = self.truth(test)
        if isinstance(passes, bool):
            return passes
        if len(set(test.swizzle)) == 1:
            return swizzled(passes, X)
        count = self.make("DP4", passes, passes, mask=masked(X))
        return swizzled(self.make("MIN", count, self.constant(1.0), mask=masked(X)), X)

    def select(self, test: Source, one: Source, other: Source, mask) -> Source:
        """Returns the first where a test is 1, the second where it is 0."""
        one, other = self.unextended(one), self.unextended(other)
        if self.language in OPCODES["CMP"].languages:
            return self.make("CMP", negated(test), one, other, mask=mask)
        # MIN with +infinity keeps the selected operand; MIN with -infinity makes the other
        # -infinity. MIN and MAX keep their first operand unless the second is beyond it, so a NaN
        # that is not selected is dropped.
        above = self._infinity(test)
        first = self.make("MIN", above, one, mask=mask)
        second = self.make("MIN", negated(above), other, mask=mask)
        chosen = self.make("MAX", first, second, mask=mask)
        return self._with_nan(test, one, other, chosen, mask) if self.exact else chosen

    def _infinity(self, test: Source) -> Source:
        """Returns +infinity where a test is 1, -infinity where it is 0."""
        sign = self.make("MAD", test, self.constant(2.0), self.constant(-1.0))
        large = self.make("MUL", sign, self.constant(HUGE))
        return self.make("MUL", large, self.constant(HUGE))

    def _with_nan(self, test, one, other, chosen, mask) -> Source:
        """Returns a selection with NaN where the selected operand is NaN, instead of infinity."""
        numbers = [self.make("SGE", value, value, mask=mask) for value in (one, other)]
        apart = self.make("SUB", *numbers, mask=mask)
        number = self.make("MAD", test, apart, numbers[1], mask=mask)
        bad = self.make("SUB", self.constant(1.0), number, mask=mask)
        for _ in range(2):
            bad = self.make("MUL", bad, self.constant(HUGE), mask=mask)
        # -0 changes no number; infinity times 0 is NaN.
        bad = self.make("MUL", bad, negated(self.constant(0.0)), mask=mask)
        return self.make("ADD", chosen, bad, mask=mask)

    # -- precisions --------------------------------------------------------------------------------

    def flushed(self, value: Source, mask) -> Source:
        """Returns the value with denormal numbers flushed to zeros of the same sign."""
        size = self.make("ABS", self.unextended(value), mask=mask)
        normal = self.make("SGE", size, self.constant(_MIN_NORMAL), mask=mask)
        # A NaN is not above anything: 0 times it is NaN.
        return self.make("MUL", value, normal, mask=mask)

    def rounded(self, value: Source, precision: str, mask) -> Source:
        """Returns a number rounded to a lower precision."""
        return (self._half if precision == "H" else self._fixed)(self.unextended(value), mask)

    def whole(self, value: Source, mask) -> Source:
        """Returns the nearest whole number, ties to even; never -0.

        Adding and subtracting a large number would do, but drivers' compilers remove both.
        """
        floor, part = (self.make(opcode, value, mask=mask) for opcode in ("FLR", "FRC"))
        odd = self.make("MUL", floor, self.constant(0.5), mask=mask)
        odd = self.make("FRC", odd, mask=mask)
        # A half above an odd number rounds up: the limit is just below 0.5 there.
        limit = self.make("MAD", odd, self.constant(-(2.0**-24)), self.constant(0.5), mask=mask)
        up = self.make("SLT", limit, part, mask=mask)
        return self.make("ADD", floor, up, mask=mask)

    def _multiple(self, value: Source, unit: float, mask) -> Source:
        """Returns the nearest multiple of a power of two."""
        scaled = self.make("MUL", value, self.constant(1 / unit), mask=mask)
        return self.make("MUL", self.whole(scaled, mask), self.constant(unit), mask=mask)

    def _fixed(self, value: Source, mask) -> Source:
        """Returns the nearest multiple of 1/1024 in [-2, 2); 0 for NaN."""
        number = self.make("SGE", value, value, mask=mask)
        value = self.select(number, value, self.constant(0.0), mask)
        value = self.make("MAX", value, self.constant(-2.0), mask=mask)
        value = self.make("MIN", value, self.constant(2047.0 / 1024.0), mask=mask)
        return self._multiple(value, 2.0**-10, mask)

    def _half(self, value: Source, mask) -> Source:
        """Returns the nearest 16-bit float."""
        size = self.make("ABS", value, mask=mask)
        # Rounds to eleven bits by Dekker's split: a product with 2^13 + 1, minus the rest.
        inside = self.make("MIN", size, self.constant(65536.0), mask=mask)
        wide = self.make("MUL", inside, self.constant(8193.0), mask=mask)
        rest = self.make("SUB", wide, inside, mask=mask)
        normal = self.make("SUB", wide, rest, mask=mask)
        small = self._multiple(size, 2.0**-24, mask)
        below = self.make("SLT", size, self.constant(2.0**-14), mask=mask)
        near = self.select(below, small, normal, mask)
        beyond = self.make("SLT", self.constant(65504.0), near, mask=mask)
        near = self.select(beyond, self.bits(word(float("inf"))), near, mask)
        negative = self.make("SLT", value, self.constant(0.0), mask=mask)
        near = self.select(negative, negated(near), near, mask)
        zero = self.make("SGE", negated(size), self.constant(0.0), mask=mask)
        return self.select(zero, value, near, mask)
