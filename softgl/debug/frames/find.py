"""Finds NaN and infinities in a frame, and the instruction that made the first of them.

During a draw, its primitives are drawn a second time with the same tests, unclamped and unblended,
to a hidden float buffer: it holds the results of fragment programs before they are clamped.
Vertices are checked as their program has stored them.
"""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np

from softgl.counts import counted
from softgl.debug.descriptions import described
from softgl.debug.frames.traces import trace_frame
from softgl.debug.frames.watch import watch_frame
from softgl.debug.tracing.engine import TracingEngine
from softgl.debug.tracing.execution import Wanted
from softgl.debug.tracing.trace import Trace
from softgl.debug.tracing.when import When
from softgl.formats.storages import ColorFormat
from softgl.lanes import Engine
from softgl.lanes.kernel import Kernel
from softgl.pipeline.draws.stages import TILES
from softgl.pipeline.fragments.per_fragment import COLOR_PLANES, DEPTH_PLANE, STENCIL_PLANE
from softgl.pipeline.images.pixel_rectangle import kernel_of_rectangles
from softgl.pipeline.keys.kernel_keys import TargetKey
from softgl.pipeline.planes.framebuffer import block_index
from softgl.pipeline.tiles.tile_kernels import kernel_of_fragments
from softgl.records import dataclass
from softgl.scene import Scene

KINDS = {
    "nan": (np.isnan, "result is nan"),
    "inf": (np.isinf, "result is inf"),
    "any": (lambda values: ~np.isfinite(values), "result is nan or result is inf"),
}
FRAGMENTS = (*TILES.kernels, "rectangle")
"""First words of the keys of kernels that shade fragments."""
NOUNS = ("vertex", "vertices"), ("pixel",)
MAX_LISTED_PLACES = 16  # places that are listed for a draw


@dataclass(frozen=True)
class Found:
    """The non-finite results of one stage in one draw.

    draw, call : the event. count : of pixels or vertices. places : the first of them, pixels (x, y)
    from the left and the top, or numbers of vertices.
    """

    draw: int
    call: str
    stage: str
    count: int
    places: list


@dataclass
class Findings:
    """All findings of a frame. trace : of the first one, up to the instruction; None for none."""

    kind: str
    found: list[Found]
    trace: Trace | None = None

    def __str__(self):
        if not self.found:
            return "no program gives such a value\n"
        lines = [
            f"draw {f.draw}: {f.call}: {counted(f.count, *NOUNS[f.stage == 'fragment'])}: "
            + ", ".join(map(_spelled, f.places[:4])) + (" ..." if f.count > 4 else "")
            for f in self.found
        ]  # fmt: skip
        if self.trace is not None:
            lines += ["", f"the first, {_spelled(self.found[0].places[0])}:", "", str(self.trace)]
        return "\n".join(lines).rstrip("\n") + "\n"

    def as_json(self) -> dict:
        """Converts the findings to JSON-able values."""
        trace = None if self.trace is None else self.trace.as_json()
        return {"kind": self.kind, "found": [asdict(f) for f in self.found], "trace": trace}


def _spelled(place) -> str:
    return ",".join(map(str, place)) if isinstance(place, tuple) else f"vertex {place}"


def find(scene: Scene, kind: str, width: int, height: int, draw: int | None = None, **options):
    """Finds values of a kind of `KINDS` in a frame, or in one draw of it; returns Findings.

    options : of `frames.watch_frame`.
    """
    bad, condition = KINDS[kind]
    finder = _Finder(bad, draw)
    watch_frame(scene, finder, width, height, **options)
    findings = Findings(kind, finder.found)
    if finder.found:
        first, place = finder.found[0], finder.found[0].places[0]
        wanted = Wanted(when=When(condition))
        if first.stage == "fragment":
            wanted.pixel = place
        else:
            wanted.vertex = place
        findings.trace = trace_frame(scene, wanted, width, height, first.draw, **options)
    return findings


class _Finder:
    """A watcher that checks the results of every draw."""

    def __init__(self, bad, draw):
        self.bad, self.draw, self.found = bad, draw, []

    def before(self, event):
        self._engine = None
        if event.kind in ("draw", "pixels") and self.draw in (None, event.number):
            ctx = event.context
            self._before = ctx.engine, ctx.threads
            ctx.engine = self._engine = FindingEngine(ctx.engine, self.bad)
            ctx.threads = 1
            self._height = ctx.framebuffers.drawing().height

    def after(self, event):
        if self._engine is None:
            return
        event.context.engine, event.context.threads = self._before
        engine = self._engine
        pixels = [(x, self._height - 1 - y) for x, y in sorted(engine.pixels, key=_from_top)]
        for stage, places in (("vertex", engine.bad_vertices), ("fragment", pixels)):
            if places:
                call = described(event).call
                self.found.append(
                    Found(event.number, call, stage, len(places), places[:MAX_LISTED_PLACES])
                )


def _from_top(pixel):
    return -pixel[1], pixel[0]


class FindingEngine(TracingEngine):
    """Checks the results of programs. bad : array of floats -> mask of the values to find."""

    def __init__(self, inner: Engine, bad):
        super().__init__(inner, Wanted())
        self.bad = bad
        self.pixels: set[tuple[int, int]] = set()
        self.bad_vertices: list[int] = []

    def kernel(self, request):
        """The kernel of the inner engine, wrapped if it runs programs."""
        kernel, key = self.inner.kernel(request), request.key
        if key[0] == "vertex":
            return _VertexKernel(self, kernel, key[1])
        return _FragmentKernel(self, kernel, key) if key[0] in FRAGMENTS else kernel


class _VertexKernel(Kernel):
    def __init__(self, engine, kernel, key):
        self.engine, self.kernel, self.key = engine, kernel, key

    def run(self, scalars, arrays, count=0):
        self.kernel.run(scalars, arrays, count)
        first = scalars["first"]
        rows = arrays["out"].reshape(-1, scalars["stride"])[: self.key.outputs.row_count]
        bad = self.engine.bad(rows[:, first : first + count]).any(axis=0)
        self.engine.bad_vertices += (np.flatnonzero(bad) + first).tolist()


class _FragmentKernel(Kernel):
    def __init__(self, engine, kernel, key):
        self.engine, self.kernel, self.key = engine, kernel, key

    def run(self, scalars, arrays, count=0):
        shown = self.key[1].fragment if self.key[0] == "rectangle" else self.key[1]
        key = replace(
            shown, targets=(TargetKey(ColorFormat("float32")),),
            clamped=False, logic_op=None, counted=False, srgb=False,
        )  # fmt: skip
        elements = scalars["plane_elements"]
        plane = np.zeros(4 * elements * key.samples, np.uint32)
        own = {name: arrays[name].copy() for name in (DEPTH_PLANE, STENCIL_PLANE)}
        if self.key[0] == "rectangle":
            watched = kernel_of_rectangles(replace(self.key[1], fragment=key))
        else:
            watched = kernel_of_fragments((self.key[0], key, *self.key[2:]))
        kernel = self.engine.unobserved.kernel(watched)
        kernel.run(scalars, arrays | own | {COLOR_PLANES[0]: plane}, count)
        values = plane.view(np.float32).reshape(-1, elements)
        bad = self.engine.bad(values).any(axis=0)
        if bad.any():
            self.engine.pixels |= set(_pixels(np.flatnonzero(bad), scalars["blocks_x"], elements))
        self.kernel.run(scalars, arrays, count)


def _pixels(places, blocks_x, elements):
    """The pixels, from the lower left, of elements of a plane."""
    width = blocks_x * 4
    x, y = (
        side.reshape(-1) for side in np.meshgrid(np.arange(width), np.arange(elements // width))
    )
    order = np.argsort(block_index(x, y, blocks_x))
    return zip(x[order][places].tolist(), y[order][places].tolist(), strict=True)
