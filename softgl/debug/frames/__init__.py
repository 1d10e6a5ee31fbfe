"""The tools on a frame of a scene: its events, the state at one of them, traces, findings.

In: a `Scene` and its size. Out: what the commands `draws`, `state`, `trace` and `capture` print.
"""
