"""The collector is off for a while, and then what it was."""

import gc
import subprocess
import sys

import pytest

from softgl.collector import uncollected


@pytest.mark.parametrize("enabled", [True, False])
def test_it_is_as_it_was(enabled):
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with pytest.raises(ZeroDivisionError), uncollected():
            assert not gc.isenabled()
            raise ZeroDivisionError
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_softgl_is_imported_without_it():
    told = "import gc; gc.callbacks.append(lambda *_: found.append(1)); found = []"
    ends = "print(len(found), gc.isenabled())"
    ran = subprocess.run(
        [sys.executable, "-c", f"{told}; import softgl.gl; {ends}"], capture_output=True, text=True
    )
    runs, enabled = ran.stdout.split()
    assert int(runs) < 100 and enabled == "True", ran.stderr
