"""What a model file can be shown in: the materials of `softgl render --material`.

A finish is a fragment program, which runs after nvvp4/model.vp, and a background. A further one is
an entry in FINISHES.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from softgl import gl, hostmath
from softgl.models.materials import Material
from softgl.studio import draw_background, load_program
from softgl.surroundings import draw_surroundings, make_surroundings, place_surroundings

ABOVE, BELOW = (0.50, 0.53, 0.57), (0.76, 0.76, 0.75)  # the background of the file's own colours
UPRIGHT = hostmath.rotation(-90.0, 1.0, 0.0, 0.0)  # the cube map's z is the model's y


@dataclass(frozen=True)
class Finish:
    """How models are shown.

    program : the fragment program; program.local[0] is a colour and its alpha, local[1].x the alpha
        below which a fragment is discarded; texture unit 0 has the file's texture.
    colour : that of all materials, linear (r, g, b); None: each has its own.
    make_background : called once in a context; returns what draws the background, called as
        `draw(view, projection)` with the matrices from the model's space, not turned, to eye space
        and from there to clip space.
    smooth : whether a pixel is the mean of four, for mirrors make small bright images; where a
        renderbuffer of twice the window's size would be too large, it is not.
    """

    program: str
    colour: tuple[float, float, float] | None
    make_background: Callable[[], Callable]
    smooth: bool

    def colour_of(self, material: Material) -> tuple[float, ...]:
        """The colour of a material of the file in this finish, and its alpha."""
        return material.colour if self.colour is None else (*self.colour, material.colour[3])


def _gradient():
    return lambda view, projection: draw_background(ABOVE, BELOW)


def _surroundings():
    gl.glActiveTexture(gl.GL_TEXTURE1)
    make_surroundings()
    gl.glActiveTexture(gl.GL_TEXTURE0)
    backdrop = load_program(gl.GL_FRAGMENT_PROGRAM_ARB, "nvfp4/backdrop.fp")

    def draw(view, projection):
        place_surroundings(hostmath.multiply(view, UPRIGHT))
        gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, backdrop)
        draw_surroundings(projection)

    return draw


FINISHES = {
    "studio": Finish("nvfp4/model.fp", None, _gradient, smooth=False),
    "chrome": Finish("nvfp4/chrome.fp", (0.92, 0.93, 0.95), _surroundings, smooth=True),
    "gold": Finish("nvfp4/chrome.fp", (1.00, 0.64, 0.25), _surroundings, smooth=True),
}
