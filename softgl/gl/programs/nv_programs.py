"""The program commands of NV_vertex_program and NV_fragment_program.

Objects, targets and parameter registers are shared with `softgl.gl.programs.programs`, as the
"Interactions" sections of the ARB extensions say. glGenProgramsNV, glDeleteProgramsNV and
glIsProgramNV are aliases there.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import invalid_operation, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill, return_text
from softgl.gl.api.names import first_names, only_count
from softgl.gl.api.signature import EnumSet, commands_like
from softgl.gl.programs.programs import (
    DTYPES,
    MEMORY_DTYPES,
    STAGES,
    ProgramObject,
    Registers,
    check_stage,
    define_setter,
    parsed,
    read_parameter,
    text_of,
    to_words,
)

VERTEX = EnumSet("GL_VERTEX_PROGRAM_NV")
BIND_TARGETS = VERTEX | EnumSet("GL_FRAGMENT_PROGRAM_NV")
EXECUTE_TARGETS = VERTEX | EnumSet("GL_VERTEX_STATE_PROGRAM_NV")
LOAD_TARGETS = BIND_TARGETS | EXECUTE_TARGETS


def _whole_text(target, id, program):
    return target, id, len(program), program


@command("glLoadProgramNV", target=LOAD_TARGETS, forms={3: _whole_text})
def load_program(ctx, target, id, length, program):
    """Loads a program text into the object of a name, which is created if the name is new.

    A refused text is GL_INVALID_OPERATION, with the `ProgramError` as its cause; the object keeps
    its program, and GL_PROGRAM_ERROR_POSITION_NV and _STRING_NV describe the error.
    """
    if not id:
        raise invalid_value("id: the name 0 is reserved")
    objects = ctx.programs.objects
    found = objects.get(id)
    check_stage(found, target)
    text = text_of(program, length)
    loaded = parsed(ctx.programs, text, STAGES[target], program)
    if found is None:
        found = objects[id] = _bound_before(ctx, target, id) or ProgramObject(id, target)
    found.target = target
    found.load(text, loaded)


def _bound_before(ctx, target, id):
    """Returns the object that glBindProgramNV bound under an unused name; None if there is none."""
    if target == gl.GL_VERTEX_STATE_PROGRAM_NV:
        return None
    bound = ctx.programs.target(target).bound
    return bound if bound.name == id and not bound.is_deleted else None


@command("glBindProgramNV", keeps_batch=True, target=BIND_TARGETS)
def bind_program(ctx, target, id):
    """Binds a program object, which may be loaded later."""
    place = ctx.programs.target(target)
    found = ctx.programs.objects.get(id)
    check_stage(found, target)
    if not id:
        found = place.default
    elif found is None and (place.bound.name != id or place.bound.is_deleted):
        # "Binding to a nonexistent program id does not generate an error.": nor creates it.
        found = ProgramObject(id, target)
    place.bound = found or place.bound


def existing(ctx, id) -> ProgramObject:
    """Returns the program object of a name; GL_INVALID_OPERATION if there is none."""
    found = ctx.programs.objects.get(id)
    if found is None:
        raise invalid_operation(f"{id} is not a program")
    return found


# -- residence -------------------------------------------------------------------------------------


@command("glAreProgramsResidentNV", listed=False)
def are_programs_resident(ctx, n, programs, residences):
    """Returns an array of 1, as PyOpenGL does: every program is resident."""
    for name in first_names(n, programs):
        if ctx.programs.objects.get(name) is None:
            raise invalid_value(f"programs: {name} is not a program")
    if isinstance(residences, Address):
        # NV_vertex_program, 2.14.1.8: if all are, "the contents of residences are not changed".
        return 1
    return fill(residences, np.ones(n, np.uint8))


@command("glRequestResidentProgramsNV", forms=only_count)
def request_resident_programs(ctx, n, programs):
    """Checks the names; every program is resident already."""
    first_names(n, programs)


# -- queries ---------------------------------------------------------------------------------------

PROPERTIES = {
    gl.GL_PROGRAM_TARGET_NV: lambda program: program.target,
    gl.GL_PROGRAM_LENGTH_NV: lambda program: len(program.source),
    gl.GL_PROGRAM_RESIDENT_NV: lambda program: 1,
}


@command("glGetProgramivNV", listed=False, pname=EnumSet.of(PROPERTIES))
def get_program(ctx, id, pname, params):
    """Returns a property of a program object, first of four int32 as PyOpenGL has it."""
    value = PROPERTIES[pname](existing(ctx, id))
    return fill(params, np.array([value, 0, 0, 0] if params is None else [value], np.int32))


@command("glGetProgramStringNV", listed=False, pname=EnumSet("GL_PROGRAM_STRING_NV"))
def get_program_string(ctx, id, pname, program):
    """Returns the text of a program object as bytes; with a buffer, writes it there."""
    return return_text(existing(ctx, id).source, program)


def _define_parameter_getter(name, kind):
    def get_program_parameter(ctx, target, index, pname, params):
        """Returns a parameter register of vertex programs: four numbers."""
        return read_parameter(ctx, "Env", target, index, kind, params)

    command(name, listed=False, target=VERTEX, pname=EnumSet("GL_PROGRAM_PARAMETER_NV"))(
        get_program_parameter
    )


# -- named parameters ------------------------------------------------------------------------------


def _named(ctx, id, length, name) -> tuple[Registers, int]:
    """Returns the registers and the number of a parameter that a program declares by name."""
    found = existing(ctx, id)
    if found.program is None or found.program.language != "FP1.0":
        raise invalid_operation(f"program {id} has no named parameters: it is not an !!FP1.0 one")
    wanted = text_of(name, length).decode("latin-1")
    for number, parameter in enumerate(found.program.named):
        if parameter.name == wanted:
            return found.named, number
    raise invalid_value(f"name: program {id} declares no parameter {wanted!r}")


def _define_named_setter(name, kind, is_vector):
    def set_named_parameter(ctx, id, length, name, *values):
        """Sets a named parameter of a program: four numbers."""
        registers, number = _named(ctx, id, length, name)
        if is_vector:
            values = vector(values[0], 4, np.float64, source=MEMORY_DTYPES[kind])
        registers.write(number, [to_words(values, kind)])

    command(name, keeps_batch=True)(set_named_parameter)


def _define_named_getter(name, kind):
    def get_named_parameter(ctx, id, length, name, params):
        """Returns a named parameter of a program: four numbers."""
        registers, number = _named(ctx, id, length, name)
        values = registers.words[number].view(DTYPES[kind]).copy()
        return fill(params, values.astype(np.float64) if kind == "d" else values)

    command(name, listed=False)(get_named_parameter)


for _match in commands_like(r"glProgramParameter(s?)4([fd])(v?)NV"):
    define_setter(_match[0], "Env", bool(_match[1]), _match[2], bool(_match[3]), VERTEX)
for _match in commands_like(r"glGetProgramParameter([fd])vNV"):
    _define_parameter_getter(_match[0], _match[1])
_SETTERS = list(commands_like(r"glProgramNamedParameter4([fd])(v?)NV"))
_GETTERS = list(commands_like(r"glGetProgramNamedParameter([fd])vNV"))
for _match in _SETTERS:
    _define_named_setter(_match[0], _match[1], bool(_match[2]))
for _match in _GETTERS:
    _define_named_getter(_match[0], _match[1])
NAMED_PARAMETERS = tuple(match[0] for match in (*_SETTERS, *_GETTERS))
"""The commands whose `name` has `len` bytes; gl.xml says otherwise."""
