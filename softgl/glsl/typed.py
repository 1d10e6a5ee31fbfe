"""The typed tree: a checked shader, with symbols in the place of names.

Expressions have `type`, a `softgl.glsl.types.Type`, and `at`, the offset of their token. All
implicit conversions are explicit (`Convert`), operands of arithmetic have the types that `Binary`
says, and every expression with a constant value is a `Constant`.
"""

# The order of `__slots__` is that of the constructor.
# ruff: noqa: RUF023
from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import Any

from softgl.glsl.text.language import Language
from softgl.glsl.text.source import Message, Source
from softgl.glsl.tree import Node
from softgl.glsl.types import Type
from softgl.ir.program import Stage
from softgl.records import dataclass

# -- symbols ---------------------------------------------------------------------------------------


class Storage(Enum):
    """The place of a variable."""

    LOCAL = "local"  # of a function, or a parameter
    GLOBAL = "global"  # of a stage: a register that is neither input nor output
    CONST = "const"
    UNIFORM = "uniform"
    IN = "in"  # attribute, or varying of a later stage
    OUT = "out"  # varying of an earlier stage, or output of fragments
    BUILTIN_UNIFORM = "built-in uniform"  # gl_ModelViewMatrix
    BUILTIN_IN = "built-in input"  # gl_Vertex, gl_FragCoord
    BUILTIN_OUT = "built-in output"  # gl_Position

    __hash__ = object.__hash__  # compiled code, unlike Enum's


@dataclass(eq=False)
class Block:
    """An interface block, `uniform Name { ... } instance[count];`.

    type : a Struct of its members. storage : UNIFORM, IN or OUT. variable : the instance, of type
        `type` or an array of it; None without a name: then each member is a Variable with `block`.
    layout : "std140", "shared", "packed"; row_major : the default of its matrices.
    binding : of `layout(binding = n)`, or None.
    implicit : the numbers of the members whose size is that of the largest index into them.
    """

    name: str
    type: Type
    storage: Storage
    at: int = 0
    count: int | None = None
    variable: Variable | None = None
    layout: str = "shared"
    row_major: bool = False
    binding: int | None = None
    members: tuple = ()  # the Variables of its members, if it has no instance name
    implicit: frozenset[int] = frozenset()


@dataclass(eq=False)
class Variable:
    """A variable; identity is by object.

    interpolation : "smooth", "flat", "noperspective" or "". layout : the words of `layout` with
        their values, as {"location": 3}; None for words without one.
    block, member : the interface block and the number of the member, of a block without an instance
        name; `block` alone is set for an instance.
    initializer : a Constant for const variables and uniforms with one, else an Expression or None.
    any_invariance : True for outputs under the pragma invariant(all), which match inputs that are
        invariant, and others.
    builtin : the entry of `builtins.variables`, or None.
    direction : "in", "out" or "inout" of a parameter, else "".
    written : True if some statement may write it; a parameter that none writes needs no copy.
    max_index : the largest constant index into an array without a size, which the linker gives one;
        local arrays have theirs already. -1 without an index.
    """

    name: str
    type: Type
    storage: Storage
    at: int = 0
    interpolation: str = ""
    centroid: bool = False
    invariant: bool = False
    any_invariance: bool = False
    precision: str = ""
    layout: dict | None = None
    block: Block | None = None
    member: int | None = None
    initializer: Any = None
    builtin: Any = None
    direction: str = ""
    read_only: bool = False
    written: bool = False
    max_index: int = -1


@dataclass(eq=False)
class Function:
    """A user-defined function. body : a CompoundStatement; None if it is only declared here.

    precision : of its result, in ES.
    calls : signature -> (Function, offset of the first call) of each function that it calls.
    """

    name: str
    type: Type
    parameters: list[Variable]
    at: int = 0
    body: Any = None
    precision: str = ""
    calls: dict = field(default_factory=dict)

    @property
    def signature(self) -> tuple:
        """Name and parameter types: equal signatures of two shaders are one function."""
        return self.name, *(parameter.type for parameter in self.parameters)


# -- expressions -----------------------------------------------------------------------------------


class Expression(Node):
    __slots__ = ("type",)


class Constant(Expression):
    """A constant: `words` are the bits of its components as a tuple of ints (uint32), columns of
    matrices, elements of arrays and members one after the other; booleans are 0 or 0xFFFFFFFF."""

    __slots__ = ("words",)


class Reference(Expression):
    """A variable."""

    __slots__ = ("variable",)


class Member(Expression):
    """Member `number` of a structure, or of a block's instance."""

    __slots__ = ("object", "number")


class Swizzle(Expression):
    """`object.components`: a tuple of 0 to 3; an l-value if none occurs twice. Object: a vector."""

    __slots__ = ("object", "components")


class Index(Expression):
    """`object[index]`: element of an array, column of a matrix, component of a vector."""

    __slots__ = ("object", "index")


class Unary(Expression):
    """`operator`: "-" "!" "~"."""

    __slots__ = ("operator", "operand")


class Step(Expression):
    """++ or --: `operator` is "+" or "-", `before` True for the prefix form, whose value is new."""

    __slots__ = ("operator", "operand", "before")


class Binary(Expression):
    """`left operator right`.

    + - * / % & | ^ : operands have the scalar kind of the result; one may be a scalar beside a
    vector or matrix. `*` of matrix and vector or matrix is the linear algebraic product.
    << >> : the right operand may be of the other integer kind.
    < > <= >= : scalars. == != : equal types, compared as a whole, also arrays and structures.
    && || ^^ : booleans; && and || evaluate the right operand only if they need it.
    """

    __slots__ = ("operator", "left", "right")


class Assignment(Expression):
    """`left = right`, or `left operator= right`: `operator` is "" or as in Binary."""

    __slots__ = ("operator", "left", "right")


class Conditional(Expression):
    """`condition ? yes : no`; only one of the two is evaluated."""

    __slots__ = ("condition", "yes", "no")


class Comma(Expression):
    __slots__ = ("left", "right")


class Call(Expression):
    """A call of a user-defined Function.

    The argument of an `out` parameter is an l-value of its own type; where the parameter has
    another one, the result is converted to that of the argument. So for `BuiltinCall`.
    """

    __slots__ = ("function", "arguments")


class BuiltinCall(Expression):
    """A call of a `builtins.table.BuiltinFunction`."""

    __slots__ = ("function", "arguments")


class Construct(Expression):
    """A constructor: arguments as the specification says for `type`.

    Scalars and vectors: components of the arguments one after the other, converted to the kind of
    the result; or one scalar for all components. Matrices: one scalar for the diagonal, one
    matrix, or components. Structures and arrays: one argument, already converted, for each member
    or element.
    """

    __slots__ = ("arguments",)


class Convert(Expression):
    """An implicit conversion of the components of a scalar, vector or matrix to those of `type`."""

    __slots__ = ("operand",)


# -- statements ------------------------------------------------------------------------------------


class Statement(Node):
    __slots__ = ()


class CompoundStatement(Statement):
    __slots__ = ("statements",)


class Declare(Statement):
    """The place of a local variable; its `initializer` is evaluated here. Without one it is
    undefined (0 here), anew in each iteration of a loop."""

    __slots__ = ("variable",)


class Evaluate(Statement):
    __slots__ = ("expression",)


class If(Statement):
    """yes, no : CompoundStatements; no may be None."""

    __slots__ = ("condition", "yes", "no")


class Loop(Statement):
    """`for`, `while` and `do`.

    start : CompoundStatement or None. condition : an Expression, a Declare of a boolean (evaluated
    in each iteration), or None. step : Expression or None. after : True for `do ... while`.
    """

    __slots__ = ("start", "condition", "step", "body", "after")


class Switch(Statement):
    """cases : (value, CompoundStatement) in order; the value is a Constant, None for default.

    Control falls through from one to the next; `Break` leaves.
    """

    __slots__ = ("selector", "cases")


class Break(Statement):
    __slots__ = ()


class Continue(Statement):
    __slots__ = ()


class Discard(Statement):
    __slots__ = ()


class Return(Statement):
    __slots__ = ("value",)


# -- shaders ---------------------------------------------------------------------------------------


@dataclass(eq=False)
class GeometryLayout:
    """The layouts of a geometry shader; None where it says nothing.

    taken, made : words of the specification: "points", "lines_adjacency", "triangle_strip"...
    """

    taken: str | None = None
    made: str | None = None
    max_vertices: int | None = None


@dataclass(eq=False)
class Shader:
    """A compiled shader.

    language : None if it did not compile. extensions : those enabled or warned about.
    globals : all global variables in order, built-in ones that it redeclares or uses too.
    functions : in order of their definition, prototypes without a body too.
    layout : other layouts that apply to the whole, as {"origin_upper_left": None,
        "early_fragment_tests": None}. depth : "any", "greater", "less", "unchanged" or "".
    builtin_blocks : (name, type) of the members of gl_PerVertex, gl_PerFragment and gl_in, as far
        as it declares these blocks.
    """

    stage: Stage
    source: Source
    language: Language | None = None
    extensions: frozenset[str] = frozenset()
    globals: tuple[Variable, ...] = ()
    blocks: tuple[Block, ...] = ()
    functions: tuple[Function, ...] = ()
    geometry: GeometryLayout | None = None
    layout: dict | None = None
    depth: str = ""
    messages: tuple[Message, ...] = ()
    builtin_blocks: dict | None = None

    @property
    def compiled(self) -> bool:
        """True if no message is an error."""
        return not any(message.severity == "error" for message in self.messages)

    @property
    def info_log(self) -> str:
        """The messages, each with its line and a caret."""
        return "".join(map(self.source.format, self.messages))
