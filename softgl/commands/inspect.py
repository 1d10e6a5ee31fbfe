"""`softgl inspect`: a debugger in the browser that steps through a frame."""

from __future__ import annotations

from softgl.commands.arguments import whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.draws import AGAINST, frame_options, other_frame
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS

_EXAMPLES = """\
examples:
  softgl inspect teapot                           a scene, in the browser
  softgl inspect my_scene.py --frame 12 --size 320x240
  softgl inspect frame.softgl                     a capture
  softgl inspect old.softgl --against new.softgl  two frames, compared draw by draw
  softgl inspect teapot --no-browser --port 8000  print the address only

The page is served at 127.0.0.1, to this computer alone, and its address holds a secret token. It
loads nothing from elsewhere and sends nothing. Ctrl-C ends the server. See `softgl docs debugging`.
"""
ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    **FRAME_ARGUMENTS,
    **AGAINST,
    "--port": {"metavar": "N", "help": "port of the server; default: a free one"},
    "--no-browser": {"action": "store_true", "help": "do not open the page in a browser"},
}


def _inspect(options):
    other = None
    if options.against is not None:
        second = other_frame(options)
        other = second.scene, second.run, options.against
    frame = frame_options(options)
    port = whole_number("--port", options.port, 65535)
    # Imported here: `--help` needs neither numpy nor a server.
    from softgl.debug.page.command import show

    show(options.scene, frame, port, not options.no_browser, other)


COMMAND = Command(
    "inspect",
    _inspect,
    "inspect a frame in the browser, draw by draw",
    "Shows a frame in the browser: its draws and their state, the history of pixels, programs with "
    "their values, textures, vertices.",
    _EXAMPLES,
    ARGUMENTS,
)
