"""`softgl diff`: exit statuses, words, pictures, figures."""

import json

import numpy as np
import pytest

from softgl import cli
from softgl.image import load_png, save_png

GREY = np.full((4, 6, 4), 100, np.uint8)


@pytest.fixture
def diff(tmp_path, monkeypatch, capsys):
    """`diff(*arguments)` gives the status and the output; a.png and b.png are 3/255 apart."""
    monkeypatch.chdir(tmp_path)
    other = GREY.copy()
    other[0, :2, 1] += np.uint8(3)
    for name, image in (("a", GREY), ("b", other), ("small", GREY[:2])):
        save_png(f"{name}.png", image)

    def run(*arguments):
        status = cli.main(["diff", *arguments])
        return status, *capsys.readouterr()

    return run


def test_statuses_are_those_of_diff(diff):
    assert diff("a.png", "a.png") == (0, "", "")
    words = "a.png differs in 2 pixels of 24, by up to 3/255, rms 0.433; compared with b.png\n"
    assert diff("a.png", "b.png") == (1, words, "")
    assert diff("a.png", "small.png", "-o", "d.png")[:2] == (
        1, "a.png is 6x4, small.png is 6x2\n"
    )  # fmt: skip
    assert load_png("d.png").shape == (4, 6, 4)


@pytest.mark.parametrize(
    ("allowed", "status"),
    [
        ("--fuzzy 3,2", 0),
        ("--fuzzy 2,2", 1),
        ("--fuzzy 3,1", 1),
        ("--rms 0.5", 0),
        ("--rms .4", 1),
        ("--fuzzy 3,9%", 0),
        ("--fuzzy 3,8.3%", 1),
        ("--ignore 0,0,2,1", 0),
        ("--ignore 1,0,9,9", 1),
        ("--ignore 0,0,1,1 --ignore 1,0,1,1", 0),
    ],
)
def test_tolerances(diff, allowed, status):
    assert diff("a.png", "b.png", *allowed.split())[0] == status


def test_pictures_and_figures(diff, tmp_path):
    status, words, _ = diff("a.png", "b.png", "--json", "-o", "d.png", "--report", "new/seen")
    assert status == 1
    figures = {"same": False, "sizes": ["6x4", "6x4"], "pixels": 2, "largest": 3}
    assert json.loads(words) == {**figures, "rms": pytest.approx(0.4330127)}
    assert load_png("d.png")[0, 0].tolist() == [0, 255, 0, 255]
    assert "differs in 2 pixels" in (tmp_path / "new" / "seen" / "index.html").read_text("utf-8")
    assert json.loads(diff("a.png", "small.png", "--json")[1])["sizes"] == ["6x4", "6x2"]
    assert json.loads(diff("a.png", "a.png", "--json")[1])["same"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("a.png none.png", "no such file: none.png"),
        ("a.png .", "cannot read .: Is a directory"),
        ("a.png text.png", "text.png is not a PNG file"),
        ("a.png b.png -o none/d.png", "cannot write none/d.png"),
        ("a.png b.png -o d.xyz", "must end in one of"),
        ("a.png b.png --report a.png", "cannot make the folder"),
        ("a.png b.png --fuzzy 2", "not of the form N,PIXELS"),
        ("a.png b.png --fuzzy 2,300%", "not of the form N,PIXELS"),
        ("a.png b.png --ignore 1,2,3", "not of the form X,Y,WIDTH,HEIGHT"),
        ("a.png b.png --rms 1e9", "not a number from 0"),
    ],
)
def test_trouble(diff, tmp_path, arguments, words):
    (tmp_path / "text.png").write_text("no picture")
    status, said, error = diff(*arguments.split())
    usage = error.startswith("usage: softgl diff A.png B.png [options]\n")
    assert usage == any(f" --{name} " in error for name in ("fuzzy", "rms", "ignore"))
    assert (status, said) == (2, "") and words in error and error.count("\n") == 1 + usage
