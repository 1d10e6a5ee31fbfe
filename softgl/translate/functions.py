"""OpenGL's functions and enums, as the application passes them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from softgl.errors import UsageError

ENUMS: dict[str, int] = {
    "GL_FRONT": 0x0404, "GL_BACK": 0x0405,
    "GL_CURRENT_PROGRAM": 0x8B8D,
    "GL_DEPTH_RANGE": 0x0B70, "GL_POINT_SIZE": 0x0B11,
    "GL_FOG_DENSITY": 0x0B62, "GL_FOG_START": 0x0B63, "GL_FOG_END": 0x0B64, "GL_FOG_COLOR": 0x0B66,
    "GL_LIGHT_MODEL_AMBIENT": 0x0B53,
    "GL_MODELVIEW_MATRIX": 0x0BA6, "GL_PROJECTION_MATRIX": 0x0BA7, "GL_TEXTURE_MATRIX": 0x0BA8,
    "GL_AMBIENT": 0x1200, "GL_DIFFUSE": 0x1201, "GL_SPECULAR": 0x1202, "GL_POSITION": 0x1203,
    "GL_SPOT_DIRECTION": 0x1204, "GL_SPOT_EXPONENT": 0x1205, "GL_SPOT_CUTOFF": 0x1206,
    "GL_CONSTANT_ATTENUATION": 0x1207, "GL_LINEAR_ATTENUATION": 0x1208,
    "GL_QUADRATIC_ATTENUATION": 0x1209,
    "GL_EMISSION": 0x1600, "GL_SHININESS": 0x1601,
    "GL_S": 0x2000, "GL_T": 0x2001, "GL_R": 0x2002, "GL_Q": 0x2003,
    "GL_TEXTURE_ENV": 0x2300, "GL_TEXTURE_ENV_COLOR": 0x2201,
    "GL_OBJECT_PLANE": 0x2501, "GL_EYE_PLANE": 0x2502,
    "GL_POINT_SIZE_MIN": 0x8126, "GL_POINT_SIZE_MAX": 0x8127,
    "GL_POINT_FADE_THRESHOLD_SIZE": 0x8128, "GL_POINT_DISTANCE_ATTENUATION": 0x8129,
    "GL_TEXTURE0": 0x84C0, "GL_ACTIVE_TEXTURE": 0x84E0,
    "GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS": 0x8B4D,
    "GL_FRAGMENT_SHADER": 0x8B30, "GL_VERTEX_SHADER": 0x8B31, "GL_GEOMETRY_SHADER": 0x8DD9,
    "GL_COMPILE_STATUS": 0x8B81, "GL_LINK_STATUS": 0x8B82,
    "GL_INTERLEAVED_ATTRIBS": 0x8C8C,
    "GL_VERTEX_PROGRAM_ARB": 0x8620, "GL_FRAGMENT_PROGRAM_ARB": 0x8804,
    "GL_TEXTURE_1D": 0x0DE0, "GL_TEXTURE_2D": 0x0DE1, "GL_TEXTURE_3D": 0x806F,
    "GL_TEXTURE_CUBE_MAP": 0x8513, "GL_TEXTURE_RECTANGLE_ARB": 0x84F5,
    "GL_TEXTURE_1D_ARRAY_EXT": 0x8C18, "GL_TEXTURE_2D_ARRAY_EXT": 0x8C1A,
    "GL_TEXTURE_BUFFER_EXT": 0x8C2A,
    "GL_TEXTURE_BINDING_1D": 0x8068, "GL_TEXTURE_BINDING_2D": 0x8069,
    "GL_TEXTURE_BINDING_3D": 0x806A, "GL_TEXTURE_BINDING_CUBE_MAP": 0x8514,
    "GL_TEXTURE_BINDING_RECTANGLE_ARB": 0x84F6, "GL_TEXTURE_BINDING_1D_ARRAY_EXT": 0x8C1C,
    "GL_TEXTURE_BINDING_2D_ARRAY_EXT": 0x8C1D, "GL_TEXTURE_BINDING_BUFFER_EXT": 0x8C2C,
    **{f"GL_LIGHT{n}": 0x4000 + n for n in range(8)},
    **{f"GL_CLIP_DISTANCE{n}": 0x3000 + n for n in range(8)},
    "GL_MATRIX_MODE": 0x0BA0, "GL_MATRIX0_ARB": 0x88C0, "GL_CURRENT_MATRIX_ARB": 0x8641,
}  # fmt: skip
"""The enums that the loader needs, so that an application need only pass functions."""


class Functions:
    """Functions by name, in PyOpenGL's forms.

    sources : a module, another object with functions as attributes, a mapping of names to
        functions, or several of these; the first one with a function is used.
    """

    def __init__(self, sources):
        self._sources = tuple(sources) if isinstance(sources, (tuple, list)) else (sources,)
        self._found: dict = {}

    def find(self, name: str):
        """Returns a function; None if no source has it."""
        if name not in self._found:
            each = (self._lookup(one, name) for one in self._sources)
            self._found[name] = next((one for one in each if one is not None), None)
        return self._found[name]

    @staticmethod
    def _lookup(sources, name: str):
        return sources.get(name) if isinstance(sources, Mapping) else getattr(sources, name, None)

    def __getattr__(self, name: str):
        if not name.startswith("gl"):
            raise AttributeError(name)
        found = self.find(name)
        if found is None:
            raise UsageError(f"the functions passed to the loader have no {name}")
        return found

    def numbers(self, name: str, *enums: str) -> list[float]:
        """Returns the numbers of a query; enums : names, or numbers."""
        values = [ENUMS[enum] if isinstance(enum, str) else enum for enum in enums]
        return flat(getattr(self, name)(*values))


def flat(values) -> list[float]:
    """Returns nested numbers, such as arrays of arrays or ctypes, as a flat list."""
    return np.array(values, np.float64).ravel().tolist()
