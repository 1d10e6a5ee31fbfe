"""The draw plan: what draws derive from the state, kept for as long as that state is unchanged.

PARTS lists what is derived, in order, and what each part reads: groups of the context, other parts
and objects. All of these count their changes (`softgl.gl.api.groups`), so that a part is derived
again when, and only when, the latest revision of what it reads has moved. A draw whose state did
not change derives nothing.

Contents of buffer objects and of client memory are no state: kernels read them at every draw.

With SOFTGL_CHECK_PLANS=1 in the environment each draw derives everything afresh too, from nothing
but what PARTS says, and compares; the tests run so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from operator import attrgetter, eq, is_not
from types import SimpleNamespace

from softgl.gl.api.groups import Counted, Group, clock, next_revision
from softgl.gl.draw import parts
from softgl.gl.draw.equality import same, same_memory
from softgl.gl.fixed.lighting import track_color
from softgl.ir.program import Stage
from softgl.records import dataclass
from softgl.tuning import limits

_revision, _contents = attrgetter("revision"), attrgetter("contents")


def _told(read: Counted):
    """What tells the state of an object, or of a group that is read in some states only."""
    return read.contents if isinstance(read, Group) else read.revision


def no_objects(ctx, now) -> tuple:
    """The objects of a part that reads none."""
    return ()


@dataclass(frozen=True)
class Part:
    """Something that draws derive from the state.

    derive : (context, the parts that it uses) -> the value; it changes nothing.
    reads : the names of the context's groups that it reads, or of those in these, as
        "programs.vertex", with spaces between.
    uses : the names of earlier parts.
    objects : (context, parts) -> the objects with state that it reads besides, and groups that it
        reads in some states only.
    sometimes : the names of those groups.
    remembered : True if values are kept for when the state is again what it was.
    alike : (one value, another one) -> whether one may stand for the other; None: it is another
        one whenever something that it reads has changed.
    """

    derive: Callable
    reads: str
    uses: str = ""
    objects: Callable[..., Iterable[Counted]] = no_objects
    sometimes: str = ""
    remembered: bool = False
    alike: Callable[..., bool] | None = lambda one, other: same(one, other, same_memory)


# What decides how colours are clamped: `clamping.clamps`.
_CLAMPS = "clamping framebuffers"

# What decides which tests fragments are put to.
_OF_FRAGMENTS = f"depth color stencil scissor queries clip_planes multisample {_CLAMPS}"

ASKED = {
    **{
        name: Part(derive, "programs framebuffers", "", parts.ready_objects, "texturing")
        for name, derive in (("ready", parts.derive_ready), ("drawable", parts.derive_drawable))
    },
    "arrays": Part(
        parts.derive_enabled_arrays, "vertex programs.vertex", "", parts.vertex_program, alike=None
    ),
    "clears": Part(
        parts.derive_clears, "color depth stencil framebuffers", "", parts.drawn_objects, alike=None
    ),
    "rectangle": Part(
        parts.derive_rectangle,
        f"programs fog viewport {_OF_FRAGMENTS}",
        "",
        parts.rectangle_objects,
        f"buffers {parts.STATE_GROUPS}",
        alike=parts.same_rectangles,
    ),
}
"""What commands ask for by name, before it is known whether they draw."""


def _of_stage(stage: Stage) -> dict[str, Part]:
    """What the program of a stage reads."""
    name, of = stage.value, parts.StageParts(stage)
    return {
        f"{name}_program": Part(of.derive_program, "", "programs", remembered=True),
        f"{name}_textures": Part(
            of.derive_textures,
            "",
            f"{name}_program",
            of.texture_objects,
            "texturing",
            alike=parts.same_textures,
        ),
        f"{name}_samplers": Part(of.derive_samplers, "", f"{name}_textures", alike=eq),
        f"{name}_parameters": Part(
            of.derive_parameters,
            f"programs.{name}",
            f"{name}_program framebuffer",
            of.parameter_objects,
            parts.STATE_GROUPS,
            alike=None,
        ),
        f"{name}_buffers": Part(
            of.derive_buffers, "buffers", f"{name}_program", parts.bound_parameter_buffers
        ),
        f"{name}_resources": Part(
            of.derive_resources,
            "",
            f"{name}_parameters {name}_buffers {name}_textures",
            alike=None,
        ),
    }


PARTS = {
    "framebuffer": Part(parts.derive_framebuffer, "framebuffers", objects=parts.drawn_objects),
    "programs": Part(
        parts.derive_programs,
        "programs feedback selection",
        "",
        parts.program_objects,
        "texturing fog points lighting clamping framebuffers vertex_blend clip_planes",
        remembered=True,
    ),
    "link": Part(
        parts.derive_stages,
        "programs lighting points clip_planes feedback selection",
        "programs framebuffer",
        parts.link_groups,
        "color",
        remembered=True,
    ),
    **{name: part for stage in parts.PROGRAMMABLE for name, part in _of_stage(stage).items()},
    "linear": Part(parts.derive_linear, "", "link"),
    "fragment": Part(
        parts.derive_fragment,
        _OF_FRAGMENTS,
        "fragment_program link fragment_samplers framebuffer",
        remembered=True,
    ),
    "setup": Part(parts.derive_setup, "polygon clip_planes", remembered=True),
    "viewport": Part(parts.derive_window, "viewport clip_planes framebuffers", "framebuffer"),
    "style": Part(
        parts.derive_style,
        "programs.vertex programs.geometry points lines polygon lighting multisample",
        "framebuffer",
        parts.style_objects,
        "texturing",
        remembered=True,
    ),
    "clip_planes": Part(
        parts.derive_planes, "", "link", parts.plane_groups, "transform clip_planes"
    ),
    "vertex": Part(parts.derive_vertex, _CLAMPS, "vertex_program link vertex_samplers framebuffer"),
    "geometry": Part(
        parts.derive_geometry,
        f"programs.geometry {_CLAMPS}",
        "geometry_program link geometry_samplers geometry_resources framebuffer",
        parts.geometry_objects,
    ),
    "blend_color": Part(parts.derive_constant_color, "color", remembered=True, alike=same),
    "fog": Part(parts.derive_fog_record, f"fog {_CLAMPS}", "fragment_program framebuffer"),
    "batchable": Part(
        parts.derive_batchable,
        "lines polygon feedback queries",
        "programs",
        remembered=True,
    ),
    "tests": Part(
        parts.derive_fragment_tests,
        f"color depth stencil scissor queries multisample {_CLAMPS}",
        "fragment framebuffer",
        remembered=True,
    ),
    "repeats": Part(parts.derive_repeats, "", "vertex_program batchable"),
    "vertex_state": Part(parts.derive_vertex_state, "", "vertex_resources clip_planes", alike=None),
    "fragment_state": Part(
        parts.derive_fragment_state,
        "",
        "fragment fragment_resources blend_color fog tests",
        alike=None,
    ),
}
"""What is derived, in order."""

PER_DRAW_PARTS = frozenset({
    *("programs", "link", "fragment_program"),
    *("vertex_state", "fragment_state", "clip_planes", "fragment", "blend_color", "fog", "tests"),
    *(
        f"{stage.value}_{name}"
        for stage in parts.PROGRAMMABLE
        for name in ("textures", "samplers", "parameters", "buffers", "resources")
    ),
})  # fmt: skip
"""The parts that each draw of a batch has of its own."""


class _Kept:
    """A part of one context as it is kept.

    groups, objects : what it reads of the state, the latter as they were. sources : these, and the
    parts that it uses. revision : its own, which moves with its value. contents : what tells its
    value, as of groups. seen : the latest revision of all when it was last found to be as the state
    is. bit : a power of 2, another one for each part. readers : the bits of the parts that use it.
    """

    __slots__ = (
        "_remembered", "bit", "contents", "groups", "name", "objects", "part", "readers",
        "revision", "seen", "sources", "used",
    )  # fmt: skip

    def __init__(self, ctx, name: str, part: Part, kept: dict):
        self.name, self.part, self.bit = name, part, 1 << len(kept)
        self.groups = tuple(attrgetter(group)(ctx) for group in part.reads.split())
        self.used = tuple(kept[used] for used in part.uses.split())
        self.seen, self.revision, self.readers = -1, 0, 0
        self.objects, self.sources = (), (*self.groups, *self.used)
        self.contents = None
        self._remembered: dict[tuple, tuple] = {}

    @property
    def moved(self) -> bool:
        """Whether what it reads has changed since it was last looked at."""
        return max(map(_revision, self.sources)) > self.seen

    def look(self, ctx, now: SimpleNamespace) -> tuple | None:
        """Find the objects that it reads; returns those from before, if they are other ones now."""
        before = self.objects
        objects = tuple({id(each): each for each in self.part.objects(ctx, now)}.values())
        if len(objects) == len(before) and not any(map(is_not, objects, before)):
            return None
        self.objects, self.sources = objects, (*self.groups, *objects, *self.used)
        return before

    def update(self, ctx, now: SimpleNamespace) -> None:
        """Derive the part again; raises `Refused` for what cannot be drawn."""
        if not (self.part.remembered and limits.MAX_CACHED_VALUES):
            value = self.part.derive(ctx, now)
            if not self._is(value, now):
                self._set(now, value, next_revision())
            return
        remembered = self._remembered
        state = (*map(_contents, (*self.groups, *self.used)), *map(_told, self.objects))
        known = remembered.pop(state, None)
        if known is None:
            value = self.part.derive(ctx, now)
            if self._is(value, now):
                known = getattr(now, self.name), self.contents
            else:
                known = value, next_revision()
        remembered[state] = known
        if len(remembered) > limits.MAX_CACHED_VALUES:
            del remembered[next(iter(remembered))]
        if known[1] != self.contents:
            self._set(now, *known)

    def _is(self, value, now) -> bool:
        """Whether a value is the one that is kept."""
        alike = self.part.alike
        return bool(alike and self.revision) and alike(value, getattr(now, self.name))

    def _set(self, now, value, contents):
        """Keep another value."""
        setattr(now, self.name, value)
        self.revision, self.contents = next_revision(), contents


class DrawPlan:
    """The parts of one context.

    now : the value of each, by name. revision : what moves when one of them is another, but for
    those of PER_DRAW_PARTS.
    """

    def __init__(self, ctx):
        self._ctx = ctx
        self._kept: dict[str, _Kept] = {}
        for name, part in PARTS.items():
            self._kept[name] = _Kept(ctx, name, part, self._kept)
        self._asked = {name: _Kept(ctx, name, part, {}) for name, part in ASKED.items()}
        self._by_bit = {kept.bit: kept for kept in self._kept.values()}
        self._look_for = sum(
            bit for bit, kept in self._by_bit.items() if kept.part.objects is not no_objects
        )
        self._together = self._held = False
        self._seen, self.revision = -1, 0
        self._watched: dict[int, tuple[Counted, int]] = {}
        for kept in self._kept.values():
            self._watch(kept, kept.groups)
            for used in kept.used:
                used.readers |= kept.bit
        self.now = SimpleNamespace(**dict.fromkeys((*ASKED, *PARTS)))

    def _watch(self, kept: _Kept, sources, before=()) -> None:
        """Note what a part reads: by id, what it is, and the bits of the parts that read it.

        before : what it does not read any more.
        """
        watched = self._watched
        for source in before:
            _, readers = watched.pop(id(source))
            if readers & ~kept.bit:
                watched[id(source)] = source, readers & ~kept.bit
        for source in sources:
            _, readers = watched.get(id(source), (source, 0))
            watched[id(source)] = source, readers | kept.bit

    def get(self, name: str):
        """One of ASKED as the state is now; raises `Refused` for what cannot be drawn."""
        kept = self._asked[name]
        trusted = limits.TRUSTS_REVISIONS
        if kept.seen != clock.latest or not trusted:
            if kept.moved or not trusted:
                kept.look(self._ctx, self.now)
                kept.update(self._ctx, self.now)
            kept.seen = clock.latest
        if limits.CHECKS_PLANS:
            check(self._ctx, self.now, {name: ASKED[name]})
        return getattr(self.now, name)

    def begin_one(self) -> bool:
        """From now on all draws are parts of one: what the first has found holds for the others.

        So what they sample is what was there before the first, even where they draw to it.
        Returns what `end_one` is to get.
        """
        before, self._together = self._together, True
        return before

    def end_one(self, before: bool) -> None:
        """Draws are again what they were."""
        self._together = before
        self._held = self._held and before

    def updated(self) -> SimpleNamespace:
        """The parts as the state is now, by name; raises `Refused` for what cannot be drawn."""
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

    def confirm(self, *asked: str) -> None:
        """With SOFTGL_CHECK_PLANS, check that the parts, and some of ASKED, are as the state is."""
        if limits.CHECKS_PLANS:
            check(self._ctx, self.now, PARTS | {name: ASKED[name] for name in asked})

    def _update(self, ctx):
        """Derive again the parts that read something of another revision than was seen last."""
        # Which objects a part reads changes only with what it reads, and names others.
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
            kept = self._by_bit[bit]
            if named & bit & self._look_for:
                before = kept.look(ctx, self.now)
                if before is not None:
                    self._watch(kept, kept.objects, before)
            kept.update(ctx, self.now)
            stale ^= bit
            if kept.revision > seen:
                stale |= kept.readers
                named |= kept.readers
                if kept.name not in PER_DRAW_PARTS:
                    self.revision = max(self.revision, kept.revision)


def one_draw(function: Callable) -> Callable:
    """Make a function (context, ...) whose draws are parts of one; see `DrawPlan.begin_one`."""

    @wraps(function)
    def together(ctx, *arguments, **keywords):
        plan = ctx.plan
        before = plan.begin_one()
        try:
            return function(ctx, *arguments, **keywords)
        finally:
            plan.end_one(before)

    return together


# -- checking --------------------------------------------------------------------------------------


class _Only:
    """Some attributes of an object, and no other ones."""

    def __init__(self, of, names, reader):
        self._of, self._names, self._reader = of, names, reader

    def __getattr__(self, name):
        if name not in self._names:
            within = {each.partition(".")[2] for each in self._names if each.startswith(f"{name}.")}
            if within:
                return _Only(getattr(self._of, name), within, self._reader)
            raise AssertionError(
                f"the part {self._reader!r} reads {name}, which PARTS does not say"
            )
        return getattr(self._of, name)


def check(ctx, now: SimpleNamespace, listed: dict[str, Part] = PARTS) -> None:
    """Raise AssertionError unless the listed parts are what is derived from the state of now.

    Each part sees of the context, and of other parts, only what PARTS says that it reads.
    """
    fresh = SimpleNamespace()
    for name, part in listed.items():
        # Materials that follow the current colour have been brought up to date.
        groups, objects = {*part.reads.split(), "immediate"}, part.objects(ctx, fresh)
        groups.update(
            group for group in part.sometimes.split()
            if any(getattr(ctx, group) is each for each in objects)
        )  # fmt: skip
        given = _Only(ctx, groups, name), _Only(fresh, set(part.uses.split()), name)
        setattr(fresh, name, part.derive(*given))
        kept = getattr(now, name)
        if not same(getattr(fresh, name), kept):
            raise AssertionError(f"the part {name!r} is stale: {kept} is kept")
