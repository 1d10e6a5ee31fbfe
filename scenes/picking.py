"""Objects under two cursors and in a frame: selection finds them, fixed function shows them."""

from softgl import hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import antialiased, draw_background, draw_surface, enabled

EYE, LOOK_AT, UP = (0.0, -11.5, 6.4), (0.0, 1.3, 0.0), (0.0, 0.0, 1.0)
ABOVE, BELOW = (0.13, 0.15, 0.20), (0.40, 0.43, 0.48)
PLACES = [(x * 2.6, y * 2.5) for y in range(-1, 3) for x in range(-2, 3)]
PLAIN, PICKED = (0.62, 0.60, 0.56, 1.0), (0.95, 0.42, 0.08, 1.0)
# The middle of each region and its size, as parts of the window; y goes up.
REGIONS = ((0.285, 0.27, 0.012, 0.016), (0.52, 0.46, 0.012, 0.016), (0.79, 0.57, 0.20, 0.16))
PATCH = 4  # quads along each edge of a patch


def setup():
    """Makes the teapot, and sets the lights."""
    global surface
    surface = teapot(PATCH)
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (0.22, 0.23, 0.27, 1.0))
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR)
    glLightfv(GL_LIGHT0, GL_DIFFUSE, (0.85, 0.83, 0.80, 1.0))
    glMaterialfv(GL_FRONT, GL_SPECULAR, (0.5, 0.5, 0.5, 1.0))
    glMaterialf(GL_FRONT, GL_SHININESS, 40.0)


def look(width, height, region=None):
    """Sets the matrices: those of the window, or of a region of it (as gluPickMatrix does)."""
    glMatrixMode(GL_PROJECTION)
    glLoadIdentity()
    if region is not None:
        x, y, wide, high = region
        glScalef(1.0 / wide, 1.0 / high, 1.0)
        glTranslatef(1.0 - 2.0 * x, 1.0 - 2.0 * y, 0.0)
    glMultTransposeMatrixd(hostmath.perspective(40.0, width / height, 2.0, 40.0))
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixd(hostmath.look_at(EYE, LOOK_AT, UP))


def draw_teapots(time, picked=()):
    """Draws all teapots, each under its number as a name."""
    for number, (x, y) in enumerate(PLACES):
        glLoadName(number)
        glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, PICKED if number in picked else PLAIN)
        glPushMatrix()
        glTranslatef(x, y, 0.0)
        glRotatef(37.0 * number + 360.0 * time, 0.0, 0.0, 1.0)
        glScalef(0.42, 0.42, 0.42)
        draw_surface(*surface)
        glPopMatrix()


def pick(time, width, height, region):
    """The number of the nearest teapot in a region; of a large region, all that are in it."""
    look(width, height, region)
    glSelectBuffer(4 * len(PLACES))
    glRenderMode(GL_SELECT)
    glInitNames()
    glPushName(0)
    draw_teapots(time)
    hits = glRenderMode(GL_RENDER)
    if region[2] < 0.1:
        hits = sorted(hits, key=lambda hit: hit.near)[:1]
    return {name for hit in hits for name in hit.names}


def draw(time, width, height):
    """Picks, draws the picked teapots in another colour, and marks the regions."""
    picked = set().union(*(pick(time, width, height, region) for region in REGIONS))
    with antialiased(width, height):
        glClear(GL_DEPTH_BUFFER_BIT)
        draw_background(ABOVE, BELOW)
        look(width, height)
        glLightfv(GL_LIGHT0, GL_POSITION, (-0.5, -0.6, 1.0, 0.0))
        with enabled(GL_DEPTH_TEST, GL_LIGHTING, GL_LIGHT0, GL_NORMALIZE):
            draw_teapots(time, picked)
        draw_regions(width)


def draw_regions(width):
    """Outlines each region; crosses small ones."""
    for mode in (GL_PROJECTION, GL_MODELVIEW):
        glMatrixMode(mode)
        glLoadIdentity()
    glLineWidth(max(1.0, width / 320.0))
    glColor3f(1.0, 1.0, 1.0)
    for x, y, wide, high in REGIONS:
        x, y = 2.0 * x - 1.0, 2.0 * y - 1.0
        glBegin(GL_LINE_LOOP)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex2f(x + dx * wide, y + dy * high)
        glEnd()
        if wide < 0.1:
            glBegin(GL_LINES)
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                for far in (1.0, 3.0):
                    glVertex2f(x + far * dx * wide, y + far * dy * high)
            glEnd()
    glLineWidth(1.0)
