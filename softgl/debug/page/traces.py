"""Converts traces to the form that the page steps through.

In: `Trace.as_json()` of `softgl.debug.tracing.trace`. Out: runs, one for each execution of a
program, with a source line for each step.
"""

from __future__ import annotations

import numpy as np

from softgl.debug.plain import plain
from softgl.ir.program import INTEGER_INPUTS

LETTERS = "xyzw"


def runs(trace: dict) -> list[dict]:
    """Converts the executions of a trace; uncomputed numbers are None.

    title, words : the program, and its subject. fate : of a fragment, or None. source : lines.
    steps : see `_step`. inputs : of the program: name, values, words.
    """
    return [_run(execution) for execution in trace["executions"]]


def first_shown(found: list[dict], primitive: int) -> int:
    """The index of the run to show first: of a primitive's fragment, else of the last drawn one."""
    fragments = [at for at, run in enumerate(found) if run["stage"] == "fragment"]
    named = [at for at in fragments if found[at]["number"] == primitive]
    drawn = [at for at in fragments if found[at]["fate"] == "drawn"]
    return (named or drawn or fragments or [0])[-1]


def _run(execution) -> dict:
    stage, number, place = execution["stage"], execution["number"], execution["place"]
    lines = execution["source"].splitlines()
    steps = execution["steps"]
    if not lines:  # a generated program has only instructions
        known = {step["number"]: step for step in steps}
        order = {each: line for line, each in enumerate(sorted(known), 1)}
        lines = [_made(known[each]) for each in sorted(known)]
        steps = [{**step, "line": order[step["number"]], "text": _made(step)} for step in steps]
    title = f"{_SHAPES[stage]} {number}"
    if number is None:  # the program does not read the primitive's number
        corners = ", ".join(str(corner["vertex"]) for corner in place["corners"])
        title = f"fragment of vertices {corners}"
    return {
        "stage": stage,
        "number": number,
        "title": f"{title}: {place['fate']}" if "fate" in place else title,
        "words": execution["language"],
        "fate": place.get("fate"),
        "source": lines,
        "steps": [_step(step) for step in steps],
        "inputs": _inputs(execution["inputs"], place.get("corners", ())),
        "stopped": execution["stopped"],
    }


_SHAPES = {"vertex": "vertex", "geometry": "primitive", "fragment": "fragment of primitive"}


def _made(step) -> str:
    """The text of an instruction of a generated program."""
    operands = [each["text"] for each in step["operands"] if each["text"]]
    return " ".join([step["opcode"], ", ".join(filter(None, [step["target"], *operands]))]).strip()


def _step(step) -> dict:
    """Converts a step: line and text; operands: name, values; result: likewise, with stored ones.

    register : the result without its mask. note : a short remark; notes : name, words.
    """
    return {
        "line": step["line"],
        "text": step["text"],
        "operands": [
            {"name": each["text"], "values": [_value(value) for value in each["values"]]}
            for each in step["operands"]
        ],
        "result": _result(step) if step["results"] else None,
        "note": step["note"] or {True: "killed", False: "not killed", None: ""}[step["killed"]],
        "notes": [
            *_flags(step["flags"]),
            *(note for read in step["reads"] for note in _read(read)),
        ],
    }


def _result(step) -> dict:
    name, results = step["target"] or "result", step["results"]
    register, _, mask = name.rpartition(".")
    return {
        "name": name,
        "register": register if register and set(mask) <= set("xyzwrgba") else name,
        "values": [_value(results.get(letter)) for letter in LETTERS],
        "written": [letter in step["written"] for letter in LETTERS],
    }


def _value(number):
    return None if number is None else number["value"]


def _flags(flags) -> list[dict]:
    words = ", ".join(f"{letter} {word}" for letter, word in flags.items())
    return [{"name": "condition code", "words": words}] if words else []


def _read(read) -> list[dict]:
    """A texture read: its coordinates, and each texel with its weight."""
    words = [f"unit {read['unit']}, {read['target']}, {read['filter']}"]
    if read["point"]:
        words.append(f"at ({_list(read['point'])})")
    if read["detail"] is not None:
        kind = "magnified" if read["magnified"] else "minified"
        words.append(f"level of detail {_short(read['detail'])}, {kind}")
    if read["between"] is not None:
        words.append(f"the farther level counts {_short(read['between'])}")
    return [{"name": "texture", "words": ", ".join(words)}, *map(_texel, read["texels"])]


def _texel(texel) -> dict:
    place = "" if texel["place"] is None else f" ({', '.join(map(str, texel['place']))})"
    weight = "" if texel["weight"] is None else f" * {texel['weight']:.5g}"
    border = ", the border colour" if texel["outside"] else ""
    return {
        "name": f"level {texel['level']}{place}{weight}",
        "words": f"({_list(texel['color'])}){border}",
    }


def _list(numbers) -> str:
    return ", ".join(map(_short, numbers))


def _short(number) -> str:
    value = number["value"]
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _inputs(inputs, corners) -> list[dict]:
    """The inputs of the program, each followed by the values of the primitive's vertices."""
    found = []
    for name, values in _by_input(inputs, _of_bits).items():
        found.append({"name": name, "values": values, "words": None})
        for corner in corners:
            own = _by_input(corner["values"], _value).get(name)
            if own:
                words = f"weight {corner['weight']:.5g}"
                found.append(
                    {"name": f"- vertex {corner['vertex']}", "values": own, "words": words}
                )
    return found


def _by_input(numbers, read) -> dict[str, list]:
    """Four components for each input; None for unread ones."""
    found: dict[str, list] = {}
    for each in numbers:
        values = found.setdefault(each["input"], [None] * 4)
        values[LETTERS.index(each["component"])] = read(each)
    return found


def _of_bits(number):
    """The value of an integer attribute; for others the float32 of its bits."""
    if number["input"] in INTEGER_INPUTS:
        return number["value"]
    return plain(np.uint32(int(number["bits"], 16)).view(np.float32))
