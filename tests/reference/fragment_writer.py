"""Random programs of FP1.0 and of the options of ARBfp1.0: lists of `Step`, which `text` spells.

Results that a specification only approximates go to the depth result alone, which is never read.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

FP1 = "FP1.0"
OPTION1, OPTION2 = "NV_fragment_program", "NV_fragment_program2"
LANGUAGES = (FP1, OPTION1, OPTION2)
# The operands of each instruction (v vector, s scalar) and its modifiers, as table X.4 of
# NV_fragment_program and table X.5 of the other two have them: R H X C S.
_FULL, _FLOAT = "RHXCS", "RHCS"
_COMMON = {
    **dict.fromkeys("ADD DP3 DP4 MAX MIN MUL SEQ SFL SGE".split(), ("vv", _FULL)),
    **dict.fromkeys("SGT SLE SLT SNE STR SUB".split(), ("vv", _FULL)),
    **dict.fromkeys("FLR FRC MOV".split(), ("v", _FULL)),
    **dict.fromkeys("LRP MAD".split(), ("vvv", _FULL)),
    "DST": ("vv", _FLOAT),
    "RFL": ("vv", _FLOAT),
    "X2D": ("vvv", _FLOAT),
    **dict.fromkeys(("PK2H", "PK2US", "PK4B", "PK4UB"), ("v", "")),
    **dict.fromkeys(("UP2H", "UP2US", "UP4B", "UP4UB"), ("s", "CS")),
}
_ARB = {"ABS": ("v", _FULL), "DPH": ("vv", _FULL)}
EXACT = {
    FP1: _COMMON,
    OPTION1: {**_COMMON, **_ARB, "CMP": ("vvv", "S"), "XPD": ("vv", "S")},
    OPTION2: {
        **_COMMON,
        **_ARB,
        "CMP": ("vvv", "CS"),
        "XPD": ("vv", _FLOAT),
        "DP2": ("vv", _FULL),
        "DP2A": ("vvv", _FULL),
        "DIV": ("vs", _FLOAT),
    },
}
_APPROXIMATE = {
    **dict.fromkeys(("COS", "EX2", "LG2", "RCP", "RSQ", "SIN"), ("s", _FLOAT)),
    "LIT": ("v", _FLOAT),
    "POW": ("ss", _FLOAT),
}
APPROXIMATE = {
    FP1: _APPROXIMATE,
    OPTION1: {**_APPROXIMATE, "SCS": ("s", "S")},
    OPTION2: {**_APPROXIMATE, "SCS": ("s", _FLOAT), "NRM": ("v", _FLOAT)},
}
RULES = ("EQ", "GE", "GT", "LE", "LT", "NE", "TR", "FL")
_NAMES = {"f": "fragment.texcoord[{}]", "p": "program.local[{}]"}


@dataclass
class Operand:
    """A source. file : R, H, f (a texture coordinate), fog, p (a parameter), k (a constant) or
    A (the texture coordinate A0.x + number). For k, `number` is four numbers.
    """

    file: str
    number: object
    swizzle: str = "xyzw"
    negate: bool = False
    absolute: bool = False
    inner: bool = False

    def spelled(self, language):
        place = f"{self.file}{self.number}"
        if self.file == "fog":
            place = "f[FOGC]" if language == FP1 else "fragment.fogcoord"
        elif self.file == "k":
            place = f"{{{', '.join(map(str, self.number))}}}"
        elif self.file == "A":
            place = f"fragment.texcoord[A0.x + {self.number}]"
        elif language != FP1 and self.file in _NAMES:
            place = _NAMES[self.file].format(self.number)
        elif self.file in "fp":
            place = f"f[TEX{self.number}]" if self.file == "f" else f"p[{self.number}]"
        text = f"{place}.{self.swizzle}"
        if self.absolute:
            text = f"|{'-' * self.inner}{text}|"
        return "-" * self.negate + text


@dataclass
class Step:
    """An instruction. target : R0, H0, RC, HC, color, depth or a label."""

    opcode: str
    target: str = ""
    mask: str = ""
    operands: tuple = ()
    precision: str = ""
    update: bool = False
    clamp: str = ""
    rule: str = ""
    tested: str = "xyzw"
    results: dict = field(default_factory=dict)  # color, depth -> how programs write them

    def spelled(self, language):
        operands = [operand.spelled(language) for operand in self.operands]
        condition = f"{self.rule}.{self.tested}" if self.rule else ""
        if self.opcode == "label":
            return f"{self.target}:"
        if self.opcode in ("IF", "KIL") and condition:
            return f"{self.opcode} {condition};"
        name = self.opcode + self.precision + "C" * self.update + self.clamp
        bracketed = f" ({condition})" if condition else ""
        if not self.mask:  # control flow
            return f"{name} {self.target}{bracketed}{', '.join(operands)};"
        target = self.results.get(self.target, self.target)
        if target in ("RC", "HC") and language != FP1:
            target = "CC"
        mask = "" if self.mask == "xyzw" else f".{self.mask}"
        return f"{name} {', '.join([target + mask + bracketed, *operands])};"


def text(language, steps):
    if language == FP1:
        head = "!!FP1.0"
    else:
        head = f"!!ARBfp1.0 OPTION {language}; TEMP R0, R1, R2, R3; LONG TEMP H0, H1;"
    return "\n".join([head, *(step.spelled(language) for step in steps), "END"])


def random_steps(seed, language):
    """The steps of a random program."""
    return _Writer(random.Random(seed), language).steps()


class _Writer:
    def __init__(self, source, language):
        self.source, self.language = source, language
        half = source.random() < 0.5
        self.results = {
            "color": ("o[COLH]" if half else "o[COLR]") if language == FP1 else "result.color",
            "depth": "o[DEPR]" if language == FP1 else "result.depth",
        }
        self.half = language == FP1 and half
        self.loops = self.depth = 0

    def steps(self):
        steps = self.block(self.source.randrange(8, 22))
        for result, register in (("color", 0), ("depth", 1)):
            steps.append(self.write("MOV", result, "xyzw", (Operand("R", register),)))
        steps.insert(self.source.randrange(4), self.write("MOV", "color", "xz", self.operands("v")))
        approximate = [self.approximate() for _ in range(3)]
        steps = [*steps, *approximate]
        if self.language == OPTION2:
            steps += [Step("RET"), Step("label", "work"), *self.block(4), Step("RET")]
        return steps

    def write(self, opcode, target, mask, operands, **rest):
        return Step(opcode, target, mask, operands, results=self.results, **rest)

    def block(self, count):
        steps = []
        for _ in range(count):
            flow = self.language == OPTION2 and self.source.random() < 0.25
            steps += self.flow() if flow else [self.step()]
        return steps

    def flow(self):
        kind = self.source.randrange(5)
        if kind == 0 or self.depth == 3:
            return [Step("CAL", "work", rule=self.rule(), tested=self.swizzle())]
        if kind == 1 and self.loops:
            return [Step("BRK", rule=self.rule(), tested=self.swizzle())]
        self.depth += 1
        if kind < 4:
            steps = [Step("IF", rule=self.rule(), tested=self.swizzle())]
            steps += self.block(2)
            if self.source.random() < 0.5:
                steps += [Step("ELSE"), *self.block(2)]
            steps.append(Step("ENDIF"))
        else:
            name = self.source.choice(("LOOP", "REP"))
            numbers = tuple(self.source.choice((0, 1, 2, 3, 2.75, -1, -2)) for _ in range(4))
            self.loops += 1
            inner = self.loops_by_index(name)
            steps = [Step(name, operands=(Operand("k", numbers),)), *inner, Step("END" + name)]
            self.loops -= 1
        self.depth -= 1
        return steps

    def loops_by_index(self, name):
        steps = self.block(2)
        if name == "LOOP":
            coordinate = Operand("A", self.source.randrange(4), self.swizzle())
            number = self.source.randrange(2)
            sources = (Operand("R", number, negate=True), coordinate)
            steps.append(self.write("ADD", f"R{number}", "xyzw", sources))
        return steps

    def step(self):
        if self.source.random() < 0.05:
            return Step("KIL", rule=self.rule(), tested=self.swizzle())
        opcode = self.source.choice(list(EXACT[self.language]))
        kinds, modifiers = EXACT[self.language][opcode]
        target = self.source.choice(("R0", "R1", "R2", "R3", "H0", "H1", "RC", "HC", "color"))
        if opcode.startswith("PK") and (target[0] == "H" or (target == "color" and self.half)):
            target = "R3"
        mask = self.source.choice(("xyzw", "xyzw", "x", "yw", "xyz", "z"))
        if opcode == "RFL":
            mask = self.source.choice(("xyz", "y", "xz"))
        unpacks = opcode.startswith("UP")
        operands = (Operand("R", 3, self.source.choice("xyzw")),) if unpacks else None
        step = self.write(opcode, target, mask, operands or self.operands(kinds))
        self.modify(step, modifiers)
        if target in ("RC", "HC") and not step.update and self.language != FP1:
            step.target = "R0"  # CC stands only where the code is updated
        return step

    def modify(self, step, modifiers):
        random_ = self.source.random
        precisions = [letter for letter in modifiers if letter in "RHX"]
        if precisions and random_() < 0.5:
            step.precision = self.source.choice(precisions)
        if "S" in modifiers and random_() < 0.2:
            step.clamp = self.source.choice(("_SAT", "_SSAT")[: 1 + (self.language == OPTION2)])
        step.update = "C" in modifiers and random_() < 0.3
        if random_() < 0.3:
            step.rule, step.tested = self.rule(), self.swizzle()

    def approximate(self):
        opcode = self.source.choice(list(APPROXIMATE[self.language]))
        kinds, modifiers = APPROXIMATE[self.language][opcode]
        step = self.write(opcode, "depth", self.source.choice("xyzw"), self.operands(kinds))
        self.modify(step, modifiers)
        step.update = False
        return step

    def rule(self):
        return self.source.choice(RULES)

    def swizzle(self):
        return self.source.choice(("xyzw", "wzyx", "xxyz", "yyyy", "zwwx"))

    def operands(self, kinds):
        """Operands of one attribute and one parameter or constant at most, as FP1.0 asks."""
        choose = self.source.choice
        attribute = choose((("f", self.source.randrange(4)), ("fog", 0)))
        parameter = ("p", self.source.randrange(4))
        if self.source.random() < 0.5:
            parameter = ("k", tuple(choose((0, 1, 2, -1, 0.5, 300, 0.0625)) for _ in range(4)))
        found = []
        for kind in kinds:
            file, number = choose(
                (("R", self.source.randrange(4)), ("H", self.source.randrange(2)))
                + (attribute, parameter)
            )
            swizzle = choose("xyzw") if kind == "s" else self.swizzle()
            operand = Operand(file, number, swizzle, self.source.random() < 0.3)
            if self.source.random() < 0.2:
                operand.absolute, operand.inner = True, self.source.random() < 0.5
            found.append(operand)
        return tuple(found)
