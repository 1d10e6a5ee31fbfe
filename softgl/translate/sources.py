"""The values of uniforms: `Source`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from functools import cache

import numpy as np

from softgl import hostmath, state_formulas
from softgl.asm.nv4 import VERTEX as NV4
from softgl.asm.spelling import binding_text
from softgl.asm.state_bindings import parse_state
from softgl.asm.text.lexer import Tokens
from softgl.errors import ProgramError, UsageError
from softgl.ir.program import Binding
from softgl.translate.functions import ENUMS, Functions, flat
from softgl.translate.interfaces.gl_state import MATRICES, STATE, Entry, Selection, matrix_words
from softgl.translate.interfaces.interface import Interface, Uniform

# Drivers with NV_geometry_program4 need no translations.
_TARGETS = {"vertex": "GL_VERTEX_PROGRAM_ARB", "fragment": "GL_FRAGMENT_PROGRAM_ARB"}
_QUERIES = {"local": "glGetProgramLocalParameterfvARB", "env": "glGetProgramEnvParameterfvARB"}


class Source:
    """The values of the application, and further ones of GL's state.

    given : values by the bindings of interfaces ("state.light[0].diffuse": four numbers;
        "state.matrix.mvp": sixteen, row after row), and by the names of uniforms ("vertex_local": a
        mapping of numbers to vectors, or a sequence of vectors; "fragment_tint": a vector).
    functions : of a compatibility context; None: only `given`.
    tracked : the first of four env parameters of vertex programs -> the binding of the matrix whose
        rows they are, as for glTrackMatrixNV.

    Derived state, such as products and inverses, may be given too; otherwise it is computed.
    """

    def __init__(
        self,
        given: Mapping | None = None,
        functions: Functions | None = None,
        tracked: Mapping[int, str] | None = None,
    ):
        self._given = {_normal(name): value for name, value in (given or {}).items()}
        self._functions = functions
        self._tracked = tracked or {}

    def values(self, interface: Interface) -> dict[str, np.ndarray]:
        """Returns the uniform of each name in `Interface.uniforms` as (n, 4) float32."""
        found = {one.name: self._parameters(interface, one) for one in interface.parameters}
        for one in interface.state.members if interface.state else ():
            numbers = self.matrix(one.binding) if one.rows else self.vector(one.binding)
            found[interface.member_path(one)] = np.reshape(numbers, (-1, 4))
        with np.errstate(over="ignore"):
            return {name: np.array(value, np.float32) for name, value in found.items()}

    # -- parameters --------------------------------------------------------------------------------

    def _parameters(self, interface: Interface, one: Uniform) -> np.ndarray:
        if one.kind == "named":
            given = self._given.get(one.name, one.initial)
            return np.reshape(_checked(one.name, given, 4), (1, 4))
        values = np.zeros((one.size, 4))
        given = self._given.get(one.name, ())
        for number in one.used:
            if isinstance(given, Mapping):
                value = given.get(number)
            else:
                value = given[number] if number < len(given) else None
            if value is None:
                value = self._parameter(interface.stage, one.kind, number)
            values[number] = _checked(f"{one.name}[{number}]", value, 4)
        return values

    def _parameter(self, stage: str, kind: str, number: int):
        """Returns a parameter that is not given: tracked, of the state, or 0."""
        if kind == "env" and stage == "vertex":
            for first, name in self._tracked.items():
                if first <= number < first + 4:
                    return self.matrix(name)[number - first]
        known = self._functions is not None and self._functions.find(_QUERIES[kind])
        if not known or stage not in _TARGETS:
            return (0.0, 0.0, 0.0, 0.0)
        return self._functions.numbers(_QUERIES[kind], _TARGETS[stage], number)

    # -- state -------------------------------------------------------------------------------------

    def vector(self, text: str) -> list[float]:
        """Returns the four numbers of a binding of state that is not a matrix."""
        text, binding = state_binding(text)
        if text in self._given:
            return _checked(text, self._given[text], 4)
        entry = STATE[binding.name]
        if entry.after:
            return list(
                entry.formula(*(self.vector(one.format(*binding.indices)) for one in entry.after))
            )
        numbers = self._queried(text, entry, *binding.indices)
        return list(entry.formula(*numbers) if entry.formula else numbers)

    def matrix(self, text: str) -> np.ndarray:
        """Returns the matrix (4, 4) by rows of a binding of state."""
        text, binding = state_binding(text)
        if text in self._given:
            return np.reshape(_checked(text, self._given[text], 16), (4, 4))
        name, form = matrix_words(binding)
        if form:
            plain = self.matrix(text.removesuffix(f".{form}"))
            return hostmath.matrix(state_formulas.MATRIX_FORMS[form](plain.tolist()))
        entry = MATRICES[name]
        if entry.after:
            return hostmath.multiply(*map(self.matrix, entry.after))
        return np.reshape(self._queried(text, entry, binding.indices[0]), (4, 4)).T

    def _queried(self, text: str, entry: Entry, index: int = 0) -> list[float]:
        """Returns the numbers of an entry's queries."""
        functions = self._functions
        if functions is None:
            raise UsageError(f"no value is given for {text}, and there is no context to query")
        with _selected(functions, entry.of, index):
            calls = ([part.format(index) for part in call] for call in entry.calls)
            return [number for call in calls for number in functions.numbers(*call)]


@contextmanager
def _selected(functions: Functions, selection: Selection | None, index: int):
    """Selects the state of queries, and restores the selection."""
    if selection is None:
        yield
        return
    (before,) = functions.numbers("glGetFloatv", selection.query)
    select = getattr(functions, selection.function)
    select(ENUMS[selection.first] + index)
    try:
        yield
    finally:
        select(int(before))


@cache
def state_binding(text: str) -> tuple[str, Binding]:
    """Returns a binding of state as a text of interfaces and as a Binding; matrices without row.

    The text may be as in any program: an index of 0 may be omitted. Raises UsageError.
    """
    tokens = Tokens(text, 0, hexadecimal=False)
    try:
        found = parse_state(tokens, NV4, ranges=True)
        if tokens.peek().kind != "end":
            tokens.fail(tokens.peek(), "unexpected text after the binding")
    except ProgramError as error:
        raise UsageError(f"{text!r} is not a binding of state: {error.message}") from None
    if found[0].is_matrix and len(found) < 4:
        raise UsageError(f"{text!r} is a row; give the whole matrix")
    shown = binding_text(found[0])
    return (shown.rpartition(".row")[0] if found[0].is_matrix else shown), found[0]


def _normal(name: str) -> str:
    """Returns the name of a given value as in interfaces."""
    return state_binding(name)[0] if name.startswith("state.") else name


def _checked(name: str, value, count: int) -> list[float]:
    """Returns `count` numbers; raises UsageError for others."""
    try:
        numbers = flat(value)
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) != count:
        raise UsageError(f"{name} must be {count} numbers, not {value!r}")
    return numbers
