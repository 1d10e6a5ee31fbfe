"""The resource limits of each language, for the front end and GL's queries."""

from __future__ import annotations

from dataclasses import replace

from softgl.records import dataclass

TEXTURE_IMAGE_UNITS = 32
"""MAX_TEXTURE_IMAGE_UNITS, of each stage and of all together: they share the units."""


@dataclass(frozen=True)
class Limits:
    """The limits of one language.

    Programs have no other, "native" form, so the native limits are these too.
    `texture_indirections` has no limit of its own. ARB_fragment_program, "Fragment Program Resource
    Limits": "If an implementation has no limit on texture indirections, the limit will be equal to
    the limit on texture instructions."
    """

    # The limits of compile time: time and memory grow with these counts alone, and a texture
    # instruction counts as some dozens of others.
    instructions: int = 16384
    alu_instructions: int = 16384
    texture_instructions: int = 1024
    texture_indirections: int = 1024
    temporaries: int = 256
    parameters: int = 1024
    attributes: int = 16
    address_registers: int = 0
    # NV_gpu_program4, table X.21: components of attributes and results, and depths of control flow.
    attribute_components: int = 64
    result_components: int = 152
    call_depth: int = 32
    if_depth: int = 64
    loop_depth: int = 64
    loop_count: int | None = None  # maximum iterations of a loop
    # NV_geometry_program4: the vertices and the components of all vertices that a program may emit
    # for each primitive. Memory is allocated for these: the values of the GeForce 8.
    output_vertices: int = 1024
    total_output_components: int = 1024
    steps: int = 1 << 18  # maximum instructions in one run of a program
    buffer_bindings: int = 16
    buffer_size: int = 16384  # words of a parameter buffer
    # The values of NVIDIA's drivers for the GeForce 8, the hardware of NV_gpu_program4.
    local_parameters: int = 1024
    env_parameters: int = 256
    lights: int = 8
    clip_planes: int = 6  # result.clip[n]
    state_clip_planes: int = 8  # state.clip[n].plane: GL_MAX_CLIP_PLANES
    modelview_matrices: int = 4  # MAX_VERTEX_UNITS_ARB
    program_matrices: int = 8
    texture_units: int = 8  # units with a texture environment
    texture_coordinates: int = 8
    texture_image_units: int = TEXTURE_IMAGE_UNITS
    draw_buffers: int = 8
    generic_attributes: int = 16  # vertex.attrib[n] or fragment.attrib[n]
    generic_results: int = 16  # result.attrib[n]
    texel_offset: tuple[int, int] = (-8, 7)


_VP1 = Limits(
    instructions=128,
    alu_instructions=128,
    texture_instructions=0,
    texture_indirections=0,
    temporaries=12,
    parameters=96,
    env_parameters=96,
    address_registers=1,
    call_depth=4,
    steps=65536,
)
# NV_fragment_program2, "New Implementation Dependent State": the least values.
_FRAGMENT = Limits(call_depth=4, if_depth=48, loop_depth=4, loop_count=255, steps=65536)
_TGSI = Limits(
    temporaries=4096,
    parameters=4096,
    address_registers=16,
    result_components=320,
)
LIMITS: dict[str, Limits] = {
    # NV_vertex_program and NV_vertex_program2, 2.14.1: the register files, and "more than 128
    # instructions", "more than 256 instructions".
    "VP1.0": _VP1,
    "VP1.1": _VP1,
    "VSP1.0": replace(_VP1, attributes=1),
    "VP2.0": replace(
        _VP1,
        instructions=256,
        alu_instructions=256,
        temporaries=16,
        parameters=256,
        env_parameters=256,
        address_registers=2,
    ),
    "ARBvp1.0": Limits(
        address_registers=16,
        texture_instructions=0,
        texture_indirections=0,
        call_depth=4,
        steps=65536,
    ),
    "ARBfp1.0": replace(_FRAGMENT, attributes=32),
    # The registers of both sizes that have names; NV_fragment_program counts them by size.
    # <texImageUnit> ends at "TEX15".
    "FP1.0": replace(_FRAGMENT, temporaries=96, texture_image_units=16),
    # All attributes of the language, since shipped programs declare whole arrays of them.
    "NVvp4.0": Limits(attributes=18, temporaries=1024, attribute_components=72),
    "NVfp4.0": Limits(
        attributes=35,
        temporaries=1024,
        attribute_components=140,
        result_components=36,
        generic_results=0,
    ),
    # The attributes are all results of vertex programs, and the primitive id.
    "NVgp4.0": Limits(
        attributes=39, temporaries=1024, attribute_components=156, result_components=156
    ),
    # The numbers of temporaries, inputs and outputs of Gallium's own interpreter.
    "TGSI VERT": _TGSI,
    "TGSI FRAG": replace(_TGSI, attributes=80, attribute_components=320, result_components=36),
    "TGSI GEOM": replace(_TGSI, attributes=80, attribute_components=320),
}
