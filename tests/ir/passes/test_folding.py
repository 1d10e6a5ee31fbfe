"""Constants that passes fold, against the formulas of instructions."""

from __future__ import annotations

import pytest

from softgl.errors import Span
from softgl.ir.passes import folding
from softgl.ir.profile import Profile
from softgl.ir.program import Destination, File, Instruction, Program, Source, Stage
from softgl.isa.vocabulary import UNSIGNED

EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x80000001, 0x3F800000)


@pytest.fixture
def program():
    return Program("GLSL FRAG", Stage.FRAGMENT, Profile.IEEE, (), 0, 0, (), (), ())


@pytest.mark.parametrize("name,type_", folding.INTEGER_WORDS)
def test_formulas_on_words_are_those_of_the_instructions(name, type_, program, monkeypatch):
    count = 1 if name in ("MOV", "NOT") else 2
    pairs = [(a, b) for a in EDGES for b in EDGES]
    sources = tuple(Source(File.PARAMETER, n, (1, 0, 3, 2)) for n in range(count))
    one = Instruction(name, Span(0, 0), Destination(File.TEMPORARY, 0), sources, type_)

    def results():
        folder = folding.Folder(program)
        return [
            folder.result(one, tuple(tuple(pair[n] for pair in pairs[at : at + 4])
                                     for n in range(count)))
            for at in range(0, len(pairs), 4)
        ]  # fmt: skip

    quick = results()
    monkeypatch.delitem(folding.INTEGER_WORDS, (name, type_))
    monkeypatch.setattr(folding, "copies", lambda one: False)
    assert quick == results()


def test_flags_of_words(program, monkeypatch):
    sources = (Source(File.PARAMETER, 0),)
    one = Instruction("MOV", Span(0, 0), Destination(None), sources, UNSIGNED, update=0)
    quick = [folding.Folder(program).flags(one, (EDGES[n : n + 4],)) for n in (0, 4)]
    monkeypatch.delitem(folding.INTEGER_WORDS, ("MOV", UNSIGNED))
    assert quick == [folding.Folder(program).flags(one, (EDGES[n : n + 4],)) for n in (0, 4)]
