"""Parses control flow: IF, REP, BRK, CONT, CAL, RET, labels, and checks their nesting."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.mnemonics import Modifiers
from softgl.asm.names import Variable
from softgl.asm.operands import parse_address, parse_source, take_address
from softgl.asm.state import OpenBlock, ParserState
from softgl.asm.suffixes import parse_condition, parse_condition_in_brackets
from softgl.asm.text.lexer import Token
from softgl.asm.text.nesting import ENDS, check_depth, innermost
from softgl.errors import ErrorKind
from softgl.ir.program import ALL, Destination, File, Source
from softgl.isa import DataType, Opcode, Operand

_LOOPS = ("REP", "LOOP")


def parse_flow(p: ParserState, mnemonic: Token, opcode: Opcode, modifiers: Modifiers) -> dict:
    """Parses the rest of a control flow instruction, as fields of `Instruction`."""
    RULES[opcode.name](p, mnemonic)
    parts: dict = {}
    for kind in opcode.sources:
        if kind is Operand.CONDITION:
            parts["condition"] = parse_condition(p)
        elif kind is Operand.OPTIONAL_CONDITION:
            parts["condition"] = parse_condition_in_brackets(p)
        elif kind is Operand.LABEL:
            label = p.tokens.expect_name("the label of a subroutine")
            p.calls.append(label)
            parts["target"] = label.text
        elif kind is Operand.ADDRESS:
            parts["sources"] = (Source(File.ADDRESS, take_address(p)),)
        elif kind is Operand.WRITTEN_ADDRESS:
            parts["destination"] = _parse_popped(p)
        elif kind is Operand.PARAMETER:
            parts |= _parse_count(p, opcode)
        elif not p.tokens.at(";"):  # an optional vector
            p.blocks[-1].counted = True
            source = parse_source(p, modifiers.data_type, kind, checked=modifiers.checked)
            parts["sources"] = (source,)
    return parts


def _parse_count(p: ParserState, opcode: Opcode) -> dict:
    """Parses the operand of a loop of NV_fragment_program2."""
    where = p.tokens.peek(p.tokens.at("-") or p.tokens.at("+"))
    source = parse_source(p, DataType.FLOAT, Operand.PARAMETER, checked=True)
    # NV_fragment_program2, "LOOP": "a fragment program will fail to load if the vector operand is
    # not a program parameter."
    if source.file is not File.PARAMETER:
        p.tokens.fail(where, f"{where} is not a program parameter", "how often to repeat")
    p.blocks[-1].counted = True
    if opcode.name == "REP":
        return {"sources": (source,)}
    register = p.registers.fixed(File.ADDRESS, p.loops, where)
    p.loops += 1
    p.blocks[-1].index = Variable(File.ADDRESS, (), register)
    show_index(p)
    return {
        "sources": (source,),
        "destination": Destination(File.ADDRESS, register, (True, False, False, False)),
    }


def show_index(p: ParserState) -> None:
    """Makes A0 the index of the innermost LOOP, or undefined outside of any."""
    indices = [block.index for block in p.blocks if block.index is not None]
    p.names.replace("A0", indices[-1] if indices else None)


def _parse_popped(p: ParserState) -> Destination:
    token = p.tokens.peek(1)
    destination = parse_address(p)
    condition = destination.condition
    # NV_vertex_program3, "POPA": "a program will fail to load if it includes a component write mask
    # other than ".xyzw" or a condition code write mask test other than "TR"."
    if destination.mask != ALL or (condition and condition.rule != "TR"):
        p.tokens.fail(token, "POPA writes a whole address register, without a condition")
    return replace(destination, condition=None)


# -- nesting ---------------------------------------------------------------------------------------


def _begin_if(p: ParserState, mnemonic: Token) -> None:
    check_depth(p, mnemonic, ("IF", "ELSE"), p.dialect.limits.if_depth)
    p.blocks.append(OpenBlock(mnemonic, "IF"))


def _begin_else(p: ParserState, mnemonic: Token) -> None:
    innermost(p, mnemonic, ("IF",)).part = "ELSE"


def _end_if(p: ParserState, mnemonic: Token) -> None:
    innermost(p, mnemonic, ("IF", "ELSE"))
    p.blocks.pop()


def _begin_rep(p: ParserState, mnemonic: Token) -> None:
    check_depth(p, mnemonic, _LOOPS, p.dialect.limits.loop_depth)
    p.blocks.append(OpenBlock(mnemonic, "REP"))


def _begin_loop(p: ParserState, mnemonic: Token) -> None:
    check_depth(p, mnemonic, _LOOPS, p.dialect.limits.loop_depth)
    p.blocks.append(OpenBlock(mnemonic, "LOOP"))


def _end_loop(p: ParserState, mnemonic: Token) -> None:
    innermost(p, mnemonic, ("LOOP",))
    p.blocks.pop()
    show_index(p)


def _end_rep(p: ParserState, mnemonic: Token) -> None:
    block = innermost(p, mnemonic, ("REP",))
    # NV_gpu_program4, "REP: Start of Repeat Block": "a program that includes a REP/ENDREP block
    # with no loop count will fail to compile unless it contains either a BRK instruction at the
    # current nesting level or a RET instruction at any nesting level."
    if not block.counted and not block.left:
        p.tokens.fail(block.start, "this loop never ends", "a count, or BRK or RET in the loop")
    p.blocks.pop()


def _leave(p: ParserState, mnemonic: Token) -> None:
    """Checks BRK and CONT."""
    loops = [block for block in p.blocks if block.part in _LOOPS]
    # "A program will fail to load if it includes a CONT or BRK instruction that is not contained
    # inside a REP/ENDREP block."
    if not loops:
        p.tokens.fail(mnemonic, f"{mnemonic} is outside any loop")
    loops[-1].left |= mnemonic.text == "BRK"


def _return(p: ParserState, mnemonic: Token) -> None:
    for block in p.blocks:
        block.left = True


RULES = {
    "IF": _begin_if,
    "ELSE": _begin_else,
    "ENDIF": _end_if,
    "REP": _begin_rep,
    "ENDREP": _end_rep,
    "LOOP": _begin_loop,
    "ENDLOOP": _end_loop,
    "BRK": _leave,
    "CONT": _leave,
    "CAL": lambda p, mnemonic: None,
    "BRA": lambda p, mnemonic: None,
    "PUSHA": lambda p, mnemonic: None,
    "POPA": lambda p, mnemonic: None,
    "RET": _return,
}


# -- labels ----------------------------------------------------------------------------------------


def parse_label(p: ParserState) -> None:
    """Parses `name:`, the beginning of a subroutine."""
    token = p.tokens.peek()
    if token.text in p.dialect.reserved:
        p.tokens.fail(token, f"{token} is a reserved word of {p.dialect.language}", "a label")
    if p.blocks:
        p.tokens.fail(token, f"the label {token} is inside a block", ENDS[p.blocks[-1].part])
    if token.text in p.labels:
        p.tokens.fail(token, f"the label {token} is already defined", "a new label")
    p.labels[token.text] = len(p.instructions)
    p.label_places[token.text] = token.span
    p.tokens.take()
    p.tokens.take()


def check_flow(p: ParserState) -> None:
    """Refuses, at END, open blocks and calls without a label."""
    if p.blocks:
        token, ends = p.tokens.peek(), ENDS[p.blocks[-1].part]
        p.tokens.fail(token, f"unexpected {token} in a block", ends, ErrorKind.OPEN_BLOCK)
    for label in p.calls:
        # "a program will fail to load if it includes a CAL instruction that references an
        # instruction label that is not defined anywhere in the program."
        if label.text not in p.labels:
            p.tokens.fail_late(label, f"the label {label} is not defined", "a label")
