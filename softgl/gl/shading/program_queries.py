"""Queries of program objects: glGetProgramiv, the info log, attached shaders, validation.

OpenGL 3.3 compatibility, 6.1.17 and 2.14.7 (Validation); ARB_geometry_shader4.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill, fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.programs.program_queries import PRIMITIVES
from softgl.gl.programs.slots import sampler_disagreement
from softgl.gl.shading.linking import INITIAL_GEOMETRY
from softgl.gl.shading.objects import find_program
from softgl.gl.shading.program_binaries import binary_of
from softgl.gl.shading.shaders import length_of, size_of, whole_text
from softgl.gl.shading.texts import return_text
from softgl.ir.program import Stage


def _longest(kind):
    """Returns the query of the longest name of a kind, with a NUL; 0 if there is none."""

    def longest(program):
        names = [len(each.name) + 1 for each in getattr(program.interface, kind)]
        return max(names, default=0)

    return longest


def _number(kind):
    """Returns the query of the number of a kind."""
    return lambda program: len(getattr(program.interface, kind))


def _geometry(name):
    """Returns the query of a linked geometry shader."""

    def query(program):
        linked = program.interface.stages.get(Stage.GEOMETRY)
        if linked is None:
            raise invalid_operation(f"program {program.name} has no linked geometry shader")
        value = getattr(linked.primitives, name)
        return value if name == "limit" else PRIMITIVES[value]

    return query


def _parameter(pname):
    """Returns the query of a parameter of the next link (ARB_geometry_shader4)."""
    return lambda program: program.state.settings.geometry.get(pname, INITIAL_GEOMETRY[pname])


def _buffer_mode(program):
    # OpenGL 3.3, 6.1.17: "the buffer mode used when transform feedback is active", which is that of
    # the last link or binary; without one, that of the next link.
    installed = program.state.installed
    return (installed or program.state).settings.varying_mode


def _is_retrievable(program):
    # ARB_get_program_binary, 2.14.1: "This hint will not take effect until the next time
    # LinkProgram or ProgramBinary has been called successfully."
    installed = program.state.installed
    return installed is not None and installed.settings.retrievable


PROPERTIES = {
    gl.GL_DELETE_STATUS: lambda program: program.state.flagged,
    gl.GL_LINK_STATUS: lambda program: program.state.status,
    gl.GL_VALIDATE_STATUS: lambda program: program.state.validated,
    gl.GL_INFO_LOG_LENGTH: lambda program: length_of(program.state.info_log.encode()),
    gl.GL_ATTACHED_SHADERS: lambda program: len(program.state.shaders),
    gl.GL_ACTIVE_ATTRIBUTES: _number("attributes"),
    gl.GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: _longest("attributes"),
    gl.GL_ACTIVE_UNIFORMS: _number("uniforms"),
    gl.GL_ACTIVE_UNIFORM_MAX_LENGTH: _longest("uniforms"),
    gl.GL_ACTIVE_UNIFORM_BLOCKS: _number("blocks"),
    gl.GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH: _longest("blocks"),
    gl.GL_TRANSFORM_FEEDBACK_BUFFER_MODE: _buffer_mode,
    gl.GL_TRANSFORM_FEEDBACK_VARYINGS: _number("varyings"),
    gl.GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH: _longest("varyings"),
    gl.GL_GEOMETRY_VERTICES_OUT: _geometry("limit"),
    gl.GL_GEOMETRY_INPUT_TYPE: _geometry("taken"),
    gl.GL_GEOMETRY_OUTPUT_TYPE: _geometry("made"),
    gl.GL_GEOMETRY_VERTICES_OUT_ARB: _parameter(gl.GL_GEOMETRY_VERTICES_OUT_ARB),
    gl.GL_PROGRAM_SEPARABLE: lambda program: program.state.settings.separable,
    gl.GL_PROGRAM_BINARY_RETRIEVABLE_HINT: _is_retrievable,
    gl.GL_PROGRAM_BINARY_LENGTH: lambda program: len(binary_of(program)),
}
"""The properties of glGetProgramiv: functions of the program object."""


@command("glGetProgramiv", listed=False, keeps_batch=True, pname=EnumSet.of(PROPERTIES))
def get_program(ctx, program, pname, params):
    """Returns a property of a program object."""
    return fill(params, np.int32(PROPERTIES[pname](find_program(ctx, program))))


@command(
    "glGetProgramInfoLog",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    bufSize=size_of,
)
def get_program_info_log(ctx, program, buf_size, length, log):
    """Returns the info log of the last link or validation as bytes; with `infoLog`, fills it."""
    text = find_program(ctx, program).state.info_log.encode()
    return return_text(text, buf_size, length, log)


@command(
    "glGetAttachedShaders",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    maxCount=size_of,
)
def get_attached_shaders(ctx, program, max_count, count, shaders):
    """Returns the names of the attached shaders, (n,) uint32; with outputs, fills these."""
    attached = find_program(ctx, program).state.shaders
    names = np.array([shader.name for shader in attached][:max_count], np.uint32)
    if count is None and shaders is None:
        return names
    fill_each((count, np.int32([len(names)])), (shaders, names))
    return None


# -- validation ------------------------------------------------------------------------------------


@command("glValidateProgram", listed=False, keeps_batch=True)
def validate_program(ctx, program):
    """Checks that a program can draw with the current state; GL_VALIDATE_STATUS has the outcome."""
    found = find_program(ctx, program)
    reason = "" if found.state.status else f"program {program} is not linked"
    reason = reason or sampler_disagreement(found)
    found.state.validated = not reason
    found.state.info_log = f"error: {reason}\n" if reason else ""
