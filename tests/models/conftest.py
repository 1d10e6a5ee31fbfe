"""Small surroundings that light glTF models."""

import pytest


@pytest.fixture(autouse=True)
def small_surroundings(monkeypatch):
    """Faces of few texels, as the eager machine draws them."""
    monkeypatch.setattr("softgl.surroundings.SIDE", 16)
