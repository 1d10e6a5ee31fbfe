"""Writes condition codes as temporaries of masks, all ones or none for each component.

Each flag that tests use has one; the zero flag is stored inverted, so that zeros are the initial
condition code. Control flow after the MOV that sets its condition code needs none: in TGSI its
condition is an operand.
"""

from __future__ import annotations

from itertools import pairwise

from softgl.asm.tgsi.write_text import ONES, Code, Operand, Unwritable, masked
from softgl.ir.program import ConditionTest, Instruction, Program, Saturate
from softgl.isa import OPCODES, Form
from softgl.isa.vocabulary import FLOAT, SIGNED, DataType

_S, _N, _O, _C = "sign", "nonzero", "overflow", "carry"
# NV_gpu_program4, table X.16, as in `ir.conditions`.
_ORDERED = ("NOT", ("XOR", _S, _O))
RULES = {
    "EQ": ("NOT", ("OR", _S, _N)),
    "GE": _ORDERED,
    "GT": ("AND", _ORDERED, _N),
    "LE": ("XOR", _S, ("OR", ("NOT", _N), _O)),
    "LT": ("XOR", ("AND", _S, _N), _O),
    "NE": ("OR", _S, _N),
    "FL": False,
    "TR": True,
    "NAN": ("AND", _S, ("NOT", _N)),
    "LEG": ("OR", ("NOT", _S), _N),
    "CF": _C,
    "NCF": ("NOT", _C),
    "OF": _O,
    "NOF": ("NOT", _O),
    "SF": _S,
    "NSF": ("NOT", _S),
    "AB": ("AND", _C, _N),
    "BLE": ("NOT", ("AND", _C, _N)),
}
"""Each test as an expression of the flags."""


def _leaves(rule) -> set[str]:
    if isinstance(rule, tuple):
        return set().union(*map(_leaves, rule[1:]))
    return {rule} if isinstance(rule, str) else set()


def _operands(program: Program) -> dict[int, Instruction]:
    """Returns such instructions of control flow, by number -> the MOV before each."""
    places = {at for _, at in program.labels}
    both = enumerate(pairwise(program.instructions), 1)
    return {n: move for n, (move, one) in both if n not in places and _asks_for(one, move)}


def _asks_for(one: Instruction, move: Instruction) -> bool:
    test, written = one.condition, move.destination
    if test is None or OPCODES[one.opcode].form is not Form.FLOW or move.opcode != "MOV":
        return False
    plain = written.file is None and written.condition is None and not written.half
    plain = plain and not move.precision and move.saturate is Saturate.NONE
    component = test.swizzle[0]
    single = test.swizzle == (component,) * 4 and written.mask[component]
    same = test.rule == "NE" and test.register == move.update and single
    return plain and same and (move.type is not FLOAT or one.opcode == "IF")


class Conditions:
    """The condition codes of one program.

    operands : number of a control flow instruction -> the MOV of its operand.
    """

    def __init__(self, program: Program, code: Code):
        self._code = code
        self.operands = _operands(program)
        # (condition code, flag) -> its temporary, for flags that are both set and tested.
        numbered = enumerate(program.instructions)
        tests = [i.condition for n, i in numbered if n not in self.operands]
        tests += [i.destination.condition for i in program.instructions if i.destination]
        wanted = {(t.register, flag) for t in tests if t for flag in _leaves(RULES[t.rule])}
        updates = [i for i in program.instructions if i.update is not None]
        computed = {(i.update, flag) for i in updates for flag in (_S, _N)}
        computed |= {(i.update, flag) for i in updates if _sums(i) for flag in (_O, _C)}
        self._flags = {name: f"TEMP[{code.keep()}]" for name in sorted(wanted & computed)}

    # -- tests -------------------------------------------------------------------------------------

    def test(self, condition: ConditionTest) -> Operand:
        """Returns the masks of a test, for each component."""
        value = self._value(RULES[condition.rule], condition)
        return self._code.word(ONES * value) if isinstance(value, bool) else value

    def any(self, condition: ConditionTest) -> Operand:
        """Returns the mask of a test that any component passes."""
        mask = self.test(condition)
        different = dict(zip(condition.swizzle, range(4), strict=True)).values()
        first, *others = [mask.component(component) for component in different]
        for other in others:
            either = self._code.new()
            self._code.emit("OR", either.name, first, other)
            first = either.component(0)
        return first

    def _value(self, rule, condition: ConditionTest) -> Operand | bool:
        if isinstance(rule, bool):
            return rule
        if isinstance(rule, str):
            name = self._flags.get((condition.register, rule))
            return False if name is None else Operand(name, tuple(condition.swizzle))
        opcode, *parts = rule
        values = [self._value(part, condition) for part in parts]
        if opcode == "NOT":
            (value,) = values
            return not value if isinstance(value, bool) else self._emit("NOT", value)
        known = [value for value in values if isinstance(value, bool)]
        others = [value for value in values if not isinstance(value, bool)]
        if not known:
            return self._emit(opcode, *others)
        if opcode == "AND" and not all(known):
            return False
        if opcode == "OR" and any(known):
            return True
        if opcode == "XOR" and sum(known) % 2:
            return self._emit("NOT", *others) if others else True
        return others[0] if others else (opcode == "AND")

    def _emit(self, opcode: str, *operands: Operand) -> Operand:
        result = self._code.new()
        self._code.emit(opcode, result.name, *operands)
        return result

    # -- updates -----------------------------------------------------------------------------------

    def is_tested(self, update: int | None) -> bool:
        """True if a test uses a condition code."""
        return any(register == update for register, _ in self._flags)

    def update(self, one: Instruction, value: Operand, floats: bool, where, sums) -> None:
        """Sets the flags by a result, where a mask (an operand, or None) is set.

        floats : True for a float result.
        sums : () -> the overflow and carry flags.
        """
        new = {}
        for flag in (_S, _N):
            if (one.update, flag) in self._flags:
                new[flag] = self._flag(flag, value, floats)
        if any((one.update, flag) in self._flags for flag in (_O, _C)):
            none = self._code.word(0)
            new |= dict(zip((_O, _C), sums() if _sums(one) else (none, none), strict=True))
        for flag, operand in new.items():
            name = self._flags.get((one.update, flag))
            if name is None:
                continue
            destination = masked(name, one.destination.mask)
            if where is None:
                self._code.emit("MOV", destination, operand)
            else:
                self._code.emit("UCMP", destination, where, operand, Operand(name))

    def _flag(self, flag: str, value: Operand, floats: bool) -> Operand:
        zero = self._code.word(0)
        if not floats:
            return self._emit("ISLT" if flag == _S else "USNE", value, zero)
        if flag == _S:  # set for a NaN too
            return self._emit("NOT", self._emit("FSGE", value, zero))
        return self._emit("FSLT", zero, Operand(value.name, value.swizzle, absolute=True))


def _sums(one: Instruction) -> bool:
    return OPCODES[one.opcode].flags is not None and one.type is not FLOAT


def sum_flags(code: Code, one: Instruction, type_: DataType, operands) -> tuple[Operand, Operand]:
    """Returns the overflow and carry flags of an integer sum, as `isa.sums` does.

    operands : the operands of the formula, with signs applied.
    """

    def emit(opcode, *parts):
        result = code.new()
        code.emit(opcode, result.name, *parts)
        return result

    if any(len(set(source.negate)) > 1 for source in one.sources):
        raise Unwritable(f"{one.opcode}: the flags of operands with several signs")
    negated = [source.negate[0] for source in one.sources]
    if one.opcode == "ADD":
        (a, b), signs = operands, negated
    elif one.opcode == "SUB":
        a, b = operands
        b, signs = emit("INEG", b), [negated[0], not negated[1]]
    elif one.opcode == "MAD":
        a, b, c = operands
        a, b, signs = emit("UMUL", a, b), c, [negated[0] != negated[1], negated[2]]
    else:
        letter = "I" if type_ is SIGNED else "U"
        a, b, c = operands
        a = emit("UADD", emit(f"{letter}MAX", a, b), emit(f"{letter}MIN", a, b).negated())
        b, signs = c, [False, negated[2]]
    total = emit("UADD", a, b)
    none = code.word(0)
    if signs == [True, True]:
        return none, none
    if signs == [False, False]:
        over = emit("AND", emit("XOR", a, total), emit("XOR", b, total))
        return emit("ISLT", over, none), emit("USLT", total, a)
    minuend, other = (a, b) if signs[1] else (b, a)
    subtrahend = emit("INEG", other)
    over = emit("AND", emit("XOR", minuend, subtrahend), emit("XOR", minuend, total))
    return emit("ISLT", over, none), emit("USGE", minuend, subtrahend)
