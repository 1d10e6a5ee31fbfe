"""glutGet and its like, and commands for missing hardware."""

from __future__ import annotations

import re

from softgl import gl
from softgl.gl.queries.strings import has_extension
from softgl.glut.constants import CONSTANTS
from softgl.glut.functions import function, integer, refused, text
from softgl.glut.toolkit import SCREEN, Toolkit
from softgl.glut.window_commands import (
    INITIAL,
    OPTIONS,
    destroy_window,
    make_window,
    mode_is_possible,
    setting,
    size_of,
)

VERSION = 30400  # the version of freeglut whose functions are implemented
UNKNOWN = -1
"""The answer to an unknown query, as in freeglut."""
MILLIMETRES = 339, 271  # of a screen with 96 pixels to the inch


def _of_window(read):
    """Returns a query of the current window; 0 if there is none."""
    return lambda toolkit: 0 if toolkit.window is None else int(read(toolkit.window))


def _bits(mode, bits):
    """Returns a query of a buffer's bits: 0 unless requested, though softgl has them anyway."""
    return _of_window(lambda window: bits if mode is None or window.mode & mode else 0)


def _has(name):
    return _of_window(lambda window: bool(window.mode & CONSTANTS[name]))


GETS = {
    "GLUT_WINDOW_X": _of_window(lambda window: window.place[0]),
    "GLUT_WINDOW_Y": _of_window(lambda window: window.place[1]),
    "GLUT_WINDOW_WIDTH": _of_window(lambda window: window.size[0]),
    "GLUT_WINDOW_HEIGHT": _of_window(lambda window: window.size[1]),
    "GLUT_WINDOW_BUFFER_SIZE": _bits(None, 32),
    "GLUT_WINDOW_STENCIL_SIZE": _bits(None, 8),
    "GLUT_WINDOW_DEPTH_SIZE": _bits(None, 24),
    **{f"GLUT_WINDOW_{c}_SIZE": _bits(None, 8) for c in ("RED", "GREEN", "BLUE", "ALPHA")},
    **{
        f"GLUT_WINDOW_ACCUM_{c}_SIZE": _bits(CONSTANTS["GLUT_ACCUM"], 16)
        for c in ("RED", "GREEN", "BLUE", "ALPHA")
    },
    "GLUT_WINDOW_DOUBLEBUFFER": _has("GLUT_DOUBLE"),
    "GLUT_WINDOW_RGBA": _of_window(lambda window: 1),
    "GLUT_WINDOW_PARENT": _of_window(lambda w: 0 if w.parent is None else w.parent.number),
    "GLUT_WINDOW_NUM_CHILDREN": _of_window(lambda window: len(window.children)),
    "GLUT_WINDOW_COLORMAP_SIZE": _of_window(lambda window: 0),
    "GLUT_WINDOW_NUM_SAMPLES": _of_window(
        lambda window: window.context.framebuffers.planes.samples
    ),
    "GLUT_WINDOW_STEREO": _of_window(lambda window: 0),
    "GLUT_WINDOW_CURSOR": _of_window(lambda window: window.cursor),
    "GLUT_WINDOW_FORMAT_ID": _of_window(lambda window: 1),
    "GLUT_FULL_SCREEN": _of_window(lambda window: window.full_screen),
    "GLUT_INIT_STATE": lambda toolkit: int(toolkit.started),
    "GLUT_SCREEN_WIDTH": lambda toolkit: size_of(toolkit, *SCREEN)[0],
    "GLUT_SCREEN_HEIGHT": lambda toolkit: size_of(toolkit, *SCREEN)[1],
    "GLUT_SCREEN_WIDTH_MM": lambda toolkit: MILLIMETRES[0],
    "GLUT_SCREEN_HEIGHT_MM": lambda toolkit: MILLIMETRES[1],
    "GLUT_MENU_NUM_ITEMS": lambda toolkit: len(toolkit.menu.entries) if toolkit.menu else 0,
    "GLUT_DISPLAY_MODE_POSSIBLE": lambda t: int(mode_is_possible(setting(t, OPTIONS[0]))),
    "GLUT_ELAPSED_TIME": lambda toolkit: toolkit.clock.read() // 10**6,
    "GLUT_VERSION": lambda toolkit: VERSION,
    "GLUT_WINDOW_BORDER_WIDTH": lambda toolkit: 0,
    "GLUT_WINDOW_HEADER_HEIGHT": lambda toolkit: 0,
}
DEVICES = {
    "GLUT_HAS_KEYBOARD": 1, "GLUT_HAS_MOUSE": 1, "GLUT_NUM_MOUSE_BUTTONS": 3,
    "GLUT_DEVICE_KEY_REPEAT": 0,
}  # fmt: skip
"""The answers of glutDeviceGet; 0 for all others."""


@function("glutGet")
def get(toolkit, state):
    """Returns a number of the current window, the screen, or the clock."""
    state = integer(state)
    for name in OPTIONS:
        if CONSTANTS[name] == state and name not in GETS:
            return toolkit.settings.get(name, INITIAL.get(name, 0))
    for name, read in GETS.items():
        if CONSTANTS[name] == state:
            return read(toolkit)
    return UNKNOWN


@function("glutDeviceGet")
def device_get(toolkit, query):
    """Returns a property of keyboards, mice and other devices."""
    query = integer(query)
    names = [name for name, value in CONSTANTS.items() if value == query and query >= 600]
    if not names or query > CONSTANTS["GLUT_JOYSTICK_POLL_RATE"]:
        return UNKNOWN
    return toolkit.settings.get(names[0], DEVICES.get(names[0], 0))


@function("glutExtensionSupported")
def extension_supported(toolkit, extension):
    """Returns 1 if an extension of GL is supported, else 0."""
    return int(has_extension(text(extension)))


@function("glutGetProcAddress")
def get_proc_address(toolkit, procName):
    """Returns the function of a name in GL or GLUT, or None."""
    from softgl.glut.functions import FUNCTIONS

    name = text(procName)
    return getattr(gl, name, None) if name.startswith("gl") else FUNCTIONS.get(name)


@function("glutReportErrors")
def report_errors(toolkit):
    """Prints the errors that GL has recorded, if the context records them."""
    while toolkit.window is not None and (error := gl.glGetError()):
        print(f"GLUT: GL error {error}")


# -- overlays, which do not exist ------------------------------------------------------------------


@function("glutLayerGet")
def layer_get(toolkit, query):
    """Returns a property of the layers of the current window."""
    answers = {"GLUT_TRANSPARENT_INDEX": -1, "GLUT_OVERLAY_DAMAGED": -1}
    if toolkit.window is not None:
        answers["GLUT_NORMAL_DAMAGED"] = int(toolkit.window.redisplay)
    found = [answers.get(name, 0) for name, v in CONSTANTS.items() if v == integer(query) >= 800]
    return found[0] if found else UNKNOWN


@function("glutEstablishOverlay")
def establish_overlay(toolkit):
    """Raises GLUTError: windows have no overlays."""
    raise refused("glutEstablishOverlay", "windows have no overlays")


@function("glutUseLayer")
def use_layer(toolkit, layer):
    """Selects the layer of the current window for drawing: only GLUT_NORMAL."""
    if integer(layer) != CONSTANTS["GLUT_NORMAL"]:
        raise refused("glutUseLayer", "windows have no overlays")


def _nothing(*names):
    for name in names:

        @function(name)
        def nothing(toolkit, *_):
            """Does nothing: overlays, colour maps and video resizing do not exist."""


_nothing(
    "glutRemoveOverlay", "glutPostOverlayRedisplay", "glutPostWindowOverlayRedisplay",
    "glutShowOverlay", "glutHideOverlay", "glutSetupVideoResizing", "glutStopVideoResizing",
    "glutVideoResize", "glutVideoPan", "glutSetColor", "glutCopyColormap",
)  # fmt: skip


@function("glutGetColor")
def get_color(toolkit, ndx, component):
    """Returns -1: there are no colour maps."""
    return -1.0


@function("glutVideoResizeGet")
def video_resize_get(toolkit, param):
    """Returns 0: there is no video resizing."""
    return 0


# -- game mode: a window instead of the screen -----------------------------------------------------


@function("glutGameModeString")
def game_mode_string(toolkit, string):
    """Sets the size of the game mode's window: "640x480:32@60"; parts may be omitted."""
    words = text(string)
    size = re.search(r"(\d+)x(\d+)", words)
    if size:
        toolkit.game_mode |= {"width": int(size[1]), "height": int(size[2])}
    for sign, name in ((":", "depth"), ("@", "rate")):
        found = re.search(rf"{sign}(\d+)", words)
        if found:
            toolkit.game_mode[name] = int(found[1])


@function("glutEnterGameMode")
def enter_game_mode(toolkit):
    """Creates the window of the game mode; returns its number."""
    size = _game_size(toolkit)
    if toolkit.game is not None:
        destroy_window(toolkit, toolkit.game.number)
    toolkit.game = make_window(toolkit, "glutEnterGameMode", "", (0, 0), size)
    return toolkit.game.number


@function("glutLeaveGameMode")
def leave_game_mode(toolkit):
    """Closes the window of the game mode."""
    if toolkit.game is not None:
        game, toolkit.game = toolkit.game, None
        destroy_window(toolkit, game.number)


def _game_size(toolkit: Toolkit):
    chosen = toolkit.game_mode.get("width", SCREEN[0]), toolkit.game_mode.get("height", SCREEN[1])
    return size_of(toolkit, *chosen)


@function("glutGameModeGet")
def game_mode_get(toolkit, query):
    """Returns a property of the game mode."""
    width, height = _game_size(toolkit)
    answers = {
        "GLUT_GAME_MODE_ACTIVE": int(toolkit.game is not None),
        "GLUT_GAME_MODE_POSSIBLE": 1,
        "GLUT_GAME_MODE_WIDTH": width,
        "GLUT_GAME_MODE_HEIGHT": height,
        "GLUT_GAME_MODE_PIXEL_DEPTH": toolkit.game_mode.get("depth", 32),
        "GLUT_GAME_MODE_REFRESH_RATE": toolkit.game_mode.get("rate", 60),
        "GLUT_GAME_MODE_DISPLAY_CHANGED": int(toolkit.game is not None),
    }
    for name, answer in answers.items():
        if CONSTANTS[name] == integer(query):
            return answer
    return UNKNOWN
