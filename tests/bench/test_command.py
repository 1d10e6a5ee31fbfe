"""`softgl bench` runs and prints its figures, which tests do not judge."""

import json

import pytest

from softgl import cli
from softgl.bench import command
from softgl.bench.frames import FIRST_FRAMES, FRAMES, ON_TWO_THREADS
from softgl.bench.growth import GROWTH
from softgl.bench.processes import PROCESSES, STATES
from softgl.bench.stages import HAND_OVER, STAGES

MAYBE = (float, type(None))
FIELDS = {
    **dict.fromkeys(("group", "name", "unit"), str),
    **dict.fromkeys(("first", "memory"), list),
    **dict.fromkeys(("beside", "ratio", "low", "high", "cpu", "step", "reach"), MAYBE),
    "count": int,
    "own": float,
    "met": (bool, type(None)),
}
MACHINE = """cpu cpus load system python softgl numpy llvmlite levels level lanes threads
    llvmpipe""".split()


@pytest.fixture
def bench(tmp_path, monkeypatch, capsys):
    """Runs it with these words: (its lines, the document that it writes)."""
    # What it sets for llvmpipe is taken back.
    for name in ("LP_NUM_THREADS", "LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER"):
        monkeypatch.setenv(name, "1")

    def run(*words):
        path = tmp_path / "figures.json"
        threads = ["--threads", "2", "--repeats", "1", "--small", "--json", str(path)]
        assert cli.main(["bench", *words, *threads]) == 0
        document = json.loads(path.read_text())
        assert set(MACHINE) == set(document["machine"]) and document["small"]
        return capsys.readouterr().out.splitlines(), document

    return run


def check_rows(lines, document, names, beside):
    rows = document["rows"]
    assert [row["name"] for row in rows] == names
    for row in rows:
        assert {name for name in FIELDS if isinstance(row[name], FIELDS[name])} == set(row)
        assert row["own"] > 0 and row["name"] in {line.partition(" ")[0] for line in lines}
        if beside:
            assert row["low"] <= row["ratio"] <= row["high"] and row["beside"] > 0


@pytest.mark.driver
def test_every_frame(mesa, bench):
    frames = [frame.name for frame in (*FRAMES, *ON_TWO_THREADS)]
    check_rows(*bench(*frames), frames, beside=True)


def test_growth(bench):
    names = [frame.name for frame in GROWTH["draws"][1]]
    lines, document = bench("--growth", "draws", "--alone")
    check_rows(lines, document, names, beside=False)
    assert [row["step"] is None for row in document["rows"]] == [True, False, False, False, False]


def test_processes(bench):
    names = [*(f"{FIRST_FRAMES[0].name}-{state}" for state in STATES), "import-gl"]
    check_rows(*bench(names[0], "import-gl", "--alone"), names, beside=False)


def test_stages(bench):
    lines, document = bench("--stages", "mesh-20k")
    assert document["frame"] == "mesh-20k"
    rows = document["stages"]
    assert (
        [row["stage"] for row in rows]
        == [*STAGES, "frame"]
        == [line.split()[0] for line in lines[1:]]
    )
    # Native code calls the kernels of so small a mesh, which nothing is handed over to.
    assert all(row["ms"] > 0 for row in rows if row["stage"] != HAND_OVER)
    assert sum(row["part"] for row in rows[:-1]) == pytest.approx(1)


def test_machine_info_and_list(capsys):
    assert cli.main(["bench", "--machine-info"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == MACHINE
    assert cli.main(["bench", "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert {f.name for f in FRAMES} | {p.name for p in PROCESSES} < set(listed)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["gogo", "--alone"], "no benchmark matches gogo"),
        (["--stages", "gogo"], "unknown frame 'gogo'"),
        (["--growth", "clear"], "no benchmark matches clear"),
        (["--repeats", "0"], "--repeats '0' is not a whole number"),
        (["--json", "none/a.json"], "cannot write none/a.json: no such folder: none"),
    ],
)
def test_refused(capsys, words, reason):
    assert cli.main(["bench", *words]) == (2 if reason.startswith("--") else 1)
    written = capsys.readouterr()
    usage = "usage: softgl bench [FRAME ...] [options]\n" * reason.startswith("--")
    assert written.out == "" and written.err.startswith(f"{usage}softgl: {reason}")


def test_without_llvmpipe(monkeypatch, capsys):
    monkeypatch.setattr(command, "description", lambda: None)
    assert cli.main(["bench", "clear"]) == 1
    assert capsys.readouterr().err.startswith("softgl: llvmpipe not found")
