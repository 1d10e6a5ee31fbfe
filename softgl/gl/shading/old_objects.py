"""Commands that take a shader or a program by one handle (ARB_shader_objects).

Handles are names of shader and program objects. The extension's other commands are those of
OpenGL 2.0 under other names.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.shading.linking import delete_program
from softgl.gl.shading.objects import ProgramObject, ShaderObject
from softgl.gl.shading.program_queries import PROPERTIES as PROGRAM_PROPERTIES
from softgl.gl.shading.program_queries import get_attached_shaders
from softgl.gl.shading.shaders import PROPERTIES as SHADER_PROPERTIES
from softgl.gl.shading.shaders import delete_shader, info_log, size_of, whole_text
from softgl.gl.shading.texts import return_text

_OF_SHADERS = SHADER_PROPERTIES | {
    gl.GL_OBJECT_TYPE_ARB: lambda shader: gl.GL_SHADER_OBJECT_ARB,
    gl.GL_OBJECT_SUBTYPE_ARB: lambda shader: shader.type,
}
_OF_PROGRAMS = PROGRAM_PROPERTIES | {
    gl.GL_OBJECT_TYPE_ARB: lambda program: gl.GL_PROGRAM_OBJECT_ARB,
}
# GL_SHADER_TYPE equals GL_OBJECT_SUBTYPE_ARB; the other properties of OpenGL 2.0 keep their values.
_PROPERTIES = EnumSet.of(_OF_SHADERS.keys() | _OF_PROGRAMS.keys())


def _object(ctx, handle: int) -> ShaderObject | ProgramObject:
    found = ctx.shaders.objects.get(handle)
    if found is None:
        raise invalid_value(f"obj: {handle} is not the handle of a shader or program object")
    return found


@command("glDeleteObjectARB", listed=False, keeps_batch=True)
def delete_object(ctx, handle):
    """Deletes a shader or program object as soon as it is unused; ignores 0."""
    if handle:
        is_shader = type(_object(ctx, handle)) is ShaderObject
        (delete_shader if is_shader else delete_program)(ctx, handle)


@command("glGetHandleARB", listed=False, keeps_batch=True, pname=EnumSet("GL_PROGRAM_OBJECT_ARB"))
def get_handle(ctx, pname):
    """Returns the handle of the program object in use, 0 for none."""
    return ctx.shaders.current.name if ctx.shaders.current else 0


command(
    "glGetAttachedObjectsARB",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    maxCount=size_of,
)(get_attached_shaders)


@command(
    "glGetInfoLogARB",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    maxLength=size_of,
)
def get_info_log(ctx, handle, size, length, log):
    """Returns the info log of a shader or program object as bytes; with `infoLog`, fills it."""
    found = _object(ctx, handle)
    is_shader = type(found) is ShaderObject
    text = info_log(found) if is_shader else found.state.info_log.encode()
    return return_text(text, size, length, log)


def _define_query(name: str, dtype: type) -> None:
    """Registers glGetObjectParameter{f,i}vARB."""

    def get_object_parameter(ctx, handle, pname, params):
        found = _object(ctx, handle)
        properties = _OF_SHADERS if type(found) is ShaderObject else _OF_PROGRAMS
        if pname not in properties:
            kind = "shader" if properties is _OF_SHADERS else "program"
            raise invalid_operation(f"pname: a {kind} object has no {gl.name_of(pname)}")
        return fill(params, dtype(properties[pname](found)))

    get_object_parameter.__doc__ = "Returns a property of a shader or program object."
    command(name, listed=False, keeps_batch=True, pname=_PROPERTIES)(get_object_parameter)


_define_query("glGetObjectParameterfvARB", np.float32)
_define_query("glGetObjectParameterivARB", np.int32)
