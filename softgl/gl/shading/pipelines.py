"""Program pipelines: programs for single stages (ARB_separate_shader_objects).

Pipeline objects are not shared: "Framebuffer, query, vertex array, and program pipeline objects are
not shared."
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.names import delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.programs.slots import sampler_disagreement
from softgl.gl.shading import linking
from softgl.gl.shading.linking import delete_unused_program, refuse_feedback
from softgl.gl.shading.objects import check_linked, find_program
from softgl.gl.shading.pipeline_objects import PipelineObject
from softgl.gl.shading.shaders import (
    STAGES,
    TYPES,
    compile_shader,
    create_shader,
    delete_shader,
    info_log,
    length_of,
    shader_source,
    size_of,
    whole_text,
)
from softgl.gl.shading.texts import return_text, texts_of
from softgl.ir.program import Stage

BITS = {
    gl.GL_VERTEX_SHADER_BIT: Stage.VERTEX,
    gl.GL_GEOMETRY_SHADER_BIT: Stage.GEOMETRY,
    gl.GL_FRAGMENT_SHADER_BIT: Stage.FRAGMENT,
}
"""The stage of each bit of glUseProgramStages."""
STATE = State(
    values={
        gl.GL_PROGRAM_PIPELINE_BINDING: lambda ctx: (
            ctx.shaders.pipeline.name if ctx.shaders.pipeline else 0
        )
    }
)

# -- objects ---------------------------------------------------------------------------------------


@command("glGenProgramPipelines", listed=False, keeps_batch=True, kind=Kind.NAMES)
def gen_program_pipelines(ctx, n, pipelines):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.shaders.pipelines, n, pipelines)


@command("glDeleteProgramPipelines", listed=False, forms=only_count)
def delete_program_pipelines(ctx, n, pipelines):
    """Deletes pipeline objects; if one is bound, none is bound afterwards."""
    shaders = ctx.shaders
    for pipeline in delete_names(shaders.pipelines, n, pipelines):
        if shaders.pipeline is pipeline:
            shaders.pipeline = None
        for program in {*pipeline.program_objects, pipeline.state.active} - {None}:
            delete_unused_program(ctx, program)


@command("glIsProgramPipeline", listed=False, keeps_batch=True)
def is_program_pipeline(ctx, pipeline):
    """Returns 1 for the name of a pipeline object that has been bound or used, else 0."""
    return int(ctx.shaders.pipelines.get(pipeline) is not None)


def find_pipeline(ctx, name: int) -> PipelineObject:
    """Returns the pipeline object of a generated name, which is created with its first use.

    Raises GL_INVALID_OPERATION for other names.
    """
    with used_pipeline(ctx, name) as pipeline:
        return pipeline


@contextmanager
def used_pipeline(ctx, name: int) -> Iterator[PipelineObject]:
    """`find_pipeline` for a command that may still fail: a failure creates no object."""
    pipelines = ctx.shaders.pipelines
    if name not in pipelines:
        raise invalid_operation(f"pipeline: {name} is not a name from glGenProgramPipelines")
    pipeline = pipelines[name] or PipelineObject(name)
    yield pipeline
    # "refers to a program pipeline object that has not been previously bound, the GL first creates
    # a new state vector"
    if pipelines[name] is None:
        pipelines[name] = pipeline


@command("glBindProgramPipeline", listed=False, keeps_batch=True)
def bind_program_pipeline(ctx, pipeline):
    """Binds a pipeline object, whose programs run while no program is in use; 0 for none."""
    # 2.20: INVALID_OPERATION is generated "by BindProgramPipeline if the current transform feedback
    # object is active and not paused."
    refuse_feedback(ctx)
    ctx.shaders.pipeline = find_pipeline(ctx, pipeline) if pipeline else None


# -- programs --------------------------------------------------------------------------------------


@command("glUseProgramStages", keeps_batch=True)
def use_program_stages(ctx, pipeline, stages, program):
    """Uses the executables of a separable program for stages of a pipeline object; 0 for none.

    stages : bits of GL_VERTEX_SHADER_BIT, _GEOMETRY_ and _FRAGMENT_, or GL_ALL_SHADER_BITS. A stage
    that the program lacks has no program afterwards.
    """
    known = sum(BITS)
    if stages != gl.GL_ALL_SHADER_BITS and stages & ~known:
        # "If <stages> is not the special value ALL_SHADER_BITS and has a bit set that is not
        # recognized, the error INVALID_VALUE is generated."
        raise invalid_value(f"stages: {stages & ~known:#x} is no bit of a stage")
    name = pipeline
    if name in ctx.shaders.pipelines and ctx.shaders.pipelines[name] is ctx.shaders.pipeline:
        refuse_feedback(ctx)
    found = _separable(ctx, program) if program else None
    pipeline = find_pipeline(ctx, name)
    replaced = []
    for stage in (stage for bit, stage in BITS.items() if stages & bit):
        old = pipeline.stages.get(stage)
        has_stage = found is not None and stage in found.linked.programs
        if has_stage:
            pipeline.stages[stage] = found
        elif old is not None:
            del pipeline.stages[stage]
        if old is not None and old is not found:
            replaced.append(old)
    for each in dict.fromkeys(replaced):
        delete_unused_program(ctx, each)


def _separable(ctx, name: int):
    program = check_linked(ctx, name)
    if not program.separable:
        raise invalid_operation(
            f"program {name} was linked without GL_PROGRAM_SEPARABLE: see glProgramParameteri"
        )
    return program


@command("glActiveShaderProgram", keeps_batch=True)
def active_shader_program(ctx, pipeline, program):
    """Chooses the program of a pipeline object whose uniforms glUniform* sets; 0 for none."""
    found = check_linked(ctx, program) if program else None
    state = find_pipeline(ctx, pipeline).state
    old, state.active = state.active, found
    if old is not None and old is not found:
        delete_unused_program(ctx, old)


def _all_texts(type, strings):
    texts = texts_of(strings)
    return type, len(texts), texts


@command(
    "glCreateShaderProgramv",
    listed=False,
    keeps_batch=True,
    kind=Kind.NAMES,
    forms={2: _all_texts},
    type=TYPES,
)
def create_shader_program(ctx, type, count, strings):
    """Compiles and links texts to a separable program of one stage; returns its name.

    GL_LINK_STATUS and the info log of the program, with that of the shader, tell the outcome.
    """
    texts = texts_of(strings, count)
    shader = create_shader(ctx, type)
    shader_source(ctx, shader, count, texts, None)
    compile_shader(ctx, shader)
    program = linking.create_program(ctx)
    made, source = find_program(ctx, program), ctx.shaders.objects[shader]
    made.state.settings.separable = True
    if source.compiled.compiled:
        linking.attach_shader(ctx, program, shader)
        linking.link_program(ctx, program)
        linking.detach_shader(ctx, program, shader)
    made.state.info_log += info_log(source).decode()
    delete_shader(ctx, shader)
    return program


# -- validation and queries ------------------------------------------------------------------------


@command("glValidateProgramPipeline", listed=False, keeps_batch=True)
def validate_program_pipeline(ctx, pipeline):
    """Checks that a pipeline object can draw; GL_VALIDATE_STATUS has the outcome.

    The info log names inputs that no output of the program before them matches: these are undefined
    and no failure.
    """
    found = find_pipeline(ctx, pipeline)
    disagreements = map(sampler_disagreement, found.program_objects)
    reason = found.problem or next(filter(None, disagreements), "")
    lines = [f"error: {reason}\n"] if reason else []
    lines += [f"warning: {each}\n" for each in found.undefined_inputs()]
    found.state.validated, found.state.info_log = not reason, "".join(lines)


def _name_of(program) -> int:
    return program.name if program else 0


PROPERTIES = {
    gl.GL_ACTIVE_PROGRAM: lambda pipeline: _name_of(pipeline.state.active),
    gl.GL_VALIDATE_STATUS: lambda pipeline: pipeline.state.validated,
    gl.GL_INFO_LOG_LENGTH: lambda pipeline: length_of(pipeline.state.info_log.encode()),
    **{
        type: lambda pipeline, stage=stage: _name_of(pipeline.stages.get(stage))
        for type, stage in STAGES.items()
    },
}
"""The properties of glGetProgramPipelineiv: functions of the pipeline object."""


@command("glGetProgramPipelineiv", listed=False, keeps_batch=True, pname=EnumSet.of(PROPERTIES))
def get_program_pipeline(ctx, pipeline, pname, params):
    """Returns a property of a pipeline object."""
    with used_pipeline(ctx, pipeline) as found:
        return fill(params, np.int32(PROPERTIES[pname](found)))


@command(
    "glGetProgramPipelineInfoLog",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    bufSize=size_of,
)
def get_program_pipeline_info_log(ctx, pipeline, buf_size, length, log):
    """Returns the info log of the last validation as bytes; with `infoLog`, fills it."""
    with used_pipeline(ctx, pipeline) as found:
        return return_text(found.state.info_log.encode(), buf_size, length, log)
