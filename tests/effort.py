"""LLVM's effort in tests: that of users in the files listed here, else little.

`lanes.compiler` compiles very large kernels with little effort. Most tests have it compile all
kernels so, which takes half the time, a fifth of that of the suite. The code that it emits is the
same, and so are the bits. SOFTGL_TESTS_EFFORT=users compiles as for users in all tests.
"""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).parent
# Reference images, operations and instructions, widths and levels of CPUs, random programs and
# state: where an error of LLVM would show.
AS_USERS = (
    "drivers/test_fixed_",
    "gl/draw/test_random_fragments.py",
    "golden/test_scenes.py",
    "ir/test_random_programs.py",
    "isa",
    "lanes",
    "test_determinism.py",
    "test_dump.py",
    "texture",
)
LITTLE = {"MAX_CAREFUL_BLOCKS": 0}


def compiles_as_users(path: Path) -> bool:
    """True if the tests of a file compile kernels as users do."""
    name = path.relative_to(TESTS).as_posix()
    return name.startswith(AS_USERS) or os.environ.get("SOFTGL_TESTS_EFFORT") == "users"
