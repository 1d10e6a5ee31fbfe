"""The command `softgl`: reads the command line and calls what does the work."""

from __future__ import annotations

import argparse
import os
import re
import sys

from softgl.errors import SoftGLError

EXAMPLES = """\
examples:
  softgl list                                     what scenes there are
  softgl render teapot -o teapot.png              a scene that comes with softgl
  softgl render bunny.ply -o bunny.png            a model file, camera fitted to it
  softgl render car.glb -o car.gif --frames 60    one animated file (.gif, .apng, .webp)
  softgl render my_scene.py -o f_%03d.png --frames 10 --size 320x240

A scene is a Python file with a docstring and a function draw(time, width, height)
that draws with softgl.gl; see docs/api.md.
"""
RENDER_ARGUMENTS = {
    "scene": {
        "metavar": "SCENE",
        "help": "a name from `softgl list`, a scene's .py file, or a model file: "
        "OBJ, PLY, STL, OFF, GLTF, GLB (these need the extra softgl[models])",
    },
    "-o --output": {
        "required": True,
        "metavar": "FILE",
        "help": "where to write: .png (%%03d in the name is the frame's number), "
        ".gif, .apng or .webp",
    },
    "--size": {"default": "640x480", "metavar": "WxH", "help": "in pixels; 640x480 if not given"},
    "--frames": {"default": "1", "metavar": "N", "help": "how many images; one if not given"},
    "--machine": {
        "default": "llvm",
        "choices": ("llvm", "eager"),
        "help": "compiled code (llvm, the default) or numpy (eager, slow); the same bits",
    },
    "--lanes": {
        "type": int,
        "choices": (4, 8, 16),
        "help": "vector width of the compiled code; what suits this CPU if not given",
    },
    "--threads": {"metavar": "N", "help": "how many threads draw; one per CPU if not given"},
}


class UsageError(SoftGLError):
    """An argument of the command has no sensible meaning; the message says why in one line."""


def main(arguments=None) -> int:
    """Run the command with `arguments` (those of the process if None); returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
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
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="softgl",
        description="Renders scenes and model files to images with a software OpenGL.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="command", required=True)
    render = commands.add_parser(
        "render",
        help="render a scene or a model file to an image",
        description="Renders a scene or a model file to PNG or to an animation.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    render.set_defaults(run=_render)
    for names, settings in RENDER_ARGUMENTS.items():
        render.add_argument(*names.split(), **settings)
    listing = commands.add_parser("list", help="show the scenes that come with softgl")
    listing.set_defaults(run=_list)
    return parser


def _render(options):
    width, height = _size(options.size)
    count = _number("--frames", options.frames, 100_000)
    threads = options.threads and _number("--threads", options.threads, 1024)
    # Imported here: `softgl list` and `--help` need neither numpy nor a compiler.
    from softgl import image, render, scene

    image.check_output(options.output, count)
    render.render(
        scene.load(options.scene),
        options.output,
        width,
        height,
        count,
        progress=lambda images: _progress(images, count),
        machine=options.machine,
        lanes=options.lanes,
        threads=threads,
    )


def _list(options):
    from softgl import scene

    found = scene.scenes()
    width = max(map(len, found), default=0)
    for name, description in found.items():
        print(f"{name:{width}}  {description}")


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
    if not re.fullmatch(r"\d{1,9}", text) or not 1 <= int(text) <= largest:
        raise UsageError(f"{option} {text!r} is not a whole number from 1 to {largest}")
    return int(text)


def _progress(images, count):
    """`images`, with a progress bar on stderr if somebody watches and there are several."""
    if count == 1 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, "rendering", total=count, console=Console(stderr=True), transient=True)
