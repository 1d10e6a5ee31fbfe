"""Colour clamping (ARB_color_buffer_float), and the drawn planes that it depends on."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import clamped
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.api.versions import CORE, ES_3
from softgl.records import dataclass


@dataclass
class Clamping(Group):
    """The clamping of colours to [0, 1]: GL_TRUE, GL_FALSE or GL_FIXED_ONLY_ARB."""

    vertex: int = gl.GL_TRUE
    fragment: int = gl.GL_FIXED_ONLY_ARB
    read: int = gl.GL_FIXED_ONLY_ARB


def clamps(ctx, stage: str, planes=None) -> bool:
    """True if colours of a stage are clamped to [0, 1].

    stage : a field of `Clamping`, "vertex", "fragment" or "read". planes : the colour planes that
        decide for GL_FIXED_ONLY_ARB; None: the drawn ones.
    """
    mode = getattr(ctx.clamping, stage)
    if mode != gl.GL_FIXED_ONLY_ARB:
        return mode == gl.GL_TRUE
    # ARB_color_buffer_float, 2.14.6: "if all enabled color buffers have fixed-point components";
    # issue 34: without any it is clamped too.
    planes = _drawn_planes(ctx) if planes is None else planes
    return all(plane is None or plane.storage.fixed for plane in planes)


def draws_srgb(ctx) -> bool:
    """True if a drawn colour buffer is sRGB: FRAMEBUFFER_SRGB_CAPABLE_EXT."""
    return any(plane is not None and plane.format.srgb for plane in _drawn_planes(ctx))


def draws_floats(ctx) -> bool:
    """True if a drawn colour buffer has floating-point components: RGBA_FLOAT_MODE_ARB."""
    storages = [plane.storage for plane in _drawn_planes(ctx) if plane is not None]
    return any(not storage.fixed and not storage.integer for storage in storages)


def draws_integers(ctx) -> bool:
    """True if a drawn colour buffer has integer components: RGBA_INTEGER_MODE_EXT."""
    return any(plane is not None and plane.storage.integer for plane in _drawn_planes(ctx))


def signed_components(ctx) -> tuple[bool, ...]:
    """RGBA_SIGNED_COMPONENTS_EXT: True for each signed component of the first drawn buffer.

    EXT_packed_float, issue 17: "If a component (such as alpha) has zero bits, the component should
    not be considered signed".
    """
    plane = next(iter(_drawn_planes(ctx)), None)
    if plane is None or not plane.storage.signed:
        return (False,) * 4
    return tuple(plane.bits(letter) > 0 for letter in "RGBA")


def _drawn_planes(ctx):
    """Returns the drawn colour planes; none if the framebuffer is incomplete."""
    try:
        return ctx.framebuffers.planned().colors
    except Refused:
        return ()


def as_clamped(ctx, values):
    """Returns colour components as fragments see them: clamped if fragment colours are."""
    if not clamps(ctx, "fragment"):
        return values
    return tuple(map(clamped, values))


def as_queried(ctx, values):
    """Returns colour components as queries have them.

    Contexts without GL_CLAMP_FRAGMENT_COLOR have them as they were set: OpenGL ES 3.0, 4.2.3: "The
    specified components are stored as floating-point values." OpenGL ES 2.0 takes clamped ones.
    """
    return values if ctx.lacks in (CORE, ES_3) else as_clamped(ctx, values)


TARGETS = {
    gl.GL_CLAMP_VERTEX_COLOR_ARB: "vertex",
    gl.GL_CLAMP_FRAGMENT_COLOR_ARB: "fragment",
    gl.GL_CLAMP_READ_COLOR_ARB: "read",
}

STATE = State(
    values={
        gl.GL_FRAMEBUFFER_SRGB_CAPABLE_EXT: draws_srgb,
        gl.GL_RGBA_FLOAT_MODE_ARB: draws_floats,
        gl.GL_COLOR_FLOAT_APPLE: draws_floats,
        gl.GL_RGBA_INTEGER_MODE_EXT: draws_integers,
        gl.GL_RGBA_SIGNED_COMPONENTS_EXT: signed_components,
        **{pname: f"clamping.{field}" for pname, field in TARGETS.items()},
    }
)


@command(
    "glClampColorARB",
    target=EnumSet.of(TARGETS),
    clamp=EnumSet("GL_FALSE GL_TRUE GL_FIXED_ONLY_ARB"),
)
def clamp_color(ctx, target, clamp):
    """Sets the clamping of colours to [0, 1]: ARB_color_buffer_float."""
    setattr(ctx.clamping, TARGETS[target], clamp)
