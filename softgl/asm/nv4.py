"""NV_gpu_program4 with NV_vertex_program4 and NV_fragment_program4."""

from __future__ import annotations

import re
from dataclasses import replace

from softgl.asm import arb
from softgl.asm.dialect import BindingTable, Dialect, Item
from softgl.asm.limits import LIMITS
from softgl.ir.program import File, Stage

_COMMON = {
    # NV_gpu_program4, table X.15: "they must appear in order, with data type suffixes first,
    # followed by condition code update suffixes, followed by clamping suffixes."
    "suffix": re.compile("(?P<type>[RH])?(?P<update>C[01]?)?(?P<saturate>_SS?AT)?"),
    "declarations": frozenset({"ALIAS", "ATTRIB", "OUTPUT", "PARAM", "TEMP"}),
    "opcode_modifiers": True,
    "conditions": True,
    "absolute": True,
    "texel_offsets": True,
    "index": File.TEMPORARY,
    "targets": (
        "1D",
        "2D",
        "3D",
        "CUBE",
        "RECT",
        "SHADOW1D",
        "SHADOW2D",
        "SHADOWRECT",
        "ARRAY1D",
        "ARRAY2D",
        "SHADOWCUBE",
        "SHADOWARRAY1D",
        "SHADOWARRAY2D",
    ),
}
_RESERVED = {"program", "result", "state", "texture"}
_VARIABLE_MODIFIERS = {"SHORT", "LONG", "INT", "UINT", "FLOAT"}

_MISSING = "this version of softgl does not have it"

VERTEX = Dialect(
    language="NVvp4.0",
    stage=Stage.VERTEX,
    attributes=replace(
        arb.VERTEX_ATTRIBUTES,
        missing={
            **arb.VERTEX_ATTRIBUTES.missing,
            ("id",): _MISSING,
            ("instance",): _MISSING,
        },
    ),
    aliased_attributes=arb.ALIASED_ATTRIBUTES,
    results=BindingTable(
        "result",
        {
            **arb.VERTEX_RESULTS.items,
            ("attrib",): Item(
                "result.attrib", LIMITS["NVvp4.0"].generic_interpolants, required=True
            ),
        },
        {("clip",): _MISSING, ("id",): _MISSING},
    ),
    reserved=frozenset({*_RESERVED, "vertex"}),
    modifiers=frozenset(_VARIABLE_MODIFIERS),
    arrays=frozenset({"ATTRIB", "OUTPUT", "PARAM", "TEMP"}),
    options=frozenset({"ARB_position_invariant"}),
    **_COMMON,
)
FRAGMENT = Dialect(
    language="NVfp4.0",
    stage=Stage.FRAGMENT,
    attributes=BindingTable(
        "fragment",
        {
            **arb.FRAGMENT_ATTRIBUTES.items,
            ("attrib",): Item(
                "fragment.attrib", LIMITS["NVfp4.0"].generic_interpolants, required=True
            ),
            ("facing",): Item("fragment.facing"),
        },
        {("clip",): _MISSING},
    ),
    results=arb.FRAGMENT_RESULTS,
    reserved=frozenset({*_RESERVED, "fragment", "primitive"}),
    modifiers=frozenset({*_VARIABLE_MODIFIERS, "FLAT", "CENTROID", "NOPERSPECTIVE"}),
    # NV_fragment_program4, "Program Results": "Fragment program result variables may not be
    # declared as arrays."
    arrays=frozenset({"ATTRIB", "PARAM", "TEMP"}),
    # "The ARB_fragment_program_shadow option [...] is enabled by default in NV_gpu_program4;
    # specifying the option is not illegal but has no additional effect."
    options=arb.PRECISION_HINTS | {"ARB_fragment_program_shadow"},
    **_COMMON,
)
