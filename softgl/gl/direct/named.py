"""The tables of commands that act as others do on objects, units and matrices by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from softgl.gl.api import registry
from softgl.gl.api.command import command_within
from softgl.gl.api.declarations import declaration_of, first_declared, is_declared
from softgl.gl.direct import existing, selections

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
    (r"glVertexArray(BindVertexBuffer)", r"gl\1", selections.vertex_array, 1),
    (
        r"glVertexArray(VertexAttrib[IL]?Format|Vertex(?:Attrib|)Binding(?:Divisor|))",
        r"gl\1",
        selections.vertex_array,
        1,
    ),
    (r"glVertexArrayVertexAttribDivisor", "glVertexAttribDivisor", selections.vertex_array, 1),
)
"""(pattern of names without EXT, the original command, its selection, number of selectors) of
EXT_direct_state_access."""
# Suffixes of the original where several commands share the stem: framebuffer commands differ in
# their errors, program commands in the kind of program.
SUFFIXES = {selections.program: ("ARB", "EXT", "NV"), selections.framebuffer: ("EXT", "", "NV")}
ORDINARY = ("", "EXT", "ARB", "NV")

CORE_FAMILIES = (
    (r"glCopyNamedBufferSubData", "glCopyBufferSubData", existing.copied, 2),
    (r"glClearNamedBuffer(\w+)", r"glClearBuffer\1", existing.buffers, 1),
    (r"gl(|Map|Unmap|Get)NamedBuffer(\w*)", r"gl\1Buffer\2", existing.buffers, 1),
    (r"glFlushMappedNamedBufferRange", "glFlushMappedBufferRange", existing.buffers, 1),
    (r"gl(|Get)NamedRenderbuffer(\w+)", r"gl\1Renderbuffer\2", existing.renderbuffer, 1),
    (r"glCheckNamedFramebufferStatus", "glCheckFramebufferStatus", existing.bound_framebuffer, 1),
    (r"glBlitNamedFramebuffer", "glBlitFramebuffer", existing.blitted, 2),
    (r"glClearNamedFramebuffer(\w+)", r"glClearBuffer\1", existing.bound_framebuffer, 1),
    (r"glNamedFramebuffer(DrawBuffers?|ReadBuffer)", r"gl\1", existing.bound_framebuffer, 1),
    (
        r"glNamedFramebuffer(Texture|TextureLayer|Renderbuffer|Parameteri)",
        r"glFramebuffer\1",
        existing.framebuffer,
        1,
    ),
    (
        r"glGetNamedFramebuffer((?:Attachment)?Parameteriv)",
        r"glGetFramebuffer\1",
        existing.framebuffer_or_window,
        1,
    ),
    (
        r"glInvalidateNamedFramebuffer(Sub)?Data",
        r"glInvalidate\1Framebuffer",
        existing.framebuffer_or_window,
        1,
    ),
    (r"glGenerateTextureMipmap", "glGenerateMipmap", existing.texture_of, 1),
    (r"glTextureBuffer(Range)?", r"glTexBuffer\1", existing.texture_of, 1),
    (r"gl(|Copy|Compressed|Get)Texture(\w+)", r"gl\1Tex\2", existing.texture_of, 1),
    (r"gl(Enable|Disable)VertexArrayAttrib", r"gl\1VertexAttribArray", existing.vertex_array, 1),
    (r"glVertexArrayVertexBuffer(s?)", r"glBindVertexBuffer\1", existing.vertex_array, 1),
    (r"glVertexArrayAttrib(\w+)", r"glVertexAttrib\1", existing.vertex_array, 1),
    (r"glVertexArrayBindingDivisor", "glVertexBindingDivisor", existing.vertex_array, 1),
)
"""The same of ARB_direct_state_access, of commands without an implementation of their own.

`texture_of` makes the selection for the targets of the original.
"""
AT_ONCE = (selections.bound_framebuffer, existing.bound_framebuffer)
"""The selections of commands that display lists execute at once although the originals are
compiled: framebuffer objects' own commands are."""


def define_named() -> None:
    """Registers the commands; all originals must be registered before."""
    _define("GL_EXT_direct_state_access", FAMILIES, "EXT")
    _define("GL_ARB_direct_state_access", CORE_FAMILIES)


def _define(extension: str, families: Sequence[tuple], suffix: str = "") -> None:
    """Registers the commands of an extension that families generate."""
    names = registry.EXTENSIONS[extension].split()
    left = {name.removesuffix(suffix): name for name in names if not is_declared(name)}
    listed = "\n".join(left)
    for pattern, template, select, count in families:
        for match in re.finditer(f"^(?:{pattern})$", listed, re.MULTILINE):
            name = left.pop(match[0], None)  # None: an earlier family has taken it
            stem = match.expand(template)
            suffixes = SUFFIXES.get(select, ORDINARY)
            original = first_declared(*(stem + each for each in suffixes))
            if name and original:
                # Their changes of a framebuffer object are executed at once, as its own commands.
                traits = {"listed": False} if select in AT_ONCE else {}
                selection = _selection_of(select, original)
                command_within(name, original, selection, count, __name__, **traits)


def _selection_of(select: Callable, original: str) -> Callable:
    """Returns the selection for a command; that of textures depends on its targets."""
    if select is not existing.texture_of:
        return select
    return select(declaration_of(original).checks[0])
