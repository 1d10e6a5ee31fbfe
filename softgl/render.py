"""Renders a scene to image files, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import TYPE_CHECKING

from PIL import Image

from softgl import blank, image
from softgl.drawer import Drawer
from softgl.scene import Scene, SceneError
from softgl.surface_files import SurfaceFiles

if TYPE_CHECKING:
    from softgl.models.surface import Surface


def times_of(count: int) -> list[float]:
    """The times of `count` frames of an animation: from 0 to below 1, in equal steps."""
    return [frame / count for frame in range(count)]


def frames(
    scene: Scene,
    width: int,
    height: int,
    count: int = 1,
    times: Sequence[float] | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    stage: Callable[[str], None] | None = None,
    surface: Callable[[Surface], None] | None = None,
    **options,
) -> Iterator[Image.Image]:
    """Draws frames of a scene in a context of its own; yields their RGBA images.

    count : the number of frames of the animation, or instead
    times : the times of the frames.
    executor : an executor whose workers draw the frames, or a function that makes one; see
        `softgl.workers`. The bytes are the same.
    stage : called with a description of each step.
    surface : called with the depths, normals and ids of each frame of a model, before its image;
        excludes an executor.
    options : of `softgl.Context`: machine, lanes, threads, samples. Without samples, or with None,
        the scene's number of samples.

    A blank picture causes a UserWarning. Raises SceneError.
    """
    times = times_of(count) if times is None else list(times)
    if options.get("samples") is None:
        options["samples"] = scene.samples
    size = width, height
    if surface is not None and executor is not None:
        raise SceneError("depths, normals and ids are drawn in this process: without an executor")
    if executor is None:
        images = _drawn(scene, size, times, options, stage or _silent, surface)
    else:
        from softgl import workers

        images = workers.frames(scene, size, times, executor, options)
    with closing(images):
        yield from blank.warned(images, scene, size, times, options)


def _drawn(scene, size, times, options, stage, surface):
    """Yields the frames, drawn in this process."""
    stage("setting up")
    drawer = Drawer(scene, *size, options)
    for number, time in enumerate(times, 1):
        stage(f"drawing frame {number} of {len(times)}" if len(times) > 1 else "drawing")
        picture = drawer.draw(time)
        if surface is not None:
            surface(drawer.surface(time))
        yield picture


def _silent(words):
    """The default of `stage`: does nothing."""


def render(
    scene: Scene,
    path,
    width: int = 640,
    height: int = 480,
    count: int = 1,
    progress: Callable[[Iterator], Iterator] = iter,
    milliseconds: int = image.FRAME_MILLISECONDS,
    outputs: Mapping[str, str] | None = None,
    **options,
) -> list[str]:
    """Draws `count` frames of a scene and saves them; returns the names of the written files.

    path : expands to file names by `softgl.image.output_paths`; an unwritable path fails before
        anything is drawn.
    progress : wraps the iterator of frames. milliseconds : the delay of each frame of an animation.
    outputs : "depth", "normals", "positions", "ids" or "triangles" of a model -> path of a .npy or
        .png file, see `softgl.surface_files.SurfaceFiles`.
    options : of `frames`.

    Raises SceneError and ImageError.
    """
    times = options.get("times")
    count = count if times is None else len(times)
    image.check_output(path, count)
    if outputs:
        files = SurfaceFiles(outputs, count)
        files.check_distinct(image.output_paths(path, count))
        options["surface"] = files.write
    images = progress(frames(scene, width, height, count, **options))
    return image.save_frames(path, images, count, milliseconds)
