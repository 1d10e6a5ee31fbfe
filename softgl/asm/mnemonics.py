"""Parses mnemonics: the opcode, and the modifiers in suffixes and after dots."""

from __future__ import annotations

from typing import NoReturn

from softgl.asm.state import ParserState
from softgl.asm.text.lexer import Token
from softgl.errors import ErrorKind
from softgl.ir.program import Saturate
from softgl.isa import OPCODES, DataType, Modifier, Opcode
from softgl.records import dataclass

_TYPES = {type_.letter: type_ for type_ in DataType}
_UPDATES = {"CC": 0, "CC0": 0, "CC1": 1, "C": 0, "C0": 0, "C1": 1}
_SATURATES = {"SAT": Saturate.UNSIGNED, "SSAT": Saturate.SIGNED}
_SPECIALS = ("HI", "S24", "U24")
# The suffixes of precision, in languages where they matter -> the modifiers that allow them.
_PRECISIONS = {"R": Modifier.HALF, "H": Modifier.HALF, "X": Modifier.FIXED}


@dataclass
class Modifiers:
    """The modifiers of one instruction, from suffixes and from dots."""

    default: DataType
    type: DataType | None = None
    update: int | None = None
    saturate: Saturate = Saturate.NONE
    checked: bool = True  # False under NTC
    special: str = ""
    precision: str = ""  # R, H or X

    @property
    def data_type(self) -> DataType:
        """The instruction's data type."""
        return self.type or self.default


def find_opcode(p: ParserState, token: Token) -> tuple[Opcode, dict[str, str]]:
    """Splits a mnemonic into its entry in the table and its suffixes by group."""
    language, instructions = p.dialect.language, p.dialect.instruction_set
    for end in range(len(token.text), 0, -1):
        opcode = OPCODES.get(token.text[:end])
        if opcode is None or instructions not in opcode.languages:
            continue
        if suffix := p.dialect.suffix.fullmatch(token.text, end):
            opcode = opcode.of(instructions)
            return opcode, {group: text for group, text in suffix.groupdict().items() if text}
    message = f"{token} is not an instruction of {language}"
    return p.tokens.fail(token, message, p.dialect.statements, ErrorKind.UNKNOWN_INSTRUCTION)


def parse_modifiers(p: ParserState, mnemonic: Token, opcode: Opcode, suffixes) -> Modifiers:
    """Returns the modifiers of an instruction; fails for unsupported ones."""
    found = Modifiers(opcode.types[0])
    last = mnemonic
    for group, suffix in suffixes.items():
        text = "F" if group == "type" else suffix.lstrip("_")
        if group == "precision":
            if _PRECISIONS[suffix] not in opcode.modifiers:
                _refuse(p, mnemonic, opcode, suffix)
            found.precision = suffix
            continue
        if suffix == "H" and Modifier.HALF not in opcode.modifiers:
            _refuse(p, mnemonic, opcode, suffix)
        _apply(p, found, mnemonic, opcode, text)
    while p.dialect.opcode_modifiers and p.tokens.accept("."):
        last = p.tokens.expect_name("an instruction modifier")
        _apply(p, found, last, opcode, last.text)
    if found.special:
        _apply_special(p, found, last, opcode)
    return found


def _apply(p: ParserState, found: Modifiers, where: Token, opcode: Opcode, text: str) -> None:
    """Sets one modifier; fails if it is unsupported or repeated."""
    # NV_gpu_program4, "Program Instruction Modifiers": "A program will fail to load if it contains
    # an instruction that specifies more than one modifier of any given type, specifies a clamping
    # modifier on an instruction, unless it produces floating-point results, or specifies a modifier
    # that is not supported by the instruction".
    if text in _TYPES:
        field, value = "type", _TYPES[text]
        supported = Modifier.TYPE in opcode.modifiers and value in opcode.types
    elif text in _UPDATES:
        field, value, supported = "update", _UPDATES[text], Modifier.UPDATE in opcode.modifiers
    elif text in _SATURATES:
        field, value, supported = "saturate", _SATURATES[text], Modifier.CLAMP in opcode.modifiers
    elif text in _SPECIALS:
        field, value, supported = "special", text, text in opcode.specials
    elif text == "NTC":
        field, value, supported = "checked", False, True
    else:
        wanted = "F, S, U, CC, CC0, CC1, SAT, SSAT, NTC, HI, S24 or U24"
        p.tokens.fail(where, f"'{text}' is not an instruction modifier", wanted)
    if not supported:
        _refuse(p, where, opcode, text)
    if getattr(found, field) != getattr(Modifiers, field):
        p.tokens.fail(where, f"{opcode.name} has two modifiers of one kind, the second is {text}")
    setattr(found, field, value)
    if found.saturate is not Saturate.NONE and not _gives_floats(found, opcode):
        p.tokens.fail(where, f"{opcode.name} has no floating-point result to clamp here")


def _gives_floats(found: Modifiers, opcode: Opcode) -> bool:
    return opcode.result_type(found.data_type) is DataType.FLOAT


def _apply_special(p: ParserState, found: Modifiers, where: Token, opcode: Opcode) -> None:
    """Sets the data type that S24 and U24 imply, and checks that of HI."""
    types = opcode.specials[found.special].types
    if len(types) == 1:
        # NV_gpu_program4, "MUL: Multiply": "If "S24" or "U24" is specified, the data type is
        # implied and normal data type modifiers may not be provided."
        if found.type:
            p.tokens.fail(where, f"{opcode.name}.{found.special} takes no data type modifier")
        (found.type,) = types
    elif found.type is None or found.type not in types:
        # "If "HI" is specified, either of the "S" or "U" integer data type modifiers must also be
        # specified."
        wanted = f"the modifier {' or '.join(type_.letter for type_ in types)}"
        p.tokens.fail(where, f"{opcode.name}.{found.special} needs an integer type", wanted)
    if found.saturate is not Saturate.NONE:
        p.tokens.fail(where, f"{opcode.name} has no floating-point result to clamp here")


def _refuse(p: ParserState, where: Token, opcode: Opcode, text: str) -> NoReturn:
    p.tokens.fail(where, f"{opcode.name} does not support the modifier {text}")
