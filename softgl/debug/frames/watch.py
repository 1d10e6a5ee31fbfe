"""One frame of a scene, watched."""

from __future__ import annotations

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
    """Draw one frame of a scene, telling the watcher of its events; returns the context.

    frame, count : which frame of an animation of how many. What `setup` draws, and the frames
        before it of a scene whose frames go on from those, are not watched.
    options : of `softgl.Context`. Raises SceneError, and what the watcher raises but `Stop`.
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
    with watching(watcher):
        scene.draw(frame / count, width, height)
    return context
