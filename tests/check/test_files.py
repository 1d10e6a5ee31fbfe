"""`softgl check`: its files, its messages, and files of any content."""

from __future__ import annotations

import io
import os
import random
import sys

import pytest

from softgl import cli
from softgl.asm.recovery import MAX_ERRORS
from softgl.check import MAX_PROGRAM_BYTES, check_files, find_programs

GOOD = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
WRONG = "!!ARBfp1.0\r\nTEMP t;\r\n\tMOV result.color, colour; # brighter\r\nEND\r\n"
LENIENT = "!!ARBfp1.0\nTEMP t;\nRCP t, fragment.position;\nMUL result.color, t, 0x10;\nEND\n} rest"
REPORT = """\
wrong.fp:3:20: error: 'colour' is not declared
   MOV result.color, colour; # brighter
                     ^^^^^^
  expected an attribute, a program parameter, a temporary or a constant
"""


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one, with some programs."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good.vp", GOOD), ("wrong.fp", WRONG), ("lenient.fp", LENIENT)):
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


@pytest.fixture
def check(capsys):
    """Runs the command: (exit status, its standard error)."""

    def run(*arguments):
        status = cli.main(["check", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert out == "" and "Traceback" not in err
        return status, err

    return run


def test_a_correct_program(check):
    assert check("good.vp") == (0, "1 program checked, no errors\n")


def test_an_error_looks_like_a_compilers(check):
    assert check("wrong.fp") == (1, REPORT + "1 program checked, 1 error\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_program_of_a_file_is_checked(check, inside, end):
    """As a vertex program and its fragment program stand in one file."""
    comment = "# the light\n!! glow\n#!!ARBfp1.0\n"
    for first, lines in ((GOOD + comment, 6), (GOOD.rstrip() + " ", 2), (WRONG, 4)):
        text = f"{first}{WRONG}".replace("\r\n", "\n").replace("\n", end)
        (inside / "two.vfp").write_bytes(text.encode())
        status, err = check("two.vfp")
        words = REPORT.replace("wrong.fp:3:", f"two.vfp:{lines + 3}:")
        wrong = REPORT.replace("wrong.fp", "two.vfp") if first == WRONG else ""
        count = "2 errors" if wrong else "1 error"
        assert (status, err) == (1, f"{wrong}{words}2 programs checked, {count}\n")
    texts = {
        "three.fp": GOOD + GOOD + GOOD,
        "tgsi.txt": "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n\n"
        "FRAG\nDCL OUT[0], COLOR\nMOV OUT[0].x, OUT[0]\nEND\n" + GOOD,
    }
    for name, text in texts.items():
        (inside / name).write_bytes(text.replace("\n", end).encode())
        assert check(name) == (0, "3 programs checked, no errors\n")


def test_every_file_is_checked(check):
    status, err = check("wrong.fp", "good.vp", "none.fp", "wrong.fp")
    assert status == 1
    assert err == (
        REPORT
        + "none.fp: error: No such file or directory\n"
        + REPORT
        + "4 programs checked, 3 errors\n"
    )


def test_strict_names_each_leniency(check):
    assert check("lenient.fp")[0] == 0
    status, err = check("--strict", "lenient.fp", "good.vp")
    lines = err.splitlines()
    assert status == 1
    places = [line.partition(": error: ")[0] for line in lines if ": error: " in line]
    assert places == ["lenient.fp:3:25", "lenient.fp:4:22", "lenient.fp:6:1"]
    assert all("(accepted without --strict)" in line for line in lines if ": error: " in line)
    assert lines[4:6] == ["  MUL result.color, t, 0x10;", "                       ^^^^"]
    assert lines[-1] == "2 programs checked, 3 errors"


def test_strict_reports_errors_too(check):
    assert check("--strict", "wrong.fp") == (1, REPORT + "1 program checked, 1 error\n")


def test_the_standard_input(check, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    status, err = check("-")
    assert status == 1
    assert err == REPORT.replace("wrong.fp", "<stdin>") + "1 program checked, 1 error\n"


def test_folders_are_searched(inside, check):
    below = inside / "b" / "c"
    below.mkdir(parents=True)
    (inside / ".git").mkdir()
    for name in ("b/c/one.prog", "b/named_anyhow", "b/UPPER.VP", ".git/hidden.fp", "b/.hidden.fp"):
        (inside / name).write_text(GOOD)
    (below / "notes.txt").write_text("no program")
    (below / "lost.fp").write_text("ARBfp1.0\nEND")
    (below / "empty").write_text("")
    (below / "two.tgsi").write_text("VERT\nEND")
    (below / "a.gp").write_text("VERT\nEND")
    (inside / "b" / "up").symlink_to(inside)
    found = [os.path.relpath(path, "b") for path in find_programs("b")]
    names = ("a.gp", "lost.fp", "one.prog", "two.tgsi")
    assert found == ["UPPER.VP", "named_anyhow", *(f"c/{name}" for name in names)]
    status, err = check("b")
    assert status == 1
    assert "b/c/lost.fp:1:1: error: the text does not begin with a known header" in err
    assert err.endswith("\n6 programs checked, 1 error\n")


def test_a_folder_without_programs(inside, check):
    (inside / "empty").mkdir()
    assert check("empty") == (
        1,
        "empty: error: no programs in this folder\nno programs checked, 1 error\n",
    )


@pytest.mark.parametrize("strict", [[], ["--strict"]])
@pytest.mark.parametrize("seed", range(12))
def test_garbage_is_some_errors(inside, check, seed, strict):
    source = random.Random(seed)
    data = source.randbytes(source.randrange(3000))
    header = b"!!NVfp4.0 " if seed % 2 else b""
    (inside / "garbage.fp").write_bytes(header + data)
    status, err = check("garbage.fp", *strict)
    assert status == 1
    assert err.startswith("garbage.fp:1:") and "1 program checked, " in err
    assert err.count(": error: ") <= MAX_ERRORS + 1
    assert max(map(len, err.splitlines())) <= 200
    assert all(c.isprintable() or c == "\n" for c in err)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ["  ", "  ^"]),
        ("!!ARBfp1.0", ["  !!ARBfp1.0", "            ^"]),
        ("!!ARBfp1.0\rTEMP é;\rEND", ["  TEMP é;", "       ^"]),
        ("!!ARBfp1.0 # \x1b[31m\nMOV \x00", ["  MOV  ", "      ^"]),
    ],
)
def test_the_line_is_shown(inside, check, text, shown):
    (inside / "a.fp").write_text(text, encoding="utf-8", newline="")
    assert check("a.fp")[1].splitlines()[1:3] == shown


def test_a_long_line_is_shown_around_the_place(inside, check):
    (inside / "a.fp").write_text(
        "!!ARBfp1.0 TEMP t;" + " MOV t, t;" * 500 + " MOV t, «;" + "x" * 500
    )
    line, caret = check("a.fp")[1].splitlines()[1:3]
    assert len(line) == 102
    assert line[caret.index("^")] == "«"


def test_what_cannot_be_read(inside, check):
    (inside / "large.fp").write_bytes(b"!!ARBfp1.0" + b" " * MAX_PROGRAM_BYTES)
    status, err = check("large.fp", "bad\0name.fp")
    assert status == 1
    assert "large.fp: error: larger than 16 MiB, not a program\n" in err
    assert "name.fp: error: embedded null byte\n" in err


def test_a_file_without_permission(check, monkeypatch):
    def denied(path, mode):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("softgl.files.open", denied, raising=False)
    assert check("good.vp") == (
        1,
        "good.vp: error: Permission denied\n1 program checked, 1 error\n",
    )
    assert check(".")[0] == 1  # found by its name


@pytest.mark.parametrize("arguments", [[], ["--lenient", "good.vp"]])
def test_wrong_usage_has_status_2(capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        cli.main(["check", *arguments])
    assert caught.value.code == 2
    assert "usage: softgl" in capsys.readouterr().err


def test_help_has_examples(capsys):
    with pytest.raises(SystemExit):
        cli.main(["check", "--help"])
    assert "softgl check --strict" in capsys.readouterr().out


VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.texcoord[1], 1;\nEND"
FRAGMENT = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[%d];\nEND"


def test_a_pair_of_programs(tmp_path):
    folder = tmp_path / "pairs"
    folder.mkdir()
    for name, text in (
        ("a.vp", VERTEX), ("a.fp", FRAGMENT % 3), ("b.vp", VERTEX), ("b.fp", FRAGMENT % 1),
        ("c.fp", FRAGMENT % 2),
    ):  # fmt: skip
        (folder / name).write_text(text)
    a, c, vertex = (str(folder / name) for name in ("a.fp", "c.fp", "a.vp"))
    for paths, expected in (([str(folder)], a), ([c, vertex], c), ([vertex, c], c)):
        [found] = check_files(paths).findings
        assert (found.code, found.path, found.line) == ("W109", expected, 2)
    assert found.message == "fragment.texcoord[2] is read, and a.vp never writes it"
    assert not check_files([a]).findings
    assert not check_files([vertex, c], ignore=["W109"]).findings
    assert check_files([vertex, c], warnings_as_errors=True).count("error") == 1


def test_a_pair_of_shaders(tmp_path):
    folder = tmp_path / "pairs"
    folder.mkdir()
    vertex, fragment = folder / "a.vert", folder / "a.frag"
    vertex.write_text("#version 120\nvarying vec3 o; void main() { gl_Position = gl_Vertex; }")
    fragment.write_text("#version 120\nvarying vec3 o; void main() { gl_FragColor = o.xyzz; }")
    [found] = check_files([str(folder)]).findings
    assert (found.code, found.path) == ("W402", str(fragment))
    assert found.message.startswith("does not link with a.vert: input `o` of fragment shader")
    assert not check_files([str(folder)], ignore=["W402"]).findings
    assert not check_files([str(fragment)]).findings
    vertex.write_text(vertex.read_text().replace("}", "o = vec3(1.0); }"))
    assert not check_files([str(folder)]).findings
    vertex.write_text("void main() { x; }")
    [found] = check_files([str(folder)]).findings
    assert found.code == "E003"
