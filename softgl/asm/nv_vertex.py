"""The languages of NV_vertex_program, NV_vertex_program1_1 and NV_vertex_program2.

They are `!!VP1.0`, `!!VP1.1` and `!!VP2.0`, and the vertex state programs `!!VSP1.0`. Registers
have fixed names: v[n] an attribute, c[n] a program parameter, o[NAME] a result, Rn a temporary, An
an address register. Attributes become `vertex.attrib[n]`, parameters `program.env[n]`, and results
the bindings of the newer languages. A state program writes parameters: its destinations may be in
the file PARAMETER.
"""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.asm.bindings import parse_integer
from softgl.asm.dialect import BindingTable, Dialect, Item
from softgl.asm.elements import Place
from softgl.asm.names import Variable
from softgl.asm.operands import take_address
from softgl.asm.state import ParserState
from softgl.asm.suffixes import OLDER_RULES
from softgl.asm.text.lexer import Token, choice
from softgl.asm.text.limits import LIMITS
from softgl.ir.program import Binding, File, Instruction, Profile, Relative, Stage

# Table X.3: "The mapping between vertex attribute register numbers, mnemonics, and meanings."
ATTRIBUTES = {
    "OPOS": 0,
    "WGHT": 1,
    "NRML": 2,
    "COL0": 3,
    "COL1": 4,
    "FOGC": 5,
    **{f"TEX{n}": 8 + n for n in range(8)},
}
_RESULTS = {
    "HPOS": Item("result.position"),
    "COL0": Item("result.color.front.primary"),
    "COL1": Item("result.color.front.secondary"),
    "BFC0": Item("result.color.back.primary"),
    "BFC1": Item("result.color.back.secondary"),
    "FOGC": Item("result.fogcoord"),
    "PSIZ": Item("result.pointsize"),
    **{f"TEX{n}": Item("result.texcoord", fixed=(n,)) for n in range(8)},
}
_CLIP = {f"CLP{n}": Item("result.clip", fixed=(n,)) for n in range(6)}
RESULTS = BindingTable(_RESULTS)
_TEMPORARY = re.compile("R(0|[1-9][0-9]*)")


# -- registers -------------------------------------------------------------------------------------


def read_register(p: ParserState) -> Place:
    """Parses a source register, `<srcRegister>`; an instruction reads one register of a file."""
    token = p.tokens.peek()
    if token.text == "v":
        place = _attribute(p)
    elif token.text == "c":
        place = _parameter(p)
    else:
        return _temporary(p, "v[...], c[...] or a temporary R0 and on")
    # NV_vertex_program, 2.14.1.7: "A vertex program fails to load if any instruction sources more
    # than one unique program parameter register." The same of vertex attribute registers.
    if p.sourced.setdefault(place.file, place) != place:
        kind = "attribute" if place.file is File.ATTRIBUTE else "parameter"
        p.tokens.fail(token, f"the instruction reads a second {kind} register")
    return place


def write_register(p: ParserState) -> Place:
    """Parses a destination register, `<dstRegister>`."""
    token = p.tokens.peek()
    if token.text == "o" and p.dialect.results.items:
        return _result(p)
    if token.text == "c" and not p.dialect.results.items:
        return _absolute_parameter(p)
    if token.text == "CC" and p.dialect.conditions:
        # NV_vertex_program2, 2.14.1.4: "CC is treated as unnumbered, write-only temporary register"
        p.tokens.take()
        return Place(None, 0)
    wanted = ("o[...]" if p.dialect.results.items else "c[...]", "a temporary")
    return _temporary(p, choice((*wanted, "CC") if p.dialect.conditions else wanted))


def _attribute(p: ParserState) -> Place:
    start = p.tokens.take()
    p.tokens.expect("[", "after 'v'")
    token = p.tokens.peek()
    count = p.dialect.attributes.items["vertex.attrib"].count
    # NV_vertex_program, 2.14.4: <vertexAttribReg> ::= "v" "[" "0" "]" in state programs, without
    # the names.
    names = ATTRIBUTES if count > 1 else {}
    if token.text in names:
        p.tokens.take()
        number = names[token.text]
    elif token.kind == "name":
        message = f"there is no attribute register 'v[{token.text}]' here"
        p.tokens.fail(token, message, choice(names) or "0")
    else:
        number = parse_integer(p.tokens, 0, count - 1)
    p.tokens.expect("]", "after the name of an attribute")
    binding = Binding("vertex.attrib", (number,))
    p.registers.bind(File.ATTRIBUTE, [binding], start)
    return Place(File.ATTRIBUTE, p.registers.register(File.ATTRIBUTE, binding))


def _parameter(p: ParserState) -> Place:
    if p.tokens.peek(2).kind != "name":
        return _absolute_parameter(p)
    name = p.tokens.take()
    p.tokens.expect("[", "after 'c'")
    token = p.tokens.peek()
    if p.dialect.index is None:
        # NV_vertex_program1_1, issues: relative addressing is not "available to position-invariant
        # version 1.1 vertex programs [...].  This reflects a hardware restriction."
        p.tokens.fail(token, "there is no relative addressing in this program", "an integer")
    register = take_address(p)
    p.tokens.expect(".", "and a component after an address register")
    suffix = p.tokens.peek()
    if suffix.text not in tuple(p.dialect.address_components):
        components = choice(p.dialect.address_components)
        p.tokens.fail(
            suffix, f"{suffix} is not a component of an address register here", components
        )
    p.tokens.take()
    relative = Relative(File.ADDRESS, register, "xyzw".index(suffix.text))
    offset = _offset(p)
    p.tokens.expect("]", "after an index")
    array = _parameter_array(p, name)
    start = p.registers.array(array, name)
    return Place(File.PARAMETER, start, relative, offset, len(array.bindings))


def _absolute_parameter(p: ParserState) -> Place:
    start = p.tokens.take()
    p.tokens.expect("[", "after 'c'")
    number = parse_integer(p.tokens, 0, p.dialect.limits.env_parameters - 1)
    p.tokens.expect("]", "after the number of a parameter")
    binding = Binding("program.env", (number,))
    p.registers.bind(File.PARAMETER, [binding], start)
    return Place(File.PARAMETER, p.registers.register(File.PARAMETER, binding))


def _offset(p: ParserState) -> int:
    minus = p.tokens.at("-")
    if not minus and not p.tokens.accept("+"):
        return 0
    if minus:
        p.tokens.take()
    # <vp1-progParamPosOff> is from 0 to 63, <vp1-progParamNegOff> from 0 to 64; in VP2 they are
    # from 0 to 255 and to 256.
    largest = 63 if p.dialect.limits.env_parameters == 96 else 255
    offset = parse_integer(p.tokens, 0, largest + minus)
    return -offset if minus else offset


def _parameter_array(p: ParserState, name: Token) -> Variable:
    """Returns all parameter registers as one array, for run-time addressing."""
    found = p.names.find(name)
    if found is None:
        count = p.dialect.limits.env_parameters
        bindings = tuple(Binding("program.env", (number,)) for number in range(count))
        found = Variable(File.PARAMETER, bindings, array=True)
        p.names.establish(name, found)
    return found


def _temporary(p: ParserState, wanted: str) -> Place:
    token = p.tokens.peek()
    match = _TEMPORARY.fullmatch(token.text)
    if match is None:
        p.tokens.fail(token, f"unexpected {token}", wanted)
    limit = p.dialect.limits.temporaries
    if len(match[1]) > 2 or int(match[1]) >= limit:
        p.tokens.fail(token, f"there is no temporary {token}", f"R0 to R{limit - 1}")
    p.tokens.take()
    return Place(File.TEMPORARY, p.registers.fixed(File.TEMPORARY, int(match[1]), token))


def _result(p: ParserState) -> Place:
    start = p.tokens.take()
    p.tokens.expect("[", "after 'o'")
    token, table = p.tokens.peek(), p.dialect.results
    if token.text in table.missing or token.text not in table.items:
        reason = table.missing.get(token.text, "there is no such register")
        names = choice(name for name in table.items if name not in table.missing)
        p.tokens.fail(token, f"'o[{token.text}]' is not available here: {reason}", names)
    p.tokens.take()
    p.tokens.expect("]", "after the name of a result")
    (binding,) = table.items[token.text].bindings()
    p.registers.bind(File.RESULT, [binding], start)
    return Place(File.RESULT, p.registers.register(File.RESULT, binding))


# -- checks ----------------------------------------------------------------------------------------


def _forget_sources(p: ParserState, where: Token, instruction: Instruction) -> None:
    p.sourced.clear()


def _check_position(p: ParserState) -> None:
    # "A vertex programs fails to load if it does not write at least one component of the HPOS
    # register." A position-invariant program must not.
    if "HPOS" in p.dialect.results.missing:
        return
    position = p.dialect.results.order[Binding("result.position")]
    if not any(
        i.destination and i.destination.file is File.RESULT and i.destination.index == position
        for i in p.instructions
    ):
        p.tokens.fail_late(p.tokens.peek(), "the program does not write o[HPOS]")


def _check_parameter_written(p: ParserState) -> None:
    # "A vertex state program fails to load if it does not write at least one program parameter
    # register." Shipped ones without any instruction load.
    if p.instructions and not any(
        i.destination and i.destination.file is File.PARAMETER for i in p.instructions
    ):
        p.tokens.fail_late(p.tokens.peek(), "the state program writes no parameter c[...]")


# -- the languages ---------------------------------------------------------------------------------


def _position_invariant(dialect: Dialect) -> Dialect:
    # NV_vertex_program2, 2.14.6.1: "A vertex program that specifies the position-invariant option
    # will fail to load if it writes to the HPOS result register. [...] in the VP1.1 execution
    # environment, position-invariant programs can not use relative addressing for program
    # parameters. [...] the limit on the number of instructions allowed in a program is reduced by
    # four".
    reason = "the option NV_position_invariant computes the position"
    index = None if dialect.language == "VP1.1" else dialect.index
    results = dialect.results.without("HPOS", reason)
    return replace(dialect, results=results, index=index).with_less(
        instructions=4, alu_instructions=4
    )


def _attributes(count: int) -> BindingTable:
    return BindingTable({"vertex.attrib": Item("vertex.attrib", count, required=True)})


VP10 = Dialect(
    language="VP1.0",
    stage=Stage.VERTEX,
    limits=LIMITS["VP1.0"],
    attributes=_attributes(16),
    results=RESULTS,
    state=frozenset(),
    reserved=frozenset(),
    declarations=frozenset(),
    options={},
    suffix=re.compile(""),
    arrays=frozenset(),
    targets=(),
    component_sets=("xyzw",),
    index=File.ADDRESS,
    profile=Profile.VP1,
    addresses=("A0",),
    unary_plus=False,
    read=read_register,
    write=write_register,
    checks=(_forget_sources,),
    final_checks=(_check_position,),
)
VP11 = replace(
    VP10,
    language="VP1.1",
    limits=LIMITS["VP1.1"],
    options={"NV_position_invariant": _position_invariant},
    # NV_vertex_program1_1: <optionalSign> ::= "-" | "+" | ""
    unary_plus=True,
)
VP20 = replace(
    VP11,
    language="VP2.0",
    limits=LIMITS["VP2.0"],
    results=RESULTS.with_items(_CLIP),
    suffix=re.compile("(?P<update>C)?"),
    conditions=True,
    condition_rules=OLDER_RULES,
    labels=True,
    absolute=True,
    profile=Profile.VP2,
    addresses=("A0", "A1"),
    address_components="xyzw",
    subroutines=False,
)
# NV_vertex_program, 2.14.4: "<dstReg> ::= <absProgParamReg> | <temporaryReg>" and
# "<vertexAttribReg> ::= "v" "[" "0" "]"".
VSP10 = replace(
    VP10,
    language="VSP1.0",
    stage=Stage.VERTEX_STATE,
    limits=LIMITS["VSP1.0"],
    attributes=_attributes(1),
    results=BindingTable({}),
    final_checks=(_check_parameter_written,),
)
DIALECTS = (VP10, VP11, VP20, VSP10)
