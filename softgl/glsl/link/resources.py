"""The active inputs of the first stage of a program, and outputs of the last (GL's resources).

ARB_program_interface_query, 2.14.3 (Program Interfaces): names, and locations of elements.
"""

from __future__ import annotations

from collections.abc import Iterator

from softgl.glsl.link.edges import EdgePort
from softgl.glsl.link.interfaces import location_of
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.link.uniforms import leaves, shrunk
from softgl.glsl.linked import Attribute, FragmentOutput, ProgramVariable
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array, Type, registers
from softgl.ir.program import Binding, Program, Stage


def program_inputs(
    stage: LinkedStage, attributes: tuple[Attribute, ...], edge: tuple[EdgePort, ...], reads
) -> tuple[ProgramVariable, ...]:
    """Returns the inputs of the first stage. reads : the bindings that its program reads."""
    if stage.stage is Stage.VERTEX:
        return tuple(
            ProgramVariable(_first(each), each.type, each.size, each.location)
            for each in attributes
        )
    return *_of_edge(edge), *_of_builtin(stage, Storage.BUILTIN_IN, reads)


def program_outputs(
    stage: LinkedStage,
    outputs: tuple[FragmentOutput, ...],
    edge: tuple[EdgePort, ...],
    program: Program,
) -> tuple[ProgramVariable, ...]:
    """Returns the outputs of the last stage, whose program is given."""
    own = (
        ProgramVariable(_first(each), each.type, each.size, each.location, each.index)
        for each in outputs
    )
    builtin = _of_builtin(stage, Storage.BUILTIN_OUT, frozenset(program.results))
    return *own, *_of_edge(edge), *builtin


def _first(variable: Attribute | FragmentOutput) -> str:
    return f"{variable.name}[0]" if variable.array else variable.name


def _of_edge(ports: tuple[EdgePort, ...]) -> Iterator[ProgramVariable]:
    """Yields the parts of varyings; inputs of geometry shaders are arrays over their vertices."""
    for port in (each.port for each in ports):
        if port.block is not None and port.block.variable is not None:
            type_ = port.type.element if isinstance(port.type, Array) else port.type
            yield from _leaves(port.name, type_, -1)
            continue
        for variable in port.variables:
            first = location_of(variable)
            yield from _leaves(variable.name, variable.type, -1 if first is None else first)


def _leaves(name: str, type_: Type, first: int) -> Iterator[ProgramVariable]:
    for leaf in leaves(name, type_):
        yield _variable(leaf, leaf.count, -1 if first < 0 else first + leaf.row)


def _variable(leaf, count: int | None, location: int = -1) -> ProgramVariable:
    name = leaf.name if count is None else f"{leaf.name}[0]"
    return ProgramVariable(name, leaf.type, count or 1, location)


def _of_builtin(
    stage: LinkedStage, storage: Storage, used: frozenset[Binding]
) -> Iterator[ProgramVariable]:
    """Yields the built-in variables with used bindings, of arrays up to the last used element."""
    for variable in stage.of(storage):
        if not stage.is_live(variable):
            continue
        name, type_, uses = variable.name, variable.type, stage.uses
        if name == "gl_in":  # the block of a vertex
            name, type_ = "gl_PerVertex", type_.element
        else:
            indices = uses.live.get(variable, set()) | uses.written.get(variable, set())
            type_ = shrunk(type_, indices)
        for leaf in leaves(name, type_):
            size = registers(leaf.type)
            last = leaf.row + size * (leaf.count or 1)
            bindings = variable.builtin.bindings[leaf.row : last]
            places = [place for place, binding in enumerate(bindings) if binding in used]
            if places:
                yield _variable(leaf, leaf.count and places[-1] // size + 1)
