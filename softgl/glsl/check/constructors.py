"""Constructors of vectors, matrices, structures and arrays: section 5.4 of each version."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import declared_types, expressions
from softgl.glsl.check.context import silent
from softgl.glsl.check.conversions import assignable
from softgl.glsl.check.folding import fold
from softgl.glsl.types import Array, Matrix, Sampler, Struct, Vector


def construct_type(c, node: tree.Call) -> typed.Expression:
    """Checks a constructor whose callee is a type, or an array type."""
    type_ = declared_types.constructed_type(c, node.callee)
    return construct(c, node, type_)


def construct(c, node: tree.Call, type_: types.Type) -> typed.Expression:
    """Checks the arguments of a constructor."""
    arguments = [expressions.value(c, argument) for argument in node.arguments]
    if type_ is types.ERROR or any(one.type is types.ERROR for one in arguments):
        return silent(node.at)
    if type_ is types.VOID or types.contains(type_, Sampler):
        return c.failed(node.at, f"'{type_}' has no constructor")
    if isinstance(type_, Array):
        return _array(c, node, type_, arguments)
    if isinstance(type_, Struct):
        return _struct(c, node, type_, arguments)
    return _basic(c, node, type_, arguments)


def _array(c, node, type_, arguments):
    if not c.require(node.at, "a constructor of an array", 120, 300):
        return silent(node.at)
    count = len(arguments)
    if not count or (type_.count is not None and type_.count != count):
        text = f"the constructor of '{type_}' has {count} arguments"
        return c.failed(node.at, text, f"{type_.count or 'at least 1'}")
    element = type_.element
    if isinstance(element, Array) and element.count is None:
        element = arguments[0].type
    type_ = Array(element, count)
    return _members(c, node, type_, arguments, [element] * count)


def _struct(c, node, type_, arguments):
    wanted = [member.type for member in type_.members]
    if len(arguments) != len(wanted):
        text = f"the constructor of '{type_}' has {len(arguments)} arguments"
        return c.failed(node.at, text, f"{len(wanted)}")
    return _members(c, node, type_, arguments, wanted)


def _members(c, node, type_, arguments, wanted):
    passed = [
        assignable(c, argument.at, argument, one, f"an argument of '{type_}'")
        for argument, one in zip(arguments, wanted, strict=True)
    ]
    if any(one.type is types.ERROR for one in passed):
        return silent(node.at)
    return fold(typed.Construct(node.at, type_, passed), *passed)


def _basic(c, node, type_, arguments):
    """Checks a constructor of a scalar, vector or matrix from components."""
    wanted, found = types.word_count(type_), 0
    for argument in arguments:
        if not isinstance(argument.type, Vector | Matrix):
            text = f"'{type_}' cannot be constructed from a '{argument.type}'"
            return c.failed(argument.at, text, "scalars, vectors or matrices")
        if found >= wanted:
            text = f"the constructor of '{type_}' has more arguments than components"
            return c.failed(argument.at, text, f"{wanted} components")
        found += types.word_count(argument.type)
    if isinstance(type_, Matrix) and any(isinstance(one.type, Matrix) for one in arguments):
        if not c.require(node.at, "a matrix constructed from a matrix", 120, 100):
            return silent(node.at)
        if len(arguments) > 1:
            text = f"'{type_}' is constructed from a matrix and more"
            return c.failed(node.at, text, "one matrix alone")
    elif found < wanted and not (found == 1 and len(arguments) == 1):
        text = f"the constructor of '{type_}' has {found} components"
        return c.failed(node.at, text, f"{wanted} components")
    return fold(typed.Construct(node.at, type_, arguments), *arguments)
