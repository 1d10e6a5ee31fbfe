"""The warnings: likely mistakes in programs that load."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from softgl.asm.recovery import Reading
from softgl.asm.state import ParserState
from softgl.asm.text.limits import LIMITS
from softgl.check import hardware
from softgl.check.dataflow import Read, analyse
from softgl.check.findings import Finding, finding_at
from softgl.errors import Span
from softgl.ir.program import File, Program, Stage, result_components
from softgl.isa import OPCODES, Form

# NV_vertex_program, 2.14.1.4, and NV_fragment_program, 3.11.1.2: the temporaries "are initialized
# to (0,0,0,0)"; elsewhere they are undefined.
_ZEROED = frozenset({"VP1.0", "VP1.1", "VSP1.0", "VP2.0", "FP1.0"})
# NV_vertex_program, 2.14.1.5: "Each register value is initialized to (0,0,0,1)".
_RESULTS_INITIALISED = frozenset({"VP1.0", "VP1.1", "VP2.0"})
# Results that only rasterisation reads. A program without any of them and without a position may
# feed a geometry program or transform feedback.
_RASTERISED = ("result.color", "result.fogcoord", "result.texcoord", "result.pointsize")
_FED = frozenset({"NVvp4.0", "TGSI VERT"})


class Noted(NamedTuple):
    """A warning: its code, span, message and hint."""

    code: str
    span: Span
    message: str
    hint: str = ""


def warnings(reading: Reading, codes: frozenset[str]) -> Iterator[Finding]:
    """Yields the warnings of `codes` about a program without errors, rule by rule."""
    for rule, own in _RULES.items():
        for noted in rule(reading) if codes & set(own) else ():
            if noted.code in codes:
                code, span, message, hint = noted
                yield finding_at(code, reading.program.source, span, message, hint)


def _place(reading: Reading, span: Span | None = None) -> Span:
    """The given span; without one, the span of the header."""
    source = reading.program.source
    return span or Span(0, len(source.split(maxsplit=1)[0]))


def _flow(reading: Reading) -> Iterator[Noted]:
    program, known = reading.program, set()
    analysed = analyse(program)
    for read in analysed.unwritten:
        key = read.file, read.register, read.components, read.instruction.span
        if key not in known and not _is_own(reading, read):
            known.add(key)
            yield _unwritten(reading, read)
    written = set()
    for one in analysed.unused:
        if one.span not in written:
            written.add(one.span)
            message = "nothing uses this result"
            yield Noted("W203", one.span, message)


def _unwritten(reading: Reading, read: Read) -> Noted:
    span = read.instruction.span
    name, place = _register_name(reading, read)
    operand = f"{name}.{read.components}" if len(read.components) < 4 else name
    code = "W101" if read.certain and read.seen else "W103" if read.certain else "W102"
    if reading.program.language in _ZEROED:
        return Noted("W102", place or span, f"{operand} is 0: nothing has written it")
    when = "before anything writes it" if read.certain else "but not written on every path to here"
    return Noted(code, place or span, f"{operand} is read {when}")


def _is_own(reading: Reading, read: Read) -> bool:
    """True for a temporary that the TGSI parser has allocated, not the text."""
    p = reading.state
    file = "ADDR" if read.file is File.ADDRESS else "TEMP"
    return not isinstance(p, ParserState) and read.register not in p.declared(file)


def _register_name(reading: Reading, read: Read) -> tuple[str, Span | None]:
    """A register's name in the text, and the span of its read; None if that is not found."""
    p, source, span = reading.state, reading.program.source, read.instruction.span
    if not isinstance(p, ParserState):
        file = "ADDR" if read.file is File.ADDRESS else "TEMP"
        return (
            f"{file}[{read.register}]" if read.register in p.declared(file) else "a value"
        ), None
    for name in p.names.of_register(read.file, read.register):
        # The destination, which comes first, may be the same register: search after it first.
        operands = max(source.find(",", span.start, span.end), span.start)
        word = re.compile(rf"(?<![\w$.]){re.escape(name)}(?![\w$])")
        for start in (operands, span.start):
            if found := word.search(source, start, span.end):
                return name, Span(*found.span())
    return "a register", None


def _results(reading: Reading) -> Iterator[Noted]:
    """Yields warnings about results that a stage does not write."""
    program = reading.program
    stage = {
        Stage.VERTEX: _vertex_results,
        Stage.GEOMETRY: _geometry_results,
        Stage.FRAGMENT: _fragment_results,
    }.get(program.stage)
    if stage is not None and program.instructions:
        yield from stage(reading, program)


def _components(program: Program, name: str) -> str:
    """The components of a result that instructions may write, as letters."""
    return "".join(
        "xyzw"[component]
        for register, component in sorted(result_components(program.instructions))
        if program.results[register].name == name
    )


def _last_write(program: Program, name: str) -> Span | None:
    spans = [
        one.span
        for one in program.instructions
        if (to := one.destination)
        and to.file is File.RESULT
        and program.results[to.index].name == name
    ]
    return spans[-1] if spans else None


def _vertex_results(reading: Reading, program: Program) -> Iterator[Noted]:
    names = [binding.name for binding in program.results]
    fed = program.language in _FED and not any(n.startswith(_RASTERISED) for n in names)
    if names and "result.position" not in names and not fed:
        message = "the program never writes result.position: nothing will be drawn"
        option = "'OPTION ARB_position_invariant;' computes it"
        hint = option if program.language == "ARBvp1.0" else ""
        yield Noted("W104", _place(reading), message, hint)
    yield from _partly(reading, "W106", "result.position")


def _geometry_results(reading: Reading, program: Program) -> Iterator[Noted]:
    emits = any(one.opcode == "EMIT" for one in program.instructions)
    if program.results and not emits:
        message = "the program never executes EMIT: it makes no primitives"
        yield Noted("W108", _place(reading), message)
    yield from _partly(reading, "W106", "result.position")


def _fragment_results(reading: Reading, program: Program) -> Iterator[Noted]:
    kills = any(OPCODES[one.opcode].form is Form.KILL for one in program.instructions)
    if not program.results and not kills:
        message = "the program has no effect: it writes no result and discards nothing"
        yield Noted("W105", _place(reading), message)
    yield from _partly(reading, "W107", "result.color")


def _partly(reading: Reading, code: str, name: str) -> Iterator[Noted]:
    program = reading.program
    written = set(_components(program, name))
    missing = "".join(letter for letter in "xyzw" if letter not in written)
    if written and missing and program.language not in _RESULTS_INITIALISED:
        message = f"{name}.{missing} is never written"
        yield Noted(code, _place(reading, _last_write(program, name)), message)


def _names(reading: Reading) -> Iterator[Noted]:
    p = reading.state
    if not isinstance(p, ParserState):
        return
    for name, token in p.names.declared.items():
        if name not in p.names.used:
            parameter = p.names.variable(name).file in (File.PARAMETER, File.BUFFER)
            code = "W202" if parameter else "W201"
            yield Noted(code, token.span, f"{name} is never used")
    called = {one.target for one in reading.program.instructions}
    for name, span in p.label_places.items():
        if name not in called and name != "main":
            yield Noted("W204", span, f"nothing calls the label {name}")


def _lenient(reading: Reading) -> Iterator[Noted]:
    for span, message in reading.leniencies:
        yield Noted("W301", span, message)


def _vendors(reading: Reading) -> Iterator[Noted]:
    for span, message in hardware.vendor_parts(reading):
        yield Noted("W302", span or _place(reading), message)


def _minimum(reading: Reading) -> Iterator[Noted]:
    if reading.program.language in LIMITS:
        for span, message in hardware.excesses(reading, hardware.HARDWARE["arb-minimum"]):
            yield Noted("W303", span or _place(reading), message)


_RULES = {
    _flow: ("W101", "W102", "W103", "W203"),
    _results: ("W104", "W105", "W106", "W107", "W108"),
    _names: ("W201", "W202", "W204"),
    _lenient: ("W301",),
    _vendors: ("W302",),
    _minimum: ("W303",),
}
