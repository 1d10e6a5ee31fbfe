"""The rules on numbers in the issues of NV_gpu_program4, as programs."""

from __future__ import annotations

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError
from tests.ir.test_execute import both, floats

INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1


def words(engine, body, name="i"):
    """Words of a variable after a program of NVfp4.0, as unsigned integers.

    Half of it at a time is written as a float, since results that are NaN all look the same.
    """
    text = f"!!NVfp4.0\n{body}\nTEMP half;"
    low = f"AND.U.NTC half, {name}, {{65535, 65535, 65535, 65535}};"
    high = f"SHR.U.NTC half, {name}, 16;"
    low, high = (
        floats(engine, f"{text} {part} I2F.U result.color, half; END") for part in (low, high)
    )
    return [int(a) + 65536 * int(b) for a, b in zip(low, high, strict=True)]


def unsigned(*numbers):
    return [number & UINT_MAX for number in numbers]


# -- issue 7: "Integer and floating-point constants are supported in the instruction set." --------


@both
@pytest.mark.parametrize(
    "body, expected",
    [
        # "An integer multiply involving the constant "2" will interpret the "2" as an integer."
        ("INT TEMP i; MOV.S i, 3; MUL.S i, i, 2; I2F result.color, i;", [6.0] * 4),
        # "A floating-point multiply involving the same constant "2" will interpret it as a
        # floating-point value."
        ("TEMP f; MOV f, 3; MUL f, f, 2; MOV result.color, f;", [6.0] * 4),
        ("INT PARAM two = 2; TEMP i; I2F i, two; MOV result.color, i;", [2.0] * 4),
        ("FLOAT PARAM twoPt0 = 2; MOV result.color, twoPt0;", [2.0] * 4),
        # "PARAM two = 2; [...] we choose to interpret integer constants in this case as
        # floating-point values."
        ("PARAM two = 2; MOV result.color, two;", [2.0] * 4),
    ],
)
def test_integer_constants(engine, body, expected):
    assert floats(engine, f"!!NVfp4.0\n{body}\nEND") == expected


@both
def test_a_typeless_constant_is_a_float_for_integer_instructions_too(engine):
    assert words(engine, "PARAM two = 2; TEMP i; MOV.S i, two;") == ([0x40000000] * 4)


@pytest.mark.parametrize(
    "body",
    [
        # "If you try to use a floating-point value in an instruction that wants an integer operand,
        # or a declaration of an integer parameter variable, the program will fail to load."
        "TEMP i; ADD.S i, i, 3.0;",
        "TEMP i; ADD.U i, i, {1, 2, 3.0, 4};",
        "INT PARAM two = 2.0;",
        "UINT PARAM two = {2.0, 1, 1, 1};",
    ],
)
def test_float_constants_are_no_integers(body):
    with pytest.raises(ProgramError):
        parse(f"!!NVfp4.0\n{body}\nEND")


# -- issue 22: "What happens if you negate or take the absolute value of the biggest-magnitude
#    negative integer?" ---------------------------------------------------------------------------


@both
@pytest.mark.parametrize("operation", ["MOV.S i, -i;", "MOV.S i, |i|;", "ABS.S i, i;"])
def test_the_least_integer_stays(engine, operation):
    """ "The value returned in this case is the original value of -2^31." """
    body = f"INT TEMP i; MOV.S i, {{{INT_MIN}, -5, 5, {INT_MAX}}}; {operation}"
    got = words(engine, body)
    signs = (-1, -1) if "-i" in operation else (1, 1)
    expected = unsigned(INT_MIN, 5, 5 * signs[0], INT_MAX * signs[1])
    assert got == expected


@both
def test_unsigned_operands(engine):
    """NV_gpu_program4 2.X.4.2: "For unsigned integer operands, the negate operand performs a two's
    complement operation", and "the absolute value operation has no effect"."""
    body = f"UINT TEMP u; MOV.U u, {{{UINT_MAX}, 1, 0, {2**31}}};"
    assert words(engine, f"{body} MOV.U u, -u;", "u") == unsigned(1, -1, 0, 2**31)
    assert words(engine, f"{body} MOV.U u, |u|;", "u") == unsigned(-1, 1, 0, 2**31)
    assert words(engine, f"{body} MOV.U u, -|u|;", "u") == unsigned(1, -1, 0, 2**31)


# -- issue 24: "How do the "set on" instructions [...] work with integer values" -------------------


@both
@pytest.mark.parametrize("type_", "SU")
def test_set_on_integers(engine, type_):
    """ "return zero if the condition is false, and an integer with all bits set if the condition is
    true"; "bitwise operators (NOT, AND, OR, XOR) can be used to evaluate boolean expressions"."""
    body = f"TEMP a, b, t; MOV.{type_} a, {{1, 2, 3, 4}}; MOV.{type_} b, {{1, 3, 2, 4}};"
    body += f"SEQ.{type_} t, a, b;"
    assert words(engine, body, "t") == [UINT_MAX, 0, 0, UINT_MAX]
    assert words(engine, f"{body} NOT.U t, t;", "t") == [0, UINT_MAX, UINT_MAX, 0]
    either = f"SLT.{type_} a, a, b; OR.{type_} t, a, t;"
    assert words(engine, body + either, "t") == [UINT_MAX, UINT_MAX, 0, UINT_MAX]


@both
@pytest.mark.parametrize("type_", "SU")
def test_true_is_negative_for_condition_codes(engine, type_):
    """ "To test if a condition is true, use "NE" (!=0). A condition code test of "GT" will always
    fail"."""
    body = f"TEMP a; MOV.{type_} a, {{1, 2, 3, 4}}; SGT.{type_}.CC a, a, {{2, 2, 2, 2}};"
    for rule, expected in (("NE", [0, 0, 1, 1]), ("GT", [0, 0, 0, 0]), ("LT", [0, 0, 1, 1])):
        text = f"!!NVfp4.0\n{body} MOV result.color, 0; MOV result.color ({rule}), 1;\nEND"
        assert floats(engine, text) == expected


# -- issue 36: "In practice, mixing data types can be done" ----------------------------------------

MIXED = (
    ("MOV.U R0, 0x3F800000; MOV.U R1, 0xBF800000;", 0x3F800000),
    ("MUL.F R0, R0, R1;", 0xBF800000),
    ("XOR.U R0, R0, R1;", 0),
    ("NOT.U R0, R0;", 0xFFFFFFFF),
    ("I2F.S R0, R0;", 0xBF800000),
    ("SEQ.F R0, R0, R1;", 0x3F800000),
)


@both
@pytest.mark.parametrize("steps", range(1, len(MIXED) + 1))
def test_mixed_types(engine, steps):
    body = " ".join(text for text, _ in MIXED[:steps])
    expected = [MIXED[steps - 1][1]] * 4
    assert words(engine, f"TEMP R0, R1; {body}", "R0") == expected


# -- issue 41: "What happens when converting integers to floats or vice versa if there is
#    insufficient precision or range to represent the result?" -------------------------------------


@both
def test_integers_to_floats(engine):
    """ "the nearest representable floating-point value is used" """
    body = "TEMP i; MOV.S i, {16777217, 16777219, -2147483648, 2147483647}; I2F result.color, i;"
    assert floats(engine, f"!!NVfp4.0\n{body} END") == [16777216, 16777220, -(2.0**31), 2.0**31]
    body = "TEMP i; MOV.U i, {4294967295, 4294967039, 2147483648, 3}; I2F.U result.color, i;"
    assert floats(engine, f"!!NVfp4.0\n{body} END") == [2.0**32, 4294967040, 2.0**31, 3]


@both
@pytest.mark.parametrize("opcode", ["FLR", "CEIL", "ROUND", "TRUNC"])
def test_floats_to_integers(engine, opcode):
    """ "out-of-range values are clamped to the nearest representable integer" """
    body = "TEMP f, i; MOV f, {3e9, -3e9, 5e9, -7};"
    text = f"{body} {opcode}.S i, f;"
    assert words(engine, text) == unsigned(INT_MAX, INT_MIN, INT_MAX, -7)
    text = f"{body} {opcode}.U i, f;"
    assert words(engine, text) == [3000000000, 0, UINT_MAX, 0]
