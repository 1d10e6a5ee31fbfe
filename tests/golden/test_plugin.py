"""The plug-in in projects of its own: names, folders, updates, messages, xdist."""

from pathlib import Path

import numpy as np
import pytest

import softgl.testing.fixture
import softgl.testing.report  # noqa: F401  (what projects load, they would load anew each time)
from softgl.image import load_png, save_png

ROOT = Path(__file__).parents[2]
TWO = """
import numpy as np
import pytest

RED, GREY = np.full((4, 6, 3), (255, 0, 0), np.uint8), np.full((4, 6), 100, np.uint8)

@pytest.mark.parametrize("shade", ["a", "b"])
def test_red(golden, shade):
    golden(RED)
    golden(RED)

def test_grey(golden):
    golden(GREY, "grey")
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """`project(*arguments)` runs pytest in a new project, in which tests/test_two.py stands."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # half of the time of a process
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    (pytester.path / "tests").mkdir()
    (pytester.path / "tests" / "test_two.py").write_text(TWO)

    def run(*arguments):
        plugins = ("softgl.testing.plugin", "xdist.plugin", "no:cacheprovider")
        return pytester.runpytest_inprocess(*(f"-p{name}" for name in plugins), *arguments)

    run.references = pytester.path / "tests" / "reference_images"
    run.output = pytester.path / "tests" / "golden_output"
    run.test = pytester.path / "tests" / "test_two.py"
    return run


def grey(by=0):
    return np.full((4, 6), 100 + by, np.uint8)


def test_a_new_project(project):
    done = project()
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(
        [
            ">       golden(RED)",
            "E * 2 golden images fail:",
            "E *test_two.py:9: no reference*",
        ]
    )
    done.stdout.no_fnmatch_line("*fixture.py*")
    done = project("--update-references")
    done.assert_outcomes(passed=3)
    done.stdout.fnmatch_lines(
        ["references: 5 added, 0 changed, 0 left", "*added tests/ref*grey.png"]
    )
    names = ["grey", "test_red-a", "test_red-a-2", "test_red-b", "test_red-b-2"]
    assert sorted(path.stem for path in project.references.iterdir()) == names
    save_png(project.references / "grey.png", grey(1))
    done = project("--update-references")
    done.stdout.fnmatch_lines(
        ["references: 0 added, 1 changed, 4 left", "  changed tests/reference_images/grey.png"]
    )
    assert project().ret == 0
    assert [path.name for path in project.output.iterdir()] == [".gitignore"]


def test_every_image_is_judged_and_named(project):
    project("--update-references")
    save_png(project.references / "grey.png", grey(1))
    save_png(project.references / "test_red-a-2.png", grey())
    (project.references / "test_red-b.png").unlink()
    done = project("-n", "2", "--golden-report", "seen")
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines_random(
        [
            "*grey differs in 24 pixels*by up to 1/255*",
            "*test_red-a-2 differs*",
            "*no reference*b.png*",
        ]
    )
    page = (project.test.parents[1] / "seen" / "index.html").read_text("utf-8")
    assert page.count("<section") == 3 and "tests: 3 failed; images: 3 failed, 2 passed" in page
    project("--golden-report", "seen", "--golden-report-all")
    page = (project.test.parents[1] / "seen" / "index.html").read_text("utf-8")
    assert page.count("<section") == 5 and "tests: 3 failed; images: 3 failed, 2 passed" in page


def test_names_that_are_shared(project):
    project.test.with_name("test_three.py").write_text(
        "from test_two import GREY\n"
        "def test_other(golden):\n    golden(GREY, 'Grey')\n"
        "def test_twice(golden):\n    golden(GREY, 'x')\n    golden(GREY, 'x')\n"
        "def test_wrong(golden):\n    golden(GREY, '../x')\n    golden(GREY, fuzzy=3)\n"
    )
    done = project("--update-references", "-p", "no:randomly", "--import-mode=prepend")
    done.assert_outcomes(passed=3, failed=3)
    done.stdout.fnmatch_lines_random(
        [
            "*'grey' is also the name of tests/test_three.py::test_other: give one a name",
            "*'x' is also the name of another picture of this test*",
            "*'../x' is not a legal picture name*",
            "*fuzzy must be (largest difference, pixels, reason)*",
        ]
    )
    assert not (project.references.parent / "x.png").exists()


def test_modules_with_a_test_of_one_name_have_folders_of_their_own(project):
    other = project.test.with_name("test_three.py")
    other.write_text(TWO.replace("RED)", "GREY)").replace("test_grey", "test_other"))
    project.test.with_name("test_four.py").write_text("def test_other():\n    golden = 1\n")
    project("--update-references", "tests/test_three.py").assert_outcomes(passed=3)
    names = {path.relative_to(project.references).as_posix()
             for path in project.references.rglob("*.png")}  # fmt: skip
    reds = {f"test_three/test_red-{name}.png" for name in ("a", "a-2", "b", "b-2")}
    assert names == {*reds, "grey.png"}
    other.write_text(other.read_text().partition("def test_other")[0])
    project("--update-references", "tests/test_two.py").assert_outcomes(passed=3)
    project("-n", "2").assert_outcomes(passed=6)


def test_an_update_can_fail(project):
    done = project("--update-references", "--fail-on-update")
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(["*AssertionError: grey: reference image added", "* 5 added, *"])
    project("--update-references", "--fail-on-update").assert_outcomes(passed=3)
    done = project("--fail-on-update")
    done.stderr.fnmatch_lines(["*--fail-on-update needs --update-references"])


def test_names_that_workers_share(project):
    """Each worker sees one of them only."""
    project.test.with_name("test_three.py").write_text(
        TWO.partition("@pytest")[0] + "def test_other(golden):\n    golden(GREY, 'grey')\n"
    )
    project("--update-references", "-k", "test_two")
    save_png(project.references / "grey.png", grey(1))  # both differ, too
    done = project("-n", "2", "--dist", "loadfile")
    assert done.ret == 1
    done.stdout.fnmatch_lines(["ERROR: *test_* and *test_* share *grey.png: give one a name"])


def test_unused_references(project):
    project("--update-references")
    assert project("--unused-references", "fail").ret == 0
    save_png(project.references / "left.png", grey())
    done = project("--unused-references", "list")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["unused references: 1", "  tests/reference_images/left.png"])
    done = project("--unused-references", "fail", "-n", "1")
    assert done.ret == 1
    done.stdout.fnmatch_lines(["ERROR: unused references: 1"])
    project.test.write_text(TWO + "    1 / 0\n")
    done = project("--unused-references", "fail", "-n", "1")
    done.stdout.fnmatch_lines(["unused references unknown: not every test*"])
    project.test.write_text(TWO)
    for selected in (["-k", "grey"], ["tests/test_two.py"], ["--maxfail=1", "--deselect=x"]):
        done = project("--unused-references", "fail", *selected)
        assert done.ret == 0
        done.stdout.fnmatch_lines_random(["*not *every test*"])


def test_folders_are_set(project):
    (project.test.parents[1] / "pytest.ini").write_text(
        "[pytest]\ngolden_references = ../refs\ngolden_output = {rootdir}/out\n"
    )
    project("--update-references", "-k", "grey")
    save_png(project.test.parents[1] / "refs" / "grey.png", grey(3))
    project("-k", "grey").assert_outcomes(failed=1, deselected=2)
    kept = project.test.parents[1] / "out" / "grey.expected.png"
    assert load_png(kept)[0, 0].tolist() == [103, 103, 103, 255]


def test_other_outcomes_stay_what_they_are(project):
    """Skips, expected failures, exceptions, and fixtures that judge when the test is over."""
    project.test.write_text(
        TWO.partition("@pytest")[0]
        + """
@pytest.mark.xfail(raises=AssertionError)
def test_expected(golden): golden(RED)
def test_skipped(golden):
    golden(RED)
    pytest.skip("late")
def test_broken(golden):
    golden(RED)
    1 / 0
@pytest.fixture
def late(golden):
    yield
    golden(RED)
def test_late(late): pass
"""
    )
    done = project()
    done.assert_outcomes(xfailed=1, skipped=1, failed=1, errors=1, passed=1)
    done.stdout.fnmatch_lines_random(["*ZeroDivisionError*", "*no reference*test_broken.png*"])


def test_wrong_use(project):
    done = project("--golden-report-all")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*--golden-report-all needs --golden-report DIR*"])
    project("--update-references")
    assert project("--golden-report", "tests/test_two.py").ret == 1


def test_the_plug_in_is_an_entry_point():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '[project.entry-points.pytest11]\n"softgl.testing.plugin" = ' in text
