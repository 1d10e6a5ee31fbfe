"""The command `softgl`: reads the command line and calls what does the work."""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import contextmanager

from softgl import files
from softgl.cli_options import (
    BENCH_ARGUMENTS,
    BENCH_EXAMPLES,
    CACHE_ARGUMENTS,
    CACHE_EXAMPLES,
    CHECK_ARGUMENTS,
    CHECK_EXAMPLES,
    DIFF_ARGUMENTS,
    DIFF_EXAMPLES,
    DUMP_ARGUMENTS,
    DUMP_EXAMPLES,
    EXAMPLES,
    RENDER_ARGUMENTS,
)
from softgl.errors import ProgramError, SoftGLError


class UsageError(SoftGLError):
    """An argument of the command has no sensible meaning; the message says why in one line."""


def main(arguments=None) -> int:
    """Run the command with `arguments` (those of the process if None); returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options) or 0
    except SoftGLError as error:
        print(f"softgl: {str(error).partition(chr(10))[0]}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("softgl: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get("SOFTGL_TRACEBACK"):
            raise
        name, words = type(error).__name__, str(error).partition("\n")[0]
        print(
            f"softgl: internal error: {name}: {words} (SOFTGL_TRACEBACK=1 shows where)",
            file=sys.stderr,
        )
        return 1


def _parser():
    parser = argparse.ArgumentParser(
        prog="softgl",
        description="Renders scenes and model files to images with a software OpenGL, and looks "
        "into GPU assembly programs.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="command", required=True)
    _add(
        commands,
        "render",
        _render,
        "render a scene or a model file to an image",
        "Renders a scene or a model file to PNG or to an animation.",
        EXAMPLES,
        RENDER_ARGUMENTS,
    )
    listing = commands.add_parser("list", help="show the scenes that come with softgl")
    listing.set_defaults(run=_list)
    _add(
        commands,
        "check",
        _check,
        "say what is wrong with program files",
        "Parses program files and says all that is wrong with them.",
        CHECK_EXAMPLES,
        CHECK_ARGUMENTS,
    )
    _add(
        commands,
        "dump",
        _dump,
        "show a program file as a stage of its compilation has it",
        "Shows a program file as a stage of its compilation has it.",
        DUMP_EXAMPLES,
        DUMP_ARGUMENTS,
    )
    _add(
        commands,
        "diff",
        _diff,
        "say how two pictures differ",
        "Compares two PNG files, exactly unless told otherwise.",
        DIFF_EXAMPLES,
        DIFF_ARGUMENTS,
    )
    _add(
        commands,
        "bench",
        _bench,
        "say how long frames take, beside llvmpipe",
        "Times frames of many kinds beside Mesa's llvmpipe.",
        BENCH_EXAMPLES,
        BENCH_ARGUMENTS,
    )
    _add(
        commands,
        "cache",
        _cache,
        "show or remove the compiled kernels that are kept",
        "Shows or removes the compiled kernels that are kept from one run to the next.",
        CACHE_EXAMPLES,
        CACHE_ARGUMENTS,
    )
    return parser


def _add(commands, name, run, short, description, examples, arguments):
    """Add a command with its arguments and examples."""
    command = commands.add_parser(
        name,
        help=short,
        description=description,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    for names, settings in arguments.items():
        command.add_argument(*names.split(), **settings)


def _render(options):
    width, height = _size(options.size)
    count = _number("--frames", options.frames, 100_000)
    threads = _number("--threads", options.threads, 1024)
    samples = _number("--samples", options.samples, 16)
    # Imported here: `softgl list` and `--help` need neither numpy nor a compiler.
    from softgl import image, render, scene

    image.check_output(options.output, count)
    render.render(
        scene.load(options.scene, options.material),
        options.output,
        width,
        height,
        count,
        progress=lambda images: _progress(images, count),
        machine=options.machine,
        lanes=options.lanes,
        threads=threads,
        samples=samples,
    )


def _list(options):
    from softgl import scene

    found = scene.scenes()
    width = max(map(len, found), default=0)
    _write("".join(f"{name:{width}}  {words}\n" for name, words in found.items()))


def _check(options):
    from softgl import __version__
    from softgl.check import check_files, codes, reports

    try:
        with _file_progress() as advance:
            found = check_files(
                options.files,
                advance,
                select=_words(options.select),
                ignore=_words(options.ignore),
                strict=options.strict,
                warnings_as_errors=options.warnings_as_errors,
                hardware=options.hardware or "",
                language=(options.language or "").removeprefix("!!"),
            )
    except codes.SelectionError as error:
        print(f"softgl check: {error}", file=sys.stderr)
        return 2
    if options.format == "text":
        _print_lines(reports.lines(found))
    else:
        _write(reports.FORMATS[options.format](found, __version__), options.output)
    return 1 if found.count(codes.ERROR) else 0


def _words(lists):
    """The words of options that take several, with commas between."""
    return [word for words in lists or () for word in words.split(",")]


def _print_lines(lines):
    """Write lines of styled parts to the standard error, with colour if somebody watches."""
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        for line in lines:
            print("".join(text for text, _ in line), file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


@contextmanager
def _file_progress():
    """What shows how far a file has been read, if somebody watches; else None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("checking") as status:
        yield lambda name, offset: status.update(f"checking {name}: character {offset}")


def _dump(options):
    from softgl import asm, check

    name = check.display_name(options.file)
    try:
        program = asm.parse(check.read_program(options.file))
    except check.SourceError as error:
        raise UsageError(f"{name}: {error}") from None
    except ProgramError as error:
        print(check.diagnostic(name, error), file=sys.stderr)
        return 1
    from softgl import dump

    text = dump.dump(program, options.stage, options.lanes, options.cpu)
    _write(text, options.output)
    return 0


def _diff(options):
    from softgl import diff

    try:
        wishes = diff.Wishes(
            _fuzzy(options.fuzzy),
            _limit("--rms", options.rms),
            _limit("--flip", options.flip),
            options.output,
            options.report,
        )
        status, words = diff.diff(options.actual, options.expected, wishes, options.json)
        _write(words)
    except SoftGLError as error:
        print(f"softgl: {error}", file=sys.stderr)
        return diff.TROUBLE
    return status


def _bench(options):
    repeats = _number("--repeats", options.repeats, 10_000)
    threads = _number("--threads", options.threads, 1024)
    from softgl.bench import command, run, wishes
    from softgl.gl.context import default_threads

    asked = wishes.Wishes(
        threads or default_threads(),
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
        _write(f"{line}\n")


def _cache(options):
    from softgl import kernel_cache

    cache = kernel_cache.default_cache()
    if cache is None:
        _write("no kernels are kept\n")
        return
    refused = cache.refused()
    if refused:
        raise UsageError(f"{cache.folder} is not used: {refused}")
    if options.clear:
        _write(f"{cache.folder}: {cache.clear()} kernels removed\n")
        return
    sizes = cache.sizes()
    most = kernel_cache.LARGEST >> 20
    _write(f"{cache.folder}: {len(sizes)} kernels, {sum(sizes) / 2**20:.1f} of {most} MiB\n")


def _write(text, path=None):
    """Write text to a file, or to the standard output if there is no path."""
    try:
        if path is None:
            print(text, end="", flush=True)
        else:
            files.write_file(path, text.encode())
    except files.FileError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        # Python's own flush at the end must not fail too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # then whoever read it has seen enough
            reason = error.strerror or error
            raise UsageError(f"cannot write to the standard output: {reason}") from None


def _size(text):
    match = re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", text)
    if not match:
        raise UsageError(f"--size {text!r} is not of the form WIDTHxHEIGHT, e.g. 640x480")
    from softgl.pipeline.framebuffer import MAX_SIZE

    size = int(match[1]), int(match[2])
    if not all(1 <= side <= MAX_SIZE for side in size):
        raise UsageError(f"--size {text}: each side must be from 1 to {MAX_SIZE} pixels")
    return size


def _number(option, text, largest):
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}", text) or not 1 <= int(text) <= largest:
        raise UsageError(f"{option} {text!r} is not a whole number from 1 to {largest}")
    return int(text)


def _fuzzy(text):
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3}),(\d{1,9})", text)
    if not match:
        raise UsageError(f"--fuzzy {text!r} is not of the form N,PIXELS, e.g. 2,10")
    return int(match[1]), int(match[2])


def _limit(option, text):
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}(\.\d{0,9})?|\.\d{1,9}", text):
        raise UsageError(f"{option} {text!r} is not a number from 0")
    return float(text)


def _progress(images, count):
    """`images`, with a progress bar on stderr if somebody watches and there are several."""
    if count == 1 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, "rendering", total=count, console=Console(stderr=True), transient=True)
