"""`softgl render`: renders a scene or a model file to images."""

from __future__ import annotations

import itertools
import os
import sys
import warnings
from contextlib import contextmanager

from softgl.commands.arguments import SIZE, THREADS, number, size, whole_number
from softgl.commands.command import Command
from softgl.commands.model_views import ARGUMENTS as MODEL_ARGUMENTS
from softgl.commands.model_views import SURFACE_ARGUMENTS, model_options, surface_files, view_of
from softgl.errors import UsageError
from softgl.files import write_bytes, write_text

_EXAMPLES = """\
examples:
  softgl list                                     list the scenes
  softgl render teapot -o teapot.png              a scene that comes with softgl
  softgl render bunny.ply -o bunny.png            a model file, camera fitted to it
  softgl render bunny.ply -o shiny.png --material chrome --samples 4
  softgl render part.stl -o part.png --up z --yaw 40 --pitch 25 --background white
  softgl render car.glb -o car.gif --frames 60    one animated file (.gif, .apng, .webp, .mp4)
  softgl render car.glb -o car_%03d.png --frames 60 --jobs 4
  softgl render room.ply -o a.png --depth a.npy --pose pose.txt --intrinsics 525,525,320,240
  softgl render my_scene.py -o f_%03d.png --frames 10 --size 320x240
  softgl render chess -o - --time 0.5 | display   a PNG to the standard output

A scene is a Python file with a docstring and a function draw(time, width, height)
that draws with softgl.gl; see `softgl docs api`. Rendering a scene executes it with your rights:
do not render scenes you do not trust. Model files are only read.
"""
ARGUMENTS = {
    "scene": {
        "metavar": "SCENE",
        "help": "a name from `softgl list`, a scene's .py file, a capture (.softgl), or a model "
        "file: OBJ, PLY, STL, OFF, GLTF, GLB",
    },
    "-o --output": {
        "metavar": "FILE",
        "help": "the file to write: .png, .jpg, .tif or .bmp (%%03d in the name is the frame's "
        "number), .gif, .apng or .webp (animated), .mp4, .webm, .mov, .mkv or .avi (these need the "
        "extra softgl[video]); - for a PNG to the standard output",
    },
    "--size": SIZE,
    "--frames": {"metavar": "N", "help": "number of images of an animation; default: 1"},
    "--frame": {
        "metavar": "K",
        "help": "write one frame of the animation only, from 0",
    },
    "--time": {"metavar": "T", "help": "write one image at that time, from 0 to 1"},
    "--fps": {"default": "25", "metavar": "N", "help": "frames per second; default: 25"},
    "--samples": {
        "metavar": "N",
        "help": "samples per pixel, up to 16, for smooth edges; default: as the scene says, or 1",
    },
    "--jobs": {
        "metavar": "N",
        "help": "draw frames in N processes; the bytes are the same. Refused for a scene whose "
        "frames depend on earlier ones",
    },
    "--scheduler": {
        "metavar": "ADDRESS",
        "help": "draw frames on a dask.distributed cluster, e.g. tcp://host:8786, whose workers "
        "can read the scene's file (needs the extra softgl[cluster])",
    },
    "--machine": {
        "default": "llvm",
        "choices": ("llvm", "eager"),
        "help": "compiled code (llvm, the default) or numpy (eager, slow); the same bits",
    },
    "--lanes": {
        "type": int,
        "choices": (4, 8, 16),
        "help": "vector width of the compiled code; default: that of this CPU",
    },
    "--threads": THREADS,
}


def _render(options):
    pixels = size(options.size)
    threads = whole_number("--threads", options.threads, 1024)
    samples = whole_number("--samples", options.samples, 16)
    times, skipped = _times(options)
    first = len(skipped)  # the number of the first frame that is written
    fps = number("--fps", options.fps, 0.1, 1000.0)
    view = view_of(options)
    executor = _executor(options)
    if options.jobs is not None and threads is None:
        threads = max(1, (os.cpu_count() or 1) // int(options.jobs))
    # Imported here: `softgl list` and `--help` need neither numpy nor a compiler.
    from softgl import image

    files = surface_files(options, len(times), first)
    if options.output is None and files is None:
        raise UsageError("-o FILE is missing, the picture to write")
    to_output = options.output == "-"
    paths = []
    if options.output is not None and not to_output:
        image.check_output(options.output, len(times), first)
        paths = image.output_paths(options.output, len(times), first)
        if files is not None:
            files.check_distinct(paths)
    elif to_output and len(times) > 1:
        raise UsageError("-o - takes one image; select one with --frame K")
    with _progress_bar(len(times)) as (stage, progress):
        stage(f"reading {options.scene}")
        wanted = loaded(options, view)
        if files is not None and wanted.surface is None:
            raise UsageError(f"{options.scene} is not a model: only models have depth, ids etc.")
        if wanted.premultiplied and options.output is not None:
            _warn_of_alpha(options.output)
        drawing = {
            "machine": options.machine, "lanes": options.lanes, "threads": threads,
            "samples": wanted.samples if samples is None else samples,
        }  # fmt: skip
        surface = None if files is None else files.write
        chosen = skipped, times, executor, stage, surface
        pixels = wanted.sized(pixels)
        images = progress(_images(wanted, pixels, *chosen, drawing))
        if options.output is None:
            for _ in images:
                pass
        elif to_output:
            write_bytes(image.encoded(list(images), "PNG"))
        else:
            image.save_frames(options.output, images, len(times), 1000.0 / fps, first)
    paths += [path for each in files.files.values() for path in each] if files else []
    if not to_output:
        write_text(_written(paths, len(times), pixels))


def _written(paths, count, pixels) -> str:
    """Describes the files that were written, in one line."""
    names = ", ".join(paths) if len(paths) <= 6 else f"{paths[0]} ... {paths[-1]}"
    frames = f"{count} frames of " if count > 1 else ""
    return f"{names}: {frames}{pixels[0]}x{pixels[1]} pixels\n"


def loaded(options, view):
    """Loads the scene; the error for options of models, on another scene, names their cure."""
    from softgl import scene

    try:
        return scene.load(options.scene, options.material, view, options.root)
    except scene.SceneError as error:
        given = model_options(options)
        if not given or "is not a model file" not in str(error):
            raise
        cure = "a scene sets its camera, background and materials in its draw()"
        raise scene.SceneError(f"{error}: {', '.join(given)}; {cure}") from None


def _warn_of_alpha(path):
    """Warns of a transparent background in a file that cannot keep it."""
    from softgl import image

    suffix = os.path.splitext(path)[1].lower()
    encoding = image.ENCODINGS.get(suffix) or image.ANIMATED.get(suffix)
    if encoding in image.OPAQUE or suffix in image.VIDEOS:
        kind = encoding or suffix
        warnings.warn(f"{path}: {kind} has no alpha channel; use .webp or .apng", stacklevel=3)


def _images(wanted, pixels, skipped, times, executor, stage, surface, drawing):
    """Yields the frames of a scene at `times`.

    skipped : times of earlier frames, drawn only if later frames depend on them.
    pixels : width and height. drawing : options of `softgl.Context`.
    """
    from softgl import render, sequences

    if skipped:
        stage("comparing frames")
        skipped = sequences.earlier(wanted, pixels, [*skipped, *times], drawing)
    drawing |= {"executor": executor, "stage": stage, "surface": surface}
    images = render.frames(wanted, *pixels, times=[*skipped, *times], **drawing)
    return itertools.islice(images, len(skipped), None)


def _times(options):
    """Returns the times of the selected frames, and the times of the frames before them."""
    if options.time is not None:
        if options.frames is not None or options.frame is not None:
            raise UsageError("--time excludes --frames and --frame")
        return [number("--time", options.time, 0.0, 1.0)], []
    count = whole_number("--frames", options.frames, 100_000) or 1
    times = [frame / count for frame in range(count)]
    if options.frame is None:
        return times, []
    if options.frames is None and options.frame.strip("0"):
        raise UsageError(
            f"--frame {options.frame} needs --frames N, the number of frames of the animation; "
            "--time T chooses a time from 0 to 1"
        )
    frame = whole_number("--frame", options.frame, count - 1, 0)
    return [times[frame]], times[:frame]


def _executor(options):
    """Returns a function that makes the executor of --jobs or --scheduler, None without them."""
    jobs = whole_number("--jobs", options.jobs, 1024)
    if options.scheduler is not None and jobs is not None:
        raise UsageError("--jobs and --scheduler exclude each other")
    if options.scheduler is None and (jobs or 1) == 1:
        return None
    from softgl import workers

    return (
        workers.processes(jobs)
        if options.scheduler is None
        else (workers.cluster(options.scheduler))
    )


@contextmanager
def _progress_bar(count):
    """Gives a function that shows a stage on a terminal, and one that counts yielded frames."""
    if not sys.stderr.isatty():
        yield (lambda words: None), iter
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from softgl.pipeline.support.progress import listening

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def progress(images):
            for done, each in enumerate(images, 1):
                bar.update(task, total=count, completed=done)
                yield each

        words = ""

        def stage(description):
            nonlocal words
            words = description
            bar.update(task, description=words)

        def drawn(done, total, unit):
            of_it = f", {done:,} of {total:,} {unit}" if done < total else ""
            bar.update(task, description=words + of_it)

        with listening(drawn):
            yield stage, progress


COMMAND = Command(
    "render",
    _render,
    "render a scene or a model file to an image",
    "Renders a scene or a model file to PNG or to an animation.",
    _EXAMPLES,
    ARGUMENTS,
    {
        "model files": MODEL_ARGUMENTS,
        "numbers of a model's surface (.npy, or .png of 16 bits)": SURFACE_ARGUMENTS,
    },
)
