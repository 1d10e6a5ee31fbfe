"""The names of a program and the registers that they and the bindings take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from softgl.asm.dialect import Dialect
from softgl.asm.lexer import Token, Tokens
from softgl.errors import Span
from softgl.ir.program import Binding, Constant, File, Instruction

KIND = {
    File.TEMPORARY: "a temporary",
    File.ATTRIBUTE: "an attribute",
    File.PARAMETER: "a program parameter",
    File.RESULT: "a result",
    File.ADDRESS: "an address register",
}


@dataclass(frozen=True)
class Variable:
    """What a name stands for.

    bindings : one for each element of an attribute, parameter or result.
    start, count : the registers, where there are no bindings.
    type : the letter of its data type, or None for a typeless variable.
    declared : where; two arrays of the same bindings are two variables.
    """

    file: File
    declared: Span
    bindings: tuple[Binding | Constant, ...] = ()
    start: int = 0
    count: int = 1
    array: bool = False
    type: str | None = None


class Names:
    """Variable names: each is established once and known from there on."""

    def __init__(self, tokens: Tokens, dialect: Dialect):
        self._tokens = tokens
        self._dialect = dialect
        self._variables: dict[str, Variable] = {}

    def take_new(self) -> Token:
        """Take an identifier that names nothing yet."""
        token = self._tokens.expect_name("the name of a new variable")
        if token.text in self._dialect.reserved:
            language = self._dialect.language
            self._tokens.fail(
                token, f"{token} is a reserved word of {language}", "the name of a new variable"
            )
        if token.text in self._variables:
            self._tokens.fail(token, f"{token} is declared already", "the name of a new variable")
        return token

    def establish(self, token: Token, variable: Variable) -> None:
        """Give a variable the name that `take_new` took."""
        self._variables[token.text] = variable

    def find(self, token: Token) -> Variable | None:
        """The variable of that name, if there is one."""
        return self._variables.get(token.text)


class Registers:
    """The registers of a program under construction.

    Attributes and results are numbered as in their tables until `finish` closes the gaps, so that
    the elements of an array are consecutive however many names lead to them.
    """

    def __init__(self, tokens: Tokens, dialect: Dialect):
        self._tokens = tokens
        self._dialect = dialect
        self._limits = dialect.limits
        self.temporaries = 0
        self.addresses = 0
        self.parameters: list[Binding | Constant] = []
        self._shared: dict[Binding | Constant, int] = {}
        self._arrays: dict[Variable, int] = {}  # accessed at run time -> first register
        self._relative: set[Binding] = set()  # the bindings in these
        self._bound: dict[File, set] = {
            File.ATTRIBUTE: set(),
            File.PARAMETER: set(),
            File.RESULT: set(),
        }
        self._used: dict[File, set[int]] = {File.ATTRIBUTE: set(), File.RESULT: set()}

    def allocate(self, file: File, count: int, where: Token) -> int:
        """The first of `count` new registers of a file that has no bindings."""
        name, limit = {
            File.TEMPORARY: ("temporaries", self._limits.temporaries),
            File.ADDRESS: ("addresses", self._limits.address_registers),
        }[file]
        start = getattr(self, name)
        if start + count > limit:
            self._tokens.fail(where, f"more than {limit} registers of this kind ({name})")
        setattr(self, name, start + count)
        return start

    def bind(self, file: File, bindings, where: Token | Span) -> None:
        """Count bindings against the limits and refuse those that exclude each other."""
        bound = self._bound[file]
        for binding in bindings:
            if file is File.ATTRIBUTE:
                self._check_aliasing(binding, where)
            bound.add(binding)
        limit = {
            File.ATTRIBUTE: self._limits.attributes,
            File.PARAMETER: self._limits.parameters,
        }.get(file)
        if limit is not None and len(bound) > limit:
            self._tokens.fail(where, f"more than {limit} bindings to {KIND[file]}")

    def _check_aliasing(self, binding: Binding, where: Token | Span) -> None:
        # ARB_vertex_program, "Vertex Attributes": "a vertex program will fail to load if it binds
        # both a conventional vertex attribute and a generic vertex attribute listed in the same
        # row of Table X.2.1."
        slot = self._slot(binding)
        for other in self._bound[File.ATTRIBUTE]:
            if slot is not None and other != binding and self._slot(other) == slot:
                self._tokens.fail(where, f"{binding} may not be bound together with {other}")

    def _slot(self, binding: Binding) -> int | None:
        if binding.name == "vertex.attrib":
            return binding.indices[0]
        return self._dialect.aliased_attributes.get(binding)

    def is_bound(self, binding: Binding) -> bool:
        """Whether the program binds an attribute."""
        return binding in self._bound[File.ATTRIBUTE]

    def register(self, file: File, binding: Binding | Constant) -> int:
        """The register of one binding."""
        if file is File.PARAMETER:
            if binding not in self._shared:
                self._shared[binding] = len(self.parameters)
                self.parameters.append(binding)
            return self._shared[binding]
        table = self._dialect.attributes if file is File.ATTRIBUTE else self._dialect.results
        number = table.order[binding]
        self._used[file].add(number)
        return number

    def array(self, variable: Variable, where: Token) -> int:
        """The first of the consecutive registers of an array that is accessed at run time."""
        if not variable.bindings:
            return variable.start
        if variable not in self._arrays:
            self._check_relative(variable, where)
            self._arrays[variable] = self._allocate_array(variable, where)
        return self._arrays[variable]

    def _allocate_array(self, variable: Variable, where: Token) -> int:
        if variable.file is not File.PARAMETER:
            return min(self.register(variable.file, binding) for binding in variable.bindings)
        start = len(self.parameters)
        self.parameters.extend(variable.bindings)
        if len(self.parameters) > self._limits.parameters:
            limit = self._limits.parameters
            self._tokens.fail(where, f"more than {limit} bindings to {KIND[File.PARAMETER]}")
        for offset, binding in enumerate(variable.bindings):
            self._shared.setdefault(binding, start + offset)
        return start

    def _check_relative(self, variable: Variable, where: Token) -> None:
        # ARB_vertex_program, "Program Parameter Arrays": "A vertex program will fail to load if any
        # GL state vector is bound multiple times in a single array accessed using relative
        # addressing or bound once in two or more arrays accessed using relative addressing."
        # (NV_gpu_program4 says the same of attributes and results too. A constant is no state.)
        for binding in variable.bindings:
            if binding in self._relative:
                self._tokens.fail(
                    where, f"{binding} is bound twice in arrays that are accessed at run time"
                )
            if not isinstance(binding, Constant):
                self._relative.add(binding)

    def finish(
        self, instructions: list[Instruction]
    ) -> tuple[tuple[Instruction, ...], tuple[Binding, ...], tuple[Binding, ...]]:
        """Close the gaps: the instructions with their final registers, attributes and results."""
        tables = {File.ATTRIBUTE: self._dialect.attributes, File.RESULT: self._dialect.results}
        final, bindings = {}, {}
        for file, table in tables.items():
            used = sorted(self._used[file])
            names = list(table.order)
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
        return moved, bindings[File.ATTRIBUTE], bindings[File.RESULT]
