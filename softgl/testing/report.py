"""The report: one self-contained HTML file with pictures beside their reference images."""

from __future__ import annotations

import base64
import html
from importlib.resources import files
from pathlib import Path

from softgl.files import FileError, write_file
from softgl.image import ImageError, as_image, encoded
from softgl.testing.golden import Verdict, make_folder

CAPTIONS = {"expected": "expected", "actual": "actual", "difference": "difference, scaled"}


def entry(verdict: Verdict, title: str) -> dict:
    """A verdict for the page, as JSON values: it travels between processes."""
    pictures = {
        role: base64.b64encode(encoded([as_image(picture)], "PNG")).decode()
        for role, picture in verdict.pictures.items()
    }
    if verdict.outcome != "failed" and "difference" not in pictures:
        pictures.pop("expected", None)  # equal to the actual picture
    return {
        "name": verdict.name,
        "title": title,
        "outcome": verdict.outcome,
        "message": verdict.message,
        "pictures": pictures,
    }


def write_report(folder, entries, summary: str = "") -> Path:
    """Writes index.html to a folder, with failures first; returns its path. Raises ImageError.

    summary : the words of the heading; "" to count the entries.
    """
    entries = sorted(entries, key=lambda entry: (entry["outcome"] != "failed", entry["title"]))
    path = Path(folder) / "index.html"
    make_folder(path.parent)
    template = (files(__package__) / "report.html").read_text(encoding="utf-8")
    failed = sum(entry["outcome"] == "failed" for entry in entries)
    words = summary or f"{failed} failed, {len(entries) - failed} passed"
    if not summary and not entries:
        words = "no pictures"
    page = template.replace("{{summary}}", words)
    page = page.replace("{{entries}}", "\n".join(map(_section, entries)))
    try:
        write_file(path, page.encode())
    except FileError as error:
        raise ImageError(str(error)) from None
    return path


def _section(entry):
    """Formats an entry as HTML."""
    outcome = entry["outcome"]
    pictures = entry["pictures"]
    figures = [
        f"<figure><figcaption>{CAPTIONS[role]}</figcaption>{_image(role, pictures[role])}</figure>"
        for role in CAPTIONS
        if role in pictures
    ]
    if "actual" in pictures and "expected" in pictures:
        images = "".join(_image(role, pictures[role]) for role in ("actual", "expected"))
        figures.append(
            "<figure><figcaption>slide: expected | actual</figcaption>"
            f'<div class="slider">{images}</div>'
            '<input type="range" min="0" max="100" value="50" aria-label="expected | actual">'
            "</figure>"
        )
    return (
        f'<section class="{html.escape(outcome)}"><h2>{html.escape(entry["title"])} '
        f"<b>{html.escape(outcome)}</b></h2><p>{html.escape(entry['message'])}</p>"
        f'<div class="figures">{"".join(figures)}</div></section>'
    )


def _image(role, data):
    return f'<img class="{role}" alt="{role}" src="data:image/png;base64,{data}">'
