"""The draw plan: parts that a change of state makes a draw derive again, and the check of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.draw import plan
from softgl.tuning import limits

VERTEX = b"""!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
TEMP t;
DP4 t.x, mvp[0], vertex.position;
MOV t.yzw, vertex.position;
MOV result.position, t;
MOV result.color, program.env[1];
MOV result.texcoord[0], vertex.texcoord[0];
END"""
FRAGMENT = b"""!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[1], 2D;
MUL t, t, program.local[2];
MAD result.color, fragment.color, state.fog.color, t;
END"""
TARGETS = {GL_VERTEX_PROGRAM_ARB: VERTEX, GL_FRAGMENT_PROGRAM_ARB: FRAGMENT}


def load(target, text, name=None):
    name = glGenProgramsARB(1) if name is None else name
    glBindProgramARB(target, name)
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)
    return name


def draw():
    glDrawArrays(GL_TRIANGLES, 0, 3)


@pytest.fixture
def derived(monkeypatch, tuned):
    """A context with a drawn triangle, and the list of the parts that draws derive from now on."""
    found = []

    def counting(name, part):
        def derive(ctx, now):
            found.append(name)
            return part.derive(ctx, now)

        return replace(part, derive=derive)

    for table in ("PARTS", "ON_DEMAND"):
        counted = {name: counting(name, part) for name, part in getattr(plan, table).items()}
        monkeypatch.setattr(plan, table, counted)
    tuned(CHECKS_PLANS=False)
    Context(8, 8, machine="eager")
    for target, text in TARGETS.items():
        load(target, text)
    glActiveTexture(GL_TEXTURE1)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, b"\1\2\3\4")
    glVertexPointer(2, GL_FLOAT, 0, np.array([[-1, -1], [1, -1], [-1, 1]], np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    draw()
    # The parts for raster positions, clears, images and glBegin.
    others = {"ready", "clears", "rectangle", "blended"}
    assert set(found) == {*plan.PARTS, *plan.ON_DEMAND} - others
    found.clear()
    return found


def test_a_clear_derives_what_its_state_is_once(derived):
    """Each clear has the values of the moment, whatever the others had."""

    def cleared(x=0):
        glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        color = glReadPixels(x, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
        depth = glReadPixels(x, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT)
        stencil = glReadPixels(x, 0, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)
        return [*bytes(color), float(np.ravel(depth)[0]), *bytes(stencil)]

    assert cleared() == [0, 0, 0, 0, 1.0, 0]
    assert derived == ["clears"]
    glClearColor(0, 0, 0, 0)
    assert cleared() == [0, 0, 0, 0, 1.0, 0]
    assert derived == ["clears"]
    changes = [
        ((glClearColor, 1, 0, 1, 0), [255, 0, 255, 0, 1.0, 0]),
        ((glColorMask, True, True, False, True), [255, 0, 255, 0, 1.0, 0]),
        ((glClearColor, 0, 1, 0, 1), [0, 255, 255, 255, 1.0, 0]),
        ((glClearDepth, 0.0), [0, 255, 255, 255, 0.0, 0]),
        ((glDepthMask, False), [0, 255, 255, 255, 0.0, 0]),
        ((glClearDepth, 1.0), [0, 255, 255, 255, 0.0, 0]),
        ((glClearStencil, 0xFF), [0, 255, 255, 255, 0.0, 0xFF]),
        ((glStencilMask, 0x0F), [0, 255, 255, 255, 0.0, 0xFF]),
        ((glClearStencil, 0x20), [0, 255, 255, 255, 0.0, 0xF0]),
        ((glDrawBuffer, GL_NONE), [0, 255, 255, 255, 0.0, 0xF0]),
        ((glDrawBuffer, GL_BACK), [0, 255, 255, 255, 0.0, 0xF0]),
    ]
    for (function, *arguments), wanted in changes:
        derived.clear()
        function(*arguments)
        assert cleared() == wanted, function.__name__
        assert derived == ["clears"], function.__name__
    derived.clear()
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 0, 1, 1)
    glColorMask(True, True, True, True)
    assert cleared(1)[:4] == [0, 255, 0, 255] and cleared()[:4] == [0, 255, 255, 255]
    assert derived == ["clears"]


def test_a_draw_whose_state_did_not_change_derives_nothing(derived):
    draw()
    glDepthFunc(GL_LESS)  # as it was
    glDisable(GL_BLEND)
    glMatrixMode(GL_MODELVIEW)
    glClear(GL_COLOR_BUFFER_BIT)
    glClearColor(*[float(n) for n in (0, 0, 0, 0)])
    draw()
    assert derived == ["clears"]


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (
            lambda: glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, 1, 2, 3, 4),
            "fragment_parameters fragment_resources fragment_state",
        ),
        (
            lambda: glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, 1, 2, 3, 4),
            "vertex_parameters vertex_resources vertex_state",
        ),
        (lambda: glBlendColor(1, 0, 0, 0), "blend_color fragment tests fragment_state"),
        (lambda: glDepthMask(False), "fragment tests"),
        (lambda: glPolygonOffset(1, 1), "setup style batchable"),
        (lambda: glLineWidth(3), "style batchable"),
        # The fragment program reads other state of these groups.
        (lambda: glViewport(1, 1, 4, 4), "viewport fragment_parameters"),
        (lambda: glClearColor(1, 1, 1, 1), "blend_color fragment tests"),
        (lambda: glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1)), ""),  # no program reads buffers
        (lambda: glTexCoordPointer(2, GL_FLOAT, 0, np.zeros(6, np.float32)), "arrays"),
        (lambda: glHint(GL_FOG_HINT, GL_NICEST), ""),
        (lambda: glPixelZoom(2, 2), ""),
        (lambda: glEnable(GL_MAP1_VERTEX_3), ""),
        (
            lambda: glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST),
            "fragment_textures fragment_samplers fragment tests fragment_resources fragment_state",
        ),
        (
            lambda: glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 1.5),
            "fragment_textures fragment_samplers fragment_resources fragment_state",
        ),
        (
            lambda: glTexSubImage2D(
                GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"\4\3\2\1"
            ),
            "fragment_textures",
        ),
    ],
)
def test_a_change_is_derived_where_it_is_read(derived, change, parts):
    change()
    draw()
    assert set(derived) == set(parts.split())
    derived.clear()
    draw()
    assert derived == []


def test_what_comes_again_is_not_derived_again(derived, tuned):
    """Not even with many other states between, as long as they are no more than are kept."""
    tuned(MAX_CACHED_VALUES=3)
    factors = GL_ONE, GL_ZERO, GL_SRC_ALPHA
    glEnable(GL_BLEND)
    for factor in factors:
        glBlendFunc(factor, GL_ONE)
        draw()
    derived.clear()
    for factor in factors * 2:
        glBlendFunc(factor, GL_ONE)
        draw()
        assert set(derived) == {"fragment_state"}
        derived.clear()
    for factor in (GL_DST_COLOR, *factors):
        glBlendFunc(factor, GL_ONE)
        draw()
        assert "fragment" in derived
        derived.clear()


def test_fixed_function_of_textures_that_come_again_is_not_derived_again(derived, tuned):
    """The bound texture is not state of its unit: each has the program of its format."""
    tuned(UPDATES_UNIFORMS=False)  # draws would not ask for the plan
    for target in TARGETS:
        glDisable(target)
    glEnable(GL_TEXTURE_2D)
    for name, format_ in ((1, GL_RGBA), (2, GL_LUMINANCE)):
        glBindTexture(GL_TEXTURE_2D, name)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexImage2D(GL_TEXTURE_2D, 0, format_, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, b"\1\2\3\4")
    now, programs = current.context.plan.now, []
    for turn in range(3):
        for name in (1, 2):
            derived.clear()
            glBindTexture(GL_TEXTURE_2D, name)
            draw()
            programs.append(now.programs)
            assert ("programs" in derived) == (not turn) and "fragment_textures" in derived
    assert programs[2:] == programs[:2] * 2 and programs[0][1] is not programs[1][1]
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD)
    draw()
    assert now.programs[1] not in {each[1] for each in programs}


def test_zeros_of_either_sign_are_different_state(context):
    glVertexPointer(2, GL_FLOAT, 0, np.array([[-3, -1], [3, -1], [0, 5]], np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    for _ in range(2):
        for zero in (0.0, -0.0):
            glBlendColor(zero, 1, 1, 1)
            draw()
            assert str(context.plan.now.blend_color[0]) == str(zero)


def test_state_that_only_fixed_function_reads_is_not_read_by_programs(derived):
    glActiveTexture(GL_TEXTURE0)
    glEnable(GL_TEXTURE_2D)
    glEnable(GL_FOG)
    glLightfv(GL_LIGHT0, GL_POSITION, (1, 2, 3, 4))
    draw()
    assert not {"drawable", "programs"} & set(derived)
    derived.clear()
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glDisable(GL_FOG)
    draw()
    assert {"drawable", "programs"} < set(derived)
    derived.clear()
    glDisable(GL_TEXTURE_2D)
    draw()
    assert {"drawable", "programs"} < set(derived)


def picture(ctx):
    glClear(GL_COLOR_BUFFER_BIT)
    draw()
    return np.asarray(ctx.read_image()).copy()


def test_an_object_of_the_same_name_is_another_one(context):
    """Revisions come from one counter of the process, never one per object."""
    glVertexPointer(2, GL_FLOAT, 0, np.array([[-3, -1], [3, -1], [0, 5]], np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    pictures = []
    for color in ("1, 0, 0, 1", "0, 1, 0, 1"):
        text = f"!!ARBfp1.0 MOV result.color, {{ {color} }}; END".encode()
        assert load(GL_FRAGMENT_PROGRAM_ARB, text, 7) == 7
        pictures.append(picture(context)[4, 4].tolist())
        glDeleteProgramsARB(1, [7])
    assert pictures == [[255, 0, 0, 255], [0, 255, 0, 255]]


def test_contents_of_memory_are_read_by_every_draw(context, tuned):
    tuned(CHECKS_PLANS=False)
    array = np.array([[-3, -1], [3, -1], [0, 5]], np.float32)
    glVertexPointer(2, GL_FLOAT, 0, array)
    glEnableClientState(GL_VERTEX_ARRAY)
    before = picture(context)
    array[:] = 9
    assert (picture(context) != before).any()


def test_a_buffer_that_is_filled_anew_with_the_same_is_other_memory(context):
    """A later write goes to the new memory, not to that of the draw before."""
    text = b"""!!NVfp4.0
BUFFER4 b[] = { program.buffer[0] };
MOV result.color, b[0];
END"""
    load(GL_FRAGMENT_PROGRAM_ARB, text)
    glVertexPointer(2, GL_FLOAT, 0, np.array([[-3, -1], [3, -1], [0, 5]], np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    target = GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
    glBindBufferBaseNV(target, 0, glGenBuffers(1))
    for _ in range(2):
        glBufferData(target, 16, np.float32([1, 0, 0, 1]), GL_STATIC_DRAW)
        assert picture(context)[4, 4].tolist() == [255, 0, 0, 255]
    glBufferSubData(target, 0, 16, np.float32([0, 1, 0, 1]))
    assert picture(context)[4, 4].tolist() == [0, 255, 0, 255]


def test_the_check_finds_what_did_not_count(context):
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((3, 2), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnable(GL_DEPTH_TEST)
    draw()
    object.__setattr__(context.depth, "func", GL_GREATER)
    with pytest.raises(AssertionError, match="the part 'fragment' is stale"):
        draw()


def test_the_check_finds_reads_that_are_not_declared(context, monkeypatch):
    parts = plan.PARTS | {"setup": replace(plan.PARTS["setup"], reads="lighting")}
    with pytest.raises(AssertionError, match="'setup' reads polygon, but PARTS omits it"):
        plan.check(context, context.plan.updated(), parts)


def test_the_check_tells_groups_within_groups_apart(context):
    part = replace(plan.PARTS["vertex_parameters"], reads="programs.fragment")
    load(GL_VERTEX_PROGRAM_ARB, b"!!ARBvp1.0\nMOV result.position, program.env[0];\nEND")
    glEnable(GL_VERTEX_PROGRAM_ARB)
    with pytest.raises(AssertionError, match="'vertex_parameters' reads vertex, but PARTS"):
        plan.check(context, context.plan.updated(), plan.PARTS | {"vertex_parameters": part})


def test_the_suite_checks_every_draw():
    assert limits.CHECKS_PLANS
