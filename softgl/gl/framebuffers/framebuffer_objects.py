"""The commands of framebuffer objects: names, binding, attaching, completeness, queries."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from softgl.formats.storages import ColorFormat
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.names import check_generated, delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.framebuffers.framebuffers import DEPTH, STENCIL, Attachment, FramebufferObject
from softgl.gl.framebuffers.renderbuffers import TARGET as RENDERBUFFER
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.pixels.pixels import component_type, enum_set
from softgl.gl.textures.images import check_level
from softgl.gl.textures.targets import (
    IMAGE_TARGETS,
    MULTISAMPLE_TARGETS,
    TEXTURE_TARGETS,
    face_of,
    texture_target,
)
from softgl.pipeline.planes.framebuffer import MAX_COLORS
from softgl.texture.targets import BUFFER, MULTISAMPLED, TARGETS

FRAMEBUFFERS = EnumSet("GL_FRAMEBUFFER GL_DRAW_FRAMEBUFFER GL_READ_FRAMEBUFFER")
FACES = enum_set(TARGETS["CUBE"].images)


def _depth_is_float(ctx):
    state = ctx.framebuffers
    complete = state.draw.status() == gl.GL_FRAMEBUFFER_COMPLETE
    return complete and state.planned().depth_is_float


def drawn_samples(ctx, target: int = gl.GL_DRAW_FRAMEBUFFER) -> int:
    """Returns the samples per pixel of the drawn or read framebuffer; 0 without multisampling.

    ARB_framebuffer_object, 4.4.4.2: undefined for an incomplete framebuffer; 0 here.
    """
    state = ctx.framebuffers
    if state.bound(target).status() != gl.GL_FRAMEBUFFER_COMPLETE:
        return 0
    frame = state.reading() if target == gl.GL_READ_FRAMEBUFFER else state.planned()
    return frame.samples if frame.samples > 1 else 0


def _bits(ctx, letter):
    """Returns the bits of a component of the drawn framebuffer; 0 without such a buffer."""
    bound = ctx.framebuffers.draw
    if bound.status() != gl.GL_FRAMEBUFFER_COMPLETE:
        return 0
    if not bound.name:
        planes = _window_planes(ctx.framebuffers.draw_window)
    else:
        planes = {point: a.plane(point, False) for point, a in bound.attachments.items()}
    # 4.4.5: "the color component depths of color attachment zero"; without it, of the first.
    colors = sorted(planes.keys() - {DEPTH, STENCIL})
    point = {"D": DEPTH, "S": STENCIL}.get(letter, colors[0] if colors else None)
    return _plane_bits(planes.get(point), letter)


def _plane_bits(plane, letter):
    return 0 if plane is None else plane.bits(letter)


def _window_planes(window):
    """Returns the planes of a window by attachment point."""
    frame = window.planes
    return {0: frame.colors[0], DEPTH: frame.depth_plane, STENCIL: frame.stencil_plane}


STATE = State(
    values={
        gl.GL_DRAW_FRAMEBUFFER_BINDING: "framebuffers.draw.name",  # also FRAMEBUFFER_BINDING
        gl.GL_READ_FRAMEBUFFER_BINDING: "framebuffers.read.name",
        gl.GL_DEPTH_BUFFER_FLOAT_MODE_NV: _depth_is_float,
        gl.GL_SAMPLES: drawn_samples,
        gl.GL_SAMPLE_BUFFERS: lambda ctx: int(drawn_samples(ctx) > 0),
        **{
            getattr(gl, f"GL_{name}_BITS"): partial(_bits, letter=name[0])
            for name in ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH", "STENCIL")
        },
    },
    limits={
        gl.GL_MAX_COLOR_ATTACHMENTS: MAX_COLORS,
        # The window: two names of one image, without colour indices and auxiliary buffers.
        gl.GL_RGBA_MODE: True,
        gl.GL_INDEX_MODE: False,
        gl.GL_DOUBLEBUFFER: True,
        gl.GL_STEREO: False,
        gl.GL_INDEX_BITS: 0,
        gl.GL_AUX_BUFFERS: 0,
    },
)


@command("glGenFramebuffers", listed=False, kind=Kind.NAMES)
def gen_framebuffers(ctx, n, framebuffers):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.framebuffers.objects, n, framebuffers)


@command("glDeleteFramebuffers", listed=False, forms=only_count)
def delete_framebuffers(ctx, n, framebuffers):
    """Deletes framebuffer objects; bindings to them fall back to the window."""
    state = ctx.framebuffers
    for deleted in delete_names(state.objects, n, framebuffers):
        state.draw = state.window if state.draw is deleted else state.draw
        state.read = state.window if state.read is deleted else state.read


@command("glIsFramebuffer", listed=False)
def is_framebuffer(ctx, framebuffer):
    """Returns 1 for the name of a framebuffer object that has been bound, else 0."""
    return int(ctx.framebuffers.objects.get(framebuffer) is not None)


def _bind(ctx, target, framebuffer):
    state = ctx.framebuffers
    if framebuffer and state.objects.get(framebuffer) is None:
        check_generated(ctx, state.objects, framebuffer, "glGenFramebuffers")
        es = ctx.api.version[0] if ctx.api.es else 0
        state.objects[framebuffer] = FramebufferObject(framebuffer, es=es)
    bound = state.objects[framebuffer] if framebuffer else state.window
    if target != gl.GL_READ_FRAMEBUFFER:
        state.draw = bound
    if target != gl.GL_DRAW_FRAMEBUFFER:
        state.read = bound


@command("glBindFramebuffer", listed=False, target=FRAMEBUFFERS)
def bind_framebuffer(ctx, target, framebuffer):
    """Binds a framebuffer object, whose name must come from glGenFramebuffers; 0: the window."""
    if framebuffer and framebuffer not in ctx.framebuffers.objects and not ctx.es:
        # "INVALID_OPERATION error is generated if <framebuffer> is not zero or a name returned from
        # a previous call to GenFramebuffers".
        raise invalid_operation(f"{framebuffer} is not a name from glGenFramebuffers")
    _bind(ctx, target, framebuffer)


@command("glBindFramebufferEXT", listed=False, target=FRAMEBUFFERS)
def bind_framebuffer_ext(ctx, target, framebuffer):
    """Binds a framebuffer object; any name will do. 0: the window."""
    _bind(ctx, target, framebuffer)


@command("glCheckFramebufferStatus", listed=False, target=FRAMEBUFFERS)
def check_framebuffer_status(ctx, target):
    """Returns GL_FRAMEBUFFER_COMPLETE for a bound framebuffer, or why it is incomplete."""
    return ctx.framebuffers.bound(target).status()


# -- attaching -------------------------------------------------------------------------------------


COLOR_ATTACHMENTS = range(gl.GL_COLOR_ATTACHMENT0, gl.GL_COLOR_ATTACHMENT31 + 1)
"""The enums of colour attachments; the first MAX_COLORS are attachment points."""


def _points(framebuffer: FramebufferObject, attachment: int) -> tuple:
    """Returns the attachment points of an enum; framebuffer : the object that it is for."""
    number = attachment - gl.GL_COLOR_ATTACHMENT0
    if 0 <= number < MAX_COLORS:
        return (number,)
    words = {
        gl.GL_DEPTH_ATTACHMENT: (DEPTH,),
        gl.GL_STENCIL_ATTACHMENT: (STENCIL,),
        gl.GL_DEPTH_STENCIL_ATTACHMENT: (DEPTH, STENCIL),
    }
    if attachment not in words:
        # OpenGL ES 3.0, 4.4.2 and 6.1.13: INVALID_OPERATION "if attachment is COLOR_ATTACHMENTm
        # where m is greater than or equal to the value of MAX_COLOR_ATTACHMENTS."
        known = framebuffer.es > 2 and attachment in COLOR_ATTACHMENTS
        refuse = invalid_operation if known else invalid_enum
        raise refuse(f"attachment: {gl.name_of(attachment)} is not an attachment point")
    return words[attachment]


def _object(ctx, target) -> FramebufferObject:
    bound = ctx.framebuffers.bound(target)
    if not bound.name:
        raise invalid_operation("the window is bound, whose attachments are fixed")
    return bound


def _points_to_attach(ctx, target, attachment: int) -> tuple:
    """Returns the attachment points of an enum; refuses the window."""
    points = _points(ctx.framebuffers.bound(target), attachment)
    _object(ctx, target)
    return points


def _attach(ctx, target, points, attachment):
    """Attaches an image to the points; None detaches."""
    bound = _object(ctx, target)
    for point in points:
        if attachment is None:
            bound.attachments.pop(point, None)
        else:
            bound.attachments[point] = attachment


@command(
    "glFramebufferRenderbuffer", "glFramebufferRenderbufferEXT", listed=False, target=FRAMEBUFFERS
)
def framebuffer_renderbuffer(ctx, target, attachment, renderbuffertarget, renderbuffer):
    """Attaches a renderbuffer to the bound framebuffer object; 0 detaches."""
    # "If <renderbuffer> is zero, then the value of <renderbuffertarget> is ignored."
    if renderbuffer and renderbuffertarget not in RENDERBUFFER:
        raise invalid_enum(f"renderbuffertarget: {RENDERBUFFER.describe(renderbuffertarget)}")
    points, image = _points_to_attach(ctx, target, attachment), None
    if renderbuffer:
        found = ctx.framebuffers.renderbuffers.get(renderbuffer)
        if found is None:
            raise invalid_operation(f"{renderbuffer} is not a renderbuffer")
        image = Attachment(found)
    _attach(ctx, target, points, image)


def _texture(ctx, name, legal, absent=invalid_operation):
    """Returns the texture with a name.

    legal : target -> True if the texture may have it. absent : makes the error for an unused name.
    """
    found = ctx.texturing.objects.get(name)
    if found is None:
        raise absent(f"{name} is not a texture")
    if not legal(found.target):
        raise invalid_operation(f"texture {name} has another target, {found.target.name}")
    return found


def _image(texture, level, layer=0, face=0):
    """Returns the attachment of an image of a texture; raises for an illegal level or layer."""
    check_level(texture, level)
    if texture.target.faces and not 0 <= face < len(texture.target.faces):
        raise invalid_value(f"the layer {face} is not a face of a cube map")
    if texture.target.sliced is not None:
        last = texture.target.most_slices - 1
        if not 0 <= layer <= last:
            raise invalid_value(f"the layer {layer} is outside [0, {last}]")
    return Attachment(texture, level, layer, face)


def _texture_command(axes):
    # Layers have no command of their own except glFramebufferTextureLayer.
    all_of_them = (TARGETS | MULTISAMPLED).values()
    targets = [t for t in all_of_them if t.axes == axes and t.layers is None]
    legal = enum_set(name for target in targets for name in target.images)

    @command(f"glFramebufferTexture{axes}D", listed=False, target=FRAMEBUFFERS)
    def framebuffer_texture(ctx, target, attachment, textarget, texture, level, layer=0):
        """Attaches an image of a texture to the bound framebuffer object; texture 0 detaches."""
        points, image = _points_to_attach(ctx, target, attachment), None
        if texture:
            if textarget not in legal:
                # "<texture> must either name an existing texture object with a target of
                # <textarget> [...] Otherwise, an INVALID_OPERATION error is generated."
                known = IMAGE_TARGETS | TEXTURE_TARGETS | MULTISAMPLE_TARGETS
                refuse = invalid_operation if textarget in known else invalid_enum
                raise refuse(f"textarget: {legal.describe(textarget)}")
            named, face = texture_target(textarget), face_of(textarget)
            image = _image(_texture(ctx, texture, lambda t: t is named), level, layer, face)
        _attach(ctx, target, points, image)


for _axes in sorted({target.axes for target in TARGETS.values()}):
    _texture_command(_axes)


def _is_sliced(target) -> bool:
    return target.sliced is not None


def _layer_command(names, absent, legal):
    """Registers glFramebufferTextureLayer; absent, legal : see `_texture`."""

    @command(*names, listed=False, target=FRAMEBUFFERS)
    def framebuffer_texture_layer(ctx, target, attachment, texture, level, layer):
        """Attaches a slice of a texture to the bound framebuffer object; texture 0 detaches."""
        points, image = _points_to_attach(ctx, target, attachment), None
        if texture:
            # OpenGL ES 3.0, 4.4.2.4: INVALID_OPERATION "if texture is non-zero and is not the name
            # of a three-dimensional texture or two-dimensional array texture".
            found = _texture(ctx, texture, _is_sliced if ctx.es else legal, absent)
            # ARB_direct_state_access, 9.2.8: "For cube map textures, <layer> is translated into a
            # cube map face".
            layers = (0, layer) if found.target.faces else (layer, 0)
            image = _image(found, level, *layers)
        _attach(ctx, target, points, image)


# For an unused texture name, ARB_framebuffer_object has INVALID_OPERATION, NV_geometry_program4
# INVALID_VALUE.
_layer_command(
    ("glFramebufferTextureLayer",),
    invalid_operation,
    lambda target: _is_sliced(target) or bool(target.faces),
)
_layer_command(
    ("glFramebufferTextureLayerEXT", "glFramebufferTextureLayerARB"), invalid_value, _is_sliced
)


@command("glFramebufferTextureEXT", listed=False, target=FRAMEBUFFERS)
def framebuffer_texture(ctx, target, attachment, texture, level):
    """Attaches all layers of a texture's level to the bound framebuffer object; 0 detaches."""
    points, image = _points_to_attach(ctx, target, attachment), None
    if texture:
        found = _texture(ctx, texture, lambda t: t is not BUFFER, invalid_value)
        layered = bool(found.target.faces) or _is_sliced(found.target)
        image = replace(_image(found, level), layered=layered)
    _attach(ctx, target, points, image)


@command("glFramebufferTextureFaceEXT", listed=False, target=FRAMEBUFFERS)
def framebuffer_texture_face(ctx, target, attachment, texture, level, face):
    """Attaches a face of a cube map to the bound framebuffer object; texture 0 detaches."""
    if texture and face not in FACES:
        raise invalid_enum(f"face: {FACES.describe(face)}")
    points, image = _points_to_attach(ctx, target, attachment), None
    if texture:
        found = _texture(ctx, texture, lambda t: bool(t.faces), invalid_value)
        image = _image(found, level, face=face_of(face))
    _attach(ctx, target, points, image)


# -- queries ---------------------------------------------------------------------------------------

_SIZES = {
    getattr(gl, f"GL_FRAMEBUFFER_ATTACHMENT_{name}_SIZE"): name[0]
    for name in ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH", "STENCIL")
}


def _face(attachment):
    """Returns the name of a cube map's attached face; 0 for other textures."""
    faces = attachment.source.target.faces
    return getattr(gl, f"GL_{faces[attachment.face]}") if faces else 0


_TEXTURE_ONLY = {
    gl.GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL: lambda a: a.level,
    gl.GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE: _face,
    gl.GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER: lambda a: a.layer,
    gl.GL_FRAMEBUFFER_ATTACHMENT_LAYERED_EXT: lambda a: a.layered,
}
_WINDOW = {
    gl.GL_FRONT_LEFT: 0,
    gl.GL_BACK_LEFT: 0,
    gl.GL_DEPTH: DEPTH,
    gl.GL_STENCIL: STENCIL,
}
_TYPE = gl.GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
_ES_WINDOW = EnumSet("GL_BACK GL_DEPTH GL_STENCIL")
_MISSING = EnumSet("GL_FRONT_RIGHT GL_BACK_RIGHT")  # of the window's buffers


def _plane_parameter(pname, plane):
    """Returns a parameter common to all attachments; None for any other."""
    if pname in _SIZES:
        return _plane_bits(plane, _SIZES[pname])
    if pname == _TYPE:
        # OpenGL ES 3.0, 6.1.13: "If no data storage or texture image has been specified for the
        # attachment, params will contain NONE."
        return gl.GL_NONE if plane is None else component_type(plane.storage)
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING:
        srgb = plane is not None and isinstance(plane.format, ColorFormat) and plane.format.srgb
        return gl.GL_SRGB if srgb else gl.GL_LINEAR
    return None


def _of_nothing(pname, es=0):
    """Returns a parameter of an empty attachment point; refuses all but the type and name.

    es : the major version of OpenGL ES; 0 for other contexts.
    """
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE:
        return gl.GL_NONE
    if es == 2:
        # OpenGL ES 2.0, 6.1.3: "querying any other pname will generate INVALID_ENUM".
        raise invalid_enum(f"pname: nothing is attached, and {gl.name_of(pname)} is of an image")
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME:
        return 0
    raise invalid_operation("nothing is attached at this point")


def _es_buffer(es: int, attachment: int) -> int:
    """Returns the buffer of the window that OpenGL ES names; es : the major version."""
    # OpenGL ES 2.0, 6.1.3: INVALID_OPERATION "if the value of FRAMEBUFFER_BINDING is zero".
    if es < 3:
        raise invalid_operation("the window is bound")
    # OpenGL ES 3.0, 6.1.13: "attachment must be BACK, [...] DEPTH, [...] or STENCIL".
    if attachment not in _ES_WINDOW:
        raise invalid_enum(f"attachment: {_ES_WINDOW.describe(attachment)}")
    return gl.GL_BACK_LEFT if attachment == gl.GL_BACK else attachment


def _of_window(bound, window, attachment, pname):
    if bound.es:
        attachment = _es_buffer(bound.es, attachment)
    plane = _window_planes(window)[_WINDOW[attachment]] if attachment in _WINDOW else None
    if attachment in _MISSING or (attachment in _WINDOW and (bound.undefined or plane is None)):
        return _of_nothing(pname)
    if attachment not in _WINDOW:
        raise invalid_enum(f"attachment: the window has no buffer {gl.name_of(attachment)}")
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE:
        return gl.GL_FRAMEBUFFER_DEFAULT
    if bound.es and (attachment, pname) == (gl.GL_STENCIL, _TYPE):
        return gl.GL_UNSIGNED_INT
    return _plane_parameter(pname, plane)


def _of_object(bound, attachment, pname):
    points = _points(bound, attachment)
    attached = [bound.attachments.get(point) for point in points]
    first = attached[0]
    for other in attached[1:]:
        if (other and other.source) is not (first and first.source):
            raise invalid_operation("depth and stencil have different attachments")
    if first is None:
        return _of_nothing(pname, bound.es)
    if pname == _TYPE and len(points) > 1:
        # OpenGL ES 3.0, 6.1.13: "This query cannot be performed for a combined depth+stencil
        # attachment, since it does not have a single format."
        raise invalid_operation("pname: depth and stencil have different types")
    of_renderbuffer = isinstance(first.source, Renderbuffer)
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE:
        return gl.GL_RENDERBUFFER if of_renderbuffer else gl.GL_TEXTURE
    if pname == gl.GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME:
        return first.source.name
    if pname in _TEXTURE_ONLY and not of_renderbuffer:
        return _TEXTURE_ONLY[pname](first)
    if bound.es and (points, pname) == ((STENCIL,), _TYPE) and first.plane(STENCIL, False):
        return gl.GL_UNSIGNED_INT
    if pname in _SIZES:
        planes = [a.plane(point, False) for a, point in zip(attached, points, strict=True)]
        return max(_plane_bits(plane, _SIZES[pname]) for plane in planes)
    return _plane_parameter(pname, first.plane(points[0], False))


@command("glGetFramebufferAttachmentParameteriv", listed=False, target=FRAMEBUFFERS)
def get_framebuffer_attachment_parameter(ctx, target, attachment, pname, params):
    """Returns a parameter of an attachment of a bound framebuffer."""
    bound = ctx.framebuffers.bound(target)
    if bound.name:
        value = _of_object(bound, attachment, pname)
    else:
        read = target == gl.GL_READ_FRAMEBUFFER
        window = ctx.framebuffers.read_window if read else ctx.framebuffers.draw_window
        value = _of_window(bound, window, attachment, pname)
    if value is None:
        raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of this attachment")
    return fill(params, np.int32(value))
