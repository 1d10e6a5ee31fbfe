"""The stack of the program that makes a call: its own frames, without those of softgl.

While a capture is replayed, the stack is the captured one.
"""

from __future__ import annotations

import contextlib
import os
import sys

MAX_FRAMES = 8  # frames of a stack, the innermost ones
MAX_WORDS = 300  # characters of a frame in words
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_replayed: list[tuple[str, ...]] = []


def program_stack() -> tuple[str, ...]:
    """The frames of the program as "file:line function", the innermost first."""
    found, frame = [], sys._getframe(1)
    while frame is not None and len(found) < MAX_FRAMES:
        code = frame.f_code
        if not _is_own(code.co_filename):
            found.append(f"{_short(code.co_filename)}:{frame.f_lineno} {code.co_name}"[:MAX_WORDS])
        frame = frame.f_back
    return tuple(found)


def stack_of_call() -> tuple[str, ...]:
    """The stack of the call that is made now: `program_stack`, or the captured one in a replay."""
    return _replayed[-1] if _replayed else program_stack()


@contextlib.contextmanager
def replaying():
    """Replays a capture in the block: `replay_stack` says the stack of each call."""
    _replayed.append(())
    try:
        yield
    finally:
        _replayed.pop()


def replay_stack(stack: tuple[str, ...]) -> None:
    """Sets the stack of the next call of a replay."""
    _replayed[-1] = stack


def _is_own(file: str) -> bool:
    # Public functions are compiled under the name of a module; <frozen ...> imports and runs files.
    if file.startswith((HERE, "softgl.", "<frozen ")) or file == contextlib.__file__:
        return True
    return os.path.basename(file) in ("softgl", "softgl.exe")  # the command


def _short(file: str) -> str:
    """The path of a file from the current folder or that of packages on, or its last two names.

    Captures go to other people, whom the names of folders of a home do not concern.
    """
    with contextlib.suppress(OSError):  # the current folder may be deleted
        if file.startswith(os.getcwd() + os.sep):
            return file[len(os.getcwd()) + 1 :]
    _, found, after = file.rpartition(f"site-packages{os.sep}")
    if found:
        return after
    return os.sep.join(file.split(os.sep)[-2:])
