"""The table of the extensions of GLSL."""

from __future__ import annotations

from softgl.glsl.text.language import Language
from softgl.records import dataclass


@dataclass(frozen=True)
class Extension:
    """An extension: the first versions that may name it in #extension; None: not that kind.

    implies : the extensions that are enabled with it. compatibility : True if contexts of the core
    profile lack it.
    """

    desktop: int | None = 110
    es: int | None = None
    implies: tuple[str, ...] = ()
    compatibility: bool = False

    def exists(self, language: Language) -> bool:
        """True if shaders of a version may name it."""
        return language.since(self.desktop, self.es)


EXTENSIONS = {
    "GL_ARB_ES2_compatibility": Extension(),
    "GL_ARB_blend_func_extended": Extension(),
    "GL_ARB_compatibility": Extension(compatibility=True),
    "GL_ARB_conservative_depth": Extension(),
    "GL_ARB_draw_buffers": Extension(),
    "GL_ARB_draw_instanced": Extension(),
    "GL_ARB_explicit_attrib_location": Extension(),
    "GL_ARB_explicit_uniform_location": Extension(),
    "GL_ARB_fragment_coord_conventions": Extension(),
    "GL_ARB_fragment_layer_viewport": Extension(),
    "GL_ARB_geometry_shader4": Extension(),
    "GL_ARB_sample_shading": Extension(),
    "GL_ARB_separate_shader_objects": Extension(),
    "GL_ARB_shader_bit_encoding": Extension(),
    "GL_ARB_shader_stencil_export": Extension(),
    "GL_ARB_shader_texture_lod": Extension(),
    "GL_ARB_shading_language_420pack": Extension(),
    "GL_ARB_texture_cube_map_array": Extension(),
    "GL_ARB_texture_gather": Extension(),
    "GL_ARB_texture_multisample": Extension(),
    "GL_ARB_texture_query_levels": Extension(),
    "GL_ARB_texture_query_lod": Extension(),
    "GL_ARB_texture_rectangle": Extension(),
    "GL_ARB_uniform_buffer_object": Extension(),
    "GL_ARB_viewport_array": Extension(),
    # "If EXT_gpu_shader4 is enabled there is no need to separately enable EXT_texture_array."
    "GL_EXT_gpu_shader4": Extension(implies=("GL_EXT_texture_array",)),
    "GL_EXT_draw_buffers": Extension(None, 100),
    "GL_EXT_shader_texture_lod": Extension(None, 100),
    "GL_EXT_texture_array": Extension(),
    "GL_OES_standard_derivatives": Extension(None, 100),
}
"""Every extension that #extension may name, and whose macro is 1."""

INITIAL = frozenset({"GL_ARB_texture_rectangle"})
"""The extensions enabled without #extension in desktop versions, as its text says.

The functions of its names exist in 1.40 and later too, as other implementations have them.
"""


def available(
    language: Language, extensions: frozenset[str] | None, core: bool = False
) -> list[str]:
    """Returns the extensions that a shader may enable.

    extensions : those of the context; None: all of the table. core : True if the context has a core
    profile.
    """
    return [
        name
        for name, extension in EXTENSIONS.items()
        if extension.exists(language)
        and (extensions is None or name in extensions)
        and not (core and extension.compatibility)
    ]
