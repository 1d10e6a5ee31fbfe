"""Facts about parts of a typed tree that decide the form of their code, each found once."""

from __future__ import annotations

from softgl.glsl import typed
from softgl.glsl.typed import Storage

_LEAVES = (typed.Constant, typed.Reference)
RETURN, BREAK, CONTINUE = 1, 2, 4
EXPENSIVE = 64
"""The weight of an expression that is not evaluated where its value is not needed."""
_DERIVATIVES = ("texture", "shadow", "dFd", "fwidth")


class Facts:
    """The facts of one stage.

    functions : the definition behind each Function that is called, by signature.
    """

    def __init__(self, functions: dict[tuple, typed.Function]):
        self.functions = functions
        self._weights: dict[int, tuple[bool, int]] = {}
        self._leaves: dict[int, tuple[int, bool]] = {}
        self._pure: dict[tuple, bool] = {}
        self._heights: dict[int, int] = {}

    def definition(self, function: typed.Function) -> typed.Function:
        """Returns the definition of a function."""
        if function.body is not None:
            return function
        return self.functions[function.signature]

    # -- expressions ---------------------------------------------------------------------------

    def effects(self, node) -> bool:
        """True if evaluating an expression may change something."""
        return not isinstance(node, _LEAVES) and self._weighed(node)[0]

    def weight(self, node) -> int:
        """Returns about the number of instructions of an expression; EXPENSIVE is too many."""
        return self._weighed(node)[1]

    def _weighed(self, node) -> tuple[bool, int]:
        if isinstance(node, _LEAVES):
            return False, 0
        found = self._weights.get(id(node))
        if found is None:
            effects, weight = self._own(node)
            for child in children(node):
                inner = self._weighed(child)
                effects |= inner[0]
                weight += inner[1]
            found = self._weights[id(node)] = effects, min(weight, EXPENSIVE)
        return found

    def _own(self, node) -> tuple[bool, int]:
        if isinstance(node, (typed.Assignment, typed.Step)):
            return True, 1
        if isinstance(node, typed.Call):
            return not self.pure(node.function), EXPENSIVE
        if isinstance(node, typed.BuiltinCall):
            name, directions = node.function.name, node.function.directions
            emits = name in ("EmitVertex", "EndPrimitive")
            heavy = name.startswith(_DERIVATIVES)
            return emits or any(d != "in" for d in directions), EXPENSIVE if heavy else 4
        return False, 1

    def pure(self, function: typed.Function) -> bool:
        """True if a call changes nothing but its own variables."""
        function = self.definition(function)
        key = function.signature
        if key not in self._pure:
            self._pure[key] = False
            own = all(parameter.direction in ("", "in") for parameter in function.parameters)
            self._pure[key] = own and not any(map(self._changes, _nodes(function.body)))
        return self._pure[key]

    def _changes(self, node) -> bool:
        if isinstance(node, (typed.Assignment, typed.Step)):
            root = root_of(node.left if isinstance(node, typed.Assignment) else node.operand)
            return not isinstance(root, typed.Reference) or (
                root.variable.storage is not Storage.LOCAL
            )
        if isinstance(node, typed.Call):
            return not self.pure(node.function)
        if isinstance(node, typed.BuiltinCall):
            return self._own(node)[0]
        return isinstance(node, typed.Discard)

    def height(self, node) -> int:
        """Returns the number of levels of a tree."""
        found = self._heights.get(id(node))
        if found is None:
            levels, below = 0, [node]
            while below:
                levels += 1
                below = [child for one in below for child in children(one)]
            found = self._heights[id(node)] = levels
        return found

    # -- statements ----------------------------------------------------------------------------

    def leaves(self, node) -> tuple[int, bool]:
        """Returns the kinds of jumps out of a statement, and True if it never ends without one."""
        found = self._leaves.get(id(node))
        if found is None:
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


def children(node) -> list:
    """Returns the expressions and statements right below a node."""
    kind = type(node)
    if kind in _LISTS:
        return getattr(node, _LISTS[kind])
    if kind in _BELOW:
        found = [getattr(node, name) for name in _BELOW[kind]]
        return found if None not in found else [one for one in found if one is not None]
    if kind is typed.Switch:
        return [node.selector, *(body for _, body in node.cases)]
    if kind is typed.Declare and isinstance(node.variable.initializer, typed.Expression):
        return [node.variable.initializer]
    return []


def _nodes(node):
    """Yields a node and all below it."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack += children(node)


def root_of(node):
    """Returns the expression that members, elements and components of an l-value belong to."""
    while isinstance(node, (typed.Member, typed.Index, typed.Swizzle)):
        node = node.object
    return node
