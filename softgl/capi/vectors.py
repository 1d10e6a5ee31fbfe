"""Short arrays of calls from C: native code copies them, so that the calls can be queued.

The registry tells the number of elements: a constant, the value of a parameter, or one by pname.
Pointers whose address stays in use, or that may be offsets into buffer objects, are none of these:
their commands are executed at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from softgl.gl.api import enums as gl
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import Signature
from softgl.gl.lists.extents import own_extent
from softgl.records import dataclass

FIXED, BY_PNAME, BY_PARAMETER, BY_SIZE = range(4)
MAX_COPIED_BYTES = 256  # of an array that is copied
BYTES = {
    "float": 4, "double": 8, "int": 4, "uint": 4, "enum": 4, "sizei": 4, "short": 2, "ushort": 2,
    "halfnv": 2, "byte": 1, "ubyte": 1, "boolean": 1,
}  # fmt: skip
# The kinds of commands whose pointers stay in use, or are offsets while a buffer object is bound.
_BOUND = Kind.POINTER | Kind.UNPACK


def _sizes() -> Iterator[tuple[int, int]]:
    """The number of elements by pname; of pnames that are not there native code copies nothing."""
    for size, names in (
        (
            4,
            "AMBIENT DIFFUSE SPECULAR EMISSION AMBIENT_AND_DIFFUSE POSITION FOG_COLOR OBJECT_PLANE"
            " TEXTURE_ENV_COLOR TEXTURE_BORDER_COLOR LIGHT_MODEL_AMBIENT EYE_PLANE"
            " TEXTURE_SWIZZLE_RGBA",
        ),
        (3, "SPOT_DIRECTION COLOR_INDEXES POINT_DISTANCE_ATTENUATION"),
        (
            1,
            "SHININESS SPOT_EXPONENT SPOT_CUTOFF CONSTANT_ATTENUATION LINEAR_ATTENUATION"
            " QUADRATIC_ATTENUATION FOG_MODE FOG_DENSITY FOG_START FOG_END FOG_COORD_SRC"
            " LIGHT_MODEL_LOCAL_VIEWER LIGHT_MODEL_TWO_SIDE LIGHT_MODEL_COLOR_CONTROL"
            " TEXTURE_ENV_MODE TEXTURE_GEN_MODE TEXTURE_MIN_FILTER TEXTURE_MAG_FILTER"
            " TEXTURE_WRAP_S TEXTURE_WRAP_T TEXTURE_WRAP_R POINT_SIZE_MIN POINT_SIZE_MAX"
            " POINT_FADE_THRESHOLD_SIZE POINT_SPRITE_COORD_ORIGIN COORD_REPLACE"
            " FOG_DISTANCE_MODE_NV TEXTURE_MAX_ANISOTROPY_EXT TEXTURE_LOD_BIAS TEXTURE_MIN_LOD"
            " TEXTURE_MAX_LOD TEXTURE_BASE_LEVEL TEXTURE_MAX_LEVEL TEXTURE_COMPARE_MODE"
            " TEXTURE_COMPARE_FUNC DEPTH_TEXTURE_MODE GENERATE_MIPMAP TEXTURE_PRIORITY"
            " TEXTURE_SWIZZLE_R TEXTURE_SWIZZLE_G TEXTURE_SWIZZLE_B TEXTURE_SWIZZLE_A"
            " COMBINE_RGB COMBINE_ALPHA RGB_SCALE ALPHA_SCALE"
            " SOURCE0_RGB SOURCE1_RGB SOURCE2_RGB SOURCE0_ALPHA SOURCE1_ALPHA SOURCE2_ALPHA"
            " OPERAND0_RGB OPERAND1_RGB OPERAND2_RGB OPERAND0_ALPHA OPERAND1_ALPHA OPERAND2_ALPHA",
        ),
    ):
        for name in names.split():
            yield getattr(gl, f"GL_{name}"), size


SIZES = dict(_sizes())


@dataclass(frozen=True)
class Vector:
    """The array of a command.

    parameter : the number of the pointer. element : bytes of an element. count : elements; or
        elements for each that the parameter `source` counts. kind : FIXED, or the others, by which
        `source` decides the number; of BY_SIZE it has 64 bits.
    """

    parameter: int
    element: int
    count: int
    kind: int
    source: int = 0


def vector_of(name: str, signature: Signature) -> Vector | None:
    """The array that a command is given, or None if it is not copied."""
    parameters = signature.parameters
    pointers = [number for number, each in enumerate(parameters) if each.pointer]
    if len(pointers) != 1 or signature.returns != "void":
        return None
    (number,) = pointers
    pointer = parameters[number]
    if name not in COMMANDS or declaration_of(name).kind & _BOUND or own_extent(name, pointer.name):
        return None
    element, length = BYTES.get(pointer.kind), pointer.length
    names = [each.name for each in parameters]
    if (pointer.pointer, pointer.kind, length) == ("in", "void", "size"):  # of a buffer object
        return Vector(number, 1, 0, BY_SIZE, names.index("size"))
    if pointer.pointer != "in" or element is None:
        return None
    if length.isdigit():
        return Vector(number, element, int(length), FIXED)
    if length == "COMPSIZE(pname)":
        source = names.index("pname") if "pname" in names else None
        return None if source is None else Vector(number, element, 0, BY_PNAME, source)
    counted = re.fullmatch(r"(\w+)(?:\*(\d+))?", length)
    if counted and counted[1] in names:
        factor = int(counted[2] or 1)
        return Vector(number, element, factor, BY_PARAMETER, names.index(counted[1]))
    return None
