"""Functions: prototypes, definitions, parameters, recursion."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import statements
from softgl.glsl.check.declared_types import array_type, chosen_precision, declared_type
from softgl.glsl.check.qualifiers import PRECISIONS, qualified, refuse
from softgl.glsl.typed import Storage
from softgl.glsl.types import ERROR, VOID, Array, Sampler, Struct


def function(c, node: tree.Function) -> None:
    """Checks a prototype or a definition."""
    if c.function is not None and (node.body is not None or c.language.number != 110):
        c.error(node.at, f"the function '{node.name}' is declared within a function")
        return
    qualifiers = qualified(c, node.qualifiers, node.at)
    refuse(c, qualifiers, "the result of a function", *PRECISIONS)
    type_ = _result(c, node)
    precision = "" if type_ is ERROR else chosen_precision(c, node.at, qualifiers.precision, type_)
    parameters = [_parameter(c, one) for one in node.parameters]
    c.identifier(node.at, node.name, "function")
    if node.name == "main":
        _check_main(c, node, type_, parameters)
    found = typed.Function(node.name, type_, parameters, node.at, precision=precision)
    found = _enter(c, node, found)
    if node.body is not None:
        _define(c, node, found, parameters)


def _result(c, node):
    type_ = declared_type(c, node.type)
    _refuse_structure(c, node.type.base)
    text = f"the function '{node.name}' returns the type '{type_}'"
    if isinstance(type_, Array):
        if type_.count is None:
            c.error(node.at, f"{text}, an array without a size")
        else:
            c.require(node.at, text, 120, 300)
    if types.contains(type_, Sampler):
        c.error(node.at, text, "another type than samplers")
    if isinstance(type_, Struct) and type_.has_arrays:
        # GLSL ES 1.00 6.1: "Arrays are allowed as arguments, but not as the return type."
        c.require(node.at, f"{text}, which contains an array", 110, 300)
    return type_


def _refuse_structure(c, base):
    # 6.1.1 of 1.20: a type "can be any basic type, array type, structure name, or structure
    # definition"; ES 1.00 "removed structure definitions from formal parameters".
    if type(base) is tree.StructType and c.language.es:
        c.error(base.at, "a structure is defined in the declaration of a function")


def _parameter(c, node: tree.Parameter) -> typed.Variable:
    qualifiers = qualified(c, node.qualifiers, node.at)
    refuse(c, qualifiers, "a parameter", "const", "in", "out", "inout", *PRECISIONS)
    type_ = declared_type(c, node.type)
    if node.sizes:
        type_ = array_type(c, node.at, type_, node.sizes)
    what = f"the parameter '{node.name}'" if node.name else "a parameter"
    _refuse_structure(c, node.type.base)
    if type_ is VOID:
        c.error(node.at, f"{what} has the type 'void'")
        type_ = ERROR
    direction = qualifiers.storage
    const = qualifiers.const or direction == "const"
    if isinstance(type_, Array):
        if type_.count is None:
            c.error(node.at, f"{what} is an array without a size")
        if direction in ("out", "inout"):
            c.require(node.at, f"{what} is an array and '{direction}'", 120, 100)
    if types.contains(type_, Sampler) and direction in ("out", "inout"):
        c.error(node.at, f"{what} has the type '{type_}' and is '{direction}'", "'in'")
    precision = "" if type_ is ERROR else chosen_precision(c, node.at, qualifiers.precision, type_)
    direction = direction if direction in ("out", "inout") else "in"
    if node.name:
        c.identifier(node.at, node.name, "parameter")
    return typed.Variable(
        node.name,
        type_,
        Storage.LOCAL,
        node.at,
        precision=precision,
        direction=direction,
        read_only=const or types.contains(type_, Sampler),
    )


def _check_main(c, node, type_, parameters):
    if type_ is not VOID:
        c.error(node.at, f"'main' returns '{type_}'", "'void'")
    if parameters:
        c.error(node.at, "'main' has parameters", "none")


def _enter(c, node, found):
    """Adds a function to the scope, or returns the one that a prototype declared already."""
    # A prototype within a function (1.10) declares the global one.
    name, scope = node.name, c.scopes.all[0]
    if (c.scopes.is_global and name in c.block_names) or (
        name in scope.symbols and not c.scopes.separate
    ):
        c.error(node.at, f"'{name}' is declared twice in one scope")
        return found
    if isinstance(scope.symbols.get(name), types.Struct):
        c.error(node.at, f"'{name}' is the name of a structure too")
        return found
    _check_builtin(c, node, found)
    earlier = c.signatures.setdefault(found.signature, found)
    if earlier is not found:
        _check_repeated(c, node, earlier, found)
        return earlier
    scope.functions.setdefault(name, []).append(found)
    c.functions.append(found)
    return found


def _check_builtin(c, node, found):
    """Reports built-in functions that ES does not let a shader declare."""
    if not c.language.es:
        return
    builtins = c.builtin_functions.get(node.name) or ()
    wanted = tuple(found.signature[1:])
    # GLSL ES 3.00 6.1: "A shader cannot redefine or overload built-in functions." 1.00 8: "User
    # code can overload the built-in functions but cannot redefine them."
    if builtins and (c.language.number >= 300 or any(one.parameters == wanted for one in builtins)):
        c.error(node.at, f"'{node.name}' is a built-in function")


def _check_repeated(c, node, earlier, found):
    name = node.name
    if earlier.type != found.type:
        text = f"'{name}' returns '{found.type}' and was declared with '{earlier.type}'"
        c.error(node.at, text, "one type")
    elif c.language.es and earlier.precision != found.precision:
        # GLSL ES 1.00 6.1: if names and argument types match, "then their return type and parameter
        # qualifiers must also match".
        text = f"the result of '{name}' is {found.precision}, and had another precision before"
        c.error(node.at, text, earlier.precision)
    for old, new in zip(earlier.parameters, found.parameters, strict=True):
        if old.direction != new.direction or old.read_only != new.read_only:
            text = f"the parameter '{new.name}' of '{name}' has other qualifiers than before"
            c.error(new.at, text)
    if earlier.body is not None and node.body is not None:
        c.error(node.at, f"'{name}' is defined twice")
    elif c.language.es and c.language.number == 100 and node.body is None:
        # GLSL ES 1.00 4.2.7: "a single function prototype plus the corresponding function
        # definition are allowed".
        c.error(node.at, f"'{name}' is declared twice")


def _define(c, node, found, parameters):
    """Checks the body of a function."""
    c.function, c.returned = found, False
    c.scopes.push()
    for parameter in parameters:
        if parameter.name in c.scopes.current.symbols:
            c.error(parameter.at, f"the parameter '{parameter.name}' stands twice")
        if parameter.name:
            c.scopes.current.symbols[parameter.name] = parameter
    # From 1.30 and ES 3.00 on, "parameter declarations and body together form a single scope";
    # other implementations read 1.20 4.2, "a scope nested inside the function's definition", alike.
    body = statements.compound(c, node.body, scope=False)
    c.scopes.pop()
    c.function = None
    if found.type not in (VOID, ERROR) and not c.returned and c.scopes.complete:
        c.error(node.at, f"the function '{node.name}' returns nothing", f"a '{found.type}'")
    if found.body is None:
        found.body, found.parameters, found.at = body, parameters, node.at


def refuse_recursion(c) -> None:
    """Reports functions that call themselves, directly or not, in time linear in the calls."""
    # GLSL 1.20 6.1: "Recursion is not allowed, even statically."
    state: dict[tuple, int] = {}  # signature -> 1 while its calls are followed, then 2
    for first in c.functions:
        if first.signature in state:
            continue
        state[first.signature] = 1
        stack = [(first, iter(first.calls.values()))]
        while stack:
            caller, calls = stack[-1]
            following = next(calls, None)
            if following is None:
                state[caller.signature] = 2
                stack.pop()
                continue
            callee, at = following
            found = state.get(callee.signature)
            if found == 1:
                c.error(at, f"the function '{callee.name}' calls itself", "no recursion")
            elif found is None:
                state[callee.signature] = 1
                stack.append((callee, iter(callee.calls.values())))
