"""The table of fast paths is true, and limits can be changed without a trace."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from softgl import tuning
from softgl.lanes import Signature, eager_engine
from softgl.lanes.kernel import KernelRequest
from softgl.tuning import FAST_PATHS, LIMITS, SIZES, changed, limits
from tests.tools import ROOT, load_docs_generator

PAGE = (ROOT / "docs" / "tuning.md").read_text(encoding="utf-8")
SOURCES = [path.read_text(encoding="utf-8") for path in (ROOT / "softgl").rglob("*.py")]
READERS = "\n".join(text for text in SOURCES if "from softgl.tuning import" in text)


def values():
    return {name: getattr(limits, name) for name in (*LIMITS, "code")}


def test_the_committed_page_is_up_to_date():
    assert load_docs_generator().tuning_page() == PAGE, "run python tools/generate_docs.py"


@pytest.mark.parametrize("path", FAST_PATHS, ids=lambda path: path.name)
def test_an_entry_says_all(path):
    """Its limits, its plain path, its gain in a frame, and why it is equal."""
    assert any(limit.plain is not None for limit in path.limits)
    assert all(limit.plain != limit.value for limit in path.limits)
    assert path.does and path.frame and path.gain and path.equal_because.strip().endswith(".")
    assert not path.does.endswith(".")


def test_names_are_unique_and_read():
    """Each limit stands in one entry, and code outside the table reads it."""
    entries = [*FAST_PATHS, *SIZES]
    assert len({entry.name for entry in entries}) == len(entries)
    assert len(LIMITS) == sum(len(entry.limits) for entry in entries)
    assert {*re.findall(r"\blimits\.([A-Z_0-9]+)\b", READERS)} == {*LIMITS}


def test_plain_paths():
    before = values()
    with tuning.plain():
        for path in FAST_PATHS:
            for limit in path.limits:
                expected = limit.value if limit.plain is None else limit.plain
                if limit.name not in ("MAX_ONE_THREAD_WORK", "CHECKS_PLANS"):  # of all tests
                    assert getattr(limits, limit.name) == expected
    with tuning.plain("packing", "hierarchical_z"):
        assert not limits.HIERARCHICAL_Z
        assert before["MAX_BATCHED_VERTICES"] == limits.MAX_BATCHED_VERTICES
    assert values() == before
    with pytest.raises(ValueError, match="no such fast path: speed"):
        tuning.plain_values("speed", "packing")


@pytest.mark.parametrize(
    "wish, found",
    [
        ("0", "True 32768"),
        ("1", "False -1"),
        ("hierarchical_z", "False 32768"),
        ("batching", "True -1"),
    ],
)
def test_the_environment(wish, found):
    code = "from softgl.tuning import limits as l; print(l.HIERARCHICAL_Z, l.MAX_BATCHED_VERTICES)"
    environment = os.environ | {"SOFTGL_PLAIN": wish}
    given = [sys.executable, "-c", code]
    run = subprocess.run(given, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == found


def test_an_unknown_name_in_the_environment():
    environment = os.environ | {"SOFTGL_PLAIN": "packing,speed"}
    given = [sys.executable, "-c", "import softgl.tuning"]
    run = subprocess.run(given, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode and run.stderr.endswith(
        "SOFTGL_PLAIN=packing,speed: no such fast path: speed\n"
    )


def test_limits_that_shape_code_name_kernels():
    """A kernel is emitted anew where one differs, and found again where all are as before."""
    made = []

    def describe():
        made.append(limits.MAX_HOISTED)

        return Signature(), lambda m, a, index: None

    engine, request = eager_engine(), KernelRequest(("test_tuning",), describe)
    first = engine.kernel(request)
    with changed(MAX_HOISTED=3):
        assert engine.kernel(request) is not first
        assert limits.code_values()[tuning.current.CODE_LIMITS.index("MAX_HOISTED")] == 3
    with changed(CHUNK_VERTICES=3):
        assert engine.kernel(request) is first
    assert engine.kernel(request) is first and len(made) == 2


def test_caches_forget_what_limits_decided():
    calls = []

    @tuning.cached(maxsize=4)
    def doubled(number):
        calls.append(number)
        return number * limits.CHUNK_VERTICES

    before = doubled(1), doubled(1)
    assert calls == [1]
    with changed(CHUNK_VERTICES=7):
        assert doubled(1) == 7
    assert (doubled(1), doubled(1)) == before and calls == [1, 1, 1]
