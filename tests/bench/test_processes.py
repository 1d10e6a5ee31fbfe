"""Processes of their own: what they get, and what is said of one that fails."""

import pytest

from softgl.bench.processes import run
from softgl.bench.timing import BenchError


def test_a_process_has_a_cache_folder_of_its_own(tmp_path):
    code = "import os; print('more'); print(os.environ['XDG_CACHE_HOME'], '{folder}')"
    took, printed = run(str(tmp_path), ("-c", code))
    assert took > 0 and printed == f"{tmp_path} {tmp_path}"
    assert run(str(tmp_path), ("-c", "")) == (pytest.approx(took, abs=60), "")


def test_a_process_that_fails(tmp_path):
    with pytest.raises(BenchError, match=r"^python -c 1/0 ends with 1: ZeroDivisionError: "):
        run(str(tmp_path), ("-c", "1/0"))
