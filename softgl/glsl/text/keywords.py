"""The table of keywords and reserved words of every version."""

from __future__ import annotations

import re
from functools import lru_cache

from softgl.glsl.text.language import Language
from softgl.records import dataclass

_TABLE = """
# Words; then the first versions of GLSL and of GLSL ES where they are keywords, then where they are
# reserved, "-" for none; then an extension that makes them keywords.

break continue do for while if else                     110 100  -   -
in out inout const uniform float int void bool          110 100  -   -
true false discard return struct                        110 100  -   -
mat2 mat3 mat4 vec2 vec3 vec4                           110 100  -   -
ivec2 ivec3 ivec4 bvec2 bvec3 bvec4                     110 100  -   -
sampler2D samplerCube                                   110 100  -   -
attribute varying                                       110 100  -   300
sampler1D sampler1DShadow                               110  -   -   100
sampler3D                                               110 300  -   100
sampler2DShadow                                         110 300  -   100
centroid                                                120 300  -   -   GL_EXT_gpu_shader4
invariant                                               120 100  -   -
mat2x2 mat2x3 mat2x4 mat3x2 mat3x3                      120 300  -   -
mat3x4 mat4x2 mat4x3 mat4x4                             120 300  -   -
lowp mediump highp precision                            130 100 120  -
switch default                                          130 300 110 100
case                                                    130 300  -   -
smooth                                                  130 300  -   -
flat                                                    130 300  -  100  GL_EXT_gpu_shader4
noperspective                                           130  -   -  300  GL_EXT_gpu_shader4
uint uvec2 uvec3 uvec4                                  130 300  -   -   GL_EXT_gpu_shader4
samplerCubeShadow                                       130 300  -   -   GL_EXT_gpu_shader4
sampler1DArray sampler1DArrayShadow                     130  -   -  300  GL_EXT_texture_array
sampler2DArray sampler2DArrayShadow                     130 300  -   -   GL_EXT_texture_array
isampler2D isampler3D isamplerCube isampler2DArray      130 300  -   -   GL_EXT_gpu_shader4
usampler2D usampler3D usamplerCube usampler2DArray      130 300  -   -   GL_EXT_gpu_shader4
isampler1D isampler1DArray usampler1D usampler1DArray   130  -   -  300  GL_EXT_gpu_shader4
sampler2DRect sampler2DRectShadow                       140  -  110 100  GL_ARB_texture_rectangle
isampler2DRect usampler2DRect                           140  -   -  300  GL_EXT_gpu_shader4
samplerBuffer                                           140  -  130 300  GL_EXT_gpu_shader4
isamplerBuffer usamplerBuffer                           140  -   -  300  GL_EXT_gpu_shader4
layout                                                  140 300  -   -   *
sampler2DMS sampler2DMSArray                            150  -   -  300  GL_ARB_texture_multisample
samplerCubeArray samplerCubeArrayShadow     - - - - GL_ARB_texture_cube_map_array
isamplerCubeArray usamplerCubeArray         - - - - GL_ARB_texture_cube_map_array
isampler2DMS isampler2DMSArray                          150  -   -  300  GL_ARB_texture_multisample
usampler2DMS usampler2DMSArray                          150  -   -  300  GL_ARB_texture_multisample

unsigned                                                 -   -  110 100  GL_EXT_gpu_shader4
asm class union enum typedef template this goto          -   -  110 100
inline noinline volatile public static extern external   -   -  110 100
interface long short double half fixed input output      -   -  110 100
hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4    -   -  110 100
sampler3DRect sizeof cast namespace using packed         -   -  110 100
superp                                                   -   -  130 100
common partition active filter                           -   -  130 300
image1D image2D image3D imageCube                        -   -  130 300
iimage1D iimage2D iimage3D iimageCube                    -   -  130 300
uimage1D uimage2D uimage3D uimageCube                    -   -  130 300
image1DArray image2DArray iimage1DArray iimage2DArray    -   -  130 300
uimage1DArray uimage2DArray                              -   -  130 300
imageBuffer iimageBuffer uimageBuffer                    -   -  130 300
image1DShadow image2DShadow row_major                    -   -  130  -
image1DArrayShadow image2DArrayShadow                    -   -  130  -
coherent restrict readonly writeonly resource            -   -   -  300
atomic_uint patch sample subroutine                      -   -   -  300
"""

_LAYOUT_EXTENSIONS = frozenset(
    {
        "GL_ARB_uniform_buffer_object",
        "GL_ARB_explicit_attrib_location",
        "GL_ARB_fragment_coord_conventions",
        "GL_ARB_conservative_depth",
        "GL_ARB_separate_shader_objects",
        "GL_ARB_explicit_uniform_location",
        "GL_ARB_shading_language_420pack",
    }
)
_QUALIFIERS = frozenset(
    "const in out inout uniform attribute varying centroid flat smooth noperspective invariant"
    " lowp mediump highp".split()
)
_TYPE = re.compile(r"void|bool|u?int|float|[biu]?vec[234]|mat[234](x[234])?|[iu]?sampler\w+")


@dataclass(frozen=True)
class Word:
    """A row of the table: the first versions that have a word as a keyword, or reserve it."""

    desktop: int | None
    es: int | None
    reserved: int | None
    es_reserved: int | None
    extensions: frozenset[str] = frozenset()

    def meaning(self, language: Language, extensions) -> str:
        """Returns "keyword", "reserved", or "" for a name like any other."""
        reserved = language.since(self.reserved, self.es_reserved)
        moved = self.es and self.es_reserved and self.es_reserved > self.es
        if language.since(self.desktop, self.es):
            return "reserved" if moved and language.es and reserved else "keyword"
        if not self.extensions.isdisjoint(extensions) and not language.es:
            return "keyword"
        return "reserved" if reserved else ""


def _words() -> dict[str, Word]:
    """Reads the table."""
    words = {}
    for line in _TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        parts = line.split()
        numbers = [n for n, part in enumerate(parts) if part == "-" or part.isdecimal()]
        first = numbers[0]
        versions = [None if p == "-" else int(p) for p in parts[first : first + 4]]
        extensions = frozenset(parts[first + 4 :])
        if extensions == {"*"}:
            extensions = _LAYOUT_EXTENSIONS
        words |= dict.fromkeys(parts[:first], Word(*versions, extensions))
    return words


WORDS = _words()


def later(text: str, language: Language) -> str:
    """Returns when a name or reserved word of a language becomes a keyword; "" if never."""
    word = WORDS.get(text)
    first = word and (word.es if language.es else word.desktop)
    if not first or first <= language.number:
        return ""
    extension = sorted(word.extensions)[0] if len(word.extensions) == 1 and not language.es else ""
    with_it = f", or with {extension}" if extension else ""
    return f"'{text}' is a keyword from {Language(first, language.es, False)} on{with_it}"


@lru_cache(maxsize=64)
def kinds(language: Language, extensions: frozenset[str]) -> dict[str, str]:
    """Returns the kind of each keyword and reserved word of a language.

    A kind is "type", "qualifier", "boolean", "reserved", or the keyword itself.
    """
    result = {}
    for text, word in WORDS.items():
        meaning = word.meaning(language, extensions)
        if meaning == "reserved":
            result[text] = "reserved"
        elif meaning:
            result[text] = (
                "qualifier"
                if text in _QUALIFIERS
                else "type"
                if _TYPE.fullmatch(text)
                else "boolean"
                if text in ("true", "false")
                else text
            )
    return result
