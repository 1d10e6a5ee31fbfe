"""The OpenGL of a context: its version, its profile and its flags (OpenGL 3.3, appendix E)."""

from __future__ import annotations

import operator

from softgl.gl.api import enums as gl
from softgl.gl.api.spelling import brief
from softgl.records import dataclass

VERSIONS = (
    *((1, minor) for minor in range(6)),
    *((2, minor) for minor in range(2)),
    *((3, minor) for minor in range(4)),
)
"""The versions of OpenGL that a context may have."""
LATEST = VERSIONS[-1]
PROFILES = ("compatibility", "core")
SHADING_LANGUAGES = {
    (2, 0): "1.10", (2, 1): "1.20", (3, 0): "1.30", (3, 1): "1.40", (3, 2): "1.50", (3, 3): "3.30",
}  # fmt: skip
"""The latest version of GLSL that each version of OpenGL names."""


@dataclass(frozen=True)
class Api:
    """The OpenGL of a context; it never changes.

    version : (major, minor). core : True if the context lacks what the core profile removed.
    forward_compatible, debug, no_error, robust : the flags of GL_CONTEXT_FLAGS.
    """

    version: tuple[int, int] = LATEST
    core: bool = False
    forward_compatible: bool = False
    debug: bool = False
    no_error: bool = False
    robust: bool = False

    @property
    def shading_language(self) -> str:
        """The text of GL_SHADING_LANGUAGE_VERSION."""
        return SHADING_LANGUAGES[max(self.version, min(SHADING_LANGUAGES))]

    @property
    def profile_mask(self) -> int:
        """The value of GL_CONTEXT_PROFILE_MASK; 0 below OpenGL 3.2, which has no profiles."""
        if self.version < (3, 2):
            return 0
        core, compatibility = (
            gl.GL_CONTEXT_CORE_PROFILE_BIT,
            gl.GL_CONTEXT_COMPATIBILITY_PROFILE_BIT,
        )
        return core if self.core else compatibility

    @property
    def flags(self) -> int:
        """The value of GL_CONTEXT_FLAGS."""
        bits = {
            gl.GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT: self.forward_compatible,
            gl.GL_CONTEXT_FLAG_DEBUG_BIT: self.debug,
            gl.GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT: self.robust,
            gl.GL_CONTEXT_FLAG_NO_ERROR_BIT: self.no_error,
        }
        return sum(bit for bit, on in bits.items() if on)


def requested_api(version, profile, **flags) -> Api:
    """Returns the OpenGL that the parameters of a context request. Raises ValueError or TypeError.

    version : (major, minor). profile : one of PROFILES. flags : fields of `Api`, as truth values.
    """
    try:
        major, minor = version
        version = operator.index(major), operator.index(minor)
    except (TypeError, ValueError):
        raise ValueError(f"version is {brief(version)}, not two integers such as (3, 3)") from None
    if version > LATEST:
        raise ValueError(
            f"version is {version}: softgl has OpenGL up to {LATEST[0]}.{LATEST[1]}, "
            "and extensions of later versions"
        )
    if version not in VERSIONS:
        raise ValueError(f"version is {version}: there is no OpenGL {version[0]}.{version[1]}")
    if profile not in PROFILES:
        raise ValueError(f"profile is {brief(profile)}, not one of {PROFILES}")
    flags = {name: bool(value) for name, value in flags.items()}
    core, forward = profile == "core", flags.get("forward_compatible", False)
    # OpenGL 3.3, E.2: "OpenGL 3.1 removed most of the deprecated features and moved them into the
    # optional GL_ARB_compatibility extension. The OpenGL 3.2 core profile removes the same features
    # as OpenGL 3.1".
    if core and version < (3, 1):
        raise ValueError(f'profile is "core", which OpenGL {version[0]}.{version[1]} does not have')
    # EGL_KHR_create_context: "Forward-compatible contexts are defined only for OpenGL versions 3.0
    # and later." They "must not support functionality marked as deprecated by that version".
    if forward and version < (3, 0):
        raise ValueError(
            f"OpenGL {version[0]}.{version[1]} has no forward-compatible contexts: 3.0 is the first"
        )
    return Api(version, core or forward, **flags)


def window_options(
    version: tuple[int, int], core: bool = False, forward_compatible: bool = False
) -> dict:
    """Returns the options of `softgl.Context` with which window systems answer a request.

    version : at most LATEST. core : True if a core profile is requested; ignored below 3.2.
    EGL 1.5, 3.7.1.1: for 3.0 and less the context may have "the compatibility profile of version
    3.2 or greater", from 3.2 on "the requested profile of any later version"; for 3.1 it may not.
    KHR_create_context: forward-compatible contexts "implement exactly the requested version".
    """
    exact = forward_compatible or version == (3, 1)
    return {
        "version": version if exact else LATEST,
        "profile": PROFILES[core and version >= (3, 2)],
        "forward_compatible": forward_compatible,
    }


def toolkit_options(version, core=False, forward_compatible=False, debug=False) -> dict:
    """Returns the options of `softgl.Context` for the request of a program to a toolkit.

    version : two numbers; a later version than softgl's gets the latest one, since many programs
        use no more of it. The other arguments are truth values.
    """
    major, minor = map(int, version)
    asked = min((major, minor), LATEST)
    forward = bool(forward_compatible) and asked in VERSIONS and asked >= (3, 0)
    return window_options(asked, bool(core), forward) | {"debug": bool(debug)}
