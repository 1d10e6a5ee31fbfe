"""Contexts of GL that functions of C make: `new_context`."""

from __future__ import annotations

import os

from softgl.context import Context
from softgl.gl.api.current import current
from softgl.gl.api.versions import LATEST
from softgl.gl.context import _make_current

VERSION_OVERRIDE = "SOFTGL_VERSION_OVERRIDE"
"""The environment variable with a version, "4.1", up to which requests get contexts of 3.3."""


def new_context(share: Context | None = None, **options) -> Context:
    """Makes a context that records errors, with a window of no pixels; does not make it current.

    share : a context to share objects with. options : of `softgl.Context`: version and the like.
    Raises GLError where there is too little memory.
    """
    before = current.called
    try:
        return Context(0, 0, errors="record", share=share, **options)
    finally:
        _make_current(before)


def granted_version(version: tuple[int, int]) -> tuple[int, int] | None:
    """Returns the version with which a request of OpenGL is answered; None for a refused one.

    Later versions than softgl's are refused, as EGL 1.5, 3.7.1, requires, unless the user allows
    them by SOFTGL_VERSION_OVERRIDE: many programs request more than they use. GL_VERSION stays 3.3.
    """
    if version <= LATEST:
        return version
    limit = os.environ.get(VERSION_OVERRIDE, "").split(".")
    allowed = len(limit) == 2 and all(number.isdecimal() for number in limit)
    return LATEST if allowed and version <= (int(limit[0]), int(limit[1])) else None


def refusal(api: str, version: tuple[int, int]) -> str:
    """The message for a version that softgl lacks. api : "OpenGL" or "OpenGL ES"."""
    text = f"softgl has no {api} {version[0]}.{version[1]}"
    if api == "OpenGL":
        text += f"; {VERSION_OVERRIDE}={version[0]}.{version[1]} gives {LATEST[0]}.{LATEST[1]}"
    return text
