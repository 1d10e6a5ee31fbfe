"""The command `softgl`: parses the command line and runs the command."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext
from functools import partial

from softgl import BITS, __version__
from softgl.collector import own_process
from softgl.commands import COMMANDS
from softgl.commands.parser import CommandParser, MainParser
from softgl.errors import SoftGLError, UsageError
from softgl.termination import Terminated, unwound
from softgl.warned import warnings_as_lines

EXAMPLES = """\
examples:
  softgl list                                     the scenes that come with softgl
  softgl render teapot -o teapot.png              a scene that comes with softgl
  softgl view bunny.glb                           a model in the browser: turn, zoom, pan
  softgl run gears.py -o f_%03d.png --frames 60   a GLUT program, frame by frame
  softgl with -- python train.py                  a program that uses C libraries: MuJoCo
  softgl capture teapot -o teapot.softgl          a frame in one file; `softgl replay` draws it
  softgl check shaders                            errors and warnings of program files
  softgl dump shader.fp --stage llvm              a program after a stage of its compilation
  softgl translate shader.fp --to glsl330         a program in another language
  softgl trace teapot --pixel 320,240             the instructions that ran for a pixel
  softgl diff a.png b.png -o difference.png       the differences of two pictures
  softgl bench 'alu*' draws                       frame times
  softgl cache                                    the disk cache of compiled kernels
  softgl docs testing                             the documents of this version

`softgl COMMAND --help` describes each command. The exit status is 2 for wrong usage, 1 for a
failure.
"""


def main(arguments=None) -> int:
    """Runs a command; returns the exit status.

    arguments : the words of the command line; None for those of the process.
    """
    if arguments is not None:
        return _run(arguments)
    own_process()
    _escape_unencodable()
    return unwound(partial(_run, sys.argv[1:]))


def _run(arguments):
    parser = _parser()
    if not arguments:
        parser.print_help()
        return 0
    options = parser.parse_args(arguments)
    try:
        with options.warned():
            return options.run(options) or 0
    except SoftGLError as error:
        if os.environ.get("SOFTGL_TRACEBACK") and error.__cause__ is not None:
            raise
        usage = options.usage if isinstance(error, UsageError) else ""
        print(f"{usage}softgl: {str(error).partition(chr(10))[0]}", file=sys.stderr)
        return 2 if usage else 1
    except Terminated:
        raise
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


def _escape_unencodable():
    r"""Lets the standard output write "\xe9" for a character that its encoding lacks.

    Python does so on the standard error.
    """
    if getattr(sys.stdout, "errors", "") == "strict" and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def _parser():
    parser = MainParser(
        prog="softgl",
        description="Renders scenes and model files to images with a software OpenGL; debugs, "
        "checks and translates GPU assembly programs.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"softgl {__version__}, bits version {BITS}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="command", required=True, parser_class=CommandParser)
    parser.commands = tuple(command.name for command in COMMANDS)
    for command in COMMANDS:
        inner = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            epilog=command.examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        warned = nullcontext if command.scripted else warnings_as_lines
        inner.set_defaults(run=command.run, warned=warned)
        inner.rest = command.rest
        _add(inner, command.arguments)
        for title, arguments in command.groups.items():
            _add(inner.add_argument_group(title), arguments)
        inner.usage = inner.short_usage()
        inner.set_defaults(usage=inner.format_usage())
    return parser


def _add(parser, arguments):
    for names, settings in arguments.items():
        parser.add_argument(*names.split(), **settings)
