"""NV_gpu_program4 2.X.4.3, "Program Destination Variable Update": the four flags of results."""

from __future__ import annotations

import pytest

from tests.ir.test_execute import both, floats

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
# The zero flag has no test of its own: it is EQ with the sign flag clear and NAN with it set.
ALL_FLAGS = """
MOV result.color, 0;
MOV result.color.x (SF.x), 1;
MOV result.color.y (EQ.x), 1; MOV result.color.y (NAN.x), 1;
MOV result.color.z (OF.x), 1; MOV result.color.w (CF.x), 1;
"""


def flags(engine, body, color=0.0):
    """Sign, zero, overflow and carry of CC0's x after a program, as a string like "S-OC"."""
    text = f"!!NVfp4.0\nTEMP a, b, c, d;\n{body}\n{ALL_FLAGS}\nEND"
    found = floats(engine, text, attribute=(color,) * 4)
    return "".join(name if flag else "-" for name, flag in zip("SZOC", found, strict=True))


@both
@pytest.mark.parametrize(
    "value, expected",
    [
        # "the sign flag (SF) is set if the result is less than zero or is a NaN", "The zero flag
        # (ZF) is set if the result is equal to zero or is a NaN."
        *((1.0, "----"), (-1.0, "S---"), (0.0, "-Z--"), (-0.0, "-Z--")),
        *((float("inf"), "----"), (float("-inf"), "S---"), (float("nan"), "SZ--")),
        *((2.0**-149, "----"), (-(2.0**-149), "S---")),
    ],
)
def test_floats(engine, value, expected):
    assert flags(engine, "MOV.CC a, fragment.color;", value) == expected


@both
@pytest.mark.parametrize(
    "body, expected",
    [
        # "the sign flag (SF) is set if the most significant bit of the value written to the result
        # variable is set and the zero flag (ZF) is set if the result written is zero"
        ("MOV.S.CC a, -1;", "S---"),
        ("MOV.U.CC a, 0x80000000;", "S---"),
        ("MOV.U.CC a, 0x7FFFFFFF;", "----"),
        ("MOV.S.CC a, 0;", "-Z--"),
        # -0.0 and NaN are numbers like others.
        ("MOV.U.CC a, 0x7FC00000;", "----"),
        ("FLR.S.CC a, -0.5;", "S---"),
        ("I2F.CC a, {-3, 0, 0, 0};", "S---"),
        # "For instructions other than those performing an integer add or subtract (ADD, MAD, SAD,
        # SUB), the overflow and carry flags (OF and CF) are cleared."
        ("MOV.S a, -1; ADD.S.CC a, a, a; MOV.S.CC a, a;", "S---"),
        ("ADD.CC a, 3e38, 3e38;", "----"),
        ("MOV.S a, 65536; MUL.S.CC a, a, a;", "-Z--"),  # "even if the product overflowed"
        ("MOV.S a, 65536; MUL.S.HI.CC a, a, a;", "----"),
        # "The overflow flag (OF) [...] signed", "The carry flag (CF) [...] unsigned"
        ("MOV.S a, 2147483647; ADD.S.CC b, a, 1;", "S-O-"),
        ("MOV.U a, 2147483647; ADD.U.CC b, a, 1;", "S-O-"),
        ("MOV.U a, 0xFFFFFFFF; ADD.U.CC b, a, 1;", "-Z-C"),
        ("MOV.S a, -1; ADD.S.CC b, a, 1;", "-Z-C"),
        ("MOV.U a, 0x80000000; ADD.U.CC b, a, a;", "-ZOC"),
        # "If the result of a subtract is greater than or equal to zero, the carry flag is set"
        ("MOV.U a, 5; MOV.U b, 5; SUB.U.CC c, a, b;", "-Z-C"),
        ("MOV.U a, 5; MOV.U b, 6; SUB.U.CC c, a, b;", "S---"),
        ("MOV.U a, 0x80000000; MOV.S b, 1; SUB.S.CC c, a, b;", "--OC"),
        # "negation modifiers turn add operations into subtracts and vice versa"
        ("MOV.U a, 5; MOV.U b, 5; ADD.U.CC c, a, -b;", "-Z-C"),
        ("MOV.U a, 5; MOV.U b, 6; ADD.U.CC c, a, -b;", "S---"),
        ("MOV.S a, 0; MOV.U b, 0x80000000; ADD.S.CC c, a, -b;", "S-O-"),
        ("MOV.S a, 5; MOV.S b, 3; ADD.S.CC c, -a, b;", "S---"),
        ("MOV.S a, -1; MOV.S b, 1; SUB.S.CC c, a, -b;", "-Z-C"),
        ("MOV.S a, -5; MOV.S b, 5; ADD.S.CC c, -|a|, b;", "-Z-C"),
        # "equivalent to an add with both operands negated (-A-B)": undefined, clear here
        ("MOV.S a, 2147483647; MOV.S b, 5; ADD.S.CC c, -a, -b;", "----"),
        ("MOV.S a, 2147483647; MOV.S b, 5; SUB.S.CC c, -a, b;", "----"),
        ("MOV.S a, 3; MOV.S b, 5; MOV.S c, 15; MAD.S.CC d, a, b, -c;", "-Z-C"),
        ("MOV.S a, 3; MOV.S b, 5; MOV.S c, 15; MAD.S.CC d, a, -b, c;", "-Z-C"),
        ("MOV.S a, 2; MOV.S b, 1073741824; MOV.U c, 0x80000000; MAD.S.CC d, a, b, c;", "-ZOC"),
        ("MOV.U a, 5; MOV.U b, 3; MOV.U c, 0xFFFFFFFF; SAD.U.CC d, a, b, c;", "---C"),
        ("MOV.S a, 3; MOV.S b, 5; MOV.U c, 2147483647; SAD.S.CC d, a, b, c;", "S-O-"),
    ],
)  # fmt: skip
def test_integers(engine, body, expected):
    assert flags(engine, body) == expected


@both
@pytest.mark.parametrize("a, b", [(INT_MIN, 1), (INT_MAX, -1), (-1, 1), (5, 5), (1, 2), (2, 1)])
def test_comparisons_after_a_subtraction(engine, a, b):
    """Conditions tell a < b even where a - b overflows, and AB if unsigned."""
    expected = {"LT": a < b, "GE": a >= b, "GT": a > b, "LE": a <= b, "EQ": a == b, "NE": a != b}
    above = (a & 0xFFFFFFFF) > (b & 0xFFFFFFFF)
    expected |= {"AB": above, "BLE": not above}
    for rule, holds in expected.items():
        text = f"!!NVfp4.0\nTEMP a, b, c; MOV.S a, {{{a}}}; MOV.S b, {{{b}}}; SUB.S.CC c, a, b;"
        text += f"MOV result.color, 0; MOV result.color ({rule}.x), 1; END"
        assert floats(engine, text)[0] == float(holds), rule
