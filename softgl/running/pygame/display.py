"""`pygame.display`: the window, with a context of softgl, and its frames."""

from __future__ import annotations

from types import SimpleNamespace

from softgl.gl.api.versions import toolkit_options
from softgl.running.pygame.constants import FLAGS, GL
from softgl.running.pygame.state import State
from softgl.running.stand_ins.modules import Lacking
from softgl.running.stand_ins.screen import DESKTOP

OPENGL, FULLSCREEN = FLAGS["OPENGL"], FLAGS["FULLSCREEN"]
DEFAULTS = {
    "GL_RED_SIZE": 8, "GL_GREEN_SIZE": 8, "GL_BLUE_SIZE": 8, "GL_ALPHA_SIZE": 8,
    "GL_BUFFER_SIZE": 32, "GL_DOUBLEBUFFER": 1, "GL_DEPTH_SIZE": 24, "GL_STENCIL_SIZE": 8,
    "GL_ACCUM_RED_SIZE": 16, "GL_ACCUM_GREEN_SIZE": 16, "GL_ACCUM_BLUE_SIZE": 16,
    "GL_ACCUM_ALPHA_SIZE": 16, "GL_CONTEXT_MAJOR_VERSION": 2, "GL_CONTEXT_MINOR_VERSION": 1,
    "GL_ACCELERATED_VISUAL": 1,
}  # fmt: skip
MODES = [(1920, 1080), (1680, 1050), (1600, 900), (1440, 900), (1366, 768), (1280, 1024),
         (1280, 800), (1280, 720), (1024, 768), (800, 600), (640, 480)]  # fmt: skip


def _context_options(attributes: dict[int, int]) -> dict:
    """Returns the options of a window's context."""
    asked = {name: attributes.get(GL[name], value) for name, value in DEFAULTS.items()}
    flags = attributes.get(GL["GL_CONTEXT_FLAGS"], 0)
    return toolkit_options(
        (asked["GL_CONTEXT_MAJOR_VERSION"], asked["GL_CONTEXT_MINOR_VERSION"]),
        attributes.get(GL["GL_CONTEXT_PROFILE_MASK"], 0) == GL["GL_CONTEXT_PROFILE_CORE"],
        flags & GL["GL_CONTEXT_FORWARD_COMPATIBLE_FLAG"],
        flags & GL["GL_CONTEXT_DEBUG_FLAG"],
    )


class Display:
    """The functions of `pygame.display`."""

    def __init__(self, state: State):
        self._state = state

    def init(self):
        """Initialises the module, as other functions do too."""
        self._state.started = True

    def quit(self):
        """Closes the window."""
        state = self._state
        if state.window is not None:
            state.screen.close(state.window)
        state.started, state.window, state.surface = False, None, None

    def get_init(self):
        """Returns True after init."""
        return self._state.started

    def set_mode(self, size=(0, 0), flags=0, depth=0, display=0, vsync=0):
        """Opens the window, or resizes it; returns its surface."""
        state = self._state
        try:
            width, height = (int(side) for side in size)
        except (TypeError, ValueError):
            raise TypeError("size must be two numbers") from None
        if width < 0 or height < 0:
            raise state.error("Cannot set negative sized display mode")
        default = DESKTOP if flags & FULLSCREEN else (800, 600)
        size = state.screen.toolkit.size or (width or default[0], height or default[1])
        if not flags & OPENGL and state.pixels is None:
            raise Lacking(
                "softgl run stands in for pygame with OPENGL windows; others need pygame itself: "
                "pip install pygame"
            )
        state.started, state.flags = True, flags
        self._open(size)
        state.surface = state.make_surface(size, flags)
        if not state.announced:
            state.announced = True
            state.post("ACTIVEEVENT", gain=1, state=1)
            for name in ("WINDOWSHOWN", "WINDOWFOCUSGAINED", "VIDEOEXPOSE", "WINDOWEXPOSED"):
                state.post(name, window=None)
        return state.surface

    def _open(self, size):
        """Opens or resizes the window; its context stays, with all textures."""
        state = self._state
        if not state.flags & OPENGL:
            if state.window is not None:
                state.screen.close(state.window)
            state.window = None
        elif state.window is None:
            samples = state.attributes.get(GL["GL_MULTISAMPLESAMPLES"], 0)
            several = state.attributes.get(GL["GL_MULTISAMPLEBUFFERS"], 0)
            samples = min(samples, 16) if several else 0
            options = _context_options(state.attributes)
            state.window = state.screen.open(state.caption[0], size, samples, **options)
        else:
            state.window.resize(*size)
            state.screen.toolkit.make_current(state.window)

    def get_surface(self):
        """Returns the window's surface, or None."""
        return self._state.surface

    def flip(self):
        """Shows the picture: a frame."""
        state = self._state
        if state.window is not None:
            state.screen.show(state.window)
            return
        if state.surface is None:
            raise state.error("Display mode not set")
        state.screen.show_pixels(state.pixels(state.surface))

    def update(self, *rectangles):
        """Shows the picture: a frame, regardless of the rectangles."""
        self.flip()

    def get_driver(self):
        """Returns the name of SDL's driver."""
        return "dummy"

    def Info(self):
        """Returns the size and the format of the screen, or of the window."""
        width, height = self.get_window_size() if self._state.surface else DESKTOP
        return SimpleNamespace(
            hw=0, wm=1, video_mem=0, bitsize=32, bytesize=4, masks=(255 << 16, 255 << 8, 255, 0),
            shifts=(16, 8, 0, 0), losses=(0, 0, 0, 8), blit_hw=0, blit_hw_CC=0, blit_hw_A=0,
            blit_sw=0, blit_sw_CC=0, blit_sw_A=0, current_w=width, current_h=height,
            pixel_format="SDL_PIXELFORMAT_RGB888",
        )  # fmt: skip

    def get_wm_info(self):
        """Does nothing: there is no window system."""
        return {}

    def get_num_displays(self):
        """Returns 1."""
        return 1

    def get_desktop_sizes(self):
        """Returns the size of the screen."""
        return [DESKTOP]

    def list_modes(self, depth=0, flags=0, display=0):
        """Returns the sizes for full screen, the largest first."""
        return list(MODES)

    def mode_ok(self, size, flags=0, depth=0, display=0):
        """Returns the bits of a pixel."""
        return 32

    def gl_set_attribute(self, flag, value):
        """Requests an attribute of the next window: samples, version, profile or flags."""
        self._state.attributes[int(flag)] = int(value)

    def gl_get_attribute(self, flag):
        """Returns the requested attribute, or that of the context."""
        numbers = {GL[name]: value for name, value in DEFAULTS.items()}
        return self._state.attributes.get(int(flag), numbers.get(int(flag), 0))

    def get_window_size(self):
        """Returns width and height."""
        state = self._state
        return state.window.size if state.window else state.surface.get_size()

    def get_active(self):
        """Returns True: the window is visible."""
        return self._state.surface is not None

    def set_caption(self, title, icontitle=None):
        """Sets the window's title."""
        self._state.caption = str(title), str(title if icontitle is None else icontitle)

    def get_caption(self):
        """Returns the window's titles."""
        return self._state.caption if self._state.surface is not None else ()

    def toggle_fullscreen(self):
        """Does nothing: every window is as large as the picture."""
        return 1

    def is_fullscreen(self):
        """True if the program has requested full screen."""
        return bool(self._state.flags & FULLSCREEN)

    def iconify(self):
        """Returns False: windows stay visible."""
        return False

    def set_icon(self, surface):
        """Does nothing."""

    def set_palette(self, palette=None):
        """Does nothing."""

    def set_gamma(self, red, green=None, blue=None):
        """Returns False: colours stay as they are."""
        return False

    def set_gamma_ramp(self, red, green, blue):
        """Returns False: colours stay as they are."""
        return False

    def get_allow_screensaver(self):
        """Returns False."""
        return False

    def set_allow_screensaver(self, value=True):
        """Does nothing."""
