"""What follows the operands of TGSI's texture instructions: samplers, views, targets, offsets."""

from __future__ import annotations

from softgl.asm.lexer import Token
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.declarations import FILES, file_limit, parse_file, parse_target
from softgl.asm.tgsi.lexer import parse_integer
from softgl.asm.tgsi.state import TgsiState
from softgl.asm.tgsi.suffixes import parse_swizzle
from softgl.ir.program import IDENTITY, TextureOperand
from softgl.ir.targets import PROGRAM_TARGETS, SHADOW
from softgl.isa import Opcode

WITHOUT_SAMPLER = frozenset({"SAMPLE_I", "SAMPLE_I_MS", "SVIEWINFO", "SAMPLE_POS", "SAMPLE_INFO"})
"""The instructions that name a view alone."""
COMPARING = frozenset({"SAMPLE_C", "SAMPLE_C_LZ"})


def has_view(opcode: Opcode) -> bool:
    """Whether an instruction names a sampler view, whose declaration has the target."""
    return opcode.name.startswith("SAMPLE") or opcode.name in ("GATHER4", "SVIEWINFO")


def parse_sampler(p: TgsiState, opcode: Opcode) -> TextureOperand:
    """`SAMP[n], 2D` and perhaps texel offsets."""
    unit, _ = _parse_unit(p, "SAMP")
    p.tokens.expect(",", "and a texture target")
    where = p.tokens.peek()
    target = meanings.TARGETS[parse_target(p)]
    _check(p, where, opcode, unit, target)
    offset = (0, 0, 0)
    if p.tokens.at(","):
        p.tokens.take()
        offset = _parse_offset(p, where, target)
    return TextureOperand(unit, target, offset)


def parse_view(p: TgsiState, opcode: Opcode) -> tuple[TextureOperand, tuple[int, ...]]:
    """`SVIEW[n], SAMP[n]`: the texture, and how the view's swizzle chooses of the sample."""
    where = p.tokens.peek()
    unit, view = _parse_unit(p, "SVIEW")
    swizzle = parse_swizzle(p.tokens)
    if opcode.name not in WITHOUT_SAMPLER:
        p.tokens.expect(",", "and a sampler")
        token = p.tokens.peek()
        sampler, _ = _parse_unit(p, "SAMP")
        if sampler != unit:
            reason = "a texture unit has a texture and its sampler"
            p.tokens.fail(token, f"SAMP[{sampler}] with SVIEW[{unit}]: {reason}", f"SAMP[{unit}]")
    target = meanings.TARGETS[view]
    compares = opcode.name in COMPARING
    if compares and not target.startswith(SHADOW):
        target = SHADOW + target
    if target not in PROGRAM_TARGETS:
        p.tokens.fail(where, f"{opcode.name}: there are no depths in a texture of {view}")
    _check(p, where, opcode, unit, target)
    kept = opcode.name in ("SVIEWINFO", "SAMPLE_POS", "SAMPLE_INFO")
    return TextureOperand(unit, target), IDENTITY if kept else swizzle


def _parse_unit(p: TgsiState, file: str) -> tuple[int, str]:
    where = p.tokens.peek()
    parse_file(p, (file,))
    p.tokens.expect("[", f"after {file}")
    token = p.tokens.peek()
    if token.text in FILES:
        p.tokens.fail(token, f"a register of {file} cannot be chosen at run time", "a number")
    unit = parse_integer(p.tokens, 0, file_limit(p, file) - 1)
    p.tokens.expect("]", "after the number of a register")
    if unit not in p.declared(file):
        p.tokens.fail(where, f"{file}[{unit}] is not declared", "DCL before")
    return unit, p.views[unit].target if file == "SVIEW" else ""


def _check(p: TgsiState, where: Token, opcode: Opcode, unit: int, target: str) -> None:
    name = opcode.name
    if reason := PROGRAM_TARGETS[target].refuses(name):
        p.tokens.fail(where, f"{name} {reason} {where}")
    # ARB_fragment_program, "Fragment Program Texture Instruction Set": "A fragment program will
    # fail to load if it attempts to sample from multiple texture targets on the same texture image
    # unit."
    before = p.targets.setdefault(unit, target)
    if before != target:
        p.tokens.fail(where, f"texture unit {unit} is sampled as {target} and as {before}")


def _parse_offset(p: TgsiState, where: Token, target: str) -> tuple[int, int, int]:
    """A texel offset: an immediate of integers, of which three components are chosen."""
    start = p.tokens.peek()
    if start.text in ("TEMP", "CONST", "IN", "SV"):
        p.tokens.fail(start, "a texel offset is known before the program runs", "IMM")
    parse_file(p, ("IMM",))
    p.tokens.expect("[", "after IMM")
    number = parse_integer(p.tokens, 0, file_limit(p, "IMM") - 1)
    p.tokens.expect("]", "after the number of an immediate")
    if number not in p.immediates:
        p.tokens.fail(start, f"IMM[{number}] is not declared", "DCL before")
    swizzle = parse_swizzle(p.tokens, 3) if _three(p) else parse_swizzle(p.tokens)[:3]
    words = [p.immediates[number][selector] for selector in swizzle]
    offset = [word - (word >> 31 << 32) for word in words]
    used, (low, high) = PROGRAM_TARGETS[target].offsets, p.limits.texel_offset
    for component, size in enumerate(offset[:used]):
        if not low <= size <= high:
            reason = f"the texel offset {size} in component {component + 1} is out of range"
            p.tokens.fail(start, reason, f"{low} to {high}")
    if not used:
        p.tokens.fail(start, f"'{target}' has no texel offset")
    if p.tokens.at(","):
        p.tokens.fail(p.tokens.peek(), "there is one texel offset for all texels")
    return (*offset[:used], *[0] * (3 - used))


def _three(p: TgsiState) -> bool:
    return p.tokens.at(".") and len(p.tokens.peek(1).text) == 3
