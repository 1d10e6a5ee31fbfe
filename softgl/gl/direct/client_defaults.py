"""Client state reset to its initial values: EXT_direct_state_access, 6.1.15."""

from __future__ import annotations

from types import SimpleNamespace

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.buffers.buffer_objects import bind_buffer
from softgl.gl.pixels.pixels import Pixels
from softgl.gl.queries.attribute_stacks import CLIENT_GROUPS, places_of, push_client_attrib
from softgl.gl.vertices.array_objects import Vertex
from softgl.gl.vertices.vertex_arrays import use

BUFFERS = {
    gl.GL_CLIENT_VERTEX_ARRAY_BIT: (gl.GL_ARRAY_BUFFER, gl.GL_ELEMENT_ARRAY_BUFFER),
    gl.GL_CLIENT_PIXEL_STORE_BIT: (gl.GL_PIXEL_PACK_BUFFER, gl.GL_PIXEL_UNPACK_BUFFER),
}
"""The bindings of buffer objects that belong to each group."""


@command("glClientAttribDefaultEXT", listed=False)
def client_attrib_default(ctx, mask):
    """Resets the groups of client state in `mask` to their initial values."""
    if mask & gl.GL_CLIENT_VERTEX_ARRAY_BIT:
        # "also sets the VERTEX_ARRAY_BINDING vertex-array state to zero".
        use(ctx, ctx.vertex.default)
    for bit, paths in CLIENT_GROUPS.items():
        if mask & bit:
            for target in BUFFERS[bit]:
                bind_buffer(ctx, target, 0)
            _reset(ctx, paths)


def _reset(ctx, paths):
    initial = SimpleNamespace(vertex=Vertex(), pixels=Pixels())
    pairs = zip(places_of(ctx, paths).values(), places_of(initial, paths).values(), strict=True)
    for (holder, name), (fresh, _) in pairs:
        setattr(holder, name, getattr(fresh, name))


@command("glPushClientAttribDefaultEXT", listed=False)
def push_client_attrib_default(ctx, mask):
    """Pushes the groups of client state in `mask`, then resets them to their initial values."""
    push_client_attrib(ctx, mask)
    client_attrib_default(ctx, mask)
