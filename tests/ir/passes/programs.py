"""Random programs of GLSL's instruction set: branches, loops, arrays, subroutines."""

from __future__ import annotations

import random

from softgl.ir.builder import Builder, masked, swizzled, word, written
from softgl.ir.profile import Profile
from softgl.ir.program import (
    Binding,
    Destination,
    File,
    IterationLimits,
    Program,
    Relative,
    Source,
    Stage,
)
from softgl.isa.vocabulary import SIGNED, UNSIGNED
from softgl.records import but

REGISTERS, ARRAY, INPUTS = 6, 4, 2
FLOATS = ("ADD 2", "MUL 2", "MAD 3", "MAX 2", "DP3 2", "FRC 1", "CMP 3", "MOV 1", "RCP 1", "FLR 1")
WORDS = ("UADD 2", "AND 2", "ISLT 2", "USNE 2", "FSLT 2", "FSGE 2", "UCMP 3", "NOT 1", "F2I 1")
TYPES = dict.fromkeys(("UADD", "AND", "USNE", "FSLT", "FSGE", "UCMP", "NOT"), UNSIGNED)
TYPES |= {"ISLT": SIGNED, "F2I": SIGNED}


class Random:
    """Writes one program; `depth` blocks at most are open at once."""

    def __init__(self, seed: int, depth: int = 3):
        self.random = random.Random(seed)
        self.b = Builder()
        self.depth = depth
        self.registers = self.b.new(REGISTERS).index
        self.array = self.b.new(ARRAY).index
        self.loops = 0

    def program(self) -> Program:
        b, chosen = self.b, self.random
        subroutine = chosen.random() < 0.4
        b.label("main")
        for register in range(self.registers, self.array):
            source = Source(File.ATTRIBUTE, chosen.randrange(INPUTS))
            b.move(Destination(File.TEMPORARY, register), source)
        self.calls = subroutine
        self.block(self.depth, 6)
        for register in range(REGISTERS):
            b.move(Destination(File.RESULT, register), Source(File.TEMPORARY, register))
        element = Relative(File.TEMPORARY, self.registers, 0)
        place = Source(File.TEMPORARY, self.array, relative=element, offset=1, count=ARRAY)
        b.move(Destination(File.RESULT, REGISTERS), place)
        b.return_()
        if subroutine:
            self.calls = False
            b.label("sub")
            self.block(1, 3)
            b.return_()
        return Program(
            "GLSL FRAG",
            Stage.FRAGMENT,
            Profile.IEEE,
            tuple(b.instructions),
            b.temporaries,
            0,
            tuple(b.parameters),
            tuple(Binding("fragment.attrib", (n,)) for n in range(INPUTS)),
            tuple(Binding("result.color", (n,)) for n in range(REGISTERS + 1)),
            labels=tuple(b.labels),
            iterations=IterationLimits(),
        )

    # -- statements ------------------------------------------------------------------------------

    def block(self, depth, most):
        for _ in range(self.random.randint(1, most)):
            self.statement(depth)

    def statement(self, depth):
        chance = self.random.random()
        if depth and chance < 0.25:
            with self.b.if_(self.condition()):
                self.block(depth - 1, 3)
                if self.random.random() < 0.5:
                    self.b.else_()
                    self.block(depth - 1, 3)
        elif depth and chance < 0.4:
            self.loop(depth)
        elif self.loops and chance < 0.48:
            leave = self.random.choice((self.b.break_, self.b.continue_))
            leave(self.condition())
        elif chance < 0.52:
            self.b.emit("KIL", None, condition=self.b.test(self.condition()))
        elif chance < 0.55 and self.calls:
            self.b.call("sub")
        elif chance < 0.58:
            self.b.return_(self.condition())
        else:
            self.compute()

    def loop(self, depth):
        """A loop that counts, or one that a condition ends; a continue takes the step first."""
        b, counter = self.b, self.b.new()
        place = written(counter, masked(0))
        end, step = self.random.randint(0, 5), self.random.choice((1, 1, 2))
        b.move(place, b.bits(self.random.choice((0, 0, 1))))
        self.loops += 1
        with b.loop():
            below = b.make("ISLT", counter, b.bits(end), type=SIGNED, mask=masked(0))
            b.break_(b.make("NOT", below, type=UNSIGNED, mask=masked(0)))
            if self.random.random() < 0.3:
                with b.if_(self.condition()):
                    self.block(depth - 1, 2)
                    b.emit("UADD", place, counter, b.bits(step), type=UNSIGNED)
                    b.continue_()
            if self.random.random() < 0.5:
                spot = Destination(File.TEMPORARY, self.array, relative=Relative(
                    File.TEMPORARY, counter.index, 0), count=ARRAY)  # fmt: skip
                b.move(spot, self.operand())
            inner, self.loops = self.loops, 0 if self.random.random() < 0.7 else 1
            self.block(depth - 1, 3)
            self.loops = inner
            b.emit("UADD", place, counter, b.bits(step), type=UNSIGNED)
        self.loops -= 1

    def condition(self) -> Source:
        if self.random.random() < 0.15:
            return self.b.bits(self.random.choice((0, 1)))
        operands = self.operand(), self.operand()
        return self.b.make("FSLT", *operands, type=UNSIGNED, mask=masked(0))

    def compute(self):
        chosen = self.random
        name, count = chosen.choice(chosen.choice((FLOATS, FLOATS, WORDS))).split()
        fields = {"type": TYPES[name]} if name in TYPES else {}
        operands = [self.operand(signs=name not in TYPES) for _ in range(int(count))]
        if name == "RCP":
            operands = [swizzled(operands[0], 0)]
        register = Source(File.TEMPORARY, self.registers + chosen.randrange(REGISTERS))
        mask = masked(*chosen.sample(range(4), chosen.randint(1, 4)))
        if chosen.random() < 0.4:
            value = self.b.make(name, *operands, mask=mask, **fields)
            self.b.move(written(register, mask), value)
        else:
            self.b.emit(name, written(register, mask), *operands, **fields)

    def operand(self, signs=False) -> Source:
        chosen = self.random
        chance = chosen.random()
        if chance < 0.6:
            source = Source(File.TEMPORARY, self.registers + chosen.randrange(REGISTERS))
        elif chance < 0.7:
            index = Relative(File.TEMPORARY, self.registers + chosen.randrange(REGISTERS), 1)
            source = Source(File.TEMPORARY, self.array, relative=index, count=ARRAY)
        elif chance < 0.85:
            numbers = (0.0, 1.0, -2.5, 0.5, 3.0)
            source = self.b.bits(*(word(chosen.choice(numbers)) for _ in range(4)))
        else:
            source = Source(File.ATTRIBUTE, chosen.randrange(INPUTS))
        source = swizzled(source, *(chosen.randrange(4) for _ in range(4)))
        if signs and chosen.random() < 0.3:
            source = but(source, negate=(chosen.random() < 0.5,) * 4)
        return source


def random_program(seed: int) -> Program:
    """Returns a program whose results are all of its registers."""
    return Random(seed).program()
