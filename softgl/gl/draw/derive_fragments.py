"""Derives keys and records of fragments from the state: from interpolation to the write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import starmap

import numpy as np

from softgl.comparisons import COMPARISONS
from softgl.formats.storages import STORAGES
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.draw.enum_names import words
from softgl.gl.fragments.clamping import as_clamped, clamps, draws_srgb
from softgl.gl.fragments.multisample import covered_samples, rasterised_samples, shades_samples
from softgl.gl.fragments.scissor import Box, scissor_box
from softgl.gl.fragments.stencil import clamped_reference
from softgl.gl.programs.program_state import ProgramState
from softgl.glsl.limits import MAX_DUAL_SOURCE_DRAW_BUFFERS
from softgl.ir.program import Binding, Program
from softgl.pipeline.fragments.per_fragment import (
    EQUATIONS,
    FACTORS,
    KEEP_ALL,
    LOGIC_OPS,
    STENCIL_MAX,
    STENCIL_OPS,
    FragmentTests,
)
from softgl.pipeline.keys.kernel_keys import (
    BlendKey,
    Counted,
    DepthKey,
    FragmentKey,
    StencilFace,
    StencilKey,
    TargetKey,
)
from softgl.pipeline.keys.link import Inputs
from softgl.pipeline.keys.resources import TextureKeys
from softgl.pipeline.planes.framebuffer import BLOCK, Framebuffer, word_of_depth
from softgl.pipeline.vertices.viewport import Views

DEPTH_FUNCS = words(COMPARISONS)
STENCIL_FUNCS = ALPHA_FUNCS = DEPTH_FUNCS
STENCIL_OPERATIONS = words(STENCIL_OPS)
LOGIC_OPERATIONS = words(LOGIC_OPS)
BLEND_FACTORS = words(FACTORS)
BLEND_EQUATIONS = words(EQUATIONS)

NO_FOG = np.zeros(8, np.float32)

# -- keys ------------------------------------------------------------------------------------------


def derive_fragment_key(
    ctx, program: Program, inputs: Inputs, textures: TextureKeys, views: Views | None = None
) -> FragmentKey:
    """Derives the key of the raster kernel; textures : keys of the textures that `program` samples.

    views : the viewports of a program that chooses among them, None for one that does not.
    Raises `Refused` for an incomplete framebuffer.
    """
    frame, multisample = ctx.framebuffers.planned(), ctx.multisample
    # OpenGL 2.1, 4.1.3: "No changes to the fragment alpha or coverage values are made at this step
    # if MULTISAMPLE is disabled, or if the value of SAMPLE BUFFERS is not one."
    samples = rasterised_samples(ctx, frame.samples)
    changed = samples > 1
    return FragmentKey(
        program=program,
        inputs=inputs,
        textures=textures,
        depth=derive_depth_key(ctx.depth, frame),
        targets=derive_targets(ctx.color, frame),
        depth_format=frame.depth_format,
        cut=derive_cut(ctx, frame, views),
        alpha_func=derive_alpha_func(ctx.color, frame),
        stencil=derive_stencil_key(ctx.stencil, frame),
        logic_op=derive_logic_op(ctx.color),
        counted=None if ctx.queries.occlusion is None else Counted(),
        clamped=clamps(ctx, "fragment"),
        srgb=ctx.color.srgb and draws_srgb(ctx),
        depth_clamp=ctx.clip_planes.depth_clamp,
        limits_depths=ctx.depth.limits_floats and not STORAGES[frame.depth_format].fixed,
        samples=frame.samples,
        alpha_to_coverage=changed and multisample.alpha_to_coverage and _has_alpha(frame),
        alpha_to_one=changed and multisample.alpha_to_one and _has_alpha(frame),
        sample_coverage=changed and (multisample.coverage or multisample.mask),
        depth_bounds=ctx.depth.bounds_test and frame.depth_plane is not None,
        per_sample=shades_samples(ctx, program, samples),
    )


def derive_cut(ctx, frame: Framebuffer, views: Views | None = None) -> bool:
    """True if a drawable box cuts 4x4 blocks of pixels, so that each pixel is tested against it."""
    counted = ctx.queries.occlusion is not None
    if views is not None:
        return any(_cuts_blocks(box, frame, counted) for box in dict.fromkeys(views.boxes))
    return _cuts_blocks(_drawable_box(ctx) or (0, 0, frame.width, frame.height), frame, counted)


def _drawable_box(ctx) -> Box | None:
    """Returns the pixels that primitives may cover: left, low, right, high; None for all.

    The viewport limits them too if its sides clip neither points nor lines.
    """
    box = scissor_box(ctx)
    if ctx.clip_planes.sides_clip:
        return box
    frame, (x, y, width, height) = ctx.framebuffers.planned(), ctx.viewport.rectangle
    left, low, right, high = box or (0, 0, frame.width, frame.height)
    left, low = min(max(left, x), right), min(max(low, y), high)
    limited = left, low, max(min(right, x + width), left), max(min(high, y + height), low)
    return None if box is None and limited == (0, 0, frame.width, frame.height) else limited


def _cuts_blocks(box, frame, counted) -> bool:
    """True if a box cuts blocks of pixels.

    counted : True if a query counts fragments. Pixels beyond the edge of a plane are padding, which
        it must not count.
    """
    left, low, right, high = box
    if not (left % BLOCK or low % BLOCK or right % BLOCK or high % BLOCK):
        return False
    planes = [plane for plane in frame.planes if plane is not None]
    padded_x = not counted and all(plane.width == right for plane in planes)
    padded_y = not counted and all(plane.height == high for plane in planes)
    ends = [end for end, padded in ((right, padded_x), (high, padded_y)) if not padded]
    return any(edge % BLOCK for edge in (left, low, *ends))


def derive_alpha_func(color, frame: Framebuffer) -> str | None:
    """Derives the comparison of the alpha test; None if all fragments pass."""
    if not color.alpha_test or color.alpha_func == gl.GL_ALWAYS or not _has_alpha(frame):
        return None
    return ALPHA_FUNCS[color.alpha_func]


def _has_alpha(frame: Framebuffer) -> bool:
    """True if alpha decides which fragments are drawn, and can be set to one.

    EXT_texture_integer, 4.1.3, 4.1.4: only "if the color buffer has a fixed-point or floating-point
    format"; the alpha is that of color 0.
    """
    return frame.colors[0] is None or not frame.colors[0].storage.integer


def derive_depth_key(depth, frame: Framebuffer) -> DepthKey | None:
    """Derives the depth test; OpenGL 2.1, 4.1.6: without a depth buffer it "always passes"."""
    if not depth.test or frame.depth_plane is None:
        return None
    return DepthKey(DEPTH_FUNCS[depth.func], depth.mask)


def _stencil_sides(stencil):
    """Returns the stencil state of front and back faces."""
    return stencil.front, stencil.side_back if stencil.two_side else stencil.back


def derive_stencil_key(stencil, frame: Framebuffer) -> StencilKey | None:
    """Derives the stencil test; without a stencil buffer "the stencil tests always pass"."""
    if not stencil.test or frame.stencil_plane is None:
        return None
    front, back = _stencil_sides(stencil)
    faces = [
        StencilFace(
            STENCIL_FUNCS[side.func],
            STENCIL_OPERATIONS[side.fail],
            STENCIL_OPERATIONS[side.depth_fail],
            STENCIL_OPERATIONS[side.depth_pass],
        )
        for side in (front, back)
    ]
    return StencilKey(faces[0], None if front == back else faces[1])


def derive_targets(color, frame: Framebuffer) -> tuple[TargetKey | None, ...]:
    """Derives the target and write mask of each colour; None for a colour that is not written."""
    check_second_source(color, frame)
    settings = zip(frame.colors, color.mask, color.blend, _blend_keys(color), strict=False)
    return tuple(
        TargetKey(plane.format, mask, blend if blends and _can_blend(color, plane) else None)
        if plane is not None and any(mask)
        else None
        for plane, mask, blends, blend in settings
    )


def check_second_source(color, frame: Framebuffer) -> None:
    """Refuses blending with a second source that draws to several colour buffers.

    ARB_blend_func_extended, "Errors": INVALID_OPERATION is generated by Begin "if any draw buffer
    has a blend function requiring the second color input [...], and a framebuffer is bound that has
    more than the value of MAX_DUAL_SOURCE_DRAW_BUFFERS-1 active color attachments", counted from 0.
    """
    several = any(plane is not None for plane in frame.colors[MAX_DUAL_SOURCE_DRAW_BUFFERS:])
    keys = zip(color.blend, _blend_keys(color), strict=True)
    if several and any(blends and blend.reads_second for blends, blend in keys):
        raise invalid_operation("blending with a second source draws to one colour buffer only")


def _can_blend(color, plane) -> bool:
    # OpenGL 2.1, 4.1.10: with the logical operation enabled it is as if blending were not.
    # EXT_texture_integer, 4.1.8: "if the color buffer has an integer format, it is bypassed".
    return not color.logic and not plane.storage.integer


def _blend_keys(color) -> Iterator[BlendKey]:
    """Yields the blend key of each draw buffer."""
    return starmap(blend_key, zip(color.functions, color.equations, strict=True))


@lru_cache(maxsize=256)
def blend_key(factors: tuple[int, ...], equations: tuple[int, int]) -> BlendKey:
    """Returns the blend key of factors and equations."""
    names = *map(BLEND_FACTORS.__getitem__, factors), *map(BLEND_EQUATIONS.__getitem__, equations)
    return BlendKey(*names)


def derive_logic_op(color) -> str | None:
    """Derives the logic operation; None if it is disabled, or COPY, which changes nothing."""
    if not color.logic or color.logic_op == gl.GL_COPY:
        return None
    return LOGIC_OPERATIONS[color.logic_op]


# -- records ---------------------------------------------------------------------------------------


def derive_tests(ctx, key: FragmentKey, views: Views | None = None) -> FragmentTests:
    """Derives the reference values of the per-fragment tests, and the counts of a query.

    views : as in `derive_fragment_key`; their boxes cut primitives, within all of the framebuffer.
    """
    box = _drawable_box(ctx)
    if views is not None:
        frame = ctx.framebuffers.planned()
        box = (0, 0, frame.width, frame.height) if any(ctx.scissor.test) else None
    stencil = KEEP_ALL * 2
    mask = covered_samples(ctx.multisample, key.samples) if key.sample_coverage else 0
    if key.stencil:
        sides = _stencil_sides(ctx.stencil)
        stencil = tuple(value for side in sides for value in _stencil_state(side))
    return FragmentTests(
        box=box,
        alpha=as_clamped(ctx, (ctx.color.alpha_reference,))[0] if key.alpha_func else 0.0,
        stencil=stencil,
        samples=ctx.queries.occlusion.plane if key.counted else None,
        sample_mask=mask,
        bounds=derive_bounds(ctx.depth, key),
    )


def derive_bounds(depth, key: FragmentKey) -> tuple[int, ...]:
    """Derives the bounds of the depth bounds test, in the depth buffer's numbers."""
    if not key.depth_bounds:
        return (0, 0)
    return tuple(word_of_depth(key.depth_format, bound) for bound in depth.bounds)


def _stencil_state(side):
    values = clamped_reference(side.reference), side.value_mask, side.write_mask
    return [value & STENCIL_MAX for value in values]


def derive_blend_color(color) -> np.ndarray:
    """Derives the constant colour of blending, (4,) float32, as it was set."""
    return np.array(color.blend_color, np.float32)


def derive_fog(ctx, program: Program) -> np.ndarray:
    """Derives the fog record: density, start, end, 1 / (end - start), then the color.

    (8,) float32; zeros for a program without a fog option.
    """
    if not program.fog:
        return NO_FOG
    state = ProgramState(ctx)
    names = ("state.fog.params", "state.fog.color")
    return np.concatenate([state.vector(Binding(name)) for name in names])
