"""gluPerspective and its kin: matrices that multiply the current one (GLU 1.3, chapter 4).

Computed in doubles, without the C library: `softgl.hostmath`.
"""

from __future__ import annotations

import numpy as np

from softgl import gl, hostmath
from softgl.glu.functions import GLUError, function, numbers, real


@function("gluOrtho2D")
def ortho_2d(left, right, bottom, top):
    """Multiplies the current matrix by a parallel projection with depths from -1 to 1."""
    gl.glOrtho(real(left), real(right), real(bottom), real(top), -1.0, 1.0)


@function("gluPerspective")
def perspective(fovy, aspect, zNear, zFar):
    """Multiplies the current matrix by a perspective projection; does nothing if it is undefined.

    fovy : the whole vertical angle, in degrees. aspect : width divided by height.
    """
    fovy, aspect, near, far = real(fovy), real(aspect), real(zNear), real(zFar)
    if near == far or aspect == 0 or hostmath.sin_cos_degrees(fovy / 2)[0] == 0:
        return
    gl.glMultMatrixd(hostmath.perspective(fovy, aspect, near, far).T)


@function("gluLookAt")
def look_at(eyeX, eyeY, eyeZ, centerX, centerY, centerZ, upX, upY, upZ):
    """Multiplies the current matrix by one that looks from an eye at a centre."""
    values = [real(x) for x in (eyeX, eyeY, eyeZ, centerX, centerY, centerZ, upX, upY, upZ)]
    gl.glMultMatrixd(hostmath.look_at(values[:3], values[3:6], values[6:]).T)


@function("gluPickMatrix")
def pick_matrix(x, y, delX, delY, viewport=None):
    """Multiplies the current matrix by one that shows only a small region of the window.

    viewport : four integers; without them the current viewport.
    """
    x, y, width, height = real(x), real(y), real(delX), real(delY)
    left, bottom, *size = (float(each) for each in _viewport(viewport))
    if width <= 0 or height <= 0:
        return
    gl.glTranslated((size[0] - 2 * (x - left)) / width, (size[1] - 2 * (y - bottom)) / height, 0.0)
    gl.glScaled(size[0] / width, size[1] / height, 1.0)


# -- from objects to windows and back --------------------------------------------------------------


def _viewport(values):
    if values is None:
        return gl.glGetIntegerv(gl.GL_VIEWPORT)
    return numbers(values, np.int32, 4)


def _matrix(values, name):
    """Returns sixteen numbers in GL's memory order, or the current matrix, as M[row][column]."""
    if values is None:
        values = gl.glGetDoublev(name)
    return numbers(values, np.float64, 16).reshape(4, 4).T


def _state(model, proj, view):
    return (
        _matrix(model, gl.GL_MODELVIEW_MATRIX),
        _matrix(proj, gl.GL_PROJECTION_MATRIX),
        [float(x) for x in _viewport(view)],
    )


@function("gluProject")
def project(objX, objY, objZ, model=None, proj=None, view=None):
    """Returns the window coordinates (x, y, z) of a point in object coordinates, as floats.

    model, proj, view : matrices and viewport; the current ones by default.
    ValueError (a GLUError) if the point is projected to infinity.
    """
    model, proj, (left, bottom, width, height) = _state(model, proj, view)
    point = np.array([real(objX), real(objY), real(objZ), 1.0])
    x, y, z, w = hostmath.transform(proj, hostmath.transform(model, point)).tolist()
    if w == 0:
        raise GLUError("gluProject: the point has no projection: its w is 0")
    return (
        left + width * (x / w * 0.5 + 0.5),
        bottom + height * (y / w * 0.5 + 0.5),
        z / w * 0.5 + 0.5,
    )


def _unproject(name, window, w, model, proj, view, near, far):
    """Returns the point (x, y, z, w) in object coordinates at a position in the window."""
    model, proj, (left, bottom, width, height) = _state(model, proj, view)
    inverse = hostmath.inverse(hostmath.multiply(proj, model))
    if not inverse.any():
        raise GLUError(f"{name}: the product of the matrices has no inverse")
    if not width or not height or near == far:
        raise GLUError(f"{name}: the viewport or the range of depths is empty")
    x, y, z = (real(each) for each in window)
    places = (x - left) / width, (y - bottom) / height, (z - near) / (far - near)
    return hostmath.transform(inverse, np.array([*(2 * each - 1 for each in places), w])).tolist()


@function("gluUnProject")
def un_project(winX, winY, winZ, model=None, proj=None, view=None):
    """Returns the point (x, y, z) in object coordinates at window coordinates, as floats.

    ValueError (a GLUError) if there is none: the matrices have no inverse, or its w is 0.
    """
    window = winX, winY, winZ
    x, y, z, w = _unproject("gluUnProject", window, 1.0, model, proj, view, 0.0, 1.0)
    if w == 0:
        raise GLUError("gluUnProject: the point is at infinity: its w is 0")
    return x / w, y / w, z / w


@function("gluUnProject4")
def un_project4(
    winX, winY, winZ, clipW, model=None, proj=None, view=None, near=0.0, far=1.0
):  # fmt: skip
    """Returns (x, y, z, w) in object coordinates, for a clip w and a depth range."""
    window, ends = (winX, winY, winZ), (real(near), real(far))
    return tuple(_unproject("gluUnProject4", window, real(clipW), model, proj, view, *ends))
