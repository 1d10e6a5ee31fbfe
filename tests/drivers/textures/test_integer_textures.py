"""Textures and targets of integers beside those of GLSL programs on llvmpipe: all formats."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.gl.api import enums
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.driver

SEED = 20261123
SIDE = 8
SIZES = (8, 16, 32)
BASES = ("R", "RG", "RGB", "RGBA", "ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY")
TARGETS = ("R", "RG", "RGBA")
# Texels with the wrap mode and the border colour, then what integer instructions make of them.
ASSEMBLY = """!!NVfp4.0
TEMP at, t, u;
MUL at, fragment.position, {{ 0.1, 0.1, 0, 0 }};
SUB at, at, 0.1;
TEX.{type} t, at, texture, 2D;
MAD.{type} u, t, 3, {{ 7, 100, 0, 0x12345678 }};
SHR.{type} t, t, 2;
XOR.{type} result.color, t, u;
END"""
GLSL = """#version 330
uniform {kind}sampler2D s; out {kind}vec4 color;
void main() {{
    {kind}vec4 t = texture(s, gl_FragCoord.xy * 0.1 - 0.1);
    color = (t * {kind}vec4(3) + {kind}vec4(7, 100, 0, 0x12345678)) ^ (t >> 2);
}}
"""
OPERATIONS = ("COPY", "XOR", "AND_INVERTED", "NOR", "EQUIV", "SET", "INVERT")


def format_of(base, bits, kind):
    """The enum of an internal format; kind : I or UI."""
    suffix = "" if base in ("R", "RG", "RGB", "RGBA") else "_EXT"
    return getattr(enums, f"GL_{base}{bits}{kind}{suffix}")


def cases():
    """(kind, base and bits of a texture, base and bits of a target, logic operation, mask)."""
    rng = np.random.default_rng(SEED)
    found = itertools.product(("I", "UI"), BASES, SIZES)
    for number, (kind, base, bits) in enumerate(found):
        target = TARGETS[number % 3], int(rng.choice(SIZES))
        mask = tuple(bool(each) for each in rng.random(4) < 0.8)
        yield kind, (base, bits), target, OPERATIONS[number % len(OPERATIONS)], mask


def texels(number, kind, bits):
    """Random texels (SIDE, SIDE, 4): many of them small, and the ends of the range."""
    rng = np.random.default_rng([SEED, number])
    dtype = np.int32 if kind == "I" else np.uint32
    found = (rng.integers(0, 2**32, (SIDE, SIDE, 4)) >> rng.integers(0, 33, (SIDE, SIDE, 4))) * (
        rng.choice([1, -1] if kind == "I" else [1], (SIDE, SIDE, 4))
    )
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if kind == "I" else (0, 2**bits - 1)
    found[0, :4] = np.array([[low, high, 0, 1]]).T
    return found.clip(low, high).astype(dtype)


def clear(gl, kind, color):
    """Clears the target to a colour; OpenGL 3.0 has a command of its own for integers."""
    if hasattr(gl, "glClearColorIiEXT"):
        (gl.glClearColorIiEXT if kind == "I" else gl.glClearColorIuiEXT)(*color)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    else:
        (gl.glClearBufferiv if kind == "I" else gl.glClearBufferuiv)(gl.GL_COLOR, 0, color)


def drawn(gl, use):
    """The targets after all cases; use : (kind) -> makes the program current."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    gl.glViewport(0, 0, 10, 10)
    for parameter, value in (
        ("MIN_FILTER", gl.GL_NEAREST), ("MAG_FILTER", gl.GL_NEAREST),
        ("WRAP_S", gl.GL_CLAMP_TO_BORDER), ("WRAP_T", gl.GL_REPEAT),
    ):  # fmt: skip
        gl.glTexParameteri(gl.GL_TEXTURE_2D, getattr(enums, f"GL_TEXTURE_{parameter}"), value)
    # None of these is about integers.
    gl.glEnable(gl.GL_BLEND)
    gl.glEnable(gl.GL_ALPHA_TEST)
    gl.glAlphaFunc(gl.GL_NEVER, 0.0)
    gl.glEnable(gl.GL_DITHER)
    found = []
    for number, (kind, source, target, operation, mask) in enumerate(cases()):
        use(kind)
        type_ = gl.GL_INT if kind == "I" else gl.GL_UNSIGNED_INT
        form = 0, 0x8D99, type_  # RGBA_INTEGER
        data = texels(number, kind, source[1])
        image = gl.GL_TEXTURE_2D, 0, format_of(*source, kind), SIDE, SIDE, *form, data
        gl.glTexImage2D(*image)
        border = np.array([5, -6 if kind == "I" else 6, 7, 8], data.dtype)
        name = "glTexParameterIiv" if kind == "I" else "glTexParameterIuiv"
        set_border = getattr(gl, name, None) or getattr(gl, f"{name}EXT")  # the same in OpenGL 3.0
        set_border(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_BORDER_COLOR, border)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, format_of(*target, kind), 10, 10)
        point = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
        gl.glFramebufferRenderbuffer(*point, gl.GL_RENDERBUFFER, 1)
        assert gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) == gl.GL_FRAMEBUFFER_COMPLETE
        gl.glColorMask(1, 1, 1, 1)
        clear(gl, kind, np.array([1, 20, 100, 127], data.dtype))
        gl.glColorMask(*mask)
        gl.glLogicOp(getattr(enums, f"GL_{operation}"))
        gl.glEnable(gl.GL_COLOR_LOGIC_OP)
        gl.glRectf(-1, -1, 1, 1)
        pixels = gl.glReadPixels(0, 0, 10, 10, *form[1:])
        found.append(np.array(pixels).reshape(10, 10, 4))
    return found


def on_mesa():
    with mesa_context(16, 16) as mesa:
        programs = {}

        def use(kind):
            if kind not in programs:
                shader = mesa.glCreateShader(mesa.GL_FRAGMENT_SHADER)
                text = GLSL.format(kind="i" if kind == "I" else "u")
                mesa.glShaderSource(shader, text)
                mesa.glCompileShader(shader)
                assert mesa.glGetShaderiv(shader, 0x8B81), mesa.glGetShaderInfoLog(shader)
                programs[kind] = mesa.glCreateProgram()
                mesa.glAttachShader(programs[kind], shader)
                mesa.glLinkProgram(programs[kind])
            mesa.glUseProgram(programs[kind])

        return drawn(mesa, use)


def on_softgl():
    softgl.Context(16, 16, machine="eager")
    gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)

    def use(kind):
        text = ASSEMBLY.format(type="S" if kind == "I" else "U")
        form = gl.GL_FRAGMENT_PROGRAM_ARB, gl.GL_PROGRAM_FORMAT_ASCII_ARB
        gl.glProgramStringARB(*form, len(text), text)

    return drawn(gl, use)


def test_every_format(mesa):
    """Texels and border colours sampled, computed with, written, combined, masked, read back."""
    print("seed", SEED)
    for case, wanted, got in zip(cases(), on_mesa(), on_softgl(), strict=True):
        assert np.array_equal(got, wanted), case
