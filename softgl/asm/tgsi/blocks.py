"""Expands IF, loops and SWITCH of TGSI into the control flow of the program form.

A condition is an operand here: an instruction sets a condition code from it, which IF, BRK and CAL
test. SWITCH is a loop of one iteration, in which each CASE is an IF for the lanes that have reached
it; so BRK leaves it.
"""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.text.lexer import Token
from softgl.asm.text.nesting import ENDS, check_depth, innermost
from softgl.asm.tgsi.lexer import parse_integer
from softgl.asm.tgsi.operands import parse_register, parse_source
from softgl.asm.tgsi.registers import resolve_source
from softgl.asm.tgsi.state import Block, TgsiState
from softgl.ir.program import ConditionTest, Destination, File, Source, X, Y, Z
from softgl.isa.vocabulary import FLOAT, UNSIGNED, DataType

_X = (True, False, False, False)
NOT_ZERO = ConditionTest("NE", 0, (X, X, X, X))
_ZERO = ConditionTest("EQ", 0, (X, X, X, X))
_LOOPS = ("LOOP", "REP", "FOR")
_LEFT = (*_LOOPS, "SWITCH")
_IN_SWITCH = ("CASE", "DEFAULT", "ENDSWITCH")


def statement_allowed(p: TgsiState, token: Token, name: str) -> None:
    """Fails for an instruction between SWITCH and its first CASE."""
    block = p.blocks[-1] if p.blocks else None
    if block and block.part == "SWITCH" and not block.section and name not in _IN_SWITCH:
        p.tokens.fail(token, f"{token} is before the first CASE", ENDS["SWITCH"])


def set_condition(p: TgsiState, source: Source, type_: DataType) -> None:
    """Sets the condition code by the x of an operand."""
    p.emit("MOV", Destination(None, mask=_X), source, type_=type_, update=0)


def _set(p: TgsiState, flag: Source, word: int, condition=None) -> None:
    mask = tuple(component == flag.swizzle[0] for component in range(4))
    destination = Destination(File.TEMPORARY, flag.index, mask, condition)
    p.emit("MOV", destination, p.constant(word), type_=UNSIGNED)


def accept_label(p: TgsiState) -> None:
    """Skips `:n` after IF and the like; the nesting gives the partner."""
    if p.tokens.accept(":"):
        parse_integer(p.tokens, 0, 2**31)


# -- IF --------------------------------------------------------------------------------------------


def _begin_if(type_: DataType):
    def begin(p: TgsiState, token: Token, predicate) -> None:
        check_depth(p, token, ("IF", "ELSE"), p.limits.if_depth)
        source = parse_source(p, type_, scalar=True)
        accept_label(p)
        set_condition(p, source, type_)
        p.emit("IF", condition=NOT_ZERO)
        p.blocks.append(Block(token, "IF"))

    return begin


def _begin_else(p: TgsiState, token: Token, predicate) -> None:
    innermost(p, token, ("IF",)).part = "ELSE"
    accept_label(p)
    p.emit("ELSE")


def _end_if(p: TgsiState, token: Token, predicate) -> None:
    innermost(p, token, ("IF", "ELSE"))
    p.blocks.pop()
    p.emit("ENDIF")


# -- loops -----------------------------------------------------------------------------------------


def _begin_loop(p: TgsiState, token: Token, predicate) -> None:
    check_depth(p, token, _LEFT, p.limits.loop_depth)
    accept_label(p)
    p.emit("REP")
    p.blocks.append(Block(token, "LOOP"))


def _begin_rep(p: TgsiState, token: Token, predicate) -> None:
    check_depth(p, token, _LEFT, p.limits.loop_depth)
    counted = p.tokens.peek().text in ("-", "|", "IN", "OUT", "TEMP", "CONST", "IMM", "SV")
    sources = [parse_source(p, FLOAT, scalar=True)] if counted else []
    accept_label(p)
    p.emit("REP", None, *sources)
    p.blocks.append(Block(token, "REP"))


def _begin_for(p: TgsiState, token: Token, predicate) -> None:
    check_depth(p, token, _LEFT, p.limits.loop_depth)
    counter = resolve_source(p, parse_register(p, ("LOOP",)))
    p.tokens.expect(",", "and what to count")
    where = p.tokens.peek()
    source = parse_source(p, FLOAT)
    # "The source must be a constant register."
    if source.file not in (File.PARAMETER, File.BUFFER):
        p.tokens.fail(where, f"{where} is not a constant register", "CONST or IMM")
    accept_label(p)
    p.emit("FLR", Destination(File.TEMPORARY, counter.index, (True, True, True, False)), source)
    p.emit("REP", None, replace(counter, swizzle=(Y, Y, Y, Y)))
    p.blocks.append(Block(token, "FOR", counter=counter))


def _count(p: TgsiState, counter: Source) -> None:
    """Advances a loop register at ENDFOR."""
    # "dst.x = dst.x + dst.z; dst.y = dst.y - 1.0"
    one = p.constant(0xBF800000)
    for mask, step in (
        (_X, replace(counter, swizzle=(Z, Z, Z, Z))),
        ((False, True, False, False), one),
    ):
        p.emit("ADD", Destination(File.TEMPORARY, counter.index, mask), counter, step)


def _end_for(p: TgsiState, token: Token, predicate) -> None:
    block = innermost(p, token, ("FOR",))
    where = p.tokens.peek()
    if p.tokens.at("LOOP") and resolve_source(p, parse_register(p, ("LOOP",))) != block.counter:
        p.tokens.fail(where, "this is not the register of its BGNFOR")
    accept_label(p)
    p.blocks.pop()
    _count(p, block.counter)
    p.emit("ENDREP")


def _end_loop(part: str):
    def end(p: TgsiState, token: Token, predicate) -> None:
        innermost(p, token, (part,))
        accept_label(p)
        p.blocks.pop()
        p.emit("ENDREP")

    return end


def _break(p: TgsiState, token: Token, predicate) -> None:
    _check_inside(p, token, _LEFT, "outside any loop and SWITCH")
    p.emit("BRK", condition=predicate)


def _break_if(p: TgsiState, token: Token, predicate) -> None:
    _check_inside(p, token, _LEFT, "outside any loop and SWITCH")
    set_condition(p, parse_source(p, UNSIGNED, scalar=True), UNSIGNED)
    p.emit("BRK", condition=NOT_ZERO)


def _continue(p: TgsiState, token: Token, predicate) -> None:
    _check_inside(p, token, _LOOPS, "outside any loop")
    inner = next(block for block in reversed(p.blocks) if block.part in _LEFT)
    if inner.part in ("LOOP", "REP"):
        p.emit("CONT", condition=predicate)
        return
    if predicate is not None:
        p.emit("IF", condition=predicate)
    if inner.part == "FOR":
        _count(p, inner.counter)
        p.emit("CONT")
    else:
        _leave_switch(p, inner)
    if predicate is not None:
        p.emit("ENDIF")


def _leave_switch(p: TgsiState, inner: Block) -> None:
    """Leaves a SWITCH, and records that the enclosing loop continues after it."""
    inner.continued = True
    _set(p, _state(inner, _CONTINUED), 0xFFFFFFFF)
    p.emit("BRK")


# -- SWITCH ----------------------------------------------------------------------------------------

_VALUE, _CHOSEN, _MATCHED, _CONTINUED = range(4)


def _state(block: Block, component: int) -> Source:
    """Returns a component of the state of a SWITCH."""
    return Source(File.TEMPORARY, block.state, (component,) * 4)


def _begin_switch(p: TgsiState, token: Token, predicate) -> None:
    check_depth(p, token, _LEFT, p.limits.loop_depth)
    source = parse_source(p, UNSIGNED, scalar=True)
    accept_label(p)
    block = Block(token, "SWITCH", p.new_temporary())
    p.move(block.state, source, _X, UNSIGNED)
    _set(p, _state(block, _CHOSEN), 0)
    block.begins = len(p.instructions)
    p.emit("REP")
    p.blocks.append(block)


def _compare(p: TgsiState, block: Block, case: Source) -> None:
    value = _state(block, _VALUE)
    p.emit("XOR", Destination(None, mask=_X), value, case, type_=UNSIGNED, update=0)


def _end_section(p: TgsiState, block: Block) -> None:
    if block.section:
        p.emit("ENDIF")


def _section(p: TgsiState, block: Block) -> None:
    """Begins the section of lanes that have reached a CASE."""
    set_condition(p, _state(block, _CHOSEN), UNSIGNED)
    p.emit("IF", condition=NOT_ZERO)
    block.section = True


def _case(p: TgsiState, token: Token, predicate) -> None:
    block = innermost(p, token, ("SWITCH",))
    _end_section(p, block)
    first = len(p.instructions)
    case = parse_source(p, UNSIGNED, scalar=True)
    accept_label(p)
    _compare(p, block, case)
    if block.matched:
        block.cases.append(p.instructions[first:])  # DEFAULT needs the cases after it
    _set(p, _state(block, _CHOSEN), 0xFFFFFFFF, _ZERO)
    _section(p, block)


def _default(p: TgsiState, token: Token, predicate) -> None:
    block = innermost(p, token, ("SWITCH",))
    if block.matched:
        p.tokens.fail(token, "a second DEFAULT in one SWITCH", "CASE or ENDSWITCH")
    accept_label(p)
    _end_section(p, block)
    # A matching CASE before it has been reached already.
    block.matched = True
    set_condition(p, _state(block, _MATCHED), UNSIGNED)
    _set(p, _state(block, _CHOSEN), 0xFFFFFFFF, _ZERO)
    _section(p, block)


def _end_switch(p: TgsiState, token: Token, predicate) -> None:
    block = innermost(p, token, ("SWITCH",))
    accept_label(p)
    p.blocks.pop()
    _end_section(p, block)
    # ENDREP is never reached, so the loop does not repeat.
    p.emit("BRK")
    p.emit("ENDREP")
    _insert_beginning(p, block)
    if block.continued:
        set_condition(p, _state(block, _CONTINUED), UNSIGNED)
        p.emit("IF", condition=NOT_ZERO)
        _continue(p, token, None)
        p.emit("ENDIF")


def _insert_beginning(p: TgsiState, block: Block) -> None:
    """Inserts the preparations before a SWITCH that its contents require. It has no labels."""
    after = p.instructions[block.begins :]
    del p.instructions[block.begins :]
    if block.continued:
        _set(p, _state(block, _CONTINUED), 0)
    if block.matched:
        _set(p, _state(block, _MATCHED), 0)
        for comparison in block.cases:
            p.instructions += comparison
            _set(p, _state(block, _MATCHED), 0xFFFFFFFF, _ZERO)
    p.instructions += after


# -- nesting ---------------------------------------------------------------------------------------


def _check_inside(p: TgsiState, where: Token, parts: tuple[str, ...], problem: str) -> None:
    if not any(block.part in parts for block in p.blocks):
        p.tokens.fail(where, f"{where} is {problem}")


RULES = {
    "IF": _begin_if(FLOAT),
    "UIF": _begin_if(UNSIGNED),
    "ELSE": _begin_else,
    "ENDIF": _end_if,
    "BGNLOOP": _begin_loop,
    "ENDLOOP": _end_loop("LOOP"),
    "REP": _begin_rep,
    "ENDREP": _end_loop("REP"),
    "BGNFOR": _begin_for,
    "ENDFOR": _end_for,
    "BRK": _break,
    "BREAKC": _break_if,
    "CONT": _continue,
    "SWITCH": _begin_switch,
    "CASE": _case,
    "DEFAULT": _default,
    "ENDSWITCH": _end_switch,
}
"""Mnemonics -> the parsers of the rest: (state, its token, its predicate or None) -> None."""
