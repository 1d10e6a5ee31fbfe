"""The variables and functions that a function uses, in code that runs and in all of it.

GLSL 3.30, 4.3.10 of ES 3.00: "static use means that after preprocessing the shader includes at
least one statement that accesses the input or output, even if that statement is never actually
executed". A variable is active if code uses it that constant conditions do not exclude.
"""

from __future__ import annotations

from dataclasses import field
from itertools import zip_longest

from softgl.glsl import typed
from softgl.glsl.tree import Node
from softgl.glsl.typed import Function, Variable
from softgl.records import dataclass


@dataclass(eq=False)
class Uses:
    """The uses of functions or initialisers.

    calls : the place of a call of each function, by signature. live_calls : the calls that may run.
    reads, writes : the place of the first static read and write of each variable.
    live : the constant indices with which running code reads a variable, and None for reads of the
        whole or at an index of run time. written : the same of writes.
    """

    calls: dict[tuple, tuple[Function, int]] = field(default_factory=dict)
    live_calls: set[tuple] = field(default_factory=set)
    reads: dict[Variable, int] = field(default_factory=dict)
    writes: dict[Variable, int] = field(default_factory=dict)
    live: dict[Variable, set[int | None]] = field(default_factory=dict)
    written: dict[Variable, set[int | None]] = field(default_factory=dict)

    def add(self, other: Uses, live: bool = True, canonical: dict | None = None) -> None:
        """Adds the uses of another function; without `live` only the static ones.

        canonical : a variable -> the one that stands for it.
        """
        canonical = canonical or {}
        for signature, call in other.calls.items():
            self.calls.setdefault(signature, call)
        for mine, theirs in ((self.reads, other.reads), (self.writes, other.writes)):
            for variable, at in theirs.items():
                mine.setdefault(canonical.get(variable, variable), at)
        if live:
            self.live_calls |= other.live_calls
            for mine, theirs in ((self.live, other.live), (self.written, other.written)):
                for variable, indices in theirs.items():
                    mine.setdefault(canonical.get(variable, variable), set()).update(indices)

    def access(self, node: Node, live: bool, stack: list, *, read=True, write=False) -> None:
        """Enters a variable, or a part of one; operands that are neither go to the stack."""
        index: int | None = None  # of the part nearest to the variable
        at = node.at
        while not isinstance(node, typed.Reference):
            index = None
            if isinstance(node, typed.Index):
                if isinstance(node.index, typed.Constant):
                    index = node.index.words[0]
                else:
                    stack.append((node.index, live))
            elif not isinstance(node, (typed.Member, typed.Swizzle)):
                stack.append((node, live))
                return
            node = node.object
        if read:
            self.reads.setdefault(node.variable, at)
            if live:
                self.live.setdefault(node.variable, set()).add(index)
        if write:
            self.writes.setdefault(node.variable, at)
            if live:
                self.written.setdefault(node.variable, set()).add(index)


def uses_of(root: Node | None) -> Uses:
    """Returns the uses of a statement or expression; those of callees are not among them."""
    uses, stack = Uses(), [(root, True)] if root is not None else []
    while stack:
        node, live = stack.pop()
        visit = _VISITS.get(type(node))
        if visit:
            visit(uses, node, live, stack)
        elif not isinstance(node, typed.Constant):
            stack.extend((child, live) for child in _children(node))
    return uses


def _children(node: Node) -> list[Node]:
    children: list[Node] = []
    for name in node.fields[1:]:
        value = getattr(node, name)
        if isinstance(value, Node):
            children.append(value)
        elif isinstance(value, (list, tuple)):
            flat = (part for item in value for part in (item if type(item) is tuple else (item,)))
            children.extend(part for part in flat if isinstance(part, Node))
    return children


# -- nodes with a rule of their own ----------------------------------------------------------------


def _chain(uses, node, live, stack):
    uses.access(node, live, stack)


def _assignment(uses, node, live, stack):
    uses.access(node.left, live, stack, read=bool(node.operator), write=True)
    stack.append((node.right, live))


def _step(uses, node, live, stack):
    uses.access(node.operand, live, stack, write=True)


def _call(uses, node, live, stack):
    function = node.function
    uses.calls.setdefault(function.signature, (function, node.at))
    if live:
        uses.live_calls.add(function.signature)
    directions = [parameter.direction for parameter in function.parameters]
    _arguments(uses, node, directions, live, stack)


def _builtin_call(uses, node, live, stack):
    _arguments(uses, node, node.function.directions, live, stack)


def _arguments(uses, node, directions, live, stack):
    # Arguments beyond the parameters are the variables that a built-in function implies.
    for argument, direction in zip_longest(node.arguments, directions, fillvalue="in"):
        if direction in ("out", "inout"):
            uses.access(argument, live, stack, read=direction == "inout", write=True)
        else:
            stack.append((argument, live))


def _declare(uses, node, live, stack):
    initializer = node.variable.initializer
    if isinstance(initializer, Node):
        stack.append((initializer, live))


def truth(condition: object) -> bool | None:
    """Returns the value of a constant condition, None of another."""
    return bool(condition.words[0]) if isinstance(condition, typed.Constant) else None


def _branch(uses, node, live, stack):
    known = truth(node.condition)
    stack.append((node.condition, live))
    stack.append((node.yes, live and known is not False))
    if node.no is not None:
        stack.append((node.no, live and known is not True))


def _binary(uses, node, live, stack):
    known = truth(node.left)
    never = (node.operator == "&&" and known is False) or (node.operator == "||" and known is True)
    stack.append((node.left, live))
    stack.append((node.right, live and not never))


def _loop(uses, node, live, stack):
    runs = live and (node.after or truth(node.condition) is not False)
    for part, alive in (
        (node.start, live),
        (node.condition, live),
        (node.step, runs),
        (node.body, runs),
    ):
        if part is not None:
            stack.append((part, alive))


_VISITS = {
    typed.Reference: _chain,
    typed.Member: _chain,
    typed.Swizzle: _chain,
    typed.Index: _chain,
    typed.Assignment: _assignment,
    typed.Step: _step,
    typed.Call: _call,
    typed.BuiltinCall: _builtin_call,
    typed.Declare: _declare,
    typed.If: _branch,
    typed.Conditional: _branch,
    typed.Binary: _binary,
    typed.Loop: _loop,
}
