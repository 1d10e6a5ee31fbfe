"""L-values: the expressions that may be written."""

from __future__ import annotations

from softgl.glsl import typed, types
from softgl.glsl.typed import Storage


def root(expression: typed.Expression) -> typed.Variable | None:
    """Returns the variable that an expression is a part of, or None."""
    while type(expression) in (typed.Swizzle, typed.Member, typed.Index):
        expression = expression.object
    return expression.variable if type(expression) is typed.Reference else None


def check_lvalue(c, at: int, expression: typed.Expression, role: str) -> bool:
    """Marks the variable of an l-value as written; False after a message if it is not one."""
    problem = _problem(expression)
    if problem:
        c.error(at, f"{role} {problem}", "an l-value")
        return False
    root(expression).written = True
    return True


def _problem(expression):
    if types.contains(expression.type, types.Sampler):
        return f"has the type '{expression.type}', which cannot be written"
    while type(expression) in (typed.Swizzle, typed.Member, typed.Index):
        components = expression.components if type(expression) is typed.Swizzle else ()
        if len(set(components)) < len(components):
            return "is a swizzle with a component twice"
        expression = expression.object
    if type(expression) is typed.Constant:
        return "is a constant"
    if type(expression) is not typed.Reference:
        return "is a value and not a variable"
    variable = expression.variable
    if not variable.read_only:
        return ""
    kinds = {Storage.CONST: "constant", Storage.UNIFORM: "a uniform", Storage.IN: "an input"}
    return f"is '{variable.name}', which is {kinds.get(variable.storage, 'read-only')}"
