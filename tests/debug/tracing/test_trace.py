"""Traces: every instruction, with the values of the picture."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from softgl import Context, GLError, asm, render, scene
from softgl.cli import main
from softgl.debug.frames.find import find
from softgl.debug.frames.traces import trace_frame
from softgl.debug.tracing.execution import Wanted
from softgl.debug.tracing.trace import TraceError
from softgl.debug.tracing.when import When, WhenError
from softgl.errors import UsageError
from softgl.gl import *
from softgl.scene import Scene
from tests.reference.generator import random_program

FLOW = """!!NVfp4.0
TEMP R0, R1; PARAM three = { 3, 0, 0, 0 };
MOV R0, { 0, 0, 0, 1 };
REP three.x;
ADD R0.x, R0.x, 0.25;
SGT.CC R1.x, R0.x, 0.4;
IF GT.x;
CAL more;
ENDIF;
ENDREP;
MOV result.color, R0;
RET;
more:
ADD R0.y, R0.y, fragment.texcoord[0].x;
RET;
END
"""
NAN = """!!ARBfp1.0
TEMP t;
SUB t, fragment.texcoord[0], 0.5625;
RSQ t.w, t.x;
MUL t.w, t.w, 0;
MOV result.color, t.w;
END
"""
FINE = NAN.replace("MUL t.w, t.w, 0", "MIN t.w, t.w, 0")


@pytest.fixture(params=["eager", "llvm"])
def context(request):
    with Context(8, 8, machine=request.param) as made:
        yield made


def load(text):
    target = GL_FRAGMENT_PROGRAM_ARB
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def square():
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glTexCoord2f((x + 1) / 2, (y + 1) / 2)
        glVertex2f(x, y)
    glEnd()


def shown(trace):
    return trace.fragment.place["after"]["color_plane"]


def pixel_word(picture, x, y):
    return int.from_bytes(bytes(np.asarray(picture)[y, x].tolist()), "little")


def test_loops_and_subroutines_are_listed_round_by_round(context):
    load(FLOW)
    with context.trace(pixel=(5, 2)) as trace:
        square()
    (fragment,) = trace.of("fragment")
    steps = fragment.observer.steps
    added = [step for step in steps if step.text == "ADD R0.x, R0.x, 0.25"]
    assert [step.times for step in added] == [0, 1, 2]
    assert [float(step.results["x"]) for step in added] == [0.25, 0.5, 0.75]
    ifs = [step.note.split(",")[0] for step in steps if step.opcode == "IF"]
    assert ifs == ["not taken", "taken", "taken"]
    assert [step.flags for step in steps if step.opcode == "SGT"] == [
        {"x": "EQ"}, {"x": "GT"}, {"x": "GT"},
    ]  # fmt: skip
    assert shown(trace) == pixel_word(context.read_image(), 5, 5)
    corners = fragment.place["corners"]
    assert sum(corner["weight"] for corner in corners) == pytest.approx(1)
    assert {corner["window"] for corner in corners} <= {(0, 0), (8, 0), (0, 8), (8, 8)}
    assert len(trace.of("vertex")) == 3
    assert "round 2" in str(trace) and json.dumps(trace.as_json(), allow_nan=False)


def test_a_trace_changes_nothing_and_says_what_becomes_of_a_fragment(context):
    glEnable(GL_DEPTH_TEST)
    square()
    before, engine = np.asarray(context.read_image()), context.engine
    with context.trace(pixel=(1, 1)) as trace:
        square()
        load("!!ARBfp1.0\nKIL -fragment.texcoord[0];\nEND")
        square()
        glDisable(GL_FRAGMENT_PROGRAM_ARB)
        glEnable(GL_STENCIL_TEST)
        glStencilFunc(GL_EQUAL, 1, 255)
        square()
    assert [one.place["fate"] for one in trace.of("fragment")] == [
        "the depth test (less) fails", "killed by the program",
        "the stencil test fails",
    ]  # fmt: skip
    assert trace.of("fragment")[1].observer.steps[0].killed
    assert np.array_equal(before, context.read_image()) and context.engine is engine


def test_pixels_that_are_drawn_run_their_program(context):
    """glDrawPixels, glCopyPixels, glBitmap: as triangles, from the fragment program on."""
    glTexCoord4f(0.25, 0.5, 0, 1)
    glColor3f(1, 0.5, 0.25)
    glWindowPos2i(1, 1)
    load("""!!ARBfp1.0
        TEMP t;
        ADD t, fragment.texcoord[0], fragment.color;
        KIL t.x;
        MUL result.color, t, 0.5;
        END""")
    image = np.zeros((3, 5, 4), np.float32)
    image[1, 2] = 0.125, 0.25, 0.5, 1
    bits = np.uint8([0b01000000, 0, 0, 0, 0b01100000, 0, 0, 0, 0, 0, 0, 0])

    def drawings():
        glDrawPixels(5, 3, GL_RGBA, GL_FLOAT, image)
        glCopyPixels(0, 0, 3, 3, GL_COLOR)
        glBitmap(3, 3, 0, 0, 0, 0, bits)

    drawings()
    for pixel, count in (((3, 2), 3), ((3, 3), 2), ((0, 0), 0), ((5, 3), 1)):
        with context.trace(pixel=pixel) as trace:
            drawings()
        assert len(trace.of("fragment")) == count == len(trace.executions)
        if count:
            place = trace.fragment.place
            assert place["fate"] == "drawn" and "corners" not in place
            words = np.asarray(context.read_image())[7 - pixel[1], pixel[0]].view(np.uint32)[0]
            assert place["after"]["color_plane"] == words, (pixel, str(trace))
    step = trace.of("fragment")[0].observer.steps[0]
    assert step.line == 3 and [float(step.results[c]) for c in "xy"] == [0.25, 0.5]
    assert "vertices" not in str(trace) and json.dumps(trace.as_json(), allow_nan=False)


LAYERS = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 6;
INT TEMP n; TEMP c;
MOV.S n.x, 0;
REP.S 2;
I2F c.x, n.x;
MOV result.position, vertex[0].position; MOV result.color, c.x; MOV.S result.layer.x, n.x; EMIT;
MOV result.position, vertex[1].position; MOV result.color, c.x; MOV.S result.layer.x, n.x; EMIT;
MOV result.position, vertex[2].position; MOV result.color, c.x; MOV.S result.layer.x, n.x; EMIT;
ENDPRIM;
ADD.S n.x, n.x, 1;
ENDREP;
END"""


def test_a_pixel_of_a_layer(context):
    texture, framebuffer = glGenTextures(1), glGenFramebuffersEXT(1)
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, texture)
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, GL_RGBA8, 8, 8, 3, 0, GL_RGBA, GL_FLOAT, None)
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer)
    glFramebufferTextureEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, texture, 0)
    load("!!NVfp4.0\nMAD result.color, fragment.color, 0.5, 0.25;\nEND")
    glBindProgramARB(GL_GEOMETRY_PROGRAM_NV, glGenProgramsARB(1))
    glProgramStringARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, len(LAYERS), LAYERS)
    glEnable(GL_GEOMETRY_PROGRAM_NV)
    found = []
    for layer in range(3):
        with context.trace(pixel=(2, 2), layer=layer) as trace:
            glBegin(GL_TRIANGLES)
            for place in ((-1, -1), (3, -1), (-1, 3)):
                glVertex2f(*place)
            glEnd()
        found.append([one.place["color"][0] for one in trace.of("fragment")])
    assert found == [[[0.25] * 4], [[0.75] * 4], []]


def test_nan_of_drawn_pixels_is_found():
    def draw(time, width, height):
        load(NAN.replace("fragment.texcoord[0], 0.5625", "fragment.color, 0.5"))
        glWindowPos2i(2, 3)
        glDrawPixels(2, 1, GL_LUMINANCE, GL_FLOAT, np.float32([0.5, 0.75]))

    for machine in ("eager", "llvm"):
        findings = find(Scene("pixels", lambda: None, draw), "nan", 8, 8, machine=machine)
        (found,) = findings.found
        assert (found.places, found.count) == ([(2, 4)], 1)
        assert findings.trace.fragment.observer.steps[-1].opcode == "MUL"


def test_texels_weigh_one_together(context):
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    texels = np.arange(64, dtype=np.uint8).reshape(4, 4, 4)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    load("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND")
    with context.trace(pixel=(2, 3)) as trace:
        square()
    (read,) = trace.fragment.observer.steps[0].reads
    assert (read.unit, read.target, read.filter) == (0, "2D", "LINEAR")
    assert sum(texel.weight for texel in read.texels) == 1
    for texel in read.texels:
        x, y = texel.place
        assert [int(c) for c in texel.color] == texels[y, x].tolist()
    assert shown(trace) == pixel_word(context.read_image(), 2, 4)


CUBED = """!!NVfp4.0
TEMP d; MAD d, fragment.texcoord[0], {{ 1, 1, 0, 0 }}, {};
TEX result.color, d, texture[0], CUBE;
END"""


def test_texels_across_seams_and_around_corners(context):
    """Beyond an edge are the neighbour's, each where it is; in a corner the mean of three."""
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    glBindTexture(GL_TEXTURE_CUBE_MAP, glGenTextures(1))
    texels = np.arange(6 * 4 * 4 * 4, dtype=np.uint32).reshape(6, 4, 4, 4) * 7 % 251
    texels = texels.astype(np.uint8)
    for face in range(6):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        glTexImage2D(target, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[face])
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    # Pixel 1, 1 has 0.1875 in s and in t: over the edge of +Z to +X, and into the corner of both.
    for added, faces, means in (
        ("{ 0.75, -0.1, 1, 0 }", {0, 4}, 0),
        ("{ 0.75, 0.75, 1, 0 }", {0, 4}, 1),
    ):
        load(CUBED.format(added))
        with context.trace(pixel=(1, 1)) as trace:
            square()
        (read,) = trace.fragment.observer.steps[1].reads
        assert len(read.texels) == 4 and sum(texel.weight for texel in read.texels) == 1
        known = [texel for texel in read.texels if texel.place]
        assert len(known) == 4 - means
        assert faces <= {texel.place[2] for texel in known}
        for texel in known:
            x, y, face = texel.place
            assert [int(c) for c in texel.color] == texels[face, y, x].tolist()
        assert shown(trace) == pixel_word(context.read_image(), 1, 6)


GATHERS = """FRAG
DCL IN[0], TEXCOORD[0], LINEAR
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
IMM[0] UINT32 {1, 0, 0, 0}
0: TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D
1: END"""


def test_gathered_texels(context):
    """Four texels without weights, each where it is; of a border its colour."""
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    texels = np.arange(64, dtype=np.uint8).reshape(4, 4, 4)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)
    load(GATHERS)
    with context.trace(pixel=(0, 3)) as trace:
        square()
    step = trace.fragment.observer.steps[0]
    (read,) = step.reads
    assert (read.filter, {texel.weight for texel in read.texels}) == ("gather", {None})
    assert [texel.outside for texel in read.texels] == [True, False, True, False]
    inside = [texel for texel in read.texels if not texel.outside]
    assert [texel.place for texel in inside] == [(0, 1), (0, 2)]
    for texel in inside:
        x, y = texel.place
        assert [int(c) for c in texel.color] == texels[y, x].tolist()
    assert shown(trace) == pixel_word(context.read_image(), 0, 4)


def test_conditions_stop(context):
    load(FLOW)
    with context.trace(pixel=(5, 2), when="R0.x >= 0.5 and line == 5") as trace:
        square()
    last = trace.fragment.observer.steps[-1]
    assert (last.line, last.times) == (5, 1) and trace.fragment.observer.stopped
    with context.trace(pixel=(5, 2), when="CC.x is gt and not R0.y is zero") as trace:
        square()
    assert trace.fragment.observer.steps[-1].opcode == "ADD"


@pytest.mark.parametrize(
    ("text", "column"),
    [("R0.x is nano", 8), ("R0.x >", 6), ("(R0 < 1", 7), ("R0 ? 1", 3), ("", 0), ("1 < 2 3", 6)],
)
def test_wrong_conditions_are_refused_with_a_caret(text, column):
    with pytest.raises(WhenError) as refused:
        When(text)
    assert refused.value.span.start == column
    assert str(refused.value).splitlines()[-1].rstrip().endswith("^")


def planted(text=NAN):
    def draw(time, width, height):
        glClear(GL_COLOR_BUFFER_BIT)
        load(text)
        square()

    return Scene("planted", lambda: None, draw)


def test_nan_is_found_with_the_instruction_that_made_it():
    for machine in ("eager", "llvm"):
        findings = find(planted(), "nan", 8, 8, machine=machine)
        (found,) = findings.found
        assert (found.stage, found.draw, found.count) == ("fragment", 1, 8)
        assert found.places == [(4, y) for y in range(8)]
        last = findings.trace.fragment.observer.steps[-1]
        # The reciprocal of the root of zero is infinite, and its product with zero no number.
        assert (last.line, last.opcode) == (5, "MUL") and np.isnan(last.results["w"])
        assert json.dumps(findings.as_json(), allow_nan=False) and str(findings)
    assert not find(planted(FINE), "nan", 8, 8, machine="eager").found


def test_the_first_instruction_where_two_programs_part():
    wanted = Wanted(pixel=(1, 1), against=asm.parse(NAN.replace("0.5625", "0.25")))
    trace = trace_frame(planted(), wanted, 8, 8, machine="eager")
    first, other = trace.as_json()["executions"][-1]["parting"]
    assert first["line"] == other["line"] == 3
    wanted.against = asm.parse(NAN)
    trace = trace_frame(planted(), wanted, 8, 8, machine="eager")
    assert trace.as_json()["executions"][-1]["parting"] is None
    assert "give the same" in str(trace)


def test_pixels_of_scenes_have_the_traced_bits():
    seed = random.randrange(10**6)
    print("seed", seed)
    chosen = random.Random(seed)
    for name in ("languages", "sketch", "flipbook"):
        wanted = scene.load(name)
        picture = next(render.frames(wanted, 64, 48, 1))
        for _ in range(4):
            x, y = chosen.randrange(64), chosen.randrange(48)
            try:
                trace = trace_frame(wanted, Wanted(pixel=(x, y)), 64, 48)
            except TraceError:
                continue
            if not trace.framebuffer and trace.fragment.place["fate"] == "drawn":
                assert shown(trace) == pixel_word(picture, x, y), (name, x, y)


def test_vertices_and_primitives(context):
    for wish in ({"vertex": 2}, {"primitive": 1}):
        with context.trace(**wish) as trace:
            square()
        assert len(trace.of("vertex")) == (1 if "vertex" in wish else 3)
    with pytest.raises(UsageError):
        context.trace(pixel=(1, 1), vertex=2)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--pixel", "1"], 2),
        ([], 2),
        (["--pixel", "1,1", "--vertex", "2"], 2),
        (["--pixel", "1,1", "--when", "R0 is"], 2),
        (["--pixel", "1,1", "--against", "there_is_none.fp"], 1),
        (["--pixel", "99,1"], 1),
        (["--pixel", "1,1", "--draw", "99"], 1),
        (["--vertex", "1", "--layer", "1"], 2),
        (["--find", "nan", "--when", "line == 1"], 2),
    ],
)
def test_wrong_usage_of_the_command(arguments, status, capsys):
    command = ["trace", "languages", "--size", "16x16", "--machine", "eager", *arguments]
    assert main(command) == status
    first, *rest = capsys.readouterr().err.splitlines()
    if first.startswith("usage: softgl trace SCENE "):
        assert status == 2 and len(rest) == 1
        [first] = rest
    assert first.startswith("softgl: ")


def test_a_file_of_several_programs_to_compare_with(tmp_path, capsys):
    """The one of the stage that is traced."""
    vertex = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
    path = tmp_path / "two.vfp"
    arguments = ["trace", "languages", "--size", "16x16", "--machine", "eager", "--pixel", "8,8"]
    for texts, words in (
        ((vertex, "!!ARBfp1.0\nMOV result.color, 1;\nEND\n"), ""),
        ((vertex, vertex), "holds 2 programs, none of them fragment programs"),
    ):
        path.write_text("".join(texts))
        assert main([*arguments, "--against", str(path)]) == bool(words)
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_random_programs_leave_the_traced_results(machine):
    first = random.randrange(10**6)
    with Context(4, 4, machine=machine) as context:
        texture, framebuffer = glGenTextures(1), glGenFramebuffersEXT(1)
        glBindTexture(GL_TEXTURE_2D, texture)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 4, 4, 0, GL_RGBA, GL_FLOAT, None)
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer)
        place = GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT
        glFramebufferTexture2DEXT(*place, GL_TEXTURE_2D, texture, 0)
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
        for seed in range(first, first + (6 if machine == "eager" else 2)):
            language = ("ARBfp1.0", "NVfp4.0")[seed % 2]
            text = random_program(seed, language, derivatives=True)
            print(seed, text)
            load(text)
            glClear(GL_COLOR_BUFFER_BIT)
            with context.trace(pixel=(2, 1)) as trace:
                square()
            left = np.array(glReadPixels(2, 1, 1, 1, GL_RGBA, GL_FLOAT)).reshape(4)
            if trace.fragment.place["fate"] == "drawn":
                expected = np.array(trace.fragment.place["color"][0], np.float32)
                assert np.array_equal(left, expected, equal_nan=True)


GEOMETRY = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2;
MOV result.position, vertex[0].position; MOV result.color, vertex[1].color; EMIT;
MOV result.position, vertex[2].position; MOV result.color, vertex[2].color; EMIT; END"""


def mixture(rng, within=False):
    """One draw of any kind or, but for those within one, a list of some; with the state of now."""
    mode = rng.choice([GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_TRIANGLES, GL_QUADS, GL_POLYGON])
    first, count = rng.randrange(20), rng.randrange(12)
    numbers = np.array(rng.choices(range(40), k=count), np.uint8)
    pixels = np.array(rng.choices(range(256), k=64), np.uint8)
    glColor3ub(*rng.choices(range(256), k=3))

    def immediate():
        glBegin(mode)
        for number in numbers:
            glColor3ub(*rng.choices(range(256), k=3))
            glArrayElement(number)
        glEnd()

    def listed():
        glNewList(1, rng.choice([GL_COMPILE, GL_COMPILE_AND_EXECUTE]))
        try:
            for _ in range(3):
                mixture(rng, within=True)
        finally:
            glEndList()
        glCallList(1)

    draws = [
        lambda: glDrawArrays(mode, first, count),
        lambda: glDrawElements(mode, count, GL_UNSIGNED_BYTE, numbers),
        lambda: glRectf(*(rng.uniform(-1, 1) for _ in range(4))),
        lambda: glMultiDrawArrays(mode, [0, first], [count, 5], 2),
        lambda: glEvalMesh2(rng.choice([GL_POINT, GL_LINE, GL_FILL]), 0, 3, 0, 3),
        lambda: glBitmap(8, 8, 0, 0, rng.randrange(-2, 4), 3, pixels),
        lambda: glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels),
        immediate,
    ]
    (listed if not within and rng.random() < 0.4 else rng.choice(draws))()


def test_a_list_that_is_called_again(context):
    """Shapes of short draws are kept: a trace needs their vertices, too."""
    found = 0
    for seed in range(3):
        rng = np.random.default_rng(seed)
        glVertexPointer(2, GL_FLOAT, 0, rng.uniform(-1.1, 1.1, (60, 2)).astype(np.float32))
        glEnableClientState(GL_VERTEX_ARRAY)
        numbers = rng.integers(0, 60, 30).astype(np.uint8)
        for x, y in ((0, 3), (4, 4), (5, 2)):
            with context.trace(pixel=(x, y)) as trace:
                glNewList(1, GL_COMPILE_AND_EXECUTE)
                glDrawElements(GL_QUADS, 30, GL_UNSIGNED_BYTE, numbers)
                glDrawArrays(GL_LINE_STRIP, 28, 12)
                glEndList()
                glCallList(1)
            corners = [one.place["corners"] for one in trace.of("fragment")]
            half = len(corners) // 2
            assert corners[:half] == corners[half:]
            found += half
    assert found


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_traces_of_any_mixture_have_the_bits_of_the_picture(machine):
    seed = random.randrange(1 << 30)
    for part in range(12):
        rng = random.Random(seed + part)
        with Context(16, 16, machine=machine, threads=1) as context:
            vertices = np.random.default_rng(seed + part).uniform(-1.2, 1.2, (40, 2))
            glVertexPointer(2, GL_FLOAT, 0, vertices.astype(np.float32))
            glEnableClientState(GL_VERTEX_ARRAY)
            glMap2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, vertices[:6].astype(np.float32))
            glEnable(GL_MAP2_VERTEX_3)
            glRasterPos2f(rng.uniform(-1, 1), rng.uniform(-1, 1))
            if rng.random() < 0.5:
                glPolygonMode(GL_FRONT_AND_BACK, rng.choice([GL_POINT, GL_LINE]))
            if rng.random() < 0.3:
                glBindProgramARB(GL_GEOMETRY_PROGRAM_NV, 1)
                glProgramStringARB(
                    GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, len(GEOMETRY), GEOMETRY
                )
            x, y = rng.randrange(16), rng.randrange(16)
            with context.trace(pixel=(x, y)) as trace:
                for _ in range(5):
                    program = rng.random() < 0.2 and glIsProgramARB(1)
                    (glEnable if program else glDisable)(GL_GEOMETRY_PROGRAM_NV)
                    try:
                        mixture(rng)
                    except GLError as error:  # the geometry program takes triangles alone
                        assert program and "TRIANGLES" in str(error), f"seed {seed + part}"
            drawn = [each for each in trace.of("fragment") if each.place["fate"] == "drawn"]
            pixel = pixel_word(context.read_image(), x, 15 - y)
            found = shown(trace) if drawn else 0
            assert found == pixel, f"seed {seed + part}"
            assert str(trace) and json.dumps(trace.as_json(), allow_nan=False)


def test_fixed_function_has_a_text(context):
    """A program that is built from no text is traced by its disassembly."""
    glEnable(GL_LIGHTING)
    glEnable(GL_LIGHT0)
    with context.trace(vertex=0) as trace:
        glRectf(-1, -1, 1, 1)
    steps = {step.text: step for step in trace.executions[0].observer.steps}
    step = steps["DP3 dots.x, normal, to_light"]
    assert [text for text, _ in step.operands] == ["normal", "to_light"]
    execution = trace.as_json()["executions"][0]
    assert execution["source"].splitlines()[step.line - 1] == f"{step.text};"
