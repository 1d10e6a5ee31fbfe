"""The places of variables that live outside of functions: uniforms, inputs, outputs, globals."""

from __future__ import annotations

from softgl.glsl.layouts import layout
from softgl.glsl.lower.code import MASKS, Code, register_types
from softgl.glsl.lower.expressions import constant_place
from softgl.glsl.lower.placement import BlockPlace, StageUnit, UniformPlace
from softgl.glsl.lower.places import Place, allocated_for, sampler_types
from softgl.glsl.typed import Constant, Storage, Variable
from softgl.glsl.types import Array
from softgl.ir.primitives import PRIMITIVES_IN
from softgl.ir.program import Binding, File, Source

OUTPUTS = frozenset({Storage.OUT, Storage.BUILTIN_OUT})
INPUTS = frozenset({Storage.IN, Storage.BUILTIN_IN})


class Globals:
    """Finds the places of the global variables of a stage.

    outputs : the (place, bindings) of each output that was named.
    """

    def __init__(self, code: Code, unit: StageUnit):
        self._code, self._unit = code, unit
        self._places: dict[Variable, Place] = {}
        self.outputs: list[tuple[Place, tuple[Binding, ...]]] = []

    def place(self, variable: Variable) -> Place:
        """Returns the place of a variable; one without a place is a new local one."""
        variable = self._unit.canonical.get(variable, variable)
        found = self._places.get(variable)
        if found is None:
            found = self._places[variable] = self._new(variable)
        return found

    def _new(self, variable: Variable) -> Place:
        builtin, type_ = variable.builtin, variable.type
        if builtin is not None and builtin.constant is not None:
            return constant_place(type_, builtin.constant)
        if builtin is not None and builtin.name == "gl_VerticesIn":
            return constant_place(type_, (self._vertices(),))
        if isinstance(variable.initializer, Constant) and variable.storage is Storage.CONST:
            return constant_place(type_, variable.initializer.words)
        given = self._unit.places.get(variable)
        if isinstance(given, UniformPlace):
            return self._uniform(variable, given)
        if isinstance(given, BlockPlace):
            return self._in_block(variable, given)
        bindings = given.bindings if given else builtin.bindings if builtin else ()
        if bindings and variable.storage in OUTPUTS:
            return self._output(variable, bindings)
        if bindings and variable.storage in INPUTS:
            return self._input(variable, bindings)
        if bindings:
            bindings = bindings[: len(register_types(type_))]
            return Place(type_, File.PARAMETER, cells=bindings, count=len(bindings))
        return allocated_for(self._code, variable)

    def _uniform(self, variable: Variable, given: UniformPlace) -> Place:
        count = len(register_types(variable.type))
        cells = tuple(Binding("uniform", (given.row + n,)) for n in range(count))
        place = Place(variable.type, File.PARAMETER, cells=cells, count=count)
        place.words = True
        types = sampler_types(variable.type)
        place.slot, place.samplers = given.slot, tuple(enumerate(types, given.slot))
        return place

    def _in_block(self, variable: Variable, given: BlockPlace) -> Place:
        block = variable.block
        whole = layout(block.type, block.row_major)
        place = Place(variable.type, File.BUFFER, count=-(-whole.size // 4))
        place.layout, place.words = whole, True
        count = block.count if isinstance(variable.type, Array) and block.variable else 1
        place.buffers = tuple(range(given.buffer, given.buffer + (count or 1)))
        if variable.member is not None:
            place.offset, place.layout = whole.members[variable.member]
        return place

    def _input(self, variable: Variable, bindings) -> Place:
        type_ = variable.type
        of_vertices = bindings[0].name.startswith("vertex.") and self._unit.geometry is not None
        count = len(register_types(type_.element if of_vertices else type_))
        bindings = tuple(bindings[:count])
        place = Place(type_, File.ATTRIBUTE, cells=bindings, count=count)
        if of_vertices:
            place.vertices = self._vertices()
        return place

    def _vertices(self) -> int:
        taken = self._unit.geometry.taken
        return PRIMITIVES_IN[taken.upper()] if taken else 1

    def _output(self, variable: Variable, bindings) -> Place:
        place = allocated_for(self._code, variable)
        place.stored = set()
        self.outputs.append((place, tuple(bindings)))
        return place


def result_rows(outputs) -> list[tuple[Binding, Source, tuple[bool, ...]]]:
    """Returns binding, temporary and mask of each output register that is written."""
    rows = []
    for place, bindings in outputs:
        types = register_types(place.type)
        for number in sorted(place.stored):
            source = Source(File.TEMPORARY, place.first + number)
            rows.append((bindings[number], source, MASKS[types[number].size]))
    return rows
