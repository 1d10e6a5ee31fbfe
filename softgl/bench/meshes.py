"""Frames of meshes with many triangles."""

from __future__ import annotations

import ctypes

import numpy as np

from softgl import hostmath
from softgl.bench.drawing import new_name, set_arrays, use_programs
from softgl.bench.textures import make_texture

LIT_VERTEX = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
PARAM modelview[4] = { state.matrix.modelview };
PARAM normal_matrix[4] = { state.matrix.modelview.invtrans };
TEMP n;
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
DP3 n.x, normal_matrix[0], vertex.normal;
DP3 n.y, normal_matrix[1], vertex.normal;
DP3 n.z, normal_matrix[2], vertex.normal;
DP3 n.w, n, n;
RSQ n.w, n.w;
MUL result.texcoord[1].xyz, n, n.w;
DP4 result.texcoord[2].x, modelview[0], vertex.position;
DP4 result.texcoord[2].y, modelview[1], vertex.position;
DP4 result.texcoord[2].z, modelview[2], vertex.position;
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
# One light by LIT with the halfway vector, another by POW with the exponent `ambient.w`.
LIT_FRAGMENT = """!!ARBfp1.0
PARAM light = { 0.48, 0.6, 0.64, 40.0 };
PARAM ambient = { 0.15, 0.1, 0.2, 9.0 };
TEMP n, v, h, l, t, color;
DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ n.w, n.w;
MUL n.xyz, fragment.texcoord[1], n.w;
DP3 v.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ v.w, v.w;
MAD h.xyz, -fragment.texcoord[2], v.w, light;
DP3 h.w, h, h;
RSQ h.w, h.w;
MUL h.xyz, h, h.w;
DP3 l.x, n, light;
DP3 l.y, n, h;
MOV l.w, light.w;
LIT l, l;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD color, t, l.y, ambient;
MAD color, l.z, 0.5, color;
DP3_SAT l.x, n, { -0.6, 0.0, 0.8 };
POW l.x, l.x, ambient.w;
MAD result.color.xyz, l.x, { 0.1, 0.3, 0.2 }, color;
MOV result.color.w, 1.0;
END
"""


def torus(around: int, across: int):
    """Makes a torus: vertices (n, 8) float32 (position, normal, texcoord), indices (m, 3) uint32.

    around, across : the number of quads along the ring and around the tube.
    """
    steps = (np.arange(parts + 1, dtype=np.uint32) for parts in (around, across))
    u, v = np.meshgrid(*steps, indexing="ij")
    (sin_a, cos_a), (sin_b, cos_b) = _circle(around)[:, u], _circle(across)[:, v]
    normal = np.stack([cos_a * cos_b, sin_a * cos_b, sin_b], axis=-1)
    ring = np.stack([cos_a, sin_a, 0 * sin_a], axis=-1)
    vertices = np.empty((*u.shape, 8), np.float32)
    vertices[..., :3], vertices[..., 3:6] = ring + np.float32(0.4) * normal, normal
    vertices[..., 6], vertices[..., 7] = 6 * u / around, v / across
    corner = (u * (across + 1) + v)[:-1, :-1].reshape(-1)
    ahead, aside = corner + across + 1, corner + 1
    quads = np.stack([corner, ahead, ahead + 1, corner, ahead + 1, aside], axis=-1)
    return vertices.reshape(-1, 8), quads.reshape(-1, 3)


def _circle(parts):
    """Sines and cosines of `parts` equal arcs of a circle, (2, parts + 1) float32."""
    turned = [hostmath.sin_cos_degrees(360 * i / parts) for i in range(parts + 1)]
    return np.array(turned, np.float32).T


def look_at_torus(gl, aspect: float) -> None:
    """Sets the matrices: perspective, rotation, and a nonuniform scale that affects normals."""
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glFrustum(-0.4 * aspect, 0.4 * aspect, -0.4, 0.4, 1.0, 10.0)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glTranslatef(0.0, 0.0, -4.0)
    gl.glRotatef(-50.0, 1.0, 0.3, 0.0)
    gl.glScalef(1.0, 0.8, 1.2)


def set_mesh(gl, vertices, indices):
    """Uploads a mesh to buffer objects, binds and enables them; returns the draw function.

    vertices : (n, 8) float32 as from `torus`, or (n, 3) positions. indices : (m, 3).
    """
    targets = gl.GL_ARRAY_BUFFER, gl.GL_ELEMENT_ARRAY_BUFFER
    for target, data in zip(targets, (vertices, indices), strict=True):
        gl.glBindBuffer(target, new_name(gl.glGenBuffers))
        gl.glBufferData(target, data.nbytes, data, gl.GL_STATIC_DRAW)
    stride = vertices.strides[0]
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(3, gl.GL_FLOAT, stride, ctypes.c_void_p(0))
    if vertices.shape[1] > 3:
        gl.glEnableClientState(gl.GL_NORMAL_ARRAY)
        gl.glNormalPointer(gl.GL_FLOAT, stride, ctypes.c_void_p(12))
        gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
        gl.glTexCoordPointer(2, gl.GL_FLOAT, stride, ctypes.c_void_p(24))
    count, wide = indices.size, indices.itemsize == 4
    type_ = gl.GL_UNSIGNED_INT if wide else gl.GL_UNSIGNED_SHORT
    return lambda: gl.glDrawElements(gl.GL_TRIANGLES, count, type_, ctypes.c_void_p(0))


def lit_mesh(gl, amount):
    """A textured torus of about `amount` triangles, lit per fragment; depth test, culling."""
    use_programs(gl, LIT_VERTEX, LIT_FRAGMENT)
    return _textured_torus(gl, amount)


def fixed_mesh(gl, amount):
    """The torus of `lit_mesh`, lit per vertex: a directional and a local light."""
    far, near, diffuse, specular = np.float32(
        [[0.48, 0.6, 0.64, 0.0], [1, 2, 1, 1], [0.8, 0.7, 0.6, 1.0], [0.5, 0.5, 0.5, 1.0]]
    )
    for light, place in ((gl.GL_LIGHT0, far), (gl.GL_LIGHT1, near)):
        gl.glLightfv(light, gl.GL_POSITION, place)
        gl.glLightfv(light, gl.GL_DIFFUSE, diffuse)
        gl.glEnable(light)
    gl.glLightf(gl.GL_LIGHT1, gl.GL_LINEAR_ATTENUATION, 0.25)
    gl.glMaterialfv(gl.GL_FRONT, gl.GL_SPECULAR, specular)
    gl.glMaterialf(gl.GL_FRONT, gl.GL_SHININESS, 40.0)
    for capability in (gl.GL_LIGHTING, gl.GL_NORMALIZE, gl.GL_TEXTURE_2D):
        gl.glEnable(capability)
    return _textured_torus(gl, amount)


def _textured_torus(gl, amount):
    texels = np.random.default_rng(2).integers(0, 256, (64, 64, 4), dtype=np.uint8)
    make_texture(gl, "TEXTURE_2D", [texels], filters=("LINEAR", "LINEAR"))
    return solid_torus(gl, amount)


def solid_torus(gl, amount):
    """Sets a torus of about `amount` triangles, and returns the function that draws it."""
    look_at_torus(gl, 1.0)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glEnable(gl.GL_CULL_FACE)
    draw = set_mesh(gl, *torus_of(amount))

    def frame():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        draw()

    return frame


def plain_mesh(gl, amount):
    """A torus of about `amount` triangles in one colour; 18 bytes of data for each triangle."""
    vertices, indices = torus_of(amount)
    use_programs(gl)
    return set_mesh(gl, np.ascontiguousarray(vertices[:, :3] / 2), indices)


def torus_of(triangles: int):
    """Makes a `torus` with about `triangles` triangles."""
    across = max(2, round((triangles / 4) ** 0.5))
    return torus(2 * across, across)


def small_triangles(gl, amount):
    """About `amount` coloured triangles that cover the view, in one draw from client arrays."""
    cells = max(1, round((amount / 2) ** 0.5))
    line = np.linspace(-1, 1, cells + 1)
    points = np.stack(np.meshgrid(line, line), axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    position = np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 2)
    color = np.random.default_rng(1).uniform(0, 1, (len(position), 4))
    use_programs(gl)
    draw = set_arrays(gl, position, color)
    return lambda: draw(gl.GL_TRIANGLES)
