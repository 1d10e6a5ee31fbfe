"""Names of reference images: a test's own, made safe for files, and those that users give."""

from __future__ import annotations

import hashlib
import re

from softgl.errors import SoftGLError
from softgl.paths import RESERVED

LONGEST = 120
"""Characters of a name; file names end at 255 bytes, and an ending is to come."""

_PART = re.compile(r"[\w][\w. +=@-]*")


class PictureNameError(SoftGLError, ValueError):
    """A name cannot be that of a reference image."""


def own_name(nodeid: str) -> str:
    """The name of a test's first picture: its classes and its function, with its parameters.

    What no file's name may hold becomes "-", and then, or where the name is too long, a digest of
    the whole keeps names apart that have become the same.
    """
    own = nodeid.partition("::")[2].replace("::", "-")
    function, bracket, parameters = own.partition("[")
    plain = f"{function}-{parameters.removesuffix(']')}" if bracket else own
    safe = re.sub(r"[^\w.+=@-]+", "-", plain).strip(".")
    if safe == plain and len(safe) <= LONGEST and not RESERVED.fullmatch(safe):
        return safe
    digest = hashlib.sha256(own.encode(errors="backslashreplace")).hexdigest()[:8]
    return f"{safe[: LONGEST - 9]}-{digest}"


def check_name(name) -> str:
    """`name` if it can be that of a file on every system; with / in it, in a folder of its own."""
    if not isinstance(name, str):
        raise PictureNameError(f"the name of a picture is a text, not {type(name).__name__}")
    parts = name.split("/")
    right = all(
        _PART.fullmatch(part) and part[-1] not in ". " and not RESERVED.fullmatch(part)
        for part in parts
    )
    if not right or len(name) > LONGEST:
        raise PictureNameError(
            f"{name!r} cannot be the name of a picture: letters, digits and _ - . + = @ only, "
            f"/ for a folder, at most {LONGEST} characters"
        )
    return name.removesuffix(".png")
