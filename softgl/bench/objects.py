"""Frames of several objects of some hundred triangles, each with its own matrix."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.bench.drawing import new_name, use_programs
from softgl.bench.meshes import LIT_FRAGMENT, LIT_VERTEX, set_mesh, torus_of
from softgl.bench.samples import attach_renderbuffer, view_size
from softgl.bench.textures import bound_texture, make_texture
from softgl.records import dataclass

TRIANGLES = 600  # of each
PLAIN_FRAGMENT = """!!ARBfp1.0
TEMP n, t;
TEX t, fragment.texcoord[0], texture[0], 2D;
DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[1], n.w;
DP3_SAT n.z, n, fragment.texcoord[2];
MUL result.color, t, n.z;
END
"""


@dataclass(frozen=True)
class Objects:
    """Prepares `amount` tori with their own matrices, lit per fragment.

    change : takes gl; returns the function (number of the torus, amount) that changes more state.
    textured : True to draw them to a texture.
    """

    change: Callable
    textured: bool = False

    def __call__(self, gl, amount):
        use_programs(gl, LIT_VERTEX, LIT_FRAGMENT)
        texels = np.random.default_rng(2).integers(0, 256, (64, 64, 4), dtype=np.uint8)
        change = self.change(gl)
        if self.textured:
            _draw_to_texture(gl)
        make_texture(gl, "TEXTURE_2D", [texels], filters=("LINEAR", "LINEAR"))
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_CULL_FACE)
        draw, across = set_mesh(gl, *torus_of(TRIANGLES)), max(1, round(amount**0.5))

        def frame():
            gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
            for number in range(amount):
                row, column = divmod(number, across)
                gl.glPushMatrix()
                gl.glTranslatef((2 * column + 1) / across - 1, (2 * row + 1) / across - 1, 0.0)
                gl.glScalef(0.6 / across, 0.6 / across, 0.6 / across)
                gl.glRotatef(float(number), 0.3, 1.0, 0.2)
                change(number, amount)
                draw()
                gl.glPopMatrix()

        return frame


def _draw_to_texture(gl):
    """Binds a framebuffer with a texture and a depth buffer of the view's size."""
    width, height = view_size(gl)
    texels = np.zeros((height, width, 4), np.uint8)
    target = make_texture(gl, "TEXTURE_2D", [texels], filters=("LINEAR", "LINEAR"))
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, new_name(gl.glGenFramebuffers))
    point = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
    gl.glFramebufferTexture2D(*point, target, bound_texture(gl), 0)
    attach_renderbuffer(gl, gl.GL_DEPTH_ATTACHMENT, gl.GL_DEPTH_COMPONENT24, (width, height))


def programs(gl):
    """Binds one of two fragment programs."""
    target = gl.GL_FRAGMENT_PROGRAM_ARB
    bound = np.zeros(1, np.int32)
    names = []
    for text in (PLAIN_FRAGMENT, LIT_FRAGMENT):
        use_programs(gl, LIT_VERTEX, text)
        gl.glGetProgramivARB(target, gl.GL_PROGRAM_BINDING_ARB, bound)
        names.append(int(bound[0]))
    return lambda number, amount: gl.glBindProgramARB(target, names[number % 2])
