"""The objects of a context that are alive: those with names, and deleted ones that others hold.

A texture or renderbuffer that is deleted stays attached to framebuffer objects that are not bound,
a buffer object stays in vertex array objects and buffer textures. A capture makes such objects too,
under names that are free, and deletes them when they are held again.
"""

from __future__ import annotations

from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.textures.buffer_textures import BufferTexture


class LiveObjects:
    """Lists live objects.

    buffers, textures, renderbuffers : (name, object) pairs, the deleted ones at the end.

    deleted_buffers, deleted_textures, deleted_renderbuffers : the names of the deleted ones.
    """

    def __init__(self, ctx):
        self._names: dict[int, int] = {}
        held = [
            attachment.source
            for framebuffer in ctx.framebuffers.objects.values()
            if framebuffer is not None
            for attachment in framebuffer.attachments.values()
        ]
        textures = [each for each in held if not isinstance(each, Renderbuffer)]
        self.textures, self.deleted_textures = self._all(ctx.texturing.objects, textures)
        self.renderbuffers, self.deleted_renderbuffers = self._all(
            ctx.framebuffers.renderbuffers,
            [each for each in held if isinstance(each, Renderbuffer)],
        )
        self.buffers, self.deleted_buffers = self._all(ctx.buffers.objects, self._held_buffers(ctx))

    def name(self, each) -> int:
        """The name of an object while objects are made."""
        return self._names.get(id(each), each.name)

    def _held_buffers(self, ctx):
        for vertex_array in (ctx.vertex.default, *ctx.vertex.objects.values()):
            if vertex_array is not None:
                yield from (array.buffer for array in vertex_array.arrays.values())
                yield vertex_array.elements
        for _, texture in self.textures:
            if isinstance(texture, BufferTexture):
                yield texture.attachment.buffer
        for texture in ctx.texturing.defaults.values():
            if isinstance(texture, BufferTexture):
                yield texture.attachment.buffer

    def _all(self, objects: dict, held) -> tuple[list, tuple[int, ...]]:
        """The objects with names, then the deleted ones that are held; the names of the latter."""
        named = [(name, each) for name, each in sorted(objects.items()) if each is not None]
        deleted = {}
        for each in held:
            if each is None or objects.get(each.name) is each or id(each) in self._names:
                continue
            taken = objects.keys() | deleted.keys()
            name = max(taken) + 1 if each.name in taken else each.name
            self._names[id(each)] = name
            deleted[name] = each
        return [*named, *deleted.items()], tuple(deleted)
