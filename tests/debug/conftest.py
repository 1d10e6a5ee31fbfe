"""Fixtures of all tests of the tools that look into a frame."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _cleared(cleared_by_tiles):
    """Framebuffers are cleared tile by tile."""
