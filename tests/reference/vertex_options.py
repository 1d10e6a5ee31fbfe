"""The options NV_vertex_program2 and NV_vertex_program3 of ARBvp1.0, as `older_vertex` has VP2.0.

Written from NV_vertex_program2_option, NV_vertex_program3 and ARB_vertex_program alone. The steps
are those of VP2.0 with a few more; `text` gives the registers the names of the ARB language.
"""

from __future__ import annotations

import random
import re

import numpy as np

from tests.reference import approximate
from tests.reference.older_vertex import Vertex, compared
from tests.reference.older_vertex_programs import APPROXIMATE, OPCODES, Operand, Step, Writer

F32 = np.float32
NV2, NV3 = "NV_vertex_program2", "NV_vertex_program3"
PARAMETERS = 96
_NAMES = (
    (r"\bv\[(?=\w)", "vertex.attrib["),
    (r"\bc\[(?=\d)", "program.env["),
    (r"o\[TEX (.*?)\]", r"result.texcoord[\1]"),
    (r"o\[TEX(\d)\]", r"result.texcoord[\1]"),
    (r"o\[HPOS\]", "result.position"),
    (r"o\[COL1\]", "result.color.secondary"),
    (r"o\[COL0\]", "result.color"),
    (r"o\[BFC0\]", "result.color.back"),
)


def text(option, steps):
    body = "\n".join(map(str, steps))
    for pattern, name in _NAMES:
        body = re.sub(pattern, name, body)
    return f"""!!ARBvp1.0
OPTION {option};
TEMP R0, R1, R2, R3, CC;
ADDRESS A0, A1;
PARAM c[{PARAMETERS}] = {{ program.env[0..{PARAMETERS - 1}] }};
{body}
END"""


def random_steps(seed, option):
    """The steps of a random program."""
    return _OptionWriter(random.Random(seed), option).steps()


class _OptionWriter(Writer):
    opcodes = dict.fromkeys((NV2, NV3), (*OPCODES["VP2.0"], "XPD", "SWZ"))
    approximate = dict.fromkeys((NV2, NV3), (*APPROXIMATE["VP2.0"], "POW"))

    def step(self, labels):
        third = self.language == NV3
        if third and self.source.random() < 0.08:
            return Step(self.source.choice(("PUSHA", "POPA")), f"A{self.source.randrange(2)}")
        step = super().step(labels)
        if third:
            step.code = self.source.choice(("", "0", "1"))
            self.third(step)
        if step.opcode == "SWZ":
            step.operands = (Operand(*self.source.choice([("R", 1), *self.places()]), ""),)
            letters = (self.source.choice(("", "-")) + self.source.choice("xyzw01") for _ in "xyzw")
            step.more = tuple(letters)
        elif step.opcode == "POW":
            step.operands = self.operands(2, True)
        return step

    def third(self, step):
        """Features of NV_vertex_program3 alone."""
        target = step.target
        if step.opcode in ("", "BRA", "CAL", "RET") or target in ("A0", "A1"):
            return
        step.saturate = self.source.random() < 0.2
        if target == "o[TEX3]" and self.source.random() < 0.5:
            step.target = self.by_address()

    def places(self):
        places = super().places()
        if self.language == NV3 and self.source.random() < 0.3:
            places[0] = ("V", self.by_address())
        return places


class OptionVertex(Vertex):
    """One vertex: IEEE 754 with denormal numbers; comparisons with NaN are false."""

    least, most = -(2**23), 2**23
    flush = staticmethod(lambda x: x)

    def jump(self, step, following):
        if step.opcode == "PUSHA":
            if len(self.calls) == 4:
                return None
            self.calls.append(list(self.addresses[step.target]))
            return following
        if step.opcode == "POPA":
            popped = self.calls.pop() if self.calls else None
            if not isinstance(popped, list):
                return None
            self.addresses[step.target] = popped
            return following
        place = super().jump(step, following)
        return None if isinstance(place, list) else place

    def parameter(self, place):
        return self.parameters[min(max(self.addressed(place), 0), PARAMETERS - 1)]

    def destination(self, target):
        if isinstance(target, tuple):
            target = f"o[TEX{min(max(self.addressed(target), 0), 7)}]"
        return self.read(target)

    def result(self, step, value):
        if step.saturate:
            # "if (result.x < 0) result.x = 0; else if (result.x > 1) result.x = 1;"
            if isinstance(value, approximate.Interval):
                value = value.clamped(0.0, 1.0)
            else:
                value = F32(0) if value < 0 else F32(1) if value > 1 else value
        return super().result(step, value)

    def compute(self, step):
        if step.opcode == "SWZ":
            return [self.selected(self.load(step.operands[0]), selector) for selector in step.more]
        if step.opcode == "XPD":
            a, b = map(self.load, step.operands)
            rows = [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]
            return [*rows, F32(1)]
        return super().compute(step)

    def selected(self, values, selector):
        letter = selector.lstrip("-")
        value = F32(letter) if letter in "01" else values["xyzw".index(letter)]
        return -value if selector.startswith("-") else value

    def approximate(self, opcode, a, b):
        if opcode == "RSQ":
            a = [abs(v) for v in a]
        if opcode == "LIT":
            return approximate.lighting(a)
        return approximate.APPROXIMATE[opcode](*([a] if b is None else [a, b]))

    def two(self, opcode, a, b):
        if opcode == "MAX":
            return a if a > b else b
        if opcode == "MIN":
            return b if a > b else a
        found = compared(opcode, a, b)
        return super().two(opcode, a, b) if found is None else found
