"""Curves and surfaces of evaluators, against Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import clear

pytestmark = pytest.mark.driver

RNG = np.random.default_rng(4)
CURVE = RNG.uniform(-0.9, 0.9, (5, 3)).astype(np.float32)
SURFACE = np.dstack(
    [*np.meshgrid(np.linspace(-0.8, 0.8, 4), np.linspace(-0.7, 0.9, 3)), np.zeros((3, 4))]
).astype(np.float32)
SURFACE += RNG.uniform(-0.1, 0.1, SURFACE.shape).astype(np.float32)
COLORS = RNG.uniform(0, 1, (2, 2, 4)).astype(np.float32)


@pytest.mark.parametrize("mode", ["GL_POINT", "GL_LINE"])
def test_curves(same_as_mesa, mode):
    def picture(gl):
        clear(gl)
        gl.glMap1f(gl.GL_MAP1_VERTEX_3, -1.0, 2.0, CURVE)
        gl.glEnable(gl.GL_MAP1_VERTEX_3)
        gl.glMapGrid1f(24, -1.0, 2.0)
        gl.glPointSize(3.0)
        gl.glEvalMesh1(getattr(gl, mode), 0, 24)

    same_as_mesa(picture)


@pytest.mark.parametrize("mode", ["GL_POINT", "GL_LINE", "GL_FILL"])
def test_surfaces(same_as_mesa, mode):
    def picture(gl):
        clear(gl)
        gl.glMap2f(gl.GL_MAP2_VERTEX_3, 0.0, 1.0, 0.0, 1.0, SURFACE)
        gl.glMap2f(gl.GL_MAP2_COLOR_4, 0.0, 1.0, 0.0, 1.0, COLORS)
        gl.glEnable(gl.GL_MAP2_VERTEX_3)
        # Within a quadrilateral colors go by its diagonal, which the specification leaves open.
        if mode != "GL_FILL":
            gl.glEnable(gl.GL_MAP2_COLOR_4)
        gl.glMapGrid2f(6, 0.0, 1.0, 5, 0.0, 1.0)
        gl.glEvalMesh2(getattr(gl, mode), 0, 6, 1, 5)

    same_as_mesa(picture)
