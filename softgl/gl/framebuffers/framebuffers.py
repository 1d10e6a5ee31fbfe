"""Framebuffer objects: attachments, completeness, and the planes that the pipeline draws and reads.

ARB_framebuffer_object, with the EXT names of the same commands: attachments may differ in format
and in size, and drawing is limited to the area that all have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import cache

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused
from softgl.gl.api.groups import Counted, CountedDict
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.framebuffers.windows import Window
from softgl.gl.textures.es_images import is_renderable, is_unsized_float
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.pipeline.images.surfaces import ImageSurface
from softgl.pipeline.planes.framebuffer import Framebuffer, Layers
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.planes.samples import supported
from softgl.records import dataclass

FRAMEBUFFER_INCOMPLETE_DIMENSIONS = 0x8CD9  # of OpenGL ES 2.0 alone
DEPTH, STENCIL = "depth", "stencil"
"""The attachment points other than colours, which are numbers."""


@dataclass(frozen=True, eq=False)
class Attachment:
    """An image at an attachment point: a renderbuffer, or a slice of a texture's image.

    layered : True if all faces or slices of the texture's level are attached, as layers; this is
        the first.
    """

    source: Renderbuffer | Texture | MultisampleTexture
    level: int = 0
    layer: int = 0
    face: int = 0
    layered: bool = False

    @property
    def internal_format(self) -> int:
        """The enum of the image's internal format; 0 without an image."""
        if isinstance(self.source, Renderbuffer):
            return self.source.internal_format
        image = self.source.stale_image(self.level, self.face)
        return 0 if image is None else getattr(gl, f"GL_{image.format.name}")

    @property
    def place(self) -> tuple:
        """The image: equal for two attachments of one."""
        return id(self.source), self.level, self.layer, self.face

    @property
    def layers(self) -> int:
        """The number of layers; 0 if the images do not form one array."""
        if isinstance(self.source, MultisampleTexture):
            return self.source.layers
        faces = range(len(self.source.target.images))
        images = [self.source.stale_image(self.level, face) for face in faces]
        if None in images or any(image.form != images[0].form for image in images):
            return 0
        return len(images) * images[0].slices

    def at(self, number: int) -> Attachment:
        """Returns one layer as an attachment of its own; an unlayered attachment as it is."""
        if not self.layered:
            return self
        place = {"face": number} if self.source.target.faces else {"layer": number}
        return replace(self, layered=False, **place)

    def plane(self, point, drawn: bool) -> Plane | None:
        """Returns the plane for an attachment point; None if the attachment is incomplete.

        drawn : True if the plane is about to change.
        """
        kind = point if point in (DEPTH, STENCIL) else "color"
        if isinstance(self.source, Renderbuffer):
            plane = self.source.planes.get(kind)
            return plane if plane is not None and plane.width and plane.height else None
        if isinstance(self.source, MultisampleTexture):
            if drawn:
                self.source.count_drawing()
            return self.source.planes(self.layer).get(kind)
        image = self.source.stale_image(self.level, self.face)
        if (
            image is None
            or (self.layered and not self.layers)
            or not all(image.size)
            or self.layer >= image.slices
            or kind not in image.format.plane_formats
        ):
            return None
        place = self.level, self.face, self.layer
        surface = self.source.surface(*place, ImageSurface, drawn)
        if drawn:
            surface.changed.add(kind)
        return surface.planes[kind]


@dataclass(frozen=True)
class Defaults:
    """The size of a framebuffer object without attachments (ARB_framebuffer_no_attachments).

    layers : 0 if it is not layered. samples : as requested, 0 without multisampling. fixed : True
        if all pixels have the same sample locations, as they always do.
    """

    width: int = 0
    height: int = 0
    layers: int = 0
    samples: int = 0
    fixed: bool = False


@dataclass(eq=False)
class FramebufferObject(Counted):
    """A framebuffer object; the one named 0 holds the window's draw and read buffers.

    draw_buffers : DRAW_BUFFERi, up to the last that is not NONE, at least one.
    undefined : True for the name 0 while the context has no window. es : the major version of a
        context of OpenGL ES, which has rules of its own for attachments; 0 for other contexts.
    """

    name: int
    attachments: dict = field(default_factory=CountedDict)
    draw_buffers: tuple[int, ...] = (gl.GL_COLOR_ATTACHMENT0,)
    read_buffer: int = gl.GL_COLOR_ATTACHMENT0
    undefined: bool = False
    defaults: Defaults = Defaults()
    es: int = 0

    def detach(self, source) -> None:
        """Removes all attachments of a renderbuffer or texture."""
        for point in [p for p, a in self.attachments.items() if a.source is source]:
            del self.attachments[point]

    def status(self) -> int:
        """Returns the result of glCheckFramebufferStatus."""
        if not self.name:
            # OpenGL 3.3, 4.4.4: "if no default framebuffer exists [...] it is deemed to be
            # incomplete."
            undefined, complete = gl.GL_FRAMEBUFFER_UNDEFINED, gl.GL_FRAMEBUFFER_COMPLETE
            return undefined if self.undefined else complete
        planes = [a.plane(point, drawn=False) for point, a in self.attachments.items()]
        if None in planes or (self.es and not all(map(self._is_es_attachment, self.attachments))):
            return gl.GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
        if not self.attachments:
            # ARB_framebuffer_no_attachments, 4.4.4: "at least one image attached [...], or the
            # framebuffer's FRAMEBUFFER_DEFAULT_WIDTH and FRAMEBUFFER_DEFAULT_HEIGHT parameters are
            # both non-zero."
            if self.defaults.width and self.defaults.height:
                return gl.GL_FRAMEBUFFER_COMPLETE
            return gl.GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT
        if self.es and (status := self._es_status(planes)):
            return status
        # ARB_ES2_compatibility, 4.4.4: "Remove all references to draw/read buffers affecting
        # completeness."
        if len({plane.samples for plane in planes}) > 1 or not self._samples_agree():
            # "The value of RENDERBUFFER_SAMPLES is the same for all attached images."
            return gl.GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE
        status = self._layers_status()
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            return status
        if not all(plane.storage.drawable for plane in planes):
            # EXT_texture_shared_exponent, issue 8: "this is not a renderable format".
            return gl.GL_FRAMEBUFFER_UNSUPPORTED
        return gl.GL_FRAMEBUFFER_COMPLETE

    def _is_es_attachment(self, point) -> bool:
        """True if an attachment is complete in OpenGL ES, beside its size and its layer."""
        kind = point if point in (DEPTH, STENCIL) else "color"
        attachment = self.attachments[point]
        source, level = attachment.source, attachment.level
        if isinstance(source, Texture):
            if self.es > 2 and not source.may_be_attached(level):
                return False
            if is_unsized_float(source.stale_image(level, attachment.face).format):
                return False
        return is_renderable(attachment.internal_format, kind, self.es)

    def _es_status(self, planes) -> int:
        """Returns the reason of OpenGL ES why attachments do not go together; 0 for none."""
        # OpenGL ES 2.0, 4.4.5: "All attached images have the same width and height."
        if self.es < 3 and len({(plane.width, plane.height) for plane in planes}) > 1:
            return FRAMEBUFFER_INCOMPLETE_DIMENSIONS
        # OpenGL ES 3.0, 4.4.4.2: "Depth and stencil attachments, if present, are the same image.
        # { FRAMEBUFFER_UNSUPPORTED }"
        depth, stencil = self.attachments.get(DEPTH), self.attachments.get(STENCIL)
        if self.es > 2 and depth and stencil and depth.place != stencil.place:
            return gl.GL_FRAMEBUFFER_UNSUPPORTED
        return 0

    def _samples_agree(self) -> bool:
        """True if all attachments have the same sample locations.

        ARB_texture_multisample, 4.4.4: "The value of TEXTURE_FIXED_SAMPLE_LOCATIONS is the same for
        all attached textures", and TRUE if there are renderbuffers too.
        """
        return len({getattr(a.source, "fixed", True) for a in self.attachments.values()}) <= 1

    @property
    def layered(self) -> bool:
        """True if any attachment is layered; in a complete object all are then."""
        if not self.attachments:
            return bool(self.defaults.layers)
        return any(a.layered for a in self.attachments.values())

    def _layers_status(self):
        """Returns the status with regard to layers (OpenGL 3.3 compatibility, 4.4.4)."""
        if not self.layered:
            return gl.GL_FRAMEBUFFER_COMPLETE
        attachments = self.attachments.values()
        points = self.attachments.keys() - {DEPTH, STENCIL}
        if (
            not all(a.layered for a in attachments)
            or len({self.attachments[point].source.target for point in points}) > 1
        ):
            return gl.GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT
        return gl.GL_FRAMEBUFFER_COMPLETE

    def framebuffer(self, buffers, drawn: bool) -> Framebuffer:
        """Returns the planes of given colour buffers, depth and stencil of a complete object."""
        if not self.layered:
            return self._layer(0, buffers, drawn)
        # 4.4: "If the number of layers of each attachment are not all identical, rendering will be
        # limited to the smallest number of layers of any attachment"; NV_geometry_program4 has such
        # an object as incomplete. 4.4.7: of an attachment that is cleared "all layers" are.
        counts = [a.layers for a in self.attachments.values()] or [self.defaults.layers]
        # Asking for a layer marks it as drawn to.
        layer = cache(lambda number: self._layer(number, buffers, drawn))
        return self._layer(0, buffers, drawn, Layers(min(counts), layer, max(counts)))

    def _layer(self, number, buffers, drawn, layers=None):
        """Returns the planes of one layer; layers : all of them, for the framebuffer."""
        if not self.attachments:
            size, nothing = (self.defaults.width, self.defaults.height), [None] * len(buffers)
            samples = supported(self.defaults.samples)
            return Framebuffer(*size, nothing, None, None, samples, layers=layers)
        planes = {
            point: a.at(number).plane(point, drawn)
            for point, a in self.attachments.items()
            if not number or number < a.layers
        }
        # ARB_ES2_compatibility, 4.2.1: "if [...] a draw buffer selects an attachment that has no
        # image attached, then that fragment color is not written to any buffer."
        colors = [planes.get(b - gl.GL_COLOR_ATTACHMENT0) if b else None for b in buffers]
        size = (min(getattr(p, axis) for p in planes.values()) for axis in ("width", "height"))
        samples = next(iter(planes.values())).samples
        return Framebuffer(
            *size, colors, planes.get(DEPTH), planes.get(STENCIL), samples, layers=layers
        )


def _window():
    # OpenGL 2.1, 4.2.1: "the initial value is FRONT if there are no back buffers, otherwise it is
    # BACK".
    return FramebufferObject(0, CountedDict(), (gl.GL_BACK,), gl.GL_BACK)


@dataclass(eq=False)
class Framebuffers(Counted):
    """The framebuffer and renderbuffer objects by name (None: a reserved name), and the bindings.

    draw_window, read_window : the windows behind the name 0 for drawing and reading, mostly the
        same; empty ones if the context has none. window : their draw and read buffers.
    """

    draw_window: Window
    read_window: Window
    objects: dict[int, FramebufferObject | None] = field(default_factory=dict)
    renderbuffers: dict[int, Renderbuffer | None] = field(default_factory=dict)
    renderbuffer: Renderbuffer | None = None
    window: FramebufferObject = field(default_factory=_window)

    def __post_init__(self):
        self.draw = self.read = self.window

    @property
    def planes(self) -> Framebuffer:
        """The planes of the window for drawing."""
        return self.draw_window.planes

    @property
    def accumulated(self) -> Plane | None:
        """The accumulation buffer of the drawn window; None before its first use."""
        return self.draw_window.accumulated

    def bound(self, target: int) -> FramebufferObject:
        """Returns the object bound to a target; FRAMEBUFFER stands for DRAW_FRAMEBUFFER."""
        return self.read if target == gl.GL_READ_FRAMEBUFFER else self.draw

    def detach(self, source) -> None:
        """Removes a renderbuffer or texture from the bound framebuffers."""
        self.draw.detach(source)
        self.read.detach(source)

    def drawing(self) -> Framebuffer:
        """Returns the planes to draw to, and marks them as changed; raises if incomplete."""
        return self._planes(self.draw, self.draw_window, self.draw.draw_buffers, True)

    def flush_before_read(self, flush: Callable[[], None]) -> None:
        """Has `flush` called before any use of the textures that are drawn to."""
        for attachment in self.draw.attachments.values():
            if not isinstance(attachment.source, Renderbuffer):
                attachment.source.flush_before_read(flush)

    def planned(self) -> Framebuffer:
        """Returns the planes to draw to, without marking them as changed."""
        return self._planes(self.draw, self.draw_window, self.draw.draw_buffers, False)

    def reading(self) -> Framebuffer:
        """Returns the planes to read: colour 0 is the read buffer or None; raises if incomplete."""
        return self._planes(self.read, self.read_window, (self.read.read_buffer,), False)

    def depths_beside_stencil(self) -> list[Plane | None]:
        """Returns the depths in the images of the stencil indices to read and to draw to."""
        return [
            bound.attachments[STENCIL].plane(DEPTH, drawn=False)
            if bound.name
            else window.planes.depth_plane
            for bound, window in ((self.read, self.read_window), (self.draw, self.draw_window))
        ]

    def _planes(self, bound, window, buffers, drawn):
        if not bound.name and not bound.undefined:
            window = window.planes
            if all(buffers) and len(buffers) == 1:
                return window
            colors = [window.colors[0] if buffer else None for buffer in buffers]
            depth, stencil = window.depth_plane, window.stencil_plane
            size = window.width, window.height
            return Framebuffer(*size, colors, depth, stencil, window.samples)
        status = bound.status()
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            raise Refused(
                gl.GL_INVALID_FRAMEBUFFER_OPERATION,
                f"framebuffer {bound.name} is not complete: {gl.name_of(status)}",
            )
        return bound.framebuffer(buffers, drawn)
