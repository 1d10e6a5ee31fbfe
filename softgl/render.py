"""Renders a scene to image files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image

from softgl import image
from softgl.gl.context import Context
from softgl.scene import Scene


def frames(
    scene: Scene, width: int, height: int, count: int = 1, **options
) -> Iterator[Image.Image]:
    """Draw `count` frames of `scene` in a context of its own, one RGBA image after the other.

    `options` are those of `softgl.Context`: machine, lanes, threads, samples, which is what the
    scene says where it is not given, or None.
    """
    samples = options.pop("samples", None)
    context = Context(
        width, height, samples=scene.samples if samples is None else samples, **options
    )
    scene.setup()
    for frame in range(count):
        context.make_current()  # the consumer may have used another context meanwhile
        scene.draw(frame / count, width, height)
        yield context.read_image()


def render(
    scene: Scene,
    path,
    width: int = 640,
    height: int = 480,
    count: int = 1,
    progress: Callable[[Iterator], Iterator] = iter,
    **options,
) -> list[str]:
    """Draw `count` frames of `scene` and save them under `path`; returns the files written.

    Files are named as `softgl.image.output_paths` says. `progress` wraps the iterator of frames.
    Nothing is drawn if `path` cannot be written.
    """
    image.check_output(path, count)
    return image.save_frames(path, progress(frames(scene, width, height, count, **options)), count)
