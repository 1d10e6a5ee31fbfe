"""Threads and processes of programs in C end in the midst of GL's calls."""

from __future__ import annotations

import os
import subprocess

from softgl import clib
from tests.clients.running import PROGRAMS, needs_libraries
from tests.clients.test_c_programs import needs_compiler

pytestmark = needs_libraries
WAYS = "exit", "exit in a callback", "pthread_exit in a callback", "pthread_cancel", "fork"
"""The arguments of osmesa_ends.c."""


@needs_compiler
def test_threads_and_processes_end_within_calls(tmp_path):
    """Nothing is compiled before, so that a process ends while its threads compile."""
    program, libraries, pipe = tmp_path / "osmesa_ends", clib.folder(), subprocess.PIPE
    subprocess.run(
        [
            *("cc", "-Wall", "-O1", "-o", program, PROGRAMS / "osmesa_ends.c"),
            *(f"-L{libraries}", "-lOSMesa", "-lpthread"),
        ],
        check=True,
    )
    environment = os.environ | {"LD_LIBRARY_PATH": str(libraries), "SOFTGL_CACHE": "off"}
    started = [
        subprocess.Popen([program, way], env=environment, stdout=pipe, stderr=pipe) for way in WAYS
    ]
    for way, process in zip(WAYS, started, strict=True):
        output, errors = process.communicate(timeout=120)
        wanted = b"done\n" * (2 if way == "fork" else 1)
        assert (process.returncode, output, errors) == (0, wanted, b""), way
