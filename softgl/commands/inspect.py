"""`softgl inspect`: a page in the browser that shows a frame, step by step."""

from __future__ import annotations

from softgl.commands.arguments import whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.draws import frame_options
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS

_EXAMPLES = """\
examples:
  softgl inspect teapot                           a scene, in the browser
  softgl inspect my_scene.py --frame 12 --size 320x240
  softgl inspect frame.softgl                     what `softgl capture` has stored
  softgl inspect teapot --no-browser --port 8000  only say where the page is

The page is served to this computer alone, at 127.0.0.1, to whoever has the token in its address;
nothing is loaded from elsewhere and nothing is sent. Ctrl-C ends it. See docs/debugging.md.
"""
ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    **FRAME_ARGUMENTS,
    "--port": {"metavar": "N", "help": "where to listen; a port that is free if not given"},
    "--no-browser": {"action": "store_true", "help": "do not open the page in a browser"},
}


def _inspect(options):
    frame = frame_options(options)
    port = whole_number("--port", options.port, 65535)
    # Imported here: `--help` needs neither numpy nor a server.
    from softgl.debug.page.command import show

    show(options.scene, frame, port, not options.no_browser)


COMMAND = Command(
    "inspect",
    _inspect,
    "look at a frame in the browser, draw by draw",
    "Shows a frame in the browser: its draws and their state, the history of pixels, programs with "
    "their values, textures, vertices.",
    _EXAMPLES,
    ARGUMENTS,
)
