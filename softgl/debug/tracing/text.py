"""Formats traces as text."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from softgl.debug.tracing.against import parting
from softgl.debug.tracing.json_values import input_name
from softgl.gl.explain.limits import limit_words

FACES = {True: "front", False: "back"}


def text(trace) -> str:
    """Formats a `softgl.debug.tracing.trace.Trace`, line by line."""
    lines = []
    if trace.draw is not None:
        lines.append(f"draw {trace.draw}: {trace.call}")
        if trace.pixel is not None:
            x, y = trace.pixel
            where = f" of framebuffer {trace.framebuffer}" if trace.framebuffer else ""
            lines.append(f"pixel {x},{y}{where}")
    for one in trace.executions:
        lines += ["", *_execution(one)]
    return "\n".join(lines).strip("\n") + "\n"


def _execution(one):
    program = one.program
    number = "" if one.number is None else f" {one.number}"
    kind = {"vertex": f"vertex{number}", "geometry": f"primitive{number}"}.get(one.stage)
    yield f"{kind or 'fragment' + (number and ' of primitive' + number)}: !!{program.language}"
    if one.place.get("corners"):
        yield from _corners(one)
    groups = defaultdict(dict)
    for name, value in sorted(one.observer.inputs.items()):
        groups[input_name(program, name)]["xyzw"[name[-1]]] = value.view(np.float32)
    if groups:
        yield "  inputs"
        yield from (f"    {name} = {_named(values)}" for name, values in groups.items())
    if one.observer.other is not None:
        yield from _parting(one.observer)
        return
    yield "  instructions"
    for step in one.observer.steps:
        yield from _step(step)
    if one.observer.stopped:
        yield "    stopped here: the condition holds"
        return
    if one.observer.limit:
        yield f"    {limit_words(program, one.observer.limit)}"
    groups = defaultdict(dict)
    for (binding, c), value in one.observer.results.items():
        groups[str(binding)]["xyzw"[c]] = value
    yield "  results"
    yield from (f"    {name} = {_named(values)}" for name, values in groups.items())
    if one.stage == "fragment":
        yield from _after(one.place)


def _parting(observer):
    found = parting(observer.steps, observer.other.steps)
    if found is None:
        yield "  the two programs give the same, instruction by instruction"
        return
    for name, step in zip(("this program", "the other"), found, strict=True):
        yield f"  where they part, {name}:"
        yield from _step(step) if step else ("    has ended",)


def _corners(one):
    depth = _spelled(np.float32(one.place["depth"]))
    yield f"  {FACES[one.place['front']]} side, depth {depth}; vertices"
    for corner in one.place["corners"]:
        at = corner["window"]
        where = f" at ({at[0]:g}, {at[1]:g})" if at else ""
        where = " made by clipping" * corner["clipped"] + where
        yield f"    {corner['vertex']}{where}, weight {_spelled(corner['weight'])}"
        groups = defaultdict(dict)
        for (name, c), value in corner["values"].items():
            groups[name]["xyzw"[c]] = value
        yield from (f"      {name} = {_named(each)}" for name, each in groups.items())


def _step(step):
    again = f" (round {step.times + 1})" if step.times else ""
    yield f"    {step.line:4}  {step.text}{again}"
    for words, values in step.operands:
        known = {"xyzw"[c]: v for c, v in enumerate(values) if v is not None}
        if not _is_literal(words):
            yield f"            {words}: {_named(known)}"
    for read in step.reads:
        yield from _read(read)
    if step.results:
        stored = (
            "" if set(step.written) == set(step.results) else f", stored: {step.written or 'none'}"
        )
        yield f"          = {_named(step.results)}{stored}"
    if step.flags:
        yield "          CC " + ", ".join(f"{c} {word}" for c, word in step.flags.items())
    if step.killed is not None:
        yield "          killed" if step.killed else "          not killed"
    if step.note:
        yield f"          {step.note}"


def _read(read):
    words = [f"unit {read.unit}, {read.target}, {read.filter}"]
    if read.point:
        words.append("at (" + ", ".join(map(_spelled, read.point)) + ")")
    if read.detail is not None:
        kind = "magnified" if read.magnified else "minified"
        words.append(f"level of detail {_spelled(read.detail)}, {kind}")
    if read.between is not None:
        words.append(f"the farther level counts {_spelled(read.between)}")
    yield "            " + ", ".join(words)
    for texel in read.texels:
        weight = "" if texel.weight is None else f" weight {texel.weight:.6g}"
        place = "" if texel.place is None else f" {texel.place}"
        color = ", ".join(map(_spelled, texel.color))
        border = ", the border colour" if texel.outside else ""
        yield f"              level {texel.level}{place}{weight}: ({color}){border}"


def _after(place):
    yield f"  afterwards: {place['fate']}"
    for name, before in place["before"].items():
        after = place["after"][name]
        change = "unchanged" if before == after else f"now {after:#010x}"
        yield f"    {name.removesuffix('_plane')}: {before:#010x}, {change}"


def _is_literal(words) -> bool:
    return words[:1] in "0123456789.{" and bool(words) and not words.startswith("{ -")


def _named(values: dict) -> str:
    return "  ".join(f"{letter} {_spelled(value)}" for letter, value in values.items()) or "nothing"


def _spelled(value) -> str:
    value = np.asarray(value)[()]
    return f"{value:.9g}" if isinstance(value, np.floating) else f"{value}"
