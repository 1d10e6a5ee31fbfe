"""Commands with each target: proxies, borders, depths, mipmaps, completeness, stacks."""

import numpy as np
import pytest

from softgl.gl import *
from softgl.texture.targets import TARGETS
from tests.gl.attachments import code
from tests.gl.target_textures import AXES, ENUMS, FACES

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
BINDINGS = {
    "1D": GL_TEXTURE_BINDING_1D,
    "2D": GL_TEXTURE_BINDING_2D,
    "3D": GL_TEXTURE_BINDING_3D,
    "RECT": GL_TEXTURE_BINDING_RECTANGLE_ARB,
    "CUBE": GL_TEXTURE_BINDING_CUBE_MAP,
    "ARRAY1D": GL_TEXTURE_BINDING_1D_ARRAY_EXT,
    "ARRAY2D": GL_TEXTURE_BINDING_2D_ARRAY_EXT,
}
PROXIES = {
    "1D": GL_PROXY_TEXTURE_1D,
    "2D": GL_PROXY_TEXTURE_2D,
    "3D": GL_PROXY_TEXTURE_3D,
    "RECT": GL_PROXY_TEXTURE_RECTANGLE_ARB,
    "CUBE": GL_PROXY_TEXTURE_CUBE_MAP,
    "ARRAY1D": GL_PROXY_TEXTURE_1D_ARRAY_EXT,
    "ARRAY2D": GL_PROXY_TEXTURE_2D_ARRAY_EXT,
}
SIZES = GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH
EACH = pytest.mark.parametrize("name", ENUMS)


def images(name):
    """The targets of commands for the images of a level."""
    return FACES if name == "CUBE" else [ENUMS[name][0]]


def specify(name, size, *, level=0, format_=GL_RGBA, border=0, data=None, target=None):
    """Specify the images of a level, or one of them; size : with the border."""
    formats = (format_, GL_UNSIGNED_BYTE)
    for image in images(name) if target is None else [target]:
        ENUMS[name][1](image, level, format_, *size, border, *formats, data)


def size_of(target, level=0):
    return [int(glGetTexLevelParameteriv(target, level, pname)) for pname in SIZES]


def complete(context, name):
    return context.texturing.units[0].bound[name].sampled() is not None


@EACH
def test_proxies(context, name):
    """One answer for all faces; an impossible image has no size, and is not an error."""
    axes, proxy = AXES[ENUMS[name][1]], PROXIES[name]
    limits = [2048 if name == "3D" else 8192] * axes
    if ENUMS[name][2] is not None:
        limits[-1] = int(glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS_EXT))
    one = [1] * axes
    most = [one] if name == "CUBE" else [one[:n] + [limits[n]] + one[n + 1 :] for n in range(axes)]
    for size in ([8] * axes, *most):
        specify(name, size, target=proxy)
        assert size_of(proxy) == size + [1] * (3 - axes)
        assert size_of(images(name)[0]) == [0, 0, 0]
    for axis in range(axes):
        specify(name, [limits[n] + 1 if n == axis else 8 for n in range(axes)], target=proxy)
        assert size_of(proxy) == [0, 0, 0]


@EACH
def test_borders(context, name):
    """EXT_texture_array, issue 6: "there are no "border layers"."; rectangles have none at all."""
    axes, layers = AXES[ENUMS[name][1]], ENUMS[name][2]
    size = [5 if axis == layers else 6 for axis in range(axes)]
    target = images(name)[0]
    if name == "RECT":
        given = GL_RGBA, *size, 1, *RGBA, None
        assert code(glTexImage2D, target, 0, *given) == GL_INVALID_VALUE
        return
    specify(name, size, border=1)
    assert size_of(target) == size + [1] * (3 - axes)
    assert glGetTexLevelParameteriv(target, 0, GL_TEXTURE_BORDER) == 1
    change = {1: glTexSubImage1D, 2: glTexSubImage2D, 3: glTexSubImage3D}[axes]
    corner = [0 if axis == layers else -1 for axis in range(axes)]
    change(target, 0, *corner, *size, *RGBA, bytes([9]) * int(np.prod(size)) * 4)
    assert set(glGetTexImage(target, 0, *RGBA)) == {9}
    for axis in range(axes):
        beyond = [*corner]
        beyond[axis] -= 1
        assert code(change, target, 0, *beyond, *[1] * axes, *RGBA, b"abcd") == GL_INVALID_VALUE


@EACH
def test_depths(context, name):
    """ARB_texture_rectangle, EXT_texture_array and NV_gpu_program4 add to 1D and 2D; 3D is left."""
    size = [2] * AXES[ENUMS[name][1]]
    for format_ in (GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT32F):
        given = (format_, *size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, None)
        for target in (*images(name), PROXIES[name]):
            if name == "3D":
                assert code(ENUMS[name][1], target, 0, *given) == GL_INVALID_OPERATION
            else:
                ENUMS[name][1](target, 0, *given)
                assert glGetTexLevelParameteriv(target, 0, GL_TEXTURE_DEPTH_SIZE) >= 24


@EACH
def test_copies(context, name):
    """An image from the framebuffer, of colours and of depths; then a part, of one slice."""
    axes = AXES[ENUMS[name][1]]
    shown = np.random.default_rng(6).integers(0, 256, (8, 8, 4), np.uint8)
    glWindowPos2i(0, 0)
    glDrawPixels(8, 8, *RGBA, shown)
    for target in images(name):
        size = [2, 3, 2][:axes] if name != "CUBE" else [3, 3]
        across, up, _ = (*size, 1, 1)[:3]
        wanted = np.zeros((*size[::-1], 4), np.uint8)
        if axes < 3:
            copy = (glCopyTexImage1D, glCopyTexImage2D)[axes - 1]
            copy(target, 0, GL_DEPTH_COMPONENT, 4, 2, *size, 0)
            assert glGetTexLevelParameteriv(target, 0, GL_TEXTURE_DEPTH_SIZE) == 24
            copy(target, 0, GL_RGBA, 4, 2, *size, 0)
            wanted[...] = shown[2 : 2 + up, 4 : 4 + across].reshape(wanted.shape)
        else:
            specify(name, size, target=target, data=bytes(wanted.size))
        change = (glCopyTexSubImage1D, glCopyTexSubImage2D, glCopyTexSubImage3D)[axes - 1]
        change(target, 0, *[1] * axes, 6, 5, *[1, 2][:axes])
        place = {1: 1, 2: (slice(1, 3), 1), 3: (1, slice(1, 3), 1)}[axes]
        wanted[place] = shown[5, 6] if axes == 1 else shown[5:7, 6]
        assert glGetTexImage(target, 0, *RGBA) == wanted.tobytes()


@EACH
@pytest.mark.parametrize("automatic", [False, True])
def test_mipmaps(context, name, automatic):
    """Layers and faces are filtered by themselves; rectangles have one level."""
    axes, layers = AXES[ENUMS[name][1]], ENUMS[name][2]
    target = ENUMS[name][0]
    size = [3 if axis == layers else 4 for axis in range(axes)]
    texels = np.random.default_rng(5).integers(0, 256, (6, *size[::-1], 4), np.uint8)
    if automatic:
        glTexParameteri(target, GL_GENERATE_MIPMAP, GL_TRUE)
    for number, image in enumerate(images(name)):
        specify(name, size, data=texels[number], target=image)
    if name == "RECT":
        assert automatic or code(glGenerateMipmap, target) == GL_INVALID_ENUM
        assert list(context.texturing.units[0].bound[name].images) == [(0, 0)]
        return
    if not automatic:
        glGenerateMipmap(target)
    for number, image in enumerate(images(name)):
        wanted = texels[number].astype(float)
        for axis in range(axes):
            if axis != layers:
                wanted = np.moveaxis(wanted, axes - 1 - axis, 0)
                wanted = np.moveaxis((wanted[0::2] + wanted[1::2]) / 2, 0, axes - 1 - axis)
        # Halves upwards.
        wanted = np.floor(wanted + 0.5).astype(np.uint8)
        assert glGetTexImage(image, 1, *RGBA) == wanted.tobytes()
        last = [3 if axis == layers else 1 for axis in range(axes)]
        assert size_of(image, 2) == last + [1] * (3 - axes)


@EACH
def test_completeness(context, name):
    """OpenGL 2.1, 3.8.10: the base level, and levels where the filter needs them."""
    axes, layers = AXES[ENUMS[name][1]], ENUMS[name][2]
    target = ENUMS[name][0]

    def lengths(side, count=3):
        return [count if axis == layers else side for axis in range(axes)]

    assert not complete(context, name)
    specify(name, lengths(2))
    assert complete(context, name) == (name == "RECT")
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    assert complete(context, name)
    specify(name, lengths(0), target=images(name)[0])
    assert not complete(context, name)
    specify(name, lengths(2))
    if name == "RECT":
        return
    # Mipmaps: another number of levels, another size, format or border, another count of layers.
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST)
    assert not complete(context, name)
    specify(name, lengths(1), level=1)
    assert complete(context, name)
    for wrong in (
        {"size": lengths(2)}, {"size": lengths(1), "format_": GL_RGB},
        {"size": lengths(3), "border": 1},
    ):  # fmt: skip
        specify(name, level=1, target=images(name)[-1], **wrong)
        assert not complete(context, name)
    if layers is not None:
        specify(name, lengths(1, 1), level=1)
        assert not complete(context, name)
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0)
    assert complete(context, name)


def test_cube_completeness(context):
    """Six faces of one size, format and border; generation refuses others."""
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    for face in FACES:
        assert code(glGenerateMipmap, GL_TEXTURE_CUBE_MAP) == GL_INVALID_OPERATION
        assert not complete(context, "CUBE")
        specify("CUBE", (4, 4), target=face)
    assert complete(context, "CUBE")
    glGenerateMipmap(GL_TEXTURE_CUBE_MAP)
    for wrong in (
        {"size": (2, 2)}, {"size": (4, 4), "format_": GL_RGB}, {"size": (6, 6), "border": 1},
        {"size": (0, 0)},
    ):  # fmt: skip
        specify("CUBE", target=FACES[3], **wrong)
        assert not complete(context, "CUBE")
        assert code(glGenerateMipmap, GL_TEXTURE_CUBE_MAP) == GL_INVALID_OPERATION
    specify("CUBE", (4, 4), target=FACES[3])
    assert complete(context, "CUBE")
    # "mipmap cube complete": each face by itself.
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    assert complete(context, "CUBE")
    specify("CUBE", (1, 1), level=1, target=FACES[5])
    assert not complete(context, "CUBE")


def test_objects_of_every_target(context):
    """Names, bindings of all units, priorities, deletion, glPushAttrib."""
    names = dict(zip(ENUMS, map(int, glGenTextures(len(ENUMS))), strict=True))
    last = GL_TEXTURE0 + int(glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)) - 1
    assert last == GL_TEXTURE0 + 47
    assert {int(glGetIntegerv(limit)) for limit in (
        GL_MAX_TEXTURE_IMAGE_UNITS, GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,
    )} == {32}  # fmt: skip

    def bindings(unit):
        glActiveTexture(unit)
        return {name: int(glGetIntegerv(BINDINGS[name])) for name in ENUMS}

    for unit in (GL_TEXTURE0, last):
        glActiveTexture(unit)
        for name, texture in names.items():
            glBindTexture(ENUMS[name][0], texture)
            glTexParameteri(ENUMS[name][0], GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glPushAttrib(GL_TEXTURE_BIT)
    for unit in (last, GL_TEXTURE0):
        glActiveTexture(unit)
        for name in ENUMS:
            glTexParameteri(ENUMS[name][0], GL_TEXTURE_MAG_FILTER, GL_LINEAR)
            glBindTexture(ENUMS[name][0], 0)
            assert TARGETS[name].layers is not None or not glIsEnabled(ENUMS[name][0])
            if TARGETS[name].layers is None:
                glEnable(ENUMS[name][0])
    glPopAttrib()
    for unit in (last, GL_TEXTURE0):
        assert bindings(unit) == names
        for name, (target, *_) in ENUMS.items():
            assert glGetTexParameteriv(target, GL_TEXTURE_MAG_FILTER) == GL_NEAREST
            assert TARGETS[name].layers is not None or not glIsEnabled(target)
    glPrioritizeTextures(len(names), list(names.values()), [0.5] * len(names))
    for target, *_ in ENUMS.values():
        assert glGetTexParameterfv(target, GL_TEXTURE_PRIORITY) == 0.5
    assert glAreTexturesResident(len(names), list(names.values())).all()
    glDeleteTextures(list(names.values()))
    assert set(bindings(last).values()) == set(bindings(GL_TEXTURE0).values()) == {0}
