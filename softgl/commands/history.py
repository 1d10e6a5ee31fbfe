"""`softgl history` and `softgl picture`: what happened to a pixel, and to all of them."""

from __future__ import annotations

import json
import re

from softgl.commands.arguments import whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.draws import frame_options
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.errors import UsageError

_EXAMPLES = """\
examples:
  softgl history teapot --pixel 160,120           every fragment of the pixel, and what became of it
  softgl history chess --pixel 300,200 --json     for scripts
  softgl history anisotropic --pixel 9,9 --framebuffer 1
  softgl history drawing --pixel 320,240 --sample 3

Pixels are counted from the left and the top, as pictures have them. An event is a command that
makes pixels, a primitive is one of a draw; both are numbered from 0.
"""
_PICTURE_EXAMPLES = """\
examples:
  softgl picture teapot --of overdraw -o overdraw.png
  softgl picture floor --of mip --unit 0 -o levels.png
  softgl picture chess --of contributions -o sheet.png
  softgl picture fractal --of cost -o cost.png --size 320x240

overdraw            how many fragments were written
depth-complexity    how many there were, be they dropped by tests or not
cost                how many instructions of fragment programs ran
mip                 the level that was sampled last, of a texture unit
draw                the event that wrote last
primitive           the primitive that wrote last, of each event from 0
wireframe           the picture, with the edges of the primitives that are seen
contributions       a contact sheet: what each event changed, before the rest, dimmed
"""
PICTURES = (
    "overdraw",
    "depth-complexity",
    "cost",
    "mip",
    "draw",
    "primitive",
    "wireframe",
    "contributions",
)
_FRAMEBUFFER = {
    "metavar": "NAME",
    "help": "the number of the framebuffer object that is looked at; 0 for the window",
}


def _watch(options, watcher, wished=None):
    """Draw the frame that is asked for; wished : takes the scene's size, and may refuse it."""
    given = frame_options(options)
    from softgl import scene
    from softgl.debug.frames.watch import watch_frame

    drawn = scene.load(options.scene)
    width, height = drawn.sized(given.pop("size"))
    if wished is not None:
        wished((width, height))
    watch_frame(drawn, watcher, width, height, **given)


def _history(options):
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", options.pixel)
    if not match:
        raise UsageError(f"--pixel {options.pixel!r} is not of the form X,Y, e.g. 160,120")
    pixel = int(match[1]), int(match[2])
    name = whole_number("--framebuffer", options.framebuffer, 2**30, 0) or 0
    layer = whole_number("--layer", options.layer, 2**30, 0) or 0
    sample = whole_number("--sample", options.sample, 15, 0)
    from softgl.debug.arguments import check_pixel
    from softgl.debug.history.pixel_history import PixelHistory

    watcher = PixelHistory(*pixel, name, layer, from_top=True)
    _watch(options, watcher, lambda size: check_pixel(pixel, None if name else size))
    from softgl.files import write_text

    if options.json:
        write_text(json.dumps(watcher.as_json(sample), indent=2) + "\n")
    else:
        write_text("\n".join([f"pixel {options.pixel}", *watcher.lines(sample)]) + "\n")


def _picture(options):
    name = whole_number("--framebuffer", options.framebuffer, 2**30, 0)
    unit = whole_number("--unit", options.unit, 31, 0)
    if unit is not None and options.of != "mip":
        raise UsageError("--unit is of --of mip")
    from softgl import image
    from softgl.debug.pictures import FramePicture

    image.check_output(options.output)
    watcher = FramePicture(options.of, unit or 0, name)
    _watch(options, watcher)
    image.save_image(options.output, watcher.image())


HISTORY = Command(
    "history",
    _history,
    "list everything that was drawn to a pixel of a frame",
    "Lists every fragment that reached a pixel in a frame, with what dropped it or what it was "
    "blended with, and the primitives that would have, but were culled or clipped.",
    _EXAMPLES,
    {
        "scene": RENDER_ARGUMENTS["scene"],
        "--pixel": {
            "required": True,
            "metavar": "X,Y",
            "help": "which pixel, from the left and the top",
        },
        "--framebuffer": _FRAMEBUFFER,
        "--layer": {"metavar": "Z", "help": "which layer of a layered framebuffer; 0"},
        "--sample": {"metavar": "N", "help": "the values of one sample of the pixel alone, from 0"},
        **FRAME_ARGUMENTS,
        "--json": {"action": "store_true", "help": "as JSON"},
    },
)
PICTURE = Command(
    "picture",
    _picture,
    "draw what a frame does to its pixels: overdraw, cost, mip levels ...",
    "Draws what a frame does to each of its pixels, as an image with a legend.",
    _PICTURE_EXAMPLES,
    {
        "scene": RENDER_ARGUMENTS["scene"],
        "--of": {"required": True, "choices": PICTURES, "help": "what is shown; see below"},
        "-o --output": {"required": True, "metavar": "FILE", "help": "where to write: .png"},
        "--unit": {"metavar": "N", "help": "the texture unit of --of mip; 0 if not given"},
        "--framebuffer": _FRAMEBUFFER
        | {"help": "as a number; if not given the window, or what is drawn to most"},
        **FRAME_ARGUMENTS,
    },
)
