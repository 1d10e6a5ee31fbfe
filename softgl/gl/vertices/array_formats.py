"""The types and sizes of client arrays (OpenGL 3.3, table 2.5)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.signature import EnumSet, group

PACKED_TYPES = EnumSet("GL_INT_2_10_10_10_REV GL_UNSIGNED_INT_2_10_10_10_REV")
FOG_TYPES = EnumSet("GL_FLOAT GL_HALF_FLOAT GL_DOUBLE")
POSITION_TYPES = FOG_TYPES | EnumSet("GL_SHORT GL_INT") | PACKED_TYPES
NORMAL_TYPES = POSITION_TYPES | EnumSet("GL_BYTE")
ALL_TYPES = NORMAL_TYPES | EnumSet("GL_UNSIGNED_BYTE GL_UNSIGNED_SHORT GL_UNSIGNED_INT")
# ARB_ES2_compatibility and ARB_vertex_type_10f_11f_11f_rev: "Accepted by the <type> parameter of
# VertexAttribPointer".
GENERIC_TYPES = ALL_TYPES | EnumSet("GL_FIXED GL_UNSIGNED_INT_10F_11F_11F_REV")
COLOR_INDEX_TYPES = EnumSet("GL_UNSIGNED_BYTE GL_SHORT GL_INT GL_FLOAT GL_DOUBLE")
INTEGER_TYPES = group("VertexAttribIType")
BGRA_TYPES = PACKED_TYPES | EnumSet("GL_UNSIGNED_BYTE")

SIZES = (1, 2, 3, 4)
GENERIC_SIZES = (*SIZES, gl.GL_BGRA)


def check_size(size, sizes) -> None:
    """Raises GL_INVALID_VALUE for a number of components that is not one of `sizes`."""
    if size not in sizes:
        names = ", ".join("GL_BGRA" if each == gl.GL_BGRA else str(each) for each in sizes)
        raise invalid_value(f"size: {size} is not one of {names}")


def check_format(size, sizes, type, normalized=True) -> None:
    """Refuses a size that is not one of `sizes`, and one that does not fit the type.

    normalized : the argument of glVertexAttribPointer.
    """
    check_size(size, sizes)
    name = gl.name_of(type)
    # OpenGL 3.3, 2.8: INVALID_OPERATION if "size is BGRA and type is not UNSIGNED_BYTE,
    # INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV; type is INT_2_10_10_10_REV or
    # UNSIGNED_INT_2_10_10_10_REV, and size is neither 4 or BGRA; for VertexAttribPointer only, size
    # is BGRA and normalized is FALSE".
    if size == gl.GL_BGRA:
        if type not in BGRA_TYPES:
            raise invalid_operation(f"type: {BGRA_TYPES.describe(type)}, as GL_BGRA needs")
        if not normalized:
            raise invalid_operation("normalized: GL_BGRA needs it")
    elif type in PACKED_TYPES and size != 4:
        raise invalid_operation(f"size: {size} is neither 4 nor GL_BGRA, as {name} needs")
    # ARB_vertex_type_10f_11f_11f_rev, "Errors": INVALID_OPERATION if "<size> is not 3".
    if type == gl.GL_UNSIGNED_INT_10F_11F_11F_REV and size != 3:
        raise invalid_operation(f"size: {size} is not 3, as {name} needs")
