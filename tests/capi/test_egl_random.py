"""Random calls of EGL: none raises, failures change nothing, and all records agree."""

from __future__ import annotations

import ctypes
import random

from softgl import gl
from softgl.capi import egl_displays
from softgl.capi import egl_registry as egl
from softgl.capi.egl_contexts import Context
from softgl.capi.egl_current import get_current_context
from softgl.capi.egl_state import DISPLAYS, this_thread
from softgl.capi.egl_surfaces import Surface
from softgl.gl.api.current import current
from softgl.gl.api.signature import parse_signature
from tests.capi.egl_calls import call, error

CONSTANTS = [value for name, value in vars(egl).items() if name.startswith("EGL_")]
ERRORS = {value for name, value in vars(egl).items() if name.startswith("EGL_BAD_")}
ERRORS |= {egl.EGL_NOT_INITIALIZED}
NAMES = [
    name.removeprefix("egl")
    for name in egl.COMMANDS
    if name not in ("eglGetError", "eglGetProcAddress")
]
OFTEN = ["MakeCurrent", "CreatePbufferSurface", "CreateContext"] * 6 + ["Initialize", "BindAPI"] * 3
LISTS = [
    (), (egl.EGL_WIDTH, 3, egl.EGL_HEIGHT, 2), (egl.EGL_CONTEXT_MAJOR_VERSION, 1),
    (egl.EGL_SURFACE_TYPE, 1, egl.EGL_RENDERABLE_TYPE, 8),
]  # fmt: skip


def argument(draw, parameter, handles, kept):
    """A random argument: memory for a list or a result, a handle, a number."""
    if parameter.pointer == "out" and parameter.kind != "void":
        kept.append((ctypes.c_uint64 * 64)())
        return draw.choice((0, ctypes.addressof(kept[-1]), ctypes.addressof(kept[-1])))
    if parameter.kind in ("int", "intptr") and parameter.pointer:
        numbers = draw.choice([*LISTS, (draw.choice(CONSTANTS), draw.choice((0, 1, 2, -1)))])
        word = ctypes.c_int if parameter.kind == "int" else ctypes.c_ssize_t
        kept.append((word * (len(numbers) + 1))(*numbers, egl.EGL_NONE))
        return draw.choice((0, ctypes.addressof(kept[-1])))
    if parameter.name == "config":
        return draw.choice((0, 1, 4, 4, 4, 25, 99))
    if parameter.pointer:
        if parameter.name == "dpy":
            return draw.choice([*handles["dpy"] * 9, 0])
        kind = "surface" if parameter.name in ("draw", "read", "surface") else "context"
        return draw.choice([0, 0, 7, *handles[kind][-6:]])
    if parameter.name == "api":
        return draw.choice([egl.EGL_OPENGL_API] * 3 + [egl.EGL_OPENGL_ES_API])
    if parameter.kind in ("int", "enum") and parameter.name != "config_size":
        return draw.choice([*CONSTANTS, egl.EGL_OPENGL_API, 0, -1, 1])
    return draw.choice((0, 1, 2, 60))


def state():
    """All that a failure must leave as it was."""
    thread = this_thread()
    bound = thread.binding and [thread.binding.context, thread.binding.draw, thread.binding.read]
    shown = {(each.handle, each.initialized, *each.resources) for each in DISPLAYS.values()}
    return thread.api, bound, shown, current.called


def check():
    """The records of current contexts and surfaces agree."""
    thread = this_thread()
    binding = thread.binding
    owned = binding.resources if binding else []
    for display in DISPLAYS.values():
        for each in display.resources.values():
            assert (each.owner is not None) == (each in owned)
    assert current.called is (binding and binding.context.gl_context)
    if binding is not None:
        windows = current.called.framebuffers
        drawn = binding.draw is not None
        assert windows.window.undefined != drawn
        if drawn:
            shown = windows.draw_window, windows.read_window
            assert shown == (binding.draw.window, binding.read.window)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)


def test_random_calls(display):
    draw, failed = random.Random(11), set()
    device = call("GetPlatformDisplay", egl.EGL_PLATFORM_DEVICE_EXT, egl_displays.DEVICE, 0)
    handles = {"dpy": [display, display, device], "surface": [], "context": []}
    bound = 0
    for _ in range(4000):
        name = draw.choice(NAMES + OFTEN)
        if name == "Terminate" and draw.random() < 0.9:
            continue
        signature, kept = parse_signature(egl.COMMANDS[f"egl{name}"]), []
        arguments = [argument(draw, each, handles, kept) for each in signature.parameters]
        before = state()
        result, code = call(name, *arguments), error()
        if code != egl.EGL_SUCCESS:
            assert not result and code in ERRORS, name
            assert state() == before, (name, arguments)
            failed.add((name, code))
        check()
        bound += get_current_context() != 0
        for shown in DISPLAYS.values():
            for kind, type_ in (("surface", Surface), ("context", Context)):
                found = shown.resources.items()
                handles[kind] = [h for h, each in found if isinstance(each, type_)] or handles[kind]
    assert bound > 400 and len(failed) > 60, (bound, len(failed))
    call("Terminate", device)
