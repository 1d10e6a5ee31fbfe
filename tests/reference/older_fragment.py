"""Interprets a program of FP1.0 or of an option of ARBfp1.0 for one fragment.

Written from NV_fragment_program, NV_fragment_program_option and NV_fragment_program2 alone; nothing
of softgl is used. Registers hold words, since packed bits need not be numbers; a component that a
specification only approximates is an `Interval`.
"""

from __future__ import annotations

import math
from contextlib import suppress
from functools import partial

import numpy as np

from tests.reference import approximate
from tests.reference.approximate import APPROXIMATE, Interval
from tests.reference.arithmetic import (
    FRAGMENT_COMPONENT,
    FRAGMENT_VECTOR,
    PACK,
    UNPACK,
    from_bits,
    to_bits,
)
from tests.reference.fragment_writer import FP1
from tests.reference.older_vertex_programs import RULES

F32 = np.float32
LEAST_NORMAL = F32(2.0**-126)
CALL_DEPTH, LOOP_COUNT = 4, 255
CLAMPS = {"_SAT": (0.0, 1.0), "_SSAT": (-1.0, 1.0)}


class Ended(Exception):
    """The program ends."""


class Left(Exception):
    """BRK leaves a loop."""


class Returned(Exception):
    """RET leaves a subroutine."""


class Fragment:
    """One fragment after its program.

    attributes, parameters : four words by name, `f0`, `fog`, `p0`. half : True if the color result
    of FP1.0 has 16 bits. `results` has the words or intervals of color and depth.
    """

    def __init__(self, language, steps, attributes, parameters, half):
        self.first, self.steps = language == FP1, steps
        self.inputs = {**attributes, **parameters}
        self.half = {"H0", "H1", "HC", "color" if half else "HC"} if self.first else set()
        self.results = {name: [0, 0, 0, to_bits(F32(1), "F")] for name in ("color", "depth")}
        self.registers = {f"R{n}": [0] * 4 for n in range(4)} | {f"H{n}": [0] * 4 for n in range(2)}
        self.code, self.killed = ["EQ"] * 4, False
        self.index, self.calls = 0, 0
        ends = [n for n, step in enumerate(steps) if step.opcode == "label"]
        with np.errstate(all="ignore"), suppress(Ended, Returned):
            self.run(0, ends[0] if ends else len(steps))

    # -- control flow --------------------------------------------------------------------------

    def run(self, place, end):
        """The steps from `place` up to `end`, blocks within them included."""
        while place < end:
            step = self.steps[place]
            if step.opcode in ("IF", "LOOP", "REP"):
                other, last = self.partners(place)
                if step.opcode == "IF":
                    self.choose(step, place, other, last)
                else:
                    self.repeat(step, place, last)
                place = last + 1
                continue
            place += 1
            if step.opcode == "BRK" and self.holds(step):
                raise Left
            if step.opcode == "RET" and self.holds(step):
                raise Returned
            if step.opcode == "CAL" and self.holds(step):
                self.call(step)
            if step.opcode == "KIL" and self.holds(step):
                self.killed = True
                raise Ended
            if step.mask:
                self.execute(step)

    def partners(self, place):
        """The place of the ELSE (or of the end) and of the end of the block begun at `place`."""
        depth, other = 0, None
        for at in range(place, len(self.steps)):
            opcode = self.steps[at].opcode
            depth += opcode in ("IF", "LOOP", "REP")
            if opcode == "ELSE" and depth == 1:
                other = at
            depth -= opcode in ("ENDIF", "ENDLOOP", "ENDREP")
            if not depth:
                return (at if other is None else other), at
        raise AssertionError("a block without an end")

    def choose(self, step, place, other, last):
        if self.holds(step):
            self.run(place + 1, other)
        elif other != last:
            self.run(other + 1, last)

    def repeat(self, step, place, last):
        count, index, increment = (math.floor(x) for x in step.operands[0].number[:3])
        outer = self.index
        for number in range(min(count, LOOP_COUNT)):
            if step.opcode == "LOOP":
                self.index = index + number * increment
            try:
                self.run(place + 1, last)
            except Left:
                break
        self.index = outer

    def call(self, step):
        if self.calls == CALL_DEPTH:
            raise Ended
        start = next(n for n, s in enumerate(self.steps) if s.opcode == "label")
        outer, self.calls = self.index, self.calls + 1
        with suppress(Returned):
            self.run(start, len(self.steps))
        self.index, self.calls = outer, self.calls - 1

    def holds(self, step):
        return not step.rule or any(self.passes(step, c) for c in range(4))

    def passes(self, step, component):
        field = self.code["xyzw".index(step.tested[component])]
        return not step.rule or field in RULES[step.rule]

    # -- operands ------------------------------------------------------------------------------

    def words(self, operand):
        """The four words of a source."""
        if operand.file == "k":
            return [to_bits(F32(x), "F") for x in operand.number]
        if operand.file in ("R", "H"):
            return self.registers[f"{operand.file}{operand.number}"]
        if operand.file == "A":
            return self.inputs[f"f{min(max(self.index, 0) + operand.number, 7)}"]
        if operand.file == "fog":
            # "(z,0,0,0)" in NV_fragment_program, (f, 0, 0, 1) in ARB_fragment_program.
            return [*self.inputs["fog"][:3], 0 if self.first else to_bits(F32(1), "F")]
        return self.inputs[f"{operand.file}{operand.number}"]

    def load(self, operand, precision):
        found = []
        for letter in operand.swizzle * (4 // len(operand.swizzle)):
            value = self.flushed(from_bits(self.words(operand)["xyzw".index(letter)], "F"))
            if operand.absolute:
                value = abs(value)
            found.append(converted(-value if operand.negate else value, precision))
        return found

    def flushed(self, x):
        if isinstance(x, Interval):
            low = 0.0 if 0 < x.low < LEAST_NORMAL else x.low
            return Interval(low, 0.0 if -LEAST_NORMAL < x.high < 0 else x.high)
        return F32(math.copysign(0.0, x)) if self.first and abs(x) < LEAST_NORMAL else x

    def precision(self, step):
        """3.11.4.2: that of the suffix, else of the destination; coordinates have 32 bits."""
        full = any(operand.file in ("f", "fog", "A") for operand in step.operands)
        if step.opcode.startswith(("PK", "UP")) or (self.first and full):
            return "R"
        return step.precision or ("H" if step.target in self.half else "R")

    # -- results -------------------------------------------------------------------------------

    def execute(self, step):
        copied = self.copied(step)
        precision = self.precision(step)
        values = copied or self.compute(step, precision)
        stored = self.registers.get(step.target) or self.results.get(step.target) or [0] * 4
        written = ["xyzw"[c] in step.mask and self.passes(step, c) for c in range(4)]
        words = list(values)
        for c, value in enumerate(values):
            if copied or step.opcode.startswith("PK"):
                number = from_bits(value, "F")
            else:
                number = self.finished(step, value, precision)
                words[c] = number if isinstance(number, Interval) else to_bits(number, "F")
            if written[c]:
                stored[c] = words[c]
                if step.update:
                    self.code[c] = sign(number)

    def copied(self, step):
        """The words of a copy that changes nothing: they may be packed."""
        source = step.operands[0]
        changed = step.clamp or source.absolute or source.negate or step.target in self.half
        from_register = source.file == "R" or not self.first
        if step.opcode != "MOV" or changed or not from_register or self.precision(step) != "R":
            return None
        words = self.words(source)
        return [words["xyzw".index(letter)] for letter in source.swizzle]

    def finished(self, step, value, precision):
        value = converted(self.flushed(value) if self.first else value, precision)
        if step.clamp:
            value = self.clamped(value, *CLAMPS[step.clamp])
        return converted(value, "H") if step.target in self.half else value

    def clamped(self, x, low, high):
        if isinstance(x, Interval):
            return x.clamped(low, high)
        if self.first:  # "if (result.x < 0) result.x = 0; else if (result.x > 1) result.x = 1;"
            return F32(low) if x < low else F32(high) if x > high else x
        return F32(low) if np.isnan(x) or x <= low else min(x, F32(high))

    def compute(self, step, precision):
        opcode = step.opcode
        if opcode in UNPACK:
            letter = step.operands[0].swizzle
            return UNPACK[opcode](self.words(step.operands[0])["xyzw".index(letter)])
        operands = [self.load(operand, precision) for operand in step.operands]
        if opcode in PACK:
            return [PACK[opcode](operands[0])] * 4
        if opcode in FRAGMENT_VECTOR:
            return FRAGMENT_VECTOR[opcode](*operands)
        if opcode in APPROXIMATE:
            return self.approximate(opcode, operands)
        if opcode == "DIV":
            return [x / operands[1][0] for x in operands[0]]
        formula = FIRST.get(opcode) if self.first else None
        if formula is None:
            formula = partial(FRAGMENT_COMPONENT[opcode], "F")
        return [F32(formula(*lane)) for lane in zip(*operands, strict=True)]

    def approximate(self, opcode, operands):
        if self.first and opcode in ("POW", "LIT"):
            if opcode == "POW":
                return [power(operands[0][0], operands[1][0])] * 4
            x, y = (F32(0) if t < 0 else t for t in operands[0][:2])
            return [F32(1), x, power(y, operands[0][3]) if x > 0 else F32(0), F32(1)]
        if not self.first and opcode == "RSQ":
            operands = [[abs(x) for x in operands[0]]]
        return APPROXIMATE[opcode](*operands)


def power(a, b):
    """NV_fragment_program's: "0^0 is defined here as NaN", and so is infinity^0."""
    return F32(np.nan) if b == 0 and (a <= 0 or not np.isfinite(a)) else approximate.power(a, b)


def extreme(pick, signs):
    """MAX or MIN: NaN with any NaN; of two zeros the one that the order of the signs says."""

    def run(a, b):
        if np.isnan(a) or np.isnan(b):
            return np.nan
        if a == b == 0:
            return -0.0 if signs((np.signbit(a), np.signbit(b))) else 0.0
        return pick(a, b)

    return run


FIRST = {
    "MAX": extreme(max, all),
    "MIN": extreme(min, any),
    "SNE": lambda a, b: a != b or np.signbit(a) != np.signbit(b),
}


def converted(x, precision):
    """3.11.4.2: a number in the format of an instruction or a register."""
    if isinstance(x, Interval):
        return Interval(*(float(converted(F32(end), precision)) for end in (x.low, x.high)))
    if precision == "H":
        return F32(np.float16(x))
    if precision == "X":
        fixed = np.rint(min(max(float(x), -2048 / 1024), 2047 / 1024) * 1024) / 1024
        return F32(0) if np.isnan(x) else F32(fixed + 0.0)
    return x


def sign(x):
    return "UN" if np.isnan(x) else "LT" if x < 0 else "GT" if x > 0 else "EQ"
