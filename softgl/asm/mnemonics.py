"""Mnemonics: which opcode one means, and the modifiers that its suffixes and dots add."""

from __future__ import annotations

from dataclasses import dataclass

from softgl.asm.lexer import Token
from softgl.asm.state import ParserState
from softgl.ir.program import Saturate
from softgl.isa import OPCODES, Form, Opcode

# SWZ is a MOV whose operand selects also 0 and 1 and negates each component by itself.
SWIZZLE = "SWZ"
_UPDATES = {"CC": 0, "CC0": 0, "CC1": 1, "C": 0, "C0": 0, "C1": 1}
_SATURATES = {
    "SAT": Saturate.UNSIGNED,
    "_SAT": Saturate.UNSIGNED,
    "SSAT": Saturate.SIGNED,
    "_SSAT": Saturate.SIGNED,
}


@dataclass
class Modifiers:
    """The modifiers of one instruction, from suffixes and from dots."""

    default: str
    type: str | None = None
    update: int | None = None
    saturate: Saturate = Saturate.NONE
    checked: bool = True  # False under NTC

    @property
    def letter(self) -> str:
        """The letter of the instruction's data type."""
        return self.type or self.default


def find_opcode(p: ParserState, token: Token) -> tuple[str, Opcode, dict[str, str]]:
    """Split a mnemonic: the opcode's name, its entry, and its suffixes by group."""
    language = p.dialect.language
    for end in range(len(token.text), 0, -1):
        name = token.text[:end]
        opcode = OPCODES.get("MOV" if name == SWIZZLE else name)
        if opcode is None or language not in opcode.languages:
            continue
        suffix = p.dialect.suffix.fullmatch(token.text, end)
        if suffix:
            return name, opcode, {k: v for k, v in suffix.groupdict().items() if v}
    p.tokens.fail(
        token,
        f"{token} is no instruction of {language}",
        "an instruction, a declaration or END",
    )


def parse_modifiers(
    p: ParserState, mnemonic: Token, name: str, opcode: Opcode, suffixes: dict[str, str]
) -> Modifiers:
    """The modifiers of an instruction, refusing those that it does not have."""
    found = Modifiers(opcode.types[0])
    for suffix in suffixes.values():
        _apply(p, found, mnemonic, name, opcode, suffix)
    while p.dialect.opcode_modifiers and p.tokens.accept("."):
        token = p.tokens.expect_name("an instruction modifier")
        _apply(p, found, token, name, opcode, token.text, dotted=True)
    return found


def _apply(
    p: ParserState,
    found: Modifiers,
    where: Token,
    name: str,
    opcode: Opcode,
    text: str,
    dotted: bool = False,
) -> None:
    """Enter one modifier or refuse it."""
    # NV_gpu_program4, "Program Instruction Modifiers": "A program will fail to load if it contains
    # an instruction that specifies more than one modifier of any given type, specifies a clamping
    # modifier on an instruction, unless it produces floating-point results, or specifies a modifier
    # that is not supported by the instruction".
    types = "F" if name == SWIZZLE else opcode.types
    if text in ("F", "S", "U") if dotted else text in ("R", "H"):
        letter = text if dotted else "F"
        half = text == "H" and opcode.form is Form.TEXTURE
        if letter not in types or half:
            p.tokens.fail(where, f"{name} does not support the modifier {text}")
        second, found.type = found.type, letter
    elif text in _UPDATES:
        if opcode.form is Form.KILL:
            p.tokens.fail(where, f"{name} does not update a condition code")
        second, found.update = found.update, _UPDATES[text]
    elif text in _SATURATES:
        second = None if found.saturate is Saturate.NONE else found.saturate
        found.saturate = _SATURATES[text]
    elif text == "NTC":
        second, found.checked = (None if found.checked else text), False
    else:
        wanted = "F, S, U, CC, CC0, CC1, SAT, SSAT or NTC"
        p.tokens.fail(where, f"'{text}' is no modifier of {name}", wanted)
    if second is not None:
        p.tokens.fail(where, f"{name} has two modifiers of one kind, the second is {text}")
    result = opcode.result or found.letter
    if found.saturate is not Saturate.NONE and (opcode.form is Form.KILL or result != "F"):
        p.tokens.fail(where, f"{name} has no floating-point result to clamp here")
