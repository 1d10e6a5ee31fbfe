"""The checks before a draw: programs are loaded and agree, the framebuffer is complete."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.stages import (
    programmed,
    programs_in_force,
    shader,
    stage_program,
    used_programs,
)
from softgl.gl.fragments.clamping import draws_integers
from softgl.gl.programs.slots import sampler_disagreement, unit_of
from softgl.gl.programs.transform_feedback import RECORDABLE
from softgl.ir.program import Program, Stage
from softgl.pipeline.planes.framebuffer import Framebuffer

PRIMITIVES = group(
    "PrimitiveType",
    also="GL_LINES_ADJACENCY_EXT GL_LINE_STRIP_ADJACENCY_EXT GL_TRIANGLES_ADJACENCY_EXT "
    "GL_TRIANGLE_STRIP_ADJACENCY_EXT",
)
"""The modes of draws."""
MODES_OF_INPUT = {
    **{name: RECORDABLE[getattr(gl, f"GL_{name}")] for name in ("POINTS", "LINES", "TRIANGLES")},
    "LINES_ADJACENCY": EnumSet("GL_LINES_ADJACENCY_EXT GL_LINE_STRIP_ADJACENCY_EXT"),
    "TRIANGLES_ADJACENCY": EnumSet("GL_TRIANGLES_ADJACENCY_EXT GL_TRIANGLE_STRIP_ADJACENCY_EXT"),
}
"""The legal modes, by a geometry program's input primitive: NV_geometry_program4, "Errors"."""


def check_ready(ctx) -> None:
    """Refuses programs that are not loaded or disagree, and an incomplete framebuffer.

    ARB_vertex_program, "Errors": "The error INVALID_OPERATION is generated if Begin, RasterPos, or
    any command that performs an explicit Begin is called when vertex program mode is enabled and
    the currently bound vertex program object does not contain a valid vertex program."
    """
    # EXT_framebuffer_object, 4.4.4.3: "rendering commands such as Begin, RasterPos, any command
    # that performs an implicit Begin [...] will generate the error INVALID_FRAMEBUFFER_OPERATION".
    ctx.framebuffers.planned()
    _check_stages(ctx)
    stage_program(ctx, Stage.VERTEX)
    stage_program(ctx, Stage.FRAGMENT)
    _check_textures(ctx)


def _check_stages(ctx) -> None:
    """Refuses programs of GLSL that do not fit together."""
    shaders = ctx.shaders
    if shaders.current is None and shaders.pipeline is not None:
        reason = shaders.pipeline.problem
        if reason:
            raise invalid_operation(f"pipeline {shaders.pipeline.name}: {reason}")
    # ARB_separate_shader_objects, 2.16: "If the current program state has a geometry shader but no
    # vertex shader at Begin or any command that implicitly calls Begin, an INVALID_OPERATION error
    # will be generated."
    if shader(ctx, Stage.GEOMETRY) and not shader(ctx, Stage.VERTEX):
        raise invalid_operation("the programs in use have a geometry shader and no vertex shader")


def check_drawable(ctx) -> None:
    """Refuses the same, and integer buffers without a fragment program: for primitives."""
    check_ready(ctx)
    _check_shaded(ctx)


def check_drawing(ctx, mode: int, vertices: int | None = None, instances: int = 1) -> None:
    """Checks the state before a draw of a mode, or glBegin.

    vertices : the number of consecutive vertices of an instance; None for other draws.
    """
    if not ctx.batch.follows():
        ctx.plan.get("drawable")
    if programmed(ctx, Stage.GEOMETRY):
        mode = _emitted(ctx, mode)
    recorded = ctx.feedback.mode
    if recorded is not None and mode not in RECORDABLE[recorded]:
        raise invalid_operation(
            f"mode: {PRIMITIVES.names[mode]} is none of the modes that transform feedback of "
            f"{PRIMITIVES.names[recorded]} records"
        )
    if recorded is not None and ctx.es:
        _check_es_feedback(ctx, mode, vertices, instances)


def _check_es_feedback(ctx, mode: int, vertices: int | None, instances: int) -> None:
    """Refuses draws that transform feedback of OpenGL ES does not record (3.0, 2.15.2)."""
    if vertices is None:
        # INVALID_OPERATION "by DrawElements, DrawElementsInstanced, and DrawRangeElements while
        # transform feedback is active and not paused, regardless of mode".
        raise invalid_operation("transform feedback of OpenGL ES records no indexed draws")
    if mode != ctx.feedback.mode:
        # INVALID_OPERATION "if mode is not identical to primitiveMode".
        raise invalid_operation(f"mode: transform feedback records another than {mode:#x}")
    if not ctx.feedback.bound.has_room(vertices, instances):
        # INVALID_OPERATION if recording "would result in either exceeding the limits of any buffer
        # object's size, or in exceeding the end position offset + size - 1".
        raise invalid_operation("the buffer objects of transform feedback have too little room")


def _emitted(ctx, mode):
    """Returns the mode that the enabled geometry program emits; refuses other input modes.

    glRasterPos is not refused: NV_geometry_program4, issue 11.
    """
    primitives = stage_program(ctx, Stage.GEOMETRY).primitives
    if mode not in MODES_OF_INPUT[primitives.taken]:
        raise invalid_operation(
            f"mode: {PRIMITIVES.names[mode]}; the geometry program takes {primitives.taken}"
        )
    # NV_transform_feedback, 2.Y: "its output primitive mode is used for the error check instead of
    # the begin mode."
    return getattr(gl, f"GL_{primitives.made}")


def drops_pixels(ctx) -> bool:
    """True if images, bitmaps and clears are dropped.

    OpenGL 2.1, 5.2 and 5.3: in selection and feedback, "framebuffer updates as described in
    chapter 4 are not performed." NV_transform_feedback, 3.X: "RASTERIZER_DISCARD_NV applies to the
    DrawPixels, CopyPixels, Bitmap, Clear and Accum commands as well."
    """
    return ctx.queries.discards or ctx.feedback.discard or ctx.selection.active


def _check_shaded(ctx) -> None:
    """Refuses integer buffers without a fragment program.

    EXT_texture_integer, "Errors": "INVALID_OPERATION is generated by Begin, DrawPixels, Bitmap,
    CopyPixels, or a command that performs an explicit Begin if the color buffer has an integer RGBA
    format and no fragment shader is active."
    """
    if not programmed(ctx, Stage.FRAGMENT) and draws_integers(ctx):
        raise invalid_operation("colours of integers are drawn by fragment programs only")


def check_ready_for_pixels(ctx) -> Framebuffer:
    """Returns the draw framebuffer; refuses an incomplete one and an unloaded fragment program.

    NV_fragment_program, "Errors": INVALID_OPERATION is generated by "DrawPixels, Bitmap, CopyPixels
    [...] if FRAGMENT_PROGRAM_NV is enabled and the currently bound fragment program does not
    exist."
    """
    _check_stages(ctx)
    stage_program(ctx, Stage.FRAGMENT)
    frame = ctx.framebuffers.planned()
    _check_shaded(ctx)
    return frame


def _check_textures(ctx) -> None:
    # NV_gpu_program4, "Program Texture Access": INVALID_OPERATION "if an enabled program accesses
    # one texture target for a texture unit while another enabled program or fixed-function fragment
    # processing accesses a different texture target for the same texture image unit."
    # NV_vertex_program3 says the same. Between programs "the SHADOW pseudo-targets" are targets;
    # fixed function has none, since there the texture alone says whether depths are compared.
    programs = tuple(programs_in_force(ctx))
    units = tuple(tuple(unit_of(ctx, p, each.unit) for each in p.textures) for p in programs)
    message = _disagreement(programs, units)
    message = message or next(filter(None, map(sampler_disagreement, used_programs(ctx))), "")
    if not message and not programmed(ctx, Stage.FRAGMENT):
        for program, of_program in zip(programs, units, strict=True):
            for operand, unit in zip(program.textures, of_program, strict=True):
                used = ctx.texturing.used(unit)
                if used not in (None, operand.texture):
                    message = _two_targets(program, unit, operand.target, "fixed function", used)
    if message:
        raise invalid_operation(message)


@lru_cache(maxsize=256)
def _disagreement(programs: tuple[Program, ...], units: tuple[tuple[int, ...], ...]) -> str:
    """Describes a texture unit that two programs sample as different targets; "" without one.

    units : for each program the unit of each of its `textures`.
    """
    for (first, of_first), (second, of_second) in combinations(
        zip(programs, units, strict=True), 2
    ):
        targets = (operand.target for operand in second.textures)
        others = dict(zip(of_second, targets, strict=True))
        for operand, unit in zip(first.textures, of_first, strict=True):
            other = others.get(unit, operand.target)
            if other != operand.target:
                user = f"the {second.stage.value} program"
                return _two_targets(first, unit, operand.target, user, other)
    return ""


def _two_targets(program, unit, target, user, other):
    return (
        f"the {program.stage.value} program samples texture unit {unit} as {target}, "
        f"{user} as {other}"
    )
