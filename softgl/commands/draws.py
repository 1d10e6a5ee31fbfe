"""`softgl draws`, `softgl state` and `softgl texture`: inspect a frame from the shell."""

from __future__ import annotations

import sys
from argparse import Namespace

from softgl.commands.arguments import size, whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.programs import captured_program
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.errors import SoftGLError, UsageError
from softgl.files import write_text

_EXAMPLES = """\
examples:
  softgl draws teapot                             list the draws, numbered from 0
  softgl draws frame.softgl --json                for scripts
  softgl draws gears.py --frame 3 --stack         with the lines of the program
  softgl draws teapot --time                      with the CPU time of each draw
  softgl draws teapot --calls                     with all other calls
  softgl draws old.softgl --against new.softgl    the draws of two frames, side by side
  softgl state teapot --draw 2                    all state at draw 2
  softgl state teapot --draw 2 --changed          the differences from the draw before
  softgl texture teapot 1 -o t.png                texture 1, its base level
  softgl texture chrome 1 -o t.png --level 3 --face 5 --draw 0

Draws are all commands that make pixels: primitives, clears, images, blits. State and textures are
shown as they are right before the draw; without --draw, at the end of the frame. The exit status of
--against is that of diff(1): 0 for equal frames, 1 if they differ, 2 for trouble.
"""
FACES = ("+x", "-x", "+y", "-y", "+z", "-z")
SCENE = {"scene": RENDER_ARGUMENTS["scene"]}
DRAW = {"--draw": {"metavar": "N", "help": "draw of the frame, from 0; default: its end"}}
JSON = {"--json": {"action": "store_true", "help": "as JSON"}}
_SHOWN = {
    "stack": "show where the program makes each call",
    "time": "show the CPU time of each draw, median of replays",
    "calls": "show all other calls, too, each before its draw",
}
AGAINST = {
    "--against": {
        "metavar": "OTHER",
        "help": "compare with another scene, script or capture, draw by draw",
    }
}
_TEXTURE = {
    "texture": {"metavar": "ID", "help": "the name of the texture object, a number"},
    "-o --output": {"required": True, "metavar": "FILE", "help": "the file to write: t.png"},
    "--level": {"metavar": "L", "help": "mipmap level; default: 0"},
    "--face": {"metavar": "F", "help": "face of a cube map: +x +y +z, --face=-x ..., or 0 to 5"},
    "--layer": {"metavar": "Z", "help": "layer of an array or a 3D texture, from 0"},
}


def _draws(options):
    if options.against is not None:
        return _compare(options)
    run = frame_options(options)
    from softgl.debug.frames import command

    shown = frozenset(name for name in _SHOWN if getattr(options, name))
    write_text(command.draw_lines(options.scene, options.json, shown, **run))
    return 0


def _compare(options) -> int:
    """Compares two frames; 2 for trouble, as in diff(1)."""
    if any(getattr(options, name) for name in _SHOWN):
        raise UsageError("--against excludes --stack, --time and --calls")
    names = options.scene, options.against
    try:
        other = other_frame(options)
        run = frame_options(options)
        from softgl.debug.comparison import command

        found = command.comparison(options.scene, other.scene, run, other.run)
        status, text = command.compare(found, names, options.json)
    except UsageError:
        raise
    except SoftGLError as error:
        print(f"softgl: {error}", file=sys.stderr)
        return 2
    write_text(text)
    return status


def other_frame(options) -> Namespace:
    """The frame of --against: scene, and run, the result of `frame_options`."""
    other = Namespace(**{**vars(options), "scene": options.against})
    return Namespace(run=frame_options(other), scene=other.scene)


def _state(options):
    draw, run = _number(options, "draw"), frame_options(options)
    from softgl.debug.frames import command

    lines = command.state_lines(options.scene, draw, options.changed, options.json, **run)
    write_text(lines)


def _texture(options):
    texture = whole_number("ID", options.texture, 2**30 - 1)
    level, layer = _number(options, "level") or 0, _number(options, "layer") or 0
    face = options.face
    if face is not None:
        face = FACES.index(face) if face in FACES else whole_number("--face", face, 5, 0)
    if face is not None and layer:
        raise UsageError("--face and --layer exclude each other")
    draw, run = _number(options, "draw"), frame_options(options)
    from softgl.debug.frames import command

    place = level, face, layer
    write_text(command.save_texture(options.scene, texture, options.output, place, draw, **run))


def _number(options, name):
    return whole_number(f"--{name}", getattr(options, name), 10**8, 0)


def frame_options(options) -> dict:
    """Parses the options of a frame to arguments of `softgl.debug.frames.watch.watch_frame`.

    The frame of a script or of a trace is captured to a file, which replaces the scene.
    """
    captured = captured_program(options)
    if captured is not None:
        options.scene, options.frame, options.size, options.samples = captured, None, None, None
    frames = whole_number("--frames", options.frames, 100_000) or 100
    return {
        "size": size(options.size),
        "frame": whole_number("--frame", options.frame, frames - 1, 0) or 0,
        "count": frames,
        "samples": whole_number("--samples", options.samples, 16),
        "machine": options.machine,
        "threads": whole_number("--threads", options.threads, 1024),
    }


DRAWS = Command(
    "draws",
    _draws,
    "list the draws of a frame",
    "Lists the draws of a frame: primitives, clears, images and blits.",
    _EXAMPLES,
    {
        **SCENE,
        **FRAME_ARGUMENTS,
        **{f"--{name}": {"action": "store_true", "help": text} for name, text in _SHOWN.items()},
        **AGAINST,
        **JSON,
    },
)
STATE = Command(
    "state",
    _state,
    "show the state at a draw of a frame",
    "Shows all state at a draw of a frame, or its differences from the draw before.",
    _EXAMPLES,
    {
        **SCENE,
        **DRAW,
        "--changed": {"action": "store_true", "help": "only differences from the draw before"},
        **FRAME_ARGUMENTS,
        **JSON,
    },
)
TEXTURE = Command(
    "texture",
    _texture,
    "write a texture of a frame to an image file",
    "Writes a texture of a frame to an image file, with its texels right before a draw.",
    _EXAMPLES,
    {**SCENE, **_TEXTURE, **DRAW, **FRAME_ARGUMENTS},
)
