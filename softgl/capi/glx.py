"""GLX, for libraries and programs that load libGL with its names: there is no X display.

GLX 1.4: "glXQueryExtension" tells whether a server has GLX, and here none has. What needs a display
finds nothing, draws nothing and returns 0; glXGetProcAddress works.
"""

from __future__ import annotations

from softgl.capi.entry_points import entry_point

CLIENT_STRINGS = {1: b"softgl", 2: b"1.4", 3: b"GLX_ARB_get_proc_address"}
"""GLX_VENDOR, GLX_VERSION and GLX_EXTENSIONS, as glXGetClientString has them."""
NO_EXTENSION = 3  # GLX_NO_EXTENSION, GLX 1.4, 3.3.3
UNAVAILABLE = {
    "glXGetConfig": NO_EXTENSION, "glXGetFBConfigAttrib": NO_EXTENSION,
    "glXQueryContext": NO_EXTENSION, "glXSwapIntervalMESA": NO_EXTENSION,
    "glXSwapIntervalSGI": NO_EXTENSION,
}  # fmt: skip
"""Functions that return an error code, and the one that they return."""
# Everything else of GLX 1.4 and of the extensions that programs link against: by what it returns,
# as the parameters are not looked at.
NOTHING = """
    glXCopyContext glXDestroyContext glXDestroyGLXPixmap glXDestroyPbuffer glXDestroyPixmap
    glXDestroyWindow glXGetSelectedEvent glXQueryDrawable glXSelectEvent glXSwapBuffers
    glXSwapIntervalEXT glXUseXFont glXWaitGL glXWaitX
"""
NULL = """
    glXChooseFBConfig glXChooseVisual glXCreateContext glXCreateContextAttribsARB
    glXCreateGLXPixmap glXCreateNewContext glXCreatePbuffer glXCreatePixmap glXCreateWindow
    glXGetCurrentContext glXGetCurrentDisplay glXGetCurrentDrawable glXGetCurrentReadDrawable
    glXGetFBConfigs glXGetVisualFromFBConfig glXImportContextEXT glXQueryExtensionsString
    glXQueryServerString
"""
FALSE = """
    glXIsDirect glXMakeContextCurrent glXMakeCurrent glXQueryCurrentRendererIntegerMESA
    glXQueryExtension glXQueryRendererIntegerMESA glXQueryVersion
"""


def _define(names: str, returns: str, value) -> None:
    """Registers functions that return a value whatever they are given."""
    for name in names.split():
        entry_point(name, returns)(lambda value=value: value)


_define(NOTHING, "void", None)
_define(NULL, "out void", 0)
_define(FALSE, "int", 0)
for _name, _error in UNAVAILABLE.items():
    _define(_name, "int", _error)


@entry_point("glXGetClientString", "in char|dpy:in void|name:int")
def get_client_string(_, name):
    """Returns what the library is; NULL for an unknown name."""
    return CLIENT_STRINGS.get(name, 0)
