"""The work of `softgl trace`."""

from __future__ import annotations

from softgl import asm, check, scene
from softgl.debug.frames.find import find
from softgl.debug.frames.traces import trace_frame
from softgl.debug.tracing.execution import Wanted
from softgl.debug.tracing.trace import TraceError
from softgl.debug.tracing.when import When
from softgl.errors import ProgramError


def run(
    name, pixel, vertex, primitive, draw, *, layer, when, against, find: str | None, size, **options
):
    """Traces a frame of a scene; returns a Trace or Findings. Parameters: the command's options."""
    condition = None if when is None else When(when)
    stage = "fragment" if pixel is not None else "vertex" if vertex is not None else "geometry"
    other = None if against is None else _program(against, stage)
    wanted = scene.load(name)
    width, height = wanted.sized(size)
    if find is not None:
        return _find(wanted, find, width, height, draw, **options)
    request = Wanted(pixel, vertex, primitive, condition, other, layer)
    found = trace_frame(wanted, request, width, height, draw, **options)
    if condition is not None:
        condition.check_names()
    if other is not None and not any(one.observer.other for one in found.executions):
        raise TraceError(f"{against} is a {other.stage.value} program; none ran here")
    return found


_find = find


def _program(path, stage: str):
    """Reads the program of a file; of several programs, the one of a stage."""
    try:
        programs = [asm.parse(one.text) for one in check.read_programs(path)]
    except check.SourceError as error:
        raise TraceError(f"{path}: {error}") from None
    except ProgramError as error:
        raise TraceError(f"{path}: {str(error).partition(chr(10))[0]}") from None
    several = len(programs) > 1
    found = [one for one in programs if not several or one.stage.value == stage]
    if len(found) != 1:
        of_stage = f"{len(found) or 'none'} of them {stage} programs"
        raise TraceError(f"{path} holds {len(programs)} programs, {of_stage}")
    return found[0]
