"""The parts of the draw plan: functions from the context and the used parts to a value.

`softgl.gl.draw.plan.PARTS` declares what each of these functions reads; the modules `derive_*` do
the work.
"""

from __future__ import annotations

from dataclasses import field

from softgl.gl.api import enums as gl
from softgl.gl.api.stages import (
    assembly_target,
    programmed,
    selected_objects,
    used_programs,
)
from softgl.gl.draw.batchable import is_batchable
from softgl.gl.draw.checks import check_drawable, check_ready
from softgl.gl.draw.current_programs import current_programs
from softgl.gl.draw.derive_fragments import (
    check_second_source,
    derive_blend_color,
    derive_fog,
    derive_fragment_key,
    derive_tests,
)
from softgl.gl.draw.derive_link import derive_clip_planes, derive_link
from softgl.gl.draw.derive_pixels import RectangleState, derive_rectangle_state, rectangle_program
from softgl.gl.draw.derive_primitives import derive_primitives
from softgl.gl.draw.derive_vertices import (
    derive_geometry_key,
    derive_setup_key,
    derive_vertex_key,
    derive_viewport,
    derive_views,
    of_stream,
)
from softgl.gl.draw.enabled_arrays import derive_arrays
from softgl.gl.draw.equality import same, same_memory
from softgl.gl.draw.plan_resources import NO_PROGRAM, parameter_objects_of, texture_objects_of
from softgl.gl.draw.vertex_stream import INSTANCE
from softgl.gl.programs.parameter_buffers import buffer_objects
from softgl.gl.programs.programs import has_aliases
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS, WEIGHT
from softgl.ir.program import Stage
from softgl.pipeline.draws.draw_call import FragmentState, GeometryStage
from softgl.pipeline.keys.kernel_keys import VertexKey
from softgl.pipeline.keys.link import LAYER, VIEWPORT_INDEX
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass

# -- the draw framebuffer --------------------------------------------------------------------------


def derive_framebuffer(ctx, now):
    """Derives the planes to draw to: a `Framebuffer`."""
    return ctx.framebuffers.planned()


def drawn_objects(ctx, now):
    """Returns the framebuffer object, and the images attached to it."""
    bound = ctx.framebuffers.draw
    return bound, *(attachment.source for attachment in bound.attachments.values())


# -- before a draw ---------------------------------------------------------------------------------


def derive_ready(ctx, now):
    """Derives nothing; refuses unloaded or disagreeing programs, and an incomplete framebuffer."""
    check_ready(ctx)


def derive_drawable(ctx, now):
    """Derives nothing; refuses the same, and integer buffers without a fragment program."""
    check_drawable(ctx)


def derive_blended(ctx, now):
    """Derives nothing; refuses blending that the draw buffers do not take."""
    check_second_source(ctx.color, ctx.framebuffers.planned())


def ready_objects(ctx, now):
    """Returns program objects, the draw framebuffer, and the textures of fixed function."""
    textures = () if programmed(ctx, Stage.FRAGMENT) else (ctx.texturing,)
    units = [each.units for each in used_programs(ctx)]
    return *bound_programs(ctx, now), *units, *drawn_objects(ctx, now), *textures


@dataclass(frozen=True)
class Clears:
    """The clear values of planes. frame : a framebuffer with their formats.

    colors, depth, stencil : the arguments of `Framebuffer.fills` for each bit of a mask.
    """

    frame: Framebuffer
    colors: dict
    depth: dict
    stencil: dict
    cache: dict = field(default_factory=dict, compare=False)

    def of(self, mask: int) -> list[tuple]:
        """Returns the argument of `Framebuffer.fill` for a mask."""
        if mask not in self.cache:
            self.cache[mask] = self.frame.fills(
                **(self.colors if mask & gl.GL_COLOR_BUFFER_BIT else {}),
                **(self.depth if mask & gl.GL_DEPTH_BUFFER_BIT else {}),
                **(self.stencil if mask & gl.GL_STENCIL_BUFFER_BIT else {}),
            )
        return self.cache[mask]


def derive_clears(ctx, now):
    """Derives the Clears."""
    color, depth, stencil = ctx.color, ctx.depth, ctx.stencil
    return Clears(
        ctx.framebuffers.planned(),
        {"color": color.clear, "color_masks": color.mask, "srgb": color.srgb},
        {"depth": depth.clear} if depth.mask else {},
        # OpenGL 2.1, 4.2.3: "the front stencil mask".
        {"stencil": stencil.clear, "stencil_mask": stencil.front.write_mask},
    )


def derive_enabled_arrays(ctx, now):
    """Derives the enabled client arrays."""
    return derive_arrays(ctx)


def derive_rectangle(ctx, now):
    """Derives the fragment state of images and bitmaps: a `derive_pixels.RectangleState`."""
    return derive_rectangle_state(ctx)


def rectangle_objects(ctx, now):
    """Returns the sources of their program, all that it reads, and the draw framebuffer."""
    program, groups = rectangle_program(ctx), []
    if not programmed(ctx, Stage.FRAGMENT):
        groups += ctx.texturing, ctx.lighting, *_enabled_textures(ctx)
    groups += texture_objects_of(ctx, program)
    groups += parameter_objects_of(ctx, program, ctx.programs.fragment)
    if program.buffers:
        groups += ctx.buffers, *buffer_objects(ctx)
    return *bound_programs(ctx, now), *drawn_objects(ctx, now), *groups


def same_rectangles(one: RectangleState, other: RectangleState) -> bool:
    """True if one may replace the other: with the same live memory, and equal copies."""
    live, copies = zip(*map(_live_and_copies, (one, other)), strict=True)
    return same(*live, same_memory) and same(*copies)


def _live_and_copies(state):
    read = state.fragment_resources
    copies = state.fragment, read.parameters, state.blend_color, state.fog, state.tests
    return (read.buffers, read.textures), (*copies, state.depth_range)


# -- programs --------------------------------------------------------------------------------------


def bound_programs(ctx, now):
    """Returns the program objects of all targets, and those of GLSL in use."""
    return [*(target.bound for target in ctx.programs.targets), *selected_objects(ctx)]


def vertex_program(ctx, now):
    """Returns the vertex program objects, which decide which attributes are aliases."""
    return ctx.programs.vertex.bound, *selected_objects(ctx)


def derive_programs(ctx, now):
    """Derives the programs of a draw, in the order of their stages."""
    return current_programs(ctx)


def program_objects(ctx, now):
    """Returns what `current_programs` reads: bound programs, and the state of fixed function."""
    groups = []
    if not programmed(ctx, Stage.VERTEX):
        groups += ctx.fog, ctx.points, ctx.lighting, ctx.texturing, ctx.vertex_blend
        if ctx.vertex_blend.enabled:
            groups.append(ctx.clip_planes)
    if not programmed(ctx, Stage.FRAGMENT):
        groups += ctx.texturing, ctx.fog, ctx.lighting, ctx.clamping, ctx.framebuffers
        groups += drawn_objects(ctx, now)
        groups += _enabled_textures(ctx)
    return *bound_programs(ctx, now), *groups


def _enabled_textures(ctx):
    """Returns the textures that fixed function may sample."""
    units = ctx.texturing.units[:MAX_TEXTURE_COORDS]
    return [each for unit in units if unit.enabled for each in unit.sources(unit.enabled)]


# -- keys and records of the stages ----------------------------------------------------------------


def derive_stages(ctx, now):
    """Derives the Link of the stages."""
    layer = (LAYER,) if now.framebuffer.layers else ()
    chooses = any(program.writes(VIEWPORT_INDEX.name) for program in now.programs)
    viewport = (VIEWPORT_INDEX,) if chooses else ()
    captured = (*ctx.feedback.captured, *ctx.selection.captured, *layer, *viewport)
    sees_colors = bool(captured) or _sees_colors(ctx, now)
    return derive_link(ctx, now.programs, captured, sees_colors)


BESIDE_COLORS = "result.depth", "result.stencil", "result.samplemask"
"""The results of fragment programs that may depend on colours where none is written."""


def _sees_colors(ctx, now) -> bool:
    """True if the colours of vertices are visible; in a shadow map they are not."""
    frame, program = now.framebuffer, now.programs[-1]
    return (
        _has_colors(frame)
        or frame.samples > 1  # alpha may be coverage
        or ctx.color.alpha_test
        or program.stage is not Stage.FRAGMENT
        or program.kills()
        or any(map(program.writes, BESIDE_COLORS))
    )


def _has_colors(frame):
    return any(plane is not None for plane in frame.colors)


def link_groups(ctx, now):
    """Returns the group of the alpha test, which makes colours visible without colour buffers."""
    return () if _has_colors(now.framebuffer) else (ctx.color,)


def derive_planes(ctx, now):
    """Derives the equations of the clip planes for the vertex stage."""
    return derive_clip_planes(ctx, now.link.outputs[0])


def plane_groups(ctx, now):
    """Returns the groups that the equations are derived from."""
    return (ctx.transform, ctx.clip_planes) if now.link.outputs[0].computed else ()


def derive_linear(ctx, now):
    """Derives the rows of vertices that fragments interpolate linearly in the window."""
    return now.link.inputs.linear_rows


def derive_fragment(ctx, now):
    """Derives the FragmentKey."""
    return derive_fragment_key(
        ctx, now.fragment_program, now.link.inputs, now.fragment_samplers, now.views
    )


@dataclass(frozen=True)
class VertexKeys:
    """The VertexKey without the arrays of a draw, and the completed keys by kind of stream."""

    key: VertexKey
    cache: dict = field(default_factory=dict, compare=False)

    def of(self, stream) -> VertexKey:
        """Returns the key for a stream: one object for all streams of its kind."""
        kind = stream.varying(self.key.program.attributes)
        value = self.cache.get(kind)
        if value is None:
            value = self.cache[kind] = of_stream(self.key, stream)
        return value


def derive_vertex(ctx, now):
    """Derives the VertexKeys."""
    return VertexKeys(
        derive_vertex_key(ctx, now.vertex_program, now.link.outputs[0], now.vertex_samplers)
    )


def derive_geometry(ctx, now):
    """Derives the GeometryStage, or None."""
    program = now.geometry_program
    if program is NO_PROGRAM:
        return None
    outputs = now.link.outputs[1]
    key = derive_geometry_key(ctx, program, outputs, now.geometry_samplers)
    target = assembly_target(ctx, Stage.GEOMETRY)
    limit = program.primitives.limit if target is None else target.bound.vertex_limit
    planes = derive_clip_planes(ctx, outputs)
    return GeometryStage(key, now.geometry_resources, limit, planes)


def geometry_objects(ctx, now):
    """Returns the program objects; assembly ones have the limit of emitted vertices."""
    return bound_programs(ctx, now)


def derive_setup(ctx, now):
    """Derives the SetupKey."""
    return derive_setup_key(ctx)


def derive_window(ctx, now):
    """Derives the viewport transform."""
    return derive_viewport(ctx, now.framebuffer)


def derive_window_views(ctx, now):
    """Derives the Views if the geometry program chooses among viewports, else None."""
    return derive_views(ctx, now.framebuffer) if _chooses_viewports(now) else None


def view_groups(ctx, now):
    """Returns the groups that the Views are derived from."""
    groups = ctx.viewport, ctx.scissor, ctx.clip_planes, ctx.framebuffers
    return groups if _chooses_viewports(now) else ()


def _chooses_viewports(now):
    # ARB_viewport_array, 2.16.1: "If no geometry shader is active, or if the active geometry shader
    # does not write to gl_ViewportIndex, the viewport numbered zero is used".
    return VIEWPORT_INDEX in now.link.outputs[-1].results


def box_groups(ctx, now):
    """Returns the groups besides the scissor that limit the pixels of primitives."""
    return () if ctx.clip_planes.sides_clip else (ctx.viewport,)


def derive_style(ctx, now):
    """Derives the style of points, lines and polygons."""
    return derive_primitives(ctx, now.framebuffer.samples)


def style_objects(ctx, now):
    """Returns the group that selects the texture coordinates of point sprites."""
    return (ctx.texturing,) if ctx.points.sprite else ()


def derive_constant_color(ctx, now):
    return derive_blend_color(ctx.color)


def derive_fog_record(ctx, now):
    return derive_fog(ctx, now.fragment_program)


def derive_fragment_tests(ctx, now):
    return derive_tests(ctx, now.fragment, now.views)


def derive_short_path(ctx, now):
    """True if draws from arrays may take the short path into the batch."""
    program = now.vertex_program
    return (
        now.batchable and not has_aliases(program) and program.inputs.isdisjoint((INSTANCE, WEIGHT))
    )


def derive_vertex_state(ctx, now):
    """Returns the vertex state of a `DrawState`: resources of the vertex program, clip planes."""
    return now.vertex_resources, now.clip_planes


def derive_fragment_state(ctx, now):
    """Returns the FragmentState."""
    return FragmentState(now.fragment, now.fragment_resources, now.blend_color, now.fog, now.tests)


def derive_batchable(ctx, now):
    """True if small draws go into the batch."""
    return is_batchable(ctx, now.programs)
