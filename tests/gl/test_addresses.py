"""Commands read and write as much at an address as the specification says, in a guarded process."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the pages are guarded for Linux")
def test_in_guarded_memory():
    """All of `address_calls`: an access beyond its memory there ends the process."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.gl.address_calls"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
