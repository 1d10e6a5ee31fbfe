"""The documents are true: programs run, commands exist, links lead somewhere."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from softgl import cli
from softgl.image import load_png

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language, documents=DOCUMENTS):
    """(where, text) of each code block in `language`."""
    return [
        (f"{path.name}:{text[: match.start()].count(chr(10)) + 1}", match[2])
        for path in documents
        for text in [path.read_text(encoding="utf-8")]
        for match in BLOCK.finditer(text)
        if match[1] == language
    ]


def commands():
    return [
        (where, line.partition("#")[0].strip())
        for where, text in blocks("sh")
        for line in text.splitlines()
        if line.strip()
    ]


def run(text, folder, monkeypatch):
    monkeypatch.chdir(folder)
    names = {"__name__": "example"}
    exec(compile(text, "example", "exec"), names)
    return names


TUTORIAL = ROOT / "docs/tutorial.md"
NOTEBOOK = ROOT / "docs/notebook.md"  # test_the_notebook_runs runs its cells
APART = [path for path in DOCUMENTS if path not in (TUTORIAL, NOTEBOOK)]


@pytest.mark.parametrize(("where", "text"), blocks("python", APART), ids=lambda value: value[:16])
def test_python_examples_run(where, text, tmp_path, monkeypatch):
    run(text, tmp_path, monkeypatch)


def test_the_tutorial_runs_from_beginning_to_end(tmp_path, monkeypatch):
    run("\n".join(text for _, text in blocks("python", [TUTORIAL])), tmp_path, monkeypatch)
    image = load_png(tmp_path / "picture.png")
    assert image[0, 0].tolist() == [26, 26, 38, 255]  # around it
    assert image[60, 80, 1] > image[60, 80, 0]  # tinted


def test_the_notebook_runs(tmp_path, monkeypatch):
    notebook = json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names = run("\n".join(cells), tmp_path, monkeypatch)
    assert names["ctx"]._repr_png_().startswith(b"\x89PNG")


def test_the_first_program_has_twenty_lines_and_draws_its_triangle(tmp_path, monkeypatch):
    first = next(text for _, text in blocks("python", [ROOT / "docs/api.md"]))
    assert sum(1 for line in first.splitlines() if line) == 20
    run(first, tmp_path, monkeypatch)
    image = load_png(tmp_path / "triangle.png")
    assert image.shape == (240, 320, 4)
    assert image[0, 0].tolist() == [26, 26, 38, 255]
    covered = (image[..., :3] != image[0, 0, :3]).any(axis=-1)
    assert np.count_nonzero(covered) == pytest.approx(320 * 240 * 0.8 * 0.8 / 2, rel=0.01)
    assert image[150, 160, :3].min() > 190  # brightest in the middle


def test_readme_has_exactly_two_set_up_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Set-up")[2].partition("\n## ")[0]
    found = [match[2].strip() for match in BLOCK.finditer(section)]
    assert len(found) == 2
    render, test = (command.split(" && ") for command in found)
    assert render[0].startswith("pip install ") and render[1].startswith("softgl render ")
    assert test[0].startswith("pip install -e ") and test[1] == "python -m pytest -n auto"


@pytest.mark.parametrize(("where", "line"), commands())
def test_commands_are_accepted(where, line):
    for command in line.split(" && "):
        words = shlex.split(command)
        if words[0] == "softgl":
            cli._parser().parse_args(words[1:])
        else:
            assert words[0] in ("pip", "python", "ruff"), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {"#" + re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if not target.startswith("http"):
            assert target in anchors or (document.parent / target.partition("#")[0]).is_file(), (
                target
            )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_of_softgl_that_are_named_are_there(document):
    named = re.findall(r"`(softgl/[\w/.*]+)`", document.read_text("utf-8"))
    assert not [name for name in named if not any(ROOT.glob(name.rstrip("/")))]


def test_files_of_the_map_are_there():
    """Files without a folder lie in that of the row's latest file with one."""
    text = (ROOT / "docs" / "architecture" / "map.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\| (.+) \|$", text, re.M)
    named = 0
    for row in rows:
        folder = None
        for name in re.findall(r"`([\w/]+\.py|softgl/[\w/]+/)`", row):
            if name.startswith("softgl/"):
                folder = (ROOT / name).parent
            path = ROOT / name if name.startswith("softgl/") else folder / name
            assert path.exists(), name
            named += 1
    assert named > 150


def test_readme_answers_what_people_ask_first():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for word in ("headless", "CI", "screenshots", "OSMesa", "reproducible", "software OpenGL"):
        assert word in text.partition("## ")[0], word
    for word in ("llvmpipe", "open a window", "licence", "Linux", "Windows", "| I want to ... |"):
        assert word in text, word
    assert max(line.count("](docs/") for line in text.splitlines()) <= 3
