"""Draws the meshes of a model file with `softgl.gl`, with the interface of a Scene."""

from __future__ import annotations

import itertools
import operator
import os
from contextlib import nullcontext
from ctypes import c_void_p
from dataclasses import field, replace

import numpy as np
from PIL import Image

from softgl import gl
from softgl.errors import UsageError
from softgl.models.camera import Camera, Matrices, Sphere
from softgl.models.files.errors import ModelError
from softgl.models.finishes import FINISHES, MIRRORS, Finish, place_light
from softgl.models.lamps import expose, load_lamps
from softgl.models.meshes import Mesh, read_model
from softgl.models.parts.materials import MAPS, Map, Material
from softgl.models.playing import Playing, camera_of
from softgl.models.python.given import as_model
from softgl.models.view import View
from softgl.records import dataclass
from softgl.studio import antialiased, load_program

# Layout of a vertex in its buffer: offsets and stride in floats.
POSITION, NORMAL, COLOUR, TEXCOORD, STRIDE = 0, 3, 6, 10, 12
MAPPED_STRIDE = TEXCOORD + 2 * len(MAPS)
"""The stride of vertices with texture coordinates for each of `MAPS`, else for all together."""
WHITE = Map(Image.new("RGB", (1, 1), "white"))
# Texture fields of a material -> texture units.
UNITS = {"base": 0, "surface": 2, "normals": 3, "glow": 4, "occlusion": 5}
MODES = {1: gl.GL_POINTS, 2: gl.GL_LINES, 3: gl.GL_TRIANGLES}
"""Vertices of an element -> primitive mode."""
DRAWING = (gl.GL_DEPTH_TEST, gl.GL_VERTEX_PROGRAM_ARB, gl.GL_FRAGMENT_PROGRAM_ARB)
"""Capabilities that are enabled for meshes."""
PARAMETERS = {
    "minFilter": gl.GL_TEXTURE_MIN_FILTER,
    "magFilter": gl.GL_TEXTURE_MAG_FILTER,
    "wrapS": gl.GL_TEXTURE_WRAP_S,
    "wrapT": gl.GL_TEXTURE_WRAP_T,
}


def load(what, material: str = "studio", view: View | None = None, root: str | None = None) -> Show:
    """Reads a model, to be shown in a material of `FINISHES`. Raises ModelError and UsageError.

    what : the path of a file, or an object that `softgl.models.python.given.as_model` takes.
    root : a folder; files that the model names are read from below it too.
    """
    is_path = isinstance(root, str | os.PathLike)
    if root is not None and not (is_path and os.path.isdir(root)):
        raise ModelError(f"the root {root} is not a folder")
    if material not in FINISHES:
        raise ModelError(f"unknown material {material!r}; known are {', '.join(FINISHES)}")
    is_file = isinstance(what, str | os.PathLike)
    name = what if is_file else "the mesh"
    if not isinstance(view, View | None):
        raise UsageError(f"view {view!r} is not a softgl.models.View")
    model, view = (read_model(what, root) if is_file else as_model(what)), view or View()
    return Show(Playing(name, model, view.animation), FINISHES[material], view)


@dataclass(frozen=True)
class Part:
    """Meshes of one material as GL objects.

    vertices, indices : names of buffers. count : number of indices. mode : primitive mode.
    textures : texture unit -> name. program : the fragment program. stride : floats of a vertex.
    run_starts, run_numbers : (k,) integers, the first element of each placed part within the
        draw, and the number of that part (see `Mesh`).
    """

    vertices: int
    indices: int
    count: int
    mode: int
    textures: dict[int, int]
    program: int
    stride: int
    material: Material
    run_starts: np.ndarray
    run_numbers: np.ndarray


@dataclass
class Show:
    """A model within the unit sphere, lit, turning about its vertical axis or playing an animation.

    model, meshes : at the last time, see `move`.
    """

    playing: Playing
    finish: Finish
    view: View = field(default_factory=View)
    parts: list[Part] = field(default_factory=list)
    # Fields of a Scene.
    samples: int = 0
    sequence: bool = False
    source: tuple | None = None

    def __post_init__(self):
        self.model = self.playing.model(0.0)
        self.meshes = self.playing.meshes(self.model)
        self.exposure = expose(self.model.lights, self.sphere, self.meshes)
        self.current_camera()  # raises an error for an unknown one

    @property
    def sphere(self) -> Sphere:
        """The sphere in the units of the file that became the unit sphere."""
        return self.playing.sphere

    @property
    def premultiplied(self) -> bool:
        """True if pictures have premultiplied alpha."""
        return self.view.background is not None and self.view.background[3] < 1.0

    def setup(self):
        """Loads the programs, and uploads the meshes and their textures."""
        self.vertex_program = load_program(gl.GL_VERTEX_PROGRAM_ARB, "nvvp4/model.vp")
        self.draw_background = self._make_background()
        names = {self.program_of(mesh) for mesh in self.meshes}
        if MIRRORS & {self.finish.program, *names}:
            self.finish.make_light()
        self.programs = {name: self._load_program(name) for name in sorted(names)}
        self.textures = Textures()
        self.parts = [self._made_part(meshes) for meshes in grouped(self.meshes)]
        for array in (gl.GL_VERTEX_ARRAY, gl.GL_NORMAL_ARRAY, gl.GL_COLOR_ARRAY):
            gl.glEnableClientState(array)
        for unit in range(len(MAPS)):
            gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
        gl.glClientActiveTexture(gl.GL_TEXTURE0)
        blending = (gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glBlendFuncSeparate(*blending, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)

    def _load_program(self, name):
        # Files without lights compile a shorter program.
        has_lamps = name != self.finish.physical or self.exposure.chosen
        without = None if has_lamps else "lamps"
        return load_program(gl.GL_FRAGMENT_PROGRAM_ARB, name, without)

    def _made_part(self, meshes):
        program = self.programs[self.program_of(meshes[0])]
        return make_part(meshes, self.textures.of(meshes[0].material), program)

    def current_camera(self) -> Camera:
        """The camera at the last time: the file's one if the view names it. Raises ModelError."""
        if self.view.file_camera is None:
            return self.view.camera
        return camera_of(self.playing.path, self.model, self.view.file_camera, self.view.camera)

    def move(self, time: float) -> None:
        """Moves the parts of an animated model to a time; uploads the changed ones."""
        if not self.playing.animated:
            return
        before = list(zip(grouped(self.meshes), self.parts, strict=True))
        self.model = self.playing.model(time)
        self.meshes = self.playing.meshes(self.model)
        self.parts = []
        for number, meshes in enumerate(grouped(self.meshes)):
            old, part = before[number] if number < len(before) else ([], None)
            same = len(old) == len(meshes) and all(map(operator.is_, old, meshes))
            self.parts.append(part if same else self._made_part(meshes))
        for _, part in before:
            if not any(part is kept for kept in self.parts):
                gl.glDeleteBuffers(2, [part.vertices, part.indices])

    def matrices(self, time: float, width: int, height: int) -> Matrices:
        """The matrices of a frame; an animated model, after `move`, does not turn."""
        degrees = 0.0 if self.playing.animated else 360.0 * time
        return self.current_camera().matrices(width, height, self.sphere, degrees)

    def program_of(self, mesh) -> str:
        """The name of the fragment program for a mesh."""
        if mesh.elements.shape[1] < 3:
            return "nvfp4/plain.fp"
        physical = mesh.material.physical and self.finish.physical
        return physical or self.finish.program

    def _make_background(self):
        if self.view.background is None:
            return self.finish.make_background()
        red, green, blue, alpha = self.view.background

        def draw(projection):
            gl.glClearColor(red * alpha, green * alpha, blue * alpha, alpha)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)

        return draw

    def draw(self, time, width, height):
        """Draws one frame of the animation, or of a full turn about the vertical axis."""
        self.move(time)
        largest = gl.glGetIntegerv(gl.GL_MAX_RENDERBUFFER_SIZE)
        smooth = self.finish.smooth and 2 * max(width, height) <= largest
        opaque = not self.premultiplied
        with antialiased(width, height, opaque) if smooth else nullcontext():
            self.set_thickness(height, 2 if smooth else 1)
            self.draw_placed(self.matrices(time, width, height))

    def set_thickness(self, height, scale=1):
        """Sets the size of points and the width of lines; see `View.thickness`."""
        point_size, line_width = self.view.thickness(height, scale)
        gl.glPointSize(point_size)
        gl.glLineWidth(line_width)

    def draw_placed(self, matrices):
        """Draws the model with the matrices of a frame."""
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        place_light(matrices.view)
        self.draw_background(matrices.projection)
        load_matrices(matrices)
        gl.glBindProgramARB(gl.GL_VERTEX_PROGRAM_ARB, self.vertex_program)
        for capability in DRAWING:
            gl.glEnable(capability)
        outlined = gl.GL_LINE if self.view.wireframe else gl.GL_FILL
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, outlined)
        physical = self.programs.get(self.finish.physical)
        if physical is not None:
            load_lamps(physical, self.model.lights, self.exposure, self.sphere, matrices)
        for part in self.parts:
            draw_part(part, self.finish, self.current_camera().parallel)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_FILL)


def load_matrices(matrices: Matrices):
    """Loads the matrices of a camera into GL."""
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadTransposeMatrixd(matrices.projection)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadTransposeMatrixd(matrices.view)
    gl.glMultTransposeMatrixd(matrices.model)


def grouped(meshes: list[Mesh]) -> list[list[Mesh]]:
    """The meshes of each draw, in order; blended ones are drawn last, over the opaque ones."""
    ordered = sorted(meshes, key=lambda mesh: mesh.material.alpha_mode == "BLEND")
    return [list(found) for _, found in itertools.groupby(ordered, sharing_key)]


def sharing_key(mesh):
    """A key that is equal for meshes that one draw can share; images compare by identity."""
    plain = replace(mesh.material, **dict.fromkeys(UNITS))
    maps = [getattr(mesh.material, name) for name in UNITS]
    return (
        mesh.elements.shape[1],
        mesh.map_texcoords is None,
        plain,
        [found and (id(found.image), found.sampler) for found in maps],
    )


def make_part(meshes, textures, program):
    """Uploads meshes of one material to shared buffer objects; returns their Part."""
    starts = np.cumsum([0, *(len(mesh.positions) for mesh in meshes)])
    stride = STRIDE if meshes[0].map_texcoords is None else MAPPED_STRIDE
    data = np.empty((starts[-1], stride), dtype=np.float32)
    for mesh, start in zip(meshes, starts, strict=False):
        rows = data[start : start + len(mesh.positions)]
        rows[:, POSITION:NORMAL] = mesh.positions
        rows[:, NORMAL:COLOUR] = mesh.normals
        rows[:, COLOUR:TEXCOORD] = mesh.colours
        texcoords = mesh.texcoords if stride == STRIDE else mesh.map_texcoords
        rows[:, TEXCOORD:] = texcoords.reshape(len(rows), -1)
    vertices, indices = (int(name) for name in gl.glGenBuffers(2))
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, vertices)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, data, gl.GL_STATIC_DRAW)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, indices)
    placed = zip(meshes, starts, strict=False)
    elements = np.concatenate([mesh.elements + start for mesh, start in placed])
    elements = np.ascontiguousarray(elements, dtype=np.uint32)
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, elements, gl.GL_STATIC_DRAW)
    mode, material = MODES[elements.shape[1]], meshes[0].material
    runs = _runs(meshes)
    return Part(vertices, indices, elements.size, mode, textures, program, stride, material, *runs)


def _runs(meshes):
    """The first element of each placed part of the meshes, and its number."""
    numbers = [mesh.numbers or (1,) for mesh in meshes]
    pairs = zip(meshes, numbers, strict=True)
    counts = [np.full(len(each), len(mesh.elements) // len(each)) for mesh, each in pairs]
    starts = np.cumsum(np.concatenate([[0], *counts]))[:-1]
    return starts, np.concatenate(numbers)


def draw_part(part, finish, parallel):
    """Draws meshes with their material in a finish; parallel : True for an orthographic camera."""
    material = part.material
    blended = material.alpha_mode == "BLEND"
    for capability, wanted in (
        (gl.GL_CULL_FACE, not material.double_sided),
        (gl.GL_BLEND, blended),
    ):
        (gl.glEnable if wanted else gl.glDisable)(capability)
    gl.glDepthMask(not blended)
    cutoff = material.alpha_cutoff if material.alpha_mode == "MASK" else -1.0
    scale = 0.0 if material.normals is None else material.normal_scale
    fragment = gl.GL_FRAGMENT_PROGRAM_ARB
    gl.glBindProgramARB(fragment, part.program)
    for number, values in enumerate((
        finish.colour_of(material),
        (cutoff, not blended, parallel, 0.0),
        (1.0, 0.0, 0.0, 0.0),  # no shadow on a floor
        (material.metallic, material.roughness, scale, material.occlusion_strength),
        (*material.emission, material.unlit),
    )):  # fmt: skip
        gl.glProgramLocalParameter4fARB(fragment, number, *values)
    for unit, texture in part.textures.items():
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    draw_arrays(part)
    gl.glDepthMask(True)


def draw_arrays(part):
    """Draws meshes in the current state."""
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, part.vertices)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, part.indices)
    stride = part.stride * 4
    gl.glVertexPointer(3, gl.GL_FLOAT, stride, c_void_p(POSITION * 4))
    gl.glNormalPointer(gl.GL_FLOAT, stride, c_void_p(NORMAL * 4))
    gl.glColorPointer(4, gl.GL_FLOAT, stride, c_void_p(COLOUR * 4))
    for unit in range(len(MAPS)):
        place = TEXCOORD if part.stride == STRIDE else TEXCOORD + 2 * unit
        gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glTexCoordPointer(2, gl.GL_FLOAT, stride, c_void_p(place * 4))
    gl.glClientActiveTexture(gl.GL_TEXTURE0)
    gl.glDrawElements(part.mode, part.count, gl.GL_UNSIGNED_INT, None)


class Textures:
    """Texture objects, one for each pair of an image and a sampler."""

    def __init__(self):
        self.textures = {}

    def of(self, material: Material) -> dict[int, int]:
        """Texture unit -> texture object of a material; white for missing textures."""
        found = {}
        for name, unit in UNITS.items():
            wanted = getattr(material, name) or WHITE
            key = id(wanted.image), wanted.sampler
            if key not in self.textures:
                self.textures[key] = make_texture(wanted.image, dict(wanted.sampler))
            found[unit] = self.textures[key]
        return found if material.physical else {0: found[0]}


def make_texture(image, sampler):
    """Makes a texture of a PIL image; returns its name.

    sampler : as in `Map`; by default mipmapped and repeating.
    """
    limit = int(gl.glGetIntegerv(gl.GL_MAX_TEXTURE_SIZE))
    if max(image.size) > limit:
        image = image.resize([min(side, limit) for side in image.size], Image.Resampling.BOX)
    # The first row of an image is its top, that of a texture its bottom.
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGBA"))[::-1])
    texture = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    wanted = {"minFilter": gl.GL_LINEAR_MIPMAP_LINEAR, "magFilter": gl.GL_LINEAR, **sampler}
    for name, value in wanted.items():
        gl.glTexParameteri(gl.GL_TEXTURE_2D, PARAMETERS[name], value)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_GENERATE_MIPMAP, True)
    height, width = pixels.shape[:2]
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels
    )
    return texture
