"""glUniform*, glProgramUniform* and glGetUniform*: uniforms of the default block.

OpenGL 3.3 compatibility, 2.14.4 (Loading Uniform Variables In The Default Uniform Block) and
6.1.17; ARB_separate_shader_objects. A command changes words of `ProgramObject.block`, or the units
of samplers, and compiles nothing.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import BadArgument, invalid_operation, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.memory import check_fits, fill
from softgl.gl.api.numbers import nearest
from softgl.gl.api.profiles import lacks
from softgl.gl.api.signature import commands_like
from softgl.gl.api.tables import LIMITS
from softgl.gl.api.versions import ES_2
from softgl.gl.shading.interfaces import Place, column_size, is_matrix, is_sampler, rows_of
from softgl.gl.shading.objects import ProgramObject, check_linked
from softgl.hostmath import singles

DTYPES = {"f": np.float32, "i": np.int32, "ui": np.uint32}
QUERY_DTYPES = {**DTYPES, "d": np.float64}  # glGetnUniformdvARB
_TO_WORDS = {
    "f": singles,
    "i": lambda values: array("i", values),
    "ui": lambda values: array("I", values),
}
_TRUE = np.uint32(0xFFFFFFFF)


# -- places ----------------------------------------------------------------------------------------


def _current(ctx) -> ProgramObject:
    program = ctx.shaders.active
    if program is None:
        raise invalid_operation(
            "no program is in use, nor active in a pipeline: see glUseProgram, "
            "glActiveShaderProgram"
        )
    return program


def _place(program: ProgramObject, location: int) -> Place | None:
    """Returns the place at a location; None for -1; GL_INVALID_OPERATION for others.

    None too for the explicit location of an inactive uniform (ARB_explicit_uniform_location).
    """
    found = program.interface.places.get(location)
    silent = program.linked.silent if program.linked else ()
    if found is None and location != -1 and location not in silent:
        raise invalid_operation(f"location: program {program.name} has no uniform at {location}")
    return found


def _checked(program, location, kind, size, count=1) -> Place | None:
    """Returns the place that glUniform* may write; None for location -1.

    Raises GL_INVALID_OPERATION if kind and size do not match the uniform's type, or for several
    elements of a single variable.
    """
    place = _place(program, location)
    if place is None:
        return None
    uniform, of = place.uniform, place.uniform.type
    if is_sampler(of):
        matches = kind == "i" and size == 1
    elif is_matrix(of):
        matches = False
    else:
        matches = size == of.size and (place.code == kind or not place.code)
    if not matches:
        wrong = f"{size}{kind}"
        raise invalid_operation(f"{uniform.name} is a {of}, which glUniform{wrong} does not set")
    _check_count(place, count)
    return place


def _check_count(place: Place, count: int) -> None:
    if count > 1 and not place.uniform.array:
        raise invalid_operation(f"count: {place.uniform.name} is no array, and count is {count}")


# -- writing ---------------------------------------------------------------------------------------


def _set_one(program: ProgramObject, location: int, kind: str, values: tuple) -> None:
    """Sets a uniform to numbers of a kind."""
    place = program.interface.places.get(location)
    if place is None or place.code != kind or place.size != len(values):
        place = _checked(program, location, kind, len(values))
        if place is None:
            return
    words = np.frombuffer(_TO_WORDS[kind](values), np.uint32)
    if place.code:
        program.block.put(place.row, words)
    else:
        _set_converted(program, place, words.reshape(1, -1), kind)


def _set_many(program: ProgramObject, location: int, kind: str, size: int, count: int, value):
    """Sets `count` elements of a uniform from memory; those beyond its end are ignored."""
    place = _checked(program, location, kind, size, count)
    if place is None or not count:
        return
    words = _words(value, size * count, kind).reshape(count, size)[: place.left]
    if place.code:
        program.block.put_rows(place.row, words)
    else:
        _set_converted(program, place, words, kind)


def _words(value, count: int, kind: str) -> np.ndarray:
    """Returns the first `count` numbers of memory as words; integers and floats keep their bits."""
    dtype = DTYPES[kind]
    if type(value) is Address:
        return value.elements(dtype, count).view(np.uint32)
    if type(value) is np.ndarray and value.dtype == dtype and value.flags.c_contiguous:
        flat = value.reshape(-1)
        if flat.size >= count:
            return flat[:count].view(np.uint32)
    return vector(value, count, dtype, more=True).view(np.uint32)


def _set_converted(program: ProgramObject, place: Place, words: np.ndarray, kind: str) -> None:
    """Sets booleans or samplers."""
    if not is_sampler(place.uniform.type):
        # "The uniform is set to FALSE if the input value is 0 or 0.0f, and set to TRUE otherwise."
        truths = words.view(DTYPES[kind]) != 0
        program.block.put_rows(place.row, np.where(truths, _TRUE, np.uint32(0)))
        return
    units = words.view(np.int32).reshape(-1).tolist()
    limit = LIMITS[gl.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS]
    for unit in units:
        if not 0 <= unit < limit:
            raise invalid_value(
                f"texture unit {unit} of {place.uniform.name} is outside"
                f" [0, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), {limit} units"
            )
    program.units.put(place.uniform.slot + place.element, units)


def _set_matrices(program, location, columns, rows, count, transpose, value):
    if transpose and lacks() == ES_2:
        # OpenGL ES 2.0, 2.10.4: "transpose must be FALSE", else "INVALID_VALUE is generated".
        raise invalid_value("transpose is not GL_FALSE, as OpenGL ES 2.0 needs")
    place = _place(program, location)
    if place is None:
        return
    of = place.uniform.type
    if not is_matrix(of) or (of.columns, of.rows) != (columns, rows):
        shape = columns if columns == rows else f"{columns}x{rows}"
        raise invalid_operation(
            f"{place.uniform.name} is a {of}, which glUniformMatrix{shape}fv does not set"
        )
    _check_count(place, count)
    if not count:
        return
    words = _words(value, columns * rows * count, "f")
    if transpose:
        words = words.reshape(count, rows, columns).swapaxes(1, 2)
    words = words.reshape(count, columns, rows)[: place.left]
    program.block.put_rows(place.row, words.reshape(-1, rows))


class UniformSetter(NamedTuple):
    """The numbers that a command glUniform* sets.

    kind : "f", "i" or "ui". columns : of a matrix with `size` rows; 0 for vectors and numbers, of
        `size` components. is_array : True if the numbers are an array.
    """

    kind: str
    columns: int
    size: int
    is_array: bool


UNIFORM_SETTERS: dict[str, UniformSetter] = {}
"""The setters for the program in use, by the names of their commands."""


def written_rows(
    program: ProgramObject, location: int, setter: UniformSetter, count: int
) -> tuple[int, int] | None:
    """Returns the rows of the default block that a setter writes as they are: (first, number).

    None if it converts the numbers, writes other state, or is refused.
    """
    kind, columns, size, _ = setter
    place = program.interface.places.get(location)
    if place is None or count < 1 or (count > 1 and not place.uniform.array):
        return None
    of = place.uniform.type
    if is_matrix(of):
        matches = kind == "f" and (of.columns, of.rows) == (columns, size)
    else:
        matches = not columns and (place.code, place.size) == (kind, size)
    return (place.row, min(count, place.left) * max(columns, 1)) if matches else None


# -- the families of commands ----------------------------------------------------------------------


def _whole(size: int, leading: int):
    """Returns the call form without `count`; leading : the number of arguments before it."""

    def form(*arguments):
        value = arguments[leading]
        count = np.size(value) // size
        if not count:
            raise BadArgument(f"value: {size} numbers needed")
        return (*arguments[:leading], count, value)

    return form


def _define(name: str, of_program: bool, size: int, kind: str, is_vector: bool) -> None:
    """Registers gl[Program]Uniform{1,2,3,4}{f,i,ui}[v]."""
    if of_program:

        def set_uniform(ctx, program, location, *values):
            found = check_linked(ctx, program)
            if is_vector:
                _set_many(found, location, kind, size, *values)
            else:
                _set_one(found, location, kind, values)

    elif is_vector:

        def set_uniform(ctx, location, count, value):
            _set_many(_current(ctx), location, kind, size, count, value)

    else:

        def set_uniform(ctx, location, *values):
            _set_one(_current(ctx), location, kind, values)

    what = "elements of a uniform" if is_vector else "a uniform"
    whose = "a program" if of_program else "the program in use"
    set_uniform.__doc__ = f"Sets {what} of {whose}, which has {size} components."
    forms = {2 + of_program: _whole(size, 1 + of_program)} if is_vector else None
    command(name, keeps_batch=True, forms=forms)(set_uniform)


def _define_matrix(name: str, of_program: bool, columns: int, rows: int) -> None:
    """Registers gl[Program]UniformMatrix{2,3,4,2x3,...}fv."""
    if of_program:

        def set_matrix(ctx, program, location, count, transpose, value):
            found = check_linked(ctx, program)
            _set_matrices(found, location, columns, rows, count, transpose, value)

    else:

        def set_matrix(ctx, location, count, transpose, value):
            _set_matrices(_current(ctx), location, columns, rows, count, transpose, value)

    whose = "a program" if of_program else "the program in use"
    set_matrix.__doc__ = f"Sets matrices of {whose}: {columns} columns of {rows} rows each."
    command(name, keeps_batch=True)(set_matrix)


for _match in commands_like(r"gl(Program)?Uniform([1-4])(f|i|ui)(v?)"):
    _define(_match[0], bool(_match[1]), int(_match[2]), _match[3], bool(_match[4]))
    if not _match[1]:
        UNIFORM_SETTERS[_match[0]] = UniformSetter(_match[3], 0, int(_match[2]), bool(_match[4]))
for _match in commands_like(r"gl(Program)?UniformMatrix([2-4])(?:x([2-4]))?fv"):
    _columns = int(_match[2])
    _rows = int(_match[3] or _columns)
    _define_matrix(_match[0], bool(_match[1]), _columns, _rows)
    if not _match[1]:
        UNIFORM_SETTERS[_match[0]] = UniformSetter("f", _columns, _rows, is_array=True)


def _define_double(name: str, size: int, is_vector: bool, is_matrix: bool) -> None:
    """Registers glProgramUniform{1,2,3,4}d[v] or glProgramUniformMatrix*dv.

    GLSL has no doubles here, so that they match no uniform; they set nothing at location -1.
    """

    def set_double(ctx, program, location, *values):
        """Raises GL_INVALID_OPERATION unless the location is -1: no uniform has doubles."""
        place = _place(check_linked(ctx, program), location)
        if place is not None:
            raise invalid_operation(f"{place.uniform.name} is a {place.uniform.type}, not doubles")

    forms = {3: _whole(size, 2)} if is_vector and not is_matrix else None
    command(name, keeps_batch=True, forms=forms)(set_double)


for _match in commands_like(r"glProgramUniform([1-4])d(v?)"):
    _define_double(_match[0], int(_match[1]), bool(_match[2]), False)
for _match in commands_like(r"glProgramUniformMatrix[2-4](?:x[2-4])?dv"):
    _define_double(_match[0], 0, True, True)


# -- queries ---------------------------------------------------------------------------------------


def _define_query(kind: str) -> None:
    """Registers glGetUniform{f,i,ui}v and glGetnUniform{f,i,ui,d}v."""

    def found(ctx, program, location):
        linked = check_linked(ctx, program)
        place = linked.interface.places.get(location)
        if place is None:
            raise invalid_operation(f"location: program {program} has no uniform at {location}")
        return value_of(linked, place, kind)

    def get_uniform(ctx, program, location, params):
        """Returns the value of a uniform of a program; a matrix by columns."""
        return fill(params, found(ctx, program, location))

    def get_limited_uniform(ctx, program, location, size, params):
        """Returns the value of a uniform of a program, at most `size` bytes."""
        value = found(ctx, program, location)
        check_fits(value.nbytes, size)
        return fill(params, value)

    if kind in DTYPES:
        command(f"glGetUniform{kind}v", listed=False, keeps_batch=True)(get_uniform)
        command(f"glGetnUniform{kind}v", listed=False, keeps_batch=True)(get_limited_uniform)
    command(f"glGetnUniform{kind}vARB", listed=False, keeps_batch=True)(get_limited_uniform)


for _kind in (*DTYPES, "d"):
    _define_query(_kind)


def value_of(program: ProgramObject, place: Place, kind: str) -> np.ndarray:
    """Returns the value of an element, converted to a kind: "f", "i", "ui" or "d".

    It is a scalar, (components,) or (columns, rows).
    """
    of = place.uniform.type
    if is_sampler(of):
        unit = program.units.values[place.uniform.slot + place.element]
        return QUERY_DTYPES[kind](unit)
    rows, size = rows_of(of), column_size(of)
    words = program.block.words[place.row : place.row + rows, :size]
    scalar = "float" if is_matrix(of) else of.scalar.value
    values = _converted(words, scalar, kind)
    if is_matrix(of):
        return values
    return values[0] if size > 1 else values[0, 0]


def _converted(words: np.ndarray, scalar: str, kind: str) -> np.ndarray:
    if scalar == "bool":
        return (words != 0).astype(QUERY_DTYPES[kind])
    values = words.view({"float": np.float32, "int": np.int32, "uint": np.uint32}[scalar])
    if scalar != "float" or kind in "fd":
        return values.astype(QUERY_DTYPES[kind])
    return nearest(values, DTYPES[kind])
