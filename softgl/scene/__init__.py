"""Scenes: small Python modules that draw with `softgl.gl`, by name or by file.

A scene module has a docstring, whose first line describes it, and a function
`draw(time, width, height)` that draws one frame; `time` runs from 0 to 1 over an animation. These
are optional: a function `setup()`, called once in the new context before the first frame; a number
`SAMPLES`, the samples per pixel; `SEQUENCE = True` if a frame depends on the frames before it, or
`SEQUENCE = False` if it does not. A scene may import modules beside it. It draws in the current
context, and leaves that one current.

Loading a scene executes it, with the rights of the user: it is code, not data.
"""

from softgl.scene.definition import Scene, SceneError
from softgl.scene.loading import load, scenes

__all__ = ["Scene", "SceneError", "load", "scenes"]
