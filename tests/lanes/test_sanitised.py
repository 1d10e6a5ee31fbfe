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


@pytest.fixture(scope="module")
def clang(tmp_path_factory):
    """The compiler with its flags; skips where none has the sanitiser."""
    found = shutil.which("clang")
    if found is None:
        pytest.skip("clang is not installed")
    flags = [found, "-O1", "-g", "-fsanitize=thread", "-pthread"]
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.c").write_text("int main(void) { return 0; }")
    probe = [*flags, folder / "probe.c", "-o", folder / "probe"]
    if subprocess.run(probe, capture_output=True, timeout=60).returncode:
        pytest.skip("this clang has no thread sanitiser")
    return flags


def sanitised(clang: list, text: str, folder: Path) -> subprocess.CompletedProcess:
    """Compiles and runs the stress program."""
    macros = {name: getattr(chain_functions, name) for name in NAMES}
    macros["RANGES_AT"] = chain_functions.RANGES
    macros = [f"-D{name}={value}" for name, value in macros.items()]
    code, made, program = folder / "code.ll", folder / "code.o", folder / "stress"
    code.write_text(text.replace(" nounwind {", " nounwind sanitize_thread {"))
    # Before LLVM 15 pointers without types are an option, which later ones have no more.
    opaque = ["-mllvm", "-opaque-pointers"]
    for flags in (opaque, []):
        done = subprocess.run([*clang, *flags, "-c", code, "-o", made], capture_output=True)
        if not done.returncode:
            break
    assert not done.returncode, done.stderr
    subprocess.run([*clang, *macros, SOURCE, made, "-o", program], check=True, timeout=60)
    return subprocess.run([program], capture_output=True, text=True, timeout=60)


def text_of(codes: dict[str, Code]) -> str:
    return native_text(codes, llvm.get_process_triple())


def test_no_race(clang, tmp_path):
    ran = sanitised(clang, text_of(chain_functions.codes()), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_race_is_found(clang, tmp_path, monkeypatch):
    """The owner of a part does not wait for its helpers."""
    close_at_once = function(lambda m, state, rounds: m.give(1))
    monkeypatch.setattr(chain_functions, "_close", close_at_once)
    ran = sanitised(clang, text_of(chain_functions.codes()), tmp_path)
    assert "data race" in ran.stderr
