"""The surfaces of EGL: pbuffers (1.5, 3.5). Native windows and pixmaps do not exist here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from softgl.capi import egl_registry as egl
from softgl.capi.egl_configs import Config, find_config
from softgl.capi.egl_state import (
    Display,
    Failure,
    Resource,
    egl_function,
    give_attribute,
    initialized,
)
from softgl.capi.entry_points import read_attributes
from softgl.gl.framebuffers.windows import MAX_FRAMEBUFFER_SIZE, Window
from softgl.records import dataclass


@dataclass(eq=False)
class Surface(Resource):
    """A pbuffer. requested : the attributes of its creation. level : EGL_MIPMAP_LEVEL."""

    config: Config
    window: Window
    requested: dict[int, int]
    level: int = field(default=0, init=False)
    resolve: int = field(default=egl.EGL_MULTISAMPLE_RESOLVE_DEFAULT, init=False)
    # 3.5.6: "The initial value of EGL_SWAP_BEHAVIOR is chosen by the implementation."
    swap: int = field(default=egl.EGL_BUFFER_PRESERVED, init=False)


def find_surface(display: Display, handle: int) -> Surface:
    """The surface of a display with a handle."""
    return display.find(handle, Surface, egl.EGL_BAD_SURFACE)


# -- pbuffers --------------------------------------------------------------------------------------

_BOOLEANS = (egl.EGL_FALSE, egl.EGL_TRUE)
_SPACES = (egl.EGL_GL_COLORSPACE_LINEAR, egl.EGL_GL_COLORSPACE_SRGB)
DEFAULTS = {
    egl.EGL_WIDTH: 0,
    egl.EGL_HEIGHT: 0,
    egl.EGL_LARGEST_PBUFFER: egl.EGL_FALSE,
    egl.EGL_TEXTURE_FORMAT: egl.EGL_NO_TEXTURE,
    egl.EGL_TEXTURE_TARGET: egl.EGL_NO_TEXTURE,
    egl.EGL_MIPMAP_TEXTURE: egl.EGL_FALSE,
    egl.EGL_GL_COLORSPACE: egl.EGL_GL_COLORSPACE_LINEAR,
    egl.EGL_VG_COLORSPACE: egl.EGL_VG_COLORSPACE_sRGB,
    egl.EGL_VG_ALPHA_FORMAT: egl.EGL_VG_ALPHA_FORMAT_NONPRE,
}
"""The attributes of a pbuffer."""
_FORMATS = (egl.EGL_NO_TEXTURE, egl.EGL_TEXTURE_RGB, egl.EGL_TEXTURE_RGBA)
_LEGAL = {
    egl.EGL_LARGEST_PBUFFER: _BOOLEANS,
    egl.EGL_TEXTURE_FORMAT: _FORMATS,
    egl.EGL_TEXTURE_TARGET: (egl.EGL_NO_TEXTURE, egl.EGL_TEXTURE_2D),
    egl.EGL_MIPMAP_TEXTURE: _BOOLEANS,
    egl.EGL_GL_COLORSPACE: _SPACES,
    egl.EGL_VG_COLORSPACE: (egl.EGL_VG_COLORSPACE_sRGB, egl.EGL_VG_COLORSPACE_LINEAR),
    egl.EGL_VG_ALPHA_FORMAT: (egl.EGL_VG_ALPHA_FORMAT_NONPRE, egl.EGL_VG_ALPHA_FORMAT_PRE),
}


def _is_textured(requested: dict[int, int]) -> bool:
    """True if a pbuffer is created to be a texture, which no configuration lets it be bound to."""
    return requested[egl.EGL_TEXTURE_FORMAT] != egl.EGL_NO_TEXTURE


def _parse_pbuffer(attrib_list: int) -> dict[int, int]:
    """The attributes of a pbuffer, with the defaults."""
    requested = dict(DEFAULTS)
    for attribute, value in read_attributes(attrib_list, egl.EGL_NONE):
        if attribute not in DEFAULTS or value not in _LEGAL.get(attribute, (value,)):
            raise Failure(egl.EGL_BAD_ATTRIBUTE)
        requested[attribute] = value
    if requested[egl.EGL_WIDTH] < 0 or requested[egl.EGL_HEIGHT] < 0:
        raise Failure(egl.EGL_BAD_PARAMETER)
    # 3.5.2: EGL_BAD_MATCH if one of the texture's format and target is EGL_NO_TEXTURE alone.
    if _is_textured(requested) != (requested[egl.EGL_TEXTURE_TARGET] != egl.EGL_NO_TEXTURE):
        raise Failure(egl.EGL_BAD_MATCH)
    for attribute in (egl.EGL_VG_COLORSPACE, egl.EGL_VG_ALPHA_FORMAT):
        if requested[attribute] != DEFAULTS[attribute]:
            raise Failure(egl.EGL_BAD_MATCH)  # which needs a bit of EGL_SURFACE_TYPE
    return requested


def _allocate(
    make: Callable[[int, int], Window], width: int, height: int, largest: int, ratio: bool = False
) -> Window:
    """Makes a window of a size, or the largest that memory allows. Raises MemoryError.

    ratio : True to preserve the ratio of width and height, as 3.5.2 has it for textures.
    """
    if largest and ratio and max(width, height) > MAX_FRAMEBUFFER_SIZE:
        longer = max(width, height)
        width, height = (each * MAX_FRAMEBUFFER_SIZE // longer for each in (width, height))
    if largest:
        width, height = min(width, MAX_FRAMEBUFFER_SIZE), min(height, MAX_FRAMEBUFFER_SIZE)
    elif max(width, height) > MAX_FRAMEBUFFER_SIZE:
        raise Failure(egl.EGL_BAD_ALLOC)
    while True:
        try:
            return make(width, height)
        except MemoryError:
            if not largest or width * height <= 1:
                raise
            narrower, lower = ratio or width > height, ratio or width <= height
            width, height = width // (1 + narrower), height // (1 + lower)


@egl_function("eglCreatePbufferSurface")
def create_pbuffer_surface(dpy, config, attrib_list):
    """Makes a pbuffer with the buffers of a configuration."""
    display, config = initialized(dpy), find_config(config)
    requested = _parse_pbuffer(attrib_list)
    srgb = requested[egl.EGL_GL_COLORSPACE] == egl.EGL_GL_COLORSPACE_SRGB

    def make(width, height):
        return config.make_window(width, height, srgb)

    size = requested[egl.EGL_WIDTH], requested[egl.EGL_HEIGHT]
    window = _allocate(make, *size, requested[egl.EGL_LARGEST_PBUFFER], _is_textured(requested))
    return display.add(Surface(display, config, window, requested))


@egl_function("eglCreatePbufferFromClientBuffer")
def create_pbuffer_from_client_buffer(dpy, buftype, buffer, config, attrib_list):
    """Fails: only OpenVG images are such buffers, and no handle of one is valid."""
    initialized(dpy)
    if buftype != egl.EGL_OPENVG_IMAGE:
        raise Failure(egl.EGL_BAD_PARAMETER)
    find_config(config)
    raise Failure(egl.EGL_BAD_PARAMETER)


# -- windows and pixmaps ---------------------------------------------------------------------------


def _refuse(name: str, code: int, platform: str) -> None:
    @egl_function(name)
    def create(dpy, config, native, attrib_list):
        """Fails: no native object is valid on these platforms.

        EGL_MESA_platform_surfaceless of the functions with "Platform": an "unconditional failure",
        whatever the configuration is: EGL_BAD_NATIVE_WINDOW or EGL_BAD_NATIVE_PIXMAP.
        EGL_EXT_platform_device: "There are no valid values".
        """
        initialized(dpy)
        if not platform:
            find_config(config)
        raise Failure(code)


for _name in ("", "Platform"):
    for _kind, _code in (
        ("Window", egl.EGL_BAD_NATIVE_WINDOW),
        ("Pixmap", egl.EGL_BAD_NATIVE_PIXMAP),
    ):
        for _suffix in ("", "EXT") if _name else ("",):
            _refuse(f"eglCreate{_name}{_kind}Surface{_suffix}", _code, _name)


# -- attributes ------------------------------------------------------------------------------------


@egl_function("eglDestroySurface")
def destroy_surface(dpy, surface):
    """Invalidates a surface's handle; its pixels live on while it is current."""
    display = initialized(dpy)
    return display.remove(find_surface(display, surface))


@egl_function("eglQuerySurface")
def query_surface(dpy, surface, attribute, value):
    """Writes an attribute of a surface: table 3.5."""
    found = find_surface(initialized(dpy), surface)
    values = found.requested | {
        egl.EGL_CONFIG_ID: found.config.number,
        egl.EGL_WIDTH: found.window.width,
        egl.EGL_HEIGHT: found.window.height,
        egl.EGL_HORIZONTAL_RESOLUTION: egl.EGL_UNKNOWN,
        egl.EGL_VERTICAL_RESOLUTION: egl.EGL_UNKNOWN,
        egl.EGL_PIXEL_ASPECT_RATIO: egl.EGL_UNKNOWN,
        egl.EGL_RENDER_BUFFER: egl.EGL_BACK_BUFFER,
        egl.EGL_MULTISAMPLE_RESOLVE: found.resolve,
        egl.EGL_SWAP_BEHAVIOR: found.swap,
        egl.EGL_MIPMAP_LEVEL: found.level,
    }
    return give_attribute(values, attribute, value)


_RESOLVES = (egl.EGL_MULTISAMPLE_RESOLVE_DEFAULT, egl.EGL_MULTISAMPLE_RESOLVE_BOX)
_SWAPS = (egl.EGL_BUFFER_PRESERVED, egl.EGL_BUFFER_DESTROYED)


@egl_function("eglSurfaceAttrib")
def surface_attribute(dpy, surface, attribute, value):
    """Sets an attribute of a surface, without an effect: samples weigh the same, pixels stay."""
    found = find_surface(initialized(dpy), surface)
    if attribute == egl.EGL_MIPMAP_LEVEL:
        found.level = value  # 3.5.6: any value, as the closest level counts
        return egl.EGL_TRUE
    if attribute not in (egl.EGL_MULTISAMPLE_RESOLVE, egl.EGL_SWAP_BEHAVIOR):
        raise Failure(egl.EGL_BAD_ATTRIBUTE)
    resolves = attribute == egl.EGL_MULTISAMPLE_RESOLVE
    if value not in (_RESOLVES if resolves else _SWAPS):
        raise Failure(egl.EGL_BAD_PARAMETER)
    if resolves:
        found.resolve = value
    else:
        found.swap = value
    return egl.EGL_TRUE


def _refuse_texture(name: str) -> None:
    @egl_function(name)
    def bind(dpy, surface, buffer):
        """Fails: 3.6.1 has EGL_BAD_SURFACE if no texture can be bound, which is so here."""
        found = find_surface(initialized(dpy), surface)
        if not _is_textured(found.requested):
            raise Failure(egl.EGL_BAD_MATCH)
        if buffer != egl.EGL_BACK_BUFFER:
            raise Failure(egl.EGL_BAD_PARAMETER)
        raise Failure(egl.EGL_BAD_SURFACE)


_refuse_texture("eglBindTexImage")
_refuse_texture("eglReleaseTexImage")
