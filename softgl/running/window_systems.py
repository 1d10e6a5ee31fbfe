"""PyOpenGL's modules of window systems and other libraries: OpenGL.GLX, WGL, EGL, osmesa, GLE, ...

EGL and OSMesa are entry points of `softgl.capi`. Of the other libraries only the names exist, so
that programs can import them; their functions are false, and fail when they are called.
"""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from importlib.util import find_spec

from softgl.running.c_calls import python_functions
from softgl.running.missing import Missing, sentence

WHY = {
    "GLX": "softgl opens no windows and has no X display",
    "WGL": "softgl opens no windows and has no WGL",
    "AGL": "softgl opens no windows and has no AGL",
    "EGL": "softgl's EGL has no such function",
    "osmesa": "softgl's OSMesa has no such function",
    "GLE": "softgl has no library of tubes and extrusions",
    "Tk": "softgl opens no windows and has no Tk widget",
    "GLES1": "softgl is OpenGL, not OpenGL ES",
    "GLES2": "softgl is OpenGL, not OpenGL ES",
    "GLES3": "softgl is OpenGL, not OpenGL ES",
}
"""Module -> reason that its functions are missing."""
PREFIXES = {
    "GLX": "glX", "WGL": "wgl", "AGL": "agl", "EGL": "egl", "osmesa": "OSMesa", "GLE": "gle",
    "Tk": "Togl", "GLES1": "gl", "GLES2": "gl", "GLES3": "gl",
}  # fmt: skip
"""Module -> prefix of its functions."""
FUNCTIONS = {
    "GLX": """ChooseVisual CopyContext CreateContext CreateGLXPixmap DestroyContext
        DestroyGLXPixmap GetConfig GetCurrentContext GetCurrentDrawable IsDirect MakeCurrent
        QueryExtension QueryVersion SwapBuffers UseXFont WaitGL WaitX GetClientString
        QueryExtensionsString QueryServerString GetCurrentDisplay ChooseFBConfig CreateNewContext
        CreatePbuffer CreatePixmap CreateWindow DestroyPbuffer DestroyPixmap DestroyWindow
        GetCurrentReadDrawable GetFBConfigAttrib GetFBConfigs GetSelectedEvent
        GetVisualFromFBConfig MakeContextCurrent QueryContext QueryDrawable SelectEvent
        GetProcAddress""",
    "WGL": """CopyContext CreateContext CreateLayerContext DeleteContext DescribeLayerPlane
        GetCurrentContext GetCurrentDC GetLayerPaletteEntries GetProcAddress MakeCurrent
        RealizeLayerPalette SetLayerPaletteEntries ShareLists SwapLayerBuffers UseFontBitmaps
        UseFontBitmapsA UseFontBitmapsW UseFontOutlines UseFontOutlinesA UseFontOutlinesW""",
    "GLE": """Double Affine Extrusion GetJoinStyle GetNumSides Helicoid Lathe PolyCone PolyCylinder
        Screw SetJoinStyle SetNumSides Spiral SuperExtrusion TextureMode Toroid TwistExtrusion""",
    # Functions that OpenGL lacks.
    "GLES1": """AlphaFuncx ClearColorx ClearDepthx ClipPlanef ClipPlanex Color4x DepthRangex Fogx
        Fogxv Frustumf Frustumx GetClipPlanef GetClipPlanex GetFixedv GetLightxv GetMaterialxv
        GetTexEnvxv GetTexParameterxv LightModelx LightModelxv Lightx Lightxv LineWidthx
        LoadMatrixx Materialx Materialxv MultMatrixx MultiTexCoord4x Normal3x Orthof Orthox
        PointParameterx PointParameterxv PointSizePointerOES PointSizex PolygonOffsetx Rotatex
        SampleCoveragex Scalex TexEnvx TexEnvxv TexParameterx TexParameterxv Translatex""",
}
FURTHER = {
    "WGL": "ChoosePixelFormat DescribePixelFormat GetPixelFormat SetPixelFormat SwapBuffers",
    "Tk": "Togl RawOpengl Opengl glTranslateScene glRotateScene glDistFromLine v3distsq",
}
"""Functions and classes without the prefix."""


def _numbers(text: str) -> dict[str, int]:
    """Parses names and numbers, as `GLX_RGBA 4`, several a line."""
    words = text.split()
    return {name: int(number, 0) for name, number in zip(words[::2], words[1::2], strict=True)}


CONSTANTS = {
    "GLX": _numbers("""
        GLX_USE_GL 1 GLX_BUFFER_SIZE 2 GLX_LEVEL 3 GLX_RGBA 4 GLX_DOUBLEBUFFER 5 GLX_STEREO 6
        GLX_AUX_BUFFERS 7 GLX_RED_SIZE 8 GLX_GREEN_SIZE 9 GLX_BLUE_SIZE 10 GLX_ALPHA_SIZE 11
        GLX_DEPTH_SIZE 12 GLX_STENCIL_SIZE 13 GLX_ACCUM_RED_SIZE 14 GLX_ACCUM_GREEN_SIZE 15
        GLX_ACCUM_BLUE_SIZE 16 GLX_ACCUM_ALPHA_SIZE 17 GLX_BAD_SCREEN 1 GLX_BAD_ATTRIBUTE 2
        GLX_NO_EXTENSION 3 GLX_BAD_VISUAL 4 GLX_BAD_CONTEXT 5 GLX_BAD_VALUE 6 GLX_BAD_ENUM 7
        GLX_VENDOR 1 GLX_VERSION 2 GLX_EXTENSIONS 3 GLX_CONFIG_CAVEAT 0x20 GLX_X_VISUAL_TYPE 0x22
        GLX_TRANSPARENT_TYPE 0x23 GLX_WINDOW_BIT 1 GLX_PIXMAP_BIT 2 GLX_PBUFFER_BIT 4
        GLX_RGBA_BIT 1 GLX_COLOR_INDEX_BIT 2 GLX_NONE 0x8000 GLX_SLOW_CONFIG 0x8001
        GLX_TRUE_COLOR 0x8002 GLX_DIRECT_COLOR 0x8003 GLX_PSEUDO_COLOR 0x8004
        GLX_STATIC_COLOR 0x8005 GLX_GRAY_SCALE 0x8006 GLX_STATIC_GRAY 0x8007
        GLX_TRANSPARENT_RGB 0x8008 GLX_TRANSPARENT_INDEX 0x8009 GLX_VISUAL_ID 0x800B
        GLX_SCREEN 0x800C GLX_NON_CONFORMANT_CONFIG 0x800D GLX_DRAWABLE_TYPE 0x8010
        GLX_RENDER_TYPE 0x8011 GLX_X_RENDERABLE 0x8012 GLX_FBCONFIG_ID 0x8013
        GLX_RGBA_TYPE 0x8014 GLX_COLOR_INDEX_TYPE 0x8015 GLX_MAX_PBUFFER_WIDTH 0x8016
        GLX_MAX_PBUFFER_HEIGHT 0x8017 GLX_MAX_PBUFFER_PIXELS 0x8018
        GLX_PRESERVED_CONTENTS 0x801B GLX_LARGEST_PBUFFER 0x801C GLX_WIDTH 0x801D
        GLX_HEIGHT 0x801E GLX_EVENT_MASK 0x801F GLX_PBUFFER_HEIGHT 0x8040
        GLX_PBUFFER_WIDTH 0x8041 GLX_SAMPLE_BUFFERS 100000 GLX_SAMPLES 100001
        """),
    "WGL": _numbers("WGL_FONT_LINES 0 WGL_FONT_POLYGONS 1 WGL_SWAP_MAIN_PLANE 1"),
    "GLE": _numbers("""
        TUBE_JN_RAW 1 TUBE_JN_ANGLE 2 TUBE_JN_CUT 3 TUBE_JN_ROUND 4 TUBE_JN_MASK 0xF
        TUBE_JN_CAP 0x10 TUBE_NORM_FACET 0x100 TUBE_NORM_EDGE 0x200 TUBE_NORM_PATH_EDGE 0x400
        TUBE_NORM_MASK 0xF00 TUBE_CONTOUR_CLOSED 0x1000 GLE_TEXTURE_ENABLE 0x10000
        GLE_TEXTURE_STYLE_MASK 0xFF GLE_TEXTURE_VERTEX_FLAT 1 GLE_TEXTURE_NORMAL_FLAT 2
        GLE_TEXTURE_VERTEX_CYL 3 GLE_TEXTURE_NORMAL_CYL 4 GLE_TEXTURE_VERTEX_SPH 5
        GLE_TEXTURE_NORMAL_SPH 6 GLE_TEXTURE_VERTEX_MODEL_FLAT 7 GLE_TEXTURE_NORMAL_MODEL_FLAT 8
        GLE_TEXTURE_VERTEX_MODEL_CYL 9 GLE_TEXTURE_NORMAL_MODEL_CYL 10
        GLE_TEXTURE_VERTEX_MODEL_SPH 11 GLE_TEXTURE_NORMAL_MODEL_SPH 12
        """),
    "osmesa": _numbers("""
        OSMESA_COLOR_INDEX 0x1900 OSMESA_RGBA 0x1908 OSMESA_BGRA 1 OSMESA_ARGB 2
        OSMESA_RGB 0x1907 OSMESA_BGR 4 OSMESA_RGB_565 5 OSMESA_ROW_LENGTH 0x10 OSMESA_Y_UP 0x11
        OSMESA_WIDTH 0x20 OSMESA_HEIGHT 0x21 OSMESA_FORMAT 0x22 OSMESA_TYPE 0x23
        OSMESA_MAX_WIDTH 0x24 OSMESA_MAX_HEIGHT 0x25 OSMESA_DEPTH_BITS 0x30
        OSMESA_STENCIL_BITS 0x31 OSMESA_ACCUM_BITS 0x32 OSMESA_PROFILE 0x33
        OSMESA_CORE_PROFILE 0x34 OSMESA_COMPAT_PROFILE 0x35 OSMESA_CONTEXT_MAJOR_VERSION 0x36
        OSMESA_CONTEXT_MINOR_VERSION 0x37
        """),
}
EGL_TYPES = {
    **dict.fromkeys(("EGLint", "EGLBoolean"), ctypes.c_int), "EGLenum": ctypes.c_uint,
    "EGLAttrib": ctypes.c_ssize_t, "EGLTime": ctypes.c_uint64,
    **{f"EGL{name}": ctypes.c_void_p
       for name in """Config Context Display Surface Sync Image ClientBuffer DeviceEXT
       NativeDisplayType NativePixmapType NativeWindowType""".split()},
}  # fmt: skip


def is_one(name: str) -> bool:
    """True for a module of one of these libraries."""
    parts = name.split(".")
    return parts[0] == "OpenGL" and len(parts) > 1 and parts[1] in WHY


def contents(name: str, gl: dict) -> dict:
    """Returns the contents of a module. gl : those of `OpenGL.GL`."""
    library, *extension = name.split(".")[1:]
    if len(extension) == 1 and extension[0].isupper():
        return {}  # a vendor's package
    names = FUNCTIONS.get(library, "").split()
    words = [PREFIXES[library] + word for word in names] + FURTHER.get(library, "").split()
    found = {word: Missing(word, WHY[library]) for word in words}
    found |= CONSTANTS.get(library, {})
    if library == "EGL":
        found |= vars(import_module("softgl.capi.egl_registry")) | EGL_TYPES
        found |= python_functions("egl")
        found = {word: value for word, value in found.items() if word.startswith(("egl", "EGL"))}
    if library == "Tk" and find_spec("tkinter"):
        found = vars(import_module("tkinter")) | found
        found = {word: value for word, value in found.items() if not word.startswith("_")}
    if library == "osmesa":
        found |= python_functions("OSMesa")
    if library.startswith("GLES"):
        found |= {
            word: Missing(word, WHY[library]) if re.match(r"gl[A-Z]", word) else value
            for word, value in gl.items()
        }
    if len(extension) == 2:
        found |= _extension(library, *extension)
    return found | {"__getattr__": _missing(library)}


def _extension(library: str, vendor: str, name: str) -> dict:
    """Returns the contents of an extension's module: the function that tests it."""
    joined = "".join(word[:1].upper() + word[1:] for word in name.split("_"))
    word = f"{PREFIXES[library]}Init{joined}{vendor}"

    def init():
        """Returns False: the extension is not supported."""
        return False

    init.__name__ = word
    return {word: init, "EXTENSION_NAME": f"{library}_{vendor}_{name}"}


def _missing(library: str):
    """Makes `__getattr__` for a module: a missing function for each of its function names."""

    def missing(name):
        if re.match(PREFIXES[library] + "[A-Z]", name):
            return Missing(name, WHY[library])
        raise AttributeError(sentence(name, WHY[library]))

    return missing
