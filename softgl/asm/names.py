"""The names of a program and their meanings."""

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
    """The meaning of a name.

    bindings : one for each element of an attribute, parameter or result.
    start, count : the registers, if there are no bindings.
    type : its data type, or None for a typeless variable.
    short : True if it was declared SHORT.
    buffer : its index in Program.buffers; `start` is then the first element in the buffer object.
    scalar : True for a constant that needs no component suffix, a named number.
    vertex : the vertex of the primitive that an attribute belongs to; EACH_VERTEX if each use gives
        it in a first index; None if there is no choice.
    indexed : None, or (a Place that a register chooses at run time, the token that names this
        register, the variable that it named then).

    Two declarations are two variables, even if they are equal.
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

    declared : each name that a statement has established -> its token.
    used : the names in use since their declaration.
    """

    def __init__(self, tokens: Tokens, dialect: Dialect):
        self._tokens = tokens
        self._dialect = dialect
        self._variables: dict[str, Variable] = {}
        self.declared: dict[str, Token] = {}
        self.used: set[str] = set()

    def take_new(self) -> Token:
        """Takes an identifier that is not in use yet."""
        token = self._tokens.expect_name("the name of a new variable")
        if token.text in self._dialect.reserved:
            language = self._dialect.language
            self._tokens.fail(
                token, f"{token} is a reserved word of {language}", "the name of a new variable"
            )
        if token.text in self._variables:
            self._tokens.fail(token, f"{token} is already declared", "the name of a new variable")
        return token

    def establish(self, token: Token, variable: Variable) -> None:
        """Gives a variable the name that `take_new` took."""
        self._variables[token.text] = variable
        self.declared[token.text] = token

    def variable(self, name: str) -> Variable | None:
        """Returns the variable of a name, without counting as its use."""
        return self._variables.get(name)

    def of_register(self, file: File, register: int) -> list[str]:
        """Returns the names of a register of a file that has no bindings."""
        return [
            name
            for name, variable in self._variables.items()
            if variable.file is file
            and not variable.bindings
            and variable.start <= register < variable.start + variable.count
        ]

    def replace(self, name: str, variable: Variable | None) -> None:
        """Binds a predefined name to another variable, or to none."""
        if variable is None:
            self._variables.pop(name, None)
        else:
            self._variables[name] = variable

    def find(self, token: Token) -> Variable | None:
        """Returns the variable of a name, if there is one, and counts it as used."""
        variable = self._variables.get(token.text)
        if variable is not None:
            self.used.add(token.text)
        return variable
