"""`softgl history` and `softgl picture`: the fragments of one pixel, or maps of all pixels."""

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
  softgl history teapot --pixel 160,120           every fragment of the pixel, with its fate
  softgl history chess --pixel 300,200 --json     for scripts
  softgl history anisotropic --pixel 9,9 --framebuffer 1
  softgl history drawing --pixel 320,240 --sample 3

Pixels are counted from the left and the top, as in pictures. An event is a command that makes
pixels. Events, and the primitives of an event, are numbered from 0.
"""
_PICTURE_EXAMPLES = """\
examples:
  softgl picture teapot --of overdraw -o overdraw.png
  softgl picture floor --of mip --unit 0 -o levels.png
  softgl picture chess --of contributions -o sheet.png
  softgl picture fractal --of cost -o cost.png --size 320x240

overdraw            the number of fragments that were written
depth-complexity    the number of fragments, whether written or dropped by tests
cost                the number of fragment program instructions that ran
mip                 the mipmap level sampled last from a texture unit
draw                the number of the event that wrote last
primitive           the number of the primitive, within its event, that wrote last
wireframe           the picture, with the edges of the visible primitives
contributions       a contact sheet: the pixels that each event changed, the others dimmed
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
    "help": "number of the framebuffer object; default: 0, the window",
}


def _watch(options, watcher, check_size=None):
    """Draws the frame under a watcher; check_size : takes the scene's size, may raise."""
    frame = frame_options(options)
    from softgl import scene
    from softgl.debug.frames.watch import watch_frame

    drawn = scene.load(options.scene)
    width, height = drawn.sized(frame.pop("size"))
    if check_size is not None:
        check_size((width, height))
    watch_frame(drawn, watcher, width, height, **frame)


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
        raise UsageError("--unit needs --of mip")
    from softgl import image
    from softgl.debug.pictures import FramePicture

    image.check_output(options.output)
    watcher = FramePicture(options.of, unit or 0, name)
    _watch(options, watcher)
    image.save_image(options.output, watcher.image())


HISTORY = Command(
    "history",
    _history,
    "list every fragment of a pixel of a frame",
    "Lists every fragment of a pixel in a frame, with the test that dropped it or the blending "
    "that wrote it, and the primitives over the pixel that were culled or clipped.",
    _EXAMPLES,
    {
        "scene": RENDER_ARGUMENTS["scene"],
        "--pixel": {
            "required": True,
            "metavar": "X,Y",
            "help": "the pixel, from the left and the top",
        },
        "--framebuffer": _FRAMEBUFFER,
        "--layer": {"metavar": "Z", "help": "layer of a layered framebuffer; default: 0"},
        "--sample": {"metavar": "N", "help": "show the values of one sample, from 0"},
        **FRAME_ARGUMENTS,
        "--json": {"action": "store_true", "help": "as JSON"},
    },
)
PICTURE = Command(
    "picture",
    _picture,
    "draw a map of a frame: overdraw, cost, mip levels ...",
    "Draws a map of a property of all pixels of a frame, with a legend.",
    _PICTURE_EXAMPLES,
    {
        "scene": RENDER_ARGUMENTS["scene"],
        "--of": {"required": True, "choices": PICTURES, "help": "the property; see below"},
        "-o --output": {"required": True, "metavar": "FILE", "help": "the file to write: .png"},
        "--unit": {"metavar": "N", "help": "the texture unit of --of mip; default: 0"},
        "--framebuffer": _FRAMEBUFFER
        | {"help": "number of the framebuffer object; default: the window, or the one drawn most"},
        **FRAME_ARGUMENTS,
    },
)
