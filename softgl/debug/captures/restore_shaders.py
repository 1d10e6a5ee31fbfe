"""Makes the calls that restore shader and program objects, with their uniforms.

A program is linked again from the texts of its last successful link, by shaders that are deleted
afterwards. The info log of a failed link or compilation is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.shading.interfaces import column_size, is_matrix, is_sampler, rows_of
from softgl.gl.shading.objects import LinkSettings, ProgramObject, ShaderObject
from softgl.gl.shading.pipeline_objects import PipelineObject
from softgl.gl.shading.pipelines import BITS

Calls = Iterator[tuple]
_KINDS = {"float": ("f", np.float32), "int": ("i", np.int32), "uint": ("ui", np.uint32)}


def shader_calls(ctx) -> Calls:
    """Yields the calls that make the shader and program objects, none of them in use."""
    objects = ctx.shaders.objects
    last = max(objects, default=0)
    missing = [name for name in range(1, last + 1) if name not in objects]
    for name in range(1, last + 1):
        yield from _named(objects.get(name), name)
    programs = [each for _, each in sorted(objects.items()) if type(each) is ProgramObject]
    for program in programs:
        yield from _program(program, last)
    for name in missing:
        yield "glDeleteShader", (name,)
    for name, each in sorted(objects.items()):
        if type(each) is ShaderObject and each.flagged:
            yield "glDeleteShader", (name,)


def use_calls(ctx) -> Calls:
    """Yields the calls that make pipelines, use programs, and delete programs for later."""
    shaders = ctx.shaders
    for name, pipeline in shaders.pipelines.items():
        if pipeline is not None:
            yield from _pipeline(name, pipeline)
    if shaders.pipelines:
        yield "glBindProgramPipeline", (shaders.pipeline.name if shaders.pipeline else 0,)
    if shaders.current is not None:
        yield "glUseProgram", (shaders.current.name,)
    for name, each in sorted(shaders.objects.items()):
        if type(each) is ProgramObject and each.state.flagged and shaders.uses(each):
            yield "glDeleteProgram", (name,)


def _pipeline(name: int, pipeline: PipelineObject) -> Calls:
    yield "glBindProgramPipeline", (name,)
    for bit, stage in BITS.items():
        program = pipeline.stages.get(stage)
        if program is not None and program.separable:
            yield "glUseProgramStages", (name, bit, program.name)
    if pipeline.state.active is not None:
        yield "glActiveShaderProgram", (name, pipeline.state.active.name)
    if pipeline.state.validated:
        yield "glValidateProgramPipeline", (name,)


def _named(each: ShaderObject | ProgramObject | None, name: int) -> Calls:
    """Yields the calls that make an object of a name, or a shader in the place of none."""
    if type(each) is ProgramObject:
        yield "glCreateProgram", (), 0, {}, (name,)
        return
    yield "glCreateShader", (each.type if each else gl.GL_VERTEX_SHADER,), 0, {}, (name,)
    if each and each.compiled is not None:
        yield from _source(name, each.compiled_source)
        yield "glCompileShader", (name,)
    if each and each.source is not None and each.source != each.compiled_source:
        yield from _source(name, each.source)


def _source(name: int, texts: tuple[bytes, ...]) -> Calls:
    yield "glShaderSource", (name, len(texts), texts, tuple(map(len, texts)))


def _program(program: ProgramObject, last: int) -> Calls:
    """Yields the calls that link a program and attach its shaders; last : the last name in use."""
    name, state = program.name, program.state
    if state.installed is not None:
        texts = state.installed.texts
        temporary = range(last + 1, last + 1 + len(texts))
        for shader, (kind, source) in zip(temporary, texts, strict=True):
            yield "glCreateShader", (kind,), 0, {}, (shader,)
            yield from _source(shader, source)
            yield "glCompileShader", (shader,)
            yield "glAttachShader", (name, shader)
        yield from _settings(name, state.installed.settings)
        yield "glLinkProgram", (name,)
        for shader in temporary:
            yield "glDetachShader", (name, shader)
            yield "glDeleteShader", (shader,)
        yield from _uniforms(program)
        if state.validated:
            yield "glValidateProgram", (name,)
    if state.installed is None or state.settings != state.installed.settings:
        yield from _settings(name, state.settings)
    for shader in state.shaders:
        yield "glAttachShader", (name, shader.name)


def _settings(name: int, settings: LinkSettings) -> Calls:
    for variable, place in settings.attributes.items():
        yield "glBindAttribLocation", (name, place, variable.encode("latin-1"))
    for variable, (color, index) in settings.outputs.items():
        arguments = (name, color, index, variable.encode("latin-1"))
        yield "glBindFragDataLocationIndexed", arguments
    names = tuple(each.encode("latin-1") for each in settings.varyings)
    yield "glTransformFeedbackVaryings", (name, len(names), names, settings.varying_mode)
    for pname, value in settings.geometry.items():
        yield "glProgramParameteri", (name, pname, value)
    for pname, value in (
        (gl.GL_PROGRAM_SEPARABLE, settings.separable),
        (gl.GL_PROGRAM_BINARY_RETRIEVABLE_HINT, settings.retrievable),
    ):
        yield "glProgramParameteri", (name, pname, int(value))


def _uniforms(program: ProgramObject) -> Calls:
    name = program.name
    for uniform in program.linked.uniforms:
        if uniform.location >= 0:
            yield _uniform(program, uniform)
    for index, point in enumerate(program.block_points.values):
        yield "glUniformBlockBinding", (name, index, point)


def _uniform(program: ProgramObject, uniform) -> tuple:
    """Returns the call that sets all elements of a uniform."""
    of, count = uniform.type, uniform.size
    head = program.name, uniform.location, count
    if is_sampler(of):
        units = program.units.values[uniform.slot : uniform.slot + count]
        return "glProgramUniform1iv", (*head, np.array(units, np.int32))
    size, rows = column_size(of), count * rows_of(of)
    words = program.block.words[uniform.row : uniform.row + rows, :size].copy()
    if is_matrix(of):
        shape = of.columns if of.columns == of.rows else f"{of.columns}x{of.rows}"
        return f"glProgramUniformMatrix{shape}fv", (*head, False, words.view(np.float32))
    if of.scalar.value == "bool":
        return f"glProgramUniform{size}uiv", (*head, words & np.uint32(1))
    kind, dtype = _KINDS[of.scalar.value]
    return f"glProgramUniform{size}{kind}v", (*head, words.view(dtype))
