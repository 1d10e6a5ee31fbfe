"""Texts use only features of their version of GLSL, or of an extension that they require."""

import re

import pytest

from softgl.asm import parse
from softgl.errors import ProgramError, TranslationError
from softgl.isa.table import (
    ARB_FRAGMENT_NV2,
    ARB_VERTEX_NV3,
    FP1,
    NV4_FRAGMENT,
    NV4_VERTEX,
    TGSI_FRAGMENT,
    VP2,
)
from softgl.translate import TARGETS, translate
from tests.translate.assembly.opcodes import programs
from tests.translate.programs import PROGRAMS

# Chapter 8 of each specification: what a version has that those before it lack.
SINCE = {
    120: """radians degrees sin cos tan asin acos atan pow exp log exp2 log2 sqrt inversesqrt abs
        sign floor ceil fract mod min max clamp mix step smoothstep length distance dot cross
        normalize ftransform faceforward reflect refract matrixCompMult outerProduct transpose
        lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not dFdx dFdy
        fwidth noise1 noise2 noise3 noise4
        texture1D texture1DProj texture1DLod texture1DProjLod texture2D texture2DProj texture2DLod
        texture2DProjLod texture3D texture3DProj texture3DLod texture3DProjLod textureCube
        textureCubeLod shadow1D shadow2D shadow1DProj shadow2DProj shadow1DLod shadow2DLod
        shadow1DProjLod shadow2DProjLod""",
    130: """sinh cosh tanh asinh acosh atanh trunc round roundEven modf isnan isinf textureSize
        texture textureProj textureLod textureOffset texelFetch texelFetchOffset textureProjOffset
        textureLodOffset textureProjLod textureProjLodOffset textureGrad textureGradOffset
        textureProjGrad textureProjGradOffset""",
    140: "inverse",
    150: "determinant EmitVertex EndPrimitive",
    330: "floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat",
    400: """fma frexp ldexp packDouble2x32 unpackDouble2x32 packUnorm2x16 packUnorm4x8 packSnorm4x8
        unpackUnorm2x16 unpackUnorm4x8 unpackSnorm4x8 bitfieldExtract bitfieldInsert
        bitfieldReverse bitCount findLSB findMSB uaddCarry usubBorrow umulExtended imulExtended
        textureQueryLod textureGather textureGatherOffset textureGatherOffsets
        interpolateAtCentroid interpolateAtSample interpolateAtOffset EmitStreamVertex
        EndStreamPrimitive""",
}
EXTENSIONS = {
    "GL_ARB_shader_bit_encoding": SINCE[330],
    "GL_ARB_gpu_shader5": "textureGather textureGatherOffset fma",
    "GL_ARB_gpu_shader_fp64": "packDouble2x32 unpackDouble2x32",
    "GL_ARB_texture_query_lod": "textureQueryLOD",
    "GL_ARB_texture_query_levels": "textureQueryLevels",
    "GL_ARB_texture_rectangle": "texture2DRect texture2DRectProj shadow2DRect shadow2DRectProj",
    "GL_EXT_texture_array": """texture1DArray texture1DArrayLod texture2DArray texture2DArrayLod
        shadow1DArray shadow1DArrayLod shadow2DArray""",
    "GL_ARB_shader_texture_lod": """texture1DLod texture2DLod texture3DLod textureCubeLod
        shadow1DLod shadow2DLod texture1DGradARB texture2DGradARB texture3DGradARB
        textureCubeGradARB shadow1DGradARB shadow2DGradARB texture2DRectGradARB
        shadow2DRectGradARB""",
    "GL_EXT_gpu_shader4": """texture2DRectGrad texture2DRectOffset texture2DRectGradOffset
        shadow2DRectGrad shadow2DRectOffset shadow2DRectGradOffset texelFetch2DRect
        texelFetch2DRectOffset""",
}
"""The names that the extensions bring which texts may require."""
TYPES = {
    120: """void bool int float vec2 vec3 vec4 bvec2 bvec3 bvec4 ivec2 ivec3 ivec4 sampler1D
        sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow""",
    130: """uint uvec2 uvec3 uvec4 samplerCubeShadow sampler1DArray sampler2DArray
        sampler1DArrayShadow sampler2DArrayShadow isampler1D isampler2D isampler3D isamplerCube
        isampler1DArray isampler2DArray usampler1D usampler2D usampler3D usamplerCube
        usampler1DArray usampler2DArray""",
    140: """sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect samplerBuffer
        isamplerBuffer usamplerBuffer""",
    400: "double",
}
TYPES_OF = {
    "GL_ARB_gpu_shader_fp64": "double",
    "GL_ARB_texture_rectangle": "sampler2DRect sampler2DRectShadow",
    "GL_EXT_texture_array": """sampler1DArray sampler2DArray sampler1DArrayShadow
        sampler2DArrayShadow""",
    "GL_EXT_gpu_shader4": "isampler2DRect usampler2DRect",
}
# Words and signs, the version that has them, and an extension that has them before.
SYNTAX = (
    (r"\d[uU]\b|[^&]&[^&]|[^|]\|[^|]|\^|~|%|<<|>>", 130, ""),
    (r"\b(flat|noperspective|smooth|in|out)\b", 130, ""),
    (r"\b(switch|case)\b", 130, ""),
    (r"\blayout\(std140\)", 140, "GL_ARB_uniform_buffer_object"),
    (r"\blayout\(origin|\blayout\(pixel", 150, ""),
    (r"\bgl_(in|PrimitiveIDIn|Layer)\b", 150, ""),
    (r"\bgl_VertexID\b", 130, "GL_EXT_gpu_shader4"),
    (r"\bgl_InstanceID\b", 140, "GL_ARB_draw_instanced"),
    (r"\bgl_ClipDistance\b", 130, ""),
    (r"\blayout\(location = \d+\) (in|out)\b", 330, ""),
    # But for textureSize: GL_EXT_gpu_shader4 has textureSize2DRect, which drivers take otherwise.
    (r"\btex(ture(Grad)?|elFetch)(Offset)?\(texture_\d_(shadow)?rect", 140, ""),
    (r"\bprecise\b", 400, "GL_ARB_gpu_shader5"),
    (r"\d(lf|LF)\b", 400, "GL_ARB_gpu_shader_fp64"),
)
LATER = re.compile(r"\b(attribute|varying|gl_Vertex|gl_Color|gl_TexCoord|gl_FragData|ftransform)\b")
"""Names that core contexts have no more."""
CONTROL = frozenset("if for while switch return layout main".split())
_CALL, _WORD = re.compile(r"\b([A-Za-z_]\w*)\s*\("), re.compile(r"[A-Za-z_]\w*")
ALL_TYPES = {word for words in TYPES.values() for word in words.split()}
TEXELS = """!!NVfp4.0
TEMP t, u;
MOV t, fragment.texcoord[0];
{instruction} u, t{more}, texture[0], {target};
{instruction}{type_} t, t{more}, texture[1], {target}{offset};
MUL result.color, t, u;
END
"""


def textures():
    """Samples of every target, as floats and integers, with offsets."""
    targets = "1D 2D 3D CUBE RECT ARRAY1D ARRAY2D SHADOW1D SHADOW2D SHADOWRECT SHADOWCUBE".split()
    for target in (*targets, "SHADOWARRAY1D", "SHADOWARRAY2D"):
        for instruction in ("TEX", "TXB", "TXL", "TXF", "TXD", "TXP"):
            for type_ in ("", ".U") if "SHADOW" not in target else ("",):
                more = ", t, t" if instruction == "TXD" else ""
                offset = ", (1)" if "1D" in target else ", (1, 1)"
                offset = "" if "CUBE" in target else ", (1, 1, 1)" if target == "3D" else offset
                words = {"instruction": instruction, "type_": type_, "target": target}
                text = TEXELS.format(more=more, offset=offset, **words)
                try:
                    parse(text)
                except ProgramError:
                    continue
                yield text


def refused_words(text: str) -> list[str]:
    """Finds words of a text that neither its version nor its extensions have."""
    lines = [line.partition("//")[0] for line in text.splitlines()]
    version = int(lines[0].split()[1])
    required = re.findall(r"^#extension (\w+) : require", text, re.M)
    code = "\n".join(line for line in lines if not line.startswith("#"))
    functions = {w for since, ws in SINCE.items() if since <= version for w in ws.split()}
    functions |= {word for name in required for word in EXTENSIONS.get(name, "").split()}
    types = {w for since, words in TYPES.items() if since <= version for w in words.split()}
    types |= {word for name in required for word in TYPES_OF.get(name, "").split()}
    own = set(re.findall(r"^(?:void|u?int|float|u?vec4) (\w+)\(", code, re.M))
    called = set(_CALL.findall(code)) - own - CONTROL - ALL_TYPES
    found = sorted(called - functions)
    found += sorted(set(_WORD.findall(code)) & ALL_TYPES - types)
    found += [
        pattern
        for pattern, since, extension in SYNTAX
        if version < since and extension not in required and re.search(pattern, code)
    ]
    if " core" in lines[0]:
        found += LATER.findall(code)
    return found


def texts(version):
    """(name, text) of programs; of single instructions where a version may lack what they need."""
    yield from PROGRAMS.items()
    for number, text in enumerate(textures()):
        yield f"texture {number}", text
    if version >= 330:
        return
    for instruction_set in (VP2, NV4_VERTEX, ARB_VERTEX_NV3, FP1, ARB_FRAGMENT_NV2, NV4_FRAGMENT,
                            TGSI_FRAGMENT):  # fmt: skip
        for name, text in programs(instruction_set):
            yield f"{instruction_set} {name}", text
    yield "infinity", "!!ARBfp1.0 PARAM c = { 1e39, -1e39, 1e-45, 1 }; TEMP t; ADD t, c," \
        " fragment.color; MOV result.color, t; END"  # fmt: skip
    yield "unread buffer", "!!NVvp4.0 BUFFER b[] = { program.buffer[0] }; TEMP t; MOV t, b[1];" \
        " MOV result.position, vertex.position; END"  # fmt: skip


@pytest.mark.parametrize(
    "target",
    [one for one in TARGETS.values() if one.glsl and not one.es],  # for ES: test_embedded.py
    ids=lambda one: one.name,
)
def test_texts_have_what_their_version_has(target):
    made = 0
    for name, text in texts(target.version):
        for exact in (False, True) if target.version >= 330 and name in PROGRAMS else (False,):
            try:
                found = translate(text, to=target.name, exact=exact).text
            except TranslationError:
                continue
            assert not refused_words(found), (name, found)
            made += 1
    assert made > 200
