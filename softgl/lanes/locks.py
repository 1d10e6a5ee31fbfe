"""The locks of kernel builds; in a child of fork() they are released.

A process that is forked has only the thread that forked it. No other thread may hold these locks at
that moment, or LLVM's own, as none would be there to release them.
"""

from __future__ import annotations

import os
import threading

BUILDING = threading.RLock()
"""Held by the thread that looks a kernel up or builds one, on any machine."""
PRECOMPILING = threading.Lock()
"""Held by the thread that precompiles, while it does."""

if hasattr(os, "register_at_fork"):
    for lock in (BUILDING, PRECOMPILING):
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )
