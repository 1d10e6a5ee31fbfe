"""Draws one frame of a scene under a watcher."""

from __future__ import annotations

from collections.abc import Callable

from softgl import sequences
from softgl.context import Context
from softgl.debug.watching import Watcher, watching
from softgl.scene import Scene


def watch_frame(
    scene: Scene,
    watcher: Watcher,
    width: int,
    height: int,
    frame: int = 0,
    count: int = 1,
    **options,
) -> Context:
    """Draws one frame of a scene, and reports its events to a watcher; returns the context.

    frame, count, options : of `prepared_frame`. The draws of `setup`, and earlier frames that the
    frame depends on, are not watched. Raises SceneError, and errors of the watcher except `Stop`.
    """
    context, draw = prepared_frame(scene, width, height, frame, count, **options)
    with watching(watcher):
        draw()
    return context


def prepared_frame(
    scene: Scene, width: int, height: int, frame: int = 0, count: int = 1, **options
) -> tuple[Context, Callable[[], None]]:
    """Draws all that a frame of a scene depends on; returns the context, and what draws the frame.

    frame, count : number of the frame, and length of the animation.
    options : of `softgl.Context`. Raises SceneError.
    """
    if options.get("samples") is None:
        options["samples"] = scene.samples
    times = [number / count for number in range(frame + 1)]
    before = sequences.earlier(scene, (width, height), times, options)
    context = Context(width, height, **options)
    scene.setup()
    for time in before:
        scene.draw(time, width, height)
    context.batch.flush()
    return context, lambda: scene.draw(frame / count, width, height)
