"""The languages of ARB_vertex_program and ARB_fragment_program."""

from __future__ import annotations

import re

from softgl.asm.dialect import ARB_TARGETS, BindingTable, Dialect, Item
from softgl.asm.nv_fragment_options import NV_FRAGMENT_OPTIONS
from softgl.asm.nv_vertex_options import NV_OPTIONS
from softgl.asm.options import FRAGMENT_OPTIONS, VERTEX_OPTIONS
from softgl.asm.text.attributes import ALIASED_ATTRIBUTES
from softgl.asm.text.limits import LIMITS
from softgl.ir.program import File, Stage

_VERTEX = LIMITS["ARBvp1.0"]
_FRAGMENT = LIMITS["ARBfp1.0"]

# ARB_vertex_program, "Dependencies on ARB_matrix_palette": where it is not supported, "matrixindex"
# "should be removed from the <vtxAttribItem> grammar rule".
_NO_PALETTES = "softgl has no matrix palettes"

VERTEX_ATTRIBUTES = BindingTable(
    {
        "vertex.position": Item("vertex.position"),
        "vertex.normal": Item("vertex.normal"),
        "vertex.color": Item("vertex.color.primary"),
        "vertex.color.primary": Item("vertex.color.primary"),
        "vertex.color.secondary": Item("vertex.color.secondary"),
        "vertex.fogcoord": Item("vertex.fogcoord"),
        "vertex.texcoord": Item("vertex.texcoord", _VERTEX.texture_coordinates),
        "vertex.attrib": Item("vertex.attrib", _VERTEX.generic_attributes, required=True),
        # An index "not divisible by four" is refused; there are weights 0 to 3.
        "vertex.weight": Item("vertex.weight", 1),
    },
    missing={"vertex.matrixindex": _NO_PALETTES},
)
# A shipped game binds vertex.color and vertex.attrib[3] in one program; they are two registers.
# Drivers without vertex blending make vertex.weight an alias of vertex.attrib[1].
TOLERATED_ALIASES = frozenset({1, 3})
VERTEX_RESULTS = BindingTable(
    {
        "result.position": Item("result.position"),
        "result.color": Item("result.color.front.primary"),
        "result.color.primary": Item("result.color.front.primary"),
        "result.color.secondary": Item("result.color.front.secondary"),
        "result.color.front": Item("result.color.front.primary"),
        "result.color.front.primary": Item("result.color.front.primary"),
        "result.color.front.secondary": Item("result.color.front.secondary"),
        "result.color.back": Item("result.color.back.primary"),
        "result.color.back.primary": Item("result.color.back.primary"),
        "result.color.back.secondary": Item("result.color.back.secondary"),
        "result.fogcoord": Item("result.fogcoord"),
        "result.pointsize": Item("result.pointsize"),
        "result.texcoord": Item("result.texcoord", _VERTEX.texture_coordinates),
    },
)
FRAGMENT_ATTRIBUTES = BindingTable(
    {
        "fragment.color": Item("fragment.color.primary"),
        "fragment.color.primary": Item("fragment.color.primary"),
        "fragment.color.secondary": Item("fragment.color.secondary"),
        "fragment.texcoord": Item("fragment.texcoord", _FRAGMENT.texture_coordinates),
        "fragment.fogcoord": Item("fragment.fogcoord"),
        "fragment.position": Item("fragment.position"),
    },
)
FRAGMENT_RESULTS = BindingTable(
    {
        # Without an option there is one color: `result.color` takes no index.
        "result.color": Item("result.color", fixed=(0,)),
        "result.depth": Item("result.depth"),
    },
)
_STATE = {"fog", "light", "lightmodel", "lightprod", "material", "matrix"}
VERTEX_STATE = frozenset({*_STATE, "clip", "point", "texgen"})
FRAGMENT_STATE = frozenset({*_STATE, "depth", "texenv"})

_STATEMENTS = (
    *("ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP"),
    *("program", "result", "state"),
)
_BOTH = (
    *("ABS", "ADD", "DP3", "DP4", "DPH", "DST", "EX2", "FLR", "FRC", "LG2", "LIT", "MAD", "MAX"),
    *("MIN", "MOV", "MUL", "POW", "RCP", "RSQ", "SGE", "SLT", "SUB", "SWZ", "XPD"),
)
_FRAGMENT_ONLY = ("CMP", "COS", "LRP", "SCS", "SIN", "TEX", "TXB", "TXP")

VERTEX = Dialect(
    language="ARBvp1.0",
    stage=Stage.VERTEX,
    limits=_VERTEX,
    attributes=VERTEX_ATTRIBUTES,
    aliased_attributes=ALIASED_ATTRIBUTES,
    tolerated_aliases=TOLERATED_ALIASES,
    results=VERTEX_RESULTS,
    state=VERTEX_STATE,
    reserved=frozenset([*_STATEMENTS, *_BOTH, "ADDRESS", "ARL", "EXP", "LOG", "vertex"]),
    declarations=frozenset({"ADDRESS", "ALIAS", "ATTRIB", "OUTPUT", "PARAM", "TEMP"}),
    arrays=frozenset({"PARAM"}),
    options={**VERTEX_OPTIONS, **NV_OPTIONS},
    suffix=re.compile(""),
    targets=(),
    component_sets=("xyzw",),
    index=File.ADDRESS,
)
FRAGMENT = Dialect(
    language="ARBfp1.0",
    stage=Stage.FRAGMENT,
    limits=_FRAGMENT,
    attributes=FRAGMENT_ATTRIBUTES,
    results=FRAGMENT_RESULTS,
    state=FRAGMENT_STATE,
    reserved=frozenset(
        [
            *_STATEMENTS,
            *_BOTH,
            *_FRAGMENT_ONLY,
            *(name + "_SAT" for name in _BOTH + _FRAGMENT_ONLY),
            "KIL",
            "fragment",
            "texture",
        ]
    ),
    declarations=frozenset({"ALIAS", "ATTRIB", "OUTPUT", "PARAM", "TEMP"}),
    arrays=frozenset({"PARAM"}),
    options={**FRAGMENT_OPTIONS, **NV_FRAGMENT_OPTIONS},
    suffix=re.compile("(?P<saturate>_SAT)?"),
    targets=ARB_TARGETS,
)
