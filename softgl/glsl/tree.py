"""The syntax tree: a shader as it is written, without types.

Every node has `at`, the offset in the shader's text of the token that messages point to. Names are
not resolved: the parser needs no scopes, for `Name name` begins a declaration and `name(...)` is a
call, be it of a function, a constructor or a structure's.

Stages may recurse over the tree: no path from a declaration of the shader down to a leaf has more
than MAX_NESTING statements and expressions. The left operands of a chain of `Binary` do not count,
so that `a + b + c + ...` may be as long as it likes: walk `Binary.left` by a loop, as `left_spine`
does, and not by recursion. Nor do the links of a chain of `else if`.
"""

# The order of `__slots__` is that of the constructor.
# ruff: noqa: RUF023
from __future__ import annotations

MAX_NESTING = 128
"""Limit of the depth of a tree; the parser refuses a shader with a deeper one."""


class Node:
    """A node; subclasses name their fields in `__slots__`, in the order of the constructor."""

    __slots__ = ("at",)

    def __init_subclass__(cls):
        names = [n for base in reversed(cls.__mro__) for n in getattr(base, "__slots__", ())]
        arguments, body = ", ".join(names), "; ".join(f"self.{n} = {n}" for n in names)
        scope: dict = {}
        exec(f"def __init__(self, {arguments}): {body}", scope)
        cls.__init__, cls.fields = scope["__init__"], tuple(names)

    def __repr__(self):
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields[1:])
        return f"{type(self).__name__}({values})"


# -- expressions -----------------------------------------------------------------------------------


class Expression(Node):
    __slots__ = ()


class Literal(Expression):
    """A number or truth: `value` is a float, int or bool of Python; kind "float", "int", ..."""

    __slots__ = ("kind", "value")


class Name(Expression):
    __slots__ = ("name",)


class Field(Expression):
    """`object.name`: a swizzle, a member; `length` of a call `a.length()` is a Method."""

    __slots__ = ("object", "name")


class Subscript(Expression):
    """`object[index]`; index is None for `float[]` in front of a constructor."""

    __slots__ = ("object", "index")


class Call(Expression):
    """`callee(arguments)`; callee is a Name, a TypeName, or a Subscript of one: an array type."""

    __slots__ = ("callee", "arguments")


class Method(Expression):
    """`object.name(arguments)`: only `length()` exists."""

    __slots__ = ("object", "name", "arguments")


class Unary(Expression):
    """`operator operand`: one of + - ! ~ ++ --."""

    __slots__ = ("operator", "operand")


class Postfix(Expression):
    """`operand operator`: ++ or --."""

    __slots__ = ("operand", "operator")


class Binary(Expression):
    """`left operator right`, but for assignments and the comma."""

    __slots__ = ("operator", "left", "right")


class Assignment(Expression):
    """`left operator right`: = += -= *= /= %= <<= >>= &= ^= |=."""

    __slots__ = ("operator", "left", "right")


class Conditional(Expression):
    """`condition ? yes : no`."""

    __slots__ = ("condition", "yes", "no")


class Comma(Expression):
    __slots__ = ("left", "right")


class InitializerList(Expression):
    """`{ a, b }`: GL_ARB_shading_language_420pack."""

    __slots__ = ("elements",)


def left_spine(node: Expression) -> tuple[Expression, list[Binary]]:
    """Returns the leftmost operand of a chain of Binary, and the chain from there outwards."""
    chain = []
    while type(node) is Binary:
        chain.append(node)
        node = node.left
    chain.reverse()
    return node, chain


# -- types and declarations ------------------------------------------------------------------------


class LayoutWord(Node):
    """`name` or `name = value` in `layout(...)`; value is an Expression or None."""

    __slots__ = ("name", "value")


class Qualifiers(Node):
    """The qualifiers of a declaration, in the order of the text.

    words : (word, at) of each: "const", "in", "flat", "highp", ...; "layout" at its place.
    layout : the LayoutWords of all `layout(...)`, in order.
    """

    __slots__ = ("words", "layout")


class TypeName(Node):
    """A type by name: a keyword or a structure's; also a callee of Call."""

    __slots__ = ("name",)


class StructType(Node):
    """`struct name { members }`; name is "" without one. members : Declarations."""

    __slots__ = ("name", "members")


class TypeSpecifier(Node):
    """A type: base is a TypeName or StructType; sizes an Expression or None for each `[...]`."""

    __slots__ = ("base", "sizes")


class Declarator(Node):
    """`name[sizes] = initializer`; initializer is an Expression or None."""

    __slots__ = ("name", "sizes", "initializer")


class Statement(Node):
    __slots__ = ()


class Declaration(Statement):
    """`qualifiers type declarators;`; no declarators in `struct S {...};`."""

    __slots__ = ("qualifiers", "type", "declarators")


class QualifierDeclaration(Statement):
    """`qualifiers names;` without a type: `invariant gl_Position;`, `layout(...) in;`.

    names : (name, at) of each.
    """

    __slots__ = ("qualifiers", "names")


class PrecisionDeclaration(Statement):
    """`precision highp float;`."""

    __slots__ = ("precision", "type")


class BlockDeclaration(Statement):
    """`qualifiers name { members } instance[sizes];`; instance is "" without one."""

    __slots__ = ("qualifiers", "name", "members", "instance", "sizes")


class Parameter(Node):
    """A parameter of a function; name is "" without one."""

    __slots__ = ("qualifiers", "type", "name", "sizes")


class Function(Statement):
    """A function: body is a Block, or None for a prototype. `f(void)` has no parameters.

    qualifiers : those of the result.
    """

    __slots__ = ("qualifiers", "type", "name", "parameters", "body")


# -- statements ------------------------------------------------------------------------------------


class Block(Statement):
    """`{ statements }`; end : the offset of the closing brace."""

    __slots__ = ("statements", "end")


class ExpressionStatement(Statement):
    """`expression;`; None for an empty statement."""

    __slots__ = ("expression",)


class If(Statement):
    __slots__ = ("condition", "yes", "no")


class While(Statement):
    """`while (condition) body`; condition is an Expression or a Declaration."""

    __slots__ = ("condition", "body")


class DoWhile(Statement):
    __slots__ = ("body", "condition")


class For(Statement):
    """`for (start; condition; step) body`; start is a Statement, the others may be None."""

    __slots__ = ("start", "condition", "step", "body")


class Switch(Statement):
    """`switch (selector) { statements }`, with Case and Default labels among the statements."""

    __slots__ = ("selector", "statements")


class Case(Statement):
    __slots__ = ("value",)


class Default(Statement):
    __slots__ = ()


class Break(Statement):
    __slots__ = ()


class Continue(Statement):
    __slots__ = ()


class Discard(Statement):
    __slots__ = ()


class Return(Statement):
    """`return value;`; value may be None."""

    __slots__ = ("value",)


class Pragma(Statement):
    """A pragma of the preprocessor that has a place among declarations: STDGL invariant(all)."""

    __slots__ = ("text",)


class TranslationUnit(Node):
    """A shader: its declarations and functions in the order of the text."""

    __slots__ = ("declarations",)
