"""The parts of the draw plan: from the context, and the parts that each uses, to its value.

`softgl.gl.draw.plan.PARTS` says what each of these functions reads; the modules `derive_*` do the
work.
"""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from operator import attrgetter

from softgl.asm import parse
from softgl.gl.api import enums as gl
from softgl.gl.draw.batchable import is_batchable
from softgl.gl.draw.checks import check_drawable, check_ready
from softgl.gl.draw.current_programs import current_programs
from softgl.gl.draw.derive_fragments import (
    derive_blend_color,
    derive_fog,
    derive_fragment_key,
    derive_tests,
)
from softgl.gl.draw.derive_link import derive_clip_planes, derive_link
from softgl.gl.draw.derive_pixels import RectangleLook, derive_rectangle_look, rectangle_program
from softgl.gl.draw.derive_primitives import derive_primitives
from softgl.gl.draw.derive_resources import derive_textures, parameter_words
from softgl.gl.draw.derive_vertices import (
    derive_geometry_key,
    derive_setup_key,
    derive_vertex_key,
    derive_viewport,
    of_stream,
)
from softgl.gl.draw.enabled_arrays import derive_arrays
from softgl.gl.draw.equality import same, same_memory
from softgl.gl.draw.vertex_stream import INSTANCE
from softgl.gl.programs.parameter_buffers import buffer_objects, buffer_words
from softgl.gl.programs.programs import has_aliases, stage_target
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS, WEIGHT
from softgl.ir.program import Program, Stage
from softgl.pipeline.draws.draw_call import FragmentState, GeometryStage
from softgl.pipeline.keys.kernel_keys import VertexKey
from softgl.pipeline.keys.link import LAYER
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass

# -- what is drawn to ------------------------------------------------------------------------------


def derive_framebuffer(ctx, now):
    """The planes that are drawn to: a `Framebuffer`."""
    return ctx.framebuffers.planned()


def drawn_objects(ctx, now):
    """The framebuffer object, and the images that are attached to it."""
    bound = ctx.framebuffers.draw
    return bound, *(attachment.source for attachment in bound.attachments.values())


# -- what commands ask before they draw ------------------------------------------------------------


def derive_ready(ctx, now):
    """Nothing; refuses programs that are not loaded or disagree, and what is not complete."""
    check_ready(ctx)


def derive_drawable(ctx, now):
    """Nothing; refuses that, and buffers that cannot be drawn to without a program."""
    check_drawable(ctx)


def ready_objects(ctx, now):
    """The program objects and what is drawn to; the textures that fixed function has."""
    textures = () if ctx.programs.programmed(Stage.FRAGMENT) else (ctx.texturing,)
    return *bound_programs(ctx, now), *drawn_objects(ctx, now), *textures


@dataclass(frozen=True)
class Clears:
    """What glClear sets planes to. frame : some with their formats.

    colors, depth, stencil : what `Framebuffer.fills` has for a bit of its mask.
    """

    frame: Framebuffer
    colors: dict
    depth: dict
    stencil: dict
    made: dict = field(default_factory=dict, compare=False)

    def of(self, mask: int) -> list[tuple]:
        """What `Framebuffer.fill` takes for a mask."""
        if mask not in self.made:
            self.made[mask] = self.frame.fills(
                **(self.colors if mask & gl.GL_COLOR_BUFFER_BIT else {}),
                **(self.depth if mask & gl.GL_DEPTH_BUFFER_BIT else {}),
                **(self.stencil if mask & gl.GL_STENCIL_BUFFER_BIT else {}),
            )
        return self.made[mask]


def derive_clears(ctx, now):
    """The Clears."""
    color, depth, stencil = ctx.color, ctx.depth, ctx.stencil
    return Clears(
        ctx.framebuffers.planned(),
        {"color": color.clear, "color_masks": color.mask, "srgb": color.srgb},
        {"depth": depth.clear} if depth.mask else {},
        # OpenGL 2.1, 4.2.3: "the front stencil mask".
        {"stencil": stencil.clear, "stencil_mask": stencil.front.write_mask},
    )


def derive_enabled_arrays(ctx, now):
    """The enabled client arrays."""
    return derive_arrays(ctx)


def derive_rectangle(ctx, now):
    """What the fragments of images and bitmaps depend on: a `derive_pixels.RectangleLook`."""
    return derive_rectangle_look(ctx)


def rectangle_objects(ctx, now):
    """What their program is of, and all that it reads; and what is drawn to."""
    program, groups = rectangle_program(ctx), []
    if not ctx.programs.programmed(Stage.FRAGMENT):
        groups += ctx.texturing, ctx.lighting, *_enabled_textures(ctx)
    groups += _texture_objects(ctx, program)
    groups += _parameter_objects(ctx, program, ctx.programs.fragment)
    if program.buffers:
        groups += ctx.buffers, *buffer_objects(ctx)
    return *bound_programs(ctx, now), *drawn_objects(ctx, now), *groups


def same_rectangles(one: RectangleLook, other: RectangleLook) -> bool:
    """Whether one may stand for the other: what is live is the same memory, copies are alike."""
    live, copies = zip(*map(_live_and_copies, (one, other)), strict=True)
    return same(*live, same_memory) and same(*copies)


def _live_and_copies(look):
    read = look.fragment_resources
    copies = look.fragment, read.parameters, look.blend_color, look.fog, look.tests
    return (read.buffers, read.textures), (*copies, look.depth_range)


# -- programs --------------------------------------------------------------------------------------


def bound_programs(ctx, now):
    """The program objects of all targets."""
    return [target.bound for target in ctx.programs.targets]


def vertex_program(ctx, now):
    """The program object of vertices, which says what attributes are the same."""
    return (ctx.programs.vertex.bound,)


def derive_programs(ctx, now):
    """The programs that run, in the order of their stages."""
    return current_programs(ctx)


def program_objects(ctx, now):
    """What `current_programs` asks: bound programs, and what fixed function reads."""
    groups = []
    if not ctx.programs.programmed(Stage.VERTEX):
        groups += ctx.fog, ctx.points, ctx.lighting, ctx.texturing, ctx.vertex_blend
        if ctx.vertex_blend.enabled:
            groups.append(ctx.clip_planes)
    if not ctx.programs.programmed(Stage.FRAGMENT):
        groups += ctx.texturing, ctx.fog, ctx.lighting, ctx.clamping, ctx.framebuffers
        groups += drawn_objects(ctx, now)
        groups += _enabled_textures(ctx)
    return *bound_programs(ctx, now), *groups


def _enabled_textures(ctx):
    """What fixed function may sample."""
    units = ctx.texturing.units[:MAX_TEXTURE_COORDS]
    return [each for unit in units if unit.enabled for each in unit.sources(unit.enabled)]


# -- keys and records of the stages ----------------------------------------------------------------


def derive_stages(ctx, now):
    """The Link of the stages."""
    layer = (LAYER,) if now.framebuffer.layers else ()
    captured = (*ctx.feedback.captured, *ctx.selection.captured, *layer)
    sees_colors = bool(captured) or _sees_colors(ctx, now)
    return derive_link(ctx, now.programs, captured, sees_colors)


BESIDE_COLORS = "result.depth", "result.stencil", "result.samplemask"
"""The results of fragment programs that may depend on colours where none is written."""


def _sees_colors(ctx, now) -> bool:
    """True if the colours of vertices can be seen, as in a shadow map they cannot."""
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
    """Without buffers of colours the alpha test tells whether they are seen."""
    return () if _has_colors(now.framebuffer) else (ctx.color,)


def derive_planes(ctx, now):
    """The equations of the clip planes that the vertex stage computes distances from."""
    return derive_clip_planes(ctx, now.link)


def plane_groups(ctx, now):
    """What the equations are made of."""
    return (ctx.transform, ctx.clip_planes) if now.link.outputs[0].computed else ()


def derive_linear(ctx, now):
    """What clipping asks of fragments: the rows of vertices that are linear in the window."""
    return now.link.inputs.linear_rows


def derive_fragment(ctx, now):
    """The FragmentKey."""
    return derive_fragment_key(ctx, now.fragment_program, now.link.inputs, now.fragment_samplers)


@dataclass(frozen=True)
class VertexKeys:
    """The VertexKey but for what depends on a draw's arrays, and those that have been asked for."""

    key: VertexKey
    made: dict = field(default_factory=dict, compare=False)

    def of(self, stream) -> VertexKey:
        """The key for a stream: one object for all streams of its kind."""
        kind = stream.varying(self.key.program.attributes)
        found = self.made.get(kind)
        if found is None:
            found = self.made[kind] = of_stream(self.key, stream)
        return found


def derive_vertex(ctx, now):
    """The VertexKeys."""
    return VertexKeys(
        derive_vertex_key(ctx, now.vertex_program, now.link.outputs[0], now.vertex_samplers)
    )


def derive_geometry(ctx, now):
    """The GeometryStage, or None."""
    program = now.geometry_program
    if program is NO_PROGRAM:
        return None
    key = derive_geometry_key(ctx, program, now.link.outputs[1], now.geometry_samplers)
    return GeometryStage(key, now.geometry_resources, ctx.programs.geometry.bound.vertex_limit)


def geometry_objects(ctx, now):
    """The program object, which knows how many vertices may be emitted."""
    return (ctx.programs.geometry.bound,)


def derive_setup(ctx, now):
    """The SetupKey."""
    return derive_setup_key(ctx)


def derive_window(ctx, now):
    """The viewport transformation."""
    return derive_viewport(ctx, now.framebuffer)


def derive_style(ctx, now):
    """What points, lines and polygons look like."""
    return derive_primitives(ctx, now.framebuffer.samples)


def style_objects(ctx, now):
    """Where the texture coordinates that point sprites replace are said."""
    return (ctx.texturing,) if ctx.points.sprite else ()


def derive_constant_color(ctx, now):
    return derive_blend_color(ctx.color)


def derive_fog_record(ctx, now):
    return derive_fog(ctx, now.fragment_program)


def derive_fragment_tests(ctx, now):
    return derive_tests(ctx, now.fragment)


def derive_repeats(ctx, now):
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


# -- what the programs of stages read --------------------------------------------------------------

PROGRAMMABLE = (Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT)
"""The programmable stages of a draw."""
NO_PROGRAM = parse("!!ARBvp1.0\nEND")

# What `state.*` parameters stand for: `programs.program_state`.
STATE_GROUPS = (
    "lighting materials fog transform points clip_planes texturing viewport clamping framebuffers"
)


def same_textures(one, other) -> bool:
    """Whether two Textures have equal keys, and the same arrays: those are kept by textures."""
    return one.keys == other.keys and all(
        mine[name] is its[name]
        for mine, its in zip(one.arrays, other.arrays, strict=True)
        for name in mine
    )


class StageParts:
    """What the program of a stage reads: the functions of parts that every stage has.

    Where a stage is not there, it is as if its program read nothing.
    program : what gives, of the parts, the one that `derive_program` is.
    """

    def __init__(self, stage: Stage):
        self.stage, name = stage, stage.value
        self.program = attrgetter(f"{name}_program")
        self._textures = attrgetter(f"{name}_textures")
        self._read = attrgetter(
            *(f"{name}_{part}" for part in ("parameters", "buffers", "textures"))
        )

    def derive_program(self, ctx, now):
        """The program of the stage."""
        own = (program for program in now.programs if program.stage is self.stage)
        return next(own, None) or NO_PROGRAM

    def derive_textures(self, ctx, now):
        """The Textures that the program samples."""
        return derive_textures(ctx, self.program(now))

    def texture_objects(self, ctx, now):
        """What is bound to the units that the program samples, to any target."""
        return _texture_objects(ctx, self.program(now))

    def derive_samplers(self, ctx, now):
        """The keys of what the program samples."""
        return self._textures(now).keys

    def derive_parameters(self, ctx, now):
        """The words of the program's parameter registers."""
        return parameter_words(ctx, self.program(now))

    def parameter_objects(self, ctx, now):
        """The registers of the stage's target, and the state that the program binds."""
        return _parameter_objects(ctx, self.program(now), stage_target(ctx.programs, self.stage))

    def derive_buffers(self, ctx, now):
        """The words of the buffer objects that the program reads: they are not copied."""
        return buffer_words(ctx, self.program(now))

    def derive_resources(self, ctx, now):
        """The Resources of the program."""
        parameters, buffers, textures = self._read(now)
        return Resources(parameters, buffers, textures.arrays)


def _texture_objects(ctx, program: Program) -> list:
    """What is bound to the units that a program samples."""
    texturing, operands = ctx.texturing, program.textures
    bound = [
        each
        for operand in operands
        for each in texturing.units[operand.unit].sources(operand.texture)
    ]
    return [texturing, *bound] if operands else []


def _parameter_objects(ctx, program: Program, target) -> list:
    """The registers of a target that a program has, and the state that the program binds."""
    names = _groups_bound(program)
    if target.tracking and not names:
        names = ("transform",)
    groups = [getattr(ctx, name) for name in names]
    return [target.env, target.bound, target.bound.local, target.bound.named, *groups]


@lru_cache(maxsize=256)
def _groups_bound(program: Program) -> tuple[str, ...]:
    """The groups of state that parameters of a program may stand for, besides its target."""
    bound = [b for _, b in program.bound_parameters if not b.name.startswith("program.")]
    if not all(binding.is_matrix for binding in bound):
        return tuple(STATE_GROUPS.split())
    return ("transform",) if bound or program.matrix_parameters else ()


def bound_parameter_buffers(ctx, now):
    """The buffer objects at all binding points of parameters."""
    return buffer_objects(ctx)
