"""Pixel history: each cause of death, blending, and last values that are the picture's."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

import softgl
from softgl import cli, scene
from softgl.debug.frames.watch import watch_frame
from softgl.debug.history.pixel_history import PixelHistory, history
from softgl.debug.pictures import FramePicture, picture
from softgl.errors import UsageError
from softgl.gl import *

SIZE = 16
PIXEL = 5, 6
KIL = """!!ARBfp1.0
TEMP t; ADD t, fragment.color, -0.5; KIL t; MOV result.color, fragment.color; END"""


def rectangle(z=0.0, color=(0.2, 0.4, 0.6, 0.8), turned=False, size=1.0):
    """Draws a square about the middle of the window."""
    corners = [(-size, -size), (size, -size), (size, size), (-size, size)]
    glColor4f(*color)
    glBegin(GL_QUADS)
    for x, y in reversed(corners) if turned else corners:
        glVertex3f(x, y, z)
    glEnd()


def enable(capability, *calls):
    """Sets a state: capabilities and values."""

    def set_up():
        glEnable(capability)
        for function, *arguments in calls:
            function(*arguments)

    return set_up


def program():
    """A program that drops fragments of dark colours."""
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(KIL), KIL)


def depth_bounds():
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    glDepthBoundsEXT(0.0, 0.5)


def clip_plane():
    glEnable(GL_CLIP_PLANE0)
    glClipPlane(GL_CLIP_PLANE0, (0.0, 0.0, 0.0, -1.0))


HALF = np.tile(np.array([0x55] * 4, np.uint8), 32)  # every other column, from the second
# What is set -> what is said of the fragment at PIXEL.
DEATHS = {
    "scissor": (enable(GL_SCISSOR_TEST, (glScissor, 0, 0, 4, 4)), "scissor test"),
    "stipple": (enable(GL_POLYGON_STIPPLE, (glPolygonStipple, HALF & 0)), "polygon stipple"),
    "alpha": (
        enable(GL_ALPHA_TEST, (glAlphaFunc, GL_GREATER, 0.9)),
        "alpha test: 0.8 greater 0.9 is false",
    ),
    "stencil": (
        enable(GL_STENCIL_TEST, (glStencilFunc, GL_EQUAL, 3, 0xFF)),
        "stencil test: 3 equal 0 is false",
    ),
    "depth": (
        enable(GL_DEPTH_TEST, (glDepthFunc, GL_GREATER)),
        "depth test: greater is false",
    ),
    "depth bounds": (depth_bounds, "depth bounds test"),
    "KIL": (program, "KIL"),
    "culled": (enable(GL_CULL_FACE, (glFrontFace, GL_CW)), "culled: back facing"),
    "culled front": (
        enable(GL_CULL_FACE, (glCullFace, GL_FRONT)),
        "culled: front facing",
    ),
    "clip plane": (clip_plane, "clipped: clip plane 0"),
}


def drawn(set_up, draw=rectangle, machine="llvm", pixel=PIXEL, **options):
    """The history of a frame that clears, and draws with some state; and its context."""
    ctx = softgl.Context(SIZE, SIZE, machine=machine, threads=1, **options)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    with history(ctx, *pixel) as found:
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        set_up()
        draw()
    return found, ctx


def only_fragment(found):
    """The one fragment of the one event after the clear."""
    clear, event = found.events
    assert (clear.command, clear.number, event.number) == ("glClear", 0, 1)
    (fragment,) = event.fragments
    assert fragment.after == event.after
    return fragment


@pytest.mark.parametrize("name", DEATHS)
def test_every_cause_of_death_is_named(name):
    set_up, words = DEATHS[name]
    found, ctx = drawn(set_up, machine="eager")
    fragment = only_fragment(found)
    assert fragment.killed == words
    assert fragment.before == fragment.after
    assert fragment.primitive.number == 0
    assert sorted(fragment.primitive.vertices) == [0, 1, 2, 3]
    assert ctx.read_image().getpixel((PIXEL[0], SIZE - 1 - PIXEL[1])) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("z", "plane", "depth"),
    [
        (-1.5, "near plane", GL_NEGATIVE_ONE_TO_ONE),
        (1.5, "far plane", GL_NEGATIVE_ONE_TO_ONE),
        (-0.5, "near plane", GL_ZERO_TO_ONE),
        (1.5, "far plane", GL_ZERO_TO_ONE),
    ],
)
def test_what_the_near_and_the_far_plane_cut_off_is_listed(z, plane, depth):
    set_up = partial(glClipControl, GL_LOWER_LEFT, depth)
    found, _ = drawn(set_up, partial(rectangle, z), machine="eager")
    assert only_fragment(found).killed == f"clipped: {plane}"


def test_masks_are_said():
    def masks():
        glColorMask(True, False, True, False)
        glDepthMask(False)
        glEnable(GL_STENCIL_TEST)
        glStencilMask(0x0F)

    fragment = only_fragment(drawn(masks, machine="eager")[0])
    assert not fragment.killed
    assert fragment.masked == ("color0.ga", "depth", "stencil bits 0xf0")
    assert fragment.after.colors[0].tolist() == [[51, 0, 153, 0]]
    assert fragment.after.depths == [1.0]


def test_blending_is_said_in_words_with_what_was_there_before_and_after():
    blend = enable(GL_BLEND, (glBlendFunc, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA))
    found, _ = drawn(blend, lambda: (rectangle(), rectangle(color=(1.0, 1.0, 1.0, 0.5))))
    first, second = (event.fragments[0] for event in found.events[1:])
    assert first.blend == ("source * source alpha + destination * (1 - source alpha)",)
    assert second.before == first.after
    assert second.colors == ((1.0, 1.0, 1.0, 0.5),)
    assert "  program: color0 (1, 1, 1, 0.5), depth 0.5" in second.lines()
    text = "\n".join(found.lines())
    assert "event 1: glBegin(GL_QUADS) ... glEnd()" in text


def test_logic_operations_and_constant_factors_are_said():
    logic = enable(GL_COLOR_LOGIC_OP, (glLogicOp, GL_XOR))
    assert only_fragment(drawn(logic, machine="eager")[0]).blend == ("logic operation xor",)
    constant = enable(
        GL_BLEND, (glBlendFuncSeparate, GL_CONSTANT_COLOR, GL_ZERO, GL_ONE, GL_DST_ALPHA)
    )
    fragment = only_fragment(drawn(constant, machine="eager")[0])
    words = "source * constant color + 0; alpha: source + destination * destination alpha"
    assert fragment.blend == (words,)


def test_fragments_of_a_draw_are_in_the_order_of_submission():
    def two():
        glColor4f(1.0, 0.0, 0.0, 1.0)
        glBegin(GL_TRIANGLES)
        for z in (0.5, -0.5, 0.0):
            for x, y in ((-3.0, -1.0), (3.0, -1.0), (0.0, 5.0)):
                glVertex3f(x, y, z)
        glEnd()

    found, _ = drawn(lambda: glDepthFunc(GL_LESS), two)
    fragments = found.events[1].fragments
    assert [one.primitive.number for one in fragments] == [0, 1, 2]
    assert [one.primitive.vertices for one in fragments] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert [one.killed for one in fragments] == ["", "", "depth test: less is false"]
    assert fragments[0].after == fragments[1].before


def test_vertices_have_the_numbers_of_the_application():
    def elements():
        places = np.array([(9, 9)] * 7 + [(-3, -1), (3, -1), (0, 5)], np.float32)
        glEnableClientState(GL_VERTEX_ARRAY)
        glVertexPointer(2, GL_FLOAT, 0, places)
        glDrawArrays(GL_TRIANGLES, 7, 3)
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, np.array([9, 7, 8], np.uint32))

    found, _ = drawn(lambda: None, elements)
    vertices = [event.fragments[0].primitive.vertices for event in found.events[1:]]
    assert vertices == [(7, 8, 9), (9, 7, 8)]


def test_images_bitmaps_and_copies_are_events_too():
    def pixels():
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        image = np.full((8, 8, 4), (0.0, 0.5, 1.0, 1.0), np.float32)
        glRasterPos2f(-1.0, -1.0)
        glDrawPixels(8, 8, GL_RGBA, GL_FLOAT, image)
        glBitmap(8, 8, 0, 0, 0, 0, np.full(8, 0xFF, np.uint8))
        glBitmap(8, 8, 0, 0, 0, 0, np.zeros(8, np.uint8))
        glCopyPixels(0, 0, 8, 8, GL_COLOR)
        glBlitFramebuffer(8, 8, 16, 16, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST)

    found, ctx = drawn(lambda: None, pixels)
    commands = [event.command for event in found.events]
    assert commands == ["glClear", "glDrawPixels", "glBitmap", "glCopyPixels", "glBlitFramebuffer"]
    for event in found.events[1:4]:
        (fragment,) = event.fragments
        assert fragment.primitive.kind == "image"
        assert fragment.after == event.after
    assert not found.events[-1].fragments
    assert found.events[-1].changed
    at = PIXEL[0], SIZE - 1 - PIXEL[1]
    assert tuple(found.events[-1].after.colors[0][0]) == ctx.read_image().getpixel(at)


def test_samples_are_told_apart():
    def wedge():
        glBegin(GL_TRIANGLES)
        for x, y in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0)):
            glVertex2f(x, y)
        glEnd()

    found, _ = drawn(lambda: None, wedge, pixel=(6, 6), samples=4)
    fragment = only_fragment(found)
    outcomes = dict(fragment.samples)
    assert outcomes.keys() == {"", "not covered"}
    assert sorted(outcomes[""] + outcomes["not covered"]) == [0, 1, 2, 3]
    changed = (fragment.before.colors[0] != fragment.after.colors[0]).any(axis=1)
    assert np.flatnonzero(changed).tolist() == outcomes[""]


def test_alpha_to_coverage_drops_samples():
    coverage = enable(GL_SAMPLE_ALPHA_TO_COVERAGE)
    draw = partial(rectangle, color=(1.0, 1.0, 1.0, 0.5))
    outcomes = dict(only_fragment(drawn(coverage, draw, samples=4)[0]).samples)
    assert {words: len(numbers) for words, numbers in outcomes.items()} == {
        "": 2,
        "alpha to coverage": 2,
    }


def test_framebuffer_objects_with_several_buffers():
    ctx = softgl.Context(SIZE, SIZE, threads=1)
    name = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, name)
    for number in range(2):
        buffer = glGenRenderbuffers(1)
        glBindRenderbuffer(GL_RENDERBUFFER, buffer)
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F_ARB, 32, 32)
        point = GL_COLOR_ATTACHMENT0 + number
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, buffer)
    glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    glViewport(0, 0, 32, 32)
    with history(ctx, 20, 20, framebuffer=name) as found:
        rectangle()
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        rectangle()
    (event,) = found.events
    assert event.framebuffer == name
    assert len(event.fragments[0].colors) == 2
    assert found.elsewhere == {0: 1}
    for color in event.after.colors:
        assert color.tolist() == [[np.float32(c) for c in (0.2, 0.4, 0.6, 0.8)]]
    assert event.as_json()["after"]["color1"] == [0.2, 0.4, 0.6, 0.8]


def test_culled_shapes_beside_the_pixel_are_not_listed():
    def small():
        rectangle(size=0.1)

    found, _ = drawn(enable(GL_CULL_FACE, (glFrontFace, GL_CW)), small, pixel=(1, 1))
    assert [event.command for event in found.events] == ["glClear"]


CAPABILITIES = """BLEND DEPTH_TEST STENCIL_TEST ALPHA_TEST CULL_FACE SCISSOR_TEST POLYGON_STIPPLE
    LINE_SMOOTH POINT_SMOOTH POLYGON_SMOOTH LINE_STIPPLE COLOR_LOGIC_OP CLIP_PLANE0 POINT_SPRITE
    SAMPLE_ALPHA_TO_COVERAGE SAMPLE_COVERAGE DEPTH_CLAMP POLYGON_OFFSET_LINE""".split()
FUNCTIONS = [GL_LESS, GL_LEQUAL, GL_GREATER, GL_ALWAYS, GL_NOTEQUAL]
OPERATIONS = [GL_KEEP, GL_INCR, GL_INVERT, GL_REPLACE]
MODES = [GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_QUADS, GL_LINES, GL_POINTS, GL_POLYGON, GL_LINE_LOOP]


def random_draw(rng):
    """Draws ten vertices with random state."""

    def one(values):
        return int(rng.choice(values))

    for name in CAPABILITIES:
        (glEnable if rng.random() < 0.4 else glDisable)(getattr(softgl.gl, f"GL_{name}"))
    glDepthFunc(one(FUNCTIONS))
    glStencilFunc(one(FUNCTIONS), one(4), 3)
    glStencilOp(*(one(OPERATIONS) for _ in range(3)))
    glAlphaFunc(one(FUNCTIONS), float(rng.random()))
    glScissor(*rng.integers(0, 8, 2).tolist(), 9, 9)
    for face in (GL_FRONT, GL_BACK):
        glPolygonMode(face, one([GL_FILL, GL_LINE, GL_POINT]))
    glLineStipple(2, 0x5A33)
    glLineWidth(float(1 + 4 * rng.random()))
    glPointSize(float(1 + 8 * rng.random()))
    glClipPlane(GL_CLIP_PLANE0, rng.normal(size=4).tolist())
    glPolygonStipple(np.frombuffer(rng.bytes(128), np.uint8))
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_DST_ALPHA)
    glColorMask(*(bool(on) for on in rng.random(4) < 0.8))
    glBegin(one(MODES))
    for x, y, z, *color in rng.random((10, 7)).tolist():
        glColor4f(*color)
        glVertex3f(3.6 * x - 1.8, 3.6 * y - 1.8, 2.4 * z - 1.2)
    glEnd()


@pytest.mark.parametrize(("samples", "pixel"), [(0, (4, 4)), (0, (9, 11)), (4, (8, 8))])
def test_the_last_values_are_those_of_the_event_over_random_states(samples, pixel):
    seed = 20261123
    rng = np.random.default_rng(seed)
    print(f"seed {seed}")
    ctx = softgl.Context(SIZE, SIZE, machine="eager", samples=samples)
    with history(ctx, *pixel) as found:
        for _ in range(16):
            random_draw(rng)
    fragments = [one for event in found.events for one in event.fragments]
    assert len(fragments) > 15
    for event in found.events:
        # Nothing changes the pixel but fragments.
        assert event.fragments[0].before == event.before
        assert event.fragments[-1].after == event.after
    for one, other in pairwise(fragments):
        assert one.after == other.before
    for one in fragments:
        assert set(one.primitive.vertices) <= set(range(10))
        if one.killed and "stencil" not in one.killed and "depth test" not in one.killed:
            assert one.before == one.after


@pytest.mark.parametrize("name", ["teapot", "drawing"])
def test_the_history_of_a_scene_ends_with_its_picture(name):
    watcher = PixelHistory(40, 30, from_top=True)
    ctx = watch_frame(scene.load(name), watcher, 80, 60, threads=1)
    last = watcher.events[-1].after.colors[0]
    if len(last) == 1:
        assert tuple(last[0]) == ctx.read_image().getpixel((40, 30))
    assert all(e.fragments[-1].after == e.after for e in watcher.events if e.fragments)
    assert json.dumps(watcher.as_json(), allow_nan=False)


@pytest.mark.parametrize("pixel", [(16, 0), (0, 16), (-1, 0)])
def test_pixels_outside_are_refused(pixel):
    ctx = softgl.Context(SIZE, SIZE)
    with pytest.raises(UsageError, match="outside of 16x16"), history(ctx, *pixel):
        pass


@pytest.mark.parametrize("wrong", [None, "x", 1.5, (1, 2, 3), 2**40, ()])
def test_wrong_arguments_are_refused(wrong):
    ctx = softgl.Context(SIZE, SIZE)
    for name in ("x", "y", "framebuffer", "layer"):
        if (name, wrong) != ("framebuffer", None):
            with pytest.raises(UsageError), ctx.history(**({"x": 1, "y": 1} | {name: wrong})):
                pass
    for name in ("pixel", "vertex", "primitive"):
        with pytest.raises(UsageError):
            ctx.trace(**{name: wrong})
    for name in ("layer", "when"):
        if (name, wrong) not in (("when", None), ("when", "x")):
            with pytest.raises(UsageError):
                ctx.trace(vertex=1, **{name: wrong})
    with pytest.raises(UsageError):
        FramePicture(wrong)


def test_samples_that_pixels_do_not_have_are_refused():
    with softgl.Context(SIZE, SIZE, samples=2) as ctx, ctx.history(1, 1) as found:
        glRectf(-1, -1, 1, 1)
    assert found.lines(1) and found.as_json(1)
    for sample in (2, -1, "x"):
        with pytest.raises(UsageError, match="sample"):
            found.lines(sample)
        with pytest.raises(UsageError, match="sample"):
            found.as_json(sample)


def test_tools_within_others_draw_nothing_that_these_see():
    with softgl.Context(SIZE, SIZE, explain=True) as ctx:
        with ctx.trace(pixel=(1, 1)) as outer, ctx.trace(vertex=2) as inner, ctx.history(1, 1):
            glEnable(GL_CULL_FACE)
            glRectf(-1, -1, 1, 1)
        assert [one.stage for one in outer.executions] == ["vertex"] * 3 + ["fragment"]
        assert [one.number for one in inner.executions] == [2]
        for tool in (ctx.history(1, 1), picture("draw")):
            with ctx.history(2, 2), pytest.raises(UsageError, match="intercepted"), tool:
                pass


COMMANDS = {
    "--pixel 64,1": "pixel 64,1 is outside of 64x48 pixels",
    "--pixel 1": "--pixel '1' is not of the form X,Y, e.g. 160,120",
    "--pixel 1,1 --frame 100": "--frame '100' is not a whole number from 0 to 99",
    "--pixel 1,1 --sample 1": "sample 1: pixels have 1 sample",
}


@pytest.mark.parametrize("arguments", COMMANDS)
def test_wrong_usage_has_the_usage_a_reason_and_the_status_2(arguments, capsys):
    status = cli.main(["history", "teapot", "--size", "64x48", *arguments.split()])
    assert status == 2
    usage, reason = capsys.readouterr().err.splitlines()
    assert usage.startswith("usage: softgl history ")
    assert reason == f"softgl: {COMMANDS[arguments]}"


def test_the_command_prints_lines_and_json(capsys):
    given = ["history", "teapot", "--size", "64x48", "--pixel", "32,24"]
    assert cli.main(given) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["pixel 32,24", "event 0: glClear(GL_DEPTH_BUFFER_BIT)"]
    assert cli.main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["x"], found["y"], found["origin"]) == (32, 24, "upper left")
    assert [event["event"] for event in found["events"]][:2] == [0, 1]
    assert cli.main([*given, "--framebuffer", "9"]) == 0
    assert "nothing has been drawn to the pixel" in capsys.readouterr().out
    assert cli.main(["history", "no_scene", "--pixel", "1,1"]) == 1
