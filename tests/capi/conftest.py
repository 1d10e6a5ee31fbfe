"""An initialized display of EGL for each test, and a thread with nothing current after it."""

from __future__ import annotations

import pytest

from tests.capi.egl_calls import call


@pytest.fixture
def display():
    """The handle of the default display."""
    handle = call("GetDisplay", 0)
    assert call("Initialize", handle, 0, 0)
    yield handle
    call("ReleaseThread")
    call("Terminate", handle)
