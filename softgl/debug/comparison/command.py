"""The work of `softgl draws --against`, and the frames of `softgl inspect --against`."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial

from softgl.counts import counted
from softgl.debug.comparison.aligned import Row
from softgl.debug.comparison.compared import Comparison, differences
from softgl.debug.comparison.recorded import Frame
from softgl.scene import SceneError, load


def comparison(one: str, other: str, options: dict, other_options: dict) -> Comparison:
    """Compares frames of two scenes. options : size, and the options of `watch_frame`.

    Both get the size of the first one, or that of a capture.
    """
    options, other_options = {**options}, {**other_options}
    size = load(one).sized(options.pop("size"))
    wanted = other_options.pop("size")
    try:
        other_size = load(other).sized(wanted or size)
    except SceneError:  # a capture of another size
        other_size = load(other).sized(wanted)
        with suppress(SceneError):
            size = load(one).sized(other_size)
    return Comparison(
        Frame(partial(load, one), size, **options),
        Frame(partial(load, other), other_size, **other_options),
    )


def compare(found: Comparison, names: tuple[str, str], as_json: bool) -> tuple[int, str]:
    """(status, text): 0 for equal frames, else 1."""
    words = _json(found) if as_json else _words(found, *names)
    return int(found.first is not None), words


def _json(found: Comparison) -> str:
    rows = [
        {"one": row.one, "other": row.other, "call": found.call(row), "differs": [*row.differs]}
        for row in found.rows
    ]
    firsts = {"first": _pair(found, found.first)}
    firsts["first_picture"] = _pair(found, found.first_picture)
    return json.dumps({"rows": rows, **firsts}, indent=1, allow_nan=False) + "\n"


def _pair(found: Comparison, row: Row | None) -> dict | None:
    """The numbers of a row, and the differences of its draws."""
    if row is None:
        return None
    one, other = found.whole(row)
    place = {"one": row.one, "other": row.other}
    return place | (differences(one, other) if one and other else {})


def _words(found: Comparison, one, other) -> str:
    lines = [f"one:   {one}", f"other: {other}", "", "  one other"]
    for row in found.rows:
        sign = "+" if row.one is None else "-" if row.other is None else "~" if row.differs else " "
        numbers = "".join(f"{'' if each is None else each:>5}" for each in (row.one, row.other))
        differs = f"  [{', '.join(row.differs)}]" if row.differs else ""
        lines.append(f"{numbers} {sign} {found.call(row)}{differs}")
    if found.first is None:
        return f"the frames are equal: {counted(len(found.rows), 'draw')}\n"
    lines += ["", *_of_pair("first difference", _pair(found, found.first))]
    if found.first_picture not in (None, found.first):
        lines += ["", *_of_pair("first other picture", _pair(found, found.first_picture))]
    return "\n".join(lines) + "\n"


def _of_pair(title: str, first: dict) -> list[str]:
    if first["one"] is None:
        return [f"{title}: draw {first['other']} is only in other"]
    if first["other"] is None:
        return [f"{title}: draw {first['one']} is only in one"]
    lines = [f"{title}: draw {first['one']} of one, draw {first['other']} of other"]
    if first["calls"][0] != first["calls"][1]:
        lines.append(f"  call: {first['calls'][0]} -> {first['calls'][1]}")
    if first["arrays"]:
        lines.append("  call: its arrays differ")
    for path, (before, after) in first["state"].items():
        lines.append(f"  {path}: {json.dumps(before)} -> {json.dumps(after)}")
    for path, text in first["texts"].items():
        lines += [f"  {path}:", *(f"    {line}" for line in text)]
    for name, found in first["pixels"].items():
        lines.append(f"  {name}: {_of_buffer(found)}")
    return lines


def _of_buffer(found: dict) -> str:
    if "count" in found:
        return f"{found['count']} of {counted(found['pixels'], 'pixel')} differ"
    sizes = ("x".join(map(str, each)) if each else "none" for each in found["sizes"])
    return " -> ".join(sizes)
