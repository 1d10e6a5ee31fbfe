"""Program text to statements, for the part of the languages that the generator writes.

This parser trusts its input: it checks nothing that the generator cannot get wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

OPCODES = """
    ABS ADD AND ARL BRK CAL CEIL CMP CONT COS DDX DDY DIV DP2 DP2A DP3 DP4 DPH DST
    ELSE ENDIF ENDREP EX2 EXP FLR FRC I2F IF KIL LG2 LIT LOG LRP MAD MAX MIN MOD MOV
    MUL NOT NRM OR PK2H PK2US PK4B PK4UB POW RCC RCP REP RET RFL ROUND RSQ SAD SCS SEQ
    SFL SGE SGT SHL SHR SIN SLE SLT SNE SSG STR SUB SWZ TRUNC UP2H UP2US UP4B UP4UB X2D XOR XPD
"""
# NV_gpu_program4, table X.15: data type suffixes, then condition codes, then clamps.
MNEMONIC = re.compile(
    "({})([RH])?(C0|C1|C)?(_SAT|_SSAT)?".format(
        "|".join(sorted(OPCODES.split(), key=len, reverse=True))
    )
)
SIGNED_BY_DEFAULT = {"AND", "I2F", "MOD", "NOT", "OR", "SAD", "SHL", "SHR", "XOR"}
TOKEN = re.compile(
    r"\s+|#[^\n]*|(?P<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[A-Za-z_$][\w$]*)|(?P<mark>\.\.|.)",
    re.S,
)
NUMBER = re.compile(r"\.?\d")
COMPONENTS = {letter: i for letters in ("xyzw", "rgba") for i, letter in enumerate(letters)}
KINDS = {"ATTRIB": "attribute", "PARAM": "parameter", "OUTPUT": "result", "ADDRESS": "temporary"}
INDEXED = {"texcoord", "attrib", "local", "env"}


@dataclass
class Variable:
    """A name for storage: `cells` are binding names, literal tuples or register numbers."""

    kind: str
    cells: list
    array: bool = False


@dataclass
class Operand:
    """A place, and how it is read. `relative` is (operand, component) or None."""

    variable: Variable
    element: int = 0
    relative: tuple | None = None
    selectors: tuple = (0, 1, 2, 3)
    inner_negative: bool = False
    absolute: bool = False
    outer_negative: bool = False
    negative_components: tuple = (False,) * 4  # SWZ


@dataclass
class Instruction:
    opcode: str
    type: str = "F"
    modifier: str = ""
    clamp: str = ""
    update: int | None = None
    destination: Operand | None = None
    mask: tuple = (0, 1, 2, 3)
    condition: tuple | None = None  # (rule, register, selectors)
    sources: list = field(default_factory=list)
    target: str | None = None
    partner: int = -1  # IF: its ELSE or ENDIF; ELSE: its ENDIF; REP and ENDREP: each other
    loop: int = -1  # BRK and CONT: the ENDREP


@dataclass
class Text:
    """A parsed program."""

    language: str
    instructions: list
    labels: dict
    temporaries: int


class Parser:
    """One pass over the tokens of one program."""

    def __init__(self, source):
        header, _, body = source.partition("\n")
        self.language = header.removeprefix("!!")
        self.tokens = [m[0] for m in TOKEN.finditer(body) if m.lastgroup]
        self.at = 0
        self.variables, self.instructions, self.labels = {}, [], {}
        self.temporaries = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, wanted=None):
        token = self.tokens[self.at]
        assert wanted is None or token == wanted, (wanted, self.tokens[self.at - 8 : self.at + 4])
        self.at += 1
        return token

    def accept(self, token):
        if self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def parse(self) -> Text:
        while not self.accept("END"):
            self.statement()
        self.match_blocks()
        return Text(self.language, self.instructions, self.labels, self.temporaries)

    def statement(self):
        while self.peek() in ("INT", "UINT", "FLOAT", "SHORT", "LONG"):
            modifier = self.take()
            kind = {"INT": "S", "UINT": "U"}.get(modifier, "F")
            if self.peek() not in ("INT", "UINT", "FLOAT", "SHORT", "LONG"):
                return self.declaration(kind)
        word = self.peek()
        if word == "OPTION":
            self.at += 3
        elif word in KINDS or word in ("TEMP", "ALIAS"):
            self.declaration("F")
        elif self.tokens[self.at + 1] == ":":
            self.labels[word] = len(self.instructions)
            self.at += 2
        else:
            self.instruction()
        return None

    # Declarations

    def declaration(self, type_):
        word = self.take()
        if word in ("TEMP", "ADDRESS"):
            while True:
                name, count = self.take(), None
                if self.accept("["):
                    count = int(self.take())
                    self.take("]")
                cells = list(range(self.temporaries, self.temporaries + (count or 1)))
                self.temporaries += len(cells)
                self.variables[name] = Variable("temporary", cells, count is not None)
                if not self.accept(","):
                    break
        elif word == "ALIAS":
            name = self.take()
            self.take("=")
            self.variables[name] = self.variables[self.take()]
        else:
            name, array = self.take(), False
            if self.accept("["):
                array = True
                if not self.accept("]"):
                    self.take()
                    self.take("]")
            self.take("=")
            cells = []
            if array:
                self.take("{")
                while True:
                    cells += self.cells(type_)
                    if not self.accept(","):
                        break
                self.take("}")
            else:
                cells += self.cells(type_)
            self.variables[name] = Variable(KINDS[word], cells, array)
        self.take(";")

    def cells(self, type_):
        if self.peek() in "{+-" or NUMBER.match(self.peek()):
            return [self.literal(type_)]
        name = self.binding()
        if self.accept(".."):
            last = int(self.take())
            self.take("]")
            stem, first = name
            return [f"{stem}[{n}]" for n in range(first, last + 1)]
        return [name]

    def binding(self):
        """A binding's canonical name; with `..` coming, the name before the brackets and first."""
        parts = [self.take()]
        while self.accept("."):
            if len(parts) > 1 and SUFFIX.fullmatch(self.peek()):
                self.at -= 1  # a mask or swizzle, no part of the name
                break
            parts.append(self.take())
        name = ".".join(parts)
        name = {
            "vertex.color": "vertex.color.primary",
            "fragment.color": "fragment.color.primary",
        }.get(name, name)
        if self.accept("["):
            number = int(self.take())
            if self.peek() == "..":
                return name, number
            self.take("]")
            return f"{name}[{number}]"
        if parts[-1] in INDEXED or name == "result.color":
            return f"{name}[0]"
        return name

    def literal(self, type_):
        """(type, values as written) of a scalar or vector constant."""
        if not self.accept("{"):
            return (type_, [self.signed(type_)] * 4)
        values = [self.signed(type_)]
        while self.accept(","):
            values.append(self.signed(type_))
        self.take("}")
        return (type_, values + [0, 0, 0, 1][len(values) :])

    def signed(self, type_):
        negative = self.accept("-") or (self.accept("+") and False)
        value = (float if type_ == "F" else int)(self.take())
        return -value if negative else value

    # Instructions

    def instruction(self):
        opcode, precision, update, clamp = MNEMONIC.fullmatch(self.take()).groups()
        one = Instruction(opcode, clamp=clamp or "")
        one.type = "F" if precision or opcode not in SIGNED_BY_DEFAULT else "S"
        if update:
            one.update = int(update[1:] or 0)
        while self.accept("."):
            self.modifier(one, self.take())
        if opcode in ("KIL", "IF", "BRK", "CONT", "RET", "CAL", "REP", "ELSE", "ENDIF", "ENDREP"):
            self.flow(one)
        else:
            one.destination = self.place()
            if self.accept("."):
                one.mask = tuple(COMPONENTS[letter] for letter in self.take())
            if self.accept("("):
                one.condition = self.condition()
                self.take(")")
            while self.accept(","):
                self.source(one)
        self.take(";")
        self.instructions.append(one)

    def modifier(self, one, word):
        if word in ("F", "S", "U"):
            one.type = word
        elif word in ("CC", "CC0", "CC1"):
            one.update = int(word[2:] or 0)
        elif word in ("SAT", "SSAT"):
            one.clamp = "_" + word
        elif word in ("S24", "U24"):
            one.type, one.modifier = word[0], word
        elif word == "HI":
            one.modifier = word

    def flow(self, one):
        if one.opcode == "CAL":
            one.target = self.take()
        if one.opcode == "IF" or (one.opcode == "KIL" and RULE.fullmatch(self.peek())):
            one.condition = self.condition()
        elif self.accept("("):
            one.condition = self.condition()
            self.take(")")
        elif self.peek() != ";":
            one.sources = [self.operand(one.type)]

    def condition(self):
        rule, register = RULE.fullmatch(self.take()).groups()
        return rule, int(register or 0), self.selectors()

    def selectors(self):
        if not self.accept("."):
            return (0, 1, 2, 3)
        letters = self.take()
        letters = letters * 4 if len(letters) == 1 else letters
        return tuple(COMPONENTS[letter] for letter in letters)

    def source(self, one):
        number = len(one.sources)
        if one.opcode == "SWZ" and number == 1:
            self.extended_swizzle(one.sources[0])
            return
        type_ = one.type
        if one.opcode in FLOAT_OPERANDS:
            type_ = "F"
        if one.opcode == "SAD" and number == 2:
            type_ = "U"
        one.sources.append(self.operand(type_))

    def extended_swizzle(self, operand):
        selectors, negative = [], []
        while len(selectors) < 4:
            negative.append(self.accept("-"))
            letter = self.take()
            selectors.append(COMPONENTS[letter] if letter in COMPONENTS else 4 + int(letter))
            if len(selectors) < 4:
                self.take(",")
        operand.selectors, operand.negative_components = tuple(selectors), tuple(negative)

    def operand(self, type_):
        sign = self.sign()
        if self.accept("|"):
            inner = self.sign()
            operand = self.place(type_)
            operand.absolute, operand.inner_negative, operand.outer_negative = True, inner, sign
            operand.selectors = self.selectors()
            self.take("|")
            return operand
        operand = self.place(type_)
        operand.inner_negative = sign
        operand.selectors = self.selectors()
        return operand

    def sign(self):
        return self.accept("-") or (self.accept("+") and False)

    def place(self, type_="F"):
        """A variable or binding with its array element, without suffix."""
        if self.peek() == "{" or NUMBER.match(self.peek()):
            return Operand(Variable("parameter", [self.literal(type_)]))
        if self.peek() not in self.variables:
            stem = self.peek()
            name = self.binding()
            kind = {"result": "result", "program": "parameter"}.get(stem, "attribute")
            return Operand(Variable(kind, [name]))
        variable = self.variables[self.take()]
        if not self.accept("["):
            return Operand(variable)
        if NUMBER.match(self.peek()):
            operand = Operand(variable, int(self.take()))
        else:
            register = self.place()
            component = self.selectors()[0]
            offset = 0
            if self.peek() in "+-":
                offset = int(self.take() + self.take())
            operand = Operand(variable, offset, (register, component))
        self.take("]")
        return operand

    def match_blocks(self):
        """Fills in the partners of block instructions."""
        open_, loops = [], []
        for number, one in enumerate(self.instructions):
            if one.opcode in ("IF", "REP"):
                open_.append(number)
                if one.opcode == "REP":
                    loops.append([])
            elif one.opcode in ("ELSE", "ENDIF"):
                self.instructions[open_.pop()].partner = number
                if one.opcode == "ELSE":
                    open_.append(number)
            elif one.opcode == "ENDREP":
                one.partner = open_.pop()
                self.instructions[one.partner].partner = number
                for leaving in loops.pop():
                    leaving.loop = number
            elif one.opcode in ("BRK", "CONT"):
                loops[-1].append(one)


RULE = re.compile("(EQ|GE|GT|LE|LT|NE|FL|TR|NAN|LEG|CF|NCF|OF|NOF|SF|NSF|AB|BLE)([01])?")
FLOAT_OPERANDS = {"CEIL", "FLR", "ROUND", "TRUNC", "PK2H", "PK2US", "PK4B", "PK4UB"}
SUFFIX = re.compile("[xyzw]{1,4}|[rgba]{1,4}")


def parse_text(source: str) -> Text:
    """The statements of a program text."""
    return Parser(source).parse()
