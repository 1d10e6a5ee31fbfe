"""Contexts of OpenGL ES on the eager machine."""

from __future__ import annotations

import pytest

from softgl import Context


@pytest.fixture(params=[(2, 0), (3, 0)], ids=["2.0", "3.0"])
def es(request):
    """A context of each version, current during the test."""
    with Context(8, 8, machine="eager", profile="es", version=request.param) as made:
        yield made


@pytest.fixture
def es2():
    """A context of OpenGL ES 2.0."""
    with Context(8, 8, machine="eager", profile="es", version=(2, 0)) as made:
        yield made


@pytest.fixture
def es3():
    """A context of OpenGL ES 3.0."""
    with Context(8, 8, machine="eager", profile="es") as made:
        yield made
