"""Program objects: attached shaders, linking, use and deletion.

OpenGL 3.3 compatibility, 2.14.2; ARB_geometry_shader4 and ARB_separate_shader_objects for
glProgramParameteri.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import LIMITS, State
from softgl.gl.shading.objects import (
    Installed,
    LinkSettings,
    ProgramObject,
    ShaderObject,
    find_program,
    find_shader,
    new_name,
)
from softgl.gl.shading.shaders import delete_unused, report_failure
from softgl.gl.shading.texts import name_of, texts_of
from softgl.glsl.limits import MAX_FEEDBACK_BUFFERS, MAX_GEOMETRY_OUTPUT_VERTICES

MAX_CACHED_PROGRAMS = 64
INPUTS = {
    gl.GL_POINTS: "points",
    gl.GL_LINES: "lines",
    gl.GL_LINES_ADJACENCY: "lines_adjacency",
    gl.GL_TRIANGLES: "triangles",
    gl.GL_TRIANGLES_ADJACENCY: "triangles_adjacency",
}
OUTPUTS = {
    gl.GL_POINTS: "points",
    gl.GL_LINE_STRIP: "line_strip",
    gl.GL_TRIANGLE_STRIP: "triangle_strip",
}
INITIAL_GEOMETRY = {
    gl.GL_GEOMETRY_INPUT_TYPE_ARB: gl.GL_TRIANGLES,
    gl.GL_GEOMETRY_OUTPUT_TYPE_ARB: gl.GL_TRIANGLE_STRIP,
    gl.GL_GEOMETRY_VERTICES_OUT_ARB: 0,
}
"""The initial parameters of geometry shaders (ARB_geometry_shader4, table 6.X)."""
STATE = State(
    values={
        gl.GL_CURRENT_PROGRAM: lambda ctx: ctx.shaders.current.name if ctx.shaders.current else 0
    }
)


@command("glCreateProgram", listed=False, keeps_batch=True, kind=Kind.NAMES)
def create_program(ctx):
    """Creates an empty program object; returns its name."""
    name = new_name(ctx)
    ctx.shaders.objects[name] = ProgramObject(name)
    return name


@command("glIsProgram", listed=False, keeps_batch=True)
def is_program(ctx, program):
    """Returns 1 for the name of a program object, else 0."""
    return int(type(ctx.shaders.objects.get(program)) is ProgramObject)


@command("glAttachShader", listed=False, keeps_batch=True)
def attach_shader(ctx, program, shader):
    """Attaches a shader object, compiled or not; several may have one type."""
    found, attached = find_program(ctx, program), find_shader(ctx, shader)
    if attached in found.state.shaders:
        raise invalid_operation(f"shader {shader} is attached to program {program} already")
    # OpenGL ES 3.0, 2.12.3: "Multiple shader objects of the same type may not be attached to a
    # single program object", and "INVALID_OPERATION is generated".
    if ctx.es and any(each.type == attached.type for each in found.state.shaders):
        raise invalid_operation(f"program {program} has a shader of this type already")
    found.state.shaders.append(attached)
    attached.attachments += 1


@command("glDetachShader", listed=False, keeps_batch=True)
def detach_shader(ctx, program, shader):
    """Detaches a shader object; a flagged one is deleted with its last attachment."""
    found, attached = find_program(ctx, program), find_shader(ctx, shader)
    if attached not in found.state.shaders:
        raise invalid_operation(f"shader {shader} is not attached to program {program}")
    _detach(ctx, found, attached)


def _detach(ctx, program: ProgramObject, shader: ShaderObject) -> None:
    program.state.shaders.remove(shader)
    shader.attachments -= 1
    delete_unused(ctx, shader)


@command("glDeleteProgram", listed=False, keeps_batch=True)
def delete_program(ctx, program):
    """Deletes a program object as soon as no context uses it; ignores 0."""
    if program:
        found = find_program(ctx, program)
        found.state.flagged = True
        delete_unused_program(ctx, found)


def delete_unused_program(ctx, program: ProgramObject) -> None:
    """Frees a program object that is deleted and that no context or pipeline object uses."""
    # ARB_separate_shader_objects, 2.14.2: "If <program> is not current for any GL context, is not
    # the active program for any program pipeline object, and is not the current program for any
    # stage of any program pipeline object, it is deleted immediately."
    contexts = tuple(ctx.share_group.contexts)
    if program.state.flagged and not any(each.shaders.uses(program) for each in contexts):
        ctx.shaders.objects.pop(program.name, None)
        for shader in tuple(program.state.shaders):
            _detach(ctx, program, shader)


@command("glUseProgram", keeps_batch=True)
def use_program(ctx, program):
    """Uses the executables of a linked program from now on; 0 for fixed function and assembly."""
    found = find_program(ctx, program) if program else None
    if found is not None and not found.state.status:
        first = found.state.info_log.partition("\n")[0]
        raise invalid_operation(f"program {program} is not linked{first and ': '}{first}")
    refuse_feedback(ctx)
    replaced, ctx.shaders.current = ctx.shaders.current, found
    if replaced is not None and replaced is not found:
        delete_unused_program(ctx, replaced)


def refuse_feedback(ctx) -> None:
    """Refuses other programs while transform feedback is active."""
    # OpenGL 3.3, 2.19: "If transform feedback is active, the error INVALID_OPERATION is generated
    # by UseProgram".
    if ctx.feedback.mode is not None:
        raise invalid_operation("transform feedback is active")


# -- the state of the next link --------------------------------------------------------------------


@command("glBindAttribLocation", listed=False, keeps_batch=True, name=name_of)
def bind_attrib_location(ctx, program, index, name):
    """Binds an attribute of vertex shaders to a generic attribute, for the next link."""
    found = find_program(ctx, program)
    limit = LIMITS[gl.GL_MAX_VERTEX_ATTRIBS]
    if index >= limit:
        raise invalid_value(f"index: {index} is not below GL_MAX_VERTEX_ATTRIBS, {limit}")
    _refuse_reserved(name)
    found.state.settings.attributes[name] = index


def _refuse_reserved(name: str) -> None:
    if name.startswith("gl_"):
        raise invalid_operation(f"name: {name} begins with the reserved prefix gl_")


@command("glBindFragDataLocation", listed=False, keeps_batch=True, name=name_of)
def bind_frag_data_location(ctx, program, color, name):
    """Binds an output of fragment shaders to a draw buffer, for the next link."""
    _bind_output(ctx, program, color, 0, name)


@command("glBindFragDataLocationIndexed", listed=False, keeps_batch=True, name=name_of)
def bind_frag_data_location_indexed(ctx, program, color, index, name):
    """Binds an output to a draw buffer, as the first or the second source of blending."""
    _bind_output(ctx, program, color, index, name)


def _bind_output(ctx, program, color, index, name):
    found = find_program(ctx, program)
    if index > 1:
        raise invalid_value(f"index: {index} is neither 0 nor 1")
    word = "GL_MAX_DUAL_SOURCE_DRAW_BUFFERS" if index else "GL_MAX_DRAW_BUFFERS"
    limit = LIMITS[getattr(gl, word)]
    if color >= limit:
        raise invalid_value(f"color: {color} is not below {word}, {limit}")
    _refuse_reserved(name)
    found.state.settings.outputs[name] = (color, index)


def _all_varyings(program, varyings, mode):
    texts = texts_of(varyings)
    return program, len(texts), texts, mode


@command(
    "glTransformFeedbackVaryings",
    listed=False,
    keeps_batch=True,
    forms={3: _all_varyings},
    bufferMode=EnumSet("GL_INTERLEAVED_ATTRIBS GL_SEPARATE_ATTRIBS"),
)
def transform_feedback_varyings(ctx, program, count, varyings, mode):
    """Sets the names of the outputs that transform feedback records, for the next link."""
    found = find_program(ctx, program)
    if ctx.feedback.bound.active:
        # ARB_transform_feedback2: INVALID_OPERATION "if the current transform feedback object is
        # active, even if paused".
        raise invalid_operation("transform feedback is active")
    limit = LIMITS[gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS]
    if mode == gl.GL_SEPARATE_ATTRIBS and count > limit:
        word = "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS"
        raise invalid_value(f"count: {count} is more than {word}, {limit}")
    names = tuple(text.decode("latin-1") for text in texts_of(varyings, count))
    check_special(names, mode)
    found.state.settings.varyings, found.state.settings.varying_mode = names, mode


def check_special(names: tuple[str, ...], mode: int) -> None:
    """Refuses names that skip words or begin another buffer, where there is no such buffer."""
    from softgl.glsl.link.feedback import NEXT_BUFFER, SKIPS

    # ARB_transform_feedback3, 2.20: INVALID_OPERATION for one of the special names if "<bufferMode>
    # is not INTERLEAVED_ATTRIBS, or if the number of "gl_NextBuffer" pointers in <varyings> is
    # greater than or equal to the limit MAX_TRANSFORM_FEEDBACK_BUFFERS".
    special = next((name for name in names if name in SKIPS or name == NEXT_BUFFER), None)
    if special and mode != gl.GL_INTERLEAVED_ATTRIBS:
        raise invalid_operation(f"varyings: {special} needs GL_INTERLEAVED_ATTRIBS")
    buffers = 1 + names.count(NEXT_BUFFER)
    if buffers > MAX_FEEDBACK_BUFFERS:
        raise invalid_operation(
            f"varyings: {buffers} buffers are more than GL_MAX_TRANSFORM_FEEDBACK_BUFFERS,"
            f" {MAX_FEEDBACK_BUFFERS}"
        )


PARAMETERS = EnumSet.of(INITIAL_GEOMETRY) | EnumSet(
    "GL_PROGRAM_SEPARABLE GL_PROGRAM_BINARY_RETRIEVABLE_HINT"
)


@command("glProgramParameteri", listed=False, keeps_batch=True, pname=PARAMETERS)
def program_parameter(ctx, program, pname, value):
    """Sets a parameter of the next link: primitives and vertices of geometry shaders, separable."""
    found = find_program(ctx, program)
    if pname in INITIAL_GEOMETRY:
        problem = geometry_problem(pname, value)
        if problem:
            raise invalid_value(f"value: {problem}")
    elif value not in (0, 1):
        raise invalid_value(f"value: {value} is neither GL_FALSE nor GL_TRUE")
    if pname in INITIAL_GEOMETRY:
        found.state.settings.geometry[pname] = value
    elif pname == gl.GL_PROGRAM_SEPARABLE:
        found.state.settings.separable = bool(value)
    else:
        found.state.settings.retrievable = bool(value)


def geometry_problem(pname: int, value: int) -> str:
    """Returns the reason why a parameter of geometry shaders cannot have a value, or ""."""
    if pname == gl.GL_GEOMETRY_VERTICES_OUT_ARB:
        fits = 0 <= value <= MAX_GEOMETRY_OUTPUT_VERTICES
        return "" if fits else f"{value} is outside [0, {MAX_GEOMETRY_OUTPUT_VERTICES}]"
    legal = INPUTS if pname == gl.GL_GEOMETRY_INPUT_TYPE_ARB else OUTPUTS
    words = ", ".join(legal.values())
    return "" if value in legal else f"primitive {value} is not one of {words}"


# -- linking ---------------------------------------------------------------------------------------


@command("glLinkProgram", listed=False)
def link_program(ctx, program):
    """Links the attached shaders; GL_LINK_STATUS and the info log tell the outcome.

    A program in use gets its new executables at once; if linking fails it keeps the old ones.
    """
    found = find_program(ctx, program)
    check_unrecorded(ctx, found)
    state = found.state
    linked, log = None, "".join(map(_failure, state.shaders))
    if not log:
        shaders = tuple(shader.compiled for shader in state.shaders)
        linked, log = linked_of(shaders, state.settings, bool(ctx.lacks))
    texts = tuple((shader.type, shader.compiled_source) for shader in state.shaders)
    finish_link(ctx, found, linked, log, Installed(texts, deepcopy(state.settings)))


def check_unrecorded(ctx, program: ProgramObject) -> None:
    """Refuses another link of a program whose outputs transform feedback records."""
    # ARB_transform_feedback2: INVALID_OPERATION "if <program> is the name of a program being used
    # by one or more transform feedback objects, even if the objects are not currently bound or are
    # paused".
    if any(program in each.programs for each in ctx.feedback.all):
        raise invalid_operation(f"program {program.name} is in use by active transform feedback")


def linked_of(shaders: tuple, settings: LinkSettings, core: bool) -> tuple:
    """Links compiled shaders; returns the `LinkedProgram`, None after a failure, and the log."""
    result = _linked(shaders, _request(settings, core))
    return result.program, result.info_log


def finish_link(ctx, program: ProgramObject, linked, log: str, installed: Installed | None) -> None:
    """Installs the outcome of a link: a `LinkedProgram` and its origin, or None for a failure."""
    state = program.state
    state.validated, state.info_log, state.status = False, log, linked is not None
    if linked is None:
        program.lose_interface()
        report_failure(ctx, f"program {program.name}", log)
    else:
        program.install(linked)
        state.installed = installed


def _failure(shader: ShaderObject) -> str:
    """Returns the line of the info log on a shader that is not compiled; "" for a compiled one."""
    if shader.compiled and shader.compiled.compiled:
        return ""
    how = " successfully" if shader.compiled else ""
    return f"error: shader {shader.name} ({gl.name_of(shader.type)}) is not compiled{how}\n"


def _request(settings: LinkSettings, core: bool):
    from softgl.glsl.linked import LinkRequest

    geometry = INITIAL_GEOMETRY | settings.geometry if settings.geometry else None
    return LinkRequest(
        attributes=tuple(sorted(settings.attributes.items())),
        outputs=tuple(sorted(settings.outputs.items())),
        varyings=settings.varyings,
        interleaved=settings.varying_mode == gl.GL_INTERLEAVED_ATTRIBS,
        geometry=geometry
        and (
            INPUTS[geometry[gl.GL_GEOMETRY_INPUT_TYPE_ARB]],
            OUTPUTS[geometry[gl.GL_GEOMETRY_OUTPUT_TYPE_ARB]],
            geometry[gl.GL_GEOMETRY_VERTICES_OUT_ARB],
        ),
        separable=settings.separable,
        core=core,
    )


@lru_cache(maxsize=MAX_CACHED_PROGRAMS)
def _linked(shaders: tuple, request):
    """Links compiled shaders; the same ones with an equal request give the same `LinkResult`."""
    from softgl.glsl import link

    return link.link_program(shaders, request)
