"""Names of reference images: derived from a test and safe as file names, or given by users."""

from __future__ import annotations

import hashlib
import re

from softgl.errors import SoftGLError
from softgl.paths import RESERVED

MAX_NAME_LENGTH = 120
"""Characters of a name; file names hold 255 bytes, and an extension follows."""

_PART = re.compile(r"[\w][\w. +=@-]*")


class PictureNameError(SoftGLError, ValueError):
    """An illegal name of a reference image."""


def own_name(nodeid: str) -> str:
    """The name of a test's first picture: its classes, function and parameters.

    Characters that are illegal in file names become "-". A name that is changed or shortened gets
    a digest of the original, so that different tests keep different names.
    """
    own = nodeid.partition("::")[2].replace("::", "-")
    function, bracket, parameters = own.partition("[")
    plain = f"{function}-{parameters.removesuffix(']')}" if bracket else own
    safe = re.sub(r"[^\w.+=@-]+", "-", plain).strip(".")
    if safe == plain and len(safe) <= MAX_NAME_LENGTH and not RESERVED.fullmatch(safe):
        return safe
    digest = hashlib.sha256(own.encode(errors="backslashreplace")).hexdigest()[:8]
    return f"{safe[: MAX_NAME_LENGTH - 9]}-{digest}"


def check_name(name) -> str:
    """Returns `name` without .png if it is a legal file name on every system; / makes folders.

    Raises PictureNameError.
    """
    if not isinstance(name, str):
        raise PictureNameError(f"the name of a picture must be a str, not {type(name).__name__}")
    parts = name.split("/")
    right = all(
        _PART.fullmatch(part) and part[-1] not in ". " and not RESERVED.fullmatch(part)
        for part in parts
    )
    if not right or len(name) > MAX_NAME_LENGTH:
        raise PictureNameError(
            f"{name!r} is not a legal picture name: only letters, digits, _ - . + = @, and / for "
            f"folders; at most {MAX_NAME_LENGTH} characters"
        )
    return name.removesuffix(".png")
