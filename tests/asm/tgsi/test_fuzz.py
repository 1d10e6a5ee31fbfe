"""Whatever the TGSI text, the answer is a program or a ProgramError."""

from __future__ import annotations

import random

import pytest

from softgl.asm.tgsi.meanings import NAMES, PROPERTIES, TARGETS
from softgl.isa import OPCODES
from softgl.isa.table import TGSI
from softgl.isa.tgsi_names import ALIASES, REFUSED
from tests.asm.test_fuzz import check
from tests.asm.tgsi.texts import TEXTS

SEED = 20261122
PIECES = [
    *["[", "]", "(", ")", "{", "}", ",", ".", "..", ":", "|", "-", "+", "!", "#", ";", "\n", "é"],
    *("0", "1", "7", "16", "4095", "4294967296", "9" * 5000, "1.5", "1e999", "0x3f800000", "-1"),
    *("IN[0]", "OUT[0]", "TEMP[1]", "TEMP[ADDR[0].x+2]", "CONST[3]", "CONST[1][2]", "IMM[0]"),
    *("SAMP[0]", "SVIEW[0]", "ADDR[0]", "SV[0]", "PRED[0]", "NULL", "(PRED[0].x)", "ARRAY(1)"),
    *(".x", ".xyzw", ".xxxx", ".zy", ".q", "|TEMP[0]|", "-TEMP[0]", "LOCAL", "CONSTANT", "LINEAR"),
    *("VERT", "FRAG", "GEOM", "DCL", "PROPERTY", "FLT32", "UINT32", "FLT64", "FLOAT", "UNORM"),
    *("3:", ":3", "END\n", "BUFFER[0]", "IMAGE[0]", "LOOP[0]", "_SAT", "inf", "nan"),
    *[name for name, entry in OPCODES.items() if entry.languages & TGSI],
    *ALIASES,
    *REFUSED,
    *sorted(NAMES),
    *PROPERTIES,
    *TARGETS,
]


def mutate(text, source):
    """A text with some pieces removed, doubled, replaced or inserted, mostly whole lines."""
    for _ in range(source.randrange(1, 4)):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.choice((0, 1, 1, 2, 5, 20)))
        lines = text.split("\n")
        line = source.randrange(len(lines))
        piece = source.choice(PIECES)
        text = source.choice(
            (
                text[:start] + text[end:],
                text[:start] + piece + text[end:],
                text[:start] + f" {piece} " + text[start:],
                "\n".join(lines[:line] + lines[line + 1 :]),
                "\n".join(lines[:line] + lines[line : line + 1] * 2 + lines[line + 1 :]),
                "\n".join([*lines[:line], source.choice(source.choice(TEXTS).split("\n"))]
                          + lines[line:]),
            )
        )  # fmt: skip
    return text


@pytest.mark.parametrize("part", range(2))
def test_mutations(part):
    source = random.Random(SEED + part)
    for number in range(1000):
        text = mutate(source.choice(TEXTS), source)
        try:
            check(text)
        except BaseException:
            print(f"seed {SEED + part}, text {number}: {text!r}")
            raise


def test_random_pieces():
    source = random.Random(SEED)
    for number in range(500):
        pieces = source.choices(PIECES, k=source.randrange(40))
        text = " ".join([source.choice(("VERT", "FRAG", "GEOM")), *pieces])
        try:
            check(text)
        except BaseException:
            print(f"seed {SEED}, text {number}: {text!r}")
            raise


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.split()[0])
def test_every_truncation(text):
    for end in range(0, len(text), 3):
        check(text[:end])
