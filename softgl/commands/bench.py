"""`softgl bench`: how long frames take, beside llvmpipe."""

from __future__ import annotations

from softgl import files
from softgl.commands.arguments import THREADS, whole_number
from softgl.commands.command import Command

_EXAMPLES = """\
examples:
  softgl bench                                    every frame: ten minutes
  softgl bench mesh-20k 'alu*'                    some of them
  softgl bench --list                             what they are called
  softgl bench --growth                           with ever more pixels, triangles, draws ...
  softgl bench --stages mesh-500k                 in which part of a draw the time goes
  softgl bench --json figures.json                the table as JSON too

Mesa's llvmpipe (libEGL) draws each frame in turns with softgl, with as many threads. The ratio is
softgl's time by llvmpipe's, the median of all turns with its quartiles; "reach" is what it is not
to exceed. The first frame, which compiles, counts apart.
"""
ARGUMENTS = {
    "frames": {"metavar": "FRAME", "nargs": "*", "help": "what to time, * for any letters; all"},
    "--repeats": {"default": "15", "metavar": "N", "help": "how many frames of each; 15"},
    "--threads": THREADS,
    "--alone": {"action": "store_true", "help": "without llvmpipe"},
    "--small": {"action": "store_true", "help": "little to do, for a look whether it works"},
    "--growth": {"action": "store_true", "help": "the series of frames with ever more to do"},
    "--stages": {"metavar": "FRAME", "help": "the time of a frame by the stages of a draw"},
    "--json": {"metavar": "FILE", "help": "where to write all figures"},
    "--machine-info": {"action": "store_true", "help": "show what figures depend on"},
    "--list": {"action": "store_true", "help": "show the names of all frames"},
}


def _bench(options):
    repeats = whole_number("--repeats", options.repeats, 10_000)
    threads = whole_number("--threads", options.threads, 1024)
    from softgl.bench import command, run, wishes
    from softgl.lanes.helpers import usable_cpus

    asked = wishes.Wishes(
        threads or usable_cpus(),
        repeats,
        tuple(options.frames),
        options.small,
        options.growth,
        not options.alone,
    )
    if options.list:
        lines = run.names()
    elif options.machine_info:
        lines = command.machine_lines(asked.threads)
    elif options.stages:
        lines = command.stage_lines(options.stages, asked, options.json)
    else:
        lines = command.bench_lines(asked, options.json)
    for line in lines:
        files.write_text(f"{line}\n")


COMMAND = Command(
    "bench",
    _bench,
    "say how long frames take, beside llvmpipe",
    "Times frames of many kinds beside Mesa's llvmpipe.",
    _EXAMPLES,
    ARGUMENTS,
)
