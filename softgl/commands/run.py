"""`softgl run`: runs a script that draws with OpenGL, and writes its frames."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from softgl.commands.arguments import THREADS, number, size, whole_number
from softgl.commands.command import Command
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.commands.view import SERVER_ARGUMENTS
from softgl.errors import UsageError

_EXAMPLES = """\
examples:
  softgl run gears.py -o gears.png                the first frame
  softgl run gears.py -o frame-%03d.png --frames 60 --size 640x480
  softgl run cube.py -o cube.gif --frames 90 --fps 30 --keys "10:a 20-40:<Left> 60:mouse(100,200)"
  softgl run gears.py --capture g.softgl --frame 12   the calls and the data of a frame
  softgl run gears.py --show                      in the browser while it runs: keys and mouse
  softgl run gears.py --show --frames 120         draw the frames, then play them in the browser
  softgl run demo.py -o demo.png -- --fast 3      arguments of the script after --

--keys is a list of FRAME:EVENTS, separated by blanks; 20-40 means each of these frames. A key is
pressed before that frame is drawn, and released before the next one. EVENTS are one or more of
  a B 1 + ...          the key of that character
  <Left> <F1> <Space> <Enter> <Escape> <Tab> <Backspace> <Delete> <Up> <Right> <Down> <PageUp>
  <PageDown> <Home> <End> <Insert> <lt>; <S-Left> <C-a> <A-x> with Shift, Ctrl, Alt
  hold(<Left>) release(<Left>)    press a key, release it later
  mouse(x,y,left)      a click; also middle and right; down(x,y,left) and up(x,y,left); with
                       Shift and Ctrl: mouse(x,y,left,SC); A is Alt
  move(x,y)            moves the mouse, or drags with a button down; wheel(x,y,1), wheel(x,y,-1)
  menu(2) menu(Quit) menu(Colour,3)   an entry of the window's menu, or of a submenu
  resize(640,480)      resizes the window

softgl provides OpenGL, OpenGL.GL, OpenGL.GLU and OpenGL.GLUT: PyOpenGL need not be installed.
Windows may be those of GLUT, pygame, glfw or pyglet 1.5. Their clocks and Python's module `time`
follow the frames. The script runs with your rights: do not run scripts that you do not trust.
See `softgl docs running`.
"""
ARGUMENTS = {
    "script": {
        "metavar": "SCRIPT.py",
        "help": "a Python script that draws with PyOpenGL; its arguments follow --",
    },
    "-o --output": {
        "metavar": "FILE",
        "help": "the file to write: .png (%%d in the name is the frame's number, from 0), .gif, "
        ".apng or .webp",
    },
    "--capture": {
        "metavar": "FILE",
        "help": "the capture of a frame to write: frame.softgl; -o is not needed then",
    },
    "--show": {
        "action": "store_true",
        "help": "show the script in the browser while it runs, with keys and mouse; with --frames, "
        "play the frames when they are drawn. A scene in place of the script is shown as by "
        "softgl view",
    },
    **SERVER_ARGUMENTS,
    "--frame": {"metavar": "K", "help": "number of the captured frame, from 0; default: 0"},
    "--frames": {"metavar": "N", "help": "number of frames, then windows close; default: 1"},
    "--keys": {"default": "", "metavar": "KEYS", "help": "input events: see below"},
    "--size": {"metavar": "WxH", "help": "size of windows; default: as the script requests"},
    "--fps": {"default": "60", "metavar": "N", "help": "rate of the virtual clock; default: 60"},
    "--seed": {"metavar": "N", "help": "seed Python's and numpy's random numbers"},
    "--real-time": {"action": "store_true", "help": "leave Python's module `time` alone"},
    "--samples": RENDER_ARGUMENTS["--samples"]
    | {"help": "samples per pixel, up to 16; default: as the script requests"},
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--lanes": RENDER_ARGUMENTS["--lanes"],
    "--threads": THREADS,
}


def _run(options):
    port = whole_number("--port", options.port, 65535)
    if options.show:
        # Imported here: `--help` needs neither numpy nor a compiler.
        from softgl.running.captured import is_script

        if not is_script(options.script):
            return _show_scene(options, port)
    elif port is not None or options.no_browser:
        raise UsageError("--port and --no-browser are for --show")
    frames = whole_number("--frames", options.frames, 100_000)
    frame = _captured_number(options, frames)
    fps = number("--fps", options.fps, 0.1, 1000.0)
    seed = whole_number("--seed", options.seed, 2**32 - 1, 0)
    pixels = size(options.size)
    chosen = {
        "machine": options.machine,
        "lanes": options.lanes,
        "threads": whole_number("--threads", options.threads, 1024),
        "samples": whole_number("--samples", options.samples, 16),
    }
    context = {name: value for name, value in chosen.items() if value is not None}
    # Imported here: `--help` needs neither numpy nor a compiler.
    from softgl.glut.user import KeysError, parse_keys
    from softgl.running import command
    from softgl.running.captured import CapturedFrame

    try:
        parse_keys(options.keys)
    except KeysError as error:
        raise UsageError(f"--keys: {error}") from None
    if options.show and frames is None:
        if options.output is not None or frame is not None:
            raise UsageError("--show with -o or --capture needs --frames N: the script has no end")
        given = options.keys, pixels, fps, seed, options.real_time, context
        return _run_live(options, port, fps, given)
    captured = None if frame is None else CapturedFrame(frame, os.path.abspath(options.capture))
    played = _played(options, fps)
    frames = frames or (1 if frame is None else frame + 1)
    status = command.run(
        options.script, options.arguments, options.output, frames, options.keys, pixels, fps,
        seed, options.real_time, context, captured, None if played is None else played.add,
    )  # fmt: skip
    if captured is not None and captured.done:
        print(f"softgl: {options.capture}: frame {frame}", file=sys.stderr)
    if played is not None and len(played) and not status:
        from softgl.debug.viewer.command import play

        play(played, port, not options.no_browser)
    return status


def _run_live(options, port, fps, given):
    """Runs a script and its page; given : arguments of `command.run`, from `keys` on."""
    from softgl.debug.live.running import Live
    from softgl.debug.live.serving import serving
    from softgl.running import command

    live = Live(os.path.basename(options.script), fps)
    with suppress(KeyboardInterrupt), serving(live, port, not options.no_browser):
        status = 1
        try:
            status = command.run(
                options.script, options.arguments, None, None, *given, shown=live.add, live=live
            )
        finally:
            live.finish(show=status == 0)
        return status
    return 0  # Ctrl-C


def _played(options, fps):
    """Returns the collection of the frames to show; None without --show. Raises PageError."""
    if not options.show:
        return None
    from softgl.debug.page.command import needed_packages
    from softgl.debug.viewer.played import Played

    with needed_packages():  # before the script runs
        import softgl.debug.viewer.page  # noqa: F401
    return Played(os.path.basename(options.script), fps)


def _show_scene(options, port):
    """Shows a scene in place of a script. Raises UsageError for options of scripts."""
    for name in ("output", "capture", "frame", "frames", "keys", "seed"):
        if getattr(options, name):
            option = "-o" if name == "output" else f"--{name}"
            raise UsageError(f"{options.script} is a scene, and {option} is for scripts")
    from softgl import scene
    from softgl.debug.viewer.command import show

    context = {
        "machine": options.machine,
        "lanes": options.lanes,
        "threads": whole_number("--threads", options.threads, 1024),
        "samples": whole_number("--samples", options.samples, 16),
    }
    show(scene.load(options.script), size(options.size), context, port, not options.no_browser)
    return 0


def _captured_number(options, frames):
    """The number of the frame to capture; None without --capture."""
    if options.capture is None:
        if options.frame is not None:
            raise UsageError("--frame K is the frame that --capture FILE captures; -o writes all")
        if options.output is None and not options.show:
            raise UsageError("-o FILE is missing, the pictures to write, or --capture FILE, --show")
        return None
    if not options.capture.endswith(".softgl"):
        raise UsageError(f"--capture {options.capture!r}: its name must end in .softgl")
    return whole_number("--frame", options.frame, (frames or 100_000) - 1, 0) or 0


COMMAND = Command(
    "run",
    _run,
    "run a script that draws with PyOpenGL, to images",
    "Runs a script for PyOpenGL with GLUT, pygame or glfw, or for pyglet 1.5, without a window, "
    "and writes its frames.",
    _EXAMPLES,
    ARGUMENTS,
    rest="arguments",
    scripted=True,
)
