"""Frames of texture sampling: one texture instruction a pixel."""

from __future__ import annotations

import ctypes

import numpy as np

from softgl.bench.drawing import new_name, use_programs, whole_view
from softgl.records import dataclass

# Compressed format -> bytes of a block.
DXT1, DXT5 = "COMPRESSED_RGB_S3TC_DXT1_EXT", "COMPRESSED_RGBA_S3TC_DXT5_EXT"
RGTC1 = "COMPRESSED_RED_RGTC1"
BLOCK_BYTES = {DXT1: 8, DXT5: 16, RGTC1: 8}
NEAREST, LINEAR = ("NEAREST", "NEAREST"), ("LINEAR", "LINEAR")
TRILINEAR = ("LINEAR_MIPMAP_LINEAR", "LINEAR")
# Texture coordinates of the view's corners, for 1024 pixels and 256 texels on a side: the step
# between pixels is a quarter of a texel, about two texels, and eight by one.
MAGNIFIED = ((0.013, 0.007), (0.917, 0.103), (0.811, 1.019), (-0.093, 0.923))
MINIFIED = ((0, 0), (9, 1), (8, 10), (-1, 9))
OBLIQUE = ((0, 0), (32, 0.5), (31, 4.5), (-1, 4))
# Directions over two faces and two edges of the cube; points of a volume about two texels apart.
DIRECTIONS = ((-1.0, 0.2, 0.5), (1.0, 0.8, 0.6), (0.7, 1.4, -0.9), (-0.8, 0.9, -1.0))
POINTS = ((0, 0, 0), (36, 4, 2), (32, 40, 9), (-4, 36, 7))
LAYER = tuple((s, t, 2.0) for s, t in MINIFIED)
DEPTHS = tuple((s, t, 0.5) for s, t in MINIFIED)
RECTANGLE = ((0, 0), (255, 10), (240, 256), (5, 230))
# A GLSL shader for Mesa: its ARB fragment programs have no array targets.
GLSL_OF_ARRAY = b"""#version 120
#extension GL_EXT_texture_array : enable
uniform sampler2DArray unit;
void main() { gl_FragColor = texture2DArray(unit, gl_TexCoord[0].xyz); }
"""
LAYERS = 6


@dataclass(frozen=True)
class Textured:
    """Prepares a textured quad over the whole view; called like the functions of frames.

    target : the texture target as in programs. enum, format, filters (minification,
    magnification) : GL's names, without GL_. corners : texture coordinates of the view's corners.
    """

    filters: tuple[str, str]
    corners: tuple = MINIFIED
    target: str = "2D"
    enum: str = "TEXTURE_2D"
    format: str = "RGBA8"
    option: str = ""
    anisotropy: float = 1.0

    def __call__(self, gl, amount):
        """Returns the draw of one frame; amount : texels on a side."""
        depths = self.format.startswith("DEPTH")
        layers = (LAYERS,) if self.target == "ARRAY2D" else ()
        sides = (amount,) * (3 if self.target == "3D" else 2)
        components = 1 if depths else 4
        levels = _random_levels(layers, sides, components, "MIPMAP" in self.filters[0])
        target = make_texture(gl, self.enum, levels, self.filters, self.format)
        if depths:
            gl.glTexParameteri(target, gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_R_TO_TEXTURE)
        if self.anisotropy > 1:
            gl.glTexParameterf(target, gl.GL_TEXTURE_MAX_ANISOTROPY_EXT, self.anisotropy)
        if self.target == "ARRAY2D" and hasattr(gl, "glCreateShader"):
            use_programs(gl)
            use_fragment_shader(gl, GLSL_OF_ARRAY)
        else:
            name = "SHADOW" * depths + self.target
            fragment = f"TEX result.color, fragment.texcoord[0], texture[0], {name};"
            use_programs(gl, fragment=f"!!ARBfp1.0\n{self.option}\n{fragment}\nEND\n")
        return whole_view(gl, self.corners)


def several_textures(gl, amount):
    """The average of `amount` bilinear textures, each sampled once."""
    rng = np.random.default_rng(5)
    for unit in range(amount):
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        texels = rng.integers(0, 256, (128, 128, 4), dtype=np.uint8)
        make_texture(gl, "TEXTURE_2D", [texels], LINEAR)
    lines = ["!!ARBfp1.0", "TEMP sum, texel;", "MOV sum, 0.0;"]
    for unit in range(amount):
        lines.append(f"TEX texel, fragment.texcoord[0], texture[{unit}], 2D;")
        lines.append(f"MAD sum, texel, {1 / amount}, sum;")
    use_programs(gl, fragment="\n".join([*lines, "MOV result.color, sum;", "END\n"]))
    return whole_view(gl, MAGNIFIED)


def _random_levels(layers, sides, components, mipmaps):
    """Images of random bytes: level 0, or all levels with `mipmaps`."""
    rng = np.random.default_rng(0)
    for level in range(max(sides).bit_length() if mipmaps else 1):
        size = [max(1, side >> level) for side in sides]
        yield rng.integers(0, 256, (*layers, *size, components), dtype=np.uint8)


def make_texture(gl, enum, levels, filters, format_="RGBA8"):
    """Makes a texture and binds it to the active unit; returns its target.

    levels : images (..., 1 or 4) uint8 of depth or RGBA, level 0 first; every face of a cube map
        gets the same ones.
    """
    target = getattr(gl, f"GL_{enum}")
    gl.glBindTexture(target, new_name(gl.glGenTextures))
    for pname, value in zip(("MIN_FILTER", "MAG_FILTER"), filters, strict=True):
        gl.glTexParameteri(target, getattr(gl, f"GL_TEXTURE_{pname}"), getattr(gl, f"GL_{value}"))
    faces = [target]
    if enum == "TEXTURE_CUBE_MAP":
        faces = range(gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X, gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + 6)
    for level, image in enumerate(levels):
        size = image.shape[-2::-1]
        specify = (gl.glTexImage2D, gl.glTexImage3D)[len(size) - 2]
        layout = gl.GL_RGBA if image.shape[-1] == 4 else gl.GL_DEPTH_COMPONENT
        form = layout, gl.GL_UNSIGNED_BYTE
        if format_ in BLOCK_BYTES:  # takes the image's bytes as blocks
            image = np.resize(image, (-(-size[0] // 4)) * (-(-size[1] // 4)) * BLOCK_BYTES[format_])
            specify, form = gl.glCompressedTexImage2D, (image.size,)
        for face in faces:
            specify(face, level, getattr(gl, f"GL_{format_}"), *size, 0, *form, image)
    return target


def bound_texture(gl) -> int:
    """The name of the 2D texture that is bound to the active unit."""
    name = np.zeros(1, np.int32)
    gl.glGetIntegerv(gl.GL_TEXTURE_BINDING_2D, name)
    return int(name[0])


def use_fragment_shader(gl, text: bytes) -> None:
    """Uses a GLSL fragment shader, if the driver has GLSL."""
    shader = gl.glCreateShader(gl.GL_FRAGMENT_SHADER)
    gl.glShaderSource(shader, 1, (ctypes.c_char_p * 1)(text), None)
    gl.glCompileShader(shader)
    program = gl.glCreateProgram()
    gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    gl.glUseProgram(program)
