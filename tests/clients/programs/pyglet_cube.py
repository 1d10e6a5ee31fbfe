"""Draws with pyglet 1.5 without a display: batches, labels, images, lists, and a textured cube.

python pyglet_cube.py OUT.png
"""

import sys

import pyglet

pyglet.options["headless"] = True
pyglet.options["shadow_window"] = True

from pyglet.gl import *

WIDTH, HEIGHT = 160, 120
sizes = {f"{color}_size": 8 for color in ("red", "green", "blue", "alpha")}
config = Config(depth_size=24, double_buffer=True, **sizes)
window = pyglet.window.Window(WIDTH, HEIGHT, config=config)
texels = bytes(
    channel
    for y in range(16)
    for x in range(16)
    for channel in ((255, 200, 40, 255) if (x // 4 + y // 4) % 2 else (40, 60, 160, 255))
)
texture = pyglet.image.ImageData(16, 16, "RGBA", texels).get_mipmapped_texture()
batch = pyglet.graphics.Batch()
batch.add(
    3,
    GL_TRIANGLES,
    None,
    ("v2f", (5, 5, 60, 10, 20, 50)),
    ("c3B", (255, 0, 0, 0, 255, 0, 0, 0, 255)),
)
FACES = ((0, 0), (90, 0), (180, 0), (270, 0), (0, 90), (0, -90))


def draw_cube():
    glEnable(GL_TEXTURE_2D)
    glBindTexture(texture.target, texture.id)
    for turn, tilt in FACES:
        glPushMatrix()
        glRotatef(turn, 0, 1, 0)
        glRotatef(tilt, 1, 0, 0)
        pyglet.graphics.draw(
            4,
            GL_QUADS,
            ("v3f", (-1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1)),
            ("t2f", (0, 0, 1, 0, 1, 1, 0, 1)),
            ("n3f", (0, 0, 1) * 4),
        )
        glPopMatrix()
    glDisable(GL_TEXTURE_2D)


def draw():
    window.switch_to()
    glViewport(0, 0, WIDTH, HEIGHT)
    glClearColor(0.1, 0.2, 0.2, 1)
    window.clear()
    glMatrixMode(GL_PROJECTION)
    glLoadIdentity()
    gluPerspective(50, WIDTH / HEIGHT, 1, 20)
    glMatrixMode(GL_MODELVIEW)
    glLoadIdentity()
    glTranslatef(0.8, 0, -5)
    glRotatef(30, 1, 1, 0)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_LIGHTING)
    glEnable(GL_LIGHT0)
    glLightfv(GL_LIGHT0, GL_POSITION, (GLfloat * 4)(1, 2, 3, 0))
    draw_cube()
    glDisable(GL_LIGHTING)
    glDisable(GL_DEPTH_TEST)
    glMatrixMode(GL_PROJECTION)
    glLoadIdentity()
    glOrtho(0, WIDTH, 0, HEIGHT, -1, 1)
    glMatrixMode(GL_MODELVIEW)
    glLoadIdentity()
    batch.draw()
    pyglet.image.get_buffer_manager().get_color_buffer().save(sys.argv[1])
    window.flip()


draw()
