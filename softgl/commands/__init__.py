"""The commands of `softgl`: a module for each, with its entry in the table `COMMANDS`.

In: the options that `softgl.cli` has read by the entry. Out: an exit status, 0 if None. What an
entry runs imports only then what does the work, in a room of its own (`command.py` there, where it
is more than a call), so that `--help` needs neither numpy nor a compiler. Wrong usage is a
`UsageError`, status 2; any other `SoftGLError` is a failure, status 1.
"""

from softgl.commands import (
    bench,
    cache,
    capture,
    check,
    diff,
    draws,
    dump,
    history,
    inspect,
    lib,
    list_scenes,
    render,
    run,
    trace,
    translate,
    with_,
)
from softgl.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    render.COMMAND,
    run.COMMAND,
    with_.COMMAND,
    lib.COMMAND,
    list_scenes.COMMAND,
    capture.CAPTURE,
    capture.REPLAY,
    draws.DRAWS,
    draws.STATE,
    draws.TEXTURE,
    trace.COMMAND,
    inspect.COMMAND,
    check.COMMAND,
    dump.COMMAND,
    translate.COMMAND,
    diff.COMMAND,
    history.HISTORY,
    history.PICTURE,
    bench.COMMAND,
    cache.COMMAND,
)
"""In the order of `softgl --help`."""
