"""Queries of all interfaces of a program by one set of commands (ARB_program_interface_query).

GL_INVALID_ENUM refuses the interfaces of absent features, as subroutines and storage blocks: each
"Dependencies" section of the extension removes them. Properties of these features have the
value that a resource without the feature has.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import integers, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill, fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.shading.interfaces import element_of, enum_of, rows_of
from softgl.gl.shading.objects import ProgramObject, check_linked, find_program
from softgl.gl.shading.shaders import size_of
from softgl.gl.shading.texts import name_of, return_text
from softgl.ir.program import Stage

UNIFORM, BLOCK = gl.GL_UNIFORM, gl.GL_UNIFORM_BLOCK
INPUT, OUTPUT = gl.GL_PROGRAM_INPUT, gl.GL_PROGRAM_OUTPUT
VARYING = gl.GL_TRANSFORM_FEEDBACK_VARYING
LISTS = {
    UNIFORM: "uniforms",
    BLOCK: "blocks",
    INPUT: "program_inputs",
    OUTPUT: "program_outputs",
    VARYING: "varyings",
}
"""The list of `Interface` of each interface."""
INTERFACES = EnumSet.of(LISTS)
LOCATED = EnumSet.of((UNIFORM, INPUT, OUTPUT))


def resources(program: ProgramObject, interface: int) -> tuple:
    """Returns the active resources of an interface; none after a failed link."""
    return getattr(program.interface, LISTS[interface])


def _resource(program: ProgramObject, interface: int, index: int):
    found = resources(program, interface)
    if index >= len(found):
        raise invalid_value(f"index: {index} is not below {len(found)}, the active resources")
    return found[index]


def _length(resource) -> int:
    return len(resource.name.encode("latin-1")) + 1


# -- the properties of interfaces ------------------------------------------------------------------

INTERFACE_PROPERTIES = EnumSet(
    "GL_ACTIVE_RESOURCES GL_MAX_NAME_LENGTH GL_MAX_NUM_ACTIVE_VARIABLES "
    "GL_MAX_NUM_COMPATIBLE_SUBROUTINES"
)


@command(
    "glGetProgramInterfaceiv",
    listed=False,
    keeps_batch=True,
    programInterface=INTERFACES,
    pname=INTERFACE_PROPERTIES,
)
def get_program_interface(ctx, program, interface, pname, params):
    """Returns a property of an interface: the number of its resources, or their largest lengths."""
    found = resources(find_program(ctx, program), interface)
    if pname == gl.GL_ACTIVE_RESOURCES:
        value = len(found)
    elif pname == gl.GL_MAX_NAME_LENGTH:
        value = max(map(_length, found), default=0)
    elif pname == gl.GL_MAX_NUM_ACTIVE_VARIABLES and interface == BLOCK:
        value = max((len(block.uniforms) for block in found), default=0)
    else:
        raise invalid_operation(
            f"pname: {gl.name_of(interface)} has no {gl.name_of(pname).removeprefix('GL_')}"
        )
    return fill(params, np.int32(value))


# -- names and indices -----------------------------------------------------------------------------


@command(
    "glGetProgramResourceIndex",
    listed=False,
    keeps_batch=True,
    programInterface=INTERFACES,
    name=name_of,
)
def get_program_resource_index(ctx, program, interface, name):
    """Returns the index of a resource by name, of an array also without [0]; else
    GL_INVALID_INDEX."""
    found = [each.name for each in resources(find_program(ctx, program), interface)]
    for wanted in (name, f"{name}[0]"):
        # "the value INVALID_INDEX should be returned when querying the index assigned to the
        # special names" of transform feedback.
        if wanted in found and not (interface == VARYING and _is_special(wanted)):
            return found.index(wanted)
    return gl.GL_INVALID_INDEX


def _is_special(name: str) -> bool:
    return name.startswith("gl_SkipComponents") or name == "gl_NextBuffer"


def _whole_name(program, interface, index):
    return program, interface, index, None, None, None


@command(
    "glGetProgramResourceName",
    listed=False,
    keeps_batch=True,
    forms={3: _whole_name},
    programInterface=INTERFACES,
    bufSize=size_of,
)
def get_program_resource_name(ctx, program, interface, index, buf_size, length, name):
    """Returns the name of a resource as bytes; with `name`, writes it there."""
    found = _resource(find_program(ctx, program), interface, index)
    return return_text(found.name.encode("latin-1"), buf_size, length, name)


# -- the properties of resources -------------------------------------------------------------------


def _type(program, interface, resource):
    return gl.GL_NONE if resource.type is None else enum_of(resource.type)


def _uniform(name):
    return lambda program, interface, resource: int(getattr(resource, name))


def _constant(value):
    return lambda program, interface, resource: value


def _binding(program, interface, block):
    return program.block_points.values[program.interface.blocks.index(block)]


def _referenced(stage):
    def query(program, interface, resource):
        if interface in (UNIFORM, BLOCK):
            return int(stage in resource.stages)
        stages = [each for each in _ORDER if each in program.interface.stages]
        return int(stage is stages[0 if interface == INPUT else -1])

    return query


_ORDER = Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT
_VARIABLES = (UNIFORM, INPUT, OUTPUT)
_REFERENCED = (UNIFORM, BLOCK, INPUT, OUTPUT)
PROPERTIES = {
    gl.GL_NAME_LENGTH: (INTERFACES, lambda program, interface, resource: _length(resource)),
    gl.GL_TYPE: ((*_VARIABLES, VARYING), _type),
    gl.GL_ARRAY_SIZE: ((*_VARIABLES, VARYING), _uniform("size")),
    gl.GL_OFFSET: ((UNIFORM,), _uniform("offset")),
    gl.GL_BLOCK_INDEX: ((UNIFORM,), _uniform("block")),
    gl.GL_ARRAY_STRIDE: ((UNIFORM,), _uniform("array_stride")),
    gl.GL_MATRIX_STRIDE: ((UNIFORM,), _uniform("matrix_stride")),
    gl.GL_IS_ROW_MAJOR: ((UNIFORM,), _uniform("row_major")),
    gl.GL_ATOMIC_COUNTER_BUFFER_INDEX: ((UNIFORM,), _constant(-1)),
    gl.GL_BUFFER_BINDING: ((BLOCK,), _binding),
    gl.GL_BUFFER_DATA_SIZE: ((BLOCK,), _uniform("size")),
    gl.GL_NUM_ACTIVE_VARIABLES: (
        (BLOCK,), lambda program, interface, block: len(block.uniforms)),
    gl.GL_ACTIVE_VARIABLES: ((BLOCK,), lambda program, interface, block: block.uniforms),
    gl.GL_REFERENCED_BY_VERTEX_SHADER: (_REFERENCED, _referenced(Stage.VERTEX)),
    gl.GL_REFERENCED_BY_TESS_CONTROL_SHADER: (_REFERENCED, _constant(0)),
    gl.GL_REFERENCED_BY_TESS_EVALUATION_SHADER: (_REFERENCED, _constant(0)),
    gl.GL_REFERENCED_BY_GEOMETRY_SHADER: (_REFERENCED, _referenced(Stage.GEOMETRY)),
    gl.GL_REFERENCED_BY_FRAGMENT_SHADER: (_REFERENCED, _referenced(Stage.FRAGMENT)),
    gl.GL_REFERENCED_BY_COMPUTE_SHADER: (_REFERENCED, _constant(0)),
    gl.GL_LOCATION: (_VARIABLES, _uniform("location")),
    gl.GL_LOCATION_INDEX: ((OUTPUT,), _uniform("index")),
    gl.GL_IS_PER_PATCH: ((INPUT, OUTPUT), _constant(0)),
    gl.GL_NUM_COMPATIBLE_SUBROUTINES: ((), None),
    gl.GL_COMPATIBLE_SUBROUTINES: ((), None),
    gl.GL_TOP_LEVEL_ARRAY_SIZE: ((), None),
    gl.GL_TOP_LEVEL_ARRAY_STRIDE: ((), None),
}  # fmt: skip
"""Table X.1: the interfaces that have each property, and its value: a function of the program
object, the interface and the resource."""


def _all_values(program, interface, index, props):
    listed = integers(props, np.uint32)
    return program, interface, index, len(listed), listed, None, None, None


def _values_of(program, interface, index, count, props):
    return program, interface, index, count, props, None, None, None


def _size(value) -> int | None:
    return None if value is None else size_of(value)


@command(
    "glGetProgramResourceiv",
    listed=False,
    keeps_batch=True,
    forms={4: _all_values, 5: _values_of},
    programInterface=INTERFACES,
    count=_size,
)
def get_program_resource(ctx, program, interface, index, prop_count, props, count, length, params):
    """Returns the values of properties of a resource one after the other, (n,) int32.

    count : the number of values at most. With outputs, fills these.
    """
    found = find_program(ctx, program)
    resource = _resource(found, interface, index)
    if not prop_count:
        raise invalid_value("propCount is 0")
    listed = integers(props, np.uint32, prop_count)[:prop_count]
    if len(listed) < prop_count:
        raise invalid_value(f"props: {prop_count} properties needed, not {len(listed)}")
    values: list[int] = []
    for each in map(int, listed):
        values += _values(found, interface, resource, each)
    written = np.array(values[:count], np.int32)
    if length is None and params is None:
        return written
    fill_each((length, np.int32([len(written)])), (params, written))
    return None


def _values(program, interface, resource, pname: int) -> list[int]:
    if pname not in PROPERTIES:
        raise invalid_enum(f"props: {gl.name_of(pname)} is no property of resources")
    interfaces, query = PROPERTIES[pname]
    if interface not in interfaces:
        raise invalid_operation(f"props: {gl.name_of(interface)} has no {gl.name_of(pname)}")
    value = query(program, interface, resource)
    return list(value) if isinstance(value, tuple) else [value]


# -- locations -------------------------------------------------------------------------------------


@command(
    "glGetProgramResourceLocation",
    listed=False,
    keeps_batch=True,
    programInterface=LOCATED,
    name=name_of,
)
def get_program_resource_location(ctx, program, interface, name):
    """Returns the location of a variable, or of an element "a[2]"; -1 if it has none."""
    program = check_linked(ctx, program)
    if interface == UNIFORM:
        return program.interface.location(name)
    variable, element = element_of(resources(program, interface), name) or (None, 0)
    if variable is None or variable.location < 0:
        return -1
    return variable.location + element * rows_of(variable.type)


@command(
    "glGetProgramResourceLocationIndex",
    listed=False,
    keeps_batch=True,
    programInterface=EnumSet("GL_PROGRAM_OUTPUT"),
    name=name_of,
)
def get_program_resource_location_index(ctx, program, interface, name):
    """Returns the source of blending of a fragment output, 0 or 1; -1 for other names."""
    found = element_of(resources(check_linked(ctx, program), interface), name)
    return -1 if found is None else found[0].index
