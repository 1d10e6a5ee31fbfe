"""Statements: conditions, loops, switches, jumps and their places."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import expressions
from softgl.glsl.check.constants import is_constant
from softgl.glsl.check.context import silent
from softgl.glsl.check.conversions import convert, converts, is_integer, is_scalar
from softgl.glsl.check.declared_types import default_precision
from softgl.glsl.types import BOOL, ERROR, VOID
from softgl.ir.program import Stage


def statement(c, node: tree.Statement) -> list[typed.Statement]:
    """Returns the typed statements of a statement of the syntax tree."""
    return CHECKS[type(node)](c, node)


def compound(c, node, scope: bool = True) -> typed.CompoundStatement:
    """Checks a statement as a block, in a scope of its own unless that exists."""
    if scope:
        c.scopes.push()
    inner = node.statements if type(node) is tree.Block else [node]
    found = [one for each in inner for one in statement(c, each)]
    if scope:
        c.scopes.pop()
    return typed.CompoundStatement(node.at, found)


def _block(c, node):
    return [compound(c, node)]


def _expression(c, node):
    if node.expression is None:
        return []
    if _is_type(c, node.expression):
        c.warn(node.at, "a declaration without a name declares nothing")
        return []
    found = expressions.expression(c, node.expression)
    if type(found) is typed.Conditional and found.type is VOID:
        return [_branches(found)]
    return [typed.Evaluate(node.at, found)]


def _is_type(c, node):
    """True for `S;` with the name of a structure, which the parser takes for an expression."""
    return type(node) is tree.Name and isinstance(c.scopes.find(node.name), types.Struct)


def _branches(found):
    """Returns `condition ? f() : g()` of functions without a result as a branch."""
    yes, no = (
        typed.CompoundStatement(one.at, [typed.Evaluate(one.at, one)])
        for one in (found.yes, found.no)
    )
    return typed.If(found.at, found.condition, yes, no)


def _precision(c, node):
    default_precision(c, node)
    return []


def _global_only(c, node):
    c.error(node.at, "this declaration stands within a function", "a place outside of functions")
    return []


# -- conditions and loops --------------------------------------------------------------------------


def condition(c, node, of: str):
    """Checks a condition: an expression, or in loops a declaration with an initializer."""
    if isinstance(node, tree.Declaration):
        return _declared_condition(c, node)
    found = expressions.value(c, node)
    if found.type not in (BOOL, ERROR):
        return c.failed(node.at, f"the condition of '{of}' has the type '{found.type}'", "'bool'")
    return found


def _declared_condition(c, node):
    declared = statement(c, node)
    if len(declared) != 1 or node.declarators[0].initializer is None:
        return c.failed(node.at, "the condition declares no variable with a value")
    variable = declared[0].variable
    if variable.type not in (BOOL, ERROR):
        return c.failed(node.at, f"the condition has the type '{variable.type}'", "'bool'")
    return declared[0]


def _if(c, node):
    chain = []
    while True:
        chain.append((node.at, condition(c, node.condition, "if"), compound(c, node.yes)))
        if type(node.no) is not tree.If:
            break
        node = node.no
    no = None if node.no is None else compound(c, node.no)
    at, found, yes = chain.pop()
    link = typed.If(at, found, yes, no)
    for at, found, yes in reversed(chain):
        link = typed.If(at, found, yes, typed.CompoundStatement(link.at, [link]))
    return [link]


def _body(c, node, scope=False):
    c.loops += 1
    switches, c.switches = c.switches, 0
    found = compound(c, node, scope)
    c.loops -= 1
    c.switches = switches
    return found


def _while(c, node):
    c.scopes.push()
    found = condition(c, node.condition, "while")
    body = _body(c, node.body)
    c.scopes.pop()
    return [typed.Loop(node.at, None, found, None, body, False)]


def _do(c, node):
    body = _body(c, node.body, scope=True)
    found = condition(c, node.condition, "while")
    return [typed.Loop(node.at, None, found, None, body, True)]


def _for(c, node):
    c.scopes.push()
    start = None
    if node.start is not None:
        start = typed.CompoundStatement(node.start.at, statement(c, node.start))
    found = None if node.condition is None else condition(c, node.condition, "for")
    step = None if node.step is None else expressions.expression(c, node.step)
    body = _body(c, node.body)
    c.scopes.pop()
    return [typed.Loop(node.at, start, found, step, body, False)]


# -- switch ----------------------------------------------------------------------------------------


def _switch(c, node):
    selector = expressions.value(c, node.selector)
    if selector.type is not ERROR and not (is_scalar(selector.type) and is_integer(selector.type)):
        text = f"the selector of 'switch' has the type '{selector.type}'"
        selector = c.failed(node.selector.at, text, "a scalar integer")
    c.switches += 1
    c.scopes.push()
    cases = _cases(c, node, selector)
    c.scopes.pop()
    c.switches -= 1
    return [typed.Switch(node.at, selector, cases)]


def _cases(c, node, selector):
    cases, values, last, told = [], {}, None, False
    for one in node.statements:
        kind = type(one)
        if kind is tree.Case or kind is tree.Default:
            value = _label(c, one, selector, values)
            last = typed.CompoundStatement(one.at, [])
            cases.append((value, last))
        elif last is None:
            if not told:
                c.error(one.at, "a statement stands before the first label", "'case' or 'default'")
            told = True
            statement(c, one)
        else:
            last.statements.extend(statement(c, one))
    if node.statements and type(node.statements[-1]) in (tree.Case, tree.Default):
        # The grammar of 3.30 has a statement after each group of labels.
        c.error(node.statements[-1].at, "the last label has no statement", "'break;'")
    return cases


def _label(c, node, selector, values):
    """Returns the constant of a label, None for `default`."""
    if type(node) is tree.Default:
        if None in values:
            c.error(node.at, "'default' stands twice")
        values[None] = node
        return None
    value = expressions.value(c, node.value)
    if value.type is ERROR or selector.type is ERROR:
        return silent(node.at)
    if not is_constant(value):
        return c.failed(value.at, "the value of the label is not constant")
    if value.type is not selector.type:
        text = f"the label has the type '{value.type}'"
        return c.failed(value.at, text, f"'{selector.type}', as the selector has")
    if value.words in values:
        return c.failed(value.at, f"the label {value.words[0]} stands twice")
    values[value.words] = node
    return value


def _stray(c, node):
    c.error(node.at, "a label stands outside of a 'switch', or within an inner block")
    return []


# -- jumps -----------------------------------------------------------------------------------------


def _break(c, node):
    if not c.loops and not c.switches:
        c.error(node.at, "'break' outside of a loop or 'switch'")
    return [typed.Break(node.at)]


def _continue(c, node):
    if not c.loops:
        c.error(node.at, "'continue' outside of a loop")
    return [typed.Continue(node.at)]


def _discard(c, node):
    if c.stage is not Stage.FRAGMENT:
        c.error(node.at, f"'discard' in a {c.stage.value} shader", "a fragment shader")
    return [typed.Discard(node.at)]


def _return(c, node):
    c.returned = True
    wanted = c.function.type
    if node.value is None:
        if wanted not in (VOID, ERROR):
            text = f"'return' without a value in '{c.function.name}'"
            c.error(node.at, text, f"a '{wanted}'")
        return [typed.Return(node.at, None)]
    value = expressions.expression(c, node.value)
    if wanted is VOID:
        if value.type is not ERROR:
            c.error(node.at, f"'return' with a value in '{c.function.name}', which is 'void'")
        return [typed.Return(node.at, None)]
    return [typed.Return(node.at, _returned(c, value, wanted))]


def _returned(c, value, wanted):
    # GLSL 3.30 6.4: the type "must match the return type"; 4.20 converts it.
    packed = c.since(420, None, "ARB_shading_language_420pack")
    if ERROR in (value.type, wanted) or value.type == wanted:
        return value
    if packed and converts(c, value.type, wanted):
        return convert(value, wanted)
    return c.failed(value.at, f"'return' with a '{value.type}'", f"'{wanted}'")


CHECKS = {
    tree.Block: _block,
    tree.ExpressionStatement: _expression,
    tree.PrecisionDeclaration: _precision,
    tree.QualifierDeclaration: _global_only,
    tree.BlockDeclaration: _global_only,
    tree.Pragma: lambda c, node: [],
    tree.If: _if,
    tree.While: _while,
    tree.DoWhile: _do,
    tree.For: _for,
    tree.Switch: _switch,
    tree.Case: _stray,
    tree.Default: _stray,
    tree.Break: _break,
    tree.Continue: _continue,
    tree.Discard: _discard,
    tree.Return: _return,
}
"""The check of each kind of statement; `shaders` adds declarations."""
