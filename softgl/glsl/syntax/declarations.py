"""The parser of declarations: qualifiers, types, structures, blocks, variables, functions."""

from __future__ import annotations

from softgl.glsl.syntax.expressions import Expressions
from softgl.glsl.tree import (
    Block,
    BlockDeclaration,
    Declaration,
    Declarator,
    Expression,
    Function,
    LayoutWord,
    Parameter,
    PrecisionDeclaration,
    QualifierDeclaration,
    Qualifiers,
    Statement,
    StructType,
    TypeSpecifier,
)

_PRECISIONS = ("lowp", "mediump", "highp")
_LAYOUT_WORDS = frozenset({"packed", "row_major"})
"""Reserved words that are layout qualifiers all the same."""


def _behind(declarators: list[Declarator]) -> str:
    """Returns the tokens that may stand behind the last declarator."""
    if not declarators:
        return "a name or ';'"
    return "an operator, ',' or ';'" if declarators[-1].initializer else "',', '=' or ';'"


class Declarations(Expressions):
    """Parses declarations."""

    def block(self) -> Block:
        """Parses `{ statements }`."""
        raise NotImplementedError

    def declaration(self, function_body: bool) -> Statement:
        """Parses a declaration with its `;`, or a function.

        function_body : True if a function may have a body here.
        """
        at = self.offsets[self.i]
        if self.kinds[self.i] == "precision":
            return self._precision()
        qualifiers = self.qualifiers()
        if qualifiers.words:
            special = self._without_type(at, qualifiers)
            if special:
                return special
        specifier = self.type_specifier()
        if self.kinds[self.i] == "name" and self.kinds[self.i + 1] == "(":
            return self._function(qualifiers, specifier, function_body)
        if self.kinds[self.i] == ",":
            # A type alone may be the first one of an init_declarator_list: `int, a;`.
            self.i += 1
            declarators = self._declarators(True)
        else:
            declarators = [] if self.kinds[self.i] == ";" else self._declarators(True)
        self.take(";", _behind(declarators))
        return Declaration(at, qualifiers, specifier, declarators)

    def _precision(self) -> PrecisionDeclaration:
        at = self.take("precision")
        word = self.texts[self.i]
        if word not in _PRECISIONS:
            raise self.unexpected("lowp, mediump or highp")
        self.i += 1
        specifier = self.type_specifier()
        self.take(";")
        return PrecisionDeclaration(at, word, specifier)

    def _without_type(self, at: int, qualifiers: Qualifiers) -> Statement | None:
        """Parses what follows qualifiers if it is not a type; None if it is one."""
        kinds, i = self.kinds, self.i
        if kinds[i] == ";":
            self.i += 1
            return QualifierDeclaration(at, qualifiers, [])
        if kinds[i] != "name":
            return None
        if kinds[i + 1] == "{":
            return self._block_declaration(qualifiers)
        if kinds[i + 1] not in (";", ","):
            return None
        names = [(self.texts[i], self.offsets[i])]
        self.i += 1
        while kinds[self.i] == ",":
            self.i += 1
            at_name = self.offsets[self.i]
            names.append((self.take_name("a name"), at_name))
        self.take(";", "',' or ';'")
        return QualifierDeclaration(at, qualifiers, names)

    # -- qualifiers and types

    def qualifiers(self) -> Qualifiers:
        """Parses any number of qualifiers, in any order."""
        kinds, words, layout = self.kinds, [], []
        node = Qualifiers(self.offsets[self.i], words, layout)
        while True:
            i = self.i
            kind = kinds[i]
            if kind == "qualifier":
                words.append((self.texts[i], self.offsets[i]))
                self.i = i + 1
            elif kind == "layout":
                words.append(("layout", self.offsets[i]))
                self.i = i + 1
                self._layout(layout)
            else:
                return node

    def _layout(self, words: list[LayoutWord]) -> None:
        """Parses `(name, name = value, ...)`."""
        self.take("(")
        while True:
            i = self.i
            name = self.texts[i]
            if self.kinds[i] != "name" and name not in _LAYOUT_WORDS:
                raise self.unexpected("a layout qualifier")
            self.i = i + 1
            value = None
            if self.kinds[self.i] == "=":
                self.i += 1
                value = self.full_assignment()
            words.append(LayoutWord(self.offsets[i], name, value))
            if self.kinds[self.i] != ",":
                break
            self.i += 1
        self.take(")", "',' or ')'")

    def type_specifier(self) -> TypeSpecifier:
        """Parses a type: a name or structure, and sizes."""
        at = self.offsets[self.i]
        base = self._struct() if self.kinds[self.i] == "struct" else self.type_name()
        return TypeSpecifier(at, base, self._sizes())

    def _sizes(self) -> list[Expression | None]:
        """Parses any number of `[size]` and `[]`."""
        sizes: list[Expression | None] = []
        while self.kinds[self.i] == "[":
            self.i += 1
            # The grammar has constant_expression here, a conditional_expression: no comma.
            sizes.append(None if self.kinds[self.i] == "]" else self.full_assignment())
            self.take("]")
        return sizes

    def _struct(self) -> StructType:
        at = self.take("struct")
        name = ""
        if self.kinds[self.i] != "{":
            at, name = self.offsets[self.i], self.take_name("a name or '{'")
        return StructType(at, name, self._members("structure"))

    def _members(self, kind: str) -> list[Declaration]:
        """Parses `{ members }` of a structure or block."""
        self.take("{")
        self.enter()
        members = []
        while self.kinds[self.i] != "}":
            at = self.offsets[self.i]
            qualifiers = self.qualifiers()
            specifier = self.type_specifier()
            members.append(Declaration(at, qualifiers, specifier, self._declarators(False)))
            self.take(";", "',' or ';'")
        if not members:
            raise self.unexpected(f"a member: a {kind} cannot be empty")
        self.i += 1
        self.depth -= 1
        return members

    def _block_declaration(self, qualifiers: Qualifiers) -> BlockDeclaration:
        at, name = self.offsets[self.i], self.take_name("a name")
        members = self._members("block")
        instance, sizes = "", []
        if self.kinds[self.i] != ";":
            instance = self.take_name("a name or ';'")
            sizes = self._sizes()
        self.take(";")
        return BlockDeclaration(at, qualifiers, name, members, instance, sizes)

    # -- variables and functions

    def _declarators(self, initializers: bool) -> list[Declarator]:
        """Parses `name[sizes] = initializer, ...`."""
        declarators = []
        while True:
            at, name = self.offsets[self.i], self.take_name("a name")
            sizes = self._sizes() if self.kinds[self.i] == "[" else []
            initializer = None
            if self.kinds[self.i] == "=" and initializers:
                self.i += 1
                initializer = self.initializer()
            declarators.append(Declarator(at, name, sizes, initializer))
            if self.kinds[self.i] != ",":
                return declarators
            self.i += 1

    def condition_declaration(self) -> Declaration:
        """Parses `type name = initializer` in the condition of a loop."""
        at = self.offsets[self.i]
        qualifiers, specifier = self.qualifiers(), self.type_specifier()
        name_at, name = self.offsets[self.i], self.take_name("a name")
        self.take("=")
        declarator = Declarator(name_at, name, [], self.initializer())
        return Declaration(at, qualifiers, specifier, [declarator])

    def _function(
        self, qualifiers: Qualifiers, specifier: TypeSpecifier, function_body: bool
    ) -> Function:
        at, name = self.offsets[self.i], self.take_name("a name")
        parameters = self._parameters()
        body = None
        if self.kinds[self.i] == "{":
            if not function_body:
                raise self.unexpected("';': a function cannot be defined in another one")
            body = self.block()
        else:
            self.take(";", "'{' or ';'")
        return Function(at, qualifiers, specifier, name, parameters, body)

    def _parameters(self) -> list[Parameter]:
        """Parses `(parameter, ...)`, `()` and `(void)`."""
        self.take("(")
        if self.texts[self.i] == "void" and self.kinds[self.i + 1] == ")":
            self.i += 1
        parameters: list[Parameter] = []
        if self.kinds[self.i] == ")":
            self.i += 1
            return parameters
        while True:
            at = self.offsets[self.i]
            qualifiers, specifier = self.qualifiers(), self.type_specifier()
            name, sizes = "", []
            if self.kinds[self.i] == "name":
                at, name = self.offsets[self.i], self.take_name("a name")
                sizes = self._sizes()
            parameters.append(Parameter(at, qualifiers, specifier, name, sizes))
            if self.kinds[self.i] != ",":
                break
            self.i += 1
        self.take(")", "',' or ')'")
        return parameters

    def starts_declaration(self) -> bool:
        """True if the next tokens are a declaration and not an expression."""
        kinds, i = self.kinds, self.i
        kind = kinds[i]
        if kind == "name" or kind == "type":
            following = kinds[i + 1]
            if following == "[":
                following = self._behind_brackets(i + 1)
            return following == "name" or (kind == "type" and following != "(")
        if kind == "unsigned":
            return kinds[i + 2] != "("
        return kind in ("qualifier", "layout", "struct", "precision")

    def _behind_brackets(self, i: int) -> str:
        """Returns the kind of the token behind `[...][...]` at an index."""
        kinds, opened = self.kinds, 0
        while True:
            kind = kinds[i]
            if kind == "[":
                opened += 1
            elif kind == "]":
                opened -= 1
            elif kind in (";", "{", "}", "end") or not opened:
                return kind
            i += 1
