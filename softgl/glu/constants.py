"""The constants of GLU 1.3 and its extensions: `CONSTANTS`, name -> number; error messages."""

from __future__ import annotations

# A number, then its name and those of the numbers after it.
_RUNS = """
    0 FALSE TRUE | 1 VERSION_1_1 | 1 VERSION_1_2 | 1 VERSION_1_3
    100000 SMOOTH FLAT NONE | 100010 POINT LINE FILL SILHOUETTE | 100020 OUTSIDE INSIDE
    100100 TESS_BEGIN TESS_VERTEX TESS_END TESS_ERROR TESS_EDGE_FLAG TESS_COMBINE
    100106 TESS_BEGIN_DATA TESS_VERTEX_DATA TESS_END_DATA TESS_ERROR_DATA TESS_EDGE_FLAG_DATA
    100111 TESS_COMBINE_DATA
    100100 BEGIN VERTEX END ERROR EDGE_FLAG
    100120 CW CCW INTERIOR EXTERIOR UNKNOWN
    100130 TESS_WINDING_ODD TESS_WINDING_NONZERO TESS_WINDING_POSITIVE TESS_WINDING_NEGATIVE
    100134 TESS_WINDING_ABS_GEQ_TWO
    100140 TESS_WINDING_RULE TESS_BOUNDARY_ONLY TESS_TOLERANCE
    100151 TESS_MISSING_BEGIN_POLYGON TESS_MISSING_BEGIN_CONTOUR TESS_MISSING_END_POLYGON
    100154 TESS_MISSING_END_CONTOUR TESS_COORD_TOO_LARGE TESS_NEED_COMBINE_CALLBACK
    100160 NURBS_MODE NURBS_TESSELLATOR NURBS_RENDERER
    100164 NURBS_BEGIN NURBS_VERTEX NURBS_NORMAL NURBS_COLOR NURBS_TEXTURE_COORD NURBS_END
    100170 NURBS_BEGIN_DATA NURBS_VERTEX_DATA NURBS_NORMAL_DATA NURBS_COLOR_DATA
    100174 NURBS_TEXTURE_COORD_DATA NURBS_END_DATA
    100168 NURBS_TEX_COORD | 100174 NURBS_TEX_COORD_DATA | 100103 NURBS_ERROR
    100200 AUTO_LOAD_MATRIX CULLING PARAMETRIC_TOLERANCE SAMPLING_TOLERANCE DISPLAY_MODE
    100205 SAMPLING_METHOD U_STEP V_STEP OBJECT_PARAMETRIC_ERROR OBJECT_PATH_LENGTH
    100210 MAP1_TRIM_2 MAP1_TRIM_3 | 100215 PATH_LENGTH PARAMETRIC_ERROR DOMAIN_DISTANCE
    100240 OUTLINE_POLYGON OUTLINE_PATCH
    100800 VERSION EXTENSIONS
    100900 INVALID_ENUM INVALID_VALUE OUT_OF_MEMORY INCOMPATIBLE_GL_VERSION INVALID_OPERATION
"""
TESS_ERROR1 = 100151
NURBS_ERROR1 = 100251
# GLU_EXT_nurbs_tessellator and GLU_EXT_object_space_tess have these names.
_EXTENDED = """NURBS_MODE NURBS_TESSELLATOR NURBS_RENDERER NURBS_BEGIN NURBS_VERTEX NURBS_NORMAL
    NURBS_COLOR NURBS_TEX_COORD NURBS_END NURBS_BEGIN_DATA NURBS_VERTEX_DATA NURBS_NORMAL_DATA
    NURBS_COLOR_DATA NURBS_TEX_COORD_DATA NURBS_END_DATA OBJECT_PARAMETRIC_ERROR
    OBJECT_PATH_LENGTH"""

NURBS_ERRORS = (
    "spline order is not supported",
    "too few knots",
    "the valid range of the knots is empty",
    "the knots decrease",
    "a knot is repeated more often than the order of the spline",
    "the first and the last point of a closed curve differ",
    "a trimming curve has too few points",
    "the trimming curve has a wrong type",
    "the data of a surface or curve are missing",
    "the data of a trimming curve are missing",
    "a property of the renderer is wrong",
    "an end without the begin of a curve or surface",
    "a curve begins within another",
    "a surface begins within another",
    "an end without the begin of a trimming loop",
    "a trimming loop begins within another",
    "a trimming loop is outside a surface",
    "a trimming curve is outside a trimming loop",
    "the control points are missing",
    "the data are those of another kind of curve or surface",
    "a curve or surface has several sets of control points of one kind",
    "piecewise linear and NURBS curves are mixed in a trimming loop",
    "a control point has no position",
    "trimming loops cross",
    "trimming loops do not nest",
    "a trimming loop is not closed",
    "a trimming loop has the wrong orientation",
    "a trimming loop leaves the surface",
    "a trimming curve leaves the surface",
    "a matrix for sampling has no inverse",
    "the sampling tolerance is not positive",
    "a step of the sampling is not positive",
    "the viewport is empty",
    "the stride of the control points is wrong",
    "the stride of the knots is wrong",
    "an object is missing",
    "another error",
)
"""GLU_NURBS_ERROR1 to GLU_NURBS_ERROR37."""
TESS_ERRORS = (
    "gluTessBeginPolygon is missing",
    "gluTessBeginContour is missing",
    "gluTessEndPolygon is missing",
    "gluTessEndContour is missing",
    "a coordinate is too large",
    "a combine callback is needed",
    "another error",
    "another error",
)
"""GLU_TESS_ERROR1 to GLU_TESS_ERROR8."""


def _constants() -> dict[str, int | float]:
    found, number = {}, 0
    for word in _RUNS.split():
        if word.isdigit():
            number = int(word)
        elif word != "|":
            found[word] = number
            number += 1
    found |= {f"{name}_EXT": found[name] for name in _EXTENDED.split()}
    found |= {f"TESS_ERROR{n}": TESS_ERROR1 + n - 1 for n in range(1, len(TESS_ERRORS) + 1)}
    found |= {f"NURBS_ERROR{n}": NURBS_ERROR1 + n - 1 for n in range(1, len(NURBS_ERRORS) + 1)}
    return {f"GLU_{name}": value for name, value in found.items()} | {"GLU_TESS_MAX_COORD": 1e150}


CONSTANTS = _constants()
globals().update(CONSTANTS)
