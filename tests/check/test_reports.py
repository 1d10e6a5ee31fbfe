"""Reports: text, with colour on a terminal, JSON, SARIF."""

from __future__ import annotations

import json
import sys

import pytest

from softgl import cli
from softgl.check.codes import CODES

WRONG = "!!ARBfp1.0\nTEMP t;\nMUU t, 1, 2;\nMOV result.color, colour;\nEND\n"
SLOPPY = "!!ARBfp1.0\nTEMP t;\nMOV t.xyz, 1;\nMOV result.color, t;\nEND\n"


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b.fp").write_text(WRONG)
    (tmp_path / "c.fp").write_text(SLOPPY)


def test_text(capsys):
    assert cli.main(["check", "c.fp"]) == 0
    assert capsys.readouterr().err == (
        "c.fp:4:19: warning: t.w is read before anything writes it [W101 never-written]\n"
        "  MOV result.color, t;\n"
        "                    ^\n"
        "1 program checked, no errors, 1 warning\n"
    )
    assert cli.main(["check", "--warnings-as-errors", "c.fp"]) == 1
    assert cli.main(["check", "--warnings-as-errors", "--ignore", "W1", "c.fp"]) == 0


def test_json(capsys):
    assert cli.main(["check", "--format", "json", "*.fp", "none.fp"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(one["filename"], one["code"], one["severity"]) for one in found] == [
        ("a b.fp", "E003", "error"),
        ("a b.fp", "E003", "error"),
        ("c.fp", "W101", "warning"),
        ("none.fp", "E001", "error"),
    ]
    assert found[0]["location"] == {"row": 3, "column": 1}
    assert found[0]["end_location"] == {"row": 3, "column": 4}
    assert found[0]["hint"] == "did you mean 'MUL'?" and found[2]["expected"] is None


def test_sarif(capsys):
    assert cli.main(["check", "--format", "sarif", "-o", "out.sarif", "a b.fp", "c.fp"]) == 1
    assert capsys.readouterr().out == ""
    with open("out.sarif", encoding="utf-8") as file:
        log = json.load(file)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["E003", "W101"]
    assert all(rule["shortDescription"]["text"] for rule in rules)
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] in CODES
        (place,) = result["locations"]
        assert place["physicalLocation"]["artifactLocation"]["uri"] in ("a%20b.fp", "c.fp")
        region = place["physicalLocation"]["region"]
        assert region["startLine"] <= region["endLine"] and region["startColumn"] >= 1


def test_colour_on_a_terminal(monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main(["check", "a b.fp"]) == 1
    err = capsys.readouterr().err
    assert "\x1b[" in err and "did you mean" in err
    monkeypatch.setenv("NO_COLOR", "1")
    cli.main(["check", "c.fp"])
    assert "[W101 never-written]\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["--select", "W999"], ["--ignore", "nothing"], ["--language", "GLSL"]],
)
def test_wrong_usage(capsys, arguments):
    assert cli.main(["check", *arguments, "c.fp"]) == 2
    assert capsys.readouterr().err.startswith("softgl check: unknown ")


def test_patterns(capsys):
    assert cli.main(["check", "**/c*.fp"]) == 0
    assert cli.main(["check", "*.vp"]) == 1
    assert "*.vp: error: no file matches this pattern\n" in capsys.readouterr().err
