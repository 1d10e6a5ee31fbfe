"""What is timed: functions that set a case up and return the function that draws one frame.

`gl` is a module with the names of OpenGL.GL and of the ARB program functions; `scale` divides the
sizes, 1 for the real thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softgl.gl.api import enums
from tests.bench.pixel_cases import PIXELS, SIDE
from tests.drivers.drawing import clear, draw_whole_view, make_texture, set_arrays, use_programs
from tests.drivers.meshes import (
    LIT_FRAGMENT,
    LIT_VERTEX,
    draw_mesh,
    look_at_torus,
    set_mesh,
    torus,
)


@dataclass(frozen=True)
class Case:
    """One thing to time: `prepare(gl, scale)` returns the function that draws a frame."""

    name: str
    size: tuple[int, int]
    prepare: Callable


def long_program(gl, scale):
    """A fragment program of 256 instructions over the whole view."""
    lines = []
    for number in range(64 // scale):
        lines += [
            "MUL r0, r0, r1;",
            "MAD r1, r0.yzwx, c, r1;",
            "ADD r0, r0, -r1.wzyx;",
            f"MAD r1, r1, {0.25 + number / 256}, fragment.texcoord[0];",
        ]
    body = "\n".join(lines)
    fragment = f"""!!ARBfp1.0
PARAM c = {{ 0.5, -0.25, 0.125, 0.75 }};
TEMP r0, r1;
MOV r0, fragment.texcoord[0];
MOV r1, c;
{body}
MOV result.color, r0;
END
"""
    use_programs(gl, fragment=fragment)
    corners = [(0, 0, 0.1, 1), (1, 0, 0.2, 0.9), (1, 1, 0.3, 0.8), (0, 1, 0.4, 0.7)]
    return lambda: draw_whole_view(gl, [corners])


@dataclass(frozen=True)
class Texture:
    """A texture over the whole view, by one texture instruction for each pixel.

    target : the name that programs give it. side : texels, of layers and faces too; 6 of them.
    corners : the texture coordinates of the view's corners: for 2D, 1.2 to 2.4 texels apart.
    filters : GL's names, for minification and magnification.
    format : the internal format, without GL_.
    """

    target: str
    enum: str
    side: int = 256
    corners: tuple = ((0, 0), (9, 1), (8, 10), (-1, 9))
    filters: tuple[str, str] = ("LINEAR_MIPMAP_LINEAR", "LINEAR")
    format: str = "RGBA8"
    option: str = ""

    def __call__(self, gl, scale):
        """Make it, and load the programs."""
        target = getattr(enums, f"GL_{self.enum}")
        gl.glBindTexture(target, gl.glGenTextures(1))
        depths = self.format.startswith("DEPTH")
        for pname, value in zip(("MIN_FILTER", "MAG_FILTER"), self.filters, strict=True):
            gl.glTexParameteri(
                target, getattr(gl, f"GL_TEXTURE_{pname}"), getattr(gl, f"GL_{value}")
            )
        if depths:
            gl.glTexParameteri(target, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_R_TO_TEXTURE)
        rng = np.random.default_rng(0)
        level, side = 0, max(1, self.side // scale)
        while side and (level == 0 or "MIPMAP" in self.filters[0]):
            self._image(gl, target, level, side, rng, depths)
            level, side = level + 1, side // 2
        if self.target == "ARRAY2D" and hasattr(gl, "glCreateShader"):
            use_programs(gl)
            _use_shader(gl, _OF_ARRAY)
        else:
            name = "SHADOW" * depths + self.target
            use_programs(
                gl,
                fragment=f"!!ARBfp1.0\n{self.option}\n"
                f"TEX result.color, fragment.texcoord[0], texture[0], {name};\nEND\n",
            )
        return lambda: draw_whole_view(gl, [self.corners])

    def _image(self, gl, target, level, side, rng, depths):
        layout = gl.GL_DEPTH_COMPONENT if depths else gl.GL_RGBA
        format_ = getattr(enums, f"GL_{self.format}")
        faces = [target]
        size = [side] * min(int(self.target[-2]) if self.target[-1] == "D" else 2, 3)
        if self.target == "CUBE":
            faces = range(gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X, gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + 6)
        elif self.target.startswith("ARRAY"):
            size.append(6)
        specify = (gl.glTexImage1D, gl.glTexImage2D, gl.glTexImage3D)[len(size) - 1]
        for face in faces:
            pixels = rng.integers(0, 256, (*size[::-1], 1 if depths else 4), dtype=np.uint8)
            specify(face, level, format_, *size, 0, layout, gl.GL_UNSIGNED_BYTE, pixels.tobytes())


# What Mesa has for ARRAY2D, which its fragment programs do not know.
_OF_ARRAY = """#version 120
#extension GL_EXT_texture_array : enable
uniform sampler2DArray unit;
void main() { gl_FragColor = texture2DArray(unit, gl_TexCoord[0].xyz); }
"""


def _use_shader(gl, text):
    """Use a fragment shader, after vertex programs."""
    shader = gl.glCreateShader(gl.GL_FRAGMENT_SHADER)
    gl.glShaderSource(shader, text)
    gl.glCompileShader(shader)
    program = gl.glCreateProgram()
    gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    gl.glUseProgram(program)


_2D = "2D", "TEXTURE_2D"
_NEAREST, _BILINEAR = ("NEAREST", "NEAREST"), ("LINEAR", "LINEAR")
_ARRAYS = "OPTION MESA_texture_array;"
# Directions over two faces and two edges of the cube; points of a volume about two texels apart.
_DIRECTIONS = ((-1.0, 0.2, 0.5), (1.0, 0.8, 0.6), (0.7, 1.4, -0.9), (-0.8, 0.9, -1.0))
_POINTS = ((0, 0, 0), (36, 4, 2), (32, 40, 9), (-4, 36, 7))
_LAYER = tuple((s, t, 2.0) for s, t in ((0, 0), (9, 1), (8, 10), (-1, 9)))
_DEPTHS = tuple((s, t, 0.5) for s, t in ((0, 0), (9, 1), (8, 10), (-1, 9)))

TEXTURES = {
    "nearest texture": Texture(*_2D, filters=_NEAREST),
    "bilinear texture": Texture(*_2D, filters=_BILINEAR),
    "trilinear texture": Texture(*_2D),
    "trilinear half floats": Texture(*_2D, format="RGBA16F_ARB"),
    "trilinear DXT1": Texture(*_2D, format="COMPRESSED_RGB_S3TC_DXT1_EXT"),
    "trilinear DXT5": Texture(*_2D, format="COMPRESSED_RGBA_S3TC_DXT5_EXT"),
    "bilinear RGTC1": Texture(*_2D, filters=_BILINEAR, format="COMPRESSED_RED_RGTC1"),
    "trilinear cube map": Texture("CUBE", "TEXTURE_CUBE_MAP", side=1024, corners=_DIRECTIONS),
    "bilinear cube map": Texture(
        "CUBE", "TEXTURE_CUBE_MAP", side=256, corners=_DIRECTIONS, filters=_BILINEAR
    ),
    "trilinear volume": Texture("3D", "TEXTURE_3D", side=64, corners=_POINTS),
    "linear volume": Texture("3D", "TEXTURE_3D", side=64, corners=_POINTS, filters=_BILINEAR),
    "trilinear array": Texture("ARRAY2D", "TEXTURE_2D_ARRAY_EXT", corners=_LAYER, option=_ARRAYS),
    "bilinear rectangle": Texture(
        "RECT", "TEXTURE_RECTANGLE_ARB", filters=_BILINEAR,
        corners=((0, 0), (255, 10), (240, 256), (5, 230)),
    ),
    "filtered shadow map": Texture(
        *_2D, filters=_BILINEAR, format="DEPTH_COMPONENT24", corners=_DEPTHS,
        option="OPTION ARB_fragment_program_shadow;",
    ),
}  # fmt: skip


def small_triangles(gl, scale):
    """200,000 triangles of about five pixels each, in one call on client arrays."""
    cells = 316 // scale
    line = np.linspace(-1, 1, cells + 1)
    points = np.stack(np.meshgrid(line, line), axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    position = np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 2)
    color = np.random.default_rng(1).uniform(0, 1, (len(position), 4))
    use_programs(gl)
    kept = set_arrays(gl, position, color)
    return lambda: gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(kept[0]))


def lit_mesh(gl, scale):
    """A textured torus of 70,000 triangles, lit for each fragment, with depth test and culling."""
    vertices, indices = torus(264 // scale, 132 // scale)
    texels = np.random.default_rng(2).integers(0, 256, (64, 64, 4), dtype=np.uint8)
    make_texture(gl, [texels], min_filter=gl.GL_LINEAR, mag_filter=gl.GL_LINEAR)
    use_programs(gl, LIT_VERTEX, LIT_FRAGMENT)
    look_at_torus(gl, 4 / 3)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_CULL_FACE)
    set_mesh(gl, vertices, indices)

    def frame():
        clear(gl)
        draw_mesh(gl, indices)

    return frame


CASES = (
    Case("256-instruction program", (1024, 1024), long_program),
    *(Case(name, (1024, 1024), texture) for name, texture in TEXTURES.items()),
    Case("200,000 small triangles", (1024, 1024), small_triangles),
    Case("lit mesh, 70,000 triangles", (640, 480), lit_mesh),
    *(Case(name, (SIDE, SIDE), pixels) for name, pixels in PIXELS.items()),
)
