"""Makes the calls that restore the state of a context in a new one.

State that no calls can restore is refused with a CaptureError that names it: an open glBegin,
pushed attributes, active queries, active transform feedback, mapped buffer objects.
docs/captures.md lists the details that are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from softgl.debug.captures import restore_bindings, restore_feedback, restore_objects
from softgl.debug.captures.checks import RASTER, RESTORE
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.live_objects import LiveObjects
from softgl.debug.captures.restore_attributes import current
from softgl.debug.captures.restore_lists import lists
from softgl.debug.captures.restore_viewports import are_clamped, viewports
from softgl.debug.captures.values import Special
from softgl.gl.api import enums as gl
from softgl.gl.api.tables import CAPABILITIES, follow
from softgl.gl.api.versions import Api
from softgl.gl.context import ContextState
from softgl.gl.fixed.fog import PARAMETERS as FOG
from softgl.gl.fixed.lighting import LIGHT_PARAMETERS, MATERIAL_PARAMETERS, MODEL_PARAMETERS
from softgl.gl.fixed.texture_environment import COORDINATES, ENVIRONMENT, GENERATION
from softgl.gl.fragments.clamping import TARGETS as CLAMPS
from softgl.gl.pixels.store import MODES as STORES
from softgl.gl.pixels.transfer import MAPS
from softgl.gl.pixels.transfer import PARAMETERS as TRANSFER
from softgl.gl.primitives.points import PARAMETERS as POINTS
from softgl.gl.queries.hints import HINTS
from softgl.gl.queries.labels import OBJECTS as LABELLED
from softgl.gl.textures.textures import MAX_TEXTURE_COORDS, Texturing
from softgl.gl.transform.matrices import BLENDED_MODES
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pixels.types import INTEGER_FORMATS

Calls = Iterator[tuple]


def restoring_calls(context, recorder) -> list[tuple]:
    """The calls to make in a new context of the same size, as entries of a capture.

    recorder : registers the memory of vertex arrays. Raises CaptureError.
    """
    _check(context)
    context.immediate.commit()
    old, new = _of_a_new_context(context.width, context.height, context.api)
    calls = list(restore_objects.object_calls(context, recorder))
    calls += restore_feedback.recorded_again(context, LiveObjects(context))
    calls += lists(context, recorder)
    changed = [call for call in _simple(context) if repr(call) not in old]
    for call in changed:
        calls += [call] if call[0] else call[1:]
    calls += restore_bindings.bound(context, recorder)
    calls.append(("glMatrixMode", (context.transform.mode,)))
    calls += _selection(context)
    calls += _labels(context, recorder)
    if context.error in _REFUSED:
        calls.append(_REFUSED[context.error])
    if calls == new:
        return []
    # Pixels are drawn by commands that core contexts and OpenGL ES refuse.
    refused = context.lacks or any(map(_draws_integers, calls))
    return [(RESTORE, (True,)), *calls, (RESTORE, (False,))] if refused else calls


_INTEGERS = frozenset(getattr(gl, f"GL_{name}") for name in INTEGER_FORMATS)


def _draws_integers(call: tuple) -> bool:
    """True for a glDrawPixels that OpenGL 3.0 refuses."""
    return call[0] == "glDrawPixels" and call[1][2] in _INTEGERS


@lru_cache(maxsize=8)
def _of_a_new_context(width: int, height: int, api: Api) -> tuple[frozenset[str], list[tuple]]:
    """The calls that set the initial simple state, and the other calls for a new context."""
    fresh = ContextState(None, Framebuffer(width, height), "raise", 1, False, api)
    mode = "glMatrixMode", (fresh.transform.mode,)
    bound = [*restore_bindings.bound(fresh, None), mode]
    return frozenset(map(repr, _simple(fresh))), bound


def _check(context):
    """Raises CaptureError for state that calls cannot restore."""
    stacks, feedback = context.attribute_stacks, context.feedback
    buffers = [each for each in context.buffers.objects.values() if each is not None]
    mapped = [b.name for b in buffers if b.mapping and not b.mapping.persistent]
    deleted = ", ".join(_bound_without_name(context))
    for refused, why in (
        (context.inside_begin, "it begins between glBegin and glEnd"),
        (stacks.server or stacks.client, "it begins between glPushAttrib and glPopAttrib"),
        (context.queries.active, "it begins while a query is active"),
        (context.queries.condition, "it begins within conditional rendering"),
        (any(each.active for each in feedback.all), "it begins within transform feedback"),
        (mapped, f"it begins while buffer objects are mapped: {mapped}"),
        (context.lists.compiling, "it begins while a display list is made"),
        (deleted, f"it begins while objects are bound that another context has deleted: {deleted}"),
    ):
        if refused:
            raise CaptureError(f"cannot capture from here on: {why}")


def _bound_without_name(ctx) -> Iterator[str]:
    """Yields bound objects whose names another context has deleted.

    `LiveObjects` handles objects in vertex arrays and framebuffer objects.
    """
    texturing, buffers, framebuffers = ctx.texturing, ctx.buffers, ctx.framebuffers
    units = texturing.units
    for kind, objects, bound in (
        ("texture", texturing.objects, (each for unit in units for each in unit.bound.values())),
        ("sampler", texturing.samplers, (unit.sampler for unit in units)),
        ("buffer", buffers.objects, (part.buffer for part in buffers.indexed.values())),
        (
            "buffer",
            buffers.objects,
            (b for target, b in buffers.bound.items() if target != gl.GL_ELEMENT_ARRAY_BUFFER),
        ),
        ("renderbuffer", framebuffers.renderbuffers, (framebuffers.renderbuffer,)),
    ):
        for each in bound:
            if each is not None and each.name and objects.get(each.name) is not each:
                yield f"{kind} {each.name}"
    for target in ctx.programs.targets:
        if target.bound.is_deleted:
            yield f"program {target.bound.name}"


_REFUSED = {
    gl.GL_INVALID_ENUM: ("glDepthFunc", (0,)),
    gl.GL_INVALID_VALUE: ("glLineWidth", (0.0,)),
    gl.GL_INVALID_OPERATION: ("glEnd", ()),
    gl.GL_STACK_UNDERFLOW: ("glPopAttrib", ()),
}
"""Code of an error -> a call that records it for glGetError."""


def _labels(ctx, recorder) -> Calls:
    """Yields the calls that set debug labels."""
    for kind, objects_of in LABELLED.items():
        for name, each in sorted(objects_of(ctx).items()):
            text = b"" if each is None else ctx.labels.get(each)
            if text:
                yield "glObjectLabel", (kind, name, len(text), text)
    for sync in ctx.syncs.objects:
        text = ctx.labels.get(sync)
        if text:
            arguments, _, _ = recorder.frozen_call("glObjectPtrLabel", (sync, len(text), text), {})
            yield "glObjectPtrLabel", arguments


def _selection(ctx) -> Calls:
    """Yields the calls that set the render mode and its buffers, still empty."""
    selection = ctx.selection
    if selection.hits is not None:
        size = len(selection.hits.memory)
        yield "glSelectBuffer", (size, Special("out", (np.dtype(np.uint32).str, (size,))))
    if selection.feedback is not None:
        size = len(selection.feedback.memory)
        memory = Special("out", (np.dtype(np.float32).str, (size,)))
        yield "glFeedbackBuffer", (size, selection.feedback.type, memory)
    if selection.mode != gl.GL_RENDER:
        yield "glRenderMode", (selection.mode,)
        for name in selection.names:
            yield "glPushName", (name,)


def _simple(ctx) -> Calls:
    """Yields the calls that set state other than objects; equal calls for equal state.

    Calls that belong together come as (None, *calls).
    """
    for part in (
        _fragments, _stencil, _primitives, _in_eye_coordinates, _evaluators, _units, _matrices,
        _fixed, current, _capabilities, _pixels, _raster,
    ):  # fmt: skip
        yield from part(ctx)


def _fragments(ctx) -> Calls:
    yield from viewports(ctx.viewport, ctx.scissor)
    depth, color = ctx.depth, ctx.color
    yield "glClipControl", (ctx.clip_planes.origin, ctx.clip_planes.depth_mode)
    yield "glDepthFunc", (depth.func,)
    yield "glDepthMask", (depth.mask,)
    for clamping, unclamped, depths in (
        ("glClearDepth", "glClearDepthdNV", (depth.clear,)),
        ("glDepthBoundsEXT", "glDepthBoundsdNV", depth.bounds),
    ):
        yield clamping if are_clamped(depths) else unclamped, depths
    buffers = zip(color.mask, color.blend, color.functions, color.equations, strict=True)
    for number, (mask, blend, functions, equations) in enumerate(buffers):
        yield "glColorMaskIndexedEXT", (number, *mask)
        yield f"gl{'Enable' if blend else 'Disable'}IndexedEXT", (gl.GL_BLEND, number)
        yield "glBlendFuncSeparateiARB", (number, *functions)
        yield "glBlendEquationSeparateiARB", (number, *equations)
    yield "glBlendColor", color.blend_color
    whole = all(type(each) is int for each in color.clear)
    kind = ("Iui" if max(color.clear) > 2**31 - 1 else "Ii") if whole else ""
    yield f"glClearColor{kind}{'EXT' if whole else ''}", color.clear
    yield "glAlphaFunc", (color.alpha_func, color.alpha_reference)
    yield "glLogicOp", (color.logic_op,)
    yield "glClearIndex", (color.index_clear,)
    yield "glIndexMask", (color.index_mask,)
    yield "glClearAccum", ctx.accumulation.clear
    yield "glListBase", (ctx.lists.base,)
    multisample = ctx.multisample
    yield "glSampleCoverage", (multisample.coverage_value, multisample.coverage_invert)
    if multisample.min_shading:
        yield "glMinSampleShadingARB", (multisample.min_shading,)
    yield "glSampleMaski", (0, multisample.mask_value)
    for enum, name in CLAMPS.items():
        yield "glClampColorARB", (enum, getattr(ctx.clamping, name))
    for enum, name in HINTS.items():
        yield "glHint", (enum, getattr(ctx.hints, name))


def _stencil(ctx) -> Calls:
    stencil = ctx.stencil
    yield "glClearStencil", (stencil.clear,)
    for face, side in ((gl.GL_FRONT, stencil.front), (gl.GL_BACK, stencil.back)):
        yield "glStencilFuncSeparate", (face, side.func, side.reference, side.value_mask)
        yield "glStencilOpSeparate", (face, side.fail, side.depth_fail, side.depth_pass)
        yield "glStencilMaskSeparate", (face, side.write_mask)
    side = stencil.side_back
    back = (side.func, side.reference, side.value_mask)
    operations, words = (side.fail, side.depth_fail, side.depth_pass), (side.write_mask,)
    if (back, operations, words) != ((gl.GL_ALWAYS, 0, 2**32 - 1), (gl.GL_KEEP,) * 3, (2**32 - 1,)):
        yield "glActiveStencilFaceEXT", (gl.GL_BACK,)
        yield "glStencilFunc", back
        yield "glStencilOp", operations
        yield "glStencilMask", words
        yield "glActiveStencilFaceEXT", (gl.GL_FRONT,)
    if stencil.active != gl.GL_FRONT:
        yield "glActiveStencilFaceEXT", (stencil.active,)


def _primitives(ctx) -> Calls:
    polygon, lines = ctx.polygon, ctx.lines
    yield "glCullFace", (polygon.cull_mode,)
    yield "glFrontFace", (polygon.front_face,)
    yield "glPolygonMode", (gl.GL_FRONT, polygon.front_mode)
    yield "glPolygonMode", (gl.GL_BACK, polygon.back_mode)
    offset = polygon.offset_factor, polygon.offset_units
    if polygon.offset_clamp:
        yield "glPolygonOffsetClamp", (*offset, polygon.offset_clamp)
    else:
        yield "glPolygonOffset", offset
    bits = np.array(polygon.pattern, "<u4").view(np.uint8).reshape(32, 4)
    mask = np.packbits(np.unpackbits(bits, axis=1, bitorder="little"), axis=1)
    yield "glPolygonStipple", (mask.tobytes(),)
    yield "glLineWidth", (lines.width,)
    yield "glLineStipple", (lines.stipple_factor, lines.stipple_pattern)
    yield "glPointSize", (ctx.points.size,)
    yield from _parameters("glPointParameter", (), POINTS, ctx.points)
    yield "glPrimitiveRestartIndexNV", (ctx.vertex.restart_index,)


def _parameters(command, before, table, holder) -> Calls:
    """Yields the calls that set the parameters of a table; enums as integers."""
    for pname, parameter in table.items():
        if not parameter.also:
            value = getattr(holder, parameter.name)
            kind = "i" if type(value) is int else "f"
            several = isinstance(value, tuple)
            yield f"{command}{kind}{'v' * several}", (*before, pname, value)


def _matrices(ctx) -> Calls:
    """Yields the calls that fill the matrix stacks from the bottom; the matrix mode comes last."""
    transform = ctx.transform
    stacks = [
        (None, gl.GL_MODELVIEW, transform.modelview),
        *((None, mode, transform.unit(unit)) for mode, unit in BLENDED_MODES.items()),
        (None, gl.GL_PROJECTION, transform.projection),
        *((unit, gl.GL_TEXTURE, stack) for unit, stack in enumerate(transform.texture)),
        *((None, gl.GL_MATRIX0_ARB + n, stack) for n, stack in enumerate(transform.program)),
    ]
    for unit, mode, stack in stacks:
        if stack.depth == 1 and np.array_equal(stack.top, np.identity(4)):
            continue
        if unit is not None:
            yield "glActiveTexture", (gl.GL_TEXTURE0 + unit,)
        yield "glMatrixMode", (mode,)
        for number, matrix in enumerate(stack.matrices):
            if number:
                yield "glPushMatrix", ()
            yield "glLoadMatrixf", (tuple(matrix.T.reshape(-1).tolist()),)
        yield "glMatrixMode", (gl.GL_MODELVIEW,)


def _in_eye_coordinates(ctx) -> Calls:
    """Yields calls whose values a model-view matrix transforms; it is the identity meanwhile."""
    for number, plane in enumerate(ctx.clip_planes.planes):
        yield "glClipPlane", (gl.GL_CLIP_PLANE0 + number, tuple(map(float, plane.equation)))
    for number, light in enumerate(ctx.lighting.lights):
        yield from _parameters("glLight", (gl.GL_LIGHT0 + number,), LIGHT_PARAMETERS, light)


def _fixed(ctx) -> Calls:
    lighting = ctx.lighting
    yield from _parameters("glFog", (), FOG, ctx.fog)
    yield from _parameters("glLightModel", (), MODEL_PARAMETERS, lighting)
    yield "glShadeModel", (lighting.shade_model,)
    yield "glProvokingVertexEXT", (lighting.provoking_vertex,)
    for face, material in ((gl.GL_FRONT, ctx.materials.front), (gl.GL_BACK, ctx.materials.back)):
        yield from _parameters("glMaterial", (face,), MATERIAL_PARAMETERS, material)
    yield "glVertexBlendARB", (ctx.vertex_blend.units,)
    yield "glColorMaterial", (lighting.color_material.face, lighting.color_material.mode)


def _units(ctx) -> Calls:
    """Yields calls for environments, coordinate generation and enables of changed texture units."""
    for number, unit in enumerate(ctx.texturing.units):
        if _contents(unit) != _of_a_new_unit(number < MAX_TEXTURE_COORDS):
            yield "glActiveTexture", (gl.GL_TEXTURE0 + number,)
            yield from _unit(unit, number < MAX_TEXTURE_COORDS)


def _contents(unit) -> list:
    """The values of the state that `_unit` sets."""
    generated = () if unit.generation is None else vars(unit.generation).values()
    groups = unit.environment, unit.switches, *generated
    return [repr(unit.lod_bias), *(group.fingerprint for group in groups)]


@lru_cache(maxsize=2)
def _of_a_new_unit(coordinates: bool) -> list:
    """`_contents` of a texture unit in its initial state."""
    return _contents(Texturing().units[0 if coordinates else -1])


def _unit(unit, coordinates) -> Calls:
    yield from _parameters("glTexEnv", (gl.GL_TEXTURE_ENV,), ENVIRONMENT, unit.environment)
    lod = gl.GL_TEXTURE_FILTER_CONTROL, gl.GL_TEXTURE_LOD_BIAS
    yield "glTexEnvf", (*lod, unit.lod_bias)
    for name, on in vars(unit.switches).items():
        enum = getattr(gl, f"GL_{name.upper()}")
        yield f"gl{'Enable' if on else 'Disable'}", (enum,)
    if not coordinates:
        return
    replace = int(unit.environment.coord_replace)
    yield "glTexEnvi", (gl.GL_POINT_SPRITE, gl.GL_COORD_REPLACE, replace)
    for coordinate, name in COORDINATES.items():
        generation = getattr(unit.generation, name)
        yield from _parameters("glTexGen", (coordinate,), GENERATION, generation)
        enum = getattr(gl, f"GL_TEXTURE_GEN_{name.upper()}")
        yield f"gl{'Enable' if generation.enabled else 'Disable'}", (enum,)


def _evaluators(ctx) -> Calls:
    evaluators = ctx.evaluators
    for target, evaluator in evaluators.maps.items():
        two = len(evaluator.domain) == 4
        points = np.array(evaluator.points, np.float32)
        yield f"glMap{1 + two}f", (target, *evaluator.domain, _Points(points))
    grid, u, v = evaluators.grid, evaluators.grid_u, evaluators.grid_v
    yield "glMapGrid1f", (grid.segments, grid.first, grid.last)
    yield "glMapGrid2f", (u.segments, u.first, u.last, v.segments, v.first, v.last)


class _Points(np.ndarray):
    """An array whose `repr` is not shortened."""

    def __new__(cls, array):
        return array.view(cls)

    def __repr__(self):
        return repr(self.tolist())


SET_ELSEWHERE = "texturing.current", "texturing.gen", "color.blend", "scissor.test"


def _capabilities(ctx) -> Calls:
    seen = set()
    for enum, path in CAPABILITIES.items():
        # Capabilities of units, draw buffers and viewports are set elsewhere; some enums share one.
        if path in seen or path.startswith(SET_ELSEWHERE):
            continue
        seen.add(path)
        yield f"gl{'Enable' if follow(ctx, path) else 'Disable'}", (enum,)


def _pixels(ctx) -> Calls:
    pixels = ctx.pixels
    for pname, (side, field) in STORES.items():
        yield "glPixelStorei", (pname, int(getattr(getattr(pixels, side), field)))
    for pname, name in TRANSFER.items():
        value = getattr(pixels.transfer, name)
        yield "glPixelTransferf", (pname, float(value))
    for pname, name in MAPS.items():
        table = pixels.maps.tables[name]
        yield "glPixelMapfv", (pname, len(table), tuple(map(float, table.tolist())))
    yield "glPixelZoom", tuple(pixels.zoom)


def _raster(ctx) -> Calls:
    yield RASTER, tuple(vars(ctx.raster).values())
