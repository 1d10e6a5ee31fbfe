"""`softgl bench`: measures frame times, paired with llvmpipe."""

from __future__ import annotations

from softgl import files
from softgl.commands.arguments import THREADS, whole_number
from softgl.commands.command import Command

_EXAMPLES = """\
examples:
  softgl bench                                    every frame: ten minutes
  softgl bench mesh-20k 'alu*'                    selected frames
  softgl bench --list                             the names of all frames
  softgl bench --growth                           series of more and more pixels, triangles ...
  softgl bench --stages mesh-500k                 the time of a frame by the stages of a draw
  softgl bench --json figures.json                the table, and its figures as JSON

Mesa's llvmpipe (libEGL) draws each frame in turns with softgl, with as many threads. The ratio is
softgl's time divided by llvmpipe's, the median of all turns with its quartiles; "reach" is its
target, an upper limit. The first frame, which compiles, is listed apart.
"""
ARGUMENTS = {
    "frames": {"metavar": "FRAME", "nargs": "*", "help": "frames to time, as shell patterns; all"},
    "--repeats": {"default": "15", "metavar": "N", "help": "timed frames of each side; 15"},
    "--threads": THREADS,
    "--alone": {"action": "store_true", "help": "without llvmpipe"},
    "--small": {"action": "store_true", "help": "little work, to test that it runs"},
    "--growth": {"action": "store_true", "help": "series of frames with growing amounts of work"},
    "--stages": {"metavar": "FRAME", "help": "the time of a frame by the stages of a draw"},
    "--json": {"metavar": "FILE", "help": "write all figures to a file"},
    "--machine-info": {"action": "store_true", "help": "show CPU, versions and threads"},
    "--list": {"action": "store_true", "help": "show the names of all frames"},
}


def _bench(options):
    repeats = whole_number("--repeats", options.repeats, 10_000)
    threads = whole_number("--threads", options.threads, 1024)
    from softgl.bench import command, run
    from softgl.bench.options import BenchOptions
    from softgl.lanes.helpers import usable_cpus

    selected = BenchOptions(
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
        lines = command.machine_lines(selected.threads)
    elif options.stages:
        lines = command.stage_lines(options.stages, selected, options.json)
    else:
        lines = command.bench_lines(selected, options.json)
    for line in lines:
        files.write_text(f"{line}\n")


COMMAND = Command(
    "bench",
    _bench,
    "measure frame times, paired with llvmpipe",
    "Times frames of many kinds, paired with Mesa's llvmpipe.",
    _EXAMPLES,
    ARGUMENTS,
)
