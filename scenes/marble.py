"""A vase, a ball and a ring of marble, after Perlin: ARB programs and a 3D texture of noise."""

from softgl import hostmath
from softgl.gl import *
from softgl.studio import (
    antialiased,
    draw_background,
    draw_shadow,
    draw_surface,
    enabled,
    flat_surface,
    load_program,
    noise_texture,
    place,
    revolution,
)

EYE, LOOK_AT, UP = (0.0, -13.0, 4.0), (0.0, 0.0, 1.75), (0.0, 0.0, 1.0)
KEY = hostmath.normalize((-0.62, -0.48, 0.62))  # to the window
ABOVE, BELOW = (0.09, 0.10, 0.14), (0.40, 0.33, 0.27)  # the background
TILE = 1.5
# The stones: bright and dark parts, veins and their sharpness, the layers and how far they bend.
CARRARA = (0.80, 0.78, 0.74, 0), (0.36, 0.37, 0.42, 0), (0.10, 0.10, 0.13, 7), (1.9, 1.1, 2.6, 5.0)
VERDE = (0.015, 0.09, 0.05, 0), (0.07, 0.28, 0.15, 0), (0.76, 0.84, 0.66, 8), (2.6, 1.9, 2.2, 5.0)
ROSSO = (0.28, 0.03, 0.02, 0), (0.50, 0.11, 0.06, 0), (0.94, 0.82, 0.70, 6), (1.9, 2.6, 0.9, 5.5)
NERO = (0.008, 0.008, 0.01, 0), (0.03, 0.028, 0.03, 0), (0.62, 0.52, 0.34, 14), (0.8, 1.4, 0.0, 5.0)
SAND = (0.68, 0.57, 0.43, 0), (0.46, 0.35, 0.23, 0), (0.22, 0.15, 0.10, 8), (1.1, -0.8, 0.0, 5.0)
# The vase: control points of the Bezier curves of its profile, from the foot to the lip and inside.
VASE = (
    ((0.0, 0.0), (0.3, 0.0), (0.6, 0.0), (0.85, 0.0)),
    ((0.85, 0.0), (0.92, 0.12), (0.80, 0.2), (0.55, 0.28)),
    ((0.55, 0.28), (0.25, 0.40), (0.32, 0.55), (0.60, 0.75)),
    ((0.60, 0.75), (1.60, 1.50), (1.75, 2.70), (0.85, 3.15)),
    ((0.85, 3.15), (0.50, 3.33), (0.52, 3.60), (0.98, 3.85)),
    ((0.98, 3.85), (1.03, 3.90), (0.98, 3.93), (0.90, 3.88)),
    ((0.90, 3.88), (0.45, 3.60), (0.42, 3.33), (0.60, 3.10)),
)


def setup():
    """Loads the programs and the noise, and makes the models."""
    global models, floors
    load_program(GL_VERTEX_PROGRAM_ARB, "arbvp1/solid.vp")
    load_program(GL_FRAGMENT_PROGRAM_ARB, "arbfp1/marble.fp")
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *EYE, 1.0)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, *KEY, 0.0)
    noise_texture()
    half_turn = [hostmath.sin_cos(hostmath.PI * i / 32) for i in range(33)]
    ball = revolution([(sine, 1.0 - cosine) for sine, cosine in half_turn], 64)
    ring = [hostmath.sin_cos(hostmath.PI * i / 16) for i in range(33)]
    ring = revolution([(1.0 + 0.38 * s, 0.38 - 0.38 * c) for s, c in ring], 64)
    vase = revolution([point(curve, i / 10) for curve in VASE for i in range(10)], 64)
    models = (  # model, stone, place; radius of the shadow
        (vase, CARRARA, (0.0, 0.6, 0.0), 1.25),
        (ball, VERDE, (-2.4, -0.9, 0.0), 1.15),
        (ring, ROSSO, (2.3, -1.0, 0.0), 2.0),
    )
    floors = ((tiles(0), NERO), (tiles(1), SAND))
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)


def tiles(parity):
    """Every second tile of a floor around the origin."""
    columns_rows = [(x, y) for x in range(-14, 14) for y in range(-6, 18) if (x + y) % 2 == parity]
    return flat_surface(
        (TILE * x, TILE * y, TILE * (x + 1), TILE * (y + 1)) for x, y in columns_rows
    )


def point(curve, t):
    """A point of a cubic Bezier curve."""
    s = 1.0 - t
    a, b, c, d = s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t
    return tuple(a * p + b * q + c * r + d * u for p, q, r, u in zip(*curve, strict=True))


def draw(time, width, height):
    """Draws the mirror images, the floor over them, its shadows, then the models: each turns."""
    view = hostmath.look_at(EYE, LOOK_AT, UP)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(hostmath.perspective(28.0, width / height, 1.0, 60.0))
        draw_models(time, hostmath.multiply(view, hostmath.scaling(1.0, 1.0, -1.0)))
        glColor4f(1.0, 1.0, 1.0, 0.78)  # the floor's opacity
        with enabled(GL_BLEND):
            for floor, stone in floors:
                draw_model(floor, stone, view, hostmath.IDENTITY)
            place(view, hostmath.IDENTITY)
            for *_, (x, y, _), radius in models:
                draw_shadow(x, y, radius)
        glColor4f(1.0, 1.0, 1.0, 1.0)
        draw_models(time, view)


def draw_models(time, view):
    """Draws the vase, the ball and the ring."""
    for model, stone, centre, _ in models:
        turn = hostmath.rotation(360.0 * time, *UP)
        draw_model(model, stone, view, hostmath.multiply(hostmath.translation(*centre), turn))


def draw_model(model, stone, view, matrix):
    """Draws a model of a stone; `matrix` takes it to the world."""
    place(view, matrix)
    for index, parameter in enumerate(stone):
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *parameter)
    with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        draw_surface(*model)
