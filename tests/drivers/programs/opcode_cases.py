"""Instructions that vertex and fragment programs have, over ranges of operands.

The operands are `a`, `b` and `c`, the result is `r`, `t` is another temporary.
"""

from __future__ import annotations

# Odd numbers keep ties out of the way.
WIDE, UNIT, POSITIVE = (-2.03, 2.11), (0.013, 0.987), (0.21, 4.07)
COMMON = {
    "ABS": ("ABS r, a;", WIDE, 0.45, 0),
    "ADD": ("ADD r, a, b;", WIDE, 0.12, 0.5),
    "DP3": ("DP3 r, a, b;", UNIT, 0.3, 0),
    "DP4": ("DP4 r, a, b;", UNIT, 0.24, 0),
    "DPH": ("DPH r, a, b;", UNIT, 0.24, 0),
    "DST": ("DST r, a, b;", UNIT, 0.9, 0),
    "EX2": ("EX2 r, a.y;", (-6.1, 1.9), 0.25, 0),
    "FLR": ("FLR r, a;", WIDE, 0.2, 0.6),
    "FRC": ("FRC r, a;", WIDE, 0.9, 0),
    "LG2": ("LG2 r, a.z;", (0.011, 7.9), 0.1, 0.7),
    "LIT": ("MOV t, a; MAX t.w, t.w, 0.1; LIT r, t;", WIDE, 0.45, 0),
    "LIT exponent": ("MUL t, a, {1, 1, 1, 40}; LIT r, t;", UNIT, 0.9, 0),
    "MAD": ("MAD r, a, b, c;", WIDE, 0.1, 0.5),
    "MAX": ("MAX r, a, b;", WIDE, 0.24, 0.5),
    "MIN": ("MIN r, a, b;", WIDE, 0.24, 0.5),
    "MOV": ("MOV r, a;", WIDE, 0.24, 0.5),
    "MUL": ("MUL r, a, b;", WIDE, 0.12, 0.5),
    "POW": ("POW r, a.x, b.y;", (0.06, 1.7), 0.3, 0),
    "RCP": ("RCP r, a.w;", POSITIVE, 0.2, 0),
    "RSQ": ("RSQ r, a.x;", POSITIVE, 0.4, 0),
    "RSQ of negatives": ("RSQ r, -a.x;", POSITIVE, 0.4, 0),
    "SGE": ("SGE r, a, b;", WIDE, 0.9, 0),
    "SLT": ("SLT r, a, b;", WIDE, 0.9, 0),
    "SUB": ("SUB r, a, b;", WIDE, 0.12, 0.5),
    "SWZ": ("SWZ r, a, -y, 0, w, -1;", WIDE, 0.24, 0.5),
    "SWZ constants": ("SWZ r, a, 1, x, -0, -z;", WIDE, 0.24, 0.5),
    "XPD": ("XPD r.xyz, a, b;", WIDE, 0.09, 0.5),
    "swizzle": ("MAD r, a.yzwx, b.wwxz, c.zyxw;", WIDE, 0.1, 0.5),
    "negation": ("SUB r, -a, -b.wzyx;", WIDE, 0.12, 0.5),
    "mask": ("MOV r, b; MUL r.xw, a, a;", WIDE, 0.2, 0.4),
    "in place": ("MOV r, a; ADD r.xy, r.yxzw, r.zwxy; MOV r, r.wzyx;", WIDE, 0.1, 0.5),
}
"""By name: (code, (low, high) of the operands, scale, shift) that bring `r` into [0, 1]."""
