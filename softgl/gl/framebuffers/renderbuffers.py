"""Renderbuffers: images that can only be drawn to (ARB_framebuffer_object, 4.4.2.1)."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.formats.es_formats import RENDERBUFFERS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.names import check_generated, delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.textures.drawable_formats import FORMATS, check_samples, new_planes
from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import MAX_SAMPLES, MULTISAMPLE_COUNTS, supported
from softgl.records import dataclass

TARGET = EnumSet("GL_RENDERBUFFER")
ES_FORMATS = {
    major: frozenset(getattr(gl, f"GL_{name}") for name in names)
    for major, names in RENDERBUFFERS.items()
}
"""The formats of renderbuffers in OpenGL ES by the major version."""


INITIAL_FORMATS = {False: gl.GL_RGBA, True: gl.GL_RGBA4}
"""The internal format of a new renderbuffer; True for contexts of OpenGL ES (3.0, table 6.16)."""


@dataclass(eq=False)
class Renderbuffer(Counted):
    """A renderbuffer object.

    samples : per pixel, 0 without multisampling.
    planes : by "color", "depth" and "stencil", those of its format.
    """

    name: int
    width: int = 0
    height: int = 0
    samples: int = 0
    internal_format: int = gl.GL_RGBA
    planes: dict[str, Plane] = field(default_factory=dict)

    def bits(self, letter: str) -> int:
        """Returns the bits of a component."""
        return max((plane.bits(letter) for plane in self.planes.values()), default=0)


STATE = State(
    values={
        gl.GL_RENDERBUFFER_BINDING: lambda ctx: (
            ctx.framebuffers.renderbuffer.name if ctx.framebuffers.renderbuffer else 0
        )
    },
    limits={
        gl.GL_MAX_RENDERBUFFER_SIZE: MAX_FRAMEBUFFER_SIZE,
        gl.GL_MAX_SAMPLES: MAX_SAMPLES,
        # Every sample has a colour of its own.
        gl.GL_MAX_MULTISAMPLE_COVERAGE_MODES_NV: len(MULTISAMPLE_COUNTS),
        gl.GL_MULTISAMPLE_COVERAGE_MODES_NV: tuple(n for n in MULTISAMPLE_COUNTS for _ in range(2)),
    },
)


def _bound(ctx) -> Renderbuffer:
    if ctx.framebuffers.renderbuffer is None:
        raise invalid_operation("no renderbuffer is bound")
    return ctx.framebuffers.renderbuffer


@command("glGenRenderbuffers", listed=False, kind=Kind.NAMES)
def gen_renderbuffers(ctx, n, renderbuffers):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.framebuffers.renderbuffers, n, renderbuffers)


@command("glDeleteRenderbuffers", listed=False, forms=only_count)
def delete_renderbuffers(ctx, n, renderbuffers):
    """Deletes renderbuffers, and detaches them from the bound framebuffers, but no others."""
    state = ctx.framebuffers
    for renderbuffer in delete_names(state.renderbuffers, n, renderbuffers):
        state.detach(renderbuffer)
        if state.renderbuffer is renderbuffer:
            state.renderbuffer = None


@command("glIsRenderbuffer", listed=False)
def is_renderbuffer(ctx, renderbuffer):
    """Returns 1 for the name of a renderbuffer that has been bound, else 0."""
    return int(ctx.framebuffers.renderbuffers.get(renderbuffer) is not None)


def _bind(ctx, renderbuffer):
    objects = ctx.framebuffers.renderbuffers
    if renderbuffer and objects.get(renderbuffer) is None:
        check_generated(ctx, objects, renderbuffer, "glGenRenderbuffers")
        objects[renderbuffer] = Renderbuffer(renderbuffer, internal_format=INITIAL_FORMATS[ctx.es])
    ctx.framebuffers.renderbuffer = objects[renderbuffer] if renderbuffer else None


@command("glBindRenderbuffer", listed=False, target=TARGET)
def bind_renderbuffer(ctx, target, renderbuffer):
    """Binds a renderbuffer, whose name must come from glGenRenderbuffers."""
    if renderbuffer and renderbuffer not in ctx.framebuffers.renderbuffers and not ctx.es:
        # "INVALID_OPERATION error is generated if <renderbuffer> is not a name returned from a
        # previous call to GenRenderbuffers".
        raise invalid_operation(f"{renderbuffer} is not a name from glGenRenderbuffers")
    _bind(ctx, renderbuffer)


@command("glBindRenderbufferEXT", listed=False, target=TARGET)
def bind_renderbuffer_ext(ctx, target, renderbuffer):
    """Binds a renderbuffer; any name will do."""
    _bind(ctx, renderbuffer)


def _to_format(value):
    if value not in FORMATS:
        raise invalid_enum(f"{gl.name_of(int(value))} is not a format of renderbuffers")
    return value


def _check_es_format(ctx, value, samples):
    """Raises for a format that renderbuffers do not have in OpenGL ES."""
    if value not in ES_FORMATS[ctx.api.version[0]]:
        raise invalid_enum(f"internalformat: {gl.name_of(value)} is not a format of renderbuffers")
    # OpenGL ES 3.0, 4.4.2.1: INVALID_OPERATION "if internalformat is a signed or unsigned integer
    # format and samples is greater than zero".
    if samples and FORMATS[value].has_color and FORMATS[value].storage.integer:
        raise invalid_operation(f"samples: {gl.name_of(value)} has no multisampling")


def _store(ctx, format_, width, height, samples=0, refuse=invalid_operation):
    """Allocates the image of the bound renderbuffer, filled with zeros.

    samples : a request, rounded up to a supported number. refuse : makes the error of too many.
    """
    renderbuffer = _bound(ctx)
    if ctx.es:
        _check_es_format(ctx, format_, samples)
    if max(width, height) > MAX_FRAMEBUFFER_SIZE:
        raise invalid_value(f"{width}x{height}: the limit is {MAX_FRAMEBUFFER_SIZE} pixels a side")
    check_samples("samples", samples, refuse)
    count = supported(samples)
    planes = new_planes(FORMATS[format_], width, height, count)
    renderbuffer.planes, renderbuffer.internal_format = planes, format_
    renderbuffer.width, renderbuffer.height = width, height
    renderbuffer.samples = count if samples else 0


@command(
    "glRenderbufferStorage",
    "glRenderbufferStorageEXT",
    listed=False,
    target=TARGET,
    internalformat=_to_format,
)
def renderbuffer_storage(ctx, target, internalformat, width, height):
    """Allocates the image of the bound renderbuffer, filled with zeros."""
    _store(ctx, internalformat, width, height)


@command("glRenderbufferStorageMultisample", listed=False, target=TARGET, internalformat=_to_format)
def renderbuffer_storage_multisample(ctx, target, samples, internalformat, width, height):
    """Allocates a multisample image with at least `samples` samples, at most GL_MAX_SAMPLES."""
    _store(ctx, internalformat, width, height, samples)


@command(
    "glRenderbufferStorageMultisampleCoverageNV",
    listed=False,
    target=TARGET,
    internalformat=_to_format,
)
def renderbuffer_storage_multisample_coverage(
    ctx, target, coverage_samples, color_samples, internalformat, width, height
):
    """Allocates a multisample image; every coverage sample has a colour of its own."""
    check_samples("coverageSamples", coverage_samples, invalid_value)
    check_samples("colorSamples", color_samples, invalid_value)
    if color_samples > coverage_samples:
        # NV_framebuffer_multisample_coverage, 4.4.2.1, says so; "Errors", INVALID_OPERATION.
        raise invalid_value(
            f"colorSamples: {color_samples} are more than coverageSamples, {coverage_samples}"
        )
    _store(ctx, internalformat, width, height, coverage_samples)


PARAMETERS = {
    gl.GL_RENDERBUFFER_WIDTH: lambda r: r.width,
    gl.GL_RENDERBUFFER_HEIGHT: lambda r: r.height,
    gl.GL_RENDERBUFFER_INTERNAL_FORMAT: lambda r: r.internal_format,
    gl.GL_RENDERBUFFER_SAMPLES: lambda r: r.samples,  # also RENDERBUFFER_COVERAGE_SAMPLES_NV
    gl.GL_RENDERBUFFER_COLOR_SAMPLES_NV: lambda r: r.samples,
    gl.GL_RENDERBUFFER_RED_SIZE: lambda r: r.bits("R"),
    gl.GL_RENDERBUFFER_GREEN_SIZE: lambda r: r.bits("G"),
    gl.GL_RENDERBUFFER_BLUE_SIZE: lambda r: r.bits("B"),
    gl.GL_RENDERBUFFER_ALPHA_SIZE: lambda r: r.bits("A"),
    gl.GL_RENDERBUFFER_DEPTH_SIZE: lambda r: r.bits("D"),
    gl.GL_RENDERBUFFER_STENCIL_SIZE: lambda r: r.bits("S"),
}
"""ARB_framebuffer_object, table 8.nnn, by pname."""


@command("glGetRenderbufferParameteriv", listed=False, target=TARGET)
def get_renderbuffer_parameter(ctx, target, pname, params):
    """Returns a parameter of the bound renderbuffer."""
    if pname not in PARAMETERS:
        raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of a renderbuffer")
    return fill(params, np.int32(PARAMETERS[pname](_bound(ctx))))
