"""Texels of buffer textures beside fetches of GLSL programs on llvmpipe: all formats."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.gl.api import enums
from softgl.texture.buffers import BUFFER_FORMATS, CORE_FORMATS
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.driver

SEED = 20261123
WIDTH = 64
BYTES = 1000
KINDS = {"F": ("", "TXF.F result.color, t"), "I": ("i", "TXF.S n, t"), "U": ("u", "TXF.U n, t")}
ASSEMBLY = """!!NVfp4.0
TEMP at, n; INT TEMP t;
FLR at, fragment.position;
TRUNC.S t, at;
{fetch}, texture, BUFFER;{shown}
END"""
GLSL = """#version 330
uniform {}samplerBuffer s; out vec4 color;
void main() {{ color = vec4(texelFetch(s, int(gl_FragCoord.x))); }}
"""


def kind_of(name):
    """F, I or U: the type of samples of a format."""
    name = name.removesuffix("_EXT")
    return "U" if name.endswith("UI") else "I" if name[-1] == "I" else "F"


@pytest.fixture(scope="module")
def memory():
    """Random bytes without infinite, NaN or denormal halves and floats."""
    print("seed", SEED)
    found = np.random.default_rng(SEED).integers(0, 256, BYTES).astype(np.uint8) | 0x08
    return np.where(found & 0x7C == 0x7C, found ^ 0x40, found)


def fetched(gl, memory, use):
    """{format: (WIDTH, 4) float32, the first texels}; use : (kind) -> makes the program current."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA32F, WIDTH, 1)
    point = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
    gl.glFramebufferRenderbuffer(*point, gl.GL_RENDERBUFFER, 1)
    gl.glViewport(0, 0, WIDTH, 1)
    gl.glClampColorARB(gl.GL_CLAMP_READ_COLOR, gl.GL_FALSE)
    gl.glClampColorARB(gl.GL_CLAMP_FRAGMENT_COLOR, gl.GL_FALSE)
    buffer = gl.glGenBuffers(1)
    gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, buffer)
    gl.glBufferData(gl.GL_TEXTURE_BUFFER, memory.nbytes, memory, gl.GL_STATIC_DRAW)
    gl.glBindTexture(gl.GL_TEXTURE_BUFFER, gl.glGenTextures(1))
    found = {}
    for name in sorted(BUFFER_FORMATS, key=kind_of):
        use(kind_of(name))
        # Mesa has one function, which takes both formats.
        attach = gl.glTexBuffer
        if name not in CORE_FORMATS:
            attach = getattr(gl, "glTexBufferEXT", attach)
        attach(gl.GL_TEXTURE_BUFFER, getattr(enums, f"GL_{name}"), buffer)
        gl.glRectf(-1, -1, 1, 1)
        data = gl.glReadPixels(0, 0, WIDTH, 1, gl.GL_RGBA, gl.GL_FLOAT)
        found[name] = np.array(data, np.float32).reshape(WIDTH, 4)
    return found


def on_mesa(memory):
    with mesa_context(8, 8) as mesa:
        programs = {}

        def use(kind):
            if kind not in programs:
                shader = mesa.glCreateShader(mesa.GL_FRAGMENT_SHADER)
                mesa.glShaderSource(shader, GLSL.format(KINDS[kind][0]))
                mesa.glCompileShader(shader)
                programs[kind] = mesa.glCreateProgram()
                mesa.glAttachShader(programs[kind], shader)
                mesa.glLinkProgram(programs[kind])
            mesa.glUseProgram(programs[kind])

        return fetched(mesa, memory, use)


def on_softgl(memory):
    softgl.Context(8, 8, machine="eager")
    gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)

    def use(kind):
        shown = {"F": "", "I": " I2F.S result.color, n;", "U": " I2F.U result.color, n;"}[kind]
        text = ASSEMBLY.format(fetch=KINDS[kind][1], shown=shown)
        form = gl.GL_FRAGMENT_PROGRAM_ARB, gl.GL_PROGRAM_FORMAT_ASCII_ARB
        gl.glProgramStringARB(*form, len(text), text)

    return fetched(gl, memory, use)


def test_every_format(mesa, memory):
    wanted, got = on_mesa(memory), on_softgl(memory)
    for name, texels in wanted.items():
        assert len(np.unique(texels)) > 16, name
        # Mesa multiplies by 1/255 where we have the quotient.
        apart = 1e-7 if name[-1] in "86" else 0
        assert np.allclose(got[name], texels, rtol=apart, atol=0), name
