"""TGSI again: the results of a text for one vertex or fragment, from the two documents alone.

Nothing of softgl is used. Texts are as dumps write them: one instruction on a line, behind its
number. Textures, derivatives and blocks of constants are not here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from tests.reference import tgsi_arithmetic as formulas
from tests.reference.approximate import Interval
from tests.reference.arithmetic import PACK, QUIET_NAN, UNPACK, ZERO, from_bits, to_bits, wrap

LIMIT = 2**23  # of what an address register holds
_REGISTER = r"(\w+)\[(?:(\w+)\[(\d+)\]\.(\w))?\+?(-?\d+)?\](?:\((\d+)\))?"
_PREDICATE = re.compile(r"\((!?)PRED\[(\d+)\]\.?(\w*)\)\s*(.*)")
_DESTINATION = re.compile(_REGISTER + r"(?:\.(\w+))?$")
_SOURCE = re.compile(r"(-?)(\|?)" + _REGISTER + r"(?:\.(\w+))?\|?$")
_OPENS = {
    "IF": "ENDIF",
    "UIF": "ENDIF",
    "BGNLOOP": "ENDLOOP",
    "BGNFOR": "ENDFOR",
    "SWITCH": "ENDSWITCH",
}
_CONTROL = frozenset(
    "IF UIF ELSE ENDIF BGNLOOP ENDLOOP BGNFOR ENDFOR BRK BREAKC CONT SWITCH CASE DEFAULT "
    "ENDSWITCH CAL CALLNZ RET BGNSUB ENDSUB END NOP KILL KILL_IF".split()
)


class ZeroWins(np.float32):
    """A factor that is stronger than infinities and NaNs if it or the other one is 0.

    Every product that an instruction makes has an operand in it.
    """

    def __mul__(self, other):
        factors = np.float32(self), np.float32(other)
        return ZERO if 0 in factors else factors[0] * factors[1]

    __rmul__ = __mul__


class Ended(Exception):
    """The program is at its end."""


@dataclass
class Place:
    """A register as it is written; `relative` is (file, index, component) or None."""

    file: str
    number: int
    relative: tuple | None
    array: int


@dataclass
class Operand(Place):
    """A source."""

    swizzle: str = "xyzw"
    negative: bool = False
    absolute: bool = False


@dataclass
class Target(Place):
    """A destination."""

    mask: str = "xyzw"


@dataclass
class Step:
    """An instruction; `predicate` is (True if negated, number, swizzle) or None."""

    opcode: str
    saturate: bool
    destinations: list
    sources: list
    label: int | None
    predicate: tuple | None


@dataclass
class Text:
    """A parsed text.

    immediates : four words each. ranges : (file, array id or 0) -> the first and the last register.
    ends : number of the instruction that ends an IF, ELSE, loop or SWITCH, or that begins the
        loop of an ENDLOOP or ENDFOR.
    around : for each instruction the numbers of the instructions that begin blocks around it, the
        outermost first. cases : for SWITCH the numbers of its CASE and DEFAULT.
    zero_wins : True if 0 times anything is 0.
    """

    stage: str
    steps: list = field(default_factory=list)
    immediates: list = field(default_factory=list)
    ranges: dict = field(default_factory=dict)
    ends: dict = field(default_factory=dict)
    around: dict = field(default_factory=dict)
    cases: dict = field(default_factory=dict)
    zero_wins: bool = False


def _place(match, first):
    file, index_file, index, component, number, array = match.groups()[first : first + 6]
    relative = (index_file, int(index), component) if index_file else None
    return file, int(number or 0), relative, int(array or 0)


def _source(text):
    match = _SOURCE.match(text)
    swizzle = match[9] or "xyzw"
    swizzle = swizzle * 4 if len(swizzle) == 1 else swizzle
    return Operand(*_place(match, 2), swizzle, bool(match[1]), bool(match[2]))


def _target(text):
    match = _DESTINATION.match(text)
    return Target(*_place(match, 0), match[7] or "xyzw")


def _step(line):
    predicate = None
    if match := _PREDICATE.match(line):
        swizzle = match[3] or "xyzw"
        swizzle = swizzle * 4 if len(swizzle) == 1 else swizzle
        predicate, line = (bool(match[1]), int(match[2]), swizzle), match[4]
    name, _, rest = line.partition(" ")
    label = None
    if ":" in rest:
        rest, _, number = rest.partition(":")
        label = int(number)
    operands = [part.strip() for part in rest.split(",") if part.strip()]
    opcode = name.removesuffix("_SAT")
    count = 0 if opcode in _CONTROL else 2 if opcode == "DFRACEXP" else 1
    return Step(
        opcode,
        name != opcode,
        list(map(_target, operands[:count])),
        list(map(_source, operands[count:])),
        label,
        predicate,
    )


def _immediate(line):
    kind, _, numbers = line.partition("{")
    numbers = [n.strip() for n in numbers.rstrip("} ").split(",")]
    if "FLT64" in kind:
        return [int(w) for w in np.array(numbers, np.float64).view(np.uint32)]
    if "FLT32" in kind:
        return [int(w) for w in np.array([float(n) for n in numbers], np.float32).view(np.uint32)]
    return [int(n) & 0xFFFFFFFF for n in numbers]


def parse_text(source: str) -> Text:
    """Parses a text with instructions numbered from 0 on."""
    lines = [line.strip() for line in source.strip().splitlines()]
    text = Text(lines[0])
    for line in lines[1:]:
        if match := re.match(r"DCL (\w+)\[(\d+)(?:\.\.(\d+))?\](.*)", line):
            first, last = int(match[2]), int(match[3] or match[2])
            low, high = text.ranges.get((match[1], 0), (first, last))
            text.ranges[match[1], 0] = min(low, first), max(high, last)
            if array := re.search(r"ARRAY\((\d+)\)", match[4]):
                text.ranges[match[1], int(array[1])] = first, last
        elif line == "PROPERTY LEGACY_MATH_RULES 1":
            text.zero_wins = True
        elif line.startswith("IMM"):
            text.immediates.append(_immediate(line))
        elif line == "END":
            text.steps.append(_step(line))
        elif match := re.match(r"(\d+): (.*)", line):
            assert int(match[1]) == len(text.steps), line
            text.steps.append(_step(match[2]))
    text.ranges["IMM", 0] = 0, len(text.immediates) - 1
    for file in ("TEMP", "CONST"):
        if (file, 0) in text.ranges:
            text.ranges[file, 0] = 0, text.ranges[file, 0][1]
    _nest(text)
    return text


def _nest(text):
    """Finds the end of each instruction's block, and the blocks around it."""
    opened = []
    for number, step in enumerate(text.steps):
        if step.opcode in ("ELSE", *_OPENS.values()):
            before = opened.pop()
            text.ends[before] = number
            if step.opcode in ("ENDLOOP", "ENDFOR"):
                text.ends[number] = before
        if step.opcode in ("CASE", "DEFAULT"):
            text.cases.setdefault(opened[-1], []).append(number)
        text.around[number] = tuple(opened)
        if step.opcode in _OPENS or step.opcode == "ELSE":
            opened.append(number)


class Lane:
    """The execution of a text for one vertex or fragment; `outputs` and `killed` are the outcome.

    inputs : (file, number) -> four words, of the files IN, SV and CONST.
    """

    def __init__(self, text: Text, inputs: dict, limit: int = 20000):
        self.text, self.killed = text, False
        self.registers = {("IMM", n): list(words) for n, words in enumerate(text.immediates)}
        self.registers |= {place: list(words) for place, words in inputs.items()}
        self.calls, self.next, self.limit = [], 0, limit
        with np.errstate(all="ignore"):
            try:
                while True:
                    self.step()
            except Ended:
                pass
        self.outputs = {
            number: words for (file, number), words in self.registers.items() if file == "OUT"
        }

    # -- registers ---------------------------------------------------------------------------------

    def words(self, file, number):
        return self.registers.setdefault((file, number), [0] * 4)

    def at(self, place: Place):
        """The words of a register; an index chooses the nearest of its array."""
        number = place.number
        if place.relative:
            file, index, component = place.relative
            first, last = self.text.ranges[place.file, place.array]
            number += wrap(self.words(file, index)["xyzw".index(component)], "S")
            number = min(max(number, first), last)
        return self.words(place.file, number)

    def bits(self, operand: Operand):
        words = self.at(operand)
        return [words["xyzw".index(component)] for component in operand.swizzle]

    def load(self, operand: Operand, type_: str):
        values = [from_bits(word, type_) for word in self.bits(operand)]
        if operand.absolute:
            values = [abs(value) for value in values]
        if operand.negative:
            values = [-v if type_ == "F" else wrap(-v, type_) for v in values]
        return list(map(ZeroWins, values)) if self.text.zero_wins and type_ == "F" else values

    def load_doubles(self, operand: Operand):
        low, high = (np.array(self.bits(operand)[c::2], np.uint64) for c in range(2))
        doubles = list((low | high << np.uint64(32)).view(np.float64))
        if operand.absolute:
            doubles = [abs(value) for value in doubles]
        return [-value for value in doubles] if operand.negative else doubles

    def store(self, step: Step, target: Target, words):
        stored = self.at(target)
        enabled = "xyzw"
        if step.predicate:
            negated, number, swizzle = step.predicate
            tests = [from_bits(w, "F") != 0 for w in self.words("PRED", number)]
            enabled = [c for c, s in zip("xyzw", swizzle, strict=True)
                       if tests["xyzw".index(s)] != negated]  # fmt: skip
        for component, word in zip("xyzw", words, strict=True):
            if component in target.mask and component in enabled:
                stored["xyzw".index(component)] = word

    # -- control flow ------------------------------------------------------------------------------

    def step(self):
        self.limit -= 1
        assert self.limit, "the program does not end"
        here, self.next = self.next, self.next + 1
        step = self.text.steps[here]
        if step.opcode in _CONTROL:
            getattr(self, f"do_{step.opcode.lower()}")(step, here)
        else:
            self.compute(step)

    def condition(self, step, type_):
        return self.load(step.sources[0], type_)[0] != 0

    def do_if(self, step, here, type_="F"):
        if not self.condition(step, type_):
            self.next = self.text.ends[here] + 1

    def do_uif(self, step, here):
        self.do_if(step, here, "U")

    def do_else(self, step, here):
        self.next = self.text.ends[here] + 1

    def nothing(self, step, here):
        pass

    do_endif = do_bgnloop = do_case = do_default = do_endswitch = do_nop = nothing

    def do_endloop(self, step, here):
        self.next = self.text.ends[here] + 1

    def do_bgnfor(self, step, here):
        """The seed's formulas, of floats."""
        counter = self.at(step.sources[0])
        start, count, more = (np.floor(v) for v in self.load(step.sources[1], "F")[:3])
        counter[:3] = (to_bits(value, "F") for value in (start, count, more))
        if count <= 0:
            self.next = self.text.ends[here] + 1

    def do_endfor(self, step, here):
        begin = self.text.ends[here]
        counter = self.at(self.text.steps[begin].sources[0])
        x, y, z = (from_bits(word, "F") for word in counter[:3])
        counter[:2] = to_bits(x + z, "F"), to_bits(y - formulas.ONE, "F")
        if y - formulas.ONE > 0:
            self.next = begin + 1

    def inner(self, here, opcodes):
        return next(n for n in self.text.around[here][::-1] if self.text.steps[n].opcode in opcodes)

    def do_brk(self, step, here):
        self.next = self.text.ends[self.inner(here, ("BGNLOOP", "BGNFOR", "SWITCH"))] + 1

    def do_breakc(self, step, here):
        if self.condition(step, "U"):
            self.do_brk(step, here)

    def do_cont(self, step, here):
        begin = self.inner(here, ("BGNLOOP", "BGNFOR"))
        self.next = self.text.ends[begin]

    def do_switch(self, step, here):
        value, goal = self.load(step.sources[0], "U")[0], self.text.ends[here]
        for number in self.text.cases[here]:
            if self.text.steps[number].opcode == "DEFAULT":
                goal = number
        for number in self.text.cases[here]:
            case = self.text.steps[number]
            if case.opcode == "CASE" and self.load(case.sources[0], "U")[0] == value:
                goal = number
                break
        self.next = goal

    def do_cal(self, step, here):
        self.calls.append(self.next)
        self.next = step.label

    def do_callnz(self, step, here):
        if self.condition(step, "U"):
            self.do_cal(step, here)

    def do_ret(self, step, here):
        if not self.calls:
            raise Ended
        self.next = self.calls.pop()

    do_endsub = do_ret

    def do_bgnsub(self, step, here):
        assert self.calls

    def do_end(self, step, here):
        raise Ended

    def do_kill(self, step, here):
        self.killed = True
        raise Ended

    def do_kill_if(self, step, here):
        if any(x < 0 for x in self.load(step.sources[0], "F")):
            self.do_kill(step, here)

    # -- arithmetic --------------------------------------------------------------------------------

    def compute(self, step: Step):
        opcode = step.opcode
        if opcode in ("ARL", "ARR", "UARL"):
            words = self.address(step)
        elif opcode == "DFRACEXP":
            both = [formulas.parts(x) for x in self.load_doubles(step.sources[0])]
            self.store(step, step.destinations[1], doubles(f for f, _ in both))
            words = doubles(float(e) for _, e in both)
        elif opcode in formulas.CHOICES:
            words = self.chosen(step)
        elif opcode in formulas.INTEGER:
            words = self.integers(step)
        elif opcode.startswith("D") and opcode not in ("DIV", "DST", "DP2", *formulas.VECTOR):
            words = self.doubles(step)
        elif opcode in formulas.WIDENING:
            values = self.load(step.sources[0], formulas.WIDENING[opcode])
            words = doubles(map(float, values[:2]))
        elif opcode in PACK:
            words = [PACK[opcode](self.load(step.sources[0], "F"))] * 4
        else:
            words = [self.result(step, value) for value in self.floats(step)]
        self.store(step, step.destinations[0], words)

    def chosen(self, step):
        """One of several operands: its bits, if nothing changes any of them."""
        first, last, tested, choose = formulas.CHOICES[step.opcode]
        sources = step.sources[first:last]
        changed = step.opcode != "UCMP" and (
            step.saturate or any(source.negative or source.absolute for source in sources)
        )
        each = []
        for source in sources:
            words = self.bits(source)
            if source.negative or source.absolute:
                words = [to_bits(value, "F") for value in self.load(source, "F")]
            each.append(words)
        type_ = "U" if step.opcode == "UCMP" else "F"
        tests = [0] * 4 if tested is None else self.load(step.sources[tested], type_)
        words = [each[choose(test)][c] for c, test in enumerate(tests)]
        return [self.result(step, from_bits(w, "F")) for w in words] if changed else words

    def result(self, step, value):
        if isinstance(value, Interval):
            return value.clamped(0.0, 1.0) if step.saturate else value
        if step.saturate:
            value = formulas.clamp(value, ZERO, formulas.ONE) if value > 0 else ZERO
        return to_bits(value, "F")

    def address(self, step):
        if step.opcode == "UARL":
            values = self.load(step.sources[0], "S")
        else:
            whole = np.floor if step.opcode == "ARL" else np.rint
            values = [whole(value) for value in self.load(step.sources[0], "F")]
        return [-LIMIT if v != v else int(min(max(v, -LIMIT), LIMIT)) for v in values]

    def integers(self, step):
        reads, gives, formula = formulas.INTEGER[step.opcode]
        types = reads.ljust(len(step.sources), reads[-1])
        operands = [self.load(*each) for each in zip(step.sources, types, strict=True)]
        values = [formula(*each) for each in zip(*operands, strict=True)]
        return [self.result(step, v) if gives == "F" else v & 0xFFFFFFFF for v in values]

    def floats(self, step):
        opcode = step.opcode
        if opcode in UNPACK:
            return UNPACK[opcode](self.packed(step.sources[0]))
        operands = [self.load(source, "F") for source in step.sources]
        fragment = self.text.stage.startswith("FRAG")
        if opcode in formulas.FLOAT:
            formula = (formulas.FRAGMENT_FLOAT if fragment else formulas.FLOAT)[opcode]
            return [formula(*each) for each in zip(*operands, strict=True)]
        vector = formulas.FRAGMENT_VECTOR if fragment else formulas.VECTOR
        return {**vector, **formulas.APPROXIMATE}[opcode](*operands)

    def packed(self, operand):
        """Packed bits: signs are those of the float that they would be."""
        word = self.bits(operand)[0]
        word &= 0x7FFFFFFF if operand.absolute else 0xFFFFFFFF
        return word ^ 0x80000000 if operand.negative else word

    def doubles(self, step):
        opcode = step.opcode
        operands = [self.load_doubles(source) for source in step.sources]
        pairs = list(zip(*operands, strict=True))
        if opcode in formulas.DOUBLE:
            return doubles(formulas.DOUBLE[opcode](*pair) for pair in pairs)
        if opcode in formulas.NARROWING:
            type_, convert = formulas.NARROWING[opcode]
            values = [convert(*pair) for pair in pairs] * 2
            return [self.result(step, v) if type_ == "F" else v & 0xFFFFFFFF for v in values]
        compared = [formulas.DOUBLE_COMPARISONS[opcode](*pair) for pair in pairs]
        return [self.result(step, value) for value in compared for _ in range(2)]


def doubles(values):
    """The words of two doubles; NaN is the quiet one."""
    found = []
    for value in values:
        bits = 0x7FF80000 << 32 if value != value else int(np.float64(value).view(np.uint64))
        found += [bits & 0xFFFFFFFF, bits >> 32]
    return found


def shown(word):
    """A word of a result as softgl gives it: every NaN is the quiet one."""
    return QUIET_NAN if word & 0x7FFFFFFF > 0x7F800000 else word
