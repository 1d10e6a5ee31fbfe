"""Parses declarations: TEMP, ADDRESS, ATTRIB, PARAM, OUTPUT, BUFFER, ALIAS, and modifiers."""

from __future__ import annotations

from softgl.asm.bindings import (
    parse_binding,
    parse_constant,
    parse_integer,
)
from softgl.asm.buffers import parse_buffer
from softgl.asm.elements import parse_indexed, parse_variable
from softgl.asm.geometry import parse_attribute
from softgl.asm.names import KIND, Variable
from softgl.asm.state import ParserState
from softgl.asm.state_bindings import parse_state
from softgl.asm.text.lexer import Token, choice
from softgl.ir.program import INTEGER_INPUTS, Binding, Constant, File, Stage
from softgl.isa.vocabulary import FLOAT, INTEGERS, SIGNED, UNSIGNED, DataType

TYPES = {"FLOAT": FLOAT, "INT": SIGNED, "UINT": UNSIGNED}
INTERPOLATION = ("FLAT", "CENTROID", "NOPERSPECTIVE")
# NV_gpu_program4, "Program Variable Types": "The "LONG" modifier is supported only for declarations
# of temporary variables ("TEMP").  The "SHORT" modifier is supported only for declarations of
# temporary variables and result variables ("OUTPUT")." All sizes are 32 bits here, and shipped
# programs declare LONG OUTPUT too.
SIZES = {"SHORT": ("TEMP", "OUTPUT"), "LONG": ("TEMP", "OUTPUT")}
# NV_fragment_program4, "Program Variable Types": not "when declaring a variable bound to a
# fragment's position, face direction, fog coordinate, or any interpolated clip distance".
_NOT_INTERPOLATED = frozenset(
    {"fragment.position", "fragment.facing", "fragment.fogcoord", "fragment.clip"}
)


def parse_declaration(p: ParserState) -> None:
    """Parses a declaration without its semicolon."""
    modifiers: list[Token] = []
    while p.tokens.peek().text in p.dialect.modifiers:
        modifiers.append(p.tokens.take())
    keyword = p.tokens.peek()
    if keyword.text not in p.dialect.declarations:
        words = [*sorted(p.dialect.declarations), *sorted(p.dialect.modifiers)]
        p.tokens.fail(keyword, f"unexpected {keyword} in a declaration", choice(words))
    _check_modifiers(p, keyword.text, modifiers)
    p.tokens.take()
    type_ = next((TYPES[m.text] for m in modifiers if m.text in TYPES), None)
    short = any(modifier.text == "SHORT" for modifier in modifiers)
    if keyword.text in ("TEMP", "ADDRESS"):
        _parse_registers(p, keyword, type_, short)
    elif keyword.text == "PARAM":
        _parse_param(p, type_)
    elif keyword.text == "ATTRIB":
        _parse_attrib(p, modifiers, type_)
    elif keyword.text == "OUTPUT":
        _parse_bound(p, File.RESULT, type_, short)
    elif keyword.text == "ALIAS":
        _parse_alias(p)
    else:
        parse_buffer(p, type_, vector=keyword.text == "BUFFER4")


def _check_modifiers(p: ParserState, keyword: str, modifiers: list[Token]) -> None:
    seen: dict[str, Token] = {}
    for token in modifiers:
        if token.text in TYPES:
            group, allowed = "data type", keyword not in ("ALIAS", "ADDRESS")
        elif token.text in SIZES:
            group, allowed = "storage size", keyword in SIZES[token.text]
        else:
            group, allowed = token.text, keyword == "ATTRIB"
        if not allowed:
            p.tokens.fail(token, f"{token} is not a modifier of {keyword}")
        if group in seen:
            p.tokens.fail(token, f"a second {group} modifier in one declaration")
        seen[group] = token
        # NV_fragment_program_option: <OUTPUT_statement> ::= <varSize> "OUTPUT" ...
        if token.text == "LONG" and keyword == "OUTPUT" and p.dialect.opcode_modifiers:
            p.tokens.lenient(token, "LONG is a modifier of temporaries only")
    # NV_fragment_program4, "Program Variable Types": "if the "FLAT" modifier is used together with
    # either "CENTROID" or "NOPERSPECTIVE" in a single declaration"
    for other in INTERPOLATION[1:]:
        if "FLAT" in seen and other in seen:
            later = max(seen["FLAT"], seen[other], key=lambda token: token.span.start)
            p.tokens.fail(later, f"FLAT and {other} exclude each other")


def _parse_registers(p: ParserState, keyword: Token, type_: DataType | None, short: bool) -> None:
    file = File.TEMPORARY if keyword.text == "TEMP" else File.ADDRESS
    while True:
        name = p.names.take_new()
        size = _parse_size(p, keyword.text)
        start = p.registers.allocate(file, size or 1, name)
        array = size is not None
        p.names.establish(name, Variable(file, (), start, size or 1, array, type_, short))
        if not p.tokens.accept(","):
            return


def _parse_size(p: ParserState, keyword: str) -> int | None:
    """Parses the `[n]` after a new name: None without brackets, 0 for empty ones."""
    if keyword not in p.dialect.arrays or not p.tokens.accept("["):
        return None
    if p.tokens.at("]") and keyword != "TEMP":
        p.tokens.take()
        return 0
    limits = p.dialect.limits
    size = parse_integer(
        p.tokens, 1, limits.temporaries if keyword == "TEMP" else limits.parameters
    )
    p.tokens.expect("]", "after the size of an array")
    return size


def _parse_param(p: ParserState, type_: DataType | None) -> None:
    name = p.names.take_new()
    before = p.tokens.peek(1)
    size = _parse_size(p, "PARAM")
    p.tokens.expect("=", "in a PARAM declaration")
    if size is None:
        bindings = _parse_parameters(p, type_, ranges=False)
    else:
        bindings = _parse_list(p, lambda: _parse_parameters(p, type_, ranges=True))
        _check_size(p, before, size, bindings)
    array = size is not None
    p.names.establish(name, Variable(File.PARAMETER, tuple(bindings), array=array, type=type_))


def _parse_parameters(
    p: ParserState, type_: DataType | None, *, ranges: bool
) -> list[Binding | Constant]:
    token = p.tokens.peek()
    if token.text == "program":
        bindings = parse_binding(p.tokens, p.dialect.program_parameters, ranges=ranges)
    elif token.text == "state":
        bindings = parse_state(p.tokens, p.dialect, ranges=ranges)
    elif token.kind in ("integer", "float") or token.text in ("{", "-", "+"):
        # NV_gpu_program4, "Program Parameters": "If no data type modifier is specified in a
        # declaration, constants are interpreted as floating-point values."
        bindings = [parse_constant(p.tokens, type_ or FLOAT, signed=True)]
    else:
        p.tokens.fail(token, f"unexpected {token}", "a number, '{', 'program' or 'state'")
    p.registers.bind(File.PARAMETER, bindings, token)
    return bindings


def _parse_list(p: ParserState, parse_item) -> list:
    p.tokens.expect("{", "before the elements of an array")
    bindings = list(parse_item())
    while p.tokens.accept(","):
        bindings += parse_item()
    p.tokens.expect("}", "or ',' after an element of an array")
    return bindings


def _check_size(p: ParserState, where: Token, size: int | None, bindings: list) -> None:
    # NV_gpu_program4, "Program Variable Types": "A program will fail to load if the declared size
    # of an array variable does not match the number of assigned bindings."
    if size and size != len(bindings):
        p.tokens.fail(where, f"{size} elements are declared, but {len(bindings)} are given")


def _parse_attrib(p: ParserState, modifiers: list[Token], type_: DataType | None) -> None:
    ways = [modifier for modifier in modifiers if modifier.text in INTERPOLATION]
    interpolation = frozenset(modifier.text for modifier in ways)
    where = (ways or [p.tokens.peek()])[0]
    variable = _parse_bound(p, File.ATTRIBUTE, type_)
    if p.dialect.stage is not Stage.FRAGMENT:
        return
    counted = {binding.name for binding in variable.bindings} <= INTEGER_INPUTS
    if type_ in INTEGERS and "FLAT" not in interpolation and not counted:
        # NV_fragment_program4, "Program Variable Types": "a program will fail to load if it
        # declares a variable with the "INT" or "UINT" data type modifiers without the "FLAT"
        # interpolation modifier." (A primitive's number is never interpolated.)
        p.tokens.fail(modifiers[0], "an integer attribute of a fragment must be FLAT", "FLAT")
    for binding in variable.bindings:
        _check_interpolation(p, binding, interpolation, where)


def _check_interpolation(
    p: ParserState, binding: Binding, interpolation: frozenset[str], where: Token
) -> None:
    if binding.name in _NOT_INTERPOLATED and interpolation:
        p.tokens.fail(where, f"{binding} takes no interpolation modifier")
    if binding.name in INTEGER_INPUTS and interpolation - {"FLAT"}:
        # Table X.X there refuses FLAT too, but its text does not: FLAT, which is true, is accepted.
        p.tokens.fail(where, f"{binding} is never interpolated")
    # "if multiple attribute variables with different interpolation modifiers are bound to the same
    # fragment attribute, or if one variable is bound to the fragment's primary color and a second
    # variable with different interpolation modifiers is bound the the fragment's secondary color."
    color = binding.name.startswith("fragment.color.")
    others = [Binding("fragment.color.primary"), Binding("fragment.color.secondary")]
    for other in others if color else [binding]:
        if p.interpolation.get(other, interpolation) != interpolation:
            p.tokens.fail(where, f"{other} is declared with other interpolation modifiers")
    p.interpolation[binding] = interpolation


def _parse_bound(
    p: ParserState, file: File, type_: DataType | None, short: bool = False
) -> Variable:
    """Parses the rest of ATTRIB or OUTPUT: a name, perhaps a size, and bindings."""
    name = p.names.take_new()
    before = p.tokens.peek(1)
    keyword = "ATTRIB" if file is File.ATTRIBUTE else "OUTPUT"
    size = _parse_size(p, keyword)
    p.tokens.expect("=", f"in an {keyword} declaration")
    if size is None and (indexed := parse_indexed(p, file)):
        variable = Variable(file, type=type_, short=short, indexed=indexed)
        p.names.establish(name, variable)
        return variable
    arrays = keyword in p.dialect.arrays
    start = p.tokens.peek().span.start
    if size is not None and p.tokens.at("{"):
        items = _parse_list(p, lambda: _parse_item(p, file, ranges=True))
    else:
        items = _parse_item(p, file, ranges=arrays)
    bindings = [binding for binding, _ in items]
    _check_size(p, before, size, bindings)
    # NV_vertex_program4 and NV_fragment_program4: ranges "are available only in explicit
    # declarations of array variables", so `vertex.attrib[2..2]` makes an array of one.
    array = size is not None or ".." in p.tokens.source[start : p.tokens.last_end]
    if array:
        _check_consecutive(p, name, items)
    p.registers.bind(file, bindings, name)
    vertex = items[0][1]
    variable = Variable(file, tuple(bindings), array=array, type=type_, short=short, vertex=vertex)
    p.names.establish(name, variable)
    return variable


def _parse_item(p: ParserState, file: File, *, ranges: bool) -> list[tuple[Binding, int | None]]:
    """Parses bindings, each with its vertex as in `Variable.vertex`."""
    table = p.dialect.attributes if file is File.ATTRIBUTE else p.dialect.results
    token = p.tokens.peek()
    if token.text not in table.prefixes:
        prefixes = choice(f"'{prefix}.'" for prefix in sorted(table.prefixes))
        p.tokens.fail(token, f"unexpected {token}", f"{prefixes} and what is bound")
    if file is File.ATTRIBUTE:
        bindings, vertex = parse_attribute(p, ranges=ranges)
    else:
        bindings, vertex = parse_binding(p.tokens, table, ranges=ranges), None
    return [(binding, vertex) for binding in bindings]


def _check_consecutive(
    p: ParserState, where: Token, items: list[tuple[Binding, int | None]]
) -> None:
    # NV_gpu_program4, "Program Attribute Variables": "The set of bindings allowed for attribute
    # array variables is limited to attribute state grouped in arrays [...].  Additionally, all
    # bindings assigned to the array must be of the same binding type and must increase
    # consecutively."
    first, of_vertex = items[0]
    if not first.indices:
        p.tokens.fail(where, f"{first} cannot be an element of an array")
    for offset, (binding, vertex) in enumerate(items):
        if binding != Binding(first.name, (first.indices[0] + offset,)):
            p.tokens.fail(where, f"{binding} does not follow the element before it in {first.name}")
        if vertex != of_vertex:
            p.tokens.fail(where, f"{binding} is not of the vertex of the element before it")


def _parse_alias(p: ParserState) -> None:
    name = p.names.take_new()
    p.tokens.expect("=", "in an ALIAS declaration")
    token = p.tokens.peek()
    # A shipped game aliases bindings, as if with ATTRIB or OUTPUT.
    files = {**dict.fromkeys(p.dialect.attributes.prefixes, File.ATTRIBUTE), "result": File.RESULT}
    if token.text in files:
        p.tokens.lenient(token, "an ALIAS of a binding, which is not a variable")
        file = files[token.text]
        ((binding, vertex),) = _parse_item(p, file, ranges=False)
        p.registers.bind(file, [binding], token)
        p.names.establish(name, Variable(file, (binding,), vertex=vertex))
        return
    kinds = ", ".join(KIND.values())
    p.names.establish(name, parse_variable(p, f"the name of a variable ({kinds})"))
