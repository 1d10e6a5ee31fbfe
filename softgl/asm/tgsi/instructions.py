"""Parses instructions of TGSI: a predicate, a mnemonic, destinations, operands, textures."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from softgl.asm.text.lexer import Token
from softgl.asm.tgsi.blocks import statement_allowed
from softgl.asm.tgsi.flow import parse_flow
from softgl.asm.tgsi.operands import parse_destination, parse_register, parse_source
from softgl.asm.tgsi.registers import choose, resolve_source
from softgl.asm.tgsi.state import TgsiState
from softgl.asm.tgsi.suffixes import parse_swizzle
from softgl.asm.tgsi.textures import Samplers, has_view, parse_sampler, parse_view, texel_type
from softgl.errors import ErrorKind, Span
from softgl.ir.program import (
    IDENTITY,
    ConditionTest,
    Destination,
    File,
    Instruction,
    Saturate,
    Source,
)
from softgl.isa import OPCODES, DataType, Form, Opcode, Operand
from softgl.isa.table import TGSI
from softgl.isa.tgsi_names import ALIASES, REFUSED
from softgl.isa.vocabulary import CLAMP, FLOAT, UNSIGNED

# The suffixes of mnemonics; every result is precise.
_SUFFIXES = {
    "_SAT": Saturate.UNSIGNED,
    "_SATNV": Saturate.SIGNED,
    "_PRECISE": Saturate.NONE,
}
_WANTED = "an instruction, a declaration or END"


def parse_instruction(p: TgsiState) -> None:
    """Parses one instruction, without its label."""
    start = p.tokens.peek()
    p.span, first = start.span, len(p.instructions)
    predicate = _parse_predicate(p) if start.text == "(" else None
    token = p.tokens.peek()
    opcode, saturate = _find(p, token)
    statement_allowed(p, token, opcode.name)
    _count(p, token, opcode)
    p.tokens.take()
    if opcode.form is Form.FLOW:
        parse_flow(p, token, opcode, predicate)
    elif opcode.form is Form.KILL:
        _parse_kill(p, token, opcode, predicate)
    elif opcode.form is Form.EMIT:
        _parse_emit(p, token, predicate)
    else:
        _parse_operation(p, token, opcode, saturate, predicate)
    span = Span(start.span.start, p.tokens.last_end)
    for number in range(first, len(p.instructions)):
        if p.instructions[number].span is p.span:
            p.instructions[number] = replace(p.instructions[number], span=span)


def _parse_predicate(p: TgsiState) -> ConditionTest:
    """Parses `(PRED[0].x)` or `(!PRED[0].x)`: tests a condition code set from the predicate."""
    p.tokens.take()
    negated = p.tokens.accept("!") is not None
    source = resolve_source(p, parse_register(p, ("PRED",)))
    swizzle = parse_swizzle(p.tokens)
    p.tokens.expect(")", "after a predicate")
    p.emit("MOV", Destination(None), source, update=0)
    return ConditionTest("EQ" if negated else "NE", 0, swizzle)


def _find(p: TgsiState, token: Token) -> tuple[Opcode, Saturate]:
    """Returns the entry of a mnemonic, and the clamp of its suffix."""
    if token.kind != "name":
        p.tokens.fail(token, f"unexpected {token}", _WANTED)
    name, suffixes = token.text, []
    while _entry(p, name) is None and (suffix := _suffix(name)):
        name = name.removesuffix(suffix)
        suffixes.append(suffix)
    opcode = _entry(p, name)
    if opcode is None:
        _refuse(p, token, name)
    saturate = [_SUFFIXES[suffix] for suffix in suffixes if suffix != "_PRECISE"]
    if len(set(suffixes)) < len(suffixes) or len(saturate) > 1:
        p.tokens.fail(token, f"{token} has two suffixes of one kind")
    if saturate and CLAMP not in opcode.modifiers:
        p.tokens.fail(token, f"{name} has no floating-point result to clamp")
    return opcode, saturate[0] if saturate else Saturate.NONE


def _refuse(p: TgsiState, token: Token, name: str) -> NoReturn:
    """Raises the error of a mnemonic without an entry."""
    if reason := REFUSED.get(name):
        p.tokens.fail(token, f"{name}: {reason}", _WANTED)
    entry = OPCODES.get(ALIASES.get(name, name))
    of_tgsi = entry is not None and TGSI & entry.languages
    language = p.language if of_tgsi else "TGSI"
    message = f"{token} is not an instruction of {language}"
    p.tokens.fail(token, message, _WANTED, ErrorKind.UNKNOWN_INSTRUCTION)


def _suffix(name: str) -> str | None:
    return next((suffix for suffix in _SUFFIXES if name.endswith(suffix)), None)


def _entry(p: TgsiState, name: str) -> Opcode | None:
    if name in REFUSED:
        return None
    entry = OPCODES.get(ALIASES.get(name, name))
    return entry.of(p.language) if entry is not None and p.language in entry.languages else None


def _count(p: TgsiState, where: Token, opcode: Opcode) -> None:
    p.texture_instructions += opcode.form in (Form.TEXTURE, Form.KILL)
    number = max(len(p.at), len(p.instructions))  # the cost grows with the expanded instructions
    counts = {
        "instructions": (number, p.limits.instructions),
        "texture instructions": (
            p.texture_instructions + p.texture_choices,
            p.limits.texture_instructions,
        ),
    }
    for kind, (count, limit) in counts.items():
        if count > limit:
            p.tokens.fail(where, f"more than {limit} {kind}", kind=ErrorKind.LIMIT)


def _parse_kill(p: TgsiState, token: Token, opcode: Opcode, predicate) -> None:
    if opcode.name == "KILL":
        p.emit("KIL", condition=predicate or ConditionTest("TR"))
        return
    if predicate is not None:
        p.tokens.fail(token, f"{token} has no predicate")
    p.emit("KIL", None, parse_source(p, FLOAT))


def _parse_emit(p: TgsiState, token: Token, predicate) -> None:
    if predicate is not None:
        p.tokens.fail(token, f"{token} has no predicate")
    where = p.tokens.peek()
    if p.tokens.at("IMM"):
        # Later texts have a stream number here.
        stream = parse_source(p, UNSIGNED, scalar=True)
        words = p.parameters[stream.index].words
        if stream.relative or words[stream.swizzle[0]]:
            p.tokens.fail(where, "there is one stream of vertices", "an immediate of 0")
    p.emit(token.text)


def _parse_operation(p: TgsiState, where: Token, opcode: Opcode, saturate, predicate) -> None:
    type_ = opcode.types[0]
    thrown_away = [p.tokens.at("NULL")]
    destinations = [_parse_destination(p, predicate)]
    if opcode.specials.get("FRACTION"):
        p.tokens.expect(",", "and a second destination")
        thrown_away.append(p.tokens.at("NULL"))
        destinations.append(_parse_destination(p, predicate))
    sources = _parse_sources(p, opcode, type_)
    samplers, swizzle = None, IDENTITY
    if opcode.form is Form.TEXTURE and has_view(opcode):
        samplers, swizzle, sources = _parse_view(p, opcode, type_)
    elif opcode.form is Form.TEXTURE:
        p.tokens.expect(",", "and a sampler")
        samplers = parse_sampler(p, opcode)
        if samplers.component is not None:
            sources[1] = p.constant(samplers.component)
    if samplers:
        type_ = texel_type(p, opcode, samplers.operands[0].unit)
        _check_saturation(p, where, opcode, saturate, samplers)
    instruction = Instruction(
        opcode.name, p.span, destinations[0], tuple(sources), type_, saturate,
        texture=samplers and samplers.operands[0],
    )  # fmt: skip
    if len(destinations) == 2:
        _two_results(p, instruction, destinations, thrown_away)
    elif swizzle != IDENTITY or (samplers and samplers.index):
        _sample(p, instruction, opcode, samplers, swizzle)
    else:
        p.instructions.append(instruction)


def _check_saturation(p, where: Token, opcode: Opcode, saturate: Saturate, samplers) -> None:
    types = {texel_type(p, opcode, texture.unit) for texture in samplers.operands}
    if saturate is not Saturate.NONE and types != {FLOAT}:
        p.tokens.fail(where, f"{opcode.name} has no floating-point result to clamp here")


def _sample(p, instruction: Instruction, opcode: Opcode, samplers: Samplers, swizzle) -> None:
    """Samples into a temporary first, for several textures or a swizzled result."""
    held, textures = p.new_temporary(), {texture.unit: texture for texture in samplers.operands}
    whole = replace(instruction, saturate=Saturate.NONE)

    def sample(unit, condition):
        destination = Destination(File.TEMPORARY, held, condition=condition)
        type_ = texel_type(p, opcode, unit)
        p.instructions.append(
            replace(whole, destination=destination, texture=textures[unit], type=type_)
        )

    if samplers.index:
        p.texture_choices += len(textures) - 1
        choose(p, samplers.index, list(textures), sample)
    else:
        sample(*textures, None)
    source, type_ = Source(File.TEMPORARY, held, swizzle), opcode.result_type(instruction.type)
    p.emit("MOV", instruction.destination, source, type_=type_, saturate=instruction.saturate)


def _parse_destination(p: TgsiState, predicate) -> Destination:
    return replace(parse_destination(p), condition=predicate)


def _two_results(p: TgsiState, instruction: Instruction, destinations, thrown_away) -> None:
    """Emits DFRACEXP: the first result must not change the operand of the second."""
    second = replace(instruction, destination=destinations[1], modifier="FRACTION")
    if any(thrown_away):
        p.instructions.append(second if thrown_away[0] else instruction)
        return
    held = p.new_temporary()
    first = Destination(File.TEMPORARY, held, destinations[0].mask)
    p.instructions += [replace(instruction, destination=first), second]
    p.emit("MOV", destinations[0], Source(File.TEMPORARY, held), type_=UNSIGNED)


def _parse_sources(p: TgsiState, opcode: Opcode, type_: DataType) -> list[Source]:
    """Parses the operands; those of instructions with a view surround it, see `_parse_view`."""
    if has_view(opcode):
        return []
    sources = []
    for position, kind in enumerate(opcode.sources):
        p.tokens.expect(",", f"and operand {position + 1} of {opcode.name}")
        sources.append(_parse_operand(p, opcode, position, kind, type_))
    return sources


# The operands that UCMP selects are data of any type, as MOV's, which the reference "considered to
# have float input type for applying modifiers".
_MOVED = {"UCMP": (1, 2)}


def _parse_operand(p, opcode, position, kind, type_) -> Source:
    if opcode.name == "TG4" and p.tokens.at("NULL"):
        parse_register(p, ("NULL",))  # the sampler names the component
        return p.constant(0)
    if position in _MOVED.get(opcode.name, ()):
        source = parse_source(p, FLOAT)
        if not (source.absolute or any(source.negate)):
            return source
        held = p.new_temporary()
        p.move(held, source)
        return Source(File.TEMPORARY, held)
    double = opcode.form is Form.VECTOR and opcode.name.startswith("D") and type_ is UNSIGNED
    return parse_source(
        p,
        opcode.operand_type(position, type_),
        scalar=kind is Operand.SCALAR,
        double=double,
    )


def _parse_view(p: TgsiState, opcode: Opcode, type_: DataType):
    """Parses `address, SVIEW[n], SAMP[n], ...`: the texture, the view's swizzle, the operands."""
    sources, samplers, swizzle = [], None, IDENTITY
    for position, kind in enumerate(opcode.sources):
        if position == 1:
            p.tokens.expect(",", "and a sampler view")
            samplers, swizzle = parse_view(p, opcode)
        p.tokens.expect(",", f"and operand {position + 1} of {opcode.name}")
        sources.append(_parse_operand(p, opcode, position, kind, type_))
    if samplers is None:
        p.tokens.expect(",", "and a sampler view")
        samplers, swizzle = parse_view(p, opcode)
    return samplers, swizzle, sources
