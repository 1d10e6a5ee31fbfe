"""ARB_vertex_program and ARB_fragment_program."""

from __future__ import annotations

import re

from softgl.asm.dialect import BindingTable, Dialect, Item
from softgl.asm.limits import LIMITS
from softgl.ir.program import Binding, File, Stage

_VERTEX = LIMITS["ARBvp1.0"]
_FRAGMENT = LIMITS["ARBfp1.0"]

VERTEX_ATTRIBUTES = BindingTable(
    "vertex",
    {
        ("position",): Item("vertex.position"),
        ("normal",): Item("vertex.normal"),
        ("color",): Item("vertex.color.primary"),
        ("color", "primary"): Item("vertex.color.primary"),
        ("color", "secondary"): Item("vertex.color.secondary"),
        ("fogcoord",): Item("vertex.fogcoord"),
        ("texcoord",): Item("vertex.texcoord", _VERTEX.texture_coordinates),
        ("attrib",): Item("vertex.attrib", _VERTEX.generic_attributes, required=True),
    },
    {(word,): "softgl does not blend vertices" for word in ("weight", "matrixindex")},
)
# ARB_vertex_program, table X.2.1.
ALIASED_ATTRIBUTES = {
    Binding("vertex.position"): 0,
    Binding("vertex.normal"): 2,
    Binding("vertex.color.primary"): 3,
    Binding("vertex.color.secondary"): 4,
    Binding("vertex.fogcoord"): 5,
    **{Binding("vertex.texcoord", (n,)): 8 + n for n in range(_VERTEX.texture_coordinates)},
}
VERTEX_RESULTS = BindingTable(
    "result",
    {
        ("position",): Item("result.position"),
        ("color",): Item("result.color.front.primary"),
        ("color", "primary"): Item("result.color.front.primary"),
        ("color", "secondary"): Item("result.color.front.secondary"),
        ("color", "front"): Item("result.color.front.primary"),
        ("color", "front", "primary"): Item("result.color.front.primary"),
        ("color", "front", "secondary"): Item("result.color.front.secondary"),
        ("color", "back"): Item("result.color.back.primary"),
        ("color", "back", "primary"): Item("result.color.back.primary"),
        ("color", "back", "secondary"): Item("result.color.back.secondary"),
        ("fogcoord",): Item("result.fogcoord"),
        ("pointsize",): Item("result.pointsize"),
        ("texcoord",): Item("result.texcoord", _VERTEX.texture_coordinates),
    },
)
FRAGMENT_ATTRIBUTES = BindingTable(
    "fragment",
    {
        ("color",): Item("fragment.color.primary"),
        ("color", "primary"): Item("fragment.color.primary"),
        ("color", "secondary"): Item("fragment.color.secondary"),
        ("texcoord",): Item("fragment.texcoord", _FRAGMENT.texture_coordinates),
        ("fogcoord",): Item("fragment.fogcoord"),
        ("position",): Item("fragment.position"),
    },
)
FRAGMENT_RESULTS = BindingTable(
    "result",
    {
        # Only an option makes several colors: `result.color` takes no index.
        ("color",): Item("result.color", fixed=(0,)),
        ("depth",): Item("result.depth"),
    },
)
PRECISION_HINTS = frozenset({"ARB_precision_hint_fastest", "ARB_precision_hint_nicest"})

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
    attributes=VERTEX_ATTRIBUTES,
    aliased_attributes=ALIASED_ATTRIBUTES,
    results=VERTEX_RESULTS,
    reserved=frozenset([*_STATEMENTS, *_BOTH, "ADDRESS", "ARL", "EXP", "LOG", "vertex"]),
    declarations=frozenset({"ADDRESS", "ALIAS", "ATTRIB", "OUTPUT", "PARAM", "TEMP"}),
    arrays=frozenset({"PARAM"}),
    options=frozenset({"ARB_position_invariant"}),
    suffix=re.compile(""),
    targets=(),
    index=File.ADDRESS,
)
FRAGMENT = Dialect(
    language="ARBfp1.0",
    stage=Stage.FRAGMENT,
    attributes=FRAGMENT_ATTRIBUTES,
    results=FRAGMENT_RESULTS,
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
    options=PRECISION_HINTS,
    suffix=re.compile("(?P<saturate>_SAT)?"),
    targets=("1D", "2D", "3D", "CUBE", "RECT"),
)
