"""The resource limits of each language: what the front end enforces and GL's queries report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of one language.

    There is no other, "native" form of a program, so the native limits are these too.
    `texture_indirections` has no limit of its own. ARB_fragment_program, "Fragment Program Resource
    Limits": "If an implementation has no limit on texture indirections, the limit will be equal to
    the limit on texture instructions."
    """

    instructions: int = 65536
    alu_instructions: int = 65536
    texture_instructions: int = 65536
    texture_indirections: int = 65536
    temporaries: int = 256
    parameters: int = 1024
    attributes: int = 16
    address_registers: int = 0
    local_parameters: int = 256
    env_parameters: int = 256
    modelview_matrices: int = 1  # no vertex blending, so MAX_VERTEX_UNITS_ARB is 1
    program_matrices: int = 8
    texture_coordinates: int = 8
    texture_image_units: int = 16
    generic_attributes: int = 16  # vertex.attrib[n]
    generic_interpolants: int = 16  # result.attrib[n] and fragment.attrib[n]
    texel_offset: tuple[int, int] = (-8, 7)


LIMITS: dict[str, Limits] = {
    "ARBvp1.0": Limits(address_registers=16, texture_instructions=0, texture_indirections=0),
    "ARBfp1.0": Limits(attributes=32),
    "NVvp4.0": Limits(temporaries=1024),
    "NVfp4.0": Limits(attributes=32, temporaries=1024),
}
