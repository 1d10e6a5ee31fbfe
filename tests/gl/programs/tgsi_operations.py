"""Short texts of TGSI, each beside numpy's results of the same operands."""

from __future__ import annotations

import numpy as np

CONSTANTS = np.array([[0.5, 0.25, 0.75, 1], [1, 0.125, 0, 0.5], [0.25, 1, 0.5, 0.75]], np.float32)
BUFFER = np.array([[0.75, 0.5, 0.25, 0.5], [0.5, 0.75, 0.125, 0.25], [0, 0.25, 1, 1]], np.float32)
IMM = np.array([[-0.5, -0.4, -0.6, 0.0], [0.5, 0.3, 0.4, 1.0], [1.0, 3.0, 0.0, 4.0]])
DECLARED = """
DCL CONST[0..2]
DCL CONST[1][0..2]
DCL TEMP[0..1]
DCL TEMP[2..5], ARRAY(1)
DCL ADDR[0]
IMM FLT32 { -0.5, -0.4, -0.6, 0.0 }
IMM FLT32 { 0.5, 0.3, 0.4, 1.0 }
IMM FLT32 { 1.0, 3.0, 0.0, 4.0 }
"""


def all_four(value):
    """The result of a scalar instruction, in all four components."""
    return np.repeat(value[:, None], 4, axis=1)


def dot(a, b, count):
    return all_four((a * b)[:, :count].sum(axis=1))


def distance(a, b):
    return np.stack([a[:, 0] * 0 + 1, a[:, 1] * b[:, 1], a[:, 2], b[:, 3]], axis=1)


def lit(a):
    x, y = np.maximum(a[:, 0], 0), np.maximum(a[:, 1], 0)
    return np.stack([x * 0 + 1, x, np.where(a[:, 0] > 0, y ** a[:, 3], 0), x * 0 + 1], axis=1)


def cross(a, b):
    return np.concatenate([np.cross(a[:, :3], b[:, :3]), a[:, :1] * 0 + 1], axis=1)


def chosen(rows, index):
    return np.asarray(rows, np.float64)[np.clip(index, 0, len(rows) - 1)]


OPERATIONS = {
    # name: the text, in which C is the colour and G the coordinates; what numpy makes of them
    "ABS": ("ADD TEMP[0], C, IMM[0]\nABS OUT, TEMP[0]", lambda c, g: abs(c + IMM[0])),
    "ADD": ("ADD OUT, C, IMM[1]", lambda c, g: c + IMM[1]),
    "constant": ("MUL OUT, C, CONST[1]", lambda c, g: c * CONSTANTS[1]),
    "constant of a buffer": (
        "MAD OUT, C, CONST[1][1], CONST[1][2]",
        lambda c, g: c * BUFFER[1] + BUFFER[2],
    ),
    "indexed constant": (
        "MUL TEMP[0].x, C.xxxx, IMM[2].yyyy\nARL ADDR[0].x, TEMP[0].xxxx\n"
        "ADD OUT, CONST[ADDR[0].x], CONST[1][ADDR[0].x]",
        lambda c, g: chosen(CONSTANTS + BUFFER, np.floor(3 * c[:, 0]).astype(int)),
    ),
    "indexed immediate": (
        "ARR ADDR[0].x, C.yyyy\nMOV OUT, IMM[ADDR[0].x+1]",
        lambda c, g: chosen(IMM, np.rint(c[:, 1]).astype(int) + 1),
    ),
    "indexed temporary": (
        "MOV TEMP[2], IMM[0]\nMOV TEMP[3], C\nMOV TEMP[4], G\nMOV TEMP[5], IMM[1]\n"
        "MUL TEMP[0].x, C.zzzz, IMM[2].wwww\nARL ADDR[0].x, TEMP[0].xxxx\n"
        "MOV TEMP[ADDR[0].x+2](1).y, IMM[2].yyyy\nMOV OUT, TEMP[3]",
        lambda c, g: np.stack(
            [c[:, 0], np.where(np.floor(4 * c[:, 2]) == 1, 3, c[:, 1]), c[:, 2], c[:, 3]], axis=1
        ),
    ),
    "CMP": (
        "ADD TEMP[0], C, IMM[0]\nCMP OUT, TEMP[0], G, C",
        lambda c, g: np.where(c + IMM[0] < 0, g, c),
    ),
    "COS": ("COS OUT, G.xxxx", lambda c, g: all_four(np.cos(g[:, 0]))),
    "DP2": ("DP2 OUT, C, G", lambda c, g: dot(c, g, 2)),
    "DP3": ("DP3 OUT, C, G", lambda c, g: dot(c, g, 3)),
    "DP4": ("DP4 OUT, C, G", lambda c, g: dot(c, g, 4)),
    "DST": ("DST OUT, C, G", distance),
    "EX2": ("EX2 OUT, G.yyyy", lambda c, g: all_four(2 ** g[:, 1])),
    "FLR": ("MUL TEMP[0], G, IMM[2].wwww\nFLR OUT, TEMP[0]", lambda c, g: np.floor(4 * g)),
    "FRC": ("FRC OUT, G", lambda c, g: g - np.floor(g)),
    "LG2": ("LG2 OUT, C.wwww", lambda c, g: all_four(np.log2(c[:, 3]))),
    "LIT": ("LIT OUT, G", lambda c, g: lit(g)),
    "LRP": ("LRP OUT, C, IMM[1], G", lambda c, g: c * IMM[1] + (1 - c) * g),
    "MAD": ("MAD OUT, C, IMM[1], IMM[0]", lambda c, g: c * IMM[1] + IMM[0]),
    "MAX": ("MAX OUT, C, IMM[1]", lambda c, g: np.maximum(c, IMM[1])),
    "MIN": ("MIN OUT, C, IMM[1]", lambda c, g: np.minimum(c, IMM[1])),
    "MOV": ("MOV OUT, C", lambda c, g: c),
    "MUL": ("MUL OUT, C, IMM[1]", lambda c, g: c * IMM[1]),
    "POW": ("POW OUT, C.wwww, G.zzzz", lambda c, g: all_four(c[:, 3] ** g[:, 2])),
    "RCP": ("RCP OUT, G.wwww", lambda c, g: all_four(1 / g[:, 3])),
    "RSQ": ("RSQ OUT, -G.wwww", lambda c, g: all_four(1 / np.sqrt(g[:, 3]))),
    "SGE": ("SGE OUT, C, IMM[1]", lambda c, g: c >= IMM[1]),
    "SIN": ("SIN OUT, G.xxxx", lambda c, g: all_four(np.sin(g[:, 0]))),
    "SLT": ("SLT OUT, C, IMM[1]", lambda c, g: c < IMM[1]),
    "SUB": ("SUB OUT, C, IMM[1]", lambda c, g: c - IMM[1]),
    "XPD": ("XPD OUT, C, G", cross),
    "absolute": ("ADD TEMP[0], C, IMM[0]\nMOV OUT, |TEMP[0]|", lambda c, g: abs(c + IMM[0])),
    "negative absolute": (
        "ADD TEMP[0], C, IMM[0]\nMOV OUT, -|TEMP[0]|",
        lambda c, g: -abs(c + IMM[0]),
    ),
    "negative": ("MOV OUT, -C", lambda c, g: -c),
    "swizzle": ("MOV OUT, C.yxwz", lambda c, g: c[:, [1, 0, 3, 2]]),
    "mask": (
        "MOV OUT, IMM[1]\nMOV OUT.xz, C",
        lambda c, g: np.where([True, False, True, False], c, IMM[1]),
    ),
    "saturation": ("ADD_SAT OUT, G, IMM[0]", lambda c, g: np.clip(g + IMM[0], 0, 1)),
    "branch": (
        "SGT TEMP[0].x, C.xxxx, IMM[1].zzzz\nIF TEMP[0].xxxx :4\nMOV OUT, C\nELSE :6\n"
        "MOV OUT, G\nENDIF",
        lambda c, g: np.where(c[:, :1] > IMM[1][2], c, g),
    ),
    "loop": (
        "MOV TEMP[0], C\nBGNLOOP :6\nSGE TEMP[1].x, TEMP[0].xxxx, IMM[2].xxxx\n"
        "IF TEMP[1].xxxx :5\nBRK\nENDIF\nADD TEMP[0], TEMP[0], TEMP[0]\nENDLOOP :1\n"
        "MOV OUT, TEMP[0]",
        lambda c, g: c * 2 ** np.maximum(np.ceil(-np.log2(c[:, :1])), 0),
    ),
}
