"""Writes a draw's counts and mistakes as text."""

from __future__ import annotations

from softgl.gl.explain.facts import Facts


def explained(facts: Facts, found: list[str]) -> str:
    """Returns the counts of a draw as text, a stage a line; found : the mistakes to append."""
    counts = facts.counts
    rows = [("vertices", counts.vertices, "")]
    if counts.primitives is not None:
        rows.append(("primitives", counts.primitives, "into the geometry program"))
    rows += [
        (counts.kind, counts.shapes, ""),
        ("  outside", counts.outside, "the clip volume"),
        ("  cut", counts.cut, "by the clip volume"),
        ("  culled", counts.culled, "by facing"),
        ("  missed", counts.missed, "between samples, or without area"),
        ("fragments" if facts.frame.samples == 1 else "samples", counts.rasterized, ""),
        ("  scissored", counts.scissored, ""),
        ("  killed", counts.killed, "by the program, or by alpha to coverage"),
        ("  alpha", counts.alpha, "failed the alpha test"),
        ("  stencil", counts.stencil, "failed the stencil test"),
        ("  depth", counts.depth, "failed the depth test"),
        ("written", counts.written, ""),
    ]
    always = {"vertices", counts.kind, "fragments", "samples", "written"}
    lines = [
        f"  {name:12}{number:>12,}  {words}".rstrip()
        for name, number, words in rows
        if number or name in always
    ]
    file, line = facts.place
    head = f"{facts.name}, {file}:{line}"
    return "\n".join([head, *lines, *(f"- {text}" for text in found)])
