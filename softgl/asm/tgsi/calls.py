"""Parses subroutines, labels, branches and the end of a TGSI text.

Labels are the numbers of instructions. Calls save and restore the state of SWITCH, as a subroutine
may call itself.
"""

from __future__ import annotations

from softgl.asm.text.lexer import Token
from softgl.asm.text.nesting import ENDS
from softgl.asm.tgsi.blocks import NOT_ZERO, accept_label, set_condition
from softgl.asm.tgsi.lexer import parse_integer
from softgl.asm.tgsi.operands import parse_destination, parse_source
from softgl.asm.tgsi.state import TgsiState
from softgl.errors import ErrorKind
from softgl.ir.program import ConditionTest, Destination, File, Relative, Source, X
from softgl.isa.vocabulary import FLOAT, UNSIGNED

_X = (True, False, False, False)
END = "end"  # the label after the last instruction, for an END before it


def _parse_label(p: TgsiState) -> str:
    p.tokens.expect(":", "and the number of an instruction")
    token = p.tokens.peek()
    number = parse_integer(p.tokens, 0, 2**31)
    p.jumps.setdefault(number, token)
    return label(number)


def label(number: int) -> str:
    """Returns the name of the label before the instruction with this number."""
    return f"i{number}"


def _call(p: TgsiState, token: Token, predicate) -> None:
    _emit_call(p, _parse_label(p), predicate)


def _emit_call(p: TgsiState, target: str, condition: ConditionTest | None) -> None:
    """Emits CAL, saving the state of the enclosing SWITCH blocks over the call."""
    switches = [block for block in p.blocks if block.part == "SWITCH"]
    if not switches:
        p.emit("CAL", target=target, condition=condition)
        return
    if p.called is None:
        p.called = p.new_temporary()
    depth = p.limits.call_depth
    while len(p.saved) < len(switches):
        p.saved.append(min(p.new_temporary() for _ in range(depth)))
    array = {"relative": Relative(File.TEMPORARY, p.called, X), "count": depth}
    places = list(zip(switches, p.saved, strict=False))
    for block, first in places:
        saved = Destination(File.TEMPORARY, first, **array)
        p.emit("MOV", saved, Source(File.TEMPORARY, block.state), type_=UNSIGNED)
    _count_call(p, 1)
    p.emit("CAL", target=target, condition=condition)
    _count_call(p, 0xFFFFFFFF)
    for block, first in places:
        p.move(block.state, Source(File.TEMPORARY, first, **array), type_=UNSIGNED)


def _count_call(p: TgsiState, step: int) -> None:
    called = Source(File.TEMPORARY, p.called)
    counted = Destination(File.TEMPORARY, p.called, _X)
    p.emit("UADD", counted, called, p.constant(step), type_=UNSIGNED)


def _call_if(p: TgsiState, token: Token, predicate) -> None:
    source = parse_source(p, UNSIGNED, scalar=True)
    p.tokens.accept(",")
    target = _parse_label(p)
    set_condition(p, source, UNSIGNED)
    _emit_call(p, target, NOT_ZERO)


def _return(p: TgsiState, token: Token, predicate) -> None:
    p.emit("RET", condition=predicate)


def _branch(p: TgsiState, token: Token, predicate) -> None:
    p.emit("BRA", target=_parse_label(p))


def _begin_subroutine(p: TgsiState, token: Token, predicate) -> None:
    if p.blocks:
        p.tokens.fail(token, f"{token} is inside a block", ENDS[p.blocks[-1].part])
    if p.subroutine is not None:
        p.tokens.fail(token, f"{token} is inside a subroutine", "ENDSUB")
    accept_label(p)
    last = p.instructions[-1] if p.instructions else None
    if last is None or last.opcode not in ("BRA", "RET") or last.condition is not None:
        # Only calls enter it.
        p.emit("BRA", target=_past(len(p.at)))
        p.places.append((_past(len(p.at)), -1))
    p.at[-1] = len(p.instructions)
    p.subroutine = token


def _past(number: int) -> str:
    """Returns the label after a subroutine."""
    return f"past{number}"


def _end_subroutine(p: TgsiState, token: Token, predicate) -> None:
    if p.subroutine is None:
        p.tokens.fail(token, f"{token} without BGNSUB")
    if p.blocks:
        p.tokens.fail(token, f"{token} is inside a block", ENDS[p.blocks[-1].part])
    p.subroutine = None
    p.emit("RET")
    if p.places and p.places[-1][1] < 0:
        p.places[-1] = (p.places[-1][0], len(p.instructions))


def _push(p: TgsiState, token: Token, predicate) -> None:
    where = p.tokens.peek()
    source = parse_source(p, FLOAT)
    if source != Source(source.file, source.index) or source.file is not File.ADDRESS:
        p.tokens.fail(where, f"{token} takes a whole address register", "ADDR")
    p.emit("PUSHA", None, source)


def _pop(p: TgsiState, token: Token, predicate) -> None:
    where = p.tokens.peek()
    destination = parse_destination(p)
    if destination != Destination(destination.file, destination.index) or (
        destination.file is not File.ADDRESS
    ):
        p.tokens.fail(where, f"{token} takes a whole address register", "ADDR")
    p.emit("POPA", destination)


# -- ends and labels -------------------------------------------------------------------------------


def _end(p: TgsiState, token: Token, predicate) -> None:
    check_closed(p, token)
    p.ended = True


def check_closed(p: TgsiState, token: Token) -> None:
    """Fails for an end of the program within a block or a subroutine."""
    if p.blocks:
        ends = ENDS[p.blocks[-1].part]
        p.tokens.fail(token, f"unexpected {token} in a block", ends, ErrorKind.OPEN_BLOCK)
    if p.subroutine is not None:
        p.tokens.fail(token, f"unexpected {token} in a subroutine", "ENDSUB")


def check_end(p: TgsiState) -> None:
    """Fails, at the end of the text, for jumps without a label, or into a block."""
    for number, token in p.jumps.items():
        place = p.numbers.get(number, number)
        if number in p.repeated:
            p.tokens.fail_late(token, f"several instructions have the number {number}")
        if place >= len(p.at):
            p.tokens.fail_late(token, f"there is no instruction {number}", "one of the program's")
        if p.depths[place]:
            p.tokens.fail_late(token, f"the instruction {number} is inside a block")


def labels(p: TgsiState) -> list[tuple[str, int]]:
    """Returns the labels of the program form and their instructions, in the text's order."""
    found = [(label(number), p.at[p.numbers.get(number, number)]) for number in p.jumps]
    return sorted([*found, *p.places], key=lambda place: place[1])


def leave(p: TgsiState) -> None:
    """Ends the program at an END that more text follows."""
    p.emit("BRA", target=END)
    p.ended, p.left = False, True


RULES = {
    "CAL": _call,
    "CALLNZ": _call_if,
    "RET": _return,
    "BRA": _branch,
    "BGNSUB": _begin_subroutine,
    "ENDSUB": _end_subroutine,
    "PUSHA": _push,
    "POPA": _pop,
    "END": _end,
}
"""Mnemonics -> parsers, as `blocks.RULES`."""
