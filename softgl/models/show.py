"""Draws the meshes of a model file with `softgl.gl`: a scene like any other."""

from __future__ import annotations

import itertools
import math
from contextlib import nullcontext
from ctypes import c_void_p
from dataclasses import dataclass, field, replace

import numpy as np
from PIL import Image

from softgl import gl, hostmath
from softgl.models.finishes import FINISHES, Finish
from softgl.models.folder import ModelError
from softgl.models.materials import Material
from softgl.models.meshes import Mesh, read
from softgl.studio import antialiased, load_program

FIELD_OF_VIEW = 30.0  # degrees, vertical
PITCH, YAW = 16.0, -30.0  # how the model is turned towards the eye, in degrees

# What a vertex is in a buffer: offsets and sizes in floats.
POSITION, NORMAL, COLOUR, TEXCOORD, STRIDE = 0, 3, 6, 10, 12
WHITE = Image.new("RGB", (1, 1), "white")


def load(path, material: str = "studio") -> Show:
    """What shows the model file at `path` in a material of `FINISHES`; raises ModelError."""
    if material not in FINISHES:
        raise ModelError(f"there is no material {material!r}; there are: {', '.join(FINISHES)}")
    return Show(read(path), FINISHES[material])


@dataclass(frozen=True)
class Part:
    """Meshes of one material as GL objects: buffers, how many indices they have, texture."""

    vertices: int
    indices: int
    count: int
    texture: int
    material: Material


@dataclass
class Show:
    """Meshes within the unit sphere, lit, seen from the front, turning about the y axis."""

    meshes: list[Mesh]
    finish: Finish
    parts: list[Part] = field(default_factory=list)
    samples: int = 0  # as a Scene has them

    def setup(self):
        """Load the programs and put the meshes and their textures into GL objects."""
        load_program(gl.GL_VERTEX_PROGRAM_ARB, "nvvp4/model.vp")
        self.draw_background = self.finish.make_background()
        self.program = load_program(gl.GL_FRAGMENT_PROGRAM_ARB, self.finish.program)
        # Where nothing stands on a floor, there is none of its shadow.
        gl.glProgramLocalParameter4fARB(gl.GL_FRAGMENT_PROGRAM_ARB, 2, 1.0, 0.0, 0.0, 0.0)
        self.parts, textures = [], {}
        # Blended meshes come last, over what they let through.
        ordered = sorted(self.meshes, key=lambda mesh: mesh.material.alpha_mode == "BLEND")
        for _, meshes in itertools.groupby(ordered, lambda mesh: looks(mesh.material)):
            meshes = list(meshes)
            image = meshes[0].material.image or WHITE
            if id(image) not in textures:
                textures[id(image)] = make_texture(image)
            self.parts.append(make_part(meshes, textures[id(image)]))
        for array in (gl.GL_VERTEX_ARRAY, gl.GL_NORMAL_ARRAY, gl.GL_COLOR_ARRAY):
            gl.glEnableClientState(array)
        gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)

    def draw(self, time, width, height):
        """Draw one frame of a turn about the y axis."""
        largest = gl.glGetIntegerv(gl.GL_MAX_RENDERBUFFER_SIZE)
        smooth = self.finish.smooth and 2 * max(width, height) <= largest
        with antialiased(width, height) if smooth else nullcontext():
            self.draw_turned(YAW + 360.0 * time, width / height)

    def draw_turned(self, degrees, aspect):
        """Draw the model, turned about the y axis, into a window of this aspect."""
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        view, projection = camera(aspect)
        self.draw_background(view, projection)
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glLoadTransposeMatrixd(projection)
        gl.glMatrixMode(gl.GL_MODELVIEW)
        gl.glLoadTransposeMatrixd(view)
        gl.glRotated(degrees, 0.0, 1.0, 0.0)
        for capability in (
            gl.GL_DEPTH_TEST,
            gl.GL_VERTEX_PROGRAM_ARB,
            gl.GL_FRAGMENT_PROGRAM_ARB,
        ):
            gl.glEnable(capability)
        gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, self.program)
        for part in self.parts:
            draw_part(part, self.finish)


def camera(aspect):
    """The view and the projection that show the whole unit sphere in a window of this aspect."""
    slope = hostmath.sin_cos_degrees(FIELD_OF_VIEW / 2)
    slope = slope[0] / slope[1] * min(1.0, aspect)
    distance = math.sqrt(1.0 + slope * slope) / slope  # where the sphere touches the view's sides
    projection = hostmath.perspective(FIELD_OF_VIEW, aspect, distance - 1.01, distance + 1.01)
    back, pitch = hostmath.translation(0.0, 0.0, -distance), hostmath.rotation(PITCH, 1.0, 0.0, 0.0)
    return hostmath.multiply(back, pitch), projection


def looks(material):
    """What is equal for materials that look the same: images are compared by identity."""
    return id(material.image), replace(material, image=None)


def make_part(meshes, texture):
    """Put meshes of one material into buffer objects, one after the other."""
    starts = np.cumsum([0, *(len(mesh.positions) for mesh in meshes)])
    data = np.empty((starts[-1], STRIDE), dtype=np.float32)
    for mesh, start in zip(meshes, starts, strict=False):
        rows = data[start : start + len(mesh.positions)]
        rows[:, POSITION:NORMAL] = mesh.positions
        rows[:, NORMAL:COLOUR] = mesh.normals
        rows[:, COLOUR:TEXCOORD] = mesh.colours
        rows[:, TEXCOORD:STRIDE] = mesh.texcoords
    vertices, indices = (int(name) for name in gl.glGenBuffers(2))
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, vertices)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, data, gl.GL_STATIC_DRAW)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, indices)
    placed = zip(meshes, starts, strict=False)
    triangles = np.concatenate([mesh.triangles + start for mesh, start in placed])
    triangles = np.ascontiguousarray(triangles, dtype=np.uint32)
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, triangles, gl.GL_STATIC_DRAW)
    return Part(vertices, indices, triangles.size, texture, meshes[0].material)


def draw_part(part, finish):
    """Draw meshes as their material says, in a finish."""
    material = part.material
    blended = material.alpha_mode == "BLEND"
    for capability, wanted in (
        (gl.GL_CULL_FACE, not material.double_sided),
        (gl.GL_BLEND, blended),
    ):
        (gl.glEnable if wanted else gl.glDisable)(capability)
    gl.glDepthMask(not blended)
    cutoff = material.alpha_cutoff if material.alpha_mode == "MASK" else -1.0
    fragment = gl.GL_FRAGMENT_PROGRAM_ARB
    gl.glProgramLocalParameter4fARB(fragment, 0, *finish.colour_of(material))
    gl.glProgramLocalParameter4fARB(fragment, 1, cutoff, 0.0, 0.0, 0.0)
    gl.glBindTexture(gl.GL_TEXTURE_2D, part.texture)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, part.vertices)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, part.indices)
    stride = STRIDE * 4
    gl.glVertexPointer(3, gl.GL_FLOAT, stride, c_void_p(POSITION * 4))
    gl.glNormalPointer(gl.GL_FLOAT, stride, c_void_p(NORMAL * 4))
    gl.glColorPointer(4, gl.GL_FLOAT, stride, c_void_p(COLOUR * 4))
    gl.glTexCoordPointer(2, gl.GL_FLOAT, stride, c_void_p(TEXCOORD * 4))
    gl.glDrawElements(gl.GL_TRIANGLES, part.count, gl.GL_UNSIGNED_INT, None)
    gl.glDepthMask(True)


def make_texture(image):
    """Make a mip-mapped, repeating texture of a PIL image; returns its name."""
    limit = int(gl.glGetIntegerv(gl.GL_MAX_TEXTURE_SIZE))
    if max(image.size) > limit:
        image = image.resize([min(side, limit) for side in image.size], Image.Resampling.BOX)
    # The first row of an image is its top, of a texture its bottom.
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGBA"))[::-1])
    texture = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    for name, value in (
        (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR_MIPMAP_LINEAR),
        (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
        (gl.GL_GENERATE_MIPMAP, True),
    ):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, name, value)
    height, width = pixels.shape[:2]
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels
    )
    return texture
