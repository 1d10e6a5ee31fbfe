"""Parses declarations of TGSI: DCL of every file, IMM and PROPERTY."""

from __future__ import annotations

from operator import or_
from typing import NoReturn

from softgl.asm.text.lexer import Token, choice
from softgl.asm.tgsi import meanings
from softgl.asm.tgsi.lexer import (
    parse_double,
    parse_float,
    parse_integer,
    parse_pair,
    parse_word,
)
from softgl.asm.tgsi.state import Declared, TgsiState, View
from softgl.asm.tgsi.suffixes import parse_mask
from softgl.errors import ErrorKind
from softgl.ir.program import ALL, BufferBinding, Stage

MAX_INPUT_VERTEX = 5  # of a primitive with adjacent vertices, counted from 0
FILES = ("IN", "OUT", "TEMP", "CONST", "IMM", "SAMP", "SVIEW", "ADDR", "SV", "PRED", "LOOP")
_NO_STORES = "programs cannot write memory"
FILE_ALIASES = {"RES": "SVIEW"}
"""Names of files in old texts."""
MISSING_FILES = {
    **dict.fromkeys(("BUFFER", "IMAGE", "MEMORY", "RESOURCE", "HWATOMIC"), _NO_STORES),
    "CONSTBUF": "blocks of constants are CONST[n][...]",
    # Of 2012 alone.
    "IMMX": "an array of immediates is several IMM with a run-time index",
    "TEMPX": "an array of temporaries is TEMP[n..m], ARRAY(k)",
}


def file_limit(p: TgsiState, file: str) -> int:
    """Returns the number of registers of a file."""
    inputs = p.limits.generic_attributes if p.stage is Stage.VERTEX else p.limits.attributes
    return {
        "IN": inputs,
        "OUT": p.limits.result_components // 4,
        "TEMP": p.limits.temporaries,
        "CONST": p.limits.local_parameters,
        "IMM": p.limits.parameters,
        "SAMP": p.limits.texture_image_units,
        "SVIEW": p.limits.texture_image_units,
        "ADDR": p.limits.address_registers,
        "SV": 8,
        "PRED": 8,
        "LOOP": 8,
    }[file]


def parse_file(p: TgsiState, wanted) -> str:
    """Parses the name of a register file, one of `wanted`."""
    token = p.tokens.peek()
    if token.text in MISSING_FILES:
        p.tokens.fail(token, f"{token}: {MISSING_FILES[token.text]}", choice(wanted))
    file = FILE_ALIASES.get(token.text, token.text)
    if file not in wanted:
        p.tokens.fail(token, f"unexpected {token}", choice(wanted))
    p.tokens.take()
    return file


def parse_range(p: TgsiState, count: int) -> tuple[int, int]:
    """Parses `[n]` or `[n..m]`, below `count`."""
    p.tokens.expect("[", "and the number of a register")
    first = last = parse_integer(p.tokens, 0, count - 1)
    if p.tokens.accept(".."):
        token = p.tokens.peek()
        last = parse_integer(p.tokens, 0, count - 1)
        if first > last:
            p.tokens.fail(token, f"the range {first}..{last} runs backwards", f"at least {first}")
    p.tokens.expect("]", "after the number of a register")
    return first, last


def parse_declaration(p: TgsiState) -> None:
    """Parses `DCL file[range], ...`."""
    p.tokens.take()
    start = p.tokens.peek()
    file = parse_file(p, [name for name in FILES if name != "IMM"])
    if file == "CONST" and p.tokens.peek(2).text == "]" and p.tokens.peek(3).text == "[":
        _parse_block(p, start)
        return
    per_vertex = file == "IN" and p.stage is Stage.GEOMETRY and _parse_vertices(p)
    first, last = parse_range(p, file_limit(p, file))
    mask = parse_mask(p) if file in ("IN", "OUT", "TEMP", "SV", "ADDR", "PRED") else ALL
    found = _Parts(p, file, per_vertex, start)
    if p.tokens.at(","):
        found.parse()
    found.enter(first, last, mask)


def _parse_vertices(p: TgsiState) -> bool:
    """Parses `[]` or `[n]` before the number of an input of a geometry program, if it is there."""
    if p.tokens.peek(1).text == "]":
        p.tokens.take()
        p.tokens.take()
        return True
    if p.tokens.peek(2).text == "]" and p.tokens.peek(3).text == "[":
        parse_range(p, MAX_INPUT_VERTEX + 2)
        return True
    return False


def _parse_block(p: TgsiState, start: Token) -> None:
    """Parses `CONST[block][range]`."""
    block, _ = parse_range(p, p.limits.buffer_bindings + 1)
    first, last = parse_range(p, p.limits.buffer_size // 4 if block else file_limit(p, "CONST"))
    if not block:
        _enter(p, "CONST", range(first, last + 1), Declared(), start)
        return
    for other, low, high in p.buffer_ranges:
        if other == block and low <= last and first <= high:
            _fail_again(p, start, f"CONST[{block}][{max(low, first)}]", "CONST")
    p.buffer_ranges.append((block, first, last))
    p.buffers.append(BufferBinding(block - 1, first, last - first + 1, True))


def _fail_again(p: TgsiState, where: Token, name: str, file: str = "") -> NoReturn:
    """Raises the error of a second declaration; file : of the register."""
    kind = ErrorKind.TGSI_DECLARATION
    p.tokens.fail(where, f"{name} is already declared", kind=kind, subject=file)


def _enter(p: TgsiState, file: str, numbers, declared: Declared, where: Token) -> None:
    registers = p.declared(file)
    for step, number in enumerate(numbers):
        own, before = declared._replace(index=declared.index + step), registers.get(number)
        if before is not None:
            both = tuple(map(or_, before.mask, own.mask))
            # Inputs and outputs of one semantic may be declared component by component.
            parts = file in ("IN", "OUT") and sum(both) == sum(before.mask) + sum(own.mask)
            if not parts or own._replace(mask=before.mask) != before:
                _fail_again(p, where, f"{file}[{number}]", file)
            own = own._replace(mask=both)
        p.declare(file, number, own)


class _Parts:
    """Parses the rest of a declaration after the range."""

    def __init__(self, p: TgsiState, file: str, per_vertex: bool, where: Token):
        self.p, self.file, self.per_vertex, self.where = p, file, per_vertex, where
        self.semantic: Token | None = None
        self.name = ""
        self.index = 0
        self.interpolation = self.location = ""
        self.array = 0
        self.view: View | None = None

    def parse(self) -> None:
        while self.p.tokens.accept(","):
            self._part()

    def _part(self) -> None:
        p = self.p
        token = p.tokens.peek()
        word, stage_file = token.text, self.file in ("IN", "OUT", "SV")
        if word == "ARRAY":
            p.tokens.take()
            p.tokens.expect("(", "and the number of the array")
            self.array = parse_integer(p.tokens, 1, 2**20)
            p.tokens.expect(")", "after the number of an array")
        elif word == "LOCAL" and self.file == "TEMP":
            p.tokens.take()
        elif self.file == "SVIEW" and self.view is None:
            self._parse_view()
        elif stage_file and word in meanings.NAMES and self.semantic is None:
            self._parse_semantic()
        elif self._interpolated(word):
            self.interpolation = p.tokens.take().text
        elif self.file == "IN" and word in meanings.LOCATIONS:
            self.location = p.tokens.take().text
        elif self.file == "IN" and word.startswith("CYLWRAP_"):
            p.tokens.fail(token, f"{token}: there is no cylindrical wrapping")
        elif self.file == "OUT" and word == "INVARIANT":
            p.tokens.take()
        elif self.file == "OUT" and word == "STREAM":
            self._parse_streams()
        else:
            p.tokens.fail(token, f"unexpected {token}", self._wanted())

    def _interpolated(self, word: str) -> bool:
        """True if a word is the interpolation of a register: once, after its semantic."""
        with_semantic = self.file in ("IN", "OUT", "SV") and self.p.stage is not Stage.VERTEX
        behind = self.semantic is not None or not with_semantic
        # It matters for inputs only; old texts have it in all declarations.
        return word in meanings.INTERPOLATIONS and behind and not self.interpolation

    def _wanted(self) -> str:
        if self.file in ("IN", "OUT", "SV") and self.semantic is None:
            return "a semantic"
        words = {"TEMP": ["LOCAL", "ARRAY"], "IN": [*sorted(meanings.INTERPOLATIONS), "ARRAY"]}
        return choice(words.get(self.file, ["ARRAY"]))

    def _parse_semantic(self) -> None:
        p = self.p
        self.semantic = token = p.tokens.take()
        name = meanings.SEMANTIC_ALIASES.get(token.text, token.text)
        table = meanings.SEMANTICS.get((p.stage, self.file), {})
        if p.stage is Stage.VERTEX and self.file == "IN":
            table = {**dict.fromkeys(meanings.NAMES), **table}
        if name not in table:
            reason = meanings.MISSING.get(name, "not a semantic of this file here")
            p.tokens.fail(token, f"{token}: {reason}", choice(sorted(table)))
        self.name, meaning = name, table[name]
        if p.tokens.at("["):
            count = meaning.count if meaning is not None else meanings.MAX_SEMANTIC_INDEX + 1
            self.index, _ = parse_range(p, count)

    def _parse_view(self) -> None:
        p = self.p
        target, types = parse_target(p), []
        while len(types) < 4 and p.tokens.at(","):
            p.tokens.take()
            token = p.tokens.peek()
            if token.text in ("RAW", "WR"):
                p.tokens.fail(token, f"{token}: {_NO_STORES}", "a return type")
            if token.text not in meanings.RETURN_TYPES:
                p.tokens.fail(token, f"unexpected {token}", choice(sorted(meanings.RETURN_TYPES)))
            types.append(meanings.RETURN_TYPES[p.tokens.take().text])
            if types[-1] is not types[0]:
                p.tokens.fail(token, f"{token}: all components of a texture are of one type")
        # "type must be 1 or 4 entries"
        if len(types) not in (1, 4):
            p.tokens.fail(p.tokens.peek(), f"{len(types)} return types", "one or four")
        self.view = View(target, types[0])

    def _parse_streams(self) -> None:
        p = self.p
        p.tokens.take()
        p.tokens.expect("(", "and the numbers of streams")
        for component in range(4):
            if component and not p.tokens.accept(","):
                break
            token = p.tokens.peek()
            if parse_integer(p.tokens, 0, 3):
                p.tokens.fail(token, "there is one stream of vertices", "0")
        p.tokens.expect(")", "after the numbers of streams")

    def enter(self, first: int, last: int, mask) -> None:
        """Enters the registers from `first` to `last`."""
        p, file = self.p, self.file
        if file == "SVIEW":
            if self.view is None:
                p.tokens.fail(p.tokens.peek(), "a sampler view without a target", "',' and 2D")
            p.views |= dict.fromkeys(range(first, last + 1), self.view)
        generic = p.stage is Stage.VERTEX and file == "IN"
        if file in ("IN", "OUT", "SV") and self.semantic is None and not generic:
            p.tokens.fail(p.tokens.peek(), f"a register of {file} without a semantic", "','")
        semantic = self.name
        if generic and semantic not in meanings.SYSTEM_VALUES:
            semantic = ""
        if semantic:
            self._check_indices(semantic, first, last)
        numbers = range(first, last + 1)
        declared = Declared(
            semantic, self.index if semantic else 0, self.interpolation, mask, self.location
        )
        _enter(p, file, numbers, declared, self.where)
        if self.array:
            if (file, self.array) in p.arrays:
                _fail_again(p, self.where, f"ARRAY({self.array}) of {file}")
            p.arrays[file, self.array] = first, last

    def _check_indices(self, semantic: str, first: int, last: int) -> None:
        p, more = self.p, last - first
        meaning = meanings.SEMANTICS[p.stage, self.file][semantic]
        if self.index + more >= meaning.count:
            p.tokens.fail(self.semantic, f"there is no {semantic}[{self.index + more}]")
        clipping = {"CLIPDIST", "CLIPVERTEX"}
        used = {other.semantic for other in p.declared(self.file).values()}
        if self.file == "OUT" and clipping <= used | {semantic}:
            p.tokens.fail(self.semantic, "CLIPDIST and CLIPVERTEX exclude each other")
        for number, other in p.declared(self.file).items():
            step = other.index - self.index
            if other.semantic == semantic and 0 <= step <= more and number != first + step:
                name = f"{semantic}[{other.index}]"
                p.tokens.fail(self.semantic, f"two registers of {self.file} are {name}")


def parse_target(p: TgsiState) -> str:
    """Parses a texture target of `meanings.TARGETS`."""
    token = p.tokens.peek()
    word = meanings.TARGET_ALIASES.get(token.text, token.text)
    if word in meanings.MISSING_TARGETS:
        p.tokens.fail(token, f"{token}: {meanings.MISSING_TARGETS[word]}", choice(meanings.TARGETS))
    if word not in meanings.TARGETS:
        p.tokens.fail(token, f"{token} is not a texture target", choice(meanings.TARGETS))
    p.tokens.take()
    return word


# -- immediates and properties ---------------------------------------------------------------------

_IMMEDIATES = {
    "FLT32": (parse_float, 4),
    "UINT32": (parse_word, 4),
    "INT32": (parse_word, 4),
    "FLT64": (parse_double, 2),
    "UINT64": (parse_pair, 2),
    "INT64": (parse_pair, 2),
}


def parse_immediate(p: TgsiState) -> None:
    """Parses `IMM[n] FLT32 {a, b, c, d}`; the number may be omitted."""
    p.tokens.take()
    where, number = p.tokens.peek(), len(p.immediates)
    limit = file_limit(p, "IMM")
    if p.tokens.accept("["):
        where = p.tokens.peek()
        number = parse_integer(p.tokens, 0, limit - 1)
        p.tokens.expect("]", "after the number of an immediate")
    if number in p.immediates:
        _fail_again(p, where, f"IMM[{number}]", "IMM")
    if number >= limit:
        p.tokens.fail(where, f"more than {limit} immediates", kind=ErrorKind.LIMIT)
    token = p.tokens.peek()
    if token.text not in _IMMEDIATES:
        p.tokens.fail(token, f"unexpected {token}", choice(_IMMEDIATES))
    parse, count = _IMMEDIATES[p.tokens.take().text]
    p.tokens.expect("{", "before the numbers of an immediate")
    values = [parse(p.tokens)]
    while len(values) < count and p.tokens.accept(","):
        values.append(parse(p.tokens))
    p.tokens.expect("}", f"after {count} numbers" if len(values) == count else "or ','")
    words = [word for value in values for word in (value if count == 2 else (value,))]
    p.immediates[number] = tuple(words + [0] * (4 - len(words)))
    p.declare("IMM", number, Declared())


def parse_property(p: TgsiState) -> None:
    """Parses `PROPERTY name value`."""
    p.tokens.take()
    name = p.tokens.peek()
    if name.text.startswith(("CS_", "TCS_", "TES_")):
        feature = "compute programs" if name.text.startswith("CS_") else "tessellation"
        p.tokens.fail(name, f"{name}: there is no {feature}")
    if name.text not in meanings.PROPERTIES:
        p.tokens.fail(name, f"{name} is not a property", "the name of a property")
    p.tokens.take()
    known, token = meanings.PROPERTIES[name.text], p.tokens.peek()
    if isinstance(known, int):
        value = parse_integer(p.tokens, 0, known)
    elif token.kind == "integer":
        value = known[parse_integer(p.tokens, 0, len(known) - 1)]
    elif token.text in known:
        value = p.tokens.take().text
    else:
        p.tokens.fail(token, f"unexpected {token}", choice(known))
    if value and name.text in meanings.MISSING_PROPERTIES:
        p.tokens.fail(token, f"{name}: {meanings.MISSING_PROPERTIES[name.text]}", "0")
    p.properties[name.text] = value
