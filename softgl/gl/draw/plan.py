"""The draw plan: all that draws derive from the state, cached while the state is unchanged.

PARTS declares what is derived, in order, and what each part reads: groups of the context, other
parts and objects. All of these count their changes (`softgl.gl.api.groups`), so that a part is
derived again when, and only when, a revision that it reads has moved. A draw whose state did not
change derives nothing.

The contents of buffer objects and of client memory are not state: kernels read them at every draw.

With SOFTGL_CHECK_PLANS=1 in the environment each draw also derives everything afresh, with access
to nothing but what PARTS declares, and compares (`plan_check`); the tests run so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import eq
from types import SimpleNamespace

from softgl.gl.api.groups import Counted, clock
from softgl.gl.draw import plan_parts as parts
from softgl.gl.draw import plan_resources as resources
from softgl.gl.draw.equality import same
from softgl.gl.draw.plan_check import check
from softgl.gl.draw.plan_part import Part, PlannedPart, no_objects
from softgl.gl.fixed.lighting import track_color
from softgl.ir.program import Stage
from softgl.tuning import limits

# The groups that decide how colours are clamped: `clamping.clamps`.
_CLAMPS = "clamping framebuffers"

# The groups that decide which tests a fragment must pass.
_OF_FRAGMENTS = f"depth color stencil scissor queries clip_planes multisample {_CLAMPS}"

ON_DEMAND = {
    **{
        name: Part(derive, "programs shaders framebuffers", "", parts.ready_objects, "texturing")
        for name, derive in (("ready", parts.derive_ready), ("drawable", parts.derive_drawable))
    },
    "blended": Part(parts.derive_blended, "color framebuffers", "", parts.drawn_objects),
    "arrays": Part(
        parts.derive_enabled_arrays,
        "vertex programs.vertex shaders",
        "",
        parts.vertex_program,
        equal=None,
    ),
    "clears": Part(
        parts.derive_clears, "color depth stencil framebuffers", "", parts.drawn_objects, equal=None
    ),
    "rectangle": Part(
        parts.derive_rectangle,
        f"programs shaders fog viewport {_OF_FRAGMENTS}",
        "",
        parts.rectangle_objects,
        f"buffers {resources.STATE_GROUPS}",
        equal=parts.same_rectangles,
    ),
}
"""The parts that commands get by name, before it is known that they draw."""


def _of_stage(stage: Stage) -> dict[str, Part]:
    """Returns the parts that the program of a stage reads."""
    name, of = stage.value, resources.StageParts(stage)
    return {
        f"{name}_program": Part(of.derive_program, "", "programs", cached=True),
        f"{name}_textures": Part(
            of.derive_textures,
            "shaders",
            f"{name}_program",
            of.texture_objects,
            "texturing",
            equal=resources.same_textures,
        ),
        f"{name}_samplers": Part(of.derive_samplers, "", f"{name}_textures", equal=eq),
        f"{name}_parameters": Part(
            of.derive_parameters,
            f"programs.{name} shaders",
            f"{name}_program framebuffer",
            of.parameter_objects,
            resources.STATE_GROUPS,
            equal=resources.same_words,
        ),
        f"{name}_buffers": Part(
            of.derive_buffers,
            "shaders",
            f"{name}_program",
            of.buffer_objects,
            "buffers",
            equal=resources.same_buffers,
        ),
        f"{name}_resources": Part(
            of.derive_resources,
            "",
            f"{name}_parameters {name}_buffers {name}_textures",
            equal=None,
        ),
    }


PARTS = {
    "framebuffer": Part(parts.derive_framebuffer, "framebuffers", objects=parts.drawn_objects),
    "programs": Part(
        parts.derive_programs,
        "programs shaders feedback selection",
        "",
        parts.program_objects,
        "texturing fog points lighting clamping framebuffers vertex_blend clip_planes",
        cached=True,
    ),
    "link": Part(
        parts.derive_stages,
        "programs shaders lighting points clip_planes feedback selection",
        "programs framebuffer",
        parts.link_groups,
        "color",
        cached=True,
    ),
    **{name: part for stage in resources.PROGRAMMABLE for name, part in _of_stage(stage).items()},
    "views": Part(
        parts.derive_window_views,
        "",
        "link framebuffer",
        parts.view_groups,
        "viewport scissor clip_planes framebuffers",
    ),
    "linear": Part(parts.derive_linear, "", "link"),
    "fragment": Part(
        parts.derive_fragment,
        _OF_FRAGMENTS,
        "fragment_program link fragment_samplers framebuffer views",
        parts.box_groups,
        "viewport",
        cached=True,
    ),
    "setup": Part(parts.derive_setup, "polygon clip_planes", cached=True),
    "viewport": Part(parts.derive_window, "viewport clip_planes framebuffers", "framebuffer"),
    "style": Part(
        parts.derive_style,
        "programs.vertex programs.geometry shaders points lines polygon lighting multisample "
        "clip_planes",
        "framebuffer",
        parts.style_objects,
        "texturing",
        cached=True,
    ),
    "clip_planes": Part(
        parts.derive_planes, "", "link", parts.plane_groups, "transform clip_planes"
    ),
    "vertex": Part(parts.derive_vertex, _CLAMPS, "vertex_program link vertex_samplers framebuffer"),
    "geometry": Part(
        parts.derive_geometry,
        f"programs.geometry shaders clip_planes {_CLAMPS}",
        "geometry_program link geometry_samplers geometry_resources framebuffer",
        parts.geometry_objects,
    ),
    "blend_color": Part(parts.derive_constant_color, "color", cached=True, equal=same),
    "fog": Part(parts.derive_fog_record, f"fog {_CLAMPS}", "fragment_program framebuffer"),
    "batchable": Part(
        parts.derive_batchable,
        "lines polygon feedback queries",
        "programs",
        cached=True,
    ),
    "tests": Part(
        parts.derive_fragment_tests,
        _OF_FRAGMENTS,
        "fragment framebuffer views",
        parts.box_groups,
        "viewport",
        cached=True,
    ),
    "short_path": Part(parts.derive_short_path, "", "vertex_program batchable"),
    "vertex_state": Part(parts.derive_vertex_state, "", "vertex_resources clip_planes", equal=None),
    "fragment_state": Part(
        parts.derive_fragment_state,
        "",
        "fragment fragment_resources blend_color fog tests",
        equal=None,
    ),
}
"""The parts of every draw, in the order in which they are derived."""

PER_DRAW_PARTS = frozenset({
    *("programs", "link", "fragment_program"),
    *("vertex_state", "fragment_state", "clip_planes", "fragment", "blend_color", "fog", "tests"),
    *(
        f"{stage.value}_{name}"
        for stage in resources.PROGRAMMABLE
        for name in ("textures", "samplers", "parameters", "buffers", "resources")
    ),
})  # fmt: skip
"""The parts that each draw of a batch has of its own."""


class DrawPlan:
    """The draw plan of one context.

    now : the value of each part, by name. revision : moves when the value of a part changes that is
    not one of PER_DRAW_PARTS.
    """

    def __init__(self, ctx):
        self._ctx = ctx
        self._planned: dict[str, PlannedPart] = {}
        for name, part in PARTS.items():
            self._planned[name] = PlannedPart(ctx, name, part, self._planned)
        self._on_demand = {
            name: PlannedPart(ctx, name, part, {}) for name, part in ON_DEMAND.items()
        }
        self._by_bit = {planned.bit: planned for planned in self._planned.values()}
        self._have_objects = sum(
            bit for bit, planned in self._by_bit.items() if planned.part.objects is not no_objects
        )
        self._together = self._held = False
        self._seen, self.revision = -1, 0
        self._watched: dict[int, tuple[Counted, int]] = {}
        for planned in self._planned.values():
            self._watch(planned, planned.groups)
            for used in planned.used:
                used.readers |= planned.bit
        self.now = SimpleNamespace(**dict.fromkeys((*ON_DEMAND, *PARTS)))

    def _watch(self, planned: PlannedPart, sources, before=()) -> None:
        """Notes that a part reads some sources: by id, the source and the bits of its readers.

        before : the sources that it does not read any more.
        """
        watched = self._watched
        for source in before:
            _, readers = watched.pop(id(source))
            if readers & ~planned.bit:
                watched[id(source)] = source, readers & ~planned.bit
        for source in sources:
            _, readers = watched.get(id(source), (source, 0))
            watched[id(source)] = source, readers | planned.bit

    def readers(self, source: Counted) -> set[str]:
        """Returns the names of PARTS that read a source."""
        _, readers = self._watched.get(id(source), (source, 0))
        return {planned.name for planned in self._planned.values() if planned.bit & readers}

    def get(self, name: str):
        """Returns the present value of one of ON_DEMAND; raises `Refused` if it cannot draw."""
        planned = self._on_demand[name]
        trusted = limits.TRUSTS_REVISIONS
        if planned.checked != clock.latest or not trusted:
            if planned.is_stale or not trusted:
                planned.find_objects(self._ctx, self.now)
                planned.update(self._ctx, self.now)
            planned.checked = clock.latest
        if limits.CHECKS_PLANS:
            check(self._ctx, self.now, {name: ON_DEMAND[name]})
        return getattr(self.now, name)

    def begin_one(self) -> bool:
        """Makes all draws from now on parts of one: the plan of the first holds for the others.

        They sample the texels from before the first, even of textures that they draw to. Returns
        the argument of `end_one`.
        """
        before, self._together = self._together, True
        return before

    def end_one(self, before: bool) -> None:
        """Ends `begin_one`."""
        self._together = before
        self._held = self._held and before

    def updated(self) -> SimpleNamespace:
        """Returns the present values of all parts; raises `Refused` if the state cannot draw."""
        if self._held:
            return self.now
        ctx = self._ctx
        if ctx.lighting.color_material.enabled:
            track_color(ctx)
        if self._seen != clock.latest or not limits.TRUSTS_REVISIONS:
            self._update(ctx)
            self._seen = clock.latest
        self.confirm()
        self._held = self._together
        return self.now

    def confirm(self, *on_demand: str) -> None:
        """Checks PARTS and some of ON_DEMAND against the present state, with SOFTGL_CHECK_PLANS."""
        if limits.CHECKS_PLANS:
            check(self._ctx, self.now, PARTS | {name: ON_DEMAND[name] for name in on_demand})

    def _update(self, ctx):
        """Updates the parts that read a source with a revision later than the last one seen."""
        # A part reads other objects only after a change of a source that names others.
        seen, stale, named = self._seen, 0, 0
        for source, readers in self._watched.values():
            if source.revision > seen:
                stale |= readers
                if source.names_others:
                    named |= readers
        if not limits.TRUSTS_REVISIONS:
            stale = named = sum(self._by_bit)
        while stale:
            bit = stale & -stale  # of the first one
            planned = self._by_bit[bit]
            if named & bit & self._have_objects:
                before = planned.find_objects(ctx, self.now)
                if before is not None:
                    self._watch(planned, planned.objects, before)
            planned.update(ctx, self.now)
            stale ^= bit
            if planned.revision > seen:
                stale |= planned.readers
                named |= planned.readers
                if planned.name not in PER_DRAW_PARTS:
                    self.revision = max(self.revision, planned.revision)


def one_draw(function: Callable) -> Callable:
    """Decorates a function (context, ...) whose draws are parts of one: `DrawPlan.begin_one`."""

    @wraps(function)
    def together(ctx, *arguments, **keywords):
        plan = ctx.plan
        before = plan.begin_one()
        try:
            return function(ctx, *arguments, **keywords)
        finally:
            plan.end_one(before)

    return together
