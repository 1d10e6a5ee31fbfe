"""The commands of `softgl`: a module for each, with its entry in the table `COMMANDS`.

In: the options that `softgl.cli` has parsed. Out: an exit status, None for 0. A command imports the
package that does its work only when it runs (its `command.py`, if that is more than a call), so
that `--help` needs neither numpy nor a compiler. Wrong usage is a `UsageError`, status 2; any other
`SoftGLError` is a failure, status 1.
"""

from softgl.commands import (
    bench,
    cache,
    capture,
    check,
    diff,
    docs,
    draws,
    dump,
    history,
    inspect,
    lib,
    list_scenes,
    render,
    run,
    tables,
    trace,
    translate,
    view,
    with_,
)
from softgl.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    render.COMMAND,
    run.COMMAND,
    view.COMMAND,
    with_.COMMAND,
    lib.COMMAND,
    list_scenes.COMMAND,
    capture.CAPTURE,
    capture.REPLAY,
    draws.DRAWS,
    draws.STATE,
    draws.TEXTURE,
    tables.BUFFER,
    tables.ARRAYS,
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
    docs.COMMAND,
)
"""All commands, in the order of `softgl --help`."""
