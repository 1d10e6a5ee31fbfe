"""A frame of a script as a capture: `CapturedFrame`; `is_script` for files that are not scenes."""

from __future__ import annotations

import ast
from contextlib import ExitStack

from softgl.counts import counted
from softgl.debug.captures.capture import Recorder
from softgl.debug.captures.errors import CaptureError
from softgl.errors import UsageError
from softgl.files import FileError, read_file
from softgl.gl.api.current import current
from softgl.gl.api.interception import interception

SCENE_PARAMETERS = 3  # time, width and height of a scene's function draw


def is_script(path: str) -> bool:
    """True for a Python file without the function draw(time, width, height) of a scene.

    The file is not executed. False for files that cannot be read, and for other files.
    """
    if not path.endswith(".py"):
        return False
    try:
        tree = ast.parse(read_file(path))
    except (FileError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "draw":
            given = node.args
            return given.vararg is None and len(given.posonlyargs + given.args) != SCENE_PARAMETERS
        if any(name == "draw" for name in _assigned(node)):
            return False
    return True


def _assigned(node) -> list[str]:
    """The names that a statement of a module binds, but for functions; "draw" for a star."""
    if isinstance(node, ast.Assign):
        return [each.id for each in node.targets if isinstance(each, ast.Name)]
    if isinstance(node, ast.ImportFrom):
        return [each.asname or each.name for each in node.names]
    return []


class CapturedFrame:
    """Captures a frame of a script, which starts after the frame before it, or with the script.

    number : of the frame, from 0. path : the file to write.
    """

    def __init__(self, number: int, path: str):
        self.number, self.path = number, path
        self.recorder, self.shown, self.done = Recorder(None), 0, False
        self._stack = ExitStack()

    def __enter__(self) -> CapturedFrame:
        if self.number == 0:
            self._begin()
        return self

    def __exit__(self, *_) -> None:
        self._stack.close()

    def add(self) -> None:
        """Notes the end of a frame."""
        self.shown += 1
        if self.shown == self.number:
            context = current.called
            if context is not None:
                self.recorder.begin(context)
            self._begin()
        elif self.shown == self.number + 1:
            self._write()

    def _begin(self) -> None:
        self._stack.enter_context(interception(self.recorder))

    def _write(self) -> None:
        self._stack.close()
        if self.recorder.header is None:
            raise CaptureError(f"frame {self.number} calls no command of GL")
        self.recorder.finish(self.path)
        self.done = True

    def finish(self, script: str) -> None:
        """Writes a frame without an end. Raises UsageError if the script has not drawn it."""
        if self.done:
            return
        if self.shown != self.number or self.recorder.header is None:
            raise UsageError(
                f"{script} has ended after {counted(self.shown, 'frame')}, so there is no frame "
                f"{self.number}"
            )
        self._write()
