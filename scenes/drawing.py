"""A working drawing of a gear: lines of exact widths, hatching, dashes, eight samples a pixel."""

from softgl import hostmath
from softgl.gl import *

SAMPLES = 8
PAPER, STEEL = (0.965, 0.955, 0.92), (0.86, 0.87, 0.86)
INK, FAINT, RED = (0.06, 0.08, 0.13), (0.42, 0.47, 0.55), (0.70, 0.13, 0.09)
TEETH, ROOT, TIP, PITCH = 26, 106.0, 130.0, 118.0  # of the gear, in pixels of a view of 640 x 480
FRONT, SIDE = (188.0, 262.0), (478.0, 262.0)  # the centres of the two views
HOLES = 6
CHAIN, DASHES = 0xFF18, 0x3F3F  # patterns of centre lines and of hidden edges
# The section above its axis: x from the middle, and the radius, of corners in turn.
SECTION = ((-34, 20), (34, 20), (34, 44), (13, 54), (13, 88), (30, 94), (30, TIP), (-30, TIP),
           (-30, 94), (-13, 88), (-13, 54), (-34, 44))  # fmt: skip


def setup():
    """Sets line state: no blending, since multisampling smooths the edges."""
    glClearColor(*PAPER, 1.0)
    glEnable(GL_MULTISAMPLE)


def draw(time, width, height):
    """Draws the front view, which turns by one tooth, the section, and the frame of the sheet."""
    global unit
    unit = height / 480.0
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glMatrixMode(GL_PROJECTION)
    glLoadIdentity()
    glOrtho(0.0, width / unit, 0.0, 480.0, -1.0, 1.0)
    glMatrixMode(GL_MODELVIEW)
    glLoadIdentity()
    glTranslatef((width / unit - 640.0) / 2.0, 0.0, 0.0)
    _sheet()
    _front(360.0 * time / TEETH)
    _section()
    _dimensions()


def _ink(color, thickness, pattern=None):
    """Chooses the pen; thickness : in pixels of a view 480 high. pattern : of dashes."""
    glColor3f(*color)
    glLineWidth(thickness * unit)
    (glDisable if pattern is None else glEnable)(GL_LINE_STIPPLE)
    if pattern is not None:
        glLineStipple(max(1, round(2 * unit)), pattern)


def _path(mode, points):
    glBegin(mode)
    for x, y in points:
        glVertex2f(x, y)
    glEnd()


def _circle(center, radius, turned=0.0, steps=180):
    """Points around a circle."""
    for step in range(steps):
        sine, cosine = hostmath.sin_cos_degrees(turned + 360.0 * step / steps)
        yield center[0] + radius * cosine, center[1] + radius * sine


def _teeth(turned):
    """The outline of the gear: for each tooth its two feet and its narrower tip."""
    pitch = 360.0 / TEETH
    for tooth in range(TEETH):
        for part, radius in ((-0.27, ROOT), (-0.15, PITCH), (-0.09, TIP), (0.09, TIP),
                             (0.15, PITCH), (0.27, ROOT)):  # fmt: skip
            sine, cosine = hostmath.sin_cos_degrees(turned + (tooth + part) * pitch)
            yield FRONT[0] + radius * cosine, FRONT[1] + radius * sine


def _sheet():
    """Draws margins, a title block, and a faint grid."""
    _ink(tuple(0.94 * c for c in PAPER), 0.6)
    _path(GL_LINES, [p for x in range(20, 621, 20) for p in ((x, 20), (x, 460))])
    _path(GL_LINES, [p for y in range(20, 461, 20) for p in ((20, y), (620, y))])
    _ink(INK, 2.2)
    _path(GL_LINE_LOOP, ((20, 20), (620, 20), (620, 460), (20, 460)))
    _ink(INK, 1.3)
    _path(GL_LINE_STRIP, ((400, 20), (400, 82), (620, 82)))
    _ink(INK, 0.7)
    _path(GL_LINES, ((400, 51), (620, 51), (470, 20), (470, 82), (560, 20), (560, 51)))


def _front(turned):
    outline = list(_teeth(turned))
    glColor3f(*STEEL)
    _path(GL_TRIANGLE_FAN, [FRONT, *outline, outline[0]])
    _ink(INK, 2.0)
    _path(GL_LINE_LOOP, outline)
    _ink(INK, 1.3)
    for radius in (94.0, 54.0, 44.0):
        _path(GL_LINE_LOOP, _circle(FRONT, radius))
    holes = list(_circle(FRONT, 71.0, turned + 30.0, HOLES))
    for hole in (*holes, FRONT):
        radius = 20.0 if hole is FRONT else 11.0
        rim = list(_circle(hole, radius, steps=72))
        glColor3f(*PAPER)
        _path(GL_TRIANGLE_FAN, [hole, *rim, rim[0]])
        _ink(INK, 1.7)
        _path(GL_LINE_LOOP, rim)
    _ink(RED, 0.8, CHAIN)
    for radius in (PITCH, 71.0):
        _path(GL_LINE_LOOP, _circle(FRONT, radius))
    for far, (x, y) in ((146.0, (1, 0)), (146.0, (0, 1))):
        _path(GL_LINES, ((FRONT[0] - far * x, FRONT[1] - far * y),
                         (FRONT[0] + far * x, FRONT[1] + far * y)))  # fmt: skip
    for x, y in holes:
        sine, cosine = (y - FRONT[1]) / 71.0, (x - FRONT[0]) / 71.0
        _path(GL_LINES, ((x - 18 * cosine, y - 18 * sine), (x + 18 * cosine, y + 18 * sine)))


def _section():
    """Draws the section through the gear, hatched within the stencil buffer's mask of samples."""
    halves = [[(SIDE[0] + x, SIDE[1] + sign * y) for x, y in SECTION] for sign in (1, -1)]
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_ALWAYS, 0, 1)
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT)
    glColorMask(False, False, False, False)
    for half in halves:
        # Inside an outline that is not convex, fans overlap an odd number of times.
        _path(GL_TRIANGLE_FAN, half)
    glColorMask(True, True, True, True)
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP)
    glStencilFunc(GL_EQUAL, 1, 1)
    glColor3f(*STEEL)
    glRectf(SIDE[0] - 40, SIDE[1] - TIP - 4, SIDE[0] + 40, SIDE[1] + TIP + 4)
    _ink(FAINT, 0.9)
    for step in range(-24, 60):
        y = SIDE[1] - TIP + 7.0 * step
        _path(GL_LINES, ((SIDE[0] - 40, y - 40), (SIDE[0] + 40, y + 40)))
    glDisable(GL_STENCIL_TEST)
    _ink(INK, 2.0)
    for half in halves:
        _path(GL_LINE_LOOP, half)
    _ink(INK, 1.3)
    _path(GL_LINES, [(SIDE[0] + x, SIDE[1] + y) for x in (-34, 34) for y in (-20, 20)])
    _ink(INK, 0.9, DASHES)
    _path(GL_LINES, [(SIDE[0] + x, SIDE[1] + y) for y in (60, 82, -60, -82) for x in (-13, 13)])
    _ink(RED, 0.8, CHAIN)
    for y, far in ((0, 56), (PITCH, 44), (-PITCH, 44), (71, 28), (-71, 28)):
        _path(GL_LINES, ((SIDE[0] - far, SIDE[1] + y), (SIDE[0] + far, SIDE[1] + y)))


def _arrow(tip, direction):
    """Draws a slender arrowhead."""
    (x, y), (dx, dy) = tip, direction
    back = x - 9.0 * dx, y - 9.0 * dy
    _path(GL_TRIANGLES, (tip, (back[0] - 1.7 * dy, back[1] + 1.7 * dx),
                         (back[0] + 1.7 * dy, back[1] - 1.7 * dx)))  # fmt: skip


def _dimensions():
    """Draws dimensions: across the tips, of the bore, and of the width."""
    _ink(INK, 0.7)
    x = SIDE[0] + 78
    for y in (TIP, -TIP):
        _path(GL_LINES, ((SIDE[0] + 34, SIDE[1] + y), (x + 6, SIDE[1] + y)))
    _path(GL_LINES, ((x, SIDE[1] - TIP), (x, SIDE[1] + TIP)))
    y = SIDE[1] + TIP + 26
    for side in (-30, 30):
        _path(GL_LINES, ((SIDE[0] + side, SIDE[1] + TIP + 4), (SIDE[0] + side, y + 6)))
    _path(GL_LINES, ((SIDE[0] - 30, y), (SIDE[0] + 30, y)))
    sine, cosine = hostmath.sin_cos_degrees(38.0)
    ends = [(FRONT[0] + far * cosine, FRONT[1] + far * sine) for far in (-20.0, 20.0, 168.0)]
    _path(GL_LINE_STRIP, (ends[0], ends[2], (ends[2][0] + 22, ends[2][1])))
    _arrow(ends[0], (-cosine, -sine))
    _arrow(ends[1], (cosine, sine))
    _arrow((x, SIDE[1] + TIP), (0, 1))
    _arrow((x, SIDE[1] - TIP), (0, -1))
    _arrow((SIDE[0] - 30, y), (-1, 0))
    _arrow((SIDE[0] + 30, y), (1, 0))
