"""The interface of a translated program: names and places for the application and the texts."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, field, replace
from functools import cached_property

from softgl.asm.spelling import binding_text
from softgl.ir.program import Binding
from softgl.records import dataclass
from softgl.translate.interfaces.names import Scope, member_name

FORMAT = "softgl interface 1"

_FOUR_COMPONENTS = {
    "vec4": "{}",
    "ivec4": "{}",
    "uvec4": "{}",
    "vec3": "vec4({}, 1.0)",
    "vec2": "vec4({}, 0.0, 1.0)",
    "float": "vec4({}, 0.0, 0.0, 1.0)",
    "bool": "vec4({} ? 1.0 : -1.0, 0.0, 0.0, 1.0)",
    "int": "ivec4({}, 0, 0, 0)",
}
_SINGLE = frozenset({"fragment.fogcoord", "vertex.fogcoord"})
"""Inputs with one component; the others are 0, 0 and 1 (ARB_fragment_program, table X.1)."""


@dataclass(frozen=True)
class Input:
    """An attribute: an input from vertices, or from the preceding stage.

    binding : as in programs, `vertex.texcoord[2]`.
    components : the components that are read.
    name : the variable; `[]` in it stands for the number of a vertex of a primitive.
    type : the type of the variable.
    location : for attributes of vertices always set, for glBindAttribLocation if the text cannot
        declare it; for others None if the text declares none.
    builtin : True if GLSL declares it.
    interpolation, centroid : "smooth", "flat" or "noperspective", and True for centroid, of inputs
        from the preceding stage.
    """

    binding: str
    name: str
    type: str = "vec4"
    components: str = "xyzw"
    location: int | None = None
    builtin: bool = False
    interpolation: str = "smooth"
    centroid: bool = False

    def value(self, vertex: str = "") -> str:
        """Returns its four components as an expression; vertex : a vertex number, as an expression.

        Integer variables give an expression of integers.
        """
        name, kind = self.name.replace("[]", f"[{vertex}]"), self.type
        if kind == "vec4" and self.binding in _SINGLE and not self.builtin:
            name, kind = f"{name}.x", "float"  # other components are arbitrary
        return _FOUR_COMPONENTS[kind].format(name)


@dataclass(frozen=True)
class Output:
    """A result.

    type : the type of the variable.
    component : the component of the register for a scalar variable, "" for all four.
    components : the components that the program writes.
    The other fields are as in `Input`.
    """

    binding: str
    name: str
    type: str = "vec4"
    component: str = ""
    components: str = "xyzw"
    location: int | None = None
    builtin: bool = False
    interpolation: str = "smooth"
    centroid: bool = False


@dataclass(frozen=True)
class Uniform:
    """Parameters that the application sets: a uniform vec4, or an array of them.

    kind : "local" and "env", whose elements have the numbers of the program (`env` is also c[n] of
        VP1.0 to VP2.0), or "named".
    size : the length of the array, 0 for a single vec4.
    used : the elements that the program reads.
    initial : the initial value of a named parameter.
    """

    name: str
    kind: str
    binding: str
    size: int = 0
    used: tuple[int, ...] = ()
    initial: tuple[float, ...] = ()


@dataclass(frozen=True)
class Member:
    """A member of the struct of state: a vec4, or a matrix as its four rows.

    binding : as in programs, without `.row`.
    rows : 4 for a matrix, else 0.
    state : the GL state that feeds it, in words of glGet.
    """

    name: str
    binding: str
    state: str
    rows: int = 0


@dataclass(frozen=True)
class StateStruct:
    """The uniform struct with the values of `state` bindings."""

    name: str
    type: str
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Buffer:
    """A parameter buffer: a block of uniforms with an array of vectors of 32-bit words.

    point : the binding point.
    vector : True if an element is four words, False for one.
    elements : the number of elements in use, from 0 on.
    size : the length of the array, in vectors of four words.
    """

    name: str
    block: str
    point: int
    vector: bool
    elements: int
    size: int


@dataclass(frozen=True)
class Sampler:
    """A sampled texture.

    target : as in programs.
    texture : GL's target of such texture objects.
    shadow : True if depths are compared.
    result : "float", "int" or "uint".
    """

    name: str
    type: str
    unit: int
    target: str
    texture: str
    shadow: bool = False
    result: str = "float"


@dataclass(frozen=True)
class Place:
    """A uniform, by its name for glGetUniformLocation.

    identifier : the name as one word.
    binding : its binding in the program; for an array or a matrix that of the whole.
    vectors : the number of vec4.
    array : True for an array.
    source : the source of its value, in words.
    """

    name: str
    identifier: str
    binding: str
    vectors: int
    array: bool
    source: str


_RECORDS = {
    "attributes": Input,
    "outputs": Output,
    "parameters": Uniform,
    "buffers": Buffer,
    "samplers": Sampler,
}


@dataclass(frozen=True)
class Interface:
    """The interface of one translated program; `to_json` has all of it.

    language, stage : of the source.
    target : of the text.
    state : None if no state is read.
    feedback : the names for glTransformFeedbackVaryings.
    primitives : the input and output primitives of a geometry program, else empty.
    limits : the resources that the source uses.
    """

    language: str
    stage: str
    target: str
    attributes: tuple[Input, ...] = ()
    outputs: tuple[Output, ...] = ()
    parameters: tuple[Uniform, ...] = ()
    state: StateStruct | None = None
    buffers: tuple[Buffer, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    feedback: tuple[str, ...] = ()
    primitives: dict = field(default_factory=dict)
    limits: dict = field(default_factory=dict)

    def to_dict(self) -> dict:
        """Returns the interface as dictionaries and lists, for `to_json`."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_dict(cls, document: dict) -> Interface:
        """Returns the interface of a `to_dict`; raises LookupError, TypeError or ValueError."""
        fields = dict(document)
        if fields.pop("format") != FORMAT:
            raise ValueError("unknown format")
        for name, kind in _RECORDS.items():
            fields[name] = tuple(kind(**one) for one in fields[name])
        fields["parameters"] = tuple(
            replace(one, used=tuple(one.used), initial=tuple(one.initial))
            for one in fields["parameters"]
        )
        state = fields["state"]
        if state is not None:
            members = tuple(Member(**one) for one in state["members"])
            fields["state"] = StateStruct(state["name"], state["type"], members)
        return cls(**{**fields, "feedback": tuple(fields["feedback"])})

    def to_json(self) -> str:
        """Returns the interface as JSON, in a stable order; docs/translating.md describes it."""
        return json.dumps(self.to_dict(), indent=1) + "\n"

    @property
    def uniforms(self) -> tuple[Place, ...]:
        """The uniforms with numbers: each array and each member of the struct of state."""
        scope = Scope()
        found = []
        for one in self.parameters:
            words = f"{one.binding}[{one.size}]" if one.size else one.binding
            found.append((one.name, one.binding, one.size, words))
        for one in self.state.members if self.state else ():
            found.append((self.member_path(one), one.binding, one.rows, one.state))
        return tuple(
            Place(name, scope.new(_identifier(name)), binding, size or 1, size > 0, words)
            for name, binding, size, words in found
        )

    def member_path(self, member: Member) -> str:
        """Returns the name of a member of the struct of state, without struct in assembly."""
        return f"{self.state.name}.{member.name}" if self.state.type else member.name

    # For writers: the names of a program's bindings.

    @cached_property
    def _inputs(self) -> dict[str, Input]:
        return {one.binding: one for one in self.attributes}

    def input(self, binding: Binding) -> Input:
        """Returns the input of an attribute of the program."""
        return self._inputs[binding_text(binding)]

    def outputs_of(self, binding: Binding) -> list[Output]:
        """Returns the outputs of a result of the program.

        There are several if several inputs of the next stage read it.
        """
        text = binding_text(binding)
        return [one for one in self.outputs if one.binding == text]

    def parameter(self, binding: Binding) -> str:
        """Returns a parameter of the program as a vec4 expression."""
        if binding.name.startswith("state."):
            row = f"[{binding.indices[-1]}]" if binding.is_matrix else ""
            return f"{self.state.name}.{member_name(binding)}{row}"
        kind, number = binding.name.removeprefix("program."), binding.indices[0]
        of_kind = [one for one in self.parameters if one.kind == kind]
        return of_kind[number].name if kind == "named" else f"{of_kind[0].name}[{number}]"

    def buffer(self, point: int) -> Buffer:
        """Returns the parameter buffer at a binding point."""
        return next(one for one in self.buffers if one.point == point)

    def sampler(self, unit: int, target: str, result: str = "float") -> Sampler:
        """Returns the sampler of a unit and a target for instructions of a type.

        Without one of that type it is any, for queries of sizes.
        """
        known = [one for one in self.samplers if (one.unit, one.target) == (unit, target)]
        return next((one for one in known if one.result == result), known[0])


def _identifier(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")
