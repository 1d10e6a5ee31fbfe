"""The work of `softgl buffer` and `softgl arrays`."""

from __future__ import annotations

from itertools import chain

from softgl import scene
from softgl.debug.frames import calls, draws
from softgl.debug.tables import arrays, buffers, vertices
from softgl.debug.tables.text import aligned, as_json, comma_separated, components

SIDES = {"before": "given to the vertex program", "after": "given by the vertex program"}


def buffer_text(name, buffer: int | None, draw, form: str, size=None, run=None, **place) -> str:
    """The elements of a buffer object right before a draw, or the list of buffers without a name.

    draw : None for the end of the frame. form : text, json or csv. run : options of `watch_frame`.
    place : further arguments of `buffers.contents`.
    """
    wanted = scene.load(name)

    def read(ctx, event):
        kind = event and arrays.index_type(event)
        if buffer is None:
            return buffers.described(ctx, kind)
        return buffers.contents(ctx, buffer, **place, index_type=kind)

    found = draws.at_event(wanted, draw, read, *wanted.sized(size), **(run or {}))
    return _listed(found, form) if buffer is None else _contents(found, form)


def _listed(found, form) -> str:
    if form == "json":
        return as_json(found)
    if not found and form == "text":
        return "no buffer objects\n"
    head = ["buffer", "bytes", "usage", "offset", "stride", "format", "used by"]
    rows = [
        [each["name"], each["size"], each["usage"], each["offset"], each["stride"], each["format"],
         ", ".join(each["uses"])]
        for each in found
    ]  # fmt: skip
    return comma_separated(head, rows) if form == "csv" else aligned(head, rows)


def _contents(found, form) -> str:
    if form == "json":
        return as_json(found)
    head = ["element", "offset"]
    for field in found["fields"]:
        head += components(field["name"], field["values"])
    rows = [[row["number"], row["offset"], *chain(*row["values"])] for row in found["rows"]]
    if form == "csv":
        return comma_separated(head, rows)
    words = (
        f"buffer {found['name']}, {found['size']} bytes: {found['available']} elements of "
        f"{found['format']}, {found['stride']} bytes apart, from byte {found['offset']}\n"
    )
    return words + aligned(head, rows)


def arrays_text(name, draw: int, form: str, side: str, first, count, size=None, run=None) -> str:
    """The arrays of a draw and its vertices in drawing order.

    form, run : see `buffer_text`. side : a key of `SIDES`, for text and CSV. first, count : of the
    vertices.
    """
    wanted = scene.load(name)

    def read(event, found):
        rows = vertices.table(found, first, count)
        return {"arrays": arrays.sources(event, found[0]), **rows}

    found = calls.with_calls(wanted, draw, read, *wanted.sized(size), **(run or {}))
    if form == "json":
        return as_json(found)
    head = ["vertex", "index", "instance"]
    for column in found[side]:
        head += components(column if form == "csv" else column.partition(".")[2], 4)
    rows = [
        [row["number"], row["index"], row["instance"], *chain(*row[side])] for row in found["rows"]
    ]
    if form == "csv":
        return comma_separated(head, rows)
    return (
        _sources(found["arrays"])
        + f"\n{found['count']} vertices, {SIDES[side]}\n"
        + aligned(head, rows)
    )


def _sources(found) -> str:
    names = ["attribute", "memory", "format", "offset", "stride", "divisor", "value"]
    rows = [
        [each[name] for name in names[:-1]]
        + [each["value"] if each["read"] else "not read by the program"]
        for each in found
    ]
    return aligned(names, rows)
