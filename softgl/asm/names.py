"""The names of a program and what they stand for."""

from __future__ import annotations

from softgl.asm.dialect import Dialect
from softgl.asm.text.lexer import Token, Tokens
from softgl.ir.program import Binding, Constant, File
from softgl.isa import DataType
from softgl.records import dataclass

EACH_VERTEX = -1
KIND = {
    File.TEMPORARY: "a temporary",
    File.ATTRIBUTE: "an attribute",
    File.PARAMETER: "a program parameter",
    File.RESULT: "a result",
    File.ADDRESS: "an address register",
    File.BUFFER: "a parameter buffer",
}


@dataclass(frozen=True, eq=False)
class Variable:
    """What a name stands for.

    bindings : one for each element of an attribute, parameter or result.
    start, count : the registers, where there are no bindings.
    type : its data type, or None for a typeless variable.
    short : True if it was declared SHORT.
    buffer : its index in Program.buffers, where `start` is the first element in the buffer object.
    scalar : True if it is a constant that needs no component suffix, a number with a name.
    vertex : of which vertex of a primitive an attribute is; EACH_VERTEX if an index before all
        others says so where the variable is used; None where there is no choice.
    indexed : None, or (a Place that a register chooses at run time, the token that names this
        register, the variable that it named then).

    Two declarations are two variables, also if they say the same.
    """

    file: File
    bindings: tuple[Binding | Constant, ...] = ()
    start: int = 0
    count: int = 1
    array: bool = False
    type: DataType | None = None
    short: bool = False
    buffer: int | None = None
    scalar: bool = False
    vertex: int | None = None
    indexed: tuple | None = None


class Names:
    """Variable names: each is established once and known from there on.

    declared : each name that a statement has established -> where. used : those that were asked
    for since.
    """

    def __init__(self, tokens: Tokens, dialect: Dialect):
        self._tokens = tokens
        self._dialect = dialect
        self._variables: dict[str, Variable] = {}
        self.declared: dict[str, Token] = {}
        self.used: set[str] = set()

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
        self.declared[token.text] = token

    def variable(self, name: str) -> Variable | None:
        """What a name stands for, without counting as its use."""
        return self._variables.get(name)

    def of_register(self, file: File, register: int) -> list[str]:
        """The names of a register of a file that has no bindings."""
        return [
            name
            for name, variable in self._variables.items()
            if variable.file is file
            and not variable.bindings
            and variable.start <= register < variable.start + variable.count
        ]

    def replace(self, name: str, variable: Variable | None) -> None:
        """Let a name of the language's own stand for another variable, or for none."""
        if variable is None:
            self._variables.pop(name, None)
        else:
            self._variables[name] = variable

    def find(self, token: Token) -> Variable | None:
        """The variable of that name, if there is one."""
        variable = self._variables.get(token.text)
        if variable is not None:
            self.used.add(token.text)
        return variable
