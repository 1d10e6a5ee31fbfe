"""Compares pictures with reference images, updates those, and writes failed pictures to files."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

import numpy as np

from softgl.bits_version import BITS
from softgl.errors import SoftGLError
from softgl.image import ImageError, png_texts, save_png
from softgl.records import dataclass
from softgl.testing.comparison import (
    Difference,
    Tolerance,
    ToleranceError,
    as_picture,
    read_picture,
    size,
)
from softgl.testing.masks import on_one_canvas

BITS_KEY = "softgl bits version"
"""The key of the text in a reference image that names the bits version that drew it."""
ROLES = ("actual", "expected", "difference")


@dataclass
class Verdict:
    """The result of one comparison.

    outcome : "passed" or "failed"; of an update "added", "changed", "left" or "failed".
    reference : the file; None for an illegal name.
    message : the reason of a failure, else "".
    pictures : role (of `ROLES`) -> picture; without "difference" if there is none.
    """

    name: str
    reference: Path | None
    outcome: str
    message: str = ""
    pictures: dict[str, np.ndarray] = field(default_factory=dict)


def check_image(
    name: str,
    image,
    references,
    kept,
    *,
    fuzzy=None,
    rms=None,
    flip=None,
    ignore=None,
    update: bool = False,
) -> None:
    """Asserts that `image` equals the reference image <name>.png of the folder `references`.

    image : a softgl.Context, a PIL image or an array of uint8, as `as_picture` takes.
    kept : the folder for <name>.actual.png, .expected.png and .difference.png of a failure; a
        picture that passes removes them.
    fuzzy, rms, flip, ignore : tolerances, see `Tolerance`; without any the pictures must be equal.
    update : replaces a reference image that does not pass, instead of failing.

    Raises AssertionError; ToleranceError for a malformed tolerance.
    """
    __tracebackhide__ = True
    verdict = judge(name, image, references, kept, Tolerance(fuzzy, rms, flip, ignore), update)
    if verdict.outcome == "failed":
        raise AssertionError(verdict.message)


def judge(name, image, references, kept, tolerance: Tolerance, update: bool = False) -> Verdict:
    """Returns the verdict on `image`; writes and removes files as `check_image` does."""
    reference, kept = Path(references) / f"{name}.png", Path(kept)
    try:
        actual = as_picture(image)
    except SoftGLError as error:
        return Verdict(name, reference, "failed", f"{name}: {error}")
    verdict = _compare(name, actual, reference, tolerance)
    if update and verdict.outcome == "failed":
        _update(verdict, actual)
    elif update:
        verdict.outcome = "left"
    if verdict.outcome == "failed":
        verdict.message += _keep(kept, verdict)
    else:
        _clear(kept, name, ROLES)
    return verdict


def _compare(name, actual, reference, tolerance):
    """Returns the verdict without an update; writes nothing."""
    verdict = Verdict(name, reference, "failed", pictures={"actual": actual})
    if not reference.is_file():
        verdict.message = (
            f"no reference image {reference}; if the picture is right, run pytest with "
            "--update-references"
        )
        return verdict
    try:
        expected = verdict.pictures["expected"] = read_picture(reference)
    except ImageError as error:
        verdict.message = str(error)
        return verdict
    if actual.shape != expected.shape:
        verdict.message = f"{name} is {size(actual)}, its reference image {size(expected)}"
        verdict.pictures["difference"] = Difference(*on_one_canvas(actual, expected)).image
        return verdict
    try:
        found = tolerance.difference(actual, expected)
    except ToleranceError as error:
        verdict.message = f"{name} cannot be compared: {error}"
        return verdict
    if found.pixels:
        verdict.pictures["difference"] = found.image
    try:
        refused = tolerance.refuses(found)
    except ToleranceError as error:
        refused = f"cannot be compared: {error}"
    if refused:
        verdict.message = f"{name} {refused}; reference: {reference}{_softgl_changed(reference)}"
    else:
        verdict.outcome = "passed"
    return verdict


def _softgl_changed(reference: Path) -> str:
    """Tells from the bits version in a reference image whether softgl has changed since."""
    known = png_texts(reference).get(BITS_KEY, "")
    if not known.isdecimal():
        return ""
    if int(known) == BITS:
        return f"; softgl draws the same bits as for the reference (bits version {BITS})"
    return (
        f"; the reference is of bits version {known}, softgl's is {BITS}: `softgl docs changelog` "
        "lists the pictures that may differ"
    )


def _update(verdict, actual):
    """Writes the reference image, and changes the verdict to "added" or "changed"."""
    outcome = "changed" if verdict.reference.exists() else "added"
    try:
        make_folder(verdict.reference.parent)
        save_png(verdict.reference, actual, {BITS_KEY: str(BITS)})
    except ImageError as error:
        verdict.message = str(error)
    else:
        verdict.outcome, verdict.message = outcome, ""


def orphans(references, names) -> list[Path]:
    """Lists the PNG files in the folder `references` and below that are not in `names`."""
    references, names = Path(references), set(names)
    found = references.rglob("*.png")
    return sorted(
        p for p in found if p.relative_to(references).with_suffix("").as_posix() not in names
    )


def make_folder(folder: Path) -> None:
    """Makes a folder and its parents where they are missing. Raises ImageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImageError(f"cannot make the folder {folder}: {error.strerror}") from None


def _keep(folder, verdict):
    """Writes the pictures as <name>.<role>.png into `folder`; returns a message about that."""
    files = {role: folder / f"{verdict.name}.{role}.png" for role in verdict.pictures}
    try:
        new = not folder.exists()
        make_folder(folder)
        if new:  # keeps these files out of repositories
            (folder / ".gitignore").write_text("*\n", encoding="utf-8", newline="\n")
        for role, file in files.items():
            make_folder(file.parent)
            save_png(file, verdict.pictures[role])
        _clear(folder, verdict.name, set(ROLES) - set(files))
    except (ImageError, OSError) as error:
        return f"; pictures not written: {error}"
    first, *others = files
    return "".join([f"; written: {files[first]}", *(f", .{role}.png" for role in others)])


def _clear(folder, name, roles):
    """Removes the files of an earlier failure; ignores files that cannot be removed."""
    for role in roles:
        try:
            (folder / f"{name}.{role}.png").unlink(missing_ok=True)
        except OSError:
            continue
