"""The commands that make and change windows, and choose how they are made."""

from __future__ import annotations

import re

from softgl.context import Context
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
LARGEST = 8192
# Words of glutInitDisplayString, and the bits of glutInitDisplayMode that they stand for.
WORDS = {
    "rgb": 0, "rgba": 0, "single": 0, "index": INDEX, "double": 2, "acc": 4, "acca": 4, "alpha": 8,
    "depth": 16, "stencil": 32, "samples": MULTISAMPLE, "stereo": STEREO, "luminance": 512,
}  # fmt: skip


def setting(toolkit: Toolkit, name: str) -> int:
    """What was chosen with glutInit..., or what it is at first."""
    return toolkit.settings.get(name, INITIAL[name])


@function("glutInit")
def init(toolkit, *arguments):
    """Begin; takes argv, and returns what is left of it without GLUT's own options."""
    given = list(arguments)
    if given and isinstance(given[0], int):
        given = given[1:]
    if len(given) == 1 and not isinstance(given[0], (str, bytes)):
        given = list(given[0])
    toolkit.started = True
    left, place = [], 0
    while place < len(given):
        word = text(given[place])
        place += 1
        if word in ("-display", "-geometry") and place < len(given):
            if word == "-geometry":
                _geometry(toolkit, text(given[place]))
            place += 1
        elif word not in ("-iconic", "-indirect", "-direct", "-gldebug", "-sync"):
            left.append(given[place - 1])
    return left


def _geometry(toolkit, words):
    """What X's -geometry says, WxH+X+Y, of which each half may be missing."""
    match = re.fullmatch(r"=?(?:(\d+)[xX](\d+))?(?:\+(\d+)\+(\d+))?", words)
    if match:
        found = zip((WIDTH, HEIGHT, X, Y), match.groups(), strict=True)
        toolkit.settings |= {name: int(value) for name, value in found if value}


@function("glutInitDisplayMode")
def init_display_mode(toolkit, mode):
    """Choose what windows have that are made from now on: GLUT_DOUBLE | GLUT_RGB and so on."""
    toolkit.settings[MODE] = integer(mode)


@function("glutInitDisplayString")
def init_display_string(toolkit, string):
    """Choose the same in words: "rgba double depth>=16 samples"."""
    mode = 0
    for word in text(string).split():
        name = re.match(r"[a-z]*", word)[0]
        mode |= WORDS.get(name, 0)
    toolkit.settings[MODE] = mode


@function("glutInitWindowSize")
def init_window_size(toolkit, width, height):
    """Choose the size of windows that are made from now on."""
    toolkit.settings |= {WIDTH: integer(width), HEIGHT: integer(height)}


@function("glutInitWindowPosition")
def init_window_position(toolkit, x, y):
    """Choose the place of windows that are made from now on."""
    toolkit.settings |= {X: integer(x), Y: integer(y)}


@function("glutInitContextVersion")
def init_context_version(toolkit, majorVersion, minorVersion):
    """Ask for a version of OpenGL: contexts are what softgl has."""
    names = "GLUT_INIT_MAJOR_VERSION", "GLUT_INIT_MINOR_VERSION"
    toolkit.settings |= dict(zip(names, map(integer, (majorVersion, minorVersion)), strict=True))


@function("glutInitContextFlags")
def init_context_flags(toolkit, flags):
    """Ask for flags of contexts, which are kept and change nothing."""
    toolkit.settings["GLUT_INIT_FLAGS"] = integer(flags)


@function("glutInitContextProfile")
def init_context_profile(toolkit, profile):
    """Ask for a profile of contexts, which is kept and changes nothing."""
    toolkit.settings["GLUT_INIT_PROFILE"] = integer(profile)


@function("glutSetOption")
def set_option(toolkit, option_flag, value):
    """Set an option of freeglut, such as GLUT_ACTION_ON_WINDOW_CLOSE."""
    for name in OPTIONS:
        if CONSTANTS[name] == integer(option_flag):
            toolkit.settings[name] = integer(value)
            return
    raise refused("glutSetOption", f"{option_flag} is no option")


OPTIONS = (
    MODE, WIDTH, HEIGHT, X, Y, "GLUT_ACTION_ON_WINDOW_CLOSE", "GLUT_RENDERING_CONTEXT",
    "GLUT_DIRECT_RENDERING", "GLUT_WINDOW_CURSOR", "GLUT_AUX", "GLUT_MULTISAMPLE",
    "GLUT_INIT_MAJOR_VERSION", "GLUT_INIT_MINOR_VERSION", "GLUT_INIT_FLAGS", "GLUT_INIT_PROFILE",
)  # fmt: skip


def mode_is_possible(mode: int) -> bool:
    """Whether there are windows of a mode: all but stereo ones and those of colour indices."""
    return not mode & (INDEX | STEREO)


def make_window(toolkit, name, title, place, size, parent=None) -> Window:
    """A window, which is current then; raises GLUTError for a mode that there is not."""
    mode = setting(toolkit, MODE)
    if not mode_is_possible(mode):
        what = "colour indices" if mode & INDEX else "two images for stereo"
        raise refused(name, f"there are no windows with {what}")
    width, height = (min(max(side, 1), LARGEST) for side in size)
    options = toolkit.options()
    if mode & MULTISAMPLE:
        samples = toolkit.settings.get("GLUT_MULTISAMPLE", DEFAULT_SAMPLES)
        options = {"samples": samples} | options
    window = Window(toolkit.number(), title, Context(width, height, **options), place, mode, parent)
    if parent is not None:
        parent.children.append(window)
    toolkit.windows[window.number] = window
    toolkit.make_current(window)
    return window


def size_of(toolkit, width, height) -> tuple[int, int]:
    """The size that a top-level window gets that asks for another."""
    return toolkit.size or (width, height)


@function("glutCreateWindow")
def create_window(toolkit, title=""):
    """Make a window and a context of its own; returns its number. It is current then."""
    place = max(0, setting(toolkit, X)), max(0, setting(toolkit, Y))
    size = size_of(toolkit, setting(toolkit, WIDTH), setting(toolkit, HEIGHT))
    return make_window(toolkit, "glutCreateWindow", text(title), place, size).number


@function("glutCreateSubWindow")
def create_sub_window(toolkit, window, x, y, width, height):
    """Make a window within another, above it; returns its number."""
    parent = window_of(toolkit, "glutCreateSubWindow", window)
    place, size = (integer(x), integer(y)), (integer(width), integer(height))
    return make_window(toolkit, "glutCreateSubWindow", "", place, size, parent).number


def window_of(toolkit, name, number) -> Window:
    """The window of a number; raises GLUTError if there is none."""
    window = toolkit.windows.get(integer(number))
    if window is None:
        raise refused(name, f"there is no window {number}")
    return window


@function("glutDestroyWindow")
def destroy_window(toolkit, window):
    """Close a window and those within it."""
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
    """Make a window current."""
    toolkit.make_current(window_of(toolkit, "glutSetWindow", window))


@function("glutGetWindow")
def get_window(toolkit):
    """The number of the current window, 0 for none."""
    return 0 if toolkit.window is None else toolkit.window.number


@function("glutSetWindowTitle")
def set_window_title(toolkit, title):
    """Name the current window."""
    current_window(toolkit, "glutSetWindowTitle").title = text(title)


@function("glutSetIconTitle")
def set_icon_title(toolkit, title):
    """Name the icon of the current window, which nobody sees."""
    current_window(toolkit, "glutSetIconTitle")
    text(title)


@function("glutReshapeWindow")
def reshape_window(toolkit, width, height):
    """Give the current window another size."""
    window = current_window(toolkit, "glutReshapeWindow")
    size = min(integer(width), LARGEST), min(integer(height), LARGEST)
    if min(size) < 1:
        raise refused("glutReshapeWindow", f"{width}x{height} is no size")
    window.full_screen = False
    window.resize(*(size if window.parent else size_of(toolkit, *size)))


@function("glutPositionWindow")
def position_window(toolkit, x, y):
    """Move the current window."""
    window = current_window(toolkit, "glutPositionWindow")
    window.place = integer(x), integer(y)
    toolkit.tell(window, "Position", *window.place)


@function("glutFullScreen")
def full_screen(toolkit):
    """Make the current window as large as the screen."""
    window = current_window(toolkit, "glutFullScreen")
    if window.parent is None:
        window.full_screen = True
        window.place = 0, 0
        window.resize(*size_of(toolkit, *SCREEN))


@function("glutLeaveFullScreen")
def leave_full_screen(toolkit):
    """Make the current window as large as windows are made."""
    window = current_window(toolkit, "glutLeaveFullScreen")
    if window.full_screen:
        window.full_screen = False
        window.resize(*size_of(toolkit, setting(toolkit, WIDTH), setting(toolkit, HEIGHT)))


@function("glutFullScreenToggle")
def full_screen_toggle(toolkit):
    """The one or the other."""
    window = current_window(toolkit, "glutFullScreenToggle")
    (leave_full_screen if window.full_screen else full_screen)(toolkit)


def _show(toolkit, name, visible):
    window = current_window(toolkit, name)
    if window.visible != visible:
        window.visible, window.unseen = visible, True
        window.redisplay = visible


@function("glutShowWindow")
def show_window(toolkit):
    """Let the current window be seen."""
    _show(toolkit, "glutShowWindow", True)


@function("glutHideWindow")
def hide_window(toolkit):
    """Let the current window not be seen."""
    _show(toolkit, "glutHideWindow", False)


@function("glutIconifyWindow")
def iconify_window(toolkit):
    """Make the current window an icon, which is not seen."""
    _show(toolkit, "glutIconifyWindow", False)


def _raise(toolkit, name, place):
    window = current_window(toolkit, name)
    if window.parent is not None:
        window.parent.children.remove(window)
        window.parent.children.insert(place(window.parent.children), window)


@function("glutPopWindow")
def pop_window(toolkit):
    """Put the current subwindow above the others."""
    _raise(toolkit, "glutPopWindow", len)


@function("glutPushWindow")
def push_window(toolkit):
    """Put the current subwindow below the others."""
    _raise(toolkit, "glutPushWindow", lambda _: 0)


@function("glutSetCursor")
def set_cursor(toolkit, cursor):
    """Choose the cursor of the current window, which nobody sees."""
    current_window(toolkit, "glutSetCursor").cursor = integer(cursor)


@function("glutSetWindowData")
def set_window_data(toolkit, data):
    """Keep an object with the current window."""
    current_window(toolkit, "glutSetWindowData").data = data


@function("glutGetWindowData")
def get_window_data(toolkit):
    """The object kept with the current window."""
    return current_window(toolkit, "glutGetWindowData").data
