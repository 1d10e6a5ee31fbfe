"""What a further texture target takes: an entry in the table, and the rest is there.

The entries of this test must be there before softgl.gl is imported, so it runs by itself.
"""

import subprocess
import sys
from pathlib import Path

SCRIPT = '''
import numpy as np

from softgl.texture.targets import TARGETS
from tests.texture.targets import ARRAY1D, ARRAY2D, CUBE, RECT

TARGETS.update({t.name: t for t in (RECT, CUBE, ARRAY1D, ARRAY2D)})

from softgl.errors import GLError
from softgl.gl import *
from softgl.gl.context import Context

RGBA = GL_RGBA, GL_UNSIGNED_BYTE


def refused(expected, function, *arguments):
    try:
        function(*arguments)
    except GLError as error:
        assert error.code == expected, error
    else:
        raise AssertionError("accepted")


def drawn(target, scale=1, slice=0):
    """The bottom left 4x4 texels of a texture, drawn to the window."""
    text = f"""!!NVfp4.0
    TEMP c;
    MUL c, fragment.position, {scale / 4};
    MOV c.z, {slice};
    TEX result.color, c, texture[0], {target};
    END"""
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glRectf(-1, -1, 1, 1)
    return glReadPixels(0, 0, 4, 4, *RGBA, outputType=None).reshape(4, 4, 4)


def attached(attach, *arguments):
    """Clear an image through a framebuffer object."""
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, *arguments)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    place = [
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, pname)
        for pname in (
            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER,
        )
    ]
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    return place


context = Context(4, 4, machine="eager")
glGenFramebuffers(1)
texels = np.random.default_rng(1).integers(0, 256, (6, 4, 4, 4), dtype=np.uint8)
green = [0, 255, 0, 255]
for target in GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY_EXT:
    glBindTexture(target, target)
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
assert glGetIntegerv(GL_MAX_RECTANGLE_TEXTURE_SIZE_ARB) == RECT.largest
assert glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS_EXT) == ARRAY1D.most_layers
assert glGetIntegerv(GL_TEXTURE_BINDING_CUBE_MAP) == GL_TEXTURE_CUBE_MAP

# Rectangles: by texels, without mipmaps, levels and modes that repeat.
rect = GL_TEXTURE_RECTANGLE_ARB
glTexImage2D(rect, 0, GL_RGBA, 4, 4, 0, *RGBA, texels[0])
assert (drawn("RECT", 4) == texels[0]).all()
refused(GL_INVALID_VALUE, glTexImage2D, rect, 1, GL_RGBA, 4, 4, 0, *RGBA, None)
refused(GL_INVALID_ENUM, glTexParameteri, rect, GL_TEXTURE_WRAP_T, GL_REPEAT)
refused(GL_INVALID_ENUM, glTexParameteri, rect, GL_TEXTURE_BASE_LEVEL, 1)
refused(GL_INVALID_ENUM, glTexParameteri, rect, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
assert attached(glFramebufferTexture2D, rect, rect, 0) == [0, 0]
assert (drawn("RECT", 4) == green).all()
glEnable(rect)
assert context.texturing.units[0].enabled == "RECT"

# Faces: one command each for one of six images.
cube, faces = GL_TEXTURE_CUBE_MAP, range(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0x851B)
for number, face in enumerate(faces):
    glTexImage2D(face, 0, GL_RGBA, 4, 4, 0, *RGBA, texels[number])
glTexSubImage2D(faces[4], 0, 1, 2, 1, 1, *RGBA, b"abcd")
texels[4, 2, 1] = list(b"abcd")
for number, face in enumerate(faces):
    assert (drawn("CUBE", 1, number) == texels[number]).all()
    assert glGetTexImage(face, 0, *RGBA) == texels[number].tobytes()
refused(GL_INVALID_ENUM, glTexImage2D, cube, 0, GL_RGBA, 4, 4, 0, *RGBA, None)
refused(GL_INVALID_ENUM, glGetTexImage, cube, 0, *RGBA)
glTexImage2D(GL_PROXY_TEXTURE_CUBE_MAP, 0, GL_RGBA, 4, 4, 0, *RGBA, None)
assert glGetTexLevelParameteriv(GL_PROXY_TEXTURE_CUBE_MAP, 0, GL_TEXTURE_WIDTH) == 4
refused(GL_INVALID_OPERATION, attached, glFramebufferTexture2D, faces[1], rect, 0)
glBindFramebuffer(GL_FRAMEBUFFER, 0)
assert attached(glFramebufferTexture2D, faces[1], cube, 0) == [faces[1], 0]
assert (drawn("CUBE", 1, 1) == green).all()
assert (drawn("CUBE", 1, 2) == texels[2]).all()

# Layers: an axis of the images.
array = GL_TEXTURE_2D_ARRAY_EXT
glTexImage3D(array, 0, GL_RGBA, 4, 4, 6, 0, *RGBA, texels)
assert (drawn("ARRAY2D", 1, 3) == texels[3]).all()
assert glGetTexImage(array, 0, *RGBA) == texels.tobytes()
assert attached(glFramebufferTextureLayer, array, 0, 5) == [0, 5]
assert (drawn("ARRAY2D", 1, 5) == green).all()
assert (drawn("ARRAY2D", 1, 4) == texels[4]).all()
refused(GL_INVALID_VALUE, glTexImage3D, array, 0, GL_RGBA, 4, 4, 17, 0, *RGBA, None)
refused(GL_INVALID_ENUM, glEnable, array)
line = GL_TEXTURE_1D_ARRAY_EXT
glBindTexture(line, 1)
glTexImage2D(line, 0, GL_RGBA, 4, 6, 0, *RGBA, texels[:, 0])
glCopyTexSubImage2D(line, 0, 1, 2, 0, 0, 2, 1)
texels[2, 0, 1:3] = texels[4, 0, :2]
assert glGetTexImage(line, 0, *RGBA) == texels[:, 0].tobytes()
attached(glFramebufferTextureLayer, 1, 0, 3)
texels[3, 0] = green
assert glGetTexImage(line, 0, *RGBA) == texels[:, 0].tobytes()
'''


def test_further_targets():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
