"""Long meshes in native code: the pictures of the eager machine, however threads share them."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest

from softgl import gl as gl_module
from softgl.gl import *
from softgl.gl import Context
from softgl.gl.api.current import current
from softgl.lanes.native_engine import LlvmEngine
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.draws import (
    mesh_kernels,
    mesh_memory,
    meshes,
    native_layout,
    native_stages,
    stages,
)
from softgl.pipeline.support.progress import listening

SIDE = 96
MODES = {
    "triangles": GL_TRIANGLES,
    "strip": GL_TRIANGLE_STRIP,
    "quads": GL_QUADS,
    "quad strip": GL_QUAD_STRIP,
}


@pytest.fixture
def noted(monkeypatch, tuned):
    """Meshes of some triangles are long ones. A list of (vertices drawn as a mesh, all of them)."""
    found, draw_mesh = [], meshes.draw_mesh

    def noting(engine, frame, call, *given):
        found.append((draw_mesh(engine, frame, call, *given), call.stream.total))
        return found[-1][0]

    mesh_kernels.mesh_history.cache_clear()
    native_layout.layout_of.cache_clear()
    monkeypatch.setattr(draw_stages, "draw_mesh", noting)
    tuned(MESH_PART_TRIANGLES=6, MESH_RETRY_DRAWS=0, MAX_FEW_TRIANGLES=-1)
    monkeypatch.setattr(mesh_memory, "usable_cpus", lambda: 16)
    tuned(MAX_BATCHED_VERTICES=-1)
    return found


@pytest.fixture
def drawn(noted, monkeypatch):
    """The same, and kernels are built when they are looked for."""
    monkeypatch.setattr(LlvmEngine, "has", lambda engine, key: True)
    return noted


@contextmanager
def view(machine, threads):
    before, frame = current.context, Context(SIDE, SIDE, machine=machine, threads=threads)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    yield frame
    if before is not None:
        before.make_current()


def pictures(draw, drawn, machines=(("eager", 1), ("llvm", 1), ("llvm", 2), ("llvm", 4))):
    """Color and depth of two draws one after the other, by each machine."""
    found = []
    for machine, threads in machines:
        with view(machine, threads):
            drawn.clear()
            draw()
            draw()
            color = glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE)
            depth = glReadPixels(0, 0, SIDE, SIDE, GL_DEPTH_COMPONENT, GL_FLOAT)
            found.append(bytes(color) + depth.tobytes())
    return found


def set_arrays(position, color):
    for name, values in (("Vertex", position), ("Color", color)):
        values = np.float32(values)
        getattr(gl_module, f"gl{name}Pointer")(values.shape[1], GL_FLOAT, 0, values)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)


def scattered(seed, count, size=0.2, reach=0.8):
    """Positions of vertices that lie close to those before, and colors: (count, 4) each."""
    print("seed", seed)
    rng = np.random.default_rng(seed)
    at = np.repeat(rng.uniform(-reach, reach, (-(-count // 3), 2)), 3, axis=0)[:count]
    place = at + rng.uniform(-size, size, (count, 2))
    w = rng.uniform(0.5, 2.0, (count, 1))
    position = np.hstack([place, rng.uniform(-0.9, 0.9, (count, 1)), np.ones((count, 1))]) * w
    return position, rng.uniform(0.1, 1.0, (count, 4))


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_modes_without_indices(mode, drawn):
    """Strips go on from part to part; left-over vertices at the end draw nothing."""
    position, color = scattered(5, 150)

    def draw():
        set_arrays(position, color)
        glDrawArrays(mode, 1, 149)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 50
    assert drawn == [(149, 149)] * 2


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_parts_of_any_length(mode, drawn, tuned):
    """Their borders never show, those of strips neither."""
    position, color = scattered(22, 150)

    def draw():
        set_arrays(position, color)
        glDrawArrays(mode, 0, 150)

    found = pictures(draw, drawn, (("eager", 1),))
    for triangles in (4, 14, 26, 1000):
        tuned(MESH_PART_TRIANGLES=triangles)
        found += pictures(draw, drawn, (("llvm", 1), ("llvm", 3)))
        assert drawn == [(150 if triangles < 1000 else 0, 150)] * 2
    assert found == found[:1] * 9 and len(set(found[0])) > 50


def mesh_indices(seed, triangles, vertices, reach=4):
    """Triangles of vertices that are not far from one another, on and on."""
    rng = np.random.default_rng(seed)
    start = np.arange(triangles) * (vertices - reach) // triangles
    return (start[:, None] + rng.integers(0, reach, (triangles, 3))).astype(np.uint32).reshape(-1)


LOOKS = {
    "plain": lambda: None,
    "culled": lambda: glEnable(GL_CULL_FACE),
    "scissor": lambda: (glEnable(GL_SCISSOR_TEST), glScissor(11, 23, 47, 35)),
    "viewport": lambda: glViewport(7, -20, 120, 77),
    "stippled": lambda: (
        glEnable(GL_POLYGON_STIPPLE),
        glPolygonStipple(np.arange(128).astype(np.uint8)),
    ),
    "fog": lambda: (glEnable(GL_FOG), glFogi(GL_FOG_MODE, GL_LINEAR)),
    "clip plane": lambda: (glEnable(GL_CLIP_PLANE0), glClipPlane(GL_CLIP_PLANE0, [1, 0.4, 0, 0])),
    "two sides": lambda: (glEnable(GL_LIGHTING), glEnable(GL_LIGHT0), glLightModeli(
        GL_LIGHT_MODEL_TWO_SIDE, 1)),
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_meshes_in_any_look(look, drawn):
    position, color = scattered(6, 300, 0.15)
    indices = mesh_indices(6, 150, 300)

    def draw():
        set_arrays(position, color)
        look()
        glDrawElements(GL_TRIANGLES, len(indices), GL_UNSIGNED_INT, indices)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 30
    assert all(done == total for done, total in drawn) and len(drawn) == 2


@pytest.mark.parametrize("reach", [0.8, 1.3, 4.0, 9.0])
@pytest.mark.parametrize("indexed", [False, True])
def test_parts_are_clipped(reach, indexed, drawn):
    """A few, or all: outside as a whole, or at a side or a corner of the view."""
    position, color = scattered(7, 300, 0.4 if reach > 1 else 0.1, reach)
    if reach > 1:
        position[::7, 3] *= -1
    else:
        position[::60, :2] *= 5
    indices = mesh_indices(7, 150, 300)

    def draw():
        set_arrays(position, color)
        if indexed:
            glDrawElements(GL_TRIANGLES, len(indices), GL_UNSIGNED_INT, indices)
        else:
            glDrawArrays(GL_TRIANGLES, 0, 300)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3
    assert len(set(first)) > 20
    assert any(done > 0 for done, _ in drawn)


def test_small_triangles_go_together(drawn, monkeypatch, tuned):
    """By another kernel, in parts where there are enough of them; and both in one draw."""
    tuned(MESH_PART_TRIANGLES=6000)
    position, color = scattered(8, 63_000, 0.04)
    position[40_000:] = scattered(9, 23_000, 0.1)[0]
    kinds = []
    array = meshes.Chain.work

    def noted(chain, place, most):
        what = array(chain, place, 1)
        kinds.append(int(chain.array(place, "kind")[0]))
        return what

    monkeypatch.setattr(meshes.Chain, "work", noted)

    def draw():
        set_arrays(position, color)
        glDrawArrays(GL_TRIANGLES, 0, 63_000)

    first, *others = pictures(draw, drawn, (("eager", 1), ("llvm", 1), ("llvm", 3)))
    assert others == [first] * 2 and set(kinds) == {0, 1}
    assert drawn == [(63_000, 63_000)] * 2


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2"])
def test_small_integers(dtype, drawn):
    """In arrays with other things, as in those of words; and 0 where there are none."""
    position, color = scattered(20, 150)
    kinds = {"u1": GL_UNSIGNED_BYTE, "i1": GL_BYTE, "u2": GL_UNSIGNED_SHORT, "i2": GL_SHORT}
    record = np.dtype([("at", np.float32, 4), ("color", dtype, 4), ("more", dtype, 4)])
    values = np.zeros(140, record)
    values["at"], values["color"] = position[:140], color[:140] * np.iinfo(dtype).max

    def draw():
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, values.nbytes, values, GL_STATIC_DRAW)
        glVertexPointer(4, GL_FLOAT, record.itemsize, None)
        glColorPointer(3, kinds[dtype], record.itemsize, 16)
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_COLOR_ARRAY)
        glDrawArrays(GL_TRIANGLES, 0, 150)
        glBindBuffer(GL_ARRAY_BUFFER, 0)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 30
    assert drawn == [(150, 150)] * 2


def test_elements_that_are_not_there(drawn):
    """They are 0 from the end of the buffer object on, as in other draws."""
    position, color = scattered(10, 90)
    indices = mesh_indices(10, 60, 120)

    def draw():
        set_arrays(position, color)
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        values = np.float32(np.hstack([position, color[:, :3]]))
        glBufferData(GL_ARRAY_BUFFER, values.nbytes, values, GL_STATIC_DRAW)
        glVertexPointer(4, GL_FLOAT, 28, None)
        glColorPointer(3, GL_FLOAT, 28, 16)
        glDrawElements(GL_TRIANGLES, len(indices), GL_UNSIGNED_INT, indices)
        glBindBuffer(GL_ARRAY_BUFFER, 0)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 30
    assert drawn == [(180, 180)] * 2


BYTES = np.arange(450, dtype=np.uint8).reshape(150, 3)
USUAL = {
    "outlines": lambda: glPolygonMode(GL_FRONT_AND_BACK, GL_LINE),
    "offset": lambda: (glEnable(GL_POLYGON_OFFSET_FILL), glPolygonOffset(1, 1)),
    "flat": lambda: glShadeModel(GL_FLAT),
    "doubles": lambda: glColorPointer(3, GL_DOUBLE, 0, np.full((150, 3), 0.7)),
    "bytes side by side": lambda: glColorPointer(3, GL_UNSIGNED_BYTE, 0, BYTES),
    "smooth": lambda: glEnable(GL_POLYGON_SMOOTH),
}


@pytest.mark.parametrize("state", USUAL.values(), ids=USUAL)
def test_what_goes_as_usual(state, drawn):
    """Draws that read more than corners, or convert attributes first, take the usual way."""
    position, color = scattered(11, 150)

    def draw():
        set_arrays(position, color)
        state()
        glDrawArrays(GL_TRIANGLES, 0, 150)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 10
    assert drawn == [(0, 150)] * 2


AROUND = [[-1.5, -1.2, 0, 1], [1.6, -1.1, 3, 1], [0.1, 1.7, -3, 1]]
"""A triangle that all sides of the view cut."""
WIDE = [[-1, -1, 0, 1], [1, -1, 0, 1], [0, 1, 0, 1]]
"""One on all tiles."""


def most(triangle):
    """Makes all but the first triangles equal to this one."""

    def change(position):
        position[60:] = np.tile(triangle, (80, 1))
        return np.arange(300)

    return change


# From positions, which may be changed, to indices.
GIVES_UP = {
    "most vertices in common": lambda _: np.random.default_rng(1).integers(0, 18, 300),
    "too many vertices": lambda _: np.tile([0, 1, 2, 3, 250, 251], 50),
    "large triangles": most(WIDE),
    "many corners": most(AROUND),
}


@pytest.mark.parametrize("change", GIVES_UP.values(), ids=GIVES_UP)
def test_the_rest_goes_as_usual(change, drawn, monkeypatch):
    """From a part on for which there is no room, or that has its vertices in common with others."""
    monkeypatch.setattr(native_stages.Capacities, "entries", property(lambda sizes: 20))
    position, color = scattered(12, 300, 0.05)
    indices = np.uint32(change(position))

    def draw():
        set_arrays(position, color)
        glDrawElements(GL_TRIANGLES, len(indices), GL_UNSIGNED_INT, indices)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 10
    assert all(done < total for done, total in drawn) and len(drawn) == 2


def test_clipped_vertices_without_room(drawn, monkeypatch):
    """The rest goes the usual way if clipped vertices would lie elsewhere."""
    stride = native_stages.padded(18) + native_stages.MAX_VECTOR_LANES
    monkeypatch.setattr(native_stages.Capacities, "stride", property(lambda sizes: stride))
    monkeypatch.setattr(native_stages.Capacities, "triangles", property(lambda sizes: 100))
    position, color = scattered(19, 300, 0.15)
    most(AROUND)(position)

    def draw():
        set_arrays(position, color)
        glDrawArrays(GL_TRIANGLES, 0, 300)

    first, *others = pictures(draw, drawn)
    assert others == [first] * 3 and len(set(first)) > 20
    assert all(0 < done < 300 for done, _ in drawn)


def test_what_has_come_to_nothing_rests(drawn, monkeypatch, tuned):
    """The next draws like it are not tried; and then one is."""
    tuned(MESH_RETRY_DRAWS=2)
    position, color = scattered(13, 60)
    indices = np.tile(np.uint32([0, 1, 59]), 20)
    tried, given = [], mesh_memory.Mesh.shared_arrays
    monkeypatch.setattr(
        mesh_memory.Mesh,
        "shared_arrays",
        lambda mesh, own: tried.append(len(drawn)) or given(mesh, own),
    )
    with view("llvm", 1):
        set_arrays(position, color)
        for _ in range(7):
            glDrawElements(GL_TRIANGLES, 60, GL_UNSIGNED_INT, indices)
    assert drawn == [(0, 60)] * 7 and tried == [0, 3, 6]


def test_kernels_are_built_as_usual(noted):
    """A draw whose kernels are still to be built goes as usual, and the next ones do not."""
    text = "!!ARBfp1.0\nMUL result.color, fragment.color, {0.123456, 0.9, 0.8, 1};\nEND"
    position, color = scattered(14, 60)
    with view("llvm", 2):
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, glGenProgramsARB(1))
        target, format_ = GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB
        glProgramStringARB(target, format_, len(text), text)
        glEnable(target)
        set_arrays(position, color)
        for _ in range(3):
            glDrawArrays(GL_TRIANGLES, 0, 60)
    assert noted == [(0, 60), (60, 60), (60, 60)]


@pytest.mark.parametrize("threads", [1, 2])
def test_how_far_it_is(threads, drawn):
    """Whoever listens hears of parts."""
    position, color = scattered(15, 180)
    told = []
    with view("llvm", threads), listening(lambda *given: told.append(given)):
        set_arrays(position, color)
        glDrawArrays(GL_TRIANGLES, 0, 180)
    assert drawn == [(180, 180)]
    assert (
        told and {total for _, total, _ in told} == {180} and {u for *_, u in told} == {"vertices"}
    )
    assert all(0 < done <= 180 for done, *_ in told) and max(told)[0] == 180


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_it_is_interrupted(threads, error, drawn, monkeypatch):
    """Whichever thread it is in: no part is drawn later, and the next draw is whole."""
    position, color = scattered(16, 300, 0.4, 1.3)
    projection, calls = stages.placed_in_window, []

    def interrupted(*given):
        calls.append(1)
        if len(calls) == 5:
            raise error
        return projection(*given)

    with view("llvm", threads) as frame:
        set_arrays(position, color)

        def picture():
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
            glDrawArrays(GL_TRIANGLES, 0, 300)
            return frame.read_image().tobytes()

        expected = picture()
        with monkeypatch.context() as patch:
            patch.setattr(stages, "placed_in_window", interrupted)
            with pytest.raises((error, GLError)):
                picture()
        before = frame.read_image().tobytes()
        assert picture() == expected and before != expected


def test_no_more_threads_than_cpus(drawn, monkeypatch):
    """More threads than CPUs would only displace each other."""
    position, color = scattered(21, 120)
    places, finish = [], meshes._MeshJob.finish
    monkeypatch.setattr(
        meshes._MeshJob, "finish", lambda job, n: places.append(n) or finish(job, n)
    )
    for cpus in (2, 8):
        monkeypatch.setattr(mesh_memory, "usable_cpus", lambda cpus=cpus: cpus)
        with view("llvm", 3):
            set_arrays(position, color)
            glDrawArrays(GL_TRIANGLES, 0, 120)
    assert places == [2, 3] and drawn == [(120, 120)] * 2


def test_samples_are_counted(drawn):
    """Samples of all chunks are counted, with any number of threads."""
    position, color = scattered(17, 240)
    counts = []
    for machine, threads in (("eager", 1), ("llvm", 1), ("llvm", 3)):
        with view(machine, threads):
            set_arrays(position, color)
            query = glGenQueries(1)
            glBeginQuery(GL_SAMPLES_PASSED, query)
            glDrawArrays(GL_TRIANGLES, 0, 240)
            glEndQuery(GL_SAMPLES_PASSED)
            counts.append(int(glGetQueryObjectuiv(query, GL_QUERY_RESULT)))
    assert counts[0] > 500 and counts == counts[:1] * 3 and drawn[1:] == [(240, 240)] * 2


def test_threads_of_a_draw_that_has_ended_touch_nothing(drawn, monkeypatch):
    """One that comes late finds its draw over, and leaves the memory to the next one."""
    position, color = scattered(18, 120)
    begun, begin = [], meshes._MeshJob._begin
    monkeypatch.setattr(
        meshes._MeshJob, "_begin", lambda job, number: begun.append(number) or begin(job, number)
    )
    monkeypatch.setattr(meshes._MeshJob, "finish", lambda job, threads: late(job))

    def late(job):
        job.take_spans()
        assert job.is_ended()
        begun.clear()
        job._take(0, {})

    with view("llvm", 1):
        set_arrays(position, color)
        glDrawArrays(GL_TRIANGLES, 0, 120)
    assert drawn == [(120, 120)] and not begun
