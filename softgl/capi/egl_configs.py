"""The configurations of EGL: their attributes, choice and order (1.5, 3.4)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from softgl.capi import egl_registry as egl
from softgl.capi.egl_state import Failure, egl_function, give_attribute, initialized
from softgl.capi.entry_points import read_attributes, write_int
from softgl.gl.api import enums as gl
from softgl.gl.framebuffers.windows import MAX_FRAMEBUFFER_SIZE, SAMPLES, Window, make_window
from softgl.records import dataclass

COLORS = {
    (True, False): gl.GL_RGBA8,
    (False, False): gl.GL_RGB8,
    (True, True): gl.GL_SRGB8_ALPHA8,
    (False, True): gl.GL_SRGB8,
}
"""The internal format of colours with or without alpha, and with or without sRGB."""
DEPTHS_AND_STENCILS = (0, 0), (16, 0), (24, 0), (24, 8)
_RENDERABLE = egl.EGL_OPENGL_BIT | egl.EGL_OPENGL_ES2_BIT | egl.EGL_OPENGL_ES3_BIT
EVERYWHERE = {
    egl.EGL_RED_SIZE: 8,
    egl.EGL_GREEN_SIZE: 8,
    egl.EGL_BLUE_SIZE: 8,
    egl.EGL_LUMINANCE_SIZE: 0,
    egl.EGL_ALPHA_MASK_SIZE: 0,
    egl.EGL_BIND_TO_TEXTURE_RGB: egl.EGL_FALSE,
    egl.EGL_BIND_TO_TEXTURE_RGBA: egl.EGL_FALSE,
    egl.EGL_COLOR_BUFFER_TYPE: egl.EGL_RGB_BUFFER,
    egl.EGL_CONFIG_CAVEAT: egl.EGL_NONE,
    egl.EGL_CONFORMANT: _RENDERABLE,
    egl.EGL_LEVEL: 0,
    egl.EGL_MAX_PBUFFER_WIDTH: MAX_FRAMEBUFFER_SIZE,
    egl.EGL_MAX_PBUFFER_HEIGHT: MAX_FRAMEBUFFER_SIZE,
    egl.EGL_MAX_PBUFFER_PIXELS: MAX_FRAMEBUFFER_SIZE * MAX_FRAMEBUFFER_SIZE,
    egl.EGL_MAX_SWAP_INTERVAL: 0,
    egl.EGL_MIN_SWAP_INTERVAL: 0,
    egl.EGL_NATIVE_RENDERABLE: egl.EGL_FALSE,
    egl.EGL_NATIVE_VISUAL_ID: 0,
    egl.EGL_NATIVE_VISUAL_TYPE: egl.EGL_NONE,
    egl.EGL_RENDERABLE_TYPE: _RENDERABLE,
    # All samples of a pixel count alike, and posting a pbuffer changes nothing.
    egl.EGL_SURFACE_TYPE: (
        egl.EGL_PBUFFER_BIT
        | egl.EGL_MULTISAMPLE_RESOLVE_BOX_BIT
        | egl.EGL_SWAP_BEHAVIOR_PRESERVED_BIT
    ),
    egl.EGL_TRANSPARENT_TYPE: egl.EGL_NONE,
    egl.EGL_TRANSPARENT_RED_VALUE: 0,
    egl.EGL_TRANSPARENT_GREEN_VALUE: 0,
    egl.EGL_TRANSPARENT_BLUE_VALUE: 0,
}
"""The attributes of table 3.1 that are equal in all configurations."""


@dataclass(frozen=True)
class Config:
    """A configuration: the bits of its buffers. number : EGL_CONFIG_ID, which is its handle too."""

    number: int
    alpha: int
    depth: int
    stencil: int
    samples: int

    @property
    def attributes(self) -> dict[int, int]:
        """Every attribute of table 3.1."""
        return EVERYWHERE | {
            egl.EGL_CONFIG_ID: self.number,
            egl.EGL_BUFFER_SIZE: 24 + self.alpha,
            egl.EGL_ALPHA_SIZE: self.alpha,
            egl.EGL_DEPTH_SIZE: self.depth,
            egl.EGL_STENCIL_SIZE: self.stencil,
            egl.EGL_SAMPLE_BUFFERS: int(self.samples > 0),
            egl.EGL_SAMPLES: self.samples,
        }

    @property
    def buffers(self) -> tuple[int, ...]:
        """The bits that a context and a surface must agree in to be compatible (2.2)."""
        return self.alpha, self.depth, self.stencil, self.samples

    def make_window(self, width: int, height: int, srgb: bool) -> Window:
        """A window with these buffers; srgb : True if it has sRGB colours. Raises MemoryError."""
        color = COLORS[bool(self.alpha), srgb]
        return make_window(width, height, self.samples, color, self.depth, self.stencil)


def _all_configs() -> Iterable[Config]:
    number = 0
    for alpha in (8, 0):
        for samples in (0, *SAMPLES):
            for depth, stencil in DEPTHS_AND_STENCILS:
                number += 1
                yield Config(number, alpha, depth, stencil, samples)


CONFIGS = {config.number: config for config in _all_configs()}
"""The configurations of every display by their handles."""


def find_config(handle: int) -> Config:
    """The configuration with a handle."""
    if handle not in CONFIGS:
        raise Failure(egl.EGL_BAD_CONFIG)
    return CONFIGS[handle]


# -- choosing --------------------------------------------------------------------------------------

IGNORED = frozenset({
    egl.EGL_MAX_PBUFFER_WIDTH,
    egl.EGL_MAX_PBUFFER_HEIGHT,
    egl.EGL_MAX_PBUFFER_PIXELS,
    egl.EGL_NATIVE_VISUAL_ID,
    egl.EGL_NATIVE_VISUAL_TYPE,  # "if there are no native visual types"
})  # fmt: skip
"""3.4.1.1: attributes that are not matched, whatever their values."""
AT_LEAST = frozenset({
    egl.EGL_BUFFER_SIZE,
    egl.EGL_RED_SIZE,
    egl.EGL_GREEN_SIZE,
    egl.EGL_BLUE_SIZE,
    egl.EGL_LUMINANCE_SIZE,
    egl.EGL_ALPHA_SIZE,
    egl.EGL_ALPHA_MASK_SIZE,
    egl.EGL_DEPTH_SIZE,
    egl.EGL_SAMPLE_BUFFERS,
    egl.EGL_SAMPLES,
    egl.EGL_STENCIL_SIZE,
})  # fmt: skip
_APIS = (
    egl.EGL_OPENGL_ES_BIT
    | egl.EGL_OPENVG_BIT
    | egl.EGL_OPENGL_ES2_BIT
    | egl.EGL_OPENGL_ES3_BIT
    | egl.EGL_OPENGL_BIT
)
MASKS = {
    egl.EGL_CONFORMANT: _APIS,
    egl.EGL_RENDERABLE_TYPE: _APIS,
    egl.EGL_SURFACE_TYPE: (
        egl.EGL_PBUFFER_BIT
        | egl.EGL_PIXMAP_BIT
        | egl.EGL_WINDOW_BIT
        | egl.EGL_VG_COLORSPACE_LINEAR_BIT
        | egl.EGL_VG_ALPHA_FORMAT_PRE_BIT
        | egl.EGL_MULTISAMPLE_RESOLVE_BOX_BIT
        | egl.EGL_SWAP_BEHAVIOR_PRESERVED_BIT
    ),
}
"""Attributes that are masks -> the bits with a meaning."""
_BOOLEANS = frozenset({egl.EGL_FALSE, egl.EGL_TRUE})
LEGAL = {
    egl.EGL_BIND_TO_TEXTURE_RGB: _BOOLEANS,
    egl.EGL_BIND_TO_TEXTURE_RGBA: _BOOLEANS,
    egl.EGL_NATIVE_RENDERABLE: _BOOLEANS,
    egl.EGL_SAMPLE_BUFFERS: frozenset({0, 1}),
    egl.EGL_COLOR_BUFFER_TYPE: frozenset({egl.EGL_RGB_BUFFER, egl.EGL_LUMINANCE_BUFFER}),
    egl.EGL_CONFIG_CAVEAT: frozenset({
        egl.EGL_NONE, egl.EGL_SLOW_CONFIG, egl.EGL_NON_CONFORMANT_CONFIG,
    }),
    egl.EGL_TRANSPARENT_TYPE: frozenset({egl.EGL_NONE, egl.EGL_TRANSPARENT_RGB}),
    # There is no native pixmap.
    egl.EGL_MATCH_NATIVE_PIXMAP: frozenset({egl.EGL_NONE}),
}  # fmt: skip
"""Attributes with few legal values -> those values."""
DEFAULTS = {
    **dict.fromkeys(AT_LEAST, 0),
    egl.EGL_BIND_TO_TEXTURE_RGB: egl.EGL_DONT_CARE,
    egl.EGL_BIND_TO_TEXTURE_RGBA: egl.EGL_DONT_CARE,
    egl.EGL_COLOR_BUFFER_TYPE: egl.EGL_RGB_BUFFER,
    egl.EGL_CONFIG_CAVEAT: egl.EGL_DONT_CARE,
    egl.EGL_CONFIG_ID: egl.EGL_DONT_CARE,
    egl.EGL_CONFORMANT: 0,
    egl.EGL_LEVEL: 0,
    egl.EGL_MATCH_NATIVE_PIXMAP: egl.EGL_NONE,
    egl.EGL_MAX_SWAP_INTERVAL: egl.EGL_DONT_CARE,
    egl.EGL_MIN_SWAP_INTERVAL: egl.EGL_DONT_CARE,
    egl.EGL_NATIVE_RENDERABLE: egl.EGL_DONT_CARE,
    egl.EGL_RENDERABLE_TYPE: egl.EGL_OPENGL_ES_BIT,
    egl.EGL_SURFACE_TYPE: egl.EGL_WINDOW_BIT,
    egl.EGL_TRANSPARENT_TYPE: egl.EGL_NONE,
    egl.EGL_TRANSPARENT_RED_VALUE: egl.EGL_DONT_CARE,
    egl.EGL_TRANSPARENT_GREEN_VALUE: egl.EGL_DONT_CARE,
    egl.EGL_TRANSPARENT_BLUE_VALUE: egl.EGL_DONT_CARE,
}
"""Table 3.4, without the attributes that are ignored."""
_ALWAYS_CHECKED = frozenset({egl.EGL_LEVEL, egl.EGL_MATCH_NATIVE_PIXMAP})
_TRANSPARENT = frozenset({
    egl.EGL_TRANSPARENT_RED_VALUE,
    egl.EGL_TRANSPARENT_GREEN_VALUE,
    egl.EGL_TRANSPARENT_BLUE_VALUE,
})  # fmt: skip


def _is_legal(attribute: int, value: int) -> bool:
    """True for a legal value of an attribute in eglChooseConfig."""
    if attribute in IGNORED:
        return True
    if value == egl.EGL_DONT_CARE:
        return attribute not in _ALWAYS_CHECKED
    if attribute in MASKS:
        return not value & ~MASKS[attribute]
    if attribute in LEGAL:
        return value in LEGAL[attribute]
    return value >= 0 or attribute == egl.EGL_LEVEL


def complete_attributes(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Completes requested attributes by the defaults; of equal attributes, the last one counts."""
    requested = dict(DEFAULTS)
    for attribute, value in pairs:
        known = attribute in DEFAULTS or attribute in IGNORED
        if not known or not _is_legal(attribute, value):
            raise Failure(egl.EGL_BAD_ATTRIBUTE)
        if attribute not in IGNORED:
            requested[attribute] = value
    return requested


def _matches(config: Config, requested: dict[int, int]) -> bool:
    """3.4.1.1: True if a configuration meets every requested attribute."""
    attributes = config.attributes
    # "When EGL_CONFIG_ID is specified, all other attributes are ignored".
    if requested[egl.EGL_CONFIG_ID] != egl.EGL_DONT_CARE:
        return requested[egl.EGL_CONFIG_ID] == config.number
    for attribute, value in requested.items():
        if value == egl.EGL_DONT_CARE or attribute == egl.EGL_MATCH_NATIVE_PIXMAP:
            continue
        if attribute in _TRANSPARENT and requested[egl.EGL_TRANSPARENT_TYPE] == egl.EGL_NONE:
            continue
        has = attributes[attribute]
        if attribute in AT_LEAST:
            matches = has >= value
        elif attribute in MASKS:
            matches = has & value == value
        else:
            matches = has == value
        if not matches:
            return False
    return True


_CAVEATS = (egl.EGL_NONE, egl.EGL_SLOW_CONFIG, egl.EGL_NON_CONFORMANT_CONFIG)
_COLORS = (egl.EGL_RED_SIZE, egl.EGL_GREEN_SIZE, egl.EGL_BLUE_SIZE, egl.EGL_ALPHA_SIZE)


def _order(config: Config, requested: dict[int, int]) -> tuple[int, ...]:
    """3.4.1.2: the sort key of configurations, smaller ones first."""
    has = config.attributes
    # Rule 3: "by larger total number of color bits [...] If the requested number of bits [...] is 0
    # or EGL_DONT_CARE, then the number of bits for that component is not considered."
    colors = sum(has[each] for each in _COLORS if requested[each] not in (0, egl.EGL_DONT_CARE))
    rest = (
        *(egl.EGL_BUFFER_SIZE, egl.EGL_SAMPLE_BUFFERS, egl.EGL_SAMPLES, egl.EGL_DEPTH_SIZE),
        *(egl.EGL_STENCIL_SIZE, egl.EGL_ALPHA_MASK_SIZE, egl.EGL_CONFIG_ID),
    )
    # Rules 2 and 10 order types of buffers and of visuals; there is one type of each.
    return _CAVEATS.index(has[egl.EGL_CONFIG_CAVEAT]), -colors, *(has[each] for each in rest)


def choose(pairs: Iterable[tuple[int, int]], configs: Iterable[Config]) -> list[Config]:
    """The configurations that match pairs of attributes and values, the best one first."""
    requested = complete_attributes(pairs)
    found = (config for config in configs if _matches(config, requested))
    return sorted(found, key=lambda config: _order(config, requested))


# -- functions -------------------------------------------------------------------------------------


def _give(found: list[Config], configs: int, size: int, number: int):
    """Writes handles of configurations and their number; without an array only the number."""
    if configs:
        found = found[: max(size, 0)]
        ctypes.memmove(configs, (ctypes.c_void_p * len(found))(*(c.number for c in found)),
                       len(found) * ctypes.sizeof(ctypes.c_void_p))  # fmt: skip
    write_int(number, len(found))
    return egl.EGL_TRUE


@egl_function("eglGetConfigs")
def get_configs(dpy, configs, config_size, num_config):
    """Writes the handles of all configurations, or their number."""
    initialized(dpy)
    if not num_config:
        raise Failure(egl.EGL_BAD_PARAMETER)
    return _give(list(CONFIGS.values()), configs, config_size, num_config)


@egl_function("eglChooseConfig")
def choose_config(dpy, attrib_list, configs, config_size, num_config):
    """Writes the handles of the matching configurations, or their number."""
    initialized(dpy)
    if not num_config:
        raise Failure(egl.EGL_BAD_PARAMETER)
    found = choose(read_attributes(attrib_list, egl.EGL_NONE), CONFIGS.values())
    return _give(found, configs, config_size, num_config)


@egl_function("eglGetConfigAttrib")
def get_config_attribute(dpy, config, attribute, value):
    """Writes an attribute of a configuration."""
    initialized(dpy)
    return give_attribute(find_config(config).attributes, attribute, value)
