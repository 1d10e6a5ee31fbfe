"""The constants of pygame 2 that windows, events and keys need."""

from __future__ import annotations

SCANCODE = 1 << 30
"""The bit in the codes of keys without a character."""


def _counted(first: int, names: str) -> dict[str, int]:
    """Returns names with consecutive numbers."""
    return {name: first + place for place, name in enumerate(names.split())}


FLAGS = {
    "SWSURFACE": 0, "HWSURFACE": 1, "OPENGL": 2, "ASYNCBLIT": 4, "OPENGLBLIT": 10, "RESIZABLE": 16,
    "NOFRAME": 32, "SHOWN": 64, "HIDDEN": 128, "HWACCEL": 256, "SCALED": 512, "SRCCOLORKEY": 4096,
    "RLEACCELOK": 8192, "RLEACCEL": 16384, "SRCALPHA": 1 << 16, "PREALLOC": 1 << 24,
    "ANYFORMAT": 1 << 28, "HWPALETTE": 1 << 29, "DOUBLEBUF": 1 << 30, "FULLSCREEN": -(1 << 31),
}  # fmt: skip
EVENTS = {
    "NOEVENT": 0, "QUIT": 256, "SYSWMEVENT": 513, "DROPFILE": 4096, "DROPTEXT": 4097,
    **_counted(768, "KEYDOWN KEYUP TEXTEDITING TEXTINPUT"),
    **_counted(1024, "MOUSEMOTION MOUSEBUTTONDOWN MOUSEBUTTONUP MOUSEWHEEL"),
    **_counted(1536, "JOYAXISMOTION JOYBALLMOTION JOYHATMOTION JOYBUTTONDOWN JOYBUTTONUP"),
    **_counted(1541, "JOYDEVICEADDED JOYDEVICEREMOVED"),
    **_counted(1792, "FINGERDOWN FINGERUP FINGERMOTION"),
    **_counted(32768, "ACTIVEEVENT VIDEORESIZE VIDEOEXPOSE MIDIIN MIDIOUT"),
    **_counted(
        32774,
        """WINDOWSHOWN WINDOWHIDDEN WINDOWEXPOSED WINDOWMOVED WINDOWRESIZED WINDOWSIZECHANGED
        WINDOWMINIMIZED WINDOWMAXIMIZED WINDOWRESTORED WINDOWENTER WINDOWLEAVE WINDOWFOCUSGAINED
        WINDOWFOCUSLOST WINDOWCLOSE WINDOWTAKEFOCUS WINDOWHITTEST""",
    ),
    "USEREVENT": 32866, "NUMEVENTS": 65535,
}  # fmt: skip
APP = {"APPMOUSEFOCUS": 1, "APPINPUTFOCUS": 2, "APPACTIVE": 4}
GL = {
    **_counted(
        0,
        """GL_RED_SIZE GL_GREEN_SIZE GL_BLUE_SIZE GL_ALPHA_SIZE GL_BUFFER_SIZE GL_DOUBLEBUFFER
        GL_DEPTH_SIZE GL_STENCIL_SIZE GL_ACCUM_RED_SIZE GL_ACCUM_GREEN_SIZE GL_ACCUM_BLUE_SIZE
        GL_ACCUM_ALPHA_SIZE GL_STEREO GL_MULTISAMPLEBUFFERS GL_MULTISAMPLESAMPLES
        GL_ACCELERATED_VISUAL""",
    ),
    **_counted(17, "GL_CONTEXT_MAJOR_VERSION GL_CONTEXT_MINOR_VERSION"),
    **_counted(20, "GL_CONTEXT_FLAGS GL_CONTEXT_PROFILE_MASK GL_SHARE_WITH_CURRENT_CONTEXT"),
    **_counted(23, "GL_FRAMEBUFFER_SRGB_CAPABLE GL_CONTEXT_RELEASE_BEHAVIOR"),
    "GL_CONTEXT_DEBUG_FLAG": 1, "GL_CONTEXT_FORWARD_COMPATIBLE_FLAG": 2,
    "GL_CONTEXT_ROBUST_ACCESS_FLAG": 4, "GL_CONTEXT_RESET_ISOLATION_FLAG": 8,
    "GL_CONTEXT_PROFILE_CORE": 1, "GL_CONTEXT_PROFILE_COMPATIBILITY": 2,
    "GL_CONTEXT_PROFILE_ES": 4, "GL_CONTEXT_RELEASE_BEHAVIOR_NONE": 0,
    "GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH": 1, "GL_SWAP_CONTROL": 0,
}  # fmt: skip
MODIFIERS = {
    "KMOD_NONE": 0, "KMOD_LSHIFT": 1, "KMOD_RSHIFT": 2, "KMOD_SHIFT": 3, "KMOD_LCTRL": 64,
    "KMOD_RCTRL": 128, "KMOD_CTRL": 192, "KMOD_LALT": 256, "KMOD_RALT": 512, "KMOD_ALT": 768,
    "KMOD_LGUI": 1024, "KMOD_LMETA": 1024, "KMOD_RGUI": 2048, "KMOD_RMETA": 2048,
    "KMOD_GUI": 3072, "KMOD_META": 3072, "KMOD_NUM": 4096, "KMOD_CAPS": 8192, "KMOD_MODE": 16384,
}  # fmt: skip
CHARACTERS = {
    "BACKSPACE": "\b", "TAB": "\t", "RETURN": "\r", "ESCAPE": "\x1b", "SPACE": " ", "EXCLAIM": "!",
    "QUOTEDBL": '"', "HASH": "#", "DOLLAR": "$", "PERCENT": "%", "AMPERSAND": "&", "QUOTE": "'",
    "LEFTPAREN": "(", "RIGHTPAREN": ")", "ASTERISK": "*", "PLUS": "+", "COMMA": ",", "MINUS": "-",
    "PERIOD": ".", "SLASH": "/", "COLON": ":", "SEMICOLON": ";", "LESS": "<", "EQUALS": "=",
    "GREATER": ">", "QUESTION": "?", "AT": "@", "LEFTBRACKET": "[", "BACKSLASH": "\\",
    "RIGHTBRACKET": "]", "CARET": "^", "UNDERSCORE": "_", "BACKQUOTE": "`", "DELETE": "\x7f",
    **{character: character for character in "0123456789abcdefghijklmnopqrstuvwxyz"},
}  # fmt: skip
SCANCODES = {
    "CAPSLOCK": 57,
    **_counted(58, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 PRINTSCREEN SCROLLLOCK PAUSE INSERT"),
    **_counted(74, "HOME PAGEUP"),
    **_counted(77, "END PAGEDOWN RIGHT LEFT DOWN UP NUMLOCK KP_DIVIDE KP_MULTIPLY KP_MINUS"),
    **_counted(87, "KP_PLUS KP_ENTER KP1 KP2 KP3 KP4 KP5 KP6 KP7 KP8 KP9 KP0 KP_PERIOD"),
    **_counted(102, "POWER KP_EQUALS F13 F14 F15"), "HELP": 117, "MENU": 118, "SYSREQ": 154,
    **_counted(224, "LCTRL LSHIFT LALT LGUI RCTRL RSHIFT RALT RGUI"), "MODE": 257,
}  # fmt: skip
# Scancodes of keys with characters, on a keyboard as in the United States.
CHARACTER_SCANCODES = {
    **{character: 4 + place for place, character in enumerate("abcdefghijklmnopqrstuvwxyz")},
    **{character: 30 + place for place, character in enumerate("1234567890\r\x1b\b\t -=[]\\")},
    **{character: 51 + place for place, character in enumerate(";'`,./")}, "\x7f": 76,
}  # fmt: skip
SAME = {
    "PRINT": "PRINTSCREEN", "SCROLLOCK": "SCROLLLOCK", "BREAK": "PAUSE", "NUMLOCKCLEAR": "NUMLOCK",
    "LMETA": "LGUI", "RMETA": "RGUI", "LSUPER": "LGUI", "RSUPER": "RGUI",
    **{f"KP_{digit}": f"KP{digit}" for digit in range(10)},
}  # fmt: skip
"""Aliases of keys."""
_KEYS = {
    "UNKNOWN": 0,
    **{name: ord(character) for name, character in CHARACTERS.items()},
    **{name: code | SCANCODE for name, code in SCANCODES.items()},
}
KEYS = {
    **{f"K_{name}": code for name, code in _KEYS.items()},
    **{f"K_{name}": _KEYS[other] for name, other in SAME.items()},
}
BUTTONS = _counted(1, "BUTTON_LEFT BUTTON_MIDDLE BUTTON_RIGHT BUTTON_WHEELUP BUTTON_WHEELDOWN")
CURSORS = _counted(
    0,
    """SYSTEM_CURSOR_ARROW SYSTEM_CURSOR_IBEAM SYSTEM_CURSOR_WAIT SYSTEM_CURSOR_CROSSHAIR
    SYSTEM_CURSOR_WAITARROW SYSTEM_CURSOR_SIZENWSE SYSTEM_CURSOR_SIZENESW SYSTEM_CURSOR_SIZEWE
    SYSTEM_CURSOR_SIZENS SYSTEM_CURSOR_SIZEALL SYSTEM_CURSOR_NO SYSTEM_CURSOR_HAND""",
)
CONSTANTS = {
    **FLAGS, **EVENTS, **APP, **GL, **MODIFIERS, **KEYS, **BUTTONS, **CURSORS,
    "TIMER_RESOLUTION": 0,
}  # fmt: skip
"""The names of `pygame.locals`."""
