"""Tables as text: aligned columns for a terminal, or CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence


def aligned(head: Sequence[str], rows: Sequence[Sequence]) -> str:
    """A table in columns, numbers to the right."""
    cells = [[spelled(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    lines = [[name.rjust(width) for name, width in zip(head, widths, strict=True)]]
    lines += [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in cells]
    return "".join("  ".join(line).rstrip() + "\n" for line in lines)


def comma_separated(head: Sequence[str], rows: Sequence[Sequence]) -> str:
    """The table as CSV (RFC 4180), but with lines that end in a newline alone."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[_bare(value) for value in row] for row in rows])
    return out.getvalue()


def as_json(value) -> str:
    """JSON, indented by one."""
    return json.dumps(value, indent=1, allow_nan=False) + "\n"


def spelled(value) -> str:
    """A value in words: "-" for None, a list separated by blanks."""
    if isinstance(value, (list, tuple)):
        return " ".join(map(spelled, value)) or "-"
    if value is None:
        return "-"
    return f"{value:.9g}" if isinstance(value, float) else str(value)


def _bare(value):
    return "" if value is None else value


def components(name: str, count: int) -> list[str]:
    """The names of the columns of a field: name.x ... name.w, or name[0] ... for more than four."""
    if count == 1:
        return [name]
    letters = "xyzw" if count <= 4 else range(count)
    return [f"{name}.{each}" if count <= 4 else f"{name}[{each}]" for each in list(letters)[:count]]
