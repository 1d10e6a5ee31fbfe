"""`softgl view`: shows a model or a scene in the browser, to turn, zoom and pan."""

from __future__ import annotations

from softgl.commands.arguments import size as parsed_size
from softgl.commands.arguments import whole_number
from softgl.commands.command import Command
from softgl.commands.inspect import ARGUMENTS as INSPECT_ARGUMENTS
from softgl.commands.model_views import ARGUMENTS as MODEL_ARGUMENTS
from softgl.commands.model_views import view_of
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.commands.render import loaded

_EXAMPLES = """\
examples:
  softgl view bunny.glb                           a model file, in the browser
  softgl view part.stl --up z --background white --size 1280x960
  softgl view teapot                              a scene, with its own camera: space plays it
  softgl view bunny.ply --no-browser --port 8000  print the address only

Drag to turn the model, drag with the right button or Shift to pan, turn the wheel to zoom; or use
the arrows, Shift with arrows, + and -. 0 shows the first view again, space plays the animation, or
a full turn. Pictures are small while the view moves, and of full size at rest.

The page is served at 127.0.0.1, to this computer alone, and its address holds a secret token. It
loads nothing from elsewhere and sends nothing. Ctrl-C ends the server. See `softgl docs models`.
"""
_FIXED = ("--pose", "--intrinsics", "--camera")
"""Options of models for cameras that cannot be turned."""
_MODEL = {name: of for name, of in MODEL_ARGUMENTS.items() if name not in _FIXED} | {
    "--animation": {
        "metavar": "NAME",
        "help": "the animation of the file (glTF) that plays, by its name or its number from 0; "
        "default: the first one. A file without animation turns",
    }
}
SERVER_ARGUMENTS = {name: INSPECT_ARGUMENTS[name] for name in ("--port", "--no-browser")}
ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    **{
        name: RENDER_ARGUMENTS[name]
        for name in ("--size", "--samples", "--machine", "--lanes", "--threads")
    },
    **SERVER_ARGUMENTS,
}


def _view(options):
    pixels = parsed_size(options.size)
    context = {
        "machine": options.machine,
        "lanes": options.lanes,
        "threads": whole_number("--threads", options.threads, 1024),
        "samples": whole_number("--samples", options.samples, 16),
    }
    port = whole_number("--port", options.port, 65535)
    for name in _FIXED:
        setattr(options, name.removeprefix("--"), None)
    view = view_of(options)
    # Imported here: `--help` needs neither numpy nor a server.
    from softgl.debug.viewer.command import show

    show(loaded(options, view), pixels, context, port, not options.no_browser)


COMMAND = Command(
    "view",
    _view,
    "view a model or a scene in the browser: turn, zoom, pan",
    "Shows a model file or a scene in the browser. The mouse and keys turn, zoom and pan a model; "
    "scenes play.",
    _EXAMPLES,
    ARGUMENTS,
    {"model files": _MODEL},
)
