"""Fog: the blending of a fragment's color with the fog color, by its fog coordinate.

ARB_fragment_program 3.11.4.5.1: with a fog option "the program will apply fog to the program's
final clamped color using a fog mode of EXP, EXP2, or LINEAR".
"""

from __future__ import annotations

from softgl.lanes import lane_math

LOG2_E = 1.4426950408889634


def _exp(m, c, params, exp2):
    return exp2(m, params[0] * c * -LOG2_E)


def _exp2(m, c, params, exp2):
    product = params[0] * c
    return exp2(m, product * product * -LOG2_E)


def _linear(m, c, params, exp2):
    end = params[2]
    return (end - c) / (end - params[1])


# OpenGL 2.1, 3.10: "f = exp(-d c)", "f = exp(-(d c)^2)" and "f = (e - c) / (e - s)".
FOG_FORMULAS = {"exp": _exp, "exp2": _exp2, "linear": _linear}


def fog_factor(m, mode: str, coordinate, params, exp2=lane_math.exp2):
    """The share of a fragment's own color under fog, within [0, 1]; NaN gives 0.

    mode : one of FOG_FORMULAS. coordinate : the fog coordinate. params : density, start, end and
    1/(end - start), as in state.fog.params; the last is not used. All of them lanes of F32.
    exp2 : 2 to the power of a lane.
    """
    # "the result is clamped to [0, 1] to obtain the final f". Where e = s, "results are undefined":
    # infinity, so 1 before the end and 0 from there on.
    return m.saturate(FOG_FORMULAS[mode](m, coordinate, params, exp2))


def apply_fog(
    m, mode: str, color, coordinate, params, fog_color, clamped=True, exp2=lane_math.exp2
):
    """A fragment's color in the fog: four lanes of F32, in [0, 1] if it is clamped.

    color : four lanes of F32. clamped : True if they are clamped here.
    fog_color : its first three components count.
    mode, coordinate, params, exp2 : as for `fog_factor`.
    """
    f = fog_factor(m, mode, coordinate, params, exp2)
    *rgb, alpha = (m.saturate(component) for component in color) if clamped else color
    # "C = f Cr + (1 - f) Cf"; "The rasterized fragment's A value is not changed".
    # A program's LRP.
    rest = 1.0 - f
    return [m.fma(f, own, rest * fog) for own, fog in zip(rgb, fog_color, strict=False)] + [alpha]
