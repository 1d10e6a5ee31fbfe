"""Allocates the registers of a program's variables and bindings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from softgl.asm.dialect import BindingTable, Dialect
from softgl.asm.names import EACH_VERTEX, Variable
from softgl.asm.text.lexer import Token, Tokens
from softgl.errors import ErrorKind
from softgl.ir.program import Binding, Constant, File, Instruction


class Registers:
    """The registers of a program under construction.

    Attributes and results are numbered as in their tables, and parameters in the order of their
    use, until `finish` closes the gaps. So the elements of an array that is accessed at run time
    are consecutive, whatever other names they have.
    """

    def __init__(self, tokens: Tokens, dialect: Dialect):
        self._tokens = tokens
        self._dialect = dialect
        limits = dialect.limits
        self._limits = {
            File.TEMPORARY: limits.temporaries,
            File.ADDRESS: limits.address_registers,
            File.ATTRIBUTE: limits.attributes,
            File.PARAMETER: limits.parameters,
            File.RESULT: len(dialect.results.order),
        }
        self._allocated = {File.TEMPORARY: 0, File.ADDRESS: 0}
        self._bound = {File.ATTRIBUTE: set(), File.PARAMETER: set(), File.RESULT: set()}
        self._used: dict[File, set[int]] = {File.ATTRIBUTE: set(), File.RESULT: set()}
        self._parameters: list[Binding | Constant] = []
        self._shared: dict[Binding | Constant, int] = {}
        self._arrays: dict[Variable, int] = {}  # accessed at run time -> first register
        # File -> binding -> its vertices in these arrays, as in `Variable.vertex`.
        self._in_arrays: dict[File, dict] = {file: defaultdict(set) for file in self._bound}
        self._repeated = 0  # repeated constants in these arrays

    @property
    def temporaries(self) -> int:
        """Number of declared temporaries."""
        return self._allocated[File.TEMPORARY]

    @property
    def addresses(self) -> int:
        """Number of declared address registers."""
        return self._allocated[File.ADDRESS]

    def allocate(self, file: File, count: int, where: Token) -> int:
        """Allocates `count` registers of a file without bindings and returns the first."""
        start = self._allocated[file]
        self._allocated[file] += count
        self._check_limit(file, start + count, where)
        return start

    def fixed(self, file: File, number: int, where: Token) -> int:
        """Allocates a register with a fixed number, if it is new."""
        if (missing := number + 1 - self._allocated[file]) > 0:
            self.allocate(file, missing, where)
        return number

    def _check_limit(self, file: File, count: int, where: Token) -> None:
        if count > self._limits[file]:
            limit = f"{self._dialect.language} has {self._limits[file]} registers of this kind"
            message = f"{limit} ({file.value}), and this would be number {count}"
            self._tokens.fail(where, message, kind=ErrorKind.LIMIT, subject=file.value)

    def bound(self, file: File) -> int:
        """Returns the number of bindings that count against the limit of a file."""
        return len(self._bound[file]) + self._repeated * (file is File.PARAMETER)

    def bind(self, file: File, bindings, where: Token) -> None:
        """Counts bindings against the limits, and fails for bindings that exclude each other."""
        for binding in bindings:
            if file is File.ATTRIBUTE and binding not in self._bound[file]:
                self._check_aliasing(binding, where)
            self._bound[file].add(binding)
        self._check_limit(file, self.bound(file), where)

    def _check_aliasing(self, binding: Binding, where: Token) -> None:
        # ARB_vertex_program, "Vertex Attributes": "a vertex program will fail to load if it binds
        # both a conventional vertex attribute and a generic vertex attribute listed in the same
        # row of Table X.2.1."
        slot = self._slot(binding)
        for other in self._bound[File.ATTRIBUTE]:
            if slot is not None and self._slot(other) == slot:
                message = f"{binding} may not be bound together with {other}"
                if slot not in self._dialect.tolerated_aliases:
                    self._tokens.fail(where, message)
                self._tokens.lenient(where, message)

    def _slot(self, binding: Binding) -> int | None:
        if binding.name == "vertex.attrib":
            return binding.indices[0]
        return self._dialect.aliased_attributes.get(binding)

    def is_bound(self, binding: Binding) -> bool:
        """True if the program binds an attribute."""
        return binding in self._bound[File.ATTRIBUTE]

    def register(self, file: File, binding: Binding | Constant) -> int:
        """Returns the register of a binding."""
        if file is File.PARAMETER:
            if binding not in self._shared:
                self._shared[binding] = len(self._parameters)
                self._parameters.append(binding)
            return self._shared[binding]
        number = self._table(file).order[binding]
        self._used[file].add(number)
        return number

    def array(self, variable: Variable, where: Token) -> int:
        """Returns the first register of an array that is accessed at run time."""
        if not variable.bindings:
            return variable.start
        if variable not in self._arrays:
            self._check_relative(variable, where)
            self._arrays[variable] = self._allocate_array(variable)
        return self._arrays[variable]

    def _allocate_array(self, variable: Variable) -> int:
        if variable.file is not File.PARAMETER:
            return min(self.register(variable.file, binding) for binding in variable.bindings)
        start = len(self._parameters)
        self._parameters.extend(variable.bindings)
        return start

    def _check_relative(self, variable: Variable, where: Token) -> None:
        # ARB_vertex_program, "Program Parameter Arrays": "A vertex program will fail to load if any
        # GL state vector is bound multiple times in a single array accessed using relative
        # addressing or bound once in two or more arrays accessed using relative addressing."
        # (NV_gpu_program4 says the same of attributes and results too. A constant is not state.)
        for binding in variable.bindings:
            seen, vertex = self._in_arrays[variable.file][binding], variable.vertex
            apart = vertex not in (None, EACH_VERTEX) and not seen & {vertex, EACH_VERTEX}
            if not seen or apart:
                seen.add(vertex)
            elif isinstance(binding, Constant):
                # "Vertex Program Resource Limits": "Each constant vector bound to an array accessed
                # using relative addressing counts against this limit".
                self._repeated += 1
            else:
                self._tokens.fail(
                    where, f"{binding} is bound twice in arrays that are accessed at run time"
                )
        self.bind(variable.file, (), where)

    def finish(self, instructions: list[Instruction]) -> tuple[tuple[Instruction, ...], dict]:
        """Closes the gaps: returns instructions with final registers, and each file's bindings."""
        final, bindings = {}, {}
        final[File.PARAMETER], bindings[File.PARAMETER] = self._place_parameters()
        for file in (File.ATTRIBUTE, File.RESULT):
            used = sorted(self._used[file])
            names = list(self._table(file).order)
            final[file] = {number: register for register, number in enumerate(used)}
            bindings[file] = tuple(names[number] for number in used)

        def move(operand):
            if operand is None or operand.file not in final:
                return operand
            return replace(operand, index=final[operand.file][operand.index])

        moved = tuple(
            replace(
                instruction,
                destination=move(instruction.destination),
                sources=tuple(map(move, instruction.sources)),
            )
            for instruction in instructions
        )
        return moved, bindings

    def _table(self, file: File) -> BindingTable:
        return self._dialect.attributes if file is File.ATTRIBUTE else self._dialect.results

    def _place_parameters(self) -> tuple[dict[int, int], tuple[Binding | Constant, ...]]:
        """Keeps arrays for run-time access whole; other parameters share registers with them."""
        whole = {
            start + element
            for array, start in self._arrays.items()
            if array.file is File.PARAMETER
            for element in range(len(array.bindings))
        }
        final: dict[int, int] = {}
        placed: list[Binding | Constant] = []
        first: dict[Binding | Constant, int] = {}
        for number in sorted(range(len(self._parameters)), key=lambda number: number not in whole):
            binding = self._parameters[number]
            if number in whole or binding not in first:
                first.setdefault(binding, len(placed))
                final[number] = len(placed)
                placed.append(binding)
            else:
                final[number] = first[binding]
        return final, tuple(placed)
