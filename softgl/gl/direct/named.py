"""The table of commands that act as others do on objects, units and matrices by name."""

from __future__ import annotations

import re

from softgl.gl.api import registry
from softgl.gl.api.command import command_within
from softgl.gl.api.declarations import first_declared
from softgl.gl.direct import selections

# Table 2.selectorFreeMatrixCommands.
MATRICES = (
    (r"glMatrix(Load|Mult)(Transpose)?([fd])", r"gl\1\2Matrix\3"),
    (r"glMatrix(LoadIdentity|Rotate[fd]|Scale[fd]|Translate[fd]|Frustum|Ortho)", r"gl\1"),
    (r"glMatrix(Push|Pop)", r"gl\1Matrix"),
)
FAMILIES = (
    *((pattern, original, selections.matrix, 1) for pattern, original in MATRICES),
    (r"glMultiTexCoordPointer", "glTexCoordPointer", selections.coordinates, 1),
    (r"gl(Bind)MultiTexture", "glBindTexture", selections.unit, 1),
    (r"glMultiTexBuffer", "glTexBufferEXT", selections.unit, 1),
    (r"glTextureBuffer", "glTexBufferEXT", selections.texture, 2),
    (r"glGenerateMultiTexMipmap", "glGenerateMipmap", selections.unit, 1),
    (r"gl(|Copy|Compressed|Get|GetCompressed)MultiTex(\w+)", r"gl\1Tex\2", selections.unit, 1),
    (r"glTextureStorage(\w+)", r"glTexStorage\1", selections.named_texture, 2),
    (r"glGenerateTextureMipmap", "glGenerateMipmap", selections.texture, 2),
    (r"gl(|Copy|Compressed|Get|GetCompressed)Texture(\w+)", r"gl\1Tex\2", selections.texture, 2),
    (r"glNamedCopyBufferSubData", "glCopyBufferSubData", selections.copied, 2),
    (
        r"gl(|Clear|Map|Unmap|FlushMapped|Get)NamedBuffer(\w*)",
        r"gl\1Buffer\2",
        selections.buffers,
        1,
    ),
    (r"gl(|Get)NamedProgram(\w+)", r"gl\1Program\2", selections.program, 2),
    (r"gl(|Get)NamedRenderbuffer(\w+)", r"gl\1Renderbuffer\2", selections.renderbuffer, 1),
    (r"glCheckNamedFramebufferStatus", "glCheckFramebufferStatus", selections.bound_framebuffer, 1),
    (
        r"gl(|Get)NamedFramebuffer(Texture\w*|Renderbuffer|AttachmentParameteriv)",
        r"gl\1Framebuffer\2",
        selections.framebuffer,
        1,
    ),
    (r"glFramebuffer(DrawBuffers?|ReadBuffer)", r"gl\1", selections.bound_framebuffer, 1),
    (r"glVertexArrayMultiTexCoordOffset", "glTexCoordPointer", selections.coordinates_of, 3),
    (r"glVertexArray(\w+)Offset", r"gl\1Pointer", selections.array_of, 2),
    (r"gl(Enable|Disable)VertexArrayAttrib", r"gl\1VertexAttribArray", selections.vertex_array, 1),
    (r"glVertexArrayVertexAttribDivisor", "glVertexAttribDivisor", selections.vertex_array, 1),
)
"""(pattern of names without EXT, the original command, its selection, number of selectors)."""
# Suffixes of the original where several commands share the stem: framebuffer commands differ in
# their errors, program commands in the kind of program.
SUFFIXES = {selections.program: ("ARB", "EXT", "NV"), selections.framebuffer: ("EXT", "", "NV")}
ORDINARY = ("", "EXT", "ARB", "NV")


def define_named() -> None:
    """Registers the commands; all originals must be registered before."""
    names = registry.EXTENSIONS["GL_EXT_direct_state_access"].split()
    left = {name.removesuffix("EXT"): name for name in names}
    listed = "\n".join(left)
    for pattern, template, select, count in FAMILIES:
        for match in re.finditer(f"^(?:{pattern})$", listed, re.MULTILINE):
            name = left.pop(match[0], None)  # None: an earlier family has taken it
            stem = match.expand(template)
            suffixes = SUFFIXES.get(select, ORDINARY)
            original = first_declared(*(stem + suffix for suffix in suffixes))
            if name and original:
                # Their changes of a framebuffer object are executed at once, as its own commands.
                traits = {"listed": False} if select is selections.bound_framebuffer else {}
                command_within(name, original, select, count, __name__, **traits)
