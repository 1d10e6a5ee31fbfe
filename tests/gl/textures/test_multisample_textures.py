"""Multisample textures: specified, asked for, attached, drawn to and resolved; and refused."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from tests.gl.attachments import attach, code, framebuffer, point_enum, status, texture

FLAT, ARRAY = GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY
PROXIES = {FLAT: GL_PROXY_TEXTURE_2D_MULTISAMPLE, ARRAY: GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY}
SIDE = 24
PLACE = (0, 0, SIDE, SIDE)


def flat(format_=GL_RGBA8, samples=4, size=(SIDE, SIDE), fixed=True):
    """A multisample texture."""
    name = glGenTextures(1)
    glBindTexture(FLAT, name)
    glTexImage2DMultisample(FLAT, samples, format_, *size, fixed)
    return name


def array(format_=GL_RGBA8, samples=4, layers=3):
    """An array of them."""
    name = glGenTextures(1)
    glBindTexture(ARRAY, name)
    glTexImage3DMultisample(ARRAY, samples, format_, SIDE, SIDE, layers, True)
    return name


def several(format_=GL_RGBA8, samples=4):
    """A renderbuffer with several samples."""
    name = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format_, SIDE, SIDE)
    return name


def attach_flat(point, name, level=0):
    glFramebufferTexture2D(GL_FRAMEBUFFER, point_enum(point), FLAT, name, level)


def asked(pname, target=FLAT, level=0):
    return int(np.ravel(glGetTexLevelParameteriv(target, level, pname))[0])


def samples_of(context, name, point=0):
    """The words of each sample of an attachment."""
    glFinish()
    plane = context.framebuffers.objects[name].attachments[point].plane(point, False)
    return np.stack([own.read(0, 0, plane.width, plane.height) for own in plane.sample_planes])


def shapes():
    """Shapes with edges through pixels, in colours, depths and stencil indices."""
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_STENCIL_TEST)
    glStencilOp(GL_KEEP, GL_INCR, GL_REPLACE)
    for number in range(1, 4):
        glStencilFunc(GL_ALWAYS, 50 * number, 255)
        glRotatef(31, 0.2, 0.1, 1)
        glColor4f(0.3 * number, 1 - 0.3 * number, 0.5, 0.7)
        glRectf(-0.81, -0.63, 0.47, 0.72)
    glLoadIdentity()
    glDisable(GL_DEPTH_TEST)
    glDisable(GL_STENCIL_TEST)


# -- what is asked and refused ---------------------------------------------------------------------


def test_limits_and_bindings(context):
    for pname in (
        GL_MAX_COLOR_TEXTURE_SAMPLES, GL_MAX_DEPTH_TEXTURE_SAMPLES, GL_MAX_INTEGER_SAMPLES,
    ):  # fmt: skip
        assert glGetIntegerv(pname) == glGetIntegerv(GL_MAX_SAMPLES) == 16
    bindings = {
        FLAT: GL_TEXTURE_BINDING_2D_MULTISAMPLE, ARRAY: GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
    }  # fmt: skip
    for number, (target, pname) in enumerate(bindings.items(), 1):
        glPushAttrib(GL_TEXTURE_BIT)
        glBindTexture(target, number)
        assert glGetIntegerv(pname) == number and glIsTexture(number)
        assert code(glBindTexture, GL_TEXTURE_2D, number) == GL_INVALID_OPERATION
        glPopAttrib()
        assert glGetIntegerv(pname) == 0
    glBindTexture(FLAT, 1)
    glPrioritizeTextures(1, [1], [0.5])
    assert glAreTexturesResident(1, [1]) == 1
    glDeleteTextures([1, 2])
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE) == 0 and not glIsTexture(1)


def test_numbers_of_samples(context):
    # ARB_internalformat_query, 6.1.X.
    counts = [16, 8, 4, 2]
    for target in (GL_RENDERBUFFER, FLAT, ARRAY):
        for format_ in (GL_RGBA8, GL_R32UI, GL_DEPTH24_STENCIL8, GL_STENCIL_INDEX8):
            ask = target, format_
            assert int(glGetInternalformativ(*ask, GL_NUM_SAMPLE_COUNTS, 1)[0]) == 4
            assert glGetInternalformativ(*ask, GL_SAMPLES, 4).tolist() == counts
    out = np.full(6, -1, np.int32)
    glGetInternalformativ(FLAT, GL_RGBA8, GL_SAMPLES, 2, out)
    assert out.tolist() == [16, 8, -1, -1, -1, -1]
    glGetInternalformativ(FLAT, GL_RGBA8, GL_SAMPLES, 6, out)
    assert out.tolist() == [*counts, -1, -1]
    for error, *arguments in (
        (GL_INVALID_ENUM, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, 1),
        (GL_INVALID_ENUM, FLAT, GL_RGB9_E5, GL_SAMPLES, 1),
        (GL_INVALID_ENUM, FLAT, GL_RGBA8, GL_TEXTURE_WIDTH, 1),
        (GL_INVALID_VALUE, FLAT, GL_RGBA8, GL_SAMPLES, -1),
    ):
        assert code(glGetInternalformativ, *arguments, out) == error


def test_images(context):
    # ARB_texture_multisample, "New State".
    assert asked(GL_TEXTURE_SAMPLES) == 0 and asked(GL_TEXTURE_FIXED_SAMPLE_LOCATIONS) == 1
    assert asked(GL_TEXTURE_INTERNAL_FORMAT) == 1 and asked(GL_TEXTURE_WIDTH) == 0
    for samples, given in {1: 2, 2: 2, 3: 4, 4: 4, 5: 8, 8: 8, 9: 16, 16: 16}.items():
        flat(GL_RGB8, samples, (3, 2), samples % 2)
        found = [asked(pname) for pname in (
            GL_TEXTURE_SAMPLES, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, GL_TEXTURE_WIDTH,
            GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH, GL_TEXTURE_INTERNAL_FORMAT, GL_TEXTURE_RED_SIZE,
            GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_RED_TYPE_ARB, GL_TEXTURE_BORDER,
            GL_TEXTURE_COMPRESSED,
        )]  # fmt: skip
        normalized = GL_UNSIGNED_NORMALIZED_ARB
        assert found == [given, samples % 2, 3, 2, 1, GL_RGB8, 8, 0, normalized, 0, 0]
    # OpenGL 3.3, 6.1.3: "not allowed on texel arrays with an uncompressed internal format".
    size = GL_TEXTURE_COMPRESSED_IMAGE_SIZE
    assert code(glGetTexLevelParameteriv, FLAT, 0, size) == GL_INVALID_OPERATION
    flat(GL_STENCIL_INDEX8)
    assert [asked(GL_TEXTURE_STENCIL_SIZE), asked(GL_TEXTURE_RED_SIZE)] == [8, 0]
    flat(GL_DEPTH24_STENCIL8)
    assert [asked(GL_TEXTURE_STENCIL_SIZE), asked(GL_TEXTURE_DEPTH_SIZE)] == [8, 24]
    array(GL_RGBA32F_ARB, 4, 5)
    assert [asked(pname, ARRAY) for pname in (GL_TEXTURE_DEPTH, GL_TEXTURE_SAMPLES)] == [5, 4]
    # Of other images there is one sample, which counts 0.
    texture()
    assert asked(GL_TEXTURE_SAMPLES, GL_TEXTURE_2D) == 0
    assert asked(GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, GL_TEXTURE_2D) == 1
    for level in (-1, 1):
        assert code(glGetTexLevelParameteriv, FLAT, level, GL_TEXTURE_WIDTH) == GL_INVALID_VALUE
    compressed = GL_TEXTURE_COMPRESSED_IMAGE_SIZE
    assert code(glGetTexLevelParameteriv, FLAT, 0, compressed) == GL_INVALID_OPERATION


def test_proxies(context):
    specify = {
        FLAT: lambda *form: glTexImage2DMultisample(PROXIES[FLAT], *form[:-1], False),
        ARRAY: lambda *form: glTexImage3DMultisample(PROXIES[ARRAY], *form, False),
    }
    for target, call in specify.items():

        def found(target=target):
            pnames = (GL_TEXTURE_WIDTH, GL_TEXTURE_SAMPLES, GL_TEXTURE_RED_SIZE)
            return [asked(pname, PROXIES[target]) for pname in pnames]

        call(3, GL_RGBA16, 7, 5, 2)
        assert found() == [7, 4, 16]
        assert not asked(GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, PROXIES[target])
        for form in ((17, GL_RGBA8, 4, 4, 4), (4, GL_RGBA8, 8193, 4, 4), (4, GL_RGBA8, 4, 9000, 4)):
            call(4, GL_RGBA16, 7, 5, 2)
            call(*form)
            assert found() == [0, 0, 0]
        assert asked(GL_TEXTURE_WIDTH, target) == 0
    glNewList(1, GL_COMPILE)  # a proxy is specified at once, all else when the list is called
    glTexImage2DMultisample(PROXIES[FLAT], 4, GL_RGBA8, 9, 9, True)
    glTexImage2DMultisample(FLAT, 4, GL_RGBA8, 9, 9, True)
    glEndList()
    assert [asked(GL_TEXTURE_WIDTH, target) for target in (PROXIES[FLAT], FLAT)] == [9, 0]
    glCallList(1)
    assert asked(GL_TEXTURE_WIDTH) == 9


def test_refused(context, snapshot):
    flat()
    array()
    two, three = glTexImage2DMultisample, glTexImage3DMultisample
    calls = {
        GL_INVALID_ENUM: [
            (two, GL_TEXTURE_2D, 4, GL_RGBA8, 4, 4, True),
            (two, ARRAY, 4, GL_RGBA8, 4, 4, True),
            (three, FLAT, 4, GL_RGBA8, 4, 4, 4, True),
            (two, FLAT, 4, GL_COMPRESSED_RGB, 4, 4, True),
            (two, FLAT, 4, GL_RGB9_E5, 4, 4, True),
            (two, FLAT, 4, 4, 4, 4, True),
            (two, PROXIES[FLAT], 4, GL_VIEWPORT, 4, 4, True),
            # OpenGL 3.3, 3.9.4, 3.9.2 and 6.1.4 list targets without these.
            (glTexImage2D, FLAT, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None),
            (glTexSubImage2D, FLAT, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4)),
            (glTexSubImage3D, ARRAY, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4)),
            (glCopyTexSubImage2D, FLAT, 0, 0, 0, 0, 0, 1, 1),
            (glGetTexImage, FLAT, 0, GL_RGBA, GL_UNSIGNED_BYTE),
            (glGenerateMipmap, FLAT),
            (glEnable, FLAT),
            (glGetMultisamplefv, GL_SAMPLES, 0),
        ],
        GL_INVALID_VALUE: [
            (two, FLAT, 0, GL_RGBA8, 4, 4, True),
            (two, FLAT, -1, GL_RGBA8, 4, 4, True),
            (two, FLAT, 4, GL_RGBA8, 8193, 4, True),
            (two, FLAT, 4, GL_RGBA8, 4, -1, True),
            (three, ARRAY, 4, GL_RGBA8, 2049, 4, 4, True),
            (three, ARRAY, 4, GL_RGBA8, 4, 4, 2049, True),
            (two, PROXIES[FLAT], 0, GL_RGBA8, 4, 4, True),
            (glGetMultisamplefv, GL_SAMPLE_POSITION, 0),
        ],
        GL_INVALID_OPERATION: [(two, FLAT, 17, GL_RGBA8, 4, 4, True)],
        GL_OUT_OF_MEMORY: [(two, FLAT, 16, GL_RGBA32F_ARB, 8192, 8192, True)],
    }
    for error, refused in calls.items():
        for call in refused:
            before = snapshot(context)
            assert code(*call) == error, call
            assert snapshot(context) == before, call


# -- attached --------------------------------------------------------------------------------------


def test_completeness(context):
    color, depth = flat(), flat(GL_DEPTH24_STENCIL8)
    framebuffer()
    attach_flat("color0", color)
    attach_flat("depth", depth)
    attach_flat("stencil", depth)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    assert glGetIntegerv(GL_SAMPLES) == 4 and glGetIntegerv(GL_SAMPLE_BUFFERS) == 1
    whole = GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE
    # "TEXTURE_SAMPLES is the same for all attached textures", and that of renderbuffers.
    for wrong in (flat(samples=8), texture(width=SIDE, height=SIDE)):
        kind = GL_TEXTURE_2D if glGetIntegerv(GL_TEXTURE_BINDING_2D) == wrong else FLAT
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, kind, wrong, 0)
        assert status() == whole and glGetIntegerv(GL_SAMPLES) == 0
        assert code(glClear, GL_COLOR_BUFFER_BIT) == GL_INVALID_FRAMEBUFFER_OPERATION
    attach("color1", several(samples=4))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    # "if the attached images are a mix of renderbuffers and textures, the value of
    # TEXTURE_FIXED_SAMPLE_LOCATIONS must be TRUE for all attached textures".
    glBindTexture(FLAT, color)
    glTexImage2DMultisample(FLAT, 4, GL_RGBA8, SIDE, SIDE, False)
    assert status() == whole
    attach("color1", 0)
    assert status() == whole  # the depths have fixed ones
    glBindTexture(FLAT, depth)
    glTexImage2DMultisample(FLAT, 4, GL_DEPTH24_STENCIL8, SIDE, SIDE, False)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach("color1", several(samples=4))
    assert status() == whole
    attach("color1", 0)
    # ARB_texture_multisample, 3.8.11: "complete if each dimension of the texture's level is
    # positive."
    for image in ((4, GL_RGBA8, 0, SIDE), (4, GL_DEPTH_COMPONENT24, SIDE, SIDE)):
        glBindTexture(FLAT, color)
        glTexImage2DMultisample(FLAT, *image, False)
        assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach_flat("color0", flat(GL_RGB10_A2, 4, fixed=False))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glDeleteTextures([color])
    assert status() == GL_FRAMEBUFFER_COMPLETE


def test_what_may_be_attached(context):
    one, many = flat(), array()
    framebuffer()
    point = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    attached = glGetFramebufferAttachmentParameteriv
    for call, error in (
        ((glFramebufferTexture2D, *point, FLAT, one, 1), GL_INVALID_VALUE),
        ((glFramebufferTexture2D, *point, FLAT, many, 0), GL_INVALID_OPERATION),
        ((glFramebufferTexture2D, *point, GL_TEXTURE_2D, one, 0), GL_INVALID_OPERATION),
        ((glFramebufferTexture2D, *point, ARRAY, many, 0), GL_INVALID_OPERATION),
        ((glFramebufferTexture1D, *point, FLAT, one, 0), GL_INVALID_OPERATION),
        ((glFramebufferTexture3D, *point, ARRAY, many, 0, 0), GL_INVALID_OPERATION),
        ((glFramebufferTextureLayer, *point, one, 0, 0), GL_INVALID_OPERATION),
        ((glFramebufferTextureLayer, *point, many, 1, 0), GL_INVALID_VALUE),
        ((glFramebufferTextureLayer, *point, many, 0, -1), GL_INVALID_VALUE),
        ((glFramebufferTextureLayer, *point, many, 0, 2048), GL_INVALID_VALUE),
        ((glFramebufferTextureFaceEXT, *point, one, 0, GL_TEXTURE_CUBE_MAP_POSITIVE_X),
         GL_INVALID_OPERATION),
    ):  # fmt: skip
        assert code(*call) == error, call
    glFramebufferTexture2D(*point, FLAT, one, 0)
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_TEXTURE
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) == one
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE) == 8
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) == 0
    glFramebufferTextureLayer(*point, many, 0, 2)
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER) == 2
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glFramebufferTextureLayer(*point, many, 0, 3)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    glFramebufferTextureEXT(*point, many, 0)
    assert attached(*point, GL_FRAMEBUFFER_ATTACHMENT_LAYERED_EXT) == 1
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, flat(GL_DEPTH_COMPONENT24), 0)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT


# -- drawn to --------------------------------------------------------------------------------------

CHOICES = [{"machine": "eager"}, *({"lanes": lanes, "threads": 2} for lanes in (4, 8, 16))]


def drawn_to(color, depth):
    """A framebuffer object with images that two functions attach, and a picture in it."""
    name = framebuffer()
    color("color0")
    for point in ("depth", "stencil"):
        depth(point)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glViewport(*PLACE)
    glClearColor(0.1, 0.2, 0.3, 0.4)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    shapes()
    return name


def layer(name, number):
    return lambda point: glFramebufferTextureLayer(
        GL_FRAMEBUFFER, point_enum(point), name, 0, number
    )


@pytest.mark.parametrize("samples", [2, 4, 8, 16])
def test_every_sample_is_that_of_a_renderbuffer(samples):
    found = []
    for choice in CHOICES if samples == 4 else CHOICES[:2]:
        context = Context(SIDE, SIDE, **choice)
        both = GL_DEPTH24_STENCIL8
        colors, depths = several(GL_RGBA8, samples), several(both, samples)
        one, other = flat(GL_RGBA8, samples), flat(both, samples)
        many, more = array(GL_RGBA8, samples), array(both, samples)
        names = [
            drawn_to(partial(attach, image=colors), partial(attach, image=depths)),
            drawn_to(partial(attach_flat, name=one), partial(attach_flat, name=other)),
            drawn_to(layer(many, 1), layer(more, 2)),
        ]
        for name in names:
            found.append([samples_of(context, name, p) for p in (0, "depth", "stencil")])
            glBindFramebuffer(GL_READ_FRAMEBUFFER, name)
            assert code(glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_FLOAT) == GL_INVALID_OPERATION
            # Resolved by a blit, and looked at.
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0)
            glBlitFramebuffer(*PLACE, *PLACE, GL_COLOR_BUFFER_BIT, GL_NEAREST)
            glBindFramebuffer(GL_FRAMEBUFFER, 0)
            found[-1].append(np.asarray(context.read_image()))
        assert np.array_equal(np.asarray(context.read_image(texture=one)), found[-1][-1])
        assert np.array_equal(np.asarray(context.read_image(texture=many, layer=1)), found[-1][-1])
        assert context.read_image(texture=other).mode == "L"
        for wrong in ({"level": 1}, {"layer": 1}):
            with pytest.raises(GLError):
                context.read_image(texture=one, **wrong)
        assert not np.asarray(context.read_image(texture=many, layer=0)).any()
    for each in found[1:]:
        for mine, its in zip(each, found[0], strict=True):
            assert np.array_equal(mine, its)
    assert (found[0][0][0] != found[0][0][1]).any()


def test_layers_are_drawn_to_at_once():
    text = """!!NVgp4.0
    PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 6;
    TEMP layer;
    MOV layer.x, 0;
    REP 2;
    MOV result.position, vertex[0].position; MOV result.color, vertex[0].color;
    MOV result.layer.x, layer.x; EMIT;
    MOV result.position, vertex[1].position; MOV result.color, vertex[1].color;
    MOV result.layer.x, layer.x; EMIT;
    MOV result.position, vertex[2].position; MOV result.color, vertex[2].color;
    MOV result.layer.x, layer.x; EMIT; ENDPRIM;
    ADD.S layer.x, layer.x, 1;
    ENDREP;
    END"""
    found = []
    for choice in CHOICES[:2]:
        context = Context(SIDE, SIDE, **choice)
        many = array(layers=2)
        name = framebuffer()
        glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, many, 0)
        target = GL_GEOMETRY_PROGRAM_NV
        glBindProgramARB(target, 1)
        glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
        glEnable(target)
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(GL_TRIANGLES)
        for corner in ((-0.9, -0.8), (0.7, -0.5), (0.1, 0.95)):
            glVertex2f(*corner)
        glEnd()
        glDisable(target)
        for number in range(2):
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, many, 0, number)
            found.append(samples_of(context, name))
    assert all(np.array_equal(each, found[0]) for each in found)
    assert (found[0][0] != found[0][1]).any()


def test_an_image_in_the_place_of_another(context):
    """The next draw goes to the new image, which begins as zeros."""
    name = flat()
    bound = framebuffer()
    attach_flat("color0", name)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glRectf(-1, -1, 0, 1)
    glTexImage2DMultisample(FLAT, 2, GL_RGBA8, 8, 4, True)
    assert samples_of(context, bound).shape == (2, 1, 4, 8)
    assert not samples_of(context, bound).any()
    glViewport(0, 0, 8, 4)
    glRectf(-1, -1, 0, 1)
    found = samples_of(context, bound)[:, 0]
    assert found[..., :4].all() and not found[..., 4:].any()
