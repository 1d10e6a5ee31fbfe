"""Every texture function of GLSL 3.30 with every sampler, beside llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.glsl.builtins import lookup
from softgl.glsl.builtins.textures import SHAPES
from softgl.glsl.text.language import Language
from softgl.glsl.types import Sampler, Scalar
from softgl.ir.program import Stage
from tests.drivers.mesa import mesa_context
from tests.drivers.programs.glsl_calls import OUTPUT, VERSION, Calls, linked, show

pytestmark = pytest.mark.driver

EXTENSIONS = ("GL_ARB_texture_gather", "GL_ARB_texture_query_lod")
OLD_EXTENSIONS = (
    *("GL_EXT_gpu_shader4", "GL_EXT_texture_array", "GL_ARB_shader_texture_lod"),
    "GL_ARB_texture_rectangle",
)


def enabled(names):
    return "".join(f"#extension {name} : enable\n" for name in names)


HEADS = {
    330: VERSION + enabled(EXTENSIONS) + OUTPUT,
    120: f"#version 120\n{enabled(OLD_EXTENSIONS)}#define result gl_FragColor\n"
    "#define texelFetch texelFetch2D\n#define uint unsigned int\n",
}
FUNCTIONS = {
    number: lookup.functions(Language(number), Stage.FRAGMENT, frozenset(names))
    for number, names in ((330, EXTENSIONS), (120, OLD_EXTENSIONS))
}
SIDE, LAYERS = 8, 3
ENUMS = {
    "1D": "TEXTURE_1D",
    "2D": "TEXTURE_2D",
    "3D": "TEXTURE_3D",
    "CUBE": "TEXTURE_CUBE_MAP",
    "RECT": "TEXTURE_RECTANGLE",
    "ARRAY1D": "TEXTURE_1D_ARRAY",
    "ARRAY2D": "TEXTURE_2D_ARRAY",
    "BUFFER": "TEXTURE_BUFFER",
}
AXES = {"1D": 1, "2D": 2, "3D": 3, "CUBE": 2, "RECT": 2, "ARRAY1D": 1, "ARRAY2D": 2}
FORMATS = {
    Scalar.FLOAT: ("RGBA32F", "RGBA", "FLOAT", np.float32),
    Scalar.INT: ("RGBA32I", "RGBA_INTEGER", "INT", np.int32),
    Scalar.UINT: ("RGBA32UI", "RGBA_INTEGER", "UNSIGNED_INT", np.uint32),
}
NO_FUNCTIONS = ("CubeShadow", 120)
WORDS = [*(shape.sampler for shape in SHAPES), "Buffer"]


def texels(shape, scalar, seed):
    rng = np.random.default_rng(seed)
    if scalar is Scalar.FLOAT:
        return rng.random(shape, np.float32)
    return rng.integers(0, 30000, shape).astype(FORMATS[scalar][-1])


def make_texture(gl, type_: Sampler):
    """A texture for a sampler, with all levels, bound to the active unit."""
    if type_.target == "BUFFER":
        make_buffer_texture(gl, type_)
        return
    enum = getattr(gl, f"GL_{ENUMS[type_.target]}")
    gl.glBindTexture(enum, gl.glGenTextures(1))
    mipmapped = type_.target != "RECT"
    smaller = gl.GL_NEAREST_MIPMAP_NEAREST if mipmapped else gl.GL_NEAREST
    gl.glTexParameteri(enum, gl.GL_TEXTURE_MIN_FILTER, smaller)
    gl.glTexParameteri(enum, gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST)
    if type_.target == "CUBE":
        # llvmpipe clamps to the edges of faces in any mode.
        for name in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(enum, name, gl.GL_CLAMP_TO_EDGE)
    if type_.shadow:
        gl.glTexParameteri(enum, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE)
        internal, layout, data, channels = "DEPTH_COMPONENT32F", "DEPTH_COMPONENT", "FLOAT", ()
    else:
        internal, layout, data, _ = FORMATS[type_.scalar]
        channels = (4,)
    form = (getattr(gl, f"GL_{layout}"), getattr(gl, f"GL_{data}"))
    axes, layers = AXES[type_.target], type_.target.startswith("ARRAY")
    specify = getattr(gl, f"glTexImage{axes + layers}D")
    for level in range(4 if mipmapped else 1):
        size = [SIDE >> level] * axes + [LAYERS] * layers
        for face in range(6 if type_.target == "CUBE" else 1):
            image = texels((*size[::-1], *channels), type_.scalar, 10 * level + face)
            of_face = gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
            place = of_face if type_.target == "CUBE" else enum
            specify(place, level, getattr(gl, f"GL_{internal}"), *size, 0, *form, image)


def make_buffer_texture(gl, type_):
    internal, *_ = FORMATS[type_.scalar]
    gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, gl.glGenBuffers(1))
    data = texels((SIDE, 4), type_.scalar, 0)
    gl.glBufferData(gl.GL_TEXTURE_BUFFER, data.nbytes, data, gl.GL_STATIC_DRAW)
    buffer = int(gl.glGetIntegerv(gl.GL_TEXTURE_BUFFER_BINDING))
    gl.glBindTexture(gl.GL_TEXTURE_BUFFER, gl.glGenTextures(1))
    gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, getattr(gl, f"GL_{internal}"), buffer)


def bind(samplers):
    """Returns a function that binds a texture to a unit for each sampler."""

    def bind_all(gl, program):
        for unit, (name, type_) in enumerate(samplers.items(), 1):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            make_texture(gl, type_)
            gl.glUniform1i(gl.glGetUniformLocation(program, name), unit)

    return bind_all


@pytest.mark.parametrize(
    ("word", "version"),
    [(word, number) for word in WORDS for number in FUNCTIONS if (word, number) != NO_FUNCTIONS],
)
def test_lookups(mesa, word, version):
    calls = Calls(HEADS[version], limit=2)
    for functions in FUNCTIONS[version].values():
        for function in functions:
            sampler = next(iter(function.parameters), None)
            if not isinstance(sampler, Sampler) or str(sampler).lstrip("iu") != f"sampler{word}":
                continue
            # llvmpipe lacks the second parameter that EXT_gpu_shader4 lists.
            if function.name == "textureSize2DRect" and len(function.parameters) == 2:
                continue
            # llvmpipe approximates the derivatives on faces of cube maps.
            if function.name != "textureQueryLOD" or sampler.target != "CUBE":
                calls.call(function, (0.1, 2.0), "1 1 1")
    with mesa_context(8, 8) as gl:
        expected = show(gl, calls, bind(calls.samplers))
    softgl.Context(8, 8, machine="eager").make_current()
    found = show(softgl.gl, calls, bind(calls.samplers))
    wrong = {}
    for function, one, wanted in zip(calls.rows, found, expected, strict=True):
        if function.name.startswith("shadow"):
            # The other components follow DEPTH_TEXTURE_MODE, or are undefined.
            one, wanted = one[:, :1], wanted[:, :1]
        tolerance = 0.05 if function.name == "textureQueryLOD" else 1e-5
        # llvmpipe gives -63.5 for a logarithm of 0.
        one, wanted = np.maximum(one, -63.5), np.maximum(wanted, -63.5)
        equal = (np.abs(one - wanted) <= tolerance).all(1)
        # Coordinates between two texels, and details between two levels, may round either way.
        if equal.mean() < 0.93:
            signature = f"{function.name}({', '.join(map(str, function.parameters))})"
            place = np.argmin(equal)
            wrong[signature] = equal.mean(), one[place].tolist(), wanted[place].tolist()
    assert not wrong


DEPTH_MODES = ("LUMINANCE", "INTENSITY", "ALPHA", "RED")
LOOKUPS = [
    ("120", "Shadow", "shadow2D(s, vec3(0.5, 0.5, 0.3))"),
    ("130", "Shadow", "shadow2D(s, vec3(0.5, 0.5, 0.3))"),
    ("130", "Shadow", "vec4(texture(s, vec3(0.5, 0.5, 0.3)))"),
    ("120", "", "texture2D(s, vec2(0.5))"),
    ("130", "", "texture(s, vec2(0.5))"),
]


def depth_picture(gl, version, shadow, value):
    """A column for each DEPTH_TEXTURE_MODE."""
    head = f"#version {version}\n"
    vertex = f"{head}void main() {{ gl_Position = gl_Vertex; }}"
    fragment = f"{head}uniform sampler2D{shadow} s;\nvoid main() {{ gl_FragColor = {value}; }}"
    gl.glUseProgram(linked(gl, vertex, fragment))
    target = gl.GL_TEXTURE_2D
    gl.glBindTexture(target, gl.glGenTextures(1))
    for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(target, name, gl.GL_NEAREST)
    if shadow:
        gl.glTexParameteri(target, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE)
    depths = np.full((2, 2), 0.6, np.float32)
    form = gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT
    gl.glTexImage2D(target, 0, gl.GL_DEPTH_COMPONENT24, 2, 2, 0, *form, depths)
    for number, mode in enumerate(DEPTH_MODES):
        gl.glTexParameteri(target, gl.GL_DEPTH_TEXTURE_MODE, getattr(gl, f"GL_{mode}"))
        gl.glRectf(number / 2 - 1, -1, number / 2 - 0.5, 1)


@pytest.mark.parametrize(("version", "shadow", "value"), LOOKUPS)
def test_depth_modes(same_as_mesa, version, shadow, value):
    same_as_mesa(lambda gl: depth_picture(gl, version, shadow, value), (8, 2), coverage=False)
