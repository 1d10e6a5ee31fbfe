"""The numbers of the generic attributes that conventional vertex attributes share."""

from __future__ import annotations

from softgl.asm.text.limits import LIMITS
from softgl.ir.program import Binding

_COORDINATES = LIMITS["ARBvp1.0"].texture_coordinates
# ARB_vertex_program, table X.2.1.
ALIASED_ATTRIBUTES = {
    Binding("vertex.position"): 0,
    Binding("vertex.weight", (0,)): 1,
    Binding("vertex.normal"): 2,
    Binding("vertex.color.primary"): 3,
    Binding("vertex.color.secondary"): 4,
    Binding("vertex.fogcoord"): 5,
    **{Binding("vertex.texcoord", (n,)): 8 + n for n in range(_COORDINATES)},
}
