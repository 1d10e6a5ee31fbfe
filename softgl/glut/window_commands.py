"""The commands that create and change windows, and set their initial properties."""

from __future__ import annotations

import re

from softgl.context import Context
from softgl.gl.api.versions import toolkit_options
from softgl.glut.callbacks import current_window
from softgl.glut.constants import CONSTANTS
from softgl.glut.functions import function, integer, refused, text
from softgl.glut.toolkit import SCREEN, Toolkit
from softgl.glut.windows import Window

INDEX, STEREO = CONSTANTS["GLUT_INDEX"], CONSTANTS["GLUT_STEREO"]
MULTISAMPLE = CONSTANTS["GLUT_MULTISAMPLE"]
MODE, WIDTH, HEIGHT, X, Y = (
    f"GLUT_INIT_{name}"
    for name in ("DISPLAY_MODE", "WINDOW_WIDTH", "WINDOW_HEIGHT", "WINDOW_X", "WINDOW_Y")
)
INITIAL = {MODE: CONSTANTS["GLUT_DEPTH"], WIDTH: 300, HEIGHT: 300, X: -1, Y: -1}
DEFAULT_SAMPLES = 4
MAX_WINDOW_SIDE = 8192
# Words of glutInitDisplayString, and the bits of glutInitDisplayMode that they stand for.
WORDS = {
    "rgb": 0, "rgba": 0, "single": 0, "index": INDEX, "double": 2, "acc": 4, "acca": 4, "alpha": 8,
    "depth": 16, "stencil": 32, "samples": MULTISAMPLE, "stereo": STEREO, "luminance": 512,
}  # fmt: skip


def setting(toolkit: Toolkit, name: str) -> int:
    """Returns a glutInit... setting, or its default."""
    return toolkit.settings.get(name, INITIAL[name])


@function("glutInit")
def init(toolkit, *arguments):
    """Initializes GLUT; takes argv, and returns it without GLUT's own options."""
    words = list(arguments)
    if words and isinstance(words[0], int):
        words = words[1:]
    if len(words) == 1 and not isinstance(words[0], (str, bytes)):
        words = list(words[0])
    toolkit.started = True
    left, place = [], 0
    while place < len(words):
        word = text(words[place])
        place += 1
        if word in ("-display", "-geometry") and place < len(words):
            if word == "-geometry":
                _geometry(toolkit, text(words[place]))
            place += 1
        elif word not in ("-iconic", "-indirect", "-direct", "-gldebug", "-sync"):
            left.append(words[place - 1])
    return left


def _geometry(toolkit, words):
    """Applies X's -geometry, WxH+X+Y; either half may be missing."""
    match = re.fullmatch(r"=?(?:(\d+)[xX](\d+))?(?:\+(\d+)\+(\d+))?", words)
    if match:
        found = zip((WIDTH, HEIGHT, X, Y), match.groups(), strict=True)
        toolkit.settings |= {name: int(value) for name, value in found if value}


@function("glutInitDisplayMode")
def init_display_mode(toolkit, mode):
    """Sets the display mode of windows created later: GLUT_DOUBLE | GLUT_RGB and so on."""
    toolkit.settings[MODE] = integer(mode)


@function("glutInitDisplayString")
def init_display_string(toolkit, string):
    """Sets the display mode in words: "rgba double depth>=16 samples"."""
    mode = 0
    for word in text(string).split():
        name = re.match(r"[a-z]*", word)[0]
        mode |= WORDS.get(name, 0)
    toolkit.settings[MODE] = mode


@function("glutInitWindowSize")
def init_window_size(toolkit, width, height):
    """Sets the size of windows created later."""
    toolkit.settings |= {WIDTH: integer(width), HEIGHT: integer(height)}


@function("glutInitWindowPosition")
def init_window_position(toolkit, x, y):
    """Sets the position of windows created later."""
    toolkit.settings |= {X: integer(x), Y: integer(y)}


@function("glutInitContextVersion")
def init_context_version(toolkit, majorVersion, minorVersion):
    """Requests a version of OpenGL; contexts have a later one if that is compatible."""
    names = "GLUT_INIT_MAJOR_VERSION", "GLUT_INIT_MINOR_VERSION"
    toolkit.settings |= dict(zip(names, map(integer, (majorVersion, minorVersion)), strict=True))


@function("glutInitContextFlags")
def init_context_flags(toolkit, flags):
    """Requests flags of contexts: GLUT_DEBUG and GLUT_FORWARD_COMPATIBLE."""
    toolkit.settings["GLUT_INIT_FLAGS"] = integer(flags)


@function("glutInitContextProfile")
def init_context_profile(toolkit, profile):
    """Requests a profile of contexts, which have one from OpenGL 3.2 on."""
    toolkit.settings["GLUT_INIT_PROFILE"] = integer(profile)


@function("glutSetOption")
def set_option(toolkit, option_flag, value):
    """Sets an option of freeglut, such as GLUT_ACTION_ON_WINDOW_CLOSE."""
    for name in OPTIONS:
        if CONSTANTS[name] == integer(option_flag):
            toolkit.settings[name] = integer(value)
            return
    raise refused("glutSetOption", f"{option_flag} is not an option")


OPTIONS = (
    MODE, WIDTH, HEIGHT, X, Y, "GLUT_ACTION_ON_WINDOW_CLOSE", "GLUT_RENDERING_CONTEXT",
    "GLUT_DIRECT_RENDERING", "GLUT_WINDOW_CURSOR", "GLUT_AUX", "GLUT_MULTISAMPLE",
    "GLUT_INIT_MAJOR_VERSION", "GLUT_INIT_MINOR_VERSION", "GLUT_INIT_FLAGS", "GLUT_INIT_PROFILE",
)  # fmt: skip


def mode_is_possible(mode: int) -> bool:
    """True for supported display modes: all except stereo and colour indices."""
    return not mode & (INDEX | STEREO)


def make_window(toolkit, name, title, place, size, parent=None) -> Window:
    """Returns a new window, which becomes current; GLUTError for an unsupported mode."""
    mode = setting(toolkit, MODE)
    if not mode_is_possible(mode):
        feature = "colour indices" if mode & INDEX else "two images for stereo"
        raise refused(name, f"windows cannot have {feature}")
    width, height = (min(max(side, 1), MAX_WINDOW_SIDE) for side in size)
    options = _context_options(toolkit, mode) | toolkit.options()
    if mode & MULTISAMPLE:
        samples = toolkit.settings.get("GLUT_MULTISAMPLE", DEFAULT_SAMPLES)
        options = {"samples": samples} | options
    window = Window(toolkit.number(), title, Context(width, height, **options), place, mode, parent)
    if parent is not None:
        parent.children.append(window)
    toolkit.windows[window.number] = window
    toolkit.make_current(window)
    return window


def _context_options(toolkit, mode: int) -> dict:
    """Returns the options of a window's context: its version, profile and flags."""
    names = "MAJOR_VERSION", "MINOR_VERSION", "PROFILE", "FLAGS"
    asked = [toolkit.settings.get(f"GLUT_INIT_{name}", 0) for name in names]
    major, minor, profile, flags = asked
    core = profile == CONSTANTS["GLUT_CORE_PROFILE"]
    if mode & CONSTANTS["GLUT_3_2_CORE_PROFILE"]:
        major, minor, core = 3, 2, True
    forward, debug = CONSTANTS["GLUT_FORWARD_COMPATIBLE"], CONSTANTS["GLUT_DEBUG"]
    return toolkit_options((major, minor), core, flags & forward, flags & debug)


def size_of(toolkit, width, height) -> tuple[int, int]:
    """Returns the size of a top-level window that requests another."""
    return toolkit.size or (width, height)


@function("glutCreateWindow")
def create_window(toolkit, title=""):
    """Creates a window with a context of its own, and makes it current; returns its number."""
    place = max(0, setting(toolkit, X)), max(0, setting(toolkit, Y))
    size = size_of(toolkit, setting(toolkit, WIDTH), setting(toolkit, HEIGHT))
    return make_window(toolkit, "glutCreateWindow", text(title), place, size).number


@function("glutCreateSubWindow")
def create_sub_window(toolkit, window, x, y, width, height):
    """Creates a subwindow above its siblings; returns its number."""
    parent = window_of(toolkit, "glutCreateSubWindow", window)
    place, size = (integer(x), integer(y)), (integer(width), integer(height))
    return make_window(toolkit, "glutCreateSubWindow", "", place, size, parent).number


def window_of(toolkit, name, number) -> Window:
    """Returns the window of a number; GLUTError if there is none."""
    window = toolkit.windows.get(integer(number))
    if window is None:
        raise refused(name, f"{number} is not a window")
    return window


@function("glutDestroyWindow")
def destroy_window(toolkit, window):
    """Closes a window and its subwindows."""
    gone = window_of(toolkit, "glutDestroyWindow", window)
    for each in gone.all():
        toolkit.tell(each, "Close")
        toolkit.windows.pop(each.number, None)
        if toolkit.window is each:
            toolkit.make_current(None)
        if toolkit.user.under is each:
            toolkit.user.under = None
    if gone.parent is not None:
        gone.parent.children.remove(gone)


@function("glutSetWindow")
def set_window(toolkit, window):
    """Makes a window current."""
    toolkit.make_current(window_of(toolkit, "glutSetWindow", window))


@function("glutGetWindow")
def get_window(toolkit):
    """Returns the number of the current window, 0 for none."""
    return 0 if toolkit.window is None else toolkit.window.number


@function("glutSetWindowTitle")
def set_window_title(toolkit, title):
    """Sets the title of the current window."""
    current_window(toolkit, "glutSetWindowTitle").title = text(title)


@function("glutSetIconTitle")
def set_icon_title(toolkit, title):
    """Sets the icon title of the current window, which is not shown."""
    current_window(toolkit, "glutSetIconTitle")
    text(title)


@function("glutReshapeWindow")
def reshape_window(toolkit, width, height):
    """Resizes the current window."""
    window = current_window(toolkit, "glutReshapeWindow")
    size = min(integer(width), MAX_WINDOW_SIDE), min(integer(height), MAX_WINDOW_SIDE)
    if min(size) < 1:
        raise refused("glutReshapeWindow", f"{width}x{height} is not a size")
    window.full_screen = False
    window.resize(*(size if window.parent else size_of(toolkit, *size)))


@function("glutPositionWindow")
def position_window(toolkit, x, y):
    """Moves the current window."""
    window = current_window(toolkit, "glutPositionWindow")
    window.place = integer(x), integer(y)
    toolkit.tell(window, "Position", *window.place)


@function("glutFullScreen")
def full_screen(toolkit):
    """Makes the current window as large as the screen."""
    window = current_window(toolkit, "glutFullScreen")
    if window.parent is None:
        window.full_screen = True
        window.place = 0, 0
        window.resize(*size_of(toolkit, *SCREEN))


@function("glutLeaveFullScreen")
def leave_full_screen(toolkit):
    """Gives the current window the initial size again after glutFullScreen."""
    window = current_window(toolkit, "glutLeaveFullScreen")
    if window.full_screen:
        window.full_screen = False
        window.resize(*size_of(toolkit, setting(toolkit, WIDTH), setting(toolkit, HEIGHT)))


@function("glutFullScreenToggle")
def full_screen_toggle(toolkit):
    """Switches the current window between full screen and its initial size."""
    window = current_window(toolkit, "glutFullScreenToggle")
    (leave_full_screen if window.full_screen else full_screen)(toolkit)


def _show(toolkit, name, visible):
    window = current_window(toolkit, name)
    if window.visible != visible:
        window.visible, window.unseen = visible, True
        window.redisplay = visible


@function("glutShowWindow")
def show_window(toolkit):
    """Shows the current window."""
    _show(toolkit, "glutShowWindow", True)


@function("glutHideWindow")
def hide_window(toolkit):
    """Hides the current window."""
    _show(toolkit, "glutHideWindow", False)


@function("glutIconifyWindow")
def iconify_window(toolkit):
    """Iconifies the current window, which hides it."""
    _show(toolkit, "glutIconifyWindow", False)


def _raise(toolkit, name, place):
    window = current_window(toolkit, name)
    if window.parent is not None:
        window.parent.children.remove(window)
        window.parent.children.insert(place(window.parent.children), window)


@function("glutPopWindow")
def pop_window(toolkit):
    """Raises the current subwindow above its siblings."""
    _raise(toolkit, "glutPopWindow", len)


@function("glutPushWindow")
def push_window(toolkit):
    """Lowers the current subwindow below its siblings."""
    _raise(toolkit, "glutPushWindow", lambda _: 0)


@function("glutSetCursor")
def set_cursor(toolkit, cursor):
    """Sets the cursor of the current window, which is not shown."""
    current_window(toolkit, "glutSetCursor").cursor = integer(cursor)


@function("glutSetWindowData")
def set_window_data(toolkit, data):
    """Stores an object with the current window."""
    current_window(toolkit, "glutSetWindowData").data = data


@function("glutGetWindowData")
def get_window_data(toolkit):
    """Returns the object stored with the current window."""
    return current_window(toolkit, "glutGetWindowData").data
