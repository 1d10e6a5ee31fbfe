"""The fate of each fragment of a pixel, in the order of submission.

The formulas of drawing itself (`per_fragment`) decide, on the eager machine: first each test alone,
then everything after the fragment program, on planes that hold only this pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from softgl.debug.history.primitives import (
    Near,
    Primitive,
    covering,
    lost_primitives,
    run_arguments,
    run_eagerly,
)
from softgl.debug.history.records import Fragment, Pixel, blend_words
from softgl.formats import host
from softgl.lanes import BOOL, I32, eager_engine
from softgl.pipeline.fragments import per_fragment as tests
from softgl.pipeline.fragments.fragment import SAMPLE_MASK, shade
from softgl.pipeline.fragments.interpolate import Pixels, interpolate, load_interpolants
from softgl.pipeline.images.pixel_rectangle import (
    RectangleCall,
    rectangle_fragments,
    rectangle_signature,
    visible,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import BLOCK, Framebuffer, block_index
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.primitives.edges import edge_bases
from softgl.pipeline.tiles.fragment_arrays import fragment_arrays
from softgl.pipeline.tiles.quads import covered_by, edges_at, select_lanes
from softgl.records import but

NOT_COVERED = "not covered"


def single_pixel(frame: Framebuffer, pixel) -> Framebuffer:
    """Copies a framebuffer; only this pixel has its values."""
    x, y = pixel

    def copied(plane):
        if plane is None:
            return None
        # Zeroed pages take no memory before
        copy = Plane(frame.width, frame.height, plane.format, samples=plane.samples)
        copy.write(x, y, plane.read(x, y, 1, 1))
        return copy

    *colors, depth, stencil = map(copied, frame.planes)
    return Framebuffer(frame.width, frame.height, colors, depth, stencil, frame.samples)


# -- draws -----------------------------------------------------------------------------------------


def fragments_of_draw(engine, frame, call, pixel, layer=0, threads=1) -> Iterator[Fragment]:
    """Yields the fate of each fragment of a draw at a pixel; leaves the framebuffer unchanged.

    Primitives that would cover the pixel, but are culled or clipped, come last.
    """
    call = but(call, fragment=replace(call.fragment, counted=None))
    if call.discarded or not call.stream.count:
        return
    shadow = single_pixel(frame.layer(layer), pixel)
    near = Near(engine, frame, call, pixel, layer, threads)
    for vertices, primitives in near.parts():
        drawn = set()
        for of in near.runs(vertices, primitives, near.block, near.volume):
            found = []
            key, scalars, arrays = run_arguments(near, shadow, of)

            def body(m, a, of=of, key=key, found=found):
                found.extend(_fragments_of_run(m, a, key, near, of, shadow))

            run_eagerly(key, scalars, arrays, body)
            drawn |= {(one.primitive.number, one.primitive.instance) for one in found}
            yield from found
        for primitive, why in lost_primitives(near, vertices, primitives, drawn):
            values = Pixel.of(shadow, pixel)
            yield Fragment(primitive, why, before=values, after=values)


def _fragments_of_run(m, a, key, near, of, shadow) -> Iterator[Fragment]:
    """Yields the fragments of a run's candidates that cover the pixel."""
    kept, all_of_them = covering(m, a, key, of.candidates, near.pixel)
    covered, values = all_of_them.any(axis=0), Pixel.of(shadow, near.pixel)
    shown = kept.any(axis=0) & ~np.bool_(near.scissored)
    numbers = np.flatnonzero(shown)
    shaded = _shaded(m, a, key, of.candidates[numbers], near.pixel) if len(numbers) else []
    place = {number: 4 * order for order, number in enumerate(numbers.tolist())}
    corner = (near.pixel[0] & 1) + 2 * (near.pixel[1] & 1)
    for number in np.flatnonzero(covered).tolist():
        primitive = of.primitives[number]
        if number not in place:
            why = "scissor test" if near.scissored else f"{of.run.shape.kind} stipple"
            yield Fragment(primitive, why.replace("triangle", "polygon"), values, values)
            continue
        for sample, each in enumerate(shaded):
            if len(shaded) > 1 and not kept[sample, number]:
                continue
            one = select_lanes(m, each, [place[number] + corner], 4 * len(numbers))
            yield Fate(m, a, key, shadow, near.pixel).fragment(primitive, one)
        values = Pixel.of(shadow, near.pixel)


def _shaded(m, a, key, triangles, pixel):
    """Shades the quad of a pixel for each triangle, four lanes each; a list of the runs."""
    count, corner = len(triangles), np.arange(4 * len(triangles)) & 3
    x, y = (value & ~1 for value in pixel)
    triangle = m.lanes(np.repeat(triangles, 4), I32)
    x = m.lanes((x + (corner & 1)).astype(np.int32), I32)
    y = m.lanes((y + (corner >> 1)).astype(np.int32), I32)
    edges, growth = edges_at(m, a, key, triangle, x, y)
    pixels = Pixels(x, y, edges, edge_bases(m, edges), growth)
    if key.shape.samples > 1:
        covered, centre = covered_by(m, a, key, triangle.value, x.value, y.value)
        samples = [m.lanes(sample, BOOL) for sample in covered]
        centre = m.lanes(np.broadcast_to(centre, 4 * count), BOOL)
        pixels = replace(pixels, covered=samples, centre=centre)
    fragments = interpolate(m, key, a, load_interpolants(m, key, a, triangle), pixels)
    return [shade(m, key, a, each) for each in fragments.invocations()]


# -- images and bitmaps ----------------------------------------------------------------------------


def fragments_of_rectangle(frame, call: RectangleCall, pixel) -> Iterator[Fragment]:
    """Yields the fate of the fragment of an image or a bitmap at a pixel."""
    fragment = replace(call.fragment, counted=None)
    key, shadow = replace(call.key, fragment=fragment), single_pixel(frame, pixel)
    call = replace(call, key=key)
    for place in call.places:
        x, y = pixel
        here = visible(place, shadow).within(x, y, x + 1, y + 1)
        if not here.columns.size or not here.rows.size:
            continue
        primitive = Primitive("image", 0, 0, (), True)
        box = call.tests.box
        if box is not None and not (box[0] <= x < box[2] and box[1] <= y < box[3]):
            values = Pixel.of(shadow, pixel)
            yield Fragment(primitive, "scissor test", values, values)
            continue
        found = []

        def body(m, a, place=place, primitive=primitive, found=found):
            shaded = _shaded_image(m, a, call, place, pixel)
            for sample, each in enumerate(shaded):
                if len(shaded) > 1 and not place.samples >> sample & 1:
                    continue
                found.append(Fate(m, a, fragment, shadow, pixel).fragment(primitive, each))

        arrays = fragment_arrays(shadow, call) | {
            "raster": call.raster, "image": call.image,
            "columns": place.columns.astype(np.int32), "rows": place.rows.astype(np.int32),
        }  # fmt: skip
        if not fragment.clips_depths:
            arrays["depth_range"] = np.array(call.depth_range, np.float32)
        scalars = {
            "blocks_x": shadow.blocks_x,
            "plane_elements": shadow.elements,
            "samples": place.samples,
        }
        signature = rectangle_signature(key, tuple((name, I32) for name in scalars))
        eager_engine().build(signature, body, False).run(scalars, arrays)
        yield from found


def _shaded_image(m, a, call, place, pixel):
    """Shades the fragment of an image at a pixel, a list of the runs; none where a bitmap is 0."""
    index = np.arange(BLOCK * BLOCK)
    x, y = (value - value % BLOCK for value in pixel)
    x = x + ((index >> 2) & 1) * 2 + (index & 1)
    y = y + ((index >> 3) & 1) * 2 + ((index >> 1) & 1)
    column, row = x - place.x, y - place.y
    inside = (column >= 0) & (column < place.columns.size)
    inside &= (row >= 0) & (row < place.rows.size)
    column = place.columns[np.clip(column, 0, place.columns.size - 1)]
    row = place.rows[np.clip(row, 0, place.rows.size - 1)]
    image = (row * call.size[0] + column).astype(np.int32)
    if call.key.source == "bitmap":
        inside &= call.image[image] != 0
    (own,) = np.flatnonzero((x == pixel[0]) & (y == pixel[1]))
    if not inside[own]:
        return []
    with m.where(m.lanes(inside, BOOL)):
        lanes = (m.lanes(values.astype(np.int32), I32) for values in (image, x, y))
        fragments = rectangle_fragments(m, call.key, a, *lanes)
        shaded = [shade(m, call.fragment, a, each) for each in fragments.invocations()]
    return [select_lanes(m, each, [own], len(index)) for each in shaded]


# -- one fragment ----------------------------------------------------------------------------------


class Fate:
    """Decides the fate of one fragment after its program; m, a : with the planes of `shadow`."""

    def __init__(self, m, a, key: FragmentKey, shadow: Framebuffer, pixel):
        self.m, self.a, self.key, self.shadow, self.pixel = m, a, key, shadow, pixel
        self.index = m.lanes(np.array([block_index(*pixel, shadow.blocks_x)], np.int32), I32)

    def fragment(self, primitive: Primitive, shaded) -> Fragment:
        """Writes the fragment to the planes; returns its fate."""
        m, key = self.m, self.key
        before = Pixel.of(self.shadow, self.pixel)
        changed = shaded
        if key.shape.samples > 1:
            changed = tests.change_coverage(m, key, self.a, shaded)
        covered = self._samples(changed.samples)
        outcomes = self._dropped(shaded) or self._of_samples(changed, covered, shaded)
        tests.write_fragment(m, key, self.a, self.index, shaded, tested=False)
        after = Pixel.of(self.shadow, self.pixel)
        colors = [shaded.output(n) for n in range(len(key.targets))]
        passed = "" in outcomes
        return Fragment(
            primitive,
            killed="" if passed else _causes(outcomes),
            before=before,
            after=after,
            colors=tuple(tuple(_number(c) for c in color) for color in colors),
            depth=self._depth(shaded),
            samples=tuple(outcomes.items()) if key.samples > 1 else (),
            masked=tuple(self._masked(shaded)) if passed else (),
            blend=tuple(blend_words(key, n) for n in range(len(key.targets))) if passed else (),
        )

    def _samples(self, lanes) -> list[bool]:
        """True for each sample of the pixel in a mask; None is a full mask."""
        if lanes is None:
            return [True] * self.key.samples
        of_each = [tests.of_sample(lanes, sample) for sample in range(self.key.samples)]
        return [each is not None and _truth(each) for each in of_each]

    def _dropped(self, shaded) -> dict:
        """Outcomes that drop the whole fragment before tests of its samples."""
        m, key = self.m, self.key
        if shaded.killed is not None and _truth(shaded.killed):
            if shaded.coverage is not None and not _truth(shaded.coverage > 0.0):
                return {"coverage: 0 by antialiasing": None}
            if key.program.kills():
                return {"KIL": None}
            return {"depth range" if key.drops_depths else "sample mask of the program": None}
        if key.alpha_func:
            alpha = shaded.covered(m, key, shaded.color)[3]
            if not _truth(tests.passes_alpha(m, key, self.a, alpha)):
                reference = _number(m.load_unchecked(self.a.alpha_reference, m.i32(0)))
                words = f"{_number(alpha):g} {key.alpha_func} {reference:g}"
                return {f"alpha test: {words} is false": None}
        return {}

    def _of_samples(self, changed, covered, shaded) -> dict:
        """Outcome -> samples; "" for drawn samples."""
        outcomes: dict[str, list[int]] = {}
        drawn = self._samples(shaded.samples)
        for sample, live in enumerate(covered):
            if live:
                why = self._test(changed, sample)
            elif drawn[sample]:
                why = "alpha to coverage" if self.key.alpha_to_coverage else "sample coverage"
            elif self.key.program.writes(SAMPLE_MASK.name):
                why = "not covered, or sample mask of the program"
            else:
                why = NOT_COVERED
            outcomes.setdefault(why, []).append(sample)
        return outcomes

    def _test(self, shaded, sample) -> str:
        """The test that a sample fails; "" for none."""
        m, key, a, index = self.m, self.key, self.a, self.index
        if key.depth_bounds and not _truth(tests.within_bounds(m, key, a, index, sample)):
            return "depth bounds test"
        depth = tests.of_sample(shaded.depths, sample)
        depth_passes = _truth(tests.passes_depth(m, key, a, index, depth, sample))
        if key.stencil is not None:
            stored = m.load(a.stencil_plane, index, a.plane_elements * sample)
            face, first = self._face(shaded)
            arguments = stored, m.lanes(np.array([depth_passes]), BOOL), shaded.stencil
            passes, _ = tests.stencil_outcome(m, face, a, first, *arguments)
            if not _truth(passes):
                reference = m.load_unchecked(a.stencil_state, m.i32(first))
                reference = reference if shaded.stencil is None else shaded.stencil
                words = f"{_whole(reference)} {face.func} {_whole(stored)}"
                return f"stencil test: {words} is false"
        if not depth_passes:
            return f"depth test: {key.depth.func} is false"
        return ""

    def _masked(self, shaded) -> Iterator[str]:
        """Yields the components that write masks protect."""
        key = self.key
        for number, target in enumerate(key.targets):
            if target is not None and not all(target.mask):
                letters = "".join(c for c, on in zip("rgba", target.mask, strict=True) if not on)
                yield f"color{number}.{letters}"
        if self.shadow.depth_plane is not None and not (key.depth and key.depth.write):
            yield "depth"
        if key.stencil is not None:
            _, first = self._face(shaded)
            kept = (
                ~_whole(self.m.load_unchecked(self.a.stencil_state, self.m.i32(first + 2)))
                & tests.STENCIL_MAX
            )
            if kept:
                yield "stencil" if kept == tests.STENCIL_MAX else f"stencil bits {kept:#04x}"

    def _face(self, shaded):
        """The stencil state for the fragment's facing, and the offset of its values."""
        back = self.key.stencil.back is not None and not _truth(shaded.front)
        return (self.key.stencil.back, 3) if back else (self.key.stencil.front, 0)

    def _depth(self, shaded) -> float | None:
        """The depth of the fragment's first sample, in the format of the depth buffer."""
        if self.shadow.depth_plane is None:
            return None
        word = np.ravel(self.m.as_u32(shaded.depths[0]).value)[:1]
        return float(host.depths(self.shadow.depth_storage, word)[0])


def _causes(outcomes) -> str:
    """The causes that drop a fragment, in words, with their covered samples."""
    covered = [words for words in outcomes if words != NOT_COVERED]
    return "; ".join(covered or outcomes)


def _truth(lane) -> bool:
    return bool(np.ravel(lane.value)[0])


def _number(lane) -> float:
    """A component of a colour: a float or an integer."""
    value = np.ravel(lane.value)[0]
    return int(value) if value.dtype.kind in "iu" else float(value)


def _whole(lane) -> int:
    return int(np.ravel(lane.value)[0])
