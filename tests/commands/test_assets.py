"""Files that come with softgl are found by their names, outside a checkout too."""

import pytest

from softgl import assets, check, cli, scene


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "kind", "inner"),
    [
        ("shaders", "shaders", ""),
        ("shaders/nvfp4/ceramic.fp", "shaders", "nvfp4/ceramic.fp"),
        ("nvfp4/ceramic.fp", "shaders", "nvfp4/ceramic.fp"),
        ("shaders/nvfp4/*.fp", "shaders", "nvfp4/*.fp"),
        ("scenes/teapot.py", "scenes", "teapot.py"),
    ],
)
def test_a_name_of_softgl(name, kind, inner):
    assert assets.path_of(name) == str(assets.folder(kind) / inner)


@pytest.mark.parametrize(
    "name", ["", "/", "nothing.fp", "shaders/../softgl", "scenes/\0", "docs", "no/*.fp"]
)
def test_other_names_stay(name):
    assert assets.path_of(name) == name


def test_a_file_of_the_user_comes_first(elsewhere):
    (elsewhere / "shaders").mkdir()
    assert assets.path_of("shaders") == "shaders"


def test_commands_take_these_names(capsys):
    assert cli.main(["check", "shaders/nvvp4", "nvfp4/ceramic.fp"]) == 0
    assert cli.main(["dump", "shaders/nvfp4/ceramic.fp"]) == 0
    assert cli.main(["translate", "shaders/nvfp4/ceramic.fp", "--to", "glsl330"]) == 0
    assert check.program_files("shaders/nvfp4/*.fp")[0]
    assert scene.load("scenes/floor.py").name == "floor"
