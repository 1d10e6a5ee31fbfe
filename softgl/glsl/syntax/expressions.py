"""The parser of expressions: precedence climbing over the tokens."""

from __future__ import annotations

from softgl.glsl.syntax.cursor import Cursor
from softgl.glsl.tree import (
    MAX_NESTING,
    Assignment,
    Binary,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    InitializerList,
    Literal,
    Method,
    Name,
    Postfix,
    Subscript,
    TypeName,
    Unary,
)

_PRECEDENCE = {
    "||": 1, "^^": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7,
    "<": 8, ">": 8, "<=": 8, ">=": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}  # fmt: skip
_ASSIGNMENTS = frozenset("= += -= *= /= %= <<= >>= &= ^= |=".split())
_PREFIXES = frozenset("+ - ! ~ ++ --".split())
_POSTFIXES = frozenset(". ( [ ++ --".split())
_EXPRESSION = "an expression"


class Expressions(Cursor):
    """Parses expressions."""

    def full_expression(self) -> Expression:
        """Parses an expression that is not part of another one."""
        start = self.i
        node = self.expression()
        if self.i - start > MAX_NESTING:  # the depth is at most the number of tokens
            self.check_depth(node)
        return node

    def full_assignment(self) -> Expression:
        """Parses an expression without a comma that is not part of another one."""
        start = self.i
        node = self.assignment()
        if self.i - start > MAX_NESTING:
            self.check_depth(node)
        return node

    def expression(self) -> Expression:
        """Parses `assignment, assignment, ...`."""
        node = self.assignment()
        while self.kinds[self.i] == ",":
            at = self.offsets[self.i]
            self.i += 1
            node = Comma(at, node, self.assignment())
        return node

    def assignment(self) -> Expression:
        """Parses an assignment, a conditional expression, or less."""
        node = self.binary()
        kind = self.kinds[self.i]
        if kind in _ASSIGNMENTS:
            at = self.offsets[self.i]
            self.i += 1
            self.enter()
            node = Assignment(at, kind, node, self.assignment())
            self.depth -= 1
        elif kind == "?":
            at = self.offsets[self.i]
            self.i += 1
            self.enter()
            yes = self.expression()
            self.take(":")
            node = Conditional(at, node, yes, self.assignment())
            self.depth -= 1
        return node

    def binary(self) -> Expression:
        """Parses binary operators by precedence, without recursion."""
        node = self.unary()
        operator = self.kinds[self.i]
        if operator not in _PRECEDENCE:
            return node
        precedence = _PRECEDENCE[operator]
        open_operators: list[tuple] = []
        while precedence:
            open_operators.append((precedence, operator, self.offsets[self.i], node))
            self.i += 1
            node = self.unary()
            operator = self.kinds[self.i]
            precedence = _PRECEDENCE.get(operator, 0)
            while open_operators and open_operators[-1][0] >= precedence:
                _, text, at, left = open_operators.pop()
                node = Binary(at, text, left, node)
        return node

    def unary(self) -> Expression:
        """Parses an operand with its prefixes and postfixes."""
        i = self.i
        kind = self.kinds[i]
        if kind == "name":
            self.i = i + 1
            node = Name(self.offsets[i], self.texts[i])
        elif kind == "number":
            self.i = i + 1
            number = self.numbers[self.texts[i]]
            node = Literal(self.offsets[i], number.kind, number.value)
            if number.warning:
                self.warn(number.warning, node.at)
        elif kind == "(":
            self.i = i + 1
            self.enter()
            node = self.expression()
            self.take(")")
            self.depth -= 1
        elif kind in _PREFIXES:
            return self._prefixed()
        else:
            node = self._primary(kind)
        if self.kinds[self.i] in _POSTFIXES:
            return self._postfixed(node)
        return node

    def _prefixed(self) -> Expression:
        first = self.i
        while self.kinds[self.i] in _PREFIXES:
            self.i += 1
        last = self.i
        node = self.unary()
        for i in range(last - 1, first - 1, -1):
            node = Unary(self.offsets[i], self.kinds[i], node)
        return node

    def _primary(self, kind: str) -> Expression:
        """Parses an operand that begins with neither a name, a number, nor an operator."""
        i = self.i
        at = self.offsets[i]
        if kind == "boolean":
            self.i = i + 1
            return Literal(at, "bool", self.texts[i] == "true")
        if kind in ("type", "unsigned"):
            node = self.type_name()
            if self.kinds[self.i] not in ("(", "["):
                raise self.unexpected("'(' behind a type")
            return node
        raise self.unexpected(_EXPRESSION)

    def type_name(self) -> TypeName:
        """Parses the name of a type: a keyword, or a name like any other."""
        i = self.i
        kind, text = self.kinds[i], self.texts[i]
        if kind == "unsigned":  # GL_EXT_gpu_shader4
            if self.texts[i + 1] != "int":
                self.i += 1
                raise self.unexpected("'int' behind 'unsigned'")
            self.i = i + 2
            return TypeName(self.offsets[i], "uint")
        if kind not in ("type", "name"):
            raise self.unexpected("a type")
        self.i = i + 1
        return TypeName(self.offsets[i], text)

    def _postfixed(self, node: Expression) -> Expression:
        """Parses the postfixes of an operand."""
        while True:
            i = self.i
            kind = self.kinds[i]
            if kind == ".":
                self.i = i + 1
                at, name = self.offsets[i + 1], self.take_name("the name of a field")
                if self.kinds[self.i] == "(":
                    node = Method(at, node, name, self._arguments())
                else:
                    node = Field(at, node, name)
            elif kind == "(":
                callable_ = type(node) in (Name, TypeName) or _is_array_type(node)
                if not callable_ or self.kinds[i - 1] == ")":
                    raise self.unexpected("an operator: only names and types can be called")
                node = Call(node.at, node, self._arguments())
            elif kind == "[":
                self.i = i + 1
                node = Subscript(self.offsets[i], node, self._index(node))
            elif kind == "++" or kind == "--":
                self.i = i + 1
                node = Postfix(self.offsets[i], node, kind)
            else:
                return node

    def _index(self, node: Expression) -> Expression | None:
        """Parses the rest of `[index]` or `[]`."""
        if self.kinds[self.i] == "]" and _is_type(node):
            self.i += 1
            if self.kinds[self.i] not in ("(", "["):
                raise self.unexpected("'(' behind an array type")
            return None
        self.enter()
        index = self.expression()
        self.take("]")
        self.depth -= 1
        return index

    def _arguments(self) -> list[Expression]:
        """Parses `(argument, ...)`, `()` and `(void)`."""
        self.i += 1
        kinds = self.kinds
        if self.texts[self.i] == "void" and kinds[self.i + 1] == ")":
            self.i += 1
        if kinds[self.i] == ")":
            self.i += 1
            return []
        self.enter()
        arguments = [self.assignment()]
        while kinds[self.i] == ",":
            self.i += 1
            arguments.append(self.assignment())
        if kinds[self.i] != ")":
            raise self.unexpected("',' or ')'")
        self.i += 1
        self.depth -= 1
        return arguments

    def initializer(self) -> Expression:
        """Parses the expression or list behind `=` of a declaration."""
        if self.kinds[self.i] != "{":
            return self.full_assignment()
        at = self.take("{")
        self.enter()
        elements = [self.initializer()]
        while self.kinds[self.i] == ",":
            self.i += 1
            if self.kinds[self.i] == "}":
                break
            elements.append(self.initializer())
        self.take("}", "',' or '}'")
        self.depth -= 1
        return InitializerList(at, elements)


def _is_type(node: Expression) -> bool:
    """True if an expression may be the type of an array constructor."""
    while type(node) is Subscript:
        node = node.object
    return type(node) in (Name, TypeName)


def _is_array_type(node: Expression) -> bool:
    return type(node) is Subscript and _is_type(node)
