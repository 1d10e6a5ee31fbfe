"""Frames that workers draw: the same bytes, whatever becomes of the workers."""

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
import trimesh

from softgl import render, scene, workers
from softgl.models import Camera, View

# A scene whose workers end once each, when they draw its third frame and no file says so yet.
FRAIL = """
import os
from softgl.gl import *

def draw(time, width, height):
    if time == 0.25 and WORKER and not os.path.exists(MARK):
        open(MARK, "w").close()
        os._exit(1)
    glClearColor(time, 1 - time, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
"""


@pytest.fixture
def frail(tmp_path):
    """The path of a scene that ends one of its workers."""
    mark = f"MARK = {str(tmp_path / 'mark')!r}\nWORKER = __import__('os').getpid() != {os.getpid()}"
    path = tmp_path / "frail.py"
    path.write_text(mark + FRAIL)
    return path


def drawn(what, executor=None, count=8, **options):
    pictures = render.frames(what, 4, 3, count, executor=executor, **options)
    return np.stack([np.asarray(picture) for picture in pictures])


def test_a_worker_that_ends_is_replaced(frail):
    wanted = scene.load(frail)
    expected = drawn(wanted)
    assert (drawn(wanted, workers.processes(2)) == expected).all()
    assert (frail.parent / "mark").exists()


def test_as_many_processes_as_windows_has(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with workers.processes(62)() as executor, pytest.raises(ValueError, match="max_workers"):
        assert executor._max_workers == 61
        ProcessPoolExecutor(62)
    monkeypatch.undo()
    with workers.processes(62)() as executor:
        assert executor._max_workers == 62


def test_an_executor_of_ones_own(tmp_path, frail):
    trimesh.creation.icosphere(1).export(tmp_path / "ball.ply")
    view = View(Camera(yaw=20, up="z"), (0.1, 0.2, 0.3, 0.5), wireframe=True)
    model = scene.load(tmp_path / "ball.ply", "studio", view)
    expected = drawn(model, machine="eager")
    with ThreadPoolExecutor(2) as threads:
        assert (drawn(model, threads, machine="eager") == expected).all()
        assert (drawn(model, threads, times=[0.5], machine="eager") == expected[4:5]).all()
        assert threads.submit(int, "3").result() == 3  # it is not shut down
    with (
        ProcessPoolExecutor(1) as broken,
        pytest.raises(scene.SceneError, match="frame 2: its worker has ended"),
    ):
        drawn(scene.load(frail), broken)


def test_what_a_scene_raises_in_a_worker_says_where(tmp_path):
    (tmp_path / "bad.py").write_text("def draw(time, width, height):\n    1 / (0.5 - time)\n")
    with pytest.raises(scene.SceneError, match=r"bad\.py, line 2: ZeroDivisionError"):
        drawn(scene.load(tmp_path / "bad.py"), workers.processes(1), count=4)


def test_scenes_that_workers_cannot_draw():
    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(scene.SceneError, match="no file that a worker could load"):
            drawn(scene.Scene("own", print, print), threads)
        with pytest.raises(scene.SceneError, match="draws each frame from the one before"):
            drawn(scene.load("fountain"), threads)


def test_a_cluster_draws_the_same_bytes_and_survives_its_workers(frail, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is missing")
    expected = drawn(scene.load(frail))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        found = drawn(scene.load(frail), workers.cluster(cluster.scheduler_address))
    assert (found == expected).all()
    assert (frail.parent / "mark").exists()
    monkeypatch.setattr(workers, "CONNECT_TIMEOUT", 1)
    with pytest.raises(scene.SceneError, match=r"no cluster answers at tcp://127\.0\.0\.1:1"):
        drawn(scene.load(frail), workers.cluster("tcp://127.0.0.1:1"))


# Draws for ever, which is said on the standard output.
ENDLESS = """
import os, time as clock

def draw(time, width, height):
    os.write(1, b"drawing\\n")
    clock.sleep(1000)
"""


@pytest.mark.parametrize("signal", ("terminate", "kill"))
def test_workers_end_with_the_process_that_started_them(tmp_path, signal):
    (tmp_path / "endless.py").write_text(ENDLESS)
    command = [sys.executable, "-m", "softgl", "render", "endless.py", "-o", "f_%d.png"]
    parent = subprocess.Popen(
        [*command, "--frames", "9", "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
    )  # fmt: skip
    for _ in range(2):
        assert parent.stdout.readline().strip() == b"drawing"
    getattr(parent, signal)()
    # The streams end when all workers have: they hold them too.
    _, said = parent.communicate(timeout=60)
    if os.name == "posix":
        assert parent.returncode == {"terminate": -15, "kill": -9}[signal]
    assert signal == "kill" or not said
    assert set(os.listdir(tmp_path)) - {"__pycache__"} == {"endless.py"}
