"""The emitted code of chains under a thread sanitiser, in four threads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from softgl.lanes import chain_functions
from softgl.lanes.threads.machine import Code, function
from softgl.lanes.threads.native import native_text

SOURCE = Path(__file__).with_name("chain_stress.c")
NAMES = (
    "STATE PART_COUNT OVER LATER THREAD PART_ARRAY STEPS STEP_COUNT KIND RANGE_COUNT LASTS "
    "STEP_KERNEL STEP_TABLE LAST_KERNEL LAST_RECORD LAST_RANGE LAST_TABLES "
    "PLACE_WORDS STEP_WORDS LAST_WORDS"
).split()


def sanitised(text: str, folder: Path) -> subprocess.CompletedProcess:
    """Compiles and runs the stress program; skips where no compiler has the sanitiser."""
    clang = shutil.which("clang")
    if clang is None:
        pytest.skip("clang is not installed")
    macros = {name: getattr(chain_functions, name) for name in NAMES}
    macros["RANGES_AT"] = chain_functions.RANGES
    code, program = folder / "code.ll", folder / "stress"
    code.write_text(text.replace(" nounwind {", " nounwind sanitize_thread {"))
    flags = [clang, "-O1", "-g", "-fsanitize=thread", "-pthread"]
    macros = [f"-D{name}={value}" for name, value in macros.items()]
    # Before LLVM 15 pointers without types are an option.
    _compile([*flags, "-mllvm", "-opaque-pointers", "-c", code, "-o", code.with_suffix(".o")])
    _compile([*flags, *macros, SOURCE, code.with_suffix(".o"), "-o", program])
    return subprocess.run([program], capture_output=True, text=True, timeout=60)


def _compile(command):
    made = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if made.returncode:
        pytest.skip(f"clang cannot make it: {made.stderr[:200]}")


def text_of(codes: dict[str, Code]) -> str:
    return native_text(codes, llvm.get_process_triple())


def test_no_race(tmp_path):
    ran = sanitised(text_of(chain_functions.codes()), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_race_is_found(tmp_path, monkeypatch):
    """The owner of a part does not wait for its helpers."""
    close_at_once = function(lambda m, state, rounds: m.give(1))
    monkeypatch.setattr(chain_functions, "_close", close_at_once)
    ran = sanitised(text_of(chain_functions.codes()), tmp_path)
    assert "data race" in ran.stderr
