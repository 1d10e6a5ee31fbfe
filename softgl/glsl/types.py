"""The types of GLSL. Equal types are the same object."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from itertools import accumulate

from softgl.records import dataclass, interned


class Scalar(Enum):
    """The kinds of a component."""

    FLOAT = "float"
    INT = "int"
    UINT = "uint"
    BOOL = "bool"  # a word: all ones is true, 0 is false

    __hash__ = object.__hash__  # compiled code, unlike Enum's


class Type:
    """The base of all types; `str(type)` is its name in messages."""

    @property
    def length(self) -> int | None:
        """The number of elements of `[]`; None if it cannot be indexed, or has no size yet."""
        return None


@interned(unique=True)
@dataclass(frozen=True)
class Void(Type):
    """The type of functions without a result."""

    def __str__(self):
        return "void"


@interned(unique=True)
@dataclass(frozen=True)
class Erroneous(Type):
    """The type of an expression with an error, which needs no second message."""

    def __str__(self):
        return "error"


@interned(unique=True)
@dataclass(frozen=True)
class Vector(Type):
    """A vector of `size` components, 2 to 4, or a scalar: size 1."""

    scalar: Scalar
    size: int = 1

    @property
    def length(self):
        return self.size if self.size > 1 else None

    def __str__(self):
        if self.size == 1:
            return self.scalar.value
        return {"float": "", "int": "i", "uint": "u", "bool": "b"}[
            self.scalar.value
        ] + f"vec{self.size}"


@interned(unique=True)
@dataclass(frozen=True)
class Matrix(Type):
    """A matrix of floats: `columns` vectors of `rows` components each."""

    columns: int
    rows: int

    @property
    def length(self):
        return self.columns

    @property
    def column(self) -> Vector:
        """The type of a column."""
        return Vector(Scalar.FLOAT, self.rows)

    def __str__(self):
        same = self.columns == self.rows
        return f"mat{self.columns}" + ("" if same else f"x{self.rows}")


@interned(unique=True)
@dataclass(frozen=True)
class Sampler(Type):
    """A sampler.

    name : the keyword, as "isampler2DArray". target : a name of `softgl.ir.targets.PROGRAM_TARGETS`
    without SHADOW. scalar : the kind of its texels. shadow : True if depths are compared.
    """

    name: str
    target: str
    scalar: Scalar = Scalar.FLOAT
    shadow: bool = False

    def __str__(self):
        return self.name


@interned
@dataclass(frozen=True)
class Member:
    """A member of a structure or of an interface block.

    layout : the words of `layout` and the qualifiers that the member has itself, as "row_major".
    """

    name: str
    type: Type
    precision: str = ""
    layout: tuple[str, ...] = ()


@interned
@dataclass(frozen=True)
class Struct(Type):
    """A structure. Two are equal if names and members are; `unique` tells scopes apart."""

    name: str
    members: tuple[Member, ...]
    unique: int = 0

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each member, by its name."""
        return {member.name: number for number, member in enumerate(self.members)}

    @cached_property
    def leaves(self) -> frozenset[Type]:
        """The types of the members, with those of inner structures in the place of structures."""
        inner = (innermost(member.type) for member in self.members)
        return frozenset().union(*(t.leaves if isinstance(t, Struct) else {t} for t in inner))

    @cached_property
    def depth(self) -> int:
        """The number of structures within each other, this one included."""
        inner = (innermost(member.type) for member in self.members)
        return 1 + max((t.depth for t in inner if isinstance(t, Struct)), default=0)

    @cached_property
    def has_arrays(self) -> bool:
        """True if a member is an array, or a structure that has one."""
        inner = [member.type for member in self.members]
        return any(isinstance(t, Array) or (isinstance(t, Struct) and t.has_arrays) for t in inner)

    @cached_property
    def registers(self) -> int:
        """The number of registers of all members."""
        return sum(registers(member.type) for member in self.members)

    @cached_property
    def word_offsets(self) -> tuple[int, ...]:
        """The number of words in front of each member, and in all members."""
        return tuple(accumulate((word_count(m.type) for m in self.members), initial=0))

    @property
    def word_count(self) -> int:
        """The number of words of all members."""
        return self.word_offsets[-1]

    def __str__(self):
        return self.name or "struct"


@interned
@dataclass(frozen=True)
class Array(Type):
    """An array; `count` is None for one without a size: `float a[]`."""

    element: Type
    count: int | None = None

    @property
    def length(self):
        return self.count

    def __str__(self):
        element, dimensions = self, ""
        while isinstance(element, Array):
            dimensions += "[]" if element.count is None else f"[{element.count}]"
            element = element.element
        return f"{element}{dimensions}"


VOID, ERROR = Void(), Erroneous()
FLOAT, INT, UINT, BOOL = (Vector(scalar) for scalar in Scalar)
VECTORS = {str(v): v for v in (Vector(s, n) for s in Scalar for n in (1, 2, 3, 4))}
MATRICES = {f"mat{c}x{r}": Matrix(c, r) for c in (2, 3, 4) for r in (2, 3, 4)}
MATRICES |= {f"mat{n}": Matrix(n, n) for n in (2, 3, 4)}
_TARGETS = {
    "1D": "1D",
    "2D": "2D",
    "3D": "3D",
    "Cube": "CUBE",
    "2DRect": "RECT",
    "1DArray": "ARRAY1D",
    "2DArray": "ARRAY2D",
    "CubeArray": "CUBEARRAY",
    "Buffer": "BUFFER",
    "2DMS": "2DMS",
    "2DMSArray": "ARRAY2DMS",
}
_SHADOWS = ("1D", "2D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray")
SAMPLERS = {
    f"{prefix}sampler{word}": Sampler(f"{prefix}sampler{word}", target, scalar)
    for prefix, scalar in (("", Scalar.FLOAT), ("i", Scalar.INT), ("u", Scalar.UINT))
    for word, target in _TARGETS.items()
}
SAMPLERS |= {
    f"sampler{word}Shadow": Sampler(f"sampler{word}Shadow", _TARGETS[word], Scalar.FLOAT, True)
    for word in _SHADOWS
}
"""Every sampler of any version; `text.keywords` says which version has which."""


def innermost(type_: Type) -> Type:
    """Returns the type of the elements of an array of any depth, or the type itself."""
    while isinstance(type_, Array):
        type_ = type_.element
    return type_


def word_count(type_: Type) -> int:
    """Returns the number of words of a constant: of its components, one after the other."""
    if isinstance(type_, Vector):
        return type_.size
    if isinstance(type_, Matrix):
        return type_.columns * type_.rows
    if isinstance(type_, Array):
        return (type_.count or 0) * word_count(type_.element)
    if isinstance(type_, Struct):
        return type_.word_count
    return 0


def leaves(type_: Type) -> frozenset[Type]:
    """Returns the types of vectors, matrices and samplers that a type has as elements or members.

    Structures within structures take no time of their own, however many there are.
    """
    type_ = innermost(type_)
    return type_.leaves if isinstance(type_, Struct) else frozenset({type_})


def contains(type_: Type, kind: type | tuple) -> bool:
    """True if a type is one of a kind, or has an element or member of one."""
    inner = innermost(type_)
    if isinstance(inner, kind) or not isinstance(inner, Struct):
        return isinstance(inner, kind)
    return any(isinstance(leaf, kind) for leaf in inner.leaves)


def contains_scalar(type_: Type, *scalars: Scalar) -> bool:
    """True if a type has components of some kinds."""
    return any(isinstance(leaf, Vector) and leaf.scalar in scalars for leaf in leaves(type_))


def registers(type_: Type) -> int:
    """Returns the number of four-component registers of a value: one for each vector or column.

    Arrays have those of their elements one after the other, structures those of their members.
    Samplers have none. An array without a size counts as one element.
    """
    if isinstance(type_, Vector):
        return 1
    if isinstance(type_, Matrix):
        return type_.columns
    if isinstance(type_, Array):
        return (type_.count or 1) * registers(type_.element)
    if isinstance(type_, Struct):
        return type_.registers
    return 0
