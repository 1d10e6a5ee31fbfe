"""GLSL ES 3.00 as a target: default precisions, and what the desktop language has beyond it."""

from __future__ import annotations

import re

from softgl.ir.program import Program, Stage
from softgl.translate.interfaces.errors import refuse
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.targets import Target

LACKS = {
    r"#extension (\w+)": "extension {}",
    r"\b[iu]?(sampler1D\w*|sampler2DRect\w*|samplerBuffer|sampler\w*MS\w*)\b": "{}",
    r"\b(samplerCubeArray\w*)\b": "{}",
    r"\b(gl_ClipDistance|gl_PrimitiveID|gl_Layer|gl_ViewportIndex)\b": "{}",
    r"\b(noperspective)\b": "{} interpolation",
    r"\b(double)\b": "{} precision",
    r"\b(bitfield\w+|bitCount|find[ML]SB|[iu]mulExtended|uaddCarry|usubBorrow|fma|frexp|ldexp)\(": (
        "the function {}"
    ),
    r"(textureGather\w*|textureQuery\w+)\(": "the function {}",
    r"(origin_upper_left|pixel_center_integer)": "the convention {} of gl_FragCoord",
}
"""Patterns of texts -> the feature that GLSL ES 3.00 lacks."""
_WITH_PRECISION = frozenset({"sampler2D", "samplerCube"})  # GLSL ES 3.00, 4.5.4


def precisions(interface: Interface) -> list[str]:
    """Returns the default precisions: the highest one for all types of a text."""
    # GLSL ES 3.00, 4.5.4: "The fragment language has no default precision qualifier for
    # floating point types."
    kinds = {one.type for one in interface.samplers} - _WITH_PRECISION
    return [f"precision highp {kind};" for kind in ("float", "int", *sorted(kinds))]


def check_embedded(program: Program, target: Target, text: str) -> None:
    """Raises TranslationError if a text has a feature that GLSL ES 3.00 lacks."""
    if program.stage is Stage.GEOMETRY:
        refuse(target.name, "geometry programs", program, None)
    # GLSL ES 3.00, 12.46: "Aliasing is disallowed and the linker must report an error."
    locations = re.findall(r"^layout\(location = (\d+)\) in ", text, re.M)
    if len(set(locations)) < len(locations):
        refuse(target.name, "two names of one vertex attribute", program, None)
    for pattern, words in LACKS.items():
        if found := re.search(pattern, text):
            refuse(target.name, words.format(found[1]), program, None)
