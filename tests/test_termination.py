"""Processes that are asked to end: they clean up, and their status says which signal it was."""

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows asks no process to end")

SCRIPT = """
import atexit, os, tempfile, threading
atexit.register(os.write, 1, b"exit function")
threading.Thread(target=threading.Event().wait).start()
try:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        print("ready", flush=True)
        threading.Event().wait()  # the clock of `softgl run` is its own
except KeyboardInterrupt:
    if SWALLOWED:
        pass
    else:
        raise
"""


def ended(folder, *numbers, swallowed=False, **options):
    """(exit status, output) of `softgl run` of SCRIPT, which gets signals."""
    (folder / "script.py").write_text(f"SWALLOWED = {swallowed}\n{SCRIPT}")
    process = subprocess.Popen(
        [sys.executable, "-m", "softgl", "run", "script.py", "-o", "f.png"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, text=True, **options,
    )  # fmt: skip
    assert process.stdout.readline() == "ready\n"
    for number in numbers:
        process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    return process.returncode, said


@pytest.mark.parametrize("swallowed", (False, True))
def test_a_signal_unwinds_the_process(tmp_path, swallowed):
    number = signal.SIGHUP if swallowed else signal.SIGTERM
    status, said = ended(tmp_path, number, swallowed=swallowed)
    assert (status, said.splitlines()[-1]) == (-number, "exit function")
    assert os.listdir(tmp_path) == ["script.py"]


def test_a_signal_that_is_ignored_stays_so(tmp_path):
    def nohup():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    numbers = signal.SIGHUP, signal.SIGTERM
    assert ended(tmp_path, *numbers, preexec_fn=nohup) == (-signal.SIGTERM, "exit function")
