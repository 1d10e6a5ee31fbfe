"""The contexts of EGL (1.5, 3.7.1 and 3.7.2): of OpenGL and OpenGL ES, in softgl's versions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from softgl.capi import egl_registry as egl
from softgl.capi.contexts import granted_version, new_context, refusal
from softgl.capi.egl_configs import Config, find_config
from softgl.capi.egl_state import (
    Display,
    Failure,
    Resource,
    egl_function,
    give_attribute,
    initialized,
    this_thread,
)
from softgl.capi.entry_points import read_attributes
from softgl.capi.report import report
from softgl.gl.api import enums as gl
from softgl.gl.api.errors import GLError
from softgl.gl.api.versions import ES_VERSIONS, window_options
from softgl.gl.context import BaseContext
from softgl.gl.queries.strings import EXTENSIONS
from softgl.records import dataclass


@dataclass(eq=False)
class Context(Resource):
    """A context. config : None for one without. strategy : of its reset notification.

    fresh : True until it is first made current.
    """

    config: Config | None
    gl_context: BaseContext
    strategy: int
    fresh: bool = field(default=True, init=False)

    @property
    def client(self) -> int:
        """Its API: EGL_OPENGL_API or EGL_OPENGL_ES_API."""
        return egl.EGL_OPENGL_ES_API if self.gl_context.api.es else egl.EGL_OPENGL_API


def find_context(display: Display, handle: int) -> Context:
    """The context of a display with a handle."""
    return display.find(handle, Context, egl.EGL_BAD_CONTEXT)


# -- creation --------------------------------------------------------------------------------------

MINORS = {1: 5, 2: 1, 3: 3, 4: 6}
"""The last minor version of each version of OpenGL."""
ES_MINORS = {1: 1, 2: 0, 3: 2}
"""The last minor version of each version of OpenGL ES."""
APIS = {egl.EGL_OPENGL_API: "OpenGL", egl.EGL_OPENGL_ES_API: "OpenGL ES"}
DEFAULTS = {
    egl.EGL_CONTEXT_MAJOR_VERSION: 1,
    egl.EGL_CONTEXT_MINOR_VERSION: 0,
    egl.EGL_CONTEXT_FLAGS_KHR: 0,
    egl.EGL_CONTEXT_OPENGL_PROFILE_MASK: egl.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
    egl.EGL_CONTEXT_OPENGL_DEBUG: egl.EGL_FALSE,
    egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: egl.EGL_FALSE,
    egl.EGL_CONTEXT_OPENGL_ROBUST_ACCESS: egl.EGL_FALSE,
    egl.EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY: egl.EGL_NO_RESET_NOTIFICATION,
    egl.EGL_CONTEXT_OPENGL_NO_ERROR_KHR: egl.EGL_FALSE,
}
FLAGS = {
    egl.EGL_CONTEXT_OPENGL_DEBUG: egl.EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR,
    egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR,
    egl.EGL_CONTEXT_OPENGL_ROBUST_ACCESS: egl.EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR,
}
"""Attributes of EGL 1.5 and the bits of EGL_CONTEXT_FLAGS_KHR that mean the same."""
PROFILES = {
    egl.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT: "core",
    egl.EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT: "compatibility",
}
# 3.7.1.2 and 3.7.1.4: "only meaningful for OpenGL contexts, and specifying it for other types of
# contexts, including OpenGL ES contexts, is an error".
OPENGL_ONLY = frozenset({
    egl.EGL_CONTEXT_OPENGL_PROFILE_MASK,
    egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE,
})  # fmt: skip
ES_FLAGS = egl.EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR
"""The bits of EGL_CONTEXT_FLAGS_KHR that KHR_create_context has for OpenGL ES."""
STRATEGIES = {
    egl.EGL_NO_RESET_NOTIFICATION: gl.GL_NO_RESET_NOTIFICATION,
    egl.EGL_LOSE_CONTEXT_ON_RESET: gl.GL_LOSE_CONTEXT_ON_RESET,
}
"""Strategies of reset notification -> their values in OpenGL (3.7.1.6)."""


def _is_legal(attribute: int, value: int, api: int) -> bool:
    """True for a legal value of an attribute; versions and profiles are checked later."""
    if attribute == egl.EGL_CONTEXT_FLAGS_KHR:
        known = ES_FLAGS if api == egl.EGL_OPENGL_ES_API else sum(FLAGS.values())
        return not value & ~known
    if attribute == egl.EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
        return value in STRATEGIES
    truth = attribute in FLAGS or attribute == egl.EGL_CONTEXT_OPENGL_NO_ERROR_KHR
    return not truth or value in (egl.EGL_FALSE, egl.EGL_TRUE)


def complete_attributes(pairs: Iterable[tuple[int, int]], api: int) -> dict[int, int]:
    """Completes requested attributes by the defaults; flags become attributes of EGL 1.5.

    api : the rendering API of the thread.
    """
    requested = dict(DEFAULTS)
    unknown = OPENGL_ONLY if api == egl.EGL_OPENGL_ES_API else frozenset()
    for attribute, value in pairs:
        # pyglet says that its contexts of OpenGL ES are not forward-compatible, which is true.
        said = (attribute, value) == (egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, egl.EGL_FALSE)
        known = attribute in DEFAULTS and (attribute not in unknown or said)
        if not known or not _is_legal(attribute, value, api):
            raise Failure(egl.EGL_BAD_ATTRIBUTE)
        requested[attribute] = value
    for attribute, bit in FLAGS.items():
        requested[attribute] |= bool(requested[egl.EGL_CONTEXT_FLAGS_KHR] & bit)
    return requested


def _requested_version(requested: dict[int, int], api: int) -> tuple[int, int]:
    """Returns the granted version; raises Failure, EGL_BAD_MATCH, for one that softgl lacks."""
    version = requested[egl.EGL_CONTEXT_MAJOR_VERSION], requested[egl.EGL_CONTEXT_MINOR_VERSION]
    es = api == egl.EGL_OPENGL_ES_API
    defined = 0 <= version[1] <= (ES_MINORS if es else MINORS).get(version[0], -1)
    granted = None
    if defined:
        granted = (version if version in ES_VERSIONS else None) if es else granted_version(version)
        if granted is None:  # the usual reason why programs for other drivers fail here
            report(f"eglCreateContext: {refusal(APIS[api], version)}")
    if granted is None:
        raise Failure(egl.EGL_BAD_MATCH)
    return granted


def context_options(requested: dict[int, int], api: int) -> dict:
    """Returns the options of `softgl.Context` for requested attributes and a rendering API.

    Raises Failure, EGL_BAD_MATCH, for versions and properties that softgl's contexts lack.
    """
    version = _requested_version(requested, api)
    # KHR_create_context: BAD_MATCH if the mask "has no bits set; has any bits set other than
    # [those of the profiles]; has more than one of these bits set". 3.7.1.2: "If the requested
    # OpenGL version is less than 3.2, EGL_CONTEXT_OPENGL_PROFILE_MASK is ignored".
    profile = PROFILES.get(requested[egl.EGL_CONTEXT_OPENGL_PROFILE_MASK])
    if version < (3, 2):
        profile = "compatibility"
    forward = bool(requested[egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE])
    robust = bool(requested[egl.EGL_CONTEXT_OPENGL_ROBUST_ACCESS])
    debug = bool(requested[egl.EGL_CONTEXT_OPENGL_DEBUG])
    no_error = bool(requested[egl.EGL_CONTEXT_OPENGL_NO_ERROR_KHR])
    # 3.7.1.4: "defined only for OpenGL versions 3.0 and later"; 3.7.1.5: contexts "must support the
    # GL_ARB_robustness extension". KHR_no_error, issue 1: "The EGL/WGL/GLX layers should prevent
    # these features from being enabled at the same time".
    if (
        profile is None
        or (forward and version < (3, 0))
        or (robust and "GL_ARB_robustness" not in EXTENSIONS)
        or (no_error and (debug or robust))
    ):
        raise Failure(egl.EGL_BAD_MATCH)
    if api == egl.EGL_OPENGL_API:
        options = window_options(version, profile == "core", forward)
    elif robust:
        # 3.7.1.5: "OpenGL ES contexts must support the GL_EXT_robustness extension".
        raise Failure(egl.EGL_BAD_MATCH)
    else:
        options = {"version": version, "profile": "es"}
    return options | {"debug": debug, "robust": robust, "no_error": no_error}


@egl_function("eglCreateContext")
def create_context(dpy, config, share_context, attrib_list):
    """Makes a context, for a configuration or, with EGL_NO_CONFIG_KHR, for any."""
    display, api = initialized(dpy), this_thread().api
    chosen = find_config(config) if config else None
    share = find_context(display, share_context) if share_context else None
    requested = complete_attributes(read_attributes(attrib_list, egl.EGL_NONE), api)
    options = context_options(requested, api)
    strategy = requested[egl.EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY]
    # 3.7.1 has EGL_BAD_CONTEXT for contexts of OpenGL and OpenGL ES that share objects. pyglet
    # makes such contexts, which Mesa allows.
    if share is not None and not (
        share.strategy == strategy and share.gl_context.api.no_error == options["no_error"]
    ):
        raise Failure(egl.EGL_BAD_MATCH)
    try:
        gl_context = new_context(share and share.gl_context, **options)
    except GLError as error:
        raise Failure(egl.EGL_BAD_ALLOC) from error
    gl_context.reset_notification = STRATEGIES[strategy]
    gl_context.use_window(None, fit=True)
    return display.add(Context(display, chosen, gl_context, strategy))


@egl_function("eglDestroyContext")
def destroy_context(dpy, ctx):
    """Makes a context's handle invalid; it lives as long as it is current."""
    display = initialized(dpy)
    return display.remove(find_context(display, ctx))


@egl_function("eglQueryContext")
def query_context(dpy, ctx, attribute, value):
    """Writes an attribute of a context."""
    found = find_context(initialized(dpy), ctx)
    owner = found.owner and found.owner()
    drawn = owner is not None and owner.binding is not None and owner.binding.draw is not None
    values = {
        egl.EGL_CONFIG_ID: found.config.number if found.config else 0,
        egl.EGL_CONTEXT_CLIENT_TYPE: found.client,
        egl.EGL_CONTEXT_CLIENT_VERSION: found.gl_context.api.version[0],
        egl.EGL_RENDER_BUFFER: egl.EGL_BACK_BUFFER if drawn else egl.EGL_NONE,
    }
    return give_attribute(values, attribute, value)


# -- the rendering API -----------------------------------------------------------------------------


@egl_function("eglBindAPI")
def bind_api(api):
    """Selects the rendering API of the thread: OpenGL or OpenGL ES."""
    if api not in APIS:
        raise Failure(egl.EGL_BAD_PARAMETER)
    this_thread().api = api
    return egl.EGL_TRUE


@egl_function("eglQueryAPI")
def query_api():
    """The rendering API of the thread; OpenGL ES at first."""
    return this_thread().api
