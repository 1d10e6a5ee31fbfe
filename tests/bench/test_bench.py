"""The benchmark runs; what it measures is for people to read."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.cases import CASES


@pytest.mark.driver
def test_a_small_run_prints_a_ratio_for_each_case(mesa):
    command = [sys.executable, "-m", "tests.bench", "--small", "--frames", "1"]
    result = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stderr
    for case in CASES:
        assert re.search(rf"^{re.escape(case.name)} +([\d.]+ +){{3}}", result.stdout, re.M)
