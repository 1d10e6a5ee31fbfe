"""The collector is off for a while, and then as before."""

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


@pytest.fixture
def unfrozen():
    """Objects that conftest has frozen are in the oldest generation during the test."""
    frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    yield
    gc.unfreeze()
    if frozen:
        gc.freeze()


def test_what_stays_is_not_looked_at_again(unfrozen):
    """Objects that stay join the oldest generation; frozen objects stay frozen."""
    with uncollected(stays=True):
        made = [[] for _ in range(1000)]
    young = {id(each) for generation in (0, 1) for each in gc.get_objects(generation)}
    assert not young & set(map(id, made)) and gc.get_freeze_count() == 0
    gc.freeze()
    with uncollected(stays=True):
        pass
    assert gc.get_freeze_count() > 0


def test_softgl_is_imported_without_it():
    told = "import gc; gc.callbacks.append(lambda *_: found.append(1)); found = []"
    ends = "print(len(found), gc.isenabled())"
    ran = subprocess.run(
        [sys.executable, "-c", f"{told}; import softgl.gl; {ends}"], capture_output=True, text=True
    )
    runs, enabled = ran.stdout.split()
    assert int(runs) < 100 and enabled == "True", ran.stderr


@pytest.mark.parametrize("own", [True, False])
def test_a_command_of_softgl_never_looks_at_what_stays(own):
    """Objects that stay are frozen to the end, only in a process of softgl's own."""
    said = "from softgl.collector import own_process; own_process();" * own
    code = f"{said}import gc, softgl.gl; print(gc.get_freeze_count() > 10_000, gc.isenabled())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.split() == [str(own), "True"], ran.stderr
