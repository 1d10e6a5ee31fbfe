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

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, wraps
from operator import attrgetter, is_not
from types import SimpleNamespace

import numpy as np

from softgl.gl.api.groups import Counted, clock, next_revision
from softgl.gl.draw import parts
from softgl.gl.fixed.lighting import track_color
from softgl.ir.program import Program, Stage
from softgl.pipeline.framebuffer import Framebuffer

CHECKED = os.environ.get("SOFTGL_CHECK_PLANS") == "1"

_revision = attrgetter("revision")


@dataclass(frozen=True)
class Part:
    """Something that draws derive from the state.

    derive : (context, the parts that it uses) -> the value; it changes nothing.
    reads : the names of the context's groups that it reads, with spaces between.
    uses : the names of earlier parts.
    objects : (context, parts) -> the objects with state that it reads besides.
    """

    derive: Callable
    reads: str
    uses: str = ""
    objects: Callable[..., Iterable[Counted]] = lambda ctx, now: ()


# What decides how colours are clamped: `clamping.clamps`.
_CLAMPS = "clamping framebuffers"

ASKED = {
    "ready": Part(
        parts.derive_ready, "programs framebuffers texturing", objects=parts.ready_objects
    ),
    "arrays": Part(parts.derive_enabled_arrays, "vertex programs", objects=parts.bound_programs),
}
"""What commands ask for by name, before it is known whether they draw."""


def _of_stage(stage: Stage) -> dict[str, Part]:
    """What the program of a stage reads."""
    name, of = stage.value, parts.StageParts(stage)
    return {
        f"{name}_textures": Part(of.derive_textures, "texturing", "programs", of.texture_objects),
        f"{name}_parameters": Part(
            of.derive_parameters, "programs", "programs framebuffer", of.parameter_objects
        ),
        f"{name}_buffers": Part(
            of.derive_buffers, "buffers", "programs", parts.bound_parameter_buffers
        ),
        f"{name}_resources": Part(
            of.derive_resources, "", f"{name}_parameters {name}_buffers {name}_textures"
        ),
    }


PARTS = {
    "supported": Part(
        parts.derive_supported, "programs lighting texturing fog", objects=parts.bound_programs
    ),
    "framebuffer": Part(parts.derive_framebuffer, "framebuffers", objects=parts.drawn_objects),
    "programs": Part(
        parts.derive_programs, "programs texturing fog points", objects=parts.program_objects
    ),
    "link": Part(parts.derive_stages, "programs lighting points clip_planes", "programs"),
    **{name: part for stage in parts.PROGRAMMABLE for name, part in _of_stage(stage).items()},
    "fragment": Part(
        parts.derive_fragment,
        f"depth color stencil scissor queries clip_planes {_CLAMPS}",
        "programs link fragment_textures framebuffer",
    ),
    "setup": Part(parts.derive_setup, "polygon"),
    "viewport": Part(parts.derive_window, "viewport framebuffers", "framebuffer"),
    "style": Part(parts.derive_style, "programs points lines polygon texturing lighting"),
    "clip_planes": Part(parts.derive_planes, "transform clip_planes", "link"),
    "vertex": Part(parts.derive_vertex, _CLAMPS, "programs link vertex_textures framebuffer"),
    "blend_color": Part(parts.derive_constant_color, "color"),
    "fog": Part(parts.derive_fog_record, f"fog {_CLAMPS}", "programs framebuffer"),
    "waits": Part(parts.derive_waits, "framebuffers lines polygon", "programs"),
    "tests": Part(
        parts.derive_fragment_tests,
        f"color stencil scissor queries {_CLAMPS}",
        "fragment framebuffer",
    ),
}
"""What is derived, in order."""

OF_VERTICES = frozenset({
    "vertex_textures", "vertex_parameters", "vertex_buffers", "vertex_resources", "clip_planes",
})  # fmt: skip
"""The parts that nothing reads but kernels of vertices: draws that wait have each their own."""


class _Kept:
    """A part of one context as it is kept.

    groups, objects : what it reads of the state, the latter as they were. sources : these, and the
    parts that it uses. reads : the same by id. revision : its own, which moves with its value.
    seen : the latest revision of all when it was last found to be as the state is.
    """

    __slots__ = (
        "groups", "name", "objects", "part", "reads", "revision", "seen", "sources", "used",
    )  # fmt: skip

    def __init__(self, ctx, name: str, part: Part, kept: dict):
        self.name, self.part = name, part
        self.groups = tuple(getattr(ctx, group) for group in part.reads.split())
        self.used = tuple(kept[used] for used in part.uses.split())
        self.seen, self.revision = -1, 0
        self._read(())

    def _read(self, objects):
        self.objects, self.sources = objects, (*self.groups, *objects, *self.used)
        self.reads = frozenset(map(id, self.sources))

    @property
    def moved(self) -> bool:
        """Whether what it reads has changed since it was last looked at."""
        return max(map(_revision, self.sources)) > self.seen

    def update(self, ctx, now: SimpleNamespace) -> None:
        """Derive the part again; raises `Refused` for what cannot be drawn."""
        # Which objects are read changes only with a group, or a part, that is read as well.
        objects = tuple(self.part.objects(ctx, now))
        if len(objects) != len(self.objects) or any(map(is_not, objects, self.objects)):
            self._read(objects)
        value = self.part.derive(ctx, now)
        if not self.revision or not same(value, getattr(now, self.name), same_memory):
            setattr(now, self.name, value)
            self.revision = next_revision()


class DrawPlan:
    """The parts of one context.

    now : the value of each, by name. revision : what moves when one of them is another, but for
    those of OF_VERTICES.
    """

    def __init__(self, ctx):
        self._ctx = ctx
        self._kept: dict[str, _Kept] = {}
        for name, part in PARTS.items():
            self._kept[name] = _Kept(ctx, name, part, self._kept)
        self._asked = {name: _Kept(ctx, name, part, {}) for name, part in ASKED.items()}
        groups = {name for part in PARTS.values() for name in part.reads.split()}
        self._groups = tuple(getattr(ctx, name) for name in sorted(groups))
        self._sources, self._seen = self._groups, -1
        self._called = frozenset(self._kept) - OF_VERTICES
        self._together = self._held = False
        self.revision = 0
        self.now = SimpleNamespace(**dict.fromkeys((*ASKED, *PARTS)))

    def get(self, name: str):
        """One of ASKED as the state is now; raises `Refused` for what cannot be drawn."""
        kept = self._asked[name]
        if kept.seen != clock.latest:
            if kept.moved:
                kept.update(self._ctx, self.now)
            kept.seen = clock.latest
        if CHECKED:
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
        if self._seen != clock.latest:
            self._update(ctx)
            self._seen = clock.latest
        if CHECKED:
            check(ctx, self.now)
        self._held = self._together
        return self.now

    def _update(self, ctx):
        """Derive again the parts that read something of another revision than was seen last."""
        changed = {id(source) for source in self._sources if source.revision > self._seen}
        if not changed:
            return
        for kept in self._kept.values():
            if not kept.reads.isdisjoint(changed):
                kept.update(ctx, self.now)
            if kept.revision > self._seen:
                changed.add(id(kept))
        self.revision = max(self._kept[name].revision for name in self._called)
        objects = (each for kept in self._kept.values() for each in kept.objects)
        self._sources = (*self._groups, *objects)


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
        groups = {*part.reads.split(), "immediate"}
        if name in parts.PARAMETERS and parts.reads_state(ctx, parts.PARAMETERS[name](fresh)):
            groups.update(parts.STATE_GROUPS)
        given = _Only(ctx, groups, name), _Only(fresh, set(part.uses.split()), name)
        setattr(fresh, name, part.derive(*given))
        kept = getattr(now, name)
        if not same(getattr(fresh, name), kept):
            raise AssertionError(f"the part {name!r} is stale: {kept} is kept")


def same_contents(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays are alike to the last bit."""
    alike = one.dtype == other.dtype and one.shape == other.shape
    return alike and one.tobytes() == other.tobytes()


def same_memory(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays are the same memory: what is alike now may be written to later."""
    if one.dtype != other.dtype or one.shape != other.shape or one.strides != other.strides:
        return False
    return one.__array_interface__["data"] == other.__array_interface__["data"]


@cache
def _compared(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass that its values are compared by; of any other class, none."""
    if not is_dataclass(kind) or issubclass(kind, Program):
        return ()
    return tuple(field.name for field in fields(kind) if field.compare)


def same(one, other, same_array: Callable = same_contents) -> bool:
    """Whether two values of a part are alike to the last bit; arrays by `same_array`."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    names = _compared(type(one))
    if names:
        pairs = ((getattr(one, name), getattr(other, name)) for name in names)
        return all(mine is its or same(mine, its, same_array) for mine, its in pairs)
    if isinstance(one, np.ndarray):
        return same_array(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key], same_array) for key in one
        )
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(
            same(mine, its, same_array) for mine, its in zip(one, other, strict=True)
        )
    if isinstance(one, Framebuffer):
        return vars(one) == vars(other)
    if isinstance(one, float):
        return one.hex() == other.hex()
    return one == other
