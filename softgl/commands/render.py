"""`softgl render`: a scene or a model file as images."""

from __future__ import annotations

import sys

from softgl.commands.arguments import SIZE, THREADS, size, whole_number
from softgl.commands.command import Command

_EXAMPLES = """\
examples:
  softgl list                                     what scenes there are
  softgl render teapot -o teapot.png              a scene that comes with softgl
  softgl render bunny.ply -o bunny.png            a model file, camera fitted to it
  softgl render bunny.ply -o shiny.png --material chrome --samples 4
  softgl render car.glb -o car.gif --frames 60    one animated file (.gif, .apng, .webp)
  softgl render my_scene.py -o f_%03d.png --frames 10 --size 320x240

A scene is a Python file with a docstring and a function draw(time, width, height)
that draws with softgl.gl; see docs/api.md. Rendering a scene executes it with your rights:
do not render scenes you do not trust. Model files are only read.
"""
ARGUMENTS = {
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
    "--size": SIZE,
    "--frames": {"default": "1", "metavar": "N", "help": "how many images; one if not given"},
    "--samples": {
        "metavar": "N",
        "help": "of each pixel, up to 16, for smooth edges; 1 for none; what the scene says, or "
        "none, if not given",
    },
    "--material": {
        "choices": ("studio", "chrome", "gold"),
        "help": "what a model file is shown in: studio (the default) has its own colours in plain "
        "light, chrome and gold mirror the lamps of a studio",
    },
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
    "--threads": THREADS,
}


def _render(options):
    width, height = size(options.size)
    count = whole_number("--frames", options.frames, 100_000)
    threads = whole_number("--threads", options.threads, 1024)
    samples = whole_number("--samples", options.samples, 16)
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


def _progress(images, count):
    """`images`, with a progress bar on stderr if somebody watches and there are several."""
    if count == 1 or not sys.stderr.isatty():
        return images
    from rich.console import Console
    from rich.progress import track

    return track(images, "rendering", total=count, console=Console(stderr=True), transient=True)


COMMAND = Command(
    "render",
    _render,
    "render a scene or a model file to an image",
    "Renders a scene or a model file to PNG or to an animation.",
    _EXAMPLES,
    ARGUMENTS,
)
