"""The language of NV_fragment_program: `!!FP1.0`.

Its registers have fixed names: f[NAME] an attribute, o[NAME] a result, p[n] a local parameter, Rn
temporaries of 32-bit and Hn of 16-bit numbers, which share no storage. DEFINE names a constant,
DECLARE a parameter, `program.named[n]`. An instruction without a precision suffix has the precision
of its destination.
"""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.asm.bindings import parse_constant, parse_integer, parse_sign
from softgl.asm.dialect import ARB_TARGETS, BindingTable, Dialect, Item
from softgl.asm.elements import Place
from softgl.asm.names import Variable
from softgl.asm.nv_fragment_options import mnemonics
from softgl.asm.options import FRAGMENT_COORDINATES, FRAGMENT_OPTIONS
from softgl.asm.state import ParserState
from softgl.asm.suffixes import OLDER_RULES
from softgl.asm.text.lexer import Token, choice
from softgl.asm.text.limits import LIMITS
from softgl.asm.text.literals import float_word
from softgl.errors import ErrorKind
from softgl.ir.program import (
    ZERO,
    Binding,
    Constant,
    File,
    Instruction,
    NamedParameter,
    Profile,
    Source,
    Stage,
    W,
)
from softgl.isa import OPCODES, Form
from softgl.isa.table import FP1
from softgl.isa.vocabulary import FLOAT, HALF

_SIGN = 0x80000000
_ATTRIBUTES = {
    "WPOS": Item("fragment.position"),
    "COL0": Item("fragment.color.primary"),
    "COL1": Item("fragment.color.secondary"),
    "FOGC": Item("fragment.fogcoord"),
    **{f"TEX{n}": Item("fragment.texcoord", fixed=(n,)) for n in range(8)},
}
_RESULTS = {
    "COLR": Item("result.color", fixed=(0,)),
    "COLH": Item("result.color", fixed=(0,)),
    "DEPR": Item("result.depth"),
}
_OTHER_COLOR = {"COLR": "COLH", "COLH": "COLR"}
# Instructions that read these compute with 32 bits, whatever their suffix.
_FULL = frozenset({"fragment.fogcoord", "fragment.texcoord"})
_TEMPORARY = re.compile("([RH])(0|[1-9][0-9]*)")
_TEMPORARIES = {"R": 32, "H": 64}
_WRITE_ONLY = {"o": "'o[...]'", "RC": "'RC'", "HC": "'HC'"}
_READ_ONLY = {"f": "'f[...]'", "p": "'p[...]'"}
_TEXTURE = re.compile("TEX(0|[1-9][0-9]*)")
_STORAGE = 64
_KEYWORDS = frozenset(
    [
        *("DEFINE", "DECLARE", "END", "RC", "HC", "f", "o", "p"),
        *(*_ATTRIBUTES, *_RESULTS, *ARB_TARGETS, *OLDER_RULES),
        *(f"TEX{n}" for n in range(LIMITS[FP1].texture_image_units)),
        *(letter + str(n) for letter, count in _TEMPORARIES.items() for n in range(count)),
    ]
)


# -- registers -------------------------------------------------------------------------------------


def read_register(p: ParserState) -> Place:
    """Parses a source without signs and swizzle; an instruction reads one register of a file."""
    token = p.tokens.peek()
    negative = p.tokens.source[p.tokens.last_end - 1] == "-"
    if token.kind in ("integer", "float"):
        number = parse_constant(p.tokens, FLOAT, signed=False)
        # <signedScalarConstant>: the sign is a part of the number that is counted.
        _count_constants(p, token, {number.words[0] ^ (_SIGN if negative else 0)})
        return _parameter(p, number, token)
    if token.text == "{":
        vector = _parse_vector(p)
        _count_constants(p, token, set(vector.words))
        return _parameter(p, vector, token)
    if token.text == "f":
        return _attribute(p)
    if token.text == "p":
        p.tokens.take()
        p.tokens.expect("[", "after 'p'")
        number = parse_integer(p.tokens, 0, p.dialect.limits.local_parameters - 1)
        p.tokens.expect("]", "after the number of a parameter")
        return _only_parameter(p, Binding("program.local", (number,)), token)
    variable = p.names.find(token) if token.kind == "name" else None
    # Revision 30: "Allow tokens that look like a possible register or texture name, but have
    # numbers that are too big (e.g., "TEX24", "R37")" as names.
    if _TEMPORARY.fullmatch(token.text) and not (variable and variable.bindings):
        return _temporary(p)
    if variable is None:
        wanted = "a number, '{', f[...], p[...], a temporary or a name"
        if only := _WRITE_ONLY.get(token.text):
            p.tokens.fail(token, f"{only} can only be written", wanted)
        if token.kind != "name":
            p.tokens.fail(token, f"unexpected {token}", wanted)
        p.tokens.fail(token, f"{token} is not declared", wanted, ErrorKind.UNDECLARED)
    p.tokens.take()
    (value,) = variable.bindings
    if isinstance(value, Binding):
        return _only_parameter(p, value, token)
    _count_constants(p, token, {value.words[0]} if variable.scalar else set(value.words))
    return _parameter(p, value, token)


def write_register(p: ParserState) -> Place:
    """Parses a destination register, `<dstRegister>`."""
    token = p.tokens.peek()
    if token.text in ("RC", "HC"):
        # "RC and HC are treated as unnumbered, write-only temporary registers."
        p.tokens.take()
        return Place(None, 0, half=token.text == "HC")
    if token.text == "o":
        return _result(p)
    if _TEMPORARY.fullmatch(token.text):
        return _temporary(p)
    only = _READ_ONLY.get(token.text) or (p.names.find(token) and str(token))
    message = f"{only} can only be read" if only else f"unexpected {token}"
    return p.tokens.fail(token, message, "o[...], RC, HC or a temporary")


def _parameter(p: ParserState, value: Binding | Constant, where: Token) -> Place:
    p.registers.bind(File.PARAMETER, [value], where)
    return Place(File.PARAMETER, p.registers.register(File.PARAMETER, value))


def _only_parameter(p: ParserState, binding: Binding, where: Token) -> Place:
    # "each fragment program instruction can normally use at most one unique program parameter."
    if p.sourced.setdefault(File.PARAMETER, (binding,)) != (binding,):
        p.tokens.fail(where, "the instruction reads a second program parameter")
    return _parameter(p, binding, where)


def _count_constants(p: ParserState, where: Token, words: set[int]) -> None:
    # "The only exception to this rule is if all program parameter references specify named or
    # embedded constants that taken together contain no more than four unique scalar values."
    before = p.sourced.get(File.PARAMETER, ())
    if any(isinstance(value, Binding) for value in before):
        p.tokens.fail(where, "the instruction reads a second program parameter")
    p.sourced[File.PARAMETER] = tuple(words.union(before))
    if len(p.sourced[File.PARAMETER]) > 4:
        p.tokens.fail(
            where, "the constants of the instruction have more than four different values"
        )


def _attribute(p: ParserState) -> Place:
    start = p.tokens.take()
    binding, _ = _named(p, "f", _ATTRIBUTES)
    p.registers.bind(File.ATTRIBUTE, [binding], start)
    place = Place(File.ATTRIBUTE, p.registers.register(File.ATTRIBUTE, binding))
    # "each fragment program instruction can use at most one unique attribute register."
    if p.sourced.setdefault(File.ATTRIBUTE, (binding,)) != (binding,):
        p.tokens.fail(start, "the instruction reads a second attribute register")
    return place


def _result(p: ParserState) -> Place:
    start = p.tokens.take()
    binding, name = _named(p, "o", _RESULTS)
    # "A fragment program will fail to load if it writes to both o[COLR] and o[COLH]."
    other = f"o[{_OTHER_COLOR.get(name)}]"
    if other in p.storage:
        p.tokens.fail(start, f"the program writes {other} too", other)
    _use(p, start, f"o[{name}]", 1 if name == "COLH" else 2)
    p.registers.bind(File.RESULT, [binding], start)
    register = p.registers.register(File.RESULT, binding)
    return Place(File.RESULT, register, half=name == "COLH")


def _named(p: ParserState, letter: str, items: dict[str, Item]) -> tuple[Binding, str]:
    """Parses `[NAME]` and returns the binding and the name."""
    p.tokens.expect("[", f"after '{letter}'")
    token = p.tokens.peek()
    if token.text not in items:
        p.tokens.fail(token, f"there is no register '{letter}[{token.text}]'", choice(items))
    p.tokens.take()
    p.tokens.expect("]", "after the name of a register")
    (binding,) = items[token.text].bindings()
    return binding, token.text


def _temporary(p: ParserState) -> Place:
    token = p.tokens.peek()
    letter, number = _TEMPORARY.fullmatch(token.text).groups()
    if len(number) > 2 or int(number) >= _TEMPORARIES[letter]:
        last = f"{letter}{_TEMPORARIES[letter] - 1}"
        p.tokens.fail(token, f"there is no temporary {token}", f"{letter}0 to {last}")
    p.tokens.take()
    variable = p.names.find(token)
    if variable is None:
        _use(p, token, token.text, 2 if letter == "R" else 1)
        start = p.registers.allocate(File.TEMPORARY, 1, token)
        variable = Variable(File.TEMPORARY, (), start)
        p.names.replace(token.text, variable)
    return Place(File.TEMPORARY, variable.start, half=letter == "H")


def _use(p: ParserState, where: Token, name: str, size: int) -> None:
    # "A fragment program fails to load if its total temporary and output register count exceeds 64.
    # Each fp32 temporary or output register used by the program [...] counts as two registers; each
    # fp16 temporary or output register [...] as a single register."
    p.storage[name] = size
    if sum(p.storage.values()) > _STORAGE:
        message = f"more than {_STORAGE} temporaries and results, those of 32 bits twice"
        p.tokens.fail(where, message, kind=ErrorKind.LIMIT)


def texture_unit(p: ParserState) -> int:
    """Parses `TEXn`."""
    token = p.tokens.peek()
    match, count = _TEXTURE.fullmatch(token.text), p.dialect.limits.texture_image_units
    if match is None or len(match[1]) > 2 or int(match[1]) >= count:
        p.tokens.fail(token, f"{token} is not a texture image unit", f"TEX0 to TEX{count - 1}")
    p.tokens.take()
    return int(match[1])


# -- DEFINE and DECLARE ----------------------------------------------------------------------------


def parse_statement(p: ParserState) -> bool:
    """Parses DEFINE or DECLARE with its semicolon, if there is one."""
    keyword = p.tokens.peek()
    if keyword.text not in ("DEFINE", "DECLARE"):
        return False
    p.tokens.take()
    name = p.names.take_new()
    if keyword.text == "DEFINE":
        p.tokens.expect("=", "in a DEFINE statement")
        value, scalar = _parse_value(p)
        p.names.establish(name, Variable(File.PARAMETER, (value,), scalar=scalar))
    else:
        words = _parse_value(p)[0].words if p.tokens.accept("=") else (0, 0, 0, 0)
        binding = Binding("program.named", (len(p.named),))
        p.named.append(NamedParameter(name.text, words))
        p.names.establish(name, Variable(File.PARAMETER, (binding,)))
    p.tokens.expect(";", f"after a {keyword.text} statement")
    return True


def _parse_value(p: ParserState) -> tuple[Constant, bool]:
    """Parses a number, a vector or the name of a constant; also returns True for a scalar."""
    if p.tokens.at("{"):
        return _parse_vector(p), False
    token = p.tokens.peek()
    if token.kind == "name":
        variable = _constant(p, "a number, '{' or the name of a constant")
        return variable.bindings[0], variable.scalar
    return parse_constant(p.tokens, FLOAT, signed=True), True


def _parse_vector(p: ParserState) -> Constant:
    """Parses `{...}`: numbers and names of scalar constants, padded with 0, 0, 1."""
    p.tokens.take()
    words = [_parse_component(p)]
    while len(words) < 4 and p.tokens.accept(","):
        words.append(_parse_component(p))
    p.tokens.expect("}", "or ','" if len(words) < 4 else "after four numbers")
    return Constant((*words, *(0, 0, float_word("1"))[len(words) - 1 :]))


def _parse_component(p: ParserState) -> int:
    if p.tokens.peek().kind == "name":
        token, wanted = p.tokens.peek(), "a number or the name of a scalar constant"
        variable = _constant(p, wanted)
        if not variable.scalar:
            p.tokens.fail(token, f"{token} is a vector", wanted)
        return variable.bindings[0].words[0]
    sign = _SIGN if parse_sign(p.tokens) else 0
    if p.tokens.peek().kind not in ("integer", "float"):
        p.tokens.fail(p.tokens.peek(), f"unexpected {p.tokens.peek()}", "a number")
    return parse_constant(p.tokens, FLOAT, signed=False).words[0] ^ sign


def _constant(p: ParserState, wanted: str) -> Variable:
    """Parses the name of a constant."""
    token = p.tokens.peek()
    variable = p.names.find(token)
    if variable is None or not variable.bindings or isinstance(variable.bindings[0], Binding):
        p.tokens.fail(token, f"{token} is not a constant", wanted)
    p.tokens.take()
    return variable


# -- instructions ----------------------------------------------------------------------------------


def _complete(p: ParserState, instruction: Instruction, suffix: str) -> Instruction:
    """Sets the precision of an instruction, and the w of f[FOGC]."""
    p.sourced.clear()
    if instruction.destination is None:
        return instruction
    return replace(
        instruction,
        sources=tuple(_without_fog_w(p, source) for source in instruction.sources),
        precision=_precision(p, instruction, suffix),
    )


def _precision(p: ParserState, instruction: Instruction, suffix: str) -> str:
    # "Fragment program instructions using the fragment attribute registers f[FOGC] or f[TEX0]
    # through f[TEX7] will be carried out at full fp32 precision". So are those without suffixes.
    entry, names = OPCODES[instruction.opcode].of(FP1), list(p.dialect.attributes.order)
    full = any(
        names[source.index].name in _FULL
        for source in instruction.sources
        if source.file is File.ATTRIBUTE
    )
    if full or HALF not in entry.modifiers or entry.form is Form.TEXTURE:
        return ""
    return {"": "H" if instruction.destination.half else "", "R": ""}.get(suffix, suffix)


def _without_fog_w(p: ParserState, source: Source) -> Source:
    # Table X.1: f[FOGC] is (z,0,0,0), where ARB_fragment_program has a 1.
    if source.file is not File.ATTRIBUTE:
        return source
    if list(p.dialect.attributes.order)[source.index].name != "fragment.fogcoord":
        return source
    return replace(source, swizzle=tuple(ZERO if s == W else s for s in source.swizzle))


def _check_output(p: ParserState) -> None:
    # "A fragment program will fail to load if it does not write to at least one output register."
    if not any(i.destination and i.destination.file is File.RESULT for i in p.instructions):
        p.tokens.fail_late(p.tokens.peek(), "the program writes none of o[COLR], o[COLH], o[DEPR]")


# -- the language ----------------------------------------------------------------------------------

FP10 = Dialect(
    language=FP1,
    stage=Stage.FRAGMENT,
    limits=LIMITS[FP1],
    attributes=BindingTable(_ATTRIBUTES),
    results=BindingTable(_RESULTS),
    state=frozenset(),
    reserved=_KEYWORDS | mnemonics(FP1, ("_SAT",)),
    declarations=frozenset(),
    options={name: FRAGMENT_OPTIONS[name] for name in FRAGMENT_COORDINATES},
    suffix=re.compile("(?P<precision>[RHX])?(?P<update>C)?(?P<saturate>_SAT)?"),
    arrays=frozenset(),
    targets=ARB_TARGETS,
    component_sets=("xyzw",),
    conditions=True,
    condition_rules=OLDER_RULES,
    absolute=True,
    bare_scalars=True,
    profile=Profile.FP1,
    read=read_register,
    write=write_register,
    statement=parse_statement,
    complete=_complete,
    texture_unit=texture_unit,
    final_checks=(_check_output,),
)
DIALECTS = (FP10,)
