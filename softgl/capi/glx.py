"""GLX, for libraries and programs that load libGL with its names: there is no X display.

GLX 1.4: "glXQueryExtension" reports if a server has GLX; here none has. Functions that need a
display do nothing and return 0; glXGetProcAddress works. `softgl.capi.x11` has the others, and a
display for clients that insist on one.
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
"""Function -> the error code that it returns."""
# The other functions of GLX 1.4 and of extensions that programs link against, by their results;
# their parameters are ignored.
NOTHING = """
    glXCopyContext glXDestroyGLXPixmap glXDestroyPbuffer glXDestroyPixmap
    glXDestroyWindow glXGetSelectedEvent glXQueryDrawable glXSelectEvent glXSwapBuffers
    glXSwapIntervalEXT glXUseXFont glXWaitGL glXWaitX
"""
NULL = """
    glXCreateGLXPixmap glXCreateNewContext glXCreatePbuffer glXCreatePixmap glXCreateWindow
    glXGetCurrentReadDrawable glXGetFBConfigs glXGetVisualFromFBConfig glXImportContextEXT
    glXQueryExtensionsString glXQueryServerString
"""
FALSE = """
    glXIsDirect glXMakeContextCurrent glXQueryCurrentRendererIntegerMESA
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
    """Returns a string that describes the library; NULL for an unknown name."""
    return CLIENT_STRINGS.get(name, 0)
