"""The languages of NV_vertex_program4, NV_geometry_program4 and NV_fragment_program4."""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.asm import arb
from softgl.asm.dialect import BindingTable, Dialect, Item
from softgl.asm.geometry import check_primitives, parse_primitives
from softgl.asm.options import NV4_FRAGMENT_OPTIONS, NV4_GEOMETRY_OPTIONS, VERTEX_OPTIONS
from softgl.asm.text.attributes import ALIASED_ATTRIBUTES
from softgl.asm.text.limits import LIMITS
from softgl.ir.program import File, Stage
from softgl.ir.targets import ALL_TARGETS

_VERTEX = LIMITS["NVvp4.0"]
_GEOMETRY = LIMITS["NVgp4.0"]
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
    # Each <extSwizComp> may be an <xyzwExtSwizSel> or an <rgbaExtSwizSel>.
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
    aliased_attributes=ALIASED_ATTRIBUTES,
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
# NV_geometry_program4, tables X.2 and X.3: the results of a vertex program can be read, by the same
# names, and written again.
_VERTEX_OUTPUTS = {path: item for path, item in VERTEX.results.items.items() if path != "result.id"}
_VERTEX_INPUTS = {
    path.replace("result", "vertex", 1): replace(item, name=item.name.replace("result", "vertex"))
    for path, item in VERTEX.results.items.items()
}
GEOMETRY = Dialect(
    language="NVgp4.0",
    stage=Stage.GEOMETRY,
    limits=_GEOMETRY,
    attributes=BindingTable({**_VERTEX_INPUTS, "primitive.id": Item("primitive.id")}),
    results=BindingTable(
        {
            **_VERTEX_OUTPUTS,
            "result.primid": Item("result.primid"),
            "result.layer": Item("result.layer"),
        }
    ),
    reserved=frozenset({*_RESERVED, "vertex", "primitive"}),
    modifiers=frozenset(_VARIABLE_MODIFIERS),
    arrays=_DECLARATIONS - {"ALIAS"},
    options=NV4_GEOMETRY_OPTIONS,
    per_vertex="vertex",
    statement=parse_primitives,
    final_checks=(check_primitives,),
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
    options=NV4_FRAGMENT_OPTIONS,
    **_COMMON,
)
