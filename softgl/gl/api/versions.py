"""The API of a context: OpenGL or OpenGL ES, its version, its profile and its flags.

OpenGL 3.3, appendix E.
"""

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
ES_VERSIONS = ((2, 0), (3, 0))
"""The versions of OpenGL ES that a context may have."""
PROFILES = ("compatibility", "core", "es")
CORE, ES_2, ES_3 = 1, 2, 4
"""The kinds of contexts that lack something: values of `Api.lacks`, and bits of masks."""
SHADING_LANGUAGES = {
    (2, 0): "1.10", (2, 1): "1.20", (3, 0): "1.30", (3, 1): "1.40", (3, 2): "1.50", (3, 3): "3.30",
}  # fmt: skip
"""The latest version of GLSL that each version of OpenGL names."""
ES_SHADING_LANGUAGES = {(2, 0): 100, (3, 0): 300}
"""The latest version of GLSL ES of each version of OpenGL ES."""


@dataclass(frozen=True)
class Api:
    """The API of a context; it never changes.

    version : (major, minor). core : True if the context lacks what the core profile removed.
    es : True for OpenGL ES, which has no profiles.
    forward_compatible, debug, no_error, robust : the flags of GL_CONTEXT_FLAGS.
    """

    version: tuple[int, int] = LATEST
    core: bool = False
    forward_compatible: bool = False
    debug: bool = False
    no_error: bool = False
    robust: bool = False
    es: bool = False

    @property
    def profile(self) -> str:
        """One of PROFILES."""
        return "es" if self.es else PROFILES[self.core]

    @property
    def lacks(self) -> int:
        """CORE, ES_2 or ES_3; 0 for a context that lacks nothing."""
        if self.es:
            return ES_2 if self.version < (3, 0) else ES_3
        return CORE if self.core else 0

    @property
    def es_language(self) -> int:
        """The latest version of GLSL ES of a context of OpenGL ES; 0 for others."""
        return ES_SHADING_LANGUAGES[self.version] if self.es else 0

    @property
    def shading_language(self) -> str:
        """The text of GL_SHADING_LANGUAGE_VERSION."""
        if self.es:
            return f"OpenGL ES GLSL ES {self.es_language / 100:.2f}"
        return SHADING_LANGUAGES[max(self.version, min(SHADING_LANGUAGES))]

    @property
    def profile_mask(self) -> int:
        """The value of GL_CONTEXT_PROFILE_MASK; 0 below OpenGL 3.2, which has no profiles."""
        if self.version < (3, 2) or self.es:
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

    version : (major, minor); None for the latest one. profile : one of PROFILES. flags : fields of
    `Api`, as truth values.
    """
    if version is None:
        version = ES_VERSIONS[-1] if profile == "es" else LATEST
    try:
        major, minor = version
        version = operator.index(major), operator.index(minor)
    except (TypeError, ValueError):
        raise ValueError(f"version is {brief(version)}, not two integers such as (3, 3)") from None
    if profile == "es":
        return _requested_es(version, flags)
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


def _requested_es(version, flags: dict) -> Api:
    """Returns an API of OpenGL ES. Raises ValueError for one that does not exist."""
    if version not in ES_VERSIONS:
        raise ValueError(f"version is {version}: softgl has OpenGL ES 2.0 and 3.0")
    if flags.get("forward_compatible"):
        raise ValueError("OpenGL ES has no forward-compatible contexts")
    return Api(version, es=True, **{name: bool(value) for name, value in flags.items()})


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
