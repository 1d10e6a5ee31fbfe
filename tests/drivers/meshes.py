"""Meshes and programs that the lit pictures and the benchmarks share."""

from __future__ import annotations

import ctypes

import numpy as np

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
# One light by LIT with the halfway vector, another by POW with the power `ambient.w`.
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


def torus(around, across):
    """Vertices (n, 8) float32 (position, normal, texture coordinate) and indices (m, 3) uint32."""
    u, v = np.meshgrid(np.arange(around + 1), np.arange(across + 1), indexing="ij")
    s, t = u / around, v / across
    a, b = 2 * np.pi * s, 2 * np.pi * t
    normal = np.stack([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)], axis=-1)
    ring = np.stack([np.cos(a), np.sin(a), 0 * a], axis=-1)
    texcoord = np.stack([6 * s, t], axis=-1)
    vertices = np.concatenate([ring + 0.4 * normal, normal, texcoord], axis=-1)
    corner = (u * (across + 1) + v)[:-1, :-1].reshape(-1)
    ahead, aside = corner + across + 1, corner + 1
    quads = np.stack([corner, ahead, ahead + 1, corner, ahead + 1, aside], axis=-1)
    return vertices.reshape(-1, 8).astype(np.float32), quads.reshape(-1, 3).astype(np.uint32)


def look_at_torus(gl, aspect):
    """Set the matrices: in perspective, turned, scaled unevenly so that normals need care."""
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glFrustum(-0.4 * aspect, 0.4 * aspect, -0.4, 0.4, 1.0, 10.0)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadIdentity()
    gl.glTranslatef(0.0, 0.0, -4.0)
    gl.glRotatef(-50.0, 1.0, 0.3, 0.0)
    gl.glScalef(1.0, 0.8, 1.2)


def set_mesh(gl, vertices, indices):
    """Put a mesh of `torus` into buffer objects, bound and ready for `draw_mesh`."""
    names = [int(gl.glGenBuffers(1)) for _ in range(2)]
    targets = gl.GL_ARRAY_BUFFER, gl.GL_ELEMENT_ARRAY_BUFFER
    for target, name, data in zip(targets, names, (vertices, indices), strict=True):
        gl.glBindBuffer(target, name)
        gl.glBufferData(target, data.nbytes, data, gl.GL_STATIC_DRAW)
    for array in (gl.GL_VERTEX_ARRAY, gl.GL_NORMAL_ARRAY, gl.GL_TEXTURE_COORD_ARRAY):
        gl.glEnableClientState(array)
    gl.glVertexPointer(3, gl.GL_FLOAT, 32, ctypes.c_void_p(0))
    gl.glNormalPointer(gl.GL_FLOAT, 32, ctypes.c_void_p(12))
    gl.glTexCoordPointer(2, gl.GL_FLOAT, 32, ctypes.c_void_p(24))


def draw_mesh(gl, indices):
    """Draw the mesh in the bound buffers."""
    wide = gl.GL_UNSIGNED_INT if indices.itemsize == 4 else gl.GL_UNSIGNED_SHORT
    gl.glDrawElements(gl.GL_TRIANGLES, indices.size, wide, ctypes.c_void_p(0))
