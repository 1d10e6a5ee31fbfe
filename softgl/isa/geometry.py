"""The geometry-only instructions, EMIT and ENDPRIM.

Their formulas take the stream of emitted vertices: `stream.vertex()` and `stream.end()`.
"""

from __future__ import annotations

from softgl.isa.table import NV4_GEOMETRY, opcode
from softgl.isa.vocabulary import NOTHING, PLAIN, Form


def _emitting(name, section):
    return opcode(
        name, Form.EMIT, NOTHING, section,
        modifiers=PLAIN, languages={NV4_GEOMETRY}, document="NV_geometry_program4",
    )  # fmt: skip


@_emitting("EMIT", "EMIT: Emit Vertex")
def emit(m, stream):
    """Appends a vertex, the current results, to the primitive; the results are then undefined."""
    stream.vertex()


@_emitting("ENDPRIM", "ENDPRIM: End of Primitive")
def end_primitive(m, stream):
    """Ends the primitive and begins the next one of the same kind."""
    stream.end()
