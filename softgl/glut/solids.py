"""glutSolid... and glutWire...: solids from client memory; the program's arrays are restored."""

from __future__ import annotations

import inspect
from contextlib import contextmanager

import numpy as np

from softgl import gl
from softgl.gl.api.binding import misfit
from softgl.glut import shapes
from softgl.glut.functions import function, integer, real, refused

SEGMENTS = {"Solid": 7, "Wire": 9}
"""The number of segments along each side of a teapot's patch, as in freeglut."""


def draw(form: str, mesh: shapes.Mesh | None) -> None:
    """Draws a mesh, form "Solid", or its edges, "Wire"; nothing for None."""
    if mesh is None or not len(mesh.positions):
        return
    with _arrays(mesh):
        if form == "Solid":
            _elements(gl.GL_TRIANGLES, mesh.triangles)
            return
        for strip in mesh.strips:
            _elements(gl.GL_LINE_STRIP, strip)
        for loop in mesh.loops:
            _elements(gl.GL_LINE_LOOP, loop)


def _elements(mode, indices):
    gl.glDrawElements(mode, len(indices), gl.GL_UNSIGNED_INT, indices)


@contextmanager
def _arrays(mesh):
    """Enables the arrays of a mesh, and no others, within the block; restores the program's."""
    buffer, array = (
        int(gl.glGetIntegerv(name))
        for name in (gl.GL_ARRAY_BUFFER_BINDING, gl.GL_VERTEX_ARRAY_BINDING)
    )
    gl.glBindVertexArray(0)
    gl.glPushClientAttrib(gl.GL_CLIENT_VERTEX_ARRAY_BIT)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, 0)
    try:
        _disable_all()
        _pointer(gl.GL_VERTEX_ARRAY, gl.glVertexPointer, (3,), mesh.positions)
        _pointer(gl.GL_NORMAL_ARRAY, gl.glNormalPointer, (), mesh.normals)
        if mesh.texture is not None:
            _pointer(gl.GL_TEXTURE_COORD_ARRAY, gl.glTexCoordPointer, (2,), mesh.texture)
        yield
    finally:
        gl.glPopClientAttrib()
        gl.glBindVertexArray(array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)


ARRAYS = (
    gl.GL_VERTEX_ARRAY, gl.GL_NORMAL_ARRAY, gl.GL_COLOR_ARRAY, gl.GL_SECONDARY_COLOR_ARRAY,
    gl.GL_FOG_COORD_ARRAY, gl.GL_INDEX_ARRAY, gl.GL_EDGE_FLAG_ARRAY, gl.GL_PRIMITIVE_RESTART_NV,
)  # fmt: skip


def _disable_all():
    """Disables every array; leaves unit 0 selected for texture coordinates."""
    for array in ARRAYS:
        gl.glDisableClientState(array)
    for attribute in range(int(gl.glGetIntegerv(gl.GL_MAX_VERTEX_ATTRIBS))):
        gl.glDisableVertexAttribArray(attribute)
    for unit in reversed(range(int(gl.glGetIntegerv(gl.GL_MAX_TEXTURE_COORDS)))):
        gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glDisableClientState(gl.GL_TEXTURE_COORD_ARRAY)


def _pointer(array, point, size, data):
    gl.glEnableClientState(array)
    point(*size, gl.GL_FLOAT, 0, data)


def _shape(word, make, doc):
    """Registers the solid and wire functions of a shape; `make` : (form, *arguments) -> Mesh."""
    parameters = inspect.signature(make).parameters.values()
    names = [each.name for each in parameters if each.default is each.empty][1:]
    for form in ("Solid", "Wire"):

        @function(f"glut{form}{word}")
        def shape(toolkit, *arguments, form=form):
            reason = misfit(names, names, arguments, {})
            if reason:
                raise refused(f"glut{form}{word}", reason)
            draw(form, make(form, *arguments))

        shape.__doc__ = doc


def _sphere(form, radius, slices, stacks):
    return shapes.sphere(real(radius), integer(slices), integer(stacks))


def _cone(form, base, height, slices, stacks):
    return shapes.cylinder(real(base), 0.0, real(height), integer(slices), integer(stacks))


def _cylinder(form, radius, height, slices, stacks):
    radius = real(radius)
    return shapes.cylinder(radius, radius, real(height), integer(slices), integer(stacks))


def _torus(form, innerRadius, outerRadius, sides, rings):
    return shapes.torus(real(innerRadius), real(outerRadius), integer(sides), integer(rings))


def _cube(form, size):
    return shapes.polyhedron("Cube", real(size))


def _teapot(form, size):
    return shapes.teapot(real(size), SEGMENTS[form])


def _sponge(form, num_levels, offset, scale):
    place = np.array([real(each) for each in offset])
    if place.shape != (3,):
        raise refused(f"glut{form}SierpinskiSponge", "offset: three numbers are needed")
    return shapes.sponge(integer(num_levels), place, real(scale))


_shape("Sphere", _sphere, "Draws a sphere (radius, slices, stacks) around the z axis.")
_shape("Cone", _cone, "Draws a cone (base, height, slices, stacks) on the plane z = 0.")
_shape("Cylinder", _cylinder, "Draws a cylinder (radius, height, slices, stacks) from z = 0 on.")
_shape("Torus", _torus, "Draws a torus (innerRadius, outerRadius, sides, rings) around z.")
_shape("Cube", _cube, "Draws a cube (size) around the origin.")
_shape("Teapot", _teapot, "Draws the teapot (size), its front faces clockwise.")
_shape("SierpinskiSponge", _sponge, "Draws Sierpinski's sponge (num_levels, offset, scale).")
for _word in shapes.POLYHEDRA:
    if _word != "Cube":
        _shape(_word, lambda form, name=_word: shapes.polyhedron(name), "Draws a polyhedron.")


def _define_missing(word):
    for form in ("Solid", "Wire"):

        @function(f"glut{form}{word}")
        def shape(toolkit, *_, form=form):
            """Raises GLUTError: its patches are not included."""
            raise refused(f"glut{form}{word}", "its patches are not included; the teapot's are")


_define_missing("Teacup")
_define_missing("Teaspoon")
