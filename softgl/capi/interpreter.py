"""The interpreter that libraries start in programs without Python: its path and its modules.

This file is also a program: another interpreter runs it to describe itself. It imports nothing of
softgl.
"""

import os
import sys
import sysconfig
from importlib.util import find_spec

MODULES = ("softgl", "numpy", "llvmlite", "PIL", "rich")
"""The modules without which softgl cannot start."""


def library_of_python() -> str:
    """The path of libpython, or the name by which the system may find it."""
    known = sysconfig.get_config_var
    folders = [known("LIBDIR") or ""]
    folders += [os.path.join(folders[0], known("MULTIARCH") or "")]
    folders += [os.path.join(sys.base_prefix, "lib")]
    name = f"libpython{known('LDVERSION') or sysconfig.get_python_version()}.so"
    names = [known("INSTSONAME") or "", f"{name}.1.0", name]
    for folder in folders:
        for each in names:
            path = os.path.join(folder, each)
            if ".so" in each and os.path.isfile(path):
                return path
    return f"{name}.1.0"


def folders_of_modules() -> list:
    """The folders that MODULES are imported from, as far as they are there."""
    origins = [getattr(find_spec(name), "origin", None) for name in MODULES]
    folders = [os.path.dirname(os.path.dirname(os.path.abspath(o))) for o in origins if o]
    return list(dict.fromkeys(folders))


def description() -> bytes:
    """This interpreter as native code has it: three texts, a zero behind each.

    They are the path of libpython, that of the interpreter, and lines: the tag of its compiled
    modules, and `folders_of_modules`.
    """
    lines = [sys.implementation.cache_tag or "", *folders_of_modules()]
    texts = (library_of_python(), sys.executable or "", "\n".join(lines))
    return b"".join(os.fsencode(text) + b"\0" for text in texts)


if __name__ == "__main__":
    sys.stdout.buffer.write(description())
