"""Random TGSI texts, as dumps write them, without textures and derivatives.

Every loop counts in a register of its own, so that every program ends. Only the output FINAL, which
nothing reads, gets approximate results. In every third program 0 times anything is 0.
"""

from __future__ import annotations

import random

from tests.reference import tgsi_arithmetic as formulas
from tests.reference.arithmetic import PACK, UNPACK

INPUTS, OUTPUTS, FINAL, CONSTANTS = 4, 3, 3, 6
ARRAY = (6, 9)  # of TEMP
COUNTERS = 10  # the first TEMP that counts
HEADS = {
    "VERT": """VERT
DCL IN[0..3]
DCL OUT[0], POSITION
DCL OUT[1..2], GENERIC[0]
DCL OUT[3], GENERIC[9]
DCL SV[0], VERTEXID
DCL SV[1], INSTANCEID
""",
    "FRAG": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0..3], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL OUT[1..3], COLOR[1]
""",
}
DECLARED = """DCL CONST[0..5]
DCL TEMP[0..5], LOCAL
DCL TEMP[6..9], ARRAY(1), LOCAL
DCL TEMP[10..15], LOCAL
DCL ADDR[0..1]
DCL PRED[0]
DCL LOOP[0..1]
IMM[0] FLT32 {    0.0000,     1.0000,    -2.5000,     0.5000}
IMM[1] UINT32 {0, 1, 2, 3}
IMM[2] INT32 {-1, 31, -2147483648, 5}
IMM[3] FLT64 {   -1.5000,     3.0000}
IMM[4] FLT32 {   -1.5000,     2.7500,     3.0000,     0.0000}
"""
FLOATS = sorted({*formulas.FLOAT, *formulas.VECTOR, *UNPACK, *formulas.CHOICES} - {"UCMP"})
INTEGERS = sorted({*formulas.INTEGER, *PACK})
DOUBLES = sorted(
    {*formulas.DOUBLE, *formulas.DOUBLE_COMPARISONS, *formulas.WIDENING, *formulas.NARROWING}
    | {"DFRACEXP"}
)
SATURATES = {*FLOATS, *formulas.APPROXIMATE, *formulas.DOUBLE_COMPARISONS} | {
    *("D2F", "I2F", "LDEXP", "U2F"),
}
MASKS = ("", "", "", ".x", ".y", ".xy", ".xyz", ".w", ".yw", ".xzw")
PAIRS = ("", ".xyxy", ".zwzw", ".zwxy")
ADDRESSES = ("ARL", "ARR", "UARL")


class Writer:
    """The text of one program."""

    def __init__(self, seed: int, stage: str):
        self.random, self.stage = random.Random(seed), stage
        self.rules = "" if seed % 3 else "PROPERTY LEGACY_MATH_RULES 1\n"
        self.lines: list[str] = []
        self.counters, self.fors = 0, 0
        self.calls: list[int] = []  # lines that call the subroutine
        self.blocks: list[str] = []  # IF, LOOP and SWITCH, the innermost last

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *things):
        return self.random.choice(things)

    def add(self, line):
        self.lines.append(line)

    # -- operands ----------------------------------------------------------------------------------

    def index(self, low, high):
        """An index at run time, mostly from low to high."""
        register = self.pick("ADDR[0].x", "ADDR[0].z", "ADDR[1].y", "TEMP[5].w")
        offset = self.random.randint(low, high)
        return f"{register}{offset:+}" if offset else register

    def place(self):
        """A register that may be read."""
        r = self.random
        file = r.choices(
            (
                "TEMP",
                "IN",
                "CONST",
                "IMM",
                "OUT",
                "SV",
                "TEMP[]",
                "CONST[]",
                "IN[]",
                "IMM[]",
                "LOOP",
            ),
            (12, 6, 3, 5, 1, self.stage == "VERT", 3, 1, 1, 1, 0.3),
        )[0]
        if file == "TEMP[]":
            if self.chance(0.3):
                return f"TEMP[{self.index(0, 9)}]"
            return f"TEMP[{self.index(*ARRAY)}](1)"
        counts = {
            "IN": INPUTS,
            "CONST": CONSTANTS,
            "IMM": 4,
            "OUT": OUTPUTS,
            "SV": 2,
            "TEMP": 10,
            "LOOP": 2,
        }
        last = counts[file.removesuffix("[]")] - 1
        if file.endswith("[]"):
            return f"{file[:-2]}[{self.index(-1, last)}]"
        return f"{file}[{r.randint(0, last)}]"

    def source(self, kind="F", scalar=False):
        """An operand of floats (F), integers (S) or doubles (D)."""
        place = self.place()
        if kind == "D":
            swizzle = self.pick(*PAIRS)
        elif scalar or self.chance(0.3):
            swizzle = "." + self.pick(*"xyzw") * 4
        else:
            swizzle = "" if self.chance(0.5) else "." + "".join(self.pick(*"xyzw") for _ in "xyzw")
        text = place + swizzle
        if kind != "S" and self.chance(0.15):
            text = f"|{text}|"
        return "-" * self.chance(0.2) + text

    def target(self, masks=MASKS):
        file = self.random.choices(("TEMP", "TEMP[]", "OUT", "OUT[]"), (12, 3, 4, 0.5))[0]
        if file == "TEMP[]":
            place = f"TEMP[{self.index(*ARRAY)}](1)"
        elif file == "OUT[]":
            # An index may lead to any output but the approximated ones.
            place = f"OUT[{self.random.randrange(OUTPUTS)}]"
        else:
            place = f"{file}[{self.random.randrange(ARRAY[1] + 1 if file == 'TEMP' else OUTPUTS)}]"
        return place + self.pick(*masks)

    # -- instructions ------------------------------------------------------------------------------

    def instruction(self):
        family = self.random.choices(
            (self.of_floats, self.of_integers, self.of_doubles, self.approximated, self.address,
             self.predicate, self.kill),
            (10, 9, 4, 1, 2, 0.5, 0.3),
        )[0]  # fmt: skip
        family()

    def operation(self, opcode, targets, sources):
        saturate = "_SAT" * (opcode in SATURATES and self.chance(0.12))
        condition = ""
        if self.chance(0.04):
            component = self.pick("", ".x", ".w", ".yzwx")
            condition = f"({self.pick('', '!')}PRED[0]{component}) "
        self.add(f"{condition}{opcode}{saturate} {', '.join([*targets, *sources])}")

    def sources(self, opcode, kind):
        count = formulas.COUNTS.get(opcode, 2)
        return [self.source(kind, opcode in formulas.SCALARS) for _ in range(count)]

    def of_floats(self):
        opcode = self.pick(*FLOATS, "MOV", "MOV", "MAD", "ADD")
        self.operation(opcode, [self.target()], self.sources(opcode, "F"))

    def of_integers(self):
        if self.chance(0.02):
            # What it chooses from is copied as by MOV.
            sources = [self.source("S"), self.source("F"), self.source("F")]
            self.operation("UCMP", [self.target()], sources)
            return
        opcode = self.pick(*INTEGERS)
        reads = formulas.INTEGER.get(opcode, "F")[0]
        sources = self.sources(opcode, "F" if reads[0] == "F" else "S")
        if reads == "FS":
            sources[1] = self.source("S")
        self.operation(opcode, [self.target()], sources)

    def of_doubles(self):
        opcode = self.pick(*DOUBLES)
        count = 2 if opcode == "DFRACEXP" else 1
        targets = [self.target(("", ".xy", ".zw", ".xy")) for _ in range(count)]
        reads = formulas.WIDENING.get(opcode, "D")
        reads = "S" if reads == "U" else reads
        self.operation(opcode, targets, self.sources(opcode, reads))

    def approximated(self):
        opcode = self.pick(*formulas.APPROXIMATE)
        self.operation(opcode, [f"OUT[{FINAL}]{self.pick(*MASKS)}"], self.sources(opcode, "F"))

    def address(self):
        opcode, target = self.pick(*ADDRESSES), self.pick("ADDR[0]", "ADDR[0].xz", "ADDR[1].y")
        self.add(f"{opcode} {target}, {self.source('S' if opcode == 'UARL' else 'F')}")

    def predicate(self):
        self.add(f"{self.pick('SGE', 'MOV', 'SLT')} PRED[0]{self.pick(*MASKS)}, {self.source()}")
        if not self.lines[-1].startswith("MOV"):
            self.lines[-1] += f", {self.source()}"

    def kill(self):
        if self.stage == "FRAG" and self.blocks:
            self.add(f"KILL_IF {self.source()}" if self.chance(0.8) else "KILL")

    # -- blocks ------------------------------------------------------------------------------------

    def body(self, length, depth):
        for _ in range(length):
            kind = self.random.random()
            if depth and kind < 0.1:
                self.branch(depth - 1)
            elif depth and kind < 0.16:
                self.loop(depth - 1)
            elif depth and kind < 0.22:
                self.switch(depth - 1)
            elif kind < 0.25:
                self.call()
            else:
                self.instruction()
        if self.blocks and self.chance(0.3):
            self.leave()

    def inside(self, block, depth):
        self.blocks.append(block)
        self.body(self.random.randint(1, 4), depth)
        self.blocks.pop()

    def branch(self, depth):
        kind = self.pick("IF", "UIF")
        self.add(f"{kind} {self.source('F' if kind == 'IF' else 'S', True)}")
        self.inside("IF", depth)
        if self.chance(0.5):
            self.add("ELSE")
            self.inside("IF", depth)
        self.add("ENDIF")

    def counted(self, depth):
        if self.fors == 2:
            return
        self.add(f"BGNFOR LOOP[{self.fors}], IMM[4]{self.pick('', '.xyxx', '.yxzz', '.zzxy')}")
        self.fors += 1
        self.inside("LOOP", depth)
        self.add("ENDFOR")

    def loop(self, depth):
        if self.chance(0.3):
            self.counted(depth)
            return
        if self.counters == 6:
            return
        counter = f"TEMP[{COUNTERS + self.counters}]"
        self.counters += 1
        self.add(f"MOV {counter}.x, IMM[1].xxxx")
        self.add("BGNLOOP")
        self.add(f"USGE {counter}.y, {counter}.xxxx, IMM[1].{self.pick(*'yzw') * 4}")
        if self.chance(0.5):
            self.add(f"BREAKC {counter}.yyyy")
        else:
            self.add(f"UIF {counter}.yyyy")
            self.add("BRK")
            self.add("ENDIF")
        self.add(f"UADD {counter}.x, {counter}.xxxx, IMM[1].yyyy")
        self.inside("LOOP", depth)
        self.add("ENDLOOP")

    def switch(self, depth):
        if self.chance(0.7):
            self.add(f"AND TEMP[0].x, {self.source('S')}, IMM[1].wwww")
            self.add("SWITCH TEMP[0].xxxx")
        else:
            self.add(f"SWITCH {self.source('S', True)}")
        cases = [f"CASE IMM[1].{c * 4}" for c in "xyzw"[: self.random.randint(0, 4)]]
        if self.chance(0.3):
            cases.append(self.pick("CASE IMM[1].yyyy", "CASE IMM[2].xxxx"))
        if self.chance(0.6) or not cases:
            cases.append("DEFAULT")
        self.random.shuffle(cases)
        for case in cases:
            self.add(case)
            if self.chance(0.85):
                self.inside("SWITCH", depth)
            if self.chance(0.5):
                self.add("BRK")
        self.add("ENDSWITCH")

    def leave(self):
        """A jump out of the block."""
        looped = "LOOP" in self.blocks
        choices = ["RET"] if self.chance(0.3) else []
        choices += ["BRK"] * (looped or "SWITCH" in self.blocks) + ["CONT", "CONT"] * looped
        if not choices:
            return
        choice = self.pick(*choices)
        if choice == "BRK" and self.chance(0.4):
            self.add(f"BREAKC {self.source('S', True)}")
        else:
            self.add(choice)

    def call(self):
        if self.calls is None:
            return
        self.calls.append(len(self.lines))
        self.add(f"CALLNZ {self.source('S', True)}, :" if self.chance(0.3) else "CAL :")

    # -- the whole ---------------------------------------------------------------------------------

    def text(self):
        for number in range(OUTPUTS + 1):
            self.add(f"MOV OUT[{number}], IN[{number}]")
        for number in range(3):
            self.add(f"MOV TEMP[{number}], {self.pick('IN', 'CONST')}[{number + 1}]")
        self.add(f"F2I TEMP[5].w, IN[{self.random.randrange(INPUTS)}]")
        self.add("UARL ADDR[0], IMM[1].zxwy")
        self.body(self.random.randint(8, 20), 3)
        for number in range(ARRAY[1] + 1):
            self.add(f"XOR OUT[{number % OUTPUTS}], OUT[{number % OUTPUTS}], TEMP[{number}]")
        self.add("END")
        calls, self.calls = self.calls, None
        if calls:
            first = len(self.lines)
            for line in calls:
                self.lines[line] += str(first)
            self.add("BGNSUB")
            self.body(self.random.randint(1, 6), 1)
            if self.chance(0.5):
                self.add("RET")
            self.add("ENDSUB")
        numbered = "\n".join(f"{number:3}: {line}" for number, line in enumerate(self.lines))
        return f"{HEADS[self.stage]}{self.rules}{DECLARED}{numbered}\n"


def random_text(seed: int, stage: str) -> str:
    """A random program of a stage, VERT or FRAG."""
    return Writer(seed, stage).text()
