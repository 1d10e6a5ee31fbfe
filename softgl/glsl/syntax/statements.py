"""The parser of statements and of whole shaders."""

from __future__ import annotations

from softgl.glsl.syntax.cursor import TooManyErrors
from softgl.glsl.syntax.declarations import Declarations
from softgl.glsl.text.lexer import Tokens
from softgl.glsl.text.source import Message, ShaderError
from softgl.glsl.tree import (
    Block,
    Break,
    Case,
    Continue,
    Declaration,
    Default,
    Discard,
    DoWhile,
    Expression,
    ExpressionStatement,
    For,
    Function,
    If,
    Pragma,
    Return,
    Statement,
    Switch,
    TranslationUnit,
    While,
)


class Parser(Declarations):
    """Parses a shader."""

    def translation_unit(
        self, pragmas: list[tuple[int, str, int]], unread: bool
    ) -> TranslationUnit:
        """Parses a shader; errors are in `messages`.

        pragmas, unread : as `parse` has them.
        """
        declarations: list[Statement] = []
        pending = pragmas[::-1]
        if self.kinds[0] == "end" and not unread:
            # GLSL 3.30 section 9: a translation unit has at least one declaration.
            self.report(ShaderError("the shader is empty", self.offsets[0], None, "a declaration"))
        try:
            while True:
                start = self.i
                while pending and pending[-1][0] <= start:
                    _, text, at = pending.pop()
                    declarations.append(Pragma(at, text))
                kind = self.kinds[start]
                if kind == "end":
                    break
                if kind == ";":
                    self.i += 1
                    continue
                try:
                    declarations.append(self.declaration(True))
                    if pending and pending[-1][0] < self.i:
                        self._refuse_pragmas(declarations[-1], pending)
                except ShaderError as error:
                    self.recover(error, start, 0)
        except TooManyErrors:
            pass
        return TranslationUnit(0, declarations)

    def _refuse_pragmas(self, node: Statement, pending: list[tuple[int, str, int]]) -> None:
        """Reports the pragmas within a function that stand outside of functions only."""
        # GLSL 1.10 3.3: "It can only be used outside function definitions."
        for index, text, at in reversed(pending):
            if index < self.i and type(node) is Function and text in ("optimize", "debug"):
                self.report(ShaderError(f"#pragma {text} within a function", at))

    # -- statements

    def block(self) -> Block:
        """Parses `{ statements }`."""
        at = self.take("{")
        self.enter()
        statements = self._statements()
        end = self.take("}", "a statement or '}'")
        self.depth -= 1
        return Block(at, statements, end)

    def _statements(self) -> list[Statement]:
        """Parses statements up to a closing brace or the end."""
        statements: list[Statement] = []
        kinds, depth = self.kinds, self.depth
        while kinds[self.i] != "}":
            start = self.i
            if kinds[start] == "end":
                break
            try:
                statements.append(self.statement())
            except ShaderError as error:
                self.recover(error, start, depth)
        return statements

    def statement(self) -> Statement:
        """Parses a statement."""
        method = _STATEMENTS.get(self.kinds[self.i])
        if method is not None:
            return method(self)
        if self.starts_declaration():
            return self.declaration(False)
        return self._expression_statement()

    def _expression_statement(self) -> ExpressionStatement:
        at = self.offsets[self.i]
        node = self.full_expression()
        self.take(";", "an operator or ';'")
        return ExpressionStatement(at, node)

    def _empty(self) -> ExpressionStatement:
        return ExpressionStatement(self.take(";"), None)

    def _body(self) -> Statement:
        """Parses a statement within another one."""
        self.enter()
        node = self.statement()
        self.depth -= 1
        return node

    def _parenthesized(self) -> Expression:
        self.take("(")
        node = self.full_expression()
        self.take(")")
        return node

    def _if(self) -> If:
        # A chain of `else if` is as long as the shader's author likes.
        chain, no = [(self.take("if"), self._parenthesized(), self._body())], None
        while self.kinds[self.i] == "else" and no is None:
            self.i += 1
            if self.kinds[self.i] == "if":
                chain.append((self.take("if"), self._parenthesized(), self._body()))
            else:
                no = self._body()
        for at, condition, yes in reversed(chain):
            no = If(at, condition, yes, no)
        return no

    def _switch(self) -> Switch:
        at = self.take("switch")
        selector = self._parenthesized()
        self.take("{")
        self.enter()
        statements = self._statements()
        self.take("}", "a statement or '}'")
        self.depth -= 1
        return Switch(at, selector, statements)

    def _case(self) -> Case:
        at = self.take("case")
        node = self.full_expression()
        self.take(":")
        return Case(at, node)

    def _default(self) -> Default:
        at = self.take("default")
        self.take(":")
        return Default(at)

    def _while(self) -> While:
        at = self.take("while")
        self.take("(")
        condition = self._condition()
        self.take(")")
        return While(at, condition, self._body())

    def _condition(self) -> Expression | Declaration:
        if self.starts_declaration():
            return self.condition_declaration()
        return self.full_expression()

    def _do(self) -> DoWhile:
        at = self.take("do")
        body = self._body()
        self.take("while")
        condition = self._parenthesized()
        self.take(";")
        return DoWhile(at, body, condition)

    def _for(self) -> For:
        at = self.take("for")
        self.take("(")
        if self.kinds[self.i] == ";":
            start = self._empty()
        elif self.starts_declaration():
            start = self.declaration(False)
        else:
            start = self._expression_statement()
        condition = None if self.kinds[self.i] == ";" else self._condition()
        self.take(";")
        step = None if self.kinds[self.i] == ")" else self.full_expression()
        self.take(")")
        return For(at, start, condition, step, self._body())

    def _break(self) -> Break:
        return Break(self._keyword())

    def _continue(self) -> Continue:
        return Continue(self._keyword())

    def _discard(self) -> Discard:
        return Discard(self._keyword())

    def _keyword(self) -> int:
        """Parses a keyword and `;`."""
        at = self.offsets[self.i]
        self.i += 1
        self.take(";")
        return at

    def _return(self) -> Return:
        at = self.take("return")
        value = None if self.kinds[self.i] == ";" else self.full_expression()
        self.take(";", "an operator or ';'" if value else "")
        return Return(at, value)


_STATEMENTS = {
    "{": Parser.block,
    ";": Parser._empty,
    "if": Parser._if,
    "switch": Parser._switch,
    "case": Parser._case,
    "default": Parser._default,
    "while": Parser._while,
    "do": Parser._do,
    "for": Parser._for,
    "break": Parser._break,
    "continue": Parser._continue,
    "discard": Parser._discard,
    "return": Parser._return,
}


def parse(
    tokens: Tokens, pragmas: list[tuple[int, str, int]] = (), unread: bool = False
) -> tuple[TranslationUnit, list[Message]]:
    """Parses the tokens of a shader.

    pragmas : as in `preprocess.Preprocessed`. unread : True if the preprocessor reported errors, so
    that an empty shader is not one more. Returns the tree and the messages; the tree lacks
    the declarations and statements that have syntax errors.
    """
    parser = Parser(tokens)
    return parser.translation_unit(list(pragmas), unread), parser.messages
