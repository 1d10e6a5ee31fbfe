"""Renders a scene to image files, in this process or in many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing

from PIL import Image

from softgl import blank, image
from softgl.drawer import Drawer
from softgl.scene import Scene


def times_of(count: int) -> list[float]:
    """The times of `count` frames of an animation: from 0 to 1, without 1 itself."""
    return [frame / count for frame in range(count)]


def frames(
    scene: Scene,
    width: int,
    height: int,
    count: int = 1,
    times: Sequence[float] | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    stage: Callable[[str], None] | None = None,
    **options,
) -> Iterator[Image.Image]:
    """Draw frames of `scene` in a context of its own, one RGBA image after the other.

    count : how many, at the times of an animation; or `times` : the times themselves.
    executor : what draws them, each in a context of a worker, or what makes it; see
        `softgl.workers`. The bytes are the same.
    stage : called with words that say what is done next.
    A picture that shows nothing causes a UserWarning.
    `options` are those of `softgl.Context`: machine, lanes, threads, samples, which is what the
    scene says where it is not given, or None. Raises SceneError.
    """
    times = times_of(count) if times is None else list(times)
    if options.get("samples") is None:
        options["samples"] = scene.samples
    size = width, height
    if executor is None:
        images = _drawn(scene, size, times, options, stage or _silent)
    else:
        from softgl import workers

        images = workers.frames(scene, size, times, executor, options)
    with closing(images):
        yield from blank.warned(images, scene, size, times, options)


def _drawn(scene, size, times, options, stage):
    """The frames, one after the other, in this process."""
    stage("setting up")
    drawer = Drawer(scene, *size, options)
    for number, time in enumerate(times, 1):
        stage(f"drawing frame {number} of {len(times)}" if len(times) > 1 else "drawing")
        yield drawer.draw(time)


def _silent(words):
    """What is told of the stages where nobody asks."""


def render(
    scene: Scene,
    path,
    width: int = 640,
    height: int = 480,
    count: int = 1,
    progress: Callable[[Iterator], Iterator] = iter,
    milliseconds: int = image.FRAME_MILLISECONDS,
    **options,
) -> list[str]:
    """Draw `count` frames of `scene` and save them under `path`; returns the files written.

    Files are named as `softgl.image.output_paths` says. `progress` wraps the iterator of frames,
    each of which an animation shows for `milliseconds`. `options` are those of `frames`.
    Nothing is drawn if `path` cannot be written.
    """
    times = options.get("times")
    count = count if times is None else len(times)
    image.check_output(path, count)
    images = progress(frames(scene, width, height, count, **options))
    return image.save_frames(path, images, count, milliseconds)
