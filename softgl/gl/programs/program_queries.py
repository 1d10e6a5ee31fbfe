"""Queries of the bound programs: glGetProgramivARB, glGetProgramStringARB.

ARB_vertex_program and ARB_fragment_program, "Program Queries"; NV_gpu_program4, 6.1.12;
NV_parameter_buffer_object.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from softgl.asm import LIMITS as LANGUAGE_LIMITS
from softgl.asm import resources
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill, return_text
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.programs.programs import TARGETS
from softgl.ir.primitives import PRIMITIVES_IN, PRIMITIVES_OUT
from softgl.ir.program import Stage

# GL's words for the resources of `softgl.asm.resources.Resources` and `softgl.asm.Limits`; both
# use the same names.
RESOURCES = {
    "INSTRUCTIONS": "instructions",
    "TEMPORARIES": "temporaries",
    "PARAMETERS": "parameters",
    "ATTRIBS": "attributes",
    "ADDRESS_REGISTERS": "address_registers",
}
# ARB_fragment_program, "Interactions with ARB_vertex_program": "In the presence of
# ARB_fragment_program, ARB_vertex_program must recognize" these too.
ARB_ONLY = {
    "ALU_INSTRUCTIONS": "alu_instructions",
    "TEX_INSTRUCTIONS": "texture_instructions",
    "TEX_INDIRECTIONS": "texture_indirections",
}
COMPONENTS = {"ATTRIB": "attribute_components", "RESULT": "result_components"}
NV4_LIMITS = {
    gl.GL_MAX_PROGRAM_ATTRIB_COMPONENTS_NV: "attribute_components",
    gl.GL_MAX_PROGRAM_RESULT_COMPONENTS_NV: "result_components",
    gl.GL_MAX_PROGRAM_GENERIC_ATTRIBS_NV: "generic_attributes",
    gl.GL_MAX_PROGRAM_GENERIC_RESULTS_NV: "generic_results",
    gl.GL_MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV: "buffer_bindings",
    gl.GL_MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV: "buffer_size",
}
# NV_vertex_program2_option, NV_fragment_program2 and NV_gpu_program4.
FLOW_LIMITS = {
    gl.GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: "steps",
    gl.GL_MAX_PROGRAM_CALL_DEPTH_NV: "call_depth",
    gl.GL_MAX_PROGRAM_IF_DEPTH_NV: "if_depth",
    gl.GL_MAX_PROGRAM_LOOP_DEPTH_NV: "loop_depth",
}
UNLIMITED = 2**31 - 1
NV4 = {Stage.VERTEX: "NVvp4.0", Stage.GEOMETRY: "NVgp4.0", Stage.FRAGMENT: "NVfp4.0"}
PRIMITIVES = {
    word: getattr(gl, f"GL_{word}{'_EXT' * word.endswith('_ADJACENCY')}")
    for word in (*PRIMITIVES_IN, *PRIMITIVES_OUT)
}
"""GL's enums of the primitives of geometry programs."""

count = lru_cache(maxsize=64)(resources.count)


def _used(name):
    """Returns a query of the loaded program's use of a resource: 0 without a program."""
    return lambda place: getattr(count(place.bound.program), name) if place.bound.program else 0


def _limit(name):
    """Returns a query of a limit: of the program's language, or of the target's ARB language."""

    def limit(place):
        program = place.bound.program
        limits = LANGUAGE_LIMITS[program.language if program else place.language]
        found = getattr(limits, name)
        return UNLIMITED if found is None else found

    return limit


def _nv4_limit(name):
    return lambda place: getattr(LANGUAGE_LIMITS[NV4[place.stage]], name)


def _resources(names):
    """Returns the four queries of each resource.

    Programs run as they are written, so the native counts and limits equal the others.
    """
    queries = {}
    for native in ("", "NATIVE_"):
        for resource, name in names.items():
            queries[getattr(gl, f"GL_MAX_PROGRAM_{native}{resource}_ARB")] = _limit(name)
            queries[getattr(gl, f"GL_PROGRAM_{native}{resource}_ARB")] = _used(name)
    return queries


COMMON_QUERIES = {
    gl.GL_PROGRAM_LENGTH_ARB: lambda place: len(place.bound.source),
    gl.GL_PROGRAM_FORMAT_ARB: lambda place: gl.GL_PROGRAM_FORMAT_ASCII_ARB,
    # EXT_direct_state_access, issue 19: glGetNamedProgramivEXT handles "per-target queries" too.
    gl.GL_PROGRAM_BINDING_ARB: lambda place: (place.binding or place.bound).name,
    gl.GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB: _limit("local_parameters"),
    gl.GL_MAX_PROGRAM_ENV_PARAMETERS_ARB: _limit("env_parameters"),
    # Table X.8 starts at 0: an object without a program is not under the limits yet.
    gl.GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB: lambda place: int(place.bound.program is not None),
    **_resources(RESOURCES),
    **{getattr(gl, f"GL_PROGRAM_{c}_COMPONENTS_NV"): _used(n) for c, n in COMPONENTS.items()},
    **{pname: _nv4_limit(name) for pname, name in NV4_LIMITS.items()},
    **{pname: _limit(name) for pname, name in FLOW_LIMITS.items()},
}
VERTEX_QUERIES = {**COMMON_QUERIES, **_resources(ARB_ONLY)}
FRAGMENT_QUERIES = {
    **VERTEX_QUERIES,
    # NV_gpu_program4 has no such limit.
    gl.GL_MAX_PROGRAM_LOOP_COUNT_NV: _limit("loop_count"),
}


def _primitive(which):
    """Returns a query of a geometry program's input or output primitive: 0 without a program."""

    def primitive(place):
        program = place.bound.program
        return PRIMITIVES[getattr(program.primitives, which)] if program else 0

    return primitive


GEOMETRY_QUERIES = {
    **COMMON_QUERIES,
    gl.GL_MAX_PROGRAM_OUTPUT_VERTICES_NV: _limit("output_vertices"),
    gl.GL_MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV: _limit("total_output_components"),
    gl.GL_GEOMETRY_VERTICES_OUT_EXT: lambda place: place.bound.vertex_limit,
    gl.GL_GEOMETRY_INPUT_TYPE_EXT: _primitive("taken"),
    gl.GL_GEOMETRY_OUTPUT_TYPE_EXT: _primitive("made"),
}
QUERIES = {
    Stage.VERTEX: VERTEX_QUERIES,
    Stage.GEOMETRY: GEOMETRY_QUERIES,
    Stage.FRAGMENT: FRAGMENT_QUERIES,
}
"""The queries of glGetProgramivARB by stage and pname: functions of the program target."""

STATE = State(
    limits={
        gl.GL_MIN_PROGRAM_TEXEL_OFFSET_EXT: LANGUAGE_LIMITS["NVfp4.0"].texel_offset[0],
        gl.GL_MAX_PROGRAM_TEXEL_OFFSET_EXT: LANGUAGE_LIMITS["NVfp4.0"].texel_offset[1],
        gl.GL_MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV: (
            LANGUAGE_LIMITS["ARBfp1.0"].local_parameters
        ),
    }
)


@command("glGetProgramivARB", listed=False, target=TARGETS)
def get_program(ctx, target, pname, params):
    """Returns a property of the bound program object, or a limit of the target, as int32."""
    place = ctx.programs.target(target)
    queries = QUERIES[place.stage]
    if pname not in queries:
        raise invalid_enum(f"pname: {gl.name_of(target)} has no property {gl.name_of(pname)}")
    return fill(params, np.int32(queries[pname](place)))


@command(
    "glGetProgramStringARB", listed=False, target=TARGETS, pname=EnumSet("GL_PROGRAM_STRING_ARB")
)
def get_program_string(ctx, target, pname, string):
    """Returns the text of the bound program object as bytes; with a buffer, writes it there."""
    return return_text(ctx.programs.target(target).bound.source, string)
