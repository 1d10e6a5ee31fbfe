"""Facts about parts of a typed tree that decide the form of their code, each found once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter

from softgl.glsl import typed
from softgl.glsl.typed import Storage

_LEAVES = frozenset({typed.Constant, typed.Reference})
_CHAINS = frozenset({typed.Binary, typed.Comma})
_CHANGES = frozenset({typed.Assignment, typed.Step})
_ACTIVE = _CHANGES | {typed.Call, typed.BuiltinCall, typed.Discard}
_EMITTING = ("EmitVertex", "EndPrimitive")
RETURN, BREAK, CONTINUE = 1, 2, 4
EXPENSIVE = 64
"""The weight of an expression that is not evaluated where its value is not needed."""
_LOOKUPS = ("texture", "shadow", "texelFetch")
_CALL, _LOOKUP = 4, 8  # the weights of calls of built-in functions


class Facts:
    """The facts of one stage.

    functions : the definition behind each Function that is called, by signature.
    """

    def __init__(self, functions: dict[tuple, typed.Function]):
        self.functions = functions
        self._weights: dict[int, tuple[bool, int]] = {}
        self._leaves: dict[int, tuple[int, bool]] = {}
        self._impure: set[tuple] | None = None
        self._surveys: dict[int, _Survey] = {}

    def definition(self, function: typed.Function) -> typed.Function:
        """Returns the definition of a function."""
        if function.body is not None:
            return function
        return self.functions[function.signature]

    # -- expressions ---------------------------------------------------------------------------

    def effects(self, node) -> bool:
        """True if evaluating an expression may change something."""
        return type(node) not in _LEAVES and self._weighed(node)[0]

    def weight(self, node) -> int:
        """Returns about the number of instructions of an expression; EXPENSIVE is too many."""
        return self._weighed(node)[1]

    def _weighed(self, node) -> tuple[bool, int]:
        weights = self._weights
        # Chains of operators to the left may be longer than Python's stack.
        chain = []
        while type(node) in _CHAINS and id(node) not in weights:
            chain.append(node)
            node = node.left
        if type(node) in _LEAVES:
            total = (False, 0)
        else:
            total = weights.get(id(node))
            if total is None:
                total = weights[id(node)] = self._summed(node, children(node))
        for one in reversed(chain):
            effects, weight = self._summed(one, (one.right,))
            total = weights[id(one)] = total[0] | effects, min(total[1] + weight, EXPENSIVE)
        return total

    def _summed(self, node, below) -> tuple[bool, int]:
        effects, weight = self._own(node)
        for child in below:
            inner = self._weighed(child)
            effects |= inner[0]
            weight += inner[1]
        return effects, min(weight, EXPENSIVE)

    def _own(self, node) -> tuple[bool, int]:
        kind = type(node)
        if kind is typed.BuiltinCall:
            return _weighed_function(node.function)
        if kind is typed.Call:
            return not self.pure(node.function), EXPENSIVE
        return kind in _CHANGES, 1

    def pure(self, function: typed.Function) -> bool:
        """True if a call changes nothing but its own variables."""
        if self._impure is None:
            self._impure = self._find_impure()
        return function.signature not in self._impure

    def _find_impure(self) -> set[tuple]:
        """Returns the functions that change something else, or call one that does."""
        callers: dict[tuple, list[tuple]] = {}
        impure = []
        for signature, function in self.functions.items():
            survey = self._survey(function.body)
            outs = any(p.direction in ("out", "inout") for p in function.parameters)
            if survey.changes or outs:
                impure.append(signature)
            for callee in survey.calls:
                callers.setdefault(callee, []).append(signature)
        found: set[tuple] = set()
        while impure:
            signature = impure.pop()
            if signature not in found:
                found.add(signature)
                impure += callers.get(signature, ())
        return found

    # -- bodies of functions -------------------------------------------------------------------

    def size(self, body) -> tuple[int, int]:
        """Returns the levels of the body of a function, and its nodes.

        A chain of operators to the left is one level.
        """
        survey = self._survey(body)
        return survey.height, survey.count

    def _survey(self, body) -> _Survey:
        found = self._surveys.get(id(body))
        if found is None:
            found = self._surveys[id(body)] = _Survey(body, self)
        return found

    # -- statements ----------------------------------------------------------------------------

    def leaves(self, node) -> tuple[int, bool]:
        """Returns the kinds of jumps out of a statement, and True if it never ends without one."""
        found = self._leaves.get(id(node))
        if found is None:
            # A chain of `else if` is found from its end on.
            chain = [node]
            while (node := else_if(node)) is not None and id(node) not in self._leaves:
                chain.append(node)
            for node in reversed(chain):
                found = self._leaves[id(node)] = self._jumps(node)
        return found

    def _jumps(self, node) -> tuple[int, bool]:
        if isinstance(node, typed.CompoundStatement):
            kinds = 0
            for statement in node.statements:
                inner, always = self.leaves(statement)
                kinds |= inner
                if always:
                    return kinds, True
            return kinds, False
        if isinstance(node, typed.If) and isinstance(node.condition, typed.Constant):
            chosen = node.yes if node.condition.words[0] else node.no
            return self.leaves(chosen) if chosen else (0, False)
        if isinstance(node, typed.If):
            yes, no = self.leaves(node.yes), self.leaves(node.no) if node.no else (0, False)
            return yes[0] | no[0], yes[1] and no[1]
        if isinstance(node, typed.Loop):
            return self.leaves(node.body)[0] & RETURN, False
        if isinstance(node, typed.Switch):
            kinds = 0
            for _, body in node.cases:
                kinds |= self.leaves(body)[0]
            return kinds & (RETURN | CONTINUE), False
        if isinstance(node, typed.Return):
            return RETURN, True
        if isinstance(node, typed.Break):
            return BREAK, True
        return (CONTINUE, True) if isinstance(node, typed.Continue) else (0, False)


@cache
def _weighed_function(function) -> tuple[bool, int]:
    """Returns True for a built-in function that changes something, and the weight of a call."""
    changes = function.name in _EMITTING or any(d != "in" for d in function.directions)
    return changes, _LOOKUP if function.name.startswith(_LOOKUPS) else _CALL


_BELOW: dict[type, tuple[str, ...]] = {
    typed.Member: ("object",),
    typed.Swizzle: ("object",),
    typed.Index: ("object", "index"),
    typed.Unary: ("operand",),
    typed.Step: ("operand",),
    typed.Convert: ("operand",),
    typed.Binary: ("left", "right"),
    typed.Assignment: ("left", "right"),
    typed.Comma: ("left", "right"),
    typed.Conditional: ("condition", "yes", "no"),
    typed.Evaluate: ("expression",),
}
_OPTIONAL = {
    typed.If: ("condition", "yes", "no"),
    typed.Loop: ("start", "condition", "step", "body"),
    typed.Return: ("value",),
}
_LISTS = {
    typed.Call: "arguments",
    typed.BuiltinCall: "arguments",
    typed.Construct: "arguments",
    typed.CompoundStatement: "statements",
}


def _getter(names: tuple[str, ...]):
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _of_switch(node):
    return [node.selector, *(body for _, body in node.cases)]


def _of_declaration(node):
    initializer = node.variable.initializer
    return (initializer,) if isinstance(initializer, typed.Expression) else ()


def _present(names: tuple[str, ...]):
    get = _getter(names)
    return lambda node: [one for one in get(node) if one is not None]


_CHILDREN = {
    **{kind: _getter(names) for kind, names in _BELOW.items()},
    **{kind: _present(names) for kind, names in _OPTIONAL.items()},
    **{kind: attrgetter(name) for kind, name in _LISTS.items()},
    typed.Switch: _of_switch,
    typed.Declare: _of_declaration,
}


def children(node) -> Sequence:
    """Returns the expressions and statements right below a node."""
    get = _CHILDREN.get(type(node))
    return get(node) if get is not None else ()


def else_if(node) -> typed.If | None:
    """Returns the next link of a chain of `else if`, or None."""
    if type(node) is not typed.If or node.no is None or len(node.no.statements) != 1:
        return None
    (only,) = node.no.statements
    return only if type(only) is typed.If else None


class _Survey:
    """The facts of all nodes of a body.

    height, count : its levels and its nodes. A link of a chain of `else if` without jumps is no
        level. calls : the signatures of the functions that it calls.
    changes : True if it changes something outside of its function, but for calls.
    """

    __slots__ = ("calls", "changes", "count", "height")

    def __init__(self, body, facts: Facts):
        self.calls: set[tuple] = set()
        self.changes = False
        height, count, below = 0, 0, [(body, 1)]
        while below:
            node, level = below.pop()
            kind = type(node)
            count += 1
            if level > height:
                height = level
            if kind in _CHAINS:
                below += [(node.left, level), (node.right, level + 1)]
                continue
            if kind is typed.If and (link := else_if(node)) and not facts.leaves(node)[0]:
                below += [(link, level), (node.condition, level + 1), (node.yes, level + 1)]
                count += 1  # the block around the link
                continue
            if kind in _ACTIVE:
                self._enter(kind, node)
            below += [(child, level + 1) for child in children(node)]
        self.height, self.count = height, count

    def _enter(self, kind, node) -> None:
        """Enters a node that changes something, or may."""
        if kind is typed.Call:
            self.calls.add(node.function.signature)
        elif kind is typed.BuiltinCall:
            self.changes |= _weighed_function(node.function)[0]
        elif kind is typed.Discard:
            self.changes = True
        else:
            root = root_of(node.left if kind is typed.Assignment else node.operand)
            if type(root) is not typed.Reference or root.variable.storage is not Storage.LOCAL:
                self.changes = True


def root_of(node):
    """Returns the expression that members, elements and components of an l-value belong to."""
    while isinstance(node, (typed.Member, typed.Index, typed.Swizzle)):
        node = node.object
    return node
