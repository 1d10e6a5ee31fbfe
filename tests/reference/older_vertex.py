"""VP1.0, VP1.1 and VP2.0 again: random programs, and what one vertex makes of them.

Written from NV_vertex_program to NV_vertex_program2 alone; nothing of softgl is used. A program is
a list of `Step`, which `text` spells and `Vertex` executes. Left out are the instructions that
approximate.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

F32 = np.float32
LEAST_NORMAL = F32(2.0**-126)
VP1 = ("ADD", "DP3", "DP4", "DST", "MAD", "MAX", "MIN", "MOV", "MUL", "RCP", "SGE", "SLT")
VP11 = (*VP1, "ABS", "DPH", "RCC", "SUB")
VP2 = (*VP11, "FLR", "FRC", "SEQ", "SFL", "SGT", "SLE", "SNE", "SSG", "STR")
OPCODES = {"VP1.0": VP1, "VP1.1": VP11, "VP2.0": VP2}
COUNTS = {"MAD": 3, **dict.fromkeys(("MOV", "RCP", "ABS", "RCC", "FLR", "FRC", "SSG"), 1)}
SCALARS = ("RCP", "RCC")
RULES = {
    "EQ": ("EQ",),
    "NE": ("LT", "GT", "UN"),
    "LT": ("LT",),
    "GE": ("GT", "EQ"),
    "LE": ("LT", "EQ"),
    "GT": ("GT",),
    "TR": ("LT", "EQ", "GT", "UN"),
    "FL": (),
}


@dataclass
class Operand:
    """A source. `file` is R, v or c, or A for a parameter by address.

    Then `number` is (address register, component, offset).
    """

    file: str
    number: object
    swizzle: str
    negate: bool = False
    absolute: bool = False
    inner: bool = False

    def __str__(self):
        place = f"R{self.number}" if self.file == "R" else f"{self.file}[{self.number}]"
        if self.file == "A":
            register, component, offset = self.number
            place = f"c[A{register}.{component} {'-' if offset < 0 else '+'} {abs(offset)}]"
        text = f"{place}.{self.swizzle}"
        if self.absolute:
            text = f"|{'-' * self.inner}{text}|"
        return "-" * self.negate + text


@dataclass
class Step:
    """An instruction, or a label where `opcode` is empty."""

    opcode: str
    target: str = ""  # R5, o[HPOS], CC, A0, or a label
    mask: str = ""
    rule: str = ""
    tested: str = "xyzw"
    update: bool = False
    operands: tuple = ()

    def __str__(self):
        if not self.opcode:
            return f"{self.target}:"
        condition = f" ({self.rule}.{self.tested})" if self.rule else ""
        mask = f".{self.mask}" if self.mask not in ("", "xyzw") else ""
        operands = "".join(f", {operand}" for operand in self.operands)
        name = self.opcode + "C" * self.update
        return f"{name} {self.target}{mask}{condition}{operands};"


def text(language, steps):
    return "\n".join([f"!!{language}", *map(str, steps), "END"])


# -- writing ---------------------------------------------------------------------------------------


def random_steps(seed, language):
    """The steps of a random program."""
    return _Writer(random.Random(seed), language).steps()


class _Writer:
    def __init__(self, source, language):
        self.source, self.language = source, language
        self.second = language == "VP2.0"

    def steps(self):
        count = self.source.randrange(8, 24)
        labels = [f"l{n}" for n in range(3)] if self.second else []
        steps = [self.step(labels) for _ in range(count)]
        for label in labels:
            steps.insert(self.source.randrange(len(steps) + 1), Step("", label))
        out = Step("MOV", "o[HPOS]", "xyzw", operands=(Operand("R", 0, "xyzw"),))
        other = Step("MOV", "o[TEX3]", "xyzw", operands=(Operand("R", 1, "xyzw"),))
        return [*steps[:4], out, *steps[4:], out, other]

    def step(self, labels):
        kind = self.source.randrange(10)
        if kind == 0:
            return self.address()
        if kind == 1 and labels:
            opcode = self.source.choice(("BRA", "BRA", "CAL", "CAL", "RET"))
            target = "" if opcode == "RET" else self.source.choice(labels)
            return Step(opcode, target, rule=self.rule(), tested=self.swizzle())
        opcode = self.source.choice(OPCODES[self.language])
        step = Step(opcode, self.target(), self.mask())
        if self.second:
            step.update = self.source.random() < 0.3
            step.rule = self.rule() if self.source.random() < 0.3 else ""
            step.tested = self.swizzle()
        step.operands = self.operands(COUNTS.get(opcode, 2), opcode in SCALARS)
        return step

    def address(self):
        if not self.second:
            return Step("ARL", "A0", "x", operands=self.operands(1, True))
        register = f"A{self.source.randrange(2)}"
        rule = self.rule() if self.source.random() < 0.2 else ""
        step = Step("ARL", register, self.mask(), rule, self.swizzle(), self.source.random() < 0.3)
        step.opcode = self.source.choice(("ARL", "ARR", "ARA"))
        if step.opcode == "ARA":
            step.operands = (f"A{self.source.randrange(2)}",)
        else:
            step.operands = self.operands(1, False)
        return step

    def rule(self):
        return self.source.choice(list(RULES))

    def target(self):
        places = ["R0", "R1", "R2", "R3", "o[HPOS]", "o[TEX3]", "o[COL1]"]
        return self.source.choice(places + ["CC"] * self.second)

    def mask(self):
        return self.source.choice(("xyzw", "xyzw", "x", "yw", "xyz", "z"))

    def swizzle(self):
        return self.source.choice(("xyzw", "wzyx", "xxyz", "yyyy", "zwwx"))

    def operands(self, count, scalar):
        attribute = self.source.randrange(4)
        parameter = ("c", self.source.randrange(4))
        if self.source.random() < 0.4:
            register = self.source.randrange(2) if self.second else 0
            component = self.source.choice("xyzw") if self.second else "x"
            parameter = ("A", (register, component, self.source.randrange(-3, 5)))
        found = []
        for _ in range(count):
            file, number = self.source.choice(
                (("R", self.source.randrange(4)), ("v", attribute), parameter)
            )
            swizzle = self.source.choice("xyzw") if scalar else self.swizzle()
            operand = Operand(file, number, swizzle, self.source.random() < 0.3)
            if self.second and self.source.random() < 0.2:
                operand.absolute, operand.inner = True, self.source.random() < 0.5
            found.append(operand)
        return tuple(found)


# -- executing -------------------------------------------------------------------------------------


def flushed(x):
    return F32(math.copysign(0.0, x)) if abs(x) < LEAST_NORMAL else x


def bits(x):
    """The word of a float, every NaN the positive quiet one."""
    return 0x7FC00000 if np.isnan(x) else int(np.float32(x).view(np.uint32))


def position_in_order(x):
    """Where VP1's SLT and SGE see a number: NaNs and zeros by their sign."""
    size = 0x7F800001 if np.isnan(x) else bits(abs(x))
    return -1 - size if np.signbit(x) else size


class Vertex:
    """One vertex: `attributes` and `parameters` are lists of four float32."""

    def __init__(self, language, steps, attributes, parameters, limit):
        self.second = language == "VP2.0"
        self.attributes, self.parameters = attributes, parameters
        self.registers = {}
        self.addresses = {"A0": [0] * 4, "A1": [0] * 4}
        self.code = ["EQ"] * 4
        labels = {s.target: n for n, s in enumerate(steps) if not s.opcode}
        place = labels.get("main", 0)
        done, calls = 0, []
        while place < len(steps):
            step = steps[place]
            place += 1
            if not step.opcode:
                continue
            if done == limit:
                return
            done += 1
            if step.opcode not in ("BRA", "CAL", "RET"):
                self.execute(step)
            elif any(self.passes(step, c) for c in range(4)):
                if step.opcode == "RET":
                    if not calls:
                        return
                    place = calls.pop()
                    continue
                if step.opcode == "CAL":
                    if len(calls) == 4:
                        return
                    calls.append(place)
                place = labels[step.target]

    def read(self, name):
        return self.registers.setdefault(name, [F32(v) for v in _start(name)])

    def passes(self, step, component):
        return not step.rule or self.code["xyzw".index(step.tested[component])] in RULES[step.rule]

    def load(self, operand):
        if operand.file == "R":
            values = self.read(f"R{operand.number}")
        elif operand.file == "A":
            register, component, offset = operand.number
            index = self.addresses[f"A{register}"]["xyzw".index(component)] + offset
            inside = 0 <= index < (256 if self.second else 96)
            values = self.parameters.get(index, [F32(0)] * 4) if inside else [F32(0)] * 4
        else:
            values = (self.attributes if operand.file == "v" else self.parameters)[operand.number]
        chosen = [flushed(values["xyzw".index(c)]) for c in operand.swizzle]
        chosen *= 4 // len(chosen)
        if operand.absolute:
            chosen = [abs(v) for v in chosen]
        return [-v for v in chosen] if operand.negate else chosen

    def execute(self, step):
        if step.target in self.addresses:
            values = self.address(step)
            stored = self.addresses[step.target]
        else:
            values = [flushed(F32(v)) for v in self.compute(step)]
            values = [F32(np.nan) if np.isnan(v) else v for v in values]
            stored = [None] * 4 if step.target == "CC" else self.read(step.target)
        written = ["xyzw"[c] in step.mask and self.passes(step, c) for c in range(4)]
        for c in range(4):
            if written[c]:
                stored[c] = values[c]
                if step.update:
                    self.code[c] = sign(values[c])

    def address(self, step):
        if step.opcode == "ARA":
            a = self.addresses[step.operands[0]]
            values = [a[c % 2] + a[c % 2 + 2] for c in range(4)]
        else:
            loaded = self.load(step.operands[0])
            whole = np.floor if step.opcode == "ARL" else np.rint
            values = [-(10**9) if np.isnan(v) else whole(v) for v in loaded]
        return [int(min(max(v, -512), 511)) for v in values]

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
        return {
            "SEQ": a == b,
            "SNE": a != b or (a == 0 and unlike),
            "SGE": a >= b,
            "SGT": a > b,
            "SLE": a <= b,
            "SLT": a < b,
        }[opcode]

    def extreme(self, least, a, b):
        if a == b == 0 and self.second:
            return -0.0 if least and (np.signbit(a) or np.signbit(b)) else max_zero(a, b, least)
        if least:
            return a if a < b else b
        return a if a >= b else b


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
