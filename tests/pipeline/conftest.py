"""What holds for all tests of the pipeline."""

from __future__ import annotations

import pytest

from softgl.pipeline import framebuffer


@pytest.fixture(autouse=True)
def _cleared_by_tiles(monkeypatch):
    """Small framebuffers, too, are cleared tile by tile, by the kernels that draw to them."""
    monkeypatch.setattr(framebuffer, "CLEARED_AT_ONCE", 0)
