"""The writer of GLSL texts."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from softgl.asm.options import POSITION_INVARIANT
from softgl.ir.program import Binding, Program, Stage
from softgl.translate.assembly.source_names import source_names
from softgl.translate.glsl.declarations import declarations
from softgl.translate.glsl.exact import Exact
from softgl.translate.glsl.functions import START
from softgl.translate.glsl.indexed import OWN, PARAMETER, PARAMETERS, VERTEX
from softgl.translate.glsl.machine import HELPERS, Unsayable
from softgl.translate.glsl.readable import (
    BITS,
    Readable,
    first_integer,
    has_integers,
)
from softgl.translate.glsl.readings import INDICES, WORDS
from softgl.translate.glsl.text import Text
from softgl.translate.glsl.tidy import tidy
from softgl.translate.interfaces.describe import describe
from softgl.translate.interfaces.errors import refuse
from softgl.translate.interfaces.interface import Interface, Member, StateStruct
from softgl.translate.interfaces.names import Scope
from softgl.translate.interfaces.targets import Target

EXACT = 330
"""The first version with the bits of floats and, by an extension, exact arithmetic."""
MVP = "matrix_mvp"
_WORD = re.compile(r"[A-Za-z_]\w*")
_SWIZZLES = {
    "".join(letters) for n in range(1, 5) for letters in itertools.product("xyzw", repeat=n)
}


def write(
    program: Program, target: Target, interface: Interface, exact: bool
) -> tuple[str, Interface]:
    """Returns the text of a program and its interface; TranslationError for missing features."""
    if program.stage is Stage.VERTEX_STATE:
        refuse(target.name, "vertex state programs, which write parameters", program, None)
    if exact and target.version < EXACT:
        refuse(target.name, "exact arithmetic, which needs GLSL 3.30", program, None)
    invariant = program.stage is Stage.VERTEX and program.options & POSITION_INVARIANT
    if invariant and target.core:
        interface = _with_position(interface)
    if target.version < 130 and has_integers(program):
        refuse(target.name, "integers, and the bits of floats", program, first_integer(program))
    floats = not exact and not has_integers(program)
    try:
        text, writer = _written(program, target, interface, exact, floats)
    except Unsayable as error:
        if not floats or str(error) != BITS or target.version < 130:
            refuse(target.name, str(error), program, error.instruction)
        floats = False
        text, writer = _written(program, target, interface, exact, floats)
    code = [*writer.functions, "void main()", "{", *text.without_unused(), "}", ""]
    variables = text.globals
    if not exact:
        called, types = _called(program, interface), _types(interface)
        types |= dict.fromkeys(called.values(), "vec4") | writer.indexed.types()
        rewrite, readings = writer.indexed.vector, INDICES if floats else WORDS
        code, variables = tidy(code, variables, types, target.version, called, rewrite, readings)
    helpers = [HELPERS[name] for name in sorted(writer.m.helpers)]
    code = "\n".join([*helpers, *writer.helpers("\n".join(code)), *code])
    head = declarations(program, target, interface, exact, not floats, code)
    return "\n".join([*head, *variables, *([""] if variables else []), code]), interface


def _written(program, target, interface, exact, floats):
    """Returns the text with the statements of a program, and its writer."""
    text = Text(Scope(_names(interface)))
    if exact:
        writer = Exact(program, interface, target, text)
    else:
        writer = Readable(program, interface, target, text, floats)
    writer.m.has_doubles = target.version >= 150
    if program.stage is Stage.VERTEX:
        if program.options & POSITION_INVARIANT:
            _transform(text, target, interface)
        elif not program.writes("result.position"):
            text.line("gl_Position = vec4(0.0, 0.0, 0.0, 1.0);")
    writer.write()
    if target.version < 150 and writer.m.helpers:
        raise Unsayable("the upper half of a product")
    return text, writer


def _names(interface: Interface) -> set[str]:
    """Returns the names that the text declares."""
    ones = (*interface.attributes, *interface.outputs, *interface.parameters, *interface.samplers)
    names = {one.name.partition("[")[0] for one in ones} | {
        *("main", START, PARAMETER, PARAMETERS, VERTEX),
        *HELPERS,
    }
    names |= {name for one in interface.buffers for name in (one.name, one.block)}
    return names | ({interface.state.name, interface.state.type} if interface.state else set())


def _types(interface: Interface) -> dict[str, str]:
    """Returns the types of the text's declarations by name; for arrays those of elements."""
    types = dict.fromkeys(_names(interface), "")
    types |= dict.fromkeys((one.name.partition("[")[0] for one in interface.parameters), "vec4")
    if interface.state:
        types |= {f"{interface.state.name}.{one.name}": "vec4" for one in interface.state.members}
    for one in (*interface.attributes, *interface.outputs):
        types[one.name.partition("[")[0]] = one.type
    return types


def _called(program: Program, interface: Interface) -> dict[str, str]:
    """Returns the source's names of vectors, by their expressions in the text."""
    members = interface.state.members if interface.state else ()
    # A defined name is replaced everywhere: in other functions, and after dots.
    words = {*_WORD.findall(" ".join(HELPERS.values())), *OWN, *(one.name for one in members)}
    found, scope = {}, Scope(_names(interface) | words | _SWIZZLES)
    for place, source_name in source_names(program).items():
        if place in program.parameters and place.name.startswith("program."):
            text = interface.parameter(place)
        elif place in program.attributes and interface.input(place).type == "vec4":
            text = interface.input(place).value()
        else:
            continue
        if text != source_name and re.fullmatch(r"\w+(\[\d+\])?", text):
            found.setdefault(text, scope.new(source_name))
    return found


def _with_position(interface: Interface) -> Interface:
    """Returns the interface with the inputs of the fixed-function position."""
    state = interface.state or StateStruct("vertex_state", "VertexState", ())
    if all(one.name != MVP for one in state.members):
        member = Member(MVP, "state.matrix.mvp", "the projection matrix times the model-view", 4)
        state = replace(
            state, members=tuple(sorted((*state.members, member), key=lambda one: one.name))
        )
    attributes = interface.attributes
    if all(one.binding != "vertex.position" for one in attributes):
        own = describe_position(interface)
        attributes = (own, *attributes)
    return replace(interface, state=state, attributes=attributes)


def describe_position(interface: Interface):
    """Returns the position as an attribute of the interface's target."""
    from softgl.asm import parse
    from softgl.translate.interfaces.targets import TARGETS

    text = "!!ARBvp1.0 MOV result.position, vertex.position; END"
    return describe(parse(text), TARGETS[interface.target]).input(Binding("vertex.position"))


def _transform(text: Text, target: Target, interface: Interface) -> None:
    """Writes the position as fixed function computes it."""
    if not target.core:
        text.line("gl_Position = ftransform();")
        return
    position = interface.input(Binding("vertex.position")).value()
    rows = (f"{interface.state.name}.{MVP}[{row}]" for row in range(4))
    products = ", ".join(f"dot({row}, {position})" for row in rows)
    text.line(f"gl_Position = vec4({products});")
