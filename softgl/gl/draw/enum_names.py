"""The pipeline's names of GL's enums."""

from __future__ import annotations

from softgl.gl.api import enums as gl


def words(names) -> dict[int, str]:
    """Returns the pipeline's names by the enums that they spell."""
    return {getattr(gl, f"GL_{name.upper()}"): name for name in names}
