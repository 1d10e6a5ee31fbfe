"""The limits of real hardware."""

from __future__ import annotations

import pytest

from softgl.asm.options import FRAGMENT_OPTIONS, VERTEX_OPTIONS
from softgl.asm.parser import DIALECTS
from softgl.check import HARDWARE, check
from softgl.commands.check import ARGUMENTS

INDIRECT = "TEX t, t, texture, 2D; MUL t, t, 2;"


def fragment(body):
    return f"!!ARBfp1.0\nTEMP t;\nMOV t, 1;\n{body}\nMOV result.color, t;\nEND"


def messages(text, hardware):
    return [(one.code, one.line, one.message) for one in check(text, hardware=hardware)]


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("MUL t, t, t;\n" * 47, 52, "49 ALU instructions, and 48 is the limit"),
        ("TEX t, {1}, texture, 2D;\n" * 25, 28, "25 texture instructions, and 24 is the limit"),
        (INDIRECT * 5, 1, "6 texture indirections, and 4 is the limit"),
        ("TEMP " + ", ".join(f"t{n}" for n in range(16)) + ";", 1, "17 temporaries, and 16 is"),
        ("PARAM p[24] = { program.env[0..23] };", 1, "25 parameters, and 24 is the limit"),
    ],
)
def test_the_minimum_of_the_arb(body, line, said):
    found = messages(fragment(body), "arb-minimum")
    assert any((code, at) == ("E101", line) and said in text for code, at, text in found)
    assert [one.code for one in check(fragment(body), select=["W303"])].count("W303") == len(found)
    assert not check(fragment(body), hardware="nv40")


def test_what_hardware_does_not_know():
    text = fragment("")
    assert messages(text, "nv20") == [
        ("E102", 1, "GeForce 3 and 4 Ti: no ARBfp1.0 programs"),
    ]
    assert messages(text, "nv30") == messages(text, "arb-minimum") == []
    newer = text.replace("TEMP", "OPTION NV_fragment_program2;\nTEMP")
    assert messages(newer, "nv30") == [
        ("E102", 2, "GeForce FX: no option NV_fragment_program2"),
    ]
    assert messages(newer, "nv40") == []
    assert messages("!!NVfp4.0 MOV result.color, 1; END", "g80") == []


def test_the_table_names_what_there_is():
    options = {*VERTEX_OPTIONS, *FRAGMENT_OPTIONS}
    for dialect in DIALECTS.values():
        options |= dialect.options.keys()
    languages = {header.removeprefix("!!") for header in DIALECTS}
    for one in HARDWARE.values():
        assert one.options <= options and one.languages.keys() <= languages
        assert all(most.source for most in one.languages.values())
    assert tuple(HARDWARE) == ARGUMENTS["--hardware"]["choices"]
