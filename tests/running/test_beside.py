"""A script's own modules: they come first for the script, and for nothing else."""

from __future__ import annotations

import json
import queue
import random
import subprocess
import sys

from tests.running.programs import run

OWN = {
    "queue.py": "import types\nOWN = 'queue', types.OWN\n",
    "types.py": "OWN = 'types'\n",
    "random.py": "OWN = 'random'\n",
    "json/__init__.py": "from . import inner\nimport json.inner as again\nOWN = again.OWN\n",
    "json/inner.py": "OWN = 'inner'\n",
    "os.py": "OWN = 'os'\n",
    "helper.py": "from random import OWN\n",
}
SCRIPT = """
import importlib, os, sys, threading
import concurrent.futures.thread, logging.handlers, secrets
import helper, json.inner, queue, random
from queue import OWN
print(OWN, random.OWN, json.OWN, json.inner.OWN, helper.OWN, secrets.randbelow(1))
print(importlib.import_module("queue") is queue, hasattr(os, "OWN"), hasattr(threading, "Thread"))
import softgl
softgl.Context(4, 4)
"""
PRINTED = "('queue', 'types') random inner inner random 0\nTrue False True\n"


def write(folder, names):
    for name in names:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(OWN[name])


def test_modules_beside_a_script_are_the_scripts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, OWN)
    before = set(sys.modules)
    assert run(tmp_path, SCRIPT, "--seed", "3") == 0
    assert capsys.readouterr().out == PRINTED
    assert not {"helper", "json.inner"} & (set(sys.modules) - before)
    for module in (json, queue, random):
        assert sys.modules[module.__name__] is module and not hasattr(module, "OWN")


def test_tracebacks_are_those_of_the_script(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queue.py").write_text("1 / 0\n")
    assert run(tmp_path, "import queue\n") == 1
    lines = capsys.readouterr().err.splitlines()
    files = [line.split('"')[1] for line in lines if line.startswith("  File")]
    assert files == [str(tmp_path / "script.py"), str(tmp_path / "queue.py")]
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_the_module_runs_in_a_folder_with_such_files(tmp_path):
    """Python itself does not start with `-m` beside a `types.py`."""
    write(tmp_path, OWN.keys() - {"types.py", "queue.py"})
    (tmp_path / "queue.py").write_text("OWN = 'queue', 'types'\n")
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "softgl", "run", "script.py", "-o", "out.png"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, PRINTED), done.stderr
