"""Random states of fixed-function fragment processing, from a seed, each drawn into a cell.

All of it is defined by the specifications: no combiner refers to a unit that is off, and DECAL is
for textures of RGB and RGBA. There is no colour sum in fog: llvmpipe does not clamp it before, as
OpenGL 2.1, 3.9, says. `gl` is a module or namespace with the names of OpenGL.GL.
"""

from __future__ import annotations

import numpy as np

SIDE = 6
"""Pixels on each side of a cell."""
COLUMNS = 16
UNITS = 4

# Internal formats, and the layout of their pixels.
FORMATS = (
    ("ALPHA8", "ALPHA", 1), ("LUMINANCE8", "LUMINANCE", 1), ("INTENSITY8", "LUMINANCE", 1),
    ("LUMINANCE8_ALPHA8", "LUMINANCE_ALPHA", 2), ("RGB8", "RGB", 3), ("RGBA8", "RGBA", 4),
    ("R8", "RED", 1), ("RG8", "RG", 2), ("DEPTH_COMPONENT24", "DEPTH_COMPONENT", 1),
)  # fmt: skip
MODES = ("REPLACE", "MODULATE", "BLEND", "ADD", "COMBINE", "COMBINE", "COMBINE", "COMBINE4_NV")
FUNCTIONS = (
    "REPLACE", "MODULATE", "ADD", "ADD_SIGNED", "INTERPOLATE", "SUBTRACT", "MODULATE_ADD_ATI",
    "MODULATE_SIGNED_ADD_ATI", "MODULATE_SUBTRACT_ATI",
)  # fmt: skip
OF_RGB = (*FUNCTIONS, "DOT3_RGB", "DOT3_RGBA")
OPERANDS = ("SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "SRC_COLOR", "ONE_MINUS_SRC_COLOR")


def draw_cells(gl, seed: int, count: int) -> tuple[int, int]:
    """Draws `count` random states; returns the size of the picture, (width, height)."""
    rng = np.random.default_rng(seed)
    textures = [_texture(gl, rng, *each) for each in FORMATS]
    for number in range(count):
        row, column = divmod(number, COLUMNS)
        gl.glViewport(column * SIDE, row * SIDE, SIDE, SIDE)
        _set_state(gl, rng, textures)
        _draw(gl, rng)
    return size_of(count)


def size_of(count: int) -> tuple[int, int]:
    """The size of a picture of `count` cells."""
    return COLUMNS * SIDE, -(-count // COLUMNS) * SIDE


def _enum(gl, name):
    return getattr(gl, f"GL_{name}")


def _texture(gl, rng, internal_format, layout, channels):
    """Makes a 2D texture; returns (its name, True if it has RGB)."""
    name = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    texels = rng.integers(0, 256, (4, 4, channels)).astype(np.uint8)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, _enum(gl, internal_format), 4, 4, 0, _enum(gl, layout),
        gl.GL_UNSIGNED_BYTE, texels.tobytes(),
    )  # fmt: skip
    for filter_ in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, filter_, gl.GL_NEAREST)
    return name, layout in ("RGB", "RGBA")


def _set_state(gl, rng, textures):
    on = [unit for unit in range(UNITS) if rng.random() < 0.6]
    for unit in range(UNITS):
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        (gl.glEnable if unit in on else gl.glDisable)(gl.GL_TEXTURE_2D)
        if unit in on:
            name, has_rgb = textures[rng.integers(len(textures))]
            gl.glBindTexture(gl.GL_TEXTURE_2D, name)
            _set_environment(gl, rng, on, has_rgb)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    chosen = rng.choice((gl.GL_FOG, gl.GL_COLOR_SUM, 0))
    for switch in (gl.GL_FOG, gl.GL_COLOR_SUM):
        (gl.glEnable if switch == chosen else gl.glDisable)(switch)
    gl.glFogi(gl.GL_FOG_MODE, _enum(gl, rng.choice(("LINEAR", "EXP", "EXP2"))))
    gl.glFogi(gl.GL_FOG_COORD_SRC, _enum(gl, rng.choice(("FOG_COORD", "FRAGMENT_DEPTH"))))
    gl.glFogf(gl.GL_FOG_START, rng.uniform(0, 0.4))
    gl.glFogf(gl.GL_FOG_END, rng.uniform(0.6, 2))
    gl.glFogf(gl.GL_FOG_DENSITY, rng.uniform(0.1, 2))
    gl.glFogfv(gl.GL_FOG_COLOR, rng.random(4).astype(np.float32))


def _set_environment(gl, rng, on, has_rgb):
    env = gl.GL_TEXTURE_ENV
    gl.glTexEnvi(env, gl.GL_TEXTURE_ENV_MODE, _enum(gl, rng.choice(MODES + ("DECAL",) * has_rgb)))
    gl.glTexEnvfv(env, gl.GL_TEXTURE_ENV_COLOR, rng.random(4).astype(np.float32))
    sources = ("TEXTURE", "CONSTANT", "PRIMARY_COLOR", "PREVIOUS", "ZERO", "ONE")
    sources += tuple(f"TEXTURE{unit}" for unit in on)
    four = gl.glGetTexEnviv(env, gl.GL_TEXTURE_ENV_MODE) == gl.GL_COMBINE4_NV
    for part, functions, operands in (("RGB", OF_RGB, 4), ("ALPHA", FUNCTIONS, 2)):
        function = rng.choice(("ADD", "ADD_SIGNED") if four else functions)
        gl.glTexEnvi(env, _enum(gl, f"COMBINE_{part}"), _enum(gl, function))
        gl.glTexEnvf(env, _enum(gl, f"{part}_SCALE"), float(rng.choice((1, 1, 2, 4))))
        for n in range(4):
            nv = "_NV" * (n == 3)
            source, operand = rng.choice(sources), OPERANDS[rng.integers(operands)]
            gl.glTexEnvi(env, _enum(gl, f"SOURCE{n}_{part}{nv}"), _enum(gl, source))
            gl.glTexEnvi(env, _enum(gl, f"OPERAND{n}_{part}{nv}"), _enum(gl, operand))


def _draw(gl, rng):
    colors, sums = rng.random((4, 4)), rng.random((4, 3)) * 0.5
    coordinates, fog = rng.random((4, UNITS, 2)) * 2 - 0.5, rng.random(4) * 2
    gl.glBegin(gl.GL_QUADS)
    for n, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        gl.glColor4f(*colors[n])
        gl.glSecondaryColor3f(*sums[n])
        gl.glFogCoordf(fog[n])
        for unit in range(UNITS):
            gl.glMultiTexCoord2f(gl.GL_TEXTURE0 + unit, *coordinates[n, unit])
        gl.glVertex3f(x, y, 0.7)
    gl.glEnd()
