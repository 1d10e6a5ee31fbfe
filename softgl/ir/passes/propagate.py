"""Copies and constants: operands read the origin of a copy, and known results are constants.

A fact about a cell holds at every instruction that its copy dominates, until the cell or its origin
is written. Within a loop that began after the copy, neither may be written anywhere in the loop.
"""

from __future__ import annotations

from operator import is_not
from typing import NamedTuple

from softgl.ir.passes.cells import (
    BASES,
    FLAGS,
    always_writes,
    cell_of,
    changed,
    components,
    read,
    with_sources,
    written,
)
from softgl.ir.passes.draft import LABEL, Draft
from softgl.ir.passes.folding import holds
from softgl.ir.passes.regions import Loops, Writes
from softgl.ir.program import (
    ZERO,
    Constant,
    File,
    Instruction,
    Saturate,
    Source,
)
from softgl.ir.raw_bits import copies
from softgl.isa.vocabulary import FLOAT
from softgl.records import but

_BLOCKS = frozenset({LABEL, "IF", "ELSE", "ENDIF", "ENDREP"})
_FLOW = _BLOCKS | {"REP", "BRK", "CONT", "RET", "CAL", "KIL"}
_ONE = 0x3F800000  # the word of 1.0
_SPECIAL = ("DIV", "UCMP")
_SIMPLER = ("MOV", *_SPECIAL)
"""The instructions that become simpler, or teach a fact, even if no operand has a known cell."""


class _Copy(NamedTuple):
    """A cell holds a component of another register since the instruction `at`.

    register : its file, index and vertex. origin : its cell; None if it never changes.
    """

    at: int
    register: tuple
    selector: int
    origin: int | None


class _Word(NamedTuple):
    """A cell holds a constant since the instruction `at`; in condition codes, these flags."""

    at: int
    word: object
    origin: None = None


def propagate(draft: Draft) -> None:
    """Replaces operands by what they are copies of, and results on constants by constants.

    Branches whose condition is known go. Needs structured control flow; keeps every result.
    """
    _Propagation(draft).run()


class _Propagation:
    def __init__(self, draft: Draft):
        self._draft = draft
        self._writes = Writes(draft.instructions)
        self._loops = Loops(draft.instructions)
        self._folder = draft.folder
        self._facts: dict[int, _Copy | _Word] = {}
        self._copies: dict[int, set[int]] = {}  # origin -> the cells that hold copies of it
        self._cells, self._origins = self._facts.keys(), self._copies.keys()
        self._created: list[int] = []  # the cells of facts, in order
        self._branches: list[int] = []  # for each open IF, the length of `_created` at its begin

    def run(self) -> None:
        found = []
        for number, one in enumerate(self._draft.instructions):
            name = one.opcode
            if name not in _FLOW:
                found.append(self._step(number, one))
                continue
            if name == LABEL or name == "CAL":
                self._forget_all()
            elif name == "REP":
                if self._loops.calls(number):
                    self._forget_all()
                self._loops.enter(number)
                self._branches.append(len(self._created))
            elif name == "IF":
                one = self._decided(one)
                self._branches.append(len(self._created))
            elif name == "ELSE":
                self._forget_since(self._branches[-1])
            elif name in ("ENDIF", "ENDREP"):
                self._forget_since(self._branches.pop())
                if name == "ENDREP":
                    self._loops.leave()
            elif one.condition is not None:
                one = self._decided(one)
            if one is None:
                continue
            if name not in _BLOCKS:
                one = self._step(number, one)
            found.append(one)
        self._draft.instructions = found

    # -- facts -----------------------------------------------------------------------------------

    def _forget_all(self) -> None:
        self._facts.clear()
        self._copies.clear()

    def _forget_since(self, begin: int) -> None:
        """Forgets the facts of a branch, which does not dominate what follows."""
        created = self._created
        while len(created) > begin:
            self._facts.pop(created.pop(), None)

    def _forget_all_of(self, cells: list[int]) -> None:
        """Forgets what depends on cells that are written."""
        if self._cells.isdisjoint(cells) and self._origins.isdisjoint(cells):
            return
        facts, copies = self._facts, self._copies
        for cell in cells:
            facts.pop(cell, None)
            for copy in copies.pop(cell, ()):
                fact = facts.get(copy)
                if fact is not None and fact.origin == cell:
                    del facts[copy]

    def _known(self, cell: int):
        """Returns the fact about a cell at the current instruction, or None."""
        fact = self._facts.get(cell)
        if fact is None or not self._loops.starts:
            return fact
        loop = self._loops.begun_after(fact.at)
        if loop is not None:
            if self._writes.within(cell, *loop):
                return None
            if fact.origin is not None and self._writes.within(fact.origin, *loop):
                return None
        return fact

    def _learn(self, cell: int, fact) -> None:
        self._facts[cell] = fact
        self._created.append(cell)
        if fact.origin is not None:
            self._copies.setdefault(fact.origin, set()).add(cell)

    # -- an instruction --------------------------------------------------------------------------

    def _step(self, number: int, one: Instruction) -> Instruction:
        """Returns an instruction with simpler operands."""
        cells, place = one.reads or read(one), one.destination
        if not self._cells.isdisjoint(cells):
            sources = one.sources
            simpler = tuple([self._operand(one, p, s) for p, s in enumerate(sources)])
            if any(map(is_not, simpler, sources)):
                one = with_sources(one, simpler)
        elif cells and one.opcode not in _SIMPLER and place is not None and not place.condition:
            self._forget_all_of(one.writes or written(one))
            return one
        if place is None and one.update is None:
            return one
        if place is not None and place.relative is not None:
            one = changed(one, destination=self._fixed(place))
        if one.opcode in _SPECIAL:
            one = self._chosen(self._multiplied(one))
        words, flags = self._folded(one)
        movable = one.update is None and place is not None and place.file is not File.ADDRESS
        if words is not None and movable and not copies(one):
            one = self._constant(one, words)
        learns = words is not None or one.opcode == "MOV"
        copied = self._copied(number, one, words) if learns else ()
        self._forget_all_of(written(one))
        for cell, fact in copied:
            self._learn(cell, fact)
        if flags and always_writes(one):
            for component in range(4):
                if one.destination.mask[component]:
                    self._learn(FLAGS + 4 * one.update + component, _Word(number, flags[component]))
        return one

    def _copied(self, number: int, one: Instruction, words) -> list[tuple]:
        """Returns the facts that hold behind an instruction, with their cells."""
        place = one.destination
        if place is None or place.file not in BASES or not always_writes(one):
            return []
        if place.file is File.RESULT:
            return []
        chosen = [c for c in range(4) if place.mask[c]]
        if words is not None:
            return [(cell_of(place.file, place.index, c), _Word(number, words[c])) for c in chosen]
        if not copies(one) or one.update is not None:
            return []
        (source,) = one.sources
        if source.relative is not None or source.file in (File.BUFFER, File.ADDRESS):
            return []
        if place.file is File.ADDRESS or (source.vertex and source.vertex.relative):
            return []
        if (source.file, source.index) == (place.file, place.index):
            return []
        facts = []
        register = source.file, source.index, source.vertex
        origin = cell_of(source.file, source.index, 0) if source.file in BASES else None
        for c in chosen:
            selector = source.swizzle[c]
            if selector < ZERO:
                begin = None if origin is None else origin + selector
                copy = _Copy(number, register, selector, begin)
                facts.append((cell_of(place.file, place.index, c), copy))
        return facts

    # -- operands --------------------------------------------------------------------------------

    def _operand(self, one: Instruction, position: int, source: Source) -> Source:
        """Returns an operand that reads the origins of copies."""
        if source.relative is not None:
            source = self._fixed(source)
        if source.file is not File.TEMPORARY or source.relative is not None:
            return source
        first, swizzle = 4 * source.index, source.swizzle
        if self._cells.isdisjoint((first, first + 1, first + 2, first + 3)):
            return source
        wanted = components(one, position)
        facts = {}
        any_ = None
        for component in wanted:
            selector = swizzle[component]
            if selector < ZERO:
                fact = self._known(first + selector)
                if fact is None or (any_ is not None and type(fact) is not type(any_)):
                    return source
                facts[component] = any_ = fact
        if any_ is None:
            return source
        if type(any_) is _Word:
            return self._literal(source, facts, wanted)
        if any(fact.register != any_.register for fact in facts.values()):
            return source
        any_ = next(iter(facts.values()))
        swizzle = tuple(
            [
                facts[c].selector if c in facts else _unread(source, c, wanted, any_.selector)
                for c in range(4)
            ]
        )
        file, index, vertex = any_.register
        return Source(file, index, swizzle, source.negate, source.absolute, vertex=vertex)

    def _literal(self, source: Source, facts, wanted) -> Source:
        """Returns an operand that is a constant."""
        any_ = next(iter(facts.values())).word
        words = tuple([facts[c].word if c in facts else any_ for c in range(4)])
        swizzle = tuple([c if c in facts else _unread(source, c, wanted, c) for c in range(4)])
        number = self._draft.number(words)
        return Source(File.PARAMETER, number, swizzle, source.negate, source.absolute)

    def _fixed(self, place):
        """Returns an operand or destination whose index is known as a register."""
        relative = place.relative
        if relative.file not in BASES:
            return place
        fact = self._known(cell_of(relative.file, relative.index, relative.component))
        if type(fact) is not _Word:
            return place
        signed = fact.word - (1 << 32 if fact.word >= 1 << 31 else 0)
        element = min(max(signed + place.offset, 0), place.count - 1)
        return _moved(place, place.index + element)

    # -- known results ---------------------------------------------------------------------------

    def _words(self, one: Instruction) -> tuple | None:
        """Returns the words of the operands, before swizzle, if they are constants."""
        found = []
        for position, source in enumerate(one.sources):
            if source.file is File.PARAMETER and source.relative is None:
                parameter = self._draft.parameters[source.index]
                if isinstance(parameter, Constant):
                    found.append(parameter.words)
                    continue
            for component in components(one, position):
                if source.swizzle[component] < ZERO:
                    return None
            found.append((0, 0, 0, 0))
        return tuple(found)

    def _folded(self, one: Instruction) -> tuple:
        """Returns the known words and flags of a result, or (None, None)."""
        place = one.destination
        if not one.sources or place is None or not self._folder.can_fold(one):
            return None, None
        if read(one) and place.condition is None and place.relative is None:
            return None, None  # they are cells of operands
        operands = self._words(one)
        if operands is None:
            return None, None
        words = self._folder.result(one, operands)
        flags = self._folder.flags(one, operands) if one.update is not None else None
        return words, flags

    def _constant(self, one: Instruction, words) -> Instruction:
        """Returns the move of a known result."""
        place = one.destination
        chosen = [words[c] for c in range(4) if place.mask[c]]
        words = tuple(words[c] if place.mask[c] else chosen[0] for c in range(4))
        source = self._draft.constant(words)
        return Instruction("MOV", one.span, place, (source,), self._draft.word_type)

    def _chosen(self, one: Instruction) -> Instruction:
        """Returns the move of the operand that a UCMP with a known first operand chooses."""
        if one.opcode != "UCMP" or one.saturate is not Saturate.NONE:
            return one
        first = one.sources[0]
        known = first.file is File.PARAMETER and first.relative is None
        parameter = self._draft.parameters[first.index] if known else None
        if not isinstance(parameter, Constant):
            return one
        truths = {
            _literal_word(parameter, first.swizzle[c]) != 0
            for c in range(4)
            if one.destination.mask[c]
        }
        if len(truths) > 1:
            return one
        return changed(one, opcode="MOV", sources=(one.sources[1 if truths == {True} else 2],))

    def _multiplied(self, one: Instruction) -> Instruction:
        """Returns the product in place of a quotient by powers of two: both round the same."""
        zero_wins = self._draft.program.profile.zero_wins  # and has no sign
        if one.opcode != "DIV" or one.type is not FLOAT or zero_wins:
            return one
        divisor = one.sources[1]
        known = divisor.file is File.PARAMETER and divisor.relative is None
        parameter = self._draft.parameters[divisor.index] if known else None
        if not isinstance(parameter, Constant):
            return one
        words = []
        for c in range(4):
            chosen = divisor.swizzle[c]
            if not one.destination.mask[c] or chosen >= ZERO:
                words.append(_ONE)
                if one.destination.mask[c] and chosen == ZERO:
                    return one
                continue
            word = parameter.words[chosen]
            exponent = word >> 23 & 0xFF
            if word & 0x7FFFFF or not 1 <= exponent <= 253:
                return one
            words.append((word & 1 << 31) | (254 - exponent) << 23)
        factor = but(
            self._draft.constant(tuple(words)), negate=divisor.negate, absolute=divisor.absolute
        )
        return changed(one, opcode="MUL", sources=(one.sources[0], factor))

    def _decided(self, one: Instruction) -> Instruction | None:
        """Returns a jump without its condition if that is known to hold; None if it fails.

        An IF stays: `branches` removes it, by the constant rules TR and FL.
        """
        test = one.condition
        flags = {}
        for selector in set(test.swizzle):
            fact = self._known(FLAGS + 4 * test.register + selector)
            if type(fact) is not _Word:
                return one
            flags[selector] = fact.word
        true = holds(test, flags)
        if one.opcode == "IF":
            return changed(one, condition=but(test, rule="TR" if true else "FL"))
        if not true:
            return None
        return changed(one, condition=but(test, rule="TR") if one.opcode == "KIL" else None)


def _literal_word(constant: Constant, selector: int) -> int:
    return constant.words[selector] if selector < ZERO else selector - ZERO


def _unread(source: Source, component: int, wanted, default: int) -> int:
    """Returns the selector of a component that is a literal 0 or 1, or that nothing reads."""
    return source.swizzle[component] if component in wanted else default


def _moved(place, index: int):
    """Returns an element of an array as a register."""
    return but(place, index=index, relative=None, offset=0, count=1)
