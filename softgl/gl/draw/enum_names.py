"""The pipeline's words by GL's enums."""

from __future__ import annotations

from softgl.gl.api import enums as gl


def words(names) -> dict[int, str]:
    """GL's enums for the pipeline's words."""
    return {getattr(gl, f"GL_{name.upper()}"): name for name in names}
