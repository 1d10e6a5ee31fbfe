"""What `softgl trace` does."""

from __future__ import annotations

from softgl import asm, check, scene
from softgl.debug.trace import TraceError, trace_frame
from softgl.debug.trace_engine import Wanted
from softgl.debug.trace_find import find
from softgl.debug.trace_when import When
from softgl.errors import ProgramError


def run(
    name, pixel, vertex, primitive, draw, *, layer, when, against, find: str | None, size, **options
):
    """A Trace or Findings of a frame of a scene; the parameters are the command's options."""
    condition = None if when is None else When(when)
    other = None if against is None else _program(against)
    wanted = scene.load(name)
    width, height = wanted.sized(size)
    if find is not None:
        return _find(wanted, find, width, height, draw, **options)
    asked = Wanted(pixel, vertex, primitive, condition, other, layer)
    found = trace_frame(wanted, asked, width, height, draw, **options)
    if condition is not None:
        condition.check_names()
    if other is not None and not any(one.observer.other for one in found.executions):
        raise TraceError(f"{against} is a {other.stage.value} program, and none ran here")
    return found


_find = find


def _program(path):
    try:
        return asm.parse(check.read_program(path))
    except check.SourceError as error:
        raise TraceError(f"{path}: {error}") from None
    except ProgramError as error:
        raise TraceError(f"{path}: {str(error).partition(chr(10))[0]}") from None
