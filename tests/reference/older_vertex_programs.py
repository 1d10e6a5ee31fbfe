"""Random programs of VP1.0, VP1.1 and VP2.0: lists of `Step`, which `text` spells.

Only the registers FINAL, which nothing reads, get approximate results.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

VP1 = ("ADD", "DP3", "DP4", "DST", "MAD", "MAX", "MIN", "MOV", "MUL", "RCP", "SGE", "SLT")
VP11 = (*VP1, "ABS", "DPH", "RCC", "SUB")
VP2 = (*VP11, "FLR", "FRC", "SEQ", "SFL", "SGT", "SLE", "SNE", "SSG", "STR")
OPCODES = {"VP1.0": VP1, "VP1.1": VP11, "VP2.0": VP2}
ROUGH = ("EXP", "LIT", "LOG", "RSQ")
APPROXIMATE = {"VP1.0": ROUGH, "VP1.1": ROUGH, "VP2.0": (*ROUGH, "COS", "EX2", "LG2", "SIN")}
ONE_OPERAND = ("MOV", "RCP", "ABS", "RCC", "FLR", "FRC", "SSG", *APPROXIMATE["VP2.0"])
COUNTS = {"MAD": 3, **dict.fromkeys(ONE_OPERAND, 1)}
SCALARS = ("RCP", "RCC", "EXP", "LOG", "RSQ", "COS", "EX2", "LG2", "SIN")
FINAL = ("o[COL0]", "o[BFC0]")
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
"""The conditions that each rule of a test lets pass."""


@dataclass
class Operand:
    """A source. `file` is R, v or c, or A for a parameter and V for an attribute by address.

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
        if self.file in "AV":
            place = f"{'c' if self.file == 'A' else 'v'}[{spelled(self.number)}]"
        text = f"{place}.{self.swizzle}" if self.swizzle else place
        if self.absolute:
            text = f"|{'-' * self.inner}{text}|"
        return "-" * self.negate + text


def spelled(place):
    """`A0.x + 3`."""
    register, component, offset = place
    return f"A{register}.{component} {'-' if offset < 0 else '+'} {abs(offset)}"


@dataclass
class Step:
    """An instruction, or a label where `opcode` is empty.

    target : R5, o[HPOS], CC, A0, a label, or (A0, x, 1) for a texture coordinate set by address.
    code : the condition code that is tested or updated. more : the text behind the operands.
    """

    opcode: str
    target: object = ""
    mask: str = ""
    rule: str = ""
    tested: str = "xyzw"
    update: bool = False
    operands: tuple = ()
    code: str = ""
    saturate: bool = False
    more: tuple = ()

    def __str__(self):
        if not self.opcode:
            return f"{self.target}:"
        condition = f" ({self.rule}{self.code}.{self.tested})" if self.rule else ""
        mask = f".{self.mask}" if self.mask not in ("", "xyzw") else ""
        operands = "".join(f", {operand}" for operand in (*self.operands, *self.more))
        name = self.opcode + f"C{self.code}" * self.update + "_SAT" * self.saturate
        target = self.target
        if isinstance(target, tuple):
            target = f"o[TEX {spelled(target)}]"
        return f"{name} {target}{mask}{condition}{operands};"


def text(language, steps):
    return "\n".join([f"!!{language}", *map(str, steps), "END"])


# -- writing ---------------------------------------------------------------------------------------


def random_steps(seed, language):
    """The steps of a random program."""
    return Writer(random.Random(seed), language).steps()


class Writer:
    """Makes random programs."""

    opcodes, approximate = OPCODES, APPROXIMATE

    def __init__(self, source, language):
        self.source, self.language = source, language
        self.second = not language.startswith("VP1")

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
        if kind == 2:
            opcode = self.source.choice(self.approximate[self.language])
            step = Step(opcode, self.source.choice(FINAL), self.mask())
        else:
            opcode = self.source.choice(self.opcodes[self.language])
            step = Step(opcode, self.target(), self.mask())
        if self.second:
            # The sign of what is only approximated is not certain.
            step.update = kind != 2 and self.source.random() < 0.3
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

    def places(self):
        """Registers besides temporaries that one instruction may read: one of each file."""
        attribute = self.source.randrange(4)
        parameter = ("c", self.source.randrange(4))
        if self.source.random() < 0.4:
            parameter = ("A", self.by_address())
        return [("v", attribute), parameter]

    def by_address(self):
        register = self.source.randrange(2) if self.second else 0
        component = self.source.choice("xyzw") if self.second else "x"
        return register, component, self.source.randrange(-3, 5)

    def operands(self, count, scalar):
        places, found = self.places(), []
        for _ in range(count):
            file, number = self.source.choice([("R", self.source.randrange(4)), *places])
            swizzle = self.source.choice("xyzw") if scalar else self.swizzle()
            operand = Operand(file, number, swizzle, self.source.random() < 0.3)
            if self.second and self.source.random() < 0.2:
                operand.absolute, operand.inner = True, self.source.random() < 0.5
            found.append(operand)
        return tuple(found)
