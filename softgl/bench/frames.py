"""The table of benchmark frames, with their targets against llvmpipe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from softgl.bench import calls, glsl, modern
from softgl.bench.calls import Draws
from softgl.bench.meshes import fixed_mesh, lit_mesh, small_triangles
from softgl.bench.objects import Objects, programs
from softgl.bench.pixels import (
    Blit,
    Clear,
    Copy,
    DrawPixels,
    Mipmaps,
    Read,
    Return,
    Upload,
    read_clear,
)
from softgl.bench.primitives import (
    Primitives,
    inside_mesh,
    outlines,
    sized_points,
    stippled_lines,
    wide_lines,
)
from softgl.bench.samples import Multisampled
from softgl.bench.shading import (
    arithmetic,
    blended_layers,
    clears,
    flat_quad,
    special_functions,
)
from softgl.bench.textures import (
    DEPTHS,
    DIRECTIONS,
    DXT1,
    DXT5,
    LAYER,
    LINEAR,
    MAGNIFIED,
    NEAREST,
    OBLIQUE,
    POINTS,
    RECTANGLE,
    RGTC1,
    TRILINEAR,
    Textured,
)
from softgl.records import dataclass

SMALL_VIEW_SIZE = 32  # the size of the view of a small frame, in pixels


@dataclass(frozen=True)
class Frame:
    """A benchmark frame.

    prepare : takes (gl, amount), sets the frame up in a new context, returns the draw function.
    amount : number of instructions, of triangles, texels on a side and so on.
    reach : the target ratio of its time to that of the other side; None for none.
    wide_reach : the target with AVX-512, if it differs. side : size of the square view in pixels.
    before : prepares the frame that a process draws before a first frame.
    """

    name: str
    prepare: Callable
    amount: int
    reach: float | None = None
    wide_reach: float | None = None
    side: int = 1024
    before: Callable = flat_quad

    def start(self, gl) -> Callable:
        """Sets the frame up on a cleared view; returns the draw function."""
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        return self.prepare(gl, self.amount)

    def small(self) -> Frame:
        """The frame with little work, to test that it runs."""
        return replace(self, side=min(self.side, SMALL_VIEW_SIZE), amount=min(self.amount, 16))


ARRAYS = "OPTION MESA_texture_array;"
SHADOWS = "OPTION ARB_fragment_program_shadow;"
CUBE = {"target": "CUBE", "enum": "TEXTURE_CUBE_MAP", "corners": DIRECTIONS}
VOLUME = {"target": "3D", "enum": "TEXTURE_3D", "corners": POINTS}
ARRAY = {
    "target": "ARRAY2D", "enum": "TEXTURE_2D_ARRAY_EXT", "corners": LAYER, "option": ARRAYS,
}  # fmt: skip
RECT = {"target": "RECT", "enum": "TEXTURE_RECTANGLE_ARB", "corners": RECTANGLE}
SHADOW = {"format": "DEPTH_COMPONENT24", "corners": DEPTHS, "option": SHADOWS}

FRAMES = (
    Frame("clear", clears, 1, 0.3),
    Frame("flat-quad", flat_quad, 1, 0.7),
    Frame("alu-16", arithmetic, 16, 0.7),
    Frame("alu-64", arithmetic, 64, 0.8),
    Frame("alu-256", arithmetic, 256, 0.85, 0.6),
    Frame("special-functions", special_functions, 24, 0.8),
    Frame("nearest-magnified", Textured(NEAREST, MAGNIFIED), 256),
    Frame("nearest-minified", Textured(NEAREST), 256),
    Frame("bilinear-magnified", Textured(LINEAR, MAGNIFIED), 256, 0.8),
    Frame("bilinear-minified", Textured(LINEAR), 256, 0.8),
    Frame("trilinear-magnified", Textured(TRILINEAR, MAGNIFIED), 256, 0.8),
    Frame("trilinear-minified", Textured(TRILINEAR), 256, 0.9),
    Frame("cube-bilinear", Textured(LINEAR, **CUBE), 256, 0.9),
    Frame("cube-trilinear", Textured(TRILINEAR, **CUBE), 1024, 0.9),
    Frame("volume-linear", Textured(LINEAR, **VOLUME), 64, 0.9),
    Frame("volume-mipmapped", Textured(TRILINEAR, **VOLUME), 64, 0.9),
    Frame("array-bilinear", Textured(LINEAR, **ARRAY), 256, 0.9),
    Frame("array-trilinear", Textured(TRILINEAR, **ARRAY), 256, 0.9),
    Frame("s3tc-dxt1", Textured(TRILINEAR, format=DXT1), 256, 0.9),
    Frame("s3tc-dxt5", Textured(TRILINEAR, format=DXT5), 256, 0.9),
    Frame("shadow-compare", Textured(LINEAR, **SHADOW), 256, 0.9),
    Frame("anisotropic-8", Textured(TRILINEAR, OBLIQUE, anisotropy=8.0), 256, 0.9),
    Frame("half-floats", Textured(TRILINEAR, format="RGBA16F_ARB"), 256),
    Frame("rgtc", Textured(LINEAR, format=RGTC1), 256),
    Frame("rectangle", Textured(LINEAR, **RECT), 256),
    Frame("blended-layers", blended_layers, 64, 0.7),
    Frame("mesh-20k", lit_mesh, 20_000, 0.6),
    Frame("mesh-500k", lit_mesh, 500_000, 0.6),
    Frame("mesh-2m", lit_mesh, 2_000_000, 0.6),
    Frame("fixed-mesh-20k", fixed_mesh, 20_000, 1.0),
    Frame("fixed-mesh-500k", fixed_mesh, 500_000, 1.0),
    Frame("mesh-20k-samples", Multisampled(lit_mesh), 20_000),
    Frame("mesh-500k-samples", Multisampled(lit_mesh), 500_000),
    Frame("small-triangles", small_triangles, 200_000),
    Frame("inside-mesh", inside_mesh, 200_000),
    Frame("clipped-triangles", Primitives("TRIANGLES", clipped=True), 200_000),
    Frame("clipped-lines", Primitives("LINES", clipped=True), 200_000),
    Frame("triangle-strip", Primitives("TRIANGLE_STRIP"), 500_000),
    Frame("triangle-fan", Primitives("TRIANGLE_FAN"), 2000),
    Frame("quads", Primitives("QUADS"), 200_000),
    Frame("outlines", Primitives("QUADS", outlines), 100_000),
    Frame("lines", Primitives("LINES"), 500_000),
    Frame("line-strip", Primitives("LINE_STRIP"), 500_000),
    Frame("wide-lines", Primitives("LINES", wide_lines), 500_000),
    Frame("stippled-lines", Primitives("LINE_STRIP", stippled_lines), 500_000),
    Frame("points", Primitives("POINTS"), 500_000),
    Frame("sized-points", Primitives("POINTS", sized_points), 500_000),
    Frame("draws", Draws(calls.colors), 1000, 3.0),
    Frame("draws-elements", Draws(calls.colors, elements=True), 1000),
    Frame("draws-pointers", Draws(calls.pointers), 1000),
    Frame("draws-buffers", Draws(calls.buffers), 1000),
    Frame("draws-matrices", Draws(calls.matrices, programs={"vertex": calls.MATRIX}), 1000),
    Frame(
        "draws-parameters", Draws(calls.parameters, programs={"fragment": calls.PARAMETER}), 1000
    ),
    Frame("draws-textures", Draws(calls.textures, programs={"fragment": calls.TEXTURE}), 1000),
    Frame("draws-blending", Draws(calls.blending), 1000),
    Frame("draws-boxes", Draws(calls.boxes), 1000),
    Frame("draws-uniforms", glsl.uniforms, 1000, 3.0),
    Frame("objects", Objects(calls.colors), 300),
    Frame("objects-textures", Objects(calls.textures), 300),
    Frame("objects-programs", Objects(programs), 300),
    Frame("objects-to-texture", Objects(calls.colors, textured=True), 300),
    Frame("glsl-phong-mesh", glsl.phong_mesh, 20_000, 0.5),
    Frame("glsl-image-lit-mesh", glsl.image_lit_mesh, 20_000, 0.5),
    Frame("glsl-ray-march", glsl.ray_march, 64, 0.5),
    Frame("glsl-blur", glsl.blur, 256, 0.5),
    Frame("glsl-particles", glsl.particles, 20_000, 0.5),
    Frame("glsl-objects", modern.objects_each, 1000, 4.0),
    Frame("glsl-instances", modern.instances, 10_000, 0.5),
    Frame("glsl-passes", modern.passes, 8, 0.5),
    Frame("glsl-feedback", modern.feedback, 1_000_000, 0.6),
    Frame("immediate-mode", calls.immediate_mode, 30_000, 0.3),
    Frame("immediate-colors", calls.immediate_colors, 30_000),
    Frame("primitives", calls.Separate(), 1000),
    Frame("primitives-modes", calls.Separate(("TRIANGLES", "QUADS")), 1000),
    Frame("sprites", calls.sprites, 1000),
    Frame("read-back", Read("RGBA"), 1024, 0.5),
    Frame("read-bgra", Read("BGRA"), 1024),
    Frame("read-rgb", Read("RGB"), 1024),
    Frame("read-floats", Read("RGBA", "FLOAT"), 1024),
    Frame("read-depth", Read("DEPTH_COMPONENT", "FLOAT"), 1024),
    Frame("read-depth-integers", Read("DEPTH_COMPONENT", "UNSIGNED_INT"), 1024),
    Frame("upload", Upload("RGBA8", used=False), 1024, 1.5),
    Frame("upload-rgba8", Upload("RGBA8"), 1024),
    Frame("upload-bgra", Upload("RGBA8", "BGRA"), 1024),
    Frame("upload-rgb8", Upload("RGB8", "RGB"), 1024),
    Frame("upload-rgba32f", Upload("RGBA32F_ARB", type="FLOAT"), 1024),
    Frame("upload-rgba16f", Upload("RGBA16F_ARB", type="FLOAT"), 1024),
    Frame("upload-r11f-g11f-b10f", Upload("R11F_G11F_B10F_EXT", "RGB", "FLOAT"), 1024),
    Frame("upload-rgb9-e5", Upload("RGB9_E5_EXT", "RGB", "FLOAT"), 1024),
    Frame("upload-depth", Upload("DEPTH_COMPONENT24", "DEPTH_COMPONENT", "UNSIGNED_INT"), 1024),
    Frame("return-rgba8", Return("RGBA8"), 1024),
    Frame("return-rgba32f", Return("RGBA32F_ARB", "FLOAT"), 1024),
    Frame("copy-rgba8", Copy("RGBA8"), 1024),
    Frame("copy-rgba16f", Copy("RGBA16F_ARB"), 1024),
    Frame("mipmaps-rgba8", Mipmaps("RGBA8"), 1024),
    Frame("mipmaps-rgba16f", Mipmaps("RGBA16F_ARB"), 1024),
    Frame("blit", Blit(), 1024),
    Frame("blit-stretched", Blit(stretched=True), 1024),
    Frame("blit-linear", Blit("LINEAR", stretched=True), 1024),
    Frame("draw-pixels-rgba", DrawPixels(), 1024),
    Frame("draw-pixels-rgb", DrawPixels("RGB"), 1024),
    Frame("draw-pixels-floats", DrawPixels(type="FLOAT"), 1024),
    Frame("clear-read", read_clear, 1024),
    Frame("clear-box", Clear(box=True), 1024),
    Frame("clear-masked", Clear(masked=True), 1024),
    Frame("clear-box-masked", Clear(box=True, masked=True), 1024),
)
# First frames, from loading a program to its first pixels; target ratios with empty and full cache.
FIRST_FRAMES = (
    Frame("first-alu-64", arithmetic, 64),
    Frame("first-special-functions", special_functions, 24),
    Frame("first-trilinear", Textured(TRILINEAR, MAGNIFIED), 64),
    Frame("first-lit-mesh", lit_mesh, 1000),
    Frame("first-glsl-phong-mesh", glsl.phong_mesh, 1000, before=glsl.uniforms),
    Frame("first-glsl-ray-march", glsl.ray_march, 64, before=glsl.uniforms),
)
COLD, CACHED = 2.0, 0.5
# Two threads of softgl against one: 1.8 times as fast; with little work, no slower.
TWICE = 1 / 1.8
ON_TWO_THREADS = (
    Frame("two-threads-alu-64", arithmetic, 64, TWICE),
    Frame("two-threads-trilinear", Textured(TRILINEAR), 256, TWICE),
    Frame("two-threads-layers", blended_layers, 64, TWICE),
    Frame("two-threads-mesh-500k", lit_mesh, 500_000, TWICE),
    Frame("two-threads-mesh-2m", lit_mesh, 2_000_000, TWICE),
    Frame("two-threads-small", lit_mesh, 1000, 1.0, side=256),
)
