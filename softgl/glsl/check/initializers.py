"""Initializers: one expression, or lists in braces (GL_ARB_shading_language_420pack)."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import expressions
from softgl.glsl.check.context import silent
from softgl.glsl.check.conversions import assignable, convert, converts
from softgl.glsl.check.folding import fold
from softgl.glsl.types import ERROR, Array, Matrix, Struct, Vector


def initial_value(c, node: tree.Expression, type_: types.Type) -> typed.Expression:
    """Returns the value of an initializer, converted to the type of the variable."""
    if type(node) is tree.InitializerList:
        if not c.require(node.at, "a list in braces", 420, None, "ARB_shading_language_420pack"):
            return silent(node.at)
        return _listed(c, node, type_)
    value = expressions.value(c, node)
    if isinstance(type_, Array) and isinstance(value.type, Array):
        if not c.require(node.at, "an initializer of an array", 120, 300):
            return silent(node.at)
        if type_.count is None and type_.element == value.type.element:
            return value
    return assignable(c, value.at, value, type_, "the initial value")


def _listed(c, node, type_):
    """Returns the value of a list: an element for each member, element, column or component."""
    if type_ is ERROR:
        return silent(node.at)
    count = len(node.elements)
    wanted = _element_types(type_, count)
    if wanted is None:
        return c.failed(node.at, f"a list in braces for a '{type_}'", "a value")
    if len(wanted) != count:
        text = f"the list for a '{type_}' has {count} elements"
        return c.failed(node.at, text, f"{len(wanted)}")
    if isinstance(type_, Array):
        type_ = Array(type_.element, count)
    values = [_element(c, one, want) for one, want in zip(node.elements, wanted, strict=True)]
    if any(one.type is ERROR for one in values):
        return silent(node.at)
    return fold(typed.Construct(node.at, type_, values), *values)


def _element_types(type_, count):
    if isinstance(type_, Array):
        return [type_.element] * (count if type_.count is None else type_.count)
    if isinstance(type_, Struct):
        return [member.type for member in type_.members]
    if isinstance(type_, Matrix):
        return [type_.column] * type_.columns
    if isinstance(type_, Vector) and type_.size > 1:
        return [Vector(type_.scalar)] * type_.size
    return None


def _element(c, node, type_):
    if type(node) is tree.InitializerList:
        return _listed(c, node, type_)
    value = expressions.value(c, node)
    if value.type is ERROR or converts(c, value.type, type_):
        return convert(value, type_)
    text = f"a value of type '{value.type}' in the list"
    return c.failed(value.at, text, f"'{type_}'")
