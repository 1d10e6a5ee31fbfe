"""Running a parsed program for one vertex or fragment."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.reference.approximate import APPROXIMATE, Interval
from tests.reference.arithmetic import (
    COMPONENT,
    FRAGMENT_COMPONENT,
    FRAGMENT_VECTOR,
    PACK,
    UNPACK,
    VECTOR,
    f32,
    from_bits,
    multiply_high,
    sum_flags,
    to_bits,
    to_integer,
    wrap,
)
from tests.reference.text import FLOAT_OPERANDS, Instruction, Operand, Text

CALL_DEPTH = 32  # MAX_PROGRAM_CALL_DEPTH_NV
CLAMPS = {"_SAT": (0.0, 1.0), "_SSAT": (-1.0, 1.0)}

# NV_gpu_program4, table X.16, over the flags (SF, ZF, OF, CF).
RULES = {
    "EQ": lambda s, z, o, c: not s and z,
    "GE": lambda s, z, o, c: not (s ^ o),
    "GT": lambda s, z, o, c: ((not s) ^ o) and not z,
    "LE": lambda s, z, o, c: s ^ (z or o),
    "LT": lambda s, z, o, c: (s and not z) ^ o,
    "NE": lambda s, z, o, c: s or not z,
    "FL": lambda s, z, o, c: False,
    "TR": lambda s, z, o, c: True,
    "NAN": lambda s, z, o, c: s and z,
    "LEG": lambda s, z, o, c: not s or not z,
    "CF": lambda s, z, o, c: c,
    "NCF": lambda s, z, o, c: not c,
    "OF": lambda s, z, o, c: o,
    "NOF": lambda s, z, o, c: not o,
    "SF": lambda s, z, o, c: s,
    "NSF": lambda s, z, o, c: not s,
    "AB": lambda s, z, o, c: c and not z,
    "BLE": lambda s, z, o, c: not c or z,
}


class Ended(Exception):
    """The program terminates."""


@dataclass
class Lane:
    """The state of one vertex or fragment. Registers are lists of four words or intervals.

    attributes, parameters : four words by binding name.
    """

    text: Text
    attributes: dict
    parameters: dict
    step_limit: int
    results: dict = field(default_factory=dict)
    killed: bool = False
    steps: int = 0

    def __post_init__(self):
        self.temporaries = [[0] * 4 for _ in range(self.text.temporaries)]
        self.codes = [[(False, True, False, False)] * 4 for _ in range(2)]
        self.calls = []
        self.counts = {}  # of the loops open in this subroutine, by the number of their REP
        self.next = 0
        self.label_places = set(self.text.labels.values())

    def run(self) -> Lane:
        """Executes to the end, and sets `results`, `killed` and `steps`."""
        instructions = self.text.instructions
        with np.errstate(all="ignore"):
            try:
                if "main" in self.text.labels:
                    self.enter("main")
                else:
                    self.entered = self.next
                while True:
                    at_label = self.next in self.label_places and self.next != self.entered
                    self.entered = -1
                    # At the end of a subroutine; the main program goes on through labels, "until
                    # [...] the end of the program text is reached".
                    if (at_label and self.calls) or self.next == len(instructions):
                        self.leave()
                        continue
                    if self.steps == self.step_limit:
                        raise Ended
                    self.steps += 1
                    one = instructions[self.next]
                    here, self.next = self.next, self.next + 1
                    flow = getattr(self, "do_" + one.opcode.lower(), None)
                    if flow is None:
                        self.compute(one)
                    else:
                        flow(one, here)
            except Ended:
                pass
        return self

    # Control flow

    def enter(self, label):
        """Go on behind a label, unless the next label stands there too: then there is nothing."""
        self.next = self.text.labels[label]
        names = [name for name, place in self.text.labels.items() if place == self.next]
        self.entered = self.next if names[-1] == label else -1

    def leave(self):
        """Returns from a subroutine, or ends."""
        if not self.calls:
            raise Ended
        self.next, self.counts = self.calls.pop()

    def passes(self, condition) -> bool:
        return condition is None or any(self.test(condition))

    def do_if(self, one, here):
        if not self.passes(one.condition):
            self.next = one.partner + 1

    def do_else(self, one, here):
        self.next = one.partner + 1  # ENDIF does nothing, and no step is counted for it

    def do_endif(self, one, here):
        pass

    def do_rep(self, one, here):
        if not one.sources:
            self.counts[here] = None
            return
        count = self.load(one.sources[0], one.type)[0]
        if one.type == "F":
            count = to_integer(np.floor(count), "S")
        self.counts[here] = count
        if count <= 0:
            self.next = one.partner + 1

    def do_endrep(self, one, here):
        if self.counts[one.partner] is not None:
            self.counts[one.partner] -= 1
            if self.counts[one.partner] <= 0:
                return
        self.next = one.partner + 1

    def do_brk(self, one, here):
        if self.passes(one.condition):
            self.next = one.loop + 1

    def do_cont(self, one, here):
        if self.passes(one.condition):
            self.next = one.loop

    def do_cal(self, one, here):
        if not self.passes(one.condition):
            return
        if len(self.calls) == CALL_DEPTH:
            raise Ended  # "can result in immediate program termination"
        self.calls.append((self.next, self.counts))
        self.counts = {}
        self.enter(one.target)

    def do_ret(self, one, here):
        if self.passes(one.condition):
            self.leave()

    def do_kil(self, one, here):
        if one.condition:
            killed = self.passes(one.condition)
        else:
            killed = any(x < 0 for x in self.load(one.sources[0], one.type))
        if killed:
            self.killed = True
            raise Ended

    # Operands

    def register(self, operand: Operand) -> list:
        """The four words of a place; out-of-range elements are the nearest ones."""
        cell = operand.variable.cells[self.element(operand)]
        kind = operand.variable.kind
        if kind == "temporary":
            return self.temporaries[cell]
        if isinstance(cell, tuple):
            type_, values = cell
            return [to_bits(f32(v) if type_ == "F" else v, type_) for v in values]
        if kind == "parameter":
            return self.parameters[cell]
        if kind == "result":
            return self.results.setdefault(cell, [0, 0, 0, to_bits(f32(1), "F")])
        return self.attributes[cell]

    def element(self, operand):
        if operand.relative is None:
            return operand.element
        place, component = operand.relative
        index = wrap(self.register(place)[component], "S") + operand.element
        return min(max(index, 0), len(operand.variable.cells) - 1)

    def load(self, operand: Operand, type_: str, bits=False) -> list:
        """An operand's four components; `bits` : the modifiers of a float change its sign bit."""
        words = self.register(operand)
        values = []
        for selector, negative in zip(operand.selectors, operand.negative_components, strict=True):
            if selector >= 4:
                value = f32(selector - 4)
            else:
                word = words[selector]
                if isinstance(word, Interval):
                    values.append(word)
                    continue
                value = from_bits(word, "U" if bits else type_)
            if bits:
                value = value ^ 0x80000000 if operand.inner_negative else value
                value = value & 0x7FFFFFFF if operand.absolute else value
                values.append(value ^ 0x80000000 if operand.outer_negative else value)
                continue
            if operand.inner_negative or negative:
                value = negated(value, type_)
            if operand.absolute and type_ != "U":
                value = abs(value) if type_ == "F" else wrap(abs(value), "S")
            if operand.outer_negative:
                value = negated(value, type_)
            values.append(value)
        return values

    # Results

    def compute(self, one: Instruction):
        fragment = "fp" in self.text.language
        types = ["F" if one.opcode in FLOAT_OPERANDS else one.type] * 3
        if one.opcode == "SAD":
            types[2] = "U"
        bits = one.opcode in UNPACK and one.type == "F"  # packed bits need not be a float
        operands = [self.load(s, t, bits) for s, t in zip(one.sources, types, strict=False)]
        type_ = "F" if one.opcode == "I2F" or one.opcode in UNPACK else one.type
        if one.opcode == "SAD":
            type_ = "U"
        if one.opcode == "ARL":
            values, type_ = [address(operands[0][0])] * 4, "S"
        elif one.opcode in PACK:
            values, type_ = [PACK[one.opcode](operands[0])] * 4, "U"
        elif one.opcode in UNPACK:
            values = UNPACK[one.opcode](operands[0][0] & 0xFFFFFFFF)
        elif one.opcode in VECTOR:
            values = (FRAGMENT_VECTOR if fragment else VECTOR)[one.opcode](*operands)
        elif one.opcode in APPROXIMATE:
            if one.opcode == "RSQ" and self.text.language.startswith("ARB"):
                operands = [[abs(x) for x in operands[0]]]
            values = APPROXIMATE[one.opcode](*operands)
        else:
            formula = (FRAGMENT_COMPONENT if fragment else COMPONENT)[one.opcode]
            if one.modifier == "HI":
                formula = multiply_high
            if one.opcode in ("DIV", "MOD", "SHL", "SHR"):
                operands[1] = [operands[1][0]] * 4
            values = [formula(one.type, *lane) for lane in zip(*operands, strict=True)]
        self.write(one, values, type_)

    def write(self, one, values, type_):
        enabled = [True] * 4 if one.condition is None else self.test(one.condition)
        copied = self.copied(one)
        target = self.register(one.destination)
        words = list(target)
        for component in one.mask:
            if not enabled[component]:
                continue
            value = values[component]
            if isinstance(value, Interval):
                assert one.update is None
                words[component] = value.clamped(*CLAMPS[one.clamp]) if one.clamp else value
                continue
            if one.clamp:
                value = clamped(value, *CLAMPS[one.clamp])
            words[component] = copied[component] if copied else to_bits(value, type_)
            if one.update is not None:
                self.codes[one.update][component] = self.flags(one, component, value, type_)
        target[:] = words

    def copied(self, one):
        """The words of a plain copy, which may be packed bits and not a float.

        CMP of floats copies either operand.
        """
        chooses = one.opcode == "CMP" and one.type == "F"
        if one.clamp or not (chooses or one.opcode in ("MOV", "SWZ")):
            return None
        each = []
        for source in one.sources[1:] if chooses else one.sources:
            signs = (source.inner_negative, source.absolute, source.outer_negative)
            if any((*signs, *source.negative_components)):
                return None
            words = [*self.register(source), to_bits(f32(0), "F"), to_bits(f32(1), "F")]
            each.append([words[selector] for selector in source.selectors])
        tests = self.load(one.sources[0], "F") if chooses else [-1] * 4
        return [each[0 if test < 0 else 1][c] for c, test in enumerate(tests)]

    def test(self, condition) -> list:
        rule, register, selectors = condition
        passed = [RULES[rule](*flags) for flags in self.codes[register]]
        return [passed[selector] for selector in selectors]

    def flags(self, one, component, value, type_):
        if type_ == "F":
            nan = bool(np.isnan(value))
            return bool(value < 0) or nan, bool(value == 0) or nan, False, False
        word = to_bits(value, type_)
        overflow, carry = self.sum_flags(one, component) if one.opcode in SUMS else (False, False)
        return word >= 2**31, word == 0, overflow, carry

    def sum_flags(self, one, component):
        """(OF, CF) of an integer sum: "negation modifiers turn add operations into subtracts"."""
        terms = []
        for operand in one.sources:
            value = self.load(operand, one.type)[component]
            negative = operand.outer_negative
            if not operand.absolute or one.type == "U":
                negative ^= operand.inner_negative
            terms.append((negated(value, one.type) if negative else value, negative))
        if one.opcode == "MAD":
            (a, first), (b, second), *terms = terms
            terms.insert(0, (a * b, first ^ second))
        elif one.opcode == "SAD":
            values = self.load(one.sources[0], one.type), self.load(one.sources[1], one.type)
            terms = [(abs(values[0][component] - values[1][component]), False), terms[2]]
        elif one.opcode == "SUB":
            terms[1] = terms[1][0], not terms[1][1]
        (a, first), (b, second) = terms
        if first and second:
            return False, False  # undefined: "equivalent to an add with both operands negated"
        return sum_flags(b if first else a, a if first else b, first or second)


SUMS = frozenset(("ADD", "SUB", "MAD", "SAD"))


def negated(value, type_):
    return -value if type_ == "F" else wrap(-value, type_)


def clamped(value, low, high):
    """A result under SAT or SSAT; NaN becomes the lower end, and -0 becomes 0 if that is it."""
    return f32(low) if np.isnan(value) or value <= low else min(value, f32(high))


def address(x) -> int:
    """ARL: the floor, as far as an address register reaches."""
    return -(2**23) if np.isnan(x) else min(max(to_integer(np.floor(x), "S"), -(2**23)), 2**23)
