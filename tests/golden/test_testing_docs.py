"""docs/testing.md: a new project gets its first golden test as it says, word by word."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "testing.md").read_text("utf-8")
FIRST = TEXT.partition("## The first test")[2].partition("\n## ")[0]


def fenced(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", FIRST, re.MULTILINE | re.DOTALL)


def test_the_first_golden_test(tmp_path):
    """Fails, is updated, passes, fails for a change, which the report shows."""
    test = tmp_path / "tests" / "test_sunset.py"
    test.parent.mkdir()
    [source] = fenced("python")
    test.write_text(source)
    update, report = (shlex.split(command)[3:] for command in fenced("sh"))
    # A checkout that is not installed has no entry point.
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTEST_ADDOPTS": "-p softgl.testing.plugin",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # half of the time of a process
    }
    environment["SOFTGL_CACHE"] = str(tmp_path / "kernels")
    environment.pop("PYTEST_XDIST_WORKER", None)

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout

    assert run()[0] == 1
    assert (tmp_path / "tests" / "golden_output" / "test_sunset.actual.png").is_file()
    summary, failure = fenced("text")
    status, said = run(*update)
    assert status == 0 and summary in said
    assert (tmp_path / "tests" / "reference_images" / "test_sunset.png").is_file()
    assert run()[0] == 0
    test.write_text(source.replace("0.5", "0.51"))
    status, said = run(*report)
    assert status == 1
    for line in failure.splitlines():
        assert line.removesuffix("...") in said
    assert "1 failed" in (tmp_path / "seen" / "index.html").read_text("utf-8")
