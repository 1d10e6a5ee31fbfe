"""Every sentence that says "will fail to load": a program that breaks it, and one that does not."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from tests.asm import sentences_execution as execution
from tests.asm import sentences_variables as variables
from tests.asm.forms import refusal

EVERY = [
    *(*variables.NAMES, *variables.TYPES, *variables.BINDINGS, *variables.OPTIONS),
    *(*execution.MODIFIERS, *execution.OPERANDS, *execution.SIZES, *execution.TEXTURES),
    *(*execution.FLOW, *execution.GRAMMAR),
]
PAIRS = [
    (f"{document}, {section}: {sentence}", wrong, right)
    for document, section, sentence, pairs in EVERY
    for wrong, right in pairs
]


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"), PAIRS, ids=[wrong[:100] for _, wrong, _ in PAIRS]
)
def test_it_is_refused_and_its_twin_loads(sentence, wrong, right):
    parse(right)
    refusal(wrong)


def test_there_are_more_than_a_hundred():
    assert len({wrong for _, wrong, _ in PAIRS}) > 100
