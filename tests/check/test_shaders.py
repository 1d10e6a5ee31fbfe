"""`softgl check` of shaders in GLSL."""

import pytest

from softgl import cli
from softgl.check import check, find_programs
from softgl.check.codes import SelectionError

WRONG = """#version 330 core
#line 100
out vec4 color;
void main() {
    color = vec4(normalise(vec3(1.0)), 1.0);
    int x = 3000000000;
}
"""
REPORT = """\
sky.frag:5:18: error: the function 'normalise' is not declared
      color = vec4(normalise(vec3(1.0)), 1.0);
                   ^^^^^^^^^
sky.frag:6:13: warning: integer '3000000000' is -1294967296 as an int [W401 shader]
      int x = 3000000000;
              ^^^^^^^^^^
1 program checked, 1 error, 1 warning
"""
GOOD = "#version 330\nvoid main() { gl_Position = vec4(0); }\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder of its own: (exit status, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        return cli.main(["check", *arguments]), capsys.readouterr().err

    return run


def test_stages_by_names_of_files(run, tmp_path):
    (tmp_path / "sky.frag").write_text(WRONG)
    (tmp_path / "sky.VERT").write_text(GOOD)
    (tmp_path / "sky.glsl").write_text(GOOD)
    assert run("sky.frag") == (1, REPORT)
    assert run("sky.VERT") == (0, "1 program checked, no errors\n")
    status, text = run("sky.glsl")
    assert status == 1 and "the text is GLSL" in text and "--stage" in text
    assert run("--stage", "vertex", "sky.glsl")[0] == 0
    assert run("--stage", "fragment", "sky.glsl")[0] == 1


def test_folders(run, tmp_path):
    for name in ("a.vs", "b.gs", "c.fs"):
        (tmp_path / name).write_text(GOOD)
    (tmp_path / "other.fs").write_text("let x = 1\n")
    (tmp_path / "old.vert").write_text("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n")
    names = [path[2:] for path in find_programs(".", with_shaders=True)]
    assert names == ["a.vs", "b.gs", "c.fs", "old.vert"]
    assert run("old.vert") == (0, "1 program checked, no errors\n")
    assert [*find_programs(".")] == ["./old.vert"]


def test_options():
    found = check(WRONG, stage="fragment")
    assert [(one.code, one.line, one.severity) for one in found] == [
        ("E003", 5, "error"),
        ("W401", 6, "warning"),
    ]
    assert [one.code for one in check(WRONG, stage="fragment", ignore=["W4"])] == ["E003"]
    found = check(WRONG, stage="fragment", warnings_as_errors=True)
    assert [one.severity for one in found] == ["error", "error"]
    assert check("!!ARBfp1.0\nEND\n", stage="fragment", select=["E"]) == []
    with pytest.raises(SelectionError, match="compute"):
        check(GOOD, stage="compute")
