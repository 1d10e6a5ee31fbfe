"""Framebuffer objects without attachments: their size (ARB_framebuffer_no_attachments).

The queries give what every framebuffer has, too: its samples and buffers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.framebuffers.framebuffer_objects import FRAMEBUFFERS, drawn_samples
from softgl.gl.framebuffers.framebuffers import FramebufferObject
from softgl.pipeline.planes.framebuffer import MAX_FRAMEBUFFER_SIZE
from softgl.pipeline.planes.samples import MAX_SAMPLES
from softgl.texture.targets import TARGETS

MAX_LAYERS = max(target.most_layers for target in TARGETS.values())
STATE = State(
    limits={
        gl.GL_MAX_FRAMEBUFFER_WIDTH: MAX_FRAMEBUFFER_SIZE,
        gl.GL_MAX_FRAMEBUFFER_HEIGHT: MAX_FRAMEBUFFER_SIZE,
        gl.GL_MAX_FRAMEBUFFER_LAYERS: MAX_LAYERS,
        gl.GL_MAX_FRAMEBUFFER_SAMPLES: MAX_SAMPLES,
    }
)
DEFAULTS = {
    gl.GL_FRAMEBUFFER_DEFAULT_WIDTH: "width",
    gl.GL_FRAMEBUFFER_DEFAULT_HEIGHT: "height",
    gl.GL_FRAMEBUFFER_DEFAULT_LAYERS: "layers",
    gl.GL_FRAMEBUFFER_DEFAULT_SAMPLES: "samples",
    gl.GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: "fixed",
}
"""The field of `Defaults` by pname."""
MAXIMA = {
    "width": MAX_FRAMEBUFFER_SIZE,
    "height": MAX_FRAMEBUFFER_SIZE,
    "layers": MAX_LAYERS,
    "samples": MAX_SAMPLES,
}
# gl.xml, group GetFramebufferParameter; OpenGL 4.5 has them for the window, too.
OF_ALL = {
    gl.GL_DOUBLEBUFFER: lambda ctx, target: not ctx.framebuffers.bound(target).name,
    gl.GL_STEREO: lambda ctx, target: False,
    gl.GL_SAMPLE_BUFFERS: lambda ctx, target: drawn_samples(ctx, target) > 0,
    gl.GL_SAMPLES: drawn_samples,
    gl.GL_IMPLEMENTATION_COLOR_READ_FORMAT: lambda ctx, target: gl.GL_RGBA,
    gl.GL_IMPLEMENTATION_COLOR_READ_TYPE: lambda ctx, target: gl.GL_UNSIGNED_BYTE,
}
"""(context, target) -> the value of any framebuffer, by pname."""


def _bound(ctx, target) -> FramebufferObject:
    bound = ctx.framebuffers.bound(target)
    if not bound.name:
        raise invalid_operation("the window is bound, whose size is fixed")
    return bound


def _generated(ctx, name: int) -> FramebufferObject:
    """Returns the object of a name, a new one if it has none; GL_INVALID_VALUE for other names."""
    # 4.4.1: "INVALID_VALUE is generated if <framebuffer> is not a name returned by
    # GenFramebuffers. If a framebuffer object named <framebuffer> does not yet exist, it will be
    # created."
    objects = ctx.framebuffers.objects
    if name not in objects:
        raise invalid_value(f"framebuffer: {name} is not a name from glGenFramebuffers")
    if objects[name] is None:
        objects[name] = FramebufferObject(name)
    return objects[name]


def _set(framebuffer: FramebufferObject, pname, param):
    field = DEFAULTS[pname]
    if field == "fixed":
        value = param != 0
    else:
        value = param
        if not 0 <= param <= MAXIMA[field]:
            raise invalid_value(f"param: {param} is outside [0, {MAXIMA[field]}]")
    framebuffer.defaults = replace(framebuffer.defaults, **{field: value})


def _get(framebuffer: FramebufferObject, pname, params):
    return fill(params, np.int32(getattr(framebuffer.defaults, DEFAULTS[pname])))


@command("glFramebufferParameteri", listed=False, target=FRAMEBUFFERS, pname=EnumSet.of(DEFAULTS))
def framebuffer_parameter(ctx, target, pname, param):
    """Sets a parameter of a bound framebuffer object, for drawing without attachments."""
    _set(_bound(ctx, target), pname, param)


@command(
    "glGetFramebufferParameteriv",
    listed=False,
    target=FRAMEBUFFERS,
    pname=EnumSet.of({**DEFAULTS, **OF_ALL}),
)
def get_framebuffer_parameter(ctx, target, pname, params):
    """Returns a parameter of a bound framebuffer: its samples, or of glFramebufferParameteri."""
    if pname in OF_ALL:
        return fill(params, np.int32(OF_ALL[pname](ctx, target)))
    return _get(_bound(ctx, target), pname, params)


@command("glNamedFramebufferParameteriEXT", listed=False, pname=EnumSet.of(DEFAULTS))
def named_framebuffer_parameter(ctx, framebuffer, pname, param):
    """Sets a parameter of a framebuffer object, which is created if the name is new."""
    _set(_generated(ctx, framebuffer), pname, param)


@command("glGetNamedFramebufferParameterivEXT", listed=False, pname=EnumSet.of(DEFAULTS))
def get_named_framebuffer_parameter(ctx, framebuffer, pname, params):
    """Returns a parameter of a framebuffer object, which is created if the name is new."""
    return _get(_generated(ctx, framebuffer), pname, params)
