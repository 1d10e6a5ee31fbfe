"""The last position of the Evergreen Game in marble: White is drawn by ARB programs, Black by TGSI.

White's stone, the light squares and the frame come from arbvp1/solid.vp and arbfp1/marble.fp,
Black's and the rest from their twins in shaders/tgsi/. Exchanged, they draw the same picture.
"""

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

WHITE, BLACK = range(2)
PROGRAMS = (  # of White and of Black
    ("arbvp1/solid.vp", "arbfp1/marble.fp"),
    ("tgsi/solid.vp", "tgsi/marble.fp"),
)
# Anderssen - Dufresne, Berlin 1852, in the notation of Forsyth: capital letters are White's.
POSITION = "1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1"
LOOK_AT, UP = (0.0, 0.0, 0.5), (0.0, 0.0, 1.0)
KEY = hostmath.normalize((-0.62, -0.48, 0.62))  # to the window
ABOVE, BELOW = (0.09, 0.10, 0.14), (0.40, 0.33, 0.27)  # the background
# The stones: bright and dark parts, veins and their sharpness, the layers and how far they bend.
CARRARA = (0.86, 0.82, 0.74, 0), (0.56, 0.54, 0.54, 0), (0.26, 0.25, 0.28, 13), (1.9, 1.1, 2.6, 4.0)
VERDE = (0.012, 0.06, 0.04, 0), (0.03, 0.15, 0.085, 0), (0.50, 0.60, 0.42, 18), (2.6, 1.9, 2.2, 4.0)
ROSSO = (0.16, 0.02, 0.012, 0), (0.30, 0.06, 0.035, 0), (0.80, 0.66, 0.5, 16), (1.9, 2.6, 0.9, 5.5)
NERO = (0.006, 0.006, 0.008, 0), (0.02, 0.019, 0.02, 0), (0.5, 0.42, 0.28, 22), (0.8, 1.4, 0.0, 5.0)
SAND = (0.78, 0.68, 0.53, 0), (0.56, 0.44, 0.32, 0), (0.28, 0.20, 0.13, 12), (1.1, -0.8, 0.0, 5.0)
# The profiles of the pieces: radius and height; a point given twice is a corner.
FOOT = ((0.0, 0.0), (0.82, 0.0), (0.82, 0.0), (0.86, 0.13), (0.76, 0.28), (0.76, 0.28), (0.55, 0.4))
PIECES = {
    "p": (
        *((0.32, 0.7), (0.22, 1.12), (0.22, 1.12), (0.42, 1.2), (0.42, 1.2), (0.2, 1.3)),
        *((0.2, 1.3), (0.34, 1.42), (0.4, 1.62), (0.29, 1.88), (0.0, 1.99)),
    ),
    "r": (
        *((0.45, 0.75), (0.38, 1.4), (0.38, 1.4), (0.56, 1.56), (0.56, 1.56), (0.58, 2.05)),
        *((0.58, 2.05), (0.42, 2.05), (0.42, 2.05), (0.42, 1.85), (0.42, 1.85), (0.0, 1.85)),
    ),
    "b": (
        *((0.34, 0.9), (0.24, 1.58), (0.24, 1.58), (0.47, 1.68), (0.47, 1.68), (0.22, 1.8)),
        *((0.22, 1.8), (0.36, 2.0), (0.39, 2.22), (0.24, 2.58), (0.08, 2.74), (0.08, 2.74)),
        *((0.12, 2.83), (0.0, 2.93)),
    ),
    "q": (
        *((0.40, 1.0), (0.27, 2.0), (0.27, 2.0), (0.54, 2.12), (0.54, 2.12), (0.26, 2.25)),
        *((0.26, 2.25), (0.35, 2.6), (0.56, 2.98), (0.56, 2.98), (0.44, 2.94), (0.44, 2.94)),
        *((0.22, 3.08), (0.1, 3.1), (0.1, 3.1), (0.14, 3.22), (0.0, 3.33)),
    ),
    "k": (
        *((0.42, 1.1), (0.29, 2.2), (0.29, 2.2), (0.56, 2.32), (0.56, 2.32), (0.28, 2.45)),
        *((0.28, 2.45), (0.37, 2.8), (0.50, 3.12), (0.50, 3.12), (0.2, 3.28), (0.07, 3.32)),
        *((0.07, 3.32), (0.22, 3.44), (0.22, 3.58), (0.06, 3.68), (0.06, 3.68), (0.1, 3.84)),
        *((0.1, 3.84), (0.0, 3.87)),
    ),
}


def setup():
    """Loads the programs and the noise, and makes the board and the pieces."""
    global programs, board, pieces
    targets = (GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB)
    programs = [
        [(target, load_program(target, name)) for target, name in zip(targets, pair, strict=True)]
        for pair in PROGRAMS
    ]
    noise_texture()
    squares = [(x, y, x + 2, y + 2) for x in range(-8, 8, 2) for y in range(-8, 8, 2)]
    board = (  # side, stone, surface
        (WHITE, SAND, flat_surface(r for r in squares if (r[0] + r[1]) % 4)),
        (BLACK, NERO, flat_surface(r for r in squares if not (r[0] + r[1]) % 4)),
        (WHITE, ROSSO, flat_surface(border(8.0, 9.2))),
        (BLACK, NERO, flat_surface(border(9.2, 30.0))),
    )
    surfaces = {name: revolution(curve((*FOOT, *top)), 28) for name, top in PIECES.items()}
    pieces = []  # side, surface, place
    for row, line in enumerate(POSITION.split("/")):
        column = 0
        for letter in line:
            if letter.isdigit():
                column += int(letter)
                continue
            side = WHITE if letter.isupper() else BLACK
            pieces.append((side, surfaces[letter.lower()], (2 * column - 7, 7 - 2 * row, 0.0)))
            column += 1
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)


def border(inner, outer):
    """The rectangles between two squares around the origin."""
    a, b = inner, outer
    return (-b, -b, b, -a), (-b, a, b, b), (-b, -a, -a, a), (a, -a, b, a)


def curve(knots, steps=3):
    """A spline of Catmull and Rom through points (radius, z); one given twice is a corner."""
    points = []
    ends = (knots[0], *knots, knots[-1])
    for a, b, c, d in zip(ends, knots, knots[1:], ends[3:], strict=False):
        for step in range(steps if b != c else 0):
            t = step / steps
            s = 1.0 - t
            to_b, to_c = 1.0 - t * t * (2.5 - 1.5 * t), 1.0 - s * s * (2.5 - 1.5 * s)
            to_a, to_d = -0.5 * t * s * s, -0.5 * s * t * t
            axes = zip(a, b, c, d, strict=True)
            points.append([to_a * i + to_b * j + to_c * k + to_d * n for i, j, k, n in axes])
    return [*points, knots[-1]]


def draw(time, width, height):
    """Draws the mirror images, the table over them, shadows, then the pieces, from a moving eye."""
    sine, cosine = hostmath.sin_cos_degrees(-17.0 + 360.0 * time)
    eye = (24.5 * sine, -24.5 * cosine, 14.0)
    projection = hostmath.perspective(32.0, width / height, 4.0, 90.0)
    view = hostmath.look_at(eye, LOOK_AT, UP)
    for index, vector in enumerate((eye, KEY)):
        glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, index, *vector, 0.0)
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        glMatrixMode(GL_PROJECTION)
        glLoadTransposeMatrixd(projection)
        draw_pieces(hostmath.multiply(view, hostmath.scaling(1.0, 1.0, -1.0)), eye)
        with enabled(GL_BLEND):
            for side, stone, surface in board:
                draw_model(view, hostmath.IDENTITY, eye, side, stone, surface, 0.8)
            place(view, hostmath.IDENTITY)
            for _, _, (x, y, _) in pieces:
                draw_shadow(x, y, 0.9)
        draw_pieces(view, eye)


def draw_pieces(view, eye):
    """Draws the pieces, each turned in its own way so that no two have the same veins."""
    for number, (side, surface, square) in enumerate(pieces):
        turn = hostmath.rotation(67.0 * number, *UP)
        model = hostmath.multiply(hostmath.translation(*square), turn)
        draw_model(view, model, eye, side, (CARRARA, VERDE)[side], surface)


def draw_model(view, model, eye, side, stone, surface, opacity=1.0):
    """Draws a surface with the programs of a side; `model` takes it to the world.

    TGSI has no names for what ARB programs read by name: it gets all that as well by number.
    """
    place(view, model)
    matrices = (GL_TRANSPOSE_PROJECTION_MATRIX, GL_TRANSPOSE_MODELVIEW_MATRIX)
    rows = hostmath.multiply(*map(glGetFloatv, matrices))
    locals_ = ((*rows, *model[:3]), (*stone, (*eye, 0.0), (*KEY, 0.0)))
    for (target, program), vectors in zip(programs[side], locals_, strict=True):
        glBindProgramARB(target, program)
        for index, vector in enumerate(vectors):
            glProgramLocalParameter4fARB(target, index, *vector)
    glColor4f(1.0, 1.0, 1.0, opacity)
    glVertexAttrib4f(3, 1.0, 1.0, 1.0, opacity)
    glVertexAttribPointer(2, 3, GL_FLOAT, False, 0, surface[1])
    glEnableVertexAttribArray(2)
    with enabled(GL_DEPTH_TEST, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
        draw_surface(*surface)
