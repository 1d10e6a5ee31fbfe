"""The work of `softgl capture`, `replay`, `draws`, `state` and `texture`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from softgl import files, image, scene, sequences
from softgl.context import Context
from softgl.counts import counted
from softgl.debug import descriptions
from softgl.debug.apitrace.recorder import TraceRecorder
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import minimise, replay, script
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.edits.draws import EditedDraws
from softgl.debug.edits.files import FileEdits
from softgl.debug.frames import call_log, draws, times
from softgl.debug.state import flat, state
from softgl.debug.watching import watching
from softgl.errors import UsageError
from softgl.gl.api.interception import interception


def capture_scene(name, path, size, frame: tuple[int, int], samples=None, **options) -> str:
    """Draws a frame of a scene and captures it; returns a summary.

    frame : (number, length of the animation). If the scene's frames depend on earlier ones, those
        are drawn before.
    """
    why = files.unwritable(path)
    if why:
        raise CaptureError(f"cannot write {path}: {why}")
    wanted = scene.load(name)
    width, height = wanted.sized(size)
    samples = wanted.samples if samples is None else samples
    number, count = frame
    options["samples"] = samples
    times = [each / count for each in range(number + 1)]
    before = sequences.earlier(wanted, (width, height), times, options)
    context = Context(width, height, **options)
    with capture(path, context) as recorder:
        wanted.setup()
        for time in before:
            wanted.draw(time, width, height)
        recorder.mark_frame(wanted.name, number, number / count)
        wanted.draw(number / count, width, height)
    return f"{path}: {described(capture_file.load(path))}"


def write_trace(name, path, size, frame: tuple[int, int], samples=None, **options) -> str:
    """Draws a frame of a scene and writes its calls as a trace of apitrace; returns a summary.

    frame : see `capture_scene`; earlier frames that it depends on are frames of the trace.
    """
    wanted, width, height = _sized(name, size)
    options["samples"] = wanted.samples if samples is None else samples
    number, count = frame
    times = [each / count for each in range(number + 1)]
    before = sequences.earlier(wanted, (width, height), times, options)
    context = Context(width, height, **options)
    data = io.BytesIO()
    recorder = TraceRecorder(context, data, wanted.name)
    with interception(recorder):
        wanted.setup()
        for time in [*before, number / count]:
            wanted.draw(time, width, height)
            recorder.swap()
    recorder.finish()
    files.write_file(path, data.getbuffer())
    frames = counted(len(before) + 1, "frame")
    return f"{path}: {width}x{height} pixels, {frames}, {counted(recorder.count, 'call')}"


def moved_capture(path, output) -> str:
    """Moves a new capture to its place; returns a summary."""
    files.write_file(output, files.read_file(path))
    return f"{output}: {described(capture_file.load(output))}"


def check_trace_output(output, first: int, last: int | None) -> None:
    """Raises ImageError or UsageError if frames of a trace cannot be saved under a name."""
    if Path(output).suffix.lower() not in image.ENCODINGS:
        known = ", ".join(image.ENCODINGS)
        raise UsageError(f"-o {output!r}: frames of a trace are pictures: {known}")
    numbered = image.numbered_paths(output, 1, 1) != [output]
    if last != first and not numbered:
        raise UsageError(f"-o {output!r}: several frames need a number in the name, as in f-%d.png")
    image.check_writable(image.output_paths(output, 1, first))


def described(capture_: capture_file.Capture) -> str:
    """Summarises a capture in words."""
    header, places = capture_.header, replay.event_places(capture_)
    calls = counted(len(capture_.calls) - capture_.first, "call")
    return (
        f"{header.width}x{header.height} pixels, {counted(len(places), 'draw')} in {calls}, "
        f"{counted(capture_.first, 'call')} before, {counted(len(capture_.arrays), 'array')}"
    )


def replay_file(
    path, output, until, pixel, script_path, progress: Callable[[str], None], programs=(), **options
) -> str:
    """Draws a capture, up to an event if `until` is given, or reduces it; writes the outputs.

    programs : (name, file) of programs that the draws use in place of the captured ones.

    Returns the names of the written files, or a summary.
    """
    if output and not output.endswith(".softgl"):
        image.check_output(output, 1)
    loaded = capture_file.load(path)
    if until is not None:
        loaded = loaded.with_calls(loaded.calls[: replay.end_of(loaded, until)])
    if pixel is not None:
        loaded = minimise.minimised(loaded, pixel, progress, **options)
        progress("")
    written = script.write_script(script_path, loaded) if script_path else []
    if output and output.endswith(".softgl"):
        capture_file.save_capture(output, loaded)
        written.append(output)
    else:
        drawn = _drawn_with(loaded, programs, options) if programs else None
        context, words = drawn or (replay.drawn(loaded, **options), "")
        if output:
            image.save_frames(output, [context.read_image()], 1)  # in the format of `softgl render`
            written.append(output)
        return f"{', '.join(written) or path}: {described(loaded)}{words}"
    return f"{', '.join(written) or path}: {described(loaded)}"


def _drawn_with(capture_, programs, options) -> tuple:
    """Draws a capture with files in place of programs; returns its context and a summary.

    Raises EditError, and CaptureError if no draw uses one of the programs.
    """
    edits = FileEdits(list(programs))
    watcher = EditedDraws(edits)
    with watching(watcher):
        context = replay.drawn(capture_, **options)
    if watcher.error is not None:
        raise watcher.error
    if edits.unused:
        names, there = ", ".join(edits.unused), ", ".join(map(str, sorted(edits.seen))) or "none"
        raise CaptureError(f"--program {names}: no draw changes; the programs of draws are {there}")
    return context, f", {counted(watcher.count, 'draw')} with other programs"


def _sized(name, size):
    """Loads a scene; returns it with the width and height to draw it at."""
    wanted = scene.load(name)
    return wanted, *wanted.sized(size)


def draw_lines(name, as_json: bool, shown: frozenset = frozenset(), size=None, **options) -> str:
    """The events of a frame, one a line, or as JSON.

    shown : of "stack", the frames of the program below each event, "time", its CPU time, and
    "calls", the other calls before it.
    """
    wanted, *shape = _sized(name, size)
    found = draws.draws(wanted, *shape, **options)
    measured = (
        times.measure(partial(scene.load, name), *shape, **options) if "time" in shown else None
    )
    calls = (
        call_log.calls_between(scene.load(name), *shape, **options) if "calls" in shown else None
    )
    if as_json:
        listed = descriptions.as_json(found)
        for each in listed:
            each |= {"milliseconds": round(measured.draws[each["number"]], 4)} if measured else {}
            each |= {"calls": calls[each["number"]]} if calls else {}
        return json.dumps(listed, indent=1) + "\n"
    lines = []
    for each in found:
        own = f"{measured.draws[each.number]:9.3f} ms" if measured else ""
        lines += [f"       {call}\n" for call in calls[each.number]] if calls else []
        lines.append(f"{each.number:5}{own}  {_words(each)}\n")
        lines += [f"       at {frame}\n" for frame in each.stack] if "stack" in shown else []
    lines += [f"       {call}\n" for call in calls[-1]] if calls else []
    return "".join(lines) + (_total(measured) if measured else "")


def _total(measured: times.Times) -> str:
    return (
        f"{sum(measured.draws):14.3f} ms  all draws; {measured.frame:.3f} ms for the frame as "
        "usual, with batches (CPU time, medians)\n"
    )


def _words(draw: descriptions.Draw) -> str:
    words = [draw.call]
    if draw.command == "glEnd":
        words = [f"glBegin({draw.mode}) ... glEnd()"]
    if draw.count is not None:
        words.append(f"{draw.count} vertices")
    words += [f"{stage} program {name}" for stage, name in draw.programs.items()]
    words += [f"program {draw.shader_program}"] if draw.shader_program else []
    words += [f"{stage} shader {name}" for stage, name in draw.pipeline_programs.items()]
    if draw.framebuffer:
        words.append(f"framebuffer {draw.framebuffer}")
    for unit, bound in draw.textures.items():
        words += [f"{unit[3:].lower()} {target[3:]} {name}" for target, name in bound.items()]
    return ", ".join(words)


def state_lines(name, draw, changed: bool, as_json: bool, size=None, **options) -> str:
    """The state at an event, or its differences from the event before, as lines or JSON."""
    wanted, *shape = _sized(name, size)
    if changed:
        found = draws.changes_at_draw(wanted, draw, *shape, **options)
    else:
        found = draws.at_draw(wanted, draw, state, *shape, **options)
    if as_json:
        return json.dumps(found, indent=1, allow_nan=False) + "\n"
    if not changed:
        found = {path: [None, value] for path, value in flat(found).items()}
    return "".join(
        f"{path}: {_spelled(new)}{f'  (was {_spelled(old)})' if changed else ''}\n"
        for path, (old, new) in found.items()
    )


def _spelled(value) -> str:
    if isinstance(value, str) and "\n" in value:
        lines = value.count("\n") + 1
        return f"{value.partition(chr(10))[0]} ... ({lines} lines)"
    return value if isinstance(value, str) else json.dumps(value)


def save_texture(name, texture: int, path, place, draw, size=None, **options) -> str:
    """Writes an image of a texture, as it is right before an event; returns a summary.

    place : (level, face or None, layer).
    """
    image.check_output(path, 1)
    level, face, layer = place

    def texture_image(ctx):
        held = ctx.texturing.objects.get(texture)
        if held is None or not hasattr(held, "image"):
            there = [f"{n}" for n, each in ctx.texturing.objects.items() if hasattr(each, "image")]
            raise CaptureError(f"no texture {texture}; the names are {', '.join(there)}")
        if len(held.target.images) == 1 and face is not None:
            raise CaptureError(f"texture {texture} has no faces")
        return ctx.read_image(texture=texture, level=level, layer=face or layer)

    wanted, *shape = _sized(name, size)
    picture = draws.at_draw(wanted, draw, texture_image, *shape, **options)
    image.save_image(path, picture)
    return f"{path}: {picture.width}x{picture.height} texels\n"
