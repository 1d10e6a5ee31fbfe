"""Solids: closed, outward, of the sizes that GLUT names, in its order; drawn as they are."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from softgl import glut
from softgl.gl import *
from softgl.glut import shapes
from softgl.glut.functions import FUNCTIONS
from tests.glut.programs import clear, shown, window

SOLIDS = {
    "Sphere": (shapes.sphere(2.0, 12, 8), 2.0),
    "Cone": (shapes.cylinder(1.0, 0.0, 2.0, 12, 3), 2.0),
    "Cylinder": (shapes.cylinder(3.0, 3.0, 4.0, 12, 3), 5.0),
    "Torus": (shapes.torus(0.5, 2.0, 8, 12), 2.5),
    "Cube": (shapes.polyhedron("Cube", 2.0), sqrt(3)),
    "Tetrahedron": (shapes.polyhedron("Tetrahedron"), 1.0),
    "Octahedron": (shapes.polyhedron("Octahedron"), 1.0),
    "Dodecahedron": (shapes.polyhedron("Dodecahedron"), sqrt(3)),
    "Icosahedron": (shapes.polyhedron("Icosahedron"), 1.0),
    "RhombicDodecahedron": (shapes.polyhedron("RhombicDodecahedron"), 1.0),
    "Sponge": (shapes.sponge(2, (0, 0, 0), 1.0), 1.0),
}
FACES = {"Cube": (6, 4), "Tetrahedron": (4, 3), "Octahedron": (8, 3), "Dodecahedron": (12, 5),
         "Icosahedron": (20, 3), "RhombicDodecahedron": (12, 4)}  # fmt: skip


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_are_closed_and_their_normals_point_outwards(name):
    mesh, radius = SOLIDS[name]
    assert np.sqrt((mesh.positions**2).sum(-1)).max() == pytest.approx(radius)
    assert np.allclose((mesh.normals**2).sum(-1), 1.0)
    corners = mesh.triangles.reshape(-1, 3)
    points = mesh.positions[corners].astype(np.float64)
    facing = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    assert ((facing[:, None] * mesh.normals[corners]).sum(-1) > 0).all()
    # Of a closed surface each edge is passed once in each direction; edges are told by places.
    # The tetrahedra of the sponge touch in edges.
    places = np.rint(points * 1e5).astype(int) + 0
    edges = {}
    for triangle in places.tolist():
        for first, last in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            pair = tuple(first), tuple(last)
            edges[pair] = edges.get(pair, 0) + 1
    for (first, last), count in edges.items():
        assert edges.get((last, first)) == count, (first, last)
    # What is within is positive: six times the volume.
    assert (points[:, 0] * np.cross(points[:, 1], points[:, 2])).sum() > 0


@pytest.mark.parametrize("name", FACES)
def test_polyhedra_have_their_faces(name):
    count, corners = FACES[name]
    mesh, _ = SOLIDS[name]
    assert [len(loop) for loop in mesh.loops] == [corners] * count
    lengths = [
        np.sqrt(((mesh.positions[loop] - mesh.positions[np.roll(loop, 1)]) ** 2).sum(-1))
        for loop in mesh.loops
    ]
    assert np.allclose(lengths, lengths[0][0], atol=1e-6)


def test_the_order_of_round_ones_is_that_of_freeglut():
    mesh, _ = SOLIDS["Sphere"]
    assert np.allclose(mesh.positions[0], (0, 0, 2))  # the upper pole, then clockwise from +x
    assert np.allclose(mesh.positions[3 * 12 : 3 * 12 + 2, 1] < 0, [False, True])
    assert mesh.triangles[:6].tolist() == [12, 0, 13, 13, 1, 14]
    cone, _ = SOLIDS["Cone"]
    assert np.allclose(cone.positions[:12], 0) and np.allclose(cone.normals[:24], (0, 0, -1))
    assert np.allclose(cone.normals[24], (2 / sqrt(5), 0, 1 / sqrt(5)))
    for nothing in (shapes.sphere(1, 0, 5), shapes.sphere(1, 5, 1), shapes.cylinder(1, 0, 1, 3, 0)):
        assert nothing is None
    assert shapes.torus(1, 2, 0, 5) is None and shapes.sponge(-1, (0, 0, 0), 1) is None


def test_the_teapot_is_clockwise_upright_and_has_texture_coordinates():
    mesh = shapes.teapot(2.0, 7)
    low, high = mesh.positions.min(0), mesh.positions.max(0)
    assert np.allclose((low[1], high[1]), (-1.575, 1.575))
    assert high[0] > 3.3 and low[0] == -3.0 and np.allclose(low[2], -high[2])  # spout and handle
    corners = mesh.triangles.reshape(-1, 3)
    points = mesh.positions[corners].astype(np.float64)
    facing = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    assert ((facing[:, None] * mesh.normals[corners]).sum(-1) < 1e-6).mean() > 0.99
    assert mesh.texture.shape == (32 * 64, 2) and set(mesh.texture.ravel() * 7) <= set(range(8))


def test_solids_are_drawn_whatever_arrays_there_are():
    with shown():
        window(size=(32, 32))
        garbage = np.zeros((3, 4), np.float32)
        glEnableClientState(GL_COLOR_ARRAY)
        glColorPointer(4, GL_FLOAT, 0, garbage)
        name = glGenBuffers(1)
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glClientActiveTexture(GL_TEXTURE1)
        glEnableClientState(GL_TEXTURE_COORD_ARRAY)
        seen = []
        for function in ("Solid", "Wire"):
            clear((0, 0, 0))
            glColor3f(1, 0, 0)
            getattr(glut, f"glut{function}Octahedron")()
            seen.append(
                np.frombuffer(glReadPixels(0, 0, 32, 32, GL_RGB, GL_UNSIGNED_BYTE), np.uint8)
            )
        assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == name
        assert glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE) == GL_TEXTURE1
        assert glIsEnabled(GL_COLOR_ARRAY) and not glIsEnabled(GL_VERTEX_ARRAY)
        assert glIsEnabled(GL_TEXTURE_COORD_ARRAY)
    solid, wire = (pixels.reshape(32, 32, 3).astype(int) for pixels in seen)
    assert np.count_nonzero(solid[..., 0]) == 512  # half of the window
    assert 100 < np.count_nonzero(wire[..., 0]) < 200
    assert set(np.unique(solid[..., 0])) == {0, 255} and not solid[..., 1:].any()


def test_every_solid_and_wire_is_there_and_wrong_ones_are_refused():
    with shown():
        window()
        given = {"Sphere": (0.1, 4, 3), "Cone": (0.1, 1, 4, 2), "Cylinder": (0.1, 1, 4, 2),
                 "Torus": (0.1, 0.2, 4, 4), "Cube": (1,), "Teapot": (1,),
                 "SierpinskiSponge": (1, [0, 0, 0], 1)}  # fmt: skip
        for name in FUNCTIONS:
            if name.startswith(("glutSolid", "glutWire")):
                word = name.removeprefix("glutSolid").removeprefix("glutWire")
                if word.startswith("Tea") and word != "Teapot":
                    with pytest.raises(glut.GLUTError, match="its patches are not included"):
                        FUNCTIONS[name](1)
                else:
                    FUNCTIONS[name](*given.get(word, ()))
        for call, words in [
            (lambda: glut.glutSolidSphere(1, 2), "glutSolidSphere: stacks is missing"),
            (lambda: glut.glutSolidSphere(1, 9999, 9999), "are more than 4000000"),
            (lambda: glut.glutSolidSierpinskiSponge(30, (0, 0, 0), 1), "are more than"),
            (lambda: glut.glutWireSierpinskiSponge(1, (0, 0), 1), "three numbers"),
            (lambda: glut.glutSolidCube("a"), "'a' is not a number"),
        ]:
            with pytest.raises(glut.GLUTError, match=words):
                call()


def test_solids_and_text_are_compiled_into_display_lists():
    with shown():
        window(size=(32, 32))
        glOrtho(-2, 2, -2, 2, -2, 2)
        number = glGenLists(1)
        seen = []
        for step in ("direct", "compile", "call"):
            glClear(GL_COLOR_BUFFER_BIT)
            glColor3f(0, 1, 0)
            if step == "compile":
                glNewList(number, GL_COMPILE)
            if step == "call":
                glCallList(number)
            else:
                glut.glutSolidIcosahedron()
                glRasterPos2f(-1.9, -1.9)
                glut.glutBitmapString(glut.GLUT_BITMAP_8_BY_13, "ab")
            if step == "compile":
                glEndList()
            seen.append(bytes(glReadPixels(0, 0, 32, 32, GL_RGB, GL_UNSIGNED_BYTE)))
    assert seen[0] == seen[2] != seen[1] and not any(seen[1])
