"""Helpers of scenes: programs from shaders/, backgrounds, a floor, antialiasing, surfaces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl import assets, gl, hostmath

WINDOW = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # its corners
STAGES = {
    "vert": gl.GL_VERTEX_SHADER,
    "geom": gl.GL_GEOMETRY_SHADER,
    "frag": gl.GL_FRAGMENT_SHADER,
}
# Cosine of the largest angle between segments of a profile that share a normal.
SMOOTH = 0.8


def load_program(target: int, name: str, without: str | None = None) -> int:
    """Loads a text under shaders/ into a new program object and binds it; returns its name.

    without : a block that is left out, from the line "# begin WITHOUT" to "# end WITHOUT".
    """
    text = assets.shader(name)
    if without is not None:
        before, _, after = text.partition(f"# begin {without}\n")
        text = before + after.partition(f"# end {without}\n")[2]
    program = gl.glGenProgramsARB(1)
    gl.glBindProgramARB(target, program)
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    return program


def load_shaders(*names: str) -> int:
    """Compiles and links GLSL texts under shaders/; returns the program object, in use.

    names : of files; the extension is that of the stage: .vert, .geom, .frag.

    Raises AssetError with the info log.
    """
    program = gl.glCreateProgram()
    for name in names:
        shader = gl.glCreateShader(STAGES[name.rpartition(".")[2]])
        gl.glShaderSource(shader, assets.shader(name))
        gl.glCompileShader(shader)
        if not gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS):
            raise assets.AssetError(f"{name}: {gl.glGetShaderInfoLog(shader).decode()}")
        gl.glAttachShader(program, shader)
        gl.glDeleteShader(shader)
    gl.glLinkProgram(program)
    if not gl.glGetProgramiv(program, gl.GL_LINK_STATUS):
        raise assets.AssetError(f"{names}: {gl.glGetProgramInfoLog(program).decode()}")
    gl.glUseProgram(program)
    return program


def draw_background(above, below) -> None:
    """Fills the window with a vertical gradient between two colours, (r, g, b) in display light.

    Leaves depth test, programs and blending disabled, and the projection and model-view matrices
    the identity.
    """
    gl.glDisable(gl.GL_FRAGMENT_PROGRAM_ARB)
    cover_window(gl.glColor3f, (below, below, above, above))


def cover_window(attribute, corners) -> None:
    """Draws a rectangle over the whole window; calls `attribute(*corner)` before each vertex.

    corners : lower left, lower right, upper right, upper left.

    Leaves depth test, vertex programs and blending disabled, and the projection and model-view
    matrices the identity.
    """
    for capability in (
        gl.GL_DEPTH_TEST,
        gl.GL_BLEND,
        gl.GL_CULL_FACE,
        gl.GL_VERTEX_PROGRAM_ARB,
    ):
        gl.glDisable(capability)
    for mode in (gl.GL_PROJECTION, gl.GL_MODELVIEW):
        gl.glMatrixMode(mode)
        gl.glLoadIdentity()
    gl.glBegin(gl.GL_QUADS)
    for place, corner in zip(WINDOW, corners, strict=True):
        attribute(*corner)
        gl.glVertex2f(*place)
    gl.glEnd()


def place(view, model) -> None:
    """Loads view * model as the model-view matrix, and model as program matrix 0."""
    gl.glMatrixMode(gl.GL_MATRIX0_ARB)
    gl.glLoadTransposeMatrixd(model)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glLoadTransposeMatrixd(hostmath.multiply(view, model))


def draw_surface(positions, normals, triangles) -> None:
    """Draws a surface from `revolution` or `softgl.models.teapot`, from client arrays."""
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glEnableClientState(gl.GL_NORMAL_ARRAY)
    gl.glVertexPointer(3, gl.GL_FLOAT, 0, positions)
    gl.glNormalPointer(gl.GL_FLOAT, 0, normals)
    gl.glDrawElements(gl.GL_TRIANGLES, triangles.size, gl.GL_UNSIGNED_INT, triangles)


def draw_floor(model, spheres) -> None:
    """Draws the studio's floor, z = 0, translucent so that a mirror image below it shows.

    model : the matrix that takes the spheres, (x, y, z, radius), which approximate the object, to
        the world.

    Needs nvvp4/world.vp and nvfp4/studio_floor.fp bound, and the world's matrices loaded.
    """
    for index, (x, y, z, radius) in enumerate(spheres):
        centre = hostmath.transform(model, (x, y, z, 1.0))
        gl.glProgramLocalParameter4fARB(gl.GL_FRAGMENT_PROGRAM_ARB, index, *centre[:3], radius)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
    gl.glBegin(gl.GL_QUADS)
    gl.glNormal3f(0.0, 0.0, 1.0)
    for x, y in ((-20, -8), (20, -8), (20, 20), (-20, 20)):
        gl.glVertex3f(x, y, 0)
    gl.glEnd()
    gl.glDisable(gl.GL_BLEND)


def draw_shadow(x: float, y: float, radius: float) -> None:
    """Draws a soft round shadow on the floor, z = 0, shifted away from a window at the left front.

    Needs blending enabled, programs disabled, and the world's matrices loaded.
    """
    for share, opacity in ((1.0, 0.95), (1.8, 0.7)):
        far = share * radius
        gl.glBegin(gl.GL_TRIANGLE_FAN)
        gl.glColor4f(0.01, 0.01, 0.015, opacity)
        gl.glVertex2f(x + 0.1 * share, y)
        gl.glColor4f(0.01, 0.01, 0.015, 0.0)
        for degrees in range(0, 361, 10):
            sine, cosine = hostmath.sin_cos_degrees(degrees)
            gl.glVertex2f(x + 0.22 * far + far * cosine, y + 0.08 * far + far * sine)
        gl.glEnd()


def noise_texture(side: int = 32) -> None:
    """Makes and binds a 3D texture of random luminances, `side` texels wide, filtered linearly."""
    gl.glBindTexture(gl.GL_TEXTURE_3D, gl.glGenTextures(1))
    gl.glTexParameteri(gl.GL_TEXTURE_3D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR)
    noise = np.random.default_rng(1985).integers(0, 256, (side, side, side), np.uint8)
    layout = (0, gl.GL_LUMINANCE, gl.GL_UNSIGNED_BYTE)
    gl.glTexImage3D(gl.GL_TEXTURE_3D, 0, gl.GL_LUMINANCE8, side, side, side, *layout, noise)


@contextmanager
def enabled(*capabilities: int) -> Iterator[None]:
    """Enables capabilities for the block, and disables them after it."""
    for capability in capabilities:
        gl.glEnable(capability)
    try:
        yield
    finally:
        for capability in capabilities:
            gl.glDisable(capability)


@contextmanager
def antialiased(width: int, height: int, opaque: bool = True) -> Iterator[None]:
    """Draws the block into a framebuffer of twice the size, then averages 2 x 2 pixels.

    opaque : True for a framebuffer without alpha; the window is then opaque.

    The framebuffer has as many samples as the window. The viewport is set to its size. The window
    must be bound before, and is bound after.
    """
    samples = int(gl.glGetIntegerv(gl.GL_SAMPLES))
    once, twice = (width, height), (2 * width, 2 * height)
    color = gl.GL_RGB8 if opaque else gl.GL_RGBA8
    with _framebuffer(twice, samples, color, gl.GL_DEPTH_COMPONENT24) as drawn:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, drawn)
        gl.glViewport(0, 0, *twice)
        try:
            yield
            if samples:
                # ARB_framebuffer_object, 4.3.3: a multisampled blit can neither scale nor convert.
                with (
                    _framebuffer(twice, 0, color) as resolved,
                    _framebuffer(once, 0, gl.GL_RGBA8) as mean,
                ):
                    _copy(drawn, resolved, twice, twice)
                    _copy(resolved, mean, twice, once)
                    _copy(mean, 0, once, once)
            else:
                _copy(drawn, 0, twice, once)
        finally:
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
            gl.glViewport(0, 0, *once)


@contextmanager
def _framebuffer(size, samples, color, depth=None) -> Iterator[int]:
    """Makes a framebuffer object of renderbuffers for the block. color, depth : their formats."""
    framebuffer, renderbuffers = gl.glGenFramebuffers(1), gl.glGenRenderbuffers(2)
    try:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        for attachment, renderbuffer, internal in zip(
            (gl.GL_COLOR_ATTACHMENT0, gl.GL_DEPTH_ATTACHMENT),
            renderbuffers,
            (color, depth),
            strict=True,
        ):
            if internal is not None:
                gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, renderbuffer)
                gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, samples, internal, *size)
                gl.glFramebufferRenderbuffer(
                    gl.GL_FRAMEBUFFER, attachment, gl.GL_RENDERBUFFER, renderbuffer
                )
        yield framebuffer
    finally:
        gl.glDeleteRenderbuffers(2, renderbuffers)
        gl.glDeleteFramebuffers(1, [framebuffer])


def _copy(source, target, size, to_size) -> None:
    """Blits the colours of a framebuffer to another, scaled from `size` to `to_size`."""
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, source)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, target)
    corners = (0, 0, *size, 0, 0, *to_size)
    gl.glBlitFramebuffer(*corners, gl.GL_COLOR_BUFFER_BIT, gl.GL_LINEAR)


def flat_surface(rectangles) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Makes rectangles (left, bottom, right, top) in the plane z = 0; returns as `revolution`."""
    corners = [
        (x, y, 0.0)
        for left, bottom, right, top in rectangles
        for x, y in ((left, bottom), (right, bottom), (right, top), (left, top))
    ]
    positions = np.array(corners, np.float32)
    first = np.arange(0, len(corners), 4, dtype=np.uint32)[:, None]
    triangles = first + np.array([0, 1, 2, 0, 2, 3], np.uint32)
    return positions, np.full_like(positions, (0.0, 0.0, 1.0)), triangles.reshape(-1, 3)


def revolution(profile, around: int = 48) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Makes a surface of revolution about the z axis.

    profile : points (radius, z) of the curve, with the outside on its right.
    around : the number of faces in a full turn.

    Returns positions (n, 3) float32, unit normals (n, 3) float32, and triangles (m, 3) uint32,
    counterclockwise seen from outside. Corners of the profile stay sharp.
    """
    points = np.array(profile, np.float64)
    steps = points[1:] - points[:-1]
    outward = np.array([hostmath.normalize((z, -r, 0.0))[:2] for r, z in steps])
    ends = []  # the normals at the two ends of each segment of the profile
    for number, own in enumerate(outward):
        for other in (max(number - 1, 0), min(number + 1, len(outward) - 1)):
            near = outward[other]
            smooth = own[0] * near[0] + own[1] * near[1] > SMOOTH
            ends.append(hostmath.normalize((*(own + near), 0.0))[:2] if smooth else own)
    rows = np.stack([points[:-1], points[1:]], axis=1).reshape(-1, 2)
    turn = np.array(
        [hostmath.sin_cos_degrees(360.0 * (i % around) / around) for i in range(around + 1)]
    )
    sine, cosine = turn[None, :, 0], turn[None, :, 1]
    positions, normals = (
        np.stack([a[:, :1] * cosine, a[:, :1] * sine, a[:, 1:] + 0 * sine], axis=-1)
        for a in (rows, np.array(ends))
    )
    side = around + 1
    first = 2 * side * np.arange(len(steps))[:, None] + np.arange(around)[None, :]
    above = first + side
    quads = np.stack([first, first + 1, above + 1, first, above + 1, above], axis=-1)
    return (
        positions.reshape(-1, 3).astype(np.float32),
        normals.reshape(-1, 3).astype(np.float32),
        quads.reshape(-1, 3).astype(np.uint32),
    )
