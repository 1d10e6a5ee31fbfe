"""All errors of a text: the first is that of `parse`, and no error follows from another."""

from __future__ import annotations

import random

import pytest

from softgl.asm import parse
from softgl.asm.recovery import MAX_ERRORS, read
from softgl.check import find_programs, read_program
from softgl.errors import ErrorKind, ProgramError
from tests.tools import ROOT


def places(text):
    return [(error.line, error.column) for error in read(text).errors]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("!!ARBfp1.0\nMUU t;\nTEMP ;\nMOV a, 1;\nEND", [(2, 1), (3, 6), (4, 5)]),
        # One name that is not declared, or whose declaration is wrong.
        ("!!ARBfp1.0\nTEMP t;\nMOV t, a;\nMOV t, a;\nMOV t, b;\nEND", [(3, 8), (5, 8)]),
        ("!!ARBfp1.0\nPARAM a = colour;\nMOV result.color, a;\nEND", [(2, 11)]),
        ("!!ARBfp1.0\nTEMP a, b c;\nMOV a, b;\nMOV c, b;\nEND", [(2, 11)]),
        # A semicolon is missing: the next statement is whole.
        ("!!ARBfp1.0\nTEMP t\nMOV t, a;\nMOV t, 1\nEND", [(3, 1), (3, 8), (5, 1)]),
        ("!!ARBfp1.0\nTEMP t;\nMOV t, / 2; MOV t, a;\nEND", [(3, 8), (3, 20)]),
        # What an option would bring.
        (
            "!!ARBfp1.0\nOPTION NV_fragment_program3;\nIF GT.x;\nENDIF;\nMUU a;\nEND",
            [(2, 8), (5, 1)],
        ),
        ("!!ARBfp1.0\nOPTION A;\nOPTION ARB_draw_buffers;\nMOV result.color[1], 1;\nEND", [(2, 8)]),
        ("!!NVfp4.0\nREP;\nENDREP;\nMUU a;\nEND", [(2, 1), (4, 1)]),
        ("!!NVfp4.0\nCAL a;\nCAL b;\nCAL a;\nIF GT.x;\nEND", [(6, 1), (2, 5), (3, 5)]),
        ("!!ARBvp1.0\nTEMP t;\nMOV t, $;\n", [(3, 8), (4, 1)]),
        ("!!VP1.0\nMUU R0, R1;\nEND", [(2, 1)]),
        (
            "!!FP1.0\nDECLARE a = b;\nMOV o[COLR], a;\nADD R0, f[COL0], f[COL1];\nEND",
            [(2, 13), (4, 18)],
        ),
        (
            "FRAG\nDCL IN[0], COLOUR\nDCL OUT[0], COLOR\nMUU OUT[0], IN[0]\nMOV OUT[0] IN[0]\nEND",
            [(2, 12), (4, 1), (5, 12)],
        ),
        # An option that lacks only its semicolon.
        ("!!ARBfp1.0 OPTION ARB_draw_buffers\nMOV result.color[1], 1;\nEND", [(2, 1)]),
        (
            "!!NVgp4.0\nPRIMITIVE_IN TRIANGLE;\nTEMP t;\nMOV t, vertex[0].position;\nEMMIT;\nEND",
            [(2, 14), (5, 1)],
        ),
        ("FRAG\nMOV TEMP[1], TEMP[0]\nMOV TEMP[1], TEMP[1]\nEND", [(2, 5)]),
    ],
)
def test_all_errors(text, found):
    assert places(text) == found
    with pytest.raises(ProgramError) as caught:
        parse(text)
    assert caught.value.message == read(text).errors[0].message


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("!!ARBfp1.0\nMUU a;\nEND", ErrorKind.UNKNOWN_INSTRUCTION, ""),
        ("!!ARBfp1.0\nOPTION A;\nEND", ErrorKind.UNKNOWN_OPTION, ""),
        ("!!ARBfp1.0\nMOV result.color, a;\nEND", ErrorKind.UNDECLARED, ""),
        ("!!FP1.0\nMOV o[COLR], a;\nEND", ErrorKind.UNDECLARED, ""),
        ("!!FP1.0\nMOV o[COLR], o[COLR];\nEND", ErrorKind.OTHER, ""),
        ("!!ARBfp1.0\nMOV result.color[1], 1;\nEND", ErrorKind.NO_INDEX, "result.color"),
        ("!!ARBfp1.0\nTEMP a;\nMOV a, a.xyx;\nEND", ErrorKind.COMPONENTS, ""),
        ("!!ARBfp1.0\nTEMP a;\nMOV a, a.xgba;\nEND", ErrorKind.OTHER, ""),
        ("!!NVfp4.0\nREP;\nEND", ErrorKind.OPEN_BLOCK, ""),
        ("!!NVgp4.0\nTEMP t;\nMOV t, vertex[0].position;\nEND", ErrorKind.NO_PRIMITIVE, ""),
        ("FRAG\nMUU OUT[0], IN[0]\nEND", ErrorKind.UNKNOWN_INSTRUCTION, ""),
        ("FRAG\nDCL TEMP[0]\nMOV TEMP[0], IN[0]\nEND", ErrorKind.TGSI_DECLARATION, "IN"),
        ("FRAG\nDCL TEMP[0]\nDCL TEMP[0]\nEND", ErrorKind.TGSI_DECLARATION, "TEMP"),
    ],
)
def test_errors_have_a_kind(text, kind, subject):
    error = read(text).errors[0]
    assert (error.kind, error.subject) == (kind, subject)


def test_a_limit_is_one_error():
    text = f"!!VP1.0\n{'MOV o[HPOS], v[0];' * 140}END"
    (error,) = read(text).errors
    assert error.message == "more than 128 instructions"


def test_there_is_an_end_of_errors():
    reading = read("!!ARBfp1.0\n" + "MUU;" * 1000 + "END")
    assert len(reading.errors) == MAX_ERRORS and not reading.complete


def test_a_text_without_errors_is_the_program_of_parse():
    for path in [*find_programs(str(ROOT / "shaders"))][::5]:
        text = read_program(path)
        assert read(text).program == parse(text)


def test_progress_is_told():
    offsets = []
    text = f"!!ARBfp1.0 TEMP t; {'MOV t, 1; ' * 1000}END"
    read(text, offsets.append)
    assert offsets == sorted(offsets) and len(offsets) == 3 and offsets[-1] < len(text)


@pytest.mark.parametrize("seed", range(6))
def test_the_first_error_is_that_of_parse_whatever_the_text(seed):
    source = random.Random(seed)
    paths = list(find_programs(str(ROOT / "shaders")))
    for _ in range(6):
        text = read_program(source.choice(paths))[:1500]
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(20, len(text))
            text = text[:at] + source.choice(";{}.,x0/[ \n") + text[at + source.randrange(3) :]
        try:
            parse(text)
        except ProgramError as error:
            first = read(text).errors[0]
            assert (first.message, first.span) == (error.message, error.span), f"seed {seed}"
        else:
            assert read(text).errors == [], f"seed {seed}"
