"""The live objects of a context: those with names, and deleted ones that other objects hold.

A deleted texture or renderbuffer stays attached to unbound framebuffer objects, a deleted buffer
object stays in vertex array objects and buffer textures. A capture makes such objects under free
names, and deletes them once they are held again.
"""

from __future__ import annotations

from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.textures.buffer_textures import BufferTexture


class LiveObjects:
    """Lists live objects.

    buffers, textures, renderbuffers : (name, object) pairs, the deleted ones last.

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
        """The name under which the capture makes an object."""
        return self._names.get(id(each), each.name)

    def _held_buffers(self, ctx):
        for vertex_array in (ctx.vertex.default, *ctx.vertex.objects.values()):
            if vertex_array is not None:
                yield from (array.buffer for array in vertex_array.arrays.values())
                yield from (binding.buffer for binding in vertex_array.bindings)
                yield vertex_array.elements
        for each in ctx.feedback.all:
            yield from (part.buffer for part in each.points.values())
            yield each.general
        for _, texture in self.textures:
            if isinstance(texture, BufferTexture):
                yield texture.attachment.buffer
        for texture in ctx.texturing.defaults.values():
            if isinstance(texture, BufferTexture):
                yield texture.attachment.buffer

    def _all(self, objects: dict, held) -> tuple[list, tuple[int, ...]]:
        """Lists named objects, then held deleted ones; returns also the new names of those."""
        named = [(name, each) for name, each in sorted(objects.items()) if each is not None]
        deleted = {}
        for each in held:
            if each is None or objects.get(each.name) is each or id(each) in self._names:
                continue
            used = objects.keys() | deleted.keys()
            name = max(used) + 1 if each.name in used else each.name
            self._names[id(each)] = name
            deleted[name] = each
        return [*named, *deleted.items()], tuple(deleted)
