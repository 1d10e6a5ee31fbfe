"""Traces as JSON-able values: each number with its bits, by name."""

from __future__ import annotations

import numpy as np

from softgl.debug.plain import plain
from softgl.debug.tracing.against import parting
from softgl.gl.explain.limits import limit_words


def as_json(trace) -> dict:
    """Converts a `softgl.debug.tracing.trace.Trace` to JSON-able values."""
    return {
        "draw": trace.draw,
        "call": trace.call,
        "pixel": trace.pixel,
        "framebuffer": trace.framebuffer,
        "executions": [_execution(one) for one in trace.executions],
    }


def _execution(one) -> dict:
    observer, program = one.observer, one.program
    return {
        "stage": one.stage,
        "number": one.number,
        "language": program.language,
        "source": observer.texts.source,
        "inputs": [
            {"input": input_name(program, name), "component": "xyzw"[name[-1]], **_number(value)}
            for name, value in sorted(observer.inputs.items())
        ],
        "steps": [_step(step) for step in observer.steps],
        "stopped": observer.stopped,
        "killed": observer.killed,
        "limit": limit_words(program, observer.limit) if observer.limit else None,
        "results": [
            {"result": str(binding), "component": "xyzw"[c], **_number(value)}
            for (binding, c), value in observer.results.items()
        ],
        "place": _place(one.place),
        "parting": _parting(observer),
    }


def _parting(observer):
    """The first difference from another program; None without one."""
    found = observer.other and parting(observer.steps, observer.other.steps)
    return found and [step and _step(step) for step in found]


def input_name(program, name) -> str:
    """The language's name of an attribute; name : a key of `Observer.inputs`."""
    vertex = f"vertex {name[0]}: " if len(name) == 3 else ""
    return f"{vertex}{program.attributes[name[-2]]}"


def _place(place) -> dict:
    found = {name: plain(value) for name, value in place.items() if name != "corners"}
    if "corners" in place:
        found["corners"] = [
            {
                **{name: plain(value) for name, value in corner.items() if name != "values"},
                "values": [
                    {"input": name, "component": "xyzw"[c], **_number(value)}
                    for (name, c), value in corner["values"].items()
                ],
            }
            for corner in place["corners"]
        ]
    return found


def _step(step) -> dict:
    return {
        "number": step.number,
        "times": step.times,
        "opcode": step.opcode,
        "line": step.line,
        "text": step.text,
        "operands": [
            {"text": text, "values": [None if v is None else _number(v) for v in values]}
            for text, values in step.operands
        ],
        "target": step.target,
        "results": {letter: _number(value) for letter, value in step.results.items()},
        "written": step.written,
        "flags": step.flags,
        "note": step.note,
        "killed": step.killed,
        "reads": [_read(read) for read in step.reads],
    }


def _read(read) -> dict:
    return {
        "unit": read.unit,
        "target": read.target,
        "filter": read.filter,
        "point": [_number(value) for value in read.point],
        "detail": None if read.detail is None else _number(read.detail),
        "magnified": read.magnified,
        "between": None if read.between is None else _number(read.between),
        "texels": [
            {
                "level": texel.level,
                "place": texel.place,
                "weight": plain(texel.weight),
                "color": [_number(value) for value in texel.color],
                "outside": texel.outside,
            }
            for texel in read.texels
        ],
    }


def _number(value) -> dict:
    value = np.asarray(value)
    bits = int(value.view(f"u{value.dtype.itemsize}")) if value.dtype.itemsize > 1 else int(value)
    return {"value": plain(value.item() if value.dtype.kind != "f" else float(value)),
            "bits": f"{bits:#010x}"}  # fmt: skip
