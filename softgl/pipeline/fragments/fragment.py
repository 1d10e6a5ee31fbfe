"""Fragment programs over interpolated inputs; a lane is a fragment, four lanes a 2x2 quad."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from operator import or_

from softgl.ir.execute import UNWRITTEN_RESULT, execute
from softgl.ir.passes.straighten import as_executed
from softgl.ir.program import Binding
from softgl.lanes import F32, I32, I64, U32, Signature
from softgl.pipeline.fragments.counters import COUNTERS, Counter
from softgl.pipeline.fragments.coverage import beyond_depth_range, clamped_depth, shape_arrays
from softgl.pipeline.fragments.fog import apply_fog
from softgl.pipeline.fragments.fragment_inputs import Fragments
from softgl.pipeline.fragments.per_fragment import (
    COLOR_PLANES,
    DEPTH_PLANE,
    STENCIL_MAX,
    WRITTEN_PLANES,
    ShadedFragment,
    intersect,
    of_sample,
    passes_tests,
    quantise_depth,
    samples_of,
    test_arrays,
    write_fragment,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.keys.resources import environment, resource_arrays
from softgl.pipeline.planes.framebuffer import MAX_COLORS

OUTPUTS = tuple(Binding("result.color", (number,)) for number in range(MAX_COLORS))
EVERY_OUTPUT = Binding("result.color")  # gl_FragColor: of all draw buffers
DEPTH, STENCIL = Binding("result.depth"), Binding("result.stencil")
SAMPLE_MASK = Binding("result.samplemask")
SECOND = Binding("result.color.second", (0,))


def fragment_signature(key: FragmentKey, extra_scalars=(), extra_arrays=()) -> Signature:
    """The arguments of a kernel that shades the fragments of triangles."""
    scalars = (("triangle_stride", I32), ("vertex_stride", I32), *extra_scalars)
    arrays = (
        *(("integers", I32), ("edges", I64), ("inverse_area", F32)),
        *(("depth", F32), ("vertices", F32), *extra_arrays),
    )
    return shading_signature(key, scalars, arrays)


def shading_signature(key: FragmentKey, extra_scalars, extra_arrays) -> Signature:
    """The arguments of a kernel that shades any fragments: state, planes, and what is extra."""
    scalars = (("blocks_x", I32), ("plane_elements", I32), *extra_scalars)
    arrays = (
        *(("blend_color", F32), ("fog", F32)),
        *((name, U32) for name in (*COLOR_PLANES[: len(key.targets)], DEPTH_PLANE)),
        *test_arrays(key),
        *shape_arrays(key),
        *((("window_height", I32),) if key.program.origin_upper_left else ()),
        *extra_arrays,
        *resource_arrays(key.program, key.textures),
    )
    return Signature(scalars, arrays, WRITTEN_PLANES & {name for name, _ in arrays})


def depth_replaced(key: FragmentKey) -> bool:
    """True if the program writes the depth, so that no test can come before it."""
    return key.program.writes("result.depth")


def tested_early(key: FragmentKey) -> bool:
    """True if the stencil and depth tests may come before the program with the same outcome.

    Without a stencil test the early depth test only drops fragments, and depth is written after the
    program. A stencil test may write for fragments that it drops: then none may be discarded by
    the program or the alpha test, which come first, nor by a smooth primitive that leaves its pixel
    empty. A depth or a reference that the program writes does not exist before it.
    """
    if depth_replaced(key):
        return False
    if key.stencil is None:
        return key.looks_at_planes
    if key.program.writes(STENCIL.name):
        return False
    return not key.stencil.writes or not drops_fragments(key)


def drops_fragments(key: FragmentKey) -> bool:
    """True if fragments or samples may be dropped after coverage.

    The program, the alpha test, a smooth primitive or a change of sample coverage may drop them.
    """
    return (
        key.alpha_func is not None
        or key.program.kills()
        or key.program.writes(SAMPLE_MASK.name)
        or key.shape.smooth
        or key.alpha_to_coverage
        or key.sample_coverage
    )


def shade(m, key: FragmentKey, a, fragments: Fragments) -> ShadedFragment:
    """Runs the fragment program."""
    fragments = fragments.begun() if fragments.begun else fragments
    # The other pixels of a quad run too, as helpers: derivatives need them.
    with m.only(None if m.live is None else m.quad_any(m.live)):
        counter = COUNTERS.get(key.counted and key.counted.quantity, Counter)(m, key, fragments)
        world = environment(
            m, a, key.program, key.textures, fragments.attribute, True, key.shows_bits,
            **counter.watches,
        )  # fmt: skip
        outcome = execute(m, as_executed(m, key.program, world), world)
    unwritten = [m.f32(value) for value in UNWRITTEN_RESULT]
    color = outcome.results.get(EVERY_OUTPUT) or outcome.results.get(OUTPUTS[0]) or unwritten
    if key.program.fog:
        state = [m.load_unchecked(a.fog, m.i32(number)) for number in range(8)]
        coordinate = fragments.fog_coordinate()
        color = apply_fog(m, key.program.fog, color, coordinate, state[:4], state[4:], key.clamped)
    depths, killed = fragments.depths, outcome.killed
    if depth_replaced(key):
        # ARB_fragment_program 3.11.5.3: the third component replaces the fragment's depth, and
        # "is clamped to the range [0,1]". gl_FragDepth is a scalar.
        component = 0 if key.program.of_shader else 2
        depths = [clamped_depth(m, key, outcome.results[DEPTH][component])]
        if key.drops_depths:
            killed = _unite(killed, beyond_depth_range(m, a, depths[0]))
    depths = [quantise_depth(m, key, a, depth) for depth in depths]
    samples = fragments.covered
    if key.program.writes(SAMPLE_MASK.name):
        # TGSI, "TGSI_SEMANTIC_SAMPLEMASK": "Only the X value is used". Without multisampling the
        # first sample stands for all.
        mask = m.unseen_bits(outcome.results[SAMPLE_MASK][0])
        if key.shape.samples == 1 and not key.program.of_shader:
            killed = _unite(killed, (mask & 1) == 0)
        elif key.shape.samples > 1:
            # ARB_sample_shading, 4.1.3: "No changes to the fragment alpha or coverage values are
            # made at this step if MULTISAMPLE is disabled, or if the value of SAMPLE_BUFFERS is not
            # one."
            in_mask = [(mask & (1 << number)) != 0 for number in range(key.shape.samples)]
            samples = intersect(samples, in_mask)
    stencil = None
    if key.program.writes(STENCIL.name):
        # TGSI, "TGSI_SEMANTIC_STENCIL": "Only the Y component is writable." gl_FragStencilRefARB is
        # a scalar.
        component = 0 if key.program.of_shader else 1
        stencil = m.unseen_bits(outcome.results[STENCIL][component]) & STENCIL_MAX
    colors = [color]
    if any(output in outcome.results for output in OUTPUTS[1:]):
        outputs = OUTPUTS[1 : len(key.targets)]
        colors += [outcome.results.get(output) or unwritten for output in outputs]
    coverage = fragments.coverage and fragments.coverage()
    if coverage is not None:
        killed = _unite(killed, ~(coverage > 0.0))
    more = tuple(colors[1:])
    return ShadedFragment(
        colors[0], depths, killed, fragments.front, more, stencil, coverage, samples,
        counter.counted(outcome), outcome.results.get(SECOND, unwritten),
    )  # fmt: skip


def draw_fragments(m, key, a, index, fragments):
    """Live fragments, whole quads: tested before the program wherever the order allows it."""
    for one in fragments.invocations():
        live = nullcontext() if one.sample is None else m.where(one.covered[one.sample], skip=True)
        with live:
            _draw_invocation(m, key, a, index, one)


def _draw_invocation(m, key, a, index, fragments):
    if not tested_early(key):
        write_fragment(m, key, a, index, shade(m, key, a, fragments), tested=False)
        return
    depths = [quantise_depth(m, key, a, depth) for depth in fragments.depths]
    passed: list = [None] * key.samples
    for sample, live in samples_of(m, key, fragments.covered):
        with live:
            values = of_sample(depths, sample), fragments.front
            passed[sample] = passes_tests(m, key, a, index, *values, sample=sample)
    passed = intersect(fragments.covered, passed)
    with m.where(reduce(or_, [each for each in passed if each is not None]), skip=True):
        shaded = shade(m, key, a, fragments)
        if key.samples > 1:
            shaded = replace(shaded, samples=intersect(shaded.samples, passed))
        write_fragment(m, key, a, index, shaded, tested=True)


def _unite(killed, mask):
    """The lanes of two masks; `killed` may be None, no lane."""
    return mask if killed is None else killed | mask
