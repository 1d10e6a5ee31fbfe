"""Calls: the overload of a user's or a built-in function, by the rules of each version."""

from __future__ import annotations

from softgl.glsl import limits, tree, typed, types
from softgl.glsl.builtins import lookup
from softgl.glsl.check import constructors, expressions
from softgl.glsl.check.constants import is_constant
from softgl.glsl.check.context import silent
from softgl.glsl.check.conversions import convert, converts
from softgl.glsl.check.folding import fold
from softgl.glsl.check.lvalues import check_lvalue

DERIVATIVES = ("dFdx", "dFdy", "fwidth")
"""The functions whose value is 0 in constant expressions (4.3.3 of 1.20 and later)."""
MAX_CANDIDATES = 6
"""The number of overloads that a message lists."""


def call(c, node: tree.Call) -> typed.Expression:
    """Checks `callee(arguments)`: a constructor or a function."""
    if type(node.callee) is not tree.Name:
        return constructors.construct_type(c, node)
    name = node.callee.name
    found = c.scopes.find_functions(name)
    if isinstance(found, types.Struct):
        return constructors.construct_type(c, node)
    if found is None and (builtin := c.builtin_struct(name)) is not None:
        return constructors.construct(c, node, builtin)
    if isinstance(found, typed.Variable):
        return c.failed(node.at, f"'{name}' is a variable", "a function")
    arguments = [expressions.expression(c, argument) for argument in node.arguments]
    if found is None and c.builtin_functions.get(name) is None:
        return c.unknown(node.at, name, "the function", lookup.overloads(name))
    for argument in arguments:
        if argument.type is types.ERROR:
            return silent(node.at)
        if argument.type is types.VOID:
            return c.failed(argument.at, "an argument of the type 'void' has no value")
    return _resolve(c, node, name, found or [], arguments)


def _resolve(c, node, name, users, arguments):
    # Desktop, 6.1.1 of 1.20: a user's function hides all built-in functions of its name; in ES 1.00
    # it only adds to them.
    builtins = () if users and not c.language.es else c.builtin_functions.get(name) or ()
    wanted = tuple(argument.type for argument in arguments)
    exact = c.signatures.get((name, *wanted)) if users else None
    exact = exact or next((one for one in builtins if one.parameters == wanted), None)
    if exact is not None:
        return _apply(c, node, exact, arguments)
    matching = [one for one in (*users, *builtins) if _matches(c, one, arguments)]
    if len(matching) == 1:
        return _apply(c, node, matching[0], arguments)
    shown = f"{name}({', '.join(map(str, wanted))})"
    if matching:
        return c.failed(node.at, f"'{shown}' is ambiguous", f"one of {_listed(matching)}")
    return c.failed(node.at, f"no overload fits '{shown}'", _listed((*users, *builtins)))


def parameter_types(function) -> list:
    """Returns the types of the parameters of a user's or built-in function."""
    if isinstance(function, typed.Function):
        return [parameter.type for parameter in function.parameters]
    return list(function.parameters)


def directions(function) -> list:
    """Returns "in", "out" or "inout" for each parameter."""
    if isinstance(function, typed.Function):
        return [parameter.direction for parameter in function.parameters]
    return list(function.directions)


def _matches(c, function, arguments):
    """True if implicit conversions make the arguments those of a function."""
    formal = parameter_types(function)
    if len(formal) != len(arguments):
        return False
    for type_, way, argument in zip(formal, directions(function), arguments, strict=True):
        if argument.type == type_:
            continue
        if way == "inout":
            return False
        source, target = (argument.type, type_) if way == "in" else (type_, argument.type)
        if not converts(c, source, target):
            return False
    return True


def _listed(functions):
    shown = [
        f"'{one.name}({', '.join(map(str, parameter_types(one)))})'"
        for one in functions[:MAX_CANDIDATES]
    ]
    more = len(functions) - len(shown)
    return ", ".join(shown) + (f" or {more} more" if more > 0 else "")


def _apply(c, node, function, arguments):
    """Returns the call of an overload, its arguments converted."""
    passed, wrong = [], False
    ways = directions(function)
    for type_, way, argument in zip(parameter_types(function), ways, arguments, strict=True):
        if way == "in":
            passed.append(convert(argument, type_))
        else:
            role = f"the argument of an '{way}' parameter of '{function.name}'"
            wrong |= not check_lvalue(c, argument.at, argument, role)
            passed.append(argument)
    if wrong:
        return silent(node.at)
    if isinstance(function, typed.Function):
        if c.function is not None:
            c.function.calls.setdefault(function.signature, (function, node.at))
        return typed.Call(node.at, function.type, function, passed)
    for number in sorted(function.literals):
        if not is_constant(passed[number]):
            text = f"argument {number + 1} of '{function.name}' is not constant"
            return c.failed(passed[number].at, text, "a constant expression")
        _check_offset(c, passed[number])
    for name in function.implied:
        passed.append(expressions.reference(c, node.at, c.variable(name)))
    result = typed.BuiltinCall(node.at, function.type, function, passed)
    # GLSL 1.10 4.3.3 has no calls in constant expressions.
    if function.constant and c.since(120, 100) and "out" not in ways and "inout" not in ways:
        if function.name in DERIVATIVES and is_constant(*passed):
            return typed.Constant(node.at, result.type, (0,) * types.word_count(result.type))
        return fold(result, *passed, stage=c.stage)
    return result


def _check_offset(c, offset):
    """Checks the range of a texel offset: MIN_PROGRAM_TEXEL_OFFSET to MAX_PROGRAM_TEXEL_OFFSET."""
    low, high = limits.MIN_TEXEL_OFFSET, limits.MAX_TEXEL_OFFSET
    for word in offset.words:
        value = word - (word >> 31 << 32)
        if not low <= value <= high:
            c.error(offset.at, f"the texel offset {value} is out of range", f"{low} to {high}")


expressions.CHECKS[tree.Call] = call
