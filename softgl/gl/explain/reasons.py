"""Likely mistakes in a draw: one entry each, which finds the mistake and words it."""

from __future__ import annotations

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.stages import assembly_target, programmed, shader, stage_program
from softgl.gl.explain.limits import ended_programs
from softgl.gl.explain.reason import HIGH, LOW, MEDIUM, OTHER, UNDEFINED, reason
from softgl.gl.explain.shader_reasons import sampler_names, uniform_matrices, unset_uniforms
from softgl.gl.explain.textures import bound_texture, texture_words, why_incomplete
from softgl.gl.programs.slots import unit_of
from softgl.gl.vertices.attributes import ATTRIBS
from softgl.ir.program import Stage
from softgl.texture.targets import TARGETS

# -- draws without a result -----------------------------------------------------------------------


@reason(1, UNDEFINED, HIGH)
def _no_numbers(facts):
    counts = facts.counts
    if counts.without_number:
        vertices = counted(counts.vertices, "vertex", "vertices")
        yield (
            f"the position of {counts.without_number} of {vertices} is not a number (NaN), and no "
            "shape with such a vertex is drawn"
        )


@reason(2, OTHER, MEDIUM)
def _nothing_to_draw(facts):
    counts = facts.counts
    if not counts.vertices:
        yield "the draw has no vertices"
    elif counts.primitives == 0 or (counts.primitives is None and not counts.shapes):
        vertices = counted(counts.vertices, "vertex", "vertices")
        yield f"{vertices}: too few for one primitive"
    elif not counts.shapes:
        yield f"the geometry program has emitted nothing for {counts.primitives} primitives"


@reason(3, OTHER, MEDIUM)
def _outside(facts):
    counts = facts.counts
    if counts.shapes and counts.outside == counts.shapes and not counts.without_number:
        places = "the model-view and projection matrices"
        if shader(facts.ctx, Stage.VERTEX) is not None:
            places = "the matrices of the vertex shader"
        yield (
            f"all {counts.shapes} {counts.kind} lie outside the clip volume: look at {places}, "
            f"and at enabled clip planes{_unset_hint(facts)}"
        )


@reason(4, OTHER, MEDIUM)
def _culled(facts):
    counts, polygon = facts.counts, facts.ctx.polygon
    if counts.culled and counts.outside + counts.culled >= counts.shapes and not counts.rasterized:
        modes = gl.name_of(polygon.cull_mode), gl.name_of(polygon.front_face)
        yield (
            f"all {counts.culled} {counts.kind} in view are culled by their facing: "
            f"glCullFace({modes[0]}) with glFrontFace({modes[1]})"
        )


@reason(5, OTHER, MEDIUM)
def _missed(facts):
    counts = facts.counts
    left = counts.shapes - counts.outside - counts.culled
    if left > 0 and not counts.rasterized and not counts.without_number:
        width, height = facts.ctx.viewport.width, facts.ctx.viewport.height
        where = f" (the viewport is {width:g}x{height:g})" if not width or not height else ""
        yield f"{left} {counts.kind} in view cover no centre of a pixel{where}"


@reason(6, OTHER, MEDIUM)
def _dropped(facts):
    counts, ctx = facts.counts, facts.ctx
    if not counts.rasterized or counts.written:
        return
    depth = f"the depth test, {gl.name_of(ctx.depth.func)}"
    if facts.call.fragment.depth is not None and facts.frame.depth_plane is not None:
        words = facts.before.depth
        if not words.any():
            depth += ": the depth buffer holds 0, the nearest depth, everywhere (glClearDepth?)"
    elif ctx.depth.bounds_test:
        depth = "the depth bounds test"
    box = ctx.scissor
    lost = {
        f"the scissor box, {box.width}x{box.height} at {box.x}, {box.y}": counts.scissored,
        "KIL, or the samples that alpha leaves": counts.killed,
        f"the alpha test, {gl.name_of(ctx.color.alpha_func)} {ctx.color.alpha_reference:g}": (
            counts.alpha
        ),
        f"the stencil test, {gl.name_of(ctx.stencil.front.func)}": counts.stencil,
        depth: counts.depth,
    }
    parts = [f"{number} by {test}" for test, number in lost.items() if number]
    yield f"all {counts.rasterized} fragments are dropped: {', '.join(parts)}"


# -- invisible drawing -----------------------------------------------------------------------------


@reason(7, OTHER, MEDIUM)
def _masked(facts):
    if not facts.counts.written or facts.frame is None:
        return
    targets = facts.call.fragment.targets
    writes_depth = facts.call.fragment.depth is not None and facts.call.fragment.depth.write
    if writes_depth or any(target and any(target.mask) for target in targets):
        return
    why = "glColorMask is all GL_FALSE"
    if not any(facts.ctx.framebuffers.draw.draw_buffers):
        why = "glDrawBuffer(GL_NONE)"
    yield f"{facts.counts.written} fragments write nothing: {why}"


@reason(8, OTHER, MEDIUM)
def _blended_away(facts):
    color = facts.ctx.color
    blended = [target for target in facts.call.fragment.targets if target and target.blend]
    if not facts.counts.written or not blended or facts.changes_colours:
        return
    source, destination, *_ = color.functions[0]
    yield (
        f"{facts.counts.written} fragments are blended, and no pixel has changed: "
        f"glBlendFunc({gl.name_of(source)}, {gl.name_of(destination)})"
        + (" with an alpha of 0?" if source == gl.GL_SRC_ALPHA else "")
    )


@reason(9, OTHER, MEDIUM)
def _unchanged(facts):
    targets = [target for target in facts.call.fragment.targets if target and any(target.mask)]
    plain = targets and not any(target.blend for target in targets)
    if facts.counts.written and plain and not facts.changes_colours:
        yield (
            f"{facts.counts.written} fragments are written, and no pixel has changed: they have "
            f"the colour that was there{_unset_hint(facts)}"
        )


def _unset_hint(facts):
    """Names parameters that may make the colour 0: read by programs and never set."""
    unset = list(_unset_parameters(facts))
    return f"; never set: {', '.join(unset[:4])}" if unset else ""


@reason(10, OTHER, LOW)
def _never_set(facts):
    unset = list(_unset_parameters(facts))
    if unset:
        yield f"programs read parameters that were never set: {', '.join(unset)}"


def _unset_parameters(facts):
    for stage in (each.stage for each in facts.ctx.programs.targets):
        target = assembly_target(facts.ctx, stage)
        program = target and target.bound.program
        if program is None:
            continue
        of = {"program.local": target.bound.local, "program.env": target.env}
        for binding in program.parameters:
            registers = of.get(getattr(binding, "name", None))
            if registers is None or registers.words[binding.indices[0]].any():
                continue
            tracked = binding.name == "program.env" and facts.ctx.programs.vertex.tracking
            if not tracked:
                yield f"{binding} of the {target.stage.value} program"
    yield from unset_uniforms(facts.ctx)


# -- textures --------------------------------------------------------------------------------------


def _sampled(facts):
    """Yields (unit, target, texture, sampler state) for each texture the draw's programs sample."""
    seen = set()
    for program in facts.programs:
        for operand in program.textures:
            place = unit_of(facts.ctx, program, operand.unit), operand.texture
            if operand.texture != "BUFFER" and place not in seen:
                seen.add(place)
                yield (*place, *bound_texture(facts.ctx, *place))
    if not programmed(facts.ctx, Stage.FRAGMENT):
        for unit in range(len(facts.ctx.texturing.units)):
            target = facts.ctx.texturing.used(unit)
            if target is not None:
                yield unit, target, *bound_texture(facts.ctx, unit, target)


@reason(11, UNDEFINED, HIGH)
def _incomplete(facts):
    for unit, _, texture, sampler in _sampled(facts):
        why = why_incomplete(texture, sampler)
        if why:
            names = ", ".join(sampler_names(facts.ctx, unit, texture.target.name))
            of = f" (sampler {names})" if names else ""
            yield f"{texture_words(texture)} of unit {unit}{of} is not complete: {why}"


@reason(12, UNDEFINED, HIGH)
def _feedback_loop(facts):
    attached = {
        id(attachment.source): point
        for point, attachment in facts.ctx.framebuffers.draw.attachments.items()
    }
    for unit, _, texture, _ in _sampled(facts):
        point = attached.get(id(texture))
        if point is not None:
            yield (
                f"{texture_words(texture)} of unit {unit} is sampled while it is drawn to, as "
                f"{_attachment(point)}: the samples are of what it held before the draw"
            )


def _attachment(point):
    """Returns an attachment point as GL names it; colour points are numbers."""
    return f"GL_COLOR_ATTACHMENT{point}" if isinstance(point, int) else f"the {point} attachment"


# -- loops ----------------------------------------------------------------------------------------


@reason(18, OTHER, MEDIUM)
def _ended(facts):
    yield from ended_programs(facts)


# -- state that does nothing -----------------------------------------------------------------------


@reason(15, OTHER, LOW)
def _unused(facts):
    ctx = facts.ctx
    if programmed(ctx, Stage.VERTEX) and ctx.lighting.enabled:
        yield "GL_LIGHTING does nothing while a vertex program is enabled"
    program = stage_program(ctx, Stage.FRAGMENT)
    if program is None:
        return
    if ctx.fog.enabled and not program.fog and not program.of_shader:
        yield "GL_FOG does nothing: the fragment program has no option of ARB_fog"
    sampled = {(unit_of(ctx, program, each.unit), each.texture) for each in program.textures}
    for unit in range(len(ctx.texturing.units)):
        target = ctx.texturing.used(unit)
        if target is not None and (unit, target) not in sampled:
            yield (
                f"GL_{TARGETS[target].enum} of unit {unit} does nothing: the fragment program "
                "does not sample it"
            )


@reason(16, OTHER, LOW)
def _unread(facts):
    program = stage_program(facts.ctx, Stage.VERTEX)
    if program is None:
        return
    read, assembly = set(program.attributes), assembly_target(facts.ctx, Stage.VERTEX) is not None
    invariant = "ARB_position_invariant" in program.options
    for binding, array in facts.ctx.vertex.bound.enabled(assembly).items():
        position = binding.name == "vertex.position" or binding == ATTRIBS[0]
        if binding not in read and not position and not invariant and not array.divisor:
            yield f"the array of {binding} is enabled, and the vertex program does not read it"


@reason(27, OTHER, MEDIUM)
def _unlit(facts):
    lighting = facts.ctx.lighting
    if programmed(facts.ctx, Stage.VERTEX) or not lighting.enabled:
        return
    if not any(light.enabled for light in lighting.lights):
        yield "GL_LIGHTING is enabled, and no light is: see glEnable(GL_LIGHT0)"


@reason(28, OTHER, MEDIUM)
def _partly_masked(facts):
    """Draws whose colours are lost to a mask of some components."""
    target = next(iter(facts.call.fragment.targets), None)
    if not facts.counts.written or not target or all(target.mask[:3]) or not any(target.mask):
        return
    changed = facts.changed_components
    if not changed[:3].any():
        masked = zip(("red", "green", "blue"), target.mask, strict=False)
        lost = " and ".join(name for name, written in masked if not written)
        mask = ", ".join("GL_TRUE" if each else "GL_FALSE" for each in target.mask)
        yield (
            f"no red, green or blue has changed, and glColorMask({mask}) keeps {lost} as they were"
        )


STRICT = frozenset({gl.GL_LESS, gl.GL_GREATER})
"""The depth tests that equal depths fail."""


@reason(29, OTHER, HIGH)
def _one_depth(facts):
    """Projections whose depths are all the same: the near plane is at 0.

    Programs draw skies so on purpose, with a depth test that equal depths pass.
    """
    if facts.call.fragment.depth is None or facts.ctx.depth.func not in STRICT:
        return
    for name, matrix in _projections(facts.ctx):
        depth, w = matrix[2], matrix[3]
        if w[:3].any() and (np.array_equal(depth, w) or np.array_equal(depth, -w)):
            yield (
                f"{name} gives all points one depth, so the depth test cannot order them: near is "
                "0; pass a near plane above 0"
            )


def _projections(ctx):
    """Yields (name, 4x4 matrix by rows) for each matrix that may project the vertices."""
    if not programmed(ctx, Stage.VERTEX):
        yield "the projection matrix", ctx.transform.projection.top
    yield from uniform_matrices(ctx)
