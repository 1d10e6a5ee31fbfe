"""VP1.0, VP1.1 and VP2.0 again: the results of a program of `older_vertex_programs` for one vertex.

Written from NV_vertex_program to NV_vertex_program2 alone; nothing of softgl is used. Approximate
results are intervals.
"""

from __future__ import annotations

import math

import numpy as np

from tests.reference import approximate
from tests.reference.approximate import Interval
from tests.reference.older_vertex_programs import RULES

F32 = np.float32
LEAST_NORMAL = F32(2.0**-126)


def flushed(x):
    if isinstance(x, Interval):
        # What is near the least normal number may have been flushed.
        near = x.low < 1.01 * LEAST_NORMAL and x.high > -1.01 * LEAST_NORMAL
        return Interval(min(x.low, 0.0), max(x.high, 0.0)) if near else x
    return F32(math.copysign(0.0, x)) if abs(x) < LEAST_NORMAL else x


def bits(x):
    """The word of a float, every NaN the positive quiet one."""
    return 0x7FC00000 if np.isnan(x) else int(np.float32(x).view(np.uint32))


def position_in_order(x):
    """Position of a number in the order of VP1's SLT and SGE: NaNs and zeros by their sign."""
    size = 0x7F800001 if np.isnan(x) else bits(abs(x))
    return -1 - size if np.signbit(x) else size


class Vertex:
    """One vertex: `attributes` and `parameters` are lists of four float32."""

    least, most = -512, 511  # what an address register holds
    flush = staticmethod(flushed)

    def __init__(self, language, steps, attributes, parameters, limit):
        self.second = not language.startswith("VP1")
        self.attributes, self.parameters = attributes, parameters
        self.registers = {}
        self.addresses = {"A0": [0] * 4, "A1": [0] * 4}
        self.codes = {"0": ["EQ"] * 4, "1": ["EQ"] * 4}
        self.steps = steps
        self.labels = {s.target: n for n, s in enumerate(steps) if not s.opcode}
        self.calls = []
        self.run(limit)

    def run(self, limit):
        place, done = self.labels.get("main", 0), 0
        while place is not None and place < len(self.steps):
            step = self.steps[place]
            place += 1
            if not step.opcode:
                continue
            if done == limit:
                return
            done += 1
            if step.opcode in ("BRA", "CAL", "RET", "PUSHA", "POPA"):
                if any(self.passes(step, c) for c in range(4)):
                    place = self.jump(step, place)
            else:
                self.execute(step)

    def jump(self, step, following):
        """The target of a branch that is taken; None is the end."""
        if step.opcode == "RET":
            return self.calls.pop() if self.calls else None
        if step.opcode == "CAL":
            if len(self.calls) == 4:
                return None
            self.calls.append(following)
        return self.labels[step.target]

    def read(self, name):
        return self.registers.setdefault(name, [F32(v) for v in _start(name)])

    def passes(self, step, component):
        code = self.codes[step.code or "0"]
        return not step.rule or code["xyzw".index(step.tested[component])] in RULES[step.rule]

    def addressed(self, place):
        register, component, offset = place
        return self.addresses[f"A{register}"]["xyzw".index(component)] + offset

    def parameter(self, place):
        index = self.addressed(place)
        inside = 0 <= index < (256 if self.second else 96)
        return self.parameters.get(index, [F32(0)] * 4) if inside else [F32(0)] * 4

    def load(self, operand):
        if operand.file == "R":
            values = self.read(f"R{operand.number}")
        elif operand.file == "A":
            values = self.parameter(operand.number)
        elif operand.file == "V":
            values = self.attributes[min(max(self.addressed(operand.number), 0), 15)]
        else:
            values = (self.attributes if operand.file == "v" else self.parameters)[operand.number]
        chosen = [self.flush(values["xyzw".index(c)]) for c in operand.swizzle or "xyzw"]
        chosen *= 4 // len(chosen)
        if operand.absolute:
            chosen = [abs(v) for v in chosen]
        return [-v for v in chosen] if operand.negate else chosen

    def execute(self, step):
        if step.target in self.addresses:
            values = self.address(step)
            stored = self.addresses[step.target]
        else:
            values = [self.result(step, v) for v in self.compute(step)]
            stored = [None] * 4 if step.target == "CC" else self.destination(step.target)
        written = ["xyzw"[c] in step.mask and self.passes(step, c) for c in range(4)]
        for c in range(4):
            if written[c]:
                stored[c] = values[c]
                if step.update:
                    self.codes[step.code or "0"][c] = sign(values[c])

    def destination(self, target):
        return self.read(target)

    def result(self, step, value):
        value = self.flush(value if isinstance(value, Interval) else F32(value))
        return value if isinstance(value, Interval) or not np.isnan(value) else F32(np.nan)

    def address(self, step):
        if step.opcode == "ARA":
            a = self.addresses[step.operands[0]]
            values = [a[c % 2] + a[c % 2 + 2] for c in range(4)]
        else:
            loaded = self.load(step.operands[0])
            whole = np.floor if step.opcode == "ARL" else np.rint
            values = [-(10**9) if np.isnan(v) else whole(v) for v in loaded]
        return [int(min(max(v, self.least), self.most)) for v in values]

    # -- arithmetic ----------------------------------------------------------------------------

    def product(self, a, b):
        if not self.second and (a == 0 or b == 0):
            return F32(0)
        return a * b

    def dot(self, a, b, size):
        total = self.product(a[0], b[0])
        for c in range(1, size):
            total = total + self.product(a[c], b[c])
        return total

    def compute(self, step):
        a, b, c = (*map(self.load, step.operands), None, None)[:3]
        opcode = step.opcode
        if opcode in approximate.APPROXIMATE and opcode not in ("RCP", "RCC"):
            return self.approximate(opcode, a, b)
        if opcode in ("DP3", "DP4"):
            return [self.dot(a, b, int(opcode[2]))] * 4
        if opcode == "DPH":
            return [self.dot(a, b, 3) + b[3]] * 4
        if opcode == "DST":
            return [1.0, self.product(a[1], b[1]), a[2], b[3]]
        if opcode == "MAD":
            return [self.product(x, y) + z for x, y, z in zip(a, b, c, strict=True)]
        if len(step.operands) == 1:
            return [one(opcode, x) for x in a]
        return [self.two(opcode, x, y) for x, y in zip(a, b, strict=True)]

    def approximate(self, opcode, a, b):
        """2.14.1.10 of NV_vertex_program and 2.14.3 of NV_vertex_program2, where they differ."""
        if opcode == "RSQ" and not self.second:
            a = [abs(v) for v in a]
        if opcode == "EXP" and not self.second and not -126 <= np.floor(a[0]) <= 127:
            end = F32(np.inf if a[0] > 0 else 0)
            return [end, F32(0), end, F32(1)] if not np.isnan(a[0]) else [a[0], a[0], a[0], F32(1)]
        if opcode == "LIT":
            values = approximate.lighting(a)
            # The power is EXP(w * LOG(y)). VP2: "RoughApproxPower(NaN, <x>) = NaN"; VP1: zero times
            # anything is zero.
            if a[0] > 0 and self.second and (np.isnan(a[1]) or np.isnan(a[3])):
                values[2] = F32(np.nan)
            elif a[0] > 0 and not self.second and a[1] == 1:
                values[2] = F32(1)
            return values
        return approximate.APPROXIMATE[opcode](a)

    def two(self, opcode, a, b):
        if opcode in ("ADD", "SUB", "MUL"):
            return a + b if opcode == "ADD" else a - b if opcode == "SUB" else self.product(a, b)
        if opcode in ("SFL", "STR"):
            return opcode == "STR"
        if not self.second and opcode in ("SLT", "SGE"):
            return (position_in_order(a) < position_in_order(b)) == (opcode == "SLT")
        if np.isnan(a) or np.isnan(b):
            return np.nan
        if opcode in ("MIN", "MAX"):
            return self.extreme(opcode == "MIN", a, b)
        unlike = np.signbit(a) != np.signbit(b)
        return compared(opcode, a, b) or (opcode == "SNE" and a == 0 and unlike)

    def extreme(self, least, a, b):
        if a == b == 0 and self.second:
            return -0.0 if least and (np.signbit(a) or np.signbit(b)) else max_zero(a, b, least)
        if least:
            return a if a < b else b
        return a if a >= b else b


def compared(opcode, a, b):
    return {
        "SEQ": a == b,
        "SNE": a != b,
        "SGE": a >= b,
        "SGT": a > b,
        "SLE": a <= b,
        "SLT": a < b,
    }.get(opcode)


def max_zero(a, b, least):
    return 0.0 if least or not (np.signbit(a) and np.signbit(b)) else -0.0


def one(opcode, x):
    if opcode == "SSG":
        return x if np.isnan(x) else np.sign(x) + F32(0)
    if opcode == "FRC":
        return np.minimum(x - np.floor(x), F32(1 - 2.0**-24))
    if opcode in ("RCP", "RCC"):
        inverse = F32(1) / x
        if opcode == "RCP" or np.isnan(inverse):
            return inverse
        return math.copysign(min(max(abs(inverse), 2.0**-64), 2.0**64), inverse)
    return {"MOV": lambda: x, "ABS": lambda: abs(x), "FLR": lambda: np.floor(x)}[opcode]()


def sign(value):
    return "UN" if np.isnan(value) else "LT" if value < 0 else "GT" if value > 0 else "EQ"


def _start(name):
    return (0, 0, 0, 1) if name.startswith("o") else (0, 0, 0, 0)
