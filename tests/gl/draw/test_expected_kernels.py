"""Kernels of later stages are precompiled."""

from collections import OrderedDict

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.lanes.engine import emitted_key, first_word
from softgl.lanes.native_engine import LlvmEngine


@pytest.mark.parametrize(("threads", "clipped"), [(1, True), (2, False), (2, True)])
def test_what_is_expected_is_asked_for(threads, clipped, monkeypatch):
    """Kernels are built ahead where a thread may do it, and none in vain; once for a program."""
    asked, precompile = [], LlvmEngine.precompile
    monkeypatch.setattr(
        LlvmEngine,
        "precompile",
        lambda self, request: asked.append(emitted_key(request)) or precompile(self, request),
    )
    context = Context(64, 64, machine="llvm", threads=threads)
    monkeypatch.setattr(context.engine, "_kernels", OrderedDict())  # which contexts share
    corners = np.random.default_rng(3).uniform(-1, 1, (600, 3)).astype(np.float32)
    glVertexPointer(3, GL_FLOAT, 0, corners * (1.5 if clipped else 0.9))
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawArrays(GL_TRIANGLES, 0, len(corners))
    glFinish()
    stages = {"tiles", "setup", "bin", *(["clip"] if clipped else [])} if threads > 1 else set()
    assert {first_word(key) for key in asked} - {"keep"} == stages
    assert set(asked) <= context.engine._kernels.keys()
    asked.clear()
    glEnable(GL_CULL_FACE)
    glDrawArrays(GL_TRIANGLES, 0, len(corners))
    glFinish()
    assert {first_word(key) for key in asked} <= {"clip"}
