"""Runs a script like `python script.py`: its folder, arguments, errors, exit status."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import contextmanager
from types import ModuleType

from softgl.errors import SoftGLError
from softgl.files import FileError, read_file
from softgl.glut.user import KeysError
from softgl.running import beside
from softgl.running.stand_ins.modules import Lacking, NotCovered


class ScriptError(SoftGLError):
    """A script cannot be run; the message is the reason, in one line."""


def run_script(path: str, arguments: list[str]) -> int:
    """Runs a script; returns its exit status, 1 for an exception, whose traceback is printed.

    Raises ScriptError if it cannot be read, or imports a module without a stand-in.
    """
    try:
        source = read_file(path)
    except FileError as error:
        raise ScriptError(str(error)) from None
    file = os.path.abspath(path)
    module = ModuleType("__main__")
    vars(module).update(__file__=file, __builtins__=__builtins__, __cached__=None)
    with _as_main(module, [path, *arguments]):
        try:
            exec(compile(source, file, "exec"), vars(module))
        except SystemExit as error:
            return _status(error)
        except (NotCovered, Lacking, KeysError) as error:
            raise ScriptError(f"{path}: {error}") from None
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            _print_error(error, file)
            return 1
    return 0


@contextmanager
def _as_main(module, argv):
    """Makes a module the main one for the block, with its folder and arguments."""
    before = sys.modules.get("__main__"), sys.argv, sys.path[:], set(sys.modules)
    folder = os.path.dirname(module.__file__)
    sys.modules["__main__"], sys.argv = module, argv
    sys.path.insert(0, folder)
    try:
        with beside.own_modules(folder):
            yield
    finally:
        sys.stdout.flush()
        sys.modules["__main__"], sys.argv, sys.path[:] = before[:3]
        for name in set(sys.modules) - before[3]:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(os.path.join(folder, "")):
                del sys.modules[name]


def _status(error: SystemExit) -> int:
    """Returns the exit status of a process that ends with a SystemExit."""
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def _print_error(error, file):
    """Prints a traceback from the script's first frame on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    report = traceback.TracebackException(type(error), error, trace)
    report.stack[:] = [frame for frame in report.stack if frame.filename != beside.__file__]
    print("".join(report.format()), end="", file=sys.stderr)
