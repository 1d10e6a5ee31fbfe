"""Finishes of models: the materials of `softgl render --material`.

A finish is a fragment program, which runs after nvvp4/model.vp, and a background. A new finish is a
new entry in FINISHES.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl import gl, hostmath
from softgl.models.parts.materials import Material
from softgl.records import dataclass
from softgl.studio import draw_background, load_program
from softgl.surroundings import draw_surroundings, make_surroundings, place_surroundings

UPRIGHT = hostmath.rotation(-90.0, 1.0, 0.0, 0.0)  # the surroundings' z is the model's y
ABOVE, BELOW = (0.50, 0.53, 0.57), (0.76, 0.76, 0.75)  # the background of the file's own colours


@dataclass(frozen=True)
class Finish:
    """The shading of a model.

    program : the fragment program. program.local[0] is RGBA; local[1] the alpha cutoff, the
        minimum alpha of fragments that pass, and 1 for an orthographic camera; texture unit 0 has
        the file's texture.
    physical : the fragment program for physically based materials, or None.
    light : the program of the environment map in texture unit 1; None without reflections.
    colour : linear (r, g, b) of all materials; None for each material's own colour.
    make_background : called once in a context; returns a function that draws the background, called
        with the projection after the matrix of the environment map is loaded.
    smooth : True to average 2 x 2 pixels, since reflections have small highlights; ignored if a
        renderbuffer of twice the window's size would be too large.
    """

    program: str
    physical: str | None
    light: str
    colour: tuple[float, float, float] | None
    make_background: Callable[[], Callable]
    smooth: bool

    def colour_of(self, material: Material) -> tuple[float, ...]:
        """The RGBA colour of a material of the file in this finish."""
        return material.colour if self.colour is None else (*self.colour, material.colour[3])

    def make_light(self) -> None:
        """Makes the environment map and binds it to texture unit 1."""
        gl.glActiveTexture(gl.GL_TEXTURE1)
        make_surroundings(self.light)
        gl.glActiveTexture(gl.GL_TEXTURE0)


def place_light(view) -> None:
    """Loads the rotation from eye space to the environment map, which does not turn with the model.

    view : the view matrix of the model before its yaw.
    """
    place_surroundings(hostmath.multiply(view, UPRIGHT))


def _gradient():
    return lambda projection: draw_background(ABOVE, BELOW)


def _surroundings():
    backdrop = load_program(gl.GL_FRAGMENT_PROGRAM_ARB, "nvfp4/backdrop.fp")

    def draw(projection):
        gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)
        gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, backdrop)
        draw_surroundings(projection)

    return draw


MIRRORS = {"nvfp4/chrome.fp", "nvfp4/physical.fp"}
"""Fragment programs that sample the environment map."""
SOFT_BOXES = "nvfp4/soft_boxes.fp"
FINISHES = {
    "studio": Finish(
        "nvfp4/model.fp", "nvfp4/physical.fp", "nvfp4/light_tent.fp", None, _gradient, smooth=False
    ),
    "chrome": Finish(
        "nvfp4/chrome.fp", None, SOFT_BOXES, (0.92, 0.93, 0.95), _surroundings, smooth=True
    ),
    "gold": Finish(
        "nvfp4/chrome.fp", None, SOFT_BOXES, (1.00, 0.64, 0.25), _surroundings, smooth=True
    ),
}
