"""Shader and program objects as dictionaries, for `softgl.debug.objects`."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.shading.interfaces import Interface, is_matrix, is_sampler
from softgl.gl.shading.objects import ProgramObject, ShaderObject
from softgl.gl.shading.pipeline_objects import PipelineObject
from softgl.gl.shading.shaders import info_log, source_of
from softgl.gl.shading.uniforms import value_of


def shader_objects(ctx) -> dict[str, dict]:
    """The sections of a state that hold shader and program objects."""
    named = sorted(ctx.shaders.objects.items())
    return {
        "shaders": {name: _shader(each) for name, each in named if type(each) is ShaderObject},
        "shader_programs": {
            name: _program(each) for name, each in named if type(each) is ProgramObject
        },
        "pipelines": {
            name: _pipeline(each)
            for name, each in sorted(ctx.shaders.pipelines.items())
            if each is not None
        },
    }


def _pipeline(pipeline: PipelineObject) -> dict:
    state = pipeline.state
    return {
        "stages": {stage.value: program.name for stage, program in pipeline.stages.items()},
        "active_program": state.active.name if state.active else 0,
        "valid": state.validated,
        "info_log": state.info_log,
    }


def _shader(shader: ShaderObject) -> dict:
    return {
        "type": gl.name_of(shader.type),
        "source": source_of(shader).decode("utf-8", "replace"),
        "compiled": bool(shader.compiled and shader.compiled.compiled),
        "info_log": info_log(shader).decode(),
        "deleted": shader.flagged,
    }


def _program(program: ProgramObject) -> dict:
    state = program.state
    found = {
        "linked": state.status,
        "shaders": [shader.name for shader in state.shaders],
        "info_log": state.info_log,
        "deleted": state.flagged,
        "bound_attributes": dict(state.settings.attributes),
        "bound_outputs": {name: list(place) for name, place in state.settings.outputs.items()},
        "varyings": list(state.settings.varyings),
    }
    linked = program.linked
    if linked is None:
        return found
    return found | {
        "stages": [stage.value for stage in linked.programs],
        "attributes": {each.name: each.location for each in linked.attributes},
        "outputs": {each.name: each.location for each in linked.outputs},
        "uniforms": uniform_values(program),
        "blocks": {
            block.name: point
            for block, point in zip(linked.blocks, program.block_points.values, strict=True)
        },
    }


def uniform_values(program: ProgramObject) -> dict:
    """The value of each uniform of the default block by name; of arrays a list."""
    places, found = Interface(program.linked).places, {}
    for uniform in program.linked.uniforms:
        if uniform.location >= 0:
            kind = _kind(uniform.type)
            values = [
                value_of(program, places[uniform.location + n], kind) for n in range(uniform.size)
            ]
            found[uniform.name] = values if uniform.array else values[0]
    return found


def _kind(type) -> str:
    if is_sampler(type):
        return "i"
    scalar = "float" if is_matrix(type) else type.scalar.value
    return {"float": "f", "uint": "ui"}.get(scalar, "i")
