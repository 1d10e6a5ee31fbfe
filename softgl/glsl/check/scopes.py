"""Scopes: the variables, types and functions of each name."""

from __future__ import annotations

from softgl.glsl import typed, types

Symbol = typed.Variable | types.Struct | list
"""A variable, a structure's type, or the functions of one name."""


class Scope:
    """A scope. symbols : variables and types. functions : lists of functions with one name.

    precisions : the default precision of each type that a statement in this scope sets.
    unknown : names without a declaration that a message told already.
    """

    def __init__(self):
        self.symbols: dict[str, typed.Variable | types.Struct] = {}
        self.functions: dict[str, list[typed.Function]] = {}
        self.precisions: dict[str, str] = {}
        self.unknown: set[str] = set()


class Scopes:
    """The nested scopes of a place; `outermost` has the built-in variables that were used.

    separate : True if functions have a name space of their own, as in GLSL 1.10. complete : False
    if declarations with syntax errors are missing.
    """

    def __init__(self, separate: bool):
        self.separate = separate
        self.complete = True
        self.outermost: dict[str, typed.Variable] = {}
        self.all: list[Scope] = [Scope()]

    @property
    def current(self) -> Scope:
        """The innermost scope."""
        return self.all[-1]

    @property
    def is_global(self) -> bool:
        """True outside of functions."""
        return len(self.all) == 1

    def push(self) -> None:
        """Enters a scope."""
        self.all.append(Scope())

    def pop(self) -> None:
        """Leaves a scope."""
        self.all.pop()

    def find(self, name: str) -> Symbol | None:
        """Returns the variable, type or functions that a name means, or None."""
        functions = None
        for scope in reversed(self.all):
            if (found := scope.symbols.get(name)) is not None:
                return found
            functions = functions or scope.functions.get(name)
            if functions is not None and not self.separate:
                return functions
        return self.outermost.get(name) or functions

    def find_functions(self, name: str) -> Symbol | None:
        """Returns the functions of a name, or the variable or type that hides them, or None."""
        for scope in reversed(self.all):
            if (found := scope.functions.get(name)) is not None:
                return found
            found = scope.symbols.get(name)
            if found is not None and not (self.separate and isinstance(found, typed.Variable)):
                return found
        return None

    def declared_here(self, name: str) -> Symbol | None:
        """Returns the symbol of a name that a declaration in the innermost scope would repeat."""
        scope = self.current
        functions = None if self.separate else scope.functions.get(name)
        return scope.symbols.get(name) or functions

    def tell(self, name: str) -> bool:
        """True if an unknown name is told for the first time in this scope or one around it."""
        if not self.complete or any(name in scope.unknown for scope in self.all):
            return False
        self.current.unknown.add(name)
        return True

    def precision(self, kind: str) -> str:
        """Returns the default precision of a type at this place, or ""."""
        for scope in reversed(self.all):
            if (found := scope.precisions.get(kind)) is not None:
                return found
        return ""
