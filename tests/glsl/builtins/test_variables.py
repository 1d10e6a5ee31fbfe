"""Built-in variables and constants by language and stage, and the meaning of their registers."""

from __future__ import annotations

import itertools

import pytest

from softgl import Context
from softgl.gl.programs.program_state import SCALARS, VECTORS, ProgramState
from softgl.glsl.builtins import lookup
from softgl.glsl.builtins.variables import VARIABLES
from softgl.glsl.compiling import compile_shader
from softgl.glsl.text.language import Language
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array, innermost, registers
from softgl.ir.program import Stage

CORE = Language(330, compatibility=False)
COMPATIBILITY = Language(330)
ES_100, ES_300 = (Language(number, True, False) for number in (100, 300))
VERTEX, GEOMETRY, FRAGMENT = Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT

# Names of the languages that have them, in one stage.
HAVE = [
    ("gl_Vertex gl_MultiTexCoord7 gl_FogCoord", VERTEX, "110 140 330", "330core es100 es300"),
    ("gl_Position gl_PointSize", VERTEX, "110 330 330core es100 es300", ""),
    ("gl_Position gl_in gl_PrimitiveIDIn gl_Layer", GEOMETRY, "150 330 330core", "140 es300"),
    ("gl_ClipDistance", VERTEX, "130 330core", "120 es300"),
    ("gl_ClipVertex gl_FrontColor", VERTEX, "110 330", "330core es100"),
    ("gl_VertexID", VERTEX, "130 330core es300", "120 es100"),
    ("gl_InstanceID", VERTEX, "140 330core es300", "130 es100"),
    ("gl_FragColor gl_FragData", FRAGMENT, "110 330 330core es100", "es300"),
    ("gl_FragDepth", FRAGMENT, "110 330core es300", "es100"),
    ("gl_PointCoord", FRAGMENT, "120 330core es100 es300", "110"),
    ("gl_PrimitiveID", FRAGMENT, "150 330core", "140 es300"),
    ("gl_Color gl_TexCoord gl_FogFragCoord", FRAGMENT, "110 330", "330core es100"),
    ("gl_DepthRange", FRAGMENT, "110 330core es100 es300", ""),
    ("gl_ModelViewMatrix gl_LightSource gl_Fog", VERTEX, "110 330", "330core es100"),
    ("gl_MaxLights gl_MaxClipPlanes", VERTEX, "110 330", "330core es100"),
    ("gl_MaxVaryingComponents", VERTEX, "130 330core", "120 es300"),
    ("gl_MaxVaryingVectors", VERTEX, "es100", "330 es300"),
    ("gl_MaxVertexOutputVectors gl_MinProgramTexelOffset", VERTEX, "es300", "330 es100"),
    ("gl_VerticesIn gl_PositionIn", GEOMETRY, "", "120 330"),
]


def language(word: str) -> Language:
    if word.startswith("es"):
        return Language(int(word[2:]), True, False)
    return Language(int(word[:3]), False, not word.endswith("core"))


@pytest.mark.parametrize(("names", "stage", "have", "lack"), HAVE)
def test_languages(names, stage, have, lack):
    for name, word in itertools.product(names.split(), have.split()):
        assert lookup.variables(language(word), stage)[name].name == name, word
    for name, word in itertools.product(names.split(), lack.split()):
        assert name not in lookup.variables(language(word), stage), word


def test_vectors_of_es_on_the_desktop():
    """ARB_ES2_compatibility, 7.3: the constants, where #extension enables it."""
    names = [f"gl_Max{kind}Vectors" for kind in ("VertexUniform", "FragmentUniform", "Varying")]
    text = f"float a[{names[0]} + {names[1]} + {names[2]}]; void main() {{}}"
    enabled = f"#extension GL_ARB_ES2_compatibility : enable\n{text}"
    assert not compile_shader([enabled], FRAGMENT).messages
    assert len(compile_shader([text], FRAGMENT).messages) == 3


@pytest.mark.parametrize(
    ("name", "stage", "extension"),
    [
        ("gl_InstanceIDARB", VERTEX, "GL_ARB_draw_instanced"),
        ("gl_InstanceID", VERTEX, "GL_ARB_draw_instanced"),
        ("gl_VertexID", VERTEX, "GL_EXT_gpu_shader4"),
        ("gl_PrimitiveID", FRAGMENT, "GL_EXT_gpu_shader4"),
        ("gl_TexCoordIn", GEOMETRY, "GL_ARB_geometry_shader4"),
        ("gl_FragStencilRefARB", FRAGMENT, "GL_ARB_shader_stencil_export"),
        ("gl_ViewportIndex", GEOMETRY, "GL_ARB_viewport_array"),
        ("gl_MaxViewports", VERTEX, "GL_ARB_viewport_array"),
        ("gl_Layer", FRAGMENT, "GL_ARB_fragment_layer_viewport"),
        ("gl_ViewportIndex", FRAGMENT, "GL_ARB_fragment_layer_viewport"),
    ],
)
def test_extensions(name, stage, extension):
    assert name not in lookup.variables(Language(120), stage)
    assert name in lookup.variables(Language(120), stage, frozenset({extension}))


def every_variable():
    return [entry.variable for entries in VARIABLES.values() for entry in entries]


def test_each_register_has_a_binding():
    for one in every_variable():
        if one.constant is not None:
            assert len(one.constant) == registers(one.type) and not one.bindings
        elif one.name == "gl_VerticesIn":
            assert not one.bindings
        elif isinstance(one.type, Array) and one.type.count is None:
            # The bindings of one vertex, or those of the largest size.
            assert len(one.bindings) % registers(one.type.element) == 0, one.name
        else:
            assert len(one.bindings) == registers(one.type), one.name


def test_state_has_values():
    state = ProgramState(Context(4, 4))
    for one in every_variable():
        if one.storage is not Storage.BUILTIN_UNIFORM:
            continue
        for binding in one.bindings:
            assert binding.is_matrix or binding.name in VECTORS | SCALARS, binding
            assert state.vector(binding).shape == (4,), binding


def test_only_outputs_are_writable():
    for one in every_variable():
        assert one.writable == (one.storage is Storage.BUILTIN_OUT), one.name


def test_lookups_are_mappings():
    found = lookup.variables(ES_100, VERTEX)
    assert found is lookup.variables(ES_100, VERTEX)
    assert len(found) == len([*found]) > 5
    assert found.get("gl_Vertex") is None
    with pytest.raises(KeyError):
        found["gl_Vertex"]
    names = [*lookup.functions(CORE, FRAGMENT)]
    assert "texture" in names and "ftransform" not in names and "dFdx" in names
    assert "ftransform" in lookup.functions(COMPATIBILITY, VERTEX)
    assert "dFdx" not in lookup.functions(ES_100, FRAGMENT)
    assert innermost(lookup.variables(COMPATIBILITY, VERTEX)["gl_TexCoord"].type).size == 4
    assert "sinh" in lookup.functions(ES_300, VERTEX)
