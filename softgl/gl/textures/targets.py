"""Texture targets by enum: sets for the checks of commands, and the target or face of an enum."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.signature import EnumSet
from softgl.gl.pixels.pixels import enum_set
from softgl.texture.targets import BOUND, MULTISAMPLED, TARGETS, Target


def _named(names_of, targets=TARGETS) -> dict[int, tuple[Target, int]]:
    return {
        getattr(gl, f"GL_{name}"): (target, face)
        for target in targets.values()
        for face, name in enumerate(names_of(target))
    }


_BOUND = _named(lambda target: (target.enum,), BOUND)
_TEXTURES = _named(lambda target: (target.enum,))
_PROXIES = _named(lambda target: (f"PROXY_{target.enum}",), TARGETS | MULTISAMPLED)
_IMAGES = _named(lambda target: target.images)

BOUND_TARGETS = EnumSet.of(_BOUND)
"""The targets to which textures are bound."""
TEXTURE_TARGETS = EnumSet.of(_TEXTURES)
"""The targets with images of levels: not buffer textures, not multisample textures."""
MIPMAPPED_TARGETS = EnumSet.of(e for e, (target, _) in _TEXTURES.items() if target.mipmapped)
PROXY_TARGETS = EnumSet.of(_PROXIES)
IMAGE_TARGETS = EnumSet.of(_IMAGES)
"""The targets of commands for one image of a level."""
MULTISAMPLE_TARGETS = enum_set(target.enum for target in MULTISAMPLED.values())
PARAMETER_TARGETS = TEXTURE_TARGETS | MULTISAMPLE_TARGETS
"""The targets with parameters."""


def image_targets(axes: int) -> EnumSet:
    """Returns the image targets with `axes` axes, as of glTexSubImage`axes`D."""
    return enum_set(name for t in TARGETS.values() if t.axes == axes for name in t.images)


def proxy_targets(axes: int) -> EnumSet:
    """Returns the proxy targets with `axes` axes."""
    return enum_set(f"PROXY_{target.enum}" for target in TARGETS.values() if target.axes == axes)


def storage_targets(axes: int) -> EnumSet:
    """Returns the targets of glTexStorage`axes`D: textures and proxies, no faces."""
    targets = enum_set(target.enum for target in TARGETS.values() if target.axes == axes)
    return targets | proxy_targets(axes)


def multisample_targets(axes: int) -> EnumSet:
    """Returns the targets of glTexImage`axes`DMultisample, with their proxies."""
    enums = [target.enum for target in MULTISAMPLED.values() if target.axes == axes]
    return enum_set([*enums, *(f"PROXY_{enum}" for enum in enums)])


def texture_target(enum: int) -> Target:
    """Returns the target of an enum for textures, an image or a proxy."""
    return (_BOUND.get(enum) or _IMAGES.get(enum) or _PROXIES[enum])[0]


def face_of(enum: int) -> int:
    """Returns the face of an enum; 0 for targets with one image."""
    return _IMAGES[enum][1] if enum in _IMAGES else 0
