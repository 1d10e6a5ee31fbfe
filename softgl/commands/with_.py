"""`softgl with`: runs any program with softgl in place of the system's OpenGL."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from softgl.commands.arguments import whole_number
from softgl.commands.command import Command
from softgl.errors import SoftGLError, UsageError

_EXAMPLES = """\
examples:
  softgl with -- python train.py --render         MuJoCo, gymnasium, PyOpenGL, moderngl, ...
  softgl with -- fsleyes render -of brain.png brain.nii.gz
  softgl with -- ./demo                           a program in C that uses OSMesa or EGL
  softgl with --capture f.softgl --frame 3 -- python app.py   a frame for softgl inspect

The program finds softgl's libOSMesa.so.8, libEGL.so.1, libGL.so.1, libGLESv2.so.2, libOpenGL.so.0
and libGLX.so.0 first. These are set for it:
  LD_LIBRARY_PATH                                 the folder of the libraries, before its folders
  PYOPENGL_PLATFORM, MUJOCO_GL                    unless set: the value of the other one, or osmesa
  GLCONTEXT_LINUX_LIBEGL, _LIBGL, _LIBX11         the files, for moderngl and zengl
  VTK_DEFAULT_OPENGL_WINDOW                       unless set: vtkOSOpenGLRenderWindow
  SOFTGL_VERSION_OVERRIDE                         unless set: 4.1, for programs that need 3.3
In a program without Python the libraries start the Python of this softgl, or the one in
SOFTGL_PYTHON. The exit status is the program's. Linux on x86-64 and ARM64.
"""


def _with(options):
    if not options.words:
        raise UsageError("a command is missing after --, e.g. softgl with -- python train.py")
    from softgl import clib

    environment = client_environment(clib.cached_folder(), os.environ) | _captured(options)
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execvpe(options.words[0], options.words, environment)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SoftGLError(f"cannot run {options.words[0]}: {reason}") from None


def _captured(options) -> dict[str, str]:
    """The environment of a program whose frame is captured."""
    frame = whole_number("--frame", options.frame, 10**8, 0)
    if options.capture is None:
        if frame is not None:
            raise UsageError("--frame K is the frame that --capture FILE captures")
        return {}
    if not options.capture.endswith(".softgl"):
        raise UsageError(f"--capture {options.capture!r}: its name must end in .softgl")
    path = os.path.abspath(options.capture)
    return {"SOFTGL_CAPTURE": path, "SOFTGL_CAPTURE_FRAME": str(frame or 0)}


def client_environment(folder: Path, known) -> dict[str, str]:
    """The environment of a program that draws with the libraries of a folder.

    known : the current environment; choices of the user in it are kept.
    """
    path = os.pathsep.join(filter(None, (str(folder), known.get("LD_LIBRARY_PATH"))))
    # MuJoCo requires PyOpenGL's platform to equal its own; PyOpenGL has no platform "glfw".
    chosen = [known.get(name) for name in ("PYOPENGL_PLATFORM", "MUJOCO_GL")]
    platform = next((each for each in chosen if each in ("egl", "osmesa")), "osmesa")
    defaults = {
        "PYOPENGL_PLATFORM": platform,
        "MUJOCO_GL": platform,
        "VTK_DEFAULT_OPENGL_WINDOW": "vtkOSOpenGLRenderWindow",
        # pyrender and others request 4.1, the latest version of macOS, and use nothing above 3.3.
        "SOFTGL_VERSION_OVERRIDE": "4.1",
    }
    return {
        **known,
        **{name: value for name, value in defaults.items() if not known.get(name)},
        "LD_LIBRARY_PATH": path,
        "GLCONTEXT_LINUX_LIBEGL": str(folder / "libEGL.so.1"),
        "GLCONTEXT_LINUX_LIBGL": str(folder / "libGL.so.1"),
        "GLCONTEXT_LINUX_LIBX11": str(folder / "libsoftglX11.so"),
    }


COMMAND = Command(
    "with",
    _with,
    "run a program with softgl in place of the system's OpenGL",
    "Runs any program with softgl in place of the system's OpenGL libraries.",
    _EXAMPLES,
    {
        "--capture": {"metavar": "FILE", "help": "the capture of a frame to write: frame.softgl"},
        "--frame": {"metavar": "K", "help": "number of the captured frame, from 0; default: 0"},
    },
    rest="words",
)
