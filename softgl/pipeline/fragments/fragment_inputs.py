"""Inputs of fragments that the rasteriser computes: position, facing, ids, fog coordinate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.lanes import F32, Lane
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.keys.link import Interpolant
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS, SAMPLE_UNITS_PER_PIXEL
from softgl.records import dataclass


@dataclass(frozen=True)
class Fragments:
    """Fragments before their program; lanes, or uniform.

    m, key, a : the machine, and the key and the arguments of the kernel.
    x, y : I32, pixels. depth : F32, in the range of the depth buffer. inverse_w : F32.
    front : BOOL, True for front faces. primitive : I32, the primitive's number.
    interpolant : (Interpolant, component) -> F32, or bits, U32, of inputs that may be integers.
    coverage : () -> the covered area of the pixel, F32 in [0, 1]; None without a smooth shape.
    covered : BOOL for each sample, None for one that is not drawn; None if all are covered.
    depths : F32 for each sample, or one for all; None: `depth`.
    begun : () -> the fragments with the inputs of the program added; None if they are complete.
    sample : the number of the only sample, in whose place the inputs are; None in pixels' centres.
    at_sample : a sample's number -> the fragments of it alone; None if one run is for all samples.
    """

    m: object
    key: FragmentKey
    a: object
    x: Lane
    y: Lane
    depth: Lane
    inverse_w: Lane
    front: Lane
    primitive: Lane
    interpolant: Callable
    coverage: Callable | None = None
    covered: list[Lane] | None = None
    depths: list[Lane] | None = None
    begun: Callable | None = None
    sample: int | None = None
    at_sample: Callable | None = None

    def invocations(self) -> Iterator[Fragments]:
        """Yields the fragments of each run of the program: one for all samples, or one for each."""
        if self.at_sample is None:
            yield self
            return
        for number in range(self.key.shape.samples):
            yield self.at_sample(number)

    def only_sample(self, number: int, **changes) -> Fragments:
        """Returns the fragments with one sample; changes : of other fields."""
        covered: list = [None] * self.key.shape.samples
        covered[number] = self.m.true if self.covered is None else self.covered[number]
        return replace(self, covered=covered, sample=number, at_sample=None, **changes)

    @property
    def place(self) -> tuple[float, float]:
        """The place within a pixel: its centre, or the sample."""
        if self.sample is None:
            return 0.5, 0.5
        x, y = SAMPLE_POSITIONS[self.key.shape.samples][self.sample]
        return 0.5 + x / SAMPLE_UNITS_PER_PIXEL, 0.5 + y / SAMPLE_UNITS_PER_PIXEL

    def attribute(self, register: int, component: int):
        """One component of an attribute register of the program: F32, or bits as U32."""
        source = self.key.inputs.attributes[register]
        if isinstance(source, Interpolant):
            return self._interpolated(source, component)
        return INPUT_FORMULAS[source](self, component)

    def fog_coordinate(self):
        """The fog coordinate, F32; 0 where the vertices have none."""
        value = self._interpolated(self.key.inputs.fog, 0)
        return value if value.type is F32 else self.m.from_bits(value)

    def _interpolated(self, source, component):
        if component >= source.components or self.key.is_unwritten(source):
            return self.m.f32(UNWRITTEN_RESULT[component])
        return self.interpolant(source, component)


def _position(of: Fragments, component):
    """NV_fragment_program4, 2.X.3.2: "the floating-point (x,y) window coordinates of the fragment
    center, relative to the lower left corner of the window", z, and 1/w."""
    if component >= 2:
        return of.depth if component == 2 else of.inverse_w
    m, program, number = of.m, of.key.program, (of.x, of.y)[component]
    if component == 1 and program.origin_upper_left:
        # ARB_fragment_coord_conventions, 3.9.2: "H - y_w, if the fragment processing origin
        # convention is upper-left", of framebuffer objects as well (issue 10).
        number = m.load_unchecked(of.a.window_height, m.i32(0)) - 1 - number
    within = of.place[component]
    if component == 1 and program.origin_upper_left:
        within = 1.0 - within
    within -= 0.5 * program.pixel_center_integer
    return m.to_f32(number) + within if within else m.to_f32(number)


def _facing(of: Fragments, component):
    """NV_fragment_program4: +1 for front-facing, -1 for back-facing, in x; then 0, 0, 1."""
    m = of.m
    if component:
        return m.f32(UNWRITTEN_RESULT[component])
    return m.select(of.front, m.f32(1.0), -1.0)


def _front(of: Fragments, component):
    """gl_FrontFacing of GLSL in x, all ones or 0; then 0."""
    m = of.m
    return m.u32(0) if component else m.select(of.front, m.u32(0xFFFFFFFF), 0)


def _primitive(of: Fragments, component):
    """NV_fragment_program4, 2.X.3.2: the other components are "always undefined": 0."""
    return of.m.u32(0) if component else of.m.as_u32(of.primitive)


def _samples(of: Fragments, component):
    """The samples that are covered, a bit for each, in x: the lowest of the first. Then 0."""
    m, bits = of.m, of.m.u32(0)
    if component:
        return bits
    if of.covered is None or of.key.shape.samples == 1:
        return m.u32((1 << of.key.shape.samples) - 1)
    for number, covered in enumerate(of.covered):
        if covered is None:
            continue
        bits = bits | m.select(covered, m.u32(1 << number), 0)
    return bits


def _sample_id(of: Fragments, component):
    """gl_SampleID in x: 0 where the program does not run for each sample; then 0."""
    return of.m.u32(0 if component or of.sample is None else of.sample)


def _sample_position(of: Fragments, component):
    """ARB_sample_shading: "values in the range zero to one", (0.5, 0.5) in the pixel's centre."""
    return of.m.f32(of.place[component] if component < 2 else UNWRITTEN_RESULT[component])


INPUT_FORMULAS = {
    "position": _position,
    "facing": _facing,
    "front": _front,
    "primitive": _primitive,
    "samples": _samples,
    "sample_id": _sample_id,
    "sample_position": _sample_position,
}
"""Formulas of the rasteriser's own inputs, by the words of `link.RASTERISER_INPUTS`."""
