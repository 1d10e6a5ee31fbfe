"""`softgl lib`: writes OpenGL's C libraries to files."""

from __future__ import annotations

import shlex

from softgl import files
from softgl.commands.command import Command
from softgl.errors import UsageError

_EXAMPLES = """\
examples:
  softgl lib build/gl                             write the libraries to a folder
  gcc demo.c -Lbuild/gl -lOSMesa -o demo          link a program with them, and run it
  LD_LIBRARY_PATH=build/gl ./demo
  LD_LIBRARY_PATH=$(softgl lib --print) ./demo    the libraries in softgl's cache

The files are libOSMesa.so.8, libEGL.so.1, libGL.so.1, libGLESv2.so.2, libOpenGL.so.0,
libGLX.so.0, links without version numbers, and libsoftgl.so, which they need in the same folder. In
a program without Python they start the Python of this softgl, or the one in SOFTGL_PYTHON. Linux on
x86-64 and ARM64.
"""
ARGUMENTS = {
    "folder": {"metavar": "DIR", "nargs": "?", "help": "the folder to write; made if missing"},
    "--print": {
        "action": "store_true",
        "dest": "printed",
        "help": "print only the name of the folder; without DIR, of the one in softgl's cache",
    },
}


def _lib(options):
    if options.folder is None and not options.printed:
        raise UsageError("softgl lib needs a folder to write to, or --print")
    from softgl import clib

    if options.folder is None:
        files.write_text(f"{clib.cached_folder()}\n")
        return
    written = clib.write(options.folder)
    place = shlex.quote(options.folder)
    if options.printed:
        files.write_text(f"{options.folder}\n")
        return
    names = ", ".join(path.name for path in written)
    files.write_text(
        f"{options.folder}: {names}\n"
        f"link with them:  gcc demo.c -L{place} -lOSMesa -o demo\n"
        f"run with them:   LD_LIBRARY_PATH={place} ./demo\n"
    )


COMMAND = Command(
    "lib",
    _lib,
    "write OpenGL's C libraries, which draw with softgl",
    "Writes OpenGL's C libraries, OSMesa, EGL and GL, which draw with softgl.",
    _EXAMPLES,
    ARGUMENTS,
)
