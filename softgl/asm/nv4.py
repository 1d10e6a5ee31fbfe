"""NV_gpu_program4 with NV_vertex_program4 and NV_fragment_program4."""

from __future__ import annotations

import re

from softgl.asm import arb
from softgl.asm.dialect import Dialect, Item
from softgl.asm.limits import LIMITS
from softgl.asm.options import FRAGMENT_OPTIONS, VERTEX_OPTIONS
from softgl.ir.program import File, Stage
from softgl.ir.targets import ALL_TARGETS

_VERTEX = LIMITS["NVvp4.0"]
_FRAGMENT = LIMITS["NVfp4.0"]
_DECLARATIONS = frozenset({"ALIAS", "ATTRIB", "BUFFER", "BUFFER4", "OUTPUT", "PARAM", "TEMP"})
_COMMON = {
    # NV_gpu_program4, table X.15: "they must appear in order, with data type suffixes first,
    # followed by condition code update suffixes, followed by clamping suffixes."
    "suffix": re.compile("(?P<type>[RH])?(?P<update>C[01]?)?(?P<saturate>_SS?AT)?"),
    "declarations": _DECLARATIONS,
    "state": arb.VERTEX_STATE | arb.FRAGMENT_STATE,
    "opcode_modifiers": True,
    "conditions": True,
    "labels": True,
    "absolute": True,
    "hexadecimal": True,
    "bare_scalars": True,
    # <extSwizComp> may be an <xyzwExtSwizSel> or an <rgbaExtSwizSel>, each by itself.
    "mixed_selectors": True,
    "texel_offsets": True,
    "index": File.TEMPORARY,
    "targets": ALL_TARGETS,
}
_RESERVED = {"program", "result", "state", "texture"}
_VARIABLE_MODIFIERS = {"SHORT", "LONG", "INT", "UINT", "FLOAT"}

VERTEX = Dialect(
    language="NVvp4.0",
    stage=Stage.VERTEX,
    limits=_VERTEX,
    attributes=arb.VERTEX_ATTRIBUTES.with_items(
        {"vertex.id": Item("vertex.id"), "vertex.instance": Item("vertex.instance")}
    ),
    aliased_attributes=arb.ALIASED_ATTRIBUTES,
    tolerated_aliases=arb.TOLERATED_ALIASES,
    results=arb.VERTEX_RESULTS.with_items(
        {
            "result.attrib": Item("result.attrib", _VERTEX.generic_results, required=True),
            "result.clip": Item("result.clip", _VERTEX.clip_planes, required=True),
            "result.id": Item("result.id"),
        },
    ),
    reserved=frozenset({*_RESERVED, "vertex"}),
    modifiers=frozenset(_VARIABLE_MODIFIERS),
    arrays=_DECLARATIONS - {"ALIAS"},
    options=VERTEX_OPTIONS,
    **_COMMON,
)
FRAGMENT = Dialect(
    language="NVfp4.0",
    stage=Stage.FRAGMENT,
    limits=_FRAGMENT,
    attributes=arb.FRAGMENT_ATTRIBUTES.with_items(
        {
            "fragment.attrib": Item("fragment.attrib", _FRAGMENT.generic_attributes, required=True),
            "fragment.clip": Item("fragment.clip", _FRAGMENT.clip_planes, required=True),
            "fragment.facing": Item("fragment.facing"),
            "primitive.id": Item("primitive.id"),
        },
    ),
    results=arb.FRAGMENT_RESULTS,
    reserved=frozenset({*_RESERVED, "fragment", "primitive"}),
    modifiers=frozenset({*_VARIABLE_MODIFIERS, "FLAT", "CENTROID", "NOPERSPECTIVE"}),
    # NV_fragment_program4, "Program Results": "Fragment program result variables may not be
    # declared as arrays."
    arrays=_DECLARATIONS - {"ALIAS", "OUTPUT"},
    options=FRAGMENT_OPTIONS,
    **_COMMON,
)
