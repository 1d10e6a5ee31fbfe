"""Draws with GLSL programs: stages, uniforms, samplers, blocks and varyings, on both machines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.api.errors import GLError
from softgl.gl.buffers.buffer_objects import Range
from softgl.glsl.linked import Uniform, UniformBlock, Varying
from softgl.glsl.types import FLOAT, SAMPLERS
from softgl.ir.primitives import Primitives
from softgl.ir.program import (
    Binding,
    BufferBinding,
    File,
    SamplerSlot,
    Source,
    Stage,
    TextureOperand,
    VertexNumber,
)
from softgl.isa.vocabulary import UNSIGNED
from tests.gl.glsl_programs import Made, fragment, use, vertex


def pixels():
    data = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(8, 8, 4)


def square():
    glRectf(-1, -1, 1, 1)


def triangle():
    glBegin(GL_TRIANGLES)
    for x, y in ((-1, -1), (3, -1), (-1, 3)):
        glVertex2f(x, y)
    glEnd()


def shows(*color):
    """True if a square covers the window with one colour."""
    square()
    found = pixels()
    assert (found == found[0, 0]).all()
    return tuple(found[0, 0].tolist()) == color


def plain(color=None):
    """Returns a fragment program that gives a colour: an operand of `color`, or uniform 0."""
    made = fragment()
    made.move(made.output("result.color", 0), color(made) if color else made.uniform(0))
    return made.program()


def set_uniform(found, row, *values):
    found.block.write(row, np.array([values], np.float32).view(np.uint32))


RED, GREEN = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0)
ARB_BLUE = "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; END"


def enable_assembly(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def test_each_stage_is_that_of_the_program_in_use_or_an_assembly_program_or_fixed(either):
    enable_assembly(GL_FRAGMENT_PROGRAM_ARB, ARB_BLUE)
    found = use(either, vertex().program(), plain(), rows=1)
    set_uniform(found, 0, *RED)
    assert shows(255, 0, 0, 255)
    use(either, vertex().program())  # the assembly program has the fragments
    assert shows(0, 0, 255, 255)
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    made = vertex()
    made.move(made.output("result.color.front.primary"), made.input("vertex.attrib", 3))
    use(either, made.program())
    glVertexAttrib4f(3, 0, 1, 1, 1)
    assert shows(0, 255, 255, 255)
    glColor4f(1, 1, 0, 1)
    use(either, plain(lambda made: made.input("fragment.color.primary")))
    assert shows(255, 255, 0, 255)
    either.shaders.current = None
    assert shows(255, 255, 0, 255)


def test_uniforms_are_rows_of_the_default_block(either):
    """Another value is no other kernel, and keeps small draws together."""
    made = fragment()
    total = made.make("ADD", made.uniform(2), made.uniform(3))
    made.emit("ADD", made.output("result.color", 0), total, made.uniform(0))
    found = use(either, vertex().program(), made.program(), rows=4)
    set_uniform(found, 0, 0, 0, 0, 1)
    set_uniform(found, 2, 0.2, 0, 0, 0)
    triangle()
    draws, state = either.batch.draws, either.plan.now.vertex_state
    set_uniform(found, 3, 0, 0.4, 0, 0)
    triangle()
    assert draws is not None and either.batch.draws is draws
    assert either.plan.now.vertex_state is state
    assert pixels()[0, 0].tolist() == [51, 102, 0, 255]


def test_uniforms_change_between_small_draws(either):
    """On the short path, where nothing else is looked at; with other changes between."""
    made, moved = vertex(), fragment()
    position = made.instructions.pop().sources[0]
    made.emit("ADD", made.output("result.position"), position, made.uniform(1))
    moved.move(moved.output("result.color"), moved.uniform(0))
    found = use(either, made.program(), moved.program(), rows=2)
    wanted = []
    for number in range(8):
        set_uniform(found, 1, number / 4, 0, 0, 0)
        if number != 3:
            set_uniform(found, 0, number / 15, 0, 0, 1)
        if number == 5:
            glColorMask(True, True, False, True)
        if number == 6:
            set_uniform(found, 0, 0.4, 1, 1, 1)
        glBegin(GL_TRIANGLES)
        for x, y in ((-1, -1), (3, -1), (-1, 3)):
            glVertex2f(x, y)
        glEnd()
        wanted.append([(17 * number, 34)[number == 3], 0, 0, 255])
    wanted[6] = [102, 255, 0, 255]
    assert pixels()[0].tolist() == wanted


def texture(unit, color, target=GL_TEXTURE_2D):
    glActiveTexture(GL_TEXTURE0 + unit)
    glBindTexture(target, glGenTextures(1))
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    texels = np.array([color] * 4, np.float32)
    glTexImage2D(target, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_FLOAT, texels)


def sampling(*targets):
    """A fragment program that adds samples of slots."""
    made = fragment()
    total = made.constant(0.0)
    for slot, target in enumerate(targets):
        operand = TextureOperand(slot, target)
        sample = made.make("TEX", made.constant(0.25, 0.25, 0.0, 0.0), texture=operand)
        total = made.make("ADD", total, sample)
    made.move(made.output("result.color", 0), total)
    slots = (SamplerSlot(f"s{n}", target, number=n) for n, target in enumerate(targets))
    return made.program(samplers=tuple(slots))


def test_samplers_have_the_units_of_the_program_object(either):
    texture(2, RED)
    texture(5, GREEN)
    program, types = sampling("2D", "2D"), (SAMPLERS["sampler2D"],) * 2
    uniforms = tuple(Uniform(f"s{n}", type, slot=n) for n, type in enumerate(types))
    found = use(either, vertex().program(), program, units=(2, 5), uniforms=uniforms)
    assert shows(255, 255, 0, 255)
    found.units.put(1, [2])
    assert shows(255, 0, 0, 255)  # both sample one unit
    found.units.put(0, [7])
    found.units.put(1, [5])
    assert shows(0, 255, 0, 255)  # a missing texture is (0, 0, 0, 1)
    key = either.plan.now.fragment
    found.units.put(0, [8])
    assert shows(0, 255, 0, 255)
    assert either.plan.now.fragment is key  # units do not shape code


def test_samplers_of_two_types_on_one_unit_are_refused(either):
    types = SAMPLERS["sampler2D"], SAMPLERS["samplerCube"]
    uniforms = tuple(Uniform(f"s{n}", type, slot=n) for n, type in enumerate(types))
    fields = {"units": (1, 1), "uniforms": uniforms}
    found = use(either, vertex().program(), sampling("2D", "CUBE"), **fields)
    with pytest.raises(GLError, match="unit 1 is that of s0, a sampler2D, and of s1, a samplerC"):
        square()
    found.units.put(1, [2])
    assert shows(0, 0, 0, 255)


def test_uniform_blocks_read_buffers_at_their_points(either):
    made = fragment()
    value = Source(File.BUFFER, 1, buffer=0)
    made.move(made.output("result.color", 0), value)
    program = made.program(buffers=(BufferBinding(0, 0, 4, True),))
    blocks = (UniformBlock("Colors", 64, (), frozenset(), binding=3),)
    found = use(either, vertex().program(), program, blocks=blocks)
    assert shows(0, 0, 0, 0)
    buffer = glGenBuffers(1)
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    data = np.zeros((16, 4), np.float32)
    data[1], data[9] = RED, GREEN
    glBufferData(GL_ARRAY_BUFFER, data.nbytes, data, GL_STATIC_DRAW)
    objects = either.buffers
    objects.indexed[GL_UNIFORM_BUFFER, 3] = Range(objects.objects[buffer])
    objects.indexed[GL_UNIFORM_BUFFER, 4] = Range(objects.objects[buffer], 128, 64)
    objects.indexed[GL_UNIFORM_BUFFER, 5] = Range(objects.objects[buffer], 128, 16)
    assert shows(255, 0, 0, 255)
    found.block_points.put(0, [4])
    assert shows(0, 255, 0, 255)
    found.block_points.put(0, [5])
    assert shows(0, 0, 0, 0)  # beyond the range
    data[9] = RED
    glBufferData(GL_ARRAY_BUFFER, data.nbytes, data, GL_STATIC_DRAW)
    found.block_points.put(0, [4])
    assert shows(255, 0, 0, 255)


def test_uniform_blocks_change_between_small_draws(either):
    """By another range, and by other contents, which draws in the batch do not see."""
    made, read = vertex(), fragment()
    position = made.instructions.pop().sources[0]
    moved = Source(File.BUFFER, 1, buffer=0)
    made.emit("ADD", made.output("result.position"), position, moved)
    read.move(read.output("result.color"), Source(File.BUFFER, 0, buffer=0))
    block = (BufferBinding(0, 0, 2, True),)
    programs = made.program(buffers=block), read.program(buffers=block)
    use(either, *programs, blocks=(UniformBlock("B", 32, (), frozenset()),))
    values = np.zeros((8, 16, 4), np.float32)  # 256 bytes each
    values[:, 0, 0], values[:, 0, 3], values[:, 1, 0] = np.arange(8) / 15, 1, np.arange(8) / 4
    whole, small = glGenBuffers(2)
    for buffer, data in ((whole, values), (small, values[0])):
        glBindBuffer(GL_UNIFORM_BUFFER, buffer)
        glBufferData(GL_UNIFORM_BUFFER, data.nbytes, data, GL_DYNAMIC_DRAW)
    wanted = np.zeros((8, 4), np.uint8)
    wanted[:, 0], wanted[:, 3] = np.arange(8) * 17, 255
    for way in ("range", "contents"):
        glClear(GL_COLOR_BUFFER_BIT)
        batches = set()
        if way == "contents":
            glBindBufferBase(GL_UNIFORM_BUFFER, 0, small)
        for number in range(8):
            if way == "range":
                glBindBufferRange(GL_UNIFORM_BUFFER, 0, whole, 256 * number, 32)
            else:
                glBufferSubData(GL_UNIFORM_BUFFER, 0, 32, values[number, :2])
            triangle()
            batches.add(id(either.batch.draws))
        assert len(batches) == 1
        assert (pixels()[0] == wanted).all()


@pytest.mark.parametrize("interpolation", ["smooth", "flat", "noperspective"])
def test_varyings(either, interpolation):
    """A varying that nothing writes is (0, 0, 0, 1)."""
    made = vertex()
    made.move(made.output("result.varying", 40), made.input("vertex.attrib", 3))
    read = fragment()
    both = read.make("ADD", read.input("fragment.varying", 40), read.input("fragment.varying", 41))
    read.move(read.output("result.color", 0), both)
    fields = {interpolation: frozenset(read.attributes)} if interpolation != "smooth" else {}
    use(either, made.program(), read.program(**fields))
    glBegin(GL_TRIANGLES)
    for (x, y, w), red in (((-1, -1, 1), 0), ((9, -3, 3), 1), ((-1, 3, 1), 0.5)):
        glVertexAttrib4f(3, red, 0, 0, 0)
        glVertex4f(x, y, 0, w)
    glEnd()
    found = pixels()
    assert (found[..., 1:] == [0, 0, 255]).all()
    reds = {"flat": 128, "smooth": 64, "noperspective": 124}
    assert found[0, 7, 0] == reds[interpolation]


def test_flat_integers_keep_their_bits(either):
    """Also those of signalling NaNs; they go to integer buffers as they are."""
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI_EXT, 8, 8)
    attachment = GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, either.framebuffers.renderbuffer.name
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, *attachment)
    made = vertex()
    made.move(made.output("result.varying", 0), made.input("vertex.attrib", 3), type=UNSIGNED)
    read = fragment()
    number = read.make("UADD", read.input("fragment.varying", 0), read.bits(1), type=UNSIGNED)
    read.move(read.output("result.color", 0), number, type=UNSIGNED)
    use(either, made.program(), read.program(flat=frozenset({Binding("fragment.varying", (0,))})))
    words = (0xFFFFFFFF, 0x7F800000, 0xFF800001, 5)
    glVertexAttribI4uiEXT(3, *words)
    square()
    found = np.asarray(glReadPixels(0, 0, 8, 8, GL_RGBA_INTEGER_EXT, GL_UNSIGNED_INT))
    assert (found.reshape(-1, 4) == [0, 0x7F800001, 0xFF800002, 6]).all()


@pytest.mark.parametrize("source", ["position", "clip vertex", "distance"])
def test_clip_planes(either, source):
    """GLSL 1.30, 7.1: planes cut gl_ClipVertex; without it gl_Position. They stay."""
    made = vertex()
    position = made.input("vertex.attrib", 0)
    if source == "clip vertex":
        negative = made.make("MUL", position, made.constant(-1.0, -1.0, -1.0, 1.0))
        made.move(made.output("result.clipvertex"), negative)
    if source == "distance":
        first = made.output("result.clip", 7, mask=(True, False, False, False))
        made.emit("SUB", first, made.constant(0.5), position)
    found = use(either, made.program(), plain(), rows=1)
    set_uniform(found, 0, *RED)
    glClipPlane(GL_CLIP_PLANE1, [1.0, 0, 0, 0])
    glEnable(GL_CLIP_DISTANCE7 if source == "distance" else GL_CLIP_PLANE1)
    glMatrixMode(GL_MODELVIEW)
    glScalef(-1, 1, 1)  # after the plane
    square()
    red = pixels()[..., 0] == 255
    first, end = {"position": (4, 8), "clip vertex": (0, 4), "distance": (0, 6)}[source]
    assert red[:, first:end].all() and red.sum() == 8 * (end - first)


def test_blending_with_a_second_source(either):
    """ARB_blend_func_extended; it draws to one colour buffer only."""
    made = fragment()
    made.move(made.output("result.color", 0), made.constant(0.8, 0.4, 0.2, 1.0))
    made.move(made.output("result.color.second", 0), made.constant(0.5, 0.25, 2.0, 0.5))
    use(either, vertex().program(), made.program())
    glEnable(GL_BLEND)
    glClearColor(0.4, 0.4, 0.4, 0.4)
    for factors, expected in (
        ((GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR), (153, 102, 51, 178)),
        ((GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA), (153, 102, 76, 179)),
    ):
        glClear(GL_COLOR_BUFFER_BIT)
        glBlendFunc(*factors)
        square()
        assert np.abs(pixels()[3, 3].astype(int) - expected).max() <= 1
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    for number in (GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1):
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)
        name = either.framebuffers.renderbuffer.name
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, number, GL_RENDERBUFFER, name)
    square()
    glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    with pytest.raises(GLError, match="draws to one colour buffer only"):
        square()


@pytest.mark.parametrize("interleaved", [True, False])
def test_transform_feedback(either, interleaved):
    """Varyings of any result; gl_SkipComponents leaves words as they are."""
    made = vertex()
    made.move(made.output("result.varying", 5), made.input("vertex.attrib", 3), type=UNSIGNED)
    position, own = Binding("result.position"), Binding("result.varying", (5,))
    varyings = [
        Varying("gl_Position", FLOAT, 1, ((position, 0), (position, 1))),
        Varying("own", FLOAT, 1, ((own, 1),)),
    ]
    if interleaved:
        varyings[1:1] = [Varying("gl_SkipComponents2", FLOAT, 1, (), skipped=2)]
    use(either, made.program(), plain(), varyings=tuple(varyings), interleaved=interleaved, rows=1)
    with pytest.raises(GLError, match="no buffer object is bound to index 0"):
        glBeginTransformFeedback(GL_TRIANGLES)
    buffers = glGenBuffers(2)
    for point, buffer in enumerate(buffers):
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, point, buffer)
        words = np.full(20, 7, np.uint32)
        glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, words.nbytes, words, GL_STATIC_READ)
    glVertexAttribI4uiEXT(3, 0, 0xFF800001, 0, 0)
    glBeginTransformFeedback(GL_TRIANGLES)
    triangle()
    triangle()  # no space
    glEndTransformFeedback()
    data = [either.buffers.objects[int(b)].data.view(np.uint32) for b in buffers]
    corners = np.array([(-1, -1), (3, -1), (-1, 3)], np.float32).view(np.uint32)
    if interleaved:
        expected = np.full((3, 5), 7, np.uint32)
        expected[:, :2], expected[:, 4] = corners, 0xFF800001
        assert (data[0][:15].reshape(3, 5) == expected).all() and (data[0][15:] == 7).all()
    else:
        assert (data[0][:12].reshape(6, 2) == np.tile(corners, (2, 1))).all()
        assert (data[1][:6] == 0xFF800001).all() and (data[1][6:] == 7).all()
    use(either, made.program(), plain(), rows=1)
    with pytest.raises(GLError, match="no varyings to record"):
        glBeginTransformFeedback(GL_TRIANGLES)


def test_geometry_programs(either):
    """Clip planes cut what they emit; they read varyings of each vertex."""
    before = vertex()
    before.move(before.output("result.varying", 1), before.input("vertex.attrib", 3))
    made = Made(Stage.GEOMETRY)
    for x, y in ((-1, -1), (3, -1), (-1, 3)):
        made.move(made.output("result.position"), made.constant(x, y, 0.0, 1.0))
        varying = replace(made.input("vertex.varying", 1), vertex=VertexNumber(0))
        made.move(made.output("result.varying", 9), varying)
        made.emit("EMIT", None)
    read = fragment()
    read.move(read.output("result.color", 0), read.input("fragment.varying", 9))
    primitives = Primitives("POINTS", "TRIANGLE_STRIP", 3)
    use(either, before.program(), made.program(primitives=primitives), read.program())
    glEnable(GL_CLIP_PLANE0)
    glClipPlane(GL_CLIP_PLANE0, [1.0, 0, 0, 0])
    glVertexAttrib4f(3, 0, 1, 1, 1)
    with pytest.raises(GLError, match="the geometry program takes POINTS"):
        glBegin(GL_LINES)
    glBegin(GL_POINTS)
    glVertex2f(5, 5)
    glEnd()
    found = pixels()
    assert (found[:, 4:] == [0, 255, 255, 255]).all() and not found[:, :4].any()


def test_other_results_of_fragments(either):
    """gl_FragColor is for all draw buffers; gl_FragDepth and the stencil reference are scalars."""
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    attachments = {GL_COLOR_ATTACHMENT0: GL_RGBA8, GL_COLOR_ATTACHMENT1: GL_RGBA8}
    attachments |= {GL_DEPTH_STENCIL_ATTACHMENT: GL_DEPTH24_STENCIL8}
    for attachment, format in attachments.items():
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, format, 8, 8)
        name = either.framebuffers.renderbuffer.name
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name)
    glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    made, first = fragment(), (True, False, False, False)
    made.move(made.output("result.color"), made.constant(*RED))
    made.move(made.output("result.depth", mask=first), made.constant(0.25))
    made.move(made.output("result.stencil", mask=first), made.bits(0x1A5), type=UNSIGNED)
    use(either, vertex().program(), made.program())
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_STENCIL_TEST)
    glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE)
    glDepthFunc(GL_ALWAYS)
    square()
    for buffer in (GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1):
        glReadBuffer(buffer)
        assert (pixels() == [255, 0, 0, 255]).all()
    depths = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT)
    assert np.allclose(depths, 0.25, atol=1e-6)
    assert set(bytes(glReadPixels(0, 0, 8, 8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE))) == {0xA5}


def test_images_bitmaps_and_raster_positions(either):
    """Their fragments go through the fragment shader; the vertex shader moves the position."""
    made = vertex()
    made.move(made.output("result.color.front.primary"), made.constant(*GREEN))
    read = fragment()
    color = read.input("fragment.color.primary")
    read.emit("ADD", read.output("result.color"), color, read.constant(0.0, 0.0, 1.0, 0.0))
    use(either, made.program(), read.program())
    glRasterPos2f(-1, -1)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == list(GREEN)
    glBitmap(8, 4, 0, 0, 0, 4, b"\xff\0\0\0" * 4)
    glDrawPixels(8, 4, GL_RGBA, GL_FLOAT, np.tile(np.array(RED, np.float32), (4, 8, 1)))
    found = pixels()
    assert (found[:4] == [0, 255, 255, 255]).all() and (found[4:] == [255, 0, 255, 255]).all()


def test_results_that_nothing_writes(either):
    """The second source is (0, 0, 0, 1); the colour of buffer 0 is for all buffers."""
    made = fragment()
    made.move(made.output("result.color", 0), made.constant(0.5, 0.5, 0.5, 0.5))
    use(either, vertex().program(), made.program())
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC1_COLOR, GL_ZERO)
    assert shows(0, 0, 0, 128)
    glDisable(GL_BLEND)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    for attachment in (GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1):
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)
        name = either.framebuffers.renderbuffer.name
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name)
    glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    square()
    glReadBuffer(GL_COLOR_ATTACHMENT1)
    assert (pixels() == 128).all()
    # ARB_blend_func_extended, "Errors": two buffers "if any draw buffer has" such a function.
    glBlendFunciARB(1, GL_SRC1_ALPHA, GL_ZERO)
    glEnablei(GL_BLEND, 1)
    with pytest.raises(GLError, match="second source"):
        glBegin(GL_POINTS)
    glDisablei(GL_BLEND, 1)
    square()


def test_numbers_of_other_types_are_bits(either):
    """A float attribute read as integers, an integer sampler of floats; ids after glBegin."""
    made, read = vertex(), fragment()
    made.move(made.output("result.varying", 0), made.input("vertex.attrib", 3), type=UNSIGNED)
    made.move(made.output("result.varying", 1), made.input("vertex.id"), type=UNSIGNED)
    bits = read.input("fragment.varying", 0)
    equal = read.make("USEQ", bits, read.bits(0x3F000000), type=UNSIGNED)
    half = read.make("AND", equal, read.bits(0x3F000000), type=UNSIGNED)
    sample = read.make("TEX", read.constant(0.25), texture=TextureOperand(0, "2D"), type=UNSIGNED)
    same = read.make("USEQ", sample, read.bits(0x3F800000), type=UNSIGNED)
    one = read.make("AND", same, read.bits(0x3F800000), type=UNSIGNED)
    number = read.make("U2F", read.input("fragment.varying", 1), type=UNSIGNED)
    mask = (True, False, False, False)
    read.move(read.output("result.color", 0), one)
    read.move(read.output("result.color", 0, mask=mask), half)
    mask = (False, True, False, False)
    scaled = replace(number, swizzle=(0, 0, 0, 0))
    read.emit("MUL", read.output("result.color", 0, mask=mask), scaled, read.constant(0.2))
    flat = frozenset(read.attributes)
    slots = (SamplerSlot("s", "2D", number=0),)
    texture(0, (0.0, 0.0, 1.0, 1.0))
    use(either, made.program(), read.program(flat=flat, samplers=slots), units=(0,))
    glVertexAttrib4f(3, 0.5, 0, 0, 0)
    for _ in range(2):
        triangle()
    assert (pixels() == [128, 102, 255, 255]).all()
