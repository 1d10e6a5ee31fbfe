"""The part of the state that shapes code. Equal keys share a kernel.

Every value is a word of GL in lower case without the prefix (`less`, `src_alpha`), a truth value,
or a program. What does not shape code (references, colours, matrices) goes into arrays and scalars.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from softgl.formats.storages import ColorFormat
from softgl.ir.program import Program
from softgl.ir.raw_bits import raw_bits
from softgl.isa.table import GLSL
from softgl.pipeline.keys.link import Inputs, Interpolant, Outputs, clips_depths
from softgl.pipeline.keys.resources import TextureKeys
from softgl.pipeline.keys.vertex_formats import SmallIntegers
from softgl.records import dataclass, interned


@interned
@dataclass(frozen=True)
class VertexKey:
    """Shapes the vertex kernel.

    varying : for each attribute register of the program, True if it has a value per vertex.
    per_instance : the same for values per instance; empty for draws with one instance.
    outputs : the stored results of each vertex.
    textures : the textures that the program samples.
    clamped : True if its colours are clamped to [0, 1].
    forms : for each register its format of small integers, None for words; empty if all are
        words.
    """

    program: Program
    varying: tuple[bool, ...]
    outputs: Outputs
    textures: TextureKeys = ()
    clamped: bool = True
    per_instance: tuple[bool, ...] = ()
    forms: tuple[SmallIntegers | None, ...] = ()


@interned
@dataclass(frozen=True)
class GeometryKey:
    """Shapes the kernels of geometry programs.

    outputs : the stored results of each emitted vertex. textures : that the program samples.
    clamped : True if its colours are clamped to [0, 1].
    """

    program: Program
    outputs: Outputs
    textures: TextureKeys = ()
    clamped: bool = True


@dataclass(frozen=True)
class SetupKey:
    """Shapes triangle setup: which facing is culled and which winding is the front.

    smooth : True if pixels count that a triangle covers in part. samples : of a pixel.
    """

    cull_front: bool = False
    cull_back: bool = False
    front_clockwise: bool = False
    smooth: bool = False
    samples: int = 1


@dataclass(frozen=True)
class ShapeKey:
    """The kind and style of rasterised primitives.

    kind : "triangle", "line" or "point".
    stipple : True if a pattern takes pixels out. smooth : True if coverage multiplies alpha.
    offset : True if the depth is moved (polygon offset).
    sprites : the texture coordinate sets that points replace, POINT_COORDINATE always; none for
        points that are not sprites. sprite_upper : with t downwards.
    samples : number for each pixel; a single one is in the pixel's centre.
    """

    kind: str = "triangle"
    stipple: bool = False
    smooth: bool = False
    offset: bool = False
    sprites: tuple[int, ...] = ()
    sprite_upper: bool = False
    samples: int = 1


@dataclass(frozen=True)
class DepthKey:
    """The depth test. func : the comparison. write : True if fragments that pass write depths."""

    func: str
    write: bool


@dataclass(frozen=True)
class StencilFace:
    """The stencil test of one facing: its comparison, and the operation for each outcome."""

    func: str
    fail: str
    depth_fail: str
    depth_pass: str

    @property
    def writes(self) -> bool:
        """True if some outcome changes the stencil buffer."""
        return {self.fail, self.depth_fail, self.depth_pass} != {"keep"}


@dataclass(frozen=True)
class StencilKey:
    """The stencil test. `back` is None where both facings have the same state."""

    front: StencilFace
    back: StencilFace | None = None

    @property
    def writes(self) -> bool:
        """True if some outcome changes the stencil buffer."""
        return self.front.writes or (self.back is not None and self.back.writes)


@dataclass(frozen=True)
class BlendKey:
    """Blending: factors and equations, for RGB and for alpha."""

    source_rgb: str
    destination_rgb: str
    source_alpha: str
    destination_alpha: str
    equation_rgb: str
    equation_alpha: str

    @property
    def reads_second(self) -> bool:
        """True if a factor is that of the second source."""
        factors = self.source_rgb, self.destination_rgb, self.source_alpha, self.destination_alpha
        return any("src1" in factor for factor in factors)


@dataclass(frozen=True)
class TargetKey:
    """A colour buffer that is drawn to: its format, which components are written, blending."""

    format: ColorFormat
    mask: tuple[bool, bool, bool, bool] = (True,) * 4
    blend: BlendKey | None = None

    @property
    def integer(self) -> bool:
        """True if its components are integers."""
        return self.format.lay.integer


@dataclass(frozen=True)
class Counted:
    """A counter of each pixel's fragments, for debug pictures.

    quantity : "samples" : samples that pass all tests. "primitive" : 1 more than the primitive
        number of the last one that passes. "level" : 1 more than 256 times the level of detail of
        that one's last texture sample. "cost" : instructions that ran, also of fragments that fail
        a later test. "limit" : the limit that ended the program of one of them, as in
        `softgl.ir.execute.Outcome`; 0 if none did.
    unit : the texture unit of "level".
    """

    quantity: str = "samples"
    unit: int = 0

    @property
    def of_all(self) -> bool:
        """True if fragments that fail a test after their program count too."""
        return self.quantity in ("cost", "limit")


@interned
@dataclass(frozen=True)
class FragmentKey:
    """Shapes the raster kernel, from interpolation to the write.

    inputs : sources of the program's inputs.
    textures : the textures that the program samples.
    targets : the plane of each colour; None for none.
    depth_format : the depth buffer's, a name of `formats.STORAGES`.
    cut : True if the scissor box ends within blocks of pixels, so that each pixel is tested.
    alpha_func : the comparison of the alpha test; None without one.
    logic_op : the logical operation, instead of blending; None without one.
    depth_bounds : True if fragments are kept only where the stored depth is within bounds.
    counted : the counter of fragments; None: none.
    clamped : True if colours of fragments are clamped to [0, 1] before fog and all tests, but for
        buffers of integers.
    srgb : True if colours are encoded for sRGB buffers.
    shape : the rasterised primitives.
    depth_clamp : True if depths are clamped to the depth range.
    limits_depths : True if depths are clamped to [0, 1] in a float buffer too.
    samples : per pixel of the buffers; a shape with one sample covers all of them.
    per_sample : True if the program runs for each sample, at its place, where shapes have several.
    alpha_to_coverage, alpha_to_one, sample_coverage : OpenGL 2.1, 4.1.3.
    """

    program: Program
    inputs: Inputs
    textures: TextureKeys
    depth: DepthKey | None
    targets: tuple[TargetKey | None, ...] = (TargetKey(ColorFormat()),)
    depth_format: str = "depth24"
    cut: bool = False
    alpha_func: str | None = None
    stencil: StencilKey | None = None
    logic_op: str | None = None
    counted: Counted | None = None
    clamped: bool = True
    srgb: bool = False
    shape: ShapeKey = ShapeKey()
    depth_clamp: bool = False
    limits_depths: bool = False
    samples: int = 1
    alpha_to_coverage: bool = False
    alpha_to_one: bool = False
    sample_coverage: bool = False
    depth_bounds: bool = False
    per_sample: bool = False

    def of_shape(self, shape: ShapeKey) -> FragmentKey:
        """The key for shapes of a kind."""
        return self if shape == self.shape else _of_shape(self, shape)

    def keeps_bits(self, target: TargetKey) -> bool:
        """True if a buffer of floats or integers gets the bits of the program's colours unchanged.

        Then these may be packed bits, which may look like a NaN.
        """
        changed = target.blend or self.clamped or self.shape.smooth or self.alpha_to_one
        changed = self.program.fog or (changed and not target.integer)
        # A shader of GLSL that only copies integers has no instruction that sees them.
        integers = target.integer and self.program.instruction_set in GLSL
        return (raw_bits(self.program).seen or integers) and not changed

    @property
    def shows_bits(self) -> bool:
        """True if results are read as bits: stored so, or read as integers."""
        whole = any(map(self.program.writes, ("result.stencil", "result.samplemask")))
        return whole or any(target and self.keeps_bits(target) for target in self.targets)

    @property
    def reads_provoking(self) -> bool:
        """True if fragments depend on the provoking vertex or the primitive's number."""
        numbered = self.counted is not None and self.counted.quantity == "primitive"
        return self.inputs.reads_provoking or numbered

    @property
    def looks_at_planes(self) -> bool:
        """True if the stencil, depth or depth bounds test decides about fragments."""
        return self.depth is not None or self.stencil is not None or self.depth_bounds

    @property
    def drops_depths(self) -> bool:
        """True if fragments that the program moves out of the depth range are discarded."""
        return not self.depth_clamp and self.program.drops_depths

    @property
    def clips_depths(self) -> bool:
        """True if the near and far planes clip primitives; else the depth range decides."""
        return clips_depths(self.program, self.depth_clamp)

    @property
    def needs_quads(self) -> bool:
        """True if fragments take differences within their quads, for derivatives."""
        sampled = (texture for *_, texture in self.textures if texture)
        detailed = any(texture.detailed or texture.anisotropic for texture in sampled)
        return detailed or self.program.takes_derivatives()

    def is_unwritten(self, source: Interpolant) -> bool:
        """True if nothing writes an input: no result, and no point sprite."""
        replaced = source.coordinate_set in self.shape.sprites
        return source.front is None and source.back is None and not replaced

    def interpolated_components(self) -> list[tuple[Interpolant, int]]:
        """The components of interpolants that fragments read, each once."""
        inputs = self.inputs
        read = [(inputs.attributes[r], c) for r, c in self.program.attribute_components()]
        if inputs.fog is not None:
            read.append((inputs.fog, 0))
        return [
            (source, component)
            for source, component in dict.fromkeys(read)
            if isinstance(source, Interpolant)
            and component < source.components
            and not self.is_unwritten(source)
        ]


@lru_cache(maxsize=64)
def _of_shape(key: FragmentKey, shape: ShapeKey) -> FragmentKey:
    """The key of `FragmentKey.of_shape` for primitives of another kind."""
    exact = shape.kind != "triangle" or shape.smooth
    return replace(key, shape=shape, cut=key.cut or exact)
